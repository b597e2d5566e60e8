/* SPDX-License-Identifier: MIT */
/* Morelli, the second opinion: written from the clauses of the rules text (rules/morelli.md), one
 * function per clause, plain loops over a plain board. Quoted words are the clause's own.
 *
 * A board is cell[x][y]: x is the file (0 is a), y the rank (0 is 1); looping over x and inside it
 * over y therefore runs through the point list a1 a2 ... b1 b2 ... Every cell holds one character
 * of the position text: 'b' or 'w' a man, 'B' or 'W' a king (on the throne only), '.' nothing. */
#include "ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_MAX = 13, NEIGHBOURS = 8, EMPTY = '.' };

typedef struct Board {
    int size;
    char cell[BOARD_MAX][BOARD_MAX];
    char side; /* 'b' or 'w' */
    bool placing;
} Board;

typedef struct Cell {
    int x, y;
} Cell;

/* What must hold does so in every build. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

/* --- Variant text: "options may come in any order", "an unknown ... option or value ... or one
 * given twice is an error" ----------------------------------------------------------------------*/

enum { OPTION_SIZE, OPTION_EDITION, OPTION_SETUP, OPTION_COUNT };

static const struct {
    const char *name;
    const char *values[9]; /* ends with NULL */
} option_table[OPTION_COUNT] = {
    {"size", {"13", "11", "9", "7"}},
    {"edition", {"revised", "mindsports", "nestor"}},
    {"setup", {"random", "pairs", "pairs1", "facing", "adjacent", "free", "blocks", "scatter"}},
};

typedef struct Variant {
    const char *chosen[OPTION_COUNT]; /* NULL: not given yet */
} Variant;

/* Is `text`, of this length, exactly this word? */
static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* One "name=value". */
static bool parse_option(const char *text, size_t length, Variant *v)
{
    size_t name_length = strcspn(text, "=,");
    if (name_length == length)
        return false; /* no '=' in it */
    const char *value = text + name_length + 1;
    size_t value_length = length - name_length - 1;
    for (int o = 0; o < OPTION_COUNT; o++) {
        if (!is_word(text, name_length, option_table[o].name))
            continue;
        if (v->chosen[o])
            return false; /* given twice */
        for (int i = 0; option_table[o].values[i]; i++)
            if (is_word(value, value_length, option_table[o].values[i]))
                v->chosen[o] = option_table[o].values[i];
        return v->chosen[o] != NULL;
    }
    return false;
}

static bool has(const Variant *v, int option, const char *value)
{
    return strcmp(v->chosen[option], value) == 0;
}

/* Option table, column "default". */
static void fill_in_defaults(Variant *v)
{
    if (!v->chosen[OPTION_SIZE])
        v->chosen[OPTION_SIZE] = "13";
    if (!v->chosen[OPTION_EDITION])
        v->chosen[OPTION_EDITION] = "revised";
    if (!v->chosen[OPTION_SETUP])
        v->chosen[OPTION_SETUP] = has(v, OPTION_EDITION, "nestor") ? "facing" : "random";
}

static bool parse_variant(const char *text, Variant *v)
{
    static const char id[] = "morelli";
    *v = (Variant){{NULL}};
    if (strncmp(text, id, strlen(id)) != 0)
        return false;
    text += strlen(id);
    while (*text == ',') {
        size_t length = strcspn(text + 1, ",");
        if (!parse_option(text + 1, length, v))
            return false;
        text += 1 + length;
    }
    if (*text != '\0')
        return false;
    fill_in_defaults(v);
    /* "Every set-up goes with every edition and size, except `blocks` on 7". */
    return !(has(v, OPTION_SETUP, "blocks") && has(v, OPTION_SIZE, "7"));
}

static Variant variant_of(const char *text)
{
    Variant v;
    must(parse_variant(text, &v));
    return v;
}

static int size_of(const Variant *v)
{
    return atoi(v->chosen[OPTION_SIZE]);
}

static bool knows(const char *variant)
{
    Variant v;
    return parse_variant(variant, &v);
}

/* --- Cells, bands, colours ---------------------------------------------------------------------*/

static bool on_board(const Board *b, int x, int y)
{
    return x >= 0 && x < b->size && y >= 0 && y < b->size;
}

