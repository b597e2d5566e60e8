#!/bin/sh
# SPDX-License-Identifier: MIT
# How strong the levels are: tools/levels.sh BUILD DIR [GAMES] > docs/levels.txt. BUILD has tools/ladder.c as built
# (`ninja -C build/release ladder`), DIR gets one file per match; those that are there already stay, so that it can be called again
# after an interruption, and with GAMES (default 200) chosen smaller it can be tried. With - for BUILD nothing is played and what is there is printed. Every match is the same on every machine.
#  - beginners (tools/players.h) against levels 1 and 3, in every game and edition;
#  - per family one full scale: all neighbours up to level 8, and with a fifth of the games 9-8 and 10-9;
#  - in the other editions levels 2-1, 5-4 and 8-7.
# Prints what was played; Elo follows from the scores (a score of p is 400 log10(p / (1 - p)) points), errors are 95 %, and those of a
# scale add up like independent ones. Tables of strengths come from `ladder VARIANT tune GAMES`.
set -eu
ladder=$1/ladder dir=$2 games=${3:-200} seed=901
mkdir -p "$dir"
play() { # GAMES VARIANT WHO WHO
    file=$dir/$2.$3.$4.txt
    { [ "$ladder" = -/ladder ] || [ -s "$file" ]; } && return
    "$ladder" "$2" "$3" "$4" "$1" $seed > "$file.part"
    mv "$file.part" "$file"
}
families='nine morelli,size=9 mur'
editions='six twelve nine,flying stacking morelli,size=7 morelli,size=11 morelli morelli,edition=nestor mur,ships=3'
for variant in $families $editions; do
    play "$games" "$variant" greedy 1
    play "$games" "$variant" random 1
    play "$games" "$variant" careful 3
done
for variant in $editions; do
    play "$games" "$variant" 2 1
done
for variant in $families; do
    for level in 2 3 4 5 6 7 8; do
        play "$games" "$variant" $level $((level - 1))
    done
done
for variant in $editions; do
    play "$games" "$variant" 5 4
    play "$games" "$variant" 8 7
done
for variant in $families; do
    play $((games / 5)) "$variant" 9 8
    play $((games / 5)) "$variant" 10 9
done

# Fields of a match: won drawn lost score error.
cells() { # VARIANT WHO WHO; nothing if it was not played
    [ ! -s "$dir/$1.$2.$3.txt" ] || sed 's/.*: won \([0-9]*\) drawn \([0-9]*\) lost \([0-9]*\), \([0-9.]*\) % +- \([0-9.]*\),.*/\1 \2 \3 \4 \5/' "$dir/$1.$2.$3.txt"
}
echo "Beginners: score in per cent, +- 95 %; won = drawn - lost"
printf '%-24s %-28s %-28s %s\n' '' 'greedy against level 1' 'random against level 1' 'careful against level 3'
for variant in $families $editions; do
    printf '%-24s' "$variant"
    for pair in 'greedy 1' 'random 1' 'careful 3'; do
        # shellcheck disable=SC2086
        cells "$variant" $pair | awk '{ s = sprintf("%5.1f +-%4.1f  (%d=%d-%d)", $4, $5, $1, $2, $3) } END { printf " %-28s", s ? s : "not played" }'
    done
    echo
done
scale() { # VARIANT PAIR...
    variant=$1
    shift
    echo
    echo "$variant"
    for pair in "$@"; do
        # shellcheck disable=SC2086
        [ ! -s "$dir/$variant.${pair% *}.${pair#* }.txt" ] || echo "$pair $(cells "$variant" $pair)"
    done | awk '
        function elo(p) { p = p < 0.005 ? 0.005 : p > 0.995 ? 0.995 : p; return 400 * log(p / (1 - p)) / log(10) }
        { p = $6 / 100; e = $7 / 100; step = elo(p); off = (elo(p + e) - elo(p - e)) / 2
          line = sprintf("  %2d against %d: %5.1f +-%4.1f %%  (%d=%d-%d)  %+4.0f +-%3.0f Elo", $1, $2, $6, $7, $3, $4, $5, step, off)
          if (NR > 1 && $2 == last) { sum += step; squares += off * off } else if ($2 == 1) { sum = step; squares = off * off } else sum = ""
          last = $1
          print line (sum == "" ? "" : sprintf("   level %d: %4.0f +-%3.0f above level 1", $1, sum, sqrt(squares))) }'
}
for variant in $families; do
    scale "$variant" '2 1' '3 2' '4 3' '5 4' '6 5' '7 6' '8 7' '9 8' '10 9'
done
for variant in $editions; do
    scale "$variant" '2 1' '3 2' '4 3' '5 4' '8 7' # 3-2 and 4-3 where they were played
done
