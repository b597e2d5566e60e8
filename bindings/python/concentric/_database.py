# SPDX-License-Identifier: MIT
"""Solved positions."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Optional, Union

from ._base import Refused, encode_path, new_why, require, text
from ._game import Game
from ._match import Match
from ._native import ffi, lib


@dataclass(frozen=True)
class Value:
    """What best play leads to for the player to move: value 1 won, 0 drawn, -1 lost; plies until the
    game is over, None for a draw or where only the value is known."""

    value: int
    plies: Optional[int]


def _value(known: object) -> Value:
    value, plies = known.value, known.plies  # type: ignore[attr-defined]
    return Value(int(value), int(plies) if plies >= 0 else None)


class Database:
    """What `concentric solve` has written: a directory, a packed file or a small one. The variant is
    that of its files, unless a directory of many is meant. Threads may share it.

    """

    def __init__(
        self, path: Union[str, os.PathLike[str]], variant: Union[str, Game, None] = None
    ) -> None:
        why = new_why()
        game = Game(variant) if isinstance(variant, str) else variant
        handle = lib.concentric_database_open(
            ffi.NULL if game is None else game._handle, encode_path(path), why
        )
        if not handle:
            raise Refused(f"{os.fspath(path)}: {ffi.string(why).decode()}")
        self._handle = ffi.gc(handle, lib.concentric_database_close)
        self._path = os.fspath(path)

    def __copy__(self) -> Database:
        return self  # it never changes

    def __deepcopy__(self, _memo: object) -> Database:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its path: the file is opened again."""
        return type(self), (self._path, self.variant)

    def __repr__(self) -> str:
        return f"<Database of {self.variant}>"

    @property
    def variant(self) -> str:
        return text(lib.concentric_database_variant(self._handle))

    def value(self, match: Match) -> Optional[Value]:
        """What the position of a match is worth, repetition included; None if it does not know."""
        known = ffi.new("concentric_known *")
        if not lib.concentric_database_value(self._handle, match._handle, known):
            self._check(match)
            return None
        return _value(known[0])

    def moves(self, match: Match) -> Optional[dict[str, Value]]:
        """What every legal move is worth for the player who makes it; None if one is not known."""
        count = lib.concentric_move_count(match._handle)
        known = ffi.new("concentric_known[]", max(count, 1))
        if not lib.concentric_database_moves(self._handle, match._handle, known):
            self._check(match)
            return None
        return {move: _value(known[i]) for i, move in enumerate(match.moves)}

    def _check(self, match: Match) -> None:
        if match.variant != self.variant:
            raise Refused(f"the database is of {self.variant}, the match of {match.variant}")
        why = new_why()
        require(not lib.concentric_database_damage(self._handle, why), why)
