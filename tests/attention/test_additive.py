"""The functions of Lab 5 against loops over plain numbers, the papers' own layout, SciPy and properties."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import entropy

from attn_course.attention import (
    additive,
    additive_attention,
    additive_scores,
    attention_decoder_step,
    attention_entropy,
    gru_step,
)

assert_close = np.testing.assert_allclose

leading_axes = st.lists(st.integers(1, 3), max_size=2).map(tuple)
small = st.integers(1, 4)
seeds = st.integers(0, 2**32 - 1)


def draw(seed: int, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    """Return random arrays of these shapes."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def scoring_problem(
    *leading: int, d_q: int = 3, n: int = 5, d_k: int = 2, d_a: int = 4, seed: int = 0
) -> list[np.ndarray]:
    """Return a query, keys, W_q, W_k and v."""
    return draw(seed, (*leading, d_q), (*leading, n, d_k), (d_q, d_a), (d_k, d_a), (d_a,))


def attention_problem(*leading: int, d_v: int = 6, n: int = 5, seed: int = 0) -> list[np.ndarray]:
    """Return a query, keys, values, W_q, W_k and v."""
    query, keys, *parameters = scoring_problem(*leading, n=n, seed=seed)
    return [query, keys, *draw(seed + 1, (*leading, n, d_v)), *parameters]


def step_problem(*leading: int, d_x: int = 2, d_h: int = 3, seed: int = 0) -> list[np.ndarray]:
    """Return x, h, W_x, W_h and b."""
    return draw(seed, (*leading, d_x), (*leading, d_h), (d_x, 3 * d_h), (d_h, 3 * d_h), (3 * d_h,))


def decoder_problem(*leading: int, d_x: int = 2, d_h: int = 3, d_e: int = 4, seed: int = 0) -> list[Any]:
    """Return x, h, encoder states and the dict of parameters."""
    x, h, states = draw(seed, (*leading, d_x), (*leading, d_h), (*leading, 5, d_e))
    shapes = {"W_q": (d_h, 6), "W_k": (d_e, 6), "v": (6,), "W_x": (d_x + d_e, 3 * d_h), "W_h": (d_h, 3 * d_h)}
    params = dict(zip(shapes, draw(seed + 1, *shapes.values()), strict=True))
    return [x, h, states, {**params, "b": draw(seed + 2, (3 * d_h,))[0]}]


# ---------------------------------------------------------------------- loops over plain numbers


def times(row: loops.Vector, matrix: loops.Matrix) -> loops.Vector:
    return [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]


def scores_in_loops(
    query: loops.Vector, keys: loops.Matrix, W_q: loops.Matrix, W_k: loops.Matrix, v: loops.Vector
) -> loops.Vector:
    scores = []
    for key in keys:
        sums = [a + b for a, b in zip(times(query, W_q), times(key, W_k), strict=True)]
        scores.append(math.fsum(weight * math.tanh(unit) for weight, unit in zip(v, sums, strict=True)))
    return scores


def step_in_loops(
    x: loops.Vector, h: loops.Vector, W_x: loops.Matrix, W_h: loops.Matrix, b: loops.Vector
) -> loops.Vector:
    from_x, from_h, size, new = times(x, W_x), times(h, W_h), len(h), []
    for unit in range(size):
        r, z = (1 / (1 + math.exp(-from_x[place] - from_h[place] - b[place])) for place in (unit, size + unit))
        place = 2 * size + unit
        n = math.tanh(from_x[place] + b[place] + r * from_h[place])
        new.append((1 - z) * n + z * h[unit])
    return new


# ---------------------------------------------------------------------- additive_scores


@given(leading_axes, small, small, small, small, seeds)
def test_scores_are_those_of_loops(leading: tuple[int, ...], d_q: int, n: int, d_k: int, d_a: int, seed: int) -> None:
    query, keys, *parameters = scoring_problem(*leading, d_q=d_q, n=n, d_k=d_k, d_a=d_a, seed=seed)
    scores = additive_scores(query, keys, *parameters)
    assert scores.shape == (*leading, n)
    for index in np.ndindex(*leading):
        lists = [array.tolist() for array in (query[index], keys[index], *parameters)]
        assert_close(scores[index], scores_in_loops(*lists), rtol=1e-9, atol=1e-12)


def test_the_papers_layout_is_the_transpose_of_ours() -> None:
    """e_j = v^T tanh(W_a s + U_a h_j) with columns, as appendix A.1.2 has it."""
    s, h, W_q, W_k, v = scoring_problem()
    W_a, U_a, column = W_q.T, W_k.T, s[:, np.newaxis]
    expected = [(v[np.newaxis] @ np.tanh(W_a @ column + U_a @ key[:, np.newaxis])).item() for key in h]
    assert_close(additive_scores(s, h, W_q, W_k, v), expected, rtol=1e-12)


