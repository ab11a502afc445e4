"""The functions of Lab 4 against oracles that share no code with them: loops, SciPy, differences."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays, mutually_broadcastable_shapes
from scipy import linalg, ndimage, signal, special

from attn_course.attention import (
    KeyValueCache,
    apply_causal_mask,
    causal_mask,
    combine_masks,
    create_causal_mask,
    leaks_future,
    masked_softmax,
    padding_mask,
    scaled_dot_product_attention,
)

assert_close = np.testing.assert_allclose
assert_equal = np.testing.assert_array_equal

Attend = Callable[[np.ndarray], np.ndarray]


@st.composite
def masked_scores(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Draw scores of up to two leading axes, and a mask of any shape that broadcasts to them."""
    scores = draw(arrays(float, array_shapes(min_dims=2, max_dims=4, max_side=4), elements=st.floats(-1e308, 1e308)))
    kept = scores.shape[draw(st.integers(0, scores.ndim)) :]
    mask = draw(arrays(bool, tuple(draw(st.sampled_from(sorted({1, side}))) for side in kept)))
    return scores, np.asarray(mask)


def softmax_by_loops(scores: list[float], seen: list[bool]) -> list[float]:
    """Return the weights of one query's visible keys; 0 for the others."""
    if not any(seen):
        return [0.0] * len(scores)
    visible = iter(loops.softmax([score for score, may in zip(scores, seen, strict=True) if may]))
    return [next(visible) if may else 0.0 for may in seen]


# ---------------------------------------------------------------------- masks


@pytest.mark.parametrize("n", range(1, 9))
def test_the_causal_mask_is_that_of_loops_and_of_a_toeplitz_matrix(n: int) -> None:
    mask = create_causal_mask(n)
    assert mask.dtype == bool
    assert mask.tolist() == [[j <= i for j in range(n)] for i in range(n)]
    assert_equal(mask, linalg.toeplitz(np.ones(n), np.eye(n)[0]) == 1)


@pytest.mark.parametrize("n_k", range(1, 8))
def test_a_query_of_the_cache_sees_what_it_would_see_without_one(n_k: int) -> None:
    for n_q in range(1, n_k + 1):
        mask = causal_mask(n_q, n_k)
        assert mask.dtype == bool
        assert mask.tolist() == [[j <= i + n_k - n_q for j in range(n_k)] for i in range(n_q)]
        assert_equal(mask, create_causal_mask(n_k)[n_k - n_q :])


@given(st.integers(0, 5).flatmap(lambda size: st.tuples(st.just(size), st.lists(st.integers(0, size), min_size=1))))
def test_the_padding_mask_counts_the_tokens_of_each_sequence(drawn: tuple[int, list[int]]) -> None:
    max_length, lengths = drawn
    mask = padding_mask(np.array(lengths), max_length)
    assert mask.shape == (len(lengths), 1, max_length) and mask.dtype == bool
    assert mask[:, 0].tolist() == [[True] * length + [False] * (max_length - length) for length in lengths]


@given(mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3), st.data())
def test_combined_masks_are_all_true_entry_by_entry(shapes: Any, data: st.DataObject) -> None:
    masks = [np.asarray(data.draw(arrays(bool, shape))) for shape in shapes.input_shapes]
    combined = combine_masks(masks[0], None, *masks[1:])
    assert combined is not None and combined.shape == shapes.result_shape and np.asarray(combined).dtype == bool
    full = [np.broadcast_to(mask, shapes.result_shape) for mask in masks]
    for index in np.ndindex(shapes.result_shape):
        assert combined[index] == all(mask[index] for mask in full)


def test_no_mask_at_all_is_no_restriction() -> None:
    assert combine_masks() is combine_masks(None) is combine_masks(None, None) is None
    alone = np.array([[True, False]])
    assert_equal(combine_masks(None, alone), alone)
    assert_equal(combine_masks(alone), alone)


