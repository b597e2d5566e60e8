/* SPDX-License-Identifier: MIT */
/* Build tool: JavaScript and CSS without what only people read. */
#ifndef CONCENTRIC_TOOLS_STRIP_H
#define CONCENTRIC_TOOLS_STRIP_H

#include <stddef.h>

/* Takes comments, indentation and empty lines out of `size` bytes, in place, and returns how many
 * are left. Everything else stays, line breaks too: what the text does, it still does. */
size_t strip_js(char *text, size_t size);
size_t strip_css(char *text, size_t size);

#endif
