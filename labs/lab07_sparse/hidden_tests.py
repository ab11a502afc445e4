"""What decides the mark of Lab 7: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So most items measure a function against
itself (a causal window against the past half of its own window, a sample against the same sample
alone), and only the items about values demand the width of the window and the scale.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention import sparse as reference
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    expect,
    expect_array,
    expect_boolean,
    expect_close,
    expect_inputs_unchanged,
    expect_shape,
    test_of,
)

# An n at which no array of n x n entries fits into the margin, not even of booleans; a gather of all neighbours does.
LONG, NEIGHBOURS, MARGIN = 16_384, 8, 128
SHORTER = 4_096  # here the scores alone, two arrays of them, do not fit


def expect_mask(value, n, what="the mask"):
    """Demand booleans of shape (n, n) that are not all alike."""
    mask = expect_boolean(value, what)
    expect_shape(mask, (n, n), what)
    expect(mask.any() and not mask.all(), f"{what} should hold both True and False")
    return mask


def pattern(value, n, what="the mask"):
    """Return who sees whom, from a mask of shape (n, n): of booleans or numbers, and whatever True means in it.

    What these mean costs its own item, and no other. Every token sees itself: so the diagonal tells.
    """
    array = expect_shape(value, (n, n), what)
    expect(bool(np.isin(array, [0, 1]).all()), f"{what} should hold True and False")
    diagonal = np.diagonal(array)
    expect(bool((diagonal == diagonal[0]).all()), "every token should see itself")
    return array == diagonal[0]


# ---------------------------------------------------------------------- local_mask: 2 points


@test_of("local_mask", points=1)
def window_counts_each_side(student, rng):
    """query i sees key j where abs(i - j) <= window, at the edges too"""
    for window in (0, 1, int(rng.integers(2, 6))):
        n = 2 * window + int(rng.integers(3, 12))
        expect_close(student.local_mask(n, window), reference.local_mask(n, window), "the mask")


@test_of("local_mask", points=0.5)
def causal_window_is_the_past_half(student, rng):
    """with causal=True the keys to the right are hidden, and those to the left seen as without it"""
    for window in (2, int(rng.integers(3, 6))):
        n = 2 * window + int(rng.integers(3, 12))
        both = pattern(student.local_mask(n, window), n)
        expect(bool(np.triu(both, 1).any() and np.tril(both, -1).any()), "without causal, both sides should be seen")
        expect_close(pattern(student.local_mask(n, window, causal=True), n), np.tril(both), "the causal mask")


@test_of("local_mask", points=0.5)
def any_window_of_booleans(student, rng):
    """the mask is boolean; a window wider than the sequence hides nothing"""
    n, window = int(rng.integers(6, 12)), int(rng.integers(1, 3))
    for causal in (False, True):
        expect_mask(student.local_mask(n, window, causal=causal), n)
    for wide in (2 * n, 2 * n + window, 10 * n):
        expect_close(pattern(student.local_mask(n, wide), n), np.ones((n, n)), "the mask of a wide window")


# ---------------------------------------------------------------------- strided_mask: 2 points


@test_of("strided_mask", points=1)
def whole_steps_back(student, rng):
    """query i sees key j where j <= i and i - j is a multiple of the stride"""
    for stride in (2, 3, int(rng.integers(4, 7))):
        n = 2 * stride + int(rng.integers(2, 12))
        expect_close(student.strided_mask(n, stride), reference.strided_mask(n, stride), "the mask")


@test_of("strided_mask", points=0.5)
def strides_at_the_ends(student, rng):
    """a stride of 1 shows the whole past; one as long as the sequence, or longer, the token itself"""
    n = int(rng.integers(4, 12))
    expect_close(pattern(student.strided_mask(n, 1), n), np.tri(n), "the mask of stride 1")
    for stride in (n, n + int(rng.integers(1, 5))):
        expect_close(pattern(student.strided_mask(n, stride), n), np.eye(n), "the mask of a long stride")


@test_of("strided_mask", points=0.5)
def strided_mask_of_booleans(student, rng):
    """the mask is boolean, and hides the future"""
    n, stride = int(rng.integers(7, 15)), int(rng.integers(2, 5))
    mask = expect_mask(student.strided_mask(n, stride), n)
    expect(not np.triu(pattern(mask, n), 1).any(), "no token should see a later one")


# ---------------------------------------------------------------------- log_sparse_mask: 2 points


@test_of("log_sparse_mask", points=1)
def powers_of_two_back(student, rng):
    """query i sees itself and the keys 1, 2, 4, 8, ... places before it"""
    for n in (int(rng.integers(5, 9)), int(rng.integers(20, 40)), int(rng.integers(66, 90))):
        expect_close(student.log_sparse_mask(n), reference.log_sparse_mask(n), "the mask")


@test_of("log_sparse_mask", points=0.5)
def few_tokens(student, rng):
    """sequences of one to four tokens have such a mask too"""
    for n in map(int, rng.permutation([1, 2, 3, 4])):
        expect_close(pattern(student.log_sparse_mask(n), n), reference.log_sparse_mask(n), "the mask")


@test_of("log_sparse_mask", points=0.5)
def log_sparse_mask_of_booleans(student, rng):
    """the mask is boolean, and hides the future"""
    n = int(rng.integers(7, 20))
    mask = expect_mask(student.log_sparse_mask(n), n)
    expect(not np.triu(pattern(mask, n), 1).any(), "no token should see a later one")


# ---------------------------------------------------------------------- global_tokens_mask: 2 points


def with_global_tokens(student, rng):
    """Draw a length, a window and global positions, in no order; return them with the student's pattern."""
    n, window = int(rng.integers(11, 16)), int(rng.integers(1, 3))
    positions = [int(position) for position in rng.permutation(n)[:3]]
    return n, window, positions, pattern(student.global_tokens_mask(n, window, positions), n)


