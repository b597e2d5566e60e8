/* SPDX-License-Identifier: MIT */
/* What a move does, as a clause without a subject: "closes b2-b4-b6 and takes the man on f6". Made
 * of the events of the contract (core/event.h), so it holds for every game; what happens in every
 * move, and what a move does to its own side, is left out. */
#include "review/inner.h"

#include <string.h>

enum { NAMES_MAX = 4, LIST_MAX = 128 };

/* A verb in three forms: English, and Japanese before another verb and at the end. */
typedef struct Verb {
    const char *english, *going_on, *final;
} Verb;

/* {0} points or a name, {1} a piece, {2} a second point, {3} a number. */
static const Verb closes = {"closes {0}", "{0}をそろえ", "{0}をそろえる"},
                  completes = {"completes {0}", "{0}を完成させ", "{0}を完成させる"},
                  takes = {"takes the {1} on {0}", "{0}の{1}を取り", "{0}の{1}を取る"},
                  takes_many = {"takes {0}", "{0}を取り", "{0}を取る"},
                  turns = {"turns over the {1} on {0}", "{0}の{1}を裏返し", "{0}の{1}を裏返す"},
                  turns_many = {"turns over {0}", "{0}を裏返し", "{0}を裏返す"},
                  turns_all = {"turns over {3} men", "{3}個のコマを裏返し", "{3}個のコマを裏返す"},
                  stacks = {"puts the {1} from {0} under {2}", "{0}の{1}を{2}の下に入れ",
                            "{0}の{1}を{2}の下に入れる"},
                  traps = {"traps the {1} on {0}", "{0}の{1}をトラップし",
                           "{0}の{1}をトラップする"},
                  scores = {"scores {3}", "得点{3}を得", "得点{3}を得る"},
                  enthrones = {"takes the {0}", "{0}に就き", "{0}に就く"},
                  wins = {"wins the game", "勝ちが決まり", "勝ちが決まる"};

/* One thing that a move does; of the same kind several points are one thing. */
typedef struct Deed {
    const Verb *one, *many; /* many NULL: each is told by itself */
    uint8_t kind, number;
    const char *piece, *second;
    const char *name[NAMES_MAX];
    int count; /* of names, also of those that there is no room for */
} Deed;

static const char *point_name(const Game *game, Point p)
{
    return p < game->shape.point_count ? game->shape.point[p].name : "";
}

/* Names of a line, sorted as people say them: b2-b4-b6. */
static void write_line(const Game *game, const PointSet *points, Str *out)
{
    const char *names[POINTS_MAX];
    int n = 0;
    for (int p = 0; p < game->shape.point_count; p++) {
        if (!set_has(points, (Point)p))
            continue;
        const char *name = game->shape.point[p].name;
        int at = n++;
        for (; at > 0 && strcmp(names[at - 1], name) > 0; at--)
            names[at] = names[at - 1];
        names[at] = name;
    }
    for (int i = 0; i < n; i++) {
        str_add(out, i ? "-" : "");
        str_add(out, names[i]);
    }
}

/* What to tell of an event, NULL if nothing: not what harms the side that moves. */
static const Verb *verb_of(const Game *game, const Event *event, int side, const Verb **many)
{
    bool enemy = event->piece && game->pieces[event->piece].owner != side;
    *many = NULL;
    switch (event->kind) {
    case EVENT_LINE:
        return &closes;
    case EVENT_FRAME:
        return &completes;
    case EVENT_TAKEN:
        *many = &takes_many;
        return enemy ? &takes : NULL;
    case EVENT_TURNED:
        *many = &turns_many;
        return &turns;
    case EVENT_STACKED:
        return &stacks;
    case EVENT_TRAPPED:
        return enemy ? &traps : NULL;
    case EVENT_SCORED:
        return event->player == side ? &scores : NULL;
    case EVENT_ENTHRONED:
        return &enthrones;
    case EVENT_WON:
        return event->player == side ? &wins : NULL;
    default:
        return NULL;
    }
}

static void write_names(const Deed *deed, Lang lang, Str *out)
{
    static const Text comma = {{", ", "・"}};
    for (int i = 0; i < deed->count && i < NAMES_MAX; i++) {
        str_add(out, i ? comma.in[lang] : "");
        str_add(out, deed->name[i]);
    }
}

static void write_deed(const Deed *deed, bool last, Lang lang, Str *out)
{
    char names[LIST_MAX], number[8];
    Str s = str_over(names, sizeof names), n = str_over(number, sizeof number);
    bool all = deed->one == &turns && deed->count > NAMES_MAX;
    write_names(deed, lang, &s);
    str_number(&n, all ? (uint64_t)deed->count : deed->number);
    const Verb *verb = all ? &turns_all : deed->count > 1 ? deed->many : deed->one;
    const char *const args[] = {names, deed->piece, deed->second, number};
    str_fill(out, lang == LANG_EN ? verb->english : last ? verb->final : verb->going_on, args);
}

bool review_clause(const Game *game, const Pos *pos, Move move, Lang lang, Str *out)
{
    static const Text comma = {{", ", "、"}}, and = {{" and ", "、"}};
    enum { DEEDS_MAX = 4 };
    static const char nothing[] = "";
    Event events[EVENTS_MAX];
    Deed deeds[DEEDS_MAX];
    char lines[DEEDS_MAX][LIST_MAX];
    int count = game->ops->events(game, pos, move, events), n = 0;
    for (int i = 0; i < count; i++) {
        const Event *e = &events[i];
        const Verb *many, *one = verb_of(game, e, pos->turn, &many);
        Deed *same = n && many && deeds[n - 1].kind == e->kind ? &deeds[n - 1] : NULL;
        bool after = e->kind == EVENT_TURNED || e->kind == EVENT_TRAPPED;
        const char *name = point_name(game, after ? e->to : e->from);
        if (one == &wins && n == DEEDS_MAX)
            n--; /* nothing is worth more */
        if (!one || (!same && n == DEEDS_MAX))
            continue;
        if (same) {
            if (same->count < NAMES_MAX)
                same->name[same->count] = name;
            same->count++;
            continue;
        }
        Str line = str_over(lines[n], LIST_MAX);
        if (e->kind == EVENT_LINE)
            write_line(game, &e->points, &line);
        else if (e->label.in[lang])
            str_add(&line, e->label.in[lang]);
        bool named = e->kind == EVENT_LINE || e->kind == EVENT_FRAME || e->kind == EVENT_ENTHRONED;
        deeds[n] = (Deed){.one = one,
                          .many = many,
                          .kind = e->kind,
                          .number = e->number,
                          .piece = e->piece ? game->pieces[e->piece].name.in[lang] : nothing,
                          .second = point_name(game, e->to),
                          .name = {named ? lines[n] : name},
                          .count = 1};
        n++;
    }
    for (int i = 0; i < n; i++) {
        str_add(out, !i ? "" : i == n - 1 ? and.in[lang] : comma.in[lang]);
        write_deed(&deeds[i], i == n - 1, lang, out);
    }
    return n > 0;
}
