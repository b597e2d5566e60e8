#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Games with days per move against the real server, whose calendar the test moves (tests/faults/later.c):
# vacations, planned lines across kill -9, the list of one's turns, the feed.
# test_correspondence.py CONCENTRIC LIBLATER
import os
import signal
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

from ops import Served, check, finish

program, later = sys.argv[1:3]
DAY = 86400
ATOM = "{http://www.w3.org/2005/Atom}"
ANNA, BO = (
    "Anna-7890123456789012345678901234567890abcd",
    "Bo-45678901234567890123456789012345678_abcd",
)


class Later(Served):
    """A server whose calendar is ahead by what is in a file."""

    def __init__(self, data):
        super().__init__(program, "--data", data)
        self.file = os.path.join(data, "later")

    def __enter__(self):
        os.environ.update(LATER=self.file, LD_PRELOAD=later)
        try:
            return super().__enter__()
        finally:
            del os.environ["LD_PRELOAD"]

    def die(self):
        self.process.kill()
        self.process.wait()
        self.ends = -signal.SIGKILL

    def pass_days(self, days):
        before = float(open(self.file).read()) if os.path.exists(self.file) else 0
        with open(self.file + ".new", "w") as file:
            file.write("%d" % (before + days * DAY))
        os.replace(self.file + ".new", self.file)

    def until(self, what, table, good, seconds=15):
        for _ in range(seconds * 10):
            state = self.ask("GET", "/api/v1/tables/" + table)[1]
            if good(state):
                return check(what, True)
            time.sleep(0.1)
        return check(what, False, state)

    def both(self, clock="1d", game="six"):
        """A table of Anna, who begins, and Bo."""
        status, made, _ = self.ask(
            "POST", "/api/v1/tables", {"game": game, "clock": clock, "side": "p1"}, ANNA
        )
        assert status == 201, made
        status, joined, _ = self.ask(
            "POST", "/api/v1/tables/%s/join" % made["id"], {"invite": made["invite"]}, BO
        )
        assert status == 200, joined
        return made["id"]

    def do(self, table, key, **act):
        self.number = getattr(self, "number", 0) + 1
        return self.ask(
            "POST",
            "/api/v1/tables/%s/do" % table,
            dict(act, cmd="c%d-%d" % (self.number, id(self))),
            key,
        )


def vacations(data):
    with Later(data) as s:
        ask = lambda days, key=BO, **heads: s.ask("POST", "/api/v1/me/vacation", days, key, **heads)
        check("who has no key has no vacation", ask({"days": 3}, None)[0] == 401)
        check("nor has a seat", ask({"days": 3}, "abcdefghijkmnopqrstuvw")[0] == 401)
        s.ask("POST", "/api/v1/me", {"name": "Anna"}, ANNA)
        s.ask("POST", "/api/v1/me", {"name": "Bo <b>&\"'"}, BO)
        for bad in (
            {},
            {"days": -1},
            {"days": 31},
            {"days": 1.5},
            {"days": "3"},
            {"days": None},
            {"days": 1e300},
        ):
            status, answer, _ = ask(bad)
            check(
                "%s is refused" % bad, status == 422 and answer["why"] == "bad-days", status, answer
            )
        check("in Japanese too", "整数" in ask({}, Accept_Language="ja")[1]["text"])
        check("only POST", s.ask("GET", "/api/v1/me/vacation", None, BO)[0] == 405)
        check(
            "thirty days",
            s.ask("GET", "/api/v1/me", None, BO)[1]["vacation"] == {"until": 0, "left": 30},
        )
        table = s.both()
        live = s.both("300+5")
        check("a move", s.do(table, ANNA, do="move", move="b6")[0] == 200)
        status, answer, _ = ask({"days": 10})
        now = s.ask("GET", "/api/v1/tables/" + table)[1]["now"]
        check(
            "a vacation",
            status == 200
            and answer["ok"]
            and answer["left"] == 20
            and abs(answer["until"] - now - 10 * DAY * 1000) < 60000,
            answer,
        )
        check(
            "the player's page says so",
            s.ask("GET", "/api/v1/me", None, BO)[1]["vacation"]["until"] == answer["until"],
        )
        s.until(
            "the table knows",
            table,
            lambda t: t["seats"][1]["vacation"] == answer["until"]
            and t["seats"][0]["vacation"] == 0
            and not t["running"],
        )
        check(
            "a game by minutes does not",
            s.ask("GET", "/api/v1/tables/" + live)[1]["seats"][1]["vacation"] == 0,
        )
        event = [
            e
            for e in s.events(table, s.ask("GET", "/api/v1/tables/" + table)[1]["seq"])
            if e["kind"] == "vacation"
        ]
        check(
            "it is told",
            len(event) == 1
            and event[0]["of"] == 1
            and event[0]["until"] == answer["until"]
            and event[0]["seat"] is None,
            event,
        )
        refused = ask({"days": 30})
        check(
            "more than are left: it is one vacation, of thirty days",
            refused[0] == 200 and refused[1]["left"] == 0,
            refused,
        )
        check("and back to ten", ask({"days": 10})[1]["left"] == 20)
        s.pass_days(5)
        s.until(
            "five days later the game is on",
            table,
            lambda t: t["now"] > now + 4 * DAY * 1000 and t["state"] == "running",
        )
        check(
            "who is not connected is not gone", s.do(table, ANNA, do="claim", what="gone")[0] == 409
        )
        check("nor is their time up", s.do(table, ANNA, do="claim", what="time")[0] == 409)
        s.die()
    with Later(data) as s:
        check(
            "the server that comes back knows",
            s.ask("GET", "/api/v1/tables/" + table)[1]["seats"][1]["vacation"] > now,
        )
        mine = s.ask("GET", "/api/v1/me/tables", None, BO)[1]["tables"]
        check(
            "the list counts it",
            mine[0]["id"] == table and mine[0]["turn"] and mine[0]["left"] > 5 * DAY * 1000,
            mine,
        )
        s.die()
        s.pass_days(6)
    with Later(data) as s:
        # No server was there meanwhile, which is charged to nobody: the rest of the day begins now.
        s.until(
            "after it the clock runs",
            table,
            lambda t: t["state"] == "running" and t["running"] and t["seats"][1]["vacation"] == 0,
        )
        s.pass_days(1)
        s.until(
            "and runs out",
            table,
            lambda t: t["state"] == "ended" and t["ended"] == "time" and t["result"] == "p1win",
        )
        check(
            "ending none is no error",
            s.ask("POST", "/api/v1/me/vacation", {"days": 0}, BO)[1]
            == {"until": 0, "left": 20, "ok": True},
        )
        check(
            "there are not thirty any more",
            s.ask("POST", "/api/v1/me/vacation", {"days": 21}, BO)[1]["why"] == "no-days",
        )
        stored = s.ask("GET", "/api/v1/me/export", None, BO)[1]
        check(
            "it is in what is stored about them",
            any("vacation" in d["body"] for d in stored["documents"] if d["kind"] == "player"),
        )


