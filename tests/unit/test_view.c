/* SPDX-License-Identifier: MIT */
/* Views: JSON of every variant in both languages, what a viewer may see, lines and trees. */
#include "unit/support.h"

#include "play/view.h"

#include <cjson/cJSON.h>

enum { TEXT_MAX = 1 << 20, TABLES = 3, ACTS = 40 };

static Variants *variants;

static int open_variants(void **state)
{
    (void)state;
    variants = variants_new(registry_families, registry_count);
    return variants ? 0 : -1;
}

static int free_variants(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

static Table open_seats(const char *setup_text, const char *seat0, const char *seat1)
{
    char why[WHY_MAX] = "", sit[64];
    TableSetup setup;
    Table table;
    Reply reply;
    if (!setup_read(setup_text, LANG_EN, &setup, why) ||
        !table_open(&table, variants, &setup, 1000, LANG_EN, why))
        fail_msg("%s: %s", setup_text, why);
    for (uint8_t by = 0; by < 2; by++) {
        snprintf(sit, sizeof sit, "sit %s", by ? seat1 : seat0);
        assert_true(table_do(&table, &(Caller){.by = by, .now = 1000}, sit, &reply));
    }
    return table;
}

static Table open_table(const char *setup_text, const char *seat)
{
    return open_seats(setup_text, seat, seat);
}

static bool act(Table *table, uint8_t by, const char *text)
{
    Reply reply;
    return table_do(table, &(Caller){.by = by, .now = table->now + 7}, text, &reply);
}

static void must(Table *table, uint8_t by, const char *text)
{
    Reply reply;
    if (!table_do(table, &(Caller){.by = by, .now = table->now + 7}, text, &reply))
        fail_msg("%u: %s: %s", by, text, reply.why);
}

/* In one of four buffers. */
static const char *view_of(const Table *table, uint8_t by, uint32_t node, Lang lang)
{
    static char buffers[4][TEXT_MAX];
    static int turn;
    char *buffer = buffers[turn++ & 3];
    Str s = str_over(buffer, TEXT_MAX);
    Json json = json_over(&s);
    view_table(&json, table, &(Viewer){by, lang, table->now + 3}, node);
    assert_false(s.full);
    return buffer;
}

static cJSON *parse(const char *text)
{
    const char *end;
    cJSON *json = cJSON_ParseWithOpts(text, &end, true);
    if (!json)
        fail_msg("not JSON: %.300s", text);
    return json;
}

static cJSON *parsed_view(const Table *table, uint8_t by, uint32_t node)
{
    return parse(view_of(table, by, node, LANG_EN));
}

static const char *text_at(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(json, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static int number_at(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(json, key);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

/* -- Every variant ---------------------------------------------------------------------------- */

static const char *random_move(const Table *table, Rng *rng, char *out)
{
    Move *list = malloc(table->game->moves_max * sizeof *list);
    int count = table->game->moves(table->game, table_pos(table), list);
    Str s = str_over(out, ACT_MAX);
    str_add(&s, "move ");
    if (count)
        table->game->ops->write_move(table->game, table_pos(table),
                                     list[rng_below(rng, (uint32_t)count)], &s);
    free(list);
    return out;
}

static void check_json(void (*write)(Json *json, const Table *table, Lang lang), const Table *table,
                       Lang lang)
{
    static char buffer[TEXT_MAX];
    Str s = str_over(buffer, sizeof buffer);
    Json json = json_over(&s);
    write(&json, table, lang);
    assert_false(s.full);
    cJSON_Delete(parse(buffer));
}

static void write_shape(Json *json, const Table *table, Lang lang)
{
    view_shape(json, table->game, lang);
}

static void write_tree(Json *json, const Table *table, Lang lang)
{
    (void)lang;
    view_tree(json, table);
}

static void write_marks(Json *json, const Table *table, Lang lang)
{
    view_marks(json, table->game, table_pos(table), POINT_NONE, lang);
}

static void write_events(Json *json, const Table *table, Lang lang)
{
    const Tree *tree = table_tree(table);
    const TreeNode *node = &tree->node[table->head];
    view_events(json, table->game, tree_pos(tree, node->parent), node->move, lang);
}

static void write_click(Json *json, const Table *table, Lang lang)
{
    Move *scratch = malloc(table->game->moves_max * sizeof *scratch), move;
    char why[WHY_MAX];
    Click click;
    click_begin(&click, table->game, table_pos(table), scratch);
    for (Point p = 0; p < table->game->shape.point_count && click.count < 2; p++)
        if (click_point(&click, p, lang, scratch, &move, why) == CLICK_MOVE)
            break;
    view_click(json, &click, lang, NULL, scratch);
    free(scratch);
}

static void write_moves(Json *json, const Table *table, Lang lang)
{
    Move *scratch = malloc(table->game->moves_max * sizeof *scratch);
    (void)lang;
    json_open(json, '{');
    view_moves(json, table->game, table_pos(table), NULL, scratch);
    json_close(json, '}');
    free(scratch);
}

static void check_variant(const char *variant)
{
    char setup[VARIANT_TEXT_MAX + 32], why[WHY_MAX], text[ACT_MAX];
    if (!variants_open(variants, variant, LANG_EN, why))
        return; /* the template is not in the registry */
    snprintf(setup, sizeof setup, "game=%s seed=3", variant);
    Table table = open_table(setup, "person");
    Rng rng = {test_seed()};
    for (int i = 0; i < 12 && !table_is_over(&table); i++) {
        Lang lang = (Lang)(i & 1);
        cJSON_Delete(parse(view_of(&table, BY_WATCHER, table.head, lang)));
        check_json(write_shape, &table, lang);
        check_json(write_tree, &table, lang);
        check_json(write_marks, &table, lang);
        check_json(write_events, &table, lang);
        check_json(write_click, &table, lang);
        check_json(write_moves, &table, lang);
        must(&table, (uint8_t)table_turn_seat(&table), random_move(&table, &rng, text));
    }
    table_close(&table);
}

static void test_views_of_every_variant(void **state)
{
    (void)state;
    test_each_variant(check_variant);
}

/* -- What is in it ---------------------------------------------------------------------------- */

static void test_a_game_as_it_is_shown(void **state)
{
    (void)state;
    Table table = open_table("game=nine clock=300+5 takeback=free", "person Anna");
    must(&table, BY_SEAT0, "move d2");
    must(&table, BY_SEAT1, "move d7");
    must(&table, BY_SEAT0, "move a1");
    must(&table, BY_HOST, "line 1 a7");
    must(&table, BY_HOST, "comment 1 quiet");
    must(&table, BY_SEAT1, "react 2");
    cJSON *view = parsed_view(&table, BY_WATCHER, 2);
    assert_string_equal(text_at(view, "state"), "running");
    assert_int_equal(number_at(view, "head"), 3);
    assert_int_equal(number_at(view, "ply"), 2);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(view, "moves")), 3);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(view, "ending")));
    cJSON *clock = cJSON_GetObjectItem(view, "clock");
    assert_string_equal(text_at(clock, "control"), "300+5");
    assert_int_equal(number_at(clock, "running"), 1);
    cJSON *seat = cJSON_GetArrayItem(cJSON_GetObjectItem(view, "seats"), 1);
    assert_string_equal(text_at(seat, "name"), "Anna");
    assert_int_equal(number_at(seat, "reaction"), 2);
    cJSON_Delete(view);
    /* A variation is a line of its own: how one came there, and on. */
    view = parsed_view(&table, BY_WATCHER, 4);
    cJSON *moves = cJSON_GetObjectItem(view, "moves");
    assert_int_equal(cJSON_GetArraySize(moves), 2);
    assert_string_equal(cJSON_GetArrayItem(moves, 1)->valuestring, "a7");
    cJSON_Delete(view);
    table_close(&table);
}

