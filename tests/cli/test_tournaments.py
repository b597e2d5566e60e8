#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole tournaments at a real server, by players who make random legal moves: Swiss, round robin, arena, one against
many, a match of MUR; with the server killed in the middle, a full disk, players who are cut off or never come, and two
processes on one PostgreSQL. Nothing is lost, nobody is paired twice, and the ratings are what the log gives.
  test_tournaments.py CONCENTRIC DISK_FAULTS [TEST ...]      (CONCENTRIC_TOUR=2: twice as many players, and so on)"""
import asyncio
import json
import os
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proof"))
from players import Away, Board, Seat, Server, Ws, check, finish, http, until  # noqa: E402

PROGRAM, LIBRARY = sys.argv[1:3]
SIZE = int(os.environ.get("CONCENTRIC_TOUR", "1"))
RNG = random.Random(int(os.environ.get("CONCENTRIC_TEST_SEED", "1")))
BAD = ("not-saved", "busy")


async def ask(port, method, path, body=None, key=None):
    """Asks until somebody answers and could save it."""
    while True:
        try:
            status, value = await http(port, method, path, body, key, timeout=20)
            if status != 503:
                return status, value
        except (Away, asyncio.TimeoutError):
            pass
        await asyncio.sleep(0.2)


class Person:
    """Somebody with a device key who plays wherever the tournament puts them."""

    def __init__(self, ports, name):
        self.ports, self.name = ports, name
        self.key = secrets.token_urlsafe(32)
        self.id = None
        self.tasks = {}  # table: task
        self.away = False  # makes no move
        self.resigns = 14  # the ply from which on somebody resigns
        self.links = []

    @property
    def port(self):
        return RNG.choice(self.ports)

    async def begin(self):
        status, me = await ask(self.port, "POST", "/api/v1/me", {"name": self.name}, self.key)
        check(status == 200 and me["name"] == self.name, "a player", status, me)
        self.id = me["id"]
        return self

    def look(self, tour):
        for game in tour["games"]:
            if (
                game["result"] == "none"
                and self.id in game["players"]
                and game["table"] not in self.tasks
            ):
                seat = game["players"].index(self.id)
                self.tasks[game["table"]] = asyncio.ensure_future(self.play(game["table"], seat))

    async def play(self, table, seat):
        if self.away:
            return
        link = Seat(self.port, table, self.key)
        self.links.append(link)
        board, seen, over = Board(), 0, False
        try:
            while not over:
                await link.wait(lambda: link.seq > seen)
                for event in link.events[seen:]:
                    if event and event["kind"] == "move":
                        board.play(event["m"])
                    over = over or event is not None and event.get("state") in ("ended", "aborted")
                seen = link.seq
                if (
                    over
                    or link.events[-1].get("state") != "running"
                    or board.turn != seat
                    or self.away
                ):
                    continue
                ply = sum(1 for e in link.events if e and e["kind"] == "move")
                if ply >= self.resigns + RNG.randrange(4):
                    await link.act("resign")
                else:
                    good, answer = await link.act("move", move=board.choose(RNG))
                    check(good or answer["why"] in ("over", "stale"), "a legal move", answer)
                    if good:  # the answer comes before the event
                        await link.wait(lambda: link.seq >= answer["seq"])
        finally:
            await link.close()

    async def end(self):
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


def check_tour(tour, kind):
    """What must hold at any time."""
    met, busy, rounds = set(), set(), {}
    for game in tour["games"]:
        a, b = game["players"]
        if game["result"] == "none":
            check(
                kind == "simul" or (a not in busy and b not in busy),
                kind + ": one game at a time",
                game,
            )
            busy |= {a, b}
        if kind in ("swiss", "round-robin"):
            for p in (a, b):
                check(p is None or (game["round"], p) not in rounds, kind + ": once a round", game)
                rounds[game["round"], p] = game["n"]
            if b is not None:
                check(frozenset((a, b)) not in met, kind + ": nobody meets twice", game)
                met.add(frozenset((a, b)))
    tables = [g["table"] for g in tour["games"] if g["table"]]
    check(len(tables) == len(set(tables)), kind + ": a table each", tables)


class Show:
    """One tournament and its people."""

    def __init__(self, ports, people):
        self.ports, self.people = ports, people
        self.id, self.tour, self.kind = None, None, None
        self.faults = 0

    async def make(self, **what):
        self.kind = what["kind"]
        body = dict(
            {"name": "Cup of the " + self.kind, "game": "nine", "clock": "120+1", "rated": True},
            **what,
        )
        status, made = await ask(
            self.ports[0], "POST", "/api/v1/tournaments", body, self.people[0].key
        )
        check(status == 201 and made["ok"], "made", status, made)
        self.id = made["id"]
        for person in self.people:
            status, answer = await ask(
                person.port, "POST", "/api/v1/tournaments/%s/join" % self.id, {}, person.key
            )
            check(status == 200, "joined", status, answer)
        return self

    async def do(self, what, person=None):
        return await ask(
            self.ports[0],
            "POST",
            "/api/v1/tournaments/%s/do" % self.id,
            {"do": what},
            (person or self.people[0]).key,
        )

    async def look(self):
        status, tour = await ask(RNG.choice(self.ports), "GET", "/api/v1/tournaments/" + self.id)
        check(status == 200, "shown", status)
        check_tour(tour, self.kind)
        self.tour = tour
        return tour

    async def play(self, beside=None, limit=240):
        """Until it is over; beside(tour) may disturb."""
        began = time.time()
        while time.time() - began < limit:
            tour = await self.look()
            if tour["state"] in ("ended", "cancelled"):
                break
            for person in self.people:
                person.look(tour)
            if beside:
                await beside(tour)
            await asyncio.sleep(0.25)
        check(
            self.tour["state"] == "ended",
            self.kind + ": ends",
            self.tour["state"],
            self.tour["round"],
        )
        await self.compare()
        for person in self.people:
            await person.end()
        return self.tour

    async def compare(self):
        """Each result is that of its table."""
        for game in self.tour["games"]:
            if not game["table"]:
                continue
            status, table = await ask(
                RNG.choice(self.ports), "GET", "/api/v1/tables/" + game["table"]
            )
            check(
                status == 200 and table["state"] == "ended", "a table that has ended", status, table
            )
            check(
                table["result"] == game["result"] or self.tour["match"],
                "the result of the table",
                game,
                table["result"],
            )
            check(
                table.get("tournament") == self.id,
                "the table names its tournament",
                table.get("tournament"),
            )

    def points(self):
        return {s["id"]: s["points"] for s in self.tour["standings"]}


async def gather_people(ports, count):
    return await asyncio.gather(*(Person(ports, "P%d" % i).begin() for i in range(count)))


def recompute(*where):
    done = subprocess.run(
        [PROGRAM, "ratings", "--recompute", *where], capture_output=True, text=True
    )
    check(
        done.returncode == 0 and " 0 wrong" in done.stdout,
        "the log gives the same ratings",
        done.stdout,
        done.stderr,
    )
    return done.stdout


class Place:
    """A server with a directory of its own."""

    def __init__(self, *arguments, environment=None):
        self.folder = tempfile.TemporaryDirectory()
        self.data = os.path.join(self.folder.name, "data")
        self.store = os.path.join(self.data, "tables.db")
        self.server = Server(PROGRAM, "--data", self.data, *arguments, environment=environment)

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *_):
        check(self.server.stop(), "the server ends")
        self.folder.cleanup()

    def rated(self):
        """Lines in the log of rated games; a tick of every second writes them."""
        base = sqlite3.connect(self.store)
        try:
            return base.execute("select count(*) from doc where kind = 'ratedlog'").fetchone()[0]
        finally:
            base.close()


# ---- What is refused


async def hiding():
    """Who hides somebody is not paired with them where that can be avoided."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 4)
        one, three = people[0], people[2]  # of four equal ones these two would meet first
        status, answer = await ask(
            port, "POST", "/api/v1/me/hide", {"player": one.id, "on": True}, three.key
        )
        check(status == 200, "hidden", answer)
        path = "/api/v1/tournaments"
        what = {"name": "T", "kind": "swiss", "game": "nine", "clock": "60+0", "rounds": 1}
        status, made = await ask(port, "POST", path, what, one.key)
        check(status == 201, "made", made)
        for person in people:
            status, answer = await ask(port, "POST", f"{path}/{made['id']}/join", {}, person.key)
            check(status == 200, "joined", answer)
        await ask(port, "POST", f"{path}/{made['id']}/do", {"do": "start"}, one.key)
        for _ in range(300):
            status, tour = await ask(port, "GET", f"{path}/{made['id']}")
            if tour["games"]:
                break
            await asyncio.sleep(0.1)
        pairs = [set(game["players"]) for game in tour["games"]]
        check(len(pairs) == 2 and {one.id, three.id} not in pairs, "kept apart", pairs)
        status, made = await ask(port, "POST", path, dict(what, kind="simul", rounds=0), one.key)
        check(status == 201, "made", made)
        for person, want in ((three, 409), (people[1], 200)):
            status, answer = await ask(port, "POST", f"{path}/{made['id']}/join", {}, person.key)
            check(status == want, "a simul of one whom they hide", status, answer)


