#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A stranger's view of libconcentric: install it, move it elsewhere, build the examples against it with
# pkg-config and with CMake, statically and dynamically, as C and as C++ header, and run them.
#   test_library.sh BUILD_DIR SOURCE_DIR
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

# Everything global in the library is part of the public interface.
only_public() {
  ! nm -g --defined-only "$1" | awk 'NF == 3 && $2 != "A" { print $3 }' | grep -v '^concentric_'
}

check "install" cmake --install "$build" --prefix "$dir/usr"
# What is installed may be put elsewhere.
mv "$dir/usr" "$dir/moved"
lib=$(dirname "$(find "$dir/moved" -name 'libconcentric.a' | head -n 1)")
export PKG_CONFIG_PATH=$lib/pkgconfig
flags=$(pkg-config --cflags --libs concentric)
datadir=$(pkg-config --variable=datadir concentric)
strict="-std=c11 -Wall -Wextra -Wpedantic -Werror"
for example in random_game engine_match selfplay_data analyse; do
  # shellcheck disable=SC2086
  check "build $example" ${CC:-gcc} $strict "$source/examples/$example.c" $flags -o "$dir/$example"
done
# shellcheck disable=SC2046
check "build with the archive" ${CC:-gcc} "$source/examples/random_game.c" -I"$dir/moved/include" \
  "$lib/libconcentric.a" $(pkg-config --static --libs-only-l concentric | sed 's/-lconcentric//') -o "$dir/static"
export LD_LIBRARY_PATH=$lib
check "a random game" "$dir/random_game" nine 5
# The commands of docs/library.md, as they stand there.
mkdir -p "$dir/home" "$dir/tree/build"
ln -s "$source/examples" "$dir/tree/examples"
ln -s "$(realpath "$build")" "$dir/tree/build/release"
sed -n '/^```sh library$/,/^```$/{/^```/d;p}' "$source/docs/library.md" >"$dir/commands"
check "docs/library.md has commands" grep -q '^cc ' "$dir/commands"
check "the commands of docs/library.md" env -C "$dir/tree" -u LD_LIBRARY_PATH -u PKG_CONFIG_PATH \
  HOME="$dir/home" bash -euo pipefail "$dir/commands"
check "the same game from the archive" cmp <("$dir/random_game" twelve 9) <("$dir/static" twelve 9)
check "a random game of Morelli" "$dir/static" morelli,size=7 3
check "a random game of MUR" "$dir/static" mur,ships=4 3
check "a wrong variant exits 2" bash -c "'$dir/static' eleven; [ \$? = 2 ]"

# The match is a record that the program reads, and the same each time.
"$dir/engine_match" nine 4 1 3 >"$dir/match.txt" 2>"$dir/log"
check "two levels play a game" grep -q '^\[Termination "' "$dir/match.txt"
check "the program reads it" "$build/concentric" replay "$dir/match.txt"
check "the same match again" cmp "$dir/match.txt" <("$dir/engine_match" nine 4 1 3)
check "a wrong level exits 1" bash -c "'$dir/engine_match' nine 11 1; [ \$? = 1 ]"

# Each line of the data set is a position with a legal move and a result.
"$dir/selfplay_data" six 3 7 >"$dir/data.txt" 2>"$dir/log"
check "a data set of three games" awk -F '\t' \
  'NF != 3 || $3 !~ /^(1|0|-1)$/ || $2 == "" { bad = 1 } END { exit bad || NR < 30 }' "$dir/data.txt"
while IFS=$'\t' read -r position move _; do
  check "$move is legal" "$build/concentric" why six "$move" --position "$position"
done < <(sed -n '1p;20p;$p' "$dir/data.txt")

if [ -f "$datadir/six.pack" ]; then # not where nothing was solved
  "$dir/analyse" six "" 0.1 "$datadir/six.pack" >"$dir/analysis.txt" 2>"$dir/log"
  check "the database knows six" grep -qx drawn "$dir/analysis.txt"
  check "a directory is read without libzstd" bash -c "
    '$build/concentric' solve six --out '$dir/six' --stages 2 >'$dir/log' &&
    '$dir/analyse' six 'b.b...../w.w..w.. w 0 0' 0.1 '$dir/six' | grep -qE '^(won|lost|drawn)'"
fi
check "an analysis" bash -c "'$dir/analyse' mur '' 0.1 | grep -q '^1\. '"
check "no variant exits 2" bash -c "'$dir/analyse'; [ \$? = 2 ]"
unset LD_LIBRARY_PATH

mkdir "$dir/user"
cat >"$dir/user/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(concentric 0.1 REQUIRED)
if(NOT EXISTS \${concentric_DATA_DIR})
  message(FATAL_ERROR "no data directory: \${concentric_DATA_DIR}")
endif()
foreach(kind shared static)
  add_executable(game_\${kind} $source/examples/random_game.c)
  add_executable(match_\${kind} $source/examples/engine_match.c)
  target_link_libraries(game_\${kind} PRIVATE concentric::\${kind})
  target_link_libraries(match_\${kind} PRIVATE concentric::\${kind})
endforeach()
EOF
check "find_package" env CMAKE_C_COMPILER_LAUNCHER= cmake -S "$dir/user" -B "$dir/user/build" -DCMAKE_PREFIX_PATH="$dir/moved"
check "build with the CMake package" cmake --build "$dir/user/build"
for kind in shared static; do
  check "run with CMake, $kind" cmp "$dir/match.txt" <("$dir/user/build/match_$kind" nine 4 1 3)
done

check "the archive shows public names only" only_public "$lib/libconcentric.a"
check "the shared library shows public names only" only_public "$lib/libconcentric.so"
check "symbols have a version" bash -c "nm -D --defined-only '$lib/libconcentric.so' | grep -q 'concentric_play@@CONCENTRIC_0.1'"
check "it needs libc and libm alone" bash -c "! objdump -p '$lib/libconcentric.so' | grep NEEDED | grep -v 'lib[cm]\.so'"
for header in "$dir"/moved/include/concentric/*.h; do
  name=$(basename "$header")
  check "$name stands alone" bash -c "echo '#include <concentric/$name>' |
    ${CC:-gcc} -x c $strict -I'$dir/moved/include' -fsyntax-only -"
done
command -v clang >/dev/null && check "the header is good C++" bash -c "echo '#include <concentric/concentric.h>' |
  clang -x c++ -std=c++11 -Wall -Werror -I'$dir/moved/include' -fsyntax-only -"
check "the manual page" bash -c "man --warnings -l '$dir/moved/share/man/man3/concentric.3' 2>'$dir/warnings' >'$dir/page' &&
  ! grep . '$dir/warnings' && grep -q concentric_search_run '$dir/page'"
# Its functions are those of the headers.
check "the manual page is about this library" bash -c "grep -oE 'concentric_[a-z_]+\(' '$source/docs/concentric.3' | sort -u |
  while read -r name; do grep -qF \"\$name\" '$source'/include/concentric/*.h || { echo \"\$name\"; exit 1; }; done"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
