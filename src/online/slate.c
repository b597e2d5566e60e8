/* SPDX-License-Identifier: MIT */
/* A teacher's board, see slate.h. */
#include "online/slate.h"

#include "base/utf8.h"

#include <string.h>

/* -- Refusals --------------------------------------------------------------------------------- */

static bool no(SlateReply *reply, const SlateBy *by, int status, const char *why, const Text *text)
{
    reply->status = status;
    reply->why = why;
    refuse_text(reply->text, by->lang, text);
    return false;
}

/* The reason is in reply->text already: of a game's reader. */
static bool no_setup(SlateReply *reply, const char *why)
{
    reply->status = 422;
    reply->why = why;
    return false;
}

static bool no_memory(SlateReply *reply, const SlateBy *by)
{
    return no(reply, by, 503, "busy", &refuse_no_memory);
}

static bool no_form(SlateReply *reply, const SlateBy *by)
{
    static const Text form = {
        {"`do` is one of show (game, start, moves, ply, marks), ask (text), close, end, answer "
         "(move)",
         "do は show（game, start, moves, ply, marks）、ask（text）、close、end、answer（move）"
         "のどれかです"}};
    return no(reply, by, 400, "bad-act", &form);
}

/* -- Members ---------------------------------------------------------------------------------- */

static const char *text_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static int number_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(item) ? item->valueint : 0;
}

static cJSON *list_of(const cJSON *json, const char *name)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsArray(item) ? item : NULL;
}

static cJSON *question_of(const cJSON *slate)
{
    cJSON *question = cJSON_GetObjectItemCaseSensitive(slate, "question");
    return cJSON_IsObject(question) ? question : NULL;
}

static bool is_true(const cJSON *json, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, name));
}

/* Puts a member in place of the one that is there. Takes `item` whatever happens. */
static bool put(cJSON *json, const char *name, cJSON *item)
{
    if (!item)
        return false;
    /* Not by cJSON_ReplaceItem...: without memory version 1.7.15 leaves a member without a name. */
    cJSON_DeleteItemFromObjectCaseSensitive(json, name);
    if (cJSON_AddItemToObject(json, name, item))
        return true;
    cJSON_Delete(item);
    return false;
}

/* A line for people: short, without control characters. */
static bool is_line(const char *text)
{
    size_t length = strlen(text);
    return length <= SLATE_TITLE_MAX && utf8_is_plain(text, length);
}

bool slate_is(const cJSON *slate)
{
    static const char *const texts[] = {"title", "leader", "game", "start"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!text_of(slate, texts[i]))
            return false;
    const cJSON *question = question_of(slate);
    return list_of(slate, "moves") && list_of(slate, "marks") &&
           (!question || (text_of(question, "text") && list_of(question, "answers")));
}

/* -- Positions -------------------------------------------------------------------------------- */

typedef struct Place {
    const Game *game;
    Pos pos;
} Place;

static bool begin(const char *variant, const char *start, const SlateBy *by, Variants *variants,
                  Place *out, SlateReply *reply)
{
    out->game = variants_open(variants, variant, by->lang, reply->text);
    if (!out->game)
        return no_setup(reply, "bad-setup");
    if (!*start)
        out->game->ops->start(out->game, 1, &out->pos);
    else if (!out->game->ops->read_pos(out->game, start, by->lang, &out->pos, reply->text))
        return no_setup(reply, "bad-setup");
    return true;
}

/* One move further, and its text as we write it into `written`. */
static bool step(Place *place, const char *text, const SlateBy *by, Str *written, SlateReply *reply)
{
    const Game *game = place->game;
    Move move;
    Pos next;
    if (!game->ops->read_move(game, &place->pos, text, by->lang, &move, reply->text))
        return no_setup(reply, "not-legal");
    game->ops->write_move(game, &place->pos, move, written);
    game->apply(game, &place->pos, move, &next);
    place->pos = next;
    return true;
}

