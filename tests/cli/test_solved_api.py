#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Solved positions over the network: what GET /api/v1/solved says against what `concentric query` says, over
# positions of random games; databases of a directory; refusals; many at once. test_solved_api.py CONCENTRIC
import concurrent.futures
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

program = sys.argv[1]
failed = passed = 0


def check(good, what):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)


def run(*args):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=120)


def ask(variant, position=None, method="GET", lang="en"):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    query = "" if position is None else "?position=" + urllib.parse.quote(position)
    link.request(method, f"/api/v1/solved/{variant}{query}", headers={"Accept-Language": lang})
    answer = link.getresponse()
    body = answer.read()
    link.close()
    json_too = answer.getheader("Content-Type") == "application/json" and body
    return answer.status, json.loads(body) if json_too else {}, answer


def queried(variant, position, *db):
    """What the command says: the position's line and one per move, in the API's words."""
    said = run("query", variant, "--position", position, *db).stdout.strip().split("\n")
    rows = []
    for line in said:
        move, value, plies = re.match(r"(\S+) (win|draw|loss)(?: (\d+))?", line).groups()
        rows.append((move, value, int(plies) if plies else None))
    return rows


def shown(variant, *how):
    return re.search(r"^position: (.*)$", run("show", variant, *how).stdout, re.M).group(1)


def walk(variant, plies, dice):
    """A position of a random game; None if it is over before."""
    position = shown(variant)
    for _ in range(plies):
        moves = run("moves", variant, "--position", position).stdout.split()
        if not moves:
            return None
        position = shown(variant, "--position", position, "--play", dice.choice(moves))
    return position


def compare(variant, position, *db):
    status, said, _ = ask(variant, position)
    if status != 200:
        return f"{variant} {position}: {status} {said}"
    rows = [("position", said["value"], said["plies"])] + [
        (m["move"], m["value"], m["plies"]) for m in said["moves"]
    ]
    wanted = queried(variant, position, *db)
    return (
        ""
        if rows == wanted and said["position"] == position
        else f"{variant} {position}: {rows[:3]} is not {wanted[:3]}"
    )


def questions(folder):
    dice = random.Random(7)
    positions = [p for p in (walk("six", n, dice) for n in range(0, 24, 2)) if p]
    check(len(positions) > 6, "there are positions")
    for position in positions:
        wrong = compare("six", position)
        check(not wrong, wrong)
    status, said, answer = ask("six")
    check(
        (status, said["value"], len(said["moves"])) == (200, "draw", 16),
        "the start, without a position",
    )
    check("max-age" in answer.getheader("Cache-Control"), "it may be kept")
    check(ask("six", method="HEAD")[0] == 200, "HEAD")
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        said = list(pool.map(lambda p: ask("six", p)[1], positions * 20))
    check(
        all(said[i] == said[i % len(positions)] and said[i]["ok"] for i in range(len(said))),
        "many at once, the same",
    )
    wrong = compare(
        "nine,flying", "w......./....w.../..w.b..b b 0 0".replace("b..b", "b.bb"), "--db", folder
    )
    check(not wrong, wrong)


def refusals():
    for path, position, status, why in (
        ("nine", None, 404, "not-solved"),
        ("ten", None, 400, "bad-variant"),
        ("", None, 400, "bad-variant"),
        ("x" * 150, None, 400, "bad-variant"),
        ("six", "zz", 400, "bad-position"),
        ("six", "w" * 400, 400, "bad-position"),
        ("nine,flying", None, 404, "not-solved"),
    ):
        got, said, _ = ask(path, position)
        check((got, said.get("why")) == (status, why), f"{path[:20]} {position}: {got} {said}")
        check(len(said.get("text", "")) > 10, "a sentence")
    check("sector 0-0-hand-9-9" in ask("nine,flying")[1]["text"], "which sector is missing")
    check("セクター0-0-hand-9-9" in ask("nine,flying", lang="ja")[1]["text"], "in Japanese")
    check("データベース" in ask("nine", lang="ja")[1]["text"], "in Japanese")
    check(ask("six", method="POST")[0] == 405, "POST")


def listed():
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("GET", "/api/v1/solved")
    said = json.loads(link.getresponse().read())
    link.close()
    return said["variants"]


def lists():
    """What there is, from each kind of place; files and folders that are something else are passed over."""
    global port
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/all")
        for variant in ("six,flying", "nine,flying"):
            run("solve", variant, "--stages", "1", "--out", f"{folder}/all/{variant}")
        pack = f"{folder}/one.pack"
        check(
            run("solve", "six", "--out", f"{folder}/six", "--pack", pack).returncode == 0, "a pack"
        )
        run("solve", "six,diagonals", "--out", f"{folder}/crossed")
        small = run(
            "shrink",
            "six,diagonals",
            "--db",
            f"{folder}/crossed",
            "--out",
            f"{folder}/one.small",
            "--sample",
            "2000",
        )
        check(small.returncode == 0, f"a small database of values alone: {small.stderr}")
        for path in ("all/empty", "all/nine"):
            os.mkdir(f"{folder}/{path}")
        os.rename(f"{folder}/all/nine,flying", f"{folder}/moved")
        os.symlink(f"{folder}/moved", f"{folder}/all/nine,flying")
        shutil.copytree(f"{folder}/moved", f"{folder}/all/twelve")
        for path, wanted in (
            ("all", ["nine,flying", "six", "six,flying"]),
            ("moved", ["nine,flying", "six"]),
            ("one.pack", ["six"]),
            ("one.small", ["six", "six,diagonals"]),
        ):
            with tempfile.TemporaryDirectory() as data:
                server = subprocess.Popen(
                    [program, "serve", "--port", "0", "--data", data, "--db", f"{folder}/{path}"],
                    stdout=subprocess.PIPE,
                    text=True,
                )
                port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
                check(listed() == wanted, f"{path}: {listed()}")
                if path == "one.small":
                    status, said, _ = ask("six,diagonals")
                    check(
                        status == 200 and said.get("value") == "draw",
                        f"the start, by a small database: {status} {said}",
                    )
                server.terminate()
                server.wait(10)


with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder:
    check(
        run("solve", "nine,flying", "--stages", "1", "--out", folder).returncode == 0,
        "a small database",
    )
    bad = run("serve", "--port", "0", "--data", data, "--db", folder + "/none")
    check(bad.returncode == 2 and "none" in bad.stderr, f"a path that is not there: {bad.stderr}")
    server = subprocess.Popen(
        [program, "serve", "--port", "0", "--data", data, "--db", folder],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        questions(folder)
        refusals()
        check(listed() == ["nine,flying", "six"], f"the list: {listed()}")
    finally:
        server.terminate()
        check(server.wait(10) == 0, "the server ends")
lists()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
