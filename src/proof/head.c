/* SPDX-License-Identifier: MIT */
/* Heads of files of proofs, see head.h. */
#include "proof/head.h"

#include <inttypes.h>
#include <string.h>

void proof_head_write(const ProofHead *head, Str *out)
{
    str_format(out, "proof %d %s\nposition %s\n", (int)head->form, head->variant, head->position);
    for (int i = 0; i < head->count; i++)
        str_format(out, "claim %s %" PRIu64 "\n", claim_name(head->claim[i]), head->bytes[i]);
    str_char(out, '\n');
}

/* The next line without its end, into line[room]; false if there is none or it is too long. */
static bool next_line(const uint8_t **at, const uint8_t *end, char *line, size_t room)
{
    const uint8_t *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (!stop || (size_t)(stop - *at) >= room || memchr(*at, '\0', (size_t)(stop - *at)))
        return false;
    memcpy(line, *at, (size_t)(stop - *at));
    line[stop - *at] = '\0';
    *at = stop + 1;
    return true;
}

/* What follows the word, copied; false if the line does not begin with it or it does not fit. */
static bool take_after(const char *line, const char *word, char *out, size_t room)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || strlen(line + length) >= room)
        return false;
    strcpy(out, line + length);
    return true;
}

static bool read_claim(char *line, ProofHead *head, char *why)
{
    char *name = line + strlen("claim "), *number = strrchr(name, ' ');
    if (strncmp(line, "claim ", strlen("claim ")) != 0 || number < name)
        return refuse(why, "a line of the head is not 'claim NAME BYTES'");
    if (head->count == PROOF_CLAIMS_MAX)
        return refuse(why, "more than %d claims", PROOF_CLAIMS_MAX);
    *number++ = '\0';
    if (!claim_read(name, &head->claim[head->count], why))
        return false;
    if (!str_is_number(number, PROOF_BYTES_MAX, &head->bytes[head->count]))
        return refuse(why, "claim %s has no number of bytes up to %" PRIu64, name, PROOF_BYTES_MAX);
    head->count++;
    return true;
}

static bool read_first(const char *line, ProofHead *head)
{
    if (take_after(line, "proof 2 ", head->variant, sizeof head->variant))
        head->form = PROOF_FORM_FOREGONE;
    else if (!take_after(line, "proof 1 ", head->variant, sizeof head->variant))
        return false;
    return true;
}

bool proof_head_read(const uint8_t *bytes, size_t count, ProofHead *out, size_t *length, char *why)
{
    const uint8_t *at = bytes, *end = bytes + count;
    char line[PROOF_HEAD_MAX];
    *out = (ProofHead){.form = PROOF_FORM_ENDS};
    if (!next_line(&at, end, line, sizeof line) || !read_first(line, out))
        return refuse(why, "not a proof: its first line is not 'proof 1 VARIANT' or 'proof 2 ...'");
    if (!next_line(&at, end, line, sizeof line) ||
        !take_after(line, "position ", out->position, sizeof out->position))
        return refuse(why, "the second line of the proof is not 'position TEXT'");
    for (;;) {
        if (!next_line(&at, end, line, sizeof line))
            return refuse(why, "the head of the proof has no end");
        if (!*line)
            break;
        if (!read_claim(line, out, why))
            return false;
    }
    *length = (size_t)(at - bytes);
    return out->count || refuse(why, "the proof claims nothing");
}

static void add_size(ProofSize *sum, const ProofSize *size)
{
    sum->choices += size->choices;
    sum->positions += size->positions;
    sum->ends += size->ends;
    sum->foregone += size->foregone;
    sum->tried += size->tried;
    sum->plies = size->plies > sum->plies ? size->plies : sum->plies;
}

bool proof_head_check(const ProofHead *head, const Game *game, uint64_t plain,
                      const uint8_t *numbers, ProofSize *sum, char *why)
{
    Pos pos;
    char reason[WHY_MAX];
    *sum = (ProofSize){0};
    if (strcmp(head->variant, game->id) != 0)
        return refuse(why, "a proof of %s, not of %s", head->variant, game->id);
    if (!game->ops->read_pos(game, head->position, LANG_EN, &pos, reason))
        return refuse(why, "its position: %.400s", reason);
    for (int i = 0; i < head->count; i++) {
        ProofTask task = {game, head->claim[i], head->form, plain};
        ProofSize size;
        if (!proof_check(&task, &pos, numbers, (size_t)head->bytes[i], &size, reason))
            return refuse(why, "%s: %.480s", claim_name(head->claim[i]), reason);
        add_size(sum, &size);
        numbers += head->bytes[i];
    }
    return true;
}
