#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What NOTIFY costs PostgreSQL: notify.sh [SECONDS [CLIENTS]]      (5, 8)
# Transactions a second of so many clients that insert a row, without and with a notification. PostgreSQL
# keeps a lock over everybody's commit while a transaction notifies; docs/scale.md says what follows.
set -eu
seconds=${1:-5} clients=${2:-8}
here=$(cd "$(dirname "$0")" && pwd)
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d)
chmod 755 "$folder"
trap '"$here/../../tests/cli/pg.sh" remove "$folder/pg"; rm -rf "$folder"' EXIT
url=$("$here/../../tests/cli/pg.sh" make "$folder/pg")
"$bin/psql" -Xqc 'create table t (x bigint)' "$url"
insert='insert into t values (:client_id);'
printf 'begin;\n%s\ncommit;\n' "$insert" >"$folder/quiet"
printf "begin;\n%s\nselect pg_notify('t', 'x');\ncommit;\n" "$insert" >"$folder/notify"
for kind in quiet notify; do
  printf '%s: ' $kind
  "$bin/pgbench" -n -c "$clients" -T "$seconds" -f "$folder/$kind" "$url" 2>/dev/null | grep '^tps'
done
uptime | sed 's/.*load/load/'