async def refusals():
    with Place() as place:
        port = place.server.port
        a, b = await gather_people([port], 2)
        path = "/api/v1/tournaments"
        good = {"name": "T", "kind": "swiss", "game": "nine", "clock": "60+0"}
        for change, why in (
            ({"kind": "knockout"}, "bad-setup"),
            ({"game": "chess"}, "bad-setup"),
            ({"clock": "none"}, "bad-setup"),
            ({"clock": "60+0/30+0"}, "bad-setup"),
            ({"rounds": 99}, "bad-setup"),
            ({"name": ""}, "bad-setup"),
            ({"most": 1}, "bad-setup"),
            ({"start": 9e15}, "bad-setup"),
            ({"rounds": "many"}, "bad-json"),
            ({"side": "p9"}, "bad-setup"),
        ):
            status, answer = await http(port, "POST", path, dict(good, **change), a.key)
            check(
                (status, answer["why"]) == (400 if why == "bad-json" else 422, why),
                "refused",
                change,
                status,
                answer,
            )
        status, answer = await http(
            port, "POST", path, dict(good, kind="x"), a.key, {"Accept-Language": "ja"}
        )
        check("どれか" in answer["text"], "in Japanese", answer)
        status, answer = await http(port, "POST", path, good)
        check((status, answer["why"]) == (401, "no-key"), "no key", status, answer)
        status, made = await http(port, "POST", path, good, a.key)
        check(status == 201, "made", made)
        one = path + "/" + made["id"]
        for person, act, want in (
            (b, "start", 403),
            (b, "cancel", 403),
            (a, "start", 409),
            (a, "win", 400),
            (b, "withdraw", 409),
        ):
            status, answer = await http(port, "POST", one + "/do", {"do": act}, person.key)
            check(status == want, "refused", act, status, answer)
        status, answer = await http(port, "GET", path + "/zzzzzzzz")
        check(status == 404, "no such tournament", status)
        status, answer = await http(port, "GET", path + "/zzzz")
        check(status == 404, "no id", status)
        status, answer = await http(port, "DELETE", one, key=a.key)
        check(status == 405, "no such method", status)
        for _ in range(2):
            status, answer = await http(port, "POST", one + "/join", {}, b.key)
            check(status == 200, "joined, also twice", status, answer)
        status, tour = await http(port, "GET", one)
        check(
            len(tour["standings"]) == 1
            and tour["state"] == "coming"
            and tour["standings"][0]["name"] == "P1",
            "one of them",
            tour,
        )
        status, answer = await http(port, "POST", one + "/leave", {}, b.key)
        status, answer = await http(port, "POST", one + "/do", {"do": "cancel"}, a.key)
        check(status == 200, "cancelled", answer)
        status, answer = await http(port, "POST", one + "/join", {}, b.key)
        check((status, answer["why"]) == (409, "not-now"), "too late", status, answer)
        status, tour = await http(port, "GET", one)
        check(tour["reason"] == "organiser", "why it was cancelled", tour)
        now = dict(good, start=int(time.time() * 1000), join=True)
        status, answer = await http(port, "POST", path, now, a.key)
        check(status == 201, "made for now", answer)
        alone = path + "/" + answer["id"]
        for _ in range(300):
            status, tour = await http(port, "GET", alone)
            if tour["state"] == "cancelled":
                break
            await asyncio.sleep(0.1)
        check(tour["reason"] == "few", "why it did not begin", tour)
        check([p["id"] for p in tour["standings"]] == [a.id], "its organiser is in it", tour)
        for number in range(6):
            status, answer = await http(port, "POST", path, good, a.key)
        check((status, answer["why"]) == (429, "too-many"), "too many of one", status, answer)
        status, answer = await http(port, "GET", path)
        states = [t["state"] for t in answer["tournaments"]]
        check(states.count("coming") == 5 and states[-1] == "cancelled", "the list", states)
        status, answer = await http(port, "GET", "/api/v1/ratings?pool=chess-blitz")
        check(status == 422, "no such pool", status, answer)
        status, answer = await http(port, "GET", "/api/v1/ratings?pool=morris-blitz")
        check(status == 200 and answer["players"] == [], "nobody is rated", answer)


