#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How a server is run: settings from a file, the operator's socket, metrics, log, health, bans, backups.
  test_ops.py CONCENTRIC EXAMPLE-SETTINGS"""
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime

from ops import Admin, Served, check, finish, get_over, read_metrics, until
from raw import read_message

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "proof"))
from players import free_port  # noqa: E402

PROGRAM, EXAMPLE = sys.argv[1:3]


def serve_fails(*flags):
    """What a server says that does not start."""
    done = subprocess.run([PROGRAM, "serve", *flags], capture_output=True, text=True, timeout=30)
    check("does not start: %s" % (flags,), done.returncode == 2, done)
    return done.stderr.strip()


def put(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def settings(work):
    file = put(
        work + "/a.conf",
        "# comment\nport = 0\nbind = ::1\nlimit-tables = 2\n\ndata = %s/a\n" % work,
    )
    with Served(PROGRAM, "--config", file) as server:
        check("settings of the file", server.line.startswith("serving http://[::1]:"), server.line)
        check(
            "its limit",
            [server.ask("POST", "/api/v1/tables", {"game": "nine"})[0] for _ in range(3)]
            == [201, 201, 429],
        )
    with Served(PROGRAM, "--config", file, "--bind", "127.0.0.1", "--limit", "tables=1") as server:
        check(
            "the command line wins",
            server.line.startswith("serving http://127.0.0.1:"),
            server.line,
        )
        check(
            "also for limits",
            [server.ask("POST", "/api/v1/tables", {"game": "nine"})[0] for _ in range(2)]
            == [201, 429],
        )
    said = serve_fails("--config", put(work + "/b.conf", "port = 0\nlimit-tabels = 3\n"))
    check(
        "an unknown name, its line, the nearest",
        "line 2" in said
        and "'limit-tabels'" in said
        and "limit-tables" in said
        and "b.conf" in said,
        said,
    )
    check("one line", said.count("\n") == 0, said)
    check("no file", "cannot read" in serve_fails("--config", work + "/none.conf"))
    check("a large file", "64 kB" in serve_fails("--config", put(work + "/c.conf", "#\n" * 40000)))


def example(work):
    """The example that is installed: every line in it is good, and every flag is in it."""
    with open(EXAMPLE) as file:
        text = re.sub(r"(?m)^#(?=[a-z-]+ = )", "", file.read())
    names = set(re.findall(r"(?m)^([a-z-]+) = ", text))
    said = serve_fails("--config", put(work + "/all.conf", text + "nonsense = 1\n"))
    check("every line of the example is good", "line %d:" % (text.count("\n") + 1) in said, said)
    flags = re.findall(
        r"(?m)^  --([a-z-]+)",
        subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True).stdout,
    )
    lacks = set(flags) - names - {"config", "help", "limit", "take-over"}
    check("every flag is in dist/concentric.conf", len(flags) > 6 and not lacks, lacks)


# ---- the operator's socket


def socket_file(work):
    data = work + "/sock"
    with Served(PROGRAM, "--data", data) as server:
        path = data + "/admin.sock"
        mode = os.stat(path).st_mode
        check(
            "a socket among the data, for its owner only",
            stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600,
            oct(mode),
        )
        said = serve_fails("--port", "0", "--data", work + "/other", "--admin", path)
        check("a live one is refused", "another server answers" in said, said)
        check("and stays", Admin(PROGRAM, data).json("health")["good"])
        server.process.kill()
        server.process.wait()
        server.ends = -9
    check("kill -9 leaves it behind", os.path.exists(path))
    with Served(PROGRAM, "--data", data):
        check("a stale one is replaced", Admin(PROGRAM, data).json("status")["ok"])
    check("an end in order takes it away", not os.path.exists(path))
    put(work + "/file", "mine")
    said = serve_fails("--port", "0", "--data", work + "/other", "--admin", work + "/file")
    check(
        "a file that is no socket stays",
        "no socket" in said and open(work + "/file").read() == "mine",
        said,
    )
    said = serve_fails("--port", "0", "--data", work + "/other", "--admin", work + "/" + "x" * 120)
    check("a path that is too long", "too long" in said, said)
    with Served(PROGRAM, "--data", data, "--admin", "none"):
        check("none on request", not os.path.exists(path))
        code, out, said = Admin(PROGRAM, data).run("status")
        check("nobody answers", code == 2 and "no server answers" in said, code, out, said)


def raw(path, data, lines=1):
    """What the socket answers to these bytes."""
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(20)
    s.connect(path)
    s.sendall(data)
    got = b""
    try:
        while got.count(b"\n") < lines:
            part = s.recv(65536)
            if not part:
                break
            got += part
    except ConnectionResetError:
        pass
    s.close()
    return got


def protocol(server, data):
    path = data + "/admin.sock"
    for line in (
        b"nonsense",
        b"[]",
        b"{}",
        b'{"do":3}',
        b'{"do":"rm"}',
        b"",
        b'{"do":"close"}',
        b'{"do":"close","id":7}',
        b'{"do":"hide-name","id":"abcdefgh"}',
        b'{"do":"ban","what":"net"}',
        b'{"do":"log-level","level":"loud"}',
        b'{"do":"ban","what":"cat","value":"x"}',
        b'{"do":"ban","what":"net","value":"x"}',
        b'{"do":"ban","what":"net","value":"127.0.0.1"}',
        b'{"do":"ban","what":"key","value":"!"}',
        b'{"do":"ban","what":"net","value":"203.0.113.1","for":0}',
        b'{"do":"ban","what":"net","value":"203.0.113.1","for":1e12}',
        b'{"do":"backup"}',
        b"\xff\xfe",
        b'{"do":"status"',
    ):
        value = json.loads(raw(path, line + b"\n"))
        check("refused: %r" % line, value["ok"] is False and value["why"] and value["text"], value)
    both = raw(path, b'{"do":"health"}\n{"do":"bans"}\n', 2).split(b"\n")
    check(
        "several lines, in order",
        json.loads(both[0])["good"] and json.loads(both[1])["bans"] == [],
        both,
    )
    check("a line that is too long ends it", raw(path, b"x" * 5000) == b"")
    talks = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    for s in talks:
        s.connect(path)
    for s in talks:
        s.close()
    check("many at once do no harm", Admin(PROGRAM, data).json("health")["good"])
    check("a GET over it", b"200 OK" in raw(path, b"GET /metrics HTTP/1.0\r\n\r\n", 20))


def tables(server, admin):
    status, made, _ = server.ask(
        "POST", "/api/v1/tables", {"game": "nine", "side": "p1", "name": "Rude Name"}
    )
    table, keys = made["id"], [made["key"]]
    status, joined, _ = server.ask(
        "POST", "/api/v1/tables/%s/join" % table, {"invite": made["invite"], "name": "Kind"}
    )
    keys.append(joined["key"])
    listed = {t["id"]: t for t in admin.json("tables")["tables"]}
    check(
        "tables are listed",
        listed[table]["names"] == ["Rude Name", "Kind"] and listed[table]["state"] == "running",
        listed,
    )
    rude = "Robert'); drop table tbl;-- <script>"
    status, said, _ = server.ask(
        "POST", "/api/v1/tables", {"game": "nine", "side": "p1", "name": rude}
    )
    status, shown, _ = server.ask("GET", "/api/v1/tables/" + said["id"])
    check("a name is only a name", status == 200 and shown["seats"][0]["name"] == rude, shown)
    code, out, _ = admin.run("tables")
    check("in lines", code == 0 and table in out and '"Rude Name" "Kind"' in out, out)
    check("a name is hidden", admin.json("hide-name", table, "0")["ok"])
    for key in (None, keys[0], keys[1]):
        status, shown, _ = server.ask("GET", "/api/v1/tables/" + table, key=key)
        check("from the table", [s["name"] for s in shown["seats"]] == ["", "Kind"], shown["seats"])
    events = server.events(table, shown["seq"])
    check(
        "from what was told before",
        "Rude" not in json.dumps(events) and "Kind" in json.dumps(events),
        events,
    )
    status, record, _ = server.ask("GET", "/api/v1/tables/%s/record" % table)
    check("from the record", status == 200 and "Rude" not in record and "Kind" in record, record)
    status, said, _ = server.ask(
        "POST",
        "/api/v1/tables/%s/do" % table,
        {"cmd": "n", "do": "name", "name": "Rude 2"},
        keys[0],
    )
    check("no other name follows", status == 403, said)
    status, said, _ = server.ask(
        "POST", "/api/v1/tables/%s/do" % table, {"cmd": "m", "do": "move", "move": "d2"}, keys[0]
    )
    check("the game goes on", status == 200, said)
    check("a table is closed", admin.json("close", table)["ok"])
    status, shown, _ = server.ask("GET", "/api/v1/tables/" + table)
    check(
        "without a result",
        shown["state"] == "aborted" and shown["result"] == "none",
        shown["state"],
    )
    code, out, said = admin.run("close", table)
    check("once", code == 1 and said.startswith("concentric: "), code, said)
    check("none of that id", admin.run("close", "abcdefgh")[0] == 1)
    for words in (
        ["close"],
        ["close", "a", "b"],
        ["status", "x"],
        ["dance"],
        ["drain", "on"],
        ["hide-name", table, "2"],
        ["ban", "net", "203.0.113.1", "--for", "7"],
        ["status", "--for", "7d"],
    ):
        check("usage: %s" % words, admin.run(*words)[0] == 2)


def drain(server, admin):
    status, made, _ = server.ask("POST", "/api/v1/tables", {"game": "nine", "side": "p1"})
    playing = server.make()
    check("draining", admin.json("drain")["ok"])
    for path, body in (
        ("/api/v1/tables", {"game": "nine"}),
        ("/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]}),
    ):
        status, said, heads = server.ask("POST", path, body)
        check(
            "nothing new begins",
            status == 503 and said["why"] == "draining" and int(heads["Retry-After"]) > 0,
            status,
            said,
        )
    status, said, _ = server.ask("POST", "/api/v1/tables", {"game": "nine"}, Accept_Language="ja")
    check("in Japanese too", re.search("[\u3040-\u30ff]", said["text"]), said)
    status, said, _ = server.ask(
        "POST",
        "/api/v1/tables/%s/do" % playing[0],
        {"cmd": "m", "do": "move", "move": "d2"},
        playing[1],
    )
    check("who plays plays on", status == 200, said)
    status, said, _ = server.ask("GET", "/api/v1/health")
    check(
        "health says so", (status, said) == (503, {"ok": False, "health": "draining"}), status, said
    )
    code, out, _ = admin.run("health")
    check("and the operator's command", (code, out) == (1, "draining\n"), code, out)
    check("... as JSON", admin.run("health", "--json")[0] == 1)
    check("no longer", admin.json("drain", "off")["ok"])
    check(
        "joins work again",
        server.ask("POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]})[0]
        == 200,
    )
    check("healthy", server.ask("GET", "/api/v1/health")[:2] == (200, {"ok": True, "health": "ok"}))
    check("the command too", admin.run("health") == (0, "ok\n", ""))


def bans(work):
    data = work + "/bans"

    def ask(server, address, path="/api/v1/lobby", **heads):
        try:
            return server.ask("GET", path, X_Forwarded_For=address, **heads)[0]
        except (http.client.HTTPException, ConnectionError):
            return 0

    with Served(PROGRAM, "--data", data, "--behind-proxy", "127.0.0.1") as server:
        admin = Admin(PROGRAM, data)
        check("a net", admin.json("ban", "net", "203.0.113.77")["ok"])
        check("another", admin.json("ban", "net", "2001:db8:1:2300::/56", "--for", "12h")["ok"])
        check(
            "the whole net, and nobody else",
            [
                ask(server, a)
                for a in (
                    "203.0.113.1",
                    "203.0.113.254",
                    "203.0.112.1",
                    "2001:db8:1:23ff::9",
                    "2001:db8:1:2400::9",
                )
            ]
            == [403, 403, 200, 403, 200],
        )
        check(
            "files too",
            ask(server, "203.0.113.1", "/") == 403 and ask(server, "198.51.100.1", "/") != 403,
        )
        listed = admin.json("bans")["bans"]
        check(
            "kept as prefixes",
            sorted(b["value"] for b in listed) == ["2001:db8:1:2300::/56", "203.0.113.0/24"],
            listed,
        )
        check(
            "for a time",
            6.9 * 86400 < listed[0]["until"] / 1000 - time.time() < 7.1 * 86400,
            listed,
        )
        key = "K" * 43
        check("a key", admin.json("ban", "key", key)["ok"])
        check(
            "is refused",
            ask(server, "198.51.100.1", Authorization="Bearer " + key) == 403
            and ask(server, "198.51.100.1", Authorization="Bearer " + "L" * 43) == 200,
        )
        check("and not kept itself", key not in json.dumps(admin.json("bans")))
        check("no such player", admin.run("ban", "key", "abcdefgh")[0] == 1)
        mine = "M" * 43
        me = server.ask("POST", "/api/v1/me", {"name": "Rude Player"}, mine)[1]
        made = server.ask(
            "POST",
            "/api/v1/tables",
            {"game": "nine", "side": "p1", "lobby": True, "name": "Rude Player"},
            mine,
        )[1]
        check(
            "a player has a name",
            server.ask("GET", "/api/v1/players/" + me["id"])[1]["name"] == "Rude Player",
            me,
        )
        check("which is hidden", admin.json("hide-player", me["id"])["ok"])
        check(
            "everywhere",
            server.ask("GET", "/api/v1/players/" + me["id"])[1]["name"] == ""
            and server.ask("GET", "/api/v1/tables/" + made["id"])[1]["seats"][0]["name"] == ""
            and "Rude" not in json.dumps(server.ask("GET", "/api/v1/lobby")[1]),
        )
        check("for good", server.ask("POST", "/api/v1/me", {"name": "Rude Again"}, mine)[0] == 409)
        again = server.ask(
            "POST",
            "/api/v1/tables",
            {"game": "nine", "side": "p1", "lobby": True, "name": "Rude Again"},
            mine,
        )[1]
        named = server.ask(
            "POST",
            "/api/v1/tables/%s/do" % again["id"],
            {"cmd": "1", "do": "name", "name": "Rude Again"},
            again["key"],
        )
        check(
            "at a new table too",
            named[0] == 403
            and server.ask("GET", "/api/v1/tables/" + again["id"])[1]["seats"][0]["name"] == "",
            named,
        )
        check("nobody of that id", admin.run("hide-player", "abcdefgh")[0] == 1)
        seated = server.socket()  # by the key of a seat alone
        seated.send({"t": "watch", "id": again["id"], "key": again["key"]})
        check("from a seat", b'"you":0' in read_message(seated.s)[1])
        ws = server.socket()
        ws.send({"t": "hi", "v": 1, "key": mine})
        other = server.socket()
        other.send({"t": "hi", "v": 1, "key": "O" * 43})
        time.sleep(0.3)
        check(
            "a player by id",
            admin.json("ban", "key", me["id"])["ok"]
            and server.ask("GET", "/api/v1/me", key=mine)[0] == 403,
        )
        check("whose WebSocket is closed", ws.closes() == 1008)
        check("and that of the seat", seated.closes() == 1008)
        for path, body in (("/do", {"cmd": "3", "do": "abort"}), ("", None)):
            said = server.ask(
                "POST" if body else "GET",
                "/api/v1/tables/" + again["id"] + path,
                body,
                again["key"],
            )
            check("whose key opens it no more", said[0] == 403 and said[1]["why"] == "banned", said)
        sneaks = server.socket()
        sneaks.send({"t": "watch", "id": again["id"], "key": mine})
        sneaks.send({"t": "do", "id": again["id"], "cmd": "2", "do": "abort", "key": mine})
        time.sleep(0.3)
        sneaks.close()
        check(
            "who does not say hi acts not either",
            server.ask("GET", "/api/v1/tables/" + again["id"])[1]["state"] == "open",
        )
        check(
            "they are gone",
            until(lambda: admin.json("status")["sockets"] == 1),
            admin.json("status"),
        )
        other.send({"t": "hi", "v": 1})
        check("and no other", [read_message(other.s)[0] for _ in range(2)] == [0x81, 0x81])
        other.close()
        check(
            "and back",
            admin.json("unban", "key", me["id"])["ok"]
            and server.ask("GET", "/api/v1/me", key=mine)[0] == 200,
        )
        ws = server.socket()
        ws.send({"t": "hi", "v": 1, "key": key})
        code = ws.closes()
        check("its WebSocket is closed", code == 1008, code, ws.head)
        check("a short one", admin.json("ban", "net", "192.0.2.1", "--for", "1s")["ok"])
        time.sleep(1.2)
        check("is over", ask(server, "192.0.2.1") == 200)
        check("and not listed", len(admin.json("bans")["bans"]) == 3)
        check("in lines", "net 203.0.113.0/24 until 20" in admin.run("bans")[1])
        ws = server.socket("X-Forwarded-For: 192.0.2.9\r\n")
        check(
            "whoever is there",
            admin.json("ban", "net", "192.0.2.0/24")["ok"] and ws.closes() is None,
        )
    with Served(PROGRAM, "--data", data, "--behind-proxy", "127.0.0.1") as server:
        until(lambda: ask(server, "203.0.113.1") == 403)
        check(
            "after a restart too",
            [ask(server, a) for a in ("203.0.113.1", "203.0.112.1")] == [403, 200],
        )
        admin = Admin(PROGRAM, data)
        check(
            "lifted",
            admin.json("unban", "net", "203.0.113.0/24")["ok"]
            and ask(server, "203.0.113.1") == 200,
        )
        check(
            "not again by an old look at the store",
            time.sleep(6) is None and ask(server, "203.0.113.1") == 200,
        )


def unseen(work):
    """Names that cannot be seen, and JSON that others would read otherwise."""
    mine = "D" * 43
    with Served(PROGRAM, "--data", work + "/unseen") as server:
        check("a name", server.ask("POST", "/api/v1/me", {"name": "Zoë"}, mine)[0] == 200)
        made = server.ask("POST", "/api/v1/tables", {"game": "nine", "side": "p1"})[1]
        act = "/api/v1/tables/%s/do" % made["id"]
        for n, c in enumerate("\ufeff\u3164\u2800\u00ad\u200e\u200b\u3000\U000e0041"):
            code, name = "U+%04X" % ord(c), c + c
            for what, answer in (
                ("as a player", server.ask("POST", "/api/v1/me", {"name": name}, mine)),
                ("making", server.ask("POST", "/api/v1/tables", {"game": "nine", "name": name})),
                (
                    "joining",
                    server.ask(
                        "POST",
                        "/api/v1/tables/%s/join" % made["id"],
                        {"invite": made["invite"], "name": name},
                    ),
                ),
                (
                    "at the table",
                    server.ask(
                        "POST", act, {"cmd": "n%d" % n, "do": "name", "name": name}, made["key"]
                    ),
                ),
            ):
                check(
                    "no name of %s, %s" % (code, what),
                    answer[0] == 400 and answer[1]["why"] == "bad-name",
                    answer,
                )
            seen = server.ask("POST", "/api/v1/me", {"name": c + "a" + c}, mine)
            check("a name with %s and something to see" % code, seen[0] == 200, seen)

        def posts(body):
            c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            c.request("POST", "/api/v1/tables", body)
            answer = c.getresponse()
            return answer.status, json.loads(answer.read()).get("why")

        for body in (
            '{"game":"nine\\u0000x"}',
            '{"game":"nine","name":"a\\u0000b"}',
            '{"game\\u0000x":"nine"}',
            '{"game":"nine"}x',
            '{"game":"nine"}{}',
            '{"game":"nine"}\0',
            '{"game":"nine"} ]',
        ):
            check("refused: %r" % body, posts(body) == (400, "bad-json"), posts(body))
        for body in '{"game":"nine"} \r\n', ' {"game":"nine","name":"\\\\u0000"}':
            check("taken: %r" % body, posts(body)[0] == 201, posts(body))
        ws = server.socket()
        for text in '{"t":"hi","v":1}x', '{"t":"hi\\u0000","v":1}':
            ws.send_text(text)
            told = read_message(ws.s)[1]
            check("a message: %r" % text, b"bad-message" in told, told)


def hosts(work):
    """By which names it is called: a page whose name was made to point here gets nothing."""
    evil = "rebound.example:8080"

    def said(server, host, method="GET", path="/api/v1/games", body=None, **heads):
        return server.ask(method, path, body, Host=host, **heads)

    def opens(server, heads, host):
        """Does the WebSocket open? WebSocket() itself says localhost."""
        s = socket.create_connection((server.address, server.port), timeout=20)
        s.sendall(
            (
                "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s\r\n"
                % (host, "A" * 22 + "==", heads)
            ).encode()
        )
        line = s.recv(12).decode()
        s.close()
        return line.endswith(" 101")

    with Served(PROGRAM, "--data", work + "/hosts") as server:
        at = ":%d" % server.port
        for host in "127.0.0.1" + at, "localhost" + at, "LocalHost", "[::1]" + at, "127.8.8.8", "":
            check("this machine, as %r" % host, said(server, host)[0] == 200)
        for host in (
            evil,
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.0.2.1",
            "[::2]",
            "::1",
        ):
            answer = said(server, host)
            check(
                "not as " + host,
                answer[0] == 421 and answer[1]["why"] == "wrong-host",
                answer,
            )
            check("nor the page as " + host, said(server, host, path="/")[0] == 421)
        check(
            "nothing is made by another site's name",
            said(server, evil, "POST", "/api/v1/tables", {"game": "nine"}, Origin="http://" + evil)[
                0
            ]
            == 421,
        )
        check("no socket", not opens(server, "Origin: http://%s\r\n" % evil, evil))
        mine = "localhost" + at
        check("a socket", opens(server, "Origin: http://%s\r\n" % mine, mine))
        check("not from TLS", not opens(server, "Origin: https://%s\r\n" % mine, mine))
        page = server.raw("/")[1].decode()
        check("a relative picture", 'og:image" content="a/' in page)
        if not os.geteuid():
            check(
                "nobody may look into its memory",
                os.stat("/proc/%d/mem" % server.process.pid).st_uid == 0,
            )
        else:
            try:
                open("/proc/%d/mem" % server.process.pid, "rb").close()
                check("nobody may look into its memory", False)
            except PermissionError:
                check("nobody may look into its memory", True)
    with Served(PROGRAM, "--data", work + "/hosts", "--bind", "0.0.0.0") as server:
        for host in "192.0.2.1:8080", "[2001:db8::1]", "127.0.0.1", "localhost:80":
            check("on a network, as " + host, said(server, host)[0] == 200)
        for host in evil, "192.0.2.1.evil.example", "192.0.2", "2001:db8::1", "server":
            check("on a network not as " + host, said(server, host)[0] == 421)
    config = work + "/hosts.conf"
    with open(config, "w") as file:
        file.write("port = 0\nhost = https://play.example.org, games.example.org:8443\n")
    ways = (
        ("--host", "https://play.example.org", "--host=games.example.org:8443"),
        ("--config", config),
    )
    for way in ways:
        with Served(
            PROGRAM, "--data", work + "/hosts", "--behind-proxy", "127.0.0.1", *way
        ) as server:
            for host in "play.example.org", "PLAY.example.org:443", "games.example.org:8443":
                check("named " + host, said(server, host)[0] == 200)
            for host in evil, "example.org", "games.example.org", "xplay.example.org", "192.0.2.1":
                check("not named " + host, said(server, host)[0] == 421)
            check("from this machine", said(server, "127.0.0.1:%d" % server.port)[0] == 200)
            check(
                "through the proxy not by its address",
                said(server, "127.0.0.1", X_Forwarded_For="192.0.2.7")[0] == 421,
            )
            for origin, good in (
                ("https://play.example.org", True),
                ("http://play.example.org", False),
                ("https://games.example.org:8443", False),
                ("https://127.0.0.1", False),
            ):
                answer = said(
                    server,
                    "play.example.org",
                    "POST",
                    "/api/v1/tables",
                    {"game": "nine"},
                    Origin=origin,
                )
                check("a page of " + origin, answer[0] == (201 if good else 403), answer)
                heads = "Origin: %s\r\n" % origin
                check("a socket of " + origin, opens(server, heads, "play.example.org") == good)
            for proto, origin, good in (
                ("https", "https", True),
                ("https", "http", False),
                ("http", "http", True),
                ("http", "https", False),
                ("wss", "https", True),
            ):
                answer = said(
                    server,
                    "games.example.org:8443",
                    "POST",
                    "/api/v1/tables",
                    {"game": "nine"},
                    Origin=origin + "://games.example.org:8443",
                    X_Forwarded_Proto=proto,
                )
                check(
                    "%s as the proxy says %s" % (origin, proto),
                    answer[0] == (201 if good else 403),
                    answer,
                )
            for path, picture in ("/", "nine"), ("/nine", "nine"), ("/mur", "mur"):
                page = said(server, "play.example.org", path=path)[1]
                found = re.search('og:image" content="([^"]*)"', page).group(1)
                check(
                    "the whole address of the picture of " + path,
                    re.fullmatch(
                        "https://play.example.org/a/[0-9a-f]+/preview-%s.png" % picture, found
                    ),
                    found,
                )
                check("it is there", server.raw(found[len("https://play.example.org") :])[0] == 200)
            tag = said(server, "play.example.org", path="/")[2]["ETag"]
            check(
                "known pages are not sent again",
                said(server, "play.example.org", path="/", If_None_Match=tag)[0] == 304,
            )
    for bad in "", "a b/c", "ftp://example.org", "http://", "x" * 300:
        check(
            "--host " + bad[:20],
            "--host takes" in serve_fails("--port", "0", "--data", work + "/y", "--host", bad),
        )


def revoked(work):
    """A device that is taken away: its codes, sockets, streams and the feed's address go with it."""
    mine, theirs, third = "A" * 43, "B" * 43, "C" * 43
    with Served(PROGRAM, "--data", work + "/revoked") as server:
        me = server.ask("POST", "/api/v1/me", {"name": "Anna"}, mine)[1]
        code = server.ask("POST", "/api/v1/me/link", {}, mine)[1]["code"]
        check("linked", server.ask("POST", "/api/v1/me/link", {"code": code}, theirs)[0] == 200)
        made = server.ask("POST", "/api/v1/tables", {"game": "nine", "side": "p1"}, mine)[1]
        feed = server.ask("POST", "/api/v1/me/feed", {}, theirs)[1]["url"]
        check("a feed", server.raw(feed)[0] == 200)
        left = server.ask("POST", "/api/v1/me/link", {}, theirs)[1]["code"]
        hi = server.socket()
        hi.send({"t": "hi", "v": 1, "key": theirs})
        check("hi", b'"hi"' in read_message(hi.s)[1])
        watch = server.socket()
        watch.send({"t": "watch", "id": made["id"], "key": theirs})
        check("watches as the player", b'"you":0' in read_message(watch.s)[1])
        keeps = server.socket()
        keeps.send({"t": "watch", "id": made["id"], "key": mine})
        check("so does the owner", b'"you":0' in read_message(keeps.s)[1])
        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        stream.request(
            "GET",
            "/api/v1/tables/%s/events" % made["id"],
            headers={"Authorization": "Bearer " + theirs},
        )
        answer = stream.getresponse()
        check("a stream", answer.status == 200, answer.status)
        said = server.ask("POST", "/api/v1/me/revoke", {"key": "others"}, mine)[1]
        check("one goes", said["revoked"] == 1, said)
        check("its sockets", hi.closes() == 1008 and watch.closes() == 1008)
        check("its stream", answer.read() is not None)
        back = server.ask("POST", "/api/v1/me/link", {"code": left}, third)
        check("its code", back[0] == 404, back)
        check("the feed's old address", server.raw(feed)[0] == 404)
        check("there is a new one", server.raw(said["feed"])[0] == 200, said)
        keeps.send(
            {"t": "do", "id": made["id"], "cmd": "1", "do": "name", "name": "Ann", "key": mine}
        )
        check("the owner stays", read_message(keeps.s)[0] == 0x81)
        check("and is", server.ask("GET", "/api/v1/me", key=mine)[1]["id"] == me["id"])