/* Wherever one looks, the ending is the game's. */
static void test_looking_back_keeps_the_ending(void **state)
{
    (void)state;
    Table table = open_table("game=nine", "person");
    must(&table, BY_SEAT0, "move d2");
    must(&table, BY_SEAT1, "move d7");
    must(&table, BY_SEAT0, "resign");
    for (uint32_t node = 0; node <= 2; node++) {
        cJSON *view = parsed_view(&table, BY_WATCHER, node);
        cJSON *ending = cJSON_GetObjectItem(view, "ending");
        assert_string_equal(text_at(ending, "kind"), "resignation");
        assert_string_equal(text_at(ending, "winner"), "p2win");
        assert_string_equal(text_at(ending, "text"), "Black wins: the opponent resigned");
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(view, "here")));
        cJSON_Delete(view);
    }
    table_close(&table);
}

/* Head and why of the ending, as one text. */
static const char *told(const Table *table, uint8_t by, Lang lang)
{
    static char text[512];
    cJSON *view = parse(view_of(table, by, table->head, lang));
    cJSON *ending = cJSON_GetObjectItem(view, "ending");
    snprintf(text, sizeof text, "%s %s", text_at(ending, "head"), text_at(ending, "why"));
    cJSON_Delete(view);
    return text;
}

static void test_the_ending_names_persons(void **state)
{
    (void)state;
    static const char few[] = "game=nine start=bb.b..../......w./.....w.w b 0 0";
    static const char stuck[] = "game=morelli,size=7 start=......./......./......./...B.../"
                                "......./......./......w b play";
    /* White, a person, is down to two men; Black is the computer. */
    Table table = open_seats(few, "person", "computer level 3");
    must(&table, BY_SEAT1, "move g4-g7xb2");
    assert_string_equal(told(&table, BY_HOST, LANG_EN),
                        "You lost. The computer took 7 of your men.");
    assert_string_equal(told(&table, BY_HOST, LANG_JA),
                        "あなたの負けです。 コンピューターがあなたのコマを7個取りました。");
    assert_string_equal(told(&table, BY_SEAT1, LANG_EN), "You won. You took 7 of White's men.");
    table_close(&table);
    table = open_seats(few, "person Anna", "person Bo");
    must(&table, BY_SEAT1, "move g4-g7xb2");
    assert_string_equal(told(&table, BY_WATCHER, LANG_EN), "Bo won. Bo took 7 of Anna's men.");
    assert_string_equal(told(&table, BY_SEAT0, LANG_EN), "You lost. Bo took 7 of your men.");
    table_close(&table);
    table = open_seats("game=nine", "person", "person");
    must(&table, BY_SEAT0, "resign");
    assert_string_equal(told(&table, BY_HOST, LANG_EN), "Black won. White resigned.");
    assert_string_equal(told(&table, BY_SEAT1, LANG_EN), "You won. White resigned.");
    table_close(&table);
    /* Two computers are told apart by their colours. */
    table = open_seats("game=nine", "computer level 1", "computer level 2");
    must(&table, BY_SEAT1, "resign");
    assert_string_equal(told(&table, BY_HOST, LANG_EN), "White won. Black resigned.");
    table_close(&table);
    /* Who has no move left may be the winner: the throne decides. */
    table = open_seats(stuck, "person", "computer level 1");
    cJSON *view = parsed_view(&table, BY_HOST, 0);
    assert_string_equal(text_at(cJSON_GetObjectItem(view, "agreed"), "why"),
                        "The game ended by agreement, and your king was on the throne.");
    cJSON_Delete(view);
    table_close(&table);
}

