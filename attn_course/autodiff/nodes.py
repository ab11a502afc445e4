"""The record: what each value was made of, and how its gradient goes back to what it was made of.

There is no tape: each value knows what it was made of, and forgets it when nobody holds it any more.
So a loss that is thrown away, and one that is interrupted, leave nothing behind.

References
----------
Griewank and Walther (2008), Evaluating Derivatives, section 3.2.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import freed
from attn_course.autodiff.rules import Pull

numbers = count()  # a value is made after all that it is made of


class Node:
    """The place of one value in the record: what it was made of, and its gradient.

    ``parents`` holds the nodes of what it was made of, each with the function that turns this
    node's gradient into a share of theirs. A leaf has none, nor has a constant; it is None once
    `backward` has used and freed it.
    """

    __slots__ = ("dtype", "gradient", "is_leaf", "number", "owned", "parents", "shape")

    def __init__(self, value: np.ndarray, parents: tuple[tuple[Node, Pull], ...] = (), is_leaf: bool = False) -> None:
        self.shape, self.dtype = value.shape, value.dtype
        self.parents: tuple[tuple[Node, Pull], ...] | None = parents
        self.is_leaf = is_leaf
        self.number = next(numbers)
        self.gradient: np.ndarray | None = None
        self.owned = False  # whether the gradient is an array of this node's own, which may be added to

    @property
    def is_constant(self) -> bool:
        """Whether no gradient is wanted: neither a leaf, nor made of one."""
        return self.parents == () and not self.is_leaf

    def receive(self, share: Any) -> None:
        """Add a share to the gradient."""
        if isinstance(share, Entries):
            share.add_to(self.own_gradient())
            return
        if share.shape != self.shape:
            share = sum_to(share, self.shape)
        if share.dtype != self.dtype:
            share = share.astype(self.dtype)
        if self.gradient is None:
            self.gradient, self.owned = share, False
        elif self.owned:
            self.gradient += share
        else:
            self.gradient, self.owned = self.gradient + share, self.shape != ()  # a sum of numbers is no array

    def hand_on(self) -> None:
        """Give their shares to all that this is made of, and forget them."""
        gradient = self.own_gradient() if self.is_leaf else self.gradient
        for parent, pull in self.parents or ():
            parent.receive(pull(gradient))  # type: ignore[arg-type]
        self.parents = () if self.is_leaf else None

    def own_gradient(self) -> np.ndarray:
        """Return the gradient so far as an array of this node's own."""
        if self.gradient is None:
            self.gradient = np.zeros(self.shape, self.dtype)
        elif not self.owned:
            self.gradient = np.array(self.gradient)
        self.owned = True
        return self.gradient


class Entries:
    """A gradient that is zero but for the entries at an index: those that ``x[index]`` has picked."""

    def __init__(self, index: Any, g: np.ndarray, repeated: bool) -> None:
        self.index, self.g, self.repeated = index, g, repeated

    def add_to(self, gradient: np.ndarray) -> None:
        """Add the entries; one that was picked several times, as a frequent word is, gets all of them."""
        if not self.repeated:
            gradient[self.index] += self.g
            return
        places = np.arange(gradient.size).reshape(gradient.shape)[self.index]
        # Counting places takes a tenth of the time of np.add.at with rows.
        gradient += np.bincount(places.ravel(), self.g.ravel(), gradient.size).reshape(gradient.shape)


def sum_to(g: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum a gradient over the axes along which the argument, of this shape, was broadcast.

    An entry that serves many results gets the sum of their gradients.
    """
    if len(shape) == 1 and g.size and g.shape[-1] == shape[0]:  # a bias: a product with ones is faster than a sum
        rows = g.reshape(-1, shape[0])
        return np.ones(len(rows), g.dtype) @ rows
    if g.ndim > len(shape):
        g = g.sum(axis=tuple(range(g.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1 and g.shape[axis] != 1)
    return g.sum(axis=stretched, keepdims=True) if stretched else g


def ancestors(node: Node) -> set[Node]:
    """Return a node and all that it is made of, their old gradients dropped."""
    found, waiting = {node}, [node]
    while waiting:
        node = waiting.pop()
        if node.parents is None:
            raise freed()
        node.gradient = None
        new = {parent for parent, _ in node.parents} - found
        found |= new
        waiting.extend(new)
    return found


def go_back(loss: Node) -> None:
    """Give all nodes that a loss is made of their gradients, and free the record."""
    order = sorted(ancestors(loss), key=lambda node: node.number)
    loss.gradient = np.ones(loss.shape, loss.dtype)
    with np.errstate(all="ignore"):  # what is not finite shows in the gradients
        while order:
            order.pop().hand_on()  # the latest: all that is made of it has given its share
