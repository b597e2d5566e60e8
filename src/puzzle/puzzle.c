/* SPDX-License-Identifier: MIT */
/* Puzzles as text, see puzzle.h. */
#include "puzzle/puzzle.h"

#include "base/json.h"

#include <string.h>

const char *const theme_names[THEME_COUNT] = {
    [THEME_MILL] = "mill",         [THEME_DOUBLE] = "double",       [THEME_CAPTURE] = "capture",
    [THEME_STACK] = "stack",       [THEME_FRAME] = "frame",         [THEME_EVICT] = "evict",
    [THEME_KNOCK] = "knock",       [THEME_TRAP] = "trap",           [THEME_KRAKEN] = "kraken",
    [THEME_QUIET] = "quiet",       [THEME_SACRIFICE] = "sacrifice", [THEME_BLOCK] = "block",
    [THEME_ZUGZWANG] = "zugzwang", [THEME_PLACING] = "placing",     [THEME_MOVING] = "moving",
    [THEME_ENDGAME] = "endgame",   [THEME_MOVES_1] = "moves-1",     [THEME_MOVES_2] = "moves-2",
    [THEME_MOVES_3] = "moves-3",   [THEME_MOVES_4] = "moves-4",     [THEME_EXACT] = "exact",
};

static uint64_t add_hash(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    return (hash ^ '|') * 0x100000001b3u;
}

/* FNV-1a over "VARIANT|POSITION|GOAL|", 40 bits in base 32: the page finds the same. */
void puzzle_id(const Puzzle *puzzle, char out[PUZZLE_ID_MAX])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint64_t hash = 0xcbf29ce484222325u;
    hash = add_hash(hash, puzzle->variant);
    hash = add_hash(hash, puzzle->position);
    hash = add_hash(hash, puzzle->goal->name);
    hash ^= hash >> 40;
    for (int i = 0; i < 8; i++)
        out[i] = digits[hash >> (5 * i) & 31];
    out[8] = '\0';
}

void puzzle_write(const Puzzle *puzzle, Str *out)
{
    char id[PUZZLE_ID_MAX];
    Json json = json_over(out);
    puzzle_id(puzzle, id);
    json_open(&json, '{');
    json_add_text(&json, "id", id);
    json_add_text(&json, "variant", puzzle->variant);
    json_add_text(&json, "position", puzzle->position);
    json_add_text(&json, "goal", puzzle->goal->name);
    json_key(&json, "line");
    json_open(&json, '[');
    for (int i = 0; i < puzzle->length; i++)
        json_text(&json, puzzle->line[i]);
    json_close(&json, ']');
    json_key(&json, "themes");
    json_open(&json, '[');
    for (int t = 0; t < THEME_COUNT; t++)
        if (puzzle->themes >> t & 1)
            json_text(&json, theme_names[t]);
    json_close(&json, ']');
    json_add_number(&json, "level", puzzle->level);
    json_close(&json, '}');
}

/* Themes are letters from 'a' on; the level's last digit comes first, 0 for 10. */
void puzzle_write_short(const Puzzle *puzzle, Str *out)
{
    str_format(out, "%s|%s|%d", puzzle->position, puzzle->goal->name, puzzle->level % 10);
    for (int t = 0; t < THEME_COUNT; t++)
        if (puzzle->themes >> t & 1)
            str_char(out, (char)('a' + t));
    for (int i = 0; i < puzzle->length; i++)
        str_format(out, "%c%s", i ? ' ' : '|', puzzle->line[i]);
}

/* The text up to `end`, which is passed over; false if there is no end or it does not fit. */
static bool take(const char **at, char end, char *out, size_t room)
{
    const char *stop = strchr(*at, end);
    size_t length = stop ? (size_t)(stop - *at) : room;
    if (length >= room)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at = stop + 1;
    return true;
}

