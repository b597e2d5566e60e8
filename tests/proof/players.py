# SPDX-License-Identifier: MIT
"""What the proofs share: a server that is started, killed and started again, clients over HTTP and
WebSockets that behave as docs/api.md asks (a command is kept until it is answered and sent again
with the same id), men's morris for them to play, and a proxy that makes the way longer.
Standard library alone."""
import asyncio
import atexit
import base64
import json
import os
import random
import re
import socket
import struct
import subprocess
import sys
import time

checks = [0, 0]  # good, bad
SHOWN_MAX = 30  # failures that are printed


def check(good, what, *saw):
    checks[0 if good else 1] += 1
    if not good and checks[1] <= SHOWN_MAX:
        print("FAILED:", what, *saw, flush=True)
    return good


def finish():
    print("%d checks, %d failed" % (checks[0] + checks[1], checks[1]))
    sys.exit(1 if checks[1] else 0)


def percentile(values, of):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * of / 100))] if values else 0.0


def free_port():
    """One below those that the system gives out by itself: nobody else gets it while its server is away."""
    while True:
        with socket.socket() as s:
            port = random.SystemRandom().randrange(10240, 32768)
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


async def until(ready):
    """Whether ready() comes to hold within half a minute."""
    for _ in range(300):
        if ready():
            return True
        await asyncio.sleep(0.1)
    return ready()


class Server:
    """One `concentric serve`, always on the same port."""

    def __init__(self, program, *arguments, environment=None):
        self.program, self.arguments = program, list(arguments)
        self.port = free_port()
        self.environment = dict(os.environ, **(environment or {}))
        self.process = None
        atexit.register(
            lambda: self.process and self.process.poll() is None and self.process.kill()
        )

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), *self.arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        line = self.process.stdout.readline()
        if not re.search(r":%d/" % self.port, line):
            raise SystemExit("the server does not start: %r" % line)
        self.ready = time.time()

    async def start_beside(self):
        """Starts while clients go on."""
        await asyncio.get_running_loop().run_in_executor(None, self.start)

    def take_over(self, socket_path):
        """A second process takes the place of the first, which must end in order."""
        old, port = self.process, self.port
        self.process = subprocess.Popen(
            [self.program, "serve", "--take-over", socket_path, *self.arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        line = self.process.stdout.readline()
        self.ready = time.time()
        check(re.search(r":%d/" % port, line), "the new server has the old one's port", line)
        check(old.wait(20) == 0, "the old server ends in order", old.returncode)

    async def take_over_beside(self, socket_path):
        await asyncio.get_running_loop().run_in_executor(None, self.take_over, socket_path)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Ends it in order; false if it did not end well within 20 s."""
        if self.process is None or self.process.poll() is not None:
            return self.process is not None and self.process.returncode == 0
        self.process.terminate()
        try:
            return self.process.wait(20) == 0
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False


# ---- HTTP


class Away(Exception):
    """Nobody answers, or the connection broke."""


async def http(port, method, path, body=None, key=None, head=None, timeout=60, sending=None):
    """One request over a connection of its own: (status, value); value is JSON or text."""
    data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [
        "%s %s HTTP/1.1" % (method, path),
        "Host: localhost",
        "Connection: close",
        "Content-Length: %d" % len(data),
    ]
    if key:
        lines.append("Authorization: Bearer " + key)
    lines += ["%s: %s" % item for item in (head or {}).items()]
    writer = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if sending:
            sending()
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        answer = await asyncio.wait_for(reader.read(), timeout)
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Away(str(error)) from error
    finally:
        if writer:
            writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    if not top.startswith(b"HTTP/1.1 "):
        raise Away("no answer")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", top)
    if length and len(rest) < int(length.group(1)) and method != "HEAD":
        raise Away("half an answer")
    status = int(top[9:12])
    if b"json" in top.lower() and rest:
        return status, json.loads(rest)
    return status, rest.decode(errors="replace")


async def stream_events(port, table, since, enough, key=None, timeout=30):
    """Events of the streamed GET, until enough(event) says so."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    bearer = "Authorization: Bearer %s\r\n" % key if key else ""
    writer.write(
        (
            "GET /api/v1/tables/%s/events?since=%d HTTP/1.0\r\n%s\r\n" % (table, since, bearer)
        ).encode()
    )
    events, head = [], True
    try:
        while True:
            line = await asyncio.wait_for(reader.readline(), timeout)
            if not line:
                raise Away("the stream ended")
            if head:
                head = line.strip() != b""
            elif line.strip():
                events.append(json.loads(line))
                if enough(events[-1]):
                    return events
    finally:
        writer.close()


# ---- WebSockets


class Ws:
    """A WebSocket. Pings are answered at once, or `pong_delay` seconds late."""

    def __init__(self, pong_delay=0.0):
        self.pong_delay = pong_delay
        self.reader = self.writer = None

    async def connect(self, port, head=""):
        try:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
            self.writer.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
            )
            key = base64.b64encode(os.urandom(16)).decode()
            self.writer.write(
                (
                    "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s\r\n" % (key, head)
                ).encode()
            )
            top = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 20)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            self.close()
            raise Away(str(error)) from error
        if b" 101 " not in top.split(b"\r\n")[0]:
            self.close()
            raise Away(top.split(b"\r\n")[0].decode())
        return self

    def close(self):
        if self.writer:
            self.writer.close()

    def _frame(self, opcode, payload):
        n, mask = len(payload), os.urandom(4)
        head = (
            bytes([0x80 | opcode, 0x80 | n])
            if n < 126
            else bytes([0x80 | opcode, 0x80 | 126]) + struct.pack(">H", n)
        )
        masked = bytes(b ^ mask[i & 3] for i, b in enumerate(payload))
        try:
            self.writer.write(head + mask + masked)
        except (OSError, RuntimeError):
            pass  # the reader will notice

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    async def _pong_later(self, payload):
        await asyncio.sleep(self.pong_delay)
        self._frame(10, payload)

    async def receive(self):
        """The next message; Away when the connection has ended."""
        try:
            while True:
                first, n = await self.reader.readexactly(2)
                if n == 126:
                    n = struct.unpack(">H", await self.reader.readexactly(2))[0]
                elif n == 127:
                    n = struct.unpack(">Q", await self.reader.readexactly(8))[0]
                payload = await self.reader.readexactly(n) if n else b""
                if first == 0x81:
                    return json.loads(payload)
                if first == 0x89 and self.pong_delay:
                    asyncio.ensure_future(self._pong_later(payload))
                elif first == 0x89:
                    self._frame(10, payload)
                elif first == 0x88:
                    raise Away("closed with %r" % payload[:2])
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Away(str(error)) from error


