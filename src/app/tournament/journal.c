/* SPDX-License-Identifier: MIT */
/* Records and journal, see journal.h. */
#include "app/tournament/journal.h"

#include "app/tournament/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 160, PATH_BYTES_MAX = 4096, OVER_MS_MAX = 1000000000 };

/* Takes the next word of *at, which a single space follows. */
static bool take_word(const char **at, char *out, size_t size)
{
    size_t length = strcspn(*at, " ");
    Str s = str_over(out, size);
    str_bytes(&s, *at, length);
    *at += length + ((*at)[length] == ' ');
    return length && !s.full;
}

static bool take_number(const char **at, uint64_t most, uint64_t *out)
{
    char word[24];
    return take_word(at, word, sizeof word) && str_is_number(word, most, out);
}

bool journal_read_line(const char *line, Result *result, uint64_t *bytes)
{
    uint64_t game, halves, plies, over[2];
    char verdict[16];
    if (!take_number(&line, TOURNAMENT_GAMES_MAX, &game) || !take_number(&line, 2, &halves) ||
        !take_word(&line, verdict, sizeof verdict) || !verdict_find(verdict, &result->verdict) ||
        !take_number(&line, TREE_PLIES_MAX, &plies) || !take_number(&line, OVER_MS_MAX, &over[0]) ||
        !take_number(&line, OVER_MS_MAX, &over[1]) || !take_number(&line, INT64_MAX, bytes) ||
        *line || game == 0)
        return false;
    result->game = (uint32_t)game - 1;
    result->halves = (uint8_t)halves;
    result->plies = (uint32_t)plies;
    for (int e = 0; e < 2; e++)
        result->over_ms[e] = (int32_t)over[e];
    return true;
}

void journal_write_line(const Result *result, uint64_t bytes, Str *out)
{
    str_format(out, "%u %u %s %u %d %d %" PRIu64 "\n", result->game + 1, result->halves,
               verdict_name(result->verdict), result->plies, result->over_ms[0], result->over_ms[1],
               bytes);
}

static void write_head(uint64_t plan, Str *out)
{
    /* The word of the first journals; a tournament was called a match then. */
    str_format(out, "concentric match 1 %016" PRIx64 "\n", plan);
}

/* Reads a whole line into line[LINE_MAX_BYTES]. False at the end, and at a line without one. */
static bool next_line(FILE *file, char *line)
{
    if (!fgets(line, LINE_MAX_BYTES, file))
        return false;
    size_t length = strlen(line);
    if (length == 0 || line[length - 1] != '\n')
        return false;
    line[length - 1] = '\0';
    return true;
}

/* A game of the journal, unless it lies behind a schedule that has become shorter. */
static bool count_result(const Result *result, Contest *contest)
{
    if (result->game >= contest->games)
        return true;
    if (contest_has(contest, result->game))
        return false;
    contest_add(contest, result);
    return true;
}

/* Counts what is done and whose records lie within `there` bytes; *end is where the last such line
 * ends. */
static bool read_journal(FILE *file, uint64_t plan, uint64_t there, Contest *contest,
                         uint64_t *bytes, long *end, char *why)
{
    Result result;
    uint64_t after;
    char line[LINE_MAX_BYTES], head[LINE_MAX_BYTES];
    Str s = str_over(head, sizeof head);
    write_head(plan, &s);
    head[strlen(head) - 1] = '\0';
    *end = 0;
    *bytes = 0;
    if (!next_line(file, line))
        return true; /* new, or killed before its first line was whole */
    if (strcmp(line, head) != 0)
        return refuse(why, "it belongs to another tournament (other variant, engines, limits or "
                           "openings); give the same command, or another file");
    *end = ftell(file);
    for (unsigned number = 2; next_line(file, line); number++) {
        if (!journal_read_line(line, &result, &after) || after < *bytes)
            return refuse(why, "its line %u is damaged", number);
        if (after > there)
            break;
        if (!count_result(&result, contest))
            return refuse(why, "its line %u is damaged", number);
        *bytes = after;
        *end = ftell(file);
    }
    return true;
}

