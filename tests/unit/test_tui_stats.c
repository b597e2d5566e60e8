/* SPDX-License-Identifier: MIT */
/* Statistics: their text, counting, the file, and what is no such file. */
#define _XOPEN_SOURCE 700
#include "unit/tui_support.h"

#include "app/tui/frame.h"
#include "app/tui/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static Stats stats, again;
static char text[STATS_BYTES_MAX], text_again[STATS_BYTES_MAX];

static StatsRow game_row(const char *name, const char *opponent, int side, int what)
{
    StatsRow row = {.kind = STATS_GAME, .side = side};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.opponent, sizeof row.opponent, "%s", opponent);
    row.count[what] = 1;
    return row;
}

static void write_stats(const Stats *from, char *out)
{
    Str s = str_over(out, STATS_BYTES_MAX);
    stats_write(from, &s);
    assert_false(s.full);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    static const char *const opponents[] = {"1", "10", "teacher", "perfect", "time"};
    Rng rng = {test_seed()};
    stats.count = 0;
    for (int i = 0; i < 3000; i++) {
        StatsRow row = game_row(tui_kinds[rng_below(&rng, TUI_KINDS)],
                                opponents[rng_below(&rng, 5)], (int)rng_below(&rng, 2),
                                (int)rng_below(&rng, 3));
        assert_true(stats_add(&stats, &row));
    }
    StatsRow lesson = {.kind = STATS_LESSON, .name = "mur", .count = {1u << 11}};
    StatsRow puzzle = {.kind = STATS_PUZZLE, .name = "morelli,size=9", .count = {1, 1}};
    assert_true(stats_add(&stats, &lesson) && stats_add(&stats, &puzzle));
    lesson.count[0] = 1;
    assert_true(stats_add(&stats, &lesson) && stats_add(&stats, &lesson));
    assert_int_equal(stats_find(&stats, &lesson)->count[0], 1u << 11 | 1);
    uint32_t all = 0;
    for (int i = 0; i < stats.count; i++)
        for (int c = 0; c < 3 && stats.row[i].kind == STATS_GAME; c++)
            all += stats.row[i].count[c];
    assert_int_equal(all, 3000);
    write_stats(&stats, text);
    if (!stats_read(text, strlen(text), LANG_EN, &again, why))
        fail_msg("%s", why);
    write_stats(&again, text_again);
    assert_string_equal(text, text_again);
}

static void other_files_are_refused(void **state)
{
    (void)state;
#define HEAD "concentric statistics 1\n"
    static const char *const bad[] = {
        "",
        "concentric statistics 1",
        "concentric statistics 2\ngame nine 4 first 1 0 0\n",
        "hello\n",
        HEAD "\n",
        HEAD "game nine 4 first 1 0 0",
        HEAD "game nine 4 first 1 0\n",
        HEAD "game nine 4 first 1 0 0 0\n",
        HEAD "game nine 4 first 1 0 0 \n",
        HEAD "game nine 4 third 1 0 0\n",
        HEAD "game nine 11 first 1 0 0\n",
        HEAD "game nine 0 first 1 0 0\n",
        HEAD "game nine 4 first -1 0 0\n",
        HEAD "game nine 4 first 01 0 0\n",
        HEAD "game nine 4 first 1000000001 0 0\n",
        HEAD "game NINE 4 first 1 0 0\n",
        HEAD "game nine  4 first 1 0 0\n",
        HEAD "game nine 4 first 1 0 0\ngame nine 4 first 1 0 0\n",
        HEAD "lesson nine\n",
        HEAD "lesson nine 4294967296\n",
        HEAD "puzzle nine 1\n",
        HEAD "other nine 1 1\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            char why[WHY_MAX] = "";
            if (stats_read(bad[i], strlen(bad[i]), (Lang)lang, &again, why))
                fail_msg("%s", bad[i]);
            assert_true(*why && !strchr(why, '\n'));
        }
    char why[WHY_MAX] = "";
    assert_false(stats_read(HEAD "game nine 4 first 1 0 0\nlesson x\n", 59, LANG_EN, &again, why));
    assert_string_equal(why, "line 3 is not understood");
}