/* The position that is shown. A board from the store was right when it was written. */
static bool find_shown(const cJSON *slate, const SlateBy *by, Variants *variants, Place *out,
                       SlateReply *reply)
{
    const cJSON *move;
    int left = number_of(slate, "ply");
    if (!begin(text_of(slate, "game"), text_of(slate, "start"), by, variants, out, reply))
        return false;
    cJSON_ArrayForEach(move, list_of(slate, "moves"))
    {
        char written[MOVE_TEXT_MAX];
        Str s = str_over(written, sizeof written);
        if (left-- <= 0)
            break;
        if (!cJSON_IsString(move) || !step(out, move->valuestring, by, &s, reply))
            return false;
    }
    return true;
}

/* -- The leader's acts ------------------------------------------------------------------------ */

/* The moves of an act, each read and written again. NULL with a reason. */
static cJSON *read_moves(const cJSON *asked, Place *place, const SlateBy *by, SlateReply *reply)
{
    static const Text many = {
        {"that is more moves than a board shows", "盤に示せる手数を超えています"}};
    cJSON *moves = cJSON_CreateArray();
    const cJSON *move;
    bool good = true;
    if (!moves) {
        no_memory(reply, by);
        return NULL;
    }
    if (asked && !cJSON_IsArray(asked))
        good = no_form(reply, by);
    else if (cJSON_GetArraySize(asked) > SLATE_MOVES_MAX)
        good = no(reply, by, 422, "too-long", &many);
    if (good)
        cJSON_ArrayForEach(move, asked)
        {
            char written[MOVE_TEXT_MAX];
            Str s = str_over(written, sizeof written);
            good = cJSON_IsString(move) || no_form(reply, by);
            good = good && step(place, move->valuestring, by, &s, reply);
            if (good && !cJSON_AddItemToArray(moves, cJSON_CreateString(written)))
                good = no_memory(reply, by);
            if (!good)
                break;
        }
    if (!good) {
        cJSON_Delete(moves);
        return NULL;
    }
    return moves;
}

/* Is this the name of a point, or of two with an arrow between, such as "a1" or "a1>a4"? */
static bool is_mark(const Game *game, const char *text)
{
    size_t length = strcspn(text, ">");
    for (int half = 0; half < 2; half++) {
        bool found = false;
        for (int i = 0; i < game->shape.point_count; i++) {
            const char *name = game->shape.point[i].name;
            found |= strlen(name) == length && strncmp(name, text, length) == 0;
        }
        if (!found)
            return false;
        if (!text[length])
            return true;
        text += length + 1;
        length = strlen(text);
    }
    return false;
}

static cJSON *read_marks(const cJSON *asked, const Game *game, const SlateBy *by, SlateReply *reply)
{
    static const Text bad = {{"a mark is a point of the board, or two with > between them",
                              "印は盤の交点、または > でつないだ2つの交点です"}};
    cJSON *marks = cJSON_CreateArray();
    const cJSON *mark;
    bool good = marks ? (!asked || cJSON_IsArray(asked)) &&
                            cJSON_GetArraySize(asked) <= SLATE_MARKS_MAX
                      : no_memory(reply, by);
    if (marks && !good)
        no(reply, by, 422, "bad-setup", &bad);
    if (good)
        cJSON_ArrayForEach(mark, asked)
        {
            good = (cJSON_IsString(mark) && is_mark(game, mark->valuestring)) ||
                   no(reply, by, 422, "bad-setup", &bad);
            if (good && !cJSON_AddItemToArray(marks, cJSON_CreateString(mark->valuestring)))
                good = no_memory(reply, by);
            if (!good)
                break;
        }
    if (!good) {
        cJSON_Delete(marks);
        return NULL;
    }
    return marks;
}

/* No more answers; what was answered stays there to be looked at. */
static bool close_question(cJSON *slate)
{
    cJSON *question = question_of(slate);
    return !question || put(question, "open", cJSON_CreateFalse());
}

static bool same_list(const cJSON *a, const cJSON *b, int count)
{
    for (int i = 0; i < count; i++) {
        const cJSON *x = cJSON_GetArrayItem(a, i), *y = cJSON_GetArrayItem(b, i);
        if (!cJSON_IsString(x) || !cJSON_IsString(y) || strcmp(x->valuestring, y->valuestring) != 0)
            return false;
    }
    return true;
}

