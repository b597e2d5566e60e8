#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `concentric tournament` with engines that behave and such that do not.
#   test_tournament.sh PROGRAM FAKE_ENGINE
set -u
program=$(realpath "$1")
fake=$(realpath "$2")
work=$(mktemp -d)
passed=0 failed=0 child=""
finish() {
  [ -z "$child" ] || kill -KILL "$child" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1: expected '$2', got '$3'"
    tail -n 5 "$work/errors" 2>/dev/null
  fi
}

# Plays; leaves status, $work/out and $work/errors. The time is only to end a test that hangs.
play() {
  timeout 100 "$program" tournament "$@" >"$work/out" 2>"$work/errors" </dev/null
  status=$?
}
line() { sed -n "s/^$1  *//p" "$work/out"; } # what the report says under a word
faults() { line faults | sed -n "s/^$1: \(.*\); latest.*/\1/p"; }
moves_of() { "$program" replay --canonical "$1" | grep -v '^\['; } # games in the order of the file
replays() { "$program" replay "$1" 2>&1 | tail -n 1; }

# ---- games ----
test_variants() {
  local v
  for v in nine six,flying twelve stacking mur morelli,size=7 morelli,size=9,edition=nestor \
    morelli,size=7,setup=pairs; do
    play "$v" --engine "name=one $fake seed=1" --engine "name=two $fake seed=2" --games 4 \
      --record "$v.txt" --tc depth=1
    check "$v: ends well" 0 $status
    check "$v: all played" "4 of 4" "$(line games | cut -d: -f1)"
    check "$v: no faults" "crashes 0, illegal moves 0, time losses 0, no answers 0" "$(faults one)"
    check "$v: records are right" "4 games, all moves legal, all results right" \
      "$(replays "$v.txt")"
    check "$v: journal" 5 "$(wc -l <"$v.txt.journal")"
  done
  check "set-ups differ by pair" "1 1 2 2" "$(awk '/^\[Game/ {g++; s[g] = 1} /^\[Seed/ {
    gsub(/[^0-9]/, ""); s[g] = $0 + 0} END {print s[1], s[2], s[3], s[4]}' morelli,size=7.txt)"
}

# The same seed gives the same openings, whichever engines play; the two games of a pair share one,
# with the sides swapped.
openings() { # FILE: the first six plies and who is White, sorted by game
  awk '/^\[MatchGame/ {gsub(/[^0-9]/, ""); n = $0} /^\[White / {w = $2}
    /^1\. / {print n, w, $2, $3, $5, $6, $8, $9}' "$1" | sort -n
}
test_openings() {
  local common="--opening-plies 6 --games 12 --tc depth=1"
  play nine --engine "name=A $fake seed=1" --engine "name=B $fake seed=2" --record a $common --seed 5
  play nine --engine "name=A $fake seed=3" --engine "name=B $fake best=1" --record b $common \
    --seed 5 --concurrency 3
  check "the same openings from the same seed" "$(openings a)" "$(openings b)"
  check "twelve of them" 12 "$(openings a | wc -l)"
  play nine --engine "name=A $fake seed=1" --engine "name=B $fake seed=2" --record c $common --seed 6
  check "others from another seed" 0 "$(comm -12 <(openings a | sort) <(openings c | sort) | wc -l)"
  check "pairs share their opening" 6 "$(openings a | cut -d' ' -f3- | uniq -c | grep -c '^ *2 ')"
  check "sides are swapped" "AB" "$(openings a | awk '{print $2}' | tr -cd 'AB' | head -c 2)"
  play nine --engine "name=A $fake seed=1" --engine "name=B $fake seed=2" --record d $common --seed 5
  check "engines that repeat themselves repeat the tournament" "$(moves_of a)" "$(moves_of d)"
}

