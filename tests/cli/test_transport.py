#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The transport by raw sockets, with the API of echo_server.c: bodies, late answers, streams,
WebSockets, limits, proxies, enemies, the end.
  test_transport.py ECHO_SERVER
Prints what fails; exit status 1 if anything does."""
import base64
import hashlib
import json
import os
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

from ops import until
from raw import (
    KEY,
    UPGRADE,
    frame,
    get,
    post,
    read_all,
    read_answer,
    read_exactly,
    read_frame,
    read_head,
    read_message,
)

PROGRAM = sys.argv[1]
checks = [0]
failures = []


def check(name, good, saw=""):
    checks[0] += 1
    if not good:
        failures.append(name)
        print("FAILED: %s %r" % (name, saw), flush=True)


class Server:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())

    def connect(self, timeout=15):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, data):
        """Sends one request, reads one answer: (status, head, body)."""
        s = self.connect()
        s.sendall(data)
        answer = read_answer(s)
        s.close()
        return answer

    def counts(self):
        return json.loads(self.ask(get("/api/counts"))[2])

    def processor_seconds(self):
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, name):
        start = time.time()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "killed"
        check(name + ": ends well", status == 0, status)
        check(name + ": within 5 s", time.time() - start < 5, time.time() - start)


# ---- WebSockets


def open_socket(server, fields="", extra=b"", hello=True):
    s = server.connect()
    s.sendall(get("/ws", UPGRADE + fields) + extra)
    head = read_head(s)
    if " 101 " not in head:
        return s, head
    if hello and read_message(s) != (0x81, b"hello"):
        raise EOFError("no hello")
    return s, head


def closes_with(s, code):
    """Reads until a close frame and the end of the connection."""
    try:
        while True:
            first, payload = read_frame(s)
            if first == 0x88:
                return struct.unpack(">H", payload[:2])[0] == code and read_all(s) == b""
    except (EOFError, ConnectionError, socket.timeout):
        return False


STRICT = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Access-Control-Allow-Origin": None,
}
OPEN = {
    "Cross-Origin-Opener-Policy": None,
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Access-Control-Allow-Origin": "*",
}


def field(head, name):
    found = re.search(r"(?i)\r\n%s: ([^\r]*)" % name, head)
    return found.group(1) if found else None


def check_paths(server):
    """Which paths the API is asked for, and which answers other sites may use: by the table of answer.c."""
    id_ = "aB3dE6gH"
    rows = [
        ("/api/who", True, STRICT),
        ("/api/", True, STRICT),
        ("/feed/games.atom", True, STRICT),
        ("/feed/", True, STRICT),
        ("/oembed?url=x", True, STRICT),
        ("/t/%s.svg" % id_, True, OPEN),
        ("/t/%s.png?size=100" % id_, True, OPEN),
        ("/embed/t/%s/table" % id_, True, OPEN),
        ("/embed/t/%s/events" % id_, True, OPEN),
        ("/t/%s.gif" % id_, False, STRICT),
        ("/t/.svg", False, STRICT),
        ("/t/%s.svg/" % id_, False, STRICT),
        ("/t/%s.svgx" % id_, False, STRICT),
        ("/t/a/b.svg", False, STRICT),
        ("/t/%s.svg" % ("a" * 33), False, STRICT),
        ("/t/..%2f.svg", False, STRICT),
        ("/feed", False, STRICT),
        ("/oembed/", False, STRICT),
        ("/oembedx", False, STRICT),
        ("/apix", False, STRICT),
        ("/embed", False, STRICT),
        ("/embed/", False, OPEN),
        ("/embed/t/", False, OPEN),
        ("/embed/t/%s" % id_, False, OPEN),
        ("/embed/t/%s/" % id_, False, OPEN),
        ("/embed/t/%s/record" % id_, False, OPEN),
        ("/", False, STRICT),
        ("/ws", False, STRICT),
        ("/embedded", False, STRICT),
        ("/nothing", False, STRICT),
    ]
    for path, asked, fields in rows:
        status, head, body = server.ask(get(path))
        there = b'"path":' in body or b"nothing-here" in body
        check("%s: who is asked" % path, there == asked, (status, body))
        for name, value in fields.items():
            check("%s: %s" % (path, name), field(head, name) == value, head)
        policy = "frame-ancestors %s;" % ("*" if fields is OPEN else "'none'")
        check("%s: framing" % path, policy in (field(head, "Content-Security-Policy") or ""), head)
    s = server.connect()  # one connection: an open answer opens nothing behind it
    s.sendall(get("/t/%s.svg" % id_) + get("/api/who") + b"nonsense\r\n\r\n")
    heads = [read_answer(s)[1] for _ in range(3)]
    check(
        "each answer has its own fields",
        [field(h, "Access-Control-Allow-Origin") for h in heads] == ["*", None, None],
        heads,
    )
    s.close()
    status, head, body = server.ask(post("/t/%s.svg" % id_, b"", "Origin: http://y\r\n"))
    check("another site's POST to a picture", status == 403, (status, body))


def check_tags(server):
    status, head, body = server.ask(get("/api/tagged"))
    check(
        "tag",
        (status, field(head, "ETag"), field(head, "Cache-Control"), body)
        == (200, '"v1"', "public, max-age=7", b"tagged"),
        head,
    )
    for tags, want in (
        ('"v1"', 304),
        ('"v0", W/"v1"', 304),
        ("*", 304),
        ('"v0"', 200),
        ("v1", 200),
    ):
        status, head, body = server.ask(get("/api/tagged", "If-None-Match: %s\r\n" % tags))
        check(
            "If-None-Match: %s" % tags,
            (status, field(head, "ETag"), body)
            == (want, '"v1"', b"tagged" if want == 200 else b""),
            head,
        )
    check(
        "304 has no length",
        field(server.ask(get("/api/tagged", "If-None-Match: *\r\n"))[1], "Content-Length") is None,
    )


def site_of(server, host, fields=""):
    return json.loads(
        server.ask(("GET /api/who HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (host, fields)).encode())[2]
    )["site"]


def check_site(server):
    for host in ("play.example.org", "127.0.0.1:8080", "[::1]:80"):
        check("site of %s" % host, site_of(server, host) == "http://" + host)
    for host in ("", "a b", "a/b", 'a"b', "<b>", "x@y", "a" * 256):
        check("no site of %s" % host, site_of(server, host) == "", site_of(server, host))
    check(
        "a client's word on TLS", site_of(server, "x", "X-Forwarded-Proto: https\r\n") == "http://x"
    )


def handshakes(server):
    s, head = open_socket(server)
    accept = base64.b64encode(
        hashlib.sha1((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    ).decode()
    check("handshake", "Sec-WebSocket-Accept: %s\r\n" % accept in head, head)
    check("handshake: the example of RFC 6455", accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    s.close()
    for origin in "http://localhost", "https://LOCALHOST", "http://localhost:80":
        s, head = open_socket(server, "Origin: %s\r\n" % origin)
        check("origin " + origin, " 101 " in head, head)
        s.close()
    for origin in (
        "http://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://localhost:81",
        "file://localhost",
    ):
        s, head = open_socket(server, "Origin: %s\r\n" % origin)
        check("foreign origin " + origin, " 403 " in head, head)
        s.close()
    bad = [
        ("no upgrade", get("/ws"), 426),
        ("no connection", get("/ws", UPGRADE.replace("Connection: Upgrade\r\n", "")), 426),
        ("version 12", get("/ws", UPGRADE.replace("13", "12")), 426),
        ("short key", get("/ws", UPGRADE.replace("==", "=")), 400),
        ("no key", get("/ws", UPGRADE.replace("Sec-WebSocket-Key", "X")), 400),
        ("POST", get("/ws", UPGRADE).replace(b"GET", b"POST"), 405),
        ("HTTP/1.0", get("/ws", UPGRADE).replace(b"1.1", b"1.0"), 426),
        ("another path", get("/ws/", UPGRADE), 404),
    ]
    for name, data, want in bad:
        status, head, body = server.ask(data)
        check("handshake, %s: %d" % (name, want), status == want, (status, body))
    s, head = open_socket(server, extra=frame(0x81, b"at once"))
    check("a frame with the handshake", read_message(s) == (0x81, b"at once"))
    s.close()


def messages(server):
    s, _ = open_socket(server)
    for n in 0, 1, 125, 126, 127, 4000, 4096:
        s.sendall(frame(0x81, b"a" * n))
        check("echo of %d" % n, read_message(s) == (0x81, b"a" * n))
    data = frame(0x01, "石".encode()[:2]) + frame(0x89, b"p") + frame(0x80, "石".encode()[2:])
    for i in range(len(data)):
        s.sendall(data[i : i + 1])
    check("ping between fragments, byte by byte", read_message(s) == (0x8A, b"p"))
    check("fragments", read_message(s) == (0x81, "石".encode()))
    s.sendall(frame(0x81, b"x") * 200)
    check("200 at once", [read_message(s) for _ in range(200)] == [(0x81, b"x")] * 200)
    s.sendall(frame(0x81, b"close"))
    check("closed by the API", closes_with(s, 4321))
    bad = [
        ("not masked", frame(0x81, b"x", False), 1002),
        ("reserved bit", frame(0xC1, b"x"), 1002),
        ("reserved opcode", frame(0x83, b"x"), 1002),
        ("binary", frame(0x82, b"x"), 1003),
        ("no UTF-8", frame(0x81, b"\xff"), 1007),
        ("too long", frame(0x81, b"a" * 4097), 1009),
        ("too long in fragments", frame(0x01, b"a" * 4000) + frame(0x80, b"a" * 97), 1009),
        ("close", frame(0x88, b"\x03\xe8bye"), 1000),
        ("close without a code", frame(0x88, b""), 1000),
        ("close 4999", frame(0x88, struct.pack(">H", 4999)), 4999),
        ("close 1006", frame(0x88, struct.pack(">H", 1006)), 1002),
        ("a request instead", get("/"), 1002),
    ]
    for name, data, want in bad:
        s, _ = open_socket(server)
        s.sendall(data)
        check("%s: %d" % (name, want), closes_with(s, want))
        s.close()
    s, _ = open_socket(server)
    data = frame(0x81, b"a" * 5000000)
    try:
        s.sendall(data)
    except OSError:
        pass
    check("5 MB is refused", closes_with(s, 1009) or read_all(s) == b"")
    s.close()
    check("served after 5 MB", server.ask(get("/api/who"))[0] == 200)


def round_trips(server):
    s, _ = open_socket(server)
    s.sendall(frame(0x81, b"so that the ping behind the greeting is read"))
    read_message(s)
    s.sendall(frame(0x81, b"rtt"))
    said = read_message(s)[1]
    check("a first round trip was measured", 0 < int(said.split()[1]) < 1000000, said)
    s.close()
    start = time.time()
    s, _ = open_socket(server, hello=False)
    check("hello first", read_frame(s) == (0x81, b"hello"))
    first, payload = read_frame(s)
    check("a ping at once", first == 0x89 and len(payload) == 4)
    s.sendall(frame(0x8A, b"\0\0\0\0") + frame(0x81, b"rtt"))
    check("a wrong pong does not count", read_message(s, False) == (0x81, b"rtt 0"))
    time.sleep(0.3)
    s.sendall(frame(0x8A, payload) + frame(0x81, b"rtt"))
    late = int(read_message(s)[1].split()[1])
    took = time.time() - start
    check("a late pong is seen", 290000 < late < took * 1e6 + 50000, (late, took))
    s.sendall(frame(0x8A, payload) + frame(0x81, b"rtt"))
    check("a second one does not count", read_message(s) == (0x81, b"rtt %d" % late))
    s.sendall(frame(0x81, b"ping"))
    first, payload = read_frame(s)
    s.sendall(frame(0x8A, payload) + frame(0x81, b"rtt"))
    least = int(read_message(s)[1].split()[1])
    check("the smallest counts", first == 0x89 and 0 < least < late, least)
    s.close()


# ---- requests


def bodies(server):
    for n in 0, 1, 1000, 65535, 65536:
        body = os.urandom(n)
        check("a body of %d" % n, server.ask(post("/api/echo", body))[2] == body)
    for name, data, want in [
        ("too large", post("/api/echo", b"x" * 65537), 413),
        (
            "far too large",
            b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            413,
        ),
        (
            "chunked",
            b"POST /api/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            411,
        ),
        (
            "two lengths",
            b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            400,
        ),
        (
            "chunked with a length",
            b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na",
            400,
        ),
        (
            "another coding",
            b"POST /api/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\na",
            501,
        ),
        ("PATCH", post("/api/echo", b"x").replace(b"POST", b"PATCH"), 405),
        ("a foreign page", post("/api/echo", b"x", "Origin: http://evil.example\r\n"), 403),
        ("NUL in the path", get("/api/%00"), 404),
        ("nothing there", get("/api/nothing"), 404),
        ("a body for a file", post("/", b"x" * 1000), 405),
    ]:
        status, head, body = server.ask(data)
        check("%s: %d" % (name, want), status == want, (status, body))
        if want != 400 and want != 501 and "file" not in name:
            check(name + ": JSON", json.loads(body)["ok"] is False, body)
    check(
        "in Japanese",
        "あ" < json.loads(server.ask(get("/api/%00", "Accept-Language: ja\r\n"))[2])["text"][0],
    )
    who = json.loads(
        server.ask(
            post(
                "/api/who?a=1",
                b"xy",
                "Authorization: Bearer abc\r\nAccept-Language: en;q=0.1,ja\r\n",
            )
        )[2]
    )
    check(
        "what the API is told",
        who
        == {
            "method": 2,
            "path": "/api/who",
            "query": 3,
            "bearer": 3,
            "body": 2,
            "lang": "ja",
            "peer": 1,
            "site": "http://localhost",
        },
        who,
    )
    s = server.connect()
    s.sendall(post("/api/echo", b"x" * 5, "Expect: 100-continue\r\n")[:-5])
    check("100 Continue", read_head(s) == "HTTP/1.1 100 Continue\r\n\r\n")
    s.sendall(b"abcde")
    check("and then the answer", read_answer(s)[2] == b"abcde")
    for b in post("/api/echo", b"slowly"):
        s.sendall(bytes([b]))
    check("a body byte by byte", read_answer(s)[2] == b"slowly")
    s.close()
    s = server.connect()
    s.sendall(b"HEAD /api/who HTTP/1.0\r\n\r\n")
    got = read_all(s)
    check(
        "HEAD",
        got.startswith(b"HTTP/1.1 200 ")
        and got.endswith(b"\r\n\r\n")
        and re.search(rb"Content-Length: [1-9]", got),
        got,
    )
    s.close()


def late_answers(server):
    s = server.connect()
    s.sendall(
        get("/api/late?ms=200")
        + post("/api/echo", b"second")
        + get("/api/late?ms=1")
        + get("/api/nothing")
    )
    answers = [read_answer(s) for _ in range(4)]
    check(
        "pipelined, in order",
        [a[2][:8] for a in answers] == [b"late 200", b"second", b"late 1", b'{"ok":fa'],
        answers,
    )
    check("the last one's reason", json.loads(answers[3][2])["text"] == 'nothing "here"')
    gone = [server.connect() for _ in range(20)]
    for g in gone:
        g.sendall(get("/api/late?ms=150"))
    time.sleep(0.05)
    for g in gone[::2]:
        g.close()
    s.sendall(get("/api/late?ms=10"))
    check("beside others that wait", read_answer(s)[2] == b"late 10")
    check(
        "those who stayed are answered",
        [read_answer(g)[2] for g in gone[1::2]] == [b"late 150"] * 10,
    )
    half = server.connect()
    half.sendall(get("/api/late?ms=100"))
    half.shutdown(socket.SHUT_WR)
    check("half-closed and late", read_all(half).endswith(b"late 100"))


def read_chunk(s):
    size = b""
    while not size.endswith(b"\r\n"):
        size += read_exactly(s, 1)
    data = read_exactly(s, int(size, 16) + 2)
    return data[:-2]


def streams(server):
    before = server.counts()["streams"]
    s = server.connect()
    s.sendall(get("/api/stream?n=3"))
    head = read_head(s)
    check("a stream is chunked", "Transfer-Encoding: chunked" in head and "x-ndjson" in head, head)
    check(
        "its lines", [read_chunk(s) for _ in range(3)] == [b'{"n":0}\n', b'{"n":1}\n', b'{"n":2}\n']
    )
    check("and it stays open", not select.select([s], [], [], 0.3)[0])
    s.close()
    check("its end is noticed", until(lambda: server.counts()["streams"] == before + 1, 10))
    s = server.connect()
    s.sendall(get("/api/stream?n=1&end=1") + get("/api/who"))
    read_head(s)
    check("a stream that ends", read_chunk(s) == b'{"n":0}\n' and read_chunk(s) == b"")
    check("and a request after it", read_answer(s)[0] == 200)
    s.close()
    s = server.connect()
    s.sendall(b"GET /api/stream?n=2&end=1 HTTP/1.0\r\n\r\n")
    got = read_all(s)
    check(
        "to HTTP/1.0 by the end of the connection",
        got.endswith(b'\r\n\r\n{"n":0}\n{"n":1}\n') and b"hunked" not in got,
        got,
    )
    s.close()
    s = server.connect()
    s.sendall(b"HEAD /api/stream?n=2 HTTP/1.1\r\nHost: x\r\n\r\n" + get("/api/who"))
    check("HEAD of a stream", "chunked" in read_head(s) and read_answer(s)[0] == 200)
    s.close()


# ---- enemies


def all_closed(server):
    counts = server.counts()
    return counts["open"] == counts["closed"]


def never_reads(server):
    s, _ = open_socket(server)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.sendall(frame(0x81, b"flood"))
    time.sleep(0.5)
    start = time.time()
    check("served beside one who never reads", server.ask(get("/api/who"))[0] == 200)
    check("at once", time.time() - start < 5)
    check("and that one is closed", until(lambda: all_closed(server), 10), server.counts())
    s.close()
    stream = server.connect()
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    before = server.counts()["streams"]
    stream.sendall(get("/api/stream?n=1000000"))
    check(
        "a stream that is not read is closed",
        until(lambda: server.counts()["streams"] == before + 1, 10),
    )
    stream.close()


def byte_a_minute(server, done):
    """A frame that does not come to its end, and a body and a head that do not."""
    s, _ = open_socket(server)
    s.sendall(frame(0x81, b"a" * 10)[:7])
    start = time.time()
    s.settimeout(30)
    check("half a message: closed", closes_with(s, 1008))
    check("half a message: in time", 8 < time.time() - start < 20, time.time() - start)
    done.append(1)


def half_a_body(server, done):
    s = server.connect(40)
    s.sendall(post("/api/echo", b"x" * 100)[:-1])
    start = time.time()
    got = read_all(s)
    check("half a body: 408", got.startswith(b"HTTP/1.1 408 "), got[:40])
    check("half a body: in time", 18 < time.time() - start < 26, time.time() - start)
    done.append(1)


def many_connections(server):
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2
    )
    socks = [open_socket(server)[0] for _ in range(1500)]
    check(
        "the first of 1500",
        (socks[0].sendall(frame(0x81, b"a")), read_message(socks[0]))[1] == (0x81, b"a"),
    )
    check(
        "the last of 1500",
        (socks[-1].sendall(frame(0x81, b"b")), read_message(socks[-1]))[1] == (0x81, b"b"),
    )
    check("a request beside them", server.ask(get("/api/who"))[0] == 200)
    for s in socks:
        s.close()
    check("all are gone", until(lambda: all_closed(server), 10), server.counts())


def out_of_descriptors():
    server = Server()
    pid = server.process.pid
    used = len(os.listdir("/proc/%d/fd" % pid))
    resource.prlimit(
        pid, resource.RLIMIT_NOFILE, (used + 10, resource.prlimit(pid, resource.RLIMIT_NOFILE)[1])
    )
    socks = [server.connect() for _ in range(30)]
    time.sleep(0.3)
    before = server.processor_seconds()
    time.sleep(1.5)
    check(
        "out of descriptors: does not spin",
        server.processor_seconds() - before < 0.3,
        server.processor_seconds() - before,
    )
    socks[0].sendall(get("/api/who"))
    check("out of descriptors: others go on", read_answer(socks[0])[0] == 200)
    socks[29].sendall(get("/api/who"))
    for s in socks[:20]:
        s.close()
    check("out of descriptors: the next gets its turn", read_answer(socks[29])[0] == 200)
    server.stop("out of descriptors")


# ---- limits


def limits():
    server = Server(
        "--limit",
        "sockets=3",
        "--limit",
        "messages=5",
        "--limit",
        "requests=20",
        "--limit",
        "connections=20",
    )
    socks = [open_socket(server) for _ in range(4)]
    check(
        "three sockets and no more",
        [" 101 " in h for _, h in socks] == [True, True, True, False],
        socks[3][1],
    )
    check("the fourth: 429", " 429 " in socks[3][1] and "Retry-After" in socks[3][1])
    s = server.connect()
    s.sendall(get("/api/stream?n=1"))
    check("a stream counts too", " 429 " in read_head(s))
    socks[0][0].close()
    for wait in 0.1, 0.3, 1, 3, 6:  # few: requests are counted
        time.sleep(wait)
        again = open_socket(server)
        if " 101 " in again[1]:
            break
        again[0].close()
    check("when one has left", " 101 " in again[1], again[1])
    again[0].sendall(frame(0x81, b"x") * 20)
    check("too many messages", closes_with(again[0], 1008))
    for s, _ in socks:
        s.close()
    answers = [server.ask(get("/api/who")) for _ in range(25)]
    refused = [a for a in answers if a[0] == 429]
    check("too many requests", 3 < len(refused) < 25 and answers[0][0] == 200, len(refused))
    check("and when to try again", all("Retry-After" in a[1] for a in refused))
    many = [server.connect() for _ in range(25)]
    check("too many connections", read_all(many[-1]).startswith(b"HTTP/1.1 503 "))
    for s in many:
        s.close()
    server.stop("limits")


def peer(server, fields):
    return json.loads(server.ask(get("/api/who", fields))[2])["peer"]


def proxies():
    plain = Server()
    check(
        "X-Forwarded-For of anybody is not believed",
        peer(plain, "X-Forwarded-For: 8.8.8.8\r\n") == 1,
    )
    plain.stop("not behind a proxy")
    other = Server("--behind-proxy", "10.0.0.1")
    check("nor of another than the proxy", peer(other, "X-Forwarded-For: 8.8.8.8\r\n") == 1)
    other.stop("behind another proxy")
    server = Server(
        "--behind-proxy", "127.0.0.1", "--limit", "sockets=2", "--limit", "requests=1000"
    )
    a, b = peer(server, "X-Forwarded-For: 8.8.8.8\r\n"), peer(
        server, "X-Forwarded-For: 8.8.9.8\r\n"
    )
    check("behind a proxy", a != 1 and b != 1 and a != b, (a, b))
    check("the last address counts", peer(server, "X-Forwarded-For: 1.1.1.1, 8.8.8.9\r\n") == a)
    check("a /24 is one", peer(server, "X-Forwarded-For: 8.8.8.200\r\n") == a)
    six = peer(server, "X-Forwarded-For: 2001:db8:1:2::3\r\n")
    check("a /56 is one", six == peer(server, "X-Forwarded-For: 2001:db8:1:ff::9\r\n") and six != a)
    check("mapped IPv4", peer(server, "X-Forwarded-For: ::ffff:8.8.8.1\r\n") == a)
    check("nonsense is the proxy's own", peer(server, "X-Forwarded-For: me\r\n") == 1)
    heads = [open_socket(server, "X-Forwarded-For: 9.9.9.%d\r\n" % i) for i in range(3)]
    check("sockets are counted by it", [" 101 " in h for _, h in heads] == [True, True, False])
    other = open_socket(server, "X-Forwarded-For: 9.9.8.1\r\n")
    check("each by itself", " 101 " in other[1])
    check(
        "the proxy's word on TLS",
        site_of(server, "x", "X-Forwarded-Proto: https\r\n") == "https://x",
    )
    check(
        "the proxy's word is one word",
        site_of(server, "x", "X-Forwarded-Proto: https, http\r\n") == "http://x",
    )
    server.stop("behind a proxy")


def the_end():
    server = Server()
    links = [open_socket(server)[0] for _ in range(50)]
    deaf, _ = open_socket(server)
    stream = server.connect()
    stream.sendall(get("/api/stream?n=1"))
    read_head(stream)
    never = server.connect()
    never.sendall(get("/api/never"))
    late = server.connect()
    late.sendall(get("/api/late?ms=700"))
    idle, half = server.connect(), server.connect()
    half.sendall(b"GET / HTT")
    server.ask(get("/api/who"))  # what came before is read
    server.stop("with everything connected")
    check("WebSockets hear 1001", all(closes_with(s, 1001) for s in links))
    check("a late answer still came", read_all(late).endswith(b"late 700"))
    check("a stream ended in order", read_all(stream).endswith(b"0\r\n\r\n"))
    check("idle ones are cut", read_all(idle) == b"" and read_all(half) == b"")


def main():
    server = Server()
    done = []
    slow = [threading.Thread(target=f, args=(server, done)) for f in (byte_a_minute, half_a_body)]
    other = Server()
    for f in (
        handshakes,
        messages,
        round_trips,
        bodies,
        late_answers,
        streams,
        never_reads,
        check_paths,
        check_tags,
        check_site,
    ):
        f(other)
    other.stop("after all that")
    for t in slow:
        t.start()
    crowd = Server()
    many_connections(crowd)
    crowd.stop("after a crowd")
    out_of_descriptors()
    limits()
    proxies()
    the_end()
    for t in slow:
        t.join()
    check("the slow ones were tried", len(done) == 2, done)
    server.stop("after the slow ones")


main()
print("%d checks, %d failed" % (checks[0], len(failures)))
sys.exit(1 if failures else 0)
