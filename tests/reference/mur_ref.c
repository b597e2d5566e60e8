/* SPDX-License-Identifier: MIT */
/* MUR, single games, from the rules text clause by clause. A turn is made of texts: candidate move
 * texts are written down, each is carried out on a copy of the board, and the boards before and
 * after are held against the rules. */
#include "ref.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void ref_mur_next_game(const char *variant, const RefState *last, const char *side,
                              RefState *out);

enum { SPOKES = 8, RINGS = 3, POINTS = 25, FIELD_MAX = 64, SCORE_DIGITS = 9, KRAKEN_RANK = 4 };

#define EMPTY  '.'
#define BLACK  'b'
#define WHITE  'w'
#define KRAKEN 'k'
#define MARK   '!'

/* Ring 0 is the centre, whatever the spoke. */
typedef struct Point {
    int spoke, ring;
} Point;

typedef struct Board {
    char centre;
    char at[SPOKES][RINGS]; /* at[spoke][ring - 1] */
} Board;

typedef struct Options {
    int ships, traps;
    bool kraken_any, chain_both;
} Options;

typedef struct Position {
    Board board;
    Board marks; /* MARK on the points of marked ships (chain=both), EMPTY elsewhere */
    char side;
    int black_score, white_score;
} Position;

/* A piece under way: along its ring (turn is +1 or -1), or along a diameter (turn is 0) outwards on
 * `at.spoke` or inwards. On the centre `at.spoke` is the spoke on which it will leave. */
typedef struct Walk {
    Point at;
    int turn;
    bool outwards;
} Walk;

/* ---- "Variant": the game's id, then options in any order, none twice ---- */

static bool read_option(const char *text, Options *options, bool given[4])
{
    int which;
    if (strlen(text) == 7 && strncmp(text, "ships=", 6) == 0 && text[6] >= '1' && text[6] <= '7') {
        options->ships = text[6] - '0';
        which = 0;
    } else if (strlen(text) == 7 && strncmp(text, "traps=", 6) == 0 && text[6] >= '1' &&
               text[6] <= '3') {
        options->traps = text[6] - '0';
        which = 1;
    } else if (strcmp(text, "kraken=one") == 0 || strcmp(text, "kraken=any") == 0) {
        options->kraken_any = strcmp(text, "kraken=any") == 0;
        which = 2;
    } else if (strcmp(text, "chain=freed") == 0 || strcmp(text, "chain=both") == 0) {
        options->chain_both = strcmp(text, "chain=both") == 0;
        which = 3;
    } else {
        return false;
    }
    bool twice = given[which];
    given[which] = true;
    return !twice;
}

static bool read_variant(const char *variant, Options *options)
{
    *options = (Options){.ships = 7, .traps = 3, .kraken_any = false, .chain_both = false};
    bool given[4] = {false};
    if (strncmp(variant, "mur", 3) != 0)
        return false;
    const char *rest = variant + 3;
    while (*rest == ',') {
        rest++;
        size_t length = strcspn(rest, ",");
        char option[FIELD_MAX];
        if (length >= sizeof option)
            return false;
        memcpy(option, rest, length);
        option[length] = '\0';
        if (!read_option(option, options, given))
            return false;
        rest += length;
    }
    return *rest == '\0';
}

static bool mur_knows(const char *variant)
{
    Options options;
    return read_variant(variant, &options);
}

static Options options_of(const char *variant)
{
    Options options;
    if (!read_variant(variant, &options))
        abort();
    return options;
}

/* ---- "Board": 25 points, the point list, neighbours ---- */

/* "Point list: 0 a1 a2 a3 b1 ... h3." */
static Point listed_point(int number)
{
    if (number == 0)
        return (Point){0, 0};
    return (Point){(number - 1) / RINGS, (number - 1) % RINGS + 1};
}

static bool same_point(Point a, Point b)
{
    if (a.ring == 0 || b.ring == 0)
        return a.ring == b.ring;
    return a.spoke == b.spoke && a.ring == b.ring;
}

static char get(const Board *board, Point p)
{
    return p.ring == 0 ? board->centre : board->at[p.spoke][p.ring - 1];
}

static void set(Board *board, Point p, char piece)
{
    if (p.ring == 0)
        board->centre = piece;
    else
        board->at[p.spoke][p.ring - 1] = piece;
}

