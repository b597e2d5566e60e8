#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games from elsewhere: test_bring.py PROGRAM DATA

Games of our own engine are written here as Sanmill, PlayOK and Boardspace write theirs (docs/formats.md), by code that shares
nothing with the readers, and `replay --canonical` must give the same moves back. Then files of tests/data/bring, and bad ones."""
import pathlib
import random
import re
import subprocess
import sys

program, data = sys.argv[1], pathlib.Path(sys.argv[2])
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


def canonical(text):
    """The moves of a text as we write them, and its tags; None and the reason if it is refused."""
    done = run("replay", "-", "--canonical", text=text)
    if done.returncode:
        return None, done.stderr.strip()
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', done.stdout, re.M))
    body = done.stdout.split("\n\n", 1)[1]
    return [w for w in body.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2|\*", w)], tags


class Ugi:
    """A game by random moves, all of them ours."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [program, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say(f"setoption name Variant value {variant}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line):
        self.say(line)
        return self.process.stdout.readline().split()[1:]

    def play(self, start, seed, plies):
        chance, moves = random.Random(seed), []
        while len(moves) < plies:
            self.say(f'position {start} moves {" ".join(moves)}' if moves else f"position {start}")
            if self.ask("query gameover") == ["true"]:
                break
            moves.append(chance.choice(self.ask("query legalmoves")))
        return moves

    def end(self):
        self.say("quit")
        self.process.wait(timeout=30)


# -- Nine --------------------------------------------------------------------------------------------------------------

PLAYOK = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
RINGS = {
    1: "d5 e5 e4 e3 d3 c3 c4 c5".split(),
    2: "d6 f6 f4 f2 d2 b2 b4 b6".split(),
    3: "d7 g7 g4 g1 d1 a1 a4 a7".split(),
}
OLD = {
    point: f"({ring},{place + 1})"
    for ring, points in RINGS.items()
    for place, point in enumerate(points)
}


def numbered(words, end):
    return (
        " ".join(f"{i // 2 + 1}. {w}" if i % 2 == 0 else w for i, w in enumerate(words)) + f" {end}"
    )


def playok(moves):
    words = [re.sub(r"[a-g]\d", lambda m: str(PLAYOK.index(m[0]) + 1), m) for m in moves]
    text = numbered(words, "*").replace(" 7.", "\n7.").replace(". ", ".\n", 3)
    return f'[Event "?"]\n[Site "PlayOK"]\n[Round "-"]\n[White "anna"]\n[Black "bo"]\n[TimeControl "300"]\n\n{text}\n'


def sanmill(moves):
    words = [m.replace("x", " x") for m in moves]
    return (
        '[Event "Sanmill-Game"]\r\n[Site "Sanmill"]\r\n[Date "2026.11.16"]\r\n[Round "3"]\r\n[White "Human"]\r\n[Black "AI"]\r\n'
        f'[Variant "Nine Men\'s Morris"]\r\n[PlyCount "{len(moves)}"]\r\n\r\n'
        + numbered(words, "*")
        + "\r\n"
    )


def bare(moves):
    return numbered(moves, "").replace(". ", ".")


def old(moves):
    def word(m):
        body = re.sub(r"[a-g]\d", lambda p: OLD[p[0]], m.split("x")[0]).replace("-", "->")
        return body + (f' -{OLD[m.split("x")[1]]}' if "x" in m else "")

    return numbered([word(m) for m in moves], "")


def nine():
    ugi = Ugi("nine,flying")
    for seed in range(40):
        moves = ugi.play("startpos", seed, 90)
        for name, write in (("PlayOK", playok), ("Sanmill", sanmill), ("bare", bare), ("old", old)):
            found, tags = canonical(write(moves))
            check(
                found == moves, f"nine, seed {seed}, as {name}: {tags if found is None else found}"
            )
            if found:
                check(tags["Game"] == "nine,flying", f"{name} is of nine with flying")
    ugi.end()
    ugi = Ugi("twelve,flying")
    moves = ugi.play("startpos", 1, 60)
    found, tags = canonical(sanmill(moves).replace("Nine", "Twelve"))
    check(found == moves and tags["Game"] == "twelve,flying", f"twelve as Sanmill: {tags}")
    ugi.end()


# -- Morelli: Boardspace's set-ups, after java.util.Random ---------------------------------------------------------------


