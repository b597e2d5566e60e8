#!/bin/sh
# SPDX-License-Identifier: MIT
# The matches that a version is shown by, for a quiet machine with two free cores or more:
#   tools/matches.sh NEW OLD DIR [GAMES [VARIANT...]]
# NEW and OLD are programs. In every game: NEW against OLD at 20 ms and at 200 ms a move; two threads against one at 200 ms a move;
# and two against one and four against two by 50,000 nodes of each thread, which simulates free cores: a limit of nodes is that
# of a thread (the one that decides ends the others), so what is compared is the help, not how much the machine runs at once.
# DIR/results.txt gets one line per match. A match that has its line is not played again, one that was interrupted goes on from
# its record: the same command may be called as often as needed. Time losses are on the line: a machine that makes them is not quiet.
set -eu
[ $# -ge 3 ] || { sed -n '3,9s/^# *//p' "$0" >&2; exit 2; }
new=$1 old=$2 dir=$3 games=${4:-200}
shift 3
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- nine nine,flying six twelve stacking morelli morelli,size=11 morelli,size=9 morelli,size=7 \
    morelli,size=9,edition=nestor mur mur,ships=3
mkdir -p "$dir"
results=$dir/results.txt
touch "$results"

match() { # NAME VARIANT FIRST SECOND: two texts for --engine
    key="$1 $2"
    if grep -qF "$key:" "$results"; then return 0; fi
    file=$dir/$(echo "$key" | tr ' ,=' '---')
    "$new" tournament "$2" --engine "$3" --engine "$4" --games "$games" --record "$file.txt" --quiet > "$file.out"
    echo "$key: $(grep -E '^(score|games|Elo|ended) ' "$file.out" | tr -s ' \n' ' ')" >> "$results"
    tail -n 1 "$results"
}

for variant in "$@"; do
    for ms in 20 200; do
        match "new-old-${ms}ms" "$variant" "name=new movetime=$ms $new ugi" "name=old movetime=$ms $old ugi"
    done
    match threads-2-1-200ms "$variant" "name=two option.Threads=2 movetime=200 $new ugi" "name=one movetime=200 $new ugi"
    two="name=two option.Threads=2 nodes=50000 $new ugi"
    match threads-2-1-nodes "$variant" "$two" "name=one nodes=50000 $new ugi"
    match threads-4-2-nodes "$variant" "name=four option.Threads=4 nodes=50000 $new ugi" "$two"
done
