/* SPDX-License-Identifier: MIT */
/* Reading openings, see openings.h. */
#include "app/tournament/openings.h"

#include <stdlib.h>
#include <string.h>

/* The next word, ended by NUL in place; NULL if there is none. */
static char *next_word(char **at)
{
    char *from = *at + strspn(*at, " \t\r");
    if (!*from)
        return NULL;
    char *end = from + strcspn(from, " \t\r");
    *at = *end ? end + 1 : end;
    *end = '\0';
    return from;
}

/* Cuts ` moves ...` off the text of a position; what follows the word, or NULL. */
static char *cut_moves(char *text)
{
    for (char *at = text; (at = strstr(at, "moves")); at += 5) {
        bool begins = at == text || strchr(" \t", at[-1]);
        if (!begins || (at[5] && !strchr(" \t\r", at[5])))
            continue;
        char *after = at + 5;
        while (at > text && strchr(" \t", at[-1]))
            at--;
        *at = '\0';
        return after;
    }
    return NULL;
}

static bool read_moves(const Game *game, char *at, Opening *out, char *why)
{
    Pos pos = out->start, next;
    for (char *word; (word = next_word(&at)); out->plies++) {
        Move move;
        if (out->plies == OPENING_PLIES_MAX)
            return refuse(why, "an opening has at most %d moves", OPENING_PLIES_MAX);
        if (!game->ops->read_move(game, &pos, word, LANG_EN, &move, why))
            return false;
        out->move[out->plies] = move;
        game->apply(game, &pos, move, &next);
        pos = next;
    }
    return game->ops->outcome(game, &pos).winner == WINNER_NONE ||
           refuse(why, "the game is over after this opening");
}

static bool read_line(const Game *game, uint64_t seed, char *line, Opening *out, char *why)
{
    char *moves = cut_moves(line), *kind = next_word(&line);
    *out = (Opening){.setup = seed};
    if (kind && strcmp(kind, "startpos") == 0 && !next_word(&line)) {
        game->ops->start(game, seed, &out->start);
    } else if (kind && strcmp(kind, "fen") == 0) {
        line += strspn(line, " \t");
        for (size_t n = strlen(line); n && strchr(" \t\r", line[n - 1]);)
            line[--n] = '\0';
        out->own_start = true;
        if (!game->ops->read_pos(game, line, LANG_EN, &out->start, why))
            return false;
    } else {
        return refuse(why, "an opening is: startpos moves M ..., or fen POSITION moves M ...");
    }
    return !moves || read_moves(game, moves, out, why);
}

static bool add(Opening **list, uint32_t *count, uint32_t *room, const Opening *opening)
{
    if (*count == *room) {
        uint32_t more = *room ? 2 * *room : 64;
        Opening *bigger = realloc(*list, more * sizeof *bigger);
        if (!bigger)
            return false;
        *list = bigger;
        *room = more;
    }
    (*list)[(*count)++] = *opening;
    return true;
}

Opening *openings_read(const Game *game, uint64_t seed, char *text, size_t length, uint32_t *count,
                       char *why)
{
    Opening *list = NULL, opening;
    uint32_t room = 0, number = 1;
    bool good = !memchr(text, '\0', length) || refuse(why, "it holds a NUL byte");
    *count = 0;
    for (char *line = text, *end = text + length; good && line < end; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line)), reason[WHY_MAX];
        stop = stop ? stop : end; /* there is room for a NUL behind the text */
        *stop = '\0';
        if (line[strspn(line, " \t\r")] && *line != '#') {
            good = (read_line(game, seed, line, &opening, reason) ||
                    refuse(why, "line %u: %.300s", number, reason)) &&
                   (*count < OPENINGS_MAX ||
                    refuse(why, "it has more than %d openings", OPENINGS_MAX)) &&
                   (add(&list, count, &room, &opening) || refuse(why, "out of memory"));
        }
        line = stop + 1;
    }
    if (good && !*count)
        good = refuse(why, "there is no opening in it");
    if (good)
        return list;
    free(list);
    return NULL;
}