/* "The throne (centre)". */
static bool is_throne(const Board *b, int x, int y)
{
    return x == b->size / 2 && y == b->size / 2;
}

static char throne(const Board *b)
{
    return b->cell[b->size / 2][b->size / 2];
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* "Band 0 is the outermost": the distance to the nearest edge. */
static int band(const Board *b, int x, int y)
{
    return smaller(smaller(x, b->size - 1 - x), smaller(y, b->size - 1 - y));
}

/* The cells of the outermost band; as many men are in the full set: 48, 40, 32, 24. */
static int outer_count(const Board *b)
{
    return 4 * (b->size - 1);
}

static bool is_man(char c)
{
    return c == 'b' || c == 'w';
}

static bool is_king(char c)
{
    return c == 'B' || c == 'W';
}

static char enemy(char side)
{
    return side == 'b' ? 'w' : 'b';
}

static char king(char side)
{
    return side == 'b' ? 'B' : 'W';
}

static int count(const Board *b, char what)
{
    int n = 0;
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++)
            n += b->cell[x][y] == what;
    return n;
}

static int count_men(const Board *b)
{
    return count(b, 'b') + count(b, 'w');
}

/* The cell diametrically opposite. */
static Cell opposite(const Board *b, int x, int y)
{
    return (Cell){b->size - 1 - x, b->size - 1 - y};
}

static Board empty_board(int size)
{
    Board b = {.size = size, .side = 'b', .placing = false};
    memset(b.cell, EMPTY, sizeof b.cell);
    return b;
}

/* --- Placing: whose turn -----------------------------------------------------------------------*/

/* "`place` exists only for `pairs`, `pairs1`, `free`". */
static bool has_placing(const Variant *v)
{
    return has(v, OPTION_SETUP, "pairs") || has(v, OPTION_SETUP, "pairs1") ||
           has(v, OPTION_SETUP, "free");
}

/* "each pair (or man) is one move": how many men a placement puts down. */
static int men_per_placement(const Variant *v)
{
    return has(v, OPTION_SETUP, "free") ? 1 : 2;
}

/* Who makes placement number n (from 0) of `total`.
 * pairs, free: "Black places one, then White two, Black two, and so on; Black the last single one".
 * pairs1: "one pair each in turn, Black first; Black also places the last pair". */
static char placer(const Variant *v, int n, int total)
{
    if (has(v, OPTION_SETUP, "pairs1"))
        return n % 2 == 0 || n == total - 1 ? 'b' : 'w';
    char side = 'b';
    int left_in_turn = 1;
    for (int i = 0; i < n; i++) {
        if (--left_in_turn == 0) {
            side = enemy(side);
            left_in_turn = 2;
        }
    }
    return side;
}

/* Who places next on this board, which is not full. */
static char next_placer(const Variant *v, const Board *b)
{
    int men = men_per_placement(v);
    return placer(v, count_men(b) / men, outer_count(b) / men);
}

/* --- Set-ups -----------------------------------------------------------------------------------*/

/* SplitMix64: steps the state and gives the next output. */
static uint64_t splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* `random`: "z is the first output of SplitMix64 with state N; the pairs in the order of their
 * first cell in the point list; bit i of z set: that cell is White's, else Black's". */
static void set_up_random(Board *b, uint64_t seed)
{
    uint64_t z = splitmix64(&seed);
    int i = 0;
    for (int x = 0; x < b->size; x++) {
        for (int y = 0; y < b->size; y++) {
            if (band(b, x, y) != 0 || b->cell[x][y] != EMPTY)
                continue;
            Cell other = opposite(b, x, y);
            b->cell[x][y] = (z >> i) & 1 ? 'w' : 'b';
            b->cell[other.x][other.y] = enemy(b->cell[x][y]);
            i++;
        }
    }
}

/* `facing`: "Black a1..l1 and b13..m13, White a2..a13 and m1..m12 (the corner m1 is White's)". */
static void set_up_facing(Board *b)
{
    int last = b->size - 1;
    for (int i = 0; i < last; i++) {
        b->cell[i][0] = 'b';
        b->cell[i + 1][last] = 'b';
        b->cell[0][i + 1] = 'w';
        b->cell[last][i] = 'w';
    }
}

