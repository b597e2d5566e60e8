#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes every target (or those that are named) and keeps what reached something new beside the corpora written by hand:
#   tests/fuzz/merge.sh SECONDS [BUILD_DIR] [TARGET ...]   (per target; build/fuzz by default)
# What is kept is in merged.tar.xz, one folder for each target, inputs of at most 4096 bytes; run.sh and ctest use it too.
set -eu
seconds=${1:?usage: merge.sh SECONDS [BUILD_DIR] [TARGET ...]}
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${2:-$here/../../build/fuzz}")
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || mapfile -t targets < <(cd "$here" && basename -s .c fuzz_*.c)
[ $# -eq 0 ] || targets=("$@")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/merged"
[ ! -f "$here/merged.tar.xz" ] || tar -C "$tmp/merged" -xf "$here/merged.tar.xz"
mkdir -p "$build/crashes"
result=0
same=(-timeout=30 -rss_limit_mb=4096 -max_len=4096)

for target in "${targets[@]}"; do
  new=$tmp/new/$target seeds=$here/corpus/$target kept=$tmp/merged/$target
  mkdir -p "$new" "$kept" "$tmp/all"
  "$build/tests/fuzz/$target" -max_total_time="$seconds" "${same[@]}" -dict="$here/concentric.dict" \
    -artifact_prefix="$build/crashes/$target-" "$new" "$seeds" "$kept" >"$tmp/log" 2>&1 ||
    { tail -n 30 "$tmp/log"; echo "$target: FAILED, see $build/crashes"; result=1; continue; }
  before=$(sed -n 's/.*INITED cov: \([0-9]*\) .*/\1/p' "$tmp/log") after=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$tmp/log" | tail -n 1)
  # The smallest inputs that reach what all of them reach, without those written by hand.
  cp "$seeds"/* "$tmp/all"
  "$build/tests/fuzz/$target" -merge=1 "${same[@]}" "$tmp/all" "$kept" "$new" >"$tmp/log" 2>&1 || { tail -n 30 "$tmp/log"; exit 1; } # an input that fails now, and did not before
  for seed in "$seeds"/*; do rm "$tmp/all/$(basename "$seed")"; done
  rm -r "$kept" && mv "$tmp/all" "$kept"
  printf '%s: %s edges, %s before; %s inputs kept, %s bytes\n' "$target" "$after" "$before" "$(find "$kept" -type f | wc -l)" "$(cat "$kept"/* | wc -c)"
done
tar -C "$tmp/merged" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c . | xz -9e >"$here/merged.tar.xz.new"
mv "$here/merged.tar.xz.new" "$here/merged.tar.xz"
wc -c "$here/merged.tar.xz"
exit $result
