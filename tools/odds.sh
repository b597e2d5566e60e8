#!/bin/sh
# SPDX-License-Identifier: MIT
# Self-play of every game that has a curve of chances: tools/odds.sh PROGRAM DIR [GAMES NODES]. PROGRAM is
# tools/odds.c as built (`ninja -C build/release odds odds_fit`), DIR gets one file per game; those that are
# there already stay, so that it can be called again after an interruption. Then
#   odds_fit DIR/*.txt --svg docs/figures/odds.svg > docs/odds.txt
# prints the rows of src/ai/odds.c with their errors, and what was seen.
set -eu
program=$1 dir=$2 games=${3:-300} nodes=${4:-3000}
mkdir -p "$dir"
for variant in nine six stacking mur morelli,size=9 morelli twelve nine,flying morelli,size=7 morelli,size=11 six,flying \
    twelve,flying morelli,edition=nestor; do
    file=$dir/$variant.txt
    [ -s "$file" ] && continue
    "$program" "$variant" "$games" "$nodes" > "$file.part"
    mv "$file.part" "$file"
done
