"""What the checks of Lab 7 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose: no number can be taken for
another.
"""

from functools import partial

import numpy as np

from attn_course.attention import sparse as reference
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    expect_boolean,
    expect_close,
    expect_inputs_unchanged,
    numbers,
    test_of,
)


def expect_same(function, expected, inputs, what):
    """Compare a function with the expected one on several inputs.

    All are asked for first, so that each mistake shows what it does; then one by one until one is
    wrong, which is the one that is shown.
    """
    for given in inputs:
        function(*given)
    for given in inputs:
        expect_close(function(*given), expected(*given), what)


# ---------------------------------------------------------------------- local_mask


@test_of("local_mask")
def neighbours_on_both_sides(student, rng):
    """query i sees key j where abs(i - j) <= window"""
    expect_same(student.local_mask, reference.local_mask, [(6, 1), (6, 2), (9, 3), (4, 0)], "the mask")


@test_of("local_mask")
def neighbours_of_the_past(student, rng):
    """with causal=True, query i sees key j where i - window <= j <= i"""
    mine, expected = (partial(module.local_mask, causal=True) for module in (student, reference))
    expect_same(mine, expected, [(6, 1), (6, 2), (9, 3), (4, 0)], "the mask")


@test_of("local_mask")
def windows_wider_than_the_sequence(student, rng):
    """a window as wide as the sequence, or wider, hides nothing (causal: nothing but the future)"""
    expect_same(student.local_mask, reference.local_mask, [(3, 2), (3, 5), (1, 1)], "the mask")
    mine, expected = (partial(module.local_mask, causal=True) for module in (student, reference))
    expect_same(mine, expected, [(4, 4), (1, 0)], "the mask")


@test_of("local_mask")
def local_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.local_mask(5, 1), "the mask")
    expect_boolean(student.local_mask(5, 1, causal=True), "the mask")


# ---------------------------------------------------------------------- strided_mask


@test_of("strided_mask")
def steps_back_from_the_query(student, rng):
    """query i sees itself and every stride-th key before it: j <= i, and i - j is a multiple of the stride"""
    expect_same(student.strided_mask, reference.strided_mask, [(6, 2), (7, 3), (11, 4)], "the mask")


@test_of("strided_mask")
def smallest_and_largest_strides(student, rng):
    """a stride of 1 shows the whole past; a stride as long as the sequence leaves the query itself"""
    expect_same(student.strided_mask, reference.strided_mask, [(4, 1), (4, 4), (3, 9), (1, 1)], "the mask")


@test_of("strided_mask")
def strided_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.strided_mask(5, 2), "the mask")


# ---------------------------------------------------------------------- log_sparse_mask


@test_of("log_sparse_mask")
def doubling_steps_back(student, rng):
    """query i sees itself and the keys 1, 2, 4, 8, ... places before it"""
    expect_same(student.log_sparse_mask, reference.log_sparse_mask, [(6,), (10,), (18,)], "the mask")


@test_of("log_sparse_mask")
def shortest_sequences(student, rng):
    """sequences of one, two and three tokens have such a mask too"""
    expect_same(student.log_sparse_mask, reference.log_sparse_mask, [(1,), (2,), (3,)], "the mask")


@test_of("log_sparse_mask")
def log_sparse_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.log_sparse_mask(5), "the mask")


# ---------------------------------------------------------------------- global_tokens_mask


@test_of("global_tokens_mask")
def global_rows_and_columns(student, rng):
    """neighbours see each other, and the global positions see and are seen by everyone"""
    given = [(6, 1, [2]), (7, 1, [0, 5]), (5, 0, [4]), (10, 2, [7, 1, 3])]
    expect_same(student.global_tokens_mask, reference.global_tokens_mask, given, "the mask")


@test_of("global_tokens_mask")
def no_global_position(student, rng):
    """without any global position it is the local mask, to both sides"""
    expect_same(student.global_tokens_mask, reference.global_tokens_mask, [(6, 1, []), (6, 2, [])], "the mask")