/* `adjacent`: "Black a1..a13 and b1..l1, White the rest". */
static void set_up_adjacent(Board *b)
{
    int last = b->size - 1;
    for (int i = 0; i <= last; i++) {
        b->cell[last][i] = 'w';
        b->cell[i][last] = 'w';
    }
    for (int i = 0; i <= last; i++)
        b->cell[0][i] = 'b';
    for (int i = 1; i < last; i++)
        b->cell[i][0] = 'b';
}

/* The n-th outer cell "starting at a1, up the left side, along the top, down the right side, back
 * along the bottom": clockwise, each corner the first of its side's size - 1 cells. */
static Cell ring_cell(const Board *b, int n)
{
    int last = b->size - 1, along = n % last;
    switch (n / last) {
    case 0:
        return (Cell){0, along};
    case 1:
        return (Cell){along, last};
    case 2:
        return (Cell){last, last - along};
    default:
        return (Cell){last - along, 0};
    }
}

static void set_ring(Board *b, int n, char man)
{
    Cell c = ring_cell(b, n);
    b->cell[c.x][c.y] = man;
}

/* `blocks`: the men in ring order, side by side as the rules write them. */
static void set_up_blocks(Board *b)
{
    const char *men = b->size == 13   ? "bbbwwwwbbbbww wwbbbbwwwwbb bbwwwwbbbbww wwbbbbwwwwb"
                      : b->size == 11 ? "bbbwwwbbbww wwbbbwwwbb bbwwwbbbww wwbbbwwwb"
                                      : "bbbwwbbww wwbbwwbb bbwwbbww wwbbwwb";
    int n = 0;
    for (; *men != '\0'; men++)
        if (*men != ' ')
            set_ring(b, n++, *men);
    must(n == outer_count(b));
}

/* Puts `blacks` black men and then white ones into row[0..length-1] and shuffles them (Fisher and
 * Yates, from the end): for i = length - 1 down to 1, j is the next output modulo i + 1, and
 * row[i] and row[j] change places (also drawn, to no effect, where j is i). */
static void shuffled_men(char *row, int length, int blacks, uint64_t *state)
{
    for (int i = 0; i < length; i++)
        row[i] = i < blacks ? 'b' : 'w';
    for (int i = length - 1; i >= 1; i--) {
        int j = (int)(splitmix64(state) % (uint64_t)(i + 1));
        char swapped = row[i];
        row[i] = row[j];
        row[j] = swapped;
    }
}

/* `scatter`: "two corners black, two white; each side, counted as one corner and the cells up to
 * the next corner, has equal numbers of both colours; shuffled from the seed".
 *
 * The shuffle, to the letter. Random numbers are the successive outputs of one SplitMix64 whose
 * state starts at the seed N, used in this order and none skipped:
 *   1. The corners, in the order a1, top left, top right, bottom right (clockwise from a1), get the
 *      row "bbww" shuffled by shuffled_men: 3 outputs.
 *   2. Then the sides, in the order left, top, right, bottom; side k begins with corner k and goes
 *      on clockwise (left: a1 upwards; top: from the left; right: downwards; bottom: from the right
 *      to b1) up to, not including, the next corner. Its size - 2 cells between the corners, in
 *      that order, get a shuffled row with (size - 1) / 2 black men, one fewer if corner k is
 *      black, and white men for the rest: size - 3 outputs a side.
 * There are as many ways to fill a side under a black corner as under a white one: of an odd number
 * 2h - 1 of cells h - 1 or h are black. So every permissible arrangement is equally likely (but for
 * the modulo's bias, below 2^-60 a draw). */
static void set_up_scatter(Board *b, uint64_t seed)
{
    int side_length = b->size - 1;
    char corners[4], between[BOARD_MAX];
    shuffled_men(corners, 4, 2, &seed);
    for (int k = 0; k < 4; k++) {
        int blacks = side_length / 2 - (corners[k] == 'b');
        shuffled_men(between, side_length - 1, blacks, &seed);
        set_ring(b, k * side_length, corners[k]);
        for (int i = 1; i < side_length; i++)
            set_ring(b, k * side_length + i, between[i - 1]);
    }
}

/* --- Position text: writing --------------------------------------------------------------------*/

