# SPDX-License-Identifier: MIT
# The database of six men's morris as one plain file, solved by the program itself while it is built:
# concentric_bare, the program without files, is there by then. It goes into the program and to the
# page (cmake/page.cmake), where the server's gzip bytes serve it. The page's engine is told the names
# (CONCENTRIC_SOLVED, cmake/wasm.cmake) and asks for VARIANT.pack only where there is one.
set(CONCENTRIC_SOLVED six)
set(six_pack ${CMAKE_BINARY_DIR}/six.pack)
add_custom_command(OUTPUT ${six_pack}
                   COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/six
                   COMMAND concentric_bare solve six --out ${CMAKE_BINARY_DIR}/six --memory 1
                           --pack ${six_pack} > ${CMAKE_BINARY_DIR}/six.txt
                   COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/six
                   DEPENDS concentric_bare COMMENT "Solving six men's morris" VERBATIM)
list(APPEND CONCENTRIC_PAGE_PRODUCTS ${six_pack})
