#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A disk that is full, read-only or slow under a running server: moves are not acknowledged, all
else is answered within a second, and everything goes on by itself afterwards.
  disk.py CONCENTRIC DISK_FAULTS [SLOW_MS]      (an fsync of 5000 ms)
DISK_FAULTS is the library of tests/faults/disk.c, which stands before the system's own calls."""
import asyncio
import os
import sys
import tempfile
import time

from players import Seat, Server, Ws, check, finish, http, make_table

PROGRAM, LIBRARY = sys.argv[1:3]
SLOW_MS = int(sys.argv[3]) if len(sys.argv) > 3 else 5000


class Fault:
    def __init__(self, path):
        self.path = path

    def set(self, text):
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(text)
        os.rename(self.path + ".new", self.path)


async def quick(what, wait, name):
    began = time.time()
    try:
        value = await asyncio.wait_for(wait, 10)
    except asyncio.TimeoutError:
        value = None
    check(
        value is not None and time.time() - began < 3.0,
        "%s: %s, not after the disk" % (name, what),
        time.time() - began,
    )
    return value


async def ping(socket_of_another):
    """A message there and back over a socket that has nothing to do with the disk."""
    socket_of_another.send({"t": "hi", "v": 1})
    return await socket_of_another.receive()


async def others_are_served(port, table, other, name):
    await quick("the page", http(port, "GET", "/"), name)
    await quick("the games", http(port, "GET", "/api/v1/games"), name)
    _, shown = await quick("a table", http(port, "GET", "/api/v1/tables/" + table), name)
    await quick("another socket", ping(other), name)
    return shown


async def refused(port, fault, text, name):
    """Writes are refused at once."""
    table, *keys = await make_table(port, clock="300+0")
    a, b = Seat(port, table, keys[0]), Seat(port, table, keys[1], by_post=True)
    other = await Ws().connect(port)
    await ping(other)
    check((await a.act("move", move="d2"))[0], name + ": a move before")
    await b.wait(lambda: b.seq >= 3)
    fault.set(text)
    waiting = asyncio.ensure_future(b.act("move", move="d6"))
    await asyncio.sleep(0.5)
    shown = await others_are_served(port, table, other, name)
    status, answer = await http(port, "POST", "/api/v1/tables", {"game": "nine"})
    check(
        (status, answer.get("why")) == (503, "not-saved"),
        name + ": no table is made",
        status,
        answer,
    )
    status, answer = await http(
        port, "POST", "/api/v1/tables/%s/do" % table, {"cmd": "w", "do": "react", "n": 1}, keys[0]
    )
    check(
        (status, answer.get("why")) == (503, "not-saved"),
        name + ": no act is acknowledged",
        status,
        answer,
    )
    check(
        not waiting.done() and b.refusals.get("not-saved", 0) > 0,
        name + ": the move is not acknowledged",
        b.refusals,
    )
    check(shown["moves"] == ["d2"], name + ": nor shown", shown["moves"])
    fault.set("")
    good, answer = await asyncio.wait_for(waiting, 20)
    check(good, name + ": the same command goes in afterwards", answer)
    check(
        (await asyncio.wait_for(a.act("move", move="a1"), 20))[0], name + ": and the game goes on"
    )
    await a.wait(lambda: sum(e["kind"] == "move" for e in a.events) == 3)
    for seat in a, b:
        await seat.close()
    other.close()


async def slow(port, fault):
    """Writes take long: an answer comes when it is on the disk, or says that it is not."""
    name = "slow"
    table, *keys = await make_table(port, clock="300+0")
    elsewhere, *_ = await make_table(port)
    a, b = Seat(port, table, keys[0]), Seat(port, table, keys[1])
    other = await Ws().connect(port)
    await ping(other)
    check((await a.act("move", move="d2"))[0], name + ": a move before")
    await b.wait(lambda: b.seq >= 3)
    fault.set("slow %d" % SLOW_MS)
    await asyncio.sleep(1.1)  # the sign of life of every second is stuck by now
    began = time.time()
    waiting = asyncio.ensure_future(b.act("move", move="d6"))
    longest = 0.0
    while time.time() - began < SLOW_MS / 1000 - 0.5 and not waiting.done():
        before = time.time()
        await others_are_served(port, elsewhere, other, name)
        longest = max(longest, time.time() - before)
        await asyncio.sleep(0.2)
    check(not waiting.done(), name + ": no acknowledgement before the disk", time.time() - began)
    fault.set("")
    good, answer = await asyncio.wait_for(waiting, SLOW_MS / 1000 + 10)
    check(good, name + ": the same command goes in", answer)
    took = time.time() - began
    await b.wait(lambda: b.seq >= answer["seq"])
    moves = [e for e in b.events if e["kind"] == "move"]
    check([e["m"] for e in moves] == ["d2", "d6"], name + ": once", moves)
    charged = (moves[0]["left"][1] - moves[1]["left"][1]) / 1000
    check(
        (await asyncio.wait_for(a.act("move", move="a1"), 10))[0], name + ": and the game goes on"
    )
    print(
        "fsync of %d ms: acknowledged after %.1f s (refused %s times before), four other requests took at most %.2f s "
        "together, charged %.2f s"
        % (SLOW_MS, took, b.refusals.get("not-saved", 0), longest, charged)
    )
    check(charged < 3.0, name + ": the wait for the disk is not charged", charged)
    for seat in a, b:
        await seat.close()
    other.close()


async def main():
    with tempfile.TemporaryDirectory() as folder:
        fault = Fault(os.path.join(folder, "fault"))
        fault.set("")
        server = Server(
            PROGRAM,
            "--data",
            os.path.join(folder, "data"),
            environment={"LD_PRELOAD": LIBRARY, "CONCENTRIC_DISK_FAULT": fault.path},
        )
        server.start()
        try:
            await refused(server.port, fault, "full", "full")
            await refused(server.port, fault, "readonly", "read-only")
            await slow(server.port, fault)
            fault.set("slow 30000")
            await asyncio.sleep(1.5)
        finally:
            check(server.stop(), "the server ends, with a thread stuck in an fsync")


asyncio.run(main())
finish()
