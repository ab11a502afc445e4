"""What the checks of Lab 3 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose: no number can be taken for
another.
"""

import numpy as np

from attn_course.attention.positional_encoding import (
    add_positions,
    alibi_bias,
    apply_rope,
    positional_encoding,
    relative_position_bias,
    shift_matrix,
)
from attn_course.checking import (
    expect,
    expect_close,
    expect_inputs_unchanged,
    expect_shape,
    expect_value_error,
    numbers,
    test_of,
)

# Sines of angles in single precision are right to five digits: that will do.
WAVES = {"rtol": 1e-5, "atol": 2e-5}


# ---------------------------------------------------------------------- positional_encoding


@test_of("positional_encoding")
def encoding_of_position_zero(student, rng):
    """position 0 is 0, 1, 0, 1, ...: the sine and the cosine of 0, in turn"""
    encoding = expect_shape(student.positional_encoding(3, 4), (3, 4), "the encoding")
    expect_close(encoding[0], [0.0, 1.0, 0.0, 1.0], "row 0 of the encoding", **WAVES)


@test_of("positional_encoding")
def encoding_of_five_positions(student, rng):
    """column 2i is the sine of pos / 10000^(2i/d_model), column 2i + 1 the cosine of the same angle"""
    expect_close(student.positional_encoding(5, 6), positional_encoding(5, 6), "the encoding", **WAVES)


@test_of("positional_encoding")
def encodings_of_other_sizes(student, rng):
    """one position or many, few features or many: the same formula"""
    for seq_length, d_model in [(1, 4), (7, 2), (3, 8), (6, 6)]:
        expected = positional_encoding(seq_length, d_model)
        expect_close(student.positional_encoding(seq_length, d_model), expected, "the encoding", **WAVES)


@test_of("positional_encoding")
def encodings_of_odd_sizes(student, rng):
    """an odd d_model has one sine more than it has cosines, and the same exponents 2i/d_model"""
    for seq_length, d_model in [(4, 5), (6, 3), (2, 1)]:
        expected = positional_encoding(seq_length, d_model)
        expect_close(student.positional_encoding(seq_length, d_model), expected, "the encoding", **WAVES)


# ---------------------------------------------------------------------- add_positions


@test_of("add_positions")
def rows_of_the_encoding_are_added(student, rng):
    """token i gets row i of the encoding added; rows that are not needed are left out"""
    for n, max_length in [(3, 5), (5, 5), (2, 7)]:
        x, encoding = numbers(rng, n, 4), numbers(rng, max_length, 4)
        expect_close(student.add_positions(x, encoding), add_positions(x, encoding), "the result")


@test_of("add_positions")
def every_sample_gets_the_same_positions(student, rng):
    """leading axes are kept: token i of every sample gets row i"""
    for leading in [(2,), (3,), (2, 5)]:
        x, encoding = numbers(rng, *leading, 3, 4), numbers(rng, 6, 4)
        expect_close(student.add_positions(x, encoding), add_positions(x, encoding), "the result")


@test_of("add_positions")
def more_tokens_than_positions(student, rng):
    """more tokens than the encoding has rows: a ValueError with a message"""
    for n, max_length in [(4, 3), (3, 1)]:
        x, encoding = numbers(rng, n, 2), numbers(rng, max_length, 2)
        what = f"{n} tokens and an encoding of {max_length} position" + "s" * (max_length > 1)
        expect_value_error(lambda x=x, encoding=encoding: student.add_positions(x, encoding), what)


@test_of("add_positions")
def tokens_and_encoding_stay_as_they_were(student, rng):
    """tokens of whole numbers work too, and both inputs are left as they were"""
    encoding = numbers(rng, 5, 4)
    for x in (numbers(rng, 3, 4), rng.integers(-3, 4, size=(3, 4))):
        expect_close(student.add_positions(x, encoding), add_positions(x, encoding), "the result")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- shift_matrix


@test_of("shift_matrix")
def forwards(student, rng):
    """M @ PE[pos] is PE[pos + offset] for every position"""
    encoding = positional_encoding(12, 4)
    for offset in (1, 3):
        matrix = expect_shape(student.shift_matrix(offset, 4), (4, 4), "the matrix")
        expect_close(
            encoding[:8] @ matrix.T, encoding[offset : 8 + offset], "M @ PE[pos], a row for each pos,", **WAVES
        )
        expect_close(matrix, shift_matrix(offset, 4), "the matrix", **WAVES)


@test_of("shift_matrix")
def backwards_and_not_at_all(student, rng):
    """a negative offset goes back, and the offset 0 changes nothing"""
    for offset in (-2, 0, -5):
        expect_close(student.shift_matrix(offset, 4), shift_matrix(offset, 4), "the matrix", **WAVES)


@test_of("shift_matrix")
def shifts_of_other_sizes(student, rng):
    """one 2 x 2 block for each pair (sine, cosine), on the diagonal, and 0 elsewhere"""
    for d_model in (2, 6, 8):
        expect_close(student.shift_matrix(4, d_model), shift_matrix(4, d_model), "the matrix", **WAVES)


# ---------------------------------------------------------------------- relative_position_bias


@test_of("relative_position_bias")
def biases_of_near_keys(student, rng):
    """entry [i, j] is the table's entry for the distance j - i; the middle of the table is distance 0"""
    table = np.array([-3.0, -2.5, -1.0, 0.5, 1.5, 2.0, 4.0])  # distances -3 to 3
    expect_close(student.relative_position_bias(table, 4, 4), relative_position_bias(table, 4, 4), "the bias")


