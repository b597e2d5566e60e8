#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Solving by several processes against one: tests/cli/test_ranks.sh CONCENTRIC CONCENTRIC_WITH_MPI
# Files must be the same byte for byte; ranks are killed, told different things, given a full disk.
# RANKS_ALL=1: every variant of six and more of nine, some minutes.
set -u
one=$(realpath "${1:?usage: test_ranks.sh CONCENTRIC CONCENTRIC_WITH_MPI}")
many=$(realpath "${2:?usage: test_ranks.sh CONCENTRIC CONCENTRIC_WITH_MPI}")
tmp=$(mktemp -d)
trap 'umount "$tmp/small" 2>/dev/null; rm -rf "$tmp"' EXIT
passed=0 failed=0 rc=0
# As root, on fewer cores than ranks, without a network.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_hwloc_base_binding_policy=none

ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "$rc"
        head -c 600 "$tmp/out" | sed 's/^/     out: /'
        head -c 600 "$tmp/err" | sed 's/^/     err: /'
    fi
}
# Every run is bounded, so that ranks that wait for each other fail the test.
run() {
    timeout -k 5 300 "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    rc=$?
}
ranks() {
    local count=$1
    shift
    run mpirun -np "$count" "$many" "$@"
}
out_has() { grep -qF -- "$1" "$tmp/out"; }
good_with() { [ "$rc" -eq 0 ] && out_has "$1"; }
# One line of ours among those of mpirun.
bad_with() {
    [ "$rc" -eq 2 ] && [ ! -s "$tmp/out" ] && [ "$(grep -c '^concentric: ' "$tmp/err")" -eq 1 ] &&
        grep '^concentric: ' "$tmp/err" | grep -qF -- "$1"
}
files() { find "$1" -name '*.db' 2>/dev/null | wc -l; }
# same NAME RANKS VARIANT FLAGS...: files and table of some ranks and of one process.
same() {
    local name=$1 count=$2 variant=$3 key
    shift 3
    key=$(printf '%s-' "$variant" "$@" | tr -c 'a-z0-9\n' -)
    if [ ! -d "$tmp/$key" ]; then
        run "$one" solve "$variant" --out "$tmp/$key" "$@"
        grep -v '^time' "$tmp/out" >"$tmp/$key.table"
    fi
    rm -rf "$tmp/many"
    ranks "$count" solve "$variant" --out "$tmp/many" "$@"
    ok "$name: $count ranks end well" good_with "ranks $count, bytes sent"
    ok "$name: $count ranks write the same files" diff -r "$tmp/$key" "$tmp/many"
    sed '/^ranks/,$d' "$tmp/out" | grep -v '^time' >"$tmp/table"
    ok "$name: $count ranks print the same table" cmp -s "$tmp/$key.table" "$tmp/table"
}

same "six" 2 six
same "six" 4 six
same "six with flying and two men to take" 4 six,flying,diagonals,remove=2
same "two threads each" 2 six --threads 2
same "more ranks than some sectors have blocks" 7 six --stages 6
same "without distances" 3 six,flying --wdl
same "nine" 2 nine --stages 3
same "one rank" 1 six --stages 4
if [ -n "${RANKS_ALL:-}" ]; then
    for variant in six six,flying six,diagonals six,flying,diagonals six,remove=2 six,flying,remove=2 \
        six,diagonals,remove=2 six,flying,diagonals,remove=2; do
        same "$variant" 2 "$variant"
        same "$variant" 4 "$variant"
    done
    for variant in nine nine,flying nine,diagonals; do
        same "$variant" 2 "$variant" --stages 5
        same "$variant" 4 "$variant" --stages 5
    done
fi

# --- separate disks: only rank 0's directory is used
six=$tmp/six-
run mpirun -np 1 "$many" solve six --out "$tmp/here" : -np 2 "$many" solve six --out "$tmp/none/there"
ok "other ranks need no directory" diff -r "$six" "$tmp/here"
ok "and make none" [ ! -e "$tmp/none" ]

# --- a rank is lost
cat >"$tmp/rank" <<'END'
#!/bin/sh
echo $$ >"$1/pid.$OMPI_COMM_WORLD_RANK"
shift
exec "$@"
END
chmod +x "$tmp/rank"
killed() {
    timeout -k 5 300 mpirun -np 3 "$tmp/rank" "$tmp" "$many" solve six --out "$tmp/lost" \
        >"$tmp/out" 2>"$tmp/err" </dev/null &
    local job=$!
    for _ in $(seq 6000); do
        [ "$(files "$tmp/lost")" -ge "$2" ] && break
        sleep 0.01
    done
    kill -9 "$(cat "$tmp/pid.$1")"
    wait "$job" 2>/dev/null
    rc=$?
}
killed 2 3
ok "a rank that is killed ends the run" [ "$rc" -ne 0 -a "$rc" -ne 124 ]
before=$(files "$tmp/lost")
ok "with some files" [ "$before" -ge 3 -a "$before" -lt 86 ]
killed 0 "$((before + 5))"
ok "so does the first rank" [ "$rc" -ne 0 -a "$rc" -ne 124 ]
ok "with more files" [ "$(files "$tmp/lost")" -ge "$((before + 5))" ]
ranks 2 solve six --out "$tmp/lost"
ok "the next run goes on, with another number of ranks" good_with "value of six for the side that begins: draw"
ok "and the files are the same" diff -r "$six" "$tmp/lost"

# --- one line for what goes wrong anywhere
run mpirun -np 1 "$many" solve six --out "$tmp/x" : -np 1 "$many" solve six,flying --out "$tmp/x"
ok "another variant" bad_with "rank 1: it was started with another variant"
ok "changes nothing" [ ! -e "$tmp/x" ]
run mpirun -np 2 "$many" solve twenty --out "$tmp/x"
ok "no such variant" bad_with "twenty"
mkdir "$tmp/other"
echo hello >"$tmp/other/note.txt"
ranks 2 solve six --out "$tmp/other"
ok "a directory with other things" bad_with "no database file"
ranks 2 solve mur,ships=2 --out "$tmp/x"
ok "a game without updates" bad_with "only solving by updates is shared out"
ranks 2 solve six --graph --out "$tmp/x"
ok "a stored graph" bad_with "--graph is for one process"
run mpirun -np 2 "$one" solve six --out "$tmp/x"
ok "a program without MPI" grep -q "built without MPI" "$tmp/err"
ok "makes nothing" [ ! -e "$tmp/x" ]
ok "and has no MPI in it" sh -c "! ldd '$one' | grep -q mpi"
cp -r "$six" "$tmp/bad"
size=$(stat -c %s "$tmp/bad/5-6.db")
printf '\377\377\377\377' | dd of="$tmp/bad/5-6.db" bs=1 seek=$((size - 4)) conv=notrunc status=none
rm "$tmp/bad/6-6.db"
ranks 2 solve six --out "$tmp/bad"
ok "a damaged file" bad_with "rank 1: 5-6.db: block"
if mkdir "$tmp/small" && mount -t tmpfs -o size=100k none "$tmp/small" 2>/dev/null; then
    ranks 2 solve six --out "$tmp/small"
    ok "a disk that is too small" bad_with "MB, 0.1 are free there"
    ok "nothing is written then" [ "$(files "$tmp/small")" -eq 0 ]
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
