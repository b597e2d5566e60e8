/* SPDX-License-Identifier: MIT */
/* Lines of the tables of tactical positions. */
#include "tactics/tactic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool tactic_read(const char *line, Tactic *out)
{
    char goal[16];
    int end = 0;
    int fields = sscanf(line, "%95[^| ] | %511[^|]| %15[a-z] | %d | %" SCNu64 " %n", out->variant,
                        out->text, goal, &out->plies, &out->nodes, &end);
    if (fields != 5 || line[end])
        return false;
    out->text[strlen(out->text) - 1] = '\0'; /* the space before the bar */
    out->goal = goal_find(goal);
    return out->goal != NULL;
}

void tactic_write(const Tactic *t, FILE *out)
{
    fprintf(out, "%s | %s | %s | %d | %" PRIu64 "\n", t->variant, t->text, t->goal->name, t->plies,
            t->nodes);
    fflush(out);
}
