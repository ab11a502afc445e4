"""The smallest task that takes attention: copy a sentence of letters. It trains in seconds, so it shows what is wrong.

A model whose attention cannot look at one place of the source, whose mask lets it see the answer, or whose gradients
do not arrive, does not learn it.
"""

from __future__ import annotations

from string import ascii_lowercase

import numpy as np

from attn_course.translation.batches import Examples
from attn_course.translation.grammar import Pair

SHORTEST, LONGEST = 3, 8


def copy_pairs(count: int, seed: int = 0) -> list[Pair]:
    """Draw sentences of 3 to 8 letters whose translation is the sentence itself.

    Parameters
    ----------
    count : int
        How many.
    seed : int
        Which ones.

    Examples
    --------
    >>> (pair,) = copy_pairs(1)
    >>> pair.english == pair.french
    True
    """
    rng = np.random.default_rng(seed)
    sentences = [
        tuple(rng.choice(list(ascii_lowercase), length).tolist())
        for length in rng.integers(SHORTEST, LONGEST + 1, count)
    ]
    links = [frozenset((place, place) for place in range(len(sentence))) for sentence in sentences]
    return [Pair(words, words, diagonal, diagonal) for words, diagonal in zip(sentences, links, strict=True)]


def copy_examples(count: int = 2000, seed: int = 0) -> Examples:
    """Return such pairs with their vocabularies, for a training."""
    return Examples.of(copy_pairs(count, seed))
