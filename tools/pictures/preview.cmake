# SPDX-License-Identifier: MIT
# A board as `concentric show --svg` writes it, beside the mark: the picture that a link to the page brings along.
#   cmake -DBOARD=board.svg -DFRAME=preview.svg.in -DOUT=preview.svg -P preview.cmake
file(READ ${BOARD} BOARD)
string(REGEX MATCH "viewBox=\"([^\"]*)\"" found "${BOARD}")
set(BOX ${CMAKE_MATCH_1})
string(REGEX REPLACE "<svg[^>]*>" "" BOARD "${BOARD}")
string(REPLACE "</svg>" "" BOARD "${BOARD}")
string(REGEX REPLACE "<text[^>]*>[^<]*</text>" "" BOARD "${BOARD}") # letters would depend on the fonts at hand
string(REGEX REPLACE "<(title|desc)>[^<]*</(title|desc)>" "" BOARD "${BOARD}")
configure_file(${FRAME} ${OUT} @ONLY)
