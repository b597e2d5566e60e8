# SPDX-License-Identifier: MIT
"""A server for the tests of how one is run, and what they count."""
import base64
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time

counts = [0, 0]


def check(name, good, *saw):
    counts[0 if good else 1] += 1
    if not good:
        print("FAILED:", name, *saw, flush=True)
    return good


def finish():
    print("%d checks, %d failed" % (sum(counts), counts[1]))
    sys.exit(1 if counts[1] else 0)


def until(ready, seconds=20):
    """True as soon as it holds; False if it does not in time."""
    end = time.time() + seconds
    while time.time() < end:
        if ready():
            return True
        time.sleep(0.1)
    return False


class Served:
    """One `concentric serve` until the block ends; it must then end in order."""

    def __init__(self, program, *flags, port=True, ends=0):
        given = any(f in ("--config", "--port", "--take-over") for f in flags)
        self.command = [program, "serve", *([] if given else ["--port", "0"]), *flags]
        self.program, self.ends = program, ends

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.line = self.process.stdout.readline()
        found = re.search(r"http://(\[?[0-9a-f:.]+\]?):(\d+)/", self.line)
        if not found:
            raise SystemExit("no server: %s %s" % (self.line, self.process.communicate()[1]))
        self.address, self.port = found.group(1).strip("[]"), int(found.group(2))
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.errors = self.process.communicate(timeout=15)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.errors = self.process.communicate()[1]
        check(
            "the server ends in order",
            self.process.returncode == self.ends,
            self.process.returncode,
            self.errors,
        )

    def ask(self, method, path, body=None, key=None, **heads):
        """(status, value, heads) of one request."""
        c = http.client.HTTPConnection(self.address, self.port, timeout=20)
        heads = {name.replace("_", "-"): value for name, value in heads.items()}
        if key:
            heads["Authorization"] = "Bearer " + key
        c.request(method, path, json.dumps(body) if body is not None else None, heads)
        answer = c.getresponse()
        text = answer.read().decode()
        c.close()
        value = json.loads(text) if "json" in (answer.getheader("Content-Type") or "") else text
        return answer.status, value, answer.headers

    def raw(self, path):
        """(status, bytes) of a GET."""
        c = http.client.HTTPConnection(self.address, self.port, timeout=20)
        c.request("GET", path)
        answer = c.getresponse()
        data = answer.read()
        c.close()
        return answer.status, data

    def make(self, **what):
        """A table with both seats: (id, key, key)."""
        status, made, _ = self.ask(
            "POST", "/api/v1/tables", dict({"game": "nine", "side": "p1"}, **what)
        )
        assert status == 201, made
        status, joined, _ = self.ask(
            "POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]}
        )
        assert status == 200, joined
        return made["id"], made["key"], joined["key"]

    def events(self, table, until):
        """The events of a table up to this number, from the stream."""
        c = http.client.HTTPConnection(self.address, self.port, timeout=20)
        c.request("GET", "/api/v1/tables/%s/events?since=0" % table)
        answer, found = c.getresponse(), []
        while not found or found[-1]["seq"] < until:
            line = answer.readline()
            if line.strip():
                found.append(json.loads(line))
        c.close()
        return found

    def socket(self, heads=""):
        return WebSocket(self.address, self.port, heads)


class WebSocket:
    """As much of one as these tests need."""

    def __init__(self, address, port, heads=""):
        self.s = socket.create_connection((address, port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall(
            (
                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s\r\n" % (key, heads)
            ).encode()
        )
        self.head = b""
        while b"\r\n\r\n" not in self.head:
            self.head += self.s.recv(1)

    def send(self, value):
        self.send_text(json.dumps(value))

    def send_text(self, text):
        data, mask = text.encode(), os.urandom(4)
        head = (
            bytes([0x81, 0x80 | len(data)])
            if len(data) < 126
            else struct.pack(">BBH", 0x81, 0x80 | 126, len(data))
        )
        self.s.sendall(head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(data)))

    def closes(self):
        """The code of the close; None if the connection just ends."""
        try:
            while True:
                head = self.s.recv(2, socket.MSG_WAITALL)
                if len(head) < 2:
                    return None
                size = head[1] & 127
                if size == 126:
                    size = struct.unpack(">H", self.s.recv(2, socket.MSG_WAITALL))[0]
                data = self.s.recv(size, socket.MSG_WAITALL) if size else b""
                if head[0] == 0x88:
                    return struct.unpack(">H", data[:2])[0]
        except ConnectionError:
            return None

    def close(self):
        self.s.close()


class Admin:
    """`concentric admin` for a server's directory."""

    def __init__(self, program, data):
        self.program, self.data = program, data

    def run(self, *words):
        done = subprocess.run(
            [self.program, "admin", *words, "--data", self.data],
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr

    def json(self, *words):
        code, out, said = self.run(*words, "--json")
        return json.loads(out) if out else {"ok": False, "code": code, "text": said}


def get_over(place, path):
    """(status, body) of a GET at a path of a Unix socket, or (address, port)."""
    s = socket.socket(socket.AF_UNIX) if isinstance(place, str) else socket.socket()
    s.settimeout(20)
    s.connect(place)
    s.sendall(("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path).encode())
    got = b""
    while True:
        part = s.recv(65536)
        if not part:
            break
        got += part
    s.close()
    head, _, body = got.partition(b"\r\n\r\n")
    length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
    check("a whole answer", len(body) == length, len(body), length)
    return int(head.split()[1]), body.decode()


def read_metrics(text):
    """Prometheus's text format, read strictly: {sample: value}."""
    found, types, helps, family = {}, {}, set(), None
    check("metrics end with a line", text.endswith("\n"))
    for line in text.splitlines():
        about = re.fullmatch(r"# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)", line)
        if about:
            name = about.group(2)
            if about.group(1) == "HELP":
                check("one HELP a name", name not in helps, name)
                helps.add(name)
            else:
                check(
                    "one TYPE a name, of a known kind, after its HELP",
                    name not in types
                    and name in helps
                    and about.group(3) in ("counter", "gauge", "histogram"),
                    line,
                )
                types[name] = about.group(3)
                family = name
            continue
        sample = re.fullmatch(
            r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_]\w*="[^"\\\n]*"(?:,[a-zA-Z_]\w*="[^"\\\n]*")*\})? (-?[0-9.e+-]+|\+Inf|NaN)',
            line,
        )
        if not check("a line of metrics", sample is not None, line):
            continue
        name = sample.group(1)
        base = (
            re.sub(r"_(bucket|sum|count)$", "", name) if types.get(family) == "histogram" else name
        )
        check("samples follow their TYPE", base == family, line)
        check(
            "counters end with _total", types[family] != "counter" or name.endswith("_total"), line
        )
        full = name + (sample.group(2) or "")
        check("a sample once", full not in found, full)
        found[full] = float(sample.group(3))
    for name in (n for n, t in types.items() if t == "histogram"):
        buckets = [(s, v) for s, v in found.items() if s.startswith(name + "_bucket")]
        ends = [
            float(re.search(r'le="([^"]+)"', s).group(1).replace("+Inf", "inf")) for s, _ in buckets
        ]
        values = [v for _, v in buckets]
        check(
            "classes grow to +Inf",
            ends == sorted(ends) and ends[-1] == float("inf") and values == sorted(values),
            buckets,
        )
        check("and hold all", values[-1] == found[name + "_count"] and name + "_sum" in found, name)
    return found
