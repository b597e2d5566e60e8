/* SPDX-License-Identifier: MIT */
/* Time-outs of many things at once: a wheel of one-second slots. Arming, moving and disarming cost
 * the same however many there are; nothing here knows a clock or a socket. */
#ifndef CONCENTRIC_APP_SERVER_WHEEL_H
#define CONCENTRIC_APP_SERVER_WHEEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WHEEL_SLOTS = 64 }; /* the longest time is one less */

/* Part of whatever has a time-out. Zeroed it is not armed. */
typedef struct WheelNode {
    struct WheelNode *next, **link; /* link: what points to this one; NULL if it is not armed */
} WheelNode;

typedef struct Wheel {
    WheelNode *slots[WHEEL_SLOTS];
    uint64_t now; /* ticks so far */
} Wheel;

/* Fires `seconds` (1 to WHEEL_SLOTS - 1) ticks from now; a node that is armed is moved. */
void wheel_arm(Wheel *wheel, WheelNode *node, int seconds);
void wheel_disarm(WheelNode *node);
/* One second has passed: fire(context, node) for every node whose time has come, disarmed. It may
 * arm and disarm any node. */
void wheel_tick(Wheel *wheel, void (*fire)(void *context, WheelNode *node), void *context);

#endif