# ---------------------------------------------------------------------- apply_causal_mask


@given(masked_scores())
def test_hidden_scores_are_replaced_and_the_others_kept(drawn: tuple[np.ndarray, np.ndarray]) -> None:
    scores, mask = drawn
    masked = apply_causal_mask(scores, mask)
    full = np.broadcast_to(mask, scores.shape)
    for index in np.ndindex(scores.shape):
        assert masked[index] == (scores[index] if full[index] else -math.inf)


# ---------------------------------------------------------------------- masked_softmax


@given(masked_scores())
def test_masked_weights_are_those_of_loops_whatever_is_hidden(drawn: tuple[np.ndarray, np.ndarray]) -> None:
    scores, mask = drawn
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        weights = masked_softmax(scores, mask)
    full = np.broadcast_to(mask, scores.shape)
    for index in np.ndindex(scores.shape[:-1]):
        expected = softmax_by_loops(scores[index].tolist(), full[index].tolist())
        assert_close(weights[index], expected, rtol=1e-12, atol=1e-300)
    assert not weights[~full].any()
    assert_close(weights.sum(axis=-1), full.any(axis=-1), rtol=1e-12)


@given(arrays(float, array_shapes(max_dims=3, max_side=4), elements=st.floats(-50, 50)), st.data())
def test_masked_weights_are_scipys_softmax_of_what_is_visible(scores: np.ndarray, data: st.DataObject) -> None:
    mask = data.draw(arrays(bool, scores.shape))
    mask[..., 0] = True
    expected = special.softmax(np.where(mask, scores, -np.inf), axis=-1)
    assert_close(masked_softmax(scores, mask), expected, rtol=1e-12, atol=1e-300)


def test_half_precision_neither_overflows_nor_gives_nan() -> None:
    scores = np.array([[65504, -65504, 3, 65504], [1, 2, 3, 65504], [9, 9, 9, 9]], dtype=np.float16)
    mask = np.array([[True, True, True, False], [True, True, True, False], [False] * 4])
    expected = [[1, 0, 0, 0], [*special.softmax([1, 2, 3]), 0], [0, 0, 0, 0]]
    assert_close(masked_softmax(scores, mask), expected, atol=2e-3)


# ---------------------------------------------------------------------- leaks_future


def mixing(table: np.ndarray) -> Attend:
    """Return a function whose row i mixes the rows of its input as row i of the table says."""
    return lambda x: np.tanh(table @ x)


def attending(mask: np.ndarray) -> Attend:
    """Return self-attention under a mask, the inputs being queries, keys and values."""
    return lambda x: scaled_dot_product_attention(x, x, x, mask)[0]


def depends_on_the_future(attend: Attend, n: int, d: int) -> bool:
    """Tell by differences: does an entry of the Jacobian join an output to a later input?"""
    x, step = np.random.default_rng(5).normal(size=(n, d)), 1e-4
    for later in range(1, n):
        for feature in range(d):
            nudge = np.zeros((n, d))
            nudge[later, feature] = step
            slope = (attend(x + nudge) - attend(x - nudge)) / (2 * step)
            if np.abs(slope[:later]).max() > 1e-6:
                return True
    return False


