#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Players and the lobby with real servers: one over SQLite that is stopped and started again, and two
# processes over one PostgreSQL, where what one was told the other one knows within two seconds.
# test_club.py CONCENTRIC PG.SH
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import raw  # noqa: E402

program, pg = sys.argv[1:3]
failed = passed = 0
ANNA, ANNA2, BO, CY = ("A" * 43, "a" * 43, "B" * 43, "C" * 43)


def check(good, what, saw=""):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what, saw)


def within(seconds, what, test):
    """True as soon as the test holds; a failure if it does not in time."""
    end, saw = time.time() + seconds, None
    while time.time() < end:
        saw = test()
        if saw is True:
            break
        time.sleep(0.05)
    check(saw is True, what, saw)
    return seconds - (end - time.time())


class Server:
    def __init__(self, *place):
        self.place = place
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", *self.place], stdout=subprocess.PIPE, text=True
        )
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))

    def stop(self):
        self.process.terminate()
        check(self.process.wait(10) == 0, "the server ends")

    def ask(self, method, path, body=None, key=None):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        head = {"Content-Type": "application/json"}
        if key:
            head["Authorization"] = "Bearer " + key
        link.request(method, "/api/v1/" + path, None if body is None else json.dumps(body), head)
        answer = link.getresponse()
        data = answer.read()
        link.close()
        return answer.status, json.loads(data) if data[:1] == b"{" else data.decode()

    def make(self, wish, key=None):
        status, table = self.ask("POST", "tables", wish, key)
        check(status == 201, f"a table: {wish}", table)
        return table


class Socket:
    """A WebSocket that keeps what it was told."""

    def __init__(self, server, key=None):
        self.told = []
        self.link = socket.create_connection(("127.0.0.1", server.port), 20)
        self.link.sendall(raw.get("/ws", raw.UPGRADE))
        raw.read_head(self.link)
        threading.Thread(target=self.read, daemon=True).start()
        self.say({"t": "hi", "v": 1, **({"key": key} if key else {})})

    def say(self, message):
        self.link.sendall(raw.frame(0x81, json.dumps(message).encode()))

    def read(self):
        try:
            while True:
                first, payload = raw.read_frame(self.link)
                if first & 15 == 9:
                    self.link.sendall(raw.frame(0x8A, payload))
                elif first & 15 == 1:
                    self.told.append(json.loads(payload))
        except (EOFError, OSError):
            pass

    def tables(self):
        """The lobby as somebody has it who follows the messages."""
        known = {}
        for m in [m for m in self.told if m["t"] == "lobby"]:
            if "tables" in m:
                known = {}
            known.update({t["id"]: t for t in m.get("tables", []) + m.get("add", [])})
            for gone in m.get("gone", []):
                known.pop(gone, None)
        return known

    def close(self):
        self.link.shutdown(socket.SHUT_RDWR)


def stream(server, path, lines, key=None):
    """The lines of an answer that goes on, by a thread."""
    link = socket.create_connection(("127.0.0.1", server.port), 60)
    link.sendall(raw.get("/api/v1/" + path, f"Authorization: Bearer {key}\r\n" if key else ""))

    def read():
        try:
            raw.read_head(link)
            buffer = b""
            while True:
                size = b""
                while not size.endswith(b"\r\n"):
                    size += raw.read_exactly(link, 1)
                buffer += raw.read_exactly(link, int(size, 16) + 2)[:-2]
                while b"\n" in buffer:
                    line, buffer = buffer.split(b"\n", 1)
                    if line:
                        lines.append(json.loads(line))
        except (EOFError, OSError, ValueError):
            pass

    threading.Thread(target=read, daemon=True).start()
    return link


RATED = {"game": "six", "clock": "300+5", "side": "p1", "rated": True, "lobby": True}