/* "rows from the top, separated by `/`; `b`, `w`, numbers for runs of empty cells; a king on the
 * throne is `B` or `W`". */
static void write_position(const Board *b, RefState *out)
{
    memset(out, 0, sizeof *out);
    char *at = out->text;
    for (int y = b->size - 1; y >= 0; y--) {
        int run = 0;
        for (int x = 0; x < b->size; x++) {
            if (b->cell[x][y] == EMPTY) {
                run++;
                continue;
            }
            if (run > 0)
                at += sprintf(at, "%d", run);
            run = 0;
            *at++ = b->cell[x][y];
        }
        if (run > 0)
            at += sprintf(at, "%d", run);
        *at++ = y > 0 ? '/' : ' ';
    }
    sprintf(at, "%c %s", b->side, b->placing ? "place" : "play");
}

static void start(const char *variant, uint64_t seed, RefState *out)
{
    Variant v = variant_of(variant);
    Board b = empty_board(size_of(&v));
    b.placing = has_placing(&v);
    if (has(&v, OPTION_SETUP, "random"))
        set_up_random(&b, seed);
    if (has(&v, OPTION_SETUP, "facing"))
        set_up_facing(&b);
    if (has(&v, OPTION_SETUP, "adjacent"))
        set_up_adjacent(&b);
    if (has(&v, OPTION_SETUP, "blocks"))
        set_up_blocks(&b);
    if (has(&v, OPTION_SETUP, "scatter"))
        set_up_scatter(&b, seed);
    write_position(&b, out);
}

/* --- Position text: reading --------------------------------------------------------------------*/

static bool refuse(char *why, const char *reason)
{
    snprintf(why, REF_WHY_MAX, "%s", reason);
    return false;
}

/* "numbers for runs of empty cells": at **at stands a digit. Steps over the number; gives 0 for
 * one that begins with 0 (no run is written so) and a length beyond every row for a huge one. */
static int read_number(const char **at)
{
    bool leading_zero = **at == '0';
    int number = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        if (number <= BOARD_MAX)
            number = 10 * number + (**at - '0');
    return leading_zero ? 0 : number;
}

/* Puts one man or king on cell x y. "Refused: ... a man on the throne cell, a king elsewhere". */
static bool read_piece(Board *b, int x, int y, char c, char *why)
{
    if (!is_man(c) && !is_king(c))
        return refuse(why, "the board has a character that is not b, w, B, W, '.' or a number");
    if (is_man(c) && is_throne(b, x, y))
        return refuse(why, "a man is on the throne");
    if (is_king(c) && !is_throne(b, x, y))
        return refuse(why, "a king is off the throne");
    b->cell[x][y] = c;
    return true;
}

/* One row, up to the '/', the space or the end behind it. "Refused: ... wrong row lengths". */
static bool read_row(Board *b, int y, const char **at, char *why)
{
    int x = 0;
    while (**at != '/' && **at != ' ' && **at != '\0') {
        if (**at >= '0' && **at <= '9') {
            int run = read_number(at);
            if (run == 0)
                return refuse(why, "a run of empty cells begins with 0");
            x += run;
        } else {
            char c = *(*at)++;
            if (x < b->size && c != EMPTY && !read_piece(b, x, y, c, why))
                return false;
            x++;
        }
        if (x > b->size)
            return refuse(why, "a row is too long");
    }
    return x == b->size || refuse(why, "a row is too short");
}

static bool read_rows(Board *b, const char **at, char *why)
{
    for (int y = b->size - 1; y >= 0; y--) {
        if (!read_row(b, y, at, why))
            return false;
        if (**at != (y > 0 ? '/' : ' '))
            return refuse(why, "the board has too few or too many rows, or no side follows it");
        (*at)++;
    }
    return true;
}

/* "SIDE is `b` or `w`. PHASE is `play` or `place`." */
static bool read_side_and_phase(Board *b, const char *at, char *why)
{
    if (*at != 'b' && *at != 'w')
        return refuse(why, "the side is not b or w");
    b->side = *at++;
    if (strcmp(at, " play") != 0 && strcmp(at, " place") != 0)
        return refuse(why, "the phase is not play or place");
    b->placing = strcmp(at, " place") == 0;
    return true;
}

