#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page's tests, one part each: run.sh types|unit|essential|rest|browsers, or without an argument all of them.
# CONCENTRIC_PAGE names the folder with concentric.wasm and games.json (default: build/release).
set -eu
cd "$(dirname "$0")"
../../tools/install_npm.sh
build=${CONCENTRIC_PAGE:-../../build/release}
[ -f "$build/games.json" ] || "$build/concentric" games --json >"$build/games.json"
for part in ${1:-types unit essential rest browsers}; do
  case $part in
  types) npx tsc -p tsconfig.json ;;
  unit) node --test --test-reporter=dot ;;
  essential | rest) node e2e.mjs "--$part" ;;
  browsers) node e2e_browsers.mjs ;;
  *) echo "run.sh: what is '$part'?" >&2 && exit 2 ;;
  esac
done
