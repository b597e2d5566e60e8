# SPDX-License-Identifier: MIT
"""Servers that answer badly, for test_online_play.sh: each argument is a way to do so, and has a port of its
own, which is printed. The first answer is a good table of six; what comes after it is not."""
import http.server
import json
import socketserver
import sys
import threading
import time

START = "......../........ w 6 6"


def table(**more):
    seats = [dict(name=n, here=True, kind="remote", side=i, away=None) for i, n in enumerate("AB")]
    known = dict(
        ok=True,
        id="aB3dE6gH",
        game="six",
        state="running",
        seq=3,
        start=START,
        position=START,
        moves=[],
        turn=0,
        seats=seats,
        left=None,
        running=True,
        paused=False,
        offers=[],
        result="none",
        ended=None,
        picked=[False, False],
        ask=None,
        round=1,
        series=None,
        next=None,
        you=0,
        help=False,
    )
    return json.dumps({**known, **more}).encode()


def event(**more):
    return (
        json.dumps(
            dict(t="ev", id="aB3dE6gH", ply=1, left=None, state="running", seat=0, **more)
        ).encode()
        + b"\n"
    )


STREAMS = {
    "long": lambda: (b"x" * 65536 for _ in range(100)),
    "junk": lambda: [b"{not json\n\xff\xfe\n"],
    "illegal": lambda: [event(seq=4, kind="move", m="z9")],
    "gap": lambda: [event(seq=99, kind="move", m="d6")],
    "flood": lambda: (event(seq=i, kind="react", n=i % 8) for i in range(4, 20000)),
}
TABLES = {
    "huge": lambda: b"[" * (8 << 20),
    "deep": lambda: b'{"a":' * 200000,
    "other": lambda: table(seq=9, game="nine", start="nonsense"),
    "moves": lambda: table(seq=9, moves=["d6"]),
}


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def send(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.send(200, b"nonsense")

    def do_GET(self):
        how, first = self.server.how, not self.server.asked
        try:
            if "/events" in self.path:
                self.send(200, b"")
                for piece in STREAMS.get(how, list)():
                    self.wfile.write(piece)
                self.wfile.flush()
                time.sleep(1)
            elif how == "redirect" and not first:
                self.send(302, b"", Location="file:///etc/passwd")
            else:
                self.server.asked = True
                self.send(200, table() if first or how not in TABLES else TABLES[how]())
        except OSError:
            pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def __init__(self, how):
        super().__init__(("127.0.0.1", 0), Handler)
        self.how, self.asked = how, False

    def handle_error(self, *args):
        pass


servers = [Server(how) for how in sys.argv[1:]]
print(*(s.server_port for s in servers), flush=True)
for s in servers[1:]:
    threading.Thread(target=s.serve_forever, daemon=True).start()
servers[0].serve_forever()