/* One process at a time. */
static bool lock(FILE *file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &whole) == 0;
}

static FILE *open_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "r+") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

static bool refuse_to(const char *what, char *why, const char *path, const char *reason)
{
    Str s = str_over(why, WHY_MAX);
    str_format(&s, "cannot %s ", what);
    str_quote(&s, path);
    str_format(&s, ": %s", reason);
    return false;
}

static bool refuse_file(char *why, const char *path, const char *reason)
{
    return refuse_to("use", why, path, reason);
}

/* Cuts both files to what is whole and leaves them at their ends. */
static bool cut(Journal *journal, uint64_t plan, long end)
{
    char head[LINE_MAX_BYTES] = "";
    Str s = str_over(head, sizeof head);
    if (end == 0)
        write_head(plan, &s);
    return ftruncate(fileno(journal->records), (off_t)journal->bytes) == 0 &&
           ftruncate(fileno(journal->lines), end) == 0 &&
           fseek(journal->records, 0, SEEK_END) == 0 && fseek(journal->lines, 0, SEEK_END) == 0 &&
           fputs(head, journal->lines) >= 0 && fflush(journal->lines) == 0;
}

static bool take_up(Journal *journal, const char *path, uint64_t plan, Contest *contest, char *why)
{
    char reason[WHY_MAX];
    struct stat st;
    long end;
    if (!lock(journal->lines))
        return refuse_file(why, path, "another tournament is writing to it");
    if (fstat(fileno(journal->records), &st) != 0)
        return refuse_file(why, path, strerror(errno));
    if (!read_journal(journal->lines, plan, (uint64_t)st.st_size, contest, &journal->bytes, &end,
                      reason))
        return refuse_file(why, path, reason);
    if (end == 0 && st.st_size > 0) /* a journal without a head has never let a record be written */
        return refuse_file(why, path, "it holds something, and its journal is damaged");
    return cut(journal, plan, end) || refuse_file(why, path, strerror(errno));
}

/* Records beside which there is no journal. */
static bool is_somebody_elses(const char *path, const char *beside)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size > 0 && (stat(beside, &st) != 0 || st.st_size == 0);
}

bool journal_open(Journal *journal, const char *path, uint64_t plan, Contest *contest, char *why)
{
    char beside[PATH_BYTES_MAX];
    Str s = str_over(beside, sizeof beside);
    str_format(&s, "%s.journal", path);
    *journal = (Journal){.path = path};
    if (s.full)
        return refuse_file(why, path, "its name is too long");
    if (is_somebody_elses(path, beside))
        return refuse_file(why, path, "it holds something, and no journal says that it is ours");
    if (!(journal->lines = open_file(beside)))
        return refuse_file(why, beside, strerror(errno));
    if (!(journal->records = open_file(path)))
        refuse_file(why, path, strerror(errno));
    else if (take_up(journal, path, plan, contest, why))
        return true;
    journal_close(journal);
    return false;
}

typedef struct Sink {
    Journal *journal;
    bool good;
} Sink;

static void write_bytes(void *context, const char *bytes, size_t count)
{
    Sink *sink = context;
    sink->good = sink->good && fwrite(bytes, 1, count, sink->journal->records) == count;
    sink->journal->bytes += count;
}

bool journal_add(Journal *journal, const Record *record, const Result *result, char *why)
{
    Sink sink = {journal, true};
    char line[LINE_MAX_BYTES];
    Str s = str_over(line, sizeof line);
    if (!journal->records)
        return true;
    if (journal->bytes)
        write_bytes(&sink, "\n", 1);
    record_write(record, write_bytes, &sink);
    journal_write_line(result, journal->bytes, &s);
    return (sink.good && fflush(journal->records) == 0 &&
            fdatasync(fileno(journal->records)) == 0 && fputs(line, journal->lines) >= 0 &&
            fflush(journal->lines) == 0) ||
           refuse_to("write", why, journal->path, strerror(errno));
}

void journal_close(Journal *journal)
{
    if (journal->records)
        fclose(journal->records);
    if (journal->lines)
        fclose(journal->lines);
    *journal = (Journal){0};
}
