#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proofs as a program: tests/cli/test_prove.sh PATH_OF_CONCENTRIC [MOST_BYTES]
# A position is proved, the file checked and spoilt; the 512 set-ups of morelli,size=7; a table that is gone on with;
# the proofs that come with the source, those of starts only up to so many bytes (a second for 50,000), and what is foregone in them.
set -u
bin=$(realpath "${1:?usage: test_prove.sh PATH_OF_CONCENTRIC [MOST_BYTES]}") most=${2:-1000000}
solved=$(cd "$(dirname "$0")/../../docs/solved" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
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
good_with() { [ "$rc" -eq 0 ] && grep -qF -- "$1" "$tmp/out" && [ ! -s "$tmp/err" ]; }
bad_with() { [ "$rc" -eq 2 ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] && grep -qF -- "$1" "$tmp/err"; }

# --- set-ups
run prove morelli,size=7 --setups
ok "512 set-ups" test "$(wc -l <"$tmp/out")" -eq 512
ok "each once" test "$(cut -d' ' -f2 "$tmp/out" | sort -un | wc -l)" -eq 512
run prove morelli,size=7 --setups --seeds 40
few=$(wc -l <"$tmp/out")
ok "few seeds, few set-ups" test "$few" -gt 30 -a "$few" -le 40

# --- one position
late='4wbb/2w1ww1/2bbw2/b1b3w/bbb3w/b2w3/1wbbwww b play'
run prove morelli,size=7 --position "$late" --memory 8 --out "$tmp/a.proof"
ok "a position" good_with "digest "
digest=$(sed -n 's/^digest //p' "$tmp/out")
value=$(head -n 1 "$tmp/out")
run prove --check "$tmp/a.proof"
ok "is checked" good_with "good: morelli,size=7"
ok "the same digest" good_with "digest $digest"
run prove morelli,size=7 --position "$late" --memory 8 --out "$tmp/b.proof"
ok "the same again" cmp "$tmp/a.proof" "$tmp/b.proof"
for claim in p1-wins p2-wins; do
    run prove morelli,size=7 --position "$late" --memory 8 --claim $claim
    case $value in
    "$claim") ok "$claim" good_with "$claim" ;;
    *) ok "not $claim" good_with "-holds" ;;
    esac
done
run prove morelli,size=7 --nodes 1000 --memory 8 --out "$tmp/none.proof"
ok "too few nodes" test "$rc" -eq 1 -a "$(head -n 1 "$tmp/out")" = "open (stopped by --nodes)" -a ! -e "$tmp/none.proof"

# --- what is spoilt
sed 's/^position .*/position 7\/7\/7\/2w4\/7\/7\/7 b play/' "$tmp/a.proof" >"$tmp/c.proof"
run prove --check "$tmp/c.proof"
ok "another position" bad_with "c.proof"
head -c -3 "$tmp/a.proof" >"$tmp/c.proof"
run prove --check "$tmp/c.proof"
ok "cut off" bad_with "c.proof"
sed 's/size=7/size=9/' "$tmp/a.proof" >"$tmp/c.proof"
run prove --check "$tmp/c.proof"
ok "another variant" bad_with "its position"
echo hello >"$tmp/c.proof"
run prove --check "$tmp/c.proof"
ok "no proof" bad_with "not a proof"
run prove --check "$tmp/missing"
ok "no file" bad_with "missing"
run prove six
ok "positions that come again" bad_with "can come again"
run prove
ok "no variant" bad_with "needs a variant"
run prove morelli,size=7 --claim both
ok "no claim" bad_with "p1-holds"
run prove morelli,size=7 --plain
ok "plain without a check" bad_with "--plain is for --check"
run prove morelli,size=7 --lines "$tmp/x" --starts "$tmp/y"
ok "two tables" bad_with "give one of both"
run prove morelli,size=7 --starts "$tmp/x" --claim p1-holds
ok "a claim of a table" bad_with "--claim does not go with a table"
run prove morelli,size=7 --starts "$tmp/x" --seeds 3 --seed 5
ok "no set-up" bad_with "seed 5 is not one of the set-ups"
rm -f "$tmp/x"
run prove morelli,size=7 --position "$late" --out "$tmp/no/where"
ok "no folder" bad_with "there is no folder"
ok "said before anything is searched" test ! -s "$tmp/out"
run prove morelli,size=7 --position "$late" --out "$tmp"
ok "a folder for a file" bad_with "is a folder"
run prove morelli,size=7 --starts "$tmp/starts" --seeds 1 --out "$tmp/no"
ok "no folder for a table" bad_with "there is no folder"
ok "and no table" test ! -e "$tmp/starts"

