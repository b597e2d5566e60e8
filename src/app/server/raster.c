/* SPDX-License-Identifier: MIT */
/* SVG to PNG, see raster.h. */
#include "app/server/raster.h"

#include <dlfcn.h>
#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_BYTES_MAX = 8 << 20 };

#ifdef __SANITIZE_ADDRESS__
/* What fontconfig keeps of its configuration until the end is not ours to free. */
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}
#endif

#define RASTER_FUNCTIONS(F)                                                                        \
    F(rsvg_handle_new_from_data)                                                                   \
    F(rsvg_handle_render_document)                                                                 \
    F(g_object_unref)                                                                              \
    F(cairo_image_surface_create)                                                                  \
    F(cairo_create)                                                                                \
    F(cairo_destroy)                                                                               \
    F(cairo_surface_destroy)                                                                       \
    F(cairo_surface_write_to_png_stream)

struct Raster {
#define RASTER_MEMBER(name) __typeof__(name) *name;
    RASTER_FUNCTIONS(RASTER_MEMBER)
#undef RASTER_MEMBER
};

Raster *raster_load(void)
{
    Raster *raster = calloc(1, sizeof *raster);
    /* Its own libraries come along, and dlsym of it finds their functions, too. It stays loaded. */
    void *library = raster ? dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL) : NULL;
    bool all = library != NULL;
    void *found;
/* POSIX says that the bytes of the one pointer are those of the other; ISO C has no conversion. */
#define RASTER_FIND(name)                                                                          \
    found = all ? dlsym(library, #name) : NULL;                                                    \
    all = all && found;                                                                            \
    if (all)                                                                                       \
        memcpy(&raster->name, &found, sizeof found);
    RASTER_FUNCTIONS(RASTER_FIND)
#undef RASTER_FIND
    if (all)
        return raster;
    free(raster);
    return NULL;
}

void raster_free(Raster *raster)
{
    free(raster);
}

typedef struct Bytes {
    uint8_t *bytes;
    size_t size, room;
} Bytes;

static cairo_status_t add_bytes(void *context, const unsigned char *bytes, unsigned length)
{
    Bytes *out = context;
    if (out->size + length > out->room) {
        size_t room = 2 * (out->size + length) + 4096;
        uint8_t *grown = room <= PNG_BYTES_MAX ? realloc(out->bytes, room) : NULL;
        if (!grown)
            return CAIRO_STATUS_NO_MEMORY;
        out->bytes = grown;
        out->room = room;
    }
    memcpy(out->bytes + out->size, bytes, length);
    out->size += length;
    return CAIRO_STATUS_SUCCESS;
}

uint8_t *raster_png(const Raster *raster, const char *svg, size_t length, int width, int height,
                    size_t *size)
{
    Bytes out = {0};
    bool good = false;
    RsvgHandle *handle = raster->rsvg_handle_new_from_data((const guint8 *)svg, length, NULL);
    if (!handle)
        return NULL;
    cairo_surface_t *surface = raster->cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width,
                                                                  height);
    cairo_t *cairo = raster->cairo_create(surface);
    const RsvgRectangle all = {0, 0, width, height};
    if (raster->rsvg_handle_render_document(handle, cairo, &all, NULL))
        good = raster->cairo_surface_write_to_png_stream(surface, add_bytes, &out) ==
               CAIRO_STATUS_SUCCESS;
    raster->cairo_destroy(cairo);
    raster->cairo_surface_destroy(surface);
    raster->g_object_unref(handle);
    if (!good) {
        free(out.bytes);
        return NULL;
    }
    *size = out.size;
    return out.bytes;
}