/* "no king, no man off the outer band". */
static bool only_men_on_outer_band(const Board *b)
{
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++)
            if (b->cell[x][y] != EMPTY && band(b, x, y) != 0)
                return false;
    return true;
}

/* pairs, pairs1: "the placer's man on an empty outer cell, the enemy's opposite". */
static bool only_whole_pairs(const Board *b)
{
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++) {
            Cell other = opposite(b, x, y);
            if (is_man(b->cell[x][y]) && b->cell[other.x][other.y] != enemy(b->cell[x][y]))
                return false;
        }
    return true;
}

/* free: "single men of one's own colour", so that the order of placing fixes each side's number. */
static bool each_placed_his_own(const Variant *v, const Board *b)
{
    int blacks = 0;
    for (int n = 0; n < count_men(b); n++)
        blacks += placer(v, n, outer_count(b)) == 'b';
    return count(b, 'b') == blacks;
}

/* "`place` exists only for `pairs`, `pairs1`, `free`; the number of men fixes SIDE, anything else
 * is refused": what placing cannot have left behind is refused. */
static bool check_place(const Variant *v, const Board *b, char *why)
{
    if (!has_placing(v))
        return refuse(why, "this set-up has no placing");
    if (!only_men_on_outer_band(b))
        return refuse(why, "something is off the outer band while placing");
    if (count_men(b) == outer_count(b))
        return refuse(why, "the outer band is full: the phase is play");
    if (men_per_placement(v) == 2 && !only_whole_pairs(b))
        return refuse(why, "a man has no enemy man opposite");
    if (men_per_placement(v) == 1 && !each_placed_his_own(v, b))
        return refuse(why, "the order of placing does not give these numbers of men");
    if (b->side != next_placer(v, b))
        return refuse(why, "the other side places next");
    return true;
}

/* "In `play` any number of men up to the full set of both sides, in any split, is accepted". */
static bool check_play(const Board *b, char *why)
{
    return count_men(b) <= outer_count(b) || refuse(why, "there are more men than the full set");
}

static bool read_position(const Variant *v, const char *text, Board *b, char *why)
{
    *b = empty_board(size_of(v));
    if (!read_rows(b, &text, why) || !read_side_and_phase(b, text, why))
        return false;
    return b->placing ? check_place(v, b, why) : check_play(b, why);
}

static bool read_state(const char *variant, const char *position, RefState *out, char *why)
{
    Variant v = variant_of(variant);
    Board b;
    if (!read_position(&v, position, &b, why))
        return false;
    write_position(&b, out);
    return true;
}

static Board board_of(const Variant *v, const RefState *state)
{
    Board b;
    char why[REF_WHY_MAX];
    must(read_position(v, state->text, &b, why));
    return b;
}

/* --- Play: the clauses -------------------------------------------------------------------------*/

/* Play 1: "A man moves any distance in a straight or diagonal line over empty cells and must stop
 * on a band nearer the throne than the one it left. It may cross the vacant throne, not the
 * occupied one, and never stops on it." Fills stops[][] with the cells where it may stop. */
static void find_stops(const Board *b, Cell from, bool stops[BOARD_MAX][BOARD_MAX])
{
    static const Cell directions[NEIGHBOURS] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                                {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    memset(stops, 0, sizeof(bool[BOARD_MAX][BOARD_MAX]));
    for (int d = 0; d < NEIGHBOURS; d++) {
        int x = from.x + directions[d].x, y = from.y + directions[d].y;
        while (on_board(b, x, y) && b->cell[x][y] == EMPTY) {
            stops[x][y] = band(b, x, y) > band(b, from.x, from.y) && !is_throne(b, x, y);
            x += directions[d].x;
            y += directions[d].y;
        }
    }
}

/* Play 2: "an enemy man next to (straight or diagonally) the cell where the mover stopped, whose
 * far neighbour in the same line is a man of the mover's, changes colour. Kings neither capture nor
 * are captured." The board has the mover on its new cell. Since captures are all found here, before
 * any man is turned, "a man that changed colour does not capture further". */
static bool is_captured(const Board *b, Cell stop, int x, int y)
{
    int dx = x - stop.x, dy = y - stop.y;
    bool next_to = abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0);
    return next_to && b->cell[x][y] == enemy(b->side) && on_board(b, x + dx, y + dy) &&
           b->cell[x + dx][y + dy] == b->side;
}

