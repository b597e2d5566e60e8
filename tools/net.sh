#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Trains the learnt evaluation of a solved game (docs/adr/0090): positions that the search judges, with their exact values,
# and early positions with the value that the game came to; then web/nets/NAME.net.
#
#   ninja -C build/release net_data net_train
#   tools/net.sh build/release nine DATABASE WORK OUT.net
#
# About three minutes of processor time and 250 MB in WORK. The same files on every machine, as long as the database has the same sectors.
set -eu
build=$1 variant=$2 database=$3 work=$4 out=$5
mkdir -p "$work"
"$build/net_data" "$variant" 600 1000 100 99 "$work/test-leaves" "$database"
"$build/net_data" "$variant" 8000 1000 110 1 "$work/leaves" "$database"
"$build/net_data" "$variant" 1500 2000 0 99 "$work/test-lines" "$database"
"$build/net_data" "$variant" 20000 2000 0 1 "$work/lines" "$database"
cat "$work/test-lines" "$work/test-leaves" >"$work/test"
"$build/net_train" "$variant" "$out" 6 "$work/test" "$work/leaves" "$work/lines"
