/* SPDX-License-Identifier: MIT */
/* Proofs: the search against trying everything, what it writes against the checker and against a
 * checker of the test's own over the second implementation, and what must be refused. */
#include "proof/head.h"
#include "reference/ref.h"
#include "unit/support.h"

enum { TABLE = 1 << 20 };

/* --- By trying everything
 * --------------------------------------------------------------------------------------------*/

/* 1: player 1 wins, -1: player 2 does. */
static int minimax(const Game *game, const Pos *pos)
{
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, pos, moves), best = pos->turn ? 2 : -2;
    if (!count) {
        Winner winner = game->ops->outcome(game, pos).winner;
        best = winner == WINNER_P1 ? 1 : winner == WINNER_P2 ? -1 : 0;
    }
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = minimax(game, &next);
        best = pos->turn ? (value < best ? value : best) : (value > best ? value : best);
    }
    free(moves);
    return best;
}

static bool is_true(Claim claim, int value)
{
    int own = claim.side ? -value : value;
    return claim.wins ? own == 1 : own >= 0;
}

/* The position so many plies before the end of a random game. */
static Pos late_position(const Game *game, uint64_t seed, int before)
{
    Pos line[512];
    Rng rng = {seed};
    Move *scratch = malloc(game->moves_max * sizeof *scratch), move;
    int plies = 0;
    game->ops->start(game, seed, &line[0]);
    while (game_pick(game, &line[plies], (uint32_t)rng_next(&rng), scratch, &move)) {
        game->apply(game, &line[plies], move, &line[plies + 1]);
        plies++;
    }
    free(scratch);
    return line[plies > before ? plies - before : 0];
}

/* --- The second checker
 * ----------------------------------------------------------------------------------------------*/

typedef struct Second {
    const char *variant;
    Claim claim;
    ProofForm form;
    const uint8_t *at, *end;
    char (*seen)[REF_TEXT_MAX];
    int count;
} Second;

static bool second_seen(Second *s, const char *text)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->seen[i], text) == 0)
            return true;
    s->seen = realloc(s->seen, (size_t)(s->count + 1) * sizeof *s->seen);
    strcpy(s->seen[s->count++], text);
    return false;
}

static bool second_end(const Second *s, const RefState *state)
{
    const char *result = ref_morelli.result(s->variant, state);
    const char *won = s->claim.side ? "p2win" : "p1win";
    return strcmp(result, won) == 0 || (!s->claim.wins && strcmp(result, "draw") == 0);
}

/* Foregone: by whatever moves. */
static bool second_all(const Second *s, const RefState *state)
{
    RefMoves moves = {0};
    ref_morelli.moves(s->variant, state, &moves);
    bool good = moves.count || second_end(s, state);
    for (int i = 0; good && i < moves.count; i++) {
        RefState next;
        ref_morelli.apply(s->variant, state, moves.text[i], &next);
        good = second_all(s, &next);
    }
    ref_moves_free(&moves);
    return good;
}

static bool second_check(Second *s, const RefState *state);

static bool second_choice(Second *s, const RefState *state, const RefMoves *moves)
{
    bool marks = s->form == PROOF_FORM_FOREGONE;
    if (s->at == s->end || *s->at >= 128) /* numbers of one byte here */
        return false;
    int number = *s->at++, move = marks ? (number - 1) / 2 : number;
    if (marks && number == 0)
        return second_all(s, state);
    RefState next;
    if (move >= moves->count)
        return false;
    ref_morelli.apply(s->variant, state, moves->text[move], &next);
    return marks && number % 2 == 0 ? second_all(s, &next) : second_check(s, &next);
}

static bool second_check(Second *s, const RefState *state)
{
    RefMoves moves = {0};
    bool ours = strchr(state->text, ' ')[1] == (s->claim.side ? 'w' : 'b'), good = true;
    if (ours && second_seen(s, state->text))
        return true;
    ref_morelli.moves(s->variant, state, &moves);
    ref_moves_sort(&moves);
    if (moves.count == 0)
        good = second_end(s, state);
    else if (ours)
        good = second_choice(s, state, &moves);
    for (int i = 0; good && !ours && i < moves.count; i++) {
        RefState next;
        ref_morelli.apply(s->variant, state, moves.text[i], &next);
        good = second_check(s, &next);
    }
    ref_moves_free(&moves);
    return good;
}

