#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games shown elsewhere, with the real server: pictures, what other sites may use, oEmbed, the page of a table.
  test_show.py CONCENTRIC"""
import base64
import gzip
import html
import json
import os
import re
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import xml.etree.ElementTree as ET
import zlib

from club import Server, check, finish

program = sys.argv[1]
SVG = "{http://www.w3.org/2000/svg}"


def png_size(data):
    """Width and height of a PNG whose every part is whole."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return None
    at, size = 8, None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body, sum_ = (
            data[at + 8 : at + 8 + length],
            struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0],
        )
        if zlib.crc32(kind + body) != sum_:
            return None
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        at += 12 + length
    return size


def position_of(svg):
    return ET.fromstring(svg).find(SVG + "desc").text


def pictures(server):
    id_, keys = server.table()
    for i, move in enumerate(["d2", "d6", "f4", "b4"]):
        check("move %s" % move, server.act(id_, keys[i % 2], "move", move=move)[0] == 200)
    state = server.state(id_)
    status, fields, svg = server.get("/t/%s.svg" % id_)
    check("svg", (status, fields["content-type"]) == (200, "image/svg+xml"), fields)
    check("svg shows the position", position_of(svg) == state["position"], position_of(svg))
    check("svg of the start", position_of(server.get("/t/%s.svg?ply=0" % id_)[2]) == state["start"])
    seen = [position_of(server.get("/t/%s.svg?ply=%d" % (id_, ply))[2]) for ply in range(5)]
    check(
        "svg by ply: all different, the last is the game's",
        len(set(seen)) == 5 and seen[4] == state["position"],
        seen,
    )
    check("svg fresh for seconds", fields["cache-control"] == "public, max-age=5", fields)
    for path, want in (
        ("?ply=5", 404),
        ("?ply=-1", 400),
        ("?ply=x", 400),
        ("?ply=99999999", 400),
        ("?ply=", 400),
    ):
        status, _, body = server.get("/t/%s.svg%s" % (id_, path))
        check("svg%s" % path, (status, json.loads(body)["ok"]) == (want, False), (status, body))
    tag = fields["etag"]
    status, fields, body = server.get("/t/%s.svg" % id_, If_None_Match=tag)
    check("not again", (status, body, fields["etag"]) == (304, b"", tag), fields)
    png_pictures(server, id_)
    server.act(id_, keys[0], "move", move="d1")
    status, fields, body = server.get("/t/%s.svg" % id_, If_None_Match=tag)
    check(
        "a new picture after a move",
        status == 200
        and fields["etag"] != tag
        and position_of(body) == server.state(id_)["position"],
        fields,
    )
    server.act(id_, keys[1], "resign")
    check(
        "a finished game is fresh for longer",
        server.get("/t/%s.svg" % id_)[1]["cache-control"] == "public, max-age=300",
    )
    status, _, body = server.get("/t/aaaaaaaa.svg")
    check("no such table", (status, json.loads(body)["why"]) == (404, "not-found"), body)
    status, _, body = server.get("/t/aaaa.svg", Accept_Language="ja")
    check("no id", (status, json.loads(body)["text"]) == (404, "このアドレスには何もありません"), body)
    check("no POST", server.ask("POST", "/t/%s.svg" % id_, {})[0] == 405)
    status, fields, body = server.ask("HEAD", "/t/%s.svg" % id_)
    check("HEAD", status == 200 and body == b"" and int(fields["content-length"]) > 1000, fields)


def png_pictures(server, id_):
    status, fields, png = server.get("/t/%s.png" % id_)
    check(
        "png",
        (status, fields["content-type"], png_size(png)) == (200, "image/png", (600, 600)),
        (fields, png_size(png)),
    )
    for size in (64, 333, 1200):
        check(
            "png of %d" % size,
            png_size(server.get("/t/%s.png?size=%d" % (id_, size))[2]) == (size, size),
        )
    for size in ("63", "1201", "0", "-5", "x", "1e3", ""):
        check("png of %r" % size, server.get("/t/%s.png?size=%s" % (id_, size))[0] == 400)
    again = server.get("/t/%s.png" % id_)
    check("the same again", again[2] == png and again[1]["etag"] == fields["etag"])
    check("another picture by ply", server.get("/t/%s.png?ply=0" % id_)[2] != png)
    check("png: not again", server.get("/t/%s.png" % id_, If_None_Match=fields["etag"])[0] == 304)
    check(
        "tags of sizes differ", server.get("/t/%s.png?size=64" % id_)[1]["etag"] != fields["etag"]
    )


