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

# The documentation, served under docs/ (tools/docs.sh). What it makes of each file follows from the file's name.
find_program(CMARK cmark-gfm REQUIRED)
set(site ${CMAKE_BINARY_DIR}/site)
file(GLOB docs_md RELATIVE ${CMAKE_SOURCE_DIR}/docs CONFIGURE_DEPENDS docs/*.md docs/rules/*.md docs/adr/*.md)
file(GLOB docs_files RELATIVE ${CMAKE_SOURCE_DIR}/docs CONFIGURE_DEPENDS docs/figures/*.svg docs/rules/figures/*.svg
     docs/solved/*.txt)
list(APPEND docs_files openapi.json levels.txt odds.txt)
list(TRANSFORM docs_md REPLACE "(.+)\\.md$" "${site}/docs/\\1.html" OUTPUT_VARIABLE site_html)
list(TRANSFORM docs_files PREPEND ${site}/docs/ OUTPUT_VARIABLE site_files)
list(APPEND site_files ${site_html} ${site}/docs/index.html ${site}/docs/style.css)
set(docs_inputs ${docs_md} ${docs_files})
list(TRANSFORM docs_inputs PREPEND ${CMAKE_SOURCE_DIR}/docs/)
add_custom_command(OUTPUT ${site_files}
                   COMMAND ${CMAKE_COMMAND} -E rm -rf ${site}
                   COMMAND ${CMAKE_SOURCE_DIR}/tools/docs.sh ${CMAKE_SOURCE_DIR}/docs ${site}
                   DEPENDS ${docs_inputs} tools/docs.sh COMMENT "Writing the documentation" VERBATIM)

if(CONCENTRIC_HAS_WASM)
  list(APPEND CONCENTRIC_PAGE_PRODUCTS ${CONCENTRIC_WASM_PRODUCTS})
endif()
set(page_c ${CMAKE_BINARY_DIR}/page_files.c)
set(page_inputs ${web_files} ${games_json} ${CONCENTRIC_PAGE_PRODUCTS} ${site_files})
add_custom_command(OUTPUT ${page_c}
                   COMMAND ${CMAKE_COMMAND} -E env CONCENTRIC_QUICK=$<BOOL:${CONCENTRIC_QUICK}> $<TARGET_FILE:embed>
                           ${page_c} ${CMAKE_SOURCE_DIR}/web ${site} ${page_inputs}
                   DEPENDS embed ${page_inputs} COMMENT "Embedding the page")