# ---- Whole tournaments


async def watch_stream(port, tour, seen):
    """The streamed GET and the WebSocket tell every change."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(("GET /api/v1/tournaments/%s/events HTTP/1.0\r\n\r\n" % tour).encode())
    try:
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"{"):
                seen.append(json.loads(line))
    finally:
        writer.close()


async def watch_socket(port, tour, seen):
    link = await Ws().connect(port)
    link.send({"t": "hi", "v": 1})
    link.send({"t": "tournament", "id": tour, "on": True})
    try:
        while True:
            message = await link.receive()
            if message["t"] == "tournament":
                seen.append(message)
    finally:
        link.close()


async def swiss():
    """Seven players, three rounds, a bye in each; one never comes."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 7 * SIZE)
        people[5].away = True
        show = await Show([port], people).make(kind="swiss", rounds=3, wait=15)
        streamed, told = [], []
        watchers = [
            asyncio.ensure_future(watch_stream(port, show.id, streamed)),
            asyncio.ensure_future(watch_socket(port, show.id, told)),
        ]
        await until(lambda: streamed and told)
        check((await show.do("start"))[0] == 200, "started")
        tour = await show.play()
        await until(lambda: all(seen and seen[-1]["state"] == "ended" for seen in (streamed, told)))
        for watcher in watchers:
            watcher.cancel()
        for name, seen in (("stream", streamed), ("socket", told)):
            vers = [s["ver"] for s in seen]
            check(vers == sorted(set(vers)) and len(vers) > 5, name + ": versions rise", vers)
            check(
                seen and seen[0]["state"] == "coming" and seen[-1]["state"] == "ended",
                name + ": from beginning to end",
            )
        absent = next(s for s in tour["standings"] if s["id"] == people[5].id)
        check(
            absent["gone"] and absent["points"] == 0 and absent["played"] == 0,
            "who does not come is paired no more",
            absent,
        )
        check(len({g["round"] for g in tour["games"]}) == 3, "three rounds")
        byes = [g["players"][0] for g in tour["games"] if g["result"] == "bye"]
        check(len(byes) == len(set(byes)), "one bye each", byes)
        total = sum(show.points().values())
        games = [g for g in tour["games"]]
        check(total == len(games), "a point for each pairing", total, len(games))
        forfeits = [g for g in games if g["unplayed"] and g["result"] != "bye"]
        check(len(forfeits) == 1, "one no-show", forfeits)
        await until(lambda: place.rated() == sum(g["result"] != "bye" for g in games))
        status, ranking = await ask(port, "GET", "/api/v1/ratings?pool=morris-blitz")
        played = {p for g in games if not g["unplayed"] for p in g["players"]}
        check(
            {p["id"] for p in ranking["players"]} == played,
            "who played is ranked",
            ranking,
            len(played),
        )
        numbers = [p["rating"] for p in ranking["players"]]
        check(
            numbers == sorted(numbers, reverse=True)
            and all(p["provisional"] for p in ranking["players"]),
            "best first",
            numbers,
        )
        # One deletes themselves: the others keep what they have, and the log gives it again.
        gone = next(iter(played))
        person = next(p for p in people if p.id == gone)
        status, answer = await ask(port, "DELETE", "/api/v1/me", key=person.key)
        check(status == 200, "deleted", status, answer)
        status, after = await ask(port, "GET", "/api/v1/ratings?pool=morris-blitz")
        before = {p["id"]: p["rating"] for p in ranking["players"] if p["id"] != gone}
        check(
            {p["id"]: p["rating"] for p in after["players"]} == before,
            "ratings of the others stay",
            after,
        )
        tour = await show.look()
        check(
            next(s for s in tour["standings"] if s["id"] == gone)["name"] == "",
            "nameless in the standings",
        )
        data = place.data
        check(place.server.stop(), "the server ends")
        print("swiss:", recompute("--data", data).strip())
        place.server.start()


