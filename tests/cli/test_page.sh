#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `concentric page DIR`: the folder has the old page or the new one, whole; links lead nowhere.
#   test_page.sh PROGRAM
set -u
program=$1
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1: expected '${2:0:80}', got '${3:0:80}'"
  fi
}
page() { "$program" page "$@" >"$work/said" 2>"$work/why"; echo $?; }
# Names, kinds and contents of a folder, as one line.
state() { (cd "$1" && find . -printf '%y %p %l\n' | sort && find . -type f -exec cat {} + ) | sha256sum; }

check "new folder" 0 "$(page "$work/new")"
check "no temporary file is left" "" "$(find "$work/new" -name '*.concentric-new')"
good=$(state "$work/new")

# --- what hosts are told: the headers of our own server
for file in _headers .htaccess vercel.json; do
  check "$file: isolates the page" 1 "$(grep -c 'Cross-Origin-Embedder-Policy.*require-corp' "$work/new/$file")"
  check "$file: files of a build last" 1 "$(grep -c 'immutable' "$work/new/$file")"
done
check "vercel.json is JSON, with every header" 7 "$(python3 -c 'import json, sys
print(len(json.load(open(sys.argv[1]))["headers"][0]["headers"]))' "$work/new/vercel.json")"
check "the documentation comes along" yes "$([ -s "$work/new/docs/index.html" ] && echo yes)"

# --- over an earlier page
cp -r "$work/new" "$work/old"
echo old >"$work/old/index.html"
echo mine >"$work/old/mine.txt"
exec 9<"$work/old/index.html" # a server that is reading
check "again" 0 "$(page "$work/old")"
check "who was reading has the whole old file" old "$(cat <&9)"
exec 9<&-
check "what is not ours stays" mine "$(cat "$work/old/mine.txt")"
rm "$work/old/mine.txt"
check "the page is the new one" "$good" "$(state "$work/old")"
check "a stopped run's file does not matter" 0 "$(echo half >"$work/old/index.html.concentric-new"; page "$work/old")"
check "and is gone" "$good" "$(state "$work/old")"

# --- links
echo precious >"$work/precious"
for name in index.html sw.js .concentric-page; do
  rm "$work/old/$name"
  ln -s "$work/precious" "$work/old/$name"
  before=$(state "$work/old")
  check "$name is a link" 2 "$(page "$work/old" --force)"
  check "$name: says so" 1 "$(grep -c 'it is a link' "$work/why")"
  check "$name: where it leads is untouched" precious "$(cat "$work/precious")"
  check "$name: nothing was changed" "$before" "$(state "$work/old")"
  rm "$work/old/$name"
  check "$name: without it" 0 "$(page "$work/old" --force)"
done
mkdir "$work/elsewhere"
rm -r "$work/old/t"
ln -s "$work/elsewhere" "$work/old/t"
before=$(state "$work/old")
check "a folder is a link" 2 "$(page "$work/old")"
check "a folder: nothing was written there" "" "$(ls "$work/elsewhere")"
check "a folder: nothing was changed" "$before" "$(state "$work/old")"
rm "$work/old/t"
ln -s "$work/precious" "$work/old/index.html.concentric-new" # where the temporary file will be
check "a link in the temporary file's place" 0 "$(page "$work/old")"
check "it was not followed" precious "$(cat "$work/precious")"
check "whole again" "$good" "$(state "$work/old")"
mkdir "$work/real" && ln -s "$work/real" "$work/chosen"
check "the folder itself may be a link" 0 "$(page "$work/chosen")"

# --- what cannot be written
mkdir -p "$work/blocked/index.html"
echo x >"$work/blocked/.concentric-page"
before=$(state "$work/blocked")
check "a folder in a file's place" 2 "$(page "$work/blocked")"
check "nothing was changed, no folder is left" "$before" "$(state "$work/blocked")"
(trap '' XFSZ; ulimit -f 8; "$program" page "$work/full2" >/dev/null 2>"$work/why"; echo $? >"$work/status")
check "a full disk is said" "2 1" "$(cat "$work/status") $(grep -c 'File too large' "$work/why")"
check "a full disk leaves nothing" no "$([ -e "$work/full2" ] && echo yes || echo no)"
exec 9<"$work/old" # another run, as it were
flock 9
check "two runs at once" 2 "$(page "$work/old")"
check "two runs: says so" 1 "$(grep -c 'another run' "$work/why")"
exec 9<&-

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