static bool show(cJSON *slate, const cJSON *act, const SlateBy *by, Variants *variants,
                 SlateReply *reply)
{
    const char *game = text_of(act, "game"), *start = text_of(act, "start");
    Place place;
    if (!game)
        game = text_of(slate, "game");
    if (!start)
        start = "";
    if (!begin(game, start, by, variants, &place, reply))
        return false;
    cJSON *moves = read_moves(cJSON_GetObjectItemCaseSensitive(act, "moves"), &place, by, reply);
    cJSON *marks = moves ? read_marks(cJSON_GetObjectItemCaseSensitive(act, "marks"), place.game,
                                      by, reply)
                         : NULL;
    if (!marks) {
        cJSON_Delete(moves);
        return false;
    }
    int count = cJSON_GetArraySize(moves), ply = count;
    if (cJSON_GetObjectItemCaseSensitive(act, "ply"))
        ply = number_of(act, "ply");
    if (ply < 0 || ply > count)
        ply = count;
    bool same = strcmp(game, text_of(slate, "game")) == 0 &&
                strcmp(start, text_of(slate, "start")) == 0 && ply == number_of(slate, "ply") &&
                same_list(moves, list_of(slate, "moves"), ply);
    /* `game` and `start` may be the old texts: new ones are made before those go. */
    cJSON *game_text = cJSON_CreateString(game), *start_text = cJSON_CreateString(start);
    bool good = put(slate, "moves", moves);
    good = put(slate, "marks", marks) && good;
    good = put(slate, "game", game_text) && good;
    good = put(slate, "start", start_text) && good;
    good = good && put(slate, "ply", cJSON_CreateNumber(ply)) &&
           (same || put(slate, "question", cJSON_CreateNull())); /* it was about another position */
    return good || no_memory(reply, by);
}

static bool ask(cJSON *slate, const cJSON *act, const SlateBy *by, Variants *variants,
                SlateReply *reply)
{
    static const Text bad = {
        {"a question is one line of at most 120 bytes", "質問は120バイトまでの1行です"}};
    static const Text over = {{"the game is over here: there is no move to ask for",
                               "ここで対局は終わっているので、手をたずねることはできません"}};
    const char *text = text_of(act, "text");
    Place place;
    if (!text)
        text = "";
    if (!is_line(text))
        return no(reply, by, 422, "bad-setup", &bad);
    if (!find_shown(slate, by, variants, &place, reply))
        return false;
    if (place.game->ops->outcome(place.game, &place.pos).reason)
        return no(reply, by, 409, "not-now", &over);
    int n = number_of(slate, "asked") + 1;
    cJSON *question = cJSON_CreateObject();
    bool good = question && cJSON_AddNumberToObject(question, "n", n) &&
                cJSON_AddStringToObject(question, "text", text) &&
                cJSON_AddBoolToObject(question, "open", true) &&
                cJSON_AddArrayToObject(question, "answers");
    if (!good) {
        cJSON_Delete(question);
        return no_memory(reply, by);
    }
    return (put(slate, "question", question) && put(slate, "asked", cJSON_CreateNumber(n))) ||
           no_memory(reply, by);
}

static bool lead(cJSON *slate, const cJSON *act, const char *name, const SlateBy *by,
                 Variants *variants, SlateReply *reply)
{
    if (strcmp(name, "show") == 0)
        return show(slate, act, by, variants, reply);
    if (strcmp(name, "ask") == 0)
        return ask(slate, act, by, variants, reply);
    if (strcmp(name, "close") == 0)
        return close_question(slate) || no_memory(reply, by);
    return (close_question(slate) && put(slate, "ended", cJSON_CreateTrue())) ||
           no_memory(reply, by);
}

/* -- Answers ---------------------------------------------------------------------------------- */

static cJSON *find_answer(const cJSON *question, const char *id)
{
    cJSON *one;
    cJSON_ArrayForEach(one, list_of(question, "answers"))
    {
        const char *whose = text_of(one, "id");
        if (whose && *id && strcmp(whose, id) == 0)
            return one;
    }
    return NULL;
}

