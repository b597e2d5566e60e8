# SPDX-License-Identifier: MIT
# Databases that come with the program and the page, solved while they are built, by a small program that
# holds rules and solver alone: nothing else that changes has them solved again.
#
# Whole games as one plain file, VARIANT.pack, which the server's gzip bytes serve; the page's engine
# is told their names (CONCENTRIC_SOLVED, cmake/wasm.cmake). Endings of larger games, the first stages
# of a solver's run (docs/adr/0085), as VARIANT.pack.gz: most of their bytes are draws, so that they are
# kept packed and unpacked by who wants them (src/app/database.c, web/endings.js has their names too).
set(CONCENTRIC_SOLVED six)

add_executable(solve_pack tools/solve_pack.c)
target_link_libraries(solve_pack PRIVATE flags base core games solve probe)

# VARIANT, its file (.gz: packed) and how many stages, 0 for all.
function(add_solved variant file stages)
  set(plain ${CMAKE_BINARY_DIR}/${variant}.pack)
  set(dir ${CMAKE_BINARY_DIR}/solved/${variant})
  set(squeeze)
  if(file MATCHES "gz$")
    set(squeeze COMMAND ${GZIP} -6nf ${plain})
  endif()
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${file}
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/solved
                     COMMAND solve_pack ${variant} ${stages} ${dir} ${plain}
                     ${squeeze}
                     COMMAND ${CMAKE_COMMAND} -E rm -rf ${dir}
                     DEPENDS solve_pack COMMENT "Solving ${variant}" VERBATIM)
  set(CONCENTRIC_PAGE_PRODUCTS ${CONCENTRIC_PAGE_PRODUCTS} ${CMAKE_BINARY_DIR}/${file} PARENT_SCOPE)
endfunction()

find_program(GZIP gzip REQUIRED)
add_solved(six six.pack 0)
add_solved(six,flying six,flying.pack.gz 0)
add_solved(nine nine.pack.gz 3)
add_solved(nine,flying nine,flying.pack.gz 5)
