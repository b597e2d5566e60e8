# SPDX-License-Identifier: MIT
"""Morris, Morelli and MUR: rules, records, search, solved positions, batches for self-play.

>>> match = Match("nine")
>>> match.play("d2")
>>> match.analyse(depth=5).best in match.moves
True

Refusals are exceptions (Refused, IllegalMove) with the library's reason. docs/python.md tells more."""
from ._base import IllegalMove, Refused
from ._batch import UNKNOWN, Batch
from ._database import Database, Value
from ._dataset import Damaged, Dataset, DatasetGame, Sample
from ._game import Game, GameInfo, Level, Option, Piece, Point, games, levels, variants, version
from ._match import Match, Outcome, read_records
from ._search import Analysis, Line, Search

__all__ = [
    "Analysis",
    "Batch",
    "Damaged",
    "Database",
    "Dataset",
    "DatasetGame",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Level",
    "Line",
    "Match",
    "Option",
    "Outcome",
    "Piece",
    "Point",
    "Refused",
    "Sample",
    "Search",
    "UNKNOWN",
    "Value",
    "games",
    "levels",
    "read_records",
    "variants",
    "version",
]