async def round_robin():
    """All against all, twice; one withdraws in the middle."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 4)
        for person in people:
            person.resigns = 4
        show = await Show([port], people).make(kind="round-robin", cycles=1, rated=False)
        check((await show.do("start"))[0] == 200, "started")
        left, refused = [], []

        async def disturb(tour):
            mine = [
                g["table"]
                for g in tour["games"]
                if g["result"] == "none" and people[0].id in g["players"]
            ]
            for number, act in enumerate(
                (
                    {"do": "abort"},
                    {"do": "offer", "what": "abort"},
                    {"do": "offer", "what": "pause"},
                    {"do": "more"},
                )
            ):
                if mine and len(refused) < 12:
                    refused.append(
                        await ask(
                            port,
                            "POST",
                            "/api/v1/tables/%s/do" % mine[0],
                            dict(act, cmd="x%d" % number),
                            people[0].key,
                        )
                    )
            if tour["round"] == 2 and not left:
                left.append(await show.do("withdraw", people[3]))

        tour = await show.play(disturb)
        check(len(tour["games"]) == 6 and left[0][0] == 200, "six games", len(tour["games"]))
        check(
            all(s == 409 for s, _ in refused)
            and any("to its end" in a["text"] for _, a in refused)
            and any("given time" in a["text"] for _, a in refused),
            "no abort, no pause and no gifts of time in a tournament",
            refused,
        )
        check(
            any(g["unplayed"] for g in tour["games"] if g["round"] == 3),
            "round 3 against who left is won without a game",
        )
        check(sum(show.points().values()) == 6, "a point for each game")


async def arena():
    """A minute; players come and go; nobody meets the same one twice running, unless they are alone."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 6 * SIZE)
        for person in people:
            person.resigns = 12
        late = people.pop()
        show = await Show([port], people).make(kind="arena", minutes=1, clock="60+0")
        check((await show.do("start"))[0] == 200, "started")
        began, came = time.time(), []
        games = {}

        async def disturb(tour):
            games.update({g["n"]: g for g in tour["games"]})
            if time.time() - began > 10 and not came:
                came.append(
                    await ask(port, "POST", "/api/v1/tournaments/%s/join" % show.id, {}, late.key)
                )
                people.append(late)

        tour = await show.play(disturb)
        check(
            came and came[0][0] == 200 and any(late.id in g["players"] for g in games.values()),
            "who comes late plays",
        )
        check(len(games) > 10, "many games", len(games))
        last = {}
        for n in sorted(games):
            a, b = games[n]["players"]
            check(last.get(a) != b or len(people) == 2, "not the same one again at once", games[n])
            last[a], last[b] = b, a
        check(
            all(s["points"] >= 2 * s["won"] for s in tour["standings"]), "two points a win at least"
        )
        check(tour["ended"] >= tour["ends"], "it lasts its minute")
        print("arena: %d games" % len(games))


