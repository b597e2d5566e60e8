#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers as JSON: test_json.py PATH_OF_CONCENTRIC. Every shape of docs/json.md against what the program prints: a key that is not in the
document, or one that is there and should not be, fails; so does a command with --json that the document does not have. And many positions
in one run, good and bad lines."""
import json
import os
import re
import subprocess
import sys
import tempfile

BIN = os.path.realpath(sys.argv[1])
DOC = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../docs/json.md")
NOT_ANSWERS = {
    "bench",
    "admin",
}  # figures that may change; a running server's own words (test_ops.py)
# All others answer something, so that they have --json.
TALKS = {
    "play": "a game at the terminal",
    "puzzle": "a conversation",
    "drill": "a conversation",
    "serve": "runs until it is stopped; health and metrics are JSON",
    "bot": "runs until it is stopped",
    "ugi": "a protocol",
    "manual": "writes a page of roff",
    "completion": "writes a program of the shell",
}
passed = failed = 0


def ok(name, good, more=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", name, more)


def run(*words, stdin=""):
    done = subprocess.run([BIN, *words], input=stdin, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


# --- shapes: a small language, see docs/json.md
TOKEN = re.compile(r'\s*("[^"]*"|[{}\[\]|:,?*]|[a-z]+)')


class Shape:
    def __init__(self, text):
        self.tokens, at, text = [], 0, text.strip()
        while at < len(text):
            match = TOKEN.match(text, at)
            assert match, text[at : at + 30]
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0
        self.tree = self.either()
        assert self.at == len(self.tokens), self.tokens[self.at :]

    def take(self, wanted=None):
        token = self.tokens[self.at]
        assert wanted is None or token == wanted, (wanted, token)
        self.at += 1
        return token

    def next_is(self, token):
        return self.at < len(self.tokens) and self.tokens[self.at] == token

    def either(self):
        choices = [self.one()]
        while self.next_is("|"):
            self.take()
            choices.append(self.one())
        return ("or", choices)

    def one(self):
        token = self.take()
        if token == "[":
            inner = self.either()
            self.take("]")
            return ("list", inner)
        if token != "{":
            assert token in ("string", "number", "integer", "boolean", "null"), token
            return (token,)
        keys = {}
        while not self.next_is("}"):
            key = self.take()
            maybe = self.next_is("?")
            if maybe:
                self.take()
            self.take(":")
            keys[key.strip('"')] = (maybe, self.either())
            if not self.next_is("}"):
                self.take(",")
        self.take("}")
        return ("object", keys)


def fault(tree, value, where="$"):
    """What is wrong with a value, or None."""
    kind = tree[0]
    if kind == "or":
        faults = [fault(choice, value, where) for choice in tree[1]]
        return None if None in faults else faults[0]
    if kind == "list":
        if not isinstance(value, list):
            return f"{where} is no list"
        return next(
            (f for i, v in enumerate(value) if (f := fault(tree[1], v, f"{where}[{i}]"))), None
        )
    if kind == "object":
        if not isinstance(value, dict):
            return f"{where} is no object"
        keys = tree[1]
        if "*" in keys:
            return next(
                (f for k, v in value.items() if (f := fault(keys["*"][1], v, f"{where}.{k}"))), None
            )
        for key, (maybe, inner) in keys.items():
            if key not in value:
                if not maybe:
                    return f"{where}.{key} is missing"
            elif found := fault(inner, value[key], f"{where}.{key}"):
                return found
        extra = set(value) - set(keys)
        return f"{where} has {sorted(extra)}, which the document has not" if extra else None
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    good = {
        "string": isinstance(value, str),
        "number": number,
        "integer": number and value == int(value),
        "boolean": isinstance(value, bool),
        "null": value is None,
    }[kind]
    return None if good else f"{where} is {value!r}, no {kind}"


with open(DOC, encoding="utf-8") as file:
    shapes = {
        name: Shape(text)
        for name, text in re.findall(r"^### ([\w-]+)\n```shape\n(.*?)```", file.read(), re.S | re.M)
    }

# The checker itself can say no.
demo = Shape('{"a": integer, "b"?: [string | null]}').tree
ok("a shape fits", fault(demo, {"a": 1, "b": ["x", None]}) is None)
for bad in ({"a": 1.5}, {"b": []}, {"a": 1, "c": 2}, {"a": 1, "b": [3]}, {"a": True}, []):
    ok(f"a shape refuses {bad}", fault(demo, bad) is not None)


def check(name, *words, rc=0, stdin=""):
    code, out, err = run(*words, "--json", stdin=stdin)
    try:
        value = json.loads(out)
    except ValueError:
        ok(f"{name} {words}: JSON", False, out[:200] + err[:200])
        return None
    ok(f"{name}: exit status", code == rc, f"{code} {err}")
    found = fault(shapes[name].tree, value)
    ok(f"{name} {words[:3]}: the shape", found is None, found)
    shown.add(name)
    return value


shown = set()
tmp = tempfile.TemporaryDirectory()
T = tmp.name
SIX = "......../........ w 6 6"

value = check("moves", "moves", "six", "--play", "d5")
ok("moves: as in words", value and value["moves"] == run("moves", "six", "--play", "d5")[1].split())
check("moves", "moves", "morelli,size=7")
for variant, play in (("mur", "+a3 +b3"), ("nine", ""), ("stacking", "d6 d2"), ("morelli", "")):
    value = check("show", "show", variant, "--play", play)
    ok("show: last move", value and (value["last_move"] is None) == (not play))
value = check("show", "show", "six", "--play", "d5 e4", "--lang", "ja")
ok("show: Japanese", value and value["to_move"] == "白", value and value["to_move"])
value = check("why", "why", "nine", "d2")
ok("why: legal", value and value["legal"] and value["move"] == "d2")
value = check("why", "why", "nine", "d2-d3", rc=1)
ok("why: not", value and not value["legal"] and value["move"] is None)
check("next", "next", "mur", "--play", "+a3 +b3")
record = '[Game "nine"]\n[White "Anna \\"A\\""]\n\n1. d6 {[%clk 0:04:58] [%eval -0.12] hm} 1... d2! 2. f4 0-1\n'
record = record.replace("[White", '[Termination "resignation"]\n[White')
with open(f"{T}/game", "w", encoding="utf-8") as file:
    file.write(record)
value = check("replay", "replay", f"{T}/game")
ok(
    "replay: what it says",
    value
    and value["games"][0]["moves"][0]["clock_ms"] == 298000
    and value["games"][0]["moves"][0]["eval"] == -12
    and value["games"][0]["ending"]["winner"] == "p2win"
    and value["games"][0]["tags"]["White"] == 'Anna "A"',
    value,
)
ok(
    "replay: a bad record prints nothing",
    run("replay", "-", "--json", stdin='[Game "nine"]\n\n1. zz *\n')[:2] == (2, ""),
)
check("review", "review", f"{T}/game", "--nodes", "200")
value = check("query", "query", "six")
words = run("query", "six")[1].split("\n")
ok(
    "query: as in words",
    value
    and words[0].split()[1] == value["value"]
    and [line.split()[0] for line in words[1:] if line] == [m["move"] for m in value["moves"]],
)
check("query", "query", "nine", rc=1)
check("analyse", "analyse", "nine", "--nodes", "2000", "--multipv", "2")
check("analyse", "analyse", "six")
value = check("think", "think", "nine", "--nodes", "2000")
ok(
    "think: as in words",
    value and f"best {value['best']}\n" in run("think", "nine", "--nodes", "2000")[1],
)
check("think", "think", "six")
value = check("perft", "perft", "nine", "3", "--divide")
ok("perft: sums", value and value["nodes"] == sum(m["nodes"] for m in value["divide"]) == 12144)
check("perft", "perft", "nine", "2")
value = check("playouts", "playouts", "nine", "--games", "100")
ok(
    "playouts: sums",
    value
    and value["won_by_first"] + value["won_by_second"] + value["drawn"] + value["capped"] == 100,
)
engine = "self"
value = check(
    "tournament",
    "tournament",
    "six",
    "--engine",
    engine,
    "--engine",
    engine,
    "--games",
    "2",
    "--tc",
    "nodes=20",
    "--quiet",
)
ok(
    "tournament: games",
    value and value["played"] == 2 and len(value["engines"]) == 2 and len(value["pairings"]) == 1,
)
value = check(
    "tournament",
    "tournament",
    "six",
    "--engine",
    engine,
    "--engine",
    engine,
    "--games",
    "2",
    "--tc",
    "nodes=20",
    "--quiet",
    "--sprt",
    "0 5",
)
ok("tournament: sprt", value and value["sprt"]["accepts"] == "goes on")
value = check("solve", "solve", "mur,ships=2", "--out", f"{T}/db")
ok("solve: sums", value and value["all"]["drawn"] == sum(s["drawn"] for s in value["sectors"]) > 0)
solved = value and value["certificate"]
value = check("verify", "verify", f"{T}/db")
ok("verify: good", value and value["good"] and value["files"] > 0)
ok("verify: the certificate of solve", solved and value["certificate"] == solved)
os.mkdir(f"{T}/empty")
value = check("verify", "verify", f"{T}/empty", rc=1)
ok("verify: not good", value and not value["good"] and value["reason"])
check("games", "games")

run("solve", "six", "--out", f"{T}/six", "--stages", "2")
value = check("distances", "distances", f"{T}/six")
words = run("distances", f"{T}/six")[1]
ok(
    "distances: as in words",
    value
    and f"\ndrawn {value['drawn']}\n" in words
    and all(
        f"{row['sector']} {row['value']} {row['plies']} {row['position']}\n" in words
        for row in value["longest"]
    )
    and sum(row["won"] for row in value["distances"]) > 0,
)
value = check("explore", "explore", "nine", "--play", "d2")
words = run("explore", "nine", "--play", "d2")[1].splitlines()[1:]
ok(
    "explore: as in words",
    value
    and [(m["move"], str(m["games"])) for m in value["moves"]]
    == [tuple(w.split()[:2]) for w in words],
)
book = run("explore", "six", "--make", "--games", "20", "--nodes", "50", "--plies", "3")[1]
value = check("explore", "explore", "--check", "-", stdin=book)
ok("explore: a good file", value and value["good"] and value["reached"] == value["positions"] > 0)
value = check("explore", "explore", "--check", "-", rc=1, stdin="explorer 1 six\nnonsense\n")
ok("explore: a bad file", value and not value["good"] and value["reason"])
code, out, err = run("explore", "six", "--make", "--games", "20", "--json")
ok("explore: a file is no answer", (code, out) == (2, "") and "--json" in err, err)
value = check("puzzles", "puzzles", "six", "--count", "2")
lines = run("puzzles", "six", "--count", "2")[1]
ok("puzzles: the same", value and value["puzzles"] == [json.loads(x) for x in lines.splitlines()])
value = check("puzzles", "puzzles", "--check", "-", stdin=lines)
ok("puzzles: good", value and value["good"] and value["right"] == 2 and not value["faults"])
value = check("puzzles", "puzzles", "--check", "-", rc=1, stdin=lines + "nonsense\n")
ok("puzzles: bad", value and value["wrong"] == 1 and value["faults"][0]["line"] == 3)
value = check("drills", "drills", "six", "--count", "3")
with open(f"{T}/drills", "w", encoding="utf-8") as file:
    file.write(run("drills", "six", "--count", "3")[1])
ok("drills: three", value and len(value["drills"]) == 3)
value = check("drills", "drills", "--check", f"{T}/drills")
ok("drills: good", value and value["good"] and value["right"] == 3)
with open(f"{T}/drills", "a", encoding="utf-8") as file:
    file.write("nonsense\n")
value = check("drills", "drills", "--check", f"{T}/drills", rc=1)
ok("drills: bad", value and not value["good"] and value["faults"][0]["reason"])
play = ("selfplay", "six", "--games", "2", "--nodes", "20")
value = check("selfplay", *play, "--out", f"{T}/games.csp")
ok("selfplay: a file", value and value["games"] == 2 and value["from_before"] == 0)
value = check("selfplay", *play, "--text")
words = run(*play, "--text")[1].splitlines()[1:]
ok(
    "selfplay: as in words",
    value
    and [
        [
            str(p["game"]),
            str(p["ply"]),
            p["position"],
            p["move"],
            "" if p["score"] is None else str(p["score"]),
            p["result"],
        ]
        for p in value["positions"]
    ]
    == [line.split("\t") for line in words],
)
ok(
    "selfplay: the file shows the same",
    check("selfplay", "selfplay", "--show", f"{T}/games.csp") == value,
)
value = check("tune", "tune", "nine", "--games", "2", "--nodes", "20")
ok("tune: weights", value and value["weights"] and value["games"] == 2)
value = check("prove", "prove", "morelli,size=7", "--seeds", "20", "--setups")
ok("prove: set-ups", value and len(value["setups"]) > 1)
value = check("prove", "prove", "morelli,size=7", "--seed", "3", "--nodes", "50", rc=1)
ok("prove: stopped", value and value["stopped_by"] == "nodes" and value["proof"] is None)
end = [
    line.split("\t")[2]
    for line in run("selfplay", "morelli,size=7", "--games", "1", "--nodes", "20", "--text")[
        1
    ].splitlines()[1:]
][-2]
value = check("prove", "prove", "morelli,size=7", "--position", end, "--out", f"{T}/proof")
ok("prove: proved", value and value["stopped_by"] is None and value["proof"]["choices"] >= 0)
again = check("prove", "prove", "--check", f"{T}/proof")
ok("prove: checked", again and value and again["proof"]["digest"] == value["proof"]["digest"])
value = check("push-key", "push-key", f"{T}/key.pem")
ok("push-key: the public half", value and len(value["public_key"]) > 80)
value = check("page", "page", f"{T}/page")
ok("page: written", value and value["files"] > 10 and os.path.isdir(value["folder"]))
value = check("ratings", "ratings", "--recompute", "--data", f"{T}/store")
ok("ratings: none", value and value["wrong"] == 0 and value["differences"] == [])
check("backup", "backup", f"{T}/saved", "--data", f"{T}/store")
check("restore", "restore", f"{T}/saved", "--data", f"{T}/other")
value = check(
    "shrink", "shrink", "six", "--db", f"{T}/six", "--estimate", "--level", "0", "--sample", "1000"
)
ok(
    "shrink: estimated",
    value
    and value["estimated"]
    and value["bytes"] >= sum(s["bytes"] for s in value["sectors"]) > 0,
)

# --- a review of nothing is no answer; what comes before a bad game is still a document
for empty in ("", "\n\n"):
    code, out, err = run("review", "-", "--json", stdin=empty)
    ok(
        "review: an empty file",
        (code, out) == (2, "") and "there is no game in it" in err,
        out + err,
    )
code, out, err = run(
    "review", "-", "--json", "--nodes", "100", stdin=record + '\n[Game "nine"]\n\n1. zz *\n'
)
ok(
    "review: a bad second game",
    code == 2 and len(json.loads(out)["games"]) == 1 and err.count("\n") == 1,
    err,
)

# --- a picture to standard output
code, out, err = run("show", "six", "--svg", "-")
ok(
    "show --svg -",
    code == 0 and out.startswith("<svg") and out.rstrip().endswith("</svg>"),
    out[:80],
)
ok("show --svg -: no such file", not os.path.exists("-"))
run("show", "six", "--svg", f"{T}/six.svg")
with open(f"{T}/six.svg", encoding="utf-8") as file:
    ok("show --svg -: the same picture", file.read() == out)
code, out, err = run("show", "six", "--svg", "-", "--json")
ok("show --svg - --json", (code, out) == (2, "") and "give one" in err, err)

# --- every command with --json is in the document, and was shown
commands = [
    line.split()[0]
    for line in run("--help")[1].split("commands:\n")[1].split("\n\n")[0].split("\n")
]
with_json = {name for name in commands if "  --json" in run(name, "--help")[1]}
ok(
    "every command that answers has --json",
    set(commands) - with_json == set(TALKS),
    sorted((set(commands) - with_json) ^ set(TALKS)),
)
have = with_json - NOT_ANSWERS
ok("the document has all commands", have == set(shapes), have ^ set(shapes))
ok("all of them were shown", shown == have, shown ^ have)

# --- many positions in one run
lines = f"{SIX}\n\n# a comment\nnonsense\nnine\t......../......../........ w 9 9\nsix\tw......./........ b 5 6\n{SIX}\textra\tfields\n"
code, out, err = run("query", "six", "--from", "-", "--json", stdin=lines)
answers = [json.loads(line) for line in out.splitlines()]
ok("many: status", code == 1, code)
ok("many: lines", [a["line"] for a in answers] == [1, 4, 5, 6, 7], out[:300])
ok("many: errors", ["error" in a for a in answers] == [False, True, False, False, True], out[:300])
ok("many: told on stderr", err.count("\n") == 2 and "'-', line 4: " in err and "line 7" in err, err)
ok("many: shapes", all("error" in a or fault(shapes["query"].tree, a) is None for a in answers))
one = json.loads(run("query", "six", "--json")[1])
ok("many: the same answer as alone", {k: v for k, v in answers[0].items() if k != "line"} == one)
ok("many: unknown is an answer", answers[2]["value"] == "unknown")
with open(f"{T}/positions", "w", encoding="utf-8") as file:
    file.write(f"{SIX}\r\n" * 50)
code, out, err = run("query", "six", "--from", f"{T}/positions", "--json")
ok("many: a file", code == 0 and out.count("\n") == 50 and not err, err)
code, out, err = run("query", "six", "--from", f"{T}/positions")
ok("many: in words", code == 0 and out.startswith(f"line 1: {SIX}\nposition draw"), out[:200])
code, out, err = run(
    "analyse",
    "six",
    "--db",
    "none",
    "--nodes",
    "500",
    "--from",
    "-",
    "--json",
    stdin=f"{SIX}\n{SIX}\nbad\n",
)
answers = [json.loads(line) for line in out.splitlines()]
ok("many: analyse", code == 1 and len(answers) == 3 and "error" in answers[2])
ok(
    "many: analyse, each for itself",
    answers[0]["lines"] == answers[1]["lines"]
    and fault(shapes["analyse"].tree, answers[0]) is None,
)
code, out, err = run(
    "why",
    "six",
    "--from",
    "-",
    "--json",
    stdin=f"{SIX}\td5\n{SIX}\tzz\nnine\t......../......../........ w 9 9\ta1\n{SIX}\n",
)
answers = [json.loads(line) for line in out.splitlines()]
ok("many: why", code == 1 and [a.get("legal") for a in answers] == [True, False, True, None], out)
ok("many: why, shapes", all(fault(shapes["why"].tree, a) is None for a in answers[:3]))
code, out, err = run("query", "six", "--from", f"{T}/nothing")
ok("many: no file", code == 2 and "cannot read" in err and "nothing" in err, err)
code, out, err = run("query", "six", "--from", "-", "--position", SIX)
ok("many: not with --position", code == 2 and "leave out --position" in err, err)
code, out, err = run("why", "six")
ok("why: no move", code == 2 and "MOVE, or --from" in err, err)

print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
