/* SPDX-License-Identifier: MIT */
/* All Morris games, from the rules text (shared/rules/morris.md), slowly and obviously. Clauses are
 * named in the comments: "Board", "Play 2", "Position text", "Stacking 5" and so on. A turn is made
 * by listing every legal turn together with the position it leads to; applying a move looks its
 * text up in that list. */
#include "ref.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 24, LINES_MAX = 20, MAINS_MAX = POINTS_MAX * POINTS_MAX, NO_POINT = -1 };

/* A variant: its rules, and its board worked out from coordinates. The centre d4 is (0, 0). */
typedef struct Game {
    bool twelve, stacking;
    int squares, men;
    bool diagonal_moves, diagonal_mills;
    bool flying, no_remill;
    int most_taken;
    int points;
    const char *name[POINTS_MAX];
    int x[POINTS_MAX], y[POINTS_MAX];
    bool joined[POINTS_MAX][POINTS_MAX];
    int lines;
    int line[LINES_MAX][3];
} Game;

/* The memory of a player's last move, kept with no-remill only; NO_POINT twice is `-`. */
typedef struct Memory {
    int from, to;
} Memory;

/* Two-element arrays are White's and Black's; player() gives the index. */
typedef struct Position {
    char at[POINTS_MAX];
    char side;
    int hand[2];
    Memory memory[2];
} Position;

/* The MAIN part of a turn: a placement (from is NO_POINT) or a move. */
typedef struct Main {
    int from, to;
} Main;

/* A turn, or the part of one made so far: its text and what it leads to. */
typedef struct Turn {
    char text[REF_MOVE_MAX];
    Position after;
} Turn;

typedef struct Turns {
    int count, capacity;
    Turn *turn;
} Turns;

/* ---- Men ------------------------------------------------------------------------------------ */

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

static int player(char side)
{
    return side == 'w' ? 0 : 1;
}

static char stack_of(char side)
{
    return side == 'w' ? 'W' : 'B';
}

/* Stacking: the upper man's owner owns a stack. An empty point has the owner '.'. */
static char owner(char man)
{
    return (char)tolower((unsigned char)man);
}

/* Stacking 1: the colour of the lowest man on a point; the lower man of `W` is black. */
static char lowest(char man)
{
    if (man == 'W')
        return 'b';
    if (man == 'B')
        return 'w';
    return man;
}

/* All men of a colour on the board, those inside stacks too. */
static int men_on_board(const Game *game, const Position *pos, char side)
{
    int count = 0;
    for (int p = 0; p < game->points; p++)
        if (pos->at[p] == side || pos->at[p] == 'W' || pos->at[p] == 'B')
            count++;
    return count;
}

static int men_left(const Game *game, const Position *pos, char side)
{
    return pos->hand[player(side)] + men_on_board(game, pos, side);
}

/* ---- Board ---------------------------------------------------------------------------------- */

/* Board: the point list, each square clockwise from its top left corner, outermost first. */
static const char *const point_list[POINTS_MAX] = {
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", /* outer */
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", /* middle */
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4", /* inner */
};

/* Which square a point is on, as the distance of that square's sides from the centre: 1 to 3. */
static int square_at(int x, int y)
{
    return abs(x) > abs(y) ? abs(x) : abs(y);
}

/* Board: neighbours along a square are half a side apart, straight up, down, left or right. */
static bool joined_by_square(const Game *game, int p, int q)
{
    int dx = abs(game->x[p] - game->x[q]), dy = abs(game->y[p] - game->y[q]);
    int half = square_at(game->x[p], game->y[p]);
    if (half != square_at(game->x[q], game->y[q]))
        return false;
    return (dx == half && dy == 0) || (dx == 0 && dy == half);
}

/* Board: neighbours along a straight spoke are on different squares, one step apart. */
static bool joined_by_spoke(const Game *game, int p, int q)
{
    int dx = abs(game->x[p] - game->x[q]), dy = abs(game->y[p] - game->y[q]);
    if (square_at(game->x[p], game->y[p]) == square_at(game->x[q], game->y[q]))
        return false;
    return dx + dy == 1;
}

static bool is_corner(const Game *game, int p)
{
    return abs(game->x[p]) == abs(game->y[p]);
}

