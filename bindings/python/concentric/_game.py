# SPDX-License-Identifier: MIT
"""The catalogue of games, and one variant, opened."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from ._base import encode, language, new_why, require, text, text_or_none
from ._native import ffi, lib


@dataclass(frozen=True)
class Option:
    """An option of a game. A flag has no values; `default` is None for it: it is off."""

    name: str
    title: str
    help: str
    values: tuple[str, ...]
    default: Optional[str]


@dataclass(frozen=True)
class GameInfo:
    """A game of the catalogue. A variant is its id and options: "nine,flying", "morelli,size=9"."""

    id: str
    family: str
    title: str
    summary: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Point:
    """A point of a board: 100 units are the distance of neighbours, band 0 is the outermost ring."""

    name: str
    x: int
    y: int
    band: int


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its letter in position texts, and whose it is (0: nobody's)."""

    letter: str
    owner: int
    name: str


def _option(game: int, option: int, lang: int) -> Option:
    count = lib.concentric_value_count(game, option)
    values = tuple(text(lib.concentric_value(game, option, v)) for v in range(count))
    return Option(
        name=text(lib.concentric_option_name(game, option)),
        title=text(lib.concentric_option_title(game, option, lang)),
        help=text(lib.concentric_option_help(game, option, lang)),
        values=values,
        default=values[lib.concentric_value_default(game, option)] if values else None,
    )


def games(lang: str = "en") -> list[GameInfo]:
    """All games with their options, texts in the language ("en", "ja").

    >>> [game.id for game in games()]
    ['nine', 'six', 'twelve', 'stacking', 'morelli', 'mur']
    >>> games()[0].options[0].name
    'flying'
    """
    number = language(lang)
    return [
        GameInfo(
            id=text(lib.concentric_game_id(g)),
            family=text(lib.concentric_game_family(g)),
            title=text(lib.concentric_game_title(g, number)),
            summary=text(lib.concentric_game_summary(g, number)),
            options=tuple(_option(g, o, number) for o in range(lib.concentric_option_count(g))),
        )
        for g in range(lib.concentric_game_count())
    ]


def variants() -> list[str]:
    """The canonical texts of all variants: every game with every combination of options.

    >>> "nine,flying" in variants()
    True
    """
    found: list[str] = []

    @ffi.callback("bool(void *, const char *)")  # type: ignore[misc]
    def visit(_context: Any, variant: Any) -> bool:
        found.append(text(variant))
        return True

    lib.concentric_variants(visit, ffi.NULL)
    return found


def version() -> str:
    """The version of the library inside the package."""
    return text(lib.concentric_version())


class Game:
    """One variant, opened: board, pieces, symmetries. It never changes; threads may share it.

    >>> game = Game("nine")
    >>> len(game.points), len(game.links), len(game.symmetries)
    (24, 32, 16)
    >>> game.points[0].name, [piece.letter for piece in game.pieces]
    ('a7', ['w', 'b'])
    >>> Game("eleven")
    Traceback (most recent call last):
    concentric.Refused: there is no game 'eleven'; the games: nine, six, twelve, stacking, morelli, mur
    """

    def __init__(self, variant: str, lang: str = "en") -> None:
        why = new_why()
        number = language(lang)
        handle = lib.concentric_game_open(encode(variant), number, why)
        require(handle, why)
        self._handle = ffi.gc(handle, lib.concentric_game_close)
        self._lang = number
        self._lang_name = lang

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, _memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.variant, self._lang_name)

    def __repr__(self) -> str:
        return f"Game({self.variant!r})"

    @property
    def variant(self) -> str:
        """The canonical variant text."""
        return text(lib.concentric_game_variant(self._handle))

    @property
    def players(self) -> tuple[str, str]:
        """What players 1 and 2 are called."""
        first, second = (
            text(lib.concentric_game_player(self._handle, p, self._lang)) for p in (1, 2)
        )
        return first, second

    @property
    def points(self) -> tuple[Point, ...]:
        h = self._handle
        return tuple(
            Point(
                text(lib.concentric_point_name(h, p)),
                lib.concentric_point_x(h, p),
                lib.concentric_point_y(h, p),
                lib.concentric_point_band(h, p),
            )
            for p in range(lib.concentric_point_count(h))
        )

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of neighbours; none on boards of squares."""
        found = []
        ends = ffi.new("size_t[2]")
        for link in range(lib.concentric_link_count(self._handle)):
            lib.concentric_link(self._handle, link, ends, ends + 1)
            found.append((int(ends[0]), int(ends[1])))
        return tuple(found)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Kinds of pieces: the number n on a board is pieces[n - 1]."""
        h = self._handle
        return tuple(
            Piece(
                lib.concentric_piece_letter(h, p).decode(),
                lib.concentric_piece_owner(h, p),
                text(lib.concentric_piece_name(h, p, self._lang)),
            )
            for p in range(1, lib.concentric_piece_count(h) + 1)
        )

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Symmetry s moves point p to symmetries[s][p]; the first moves nothing."""
        h = self._handle
        points = lib.concentric_point_count(h)
        return tuple(
            tuple(ffi.unpack(lib.concentric_symmetry(h, s), points))
            for s in range(lib.concentric_symmetry_count(h))
        )

    @property
    def planes(self) -> tuple[str, ...]:
        """What the planes of Batch.planes() are.

        >>> Game("nine").planes
        ('piece w', 'piece b', 'turn', 'hand 1', 'lost 1', 'hand 2', 'lost 2')
        """
        h = self._handle
        return tuple(
            text(lib.concentric_plane_name(h, p)) for p in range(lib.concentric_plane_count(h))
        )

    @property
    def moves_max(self) -> int:
        """No position has more legal moves."""
        return int(lib.concentric_game_moves_max(self._handle))

    @property
    def repeats(self) -> bool:
        """Can positions recur, so that the third occurrence is a draw?"""
        return bool(lib.concentric_game_repeats(self._handle))


@dataclass(frozen=True)
class Level:
    """A level of play."""

    number: int
    name: str
    help: str


def levels(lang: str = "en") -> list[Level]:
    """The levels of play, for analyse(level=...).

    >>> len(levels())
    10
    """
    number = language(lang)
    return [
        Level(
            n,
            text(lib.concentric_level_name(n, number)),
            text_or_none(lib.concentric_level_help(n, number)) or "",
        )
        for n in range(1, lib.concentric_level_count() + 1)
    ]