def every_game(server):
    for game in ("six", "nine,flying", "twelve", "stacking", "morelli", "mur"):
        id_, _ = server.table(game)
        svg = server.get("/t/%s.svg" % id_)[2]
        box = [int(n) for n in ET.fromstring(svg).get("viewBox").split()]
        size = png_size(server.get("/t/%s.png?size=500" % id_)[2])
        check("%s: the wider side has the size" % game, size and max(size) == 500, size)
        check(
            "%s: as the board is" % game,
            abs(size[0] / size[1] - box[2] / box[3]) < 0.01,
            (size, box),
        )


def many_at_once(server):
    """More than are drawn at a time: each is answered, with a picture or 503, and the server goes on."""
    id_, keys = server.table()
    for i, move in enumerate(["d2", "d6"]):
        server.act(id_, keys[i % 2], "move", move=move)
    got = []

    def one(size):
        got.append((size, server.get("/t/%s.png?size=%d" % (id_, size))))

    threads = [threading.Thread(target=one, args=(200 + i,)) for i in range(120)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    good = [
        size for size, (status, _, body) in got if status == 200 and png_size(body) == (size, size)
    ]
    busy = [size for size, (status, fields, _) in got if status == 503 and fields["retry-after"]]
    check(
        "all are answered", len(good) + len(busy) == 120 and len(good) >= 60, (len(good), len(busy))
    )


STRICT = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "access-control-allow-origin": None,
}
OPEN = {
    "cross-origin-opener-policy": None,
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
}


def who_may_use(server):
    id_, _ = server.table()
    build = re.search(r"a/[0-9a-f]{16}/", server.get("/")[2].decode()).group(0)
    strict = [
        "/",
        "/nine",
        "/t/" + id_,
        "/t/",
        "/rules.html",
        "/sw.js",
        "/" + build + "app.js",
        "/" + build + "games.json",
        "/docs/",
        "/api/v1/games",
        "/api/v1/lobby",
        "/api/v1/tables/" + id_,
        "/api/v1/tables/%s/record" % id_,
        "/api/v1/solved",
        "/api/v1/none",
        "/oembed?url=%s/t/%s" % (server.site, id_),
        "/oembed",
        "/feed/none",
        "/none",
        "/embed",
        "/embedded/t/" + id_,
        "/t/%s.gif" % id_,
        "/t/%s/x.svg" % id_,
    ]
    opened = [
        "/t/%s.svg" % id_,
        "/t/%s.png" % id_,
        "/t/%s.png?size=1" % id_,
        "/t/zzzzzzzz.svg",
        "/embed/t/" + id_,
        "/embed/t/%s/table" % id_,
        "/embed/embed.js",
        "/embed/embed.css",
        "/embed/none",
        "/embed/t/zzzzzzzz/table",
    ]
    for paths, fields, frame in ((strict, STRICT, "'none'"), (opened, OPEN, "*")):
        for path in paths:
            _, got, _ = server.get(path)
            for name, value in fields.items():
                check("%s: %s" % (path, name), got.get(name) == value, got)
            check(
                "%s: framing" % path,
                "frame-ancestors %s;" % frame in got["content-security-policy"],
                got,
            )
            check("%s: no sniffing" % path, got["x-content-type-options"] == "nosniff")
            check(
                "%s: nothing from outside" % path,
                got["content-security-policy"].startswith("default-src 'none'; script-src 'self'"),
            )