async def simul():
    """One against four; and a match of MUR between two in a round robin of two."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 5)
        for person in people:
            person.resigns = 6
        show = Show([port], people)
        await show.make(kind="simul", side="both", rated=False)
        check((await show.do("start"))[0] == 200, "started")
        tour = await show.play()
        master = people[0].id
        check(
            len(tour["games"]) == 4 and all(master in g["players"] for g in tour["games"]),
            "one against four",
        )
        check(sum(g["players"][0] == master for g in tour["games"]) == 2, "sides in turns")


async def match():
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 2)
        show = await Show([port], people).make(
            kind="round-robin", game="mur", match=True, clock="600+5"
        )
        check((await show.do("start"))[0] == 200, "started")
        for _ in range(40):
            tour = await show.look()
            if tour["games"] and tour["games"][0]["table"]:
                break
            await asyncio.sleep(0.25)
        table = tour["games"][0]["table"]
        keys = {p.id: p.key for p in people}
        seats = [Seat(port, table, keys[p]) for p in tour["games"][0]["players"]]
        rounds = 0
        while rounds < 64:  # player 1 gives every game up
            good, answer = await asyncio.wait_for(seats[0].act("resign"), 20)
            check(good, "resigned", answer)
            rounds += 1
            _, shown = await ask(port, "GET", "/api/v1/tables/" + table)
            for seat in seats:
                good, answer = await asyncio.wait_for(seat.act("offer", what="next"), 20)
            if not good:
                break
        check(rounds > 2, "an official match has several games", rounds)
        tour = await show.play()
        check(
            tour["games"][0]["result"] == "p2win"
            and show.points()[tour["games"][0]["players"][1]] == 1,
            "the match counts once",
            tour["games"],
        )
        for seat in seats:
            await seat.close()


# ---- Ratings


async def rated_game(place, people, nets, plies):
    """A rated game by requests from these networks, given up after some plies."""
    port, before = place.server.port, place.rated()

    async def asking(who, path, body):
        """Again where it was too often: a quick machine plays more than ten moves a second."""
        for _ in range(100):
            status, answer = await http(
                port, "POST", path, body, people[who].key, {"X-Forwarded-For": nets[who]}
            )
            if status != 429:
                break
            await asyncio.sleep(0.2)
        return status, answer

    status, made = await asking(
        0,
        "/api/v1/tables",
        {"game": "nine", "clock": "60+1", "rated": True, "lobby": True, "side": "p1"},
    )
    check(status == 201, "a rated table", status, made)
    path = "/api/v1/tables/" + made["id"]
    status, answer = await asking(1, path + "/join", {})
    check(status == 200, "sits down", status, answer)
    board = Board()
    for ply in range(plies):
        move = board.choose(RNG)
        status, answer = await asking(
            ply & 1, path + "/do", {"cmd": "m%d" % ply, "do": "move", "move": move}
        )
        check(status == 200, "a move", status, answer)
        board.play(move)
    status, answer = await asking(1, path + "/do", {"cmd": "end", "do": "resign"})
    check(status == 200, "resigned", status, answer)
    await until(lambda: place.rated() > before)


async def ratings():
    """Same network, too short: not counted; a kept rating that is not what the log gives is found and put right."""
    with Place("--behind-proxy", "127.0.0.1") as place:
        port = place.server.port
        a, b, c = await gather_people([port], 3)
        await rated_game(place, (a, b), ("10.1.2.3", "10.1.2.9"), 14)  # one /24
        await rated_game(place, (a, c), ("10.1.2.3", "10.1.3.3"), 14)
        await rated_game(place, (a, c), ("10.1.2.3", "10.1.3.3"), 4)
        _, ranking = await ask(port, "GET", "/api/v1/ratings?pool=morris-blitz")
        check(
            [(p["id"], p["games"]) for p in ranking["players"]] == [(a.id, 1), (c.id, 1)],
            "one game counts",
            ranking,
        )
        check(place.server.stop(), "the server ends")
        base = sqlite3.connect(place.store)
        lines = [
            json.loads(r[0])["why"]
            for r in base.execute("select body from doc where kind = 'ratedlog' order by id")
        ]
        check(lines == ["network", "", "short"], "why games do not count", lines)
        everything = "\n".join(base.iterdump())
        check("10.1." not in everything, "no address is kept")
        check(
            recompute("--data", place.data).startswith(
                "3 games in the log, 1 of them counted; 2 ratings"
            ),
            "the log",
        )
        base.execute(
            "update doc set body = replace(body, '\"games\":1', '\"games\":2') where kind = 'rating' and owner = ?",
            (a.id,),
        )
        base.execute("delete from doc where kind = 'rating' and owner = ?", (c.id,))
        base.commit()
        base.close()
        for flags, status, word in (
            ((), 1, "2 wrong"),
            (("--write",), 0, "put right"),
            ((), 0, " 0 wrong"),
        ):
            done = subprocess.run(
                [PROGRAM, "ratings", "--recompute", "--data", place.data, *flags],
                capture_output=True,
                text=True,
            )
            check(done.returncode == status and word in done.stdout, "recomputed", flags, done)
        place.server.start()


# ---- Faults


async def killed():
    """kill -9 again and again while a Swiss tournament runs."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 6 * SIZE)
        show = await Show([port], people).make(kind="swiss", rounds=3)
        check((await show.do("start"))[0] == 200, "started")
        kills, due = [0], [time.time() + 1.0]

        async def disturb(tour):
            if time.time() > due[0] and kills[0] < 6 * SIZE:
                place.server.kill()
                await place.server.start_beside()
                kills[0] += 1
                due[0] = time.time() + RNG.uniform(0.7, 3.0)

        tour = await show.play(disturb)
        check(len(tour["games"]) == 9 * SIZE, "all games of all rounds", len(tour["games"]))
        check(sum(show.points().values()) == 9 * SIZE, "a point each", show.points())
        check(not any(g["unplayed"] for g in tour["games"]), "nobody lost by it")
        await until(lambda: place.rated() == 9 * SIZE)
        data = place.data
        check(place.server.stop(), "the server ends")
        text = recompute("--data", data)
        check(text.startswith("%d games" % (9 * SIZE)), "every game in the log once", text)
        print("killed %d times:" % kills[0], text.strip())
        place.server.start()