# ---- engines that misbehave ----
# They mostly wait, so all tournaments run side by side, each in a directory of its own; then each is
# looked at. No limit here is one that a loaded machine could break: who is late is late for good.
launch() { # DIRECTORY LIMITS BEHAVIOUR FLAGS...: against a good one, two games
  local dir=$1 limits=$2 behaviour=$3
  shift 3
  mkdir "$dir"
  (
    cd "$dir" || exit 1
    timeout 100 "$program" tournament nine --engine "name=bad $limits $fake $behaviour" \
      --engine "name=good depth=1 $fake seed=2" --games 2 --record games.txt "$@" \
      >out 2>errors </dev/null
    echo $? >status
  ) &
}
look_at() { # DIRECTORY CRASHES ILLEGAL LATE SILENT
  local dir=$1
  cp "$dir/out" "$dir/errors" "$work"
  check "$dir: counted" "crashes $2, illegal moves $3, time losses $4, no answers $5" "$(faults bad)"
  check "$dir: the other is blameless" "crashes 0, illegal moves 0, time losses 0, no answers 0" \
    "$(faults good)"
  check "$dir: ends well" 0 "$(cat "$dir/status")"
  check "$dir: records are right" "2 games, all moves legal, all results right" \
    "$(replays "$dir/games.txt")"
}
test_bad_engines() {
  local silent=(--patience 4000 --concurrency 2)
  launch crash depth=1 crash=2
  launch idle depth=1 idle-crash=2
  launch illegal depth=1 illegal=2
  launch empty depth=1 empty=2
  launch garbage depth=1 garbage=2
  launch hang movetime=300 hang=1 "${silent[@]}"
  launch deaf movetime=300 deaf=1 "${silent[@]}"
  launch flood movetime=300 flood=1 "${silent[@]}"
  launch hang-depth depth=3 hang=1 "${silent[@]}" --move-max 300
  launch slow movetime=100 slow=400
  launch clock clock=0.5 slow=200
  launch late movetime=1000 late=2 --margin 1000
  wait
  # A process that is ended starts anew for the next game, with its faults; others have but one.
  look_at crash 2 0 0 0
  check "a crash is a loss" "bad 0.0 : 2.0 good (0.0 %)" "$(line score)"
  check "and noted in the record" 2 "$(grep -c 'Fault "it ended with status 3' crash/games.txt)"
  look_at idle 2 0 0 0
  look_at illegal 0 1 0 0
  look_at empty 0 1 0 0
  look_at garbage 0 0 0 0
  look_at hang 0 0 0 2
  look_at deaf 0 0 0 2
  look_at flood 0 0 0 2
  check "silence is a loss" "bad 0.0 : 2.0 good (0.0 %)" "$(line score)"
  look_at hang-depth 0 0 0 2
  look_at slow 0 0 2 0
  look_at clock 0 0 2 0
  look_at late 0 0 1 0
  check "how late is told" yes \
    "$([ "$(line faults | sed -n 's/^bad.*answer \([0-9]*\) ms.*/\1/p')" -ge 1000 ] && echo yes)"
}

refused() { # NAME WORDS FLAGS...
  local name=$1 words=$2
  shift 2
  play "$@"
  check "$name: status" 2 $status
  check "$name: one line that says why" 1 \
    "$(grep '^concentric: ' errors | grep -cF -- "$words")"
}
test_refusals() {
  local good="$fake seed=1"
  refused "no engine" "needs at least two engines" nine
  refused "one engine" "needs at least two engines" nine --engine "$good"
  refused "a test of three engines" "--sprt is a test of two engines" nine --engine "$good" \
    --engine "$good" --engine "$good" --sprt "0 5"
  refused "an option that is none" 'engine 2: it has no option "Hesh"; its options: Variant' nine \
    --engine "$good" --engine "option.Hesh=3 self"
  refused "a value that is none" "engine 2: it says: error Hash takes a number" nine \
    --engine "$good" --engine "option.Hash=many self"
  refused "a log that cannot be" "cannot write 'no/log'" nine --engine "$good" --engine "$good" \
    --log no/log
  refused "openings that are not there" "cannot read 'nothing'" nine --engine "$good" \
    --engine "$good" --openings nothing
  printf 'startpos moves d6 f4\n\nstartpos moves d6 d6\n' >bad-openings
  refused "an opening that is none" "line 3: " nine --engine "$good" --engine "$good" \
    --openings bad-openings
  refused "no such game" "" chess --engine "$good" --engine "$good"
  refused "no such program" "engine 2: cannot start" nine --engine "$good" --engine ./nothing-here
  refused "a mute engine" "engine 1: no ugiok within" nine --engine "$fake mute=1" \
    --engine "$good" --patience 200
  refused "an engine that ends" "it ended with status 5 before it said ugiok" nine \
    --engine "$good" --engine "$fake exit=1"
  refused "an engine that is none" "before it said ugiok" nine --engine "$good" --engine true
  refused "an odd number" "even number" nine --engine "$good" --engine "$good" --games 3
  refused "a bad limit" "clock takes seconds" nine --engine "clock=x $good" --engine "$good"
  refused "a bad time control" "is no limit" nine --engine "$good" --engine "$good" --tc fast
  refused "a bad test" "smaller Elo first" nine --engine "$good" --engine "$good" --sprt "5 0"
  refused "a bad adjudication" "--resign takes" nine --engine "$good" --engine "$good" --resign 5
  refused "a directory that is not there" "cannot use" nine --engine "$good" --engine "$good" \
    --record no/such/file
}