static void test_the_tree(void **state)
{
    (void)state;
    static char buffer[TEXT_MAX];
    Table table = open_table("game=nine", "person");
    must(&table, BY_SEAT0, "move d2");
    must(&table, BY_SEAT1, "move d7");
    must(&table, BY_HOST, "line 1 a7");
    must(&table, BY_HOST, "line 3 a1");
    must(&table, BY_HOST, "line 0 g7");
    must(&table, BY_HOST, "mark 3 ?!");
    must(&table, BY_HOST, "eval 4 -25");
    Str s = str_over(buffer, sizeof buffer);
    Json json = json_over(&s);
    view_tree(&json, &table);
    assert_string_equal(
        buffer, "{\"head\":2,\"nodes\":["
                "{\"id\":0,\"parent\":-1,\"move\":null,\"ply\":0,\"turn\":0,\"children\":[1,5]},"
                "{\"id\":1,\"parent\":0,\"move\":\"d2\",\"ply\":1,\"turn\":1,\"children\":[2,3]},"
                "{\"id\":2,\"parent\":1,\"move\":\"d7\",\"ply\":2,\"turn\":0,\"children\":[]},"
                "{\"id\":3,\"parent\":1,\"move\":\"a7\",\"ply\":2,\"turn\":0,\"mark\":\"?!\","
                "\"children\":[4]},"
                "{\"id\":4,\"parent\":3,\"move\":\"a1\",\"ply\":3,\"turn\":1,\"eval\":-25,"
                "\"children\":[]},"
                "{\"id\":5,\"parent\":0,\"move\":\"g7\",\"ply\":1,\"turn\":1,\"children\":[]}]}");
    table_close(&table);
}

/* -- Secrets ---------------------------------------------------------------------------------- */

typedef struct Bytes {
    char *text;
    size_t length;
} Bytes;

static void take(void *context, const char *bytes, size_t count)
{
    Bytes *all = context;
    all->text = realloc(all->text, all->length + count);
    memcpy(all->text + all->length, bytes, count);
    all->length += count;
}

static Table copy_of(const Table *table)
{
    Bytes log = {0};
    Table copy;
    char why[WHY_MAX] = "";
    table_write_log(table, take, &log);
    if (!table_replay(&copy, variants, log.text, log.length, LANG_EN, why))
        fail_msg("%s", why);
    free(log.text);
    return copy;
}

/* Only the owner of the secret, and the host, see a difference. */
static void assert_hidden(const Table *a, const Table *b, int owner, bool differ)
{
    for (uint8_t by = 0; by <= BY_HOST; by++) {
        bool same = strcmp(view_of(a, by, a->head, LANG_EN), view_of(b, by, b->head, LANG_EN)) == 0;
        bool may = by == owner || by == BY_HOST;
        if (may ? same == differ : !same)
            fail_msg("viewer %u of a secret of seat %d: %s", by, owner, same ? "same" : "differs");
    }
}

