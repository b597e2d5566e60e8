# SPDX-License-Identifier: MIT
# Databases that come with the program and the page, solved by the program itself while it is built:
# concentric_bare, the program without files, is there by then.
#
# Whole games as one plain file, VARIANT.pack, which the server's gzip bytes serve; the page's engine
# is told their names (CONCENTRIC_SOLVED, cmake/wasm.cmake). Endings of larger games, the first stages
# of a solver's run (docs/adr/0085), as VARIANT.pack.gz: most of their bytes are draws, so that they are
# kept packed and unpacked by who wants them (src/app/database.c, web/endings.js has their names too).
set(CONCENTRIC_SOLVED six)

# VARIANT, then the flags of `solve` and, for a packed file, what packs it.
function(add_solved variant file)
  set(plain ${CMAKE_BINARY_DIR}/${variant}.pack)
  set(dir ${CMAKE_BINARY_DIR}/solved/${variant})
  set(squeeze)
  if(file MATCHES "gz$")
    set(squeeze COMMAND ${GZIP} -6nf ${plain})
  endif()
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/solved
                     COMMAND concentric_bare solve ${variant} --out ${dir} --memory 1 --pack ${plain} ${ARGN}
                             > ${CMAKE_BINARY_DIR}/solved/${variant}.txt
                     ${squeeze}
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
                     DEPENDS concentric_bare COMMENT "Solving ${variant}" VERBATIM)
  set(CONCENTRIC_PAGE_PRODUCTS ${CONCENTRIC_PAGE_PRODUCTS} ${CMAKE_BINARY_DIR}/${file} PARENT_SCOPE)
endfunction()

find_program(GZIP gzip REQUIRED)
add_solved(six six.pack)
add_solved(six,flying six,flying.pack.gz)
add_solved(nine nine.pack.gz --stages 3)
add_solved(nine,flying nine,flying.pack.gz --stages 5)