@given(seeds, st.floats(0, 1e8))
def test_scores_are_bounded_by_v_whatever_the_inputs(seed: int, size: float) -> None:
    query, keys, W_q, W_k, v = scoring_problem(seed=seed)
    assert np.all(np.abs(additive_scores(size * query, size * keys, W_q, W_k, v)) <= np.abs(v).sum() * (1 + 1e-12))


def test_without_the_tanh_the_query_could_not_choose() -> None:
    """Why the lab says so: a linear score adds the same to every key, and the softmax takes it away again."""
    (one, keys, W_q, W_k, v), (other,) = scoring_problem(), draw(9, (3,))
    linear = [(query @ W_q + keys @ W_k) @ v for query in (one, other)]
    assert_close(linear[0] - linear[0][0], linear[1] - linear[1][0], rtol=1e-9, atol=1e-12)
    scores = [additive_scores(query, keys, W_q, W_k, v) for query in (one, other)]
    assert not np.allclose(scores[0] - scores[0][0], scores[1] - scores[1][0], atol=0.1)


# ---------------------------------------------------------------------- additive_attention


@given(leading_axes, small, seeds, st.data())
def test_attention_is_the_softmax_of_loops_under_every_mask(
    leading: tuple[int, ...], n: int, seed: int, data: st.DataObject
) -> None:
    query, keys, values, *parameters = attention_problem(*leading, n=n, seed=seed % 10**6)
    shape = (*leading, n)[data.draw(st.integers(0, len(leading))) :]
    mask = np.random.default_rng(seed).random(shape) < 0.6
    mask[..., :1] |= ~mask.any(axis=-1, keepdims=True)
    full = np.broadcast_to(mask, (*leading, n))
    context, weights = additive_attention(query, keys, values, *parameters, mask)
    assert not weights[~full].any()  # exactly 0
    for index in np.ndindex(*leading):
        scores = scores_in_loops(*[array.tolist() for array in (query[index], keys[index], *parameters)])
        visible = iter(loops.softmax([score for score, seen in zip(scores, full[index], strict=True) if seen]))
        row = [next(visible) if seen else 0.0 for seen in full[index]]
        assert_close(weights[index], row, rtol=1e-9, atol=1e-12)
        assert_close(context[index], times(row, values[index].tolist()), rtol=1e-8, atol=1e-12)


def test_moving_keys_and_values_together_moves_the_weights_and_keeps_the_context() -> None:
    query, keys, values, *parameters = attention_problem(2)
    order = np.array([3, 0, 4, 1, 2])
    context, weights = additive_attention(query, keys, values, *parameters)
    moved_context, moved_weights = additive_attention(query, keys[:, order], values[:, order], *parameters)
    assert_close(moved_context, context, rtol=1e-12)
    assert_close(moved_weights, weights[:, order], rtol=1e-12)


def test_a_large_v_chooses_one_key_and_stays_finite() -> None:
    query, keys, values, W_q, W_k, v = attention_problem()
    context, weights = additive_attention(query, keys, values, W_q, W_k, 1e5 * v)
    best = np.argmax(additive_scores(query, keys, W_q, W_k, v))
    assert_close(weights, np.eye(5)[best], atol=1e-12)
    assert_close(context, values[best], rtol=1e-12)


# ---------------------------------------------------------------------- gru_step


@given(leading_axes, small, small, seeds)
def test_a_step_is_that_of_loops(leading: tuple[int, ...], d_x: int, d_h: int, seed: int) -> None:
    x, h, *parameters = step_problem(*leading, d_x=d_x, d_h=d_h, seed=seed)
    new = gru_step(x, h, *parameters)
    assert new.shape == h.shape
    for index in np.ndindex(*leading):
        lists = [array.tolist() for array in (x[index], h[index], *parameters)]
        assert_close(new[index], step_in_loops(*lists), rtol=1e-9, atol=1e-12)


def test_each_gate_can_be_opened_and_shut_by_its_bias() -> None:
    x, h, W_x, W_h, b = step_problem()
    reset, update = np.repeat(np.eye(3)[:2], 3, axis=1)  # ones where r and z have their biases
    assert_close(gru_step(x, h, W_x, W_h, b + 100 * update), h, rtol=1e-12)  # z = 1: kept
    candidate = np.tanh(x @ W_x[:, 6:] + b[6:])
    assert_close(gru_step(x, h, W_x, W_h, b - 100 * update - 100 * reset), candidate, rtol=1e-12)  # z = r = 0
    candidate = np.tanh(x @ W_x[:, 6:] + h @ W_h[:, 6:] + b[6:])
    assert_close(gru_step(x, h, W_x, W_h, b - 100 * update + 100 * reset), candidate, rtol=1e-12)  # z = 0, r = 1


