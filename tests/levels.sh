#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing that was proved is lost: every test of commit 5e8bc4b has a line in levels.txt, or one `# OLD is now NEW` with NEW in it.
set -eu
cd "$(dirname "$0")"
bad=0
while read -r old; do
  new=$(sed -n "s/^# $old is now \([a-z0-9_]*\)$/\1/p" levels.txt)
  grep -q "^${new:-$old} " levels.txt || { echo "$old has no line in tests/levels.txt" && bad=1; }
done <data/tests-5e8bc4b.txt
twice=$(sed -n 's/^\([a-z0-9_]*\) .*/\1/p' levels.txt | sort | uniq -d)
[ -z "$twice" ] || { echo "twice in tests/levels.txt: $twice" && bad=1; }
exit "$bad"
