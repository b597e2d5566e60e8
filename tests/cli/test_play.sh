#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The terminal game in a real terminal (tmux): tests/cli/test_play.sh PATH_OF_CONCENTRIC
# Every wait polls the screen with a generous bound; no sleep decides anything.
set -u
bin=$(realpath "${1:?usage: test_play.sh PATH_OF_CONCENTRIC}")
command -v tmux >/dev/null || { echo "tmux is needed"; exit 1; }
tmp=$(mktemp -d)
socket=concentric-test-$$
tm() { tmux -L "$socket" -f /dev/null "$@"; }
trap 'tm kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
passed=0 failed=0 patience=${PATIENCE:-400} # times 0.05 s
unset TMUX NO_COLOR LC_ALL LC_MESSAGES
export LANG=C.UTF-8 XDG_STATE_HOME="$tmp/state" XDG_DATA_HOME="$tmp/data" HOME="$tmp"
cd "$tmp" || exit 1
tm new-session -d -s keeper "exec sleep 1000" # the server stays when a test's terminal goes

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$name"
        screen | sed 's/^/     | /'
    fi
}
screen() { tm capture-pane -p -t main 2>/dev/null; }
shows() { screen | grep -qF -- "$1"; }
lacks() { ! shows "$1"; }
# until CONDITION...: up to 30 seconds.
until_() {
    local i
    for ((i = 0; i < patience; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}
soon() { until_ shows "$1"; }
gone() { until_ lacks "$1"; }
# start COLS ROWS ARGS...: the game in a fresh terminal, and what it exited with afterwards.
start() {
    local cols=$1 rows=$2
    shift 2
    tm kill-session -t main 2>/dev/null
    tm new-session -d -s main -x "$cols" -y "$rows" -e LANG=C.UTF-8 -e XDG_STATE_HOME="$tmp/state" \
        -e XDG_DATA_HOME="$tmp/data" \
        "'$bin' play $*; echo left with \$?; exec sleep 600"
}
# The game's process, which the terminal's shell waits for.
player() { pgrep -P "$(tm display-message -p -t main '#{pane_pid}')"; }
press() { tm send-keys -t main "$@"; }
text() { tm send-keys -t main -l -- "$1"; }
# A mouse press and release at a column and row (from 1), as the terminal type "screen" has it.
mouse() {
    local at
    at=$(printf '\\%03o\\%03o' $((32 + $1)) $((32 + $2)))
    text "$(printf "\\033[M $at\\033[M#$at")"
}
state() { cat "$tmp/state/concentric/$1.game" 2>/dev/null; }
state_has() { state "$1" | grep -qF -- "$2"; }

# The moves of a whole game, made by two computers line by line.
moves_of() {
    "$bin" play "$1" --computer both --level 1 --seed "$2" </dev/null |
        sed -n 's/^[A-Za-z]* plays \([^:]*\):.*/\1/p'
}
# whole_game NAME VARIANT SEED: types it, and the result is the one of the plain game.
whole_game() {
    local result
    result=$("$bin" play "$2" --computer both --level 1 --seed "$3" </dev/null | tail -n 1)
    start 100 40 "$2" --computer none --seed "$3"
    ok "$1: the board is there at once" soon "?"
    text "$(moves_of "$2" "$3" | tr '\n' '\r')"
    ok "$1: a whole game ends as it should: $result" soon "$(printf %.40s "$result")"
    press Q
    ok "$1: leaves well" soon "left with 0"
    ok "$1: a finished game is not kept" test ! -e "$tmp/state/concentric/$2.game"
}
whole_game morris nine 5
whole_game morelli "morelli,size=7" 5
whole_game mur mur 5

# Against the computer, by keys: Tab goes to a choice, Enter makes it.
start 80 24 six --level 1
ok "offers to type" soon "choose where to place"
press Tab Enter
ok "the computer answers" soon "1. "
answered() { [ "$(screen | grep -c 'in hand 5')" = 2 ]; }
ok "and it is White's turn again" until_ answered
press C-c
ok "Ctrl-C leaves at once" soon "left with 0"
ok "and says that the game is saved" shows "saved"
ok "the saved game is a record" state_has six '[Game "six"]'
ok "with the computer in it" state_has six 'computer level 1'
start 80 24 six
ok "the next start offers it in one line on the board" soon "A game is saved at move 2"
ok "the board is there already" soon "in hand 6"
press R
ok "R resumes it" soon "in hand 5"
ok "with its moves" soon " 1. "
press U
ok "undo takes back both moves" soon "Back to move 0"
press Y
ok "redo plays them again" soon "in hand 5"
text "zz"
press Enter
ok "what is neither move nor command is told" soon "neither a move"
press Escape
text "sa"
press Tab
ok "Tab completes a command" soon "save"
press C-u
press H
ok "a hint" soon "Hint:"
press E
ok "an evaluation" soon "at depth"
press E F
ok "the board turns" soon "turned round"
press '?'
ok "help lists the commands" soon "take back"
press Space
ok "on a second page too" soon "save, leave (or Ctrl-C)"
press Space
ok "and goes away" soon "White: choose"
press S
ok "S asks for a file" soon "save six.txt"
press Enter
ok "and saves" soon "Saved as six.txt"
replays() { "$bin" replay "$1" >replayed 2>&1; }
ok "a record that replay accepts" replays six.txt
press M
ok "the menu has all games" soon "Which game?"
ok "and the saved one" soon "Go on:"
press Escape
press Q
ok "quits" soon "left with 0"

# Lessons, puzzles and statistics.
start 80 24
ok "the menu has more than games" soon "Today's puzzle"
line_of() { screen | sed -n "s/^ *[^ ]* *\\([0-9]\\) *$1.*/\\1/p"; } # its number in a menu
text "$(line_of Lessons)"
ok "a menu of lessons" soon "Which lesson?"
ok "how far one has come" soon "0 of 12 steps done"
press Escape
ok "Esc goes back to the games" soon "Which game?"
text "$(line_of Lessons)"
ok "the lessons again" soon "Which lesson?"
text 1
ok "a lesson" soon "Lesson, step 1 of 12"
text a1
press Enter
ok "a right move" soon "Right! That is how the game"
press A
ok "the next step" soon "Lesson, step 2 of 12"
ok "what is pointed out" soon "«"
text b4
press Enter
ok "a wrong move is told kindly" soon "b4 is allowed, but not what we"
ok "and nothing stands in the line" soon "choose where to place"
press H
ok "a hint" soon "(─• )"
press S
ok "the solution" soon "Right! A mill!"
press W
ok "W lists the lessons" soon "2 of 12 steps done"
press Escape
ok "and Esc goes back to the step" soon "Right! A mill!"
press Z
ok "a puzzle" soon "Puzzle, level"
press H
ok "a hint points" soon "Look at"
press H
ok "then tells" soon "The move is"
text "$(screen | grep -o 'The move is [^ ]*' | sed 's/The move is \(.*\)\./\1/')"
press Enter
ok "the right move goes on" until_ eval 'shows "Right! Go on" || shows "Solved!"'
press S
ok "the solution of it" until_ eval 'shows "The solution:" || shows "Solved!"'
press A
ok "another one" until_ eval 'lacks "The solution:" && lacks "Solved!"'
press G
ok "G goes to the game" soon "Back to the game"
ok "which is of the lesson's kind" soon "Black, computer 4/10"
text "resign"
press Enter
ok "a game is over" soon "Black wins"
text "statistics"
press Enter
ok "and counted" soon "  level 4, first      1    0    1    0"
ok "lessons too" soon "Nine Men's Morris, steps done: 2"
press Space Q
start 80 24 six --level 2 --computer first --plain
ok "line by line" soon "White plays"
text "resign"
press Enter
ok "a lost game" soon "White wins"
text "statistics"
press Enter
ok "is counted by level and side" soon "  level 2, second     1    0    1    0"
text "undo"
press Enter
text "go"
press Enter
ok "it goes on from before" until_ eval 'screen | grep -A 99 "Looking back" | grep -q "White plays"'
text "resign"
press Enter
ok "and ends again" until_ eval '[ "$(screen | grep -c "White wins")" -ge 2 ]'
once() { grep -qx "game six 2 second 0 1 0" data/concentric/statistics; }
ok "which is the same game" once
counts_two() { [ "$(grep -c ^game data/concentric/statistics)" = 2 ]; }
ok "each game once" counts_two
echo spoilt >>data/concentric/statistics
cp data/concentric/statistics spoilt
text "new"
press Enter
text "resign"
press Enter
ok "a spoilt file is told" soon "Not counted: the statistics in"
ok "and left as it is" cmp -s spoilt data/concentric/statistics
text "quit"
press Enter
ok "leaves well" soon "left with 0"
rm -r data
start 40 20 mur --lang ja --ascii
ok "a small screen" soon "?"
text "lesson mur 7"
press Enter
ok "a lesson in Japanese on it" soon "囲んだ側に得点が1入ります"
ok "with its board" soon "*w*"
press '?'
ok "help of lessons" soon "solution"
press Space Space Space
press C-c
ok "leaves well" soon "left with 0"
rm -rf data

# A refused line is gone from the input, so that the next one does not begin with it.
start 80 30 six --computer none
ok "a game for two" soon "choose where to place"
text "d9"
press Enter
ok "a refused move is told" soon "d9"
text "d6"
press Enter
ok "and the next one is read by itself" soon "in hand 5"
press C-c
ok "it is left and saved" soon "left with 0"
# Lines of the menu beyond the ninth are typed too.
start 80 40
ok "a menu of ten lines or more" soon "Statistics"
number=$(screen | sed -n 's/^ *[^ ]* *\([0-9][0-9]\) *Statistics.*/\1/p')
text "${number:0:1}"
ok "its first digit waits for another" soon "another digit"
text "${number:1}"
ok "line ${number:-of two digits}: the statistics" soon "any key goes on"
press Space
ok "and back" soon "Which game?"
press 1 Enter
ok "one digit and Enter: the first line, the saved game" soon "in hand 5"
press Q
ok "leaves" soon "left with 0"
rm -r state
# The menu asks how to play before the game begins.
start 80 24
ok "a menu of games" soon "Which game?"
text "$(screen | sed -n 's/^ *[^ ]* *\([0-9]\) *.*(nine).*/\1/p')"
ok "then side, level and options" soon "How to play?"
ok "an option by its name" soon "lying: off"
press Down Right
ok "the side" soon "You play: second"
press Down Left
ok "the level" soon "Computer: 3"
mouse 12 "$(screen | grep -n 'lying: off' | head -n 1 | cut -d: -f1)"
ok "the mouse changes an option" soon "lying: on"
press J
ok "in Japanese" soon "どう遊びますか"
press J
press Escape
ok "Esc goes back to the games" soon "Which game?"
press Enter
soon "How to play?" || true
press Down Right Down Left
mouse 12 "$(screen | grep -n 'lying: off' | head -n 1 | cut -d: -f1)"
soon "lying: on" || true
press B
ok "B begins as chosen" soon "Black, you"
ok "at that level" soon "computer 3/10"
ok "with the option" soon "flying"
press C-c
soon "left with" || true

start 80 24 nine --computer none
soon "choose where to place" || true
text "rules
"
ok "rules in pages" soon "The game in one minute"
press Space
ok "page by page" gone "The game in one minute"
press C-c
soon "left with" || true

# Perfect play, from a database made here.
"$bin" solve six --out "$tmp/six" >solved 2>&1 && start 80 24 six --computer none --db "$tmp/six"
ok "what is known is shown" soon "White: a draw"
press K
ok "and hidden" gone "White: a draw"
press C-c
soon "left with" || true
start 80 24 mur --computer none
soon "choose where to place" || true
press K
ok "a game that is not solved says so" soon "not solved"
press Enter
ok "Enter chooses nothing at a cursor that nobody has seen" lacks "1. "
press C-c
soon "left with" || true

# A move that repeats into a draw is one, though the position after it is known as lost for the other.
start 90 26 six --computer none --position "'w.w.w.../.b.b.b.. w 0 0'"
soon "choose which man to move" || true
for move in f2-d2 d5-e5 d2-f2 e5-d5 f2-d2 d5-e5 d2-f2; do
    text "$move"
    press Enter
done
press K
ok "perfect play is shown" soon "Black: a win in 1"
man_on_e5() { screen | grep '^ *5 ' | grep -qF "$1"; }
ok "not a win in 5 by the repetition" until_ man_on_e5 '▐▀•▀▌'
press C-c
soon "left with" || true

# The computer is asked; a game that is over is looked through.
start 80 24 nine --level 10 --position "'w.w...w./bb.bb.bb/bbb..... w 0 0'"
soon "choose which man to move" || true
text "agree"
press Enter
ok "the computer declines to agree" soon "wants to play on"
text "resign"
press Enter
ok "an end" soon "Black wins: the opponent resigned"
press C-c
soon "left with" || true
rm -rf "$tmp/state"
start 80 24 mur --computer none
soon "choose where to place" || true
text "+a1"
press Enter
soon "on a1" || true
text "resign"
press Enter
ok "the next game is offered" soon "A begins the next game from this board"
press U
ok "looking back" soon "Looking back, move 0 of 1"
text "+b2"
press Enter
ok "a variation" soon "In a variation, move 1 of 1"
press U
ok "which is listed" soon "Variations: +b2"
press A
ok "the next game begins" soon "off the board 6"
press J
ok "in Japanese" soon "白：船を置く交点を選んでください"
press C-c
soon "left with" || true

# Completion of moves; arrows along the lines.
start 80 24 nine --computer none
soon "choose where to place" || true
text "d"
ok "typing shows what may follow" soon "d7  d1  d6"
press 6 Enter
ok "and plays" soon "on d6"
press Right Right Enter
ok "arrows and Enter choose a point" soon "  1. d6"
press C-c
soon "left with" || true

# The mouse, on a board whose place is known: a6 x 13 layout at 80 x 24 has d7 at column 25, row 2.
start 80 24 nine --computer none
soon "choose where to place" || true
mouse 25 2
ok "a click places" soon "on d7"
mouse 7 2
ok "another one too" soon "on a7"
col=$(screen | awk '{ i = index($0, "U undo"); if (i) print i }')
mouse "$col" 24
ok "the line of keys can be clicked" soon "Back to move 1"

# Resizing at any moment, down to nothing and back.
tm resize-window -t main -x 40 -y 14
ok "a small terminal has the board alone with lines" soon "7  "
tm resize-window -t main -x 16 -y 5
ok "a tiny one says what it needs" soon "needs"
tm resize-window -t main -x 120 -y 40
ok "and back" soon "Nine Men's Morris"
for size in 81x25 33x11 200x60 79x23 100x30; do
    tm resize-window -t main -x "${size%x*}" -y "${size#*x}"
done
ok "many times" soon "choose where to place"
press C-c
ok "leaves after that" soon "left with 0"

# A killed terminal: the game is there at the next start.
rm -rf "$tmp/state"
start 80 24 nine --computer none
soon "choose where to place" || true
text "d6"
press Enter
soon "on d6" || true
pid=$(player)
kill -HUP "$pid"
ok "SIGHUP ends it" soon "left with 0"
ok "and the game is saved" state_has nine "d6"
start 80 24 nine
ok "it is offered" soon "A game is saved at move 1"
text "d2"
press Enter
ok "a new game may begin instead" soon "1. d2"
pid=$(player)
tm kill-session -t main
dead() { ! kill -0 "$pid" 2>/dev/null; }
ok "the program ends with its terminal" until_ dead
ok "the new game is saved" state_has nine "d2"
ok "the old one is put by" grep -q d6 "$tmp/state/concentric/nine.game.old"

# Ctrl-Z and back, in a shell.
rm -rf "$tmp/state"
tm new-session -d -s main -x 80 -y 24 -e LANG=C.UTF-8 -e XDG_STATE_HOME="$tmp/state" \
    "bash --norc --noprofile -i"
soon "#" || soon "$" || true
text "'$bin' play nine --computer none"
press Enter
soon "choose where to place" || true
text "f4"
press Enter
soon "on f4" || true
press C-z
ok "Ctrl-Z gives the shell back" soon "Stopped"
text "stty -a | grep -q ' icanon' && echo lines-\$((1 + 1))"
press Enter
ok "the terminal is as it was" soon "lines-2"
text "fg"
press Enter
ok "fg brings the game back" soon "choose where to place"
ok "as it was" soon "1. f4"
text "d6"
press Enter
ok "and it goes on" soon "on d6"
press C-c
soon "The game is saved" || true # what is typed before the shell reads would be lost
text "echo back-\$((1 + 1))"
press Enter
ok "back in the shell" soon 'back-2'
text "stty -a | grep -q ' echo ' && echo sane-\$((1 + 2))"
press Enter
ok "the terminal is restored" soon "sane-3"

# Japanese.
start 80 24 mur --lang ja --computer none
ok "Japanese prompts" soon "置く交点を選んでください"
text "+a1"
press Enter
ok "Japanese events" soon "黒がa1に黒の船を置く"
press J
ok "and English at a key" soon "choose where to place"
press C-c
soon "left with" || true

# Computers alone, the clock, a match, a secret pick, ASCII, eight colours, none.
start 80 24 mur --computer both --level 1 --position "'bw....bw/w......b/..b...../k b 1 0'"
ok "two computers play by themselves" soon "  4"
press C-c
start 80 24 six --computer none --clock 2
soon "choose where to place" || true
text "d6"
press Enter
ok "who runs out of time loses" soon "ran out of time"
press C-c
start 80 24 mur,ships=1 --match --computer none
ok "a match has its standing" soon "set 1, game 1"
text "resign"
press Enter
ok "a game of it ends" soon "N begins the next game"
press N
ok "the next one begins" soon "set 1, game 2"
press C-c
soon "left with" || true
start 80 24 "mur,ships=1" --match
soon "is saved" || true
press R
ok "the match is resumed" soon "set 1, game 2"
press C-c
start 80 24 "morelli,size=7,edition=nestor" --computer none
ok "a secret pick is asked on the board" soon "in secret"
press 1
ok "of the other one too" soon "White: 1 adjacent"
ok "without showing the first" lacks "picks: adjacent"
press 2
ok "and settles" soon "setup=free)"
press C-c
# Analysis by keys, and the game that waits is safe.
start 100 34 six --computer none --seed 1
ok "a game to analyse" soon "choose where to place"
text "d6
d2
"
ok "two moves are played" soon "d2"
press V
ok "V analyses" soon "Analysis"
text "<"
text "d3
"
ok "a move there is a variation" soon "d3"
text "comment a try
"
ok "with a comment beside the board" soon "a try"
text "["
ok "[ goes to the variation before it" soon "Black places a black man on d2"
text "]"
ok "] to the next one" soon "Black places a black man on d3"
press T
ok "T shows the tree" soon ">1... d3 {a try}"
press Escape
ok "and any key closes it" soon "Analysis"
text "lines 3
"
ok "three lines of the engine" soon "3. "
press C-c
ok "leaving from an analysis" soon "left with 0"
ok "keeps the game, not the analysis" state_has six "d6 d2"
ok "with nothing of the variation" test -z "$(state six | grep d3)"
start 80 24 nine --ascii
ok "ASCII" soon "o-----o"
ascii_only() { ! screen | LC_ALL=C grep -q '[^ -~]'; }
soon "help" || true
ok "nothing but ASCII" until_ ascii_only
text "ascii
"
ok "ascii brings all signs back" soon "●"
press C-c
tm kill-session -t main
for term in vt100 linux xterm-256color; do
    quiet=
    [ $term = linux ] && quiet="ASAN_OPTIONS=detect_leaks=0" # ncurses loads libgpm there, which leaks
    tm new-session -d -s main -x 80 -y 24 -e LANG=C.UTF-8 -e XDG_STATE_HOME="$tmp/state" \
        "$quiet TERM=$term '$bin' play morelli; echo left with \$?; exec sleep 600"
    ok "draws on $term" soon "choose which man to move"
    case $term in
    xterm*) ok "$term with all signs" soon "─" ;;
    *) ok "$term with nothing but ASCII" until_ ascii_only ;;
    esac
    press C-c
    ok "leaves $term" soon "left with 0"
    tm kill-session -t main
done

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