async def full_disk():
    """The disk is full, then read-only, for some seconds each while a round is on."""
    with tempfile.TemporaryDirectory() as folder:
        fault = os.path.join(folder, "fault")

        def set_fault(text):
            with open(fault + ".new", "w", encoding="ascii") as file:
                file.write(text)
            os.rename(fault + ".new", fault)

        set_fault("")
        with Place(environment={"LD_PRELOAD": LIBRARY, "CONCENTRIC_DISK_FAULT": fault}) as place:
            port = place.server.port
            people = await gather_people([port], 4)
            show = await Show([port], people).make(kind="swiss", rounds=2)
            check((await show.do("start"))[0] == 200, "started")
            began, steps = time.time(), [("full", 1.0), ("", 4.0), ("readonly", 5.0), ("", 8.0)]

            async def disturb(tour):
                while steps and time.time() - began > steps[0][1]:
                    set_fault(steps.pop(0)[0])

            try:
                tour = await show.play(disturb)
            finally:
                set_fault("")
            check(not steps, "both faults came", steps)
            check(
                len(tour["games"]) == 4 and sum(show.points().values()) == 4,
                "all games once",
                tour["games"],
            )


async def cut_off():
    """Sockets break all the time, and one player's process hangs: they lose on time, nobody else does."""
    with Place() as place:
        port = place.server.port
        people = await gather_people([port], 4)
        show = await Show([port], people).make(kind="round-robin", clock="20+0", rated=False)
        check((await show.do("start"))[0] == 200, "started")
        hangs = [False]

        async def disturb(tour):
            for person in people:
                for link in person.links:
                    if link.link and RNG.random() < 0.3:
                        link.link.close()
            if tour["round"] >= 2 and not hangs[0]:
                hangs[0] = people[1].away = True

        tour = await show.play(disturb)
        lost = next(s for s in tour["standings"] if s["id"] == people[1].id)
        check(len(tour["games"]) == 6 and hangs[0], "all games", len(tour["games"]))
        check(lost["lost"] >= 2, "who hangs loses on time", lost)
        check(sum(show.points().values()) == 6, "a point for each game")


