#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian packages that something needs, if any is missing: install.sh run|quick|test|all|package.
#   run: building and running; quick, test, all: the three levels of ./test; package: the Debian packages.
set -eu
# shellcheck disable=SC2034 # named by ${!level}
{
run="gcc libc6-dev cmake ninja-build pkg-config libcjson-dev
  libuv1-dev libqrencode-dev libwslay-dev libncurses-dev zlib1g-dev libzstd-dev libzopfli-dev libsqlite3-dev
  libpq-dev libcurl4-openssl-dev libssl-dev libseccomp-dev librsvg2-bin librsvg2-dev cmark-gfm clang lld wasi-libc libclang-rt-14-dev-wasm32"
quick="$run libcmocka-dev clang-format black flake8 shellcheck git python3 nodejs bsdutils procps"
test="$quick python3-cffi python3-dev python3-numpy python3-setuptools python3-venv python3-wheel mypy curl chromium chromium-headless-shell
  tmux man-db groff zsh fish"
all="$test libclang-rt-14-dev chromium-driver firefox-esr webkit2gtk-driver xvfb postgresql-15 nginx-light libopenmpi-dev openmpi-bin"
package="$run debhelper dpkg-dev fakeroot lintian autopkgtest make desktop-file-utils systemd curl"
}
level=${1:-run}
case $level in
run | quick | test | all | package) packages=${!level} ;;
*) echo "usage: tools/install.sh run|quick|test|all|package" >&2 && exit 2 ;;
esac

missing=""
for p in $packages; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done
# Node's own packages bring npm along, Debian's does not.
case $level in quick | test | all) command -v npm >/dev/null || missing="$missing npm" ;; esac
[ -n "$missing" ] || exit 0

echo "== installing:$missing"
as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "run this as root, or install:$missing" >&2; exit 1; }
  as_root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
