/* SPDX-License-Identifier: MIT */
/* What `concentric analyse` says about the best lines: as text in both languages and as JSON. */
#ifndef CONCENTRIC_APP_CLI_ANALYSE_H
#define CONCENTRIC_APP_CLI_ANALYSE_H

#include "play/tree.h"
#include "think/thinker.h"

typedef struct Findings {
    const TreePlace *at;
    Lang lang;
    int threads;
    int depth, seldepth;
    uint64_t nodes, oracle_hits;
    double ms;
    const SearchLine *line;
    int line_count;
    bool stopped; /* by the user */
    bool known;   /* scores are a database's: certain, */
    bool by_book; /* of openings, */
    bool solved;  /* and nothing was searched for them */
} Findings;

/* "+0.35", or "win in 5", "loss in 4" (plies); where it is known, "draw", and "win" or "loss" if
 * the plies are not. Lines of progress are the same in every language. */
void findings_score(const Findings *findings, int score, Lang lang, Str *out);
/* "White is slightly better", "White wins in 3 moves (mill ...)". */
void findings_words(const Findings *findings, const SearchLine *line, Str *out);
/* The moves of a line with a blank before each. */
void findings_moves(const Findings *findings, const SearchLine *line, Str *out);

/* One line of progress: depth, score, moves, numbers. */
void findings_progress(const Findings *findings, int number, Str *out);

void findings_print(const Findings *findings);
/* `line`: of --from, then it is one line; else 0. False after it has said what is wrong. */
bool findings_print_json(const Findings *findings, unsigned line);

#endif
