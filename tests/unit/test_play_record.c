/* SPDX-License-Identifier: MIT */
/* Game records: what is written reads back, what is wrong is refused with its line and move. */
#include "unit/support.h"

#include "play/record.h"
#include "play/record_faults.h"

static Variants *variants;

static int open_variants(void **state)
{
    static const Family *families[8];
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        families[count++] = registry_families[i];
    for (size_t i = 0; i < test_family_count; i++)
        families[count++] = test_families[i];
    variants = variants_new(families, count);
    return variants ? 0 : -1;
}

static int free_variants(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static RecordReader reader_of(const char *text, Lang lang)
{
    return (RecordReader){
        .variants = variants, .lang = lang, .at = text, .end = text + strlen(text)};
}

static RecordFound read_text(const char *text, Record *out, char *why)
{
    RecordReader reader = reader_of(text, LANG_EN);
    return record_read(&reader, out, why);
}

static Record read_good(const char *text)
{
    char why[WHY_MAX] = "";
    Record record;
    if (read_text(text, &record, why) != RECORD_GOOD)
        fail_msg("refused: %s\n%s", why, text);
    return record;
}

/* The canonical text of a text. */
static const char *canonical(const char *text)
{
    static char out[1 << 16];
    Record record = read_good(text);
    Str s = str_over(out, sizeof out);
    record_write(&record, append, &s);
    assert_false(s.full);
    record_free(&record);
    return out;
}

static void assert_refused(const char *text, const char *part)
{
    char why[WHY_MAX] = "";
    Record record;
    if (read_text(text, &record, why) != RECORD_BAD)
        fail_msg("accepted:\n%s", text);
    if (!strstr(why, part) || strchr(why, '\n'))
        fail_msg("expected '%s' in '%s' for\n%s", part, why, text);
}

static const char full[] =
    "[Game \"nine\"]\n"
    "[White \"Anna \\\"A\\\" \\\\\"]\n"
    "[Black \"花子\"]\n"
    "[TimeControl \"300+5\"]\n"
    "[Result \"0-1\"]\n"
    "[Termination \"resignation\"]\n"
    "\n"
    "{before} 1. d6! {[%clk 0:04:58] [%eval -0.12] start} 1... d2 2. f4 (2. d7?! b4 "
    "(2... f6 3.\nd5xf6) 3. d5xd2) 2... b4 {[%clk 1:00:00.250]} 3. d7 f6 4. d5xf6 g7 "
    "0-1\n";

static void test_written_text_reads_back(void **state)
{
    (void)state;
    assert_string_equal(canonical(full), full);
}

static void test_tree_and_fields(void **state)
{
    (void)state;
    Record r = read_good(full);
    const TreeNode *node = r.tree.node;
    assert_string_equal(r.game->id, "nine");
    assert_string_equal(record_tag(&r, "White"), "Anna \"A\" \\");
    assert_string_equal(record_tag(&r, "Black"), "花子");
    assert_null(record_tag(&r, "Event"));
    assert_int_equal(r.ending.winner, WINNER_P2);
    assert_int_equal(r.ending.kind, END_RESIGNATION);
    assert_string_equal(tree_comment(&r.tree, 0), "before");
    uint32_t first = node[0].child;
    assert_int_equal(node[first].clock_ms, 298000);
    assert_int_equal(node[first].eval, -12);
    assert_int_equal(node[first].mark, MOVE_MARK_GOOD);
    assert_string_equal(tree_comment(&r.tree, first), "start");
    uint32_t third = node[node[first].child].child;
    assert_true(node[third].next != 0); /* the variation 2. d7 */
    assert_int_equal(node[node[third].next].mark, MOVE_MARK_DUBIOUS);
    assert_int_equal(node[node[third].child].clock_ms, 3600250);
    record_free(&r);
}

/* The numbers of PGN are read as marks and written as such. */
static void test_marks(void **state)
{
    (void)state;
    Record r = read_good("[Game \"nine\"] d2 $1 d6 $2 f4 {x} $3 b4 $4 a1 $5 g7 $6 (g1 $1) *");
    uint32_t n = 0;
    for (int m = 1; m <= 6; m++) {
        n = r.tree.node[n].child;
        assert_int_equal(r.tree.node[n].mark, m);
    }
    record_free(&r);
    assert_non_null(strstr(canonical("[Game \"nine\"] d2 $1 d6?? (d7!? f4?!) *"),
                           "1. d2! d6?? (1... d7!? 2. f4?!) *"));
    assert_refused("[Game \"nine\"] d2!!! *", "the mark of a move is one of");
    assert_refused("[Game \"nine\"] d2 ! *", "stands behind a move");
    assert_refused("[Game \"nine\"] $1 d2 *", "stands behind a move");
    assert_refused("[Game \"nine\"] d2 ($1 d6) *", "stands behind a move");
    assert_refused("[Game \"nine\"] d2 $7 *", "only $1 to $6");
    assert_refused("[Game \"nine\"] d2 $ *", "only $1 to $6");
    assert_refused("[Game \"nine\"] d2! $2 *", "one mark");
}

static void test_short_records_get_their_termination(void **state)
{
    (void)state;
    Record r = read_good("[Game \"six\"]\n*");
    assert_int_equal(r.ending.kind, END_NONE);
    record_free(&r);
    r = read_good("[Game \"nine\"][Start \"ww....../......../..bb.bb. w 1 0\"] 1. g7xe5 1/2-1/2");
    assert_int_equal(r.ending.kind, END_AGREEMENT);
    record_free(&r);
    r = read_good("[Game \"nine\"][Start \"ww....../......../..bb.b.. w 1 0\"] g7xd3 1-0");
    assert_int_equal(r.ending.kind, END_RULES);
    record_free(&r);
}

/* The start stands again after four moves and after eight. */
static void test_repetition_ends_a_game(void **state)
{
    (void)state;
    const char *cycle = "[Game \"nine\"][Start \"w......b/.w.....b/......bw w 0 0\"]%s "
                        "a7-d7 a4-a1 d7-a7 a1-a4 a7-d7 a4-a1 d7-a7 a1-a4 %s";
    char text[512];
    snprintf(text, sizeof text, cycle, "", "1/2-1/2");
    Record r = read_good(text);
    assert_int_equal(r.ending.kind, END_REPETITION);
    record_free(&r);
    snprintf(text, sizeof text, cycle, "[Termination \"agreement\"]", "1/2-1/2");
    assert_refused(text, "Termination repetition");
    snprintf(text, sizeof text, cycle, "", "*");
    assert_refused(text, "the game ended with 1/2-1/2 (Termination repetition)");
}

static void test_results_that_do_not_fit(void **state)
{
    (void)state;
    assert_refused("[Game \"nine\"]\n\n1. d2 1-0", "line 3, move 2: result 1-0 needs");
    assert_refused("[Game \"nine\"][Termination \"normal\"] d2 1-0", "do not end the game");
    assert_refused("[Game \"nine\"][Termination \"resignation\"] d2 *", "does not go with");
    assert_refused("[Game \"nine\"][Termination \"resignation\"] d2 1/2-1/2", "cannot be a draw");
    assert_refused("[Game \"nine\"][Termination \"agreement\"] d2 1-0", "by agreement");
    assert_refused("[Game \"nine\"][Termination \"aborted\"] d2 1-0", "does not go with");
    assert_refused("[Game \"nine\"][Termination \"adjudicated\"] d2 *", "does not go with");
    canonical("[Game \"nine\"][Termination \"aborted\"] d2 *");
    canonical("[Game \"nine\"][Termination \"adjudicated\"] d2 1/2-1/2");
    canonical("[Game \"nine\"][Termination \"adjudicated\"] d2 0-1");
    assert_refused("[Game \"nine\"][Result \"1-0\"] d2 0-1", "tag Result says 1-0");
    assert_refused("[Game \"nine\"][Start \"ww....../......../..bb.b.. w 1 0\"] g7xd3 0-1",
                   "the game ended with 1-0");
}

static void test_bad_records_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("hello *", "line 1: a game begins with tags");
    assert_refused("[White \"A\"] *", "[Game");
    assert_refused("[Game \"ten\"] *", "there is no game 'ten'");
    assert_refused("[Game \"nine\"][Game \"nine\"] *", "given twice");
    assert_refused("[Game \"nine\"][X \"1\"][X \"1\"] *", "given twice");
    assert_refused("[Game nine] *", "a tag looks like");
    assert_refused("[Game \"nine] *", "the text ends too early");
    assert_refused("[Game \"nine\\n\"] *", "after \\");
    assert_refused("[Game \"nine\n\"] *", "ends on its line");
    assert_refused("[Game \"nine\"][Result \"2-0\"] *", "tag Result is one of");
    assert_refused("[Game \"nine\"][Termination \"boredom\"] *", "tag Termination is one of");
    assert_refused("[Game \"nine\"][Seed \"-1\"] *", "tag Seed is a number");
    assert_refused("[Game \"nine\"][Start \"x\"] *", "bad Start");
    assert_refused("[Game \"nine\"]\n\n1. d2\nd9 *", "line 4, move 2: 'd9' is no move");
    assert_refused("[Game \"nine\"]\n1. d2 d2 *", "line 2, move 2: d2 is occupied");
    assert_refused("[Game \"nine\"] d2", "ends without a result");
    assert_refused("[Game \"nine\"] 1. d2 d6 (1. d7) *", "the number here is 1...");
    assert_refused("[Game \"nine\"] 2. d2 *", "the number here is 1.");

    assert_refused("[Game \"nine\"] d2 ) *", ") without (");
    assert_refused("[Game \"nine\"] (d6) *", "follows the move");

    assert_refused("[Game \"nine\"] d2 {a} {b} *", "one comment");
    assert_refused("[Game \"nine\"] d2 () *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 d6 ((f4)) *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 ({a} f4) *", "begins with a move");
    assert_refused("[Game \"nine\"] d2 {[%clk 0:00:01]} {[%clk 0:00:02]} *", "one clock");
    assert_refused("[Game \"nine\"] d2 {[%eval 1.00]} {[%eval 2.00]} *", "one evaluation");
    assert_refused("[Game \"nine\"][X \"\xc2\x9b[m\"] *", "steers");
    assert_refused("[Game \"nine\"] d2 {\xe2\x80\xae} *", "steers");
    assert_refused("[Game \"nine\"] d2 {[%clk 1:2:3]} *", "a clock looks like");
    assert_refused("[Game \"nine\"] d2 {[%eval x]} *", "an evaluation looks like");
    assert_refused("[Game \"nine\"] d2 {\xff} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\xe0\x80\x80} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\xed\xa0\x80} *", "not UTF-8");
    assert_refused("[Game \"nine\"] d2 {\x01} *", "control character");
    assert_refused("[Game \"nine\"] \x80 *", "belongs to no move");
}

