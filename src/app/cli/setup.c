/* SPDX-License-Identifier: MIT */
/* What commands share: from words and flags to a game, and printing it. */
#include "app/cli/commands.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays the moves of --play. */
static bool play_all(Setup *setup, const char *moves, Lang lang)
{
    static const Text illegal = {
        {"move {0} of --play, {1}, is not legal: {2}", "--playの{0}手目{1}は指せません：{2}"}};
    const Game *game = setup->game;
    uint32_t *at = &setup->at.node;
    while (*(moves += strspn(moves, " \t\n")) != '\0') {
        char text[2 * MOVE_TEXT_MAX], why[WHY_MAX];
        Str s = str_over(text, sizeof text);
        size_t length = strcspn(moves, " \t\n");
        str_bytes(&s, moves, length);
        moves += length;
        Move move;
        if (!game->ops->read_move(game, setup_pos(setup), text, lang, &move, why)) {
            char said[WHY_MAX];
            refuse_with(said, lang, &illegal, NUMBER(setup->tree.node[*at].ply + 1),
                        QUOTED(text, strlen(text)), why);
            complain("%s", said);
            return false;
        }
        TreeError error = tree_add(&setup->tree, *at, move, at);
        if (error) {
            complain("--play: %s", tree_error(error)->in[lang]);
            return false;
        }
    }
    return true;
}

static bool has_flag(const Command *command, const char *name)
{
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++)
        if (strcmp(command->flags[i].name, name) == 0)
            return true;
    return false;
}

static bool read_start(const Args *args, const Game *game, Lang lang, Pos *out)
{
    const char *text = args_value(args, "--position");
    char why[WHY_MAX];
    uint64_t seed = 1;
    if (has_flag(args->command, "--seed") && !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return false;
    if (!text) {
        game->ops->start(game, seed, out);
        return true;
    }
    if (game->ops->read_pos(game, text, lang, out, why))
        return true;
    complain(lang == LANG_JA ? "局面が正しくありません：%s" : "bad position: %s", why);
    return false;
}

/* Opens what setup_close closes, as far as it comes. */
static bool open_parts(const Args *args, Lang lang, Setup *out)
{
    char why[WHY_MAX];
    Pos start;
    out->variants = variants_new(registry_families, registry_count);
    if (!out->variants) {
        complain("out of memory");
        return false;
    }
    out->game = variants_open(out->variants, args->word[0], lang, why);
    if (!out->game) {
        complain("%s", why);
        return false;
    }
    if (!read_start(args, out->game, lang, &start))
        return false;
    if (!tree_begin(&out->tree, out->game, &start)) {
        complain("out of memory");
        return false;
    }
    const char *play = has_flag(args->command, "--play") ? args_value(args, "--play") : NULL;
    return !play || play_all(out, play, lang);
}

bool setup_open(const Args *args, Setup *out)
{
    Lang lang = LANG_EN;
    if (has_flag(args->command, "--lang") && !setup_lang(args, &lang))
        return false;
    *out = (Setup){.at.tree = &out->tree};
    if (open_parts(args, lang, out))
        return true;
    setup_close(out);
    return false;
}

void setup_close(Setup *setup)
{
    tree_free(&setup->tree);
    variants_free(setup->variants);
}

bool setup_think(Thinker *thinker, const TreePlace *at, const SearchLimits *limits)
{
    History history;
    if (!tree_history(at->tree, at->node, &history))
        return false;
    thinker_start(thinker, &history, limits); /* it copies what it needs of the way here */
    history_free(&history);
    return true;
}

bool setup_lang(const Args *args, Lang *out)
{
    const char *text = args_value(args, "--lang");
    *out = LANG_EN;
    if (text && strcmp(text, "ja") == 0)
        *out = LANG_JA;
    else if (text && strcmp(text, "en") != 0) {
        complain("--lang takes en or ja");
        return false;
    }
    return true;
}

/* One line per player: "White: in hand 9, lost 0". */
static void print_counters(const Game *game, const Pos *pos, Lang lang)
{
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, list);
    for (int player = 0; player < 2; player++) {
        const char *joint = lang == LANG_JA ? "：" : ": ";
        printf("%s", game->player[player].in[lang]);
        for (int i = 0; i < n; i++) {
            if (list[i].player != player)
                continue;
            printf("%s%s %d", joint, list[i].name.in[lang], list[i].value);
            joint = lang == LANG_JA ? "、" : ", ";
        }
        putchar('\n');
    }
}