# An engine that starts once and never again ends the tournament, not a thousand losses.
test_start_failures() {
  cat >once.sh <<'END'
#!/bin/sh
[ -e started ] && exit 7
echo >started
exec "$1" crash=2
END
  chmod +x once.sh
  rm -f started
  # The check at the beginning is its one start.
  refused "it does not start again" "failed to start 3 times" nine --engine "./once.sh $fake" \
    --engine "$fake" --games 1000 --record once.txt
  check "what was played is kept" "3 games, all moves legal, all results right" \
    "$(replays once.txt)"
}

# ---- adjudication, test, limits ----
test_adjudication() {
  play nine --engine "$fake score=2500" --engine "$fake score=500" --games 4 --resign 400,3 \
    --record resign.txt
  check "given up" "given up 4" "$(line ended)"
  check "by the one that thinks so" 4 "$(grep -c 'Termination "adjudicated"' resign.txt)"
  check "its records" "4 games, all moves legal, all results right" "$(replays resign.txt)"
  play nine --engine "$fake score=1005" --engine "$fake score=995" --games 4 --draw 10,3,8
  check "called drawn" "called drawn 4" "$(line ended)"
  play morelli,size=7 --engine "$fake score=1005" --engine "$fake score=995" --games 4 \
    --max-plies 5 --record long.txt
  check "too long" "too long, drawn 4" "$(line ended)"
  check "all pairs even" "0: 0, 1/2: 0, 1: 2, 3/2: 0, 2: 0" "$(line pairs)"
  check "records of called draws" "4 games, all moves legal, all results right" "$(replays long.txt)"
}
test_sprt() {
  play nine --engine "name=bad $fake illegal=1 crash=2" --engine "name=good $fake" --games 1000 \
    --sprt "-50 50" --quiet
  check "the test stops the tournament" 1 $status
  check "with the lower Elo" 1 "$(line SPRT | grep -c 'the lower Elo is accepted')"
  check "early" yes "$([ "$(line games | cut -d' ' -f1)" -lt 200 ] && echo yes)"
  check "quietly" "" "$(cat errors)"
  play nine --engine "name=good $fake" --engine "name=bad $fake crash=1" --games 1000 \
    --sprt "-50 50 0.05 0.05" --quiet --concurrency 2
  check "the higher Elo" 0 $status
  check "said so" 1 "$(line SPRT | grep -c 'the higher Elo is accepted')"
}

# Options and the variant reach the engine, in the order of the protocol.
test_dialogue() {
  cat >tap.sh <<'END'
#!/bin/sh
tee -a dialogue | "$@"
END
  chmod +x tap.sh
  play morelli,size=7 --engine "name=tapped option.Hash=3 'option.Clear Hash=' clock=2+0.5 \
    ./tap.sh $program ugi" \
    --engine "$fake" --games 2 --max-plies 3 --seed 9
  check "what it is told first" "ugi
setoption name Variant value morelli,size=7
isready
setoption name Hash value 3
setoption name Clear Hash
isready
uginewgame
isready
quit" "$(head -n 9 dialogue)"
  check "a random set-up goes as a position" 1 \
    "$(grep -m 1 '^position' dialogue | grep -c '^position fen [^ ]* b play$')"
  check "clocks" 1 "$(grep -cE '^go p1time 2000 p2time 2000 p1inc 500 p2inc 500$' dialogue |
    sed 's/^[12]$/1/')"
}

