/* SPDX-License-Identifier: MIT */
/* Any bytes as a proof, its numbers not packed: the head is refused with a one-line reason or reads
 * back to the same, and the checker comes to an end with a reason or accepts. */
#include "base/utf8.h"
#include "games/registry.h"
#include "play/variants.h"
#include "proof/head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBERS_MAX = 48,
    MOVES_MAX = 1000,
    TRIED_MOST = 200
}; /* so that a run takes milliseconds */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_proof: %s\n", what);
        abort();
    }
}

static void check_stable(const ProofHead *head, size_t length, const uint8_t *data)
{
    char text[PROOF_HEAD_MAX];
    Str s = str_over(text, sizeof text);
    proof_head_write(head, &s);
    check(!s.full && s.length == length && memcmp(text, data, length) == 0,
          "a head that is not stable");
}

static void check_numbers(const ProofHead *head, const uint8_t *numbers, size_t count)
{
    char why[WHY_MAX] = "";
    ProofSize sum;
    uint64_t total = 0;
    const Game *game = variants_open(variants, head->variant, LANG_EN, why);
    for (int i = 0; i < head->count; i++)
        total += head->bytes[i];
    if (!game || game->moves_max > MOVES_MAX || total > count || total > NUMBERS_MAX)
        return;
    if (!proof_head_check(head, game, count % 2 ? TRIED_MOST : 0, numbers, &sum, why))
        check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[WHY_MAX] = "";
    ProofHead head;
    size_t length = 0;
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    if (!proof_head_read(data, size, &head, &length, why)) {
        check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
        return 0;
    }
    check_stable(&head, length, data);
    check_numbers(&head, data + length, size - length);
    return 0;
}
