/* SPDX-License-Identifier: MIT */
/* The wheel of time-outs, see wheel.h. */
#include "app/server/wheel.h"

#include <assert.h>
#include <stddef.h>

void wheel_disarm(WheelNode *node)
{
    if (!node->link)
        return;
    *node->link = node->next;
    if (node->next)
        node->next->link = node->link;
    node->next = NULL;
    node->link = NULL;
}

void wheel_arm(Wheel *wheel, WheelNode *node, int seconds)
{
    assert(seconds >= 1 && seconds < WHEEL_SLOTS);
    wheel_disarm(node);
    WheelNode **slot = &wheel->slots[(wheel->now + (uint64_t)seconds) % WHEEL_SLOTS];
    node->next = *slot;
    node->link = slot;
    if (node->next)
        node->next->link = &node->next;
    *slot = node;
}

void wheel_tick(Wheel *wheel, void (*fire)(void *context, WheelNode *node), void *context)
{
    WheelNode **slot = &wheel->slots[++wheel->now % WHEEL_SLOTS];
    /* Nothing can be armed into this slot while it is emptied: that would be a whole turn away. */
    while (*slot) {
        WheelNode *node = *slot;
        wheel_disarm(node);
        fire(context, node);
    }
}