/* Board: neighbours along a diagonal are corners of different squares, one diagonal step apart. */
static bool joined_by_diagonal(const Game *game, int p, int q)
{
    int dx = abs(game->x[p] - game->x[q]), dy = abs(game->y[p] - game->y[q]);
    return is_corner(game, p) && is_corner(game, q) && dx == 1 && dy == 1;
}

static bool joined(const Game *game, int p, int q, bool diagonals)
{
    return joined_by_square(game, p, q) || joined_by_spoke(game, p, q) ||
           (diagonals && joined_by_diagonal(game, p, q));
}

/* Board: the points of the game; six has the two inner squares only. */
static void lay_points(Game *game)
{
    game->points = 0;
    for (int i = 0; i < POINTS_MAX; i++) {
        int x = point_list[i][0] - 'd', y = point_list[i][1] - '4';
        if (square_at(x, y) > game->squares)
            continue;
        game->name[game->points] = point_list[i];
        game->x[game->points] = x;
        game->y[game->points] = y;
        game->points++;
    }
}

static void lay_neighbours(Game *game)
{
    for (int p = 0; p < game->points; p++)
        for (int q = 0; q < game->points; q++)
            game->joined[p][q] = joined(game, p, q, game->diagonal_moves);
}

/* Board: a line is three points, the middle one joined to both ends and halfway between them. */
static bool is_line(const Game *game, int end, int middle, int far_end)
{
    return joined(game, end, middle, game->diagonal_mills) &&
           joined(game, middle, far_end, game->diagonal_mills) &&
           game->x[end] + game->x[far_end] == 2 * game->x[middle] &&
           game->y[end] + game->y[far_end] == 2 * game->y[middle];
}

static void lay_lines_through(Game *game, int middle)
{
    for (int p = 0; p < game->points; p++) {
        if (!game->joined[p][middle])
            continue;
        for (int q = p + 1; q < game->points; q++) {
            if (!is_line(game, p, middle, q))
                continue;
            game->line[game->lines][0] = p;
            game->line[game->lines][1] = middle;
            game->line[game->lines][2] = q;
            game->lines++;
        }
    }
}

static void lay_board(Game *game)
{
    lay_points(game);
    lay_neighbours(game);
    game->lines = 0;
    for (int middle = 0; middle < game->points; middle++)
        lay_lines_through(game, middle);
}

static bool line_has(const int line[3], int point)
{
    return line[0] == point || line[1] == point || line[2] == point;
}

/* ---- Variant text --------------------------------------------------------------------------- */

