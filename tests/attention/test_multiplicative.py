"""The functions of Lab 6 against oracles that share no code with them: loops, SciPy, sums of projections."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes
from scipy.special import expit, log_softmax
from scipy.stats import norm

from attn_course.attention import (
    attention_scores,
    attentional_state,
    concat_score,
    dot_score,
    general_score,
    local_luong_attention,
    luong_attention,
    predicted_position,
)

assert_close = np.testing.assert_allclose
seeds = st.integers(0, 2**32 - 1)
sides = st.integers(1, 6)
leading_axes = array_shapes(min_dims=0, max_dims=2, max_side=3)

Leading = tuple[int, ...]


def normal(seed: int, *shapes: Leading) -> list[np.ndarray]:
    """Draw an array of normal numbers for each shape."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def dot(one: list[float], other: list[float]) -> float:
    """Multiply two lists entry by entry and add up."""
    return math.fsum(x * y for x, y in zip(one, other, strict=True))


def times_matrix(row: list[float], W: list[list[float]]) -> list[float]:
    """Multiply a row with a matrix that is a list of rows."""
    return [dot(row, [line[column] for line in W]) for column in range(len(W[0]))]


def looped(method: str, h_t: list[float], states: list[list[float]], **given: list) -> list[float]:
    """Score one sample in plain Python numbers, lists and loops."""
    if method == "dot":
        return [dot(h_t, state) for state in states]
    if method == "general":
        return [dot(times_matrix(h_t, given["W"]), state) for state in states]
    hidden = [[math.tanh(unit) for unit in times_matrix(h_t + state, given["W"])] for state in states]
    return [dot(units, given["v"]) for units in hidden]


def parameters(method: str, seed: int, d_t: int, d_s: int, d_a: int) -> dict[str, np.ndarray]:
    """Draw what a method needs."""
    W, W_joint, v = normal(seed + 1, (d_t, d_s), (d_t + d_s, d_a), (d_a,))
    return {"dot": {}, "general": {"W": W}, "concat": {"W": W_joint, "v": v}}[method]


def score(method: str, h_t: np.ndarray, states: np.ndarray, **given: np.ndarray) -> np.ndarray:
    """Call the score function of a method."""
    return {"dot": dot_score, "general": general_score, "concat": concat_score}[method](h_t, states, **given)


methods = pytest.mark.parametrize("method", ["dot", "general", "concat"])


# ---------------------------------------------------------------------- the three scores


@methods
@given(leading_axes, sides, sides, sides, sides, seeds)
def test_scores_are_those_of_loops(
    method: str, leading: Leading, n: int, d_t: int, d_s: int, d_a: int, seed: int
) -> None:
    d_s = d_t if method == "dot" else d_s
    h_t, states = normal(seed, (*leading, d_t), (*leading, n, d_s))
    given_too = parameters(method, seed, d_t, d_s, d_a)
    scores = score(method, h_t, states, **given_too)
    assert scores.shape == (*leading, n)
    lists = {name: array.tolist() for name, array in given_too.items()}
    for index in np.ndindex(leading):
        assert_close(scores[index], looped(method, h_t[index].tolist(), states[index].tolist(), **lists), rtol=1e-9)


@given(leading_axes, sides, sides, seeds)
def test_scaled_dot_product_is_the_general_score_with_the_identity_over_the_root(
    leading: Leading, n: int, d: int, seed: int
) -> None:
    h_t, states = normal(seed, (*leading, d), (*leading, n, d))
    scaled = attention_scores(h_t[..., np.newaxis, :], states)[..., 0, :]
    assert_close(general_score(h_t, states, np.eye(d) / math.sqrt(d)), scaled, rtol=1e-12)


@given(leading_axes, sides, sides, sides, seeds)
def test_the_general_score_sums_over_both_features(leading: Leading, n: int, d_t: int, d_s: int, seed: int) -> None:
    h_t, states, W = normal(seed, (*leading, d_t), (*leading, n, d_s), (d_t, d_s))
    assert_close(general_score(h_t, states, W), np.einsum("...a,ab,...nb->...n", h_t, W, states), atol=1e-12)


