#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian package from this source: built, looked at by lintian, installed, tried by its own
# test (debian/tests), removed. As root, on a machine where that does no harm. Not part of ./test:
# it builds the program anew.
#   tests/package.sh [KEEP-DIR]     the packages are left in KEEP-DIR
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { printf '== %s\n' "$*"; }
packages="concentric libconcentric0 libconcentric-dev"

step "installing what building a package needs"
"$top/tools/install.sh" package

step "building"
mkdir "$work/concentric"
git -C "$top" archive HEAD | tar -x -C "$work/concentric"
(cd "$work/concentric" && dpkg-buildpackage -b -us -uc) >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log"; exit 1; }
[ -z "${1:-}" ] || { mkdir -p "$1" && cp "$work"/*.deb "$1"; }

step "lintian"
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$work"/*.changes

step "installing, trying"
# shellcheck disable=SC2046
apt-get install -y -qq --no-install-recommends $(ls "$work"/*.deb | grep -v dbgsym) >/dev/null
(cd "$work/concentric" && debian/tests/installed)
systemd-analyze verify /usr/lib/systemd/system/concentric.service 2>&1 | grep -i concentric && exit 1
desktop-file-validate /usr/share/applications/concentric.desktop

step "removing"
# shellcheck disable=SC2086
apt-get purge -y -qq $packages >/dev/null
for file in /usr/bin/concentric /usr/lib/systemd/system/concentric.service \
  /usr/include/concentric /usr/share/man/man1/concentric.1.gz; do
  [ ! -e "$file" ] || { echo "left behind: $file"; exit 1; }
done
echo "package: built, clean, installed, tried, removed"
