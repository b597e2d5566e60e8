/* SPDX-License-Identifier: MIT */
/* Formatted printing in place of libc's, whose streams would import three functions of WASI from
 * the page and cost three kilobytes of a first visit's 200. */
#include "app/wasm/print.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Out {
    char *text;
    size_t room, wanted; /* wanted goes on where the room ends */
} Out;

static void put(Out *out, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++, out->wanted++)
        if (out->wanted + 1 < out->room)
            out->text[out->wanted] = bytes[i];
}

static void put_number(Out *out, uint64_t n, bool negative, size_t width)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    while (sizeof digits - at + negative < width)
        digits[--at] = '0';
    if (negative)
        digits[--at] = '-';
    put(out, digits + at, sizeof digits - at);
}

int print_format(char *text, size_t room, const char *format, va_list args)
{
    Out out = {text, room, 0};
    for (; *format; format++) {
        size_t width = 0;
        if (*format != '%' || *++format == '%') {
            put(&out, format, 1);
            continue;
        }
        if (*format == '0') {
            width = (size_t)(format[1] - '0'); /* one digit */
            format += 2;
        }
        if (*format == 's') {
            const char *word = va_arg(args, const char *);
            put(&out, word, strlen(word));
        } else if (*format == 'c') {
            put(&out, &(char){(char)va_arg(args, int)}, 1);
        } else if (*format == 'd') {
            int n = va_arg(args, int);
            put_number(&out, n < 0 ? 0u - (unsigned)n : (unsigned)n, n < 0, width);
        } else if (*format == 'u') {
            put_number(&out, va_arg(args, unsigned), false, width);
        } else if (strncmp(format, "llu", 3) == 0) {
            put_number(&out, va_arg(args, unsigned long long), false, width);
            format += 2;
        } else if (strncmp(format, "lld", 3) == 0) {
            long long n = va_arg(args, long long);
            put_number(&out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n, n < 0, width);
            format += 2;
        } else {
            __builtin_trap();
        }
    }
    if (room)
        text[out.wanted < room ? out.wanted : room - 1] = '\0';
    return (int)out.wanted;
}

#ifdef __wasm__
int vsnprintf(char *restrict text, size_t room, const char *restrict format, va_list args)
{
    return print_format(text, room, format, args);
}
#endif
