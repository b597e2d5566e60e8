#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures of docs/solved.md from the data beside it: tools/solved_figures.py [OUT], from the top of the tree.

docs/solved/NAME.txt            share of wins, draws and losses by sector of the moving phase -> OUT/solved-NAME.svg
docs/solved/distances/NAME.txt  positions by plies to the end of the game                    -> OUT/distances-NAME.svg
docs/solved/first/NAME.txt      the value of every first move                                -> OUT/first-NAME.svg

OUT is docs/figures if it is not given. The same data give the same bytes; a test compares them.
"""
import html
import math
import os
import pathlib
import re
import sys

WON, DRAWN, LOST, INK, LINE, PAPER = (
    "#1c566b",
    "#dacfba",
    "#b3541e",
    "#2e2a24",
    "#bfb39c",
    "#fffdf9",
)
SOLVED = pathlib.Path("docs/solved")


class Drawing:
    """An SVG as lines of text."""

    def __init__(self, width, height, title):
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="{INK}">',
            f"<title>{title}</title>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        ]

    def rect(self, x, y, w, h, fill):
        if w > 0 and h > 0:
            self.lines.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}"/>'
            )

    def text(self, x, y, words, anchor="start", size=12, fill=INK):
        self.lines.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{html.escape(words)}</text>'
        )

    def path(self, d, stroke=LINE, width=1.0, dash=""):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.lines.append(
            f'<path fill="none" stroke="{stroke}" stroke-width="{width}"{dashes} d="{d}"/>'
        )

    def circle(self, x, y, r, fill, stroke=INK):
        self.lines.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{stroke}"/>'
        )

    def key(self, x, y, rows):
        for fill, words in rows:
            self.rect(x, y - 10, 12, 12, fill)
            self.text(x + 18, y, words)
            x += 30 + 7 * len(words)

    def save(self, path):
        path.write_text("\n".join(self.lines) + "\n</svg>\n", encoding="utf-8")


def variant_of(name):
    """nine-flying-remove2 -> nine,flying,remove=2"""
    return re.sub(r"(\D)(\d)$", r"\1=\2", name.replace("-", ","))


# --- shares by sector


def read_shares(path):
    """{(own, enemy): (lost, drawn, won)} of the sectors without men in hand."""
    shares = {}
    for line in path.read_text().splitlines():
        found = re.match(r"(\d+)-(\d+) +(\d+) +(\d+) +(\d+) +\d+(?: +[0-9a-f]{32})?$", line)
        if found:
            own, enemy, *counts = map(int, found.groups())
            shares[own, enemy] = tuple(counts)
    return shares


def say_share(won, total):
    """No rounding to all or none."""
    if won in (0, total):
        return "all won" if won else "none won"
    return (
        "> 99.9 % won"
        if won > 0.9995 * total
        else "< 0.1 % won"
        if won < 0.0005 * total
        else f"{100 * won / total:.1f} % won"
    )


def draw_shares(name, shares, out):
    owns, enemies = sorted({k[0] for k in shares}), sorted({k[1] for k in shares})
    cell_w, cell_h, left, top = 74, 44, 92, 92
    d = Drawing(
        left + cell_w * len(enemies) + 16,
        top + cell_h * len(owns) + 16,
        f"{variant_of(name)}: won, drawn and lost by men",
    )
    d.text(
        12,
        22,
        f"{variant_of(name)}, moving phase: what the side to move has, by men on the board",
        size=13,
    )
    d.key(12, 46, ((WON, "won"), (DRAWN, "drawn"), (LOST, "lost")))
    d.text(left, 72, "men of the enemy", size=12)
    d.text(12, top - 4, "own men", size=12)
    for j, enemy in enumerate(enemies):
        d.text(left + cell_w * (j + 0.5), top - 4, str(enemy), "middle")
    for i, own in enumerate(owns):
        y = top + cell_h * i
        d.text(left - 14, y + 26, str(own), "end")
        for j, enemy in enumerate(enemies):
            if (own, enemy) not in shares:
                continue
            lost, drawn, won = shares[own, enemy]
            total, x, width = lost + drawn + won, left + cell_w * j + 3, cell_w - 6
            for count, fill in ((won, WON), (drawn, DRAWN), (lost, LOST)):
                d.rect(x, y + 4, width * count / total, 20, fill)
                x += width * count / total
            d.text(left + cell_w * (j + 0.5), y + 37, say_share(won, total), "middle", 9)
    d.save(out / f"solved-{name}.svg")


# --- distances


def read_distances(path):
    """[(plies, lost, won)], drawn, (files, all)"""
    rows, drawn, files = [], 0, (0, 0)
    for line in path.read_text().splitlines():
        if found := re.match(r"(\d+) +(\d+) +(\d+)$", line):
            rows.append(tuple(map(int, found.groups())))
        elif found := re.match(r"drawn (\d+)$", line):
            drawn = int(found[1])
        elif found := re.match(r"files (\d+) of (\d+)$", line):
            files = tuple(map(int, found.groups()))
    return rows, drawn, files


def draw_distances(name, rows, drawn, files, out):
    left, top, width, height = 58, 62, 640, 260
    most_plies, most = max(r[0] for r in rows), max(max(r[1], r[2]) for r in rows)
    decades = math.ceil(math.log10(most + 1))
    d = Drawing(
        left + width + 20, top + height + 52, f"{variant_of(name)}: positions by plies to the end"
    )
    some = "" if files[0] == files[1] else f", {files[0]} of {files[1]} sectors"
    d.text(
        12,
        22,
        f"{variant_of(name)}{some}: positions by plies to the end of the game ({drawn:,} more are drawn)",
        size=13,
    )
    d.key(12, 46, ((WON, "won by the side to move"), (LOST, "lost")))

    def up(count):
        return top + height * (1 - math.log10(max(count, 1)) / decades)

    for k in range(decades + 1):
        d.path(f"M{left} {up(10 ** k):.1f}h{width}")
        d.text(left - 6, up(10**k) + 4, f"{10 ** k:,}" if k < 4 else f"1e{k}", "end", 11)
    step = next(s for s in (5, 10, 20, 50, 100) if most_plies / s <= 14)
    bar = width / (most_plies + 2)
    for plies in range(0, most_plies + 1, step):
        d.text(left + bar * (plies + 1), top + height + 18, str(plies), "middle", 11)
    for plies, lost, won in rows:
        x = left + bar * (plies + 0.5)
        for count, fill in ((won, WON), (lost, LOST)):
            if count:
                d.rect(
                    x,
                    up(count) - (1 if count == 1 else 0),
                    bar * 0.9,
                    top + height - up(count) + (1 if count == 1 else 0),
                    fill,
                )
    d.text(
        left + width / 2,
        top + height + 38,
        "plies until the game is over, the winner hurrying and the loser holding out",
        "middle",
    )
    d.save(out / f"distances-{name}.svg")


# --- first moves


def read_first(path):
    """{point: (value, plies or None, losing replies, replies)} of placing moves."""
    moves = {}
    for line in path.read_text().splitlines():
        if found := re.match(
            r"([a-g][1-7]) (win|draw|loss)(?: (\d+))?(?: traps (\d+)/(\d+))?$", line
        ):
            moves[found[1]] = (found[2], found[3], int(found[4] or 0), int(found[5] or 0))
    return moves


def board_paths(squares, diagonals):
    """The lines of a board of concentric squares, on a grid of 7 by 7; the spokes end at the innermost square."""
    paths = [f"{a} {a} {6 - a} {a} {6 - a} {6 - a} {a} {6 - a} {a} {a}" for a in squares]
    first, last = squares[0], squares[-1]
    for a, b in ((first, last), (6 - first, 6 - last)):
        paths += [f"{a} 3 {b} 3", f"3 {a} 3 {b}"]
        if diagonals:
            paths += [f"{a} {a} {b} {b}", f"{a} {6 - a} {b} {6 - b}"]
    return [
        [tuple(map(int, p.split()[i : i + 2])) for i in range(0, len(p.split()), 2)] for p in paths
    ]


def draw_first(name, moves, out):
    variant, gap, left, top = variant_of(name), 62, 58, 96
    squares = sorted({max(abs(ord(p[0]) - 100), abs(int(p[1]) - 4)) for p in moves}, reverse=True)
    edge = 3 - squares[0]
    d = Drawing(
        max(left * 2 + gap * 2 * squares[0], 330),
        top + gap * 2 * squares[0] + 40,
        f"{variant}: the value of every first move",
    )
    d.text(12, 22, f"{variant}: the value of every first move", size=13)
    d.key(12, 46, ((WON, "wins"), (DRAWN, "draws"), (LOST, "loses")))
    d.text(12, 66, "In a drawing one: how many of the answers to it lose.", size=11)

    def at(x, y):
        return left + gap * (x - edge), top + gap * (y - edge)

    for points in board_paths(
        [3 - s for s in squares], "diagonals" in variant or variant.startswith("twelve")
    ):
        d.path("M" + "L".join("{:.0f} {:.0f}".format(*at(x, y)) for x, y in points), INK, 1.2)
    fills = {"win": WON, "draw": DRAWN, "loss": LOST}
    for point, (value, plies, losing, replies) in sorted(moves.items()):
        x, y = at(ord(point[0]) - 97, 7 - int(point[1]))
        d.circle(x, y, 19, fills[value])
        words = f"{losing}/{replies}" if replies and value == "draw" else plies or ""
        d.text(x, y + 4, words, "middle", 11, INK if value == "draw" else PAPER)
        d.text(x + 16, y - 16, point, "start", 10)
    d.save(out / f"first-{name}.svg")


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "docs/figures")
    os.makedirs(out, exist_ok=True)
    for path in sorted(SOLVED.glob("*.txt")):
        if shares := read_shares(path):
            draw_shares(path.stem, shares, out)
    for path in sorted((SOLVED / "distances").glob("*.txt")):
        rows, drawn, files = read_distances(path)
        if rows:
            draw_distances(path.stem, rows, drawn, files, out)
    for path in sorted((SOLVED / "first").glob("*.txt")):
        if moves := read_first(path):
            draw_first(path.stem, moves, out)


main()