# ---- metrics


def hidden_later(work):
    """A name goes from games, too, that are over and not in memory any more."""
    data, key = work + "/later", "N" * 43
    with Served(PROGRAM, "--data", data) as server:
        me = server.ask("POST", "/api/v1/me", {"name": "Rude Player"}, key)[1]
        made = server.ask(
            "POST", "/api/v1/tables", {"game": "nine", "side": "p1", "lobby": True}, key
        )[1]
        other = server.ask("POST", "/api/v1/tables/%s/join" % made["id"], {"name": "Bo"})[1]
        for cmd, do, move, by in (
            ("1", "move", "d2", key),
            ("2", "move", "d6", other["key"]),
            ("3", "resign", None, key),
        ):
            check(
                do,
                server.ask(
                    "POST",
                    "/api/v1/tables/%s/do" % made["id"],
                    {"cmd": cmd, "do": do, **({"move": move} if move else {})},
                    by,
                )[0]
                == 200,
            )
    with Served(PROGRAM, "--data", data) as server:
        check("hidden later", Admin(PROGRAM, data).json("hide-player", me["id"])["ok"])
        names = [
            seat["name"] for seat in server.ask("GET", "/api/v1/tables/" + made["id"])[1]["seats"]
        ]
        check("at a game that is over", names == ["", "Bo"], names)


