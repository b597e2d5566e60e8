#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Puzzles as a program: tests/cli/test_puzzles.sh PATH_OF_CONCENTRIC [EVERY]
# What ships is proved again, every EVERY-th puzzle of a set (default 1: all of them); what is spoilt is
# refused with line and reason; the day's puzzle is solved line by line.
set -u
bin=$(realpath "${1:?usage: test_puzzles.sh PATH_OF_CONCENTRIC [EVERY]}")
every=${2:-1}
sets=$(cd "$(dirname "$0")/../../web/puzzles" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
: >"$tmp/out"
: >"$tmp/err"

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "${rc-}"
        head -c 400 "$tmp/out" | sed 's/^/     out: /'
        head -c 400 "$tmp/err" | sed 's/^/     err: /'
    fi
}
run() {
    "$bin" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    rc=$?
}
out_has() { grep -qF -- "$1" "$tmp/out"; }
good_with() { [ "$rc" -eq 0 ] && out_has "$1" && [ ! -s "$tmp/err" ]; }
wrong_with() { [ "$rc" -eq 1 ] && out_has "$1"; }
bad_with() { [ "$rc" -eq 2 ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] && grep -qF -- "$1" "$tmp/err"; }

# --- what ships
total=0
for name in nine six twelve stacking morelli-9 morelli-13 mur; do
    count=$(($(wc -l <"$sets/$name.txt") - 1))
    ok "$name has 300 puzzles or more ($count)" [ "$count" -ge 300 ]
    ok "and the days meet all of them" [ $((count % 7)) -ne 0 ] && [ $((count % 7919)) -ne 0 ]
    ok "all different" [ "$(tail -n +2 "$sets/$name.txt" | cut -d'|' -f1 | sort -u | wc -l)" -eq "$count" ]
    run puzzles --check "$sets/$name.txt" --every "$every"
    ok "$name is right" good_with "$(((count + every - 1) / every)) puzzles are right, 0 wrong"
    total=$((total + $(gzip -9c "$sets/$name.txt" | wc -c)))
done
ok "together below 150 kB ($total)" [ "$total" -lt 150000 ]

# --- making
for variant in nine six twelve stacking mur morelli,size=9; do
    run puzzles "$variant" --count 2 --seed 5
    ok "two of $variant" [ "$rc" -eq 0 ]
    ok "as two lines" [ "$(wc -l <"$tmp/out")" -eq 2 ]
    cp "$tmp/out" "$tmp/made"
    run puzzles "$variant" --count 2 --seed 5
    ok "the same again" cmp -s "$tmp/out" "$tmp/made"
    run puzzles --check "$tmp/made"
    ok "and right" good_with "good: 2 puzzles are right, 0 wrong"
done
run puzzles six --count 3 --seed 5 --db none
ok "six without its database" [ "$rc" -eq 0 ]
run puzzles nine --count 2 --seed 5 --set
cp "$tmp/out" "$tmp/made"
ok "a set" [ "$(head -n 1 "$tmp/made")" = "puzzles 1 nine" ]
run puzzles --check "$tmp/made"
ok "can be checked" good_with "good: 2 puzzles"
"$bin" puzzles --check - <"$tmp/made" >"$tmp/out" 2>"$tmp/err"
rc=$?
ok "also from a pipe" good_with "good: 2 puzzles"

# --- spoiling: each line has one thing wrong
"$bin" puzzles nine --count 6 --seed 5 >"$tmp/six_of_nine"
spoil() { # NAME WORDS PYTHON: the second puzzle, p, is changed
    python3 - "$tmp/six_of_nine" "$3" >"$tmp/spoilt" <<'PY'
import json, sys
lines = open(sys.argv[1]).read().split("\n")[:-1]
p = json.loads(lines[1])
exec(sys.argv[2])
lines[1] = p if isinstance(p, str) else json.dumps(p)
print("\n".join(lines))
PY
    run puzzles --check "$tmp/spoilt"
    ok "$1" wrong_with "$tmp/spoilt:2: "
    ok "$1: why" out_has "$2"
    ok "$1: the others are right" out_has "5 puzzles are right, 1 wrong"
}
spoil "a move that is not legal" "is not legal" 'p["line"][0] = "a7-g1"'
spoil "a line that stops short" "only a database of nine can tell" 'p["line"] = p["line"][:1]'
spoil "a line that ends with an answer" "is not the solver" 'p["line"] = p["line"] + p["line"][-1:] if len(p["line"]) < 2 else p["line"][:2]'
spoil "another goal" "ends with a win, not with its goal" 'p["goal"] = "frame"'
spoil "no goal of ours" "no such goal" 'p["goal"] = "mate"'
spoil "a draw without a database" "only a database of nine can tell" 'p["goal"] = "draw"'
spoil "another position" "its position" 'p["position"] = "w" + p["position"]'
spoil "no such variant" "ninety" 'p["variant"] = "ninety"'
spoil "a field too many" "a field that is none" 'p["rating"] = 1500'
spoil "a field too few" "\"themes\"" 'del p["themes"]'
spoil "no such theme" "no such theme" 'p["themes"] = ["fork"]'
spoil "a level of 11" "\"level\"" 'p["level"] = 11'
spoil "a line of numbers" "is no move" 'p["line"] = [1]'
spoil "too many moves" "1 to 15 moves" 'p["line"] = ["a7"] * 16'
spoil "no JSON" "no object of JSON" 'p = "hello"'
spoil "half of it" "no object of JSON" 'p = json.dumps(p)[:60]'
spoil "control characters" "no plain text" 'p = "\x01"'