def oembed(server):
    id_, _ = server.table(names=("Ann <script>", 'Bo "&"'))
    ask = lambda url, rest="": server.get(
        "/oembed?url=%s%s" % (urllib.parse.quote(url, safe=""), rest)
    )
    own = "%s/t/%s" % (server.site, id_)
    status, fields, body = ask(own)
    answer = json.loads(body)
    check(
        "oembed",
        (status, fields["content-type"], answer["version"], answer["type"])
        == (200, "application/json", "1.0", "rich"),
        answer,
    )
    frame = ET.fromstring(answer["html"].replace(' loading="lazy"', ""))
    check(
        "oembed: one frame",
        frame.tag == "iframe"
        and len(frame) == 0
        and frame.get("src") == "%s/embed/t/%s" % (server.site, id_),
        answer["html"],
    )
    check(
        "oembed: names are text",
        frame.get("title") == answer["title"] == 'Ann <script> – Bo "&", Nine Men\'s Morris',
        answer["title"],
    )
    check(
        "oembed: sizes",
        [frame.get(n) for n in ("width", "height")]
        == [str(answer["width"]), str(answer["height"])],
        answer,
    )
    check(
        "oembed: the frame is there",
        server.get(urllib.parse.urlparse(frame.get("src")).path)[0] == 200,
    )
    picture = urllib.parse.urlparse(answer["thumbnail_url"])
    check(
        "oembed: picture",
        png_size(server.get(picture.path)[2])
        == (answer["thumbnail_width"], answer["thumbnail_height"]),
    )
    for rest, width in (
        ("&maxwidth=300", 300),
        ("&maxwidth=9999", 420),
        ("&maxheight=408", 300),
        ("&maxwidth=10", 200),
        ("&format=json", 420),
    ):
        answer = json.loads(ask(own, rest)[2])
        check("oembed%s" % rest, answer["width"] == width, answer)
    for url in (own + "#s=abcdefghijk", own + "?x=1", own.replace("http:", "https:")):
        check("oembed of %s" % url, ask(url)[0] == 200)
    check("a key is not repeated", b"abcdefghijk" not in ask(own + "#s=abcdefghijk")[2])
    for url in (
        "",
        "x",
        "http://other.example/t/" + id_,
        "%s.evil/t/%s" % (server.site, id_),
        "%s/t/%s/x" % (server.site, id_),
        server.site + "/nine",
        "ftp://127.0.0.1:%d/t/%s" % (server.port, id_),
        "%s/t/%s" % (server.site, "zzzzzzzz"),
        "javascript:alert(1)",
        "http:////",
    ):
        status, _, body = ask(url)
        check("oembed of %r" % url, (status, json.loads(body)["ok"]) == (404, False), body)
    check("oembed: xml", ask(own, "&format=xml")[0] == 501)
    check("oembed: a size that is none", ask(own, "&maxwidth=wide")[0] == 400)
    check("oembed without url", server.get("/oembed")[0] == 404)


def table_page(server):
    id_, _ = server.table()
    status, fields, body = server.get("/t/" + id_)
    text = body.decode()
    meta = dict(re.findall(r'<meta property="(og:[a-z:]+)" content="([^"]*)">', text))
    check("page: picture", meta["og:image"] == "%s/t/%s.png" % (server.site, id_), meta)
    check("page: one picture", text.count('"og:image"') == 1)
    check(
        "page: its size",
        png_size(server.get("/t/%s.png" % id_)[2])
        == (int(meta["og:image:width"]), int(meta["og:image:height"])),
    )
    found = re.search(
        r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)">', text
    )
    where = urllib.parse.urlparse(html.unescape(found.group(1)))
    answer = server.get(where.path + "?" + where.query)
    check(
        "page: discovery leads to oEmbed",
        answer[0] == 200 and json.loads(answer[2])["type"] == "rich",
        answer,
    )
    status, packed, body = server.get("/t/" + id_, Accept_Encoding="gzip")
    check(
        "page: gzip",
        packed["content-encoding"] == "gzip" and gzip.decompress(body).decode() == text,
        packed,
    )
    check("page: tags differ", packed["etag"] != fields["etag"])
    check("page: not again", server.get("/t/" + id_, If_None_Match=fields["etag"])[0] == 304)
    other, _ = server.table()
    check(
        "page: another table's is another",
        server.get("/t/" + other, If_None_Match=fields["etag"])[0] == 200,
    )
    check(
        "page: HEAD",
        server.ask("HEAD", "/t/" + id_)[1]["content-length"] == fields["content-length"],
    )
    for host in ('zzq"><script>', "zzq.example.org"):
        status, _, evil = server.get("/t/" + id_, Host=host)
        check("page: a Host that is not ours", status == 421 and b"zzq" not in evil, evil)
    lone = server.get("/t/" + id_, Host="localhost:1234")[2].decode()
    check("page: where the client found us", "http://localhost:1234/t/%s.png" % id_ in lone)