def plans(data):
    with Later(data) as s:
        table = s.both("3d+10d")
        check(
            "the clock is told as it was asked for",
            s.ask("GET", "/api/v1/tables/" + table)[1]["clock"] == "3d+10d",
        )
        check(
            "a line is planned", s.do(table, BO, do="plan", line=["b6", "d2", "f2", "b2"])[0] == 200
        )
        check(
            "and is nobody else's business",
            s.ask("GET", "/api/v1/tables/" + table, None, ANNA)[1]["plan"] == [],
        )
        s.pass_days(2)
        s.die()
    with Later(data) as s:
        check("after kill -9 a move", s.do(table, ANNA, do="move", move="b6")[0] == 200)
        s.until("is answered as planned", table, lambda t: t["moves"] == ["b6", "d2"])
        s.die()
    with Later(data) as s:
        check("the next one", s.do(table, ANNA, do="move", move="f2")[0] == 200)
        s.until("too", table, lambda t: t["moves"] == ["b6", "d2", "f2", "b2"])


def order(data):
    with Later(data) as s:
        tables = {clock: s.both(clock) for clock in ("none", "3d", "1d", "2d")}
        for clock in ("1d", "none", "3d"):
            check("a move", s.do(tables[clock], ANNA, do="move", move="b6")[0] == 200)
        mine = s.ask("GET", "/api/v1/me/tables", None, BO)[1]["tables"]
        check(
            "what must be answered soonest is first",
            [t["clock"] for t in mine] == ["1d", "3d", "none", "2d"]
            and [t["turn"] for t in mine] == [True, True, True, False],
            mine,
        )


def read_feed(s, url, **heads):
    status, text, heads = s.ask("GET", url, **heads)
    return status, ET.fromstring(text.encode()) if text and status == 200 else text, heads