def metrics(server, data, port):
    path = data + "/admin.sock"
    before = read_metrics(get_over(path, "/metrics")[1])
    table = server.make()
    for n, (seat, move) in enumerate(((0, "d2"), (1, "f4"), (0, "d6"))):
        body = {"cmd": "c%d" % n, "do": "move", "move": move}
        assert (
            server.ask("POST", "/api/v1/tables/%s/do" % table[0], body, table[1 + seat])[0] == 200
        )
    check(
        "refused",
        server.ask(
            "POST",
            "/api/v1/tables/%s/do" % table[0],
            {"cmd": "x", "do": "move", "move": "d2"},
            table[2],
        )[0]
        == 422,
    )
    check("not there", server.ask("GET", "/api/v1/tables/abcdefgh")[0] == 404)
    ws = server.socket()
    status, text = get_over(("127.0.0.1", port), "/metrics")
    after = read_metrics(text)
    check(
        "by both ways the same names",
        status == 200 and set(before) <= set(after),
        set(before) - set(after),
    )
    grew = {name: after[name] - before.get(name, 0) for name in after}
    check("moves", grew["concentric_moves_total"] == 3, grew["concentric_moves_total"])
    check("acknowledgements", grew["concentric_acknowledgement_seconds_count"] == 3)
    check(
        "commits",
        grew["concentric_commit_seconds_count"] >= 4 and after["concentric_commit_seconds_sum"] > 0,
    )
    check(
        "refusals by reason",
        grew['concentric_refusals_total{reason="not-legal"}'] == 1
        and grew['concentric_refusals_total{reason="not-found"}'] == 1,
        grew,
    )
    check("tables by state", after['concentric_tables{state="running"}'] >= 1)
    check("sockets", after["concentric_sockets"] == 1 and after["concentric_connections"] >= 1)
    check("memory", 1e6 < after["concentric_memory_bytes"] < 1e9)
    check("requests", grew["concentric_requests_total"] >= 7)
    ws.close()
    check("health beside it", get_over(("127.0.0.1", port), "/health")[0] == 200)
    check("nothing else", get_over(("127.0.0.1", port), "/api/v1/lobby")[0] == 404)
    check(
        "not at the public port",
        server.ask("GET", "/metrics")[0] == 404 and server.ask("GET", "/api/v1/metrics")[0] == 404,
    )
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(b'{"do":"drain"}\n')
    check(
        "no command at the monitor's port",
        s.recv(100) == b"" and not Admin(PROGRAM, data).json("status")["draining"],
    )
    s.close()
    text = Admin(PROGRAM, data).run("metrics")[1]
    check("by the command", "concentric_moves_total" in read_metrics(text))


