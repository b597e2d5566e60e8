#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Raw-socket half of test_serve.sh.
  serve_raw.py PORT INDEX_HTML            everything below main's first branch
  serve_raw.py PORT --while-stopping PID PATH  SIGTERM to PID while an answer is under way
Prints what fails; exit status 1 if anything does."""
import os
import random
import signal
import socket
import sys
import time

PORT = int(sys.argv[1])
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
failures = []
resets = []


def check(name, good, saw=""):
    if not good:
        failures.append(name)
        print("FAILED (raw): %s %r" % (name, saw))


def connect():
    return socket.create_connection(("127.0.0.1", PORT), timeout=15)


def read_all(s, limit=1 << 24):
    """Everything until the server closes; a reset counts as the end."""
    data = b""
    try:
        while len(data) < limit:
            part = s.recv(65536)
            if not part:
                break
            data += part
    except ConnectionError:
        resets.append(len(data))
    return data


def read_answer(s):
    """One answer with Content-Length: (status, body). Refuses to read past its end."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = s.recv(1)
        if not part:
            return 0, data
        data += part
    head = data.decode()
    length = (
        int(head.lower().split("content-length: ")[1].split("\r\n")[0])
        if "ontent-Length" in head
        else 0
    )
    body = b""
    while len(body) < length:
        part = s.recv(length - len(body))
        if not part:
            break
        body += part
    return int(head.split(" ")[1]), body


def ask(data, name, want):
    """Sends bytes, expects an answer with this status and then the end of the connection."""
    s = connect()
    try:
        s.sendall(data)
    except ConnectionError:
        pass
    got = read_all(s)
    s.close()
    check(name, got.startswith(b"HTTP/1.1 %d " % want), got[:60])
    check(name + ": closes", b"Connection: close" in got, got[:60])
    check(name + ": strict", b"Content-Security-Policy: default-src 'none'" in got)