class Java:
    def __init__(self, key):
        self.seed = (key ^ 0x5DEECE66D) % 2**48

    def below(self, bound):
        while True:
            self.seed = (self.seed * 0x5DEECE66D + 11) % 2**48
            bits = self.seed >> 17
            if bound & (bound - 1) == 0:
                return bits * bound >> 31
            if bits - bits % bound + bound - 1 < 2**31:
                return bits % bound


def opposite(size, key):
    java, men, last = Java(key), {}, size - 1
    for i in range(size):
        v = java.below(2)
        men[0, i], men[last, last - i] = v, 1 - v
    for i in range(1, last):
        v = java.below(2)
        men[i, 0], men[last - i, last] = v, 1 - v
    rows = [
        "".join("." if (x, y) not in men else "bw"[men[x, y]] for x in range(size))
        for y in reversed(range(size))
    ]
    return "/".join(rows) + " b play"


def cells(move):
    return [(a.upper(), b) for a, b in re.findall(r"([a-m])(\d+)", re.split("[x*]", move)[0])]


def sgf(size, key, setup, moves, first=0, hesitate=random.Random(3), head=""):
    lines, number, player = (
        [
            f"(;\nGM[Morelli] VV[1]\nDT[Mon Nov 16 20:00:00 UTC 2026]\nSU[morelli-{size} {key} 102 {setup}]\n"
            f'P0[id "anna"]\nP1[id "bo"]\n{head}; P{first}[0 Start P{first}]'
        ],
        0,
        first,
    )

    def node(text):
        nonlocal number
        number += 1
        lines.append(f"; P{player}[{number} {text}]TM[{number * 1000}]")

    for move in moves:
        (a, i), (b, j) = cells(move)
        if hesitate.random() < 0.4:
            node(f"Move {a} {i} {b} {j}")
        else:
            node(f"Pickb {a} {i} {player}")
            if hesitate.random() < 0.2:  # back again
                node(f"Dropb {a} {i}")
                node(f"Pickb {a} {i} {player}")
            if hesitate.random() < 0.2:  # put down, and up again
                node(f"Dropb {b} {j}")
                node(f"Pickb {b} {j} {player}")
            node(f"Dropb {b} {j}")
        node("Done")
        player = 1 - player
    return "\n".join(lines) + "\n)\n"


def morelli():
    for size in (9, 11, 13):
        for name, setup in (
            ("RandomOpposite", "random"),
            ("Adjacent", "adjacent"),
            ("Opposing", "facing"),
            ("Blocks", "blocks"),
        ):
            ugi = Ugi(f"morelli,size={size},setup={setup}")
            for key in (0, 1, -77, 123456789, 987654321012345):
                start = f"fen {opposite(size, key)}" if setup == "random" else "startpos"
                moves = ugi.play(start, key, 60)
                found, tags = canonical(sgf(size, key, name, moves))
                check(
                    found == moves,
                    f"morelli {size} {name} {key}: {tags if found is None else found}",
                )
                if found:
                    check(
                        tags["Black"] == "anna" and tags["White"] == "bo",
                        "the first player has the black men",
                    )
            ugi.end()
    # Random's two corners of each colour and equal sides, and a start that White makes: told by the first man that moves.
    found, tags = canonical(sgf(13, 5, "Random", []))
    start = tags["Start"].split()[0].split("/")
    corners = start[0][0] + start[0][-1] + start[-1][0] + start[-1][-1]
    check(
        found == [] and sorted(corners) == list("bbww") and tags["Game"] == "morelli,setup=scatter",
        f"scattered: {tags}",
    )
    ugi = Ugi("morelli,size=9,setup=facing")
    moves = (
        ugi.play(
            "fen "
            + run("show", "morelli,size=9,setup=facing", "--text")
            .stdout.strip()
            .replace(" b ", " w "),
            4,
            6,
        )
        if run("show", "morelli,size=9,setup=facing", "--text").returncode == 0
        else []
    )
    ugi.end()
    if moves:
        found, tags = canonical(sgf(9, 4, "Opposing", moves))
        check(
            found == moves and tags["White"] == "anna",
            f"who begins with a white man has the white men: {tags}",
        )
    found, tags = canonical(
        sgf(9, 1, "Opposing", ["a1-b2"]).replace("\n)", "\n; P1[9 Resign]\n; P1[10 Done]\n)")
    )
    check(
        found == ["a1-b2"] and tags["Result"] == "1-0" and tags["Termination"] == "resignation",
        f"who gives up: {tags}",
    )
    found, tags = canonical(sgf(9, 1, "Opposing", ["a1-b2"], head="RE[Game won by bo]\n"))
    check(
        found and tags["Result"] == "0-1" and tags["Termination"] == "adjudicated",
        f"RE says who won: {tags}",
    )
    text = sgf(9, 1, "Opposing", ["a1-b2"]).replace(
        "\n)", "\n(; P1[9 Move A 2 B 3]; P1[10 Done]C[first])\n(; P1[9 Move A 3 B 4]; P1[10 Done]))"
    )
    found, tags = canonical(text)
    check(found == ["a1-b2", "a2-b3", "{first}", "(1...", "a3-b4)"], f"variations: {found or tags}")