class Seat:
    """A client at one table: watches it over a WebSocket, reconnects, and gets its commands in.
    Every event must come once and in order. `key` "" is a watcher."""

    def __init__(self, port, table, key="", by_post=False, pong_delay=0.0, head=""):
        self.port, self.table, self.key, self.by_post = port, table, key, by_post
        self.pong_delay, self.head = pong_delay, head
        self.seq = 0
        self.events = []  # [0] is event 1
        self.news = asyncio.Event()
        self.command = None  # what is not answered yet: the message
        self.answer = None  # a future of its answer
        self.sent_at = 0.0  # when the command was last sent
        self.promises = {}  # cmd: (seq, message) of everything that was acknowledged
        self.count = 0
        self.link = None
        self.backs = []  # when a connection was made
        self.refusals = {}  # why: how often
        self.prefix = "%x" % random.getrandbits(40)
        self.task = asyncio.ensure_future(self.run())

    async def close(self):
        self.task.cancel()
        if self.link:
            self.link.close()
        await asyncio.gather(self.task, return_exceptions=True)

    async def run(self):
        fails = 0
        while True:
            link = Ws(self.pong_delay)
            try:
                await link.connect(self.port, self.head)
                link.send(
                    {
                        "t": "hi",
                        "v": 1,
                        "watch": [{"id": self.table, "key": self.key, "since": self.seq}],
                    }
                )
                while True:
                    message = await link.receive()
                    if message["t"] == "hi":
                        fails = 0
                        self.backs.append(time.time())
                        self.link = link
                        self._send()
                    else:
                        self._take(message)
            except Away:
                self.link = None
            finally:
                link.close()
            fails += 1
            await asyncio.sleep(
                0.05 if fails == 1 else 0.3 if fails == 2 else random.uniform(0.5, 1.5)
            )

    def _take(self, message):
        kind = message["t"]
        if kind == "ev":
            check(
                message["seq"] == self.seq + 1,
                "events come once and in order",
                self.table,
                self.seq,
                message,
            )
            self.seq = message["seq"]
            message["came"] = time.time()
            self.events.append(message)
            self.news.set()
        elif kind == "state":
            check(
                message["seq"] == 0 or self.seq == 0,
                "no reload of a table",
                self.table,
                self.seq,
                message["seq"],
            )
            self.seq = message["seq"]
            self.events = [None] * self.seq
            self.news.set()
        elif kind in ("ok", "no"):
            self._settle(message.get("cmd"), kind == "ok", message)

    def _settle(self, cmd, good, message):
        if not cmd:  # a watch that was refused: try again
            self.refusals[message["why"]] = self.refusals.get(message["why"], 0) + 1
            if message["why"] in ("not-saved", "busy"):
                asyncio.get_running_loop().call_later(0.3, self._watch_again)
            return
        if not self.command or self.command["cmd"] != cmd:
            return
        if good:
            self.promises[cmd] = (message["seq"], self.command)
        else:
            self.refusals[message["why"]] = self.refusals.get(message["why"], 0) + 1
            if message["why"] in ("not-saved", "busy"):
                asyncio.get_running_loop().call_later(0.3, self._send)
                return
        self.command = None
        if not self.answer.done():
            self.answer.set_result((good, message))

    def _watch_again(self):
        if self.link:
            self.link.send({"t": "watch", "id": self.table, "key": self.key, "since": self.seq})

    def _send(self):
        if self.command and self.link and not self.by_post:
            self.sent_at = time.time()
            self.link.send(dict(self.command, t="do", id=self.table))

    def _stamp(self):
        self.sent_at = time.time()

    async def _post(self):
        cmd = self.command["cmd"]
        while self.command and self.command["cmd"] == cmd:
            try:
                status, value = await http(
                    self.port,
                    "POST",
                    "/api/v1/tables/%s/do" % self.table,
                    self.command,
                    self.key,
                    sending=self._stamp,
                )
                if status != 503:
                    self._settle(cmd, status == 200, value)
                    return
                self.refusals[value["why"]] = self.refusals.get(value["why"], 0) + 1
            except (Away, asyncio.TimeoutError):
                pass
            await asyncio.sleep(random.uniform(0.2, 0.6))

    async def act(self, do, **more):
        """Gets an act in; (True, answer) or (False, refusal). Waits for as long as it takes."""
        self.count += 1
        self.command = dict(more, do=do, cmd="%s.%d" % (self.prefix, self.count))
        self.answer = asyncio.get_running_loop().create_future()
        if self.by_post:
            await self._post()
        else:
            self._send()
        return await self.answer

    async def wait(self, ready):
        """Until ready() holds; looks again after every event."""
        while not ready():
            self.news.clear()
            await self.news.wait()