static bool take_themes(const char *text, Puzzle *out)
{
    if (*text < '0' || *text > '9')
        return false;
    out->level = *text == '0' ? 10 : *text - '0';
    out->themes = 0;
    for (text++; *text; text++) {
        uint32_t bit = *text >= 'a' && *text < 'a' + THEME_COUNT ? 1u << (*text - 'a') : 0;
        if (!bit || bit <= out->themes)
            return false;
        out->themes |= bit;
    }
    return true;
}

static bool take_line(const char *at, Puzzle *out)
{
    for (out->length = 0; out->length < PUZZLE_LINE_MAX;) {
        char *move = out->line[out->length++];
        const char *space = strchr(at, ' ');
        if (space && (space == at || !take(&at, ' ', move, MOVE_TEXT_MAX)))
            return false;
        if (!space) {
            size_t length = strlen(at);
            bool fits = length && length < MOVE_TEXT_MAX;
            if (fits)
                memcpy(move, at, length + 1);
            return fits;
        }
    }
    return false;
}

bool puzzle_read_short(const char *line, const char *variant, Puzzle *out, char *why)
{
    char goal[16], themes[THEME_COUNT + 2];
    size_t length = strlen(variant);
    if (length >= sizeof out->variant)
        return refuse(why, "its variant is too long");
    memcpy(out->variant, variant, length + 1);
    if (!take(&line, '|', out->position, sizeof out->position) || !*out->position)
        return refuse(why, "it has no position");
    if (!take(&line, '|', goal, sizeof goal) || !(out->goal = goal_find(goal)))
        return refuse(why, "it has no goal");
    if (!take(&line, '|', themes, sizeof themes) || !take_themes(themes, out))
        return refuse(why, "its level and themes cannot be read");
    return take_line(line, out) || refuse(why, "its line of moves cannot be read");
}

/* --- The line as moves -------------------------------------------------------------------------
 */

static bool read_start(const Puzzle *puzzle, const Game *game, Pos *out, char *why)
{
    char text[POSITION_TEXT_MAX], reason[WHY_MAX];
    Str s = str_over(text, sizeof text);
    if (!game->ops->read_pos(game, puzzle->position, LANG_EN, out, reason))
        return refuse(why, "its position cannot be read: %.400s", reason);
    game->ops->write_pos(game, out, &s);
    if (strcmp(text, puzzle->position) != 0)
        return refuse(why, "its position is written %.400s", text);
    if (game->ops->outcome(game, out).winner != WINNER_NONE)
        return refuse(why, "the game is over in its position");
    return true;
}

static bool read_step(const Puzzle *puzzle, const Game *game, int i, Line *line, char *why)
{
    char text[MOVE_TEXT_MAX], reason[WHY_MAX];
    const Pos *pos = &line->pos[i];
    Str s = str_over(text, sizeof text);
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        return refuse(why, "the game is over before move %d of the line", i + 1);
    if (!game->ops->read_move(game, pos, puzzle->line[i], LANG_EN, &line->move[i], reason))
        return refuse(why, "move %d of the line is not legal: %.400s", i + 1, reason);
    game->ops->write_move(game, pos, line->move[i], &s);
    if (strcmp(text, puzzle->line[i]) != 0)
        return refuse(why, "move %d of the line is written %s", i + 1, text);
    game->apply(game, pos, line->move[i], &line->pos[i + 1]);
    return true;
}

bool puzzle_line(const Puzzle *puzzle, const Game *game, Line *out, char *why)
{
    *out = (Line){.length = puzzle->length};
    if (puzzle->length < 1 || puzzle->length > PUZZLE_LINE_MAX)
        return refuse(why, "its line has no moves, or more than %d", PUZZLE_LINE_MAX);
    if (!read_start(puzzle, game, &out->pos[0], why))
        return false;
    for (int i = 0; i < puzzle->length; i++)
        if (!read_step(puzzle, game, i, out, why))
            return false;
    return out->pos[puzzle->length - 1].turn == out->pos[0].turn ||
           refuse(why, "the last move of its line is not the solver's");
}
