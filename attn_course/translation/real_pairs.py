"""Reads parallel sentences that people wrote, in the words that the course's own corpus uses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ELIDED_FRENCH = r"(?:jusqu|lorsqu|puisqu|quoiqu|qu|[cdjlmnst])'(?=\w)"
TOKEN_FRENCH = re.compile(rf"{ELIDED_FRENCH}|\w+(?:[-'.,]\w+)*|[^\w\s]")
TOKEN_ENGLISH = re.compile(r"'s\b|\w+(?:(?!'s\b)[-'.,]\w+)*|[^\w\s]")
LONGEST_SENTENCE = 100_000  # in characters: what is longer is no sentence, and its words would fill the memory
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphen, joiners and marks of width zero
PLAIN_MARKS = str.maketrans(
    dict.fromkeys("\u2019\u2018\u02bc\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u00ab\u00bb", '"')
    | dict.fromkeys(INVISIBLE, "")
)


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
    """Return lower case with plain marks, and each accent in one character with its letter."""
    return unicodedata.normalize("NFC", text.translate(PLAIN_MARKS).lower())


def load_pairs(path: str | Path, other: str | Path | None = None, max_words: int | None = None) -> list[TextPair]:
    """Read English and French sentences that translate each other.

    Parameters
    ----------
    path : str or Path
        A text in UTF-8. Without ``other``, each line is English, a tab, French, and whatever follows a
        second tab, as in the files of manythings.org; or English and French, each after its number, as in
        the sentence pairs of tatoeba.org. With ``other``, each line is an English sentence.
    other : str or Path, optional
        The French sentences of the same lines.
    max_words : int, optional
        Leave out pairs with more words than this in either language, punctuation marks included.

    Returns
    -------
    list of TextPair

    Raises
    ------
    FileNotFoundError, PermissionError
        If a file is not there, or may not be read.
    PairsFileError
        If a file is a folder, empty or not UTF-8, a line lacks a sentence or has an endless one, or two files
        differ in length.
    """
    pairs = _columns(Path(path)) if other is None else _side_by_side(Path(path), Path(other))
    return [one for one in pairs if max_words is None or max(map(len, one)) <= max_words]


def _columns(path: Path) -> Iterator[TextPair]:
    for number, line in enumerate(_lines(path), start=1):
        columns = line.split("\t")
        if len(columns) == 4 and columns[0].isdecimal() and columns[2].isdecimal():
            columns = columns[1::2]
        if len(columns) == 1 and line.strip():
            raise PairsFileError(f"{path}, line {number}: there is no tab between an English and a French sentence")
        english, french, *_ = (*columns, "")
        yield TextPair(
            _words(path, number, english, tokenise_english),
            _words(path, number, french, tokenise_french),
        )


def _side_by_side(path: Path, other: Path) -> Iterator[TextPair]:
    english, french = _lines(path), _lines(other)
    if len(english) != len(french):
        raise PairsFileError(
            f"{path} has {len(english)} lines, {other} has {len(french)}: each line must translate the other file's"
        )
    for number, (in_english, in_french) in enumerate(zip(english, french, strict=True), start=1):
        yield TextPair(
            _words(path, number, in_english, tokenise_english),
            _words(other, number, in_french, tokenise_french),
        )


def _lines(path: Path) -> list[str]:
    if path.is_dir():
        raise PairsFileError(f"{path} is a folder: name the file in it that has the sentences")
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
        wrong = data.find(b"\0")  # UTF-16 of plain letters passes for UTF-8 with zeros in between
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        number = data.count(b"\n", 0, wrong) + 1
        raise PairsFileError(f"{path}, line {number}: not UTF-8; save the file as UTF-8 and try again")
    if not text.strip():
        raise PairsFileError(f"{path} is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")


def _words(path: Path, number: int, text: str, tokenise: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    if len(text) > LONGEST_SENTENCE:
        raise PairsFileError(
            f"{path}, line {number}: a sentence has {len(text):,} characters: is each on a line of its own?"
        )
    words = tokenise(text)
    if not words:
        raise PairsFileError(f"{path}, line {number}: a sentence is missing")
    return words
