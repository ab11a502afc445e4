"""A toy language for the tests: French is English in capitals, backwards. It takes attention to translate it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attn_course.translation.batches import Batch, Examples
from attn_course.translation.grammar import Pair
from attn_course.translation.parameters import Parameters

LETTERS = "abcdefgh"
Measure = Callable[[], float]


def mirrored(words: str) -> Pair:
    """Return a sentence of letters with its translation and its links."""
    last = len(words) - 1
    links = frozenset((place, last - place) for place in range(len(words)))
    return Pair(tuple(words), tuple(reversed(words.upper())), links, links)


def mirror_pairs(count: int, seed: int = 0, shortest: int = 2, longest: int = 5) -> list[Pair]:
    """Draw sentence pairs of mixed length."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(shortest, longest + 1, count)
    return [mirrored("".join(rng.choice(list(LETTERS), length))) for length in lengths]


def mirror_examples(count: int = 40, seed: int = 0) -> Examples:
    """Return pairs with their vocabularies."""
    return Examples.of(mirror_pairs(count, seed))


def mixed_batch(examples: Examples) -> Batch:
    """Return a batch with padding on both sides."""
    by_length = sorted(range(len(examples.pairs)), key=lambda i: len(examples.pairs[i].english))
    batch = examples.batch([by_length[0], by_length[-1], by_length[1], by_length[-2]])
    assert (batch.source == 0).any() and (batch.targets == 0).any() and (batch.source != 0).any()
    return batch


def slope(measure: Measure, parameters: Parameters, direction: np.ndarray, step: float = 1e-7) -> float:
    """Return how fast a measured number changes when the parameters move in a direction: central differences.

    The step is small, so that hardly any unit that is cut off at zero is crossed.
    """
    before = parameters.flat.copy()
    values = []
    for sign in (1, -1):
        parameters.flat[:] = before + sign * step * direction
        values.append(measure())
    parameters.flat[:] = before
    return (values[0] - values[1]) / (2 * step)
