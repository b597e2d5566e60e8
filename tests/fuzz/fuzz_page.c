/* SPDX-License-Identifier: MIT */
/* A page that calls anything: every line of the input is one call of the page's engine, a letter
 * for the function and behind it its text (| stands for a new line) or number. Whatever is asked:
 * JSON or a one-line reason comes out, and a table that is saved can be loaded and saved the same.
 */
#include "app/wasm/engine.h"
#include "app/wasm/exports.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS_MAX = 60 };

double engine_now(void)
{
    static double now;
    return now += 0.01;
}

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_page: %s: %.300s\n", what, cx_output());
        abort();
    }
}

static int32_t put(const char *text)
{
    size_t length = strlen(text);
    char *input = cx_input(0);
    for (size_t i = 0; i < length; i++)
        input[i] = text[i];
    for (size_t i = 0; i < length; i++)
        if (input[i] == '|')
            input[i] = '\n';
    return (int32_t)length;
}

static void check_answer(int32_t good)
{
    const char *text = cx_output(), *end;
    check(strlen(text) == (size_t)cx_output_length(), "not as long as it says");
    if (!good) {
        check(*text && !strchr(text, '\n'), "no one-line reason");
        return;
    }
    cJSON *parsed = *text ? cJSON_ParseWithOpts(text, &end, true) : NULL;
    check(parsed || !*text, "not JSON");
    cJSON_Delete(parsed);
}

/* What is saved loads, and saves as the same. */
static void save_and_load(void)
{
    if (!cx_save())
        return;
    size_t length = (size_t)cx_output_length();
    char *saved = malloc(length + 1);
    memcpy(saved, cx_output(), length + 1);
    memcpy(cx_input(0), saved, length);
    check(cx_load((int32_t)length), "a saved table is refused");
    check(cx_save() && strcmp(cx_output(), saved) == 0, "a saved table is another one");
    free(saved);
}

/* A database, or a learnt evaluation, in hexadecimal digits. */
static void load_bytes(const char *text)
{
    int32_t count = (int32_t)(strspn(text, "0123456789abcdef") / 2);
    char *room = cx_input(count);
    for (int32_t i = 0; count && i < count; i++) {
        char two[3] = {text[2 * i], text[2 * i + 1], '\0'};
        room[i] = (char)strtol(two, NULL, 16);
    }
    if (count)
        check_answer(cx_load(0));
    check_answer(cx_moves(0));
}

/* Not deep: it is the reading that matters. */
static void bench(const char *text)
{
    const char *depth = strchr(text, '|');
    if (!depth || strtol(depth + 1, NULL, 10) <= 1)
        check_answer(cx_bench(put(text)));
}

static void call(char what, const char *text)
{
    int32_t number = (int32_t)strtol(text, NULL, 10);
    switch (what) {
    case 'o':
        check_answer(cx_open(put(text)));
        break;
    case 'l':
        check_answer(cx_load(put(text)));
        break;
    case 'd':
        check_answer(cx_do(put(text)));
        break;
    case 'h':
        check_answer(cx_think(put(text)));
        break;
    case 'r':
        check_answer(cx_review(put(text)));
        break;
    case 'n':
        check_answer(cx_think_on(1));
        break;
    case 'a':
        check_answer(cx_answer());
        break;
    case 'c':
        check_answer(cx_click(number));
        break;
    case 'w':
        check_answer(cx_show(number));
        break;
    case 'k':
        check_answer(cx_marks(number));
        break;
    case 'm':
        check_answer(cx_moves(number));
        break;
    case 'g':
        check_answer(cx_language(number));
        break;
    case 'b':
        bench(text);
        break;
    case 'x':
        load_bytes(text);
        break;
    case 't':
        check_answer(cx_tree());
        break;
    case 'v':
        save_and_load();
        break;
    default:
        check_answer(cx_state());
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    check_answer(cx_open(put("game=six|0 sit person|1 sit person"))); /* the same table each time */
    check_answer(cx_language(0));
    int calls = 0;
    for (char *line = text; line && *line && calls < CALLS_MAX; calls++) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        call(line[0], line[0] ? line + 1 : line);
        line = next;
    }
    check_answer(cx_state());
    free(text);
    return 0;
}
