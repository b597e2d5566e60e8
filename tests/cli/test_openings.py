#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Books of openings (docs/adr/0089) as they ship: openings of tests/data/openings-VARIANT.txt, which were recorded from the large
# databases, have the same values and the same good moves in the books, and the engine plays only these, with however few nodes;
# switched off it thinks for itself; a damaged book is refused. test_openings.py CONCENTRIC SOURCE
import os
import subprocess
import sys
import tempfile

program, source = sys.argv[1], sys.argv[2]
failed = passed = 0


def check(good, what):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)


def run(*args, text=None):
    return subprocess.run([program, *args], capture_output=True, text=True, input=text, timeout=120)


def file_name(variant):
    return variant.replace(",", "-")


def read(variant):
    """Lines "MOVES|VALUE|MOVES that keep it"."""
    with open(f"{source}/tests/data/openings-{file_name(variant)}.txt", encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                moves, value, good = line.rstrip("\n").split("|")
                yield moves, value, good.split()


def told(book, variant, moves):
    answer = run("query", variant, "--db", book, "--play", moves)
    return [line.split()[:2] for line in answer.stdout.splitlines()], answer


def bests(variant, lines, *options):
    """What the engine plays, and what it says before, for every line of moves."""
    said = [f"setoption name Variant value {variant}", *options]
    for moves in lines:
        said += ["setoption name Clear Hash", f"position startpos moves {moves}", "go nodes 200"]
    out, told = [], []
    for line in run("ugi", text="\n".join(said) + "\n").stdout.splitlines():
        if line.startswith("info"):
            told.append(line)
        elif line.startswith("bestmove"):
            out.append((line.split()[1], told))
            told = []
    return out


def check_book(name, variant):
    book = f"{source}/web/books/{name}"
    records = list(read(variant))
    known = 0
    for moves, value, good in records:
        rows, _ = told(book, variant, moves)
        if len(rows) < 2:
            continue
        known += 1
        check(rows[0] == ["position", value], f"{name}: {moves} is a {value}, not {rows[0]}")
        check(
            sorted(m for m, v in rows[1:] if v == value) == sorted(good),
            f"{name}: good moves after {moves}",
        )
    check(known >= len(records) * 3 // 4, f"{name}: only {known} of {len(records)} are known")


def check_engine(variant):
    records = list(read(variant))
    lines = [moves for moves, _, _ in records]
    with_book = bests(variant, lines)
    alone = bests(variant, lines, "setoption name DatabasePath value none")
    level = bests(variant, lines, "setoption name Level value 9")
    check(len(with_book) == len(alone) == len(level) == len(records), "an answer for each")
    slips = 0
    for (moves, _, good), (best, info), (other, _) in zip(records, with_book, alone):
        check(best in good, f"{variant}: {best} after {moves}, not one of {good}")
        check(
            any("tbhits 1 " in line + " " for line in info),
            f"{variant}: the book is counted, {info}",
        )
        slips += other not in good
    check(slips > 0, "without a book 200 nodes are not enough")
    check(
        sum(best not in good for (_, _, good), (best, _) in zip(records, level)) > 0,
        "level 9 knows no book",
    )
    said = run("analyse", variant, "--play", lines[0], "--nodes", "100").stdout
    check("(opening book)" in said, "analyse says where it is from")
    said = run("analyse", variant, "--play", lines[0], "--nodes", "100", "--db", "none").stdout
    check("(opening book)" not in said, "analyse without it")


def check_damage(name, variant):
    with open(f"{source}/web/books/{name}", "rb") as file:
        whole = file.read()
    moves = next(read(variant))[0]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "book")
        for spoilt in (
            whole[:-1],
            whole[: len(whole) // 2],
            whole[:100],
            whole[:9] + b"\x07" + whole[10:],
            whole[: len(whole) // 2]
            + bytes([whole[len(whole) // 2] ^ 16])
            + whole[len(whole) // 2 + 1 :],
        ):
            with open(path, "wb") as file:
                file.write(spoilt)
            rows, answer = told(path, variant, moves)
            check(answer.returncode == 2 and not rows, f"{name} spoilt is refused: {answer}")


for name in sorted(os.listdir(f"{source}/web/books")):
    variant = name.split(".")[0].replace("-", ",")
    check_book(name, variant)
    check_damage(name, variant)
    if name == f"{file_name(variant)}.book":
        check_engine(variant)
print(f"{passed} checks passed, {failed} failed")
sys.exit(failed > 0)