static void test_limits(void **state)
{
    (void)state;
    static char text[1 << 20];
    Str s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] d2");
    for (int i = 0; i < RECORD_DEPTH_MAX; i++)
        str_format(&s, " (%s", i % 2 ? "d2" : "d6");
    str_add(&s, " (");
    assert_refused(text, "nest more than 20000 deep");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] d2 {");
    for (int i = 0; i < TREE_TEXT_MAX; i++)
        str_char(&s, 'a');
    str_add(&s, "} *");
    assert_refused(text, "longer than 2047 bytes");
    for (int i = 0; i < TREE_TEXT_MAX; i++)
        str_char(&s, 'a');
    text[strcspn(text, "}")] = 'a';
    assert_refused(text, "perhaps its } is missing");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"]");
    for (int i = 0; i <= RECORD_TAGS_MAX; i++)
        str_format(&s, "[T%d \"v\"]", i);
    str_add(&s, " *");
    assert_refused(text, "more than 72 tags");
    s = str_over(text, sizeof text);
    str_add(&s, "[Game \"nine\"] ");
    for (int i = 0; i < 1000; i++)
        str_char(&s, 'a');
    assert_refused(text, "longer than any move");
}

static void test_several_games_in_one_file(void **state)
{
    (void)state;
    const char *text =
        "[Game \"nine\"] d2 *\r\n\r\n[Game \"stacking\"]\r\nd2 d6 *\n\n[Game \"x\"] *";
    RecordReader reader = reader_of(text, LANG_EN);
    char why[WHY_MAX] = "";
    Record r;
    assert_int_equal(record_read(&reader, &r, why), RECORD_GOOD);
    assert_string_equal(r.game->id, "nine");
    record_free(&r);
    assert_int_equal(record_read(&reader, &r, why), RECORD_GOOD);
    assert_string_equal(r.game->id, "stacking");
    assert_int_equal(r.tree.count, 3);
    record_free(&r);
    assert_int_equal(record_read(&reader, &r, why), RECORD_BAD);
    assert_non_null(strstr(why, "line 6"));
    reader.at = reader.end;
    assert_int_equal(record_read(&reader, &r, why), RECORD_END);
}