/* All men captured, in the order of the point list; returns how many. */
static int find_captures(const Board *b, Cell stop, Cell captured[NEIGHBOURS])
{
    int n = 0;
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++)
            if (is_captured(b, stop, x, y))
                captured[n++] = (Cell){x, y};
    return n;
}

/* Play 3: "four men of one colour on the four cells that a quarter turn about the throne maps onto
 * each other". Is there such a frame of the mover's with this cell in it? */
static bool is_in_frame(const Board *b, Cell c)
{
    int middle = b->size / 2;
    int dx = c.x - middle, dy = c.y - middle;
    return b->cell[middle + dx][middle + dy] == b->side &&
           b->cell[middle + dy][middle - dx] == b->side &&
           b->cell[middle - dx][middle - dy] == b->side &&
           b->cell[middle - dy][middle + dx] == b->side;
}

/* Play 3: "A move that completes one, with the moved man or with men it turned". The board has both
 * done. "A frame that stood before gives nothing": such a frame has neither in it, for the mover's
 * cell was empty before and the turned men were the enemy's. */
static bool completes_frame(const Board *b, Cell stop, const Cell *turned, int turned_count)
{
    bool completed = is_in_frame(b, stop);
    for (int i = 0; i < turned_count; i++)
        completed = completed || is_in_frame(b, turned[i]);
    return completed;
}

/* Play 3: "enthrones the mover's king (evicting the other) ... If his king is there already nothing
 * happens." */
static bool may_enthrone(const Board *b, Cell stop, const Cell *turned, int turned_count)
{
    return completes_frame(b, stop, turned, turned_count) && throne(b) != king(b->side);
}

/* --- Moves as text -----------------------------------------------------------------------------*/

static int write_cell(char *at, Cell c)
{
    return sprintf(at, "%c%d", 'a' + c.x, c.y + 1);
}

/* "`k3-k5`, with captures `d12-g9xf8h8` (point-list order), with enthroning `l10-k9*`". */
static void add_move(RefMoves *out, Cell from, Cell stop, const Cell *turned, int turned_count,
                     bool enthrone)
{
    char text[REF_MOVE_MAX], *at = text;
    at += write_cell(at, from);
    *at++ = '-';
    at += write_cell(at, stop);
    if (turned_count > 0)
        *at++ = 'x';
    for (int i = 0; i < turned_count; i++)
        at += write_cell(at, turned[i]);
    if (enthrone)
        *at++ = '*';
    *at = '\0';
    ref_moves_add(out, text);
}

/* One way of moving: `moved` has the man on its new cell, and it turns exactly these men. Play 4:
 * in `revised` and `mindsports` enthroning always happens; in `nestor` the mover chooses "whether
 * to occupy the centre if this move completed a frame". */
static void add_with_turned(const Variant *v, const Board *moved, Cell from, Cell stop,
                            const Cell *turned, int turned_count, RefMoves *out)
{
    Board after = *moved;
    for (int i = 0; i < turned_count; i++)
        after.cell[turned[i].x][turned[i].y] = after.side;
    bool may = may_enthrone(&after, stop, turned, turned_count);
    if (may)
        add_move(out, from, stop, turned, turned_count, true);
    if (!may || has(v, OPTION_EDITION, "nestor"))
        add_move(out, from, stop, turned, turned_count, false);
}

/* Play 4: in `revised` and `mindsports` captures always happen, all of them; in `nestor` "the mover
 * chooses any part of the captures he made possible, none included". */
static void add_moves_to(const Variant *v, const Board *b, Cell from, Cell stop, RefMoves *out)
{
    Board moved = *b;
    moved.cell[from.x][from.y] = EMPTY;
    moved.cell[stop.x][stop.y] = b->side;
    Cell captured[NEIGHBOURS], part[NEIGHBOURS];
    int captured_count = find_captures(&moved, stop, captured);
    int all = (1 << captured_count) - 1;
    for (int subset = 0; subset <= all; subset++) {
        if (subset != all && !has(v, OPTION_EDITION, "nestor"))
            continue;
        int part_count = 0;
        for (int i = 0; i < captured_count; i++)
            if (subset & (1 << i))
                part[part_count++] = captured[i];
        add_with_turned(v, &moved, from, stop, part, part_count, out);
    }
}