def test_our_reset_gate_acts_behind_the_product_and_the_papers_before_it() -> None:
    """Cho et al. (2014), equations 5 to 8, with columns, differ from ours; for one unit they agree."""

    def papers_step(x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray) -> np.ndarray:
        (W_r, W_z, W), (U_r, U_z, U) = np.split(W_x.T, 3), np.split(W_h.T, 3)
        r, z = expit(W_r @ x + U_r @ h), expit(W_z @ x + U_z @ h)
        return np.asarray(z * h + (1 - z) * np.tanh(W @ x + U @ (r * h)))

    x, h, W_x, W_h, b = step_problem(d_h=1)
    assert_close(gru_step(x, h, W_x, W_h, 0 * b), papers_step(x, h, W_x, W_h), rtol=1e-12)
    x, h, W_x, W_h, b = step_problem(d_h=3)
    assert not np.allclose(gru_step(x, h, W_x, W_h, 0 * b), papers_step(x, h, W_x, W_h), atol=1e-2)


@given(seeds, st.floats(0, 1e6))
def test_the_new_state_is_between_the_old_one_and_the_candidates_bounds(seed: int, size: float) -> None:
    x, h, *parameters = step_problem(4, seed=seed)
    with np.errstate(over="raise", invalid="raise"):
        new = gru_step(size * x, h, *parameters)
    assert np.all(new <= np.maximum(h, 1) + 1e-12)
    assert np.all(new >= np.minimum(h, -1) - 1e-12)


def test_sigmoid_is_scipys() -> None:
    x = np.linspace(-800, 800, 4001)
    with np.errstate(over="raise"):
        assert_close(additive.sigmoid(x), expit(x), rtol=1e-12, atol=1e-15)


# ---------------------------------------------------------------------- attention_decoder_step


@given(leading_axes, seeds, st.booleans())
def test_a_decoders_step_is_that_of_loops(leading: tuple[int, ...], seed: int, masked: bool) -> None:
    x, h, states, params = decoder_problem(*leading, seed=seed % 10**6)
    seen = np.array([True, True, False, True, False]) if masked else None
    h_new, context, weights = attention_decoder_step(x, h, states, params, seen)
    lists = {name: value.tolist() for name, value in params.items()}
    for index in np.ndindex(*leading):
        rows = states[index].tolist()
        scores = scores_in_loops(h[index].tolist(), rows, lists["W_q"], lists["W_k"], lists["v"])
        row = loops.softmax([s if seen is None or seen[j] else -math.inf for j, s in enumerate(scores)])
        found = times(row, rows)
        new = step_in_loops(x[index].tolist() + found, h[index].tolist(), lists["W_x"], lists["W_h"], lists["b"])
        for value, expected in ((weights, row), (context, found), (h_new, new)):
            assert_close(value[index], expected, rtol=1e-8, atol=1e-12)


def test_the_weights_do_not_depend_on_what_is_written_now() -> None:
    x, h, states, params = decoder_problem(2)
    new, context, weights = attention_decoder_step(x, h, states, params)
    other_new, other_context, other_weights = attention_decoder_step(x + 1, h, states, params)
    np.testing.assert_array_equal(weights, other_weights)
    np.testing.assert_array_equal(context, other_context)
    assert not np.allclose(new, other_new)


def test_a_missing_parameter_is_named() -> None:
    x, h, states, params = decoder_problem()
    for name in params:
        with pytest.raises(KeyError, match=name):
            attention_decoder_step(x, h, states, {key: value for key, value in params.items() if key != name})


# ---------------------------------------------------------------------- attention_entropy


@given(leading_axes, st.integers(1, 9), seeds)
def test_entropy_is_scipys(leading: tuple[int, ...], n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.full(n, 0.3), leading)
    weights[..., rng.integers(n)] = 0.0
    weights[..., 0] += 1 - weights.sum(axis=-1)
    assert_close(attention_entropy(weights), entropy(weights, axis=-1), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 7, 50])
def test_entropy_lies_between_0_and_the_logarithm_of_the_number_of_keys(n: int) -> None:
    with np.errstate(all="raise"):
        assert attention_entropy(np.full(n, 1 / n)) == pytest.approx(math.log(n), abs=1e-12)
        certain = attention_entropy(np.eye(n))
    np.testing.assert_array_equal(certain, np.zeros(n))
    assert not np.signbit(certain).any()  # 0, not -0