# ---- the log


def log(work):
    """Whatever happens, no address, key or name is in it; test of what is in it, too."""
    data, path = work + "/logged", work + "/server.log"
    secrets = ["203.0.113.9", "Rude Name", "SECRETKEYSECRETKEYSECRETKEY12345678901234567"]
    with Served(
        PROGRAM,
        "--data",
        data,
        "--behind-proxy",
        "127.0.0.1",
        "--log",
        path,
        "--log-level",
        "debug",
        "--limit",
        "tables=3",
        "--backup",
        work + "/logged-backups",
    ) as server:
        admin = Admin(PROGRAM, data)
        made = [
            server.ask(
                "POST",
                "/api/v1/tables",
                {"game": "nine", "name": secrets[1]},
                X_Forwarded_For=secrets[0],
            )[1]
            for _ in range(6)
        ]
        secrets += [m[k] for m in made[:3] for k in ("key", "invite")]
        server.ask(
            "GET", "/api/v1/lobby?key=" + secrets[2], key=secrets[2], X_Forwarded_For=secrets[0]
        )
        server.ask(
            "POST",
            "/api/v1/tables/%s/do" % made[0]["id"],
            {"cmd": "x", "do": secrets[1]},
            secrets[2],
        )
        server.ask("GET", "/api/v1/" + secrets[2])
        for _ in range(3):  # somebody plays whose net is not banned
            server.ask(
                "POST",
                "/api/v1/tables",
                {"game": "nine", "lobby": True},
                "D" * 43,
                X_Forwarded_For="198.51.100.7",
            )
        ws = server.socket("X-Forwarded-For: 198.51.100.7\r\n")
        ws.send(
            {
                "t": "hi",
                "v": 1,
                "key": secrets[2],
                "watch": [{"id": made[0]["id"], "key": secrets[2]}],
            }
        )
        ws.send({"t": secrets[1]})
        admin.json("ban", "net", secrets[0])
        admin.json("ban", "key", secrets[2])
        admin.json("hide-name", made[0]["id"], "0")
        admin.json("close", made[1]["id"])
        admin.json("drain")
        admin.json("backup")
        os.rename(path, path + ".1")
        server.process.send_signal(signal.SIGHUP)
        deadline = time.time() + 10
        while not os.path.exists(path) and time.time() < deadline:
            time.sleep(0.02)
        admin.json("drain", "off")
        ws.close()
    with open(path) as new, open(path + ".1") as old:
        lines = old.read().splitlines(), new.read().splitlines()
    text = "\n".join(lines[0] + lines[1])
    events = [[json.loads(line)["event"] for line in part] for part in lines]
    for wanted in ("start", "ban", "name-hidden", "table-closed", "drain", "backup"):
        check("logged: " + wanted, wanted in events[0], events)
    for wanted in ("drain-off", "refusals", "stop"):
        check("after SIGHUP in the new file: " + wanted, wanted in events[1], events)
    summed = next(json.loads(line) for line in lines[1] if '"refusals"' in line)
    check("refusals are summed", summed.get("too-often") == 3, summed)
    for line in lines[0] + lines[1]:
        value = json.loads(line)
        check(
            "every line has time, level, event",
            re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value["at"])
            and value["level"] in ("error", "warn", "info", "debug"),
            line,
        )
    for secret in secrets + ["127.0.0.1", "203.0.113", "/24"]:
        check("not in the log: " + secret, secret not in text, text)
    check(
        "nothing that looks like an address",
        not re.search(r"\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f]*::", text),
    )
    data_bytes = b"".join(
        open(os.path.join(data, n), "rb").read() for n in os.listdir(data) if n != "admin.sock"
    )
    inside = [
        form
        for form in (
            b"198.51.100.7",
            b"198.51.100",
            bytes([198, 51, 100, 7]),
            bytes([7, 100, 51, 198]),
        )
        if form in data_bytes
    ]
    check("no address is on the disk", len(data_bytes) > 10000 and not inside, inside)
    check("readable by its owner only", stat.S_IMODE(os.stat(path).st_mode) == 0o600)


