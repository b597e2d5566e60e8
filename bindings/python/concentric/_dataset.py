# SPDX-License-Identifier: MIT
"""Reader of the data sets that `concentric selfplay` and `concentric playouts --record` write
(docs/formats.md, "Data sets"). It needs no rules for the games; positions are played through."""
from __future__ import annotations

import os
import struct
import zlib
from dataclasses import dataclass
from typing import BinaryIO, Iterator, Optional, Union

from ._base import Refused
from ._game import Game
from ._match import Match

_MAGIC = b"concsp\x1a\n"
_VERSION = 1
_HEAD = 1024
_PAYLOAD_MAX = 1 << 20
_PLIES_MAX = 5000
_ANEW = 1  # flag: texts are numbered anew

RESULTS = (None, 1, 2, 0)


class Damaged(Refused):
    """A file that is no data set, or not as it was written."""


Damaged.__module__ = "concentric"  # as users know it


@dataclass(frozen=True)
class DatasetGame:
    """One game: its number in the run, the position that it started from, its moves, and for each move
    the score that the search gave it (None: chosen by chance). `winner` is 1 or 2, 0 for a draw, None
    if the game was cut off."""

    number: int
    start: str
    moves: tuple[str, ...]
    scores: tuple[Optional[int], ...]
    winner: Optional[int]


@dataclass(frozen=True)
class Sample:
    """One position of a game, the move chosen there, its score, and the result for the player to move:
    1 won, 0 drawn, -1 lost, None if the game was cut off."""

    position: str
    player: int
    move: str
    score: Optional[int]
    result: Optional[int]


class _Payload:
    """Numbers and texts of one block."""

    def __init__(self, data: bytes, texts: list[str]) -> None:
        self.data = data
        self.at = 0
        self.texts = texts

    def number(self) -> int:
        value = shift = 0
        while True:
            if self.at == len(self.data) or shift > 63:
                raise Damaged("a number has no end")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def text(self) -> str:
        number = self.number()
        if number:
            if number > len(self.texts):
                raise Damaged("a text has no such number")
            return self.texts[number - 1]
        length = self.number()
        if length > len(self.data) - self.at:
            raise Damaged("a text has no end")
        value = self.data[self.at : self.at + length].decode("ascii", "strict")
        self.at += length
        self.texts.append(value)
        return value

    def score(self) -> Optional[int]:
        number = self.number()
        if number == 0:
            return None
        return (number - 1) // 2 if number % 2 else -(number // 2)


class Dataset:
    """A file of self-play. Iterating gives its games; samples() every position. A file whose run was
    broken off has fewer games than `games` says, and `complete` is False once they were read."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self.path = os.fspath(path)
        with open(self.path, "rb") as file:
            head = file.read(_HEAD)
        if len(head) < _HEAD or head[:8] != _MAGIC:
            raise Damaged(f"{self.path}: it is no data set of Concentric")
        version, size = struct.unpack_from("<II", head, 8)
        if version != _VERSION or size != _HEAD:
            raise Damaged(f"{self.path}: its format is version {version}, not {_VERSION}")
        if zlib.crc32(head[:1020]) != struct.unpack_from("<I", head, 1020)[0]:
            raise Damaged(f"{self.path}: its head is damaged (checksum)")
        self.variant = _head_text(head, 16, 96)
        self.seed, self.first, self.games = struct.unpack_from("<QQQ", head, 120)
        self.program = _head_text(head, 144, 32)
        self.how = _head_text(head, 176, 336)
        self.start: Optional[str] = _head_text(head, 512, 508) or None
        self.complete = False

    def __repr__(self) -> str:
        return f"<Dataset of {self.games} games of {self.variant}: {self.how}>"

    def __iter__(self) -> Iterator[DatasetGame]:
        texts: list[str] = []
        count = 0
        with open(self.path, "rb") as file:
            file.seek(_HEAD)
            while True:
                payload = self._block(file)
                if payload is None:
                    break
                try:
                    yield _read_game(payload, texts, self.first + count)
                except (Damaged, UnicodeDecodeError) as error:
                    raise Damaged(f"{self.path}: game {self.first + count}: {error}") from None
                count += 1
        self.complete = count == self.games

    def _block(self, file: BinaryIO) -> Optional[bytes]:
        """The next payload; None at the end, also where the file ends within a block."""
        at = file.tell()
        head = file.read(12)
        if len(head) < 12:
            return None
        size, checksum, own = struct.unpack("<III", head)
        if zlib.crc32(head[:8]) != own or size > _PAYLOAD_MAX:
            raise Damaged(f"{self.path}: the block at {at} is damaged (checksum)")
        payload = file.read(size)
        if len(payload) < size:
            return None
        if zlib.crc32(payload) != checksum:
            raise Damaged(f"{self.path}: the block at {at} is damaged (checksum)")
        return payload

    def samples(self) -> Iterator[Sample]:
        """Every position of every game; moves are checked by the rules."""
        game = Game(self.variant)
        for played in self:
            match = Match(game, played.start)
            for move, score in zip(played.moves, played.scores):
                player = match.player
                yield Sample(match.position, player, move, score, _result(played.winner, player))
                match.play(move)


def _head_text(head: bytes, at: int, size: int) -> str:
    return head[at : at + size].split(b"\0", 1)[0].decode("utf-8", "replace")


def _result(winner: Optional[int], player: int) -> Optional[int]:
    if not winner:
        return winner
    return 1 if winner == player else -1


def _read_game(data: bytes, texts: list[str], number: int) -> DatasetGame:
    payload = _Payload(data, texts)
    if payload.number() & _ANEW:
        texts.clear()
    result = payload.number()
    start = payload.text()
    plies = payload.number()
    if result >= len(RESULTS) or plies > _PLIES_MAX:
        raise Damaged("its result or length cannot be")
    moves, scores = [], []
    for _ in range(plies):
        moves.append(payload.text())
        scores.append(payload.score())
    if payload.at != len(data):
        raise Damaged("there is more than its moves")
    return DatasetGame(number, start, tuple(moves), tuple(scores), RESULTS[result])
