# SPDX-License-Identifier: MIT
"""How fast random play goes from Python, in plies for each second of processor time: bench.py [VARIANT]"""
import random
import sys
import time

import concentric

SLOTS = 1024


def measure(name, play):
    """Plays for about two seconds."""
    plies, began = 0, time.process_time()
    while time.process_time() - began < 2:
        plies += play()
    print(f"{name}: {plies / (time.process_time() - began):,.0f} plies/s")


def single(variant):
    """A game move by move, by texts."""
    match = concentric.Match(variant)
    choose = random.Random(1).choice
    while moves := match.moves:
        if match.ply == 1000:
            break
        match.play(choose(moves))
    return match.ply


def main():
    variant = sys.argv[1] if len(sys.argv) > 1 else "nine"
    batch = concentric.Batch(variant, SLOTS)
    measure("move by move", lambda: single(variant))
    measure("batch, the library chooses", lambda: batch.random(8))
    try:
        import numpy
    except ImportError:
        return
    chance = numpy.random.default_rng(1)

    def step():
        _, first = batch.moves()
        count = numpy.diff(first)
        index = (chance.random(SLOTS) * count).astype(numpy.uint32)
        index[count == 0] = batch.SKIP
        batch.play_index(index)
        batch.restart()
        return int((count > 0).sum())

    measure("batch, NumPy chooses", step)


main()