# A draw that is none, a second way, a shorter defence: by the database inside the program.
known() { # NAME WORDS GOAL POSITION MOVES...
    local name=$1 words=$2 goal=$3 position=$4
    shift 4
    printf 'puzzles 1 six\n%s|%s|1|%s\n' "$position" "$goal" "$*" >"$tmp/spoilt"
    run puzzles --check "$tmp/spoilt"
    ok "$name" wrong_with "$words"
}
known "a position that is not drawn" "not drawn" draw "ww.w.w../b.b...b. w 0 0" f4-f6xc5
known "a win that several moves keep" "keeps the value too" draw "......../........ w 6 6" b6

# --- wrong use
run puzzles
ok "nothing asked" bad_with "needs a variant"
run puzzles nine --check "$tmp/made"
ok "too much asked" bad_with "either"
run puzzles --check "$tmp/none"
ok "no file" bad_with "$tmp/none"
run puzzles --check "$tmp"
ok "a directory" bad_with "is a directory"
: >"$tmp/empty"
run puzzles --check "$tmp/empty"
ok "an empty file" bad_with "no puzzles in it"
run puzzles nine --count 0
ok "none wanted" bad_with "--count"
run puzzles ninety
ok "no such game" bad_with "ninety"
head -c 100000 /dev/zero | tr '\0' x >"$tmp/long"
run puzzles --check "$tmp/long"
ok "a long line" wrong_with ":1: it is too long"

# --- practice
session() { printf '%b' "$1" | "$bin" puzzle "${@:2}" >"$tmp/out" 2>"$tmp/err"; rc=$?; }
fit=$(tail -n +2 "$sets/nine.txt" | cut -d'|' -f3 | grep -c '^[5-9].*k') # sacrifices of level 5 to 9
session "$(printf 'next\\n%.0s' $(seq "$fit"))quit\n" nine --theme sacrifice --level 5-9
ok "as many as fit ($fit), and from the beginning" [ "$(grep -c '^Practice: Nine Men' "$tmp/out")" -eq $((fit + 1)) ]
ok "of these levels" [ "$(grep -c 'level [5-9]\.' "$tmp/out")" -eq $((fit + 1)) ]
ok "all of them" [ "$(awk '/^Practice/ {if (b) print b; b = ""; next} {b = b $0} END {print b}' "$tmp/out" | sort -u | wc -l)" -eq "$fit" ]
session 'quit\n' mur --theme kraken,trap --level 2 --lang ja
ok "themes together" good_with "練習：マー（MUR）、レベル2。"
session '' nine --theme kraken
ok "nothing fits" bad_with "no puzzle of nine"
run puzzle nine --theme riches
ok "no such theme" bad_with "--theme takes"
for level in 0 11 5-3 3- x 3-11; do
    run puzzle nine --level "$level"
    ok "no such level: $level" bad_with "--level takes"
done

# --- the day's puzzle
session 'solution\nquit\n' nine --date 2026-11-16
ok "a puzzle with its solution" good_with "Puzzle of 2026-11-16: Nine Men"
sed -n 's/^\([a-g][1-7][^ :]*\): .*/\1/p' "$tmp/out" >"$tmp/moves"
ok "the solution has moves" [ -s "$tmp/moves" ]
session "$(sed -n 'p;n' "$tmp/moves" | paste -sd '@' | sed 's/@/\\n/g')\nquit\n" nine --date 2026-11-16
ok "which solve it" good_with "Solved without a mistake!"
session "hint\nhint\nnonsense\n$(sed -n 'p;n' "$tmp/moves" | paste -sd '@' | sed 's/@/\\n/g')\nhint\nquit\n" nine --date 2026-11-16
ok "a hint is a point" out_has "Look at "
ok "the second one the move" out_has "The move is $(head -n 1 "$tmp/moves")."
ok "what is no move is told" out_has "'nonsense' is no move"
ok "solved with hints" out_has "Solved!"
ok "and then it is over" out_has "It is solved."
session 'next\nagain\nboard\nhelp\n' six --date 2026-11-16
ok "the next one" good_with "Puzzle of 2026-11-17"
for name in nine six twelve stacking morelli morelli,size=9 mur; do
    session 'solution\n' "$name" --lang ja --date 2027-01-01
    ok "$name in Japanese" good_with "2027-01-01の問題"
done
for day in 2026-11-1{0..6}; do "$bin" puzzle --date "$day" </dev/null | head -n 1 | sed 's/.*: //;s/, level.*//'; done |
    sort -u >"$tmp/week"
ok "the games take turns" [ "$(wc -l <"$tmp/week")" -ge 6 ]
run puzzle --date 2026-02-29
ok "no such day" bad_with "--date"
run puzzle --date tomorrow
ok "no date" bad_with "--date"
run puzzle nine,flying
ok "no puzzles of it" bad_with "no puzzles of nine,flying"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
