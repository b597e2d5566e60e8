#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot over any UGI engine, with nothing but Python:  bot.py SERVER GAME ENGINE [ARGUMENT...]
such as  bot.py http://127.0.0.1:8080 nine concentric ugi.  Its key is kept in bot.key. See docs/bots.md."""
import json
import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request

server, game, engine = sys.argv[1], sys.argv[2], sys.argv[3:]
if not os.path.exists("bot.key"):
    with os.fdopen(os.open("bot.key", os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(32))  # 43 characters: who we are
key = open("bot.key").read().strip()


def call(path, body=None):
    """GET, or POST with a body. What the server says, whatever the status; None while it is away."""
    request = urllib.request.Request(server + "/api/v1" + path, None if body is None else json.dumps(body).encode(),
                                     {"Authorization": "Bearer " + key, "Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(request, timeout=10))
    except urllib.error.HTTPError as error:
        return json.load(error)
    except (OSError, ValueError):
        return None


process = subprocess.Popen(engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def think(table):
    """The engine's move. The position is told whole each time, so it may play many games in turn."""
    process.stdin.write("setoption name Variant value %s\nposition fen %s%s\ngo movetime 100\n" % (
        table["game"], table["start"], " moves " + " ".join(table["moves"]) if table["moves"] else ""))
    for line in process.stdout:
        if line.startswith("bestmove "):
            return line.split()[1]


while True:
    if call("/me", {"name": "Python", "bot": True}):
        for table in (call("/lobby") or {}).get("tables", []):
            if table["game"].split(",")[0] == game and not table["rated"] and not (table.get("player") or {}).get("bot"):
                call("/tables/%s/join" % table["id"], {})
        for mine in (call("/me/tables") or {}).get("tables", []):
            table = call("/tables/" + mine["id"]) if mine["turn"] and mine["state"] == "running" else None
            if table and table.get("ok"):  # the same cmd again would not be played twice
                call("/tables/%s/do" % mine["id"], {"cmd": "m%d" % table["seq"], "on": table["seq"], "do": "move", "move": think(table)})
    time.sleep(0.5)