@test_of("relative_position_bias")
def biases_of_far_keys(student, rng):
    """keys further away than the table reaches get the bias of its end"""
    for m, n in [(1, 5), (2, 6), (0, 3)]:
        table = numbers(rng, 2 * m + 1)
        expect_close(student.relative_position_bias(table, n, n), relative_position_bias(table, n, n), "the bias")


@test_of("relative_position_bias")
def biases_of_more_keys_than_queries(student, rng):
    """there may be more keys than queries, or fewer: both are counted from 0"""
    for n_q, n_k in [(2, 5), (5, 2), (1, 4)]:
        table = numbers(rng, 5)
        expect_close(
            student.relative_position_bias(table, n_q, n_k), relative_position_bias(table, n_q, n_k), "the bias"
        )


@test_of("relative_position_bias")
def biases_from_whole_numbers(student, rng):
    """a table of whole numbers works too, and is left as it was"""
    for table in (np.array([7, 1, 3, -2, 5]), numbers(rng, 3)):
        expect_close(student.relative_position_bias(table, 3, 4), relative_position_bias(table, 3, 4), "the bias")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- apply_rope


def rope_of_halves(x, positions=None, base=10000.0):
    """Turn the pairs (p, p + d/2): the other layout, which is as good."""
    order = np.arange(x.shape[-1]).reshape(2, -1).T.ravel()  # p and p + d/2 side by side
    turned = np.empty(x.shape)
    turned[..., order] = apply_rope(x[..., order], positions, base)
    return turned


def expect_turned(value, x, *, positions=None, base=10000.0):
    """Demand the values of one of the two layouts; where both differ, show the nearer one."""
    value = expect_shape(value, x.shape, "the result")
    layouts = [apply_rope(x, positions, base), rope_of_halves(x, positions, base)]
    nearer = min(layouts, key=lambda expected: np.nan_to_num(np.abs(value - expected), nan=np.inf).sum())
    expect_close(value, nearer, "the result", **WAVES)


@test_of("apply_rope")
def position_zero_is_not_turned(student, rng):
    """the row at position 0 stays as it is, and the others do not"""
    x = numbers(rng, 3, 6)
    turned = expect_shape(student.apply_rope(x), x.shape, "the result")
    expect_close(turned[0], x[0], "row 0 of the result", **WAVES)
    expect(not np.allclose(turned[1:], x[1:]), "the rows after the first should be turned")


@test_of("apply_rope")
def lengths_are_kept(student, rng):
    """turning changes no length"""
    x = numbers(rng, 5, 4)
    turned = expect_shape(student.apply_rope(x), x.shape, "the result")
    expect_close(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1), "the length of each row", **WAVES)


@test_of("apply_rope")
def scores_depend_on_the_difference(student, rng):
    """moving a query and a key by the same number of positions leaves their dot product as it was"""
    q, k = numbers(rng, 2, 1, 6)
    score = expect_shape(student.apply_rope(q, positions=np.array([2])), q.shape, "the turned query") @ (
        expect_shape(student.apply_rope(k, positions=np.array([5])), k.shape, "the turned key").T
    )
    for shift in (3, 10):
        moved_q = student.apply_rope(q, positions=np.array([2 + shift]))
        moved_k = student.apply_rope(k, positions=np.array([5 + shift]))
        moved = expect_shape(moved_q, q.shape, "the turned query") @ expect_shape(moved_k, k.shape, "the turned key").T
        expect_close(moved, score, "the score of the moved pair", rtol=1e-4, atol=1e-4)


@test_of("apply_rope")
def pairs_are_turned_by_their_angles(student, rng):
    """pair p is turned by position * base^(-2p/d): (a, b) becomes (a cos - b sin, a sin + b cos)"""
    for shape in [(4, 2), (3, 8)]:
        x = numbers(rng, *shape)
        expect_turned(student.apply_rope(x), x)


@test_of("apply_rope")
def positions_and_base_are_used(student, rng):
    """positions and base are used where they are given, whatever the order of the positions"""
    x, positions = numbers(rng, 3, 4), np.array([7, 0, 2])
    expect_turned(student.apply_rope(x, positions=positions), x, positions=positions)
    expect_turned(student.apply_rope(x, base=100.0), x, base=100.0)


@test_of("apply_rope")
def every_sample_is_turned_alike(student, rng):
    """leading axes are kept: row i of every sample is at position i"""
    for leading in [(2,), (5,), (2, 4)]:
        x = numbers(rng, *leading, 5, 4)
        expect_turned(student.apply_rope(x), x)


@test_of("apply_rope")
def whole_numbers_are_turned(student, rng):
    """whole numbers give fractional results, and x and the positions are left as they were"""
    for x in (rng.integers(1, 5, size=(3, 4)), numbers(rng, 3, 4)):
        positions = np.array([1, 2, 4])
        expect_turned(student.apply_rope(x, positions=positions), x, positions=positions)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- alibi_bias


@test_of("alibi_bias")
def penalties_of_eight_heads(student, rng):
    """head h of 8 has the slope 1/2^h: each step of distance costs that much, in both directions"""
    expect_close(student.alibi_bias(8, 3), alibi_bias(8, 3), "the bias")


@test_of("alibi_bias")
def penalties_of_other_numbers_of_heads(student, rng):
    """the slopes are 2^(-8h/num_heads) for h = 1 to num_heads; the last one is always 1/256"""
    for num_heads, n in [(2, 5), (4, 3), (1, 4), (16, 2), (4, 4)]:
        expect_close(student.alibi_bias(num_heads, n), alibi_bias(num_heads, n), "the bias")