@given(leading_axes, sides, sides, sides, sides, seeds)
def test_the_concat_score_is_the_additive_score_with_the_matrices_on_top_of_each_other(
    leading: Leading, n: int, d_t: int, d_s: int, d_a: int, seed: int
) -> None:
    h_t, states, W_q, W_k, v = normal(seed, (*leading, d_t), (*leading, n, d_s), (d_t, d_a), (d_s, d_a), (d_a,))
    additive = np.tanh(np.einsum("...a,ah->...h", h_t, W_q)[..., np.newaxis, :] + states @ W_k) @ v
    assert_close(concat_score(h_t, states, np.vstack([W_q, W_k]), v), additive, atol=1e-12)


def test_sizes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="mismatch"):
        dot_score(np.zeros(1), np.zeros((4, 3)))
    with pytest.raises(ValueError, match="mismatch"):
        general_score(np.zeros(2), np.zeros((4, 3)), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="mismatch"):
        concat_score(np.zeros(2), np.zeros((4, 3)), np.zeros((6, 5)), np.zeros(5))


# ---------------------------------------------------------------------- luong_attention


@methods
@given(leading_axes, st.integers(2, 6), sides, sides, seeds)
def test_attention_is_the_softmax_of_the_seen_scores(
    method: str, leading: Leading, n: int, d_t: int, d_s: int, seed: int
) -> None:
    d_s = d_t if method == "dot" else d_s
    h_t, states = normal(seed, (*leading, d_t), (*leading, n, d_s))
    given_too = parameters(method, seed, d_t, d_s, 4)
    mask = np.random.default_rng(seed).random((*leading, n)) < 0.6
    mask[..., seed % n] = True
    context, weights = luong_attention(h_t, states, method, mask, **given_too)
    assert context.shape == (*leading, d_s) and weights.shape == (*leading, n)
    scores = score(method, h_t, states, **given_too)
    for index in np.ndindex(leading):
        seen = mask[index]
        assert (weights[index][~seen] == 0).all()
        assert_close(weights[index][seen], np.exp(log_softmax(scores[index][seen])), rtol=1e-9)
        average = sum(weight * state for weight, state in zip(weights[index], states[index], strict=True))
        assert_close(context[index], average, atol=1e-12)


def test_dot_is_the_method_if_none_is_named() -> None:
    h_t, states = normal(1, (3,), (5, 3))
    for one, other in zip(luong_attention(h_t, states), luong_attention(h_t, states, method="dot"), strict=True):
        assert_close(one, other, rtol=0)


@pytest.mark.parametrize("method", ["Dot", "additive", "", None, "location"])
def test_unknown_methods_are_refused(method: str) -> None:
    with pytest.raises(ValueError, match="one of dot, general, concat, not"):
        luong_attention(np.zeros(2), np.zeros((3, 2)), method)


def test_huge_scores_give_finite_results() -> None:
    states = np.array([[1e3, 0.0], [0.0, 1e3], [1.0, 1.0]])
    context, weights = luong_attention(np.array([5.0, -5.0]), states)
    assert_close(weights, [1, 0, 0], atol=1e-12)
    assert_close(context, states[0])


# ---------------------------------------------------------------------- attentional_state


@given(leading_axes, sides, sides, sides, seeds)
def test_the_attentional_state_is_a_sum_of_two_projections(
    leading: Leading, d_s: int, d_t: int, d_out: int, seed: int
) -> None:
    context, h_t, W_c = normal(seed, (*leading, d_s), (*leading, d_t), (d_s + d_t, d_out))
    state = attentional_state(context, h_t, W_c)
    assert state.shape == (*leading, d_out)
    assert_close(np.arctanh(state), context @ W_c[:d_s] + h_t @ W_c[d_s:], rtol=1e-6, atol=1e-6)


# ---------------------------------------------------------------------- predicted_position


