#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# End-to-end tests of the command line: tests/cli/test_cli.sh PATH_OF_CONCENTRIC
# BENCH=1 in the environment also runs `concentric bench`, which takes a while.
set -u
bin=${1:?usage: test_cli.sh PATH_OF_CONCENTRIC}
bin=$(realpath "$bin")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
export TERM=xterm-256color COLORTERM=truecolor # what is no terminal gets no colours even so
unset NO_COLOR

# ok NAME CONDITION...: counts and prints one check; the condition is a command.
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "${rc-}"
        head -c 300 "$tmp/out" | cat -v | sed 's/^/     out: /'
        head -c 300 "$tmp/err" | cat -v | sed 's/^/     err: /'
    fi
}
skip() { printf 'skip %s\n' "$1"; }

# run ARGS...: the program with nothing on stdin; leaves $rc, $tmp/out and $tmp/err.
run() {
    "$bin" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    rc=$?
}
out_has() { grep -qF -- "$1" "$tmp/out"; }
out_is() { [ "$(cat "$tmp/out")" = "$1" ]; }
err_empty() { [ ! -s "$tmp/err" ]; }
good() { [ "$rc" -eq 0 ] && err_empty; }
good_with() { good && out_has "$1"; }
good_is() { good && out_is "$1"; }

# An error: exit 2, nothing on stdout, exactly one clean line on stderr that holds the words.
bad_with() {
    [ "$rc" -eq 2 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] &&
        [ "$(tail -c 1 "$tmp/err" | od -An -tx1 | tr -d ' ')" = 0a ] &&
        ! LC_ALL=C tr -d '\n' <"$tmp/err" | LC_ALL=C grep -qa '[^ -~]' &&
        grep -q '^concentric: ' "$tmp/err" && grep -qF -- "$1" "$tmp/err"
}
# The same in Japanese: UTF-8 without control characters.
bad_in_japanese() {
    [ "$rc" -eq 2 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] &&
        iconv -f UTF-8 -t UTF-8 "$tmp/err" >/dev/null && no_escapes "$tmp/err" &&
        grep -q '^concentric: ' "$tmp/err" && grep -qF -- "$1" "$tmp/err"
}
# bad NAME WORDS ARGS...
bad() {
    local name=$1 words=$2
    shift 2
    run "$@"
    ok "$name" bad_with "$words"
}
nodes() { tail -n 1 "$tmp/out"; }
nodes_are() { good && [ "$(nodes)" = "nodes $1" ]; }
has_escapes() { LC_ALL=C grep -qa $'\033' "$1"; }
no_escapes() { ! has_escapes "$1"; }

# ---- the program itself ----
commands="games moves show perft playouts ugi bench replay why next analyse think tournament tune solve shrink verify query"
test_program() {
    run
    ok "no arguments: help" good_with "usage: concentric"
    for flag in --help -h help; do
        run $flag
        ok "$flag" good_with "usage: concentric"
    done
    for c in $commands; do
        ok "--help lists $c" out_has "  $c "
    done
    for c in $commands; do
        for flag in --help -h; do
            run "$c" $flag
            ok "$c $flag" good_with "usage: concentric $c"
            ok "$c $flag lists --help" out_has "--help"
        done
    done
    run help perft
    ok "help COMMAND" good_with "usage: concentric perft"
    bad "help of nothing" "there is no command 'fnord'" help fnord
    run -V
    ok "-V" good_with "concentric "
    "$bin" ugi <&- >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi without an input ends" good
    "$bin" tournament nine --engine "depth=1 self" --engine "depth=1 self" --games 2 --max-plies 4 \
        --record "$tmp/closed.txt" >&- 2>&-
    ok "closed outputs do not become the record" grep -q '^\[' "$tmp/closed.txt"
    ok "nothing else is in it" sh -c "! grep -qv '^\[\|^$\|^[0-9a-z *.(]' '$tmp/closed.txt'"
    run manual --out "$tmp/new-manual"
    ok "manual --out makes its directory" [ -s "$tmp/new-manual/concentric.1" ]
    run perft --help nine
    ok "--help wins over wrong words" good_with "usage: concentric perft"
    run --version
    ok "--version" good_with "concentric "
    bad "unknown command" "there is no command 'chess'; the commands: play, puzzle, drill, serve, bot, page, admin, backup, restore, push-key, ratings, games" chess
    bad "empty command" "there is no command ''" ""
    bad "command with weird bytes" "there is no command '?" $'\xff\n\033[31m'
    bad "unknown flag before a command" "there is no command '--json'" --json
}