static Board empty_board(void)
{
    Board board;
    for (int i = 0; i < POINTS; i++)
        set(&board, listed_point(i), EMPTY);
    return board;
}

static bool same_board(const Board *a, const Board *b)
{
    for (int i = 0; i < POINTS; i++)
        if (get(a, listed_point(i)) != get(b, listed_point(i)))
            return false;
    return true;
}

/* "A ring point joins its two ring neighbours and its inner and outer spoke neighbours; the centre
 * joins a1..h1." Returns how many there are. */
static int neighbours(Point p, Point out[SPOKES])
{
    int count = 0;
    if (p.ring == 0) {
        for (int spoke = 0; spoke < SPOKES; spoke++)
            out[count++] = (Point){spoke, 1};
        return count;
    }
    out[count++] = (Point){(p.spoke + 1) % SPOKES, p.ring};
    out[count++] = (Point){(p.spoke + SPOKES - 1) % SPOKES, p.ring};
    out[count++] = p.ring == 1 ? (Point){0, 0} : (Point){p.spoke, p.ring - 1};
    if (p.ring < RINGS)
        out[count++] = (Point){p.spoke, p.ring + 1};
    return count;
}

static char enemy_of(char colour)
{
    return colour == BLACK ? WHITE : BLACK;
}

static bool is_ship(char piece)
{
    return piece == BLACK || piece == WHITE;
}

static int count_pieces(const Board *board, char piece)
{
    int count = 0;
    for (int i = 0; i < POINTS; i++)
        if (get(board, listed_point(i)) == piece)
            count++;
    return count;
}

/* Are all neighbours of the point ships of this colour? */
static bool enclosed_by(const Board *board, Point p, char colour)
{
    Point next[SPOKES];
    int count = neighbours(p, next);
    for (int i = 0; i < count; i++)
        if (get(board, next[i]) != colour)
            return false;
    return true;
}

/* ---- "Point" names ---- */

static void add_point(char *text, Point p)
{
    char name[3] = {'0', '\0', '\0'};
    if (p.ring > 0) {
        name[0] = (char)('a' + p.spoke);
        name[1] = (char)('0' + p.ring);
    }
    strcat(text, name);
}

/* Reads one point name and moves *text past it. "Upper case is accepted on input." */
static bool take_point(const char **text, Point *p)
{
    const char *s = *text;
    if (s[0] == '0') {
        *p = (Point){0, 0};
        *text = s + 1;
        return true;
    }
    int letter = tolower((unsigned char)s[0]);
    if (letter < 'a' || letter > 'h' || s[1] < '1' || s[1] > '3')
        return false;
    *p = (Point){letter - 'a', s[1] - '0'};
    *text = s + 2;
    return true;
}

/* ---- "Position text": writing ---- */

/* "BOARD: ring 3, ring 2, ring 1, centre, separated by /, spokes a to h". */
static void write_board(const Board *board, char *text)
{
    for (int ring = RINGS; ring >= 1; ring--) {
        for (int spoke = 0; spoke < SPOKES; spoke++)
            *text++ = get(board, (Point){spoke, ring});
        *text++ = '/';
    }
    *text++ = board->centre;
    *text = '\0';
}

/* "with chain=both a fifth field, the marked points or -". */
static void write_marks(const Board *marks, char *text)
{
    text[0] = '\0';
    for (int i = 0; i < POINTS; i++)
        if (get(marks, listed_point(i)) == MARK)
            add_point(text, listed_point(i));
    if (text[0] == '\0')
        strcpy(text, "-");
}

/* "BOARD SIDE SCOREB SCOREW". */
static void write_position(const Options *options, const Position *position, char *text)
{
    char board[FIELD_MAX], marks[FIELD_MAX];
    write_board(&position->board, board);
    write_marks(&position->marks, marks);
    int length = snprintf(text, REF_TEXT_MAX, "%s %c %d %d", board, position->side,
                          position->black_score, position->white_score);
    if (options->chain_both)
        snprintf(text + length, (size_t)(REF_TEXT_MAX - length), " %s", marks);
}

/* ---- "Position text": reading ---- */

static bool refuse(char *why, const char *reason)
{
    snprintf(why, REF_WHY_MAX, "%s", reason);
    return false;
}

