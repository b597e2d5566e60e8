#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every write, fsync, rename, truncation and allocation of a server with its store fails in turn.
  test_faults_server.py CONCENTRIC LIBRARY [KIND ...]
LIBRARY is that of tests/faults/nth.c. A table is made, joined and played at. Whatever fails: the server does not crash and
ends in order, or it does not start and says why in one line; a request is answered, refused, or its connection is closed,
and the same act again goes in (but on a disk that stays full); and another server finds every act that was acknowledged,
in order, once. A few calls of each kind are tried, spread over all; CONCENTRIC_FAULTS=all tries every one."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

PROGRAM, LIBRARY = (os.path.realpath(path) for path in sys.argv[1:3])
KINDS = sys.argv[3:] or ["write", "full", "sync", "rename", "truncate", "memory"]
ALL = os.environ.get("CONCENTRIC_FAULTS") == "all"
SAMPLES = {"memory": 24}
TRIES = 4  # one call fails, and the connection may be closed before the answer
MOVES = ["d2", "d6", "a1", "g7"]


class Wrong(Exception):
    """Something that must not be."""


class Server:
    """One `concentric serve`, with a fault if there is one."""

    def __init__(self, folder, fault=""):
        self.counted = folder.parent / "calls"
        self.counted.unlink(missing_ok=True)
        environment = dict(
            os.environ,
            LANG="C.UTF-8",
            LD_PRELOAD=LIBRARY,
            CONCENTRIC_FAULT=fault or "write 0",
            CONCENTRIC_FAULT_PROGRAM=os.path.basename(PROGRAM),
            CONCENTRIC_FAULT_CALLS=str(self.counted),
        )
        # libseccomp 2.5 never comes back from seccomp_load when one of its own allocations fails.
        apart = ["--no-sandbox"] if fault.startswith("memory") else []
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--data", str(folder), *apart],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        self.port = int(found.group(1)) if found else 0

    def ask(self, method, path, body=None, key=None):
        """(status, value); (0, why) if no answer came."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(
                method,
                path,
                json.dumps(body) if body is not None else None,
                {"Authorization": "Bearer " + key} if key else {},
            )
            answer = connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            return 0, repr(error)
        finally:
            connection.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text

    def until(self, good, *words):
        """The same request until it is answered so; None if that never comes."""
        for _ in range(TRIES):
            status, value = self.ask(*words)
            if status == good:
                return value
            if status not in (0, 500, 503) and not (status == 409 and value.get("why") == "taken"):
                raise Wrong(f"{words[:2]}: {status} {value}")
            if self.process.poll() is not None:
                raise Wrong(
                    f"the server is gone: {self.process.returncode} {self.process.stderr.read()[-300:]!r}"
                )
        return None

    def end(self):
        """Ends it; returns how many calls of the kind there were."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            errors = self.process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise Wrong("it does not end") from None
        if self.port and self.process.returncode != 0:
            raise Wrong(f"it ends by {self.process.returncode}: {errors[-300:]!r}")
        if not self.port and (
            self.process.returncode not in (1, 2) or len(errors.splitlines()) != 1
        ):
            raise Wrong(f"it does not start: {self.process.returncode} {errors[-300:]!r}")
        return int(self.counted.read_text()) if self.counted.exists() else 0


def play(server):
    """What was acknowledged: the table (None: not even that), its second key, and the moves."""
    for _ in range(
        TRIES
    ):  # whose key got lost on its way cannot sit down again; another table then
        made = server.until(201, "POST", "/api/v1/tables", {"game": "nine", "side": "p1"})
        if not made:
            return None, []
        table = "/api/v1/tables/" + made["id"]
        joined = server.until(200, "POST", table + "/join", {"invite": made["invite"]})
        if joined:
            break
    done = []
    for number, move in enumerate(MOVES if joined else []):
        key = (made["key"], joined["key"])[number % 2]
        if not server.until(
            200, "POST", table + "/do", {"cmd": f"m{number}", "do": "move", "m": move}, key
        ):
            break
        done.append(move)
        server.ask("GET", table, None, key)
    server.ask("GET", table + "/record")
    server.ask("GET", "/api/v1/lobby")
    return table, done


def look_again(folder, table, done):
    """Another server finds what was acknowledged, and perhaps one act more, of which nobody heard."""
    server = Server(folder)
    if not server.port:
        raise Wrong(f"it cannot be started again: {server.process.communicate()[1]!r}")
    if table:
        status, shown = server.ask("GET", table)
        moves = shown["moves"] if status == 200 else None
        if moves not in (done, MOVES[: len(done) + 1]):
            raise Wrong(f"{done} was acknowledged, there is {status} {moves}")
    _, more = play(server)
    if more != MOVES:
        raise Wrong(f"then only {more} can be played")
    server.end()


def try_fault(fault):
    """How many calls of the kind there were. Raises Wrong."""
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work, "data")
        server = Server(folder, fault)
        table, done = None, []
        try:
            if server.port:
                table, done = play(server)
        finally:
            calls = server.end()
        if server.port and not fault.startswith("full") and done != MOVES:
            raise Wrong(f"only {done} could be played")
        look_again(folder, table, done)
    return calls


def sample(calls, most):
    if ALL or calls <= most:
        return range(1, calls + 1)
    return sorted({1 + i * (calls - 1) // (most - 1) for i in range(most)})


def main():
    tried = failed = 0
    for kind in KINDS:
        calls = try_fault(f"{kind} 0")
        for nth in sample(calls, SAMPLES.get(kind, 6)):
            tried += 1
            try:
                try_fault(f"{kind} {nth}")
            except Wrong as wrong:
                failed += 1
                print(f"FAILED: {kind} {nth} of {calls}: {wrong}", flush=True)
        print(f"{kind}: {calls} calls", flush=True)
    print(f"{tried} faults, {failed} of them bad")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
