#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The data and figures of docs/solved.md against each other: figures are drawn again from the data and compared, counts of
# distances add up to the tables, records are replayed and have as many moves as they say. test_figures.py CONCENTRIC, from anywhere.
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

program = pathlib.Path(sys.argv[1]).resolve()
top = pathlib.Path(__file__).resolve().parents[2]
solved = top / "docs" / "solved"
failed = passed = 0


def check(good, what):
    global failed, passed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAIL", what)


def numbers(path, head):
    """The numbers of the line that begins with this word."""
    return [int(n) for n in re.search(rf"^{head} +(.*)$", path.read_text(), re.M)[1].split()]


def figures():
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(
            [sys.executable, top / "tools" / "solved_figures.py", folder],
            cwd=top,
            capture_output=True,
            text=True,
        )
        check(made.returncode == 0, made.stderr)
        drawn = {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}
    kept = {
        p.name: p.read_bytes()
        for kind in ("solved", "distances", "first")
        for p in (top / "docs" / "figures").glob(f"{kind}-*.svg")
    }
    check(len(drawn) > 20, "there are figures")
    check(sorted(drawn) == sorted(kept), f"other figures: {sorted(set(drawn) ^ set(kept))}")
    for name in set(drawn) & set(kept):
        check(xml.etree.ElementTree.fromstring(kept[name]).tag.endswith("svg"), f"{name} is no SVG")
        check(drawn[name] == kept[name], f"{name} is not what tools/solved_figures.py draws")


def distances(path):
    table = solved / path.name
    rows = [list(map(int, r)) for r in re.findall(r"^(\d+) +(\d+) +(\d+)$", path.read_text(), re.M)]
    drawn = numbers(path, "drawn")
    files = re.search(r"^files (\d+) of (\d+)$", path.read_text(), re.M)
    check(files[1] == files[2], f"{path.name}: sectors are missing")
    check(
        [sum(r[1] for r in rows), *drawn, sum(r[2] for r in rows), max(r[0] for r in rows)]
        == numbers(table, "all"),
        f"{path.name}: counts",
    )


def records(path):
    said = re.findall(r"in (\d+) plies", path.read_text())
    replayed = subprocess.run([program, "replay", path], capture_output=True, text=True)
    check(replayed.returncode == 0, f"{path.name}: {replayed.stderr}")
    games = re.split(r"^\[Game ", path.read_text(), flags=re.M)[1:]
    check(len(games) == len(said) > 0, f"{path.name}: games")
    for game, plies in zip(games, said):
        moves = game.split("\n\n", 1)[1]
        count = len(re.findall(r"[a-g][1-7](?:-[a-g][1-7])?(?:x(?:[a-g][1-7])+)?(?=\s)", moves))
        check(count == int(plies), f"{path.name}: {count} moves, not {plies}")


def players():
    """The rows about men stand on both pages, and what they name is there."""
    made = subprocess.run(
        [sys.executable, top / "tools" / "solved_men.py"], cwd=top, capture_output=True, text=True
    )
    rows = [line for line in made.stdout.splitlines() if line.startswith("|")]
    check(made.returncode == 0 and len(rows) == 7, f"rows about men: {made.stderr}")
    for name in ("solved-for-players.md", "solved-for-players.ja.md", "solved.md"):
        page = (top / "docs" / name).read_text(encoding="utf-8")
        if "players" in name:
            check(
                all(row in page.splitlines() for row in rows),
                f"{name}: not what tools/solved_men.py prints",
            )
        for link in re.findall(r"\]\(((?:solved|figures|adr)[^)#]*)", page) + [
            f[5:] for f in re.findall(r"docs/solved[\w/.-]*\w", page)
        ]:
            check((top / "docs" / link).exists(), f"{name} names {link}, which is not there")


figures()
players()
for path in sorted((solved / "distances").glob("*.txt")):
    distances(path)
for path in sorted((solved / "records").glob("*.txt")):
    records(path)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
