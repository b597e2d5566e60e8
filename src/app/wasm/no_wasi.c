/* SPDX-License-Identifier: MIT */
/* The module has no files. libc's formatted printing carries the code of streams along, which would
 * import these three from the page; here they stand and fail. The names are those that wasi-libc
 * calls (__wasilibc_real.c). */
#include <stdint.h>
#include <wasi/api.h>

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t fd);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t offset, int32_t whence,
                                                  int32_t at);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t pieces, int32_t count,
                                                   int32_t written);

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t fd)
{
    (void)fd;
    return __WASI_ERRNO_BADF;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t offset, int32_t whence,
                                                  int32_t at)
{
    (void)fd, (void)offset, (void)whence, (void)at;
    return __WASI_ERRNO_BADF;
}

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t pieces, int32_t count,
                                                   int32_t written)
{
    (void)fd, (void)pieces, (void)count, (void)written;
    return __WASI_ERRNO_BADF;
}