static bool second_accepts(const Game *game, Claim claim, const Pos *pos, const ProofBytes *proof)
{
    Second s = {.variant = game->id, .claim = claim, .form = proof_form(game), .at = proof->bytes};
    char why[REF_WHY_MAX];
    RefState state;
    s.end = proof->bytes + proof->count;
    bool good = ref_morelli.read(game->id, test_pos_text(game, pos), &state, why) &&
                second_check(&s, &state) && s.at == s.end;
    free(s.seen);
    return good;
}

/* --- Search, maker and checker agree
 * ---------------------------------------------------------------------------------------------*/

static uint64_t foregone_seen;

static void try_position(const Game *game, const Pos *pos, bool second)
{
    ProofSearch s;
    char why[WHY_MAX];
    int value = minimax(game, pos);
    assert_true(proof_search_open(&s, game, TABLE));
    for (int i = 0; i < CLAIM_COUNT; i++) {
        Claim claim = claim_by_number(i);
        ProofBytes proof = {0};
        ProofSize made, checked;
        assert_int_equal(proof_search(&s, claim, pos) == PROOF_YES, is_true(claim, value));
        if (!is_true(claim, value))
            continue;
        assert_true(proof_make(&s, claim, pos, &proof, &made, why));
        ProofTask task = {game, claim, proof_form(game), false};
        if (!proof_check(&task, pos, proof.bytes, proof.count, &checked, why))
            fail_msg("%s: %s", claim_name(claim), why);
        assert_memory_equal(&made, &checked, sizeof made);
        task.plain = UINT64_MAX;
        if (!proof_check(&task, pos, proof.bytes, proof.count, &checked, why))
            fail_msg("%s, plain: %s", claim_name(claim), why);
        assert_int_equal(checked.foregone, made.foregone);
        assert_int_equal(checked.tried != 0, made.foregone != 0);
        foregone_seen += made.foregone;
        if (second)
            assert_true(second_accepts(game, claim, pos, &proof));
        task.claim = claim_against(claim);
        assert_false(proof_check(&task, pos, proof.bytes, proof.count, &checked, why));
        free(proof.bytes);
    }
    proof_search_close(&s);
}

static void test_agrees(void **state)
{
    (void)state;
    static const char *const variants[] = {"morelli,size=7", "morelli,size=7,edition=nestor",
                                           "morelli,size=9"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            Pos pos = late_position(game, test_seed() + seed, 2 + (int)(seed % 3));
            try_position(game, &pos, true);
        }
        game_close(game);
    }
    assert_in_range(foregone_seen, 40, 1000000);
    Game *game = test_open("template");
    Pos pos;
    game->ops->start(game, 1, &pos);
    try_position(game, &pos, false);
    game_close(game);
}

