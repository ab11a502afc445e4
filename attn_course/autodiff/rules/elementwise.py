"""Gradient rules of functions that work element by element.

For y = f(x), x gets g f'(x): of the element's own gradient only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attn_course.autodiff.not_recorded import no_rule
from attn_course.autodiff.rules import PLAIN, RULES, Pull, Rule, composition, known, rule, unchanged

# f -> f'(x), given x and y = f(x): what is cheaper
DERIVATIVES: dict[np.ufunc, Callable[[np.ndarray, np.ndarray], Any]] = {
    np.exp: lambda x, y: y,
    np.exp2: lambda x, y: y * float(np.log(2)),
    np.expm1: lambda x, y: y + 1,
    np.log: lambda x, y: 1 / x,
    np.log2: lambda x, y: float(1 / np.log(2)) / x,
    np.log10: lambda x, y: float(1 / np.log(10)) / x,
    np.log1p: lambda x, y: 1 / (1 + x),
    np.sqrt: lambda x, y: 0.5 / y,
    np.cbrt: lambda x, y: 1 / (3 * y * y),
    np.square: lambda x, y: 2 * x,
    np.reciprocal: lambda x, y: -y * y,
    np.sin: lambda x, y: np.cos(x),
    np.cos: lambda x, y: -np.sin(x),
    np.tan: lambda x, y: 1 + y * y,
    np.arctan: lambda x, y: 1 / (1 + x * x),
    np.sinh: lambda x, y: np.cosh(x),
    np.cosh: lambda x, y: np.sinh(x),
    np.tanh: lambda x, y: 1 - y * y,
    np.absolute: lambda x, y: np.sign(x),
    np.fabs: lambda x, y: np.sign(x),
}


def rule_of(function: np.ufunc, derivative: Callable[[np.ndarray, np.ndarray], Any]) -> Rule:
    """Return the rule of a function of one argument: x gets g f'(x)."""

    def elementwise(x: np.ndarray) -> tuple[np.ndarray, tuple[Pull]]:
        y = function(x)
        return y, (lambda g: g * derivative(x, y),)

    return elementwise


RULES.update({function: rule_of(function, derivative) for function, derivative in DERIVATIVES.items()})

PLAIN.update(
    known(
        "equal not_equal less less_equal greater greater_equal isfinite isnan isinf signbit sign floor ceil trunc rint "
        "floor_divide logical_and logical_or logical_not logical_xor isneginf isposinf isclose allclose array_equal "
        "array_equiv round around shape ndim size argmax argmin argsort nonzero flatnonzero argwhere count_nonzero "
        "any all result_type can_cast iscomplexobj isrealobj iscomplex isreal array_repr array_str array2string "
        "shares_memory may_share_memory searchsorted digitize nanargmax nanargmin"
    )
)


@rule(np.add)
def add(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = a + b``: both get g."""
    return a + b, (unchanged, unchanged)


@rule(np.subtract)
def subtract(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = a - b``: a gets g, b gets -g."""
    return a - b, (unchanged, np.negative)


@rule(np.negative)
def negative(x: np.ndarray) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = -x``: x gets -g."""
    return -x, (np.negative,)


@rule(np.positive)
def positive(x: np.ndarray) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x``: x gets g."""
    return +x, (unchanged,)


@rule(np.multiply)
def multiply(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = a b``: a gets g b, b gets g a."""
    return a * b, (lambda g: g * b, lambda g: g * a)


@rule(np.divide)
def divide(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = a / b``: a gets g / b, b gets -g y / b."""
    y = a / b
    return y, (lambda g: g / b, lambda g: -g * y / b)


@rule(np.power, np.float_power)
def power(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = a^b``: a gets g b a^(b-1), b gets g y log(a)."""
    y = a**b  # the operator is faster than np.power where b is a number such as 2

    def for_a(g: np.ndarray) -> np.ndarray:
        one_less = b - 1 if np.all(b != 0) else np.where(b == 0, 1, b - 1)  # 0 a^(-1) would be no number at a = 0
        return g * (b * a**one_less)

    def for_b(g: np.ndarray) -> np.ndarray:
        return g * y * np.log(np.where(a == 0, 1, a))  # y is 0 where a is, for positive powers

    return y, (for_a, for_b)


@rule(np.maximum)
def maximum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = max(a, b)``: the larger gets g; equals get half of it each."""
    return np.maximum(a, b), (lambda g: g * larger(a, b, g.dtype), lambda g: g * larger(b, a, g.dtype))


@rule(np.minimum)
def minimum(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = min(a, b)``: the smaller gets g; equals get half of it each."""
    return np.minimum(a, b), (lambda g: g * larger(b, a, g.dtype), lambda g: g * larger(a, b, g.dtype))


def larger(a: np.ndarray, b: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    """Return 1 where a > b, 1/2 where they are equal, 0 elsewhere."""
    return (np.greater(a, b, dtype=bool).astype(dtype) + np.greater_equal(a, b)) * 0.5


@rule(np.logaddexp)
def logaddexp(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = log(e^a + e^b)``: a gets g e^(a-y), b gets g e^(b-y)."""
    y = np.logaddexp(a, b)
    shift = np.where(y == -np.inf, 0, y)  # two hidden scores get 0, and not the difference of infinities
    return y, (lambda g: g * np.exp(a - shift), lambda g: g * np.exp(b - shift))


@rule(np.hypot)
def hypot(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[Pull, Pull]]:
    """``y = sqrt(a^2 + b^2)``: a gets g a / y, b gets g b / y."""
    y = np.hypot(a, b)
    length = np.where(y == 0, 1, y)  # at its least, both get 0
    return y, (lambda g: g * a / length, lambda g: g * b / length)


@rule(np.where)
def where(condition: Any, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[None, Pull, Pull]]:
    """``y = a where the condition holds, else b``: each gets g where it was chosen, 0 elsewhere."""
    return np.where(condition, a, b), (
        None,
        lambda g: np.where(condition, g, 0),
        lambda g: np.where(condition, 0, g),
    )


@rule(np.nan_to_num)
def nan_to_num(x: np.ndarray, copy: bool = True, **replacements: Any) -> tuple[np.ndarray, tuple[Pull]]:
    """``y = x where it is finite, else a constant``: x gets g where it is finite."""
    if not copy:
        raise no_rule("np.nan_to_num with copy=False")
    return np.nan_to_num(x, **replacements), (lambda g: np.where(np.isfinite(x), g, 0),)


@composition(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    """``y = min(max(a, lowest), highest)``."""
    lowest, highest = a_min if min is None else min, a_max if max is None else max
    raised = +a if lowest is None else np.maximum(a, lowest)
    return raised if highest is None else np.minimum(raised, highest)


@composition(np.copy)
def copy(a: Any, order: Any = "K") -> Any:
    """``y = a``, in memory of its own."""
    return np.broadcast_to(a, np.shape(a)).copy(order)  # an array of a number, too


@composition(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """The choice of the first condition that holds."""
    result = default
    for condition, choice in zip(reversed(condlist), reversed(choicelist), strict=True):
        result = np.where(condition, choice, result)
    return result


@composition(np.choose)
def choose(a: Any, choices: Any) -> Any:
    """The choice of the number in a."""
    if np.any(np.less(a, 0) | np.greater_equal(a, len(choices))):
        raise ValueError("invalid entry in choice array")
    result = np.broadcast_arrays(choices[0], a)[0]
    for number, choice in enumerate(choices[1:], start=1):
        result = np.where(a == number, choice, result)
    return result
