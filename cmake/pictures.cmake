# SPDX-License-Identifier: MIT
# Bitmaps for those who take no SVG: icons of installed pages, and the picture that stands beside a link to the page or
# to one of its games. All are made from our own SVG by rsvg-convert; browsers fetch none of them on a visit.
find_program(RSVG rsvg-convert REQUIRED) # librsvg2-bin

set(pictures ${CMAKE_SOURCE_DIR}/tools/pictures)
function(add_bitmap from width name)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${name}
                     COMMAND ${RSVG} --width ${width} --output ${CMAKE_BINARY_DIR}/${name} ${from}
                     DEPENDS ${from} COMMENT "Drawing ${name}" VERBATIM)
  set(CONCENTRIC_PAGE_PRODUCTS ${CONCENTRIC_PAGE_PRODUCTS} ${CMAKE_BINARY_DIR}/${name} PARENT_SCOPE)
endfunction()
add_bitmap(${pictures}/icon-full.svg 180 icon-180.png)
add_bitmap(${pictures}/icon-full.svg 512 icon-full-512.png)
add_bitmap(${CMAKE_SOURCE_DIR}/web/icon.svg 192 icon-192.png)
add_bitmap(${CMAKE_SOURCE_DIR}/web/icon.svg 512 icon-512.png)

# GAME POSITION: in the middle of things, where there is something to see.
set(scenes
  "nine|bwb.bwbw/bw.wbbww/...w.b.w b 0 0"
  "six|b..bb.bb/ww..w..w w 0 0"
  "twelve|w.bb.bww/wbwbbwwb/.wwww.bw b 0 0"
  "stacking|......b./b....wbw/..wwWbw. b 3 4"
  "morelli|13/7bw4/1b7bbw1/2bbb3bbb2/b3bbbwwb1b1/5bwwwb3/3w2Bwwb3/3w1www1b1b1/bb1w3bb4/7b5/w2bw1w6/8b4/8b1b2 b play"
  "mur|.b.bw.w./..b.bw.w/.bkw.bw./b b 0 0")
foreach(scene IN LISTS scenes)
  string(REPLACE "|" ";" scene "${scene}")
  list(GET scene 0 game)
  list(GET scene 1 position)
  set(board ${CMAKE_BINARY_DIR}/board-${game}.svg)
  set(preview ${CMAKE_BINARY_DIR}/preview-${game}.svg)
  add_custom_command(OUTPUT ${preview}
                     COMMAND concentric_bare show ${game} --position ${position} --svg ${board}
                             > ${CMAKE_BINARY_DIR}/board-${game}.txt
                     COMMAND ${CMAKE_COMMAND} -DBOARD=${board} -DFRAME=${pictures}/preview.svg.in -DOUT=${preview}
                             -P ${pictures}/preview.cmake
                     DEPENDS concentric_bare ${pictures}/preview.svg.in ${pictures}/preview.cmake VERBATIM)
  add_bitmap(${preview} 1200 preview-${game}.png)
endforeach()
