# SPDX-License-Identifier: MIT
"""The package as its users see it. CONCENTRIC_PROGRAM is the program, CONCENTRIC_SIX the packed database
of six (both may be missing: then what needs them is skipped)."""
import copy
import doctest
import importlib
import os
import pathlib
import pickle
import random
import subprocess
import tempfile
import threading
import time
import unittest

import concentric

PROGRAM = os.environ.get("CONCENTRIC_PROGRAM")
SIX = os.environ.get("CONCENTRIC_SIX", "")
MODULES = ("_base", "_game", "_match", "_search", "_batch", "_database", "_dataset")


def load_tests(_loader, tests, _pattern):
    for name in MODULES:
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"concentric.{name}")))
    tests.addTests(doctest.DocTestSuite(concentric))
    page = os.environ.get("CONCENTRIC_DOCS")
    if page:
        tests.addTests(doctest.DocFileSuite(os.path.join(page, "python.md"), module_relative=False))
    return tests


class Catalogue(unittest.TestCase):
    def test_every_variant_opens(self):
        variants = concentric.variants()
        self.assertGreater(len(variants), 100)
        for variant in variants[::17]:
            game = concentric.Game(variant)
            self.assertEqual(game.variant, variant)
            self.assertEqual(sorted(game.symmetries[-1]), list(range(len(game.points))))

    def test_languages(self):
        self.assertNotEqual(concentric.games("ja")[0].title, concentric.games("en")[0].title)
        with self.assertRaises(concentric.Refused):
            concentric.games("xx")
        self.assertEqual(concentric.levels()[0].number, 1)
        self.assertEqual(concentric.version().count("."), 2)


