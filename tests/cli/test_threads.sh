#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Several threads give the same numbers as one. Run under the thread sanitizer by ./test.
#   test_threads.sh PROGRAM
set -u
program=$1
passed=0 failed=0

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1: expected '$2', got '$3'"
  fi
}

last() { "$program" "$@" | tail -n 1; }
digest() { "$program" "$@" | grep ^digest; }

for variant in six stacking; do
  one=$(last perft "$variant" 4)
  check "$variant perft, four threads" "$one" "$(last perft "$variant" 4 --threads 4)"
  check "$variant perft, four threads, one table" "$one" \
    "$(last perft "$variant" 4 --threads 4 --hash 1)"
  one=$(digest playouts "$variant" --games 400)
  check "$variant playouts, four threads" "$one" "$(digest playouts "$variant" --games 400 --threads 4)"
done

# The solver: the same files; and a database that is asked by four threads at once.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$program" solve six --stages 5 --out "$tmp/one" >"$tmp/one.txt"
"$program" solve six --stages 5 --out "$tmp/four" --threads 4 >"$tmp/four.txt"
"$program" solve six --stages 5 --out "$tmp/graph" --threads 4 --graph >"$tmp/graph.txt"
check "solve, four threads" "" "$(diff -r "$tmp/one" "$tmp/four" 2>&1)"
check "solve by graph, four threads" "" "$(diff -r "$tmp/one" "$tmp/graph" 2>&1)"
check "verify, four threads" "$("$program" verify "$tmp/one" --sample 20000)" \
  "$("$program" verify "$tmp/one" --sample 20000 --threads 4)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
