"""What decides the mark of Lab 3: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So the items about other properties measure
against what the same function gives elsewhere, or accept the result of the slip: the odd encoding is
compared with the function's own even one, the clipped bias may run in either direction, and so on.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention.positional_encoding import (
    alibi_bias,
    apply_rope,
    positional_encoding,
    relative_position_bias,
    shift_matrix,
)
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    PropertyFailed,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_shape,
    expect_value_error,
    sizes,
    test_of,
)

# Sines of angles in single precision are right to five digits: that will do.
WAVES = {"rtol": 1e-5, "atol": 2e-5}


def expect_one_of(value, candidates, what, **tolerance):
    """Demand that one of several arrays is given; all but the first are slips that cost another item."""
    for candidate in candidates[1:]:
        try:
            return expect_close(value, candidate, what, **tolerance)
        except PropertyFailed:
            continue
    return expect_close(value, candidates[0], what, **tolerance)


# ---------------------------------------------------------------------- positional_encoding: 5 points


def some_encoding(student, seq_length, d_model):
    """Return an encoding that tells positions apart, whatever its frequencies and its layout."""
    encoding = expect_shape(student.positional_encoding(seq_length, d_model), (seq_length, d_model), "the encoding")
    expect(bool(np.isfinite(encoding).all()), "the encoding should be finite")
    distinct = len(np.unique(encoding.round(6), axis=0)) == seq_length
    expect(distinct, "different positions should have different encodings")
    return encoding


def even_size(rng):
    """Draw an even number of features."""
    return 2 * int(rng.integers(2, 7))


@test_of("positional_encoding", points=0.5)
def sines_and_cosines_of_position_zero(student, rng):
    """positions are counted from 0, and sines and cosines take turns: row 0 is 0, 1, 0, 1, ..."""
    for d_model in (2, even_size(rng)):
        encoding = some_encoding(student, int(rng.integers(3, 9)), d_model)
        expect_close(encoding[0], np.tile([0.0, 1.0], d_model // 2), "row 0 of the encoding", **WAVES)


@test_of("positional_encoding", points=0.5)
def pairs_lie_on_a_circle(student, rng):
    """columns 2i and 2i + 1 are the sine and the cosine of one angle: their squares sum to 1"""
    for d_model in (4, even_size(rng)):
        encoding = some_encoding(student, int(rng.integers(10, 40)), d_model)
        squares = encoding[:, 0::2] ** 2 + encoding[:, 1::2] ** 2
        expect_close(squares, np.ones_like(squares), "the sum of the squares of each pair", rtol=1e-4, atol=1e-4)


@test_of("positional_encoding", points=2.5)
def frequencies_of_the_encoding(student, rng):
    """pair i has the frequency 10000^(-2i/d_model)"""
    for seq_length, d_model in [(50, 4), (int(rng.integers(20, 50)), even_size(rng)), (int(rng.integers(20, 50)), 20)]:
        encoding = some_encoding(student, seq_length, d_model)
        waves = positional_encoding(seq_length + 1, d_model)
        for expected in (waves[:-1], waves[1:]):  # counted from 0, or from 1, which costs another item
            distances = np.abs(encoding[:, :, np.newaxis] - expected[:, np.newaxis]).max(axis=0)
            if max(distances.min(axis=0).max(), distances.min(axis=1).max()) < 5e-5:  # in whatever order
                break
        else:
            raise PropertyFailed("the columns are not the sines and cosines of these frequencies")


@test_of("positional_encoding", points=0.5)
def values_of_the_encoding(student, rng):
    """for even d_model: the sine in column 2i, the cosine in column 2i + 1, for any number of positions"""
    few, many = int(rng.integers(2, 7)), int(rng.integers(20, 50))
    for seq_length, d_model in [(few, even_size(rng)), (many, even_size(rng)), (1, 6), (8, 8), (many, 2)]:
        expected = positional_encoding(seq_length, d_model)
        expect_close(student.positional_encoding(seq_length, d_model), expected, "the encoding", **WAVES)


@test_of("positional_encoding", points=1)
def encoding_of_an_odd_size(student, rng):
    """an odd d_model has one sine more than cosines, with the exponents 2i/d_model

    These are exponents of twice that size too: so every column is one of the function's own.
    """
    for d_model in (1, 3, int(rng.choice([5, 7, 9]))):
        seq_length = int(rng.integers(3, 9))
        odd, wide = some_encoding(student, seq_length, d_model), some_encoding(student, seq_length, 2 * d_model)
        column = np.arange(d_model)
        taking_turns = 2 * column - column % 2  # 0, 1, 4, 5, 8, ...
        one_after_the_other = np.concatenate([column[::2], d_model + column[::2][: d_model // 2]])
        expect_one_of(odd, [wide[:, taking_turns], wide[:, one_after_the_other]], "the encoding", **WAVES)


# ---------------------------------------------------------------------- add_positions: 2 points


@test_of("add_positions", points=1)
def rows_are_added_to_tokens(student, rng):
    """token i gets row i of the encoding, whether or not all rows are needed"""
    n, more, d = sizes(rng, 3)
    for max_length in (n, n + more):
        x, encoding = rng.normal(size=(n, d)), rng.normal(size=(max_length, d))
        expect_close(student.add_positions(x, encoding), x + encoding[:n], "the result")


@test_of("add_positions", points=0.5)
def samples_share_positions(student, rng):
    """leading axes are kept, one or more of them: each sample gets what it gets alone"""
    n, batch, d = sizes(rng, 3)
    for leading in [(batch,), (n,), (1,), (batch, 4), (n, n), (2, 1, 3)]:
        x, encoding = rng.normal(size=(*leading, n, d)), rng.normal(size=(n + 4, d))
        added = expect_shape(student.add_positions(x, encoding), x.shape, "the result")
        for index in np.ndindex(leading):
            alone = expect_shape(student.add_positions(x[index], encoding), (n, d), "the result")
            expect(not np.allclose(alone, x[index]), "the encoding should change the tokens")
            expect_close(added[index], alone, "the result of one sample")


@test_of("add_positions", points=0.25)
def too_many_tokens_are_refused(student, rng):
    """more tokens than positions: a ValueError with a message"""
    n, d, batch = sizes(rng, 3)
    cases = [((), n - 1), ((batch,), n - 1), ((), 1), ((batch,), 1), *[((), n)] * int(rng.integers(2, 5))]
    for place in rng.permutation(len(cases)):
        leading, max_length = cases[place]
        x, encoding = rng.normal(size=(*leading, n, d)), rng.normal(size=(max_length, d))
        if max_length < n:
            expect_value_error(lambda x=x, encoding=encoding: student.add_positions(x, encoding), "too many tokens")
        else:
            added = expect_shape(student.add_positions(x, encoding), (n, d), "the result for just enough positions")
            expect(not np.allclose(added, x), "the encoding should change the tokens")


@test_of("add_positions", points=0.25)
def tokens_are_left_alone(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n, more, d = sizes(rng, 3)
    x, encoding = rng.normal(size=(n, d)), rng.normal(size=(n + more, d))
    expect_shape(student.add_positions(x, encoding), (n, d), "the result")
    expect_inputs_unchanged(student)
    whole = rng.integers(-3, 4, size=(n, d))
    fractional = student.add_positions(whole * 1.0, encoding)
    expect(not np.allclose(fractional, whole), "the encoding should change the tokens")
    expect_close(student.add_positions(whole, encoding), fractional, "the result for whole numbers")
    expect_inputs_unchanged(student)
    single = student.add_positions(x.astype(np.float32), encoding.astype(np.float32))
    expect_close(single, student.add_positions(x, encoding), "the result in single precision", **FLOAT32_TOLERANCE)


# ---------------------------------------------------------------------- shift_matrix: 3 points


def some_shift(student, offset, d_model):
    """Return the function's matrix for an offset, which must not leave everything as it is."""
    matrix = expect_shape(student.shift_matrix(offset, d_model), (d_model, d_model), "the matrix")
    expect(bool(np.isfinite(matrix).all()), "the matrix should be finite")
    expect(not np.allclose(matrix, np.eye(d_model), atol=1e-3), "a shift should change the encoding")
    return matrix


