#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drills as a program: tests/cli/test_drills.py PATH_OF_CONCENTRIC

What ships for six is checked whole, also against `query`; the same seed makes the same drills;
what is spoilt is refused with line and reason; drills are done line by line, with slips and
hints."""
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.realpath(sys.argv[1])
SETS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../web/drills")
PATIENCE = 60
passed = failed = 0


def check(name, good, told=""):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAIL", name, told)


def run(*args, lines=""):
    return subprocess.run(
        [PROGRAM, *args], capture_output=True, text=True, input=lines, timeout=PATIENCE
    )


def query(position, variant="six"):
    lines = run("query", variant, "--position", position).stdout.split("\n")[:-1]
    told = [line.split() for line in lines]
    worth = [(w[0], w[1], int(w[2]) if len(w) > 2 and w[2].isdigit() else 0) for w in told]
    return worth[0][1:], worth[1:]


def read(name):
    with open(os.path.join(SETS, name + ".txt"), encoding="utf-8") as file:
        head, *lines = file.read().split("\n")[:-1]
    return head, lines


FORM = re.compile(r"([^|]+)\|(win|hold|defend) (\d+) (\d+) (\d+)/(\d+) ([123])\|([a-k]*)$")


def test_shipped():
    head, lines = read("six")
    check("the head of six", head == "drills 1 six", head)
    said = run("drills", "--check", os.path.join(SETS, "six.txt"))
    check(
        "six is right",
        said.returncode == 0 and said.stdout == f"good: {len(lines)} drills are right, 0 wrong\n",
        said.stdout + said.stderr,
    )
    check("all different", len({FORM.match(line).group(1) for line in lines}) == len(lines))
    for line in lines[::4]:
        position, kind, plies, goal, keep, moves, *_ = FORM.match(line).groups()
        (value, distance), worths = query(position)
        wanted = {"win": "win", "hold": "draw", "defend": "loss"}[kind]
        same = [w for w in worths if w[1] == wanted and (kind != "defend" or w[2] == distance)]
        check(
            line,
            (value, distance, len(same), len(worths))
            == (wanted, int(plies), int(keep), int(moves)),
        )
        check(
            "its goal", int(goal) == {"win": 0, "hold": 10, "defend": distance // 2 * 3 // 4}[kind]
        )


def test_making():
    first = run("drills", "six", "--count", "20", "--seed", "9")
    check("twenty", first.returncode == 0 and len(first.stdout.split("\n")) == 22, first.stderr)
    check(
        "the same again",
        run("drills", "six", "--count", "20", "--seed", "9").stdout == first.stdout,
    )
    check(
        "others by another seed",
        run("drills", "six", "--count", "20", "--seed", "8").stdout != first.stdout,
    )
    check(
        "all kinds",
        {FORM.match(line).group(2) for line in first.stdout.split("\n")[1:-1]}
        == {"win", "hold", "defend"},
    )
    no = run("drills", "nine", "--count", "3")
    check(
        "not without a database",
        no.returncode == 2 and "nine is not solved here" in no.stderr,
        no.stderr,
    )
    check(
        "a variant or a file",
        run("drills").returncode == 2 and run("drills", "six", "--check", "x").returncode == 2,
    )


def test_spoilt():
    _, lines = read("six")
    good = next(line for line in lines if "|win" in line)
    position, kind, plies, goal, keep, moves, level, themes = FORM.match(good).groups()

    def line(**other):
        now = (
            dict(
                position=position,
                kind=kind,
                plies=plies,
                goal=goal,
                keep=keep,
                moves=moves,
                level=level,
                themes=themes,
            )
            | other
        )
        return "{position}|{kind} {plies} {goal} {keep}/{moves} {level}|{themes}".format(**now)

    spoilt = {
        line(plies=int(plies) + 2): "it ends in",
        line(keep=int(keep) + 1): "moves keep the value",
        line(moves=int(moves) - 1): "moves keep the value",
        line(kind="hold", goal=10): "so it is no hold",
        line(kind="defend"): "so it is no defend",
        line(goal=3): "its goal of 3 moves",
        line(position=position.replace(" 0 0", " 0  0").replace("w 1", "w  1")): "",
        line(level=4): "it is not written like",
        line(themes="ba"): "it is not written like",
        line(position="x" * 4000): "it is too long",
        good + " ": "it is not written like",
        "wwww.w../bb....b. b 0 0|win 9 0 1/9 1|b": "",
    }
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "set.txt")
        for text, why in spoilt.items():
            if text == good:
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"drills 1 six\n{good}\n{text}\n")
            said = run("drills", "--check", path)
            check(
                f"refused: {text[:60]}",
                said.returncode == 1
                and f"{path}:3: " in said.stdout
                and why in said.stdout
                and "1 drills are right, 1 wrong" in said.stdout,
                said.stdout,
            )
        for text in ("", "puzzles 1 six\n", "drills 1 six\n", "drills 1 seven\n" + good, "\0"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            check(f"no set: {text[:20]!r}", run("drills", "--check", path).returncode == 2)
        check("no file", run("drills", "--check", place + "/none").returncode == 2)


def play(number, kind, rng):
    """By the best moves that `query` knows, through a pipe."""
    game = subprocess.Popen(
        [PROGRAM, "drill", "six", "--number", str(number), "--seed", "3"],
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    def tell(line, until):
        game.stdin.write(line + "\n")
        game.stdin.flush()
        told = ""
        while not re.search(until, told):
            more = game.stdout.readline()
            if not more:
                break
            told += more
        return told

    for _ in range(80):
        told = tell("hint", r"moves do it\.|It is done\.")
        if "It is done." in told:  # by the answer
            game.communicate("quit\n")
            return "Held!" in told
        best = re.search(r"(\S+) does it\.", tell("hint", r"does it\.")).group(1)
        told = tell(best, r"^\S+: .*\n(?:.*\n)*(\S+: .*|Won!|Held!|Still there!)\n")
        if re.search("Won!|Held!|Still there!", told):
            game.communicate("quit\n")
            return True
    game.kill()
    return False


def test_playing():
    _, lines = read("six")
    rng = random.Random(4)
    for kind in ("win", "hold", "defend"):
        numbers = [i + 1 for i, line in enumerate(lines) if f"|{kind} " in line]
        for number in rng.sample(numbers, 3):
            check(f"{kind} {number} is done", play(number, kind, rng))
    win = next(i + 1 for i, line in enumerate(lines) if "|win" in line)
    (_, _), worths = query(FORM.match(lines[win - 1]).group(1))
    bad = next(w for w in worths if w[1] != "win")
    said = run(
        "drill", "six", "--number", str(win), lines=f"{bad[0]}\nnonsense\ndistance\nboard\nquit\n"
    )
    check(
        "a slip is said",
        (bad[1] == "draw" and f"{bad[0]} gives the win away" in said.stdout)
        or f"{bad[0]} loses, in {bad[2]} plies" in said.stdout,
        said.stdout,
    )
    check("and the distance", "A win in" in said.stdout and said.returncode == 0)
    check("in Japanese", "勝てる局面です" in run("drill", "--number", str(win), "--lang", "ja").stdout)
    check(
        "the next one",
        f"Drill {win + 1} of" in run("drill", "six", "--number", str(win), lines="next\n").stdout,
    )
    no = run("drill", "nine")
    check(
        "nine needs a database",
        no.returncode == 2 and "nine is not solved here" in no.stderr,
        no.stderr,
    )
    check("no drills of others", run("drill", "mur").returncode == 2)


test_shipped()
test_making()
test_spoilt()
test_playing()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
