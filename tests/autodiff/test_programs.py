"""Programs drawn at random, of views and changes in place: right values and gradients, or a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import event, given, settings
from hypothesis import strategies as st
from oracles import compare

from attn_course.autodiff import NotRecorded, Tensor

Step = tuple[str, int, int]  # what is done, to which variable, with which one

NEW: dict[str, Callable[[Any, Any], Any]] = {
    "row": lambda a, b: a[0],
    "column": lambda a, b: a[..., 1],
    "part": lambda a, b: a[:1],
    "same place": lambda a, b: a[...],
    "rows picked": lambda a, b: a[[0, 0]],
    "turned": lambda a, b: a.T,
    "flat": lambda a, b: a.reshape(-1),
    "copy": lambda a, b: a.copy(),
    "sum": lambda a, b: a + np.mean(b),
    "product": lambda a, b: np.sin(a) * np.mean(b),
    "masked": lambda a, b: np.where(a > 0.5, a, np.max(b)),
    "total": lambda a, b: np.sum(a * a),
    "entry": lambda a, b: a[(0,) * a.ndim],
    "entry's place": lambda a, b: a[(..., *(0,) * a.ndim)],
}


def add(a: Any, b: Any) -> None:
    a += np.mean(np.sin(b))


def scale(a: Any, b: Any) -> None:
    a *= 0.5


def set_first(a: Any, b: Any) -> None:
    a[0] = np.mean(b)


def set_last(a: Any, b: Any) -> None:
    a[..., -1] = np.sin(np.atleast_1d(b)[..., -1].sum())


def out(a: Any, b: Any) -> None:
    np.cos(a, out=a)


def each_row(a: Any, b: Any) -> None:
    for row in a.reshape(len(a), -1):
        row *= np.cos(np.sum(row))


CHANGES: dict[str, Callable[[Any, Any], None]] = {
    function.__name__: function for function in (add, scale, set_first, set_last, out, each_row)
}
FOR_NUMBERS = ("sum", "product", "add", "scale")
PROGRAMS = st.lists(
    st.tuples(st.sampled_from([*NEW, *CHANGES]), st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=7
)


def run(program: list[Step], x: Any) -> Any:
    """Execute a program that begins with a copy of x, and return a sum over all its variables."""
    variables = [x * 1.0, x * x]
    for kind, place, other in program:
        a, b = variables[place % len(variables)], variables[other % len(variables)]
        if np.ndim(a) == 0 and kind not in FOR_NUMBERS:
            continue
        if kind in NEW:
            variables.append(NEW[kind](a, b))
        else:
            CHANGES[kind](a, b)
    return sum(np.sum(np.sin(one) * (1 + place)) for place, one in enumerate(variables))


def differences(program: list[Step], x: np.ndarray) -> np.ndarray:
    """Return the gradient by central differences."""
    gradient = np.empty(x.shape)
    for place in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[place] = 1e-6
        gradient[place] = (run(program, x + step) - run(program, x - step)) / 2e-6
    return gradient


@settings(max_examples=300)
@given(PROGRAMS)
def test_a_program_is_differentiated_or_refused(program: list[Step]) -> None:
    x = np.array([[0.3, 1.1], [0.8, -0.4]])
    tensor = Tensor(x.copy())
    try:
        loss = run(program, tensor)
    except NotRecorded as refusal:
        if "view" not in refusal.reason:
            raise
        event("refused")
        return
    event("differentiated")
    loss.backward()
    np.testing.assert_allclose(loss.data, run(program, x), rtol=1e-12)
    assert tensor.grad is not None
    compare([tensor.grad], [differences(program, x)], 1e-6)
    assert tensor.data.tolist() == x.tolist()
