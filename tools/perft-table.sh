#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines for tests/perft, counted by the reference implementation, which is slow:
#
#   echo 'nine,flying | www...../......../b.b.b... w 0 0 | 3' | tools/perft-table.sh BUILD
#
# reads VARIANT | POSITION or startpos | DEPTH and writes the counts of depth 1 to DEPTH instead of
# DEPTH. Comments (#) and empty lines are passed on. BUILD is a build directory, build/release if
# left out; `cmake --build BUILD --target reference_by_hand` makes what is needed there.
set -eu
reference=${1:-build/release}/tests/reference_by_hand
if [ ! -x "$reference" ]; then
    echo "perft-table: no $reference; build the target reference_by_hand first" >&2
    exit 2
fi

trim() {
    printf '%s' "$1" | sed 's/^ *//; s/ *$//'
}

while IFS='|' read -r variant position depth; do
    case $variant in
    '#'* | '')
        echo "$variant${position:+|$position}"
        continue
        ;;
    esac
    variant=$(trim "$variant") position=$(trim "$position") depth=$(trim "$depth")
    text=$position
    [ "$text" != startpos ] || text=
    counts=
    d=1
    while [ "$d" -le "$depth" ]; do
        nodes=$("$reference" perft "$variant" "$d" "$text")
        counts="$counts ${nodes#nodes }"
        d=$((d + 1))
    done
    echo "$variant | $position |$counts"
done
