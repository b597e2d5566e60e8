/* SPDX-License-Identifier: MIT */
/* The explorer's files inside the program: web/explorer/NAME.txt. */
#ifndef CONCENTRIC_APP_EXPLORE_SHIPPED_H
#define CONCENTRIC_APP_EXPLORE_SHIPPED_H

#include "explore/book.h"

/* The book of this variant, for book_free. False if the program has none; `why` then says so. */
bool shipped_book(const char *variant, Book *out, char *why);

#endif
