# SPDX-License-Identifier: MIT
"""What the parts of the package share: refusals as exceptions, texts, languages."""
from __future__ import annotations

import operator
import os
from typing import Any, NoReturn, Optional, Union

from ._native import ffi, lib


class Refused(ValueError):
    """What the library refuses; the text is its reason."""


class IllegalMove(Refused):
    """A move that the rules do not allow; the text is the rule against it."""


Refused.__module__ = IllegalMove.__module__ = "concentric"  # as users know them

LANGUAGES = {"en": lib.CONCENTRIC_ENGLISH, "ja": lib.CONCENTRIC_JAPANESE}


def language(lang: str) -> int:
    """The library's number of a language.

    >>> language("fr")
    Traceback (most recent call last):
    concentric.Refused: the languages are en and ja, not 'fr'
    """
    if lang not in LANGUAGES:
        raise Refused(f"the languages are en and ja, not {lang!r}")
    return int(LANGUAGES[lang])


def new_why() -> Any:
    """Room for a reason."""
    return ffi.new("char[]", lib.CONCENTRIC_WHY_MAX)


def text(pointer: Any) -> str:
    """A text of the library's; one that is not there is a lack of memory."""
    if pointer == ffi.NULL:
        raise MemoryError("there is not enough memory")
    return str(ffi.string(pointer).decode())


def text_or_none(pointer: Any) -> Optional[str]:
    return None if pointer == ffi.NULL else str(ffi.string(pointer).decode())


def encode(value: str) -> bytes:
    """A text for the library, which ends texts with NUL."""
    if "\0" in value:
        raise Refused("a text has no NUL in it")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Refused("a text has no half of a surrogate pair in it") from None


def encode_move(value: str) -> bytes:
    """The same of a move: what cannot be a text is no legal move either."""
    try:
        return encode(value)
    except Refused as error:
        raise IllegalMove(str(error)) from None


def encode_path(path: Union[str, os.PathLike[str]]) -> bytes:
    """The path of a file, whole."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise Refused("a path has no NUL in it")
    return name


U32, U64, I32 = (1 << 32) - 1, (1 << 64) - 1, (1 << 31) - 1


def whole(value: Any, what: str, most: int = U64) -> int:
    """A number for the library, which has no sign: neither a negative one nor a fraction may become
    another number on the way.

    >>> whole(7, "the seed")
    7
    >>> whole(-1, "the seed", U32)
    Traceback (most recent call last):
    concentric.Refused: the seed is a whole number from 0 to 4294967295, not -1
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if not 0 <= number <= most:
        raise Refused(f"{what} is a whole number from 0 to {most}, not {value!r}")
    return number


def refuse_copy(thing: object) -> NoReturn:
    """For what has a handle of the library's that cannot be doubled: two owners of one would be wrong."""
    raise TypeError(f"a {type(thing).__name__} can be neither copied nor pickled")


def require(good: Any, why: Any, kind: type[Refused] = Refused) -> None:
    """Raises the reason if something was refused."""
    if not good:
        raise kind(ffi.string(why).decode())