static bool same_word(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* The first table of "Board". */
static bool set_game(Game *game, const char *word, size_t length)
{
    *game = (Game){.squares = 3, .men = 9, .most_taken = 1};
    if (same_word(word, length, "nine"))
        return true;
    if (same_word(word, length, "six")) {
        game->squares = 2;
        game->men = 6;
        return true;
    }
    game->twelve = same_word(word, length, "twelve");
    game->stacking = same_word(word, length, "stacking");
    if (game->twelve)
        game->men = 12;
    game->diagonal_moves = game->diagonal_mills = true;
    return game->twelve || game->stacking;
}

/* Which options have been given, so that none is given twice. */
typedef struct Given {
    bool flying, diagonals, remove, no_remill;
} Given;

static bool give_once(bool *given)
{
    bool first = !*given;
    *given = true;
    return first;
}

/* The second table of "Board": stacking has no options, twelve has no `diagonals`. */
static bool set_option(Game *game, Given *given, const char *word, size_t length)
{
    if (game->stacking)
        return false;
    if (same_word(word, length, "flying")) {
        game->flying = true;
        return give_once(&given->flying);
    }
    if (same_word(word, length, "diagonals") && !game->twelve) {
        game->diagonal_moves = true;
        return give_once(&given->diagonals);
    }
    if (same_word(word, length, "remove=1") || same_word(word, length, "remove=2")) {
        game->most_taken = word[length - 1] - '0';
        return give_once(&given->remove);
    }
    if (same_word(word, length, "no-remill")) {
        game->no_remill = true;
        return give_once(&given->no_remill);
    }
    return false;
}

static bool read_variant(const char *variant, Game *game)
{
    Given given = {0};
    size_t length = strcspn(variant, ",");
    if (!set_game(game, variant, length))
        return false;
    while (variant[length] == ',') {
        variant += length + 1;
        length = strcspn(variant, ",");
        if (!set_option(game, &given, variant, length))
            return false;
    }
    lay_board(game);
    return true;
}

/* For callers that must hand over a known variant. */
static void need_variant(const char *variant, Game *game)
{
    if (!read_variant(variant, game)) {
        fprintf(stderr, "morris_ref: unknown variant %s\n", variant);
        abort();
    }
}

/* ---- Writing texts -------------------------------------------------------------------------- */

/* Adds to a text held in `size` bytes. */
static void append(char *text, size_t size, const char *more)
{
    size_t used = strlen(text), extra = strlen(more);
    if (used + extra >= size)
        abort();
    memcpy(text + used, more, extra + 1);
}

static void write_board(const Game *game, const Position *pos, char *text)
{
    for (int p = 0; p < game->points; p++) {
        const char man[2] = {pos->at[p], '\0'};
        if (p > 0 && p % 8 == 0)
            append(text, REF_TEXT_MAX, "/");
        append(text, REF_TEXT_MAX, man);
    }
}

static void write_memory(const Game *game, const Memory *memory, char *text)
{
    append(text, REF_TEXT_MAX, " ");
    if (memory->from != NO_POINT)
        append(text, REF_TEXT_MAX, game->name[memory->from]);
    append(text, REF_TEXT_MAX, "-");
    if (memory->to != NO_POINT)
        append(text, REF_TEXT_MAX, game->name[memory->to]);
}

/* Position text: `BOARD SIDE HANDW HANDB`, with no-remill two memory fields more. */
static void write_position(const Game *game, const Position *pos, RefState *out)
{
    char rest[64];
    *out = (RefState){0};
    write_board(game, pos, out->text);
    snprintf(rest, sizeof rest, " %c %d %d", pos->side, pos->hand[0], pos->hand[1]);
    append(out->text, REF_TEXT_MAX, rest);
    if (game->no_remill) {
        write_memory(game, &pos->memory[0], out->text);
        write_memory(game, &pos->memory[1], out->text);
    }
}

/* Move text of MAIN: `d2` or `d2-d3`. */
static void write_main(const Game *game, Main move, char *text)
{
    if (move.from != NO_POINT) {
        append(text, REF_MOVE_MAX, game->name[move.from]);
        append(text, REF_MOVE_MAX, "-");
    }
    append(text, REF_MOVE_MAX, game->name[move.to]);
}

/* ---- Reading positions ---------------------------------------------------------------------- */

enum { FIELDS_MAX = 6 };

typedef struct Field {
    const char *text;
    size_t length;
} Field;

static bool refuse(char *why, const char *reason)
{
    snprintf(why, REF_WHY_MAX, "%s", reason);
    return false;
}

/* README: fields are separated by single spaces. The number of fields, or -1 if too many. */
static int split(const char *text, Field field[FIELDS_MAX])
{
    for (int count = 0; count < FIELDS_MAX; count++) {
        field[count].text = text;
        field[count].length = strcspn(text, " ");
        text += field[count].length;
        if (*text == '\0')
            return count + 1;
        text++;
    }
    return -1;
}

/* Position text: exact lengths and characters, `W` and `B` only in stacking. */
static bool read_board(const Game *game, Field field, Position *pos)
{
    const char *allowed = game->stacking ? ".wbWB" : ".wb";
    if (field.length != (size_t)(9 * game->squares - 1))
        return false;
    int p = 0;
    for (int i = 0; i < 9 * game->squares - 1; i++) {
        char c = field.text[i];
        if (i % 9 == 8) {
            if (c != '/')
                return false;
        } else {
            if (!strchr(allowed, c))
                return false;
            pos->at[p++] = c;
        }
    }
    return true;
}

/* Position text: the side to move. */
static bool read_side(Field field, Position *pos)
{
    if (field.length != 1 || (*field.text != 'w' && *field.text != 'b'))
        return false;
    pos->side = *field.text;
    return true;
}

/* Position text: a hand is 0 to men each, plain digits, no sign and no leading zero. */
static bool read_hand(const Game *game, Field field, int *hand)
{
    for (int value = 0; value <= game->men; value++) {
        char plain[16];
        snprintf(plain, sizeof plain, "%d", value);
        if (same_word(field.text, field.length, plain)) {
            *hand = value;
            return true;
        }
    }
    return false;
}

/* README: points in upper case are accepted on input. The two letters at `text`, or NO_POINT. */
static int read_point(const Game *game, const char *text)
{
    for (int p = 0; p < game->points; p++)
        if (tolower((unsigned char)text[0]) == game->name[p][0] && text[1] == game->name[p][1])
            return p;
    return NO_POINT;
}

/* Position text: `-`, or `P-Q` with two different points of the board. */
static bool read_memory(const Game *game, Field field, Memory *memory)
{
    *memory = (Memory){NO_POINT, NO_POINT};
    if (same_word(field.text, field.length, "-"))
        return true;
    if (field.length != 5 || field.text[2] != '-')
        return false;
    memory->from = read_point(game, field.text);
    memory->to = read_point(game, field.text + 3);
    return memory->from != NO_POINT && memory->to != NO_POINT && memory->from != memory->to;
}

/* Position text: at most men each, in stacking exactly that. */
static bool men_fit(const Game *game, const Position *pos, char side)
{
    int men = men_left(game, pos, side);
    return game->stacking ? men == game->men : men <= game->men;
}

/* Position text: both sides under three men is refused, not in stacking. */
static bool both_too_few(const Game *game, const Position *pos)
{
    return !game->stacking && men_left(game, pos, 'w') < 3 && men_left(game, pos, 'b') < 3;
}

/* Position text: everything that is accepted and refused. */
static bool read_position(const Game *game, const char *text, Position *pos, char *why)
{
    Field field[FIELDS_MAX];
    *pos = (Position){.memory = {{NO_POINT, NO_POINT}, {NO_POINT, NO_POINT}}};
    if (split(text, field) != (game->no_remill ? 6 : 4))
        return refuse(why, "wrong number of fields");
    if (!read_board(game, field[0], pos))
        return refuse(why, "bad board");
    if (!read_side(field[1], pos))
        return refuse(why, "bad side to move");
    if (!read_hand(game, field[2], &pos->hand[0]) || !read_hand(game, field[3], &pos->hand[1]))
        return refuse(why, "bad hand");
    if (game->no_remill && (!read_memory(game, field[4], &pos->memory[0]) ||
                            !read_memory(game, field[5], &pos->memory[1])))
        return refuse(why, "bad last move");
    if (!men_fit(game, pos, 'w') || !men_fit(game, pos, 'b'))
        return refuse(why, "wrong number of men");
    if (both_too_few(game, pos))
        return refuse(why, "both sides have fewer than three men");
    return true;
}

/* For states, whose text has been read or written by this file before. */
static void need_position(const Game *game, const RefState *state, Position *pos)
{
    char why[REF_WHY_MAX];
    if (!read_position(game, state->text, pos, why)) {
        fprintf(stderr, "morris_ref: %s: %s\n", why, state->text);
        abort();
    }
}

/* ---- Lists of turns ------------------------------------------------------------------------- */

static bool same_position(const Position *a, const Position *b)
{
    return memcmp(a->at, b->at, sizeof a->at) == 0 && a->side == b->side &&
           a->hand[0] == b->hand[0] && a->hand[1] == b->hand[1];
}

static void push_turn(Turns *list, const char *text, const Position *after)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->turn = realloc(list->turn, (size_t)list->capacity * sizeof *list->turn);
        if (!list->turn)
            abort();
    }
    Turn *turn = &list->turn[list->count++];
    turn->text[0] = '\0';
    append(turn->text, REF_MOVE_MAX, text);
    turn->after = *after;
}