@test_of("shift_matrix", points=1.5)
def encodings_are_shifted(student, rng):
    """M @ PE[pos] is PE[pos + offset] for every position"""
    for d_model in (2, 4, even_size(rng)):
        offset = int(rng.integers(1, 20))
        matrix = some_shift(student, offset, d_model)
        encoding = positional_encoding(50, d_model)
        expect_close(encoding[: 50 - offset] @ matrix.T, encoding[offset:], "M @ PE[pos]", rtol=1e-4, atol=1e-4)
        expect_close(matrix, shift_matrix(offset, d_model), "the matrix", **WAVES)


@test_of("shift_matrix", points=0.5)
def shifts_back(student, rng):
    """a negative offset undoes the positive one, and the offset 0 changes nothing"""
    d_model, offset = even_size(rng), int(rng.integers(1, 20))
    there, back = some_shift(student, offset, d_model), some_shift(student, -offset, d_model)
    expect_close(back @ there, np.eye(d_model), "the product of both matrices", rtol=1e-4, atol=1e-4)
    expect_close(student.shift_matrix(0, d_model), np.eye(d_model), "the matrix of the offset 0", **WAVES)


@test_of("shift_matrix", points=0.5)
def blocks_of_the_shift(student, rng):
    """each pair is moved on its own: 2 x 2 blocks on the diagonal, 0 elsewhere, and no length changes"""
    d_model, offset = even_size(rng), int(rng.integers(1, 20))
    matrix = some_shift(student, offset, d_model)
    pair = np.arange(d_model) // 2
    outside = matrix[pair[:, np.newaxis] != pair]
    expect_close(outside, np.zeros(outside.shape), "what stands outside of the blocks", **WAVES)
    expect_close(matrix @ matrix.T, np.eye(d_model), "M @ M.T", rtol=1e-4, atol=1e-4)