test_usage_errors() {
    for c in games ugi bench; do
        bad "$c: a word too much" "there is a word too much, 'x'" "$c" x
    done
    for c in moves show playouts; do
        bad "$c: missing variant" "$c needs: VARIANT" "$c"
        bad "$c: a word too much" "'six'" "$c" nine six
        bad "$c: missing value" "--position needs a value" "$c" nine --position
    done
    bad "why: missing words" "why needs: VARIANT MOVE" why
    bad "why: no move" "why takes a MOVE, or --from FILE" why nine
    for t in x 5x s .5s 1. 1..5s -1 "5 s" 0 25h; do
        bad "think: time $t" "--time takes milliseconds, or a time such as 500ms, 1.5s or 2m" think nine "--time=$t"
    done
    bad "replay: missing words" "replay needs: FILE" replay
    bad "perft: missing words" "perft needs: VARIANT DEPTH" perft
    bad "perft: missing depth" "perft needs: VARIANT DEPTH" perft nine
    for c in $commands; do
        bad "$c: unknown flag" "$c has no flag '--fnord'" "$c" --fnord
        bad "$c: unknown flag lists flags" "--help" "$c" --fnord=3
        bad "$c: weird flag" "has no flag '-?" "$c" $'-\x01\xff\n'
    done
    bad "flag twice" "--position is given twice" moves nine --position a --position=b
    bad "bare flag twice" "--json is given twice" games --json --json
    bad "value on a bare flag" "--json takes no value" games --json=1
    bad "bare flag with empty value" "--divide takes no value" perft nine 1 --divide=
    bad "prefix of a flag" "has no flag '--pos'" moves nine --pos x
    bad "longer than a flag" "has no flag '--positions'" moves nine --positions x
    run moves -- nine
    ok "-- ends the flags" good_with "a7"
    bad "after -- everything is a word" "'--play'" moves -- nine --play
    bad "a dash is a word" "there is no game '-'" moves -
}

test_variant_errors() {
    for c in moves show playouts; do
        bad "$c: unknown game" "there is no game 'chess'; the games: nine, six" "$c" chess
        bad "$c: unknown option" "nine has no option 'spin'; its options: flying" "$c" nine,spin
        bad "$c: bad value" "option remove has no value '3'; there are: remove=1" "$c" nine,remove=3
        bad "$c: option twice" "flying is given twice" "$c" nine,flying,flying
        bad "$c: weird bytes" "there is no game '?" "$c" $'\xf0\x9f\n\t'
    done
    bad "perft: unknown game" "there is no game 'chess'" perft chess 3
    bad "empty variant" "there is no game ''" moves ""
    bad "long variant" "longer than 95" moves "$(printf 'n%.0s' $(seq 3000))"
}

test_numbers() {
    for d in x -- -1 +1 01 61 1.5 "" 1e3 99999999999999999999999 $'3\n'; do
        run perft nine "$d"
        ok "perft depth $(printf %q "$d")" bad_with ""
    done
    bad "depth out of range says the range" "from 0 to 60" perft nine 61
    for n in 0 65 x "" -1 18446744073709551617; do
        bad "perft --threads '$n'" "--threads takes a number from 1 to 64" \
            perft nine 1 --threads "$n"
        bad "playouts --threads '$n'" "from 1 to 64" playouts nine --threads="$n"
        bad "bench --threads '$n'" "from 1 to 64" bench --threads="$n"
    done
    for n in 0 65537 x 016; do
        bad "perft --hash '$n'" "--hash takes a number from 1 to 65536" perft nine 1 --hash "$n"
    done
    for n in 0 x 1000000000001 -5; do
        bad "playouts --games '$n'" "--games takes a number from 1" playouts nine --games "$n"
    done
    for n in x -1 18446744073709551616 0x10; do
        bad "playouts --seed '$n'" "--seed takes a number from 0" playouts nine --seed "$n"
    done
    run playouts nine --games 1 --seed 18446744073709551615
    ok "the largest seed" good_with "seed 18446744073709551615"
}