/* README: ways of moving with the same text are one move (and must lead to the same position). Two
 * mills of stacking may be resolved by the same text. */
static void add_part(Turns *list, const char *text, const Position *after)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->turn[i].text, text) != 0)
            continue;
        if (!same_position(&list->turn[i].after, after))
            abort();
        return;
    }
    push_turn(list, text, after);
}

/* Position text: the side to move changes after every turn, a winning one too. Whole turns come
 * here once each, since their parts are listed once each. */
static void end_turn(Turns *list, const char *text, const Position *after)
{
    Position next = *after;
    next.side = other(after->side);
    push_turn(list, text, &next);
}

static void free_turns(Turns *list)
{
    free(list->turn);
    *list = (Turns){0};
}

/* ---- Placing and moving --------------------------------------------------------------------- */

/* Option `flying`: three men left and none in hand. */
static bool may_fly(const Game *game, const Position *pos)
{
    return game->flying && pos->hand[player(pos->side)] == 0 &&
           men_on_board(game, pos, pos->side) == 3;
}

/* Play 1: a man, or in stacking an own stack, goes to a neighbouring empty point. */
static bool may_go(const Game *game, const Position *pos, int from, int to)
{
    return owner(pos->at[from]) == pos->side && pos->at[to] == '.' &&
           (game->joined[from][to] || may_fly(game, pos));
}

