#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Solving on two machines: tests/cli/test_ranks_hosts.sh CONCENTRIC CONCENTRIC_WITH_MPI
# Each is a network namespace with its own host name and its own disk, a pair of virtual cards
# between them; so root and iproute2 are needed, and nothing leaves this machine. By hand, about a minute.
set -u
one=$(realpath "${1:?usage: test_ranks_hosts.sh CONCENTRIC CONCENTRIC_WITH_MPI}")
many=$(realpath "${2:?usage: test_ranks_hosts.sh CONCENTRIC CONCENTRIC_WITH_MPI}")
here=concentric-a-$$ there=concentric-b-$$ card=ca$$ other=cb$$
net=10.77.0
tmp=$(mktemp -d)
trap 'ip netns del $here; ip netns del $there; rm -rf "$tmp"' EXIT
passed=0 failed=0 rc=0
ok() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$name"
    else
        failed=$((failed + 1))
        printf 'FAIL %s (exit %s)\n' "$name" "$rc"
        head -c 600 "$tmp/err" | sed 's/^/     err: /'
    fi
}

ip netns add $here && ip netns add $there || exit 1
ip link add $card netns $here type veth peer name $other netns $there
ip -n $here addr add $net.1/24 dev $card
ip -n $there addr add $net.2/24 dev $other
ip -n $here link set lo up
ip -n $there link set lo up
ip -n $here link set $card up
ip -n $there link set $other up

# What mpirun calls instead of ssh: HOST COMMAND. The disk of the other machine is an empty one.
mkdir "$tmp/disk" "$tmp/tmp"
cat >"$tmp/agent" <<END
#!/bin/sh
shift
exec ip netns exec $there unshare --uts --mount sh -c "hostname other
mount -t tmpfs none $tmp/disk; export TMPDIR=$tmp/tmp; \$*"
END
cat >"$tmp/rank" <<END
#!/bin/sh
echo \$\$ >"$tmp/pid.\$OMPI_COMM_WORLD_RANK"
exec "$many" "\$@"
END
chmod +x "$tmp/agent" "$tmp/rank"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=$net.0/24 OMPI_MCA_oob_tcp_if_include=$net.0/24
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_plm_rsh_agent=$tmp/agent
# A machine that is silent for some 16 seconds is lost.
export OMPI_MCA_oob_tcp_keepalive_time=10 OMPI_MCA_oob_tcp_keepalive_intvl=2 OMPI_MCA_oob_tcp_keepalive_probes=3
solve() { # RANKS_EACH VARIANT NAME FLAGS...
    local each=$1 variant=$2 name=$3
    shift 3
    timeout -k 5 200 ip netns exec $here mpirun --host $net.1:"$each",$net.2:"$each" -np $((2 * each)) \
        "$tmp/rank" solve "$variant" --out "$tmp/disk/$name" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    rc=$?
    return $rc
}
crossed() {
    local at=/sys/class/net/$card/statistics
    echo $(($(ip netns exec $here cat $at/tx_bytes) + $(ip netns exec $here cat $at/rx_bytes)))
}
files() { find "$tmp/disk/$1" -name '*.db' 2>/dev/null | wc -l; }

"$one" solve six --out "$tmp/six" >/dev/null
before=$(crossed)
solve 1 six two
ok "one rank on each machine" [ "$rc" -eq 0 ]
ok "the same files" diff -r "$tmp/six" "$tmp/disk/two"
after=$(crossed)
counted=$(awk '$1 == "moving" || $1 == "placing" {sum += $2 * $6} END {printf "%d", sum}' "$tmp/out")
echo "     $counted bytes counted, $((after - before)) crossed the cable"
ok "what crossed is what was counted, and at most a fifth more" \
    [ "$counted" -gt 0 -a $((after - before)) -ge "$counted" -a $((after - before)) -le $((counted * 6 / 5)) ]
solve 2 six four
ok "two ranks on each machine" [ "$rc" -eq 0 ]
ok "the same files again" diff -r "$tmp/six" "$tmp/disk/four"

# --- losses: a rank there, then the cable
lose() { # NAME COMMAND...
    local name=$1 job
    shift
    solve 1 six "$name" &
    job=$!
    for _ in $(seq 6000); do
        [ "$(files "$name")" -ge 3 ] && break
        sleep 0.01
    done
    "$@"
    wait $job
    rc=$?
    took=$SECONDS
}
kill_there() { kill -9 "$(cat "$tmp/pid.1")"; SECONDS=0; }
cut_cable() { ip -n $there link set $other down; SECONDS=0; }
lose killed kill_there
ended() { [ "$rc" -ne 0 ] && [ "$rc" -ne 124 ] && [ "$(files "$1")" -lt 86 ]; }
ok "a rank that is killed there ends all ($took s)" ended killed
solve 1 six killed
ok "the next run goes on to the same files" diff -r "$tmp/six" "$tmp/disk/killed"
lose cut cut_cable
ok "a cable that is cut ends all ($took s)" ended cut
for _ in $(seq 300); do # those on the other machine notice by themselves
    kill -0 "$(cat "$tmp/pid.1")" 2>/dev/null || break
    sleep 0.2
done
ok "also on the other machine" sh -c "! kill -0 $(cat "$tmp/pid.1") 2>/dev/null"
ip -n $there link set $other up
solve 1 six cut
ok "and the next run goes on" diff -r "$tmp/six" "$tmp/disk/cut"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
