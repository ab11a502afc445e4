"""What the checks of Lab 2 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose: no number can be taken for
another, and no axis for its neighbour.
"""

import numpy as np

from attn_course.attention import multi_head as reference
from attn_course.checking import (
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    expect_value_error,
    numbers,
    test_of,
)


def labelled(tokens, features):
    """Return a matrix whose numbers say where they stand: 12 is feature 2 of token 1."""
    return np.arange(tokens)[:, np.newaxis] * 10.0 + np.arange(features)


# ---------------------------------------------------------------------- split_heads


@test_of("split_heads")
def slices_of_three_tokens(student, rng):
    """head h has the features h d_k to (h + 1) d_k of every token, one token a row"""
    X = labelled(3, 8)
    expect_close(student.split_heads(X, 2), reference.split_heads(X, 2), "the heads")


@test_of("split_heads")
def slices_for_other_numbers_of_heads(student, rng):
    """any number of heads that divides d_model works, from one head to one feature a head"""
    X = labelled(3, 8)
    for num_heads in (1, 4, 8):
        expect_close(student.split_heads(X, num_heads), reference.split_heads(X, num_heads), "the heads")


@test_of("split_heads")
def slices_with_leading_axes(student, rng):
    """leading axes, such as a batch, are kept, and axes of length 1 too: each sample has heads of its own"""
    for leading, n in [((5,), 3), ((2, 5), 3), ((1,), 3), ((), 1)]:
        X = numbers(rng, *leading, n, 8)
        expect_close(student.split_heads(X, 2), reference.split_heads(X, 2), "the heads")


@test_of("split_heads")
def heads_that_do_not_divide(student, rng):
    """a number of heads that does not divide d_model, or is below 1, raises a ValueError with a message"""
    for num_heads in (3, 16, 0, -2):
        what = f"{num_heads} heads for 8 features"
        expect_value_error(lambda heads=num_heads: student.split_heads(labelled(3, 8), heads), what)


@test_of("split_heads")
def whole_numbers_are_split(student, rng):
    """whole numbers are split as well, and X is left as it was"""
    X = rng.integers(10, size=(3, 8))
    expect_close(student.split_heads(X, 2), reference.split_heads(X, 2), "the heads")
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- merge_heads


@test_of("merge_heads")
def heads_side_by_side(student, rng):
    """row t holds head 0's vector of token t, then head 1's, and so on"""
    X = reference.split_heads(labelled(3, 8), 2)
    expect_close(student.merge_heads(X), labelled(3, 8), "the merged heads")


@test_of("merge_heads")
def heads_of_other_sizes(student, rng):
    """one head, or heads of one feature, are put together as well"""
    for num_heads in (1, 4, 8):
        X = reference.split_heads(labelled(3, 8), num_heads)
        expect_close(student.merge_heads(X), labelled(3, 8), "the merged heads")


@test_of("merge_heads")
def merging_with_leading_axes(student, rng):
    """leading axes are kept, and axes of length 1 too: each sample is merged by itself"""
    for leading, n in [((5,), 3), ((2, 5), 3), ((1,), 3), ((), 1)]:
        X = numbers(rng, *leading, 2, n, 4)
        expect_close(student.merge_heads(X), reference.merge_heads(X), "the merged heads")


@test_of("merge_heads")
def whole_numbers_are_merged(student, rng):
    """whole numbers are merged as well, and X is left as it was"""
    X = rng.integers(10, size=(2, 3, 4))
    expect_close(student.merge_heads(X), reference.merge_heads(X), "the merged heads")
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- multi_head_attention


def attend_as_expected(student, Q, K, V, *num_heads):
    """Compare one call with the reference."""
    expected = reference.multi_head_attention(Q, K, V, *num_heads)
    expect_close(student.multi_head_attention(Q, K, V, *num_heads), expected, "the output")


@test_of("multi_head_attention")
def attention_in_three_heads(student, rng):
    """each head attends with its own slice of the features; the root is that of d_k, the size of a slice"""
    attend_as_expected(student, *numbers(rng, 3, 5, 6), 3)


@test_of("multi_head_attention")
def more_keys_than_queries(student, rng):
    """there may be more keys than queries, or fewer"""
    for n_q in (4, 7):
        attend_as_expected(student, numbers(rng, n_q, 6), numbers(rng, 5, 6), numbers(rng, 5, 6), 3)


@test_of("multi_head_attention")
def four_heads_by_default(student, rng):
    """without `num_heads` there are four heads; any number that divides d_model works"""
    Q, K, V = numbers(rng, 3, 5, 8)
    for num_heads in [(), (1,), (8,), (2,)]:
        attend_as_expected(student, Q, K, V, *num_heads)