/* Play 1: place while there is a man in hand, and move afterwards. */
static int list_mains(const Game *game, const Position *pos, Main list[MAINS_MAX])
{
    int count = 0;
    bool placing = pos->hand[player(pos->side)] > 0;
    for (int to = 0; to < game->points; to++) {
        if (placing && pos->at[to] == '.')
            list[count++] = (Main){NO_POINT, to};
        for (int from = 0; !placing && from < game->points; from++)
            if (may_go(game, pos, from, to))
                list[count++] = (Main){from, to};
    }
    return count;
}

/* The board and hands after MAIN; the side to move is still the mover. */
static Position after_main(const Position *pos, Main move)
{
    Position after = *pos;
    if (move.from == NO_POINT) {
        after.hand[player(pos->side)]--;
        after.at[move.to] = pos->side;
    } else {
        after.at[move.to] = pos->at[move.from];
        after.at[move.from] = '.';
    }
    return after;
}

/* ---- Mills ---------------------------------------------------------------------------------- */

/* Play 2 and Stacking 1: a line whose three lowest men are this side's. Without stacks: whose men
 * are all this side's. */
static bool is_mill(const Position *pos, const int line[3], char side)
{
    return lowest(pos->at[line[0]]) == side && lowest(pos->at[line[1]]) == side &&
           lowest(pos->at[line[2]]) == side;
}

/* Play 2 and Stacking 3: did arriving at `to` complete this line for the mover? The point was empty
 * before, so no mill from before contains it; no other point can have gained a man. */
static bool completed(const Position *after, const int line[3], int to)
{
    return line_has(line, to) && is_mill(after, line, after->side);
}

static int count_completed(const Game *game, const Position *after, int to)
{
    int count = 0;
    for (int i = 0; i < game->lines; i++)
        if (completed(after, game->line[i], to))
            count++;
    return count;
}

static bool in_mill(const Game *game, const Position *pos, int point, char side)
{
    for (int i = 0; i < game->lines; i++)
        if (line_has(game->line[i], point) && is_mill(pos, game->line[i], side))
            return true;
    return false;
}

static bool every_single_in_mill(const Game *game, const Position *pos, char side)
{
    for (int p = 0; p < game->points; p++)
        if (pos->at[p] == side && !in_mill(game, pos, p, side))
            return false;
    return true;
}

/* Play 2 and Stacking 2: may the side to move take the man here? It must be an enemy single man;
 * one in an enemy mill only if every enemy single man is in one. */
static bool may_take(const Game *game, const Position *pos, int point)
{
    char enemy = other(pos->side);
    if (pos->at[point] != enemy)
        return false;
    return !in_mill(game, pos, point, enemy) || every_single_in_mill(game, pos, enemy);
}

/* ---- No-remill ------------------------------------------------------------------------------ */

/* Play 5: does MAIN complete a line that contains P, not Q, and whose other two points were already
 * their men when they left P? Between leaving P and now the player has had no turn, so a man of
 * theirs on a point other than Q stood there already. So the other two points were theirs if they
 * are theirs now, before MAIN; the man that completes the line then arrives at P, whichever man it
 * is. */
static bool closes_again(const Game *game, const Position *pos, Main move)
{
    const Memory *memory = &pos->memory[player(pos->side)];
    Position after = after_main(pos, move);
    if (memory->from == NO_POINT || move.to != memory->from)
        return false;
    for (int i = 0; i < game->lines; i++)
        if (!line_has(game->line[i], memory->to) && completed(&after, game->line[i], move.to))
            return true;
    return false;
}

/* Position text: did MAIN open a mill: a line with P, without Q, all theirs before the move? */
static bool opens_mill(const Game *game, const Position *pos, Main move)
{
    for (int i = 0; i < game->lines; i++) {
        const int *line = game->line[i];
        if (line_has(line, move.from) && !line_has(line, move.to) && is_mill(pos, line, pos->side))
            return true;
    }
    return false;
}

