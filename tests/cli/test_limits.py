#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Limits of tables: tables and joins in a minute, acts of a seat in a second by both ways, sockets of a device.
  test_limits.py CONCENTRIC"""
import http.client
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

from raw import UPGRADE, frame, get, post, read_answer, read_head, read_message

failures = []
checks = [0]


def check(name, good, saw=""):
    checks[0] += 1
    if not good:
        failures.append(name)
        print("FAILED: %s %r" % (name, saw), flush=True)


def connect():
    return socket.create_connection(("127.0.0.1", PORT), timeout=15)


def ask(data):
    s = connect()
    s.sendall(data)
    answer = read_answer(s)
    s.close()
    return answer


def make():
    return ask(post("/api/v1/tables", b'{"game":"nine","side":"p1","lobby":true}'))


def many_tables():
    answers = [make() for _ in range(5)]
    check(
        "three tables a minute",
        [a[0] for a in answers] == [201] * 3 + [429] * 2,
        [a[0] for a in answers],
    )
    retry = re.search(r"Retry-After: (\d+)", answers[4][1])
    check("and when to come back", retry and 1 <= int(retry.group(1)) <= 60, answers[4][1])
    why = json.loads(answers[4][2])
    check("in a sentence", why["ok"] is False and why["why"] == "too-often" and why["text"], why)
    return [json.loads(a[2]) for a in answers[:3]]


def act(table, n):
    body = json.dumps({"cmd": "c%d" % n, "do": "react", "n": 1}).encode()
    return post(
        "/api/v1/tables/%s/do" % table["id"], body, "Authorization: Bearer %s\r\n" % table["key"]
    )


def open_socket(hi):
    s = connect()
    s.sendall(get("/ws", UPGRADE) + frame(0x81, json.dumps(hi).encode()))
    check("handshake", " 101 " in read_head(s))
    return s


def texts(s, count):
    """So many messages of a socket; a close frame counts as one."""
    got = []
    while len(got) < count:
        first, payload = read_message(s)
        got.append(json.loads(payload) if first == 0x81 else struct.unpack(">H", payload[:2])[0])
        if first == 0x88:
            break
    return got


def many_acts(table):
    s = connect()
    s.sendall(b"".join(act(table, n) for n in range(20)))
    answers = [read_answer(s)[0] for _ in range(20)]
    s.close()
    check("acts of a seat over HTTP", 429 in answers and answers[0] != 429, answers)
    s = open_socket(
        {"t": "hi", "v": 1, "watch": [{"id": table["id"], "key": table["key"], "since": 1000000}]}
    )
    for n in range(12):
        s.sendall(
            frame(
                0x81,
                json.dumps(
                    {"t": "do", "id": table["id"], "cmd": "w%d" % n, "do": "react", "n": 1}
                ).encode(),
            )
        )
    said = []
    while len([m for m in said if m.get("cmd", "").startswith("w")]) < 12:
        said += [m for m in texts(s, 1) if isinstance(m, dict)]
    often = [m for m in said if m.get("why") == "too-often"]
    check("acts of a seat over a WebSocket", 6 <= len(often) <= 12, said)
    s.close()


def many_sockets():
    device = "D" * 22
    socks = [open_socket({"t": "hi", "v": 1, "key": device}) for _ in range(3)]
    check(
        "two sockets of a device",
        [texts(s, 1)[0] for s in socks[:2]] != [] and all(m == 1008 for m in texts(socks[2], 1)),
    )
    other = open_socket({"t": "hi", "v": 1, "key": "E" * 22})
    check("another device", texts(other, 1)[0]["t"] == "hi")
    nobody = [open_socket({"t": "hi", "v": 1}) for _ in range(4)]
    check("without a device key", all(texts(s, 1)[0]["t"] == "hi" for s in nobody))
    socks[0].close()
    socks[1].sendall(frame(0x81, b'{"t":"hi","v":1}'))
    texts(socks[1], 1)
    again = open_socket({"t": "hi", "v": 1, "key": device})
    check("when one has left", texts(again, 1)[0]["t"] == "hi")


def running_tables():
    tables = [make() for _ in range(3)]
    check(
        "two tables that have not ended",
        [t[0] for t in tables] == [201, 201, 429],
        [t[0] for t in tables],
    )
    check("another reason", json.loads(tables[2][2])["why"] == "too-many", tables[2][2])
    one = json.loads(tables[0][2])
    check("somebody joins", ask(post("/api/v1/tables/%s/join" % one["id"], b"{}"))[0] == 200)
    check("it still counts", make()[0] == 429)
    body = json.dumps({"cmd": "end", "do": "resign"}).encode()
    left = ask(
        post("/api/v1/tables/%s/do" % one["id"], body, "Authorization: Bearer %s\r\n" % one["key"])
    )
    check("one ends", left[0] == 200, left)
    check("and another may be made", make()[0] == 201)


def me(method, rest, key, body=None):
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    line.request(
        method,
        "/api/v1/me" + rest,
        None if body is None else json.dumps(body),
        {"Authorization": "Bearer " + key},
    )
    answer = line.getresponse()
    got = answer.status, json.loads(answer.read())
    line.close()
    return got


def many_devices():
    """Twenty devices are the most, also if all come at once: else their owner could not take the others away."""
    owner, got = "A" * 43, []
    codes = [me("POST", "/link", owner, {})[1]["code"] for _ in range(30)]
    crowd = [
        threading.Thread(
            target=lambda i=i, c=c: got.append(
                me("POST", "/link", "B%02d" % i + "C" * 40, {"code": c})[0]
            )
        )
        for i, c in enumerate(codes)
    ]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    check("nineteen more", sorted(got) == [200] * 19 + [409] * 11, got)
    keys = me("GET", "/keys", owner)[1]["keys"]
    check("the owner's is among them", [len(keys), sum(k["this"] for k in keys)] == [20, 1], keys)
    taken = me("POST", "/revoke", owner, {"key": "others"})
    check("all others are taken away", taken == (200, {"ok": True, "revoked": 19}), taken)


def many_changes():
    """What is written for a player is counted, too."""
    owner, other = "A" * 43, "D" * 43
    me("POST", "", owner, {})
    id_ = me("POST", "", other, {})[1]["id"]
    got = [me("POST", "/hide", owner, {"player": id_, "on": i % 2 == 0})[0] for i in range(6)]
    check("hiding is limited", got == [200, 200, 200, 429, 429, 429], got)


def many_letters():
    """So are feeds, vacations and push messages, and what a teacher does on a board."""
    owner = "A" * 43
    me("POST", "", owner, {})
    got = [
        me(*how)[0]
        for how in [
            ("POST", "/feed", owner, {}),
            ("POST", "/vacation", owner, {"days": 1}),
            ("POST", "/push", owner, {}),
            ("DELETE", "/feed", owner),
            ("POST", "/vacation", owner, {"days": 0}),
            ("POST", "/push", owner, {}),
        ]
    ]
    check("the first are answered", 429 not in got[:4], got)
    check("the others come too often", got[4:] == [429] * 2, got)


def many_lessons():
    def board(path, body):
        return ask(
            post(
                "/api/v1/boards" + path,
                json.dumps(body).encode(),
                "Authorization: Bearer %s\r\n" % ("A" * 43),
            )
        )

    made = board("", {"game": "nine"})
    check("a board", made[0] == 201, made)
    path, got = "/%s/do" % json.loads(made[2])["id"], []
    crowd = [
        threading.Thread(
            target=lambda i=i: got.append(board(path, {"do": "show", "moves": ["d2"][: i % 2]})[0])
        )
        for i in range(5)
    ]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    check("acts on a board are counted", sorted(got) == [200] * 3 + [429] * 2, got)


def with_server(limits, *tests):
    global PORT
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.argv[1], "serve", "--port", "0", "--data", folder, *limits], stdout=subprocess.PIPE
        )
        PORT = int(re.search(rb":(\d+)/", server.stdout.readline()).group(1))
        try:
            for test in tests:
                test()
        finally:
            server.send_signal(signal.SIGTERM)
            check("ends well", server.wait(10) == 0)


with_server(
    ["--limit", "tables=3", "--limit", "acts=3", "--limit", "device-sockets=2"],
    lambda: many_acts(many_tables()[0]),
    many_sockets,
)
with_server(["--limit", "running=2"], running_tables)
with_server([], many_devices)
with_server(["--limit", "joins=5"], many_changes)
with_server(["--limit", "joins=5"], many_letters)
with_server(["--limit", "acts=3"], many_lessons)
print("%d checks, %d failed" % (checks[0], len(failures)))
sys.exit(1 if failures else 0)
