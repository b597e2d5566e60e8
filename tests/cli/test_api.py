#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# docs/openapi.json against the running server: every operation and every status that it names is
# asked for where a client can bring it about, and each answer must have the form that the file says.
# And every request here must itself have that form. test_api.py CONCENTRIC OPENAPI
import http.client
import json
import re
import subprocess
import sys
import tempfile

program, openapi = sys.argv[1:3]
DOC = json.load(open(openapi, encoding="utf-8"))
failed = passed = 0
seen = set()  # (operation, status)


def check(good, what):
    global failed, passed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", what)


def fits(value, schema, where):
    """What is wrong with the value, or ''. As much of JSON Schema as the file uses."""
    if "$ref" in schema:
        return fits(value, DOC["components"]["schemas"][schema["$ref"].split("/")[-1]], where)
    kinds = {
        "string": str,
        "boolean": bool,
        "integer": int,
        "array": list,
        "object": dict,
        "null": type(None),
        "number": (int, float),
    }
    wanted = schema.get("type")
    if wanted:
        wanted = wanted if isinstance(wanted, list) else [wanted]
        good = any(
            isinstance(value, kinds[k]) and not (k == "integer" and isinstance(value, bool))
            for k in wanted
        )
        if not good:
            return f"{where}: {value!r} is no {wanted}"
    if "enum" in schema and value not in schema["enum"]:
        return f'{where}: {value!r} is none of {schema["enum"]}'
    if "const" in schema and value != schema["const"]:
        return f'{where}: {value!r} is not {schema["const"]!r}'
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return f'{where}: {value!r} does not match {schema["pattern"]}'
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            wrong = fits(item, schema["items"], f"{where}[{i}]")
            if wrong:
                return wrong
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                return f"{where}: {name} is missing"
        for name, item in value.items():
            if name in schema.get("properties", {}):
                wrong = fits(item, schema["properties"][name], f"{where}.{name}")
                if wrong:
                    return wrong
    return ""


def operation_of(method, path):
    for pattern, item in DOC["paths"].items():
        regex = "^" + re.sub(r"\{(id|variant|key)\}", "[^/]+", pattern) + "$"
        if re.match(regex, path) and method.lower() in item:
            return pattern, item[method.lower()]
    return None, None


