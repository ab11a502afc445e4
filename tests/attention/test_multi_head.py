"""The functions of Lab 2 against loops over plain numbers, counted multiplications and brute force."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import distance

from attn_course.attention import (
    attention_cost,
    head_diversity,
    merge_heads,
    multi_head_attention,
    projected_multi_head_attention,
    scaled_dot_product_attention,
    split_heads,
)

assert_close = np.testing.assert_allclose

leading_axes = st.lists(st.integers(1, 3), max_size=2).map(tuple)
small = st.integers(1, 4)
seeds = st.integers(0, 2**32 - 1)


def draw(seed: int, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    """Return random arrays of these shapes."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def projected_problem(
    *leading: int, n_q: int = 3, n_k: int = 5, num_heads: int = 2, d_k: int = 3, seed: int = 0
) -> Any:
    """Return x_q, x_kv, W_q, W_k, W_v, W_o and the number of heads."""
    d = num_heads * d_k
    x_q, x_kv, *matrices = draw(seed, (*leading, n_q, d), (*leading, n_k, d), *[(d, d)] * 4)
    return x_q, x_kv, *(W / math.sqrt(d) for W in matrices), num_heads


def product(A: loops.Matrix, B: loops.Matrix) -> loops.Matrix:
    return [
        [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*B, strict=True)] for row in A
    ]


def columns(matrix: loops.Matrix, start: int, end: int) -> loops.Matrix:
    return [row[start:end] for row in matrix]


def heads_one_by_one(
    Q: loops.Matrix, K: loops.Matrix, V: loops.Matrix, num_heads: int, mask: list[list[bool]]
) -> tuple[loops.Matrix, list[loops.Matrix]]:
    """Attend with every head's columns, from the formulas alone; return the rows side by side, and the weights."""
    d_k = len(Q[0]) // num_heads
    slices = [(h * d_k, (h + 1) * d_k) for h in range(num_heads)]
    results = [loops.attention(*(columns(X, *s) for X in (Q, K, V)), mask) for s in slices]
    rows = [[number for output, _ in results for number in output[t]] for t in range(len(Q))]
    return rows, [weights for _, weights in results]


# ---------------------------------------------------------------------- split_heads and merge_heads


@given(leading_axes, small, small, small)
def test_each_number_goes_to_the_head_that_owns_its_feature(leading: tuple[int, ...], n: int, h: int, d_k: int) -> None:
    X = np.arange(math.prod(leading) * n * h * d_k).reshape(*leading, n, h * d_k)
    heads = split_heads(X, h)
    assert heads.shape == (*leading, h, n, d_k)
    for *sample, head, token, feature in np.ndindex(heads.shape):
        assert heads[(*sample, head, token, feature)] == X[(*sample, token, head * d_k + feature)]
    np.testing.assert_array_equal(merge_heads(heads), X)


@given(leading_axes, small, small, small, seeds)
def test_merging_is_concatenation_of_the_heads(leading: tuple[int, ...], n: int, h: int, d_k: int, seed: int) -> None:
    (X,) = draw(seed, (*leading, h, n, d_k))
    np.testing.assert_array_equal(merge_heads(X), np.concatenate([X[..., head, :, :] for head in range(h)], axis=-1))
    np.testing.assert_array_equal(split_heads(merge_heads(X), h), X)


@pytest.mark.parametrize("num_heads", [-2, -1, 0, 3, 5, 16])
def test_a_number_of_heads_that_does_not_divide_is_refused_in_words(num_heads: int) -> None:
    with pytest.raises(ValueError, match=rf"8 features cannot be shared out evenly among {num_heads} heads"):
        split_heads(np.zeros((4, 8)), num_heads)


# ---------------------------------------------------------------------- multi_head_attention


@given(leading_axes, small, small, small, small, seeds)
def test_attention_is_that_of_loops_over_heads(
    leading: tuple[int, ...], n_q: int, n_k: int, h: int, d_k: int, seed: int
) -> None:
    Q, K, V = draw(seed, (*leading, n_q, h * d_k), *[(*leading, n_k, h * d_k)] * 2)
    output = multi_head_attention(Q, K, V, h)
    for index in np.ndindex(*leading):
        lists = [X[index].tolist() for X in (Q, K, V)]
        assert_close(output[index], heads_one_by_one(*lists, h, [[True] * n_k] * n_q)[0], rtol=1e-9, atol=1e-12)


def test_there_are_four_heads_unless_another_number_is_asked_for() -> None:
    Q, K, V = draw(1, (3, 8), (5, 8), (5, 8))
    np.testing.assert_array_equal(multi_head_attention(Q, K, V), multi_head_attention(Q, K, V, num_heads=4))
    assert not np.allclose(multi_head_attention(Q, K, V), multi_head_attention(Q, K, V, num_heads=2))