async def make_table(port, patient=False, head=None, **what):
    """A table with both seats taken: (id, key 0, key 1). Patient: tries until it works."""
    while True:
        try:
            status, made = await http(
                port,
                "POST",
                "/api/v1/tables",
                dict({"game": "nine", "side": "p1"}, **what),
                head=head,
            )
            if status == 201:
                status, joined = await http(
                    port,
                    "POST",
                    "/api/v1/tables/%s/join" % made["id"],
                    {"invite": made["invite"]},
                    head=head,
                )
            if status == 200:
                return made["id"], made["key"], joined["key"]
            if not patient:
                raise SystemExit("no table: %r" % made)
        except (Away, asyncio.TimeoutError):
            if not patient:
                raise
        await asyncio.sleep(0.3)


# ---- Nine men's morris, as far as two careless players need it


def _points():
    rings = [
        ["a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"],
        ["b2", "d2", "f2", "f4", "f6", "d6", "b6", "b4"],
        ["c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4"],
    ]
    lines, near = [], {p: set() for ring in rings for p in ring}
    for ring in rings:
        lines += [{ring[i], ring[i + 1], ring[(i + 2) % 8]} for i in (0, 2, 4, 6)]
        for i in range(8):
            near[ring[i]] |= {ring[i - 1], ring[(i + 1) % 8]}
    for i in (1, 3, 5, 7):
        lines.append({ring[i] for ring in rings})
        for a, b in ((0, 1), (1, 2)):
            near[rings[a][i]].add(rings[b][i])
            near[rings[b][i]].add(rings[a][i])
    return lines, near


LINES, NEAR = _points()


class Board:
    def __init__(self):
        self.men = [set(), set()]
        self.hand = [9, 9]
        self.turn = 0

    def _closes(self, men, to):
        return any(to in line and line <= men for line in LINES)

    def _takes(self, men, to):
        """Texts behind a move to this point: what it takes."""
        if not self._closes(men, to):
            return [""]
        foe = self.men[not self.turn]
        loose = [p for p in sorted(foe) if not self._closes(foe, p)]
        return ["x" + p for p in (loose or sorted(foe))] or [""]

    def moves(self):
        own = self.men[self.turn]
        free = [p for p in NEAR if p not in self.men[0] and p not in self.men[1]]
        if self.hand[self.turn]:
            return [p + t for p in free for t in self._takes(own | {p}, p)]
        return [
            "%s-%s%s" % (a, b, t)
            for a in sorted(own)
            for b in free
            if b in NEAR[a]
            for t in self._takes(own - {a} | {b}, b)
        ]

    def play(self, text):
        path, _, taken = text.partition("x")
        a, _, b = path.partition("-")
        if b:
            self.men[self.turn].remove(a)
        else:
            self.hand[self.turn] -= 1
        self.men[self.turn].add(b or a)
        self.men[not self.turn].discard(taken)
        self.turn = 1 - self.turn

    def choose(self, rng):
        """A move, rather one that takes nothing: games last longer."""
        moves = self.moves()
        return rng.choice([m for m in moves if "x" not in m] or moves)


# ---- A longer way


async def delaying_proxy(port, one_way):
    """A port that leads to the server's, `one_way` seconds later in each direction."""
    loop = asyncio.get_running_loop()

    async def carry(reader, writer):
        queue = asyncio.Queue()

        async def deliver():
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not data:
                    writer.close()
                    return
                writer.write(data)

        task = asyncio.ensure_future(deliver())
        try:
            while True:
                data = await reader.read(65536)
                queue.put_nowait((loop.time() + one_way, data))
                if not data:
                    break
        except OSError:
            queue.put_nowait((loop.time(), b""))
        await task

    async def serve(reader, writer):
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
        for w in writer, other_writer:
            w.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            await asyncio.gather(
                carry(reader, other_writer), carry(other_reader, writer), return_exceptions=True
            )
        except asyncio.CancelledError:
            pass  # the test has ended

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]
