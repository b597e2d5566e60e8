#!/bin/sh
# SPDX-License-Identifier: MIT
# Levels against beginners and each other, a few games each: test_ladder.sh LADDER. The games are the same on every machine, so the
# bounds are wide only to let levels be tuned; docs/levels.md has the figures of many games.
set -eu
ladder=$1
between() { # LEAST MOST VARIANT WHO WHO GAMES: the first one's score in per cent
    least=$1 most=$2
    shift 2
    said=$("$ladder" "$@" 5)
    score=$(printf '%s\n' "$said" | sed -n 's/.*lost [0-9]*, \([0-9]*\)\.[0-9] %.*/\1/p')
    [ -n "$score" ] && [ "$score" -ge "$least" ] && [ "$score" -le "$most" ] && return
    echo "$said: not between $least and $most %"
    exit 1
}
between 30 75 nine greedy 1 60
between 30 75 six greedy 1 60
between 3 40 six random 1 60
between 25 75 nine careful 3 40
between 25 75 six careful 3 40
between 80 100 nine 3 1 40
between 65 100 six 6 3 40
between 80 100 nine careful greedy 40
between 80 100 nine greedy random 40
[ "$("$ladder" six greedy 1 10 3)" = "$("$ladder" six greedy 1 10 3)" ] || { echo "not the same games again"; exit 1; }
for wrong in "nine greedy" "nine 11 1 2" "nine bold 1 2" "none 1 2 2" "nine 1 2 0"; do
    # shellcheck disable=SC2086
    if "$ladder" $wrong 2>/dev/null; then
        echo "ladder $wrong: not refused"
        exit 1
    fi
done
