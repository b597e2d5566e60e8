#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How a server is run: settings from a file.
  test_ops.py CONCENTRIC EXAMPLE-SETTINGS"""
import os
import re
import subprocess
import sys
import tempfile

from ops import Served, check, finish

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
    file = put(work + "/a.conf", "# comment\nport = 0\nbind = ::1\nlimit-tables = 2\n\ndata = %s/a\n" % work)
    with Served(PROGRAM, "--config", file) as server:
        check("settings of the file", server.line.startswith("serving http://[::1]:"), server.line)
        check("its limit", [server.ask("POST", "/api/v1/tables", {"game": "nine"})[0] for _ in range(3)] == [201, 201, 429])
    with Served(PROGRAM, "--config", file, "--bind", "127.0.0.1", "--limit", "tables=1") as server:
        check("the command line wins", server.line.startswith("serving http://127.0.0.1:"), server.line)
        check("also for limits", [server.ask("POST", "/api/v1/tables", {"game": "nine"})[0] for _ in range(2)] == [201, 429])
    said = serve_fails("--config", put(work + "/b.conf", "port = 0\nlimit-tabels = 3\n"))
    check("an unknown name, its line, the nearest", "line 2" in said and "'limit-tabels'" in said and
          "limit-tables" in said and "b.conf" in said, said)
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
    flags = re.findall(r"(?m)^  --([a-z-]+)", subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True).stdout)
    lacks = set(flags) - names - {"config", "help", "limit", "take-over"}
    check("every flag is in dist/concentric.conf", len(flags) > 6 and not lacks, lacks)


with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o700)
    settings(folder)
    example(folder)
finish()
