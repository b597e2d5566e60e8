#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A PostgreSQL of our own in a directory, reached by a socket in it; nothing listens on the network.
#   pg.sh make DIR [OPTION=VALUE ...]   makes DIR with a cluster and starts it; prints its URL
#   pg.sh start|stop|kill DIR           kill: without a word to its clients
#   pg.sh remove DIR                    stops it and takes DIR away
# PostgreSQL does not run as root: then it runs as postgres.
set -eu
what=$1 dir=$2
shift 2
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
as_owner() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}
control() { (cd / && as_owner "$bin/pg_ctl" -D "$dir/data" -s -w -t 60 "$@" >/dev/null); }
start() { control start -l "$dir/log" -o "-k $dir -c listen_addresses="; }

case $what in
make)
  mkdir -p "$dir"
  chmod 755 "$dir"
  [ "$(id -u)" != 0 ] || chown postgres "$dir"
  (cd / && as_owner "$bin/initdb" -D "$dir/data" -A trust -U postgres -E UTF8 --locale=C.UTF-8 -N \
    >"$dir/initdb.log" 2>&1) || { cat "$dir/initdb.log" >&2; exit 1; }
  for setting in "$@"; do echo "$setting" >>"$dir/data/postgresql.conf"; done
  start
  echo "postgresql://postgres@/postgres?host=$dir"
  ;;
start) start ;;
stop) control stop -m fast ;;
kill) control stop -m immediate ;;
remove)
  [ ! -f "$dir/data/postmaster.pid" ] || control stop -m immediate || true
  rm -rf "$dir"
  ;;
*) exit 2 ;;
esac