# ---- more than two engines ----
pairs_met() { # FILE: who met how often, whoever began
  awk -F'"' '/^\[White / {w = $2} /^\[Black / {print (w < $2 ? w "-" $2 : $2 "-" w)}' "$1" |
    sort | uniq -c | awk '{print $2 "=" $1}' | paste -sd' '
}
test_many() {
  local engines=(--engine "name=a $fake seed=1" --engine "name=b $fake seed=2"
    --engine "name=c depth=3 self" --engine "name=d $fake seed=4")
  play six "${engines[@]}" --tc depth=1 --games 4 --concurrency 2 --record robin.txt --log robin.log
  check "all against all" "0 24 of 24, 4 for each of 6 pairings" "$status $(line games)"
  check "each pair met" "a-b=4 a-c=4 a-d=4 b-c=4 b-d=4 c-d=4" "$(pairs_met robin.txt)"
  check "the best one stands first" c "$(awk '$1 == 1 {print $NF}' out)"
  check "all pairings have the same openings" 2 "$(awk '/^1\. / {print $2, $3, $5, $6}' robin.txt |
    sort -u | wc -l)"
  check "its records" "24 games, all moves legal, all results right" "$(replays robin.txt)"
  check "the log has both directions" "yes yes" "$(grep -q ' c <- go depth 3$' robin.log && echo yes) \
$(grep -q ' c -> bestmove ' robin.log && echo yes)"
  head -n 12 robin.txt.journal > "cut" && mv "cut" robin.txt.journal
  play six "${engines[@]}" --tc depth=1 --games 6 --record robin.txt
  check "goes on, and longer" "0 1 36 of 36, 6 for each of 6 pairings" \
    "$status $(grep -c 'after 11 games' errors) $(line games)"
  play six "${engines[@]}" --tc depth=1 --games 2 --gauntlet --record gauntlet.txt
  check "one against all" "0 a-b=2 a-c=2 a-d=2" "$status $(pairs_met gauntlet.txt)"
  printf '# two\nstartpos moves d6 f4\nfen ......../........ w 6 6 moves b4\n' >openings
  play six --engine "name=a $fake seed=1" --engine "name=b $fake seed=2" --tc depth=1 --games 6 \
    --openings openings --record opened.txt
  check "openings of a file, in turn" "0 d6 d6 b4 b4 d6 d6" \
    "$status $(awk '/^1\. / {print $2}' opened.txt | paste -sd' ')"
}
# What an engine wrote last is told with its end.
test_stderr() {
  printf '#!/bin/sh\necho first >&2; echo the disk is on fire >&2\nexit 9\n' >burns.sh
  chmod +x burns.sh
  refused "stderr in the reason" "it ended with status 9 (stderr: the disk is on fire)" nine \
    --engine "$fake" --engine ./burns.sh
  # More than a pipe holds must not make it wait for us.
  printf '#!/bin/sh\nhead -c 300000 /dev/zero >&2\nexec "$@"\n' >talks.sh
  chmod +x talks.sh
  play nine --engine "./talks.sh $fake" --engine "$fake" --games 2 --tc depth=1
  check "an engine that says much on stderr" "0 2 of 2" "$status $(line games | cut -d: -f1)"
}

# This program as an engine: depth 4 beats random moves.
test_self() {
  play six --engine "name=deep depth=4 option.Hash=1 self" --engine "name=random depth=1 $fake" \
    --games 4 --record self.txt
  check "self: no faults" "crashes 0, illegal moves 0, time losses 0, no answers 0" "$(faults deep)"
  check "self: wins" "deep 4.0 : 0.0 random (100.0 %)" "$(line score)"
  check "self: records are right" "4 games, all moves legal, all results right" "$(replays self.txt)"
}