def log_levels(work):
    with Served(PROGRAM, "--data", work + "/levels") as server:
        pass
    check("silent without --log", server.errors == "", server.errors)
    with Served(PROGRAM, "--data", work + "/levels", "--log", "-") as server:
        check("less", Admin(PROGRAM, work + "/levels").json("log-level", "error")["ok"])
        Admin(PROGRAM, work + "/levels").json("drain")
    check("to stderr", '"start"' in server.errors and '"drain"' not in server.errors, server.errors)
    check(
        "a level that there is not",
        "--log-level takes"
        in serve_fails("--port", "0", "--data", work + "/levels", "--log-level", "loud"),
    )
    check(
        "a file that cannot be",
        "cannot write the log"
        in serve_fails("--port", "0", "--data", work + "/levels", "--log", work + "/none/x"),
    )


# ---- backups


def backups(work):
    data, into = work + "/kept", work + "/backups"
    os.mkdir(into)
    mine = [
        "notes.db",
        "concentric-20200101T000000Z.db.bak",
        "concentric-2020.db",
        "concentric-20200231T000000Z.db",
    ]
    for name in mine:
        put(into + "/" + name, "mine")
    old = ["concentric-20200101T00000%dZ.db" % n for n in range(3)] + [
        "concentric-20200101T000001Z.db.77.part"
    ]
    for name in old:
        put(into + "/" + name, "old")
    moves, stop = {}, threading.Event()

    def play(server, table, key, other):
        points = [
            "a1",
            "d1",
            "g1",
            "b2",
            "d2",
            "f2",
            "c3",
            "d3",
            "e3",
            "a4",
            "b4",
            "c4",
            "e4",
            "f4",
            "g4",
            "c5",
            "d5",
            "e5",
        ]
        import random

        rng = random.Random(table)
        turn, n = 0, 0
        while points and not stop.is_set():
            point = points.pop(rng.randrange(len(points)))
            status, said, _ = server.ask(
                "POST",
                "/api/v1/tables/%s/do" % table,
                {"cmd": "c%d" % n, "do": "move", "move": point},
                (key, other)[turn],
            )
            n += 1
            if status == 200:
                moves[table].append((time.time(), said["seq"], point))
                turn = 1 - turn
            time.sleep(0.02)

    with Served(
        PROGRAM,
        "--data",
        data,
        "--backup",
        into,
        "--backup-every",
        "1s",
        "--backup-keep",
        "4",
        "--log",
        "-",
    ) as server:
        admin = Admin(PROGRAM, data)
        threads = []
        for _ in range(4):
            table, key, other = server.make()
            moves[table] = []
            threads.append(threading.Thread(target=play, args=(server, table, key, other)))
        for t in threads:
            t.start()
        check("all play", until(lambda: all(moves.values())), moves)
        asked = time.time()
        code, out, said = admin.run("backup")
        check("one on request, while games are played", code == 0, out, said)
        name = out.split()[-1]
        copy = work + "/copy.db"
        os.link(into + "/" + name, copy)  # pruning may take the name away
        for t in threads:
            t.join()
        until(lambda: admin.json("status")["backups"] >= 4, 30)
        stop.set()
        status = admin.json("status")
        check("by themselves", status["backups"] >= 4 and status["backup_failures"] == 0, status)
    left = sorted(os.listdir(into))
    ours = [
        n for n in left if re.fullmatch(r"concentric-20[0-9]{6}T[0-9]{6}Z\.db", n) and n not in mine
    ]
    check("the newest stay", len(ours) == 4 and not set(old) & set(left), left)
    check("files of others stay", set(mine) <= set(left), left)
    check(
        "backups are their owner's only",
        all(stat.S_IMODE(os.stat(into + "/" + n).st_mode) == 0o600 for n in ours),
    )
    check("nothing half written", not [n for n in left if n.endswith(".part")], left)
    restored = work + "/restored"
    done = subprocess.run(
        [PROGRAM, "restore", copy, "--data", restored], capture_output=True, text=True
    )
    check("restored", done.returncode == 0, done)
    with Served(PROGRAM, "--data", restored) as server:
        for table, list_of in moves.items():
            before = [point for at, _, point in list_of if at < asked]
            status, shown, _ = server.ask("GET", "/api/v1/tables/" + table)
            check(
                "every move acknowledged before it was asked for is there",
                status == 200 and shown["moves"][: len(before)] == before and len(before) > 0,
                before,
                shown.get("moves"),
            )
            check(
                "and what follows is the game",
                [m for _, _, m in list_of][: len(shown["moves"])] == shown["moves"],
                shown["moves"],
            )
    # A directory that goes away: told, counted, tried again.
    with Served(
        PROGRAM, "--data", data, "--backup", work + "/gone", "--backup-every", "1h", "--log", "-"
    ) as server:
        admin = Admin(PROGRAM, data)
        check("the first one", until(lambda: admin.json("status")["backups"] == 1))
        for name in os.listdir(work + "/gone"):
            os.unlink(work + "/gone/" + name)
        os.rmdir(work + "/gone")
        code, out, said = admin.run("backup")
        check("a backup that fails is told", code == 1 and said, code, out, said)
        check("and counted", admin.json("status")["backup_failures"] >= 1)
        os.mkdir(work + "/gone")
        check("and goes on", admin.run("backup")[0] == 0)
    check("and logged", '"backup-failed"' in server.errors, server.errors)
    check("no directory", Admin(PROGRAM, data).run("backup")[0] == 2)
    check(
        "a bad number",
        "--backup-keep"
        in serve_fails("--port", "0", "--data", data, "--backup", into, "--backup-keep", "0"),
    )