def embedded(server):
    id_, keys = server.table("mur", clock="300+5")
    status, _, body = server.get(
        "/embed/t/%s/table" % id_, Accept_Language="ja", Authorization="Bearer " + keys[0]
    )
    table = json.loads(body)
    check("embed: as a watcher, whoever asks", (status, table["you"]) == (200, None), table)
    check("embed: title in the language", "マー" in table["title"], table["title"])
    check(
        "embed: shades", [s["shade"] for s in table["seats"]] == ["black", "white"], table["seats"]
    )
    check(
        "embed: morris begins with White",
        [
            s["shade"]
            for s in json.loads(server.get("/embed/t/%s/table" % server.table("nine")[0])[2])[
                "seats"
            ]
        ]
        == ["white", "black"],
    )
    check("embed: no such table", server.get("/embed/t/zzzzzzzz/table")[0] == 404)
    for name in ("/embed/t/" + id_, "/embed/embed.js", "/embed/embed.css"):
        text = server.get(name)[2].decode()
        check(
            "%s: neither storage nor keys" % name,
            not re.search(r"localStorage|sessionStorage|indexedDB|cookie|Bearer", text),
        )
        check("%s: small" % name, len(text) < 16000, len(text))


LINE = []
ATOM = "{http://www.w3.org/2005/Atom}"
DAY = 86400000