/* A line of two moves from where the table stands. */
static void write_plan(const Table *table, Rng *rng, Str *out)
{
    Pos pos = *table_pos(table), next;
    Move *list = malloc(table->game->moves_max * sizeof *list);
    str_add(out, "plan");
    for (int i = 0; i < 2; i++) {
        int count = table->game->moves(table->game, &pos, list);
        if (!count)
            break;
        Move move = list[rng_below(rng, (uint32_t)count)];
        str_char(out, ' ');
        table->game->ops->write_move(table->game, &pos, move, out);
        table->game->apply(table->game, &pos, move, &next);
        pos = next;
    }
    free(list);
}

static void random_act(Table *table, Rng *rng, char *out, uint8_t *by)
{
    static const char *const others[] = {
        "offer takeback", "answer takeback no", "offer end",        "answer end no",
        "react 3",        "offer pause",        "answer pause yes", "more"};
    *by = (uint8_t)rng_below(rng, 2);
    if (rng_below(rng, 3)) {
        *by = (uint8_t)table_turn_seat(table);
        random_move(table, rng, out);
    } else {
        strcpy(out, others[rng_below(rng, sizeof others / sizeof *others)]);
    }
}

/* The table twice, with two plans of the seat that waits; then both go on alike. */
static void check_plans(const Table *table, Rng *rng)
{
    char first[ACT_MAX], second[ACT_MAX], text[ACT_MAX];
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    int owner = !table_turn_seat(table);
    uint8_t by;
    write_plan(table, rng, &s);
    write_plan(table, rng, &t);
    Table a = copy_of(table), b = copy_of(table);
    if (act(&a, (uint8_t)owner, first) && act(&b, (uint8_t)owner, second)) {
        assert_hidden(&a, &b, owner, strcmp(first, second) != 0);
        for (int i = 0; i < 6 && !table_is_over(&a); i++) {
            random_act(&a, rng, text, &by);
            assert_int_equal(act(&a, by, text), act(&b, by, text));
            assert_hidden(&a, &b, owner,
                          strcmp(view_of(&a, BY_HOST, a.head, LANG_EN),
                                 view_of(&b, BY_HOST, b.head, LANG_EN)) != 0);
        }
    }
    table_close(&a);
    table_close(&b);
}

static bool plans_of(void *context, const char *variant)
{
    Rng *rng = context;
    char setup[VARIANT_TEXT_MAX + 64], text[ACT_MAX];
    snprintf(setup, sizeof setup, "game=%s clock=600+1 takeback=ask", variant);
    Table table = open_table(setup, "remote X");
    uint8_t by;
    for (int n = 0; n < ACTS && !table_is_over(&table); n++) {
        random_act(&table, rng, text, &by);
        act(&table, by, text);
        if (n % 4 == 0 && table.state == TABLE_RUNNING)
            check_plans(&table, rng);
    }
    table_close(&table);
    return true;
}

static void test_plans_are_secret(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    assert_true(variants_visit(registry_families, registry_count, plans_of, &rng) > 100);
}

static void test_picks_are_secret(void **state)
{
    (void)state;
    const char *const choices[] = {"pick adjacent", "pick facing", "pick free"};
    for (int owner = 0; owner < 2; owner++) {
        for (int i = 0; i < 3; i++) {
            Table a = open_table("game=morelli,edition=nestor pick", "remote X");
            Table b = copy_of(&a);
            assert_hidden(&a, &b, owner, false);
            must(&a, (uint8_t)owner, choices[i]);
            must(&b, (uint8_t)owner, choices[(i + 1) % 3]);
            assert_hidden(&a, &b, owner, true);
            must(&a, (uint8_t)!owner, choices[i]);
            cJSON *view = parsed_view(&a, BY_WATCHER, a.head);
            cJSON *picks = cJSON_GetObjectItem(view, "picks");
            for (int seat = 0; seat < 2; seat++)
                assert_string_equal(cJSON_GetArrayItem(picks, seat)->valuestring, choices[i] + 5);
            assert_null(cJSON_GetObjectItem(view, "pick"));
            cJSON_Delete(view);
            table_close(&a);
            table_close(&b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_of_every_variant),
        cmocka_unit_test(test_a_game_as_it_is_shown),
        cmocka_unit_test(test_looking_back_keeps_the_ending),
        cmocka_unit_test(test_the_ending_names_persons),
        cmocka_unit_test(test_the_tree),
        cmocka_unit_test(test_plans_are_secret),
        cmocka_unit_test(test_picks_are_secret),
    };
    return cmocka_run_group_tests(tests, open_variants, free_variants);
}
