#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A stranger's view of libconcentric: install it, build the example against it with pkg-config,
# statically and dynamically, as C and as C++ header, and run it.  test_library.sh BUILD_DIR SOURCE_DIR
set -u
build=$1 source=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

check() { # NAME COMMAND...
  local name=$1
  shift
  if "$@" >"$dir/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    cat "$dir/log"
  fi
}

# Everything global in the archive is part of the public interface.
only_public() {
  ! nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | grep -v '^concentric_'
}

check "install" cmake --install "$build" --prefix "$dir/usr"
lib=$(dirname "$(find "$dir/usr" -name 'libconcentric.a' | head -n 1)")
export PKG_CONFIG_PATH=$lib/pkgconfig
flags=$(pkg-config --cflags --libs concentric)

# shellcheck disable=SC2086
check "build with the shared library" ${CC:-gcc} "$source/examples/random_game.c" $flags -o "$dir/shared"
check "run it" env LD_LIBRARY_PATH="$lib" "$dir/shared" nine 5
check "build with the archive" ${CC:-gcc} -I"$dir/usr/include" "$source/examples/random_game.c" \
  "$lib/libconcentric.a" -o "$dir/static"
check "run it" "$dir/static" stacking 5
mv "$dir/usr" "$dir/moved" # what is installed may be put elsewhere
lib=${lib/$dir\/usr/$dir\/moved}
export PKG_CONFIG_PATH=$lib/pkgconfig
# shellcheck disable=SC2046
check "build where it was moved to" ${CC:-gcc} "$source/examples/random_game.c" $(pkg-config --cflags --libs concentric) -o "$dir/elsewhere"
mv "$dir/moved" "$dir/usr"
lib=${lib/$dir\/moved/$dir\/usr}
mkdir "$dir/user"
cat >"$dir/user/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(concentric 0.1 REQUIRED)
add_executable(with_shared $source/examples/random_game.c)
target_link_libraries(with_shared PRIVATE concentric::shared)
add_executable(with_static $source/examples/random_game.c)
target_link_libraries(with_static PRIVATE concentric::static)
EOF
check "find_package" env CMAKE_C_COMPILER_LAUNCHER= cmake -S "$dir/user" -B "$dir/user/build" -DCMAKE_PREFIX_PATH="$dir/usr"
check "build with the CMake package" cmake --build "$dir/user/build"
check "run both" bash -c "'$dir/user/build/with_shared' nine 5 && '$dir/user/build/with_static' nine 5"
check "a random game of Morelli" "$dir/static" morelli,size=7 3
check "a random game of MUR" "$dir/static" mur,ships=4 3
check "same game both ways" cmp <(LD_LIBRARY_PATH=$lib "$dir/shared" twelve 9) <("$dir/static" twelve 9)
check "a wrong variant exits 2" bash -c "'$dir/static' eleven; [ \$? = 2 ]"
check "the archive shows public names only" only_public "$lib/libconcentric.a"
check "the shared library shows public names only" only_public "$lib/libconcentric.so"
command -v clang >/dev/null && check "the header is good C++" bash -c "echo '#include <concentric/concentric.h>' |
  clang -x c++ -std=c++11 -Wall -Werror -I'$dir/usr/include' -fsyntax-only -"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