@test_of("global_tokens_mask", points=0.5)
def global_tokens_see_everyone(student, rng):
    """the rows of the global positions are full, and not every row is"""
    n, _, positions, mask = with_global_tokens(student, rng)
    expect_close(mask[positions], np.ones((3, n)), "the rows of the global positions")
    others = np.delete(mask, positions, axis=0)
    expect(not others.all(), "the other tokens should not see everyone")


@test_of("global_tokens_mask", points=0.5)
def everyone_sees_global_tokens(student, rng):
    """the columns of the global positions are full, and not every column is"""
    n, _, positions, mask = with_global_tokens(student, rng)
    expect_close(mask[:, positions], np.ones((n, 3)), "the columns of the global positions")
    others = np.delete(mask, positions, axis=1)
    expect(not others.all(), "the other tokens should not be seen by everyone")


@test_of("global_tokens_mask", points=0.5)
def the_others_see_their_neighbours(student, rng):
    """between the other tokens the mask is local, to both sides; it is so everywhere if no position is global"""
    n, window, positions, mask = with_global_tokens(student, rng)
    ordinary = np.delete(np.arange(n), positions)
    pairs = np.ix_(ordinary, ordinary)
    expect_close(mask[pairs], reference.local_mask(n, window)[pairs], "the mask between tokens that are not global")
    for wide in (0, window, window + 1):
        mask = pattern(student.global_tokens_mask(n, wide, []), n)
        expect_close(mask, reference.local_mask(n, wide), "the mask without global positions")


@test_of("global_tokens_mask", points=0.5)
def global_mask_of_booleans(student, rng):
    """the mask is boolean, True on the diagonal, and the list of positions stays as it was"""
    n = int(rng.integers(9, 14))
    positions = sorted(map(int, rng.permutation(n)[:3]), reverse=True)  # a list that is sorted would show
    value = student.global_tokens_mask(n, 1, positions)
    expect_inputs_unchanged(student)
    mask = expect_mask(value, n)
    expect(bool(np.diagonal(mask).all()), "True should mean: may attend; every token sees itself")


