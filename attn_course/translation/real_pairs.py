"""Reads parallel sentences that people wrote, in the words that the course's own corpus uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ELIDED_FRENCH = r"(?:jusqu|lorsqu|puisqu|quoiqu|qu|[cdjlmnst])'(?=\w)"
TOKEN_FRENCH = re.compile(rf"{ELIDED_FRENCH}|\w+(?:[-'.,]\w+)*|[^\w\s]")
TOKEN_ENGLISH = re.compile(r"'s\b|\w+?(?='s\b)|\w+(?:[-'.,]\w+)*|[^\w\s]")
PLAIN_MARKS = str.maketrans(dict.fromkeys("\u2019\u2018\u02bc", "'") | dict.fromkeys("\u201c\u201d\u00ab\u00bb", '"'))


class TextPair(NamedTuple):
    """A sentence in both languages, word by word, without known links."""

    english: tuple[str, ...]
    french: tuple[str, ...]


class PairsFileError(ValueError):
    """A file of parallel sentences is not what was expected; the message names file and line."""


def tokenise_english(text: str) -> tuple[str, ...]:
    """Split an English sentence into lower-case words and punctuation marks; the possessive is a word of its own.

    Examples
    --------
    >>> tokenise_english("Tom's dog doesn't bark.")
    ('tom', "'s", 'dog', "doesn't", 'bark', '.')
    """
    return tuple(TOKEN_ENGLISH.findall(_plain(text)))


def tokenise_french(text: str) -> tuple[str, ...]:
    """Split a French sentence into lower-case words and punctuation marks.

    An apostrophe of elision ends its word: ``l'``, ``qu'``. Hyphens and other apostrophes stay inside.

    Examples
    --------
    >>> tokenise_french("L'ami qu'elle voit est-il là aujourd'hui ?")
    ("l'", 'ami', "qu'", 'elle', 'voit', 'est-il', 'là', "aujourd'hui", '?')
    """
    return tuple(TOKEN_FRENCH.findall(_plain(text)))


def _plain(text: str) -> str:
    return text.translate(PLAIN_MARKS).lower()


def load_pairs(path: str | Path, other: str | Path | None = None, max_words: int | None = None) -> list[TextPair]:
    """Read English and French sentences that translate each other.

    Parameters
    ----------
    path : str or Path
        A text in UTF-8. Without ``other``, each line is English, a tab, French, and whatever follows a
        second tab, as in the files of manythings.org. With ``other``, each line is an English sentence.
    other : str or Path, optional
        The French sentences of the same lines.
    max_words : int, optional
        Leave out pairs with more words than this in either language, punctuation marks included.

    Returns
    -------
    list of TextPair

    Raises
    ------
    FileNotFoundError
        If a file is not there.
    PairsFileError
        If a file is empty or not UTF-8, a line lacks a sentence, or two files differ in length.
    """
    lines = _columns(Path(path)) if other is None else _side_by_side(Path(path), Path(other))
    pairs = (TextPair(tokenise_english(english), tokenise_french(french)) for english, french in lines)
    return [one for one in pairs if max_words is None or max(map(len, one)) <= max_words]


def _columns(path: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(_lines(path), start=1):
        english, *rest = line.split("\t")
        if not rest:
            raise PairsFileError(f"{path}, line {number}: there is no tab between an English and a French sentence")
        _demand_text(path, number, english)
        _demand_text(path, number, rest[0])
        yield english, rest[0]


def _side_by_side(path: Path, other: Path) -> Iterator[tuple[str, str]]:
    english, french = _lines(path), _lines(other)
    if len(english) != len(french):
        raise PairsFileError(
            f"{path} has {len(english)} lines, {other} has {len(french)}: each line must translate the other file's"
        )
    for number, (in_english, in_french) in enumerate(zip(english, french, strict=True), start=1):
        _demand_text(path, number, in_english)
        _demand_text(other, number, in_french)
        yield in_english, in_french


def _lines(path: Path) -> list[str]:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise PairsFileError(f"{path}, line {number}: not UTF-8; save the file as UTF-8 and try again") from error
    if not text.strip():
        raise PairsFileError(f"{path} is empty")
    return text.rstrip("\r\n").replace("\r\n", "\n").split("\n")


def _demand_text(path: Path, number: int, sentence: str) -> None:
    if not sentence.strip():
        raise PairsFileError(f"{path}, line {number}: a sentence is missing")
