#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian packages that building (and with `test`, testing; with `package`, packing) needs,
# if any is missing.
set -eu
run_packages="gcc libc6-dev cmake ninja-build pkg-config libcjson-dev
  libuv1-dev libqrencode-dev libwslay-dev libncurses-dev zlib1g-dev libzstd-dev libzopfli-dev libsqlite3-dev
  libpq-dev libcurl4-openssl-dev libssl-dev libseccomp-dev librsvg2-bin librsvg2-dev cmark-gfm clang lld wasi-libc libclang-rt-14-dev-wasm32"
test_packages="$run_packages libcmocka-dev libclang-rt-14-dev clang-format python3 python3-cffi python3-dev python3-numpy python3-setuptools python3-wheel mypy bsdutils curl
  nodejs chromium chromium-driver firefox-esr webkit2gtk-driver xvfb tmux procps man-db groff zsh fish postgresql-15 nginx-light
  libopenmpi-dev openmpi-bin"
package_packages="$run_packages debhelper dpkg-dev fakeroot lintian autopkgtest make desktop-file-utils systemd curl"
packages=$run_packages
[ "${1:-run}" = test ] && packages=$test_packages
[ "${1:-run}" = package ] && packages=$package_packages

missing=""
for p in $packages; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done
# Node's own packages bring npm along, Debian's does not.
[ "${1:-run}" != test ] || command -v npm >/dev/null || missing="$missing npm"
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
