#!/bin/sh
# SPDX-License-Identifier: MIT
# What docs/solved.md shows of a solved variant, from its database: tools/solved_data.sh PROGRAM DIR [THREADS]
# DIR is a directory of `concentric solve` with distances. Writes, from the top of the tree,
#   docs/solved/distances/NAME.txt  `concentric distances DIR`: positions by plies, and the furthest of every sector
#   docs/solved/first/NAME.txt      `concentric query VARIANT --db DIR`: the value of every first move
#   docs/solved/records/NAME.txt    the game from the start if it is decided, and the longest wins and losses, as games that `concentric replay` reads
# and draws the figures anew. All files of DIR are read once. What a database that is not complete cannot tell is left out.
set -eu
program=$1 dir=$2 threads=${3:-1}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$program" distances "$dir" --threads "$threads" > "$tmp/distances"
variant=$(sed -n 's/^variant //p' "$tmp/distances")
name=$(printf %s "$variant" | tr , - | tr -d =)
keep() { # FILE FOLDER: only what is not empty
    mkdir -p "docs/solved/$2"
    if [ -s "$1" ]; then mv "$1" "docs/solved/$2/$name.txt"; fi
}
# The furthest position of all sectors, and of those without men in hand.
furthest() { # CONDITION
    awk '$2 == "win" || $2 == "loss" { if ('"$1"' && $3 > most) { most = $3; text = $0 } } END { print text }' "$tmp/distances"
}
: > "$tmp/records"
"$program" query "$variant" --db "$dir" > "$tmp/first" || : > "$tmp/first"
sed -n '1s/^position \(win\|loss\) /start \1 /p' "$tmp/first" > "$tmp/wanted"
{ furthest 1; furthest '$1 !~ /hand/'; } | sort -u >> "$tmp/wanted"
while read -r sector value plies position; do
    [ -n "$sector" ] || continue
    if ! "$program" query "$variant" --db "$dir" ${position:+--position "$position"} --record > "$tmp/record"; then
        echo "no record of $sector: $(cat "$tmp/record")" >&2
        continue
    fi
    if [ -s "$tmp/records" ]; then echo >> "$tmp/records"; fi
    sed "1a [Event \"$sector: $value in $plies plies by best play of both\"]" "$tmp/record" > "$tmp/tagged"
    "$program" replay "$tmp/tagged" --canonical >> "$tmp/records"
done < "$tmp/wanted"
"$program" replay "$tmp/records" > /dev/null
keep "$tmp/distances" distances
keep "$tmp/records" records
keep "$tmp/first" first
python3 "$(dirname "$0")/solved_figures.py"