/* "fields separated by single spaces": exactly `count` of them, none empty. */
static bool split_fields(const char *text, int count, char fields[][FIELD_MAX])
{
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(text, " ");
        if (length == 0 || length >= FIELD_MAX)
            return false;
        memcpy(fields[i], text, length);
        fields[i][length] = '\0';
        text += length;
        bool last = i == count - 1;
        if (*text != (last ? '\0' : ' '))
            return false;
        if (!last)
            text++;
    }
    return true;
}

static bool read_board(const char *text, Board *board)
{
    *board = empty_board();
    if (strlen(text) != 3 * (SPOKES + 1) + 1)
        return false;
    for (int ring = RINGS; ring >= 1; ring--) {
        for (int spoke = 0; spoke < SPOKES; spoke++)
            set(board, (Point){spoke, ring}, *text++);
        if (*text++ != '/')
            return false;
    }
    board->centre = *text;
    for (int i = 0; i < POINTS; i++)
        if (!strchr(".bwk", get(board, listed_point(i))))
            return false;
    return true;
}

static bool read_score(const char *text, int *score)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > SCORE_DIGITS || text[digits] != '\0')
        return false;
    if (digits > 1 && text[0] == '0') /* no leading zeros */
        return false;
    *score = atoi(text);
    return true;
}

/* "the marked points or -": only a ship can be marked, and only once. */
static bool read_marks(const char *text, const Board *board, Board *marks)
{
    *marks = empty_board();
    if (strcmp(text, "-") == 0)
        return true;
    while (*text) {
        Point p;
        if (!take_point(&text, &p) || !is_ship(get(board, p)) || get(marks, p) == MARK)
            return false;
        set(marks, p, MARK);
    }
    return true;
}

static bool read_position(const Options *options, const char *text, Position *position, char *why)
{
    char fields[5][FIELD_MAX];
    if (!split_fields(text, options->chain_both ? 5 : 4, fields))
        return refuse(why, options->chain_both ? "not five fields" : "not four fields");
    if (!read_board(fields[0], &position->board))
        return refuse(why, "the board is not 8/8/8/1 of . b w k");
    if (count_pieces(&position->board, KRAKEN) != 1)
        return refuse(why, "there must be exactly one k");
    if (count_pieces(&position->board, BLACK) > options->ships ||
        count_pieces(&position->board, WHITE) > options->ships)
        return refuse(why, "more ships than the fleet has");
    if (strcmp(fields[1], "b") != 0 && strcmp(fields[1], "w") != 0)
        return refuse(why, "the side must be b or w");
    position->side = fields[1][0];
    if (!read_score(fields[2], &position->black_score) ||
        !read_score(fields[3], &position->white_score))
        return refuse(why, "a score is not a number");
    position->marks = empty_board();
    if (options->chain_both && !read_marks(fields[4], &position->board, &position->marks))
        return refuse(why, "the marked points are not ships, each once, or -");
    return true;
}

/* The position of a state, whose text is known to be good. */
static Position position_of(const Options *options, const RefState *state)
{
    Position position;
    char why[REF_WHY_MAX];
    if (!read_position(options, state->text, &position, why))
        abort();
    return position;
}

/* "a position read from text, and a next game, begin without any" history. */
static void begin_without_history(const Options *options, const Position *position, RefState *out)
{
    memset(out, 0, sizeof *out);
    write_position(options, position, out->text);
}

static bool mur_read(const char *variant, const char *text, RefState *out, char *why)
{
    Options options = options_of(variant);
    Position position;
    if (!read_position(&options, text, &position, why))
        return false;
    begin_without_history(&options, &position, out);
    return true;
}

/* "Start: ......../......../......../k b 0 0." */
static void mur_start(const char *variant, uint64_t seed, RefState *out)
{
    (void)seed;
    Options options = options_of(variant);
    Position position = {.board = empty_board(), .marks = empty_board(), .side = BLACK};
    position.board.centre = KRAKEN;
    begin_without_history(&options, &position, out);
}

/* ---- "Words": group, rank, trapped, eye ---- */