# ---- games ----
test_games() {
    run games
    ok "games" good_with "Nine Men's Morris"
    for word in nine six twelve stacking flying diagonals "remove=1|2" no-remill "default off"; do
        ok "games names $word" out_has "$word"
    done
    run games --lang ja
    ok "games --lang ja" good_with "モリス"
    run games --lang en
    ok "games --lang en" good_with "Morris"
    bad "games --lang xx" "--lang takes en or ja" games --lang xx
    run games --json
    ok "games --json" good_with '"families"'
    if command -v python3 >/dev/null; then
        ok "games --json is JSON" python3 -m json.tool "$tmp/out" "$tmp/json"
    else
        skip "games --json is JSON: no python3"
    fi
}

# ---- moves ----
test_moves() {
    run moves nine
    ok "moves nine" good_with "d6"
    ok "moves nine: 24 lines" test "$(wc -l <"$tmp/out")" -eq 24
    run moves six
    ok "moves six: 16 lines" test "$(wc -l <"$tmp/out")" -eq 16
    run moves nine --play "d6 D2  f4"
    ok "moves --play" test "$(wc -l <"$tmp/out")" -eq 21
    run moves nine --position "ww.w..../......../b.b.b... w 0 0"
    ok "moves --position" good_with "g4-g7xe3"
    run moves nine --position="ww.w..../......../b.b.b... w 0 0" --play="g4-g7xe3"
    ok "moves of a finished game: none, no error" good_is ""
    bad "bad position" "bad position: " moves nine --position "x"
    bad "empty position" "bad position: " moves nine --position ""
    bad "too many men" "at most 9" moves nine --position "wwwwwwww/ww....../b.b.b... w 0 0"
    bad "stacks outside stacking" "'W'" moves nine --position "W......./......../........ w 8 8"
    bad "both under three" "fewer than three" \
        moves nine --position "......../......../........ w 2 2"
    bad "weird bytes in a position" "bad position" moves nine --position $'\xff\n\033'
    bad "illegal move" "move 2 of --play, 'd6', is not legal" moves nine --play "d6 d6"
    bad "weird bytes in a move" "move 1 of --play, '???'" moves nine --play $'\x01\xff\033'
    bad "a long word as move" "is not legal" moves nine --play "$(printf 'd6%.0s' $(seq 900))"
    bad "play after the end" "the game is over" moves nine \
        --position "ww.w..../......../b.b.b... w 0 0" --play "g4-g7xe3 c5-c4"
}

# ---- show ----
svg_is_xml() {
    if command -v xmllint >/dev/null; then
        xmllint --noout "$1"
    else
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1"
    fi
}
have_xml() { command -v xmllint >/dev/null || command -v python3 >/dev/null; }

test_show() {
    run show nine --play "d6 d2 f4"
    ok "show" good_with "position: ......../.w.w.b../........ b 7 8"
    for word in ○ ● ─ │ ┌ ┘ "to move: Black" "result: none yet" "last move: f4" \
        "White: in hand 7"; do
        ok "show has $word" out_has "$word"
    done
    ok "show: no escape codes outside a terminal" no_escapes "$tmp/out"
    run show nine --play "d6 d2 f4" --lang ja
    ok "show --lang ja" good_with "手番"
    run show stacking --position "Ww....../B......./........ w 6 7"
    ok "show of stacks" good_with "◒"
    run show nine --position "ww.w..../......../b.b.b... w 0 0" --play "g4-g7xe3"
    ok "show of a won game" good_with "result: White wins: the opponent has fewer than three men"
    run show nine --position "ww.w..../......../b.b.b... w 0 0" \
        --play "a7-a4 c5-c4 a4-a7 c4-c5 a7-a4 c5-c4 a4-a7 c4-c5"
    ok "show of a third occurrence" good_with "result: a draw: the position occurred for the third time"
    for v in nine six twelve stacking nine,diagonals; do
        run show $v
        ok "show $v" good_with "to move: White"
    done
    bad "show: bad language" "--lang takes en or ja" show nine --lang EN
}

