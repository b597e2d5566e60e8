/* SPDX-License-Identifier: MIT */
/* What the readers of games from elsewhere share: what they say, and how such a game ends. See
 * bring.h. */
#include "play/bring.h"

const Text bring_fault[BRING_FAULTS] = {
    [BRING_RESULT] = {{"by the rules the game ended with {0}, but its result is given as {1}",
                       "規則ではこの対局の結果は{0}ですが、{1}と書かれています"}},
    [BRING_FEN] = {{"the position of tag FEN cannot be read; it looks like "
                    "********/********/******** w p p 0 9 0 9",
                    "タグFENの局面が読めません（********/********/******** w p p 0 9 0 9 の形）"}},
    [BRING_VARIANT_THERE] =
        {{"tag Variant is {0}; Nine Men's Morris and Twelve Men's Morris are read",
          "タグVariantは{0}です。読めるのはNine Men's MorrisとTwelve Men's "
          "Morrisです"}},
    [BRING_TAKEN_ALONE] = {{"{0} takes a man, but stands behind no move",
                            "{0}はコマを取りますが、その前に手がありません"}},
    [BRING_SGF] = {{"a node of SGF looks like ; P0[1 Move A 1 C 3]",
                    "SGFの節は ; P0[1 Move A 1 C 3] の形です"}},
    [BRING_SGF_GAME] = {{"this SGF is of {0}; of Boardspace's games Morelli is read",
                         "このSGFは{0}のものです。Boardspaceの棋譜で読めるのはMorelliです"}},
    [BRING_SGF_SETUP] = {{"the set-up SU[{0}] cannot be read; it looks like "
                          "SU[morelli-13 12345 102 RandomOpposite]",
                          "並べ方 SU[{0}] が読めません（SU[morelli-13 12345 102 RandomOpposite] "
                          "の形）"}},
    [BRING_SGF_MOVE] = {{"{0} is no move of Boardspace's Morelli",
                         "{0}はBoardspaceのMorelliの手ではありません"}},
    [BRING_SGF_FROM] = {{"no man stands on {0}", "{0}にコマがありません"}},
};

bool bring_settle(Parser *p, const Winner *told)
{
    Record *out = p->out;
    char why[WHY_MAX];
    if (out->plies == out->tree.node[tree_line_end(&out->tree, 0)].ply)
        out->plies = RECORD_ALL;
    Ending end = tree_ending(&out->tree, record_end(out));
    if (end.kind == END_REPETITION || (ending_is_over(&end) && !told)) {
        out->ending = end; /* there a third occurrence may be no draw, or nobody noticed it */
    } else if (!record_find_ending(out, told ? *told : WINNER_NONE, p->in->lang, why)) {
        if (ending_is_over(&end))
            return bring_bad(p, BRING_RESULT, record_result(end.winner), record_result(*told));
        out->ending = (Ending){.kind = END_ADJUDICATED, .winner = *told};
    }
    parser_find_reason(out);
    return true;
}
