#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files that commit 79329bd wrote still open: tests/cli/test_old_files.sh PATH_OF_CONCENTRIC
set -u
bin=$(realpath "${1:?usage: test_old_files.sh PATH_OF_CONCENTRIC}")
old=$(cd "$(dirname "$0")/../data/79329bd" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export XDG_STATE_HOME="$tmp/state"
cd "$tmp" || exit 1
passed=0 failed=0

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$name"
        head -c 400 out err | sed 's/^/     | /'
    fi
}
run() {
    "$bin" "$@" >out 2>err </dev/null
    rc=$?
}
good() { [ "$rc" -eq 0 ] && [ ! -s err ]; }
has() { grep -qF -- "$1" out; }
good_with() { good && has "$1"; }

# ---- records, also those that terminal and tournament wrote ----
for file in "$old"/*.txt "$old"/state/*.game; do
    case $file in *-query.txt) continue ;; esac
    run replay "$file"
    ok "replay $(basename "$file")" good_with "all moves legal, all results right"
    run replay --canonical "$file"
    ok "the same when written again: $(basename "$file")" cmp -s out "$file"
    printf 'board\nquit\n' | "$bin" play --plain --open "$file" >out 2>err
    rc=$?
    ok "play --open $(basename "$file")" good
done
run replay "$old/mur-duty.txt"
ok "a draw of earlier rules is a draw" good_with "result: a draw: "
ok "and is told as such" has "note: a draw by earlier rules"
run replay "$old/state/mur.game"
ok "a match goes on" good_with "match: set 1, game 2; White begins; Black 1 : White 0"

# ---- a journal: the tournament goes on after its four games ----
cp "$old/tournament.txt" "$old/tournament.txt.journal" .
run tournament six --engine "name=one option.Level=1 self" --engine "name=two option.Level=2 self" \
    --games 6 --tc nodes=2000 --quiet --record tournament.txt
ok "the journal is taken up" good
ok "six lines and a head" [ "$(wc -l <tournament.txt.journal)" = 7 ]
ok "what was there stays" cmp -s <(head -c 3384 tournament.txt) "$old/tournament.txt"
run replay tournament.txt
ok "all records" good_with "6 games, all moves legal, all results right"

# ---- databases: a directory, and a pack ----
# Values and distances are those of then; how many traps a losing move sets is told since.
same() {
    good && [ "$(head -n 1 out)" = "$(head -n 1 "$1")" ] &&
        cmp -s <(sed 's/ traps .*//' out | sort) <(sed 's/ traps .*//' "$1" | sort)
}
run query six --db "$old/six" --position 'w.w.w.../.b.b.b.. w 0 0'
ok "query of a directory" same "$old/six-query.txt"
run query mur,ships=1 --db "$old/mur-ships-1.pack" --position 'b......./......../......../k w 0 0'
ok "query of a pack" same "$old/mur-query.txt"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
