"""The functions of Lab 3 against oracles that share no code with them: loops, complex numbers, SciPy."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes
from scipy.linalg import block_diag, expm, toeplitz
from scipy.spatial.distance import cdist

from attn_course.attention import (
    add_positions,
    alibi_bias,
    apply_rope,
    positional_encoding,
    relative_position_bias,
    shift_matrix,
)

assert_close = np.testing.assert_allclose
seeds = st.integers(0, 2**32 - 1)
even = st.integers(1, 8).map(lambda half: 2 * half)


# ---------------------------------------------------------------------- positional_encoding


@given(st.integers(0, 60), st.integers(1, 20))
def test_the_encoding_is_that_of_the_formula_entry_by_entry(seq_length: int, d_model: int) -> None:
    encoding = positional_encoding(seq_length, d_model)
    assert encoding.shape == (seq_length, d_model)
    for position, column in np.ndindex(encoding.shape):
        angle = position / 10000 ** (2 * (column // 2) / d_model)
        wave = math.cos if column % 2 else math.sin
        assert encoding[position, column] == pytest.approx(wave(angle), abs=1e-12)


@given(st.integers(1, 60), even)
def test_a_pair_is_a_unit_complex_number_that_is_raised_to_the_position(seq_length: int, d_model: int) -> None:
    encoding = positional_encoding(seq_length, d_model)
    for pair in range(d_model // 2):
        one_step = cmath.exp(1j * 10000 ** (-2 * pair / d_model))
        hands = encoding[:, 2 * pair + 1] + 1j * encoding[:, 2 * pair]
        assert_close(hands, [one_step**position for position in range(seq_length)], atol=1e-12)


def test_the_paper_wavelengths_run_from_2_pi_towards_10000_times_that() -> None:
    slowest = positional_encoding(2, 512)[1, 510]
    assert positional_encoding(2, 512)[1, 0] == pytest.approx(math.sin(1))
    assert 2 * math.pi / math.asin(slowest) == pytest.approx(2 * math.pi * 10000 ** (510 / 512))


def test_the_smallest_facts_of_the_encoding() -> None:
    pe = positional_encoding(10, 8)
    assert pe.shape == (10, 8)
    assert not np.allclose(pe[0], pe[1])


# ---------------------------------------------------------------------- add_positions


@given(array_shapes(min_dims=0, max_dims=2, max_side=3), st.integers(1, 5), st.integers(1, 4), seeds)
def test_each_token_gets_the_row_of_its_position(leading: tuple[int, ...], n: int, d: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, encoding = rng.normal(size=(*leading, n, d)), rng.normal(size=(n + seed % 3, d))
    added = add_positions(x, encoding)
    assert added.shape == x.shape
    for index in np.ndindex(x.shape):
        *_, position, feature = index
        assert added[index] == x[index] + encoding[position, feature]


def test_more_tokens_than_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="4 tokens, but the encoding has only 3 positions"):
        add_positions(np.zeros((2, 4, 5)), np.zeros((3, 5)))


def test_whole_numbers_give_floats_and_stay_as_they_were() -> None:
    x, encoding = np.ones((2, 3), dtype=int), np.ones((4, 3), dtype=int)
    assert add_positions(x, encoding).dtype == float
    assert relative_position_bias(np.arange(3), 2, 2).dtype == float
    assert apply_rope(x[:, :2]).dtype == float
    assert (x == 1).all() and (encoding == 1).all()


# ---------------------------------------------------------------------- shift_matrix


@given(st.integers(-40, 40), even)
def test_the_matrix_moves_the_encoding_of_every_position(offset: int, d_model: int) -> None:
    encoding = positional_encoding(100, d_model)
    start, stop = max(0, -offset), min(100, 100 - offset)
    moved = encoding[start:stop] @ shift_matrix(offset, d_model).T
    assert_close(moved, encoding[start + offset : stop + offset], atol=1e-12)


@given(st.integers(-40, 40), even)
def test_the_matrix_is_the_exponential_of_its_generator(offset: int, d_model: int) -> None:
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    generator = block_diag(*(turn * 10000 ** (-2 * pair / d_model) for pair in range(d_model // 2)))
    assert_close(shift_matrix(offset, d_model), expm(offset * generator), atol=1e-11)


@given(st.integers(-20, 20), st.integers(-20, 20), even)
def test_shifts_are_rotations_that_add_up(one: int, other: int, d_model: int) -> None:
    first, second = shift_matrix(one, d_model), shift_matrix(other, d_model)
    assert_close(first @ first.T, np.eye(d_model), atol=1e-12)
    assert np.linalg.det(first) == pytest.approx(1)
    assert_close(first @ second, shift_matrix(one + other, d_model), atol=1e-12)


# ---------------------------------------------------------------------- relative_position_bias


@given(st.integers(0, 5), st.integers(1, 9), st.integers(1, 9), seeds)
def test_the_bias_is_that_of_loops(m: int, n_q: int, n_k: int, seed: int) -> None:
    table = np.random.default_rng(seed).normal(size=2 * m + 1)
    by_distance = {distance: table[distance + m] for distance in range(-m, m + 1)}
    expected = [[by_distance[max(-m, min(m, j - i))] for j in range(n_k)] for i in range(n_q)]
    assert_close(relative_position_bias(table, n_q, n_k), expected, rtol=0)


def test_the_bias_is_a_toeplitz_matrix() -> None:
    table = np.array([-3.0, -2, -1, 0, 1, 2, 3])
    expected = toeplitz([0, -1, -2, -3, -3], [0, 1, 2, 3, 3, 3])
    assert_close(relative_position_bias(table, 5, 6), expected)


# ---------------------------------------------------------------------- apply_rope


@given(array_shapes(min_dims=0, max_dims=2, max_side=3), st.integers(1, 5), even, st.floats(2, 1e6), seeds)
def test_rope_multiplies_complex_numbers(leading: tuple[int, ...], n: int, d: int, base: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, positions = rng.normal(size=(*leading, n, d)), rng.integers(-50, 50, size=n)
    turned = apply_rope(x, positions, base)
    assert turned.shape == x.shape
    for index in np.ndindex(*leading, n, d // 2):
        *sample, row, pair = index
        before = complex(*x[(*sample, row)][2 * pair : 2 * pair + 2])
        after = before * cmath.exp(1j * int(positions[row]) * base ** (-2 * pair / d))
        assert_close(turned[(*sample, row)][2 * pair : 2 * pair + 2], [after.real, after.imag], atol=1e-10)


@given(st.integers(1, 5), even, seeds)
def test_rope_counts_from_0_where_no_positions_are_given(n: int, d: int, seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(2, n, d))
    turned = apply_rope(x)
    assert_close(turned, apply_rope(x, np.arange(n)), rtol=0)
    assert_close(turned[:, 0], x[:, 0], rtol=0)


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-50, 50), even, seeds)
def test_turned_scores_depend_on_the_difference_of_positions(m: int, n: int, shift: int, d: int, seed: int) -> None:
    q, k = np.random.default_rng(seed).normal(size=(2, 1, d))
    there = apply_rope(q, np.array([m])) @ apply_rope(k, np.array([n])).T
    elsewhere = apply_rope(q, np.array([m + shift])) @ apply_rope(k, np.array([n + shift])).T
    assert_close(there, elsewhere, atol=1e-10)
    assert np.linalg.norm(apply_rope(q, np.array([m]))) == pytest.approx(np.linalg.norm(q))


def test_rope_turns_the_opposite_way_to_the_order_of_sine_and_cosine() -> None:
    encoding = positional_encoding(6, 8)  # (sine, cosine) counts the angle from the second axis
    assert_close(apply_rope(np.tile(encoding[0], (6, 1)), -np.arange(6)), encoding, atol=1e-12)


# ---------------------------------------------------------------------- alibi_bias


@pytest.mark.parametrize("num_heads", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_the_penalty_is_the_slope_times_the_distance(num_heads: int, n: int) -> None:
    places = np.arange(n, dtype=float)[:, np.newaxis]
    distances = cdist(places, places, "cityblock")
    bias = alibi_bias(num_heads, n)
    assert bias.shape == (num_heads, n, n)
    for head in range(num_heads):
        assert_close(bias[head], -distances / 2 ** (8 * (head + 1) / num_heads), rtol=1e-12)


def test_the_slopes_of_8_and_16_heads_are_the_papers() -> None:
    assert_close(-alibi_bias(8, 2)[:, 0, 1], [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256])
    assert_close(-alibi_bias(16, 2)[:3, 0, 1], [1 / math.sqrt(2), 1 / 2, 1 / (2 * math.sqrt(2))])