test_show_morelli() {
    local seed1='bwwwwwbwb/w7w/w7w/b7w/b7w/b7w/b7b/b7b/wbwbbbbbw b play'
    run show morelli,size=9
    ok "show morelli: seed 1 by default" good_with "position: $seed1"
    ok "show morelli: bands without colours" out_has ░
    run show morelli,size=9 --seed 1
    ok "show --seed 1" good_with "position: $seed1"
    run show morelli,size=9 --seed 2
    ok "show --seed 2: another one" test "$(grep -cF "$seed1" "$tmp/out")" -eq 0
    run show morelli --seed 18446744073709551615
    ok "show --seed: the largest" good
    bad "show --seed: no number" "--seed takes a number" show morelli --seed x
    run show morelli --play "g1-g6" --reach a1
    ok "show --reach" good_with "+"
    bad "show --reach: no point" "--reach takes a point" show morelli --reach z9
    run show morelli --palette safe --svg "$tmp/safe.svg"
    ok "show --palette safe" grep -q '#fa8d7a' "$tmp/safe.svg"
    run show morelli --palette rainbow --svg "$tmp/rainbow.svg"
    ok "show --palette rainbow" test "$(grep -c '#fa8d7a' "$tmp/rainbow.svg")" -eq 0
    bad "show --palette: no such" "--palette takes" show morelli --palette grey
    bad "morelli,size=7,setup=blocks" "size=7" show morelli,size=7,setup=blocks
    run perft morelli,size=7 2 --seed 1
    ok "perft --seed" nodes_are 8312
    run moves morelli,size=7,setup=free
    ok "moves: placing" good_with "a5"
}

test_show_terminal() {
    if ! command -v script >/dev/null; then
        skip "show in a terminal: no script"
        return
    fi
    script -qec "'$bin' show nine --play d6" /dev/null \
        >"$tmp/tty" 2>&1 </dev/null
    ok "show in a terminal: colours" has_escapes "$tmp/tty"
    NO_COLOR=1 script -qec "'$bin' show nine --play d6" /dev/null \
        >"$tmp/tty" 2>&1 </dev/null
    ok "show with NO_COLOR: none" no_escapes "$tmp/tty"
    env -u COLORTERM TERM=dumb script -qec "'$bin' show nine --play d6" /dev/null \
        >"$tmp/tty" 2>&1 </dev/null
    ok "show in a dumb terminal: none" no_escapes "$tmp/tty"
    ok "show in a dumb terminal: still a picture" grep -q ○ "$tmp/tty"
}

test_show_svg() {
    for v in nine six,diagonals twelve stacking; do
        run show $v --play "d6 d2 f4" --svg "$tmp/$v.svg"
        ok "show $v --svg" good_with "to move: Black"
        ok "show $v --svg: a picture" grep -q '</svg>' "$tmp/$v.svg"
        ok "show $v --svg: coordinates" grep -q '>d</text>' "$tmp/$v.svg"
        if have_xml; then
            ok "show $v --svg: well-formed" svg_is_xml "$tmp/$v.svg"
        else
            skip "show $v --svg: well-formed: neither xmllint nor python3"
        fi
    done
    run show nine --svg "$tmp/start.svg"
    ok "show --svg: the last move is marked" \
        test "$(wc -c <"$tmp/start.svg")" -lt "$(wc -c <"$tmp/nine.svg")"
    bad "show --svg: no such directory" "cannot write" show nine --svg "$tmp/none/x.svg"
    bad "show --svg: a directory" "cannot write" show nine --svg "$tmp"
    bad "show --svg: no name" "cannot write" show nine --svg ""
    bad "show --svg: weird bytes in the path" "cannot write" \
        show nine --svg "$tmp/no"$'\n\033[31m\xff/x'
    bad "show --svg: disk full" "cannot write" show nine --svg /dev/full
    bad "show --svg: bad position first" "bad position" show nine --position x --svg "$tmp/no.svg"
    ok "show --svg: nothing written then" test ! -e "$tmp/no.svg"
}

