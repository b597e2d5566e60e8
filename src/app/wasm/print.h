/* SPDX-License-Identifier: MIT */
/* Formatted printing for concentric.wasm, see print.c. */
#ifndef CONCENTRIC_APP_WASM_PRINT_H
#define CONCENTRIC_APP_WASM_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf, for what our texts use: %s %c %d %u %llu %lld %%, numbers with zeros in front
 * (%02d). It traps at anything else, so that a test sees it. */
int print_format(char *text, size_t room, const char *format, va_list args);

#endif
