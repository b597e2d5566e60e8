# SPDX-License-Identifier: MIT
"""Many games at once: arrays in and out. With NumPy they are its arrays, without it memoryviews of the
same types and shapes. Both are the caller's own: what the batch does later does not change them."""
from __future__ import annotations

from typing import Any, Optional, Union

from ._base import (
    U32,
    IllegalMove,
    Refused,
    encode,
    encode_move,
    new_why,
    refuse_copy,
    require,
    text,
    text_or_none,
    whole,
)
from ._database import Database
from ._game import Game
from ._native import ffi, lib

numpy: Any
try:
    import numpy
except ImportError:  # then lists and memoryviews do
    numpy = None

# C type: NumPy's name, and the letter of memoryview
_TYPES = {
    "uint8_t": ("uint8", "B"),
    "int8_t": ("int8", "b"),
    "int16_t": ("int16", "h"),
    "uint32_t": ("uint32", "I"),
    "uint64_t": ("uint64", "Q"),
}

UNKNOWN = -128
"""In Batch.values(): the database does not know."""


def _array(kind: str, *shape: int) -> tuple[Any, Any]:
    """An array of zeros and the pointer to its memory."""
    name, letter = _TYPES[kind]
    if numpy is not None:
        array = numpy.zeros(shape, dtype=name)
    else:
        count = ffi.sizeof(kind)
        for side in shape:
            count *= side
        array = memoryview(bytearray(count)).cast(letter, list(shape))
    return array, ffi.from_buffer(f"{kind}[]", array)


def _given(kind: str, values: Any, count: int) -> Any:
    """The pointer to numbers that the caller brings: an array of the type, or any sequence. None of
    them changes on the way: a negative number or a fraction is refused."""
    name, _letter = _TYPES[kind]
    most = (1 << 8 * ffi.sizeof(kind)) - 1
    if numpy is not None and isinstance(values, numpy.ndarray) and values.dtype.kind in "iu":
        if values.shape != (count,):
            raise Refused(f"there must be {count} numbers, one for each slot")
        if values.dtype != name and count:
            for number in (int(values.min()), int(values.max())):
                whole(number, "each of them", most)
        return ffi.from_buffer(f"{kind}[]", numpy.ascontiguousarray(values, dtype=name))
    listed = list(values)
    if len(listed) != count:
        raise Refused(f"there must be {count} numbers, one for each slot")
    return ffi.new(f"{kind}[]", [whole(number, "each of them", most) for number in listed])