@test_of("shift_matrix", points=0.5)
def shifts_add_up(student, rng):
    """two shifts, one after the other, are the shift by the sum of their offsets"""
    d_model, one, other = even_size(rng), int(rng.integers(1, 10)), int(rng.integers(1, 10))
    product = some_shift(student, one, d_model) @ some_shift(student, other, d_model)
    expect_close(some_shift(student, one + other, d_model), product, "the matrix of the sum", rtol=1e-4, atol=1e-4)


# ---------------------------------------------------------------------- relative_position_bias: 3 points


@test_of("relative_position_bias", points=1)
def biases_of_distances(student, rng):
    """entry [i, j] is the table's entry for j - i, the middle of the table being distance 0"""
    m = int(rng.integers(3, 6))
    table = rng.normal(size=2 * m + 1)
    for n in (m, m + 1):  # no distance is beyond the table
        expect_close(student.relative_position_bias(table, n, n), relative_position_bias(table, n, n), "the bias")


@test_of("relative_position_bias", points=1)
def biases_beyond_the_table(student, rng):
    """distances beyond the table's ends get the bias of the end"""
    for m in (0, 1, 2):
        table, n = rng.normal(size=2 * m + 1), int(rng.integers(5, 9))
        candidates = [relative_position_bias(one, n, n) for one in (table, table[::-1])]
        expect_one_of(student.relative_position_bias(table, n, n), candidates, "the bias")


@test_of("relative_position_bias", points=0.5)
def biases_of_rectangles(student, rng):
    """queries and keys may differ in number; both are counted from 0"""
    few, many = int(rng.integers(2, 4)), int(rng.integers(5, 7))
    for n_q, n_k in [(few, many), (many, few), (1, many), (many, 1)]:
        table = rng.normal(size=2 * many + 1)
        candidates = [relative_position_bias(one, n_q, n_k) for one in (table, table[::-1])]
        expect_one_of(student.relative_position_bias(table, n_q, n_k), candidates, "the bias")