def test_independent_choices_add_their_entropies() -> None:
    one, other = np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.4])
    both = np.outer(one, other).ravel()
    assert attention_entropy(both) == pytest.approx(attention_entropy(one) + attention_entropy(other), rel=1e-12)


# ---------------------------------------------------------------------- what holds for all of them

WEIGHTS = np.random.default_rng(5).dirichlet(np.ones(5), (3, 2))
CALLS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "additive_scores": (additive_scores, scoring_problem(2)),
    "additive_attention": (additive_attention, attention_problem(2)),
    "additive_attention, masked": (additive_attention, [*attention_problem(2), np.arange(5) < 3]),
    "gru_step": (gru_step, step_problem(2)),
    "attention_decoder_step": (attention_decoder_step, decoder_problem(2)),
    "attention_entropy": (attention_entropy, [WEIGHTS]),
}
every_function = pytest.mark.parametrize(("function", "inputs"), CALLS.values(), ids=CALLS.keys())


def outputs(result: Any) -> list[np.ndarray]:
    """Return what a function gave as a list of arrays."""
    return [np.asarray(one) for one in (result if isinstance(result, tuple) else (result,))]


def mapped(change: Callable[[np.ndarray], np.ndarray], value: Any) -> Any:
    """Change every array of floats in a list or dict of inputs."""
    if isinstance(value, list):
        return [mapped(change, one) for one in value]
    if isinstance(value, dict):
        return {name: mapped(change, one) for name, one in value.items()}
    return change(value) if value.dtype.kind == "f" else value


@every_function
def test_inputs_may_be_read_only(function: Callable[..., Any], inputs: list[Any]) -> None:
    def locked(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array.flags.writeable = False  # writing into an input would raise
        return array

    for one, other in zip(outputs(function(*mapped(locked, inputs))), outputs(function(*inputs)), strict=True):
        np.testing.assert_array_equal(one, other)


@every_function
def test_float32_gives_the_same_within_its_precision(function: Callable[..., Any], inputs: list[Any]) -> None:
    single = function(*mapped(lambda array: array.astype(np.float32), inputs))
    for mine, double in zip(outputs(single), outputs(function(*inputs)), strict=True):
        assert_close(mine, double, rtol=1e-4, atol=1e-5)


@every_function
def test_integers_give_what_equal_floats_give(function: Callable[..., Any], inputs: list[Any]) -> None:
    whole = mapped(lambda array: (3 * array).round(), inputs)
    integers = mapped(lambda array: array.astype(int), whole)
    for mine, double in zip(outputs(function(*integers)), outputs(function(*whole)), strict=True):
        assert_close(mine, double, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    {
        "a query of another size": (
            lambda: additive_scores(np.ones(4), np.ones((5, 2)), np.ones((3, 2)), np.ones((2, 2)), np.ones(2)),
            "core dimension",
        ),
        "hidden layers of different sizes": (
            lambda: additive_scores(np.ones(3), np.ones((5, 2)), np.ones((3, 2)), np.ones((2, 4)), np.ones(4)),
            "broadcast",
        ),
        "a mask of other sizes": (
            lambda: additive_attention(*attention_problem(), mask=np.ones(4, dtype=bool)),
            "broadcast",
        ),
        "more values than keys": (
            lambda: additive_attention(*attention_problem()[:2], np.ones((6, 2)), *attention_problem()[3:]),
            "do(es)? not (match|broadcast)|could not be broadcast",
        ),
        "columns that are no three blocks": (
            lambda: gru_step(np.ones(2), np.ones(3), np.ones((2, 8)), np.ones((3, 8)), np.ones(8)),
            "equal division",
        ),
    }.values(),
)
def test_errors_are_those_that_the_docstrings_promise(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


# ---------------------------------------------------------------------- PyTorch, where it is installed


@pytest.mark.torch
def test_a_step_is_that_of_pytorchs_cell(torch: Any) -> None:
    x, h, W_x, W_h, b = step_problem(4)
    cell = torch.nn.GRUCell(2, 3, dtype=torch.float64)  # blocks r, z, n, and a second bias, which is 0 here
    with torch.no_grad():
        for parameter, value in ((cell.weight_ih, W_x.T), (cell.weight_hh, W_h.T), (cell.bias_ih, b)):
            parameter.copy_(torch.from_numpy(value))
        cell.bias_hh.zero_()
        expected = cell(torch.from_numpy(x), torch.from_numpy(h))
    assert_close(gru_step(x, h, W_x, W_h, b), expected.numpy(), rtol=1e-10, atol=1e-12)
