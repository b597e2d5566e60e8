/* SPDX-License-Identifier: MIT */
/* Threads for the search of the page (docs/adr/0025). A helper is another instance of this module
 * on the same memory, in a Web Worker of its own with a stack of its own. The instance that the
 * page talks to (the main one) makes all memory and sets up every search; helpers call nothing of
 * libc that keeps anything, for it knows no threads here.
 *
 * A helper is IDLE until the main one has set up a search for it and made it ASKED; it makes itself
 * BUSY, and IDLE again at the end. Only a BUSY helper is waited for: one whose worker is still
 * starting, or never starts, holds nobody up. One that does not answer is LOST until it does.
 *
 * In concentric.wasm, without shared memory, nobody calls cx_help and there are no helpers. */
#include "app/wasm/engine.h"
#include "app/wasm/exports.h"

#include <stdlib.h>

enum {
    STACK_BYTES = 1 << 20, /* as much as the main instance has */
    SLICE_MS = 20,         /* between two looks at the number of nodes */
    PATIENCE_MS = 2000,    /* a search looks at its stop flag every few hundred nodes */
};

enum { IDLE, ASKED, BUSY, LOST };

typedef struct Helper {
    _Alignas(16) char stack[STACK_BYTES];
    _Atomic int32_t state;
    _Atomic uint64_t nodes; /* of its search so far */
    SearchMemory memory;
    Search search;
} Helper;

static Helper *helpers[ENGINE_HELPERS_MAX];
static int made, hired; /* that there are, that take part */

/* Sleeps while the state is `state`, or until the time is over; then false. Negative: for ever. */
static bool sleep_while(_Atomic int32_t *word, int32_t state, int ms)
{
#ifdef __wasm_atomics__
    int64_t nanoseconds = ms < 0 ? -1 : (int64_t)ms * 1000000;
    return __builtin_wasm_memory_atomic_wait32((int32_t *)word, state, nanoseconds) != 2;
#else
    (void)word, (void)state, (void)ms;
    return false;
#endif
}

static void set_state(Helper *helper, int32_t state)
{
    atomic_store(&helper->state, state);
#ifdef __wasm_atomics__
    __builtin_wasm_memory_atomic_notify((int32_t *)&helper->state, UINT32_MAX);
#endif
}

/* In the helper's instance. */
static void help_once(Helper *helper)
{
    bool more = !helper->search.done;
    while (more) {
        more = search_go_on(&helper->search, SLICE_MS);
        atomic_store(&helper->nodes, helper->search.nodes);
    }
}

static _Noreturn void help_always(Helper *helper)
{
    for (;;) {
        int32_t state = ASKED;
        if (atomic_compare_exchange_strong(&helper->state, &state, BUSY)) {
            help_once(helper);
            set_state(helper, IDLE);
        } else {
            sleep_while(&helper->state, state, -1);
        }
    }
}

/* The rest is in the main instance. */
static bool make_helper(void)
{
    Helper *helper = malloc(sizeof *helper);
    if (!helper)
        return false;
    atomic_init(&helper->state, IDLE);
    atomic_init(&helper->nodes, 0);
    helper->memory = (SearchMemory){0};
    helpers[made++] = helper;
    return true;
}

int32_t cx_help(int32_t number, int32_t go)
{
    if (number < 0 || number > ENGINE_HELPERS_MAX)
        return 0;
    if (go) {
        if (number && number <= made)
            help_always(helpers[number - 1]);
        return 0;
    }
    while (made < number && make_helper())
        ;
    hired = number < made ? number : made;
    return number && number <= made ? (int32_t)(intptr_t)(helpers[number - 1]->stack + STACK_BYTES)
                                    : 0;
}

/* Lists as long as those of the main search, everything else the same. */
static bool fit_memory(Helper *helper, const SearchMemory *memory)
{
    SearchMemory own = helper->memory;
    if (own.room < memory->room) {
        free(own.moves);
        free(own.order);
        own.moves = malloc(memory->room * sizeof *own.moves);
        own.order = malloc(memory->room * sizeof *own.order);
        own.room = own.moves && own.order ? memory->room : 0;
    }
    helper->memory = *memory;
    helper->memory.moves = own.moves;
    helper->memory.order = own.order;
    helper->memory.room = own.room;
    return own.room > 0;
}

void helpers_begin(const SearchMemory *memory, const History *history, const SearchLimits *limits)
{
    for (int i = 0; i < made; i++)
        atomic_store(&helpers[i]->nodes, 0);
    for (int i = 0; i < hired; i++) {
        Helper *helper = helpers[i];
        SearchLimits own = *limits;
        own.helper = i + 1;
        if (atomic_load(&helper->state) != IDLE || !fit_memory(helper, memory))
            continue;
        search_begin(&helper->search, &helper->memory, history, &own);
        set_state(helper, ASKED);
    }
}

/* The value that is compared with is a constant each time: where wasm-opt kept it in a variable,
 * the exchange never came about in Node 20. */
static bool give_up(Helper *helper)
{
    int32_t busy = BUSY;
    return atomic_compare_exchange_strong(&helper->state, &busy, LOST);
}

static void wait_for(Helper *helper)
{
    while (atomic_load(&helper->state) == BUSY)
        if (!sleep_while(&helper->state, BUSY, PATIENCE_MS) && give_up(helper))
            return;
}

void helpers_stop(void)
{
    for (int i = 0; i < made; i++) {
        int32_t asked = ASKED;
        if (!atomic_compare_exchange_strong(&helpers[i]->state, &asked, IDLE))
            atomic_store(&helpers[i]->search.stop, true);
    }
    for (int i = 0; i < made; i++)
        wait_for(helpers[i]);
}

bool helpers_rest(void)
{
    for (int i = 0; i < made; i++)
        if (atomic_load(&helpers[i]->state) != IDLE)
            return false;
    return true;
}

int helpers_count(void)
{
    int count = 0;
    for (int i = 0; i < made; i++)
        count += atomic_load(&helpers[i]->nodes) > 0;
    return count;
}

uint64_t helpers_nodes(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < made; i++)
        sum += atomic_load(&helpers[i]->nodes);
    return sum;
}
