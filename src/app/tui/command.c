/* SPDX-License-Identifier: MIT */
/* From a typed line or a key to a command, see command.h. */
#include "app/tui/command_run.h"

#include <string.h>

Request command_refuse(Play *play, Word w)
{
    play_say(play, TONE_WHY, "%s", word(w, play->lang));
    return REQUEST_BAD;
}

/* Of several, the one that is known here. */
static void choose(const Play *play, const CommandWord *command, const CommandWord **best)
{
    if (!*best || (!command_is_known(play, *best) && command_is_known(play, command)))
        *best = command;
}

const CommandWord *command_of_key(const Play *play, int key)
{
    const CommandWord *best = NULL;
    for (int i = 0; i < command_word_count; i++)
        if (key && command_words[i].key == key)
            choose(play, &command_words[i], &best);
    return best;
}

static const CommandWord *find(const Play *play, const char *line, size_t length)
{
    const CommandWord *best = NULL;
    for (int i = 0; i < command_word_count; i++)
        if (strlen(command_words[i].name) == length &&
            memcmp(command_words[i].name, line, length) == 0)
            choose(play, &command_words[i], &best);
    return best;
}

static Request fill_refusal(Play *play, Word w, const char *what)
{
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), s = str_over(play->message, sizeof play->message);
    if (w == WORD_NO_COMMAND)
        str_quote(&q, what);
    else
        str_add(&q, what);
    const char *const args[] = {quoted};
    word_fill(&s, w, play->lang, args);
    play->tone = TONE_WHY;
    return REQUEST_BAD;
}

bool command_is_known(const Play *play, const CommandWord *command)
{
    if (play->task.kind)
        return command->in_tasks || command->place == IN_A_TASK;
    return command->place == AT_THIS_SCREEN  ? !play->far.on
           : command->place == IN_A_TASK     ? false
           : command->place == AT_A_SERVER   ? play->far.on
           : command->place == WHERE_HELP_IS ? play_may_help(play)
                                             : true;
}

static Request run(Play *play, const CommandWord *command, const char *rest)
{
    if (!command_is_known(play, command))
        return fill_refusal(play,
                            play->task.kind                    ? WORD_TASK_NOT_HERE
                            : command->place == IN_A_TASK      ? WORD_TASK_ONLY
                            : command->place == AT_A_SERVER    ? WORD_FAR_ONLY
                            : command->place == AT_THIS_SCREEN ? WORD_FAR_NOT_HERE
                                                               : WORD_FAR_NO_HELP,
                            command->name);
    if (command->takes == TAKES_NOTHING && *rest)
        return fill_refusal(play, WORD_NO_WORDS, command->name);
    if (command->takes == TAKES_TEXT && !*rest && !command->run)
        return fill_refusal(play, WORD_NEEDS_FILE, command->name);
    return command->run ? command->run(play, rest) : command->request;
}

/* Is it like a move at all, so that the game's own reason says more? */
static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

Request command_line(Play *play, const char *line, const char **rest)
{
    size_t length = strcspn(line, " \t");
    *rest = line + length + strspn(line + length, " \t");
    const CommandWord *command = find(play, line, length);
    if (!command && line[0] == '?' && length == 1)
        command = command_of_key(play, '?');
    if (command)
        return run(play, command, *rest);
    if (!has_digit(line))
        return fill_refusal(play, WORD_NO_COMMAND, line);
    return play_type(play, line) ? REQUEST_PLAYED : REQUEST_BAD;
}