# ---- kill and go on ----
resumed() { # SIGNAL
  local engines=(--engine "name=A $fake seed=1 slow=1" --engine "name=B $fake seed=2 slow=1")
  local flags=(--games 40 --concurrency 2 --record kill.txt --opening-plies 4 --max-plies 40)
  rm -f kill.txt*
  "$program" tournament nine "${engines[@]}" "${flags[@]}" >out 2>errors &
  child=$!
  for _ in $(seq 200); do
    [ "$(cat kill.txt.journal 2>/dev/null | wc -l)" -ge 6 ] && break
    sleep 0.02
  done
  play nine "${engines[@]}" "${flags[@]}"
  check "$1: one at a time" "2 1" "$status $(grep -c 'another tournament is writing' errors)"
  kill "-$1" "$child"
  wait "$child" 2>/dev/null
  status=$? child=""
  [ "$1" = KILL ] || check "$1: it tells how it stood" "1 1" "$status $(grep -c '^score ' out)"
  before=$(($(wc -l <kill.txt.journal) - 1))
  check "$1: it was under way" yes "$([ "$before" -ge 5 ] && [ "$before" -lt 40 ] && echo yes)"
  # A record and a line of the journal that were being written when it was killed.
  printf '\n[Game "nine"]\n[White "A"]\n\n1. d6 d2 2. f' >>kill.txt
  printf '%s' '39 1 ru' >>kill.txt.journal
  # `match` is what the command was called first.
  timeout 100 "$program" match nine "${engines[@]}" "${flags[@]}" >out 2>errors </dev/null
  status=$?
  check "$1: goes on" "0 1" "$status $(grep -c "taking up again after $before games" errors)"
  check "$1: the rest is played" "40 of 40" "$(line games | cut -d: -f1)"
  check "$1: records are whole" "40 games, all moves legal, all results right" "$(replays kill.txt)"
  check "$1: each game once" "$(seq 40)" \
    "$(sed -n 's/^\[MatchGame "\(.*\)"\]/\1/p' kill.txt | sort -n)"
}
test_resume() {
  local whole
  resumed KILL
  resumed INT
  whole=$(line score)
  cp kill.txt whole.txt
  play nine --engine "name=A $fake seed=1 slow=1" --engine "name=B $fake seed=2 slow=1" --games 40 \
    --record kill.txt --opening-plies 4 --max-plies 40
  check "nothing is left to play" "0 $whole" "$status $(line score)"
  check "and nothing changes" "$(cat whole.txt)" "$(cat kill.txt)"
  play nine --engine "name=A $fake seed=1 slow=1" --engine "name=B $fake seed=2 slow=1" --games 44 \
    --record kill.txt --opening-plies 4 --max-plies 40
  check "more games go on top" "44 of 44" "$(line games | cut -d: -f1)"
  refused "another tournament" "belongs to another tournament" nine --engine "$fake" --engine "$fake" \
    --record kill.txt
  echo "my own notes" >notes.txt
  refused "a file that is not ours" "no journal says that it is ours" nine --engine "$fake" \
    --engine "$fake" --record notes.txt
  check "stays as it was" "my own notes no" \
    "$(cat notes.txt) $([ -e notes.txt.journal ] && echo yes || echo no)"
  # A disk that lost the last byte: that game is played again, the others stay.
  cp kill.txt whole.txt
  truncate -s -1 kill.txt
  play nine --engine "name=A $fake seed=1 slow=1" --engine "name=B $fake seed=2 slow=1" --games 44 \
    --record kill.txt --opening-plies 4 --max-plies 40
  check "a record that is not whole is mended" "0 1 44 of 44" \
    "$status $(grep -c 'after 43 games' errors) $(line games | cut -d: -f1)"
  check "with every game once" "44 games, all moves legal, all results right $(seq -s, 44)" \
    "$(replays kill.txt) $(sed -n 's/^\[MatchGame "\(.*\)"\]/\1/p' kill.txt | sort -n | paste -sd,)"
  sed -i '3s/.*/x/' kill.txt.journal
  refused "a damaged journal" "its line 3 is damaged" nine \
    --engine "name=A $fake seed=1 slow=1" --engine "name=B $fake seed=2 slow=1" --games 44 \
    --record kill.txt --opening-plies 4 --max-plies 40
}

test_many
test_stderr
test_variants
test_openings
test_bad_engines
test_refusals
test_start_failures
test_adjudication
test_sprt
test_dialogue
# Waits for `go` in our own UGI.
if printf 'go depth 1\n' | "$program" ugi | grep -q '^error: there is no command'; then
  echo "skip self: ugi has no go yet"
else
  test_self
fi
test_resume
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