class Matches(unittest.TestCase):
    def test_random_games_there_and_back(self):
        for game in concentric.games():
            chance = random.Random(game.id)
            match = concentric.Match(game.id, seed=3)
            seen = [match.position]
            while (moves := match.moves) and match.ply < 60:
                match.play(chance.choice(moves))
                seen.append(match.position)
            twin = match.copy()
            while len(seen) > 1:
                self.assertEqual(match.position, seen.pop())
                match.undo()
            self.assertEqual(match.position, seen[0])
            for move in twin.history:
                match.play(move)
            self.assertEqual(match.position, twin.position)
            self.assertEqual(match.hash, twin.hash)

    def test_refusals_change_nothing(self):
        match = concentric.Match("nine")
        before = match.position
        for bad in ("d2\0junk", "d2\0", "\0", "d2\ud800"):  # no text at all, so no move either
            with self.assertRaises(concentric.IllegalMove):
                match.play(bad)
            with self.assertRaises(concentric.Refused):
                match.why(bad)
        for bad in ("", "zz", "a7-a4", "d2\n", "あ", "d2" * 100):
            with self.assertRaises(concentric.IllegalMove) as caught:
                match.play(bad)
            self.assertGreater(len(str(caught.exception)), 5)
            self.assertIsNotNone(match.why(bad))
        for wrong in (
            lambda: concentric.Match("nine", "nonsense"),
            lambda: match.undo(),
            lambda: match.back(),
            lambda: match.go_to(5),
            lambda: match.go_to(-1),
            lambda: match.end("boredom"),
            lambda: match.end("time", 7),
            lambda: match.describe("zz"),
            lambda: match.set_comment(0, "a } brace"),
            lambda: match.set_tag("Result", "1-0"),
            lambda: match.why("d2\0"),
            lambda: match.analyse(depth=2, only=["zz"]),
            lambda: match.analyse(depth=2, lines=99),
            lambda: match.comment(99),
            lambda: match.comment(1.5),
            lambda: match.children(99),
            lambda: match.set_comment(99, "nowhere"),
            lambda: concentric.Database("six.pack\0.txt"),
            lambda: concentric.Search("nine", net="net\0.txt"),
        ):
            with self.assertRaises(concentric.Refused):
                wrong()
        self.assertEqual(match.position, before)

    def test_negative_numbers_are_refused(self):
        match, batch = concentric.Match("nine"), concentric.Batch("nine", 3)
        for wrong in (
            lambda: concentric.Match("nine", seed=-1),
            lambda: concentric.Match("nine", seed=1 << 64),
            lambda: match.go_to(-1),
            lambda: match.comment(-1),
            lambda: match.children(-1),
            lambda: match.set_comment(-1, "nowhere"),
            lambda: match.end("resignation", -1),
            lambda: match.end("resignation", 1 << 40),
            lambda: match.analyse(time=-1),
            lambda: match.analyse(time=float("nan")),
            lambda: match.analyse(nodes=-1),
            lambda: match.analyse(depth=-1),
            lambda: match.analyse(depth=1 << 40),
            lambda: match.analyse(depth=2, lines=-1),
            lambda: match.analyse(depth=2, level=-1),
            lambda: match.analyse(depth=2, seed=-1),
            lambda: concentric.Search("nine", hash_mb=-1),
            lambda: concentric.Search("nine", threads=-1),
            lambda: concentric.Batch("nine", -1),
            lambda: concentric.Batch("nine", 3, seed=-1),
            lambda: batch.set(0, seed=-1),
            lambda: batch.random(-1),
            lambda: batch.restart(-1),
            lambda: batch.move_text(0, -1),
        ):
            with self.assertRaises(concentric.Refused):
                wrong()
        self.assertFalse(match.outcome.over)

    def test_copies_are_their_own(self):
        for game in concentric.games():
            chance = random.Random(game.id)
            match = concentric.Match(game.id, seed=3, lang="ja")
            for _ in range(8):
                match.play(chance.choice(match.moves))
            match.back()
            match.back()
            match.play(chance.choice(match.moves))  # a variation, most likely
            match.set_comment(match.node, "here")
            match.set_tag("White", "Ada")
            want = (match.record(), match.position, match.history, match.comment(match.node))
            twins = [copy.copy(match), copy.deepcopy(match), copy.deepcopy([match])[0]]
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                twins.append(pickle.loads(pickle.dumps(match, protocol)))
            for twin in twins:
                got = (twin.record(), twin.position, twin.history, twin.comment(twin.node))
                self.assertEqual(got, want)
                self.assertEqual(twin.why("zz"), match.why("zz"))  # in its language
                twin.play(twin.moves[0])
                twin.set_tag("White", "Bob")
                self.assertEqual(match.record(), want[0])
                twin.undo()
                self.assertEqual((match.position, match.history), want[1:3])

    def test_an_ended_game_is_pickled(self):
        match = concentric.Match("nine")
        match.play("d2")
        match.end("resignation", 2)
        for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            self.assertEqual(twin.outcome, match.outcome)
            with self.assertRaises(concentric.Refused):
                twin.end("resignation", 1)
        match.back()  # the ending stays where it was made
        twin = pickle.loads(pickle.dumps(match))
        self.assertEqual((twin.ply, twin.outcome), (0, match.outcome))

    def test_what_never_changes_is_shared_and_the_rest_not_copied(self):
        game = concentric.Game("nine,flying", "ja")
        self.assertIs(copy.deepcopy(game), game)
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual((again.variant, again.players), (game.variant, game.players))
        for thing in (concentric.Batch("nine", 2), concentric.Search("nine", hash_mb=1)):
            for way in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                    way(thing)

    def test_repetition_and_endings(self):
        match = concentric.Match("nine", "ww.w..../......../b.b.b... w 0 0")
        for move in ("a7-a4", "c5-c4", "a4-a7", "c4-c5") * 2:
            self.assertFalse(match.outcome.over)
            match.play(move)
        self.assertEqual((match.outcome.winner, match.outcome.ending), (0, "repetition"))
        match.undo()
        match.end("resignation", 1)
        self.assertEqual((match.outcome.winner, match.outcome.reason), (2, "the opponent resigned"))
        match = concentric.Match("nine", lang="ja")
        self.assertNotEqual(match.why("zz"), concentric.Match("nine").why("zz"))

    def test_records(self):
        match = concentric.Match("nine")
        for move in ("d2", "f4"):
            match.play(move)
        match.back()
        match.play("b4")
        match.set_comment(match.node, "the other one")
        match.set_tag("White", "Ada")
        record = match.record()
        again = list(concentric.read_records(record + "\n" + record))
        self.assertEqual([m.record() for m in again], [record, record])
        self.assertEqual(again[0].tags, {"White": "Ada"})
        self.assertEqual(again[0].comment(again[0].children(1)[1]), "the other one")
        with self.assertRaisesRegex(concentric.Refused, "line 3"):
            list(concentric.read_records('[Game "nine"]\n\n1. d2 d2 *\n'))

    def test_pictures_and_numbers(self):
        match = concentric.Match("six")
        self.assertIn("<svg", match.svg())
        self.assertIn("─", str(match))
        match.play("b2")
        self.assertEqual(sum(match.board), 1)
        self.assertIsInstance(match.evaluate(), int)


