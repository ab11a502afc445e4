"""The words that a translator knows, and their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

PAD, START, END, UNKNOWN = 0, 1, 2, 3
SPECIAL_WORDS = ("<pad>", "<s>", "</s>", "<unk>")


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language; a word's id is its place.

    Parameters
    ----------
    words : tuple of str
        The four special words ``<pad> <s> </s> <unk>``, then all others.

    Examples
    --------
    >>> vocabulary = Vocabulary.of([["she", "sings"], ["she", "dances"]])
    >>> vocabulary.words[4:]
    ('she', 'dances', 'sings')
    >>> vocabulary.decode([4, 6])
    ['she', 'sings']
    """

    words: tuple[str, ...]

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]]) -> Vocabulary:
        """Collect the words of sentences: the most frequent first, equally frequent ones by the alphabet."""
        counts = Counter(word for sentence in sentences for word in sentence)
        for word in SPECIAL_WORDS:
            del counts[word]
        return cls((*SPECIAL_WORDS, *sorted(counts, key=lambda word: (-counts[word], word))))

    @cached_property
    def word_to_id(self) -> dict[str, int]:
        """The id of each word."""
        return {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Return the words of these ids, the special ones too.

        Raises
        ------
        IndexError
            If an id is negative, or not below the number of words.
        """
        ids = [int(number) for number in ids]
        for number in ids:
            if not 0 <= number < len(self):
                raise IndexError(f"there is no word {number}: the ids are 0 to {len(self) - 1}")
        return [self.words[number] for number in ids]
