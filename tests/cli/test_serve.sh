#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `concentric serve` and `concentric page`, as a browser and as an enemy sees them. Loopback only.
#   test_serve.sh PROGRAM
set -u
program=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
export XDG_DATA_HOME=$work/data # its tables are nobody's
passed=0 failed=0 server=""
finish() {
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

check() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1: expected '$2', got '$3'"
  fi
}

# Starts a server on a free port, with these flags; sets server, url, port.
start() {
  : >"$work/said" # what the last server said is not an answer
  "$program" serve --port 0 "$@" >"$work/said" 2>"$work/errors" &
  server=$!
  for _ in $(seq 100); do
    grep -q '^serving' "$work/said" && break
    sleep 0.1
  done
  url=$(sed -n 's|^serving \(http://127\.0\.0\.1:[0-9]*\)/ (Ctrl-C stops)$|\1|p' "$work/said")
  port=${url##*:}
  [ -n "$port" ] || { echo "FAILED: the server does not start: $(cat "$work/errors")"; exit 1; }
}

# Sends a signal to the server; sets status and milliseconds.
stop() { # SIGNAL
  local from
  from=$(date +%s%N)
  kill "-$1" "$server"
  wait "$server"
  status=$?
  milliseconds=$((($(date +%s%N) - from) / 1000000))
  server=""
}

get() { : >"$work/body"; curl -s -m 10 -o "$work/body" -D "$work/head" -w '%{http_code}' --path-as-is "$@"; }
header() { sed -n "s/^$1: \(.*\)\r\$/\1/pI" "$work/head"; }

type_of() {
  case $1 in
  *.html) echo "text/html; charset=utf-8" ;;
  *.js | *.mjs) echo "text/javascript; charset=utf-8" ;;
  *.css) echo "text/css; charset=utf-8" ;;
  *.json) echo "application/json" ;;
  *.wasm) echo "application/wasm" ;;
  *.svg) echo "image/svg+xml" ;;
  *.png) echo "image/png" ;;
  *.webmanifest) echo "application/manifest+json" ;;
  *.txt) echo "text/plain; charset=utf-8" ;;
  *.md) echo "text/markdown; charset=utf-8" ;;
  *.pack | *.book | *.net) echo "application/octet-stream" ;;
  *.gz) echo "application/gzip" ;;
  *) echo "no type is known for $1" ;;
  esac
}

policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

strict() { # NAME: the headers that every answer has
  check "$1: policy" "$policy" "$(header Content-Security-Policy)"
  check "$1: opener" same-origin "$(header Cross-Origin-Opener-Policy)"
  check "$1: embedder" require-corp "$(header Cross-Origin-Embedder-Policy)"
  check "$1: resource" same-origin "$(header Cross-Origin-Resource-Policy)"
  check "$1: nosniff" nosniff "$(header X-Content-Type-Options)"
  check "$1: referrer" no-referrer "$(header Referrer-Policy)"
}

refused() { # NAME STATUS CURL-ARGUMENTS...: a small plain text, never the page
  local name=$1 want=$2
  shift 2
  check "$name" "$want" "$(get "$@")"
  check "$name: type" "text/plain; charset=utf-8" "$(header Content-Type)"
  check "$name: small" yes "$([ "$(wc -c <"$work/body")" -lt 200 ] && echo yes)"
  strict "$name"
}

missing() { # NAME CURL-ARGUMENTS...: a small page with the page's style that leads home, never the page itself
  local name=$1
  shift
  check "$name" 404 "$(get "$@")"
  check "$name: type" "text/html; charset=utf-8" "$(header Content-Type)"
  check "$name: small" yes "$([ "$(wc -c <"$work/body")" -lt 1000 ] && echo yes)"
  check "$name: says so in both languages" 1,1 \
    "$(grep -c 'there is nothing at this address' "$work/body"),$(grep -c 'このアドレスには何もありません' "$work/body")"
  strict "$name"
}