# ---- a store that somebody or something damaged


def damage(work):
    data = work + "/damaged"
    file, aside = data + "/tables.db", data + "/aside"
    sock, admin = data + "/admin.sock", Admin(PROGRAM, data)

    def seen(server):
        """What all that can be asked says of health."""
        status, said, _ = server.ask("GET", "/api/v1/health")
        here = read_metrics(get_over(sock, "/metrics")[1])
        return (
            (status, said["ok"], said["health"]),
            admin.run("health")[:2],
            here["concentric_store_damaged"],
            here["concentric_tables_damaged"],
        )

    good = ((200, True, "ok"), (0, "ok\n"), 0, 0)
    with Served(PROGRAM, "--data", data) as server:
        table, key, _ = server.make()
        body = {"cmd": "c", "do": "move", "move": "d2"}
        check("a move", server.ask("POST", f"/api/v1/tables/{table}/do", body, key)[0] == 200)
        check("whole", seen(server) == good, seen(server))
        os.rename(file, aside)
        gone = ((503, False, "store damaged"), (1, "store damaged\n"), 1, 0)
        check("a file that is gone is told", until(lambda: seen(server) == gone), seen(server))
        trouble = admin.json("status")["trouble"]
        check("and what to do", "put the file back" in trouble, trouble)
        put(file, "")
        check("an empty one in its place too", until(lambda: seen(server) == gone), seen(server))
        os.rename(aside, file)
        check("until it is back", until(lambda: seen(server) == good), seen(server))
    check("no log after a clean stop", not os.path.exists(file + "-wal"), os.listdir(data))
    with sqlite3.connect(file) as db:
        db.execute("UPDATE event SET body = 'nonsense' WHERE tbl = ? AND kind = 'move'", (table,))
    db.close()
    with Served(PROGRAM, "--data", data, ends=-signal.SIGKILL) as server:
        status, said, _ = server.ask("GET", "/api/v1/tables/" + table)
        check("a damaged table", (status, said["why"]) == (503, "damaged"), status, said)
        bad = ((200, True, "damaged tables"), (1, "damaged tables\n"), 0, 1)
        check("is told and counted", seen(server) == bad, seen(server))
        check("others can be played", server.make())
        server.process.kill()
    log = os.path.getsize(file + "-wal")
    for gone in (False, True):
        if gone:
            os.unlink(file)
        else:
            put(file, "")
        said = serve_fails("--port", "0", "--data", data)
        check("a log without its file", "write-ahead log" in said and "restore" in said, said)
        check("stays as it is", os.path.getsize(file + "-wal") == log)