def test_one_head_is_plain_attention() -> None:
    Q, K, V = draw(2, (2, 3, 6), (2, 5, 6), (2, 5, 6))
    np.testing.assert_array_equal(multi_head_attention(Q, K, V, 1), scaled_dot_product_attention(Q, K, V)[0])


def test_a_head_sees_its_own_features_only() -> None:
    Q, K, V = draw(3, (3, 6), (5, 6), (5, 6))
    output = multi_head_attention(Q, K, V, 3)
    for X in (Q, K, V):
        X[:, 2:4] += 1.7 * X[::-1, 2:4]  # what belongs to head 1
    changed = multi_head_attention(Q, K, V, 3) != output
    np.testing.assert_array_equal(changed.all(axis=0), [False, False, True, True, False, False])
    np.testing.assert_array_equal(changed.any(axis=0), changed.all(axis=0))


# ---------------------------------------------------------------------- projected_multi_head_attention


@st.composite
def masked_projected_problems(draw_: st.DrawFn) -> tuple[Any, np.ndarray]:
    """Draw a problem and a mask of any shape that broadcasts to (..., n_q, n_k); every query sees a key."""
    leading, n_q, n_k = draw_(leading_axes), draw_(small), draw_(small)
    problem = projected_problem(
        *leading, n_q=n_q, n_k=n_k, num_heads=draw_(small), d_k=draw_(st.integers(1, 3)), seed=draw_(seeds)
    )
    shape = (*leading, n_q, n_k)
    shape = shape[draw_(st.integers(0, len(shape))) :]
    sides = [draw_(st.sampled_from(sorted({1, side}))) for side in shape]
    mask = np.array(np.random.default_rng(draw_(seeds)).random(tuple(sides)) < 0.6)
    if mask.ndim == 0:
        return problem, np.array(True)
    mask[..., :1] |= ~mask.any(axis=-1, keepdims=True)
    return problem, mask


@given(masked_projected_problems())
def test_projected_attention_is_that_of_loops_for_every_mask_that_broadcasts(drawn: tuple[Any, np.ndarray]) -> None:
    (x_q, x_kv, W_q, W_k, W_v, W_o, h), mask = drawn
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, h, mask)
    leading, shape = x_q.shape[:-2], (*x_q.shape[:-1], x_kv.shape[-2])
    full = np.broadcast_to(mask, shape)
    assert weights.shape == (*leading, h, *shape[-2:])
    for index in np.ndindex(*leading):
        projected = [product(x[index].tolist(), W.tolist()) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v))]
        rows, expected_weights = heads_one_by_one(*projected, h, full[index].tolist())
        assert_close(weights[index], expected_weights, rtol=1e-8, atol=1e-12)
        assert_close(output[index], product(rows, W_o.tolist()), rtol=1e-8, atol=1e-12)
    assert not weights[~np.broadcast_to(full[..., np.newaxis, :, :], weights.shape)].any()  # exactly 0


@given(leading_axes, small, st.integers(1, 3), seeds)
def test_heads_are_the_papers_with_matrices_of_their_own(leading: tuple[int, ...], h: int, d_k: int, seed: int) -> None:
    """Each head has W_h^Q, W_h^K and W_h^V of shape (d_model, d_k), and rows h d_k to (h + 1) d_k of W_o."""
    x_q, x_kv, W_q, W_k, W_v, W_o, _ = projected_problem(*leading, num_heads=h, d_k=d_k, seed=seed)
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, h)
    total = np.zeros_like(output)
    for head in range(h):
        own = slice(head * d_k, (head + 1) * d_k)
        one, its_weights = scaled_dot_product_attention(x_q @ W_q[:, own], x_kv @ W_k[:, own], x_kv @ W_v[:, own])
        total += one @ W_o[own]
        assert_close(weights[..., head, :, :], its_weights, rtol=1e-9, atol=1e-12)
    assert_close(output, total, rtol=1e-9, atol=1e-12)


def test_identity_projections_are_attention_without_projections() -> None:
    x_q, x_kv, *_ = projected_problem(2)
    identity = np.eye(6)
    output, _ = projected_multi_head_attention(x_q, x_kv, *[identity] * 4, num_heads=2)
    np.testing.assert_array_equal(output, multi_head_attention(x_q, x_kv, x_kv, 2))


def test_a_hidden_token_might_as_well_not_be_there() -> None:
    x_q, x_kv, *matrices, h = projected_problem()
    seen = np.array([True, False, True, True, False])
    output, weights = projected_multi_head_attention(x_q, x_kv, *matrices, h, seen)
    shorter_output, shorter_weights = projected_multi_head_attention(x_q, x_kv[seen], *matrices, h)
    assert_close(output, shorter_output)
    assert_close(weights[..., seen], shorter_weights)


