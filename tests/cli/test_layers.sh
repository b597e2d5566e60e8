#!/bin/sh
# SPDX-License-Identifier: MIT
# The layer check itself: it passes the source as it is and refuses what it is there to refuse.
# usage: test_layers.sh CMAKE SOURCE_DIR
set -eu
cmake=$1 source=$2
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
fails=0

check() { # check ROOT: the layer check, quietly
    "$cmake" "-DROOT=$1" -P "$source/cmake/layers.cmake" >"$room/said" 2>&1
}

# expect good|bad FILE INCLUDE: a tree of one file with one include
expect() {
    mkdir -p "$room/src/$(dirname "$2")"
    printf '#include %s\n' "$3" >"$room/src/$2"
    if check "$room"; then got=good; else got=bad; fi
    if [ "$got" != "$1" ]; then
        echo "test_layers: $2 with $3 is $got, not $1"
        fails=$((fails + 1))
    fi
    rm "$room/src/$2"
}

check "$source" || { cat "$room/said"; exit 1; }
expect good core/a.c '"base/str.h"'
expect bad base/a.c '"core/game.h"'
expect bad core/a.c '<pthread.h>'
expect good think/a.c '<pthread.h>'
expect good think/a.c '"ai/search.h"'
expect bad think/a.c '"solve/probe.h"'
expect bad ai/a.c '"think/thinker.h"'
expect bad play/a.c '"games/registry.h"'
expect good proto/a.c '"play/tree.h"'
expect bad proto/a.c '"games/registry.h"'
expect bad play/a.c '"games/mur/mur.h"'
expect bad play/a.c '"ai/search.h"'
expect good online/a.c '"play/table.h"'
expect bad online/a.c '<sys/socket.h>'
expect bad games/mur/a.c '"games/morris/morris.h"'
expect good lib/a.c '"think/thinker.h"'
expect bad lib/a.c '"app/database.h"'
expect bad lib/a.c '<pthread.h>'
expect good app/tui/a.c '"app/tui/words.h"'
expect good app/tui/a.c '"app/cli/commands.h"'
expect bad app/tui/a.c '"app/cli/args.h"'
expect bad app/cli/a.c '"app/tui/words.h"'
expect good app/cli/a.c '"app/database.h"'
expect bad app/a.c '"app/tui/words.h"'
[ "$fails" = 0 ] && echo "test_layers: good"