# ---------------------------------------------------------------------- what both kinds of attention share


def qkv(rng, *shape, d_k=None, d_v=None):
    """Draw Q, K and V of shape (..., n, d); the two sizes are the same unless they are given."""
    d_k = d_k or int(rng.choice([3, 5]))
    return [rng.normal(size=(*shape, d)) for d in (d_k, d_k, d_v or d_k)]


def own_weights(attend, Q, K):
    """Return the weights that a function really averages with: its output where the values are the identity.

    Q, K and V have n features each, so that no size is asked for that another item asks for.
    """
    return expect_shape(attend(Q, K, np.eye(len(Q))), Q.shape, "the output")


def expect_attends(attend, Q, K, V):
    """Demand that the output depends on how well the queries match: the plain mean of the values is no attention."""
    output, other = (expect_shape(attend(one, K, V), V.shape, "the output") for one in (Q, -Q))
    expect(float(np.abs(output - other).max()) > 1e-4, "the output should depend on the queries")


def expect_samples_apart(attend, rng, n):
    """Demand that each sample of a batch gives what it gives alone, with one leading axis and with two."""
    for leading in [(4,), (2, 3)]:
        inputs = qkv(rng, *leading, n)
        output = expect_shape(attend(*inputs), inputs[2].shape, "the output")
        expect_attends(attend, *inputs)
        for index in np.ndindex(leading):
            alone = attend(*(array[index] for array in inputs))
            expect_close(output[index], alone, "the output of one sample, compared with that sample alone,")


def expect_values_of_any_size(attend, rng, n):
    """Demand that the values may have more or fewer features than the keys: column by column, nothing changes."""
    Q, K, V = qkv(rng, n, d_k=4)
    whole = expect_shape(attend(Q, K, V), (n, 4), "the output")
    expect_attends(attend, Q, K, V)
    for columns in ([0, 2], [1, 0, 2, 3, 3, 1]):
        expect_close(attend(Q, K, V[:, columns]), whole[:, columns], "the output for values of another size")


def expect_any_numbers(student, attend, rng, n):
    """Demand finite results of large scores, the same from whole numbers and single precision, and inputs unchanged."""
    Q, K, V = qkv(rng, n)
    expect_attends(attend, Q, K, V)
    extreme = expect_shape(attend(90 * Q, 90 * K, V), V.shape, "the output")[2:-2]  # what is at the edges is no matter
    inside = (extreme > V.min(axis=0) - 1e-3) & (extreme < V.max(axis=0) + 1e-3)
    expect(bool(inside.all()), "the output for large scores should be finite, an average of the values")
    whole = [rng.integers(-3, 4, size=Q.shape) for _ in range(3)]
    single = [array.astype(np.float32) for array in (Q, K, V)]
    for inputs in (whole, single, (Q, K, V)):
        output = attend(*inputs)
        expect_inputs_unchanged(student)
        same_as_floats = attend(*(array.astype(float) for array in inputs))
        expect_close(output, same_as_floats, "the output, compared with that of floats,", **FLOAT32_TOLERANCE)