# ---- why: the one question with a negative answer ----
negative_with() {
    [ "$rc" -eq 1 ] && err_empty && [ "$(wc -l <"$tmp/out")" -eq 1 ] && out_has "$1"
}
# no NAME WORDS ARGS...
no() {
    local name=$1 words=$2
    shift 2
    run "$@"
    ok "$name" negative_with "$words"
}

test_why() {
    run why nine D6
    ok "why: a legal move" good_with "d6 is legal"
    run why nine d6 --lang ja
    ok "why --lang ja: a legal move" good_with "d6は指せます"
    local start="ww.w..../......../b.b.b... w 0 0"
    run why nine g4-g7xe3 --position "$start"
    ok "why: what a move does" good_with "White takes the black man on e3"
    no "why: occupied" "d6 is occupied" why nine d6 --play d6
    run show chess --lang ja
    ok "--lang ja: no such game" bad_in_japanese "'chess'というゲームはありません"
    run show nine --position "" --lang ja
    ok "--lang ja: bad position" bad_in_japanese "盤がa7の前で終わっています"
    run show nine --play "d6 d6" --lang ja
    ok "--lang ja: illegal --play" bad_in_japanese "--playの2手目'd6'は指せません：d6は空いていません"
    no "why: examples on the board at hand" "look like d2, d2-d3, d2xb2 or d2-d3xb2" why six a7
    no "why --lang ja: occupied" "d6は空いていません" why nine d6 --play d6 --lang ja
    no "why: must take" "must be taken" why nine g4-g7 --position "$start"
    no "why: not a neighbour" "not next to" why nine a7-g7 --position "$start"
    no "why: over" "the game is over" why nine c5-c4 --position "$start" --play g4-g7xe3
    no "why: no move at all" "is no move" why nine hello
    no "why: empty" "is no move" why nine ""
    no "why: weird bytes" "'?[2J??' is no move" why nine $'\033[2J\n\xff'
    no "why: stacking" "is no move" why stacking "~~"
    bad "why: bad position" "bad position" why nine d6 --position x
    bad "why: bad game" "there is no game" why chess d6
    bad "why: bad moves before" "move 1 of --play" why nine d6 --play z9
}

# ---- next ----
out_is() { good && [ "$(cat "$tmp/out")" = "$1" ]; }
test_next() {
    local last=".k.....b/......../bwbwbwbw/w w 0 1"
    run next mur --position "$last"
    ok "next: the other player begins" out_is ".......b/......../bwbwbwbw/k w 0 0"
    run next mur,kraken=any --position "$last" --starter BLACK
    ok "next: no game begins finished" out_is ".......b/......../......../k b 0 0"
    run next mur --play "+a3 +b3 +c3"
    ok "next: after Black began" out_is "bwb...../......../......../k w 0 0"
    run next mur --position "......../......../......../k w 0 0" --play "+a3 +b3 +c3"
    ok "next: after White began" out_is "wbw...../......../......../k b 0 0"
    bad "next: a starter who is nobody" "Black or White" next mur --starter red
    bad "next: a game that begins afresh" "each begins afresh" next nine
    run next nine --lang ja
    ok "next --lang ja" bad_in_japanese "前の局の盤面を引き継がず"
}

# ---- replay ----
record='[Game "nine"]\n[White "Ann"]\n[Result "*"]\n\n1. d6 d2 2. f4 *\n'
# replay BYTES ARGS...: a record from stdin.
replay() {
    local bytes=$1
    shift
    printf '%b' "$bytes" | "$bin" replay - "$@" >"$tmp/out" 2>"$tmp/err"
    rc=$?
}

