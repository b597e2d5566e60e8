/* SPDX-License-Identifier: MIT */
/* The search, see search.h: a Thinker, the limits of one run, and its answer as texts. The thread
 * that runs waits for the thinker and looks for a stop now and then, so that a stop is one store
 * into a flag, whoever makes it and when. */
#include "lib/inner.h"

#include "ai/net.h"
#include "ai/odds.h"
#include "solve/store.h"
#include "think/thinker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)CONCENTRIC_LINES_MAX == (int)SEARCH_LINES_MAX, "as many lines");

enum { POLL_MS = 2, NET_BYTES_MAX = 1 << 24 };

struct concentric_search {
    concentric_game *owner;
    const concentric_database *database;
    void *net;
    size_t hash_mb;
    int threads;
    Thinker *thinker;
    atomic_bool stop;
    const concentric_limits *limits; /* of the run that is on */
    const Search *shown;             /* the answer, NULL before the first run */
    Pos root;
    char best[MOVE_TEXT_MAX], line[SEARCH_PLIES_MAX * MOVE_TEXT_MAX];
};

static void report(void *context, const Search *search)
{
    concentric_search *s = context;
    s->shown = search;
    if (s->limits->progress && !s->limits->progress(s->limits->context, s))
        atomic_store(&s->stop, true);
}

/* With what it has now; what it knew is gone. */
static bool open_thinker(concentric_search *s, char *why)
{
    static const Text none = {{"there is no memory for the search, or no thread",
                               "探索のためのメモリまたはスレッドが足りません"}};
    ThinkerSetup setup = {.threads = s->threads,
                          .hash_mb = s->hash_mb,
                          .net = s->net,
                          .report = report,
                          .context = s};
    if (s->database)
        setup.oracle = database_oracle(s->database->database);
    s->shown = NULL;
    thinker_close(s->thinker);
    s->thinker = thinker_open(s->owner->game, &setup);
    return s->thinker || hand_out_text(&none, s->owner->lang, why);
}

concentric_search *concentric_search_new(const concentric_game *game, size_t hash_mb, int threads,
                                         char *why)
{
    static const Text sizes = {{"a search has at most 65536 MB and 64 threads",
                                "探索に使えるのは65536 MB、64スレッドまでです"}};
    if (hash_mb > THINKER_HASH_MB_MAX || threads < 0 || threads > THINKER_THREADS_MAX) {
        hand_out_text(&sizes, game->lang, why);
        return NULL;
    }
    concentric_search *s = calloc(1, sizeof *s);
    if (!s) {
        hand_out_text(&refuse_no_memory, game->lang, why);
        return NULL;
    }
    s->owner = game_keep(game);
    s->hash_mb = hash_mb;
    s->threads = threads;
    if (open_thinker(s, why))
        return s;
    concentric_search_free(s);
    return NULL;
}

void concentric_search_free(concentric_search *s)
{
    if (!s)
        return;
    thinker_close(s->thinker);
    free(s->net);
    concentric_game_close(s->owner);
    free(s);
}

bool concentric_search_set_database(concentric_search *s, const concentric_database *database,
                                    char *why)
{
    static const Text other = {
        {"the database is of another variant", "データベースのゲームが違います"}};
    if (database && strcmp(database->owner->game->id, s->owner->game->id) != 0)
        return hand_out_text(&other, s->owner->lang, why);
    s->database = database;
    return open_thinker(s, why);
}

/* The tables of a file; false with a reason. */
static bool read_net(const Game *game, const char *path, void **tables, char *why)
{
    uint8_t *bytes;
    size_t count;
    if (!store_read_plain(path, NET_BYTES_MAX, &bytes, &count, why))
        return false;
    bool good = net_check(game, bytes, count, why);
    if (good && !(*tables = calloc(1, game->learnable->bytes)))
        good = refuse(why, "out of memory");
    if (good)
        net_unpack(game, bytes, *tables);
    free(bytes);
    return good;
}

