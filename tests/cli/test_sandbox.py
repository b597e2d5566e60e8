#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The filter of system calls: what ends a process under it, what is refused, what works; and that
a server is under it, with every thread.
  test_sandbox.py CONCENTRIC SANDBOXED"""
import os
import signal
import subprocess
import sys
import tempfile

from ops import Admin, Served, check, finish

PROGRAM, SANDBOXED = sys.argv[1:3]


def call(name):
    done = subprocess.run([SANDBOXED, name], capture_output=True, text=True, timeout=30)
    if done.returncode == 77:
        print("this build has no filter")
        sys.exit(77)
    return done.returncode, done.stdout.split("\n")


def calls():
    for name in ("exec", "fork", "system", "ptrace", "mount", "setuid", "early-fork"):
        code, lines = call(name)
        check(
            "ends the process: " + name,
            code == -signal.SIGSYS and lines == ["entered", ""],
            code,
            lines,
        )
    for name in ("map-code", "make-code", "packets", "kill", "ring"):
        code, lines = call(name)
        check(
            "is refused: " + name,
            code == 1 and lines[:2] == ["entered", "Function not implemented"],
            code,
            lines,
        )
    for name in ("thread", "file", "resolve"):
        code, lines = call(name)
        check("works: " + name, code == 0 and lines[:2] == ["entered", "did"], code, lines)
    check("abort is abort", call("abort")[0] == -signal.SIGABRT)


def modes(pid):
    """(Seccomp, NoNewPrivs) of every thread."""
    found = set()
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/status" % (pid, task)) as file:
            lines = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
        found.add((lines["Seccomp"], lines["NoNewPrivs"]))
    return found, len(os.listdir("/proc/%d/task" % pid))


def server(work):
    with Served(PROGRAM, "--data", work + "/a", "--backup", work + "/b") as one:
        found, threads = modes(one.process.pid)
        check(
            "every thread is under the filter",
            found == {("2", "1")} and threads >= 6,
            found,
            threads,
        )
        admin = Admin(PROGRAM, work + "/a")
        check("and it says so", admin.json("status")["sandboxed"] is True)
        table = one.make()
        check(
            "tables work",
            one.ask(
                "POST",
                "/api/v1/tables/%s/do" % table[0],
                {"cmd": "m", "do": "move", "move": "d2"},
                table[1],
            )[0]
            == 200,
        )
        check("large files", one.ask("GET", "/")[0] == 200)
        check("solved positions", one.ask("GET", "/api/v1/solved/six")[0] == 200)
        check("backups", admin.run("backup")[0] == 0)
        check("pictures", one.raw("/t/%s.svg" % table[0])[0] == 200)
        status, picture = one.raw("/t/%s.png" % table[0])
        check("drawn ones too", status == 200 and picture[:4] == b"\x89PNG", status, picture[:80])
        check("still there", one.process.poll() is None)
    with Served(PROGRAM, "--data", work + "/a", "--no-sandbox") as one:
        check(
            "not if one says so",
            {m[0] for m in modes(one.process.pid)[0]} == {"0"}
            and Admin(PROGRAM, work + "/a").json("status")["sandboxed"] is False,
        )


def service():
    """systemd's own sandbox around it, where systemd can tell."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../dist/concentric.service")
    try:
        done = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=20", path],
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        return
    if "offline" in done.stderr:
        return
    check(
        "systemd-analyze security: at most 2.0",
        done.returncode == 0,
        done.stdout[-300:],
        done.stderr[-300:],
    )


calls()
with tempfile.TemporaryDirectory() as folder:
    server(folder)
service()
finish()
