#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The terminal game line by line: tests/cli/test_plain.sh PATH_OF_CONCENTRIC
set -u
bin=$(realpath "${1:?usage: test_plain.sh PATH_OF_CONCENTRIC}")
old=$(realpath "$(dirname "$0")/../data/79329bd") # files of the version before tables
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
export LANG=C.UTF-8 XDG_STATE_HOME="$tmp/state" XDG_DATA_HOME="$tmp/data" HOME="$tmp"
unset LC_ALL LC_MESSAGES
cd "$tmp" || exit 1
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "${rc-}"
        head -c 600 out | cat -v | sed 's/^/     out: /'
        head -c 300 err | cat -v | sed 's/^/     err: /'
    fi
}
# say LINES ARGS...: the game with these lines as input.
say() {
    local lines=$1
    shift
    printf '%b' "$lines" | timeout 120 "$bin" play "$@" >out 2>err
    rc=$?
}
out_has() { grep -qF -e "$1" out; }
good() { [ "$rc" -eq 0 ] && [ ! -s err ]; }
lacks() { ! grep -qF -e "$1" out; }
good_with() { good && out_has "$1"; }
refused_with() { [ "$rc" -eq 1 ] && [ ! -s err ] && out_has "$1"; }
bad_with() { [ "$rc" -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -e "$1" err; }
replays() { "$bin" replay "$1" >out 2>err; }
ended() { good && tail -n 1 out | grep -q "wins: \|^A draw: "; }
no_escapes() { ! LC_ALL=C grep -qa $'\033' out; }
bad() {
    local name=$1 words=$2
    shift 2
    say "" "$@"
    ok "$name" bad_with "$words"
}

say "d6\nd2\n" nine --computer none
ok "moves are told in words" good_with "White plays d6: White places a white man on d6"
ok "both sides" out_has "Black plays d2"
ok "no escape sequences" no_escapes
say "d6" nine --computer none
ok "a last line without its end" good_with "White plays d6"
say "# a remark\n\n  d6  \r\n" nine --computer none
ok "remarks, blank lines, spaces and CR" good_with "White plays d6"
say "d6\n" nine --level 1
ok "the computer answers" good_with "Black plays"
# Perfect play: it keeps the value, takes the fastest win and the longest loss, and no way by heart.
perfect() { say "" six --level perfect --computer both --plain "$@"; }
perfect --seed 3
ok "perfect play against itself draws" good_with "A draw: "
cp out first
perfect --seed 4
ok "not always in the same way" eval '! cmp -s out first'
lost='wb.bw..b/.w.b.w.b w 0 0'
plies=$("$bin" query six --position "$lost" | sed -n 's/^position [a-z]* //p')
perfect --position "$lost"
ok "a decided position ends when the database says ($plies plies)" [ "$(grep -c " plays " out)" = "$plies" ]
say "level perfect\nd6\n" six
ok "by a command" good_with "Black: perfect play"
say "level perfect\n" nine
ok "not where the game is not solved" refused_with "This game is not solved here"
say "d6\nsave perfect.txt\n" six --level perfect
ok "a record knows who played" grep -qF '[Black "computer perfect"]' perfect.txt
say "" --open perfect.txt
ok "and brings them back" good_with "Black: perfect play"
say "d6\nsave taught.txt\n" nine --level teacher --seed 5
ok "a teacher plays" good_with "Black: teacher"
ok "and the record knows it" grep -qF '[Black "computer teacher"]' taught.txt
say "" --open taught.txt --lang ja
ok "who is brought back" good_with "先生"
say "d6\nf4\nb4\n" nine --level teacher --seed 5
cp out taught.1
say "level teacher\nd6\nf4\nb4\n" nine --seed 5
ok "the same set-up gives the same moves" test "$(grep '^Black plays' out)" = "$(grep '^Black plays' taught.1)"
mill='ww...bb./......../........ w 7 7'
say "d6\nresign\n" nine --level teacher --position "$mill"
ok "a teacher tells what was missed" good_with "Ply 1, mill: You could play g7x"
ok "and how much was found" out_has "0 of 1 chances found"
say "g7xd1\nresign\n" nine --level teacher --position "$mill" --lang ja
ok "and what was found" good_with "1手目・ミル：g7xd1を見つけました。a7-d7-g7をそろえ、d1の黒いコマを取る手です。"
say "d6\nd2\nchances\n" nine --computer none --position "$mill"
ok "others ask for it" good_with "White:"
say "" six --level teacher --computer both --plain --seed 2
ok "two teachers come to an end" good_with " chances found"
sed 's/"six"/"six,flying"/' perfect.txt >flying.txt
say "" --open flying.txt
ok "without values they are level 10, and it is said" good_with "Black: computer 10/10, not solved here"
say "d6\n" nine --time 20
ok "by time too" good_with "Black plays"
say "" nine --computer first --level 1
ok "or begins" good_with "White plays"
say "" six --computer both --level 1 --seed 3
ok "two computers play to the end" ended
say "d6\nd6\n" nine --computer none
ok "a move that is none is refused with its reason" refused_with "d6 is occupied"
say "dance\n" nine --computer none
ok "what is nothing is told" refused_with "neither a move nor a command"
say "$(printf 'x%.0s' {1..3000})\nd6\n" nine --computer none
ok "a line that is too long does no harm" [ "$rc" -eq 1 ]
say "d6\nboard\n" nine --computer none
ok "the board as a picture" good_with "───"
ok "and in words" out_has "White (in hand 8, lost 0): white man d6"
say "moves\nposition\n" six --computer none
ok "the legal moves" good_with "b6 d6 f6"
ok "the position" out_has "position: ......../........ w 6 6"
say "d6\nundo\nundo\nd2\nundo\nredo\n" nine --computer none
ok "undo, too far" refused_with "no move to take back"
ok "redo" out_has "White plays d2"
say "hint\n" nine --computer none
ok "a hint" good_with "Hint: "
say "eval\n" morelli,size=7 --computer none --position "7/7/7/3B3/7/7/w6 b play"
ok "no evaluation of what is over" [ "$rc" -ne 2 ]
say "d6\nsave one.txt\nopen one.txt\nd2\nresign\nsave two.txt\n" nine --computer none
ok "save and open" good_with "Opened one.txt"
ok "the record is good" replays one.txt
ok "a resignation is recorded" grep -q 'Termination "resignation"' two.txt
say "open nothing.txt\n" nine --computer none
ok "a file that is not there" refused_with "Cannot open nothing.txt"
printf '[Game "nine"]\n\n1. zz *\n' >bad.txt
say "open bad.txt\n" nine --computer none
ok "a bad record is refused with the place" refused_with "move 1"
say "d2\n" --open one.txt
ok "a record from the start on" good_with "Black plays d2"
say "save /nowhere/at/all\n" nine --computer none
ok "a place where nothing can be written" refused_with "Cannot write"
echo precious >mine.txt
say "d6\nsave mine.txt\n" nine --computer none
ok "a file that it did not write is not replaced" refused_with "there is a file of this name already"
ok "and is as it was" [ "$(cat mine.txt)" = precious ]
say "d6\nsave own.txt\nd2\nsave own.txt\n" nine --computer none
ok "its own file may be saved again" good_with "Saved as own.txt"
ok "with what has come since" grep -q "d6 d2" own.txt
ok "a save leaves nothing beside it" [ "$(ls own.txt* | wc -l)" = 1 ]
ln -s mine.txt link.txt
say "d6\nsave link.txt\n" nine --computer none
ok "a link is not followed" refused_with "is not a file"
mkfifo pipe
say "d6\nsave pipe\n" nine --computer none
ok "what is no file is not replaced" refused_with "is not a file"
ok "and stays" test -p pipe
say "agree\n" nine --computer none
ok "agreement" good_with "A draw: by agreement"
say "agree\nquit\n" nine --level 10 --position "w.w...w./bb.bb.bb/bbb..... w 0 0"
ok "the computer is asked, and declines where it stands better" good_with "Black wants to play on"
ok "so it is no draw" lacks "draw"
say "agree\n" nine --level 3 --position "wwwwwww./......b./......bb w 0 0"
ok "it agrees where it stands worse" good_with "A draw: by agreement"
say "agree\n" nine --computer both --level 1 --position "w.w...w./bb.bb.bb/bbb..... w 0 0"
ok "nobody agrees for two computers" refused_with ""
say "resign second\n" nine --computer none
ok "the other side may resign" good_with "White wins"
say "computer both\n" six --computer none --level 1
ok "the computer takes over" ended
say "level 11\nlevel 2\ntime 0\ntime 50\nlang ja\n" nine --computer none
ok "levels are checked" refused_with "number from 1 to 10"
ok "times too" out_has "milliseconds from 1"
say "d6\n" nine --computer none --lang ja
ok "Japanese" good_with "白がd6に白いコマを置く"
LANG=ja_JP.UTF-8 say "d6\n" nine --computer none
ok "by the locale" good_with "白がd6に白いコマを置く"
LANG=ja_JP.UTF-8 say "d6\n" nine --computer none --lang en
ok "--lang has the last word" good_with "White places"
say "nine\nbegin\nd6\n" --computer none
ok "without a variant it asks" good_with "Which game?"
ok "and takes a name" out_has "White plays d6"
say "2\n\n\n\n\n\n\nd6\n" --computer none
ok "or a number, and Enter for what is usual" good_with "Six Men"
ok "which is played" out_has "White plays d6"
say "1\n2\n3\n2\nbegin\n"
ok "the menu asks for the side" good_with "You play: first, the computer second? Enter keeps it, or 1 to 4"
ok "the level" out_has "Computer: 4? Enter keeps it, or 1 to 12: 11 teacher; 12 perfect play"
ok "and options" out_has "Flying: off? Enter keeps it, or 1 to 2: 1 off; 2 on"
ok "all of them count" out_has "Nine Men's Morris (flying). White: computer 3/10; Black: you"
say "1\n7\nx\n0\n\n11\nbegin\n"
ok "answers are checked" refused_with "Type a number from 1 to 4"
ok "and asked for again" out_has "White: you; Black: teacher"
say "nine,flying\n3\n\nd6\n"
ok "a variant that is written out keeps its options" good_with "Nine Men's Morris (flying). White: player; Black: player"
ok "and begins after side and level" out_has "White plays d6"
say "nope\nquit\n"
ok "what is no game is told, and the menu stays" refused_with "nope"
say "2\n3\n"
ok "input that ends in a question" good
say "six\nbegin\nd6\nmenu\n\nmoves\n" --computer none
ok "the menu in a game: Enter goes back" good_with "b6 f6"

# Lessons.
say "lessons\nlesson\nhint\na1\nnext\n" nine
ok "the list of lessons" good_with "MUR: 0 of 12 steps done (lesson mur)"
ok "a lesson has steps" out_has "Lesson, step 1 of 12"
ok "asks" out_has "put your first man on any point"
ok "hints" out_has "Every point is free"
ok "praises" out_has "Right! That is how the game begins"
ok "goes on" out_has "Lesson, step 2 of 12"
ok "and points out" out_has "Marked: a7 d7 g7"
say "d6\nlesson mur 10\n+e1\n+a3\nleave\nmoves\n" nine --computer none
ok "a wrong move is told kindly" refused_with "+e1 is allowed, but not what we are after. The white ship on h3"
ok "the right one stands" out_has "Black plays +a3"
ok "and is answered" out_has "White plays xh3"
ok "the game is there again" out_has "white man d6"
say "lesson mur 10\nsolution\nlesson mur 12\nsolution\nnext\n" six
ok "the answer is shown" good_with "You score first"
ok "the last step says so" out_has "You know MUR now. The best way to go on"
ok "and next goes back to the game" out_has "Back to the game"
say "lesson mur 13\nlesson chess\nlesson nine x\nundo\n" nine
ok "steps that are not there" refused_with "This lesson has the steps 1 to 12"
ok "lessons that are not there" out_has "There is no lesson 'chess'"
say "lesson\nundo\nsave a\nlevel 3\n" nine
ok "commands of games are not for lessons" refused_with "level is not for lessons and puzzles"
say "lessons\n6\n\nmoves\nleave\n" --lang ja
ok "from the menu, in Japanese" good_with "レッスン ステップ1／12"
ok "with a game of it afterwards" out_has "黒: あなた; 白: CPU レベル4"
say "solution\n" nine
ok "outside of lessons" refused_with "solution is for lessons and puzzles"
every_lesson() {
    local game
    for game in nine six twelve stacking morelli mur; do
        printf 'lesson %s 1\n' "$game"
        printf 'solution\nnext\n%.0s' {1..12}
    done
}
every_lesson | "$bin" play six >out 2>err
rc=$?
ends() { [ "$(grep -c 'The best way to go on' out)" = 6 ]; }
ok "every lesson to its end" ends

# Puzzles. They are the day's, so a day that is about to end is waited for.
left=$((86400 - $(date +%s) % 86400))
[ "$left" -ge 60 ] || sleep "$left"
say "puzzle nine\nmoves\n" six
ok "a puzzle" good_with "Puzzle, level"
ok "of another game" out_has "Nine Men's Morris"
ok "says what is asked" grep -q "to move: \|to move and win" out
say "puzzle nine\nhint\nhint\nsolution\nnext\nagain\nleave\nstatistics\n" six
ok "hints: the point, then the move" good_with "Look at "
move=$(sed -n 's/^The move is \(.*\)\.$/\1/p' out)
ok "named" test -n "$move"
ok "the solution" out_has "The solution: $move"
ok "nothing is counted of scripts" out_has "No game against the computer"
say "puzzle nine\n$move\n" six
ok "the right move goes on" grep -q "^Right! Go on\.\|^Solved without a mistake" out
first=$("$bin" puzzle nine </dev/null | tail -n 1)
ok "it is the day's" out_has "$first"
wrong=$(printf 'puzzle nine\nmoves\n' | "$bin" play six | tail -n 1 | tr ' ' '\n' | grep -vxF "$move" | head -n 1)
say "puzzle nine\n$wrong\nhint\n" six
ok "a wrong one may be tried again" refused_with "$wrong is allowed, but it does not do it"
say "puzzle nine,flying\npuzzle chess\n" six
ok "games without puzzles" refused_with "There are no puzzles of nine,flying"
say "puzzle\nleave\n"
ok "from the menu" good_with "Puzzle, level"

# Statistics: what is no such file is told and left alone.
say "statistics\n" nine
ok "no statistics yet" good_with "No game against the computer"
say "resign\nstatistics\n" nine
ok "a game through a pipe is not counted, and that is said" good_with "through a pipe"
mkdir -p data/concentric
printf 'concentric statistics 1\ngame nine 4 first 3 1 2\n' >data/concentric/statistics
say "statistics\n" nine
ok "statistics" good_with "  level 4, first      6    3    1    2"
say "statistics\nquit\n"
ok "from the menu" good_with "  level 4, first      6    3    1    2"
printf 'concentric statistics 1\ngame nine 4 first 3 1 2\nspoilt\n' >data/concentric/statistics
cp data/concentric/statistics spoilt
say "statistics\n" nine
ok "a spoilt file is told" refused_with "cannot be read: line 3 is not understood"
ok "and left as it is" cmp -s spoilt data/concentric/statistics
say "statistics\n" nine --lang ja
ok "in Japanese" refused_with "3行目がわかりません"
rm -r data
say "c3\n" nine --computer none --position "w.w...../.w.b..../b.....bb b 0 0"
ok "from a position" refused_with ""

# A match: six games a set, carried on, and back from a file.
say "resign\nnew\nresign\nsave match.txt\nnew\n" mur --match --computer none
ok "a match goes on" good_with "set 1, game 3"
ok "its records are a match" grep -q "Round \"2\"" match.txt
"$bin" replay match.txt >out 2>err
rc=$?
ok "that replay accepts" good_with "match: "
say "new\nnew\n" --open match.txt
ok "and can be taken up again" good_with "set 1, game 3"
all=$(printf 'resign\\nnew\\n%.0s' {1..12})
say "$all" mur,ships=1 --match --computer none
ok "a match ends" good_with "The match is over"
say "resign\nnew\n" six --match --computer none
ok "every game has a match" good_with "set 1, game 2"
say "" nine --match --computer none
ok "and says what match" good_with "a match of 2 games, the sides change"

# Levels choose by the number of the game too: no game of a match repeats another one.
rm two.txt
say "new\nsave two.txt\n" six --match --computer both --level 1 --seed 3
games_of() { awk 'BEGIN { RS = "" } !/^\[/ { gsub("\n", " "); print }' "$1"; }
differ() { [ "$(games_of two.txt | wc -l)" -eq 2 ] && [ -z "$(games_of two.txt | sort | uniq -d)" ]; }
ok "two computers do not play the same game twice" differ

# MUR goes on from the last board without a match; others have no such game.
say "+a1\n+b1\nresign\nnext\nposition\nsave next.txt\n" mur --computer none
ok "a next game without a match" good_with "position: ......../......../bw....../k w 0 0"
ok "is a record" replays next.txt
say "+a1\nnext\n" mur --computer none
ok "not before the end" refused_with "still on"
say "resign\nnext\n" nine --computer none
ok "not in a game without it" refused_with "no next game"

# A finished record: looking back and a variation leave everything as it was.
cat >done.txt <<'RECORD'
[Game "nine"]
[Event "Club evening"]
[White "Anna"]
[Black "花子"]
[TimeControl "300+5"]
[Result "1-0"]
[Termination "time"]

1. d6! {[%clk 0:05:01] a good start} (1. d2 f4) 1... d2 {[%clk 0:04:59]} 2. f4 {[%clk 0:04:58]
[%eval 0.35]} 1-0
RECORD
say "save before.txt\nundo\nredo\nsave after.txt\nundo\nundo\nf2\nsave more.txt\n" --open done.txt
ok "its result is told" good_with "White wins: the opponent ran out of time"
ok "back and forth loses nothing" cmp -s before.txt after.txt
kept() { for t in Club Anna 花子 '"time"' '"1-0"' 'd6!' '(1. d2' 'good start' 4:58 0.35; do grep -qF -e "$t" "$1" || return 1; done; }
ok "names, comments, clocks, variations, marks, the end" kept after.txt
ok "a move made looking back is a variation" grep -q "f2" more.txt
ok "beside all that was there" kept more.txt
ok "and the record is good" replays more.txt
say "undo\ngo\n" --open done.txt
ok "a loss on time stays lost" refused_with "the game is over"
say "d6\nd2\nresign\nundo\ngo\nf4\n" nine --computer none
ok "other ends can be thought over" good_with "Black plays f4"

# Saved games of the version before tables.
say "redo\nposition\n" --open "$old/saved-nine.txt"
ok "a saved game of 79329bd" good_with "Black plays d5"
ok "whose computer is still there" out_has "computer 2/10"
say "" --open "$old/saved-mur.txt"
ok "a saved match of 79329bd" good_with "set 1, game 3; Black begins; Black 2 : White 0"

# Time controls.
for clock in none 300 300+5 300d5 3d 3d+10d; do
    say "d6\n" nine --level 1 --clock "$clock"
    ok "--clock $clock" good_with "Black plays"
done
say "d6\n" nine --level 10 --clock 1
ok "the computer does not lose on a short clock" good_with "Black plays"

# The secret pick.
say "1\n1\n" "morelli,size=7,edition=nestor" --computer none
ok "equal picks stand" good_with "so it is adjacent"
say "2\n3\n" "morelli,size=7,edition=nestor" --computer none
ok "different ones give the third" good_with "so it is adjacent"
say "9\n1\n1\n" "morelli,size=7,edition=nestor" --computer none
ok "there are three" [ "$rc" -eq 1 ]
say "2\n" "morelli,size=7,edition=nestor" --level 1
ok "the computer picks too" good_with "so it is"

bad "perfect play where nothing is solved" "nine is not solved here" nine --level perfect
bad "no such game" "there is no game" nonsense
bad "a bad position" "the board has 'n'" nine --position nonsense
bad "a bad level" "--level takes a number" nine --level 0
bad "level and time" "do not go together" nine --level 1 --time 5
bad "a bad side" "first, second, both or none" nine --computer white
bad "a bad clock" "--clock: a clock is none" nine --clock soon
bad "a bad palette" "rainbow or safe" nine --palette loud
bad "a position needs its game" "VARIANT" --position x
bad "no database" "cannot use the database" six --db nowhere
bad "no file" "nothing.txt" --open nothing.txt
bad "a match from a position" "a match begins from the start" six --match --position "......../........ w 6 6"
bad "two words" "word too much" nine six
ok "scripts leave no saved games behind" test ! -e "$tmp/state"

# Somebody types although the output is no terminal: the game is kept.
python3 - "$bin" <<'PY' >out 2>err
import os, pty, subprocess, sys, time
master, slave = pty.openpty()
game = subprocess.Popen([sys.argv[1], "play", "nine", "--computer", "none"], stdin=slave,
                        stdout=subprocess.PIPE, start_new_session=True)
os.write(master, b"d6\n")
seen = b""
while b"plays d6" not in seen:
    chunk = game.stdout.read1(4096)
    if not chunk:
        sys.exit("ended early")
    seen += chunk
game.terminate()
rest = game.stdout.read()
sys.exit(0 if game.wait(60) == 0 and b"saved" in rest else "not saved")
PY
rc=$?
ok "a game that is typed is saved at a kill" [ "$rc" -eq 0 ]
ok "in its file" grep -q d6 "$tmp/state/concentric/nine.game"

# Analysis: any move at any point is a variation; the game itself waits.
analysis='d6\nd2\nf4\nanalyse\nundo\nf6\ncomment a better try\nmark !?\nundo\nb4\nmark ?\n'
say "${analysis}tree\n" nine --computer none
ok "a move while analysing is a variation, with comment and mark" good_with '  2. f6!? {a better try}'
ok "the tree shows where one is" out_has '  >2. b4?'
say "${analysis}vary back\npromote\nsave lines.txt\n" nine --computer none
ok "variations are gone through and put first" good_with 'This variation comes first now'
ok "what was analysed is a record" replays lines.txt
ok "with its variations" out_has '(2. f6!? {a better try})'
say 'open lines.txt\nanalyse\ngoto 2\nvary\nvary\ndelete\ntree\n' nine --computer none
ok "read again, gone to, a variation taken out" lacks '2. b4?'
ok "the others stay" out_has '2. f6!? {a better try}'
say "${analysis}vary\n" nine --computer none
ok "where there is no further variation that is said" refused_with 'no other variation on that side'
say 'd6\nd2\nanalyse\ndelete\n' nine --computer none
ok "moves that were played are not deleted" refused_with 'the moves that were played stay'
rm after.txt
say 'd6\nd2\nanalyse\nf4\nf6\nanalyse\nb4\nsave after.txt\n' nine --computer none
ok "after the analysis the game goes on where it stood" good_with 'Back to the game'
replays after.txt
ok "and the analysis is not in it" lacks 'f4'
ok "but the move made then is" out_has 'b4'
say 'd6\nd2\ngoto 1\n' nine --computer none
ok "a game that is on is not gone about in" refused_with 'V analyses a copy'
say 'd6\nd2\nf4\nanalyse\ngoto 1\ngoto 1...\ngoto end\ngoto 7\n' nine --computer none
ok "moves are gone to by their numbers, and only to those that are there" refused_with 'Name a move of this line'
say 'lines 3\nquit\n' six --computer none
ok "the engine tells several lines" good_with '3. '
say 'lines 6\n' six --computer none
ok "but not six" refused_with 'from 1 to 5'
say 'd6\nd2\nanalyse\nf4\nlevel 1\ngo\nquit\n' six --computer none
ok "any position can be played on from, against the computer" good_with 'A new game from this position'
ok "who has the other side" out_has 'computer 1/10'
say 'd6\nd2\nanalyse\nf4\nlevel perfect\ngo\nquit\n' six --computer none
ok "or against perfect play" good_with 'A new game from this position'
say 'analyse\nd6\nundo\nf4\npromote\ntree\n' six --computer none
ok "an analysis may begin at an empty board" good_with '1. f4'
say 'd6\nanalyse\ntree\nanalyse\n' six --computer none --lang ja
ok "in Japanese" good_with '対局に戻りました'

say '' nine --computer none
ok "the first screen names help" good_with 'help lists the commands'
ok "and shows the board" out_has '7  ┌───────────┬───────────┐'
say '' nine --computer none --lang ja
ok "in Japanese too" good_with 'help でコマンドの一覧'
say 'd6\nnew six\n' nine --computer none
ok "a new game begins with its board" good_with '6  ┌───────┬───────┐'
only_ascii() { good && ! LC_ALL=C grep -q '[^ -~]' out; }
for variant in nine six twelve stacking mur morelli; do
    LC_ALL=C say 'board\n' $variant --computer both --level 1 --seed 3
    ok "$variant: no UTF-8 locale, nothing but ASCII" only_ascii
    ok "$variant: every sign has its own" lacks '?'
done
say 'd6\n' nine --computer none --ascii
ok "--ascii line by line" good_with '7  +-----------+-----------+'
say 'ascii\nboard\nascii\n' nine --computer none
ok "ascii changes the signs" good_with '7  +-----------+-----------+'
ok "and says how to go back" out_has 'with all signs'
say 'rules\n' nine --computer none
ok "the rules of the game" good_with 'Morris: rules for players'
ok "clauses in a line each, without marks" out_has '1.1 White has the first turn [ruling]. After that, White and Black take turns.'
ok "no Markdown is left" lacks '**'
say 'rules\n' mur --computer none --lang ja
ok "in Japanese, of the other game" good_with '1分でわかるマー'

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
