#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The endings inside the program (docs/adr/0085): test_endings.py PROGRAM

They say what a fresh run of the solver says; the engine uses them without being asked, and not where
it is told to do without; of positions with more men they say nothing."""
import random
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
failed = 0
CHANCE = random.Random(85)
DUEL = "w.....b./....w.../.b..w..b w 0 0"  # both fly
SIX_THREE = "w..ww.w./..w....w/bb...b.. b 0 0"
MANY = "w.w.w.../.w.w.w.w/b..bb.b. b 0 0"


def check(name, good, told=""):
    global failed
    if not good:
        failed += 1
        print(f"FAILED: {name} {told}")


def run(*args, **more):
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, **more)


def position(own, enemy):
    points = ["."] * 24
    for i, at in enumerate(CHANCE.sample(range(24), own + enemy)):
        points[at] = "w" if i < own else "b"
    return "/".join("".join(points[i : i + 8]) for i in (0, 8, 16)) + " w 0 0"


def ugi(*lines):
    told = run(
        "ugi", input="\n".join(("setoption name Variant value nine,flying", *lines)) + "\n"
    ).stdout
    return [line for line in told.split("\n") if line.startswith("info depth")][-1]


with tempfile.TemporaryDirectory() as tmp:
    for variant in ("nine", "nine,flying"):
        done = run("solve", variant, "--stages", "2", "--out", f"{tmp}/{variant}")
        check("solve", done.returncode == 0, done.stderr)
        for own, enemy in ((3, 3), (3, 4), (4, 3)):
            fen = position(own, enemy)
            inside = run("query", variant, "--position", fen)
            fresh = run("query", variant, "--position", fen, "--db", f"{tmp}/{variant}")
            check(
                f"{variant} {fen}",
                inside.stdout == fresh.stdout and inside.stdout != "",
                (inside.stdout[:200], inside.stderr, fresh.stdout[:200], fresh.stderr),
            )

done = run("query", "six,flying", "--position", "......../........ w 6 6")
check(
    "six,flying is there whole",
    done.stdout.startswith("position draw\n"),
    done.stdout + done.stderr,
)
check(
    "six against three",
    run("query", "nine,flying", "--position", SIX_THREE).stdout.startswith("position draw\n"),
)
check(
    "more men are not known",
    run("query", "nine,flying", "--position", MANY).stdout
    == "position unknown: the program has only endings of nine,flying inside: give more with --db DIR\n",
)
check("nor is twelve", run("query", "twelve,flying").returncode == 2)

fen = f"position fen {DUEL}"
check(
    "asked for nothing",
    " mate " in ugi(fen, "go nodes 200") and "tbhits 0 " not in ugi(fen, "go nodes 200"),
)
check("none", "tbhits 0 " in ugi("setoption name DatabasePath value none", fen, "go nodes 200"))
check(
    "a level below knows none",
    "tbhits 0 " in ugi("setoption name Level value 5", fen, "go nodes 200"),
)
check(
    "think",
    "\ndatabase " in run("think", "nine,flying", "--position", DUEL, "--nodes", "200").stdout,
)
check(
    "think --db none",
    "\ndatabase "
    not in run("think", "nine,flying", "--position", DUEL, "--nodes", "200", "--db", "none").stdout,
)
if failed:
    sys.exit(1)
print("endings: all checks passed")