/* Counts the ships of the group at p that `seen` does not have yet. */
static int group_size(const Board *board, Point p, Board *seen)
{
    if (get(seen, p) == MARK)
        return 0;
    set(seen, p, MARK);
    int size = 1;
    Point next[SPOKES];
    int count = neighbours(p, next);
    for (int i = 0; i < count; i++)
        if (get(board, next[i]) == get(board, p))
            size += group_size(board, next[i], seen);
    return size;
}

/* "Group: ... its size is the rank of each of its ships, 1 highest ... The kraken's rank is 4." */
static int rank_of(const Board *board, Point p)
{
    if (get(board, p) == KRAKEN)
        return KRAKEN_RANK;
    Board seen = empty_board();
    return group_size(board, p, &seen);
}

/* "Trapped ship: all neighbours are enemy ships". */
static bool ship_trapped(const Board *board, Point p)
{
    char piece = get(board, p);
    return is_ship(piece) && enclosed_by(board, p, enemy_of(piece));
}

static bool colour_trapped_at(const Board *board, Point p, char colour)
{
    return get(board, p) == colour && ship_trapped(board, p);
}

static int count_trapped(const Board *board, char colour)
{
    int count = 0;
    for (int i = 0; i < POINTS; i++)
        if (colour_trapped_at(board, listed_point(i), colour))
            count++;
    return count;
}

/* "Eye of a colour: a point that is empty before the play, all of whose neighbours are ships of
 * that colour." */
static bool is_eye(const Board *before, Point p, char colour)
{
    return get(before, p) == EMPTY && enclosed_by(before, p, colour);
}

static Point kraken_point(const Board *board)
{
    Point found = {0, 0};
    for (int i = 0; i < POINTS; i++)
        if (get(board, listed_point(i)) == KRAKEN)
            found = listed_point(i);
    return found;
}

/* "any": all neighbours of the kraken are ships, of any colours. */
static bool kraken_among_ships(const Board *board)
{
    Point next[SPOKES];
    int count = neighbours(kraken_point(board), next);
    for (int i = 0; i < count; i++)
        if (!is_ship(get(board, next[i])))
            return false;
    return true;
}

/* Who wins by the kraken, or EMPTY. "one: ... all its neighbours are ships of one colour, and that
 * colour wins, whoever made the play (on the centre that would take eight ships, so it cannot be).
 * any: ... ships of any colours, on the centre too, and the player who completed it wins." */
static char kraken_winner(const Options *options, const Board *board, char maker)
{
    Point kraken = kraken_point(board);
    if (options->kraken_any)
        return kraken_among_ships(board) ? maker : EMPTY;
    if (enclosed_by(board, kraken, BLACK))
        return BLACK;
    return enclosed_by(board, kraken, WHITE) ? WHITE : EMPTY;
}

/* ---- "Scoring" and the finished text: who has won, or EMPTY ---- */

/* "A text whose score has reached traps, or whose kraken is trapped, is a finished game; where it
 * leaves the winner open, he is the side not to move." The side not to move made the last play, so
 * this is also "If both happen in one play for different players, the player who made the play
 * wins". */
static char winner_of(const Options *options, const Position *position)
{
    char maker = enemy_of(position->side);
    char by_kraken = kraken_winner(options, &position->board, maker);
    bool black = position->black_score >= options->traps || by_kraken == BLACK;
    bool white = position->white_score >= options->traps || by_kraken == WHITE;
    if (black && white)
        return maker;
    if (black)
        return BLACK;
    return white ? WHITE : EMPTY;
}

/* "In results player 1 is Black, whoever started." */
static const char *mur_result(const char *variant, const RefState *state)
{
    Options options = options_of(variant);
    Position position = position_of(&options, state);
    char winner = winner_of(&options, &position);
    if (winner == EMPTY)
        return "none";
    return winner == BLACK ? "p1win" : "p2win";
}

/* ---- "Moving": steps ---- */

/* One step along the ring in one direction, or along the diameter, "through the centre, turning
 * back at ring 3 if steps remain". */
static void step(Walk *walk)
{
    if (walk->turn != 0) {
        walk->at.spoke = (walk->at.spoke + walk->turn + SPOKES) % SPOKES;
        return;
    }
    if (walk->outwards && walk->at.ring == RINGS)
        walk->outwards = false;
    if (walk->outwards) {
        walk->at.ring++;
        return;
    }
    walk->at.ring--;
    if (walk->at.ring == 0) {
        walk->at.spoke = (walk->at.spoke + SPOKES / 2) % SPOKES;
        walk->outwards = true;
    }
}

