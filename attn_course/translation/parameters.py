"""The parameters of a model: arrays with names that are all views of one vector.

A model works with the names; the optimiser and a checkpoint work with the vector, in a few operations for
all arrays at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy.typing import DTypeLike

Shape = tuple[int, ...]
Draw = Callable[[np.random.Generator, Shape], np.ndarray]
"""How an array gets its first values."""
Layout = dict[str, tuple[Shape, Draw]]
"""Which arrays a model has: names, shapes, and how they start."""

EMBEDDING_SCALE = 0.4
"""Standard deviation of a fresh embedding: a little smaller than the sines and cosines of the positions, whose mean
square is 1/2."""
FAINT = 0.2
"""How much smaller than usual a matrix starts whose product is added to what was there, or predicts."""


class Parameters(Mapping[str, np.ndarray]):
    """Named arrays that share the memory of one vector.

    Parameters
    ----------
    shapes : mapping of str to tuple of int
        The shape of each array.
    dtype : dtype
        The type of all numbers: single precision for training, double precision to check gradients.

    Attributes
    ----------
    flat : array of shape (n,)
        All numbers, array after array; it starts with zeros. Changing it changes the arrays, and vice versa.

    Examples
    --------
    >>> parameters = Parameters({"W": (2, 2), "b": (2,)})
    >>> parameters.flat[:] = np.arange(6)
    >>> parameters["b"]
    array([4., 5.], dtype=float32)
    """

    def __init__(self, shapes: Mapping[str, Shape], dtype: DTypeLike = np.float32) -> None:
        self.flat: Float[np.ndarray, " n"] = np.zeros(sum(map(math.prod, shapes.values())), dtype)
        self._arrays, start = {}, 0
        for name, shape in shapes.items():
            stop = start + math.prod(shape)
            self._arrays[name] = self.flat[start:stop].reshape(shape)
            start = stop

    @classmethod
    def drawn(cls, layout: Layout, seed: int, dtype: DTypeLike = np.float32) -> Parameters:
        """Return the parameters of a layout with the first values that belong to a seed."""
        rng = np.random.default_rng(seed)
        parameters = cls({name: shape for name, (shape, _) in layout.items()}, dtype)
        for name, (shape, draw) in layout.items():
            parameters[name][...] = draw(rng, shape)
        return parameters

    def zeros_like(self) -> Parameters:
        """Return parameters of the same names and shapes, all zero."""
        return Parameters({name: array.shape for name, array in self.items()}, self.flat.dtype)

    def gathered(self, arrays: Mapping[str, np.ndarray]) -> Parameters:
        """Return arrays of the same names and shapes, such as gradients, in one vector."""
        gathered = self.zeros_like()
        for name, array in arrays.items():
            gathered[name][...] = array
        return gathered

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def below(parameters: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return the entries whose names begin with a prefix, by the rest of their names.

    Examples
    --------
    >>> below({"encoder.0.W_q": 1, "encoder.gain": 2, "output.W": 3}, "encoder.")
    {'0.W_q': 1, 'gain': 2}
    """
    return {name.removeprefix(prefix): value for name, value in parameters.items() if name.startswith(prefix)}


def embedding(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Draw vectors of words: normal numbers, about as large as the positions that are added to them."""
    return rng.normal(0.0, EMBEDDING_SCALE, shape)


def glorot(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Draw a matrix that keeps the variance forwards and backwards, as well as one can do both.

    References
    ----------
    Glorot and Bengio (2010), Understanding the difficulty of training deep feedforward neural networks,
    equation 12.
    """
    return rng.normal(0.0, np.sqrt(2 / (shape[0] + shape[-1])), shape)


def faint(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Draw a matrix that says little at first: the last one of a sublayer, or that of the output.

    A fresh model then passes the words on nearly as they are and predicts all words nearly alike; each sublayer comes
    in as it learns. With it, the translator of this course makes about a third fewer mistakes after as many steps.

    References
    ----------
    Zhang, Dauphin and Ma (2019), Fixup Initialization: Residual Learning Without Normalization, section 3, which
    starts these matrices at zero.
    """
    return FAINT * glorot(rng, shape)


def zeros(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Start at zero: biases."""
    return np.zeros(shape)


def ones(rng: np.random.Generator, shape: Shape) -> np.ndarray:
    """Start at one: gains."""
    return np.ones(shape)