void setup_print_ending(const Game *game, const Ending *ending, Lang lang)
{
    static const Text label = {{"result: ", "結果："}}, none = {{"none yet", "対局中"}};
    char line[512];
    Str s = str_over(line, sizeof line);
    ending_write(game, ending, lang, &s);
    printf("%s%s\n", label.in[lang], s.length ? line : none.in[lang]);
}

/* The position before the last move; NULL at the start. */
static const Pos *pos_before(const TreePlace *at)
{
    return at->node ? tree_pos(at->tree, at->tree->node[at->node].parent) : NULL;
}

static void print_last_move(const TreePlace *at, Lang lang)
{
    static const Text label = {{"last move: ", "直前の手："}};
    const Pos *before = pos_before(at);
    if (!before)
        return;
    const Game *game = at->tree->game;
    Move move = at->tree->node[at->node].move;
    char text[MOVE_TEXT_MAX], words[2048];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, move, &m);
    events_write(game, events, game->ops->events(game, before, move, events), lang, &w);
    printf(lang == LANG_JA ? "%s%s（%s）\n" : "%s%s (%s)\n", label.in[lang], text, words);
}

Picture setup_picture(const TreePlace *at, const Looks *looks)
{
    Picture picture = picture_of(at->tree->game, tree_place_pos(at), pos_before(at),
                                 at->tree->node[at->node].move);
    picture.bands = looks->bands;
    picture.dots = looks->dots;
    picture.ranks = looks->ranks;
    return picture;
}

static bool is_told(const Mark *mark, bool ranks)
{
    return mark->kind == MARK_EYE || mark->kind == MARK_TRAPPED ||
           (mark->kind == MARK_RANK && ranks);
}

/* One line per mark that the picture shows: "eye (White): h2", "rank 3 (black ship): a1 a2 b1". */
static void print_marks(const Picture *picture, Lang lang)
{
    const Game *game = picture->game;
    uint8_t board[POINTS_MAX];
    game->ops->board(game, picture->pos, board);
    for (int i = 0; i < picture->mark_count; i++) {
        const Mark *mark = &picture->marks[i];
        if (!is_told(mark, picture->ranks))
            continue;
        const char *label = mark->label.in[lang], *owner = NULL;
        char points[4 * POINTS_MAX + 1];
        Str s = str_over(points, sizeof points);
        for (int p = 0; p < game->shape.point_count; p++) {
            if (!set_has(&mark->points, (Point)p))
                continue;
            str_format(&s, " %s", game->shape.point[p].name);
            owner = board[p] ? game->pieces[board[p]].name.in[lang]
                             : game->player[mark->player].in[lang];
        }
        printf(lang == LANG_JA ? "%s（%s）：%s\n" : "%s (%s):%s\n",
               label && *label ? label : mark_name(mark->kind)->in[lang], owner,
               lang == LANG_JA ? points + 1 : points);
    }
}

void setup_print_board(const TreePlace *at, const Looks *looks, Lang lang)
{
    static const Text position = {{"position: ", "局面："}}, side = {{"to move: ", "手番："}};
    static char bytes[PICTURE_BYTES_MAX];
    Picture picture = setup_picture(at, looks);
    Str s = str_over(bytes, sizeof bytes);
    picture_text(&picture, looks->palette, &s);
    fwrite(bytes, 1, s.length, stdout);
    const Game *game = at->tree->game;
    const Pos *pos = tree_place_pos(at);
    char text[POSITION_TEXT_MAX];
    Str t = str_over(text, sizeof text);
    game->ops->write_pos(game, pos, &t);
    putchar('\n');
    print_counters(game, pos, lang);
    print_marks(&picture, lang);
    print_last_move(at, lang);
    printf("%s%s\n", position.in[lang], text);
    printf("%s%s\n", side.in[lang], game->player[pos->turn].in[lang]);
}

void setup_print(const TreePlace *at, const Looks *looks, Lang lang)
{
    Ending ending = tree_ending(at->tree, at->node);
    setup_print_board(at, looks, lang);
    setup_print_ending(at->tree->game, &ending, lang);
}

bool setup_database(const Args *args, const Game *game, Database **out)
{
    const char *path = args_value(args, "--db");
    char why[WHY_MAX];
    if (database_choose(path, game, out, why))
        return true;
    complain_of_file("use the database", path, why);
    return false;
}

void setup_tell_damage(const Args *args, const Database *database)
{
    const char *path = args_value(args, "--db");
    char why[WHY_MAX];
    if (path && database_damage(database, why))
        complain_of_file("trust the database", path, why);
}
