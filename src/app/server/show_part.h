/* SPDX-License-Identifier: MIT */
/* What the files of show.h share. */
#ifndef CONCENTRIC_APP_SERVER_SHOW_PART_H
#define CONCENTRIC_APP_SERVER_SHOW_PART_H

#include "app/server/keep_pictures.h"
#include "app/server/show.h"
#include "app/server/tables_part.h"

enum {
    PICTURE_SIZE_MIN = 64, /* pixels of the wider side */
    PICTURE_SIZE_MAX = 1200,
    PICTURE_SIZE = 600, /* where nobody says */
};

typedef struct Artist Artist; /* the thread that draws */
typedef struct Games Games;   /* finished games */

struct Show {
    Server *server;
    Tables *tables;
    Artist *artist;
    Games *games;
};

/* show_picture.c: /t/ID.svg and /t/ID.png. */
Artist *artist_open(Server *server, Tables *tables, char *why);
bool artist_close(Artist *artist);
void artist_ask(Artist *artist, const Request *request, AskId ask);

/* show_games.c: /feed/games.atom, /api/v1/today, /api/v1/archive. NULL: no memory. */
Games *games_open(Server *server, Tables *tables);
void games_close(Games *games);
void games_ask_feed(Games *games, const Request *request, AskId ask);
void games_ask_today(Games *games, const Request *request, AskId ask);
void games_ask_archive(Games *games, const Request *request, AskId ask);

/* Text as it stands between the tags or in an attribute of HTML or XML. */
void show_add_html(const char *text, Str *out);
/* The id between `before` and `after` in the path; false if it is none. */
bool show_id(const char *path, const char *before, const char *after, char id[ID_CHARS + 1]);
void show_refuse(Server *server, AskId ask, int status, const char *why, const Text *text,
                 Lang lang);
extern const Text show_nothing; /* there is nothing at this address */

#endif
