#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes every target: tests/fuzz/run.sh SECONDS [BUILD_DIR]   (per target; build/fuzz by default)
# With FUZZ_RUNS=N every target makes N runs from a fixed seed, so that the same inputs are tried
# each time, and SECONDS is only the most it may take. Works on a temporary copy of the corpora. Inputs that crash are kept in BUILD_DIR/crashes.
set -u
seconds=${1:?usage: run.sh SECONDS [BUILD_DIR]}
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${2:-$here/../../build/fuzz}") || exit 1
crashes=$build/crashes
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$crashes"
same=()
[ -z "${FUZZ_RUNS:-}" ] || same=(-runs="$FUZZ_RUNS" -seed=1)
result=0

fuzz() {
    local target=$1
    mkdir -p "$tmp/$target"
    cp -r "$here/corpus/$target/." "$build/tests/fuzz/merged/$target/." "$tmp/$target/"
    if "$build/tests/fuzz/$target" -max_total_time="$seconds" "${same[@]}" -timeout=30 -rss_limit_mb=4096 \
        -max_len=4096 -dict="$here/concentric.dict" -print_final_stats=1 \
        -artifact_prefix="$crashes/$target-" "$tmp/$target" >"$tmp/$target.log" 2>&1; then
        printf '%s: good, %s runs, %s inputs kept, %s edges\n' "$target" \
            "$(sed -n 's/^stat::number_of_executed_units: *//p' "$tmp/$target.log")" \
            "$(find "$tmp/$target" -type f | wc -l)" \
            "$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$tmp/$target.log" | tail -n 1)"
    else
        tail -n 40 "$tmp/$target.log" >&2
        printf '%s: FAILED, see %s\n' "$target" "$crashes"
        return 1
    fi
}

# Two at a time.
running=0
for source in "$here"/fuzz_*.c; do
    if [ "$running" = 2 ]; then
        wait -n || result=1
        running=1
    fi
    fuzz "$(basename "$source" .c)" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || result=1
    running=$((running - 1))
done
exit $result