/* A whole official match, every game resigned or played a little, in one text. */
enum { MATCH_TEXT = 1 << 16 };

/* Plays a little; returns where it stands. */
static const Pos *play_some(Record *record, Rng *rng)
{
    const Game *game = record->game;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    uint32_t at = 0;
    for (int ply = 0, n; ply < 9 && (n = game->moves(game, tree_pos(&record->tree, at), moves)) > 0;
         ply++)
        assert_int_equal(tree_add(&record->tree, at, moves[rng_below(rng, (uint32_t)n)], &at),
                         TREE_OK);
    free(moves);
    return tree_pos(&record->tree, at);
}

static void set_number(Record *record, const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    assert_true(record_set_tag(record, name, text));
}

static const Game *open_game(const char *variant)
{
    char why[WHY_MAX];
    const Game *game = variants_open(variants, variant, LANG_EN, why);
    assert_non_null(game);
    return game;
}

static void write_match(const char *variant, int games, char *out)
{
    Str s = str_over(out, MATCH_TEXT);
    const Game *game = open_game(variant);
    Rng rng = {test_seed()};
    Series series;
    series_begin(&series, game, 1);
    for (int g = 0; g < games; g++) {
        Record r;
        assert_true(record_begin(&r, game, 1, &series.start));
        set_number(&r, "Set", series_set(&series) + 1);
        set_number(&r, "Round", series_number(&series) + 1);
        const Pos *last = play_some(&r, &rng);
        r.ending = (Ending){.kind = END_RESIGNATION, .winner = g % 2 ? WINNER_P1 : WINNER_P2};
        record_write(&r, append, &s);
        str_char(&s, '\n');
        series_end_game(&series, r.ending.winner, last, 1);
        record_free(&r);
    }
    assert_false(s.full);
}