async def two():
    """Two processes on one PostgreSQL: one of them pairs."""
    if subprocess.run(
        ["sh", "-c", "command -v initdb pg_ctl || ls /usr/lib/postgresql/*/bin/initdb"],
        capture_output=True,
    ).returncode:
        print("two: skipped, no PostgreSQL here")
        return
    pg = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pg.sh")
    with tempfile.TemporaryDirectory() as folder:
        url = subprocess.run(
            [pg, "make", folder, "fsync=off"], capture_output=True, text=True, check=True
        ).stdout.strip()
        servers = [Server(PROGRAM, "--store", url) for _ in range(2)]
        try:
            for server in servers:
                server.start()
            ports = [s.port for s in servers]
            people = await gather_people(ports, 6)
            await asyncio.sleep(2.5)
            show = await Show(ports, people).make(kind="swiss", rounds=3)
            check((await show.do("start"))[0] == 200, "started")
            due = [time.time() + 4.0]

            async def disturb(tour):
                if time.time() > due[0]:
                    due[0] = float("inf")
                    servers[1].kill()
                    await servers[1].start_beside()

            tour = await show.play(disturb)
            check(
                len(tour["games"]) == 9 and sum(show.points().values()) == 9,
                "nine games, once each",
                len(tour["games"]),
            )
            text = ""
            for _ in range(20):  # the log is written by a tick of every second
                text = recompute("--store", url)
                if text.startswith("9 games"):
                    break
                await asyncio.sleep(1.0)
            check(text.startswith("9 games"), "every game in the log once", text)
            print("two processes:", text.strip())
        finally:
            for server in servers:
                server.stop()
            subprocess.run([pg, "remove", folder], check=False)


