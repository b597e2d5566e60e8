# SPDX-License-Identifier: MIT
"""What the parts of the package share: refusals as exceptions, texts, languages."""
from __future__ import annotations

from typing import Any, Optional

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
    return value.encode()


def require(good: Any, why: Any, kind: type[Refused] = Refused) -> None:
    """Raises the reason if something was refused."""
    if not good:
        raise kind(ffi.string(why).decode())
