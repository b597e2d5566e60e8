/* SPDX-License-Identifier: MIT */
/* The page at /t/ID: the same file for every table, but its head tells other programs (messengers,
 * blogs) where the picture of this table is and how to embed it. On a server that knows its name
 * the other pages tell the whole address of their picture, too. */
#ifndef CONCENTRIC_APP_SERVER_TABLE_PAGE_H
#define CONCENTRIC_APP_SERVER_TABLE_PAGE_H

#include "app/server/answer.h"

/* The answer to a request for /t/ID, with `all` for any page that names a picture, of a server that
 * the client found at `site` ("": nothing is told). *body, which may be NULL, is the caller's to
 * free and holds answer->body_length bytes. False if this is no such request, or memory is short:
 * answer it as any file. */
bool table_page(const HttpRequest *request, const char *site, bool all, const AnswerHow *how,
                Answer *answer, char **body);

#endif