/* Reads a file; how many of its games fit, and the reason if one does not. */
static int read_match(const char *text, RecordReader *reader, char *why)
{
    *reader = reader_of(text, LANG_EN);
    Record r;
    int games = 0;
    for (; record_read(reader, &r, why) == RECORD_GOOD; games++)
        record_free(&r);
    return games;
}

static void test_a_match_is_one_file(void **state)
{
    (void)state;
    static char text[MATCH_TEXT];
    char why[WHY_MAX] = "";
    RecordReader reader;
    const Series *series = &reader.series.series;
    write_match("mur", 12, text);
    assert_int_equal(read_match(text, &reader, why), 12);
    assert_true(series_is_over(series));
    assert_int_equal(series_outcome(series).winner, WINNER_DRAW);
    /* A game left out, a game too many, another start. */
    char *second = strstr(text, "[Round \"2\"]"), *rest = strstr(second, "\n[Game");
    char *from = second - strlen("[Game \"mur\"]\n[Set \"1\"]\n");
    static char cut[MATCH_TEXT + 64];
    snprintf(cut, sizeof cut, "%.*s%s", (int)(from - text), text, rest);
    assert_int_equal(read_match(cut, &reader, why), 1);
    assert_non_null(strstr(why, "should be Set 1, Round 2"));
    snprintf(cut, sizeof cut, "%s[Game \"mur\"][Set \"3\"][Round \"1\"] *", text);
    assert_int_equal(read_match(cut, &reader, why), 12);
    assert_non_null(strstr(why, "the match is over"));
    assert_int_equal(read_match("[Game \"mur\"][Set \"1\"][Round \"1\"]"
                                "[Start \"b......./......../......../k b 0 0\"] *",
                                &reader, why),
                     0);
    assert_non_null(strstr(why, "should start from"));
    assert_int_equal(read_match("[Game \"mur\"][Set \"1\"][Round \"1\"] * "
                                "[Game \"mur\"][Set \"1\"][Round \"2\"] *",
                                &reader, why),
                     1);
    assert_non_null(strstr(why, "has no result"));
}

