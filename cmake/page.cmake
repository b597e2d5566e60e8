# SPDX-License-Identifier: MIT
# The page inside the program. Its files are those of web/ and the build products in
# CONCENTRIC_PAGE_PRODUCTS (absolute paths, set before this file is included; a product of a custom
# command in the same CMakeLists.txt is built first), among them the engine where
# cmake/wasm.cmake, included before, can make it. games.json is made by the program itself, so the
# program is linked twice from the same objects: `concentric_bare` with an empty table of files
# writes games.json, then `embed` writes the table of `concentric`.

add_executable(embed tools/embed.c tools/strip.c)
target_compile_options(embed PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
find_library(ZOPFLI zopfli REQUIRED) # libzopfli-dev has no pkg-config file
target_link_libraries(embed PRIVATE PkgConfig::ZLIB PkgConfig::CJSON ${ZOPFLI} m)

set(games_json ${CMAKE_BINARY_DIR}/games.json)
add_custom_command(OUTPUT ${games_json} COMMAND concentric_bare games --json > ${games_json}
                   DEPENDS concentric_bare COMMENT "Writing games.json")

# Not part of the page: its tests, and what its tools need.
set(types html js mjs css json wasm svg png webmanifest txt md book net)
list(TRANSFORM types REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/web/*.\\1" OUTPUT_VARIABLE patterns)
file(GLOB_RECURSE web_files CONFIGURE_DEPENDS ${patterns})
list(FILTER web_files EXCLUDE REGEX "/web/(.*/)?(tests?|node_modules|\\.[^/]*)/")
list(FILTER web_files EXCLUDE REGEX "/(package(-lock)?|[jt]sconfig[^/]*)\\.json$|\\.test\\.m?js$|/README\\.md$")

if(CONCENTRIC_HAS_WASM)
  list(APPEND CONCENTRIC_PAGE_PRODUCTS ${CONCENTRIC_WASM_PRODUCTS})
endif()
set(page_c ${CMAKE_BINARY_DIR}/page_files.c)
set(page_inputs ${web_files} ${games_json} ${CONCENTRIC_PAGE_PRODUCTS})
add_custom_command(OUTPUT ${page_c}
                   COMMAND embed ${page_c} ${CMAKE_SOURCE_DIR}/web ${page_inputs}
                   DEPENDS embed ${page_inputs} COMMENT "Embedding the page")
