"""In a recordable notebook, functions that make arrays record too; for everybody else, NumPy is NumPy."""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np
import pytest

from attn_course.attention import softmax
from attn_course.autodiff import NotRecorded, Tensor, gradients, recordable, recording

NOTEBOOK = """
import functools
import numpy as np
from numpy import asarray, zeros as nothing

def as_array(x): return np.asarray(x, dtype=float) * 2
def imported(x): return asarray(x) * 2
def array_of_parts(x): return np.array([x[0], x[0]]) + np.array([x[0], x[1]])
def filled(x):
    y = np.zeros(x.shape)
    for i in np.ndindex(y.shape):
        y[i] = x[i] + x[i]
    return y
def filled_by_another_name(x):
    y = nothing((2, 2))
    y[0] = x
    y[1] += x
    return y[0] + y[1]
def added_up(x):
    total = np.zeros(2)
    for _ in range(2):
        total += x
    return total
def copied(x):
    y = np.array(x)
    y *= 2
    return y
def two_axes(x): return np.array(x, ndmin=2) * 2
@functools.wraps(copied)
def decorated(*args): return copied(*args)
partial = functools.partial(lambda factor, x: np.asarray(x) * factor, 2)
class Twice:
    def __call__(self, x): return np.ascontiguousarray(x) * 2
instance = Twice()
in_a_class = Twice.__call__.__get__(instance)
vectorized = np.vectorize(lambda x: np.asarray(x) * 2)
rows = np.vectorize(lambda row, factor: (row * factor, row.sum()), signature="(n),()->(n),()")
def calls_rows(x): return rows(np.stack([x, x]), np.array([1.0, 1.0]))[0].sum(axis=0)
def vectorized_inside(x): return np.vectorize(lambda one: one + one)(x)
"""
NAMES = (
    "as_array imported array_of_parts filled filled_by_another_name added_up copied two_axes decorated partial "
    "instance in_a_class vectorized calls_rows vectorized_inside"
).split()


@pytest.fixture
def notebook() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "notebook"}
    exec(compile(NOTEBOOK, "<notebook>", "exec"), names)
    return names


@pytest.mark.parametrize("name", NAMES)
def test_a_function_that_makes_arrays_is_recorded(notebook: dict[str, Any], name: str) -> None:
    x = Tensor(np.array([1.0, 3.0]))
    function = recordable(notebook[name])
    with recording():
        y = function(x)
    factors = np.array([1.0, 10.0])
    np.sum(y * factors).backward()
    expected = {"array_of_parts": [2 + 10, 10]}.get(name, [2, 20])
    np.testing.assert_allclose(x.grad, expected)
    np.testing.assert_allclose(np.sum(y.data * factors), np.sum(function(x.data) * factors))


@pytest.mark.parametrize("name", NAMES)
def test_of_plain_arrays_it_gives_plain_arrays(notebook: dict[str, Any], name: str) -> None:
    x = np.array([1.0, 3.0])
    expected = notebook[name](x)
    found = recordable(notebook[name])(x)
    assert type(found) is np.ndarray
    np.testing.assert_array_equal(found, expected)


def test_without_it_a_sentence_is_said(notebook: dict[str, Any]) -> None:
    with pytest.raises(NotRecorded, match="Line 6, in as_array"):
        notebook["as_array"](Tensor(np.ones(2)))


@pytest.mark.parametrize("make", ["array", "asarray", "copy"])
def test_what_is_made_of_a_number_is_an_array(notebook: dict[str, Any], make: str) -> None:
    """So a change in place reaches all names of it."""
    exec(f"def changed(x):\n    y = z = np.{make}(np.sum(x))\n    z += 1\n    return y * y", notebook)
    changed = recordable(notebook["changed"])
    x = Tensor(np.array([1.0, 2.0]))
    loss = changed(x)
    assert loss.data == changed(x.data) == 16
    loss.backward()
    assert x.grad is not None and x.grad.tolist() == [8, 8]


def test_gradients_records(notebook: dict[str, Any]) -> None:
    filled = recordable(notebook["filled"])
    assert gradients(lambda p: np.sum(filled(p["x"])), {"x": np.ones(2)})[1]["x"].tolist() == [2, 2]


def test_a_buffer_takes_the_precision_of_what_fills_it(notebook: dict[str, Any]) -> None:
    filled = recordable(notebook["filled"])
    with recording():
        assert filled(Tensor(np.ones(2, dtype=np.float32))).dtype == np.float32


def test_numpy_itself_and_the_courses_functions_stay_what_they_are(notebook: dict[str, Any]) -> None:
    before = {name: getattr(np, name) for name in ("asarray", "array", "zeros", "empty", "vectorize")}
    recordable(notebook["as_array"])
    recordable(softmax)
    with recording():
        assert all(getattr(np, name) is function for name, function in before.items())
        assert type(np.zeros(2)) is np.ndarray
        assert np.random.default_rng(0).normal(size=3).shape == (3,)
    assert softmax.__globals__["np"] is np
    assert notebook["np"].pi == np.pi
    assert notebook["np"].float64 is np.float64


def test_only_numbers_with_a_point_can_be_trained(notebook: dict[str, Any]) -> None:
    recordable(notebook["as_array"])
    with recording():
        assert type(notebook["np"].zeros(2, dtype=bool)) is np.ndarray
        assert type(notebook["np"].full(2, 3)) is np.ndarray
        assert type(notebook["np"].zeros(2)) is Tensor
    assert type(notebook["np"].zeros(2)) is np.ndarray


def test_a_constant_can_be_used_as_a_plain_array(notebook: dict[str, Any]) -> None:
    recordable(notebook["as_array"])
    with recording():
        constant = notebook["np"].ones((2, 2))
    constant[0, 0] = 3
    assert np.linalg.det(constant) == pytest.approx(2)
    assert np.asarray(constant).tolist() == constant.tolist() == [[3, 1], [1, 1]]
    assert float(constant[0, 0]) == 3
    assert np.random.default_rng(0).permutation(constant).shape == (2, 2)


def test_a_recording_ends_with_its_block() -> None:
    buffers = {}
    names: dict[str, Any] = {}
    exec("import numpy as np\ndef buffer(): return np.zeros(1)", names)
    buffer = recordable(names["buffer"])
    with pytest.raises(KeyboardInterrupt), recording(), recording():
        raise KeyboardInterrupt
    buffers["after"] = buffer()
    with recording():
        thread = threading.Thread(target=lambda: buffers.update(other=buffer()))
        thread.start()
        thread.join()
    assert all(type(one) is np.ndarray for one in buffers.values())


def test_numpys_own_error_becomes_the_sentence() -> None:
    x = Tensor(np.ones(2))
    with pytest.raises(NotRecorded, match="filled"), recording():
        np.zeros(2)[0] = x[0]
    with pytest.raises(ValueError, match="broadcast"), recording():
        x + np.ones(3)


def test_a_partial_function_of_ones_own_is_recordable(notebook: dict[str, Any]) -> None:
    twice = recordable(functools.partial(notebook["as_array"]))
    x = Tensor(np.ones(2))
    np.sum(twice(x)).backward()
    assert x.grad is not None
