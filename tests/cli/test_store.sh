#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a test of the store with a PostgreSQL of its own; in ./test quick and ./test without one, over SQLite alone.
#   test_store.sh TEST [ARGUMENT ...]
set -eu
[ "${CONCENTRIC_LEVEL:-all}" = all ] || exec "$@"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap '"$here/pg.sh" remove "$work"' EXIT
# What is tested is not whether PostgreSQL survives a power cut.
CONCENTRIC_TEST_PG=$("$here/pg.sh" make "$work" fsync=${PG_FSYNC:-off} shared_buffers=32MB)
export CONCENTRIC_TEST_PG CONCENTRIC_TEST_PG_DIR=$work
"$@"
