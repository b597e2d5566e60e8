#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What tables of `concentric prove --lines` say: values, how early positions are proved, and how the nodes grow with the
plies before the end of the line (docs/solved.md). A line that ends in the table before n plies back is not in row n, so
late rows are of the easier set-ups; the last column is of the lines that both rows have.
usage: proof_growth.py TABLE..."""
import collections
import math
import statistics
import sys

rows = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        rows += [line.rstrip("\n").split(" | ") for line in file if not line.startswith("#")]
if not rows:
    sys.exit(__doc__)
print("set-ups", len(rows), "bytes of proofs", sum(int(r[6]) for r in rows))
print("plies of the lines", dict(sorted(collections.Counter(int(r[1]) for r in rows).items())))
print("proved after plies", dict(sorted(collections.Counter(int(r[2]) for r in rows).items())))
print("values", dict(sorted(collections.Counter(r[3] for r in rows).items())))
print("nodes", sum(int(r[4]) for r in rows), "choices", sum(int(r[5]) for r in rows))
lines = [
    [max(1, int(n)) for n in r[8].split(",")] for r in rows if r[8]
]  # 0: foregone, no node was needed
print(f"{'n':>3} {'lines':>6} {'median':>10} {'mean':>12} {'most':>12} {'growth':>7}")
for n in range(1, max(map(len, lines)) + 1):
    have = [line[n - 1] for line in lines if len(line) >= n]
    both = [line[n - 1] / line[n - 2] for line in lines if len(line) >= n > 1]
    growth = math.exp(statistics.fmean(map(math.log, both))) if both else 1
    print(
        f"{n:3} {len(have):6} {statistics.median(have):10.0f} {statistics.fmean(have):12.0f} {max(have):12} {growth:7.2f}"
    )