# ---- the place of another server


def take_over(work):
    data = work + "/taken"
    path = data + "/admin.sock"
    with Served(PROGRAM, "--data", data, "--log", work + "/old.log") as old:
        table = old.make()
        lazy = old.socket()  # never reads, never closes
        began = time.time()
        with Served(PROGRAM, "--take-over", path, "--data", data, "--log", "-") as new:
            check("the next one is soon there", time.time() - began < 10, time.time() - began)
            check("the same port", new.port == old.port, new.port, old.port)
            status, said, _ = new.ask(
                "POST",
                "/api/v1/tables/%s/do" % table[0],
                {"cmd": "m", "do": "move", "move": "d2"},
                table[1],
            )
            check("the tables are there", status == 200, said)
            check(
                "and the operator's socket",
                Admin(PROGRAM, data).json("status")["pid"] == new.process.pid,
            )
            check("the old one is gone", old.process.wait(10) == 0)
        lazy.close()
    with open(work + "/old.log") as file:
        at = {
            line["event"]: datetime.strptime(line["at"], "%Y-%m-%dT%H:%M:%S.%fZ")
            for line in map(json.loads, file)
        }
    check(
        "a client that does not leave holds nobody up",
        (at["stop"] - at["hand-over"]).total_seconds() < 3,
        at,
    )
    check(
        "nobody to take over from",
        "no server answers" in serve_fails("--take-over", path, "--data", data),
    )
    s = socket.socket(socket.AF_UNIX)
    s.bind(work + "/mute.sock")
    s.listen(1)
    thread = threading.Thread(target=lambda: s.accept()[0].close())
    thread.start()
    check(
        "somebody else's socket",
        "does not hand over" in serve_fails("--take-over", work + "/mute.sock", "--data", data),
    )
    thread.join()
    s.close()
    with Served(PROGRAM, "--data", data) as old:
        said = serve_fails("--take-over", path, "--data", data, "--limit", "nonsense=1")
        check(
            "a bad flag is said before anybody stops",
            "--limit" in said and old.ask("GET", "/api/v1/health")[0] == 200,
            said,
        )


