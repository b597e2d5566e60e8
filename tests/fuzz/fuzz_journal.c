/* SPDX-License-Identifier: MIT */
/* Any bytes as the journal of a tournament. The first byte says how many records there are beside
 * it, the second how many engines and games (and, if odd, that the head is right). It is refused
 * with a reason and both files stay as they are, or it is cut to what is whole: then opening it
 * again counts the same games, and the report of them can be written. */
#include "app/tournament/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint64_t plan = 0x0123456789abcdef;
static const char head[] = "concentric match 1 0123456789abcdef\n";
static char folder[64], records[96], lines[112];

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_journal: %s\n", what);
        abort();
    }
}

static void take_away(void)
{
    unlink(records);
    unlink(lines);
    rmdir(folder);
}

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/fuzz_journal.XXXXXX");
    check(mkdtemp(folder) != NULL, "no folder");
    snprintf(records, sizeof records, "%s/games", folder);
    snprintf(lines, sizeof lines, "%s/games.journal", folder);
    atexit(take_away);
}

static void put_file(const char *path, const void *first, size_t first_size, const void *bytes,
                     size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    check(fd >= 0 && write(fd, first, first_size) == (ssize_t)first_size &&
              write(fd, bytes, size) == (ssize_t)size,
          "no file");
    close(fd);
}

static off_t size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? st.st_size : -1;
}

/* The report of whatever was counted. */
static void report(const Contest *contest)
{
    static char name[ENGINES_MAX][NAME_MAX_BYTES], text[1 << 16];
    Str s = str_over(text, sizeof text);
    contest_write(contest, (const char(*)[NAME_MAX_BYTES])name, NULL, &s);
    check(strlen(text) > 0, "no report");
}

/* Opens the journal and returns how many games it counts, -1 if it is refused. */
static int64_t count_games(const Schedule *schedule)
{
    Contest contest;
    Journal journal;
    char why[WHY_MAX] = "";
    check(contest_begin(&contest, schedule), "no memory");
    bool good = journal_open(&journal, records, plan, &contest, why);
    int64_t played = good ? (int64_t)contest.played : -1;
    if (good)
        report(&contest);
    else
        check(*why && !strchr(why, '\n'), "no one-line reason");
    check(!good || (uint64_t)size_of(records) == journal.bytes, "records that no line tells of");
    journal_close(&journal);
    contest_free(&contest);
    return played;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char record[256];
    if (size < 2)
        return 0;
    if (!*folder)
        make_folder();
    Schedule schedule = {.engines = 2 + (data[1] >> 6), .games = 2 + (data[1] & 0x1e)};
    put_file(records, record, data[0], "", 0);
    put_file(lines, head, data[1] & 1 ? sizeof head - 1 : 0, data + 2, size - 2);
    off_t before[2] = {size_of(records), size_of(lines)};
    int64_t played = count_games(&schedule);
    check(size_of(records) <= before[0], "records that nobody wrote");
    if (played < 0)
        check(size_of(records) == before[0] && size_of(lines) == before[1], "a refusal that cuts");
    check(count_games(&schedule) == played, "another count when it is opened again");
    return 0;
}