def some_line(length):
    """The first legal move again and again."""
    line = []
    while len(line) < length:
        out = subprocess.run(
            [program, "moves", "nine", "--play", " ".join(line)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        line.append(out.split()[0])
    return line


ANN = base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")


def finished_game(server, result="p1win", moves=0, **more):
    """A game of so many moves that is over; its id."""
    id_, keys = server.table(**more)
    for i in range(moves):
        answer = server.act(id_, keys[i % 2], "move", move=LINE[i])
        check("move %s" % LINE[i], answer[0] == 200, answer)
    if result == "draw":
        server.act(id_, keys[0], "offer", what="end")
        server.act(id_, keys[1], "answer", what="end", yes=True)
    else:
        server.act(id_, keys[1 if result == "p1win" else 0], "resign")
    return id_


def entries(server, query="", **fields):
    status, head, body = server.get("/feed/games.atom" + query, **fields)
    check(
        "feed", (status, head["content-type"]) == (200, "application/atom+xml; charset=utf-8"), head
    )
    feed = ET.fromstring(body)
    for name in ("title", "id", "updated"):
        check("feed has %s" % name, feed.find(ATOM + name).text)
    return [
        (e.find(ATOM + "id").text.split("/")[-1], e.find(ATOM + "title").text)
        for e in feed.findall(ATOM + "entry")
    ]


def wait_for_day():
    """Past the end of a day that is near, and the 10 s after which the server takes it as over."""
    left = 86400 - (time.time() - 10) % 86400
    if left < 70:
        time.sleep(left + 1)


def feed(program):
    LINE.extend(some_line(21))
    wait_for_day()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        first = finished_game(server, moves=4, names=("Ann & <b>\ufffe", "Bo"))
        secret, keys = server.table(lobby=False)
        server.act(secret, keys[0], "move", move="d2")
        server.act(secret, keys[1], "move", move="d6")
        server.act(secret, keys[0], "resign")
        server.table()  # goes on
        broken, keys = server.table()
        server.act(broken, keys[0], "abort")
        drawn = finished_game(server, "draw", 4, names=("", ""))
        got = entries(server)
        check(
            "feed: public games that are over, the latest first",
            [e[0] for e in got] == [drawn, first],
            got,
        )
        check(
            "feed: names are text",
            got[1][1] == "Ann & <b>\ufffd – Bo: Nine Men's Morris, Ann & <b>\ufffd won",
            got,
        )
        check(
            "feed: without names the colours",
            got[0][1] == "White – Black: Nine Men's Morris, draw",
            got,
        )
        check("feed in Japanese", entries(server, "?lang=ja")[0][1].endswith("引き分け"), "")
        check(
            "feed by Accept-Language",
            entries(server, Accept_Language="ja") == entries(server, "?lang=ja"),
        )
        check(
            "fresh for a while",
            entries(server) == got
            and server.get("/feed/games.atom")[1]["cache-control"] == "public, max-age=30",
        )
        check("no other feed", server.get("/feed/others.atom")[0] == 404)
        records = server.get("/api/v1/archive")[2].decode()
        check(
            "archive: the public ones",
            records.count("[Game ") == 2 and secret not in records,
            records,
        )
        check(
            "archive: which games",
            re.findall(r'\[Site "([^"]*)"\]', records)
            == [server.site + "/t/" + i for i in (first, drawn)],
            records,
        )
        check(
            "archive: of when",
            records.count('[Date "%s"]' % time.strftime("%Y.%m.%d", time.gmtime())) == 2,
            records,
        )
        replay(program, folder, records, 2)
        server.stop()
        more = [r for r in range(40)]
        server = Server(program, folder)
        ids = [finished_game(server, moves=2) for _ in more]
        got = entries(server)
        check("feed: the latest 30", [e[0] for e in got] == ids[::-1][:30], got)
        server.stop()
        today(program, folder)
        archive(program, folder)


def replay(program, folder, records, count):
    path = folder + "/records.txt"
    with open(path, "w") as file:
        file.write(records)
    got = subprocess.run([program, "replay", path], capture_output=True, text=True)
    check("archive: records that can be read", got.returncode == 0, got.stderr)


def database(folder):
    found = [
        os.path.join(folder, name)
        for name in os.listdir(folder)
        if name.endswith((".sqlite", ".db", ".sqlite3"))
    ]
    return sqlite3.connect(found[0])


def today(program, folder):
    """The game of the day, from games that are moved into yesterday."""
    wait_for_day()
    server = Server(program, folder)
    answer = server.json("GET", "/api/v1/today")[1]
    now = int(time.time() * 1000)
    yesterday = time.strftime("%Y-%m-%d", time.gmtime(now / 1000 - 86400 - 10))
    check("none yet", answer == {"ok": True, "day": yesterday, "game": None}, answer)
    long_, drawn, short = (
        finished_game(server, moves=21, key=ANN),
        finished_game(server, "draw", 21),
        finished_game(server, moves=6),
    )
    check("long enough", len(server.state(long_)["moves"]) >= 20, server.state(long_)["moves"])
    server.stop()
    base = database(folder)
    base.execute("UPDATE tbl SET ended = ended - ? WHERE ended > 0", (DAY,))
    base.commit()
    base.close()
    server = Server(program, folder)
    game = server.json("GET", "/api/v1/today")[1]["game"]
    check(
        "the game of the day: decided, long",
        game and game["id"] == long_,
        (game, long_, drawn, short),
    )
    check(
        "what it tells",
        (game["result"], game["names"], game["url"], game["title"])
        == ("p1win", ["Ann", "Bo"], "/t/" + long_, "Nine Men's Morris")
        and game["moves"] >= 20,
        game,
    )
    check("every time the same", server.json("GET", "/api/v1/today")[1]["game"] == game)
    status, _ = server.json("DELETE", "/api/v1/me", key=ANN)
    check(
        "who goes is nameless at once",
        status == 200 and server.json("GET", "/api/v1/today")[1]["game"]["names"] == ["", "Bo"],
    )
    check(
        "in Japanese",
        json.loads(server.get("/api/v1/today", Accept_Language="ja")[2])["game"]["title"]
        != game["title"],
    )
    base = database(folder)
    cut = base.execute("SELECT ended FROM tbl WHERE id = ?", (long_,)).fetchone()[0]
    base.close()
    since = server.get("/api/v1/archive?since=%d" % cut)[2].decode()
    check(
        "archive: since a time, that included",
        1 <= since.count("[Game ") <= 3,
        since.count("[Game "),
    )
    for bad in ("x", "-1", "1.5", "99999999999999999999"):
        check("archive since %s" % bad, server.get("/api/v1/archive?since=" + bad)[0] == 400)
    server.stop()


def archive(program, folder):
    """Thousands of games to a slow reader: all of them, and the server's memory stays as it is."""
    letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    base = database(folder)
    columns = [row[1] for row in base.execute("PRAGMA table_info(tbl)")]
    logged = [row[1] for row in base.execute("PRAGMA table_info(event)")]
    source = base.execute(
        "SELECT %s FROM tbl WHERE plies >= 20 AND ended > 0 LIMIT 1" % ",".join(columns)
    ).fetchone()
    events = base.execute(
        "SELECT %s FROM event WHERE tbl = ?" % ",".join(logged), (source[columns.index("id")],)
    ).fetchall()
    before = base.execute(
        "SELECT count(*) FROM tbl WHERE ended > 0 AND state = 'ended' AND lobby > 0"
    ).fetchone()[0]
    count = 3000
    for i in range(count):
        id_ = "zz" + "".join(letters[i // 58**k % 58] for k in range(6))
        base.execute(
            "INSERT INTO tbl VALUES (%s)" % ",".join("?" * len(columns)),
            [id_ if c == "id" else v for c, v in zip(columns, source)],
        )
        base.executemany(
            "INSERT INTO event VALUES (%s)" % ",".join("?" * len(logged)),
            [[id_ if c == "tbl" else v for c, v in zip(logged, e)] for e in events],
        )
    base.commit()
    base.close()
    server = Server(program, folder)
    server.get("/api/v1/lobby")
    size = memory(server)
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    s.connect(("127.0.0.1", server.port))
    s.sendall(b"GET /api/v1/archive HTTP/1.0\r\nHost: localhost\r\n\r\n")
    data, most = bytearray(s.recv(1000)), 0
    time.sleep(2)  # nothing is taken meanwhile
    while True:
        part = s.recv(65536)
        if not part:
            break
        data += part
        most = max(most, memory(server))
    records = bytes(data).split(b"\r\n\r\n", 1)[1]
    check(
        "archive: all of them, to a slow reader",
        records.count(b"[Game ") == before + count,
        (records.count(b"[Game "), before + count),
    )
    with open(program, "rb") as file:
        sanitized = b"__asan_init" in file.read()  # which keeps what was freed for a while
    check("archive: memory", sanitized or most - size < 30000, (size, most))
    for _ in range(6):  # who goes in the middle leaves nothing behind
        s = socket.create_connection(("127.0.0.1", server.port))
        s.sendall(b"GET /api/v1/archive HTTP/1.1\r\nHost: localhost\r\n\r\n")
        s.recv(1000)
        s.close()
    time.sleep(0.5)
    check(
        "archive: again",
        server.get("/api/v1/archive?since=%d" % (int(time.time() * 1000) + DAY))[0] == 200,
    )
    server.stop()


def memory(server):
    with open("/proc/%d/status" % server.process.pid) as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def limited(program):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder, "--limit", "pictures=5")
        id_, keys = server.table()
        got = [server.get("/t/%s.png?size=%d" % (id_, 100 + i)) for i in range(8)]
        check(
            "so many pictures are drawn",
            [g[0] for g in got] == [200] * 5 + [429] * 3,
            [g[0] for g in got],
        )
        check("when to come again", 1 <= int(got[7][1]["retry-after"]) <= 11, got[7][1])
        check("what is kept costs nothing", server.get("/t/%s.png?size=100" % id_)[0] == 200)
        server.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        for part in pictures, every_game, many_at_once, who_may_use, oembed, table_page, embedded:
            part(server)
        server.kill()
        server.start()
        id_, keys = server.table()
        server.kill()
        server.start()
        check(
            "a table that has to be read first",
            png_size(server.get("/t/%s.png" % id_)[2]) == (600, 600),
        )
        server.stop()
    limited(program)
    feed(program)


main()
sys.exit(finish())