bool concentric_search_set_net(concentric_search *s, const char *path, char *why)
{
    static const Text bad = {{"{0}", "学習済み評価のファイルを使えません（{0}）"}};
    char reason[WHY_MAX];
    void *tables = NULL;
    if (*or_empty(path) && !read_net(s->owner->game, path, &tables, reason))
        return hand_out_detail(&bad, s->owner->lang, reason, why);
    thinker_close(s->thinker); /* it may look at the old ones */
    s->thinker = NULL;
    free(s->net);
    s->net = tables;
    return open_thinker(s, why);
}

void concentric_search_clear(concentric_search *s)
{
    if (s->thinker)
        thinker_clear(s->thinker);
    atomic_store(&s->stop, false);
}

void concentric_search_stop(concentric_search *s)
{
    atomic_store(&s->stop, true);
}

/* -- One run ---------------------------------------------------------------------------------- */

static bool good_limits(const concentric_limits *l, Lang lang, char *why)
{
    static const Text negative = {{"limits are not negative", "制限は0以上です"}};
    static const Text lines = {{"there are at most 16 lines", "読み筋は16本までです"}};
    static const Text level = {
        {"levels are 1 to 10, and 0 is the best play", "レベルは1から10、0は全力です"}};
    static const Text later = {
        {"the limits are of a later version", "新しい版の制限が指定されています"}};
    if (!(l->time_ms >= 0) || isinf(l->time_ms) || l->depth < 0 || l->mate < 0)
        return hand_out_text(&negative, lang, why);
    if (l->lines < 0 || l->lines > CONCENTRIC_LINES_MAX)
        return hand_out_text(&lines, lang, why);
    if (l->level < 0 || l->level > LEVEL_MAX)
        return hand_out_text(&level, lang, why);
    for (size_t i = 0; i < sizeof l->reserved / sizeof *l->reserved; i++)
        if (l->reserved[i])
            return hand_out_text(&later, lang, why);
    return true;
}

/* The moves of `only`, each once, into list[moves_max]; false with a reason. */
static bool read_only(const concentric_match *m, const char *only, Move *list, int *count,
                      char *why)
{
    static const Text too_long = {
        {"one of the moves to look at is too long", "調べる手の指定が長すぎます"}};
    static const Text none = {{"there is no move to look at", "調べる手がありません"}};
    *count = 0;
    for (only += strspn(only, " "); *only; only += strspn(only, " ")) {
        char word[MOVE_TEXT_MAX], reason[WHY_MAX];
        size_t length = strcspn(only, " ");
        Move move;
        int i = 0;
        if (length >= sizeof word)
            return hand_out_text(&too_long, m->lang, why);
        memcpy(word, only, length);
        word[length] = '\0';
        only += length;
        if (!m->game->ops->read_move(m->game, match_pos(m), word, m->lang, &move, reason))
            return hand_out(reason, why);
        while (i < *count && list[i] != move)
            i++;
        if (i == *count)
            list[(*count)++] = move;
    }
    return *count || hand_out_text(&none, m->lang, why);
}

static bool search_match(concentric_search *s, const concentric_match *m,
                         const concentric_limits *l, Move *only, char *why)
{
    History history;
    SearchLimits limits = {.depth = l->depth,
                           .nodes = l->nodes,
                           .time_ms = l->time_ms,
                           .mate = l->mate,
                           .lines = l->lines,
                           .level = l->level,
                           .seed = l->seed};
    if (l->only && !read_only(m, l->only, only, &limits.only_count, why))
        return false;
    limits.only = l->only ? only : NULL;
    if (!tree_history(&m->record.tree, m->at, &history))
        return hand_out_text(&refuse_no_memory, m->lang, why);
    s->root = *match_pos(m);
    s->limits = l;
    thinker_start(s->thinker, &history, &limits);
    while (!thinker_wait(s->thinker, POLL_MS))
        if (atomic_load(&s->stop))
            thinker_stop(s->thinker);
    history_free(&history);
    s->shown = thinker_answer(s->thinker);
    return true;
}

