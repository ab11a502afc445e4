"""Exact attention in O(n) memory against dense attention, loops, and PyTorch where it is installed."""

from __future__ import annotations

import tracemalloc
import warnings
from typing import Any

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_course.attention import causal_mask, online_softmax, online_softmax_attention, scaled_dot_product_attention
from attn_course.attention.online_softmax import KEYS, QUERIES

# The same examples on every machine, and no deadline: a slow machine is no fault.
examples = settings(max_examples=30, deadline=None, derandomize=True)
assert_close = np.testing.assert_allclose


def problem(seed: int, leading: tuple[int, ...], n_q: int, n_k: int) -> list[np.ndarray]:
    """Return random Q, K and V, with a few scores that stand out."""
    rng = np.random.default_rng(seed)
    return [rng.normal(0, 3, size=(*leading, *shape)) for shape in [(n_q, 4), (n_k, 4), (n_k, 2)]]


@pytest.fixture
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tiles so small that a few positions need many of them."""
    monkeypatch.setattr(online_softmax, "QUERIES", 3)
    monkeypatch.setattr(online_softmax, "KEYS", 2)


@pytest.mark.parametrize("n_q", [1, 5, QUERIES, QUERIES + 1])
@pytest.mark.parametrize("n_k", [1, 5, KEYS, KEYS + 1, 2 * KEYS - 1])
@pytest.mark.parametrize("leading", [(), (2,), (2, 3)], ids=str)
def test_it_is_dense_attention(leading: tuple[int, ...], n_q: int, n_k: int) -> None:
    Q, K, V = problem(n_q + n_k, leading, n_q, n_k)
    expected, _ = scaled_dot_product_attention(Q, K, V)
    assert_close(online_softmax_attention(Q, K, V), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("n_q", range(1, 9))
@pytest.mark.parametrize("n_k", range(1, 9))
def test_many_tiles_are_those_of_loops(n_q: int, n_k: int) -> None:
    Q, K, V = problem(n_q + 9 * n_k, (), n_q, n_k)
    everything = [[True] * n_k] * n_q
    expected, _ = loops.attention(Q.tolist(), K.tolist(), V.tolist(), everything)
    assert_close(online_softmax_attention(Q, K, V), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("n_k", range(1, 10))
def test_the_future_is_hidden_as_the_causal_mask_hides_it(n_k: int) -> None:
    for n_q in range(1, n_k + 1):
        Q, K, V = problem(n_q + 9 * n_k, (2,), n_q, n_k)
        expected, _ = scaled_dot_product_attention(Q, K, V, causal_mask(n_q, n_k))
        assert_close(online_softmax_attention(Q, K, V, causal=True), expected, rtol=1e-10, atol=1e-12)


@examples
@given(st.integers(0, 999), st.booleans(), st.sampled_from([(7,), (5, 7), (2, 1, 7), (2, 5, 7)]))
def test_masks_of_every_shape_hide_pairs(seed: int, causal: bool, shape: tuple[int, ...]) -> None:
    Q, K, V = problem(seed, (2,), 5, 7)
    mask = np.random.default_rng(seed).random(shape) < 0.4
    mask[..., 0] = True
    seen = mask & causal_mask(5, 7) if causal else mask
    expected, _ = scaled_dot_product_attention(Q, K, V, np.broadcast_to(seen, (2, 5, 7)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(online_softmax, "KEYS", 2)
        output = online_softmax_attention(Q, K, V, mask, causal)
    assert_close(output, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.usefixtures("small_tiles")
def test_a_first_tile_that_is_hidden_does_no_harm() -> None:
    Q, K, V = problem(1, (), 4, 6)
    mask = np.arange(6) >= 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        output = online_softmax_attention(Q, K, V, mask)
    assert_close(output, scaled_dot_product_attention(Q, K, V, mask)[0], rtol=1e-10, atol=1e-12)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("order", [1, -1], ids=["rising", "falling"])
def test_scores_that_rise_or_fall_by_much_stay_exact(order: int) -> None:
    K = 400.0 * np.arange(8)[::order, np.newaxis]
    V = np.arange(8.0)[:, np.newaxis]
    output = online_softmax_attention(np.array([[1.0], [-1.0]]), K, V)
    assert_close(output, V[[np.argmax(K), np.argmin(K)]], atol=1e-100)


def test_single_precision_stays_and_whole_numbers_give_floats() -> None:
    Q, K, V = problem(2, (), 300, 700)
    single = online_softmax_attention(*(X.astype(np.float32) for X in (Q, K, V)))
    assert single.dtype == np.float32
    assert_close(single, scaled_dot_product_attention(Q, K, V)[0], rtol=1e-3, atol=1e-4)
    whole = [np.round(X).astype(int) for X in (Q, K, V)]
    assert_close(online_softmax_attention(*whole), scaled_dot_product_attention(*whole)[0], rtol=1e-10)


@pytest.mark.parametrize("causal", [False, True])
def test_extra_memory_stays_below_ten_megabytes(causal: bool) -> None:
    rng = np.random.default_rng(3)
    Q, K, V = rng.normal(size=(3, 16_384, 64)).astype(np.float32)
    tracemalloc.start()
    online_softmax_attention(Q[:512], K, V)  # fewer queries, for the sake of time: their output is all that is less
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    all_queries = taken + (Q.nbytes - Q[:512].nbytes)
    assert all_queries < 10e6


def test_no_input_is_changed() -> None:
    inputs = problem(4, (), 5, 6)
    for array in inputs:
        array.flags.writeable = False
    online_softmax_attention(*inputs, mask=np.arange(6) < 4, causal=True)


@pytest.mark.parametrize("sizes", [((3, 4), (5, 3), (5, 2)), ((3, 4), (5, 4), (6, 2))], ids=str)
def test_sizes_that_do_not_fit_are_refused(sizes: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match=r"mismatch|its value"):
        online_softmax_attention(*(np.ones(shape) for shape in sizes))


@pytest.mark.torch
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("leading", [(), (2,), (2, 3)], ids=str)
def test_it_is_pytorchs_attention(torch: Any, leading: tuple[int, ...], causal: bool) -> None:
    Q, K, V = problem(5, leading, 600, 600)
    expected = torch.nn.functional.scaled_dot_product_attention(*map(torch.from_numpy, (Q, K, V)), is_causal=causal)
    assert_close(online_softmax_attention(Q, K, V, causal=causal), expected.numpy(), rtol=1e-10, atol=1e-12)