/* Position text: the mover's last move if it opened a mill, else `-`; a placement opens none. The
 * other player's memory stays as it is. */
static void remember(const Game *game, const Position *before, Main move, Position *after)
{
    Memory *memory = &after->memory[player(before->side)];
    *memory = (Memory){NO_POINT, NO_POINT};
    if (game->no_remill && move.from != NO_POINT && opens_mill(game, before, move))
        *memory = (Memory){move.from, move.to};
}

/* ---- Turns of nine, six and twelve ---------------------------------------------------------- */

static Position without(const Position *pos, int point)
{
    Position left = *pos;
    left.at[point] = '.';
    return left;
}

/* Play 2, one man taken. */
static void take_one(const Game *game, const Position *pos, const char *text, Turns *out)
{
    for (int p = 0; p < game->points; p++) {
        if (!may_take(game, pos, p))
            continue;
        char full[REF_MOVE_MAX] = "";
        Position left = without(pos, p);
        append(full, sizeof full, text);
        append(full, sizeof full, "x");
        append(full, sizeof full, game->name[p]);
        end_turn(out, full, &left);
    }
}

/* Play 2: taking first one, then the other, protection judged anew for the second. */
static bool may_take_in_order(const Game *game, const Position *pos, int first, int second)
{
    Position left = without(pos, first);
    return may_take(game, pos, first) && may_take(game, &left, second);
}

/* Play 2, remove=2: a pair is legal if it is legal in either order. */
static void take_two(const Game *game, const Position *pos, const char *text, Turns *out)
{
    for (int p = 0; p < game->points; p++) {
        for (int q = p + 1; q < game->points; q++) {
            if (!may_take_in_order(game, pos, p, q) && !may_take_in_order(game, pos, q, p))
                continue;
            char full[REF_MOVE_MAX] = "";
            Position left = without(pos, p);
            left = without(&left, q);
            append(full, sizeof full, text);
            append(full, sizeof full, "x");
            append(full, sizeof full, game->name[p]);
            append(full, sizeof full, game->name[q]);
            end_turn(out, full, &left);
        }
    }
}

/* Play 2: how many men the turn takes; never more than there are on the board. */
static int number_taken(const Game *game, const Position *after, int to)
{
    int mills = count_completed(game, after, to);
    int taken = mills >= 2 ? game->most_taken : mills;
    int there = men_on_board(game, after, other(after->side));
    return taken < there ? taken : there;
}

/* Play 1, 2 and 5. */
static void plain_turns(const Game *game, const Position *pos, Turns *out)
{
    Main list[MAINS_MAX];
    int count = list_mains(game, pos, list);
    for (int i = 0; i < count; i++) {
        if (game->no_remill && closes_again(game, pos, list[i]))
            continue;
        char text[REF_MOVE_MAX] = "";
        Position after = after_main(pos, list[i]);
        remember(game, pos, list[i], &after);
        write_main(game, list[i], text);
        int taken = number_taken(game, &after, list[i].to);
        if (taken == 0)
            end_turn(out, text, &after);
        else if (taken == 1)
            take_one(game, &after, text, out);
        else
            take_two(game, &after, text, out);
    }
}

/* ---- Turns of stacking ---------------------------------------------------------------------- */

/* Stacking 5: three of this side's own stacks in a line. */
static bool has_stack_line(const Game *game, const Position *pos, char side)
{
    char stack = stack_of(side);
    for (int i = 0; i < game->lines; i++) {
        const int *line = game->line[i];
        if (pos->at[line[0]] == stack && pos->at[line[1]] == stack && pos->at[line[2]] == stack)
            return true;
    }
    return false;
}

/* Stacking 2: the man on C goes under the single man on S, which becomes the mover's stack. */
static void put_under(const Game *game, const Position *pos, int c, int s, const char *text,
                      Turns *out)
{
    char full[REF_MOVE_MAX] = "";
    Position after = *pos;
    after.at[c] = '.';
    after.at[s] = stack_of(pos->side);
    append(full, sizeof full, text);
    append(full, sizeof full, "x");
    append(full, sizeof full, game->name[c]);
    append(full, sizeof full, ">");
    append(full, sizeof full, game->name[s]);
    add_part(out, full, &after);
}