/* A table of a few slots forgets nearly everything; answers and proofs are still right. */
static void test_forgetful(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7");
    Pos pos = late_position(game, 5, 7);
    char why[WHY_MAX];
    for (int i = 0; i < 2; i++) {
        ProofSearch s;
        assert_true(proof_search_open(&s, game, i ? 256 : TABLE));
        ProofValue value = proof_value(&s, &pos, 0);
        assert_true(value.exact);
        for (int c = 0; c < value.count; c++) {
            ProofBytes proof = {0};
            ProofSize size;
            assert_true(proof_make(&s, value.claim[c], &pos, &proof, &size, why));
            ProofTask task = {game, value.claim[c], proof_form(game), false};
            assert_true(proof_check(&task, &pos, proof.bytes, proof.count, &size, why));
            free(proof.bytes);
        }
        proof_search_close(&s);
    }
    game_close(game);
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void test_limits(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7");
    ProofSearch s;
    Pos pos;
    game->ops->start(game, 1, &pos);
    assert_true(proof_search_open(&s, game, TABLE));
    ProofValue value = proof_value(&s, &pos, 1000);
    assert_int_equal(value.count, 0);
    assert_int_equal(value.end, PROOF_NODES);
    assert_in_range(value.nodes, 2000, 2002);
    assert_string_equal(proof_value_name(&value), "open");
    s.out_of_time = at_once;
    value = proof_value(&s, &pos, 0);
    assert_int_equal(value.end, PROOF_TIME);
    proof_search_close(&s);
    game_close(game);
}

/* --- What is refused
 * ------------------------------------------------------------------------------------------------*/

static void expect_refusal(const Game *game, Claim claim, const Pos *pos, const uint8_t *bytes,
                           size_t count, const char *reason)
{
    ProofSize size;
    char why[WHY_MAX] = "";
    ProofTask task = {game, claim, proof_form(game), false};
    assert_false(proof_check(&task, pos, bytes, count, &size, why));
    if (!strstr(why, reason))
        fail_msg("'%s' does not say '%s'", why, reason);
}

static void test_spoilt(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7");
    ProofSearch s;
    Pos pos = late_position(game, 3, 10);
    char why[WHY_MAX];
    ProofBytes proof = {0};
    ProofSize size;
    assert_true(proof_search_open(&s, game, TABLE));
    ProofValue value = proof_value(&s, &pos, 0);
    Claim claim = value.claim[0];
    assert_true(proof_make(&s, claim, &pos, &proof, &size, why));
    assert_in_range(proof.count, 3, 100000);
    size_t last = proof.count - 1;
    expect_refusal(game, claim, &pos, proof.bytes, last, "ends before it is whole");
    expect_refusal(game, claim, &pos, proof.bytes, 0, "ends before it is whole");
    uint8_t *spoilt = malloc(proof.count + 2);
    memcpy(spoilt, proof.bytes, proof.count);
    spoilt[proof.count] = 0;
    expect_refusal(game, claim, &pos, spoilt, proof.count + 1, "the proof is whole after");
    spoilt[0] = 127;
    expect_refusal(game, claim, &pos, spoilt, proof.count, "but there are only");
    spoilt[0] = 128;
    spoilt[1] = 0;
    expect_refusal(game, claim, &pos, spoilt, proof.count, "not written as it should be");
    memset(spoilt, 255, proof.count);
    expect_refusal(game, claim, &pos, spoilt, proof.count, "written");
    free(spoilt);
    free(proof.bytes);
    proof_search_close(&s);
    game_close(game);
}

/* Nothing proves what is not true: noise, and proofs with one choice changed. */
static void test_nothing_proves_the_false(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7");
    Rng rng = {test_seed()};
    int refused_ends = 0, refused_marks[2] = {0};
    for (int round = 0; round < 400; round++) {
        Pos pos = late_position(game, 1 + (uint64_t)round / 20, 3);
        int value = minimax(game, &pos);
        uint8_t bytes[64];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_below(&rng, 3);
        for (int i = 0; i < CLAIM_COUNT; i++) {
            ProofSize size;
            char why[WHY_MAX];
            for (size_t count = 0; count <= 24; count++) {
                ProofTask task = {game, claim_by_number(i), PROOF_FORM_ENDS + round % 2,
                                  round % 4 == 3 ? UINT64_MAX : 0};
                bool good = proof_check(&task, &pos, bytes, count, &size, why);
                assert_true(!good || is_true(claim_by_number(i), value));
                refused_ends += !good && strstr(why, "which is not") != NULL;
                refused_marks[task.plain != 0] += !good &&
                                                  strstr(why, task.plain ? "not all games"
                                                                         : "foregone") != NULL;
            }
        }
    }
    assert_true(refused_ends > 0 && refused_marks[0] > 0 && refused_marks[1] > 0);
    game_close(game);
}

/* A game that says it never comes back to a position, and does: a man walks about a ring. */
static int ring_moves(const Game *game, const Pos *pos, Move *out)
{
    (void)game;
    (void)pos;
    out[0] = 1;
    return 1;
}

static void ring_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    (void)game;
    (void)move;
    *next = *pos;
    next->turn = !pos->turn;
    next->phase = (uint8_t)((pos->phase + 1) % 4);
    next->key = next->phase;
}

static void ring_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    (void)game;
    (void)pos;
    (void)move;
    str_add(out, "on");
}

static void ring_write_pos(const Game *game, const Pos *pos, Str *out)
{
    (void)game;
    str_number(out, pos->phase);
}

