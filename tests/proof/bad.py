#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad people against a running server: each gets a clear answer, and a game beside them goes on
undisturbed. docs/online.md lists which test holds which line.
  bad.py CONCENTRIC"""
import asyncio
import json
import os
import random
import re
import struct
import sys
import tempfile
import time

from players import (
    Away,
    Board,
    Seat,
    Server,
    Ws,
    check,
    finish,
    http,
    make_table,
    percentile,
    stream_events,
)

PROGRAM = sys.argv[1]
NAME = "<img src=x onerror=alert(1)>\"'&"
waits = []  # of the game beside, seconds a move
stop = asyncio.Event()


async def beside(port):
    """A game that must not notice: while the others are at it, and eight moves at least."""
    table, *keys = await make_table(port, head={"X-Forwarded-For": "198.51.100.7"})
    pair = [
        Seat(port, table, key, head="X-Forwarded-For: 198.51.100.%d\r\n" % n)
        for n, key in enumerate(keys)
    ]
    board, rng, seq = Board(), random.Random(1), 2
    while not stop.is_set() or len(waits) < 8:
        seat, move = pair[board.turn], board.choose(rng)
        await seat.wait(lambda: seat.seq >= seq)
        if seat.events[-1]["state"] == "ended":
            break
        began = time.time()
        good, answer = await seat.act("move", move=move)
        waits.append(time.time() - began)
        if not check(good, "the game beside", answer):
            break
        seq = answer["seq"]
        board.play(move)
        await asyncio.sleep(0.06)  # a seat may act ten times a second
    for seat in pair:
        await seat.close()


async def keys_and_seats(port):
    table, one, two = await make_table(port, clock="300+5")
    other, foreign, _ = await make_table(port)
    at = "/api/v1/tables/" + table

    async def act(key, expect, why, **body):
        status, answer = await http(
            port,
            "POST",
            at + "/do",
            dict({"cmd": "c%d" % random.getrandbits(40), "do": "move", "move": "d2"}, **body),
            key,
        )
        check(
            (status, answer.get("why")) == (expect, why),
            "%s: %d %s" % (body or key, expect, why),
            status,
            answer,
        )

    await act(None, 401, "no-key")
    await act("x" * 22, 403, "wrong-key")
    await act("x" * 300, 403, "wrong-key")
    await act(foreign, 403, "wrong-key")  # a good key, of another table
    await act(two, 409, "not-your-turn")
    await act(one, 422, "not-legal", move="a2")
    await act(one, 400, "bad-act", do="flag")  # the server's own acts are nobody's
    await act(one, 400, "bad-act", do="shift", what="100000")
    await act(one, 400, "bad-act", do="sit", name="x")
    await act(one, 400, "bad-cmd", cmd="a b")
    status, answer = await http(port, "POST", at + "/do?key=" + one, {"cmd": "q", "do": "resign"})
    check(
        (status, answer["why"]) == (401, "no-key"), "a key in the address is no key", status, answer
    )
    first = await http(
        port, "POST", at + "/do", {"cmd": "k1", "do": "move", "move": "d2", "on": 2}, one
    )
    again = await http(
        port, "POST", at + "/do", {"cmd": "k1", "do": "move", "move": "d2", "on": 2}, one
    )
    check(
        first == again and first[0] == 200, "a doubled command gets the same answer", first, again
    )
    check((await http(port, "GET", at))[1]["moves"] == ["d2"], "and is played once")
    await act(two, 409, "stale", move="d6", on=2)
    status, answer = await http(
        port, "POST", at + "/do", {"cmd": "k1", "do": "move", "move": "d6", "on": 3}, two
    )
    check(status == 200, "another seat's cmd is its own", status, answer)
    socket = await Ws().connect(port)
    socket.send({"t": "watch", "id": table, "key": "x" * 22})
    answer = await socket.receive()
    check(
        (answer["t"], answer["why"], answer["id"]) == ("no", "wrong-key", table),
        "a wrong key at a socket",
        answer,
    )
    socket.send({"t": "watch", "id": table, "since": 0})
    socket.send({"t": "do", "id": table, "cmd": "w1", "do": "resign"})
    while answer["t"] != "no" or answer.get("cmd") != "w1":
        answer = await asyncio.wait_for(socket.receive(), 5)
    check(answer["why"] == "no-key", "a watcher does not act", answer)
    for bad in (
        "nonsense",
        [],
        {"t": "do"},
        {"t": "watch", "id": 7},
        {"t": "hi", "v": 2},
        {"t": "do", "id": table, "cmd": "z" * 65, "do": "resign"},
        {"t": "do", "id": table, "cmd": "a b", "do": "resign", "key": one},
        {"t": "do", "id": table, "cmd": "w2", "do": "move", "m": 7, "key": one},
    ):
        socket.send(bad)
        answer = {"t": "ev"}
        while answer["t"] not in ("no", "hi"):
            answer = await asyncio.wait_for(socket.receive(), 5)
        check(
            answer["t"] == "no" and answer["why"] in ("bad-message", "wrong-version", "bad-act"),
            "a bad message is refused",
            bad,
            answer,
        )
    socket.send({"t": "hi", "v": 1})
    check((await asyncio.wait_for(socket.receive(), 5))["t"] == "hi", "and the socket goes on")
    socket.close()


async def invitations(port):
    _, made = await http(port, "POST", "/api/v1/tables", {"game": "nine", "side": "p1"})
    at = "/api/v1/tables/" + made["id"]
    check(
        (await http(port, "POST", at + "/join", {"invite": made["key"]}))[1]["why"]
        == "wrong-invite",
        "a seat's key is no invitation",
    )
    check((await http(port, "POST", at + "/join", {}))[1]["why"] == "wrong-invite", "no invitation")
    answers = await asyncio.gather(
        *(http(port, "POST", at + "/join", {"invite": made["invite"]}) for _ in range(20))
    )
    check(
        sorted(s for s, _ in answers) == [200] + [409] * 19,
        "twenty with one invitation: one sits",
        [s for s, _ in answers],
    )
    check(all(a["why"] == "taken" for s, a in answers if s == 409), "the others are told why")
    check(
        (await http(port, "GET", at, key=made["invite"]))[0] == 403,
        "an invitation is no seat's key",
    )


async def markup(port):
    _, made = await http(
        port, "POST", "/api/v1/tables", {"game": "nine", "side": "p1", "name": NAME, "lobby": True}
    )
    at = "/api/v1/tables/" + made["id"]
    status, table = await http(port, "GET", at)
    check(table["seats"][0]["name"] == NAME, "a name comes back as it was", table["seats"])
    check(
        NAME in [t["name"] for t in (await http(port, "GET", "/api/v1/lobby"))[1]["tables"]],
        "also in the lobby",
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in at, at + "/record", "/api/v1/lobby":
        writer.write(("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(re.search(r"content-length: (\d+)", head).group(1)))
        check(
            "x-content-type-options: nosniff" in head and "text/html" not in head,
            "no browser takes it for a page",
            path,
            head,
        )
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    check(
        "content-security-policy:" in head
        and "unsafe-inline" not in head.split("script-src")[-1].split(";")[0],
        "the page runs no script of a name",
        head,
    )
    writer.close()
    for bad in "a\nb", "\u202e" * 32, "x" * 64, "\x7f", "\ud800":
        status, answer = await http(
            port, "POST", "/api/v1/tables", json.dumps({"game": "nine", "name": bad}).encode()
        )
        check(status == 400, "a bad name is refused", repr(bad), status, answer)
    status, text = await http(port, "GET", at + "/record")
    check(status == 200 and text.count("\n[") < 20, "its record is a record", text)


async def secrets(port):
    table, one, two = await make_table(port, game="morelli,size=9,edition=nestor", pick=True)
    at = "/api/v1/tables/" + table
    status, answer = await http(
        port, "POST", at + "/do", {"cmd": "p", "do": "pick", "choice": "facing"}, one
    )
    check(status == 200, "a secret pick", answer)
    shown = []
    for key in two, None:
        _, state = await http(port, "GET", at, key=key)
        state.pop("ask")  # the choices that there are
        shown.append(json.dumps(state))
        shown.append(json.dumps((await http(port, "GET", at + "/record", key=key))[1]))
        shown.append(
            json.dumps(await stream_events(port, table, 0, lambda e: e["seq"] >= 3, key=key))
        )
    check(not any("facing" in text for text in shown), "nobody else sees the pick", shown)
    own = await stream_events(port, table, 0, lambda e: e["seq"] >= 3, key=one)
    check(own[-1]["choice"] == "facing", "its own seat does", own[-1])
    check(json.loads(shown[0])["picked"] == [True, False], "that there is one, all see")
    status, answer = await http(
        port, "POST", at + "/do", {"cmd": "p2", "do": "pick", "choice": "adjacent"}, one
    )
    check(status == 409, "a pick is not changed", status, answer)
    table, one, two = await make_table(port)
    at = "/api/v1/tables/" + table
    await http(port, "POST", at + "/do", {"cmd": "l", "do": "plan", "line": ["d2", "g7"]}, two)
    for key in one, None:
        for path in at, at + "/record":
            check(
                "g7" not in json.dumps((await http(port, "GET", path, key=key))[1]),
                "nobody else sees a planned line",
                path,
            )
        check(
            "g7"
            not in json.dumps(
                await stream_events(port, table, 0, lambda e: e["seq"] >= 3, key=key)
            ),
            "nor its event",
        )


async def too_large(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n"
    )
    try:
        for _ in range(50):
            writer.write(b" " * 100000)
            await asyncio.sleep(0)
    except OSError:
        pass
    answer = await asyncio.wait_for(reader.read(2000), 10)
    check(answer.startswith(b"HTTP/1.1 413 "), "5 MB in a body", answer[:60])
    writer.close()
    socket = await Ws().connect(port)
    mask = b"\1\2\3\4"
    socket.writer.write(b"\x81\xff" + struct.pack(">Q", 5000000) + mask + b"a" * 100000)
    try:
        await asyncio.wait_for(socket.receive(), 10)
    except Away as end:
        check(repr(struct.pack(">H", 1009)) in str(end), "5 MB in a message", end)
    socket.close()


async def never_reads(port):
    table, *_ = await make_table(port)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    writer.write(
        (
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: %s\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n" % key
        ).encode()
    )
    message = json.dumps({"t": "watch", "id": table}).encode()
    frame = b"\x81" + bytes([0x80 | len(message)]) + b"\0\0\0\0" + message
    writer.transport.set_write_buffer_limits(1 << 16)
    reader._transport.pause_reading()
    began, ended = time.time(), False
    try:
        while time.time() - began < 20 and not ended:
            writer.write(frame * 200)
            await asyncio.wait_for(writer.drain(), 3)
    except (OSError, asyncio.TimeoutError):
        ended = True
    check(ended, "who asks and never reads is cut off", time.time() - began)
    writer.transport.abort()


async def many_tables(server):
    """10,000 tables from one address."""
    port, counts, retry = server.port, {}, set()
    before = memory(server.process.pid)
    began = time.time()

    async def pusher(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = b'{"game":"nine"}'
        request = (
            "POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.%d\r\nContent-Length: %d\r\n\r\n"
            % (number, len(body))
        ).encode() + body
        for _ in range(1250):
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            await reader.readexactly(int(re.search(r"(?i)content-length: (\d+)", head).group(1)))
            counts[head[9:12]] = counts.get(head[9:12], 0) + 1
            if head[9:12] == "429":
                retry.add("Retry-After" in head)
        writer.close()

    await asyncio.gather(*(pusher(n) for n in range(8)))
    spent = time.time() - began
    allowed = 60 * (1 + int(spent / 60)) + 60
    check(
        counts.get("201", 0) <= allowed and counts.get("429", 0) >= 10000 - allowed,
        "10,000 tables: 60 a minute are made",
        counts,
    )
    check(retry == {True}, "the others are told when to come back")
    status, _ = await http(
        port, "POST", "/api/v1/tables", {"game": "nine"}, head={"X-Forwarded-For": "192.0.3.1"}
    )
    check(status == 201, "another address is not kept from it", status)
    grown = memory(server.process.pid) - before
    check(grown < 20000, "and they leave little behind", grown)
    print(
        "10,000 tables asked for from one address in %.1f s: %s, the server grew by %d kB"
        % (spent, counts, grown)
    )


async def few_tables(port):
    """--limit running=3, and acts: ten a second."""
    mine, others = {"X-Forwarded-For": "192.0.5.1"}, {"X-Forwarded-For": "192.0.6.1"}
    tables = [await make_table(port, head=mine) for _ in range(3)]
    status, answer = await http(port, "POST", "/api/v1/tables", {"game": "nine"}, head=mine)
    check(
        (status, answer["why"]) == (429, "too-many"),
        "one table more than may be in use",
        status,
        answer,
    )
    check(
        (await http(port, "POST", "/api/v1/tables", {"game": "nine"}, head=others))[0] == 201,
        "another address has its own",
    )
    await http(
        port,
        "POST",
        "/api/v1/tables/%s/do" % tables[0][0],
        {"cmd": "r", "do": "abort"},
        tables[0][1],
        head=mine,
    )
    await asyncio.sleep(2.2)
    check(
        (await http(port, "POST", "/api/v1/tables", {"game": "nine"}, head=mine))[0] == 201,
        "when one is over, another may be made",
    )
    table, one, two = tables[1]
    socket = await Ws().connect(port, "X-Forwarded-For: 192.0.5.1\r\n")
    for n in range(30):
        socket.send({"t": "do", "id": table, "key": one, "cmd": "c%d" % n, "do": "react", "n": 1})
    answers = []
    while len(answers) < 30:
        message = await asyncio.wait_for(socket.receive(), 5)
        if message["t"] in ("ok", "no"):
            answers.append(message.get("why", "ok"))
    check(
        10 <= answers.count("ok") <= 20 and set(answers) == {"ok", "too-often"},
        "ten acts a second",
        answers,
    )
    status, answer = await http(
        port,
        "POST",
        "/api/v1/tables/%s/do" % table,
        {"cmd": "x", "do": "move", "move": "d2"},
        two,
        head=mine,
    )
    check(status == 409, "the other seat has its own ten", status, answer)
    socket.close()


def memory(pid):
    with open("/proc/%d/status" % pid) as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


async def origins(port):
    for origin, good in (
        ("http://localhost", True),
        ("https://evil.example", False),
        ("null", False),
    ):
        try:
            socket = await Ws().connect(port, "Origin: %s\r\n" % origin)
            socket.close()
            check(good, "a socket from " + origin)
        except Away as end:
            check(not good and " 403" in str(end), "a socket from " + origin, end)
        status, answer = await http(
            port, "POST", "/api/v1/tables", {"game": "nine"}, head={"Origin": origin}
        )
        check(status == (201 if good else 403), "a request from " + origin, status, answer)


def keys_are_hashed(folder, secrets_seen):
    data = b""
    for name in os.listdir(folder):
        if name != "admin.sock":
            with open(os.path.join(folder, name), "rb") as file:
                data += file.read()
    check(
        len(data) > 10000 and not any(key.encode() in data for key in secrets_seen),
        "no key is on the disk as it is",
    )


async def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, "--data", folder)
        server.start()
        game = asyncio.ensure_future(beside(server.port))
        table, *keys = await make_table(server.port)
        for bad in keys_and_seats, invitations, markup, secrets, too_large, never_reads, origins:
            await bad(server.port)
        stop.set()
        await game
        keys_are_hashed(folder, keys)
        check(server.stop(), "the server ends in order")
    stop.clear()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            PROGRAM, "--data", folder, "--behind-proxy", "127.0.0.1", "--limit", "requests=1000000"
        )
        server.start()
        game = asyncio.ensure_future(beside(server.port))
        await many_tables(server)
        stop.set()
        await game
        check(server.stop(), "the server ends in order")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            PROGRAM, "--data", folder, "--behind-proxy", "127.0.0.1", "--limit", "running=3"
        )
        server.start()
        await few_tables(server.port)
        check(server.stop(), "the server ends in order")
    check(
        len(waits) >= 5 and percentile(waits, 90) < 1.0,
        "the game beside was not disturbed",
        percentile(waits, 90),
    )
    print(
        "the game beside: %d moves, p50 %.0f ms, most %.0f ms; load average %.1f"
        % (len(waits), 1000 * percentile(waits, 50), 1000 * max(waits), os.getloadavg()[0])
    )


asyncio.run(main())
finish()
