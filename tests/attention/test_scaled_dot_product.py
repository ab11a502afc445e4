"""The functions of Lab 1 against oracles that share no code with them: SciPy, loops, differences."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import special, stats

from attn_course.attention import (
    attention_scores,
    gradient_norm,
    kernel_regression,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
)

Problem = tuple[np.ndarray, np.ndarray, np.ndarray]

assert_close = np.testing.assert_allclose


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Draw Q, K and V of fitting shapes, with up to two leading axes."""
    leading = draw(array_shapes(min_dims=0, max_dims=2, max_side=3))
    n_q, n_k, d_k, d_v = draw(st.tuples(*[st.integers(1, 5)] * 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.sampled_from([0.1, 1.0, 10.0]))
    shapes = [(*leading, n_q, d_k), (*leading, n_k, d_k), (*leading, n_k, d_v)]
    Q, K, V = (rng.normal(0, size, shape) for shape in shapes)
    return Q, K, V


@st.composite
def masked_problems(draw: st.DrawFn) -> tuple[Problem, np.ndarray]:
    """Draw a problem and a mask of any shape that broadcasts to its scores; every query sees a key."""
    Q, K, V = draw(problems())
    shape = (*Q.shape[:-1], K.shape[-2])
    kept = shape[draw(st.integers(0, len(shape))) :]
    sides = [draw(st.sampled_from(sorted({1, side}))) for side in kept]
    mask = np.array(draw(arrays(bool, tuple(sides))))
    if mask.ndim == 0:
        return (Q, K, V), np.array(True)
    mask[..., :1] |= ~mask.any(axis=-1, keepdims=True)
    return (Q, K, V), mask


def random_problem(*leading: int, seed: int = 0) -> Problem:
    """Return a problem whose sizes all differ: 3 queries, 5 keys, d_k 4, d_v 2."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*leading, 3, 4)), rng.normal(size=(*leading, 5, 4)), rng.normal(size=(*leading, 5, 2))


def per_sample(function: Callable[..., Any], leading: tuple[int, ...], *given: np.ndarray) -> np.ndarray:
    """Call a function of lists once for each sample, and stack what comes back."""
    results = [function(*(array[index].tolist() for array in given)) for index in np.ndindex(leading)]
    return np.array(results).reshape((*leading, *np.shape(results[0])))


# ---------------------------------------------------------------------- attention_scores


@given(problems(), st.booleans())
def test_scores_are_those_of_loops(problem: Problem, scale: bool) -> None:
    Q, K, _ = problem
    expected = per_sample(lambda q, k: loops.attention_scores(q, k, scale), Q.shape[:-2], Q, K)
    assert_close(attention_scores(Q, K, scale), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("d_k", [4, 64, 1024])
def test_the_variance_of_unscaled_scores_is_d_k_and_of_scaled_ones_is_1(d_k: int) -> None:
    rng = np.random.default_rng(d_k)
    Q, K = rng.normal(size=(100, 50, d_k)), rng.normal(size=(100, 40, d_k))
    assert attention_scores(Q, K, scale=False).var() == pytest.approx(d_k, rel=0.05)
    assert attention_scores(Q, K).var() == pytest.approx(1, rel=0.05)


# ---------------------------------------------------------------------- softmax


@given(arrays(float, array_shapes(max_dims=4, max_side=4), elements=st.floats(-1e308, 1e308)), st.data())
def test_softmax_is_scipys_for_any_axis_any_rank_and_any_finite_scores(x: np.ndarray, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    with np.errstate(over="ignore"):
        expected = special.softmax(x, axis=axis)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        weights = softmax(x, axis=axis)
    assert_close(weights, expected, rtol=1e-12, atol=1e-300)
    assert_close(weights.sum(axis=axis), 1, rtol=1e-12)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([1e308, -1e308], [1, 0]),
        ([-1e308, -1e308], [0.5, 0.5]),
        ([np.finfo(float).max, np.finfo(float).min, 0], [1, 0, 0]),
        ([-np.inf, 0, 0], [0, 0.5, 0.5]),
        ([745, 0, -745], [1, 0, 0]),
        ([7], [1]),
    ],
)
def test_softmax_of_extreme_scores(scores: list[float], weights: list[float]) -> None:
    assert_close(softmax(np.array(scores)), weights, atol=1e-300, rtol=1e-12)


def test_softmax_is_that_of_loops() -> None:
    x = np.random.default_rng(1).normal(0, 3, size=(7, 5))
    assert_close(softmax(x), [loops.softmax(row) for row in x.tolist()], rtol=1e-13)


@given(arrays(float, array_shapes(max_dims=3, max_side=4), elements=st.floats(-50, 50)), st.floats(-50, 50))
def test_softmax_ignores_what_is_added_to_all_scores(x: np.ndarray, shift: float) -> None:
    assert_close(softmax(x + shift), softmax(x), rtol=1e-9)


# ---------------------------------------------------------------------- scaled_dot_product_attention


@given(masked_problems())
def test_attention_is_that_of_loops_for_every_mask_that_broadcasts(drawn: tuple[Problem, np.ndarray]) -> None:
    (Q, K, V), mask = drawn
    output, weights = scaled_dot_product_attention(Q, K, V, mask)
    full = np.broadcast_to(mask, weights.shape)
    for index in np.ndindex(Q.shape[:-2]):
        sample = [array[index].tolist() for array in (Q, K, V, full)]
        expected_output, expected_weights = loops.attention(*sample)
        assert_close(weights[index], expected_weights, rtol=1e-9, atol=1e-12)
        assert_close(output[index], expected_output, rtol=1e-9, atol=1e-12)
    assert not weights[~full].any()  # hidden keys: exactly 0
    assert_close(weights.sum(axis=-1), 1, rtol=1e-12)


@given(problems())
def test_attention_without_a_mask_is_attention_that_hides_nothing(problem: Problem) -> None:
    for mine, theirs in zip(
        scaled_dot_product_attention(*problem), scaled_dot_product_attention(*problem, np.array(True)), strict=True
    ):
        np.testing.assert_array_equal(mine, theirs)


@given(problems(), st.randoms(use_true_random=False))
def test_attention_knows_no_order_of_keys_and_keeps_that_of_queries(problem: Problem, random: Any) -> None:
    Q, K, V = problem
    output, weights = scaled_dot_product_attention(Q, K, V)
    keys, queries = (random.sample(range(size), size) for size in (K.shape[-2], Q.shape[-2]))
    moved_output, moved_weights = scaled_dot_product_attention(Q, K[..., keys, :], V[..., keys, :])
    assert_close(moved_output, output, rtol=1e-9, atol=1e-12)
    assert_close(moved_weights, weights[..., keys], rtol=1e-12)
    moved_output, moved_weights = scaled_dot_product_attention(Q[..., queries, :], K, V)
    assert_close(moved_output, output[..., queries, :], rtol=1e-9, atol=1e-12)
    assert_close(moved_weights, weights[..., queries, :], rtol=1e-12)


def test_a_hidden_key_might_as_well_not_be_there() -> None:
    Q, K, V = random_problem()
    seen = np.array([True, False, True, True, False])
    output, weights = scaled_dot_product_attention(Q, K, V, seen)
    shorter_output, shorter_weights = scaled_dot_product_attention(Q, K[seen], V[seen])
    assert_close(output, shorter_output)
    assert_close(weights[:, seen], shorter_weights)


def test_scores_too_large_for_exp_pick_one_value() -> None:
    Q, K, V = random_problem()
    output, weights = scaled_dot_product_attention(1e150 * Q, 1e150 * K, V)
    best = attention_scores(Q, K).argmax(axis=-1)
    np.testing.assert_array_equal(weights, np.eye(5)[best])
    np.testing.assert_array_equal(output, V[best])
    assert gradient_norm(1e150 * Q, 1e150 * K) == 0


@pytest.mark.parametrize("leading", [(2,), (2, 3), (1, 2, 2)])
def test_each_sample_of_a_batch_is_treated_as_if_it_were_alone(leading: tuple[int, ...]) -> None:
    Q, K, V = random_problem(*leading)
    output, weights = scaled_dot_product_attention(Q, K, V)
    jacobians, norms = softmax_jacobian(weights), []
    for index in np.ndindex(leading):
        alone_output, alone_weights = scaled_dot_product_attention(Q[index], K[index], V[index])
        assert_close(output[index], alone_output, rtol=1e-12)
        assert_close(weights[index], alone_weights, rtol=1e-12)
        assert_close(jacobians[index], softmax_jacobian(alone_weights), rtol=1e-12, atol=1e-15)
        norms.append(gradient_norm(Q[index], K[index]))
    assert gradient_norm(Q, K) == pytest.approx(np.mean(norms))


# ---------------------------------------------------------------------- kernel_regression

places = arrays(float, st.integers(1, 6), elements=st.floats(-5, 5))
measured = st.integers(1, 6).flatmap(lambda n: st.tuples(*[arrays(float, n, elements=st.floats(-5, 5))] * 2))


@given(places, measured, st.floats(1, 10))
def test_kernel_regression_is_that_of_loops_and_of_a_normal_density(
    x: np.ndarray, train: tuple[np.ndarray, np.ndarray], bandwidth: float
) -> None:
    x_train, y_train = train
    prediction = kernel_regression(x, x_train, y_train, bandwidth)
    expected = loops.kernel_regression(x.tolist(), x_train.tolist(), y_train.tolist(), bandwidth)
    density = stats.norm.pdf(x[:, None], loc=x_train, scale=bandwidth)
    assert_close(prediction, expected, rtol=1e-9, atol=1e-9)
    assert_close(prediction, density @ y_train / density.sum(axis=1), rtol=1e-9, atol=1e-9)


def test_kernel_regression_goes_from_the_nearest_measurement_to_the_average() -> None:
    x, x_train, y_train = np.array([0.4, 0.6, 1e3]), np.array([2.0, 0.0, 1.0]), np.array([60.0, 10.0, 20.0])
    assert_close(kernel_regression(x, x_train, y_train, bandwidth=0.01), [10, 20, 60])
    assert_close(kernel_regression(x[:2], x_train, y_train, bandwidth=1e6), [30, 30])
    assert_close(
        kernel_regression(x, x_train, y_train), kernel_regression(x, x_train, y_train, bandwidth=1), err_msg="default"
    )


# ---------------------------------------------------------------------- softmax_jacobian and gradient_norm


@pytest.mark.parametrize("shape", [(4,), (2, 3), (2, 3, 5)])
def test_the_jacobian_is_the_derivative_measured_by_differences(shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(3).normal(0, 2, size=shape)
    step, units = 1e-5, np.eye(shape[-1])
    measured = [(special.softmax(x + step * u, -1) - special.softmax(x - step * u, -1)) / (2 * step) for u in units]
    assert_close(softmax_jacobian(softmax(x)), np.stack(measured, axis=-1), atol=1e-9)


@given(problems())
def test_the_jacobian_is_that_of_loops_and_its_rows_and_columns_sum_to_zero(problem: Problem) -> None:
    weights = softmax(attention_scores(*problem[:2]))
    jacobian = softmax_jacobian(weights)
    assert_close(jacobian, per_sample(loops.softmax_jacobian, weights.shape[:-1], weights), rtol=1e-9, atol=1e-15)
    assert_close(jacobian, np.swapaxes(jacobian, -1, -2))
    assert_close(jacobian.sum(axis=-1), 0, atol=1e-12)


@given(problems(), st.booleans())
def test_the_gradient_norm_is_that_of_loops_and_of_numpy(problem: Problem, scale: bool) -> None:
    Q, K, _ = problem
    norm = gradient_norm(Q, K, scale)
    alone = per_sample(lambda q, k: loops.gradient_norm(q, k, scale), Q.shape[:-2], Q, K)
    scores = np.einsum("...qd,...kd->...qk", Q, K) / (Q.shape[-1] ** 0.5 if scale else 1)
    rows = special.softmax(scores, axis=-1).reshape(-1, K.shape[-2])
    frobenius = [np.linalg.norm(np.diag(p) - np.outer(p, p), "fro") for p in rows]
    assert type(norm) is float
    assert norm == pytest.approx(alone.mean(), rel=1e-9, abs=1e-15)
    assert norm == pytest.approx(np.mean(frobenius), rel=1e-9, abs=1e-15)


def test_without_the_scale_the_gradient_fades_as_d_k_grows_and_with_it_stays() -> None:
    rng = np.random.default_rng(4)
    scaled, unscaled = [], []
    for d_k in (16, 64, 256, 1024):
        Q, K = rng.normal(size=(20, 25, d_k)), rng.normal(size=(20, 16, d_k))
        scaled.append(gradient_norm(Q, K))
        unscaled.append(gradient_norm(Q, K, scale=False))
    assert all(later < 0.75 * earlier for earlier, later in pairwise(unscaled))
    assert unscaled[-1] < 0.3 * unscaled[0]
    assert max(scaled) < 1.1 * min(scaled)


# ---------------------------------------------------------------------- all functions

CALLS: dict[str, tuple[Callable[..., Any], tuple[np.ndarray, ...]]] = {
    "attention_scores": (attention_scores, random_problem(2)[:2]),
    "attention_scores, unscaled": (lambda Q, K: attention_scores(Q, K, scale=False), random_problem(2)[:2]),
    "softmax": (softmax, random_problem(2)[:1]),
    "attention": (scaled_dot_product_attention, random_problem(2)),
    "attention, masked": (scaled_dot_product_attention, (*random_problem(2), np.tri(3, 5, 2, dtype=bool))),
    "kernel_regression": (kernel_regression, tuple(random_problem()[1].T[:3])),
    "softmax_jacobian": (softmax_jacobian, (special.softmax(random_problem(2)[0], axis=-1),)),
    "gradient_norm": (gradient_norm, random_problem(2)[:2]),
}
every_function = pytest.mark.parametrize(("function", "inputs"), CALLS.values(), ids=CALLS.keys())


def outputs(result: Any) -> list[np.ndarray]:
    """Return what a function gave as a list of arrays."""
    return [np.asarray(one) for one in (result if isinstance(result, tuple) else (result,))]


@every_function
def test_inputs_may_be_read_only_and_results_do_not_share_their_memory(
    function: Callable[..., Any], inputs: tuple[np.ndarray, ...]
) -> None:
    copies = [array.copy() for array in inputs]
    for array in copies:
        array.flags.writeable = False  # writing into an input would raise
    for result in outputs(function(*copies)):
        assert not any(np.shares_memory(result, array) for array in copies)


@every_function
def test_float32_gives_the_same_within_its_precision(
    function: Callable[..., Any], inputs: tuple[np.ndarray, ...]
) -> None:
    single = [array.astype(np.float32) if array.dtype.kind == "f" else array for array in inputs]
    for mine, double in zip(outputs(function(*single)), outputs(function(*inputs)), strict=True):
        assert_close(mine, double, rtol=1e-4, atol=1e-6)


@every_function
@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_integers_give_the_floats_that_equal_floats_give(
    function: Callable[..., Any], inputs: tuple[np.ndarray, ...], dtype: type
) -> None:
    whole = [(3 * array).round() if array.dtype.kind == "f" else array for array in inputs]
    integers = [array.astype(dtype) if array.dtype.kind == "f" else array for array in whole]
    for mine, double in zip(outputs(function(*integers)), outputs(function(*whole)), strict=True):
        assert mine.dtype.kind == "f"
        assert_close(mine, double, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "error"),
    {
        "scores: d_k differs": (lambda: attention_scores(np.ones((2, 3)), np.ones((2, 4))), ValueError),
        "gradient: d_k differs": (lambda: gradient_norm(np.ones((2, 3)), np.ones((2, 4))), ValueError),
        "softmax: no such axis": (lambda: softmax(np.ones((2, 3)), axis=2), np.exceptions.AxisError),
        "attention: d_k differs": (
            lambda: scaled_dot_product_attention(np.ones((2, 3)), np.ones((4, 2)), np.ones((4, 5))),
            ValueError,
        ),
        "attention: more values than keys": (
            lambda: scaled_dot_product_attention(np.ones((2, 3)), np.ones((4, 3)), np.ones((5, 3))),
            ValueError,
        ),
        "attention: a mask of other sizes": (
            lambda: scaled_dot_product_attention(*random_problem(), mask=np.ones((5, 3), dtype=bool)),
            ValueError,
        ),
        "regression: lengths differ": (lambda: kernel_regression(np.ones(2), np.ones(3), np.ones(4)), ValueError),
    }.values(),
)
def test_errors_are_those_that_the_docstrings_promise(call: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_what_the_course_began_with_still_holds() -> None:
    numbers = np.random.RandomState(42)  # the old generator: the numbers of the first version's own test
    queries, keys, values = (numbers.randn(4, 8) for _ in range(3))
    output, weights = scaled_dot_product_attention(queries, keys, values)
    assert output.shape == (4, 8)
    assert weights.shape == (4, 4)
    assert_close(weights.sum(axis=-1), 1)
