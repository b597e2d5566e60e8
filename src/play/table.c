/* SPDX-License-Identifier: MIT */
/* Tables: opening, closing, what stands, the log as text. What acts do is in act.c. */
#include "play/table.h"

#include "play/act.h"

#include <stdlib.h>
#include <string.h>

const char *table_state_name(TableState state)
{
    static const char *const names[] = {
        [TABLE_OPEN] = "open",   [TABLE_SETTLING] = "settling", [TABLE_RUNNING] = "running",
        [TABLE_ENDED] = "ended", [TABLE_ABORTED] = "aborted",
    };
    return names[state];
}

const char *offer_name(OfferKind kind)
{
    static const char *const names[OFFER_COUNT] = {
        [OFFER_END] = "end",     [OFFER_TAKEBACK] = "takeback", [OFFER_ABORT] = "abort",
        [OFFER_PAUSE] = "pause", [OFFER_REMATCH] = "rematch",   [OFFER_NEXT] = "next",
    };
    return names[kind];
}

const char *refused_name(Refused refused)
{
    static const char *const names[REFUSED_COUNT] = {
        [REFUSED_NOT] = "",
        [REFUSED_BAD_ACT] = "bad-act",
        [REFUSED_NOT_YOURS] = "not-yours",
        [REFUSED_NOT_NOW] = "not-now",
        [REFUSED_NOT_YOUR_TURN] = "not-your-turn",
        [REFUSED_NOT_LEGAL] = "not-legal",
        [REFUSED_OVER] = "over",
        [REFUSED_NO_OFFER] = "no-offer",
        [REFUSED_TOO_LONG] = "too-long",
        [REFUSED_NO_MEMORY] = "no-memory",
    };
    return names[refused];
}

/* -- Opening and closing ---------------------------------------------------------------------- */

TableSetup table_setup(const char *variant)
{
    TableSetup setup = {.seed = 1};
    Str s = str_over(setup.variant, sizeof setup.variant);
    str_add(&s, variant);
    if (s.full) /* the variant's reader refuses it with its own words */
        setup.variant[0] = '\0';
    return setup;
}

const Prelim *table_find_pick(const Game *game, const char *variant)
{
    for (int i = 0; i < game->prelim_count; i++) {
        const Prelim *prelim = &game->prelims[i];
        char settled[32];
        Str s = str_over(settled, sizeof settled);
        if (prelim->kind != PRELIM_SECRET_PICK)
            continue;
        str_format(&s, ",%s=", prelim->option);
        return strstr(variant, settled) ? NULL : prelim;
    }
    return NULL;
}

static bool read_start(const Game *game, const TableSetup *setup, Pos *out, Lang lang, char *why)
{
    static const Text from_start = {
        {"a match begins from the start of the game", "公式戦は初期局面から始まります"}};
    static const Text no_pick = {
        {"there is no secret pick in this game, or its option is settled already",
         "このゲームに同時選択（非公開）はないか、すでに決まっています"}};
    if (setup->position[0] && setup->match)
        return refuse_text(why, lang, &from_start);
    if (setup->pick && (setup->position[0] || !table_find_pick(game, setup->variant)))
        return refuse_text(why, lang, &no_pick);
    if (setup->position[0])
        return game->ops->read_pos(game, setup->position, lang, out, why);
    game->ops->start(game, setup->seed, out);
    return true;
}

bool table_add_round(Table *table, const Game *game, const Pos *start)
{
    Round round = {.side = 0};
    Round *more = realloc(table->round, ((size_t)table->round_count + 1) * sizeof *more);
    if (!more)
        return false;
    table->round = more;
    if (!tree_begin(&round.tree, game, start))
        return false;
    table->round[table->round_count++] = round;
    return true;
}