test_replay() {
    replay "$record"
    ok "replay -" good_with "position: ......../.w.w.b../........ b 7 8"
    ok "replay: tags" out_has "White: Ann"
    ok "replay: no escape codes" no_escapes "$tmp/out"
    replay "$record" --ply 1
    ok "replay --ply 1" good_with "position: ......../.w....../........ b 8 9"
    replay "$record" --canonical
    ok "replay --canonical" good_with "1. d6 d2 2. f4 *"
    cp "$tmp/out" "$tmp/record"
    run replay "$tmp/record" --canonical
    ok "replay --canonical: stable" cmp -s "$tmp/out" "$tmp/record"
    replay '[Game "nine"][Termination "time"] d2! {x} (d6?) 1-0'
    ok "replay: one sentence for the end" good_with "result: White wins: the opponent ran out of time"
    ok "replay: and only one" test "$(grep -c "wins\|none yet" "$tmp/out")" = 1
    ok "replay: marks" out_has "d2! "
    replay '[Game "nine"][Termination "time"] d2 1-0' --lang ja
    ok "replay --lang ja: the end" good_with "結果：白の勝ち：相手が時間切れになった"
    replay '[Game "nine"][Plies "1"] d2 d6 f4 *'
    ok "replay: what was taken back" good_with "     (1... d6 2. f4)"
    ok "replay: the board before it" out_has "position: ......../.....w../........ b 8 9"
    replay '[Game "nine"]\n\nd2 d6\n{no end'
    ok "replay: an open comment" bad_with "line 4, move 3: the comment that begins here is not closed"
    replay "${record/f4/d2}"
    ok "replay: illegal move" bad_with "line 5, move 3"
    replay "${record/f4/d2}" --lang ja
    ok "replay --lang ja: illegal move" bad_in_japanese "1局目、5行目、3手目：d2は空いていません"
    replay "${record/nine/chess}"
    ok "replay: unknown game" bad_with "there is no game 'chess'"
    replay "${record/f4 \*/f4 1-0}"
    ok "replay: wrong result" bad_with ""
    replay '\xff\x00\x1b[31m\n'
    ok "replay: weird bytes" bad_with ""
    replay ''
    ok "replay: nothing" bad_with "there is no game in it"
    bad "replay: no such file" "cannot read" replay "$tmp/none"
    echo "no record" >"$tmp/no-record"
    for c in replay review; do
        bad "$c: a bad file by its name" "no-record': game 1, line 1: " "$c" "$tmp/no-record"
    done
    bad "solve: a bad directory by its name" "the directory '/dev/null/x' cannot be made" solve mur,ships=1 --out /dev/null/x
    bad "replay: a directory" "cannot read" replay "$tmp"
    bad "replay: weird bytes in the path" "cannot read" replay "$tmp/no"$'\n\033[31m\xff'
    bad "replay --ply out of range" "--ply takes a number from 0" replay "$tmp/record" --ply 20001
    bad "replay --lang xx" "--lang takes en or ja" replay "$tmp/record" --lang xx
}

# ---- perft ----
divide_sum() { grep -E '^[a-g~x/]' "$tmp/out" | awk '{ s += $2 } END { print s + 0 }'; }

