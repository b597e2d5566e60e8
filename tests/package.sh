#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian packages from this source: built, looked at by lintian, installed and tried by autopkgtest
# (debian/tests, in this very system: "null"), purged, and nothing is left. As root, on a machine where
# that does no harm. Not part of ./test: it builds the program anew.
#   tests/package.sh [KEEP-DIR]     the packages are left in KEEP-DIR
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
packages="concentric libconcentric0 libconcentric-dev"
step() { printf '== %s\n' "$*"; }
die() {
  echo "FAILED: $*"
  exit 1
}
# What autopkgtest tells apt of its packages would stay.
clean() {
  rm -f /etc/apt/sources.list.d/autopkgtest.list /etc/apt/preferences.d/*autopkgtest*
  rm -rf "$work"
}
trap clean EXIT

step "installing what building a package needs"
"$top/tools/install.sh" package

step "building"
mkdir "$work/concentric" "$work/source"
git -C "$top" archive HEAD | tee >(tar -x -C "$work/source") | tar -x -C "$work/concentric"
(cd "$work/concentric" && dpkg-buildpackage -b -us -uc) >"$work/build.log" 2>&1 ||
  { tail -n 40 "$work/build.log"; exit 1; }
mapfile -t debs < <(find "$work" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*')
[ -z "${1:-}" ] || { mkdir -p "$1" && cp "${debs[@]}" "$1"; }

step "lintian"
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$work"/*.changes

step "installing, autopkgtest"
autopkgtest -q "${debs[@]}" "$work/source" -- null || die "autopkgtest"
# shellcheck disable=SC2086
dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' $packages
systemd-analyze verify /usr/lib/systemd/system/concentric.service /usr/lib/systemd/system/concentric-bots.service 2>&1 | grep -i concentric &&
  die "the service is not in order"
desktop-file-validate /usr/share/applications/concentric.desktop

step "purging"
# A service that ran has left a state directory, as systemd makes it for DynamicUser.
mkdir -p /var/lib/private/concentric && touch /var/lib/private/concentric/tables.sqlite
ln -sfn private/concentric /var/lib/concentric
# shellcheck disable=SC2086
mapfile -t installed < <(dpkg -L $packages | grep -i concentric)
[ "${#installed[@]}" -gt 30 ] || die "only ${#installed[@]} files were installed"
# shellcheck disable=SC2086
apt-get purge -y -qq $packages >/dev/null
for file in "${installed[@]}" /etc/concentric /var/lib/concentric /var/lib/private/concentric; do
  [ ! -e "$file" ] && [ ! -L "$file" ] || die "left behind: $file"
done
# shellcheck disable=SC2086
if dpkg-query -W -f '${Package} ${db:Status-Status}\n' $packages 2>/dev/null | grep -v 'not-installed'; then
  die "not purged"
fi
echo "package: built, clean, installed, tried, purged"