@test_of("relative_position_bias", points=0.5)
def biases_follow_the_table(student, rng):
    """the bias depends on j - i alone; whole numbers work too; the table stays as it was"""
    m, n = int(rng.integers(3, 6)), 4
    for table in (rng.permutation(2 * m + 1), rng.normal(size=2 * m + 1)):
        bias = expect_shape(student.relative_position_bias(table, n, n), (n, n), "the bias")
        expect_inputs_unchanged(student)
        expect_close(bias[1:, 1:], bias[:-1, :-1], "the bias one row and one column further on")
        known = np.isclose(bias[..., np.newaxis], table).any(axis=-1).all()
        expect(bool(known) and len(np.unique(bias)) == 2 * n - 1, "each distance should get an entry of the table")


# ---------------------------------------------------------------------- apply_rope: 4 points


def turned(student, x, **keywords):
    """Return the turned rows, which must be finite, and not what was handed over."""
    result = expect_shape(student.apply_rope(x, **keywords), x.shape, "the result")
    expect(bool(np.isfinite(result).all()), "the result should be finite")
    expect(not np.allclose(result, x, atol=1e-3), "the rows should be turned")
    return result


def halves_side_by_side(x):
    """Reorder features so that the pairs (p, p + d/2) become the pairs (2p, 2p + 1)."""
    return x[..., np.arange(x.shape[-1]).reshape(2, -1).T.ravel()]


def scores_of_layouts(q, k, q_positions, k_positions, base=10000.0):
    """Return the scores of turned queries and keys in the two layouts."""
    return [
        apply_rope(queries, q_positions, base) @ np.swapaxes(apply_rope(keys, k_positions, base), -1, -2)
        for queries, keys in [(q, k), (halves_side_by_side(q), halves_side_by_side(k))]
    ]


def expect_scores(scores, layouts):
    """Demand the scores of one of the layouts; where none agrees, compare with the nearer one."""
    nearer = min(layouts, key=lambda expected: np.abs(scores - expected).sum())
    expect_close(scores, nearer, "the scores of turned queries and keys", rtol=1e-4, atol=1e-4)


@test_of("apply_rope", points=0.5)
def position_zero_stays(student, rng):
    """what stands at position 0 is left as it is"""
    n, half = sizes(rng, 2)
    x = rng.normal(size=(n, 2 * half))
    expect_close(turned(student, x)[0], x[0], "row 0 of the result", **WAVES)


@test_of("apply_rope", points=0.5)
def turning_keeps_lengths(student, rng):
    """no row becomes longer or shorter"""
    n, half = sizes(rng, 2)
    x = rng.normal(size=(n, 2 * half))
    lengths = np.linalg.norm(turned(student, x), axis=-1)
    expect_close(lengths, np.linalg.norm(x, axis=-1), "the length of each row", rtol=1e-4, atol=1e-4)


@test_of("apply_rope", points=1)
def scores_of_moved_pairs(student, rng):
    """scores depend on the difference of the positions only"""
    half = next(sizes(rng, 1))
    x = rng.normal(size=(2, 2 * half))
    x = np.tile(x, (12, 1))  # the same query and key again and again, at positions 0 to 23
    result = turned(student, x)
    scores = result[0::2] @ result[1::2].T  # queries at 0, 2, 4, ...; keys at 1, 3, 5, ...
    expect_close(scores[1:, 1:], scores[:-1, :-1], "the scores two positions further on", rtol=1e-4, atol=1e-4)
    expect(float(np.ptp(scores[0])) > 1e-2, "scores should change with the difference of the positions")


@test_of("apply_rope", points=1)
def scores_of_a_layout(student, rng):
    """the scores are those of the pairs (2p, 2p + 1), or of the pairs (p, p + d/2), turned by their angles"""
    for half in (1, *sizes(rng, 2), 8):
        n = int(rng.integers(9, 20))
        q, k = rng.normal(size=(2, n, 2 * half))
        scores = turned(student, q) @ turned(student, k).T
        expect_scores(scores, scores_of_layouts(q, k, np.arange(n), np.arange(n)))