# --- a table
lines=(prove "morelli,size=7" --lines "$tmp/table" --seeds 3 --nodes 300 --think 20 --memory 1)
mkdir "$tmp/proofs"
run "${lines[@]}" --out "$tmp/proofs"
ok "a table" test "$rc" -eq 0 -a "$(grep -vc '^#' "$tmp/table")" -eq 3
run prove --check "$tmp/proofs/2.proof"
ok "its proofs" good_with "digest $(sed -n 's/^2 |.* | \([0-9a-f]\{16\}\) |.*/\1/p' "$tmp/table")"
cp "$tmp/table" "$tmp/whole"
head -n 4 "$tmp/whole" >"$tmp/table"
run "${lines[@]}"
ok "is gone on with" cmp "$tmp/table" "$tmp/whole"
run "${lines[@]}" --think 21
ok "another command's table" bad_with "given twice"
run prove morelli,size=7 --lines "$tmp/table" --seeds 2
ok "another table" bad_with "not a table of this command"
ok "is left alone" cmp "$tmp/table" "$tmp/whole"
head -c -5 "$tmp/whole" >"$tmp/table"
run "${lines[@]}"
ok "half a line" bad_with "not whole"

# --- what is foregone, by trying everything: a proof, and one that says it too early
run prove --check "$tmp/proofs/2.proof" --plain
ok "plain" good_with "tried: "
{ printf 'proof 2 morelli,size=7\nposition %s\nclaim p1-wins 1\n\n' "$late" && # one number, 0, as a zstd frame
    printf '\x28\xb5\x2f\xfd\x20\x01\x09\x00\x00\x00'; } >"$tmp/c.proof"
run prove --check "$tmp/c.proof"
ok "not foregone" bad_with "foregone"
run prove --check "$tmp/c.proof" --plain
ok "not foregone, plain" bad_with "not all games from here"
run prove --check "$solved/morelli-size7/6.proof" --plain --memory 1
ok "more than memory is allowed for" bad_with "more positions are to be tried"
run prove --check "$tmp/c.proof" --plain --memory none
ok "no memory" bad_with "--memory"

# --- starts, which a thousand nodes do not do: rows without a proof
starts=(prove "morelli,size=7" --starts "$tmp/starts" --seeds 3 --nodes 1000 --memory 1)
run "${starts[@]}"
ok "starts" test "$rc" -eq 0 -a "$(grep -c '^[123] | open | 200[0-9]$' "$tmp/starts")" -eq 3
cp "$tmp/starts" "$tmp/whole"
head -n 3 "$tmp/whole" >"$tmp/starts"
run "${starts[@]}"
ok "are gone on with" cmp "$tmp/starts" "$tmp/whole"

# --- what ships: each proof has its row in the table, with digest and value
for file in "$solved"/morelli-size7/*.proof; do
    seed=$(basename "$file" .proof)
    row=$(grep "^$seed | " "$solved/morelli-size7.txt")
    run prove --check "$file"
    ok "seed $seed" good_with "digest $(cut -d'|' -f8 <<<"$row" | tr -d ' ')"
    ok "seed $seed: position" good_with "position ${row##* | }"
    value=$(cut -d'|' -f4 <<<"$row" | tr -d ' ')
    ok "seed $seed: value" test "$(grep -c '^claim' "$tmp/out")" -eq "$([ "$value" = draw ] && echo 2 || echo 1)"
done
for file in "$solved"/morelli-size7-starts/*.proof; do
    seed=$(basename "$file" .proof)
    [ -n "${PROOFS_ALL:-}" ] || [ "$(stat -c %s "$file")" -le "$most" ] || continue
    row=$(grep "^$seed | " "$solved/morelli-size7-starts.txt")
    run prove --check "$file"
    ok "start $seed" good_with "digest ${row##* | }"
    start=$(sed -n 's/^position //p' "$tmp/out")
    value=$(cut -d'|' -f2 <<<"$row" | tr -d ' ')
    ok "start $seed: value" test "$(grep -c '^claim' "$tmp/out")" -eq "$([ "$value" = draw ] && echo 2 || echo 1)"
    run prove morelli,size=7 --setups
    ok "start $seed: position" good_with " $seed $start"
done
run prove morelli,size=7 --setups
ok "the table has every set-up" cmp <(cut -d' ' -f2 "$tmp/out") <(grep -v '^#' "$solved/morelli-size7.txt" | cut -d' ' -f1)

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