SOUND = {
    "identity": lambda x: x,
    "constant": lambda x: np.full_like(x, 3.0),
    "nonlinear, each for itself": np.sin,
    "cumulative mean": lambda x: np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None],
    "causal filter": lambda x: signal.lfilter([1.0], [1.0, -0.5], x, axis=0),
    "previous token": lambda x: np.concatenate([np.zeros_like(x[:1]), x[:-1]]),
    "causal attention": lambda x: attending(np.tri(len(x), dtype=bool))(x),
    "mixing of the past": lambda x: mixing(np.tri(len(x), k=-1))(x),
    "features of one token": lambda x: x - x.mean(axis=1, keepdims=True),
    "rounding errors of the future": lambda x: x.sum(axis=0) - (x[::-1].cumsum(axis=0)[::-1] - x),
}
LEAKING = {
    "full attention": lambda x: attending(np.array(True))(x),
    "attention one ahead": lambda x: attending(np.tri(len(x), k=1, dtype=bool))(x),
    "the next token": lambda x: np.concatenate([x[1:], x[:1]]),
    "the mean": lambda x: x + 0.01 * x.mean(axis=0),
    "the last token, seen by the first": lambda x: x + np.eye(len(x))[0][:, None] * x[-1],
    "the last token, seen by the last but one": lambda x: x + np.eye(len(x))[-2][:, None] * x[-1],
    "the second token, seen by the first": lambda x: x + np.eye(len(x))[0][:, None] * x[1],
    "one feature alone": lambda x: x + x[::-1] * [[1, 0, 0]],
    "the largest": lambda x: x.max(axis=0) + x,
    "normalised over the sequence": lambda x: (x - x.mean(axis=0)) / x.std(axis=0),
    "a centred filter": lambda x: ndimage.uniform_filter1d(x, 3, axis=0),
    "turned round": lambda x: x[::-1].copy(),
    "sums of opposite sign": lambda x: x + x.sum(axis=0) * np.where(np.arange(len(x)) % 2, 1, -1)[:, None],
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SOUND)
def test_a_sound_function_is_never_accused(name: str, seed: int) -> None:
    assert leaks_future(SOUND[name], 6, 3, np.random.default_rng(seed)) is False
    assert not depends_on_the_future(SOUND[name], 6, 3)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", LEAKING)
def test_a_leak_is_found_however_subtle(name: str, seed: int) -> None:
    assert leaks_future(LEAKING[name], 6, 3, np.random.default_rng(seed)) is True
    assert depends_on_the_future(LEAKING[name], 6, 3)


