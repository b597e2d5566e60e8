/* SPDX-License-Identifier: MIT */
/* Solved positions, see database.h. */
#include "lib/inner.h"

#include "core/perfect.h"
#include "solve/store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reasons of files are told in English, for whoever looks after the files. */
static const Text unusable = {{"{0}", "データベースを使えません（{0}）"}};

/* The game of the files at a path; NULL with a reason. */
static concentric_game *game_at(const char *path, char *why)
{
    char variant[VARIANT_TEXT_MAX], reason[WHY_MAX], other[WHY_MAX];
    struct stat about;
    bool is_dir = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (is_dir ? store_variant(path, variant, reason)
               : store_pack_variant(path, variant, reason) ||
                     store_small_variant(path, variant, other))
        return concentric_game_open(variant, CONCENTRIC_ENGLISH, why);
    hand_out(reason, why);
    return NULL;
}

static concentric_database *open_of(concentric_game *game, const char *path, char *why)
{
    char reason[WHY_MAX];
    concentric_database *d = calloc(1, sizeof *d);
    if (!d) {
        hand_out_text(&refuse_no_memory, game->lang, why);
        return NULL;
    }
    d->database = database_open(path, game->game, reason);
    if (!d->database) {
        hand_out_detail(&unusable, game->lang, reason, why);
        free(d);
        return NULL;
    }
    d->owner = game_keep(game);
    return d;
}

concentric_database *concentric_database_open(const concentric_game *game, const char *path,
                                              char *why)
{
    concentric_game *its = game ? game_keep(game) : game_at(or_empty(path), why);
    concentric_database *d = its ? open_of(its, or_empty(path), why) : NULL;
    concentric_game_close(its);
    return d;
}

void concentric_database_close(concentric_database *d)
{
    if (!d)
        return;
    database_close(d->database);
    concentric_game_close(d->owner);
    free(d);
}

const char *concentric_database_variant(const concentric_database *d)
{
    return d->owner->game->id;
}

/* One question about a match. */
typedef struct Question {
    TreePlace place;
    Judge judge;
    Move *scratch; /* two lists */
} Question;

static bool ask_about(Question *q, const concentric_database *d, const concentric_match *m)
{
    if (strcmp(d->owner->game->id, m->game->id) != 0)
        return false;
    q->scratch = malloc(2 * (size_t)m->game->moves_max * sizeof *q->scratch);
    q->place = (TreePlace){&m->record.tree, m->at};
    q->judge = (Judge){m->game, database_oracle(d->database), tree_past(&q->place), q->scratch};
    return q->scratch;
}

bool concentric_database_value(const concentric_database *d, concentric_match *m,
                               concentric_known *out)
{
    Question q;
    Known known;
    if (!ask_about(&q, d, m))
        return false;
    bool good = true;
    if (m->record.tree.node[m->at].drawn)
        known = (Known){0, -1};
    else
        good = perfect_here(&q.judge, match_pos(m), q.scratch + m->game->moves_max, &known);
    free(q.scratch);
    if (good)
        *out = (concentric_known){known.value, known.plies};
    return good;
}

bool concentric_database_moves(const concentric_database *d, concentric_match *m,
                               concentric_known *out)
{
    Question q;
    size_t count = concentric_move_count(m);
    if (!ask_about(&q, d, m))
        return false;
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        Known known;
        good = perfect_move(&q.judge, match_pos(m), m->moves[i], &known);
        if (good)
            out[i] = (concentric_known){known.value, known.plies};
    }
    free(q.scratch);
    return good;
}

bool concentric_database_damage(const concentric_database *d, char *why)
{
    char reason[WHY_MAX];
    if (!database_damage(d->database, reason))
        return false;
    hand_out_detail(&unusable, d->owner->lang, reason, why);
    return true;
}
