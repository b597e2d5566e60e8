#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/security.md holds: every line of its threats names tests that exist, and its dependencies are those of the program.
  test_security.py CONCENTRIC BUILD-DIR"""
import os
import re
import subprocess
import sys

from ops import check, finish

PROGRAM, BUILD = sys.argv[1:3]
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def read(*path):
    with open(os.path.join(TOP, *path)) as file:
        return file.read()


def rows(text, heading):
    part = text.split("\n## %s\n" % heading, 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def tests_of(folder):
    """As `ctest -N` lists them, which would write into the log of the ctest that runs this."""
    with open(os.path.join(folder, "CTestTestfile.cmake")) as file:
        text = file.read()
    known = set(re.findall(r'^\s*add_test\((?:\[=*\[|")?([^\s"\]]+)', text, re.M))
    for below in re.findall(r'^\s*subdirs\("?([^")]+)', text, re.M):
        known |= tests_of(os.path.join(folder, below))
    return known


def threats(text):
    known = tests_of(BUILD)
    found = rows(text, "Who can do what")
    check("there are threats", len(found) >= 25, len(found))
    for row in found:
        check("who, what, answer, test", len(row) == 4 and all(row), row)
        tests = re.findall(r"`([^`]+)`", row[-1])
        check("a test for it", tests, row)
        for test in tests:
            name = re.fullmatch(r'([\w/.]+)(?: "(.+)")?', test)
            if "/" not in name.group(1):
                check("a test of that name", test in known, test)
                continue
            path = "tests/" + name.group(1)
            check("a file of that name", os.path.exists(os.path.join(TOP, path)), path)
            check("with that check", not name.group(2) or name.group(2) in read(path), test)


def dependencies(text):
    told = {row[0]: row for row in rows(text, "Dependencies")}
    linked = set(
        re.findall(
            r"\(NEEDED\).*\[(.+)\]",
            subprocess.run(["readelf", "-d", PROGRAM], capture_output=True, text=True).stdout,
        )
    )
    linked = {
        name
        for name in linked
        if not name.startswith("ld-linux") and not re.match(r"lib(asan|ubsan|tsan|gcov)", name)
    }
    loaded = set()
    for folder, _, files in os.walk(os.path.join(TOP, "src")):
        for name in files:
            if name.endswith(".c"):
                with open(os.path.join(folder, name)) as file:
                    loaded |= set(re.findall(r'dlopen\("([^"]+)"', file.read()))
    check(
        "something is linked and loaded",
        len(linked) > 8 and {"libpq.so.5", "librsvg-2.so.2"} <= loaded,
        linked,
        loaded,
    )
    check(
        "all that it is linked with or loads is told",
        linked | loaded == set(told),
        (linked | loaded) ^ set(told),
    )
    for name, row in told.items():
        check(
            "version and reason",
            len(row) == 3 and re.fullmatch(r"\d+(\.\d+)*", row[1]) and row[2],
            row,
        )
    packages = {
        "libuv.so.1": "libuv",
        "libcjson.so.1": "libcjson",
        "libcrypto.so.3": "libcrypto",
        "libsqlite3.so.0": "sqlite3",
        "libpq.so.5": "libpq",
        "libcurl.so.4": "libcurl",
        "librsvg-2.so.2": "librsvg-2.0",
        "libseccomp.so.2": "libseccomp",
        "libqrencode.so.4": "libqrencode",
        "libz.so.1": "zlib",
        "libzstd.so.1": "libzstd",
        "libncursesw.so.6": "ncursesw",
    }
    for name, package in packages.items():
        done = subprocess.run(
            ["pkg-config", "--modversion", package], capture_output=True, text=True
        )
        if (
            done.returncode == 0
            and os.path.exists("/etc/debian_version")
            and open("/etc/debian_version").read().startswith("12")
        ):
            check(
                "the version of Debian 12: " + name,
                done.stdout.startswith(told[name][1] + "."),
                done.stdout,
                told[name],
            )


document = read("docs/security.md")
threats(document)
dependencies(document)
finish()
