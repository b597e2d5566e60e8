#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many men more win, from docs/solved/NAME.txt: tools/solved_men.py [NAME...], from the top of the tree.

Prints a row for every difference of men, own less enemy's, that all of them have: of all positions of the moving phase with it, the
per cent that the side to move wins / draws / loses; then how long wins take. The rows stand in docs/solved-for-players.md and its Japanese page; a test compares.
"""
import pathlib
import re
import sys


def by_difference(name):
    """{difference: [lost, drawn, won]}"""
    sums = {}
    with open(f"docs/solved/{name}.txt", encoding="utf-8") as table:
        for line in table:
            found = re.match(r"(\d+)-(\d+) +(\d+) +(\d+) +(\d+) +\d+(?: +[0-9a-f]{32})?$", line)
            if found:
                own, enemy, *counts = map(int, found.groups())
                row = sums.setdefault(own - enemy, [0, 0, 0])
                for i in range(3):
                    row[i] += counts[i]
    return sums


def print_lengths(name):
    """In how many plies half of all wins and 99 of 100 are over, if docs/solved/distances has it."""
    path = pathlib.Path(f"docs/solved/distances/{name}.txt")
    rows = re.findall(r"^(\d+) +\d+ +(\d+)$", path.read_text(), re.M) if path.exists() else []
    total, seen, half = sum(int(won) for _, won in rows), 0, None
    for plies, won in rows:
        seen += int(won)
        if half is None and 2 * seen >= total:
            half = plies
        if 100 * seen >= 99 * total:
            print(f"{name}: half of the wins within {half} plies, 99 of 100 within {plies}")
            return


def main():
    names = sys.argv[1:] or ["nine", "nine-flying", "six", "six-flying"]
    tables = [by_difference(name) for name in names]
    for difference in sorted(set.intersection(*map(set, tables)), reverse=True):
        cells = []
        for table in tables:
            lost, drawn, won = table[difference]
            total = lost + drawn + won
            cells.append(" / ".join(f"{100 * count / total:.1f}" for count in (won, drawn, lost)))
        print(f"| {difference:+d} | ".replace("+0", "0") + " | ".join(cells) + " |")
    for name in names:
        print_lengths(name)


main()
