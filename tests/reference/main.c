/* SPDX-License-Identifier: MIT */
/* The reference by hand: `reference moves|perft|result VARIANT [DEPTH] [POSITION] [SEED]`. */
#include "ref.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    bool perft = argc > 1 && strcmp(argv[1], "perft") == 0;
    int at = 3 + perft;
    const RefFamily *family = argc >= at ? ref_family(argv[2]) : NULL;
    if (!family) {
        fprintf(stderr, "usage: reference moves|result VARIANT [POSITION] | perft VARIANT DEPTH "
                        "[POSITION]; an empty POSITION is the start, a SEED may follow it\n");
        return 2;
    }
    RefState state = {0};
    char why[REF_WHY_MAX] = "";
    uint64_t seed = argc > at + 1 ? strtoull(argv[at + 1], NULL, 10) : 1;
    if (argc <= at || !*argv[at])
        family->start(argv[2], seed, &state);
    else if (!family->read(argv[2], argv[at], &state, why)) {
        fprintf(stderr, "refused: %s\n", why);
        return 2;
    }
    if (perft) {
        printf("nodes %" PRIu64 "\n", ref_perft(argv[2], &state, atoi(argv[3])));
    } else if (strcmp(argv[1], "result") == 0) {
        printf("%s\n%s\n", state.text, family->result(argv[2], &state));
    } else {
        RefMoves list = {0};
        family->moves(argv[2], &state, &list);
        ref_moves_sort(&list);
        for (int i = 0; i < list.count; i++)
            puts(list.text[i]);
        ref_moves_free(&list);
    }
    return 0;
}