void table_begin_clock(Table *table)
{
    Control control = table->setup.control;
    if (table_side_of(table, 0)) /* time odds stay with who has them */
        control = control_swapped(&control);
    clock_begin(&table->clock, &control);
    for (int seat = 0; seat < 2; seat++)
        table->clock.hold[table_side_of(table, seat)] = table->vacation[seat];
}

/* Everything that belongs to the first game of a table, from `start`. */
bool table_begin(Table *table, const Game *game, const Pos *start)
{
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    if (!scratch || !table_add_round(table, game, start)) {
        free(scratch);
        return false;
    }
    free(table->scratch);
    table->scratch = scratch;
    table->game = game;
    table->head = 0;
    table->in_series = table->setup.match;
    if (table->in_series) {
        series_begin(&table->series, game, table->setup.seed);
        table_round(table)->side = (uint8_t)series_side(&table->series, 0);
    }
    table_begin_clock(table);
    return true;
}

bool table_open(Table *table, Variants *variants, const TableSetup *setup, int64_t now, Lang lang,
                char *why)
{
    Pos start;
    *table = (Table){.variants = variants,
                     .setup_asked = *setup,
                     .setup = *setup,
                     .opened = now,
                     .now = now,
                     .away = {-1, -1}};
    const Game *game = variants_open(variants, setup->variant, lang, why);
    if (!game || !read_start(game, setup, &start, lang, why))
        return false;
    if (!table_begin(table, game, &start)) {
        table_close(table);
        return refuse_text(why, lang, &refuse_no_memory);
    }
    if (setup->pick)
        table->pick = table_find_pick(game, setup->variant);
    else /* texts that are asked for a second time are the canonical one */
        memcpy(table->setup.variant, game->id, sizeof table->setup.variant);
    return true;
}

void table_close(Table *table)
{
    for (int i = 0; i < table->round_count; i++) {
        tree_free(&table->round[i].tree);
        free(table->round[i].tags);
    }
    free(table->round);
    free(table->scratch);
    free(table->log);
    *table = (Table){0};
}

/* -- What stands ------------------------------------------------------------------------------ */

int table_seat_of(const Table *table, int side)
{
    return table_round(table)->side ? !side : side;
}

int table_side_of(const Table *table, int seat)
{
    return table_seat_of(table, seat);
}

int table_turn_seat(const Table *table)
{
    return table_seat_of(table, table_pos(table)->turn);
}

int table_picker(const Table *table)
{
    for (int seat = 0; seat < 2 && table->state == TABLE_SETTLING; seat++)
        if (!picks_has(&table->picks, seat))
            return seat;
    return -1;
}

Series table_standing(const Table *table)
{
    Series series = table->series;
    if (table->in_series && table->state == TABLE_ENDED)
        series_end_game(&series, table_ending(table)->winner, table_pos(table), table->setup.seed);
    return series;
}

bool table_has_next(const Table *table)
{
    if (table->state != TABLE_ENDED || table->round_count >= TABLE_ROUNDS_MAX)
        return false;
    if (!table->in_series)
        return table->game->ops->next_start && series_rules(table->game)->carries;
    Series standing = table_standing(table);
    return !series_is_over(&standing);
}

Move table_planned(const Table *table, int seat)
{
    bool on = table->state == TABLE_RUNNING && !table->paused && table_turn_seat(table) == seat;
    return on && table->plan_count[seat] ? table->plan[seat][0] : 0;
}

int64_t table_due(const Table *table)
{
    /* Before the first move nobody's time is up: the players may still be sitting down. */
    bool on = table->state == TABLE_RUNNING && !table->paused && table->head != 0;
    return on ? clock_due(&table->clock) : INT64_MAX;
}

bool table_computer_accepts(const Table *table, int seat, int score, int mate)
{
    enum { BETTER = 60 }; /* hundredths of a man */
    Outcome agreed = table->game->ops->agreed(table->game, table_pos(table));
    Winner own = table_side_of(table, seat) ? WINNER_P2 : WINNER_P1;
    if (agreed.winner == own)
        return true;
    if (agreed.winner == WINNER_DRAW)
        return score <= BETTER;
    return mate < 0;
}