static Outcome ring_outcome(const Game *game, const Pos *pos)
{
    (void)game;
    (void)pos;
    return (Outcome){WINNER_NONE, NULL};
}

static void test_circles(void **state)
{
    (void)state;
    static const GameOps ops = {
        .write_move = ring_write_move, .write_pos = ring_write_pos, .outcome = ring_outcome};
    Game ring = {.moves = ring_moves, .apply = ring_apply, .ops = &ops, .moves_max = 1};
    Pos pos = {.turn = 0};
    const uint8_t bytes[8] = {0};
    expect_refusal(&ring, claim_by_number(2), &pos, bytes, sizeof bytes, "goes in a circle");
    ProofSearch s;
    assert_true(proof_search_open(&s, &ring, TABLE));
    assert_int_equal(proof_search(&s, claim_by_number(0), &pos), PROOF_OPEN);
    assert_int_equal(s.end, PROOF_DEPTH);
    proof_search_close(&s);
    Game *six = test_open("six");
    six->ops->start(six, 1, &pos);
    expect_refusal(six, claim_by_number(0), &pos, bytes, sizeof bytes, "can come again");
    game_close(six);
}

/* --- Heads and claims
 * -----------------------------------------------------------------------------------------------*/

static void test_claims(void **state)
{
    (void)state;
    char why[WHY_MAX];
    for (int i = 0; i < CLAIM_COUNT; i++) {
        Claim claim = claim_by_number(i), again;
        assert_int_equal(claim_number(claim), i);
        assert_true(claim_read(claim_name(claim), &again, why));
        assert_int_equal(claim_number(again), i);
        Claim other = claim_against(claim);
        for (int w = WINNER_P1; w <= WINNER_DRAW; w++)
            assert_true(claim_is_met(claim, (Winner)w) != claim_is_met(other, (Winner)w));
    }
    Claim claim;
    assert_false(claim_read("p1", &claim, why));
    assert_non_null(strstr(why, "p1-wins"));
}

static void test_heads(void **state)
{
    (void)state;
    ProofHead head = {.variant = "morelli,size=7",
                      .position = "7/7/7/7/7/7/7 b play",
                      .claim = {{0, false}, {1, false}},
                      .count = 2,
                      .form = PROOF_FORM_ENDS},
              again;
    char text[PROOF_HEAD_MAX], why[WHY_MAX];
    size_t length;
    ProofSize size;
    Str s = str_over(text, sizeof text);
    proof_head_write(&head, &s);
    assert_true(proof_head_read((const uint8_t *)text, s.length, &again, &length, why));
    assert_int_equal(length, s.length);
    assert_string_equal(again.position, head.position);
    assert_int_equal(again.count, 2);
    assert_int_equal(again.form, PROOF_FORM_ENDS);
    Game *game = test_open("morelli,size=7"), *other = test_open("morelli,size=9");
    assert_true(proof_head_check(&again, game, false, (const uint8_t *)"", &size, why));
    assert_int_equal(size.ends, 2);
    assert_false(proof_head_check(&again, other, false, (const uint8_t *)"", &size, why));
    assert_non_null(strstr(why, "not of morelli,size=9"));
    static const char *const bad[] = {
        "",
        "proof 3 six\nposition x\nclaim p1-wins 0\n\n",
        "proof 1 six\n\n",
        "proof 1 six\nposition x\n\n",
        "proof 1 six\nposition x\nclaim p1-wins 0\n",
        "proof 1 six\nposition x\nclaim p3-wins 0\n\n",
        "proof 1 six\nposition x\nclaim p1-wins\n\n",
        "proof 1 six\nposition x\nclaim p1-wins -1\n\n",
        "proof 1 six\nposition x\nclaim p1-wins 99999999999\n\n",
        "proof 1 six\nposition x\nclaim p1-wins 0\nclaim p1-wins 0\nclaim p1-wins 0\n\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        *why = '\0';
        assert_false(
            proof_head_read((const uint8_t *)bad[i], strlen(bad[i]), &again, &length, why));
        assert_true(*why);
    }
    game_close(game);
    game_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees),
        cmocka_unit_test(test_forgetful),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_spoilt),
        cmocka_unit_test(test_nothing_proves_the_false),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
