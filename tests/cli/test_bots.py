#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots at a real server: levels, engines, examples in Python and JavaScript; whole games, restarts of both sides.
  test_bots.py CONCENTRIC FAKE_ENGINE EXAMPLES NODE"""
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

from club import Server, check, finish

program, fake, examples, node = [os.path.abspath(word) if word else "" for word in sys.argv[1:5]]
os.environ["PYTHONUNBUFFERED"] = "1"
running = []


class Bot:
    """A bot's process, with what it says."""

    def __init__(self, folder, command):
        self.folder, self.command, self.lines = folder, command, []
        self.start()

    def start(self):
        os.makedirs(self.folder, exist_ok=True)
        environment = dict(os.environ, XDG_DATA_HOME=self.folder)
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        running.append(self.process)
        threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True).start()

    def read(self, out):
        for line in out:
            self.lines.append(line.strip())

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, name):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "killed"
        check("%s ends well" % name, status == 0, (status, self.lines[-5:]))


def own(server, *arguments):
    return [program, "bot", "--server", server.site, "--wait", "0", *arguments]


def wait_for(what, test, seconds=30):
    """What the test gives, or nothing after that time, once; a test that failed ends everything."""
    end = time.time() + seconds
    while time.time() < end:
        found = test()
        if found:
            return found
        time.sleep(0.05)
    check(what, False, "not within %d s" % seconds)
    raise TimeoutError(what)


class Person:
    """Somebody at a table who plays any legal move, by the program's own list of them."""

    def __init__(self, server, game, seed=1, **more):
        self.server, self.random = server, random.Random(seed)
        for _ in range(100):
            status, made = server.post(
                "/api/v1/tables",
                {
                    "game": game,
                    "name": "Ann",
                    "lobby": True,
                    "side": "p1" if seed % 2 else "p2",
                    **more,
                },
            )
            if status == 201:
                break
            time.sleep(0.1)
        self.id, self.key, self.seat, self.over = made["id"], made["key"], made["seat"], False

    def state(self):
        try:
            status, state = self.server.json("GET", "/api/v1/tables/" + self.id, key=self.key)
            return state if status == 200 else None
        except (OSError, ValueError):
            return None

    def step(self, most=1000):
        """One move, if it is ours. False while nothing is to be done."""
        state = self.state()
        if not state:
            return False
        if state["state"] in ("ended", "aborted"):
            self.over = True
            return False
        if state["state"] != "running" or state["turn"] != self.seat or len(state["moves"]) >= most:
            return False
        moves = legal(state)
        try:
            return (
                self.server.act(
                    self.id, self.key, "move", move=self.random.choice(moves), on=state["seq"]
                )[0]
                == 200
            )
        except (OSError, ValueError):
            return False

    def play(self, plies=1000, seconds=120):
        """Until so many moves are played, or the end."""

        def done():
            self.step(plies)
            state = self.state()
            return state and (self.over or len(state["moves"]) >= plies) and state

        return wait_for("%s: %d plies" % (self.id, plies), done, seconds)


