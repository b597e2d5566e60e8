#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`concentric review`: test_review.py PROGRAM GOLDEN [write]

Reviews of three fixed games against tests/review/NAME.txt (`write` makes them anew); every exact judgement of random
games of six men's morris against what `query` says of the positions; bad files."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

program, golden = sys.argv[1], pathlib.Path(sys.argv[2])
failed = passed = 0


def check(good, what):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)


def run(*args, text=None):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=300, input=text)


def value(moves):
    """For the side to move, after these moves."""
    said = run("query", "six", "--play", " ".join(moves)).stdout.split()
    return said[1] if len(said) > 1 else None


OTHER = {"win": "loss", "draw": "draw", "loss": "win"}


def exact(seed):
    dice, moves = random.Random(seed), []
    while len(moves) < 30:
        legal = run("moves", "six", "--play", " ".join(moves)).stdout.split()
        if not legal:
            break
        moves.append(dice.choice(legal))
    over = not run("moves", "six", "--play", " ".join(moves)).stdout.split()
    if over:
        moves.pop()  # no result to tell
    said = run(
        "review", "-", "--json", "--nodes", "1000", text=f'[Game "six"]\n\n{" ".join(moves)} *\n'
    )
    check(said.returncode == 0, said.stderr)
    reviewed = json.loads(said.stdout)["games"][0]["moves"]
    check(len(reviewed) == len(moves), "every move is judged")
    for i, move in enumerate(reviewed):
        wanted = [value(moves[:i]), OTHER[value(moves[: i + 1])]]
        check(
            move["exact"] == wanted,
            f'six, seed {seed}, move {i + 1}: {move["exact"]} is not {wanted}',
        )
        worse = ["loss", "draw", "win"].index(wanted[1]) < ["loss", "draw", "win"].index(wanted[0])
        check((move["verdict"] == "blunder") == worse or move["verdict"] == "forced", f"{move}")


def fixed(name):
    said = run("review", str(golden / f"{name}.record"), "--nodes", "20000").stdout
    said += run("review", str(golden / f"{name}.record"), "--nodes", "20000", "--lang", "ja").stdout
    kept = golden / f"{name}.txt"
    if "write" in sys.argv[3:]:
        kept.write_text(said, encoding="utf-8")
    check(
        said == kept.read_text(encoding="utf-8"),
        f"the review of {name} has changed: test_review.py PROGRAM DIR write",
    )


def refusals():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "bad"
        path.write_text('[Game "nine"]\n\nd2 zz *\n')
        said = run("review", str(path))
        check(said.returncode == 2 and "zz" in said.stderr, said.stderr)
        path.write_text("")
        check("no game" in run("review", str(path)).stderr, "an empty file")
        check(run("review", folder + "/none").returncode == 2, "no file")
    two = '[Game "six"]\n\nd6 *\n\n[Game "six"]\n\nd6 d2 *\n'
    games = json.loads(run("review", "-", "--json", text=two).stdout)["games"]
    check([len(g["moves"]) for g in games] == [1, 2], "two games")


for seed in range(3):
    exact(seed)
for name in ("nine", "morelli", "mur"):
    fixed(name)
refusals()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