class Searching(unittest.TestCase):
    def test_lines_can_be_played(self):
        match = concentric.Match("mur")
        analysis = match.analyse(nodes=3000, lines=3)
        self.assertEqual(len(analysis.lines), 3)
        for line in analysis.lines:
            self.assertEqual(sum(line.chances), 1000)
            twin = match.copy()
            for move in line.moves:
                twin.play(move)
            self.assertEqual(line.depth, analysis.depth)
        self.assertEqual(analysis.best, analysis.lines[0].moves[0])
        scores = [line.score for line in match.analyse(nodes=60000, lines=4).lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertIn(match.analyse(level=1, seed=3).best, match.moves)
        self.assertEqual(match.analyse(depth=2, only=[match.moves[3]]).best, match.moves[3])

    def test_progress_and_stop(self):
        match = concentric.Match("nine")
        depths = []
        search = concentric.Search(match, hash_mb=4)
        search.analyse(match, progress=lambda found: depths.append(found.depth) or len(depths) < 3)
        self.assertGreaterEqual(len(depths), 3)
        with self.assertRaises(ZeroDivisionError):
            search.analyse(match, progress=lambda found: 1 // 0)
        timer = threading.Timer(0.2, search.stop)
        timer.start()
        self.assertGreater(search.analyse(match).depth, 0)
        timer.join()
        with self.assertRaises(concentric.Refused):
            search.analyse(concentric.Match("six"), depth=2)

    def test_interrupt_ends_a_search(self):
        script = "import concentric\nprint('on', flush=True)\nm = concentric.Match('nine')\nconcentric.Search(m).analyse(m)"
        with subprocess.Popen(
            ["/usr/bin/python3", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            process.stdout.readline()
            time.sleep(0.5)
            process.send_signal(2)
            self.assertNotEqual(process.wait(timeout=60), 0)


class Batches(unittest.TestCase):
    def test_slots_are_matches(self):
        for variant in ("nine", "morelli,size=7", "mur", "stacking"):
            chance = random.Random(variant)
            batch = concentric.Batch(variant, 5)
            matches = [concentric.Match(variant, seed=1 + s) for s in range(5)]
            for ply in range(20):
                moves, first = batch.moves()
                index = []
                for slot, match in enumerate(matches):
                    own = [
                        batch.move_text(slot, int(m)) for m in moves[first[slot] : first[slot + 1]]
                    ]
                    self.assertEqual(own, [] if match.outcome.over else match.moves)
                    index.append(chance.randrange(len(own)) if own else batch.SKIP)
                    if own:
                        match.play(own[index[-1]])
                if ply % 2:
                    batch.play_index(index)
                else:
                    batch.play(
                        [
                            int(moves[first[s] + i]) if i != batch.SKIP else 0
                            for s, i in enumerate(index)
                        ]
                    )
                self.assertEqual(
                    [batch.position(s) for s in range(5)], [m.position for m in matches]
                )
                self.assertEqual([int(x) for x in batch.players()], [m.player for m in matches])
                self.assertEqual([int(x) for x in batch.hashes()], [m.hash for m in matches])
                boards = batch.boards().tolist()
                self.assertEqual(boards, [m.board for m in matches])

    def test_refusals(self):
        batch = concentric.Batch("nine", 3)
        for wrong in (
            lambda: batch.play_index([0, 0]),
            lambda: batch.play_index([0, 24, 0]),
            lambda: batch.play_index([0, -1, 0]),
            lambda: batch.play_index([0, 0.7, 0]),
            lambda: batch.play_index([0, 1.0, 0]),
            lambda: batch.play_index([0, "1", 0]),
            lambda: batch.play_index([0, 1 << 32, 0]),
            lambda: batch.play([0, -1, 0]),
            lambda: batch.play([0, 0.7, 0]),
            lambda: batch.read_move(0, "d2\0junk"),
            lambda: batch.play([1, 0, 0]),
            lambda: batch.set(0, "zz"),
            lambda: batch.read_move(0, "zz"),
            lambda: batch.move_text(0, 5),
            lambda: concentric.Batch("nine", 0),
        ):
            with self.assertRaises(concentric.Refused):
                wrong()
        if concentric._batch.numpy is not None:
            array = concentric._batch.numpy.array
            for wrong in ([0, -1, 0], [0, 0.7, 0], [0, 1 << 32, 0], [0, 0], [[0, 0, 0]]):
                with self.assertRaises(concentric.Refused):
                    batch.play_index(array(wrong))
            batch.play_index(array([batch.SKIP] * 3))
        batch.play_index([batch.SKIP] * 3)
        with self.assertRaises(IndexError):
            batch.position(3)
        self.assertEqual(list(batch.plies()), [0, 0, 0])

    def test_random_games_end(self):
        batch = concentric.Batch("nine", 50, seed=9)
        while batch.random(100, restart=False):
            pass
        self.assertNotIn(0, list(batch.outcomes()))
        self.assertEqual(batch.restart(), 50)
        self.assertEqual(sum(batch.plies()), 0)
        self.assertEqual(batch.planes().shape, (50, 7, 24))
        self.assertEqual(len(batch.evaluations()), 50)


@unittest.skipUnless(os.path.exists(SIX), "no database of six")
class Databases(unittest.TestCase):
    def test_best_play_keeps_the_promise(self):
        database = concentric.Database(SIX)
        self.assertEqual(database.variant, "six")
        self.assertIs(copy.deepcopy(database), database)
        self.assertEqual(pickle.loads(pickle.dumps(database)).variant, "six")
        match = concentric.Match("six")
        self.assertEqual(match.value(database), concentric.Value(0, None))
        for move in ("b2", "f4", "d2", "d3"):
            match.play(move)
        value = match.value(database)
        self.assertEqual(value.value, 1)
        for left in range(value.plies, 0, -1):
            known = database.moves(match)
            best = [
                m
                for m, v in known.items()
                if v == concentric.Value(match.value(database).value, left)
            ]
            match.play(best[0])
        self.assertEqual(match.outcome.winner, 1)
        self.assertTrue(concentric.Match("six").analyse(database=database).known)

    def test_refusals_and_batches(self):
        database = concentric.Database(SIX, "six")
        with self.assertRaises(concentric.Refused):
            concentric.Match("nine").value(database)
        for path, variant in ((SIX, "nine"), ("/nowhere", None), (os.path.dirname(SIX), None)):
            with self.assertRaises(concentric.Refused):
                concentric.Database(path, variant)
        batch = concentric.Batch("six", 20)
        batch.random(15, restart=False)
        values, plies = batch.values(database)
        for slot in range(20):
            value = concentric.Match("six", batch.position(slot)).value(database)
            self.assertEqual(
                (int(values[slot]), int(plies[slot])),
                (value.value, -1 if value.plies is None else value.plies),
            )


@unittest.skipUnless(PROGRAM, "no program")
class Datasets(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.dir.name) / "games.csp"
        self.run_program("selfplay", "nine", "--games", "3", "--nodes", "50", "--out", self.path)

    def tearDown(self):
        self.dir.cleanup()

    def run_program(self, *arguments):
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=True, timeout=300
        )
        return done.stdout

    def test_the_same_as_the_program_shows(self):
        data = concentric.Dataset(self.path)
        shown = [
            line.split("\t")
            for line in self.run_program("selfplay", "--show", self.path).splitlines()[1:]
        ]
        results = {1: "1-0", 2: "0-1", 0: "1/2-1/2", None: "*"}
        samples = list(data.samples())
        self.assertEqual(len(samples), len(shown))
        for sample, (_game, _ply, position, move, score, _result) in zip(samples, shown):
            self.assertEqual((sample.position, sample.move), (position, move))
            self.assertEqual("" if sample.score is None else str(sample.score), score)
        games = list(data)
        self.assertEqual(
            [results[g.winner] for g in games for _ in g.moves], [row[5] for row in shown]
        )
        self.assertTrue(data.complete and data.games == 3 and data.variant == "nine")

    def test_cut_and_damaged_files(self):
        whole = self.path.read_bytes()
        self.path.write_bytes(whole[:-1])
        data = concentric.Dataset(self.path)
        self.assertEqual(len(list(data)), 2)
        self.assertFalse(data.complete)
        for at in (3, 40, 1030, 1050):
            broken = bytearray(whole)
            broken[at] ^= 1
            self.path.write_bytes(bytes(broken))
            with self.assertRaises(concentric.Damaged):
                list(concentric.Dataset(self.path))
        self.path.write_bytes(b"")
        with self.assertRaises(concentric.Damaged):
            concentric.Dataset(self.path)


if __name__ == "__main__":
    unittest.main()