# -- What is wrong is named ----------------------------------------------------------------------------------------------

BAD = [
    ("1. d6 f4 2. d6", "line 1, move 3: d6 is occupied"),
    ("1. d6 f4\n2. xd6", "line 2, move 3: 'xd6' takes a man, but stands behind no move"),
    ("1. 5 13 2. 25", "'25' is no move"),
    (
        '[Site "PlayOK"]\n\n1. 5 13 2. 5',
        "line 3, move 3: d6 is occupied; a man can only go to an empty point (at '5', read as a game from PlayOK)",
    ),
    ("1. d6 f4 (1... d6)", "d6 is occupied"),
    ("1. d6 f4 (1... d2", "there is ( without )"),
    ("1. d6 {f4", "there is { without }"),
    ('[Variant "El Filja"]\n1. d6', "tag Variant is 'El Filja'"),
    ('[FEN "*/*/* w"]\n1. d6', "the position of tag FEN cannot be read"),
    (
        '[FEN "********/********/******** w p r 0 9 0 9 0 0"]\n1. d6',
        "the position of tag FEN cannot be read",
    ),
    ("(;GM[Hex]SU[hex])", "this SGF is of 'Hex'"),
    (
        "(;GM[Morelli]SU[morelli-8 1 102 Blocks])",
        "the set-up SU['morelli-8 1 102 Blocks'] cannot be read",
    ),
    ("(;GM[Morelli]SU[morelli-9 1 102 Free];P0[1 Move A 1 B 2])", "cannot be read"),
    ("(;GM[Morelli])", "the set-up SU[] cannot be read"),
    (
        sgf(9, 1, "Opposing", ["a1-b2"]).replace("Done", "Dance"),
        "Dance' is no move of Boardspace's Morelli",
    ),
    (sgf(9, 1, "Opposing", ["e5-f6"]), "no man stands on e5"),
    (sgf(9, 1, "Opposing", ["a1-b2", "b1-c2"]), "move 2: "),
    (sgf(9, 1, "Opposing", ["a1-b2"])[:-3], "is not closed"),
    ("(;GM[Morelli]SU[morelli-9 1 102 Blocks]@)", "a node of SGF looks like"),
    (
        (data / "playok.txt").read_text().replace(" 0-1", " 1-0"),
        "by the rules the game ended with 0-1, but its result is given as 1-0",
    ),
    ("hello", "a game begins with tags"),
]


def main():
    nine()
    morelli()
    for text, reason in BAD:
        found, why = canonical(text)
        check(found is None and reason in why, f"{text!r}: {why}")
    for path in sorted(data.iterdir()):
        text = path.read_text()
        found, tags = canonical(text)
        check(found is not None and len(found) > 10, f"{path.name}: {tags}")
        again = run(
            "replay", "-", "--canonical", text=run("replay", str(path), "--canonical").stdout
        ).stdout
        check(again == run("replay", str(path), "--canonical").stdout, f"{path.name} is stable")
        check("all moves legal" in run("replay", str(path)).stdout, f"{path.name} is shown")
        # Every spoilt byte is refused with one line, or read.
        chance = random.Random(1)
        for _ in range(40):
            at = chance.randrange(len(text))
            spoilt = run(
                "replay",
                "-",
                "--canonical",
                text=text[:at] + chance.choice("x(){}[];,9zA-") + text[at + 1 :],
            )
            check(
                spoilt.returncode in (0, 1, 2)
                and (spoilt.returncode == 0 or spoilt.stderr.count("\n") == 1),
                f"{path.name}, spoilt at {at}: {spoilt.returncode} {spoilt.stderr}",
            )
    print(f"bring: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
