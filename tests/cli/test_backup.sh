#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `concentric backup` and `concentric restore` beside a process that writes. PostgreSQL: see
# test_store.sh, which runs this.
#   test_backup.sh PROGRAM STORE_BENCH
set -u
program=$1 bench=$2
work=$(mktemp -d)
passed=0 failed=0 writer=""
finish() {
  [ -z "$writer" ] || kill -KILL "$writer" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1: expected '$2', got '$3'"
  fi
}
contains() { # NAME PART TEXT
  case $3 in *"$2"*) passed=$((passed + 1)) ;; *)
    failed=$((failed + 1))
    echo "FAILED: $1: '$3' does not say '$2'"
    ;;
  esac
}

# A file at one moment: every log as long as its table says, no event of a table that is not there.
whole() { # FILE
  python3 - "$1" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
check, = db.execute("PRAGMA integrity_check").fetchone()
bad, = db.execute("""SELECT count(*) FROM tbl t WHERE t.seq <>
    (SELECT count(*) FROM event e WHERE e.tbl = t.id)""").fetchone()
lost, = db.execute("SELECT count(*) FROM event WHERE tbl NOT IN (SELECT id FROM tbl)").fetchone()
tables, = db.execute("SELECT count(*) FROM tbl").fetchone()
events, = db.execute("SELECT count(*) FROM event").fetchone()
print(check, bad, lost, "some" if tables == 50 and events > 0 else (tables, events))
PYTHON
}
rows() { # FILE
  python3 - "$1" <<'PYTHON'
import hashlib, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
h = hashlib.sha256()
for t in ("device", "tbl", "event", "mine", "meta"):
    for row in db.execute(f"SELECT * FROM {t} ORDER BY 1, 2"):
        h.update(repr(row).encode())
print(h.hexdigest())
PYTHON
}

try() { # NAME FLAG PLACE OTHER_FLAG OTHER_PLACE
  local n=$1
  "$bench" "$2" "$3" --tables 50 --rate 0 --seconds 120 >"$work/said" 2>&1 &
  writer=$!
  for _ in $(seq 60); do # until something is written
    sleep 0.5
    rm -f "$work/$n.0"
    "$program" backup "$work/$n.0" "$2" "$3" >/dev/null 2>&1 && [ "$(whole "$work/$n.0")" = "ok 0 0 some" ] && break
  done
  "$program" backup "$work/$n.1" "$2" "$3" >"$work/out" 2>&1
  check "$n: backup while somebody writes" "0 wrote $work/$n.1" "$? $(cat "$work/out")"
  sleep 0.5
  "$program" backup "$work/$n.2" "$2" "$3" >/dev/null
  kill -KILL "$writer" 2>/dev/null
  wait "$writer" 2>/dev/null
  writer=""
  check "$n: first is whole" "ok 0 0 some" "$(whole "$work/$n.1")"
  check "$n: second is whole" "ok 0 0 some" "$(whole "$work/$n.2")"
  [ "$(rows "$work/$n.1")" != "$(rows "$work/$n.2")" ]
  check "$n: something was written between them" 0 $?
  check "$n: for its owner alone" 600 "$(stat -c %a "$work/$n.1")"
  "$program" backup "$work/$n.1" "$2" "$3" 2>"$work/out"
  check "$n: an old file is not replaced" 2 $?
  contains "$n: and it says so" "there already" "$(cat "$work/out")"
  "$program" restore "$work/$n.1" "$2" "$3" 2>"$work/out"
  check "$n: restore into a store with tables" 2 $?
  contains "$n: and it says so" "not empty" "$(cat "$work/out")"
  check "$n: restore into the other kind" "restored $work/$n.1" \
    "$("$program" restore "$work/$n.1" "$4" "$5" 2>&1)"
  "$program" backup "$work/$n.3" "$4" "$5" >/dev/null
  check "$n: the same rows there" "$(rows "$work/$n.1")" "$(rows "$work/$n.3")"
  check "$n: nothing is left lying about" "" "$(find "$work" -name '*.part*')"
}

database() { # NAME: makes one, prints its URL
  python3 - "$1" "$CONCENTRIC_TEST_PG" <<'PYTHON'
import subprocess, sys
name, url = sys.argv[1:]
subprocess.run(["psql", "-qX", url, "-c", f"CREATE DATABASE {name}"], check=True)
head, tail = url.split("@/", 1)
print(f"{head}@/{name}?{tail.split('?', 1)[1]}")
PYTHON
}

try sqlite --data "$work/one" --store "$(database one)"
try server --store "$(database two)" --data "$work/two"

"$program" backup "$work/x" --data "$work/none" 2>"$work/out"
check "a store that is not there" 2 $?
"$program" backup "$work/x" --data "$work/one" --store postgresql:///x 2>"$work/out"
check "two places" 2 $?
contains "two places are told" "exclude each other" "$(cat "$work/out")"
"$program" backup "$work/no/such/x" --data "$work/one" 2>"$work/out"
check "a folder that is not there" 2 $?
check "the default place" "wrote $work/x" "$(XDG_DATA_HOME=$work/xdg sh -c '
  mkdir -p "$XDG_DATA_HOME" && mv "$1/one" "$XDG_DATA_HOME/concentric" && "$2" backup "$1/x"' _ "$work" "$program" 2>&1)"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
