#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The explorer as a program: tests/cli/test_explore.sh PATH_OF_CONCENTRIC
# Every position of the files that ship is reached by legal moves, values are what `query` says, the same call makes the
# same file, and what is spoilt is refused with line and reason.
set -u
bin=$(realpath "${1:?usage: test_explore.sh PATH_OF_CONCENTRIC}")
files=$(cd "$(dirname "$0")/../../web/explorer" && pwd)
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
for file in "$files"/*.txt; do
    name=$(basename "$file" .txt)
    run explore --check "$file"
    ok "$name is sound" good_with "good: "
    variant=$(sed -n '1s/^explorer 1 //p' "$file")
    run explore "$variant"
    ok "$name is inside the program" good_with "games"
    games=$(sed -n '2s/.*--games \([0-9]*\).*/\1/p' "$file")
    ok "$name: all games begin at the start" [ "$(awk 'NR == 3 { print $2 + $3 + $4 }' "$file")" = "$games" ]
    total=$((total + $(gzip -9c "$file" | wc -c)))
done
ok "together below 60 kB ($total)" [ "$total" -lt 60000 ]

# --- values, by other code than what wrote them: `query`
compare() { # MOVES
    run query six --play "$1"
    grep -v '^position' "$tmp/out" | awk '{ print $1, $2 }' | sort >"$tmp/known"
    run explore six --play "$1"
    awk 'NR > 1 && NF == 6 { print $1, $6 }' "$tmp/out" | sort >"$tmp/shown"
    ok "values after '$1'" [ "$(comm -13 "$tmp/known" "$tmp/shown" | wc -l)" -eq 0 ]
    ok "there are some after '$1'" [ -s "$tmp/shown" ]
}
compare ""
first=$("$bin" explore six | awk 'NR == 2 { print $1 }')
compare "$first"
second=$("$bin" explore six --play "$first" | awk 'NR == 2 { print $1 }')
compare "$first $second"

# --- boards that are images of each other have the same rows
rows() { "$bin" explore nine --play "$1" | awk 'NR > 1 { print $2, $3, $4, $5 }'; }
ok "corners are alike" [ "$(rows a7)" = "$(rows g1)" ]
ok "also inner ones" [ "$(rows a7)" = "$(rows c3)" ]
ok "others are not" [ "$(rows a7)" != "$(rows d6)" ]
run explore nine --position "w......./......../........ b 8 9"
cp "$tmp/out" "$tmp/corner"
run explore nine --play a7
ok "a position is what moves make it" cmp -s "$tmp/out" "$tmp/corner"

# --- making
for variant in nine six mur morelli,size=7,setup=facing; do
    run explore "$variant" --make --games 12 --nodes 50 --plies 4 --least 1 --seed 3
    cp "$tmp/out" "$tmp/made"
    ok "a file of $variant" good_with "made concentric explore $variant --make --games 12 --seed 3 --nodes 50 --plies 4 --least 1"
    run explore "$variant" --make --games 12 --nodes 50 --plies 4 --least 1 --seed 3
    ok "the same again" cmp -s "$tmp/out" "$tmp/made"
    run explore --check "$tmp/made"
    ok "and sound" good_with "good: "
done
run explore morelli --make --games 1
ok "no file of boards that differ" bad_with "begin on different boards"
run explore six --make --games 12 --nodes 50 --plies 4 --least 1 --db none
cp "$tmp/out" "$tmp/bare"
run explore --add-values "$tmp/bare"
cp "$tmp/out" "$tmp/valued"
run explore six --make --games 12 --nodes 50 --plies 4 --least 1
ok "values can be added later" cmp -s "$tmp/out" "$tmp/valued"
run explore --add-values "$tmp/made"
ok "not without a database" bad_with "no database of morelli"

# --- spoiling
spoil() { # NAME WORDS SED
    sed "$3" "$tmp/valued" >"$tmp/spoilt"
    run explore --check "$tmp/spoilt"
    ok "$1" wrong_with "$2"
}
spoil "another name" "line 1: " '1s/explorer/explore/'
spoil "no counts" "line 4: three counts" '4s/ .*//'
spoil "a row twice" "has a row already" '4{p}'
spoil "a position that nobody can reach" "bad: " '4s/^......./AAAAAAA/'
spoil "more games than there were" "1 with more games than it" '5s/ [0-9]* / 999 /'
spoil "a wrong value" "1 wrong" '3y/=+-/+-+/'
spoil "the end is missing" "line 3: the file ends" '3,$d'
head -c 100 "$tmp/valued" >"$tmp/spoilt"
run explore --check "$tmp/spoilt"
ok "torn off" [ "$rc" -ne 0 ]
head -c 3000 /dev/urandom >"$tmp/spoilt"
run explore --check "$tmp/spoilt"
ok "any bytes" wrong_with "line 1: "
run explore six --file "$tmp/made"
ok "a file of another game" bad_with "it is of morelli"

# --- wrong use
run explore
ok "nothing asked" bad_with "needs a variant"
run explore six --check "$tmp/made"
ok "both asked" bad_with "a variant, --check FILE or"
run explore --check "$tmp/nowhere"
ok "no such file" bad_with "cannot read"
run explore template
ok "no such game" [ "$rc" -eq 2 ]
run explore morelli
ok "no file inside" bad_with "no games of morelli inside"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
