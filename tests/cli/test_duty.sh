#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What MUR's repetition duty changes (docs/adr/0094): tests/cli/test_duty.sh CONCENTRIC MUR_DUTY
# Two ships, the kraken trapped by ships of any colours: the smallest fleet that can win.
set -u
bin=$(realpath "${1:?usage: test_duty.sh CONCENTRIC MUR_DUTY}")
duty=$(realpath "${2:?usage: test_duty.sh CONCENTRIC MUR_DUTY}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
variant=mur,ships=2,traps=1,kraken=any
failed=0
expect() { # LINE: is it in the output?
    if grep -qxF -- "$1" "$tmp/out"; then
        printf 'ok   %s\n' "$1"
    else
        failed=1
        printf 'FAIL %s\n' "$1"
        sed 's/^/     out: /' "$tmp/out"
    fi
}
"$bin" solve "$variant" --out "$tmp/db" >"$tmp/solved" || exit 1
"$duty" "$variant" "$tmp/db" bounds >"$tmp/out" 2>"$tmp/err" || failed=1
expect "wins: from 0 entries, 0 lines to a duty"
expect "due: of the drawn ones 1 would be lost, 134498 drawn, 0 won; it cannot be due in 527"
expect "bounds: of 135026 draws 16 may be won in some past, 0 without one"
"$duty" six "$tmp/db" >"$tmp/out" 2>&1
expect "mur_duty: six is no MUR that has numbers"
exit "$failed"
