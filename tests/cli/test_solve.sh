#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# End-to-end tests of solve, verify and query: tests/cli/test_solve.sh PATH_OF_CONCENTRIC
# A run is killed and taken up again; files are damaged; answers are compared.
set -u
bin=$(realpath "${1:?usage: test_solve.sh PATH_OF_CONCENTRIC}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "${rc-}"
        head -c 300 "$tmp/out" | sed 's/^/     out: /'
        head -c 300 "$tmp/err" | sed 's/^/     err: /'
    fi
}
run() {
    "$bin" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    rc=$?
}
out_has() { grep -qF -- "$1" "$tmp/out"; }
is_good() { [ "$rc" -eq 0 ] && [ ! -s "$tmp/err" ]; }
good_with() { [ "$rc" -eq 0 ] && out_has "$1"; }
no_with() { [ "$rc" -eq 1 ] && out_has "$1" && [ "$(wc -l <"$tmp/out")" -eq 1 ]; }
bad_with() {
    [ "$rc" -eq 2 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] &&
        grep -q '^concentric: ' "$tmp/err" && grep -qF -- "$1" "$tmp/err"
}
bad() {
    local name=$1 words=$2
    shift 2
    run "$@"
    ok "$name" bad_with "$words"
}
files() { find "$1" -type f | wc -l; }
only_databases() { [ -z "$(find "$1" -mindepth 1 ! -name '*.db')" ]; }
# flip FILE OFFSET: one bit of a byte.
flip() {
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    printf "\\x$(printf %02x $((byte ^ 4)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# --- sizes and needs, without solving
run solve nine --plan
ok "the size of nine" good_with "all              27699640004"
ok "its largest stage fits what is said of it" \
    sh -c "awk '\$1 == \"all\" { exit !(\$3 > 4000 && \$3 < 6000) }' '$tmp/out'"
run solve nine --plan --stages 2
ok "of its first stages" good_with "all                  2018750"
bad "what the memory does not hold is refused at once" "needs 5." solve nine --memory 1 --out "$tmp/big"
ok "with the stages that it does hold" grep -q -- "--memory, or solve fewer stages with --stages [1-9]" "$tmp/err"
ok "and no directory is made" [ ! -e "$tmp/big" ]
tables=$(dirname "$0")/../../docs/solved
for table in "$tables"/*.txt; do
    variant=$(sed -n 's/^value of \(.*\) for the side that begins.*/\1/p' "$table")
    [ -n "$variant" ] || continue
    run solve "$variant" --plan
    grep -E '^[0-9][^ ]* ' "$tmp/out" | awk '{print $1}' >"$tmp/planned"
    grep -E '^[0-9][^ ]* ' "$table" | awk '{print $1}' >"$tmp/solved"
    entries=$(sed -n 's/.* for each of \([0-9]*\) entries.*/\1/p' "$table")
    ok "the table of $variant has the sectors of the plan" cmp -s "$tmp/planned" "$tmp/solved"
    ok "and its entries ($entries)" \
        sh -c "[ \"\$(awk '\$1 == \"all\" { print \$2 }' '$tmp/out')\" = '$entries' ]"
done

# --- solving, with and without being killed
run solve six --out "$tmp/six" --threads 2 --pack "$tmp/six.pack"
ok "six is solved" good_with "value of six for the side that begins: draw"
ok "its counts are those of docs/solved.md" \
    good_with "all                 1016823       225264      1877524      120"
cp "$tmp/out" "$tmp/six.out"
grep -v '^bytes\|^time' "$(dirname "$0")/../../docs/solved/six.txt" >"$tmp/six.table"
ok "its table and certificate are in docs/solved" diff <(grep -v '^bytes\|^time' "$tmp/out") "$tmp/six.table"
ok "nothing but database files is left" only_databases "$tmp/six"
ok "one file per sector" [ "$(files "$tmp/six")" -eq 86 ]

"$bin" solve six --graph --out "$tmp/killed" >"$tmp/out" 2>"$tmp/err" &
job=$!
for _ in $(seq 6000); do
    [ -n "$(find "$tmp/killed" -name '*.db' 2>/dev/null)" ] && break
    sleep 0.01
done
kill -9 "$job"
wait "$job" 2>/dev/null
early=$(files "$tmp/killed")
ok "a run is killed when it has some files" [ "$early" -ge 1 ]
[ "$early" -lt 86 ] || echo "     (it was faster than the kill: the next checks say less)"
: >"$tmp/killed/6-6.part" # as if it had been writing
find "$tmp/killed" -name '*.db' -exec stat -c '%n %i' {} + | sort >"$tmp/before"
run solve six --out "$tmp/killed"
ok "it is taken up again" good_with "value of six for the side that begins: draw"
ok "its certificate is the same" good_with "$(grep '^certificate six ' "$tmp/six.out")"
find "$tmp/killed" -name '*.db' -exec stat -c '%n %i' {} + | sort >"$tmp/after"
ok "what was there is kept" [ -z "$(comm -23 "$tmp/before" "$tmp/after")" ]
ok "and the files are the same" diff -r "$tmp/six" "$tmp/killed"

# --- asking
run query six --db "$tmp/six"
ok "the start is a draw" good_with "position draw"
ok "with 16 moves" [ "$(wc -l <"$tmp/out")" -eq 17 ]
cp "$tmp/out" "$tmp/from_dir"
run query six --db "$tmp/six.pack"
ok "the packed file says the same" cmp -s "$tmp/out" "$tmp/from_dir"
run query six --db "$tmp/six" --position "www...../.......b w 2 5"
ok "a position that play does not reach" no_with "position unknown: play from the start does not come to it"
run query six --db "$tmp/six" --position "www...../b.b..... b 0 0"
ok "a finished game has no moves" good_with "position loss 0"
run query six --db "$tmp/six" --position "ww.w.w../b.b...b. w 0 0"
ok "a win is shown with its plies" good_with "position win 1"
ok "the fastest move first" sh -c "sed -n 2p '$tmp/out' | grep -q 'win 1$'"
bad "another variant" "variant six" query six,flying --db "$tmp/six"
bad "no directory" "cannot be opened" query six --db "$tmp/none"
bad "no --db" "--db DIR" query six,diagonals
run query six
ok "six is inside the program" cmp -s "$tmp/out" "$tmp/from_dir"

# --- how far from the end
run distances "$tmp/six" --threads 2
ok "distances of six" good_with "files 86 of 86"
cp "$tmp/out" "$tmp/distances"
ok "are those of docs/solved" cmp -s "$tmp/out" "$(dirname "$0")/../../docs/solved/distances/six.txt"
ok "they add up to the counts" [ "$(awk '/^[0-9]+ / && NF == 3 { l += $2; w += $3 } /^drawn/ { d = $2 } END { print l, d, w }' "$tmp/out")" = "1016823 225264 1877524" ]
ok "the longest is that of the table" [ "$(awk '$2 == "win" || $2 == "loss" { if ($3 > most) most = $3 } END { print most }' "$tmp/out")" -eq 120 ]
# The record of the furthest position of some sectors: replayed, it has as many moves as it should.
replays() {
    local sector=$1 plies position
    plies=$(awk -v s="$sector" '$1 == s { print $3 }' "$tmp/distances")
    position=$(awk -v s="$sector" '$1 == s { print $4, $5, $6, $7 }' "$tmp/distances")
    run query six --db "$tmp/six" --position "$position" --record
    [ "$rc" -eq 0 ] && cp "$tmp/out" "$tmp/record" && run replay "$tmp/record" &&
        good_with "1 game, all moves legal, all results right" &&
        [ "$(tail -n +6 "$tmp/record" | tr ' ' '\n' | grep -c '[a-f][2-6]')" -eq "$plies" ]
}
for sector in 6-5 5-6 4-4 6-6 3-6 1-3-hand-4-3; do ok "the record of $sector" replays "$sector"; done
bad "no record of a draw" "this position is a draw" query six --db "$tmp/six" --record
bad "no record as JSON" "goes without" query six --db "$tmp/six" --record --json
mkdir "$tmp/some"
cp "$tmp"/six/[34]-[34].db "$tmp/some"
run distances "$tmp/some"
ok "distances of some sectors" good_with "files 4 of 86"
flip "$tmp/some/4-4.db" 5000
bad "of a damaged one" "4-4.db: block" distances "$tmp/some"
bad "of nothing" "cannot be opened" distances "$tmp/none"

# --- the first stages alone, of a game that nobody solves in a test
mkdir "$tmp/dbs"
run solve twelve --stages 2 --out "$tmp/dbs/twelve"
ok "first stages of twelve" good_with "all                  687957        65525       936940       32"
run solve twelve --stages 2 --graph --out "$tmp/twelve"
ok "by a stored graph too" diff -r "$tmp/dbs/twelve" "$tmp/twelve"
run query twelve --db "$tmp/dbs" --position "ww...b../w......./..bb.... w 0 0"
ok "what is there is answered" good_with "position "
cp "$tmp/out" "$tmp/from_part"
run solve twelve --stages 2 --out "$tmp/twelve" --pack "$tmp/twelve.pack"
run query twelve --db "$tmp/twelve.pack" --position "ww...b../w......./..bb.... w 0 0"
ok "the same by a pack of them" cmp -s "$tmp/out" "$tmp/from_part"
run query twelve --db "$tmp/dbs"
ok "what is missing is named" \
    no_with "position unknown: sector 0-0-hand-12-12 is not in the database, which has 3 of the 918 sectors of twelve"
printf 'setoption name Variant value twelve\nsetoption name DatabasePath value %s\nposition fen ww...b../w......./..bb.... w 0 0\ngo depth 1\n' \
    "$tmp/dbs" | "$bin" ugi >"$tmp/out" 2>"$tmp/err"
ok "the engine plays by it" grep -q "^bestmove $(sed -n '2s/ .*//p' "$tmp/from_part")\$" "$tmp/out"
ok "and says how much there is" out_has "info string the database has 3 of the 918 sectors of twelve"
run puzzles twelve --count 1 --db "$tmp/dbs"
ok "a puzzle by it" good_with '"exact"'
cp "$tmp/out" "$tmp/puzzle"
run puzzles --check "$tmp/puzzle" --db "$tmp/dbs"
ok "is right" good_with "1 puzzles are right"
rm "$tmp/dbs/twelve/3-3.db"
run query twelve --db "$tmp/dbs" --position "w.w...../.w....../bb.bb... w 0 0"
ok "a sector that moves lead to" no_with "position unknown: sector 3-3 is not in the database"

# --- verifying
run verify "$tmp/six" --threads 2
ok "all values are right" good_with "good: six, 86 files, 3575869 values recomputed"
ok "a line for every sector" [ "$(grep -c ' good, ' "$tmp/out")" -eq 86 ]
ok "its certificate is that of solve" grep -qxF "$(grep '^certificate six ' "$tmp/six.out")" "$tmp/out"
ok "in batches" sh -c "! grep -q 'one by one' '$tmp/out'"
run verify "$tmp/six" --one-by-one
ok "entry by entry too" good_with "good: six, 86 files, 3575869 values recomputed"
ok "which is said" grep -q "^6-6 .*, one by one" "$tmp/out"
run verify "$tmp/six" --sector 6-6
ok "one sector" good_with "good: six, 1 files, 116340 values recomputed"
run verify "$tmp/six" --from 1-1-hand-5-5
ok "from a sector on" good_with "good: six, 3 files, 33 values"
run verify "$tmp/six" --sector 7-7
ok "a sector that there is not" no_with "six has no sector '7-7'"
run verify "$tmp/six" --sample 50
ok "a sample" good_with "86 files"
cp -r "$tmp/six" "$tmp/bad"
flip "$tmp/bad/6-6.db" 5000
run verify "$tmp/bad" --sample 1
ok "one changed bit" [ "$rc" -eq 1 -a "$(grep -c '^damaged: 6-6.db: block' "$tmp/out")" -eq 1 ]
flip "$tmp/bad/6-6.db" 5000
flip "$tmp/bad/5-5.db" 200
run verify "$tmp/bad" --sample 1
ok "one changed bit of a header" no_with "damaged: 5-5.db: its header is damaged"
bad "a damaged header is refused" "its header is damaged" query six --db "$tmp/bad"
bad "and not solved over" "take it away" solve six --out "$tmp/bad"
rm "$tmp/bad/5-5.db"
run verify "$tmp/bad" --sample 1
ok "a missing file" [ "$rc" -eq 1 ]
run solve six --out "$tmp/bad"
ok "is solved again" diff -r "$tmp/six" "$tmp/bad"
echo hello >"$tmp/bad/note.txt"
run verify "$tmp/bad" --sample 1
ok "a file that is no database" no_with "is no database file of six"
bad "no directory to verify" "cannot open '$tmp/none'" verify "$tmp/none"
bad "a file to verify" "cannot open '$tmp/six/6-6.db': Not a directory" verify "$tmp/six/6-6.db"
mkdir "$tmp/empty"
run verify "$tmp/empty"
ok "an empty one" no_with "no database files"

# --- damage that shows only when a block is read
start="ww.w.w../b.b...b. w 0 0"
cp -r "$tmp/six" "$tmp/torn"
for file in "$tmp"/torn/*.db; do flip "$file" $(($(stat -c %s "$file") - 1)); done
bad "a damaged block is told" "is damaged (checksum)" query six --db "$tmp/torn" --position "$start"
ok "with its file" grep -q "torn.*: 4-4.db: \|torn.*: [0-9a-z-]*.db: " "$tmp/err"
run think six --db "$tmp/torn" --position "$start" --depth 2
ok "a search goes on" good_with "best f4-f6"
ok "and says so" grep -q "^concentric: cannot trust the database .*damaged (checksum)" "$tmp/err"
run analyse six --db "$tmp/torn" --position "$start" --depth 2
ok "analyse too" grep -q "^concentric: cannot trust the database .*damaged (checksum)" "$tmp/err"
printf 'b6\nquit\n' | "$bin" play six --plain --level 10 --db "$tmp/torn" >"$tmp/out" 2>"$tmp/err"
ok "and the plain game" grep -q "The database is damaged, so some positions are searched" "$tmp/out"
"$bin" puzzles six --count 1 --seed 4 >"$tmp/puzzle"
run puzzles --check "$tmp/puzzle" --db "$tmp/torn"
ok "and the check of puzzles" out_has "the database is damaged"

# --- a file that is cut off while the program runs
cp -r "$tmp/six" "$tmp/cut"
mkfifo "$tmp/in"
"$bin" ugi <"$tmp/in" >"$tmp/out" 2>"$tmp/err" &
job=$!
exec 9>"$tmp/in"
printf 'setoption name Variant value six\nsetoption name DatabasePath value %s\nisready\n' "$tmp/cut" >&9
for _ in $(seq 600); do grep -q readyok "$tmp/out" && break; sleep 0.1; done
for file in "$tmp"/cut/*.db; do truncate -s 300 "$file"; done
printf 'position startpos\ngo depth 3\n' >&9
for _ in $(seq 600); do grep -q bestmove "$tmp/out" && break; sleep 0.1; done
echo quit >&9
exec 9>&-
wait "$job"
rc=$?
ok "a database cut off under the program does not end it" [ "$rc" -eq 0 ]
ok "a move is found" out_has "bestmove"
ok "and the damage is told" out_has "info string the database is damaged"
# The same for one packed file.
cp "$tmp/six.pack" "$tmp/cut.pack"
: >"$tmp/out" # what the first one said is not an answer
"$bin" ugi <"$tmp/in" >"$tmp/out" 2>"$tmp/err" &
job=$!
exec 9>"$tmp/in"
printf 'setoption name Variant value six\nsetoption name DatabasePath value %s\nisready\n' "$tmp/cut.pack" >&9
for _ in $(seq 600); do grep -q readyok "$tmp/out" && break; sleep 0.1; done
truncate -s 300 "$tmp/cut.pack"
printf 'position startpos\ngo depth 3\n' >&9
for _ in $(seq 600); do grep -q bestmove "$tmp/out" && break; sleep 0.1; done
echo quit >&9
exec 9>&-
wait "$job"
rc=$?
ok "nor one packed file" [ "$rc" -eq 0 ]
ok "which was read before" out_has "tbhits 257"

# --- other things in the place of files
cp -r "$tmp/six" "$tmp/odd"
rm "$tmp/odd/6-6.db"
mkfifo "$tmp/odd/6-6.db"
bad "a pipe instead of a file" "6-6.db: it is not a plain file" query six --db "$tmp/odd"
run verify "$tmp/odd" --sample 1
ok "nor does verify wait for it" [ "$rc" -eq 1 ]
rm "$tmp/odd/6-6.db"
mkdir "$tmp/odd/6-6.db"
bad "a directory instead of a file" "6-6.db: it is not a plain file" query six --db "$tmp/odd"
mkfifo "$tmp/pipe"
bad "a pipe instead of a database" "it is not a plain file" query six --db "$tmp/pipe"

# --- the packed file: tried first, named, replaced as a whole
bad "a packed file that cannot be written is told first" "$tmp/none/six.pack" \
    solve six --out "$tmp/late" --pack "$tmp/none/six.pack"
ok "before anything is solved" [ ! -e "$tmp/late" ]
bad "a directory is no packed file" "is not a plain file" solve six --out "$tmp/late" --pack "$tmp"
bad "nor is a pipe" "is not a plain file" solve six --out "$tmp/late" --pack "$tmp/pipe"
echo old >"$tmp/old.pack"
cp -r "$tmp/six" "$tmp/half"
flip "$tmp/half/6-6.db" 5000
run solve six --out "$tmp/half" --pack "$tmp/old.pack"
ok "what goes wrong names the file" grep -q "^concentric: 6-6.db: block" "$tmp/err"
ok "the old one is as it was" grep -qx old "$tmp/old.pack"
ok "and no part of the new one is left" [ ! -e "$tmp/old.pack.part" ]
run solve six --out "$tmp/six" --pack "$tmp/old.pack"
ok "a good one takes its place" cmp -s "$tmp/old.pack" "$tmp/six.pack"

# --- MUR, by taking moves back and by a stored graph
run solve mur,ships=2,traps=1,kraken=any --out "$tmp/mur" --threads 2
ok "MUR is solved" good_with "all                      81       121216          462        3"
run solve mur,ships=2,traps=1,kraken=any --out "$tmp/mur-graph" --graph
ok "by a stored graph too" good_with "all                      81       121216          462        3"
ok "into the same files" diff -r "$tmp/mur" "$tmp/mur-graph"

# --- wrong use
if command -v flock >/dev/null; then
    flock "$tmp/six" "$bin" solve six --out "$tmp/six" >"$tmp/out" 2>"$tmp/err"
    rc=$?
    ok "two runs in one directory" bad_with "another run"
fi
bad "rules with a memory" "its rules remember earlier moves" solve nine,no-remill --out "$tmp/x"
bad "too many positions: Morelli" "it has too many positions" solve morelli,size=7 --out "$tmp/x"
bad "no numbering" "nobody has written a numbering of its positions" solve stacking --out "$tmp/x"
bad "no numbering of marks" "nobody has written a numbering" solve mur,ships=2,chain=both --out "$tmp/x"
bad "too many ships" "it has too many positions" solve mur,chain=both --out "$tmp/x"
bad "six ships are too many" "it has too many positions" solve mur,ships=6 --out "$tmp/x"
bad "five ships need more memory" "--memory" solve mur,ships=5 --out "$tmp/five" --memory 2
bad "no --out" "--out DIR" solve six
bad "a directory with other things" "no database file" solve six --out "$tmp/bad"
bad "no such variant" "twenty" solve twenty --out "$tmp/x"
bad "memory in words" "--memory" solve six --out "$tmp/x" --memory much
run solve six --wdl --out "$tmp/wdl" --threads 2
ok "win, draw and loss alone" good_with "1016823       225264      1877524        0"
run verify "$tmp/wdl" --threads 2
ok "are right too" good_with "good: six"
ok "and have a certificate of their own" grep -q "^certificate six wdl [0-9a-f]*$" "$tmp/out"
bad "but have no distances" "it has no distances" distances "$tmp/wdl"
bad "and no lines" "this one has none" query six --db "$tmp/wdl" --record --position "ww.w.w../b.b...b. w 0 0"

# --- a small database, and asking it
small() { run shrink six --db "$tmp/six" --out "$tmp/six.small" --sample 20000 --rounds 1 "$@"; }
small --level 1 --check 300
ok "six shrinks, and 300 positions of every sector are right" good_with "bytes "
ok "to a twentieth of its pack" [ "$(stat -c %s "$tmp/six.small")" -lt 180000 ]
size=$(stat -c %s "$tmp/six.small")
run shrink six --db "$tmp/six" --level 1 --estimate --sample 20000 --check 20
ok "an estimate comes near, and answers over the large database are right" good_with " estimated"
guess=$(sed -n 's/^bytes \([0-9]*\) estimated.*/\1/p' "$tmp/out")
ok "within a fifth" [ $((guess * 10)) -gt $((size * 8)) -a $((guess * 10)) -lt $((size * 12)) ]
rm "$tmp/six.small.parts/4-4.small1"
small --level 1
ok "a part that is gone is made again, the others are not" [ "$(grep -c '^[0-9]-' "$tmp/out")" -eq 1 ]
run query six --db "$tmp/six.small" --play "d6 f4 b4"
cp "$tmp/out" "$tmp/by_small"
run query six --db "$tmp/wdl" --play "d6 f4 b4"
ok "it says what the large one says" cmp -s "$tmp/out" "$tmp/by_small"
rm "$tmp/six/5-5.db"
run shrink six --db "$tmp/six" --out "$tmp/y.small" --level 3 --sample 20000
ok "a sector is missing: said, and nothing is written" eval '[ $rc -eq 2 ] && grep -q "1 sectors are not in" "$tmp/err" && [ ! -e "$tmp/y.small" ]'
flip "$tmp/six.small" 5000
bad "a flipped bit in a small database" "damaged (checksum)" query six --db "$tmp/six.small"
bad "no such level" "at level 9" shrink six --db "$tmp/six" --out "$tmp/y.small" --level 9
bad "no small ones of MUR" "no small database of mur" shrink mur,ships=3 --db "$tmp/six" --out "$tmp/y.small"
bad "shrink without a database" "--db DIR" shrink six --out "$tmp/y.small"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
