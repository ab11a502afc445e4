"""Words that know what they say, and the links between those of two languages that say the same.

Both languages name what a word says by the same string, its concept, such as ``0/subject/noun``. Words with
one concept are surely aligned. A word may echo concepts that it only helps to say, such as ``does`` or ``ne``:
words that share a concept or an echo are possibly aligned.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Links = frozenset[tuple[int, int]]


class Word(NamedTuple):
    """A word, the concept that it says ("" for none of its own), and those that it helps to say."""

    text: str
    concept: str
    echoes: tuple[str, ...] = ()

    def echoing(self, concept: str) -> Word:
        """Return the word with one more echo."""
        return self._replace(echoes=(*self.echoes, concept))


def optional(text: str, concept: str) -> list[Word]:
    """Return a list of the word, or an empty one if there is no text."""
    return [Word(text, concept)] if text else []


def around_main(texts: tuple[str, ...], main: int, concept: str) -> list[Word]:
    """Give the concept to the main word of an expression; the others echo it."""
    return [Word(text, concept) if place == main else Word(text, "", (concept,)) for place, text in enumerate(texts)]


def links(in_english: list[Word], in_french: list[Word]) -> tuple[Links, Links]:
    """Return the sure and the possible links (English position, French position).

    Examples
    --------
    >>> sure, possible = links([Word("not", "no")], [Word("ne", "", ("no",)), Word("pas", "no")])
    >>> sorted(sure), sorted(possible)
    ([(0, 1)], [(0, 0), (0, 1)])
    """
    says: dict[str, list[int]] = {}
    mentions: dict[str, list[int]] = {}
    for i, word in enumerate(in_english):
        says.setdefault(word.concept, []).append(i)
        for concept in (word.concept, *word.echoes):
            mentions.setdefault(concept, []).append(i)
    says[""] = mentions[""] = []
    sure: list[tuple[int, int]] = []
    possible: list[tuple[int, int]] = []
    for j, word in enumerate(in_french):
        sure += [link(i, j) for i in says.get(word.concept, ())]
        for concept in (word.concept, *word.echoes):
            possible += [link(i, j) for i in mentions.get(concept, ())]
    return frozenset(sure), frozenset(possible)


@cache
def link(i: int, j: int) -> tuple[int, int]:
    """Return the pair of two positions, one object for all sentences: the corpus takes a third less memory."""
    return i, j
