"""A Tensor keeps its precision and its graph to itself, and never loses a gradient without a word."""

from __future__ import annotations

import copy
import gc
import linecache
import math
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special

from attn_course.autodiff import NotRecorded, Tensor, gradients
from attn_course.autodiff.tensor import Node


def tensor(*values: float, dtype: Any = float) -> Tensor:
    return Tensor(np.array(values, dtype=dtype))


def gradient(loss: Tensor, x: Tensor) -> list[float]:
    loss.backward()
    assert x.grad is not None
    return x.grad.tolist()


# -- precision ------------------------------------------------------------------------------------

MIXTURES: dict[str, Callable[[Tensor], Any]] = {
    "a number": lambda x: x * 3 + 1.5,
    "NumPy's float64": lambda x: x / np.sqrt(2) * np.float64(3),
    "NumPy's int64": lambda x: x * np.int64(3),
    "an array without axes": lambda x: x * np.array(1.5),
    "a float64 array": lambda x: x + np.array([0.0, -1e9]),
    "the lowest float64": lambda x: np.where([True, False], x, np.finfo(float).min),
    "an integer array": lambda x: x * np.arange(2),
    "an array of booleans": lambda x: x * np.array([True, False]),
    "a product": lambda x: x @ np.eye(2),
    "a product from the left": lambda x: np.eye(2) @ x,
    "an einsum": lambda x: np.einsum("i,ij->j", x, np.ones((2, 3)), dtype=np.float64),
    "an integer einsum": lambda x: np.einsum("i,i->i", x, np.arange(2)),
    "joined": lambda x: np.concatenate([x, np.zeros(1)]),
    "a stack": lambda x: np.stack([np.ones(2), x]),
    "a mean": lambda x: np.mean(x),
    "a variance": lambda x: np.var(x),
    "a sum in float64": lambda x: np.sum(x, dtype=np.float64),
    "asked for": lambda x: np.multiply(x, 2, dtype=float) * x.astype(np.float64),
    "a float64 Tensor": lambda x: x * tensor(1, 2),
    "clipped": lambda x: np.clip(x, np.float64(-1), np.float64(1)),
    "a power": lambda x: x ** np.float64(2),
    "log of sums": lambda x: np.logaddexp.reduce(x),
    "in place": lambda x: in_place(x * 1),
}


def in_place(x: Tensor) -> Tensor:
    x += np.array([1.0, 2.0])
    x[0] = np.float64(3)
    return x


@pytest.mark.parametrize("kind", MIXTURES)
def test_float32_stays_float32(kind: str) -> None:
    x = tensor(1, 2, dtype=np.float32)
    result = MIXTURES[kind](x)
    assert result.dtype == np.float32
    loss = np.sum(np.exp(-np.abs(result)))
    assert loss.dtype == np.float32
    loss.backward()
    assert x.grad is not None
    assert x.grad.dtype == np.float32


def test_a_float64_gradient_comes_back_through_float32_in_float64() -> None:
    x, y = tensor(1, 2), tensor(1, 2, dtype=np.float32)
    loss = np.sum(x * y)
    assert loss.dtype == np.float32
    loss.backward()
    assert x.grad is not None
    assert x.grad.dtype == np.float64


def test_integers_become_float64() -> None:
    x = Tensor(np.arange(3))
    assert x.dtype == np.float64
    assert gradient(np.sum(x * x), x) == [0, 2, 4]


def test_an_array_that_is_changed_later_was_what_it_was() -> None:
    array = np.array([1.0, 2.0])
    x = Tensor(array)
    loss = np.sum(x * x)
    array += 1
    assert gradient(loss, x) == [2, 4]


def test_a_matrix_is_no_constant() -> None:
    """Its operator * multiplies matrices."""
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(NotRecorded, match="@ multiplies"):
        tensor(1, 2) * matrix


def test_a_masked_array_is_no_tensor() -> None:
    with pytest.raises(NotRecorded, match=r"np\.where"):
        Tensor(np.ma.masked_array([1.0, 2.0], [True, False]))