/* The directions in which a ship may set out: "along its ring in one direction, or along its
 * diameter in one direction"; "From the centre it leaves along any spoke." */
static int directions(Point from, Walk out[SPOKES])
{
    int count = 0;
    if (from.ring == 0) {
        for (int spoke = 0; spoke < SPOKES; spoke++)
            out[count++] = (Walk){{spoke, 0}, 0, true};
        return count;
    }
    out[count++] = (Walk){from, 1, false};
    out[count++] = (Walk){from, -1, false};
    out[count++] = (Walk){from, 0, true};
    out[count++] = (Walk){from, 0, false};
    return count;
}

/* "the knocked piece goes on in the direction in which the ship arrived, past occupied points, to
 * the first empty one ...; the point that the ship left is empty by then and may be the one." */
static Point knocked_to(const Board *before, Point from, Walk arrived)
{
    Board left = *before;
    set(&left, from, EMPTY);
    do
        step(&arrived);
    while (get(&left, arrived.at) != EMPTY);
    return arrived.at;
}

/* ---- "Move text": carrying a play out on the board ---- */

/* Takes a piece from one point to another; a marked ship stays marked. */
static void carry(Position *position, Point from, Point to)
{
    set(&position->board, to, get(&position->board, from));
    set(&position->board, from, EMPTY);
    set(&position->marks, to, get(&position->marks, from));
    set(&position->marks, from, EMPTY);
}

/* `+b1` */
static bool carry_out_place(const char *text, Position *position)
{
    Point to;
    if (!take_point(&text, &to))
        return false;
    set(&position->board, to, position->side);
    return *text == '\0';
}

/* `xb2` or `xb2h3`; a ship off the board is not marked. */
static bool carry_out_withdrawal(const char *text, Position *position)
{
    while (*text) {
        Point p;
        if (!take_point(&text, &p))
            return false;
        set(&position->board, p, EMPTY);
        set(&position->marks, p, EMPTY);
    }
    return true;
}

/* `b3-d3` or `b3-a3*h3`: the ship leaves, the knocked piece goes, the ship takes its place. */
static bool carry_out_move(const char *text, Position *position)
{
    Point from, to, knocked;
    if (!take_point(&text, &from) || *text++ != '-' || !take_point(&text, &to))
        return false;
    char ship = get(&position->board, from), mark = get(&position->marks, from);
    set(&position->board, from, EMPTY);
    set(&position->marks, from, EMPTY);
    if (*text == '*') {
        text++;
        if (!take_point(&text, &knocked))
            return false;
        carry(position, to, knocked);
    }
    set(&position->board, to, ship);
    set(&position->marks, to, mark);
    return *text == '\0';
}

/* Does what the move text says to the pieces, and nothing else. The text is known to be good. */
static Position carried_out(const Position *before, const char *move)
{
    Position after = *before;
    bool good;
    if (move[0] == '+')
        good = carry_out_place(move + 1, &after);
    else if (move[0] == 'x')
        good = carry_out_withdrawal(move + 1, &after);
    else
        good = carry_out_move(move, &after);
    if (!good)
        abort();
    return after;
}

/* ---- What a play must not do ---- */

/* Does the play trap "an enemy ship that was not trapped before it"? A trapped ship has rank 1 and
 * cannot be knocked, so one that was trapped before is still on its point. */
static bool newly_traps(const Board *before, const Board *after, char colour)
{
    for (int i = 0; i < POINTS; i++) {
        Point p = listed_point(i);
        if (colour_trapped_at(after, p, colour) && !colour_trapped_at(before, p, colour))
            return true;
    }
    return false;
}

/* "Eyes: no play may put the mover's own ship, placed, moved or knocked, into an eye of the enemy,
 * unless ... (a chain trap). The kraken may never be knocked into an enemy eye. An enemy ship may
 * be knocked into any eye." An eye was empty before, so what stands in it now was put there. */
static bool eyes_allow(const Board *before, const Board *after, char mover)
{
    char enemy = enemy_of(mover);
    for (int i = 0; i < POINTS; i++) {
        Point p = listed_point(i);
        if (!is_eye(before, p, enemy))
            continue;
        if (get(after, p) == KRAKEN)
            return false;
        if (get(after, p) == mover && !newly_traps(before, after, enemy))
            return false;
    }
    return true;
}

