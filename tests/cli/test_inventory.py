#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What users can do, as a list: commands, options, routes, views of the page, settings, keys. Nothing of commit 5e8bc4b
(tests/data/inventory.txt) goes away unless CHANGELOG.md names it on a line that begins with `- Removed:` or `- Renamed:`.
  test_inventory.py CONCENTRIC SOURCE [--print]"""
import json
import pathlib
import re
import subprocess
import sys

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def read(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def run(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def commands():
    table = run("help").split("commands:\n")[1].split("\n\n")[0]
    for command in re.findall(r"^  (\S+) +\S", table, re.M):
        yield "command " + command
        flags = run(command, "--help").split("\nflags:\n")[1:]
        for flag in re.findall(r"^  (--[a-z0-9-]+)", "".join(flags), re.M):
            yield "option %s %s" % (command, flag)


def routes():
    for path, methods in json.loads(read("docs/openapi.json"))["paths"].items():
        for method in methods:
            if method in ("get", "put", "post", "delete", "patch"):
                yield "route %s %s" % (method.upper(), path)


def page():
    views = read("web/views.js").split("VIEWS = {")[1].split("};")[0]
    for name in re.findall(r"^  (\w+): ", views, re.M):
        yield "view " + name
    defaults = read("web/store.js").split("DEFAULTS = {")[1].split("\n};")[0]
    for name in re.findall(r"(\w+): ", defaults):
        yield "setting page " + name
    for file in sorted((SOURCE / "web").glob("*.js")):
        text = file.read_text(encoding="utf-8")
        for key in re.findall(r"\bkey === '(.|[A-Z]\w+)'", text):
            yield "key page " + key.replace(" ", "Space")
    keys = read("web/analysis-tools.js").split("const KEYS = [")[1].split("];")[0]
    for shown in re.findall(r"\['([^']+)'", keys):
        yield "key analysis " + shown
    for key in re.findall(r"\b(Arrow\w+|Home|End|PageUp|PageDown)\b", read("web/analysis.js")):
        yield "key page " + key


def server():
    for name in re.findall(r"^#? ?([a-z][a-z-]+) = ", read("dist/concentric.conf"), re.M):
        yield "setting server " + name


def terminal():
    for name in re.findall(r"\b(KEY_[A-Z_]+)\b", read("src/app/tui/term.h")):
        if name not in ("KEY_NOTHING", "KEY_UNKNOWN"):
            yield "key terminal " + name


now = sorted({*commands(), *routes(), *page(), *server(), *terminal()})
if sys.argv[3:] == ["--print"]:
    print("\n".join(now))
    sys.exit()
before = read("tests/data/inventory.txt").splitlines()
assert len(before) > 300 and len({line.split()[0] for line in before}) == 6, "all six kinds"
told = re.findall(r"^- (?:Removed|Renamed): (.*(?:\n  .*)*)", read("CHANGELOG.md"), re.M)
missing = [one for one in before if one not in now and not any("`%s`" % one in t for t in told)]
for one in missing:
    print("gone without a line in CHANGELOG.md: " + one)
print("%d of %d, %d today" % (len(before) - len(missing), len(before), len(now)))
sys.exit(bool(missing))
