#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Is the build reproducible? Builds a commit twice, in folders of different names, at different times of day, in another
# time zone and language, the second time with one job; installs both, and compares every file byte for byte.
#   tools/reproducible.sh [COMMIT]      (HEAD; about as long as two builds, without the compiler cache)
# CONCENTRIC_QUICK=1 takes zlib instead of zopfli for the page, as in every other build.
set -eu
top=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
commit=$(git -C "$top" rev-parse --verify "${1:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1
unset CMAKE_C_COMPILER_LAUNCHER

build() { # FOLDER JOBS
  mkdir -p "$1/source"
  git -C "$top" archive "$commit" | tar -x -C "$1/source"
  (cd "$1/source" && cmake --preset release -DCONCENTRIC_TESTS=OFF &&
    cmake --build --preset release -j"$2" && DESTDIR=$1/root cmake --install build/release --prefix /usr &&
    find build/release -name '*.wasm' -exec cp {} "$1/root" \;) >"$1/log" 2>&1 || { tail -n 20 "$1/log"; exit 1; }
}

echo "== building $commit"
TZ=UTC LANG=C.UTF-8 build "$work/one" 2
echo "== building it again, elsewhere"
(umask 027 && TZ=Asia/Tokyo LC_ALL=C build "$work/quite/another one" 1)

echo "== comparing"
list() { (cd "$1" && find . -type f -o -type l | sort); }
diff <(list "$work/one/root") <(list "$work/quite/another one/root") || { echo "other files"; exit 1; }
differ=0 count=0
while read -r file; do
  count=$((count + 1))
  cmp "$work/one/root/$file" "$work/quite/another one/root/$file" || differ=$((differ + 1))
done < <(list "$work/one/root")
(cd "$work/one/root" && find . \( -path '*/bin/*' -o -name '*.so.*' -o -name '*.a' -o -name '*.wasm' \) -type f -exec sha256sum {} +)
echo "reproducible: $count files, $differ differ"
[ "$count" -gt 50 ] && [ "$differ" = 0 ]