# -- graphs ---------------------------------------------------------------------------------------


def test_gradient_of_a_value_that_is_used_twice_is_the_sum() -> None:
    x = tensor(3)
    y = x * 2
    assert gradient(np.sum(y * y + y), x) == [4 * 2 * 3 + 2]
    assert y.grad is not None
    assert y.grad.tolist() == [2 * 6 + 1]


def test_backward_replaces_an_earlier_gradient() -> None:
    x = tensor(3)
    assert gradient(np.sum(x * x), x) == [6]
    assert gradient(np.sum(x * 5), x) == [5]


def test_losses_do_not_disturb_each_other() -> None:
    x, y = tensor(2), tensor(5)
    first = np.sum(x * x)
    thrown_away = np.sum(x * y)
    second = np.sum(y * y * y)
    del thrown_away
    assert gradient(second, y) == [75]
    assert x.grad is None
    assert gradient(first, x) == [4]


def test_gradients_of_two_leaves_are_arrays_of_their_own() -> None:
    x, y = tensor(1, 2), tensor(3, 4)
    np.sum(x + y).backward()
    assert x.grad is not None and y.grad is not None
    x.grad[0] = 9
    assert y.grad.tolist() == [1, 1]


def test_a_loss_that_is_thrown_away_is_forgotten() -> None:
    x = tensor(1, 2)
    y = x + 1
    held = weakref.ref(y.data)
    loss = np.sum(y * y)
    gc.disable()
    try:
        del y
        assert held() is not None, "the record needs it"
        del loss
        assert held() is None, "something holds a record that nobody can use"
    finally:
        gc.enable()


def test_a_record_is_freed_by_backward() -> None:
    x = tensor(1, 2)
    y = x * x
    loss = np.sum(y)
    loss.backward()
    with pytest.raises(NotRecorded, match="freed"):
        loss.backward()
    for use in (np.sum, np.exp, lambda y: y * 2, lambda y: np.sum(x + y), lambda y: y[0]):
        with pytest.raises(NotRecorded, match="freed"):
            use(y)
    assert np.argmax(y) == 1 and (y > 1).tolist() == [False, True]


