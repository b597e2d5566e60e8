/* SPDX-License-Identifier: MIT */
/* Values from questions, see value.h. */
#include "proof/value.h"

ProofValue proof_answer(ProofSearch *s, Claim claim, const Pos *pos, uint64_t nodes_most)
{
    ProofValue value = {.count = 0};
    uint64_t before = s->nodes;
    s->nodes_most = nodes_most ? before + nodes_most : 0;
    ProofAnswer answer = proof_search(s, claim, pos);
    s->nodes_most = 0;
    value.nodes = s->nodes - before;
    if (answer == PROOF_OPEN)
        value.end = s->end;
    else
        value.claim[value.count++] = answer == PROOF_YES ? claim : claim_against(claim);
    value.exact = value.count == 1 && value.claim[0].wins;
    return value;
}

ProofValue proof_value(ProofSearch *s, const Pos *pos, uint64_t nodes_each)
{
    ProofValue first = proof_answer(s, claim_by_number(0), pos, nodes_each);
    if (first.exact)
        return first;
    ProofValue second = proof_answer(s, claim_by_number(1), pos, nodes_each);
    second.nodes += first.nodes;
    if (second.exact || first.count == 0) {
        second.end = first.end ? first.end : second.end;
        return second;
    }
    if (second.count)
        first.claim[first.count++] = second.claim[0]; /* p2-holds, p1-holds */
    first.exact = first.count == 2;
    first.nodes = second.nodes;
    first.end = second.end;
    return first;
}

const char *proof_value_name(const ProofValue *value)
{
    if (!value->count)
        return "open";
    return value->count == 2 ? "draw" : claim_name(value->claim[0]);
}
