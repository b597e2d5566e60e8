#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Teachers' boards over the network: who may do what, what each sees, streams, many answers at once, kill -9 and going
# on; with a PostgreSQL (tests/cli/test_store.sh), two servers. test_boards.py CONCENTRIC
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

program = sys.argv[1]
failed = passed = 0


def check(good, what):
    global failed, passed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAIL", what, flush=True)


class Server:
    def __init__(self, store, port=0):
        self.store = store
        self.process = subprocess.Popen(
            [program, "serve", "--port", str(port), *store], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        check(self.process.wait(10) == 0, "the server ends well")


def ask(server, method, path, body=None, key=None, lang="en"):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Accept-Language": lang}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    line.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer.status, json.loads(text) if text else None


def device():
    return secrets.token_urlsafe(32)


class Follower(threading.Thread):
    """Reads a board's stream and keeps what it was told."""

    def __init__(self, server, board, key=None):
        super().__init__(daemon=True)
        self.told = []
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.line.request(
            "GET",
            f"/api/v1/boards/{board}/events",
            headers={"Authorization": f"Bearer {key}"} if key else {},
        )
        self.answer = self.line.getresponse()
        self.status = self.answer.status
        self.start()

    def run(self):
        try:
            for line in self.answer:
                if line.strip():
                    self.told.append(json.loads(line))
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass

    def wait(self, good, what):
        end = time.time() + 20
        while time.time() < end:
            if any(good(m) for m in list(self.told)):
                return True
            time.sleep(0.02)
        check(False, f"{what}: told {self.told[-2:]}")
        return False


def refusals(server):
    teacher, pupil = device(), device()
    check(ask(server, "POST", "/boards", {"game": "nine"})[0] == 401, "a board needs a device key")
    check(ask(server, "POST", "/boards", {"game": "nineteen"}, teacher)[0] == 422, "no such game")
    check(ask(server, "GET", "/boards/aaaaaaaa")[0] == 404, "no such board")
    check(ask(server, "GET", "/boards/no")[0] == 404, "no id")
    check(ask(server, "GET", "/boards", None, teacher)[0] == 405, "boards are not listed")
    status, made = ask(server, "POST", "/boards", {"game": "nine", "title": "Mills"}, teacher)
    check(status == 201, made)
    board = made["id"]
    check(
        ask(server, "POST", f"/boards/{board}", {}, teacher)[0] == 405,
        "a board is asked for by GET",
    )
    check(ask(server, "GET", f"/boards/{board}/do", None, teacher)[0] == 405, "acts are posted")
    check(ask(server, "GET", f"/boards/{board}/else", None, teacher)[0] == 404, "nothing else")
    check(ask(server, "POST", f"/boards/{board}/do", {"do": "ask"})[0] == 401, "an act needs a key")
    check(
        ask(server, "POST", f"/boards/{board}/do", {"do": "show", "moves": ["d2"]}, pupil)[0]
        == 403,
        "a pupil does not lead",
    )
    status, answer = ask(
        server, "POST", f"/boards/{board}/do", {"do": "show", "moves": ["d2", "d2"]}, teacher, "ja"
    )
    check(
        status == 422
        and answer["why"] == "not-legal"
        and any(ord(c) > 0x3000 for c in answer["text"]),
        answer,
    )
    check(ask(server, "POST", f"/boards/{board}/do", [1], teacher)[0] == 400, "not an object")


def crowd(server):
    """A board has room for 500 and its leader; others keep theirs."""
    teacher = device()
    full, free = [
        ask(server, "POST", "/boards", {"game": "nine"}, teacher)[1]["id"] for _ in range(2)
    ]
    lines = []
    for _ in range(500):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        line.sendall(
            f"GET /api/v1/boards/{full}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        )
        lines.append(line)
    check(all(b" 200 " in line.recv(64) for line in lines), "500 follow")
    check(Follower(server, full).status == 429, "the next one is told that it is full")
    check(Follower(server, full, teacher).status == 200, "the leader sees it")
    check(Follower(server, free).status == 200, "another board has room")
    for line in lines:
        line.close()


def lesson(server, other):
    teacher, pupils = device(), [device() for _ in range(12)]
    ask(server, "POST", "/me", {"name": "Ann"}, teacher)
    ask(server, "POST", "/me", {"name": "Bo"}, pupils[0])
    board = ask(server, "POST", "/boards", {"game": "nine", "title": "Mills"}, teacher)[1]["id"]
    leads, follows = Follower(server, board, teacher), Follower(other, board)
    leads.wait(lambda m: m["leads"] and m["here"] == 0, "the leader is told at once")
    leads.wait(
        lambda m: server is not other or m["here"] == 1, "the leader sees that somebody came"
    )
    follows.wait(
        lambda m: not m["leads"] and m["title"] == "Mills" and m["name"] == "Ann",
        "the first message",
    )
    ask(
        server,
        "POST",
        f"/boards/{board}/do",
        {"do": "show", "moves": ["d2", "d6"], "marks": ["a1>a4"]},
        teacher,
    )
    follows.wait(lambda m: m["moves"] == ["d2", "d6"] and m["marks"] == ["a1>a4"], "what is shown")
    ask(server, "POST", f"/boards/{board}/do", {"do": "ask", "text": "And now?"}, teacher)
    follows.wait(lambda m: m["question"] and m["question"]["text"] == "And now?", "the question")
    # All at once, at both servers: none is lost.
    results = []
    crowd = [
        threading.Thread(
            target=lambda i=i, k=k: results.append(
                ask(
                    (server, other)[i % 2],
                    "POST",
                    f"/boards/{board}/do",
                    {"do": "answer", "move": "f4" if i % 3 else "b4"},
                    k,
                )[0]
            )
        )
        for i, k in enumerate(pupils)
    ]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    check(results == [200] * len(pupils), f"answers at once: {results}")
    mine = ask(other, "GET", f"/boards/{board}", None, pupils[0])[1]["question"]
    check(
        mine["count"] == 12
        and mine["mine"] == "b4"
        and "tally" not in mine
        and "answers" not in mine,
        f"a pupil sees the number: {mine}",
    )
    led = ask(server, "GET", f"/boards/{board}", None, teacher)[1]["question"]
    check(led["tally"] == [{"move": "f4", "count": 8}, {"move": "b4", "count": 4}], led)
    check({"name": "Bo", "move": "b4"} in led["answers"], "the leader sees names")
    check(ask(server, "DELETE", "/me", None, pupils[0])[0] == 200, "a pupil goes")
    led = ask(server, "GET", f"/boards/{board}", None, teacher)[1]["question"]
    check(
        led["count"] == 12 and "Bo" not in json.dumps(led), f"and is nameless on the board: {led}"
    )
    ask(server, "POST", f"/boards/{board}/do", {"do": "close"}, teacher)
    follows.wait(
        lambda m: m["question"]
        and not m["question"]["open"]
        and m["question"]["tally"][0]["count"] == 8,
        "the tally for all",
    )
    check(all("Bo" not in json.dumps(m) for m in follows.told), "no names for followers")
    versions = [m["ver"] for m in follows.told]
    check(versions == sorted(versions), "versions only grow")
    return board, teacher


def going_on(server, board, teacher):
    server.kill()
    again = Server(server.store)
    kept = ask(again, "GET", f"/boards/{board}", None, teacher)[1]
    check(
        kept["moves"] == ["d2", "d6"] and kept["question"]["count"] == 12 and kept["leads"],
        f"after kill -9: {kept}",
    )
    check(ask(again, "POST", f"/boards/{board}/do", {"do": "end"}, teacher)[0] == 200, "it ends")
    check(
        ask(again, "POST", f"/boards/{board}/do", {"do": "show"}, teacher)[1]["why"] == "over",
        "and is over",
    )
    export = ask(again, "GET", "/me/export", None, teacher)[1]
    check(board in json.dumps(export), "the export has the board")
    check(ask(again, "DELETE", "/me", None, teacher)[0] == 200, "the teacher is deleted")
    check(ask(again, "GET", f"/boards/{board}")[0] == 404, "and the board with them")
    return again


def everything(store, servers):
    one = Server(store)
    two = Server(store) if servers > 1 else one
    refusals(one)
    crowd(one)
    going_on(one, *lesson(one, two)).stop()
    if servers > 1:
        two.stop()


with tempfile.TemporaryDirectory() as folder:
    everything(["--data", folder], 1)
if os.environ.get("CONCENTRIC_TEST_PG"):
    everything(["--store", os.environ["CONCENTRIC_TEST_PG"]], 2)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