@test_of("apply_rope", points=0.5)
def positions_and_base_that_are_given(student, rng):
    """positions and base are used where they are given: positions in any order, as if the rows stood there"""
    n, half = sizes(rng, 2)
    x, positions = rng.normal(size=(n, 2 * half)), rng.permutation(np.arange(1, 40))[:n]
    spread = rng.normal(size=(40, 2 * half))
    spread[positions] = x
    given = turned(student, x, positions=positions)
    expect_close(given, turned(student, spread)[positions], "the rows at their positions", rtol=1e-4, atol=1e-4)
    # A score of one feature with itself is the cosine of its angle: whichever way it turns, wherever it stands.
    for base in (100.0, float(rng.uniform(5, 50))):
        basis, there, here = np.eye(4), np.full(4, 7), np.full(4, 3)
        moved = turned(student, basis, positions=there, base=base) * turned(student, basis, positions=here, base=base)
        fast, slow = np.cos(4.0), np.cos(4.0 / np.sqrt(base))
        candidates = [np.array([fast, fast, slow, slow]), np.array([fast, slow, fast, slow])]
        expect_one_of(moved.sum(axis=-1), candidates, "the scores of each feature with itself", rtol=1e-4, atol=1e-4)


@test_of("apply_rope", points=0.5)
def samples_are_turned_alike(student, rng):
    """leading axes are kept; whole numbers and single precision work too; inputs stay as they were"""
    n, half, batch = sizes(rng, 3)
    for leading in [(batch,), (n,), (1,), (batch, 4), (2, 1, 3)]:
        x = rng.normal(size=(*leading, n, 2 * half))
        result = turned(student, x)
        expect_inputs_unchanged(student)
        for index in np.ndindex(leading):
            expect_close(result[index], turned(student, x[index]), "the result of one sample", **WAVES)
    whole, positions = rng.integers(1, 6, size=(n, 2 * half)), np.arange(1, n + 1)
    fractional = turned(student, whole * 1.0, positions=positions)
    expect_close(turned(student, whole, positions=positions), fractional, "the result for whole numbers", **WAVES)
    expect_inputs_unchanged(student)
    x = rng.normal(size=(n, 2 * half))
    expect_close(turned(student, x.astype(np.float32)), turned(student, x), "single precision", **FLOAT32_TOLERANCE)


# ---------------------------------------------------------------------- alibi_bias: 3 points


def heads_first(student, num_heads, n):
    """Return the bias with the axis of the heads in front, wherever the function has it."""
    bias = expect_array(student.alibi_bias(num_heads, n), "the bias")
    if bias.shape == (n, n, num_heads) and n != num_heads:
        bias = np.moveaxis(bias, -1, 0)
    return expect_shape(bias, (num_heads, n, n), "the bias")


@test_of("alibi_bias", points=1)
def penalties_grow_with_the_distance(student, rng):
    """for each head a matrix (n, n): 0 for a token with itself, and the same loss for each step in either direction"""
    for num_heads, n in [(4, 7), (1, 3), (8, int(rng.choice([5, 6, 7])))]:
        bias = expect_shape(student.alibi_bias(num_heads, n), (num_heads, n, n), "the bias")
        steps = -bias[:, 0, 1]
        expect(bool((steps > 0).all()), "a key one step away should get less than the query's own")
        distances = np.abs(np.arange(n)[:, np.newaxis] - np.arange(n))
        expect_close(bias, -steps[:, np.newaxis, np.newaxis] * distances, "the bias, compared with its first steps,")


@test_of("alibi_bias", points=1.5)
def slopes_of_the_heads(student, rng):
    """head h has the slope 2^(-8h/num_heads), h = 1 to num_heads"""
    for num_heads in (1, 2, 4, 8, 16):
        n = int(rng.choice([3, 5, 6, 7]))
        row = np.abs(heads_first(student, num_heads, n)[:, -1])  # the last query sees every distance, all of them back
        expect_close(row, np.abs(alibi_bias(num_heads, n)[:, -1]), "the size of the penalties of the last query")


@test_of("alibi_bias", points=0.5)
def the_flattest_slope(student, rng):
    """the last head is the flattest, with the slope 1/256 whatever the number of heads"""
    for num_heads in (2, int(rng.choice([4, 16]))):
        n = int(rng.choice([7, 9, 11, 13]))
        row = np.abs(heads_first(student, num_heads, n)[:, -1])
        expect(bool((np.diff(row[:, 0]) < 0).all()), "each head should be flatter than the one before")
        expect_close(row[-1], np.arange(n - 1, -1, -1) / 256, "the size of the last head's penalties")
