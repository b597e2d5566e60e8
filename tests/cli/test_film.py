#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`concentric replay --animate`: test_film.py PROGRAM

Random games of every family as pictures that play them. The animation is worked out here, element by element, at the rest after each
move, and must show the men that `show --svg` draws of the same position."""
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

program = sys.argv[1]
SVG = "{http://www.w3.org/2000/svg}"
failed = passed = 0


def check(good, what):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)


def run(*args, text=None):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=120, input=text)


def wander(variant, seed, plies):
    ugi = subprocess.Popen(
        [program, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def say(line):
        ugi.stdin.write(line + "\n")
        ugi.stdin.flush()

    chance, moves = random.Random(seed), []
    say(f"setoption name Variant value {variant}")
    while len(moves) < plies:
        say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        say("query gameover")
        if "true" in ugi.stdout.readline():
            break
        say("query legalmoves")
        moves.append(chance.choice(ugi.stdout.readline().split()[1:]))
    say("quit")
    ugi.wait(timeout=30)
    return moves


def discs(root, x=0, y=0):
    """The faces of men below an element: where they are and their colour."""
    return [
        (x + float(c.get("cx", 0)), y + float(c.get("cy", 0)), c.get("fill"))
        for c in root.iter(f"{SVG}circle")
        if c.get("r") == "36" and c.get("fill") != "none"
    ]


def seen(element, share):
    """Is an element visible at a share of the whole?"""
    state = element.get("visibility", "visible")
    for animate in element.findall(f"{SVG}animate"):
        if animate.get("attributeName") == "visibility":
            times, values = [float(t) for t in animate.get("keyTimes").split(";")], animate.get(
                "values"
            ).split(";")
            assert (
                times == sorted(times) and len(times) == len(values) and times[0] == 0
            ), animate.attrib
            state = [v for t, v in zip(times, values) if t <= share][-1]
    return state == "visible"


def length(film):
    durations = {a.get("dur") for a in film.iter(f"{SVG}animate")}
    assert len(durations) == 1, "one clock for all"
    return int(durations.pop()[:-2])


def play(variant, seed, plies, folder):
    moves, pace = wander(variant, seed, plies), 700
    record = (
        run("replay", "-", "--canonical", text=f'[Game "{variant}"]\n\n{" ".join(moves)} *').stdout
        or f'[Game "{variant}"]\n[Plies "{len(moves)}"]\n\n{" ".join(moves)} *'
    )
    game = folder / "game.txt"
    game.write_text(record)
    done = run("replay", str(game), "--animate", str(folder / "film.svg"), "--pace", str(pace))
    if done.returncode:  # it has ended: with its result
        for result in ("1-0", "0-1", "1/2-1/2"):
            game.write_text(f'[Game "{variant}"]\n\n{" ".join(moves)} {result}')
            done = run(
                "replay", str(game), "--animate", str(folder / "film.svg"), "--pace", str(pace)
            )
            if done.returncode == 0:
                break
    check(done.returncode == 0, f"{variant}: {done.stderr}")
    film = ET.parse(folder / "film.svg").getroot()
    pieces = {g.get("id"): g for g in film.find(f"{SVG}defs")}
    men, total = film.find(f"{SVG}g[@id='men']"), length(film)
    check(total > (len(moves) + 1) * pace + 1000, "it pauses at the end")
    for ply in range(0, len(moves) + 1, max(1, len(moves) // 12)):
        share = ((ply + 0.95) * pace) / total
        shown = sorted(
            d
            for use in men
            if seen(use, share)
            for d in discs(pieces[use.get("href")[1:]], float(use.get("x")), float(use.get("y")))
        )
        run(
            "show",
            variant,
            "--svg",
            str(folder / "still.svg"),
            *(["--play", " ".join(moves[:ply])] if ply else []),
        )
        check(
            shown == sorted(discs(ET.parse(folder / "still.svg").getroot())),
            f"{variant}, seed {seed}, after {ply} moves",
        )
        words = [
            t.text
            for t in film.iter(f"{SVG}text")
            if seen(t, share) and t in list(film.find(f"{SVG}g[@id='caption']"))
        ]
        check(
            words
            == ([f'{(ply + 1) // 2}{"." if ply % 2 else "..."} {moves[ply - 1]}'] if ply else []),
            f"{variant}: said at {ply}: {words}",
        )


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for variant, plies in (
            ("nine", 60),
            ("nine,flying", 90),
            ("six", 50),
            ("twelve", 60),
            ("stacking", 40),
            ("morelli,size=7", 40),
            ("morelli,size=9,setup=pairs", 50),
            ("mur", 60),
            ("mur,traps=1", 30),
        ):
            for seed in (1, 2):
                play(variant, seed, plies, folder)
        two = folder / "two.txt"
        two.write_text('[Game "six"]\n\nd6 *\n\n[Game "six"]\n\nd2 *\n')
        check(
            "one game" in run("replay", str(two), "--animate", str(folder / "x.svg")).stderr,
            "two games are refused",
        )
        check(
            run("replay", str(two), "--animate", str(folder / "x.svg"), "--pace", "5").returncode
            != 0,
            "a pace nobody could follow is refused",
        )
        check(not (folder / "x.svg").exists(), "nothing was written")
    print(f"film: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
