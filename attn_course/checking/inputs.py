"""What tests hand over: numbers that are easy to read, sizes that cannot be mistaken, masks that hide something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

SIZES = (2, 3, 5, 6, 7)


def numbers(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Draw numbers around zero with one decimal, easy to read."""
    return rng.normal(size=shape).round(1) + 0.0  # no "-0."


def sizes(rng: np.random.Generator, count: int) -> Iterator[int]:
    """Draw at most five different sizes, none of them a square number: none can stand for another or its root."""
    return (int(size) for size in rng.choice(SIZES, size=count, replace=False))


def first_and_last(leading: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the indices of two samples: one that reads as if there were no leading axes, and one that does not."""
    return list(dict.fromkeys([(0,) * len(leading), tuple(size - 1 for size in leading)]))


def random_mask(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Draw a mask of shape (..., n_k) in which every query sees two keys at least and misses one at least."""
    n_k = shape[-1]
    seen = rng.integers(2, n_k, size=(*shape[:-1], 1))
    return rng.permuted(np.broadcast_to(np.arange(n_k), shape), axis=-1) < seen