/* -- The log as text -------------------------------------------------------------------------- */

static const char *const takebacks[] = {
    [TAKEBACK_FREE] = "free", [TAKEBACK_ASK] = "ask", [TAKEBACK_NO] = "no"};

bool takeback_from_name(const char *name, TakebackRule *out)
{
    for (int t = 0; t < 3; t++) {
        if (strcmp(name, takebacks[t]) == 0) {
            *out = (TakebackRule)t;
            return true;
        }
    }
    return false;
}

const char *takeback_name(TakebackRule rule)
{
    return takebacks[rule];
}

void setup_write(const TableSetup *setup, Str *out)
{
    str_format(out, "game=%s seed=", setup->variant);
    str_number(out, setup->seed);
    str_add(out, " clock=");
    control_write(&setup->control, out);
    str_format(out, " takeback=%s%s%s%s%s", takebacks[setup->takeback],
               setup->match ? " match" : "", setup->pick ? " pick" : "", setup->help ? " help" : "",
               setup->rated ? " rated" : "");
    if (setup->position[0])
        str_format(out, " start=%s", setup->position);
}

/* One word of a setup line, its end cut off. */
static bool read_word(const char *word, Lang lang, TableSetup *out, char *why)
{
    static const Text unknown = {{"a table's setup has no {0}", "卓の設定に {0} はありません"}};
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), w = str_over(why, WHY_MAX);
    if (strncmp(word, "game=", 5) == 0) {
        Str s = str_over(out->variant, sizeof out->variant);
        str_add(&s, word + 5);
        if (!s.full)
            return true;
    } else if (strncmp(word, "seed=", 5) == 0 && str_is_number(word + 5, UINT64_MAX, &out->seed)) {
        return true;
    } else if (strncmp(word, "clock=", 6) == 0) {
        return control_read(word + 6, lang, &out->control, why);
    } else if (strncmp(word, "takeback=", 9) == 0 && takeback_from_name(word + 9, &out->takeback)) {
        return true;
    } else {
        bool *const flag = strcmp(word, "match") == 0   ? &out->match
                           : strcmp(word, "pick") == 0  ? &out->pick
                           : strcmp(word, "help") == 0  ? &out->help
                           : strcmp(word, "rated") == 0 ? &out->rated
                                                        : NULL;
        if (flag)
            return *flag = true;
    }
    str_quote(&q, word);
    const char *const args[] = {quoted};
    str_fill(&w, unknown.in[lang], args);
    return false;
}

bool setup_read(const char *text, Lang lang, TableSetup *out, char *why)
{
    static const Text long_text = {{"a setup has too long a text", "設定の文が長すぎます"}};
    *out = (TableSetup){.seed = 1};
    while (*text) {
        char word[VARIANT_TEXT_MAX + 16];
        if (strncmp(text, "start=", 6) == 0) { /* it has spaces and comes last */
            Str s = str_over(out->position, sizeof out->position);
            str_add(&s, text + 6);
            return !s.full || refuse_text(why, lang, &long_text);
        }
        size_t length = strcspn(text, " ");
        Str w = str_over(word, sizeof word);
        str_bytes(&w, text, length);
        if (w.full)
            return refuse_text(why, lang, &long_text);
        if (!read_word(word, lang, out, why))
            return false;
        text += length + (text[length] == ' ');
    }
    return true;
}

static const char log_head[] = "concentric table 1\n";

void table_write_log(const Table *table,
                     void (*write)(void *context, const char *bytes, size_t count), void *context)
{
    char line[VARIANT_TEXT_MAX + POSITION_TEXT_MAX + 128];
    Str s = str_over(line, sizeof line);
    str_format(&s, "%lld ", (long long)table->opened);
    setup_write(&table->setup_asked, &s);
    str_char(&s, '\n');
    write(context, log_head, sizeof log_head - 1);
    write(context, line, s.length);
    write(context, table->log ? table->log : "", table->log_length);
}