def players(one, two):
    """`one` and `two` are the same store."""
    anna = one.ask("POST", "me", {"name": "Anna"}, ANNA)[1]
    check(two.ask("GET", "me", key=ANNA)[1] == anna, "the same at both")
    one.ask("POST", "me", {"name": "Anna K."}, ANNA)
    within(
        10, "a new name is known", lambda: two.ask("GET", "me", key=ANNA)[1]["name"] == "Anna K."
    )
    bo = two.ask("POST", "me", {"name": "Bo"}, BO)[1]
    table = one.make(RATED, ANNA)
    at = "tables/" + table["id"]
    check(two.ask("POST", at + "/join", {})[0] == 401, "rated, and nobody")
    check(two.ask("POST", at + "/join", {}, BO)[0] == 200, "rated")
    for number, (server, key, move) in enumerate(
        [
            (two, ANNA, "d2"),
            (one, BO, "d6"),
            (one, ANNA, "f4"),
            (two, table["key"], "b4"),
            (two, BO, "b4"),
        ]
    ):
        status = server.ask(
            "POST", at + "/do", {"cmd": f"m{number}", "do": "move", "move": move}, key
        )[0]
        check(status == (409 if number == 3 else 200), f"move {number}", status)
    mine = one.ask("GET", "me/tables", key=ANNA)[1]["tables"]
    check([(t["turn"], t["other"]["name"]) for t in mine] == [(True, "Bo")], "her turn", mine)
    # A second device, revoked at the other process.
    code = one.ask("POST", "me/link", {}, ANNA)[1]["code"]
    check(
        two.ask("POST", "me/link", {"code": code}, ANNA2)[1]["id"] == anna["id"], "a second device"
    )
    check(one.ask("GET", "me", key=ANNA2)[0] == 200, "it is known")
    check(two.ask("POST", "me/revoke", {"key": "others"}, ANNA)[1]["revoked"] == 1, "revoked")
    within(10, "it is not known any more", lambda: one.ask("GET", "me", key=ANNA2)[0] == 404)
    check(
        one.ask("POST", at + "/do", {"cmd": "x", "do": "resign"}, ANNA2)[0] == 403,
        "and plays for nobody",
    )
    check(two.ask("POST", at + "/do", {"cmd": "y", "do": "resign"}, BO)[0] == 200, "Bo resigns")
    games = one.ask("GET", "players/" + bo["id"])[1]["games"]
    check([g["result"] for g in games] == ["loss"], "a loss", games)
    export = two.ask("GET", "me/export", key=ANNA)[1]
    check([t["id"] for t in export["tables"]] == [table["id"]], "the export")
    check({d["kind"] for d in export["documents"]} >= {"player", "key"}, "the export has documents")
    return anna["id"], table


def deletion(one, two, who, table):
    at = "tables/" + table["id"]
    check("Anna K." in json.dumps(two.ask("GET", at)[1]), "before")
    check(one.ask("DELETE", "me", key=ANNA)[0] == 200, "Anna goes")
    within(10, "nobody knows her", lambda: two.ask("GET", "me", key=ANNA)[0] == 404)
    for server in (one, two):
        within(10, "her name is gone", lambda: "Anna" not in json.dumps(server.ask("GET", at)[1]))
        check("Anna" not in server.ask("GET", at + "/record")[1], "also in the record")
        check(len(server.ask("GET", at)[1]["moves"]) == 4, "the moves are there")
        check(server.ask("GET", "players/" + who)[0] == 404, "she is not shown")


def lobby(one, two):
    watcher, lines = Socket(two), []
    watcher.say({"t": "lobby", "on": True})
    link = stream(one, "lobby/events", lines)
    within(
        10,
        "the lobby begins",
        lambda: any("tables" in m for m in watcher.told) and bool(lines) or watcher.told,
    )
    maker = Socket(one, CY)
    one.ask("POST", "me", {"name": "Cy"}, CY)
    maker.say({"t": "hi", "v": 1, "key": CY})
    stays = one.make(dict(RATED, rated=False, range=[1000, 2000]), CY)
    made = time.time()
    goes = one.make({"game": "mur", "clock": "60+0", "lobby": True, "name": "Nobody"})
    slow = one.make({"game": "mur", "clock": "3d", "lobby": True})
    took = within(
        10,
        "both are told",
        lambda: stays["id"] in watcher.tables() and goes["id"] in watcher.tables(),
    )
    print(f"  an open table was told at the other end after {took:.2f} s")
    within(10, "the stream tells as well", lambda: any(stays["id"] in json.dumps(m) for m in lines))
    within(
        10,
        "with who made it",
        lambda: (watcher.tables()[stays["id"]]["player"] or {}).get("name") == "Cy"
        and watcher.tables()[goes["id"]]["name"] == "Nobody",
    )
    check(watcher.tables()[stays["id"]]["range"] == [1000, 2000], "its range")
    within(
        20,
        "who is here",
        lambda: one.ask("GET", "lobby")[1]["here"] == 3 and two.ask("GET", "lobby")[1]["here"] == 3,
    )
    within(45, "a table without its maker goes", lambda: goes["id"] not in watcher.tables())
    took = time.time() - made
    check(took > 29, "after half a minute", took)
    print(f"  a table whose maker was gone went after {took:.1f} s")
    check(
        stays["id"] in watcher.tables() and slow["id"] in watcher.tables(),
        "the others are still there",
    )
    check(two.ask("POST", f'tables/{goes["id"]}/join', {})[0] == 410, "nobody can join it")
    check(two.ask("POST", f'tables/{stays["id"]}/join', {}, BO)[0] == 200, "somebody sits down")
    within(10, "it is taken", lambda: stays["id"] not in watcher.tables())
    wall = two.ask("GET", "wall")[1]["tables"]
    check([t["id"] for t in wall] == [stays["id"]], "it is on the wall", wall)
    maker.close()
    watcher.close()
    link.shutdown(socket.SHUT_RDWR)
    within(20, "nobody is here", lambda: one.ask("GET", "lobby")[1]["here"] == 0)


