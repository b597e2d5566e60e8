#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Manual pages and shell completion: tests/cli/test_manual.sh PATH_OF_CONCENTRIC
set -u
bin=$(realpath "${1:?usage: test_manual.sh PATH_OF_CONCENTRIC}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
export LC_ALL=C.UTF-8 HOME="$tmp"
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$name"
    fi
}
skip() { printf 'skip %s\n' "$1"; }
commands=$("$bin" --help | sed -n 's/^  \([a-z-]*\)  *[A-Z].*/\1/p')

# Every command has a page; groff has nothing to say against any; all flags are on it.
ok "the program writes its pages" "$bin" manual --out "$tmp"
clean_page() {
    groff -man -Tutf8 -ww -z "$1" 2>"$tmp/warnings" && [ ! -s "$tmp/warnings" ]
}
clean_in_man() {
    man --warnings -E UTF-8 -l -Tutf8 "$1" 2>&1 >/dev/null | grep -v "can't open the manpath" >"$tmp/warnings"
    [ ! -s "$tmp/warnings" ]
}
has_flags() {
    local flag
    groff -man -Tutf8 "$tmp/concentric-$1.1" | sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' >"$tmp/text"
    for flag in $("$bin" "$1" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        grep -q -e "$flag" "$tmp/text" || { echo "     $flag is missing"; return 1; }
    done
}
if command -v groff >/dev/null; then
    for page in "$tmp"/concentric*.1; do
        ok "groff likes $(basename "$page")" clean_page "$page"
    done
    for c in $commands; do
        ok "the page of $c has its flags" has_flags "$c"
    done
else
    skip "groff is not here"
fi
if command -v man >/dev/null; then
    ok "man likes concentric.1" clean_in_man "$tmp/concentric.1"
    ok "man likes concentric-play.1" clean_in_man "$tmp/concentric-play.1"
else
    skip "man is not here"
fi
ok "directories above are made" "$bin" manual play --out "$tmp/made/on/the/way"
ok "and the page is there" test -s "$tmp/made/on/the/way/concentric-play.1"
ok "one page on stdout" grep -q '^.TH CONCENTRIC-PLAY 1' <("$bin" manual play)
"$bin" manual nonsense >"$tmp/out" 2>"$tmp/err"
ok "no page for what is no command" test "$?" -eq 2

# bash: it parses and completes.
"$bin" completion bash >"$tmp/bash"
ok "bash reads its completion" bash -n "$tmp/bash"
# completes LINE...: the words that bash would offer at the end of this command line
completes() {
    bash --norc -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _concentric; printf "%s\n" "${COMPREPLY[@]}"' \
        "$tmp/bash" "$@"
}
offers() { local want=$1; shift; completes "$@" | grep -qxF -e "$want"; }
offers_only() { [ "$(completes "${@:2}" | tr '\n' ' ')" = "$1 " ]; }
ok "bash: a command" offers_only "play playouts" concentric play
ok "bash: all commands" test "$(completes concentric '' | grep -vc '^--')" -eq "$(wc -w <<<"$commands")"
ok "bash: a flag" offers_only "--position --plain --palette" concentric play nine --p
ok "bash: a value" offers_only "en ja" concentric play --lang ''
ok "bash: a variant" offers "nine,flying" concentric play nine
ok "bash: an option of a variant" offers_only "nine,flying" concentric play nine,fl
ok "bash: further options, none twice" offers_only "nine,flying,diagonals nine,flying,remove=1 nine,flying,remove=2 nine,flying,no-remill" concentric play nine,flying,
ok "bash: no second variant" offers_only "" concentric play nine ''
ok "bash: a variant behind flags" offers six concentric play --level 3 s
# bash cuts words at "=" and wants to have back what stands behind it
ok "bash: behind =" [ "$(bash --norc -c '. "$0"; COMP_LINE="concentric play nine,remove="; COMP_POINT=${#COMP_LINE}
    COMP_WORDS=(concentric play nine,remove = ""); COMP_CWORD=4; _concentric; echo "${COMPREPLY[@]}"' "$tmp/bash")" = "1 2" ]
ok "bash: ./run" grep -qx 'complete -F _concentric ./run' <(bash --norc -c '. "$0"; complete -p ./run' "$tmp/bash")
ok "bash: a file" bash -c "cd '$tmp' && . ./bash && COMP_WORDS=(concentric replay concentric-pl) && COMP_CWORD=2 && _concentric && [[ \${COMPREPLY[*]} == *concentric-play.1* ]]"
for c in $commands; do
    ok "bash: the flags of $c" offers --help concentric "$c" --h
done

# zsh and fish, where they are.
"$bin" completion zsh >"$tmp/_concentric"
"$bin" completion fish >"$tmp/fish"
if command -v zsh >/dev/null; then
    ok "zsh reads its completion" zsh -n "$tmp/_concentric"
    zsh_loads() {
        zsh -f -c "fpath=('$tmp' \$fpath); autoload -Uz compinit; compinit -u -d '$tmp/dump'; autoload +X _concentric && [[ \$_comps[concentric] == _concentric ]]"
    }
    ok "zsh loads it" zsh_loads
    zsh_variants() {
        zsh -f -c 'compdef() { }; compadd() { print -- ${@:4} }; source "$0"; PREFIX=$1; _concentric_variant' "$tmp/_concentric" "$1"
    }
    ok "zsh: options of a variant, none twice" [ "$(zsh_variants nine,flying,)" = "nine,flying,diagonals nine,flying,remove=1 nine,flying,remove=2 nine,flying,no-remill" ]
    ok "zsh: the games" [ "$(zsh_variants '')" = "nine six twelve stacking morelli mur" ]
    ok "zsh: ./run" grep -q '^#compdef concentric ./run$' "$tmp/_concentric"
else
    skip "zsh is not here"
fi
if command -v fish >/dev/null; then
    ok "fish reads its completion" fish -n "$tmp/fish"
    fish_offers() {
        fish --no-config -c "source '$tmp/fish'; complete -C '$2'" 2>/dev/null | cut -f 1 | grep -qxF -e "$1"
    }
    ok "fish: a command" fish_offers play "concentric pl"
    ok "fish: a flag" fish_offers --level "concentric play --le"
    ok "fish: an option of a variant" fish_offers nine,flying "concentric play nine,fl"
    ok "fish: another one" fish_offers nine,flying,remove=2 "concentric play nine,flying,"
    fish_offers_not() { ! fish_offers "$@"; }
    ok "fish: none twice" fish_offers_not nine,flying,flying "concentric play nine,flying,"
    ok "fish: ./run" fish_offers play "./run pl"
    ok "fish: a value" fish_offers both "concentric play --computer "
else
    skip "fish is not here"
fi
"$bin" completion tcsh >"$tmp/out" 2>"$tmp/err"
ok "no other shell" test "$?" -eq 2

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