def expect_little_memory(student, attend, rng, piece, margin):
    """Demand the output of a long sequence in little memory: right wherever a short piece shows what is right.

    `piece` positions, cut out at a multiple of it, give by themselves what they give within the long
    sequence, except for `margin` positions at either end.
    """
    problems = [qkv(rng, n, d_k=8, d_v=4) for n in (SHORTER, LONG)]
    with student.limited_memory(MARGIN):
        outputs = [attend(*inputs) for inputs in problems]
    expect_attends(attend, *(X[:piece] for X in problems[0]))
    for inputs, output in zip(problems, outputs, strict=True):
        n = len(inputs[0])
        output = expect_shape(output, (n, 4), "the output of a long sequence")
        for start in [0, n - piece, *(piece * rng.integers(1, n // piece - 1, size=3))]:
            alone = expect_shape(attend(*(X[start : start + piece] for X in inputs)), (piece, 4), "the output")
            inner = slice(margin, piece - margin)
            expect(float(np.ptp(alone[inner], axis=0).min()) > 1e-3, "the output should differ from token to token")
            expect_close(output[start : start + piece][inner], alone[inner], "a piece of the output of a long sequence")


# ---------------------------------------------------------------------- sliding_window_attention: 5 points


def sliding(student, window, **keywords):
    """Return the student's function of Q, K and V with this window."""
    return lambda Q, K, V: student.sliding_window_attention(Q, K, V, window, **keywords)


@test_of("sliding_window_attention", points=1.5)
def dense_attention_under_the_local_mask(student, rng):
    """the output is that of dense attention under the local mask, at the edges too"""
    for window in (0, 1, 2, int(rng.integers(3, 6))):
        Q, K, V = qkv(rng, 2 * window + int(rng.integers(2, 9)))
        expected = reference.sliding_window_attention(Q, K, V, window)
        expect_close(student.sliding_window_attention(Q, K, V, window), expected, "the output")


@test_of("sliding_window_attention", points=0.5)
def causal_weights_are_the_past_ones(student, rng):
    """with causal=True later keys get no weight, and those of the past keep theirs, in proportion"""
    for window in (2, int(rng.integers(3, 5))):
        n = 2 * window + int(rng.integers(3, 8))
        inner = slice(window, n - window)  # what happens at the edges is no matter here
        Q, K = 0.5 * rng.normal(size=(2, n, n))
        both = own_weights(sliding(student, window), Q, K)[inner]
        past = np.tril(both, window)  # row 0 of these is the query at place `window`
        expect(
            bool((both - past).any() and np.tril(both, window - 1).any()), "without causal, both sides should be seen"
        )
        expect(
            bool(np.ptp(np.where(past, past, past.max()), axis=-1).min() > 1e-4), "weights should depend on the keys"
        )
        expected = past / past.sum(axis=-1, keepdims=True)
        weights = own_weights(sliding(student, window, causal=True), Q, K)[inner]
        expect_close(weights, expected, "the weights with causal=True")


@test_of("sliding_window_attention", points=0.5)
def any_length_and_any_window(student, rng):
    """n may be 1, or a prime; a window much wider than the sequence sees everything"""
    Q, K, V = qkv(rng, int(rng.choice([7, 11, 13])))
    n = len(Q)
    for window in (1, 3):
        expect_close(student.sliding_window_attention(Q[:1], K[:1], V[:1], window), V[:1], "the output of one token")
    widest = expect_array(student.sliding_window_attention(Q, K, V, 2 * n), "the output")
    expect_attends(sliding(student, 2 * n), Q, K, V)
    for window in (2 * n + 1, 9 * n):
        expect_close(student.sliding_window_attention(Q, K, V, window), widest, "the output for a wide window")
    weights = own_weights(sliding(student, 2 * n), *0.5 * rng.normal(size=(2, n, n)))
    expect(float(weights.min()) > 1e-9, "a window wider than the sequence should hide nothing")
    expect_close(weights.sum(axis=-1), np.ones(n), "the sum of each query's weights")


@test_of("sliding_window_attention", points=0.5)
def windows_keep_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample gives what it gives alone"""
    expect_samples_apart(sliding(student, 2), rng, int(rng.choice([7, 9, 11])))


@test_of("sliding_window_attention", points=0.5)
def windows_over_values_of_any_size(student, rng):
    """d_v may differ from d_k"""
    expect_values_of_any_size(sliding(student, 2), rng, int(rng.integers(7, 14)))


@test_of("sliding_window_attention", points=0.5)
def windows_over_any_numbers(student, rng):
    """large scores stay finite, whole numbers and single precision work, and inputs stay as they were"""
    expect_any_numbers(student, sliding(student, 2), rng, int(rng.choice([7, 9, 11])))


@test_of("sliding_window_attention", points=1)
def windows_in_linear_memory(student, rng):
    """16,384 tokens with a window of 8 take at most 128 MB: nothing of the size n x n"""
    expect_little_memory(student, sliding(student, NEIGHBOURS), rng, 64, 2 * NEIGHBOURS + 1)


# ---------------------------------------------------------------------- block_local_attention: 3 points


def in_blocks(student, block_size):
    """Return the student's function of Q, K and V with this block size."""
    return lambda Q, K, V: student.block_local_attention(Q, K, V, block_size)


@test_of("block_local_attention", points=1)
def blocks_attend_within_themselves(student, rng):
    """each block of neighbours attends within itself"""
    for block_size in (2, int(rng.integers(3, 6))):
        Q, K, V = qkv(rng, block_size * int(rng.choice([2, 3, 4])))
        expected = reference.block_local_attention(Q, K, V, block_size)
        expect_close(student.block_local_attention(Q, K, V, block_size), expected, "the output")


@test_of("block_local_attention", points=0.5)
def rest_is_a_block_of_its_own(student, rng):
    """what is left at the end attends within itself, and changes nothing for the blocks before it"""
    block_size = int(rng.integers(3, 6))
    whole = block_size * int(rng.choice([2, 3]))
    for rest in range(1, block_size):
        Q, K, V = qkv(rng, whole + rest)
        output = expect_shape(student.block_local_attention(Q, K, V, block_size), V.shape, "the output")
        expect_attends(in_blocks(student, block_size), Q, K, V)
        before = student.block_local_attention(Q[:whole], K[:whole], V[:whole], block_size)
        expect_close(output[:whole], before, "the output of the whole blocks")
        alone = student.block_local_attention(Q[whole:], K[whole:], V[whole:], rest)
        expect_close(output[whole:], alone, "the output of the shorter last block")


@test_of("block_local_attention", points=0.5)
def blocks_of_any_size(student, rng):
    """a block of 1 gives the values back; one longer than the sequence is one block; leading axes are kept"""
    n = int(rng.choice([6, 8]))
    Q, K, V = qkv(rng, n)
    expect_close(student.block_local_attention(Q, K, V, 1), V, "the output for blocks of 1")
    one = expect_array(student.block_local_attention(Q, K, V, n), "the output")
    expect_attends(in_blocks(student, n), Q, K, V)
    expect_close(student.block_local_attention(Q, K, V, n + 3), one, "the output for a block longer than the sequence")
    expect_samples_apart(in_blocks(student, n // 2), rng, n)


@test_of("block_local_attention", points=0.5)
def blocks_of_any_numbers(student, rng):
    """d_v may differ from d_k, large scores stay finite, whole numbers work, and inputs stay as they were"""
    n = int(rng.choice([6, 9]))
    expect_values_of_any_size(in_blocks(student, 3), rng, n)
    expect_any_numbers(student, in_blocks(student, 3), rng, n)


@test_of("block_local_attention", points=0.5)
def blocks_in_linear_memory(student, rng):
    """16,384 tokens in blocks of 8 take at most 128 MB: nothing of the size n x n"""
    expect_little_memory(student, in_blocks(student, NEIGHBOURS), rng, 8 * NEIGHBOURS, 0)


# ---------------------------------------------------------------------- receptive_field: 2 points


def sparse_links(rng, n):
    """Draw a mask with few links that go one way; every token sees itself."""
    return (rng.random((n, n)) < 1.2 / n) | np.eye(n, dtype=bool) | np.eye(n, k=-2, dtype=bool)


def two_groups(rng, n):
    """Draw a mask that links no token with itself, and none with tokens of the other half; return who is apart too."""
    half = np.arange(n) < n // 2
    apart = half[:, np.newaxis] != half
    mask = (sparse_links(rng, n) | np.eye(n, k=-1, dtype=bool)) & ~np.eye(n, dtype=bool) & ~apart
    order = np.ix_(*[rng.permutation(n)] * 2)
    return mask[order], apart[order]


def expect_apart(field, apart):
    """Demand that nothing reaches the other half, whatever else the field holds."""
    expect(not np.any(field[apart]), "no output should depend on an input that no link leads to")


@test_of("receptive_field", points=1)
def links_of_links(student, rng):
    """[i, j] is True if output i can depend on input j after so many layers"""
    n = int(rng.choice([7, 9, 11]))
    for mask in (sparse_links(rng, n), sparse_links(rng, n), reference.local_mask(n, 1, causal=True)):
        for num_layers in (2, 3, int(rng.integers(4, 8))):
            expected = reference.receptive_field(mask, num_layers)
            expect_close(student.receptive_field(mask, num_layers), expected, "the receptive field")
            expect_inputs_unchanged(student)


@test_of("receptive_field", points=0.5)
def residual_connections_keep_the_token(student, rng):
    """a token depends on itself and on its earlier self, also where the mask hides it from itself"""
    n = int(rng.choice([6, 8]))
    mask, apart = two_groups(rng, n)
    for num_layers in (1, 2, 3):
        field = expect_shape(student.receptive_field(mask, num_layers), (n, n), "the receptive field")
        expect_close(field, student.receptive_field(mask | np.eye(n, dtype=bool), num_layers), "the receptive field")
        expect(bool(np.diagonal(field).all()), "every output should depend on its own input")
        expect_apart(field, apart)


@test_of("receptive_field", points=0.5)
def no_layers_at_all(student, rng):
    """without layers the result is the identity; the result is boolean, and the mask stays as it was"""
    n = int(rng.choice([6, 8]))
    mask, apart = two_groups(rng, n)
    expect_close(student.receptive_field(mask, 0), np.eye(n), "the receptive field of no layer")
    for num_layers in (0, 1, 2):
        value = student.receptive_field(mask, num_layers)
        expect_inputs_unchanged(student)
        expect_apart(expect_mask(value, n, "the receptive field"), apart)


# ---------------------------------------------------------------------- growth_exponent: 2 points


def a_few_sizes(rng):
    """Draw five different sizes, in increasing order, at uneven distances."""
    return np.cumsum(rng.integers(3, 40, size=5))


@test_of("growth_exponent", points=1)
def exact_powers(student, rng):
    """a cost of c n^p has the exponent p, whatever c is"""
    for power in rng.uniform([0.3, 0.9, 1.6, 2.4], [0.8, 1.5, 2.3, 3.2]):
        ns, unit = a_few_sizes(rng), float(np.exp(rng.uniform(-9, 9)))
        expect_close(student.growth_exponent(ns, unit * ns**power), power, "the exponent")


@test_of("growth_exponent", points=0.5)
def least_squares_of_scattered_costs(student, rng):
    """with scattered costs it is the slope of the least-squares line through all points"""
    for _ in range(3):
        ns = a_few_sizes(rng)
        costs = ns**1.5 * np.exp(rng.normal(scale=0.4, size=5))
        expect_close(student.growth_exponent(ns, costs), reference.growth_exponent(ns, costs), "the exponent")


@test_of("growth_exponent", points=0.5)
def any_order_and_any_sign(student, rng):
    """the order of the points plays no part; a cost that falls has a negative exponent; inputs stay as they were"""
    ns, power = a_few_sizes(rng), rng.uniform(-2, -0.5)
    costs = 1e4 * ns**power
    value = student.growth_exponent(ns, costs)
    expect_inputs_unchanged(student)
    expect_close(value, power, "the exponent of a cost that falls")
    order = rng.permutation(5)
    expect_close(student.growth_exponent(ns[order], costs[order]), value, "the exponent for the same points, shuffled,")
    expect_close(student.growth_exponent(ns, np.full(5, 7)), 0, "the exponent of a constant cost")
