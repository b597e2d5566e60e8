#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Data sets as a program makes them: tests/cli/test_selfplay.sh PATH_OF_CONCENTRIC
# The same command writes the same bytes, on any number of threads, killed at any byte and taken up again; parts are the
# whole; text and file say the same; whatever is not an unfinished file of the same command stays as it is.
set -u
bin=$(realpath "${1:?usage: test_selfplay.sh PATH_OF_CONCENTRIC}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
passed=0 failed=0
: >out
: >err

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "${rc-}"
        head -c 400 out | sed 's/^/     out: /'
        head -c 400 err | sed 's/^/     err: /'
    fi
}
run() {
    "$bin" "$@" >out 2>err </dev/null
    rc=$?
}
good() { [ "$rc" -eq 0 ] && [ ! -s err ]; }
good_with() { good && grep -qF -- "$1" out; }
bad_with() { [ "$rc" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$1" err; }
wrong_with() { [ "$rc" -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$1" err; }

# --- a whole run, and the same as text and on threads
play=(selfplay nine --games 24 --nodes 60 --seed 5)
run "${play[@]}" --out whole
ok "a run" good_with "24 games in whole"
run "${play[@]}" --out threads --threads 3
ok "threads" good
ok "threads make the same bytes" cmp whole threads
run "${play[@]}" --text
ok "text" good_with "......../......../........ w 9 9"
cp out text
run selfplay --show whole
ok "a file as text" cmp out text
ok "one line per position, six columns" awk -F'\t' 'NF != 6 { exit 1 }' text
ok "all games" [ "$(cut -f1 text | tail -n +2 | sort -nu | wc -l)" -eq 24 ]
ok "games differ" [ "$(awk -F'\t' 'NR > 1 { g[$1] = g[$1] " " $4 } END { for (i in g) print g[i] }' text | sort -u | wc -l)" -gt 20 ]
ok "opening moves have no scores, others have" awk -F'\t' 'NR > 1 && ($2 < 6) != ($5 == "") { exit 1 }' text

# --- cut off anywhere, taken up again
size=$(stat -c %s whole)
for at in 0 1 7 500 1023 1024 1030 1036 1100 $((size / 2)) $((size - 1)) "$size"; do
    head -c "$at" whole >"cut"
    run "${play[@]}" --out cut
    ok "goes on after $at bytes" good
    ok "with the same bytes after $at" cmp whole cut
done
ok "a whole file stays" good_with "24 of them from before"

# --- really killed, several times
kill_run=(selfplay nine --games 40 --nodes 4000 --seed 9)
"$bin" "${kill_run[@]}" --out calm >out 2>err
for _ in 1 2 3; do
    "$bin" "${kill_run[@]}" --out killed >/dev/null 2>&1 &
    pid=$!
    before=$(stat -c %s killed 2>/dev/null || echo 0)
    for _ in $(seq 200); do
        [ "$(stat -c %s killed 2>/dev/null || echo 0)" -gt $((before + 600)) ] && break
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.02
    done
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
done
run "${kill_run[@]}" --out killed
ok "after three kills" good
ok "the same bytes" cmp calm killed

# --- parts are the whole
for k in 1 2 3; do
    run "${play[@]}" --part "$k/3" --out "part$k"
    ok "part $k" good_with "8 games"
done
for k in 1 2 3; do "$bin" selfplay --show "part$k" | tail -n +2; done >parts
ok "parts are the whole" cmp parts <(tail -n +2 text)
run selfplay nine --games 2 --nodes 60 --seed 5 --first 3 --text
ok "--first" cmp <(tail -n +2 out) <(awk -F'\t' '$1 == 3 || $1 == 4' text)

# --- other players, other games
run selfplay morelli,size=7 --games 3 --random --out random
ok "random" good
run selfplay --show random
ok "no scores by chance" awk -F'\t' 'NR > 1 && $5 != "" { exit 1 }' out
ok "random set-ups differ" [ "$(awk -F'\t' '$2 == 0 { print $3 }' out | sort -u | wc -l)" -eq 3 ]
run selfplay mur --games 2 --level 2 --out level
ok "a level" good
run selfplay six --games 2 --depth 2 --plies 5 --text
ok "cut off" good
ok "five plies, no result" awk -F'\t' 'NR > 1 && ($2 > 4 || $6 != "*") { exit 1 }' out
run selfplay nine --games 1 --time 1ms --opening 0 --out time
ok "time" good
run selfplay nine --games 2 --nodes 20 --position "wwb...../......../........ w 6 6" --out place
ok "a position" good
run selfplay --show place
ok "starts there" [ "$(awk -F'\t' '$2 == 0 { print $3 }' out | sort -u)" = "wwb...../......../........ w 6 6" ]

# --- playouts
run playouts nine --games 300 --seed 4
grep digest out >digest
run playouts nine --games 300 --seed 4 --record played --threads 2
ok "playouts --record" good
ok "the same games as without" cmp <(grep digest out) digest
games=$(sed -n 's/^moves //p' out)
run selfplay --show played
ok "all moves are there" [ "$(tail -n +2 out | wc -l)" -eq "$games" ]
run playouts nine --games 300 --record played
ok "it is not overwritten" bad_with "cannot write 'played'"

# --- what is refused, and stays as it is
cp whole before
for other in "six --games 24" "nine --games 25" "nine --games 24 --nodes 61" "nine --games 24 --nodes 60"; do
    # shellcheck disable=SC2086 # words
    run selfplay $other --out whole
    ok "another command: $other" bad_with "cannot write 'whole': it"
done
echo "my notes" >notes
cp notes notes.before
run "${play[@]}" --out notes
ok "a file of somebody's" bad_with "it is no data set"
ok "stays" cmp notes notes.before
cp whole spoilt
printf '\377' | dd of=spoilt bs=1 seek=1500 conv=notrunc status=none
cp spoilt spoilt.before
run "${play[@]}" --out spoilt
ok "a damaged file" bad_with "is damaged"
ok "stays too" cmp spoilt spoilt.before
ok "nothing was written" cmp whole before
run selfplay --show spoilt
ok "shown up to there" wrong_with "cannot show 'spoilt': game"
head -c $((size - 3)) whole >torn
run selfplay --show torn
ok "an unfinished file" [ "$rc" -eq 0 ]
ok "is said to be one" grep -qF "torn has 23 of 24 games" err
run selfplay --show nowhere
ok "no file" bad_with "cannot show 'nowhere': No such file"
run selfplay nine --games 3
ok "no place for them" bad_with "selfplay needs --out FILE"
run selfplay nine --games 3 --random --nodes 5 --text
ok "random with limits" bad_with "--random takes no limits"
for part in 0/2 3/2 x 1/ 1/0 2; do
    run selfplay nine --games 3 --part "$part" --text
    ok "--part $part" bad_with "--part takes K/N"
done
run selfplay nine --games 1 --time 1x --text
ok "a time" bad_with "--time takes milliseconds, or a time such as 500ms"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