/* Duty 3: "Nothing may leave the board as it was". */
static bool board_changes(const Board *before, const Board *after)
{
    return !same_board(before, after);
}

static void add_if_legal(const Position *position, const char *move, RefMoves *out)
{
    Position after = carried_out(position, move);
    if (board_changes(&position->board, &after.board) &&
        eyes_allow(&position->board, &after.board, position->side))
        ref_moves_add(out, move);
}

/* ---- "A turn, in this order of duty" ---- */

static void add_withdrawal(const Board *chosen, RefMoves *out)
{
    char move[REF_MOVE_MAX] = "x";
    for (int i = 0; i < POINTS; i++)
        if (get(chosen, listed_point(i)) == MARK)
            add_point(move, listed_point(i));
    if (move[1] != '\0')
        ref_moves_add(out, move);
}

/* Duty 1: "If ships of yours are trapped: withdraw all of them." With chain=both "his marked ships
 * along with any trapped ones, free again or not". Adds nothing if there are none. */
static void duty_trapped(const Position *position, RefMoves *out)
{
    Board chosen = empty_board();
    for (int i = 0; i < POINTS; i++) {
        Point p = listed_point(i);
        if (get(&position->board, p) != position->side)
            continue;
        if (ship_trapped(&position->board, p) || get(&position->marks, p) == MARK)
            set(&chosen, p, MARK);
    }
    add_withdrawal(&chosen, out);
}

/* Duties 2 and 4: "withdraw one ship of your choice". */
static void withdraw_one(const Position *position, RefMoves *out)
{
    for (int i = 0; i < POINTS; i++) {
        Board chosen = empty_board();
        set(&chosen, listed_point(i), MARK);
        if (get(&position->board, listed_point(i)) == position->side)
            add_withdrawal(&chosen, out);
    }
}

/* Duty 2: "the board is the same as two or four plies earlier in this game". */
static bool board_repeats(const Position *position, const RefState *state)
{
    char board[FIELD_MAX];
    write_board(&position->board, board);
    bool two = state->past_count >= 2 && strcmp(board, state->past[1]) == 0;
    bool four = state->past_count >= 4 && strcmp(board, state->past[3]) == 0;
    return two || four;
}

/* Duty 3: "place a ship of yours from off the board on an empty point". */
static void place_ships(const Options *options, const Position *position, RefMoves *out)
{
    if (count_pieces(&position->board, position->side) >= options->ships)
        return;
    for (int i = 0; i < POINTS; i++) {
        char move[REF_MOVE_MAX] = "+";
        add_point(move, listed_point(i));
        if (get(&position->board, listed_point(i)) == EMPTY)
            add_if_legal(position, move, out);
    }
}

/* "A ship moves exactly as many steps as its rank ... It passes over whatever is in between; only
 * the last point counts. If that point is empty the ship stops there." "Knock: if the last point
 * holds a piece of lower rank (a larger number), of any colour or the kraken". "Ranks are those
 * before the move." */
static void move_ship(const Position *position, Point from, Walk walk, RefMoves *out)
{
    const Board *board = &position->board;
    int rank = rank_of(board, from);
    for (int i = 0; i < rank; i++)
        step(&walk);
    if (same_point(walk.at, from)) /* "a move that ends where it began" */
        return;
    char move[REF_MOVE_MAX] = "";
    add_point(move, from);
    strcat(move, "-");
    add_point(move, walk.at);
    if (get(board, walk.at) != EMPTY) {
        if (rank_of(board, walk.at) <= rank)
            return;
        strcat(move, "*");
        add_point(move, knocked_to(board, from, walk));
    }
    add_if_legal(position, move, out);
}

/* Duty 3: "or move a ship of yours". */
static void move_ships(const Position *position, RefMoves *out)
{
    for (int i = 0; i < POINTS; i++) {
        Point from = listed_point(i);
        if (get(&position->board, from) != position->side)
            continue;
        Walk walks[SPOKES];
        int count = directions(from, walks);
        for (int j = 0; j < count; j++)
            move_ship(position, from, walks[j], out);
    }
}