# --- page DIR
page=$work/page
check "page: new folder" 0 "$("$program" page "$page" >/dev/null 2>&1; echo $?)"
check "page: again over its own output" 0 "$("$program" page "$page" >/dev/null 2>&1; echo $?)"
mkdir "$work/mine" && echo keep >"$work/mine/index.html"
check "page: folder with other files" 2 "$("$program" page "$work/mine" >/dev/null 2>"$work/why"; echo $?)"
check "page: says why" 1 "$(grep -c 'it has other files' "$work/why")"
check "page: touched nothing" keep "$(cat "$work/mine/index.html")"
check "page: --force" 0 "$("$program" page "$work/mine" --force >/dev/null 2>&1; echo $?)"
check "page: --force wrote" "" "$(cmp "$page/index.html" "$work/mine/index.html" 2>&1)"
check "page: below a file" 2 "$("$program" page "$page/index.html/x" >/dev/null 2>&1; echo $?)"
build=$(cd "$page" && echo a/*)
check "page: one build" "$(echo "$build" | grep -o '^a/[0-9a-f]\{16\}$')" "$build"
check "page: games.json is the program's own" "" "$("$program" games --json | cmp - "$page/$build/games.json" 2>&1)"

# --- every file, as a browser gets it
start
# The marker and what other hosts are told are no part of what we serve.
files=$(cd "$page" && find . -type f ! -name .concentric-page ! -name _headers ! -name .htaccess ! -name vercel.json |
  sed "s|^\./||" | sort)
check "there are files" yes "$([ "$(echo "$files" | wc -l)" -ge 4 ] && echo yes)"
for file in $files; do
  check "$file" 200 "$(get "$url/$file")"
  check "$file: type" "$(type_of "$file")" "$(header Content-Type)"
  check "$file: content" "" "$(cmp "$page/$file" "$work/body" 2>&1)"
  check "$file: length" "$(wc -c <"$page/$file")" "$(header Content-Length)"
  check "$file: not compressed" "" "$(header Content-Encoding)"
  case $file in
  a/*) kept='public, max-age=31536000, immutable' ;;
  *) kept=no-cache ;;
  esac
  check "$file: cache" "$kept" "$(header Cache-Control)"
  check "$file: vary" Accept-Encoding "$(header Vary)"
  strict "$file"
  plain=$(header ETag)
  check "$file: compressed" 200 "$(get -H 'Accept-Encoding: br, gzip' "$url/$file")"
  if [ "$(header Content-Encoding)" = gzip ]; then
    check "$file: gzip length" "$(wc -c <"$work/body")" "$(header Content-Length)"
    gzip -dc <"$work/body" >"$work/opened"
    check "$file: gzip content" "" "$(cmp "$page/$file" "$work/opened" 2>&1)"
    check "$file: another tag" yes "$([ "$plain" != "$(header ETag)" ] && echo yes)"
  else
    check "$file: content" "" "$(cmp "$page/$file" "$work/body" 2>&1)"
  fi
  tag=$(header ETag)
  check "$file: unchanged" 304 "$(get -H 'Accept-Encoding: gzip' -H "If-None-Match: \"x\", W/$tag" "$url/$file")"
  check "$file: 304 has no body" 0 "$(wc -c <"$work/body")"
  check "$file: 304 has the tag" "$tag" "$(header ETag)"
  check "$file: changed" 200 "$(get -H 'If-None-Match: "0123456789abcdef"' "$url/$file")"
  check "$file: HEAD" 200 "$(get -I "$url/$file")"
  check "$file: HEAD length" "$(wc -c <"$page/$file")" "$(header Content-Length)"
done
compressed=$(for file in $files; do get -H 'Accept-Encoding: gzip' "$url/$file" >"$work/null"; header Content-Encoding; done | grep -c gzip)
check "some are compressed" yes "$([ "$compressed" -ge 2 ] && echo yes)"
get -H 'Accept-Encoding: gzip;q=0, *' "$url/$build/games.json" >"$work/null"
check "gzip;q=0 is heard" "" "$(header Content-Encoding)"
check "/ is index.html" 200 "$(get "$url/")"
check "/: content" "" "$(cmp "$page/index.html" "$work/body" 2>&1)"
for game in nine six twelve stacking morelli mur; do
  check "/$game" 200 "$(get "$url/$game")"
  check "/$game: content" "" "$(cmp "$page/$game.html" "$work/body" 2>&1)"
  check "/$game: its own picture" 1 "$(grep -c "og:image\" content=\"$build/preview-$game.png\"" "$work/body")"
  check "/$game: there it is" 200 "$(get "$url/$build/preview-$game.png")"
done
check "/nine/x" 404 "$(get "$url/nine/x")"
for table in /t/aB3dE6gH /t/x /t/; do
  check "$table is a table's page" 200 "$(get "$url$table")"
  # But for what it tells other programs about this table (test_show.py).
  check "$table: content" "" "$(diff <(grep -v 'og:image\|og:url\|oembed' "$page/t/index.html") <(grep -v 'og:image\|og:url\|oembed' "$work/body") 2>&1)"
  check "$table: cache" no-cache "$(header Cache-Control)"
done
for file in index.html t/index.html rules.html bench.html manifest.webmanifest; do
  # Everything that a document names is there.
  for name in $(grep -o '"[^" ]*a/[0-9a-f]\{16\}/[^" ]*"' "$page/$file" | tr -d '"'); do
    check "$file names $name" yes "$([ -f "$page/$(dirname "$file")/$name" ] && echo yes)"
  done
  check "$file names files of no other build" "" "$(grep -o 'a/[0-9a-f]\{16\}/' "$page/$file" | grep -v "^$build/$")"
done
check "the service worker knows the build" 1 "$(grep -c "^const BUILD = '$build/';" "$page/sw.js")"
check "a query" 200 "$(get "$url/index.html?v=1&x=/../..")"
check "percent-encoding" 200 "$(get "$url/%69ndex.htm%6C")"
check "HTTP/1.0" 200 "$(get -0 "$url/")"

# --- what is not there
for path in /nothing /app.js /a /a/ "/$build" /a/0123456789abcdef/app.js /t /t/a/b /t/a. /t/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \
  /index.htm /index.html/ /INDEX.HTML //index.html //// /./index.html /. /.. \
  /../index.html /../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd \
  /index.html%00 /index.html%00.js /%00 /etc/passwd /CMakeLists.txt /.git/config /.concentric-page \
  '/..\..\etc\passwd' /index.html%20 /index.html. /~root /%ff%fe /%25%32%65; do
  missing "path $path" "$url$path"
done
# From any depth its addresses are those of the front page and of its style.
for path in /nothing /nothing/at/all /t/a/b /1/2/3/4/5/6/7/8/9/10; do
  missing "path $path" "$url$path"
  for href in $(grep -o 'href="[^"]*"' "$work/body" | cut -d'"' -f2 | sort -u); do
    at=$(python3 -c 'import sys, urllib.parse; print(urllib.parse.urljoin(*sys.argv[1:]))' "$url$path" "$href")
    check "path $path: $href" yes "$([ "$at" = "$url/" ] || [ "$at" = "$url/$build/style.css" ] && echo yes)"
  done
  check "path $path: style and ways home" 3 "$(get "$url$path" >/dev/null; grep -c href= "$work/body")"
done
check "404 to HEAD" 404 "$(get -I "$url/nothing")"
check "bad percent-encoding" 400 "$(get "$url/%zz")"
check "cut percent-encoding" 400 "$(get "$url/index.html%2")"
refused "long path" 414 "$url/$(printf 'a%.0s' $(seq 300))"
for method in POST PUT DELETE OPTIONS PATCH TRACE CONNECT PROPFIND get; do
  refused "$method" 405 -X "$method" "$url/"
  check "$method: Allow" "GET, HEAD" "$(header Allow)"
done
refused "POST with a body" 405 --data-binary "@$program" "$url/"
refused "large header" 431 -H "X-Large: $(head -c 20000 /dev/zero | tr '\0' a)" "$url/"
refused "large cookie" 431 -H "Cookie: $(head -c 100000 /dev/zero | tr '\0' a)" "$url/"
refused "no Host" 400 -H Host: "$url/"

# --- parts of files
whole=$page/$build/style.css size=$(wc -c <"$page/$build/style.css")
check "a part" 206 "$(get -H 'Accept-Encoding: gzip' -r 10-19 "$url/$build/style.css")"
check "a part: range" "bytes 10-19/$size" "$(header Content-Range)"
check "a part: length" 10 "$(header Content-Length)"
check "a part: content" "$(head -c 20 "$whole" | tail -c 10 | md5sum)" "$(md5sum <"$work/body")"
part_tag=$(header ETag)
check "the last part" 206 "$(get -r -7 "$url/$build/style.css")"
check "the last part: content" "$(tail -c 7 "$whole" | md5sum)" "$(md5sum <"$work/body")"
check "behind the end" 416 "$(get -r "$size-" "$url/$build/style.css")"
check "behind the end: length" "bytes */$size" "$(header Content-Range)"
check "two parts: all" 200 "$(get -r 0-1,4-5 "$url/$build/style.css")"
check "a part of this version" 206 "$(get -r 0-3 -H "If-Range: $part_tag" "$url/$build/style.css")"
check "a part of another version: all" 200 "$(get -r 0-3 -H 'If-Range: "older"' "$url/$build/style.css")"
check "... all of it" "" "$(cmp "$whole" "$work/body" 2>&1)"

# --- what the transport itself has of the API
check "games" 200 "$(get "$url/api/v1/games")"
check "games: type" application/json "$(header Content-Type)"
check "games: as the program says" "" "$("$program" games --json | python3 -c '
import json, sys
a, b = json.load(sys.stdin), json.load(open(sys.argv[1]))
print(end="" if b == {"ok": True, **a} else "different")' "$work/body")"
check "nothing else" 404 "$(get "$url/api/v1/nothing")"
check "nothing else: JSON" '{"ok":false,"why":"not-found","text":"there is nothing at this address"}' "$(cat "$work/body")"
get -H 'Accept-Language: ja' "$url/api/v1/nothing" >"$work/null"
check "nothing else: in Japanese" 1 "$(grep -c 'このアドレスには何もありません' "$work/body")"
strict "nothing else"

# --- raw sockets: garbage, splits, pipelines, slow and idle clients
stop TERM
check "said nothing on stderr" "" "$(cat "$work/errors")"
start --limit connections=1024
python3 "$here/serve_raw.py" "$port" "$page/index.html" >"$work/raw" 2>&1
check "raw sockets" 0 $?
cat "$work/raw"

# --- starting and stopping
check "still alive after all that" 200 "$(get "$url/")"
check "port in use: exit" 2 "$("$program" serve --port "$port" >"$work/out" 2>"$work/why"; echo $?)"
check "port in use: one line" 1 "$(wc -l <"$work/why")"
check "port in use: why" 1 "$(grep -c "cannot listen on port $port of 127.0.0.1: Address already in use" "$work/why")"
check "port in use: not announced" 0 "$(wc -c <"$work/out")"
check "bad --bind" 2 "$("$program" serve --bind example.org >/dev/null 2>&1; echo $?)"
for flags in '--limit sockets' '--limit nothing=1' '--limit sockets=0' '--behind-proxy example.org' '--behind-proxy 1.2.3'; do
  # shellcheck disable=SC2086
  check "bad flags $flags" 2 "$("$program" serve --port 0 $flags >/dev/null 2>"$work/why"; echo $?)"
  check "bad flags $flags: one line" 1 "$(wc -l <"$work/why")"
done
check "bad --port" 2 "$("$program" serve --port 65536 >/dev/null 2>&1; echo $?)"
stop TERM
check "SIGTERM: exit" 0 "$status"
echo "stopped after $milliseconds ms"
check "said nothing on stderr" "" "$(cat "$work/errors")"
start
stop INT
check "SIGINT: exit" 0 "$status"
start
python3 "$here/serve_raw.py" "$port" --while-stopping "$server" "/$build/games.json" >"$work/raw" 2>&1
check "an answer under way is finished" 0 $?
cat "$work/raw"
wait "$server"
check "then the server ends" 0 $?
server=""
# For friends: not at loopback, and the addresses that can be told are printed.
: >"$work/said"
"$program" serve --port 0 --bind 0.0.0.0 >"$work/said" 2>"$work/errors" &
server=$!
for _ in $(seq 100); do grep -q '^serving' "$work/said" && break; sleep 0.1; done
port=$(sed -n 's|^serving http://0\.0\.0\.0:\([0-9]*\)/ .*|\1|p' "$work/said")
friends=$(hostname -I | tr ' ' '\n' | grep -c '^[0-9.]*[0-9]$')
for _ in $(seq 100); do [ "$(grep -c '^friends.*/$' "$work/said")" -ge "$friends" ] && break; sleep 0.1; done
for friend in $(sed -n 's|^friends on your network: \(http://[0-9.]*:'"$port"'/\)$|\1|p' "$work/said"); do
  check "friends: $friend" 200 "$(get "$friend")"
done
check "friends: every network address" "$friends" "$(grep -c '^friends' "$work/said")"
stop TERM
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