async def many():
    """Not a test but a measure: 300 players join and the first round is paired, while somebody else asks for something."""
    with Place() as place:
        port = place.server.port
        people = []
        for _ in range(6):
            people += await gather_people([port], 50)
        began = time.time()
        show = await Show([port], people[:1]).make(kind="swiss", rounds=9, rated=False)
        for at in range(1, 300, 50):
            await asyncio.gather(
                *(
                    ask(port, "POST", "/api/v1/tournaments/%s/join" % show.id, {}, p.key)
                    for p in people[at : at + 50]
                )
            )
        joined = time.time() - began
        slowest, stop = [0.0], [False]

        async def others():
            while not stop[0]:
                before = time.time()
                await http(port, "GET", "/api/v1/games")
                slowest[0] = max(slowest[0], time.time() - before)

        task = asyncio.ensure_future(others())
        began = time.time()
        await show.do("start")
        while True:
            tour = await show.look()
            if len(tour["games"]) == 150:
                break
            await asyncio.sleep(0.05)
        paired = time.time() - began
        last = tour["games"][-1]["table"]
        while (await http(port, "GET", "/api/v1/tables/" + last))[0] != 200:
            await asyncio.sleep(0.05)
        made = time.time() - began
        stop[0] = True
        await task
        check(len(tour["standings"]) == 300, "300 players")
        print(
            "300 players joined in %.1f s; round 1 paired after %.2f s, its tables made after %.2f s; somebody else waited %.0f ms at most; %d kB to show"
            % (joined, paired, made, 1000 * slowest[0], len(json.dumps(tour)) // 1024)
        )


TESTS = {
    f.__name__: f
    for f in (
        refusals,
        hiding,
        ratings,
        swiss,
        round_robin,
        arena,
        simul,
        match,
        killed,
        full_disk,
        cut_off,
        two,
    )
}


async def main():
    for name in sys.argv[3:] or TESTS:
        began = time.time()
        await (many if name == "many" else TESTS[name])()
        print("%s: %.1f s" % (name, time.time() - began), flush=True)


asyncio.run(main())
finish()
