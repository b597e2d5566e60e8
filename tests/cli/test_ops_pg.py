#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two servers on one PostgreSQL, each with an operator's socket, under the filter of system calls: bans are everybody's, backups
go into a directory, a server is taken over, a PostgreSQL that goes away is told and comes back.
  test_ops_pg.py CONCENTRIC"""
import json
import os
import subprocess
import sys
import tempfile

from ops import Admin, Served, check, finish, until

PROGRAM = sys.argv[1]
PG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pg.sh")


def pg(*words):
    return subprocess.run(
        [PG, *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


class At(Admin):
    """By the path of the socket: there is no directory."""

    def run(self, *words):
        done = subprocess.run(
            [self.program, "admin", *words, "--socket", self.data],
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr


def main(work, cluster, url):
    paths = [work + "/a.sock", work + "/b.sock"]
    flags = ["--store", url, "--behind-proxy", "127.0.0.1", "--log"]
    log = work + "/a.log"

    def logged(event):
        with open(log) as file:
            return '"event":"%s"' % event in file.read()

    with Served(
        PROGRAM,
        *flags,
        log,
        "--admin",
        paths[0],
        "--backup",
        work + "/backups",
        "--backup-every",
        "1h"
    ) as a, Served(PROGRAM, *flags, "-", "--admin", paths[1]) as b:
        one, two = At(PROGRAM, paths[0]), At(PROGRAM, paths[1])
        sandboxed = [x.json("status")["sandboxed"] for x in (one, two)]
        check("both are under the filter", sandboxed[0] == sandboxed[1], sandboxed)
        ask = lambda s, address: s.ask("GET", "/api/v1/lobby", X_Forwarded_For=address)[0]
        check(
            "a ban at one",
            one.json("ban", "net", "203.0.113.7")["ok"] and ask(a, "203.0.113.9") == 403,
        )
        check("is one at the other", until(lambda: ask(b, "203.0.113.9") == 403))
        check(
            "lifted there",
            two.json("unban", "net", "203.0.113.7")["ok"] and ask(b, "203.0.113.9") == 200,
        )
        check("and here", until(lambda: ask(a, "203.0.113.9") == 200))
        table = a.make()
        for n, (seat, move) in enumerate(((0, "d2"), (1, "f4"))):
            status = (a, b)[n].ask(
                "POST",
                "/api/v1/tables/%s/do" % table[0],
                {"cmd": "c%d" % n, "do": "move", "move": move},
                table[1 + seat],
            )[0]
            check("a game over both", status == 200, status)
        code, out, said = one.run("backup")
        check("a backup of a PostgreSQL", code == 0, out, said)
        done = subprocess.run(
            [
                PROGRAM,
                "restore",
                work + "/backups/" + out.split()[-1],
                "--data",
                work + "/restored",
            ],
            capture_output=True,
            text=True,
        )
        check("restored into a directory", done.returncode == 0, done)
        with Served(PROGRAM, "--data", work + "/restored") as restored:
            check(
                "with the game",
                restored.ask("GET", "/api/v1/tables/" + table[0])[1]["moves"] == ["d2", "f4"],
            )
        pg("stop", cluster)
        code = until(lambda: a.ask("GET", "/api/v1/health")[0] == 503)
        check(
            "away: health says so",
            code and a.ask("GET", "/api/v1/health")[1]["health"] == "store away",
        )
        check(
            "and the operator is told why",
            one.json("status")["trouble"] != "" and one.run("health")[0] == 1,
        )
        until(lambda: logged("store-away"))  # it looks once a second
        pg("start", cluster)
        check("back by itself", until(lambda: a.ask("GET", "/api/v1/health")[0] == 200, 30))
        until(lambda: logged("store-back"))
        with Served(PROGRAM, *flags, "-", "--take-over", paths[0], "--admin", paths[0]) as c:
            check(
                "taken over",
                c.port == a.port
                and c.ask("GET", "/api/v1/tables/" + table[0])[1]["moves"] == ["d2", "f4"],
            )
            check("the old one is gone", a.process.wait(10) == 0)
    with open(log) as file:
        said = file.read() + a.errors
    events = [json.loads(line)["event"] for line in said.splitlines()]
    check(
        "logged",
        "store-away" in events and "store-back" in events and "hand-over" in events,
        events,
    )
    check(
        "without where",
        "127.0.0.1" not in said and url not in said and "postgres" not in said,
        said,
    )


with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o755)
    cluster_dir = folder + "/pg"
    where = pg("make", cluster_dir, "fsync=off", "shared_buffers=32MB")
    try:
        main(folder, cluster_dir, where)
    finally:
        subprocess.run([PG, "stop", cluster_dir], stdout=subprocess.DEVNULL)
finish()