/* The four duties in order. */
static void mur_moves(const char *variant, const RefState *state, RefMoves *out)
{
    Options options = options_of(variant);
    Position position = position_of(&options, state);
    if (winner_of(&options, &position) != EMPTY)
        return;
    duty_trapped(&position, out);
    if (out->count > 0)
        return;
    if (count_pieces(&position.board, position.side) > 0 && board_repeats(&position, state)) {
        withdraw_one(&position, out);
        return;
    }
    place_ships(&options, &position, out);
    move_ships(&position, out);
    if (out->count == 0)
        withdraw_one(&position, out);
}

/* "Where duty 1 or 2 binds, no occurrence draws ... duty 4 does not prevent it". */
static bool mur_withdrawal_due(const char *variant, const RefState *state)
{
    Options options = options_of(variant);
    Position position = position_of(&options, state);
    RefMoves trapped = {0};
    duty_trapped(&position, &trapped);
    bool due = trapped.count > 0 || (count_pieces(&position.board, position.side) > 0 &&
                                     board_repeats(&position, state));
    ref_moves_free(&trapped);
    return due;
}

/* ---- "Scoring" after a play ---- */

/* "After each play, withdrawals included, every enemy ship that is trapped scores one for the
 * player who made the play". */
static void score_traps(Position *after, char maker)
{
    int trapped = count_trapped(&after->board, enemy_of(maker));
    if (maker == BLACK)
        after->black_score += trapped;
    else
        after->white_score += trapped;
}

/* "chain=both: when a play newly traps an enemy ship while ships of the player's own are trapped
 * too, those are marked." Their marks outlast the enemy's withdrawal and go with the ships when the
 * maker withdraws them. */
static void mark_chain(const Board *before, Position *after, char maker)
{
    if (!newly_traps(before, &after->board, enemy_of(maker)))
        return;
    for (int i = 0; i < POINTS; i++)
        if (colour_trapped_at(&after->board, listed_point(i), maker))
            set(&after->marks, listed_point(i), MARK);
}

/* "in memory a position carries what it needs of the last four boards": the board before this play
 * becomes the newest of the past. */
static void remember(const RefState *state, const Board *before, RefState *next)
{
    write_board(before, next->past[0]);
    next->past_count = 1;
    for (int i = 0; i < state->past_count && next->past_count < REF_PAST_MAX; i++)
        strcpy(next->past[next->past_count++], state->past[i]);
}

/* "The side changes after the winning play too." */
static void mur_apply(const char *variant, const RefState *state, const char *move, RefState *next)
{
    Options options = options_of(variant);
    Position before = position_of(&options, state);
    Position after = carried_out(&before, move);
    score_traps(&after, before.side);
    if (options.chain_both)
        mark_chain(&before.board, &after, before.side);
    after.side = enemy_of(before.side);
    RefState result = {0};
    write_position(&options, &after, result.text);
    remember(state, &before.board, &result);
    *next = result;
}

/* ---- "Next game" ---- */

/* "All pieces stay, but every trapped ship of both colours and a ship on the centre come off
 * together, and the kraken goes to the centre. If all eight points around it would then hold ships
 * (only kraken=any cares), those eight come off as well: no game begins finished. ... Scores start
 * at 0-0." Nothing is marked. */
void ref_mur_next_game(const char *variant, const RefState *last, const char *side, RefState *out)
{
    Options options = options_of(variant);
    Position old = position_of(&options, last);
    Position position = {.board = old.board, .marks = empty_board(), .side = side[0]};
    for (int i = 0; i < POINTS; i++)
        if (ship_trapped(&old.board, listed_point(i)))
            set(&position.board, listed_point(i), EMPTY);
    set(&position.board, kraken_point(&old.board), EMPTY);
    position.board.centre = KRAKEN;
    if (options.kraken_any && kraken_among_ships(&position.board)) {
        Point around[SPOKES];
        int count = neighbours(kraken_point(&position.board), around);
        for (int i = 0; i < count; i++)
            set(&position.board, around[i], EMPTY);
    }
    begin_without_history(&options, &position, out);
}

const RefFamily ref_mur = {.knows = mur_knows,
                           .start = mur_start,
                           .read = mur_read,
                           .moves = mur_moves,
                           .apply = mur_apply,
                           .result = mur_result,
                           .withdrawal_due = mur_withdrawal_due};