/* Stacking 2, the taking: every choice of C and S. Without a man to take it is left out. */
static void take_under(const Game *game, const Position *pos, const int mill[3], const char *text,
                       Turns *out)
{
    bool any = false;
    for (int c = 0; c < game->points; c++) {
        if (!may_take(game, pos, c))
            continue;
        for (int i = 0; i < 3; i++) {
            if (pos->at[mill[i]] != pos->side)
                continue;
            put_under(game, pos, c, mill[i], text, out);
            any = true;
        }
    }
    if (!any)
        add_part(out, text, pos);
}

/* Stacking 2, the turning-over of F, and 5: if that wins the resolution ends there. */
static void turn_over(const Game *game, const Position *pos, const int mill[3], int f,
                      const char *text, Turns *out)
{
    char full[REF_MOVE_MAX] = "";
    Position turned = *pos;
    turned.at[f] = stack_of(pos->side);
    append(full, sizeof full, text);
    append(full, sizeof full, "~");
    append(full, sizeof full, game->name[f]);
    if (has_stack_line(game, &turned, pos->side))
        add_part(out, full, &turned);
    else
        take_under(game, &turned, mill, full, out);
}

/* Stacking 2: every way to resolve a mill; `text` is what the turn's text is so far. The side to
 * move stays, for the turn may go on. */
static void resolve(const Game *game, const Position *pos, const int mill[3], const char *text,
                    Turns *out)
{
    bool holds_stacks = false;
    for (int i = 0; i < 3; i++) {
        if (pos->at[mill[i]] == stack_of(other(pos->side))) {
            holds_stacks = true;
            turn_over(game, pos, mill, mill[i], text, out);
        }
    }
    if (!holds_stacks)
        take_under(game, pos, mill, text, out);
}

/* Stacking 3, the end: resolve one of the mills that MAIN completed, if any. */
static void end_resolutions(const Game *game, const Position *pos, int to, const char *text,
                            Turns *out)
{
    bool any = false;
    for (int i = 0; i < game->lines; i++) {
        if (!completed(pos, game->line[i], to))
            continue;
        resolve(game, pos, game->line[i], text, out);
        any = true;
    }
    if (!any)
        add_part(out, text, pos);
}

/* Stacking 3, MAIN and the end; 5: a line of stacks made by MAIN wins before mills are looked at.
 * With nothing to place or move this adds nothing (5: that resolution may not be chosen). */
static void main_and_end(const Game *game, const Position *pos, const char *text, Turns *out)
{
    Main list[MAINS_MAX];
    int count = list_mains(game, pos, list);
    for (int i = 0; i < count; i++) {
        Turns ends = {0};
        char full[REF_MOVE_MAX] = "";
        Position after = after_main(pos, list[i]);
        append(full, sizeof full, text);
        write_main(game, list[i], full);
        if (has_stack_line(game, &after, pos->side))
            add_part(&ends, full, &after);
        else
            end_resolutions(game, &after, list[i].to, full, &ends);
        for (int j = 0; j < ends.count; j++)
            end_turn(out, ends.turn[j].text, &ends.turn[j].after);
        free_turns(&ends);
    }
}

/* Stacking 3, the start: every way to resolve one of the mover's mills. False if they have none. */
static bool start_resolutions(const Game *game, const Position *pos, Turns *out)
{
    bool any = false;
    for (int i = 0; i < game->lines; i++) {
        if (is_mill(pos, game->line[i], pos->side)) {
            resolve(game, pos, game->line[i], "", out);
            any = true;
        }
    }
    return any;
}

/* Stacking 3 and 5: a start-of-turn resolution that wins ends the turn, any other goes on. */
static void stacking_turns(const Game *game, const Position *pos, Turns *out)
{
    Turns starts = {0};
    if (!start_resolutions(game, pos, &starts))
        main_and_end(game, pos, "", out);
    for (int i = 0; i < starts.count; i++) {
        char text[REF_MOVE_MAX] = "";
        const Position *after = &starts.turn[i].after;
        append(text, sizeof text, starts.turn[i].text);
        append(text, sizeof text, "/");
        if (has_stack_line(game, after, pos->side))
            end_turn(out, text, after);
        else
            main_and_end(game, after, text, out);
    }
    free_turns(&starts);
}

/* ---- The end of the game -------------------------------------------------------------------- */

/* Play 4: twelve with every point occupied. All 24 men are then on the board, so both hands are
 * empty and nobody has taken a man. */
