#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Games over the network at the terminal: a real server, plain terminals through pipes, one drawn in
# tmux. tests/cli/test_online_play.sh PATH_OF_CONCENTRIC
# Every wait polls with a generous bound; no sleep decides anything.
set -u
self=$(realpath "$0")
bin=$(realpath "${1:?usage: test_online_play.sh PATH_OF_CONCENTRIC}")
command -v tmux >/dev/null || { echo "tmux is needed"; exit 1; }
tmp=$(mktemp -d)
socket=concentric-online-$$
tm() { tmux -L "$socket" -f /dev/null "$@"; }
declare -A pid fd
server=""
finish() {
    tm kill-server 2>/dev/null
    for p in "${pid[@]}" $server; do kill -9 "$p" 2>/dev/null; done
    rm -rf "$tmp"
}
trap finish EXIT
passed=0 failed=0 patience=${PATIENCE:-400} # times 0.05 s
unset TMUX NO_COLOR LC_ALL LC_MESSAGES http_proxy https_proxy all_proxy HTTP_PROXY ALL_PROXY
export LANG=C.UTF-8 XDG_STATE_HOME="$tmp/state" HOME="$tmp" no_proxy='*'
cd "$tmp" || exit 1

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$name"
        tail -n 8 "$tmp"/*.out 2>/dev/null | sed 's/^/     | /'
    fi
}
until_() {
    local i
    for ((i = 0; i < patience; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}
not() { ! "$@"; }
said() { grep -qF -- "$2" "$tmp/$1.out"; }
says() { until_ said "$1" "$2"; }
# How often a player has been told something.
times() { [ "$(grep -cF -- "$2" "$tmp/$1.out")" -ge "$3" ]; }

# start NAME ARGS...: a plain terminal whose input stays open; its own home for kept seats.
start() {
    local name=$1 file
    shift
    rm -f "$tmp/$name.in"
    mkfifo "$tmp/$name.in"
    : >"$tmp/$name.out"
    XDG_DATA_HOME="$tmp/data-$name" "$bin" play --plain "$@" <"$tmp/$name.in" >"$tmp/$name.out" 2>&1 &
    pid[$name]=$!
    exec {file}>"$tmp/$name.in"
    fd[$name]=$file
}
type_() { printf '%s\n' "$2" >&"${fd[$1]}"; }
# end NAME: quits; the exit status is its.
end() {
    type_ "$1" quit
    wait_for "$1"
}
wait_for() {
    local file=${fd[$1]} p=${pid[$1]}
    exec {file}>&-
    unset "pid[$1]"
    wait "$p"
}
killed() {
    kill -9 "$1"
    wait "$1" 2>/dev/null
}
serve() { # the port of before, or a free one
    : >"$tmp/serve.said"
    "$bin" serve --port "${port:-0}" --data "$tmp/server" >"$tmp/serve.said" 2>&1 &
    server=$!
    until_ grep -qs 'http://' "$tmp/serve.said" || { echo "the server does not start"; exit 1; }
    url=$(grep -oE 'http://[0-9.:]+' "$tmp/serve.said" | head -n 1)
    port=${url##*:}
}

serve
# -- Two plain terminals, English and Japanese --------------------------------------------------
start anna six --server "$url" --name Anna --side p1 --clock 300+5 --lang en
ok "the maker is given an invitation" says anna '#j='
link=$(grep -oE 'http[^ ]*#j=[^ ]*' "$tmp/anna.out")
table=${link%%#*}
ok "the maker knows their side" said anna 'You play White'
start bo --join "$link" --name Bo --lang ja
ok "the guest sits down, in Japanese" says bo 'あなたは黒です'
ok "the maker hears of it" says anna 'Bo sits down'
ok "the server's clocks are shown" grep -qE '残り時間：白 (5:00|4:5[0-9])、黒 5:00' "$tmp/bo.out"
start cy --join "$table" --lang en
ok "a watcher" says cy 'You are watching'

type_ bo d6
ok "not out of turn" says bo '相手の手番です'
type_ anna hint
ok "no hint against a person" says anna 'No help against a person'
type_ anna d6
ok "a move reaches the other" says bo '白 d6：'
ok "and the watcher" says cy 'White plays d6:'
ok "one's own is told too" says anna 'White plays d6:'
type_ bo d2
ok "the answer" says anna 'Black plays d2:'
type_ cy b6
ok "a watcher does not move" until_ times cy 'You are watching' 2

# Offers: declined, agreed, and a reaction.
type_ bo takeback
ok "an offer is told" says anna 'Bo (Black) proposes: take a move back (yes or no?)'
type_ anna no
ok "declined" says bo 'Anna（白）が断りました：手を戻す'
type_ bo takeback
until_ times anna 'take a move back (yes or no?)' 2
type_ anna yes
ok "agreed" says bo 'Anna（白）が承諾しました：手を戻す'
type_ bo d2
ok "and played again" until_ times anna 'Black plays d2:' 2
type_ anna 'react 3'
ok "a reaction" says bo 'Anna（白）：いい手ですね'

# -- Killed, and back by the seat link ----------------------------------------------------------
type_ bo link
ok "the seat link" says bo '#s='
seat=$(grep -oE 'http[^ ]*#s=[^ ]*' "$tmp/bo.out" | head -n 1)
ok "the seat is kept for its owner alone" [ "$(find "$tmp/data-bo" -type f -name '*.1' -perm 600 | wc -l)" = 1 ]
ok "no key but in that file" not grep -rqF "${seat##*=}" "$tmp/serve.said" "$tmp/anna.out" "$tmp/cy.out"
killed "${pid[bo]}"
type_ anna b6
ok "the game goes on" says anna 'White plays b6:'
start bo --join "$seat" --lang ja
ok "resumed by the seat link" says bo 'あなたは黒です'
type_ bo b2
ok "at the right place" says anna 'Black plays b2:'
killed "${pid[bo]}"
start bo --join "$table" --lang ja
ok "resumed by what was kept" says bo 'あなたは黒です'

# -- The server goes away and comes back --------------------------------------------------------
killed "$server"
ok "a lost line is said" says anna 'The connection is lost'
type_ anna f6xd2
serve
ok "and its return" says anna 'The connection is back'
ok "a move made meanwhile is not lost" says anna 'White plays f6xd2:'
ok "the mill is seen by the other" says bo '白 f6xd2：'
ok "it was played once" [ "$(grep -c 'White plays f6xd2' "$tmp/anna.out")" = 1 ]

# -- The end, a record, a rematch ---------------------------------------------------------------
type_ bo resign
ok "resigning ends it" says anna 'White wins'
ok "the watcher sees it" says cy 'White wins'
type_ anna 'save game.txt'
ok "saved" says anna 'Saved as game.txt'
replays() { "$bin" replay game.txt >replayed; }
ok "the record replays" replays
ok "with names and result" grep -q 'Anna' game.txt
type_ bo rematch
ok "a rematch is proposed" says anna 'proposes: a rematch'
type_ anna yes
ok "and begins, with sides changed" says anna 'You play Black'
ok "for both" says bo 'あなたは白です'
type_ bo d6
ok "it is played" until_ times anna 'White plays d6:' 2
ok "the watcher goes along" until_ times cy 'White plays d6:' 2
end anna
ok "a refused line is in the exit status" [ $? = 1 ]
end cy
end bo
ok "leaving is good" [ -s "$tmp/bo.out" ]

# -- A secret pick, and the games of a match ----------------------------------------------------
start fay morelli,edition=nestor --server "$url" --side p1 --lang en
says fay '#j='
start gil --join "$(grep -oE 'http[^ ]*#j=[^ ]*' "$tmp/fay.out")" --lang en
ok "both are asked to pick" says fay 'pick a starting position in secret'
ok "the guest too" says gil 'pick a starting position in secret'
type_ fay 1
type_ gil 1
ok "equal picks stand" says gil 'setup=adjacent'
ok "for both" says fay 'setup=adjacent'
end fay
end gil
start fay mur --match --server "$url" --side p1 --lang en
says fay '#j='
start gil --join "$(grep -oE 'http[^ ]*#j=[^ ]*' "$tmp/fay.out")" --lang en
says fay 'sits down'
type_ fay resign
says gil 'wins'
type_ gil next
says fay 'proposes: the next game'
type_ fay next
ok "the next game of a match" says gil 'set 1, game 2; Black 0, White 1'
ok "a result is told once" [ "$(grep -c wins "$tmp/gil.out")" = 1 ]
end fay
end gil

# -- A table in the lobby -----------------------------------------------------------------------
start fay six --lobby --server "$url" --name Fay --side p1 --lang ja
says fay '#j='
open=$(grep -oE 'http[^ ]*/t/[^# ]*' "$tmp/fay.out")
start gil --join "$open" --name Gil --lang en
says gil 'You are watching'
type_ gil sit
ok "anybody may sit down there" says gil 'You play Black'
ok "and is named" says fay 'Gilが席に着きました'
type_ fay d6
says gil 'White plays d6'
type_ gil d2
ok "and plays" says fay '黒 d2：'
end fay
end gil

# -- A drawn terminal ---------------------------------------------------------------------------
screen() { tm capture-pane -p -t main 2>/dev/null; }
shows() { screen | grep -qF -- "$1"; }
soon() { until_ shows "$1"; }
start dora six --server "$url" --name Dora --side p1 --lang en
ok "another table" says dora '#j='
link=$(grep -oE 'http[^ ]*#j=[^ ]*' "$tmp/dora.out")
tm new-session -d -s main -x 90 -y 30 -e LANG=C.UTF-8 -e XDG_DATA_HOME="$tmp/data-eve" \
    "'$bin' play --join '$link' --name Eve --lang en; echo left with \$?; exec sleep 600"
ok "drawn: names of both" soon 'Black, Eve (you)'
ok "drawn: whose turn it is" soon 'Dora (White) is to move'
type_ dora d6
ok "drawn: the other's move" soon 'Black: choose where'
tm send-keys -t main -l d2
tm send-keys -t main Enter
ok "drawn: one's own move" says dora 'Black plays d2:'
type_ dora agree
ok "drawn: an offer" soon 'Dora (White) proposes: end the game here (yes or no?)'
tm send-keys -t main -l yes
tm send-keys -t main Enter
ok "drawn: agreed" says dora 'Eve (Black) agrees: end the game here'
ok "drawn: the end" soon 'rematch asks for another game'
tm send-keys -t main Q
ok "drawn: leaves" soon 'left with 0'
end dora

# -- What is refused ----------------------------------------------------------------------------
refused() { # WORDS ARGS...: not begun, with these words on stderr
    local words=$1
    shift
    "$bin" play --plain "$@" </dev/null >"$tmp/refused" 2>&1
    [ $? = 2 ] && grep -qF -- "$words" "$tmp/refused"
}
ok "a used invitation" refused 'invitation' --join "$link" --lang en
ok "no link" refused 'a link to a table looks like' --join nonsense --lang en
ok "no table" refused 'table' --join "$url/t/aaaaaaaa" --lang en
ok "a wrong key" refused 'key' --join "$url/t/${table##*/}#s=aaaaaaaaaaaaaaaaaaaaaa" --lang en
ok "nobody there" refused 'cannot be reached' six --server http://127.0.0.1:1 --lang en
ok "no such game" refused 'sicks' sicks --server "$url" --lang en
ok "flags that do not fit" refused '--level does not go' six --server "$url" --level 3
kill "$server"
wait "$server" 2>/dev/null
server=""

# -- Servers that answer badly: no crash, no hang, nothing illegal on the board -----------------
lies="long junk illegal gap flood huge deep other moves redirect"
: >"$tmp/ports"
"${PYTHON:-python3}" "$(dirname "$self")/bad_server.py" $lies >"$tmp/ports" 2>"$tmp/bad.out" &
server=$!
read_ports() { read -r -a ports <"$tmp/ports"; } # fails until the line has its end
until_ read_ports
i=0
for lie in $lies; do
    start "$lie" --join "http://127.0.0.1:${ports[i]}/t/aB3dE6gH#s=abcdefghijkmnopqrstuvw" --lang en
    i=$((i + 1))
done
for lie in $lies; do
    ok "$lie: begins" says "$lie" 'You play White'
    type_ "$lie" quit
done
for lie in $lies; do
    wait_for "$lie"
    status=$?
    ok "$lie: ends by itself" [ "$status" -lt 2 ]
    ok "$lie: the board is as it was" not grep -q 'plays' "$tmp/$lie.out"
done
kill "$server"
wait "$server" 2>/dev/null
server=""
ok "no sanitizer has complained" not grep -qE 'Sanitizer|runtime error' "$tmp"/*.out "$tmp/serve.said"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