/* Times are whole numbers that a double holds. */
static bool read_time(const char **text, int64_t *out)
{
    uint64_t n;
    if (!str_read_number(text, UINT64_C(1) << 53, &n))
        return false;
    *out = (int64_t)n;
    return true;
}

bool act_read_line(const char *line, Caller *caller, const char **act)
{
    static const char letters[] = {[BY_SEAT0] = '0', [BY_SEAT1] = '1', [BY_HOST] = 'h'};
    if (!read_time(&line, &caller->now) || *line++ != ' ')
        return false;
    caller->by = BY_WATCHER;
    for (uint8_t by = 0; by < sizeof letters; by++)
        if (letters[by] && *line == letters[by])
            caller->by = by;
    if (caller->by == BY_WATCHER || *++line != ' ')
        return false;
    line++;
    if (!read_time(&line, &caller->credit) || *line++ != ' ')
        return false;
    *act = line;
    return true;
}

void act_write_line(const Caller *caller, const char *act, Str *out)
{
    char by = caller->by == BY_HOST ? 'h' : (char)('0' + caller->by);
    str_format(out, "%lld %c %lld %s", (long long)caller->now, by, (long long)caller->credit, act);
}

/* The line at *at, cut into `line`, and *at behind it. False if it is too long or has a NUL. */
static bool next_line(const char **at, const char *end, char *line, size_t size)
{
    const char *from = *at, *stop = memchr(from, '\n', (size_t)(end - from));
    size_t length = (size_t)((stop ? stop : end) - from);
    *at = stop ? stop + 1 : end;
    if (length >= size || memchr(from, '\0', length))
        return false;
    memcpy(line, from, length);
    line[length] = '\0';
    return true;
}

static bool replay_line(Table *table, const char *line, Lang lang, char *why)
{
    static const Text form = {
        {"a line of a log is TIME BY CREDIT ACT", "記録の行は「時刻 誰 補正 行為」です"}};
    Caller caller = {.lang = lang};
    Reply reply;
    const char *act;
    if (!act_read_line(line, &caller, &act))
        return refuse_text(why, lang, &form);
    return table_do(table, &caller, act, &reply) || refuse(why, "%s", reply.why);
}

bool table_replay(Table *table, Variants *variants, const char *bytes, size_t count, Lang lang,
                  char *why)
{
    static const Text no_log = {{"this is no log of a table", "卓の記録ではありません"}};
    static const Text at_line = {{"line {0}: {1}", "{0}行目：{1}"}};
    char line[ACT_MAX + 64], reason[WHY_MAX] = "";
    const char *at = bytes, *end = bytes + count, *text = line;
    TableSetup setup;
    int64_t opened;
    unsigned number = 2;
    if (!next_line(&at, end, line, sizeof line) ||
        strncmp(line, log_head, sizeof log_head - 2) != 0 || line[sizeof log_head - 2])
        return refuse_text(why, lang, &no_log);
    bool good = next_line(&at, end, line, sizeof line) && read_time(&text, &opened) &&
                *text++ == ' ';
    if (!good)
        return refuse_text(why, lang, &no_log);
    good = setup_read(text, lang, &setup, reason) &&
           table_open(table, variants, &setup, opened, lang, reason);
    bool is_open = good;
    while (good && at < end) {
        number++;
        good = next_line(&at, end, line, sizeof line) ? replay_line(table, line, lang, reason)
                                                      : refuse_text(reason, lang, &no_log);
    }
    if (good)
        return true;
    if (is_open)
        table_close(table);
    char place[16];
    Str p = str_over(place, sizeof place), w = str_over(why, WHY_MAX);
    str_number(&p, number);
    const char *const args[] = {place, reason};
    str_fill(&w, at_line.in[lang], args);
    return false;
}