/* Told at its Start, though its first move does not fit either. */
static void test_the_wrong_side_is_told_at_the_start(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    RecordReader reader;
    const char *text = "[Game \"mur\"]\n[Set \"1\"]\n[Round \"1\"]\n[Termination \"resignation\"]\n"
                       "+a1 1-0\n\n"
                       "[Game \"mur\"]\n[Set \"1\"]\n[Round \"2\"]\n"
                       "[Start \"......../......../b......./k b 0 0\"]\n\n+a1 *\n";
    assert_int_equal(read_match(text, &reader, why), 1);
    assert_non_null(strstr(why, "line 10, move 1: the game should start from "
                                "......../......../b......./k w 0 0"));
    text = "[Game \"mur\"][Set \"1\"][Round \"1\"][Termination \"resignation\"]+a1 1-0\n\n\n"
           "[Game \"mur\"]\n[Set \"1\"]\n[Round \"2\"]\n\n+a1 *\n";
    assert_int_equal(read_match(text, &reader, why), 1);
    assert_non_null(strstr(why, "line 4, move 1: the game should start from"));
}

/* Games that go on from the last board, without an official match. */
static void test_a_chain_of_next_games(void **state)
{
    (void)state;
    char why[WHY_MAX] = "", text[2048];
    RecordReader reader;
    const char *chain = "[Game \"mur\"][Round \"1\"][Start \"..b...../......../......../k w 0 0\"]"
                        "[Termination \"time\"] +a1 1-0\n"
                        "[Game \"mur\"][Round \"2\"][Start \"..b...../......../w......./k %s 0 0\"]"
                        "+c3 *";
    snprintf(text, sizeof text, chain, "b");
    assert_int_equal(read_match(text, &reader, why), 1);
    assert_non_null(strstr(why, "c3")); /* that one is occupied: so far everything was right */
    snprintf(text, sizeof text, chain, "w");
    assert_int_equal(read_match(text, &reader, why), 1);
    assert_non_null(strstr(why, "should start from"));
    assert_int_equal(read_match("[Game \"mur\"][Round \"2\"] *", &reader, why), 0);
    assert_non_null(strstr(why, "this should be Round 1"));
    assert_int_equal(read_match("[Game \"nine\"][Round \"1\"] *", &reader, why), 0);
    assert_non_null(strstr(why, "no game goes on from the last board"));
}

