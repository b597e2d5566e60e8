#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Perfect play from databases, as a program: test_database.py PROGRAM

Whole games of six men's morris over UGI against what `query` says; directories that are damaged,
missing or of another variant; values without plies; think, analyse and tournament with a database."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 300
SLOW = bool(os.environ.get("CONCENTRIC_SLOW"))  # sanitizers
passed = failed = 0


def check(name, good, told=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {name} {told}")


def run(*args):
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=PATIENCE)


def query(fen, variant="six", *more):
    """What the database says: (value, plies), and the moves, the best first, as
    {move: (value, plies, losing replies, replies)}."""
    lines = run("query", variant, "--position", fen, *more).stdout.split("\n")[:-1]

    def read(words):
        traps = words[-1].split("/") if "traps" in words else (0, 0)
        plies = int(words[2]) if len(words) > 2 and words[2].isdigit() else None
        return words[1], plies, int(traps[0]), int(traps[1])

    told = {line.split()[0]: read(line.split()) for line in lines}
    return told.pop("position")[:2], told


class Engine:
    def __init__(self, *lines):
        self.process = subprocess.Popen(
            [PROGRAM, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say(*lines)

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        got = []
        while not got or got[-1].split(" ")[0] != word:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the engine is gone; it said {got}")
            got.append(line.rstrip("\n"))
        return got

    def ask(self, words):
        self.say("query " + words)
        return self.until("response")[-1].removeprefix("response").split()

    def answers(self, *lines):
        """All that is answered to these lines."""
        self.say(*lines, "isready")
        return self.until("readyok")[:-1]

    def go(self, how="go movetime 60000"):
        """The last info line of every multipv, as dictionaries, and the best move."""
        self.say(how)
        lines = self.until("bestmove")
        infos = {}
        for line in lines:
            if line.startswith("info depth"):
                info = read_info(line)
                infos[info["multipv"]] = info
        return [infos[k] for k in sorted(infos)], lines[-1].split()[1]

    def at(self, fen, moves=()):
        self.say(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))

    def close(self):
        self.say("quit")
        self.process.stdin.close()
        check("exit of the engine", self.process.wait(timeout=PATIENCE) == 0)


def read_info(line):
    words = line.split()
    info = {
        name: int(words[words.index(name) + 1]) for name in ("depth", "multipv", "nodes", "tbhits")
    }
    at = words.index("score")
    info["mate"] = int(words[at + 2]) if words[at + 1] == "mate" else None
    info["cp"] = int(words[at + 2]) if words[at + 1] == "cp" else None
    at = words.index("wdl")
    info["wdl"] = tuple(map(int, words[at + 1 : at + 4]))
    info["pv"] = words[words.index("pv") + 1 :]
    return info


def random_positions(engine, rng, count, plies):
    """Positions after so many random moves that do not end the game."""
    found = []
    while len(found) < count:
        moves = []
        for _ in range(plies):
            engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            legal = engine.ask("legalmoves")
            if not legal:
                break
            moves.append(rng.choice(legal))
        engine.say("position startpos moves " + " ".join(moves))
        if engine.ask("gameover") == ["false"]:
            found.append(" ".join(engine.ask("fen")))
    return found


def test_both_sides_keep_their_word():
    """Fastest win against longest loss: over exactly when it was said, plies falling by one."""
    engine, rng = Engine("setoption name Variant value six"), random.Random(1)
    decided = 0
    positions = random_positions(engine, rng, 3 if SLOW else 12, 16)
    positions += ["www..w../b.b..bb. b 0 0"]
    for fen in positions:
        (value, plies), _ = query(fen)
        if value == "draw":
            continue
        decided += 1
        moves = []
        for left in range(plies, 0, -1):
            engine.at(fen, moves)
            infos, best = engine.go()
            sign = 1 if (value == "win") == (len(moves) % 2 == 0) else -1
            info = infos[0]
            check(f"mate {sign * left} of {fen}", info["mate"] == sign * left, info)
            check("sure", info["wdl"] == ((1000, 0, 0) if sign > 0 else (0, 0, 1000)), info)
            check("from the database", info["tbhits"] > 0 and info["nodes"] == 0, info)
            check("a line to the end", len(info["pv"]) == min(left, 64) and info["pv"][0] == best)
            moves.append(best)
        engine.at(fen, moves)
        first = "p1win" if (fen.split()[1] == "w") == (value == "win") else "p2win"
        check(f"over after {plies} plies: {fen}", engine.ask("result") == [first], moves)
    check("there were games to win", decided >= 2, decided)
    engine.close()


def test_never_lost_against_chance():
    """From the start, drawn, against a player by chance: never worse than a draw, and won as soon
    and as fast as the other side's mistakes allow."""
    rng = random.Random(2)
    engine, wins = Engine("setoption name Variant value six"), 0
    for game in range(2 if SLOW else 6):
        moves, left, ours = [], None, game % 2
        while len(moves) < 150:
            engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            if engine.ask("gameover") == ["true"]:
                break
            if len(moves) % 2 != ours:
                moves.append(rng.choice(engine.ask("legalmoves")))
                continue
            infos, best = engine.go()
            mate, cp = infos[0]["mate"], infos[0]["cp"]
            check("never lost", cp == 0 or (mate or 0) > 0, infos)
            check("a draw is sure", mate or infos[0]["wdl"] == (0, 1000, 0), infos)
            if left is not None:
                check("nearer to the win", mate is not None and mate <= left - 2, (mate, left))
            left = mate if mate else left
            moves.append(best)
        result = engine.ask("result")
        check(
            "won or drawn",
            result in (["p1win" if ours == 0 else "p2win"], ["draw"], ["none"]),
            (result, moves),
        )
        wins += result == ["p1win" if ours == 0 else "p2win"]
    check("chance loses", wins > 0)
    engine.close()


def test_traps():
    """Among drawing moves the one after which the largest share of the replies loses."""
    engine, rng = Engine("setoption name Variant value six"), random.Random(3)
    engine.say("setoption name MultiPV value 16")
    drawn = chosen = 0
    for fen in ["......../........ w 6 6"] + random_positions(engine, rng, 10, 4):
        (value, _), told = query(fen)
        engine.at(fen)
        infos, best = engine.go()
        check("the order of query", [i["pv"][0] for i in infos] == list(told)[:16], infos)
        if value != "draw":
            continue
        shares = {m: t[2] / t[3] for m, t in told.items() if t[0] == "draw" and t[3]}
        drawn += 1
        chosen += len(set(shares.values())) > 1
        check(f"most traps: {fen}", shares.get(best) == max(shares.values()), (best, shares))
        values = [(i["wdl"][0], i["wdl"][1]) for i in infos]
        check("lines in the order of values", values == sorted(values, reverse=True), values)
    check("there were draws to choose from", drawn >= 2 and chosen >= 1, (drawn, chosen))
    engine.close()


WON = "www..w../b.b..bb. b 0 0"  # in 9 plies


def is_perfect(engine):
    engine.at(WON)
    infos, _ = engine.go("go depth 2")
    return infos[0]["mate"] == 9 and infos[0]["tbhits"] > 0


def test_when_it_is_used():
    engine = Engine("setoption name Variant value six")
    check("six needs no path", is_perfect(engine))
    for level in (1, 9):
        engine.say(f"setoption name Level value {level}")
        engine.at(WON)
        infos, _ = engine.go("go")
        check(f"not by level {level}", all(i["tbhits"] == 0 for i in infos) and infos, infos)
    engine.say("setoption name Level value 10")
    engine.at(WON)
    got = engine.answers("go infinite", "isready")
    check("infinite waits for stop", not any("bestmove" in line for line in got), got)
    engine.until("readyok")
    engine.say("stop")
    check("and then answers", engine.until("bestmove")[-1].startswith("bestmove "))
    infos, _ = engine.go("go mate 3")
    check("no mate in 3: the truth", infos[0]["mate"] == 9, infos)
    for how in ("go movetime 0", "go movetime 1", "go nodes 1", "go p1time 1 p2time 1"):
        for lines in (1, 3):
            engine.say(f"setoption name MultiPV value {lines}")
            _, best = engine.go(how)
            check(f"perfect however short: {how}", query(WON)[1][best][:2] == ("win", 9), best)
    engine.say("setoption name MultiPV value 1", "setoption name DatabasePath value none")
    check("none is none", not is_perfect(engine))
    engine.say("setoption name DatabasePath value")
    check("and back", is_perfect(engine))
    engine.say("setoption name Threads value 3", "setoption name Hash value 2")
    check("on threads", is_perfect(engine))
    engine.say("uginewgame")
    check("in a new game", is_perfect(engine))
    engine.close()


def solve(variant, to, *more):
    done = run("solve", variant, "--out", str(to), *more)
    check(f"solve {variant}", done.returncode == 0, done.stderr)


def flip(path, at):
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(data)


MUR = "mur,ships=2,traps=1"


def test_paths(tmp):
    """Refusals change nothing; a path stays for later variants."""
    (tmp / "all").mkdir()
    solve(MUR, tmp / "all" / MUR)
    solve("six,flying", tmp / "part", "--stages", "5")
    shutil.copytree(tmp / "all" / MUR, tmp / "bad")
    flip(next((tmp / "bad").glob("*.db")), 200)
    (tmp / "empty").mkdir()

    def refused(engine, path, words):
        got = engine.answers(f"setoption name DatabasePath value {path}")
        check(
            f"refused: {words}",
            len(got) == 1 and got[0].startswith("error: ") and words in got[0],
            got,
        )

    engine = Engine("setoption name Variant value six")
    for path, words in (
        (tmp / "none", "cannot be opened"),
        (tmp / "empty", "no database files"),
        ("x" * 4096, "at most 4095 bytes"),
    ):
        refused(engine, path, words)
        check("six is still there", is_perfect(engine))
    got = engine.answers(f"setoption name Variant value {MUR}")
    check("nothing is said of a path that was refused", got == [], got)
    early = Engine("setoption name Variant value six")
    got = early.answers(f"setoption name DatabasePath value {tmp / 'all'}")
    check(
        "a path with other variants is kept, and that is said",
        len(got) == 1 and got[0].startswith("info string DatabasePath is not used for six: "),
        got,
    )
    check("six has its own meanwhile", is_perfect(early))
    check(
        "it is used when its variant comes",
        early.answers(f"setoption name Variant value {MUR}", "query value") == ["response draw"],
    )
    got = early.answers(
        "setoption name Variant value six", f"setoption name DatabasePath value {tmp / 'part'}"
    )
    check(
        "also a directory of one variant", "of the variant six,flying, not of six" in got[-1], got
    )
    _, best = engine.go("go depth 1")
    check("no database of MUR", engine.go("go depth 2")[0][0]["tbhits"] == 0)
    refused(engine, tmp / "bad", "its header is damaged")
    check("all the same", engine.go("go depth 2")[0][0]["tbhits"] == 0)
    check(
        "one directory per variant",
        engine.answers(f"setoption name DatabasePath value {tmp / 'all'}") == [],
    )
    infos, _ = engine.go("go depth 2")
    check(
        "solved",
        infos[0]["tbhits"] > 0 and infos[0]["nodes"] == 0 and infos[0]["wdl"] == (0, 1000, 0),
        infos,
    )
    got = engine.answers("setoption name Variant value six")
    check(
        "a path without files for the variant is not used, and that is said",
        len(got) == 1 and got[0].startswith("info string DatabasePath is not used for six: "),
        got,
    )
    check("six has its own", is_perfect(engine))
    check("an error of another option", engine.answers("setoption name Variant value seven") != [])
    check("changes nothing", is_perfect(engine))
    got = engine.answers(f"setoption name Variant value {MUR}", "uginewgame")
    check("back to what the path has", got == [], got)
    check("it is open again", engine.go("go depth 2")[0][0]["tbhits"] > 0)
    engine.close()

    # Some sectors only: the search asks for what it meets.
    engine = Engine(
        "setoption name Variant value six,flying",
        f"setoption name DatabasePath value {tmp / 'part'}",
    )
    engine.at("ww.w..ww/b.b...bb b 0 0")  # five against four men
    infos, _ = engine.go("go depth 6")
    check("some positions are known", infos[0]["tbhits"] > 0 and infos[0]["nodes"] > 0, infos)
    engine.close()

    # A block that is damaged is not believed; the search goes on without it.
    shutil.copytree(tmp / "all" / MUR, tmp / "torn")
    for path in (tmp / "torn").glob("*.db"):
        flip(path, path.stat().st_size - 1)
    engine = Engine(
        f"setoption name Variant value {MUR}", f"setoption name DatabasePath value {tmp / 'torn'}"
    )
    infos, best = engine.go("go depth 3")
    check("damaged blocks", infos[0]["depth"] >= 1 and engine.ask(f"islegal {best}") == ["true"])
    engine.close()


def test_values_without_plies(tmp):
    """Only win, draw and loss are known: every move keeps the win, and the game is won in the end,
    against the longest resistance."""
    solve("six", tmp / "wdl", "--wdl")
    engine = Engine(
        "setoption name Variant value six", f"setoption name DatabasePath value {tmp / 'wdl'}"
    )
    enemy, rng = Engine("setoption name Variant value six"), random.Random(4)
    won = 0
    for fen in random_positions(enemy, rng, 4 if SLOW else 20, 18):
        (value, plies), _ = query(fen)
        if value != "win" or plies > 25:
            continue
        moves = []
        while len(moves) < 400:
            enemy.at(fen, moves)
            if enemy.ask("gameover") == ["true"]:
                break
            if len(moves) % 2:
                moves.append(enemy.go()[1])
                continue
            engine.at(fen, moves)
            infos, best = engine.go("go depth 8")
            check(
                "it knows that it wins",
                infos[0]["wdl"] == (1000, 0, 0) and (infos[0]["mate"] or 0) >= 0,
                infos,
            )
            check("it has a way", len(infos[0]["pv"]) > 1 or infos[0]["mate"] == 1, infos)
            moves.append(best)
            now = " ".join(engine.ask("fen"))
            check("the win is kept", query(now)[1][best][0] == "win", (now, best))
        check(
            f"won, if not soonest: {fen}",
            enemy.ask("gameover") == ["true"] and enemy.ask("result") != ["draw"],
            (plies, moves),
        )
        won += 1
    check("there were wins", won >= 1)
    engine.at("......../........ w 6 6")
    infos, best = engine.go("go depth 2")
    check(
        "draws set traps without plies too",
        infos[0]["wdl"] == (0, 1000, 0) and best == next(iter(query("......../........ w 6 6")[1])),
        infos,
    )
    enemy.close()
    engine.close()


def test_commands(tmp):
    """think, analyse and tournament."""
    done = run("think", "six", "--position", WON)
    check(
        "think",
        "\nwin in 9\ndatabase won in 9 plies\n" in done.stdout and "\nnodes 0\n" in done.stdout,
        done.stdout,
    )
    done = run("think", "six", "--depth", "3", "--db", "none")
    check("think without it", "database" not in done.stdout and done.returncode == 0, done.stdout)
    done = run("think", "six", "--level", "4")
    check("a level is without it", "database" not in done.stdout, done.stdout)
    done = run("think", MUR, "--db", str(tmp / "all"))
    check("think --db", "\ndatabase drawn\n" in done.stdout, done.stdout + done.stderr)
    done = run("analyse", "six", "--position", WON, "--multipv", "3")
    for part in (
        "1. win in 9  Black wins in 5 moves",
        " (database)\n",
        "\n3. loss in ",
        "\nAll moves are in the database: nothing was searched.\n",
    ):
        check(f"analyse says {part!r}", part in done.stdout, done.stdout)
    done = run("analyse", "six", "--lang", "ja")
    check("in Japanese", "1. 引き分け  最善を尽くせば引き分け（データベース）\n" in done.stdout, done.stdout)
    done = run("analyse", "six", "--db", str(tmp / "wdl"), "--position", WON, "--depth", "3")
    check("won without plies", "1. win  Black wins (database)\n" in done.stdout, done.stdout)
    told = json.loads(run("analyse", "six", "--position", WON, "--json").stdout)
    check(
        "json",
        told["database"] is True
        and told["lines"][0]["mate"] == 9
        and told["tbhits"] > 0
        and told["lines"][0]["wdl"] == [1000, 0, 0],
        told,
    )
    for command in ("think", "analyse"):
        done = run(command, "six", "--db", str(tmp / "part"))
        check(
            f"{command}: another variant",
            done.returncode == 2
            and not done.stdout
            and "cannot use the database" in done.stderr
            and "of the variant six,flying" in done.stderr,
            done.stderr,
        )
        check(f"{command} --help", "--db DIR" in run(command, "--help").stdout)
    done = run(
        "tournament",
        MUR,
        "--engine",
        f"name=A depth=2 option.DatabasePath={tmp / 'all'} self",
        "--engine",
        "name=B depth=2 self",
        "--games",
        "2",
    )
    check(
        "tournament",
        done.returncode == 0 and "error" not in done.stdout + done.stderr,
        done.stdout + done.stderr,
    )


with tempfile.TemporaryDirectory() as folder:
    test_both_sides_keep_their_word()
    test_never_lost_against_chance()
    test_traps()
    test_when_it_is_used()
    test_paths(pathlib.Path(folder))
    test_values_without_plies(pathlib.Path(folder))
    test_commands(pathlib.Path(folder))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
