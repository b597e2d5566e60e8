/* SPDX-License-Identifier: MIT */
/* What the tests of solver, verifier and numbering share. */
#ifndef CONCENTRIC_TESTS_SOLVING_H
#define CONCENTRIC_TESTS_SOLVING_H

#include "unit/support.h"

#include "solve/solve.h"

#include <dirent.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { SLOW = 4 };
#else
enum { SLOW = 1 };
#endif

/* Threads are app's; here the tasks come one after the other, dealt to two hands. */
static inline bool run_in_turn(int threads, size_t tasks, void (*work)(void *, int, size_t),
                               void *context)
{
    for (size_t i = 0; i < tasks; i++)
        work(context, (int)(i % (size_t)threads), i);
    return true;
}
static const Workers workers = {2, run_in_turn};

static inline void make_dir(char *out)
{
    strcpy(out, "/tmp/concentric-solve-XXXXXX");
    assert_non_null(mkdtemp(out));
}

static inline void remove_dir(const char *dir)
{
    DIR *list = opendir(dir);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));) {
        char path[STORE_PATH_MAX];
        if (store_path(dir, entry->d_name, "", path))
            unlink(path);
    }
    closedir(list);
    assert_int_equal(rmdir(dir), 0);
}

static inline void solve_into(const char *dir, const Game *game, bool graph, bool wdl,
                              uint32_t stages)
{
    char why[WHY_MAX] = "";
    SolveRun run = {.game = game,
                    .dir = dir,
                    .workers = workers,
                    .memory = UINT64_C(4000000000),
                    .graph = graph,
                    .wdl = wdl,
                    .stages = stages};
    if (!solve_run(&run, why))
        fail_msg("%s: %s", game->id, why);
}

static inline size_t read_whole(const char *path, uint8_t **out)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    *out = malloc(size + 1);
    assert_int_equal(fread(*out, 1, size, file), size);
    fclose(file);
    return size;
}

static inline void write_whole(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* How many colourings with a and b men there are up to the shape's symmetries, by counting those
 * that each symmetry leaves alone. */
static inline uint64_t burnside(const Shape *shape, int a, int b)
{
    uint64_t sum = 0;
    for (int g = 0; g < shape->symmetry_count; g++) {
        uint64_t ways[13][13] = {{1}};
        PointSet seen = {{0}};
        for (int p = 0; p < shape->point_count; p++) {
            int length = 0;
            for (int q = p; !set_has(&seen, (Point)q); q = shape->symmetry[g][q], length++)
                set_add(&seen, (Point)q);
            for (int i = 12; length && i >= 0; i--)
                for (int j = 12; j >= 0; j--)
                    ways[i][j] += (i >= length ? ways[i - length][j] : 0) +
                                  (j >= length ? ways[i][j - length] : 0);
        }
        sum += ways[a][b];
    }
    return sum / shape->symmetry_count;
}

#endif