def pairing(one, two):
    wish = {"game": "nine", "clock": "180+2", "rated": True}
    keys = [c * 43 for c in "defghijk"]
    for key in keys:
        one.ask("POST", "me", {"name": key[0]}, key)
    answers = {}

    def look(number, key):
        server = (one, two)[number % 2]
        table = None
        for _ in range(60):
            status, answer = server.ask("POST", "pair", dict(wish, table=table), key)
            table = answer["id"]
            if status == 200 and not answer.get("waiting"):
                answers[key] = table
                return
            time.sleep(0.2)

    threads = [threading.Thread(target=look, args=(n, k)) for n, k in enumerate(keys)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tables = {}
    for key in keys:
        mine = one.ask("GET", "me/tables", key=key)[1]["tables"]
        check([t["state"] for t in mine] == ["running"], "everybody plays once", mine)
        for t in mine:
            tables.setdefault(t["id"], []).append(key)
            check(answers.get(key) == t["id"], "and knows where", answers.get(key))
    check(sorted(map(len, tables.values())) == [2, 2, 2, 2], "in pairs", tables)


def hidden(one, two):
    bo = one.ask("GET", "me", key=BO)[1]["id"]
    two.ask("POST", "me/hide", {"player": bo, "on": True}, CY)
    table = one.make({"game": "six", "clock": "100+1", "lobby": True}, BO)
    seen = lambda server, key: table["id"] in [
        t["id"] for t in server.ask("GET", "lobby", key=key)[1]["tables"]
    ]
    check(seen(one, None) and seen(two, None), "others see it")
    within(10, "who has hidden him does not", lambda: not seen(one, CY) and not seen(two, CY))
    check(two.ask("POST", f'tables/{table["id"]}/join', {}, CY)[0] == 403, "nor sits down there")
    check(two.ask("POST", "pair", {"game": "six", "clock": "100+1"}, CY)[0] == 201, "nor is paired")


def on_sqlite():
    print("SQLite")
    with tempfile.TemporaryDirectory() as folder:
        server = Server("--data", folder)
        try:
            who, table = players(server, server)
            lobby(server, server)
            hidden(server, server)
            pairing(server, server)
            waits = server.make({"game": "six", "clock": "5d", "lobby": True}, BO)
            server.stop()
            data = b"".join(open(os.path.join(folder, f), "rb").read() for f in os.listdir(folder))
            for key in (ANNA, BO, CY):
                check(key.encode() not in data, "no key is in the file")
            server.start()
            check(server.ask("GET", "me", key=ANNA)[1]["id"] == who, "after a restart")
            check(
                waits["id"] in [t["id"] for t in server.ask("GET", "lobby")[1]["tables"]],
                "the lobby too",
            )
            deletion(server, server, who, table)
        finally:
            server.stop()


def on_postgres():
    print("PostgreSQL, two processes")
    folder = tempfile.mkdtemp()
    url = subprocess.run(
        [pg, "make", folder, "fsync=off", "shared_buffers=32MB"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    servers = []
    try:
        servers = [Server("--store", url), Server("--store", url)]
        who, table = players(*servers)
        lobby(*servers)
        hidden(*servers)
        pairing(*servers)
        deletion(*servers, who, table)
    finally:
        for server in servers:
            server.stop()
        subprocess.run([pg, "remove", folder], check=True)


on_sqlite()
on_postgres()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
