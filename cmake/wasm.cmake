# SPDX-License-Identifier: MIT
# concentric.wasm: the layers below the applications and app/wasm, for the page (docs/adr/0021), and
# concentric-threads.wasm: the same for several threads on shared memory (docs/adr/0025). extra.wasm
# has what few visits need: it turns games from elsewhere into records, and games into pictures that play them;
# review.wasm is concentric.wasm with src/review, concentric-plain.wasm the same for browsers without SIMD (before 2021, Safari before 2023).
# Debian's clang, lld, wasi-libc and libclang-rt-14-dev-wasm32, by custom commands beside the native
# build. Without them the build goes on and says so.
option(CONCENTRIC_WASM "build concentric.wasm, the engine of the page" ON)
set(wasm_include /usr/include/wasm32-wasi)
set(wasm_lib /usr/lib/wasm32-wasi)

# Sets WASM_CLANG and WASM_LD, and wasm_missing to what there is not.
function(find_wasm_tools)
  find_program(WASM_CLANG NAMES clang clang-14)
  find_program(WASM_LD NAMES wasm-ld wasm-ld-14)
  set(missing "")
  set(runtime "")
  if(WASM_CLANG)
    execute_process(COMMAND ${WASM_CLANG} --target=wasm32-wasi -print-libgcc-file-name
                    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  else()
    string(APPEND missing " clang")
  endif()
  if(NOT WASM_LD)
    string(APPEND missing " lld")
  endif()
  if(NOT EXISTS ${wasm_include}/stdlib.h OR NOT EXISTS ${wasm_lib}/libc.a)
    string(APPEND missing " wasi-libc")
  endif()
  if(NOT runtime OR NOT EXISTS "${runtime}")
    string(APPEND missing " libclang-rt-14-dev-wasm32")
  endif()
  set(wasm_missing "${missing}" PARENT_SCOPE)
endfunction()

# One module from the layers and app/wasm: its name, then the arguments COMPILE and LINK with what it
# has beyond the common options, and SOURCES. SIMD: where that is faster, and LIKE another module that is: the same
# without, of which only those objects are made again.
function(add_wasm_module module)
  cmake_parse_arguments(arg "SIMD" "LIKE" "COMPILE;LINK;SOURCES" ${ARGN})
  set(dir ${CMAKE_BINARY_DIR}/wasm)
  # A sysroot of our own: with --sysroot=/usr clang takes the headers of glibc in silence.
  file(MAKE_DIRECTORY ${dir}/sysroot/include ${dir}/sysroot/lib ${dir}/${module})
  file(CREATE_LINK ${wasm_include} ${dir}/sysroot/include/wasm32-wasi SYMBOLIC)
  file(CREATE_LINK ${wasm_lib} ${dir}/sysroot/lib/wasm32-wasi SYMBOLIC)
  set(target --target=wasm32-wasi --sysroot=${dir}/sysroot)
  set(options -std=c11 -DNDEBUG -DCONCENTRIC_LOOKUP_ONLY "-DCONCENTRIC_SOLVED=\"${CONCENTRIC_SOLVED}\""
      -D_POSIX_C_SOURCE=200809L -mbulk-memory -msign-ext
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
      -I${CMAKE_SOURCE_DIR}/src ${arg_COMPILE})
  set(sources "")
  foreach(layer base core play games ai review view)
    get_target_property(files ${layer} SOURCES)
    list(APPEND sources ${files})
  endforeach()
  if(NOT module STREQUAL extra) # games from elsewhere are read by a module of their own, when there are any
    list(FILTER sources EXCLUDE REGEX "^src/play/bring")
  endif()
  if(NOT module STREQUAL review) # the same for reviews
    list(FILTER sources EXCLUDE REGEX "^src/review/")
  endif()
  list(APPEND sources ${probe_sources} ${arg_SOURCES}) # looking up solved positions: libc alone
  # What no search runs through is built for size: a first visit has 200 kB in all.
  string(CONCAT cold "^src/(play|review|app/wasm|solve)/|/[a-z_]*(say|text|events|family|names|setup|board|registry|numbering|flow|weights|ops)\\.c$|"
         "^src/base/(json|str|utf8)\\.c$|^src/core/(canon|event|game|refuse|shape|series|prelim|perfect|perft|path|playout|history)\\.c$|"
         "^src/ai/(evaluate|level|net|odds|search|teacher|time)\\.c$|/thin\\.c$")
  set(objects "")
  foreach(source ${sources})
    set(level -O3)
    if(source MATCHES "${cold}" OR module STREQUAL extra)
      set(level -Oz)
    elseif(NOT source MATCHES "^src/games/morelli/")
      list(APPEND level -fno-unroll-loops) # only Morelli gains by it
    endif()
    set(vectors OFF) # nothing else gains by them (docs/adr/0087)
    if(source STREQUAL src/games/morelli/field.c)
      set(vectors ON)
      if(arg_SIMD)
        list(APPEND level -msimd128)
      endif()
    endif()
    string(REGEX REPLACE "[/.]" "_" name ${source})
    if(arg_LIKE AND NOT vectors)
      list(APPEND objects ${dir}/${arg_LIKE}/${name}.o)
      continue()
    endif()
    set(object ${dir}/${module}/${name}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${WASM_CLANG} ${target} ${options} ${level} -MD -MF ${object}.d -MT ${object}
              -c ${CMAKE_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${CMAKE_SOURCE_DIR}/${source} DEPFILE ${object}.d
      COMMENT "Building ${module} object ${source}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  # The stack is first, so that overrunning it traps instead of writing into data. No wasm-opt: it would
  # save three per cent, but what binaryen 108 makes of atomics V8 does not always run as it should (docs/adr/0021).
  set(product ${CMAKE_BINARY_DIR}/${module}.wasm)
  add_custom_command(
    OUTPUT ${product}
    COMMAND ${WASM_CLANG} ${target} -nostartfiles -Wl,--no-entry -Wl,-O2 -Wl,--strip-all -Wl,--stack-first
            -Wl,-z,stack-size=1048576 ${arg_LINK} ${objects}
            -o ${product}
    DEPENDS ${objects} COMMENT "Linking ${module}.wasm" VERBATIM)
endfunction()

set(CONCENTRIC_HAS_WASM OFF)
if(NOT CONCENTRIC_WASM)
  message(STATUS "concentric.wasm: switched off (CONCENTRIC_WASM)")
elseif(CONCENTRIC_SANITIZE OR CONCENTRIC_FUZZ OR CONCENTRIC_COVERAGE)
  message(STATUS "concentric.wasm: not in instrumented builds")
else()
  find_wasm_tools()
  if(wasm_missing)
    message(WARNING "concentric.wasm is NOT built: missing${wasm_missing}. Without it the page has "
                    "no engine; tools/install.sh installs what is needed.")
  else()
    set(CONCENTRIC_HAS_WASM ON)
    set(sources src/app/wasm/desk.c src/app/wasm/exports.c src/app/wasm/heap.c src/app/wasm/help.c
        src/app/wasm/no_bring.c src/app/wasm/print.c src/app/wasm/solved.c src/app/wasm/thought.c src/app/wasm/told.c)
    add_wasm_module(review SOURCES ${sources} src/app/wasm/reviewing.c src/app/wasm/teaching.c)
    list(APPEND sources src/app/wasm/no_review.c)
    add_wasm_module(concentric SIMD SOURCES ${sources})
    # wasi-libc is compiled without atomics, which the linker would refuse beside shared memory. Only
    # one instance calls into libc, see help.c. The sizes are those of web/wasm.js: 16 and 256 MB.
    add_wasm_module(concentric-plain LIKE concentric SOURCES ${sources})
    add_wasm_module(concentric-threads SIMD SOURCES ${sources} COMPILE -matomics
                    LINK -Wl,--shared-memory -Wl,--import-memory -Wl,--no-check-features
                         -Wl,--initial-memory=16777216 -Wl,--max-memory=268435456
                         -Wl,--export=__stack_pointer)
    add_wasm_module(extra SOURCES src/app/wasm/extra.c src/app/wasm/heap.c src/app/wasm/print.c src/app/film.c)
    # Values from database files that lie on a host (docs/adr/0080), and from books of openings (docs/adr/0089).
    add_wasm_module(values COMPILE -DCONCENTRIC_BOOKS SOURCES src/app/wasm/heap.c src/app/wasm/print.c src/app/wasm/values.c
                    src/solve/small_ask.c src/solve/small_net.c src/solve/small_plane.c src/solve/small_read.c src/solve/unzstd.c)
    set(CONCENTRIC_WASM_PRODUCTS ${CMAKE_BINARY_DIR}/concentric.wasm
        ${CMAKE_BINARY_DIR}/concentric-threads.wasm ${CMAKE_BINARY_DIR}/extra.wasm ${CMAKE_BINARY_DIR}/review.wasm
        ${CMAKE_BINARY_DIR}/values.wasm ${CMAKE_BINARY_DIR}/concentric-plain.wasm)
    add_custom_target(wasm ALL DEPENDS ${CONCENTRIC_WASM_PRODUCTS})
    add_dependencies(wasm layers)
  endif()
endif()