@test_of("multi_head_attention")
def attention_of_samples(student, rng):
    """leading axes are kept: each sample attends within itself"""
    for leading in [(4,), (2, 4), (1,)]:
        Q, K, V = (numbers(rng, *leading, n, 6) for n in (3, 5, 5))
        attend_as_expected(student, Q, K, V, 2)


@test_of("multi_head_attention")
def large_scores_and_whole_numbers(student, rng):
    """huge scores give finite results, whole numbers fractional ones; inputs are left as they were"""
    Q, K, V = rng.integers(-2, 3, size=(3, 5, 6))
    attend_as_expected(student, Q, K, V, 2)
    expect_inputs_unchanged(student)
    Q, K, V = 60 * numbers(rng, 5, 6), 60 * numbers(rng, 5, 6), numbers(rng, 5, 6)
    attend_as_expected(student, Q, K, V, 2)
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- projected_multi_head_attention


def project_as_expected(student, x_q, x_kv, matrices, num_heads, mask=None):
    """Compare both results of one call with the reference."""
    keywords = {} if mask is None else {"mask": mask}
    value = student.projected_multi_head_attention(x_q, x_kv, *matrices, num_heads, **keywords)
    output, weights = expect_pair(value, "output", "weights")
    expected = reference.projected_multi_head_attention(x_q, x_kv, *matrices, num_heads, mask)
    expect_shape(output, expected[0].shape, "the output, which is returned first,")
    expect_close(weights, expected[1], "the weights, which are returned second,")
    expect_close(output, expected[0], "the output")


@test_of("projected_multi_head_attention")
def one_head_of_identities(student, rng):
    """with one head and identity matrices it is plain attention"""
    x_q, x_kv = numbers(rng, 4, 3), numbers(rng, 4, 3)
    project_as_expected(student, x_q, x_kv, [np.eye(3)] * 4, 1)


@test_of("projected_multi_head_attention")
def self_attention_in_two_heads(student, rng):
    """the tokens are projected by whole matrices, then split; the merged heads are multiplied by W_o"""
    x = numbers(rng, 5, 6)
    project_as_expected(student, x, x, numbers(rng, 4, 6, 6) / 2, 2)


@test_of("projected_multi_head_attention")
def cross_attention_in_three_heads(student, rng):
    """queries come from x_q, keys and values from x_kv, which may have another number of tokens"""
    project_as_expected(student, numbers(rng, 4, 6), numbers(rng, 5, 6), numbers(rng, 4, 6, 6) / 2, 3)


@test_of("projected_multi_head_attention")
def one_mask_for_all_heads(student, rng):
    """where the mask is False the weight is 0, in every head, and the others of the row still sum to one"""
    x_q, x_kv, matrices = numbers(rng, 4, 6), numbers(rng, 5, 6), numbers(rng, 4, 6, 6) / 2
    project_as_expected(student, x_q, x_kv, matrices, 2, np.tri(4, 5, 1, dtype=bool))


@test_of("projected_multi_head_attention")
def one_mask_for_all_queries(student, rng):
    """a mask of shape (n_k,) hides the same keys from every query"""
    x, matrices = numbers(rng, 5, 6), numbers(rng, 4, 6, 6) / 2
    project_as_expected(student, x, x, matrices, 2, np.array([True, False, True, True, False]))


@test_of("projected_multi_head_attention")
def samples_of_a_batch(student, rng):
    """leading axes are kept: each sample attends within itself"""
    matrices = numbers(rng, 4, 6, 6) / 2
    for leading in [(4,), (4, 2), (1,)]:
        project_as_expected(student, numbers(rng, *leading, 3, 6), numbers(rng, *leading, 5, 6), matrices, 3)


def attend_under_padding(student, rng, samples):
    """Compare two calls with a mask for each sample: padding alone, and padding that also hides what comes later."""
    matrices, lengths = numbers(rng, 4, 6, 6) / 2, np.array([3, 5, 4])
    x_q, x_kv = numbers(rng, samples, 4, 6), numbers(rng, samples, 5, 6)
    padding = np.arange(5) < lengths[:samples, np.newaxis, np.newaxis]  # (samples, 1, n_k)
    for mask in (padding, padding & np.tri(4, 5, 1, dtype=bool)):
        project_as_expected(student, x_q, x_kv, matrices, 2, mask)


@test_of("projected_multi_head_attention")
def masks_of_a_batch(student, rng):
    """each sample has a mask of its own, of shape (batch, 1, n_k) or (batch, n_q, n_k), for all its heads"""
    attend_under_padding(student, rng, samples=3)


