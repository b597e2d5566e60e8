#!/bin/sh
# SPDX-License-Identifier: MIT
# Self-play of every game that has a curve of chances: tools/odds.sh PROGRAM DIR [GAMES]. PROGRAM is tools/odds.c as built
# (`ninja -C build/release odds odds_fit`), DIR gets one file per game; those that are there already stay, so that it can be
# called again after an interruption. Each move has 6000 nodes, on the large boards of Morelli, where they cost most, 2000. Then
#   odds_fit DIR/*.txt --svg docs/figures/odds.svg > docs/odds.txt
# prints the rows of src/ai/odds.c with their errors, and what was seen.
set -eu
program=$1 dir=$2 games=${3:-200}
mkdir -p "$dir"
play() { # NODES VARIANT...
    nodes=$1
    shift
    for variant in "$@"; do
        file=$dir/$variant.txt
        [ -s "$file" ] && continue
        "$program" "$variant" "$games" "$nodes" > "$file.part"
        mv "$file.part" "$file"
    done
}
play 6000 nine mur six twelve nine,flying six,flying twelve,flying morelli,size=7 stacking morelli,size=9
play 2000 morelli morelli,size=11 morelli,edition=nestor
