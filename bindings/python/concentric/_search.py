# SPDX-License-Identifier: MIT
"""The search."""
from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional, Union

from ._base import I32, Refused, encode, encode_path, new_why, refuse_copy, require, text, whole
from ._database import Database
from ._game import Game
from ._match import Match
from ._native import ffi, lib


@dataclass(frozen=True)
class Line:
    """A line of best play. Scores are hundredths of a man for the player to move; mate is the plies
    until they have won (negative: lost), None if nothing is proved; chances are thousandths to win,
    draw and lose; depth is of the iteration that found it, in plies."""

    score: int
    mate: Optional[int]
    chances: tuple[int, int, int]
    moves: tuple[str, ...]
    depth: int = 0


@dataclass(frozen=True)
class Analysis:
    """What a search found: the best move, the lines with the best first. `known`: by a database."""

    best: str
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    time: float
    known: bool

    @property
    def score(self) -> int:
        return self.lines[0].score

    @property
    def mate(self) -> Optional[int]:
        return self.lines[0].mate


Progress = Callable[[Analysis], Optional[bool]]


@dataclass
class _Watch:
    """Whom a run tells of its progress, and what went wrong there."""

    search: Search
    progress: Progress
    error: Optional[BaseException] = None


@ffi.def_extern(error=False)  # type: ignore[misc]
def concentric_py_progress(context: Any, _search: Any) -> bool:
    watch: _Watch = ffi.from_handle(context)
    try:
        return watch.progress(watch.search._answer()) is not False
    except BaseException as error:  # it belongs to whoever called analyse
        watch.error = error
        return False


class Search:
    """A search with memory and threads of its own; what it found out serves the next position. One
    thread at a time may use it, but for stop().

    >>> search = Search("nine", hash_mb=4)
    >>> analysis = search.analyse(Match("nine"), depth=4, lines=2)
    >>> len(analysis.lines), analysis.depth
    (2, 4)
    """

    def __init__(
        self,
        game: Union[str, Game, Match],
        hash_mb: int = 64,
        threads: int = 1,
        database: Optional[Database] = None,
        net: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        game = Game(game) if isinstance(game, str) else game
        own = game._handle if isinstance(game, Game) else lib.concentric_game_of(game._handle)
        why = new_why()
        handle = lib.concentric_search_new(
            own, whole(hash_mb, "hash_mb"), whole(threads, "threads", I32), why
        )
        require(handle, why)
        self._handle = ffi.gc(handle, lib.concentric_search_free)
        self.database: Optional[Database] = None
        if database is not None:
            self.set_database(database)
        if net is not None:
            require(lib.concentric_search_set_net(self._handle, encode_path(net), why), why)

    def __copy__(self) -> Search:
        refuse_copy(self)

    def __reduce__(self) -> tuple[object, ...]:
        refuse_copy(self)

    def set_database(self, database: Optional[Database]) -> None:
        """Asks a database from now on, or none."""
        why = new_why()
        handle = ffi.NULL if database is None else database._handle
        require(lib.concentric_search_set_database(self._handle, handle, why), why)
        self.database = database  # it must outlive the search

    def clear(self) -> None:
        """Forgets what it found out: for a new game, or for the same answer again."""
        lib.concentric_search_clear(self._handle)

    def stop(self) -> None:
        """Ends the search that is under way, or else the next one. From any thread."""
        lib.concentric_search_stop(self._handle)

    def analyse(
        self,
        match: Match,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        lines: int = 1,
        level: int = 0,
        seed: int = 0,
        only: Optional[Iterable[str]] = None,
        progress: Optional[Progress] = None,
    ) -> Analysis:
        """As Match.analyse; without a limit it ends only by stop(), progress or a proof."""
        limits = ffi.new("concentric_limits *")
        if time is not None and not time >= 0:
            raise Refused(f"time is a number of seconds from 0, not {time!r}")
        limits.time_ms = 0 if time is None else max(time * 1000, 0.001)
        limits.nodes = whole(nodes or 0, "nodes")
        limits.depth = whole(depth or 0, "depth", I32)
        limits.lines = whole(lines, "lines", I32)
        limits.level = whole(level, "level", I32)
        limits.seed = whole(seed, "the seed")
        moves = None if only is None else ffi.new("char[]", encode(" ".join(only)))
        limits.only = ffi.NULL if moves is None else moves
        watch = None if progress is None else _Watch(self, progress)
        context = None if watch is None else ffi.new_handle(watch)
        if context is not None:
            limits.progress = lib.concentric_py_progress
            limits.context = context
        self._run(match, limits)
        if watch is not None and watch.error is not None:
            raise watch.error
        return self._answer()

    def _run(self, match: Match, limits: Any) -> None:
        """On a thread, so that Ctrl-C ends it: the interpreter looks at signals on the main one."""
        why = new_why()
        good: list[bool] = []
        thread = threading.Thread(
            target=lambda: good.append(
                lib.concentric_search_run(self._handle, match._handle, limits, why)
            )
        )
        thread.start()
        try:
            thread.join()
        except BaseException:
            self.stop()
            thread.join()
            raise
        require(good and good[0], why)

    def _line(self, number: int) -> Line:
        h = self._handle
        chances = ffi.new("int[3]")
        lib.concentric_search_chances(h, number, chances)
        return Line(
            score=lib.concentric_search_score(h, number),
            mate=lib.concentric_search_mate(h, number) or None,
            chances=(chances[0], chances[1], chances[2]),
            moves=tuple(text(lib.concentric_search_line(h, number)).split()),
            depth=lib.concentric_search_line_depth(h, number),
        )

    def _answer(self) -> Analysis:
        h = self._handle
        return Analysis(
            best=text(lib.concentric_search_best(h)),
            lines=tuple(self._line(i) for i in range(lib.concentric_search_line_count(h))),
            depth=lib.concentric_search_depth(h),
            nodes=lib.concentric_search_nodes(h),
            time=lib.concentric_search_time_ms(h) / 1000,
            known=bool(lib.concentric_search_is_known(h)),
        )