def test_a_batch_of_as_many_samples_as_heads_keeps_a_mask_for_each_sample() -> None:
    """With a mask of shape (2, 1, n_k) and two heads, NumPy alone would give each head a mask of its own."""
    x_q, x_kv, *matrices, h = projected_problem(2)
    mask = np.array([[[True, True, True, False, False]], [[True, False, True, True, True]]])
    _, weights = projected_multi_head_attention(x_q, x_kv, *matrices, h, mask)
    np.testing.assert_array_equal((weights > 0).all(axis=(1, 2)), mask[:, 0])
    np.testing.assert_array_equal((weights > 0).any(axis=(1, 2)), mask[:, 0])


# ---------------------------------------------------------------------- attention_cost


class Counted:
    """A number that counts the multiplications it takes part in."""

    multiplications = 0

    def __add__(self, other: object) -> Counted:
        return self

    __radd__ = __add__

    def __mul__(self, other: object) -> Counted:
        Counted.multiplications += 1
        return self


def counted(*shape: int) -> np.ndarray:
    return np.full(shape, Counted())


@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 3))
def test_the_multiplications_are_those_that_matrix_products_make(n: int, num_heads: int, d_k: int) -> None:
    d = num_heads * d_k
    Counted.multiplications = 0
    Q, K, V = (split_heads(counted(n, d) @ counted(d, d), num_heads) for _ in range(3))
    for head in range(num_heads):
        scores = Q[head] @ K[head].T
        assert scores.shape == (n, n)
        assert (counted(n, n) @ V[head]).shape == (n, d_k)
    assert (counted(n, d) @ counted(d, d)).shape == (n, d)
    assert attention_cost(n, d, num_heads)["multiply_adds"] == Counted.multiplications


@pytest.mark.parametrize(("dtype", "size"), [(np.float32, 4), (np.float64, 8), (np.float16, 2)])
def test_parameters_and_bytes_are_those_of_arrays(dtype: type, size: int) -> None:
    *_, W_q, W_k, W_v, W_o, h = problem = projected_problem(n_q=7, n_k=7, num_heads=3)
    _, weights = projected_multi_head_attention(*problem)
    cost = attention_cost(7, 9, 3, size)
    assert cost["parameters"] == sum(W.size for W in (W_q, W_k, W_v, W_o))
    assert cost["score_bytes"] == weights.astype(dtype).nbytes
    assert attention_cost(7, 9, h) == attention_cost(7, 9, h, bytes_per_number=4)


def test_more_heads_cost_more_memory_and_nothing_else() -> None:
    one, eight = attention_cost(100, 64, 1), attention_cost(100, 64, 8)
    assert eight == one | {"score_bytes": 8 * one["score_bytes"]}
    assert all(type(value) is int for value in eight.values())


# ---------------------------------------------------------------------- head_diversity


@given(st.integers(1, 5), small, st.integers(1, 5), seeds)
def test_diversity_is_half_the_city_block_distance_of_every_pair(h: int, n_q: int, n_k: int, seed: int) -> None:
    weights = np.random.default_rng(seed).dirichlet(np.ones(n_k), (h, n_q))
    pairs = list(combinations(range(h), 2))
    distances = [distance.cityblock(weights[a, q], weights[b, q]) / 2 for a, b in pairs for q in range(n_q)]
    assert type(head_diversity(weights)) is float
    assert head_diversity(weights) == pytest.approx(np.mean(distances) if pairs else 0.0, rel=1e-12, abs=1e-15)
    assert 0 <= head_diversity(weights) <= 1 + 1e-12


@given(st.integers(2, 5), seeds)
def test_diversity_is_the_largest_difference_on_any_set_of_keys(n_k: int, seed: int) -> None:
    """The total variation distance as probability theory defines it, over all subsets of the keys."""
    a, b = np.random.default_rng(seed).dirichlet(np.ones(n_k), 2)
    subsets = [list(keys) for size in range(n_k + 1) for keys in combinations(range(n_k), size)]
    largest = max(abs(a[keys].sum() - b[keys].sum()) for keys in subsets)
    assert head_diversity(np.array([[a], [b]])) == pytest.approx(largest, rel=1e-9, abs=1e-15)


def test_diversity_is_0_for_equal_heads_and_1_for_heads_that_share_no_key() -> None:
    assert head_diversity(np.tile([[0.2, 0.3, 0.5]], (4, 2, 1))) == 0
    assert head_diversity(np.eye(3)[:, np.newaxis, :]) == 1
    assert head_diversity(np.eye(3)[np.newaxis]) == 0  # a single head


