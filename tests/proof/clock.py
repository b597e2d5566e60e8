#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clock fairness over real WebSockets through a proxy that delays: a round trip of 20 ms against one
of 100 ms, and one of 300 ms against a client that answers pings half a second late.
  clock.py CONCENTRIC [MOVES [THINK_MS]]      (10 moves of 300 ms a side)
Thinking is measured by the client, from the news of the other's move to sending its own, so that a
busy machine disturbs little."""
import asyncio
import os
import random
import sys
import tempfile
import time

from players import Board, Seat, Server, check, delaying_proxy, finish, make_table, percentile

PROGRAM = sys.argv[1]
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 10
THINK = (float(sys.argv[3]) if len(sys.argv) > 3 else 300) / 1000
NEAR_MS = 30


def moves():
    """Legal moves of one game for both sides, without an end: placing, then wandering."""
    board, rng = Board(), random.Random(7)
    while True:
        move = board.choose(rng)
        board.play(move)
        yield move


async def play(seat, number, line):
    """Plays its side; a move: thought, charged, and what passed at the server, in seconds."""
    out, ply = [], 0
    await seat.wait(lambda: seat.events and seat.events[-1]["state"] == "running")
    while len(out) < MOVES + 1:
        plies = [e for e in seat.events if e["kind"] == "move"]
        if len(plies) % 2 != number:
            await seat.wait(lambda: sum(e["kind"] == "move" for e in seat.events) > len(plies))
            continue
        ply = len(plies)
        await asyncio.sleep(
            max(0.0, (plies[-1]["came"] if plies else time.time()) + THINK - time.time())
        )
        good, answer = await seat.act("move", move=line[ply])
        if not check(good, "a move", answer):
            break
        await seat.wait(lambda: len(seat.events) >= answer["seq"])
        event = seat.events[answer["seq"] - 1]
        if plies:  # the first move of all is not charged
            out.append(
                (
                    seat.sent_at - plies[-1]["came"],
                    (plies[-1]["left"][number] - event["left"][number]) / 1000,
                    (event["at"] - plies[-1]["at"]) / 1000,
                )
            )
        else:
            out.append(None)
    return [move for move in out if move]


async def game(port, ways, pong_delays):
    """One game over two ways; per side a list of moves."""
    table, *keys = await make_table(port, clock="3600+0")
    proxies = [await delaying_proxy(port, way / 2) for way in ways]
    seats = [Seat(proxies[s][1], table, keys[s], pong_delay=pong_delays[s]) for s in (0, 1)]
    source = moves()
    line = [next(source) for _ in range(2 * MOVES + 4)]
    await asyncio.sleep(1.5)  # the first round trips are measured
    try:
        return await asyncio.gather(*(play(seat, s, line) for s, seat in enumerate(seats)))
    finally:
        await asyncio.gather(*(seat.close() for seat in seats))
        for server, _ in proxies:
            server.close()


def extra(moves):
    """Charged beyond the thinking, milliseconds: of all moves, and of each."""
    each = [1000 * (charged - thought) for thought, charged, _ in moves]
    return sum(each), each


async def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, "--data", folder)
        server.start()
        try:
            fair, odd = await asyncio.gather(
                game(server.port, (0.02, 0.1), (0, 0)), game(server.port, (0.3, 0), (0, 0.5))
            )
        finally:
            check(server.stop(), "the server ends in order")
    for name, pairs in zip(("20 ms", "100 ms"), fair):
        total, each = extra(pairs)
        print(
            "round trip %s: %d moves, charged beyond the thinking %.1f ms a move (p50 %.1f, p99 %.1f)"
            % (name, len(pairs), total / len(pairs), percentile(each, 50), percentile(each, 99))
        )
        # Half of the moves, and the average without two at either end, so that a machine that stops
        # for a moment does not count.
        most = sorted(each)[2:-2]
        check(
            abs(percentile(each, 50)) <= NEAR_MS,
            "charged the thinking time within 30 ms a move",
            name,
            each,
        )
        check(abs(sum(most) / len(most)) <= 2 * NEAR_MS, "and nearly so on average", name, each)
    total, each = extra(odd[0])
    count = len(odd[0])
    covered = 300 + 100 * (count - 1)
    way = sum(1000 * (passed - thought) for thought, _, passed in odd[0])
    print(
        "round trip 300 ms: %d moves, on the way %.0f ms in all, the bank has %d, charged beyond the thinking %.0f"
        % (count, way, covered, total)
    )
    check(way >= 300 * count, "the way is as long as it should be", way)
    check(
        abs(total - (way - covered)) <= NEAR_MS * count,
        "what the bank does not cover is charged",
        total,
        way,
        covered,
    )
    total, each = extra(odd[1])
    count = len(odd[1])
    print(
        "pongs half a second late: %d moves, gained %.0f ms in all, allowed %d ms"
        % (count, -total, 300 + 100 * (count - 1))
    )
    check(
        -total <= 300 + 100 * (count - 1) + 5 * count, "late pongs gain no more than the bank", each
    )
    check(-total >= 300, "and they do gain what the bank has", each)
    print("load average %.1f" % os.getloadavg()[0])


asyncio.run(main())
finish()