@test_of("global_tokens_mask")
def global_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False, and the list of positions is left as it was"""
    mask = student.global_tokens_mask(5, 1, [3, 1])
    expect_inputs_unchanged(student)
    expect_boolean(mask, "the mask")


# ---------------------------------------------------------------------- sliding_window_attention


def neighbours(rng, *shape, d_k=3, d_v=2):
    """Draw Q, K and V of shape (..., n, d), with numbers that are easy to read."""
    return numbers(rng, *shape, d_k), numbers(rng, *shape, d_k), numbers(rng, *shape, d_v)


@test_of("sliding_window_attention")
def attention_to_both_sides(student, rng):
    """each output is the attention of one query over its neighbours, the same as dense attention under `local_mask`"""
    Q, K, V = neighbours(rng, 6)
    given = [(Q, K, V, window) for window in (1, 2)]
    expect_same(student.sliding_window_attention, reference.sliding_window_attention, given, "the output")


@test_of("sliding_window_attention")
def attention_to_the_past(student, rng):
    """with causal=True a query sees itself and the `window` tokens before it"""
    Q, K, V = neighbours(rng, 7)
    mine, expected = (partial(module.sliding_window_attention, causal=True) for module in (student, reference))
    expect_same(mine, expected, [(Q, K, V, window) for window in (1, 3)], "the output")


@test_of("sliding_window_attention")
def smallest_and_largest_windows(student, rng):
    """a window of 0 shows the token itself; a window as wide as the sequence, or wider, shows everything"""
    Q, K, V = neighbours(rng, 5)
    given = [(Q[:n], K[:n], V[:n], window) for n, window in [(5, 0), (5, 4), (5, 9), (1, 2)]]
    expect_same(student.sliding_window_attention, reference.sliding_window_attention, given, "the output")


@test_of("sliding_window_attention")
def windows_of_samples(student, rng):
    """leading axes are kept: each sample attends within itself"""
    given = [(*neighbours(rng, *leading, 6), 2) for leading in [(4,), (2, 3)]]
    expect_same(student.sliding_window_attention, reference.sliding_window_attention, given, "the output")


@test_of("sliding_window_attention")
def windows_of_whole_numbers_and_large_scores(student, rng):
    """whole numbers give the same as floats, large scores stay finite, and inputs are left as they were"""
    whole = [rng.integers(-3, 4, size=(5, d)) for d in (3, 3, 3)]
    Q, K, V = neighbours(rng, 6)
    for inputs in (whole, (50 * Q, 50 * K, V)):
        output = student.sliding_window_attention(*inputs, 1)
        expect_inputs_unchanged(student)
        expect_close(output, reference.sliding_window_attention(*inputs, 1), "the output", **FLOAT32_TOLERANCE)


@test_of("sliding_window_attention")
def windows_in_little_memory(student, rng):
    """512 tokens with a window of 2 need less than 1 MB: no array of n x n numbers is made"""
    Q, K, V = neighbours(rng, 512, d_k=4, d_v=3)
    with student.limited_memory(1):
        output = student.sliding_window_attention(Q, K, V, 2)
    expect_close(output, reference.sliding_window_attention(Q, K, V, 2), "the output")


# ---------------------------------------------------------------------- block_local_attention


@test_of("block_local_attention")
def blocks_of_equal_size(student, rng):
    """each block attends within itself, and to nothing else"""
    Q, K, V = neighbours(rng, 6)
    given = [(Q, K, V, block_size) for block_size in (3, 2)]
    expect_same(student.block_local_attention, reference.block_local_attention, given, "the output")


@test_of("block_local_attention")
def shorter_last_block(student, rng):
    """what is left at the end is a block of its own, however short"""
    Q, K, V = neighbours(rng, 10)
    given = [(Q[:n], K[:n], V[:n], block_size) for n, block_size in [(7, 3), (10, 4), (5, 3)]]
    expect_same(student.block_local_attention, reference.block_local_attention, given, "the output")


@test_of("block_local_attention")
def smallest_and_largest_blocks(student, rng):
    """a block of one token gives its value back; a block as long as the sequence, or longer, is dense attention"""
    Q, K, V = neighbours(rng, 5)
    given = [(Q, K, V, block_size) for block_size in (1, 5, 8)]
    expect_same(student.block_local_attention, reference.block_local_attention, given, "the output")


@test_of("block_local_attention")
def blocks_of_samples(student, rng):
    """leading axes are kept: each sample attends within itself"""
    given = [(*neighbours(rng, *leading, 7), 3) for leading in [(4,), (2, 3)]]
    expect_same(student.block_local_attention, reference.block_local_attention, given, "the output")


@test_of("block_local_attention")
def blocks_of_whole_numbers_and_large_scores(student, rng):
    """whole numbers give the same as floats, large scores stay finite, and inputs are left as they were"""
    whole = [rng.integers(-3, 4, size=(5, d)) for d in (3, 3, 3)]
    Q, K, V = neighbours(rng, 6)
    for inputs in (whole, (50 * Q, 50 * K, V)):
        output = student.block_local_attention(*inputs, 2)
        expect_inputs_unchanged(student)
        expect_close(output, reference.block_local_attention(*inputs, 2), "the output", **FLOAT32_TOLERANCE)


@test_of("block_local_attention")
def blocks_in_little_memory(student, rng):
    """512 tokens in blocks of 4 need less than 1 MB: no array of n x n numbers is made"""
    Q, K, V = neighbours(rng, 512, d_k=4, d_v=3)
    with student.limited_memory(1):
        output = student.block_local_attention(Q, K, V, 4)
    expect_close(output, reference.block_local_attention(Q, K, V, 4), "the output")


# ---------------------------------------------------------------------- receptive_field

ONE_WAY = np.array(  # 0 sees 1, 1 sees 2 and 3, 2 sees 4, 4 sees 0; 3 sees nobody but itself
    [
        [True, True, False, False, False],
        [False, False, True, True, False],
        [False, False, False, False, True],
        [False, False, False, True, False],
        [True, False, False, False, False],
    ]
)


def expect_fields(student, mask, layers):
    """Compare what depends on what after several numbers of layers."""
    given = [(mask, number) for number in layers]
    expect_same(student.receptive_field, reference.receptive_field, given, "the receptive field")


@test_of("receptive_field")
def windows_in_layers(student, rng):
    """each layer widens a window by itself: [i, j] is True if output i can depend on input j"""
    expect_fields(student, reference.local_mask(7, 1, causal=True), (2, 3))
    expect_fields(student, reference.local_mask(7, 1), (2,))


@test_of("receptive_field")
def links_are_one_way(student, rng):
    """i depends on what the tokens that it sees depended on, and, by the residual connection, on itself"""
    expect_fields(student, ONE_WAY, (1, 2, 3))
    expect_inputs_unchanged(student)


@test_of("receptive_field")
def no_layer_and_many(student, rng):
    """without any layer each output is its own input; with many, whatever can be reached is reached"""
    expect_fields(student, ONE_WAY, (0, 9))
    expect_fields(student, reference.strided_mask(6, 2), (0, 4))


@test_of("receptive_field")
def field_is_boolean(student, rng):
    """the result holds booleans, True and False"""
    expect_boolean(student.receptive_field(reference.local_mask(4, 1), 2), "the receptive field")


# ---------------------------------------------------------------------- growth_exponent


def exponent(ns, costs):
    """Return the expected exponent, easy to read."""
    return round(reference.growth_exponent(ns, costs), 9)


@test_of("growth_exponent")
def powers_of_n(student, rng):
    """a cost of c n^p has the exponent p, whatever the unit c"""
    ns = np.array([10, 20, 40, 80])
    costs = [3 * ns**2, ns / 100, 7 * ns**1.5, 5 * np.sqrt(ns)]
    expect_same(student.growth_exponent, exponent, [(ns, cost) for cost in costs], "the exponent")


@test_of("growth_exponent")
def all_points_count(student, rng):
    """with scattered costs it is the slope of the least-squares line through all points, in log-log coordinates"""
    ns, costs = np.array([2, 3, 7, 50, 60]), np.array([5.0, 1.0, 9.0, 250.0, 60.0])
    given = [(ns, costs), (ns[::-1], costs[::-1])]
    expect_same(student.growth_exponent, exponent, given, "the exponent")


@test_of("growth_exponent")
def costs_that_do_not_grow(student, rng):
    """a constant cost has the exponent 0, one that falls a negative one; inputs are left as they were"""
    ns = np.array([1.0, 10.0, 100.0])
    given = [(ns, np.array([4, 4, 4])), (ns, 8 / ns)]
    expect_same(student.growth_exponent, exponent, given, "the exponent")
    expect_inputs_unchanged(student)
