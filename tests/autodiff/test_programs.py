"""Programs drawn at random, of views and changes in place: right values and gradients, or a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import event, given, reject, settings
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
    "without axes of one": lambda a, b: np.squeeze(a),
    "windows": lambda a, b: np.lib.stride_tricks.sliding_window_view(a, 2, axis=0),
    "diagonal": lambda a, b: np.diagonal(a),
    "spread": lambda a, b: np.broadcast_to(a, (2, *a.shape)),
    "joined": lambda a, b: np.concatenate([np.ravel(a), np.ravel(b)]),
    "buffer": lambda a, b: np.zeros_like(a),
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


def set_all(a: Any, b: Any) -> None:
    a[...] = b


def sine_of_another(a: Any, b: Any) -> None:
    np.sin(b, out=a)


def where_positive(a: Any, b: Any) -> None:
    np.cos(a, out=a, where=a > 0)


def constants_where_positive(a: Any, b: Any) -> None:
    np.cos(np.full(a.shape, 0.3), out=a, where=a > 0)


def put(a: Any, b: Any) -> None:
    np.putmask(a, a > 0.2, b)


def swap_rows(a: Any, b: Any) -> None:
    a[[0, -1]] = a[[-1, 0]]


IN_ROWS = (set_first, set_last, each_row, swap_rows)
AS_A_WHOLE = (add, scale, out, set_all, sine_of_another, where_positive, constants_where_positive, put)
CHANGES: dict[str, Callable[[Any, Any], None]] = {function.__name__: function for function in IN_ROWS + AS_A_WHOLE}
PROGRAMS = st.lists(
    st.tuples(st.sampled_from([*NEW, *CHANGES]), st.integers(0, 7), st.integers(0, 7)), min_size=2, max_size=8
)


def run(program: list[Step], x: Any) -> Any:
    """Execute a program that begins with a copy of x, and return a sum over all its variables."""
    variables = [x * 1.0, x * x]
    for kind, place, other in program:
        a, b = variables[place % len(variables)], variables[other % len(variables)]
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


@settings(max_examples=600)
@given(PROGRAMS)
def test_a_program_is_differentiated_or_refused(program: list[Step]) -> None:
    x = np.array([[0.3, 1.1], [0.8, -0.4]])
    tensor = Tensor(x.copy())
    try:
        value = run(program, x)
    except (IndexError, TypeError, ValueError):
        reject()  # NumPy does not accept it
    try:
        loss = run(program, tensor)
    except NotRecorded as refusal:
        if not re.search(r"view|plain array|repeated", refusal.reason):
            raise
        event("refused")
        return
    event("differentiated")
    loss.backward()
    np.testing.assert_allclose(loss.data, value, rtol=1e-12)
    assert tensor.grad is not None
    compare([tensor.grad], [differences(program, x)], 1e-6)
    assert tensor.data.tolist() == x.tolist()
