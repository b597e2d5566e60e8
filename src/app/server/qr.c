/* SPDX-License-Identifier: MIT */
/* QR codes by libqrencode, drawn as one SVG path: a unit square for every dark module. */
#include "app/server/qr.h"

#include <qrencode.h>
#include <string.h>

enum { QUIET = 4 }; /* modules of white around it, as the standard wants */

/* Dark runs of a row as "M x y h LENGTH v 1 h -LENGTH z". */
static void write_row(const QRcode *code, int y, Str *out)
{
    for (int x = 0; x < code->width;) {
        int run = 0;
        while (x + run < code->width && (code->data[y * code->width + x + run] & 1))
            run++;
        if (run)
            str_format(out, "M%d %dh%dv1h-%dz", x + QUIET, y + QUIET, run, run);
        x += run + 1;
    }
}

bool qr_write_svg(const char *text, Str *out)
{
    size_t length = strlen(text);
    QRcode *code = length && length <= QR_TEXT_MAX ? QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
                                                   : NULL;
    if (!code)
        return false;
    int size = code->width + 2 * QUIET;
    str_format(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dh-%dz\"/><path d=\"",
        size, size, size, size, size);
    for (int y = 0; y < code->width; y++)
        write_row(code, y, out);
    str_add(out, "\"/></svg>");
    QRcode_free(code);
    return !out->full;
}