# ---------------------------------------------------------------------- all functions

HEADS = np.random.default_rng(5).dirichlet(np.ones(5), (3, 2))
QKV = tuple(draw(6, (2, 3, 8), (2, 5, 8), (2, 5, 8)))
CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "split_heads": (split_heads, (QKV[0], 4)),
    "merge_heads": (merge_heads, (QKV[0],)),
    "multi_head_attention": (multi_head_attention, QKV),
    "projected": (projected_multi_head_attention, projected_problem(2)),
    "projected, masked": (projected_multi_head_attention, (*projected_problem(2), np.tri(3, 5, 2, dtype=bool))),
    "head_diversity": (head_diversity, (HEADS,)),
}
every_function = pytest.mark.parametrize(("function", "inputs"), CALLS.values(), ids=CALLS.keys())


def outputs(result: Any) -> list[np.ndarray]:
    """Return what a function gave as a list of arrays."""
    return [np.asarray(one) for one in (result if isinstance(result, tuple) else (result,))]


def mapped(change: Callable[[np.ndarray], np.ndarray], inputs: tuple[Any, ...]) -> list[Any]:
    """Change the arrays of floats among the inputs."""
    return [change(one) if isinstance(one, np.ndarray) and one.dtype.kind == "f" else one for one in inputs]


@every_function
def test_inputs_may_be_read_only(function: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    def locked(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array.flags.writeable = False  # writing into an input would raise
        return array

    for one, other in zip(outputs(function(*mapped(locked, inputs))), outputs(function(*inputs)), strict=True):
        np.testing.assert_array_equal(one, other)


@every_function
def test_float32_gives_the_same_within_its_precision(function: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    single = function(*mapped(lambda array: array.astype(np.float32), inputs))
    for mine, double in zip(outputs(single), outputs(function(*inputs)), strict=True):
        assert_close(mine, double, rtol=1e-4, atol=1e-6)


@every_function
def test_integers_give_what_equal_floats_give(function: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    whole = mapped(lambda array: (3 * array).round(), inputs)
    integers = mapped(lambda array: array.astype(int), tuple(whole))
    for mine, double in zip(outputs(function(*integers)), outputs(function(*whole)), strict=True):
        assert_close(mine, double, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    {
        "heads do not divide": (lambda: multi_head_attention(*np.zeros((3, 2, 6))), "cannot be shared out"),
        "features differ": (
            lambda: multi_head_attention(np.ones((2, 4)), np.ones((2, 8)), np.ones((2, 8))),
            "core dimension",
        ),
        "more values than keys": (
            lambda: multi_head_attention(np.ones((2, 4)), np.ones((2, 4)), np.ones((3, 4))),
            "core dimension",
        ),
        "projections of another size": (
            lambda: projected_multi_head_attention(np.ones((2, 4)), np.ones((2, 4)), *np.ones((4, 6, 6)), num_heads=2),
            "core dimension",
        ),
        "a mask of other sizes": (
            lambda: projected_multi_head_attention(*projected_problem(), mask=np.ones((5, 3), dtype=bool)),
            "broadcast",
        ),
    }.values(),
)
def test_errors_are_those_that_the_docstrings_promise(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_what_the_course_began_with_still_holds() -> None:
    numbers = np.random.RandomState(42)  # the old generator: the numbers of the first version's own test
    queries, keys, values = (numbers.randn(4, 8) for _ in range(3))
    output = multi_head_attention(queries, keys, values, num_heads=4)
    assert output.shape == (4, 8)


# ---------------------------------------------------------------------- PyTorch, where it is installed


@pytest.mark.torch
@pytest.mark.parametrize("num_heads", [1, 2, 3, 6])
@pytest.mark.parametrize("mask", [None, np.tri(3, 5, 2, dtype=bool)], ids=["none", "causal"])
def test_attention_is_pytorchs_layer(torch: Any, num_heads: int, mask: np.ndarray | None) -> None:
    x_q, x_kv, W_q, W_k, W_v, W_o, _ = projected_problem(4, num_heads=6, d_k=1)
    layer = torch.nn.MultiheadAttention(6, num_heads, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.from_numpy(np.concatenate([W_q.T, W_k.T, W_v.T])))
        layer.out_proj.weight.copy_(torch.from_numpy(W_o.T))
        tokens = torch.from_numpy(x_kv)
        hidden = None if mask is None else torch.from_numpy(~mask)  # True hides in PyTorch's layer
        expected = layer(torch.from_numpy(x_q), tokens, tokens, attn_mask=hidden, average_attn_weights=False)
    found = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    for mine, theirs in zip(found, expected, strict=True):
        assert_close(mine, theirs.numpy(), rtol=1e-10, atol=1e-12)