def test_an_interrupted_backward_leaves_other_losses_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tensor(1, 2)
    loss, other = np.sum(x * x), np.sum(x * 3)

    def interrupted(self: Node, share: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Node, "receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            loss.backward()
    assert gradient(other, x) == [3, 3]


def test_an_interrupted_loss_function_leaves_nothing_behind() -> None:
    def interrupted(parameters: dict[str, Tensor]) -> Tensor:
        np.sum(parameters["w"] * 2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gradients(interrupted, {"w": np.ones(2)})
    assert gradients(lambda p: np.sum(p["w"]), {"w": np.ones(2)})[1]["w"].tolist() == [1, 1]


def test_threads_record_at_once() -> None:
    found = {}

    def train(number: int) -> None:
        for _ in range(50):
            found[number] = gradients(lambda p: np.sum(p["w"] ** number), {"w": np.full(3, 2.0)})[1]["w"].tolist()

    threads = [threading.Thread(target=train, args=(number,)) for number in (2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {2: [4] * 3, 3: [12] * 3}


def test_a_loss_is_one_number() -> None:
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        tensor(1, 2).backward()


def test_a_loss_may_have_an_axis() -> None:
    assert gradients(lambda p: np.sum(p["w"], keepdims=True), {"w": np.ones(2)})[0] == 2


def test_a_loss_depends_on_a_tensor() -> None:
    with pytest.raises(NotRecorded, match="depends on no"):
        np.sum(np.zeros_like(tensor(1, 2))).backward()
    with pytest.raises(NotRecorded, match="plain"):
        gradients(lambda p: np.sum(p["w"].data), {"w": np.ones(2)})


def test_a_long_chain_is_no_recursion() -> None:
    x = y = tensor(1)
    for _ in range(3 * sys.getrecursionlimit()):
        y = y * 1.0
    assert gradient(np.sum(y), x) == [1]


def test_gradients_leaves_the_parameters_alone() -> None:
    parameters = {"used": np.array([1.0, 2.0]), "unused": np.ones((2, 2))}
    loss, found = gradients(lambda p: np.sum(p["used"] ** 2), parameters)
    assert (loss, parameters["used"].tolist()) == (5, [1, 2])
    assert found["used"].tolist() == [2, 4]
    assert found["unused"].tolist() == [[0, 0], [0, 0]]


# -- what has no gradient -------------------------------------------------------------------------

PLAIN: dict[str, Callable[[Tensor], Any]] = {
    "comparison": lambda x: x > 1,
    "equality": lambda x: x == np.array([1.0, 5.0]),
    "np.isfinite": np.isfinite,
    "np.argmax": np.argmax,
    "the method argmax": lambda x: x.argmax(axis=0),
    "np.sign": np.sign,
    "np.shape": np.shape,
    "np.ndim": np.ndim,
    "np.size": np.size,
    "len": len,
    "bool": lambda x: bool(x[0] > 0),
    "np.allclose": lambda x: np.allclose(x, x),
    "np.any": lambda x: np.any(x > 1),
    "as integers": lambda x: x.astype(int),
    "as booleans": lambda x: x.astype(bool),
    "zeros of integers": lambda x: np.zeros_like(x, dtype=int),
    "result_type": lambda x: np.result_type(x.dtype, np.float32),
    "max of Python": lambda x: int(max(x)),
}


@pytest.mark.parametrize("kind", PLAIN)
def test_what_has_no_gradient_is_plain(kind: str) -> None:
    found, expected = PLAIN[kind](tensor(1, 2)), PLAIN[kind](np.array([1.0, 2.0]))  # type: ignore[arg-type]
    assert type(found) is type(expected)
    np.testing.assert_array_equal(found, expected)


def test_it_can_be_printed() -> None:
    x = tensor(1.5, 2)
    assert repr(x) == "Tensor([1.5 2. ])"
    assert f"{np.sum(x):.2f}" == "3.50"


def test_a_number_can_be_read_after_backward() -> None:
    x = tensor(1, 2)
    loss = np.sum(x)
    loss.backward()
    assert float(loss) == loss.item() == 3


def test_errstate_holds_inside() -> None:
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        np.log(tensor(0))


# -- changes in place -----------------------------------------------------------------------------


def test_a_change_in_place_is_seen_by_all_names() -> None:
    x = tensor(1, 2)
    y = x * 1
    same = y
    y *= 3
    assert gradient(np.sum(same * same), x) == [18, 36]


def test_what_was_computed_before_a_change_keeps_its_gradient() -> None:
    x = tensor(1, 2)
    y = x * 1
    before = np.exp(y)
    y *= 0
    assert gradient(np.sum(before), x) == pytest.approx([math.e, math.e**2])


def running_sums(x: Any) -> Any:
    total, sums = 0.0, []
    for one in x:
        total += one
        sums.append(total)
    return np.stack(sums)


NUMBERS: dict[str, Callable[[Any], Any]] = {
    "an entry": lambda x: x[1],
    "a sum": np.sum,
    "a sum over an axis": lambda x: x.sum(axis=0),
    "a largest": np.max,
    "a mean": np.mean,
    "a product of vectors": lambda x: x @ x,
    "a dot product": lambda x: np.dot(x, x),
    "an inner product": lambda x: np.inner(x, x),
    "an einsum": lambda x: np.einsum("i,i", x, x),
    "a norm": np.linalg.norm,
    "a variance": np.var,
    "log of sums": lambda x: np.logaddexp.reduce(x),
    "clipped": lambda x: np.clip(x[0], 0, 1),
    "another type": lambda x: np.sum(x).astype(float),
    "a copy": lambda x: np.sum(x).copy(),
    "no number but a part": lambda x: (x * 1)[0, ...],
    "no number but a choice": lambda x: np.where(True, x[0], 1.0),
    "a number without its axes": lambda x: np.squeeze(np.sum(x)),
    "no number but a row of one": lambda x: np.ravel(np.sum(x)),
    "no number but a copy of a part": lambda x: x[0, ...].copy(),
    "no number but a buffer": lambda x: np.zeros_like(x[0, ...]),
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_a_number_stays_what_it_was_and_an_array_is_changed(kind: str) -> None:
    def both(x: Any) -> Any:
        old = new = NUMBERS[kind](x)
        new += x[1]
        new *= 2
        return np.sum(old * 10 + new)

    x = tensor(1, 2)
    loss = both(x)
    assert loss.data == pytest.approx(both(x.data))
    step = np.array([0.0, 1e-6])
    by_differences = (both(x.data + step) - both(x.data - step)) / 2e-6
    assert gradient(loss, x)[1] == pytest.approx(by_differences)


def test_sums_that_are_collected_are_those_of_their_time() -> None:
    x = tensor(1, 2, 4)
    sums = running_sums(x)
    assert sums.data.tolist() == [1, 3, 7]
    assert gradient(np.sum(sums), x) == [3, 2, 1]


def test_a_number_takes_the_shape_of_what_is_added() -> None:
    x = tensor(1, 2)
    total = np.sum(x)
    total += x
    assert gradient(np.sum(total), x) == [3, 3]


def test_a_number_has_no_places() -> None:
    total = np.sum(tensor(1, 2))
    with pytest.raises(TypeError, match="assignment"):
        total[...] = 1
    with pytest.raises(TypeError, match="number"):
        np.exp(total, out=total)


def test_where_leaves_the_rest_of_out_as_it_is() -> None:
    x = tensor(1, 2)
    y = x * 1
    np.divide(np.ones(2), [4.0, 0.0], out=y, where=[True, False])
    assert y.data.tolist() == [0.25, 2]
    np.sign(-x, out=y, where=[False, True])
    assert y.data.tolist() == [0.25, -1]
    shares = np.divide(1.0, [4.0, 0.0], out=np.zeros_like(x), where=[True, False])
    assert gradient(np.sum(shares * x), x) == [0.25, 0]


def test_a_result_is_spread_over_out() -> None:
    x = tensor(1, 2)
    y = np.zeros_like(x, shape=(3, 2))
    np.multiply(x, 2, out=y)
    assert y.data.tolist() == [[2, 4]] * 3
    assert gradient(np.sum(y), x) == [6, 6]


def test_the_order_in_memory_stays() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3))
    y = x.T.copy()  # row by row, so that a reshaped array is a view
    np.sin(x.T, out=y)
    y[0, 0] = 1
    flat = np.ravel(y)
    y += 1
    with pytest.raises(NotRecorded, match="view"):
        np.sum(flat)


def test_values_are_put_one_by_one() -> None:
    x = Tensor(np.arange(6.0).reshape(2, 3))
    y = x * 1
    np.putmask(y, x > 2, x.ravel() * 2)
    assert y.data.tolist() == [[0, 1, 2], [6, 8, 10]]
    with pytest.raises(NotRecorded, match="repeated"):
        np.putmask(y, x > 2, x[:, :1])


def test_a_place_gets_the_sum_of_its_gradients() -> None:
    x = tensor(2)
    place = (x * 1)[0, ...]
    loss = place * 1 + place * 2 + place[...]
    place[...] = loss
    assert gradient(place * place, x) == [2 * 8 * 4]


READINGS: dict[str, Callable[[Tensor], Any]] = {
    "a comparison": lambda part: part > 0,
    "np.argmax": np.argmax,
    "bool": bool,
    "int": int,
    "repr": repr,
    "format": "{:.1f}".format,
    "backward": lambda part: part.backward(),
    "integers": lambda part: part.astype(int),
}


@pytest.mark.parametrize("reading", READINGS)
def test_a_view_that_is_out_of_date_is_not_read(reading: str) -> None:
    x = tensor(1, 2)
    for array in (x * 1, np.zeros_like(x)):
        part = array[:1]
        array += 1
        with pytest.raises(NotRecorded, match="view"):
            READINGS[reading](part)


def test_an_array_with_no_axis_to_leave_out_is_its_own_view() -> None:
    y = tensor(1, 2) * 1
    same = np.squeeze(y)
    y += 1
    with pytest.raises(NotRecorded, match="view"):
        np.sum(same)


def test_a_view_of_windows_is_a_view() -> None:
    y = tensor(1, 2, 3) * 1
    windows = np.lib.stride_tricks.sliding_window_view(y, 2)
    y += 1
    with pytest.raises(NotRecorded, match="view"):
        np.sum(windows)


def test_a_grid_is_no_view() -> None:
    x = tensor(1, 2) * 1
    across, down = np.meshgrid(x, x)
    across += down
    assert x.data.tolist() == [1, 2] and across.data.tolist() == [[2, 3], [3, 4]]
    np.sum(x)


def test_a_constant_is_not_changed_through_a_plain_array() -> None:
    buffer = np.zeros_like(tensor(1, 2))
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(buffer)[0] = 3
    copied = np.array(buffer)
    copied[0] = 3
    assert buffer.data.tolist() == [0, 0]


def test_a_long_chain_of_views_is_no_recursion() -> None:
    x = tensor(1)
    y = part = x * 1
    for _ in range(2 * sys.getrecursionlimit()):
        part = part[...]
    part += 4
    assert y.data.tolist() == [5]
    assert gradient(np.sum(y * y), x) == [10]


def test_a_view_that_is_out_of_date_cannot_be_used() -> None:
    y = tensor(1, 2) * 1
    turned = y.reshape(2, 1)
    y += 1
    with pytest.raises(NotRecorded, match="view"):
        np.sum(turned)


def test_an_array_whose_view_was_changed_cannot_be_used() -> None:
    y = tensor(1, 2) * 1
    turned = y.reshape(2, 1)
    turned += 1
    with pytest.raises(NotRecorded, match="view"):
        y + 1


def test_a_part_that_is_out_of_date_cannot_be_used() -> None:
    y = tensor(1, 2) * 1
    part = y[:1]
    part += 1  # also in y
    y[0] = 5
    with pytest.raises(NotRecorded, match="view"):
        np.sum(part)


def test_another_precision_is_no_view() -> None:
    """As in NumPy, where it is another array; that the engine keeps the precision must not show."""
    x = tensor(1, 2, dtype=np.float32) * 1
    y = x.astype(float, copy=False)
    y += 1
    assert x.data.tolist() == [1, 2] and y.data.tolist() == [2, 3]


@pytest.mark.parametrize("order", ["C", "F", "K"])
def test_a_copy_has_the_order_that_is_asked_for(order: Any) -> None:
    """On it depends whether a reshaped array is a view."""
    array = np.ones((2, 3)).T
    for copy_of in (lambda x: x.copy(order), lambda x: np.copy(x, order)):
        assert copy_of(Tensor(array)).data.flags.c_contiguous == copy_of(array).flags.c_contiguous


def test_a_copy_is_no_view() -> None:
    x = tensor(1, 2)
    y = x * 1
    for same in (y.copy(), copy.copy(y), copy.deepcopy(y), np.copy(y), y.flatten(), y[[0, 1]], y.astype(float)):
        same += 1
    assert gradient(np.sum(y), x) == [1, 1]


CHANGES: dict[str, Callable[[Tensor], Any]] = {
    "x += 1": lambda x: x.__iadd__(1),
    "x[0] = 1": lambda x: x.__setitem__(0, 1),
    "a part": lambda x: x[:1].__setitem__(0, 1),
    "a view": lambda x: x.reshape(2, 1).__setitem__(0, 1),
    "a row": lambda x: next(iter(x.reshape(2, 1))).__iadd__(1),
    "a diagonal": lambda x: np.fill_diagonal(x.reshape(1, 2), 1),
    "out": lambda x: np.exp(x, out=x),
    "putmask": lambda x: np.putmask(x, x > 1, 0),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_input_is_not_changed(change: str) -> None:
    x = tensor(1, 2)
    with pytest.raises(NotRecorded, match="input"):
        CHANGES[change](x)
    assert x.data.tolist() == [1, 2]
    assert gradient(np.sum(x * 2), x) == [2, 2]


def test_a_result_has_to_fit() -> None:
    y = tensor(1, 2) * 1
    with pytest.raises(ValueError, match="shape"):
        y += np.ones((3, 2))


USES: dict[str, tuple[Callable[[Tensor, Any], Tensor], Any, list[float]]] = {
    "a factor": (lambda x, c: x * c, np.array([0.0, 1.0]), [0, 1]),
    "a factor of integers": (lambda x, c: x * c, np.array([0, 1]), [0, 1]),
    "a condition": (lambda x, c: np.where(c, x, 0.0), np.array([False, True]), [0, 1]),
    "a keyword": (lambda x, c: np.sum(x, where=c), np.array([False, True]), [0, 1]),
    "an index": (lambda x, c: x[c], np.array([0, 0]), [2, 0]),
    "an index in a tuple": (lambda x, c: x[c, ...], np.array([0, 0]), [2, 0]),
    "a list": (lambda x, c: x[c], [0, 0], [2, 0]),
    "an assignment": (lambda x, c: assigned(x, c), np.array([0, 0]), [0, 1]),
}


def assigned(x: Tensor, index: Any) -> Tensor:
    y = x * 1
    y[index] = 5
    return y


@pytest.mark.parametrize("use", USES)
def test_a_constant_that_is_changed_later_was_what_it_was(use: str) -> None:
    x = tensor(3, 4)
    function, constant, expected = USES[use]
    constant = copy.copy(constant)
    loss = np.sum(function(x, constant))
    constant[:] = [1, 1]
    assert gradient(loss, x) == expected


# -- what would lose the gradient -----------------------------------------------------------------

LOST = {
    "np.asarray(x)": "np.asarray and the like out",
    "np.array([x, x])": "np.stack",
    "np.array(x)": "np.asarray and the like out",
    "np.array(x, dtype=object)": "np.asarray and the like out",
    "np.float64(x)": "np.asarray and the like out",
    "np.ma.masked_array(x)": "np.asarray and the like out",
    "np.vectorize(lambda one: one + 1)(x)": "np.asarray and the like out",
    "scipy.special.softmax(x)": "",
    "scipy.special.logsumexp(x)": "",
    "float(x[0])": "np.exp",
    "math.exp(x[0])": "np.exp",
    "math.fsum(x)": "np.exp",
    "[float(one) for one in x]": "np.exp",
    "x.tolist()": "np.exp",
    "x[0].item()": "np.exp",
    "plain[:] = x": "np.stack",
    "plain[0:1] = x[:1]": "np.stack",
    "plain += x": "a = a + b",
    "np.add(plain, x, out=plain)": "a = a + b",
    "np.exp(x, out=plain)": "a = a + b",
    "np.sum(x, axis=0, out=plain[:1])": "a = a + b",
    "np.add.at(plain, [0], x[:1])": "np.add.at",
    "np.add.at(x, [0], 1)": "np.add.at",
    "np.copyto(plain, x)": "np.stack",
    "np.linalg.inv(x)": "np.linalg.inv",
    "np.fft.fft(x)": "np.fft.fft",
    "np.sinc(x)": "sinc",
    "np.arccos(x / 9)": "np.arccos",
    "np.multiply.reduce(x)": "np.multiply.reduce",
    "np.add.reduceat(x, [0])": "np.add.reduceat",
    "x * 1j": "two real arrays",
    "x.astype(complex)": "two real arrays",
    "x.astype(object)": "object",
    "x * np.ma.masked_array([1.0, 2.0], [True, False])": "np.where hides",
    "np.where(np.ma.masked_array([True, False]), x, 0)": "np.where hides",
    "np.put(np.zeros_like(x), 0, 1)": "a[index] = values",
    "np.put_along_axis(np.zeros_like(x), np.array([0]), 1, axis=0)": "a[index] = values",
    "np.add.at(np.zeros_like(x), [0], 1)": "np.add.at",
    "np.zeros_like(x).fill(1)": "a[index] = values",
    "x.reshape(1, 2, order='F')": "argument 'order'",
    "x.flatten('F')": "by their names",
    "x.real": "real",
    "x.view(int)": "view",
    "x.fill(1)": "fill",
    "np.sum([x, x])": "np.stack",
    "np.frombuffer(x)": "",
    "np.nan_to_num(x, copy=False)": "copy=False",
    "np.pad(x, 1, mode='mean')": "np.pad with the mode",
    "np.sum(x, initial=x[0])": "options of sum",
    "np.nan_to_num(x, nan=x[0])": "options of nan_to_num",
    "np.linspace(x[0], 1, 3)": "np.linspace",
    "np.arange(x[0])": "",
    "np.full(2, x[0])": "",
    "np.mean(x, where=[True, False])": "argument 'where'",
    "np.reshape(x, (1, 2), order='F')": "argument 'order'",
    "np.exp(x, casting='no')": "np.exp with casting",
    "np.sum(x, 0, int)": "by their names",
    "np.sum(x, dtype=int)": "int64",
    "np.multiply(x, x, dtype=np.float64).mean(0, None, None, True)": "by their names",
    "np.einsum(x, [0], x, [0])": "np.einsum without letters",
    "np.fmax(x, 0)": "np.fmax",
    "np.where(x)": "missing a required argument",
}


@pytest.mark.parametrize("line", LOST)
def test_what_would_lose_the_gradient_names_the_line_and_a_way_out(line: str) -> None:
    names: dict[str, Any] = {"np": np, "math": math, "scipy": scipy}
    x, plain = tensor(1, 2), np.zeros(2)
    source = f"def learners(x, plain):\n    {line}\n"
    linecache.cache["<lost>"] = (len(source), None, source.splitlines(keepends=True), "<lost>")
    exec(compile(source, "<lost>", "exec"), names)
    with pytest.raises((NotRecorded, TypeError) if not LOST[line] else NotRecorded) as caught:
        names["learners"](x, plain)
    if LOST[line]:
        assert str(caught.value).startswith("Line 2, in learners")
        assert f": `{line}`. " in str(caught.value)
        assert LOST[line] in str(caught.value)
    assert plain.tolist() == [0, 0]
    assert x.data.tolist() == [1, 2]


def test_a_number_in_a_plain_array_is_an_error_of_numpy_that_says_why() -> None:
    with pytest.raises(ValueError, match="sequence") as caught:
        np.zeros(2)[0] = tensor(1, 2)[0]
    assert isinstance(caught.value.__cause__, NotRecorded)
    assert "np.stack" in str(caught.value.__cause__)
    with pytest.raises(ValueError, match="sequence") as caught:
        np.fromiter(tensor(1, 2), float)
    assert isinstance(caught.value.__cause__, NotRecorded)


def test_it_is_read_like_an_array() -> None:
    x = tensor(1.25, 2).reshape(1, 2)
    assert 2.0 in x and 3.0 not in x
    assert round(x[0, 0], 1) == 1.2
    loss = np.sum(x, axis=1)
    loss.backward()
    assert loss.item(0) == 3.25


def test_a_loss_function_that_returns_no_tensor_is_told_what_it_returned() -> None:
    with pytest.raises(NotRecorded, match="plain tuple"):
        gradients(lambda p: (np.sum(p["x"]), 1), {"x": np.ones(2)})  # type: ignore[arg-type,return-value]


def test_attributes_that_arrays_lack_are_missing() -> None:
    assert not hasattr(tensor(1), "detach")
    assert not hasattr(tensor(1), "__array_interface__")