@test_of("projected_multi_head_attention")
def as_many_samples_as_heads(student, rng):
    """each sample's mask is shared by all its heads, also where there are as many samples as heads"""
    attend_under_padding(student, rng, samples=2)


@test_of("projected_multi_head_attention")
def huge_scores_and_whole_numbers(student, rng):
    """huge scores give finite results, whole numbers fractional ones; inputs are left as they were"""
    mask = np.tri(4, 5, 1, dtype=bool)
    x_q, x_kv = rng.integers(-2, 3, size=(4, 6)), rng.integers(-2, 3, size=(5, 6))
    matrices = rng.integers(-1, 2, size=(4, 6, 6))
    project_as_expected(student, x_q, x_kv, matrices, 2, mask)
    expect_inputs_unchanged(student)
    x_q, x_kv, matrices = 40 * numbers(rng, 4, 6), 40 * numbers(rng, 5, 6), numbers(rng, 4, 6, 6)
    project_as_expected(student, x_q, x_kv, matrices, 2, mask)
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- attention_cost


def expect_entry(student, key, *sizes, **keywords):
    """Compare one entry of the dict of costs with the reference."""
    costs = student.attention_cost(*sizes, **keywords)
    expect(isinstance(costs, dict), "a dict should be returned, with the keys that the task names")
    expect(key in costs, f"the dict should have the key `{key}`")
    expect_close(expect_array(costs[key], key), reference.attention_cost(*sizes, **keywords)[key], f"`{key}`", atol=0)


@test_of("attention_cost")
def numbers_to_learn(student, rng):
    """`parameters` counts the numbers in W_q, W_k, W_v and W_o, whatever the number of heads"""
    for num_heads in (1, 2):
        expect_entry(student, "parameters", 10, 6, num_heads)


@test_of("attention_cost")
def multiplications_in_all_products(student, rng):
    """`multiply_adds` counts those of four projections, of the scores and of the averages, in all heads"""
    for sizes in [(10, 6, 1), (10, 6, 3), (3, 8, 2)]:
        expect_entry(student, "multiply_adds", *sizes)


@test_of("attention_cost")
def bytes_of_the_scores(student, rng):
    """`score_bytes` counts 4 bytes for each head and each pair of tokens"""
    for sizes in [(10, 6, 1), (10, 6, 3)]:
        expect_entry(student, "score_bytes", *sizes)


@test_of("attention_cost")
def bytes_of_larger_numbers(student, rng):
    """with `bytes_per_number` a score takes as many bytes as that says"""
    expect_entry(student, "score_bytes", 10, 6, 3, bytes_per_number=2)


# ---------------------------------------------------------------------- head_diversity


def heads_of(rng, num_heads, n_q, n_k):
    """Draw rows of weights with two decimals, each summing to one."""
    weights = rng.dirichlet(np.ones(n_k), (num_heads, n_q)).round(2)
    weights[..., 0] += 1 - weights.sum(axis=-1)
    return weights.round(2)


@test_of("head_diversity")
def two_heads_at_three_queries(student, rng):
    """for two heads: the mean over the queries of half the sum of absolute differences"""
    weights = heads_of(rng, 2, 3, 5)
    expect_close(student.head_diversity(weights), reference.head_diversity(weights), "the diversity")


@test_of("head_diversity")
def every_pair_of_heads(student, rng):
    """for more heads: the mean over all pairs of different heads, each pair once"""
    for num_heads in (3, 4):
        weights = heads_of(rng, num_heads, 2, 5)
        weights[:2] = np.sort(weights[:2], axis=-1)  # heads 0 and 1 are more alike than the others
        expect_close(student.head_diversity(weights), reference.head_diversity(weights), "the diversity")


@test_of("head_diversity")
def a_head_that_is_alone(student, rng):
    """a single head has the diversity 0"""
    expect_close(student.head_diversity(heads_of(rng, 1, 2, 3)), 0.0, "the diversity")


@test_of("head_diversity")
def heads_that_agree_and_heads_that_do_not(student, rng):
    """equal heads have the diversity 0, heads that share no key 1; weights are left as they were"""
    alike, apart = np.tile([[0.2, 0.3, 0.5]], (3, 2, 1)), np.array([[[1, 0, 0]], [[0, 0, 1]], [[0, 1, 0]]])
    for weights, expected in [(alike, 0.0), (apart, 1.0)]:
        expect_close(student.head_diversity(weights), expected, "the diversity")
        expect_inputs_unchanged(student)