test_perft() {
    for pair in nine:0:1 nine:1:24 nine:4:255024 nine:5:5140800 six:3:3360 stacking:3:12144 \
        twelve:2:552; do
        IFS=: read -r v d n <<<"$pair"
        run perft "$v" "$d"
        ok "perft $v $d" nodes_are "$n"
    done
    ok "perft tells the time" grep -q '^time [0-9.]* s$' "$tmp/out"
    local start="ww.w.w../.wb...../b.b.b.b. w 2 3"
    for v in nine nine,flying nine,remove=2 twelve; do
        run perft $v 4 --position "$start"
        local plain
        plain=$(nodes)
        for flags in --bulk "--threads 2" "--hash 16" "--threads 2 --hash 1 --bulk" --divide; do
            # shellcheck disable=SC2086
            run perft $v 4 --position "$start" $flags
            ok "perft $v 4 $flags: the same" nodes_are "${plain#nodes }"
        done
        ok "perft $v 4 --divide: adds up" test "nodes $(divide_sum)" = "$plain"
        run perft $v 4 --position "$start" --divide --threads 2
        ok "perft $v 4 --divide --threads 2: adds up" test "nodes $(divide_sum)" = "$plain"
    done
    run perft nine 1 --divide
    ok "perft 1 --divide: one line per move" test "$(grep -c '^[a-g][1-7] 1$' "$tmp/out")" -eq 24
    run perft nine 2 --play "d6 d2"
    ok "perft --play" nodes_are $((22 * 21))
    run perft nine 3 --position "www...../......../bb...... b 0 0"
    ok "perft of a finished game" nodes_are 0
    run perft nine 3 --position "www...../......../bb...... b 0 0" --divide --threads 2 --hash 1
    ok "perft of a finished game with everything" nodes_are 0
}

# ---- playouts ----
digest() { grep '^digest ' "$tmp/out"; }

test_playouts() {
    for v in nine six,flying,remove=2 twelve,no-remill stacking; do
        run playouts $v --games 200 --seed 7
        ok "playouts $v" good_with "games 200 (seed 7)"
        local one
        one=$(digest)
        ok "playouts $v: a digest" test -n "$one"
        run playouts $v --games 200 --seed 7
        ok "playouts $v: same seed, same games" test "$(digest)" = "$one"
        run playouts $v --games 200 --seed 7 --threads 2
        ok "playouts $v --threads 2: same games" test "$(digest)" = "$one"
        run playouts $v --games 200 --seed 8
        ok "playouts $v: another seed, other games" test "$(digest)" != "$one"
    done
    for word in "mean length" branching "White wins" "Black wins" draws "capped at 2000" games/s \
        moves/s; do
        ok "playouts tells $word" out_has "$word"
    done
    run playouts nine --games 3 --position "www...../......../bb...... b 0 0"
    ok "playouts of a finished game" good_with "mean length 0.00"
}

# ---- ugi ----
# talk BYTES: through a pipe, backslashes as printf '%b' reads them.
talk() {
    printf '%b' "$1" | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
}

test_ugi() {
    talk 'ugi\nisready\nquit\nisready\n'
    ok "ugi" good_with "ugiok"
    ok "ugi: quit ends it" test "$(grep -c readyok "$tmp/out")" -eq 1
    talk 'isready'
    ok "ugi: no newline at the end" good_is readyok
    talk ''
    ok "ugi: nothing at all" good_is ""
    talk '\n\r\n  \nisready\r\n'
    ok "ugi: empty lines, CRLF" good_is readyok
    talk 'isready\0\nisready\n'
    ok "ugi: NUL byte" good_is $'error: the line holds a NUL byte\nreadyok'
    talk 'position startpos moves d6 d6\nquery fen\n'
    ok "ugi: errors go to stdout" good_with "error: move 2 'd6' is not legal"
    ok "ugi: errors change nothing" out_has "response ......../......../........ w 9 9"
    talk 'position startpos moves d6\nprint\n'
    ok "ugi: print" good_with "position: ......../.w....../........ b 8 9"
    ok "ugi: print has no escape codes" no_escapes "$tmp/out"
    talk 'setoption name Variant value stacking\nperft 2\nquery p1turn\n'
    ok "ugi: perft" good_is $'nodes 552\nresponse true'
}

# long_line BYTES: `isready` behind spaces, that long in all.
long_line() { printf "%*s\n" "$1" isready; }

