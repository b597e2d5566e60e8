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

# The engine thinks on threads of its own while lines come in.
for threads in 1 3; do
  bests=$({ set -o pipefail; { printf 'setoption name Threads value %s\ngo infinite\nquery fen\nisready\n' $threads
    sleep 0.3
    printf 'stop\nsetoption name MultiPV value 2\ngo movetime 200\nisready\nuginewgame\n'
    printf 'setoption name Clear Hash\ngo depth 4\nsetoption name Variant value mur\ngo nodes 3000\n'
  } | "$program" ugi | grep -c '^bestmove'; } || echo failed)
  check "engine on $threads threads" 4 "$bests"
  "$program" analyse six --nodes 5000 --multipv 2 --threads $threads >/dev/null
  check "analyse on $threads threads" 0 $?
done

# The solver: the same files; and a database that is asked by four threads at once.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$program" solve six --stages 5 --out "$tmp/one" >"$tmp/one.txt"
"$program" solve six --stages 5 --out "$tmp/four" --threads 4 >"$tmp/four.txt"
"$program" solve six --stages 5 --out "$tmp/graph" --threads 4 --graph >"$tmp/graph.txt"
check "solve, four threads" "" "$(diff -r "$tmp/one" "$tmp/four" 2>&1)"
check "solve by graph, four threads" "" "$(diff -r "$tmp/one" "$tmp/graph" 2>&1)"
# What verify says of its time is its own affair.
verify() { "$program" verify "$tmp/one" --sample 20000 "$@" | sed -E 's/, [0-9.]+ s//'; }
check "verify, four threads" "$(verify)" "$(verify --threads 4)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