bool concentric_search_run(concentric_search *s, const concentric_match *m,
                           const concentric_limits *limits, char *why)
{
    static const Text other = {{"the match is of another variant", "対局のゲームが違います"}};
    static const Text over = {{"the game is over here", "この局面で終局しています"}};
    static const concentric_limits none = {0};
    limits = limits ? limits : &none;
    if (strcmp(m->game->id, s->owner->game->id) != 0)
        return hand_out_text(&other, m->lang, why);
    if (!good_limits(limits, m->lang, why) || (!s->thinker && !open_thinker(s, why)))
        return false;
    if (m->game->ops->outcome(m->game, match_pos(m)).winner != WINNER_NONE)
        return hand_out_text(&over, m->lang, why);
    Move *only = malloc(m->game->moves_max * sizeof *only);
    bool good = only ? search_match(s, m, limits, only, why)
                     : hand_out_text(&refuse_no_memory, m->lang, why);
    free(only);
    atomic_store(&s->stop, false);
    return good;
}

/* -- The answer ------------------------------------------------------------------------------- */

/* Line number i in the order to show them; NULL if there is none. */
static const SearchLine *line_of(const concentric_search *s, size_t i)
{
    return s->shown && i < (size_t)s->shown->line_count ? &s->shown->line[i] : NULL;
}

const char *concentric_search_best(concentric_search *s)
{
    if (!s->shown || !s->shown->best)
        return NULL;
    Str out = str_over(s->best, sizeof s->best);
    s->owner->game->ops->write_move(s->owner->game, &s->root, s->shown->best, &out);
    return s->best;
}

size_t concentric_search_line_count(const concentric_search *s)
{
    return s->shown ? (size_t)s->shown->line_count : 0;
}

const char *concentric_search_line(concentric_search *s, size_t i)
{
    const SearchLine *line = line_of(s, i);
    const Game *game = s->owner->game;
    Pos pos[2] = {s->root};
    if (!line)
        return NULL;
    Str out = str_over(s->line, sizeof s->line);
    for (int k = 0; k < line->length; k++) {
        if (k)
            str_char(&out, ' ');
        game->ops->write_move(game, &pos[k & 1], line->move[k], &out);
        game->apply(game, &pos[k & 1], line->move[k], &pos[~k & 1]);
    }
    return s->line;
}

int concentric_search_score(const concentric_search *s, size_t i)
{
    const SearchLine *line = line_of(s, i);
    return line ? search_reported_score(s->shown, line->score) : 0;
}

int concentric_search_line_depth(const concentric_search *s, size_t i)
{
    const SearchLine *line = line_of(s, i);
    return line ? line->depth : 0;
}

int concentric_search_mate(const concentric_search *s, size_t i)
{
    return odds_mate(concentric_search_score(s, i));
}

void concentric_search_chances(const concentric_search *s, size_t i, int out[3])
{
    int score = concentric_search_score(s, i);
    bool sure = s->shown && s->shown->known;
    Odds odds = {0, 0, 0};
    if (line_of(s, i))
        odds = sure ? odds_sure(score) : odds_of(s->owner->game, &s->root, score);
    out[0] = odds.win;
    out[1] = odds.draw;
    out[2] = odds.lose;
}

int concentric_search_depth(const concentric_search *s)
{
    return s->shown ? s->shown->depth : 0;
}

uint64_t concentric_search_nodes(const concentric_search *s)
{
    return s->shown ? thinker_nodes(s->thinker) : 0;
}

double concentric_search_time_ms(const concentric_search *s)
{
    return s->shown ? s->shown->spent_ms : 0;
}

bool concentric_search_is_known(const concentric_search *s)
{
    return s->shown && s->shown->known;
}