static bool answer(cJSON *slate, const cJSON *act, const SlateBy *by, Variants *variants,
                   SlateReply *reply)
{
    static const Text closed = {{"nothing is asked at the moment", "いまは質問がありません"}};
    static const Text full = {
        {"as many have answered as a board holds", "回答できる人数がいっぱいです"}};
    cJSON *question = question_of(slate), *old;
    const char *move = text_of(act, "move");
    char written[MOVE_TEXT_MAX];
    Str s = str_over(written, sizeof written);
    Place place;
    if (!question || !is_true(question, "open"))
        return no(reply, by, 409, "not-now", &closed);
    if (!move)
        return no_form(reply, by);
    if (!find_shown(slate, by, variants, &place, reply) || !step(&place, move, by, &s, reply))
        return false;
    cJSON *answers = list_of(question, "answers");
    if ((old = find_answer(question, by->id)) != NULL)
        return put(old, "move", cJSON_CreateString(written)) || no_memory(reply, by);
    if (cJSON_GetArraySize(answers) >= SLATE_ANSWERS_MAX)
        return no(reply, by, 429, "too-many", &full);
    cJSON *one = cJSON_CreateObject();
    bool good = one && cJSON_AddStringToObject(one, "id", by->id) &&
                cJSON_AddStringToObject(one, "move", written) && cJSON_AddItemToArray(answers, one);
    if (!good) {
        cJSON_Delete(one);
        return no_memory(reply, by);
    }
    return true;
}

/* -- Doors ------------------------------------------------------------------------------------ */

bool slate_do(cJSON *slate, const cJSON *act, const SlateBy *by, Variants *variants,
              SlateReply *reply)
{
    static const Text over = {{"the lesson is over", "この授業は終わりました"}};
    static const Text theirs = {
        {"only who leads the board may do that", "この盤を進めている人だけができます"}};
    static const Text own = {{"who leads the board is not asked", "進める人は回答しません"}};
    static const char *const leads[] = {"show", "ask", "close", "end"};
    const char *name = text_of(act, "do");
    bool leader = strcmp(by->id, text_of(slate, "leader")) == 0;
    *reply = (SlateReply){.status = 200};
    if (is_true(slate, "ended"))
        return no(reply, by, 409, "over", &over);
    if (name && strcmp(name, "answer") == 0)
        return leader ? no(reply, by, 403, "not-yours", &own)
                      : answer(slate, act, by, variants, reply);
    for (size_t i = 0; name && i < sizeof leads / sizeof *leads; i++)
        if (strcmp(name, leads[i]) == 0)
            return leader ? lead(slate, act, name, by, variants, reply)
                          : no(reply, by, 403, "not-yours", &theirs);
    return no_form(reply, by);
}

cJSON *slate_make(const cJSON *asked, const SlateBy *by, Variants *variants, SlateReply *reply)
{
    static const Text bad = {{"a board has a game, and a title of one line of at most 120 bytes",
                              "盤には game と、120バイトまでの1行の title が要ります"}};
    const char *game = text_of(asked, "game"), *title = text_of(asked, "title");
    *reply = (SlateReply){.status = 201};
    if (!title)
        title = "";
    if (!game || !is_line(title)) {
        no(reply, by, 422, "bad-setup", &bad);
        return NULL;
    }
    cJSON *slate = cJSON_CreateObject();
    bool good = slate && cJSON_AddStringToObject(slate, "title", title) &&
                cJSON_AddStringToObject(slate, "leader", by->id) &&
                cJSON_AddStringToObject(slate, "game", game) &&
                cJSON_AddStringToObject(slate, "start", "") &&
                cJSON_AddArrayToObject(slate, "moves") &&
                cJSON_AddNumberToObject(slate, "ply", 0) &&
                cJSON_AddArrayToObject(slate, "marks") &&
                cJSON_AddNullToObject(slate, "question") &&
                cJSON_AddNumberToObject(slate, "asked", 0) &&
                cJSON_AddBoolToObject(slate, "ended", false);
    if (!good)
        no_memory(reply, by);
    /* What it begins with is shown as any position is: the game is read and refused in one place.
     */
    if (good && show(slate, asked, by, variants, reply))
        return slate;
    cJSON_Delete(slate);
    return NULL;
}

