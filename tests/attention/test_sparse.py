"""The functions of Lab 7 against oracles that share no code with them: loops, SciPy, graphs, dense attention."""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
import scaled_dot_product_loops as loops
from hypothesis import given
from hypothesis import strategies as st
from scipy import linalg, sparse, stats

from attn_course.attention import (
    block_local_attention,
    global_tokens_mask,
    growth_exponent,
    local_mask,
    log_sparse_mask,
    receptive_field,
    scaled_dot_product_attention,
    sliding_window_attention,
    strided_mask,
)
from attn_course.attention.sparse import TOGETHER

assert_close = np.testing.assert_allclose
assert_equal = np.testing.assert_array_equal

lengths = st.integers(1, 40)
windows = st.integers(0, 50)
leadings = st.sampled_from([(), (2,), (2, 3)])


def problem(seed: int, leading: tuple[int, ...], n: int, d_k: int = 3, d_v: int = 2) -> list[np.ndarray]:
    """Return random Q, K and V."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(*leading, n, d)) for d in (d_k, d_k, d_v)]


# ---------------------------------------------------------------------- masks


@given(lengths, windows, st.booleans())
def test_the_local_mask_is_that_of_loops_and_of_a_toeplitz_matrix(n: int, window: int, causal: bool) -> None:
    mask = local_mask(n, window, causal)
    right = 0 if causal else window
    assert mask.dtype == bool
    assert mask.tolist() == [[i - window <= j <= i + right for j in range(n)] for i in range(n)]
    assert_equal(mask, linalg.toeplitz(np.arange(n) <= window, np.arange(n) <= right))


@given(lengths, st.integers(1, 45))
def test_the_strided_mask_walks_back_in_steps(n: int, stride: int) -> None:
    mask = strided_mask(n, stride)
    assert mask.dtype == bool
    assert [set(np.flatnonzero(row)) for row in mask] == [set(range(i, -1, -stride)) for i in range(n)]


@pytest.mark.parametrize("n", [1, 2, 3, 17, 70])
def test_the_logarithmic_mask_walks_back_in_doubling_steps(n: int) -> None:
    mask = log_sparse_mask(n)
    assert mask.dtype == bool
    for i, row in enumerate(mask):
        assert set(np.flatnonzero(row)) == {i} | {i - 2**k for k in range(n) if i - 2**k >= 0}
        assert row.sum() == 1 + (i.bit_length())  # 2^k <= i for as many k as i has bits


@given(lengths, windows, st.data())
def test_global_tokens_see_and_are_seen(n: int, window: int, data: st.DataObject) -> None:
    positions = data.draw(st.lists(st.integers(0, n - 1), max_size=4))
    mask = global_tokens_mask(n, window, positions)
    assert mask.dtype == bool
    expected = [[abs(i - j) <= window or i in positions or j in positions for j in range(n)] for i in range(n)]
    assert mask.tolist() == expected
    assert_equal(mask, global_tokens_mask(n, window, np.array(positions, dtype=int)))


def test_a_global_position_beyond_the_sequence_is_refused() -> None:
    with pytest.raises(IndexError):
        global_tokens_mask(4, 1, [4])


# ---------------------------------------------------------------------- attention to neighbours


def attention_by_loops(Q: np.ndarray, K: np.ndarray, V: np.ndarray, sees: Callable[[int, int], bool]) -> np.ndarray:
    """Attend in plain Python, sample by sample, where `sees` lets query i see key j."""
    n = Q.shape[-2]
    mask = [[sees(i, j) for j in range(n)] for i in range(n)]
    output = np.empty((*Q.shape[:-1], V.shape[-1]))
    for index in np.ndindex(Q.shape[:-2]):
        output[index] = loops.attention(Q[index].tolist(), K[index].tolist(), V[index].tolist(), mask)[0]
    return output


@given(st.integers(0, 99), leadings, st.integers(1, 12), st.integers(0, 14), st.booleans())
def test_the_sliding_window_is_that_of_loops(
    seed: int, leading: tuple[int, ...], n: int, window: int, causal: bool
) -> None:
    Q, K, V = problem(seed, leading, n)
    expected = attention_by_loops(Q, K, V, lambda i, j: i - window <= j <= (i if causal else i + window))
    assert_close(sliding_window_attention(Q, K, V, window, causal), expected, rtol=1e-10, atol=1e-12)


@given(st.integers(0, 99), st.integers(1, 300), st.integers(0, 310), st.booleans())
def test_the_sliding_window_is_dense_attention_under_its_mask(seed: int, n: int, window: int, causal: bool) -> None:
    Q, K, V = problem(seed, (), n)
    expected, _ = scaled_dot_product_attention(Q, K, V, local_mask(n, window, causal))
    assert_close(sliding_window_attention(Q, K, V, window, causal), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("n", [1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 2 * TOGETHER, 200])
@pytest.mark.parametrize("window", [0, 1, TOGETHER - 1, TOGETHER, TOGETHER + 1, 10**12])
def test_blocks_meet_without_a_seam(n: int, window: int, causal: bool) -> None:
    Q, K, V = problem(n, (2,), n)
    back = np.arange(n)[:, np.newaxis] - np.arange(n)
    mask = (np.abs(back) <= window) & (back >= (0 if causal else -n))
    expected, _ = scaled_dot_product_attention(Q, K, V, mask)
    assert_close(sliding_window_attention(Q, K, V, window, causal), expected, rtol=1e-10, atol=1e-12)


def test_a_window_of_nothing_but_oneself_gives_the_values_back() -> None:
    Q, K, V = problem(1, (2,), 70)
    assert_close(sliding_window_attention(Q, K, V, 0), V, rtol=1e-14)


@given(st.integers(0, 99), leadings, st.integers(1, 20), st.integers(1, 25))
def test_blocks_are_those_of_loops(seed: int, leading: tuple[int, ...], n: int, block_size: int) -> None:
    Q, K, V = problem(seed, leading, n)
    expected = attention_by_loops(Q, K, V, lambda i, j: i // block_size == j // block_size)
    assert_close(block_local_attention(Q, K, V, block_size), expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("block_size", [1, 7, 20, 21, 100])
def test_blocks_are_dense_attention_under_a_block_diagonal(block_size: int) -> None:
    Q, K, V = problem(3, (2,), 20)
    sizes = [block_size] * (20 // block_size) + ([20 % block_size] if 20 % block_size else [])
    mask = linalg.block_diag(*(np.ones((size, size)) for size in sizes)) == 1
    expected, _ = scaled_dot_product_attention(Q, K, V, mask)
    assert_close(block_local_attention(Q, K, V, block_size), expected, rtol=1e-10, atol=1e-12)


def test_views_and_whole_numbers_are_taken_too() -> None:
    Q, K, V = (np.round(4 * X).astype(int) for X in problem(4, (3,), 9))
    for attend in (lambda *X: sliding_window_attention(*X, 2), lambda *X: block_local_attention(*X, 4)):
        expected = attend(*(X.astype(float) for X in (Q, K, V)))
        assert_close(attend(Q, K, V), expected, rtol=1e-12)
        flipped = attend(*(X[..., ::-1, :][..., ::-1, :] for X in (Q, K, V)))
        assert_close(flipped, expected, rtol=1e-12)


@pytest.mark.parametrize("attend", [sliding_window_attention, block_local_attention])
def test_huge_scores_stay_finite(attend: Callable[..., np.ndarray]) -> None:
    Q, K, V = problem(5, (), 11)
    output = attend(1e4 * Q, 1e4 * K, V, 3)
    assert np.isfinite(output).all() and output.max() <= V.max() + 1e-12


@pytest.mark.parametrize("attend", [sliding_window_attention, block_local_attention])
@pytest.mark.parametrize(("changed", "n", "d"), [(0, 10, 2), (1, 7, 3), (1, 12, 3), (2, 7, 2), (2, 12, 2)])
def test_sizes_that_do_not_fit_are_refused(attend: Callable[..., np.ndarray], changed: int, n: int, d: int) -> None:
    inputs = problem(6, (), 10)
    inputs[changed] = np.ones((n, d))
    with pytest.raises(ValueError, match=r"equally many|mismatch"):
        attend(*inputs, 4)


@pytest.mark.parametrize("attend", [sliding_window_attention, block_local_attention])
def test_memory_grows_with_n_and_not_with_its_square(attend: Callable[..., np.ndarray]) -> None:
    def peak(n: int) -> int:
        inputs = problem(7, (), n, 8, 4)
        attend(*inputs, 8)  # what is imported at the first call is no part of the measurement
        tracemalloc.start()
        attend(*inputs, 8)
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return taken

    assert growth_exponent(np.array([2048, 8192]), np.array([peak(2048), peak(8192)])) < 1.1
    assert peak(8192) < 8192**2 / 8  # not even one bit for each pair


def test_a_long_sequence_takes_less_than_forty_megabytes_beside_its_inputs() -> None:
    Q, K, V = np.random.default_rng(10).normal(size=(3, 16_384, 64))
    tracemalloc.start()
    sliding_window_attention(Q, K, V, 64)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken < 40e6


def test_no_function_changes_its_inputs() -> None:
    inputs = problem(8, (), 9)
    mask = local_mask(9, 1)
    for array in (*inputs, mask):
        array.flags.writeable = False
    sliding_window_attention(*inputs, 2)
    block_local_attention(*inputs, 2)
    receptive_field(mask, 3)


# ---------------------------------------------------------------------- receptive field


@given(st.integers(1, 12), st.integers(0, 6), st.integers(0, 99))
def test_the_field_is_what_a_walk_of_so_many_steps_can_reach(n: int, num_layers: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random((n, n)) < 1.5 / n
    graph = sparse.csr_array(mask | np.eye(n, dtype=bool))
    steps = sparse.csgraph.shortest_path(graph, unweighted=True)
    field = receptive_field(mask, num_layers)
    assert field.dtype == bool
    assert_equal(field, steps <= num_layers)


@pytest.mark.parametrize("num_layers", [0, 1, 2, 4])
def test_outputs_move_exactly_with_the_inputs_in_their_field(num_layers: int) -> None:
    mask, X = global_tokens_mask(9, 1, [4]) & np.tri(9, dtype=bool), 0.1 * problem(9, (), 9)[0]

    def stacked(X: np.ndarray) -> np.ndarray:
        for _ in range(num_layers):
            X = X + scaled_dot_product_attention(X, X, X, mask)[0]
        return X

    moved = np.zeros((9, 9), dtype=bool)
    for j in range(9):
        nudged = X.copy()
        nudged[j] += 0.5
        moved[:, j] = np.any(stacked(nudged) != stacked(X), axis=-1)
    assert_equal(receptive_field(mask, num_layers), moved)


@given(st.integers(2, 30), st.integers(0, 5), st.integers(0, 6), st.booleans())
def test_stacked_windows_are_one_window_as_wide_as_all(n: int, window: int, num_layers: int, causal: bool) -> None:
    field = receptive_field(local_mask(n, window, causal), num_layers)
    assert_equal(field, local_mask(n, window * num_layers, causal))


@pytest.mark.parametrize("n", [2, 9, 33, 100])
def test_one_global_token_links_everyone_in_two_layers(n: int) -> None:
    assert receptive_field(global_tokens_mask(n, 0, [n // 2]), 2).all()


@pytest.mark.parametrize("n", [2, 17, 64, 100])
def test_doubling_steps_reach_the_whole_past_in_a_logarithm_of_layers(n: int) -> None:
    mask, past = log_sparse_mask(n), np.tri(n, dtype=bool)
    most_ones = max(distance.bit_count() for distance in range(n))  # of a distance in binary: one step for each
    assert_equal(receptive_field(mask, most_ones), past)
    assert not np.array_equal(receptive_field(mask, most_ones - 1), past)
    assert most_ones <= math.ceil(math.log2(n))


# ---------------------------------------------------------------------- growth


@given(st.integers(0, 99), st.integers(2, 9))
def test_the_exponent_is_the_slope_of_scipys_line(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    ns, costs = np.arange(1, count + 1) * rng.integers(2, 50), rng.uniform(0.1, 1e6, size=count)
    assert growth_exponent(ns, costs) == pytest.approx(stats.linregress(np.log(ns), np.log(costs)).slope, abs=1e-9)


@given(st.floats(-3, 3), st.floats(1e-6, 1e6))
def test_the_exponent_of_a_power_is_its_power_in_any_unit(power: float, unit: float) -> None:
    ns = np.array([3.0, 10, 100, 101])
    assert growth_exponent(ns, unit * ns**power) == pytest.approx(power, abs=1e-9)


def test_the_links_of_the_patterns_grow_as_the_lab_says() -> None:
    ns = np.array([256, 512, 1024, 2048])
    links = {
        2.0: [local_mask(n, n).sum() for n in ns],
        1.5: [strided_mask(n, math.isqrt(n)).sum() for n in ns],
        1.1: [log_sparse_mask(n).sum() for n in ns],
        1.0: [local_mask(n, 8).sum() for n in ns],
    }
    for power, counts in links.items():
        assert growth_exponent(ns, np.array(counts)) == pytest.approx(power, abs=0.06)


def test_sizes_and_costs_of_different_number_are_refused() -> None:
    with pytest.raises(ValueError, match="mismatch"):
        growth_exponent(np.array([1, 2, 3]), np.array([1, 2]))