def legal(state):
    """By the moves so far, not by the position alone: what MUR lets one do depends on earlier boards."""
    out = subprocess.run(
        [
            program,
            "moves",
            state["game"],
            "--position",
            state["start"],
            "--play",
            " ".join(state["moves"]),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [line.split()[0] for line in out.splitlines() if line and not line.startswith("#")]


def seated(person):
    return wait_for(
        "somebody sits down",
        lambda: (person.state() or {}).get("state") == "running" and person.state(),
    )


def levels(server, folder):
    """Three levels, several games at once, to the end."""
    bot = Bot(
        folder,
        own(
            server,
            "--level",
            "1-3",
            "--games",
            "six,nine,mur,morelli",
            "--time",
            "100",
            "--most",
            "3",
        ),
    )
    people = [
        Person(server, game, i)
        for i, game in enumerate(["six", "nine,flying", "mur", "six", "six"])
    ]
    others = [Person(server, "twelve"), Person(server, "stacking")]
    states = [seated(p) for p in people]
    for person, state in zip(people, states):
        seat = state["seats"][1 - person.seat]
        check(
            "a bot says that it is one",
            seat["player"]["bot"]
            and seat["name"] in ("First game (1)", "Learner (2)", "Casual (3)"),
            seat,
        )
    threads = [threading.Thread(target=p.play, args=(60,)) for p in people]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for person in people:
        state = person.state()
        check(
            "%s was played" % person.id,
            len(state["moves"]) >= 60 or state["state"] == "ended",
            state,
        )
        check("no clock, no fault", state["ended"] in (None, "rules", "repetition"), state)
    for person in others:
        check("not at games that are not its own", person.state()["state"] == "open")
    return bot, people


def its_turn(person):
    return wait_for(
        "the bot has moved", lambda: person.state()["turn"] == person.seat and person.state()
    )


def manners(server, bot, person):
    """Takebacks, draws, rematches."""
    person = Person(server, "six", 3)
    seated(person)
    person.play(5)
    state = its_turn(person)  # an offer ends with the other side's next move
    server.act(person.id, person.key, "offer", what="takeback")
    state = wait_for(
        "the takeback is answered",
        lambda: len(person.state()["moves"]) < len(state["moves"]) and person.state(),
    )
    check("a takeback is granted", state and state["turn"] == person.seat, state)
    person.play(7)
    its_turn(person)
    server.act(person.id, person.key, "offer", what="end")
    state = wait_for(
        "the offer is answered", lambda: not person.state()["offers"] and person.state()
    )
    check("no end so early", state["state"] == "running", state)
    server.act(person.id, person.key, "resign")
    server.act(person.id, person.key, "offer", what="rematch")
    next_ = wait_for("a rematch", lambda: person.state()["next"])
    check(
        "the rematch is found",
        wait_for("the rematch is played", lambda: any(next_ in line for line in bot.lines), 30),
    )


def restarts(server, folder, bot):
    """kill -9 of bots and server in the middle of games: they go on, nothing is lost."""
    people = [
        Person(server, game, 10 + i, clock=clock)
        for i, (game, clock) in enumerate((("six", "300+5"), ("nine", "none"), ("mur", "2d")))
    ]
    for person in people:
        seated(person)
    for person in people:
        person.play(4)
    before = [p.state()["moves"] for p in people]
    bot.kill()
    bot.start()
    for person in people:
        person.play(8)
    server.kill()
    time.sleep(0.3)
    server.start()
    for person in people:
        person.play(12)
    bot.kill()
    server.kill()
    server.start()
    bot.start()
    for person, old in zip(people, before):
        state = person.play(16)
        check(
            "%s goes on where it was" % person.id,
            state["moves"][:4] == old[:4]
            and len(state["moves"]) >= 16
            or state["state"] == "ended",
            state,
        )
        check("nobody lost on time", state["ended"] != "time", state)
    name = people[0].state()["seats"][1 - people[0].seat]["player"]["id"]
    check("the same players", any(("is player " + name) in line for line in bot.lines), bot.lines)


def keys(server, folder, bot):
    files = os.listdir(os.path.join(folder, "concentric", "bots"))
    check("a key for each", len(files) == 3, files)
    for name in files:
        path = os.path.join(folder, "concentric", "bots", name)
        check(
            "%s is for its owner" % name,
            stat.S_IMODE(os.stat(path).st_mode) == 0o600 and len(open(path).read().strip()) == 43,
        )
    second = subprocess.run(
        own(server, "--level", "2"),
        env=dict(os.environ, XDG_DATA_HOME=folder),
        capture_output=True,
        text=True,
        timeout=20,
    )
    check(
        "not twice with one key",
        second.returncode == 2 and "another bot uses" in second.stderr,
        second.stderr,
    )
    path = os.path.join(folder, "readable")
    with open(path, "w") as file:
        file.write("x" * 43)
    os.chmod(path, 0o644)
    for arguments, why in (
        (["--key", path], "can be read by others"),
        (["--games", "chess"], "--games"),
        (["--clocks", "fast"], "--clocks"),
        (["--most", "0"], "--most"),
        (["--engine", "x"], "one of both"),
    ):
        got = subprocess.run(
            own(server, "--level", "5", *arguments),
            env=dict(os.environ, XDG_DATA_HOME=folder + "2"),
            capture_output=True,
            text=True,
            timeout=20,
        )
        check(
            "bot %s" % arguments, got.returncode == 2 and why in got.stderr and not got.stdout, got
        )
    got = subprocess.run(
        [program, "bot", "--server", server.site], capture_output=True, text=True, timeout=20
    )
    bad = subprocess.run(
        [program, "bot", "--server", "ftp://x", "--level", "5"],
        capture_output=True,
        text=True,
        timeout=20,
    )
    check("a server that is none", bad.returncode == 2 and "https://" in bad.stderr, bad)
    check("bot without a mind", got.returncode == 2 and "--level" in got.stderr, got)


def engines(server, folder):
    """An engine of ours by UGI with the clock, and one that misbehaves."""
    bot = Bot(
        folder,
        own(
            server,
            "--engine",
            program + " ugi",
            "--games",
            "twelve",
            "--name",
            "Engine",
            "--time",
            "100",
        ),
    )
    person = Person(server, "twelve", 1, clock="60+1")
    state = seated(person)
    check("its name", state["seats"][1]["name"] == "Engine", state["seats"])
    state = person.play(20)
    check("an engine plays", len(state["moves"]) >= 20 and min(state["left"]) > 20000, state)
    bot.stop("an engine's bot")
    for how in ("crash=2", "illegal=2", "empty=3", "hang=2"):
        bad = Bot(
            folder,
            own(
                server,
                "--engine",
                "%s %s" % (fake, how),
                "--games",
                "stacking",
                "--name",
                how,
                "--time",
                "100",
            ),
        )
        person = Person(server, "stacking", 1)
        seated(person)
        state = person.play(8)
        check("an engine that is %s: some legal move" % how, len(state["moves"]) >= 8, state)
        bad.stop("the bot of an engine that is %s" % how)


def example(server, folder, name, command, game):
    os.makedirs(folder, exist_ok=True)
    lines = sum(1 for _ in open(os.path.join(examples, name)))
    check("%s has under 60 lines" % name, lines < 60, lines)
    bot = Bot(folder, command)
    people = [Person(server, game, seed) for seed in (1, 2)]
    for person in people:
        seated(person)
        person.play(6)
    bot.kill()
    bot.start()
    people[0].play(12)
    server.kill()
    server.start()
    for person in people:
        state = person.play(1000, 240)
        check(
            "%s plays to the end" % name,
            state and state["state"] == "ended" and state["ended"] in ("rules", "repetition"),
            state,
        )
    if game == "six":
        check(
            "a perfect player does not lose",
            all(
                p.state()["result"] in ("draw", "p2win" if p.seat == 0 else "p1win") for p in people
            ),
        )
    bot.kill()


def all_parts():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, os.path.join(folder, "data"), log=running)
        bot, people = levels(server, os.path.join(folder, "levels"))
        manners(server, bot, people[0])
        restarts(server, os.path.join(folder, "levels"), bot)
        keys(server, os.path.join(folder, "levels"), bot)
        bot.stop("three levels")
        engines(server, os.path.join(folder, "engines"))
        example(
            server,
            os.path.join(folder, "python"),
            "bot.py",
            [sys.executable, os.path.join(examples, "bot.py"), server.site, "nine", program, "ugi"],
            "nine",
        )
        if node and os.path.exists(node):
            example(
                server,
                os.path.join(folder, "js"),
                "bot.mjs",
                [node, os.path.join(examples, "bot.mjs"), server.site],
                "six",
            )
        server.stop()


def main():
    try:
        all_parts()
    except TimeoutError as error:
        print("given up: %s" % error)
    for process in running:  # also those of a test that broke off
        process.kill()
        process.wait()


main()
sys.exit(finish())