@given(leading_axes, sides, sides, st.integers(1, 50), seeds)
def test_the_position_is_that_of_loops(leading: Leading, d_t: int, d_a: int, n: int, seed: int) -> None:
    h_t, W_p, v_p = normal(seed, (*leading, d_t), (d_t, d_a), (d_a,))
    position = predicted_position(h_t, W_p, v_p, n)
    assert np.shape(position) == leading
    for index in np.ndindex(leading):
        hidden = [math.tanh(unit) for unit in times_matrix(h_t[index].tolist(), W_p.tolist())]
        assert position[index] == pytest.approx(n * expit(dot(hidden, v_p.tolist())), rel=1e-9)


@pytest.mark.parametrize(("size", "expected"), [(1e4, 7), (-1e4, 0), (0, 3.5)])
def test_the_position_stays_between_0_and_n(size: float, expected: float) -> None:
    assert predicted_position(np.ones(2), np.ones((2, 1)), np.array([size]), 7) == pytest.approx(expected)


# ---------------------------------------------------------------------- local_luong_attention


@given(leading_axes, st.integers(1, 8), sides, sides, st.integers(1, 4), seeds)
def test_local_attention_is_that_of_loops(leading: Leading, n: int, d_t: int, d_s: int, window: int, seed: int) -> None:
    h_t, states, W = normal(seed, (*leading, d_t), (*leading, n, d_s), (d_t, d_s))
    position = np.random.default_rng(seed).uniform(0, n, size=leading)
    context, weights = local_luong_attention(h_t, states, W, position, window)
    assert context.shape == (*leading, d_s) and weights.shape == (*leading, n)
    for index in np.ndindex(leading):
        centre = float(position[index])
        seen = [j for j in range(n) if abs(j - centre) <= window]
        scores = looped("general", h_t[index].tolist(), states[index][seen].tolist(), W=W.tolist())
        expected = np.zeros(n)
        bell = norm(loc=centre, scale=window / 2)
        expected[seen] = np.exp(log_softmax(scores)) * bell.pdf(seen) / bell.pdf(centre)
        assert_close(weights[index], expected, rtol=1e-9)
        assert_close(context[index], expected @ states[index], atol=1e-12)


@given(st.integers(1, 6), st.integers(0, 5), seeds)
def test_a_window_that_holds_everything_differs_from_global_attention_by_the_bell_alone(
    n: int, position: int, seed: int
) -> None:
    h_t, states, W = normal(seed, (2,), (n, 3), (2, 3))
    _, weights = local_luong_attention(h_t, states, W, position % n, window=n)
    _, everywhere = luong_attention(h_t, states, "general", W=W)
    assert_close(weights[position % n], everywhere[position % n])
    assert weights.sum() <= 1 + 1e-12
    assert (weights <= everywhere + 1e-12).all()


def test_the_edge_of_the_window_is_inside_and_what_is_beyond_has_no_weight() -> None:
    h_t, states, W = normal(2, (2,), (9, 3), (2, 3))
    _, weights = local_luong_attention(h_t, states, W, 4.0, 2)
    assert ((weights > 0) == [False, False, True, True, True, True, True, False, False]).all()
    _, weights = local_luong_attention(h_t, states, W, 4.5, 2)
    assert ((weights > 0) == [False, False, False, True, True, True, True, False, False]).all()


# ---------------------------------------------------------------------- all of them


def test_whole_numbers_give_floats_and_inputs_stay_as_they_were() -> None:
    h_t, states, mask = np.array([1, 2]), np.array([[0, 1], [2, 0], [1, 1]]), np.array([True, True, False])
    W, W_joint, v = np.array([[1, 0], [1, 1]]), np.ones((4, 3), dtype=int), np.array([1, 0, 1])
    arrays = [h_t, states, mask, W, W_joint, v]
    before = [array.copy() for array in arrays]
    results = [
        dot_score(h_t, states),
        general_score(h_t, states, W),
        concat_score(h_t, states, W_joint, v),
        *luong_attention(h_t, states, "concat", mask, W=W_joint, v=v),
        attentional_state(h_t, h_t, W_joint),
        predicted_position(h_t, W, h_t, 5),
        *local_luong_attention(h_t, states, W, 1, 1),
    ]
    assert all(result.dtype == float for result in results)
    assert all(np.array_equal(array, copy) for array, copy in zip(arrays, before, strict=True))
