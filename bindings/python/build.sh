#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the wheel without a network: build.sh BUILD_DIR OUT_DIR, after `cmake --build`. Needs Debian's
# python3-cffi, python3-dev, python3-setuptools and python3-wheel (PYTHON names another interpreter).
# Works on a copy, so that nothing is written into the source.
set -eu
build=$(realpath "${1:?usage: build.sh BUILD_DIR OUT_DIR}") out=${2:?usage: build.sh BUILD_DIR OUT_DIR}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
out=$(realpath "$out")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp -r "$here/concentric" "$here"/*.py "$here/pyproject.toml" "$dir"
export CONCENTRIC_ROOT=$here/../.. CONCENTRIC_BUILD=$build
CONCENTRIC_VERSION=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
export CONCENTRIC_VERSION
cd "$dir"
"${PYTHON:-/usr/bin/python3}" setup.py -q bdist_wheel -d "$out" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
ls "$out"/concentric-"$CONCENTRIC_VERSION"-*.whl
