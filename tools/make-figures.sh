#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of the rules pages anew: tools/make-figures.sh [PROGRAM]
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release/concentric}
out=docs/rules/figures

draw() { # NAME VARIANT [flags of show]
    name=$1 variant=$2
    shift 2
    "$program" show "$variant" --svg "$out/$name.svg" "$@" >/dev/null
}

draw morelli-start morelli
draw morelli-start-safe morelli --palette safe
draw morelli-facing morelli,size=9,setup=facing
draw morelli-adjacent morelli,size=9,setup=adjacent
draw morelli-reach morelli --position '13/13/13/13/13/13/13/13/w12/13/13/13/13 w play' --reach a5
capture='9/9/9/3b5/2ww5/1bw1wb3/9/9/3b5 b play'
draw morelli-capture-before morelli,size=9 --position "$capture"
draw morelli-capture-after morelli,size=9 --position "$capture" --play d1-d4
draw morelli-frames morelli \
    --position '13/4b8/13/3b5b3/5w5b1/8w4/13/4w8/1b5w5/3b5b3/13/8b4/13 b play'
throne='8w/9/2b3b2/9/4W4/9/6b2/9/b8 b play'
draw morelli-throne-before morelli,size=9 --position "$throne"
draw morelli-throne-after morelli,size=9 --position "$throne" --play 'a1-c3*'