class Batch:
    """Some games of one variant, each in a slot with its past, so that the third occurrence of a
    position is a draw. Set-ups by chance have the seeds seed, seed + 1, and so on.

    >>> batch = Batch("nine", 4)
    >>> moves, first = batch.moves()
    >>> len(moves), list(first)
    (96, [0, 24, 48, 72, 96])
    >>> batch.play_index([0, 1, 2, 3])
    >>> batch.position(1)
    '.w....../......../........ b 8 9'
    >>> batch.planes().shape
    (4, 7, 24)
    """

    SKIP = 0xFFFFFFFF
    """In play_index: leave the slot as it is. In play the move 0 does that."""

    def __init__(self, variant: Union[str, Game], slots: int, seed: int = 1) -> None:
        game = variant if isinstance(variant, Game) else Game(variant)
        why = new_why()
        slots, seed = whole(slots, "the number of slots"), whole(seed, "the seed")
        handle = lib.concentric_batch_new(game._handle, slots, seed, why)
        require(handle, why)
        self._handle = ffi.gc(handle, lib.concentric_batch_free)
        self._why = why
        self._state = ffi.new("uint64_t *", seed)
        self.game = game
        self.slots = slots
        self._points = int(lib.concentric_point_count(game._handle))
        self._planes = int(lib.concentric_plane_count(game._handle))

    def __len__(self) -> int:
        return self.slots

    def __copy__(self) -> Batch:
        refuse_copy(self)

    def __reduce__(self) -> tuple[object, ...]:
        refuse_copy(self)

    def set(self, slot: int, position: Optional[str] = None, seed: int = 1) -> None:
        """A slot from a position text, or from the start."""
        place = ffi.NULL if position is None else encode(position)
        number = whole(seed, "the seed")
        good = lib.concentric_batch_set(self._handle, self._slot(slot), place, number, self._why)
        require(good, self._why)

    def position(self, slot: int) -> str:
        """The position text of a slot."""
        return text(lib.concentric_batch_position(self._handle, self._slot(slot)))

    def move_text(self, slot: int, move: int) -> str:
        """The text of a move that is legal in a slot."""
        word = whole(move, "a move")
        words = text_or_none(lib.concentric_batch_move_text(self._handle, self._slot(slot), word))
        if words is None:
            raise IllegalMove(f"slot {slot}: the move is not legal there")
        return words

    def read_move(self, slot: int, move: str) -> int:
        """The word of a move, for play()."""
        word = lib.concentric_batch_read_move(
            self._handle, self._slot(slot), encode_move(move), self._why
        )
        require(word, self._why, IllegalMove)
        return int(word)

    def _slot(self, slot: int) -> int:
        if not 0 <= slot < self.slots:
            raise IndexError(f"there are slots 0 to {self.slots - 1}, not {slot}")
        return slot

    def moves(self) -> tuple[Any, Any]:
        """The legal moves of all slots as one array of words, and where each slot's begin: those of slot
        s are moves[first[s]:first[s + 1]]. A game that is over has none."""
        first, pointer = _array("uint32_t", self.slots + 1)
        listed = lib.concentric_batch_moves(self._handle, pointer)
        if listed == ffi.NULL:
            raise MemoryError("there is not enough memory")
        count = int(first[self.slots])
        moves, room = _array("uint64_t", count)
        ffi.memmove(room, listed, 8 * count)
        return moves, first

    def play(self, moves: Any) -> None:
        """Plays a move (a word of moves()) in every slot, or nothing at all if one is not legal."""
        given = _given("uint64_t", moves, self.slots)
        require(lib.concentric_batch_play(self._handle, given, self._why), self._why, IllegalMove)

    def play_index(self, index: Any) -> None:
        """Plays in every slot the move with this number in its own list."""
        given = _given("uint32_t", index, self.slots)
        require(
            lib.concentric_batch_play_index(self._handle, given, self._why), self._why, IllegalMove
        )

    def random(self, plies: int = 1, restart: bool = True) -> int:
        """Random moves in every slot; games that are over begin anew. Returns how many were played.

        >>> Batch("nine", 100).random(50)
        5000
        """
        number = whole(plies, "plies", U32)
        return int(
            lib.concentric_batch_random(self._handle, number, restart, self._state, ffi.NULL)
        )

    def restart(self, seed: int = 1) -> int:
        """Begins anew where the game is over; returns how many were."""
        return int(lib.concentric_batch_restart(self._handle, whole(seed, "the seed")))

    def _numbers(self, function: Any, kind: str, *shape: int) -> Any:
        array, pointer = _array(kind, self.slots, *shape)
        function(self._handle, pointer)
        return array

    def outcomes(self) -> Any:
        """For each slot 0 while the game goes on, 1 or 2 if that player has won, 3 for a draw."""
        return self._numbers(lib.concentric_batch_outcomes, "uint8_t")

    def players(self) -> Any:
        """The players to move."""
        return self._numbers(lib.concentric_batch_players, "uint8_t")

    def plies(self) -> Any:
        """Moves since the start of each game."""
        return self._numbers(lib.concentric_batch_plies, "uint32_t")

    def hashes(self) -> Any:
        """Hashes of the position texts."""
        return self._numbers(lib.concentric_batch_hashes, "uint64_t")

    def evaluations(self) -> Any:
        """Hundredths of a man for the players to move, without a search."""
        return self._numbers(lib.concentric_batch_evaluations, "int16_t")

    def boards(self) -> Any:
        """The pieces on the points, [slot][point]."""
        return self._numbers(lib.concentric_batch_boards, "uint8_t", self._points)

    def planes(self) -> Any:
        """Features, [slot][plane][point]; Game.planes says what they are."""
        return self._numbers(lib.concentric_batch_planes, "uint8_t", self._planes, self._points)

    def values(self, database: Database) -> tuple[Any, Any]:
        """What a database knows: 1, 0, -1 for the players to move, UNKNOWN where it knows nothing; and
        plies until the end, -1 where there are none."""
        values, values_at = _array("int8_t", self.slots)
        plies, plies_at = _array("int16_t", self.slots)
        if not lib.concentric_batch_values(self._handle, database._handle, values_at, plies_at):
            raise Refused(
                f"the database is of {database.variant}, the batch of {self.game.variant}"
            )
        return values, plies
