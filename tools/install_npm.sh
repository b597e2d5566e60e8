#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the npm packages of package-lock.json, which tests and linters use, unless they are there.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
exec 9>build/npm.lock
flock 9 # tests beside each other need them at the same time
cmp -s package-lock.json node_modules/.installed || {
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error
  cp package-lock.json node_modules/.installed
}
