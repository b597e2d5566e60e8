#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The npm package, without a network: npm.sh [OUT], after `cmake --build`. CONCENTRIC_BUILD names another build than build/release.
# Works on a copy, so that nothing is written into the source; prints the package's path.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "${CONCENTRIC_BUILD:-$root/build/release}") out=${1:-$build}
[ -f "$build/concentric.wasm" ] || { echo "$build has no concentric.wasm: build with clang's WebAssembly target (tools/install.sh)" >&2; exit 1; }
mkdir -p "$out"
out=$(realpath "$out")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$root"/bindings/javascript/* "$root/web/wasm.js" "$root/LICENSE" "$build/concentric.wasm" "$build/concentric-plain.wasm" "$dir"
chmod 644 "$dir"/*
version=$(sed -n 's/.*"version": "\(.*\)",/\1/p' "$dir/package.json")
{
  printf '// SPDX-License-Identifier: MIT\n// Written by tools/npm.sh.\nexport const VERSION = "%s";\n' "$version"
  printf '/** @type {{families: any[], levels: any[]}} */\nexport const CATALOGUE = '
  "$build/concentric" games --json
  printf ';\n'
} >"$dir/catalogue.js"
cd "$dir"
name=$(npm pack --silent --offline --pack-destination "$out")
echo "$out/$name"
