#!/bin/sh
# SPDX-License-Identifier: MIT
# A book of openings (docs/adr/0089) from a solved database, checked against it:
#   tools/books.sh DIR VARIANT LEVEL OUT ROUNDS [PROGRAM]
# LEVEL 5 knows seven plies, 6 eight, 7 nine, 8 ten; ROUNDS of training. Beside OUT its parts wait in OUT.parts until the end.
set -eu
dir=$1 variant=$2 level=$3 out=$4 rounds=$5 program=${6:-build/release/concentric}
"$program" shrink "$variant" --db "$dir" --out "$out" --level "$level" --sample 8000000 --rounds "$rounds" --check 100000
rm -rf "$out.parts"
printf '%s: %s bytes, %s with gzip -9\n' "$out" "$(wc -c < "$out")" "$(gzip -9c "$out" | wc -c)"
