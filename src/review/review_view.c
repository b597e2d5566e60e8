/* SPDX-License-Identifier: MIT */
/* A review as JSON (docs/formats.md), for the page and for `concentric review --json`. */
#include "review/review.h"

static void add_move(Json *json, const char *key, const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, pos, move, &s);
    if (key)
        json_add_text(json, key, text);
    else
        json_text(json, text);
}

static void add_line(Json *json, const Game *game, const Pos *from, const ReviewValue *value)
{
    Pos pos = *from, next;
    json_key(json, "line");
    json_open(json, '[');
    for (int i = 0; i < value->length; i++) {
        add_move(json, NULL, game, &pos, value->line[i]);
        game->apply(game, &pos, value->line[i], &next);
        pos = next;
    }
    json_close(json, ']');
}

static void add_exact(Json *json, const ReviewMove *move)
{
    static const char *const words[] = {"loss", "draw", "win"};
    json_key(json, "exact");
    if (!move->exact) {
        json_null(json);
        return;
    }
    json_open(json, '[');
    json_text(json, words[move->value_before + 1]);
    json_text(json, words[move->value_after + 1]);
    json_close(json, ']');
}

static void write_move(const Review *review, int index, Lang lang, Json *json)
{
    const ReviewMove *move = &review->move[index];
    const Tree *tree = review->tree;
    const Game *game = tree->game;
    const Pos *pos = tree_pos(tree, tree->node[move->node].parent);
    char words[REVIEW_JSON_MAX / 2], position[POSITION_TEXT_MAX];
    Str w = str_over(words, sizeof words), p = str_over(position, sizeof position);
    game->ops->write_pos(game, pos, &p);
    json_open(json, '{');
    json_add_number(json, "ply", tree->node[move->node].ply);
    json_add_number(json, "node", move->node);
    json_add_number(json, "side", move->side);
    json_add_number(json, "phase", odds_phase(game, pos));
    json_add_text(json, "position", position);
    add_move(json, "move", game, pos, move->move);
    json_add_text(json, "verdict", verdict_id(move->verdict));
    json_add_number(json, "before", move->before);
    json_add_number(json, "after", move->after);
    add_exact(json, move);
    add_line(json, game, pos, &review->value[index]);
    review_explain(review, index, lang, &w);
    json_add_text(json, "text", words);
    json_close(json, '}');
}

static void write_chances(const Review *review, Lang lang, Json *json)
{
    Chance chances[CHANCES_MAX];
    for (int side = 0; side < 2; side++) {
        int count = review_chances(review, side, chances);
        for (int i = 0; i < count; i++) {
            const ReviewMove *move = &review->move[chances[i].index];
            char words[REVIEW_JSON_MAX / 2];
            Str w = str_over(words, sizeof words);
            chance_say(review, &chances[i], lang, &w);
            json_open(json, '{');
            json_add_number(json, "ply", review->tree->node[move->node].ply);
            json_add_number(json, "side", side);
            json_add_text(json, "kind", chance_id(chances[i].kind));
            json_add_text(json, "name", chance_text(chances[i].kind)->in[lang]);
            json_add_bool(json, "taken", chances[i].taken);
            json_add_text(json, "text", words);
            json_close(json, '}');
        }
    }
}

void review_write(const Review *review, Lang lang, Json *json)
{
    int turns[REVIEW_TURNS_MAX], count = review_turns(review, turns);
    json_open(json, '{');
    json_add_text(json, "variant", review->tree->game->id);
    json_key(json, "accuracy");
    json_open(json, '[');
    for (int side = 0; side < 2; side++)
        if (review->accuracy[side] < 0)
            json_null(json);
        else
            json_number(json, review->accuracy[side]);
    json_close(json, ']');
    json_key(json, "turns");
    json_open(json, '[');
    for (int i = 0; i < count; i++)
        json_number(json, turns[i] + 1);
    json_close(json, ']');
    json_key(json, "moves");
    json_open(json, '[');
    for (int i = 0; i < review->count; i++)
        write_move(review, i, lang, json);
    json_close(json, ']');
    json_key(json, "chances");
    json_open(json, '[');
    write_chances(review, lang, json);
    json_close(json, ']');
    json_close(json, '}');
}
