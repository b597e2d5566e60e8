/* SPDX-License-Identifier: MIT */
/* A text as a QR code: a link that a phone's camera reads. */
#ifndef CONCENTRIC_APP_SERVER_QR_H
#define CONCENTRIC_APP_SERVER_QR_H

#include "base/str.h"

enum { QR_TEXT_MAX = 512, QR_SVG_MAX = 64 * 1024 };

/* Adds an SVG picture of the text. False if it is too long for one, or empty. */
bool qr_write_svg(const char *text, Str *out);

#endif
