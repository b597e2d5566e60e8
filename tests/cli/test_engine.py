#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The engine over UGI and `concentric analyse`, as a program: test_engine.py PROGRAM

Every go gets one bestmove of two words that is legal, whatever the clock says; what is sent while
it thinks waits; the end of input is no accident. How late answers come is measured and told, but
only an answer that is seconds late fails: other work on the machine may hold it up.
LATE_ROUNDS=20 in the environment measures more clocks."""
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1]
PATIENCE = 60  # seconds until a missing answer counts as none
SLOW = 10 if os.environ.get("CONCENTRIC_SLOW") else 1  # sanitizers
passed = failed = 0


def check(name, good, told=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name} {told}")


class Engine:
    def __init__(self, variant=None):
        self.process = subprocess.Popen(
            [PROGRAM, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        if variant:
            self.say(f"setoption name Variant value {variant}")

    def listen(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """All lines up to the first that begins with the word, and when that came."""
        got = []
        while True:
            when, line = self.lines.get(timeout=PATIENCE)
            got.append(line)
            if line is None or line.split(" ")[0] == word:
                return got, when

    def ask(self, line, word):
        self.say(line)
        return self.until(word)[0][-1]

    def close(self):
        self.say("quit")
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


def talk(text):
    """All that is answered to lines that come at once."""
    done = subprocess.run(
        [PROGRAM, "ugi"], input=text, capture_output=True, text=True, timeout=PATIENCE
    )
    check(f"exit of {text[:40]!r}", done.returncode == 0 and not done.stderr, done.stderr)
    return [line for line in done.stdout.split("\n") if line and not line.startswith("info ")]


def test_talks():
    def expect(name, text, *answers):
        got = talk(text)
        good = len(got) == len(answers) and all(
            line == answer or (answer.endswith("*") and line.startswith(answer[:-1]))
            for line, answer in zip(got, answers)
        )
        check(name, good, f"answers {got}")

    expect("the end of input", "position startpos moves d6\ngo depth 4\n", "bestmove *")
    expect("no newline at the end", "go depth 4", "bestmove *")
    expect("endless at the end of input", "go infinite\n", "bestmove *")
    expect("bare go at the end of input", "go\n", "bestmove *")
    expect(
        "queued lines at the end of input",
        "go depth 3\nposition startpos moves d6\nquery fen\ngo infinite\nquery p1turn\n",
        "bestmove *",
        "response ......../.w....../........ b 8 9",
        "bestmove *",
        "response false",
    )
    expect(
        "quit while it thinks: what came before is answered",
        "go infinite\nquery p1turn\nquit\nisready\n",
        "bestmove *",
        "response true",
    )
    expect(
        "quit after a limited search", "go depth 3\ngo infinite\nquit\n", "bestmove *", "bestmove *"
    )
    expect("as little as can be", "go depth 0\ngo nodes 0\n", "bestmove *", "bestmove *")
    expect("only some moves", "go depth 4 searchmoves g1\n", "bestmove g1")
    expect(
        "the value of a position",
        "query value\nsetoption name Variant value six\nquery value\n",
        "response unknown",
        "response draw",
    )
    pairs = 1000
    got = talk("go infinite\nstop\n" * pairs)
    check("each go has its stop", len(got) == pairs, len(got))
    expect(
        "the game is over",
        "position fen www...../......../bb...... b 0 0\ngo depth 3\nisready\n",
        "error: the game is over; there is no move to find",
        "bestmove 0000",
        "readyok",
    )
    expect(
        "one move only",
        "position fen bwbwb.bw/.w.w.w.w/........ b 0 0\ngo movetime 60000\n",
        "bestmove *",
    )
    expect("bad go", "go depth x\ngo depth 1\n", "error: go depth takes*", "bestmove *")
    expect(
        "a win in one",
        "position fen ww.w..../......../b.b.b... w 0 0\ngo mate 1\n",
        "bestmove g4-g7x*",
    )
    expect(
        "hash that cannot be",
        "setoption name Hash value 70000\ngo depth 2\n",
        "error: Hash takes a number from 1 to 65536, not '70000'",
        "bestmove *",
    )
    # More lines than may wait: none is lost, and the endless thought ends.
    many = 400000
    got = talk("go infinite\n" + "query p1turn\n" * many)
    check("a flood of lines", len(got) == many + 1 and got.count("response true") == many)


def test_info():
    done = subprocess.run(
        [PROGRAM, "ugi"], input="go nodes 1\n", capture_output=True, text=True, timeout=PATIENCE
    )
    check("an info before every bestmove", done.stdout.startswith("info depth "), done.stdout)
    engine = Engine("six")
    engine.say("setoption name MultiPV value 2", "setoption name Threads value 2", "go depth 5")
    lines, _ = engine.until("bestmove")
    infos = [line.split() for line in lines[:-1]]
    check("there are info lines", infos and all(words[0] == "info" for words in infos))
    order = [
        "depth",
        "seldepth",
        "multipv",
        "score",
        "wdl",
        "nodes",
        "nps",
        "hashfull",
        "tbhits",
        "time",
        "pv",
    ]
    for words in infos:
        check("the words of info", [w for w in words if w in order] == order, words)
        at = words.index("wdl")
        check("wdl adds up", sum(map(int, words[at + 1 : at + 4])) == 1000, words)
    check("two lines at the end", [w[w.index("multipv") + 1] for w in infos[-2:]] == ["1", "2"])
    last = infos[-2]
    check(
        "the best line begins with the best move",
        last[last.index("pv") + 1] == lines[-1].split()[1],
        lines[-3:],
    )
    check("exit", engine.close() == 0)


def test_while_thinking():
    engine = Engine()
    engine.say("go infinite", "query fen", "isready")
    lines, _ = engine.until("readyok")
    check("isready is heard, the query waits", not any("response" in line for line in lines))
    time.sleep(0.1)
    engine.say("stop")
    lines, _ = engine.until("response")
    check("stop, then what has waited", lines[-2].startswith("bestmove "), lines[-2:])
    engine.say("go infinite depth 1")
    time.sleep(0.2)
    engine.say("isready")
    lines, _ = engine.until("readyok")
    check("infinite: no bestmove before stop", not any(l.startswith("bestmove") for l in lines))
    engine.say("stop")
    engine.until("bestmove")
    engine.say("setoption name Level value 1", "setoption name Seed value 5", "go movetime 60000")
    began = time.monotonic()
    engine.until("bestmove")
    check("a low level answers soon", time.monotonic() - began < 30)
    check("exit", engine.close() == 0)


CLOCKS = [
    "movetime 0",
    "movetime -1",
    "movetime 1",
    "movetime 10",
    "movetime 50",
    "p1time 0",
    "p1time 1 p2time 1",
    "p1time -1000 p2time -1000",
    "p1time 10 p2time 10 p1inc 0 p2inc 0",
    "p1time 100 p2time 100",
    "p1time 0 p2time 0 p1inc 100000 p2inc 100000",
    "p1time 1000 p2time 1000 p1inc 10 p2inc 10",
    "p2time 30",
    "p1time 30",
    "p1time 60 p2time 60 p1inc 99999999999999999999 p2inc 99999999999999999999",
    "p1time 99999999999999999999 p2time 99999999999999999999 movetime 20",
    "p1time 50 p2time 50 movestogo 1",
    "depth 64 nodes 18446744073709551615 movetime 5",
    "p1time 40 p2time 40 p1inc -50 p2inc -50 mate 9",
    "infinite movetime 5 p1time 3",
]


def allowed_ms(clock):
    """When the flag falls: the least time that the words speak of."""
    words = clock.split()
    times = [int(v) for k, v in zip(words, words[1:]) if k in ("movetime", "p1time", "p2time")]
    return max(0, min(times))


def test_clocks():
    late = []
    for variant in ["nine", "stacking", "morelli", "morelli,size=9,edition=nestor", "mur"]:
        for threads in (1, 2):
            engine = Engine(variant)
            engine.say(f"setoption name Threads value {threads}")
            moves = []
            for clock in CLOCKS * int(os.environ.get("LATE_ROUNDS", "1")):
                line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
                engine.say(line)
                if engine.ask("query gameover", "response") == "response true":
                    moves = []
                    engine.say("position startpos")
                began = time.monotonic()
                engine.say("go " + clock)
                if clock.startswith("infinite"):
                    engine.say("stop")
                lines, when = engine.until("bestmove")
                best = lines[-1].split(" ")
                check(f"two words: {clock}", len(best) == 2, lines[-1])
                late.append(((when - began) * 1e3 - allowed_ms(clock), variant, threads, clock))
                check(
                    f"legal: {variant} {clock}",
                    engine.ask(f"query islegal {best[1]}", "response") == "response true",
                    best,
                )
                moves.append(best[1])
            check("exit", engine.close() == 0)
    late.sort()
    check("no answer is seconds late", late[-1][0] < 10000 * min(SLOW, 2), late[-1])
    over = sum(l[0] > 50 for l in late)
    print(
        f"{len(late)} answers: half are at most {late[len(late) // 2][0]:.1f} ms late, "
        f"{over} more than 50 ms; the latest:"
    )
    for ms, variant, threads, clock in late[-3:]:
        print(f"  {ms:.1f} ms: {variant}, {threads} threads, go {clock}")


def analyse(*args):
    return subprocess.run(
        [PROGRAM, "analyse", *args], capture_output=True, text=True, timeout=PATIENCE
    )


def test_analyse():
    done = analyse("nine", "--depth", "4", "--multipv", "3")
    check("analyse", done.returncode == 0 and not done.stderr, done.stderr)
    for part in (
        "\n1. ",
        "\n2. ",
        "\n3. ",
        "White places a white man on ",
        "depth 4",
        "to move: White",
    ):
        check(f"analyse says {part!r}", part in done.stdout, done.stdout)
    done = analyse("nine", "--position", "ww.w..../......../b.b.b... w 0 0", "--depth", "3")
    check("a win in words", "1. win in 1  White wins in 1 move: " in done.stdout, done.stdout)
    done = analyse(
        "nine", "--position", "ww.w..../......../b.b.b... w 0 0", "--depth", "3", "--lang", "ja"
    )
    check("in Japanese", "1手で勝ち" in done.stdout and "白の勝ち（1手）" in done.stdout, done.stdout)
    done = analyse("mur", "--nodes", "2000", "--json", "--multipv", "2", "--threads", "2")
    told = json.loads(done.stdout)
    check("json", len(told["lines"]) == 2 and told["variant"] == "mur" and not told["interrupted"])
    check("json: a line", told["lines"][0]["line"].startswith(told["lines"][0]["move"]))
    done = analyse("mur", "--nodes", "60000", "--json", "--multipv", "4")
    told = json.loads(done.stdout)
    scores = [line["score"] for line in told["lines"]]
    check("json: lines in order", scores == sorted(scores, reverse=True), scores)
    depths = [line["depth"] for line in told["lines"]]
    check("json: lines of one iteration", depths == [told["depth"]] * 4, depths)
    done = analyse("six", "--time", "0.05s", "--progress", "--play", "d6 d2")
    check("a short time", done.returncode == 0 and "\n1. " in done.stdout, done.stderr)
    done = analyse("nine", "--position", "www...../......../bb...... b 0 0")
    check("the game is over", done.returncode == 1 and "the game is over" in done.stderr)
    for args, words in (
        (("nine", "--time", "soon"), "--time takes"),
        (("nine", "--time", "-1"), "--time takes"),
        (("nine", "--time", "25h"), "--time takes"),
        (("nine", "--time", "1."), "--time takes"),
        (("nine", "--multipv", "17"), "from 1 to 16"),
        (("nine", "--hash", "0"), "from 1 to 65536"),
        (("nine", "--lang", "fr"), "--lang takes"),
        (("chess",), "there is no game"),
    ):
        done = analyse(*args)
        check(
            f"analyse {args}",
            done.returncode == 2
            and words in done.stderr
            and done.stderr.count("\n") == 1
            and not done.stdout,
            done.stderr,
        )


def test_interrupt():
    process = subprocess.Popen(
        [PROGRAM, "analyse", "morelli", "--time", "0"], stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()  # it has begun
    process.send_signal(signal.SIGINT)
    out = process.communicate(timeout=PATIENCE)[0]
    check(
        "Ctrl-C ends with the best so far",
        process.returncode == 0
        and "\n1. " in out
        and out.endswith("Interrupted: this is the best so far.\n"),
        out[-300:],
    )


def test_bench():
    def signature():
        done = subprocess.run(
            [PROGRAM, "bench", "--search", "--time", "1"],
            capture_output=True,
            text=True,
            timeout=600,
        )
        return done.stdout.rstrip("\n").split("\n")

    first, second = signature(), signature()
    check(
        "bench --search: the same nodes twice",
        first[-1] == second[-1] and first[-1].startswith("Search: ") and int(first[-1][8:]) > 0,
        first[-1],
    )
    check("bench --search: a line for every position", len(first) > 20)


test_talks()
test_info()
test_while_thinking()
test_clocks()
test_analyse()
test_interrupt()
if not os.environ.get("CONCENTRIC_SLOW"):
    test_bench()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
