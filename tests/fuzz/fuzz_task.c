/* SPDX-License-Identifier: MIT */
/* Any bytes as statistics: refused with a one-line reason in both languages, or read back to the
 * same. And as a lesson: refused, or a step whose texts fit, which opens on a board or says why
 * not.
 */
#include "app/tui/play.h"
#include "app/tui/stats.h"
#include "base/utf8.h"
#include "games/registry.h"
#include "play/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_task: %s\n", what);
        abort();
    }
}

static void check_reason(const char *why)
{
    check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
}

static void read_stats(const char *bytes, size_t size)
{
    static Stats stats, again;
    static char text[2 * STATS_BYTES_MAX];
    char why[WHY_MAX] = "";
    if (size > STATS_BYTES_MAX || !stats_read(bytes, size, LANG_EN, &stats, why)) {
        check(size > STATS_BYTES_MAX || !stats_read(bytes, size, LANG_JA, &again, why),
              "read in one language alone");
        check_reason(size > STATS_BYTES_MAX ? "large" : why);
        return;
    }
    Str s = str_over(text, sizeof text);
    stats_write(&stats, &s);
    check(s.length == size && memcmp(text, bytes, size) == 0, "statistics that are not stable");
    s = str_over(text, sizeof text);
    stats_tell(&stats, LANG_JA, &s);
}

static void read_lesson(const char *bytes, size_t size)
{
    static Task task;
    char why[WHY_MAX] = "";
    task = (Task){.kind = TASK_LESSON};
    task.count = lessons_read(bytes, size, 0, &task.step, why);
    if (!task.count) {
        check_reason(why);
        return;
    }
    Play play;
    lessons_fits(&task.step, "d6");
    if (task_open(&play, variants, &task, LANG_EN, 0, why)) {
        task_hint(&play);
        task_solve(&play);
        play_close(&play);
    } else {
        check(*why, "no reason");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1);
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    memcpy(bytes, data, size);
    read_stats(bytes, size);
    read_lesson(bytes, size);
    free(bytes);
    return 0;
}
