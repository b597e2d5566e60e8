# SPDX-License-Identifier: MIT
"""A real server and clients of its API, for tests of the club."""
import http.client
import json
import os
import signal
import subprocess
import time

checks = [0]
failures = []


def check(name, good, saw=""):
    checks[0] += 1
    if not good:
        failures.append(name)
        print("FAILED: %s %s" % (name, repr(saw)[:600]), flush=True)


def finish():
    print("%d checks, %d failed" % (checks[0], len(failures)))
    return 1 if failures else 0


class Server:
    def __init__(self, program, folder, *arguments, port=0, log=None):
        self.program, self.folder, self.arguments = program, folder, arguments
        self.port, self.log = port, [] if log is None else log
        self.start()

    def start(self):
        """Begins, also again: at the port that it had."""
        self.process = subprocess.Popen(
            [
                self.program,
                "serve",
                "--port",
                str(self.port),
                "--data",
                self.folder,
                *self.arguments,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.log.append(self.process)
        line = self.process.stdout.readline().decode()
        self.port = int(line.split(":")[2].split("/")[0])
        self.site = "http://127.0.0.1:%d" % self.port

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10)
        check("the server ends well", status == 0, status)

    def ask(self, method, path, body=None, **fields):
        """(status, fields in lower case, bytes)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        head = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(method, path, None if body is None else json.dumps(body), head)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, data

    def get(self, path, **fields):
        return self.ask("GET", path, **fields)

    def json(self, method, path, body=None, key=None):
        fields = {"Authorization": "Bearer " + key} if key else {}
        status, _, data = self.ask(method, path, body, **fields)
        return status, json.loads(data)

    def post(self, path, body, key=None):
        return self.json("POST", path, body, key)

    def table(self, game="nine", names=("Ann", "Bo"), key=None, **more):
        """A running table: (id, [key of seat 0, of seat 1]); `key` is the device of who makes it."""
        _, made = self.post(
            "/api/v1/tables",
            {"game": game, "side": "p1", "name": names[0], "lobby": True, **more},
            key,
        )
        _, joined = self.post(
            "/api/v1/tables/%s/join" % made["id"], {"name": names[1], "invite": made["invite"]}
        )
        return made["id"], [made["key"], joined["key"]]

    def act(self, id_, key, do, **more):
        cmd = os.urandom(8).hex()
        for _ in range(50):
            status, answer = self.post(
                "/api/v1/tables/%s/do" % id_, {"cmd": cmd, "do": do, **more}, key
            )
            if status not in (429, 503):
                return status, answer
            time.sleep(0.2)
        return status, answer

    def state(self, id_, key=None):
        return self.json("GET", "/api/v1/tables/" + id_, key=key)[1]