def feed(data):
    with Later(data) as s:
        s.ask("POST", "/api/v1/me", {"name": "Bo <b>&\"'"}, BO)
        s.ask("POST", "/api/v1/me", {"name": "Anna"}, ANNA)
        check("no key, no feed", s.ask("POST", "/api/v1/me/feed", {})[0] == 401)
        status, answer, _ = s.ask("POST", "/api/v1/me/feed", {}, ANNA)
        first = answer["url"]
        check(
            "a feed is made",
            status == 200 and first.startswith("/feed/") and first.endswith(".atom"),
            answer,
        )
        status, root, heads = read_feed(s, first)
        check(
            "an empty one",
            status == 200 and root.tag == ATOM + "feed" and not root.findall(ATOM + "entry"),
        )
        check(
            "of its type",
            heads["Content-Type"] == "application/atom+xml; charset=utf-8",
            heads["Content-Type"],
        )
        check(
            "kept by nobody between",
            heads["Cache-Control"] == "private, max-age=60",
            heads["Cache-Control"],
        )
        for name in ("id", "title", "updated", "author"):
            check("%s is there" % name, root.find(ATOM + name) is not None)
        tables = [s.both("3d"), s.both("1d"), s.both("none")]
        check("a move of Anna's", s.do(tables[2], ANNA, do="move", move="b6")[0] == 200)
        check(
            "for a minute it is not written anew",
            not read_feed(s, first)[1].findall(ATOM + "entry"),
        )
        url = s.ask("POST", "/api/v1/me/feed", {}, ANNA)[1]["url"]
        check("a new key", url != first and read_feed(s, first)[0] == 404)
        status, root, heads = read_feed(s, url)
        entries = root.findall(ATOM + "entry")
        check(
            "two games wait for Anna",
            len(entries) == 2,
            [e.find(ATOM + "title").text for e in entries],
        )
        links = [e.find(ATOM + "link").get("href") for e in entries]
        site = "http://%s:%d" % (s.address, s.port)
        check(
            "they link to their tables, without a secret",
            sorted(links) == sorted("%s/t/%s" % (site, t) for t in tables[:2]),
            links,
        )
        check(
            "names are escaped",
            all("against Bo <b>&\"'" in e.find(ATOM + "title").text for e in entries),
        )
        check(
            "they say until when",
            all(
                "Please move by 20" in e.find(ATOM + "summary").text
                or "no hurry" in e.find(ATOM + "summary").text
                for e in entries
            ),
        )
        ids = [e.find(ATOM + "id").text for e in entries]
        check(
            "each has an id of its own",
            len(set(ids)) == 2 and all(i.startswith("urn:") for i in ids),
        )
        check(
            "times are RFC 3339",
            all(
                time.strptime(e.find(ATOM + "updated").text, "%Y-%m-%dT%H:%M:%SZ")
                for e in [root, *entries]
            ),
        )
        text = s.ask("GET", url)[1]
        check("no key is in it", ANNA not in text and BO not in text and url[6:-5] not in text)
        etag = heads["ETag"]
        status, text, heads = s.ask("GET", url, None, None, If_None_Match=etag)
        check(
            "who has it is told so", status == 304 and text == "" and heads["ETag"] == etag, status
        )
        check("another tag is not it", s.ask("GET", url, None, None, If_None_Match='"x"')[0] == 200)
        status, text, heads = s.ask("HEAD", url)
        check(
            "HEAD has no body", status == 200 and text == "" and int(heads["Content-Length"]) > 500
        )
        for bad in (
            "/feed/",
            "/feed/x.atom",
            "/feed/" + "a" * 22 + ".atom",
            "/feed/" + "a" * 22,
            url + "x",
            url.replace("/feed/", "/feed//"),
            url[:-5] + ".rss",
        ):
            status, answer, _ = s.ask("GET", bad)
            check("%s is no feed" % bad, status == 404, status)
        check("only GET", s.ask("POST", url, {})[0] == 405)
        japanese = s.ask("POST", "/api/v1/me/feed", {}, BO, Accept_Language="ja")[1]["url"]
        _, root, _ = read_feed(s, japanese)
        check(
            "in the language of who made it",
            root.find(ATOM + "entry").find(ATOM + "title").text.startswith("あなたの手番"),
        )
        check("the seat to move of three", len(root.findall(ATOM + "entry")) == 1)
        check(
            "revoked",
            s.ask("DELETE", "/api/v1/me/feed", None, BO)[1] == {"ok": True}
            and s.ask("GET", japanese)[0] == 404,
        )
        check("again is no error", s.ask("DELETE", "/api/v1/me/feed", None, BO)[0] == 200)
        s.die()
    with Later(data) as s:
        check("it outlives the server", len(read_feed(s, url)[1].findall(ATOM + "entry")) == 2)
        check(
            "one who goes takes it along",
            s.ask("DELETE", "/api/v1/me", None, ANNA)[0] == 200 and s.ask("GET", url)[0] == 404,
        )
        database = open(
            os.path.join(
                data,
                "concentric.sqlite"
                if os.path.exists(os.path.join(data, "concentric.sqlite"))
                else next(f for f in os.listdir(data) if "sqlite" in f or f.endswith(".db")),
            ),
            "rb",
        ).read()
        check("no key of a feed is stored", url[6:-5].encode() not in database)


for part in (vacations, plans, order, feed):
    with tempfile.TemporaryDirectory() as data:
        part(data)
finish()