def socket_activation(work):
    """systemd's way: the socket is there before the server, and stays between two."""
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    s.listen(16)
    port = s.getsockname()[1]

    def start(*flags, fds="1", fd=s.fileno()):
        return subprocess.Popen(
            [
                "sh",
                "-c",
                'exec 3<&%d; LISTEN_PID=$$ LISTEN_FDS=%s exec "$@"' % (fd, fds),
                "sh",
                PROGRAM,
                "serve",
                "--data",
                work + "/active",
                *flags,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[fd],
        )

    for _ in range(2):
        server = start()
        line = server.stdout.readline()
        check("serves at the socket that was handed in", ":%d/" % port in line, line)
        server.send_signal(signal.SIGTERM)
        waiting = socket.create_connection(("127.0.0.1", port))  # queued: nobody is refused
        waiting.close()
        check("ends in order", server.wait(10) == 0)
    with open(os.devnull) as null:
        bad = start(fd=null.fileno())
        check(
            "something else is refused",
            bad.wait(10) == 2 and "systemd should hand in" in bad.stderr.read(),
        )
    s.close()


with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o700)
    settings(folder)
    example(folder)
    socket_file(folder)
    port = free_port()
    with Served(PROGRAM, "--data", folder + "/one", "--metrics", "127.0.0.1:%d" % port) as one:
        operator = Admin(PROGRAM, folder + "/one")
        metrics(one, folder + "/one", port)
        tables(one, operator)
        drain(one, operator)
        protocol(one, folder + "/one")
    check(
        "a bad address of metrics",
        "--metrics takes"
        in serve_fails("--port", "0", "--data", folder + "/x", "--metrics", "here"),
    )
    bans(folder)
    revoked(folder)
    hosts(folder)
    unseen(folder)
    hidden_later(folder)
    log(folder)
    log_levels(folder)
    backups(folder)
    damage(folder)
    take_over(folder)
    socket_activation(folder)
finish()