/* A file that commit 79329bd wrote. */
static char *old_file(const char *name)
{
    static char text[1 << 16];
    char path[512];
    snprintf(path, sizeof path, "%s/data/79329bd/%s", TESTS_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static Table old_table(const char *name, uint32_t *shown)
{
    const char *text = old_file(name);
    char why[WHY_MAX] = "";
    Table table;
    if (!record_read_table(&table, variants, text, strlen(text), 0, true, LANG_EN, shown, why))
        fail_msg("%s: %s", name, why);
    return table;
}

/* Saved games of the terminal become tables: the clocks, who plays, where the board stands. */
static void test_saved_games_of_before(void **state)
{
    (void)state;
    uint32_t shown;
    Table t = old_table("state/nine.game", &shown);
    assert_int_equal(t.state, TABLE_RUNNING);
    assert_int_equal(table_tree(&t)->node[t.head].ply, 5);
    assert_int_equal(table_tree(&t)->node[shown].ply, 3);
    assert_int_equal(t.setup.control.base_ms, 300000);
    assert_int_equal(clock_left(&t.clock, 0, 0), 313139);
    assert_int_equal(clock_left(&t.clock, 1, 0), 309159);
    table_close(&t);
    t = old_table("state/six.game", &shown);
    assert_int_equal(t.seat[0].kind, SEAT_PERSON);
    assert_int_equal(t.seat[1].kind, SEAT_COMPUTER);
    assert_int_equal(t.seat[1].level, 2);
    assert_int_equal(shown, t.head);
    table_close(&t);
    t = old_table("state/morelli,size=7.game", &shown);
    assert_true(t.setup.seed == 5);
    table_close(&t);
    t = old_table("state/mur.game", &shown);
    assert_true(t.in_series);
    assert_int_equal(t.round_count, 2);
    assert_int_equal(t.round[0].ending.kind, END_RESIGNATION);
    assert_int_equal(t.series.half[0], 2);
    assert_int_equal(table_pos(&t)->turn, 0);
    table_close(&t);
    static const char *const others[] = {"nine-tree.txt", "tags.txt",       "clock.txt",
                                         "mur-match.txt", "two-games.txt",  "repetition.txt",
                                         "mur-duty.txt",  "tournament.txt", "morelli-pair.txt"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        t = old_table(others[i], &shown);
        table_close(&t);
    }
}

/* A position of mur that stands for the third time while a withdrawal is due was a draw for
 * program version 0.1. It still is one, if its record says so. */
static void test_a_draw_of_before(void **state)
{
    (void)state;
    char *text = old_file("mur-duty.txt");
    Record r = read_good(text);
    assert_true(r.repaired);
    assert_int_equal(r.ending.kind, END_REPETITION);
    assert_int_equal(r.ending.winner, WINNER_DRAW);
    assert_int_equal(r.tree.node[record_end(&r)].seen, 3);
    assert_false(r.tree.node[record_end(&r)].drawn);
    record_free(&r);
    assert_string_equal(canonical(text), text);
    /* Without its last move nothing stands for the third time. */
    char *last = strstr(text, "16. e2-f2");
    assert_non_null(last);
    memcpy(last, "1/2-1/2\n", 9);
    assert_refused(text, "the moves do not end the game");
}

static void test_what_is_not_closed_is_told_where_it_begins(void **state)
{
    (void)state;
    assert_refused("[Game \"nine\"]\n\nd2 d6\n{never\nends", "line 4, move 3: the comment that "
                                                             "begins here is not closed");
    assert_refused("[Game \"nine\"]\n\nd2 d6\n(d7 f4\nf6 *",
                   "line 4, move 2: the variation that begins here is not closed");
    assert_refused("[Game \"nine\"]\nd2\n(d7\n(d6\nf6", "line 4, move 1: the variation");
    assert_refused("[Game \"nine\"]\nd2 (d7 *\n[Game \"nine\"] d2 *", "line 2, move 1: the var");
}

/* After a third occurrence nothing is played; a variation may go on. */
static void test_moves_after_a_draw(void **state)
{
    (void)state;
    const char *cycle = "[Game \"nine\"]%s[Start \"w......b/.w.....b/......bw w 0 0\"] "
                        "a7-d7 a4-a1 d7-a7 a1-a4 a7-d7 a4-a1 d7-a7 a1-a4 %s 1/2-1/2";
    char text[512];
    snprintf(text, sizeof text, cycle, "", "a7-d7");
    assert_refused(text, "move 9: the game was drawn by the third occurrence");
    /* It begins like the main line and goes on where the game ended. */
    snprintf(text, sizeof text, cycle, "", "(a1-d1) (a1-a4 a7-d7 a4-a1)");
    assert_non_null(strstr(canonical(text), "[Plies \"8\"]"));
    snprintf(text, sizeof text, cycle, "", "(a1-d1 d7-a7 d1-a1 a7-d7)");
    Record r = read_good(text);
    assert_int_equal(r.ending.kind, END_REPETITION);
    record_free(&r);
    /* Behind the game that Plies bounds stands what might have followed. */
    snprintf(text, sizeof text, cycle, "[Plies \"8\"]", "a7-d7 a4-a1");
    r = read_good(text);
    assert_int_equal(r.plies, 8);
    assert_int_equal(r.tree.node[record_end(&r)].ply, 8);
    record_free(&r);
    snprintf(text, sizeof text, cycle, "[Plies \"9\"]", "");
    assert_refused(text, "Plies says 9, but the main line has 8 moves");
    snprintf(text, sizeof text, cycle, "[Plies \"7\"][Termination \"repetition\"]", "");
    assert_refused(text, "the moves do not end the game");
}

/* A variation that begins like the main line is the main line, and does not get in its way. */
static void test_a_variation_that_repeats_the_move(void **state)
{
    (void)state;
    assert_non_null(
        strstr(canonical("[Game \"nine\"] d2 (d2 d6) d7 f4 *"), "1. d2 d7 (1... d6) 2. f4 *"));
    assert_non_null(strstr(canonical("[Game \"nine\"] d2 (d6 a1) (d6 a4) f4 *"),
                           "1. d2 (1. d6 a1 (1... a4)) 1... f4 *"));
}

/* The text of a text of records as a table. */
static const char *through_table(const char *text)
{
    static char out[1 << 16];
    char why[WHY_MAX] = "";
    uint32_t shown;
    Table table;
    Str s = str_over(out, sizeof out);
    if (!record_read_table(&table, variants, text, strlen(text), 0, false, LANG_EN, &shown, why))
        fail_msg("%s\n%s", why, text);
    assert_true(record_write_table(&table, shown, append, &s));
    table_close(&table);
    return out;
}

/* Tags that a table does not understand stay, in their order; so do names that are too long. */
static void test_a_table_keeps_what_it_does_not_know(void **state)
{
    (void)state;
    const char *text = "[Game \"nine\"]\n[Event \"Open = 1\"]\n[Black \"computer level 3\"]\n"
                       "[TimeControl \"40/7200\"]\n[Site \"\"]\n"
                       "[White \"a name of many bytes, more than a seat at a table has room for, "
                       "which nobody has\"]\n[Ply \"1\"]\n[Plies \"2\"]\n[Result \"0-1\"]\n"
                       "[Termination \"time\"]\n\n{before} 1. d6! (1. d2 {[%clk 0:00:01] { x}) "
                       "1... d2 2. f4 {might have followed} 2... b4\n0-1\n";
    assert_string_equal(through_table(text), text);
    text = "[Game \"nine\"]\n[White \"Anna\"]\n[Black \"花子\"]\n[TimeControl \"60+1\"]\n"
           "[Result \"*\"]\n[Termination \"aborted\"]\n\n1. d6 d2 {[%clk 0:00:59]} *\n";
    assert_string_equal(through_table(text), text); /* no clock is made up for the first move */
}

static bool do_act(Table *table, int by, const char *text)
{
    Caller caller = {.by = (uint8_t)by, .now = 1};
    Reply reply;
    return table_do(table, &caller, text, &reply);
}

/* What might have followed is analysed behind the last move, once the game is over. */
static void test_analysis_behind_the_end(void **state)
{
    (void)state;
    TableSetup setup = table_setup("nine");
    char why[WHY_MAX] = "", text[1024];
    Str s = str_over(text, sizeof text);
    Table t;
    assert_true(table_open(&t, variants, &setup, 0, LANG_EN, why));
    assert_true(do_act(&t, BY_HOST, "seat 0 person") && do_act(&t, BY_HOST, "seat 1 person"));
    assert_true(do_act(&t, BY_SEAT0, "move d6"));
    assert_false(do_act(&t, BY_SEAT0, "line 1 d2"));
    assert_true(do_act(&t, BY_SEAT1, "resign"));
    assert_true(do_act(&t, BY_SEAT0, "line 1 d2"));
    assert_true(do_act(&t, BY_SEAT0, "line 1 f4"));
    assert_true(record_write_table(&t, t.head, append, &s));
    assert_non_null(strstr(text, "[Plies \"1\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]"
                                 "\n\n1. d6 d2 (1... f4) 1-0\n"));
    assert_string_equal(through_table(text), text);
    table_close(&t);
}

/* Of several games that do not belong together the last one is taken, or none. */
static void test_several_games_are_no_table(void **state)
{
    (void)state;
    const char *text = "[Game \"nine\"] d2 *\n[Game \"six\"] d6 *";
    char why[WHY_MAX] = "";
    uint32_t shown;
    Table t;
    assert_false(
        record_read_table(&t, variants, text, strlen(text), 0, false, LANG_EN, &shown, why));
    assert_non_null(strstr(why, "do not belong together"));
    assert_true(record_read_table(&t, variants, text, strlen(text), 0, true, LANG_EN, &shown, why));
    assert_string_equal(t.game->id, "six");
    table_close(&t);
    assert_false(record_read_table(&t, variants, "", 0, 0, true, LANG_JA, &shown, why));
    assert_string_equal(why, "棋譜がありません");
}

/* Every reason comes in both languages. */
static void test_reasons_in_japanese(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    RecordReader reader = reader_of("[Game \"nine\"]\nd2 {x", LANG_JA);
    Record r;
    assert_int_equal(record_read(&reader, &r, why), RECORD_BAD);
    assert_non_null(strstr(why, "2行目、2手目：ここで始まる注釈が閉じていません"));
    for (int f = 0; f < FAULT_COUNT; f++)
        for (int lang = 0; lang < LANG_COUNT; lang++)
            assert_non_null(record_fault[f].in[lang]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_text_reads_back),
        cmocka_unit_test(test_tree_and_fields),
        cmocka_unit_test(test_short_records_get_their_termination),
        cmocka_unit_test(test_repetition_ends_a_game),
        cmocka_unit_test(test_results_that_do_not_fit),
        cmocka_unit_test(test_bad_records_are_refused_with_their_place),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_several_games_in_one_file),
        cmocka_unit_test(test_a_match_is_one_file),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_the_wrong_side_is_told_at_the_start),
        cmocka_unit_test(test_a_chain_of_next_games),
        cmocka_unit_test(test_a_draw_of_before),
        cmocka_unit_test(test_saved_games_of_before),
        cmocka_unit_test(test_what_is_not_closed_is_told_where_it_begins),
        cmocka_unit_test(test_moves_after_a_draw),
        cmocka_unit_test(test_a_variation_that_repeats_the_move),
        cmocka_unit_test(test_a_table_keeps_what_it_does_not_know),
        cmocka_unit_test(test_analysis_behind_the_end),
        cmocka_unit_test(test_several_games_are_no_table),
        cmocka_unit_test(test_reasons_in_japanese),
    };
    return cmocka_run_group_tests(tests, open_variants, free_variants);
}