def ask(method, path, body=None, key=None, raw=None, lang=None):
    """One request; its answer is checked against the file."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    head = {"Content-Type": "application/json"}
    if key:
        head["Authorization"] = "Bearer " + key
    if lang:
        head["Accept-Language"] = lang
    text = raw if raw is not None else None if body is None else json.dumps(body).encode()
    link.request(method, path, text, head)
    answer = link.getresponse()
    plain = path.split("?")[0]
    pattern, operation = operation_of(method, plain)
    kind = answer.getheader("Content-Type", "").split(";")[0]
    if kind == "application/x-ndjson":
        data = answer.readline()
    else:
        data = answer.read()
    link.close()
    if operation:
        name = operation["operationId"]
        described = operation["responses"].get(str(answer.status))
        check(described is not None, f"{method} {path}: status {answer.status} is not described")
        if described:
            seen.add((name, str(answer.status)))
            check(kind in described["content"], f"{method} {path}: type {kind}")
            schema = described["content"].get(kind, {}).get("schema", {})
            value = (
                data.decode()
                if kind in ("text/plain", "application/atom+xml")
                else json.loads(data)
            )
            wrong = fits(value, schema, name)
            check(not wrong, wrong)
    if kind in ("application/json", "application/x-ndjson"):
        return answer.status, json.loads(data)
    return answer.status, data.decode()


def tournaments():
    one, two = "u" * 43, "v" * 43
    path, wish = "/api/v1/tournaments", {
        "name": "Cup",
        "kind": "swiss",
        "game": "nine",
        "clock": "60+1",
    }
    check(ask("GET", "/api/v1/ratings?pool=morris-blitz")[1]["ok"], "a ranking")
    check(ask("GET", "/api/v1/ratings?pool=chess-blitz")[0] == 422, "no such ranking")
    check(ask("POST", path, wish)[0] == 401, "a tournament without a key")
    check(ask("POST", path, dict(wish, kind="cup"), one)[0] == 422, "a tournament of no kind")
    check(ask("POST", path, raw=b"[", key=one)[0] == 400, "a tournament of no JSON")
    status, made = ask("POST", path, wish, one)
    at = path + "/" + made["id"]
    check(status == 201 and ask("GET", at)[1]["state"] == "coming", made)
    for act in ("/join", "/leave", "/do"):
        body = {"do": "cancel"} if act == "/do" else {}
        check(ask("POST", at + act, body)[0] == 401, "an act without a key")
        check(ask("POST", path + "/aaaaaaaa" + act, body, one)[0] == 404, "an act at no tournament")
    check(
        ask("GET", path + "/aaaaaaaa")[0] == 404
        and ask("GET", path + "/aaaaaaaa/events")[0] == 404,
        "no tournament",
    )
    check(ask("POST", at + "/leave", {}, two)[0] == 409, "who is not there cannot leave")
    for key in one, two:
        check(ask("POST", at + "/join", {}, key)[0] == 200, "joined")
    check(
        ask("POST", at + "/leave", {}, two)[0] == 200
        and ask("POST", at + "/do", {"do": "join"}, two)[0] == 200,
        "left and back",
    )
    check(ask("POST", at + "/do", raw=b'{"do":"win"}', key=one)[0] == 400, "no such act")
    check(ask("POST", at + "/do", {"do": "start"}, two)[0] == 403, "not yours")
    check(ask("POST", at + "/do", {"do": "start"}, one)[0] == 200, "started")
    check(ask("GET", at + "/events")[1]["state"] == "running", "events of a tournament")
    check(ask("POST", at + "/do", {"do": "start"}, one)[0] == 409, "started twice")
    check(ask("POST", at + "/join", {}, "w" * 43)[0] == 409, "too late")
    check(made["id"] in [t["id"] for t in ask("GET", path)[1]["tournaments"]], "the list")
    check(ask("POST", at + "/do", {"do": "cancel"}, one)[0] == 200, "cancelled")


def correspondence():
    one, path = "f" * 43, "/api/v1/me/"
    for name in ("vacation", "feed", "push"):
        check(ask("POST", path + name, {"days": 1})[0] == 401, f"{name} without a key")
        if name != "vacation":
            check(
                ask("DELETE", path + name)[0] == 401
                and ask("DELETE", path + name, key=one)[0] == 404,
                f"{name} of nobody",
            )
    check(ask("POST", path + "vacation", raw=b"[", key=one)[0] == 400, "a vacation of no JSON")
    check(ask("POST", path + "vacation", {"days": 31}, one)[0] == 422, "too long a vacation")
    check(ask("POST", path + "vacation", {"days": 20}, one)[1]["left"] == 10, "a vacation")
    check(ask("POST", path + "vacation", {"days": 0}, one)[1]["until"] == 0, "it ends")
    check(ask("POST", path + "vacation", {"days": 30}, one)[0] == 409, "not thirty days more")
    url = ask("POST", path + "feed", key=one)[1]["url"]
    check(
        ask("GET", url)[0] == 200 and ask("GET", "/feed/" + "x" * 22 + ".atom")[0] == 404, "a feed"
    )
    check(ask("DELETE", path + "feed", key=one)[0] == 200, "no feed")
    good = {
        "endpoint": "https://web.push.apple.com/x",
        "keys": {
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        },
    }
    check(ask("GET", "/api/v1/push")[1]["key"].startswith("B"), "the key of the server")
    check(ask("POST", path + "push", raw=b"[", key=one)[0] == 400, "a subscription of no JSON")
    check(
        ask("POST", path + "push", dict(good, endpoint="https://example.org/"), one)[0] == 422,
        "no push service",
    )
    for i in range(10):
        check(
            ask("POST", path + "push", dict(good, endpoint=good["endpoint"] + str(i)), one)[0]
            == 200,
            "a subscription",
        )
    check(ask("POST", path + "push", good, one)[0] == 409, "too many")
    check(
        ask("DELETE", path + "push", raw=b"[", key=one)[0] == 400
        and ask("DELETE", path + "push", key=one)[0] == 200,
        "none any more",
    )


def shown():
    check(ask("GET", "/api/v1/today")[1]["game"] is None, "nothing was played yesterday")
    check(
        ask("GET", "/api/v1/archive")[0] == 200 and ask("GET", "/api/v1/archive?since=x")[0] == 400,
        "the archive",
    )
    check(ask("GET", "/feed/games.atom")[0] == 200, "the feed of games")
    _, table = ask("POST", "/api/v1/tables", {"game": "nine"})
    url = "/oembed?url=http%3A%2F%2F127.0.0.1%3A" + str(port) + "%2Ft%2F" + table["id"]
    check("/embed/t/" + table["id"] in ask("GET", url)[1]["html"], "oEmbed")
    check(
        [ask("GET", path)[0] for path in (url + "&maxwidth=x", url + "x", url + "&format=xml")]
        == [400, 404, 501],
        "no oEmbed",
    )


def boards():
    teacher, pupil = "t" * 43, "p" * 43
    status, made = ask(
        "POST", "/api/v1/boards", {"game": "nine", "title": "Mills", "moves": ["d2"]}, teacher
    )
    check(status == 201, made)
    at = "/api/v1/boards/" + made["id"]
    check(ask("POST", "/api/v1/boards", {"game": "nine"})[0] == 401, "a board without a key")
    check(ask("POST", "/api/v1/boards", {"game": "ten"}, teacher)[0] == 422, "a board of no game")
    check(ask("POST", "/api/v1/boards", raw=b"{", key=teacher)[0] == 400, "a board of no JSON")
    check(ask("GET", at)[1]["moves"] == ["d2"], "a board")
    check(ask("GET", "/api/v1/boards/aaaaaaaa")[0] == 404, "no board")
    check(ask("GET", at + "/events")[1]["t"] == "board", "events of a board")
    check(ask("GET", "/api/v1/boards/aaaaaaaa/events")[0] == 404, "events of no board")
    for act, key, status in (
        ({"do": "answer", "move": "d6"}, pupil, 409),
        ({"do": "ask", "text": "Now?"}, teacher, 200),
        ({"do": "ask"}, pupil, 403),
        ({"do": "dance"}, teacher, 400),
        ({"do": "answer", "move": "d6"}, None, 401),
        ({"do": "answer", "move": "d2"}, pupil, 422),
        ({"do": "answer", "move": "d6"}, pupil, 200),
        ({"do": "close"}, teacher, 200),
        ({"do": "show", "moves": ["d2", "d6"], "ply": 1, "marks": ["a1>a4"]}, teacher, 200),
        ({"do": "end"}, teacher, 200),
    ):
        check(ask("POST", at + "/do", act, key)[0] == status, f"{act}: {status}")
    check(ask("POST", at + "/do", raw=b'{"do":"dance"}', key=teacher)[0] == 409, "over")
    check(
        ask("POST", "/api/v1/boards/aaaaaaaa/do", {"do": "end"}, teacher)[0] == 404,
        "an act at no board",
    )


def play():
    made, table = ask(
        "POST",
        "/api/v1/tables",
        {"game": "nine,flying", "clock": "300+5", "side": "p1", "name": "Anna"},
    )
    check(made == 201, "a table is made")
    at = "/api/v1/tables/" + table["id"]
    check(ask("POST", at + "/join", {"invite": "x" * 22})[0] == 403, "a wrong invitation")
    check(
        ask("POST", at + "/join", {"invite": table["invite"], "name": "a\x01"})[0] == 400,
        "a bad name",
    )
    _, joined = ask("POST", at + "/join", {"invite": table["invite"], "name": "<i>Bo</i>"})
    check(ask("POST", at + "/join", {"invite": table["invite"]})[0] == 409, "a used invitation")
    one, two = table["key"], joined["key"]
    check(
        ask("POST", at + "/do", {"cmd": "a", "do": "move", "move": "d2"}, two)[0] == 409,
        "not their turn",
    )
    check(
        ask("POST", at + "/do", {"cmd": "a", "do": "move", "move": "zz"}, one)[0] == 422,
        "not legal",
    )
    status, answer = ask("POST", at + "/do", {"cmd": "a", "do": "move", "move": "d2"}, one)
    check((status, answer.get("seq")) == (200, 3), "a move")
    check(
        ask("POST", at + "/do", {"cmd": "a", "do": "move", "move": "d2"}, one)[1].get("seq") == 3,
        "the same again",
    )
    check(
        ask("POST", at + "/do", {"cmd": "b", "do": "move", "move": "f4"}, two)[0] == 200,
        "another cmd of another seat",
    )
    check(ask("POST", at + "/do", {"cmd": "c", "do": "fly"}, one)[0] == 400, "an unknown act")
    check(ask("POST", at + "/do", {"cmd": "", "do": "resign"}, one)[0] == 400, "an empty cmd")
    check(ask("POST", at + "/do", {"cmd": "d", "do": "resign"})[0] == 401, "no key")
    check(ask("POST", at + "/do", {"cmd": "d", "do": "resign"}, "w" * 22)[0] == 403, "a wrong key")
    check(ask("GET", at, key="w" * 22)[0] == 403, "a wrong key to look")
    check(ask("GET", at)[1]["moves"] == ["d2", "f4"], "the moves")
    check(ask("GET", at, key=one)[1]["you"] == 0, "the seat of the key")
    for act in (
        {"do": "offer", "what": "end"},
        {"do": "answer", "what": "end", "yes": False},
        {"do": "react", "n": 7},
        {"do": "plan", "line": ["a1", "g1"]},
        {"do": "more"},
        {"do": "name", "name": "Eva"},
        {"do": "claim", "what": "time"},
        {"do": "leave"},
    ):
        key = one if act["do"] in ("offer",) else two
        status, answer = ask("POST", at + "/do", dict(act, cmd="x" + act["do"]), key)
        check(status == (409 if act["do"] == "claim" else 200), f"{act}: {answer}")
    check(ask("GET", at)[1]["ended"] == "forfeit", "who leaves has lost")
    check(ask("GET", at + "/record")[1].startswith('[Game "nine,flying"]'), "the record")
    check(ask("GET", at + "/events?since=2")[1]["kind"] == "move", "the events")
    check(ask("GET", at + "/events?since=x")[0] == 400, "since is a number")
    check(ask("GET", at + "/events", key="w" * 22)[0] == 403, "events with a wrong key")


def refusals():
    check(ask("POST", "/api/v1/tables", raw=b"{")[0] == 400, "half of a JSON")
    check(ask("POST", "/api/v1/tables", {"game": 7})[0] == 400, "a wrong type")
    check(ask("POST", "/api/v1/tables", {"game": "ten"})[0] == 422, "no such game")
    status, answer = ask("POST", "/api/v1/tables", {"game": "nine", "clock": "soon"}, lang="ja")
    check(status == 422 and "時計" in answer["text"], "a reason in Japanese")
    check(ask("POST", "/api/v1/tables", raw=b" " * 70000)[0] == 413, "too long")
    for path in ("", "/join", "/do", "/events", "/record"):
        method = "POST" if path in ("/join", "/do") else "GET"
        body = {"cmd": "a", "do": "resign"} if method == "POST" else None
        check(
            ask(method, "/api/v1/tables/zzzzzzzz" + path, body, "k" * 22)[0] == 404,
            f"no such table: {path}",
        )
    check(ask("DELETE", "/api/v1/tables")[0] == 405, "a method that is not there")
    check(ask("GET", "/api/v1/elsewhere")[0] == 404, "an address that is not there")


def lobby():
    _, table = ask(
        "POST", "/api/v1/tables", {"game": "mur", "lobby": True, "name": "Cy", "side": "p1"}
    )
    listed = ask("GET", "/api/v1/lobby")[1]["tables"]
    check([t["name"] for t in listed] == ["Cy"], "the lobby")
    ask("POST", f'/api/v1/tables/{table["id"]}/join', {})
    check(ask("GET", "/api/v1/lobby")[1]["tables"] == [], "the lobby afterwards")
    check(ask("GET", "/api/v1/lobby/events")[1]["tables"] == [], "the lobby, live")
    wall = ask("GET", "/api/v1/wall")[1]["tables"]
    check(
        [(t["id"], t["moves"], t["seats"][0]["name"]) for t in wall] == [(table["id"], 0, "Cy")],
        "the wall",
    )
    wish = {"game": "six", "clock": "300+5"}
    check(ask("POST", "/api/v1/pair", wish)[0] == 201, "nobody waits")
    status, paired = ask("POST", "/api/v1/pair", wish)
    check(status == 200 and len(paired["key"]) == 22, "somebody waits")
    check(ask("POST", "/api/v1/pair", dict(wish, rated=True))[0] == 401, "rated and nobody")
    check(ask("POST", "/api/v1/pair", {"clock": "300+5"})[0] == 400, "no game")
    check(ask("POST", "/api/v1/pair", {"game": "ten"})[0] == 422, "no such game")
    check(ask("GET", "/api/v1/pair")[0] == 405, "pairing is a POST")
    check(len(ask("GET", "/api/v1/games")[1]["families"]) == 3, "the games")


def solved():
    check(ask("GET", "/api/v1/solved/six")[1]["value"] == "draw", "six is a draw")
    check(ask("GET", "/api/v1/solved/six?position=x")[0] == 400, "no position")
    check(ask("GET", "/api/v1/solved/nine")[0] == 404, "no database")
    check(ask("GET", "/api/v1/solved")[1]["variants"] == ["six"], "what there is")
    check(ask("GET", "/api/v1/solvedx")[0] == 404, "another address")


def players():
    one, two, three = "Anna" + "a" * 39, "Bo" + "b" * 41, "Cy" + "c" * 41
    paths = ("/api/v1/me", "/api/v1/me/export", "/api/v1/me/keys", "/api/v1/me/tables")
    for path in paths:
        check(ask("GET", path)[0] == 401, f"{path} without a key")
        check(ask("GET", path, key=one)[0] == 404, f"{path} of nobody")
    check(
        ask("GET", "/api/v1/lobby", key=one)[0] == 200
        and ask("GET", "/api/v1/me", key=one)[0] == 404,
        "to look at the lobby makes no player",
    )
    check(ask("DELETE", "/api/v1/me")[0] == 401, "nobody goes")
    check(ask("DELETE", "/api/v1/me", key=one)[0] == 404, "somebody unknown goes")
    check(ask("POST", "/api/v1/me", {"name": "a\n"}, one)[0] == 400, "a bad name")
    check(ask("POST", "/api/v1/me", {"name": 7}, one)[0] == 400, "a name of a wrong type")
    check(ask("POST", "/api/v1/me", {}, "k" * 22)[0] == 401, "the key of a seat is no player")
    check(ask("PUT", "/api/v1/me", {}, one)[0] == 405, "a method that is not there")
    check(ask("GET", "/api/v1/mex", key=one)[0] == 404, "an address that is not there")
    anna = ask("POST", "/api/v1/me", {"name": "Anna"}, one)[1]
    check(ask("GET", "/api/v1/me", key=one)[1]["id"] == anna["id"], "the same player")
    bo = ask("POST", "/api/v1/me", {"name": "ボー"}, two)[1]
    for path in ("link", "revoke", "hide"):
        check(ask("POST", "/api/v1/me/" + path, raw=b"[", key=one)[0] == 400, f"{path}: no JSON")
        check(
            ask("POST", "/api/v1/me/" + path, {"key": "x", "player": "x"})[0] == 401,
            f"{path} without a key",
        )
    check(
        ask("POST", "/api/v1/me/hide", {"player": "zzzzzzzz", "on": True}, one)[0] == 404,
        "nobody is hidden",
    )
    check(
        ask("POST", "/api/v1/me/hide", {"player": bo["id"], "on": True}, one)[1]["hidden"]
        == [bo["id"]],
        "hidden",
    )
    check(
        ask("POST", "/api/v1/me/hide", {"player": bo["id"], "on": False}, one)[1]["hidden"] == [],
        "shown",
    )
    wish = {"game": "six", "clock": "300+5", "side": "p1", "rated": True, "lobby": True}
    check(ask("POST", "/api/v1/tables", wish)[0] == 401, "rated without a device")
    check(ask("POST", "/api/v1/tables", dict(wish, range=[7]), one)[0] == 400, "half a range")
    table = ask("POST", "/api/v1/tables", wish, one)[1]
    at = "/api/v1/tables/" + table["id"]
    check(ask("POST", at + "/join", {})[0] == 401, "rated, and nobody")
    check(ask("POST", at + "/join", {}, two)[0] == 200, "rated")
    check(
        ask("POST", at + "/do", {"cmd": "p", "do": "move", "move": "d2"}, one)[0] == 200,
        "by the device",
    )
    seats = ask("GET", at)[1]["seats"]
    check([s["player"]["name"] for s in seats] == ["Anna", "ボー"], f"the players: {seats}")
    mine = ask("GET", "/api/v1/me/tables", key=two)[1]["tables"]
    check(
        [(t["id"], t["turn"], t["other"]["id"]) for t in mine] == [(table["id"], True, anna["id"])],
        "my turn",
    )
    check(
        ask("POST", at + "/do", {"cmd": "q", "do": "move", "move": "f4"}, two)[0] == 200,
        "by the other device",
    )
    check(ask("POST", at + "/do", {"cmd": "r", "do": "resign"}, two)[0] == 200, "resigned")
    games = ask("GET", "/api/v1/players/" + anna["id"])[1]["games"]
    check(
        [(g["id"], g["result"]) for g in games] == [(table["id"], "win")], f"a public game: {games}"
    )
    check(ask("GET", "/api/v1/players/zzzzzzzz")[0] == 404, "no such player")
    code = ask("POST", "/api/v1/me/link", {}, one)[1]["code"]
    check(ask("POST", "/api/v1/me/link", {"code": "zzzzzzzz"}, three)[0] == 404, "a wrong code")
    check(
        ask("POST", "/api/v1/me/link", {"code": code}, two)[0] == 409, "who has games of their own"
    )
    check(
        ask("POST", "/api/v1/me/link", {"code": code}, three)[1]["id"] == anna["id"],
        "a second device",
    )
    keys = ask("GET", "/api/v1/me/keys", key=three)[1]["keys"]
    check(sorted(k["this"] for k in keys) == [False, True], "both keys")
    check(ask("POST", "/api/v1/me/revoke", {"key": "nothing"}, one)[0] == 404, "no such key")
    check(
        ask("POST", "/api/v1/me/revoke", {"key": "others"}, one)[1]["revoked"] == 1,
        "the second device goes",
    )
    check(ask("GET", "/api/v1/me", key=three)[0] == 404, "it is gone")
    only = ask("GET", "/api/v1/me/keys", key=one)[1]["keys"][0]["id"]
    check(ask("POST", "/api/v1/me/revoke", {"key": only}, one)[0] == 409, "the last key stays")
    everything = json.dumps(ask("GET", "/api/v1/me/export", key=one)[1])
    check("Anna" in everything and table["id"] in everything, "the export")
    check(ask("DELETE", "/api/v1/me", key=one)[0] == 200, "Anna goes")
    check("Anna" not in json.dumps(ask("GET", at)[1]), "and her name with her")
    check("Anna" not in ask("GET", at + "/record")[1], "also in the record")
    check(ask("GET", at)[1]["moves"] == ["d2", "f4"], "the moves stay")
    check(ask("GET", "/api/v1/players/" + anna["id"])[0] == 404, "she is not shown")


with tempfile.TemporaryDirectory() as folder:
    subprocess.run(
        [program, "push-key", folder + "/push.pem"], check=True, stdout=subprocess.DEVNULL
    )
    server = subprocess.Popen(
        [
            program,
            "serve",
            "--port",
            "0",
            "--data",
            folder,
            "--push-key",
            folder + "/push.pem",
            "--push-contact",
            "mailto:a@example.org",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        play()
        refusals()
        lobby()
        solved()
        check(ask("GET", "/api/v1/health") == (200, {"ok": True, "health": "ok"}), "health")
        players()
        boards()
        tournaments()
        correspondence()
        shown()
    finally:
        server.terminate()
        check(server.wait(10) == 0, "the server ends")

# 429 and 503 need limits and a broken disk: the tests of the server and of the store have them.
for path, item in DOC["paths"].items():
    for method, operation in item.items():
        if method == "parameters":
            continue
        for status in operation["responses"]:
            if status not in ("429", "503", "410"):
                if (
                    (operation["operationId"], status) not in seen
                    and not (operation["operationId"] == "act" and status == "413")
                    and (operation["operationId"], status) != ("subscribe", "404")
                ):  # test_push.py: a server without a key
                    check(False, f'{operation["operationId"]}: {status} was never seen')
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
