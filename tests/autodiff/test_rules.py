"""Every rule gives the gradient that central differences and HIPS autograd give."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from cases import ALL, CASES, Case
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from oracles import assert_differentiated, by_autograd, compare, numbers, recorded_gradients

from attn_course.autodiff import Tensor
from attn_course.autodiff.rules import COMPOSITIONS, RULES

SMALL_SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, max_side=3)


def names(cases: list[Case]) -> list[str]:
    return [f"{case.of}-{number}" for number, case in enumerate(cases)]


@pytest.mark.parametrize("case", ALL, ids=names(ALL))
def test_gradient_is_that_of_central_differences(case: Case) -> None:
    assert_differentiated(case.function, *numbers(*case.shapes))


COMMON = [case for case in CASES if case.in_autograd]


@pytest.mark.parametrize("case", COMMON, ids=names(COMMON))
def test_gradient_is_that_of_autograd(case: Case) -> None:
    arrays = numbers(*case.shapes)
    compare(recorded_gradients(case.function, arrays), by_autograd(case.function, arrays), 1e-12)


def test_every_function_with_a_rule_has_a_case() -> None:
    tried = {attrgetter(case.of)(np) for case in ALL if case.of not in ("getitem", "setitem", "astype")}
    other_names = {function for function in RULES | COMPOSITIONS if same_rule_as_one_of(function, tried)}
    assert set(RULES) | set(COMPOSITIONS) == tried | other_names


def same_rule_as_one_of(function: Any, tried: set[Any]) -> bool:
    """Tell whether a function is another name of one that is tried: `np.concat` of `np.concatenate`."""
    own = RULES.get(function) or COMPOSITIONS.get(function)
    return any(own in (RULES.get(one), COMPOSITIONS.get(one)) for one in tried)


@given(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3))
def test_broadcasting(shapes: hnp.BroadcastableShapes) -> None:
    assert_differentiated(lambda np, a, b: (a + 2 * b) * a / b, *numbers(*shapes.input_shapes))


@given(hnp.mutually_broadcastable_shapes(signature="(m?,n),(n,p?)->(m?,p?)", max_dims=2, max_side=3))
def test_matrix_products(shapes: hnp.BroadcastableShapes) -> None:
    assert_differentiated(lambda np, a, b: a @ b, *numbers(*shapes.input_shapes))


@given(st.data(), SMALL_SHAPES, st.booleans(), st.sampled_from(["sum", "max", "min", "mean", "var"]))
def test_reductions(data: st.DataObject, shape: tuple[int, ...], keepdims: bool, name: str) -> None:
    axis = data.draw(st.none() | hnp.valid_tuple_axes(len(shape)))
    assert_differentiated(lambda np, a: getattr(np, name)(a, axis=axis, keepdims=keepdims), *numbers(shape))


@given(st.data(), hnp.array_shapes(max_dims=3, max_side=3))
def test_indices(data: st.DataObject, shape: tuple[int, ...]) -> None:
    basic = hnp.basic_indices(shape, allow_ellipsis=True, allow_newaxis=True)
    index = data.draw(basic | hnp.integer_array_indices(shape) | hnp.arrays(bool, shape))
    assert_differentiated(lambda np, a: a[index] * 1, *numbers(shape))


@given(st.data(), hnp.array_shapes(max_dims=3, max_side=3))
def test_assignments(data: st.DataObject, shape: tuple[int, ...]) -> None:
    basic = hnp.basic_indices(shape, allow_ellipsis=True)
    index = data.draw(basic | hnp.integer_array_indices(shape) | hnp.arrays(bool, shape))
    part = np.zeros(shape)[index].shape

    def assign(np: Any, a: Any, b: Any) -> Any:
        y = a + 0.0
        y[index] = b
        return y * a

    assert_differentiated(assign, *numbers(shape, part))


@given(st.permutations("abcd"), st.integers(0, 4), st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd")))
def test_einsum(letters: list[str], kept: int, first: set[str], second: set[str]) -> None:
    terms = ["".join(sorted(first)), "".join(sorted(second, reverse=True))]
    output = "".join(letter for letter in letters[:kept] if letter in first | second)
    shapes = [tuple("abcd".index(letter) + 1 for letter in term) for term in terms]
    assert_differentiated(lambda np, a, b: np.einsum(f"{terms[0]},{terms[1]}->{output}", a, b), *numbers(*shapes))


@given(st.data(), hnp.array_shapes(max_dims=4, max_side=3))
def test_orders_of_axes(data: st.DataObject, shape: tuple[int, ...]) -> None:
    axes = data.draw(st.permutations(range(len(shape))))
    assert_differentiated(lambda np, a: np.transpose(a, axes), *numbers(shape))
    assert_differentiated(lambda np, a: np.moveaxis(a, range(len(shape)), axes), *numbers(shape))


def gradient_at(function: Any, *values: Any) -> list[Any]:
    tensors = [Tensor(np.array(value, dtype=float)) for value in values]
    np.sum(function(*tensors)).backward()
    return [tensor.grad.tolist() for tensor in tensors if tensor.grad is not None]


def test_equals_share_the_gradient_of_the_largest() -> None:
    assert gradient_at(np.max, [2.0, 1, 2]) == [[0.5, 0, 0.5]]
    assert gradient_at(np.maximum, [2.0, 3], [2.0, 4]) == [[0.5, 0], [0.5, 1]]
    assert gradient_at(lambda x: np.minimum(x, 0), [-1.0, 0, 1]) == [[1, 0.5, 0]]


def test_hidden_scores_leave_no_nan_in_the_gradient() -> None:
    def masked_softmax(x: Any) -> Any:
        scores = np.where([[True, False], [False, False]], x, -np.inf)
        e = np.exp(scores - np.nan_to_num(np.max(scores, axis=-1, keepdims=True)))
        total = np.sum(e, axis=-1, keepdims=True)
        return np.divide(e, total, out=np.zeros_like(e), where=total > 0)[:, 0]

    assert gradient_at(masked_softmax, [[1.0, 2], [3, 4]]) == [[[0, 0], [0, 0]]]


EMPTY: list[tuple[Any, list[tuple[int, ...]]]] = [
    (lambda np, a, b: a @ b, [(2, 3, 0), (0, 4)]),
    (lambda np, a, b: a @ b, [(2, 0, 3), (3, 4)]),
    (lambda np, a, b: a @ b, [(0, 2, 3), (0, 3, 4)]),
    (lambda np, a, b: a + b, [(2, 0), (0,)]),
    (lambda np, a: np.sum(a, axis=0), [(0, 3)]),
    (lambda np, a: np.max(a, axis=1, initial=-1), [(2, 0)]),
    (lambda np, a: a[a > 9] * 2, [(2, 3)]),
    (lambda np, a, b: np.concatenate([a, b]), [(0, 3), (2, 3)]),
    (lambda np, a, b: np.einsum("qk,kd->qd", a, b), [(2, 0), (0, 4)]),
]


@pytest.mark.parametrize("place", range(len(EMPTY)))
def test_empty_arrays(place: int) -> None:
    function, shapes = EMPTY[place]
    assert_differentiated(function, *numbers(*shapes))


INVALID: dict[str, Any] = {
    "no largest of nothing": lambda x: np.max(x[:0], axis=0),
    "no smallest of nothing": lambda x: np.min(x[:0], axis=0),
    "no largest of what is hidden": lambda x: np.max(x, where=[True, False]),
    "dots that are summed over": lambda x: np.einsum("...i->i", x.reshape(1, 2)),
    "axes of other sizes": lambda x: np.tensordot(x.reshape(1, 2), np.ones((2, 1)), 2),
    "weights of another shape": lambda x: np.average(x.reshape(1, 2), axis=1, weights=np.ones((1, 1))),
}


@pytest.mark.parametrize("kind", INVALID)
def test_what_numpy_refuses_is_refused(kind: str) -> None:
    for x in (np.ones(2), Tensor(np.ones(2))):
        with pytest.raises(ValueError, match=r"identity|ellipsis|sum|[Ss]hape"):
            INVALID[kind](x)


@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_a_variance_of_too_few_numbers_is_no_number() -> None:
    x = Tensor(np.ones((2, 1)))
    with np.errstate(all="ignore"):
        assert np.isnan(np.var(x, axis=1, ddof=1)).all()
        assert np.isnan(np.var(x[:0]))


@pytest.mark.parametrize("function", [np.std, np.linalg.norm, np.hypot.reduce])
def test_lengths_of_zero_are_least_there(function: Any) -> None:
    assert gradient_at(lambda x: function(x, axis=1), [[0.0, 0], [3, -4]])[0][0] == [0, 0]
    assert np.isnan(function(Tensor(np.array([np.nan, 1]))).data)


def test_two_hidden_scores_get_nothing() -> None:
    assert gradient_at(lambda x: np.logaddexp(x, -np.inf), [-np.inf, 0]) == [[0, 1]]
    assert gradient_at(np.hypot, [0.0], [0.0]) == [[0], [0]]


def test_powers_of_zero() -> None:
    assert gradient_at(lambda x: x**2, [0.0]) == [[0]]
    assert gradient_at(lambda x: x**1, [0.0]) == [[1]]
    assert gradient_at(lambda x: x**0, [0.0]) == [[0]]