@given(arrays(bool, st.integers(1, 6).map(lambda n: (n, n))), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_a_mixture_leaks_where_its_table_has_an_entry_above_the_diagonal(table: np.ndarray, d: int, seed: int) -> None:
    leaks = leaks_future(mixing(table * 0.3), len(table), d, np.random.default_rng(seed))
    assert leaks == any(table[i, j] for i in range(len(table)) for j in range(i + 1, len(table)))


def test_one_token_has_no_future() -> None:
    assert leaks_future(lambda x: x - x.mean(axis=0), 1, 3, np.random.default_rng(0)) is False


def test_a_function_that_writes_into_its_input_is_judged_all_the_same() -> None:
    def doubles_in_place(x: np.ndarray) -> np.ndarray:
        x *= 2
        return x

    assert leaks_future(doubles_in_place, 4, 2, np.random.default_rng(0)) is False


# ---------------------------------------------------------------------- KeyValueCache


@given(st.integers(1, 6), st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_the_cache_gives_row_by_row_what_causal_attention_gives(n: int, d_k: int, d_v: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    Q, K, V = rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))
    past = [[j <= i for j in range(n)] for i in range(n)]
    outputs, weights = loops.attention(Q.tolist(), K.tolist(), V.tolist(), past)
    cache = KeyValueCache()
    for t in range(n):
        assert len(cache) == t
        cache.append(K[t], V[t])
        output, row = cache.attend(Q[t])
        assert row.shape == (t + 1,)
        assert_close(row, weights[t][: t + 1], rtol=1e-9, atol=1e-12)
        assert_close(output, outputs[t], rtol=1e-9, atol=1e-12)


def test_attending_changes_nothing_and_caches_share_nothing() -> None:
    rng = np.random.default_rng(0)
    one, other = KeyValueCache(), KeyValueCache()
    one.append(rng.normal(size=4), rng.normal(size=3))
    query = rng.normal(size=4)
    first, again = one.attend(query), one.attend(query)
    assert len(one) == 1 and len(other) == 0
    for mine, same in zip(first, again, strict=True):
        assert_equal(mine, same)


def test_the_cache_keeps_what_it_was_given_when_the_caller_reuses_the_array() -> None:
    key, value, cache = np.ones(2), np.ones(3), KeyValueCache()
    cache.append(key, value)
    key[:], value[:] = 7, 7
    assert_equal(cache.attend(np.ones(2))[0], np.ones(3))


def test_an_empty_cache_has_nothing_to_attend_to() -> None:
    with pytest.raises(ValueError, match="at least one array"):
        KeyValueCache().attend(np.ones(2))


def test_generation_step_by_step_is_the_same_as_all_at_once_under_the_mask() -> None:
    rng = np.random.default_rng(1)
    Q, K, V = rng.normal(size=(6, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 2))
    at_once, _ = scaled_dot_product_attention(Q, K, V, create_causal_mask(6))
    for new in (1, 2, 6):  # the last `new` queries together, against all keys
        output, _ = scaled_dot_product_attention(Q[-new:], K, V, causal_mask(new, 6))
        assert_close(output, at_once[-new:], rtol=1e-12)
    for earlier, later in pairwise(range(1, 7)):  # what comes later changes nothing before it
        shorter, _ = scaled_dot_product_attention(Q[:later], K[:later], V[:later], create_causal_mask(later))
        assert_close(shorter[:earlier], at_once[:earlier], rtol=1e-12)


# ---------------------------------------------------------------------- all functions

SCORES, MASK = np.random.default_rng(2).normal(size=(2, 3, 5)), np.tri(3, 5, 2, dtype=bool)
CALLS: dict[str, tuple[Callable[..., Any], tuple[np.ndarray, ...]]] = {
    "apply_causal_mask": (apply_causal_mask, (SCORES, MASK)),
    "masked_softmax": (masked_softmax, (SCORES, MASK)),
    "masked_softmax, a row without keys": (masked_softmax, (SCORES, MASK & np.array([[False], [True], [True]]))),
    "combine_masks": (combine_masks, (MASK, np.arange(5) < 4)),
    "combine_masks, of one": (combine_masks, (MASK,)),
    "padding_mask": (lambda lengths: padding_mask(lengths, 5), (np.array([2, 5]),)),
}
every_function = pytest.mark.parametrize(("function", "inputs"), CALLS.values(), ids=CALLS.keys())


@every_function
def test_inputs_may_be_read_only_and_results_do_not_share_their_memory(
    function: Callable[..., Any], inputs: tuple[np.ndarray, ...]
) -> None:
    copies = [array.copy() for array in inputs]
    for array in copies:
        array.flags.writeable = False  # writing into an input would raise
    result = function(*copies)
    assert not any(np.shares_memory(result, array) for array in copies)


@pytest.mark.parametrize("function", [apply_causal_mask, masked_softmax])
def test_whole_numbers_and_single_precision_give_the_same_floats(function: Callable[..., Any]) -> None:
    whole = (3 * SCORES).round()
    result = function(whole.astype(int), MASK)
    assert result.dtype.kind == "f"
    assert_close(result, function(whole, MASK), rtol=1e-12)
    assert_close(function(SCORES.astype(np.float32), MASK), function(SCORES, MASK), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("function", [apply_causal_mask, masked_softmax])
def test_a_mask_of_other_sizes_is_an_error(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="broadcast"):
        function(SCORES, MASK.T)


def test_masks_that_do_not_fit_together_are_an_error() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        combine_masks(MASK, MASK.T)


def test_what_the_course_began_with_still_holds() -> None:
    numbers = np.random.RandomState(42)  # the old generator: the numbers of the first version's own test
    mask = create_causal_mask(5)
    assert mask.shape == (5, 5)
    assert mask[0, 0] == True  # noqa: E712
    assert mask[0, 1] == False  # noqa: E712
    scores = numbers.randn(5, 5)
    assert apply_causal_mask(scores, mask)[0, 1] <= -1e8
