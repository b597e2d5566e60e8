# SPDX-License-Identifier: MIT
"""A server for the tests of how one is run, and what they count."""
import http.client
import json
import re
import signal
import subprocess
import sys

counts = [0, 0]


def check(name, good, *saw):
    counts[0 if good else 1] += 1
    if not good:
        print("FAILED:", name, *saw, flush=True)
    return good


def finish():
    print("%d checks, %d failed" % (sum(counts), counts[1]))
    sys.exit(1 if counts[1] else 0)


class Served:
    """One `concentric serve` until the block ends; it must then end in order."""

    def __init__(self, program, *flags, port=True, ends=0):
        given = any(f in ("--config", "--port", "--take-over") for f in flags)
        self.command = [program, "serve", *([] if given else ["--port", "0"]), *flags]
        self.program, self.ends = program, ends

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
        check("the server ends in order", self.process.returncode == self.ends, self.process.returncode, self.errors)

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

    def make(self, **what):
        """A table with both seats: (id, key, key)."""
        status, made, _ = self.ask("POST", "/api/v1/tables", dict({"game": "nine", "side": "p1"}, **what))
        assert status == 201, made
        status, joined, _ = self.ask("POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]})
        assert status == 200, joined
        return made["id"], made["key"], joined["key"]