int slate_people(const cJSON *slate, const char *out[SLATE_PEOPLE_MAX])
{
    const cJSON *one;
    int count = 0;
    out[count++] = text_of(slate, "leader");
    cJSON_ArrayForEach(one, list_of(question_of(slate), "answers"))
    {
        const char *id = text_of(one, "id");
        if (id && count < SLATE_PEOPLE_MAX)
            out[count++] = id;
    }
    return count;
}

/* -- What is seen ----------------------------------------------------------------------------- */

static void add_texts(const cJSON *list, const char *name, Json *json)
{
    const cJSON *one;
    json_key(json, name);
    json_open(json, '[');
    cJSON_ArrayForEach(one, list)
    {
        if (cJSON_IsString(one))
            json_text(json, one->valuestring);
    }
    json_close(json, ']');
}

/* How often each move was answered, the most frequent first (of equals the first one). */
static void add_tally(const cJSON *answers, Json *json)
{
    const char *move[SLATE_ANSWERS_MAX];
    int count[SLATE_ANSWERS_MAX], kinds = 0;
    const cJSON *one;
    cJSON_ArrayForEach(one, answers)
    {
        const char *text = text_of(one, "move");
        int k = 0;
        while (text && k < kinds && strcmp(move[k], text) != 0)
            k++;
        if (!text || k == SLATE_ANSWERS_MAX)
            continue;
        if (k == kinds) {
            move[kinds] = text;
            count[kinds++] = 0;
        }
        count[k]++;
    }
    json_key(json, "tally");
    json_open(json, '[');
    for (int i = 0; i < kinds; i++) {
        int best = 0;
        for (int k = 1; k < kinds; k++)
            if (count[k] > count[best])
                best = k;
        json_open(json, '{');
        json_add_text(json, "move", move[best]);
        json_add_number(json, "count", count[best]);
        json_close(json, '}');
        count[best] = 0;
    }
    json_close(json, ']');
}

static void add_names(const cJSON *answers, SlateName *name, void *context, Json *json)
{
    const cJSON *one;
    json_key(json, "answers");
    json_open(json, '[');
    cJSON_ArrayForEach(one, answers)
    {
        const char *id = text_of(one, "id"), *move = text_of(one, "move");
        json_open(json, '{');
        json_add_text(json, "name", id ? name(context, id) : "");
        json_add_text(json, "move", move ? move : "");
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* `name` is NULL for who may not see names: all but the leader. */
static void add_question(const cJSON *question, const char *viewer, SlateName *name, void *context,
                         Json *json)
{
    json_key(json, "question");
    if (!question) {
        json_null(json);
        return;
    }
    const cJSON *answers = list_of(question, "answers"), *mine = find_answer(question, viewer);
    const char *move = mine ? text_of(mine, "move") : NULL;
    bool open = is_true(question, "open");
    json_open(json, '{');
    json_add_number(json, "n", number_of(question, "n"));
    json_add_text(json, "text", text_of(question, "text"));
    json_add_bool(json, "open", open);
    json_add_number(json, "count", cJSON_GetArraySize(answers));
    json_key(json, "mine");
    if (move)
        json_text(json, move);
    else
        json_null(json);
    if (name || !open)
        add_tally(answers, json);
    if (name)
        add_names(answers, name, context, json);
    json_close(json, '}');
}

void slate_view(const cJSON *slate, const char *viewer, SlateName *name, void *context, Json *json)
{
    bool leader = *viewer && strcmp(viewer, text_of(slate, "leader")) == 0;
    json_add_text(json, "title", text_of(slate, "title"));
    json_add_text(json, "name", name(context, text_of(slate, "leader")));
    json_add_text(json, "game", text_of(slate, "game"));
    json_add_text(json, "start", text_of(slate, "start"));
    add_texts(list_of(slate, "moves"), "moves", json);
    json_add_number(json, "ply", number_of(slate, "ply"));
    add_texts(list_of(slate, "marks"), "marks", json);
    add_question(question_of(slate), viewer, leader ? name : NULL, context, json);
    json_add_bool(json, "ended", is_true(slate, "ended"));
    json_add_bool(json, "leads", leader);
}
