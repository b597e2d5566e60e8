#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page's tests: types, state without a browser, Chromium, three browsers. CONCENTRIC_PAGE names the folder with
# concentric.wasm and games.json (default: build/release). ./run.sh [types|unit|e2e] runs one of them.
set -eu
cd "$(dirname "$0")"
[ -d ../../node_modules ] || (cd ../.. && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error)
build=${CONCENTRIC_PAGE:-../../build/release}
[ -f "$build/games.json" ] || "$build/concentric" games --json >"$build/games.json"
what=${1:-all}
case $what in types | all) npx tsc -p tsconfig.json ;; esac
case $what in unit | all) node --test --test-reporter=dot ;; esac
case $what in e2e | all) node e2e.mjs; node e2e_browsers.mjs ;; esac