static void add_moves_from(const Variant *v, const Board *b, Cell from, RefMoves *out)
{
    bool stops[BOARD_MAX][BOARD_MAX];
    find_stops(b, from, stops);
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++)
            if (stops[x][y])
                add_moves_to(v, b, from, (Cell){x, y}, out);
}

/* Set-ups: "on an empty outer cell"; "Placement: `a5`". */
static void add_placements(const Board *b, RefMoves *out)
{
    for (int x = 0; x < b->size; x++)
        for (int y = 0; y < b->size; y++)
            if (band(b, x, y) == 0 && b->cell[x][y] == EMPTY) {
                char text[REF_MOVE_MAX];
                write_cell(text, (Cell){x, y});
                ref_moves_add(out, text);
            }
}

static void moves(const char *variant, const RefState *state, RefMoves *out)
{
    Variant v = variant_of(variant);
    Board b = board_of(&v, state);
    if (b.placing) {
        add_placements(&b, out);
        return;
    }
    for (int x = 0; x < b.size; x++)
        for (int y = 0; y < b.size; y++)
            if (b.cell[x][y] == b.side)
                add_moves_from(&v, &b, (Cell){x, y}, out);
}

/* --- Applying a legal move: doing what its full text says --------------------------------------*/

static Cell read_cell(const Board *b, const char **at)
{
    Cell c = {*(*at)++ - 'a', -1};
    c.y += read_number(at);
    must(on_board(b, c.x, c.y));
    return c;
}

/* Set-ups: the placer's man, in pairs "the enemy's opposite". "When the band is full the phase
 * becomes `play` and Black moves." */
static void apply_placement(const Variant *v, Board *b, const char *move)
{
    Cell c = read_cell(b, &move);
    must(band(b, c.x, c.y) == 0 && b->cell[c.x][c.y] == EMPTY && *move == '\0');
    b->cell[c.x][c.y] = b->side;
    if (men_per_placement(v) == 2) {
        Cell other = opposite(b, c.x, c.y);
        b->cell[other.x][other.y] = enemy(b->side);
    }
    b->placing = count_men(b) < outer_count(b);
    b->side = b->placing ? next_placer(v, b) : 'b';
}

/* Play: the man moves, the men after `x` change colour, at `*` the king takes the throne. */
static void apply_play(Board *b, const char *move)
{
    Cell from = read_cell(b, &move);
    must(b->cell[from.x][from.y] == b->side && *move == '-');
    b->cell[from.x][from.y] = EMPTY;
    move++;
    Cell stop = read_cell(b, &move);
    must(b->cell[stop.x][stop.y] == EMPTY);
    b->cell[stop.x][stop.y] = b->side;
    if (*move == 'x') {
        move++;
        while (*move >= 'a' && *move <= 'm') {
            Cell turned = read_cell(b, &move);
            must(b->cell[turned.x][turned.y] == enemy(b->side));
            b->cell[turned.x][turned.y] = b->side;
        }
    }
    if (*move == '*') {
        move++;
        b->cell[b->size / 2][b->size / 2] = king(b->side);
    }
    must(*move == '\0');
    b->side = enemy(b->side);
}

static void apply(const char *variant, const RefState *state, const char *move, RefState *next)
{
    Variant v = variant_of(variant);
    Board b = board_of(&v, state);
    if (b.placing)
        apply_placement(&v, &b, move);
    else
        apply_play(&b, move);
    write_position(&b, next);
}

/* Play 5: "The game ends when the player to move has no legal move. The king on the throne wins; a
 * vacant throne is a draw." Black is p1. */
static const char *result(const char *variant, const RefState *state)
{
    Variant v = variant_of(variant);
    Board b = board_of(&v, state);
    RefMoves list = {0};
    moves(variant, state, &list);
    bool over = list.count == 0;
    ref_moves_free(&list);
    if (!over)
        return "none";
    return throne(&b) == 'B' ? "p1win" : throne(&b) == 'W' ? "p2win" : "draw";
}

const RefFamily ref_morelli = {
    .knows = knows,
    .start = start,
    .read = read_state,
    .moves = moves,
    .apply = apply,
    .result = result,
};