static void it_is_told(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "Games against the computer\n",
        "                    all  won lost draw\n",
        "Nine Men's Morris\n",
        "  level 4, first      3    2    1    0\n",
        "  perfect, second     1    0    0    1\n",
        "Nine Men's Morris (flying)\n",
        "  teacher, first      1    1    0    0\n",
        "All games             5    3    1    1\n",
        "\nLessons\n  MUR, steps done: 3\n",
        "\nPuzzles\n  Six Men's Morris, solved: 5, without help: 2\n",
    };
    const char *at = text;
    char why[WHY_MAX] = "";
    static const char file[] = HEAD
        "game nine 4 first 2 1 0\ngame nine,flying teacher first 1 0 0\n"
        "lesson mur 7\ngame nine perfect second 0 0 1\npuzzle six 2 3\n";
    assert_true(stats_read(file, strlen(file), LANG_EN, &stats, why));
    Str s = str_over(text, sizeof text);
    stats_tell(&stats, LANG_EN, &s);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strncmp(at, lines[i], strlen(lines[i])) != 0)
            fail_msg("%s not at:\n%s", lines[i], at);
        at += strlen(lines[i]);
    }
    s = str_over(text, sizeof text); /* numbers stand below each other in Japanese too */
    stats_tell(&stats, LANG_JA, &s);
    char *line = strtok(text, "\n");
    line = strtok(NULL, "\n");
    int width = text_width(line);
    assert_int_equal(width, 38);
    for (int i = 0; i < 2; i++)
        line = strtok(NULL, "\n");
    assert_int_equal(text_width(line), width);
    stats.count = 0;
    s = str_over(text, sizeof text);
    stats_tell(&stats, LANG_EN, &s);
    assert_non_null(strstr(text, "No game"));
}

/* ---- the file ---- */

static char home[] = "/tmp/concentric-test-XXXXXX";
static char path[512];

static int make_home(void **state)
{
    (void)state;
    bool good = mkdtemp(home) && setenv("XDG_DATA_HOME", home, 1) == 0;
    return good && stats_path(path, sizeof path) ? 0 : -1;
}

static int remove_home(void **state)
{
    (void)state;
    char directory[512];
    snprintf(directory, sizeof directory, "%s/concentric", home);
    unlink(path);
    return rmdir(directory) == 0 && rmdir(home) == 0 ? 0 : -1; /* nothing else was left there */
}

static void write_file(const char *name, const char *bytes)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

static void the_file_is_kept(void **state)
{
    (void)state;
    char why[WHY_MAX] = "", left[600], other[600];
    StatsRow row = game_row("six", "3", 1, STATS_WON);
    assert_true(stats_load(LANG_EN, &stats, why)); /* there is none yet */
    assert_int_equal(stats.count, 0);
    assert_true(stats_note(&row, LANG_EN, why) && stats_note(&row, LANG_EN, why));
    assert_true(stats_load(LANG_EN, &stats, why));
    assert_int_equal(stats_find(&stats, &row)->count[STATS_WON], 2);
    snprintf(left, sizeof left, "%s.abcdef", path);
    snprintf(other, sizeof other, "%s.old", path);
    write_file(left, "half"); /* of a writer that was killed */
    write_file(other, "somebody's");
    assert_true(stats_note(&row, LANG_EN, why));
    assert_int_not_equal(access(left, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    unlink(other);
    unlink(path);
}

static void wrong_files_are_left_alone(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    struct stat before, after;
    StatsRow row = game_row("six", "3", 1, STATS_WON);
    write_file(path, HEAD "game six 3 second 7 0 0\nwhat is this\n");
    assert_int_equal(stat(path, &before), 0);
    assert_false(stats_note(&row, LANG_EN, why));
    assert_string_equal(why, "line 3 is not understood");
    assert_false(stats_load(LANG_JA, &stats, why));
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(stats_note(&row, LANG_EN, why));
    assert_true(*why);
    rmdir(path);
}

static void processes_count_together(void **state)
{
    (void)state;
    enum { WRITERS = 4, EACH = 25 };
    char why[WHY_MAX] = "";
    StatsRow row = game_row("nine", "time", 0, STATS_DRAWN);
    pid_t child[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            bool good = true;
            for (int n = 0, tries = 0; n < EACH; n++) {
                /* Nobody waits for the lock for ever: on a busy machine one has to ask again. */
                while (!(good = stats_note(&row, LANG_EN, why)) && ++tries < 100)
                    continue;
            }
            _exit(good ? 0 : 1);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        int status = -1;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    assert_true(stats_load(LANG_EN, &stats, why));
    assert_int_equal(stats_find(&stats, &row)->count[STATS_DRAWN], WRITERS * EACH);
}

int main(void)
{
    const struct CMUnitTest pure[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(it_is_told),
    };
    const struct CMUnitTest files[] = {
        cmocka_unit_test(the_file_is_kept),
        cmocka_unit_test(wrong_files_are_left_alone),
        cmocka_unit_test(processes_count_together),
    };
    int failed = cmocka_run_group_tests(pure, tui_begin, tui_end);
    return failed + cmocka_run_group_tests(files, make_home, remove_home);
}