test_ugi_long_lines() {
    { long_line 1048576; echo 'query p1turn'; } | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi: a line of 1 MiB" good_is $'readyok\nresponse true'
    { long_line 1048577; echo 'query p1turn'; } | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi: one byte more is refused" good_is \
        $'error: the line is longer than 1048576 bytes\nresponse true'
    { long_line 5000000; long_line 20; } | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi: far more is refused once" good_is \
        $'error: the line is longer than 1048576 bytes\nreadyok'
    long_line 3000000 | tr -d '\n' | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi: too long and no newline" good_is 'error: the line is longer than 1048576 bytes'
    {
        printf 'position fen ww.w..../......../b.b.b... w 0 0 moves'
        for _ in $(seq 2500); do printf ' a7-a4 c5-c4 a4-a7 c4-c5'; done
        printf '\nquery fen\nquery result\n'
    } | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "ugi: 10,000 plies" good_is $'response ww.w..../......../b.b.b... w 0 0\nresponse draw'
}

# Every line is flushed: the answer comes while the pipe stays open.
test_ugi_flush() {
    local answer=
    coproc UGI { "$bin" ugi 2>/dev/null; }
    local pid=$UGI_PID in=${UGI[1]} out=${UGI[0]}
    echo isready >&"$in"
    IFS= read -r -t 10 answer <&"$out"
    ok "ugi: answers at once" test "$answer" = readyok
    echo quit >&"$in"
    wait "$pid"
    ok "ugi: exit 0 after quit" test $? -eq 0
}

# ---- output that cannot be written ----
# full NAME ARGS...: to a full disk.
full() {
    local name=$1
    shift
    : >"$tmp/out"
    printf 'isready\nquery fen\n' | "$bin" "$@" >/dev/full 2>"$tmp/err"
    rc=$?
    ok "$name to a full disk" bad_with "cannot write"
}

test_write_errors() {
    if [ ! -w /dev/full ]; then
        skip "writing to a full disk: no /dev/full"
        return
    fi
    full "--help" --help
    full "--version" --version
    full "perft --help" perft --help
    full "games" games
    full "games --json" games --json
    full "moves" moves nine
    full "show" show nine
    full "perft" perft nine 2
    full "playouts" playouts nine --games 1
    full "ugi" ugi
    full "why" why nine d6
    full "why: a negative answer" why nine z9
    : >"$tmp/out"
    "$bin" moves nine >&- 2>"$tmp/err"
    rc=$?
    ok "moves to a closed stdout" bad_with "cannot write"
}

test_tune() {
    run tune nine --games 3 --nodes 50
    ok "tune" good_with "fitted "
    cp "$tmp/out" "$tmp/first"
    run tune nine --games 3 --nodes 50
    ok "tune: the same call, the same table" cmp -s "$tmp/out" "$tmp/first"
    bad "tune --games 0" "--games" tune nine --games 0
    run tune nine --games 2 --nodes 50 --state "$tmp/tune"
    printf 'half a game' >>"$tmp/tune"
    run tune nine --games 3 --nodes 50 --state "$tmp/tune"
    ok "tune: goes on to the same table" cmp -s "$tmp/out" "$tmp/first"
    run tune nine --games 3 --nodes 50 --state "$tmp/tune"
    ok "tune: all done" cmp -s "$tmp/out" "$tmp/first"
    cp "$tmp/tune" "$tmp/tune.before"
    bad "tune: another run's file" "not of this run" tune nine --games 3 --nodes 60 --state "$tmp/tune"
    ok "tune: stays as it was" cmp -s "$tmp/tune" "$tmp/tune.before"
}

test_bench() {
    if [ "${BENCH:-0}" != 1 ]; then
        skip "bench: set BENCH=1"
        return
    fi
    run bench
    ok "bench" good_with "Bench: "
    local signature
    signature=$(sed -n 's/^Bench: //p' "$tmp/out")
    run bench --json --threads 2
    ok "bench --json: the same signature" good_with "\"$signature\""
    if command -v python3 >/dev/null; then
        ok "bench --json is JSON" python3 -m json.tool "$tmp/out" "$tmp/json"
    else
        skip "bench --json is JSON: no python3"
    fi
}

test_program
test_usage_errors
test_variant_errors
test_numbers
test_games
test_moves
test_show
test_show_morelli
test_show_terminal
test_show_svg
test_why
test_next
test_replay
test_perft
test_playouts
test_ugi
test_ugi_long_lines
test_ugi_flush
test_write_errors
test_tune
test_bench
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