def bad_requests():
    ask(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "a TLS hello", 400)
    ask(b"\x00" * 100, "NUL bytes", 400)
    ask(b"GET /\r\n\r\n", "no version", 400)
    ask(b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", "HTTP/2.0", 505)
    ask(b"GET / HTTP/1.1\nHost: localhost\n\n", "bare LF", 400)
    ask(b"GET / HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n", "bare CR", 400)
    ask(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n", "two hosts", 400)
    ask(b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "space before the colon", 400)
    ask(b"GET / HTTP/1.1\r\nHost: localhost\r\n folded: y\r\n\r\n", "folded line", 400)
    ask(b"GET / HTTP/1.1\r\nHost: localhost\r\n: y\r\n\r\n", "empty name", 400)
    ask(b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", "two spaces", 400)
    ask(b"GET index.html HTTP/1.1\r\nHost: localhost\r\n\r\n", "no slash", 400)
    ask(b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", "NUL in the path", 400)
    ask(b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", "byte above ASCII in the path", 400)
    ask(b"G(T / HTTP/1.1\r\nHost: localhost\r\n\r\n", "bad method", 400)
    ask(b"A" * 9000, "endless first line", 431)
    ask(
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 3000 + b"\r\n", "many headers", 431
    )
    ask(GET[:-2] + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "a body", 200)
    ask(GET[:-2] + b"Content-Length: 99999999\r\n\r\n" + b"x" * 300000, "a large body", 200)
    ask(GET[:-2] + b"Connection: close\r\n\r\n" + GET, "asked to close", 200)


def noise():
    """Mutated requests: any answer will do, but the server stays (seeded, so it can be repeated)."""
    rng = random.Random(1)
    for _ in range(300):
        data = bytearray(GET * 2)
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        s = connect()
        try:
            s.sendall(bytes(data))
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        read_all(s)
        s.close()


def splits_and_pipelines(page):
    s = connect()
    for i in range(len(GET)):
        s.sendall(GET[i : i + 1])
    check("one byte at a time", read_answer(s) == (200, page))
    s.sendall(b"\r\n" + GET)
    check("an empty line before a request", read_answer(s) == (200, page))
    s.sendall(
        GET * 50 + b"GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"HEAD / HTTP/1.0\r\n\r\n"
    )
    answers = [read_answer(s) for _ in range(51)]
    check("50 pipelined requests", answers[:50] == [(200, page)] * 50)
    check("the 51st", answers[50][0] == 404)
    rest = read_all(s)
    check(
        "HEAD last: a head alone",
        rest.startswith(b"HTTP/1.1 200 ") and rest.endswith(b"\r\n\r\n"),
        rest,
    )
    s.close()
    s = connect()
    s.sendall(b"GET http://x/index.html?q HTTP/1.1\r\nHost: localhost\r\n\r\n")
    check("a whole address", read_answer(s) == (200, page))
    s.close()
    s = connect()
    s.sendall(GET)
    s.shutdown(socket.SHUT_WR)
    check("half-closed client", read_all(s).endswith(page))
    s.close()


def crowd(page):
    """200 connections that say nothing, 50 that stop in the middle: others are served at once."""
    idle = [connect() for _ in range(200)]
    for s in idle[:50]:
        s.sendall(GET[:20])
    start = time.time()
    s = connect()
    s.sendall(GET)
    check("served beside 200 idle connections", read_answer(s) == (200, page))
    check("at once", time.time() - start < 5, time.time() - start)
    s.close()
    return idle


def slow_clients(idle):
    """They all are gone after the time for a head, those that began one with an answer."""
    start = time.time()
    drip = connect()
    drip.sendall(b"GET / HTTP/1.1\r\n")
    answer = b""
    while time.time() - start < 30 and not answer:
        try:
            drip.sendall(b"X: y\r\n")
            drip.settimeout(0.5)
            answer = drip.recv(4096)
            break
        except socket.timeout:
            pass
        except ConnectionError:
            break
    took = time.time() - start
    check("slowloris: answered", answer.startswith(b"HTTP/1.1 408 "), answer[:40])
    check("slowloris: in time", 8 < took < 20, took)
    drip.close()
    for i, s in enumerate(idle):
        s.settimeout(10)
        got = read_all(s)
        if i < 50:
            check("stopped in the middle", got.startswith(b"HTTP/1.1 408 "), got[:40])
        else:
            check("said nothing", got == b"", got[:40])
        s.close()


def flood():
    """More connections than allowed: the last ones hear why, the first ones go on."""
    socks, last = [], b""
    for _ in range(1030):
        socks.append(connect())
    try:
        last = read_all(socks[-1])
    except socket.timeout:
        pass
    check("one too many", last.startswith(b"HTTP/1.1 503 ") and b"Retry-After" in last, last[:40])
    socks[0].sendall(GET)
    check("the first one is served", read_answer(socks[0])[0] == 200)
    for s in socks:
        s.close()
    start, status = time.time(), 0
    while status != 200 and time.time() - start < 10:  # until they all are gone
        s = connect()
        try:
            s.sendall(GET)
            status = read_answer(s)[0]
        except ConnectionError:
            pass
        s.close()
        time.sleep(0.1)
    check("after the flood", status == 200, status)


def while_stopping(pid, path):
    """Many answers asked for and not read: they are under way when the signal comes."""
    s = connect()
    ask_for = ("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path).encode()
    s.settimeout(1)
    sent = 0
    try:
        while sent < 4000000:
            sent += s.send(ask_for)
    except socket.timeout:
        pass
    os.kill(pid, signal.SIGTERM)
    time.sleep(0.3)
    s.settimeout(10)
    data = read_all(s)
    heads = data.split(b"HTTP/1.1 200 OK\r\n")
    check("answers came", len(heads) > 1)
    lengths = set(len(h.split(b"\r\n\r\n", 1)[1]) for h in heads[1:])
    check("every one of them whole", len(lengths) == 1, sorted(lengths))
    check("and the server closed in order", not resets)


def main():
    if sys.argv[2] == "--while-stopping":
        while_stopping(int(sys.argv[3]), sys.argv[4])
        return
    with open(sys.argv[2], "rb") as file:
        page = file.read()
    bad_requests()
    noise()
    splits_and_pipelines(page)
    slow_clients(crowd(page))
    flood()


main()
sys.exit(1 if failures else 0)
