"""Where the gradient rules are kept: what NumPy's functions do to values that are recorded.

A rule takes plain arrays, and returns the value and, for each argument, the function that turns the
gradient of the value into the gradient of that argument (its vector-Jacobian product). The names of
the formulas: y is the value, g is the gradient of the loss with respect to y, and what a function
returns for x is the gradient with respect to x. Sums over broadcast axes are no rule's business:
`Node.receive` does them.

References
----------
Griewank and Walther (2008), Evaluating Derivatives, chapter 3 (the reverse mode).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np

Pull = Callable[[np.ndarray], Any]  # g, shaped like y -> the gradient of one argument
Pulls = tuple[Pull | None, ...]
Rule = Callable[..., tuple[Any, Pulls]]  # the value is an array, or a number of NumPy
Composition = Callable[..., Any]

RULES: dict[Any, Rule] = {}
COMPOSITIONS: dict[Any, Composition] = {}
REDUCTIONS: dict[Any, Composition] = {}  # ufunc -> what its `reduce` is
PLAIN: set[Any] = set()  # whose results carry no gradient: their derivative is zero wherever there is one

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def rule(*functions: Any) -> Callable[[Decorated], Decorated]:
    """Make a function the gradient rule of functions of NumPy."""
    return keep_in(RULES, functions)


def composition(*functions: Any) -> Callable[[Decorated], Decorated]:
    """Make a function, which is written with functions that have a rule, stand for functions of NumPy."""
    return keep_in(COMPOSITIONS, functions)


def keep_in(table: dict[Any, Any], functions: Iterable[Any]) -> Callable[[Decorated], Decorated]:
    """Return a decorator that enters a function in a table."""

    def keep(written: Decorated) -> Decorated:
        table.update(dict.fromkeys(functions, written))
        return written

    return keep


def known(names: str, module: Any = np) -> list[Any]:
    """Return those functions of these names that the installed NumPy has."""
    return [getattr(module, name) for name in names.split() if hasattr(module, name)]


def unchanged(g: np.ndarray) -> np.ndarray:
    """Hand a gradient on as it is."""
    return g
