#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of docs/rules/mur.md with the program itself. Run it from the top of the tree
# after building; the program's path may be given.
set -eu
program=${1:-build/release/concentric}
folder=docs/rules/figures

# figure NAME POSITION [flags]: writes $folder/mur-NAME.svg
figure() {
    name=$1 position=$2
    shift 2
    "$program" show mur --position "$position" --svg "$folder/mur-$name.svg" "$@" >/dev/null
}

mkdir -p "$folder"
figure board   '......../......../......../k b 0 0'
figure ranks   'bb....w./..w..b../..w...k./. b 0 0' --ranks
figure move    'bbb...../......../......../k b 0 0' --play 'a3-d3' --ranks
figure back    '......../bbb...../......../k b 0 0' --play 'b2-b1'
figure knock   '..bww.../......../......../k b 0 0' --play 'c3-d3'
figure bounce  'w.k...../w...b.../w...b.../. b 0 0' --play 'e1-a1*0'
figure trapped 'wb..b..b/b..bwb../....b.../k w 0 0'
figure eye     '.wk....w/w...b.../...b.b../b b 0 0'
figure chain   '.w....bw/w......b/......../k b 0 0' --play '+a3'
figure kraken  'kb....../b......./......../. b 0 0' --play '+h3'
figure next    'bw...kbw/w......b/......../w b 3 1'
figure next2   '.w....b./w......b/......../k w 0 0'