static bool full_board_draw(const Game *game, const Position *pos)
{
    if (!game->twelve || pos->hand[0] > 0 || pos->hand[1] > 0)
        return false;
    for (int p = 0; p < game->points; p++)
        if (pos->at[p] == '.')
            return false;
    return true;
}

/* Play 3, the first half: fewer than three men in hand and on the board. Not in stacking. */
static bool lost_by_number(const Game *game, const Position *pos, char side)
{
    return !game->stacking && men_left(game, pos, side) < 3;
}

/* Stacking 5: a line of stacks; the side not to move is looked at first. */
static char stack_line_winner(const Game *game, const Position *pos)
{
    if (!game->stacking)
        return '.';
    if (has_stack_line(game, pos, other(pos->side)))
        return other(pos->side);
    if (has_stack_line(game, pos, pos->side))
        return pos->side;
    return '.';
}

/* What is decided before looking for moves: 'w' or 'b' has won, 'd' draw, '.' nothing. */
static char decided(const Game *game, const Position *pos)
{
    if (full_board_draw(game, pos))
        return 'd';
    if (lost_by_number(game, pos, 'w'))
        return 'b';
    if (lost_by_number(game, pos, 'b'))
        return 'w';
    return stack_line_winner(game, pos);
}

/* All legal turns; none if the game is over. */
static void list_turns(const Game *game, const Position *pos, Turns *out)
{
    if (decided(game, pos) != '.')
        return;
    if (game->stacking)
        stacking_turns(game, pos, out);
    else
        plain_turns(game, pos, out);
}

/* Play 3, the second half, and Stacking 5: who must place or move and cannot has lost. */
static char outcome(const Game *game, const Position *pos)
{
    char known = decided(game, pos);
    if (known != '.')
        return known;
    Turns list = {0};
    list_turns(game, pos, &list);
    bool stuck = list.count == 0;
    free_turns(&list);
    return stuck ? other(pos->side) : '.';
}

/* ---- The family ----------------------------------------------------------------------------- */

static bool morris_knows(const char *variant)
{
    Game game;
    return read_variant(variant, &game);
}

static void morris_start(const char *variant, uint64_t seed, RefState *out)
{
    Game game;
    Position pos = {.side = 'w', .memory = {{NO_POINT, NO_POINT}, {NO_POINT, NO_POINT}}};
    (void)seed;
    need_variant(variant, &game);
    memset(pos.at, '.', (size_t)game.points);
    pos.hand[0] = pos.hand[1] = game.men;
    write_position(&game, &pos, out);
}

static bool morris_read(const char *variant, const char *position, RefState *out, char *why)
{
    Game game;
    Position pos;
    if (!read_variant(variant, &game))
        return refuse(why, "unknown variant");
    if (!read_position(&game, position, &pos, why))
        return false;
    write_position(&game, &pos, out);
    return true;
}

static void morris_moves(const char *variant, const RefState *state, RefMoves *out)
{
    Game game;
    Position pos;
    Turns list = {0};
    need_variant(variant, &game);
    need_position(&game, state, &pos);
    list_turns(&game, &pos, &list);
    for (int i = 0; i < list.count; i++)
        ref_moves_add(out, list.turn[i].text);
    free_turns(&list);
}

static void morris_apply(const char *variant, const RefState *state, const char *move,
                         RefState *next)
{
    Game game;
    Position pos;
    Turns list = {0};
    bool found = false;
    need_variant(variant, &game);
    need_position(&game, state, &pos);
    list_turns(&game, &pos, &list);
    for (int i = 0; i < list.count && !found; i++) {
        found = strcmp(list.turn[i].text, move) == 0;
        if (found)
            write_position(&game, &list.turn[i].after, next);
    }
    free_turns(&list);
    if (!found) {
        fprintf(stderr, "morris_ref: %s is not legal\n", move);
        abort();
    }
}

static const char *morris_result(const char *variant, const RefState *state)
{
    Game game;
    Position pos;
    need_variant(variant, &game);
    need_position(&game, state, &pos);
    switch (outcome(&game, &pos)) {
    case 'w':
        return "p1win";
    case 'b':
        return "p2win";
    case 'd':
        return "draw";
    default:
        return "none";
    }
}

const RefFamily ref_morris = {.knows = morris_knows,
                              .start = morris_start,
                              .read = morris_read,
                              .moves = morris_moves,
                              .apply = morris_apply,
                              .result = morris_result};
