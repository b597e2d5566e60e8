# SPDX-License-Identifier: MIT
"""A game being played."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Optional, Union

from ._base import (
    I32,
    U32,
    IllegalMove,
    Refused,
    encode,
    encode_move,
    language,
    new_why,
    require,
    text,
    text_or_none,
    whole,
)
from ._game import Game
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._database import Database, Value
    from ._search import Analysis, Search

ENDINGS = (
    "none",
    "rules",
    "repetition",
    "agreement",
    "resignation",
    "time",
    "forfeit",
    "adjudicated",
    "aborted",
)


@dataclass(frozen=True)
class Outcome:
    """How a game stands: `winner` is 1 or 2, 0 for a draw, None while it goes on or without a
    result; `ending` is how it ended ("none", "rules", "repetition", "resignation", ...)."""

    over: bool
    winner: Optional[int]
    ending: str
    reason: str


class Match:
    """One game of a variant, from a position text or from the start; `seed` is for set-ups by chance.

    >>> match = Match("nine")
    >>> match.play("d2")
    >>> match.position, match.player
    ('......../.....w../........ b 8 9', 2)
    >>> match.play("d2")
    Traceback (most recent call last):
    concentric.IllegalMove: d2 is occupied; a man can only go to an empty point
    >>> match.undo()
    'd2'
    >>> len(match.moves), match.outcome.over
    (24, False)
    """

    def __init__(
        self,
        variant: Union[str, Game],
        position: Optional[str] = None,
        seed: int = 1,
        lang: str = "en",
    ) -> None:
        number = language(lang)
        game = variant if isinstance(variant, Game) else Game(variant, lang)
        why = new_why()
        place = ffi.NULL if position is None else encode(position)
        handle = lib.concentric_new_of(game._handle, place, whole(seed, "the seed"), why)
        require(handle, why)
        self._take(handle, lang)
        lib.concentric_set_language(self._handle, number)

    def _take(self, handle: object, lang: str) -> None:
        self._handle = ffi.gc(handle, lib.concentric_free)
        self._lang = lang
        self._why = new_why()
        self._search: Optional[Search] = None

    @classmethod
    def _of(cls, handle: object, lang: str) -> Match:
        match = cls.__new__(cls)
        match._take(handle, lang)
        return match

    def __repr__(self) -> str:
        return f"Match({self.variant!r}, {self.position!r})"

    def __str__(self) -> str:
        """The board as characters."""
        return text(lib.concentric_picture(self._handle))

    # -- Where it stands

    @property
    def variant(self) -> str:
        """The canonical variant text."""
        return text(lib.concentric_variant(self._handle))

    @property
    def position(self) -> str:
        """The canonical position text."""
        return str(ffi.string(lib.concentric_position(self._handle)).decode())

    @property
    def player(self) -> int:
        """The player to move, 1 or 2."""
        return int(lib.concentric_player(self._handle))

    @property
    def ply(self) -> int:
        """How many moves have led here."""
        return int(lib.concentric_ply(self._handle))

    @property
    def history(self) -> list[str]:
        """The moves that have led here."""
        h = self._handle
        return [text(lib.concentric_move_at(h, i)) for i in range(lib.concentric_ply(h))]

    @property
    def outcome(self) -> Outcome:
        """How the game stands, the draw by third occurrence included.

        >>> Match("nine", "www...../......../bb...... b 0 0").outcome.reason
        'the opponent has fewer than three men'
        """
        reason = ffi.new("const char **")
        result = lib.concentric_outcome(self._handle, reason)
        ending = lib.concentric_ending_of(self._handle)
        return Outcome(
            over=ending != lib.CONCENTRIC_NOT_ENDED,
            winner=(None, 1, 2, 0)[result],
            ending=ENDINGS[ending],
            reason=text_or_none(reason[0]) or "",
        )

    @property
    def board(self) -> list[int]:
        """The kind of piece on every point, 0 for none: an index into Game.pieces, plus one."""
        count = lib.concentric_point_count(lib.concentric_game_of(self._handle))
        out = ffi.new("uint8_t[]", count)
        lib.concentric_board(self._handle, out)
        return list(out)

    @property
    def counters(self) -> dict[tuple[str, int], int]:
        """Numbers beside the board, by name and player.

        >>> Match("nine").counters["hand", 2]
        9
        """
        h = self._handle
        return {
            (
                text(lib.concentric_counter_id(h, i)),
                lib.concentric_counter_player(h, i),
            ): lib.concentric_counter_value(h, i)
            for i in range(lib.concentric_counter_count(h))
        }

    @property
    def hash(self) -> int:
        """A hash of what the position text shows."""
        return int(lib.concentric_hash(self._handle))

    @property
    def canonical(self) -> str:
        """One position text for all images under the symmetries of the board.

        >>> a, b = Match("nine"), Match("nine")
        >>> a.play("a7"), b.play("g1")
        (None, None)
        >>> a.canonical == b.canonical
        True
        """
        return text(lib.concentric_canonical(self._handle))

    # -- Moves

    @property
    def moves(self) -> list[str]:
        """All legal moves; none if the rules have ended the game."""
        return text(lib.concentric_moves(self._handle)).split()

    def play(self, move: str) -> None:
        """Plays a move; IllegalMove says which rule is against it."""
        if not lib.concentric_play(self._handle, encode_move(move), self._why):
            raise IllegalMove(ffi.string(self._why).decode())

    def undo(self) -> str:
        """Takes the last move back, with all that was played after it, and returns it."""
        last = text_or_none(lib.concentric_node_move(self._handle, self.node))
        if last is None or not lib.concentric_undo(self._handle):
            raise Refused("there is no move to take back")
        return last

    def why(self, move: str) -> Optional[str]:
        """The rule against a move; None if it is legal. Plays nothing.

        >>> Match("nine").why("a7-a4")
        'White still has men in hand and must place one; write just its point'
        """
        if lib.concentric_check(self._handle, encode(move), self._why):
            return None
        return str(ffi.string(self._why).decode())

    def describe(self, move: str) -> str:
        """What a legal move does, in words.

        >>> Match("nine").describe("d2")
        'White places a white man on d2'
        """
        words = text_or_none(lib.concentric_describe(self._handle, encode(move)))
        if words is None:
            raise IllegalMove(self.why(move) or "it cannot be described")
        return words

    def end(self, how: str, player: int = 0) -> None:
        """Ends the game otherwise than by the rules: "agreement", "aborted", or "resignation", "time",
        "forfeit" of a player, or "adjudicated" for a player (0: a draw)."""
        if how not in ENDINGS:
            raise Refused(f"a game ends by one of {', '.join(ENDINGS[3:])}, not {how!r}")
        number = whole(player, "the player", I32)
        good = lib.concentric_end(self._handle, ENDINGS.index(how), number, self._why)
        require(good, self._why)

    def copy(self) -> Match:
        """A copy of its own, with history and variations. copy.copy and copy.deepcopy make the same.

        >>> import copy
        >>> match = Match("nine")
        >>> copy.copy(match).play("d2")
        >>> match.ply
        0
        """
        handle = lib.concentric_copy(self._handle)
        if handle == ffi.NULL:
            raise MemoryError("there is not enough memory")
        return Match._of(handle, self._lang)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its record and the way to where it is: nodes may have other numbers afterwards."""
        return _unpickle, (self.record(), self.history, self._lang)

    # -- Variations

    @property
    def node(self) -> int:
        """The number of this position in the tree of variations; 0 is the start."""
        return int(lib.concentric_node(self._handle))

    def go_to(self, node: int) -> None:
        """Goes to a node; what was played stays."""
        lib.concentric_go_to(self._handle, self._known(node))

    def back(self) -> None:
        """One move back without taking it back."""
        if not lib.concentric_back(self._handle):
            raise Refused("this is the start")

    def _known(self, node: int) -> int:
        """A node that is there."""
        number = whole(node, "a node", U32)
        if number and lib.concentric_node_move(self._handle, number) == ffi.NULL:
            raise Refused("there is no such node")
        return number

    def children(self, node: int) -> list[int]:
        """The nodes after a node: how its line goes on, then the variations.

        >>> match = Match("nine")
        >>> for move in ("d2", "f4"):
        ...     match.play(move)
        ...     match.back()
        >>> match.children(0)
        [1, 2]
        """
        found = []
        child = lib.concentric_node_child(self._handle, self._known(node))
        while child:
            found.append(int(child))
            child = lib.concentric_node_next(self._handle, child)
        return found

    def comment(self, node: int) -> str:
        """The comment on a node, "" if there is none."""
        return text(lib.concentric_comment(self._handle, self._known(node)))

    def set_comment(self, node: int, comment: str) -> None:
        number = whole(node, "a node", U32)
        good = lib.concentric_set_comment(self._handle, number, encode(comment), self._why)
        require(good, self._why)

    # -- Records and pictures

    @property
    def tags(self) -> dict[str, str]:
        """The tags of its record, such as players' names; set_tag changes them."""
        h = self._handle
        return {
            text(lib.concentric_tag_name(h, i)): text(lib.concentric_tag_value(h, i))
            for i in range(lib.concentric_tag_count(h))
        }

    def set_tag(self, name: str, value: str) -> None:
        good = lib.concentric_set_tag(self._handle, encode(name), encode(value), self._why)
        require(good, self._why)

    def record(self) -> str:
        """The game as a text that concentric and read_records() read.

        >>> match = Match("nine")
        >>> match.play("d2")
        >>> match.record().splitlines()[0]
        '[Game "nine"]'
        """
        return text(lib.concentric_record(self._handle))

    def svg(self) -> str:
        """A picture of the position, the last move marked."""
        return text(lib.concentric_svg(self._handle))

    # -- What it is worth

    def evaluate(self) -> int:
        """Hundredths of a man for the player to move, without a search."""
        score = ffi.new("int *")
        if not lib.concentric_evaluate(self._handle, score):
            raise Refused("the game is over here")
        return int(score[0])

    def analyse(
        self,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        lines: int = 1,
        level: int = 0,
        seed: int = 0,
        only: Optional[Iterable[str]] = None,
        progress: Optional[Callable[[Analysis], Optional[bool]]] = None,
        database: Optional[Database] = None,
    ) -> Analysis:
        """The best lines, within seconds, nodes or plies (one second if there is no limit). `level` 1 to
        10 plays that strong; `only` names the moves to look at; `progress` is called with what is found
        so far and ends the search by returning False. See Search for more threads and memory.

        >>> Match("nine", "ww.w..../......../b.b.b... w 0 0").analyse(depth=3).mate
        1
        """
        from ._search import Search

        if self._search is None:
            self._search = Search(self, hash_mb=16)
        if self._search.database is not database:
            self._search.set_database(database)
        if time is None and nodes is None and depth is None and not level:
            time = 1.0
        return self._search.analyse(
            self,
            time=time,
            nodes=nodes,
            depth=depth,
            lines=lines,
            level=level,
            seed=seed,
            only=only,
            progress=progress,
        )

    def value(self, database: Database) -> Optional[Value]:
        """What the position is worth by a database; None if that does not know."""
        return database.value(self)


def _unpickle(record: str, history: list[str], lang: str) -> Match:
    """What __reduce__ has written: the record's moves are all there, so none is played anew."""
    match = next(read_records(record, lang))
    node = 0
    for move in history:
        node = next(
            child
            for child in match.children(node)
            if text(lib.concentric_node_move(match._handle, child)) == move
        )
    match.go_to(node)
    return match


def read_records(records: str, lang: str = "en") -> Iterator[Match]:
    """The games of a text of records, each at the end of its main line; Refused names line and move.

    >>> [match.ply for match in read_records('[Game "nine"]\\n\\n1. d2 f4 *\\n')]
    [2]
    """
    number = language(lang)
    bytes_ = ffi.from_buffer(records.encode())
    handle = lib.concentric_reader_new(bytes_, len(bytes_), number)
    if handle == ffi.NULL:
        raise MemoryError("there is not enough memory")
    reader = ffi.gc(handle, lib.concentric_reader_free)
    match = ffi.new("concentric_match **")
    why = new_why()
    while True:
        found = lib.concentric_read(reader, match, why)
        require(found != lib.CONCENTRIC_BAD, why)
        if found == lib.CONCENTRIC_AT_END:
            return
        yield Match._of(match[0], lang)
