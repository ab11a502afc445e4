"""Named wrong implementations of the tasks of Lab 3, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
RoPE has two layouts of pairs, so most of its mistakes stand here twice.
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
from attn_course.checking import misconception


def waves(sine_angles, cosine_angles):
    """Interleave the sines of some angles (n, pairs) with the cosines of others (n, pairs or one less)."""
    encoding = np.empty((len(sine_angles), sine_angles.shape[1] + cosine_angles.shape[1]))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(sine_angles), np.cos(cosine_angles)
    return encoding


def waves_of_exponents(seq_length, d_model, exponents, base=10000.0, first=0):
    """Encode positions with ceil(d/2) frequencies base^-exponent."""
    angles = np.arange(first, first + seq_length)[:, None] / base**exponents
    return waves(angles, angles[:, : d_model // 2])


def even_columns(d_model):
    """Return the column numbers 0, 2, 4, ... of the sines."""
    return np.arange(0, d_model, 2)


# ---------------------------------------------------------------------- positional_encoding


@misconception(
    "positional_encoding",
    "Columns 2 and 3 have the frequency 10000^(-2/d). Is the i of the formula the number of a column, or of a pair?",
)
def encoding_exponent_doubled(seq_length, d_model):
    """It doubles the exponent: it puts the number of the column where the formula has the number of the pair."""
    return waves_of_exponents(seq_length, d_model, 2 * even_columns(d_model) / d_model)


@misconception(
    "positional_encoding",
    "In a pair the squares of sine and cosine sum to 1. Print the angles of columns 0 and 1: they should be equal.",
)
def encoding_cosine_has_its_own_exponent(seq_length, d_model):
    """It gives each column an exponent of its own, so that sine and cosine of a pair have different angles."""
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (np.arange(d_model) / d_model)
    return waves(angles[:, 0::2], angles[:, 1::2])


@misconception(
    "positional_encoding",
    "Two things: columns 2i and 2i + 1 share one angle, and the exponent 2i counts columns already: it needs no other 2.",
)
def encoding_doubled_exponents_of_columns(seq_length, d_model):
    """It gives each column an exponent of its own, and doubles it."""
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (2 * np.arange(d_model) / d_model)
    return waves(angles[:, 0::2], angles[:, 1::2])


@misconception(
    "positional_encoding",
    "Pair 1 of 4 features turns a hundred times more slowly than pair 0. Print your exponents: where is the 2 of 2i/d?",
)
def encoding_exponent_halved(seq_length, d_model):
    """It leaves the 2 out of the exponent, i/d instead of 2i/d (or has the base 100, which comes to the same)."""
    return waves_of_exponents(seq_length, d_model, even_columns(d_model) / 2 / d_model)


@misconception("positional_encoding", "The last columns should change slowly. Do you divide by the power of 10000?")
def encoding_frequencies_grow(seq_length, d_model):
    """It multiplies by the power of 10000 where it should divide: the last columns are the fastest."""
    return waves_of_exponents(seq_length, d_model, -even_columns(d_model) / d_model)


@misconception("positional_encoding", "The exponent depends on the column only. Which of your two indices is in it?")
def encoding_position_in_the_exponent(seq_length, d_model):
    """It puts the position into the exponent."""
    positions = np.arange(seq_length)[:, None]
    angles = np.repeat(positions / 10000.0 ** (2 * positions / d_model), (d_model + 1) // 2, axis=1)
    return waves(angles, angles[:, : d_model // 2])


@misconception(
    "positional_encoding",
    "Look at row 0: your sines come first and your cosines behind them. In this course they take turns.",
)
def encoding_halves(seq_length, d_model):
    """It puts all sines first and all cosines behind them: the right numbers in another order of columns."""
    encoding = positional_encoding(seq_length, d_model)
    return np.concatenate([encoding[:, 0::2], encoding[:, 1::2]], axis=1)


@misconception(
    "positional_encoding",
    "Look at row 0: your cosines come first and your sines behind them. In this course they take turns, a sine first.",
)
def encoding_halves_cosines_first(seq_length, d_model):
    """It puts all cosines first and all sines behind them."""
    encoding = positional_encoding(seq_length, d_model)
    return np.concatenate([encoding[:, 1::2], encoding[:, 0::2]], axis=1)


@misconception("positional_encoding", "What are the sine and the cosine of 0? Compare with row 0 of your encoding.")
def encoding_sine_and_cosine_swapped(seq_length, d_model):
    """It has the cosines in the even columns and the sines in the odd ones."""
    angles = np.arange(seq_length)[:, None] / 10000.0 ** (even_columns(d_model) / d_model)
    encoding = np.empty((seq_length, d_model))
    encoding[:, 0::2], encoding[:, 1::2] = np.cos(angles), np.sin(angles[:, : d_model // 2])
    return encoding


@misconception(
    "positional_encoding",
    "Sine and cosine both start from the angle. What stands in the odd columns at the moment when you take the cosine?",
)
def encoding_cosine_of_sines(seq_length, d_model):
    """It takes the sine of the whole table, and then the cosine of what are sines already."""
    encoding = np.sin(np.arange(seq_length)[:, None] / 10000.0 ** (np.arange(d_model) // 2 * 2 / d_model))
    encoding[:, 1::2] = np.cos(encoding[:, 1::2])
    return encoding


@misconception(
    "positional_encoding", "Each pair has a sine and a cosine. What is the cosine of 0, and what is in row 0?"
)
def encoding_sines_only(seq_length, d_model):
    """It takes the sine in every column, and no cosine."""
    return np.sin(np.arange(seq_length)[:, None] / 10000.0 ** (np.arange(d_model) // 2 * 2 / d_model))


@misconception("positional_encoding", "Positions are counted from 0. What is the angle of the first row?")
def encoding_counts_from_one(seq_length, d_model):
    """It counts positions from 1."""
    return positional_encoding(seq_length + 1, d_model)[1:]


@misconception(
    "positional_encoding", "Print your exponents: fractions between 0 and 1 are expected. What does `//` do to them?"
)
def encoding_exponents_all_zero(seq_length, d_model):
    """It loses the exponents (as `//` does to fractions below 1), so that every pair has the frequency 1."""
    return waves_of_exponents(seq_length, d_model, 0.0 * even_columns(d_model))


@misconception("positional_encoding", "Compare the constant with the formula's, zero by zero.")
def encoding_base_1000(seq_length, d_model):
    """It has the base 1000 instead of 10000."""
    return waves_of_exponents(seq_length, d_model, even_columns(d_model) / d_model, base=1000.0)


@misconception("positional_encoding", "Compare the constant with the formula's, zero by zero.")
def encoding_base_100000(seq_length, d_model):
    """It has the base 100000 instead of 10000."""
    return waves_of_exponents(seq_length, d_model, even_columns(d_model) / d_model, base=100000.0)


@misconception(
    "positional_encoding",
    "With d features the exponents are 0, 2/d, 4/d, ...: the last one stays below 1. What do you divide by?",
)
def encoding_exponents_reach_one(seq_length, d_model):
    """It divides by the number of pairs less one, so that the last exponent is exactly 1."""
    pairs = (d_model + 1) // 2
    return waves_of_exponents(seq_length, d_model, np.arange(pairs) / max(pairs - 1, 1))


@misconception("positional_encoding", "NumPy's sine takes radians, and the angle of the formula is in radians already.")
def encoding_in_degrees(seq_length, d_model):
    """It takes the angles for degrees and turns them into radians."""
    angles = np.deg2rad(np.arange(seq_length))[:, None] / 10000.0 ** (even_columns(d_model) / d_model)
    return waves(angles, angles[:, : d_model // 2])


@misconception(
    "positional_encoding", "Position 3 should have the same encoding in a short sequence and in a long one. Has it?"
)
def encoding_of_fractions_of_the_length(seq_length, d_model):
    """It divides the positions by the length of the sequence."""
    angles = np.arange(seq_length)[:, None] / seq_length / 10000.0 ** (even_columns(d_model) / d_model)
    return waves(angles, angles[:, : d_model // 2])


@misconception("positional_encoding", "One row for each position, one column for each feature: print the shape.")
def encoding_turned_round(seq_length, d_model):
    """It has a row for each feature and a column for each position."""
    return positional_encoding(seq_length, d_model).T


@misconception("positional_encoding", "Print the shape: two axes are asked for. The batch comes in a later task.")
def encoding_with_a_batch_axis(seq_length, d_model):
    """It puts an axis for a batch in front."""
    return positional_encoding(seq_length, d_model)[None]


@misconception(
    "positional_encoding",
    "How many even columns does a table of 5 columns have, and how many odd ones? Cut what goes into the odd ones.",
    raises_at=r"1::2|cos",
)
def encoding_odd_size_does_not_fit(seq_length, d_model):
    """It is right for even sizes; for odd ones it has one cosine too many for the columns that are left."""
    angles = np.arange(seq_length)[:, None] * np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    encoding = np.zeros((seq_length, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles)
    return encoding


@misconception(
    "positional_encoding",
    "An odd number of columns ends with a sine that has no cosine beside it. What happens in the last round of the loop?",
    raises_at=r"\+ ?1",
)
def encoding_odd_column_out_of_range(seq_length, d_model):
    """It is right for even sizes; for odd ones it writes a cosine beyond the last column."""
    encoding = np.zeros((seq_length, d_model))
    for position in range(seq_length):
        for column in range(0, d_model, 2):
            angle = position / 10000 ** (column / d_model)
            encoding[position, column] = np.sin(angle)
            encoding[position, column + 1] = np.cos(angle)
    return encoding


@misconception(
    "positional_encoding", "With 5 features the last column is a sine of its own. What is in your last column?"
)
def encoding_odd_column_left_empty(seq_length, d_model):
    """It is right for even sizes; for odd ones it leaves the last column at 0."""
    encoding = positional_encoding(seq_length, d_model)
    if d_model % 2:
        encoding[:, -1] = 0
    return encoding


@misconception("positional_encoding", "An odd size has a column more. How many columns should 5 features give?")
def encoding_odd_column_missing(seq_length, d_model):
    """It is right for even sizes; for odd ones the last column is missing."""
    return positional_encoding(seq_length, d_model)[:, : d_model // 2 * 2]


@misconception("positional_encoding", "For 5 features the exponents are 0, 2/5 and 4/5. What do you divide by?")
def encoding_of_the_next_even_size(seq_length, d_model):
    """It makes the encoding of the next even size and cuts it: for odd sizes the exponents are wrong."""
    return positional_encoding(seq_length, d_model + d_model % 2)[:, :d_model]


@misconception("positional_encoding", "For 5 features the exponents are 0, 2/5 and 4/5. What do you divide by?")
def encoding_exponents_of_whole_pairs(seq_length, d_model):
    """It divides by the number of whole pairs: for odd sizes the exponents are wrong."""
    return waves_of_exponents(seq_length, d_model, even_columns(d_model) / 2 / max(d_model // 2, 1))


@misconception("positional_encoding", "Sines are fractions. What does an array of whole numbers make of them?")
def encoding_in_whole_numbers(seq_length, d_model):
    """It writes sines and cosines into an array of whole numbers, which cuts off their fractions."""
    return positional_encoding(seq_length, d_model).astype(int)


@misconception(
    "positional_encoding",
    "The checks compare more digits than four. Print rounded numbers if you like, but return all.",
)
def encoding_rounded(seq_length, d_model):
    """It rounds to four digits."""
    return positional_encoding(seq_length, d_model).round(4)


@misconception("positional_encoding", "In `a / b * c` only b is divided by: put brackets round the power's exponent.")
def encoding_power_before_division(seq_length, d_model):
    """It divides the power by d_model instead of dividing the exponent: `10000 ** 2 * i / d` is another number."""
    angles = np.arange(seq_length)[:, None] / (10000.0 ** even_columns(d_model) / d_model)
    return waves(angles, angles[:, : d_model // 2])


@misconception("positional_encoding", "`np.exp` undoes the natural logarithm. Which logarithm of 10000 do you take?")
def encoding_with_the_common_logarithm(seq_length, d_model):
    """It takes `np.exp` of a logarithm to the base 10, which do not undo each other."""
    return waves_of_exponents(seq_length, d_model, even_columns(d_model) / d_model, base=np.exp(4.0))


# ---------------------------------------------------------------------- add_positions


@misconception(
    "add_positions",
    "The table may have more rows than there are tokens. Which of its rows do you need?",
    raises_at=r"\+|add\(",
)
def positions_not_cut(x, encoding):
    """It adds the whole table, which fits only if there are as many tokens as positions."""
    return x + encoding


@misconception(
    "add_positions",
    "Token 0 is at position 0. Which row of the table does it get from you?",
)
def positions_from_the_end(x, encoding):
    """It takes the last rows of the table, not the first."""
    add_positions(x, encoding)
    return x + encoding[-x.shape[-2] :]


@misconception(
    "add_positions", "Token 0 is at position 0. Which row of the table does it get from you?", raises_at=r"\+"
)
def positions_from_one(x, encoding):
    """It begins with row 1 of the table."""
    return x + encoding[1 : x.shape[-2] + 1]


@misconception(
    "add_positions",
    "A table with a single row is added to every token without an error. Compare the lengths yourself before you add.",
)
def positions_single_row_repeated(x, encoding):
    """It relies on NumPy for the error: a table of one row is silently added to every token."""
    return x + encoding[: x.shape[-2]]


@misconception(
    "add_positions",
    "Five tokens need five positions, 0 to 4. When exactly is the table too short?",
    raises_at=r"raise|assert",
)
def positions_refuse_the_last(x, encoding):
    """It refuses as many tokens as there are positions."""
    if x.shape[-2] >= len(encoding):
        raise ValueError("too many tokens")
    return add_positions(x, encoding)


@misconception("add_positions", "What happened to the tokens that have no position? A ValueError would say so.")
def positions_drop_tokens(x, encoding):
    """It drops the tokens that have no position, without a word."""
    n = min(x.shape[-2], len(encoding))
    return x[..., :n, :] + encoding[:n]


@misconception("add_positions", "Which position does a token beyond the table get from you? A ValueError is asked for.")
def positions_begin_again(x, encoding):
    """It begins again with row 0 where the table ends."""
    return x + encoding[np.arange(x.shape[-2]) % len(encoding)]


@misconception("add_positions", "Which position does a token beyond the table get from you? A ValueError is asked for.")
def positions_repeat_the_last(x, encoding):
    """It gives all tokens beyond the table its last row."""
    return x + encoding[np.minimum(np.arange(x.shape[-2]), len(encoding) - 1)]


@misconception("add_positions", "Which position does a token beyond the table get from you? A ValueError is asked for.")
def positions_none_beyond_the_table(x, encoding):
    """It leaves the tokens beyond the table without a position, and says nothing."""
    added = x * 1.0
    n = min(x.shape[-2], len(encoding))
    added[..., :n, :] += encoding[:n]
    return added


@misconception("add_positions", "The error is there, but of which class? The task names one that says: a wrong value.")
def positions_assert(x, encoding):
    """It stops with an AssertionError, not with a ValueError."""
    assert x.shape[-2] <= len(encoding), "too many tokens"
    return add_positions(x, encoding)


@misconception("add_positions", "The error is there, but of which class? The task names one that says: a wrong value.")
def positions_index_error(x, encoding):
    """It stops with an IndexError, not with a ValueError: indexing beyond the table raises that."""
    return x + encoding[np.arange(x.shape[-2])]


@misconception("add_positions", "The error has no message. What would you want to read if it happened to you?")
def positions_error_without_a_message(x, encoding):
    """It raises a ValueError that says nothing."""
    if x.shape[-2] > len(encoding):
        raise ValueError
    return add_positions(x, encoding)


@misconception(
    "add_positions",
    "The token axis is the last but one. With a batch in front, what is the first axis?",
    raises_at=r"shape\[0\]|len\(x\)|\+",
)
def positions_counted_by_the_first_axis(x, encoding):
    """It takes as many rows as the first axis has entries: right for a single sample only."""
    if x.shape[0] > len(encoding):
        raise ValueError("too many tokens")
    return x + encoding[: x.shape[0]]


@misconception(
    "add_positions",
    "The token axis is the last but one. Without a batch, what is axis 1?",
    raises_at=r"shape\[1\]|\+",
)
def positions_counted_by_axis_one(x, encoding):
    """It takes as many rows as axis 1 has entries: right for a batch of samples only."""
    if x.shape[1] > len(encoding):
        raise ValueError("too many tokens")
    return x + encoding[: x.shape[1]]


@misconception(
    "add_positions",
    "Two samples with the same tokens should get the same result. Along which axis do your positions run?",
    raises_at=r".",
)
def positions_along_the_batch(x, encoding):
    """It gives each sample, not each token, a position."""
    if x.ndim == 2:
        return add_positions(x, encoding)
    if x.shape[0] > len(encoding):
        raise ValueError("too many tokens")
    return x + encoding[: x.shape[0]].reshape(-1, *[1] * (x.ndim - 2), x.shape[-1])


@misconception(
    "add_positions",
    "Print x before and after the call. An operator with `=` behind it writes into the array.",
    raises_at=r"\+=|out=",
)
def positions_added_in_place(x, encoding):
    """It adds in place, so the caller's tokens change, and whole numbers fail."""
    if x.shape[-2] > len(encoding):
        raise ValueError("too many tokens")
    x += encoding[: x.shape[-2]]
    return x


@misconception("add_positions", "The course's formula is a plain sum. What else do you do to the tokens?")
def positions_tokens_scaled(x, encoding):
    """It multiplies the tokens by the root of d first, as the paper's embedding layer does."""
    return add_positions(x * np.sqrt(x.shape[-1]), encoding)


@misconception(
    "add_positions", "The number of features should stay the same: the vectors are added, feature by feature."
)
def positions_joined(x, encoding):
    """It puts the encoding behind the tokens' features instead of adding it."""
    rows = np.broadcast_to(add_positions(x * 0.0, encoding), x.shape)
    return np.concatenate([x, rows], axis=-1)


@misconception("add_positions", "A token of zeros should become its position. What does your function make of it?")
def positions_multiplied(x, encoding):
    """It multiplies tokens and encoding instead of adding them."""
    add_positions(x, encoding)
    return x * encoding[: x.shape[-2]]


@misconception("add_positions", "The table that is handed over may be a learned one. Does your result depend on it?")
def positions_of_its_own(x, encoding):
    """It adds sines and cosines, whatever table is handed over."""
    return add_positions(x, positional_encoding(*encoding.shape))


@misconception("add_positions", "Each token has a row of its own. Do the tokens of your result get different ones?")
def positions_all_the_same(x, encoding):
    """It adds one and the same row to all tokens."""
    add_positions(x, encoding)
    return x + encoding[0]


@misconception("add_positions", "Subtract x from your result: what is left should be rows of the table.")
def positions_without_tokens(x, encoding):
    """It returns the positions alone: the tokens are lost."""
    return add_positions(x * 0.0, encoding)


@misconception("add_positions", "Whole numbers cannot hold the fractions of the table. What type has your new array?")
def positions_type_of_the_tokens(x, encoding):
    """It writes the sum into an array of the tokens' type: whole numbers lose the fractions."""
    return add_positions(x, encoding).astype(x.dtype)


# ---------------------------------------------------------------------- shift_matrix


def blocks(d_model, upper_left, upper_right, lower_left, lower_right):
    """Put a 2 x 2 block for each pair on the diagonal; each entry is an array (d/2,)."""
    matrix = np.zeros((d_model, d_model))
    sines, cosines = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix[sines, sines], matrix[sines, cosines] = upper_left, upper_right
    matrix[cosines, sines], matrix[cosines, cosines] = lower_left, lower_right
    return matrix


def shift_of_angles(angles):
    """Return the right matrix for these angles (d/2,)."""
    return blocks(2 * len(angles), np.cos(angles), np.sin(angles), -np.sin(angles), np.cos(angles))


def shift_angles(offset, d_model):
    """Return the right angles."""
    return offset / 10000.0 ** (even_columns(d_model) / d_model)


@misconception(
    "shift_matrix",
    "Your matrix goes back where it should go on: apply it to PE[3]. In a pair the sine comes first, then the cosine.",
)
def shift_turns_back(offset, d_model):
    """It turns the other way round: it has the matrix of the opposite offset."""
    return shift_matrix(-offset, d_model)


@misconception("shift_matrix", "For a negative offset the matrix should go back. Compare the matrices of 2 and of -2.")
def shift_ignores_the_sign(offset, d_model):
    """It goes forwards for negative offsets too."""
    return shift_matrix(abs(offset), d_model)


@misconception("shift_matrix", "For a negative offset the matrix should go back. How often does your loop run then?")
def shift_stays_for_negative_offsets(offset, d_model):
    """It repeats a single step `offset` times, which is never for a negative offset."""
    return shift_matrix(max(offset, 0), d_model)


@misconception(
    "shift_matrix", "Where do the sine and the cosine of one pair stand in PE? Side by side, or half of d_model apart?"
)
def shift_of_halves(offset, d_model):
    """It expects all sines first and all cosines behind them: the blocks stand far apart."""
    angles = shift_angles(offset, d_model)
    cosines, sines = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[cosines, sines], [-sines, cosines]])


@misconception("shift_matrix", "Every pair has a frequency of its own. Does the last block turn as fast as the first?")
def shift_one_frequency(offset, d_model):
    """It turns every pair by the same angle."""
    return shift_of_angles(np.full(d_model // 2, float(offset)))


@misconception("shift_matrix", "The second pair has the frequency 10000^(-2/d). Do you count pairs or columns?")
def shift_exponent_doubled(offset, d_model):
    """It doubles the exponent, counting columns where pairs are meant."""
    return shift_of_angles(offset / 10000.0 ** (2 * even_columns(d_model) / d_model))


@misconception("shift_matrix", "The second pair has the frequency 10000^(-2/d). Where is the 2 of 2i/d?")
def shift_exponent_halved(offset, d_model):
    """It leaves the 2 out of the exponent: i/d instead of 2i/d."""
    return shift_of_angles(offset / 10000.0 ** (even_columns(d_model) / 2 / d_model))


@misconception(
    "shift_matrix", "The last pairs are the slowest: their block is nearly the identity. Is it in your matrix?"
)
def shift_frequencies_grow(offset, d_model):
    """It multiplies by the power of 10000 where it should divide."""
    return shift_of_angles(offset * 10000.0 ** (even_columns(d_model) / d_model))


@misconception("shift_matrix", "The constant is that of the encoding: compare it, zero by zero.")
def shift_base_1000(offset, d_model):
    """It has the base 1000 instead of 10000."""
    return shift_of_angles(offset / 1000.0 ** (even_columns(d_model) / d_model))


@misconception(
    "shift_matrix", "A rotation changes no length. Multiply your matrix by its transpose: is it the identity?"
)
def shift_without_a_minus(offset, d_model):
    """It has no minus sign: its blocks are no rotations."""
    angles = shift_angles(offset, d_model)
    return blocks(d_model, np.cos(angles), np.sin(angles), np.sin(angles), np.cos(angles))


@misconception("shift_matrix", "For the offset 0 the matrix is the identity. What are the cosine and the sine of 0?")
def shift_sine_and_cosine_swapped(offset, d_model):
    """It has sines where the cosines belong, and cosines where the sines belong."""
    angles = shift_angles(offset, d_model)
    return blocks(d_model, np.sin(angles), np.cos(angles), -np.cos(angles), np.sin(angles))


@misconception(
    "shift_matrix", "A block is a rotation: its rows are (cos, sin) and (-sin, cos). Which of yours reflects?"
)
def shift_reflects(offset, d_model):
    """Its blocks reflect instead of rotating: the minus sign stands at the second cosine."""
    angles = shift_angles(offset, d_model)
    return blocks(d_model, np.cos(angles), np.sin(angles), np.sin(angles), -np.cos(angles))


@misconception(
    "shift_matrix", "For the offset 0 the matrix is the identity. What stands in the first row of yours then?"
)
def shift_rows_swapped(offset, d_model):
    """It has the rows of each block in the wrong order."""
    angles = shift_angles(offset, d_model)
    return blocks(d_model, -np.sin(angles), np.cos(angles), np.cos(angles), np.sin(angles))


@misconception("shift_matrix", "Moving the numbers to other columns is another thing: each pair stays, and is turned.")
def shift_moves_the_features(offset, d_model):
    """It moves the features to other columns, as if the row itself slid along."""
    return np.roll(np.eye(d_model), offset, axis=0)


@misconception(
    "shift_matrix", "The sine of a sum needs the sine *and* the cosine of what is there. Where is the other one?"
)
def shift_cosines_only(offset, d_model):
    """It has the cosines on the diagonal and nothing else."""
    return np.diag(np.repeat(np.cos(shift_angles(offset, d_model)), 2))


@misconception("shift_matrix", "Both rows of a block belong to the same pair, so to the same angle. Print the angles.")
def shift_second_row_has_its_own_frequency(offset, d_model):
    """It gives each row a frequency of its own, so that the two rows of a block have different angles."""
    angles = offset / 10000.0 ** (np.arange(d_model) / d_model)
    first, second = angles[0::2], angles[1::2]
    return blocks(d_model, np.cos(first), np.sin(first), -np.sin(second), np.cos(second))


@misconception("shift_matrix", "Cosines are fractions. What does an array of whole numbers make of them?")
def shift_in_whole_numbers(offset, d_model):
    """It writes cosines and sines into an array of whole numbers, which cuts off their fractions."""
    return shift_matrix(offset, d_model).astype(int)


@misconception("shift_matrix", "One matrix for all features is asked for: where in it does each block stand?")
def shift_stack_of_blocks(offset, d_model):
    """It returns the blocks in a stack, (d/2, 2, 2), not in one matrix."""
    return np.stack([shift_of_angles(angle[None]) for angle in shift_angles(offset, d_model)])


@misconception(
    "shift_matrix",
    "Apply your matrix to other positions than 0. It should not know where it starts, only how far it goes.",
)
def shift_right_for_position_zero_only(offset, d_model):
    """It moves position 0 to the offset, and no other position rightly."""
    target = positional_encoding(abs(offset) + 1, d_model)[abs(offset)].copy()
    target[0::2] *= np.sign(offset) if offset else 1
    matrix = np.zeros((d_model, d_model))
    matrix[:, 1::2] = target[:, None] / (d_model // 2)
    return matrix


@misconception("shift_matrix", "How many pairs are there, and how often does your loop run? Look at the last block.")
def shift_last_pair_stays(offset, d_model):
    """It leaves the last pair as it is."""
    matrix = shift_matrix(offset, d_model)
    matrix[-2:, -2:] = np.eye(2)
    return matrix


@misconception("shift_matrix", "How many pairs are there, and how often does your loop run? Look at the last block.")
def shift_last_pair_missing(offset, d_model):
    """It has no block for the last pair: it becomes 0."""
    matrix = shift_matrix(offset, d_model)
    matrix[-2:] = 0
    return matrix


@misconception("shift_matrix", "Moving the numbers to other columns is another thing: each pair stays, and is turned.")
def shift_moves_the_features_to_the_left(offset, d_model):
    """It moves the features to other columns: ones beside the diagonal, as `np.eye` with `k` has them."""
    return np.eye(d_model, k=offset)


@misconception("shift_matrix", "Moving the numbers to other columns is another thing: each pair stays, and is turned.")
def shift_moves_the_features_to_the_right(offset, d_model):
    """It moves the features to other columns: ones beside the diagonal, on the other side."""
    return np.eye(d_model, k=-offset)


# ---------------------------------------------------------------------- relative_position_bias


def biases(table, n_q, n_k, index):
    """Look up `index(distances, m)` for the signed distances j - i."""
    m = len(table) // 2
    return table[index(np.arange(n_k) - np.arange(n_q)[:, None], m)] * 1.0


@misconception(
    "relative_position_bias",
    "Which side of the table do the keys after a query (j > i) get? The distance is the key's place minus the query's.",
)
def bias_of_the_opposite_distance(table, n_q, n_k):
    """It looks up i - j where j - i is meant: past and future are exchanged."""
    return relative_position_bias(table[::-1], n_q, n_k)


@misconception(
    "relative_position_bias",
    "Print the largest index that you look up, and the length of the table. What should a far key get?",
    raises_at=r"\[",
)
def bias_not_clipped(table, n_q, n_k):
    """It does not limit the distances: beyond the table there is an error, or an entry of the wrong end."""
    return biases(table, n_q, n_k, lambda distances, m: distances + m)


@misconception(
    "relative_position_bias",
    "A key that is further away than the table reaches gets the end's bias. Which does it get?",
)
def bias_begins_again(table, n_q, n_k):
    """It begins again at the other end of the table where a distance is beyond it."""
    return biases(table, n_q, n_k, lambda distances, m: (distances + m) % (2 * m + 1))


@misconception(
    "relative_position_bias", "What is the index of distance 0? Negative indices count from the end in Python."
)
def bias_without_the_middle(table, n_q, n_k):
    """It uses the distance itself as the index: distance 0 gets the first entry, negative ones count from the end."""
    return biases(table, n_q, n_k, lambda distances, m: np.clip(distances, -m, m))


@misconception(
    "relative_position_bias", "A key before the query and one after it, equally far: which entries do they get?"
)
def bias_of_the_size_of_the_distance(table, n_q, n_k):
    """It forgets the sign: keys before and after a query get the same."""
    return biases(table, n_q, n_k, lambda distances, m: np.minimum(np.abs(distances), m) + m)


@misconception(
    "relative_position_bias", "A key before the query and one after it, equally far: which entries do they get?"
)
def bias_of_the_size_from_the_start(table, n_q, n_k):
    """It forgets the sign, and starts at the beginning of the table."""
    return biases(table, n_q, n_k, lambda distances, m: np.minimum(np.abs(distances), 2 * m))


@misconception(
    "relative_position_bias", "Query 0 and key 0 are at the same place, also if there are more keys. Are they?"
)
def bias_aligned_at_the_end(table, n_q, n_k):
    """It lets the last query stand at the last key: right only for as many queries as keys."""
    return biases(table, n_q, n_k, lambda distances, m: np.clip(distances - (n_k - n_q), -m, m) + m)


@misconception("relative_position_bias", "Distance 0 is in the middle. For 5 entries, which index is that?")
def bias_middle_off_by_one(table, n_q, n_k):
    """It takes the middle one entry too late."""
    return biases(table, n_q, n_k, lambda distances, m: np.minimum(np.clip(distances, -m, m) + m + 1, 2 * m))


@misconception("relative_position_bias", "Rows are queries, columns are keys: print the shape.")
def bias_keys_by_queries(table, n_q, n_k):
    """It has a row for each key and a column for each query."""
    return relative_position_bias(table, n_q, n_k).T


@misconception(
    "relative_position_bias", "How many columns are asked for? There may be more keys than queries, or fewer."
)
def bias_square(table, n_q, n_k):
    """It makes as many columns as there are queries."""
    return relative_position_bias(table, n_q, n_q)


@misconception("relative_position_bias", "How many rows are asked for? There may be more keys than queries, or fewer.")
def bias_square_of_keys(table, n_q, n_k):
    """It makes as many rows as there are keys."""
    return relative_position_bias(table, n_k, n_k)


@misconception("relative_position_bias", "A far key is not left out: it gets the bias of the table's end.")
def bias_zero_beyond_the_table(table, n_q, n_k):
    """It gives keys beyond the table the bias 0."""
    distances = np.abs(np.arange(n_k) - np.arange(n_q)[:, None])
    return np.where(distances > len(table) // 2, 0.0, relative_position_bias(table, n_q, n_k))


@misconception(
    "relative_position_bias", "Which is the last index of the table? The keys after a query need its upper half."
)
def bias_clipped_to_the_first_half(table, n_q, n_k):
    """It limits the index to m, the middle of the table: all keys after a query get the same."""
    return biases(table, n_q, n_k, lambda distances, m: np.clip(distances + m, 0, m))


@misconception(
    "relative_position_bias", "The distance -m has the first entry of the table. Which one do you get for it?"
)
def bias_clipped_too_early(table, n_q, n_k):
    """It limits the distances one step too early, at m - 1."""
    return biases(table, n_q, n_k, lambda distances, m: np.clip(distances, -max(m - 1, 0), max(m - 1, 0)) + m)


@misconception("relative_position_bias", "The distances say *where* to look in the table. What stands there?")
def bias_returns_distances(table, n_q, n_k):
    """It returns the places in the table, not what stands there."""
    m = len(table) // 2
    return np.clip(np.arange(n_k) - np.arange(n_q)[:, None], -m, m) + m


@misconception("relative_position_bias", "The distances say *where* to look in the table. What stands there?")
def bias_returns_clipped_distances(table, n_q, n_k):
    """It returns the clipped distances themselves."""
    m = len(table) // 2
    return np.clip(np.arange(n_k) - np.arange(n_q)[:, None], -m, m)


@misconception("relative_position_bias", "Nothing is hidden here: keys after the query have biases too.")
def bias_only_backwards(table, n_q, n_k):
    """It leaves the bias of the keys after a query at 0, as for a model that sees only the past."""
    return np.tril(relative_position_bias(table, n_q, n_k))


@misconception("relative_position_bias", "Nothing is hidden here: keys after the query have biases too.")
def bias_hides_the_future(table, n_q, n_k):
    """It gives the keys after a query minus infinity, which hides them."""
    future = np.arange(n_k) > np.arange(n_q)[:, None]
    return np.where(future, -np.inf, relative_position_bias(table, n_q, n_k))


@misconception(
    "relative_position_bias", "Each pair of a query and a key has one number. How many axes has your result?"
)
def bias_with_a_head_axis(table, n_q, n_k):
    """It puts an axis for heads in front."""
    return relative_position_bias(table, n_q, n_k)[None]


@misconception(
    "relative_position_bias", "Unlike `range`, `np.clip` keeps both ends. Which entry of the table never appears?"
)
def bias_last_entry_never_used(table, n_q, n_k):
    """It limits the distances to m - 1 at the upper end, so that the table's last entry is never used."""
    return biases(table, n_q, n_k, lambda distances, m: np.clip(distances, -m, m - 1) + m)


@misconception(
    "relative_position_bias", "What is the distance of a key before its query, and what does your limit make of it?"
)
def bias_limited_before_the_middle_is_added(table, n_q, n_k):
    """It limits the distances to 0 and above, before it adds the middle: all keys before a query get the same."""
    return biases(table, n_q, n_k, lambda distances, m: np.minimum(np.clip(distances, 0, 2 * m) + m, 2 * m))


# ---------------------------------------------------------------------- apply_rope


def rope(x, positions, base, turn, exponents=None, halves=False, first=0, angles=None):
    """Turn the pairs (a, b) of one layout by `turn(a, b, cos, sin)`, with what may be wrong handed over."""
    n, d = x.shape[-2:]
    positions = np.arange(first, first + n) if positions is None else np.asarray(positions)
    if angles is None:
        exponents = np.arange(0, d, 2) / d if exponents is None else exponents
        angles = positions[:, None] / base**exponents
    places = (slice(0, d // 2), slice(d // 2, d)) if halves else (slice(0, d, 2), slice(1, d, 2))
    result = np.empty(x.shape)
    result[..., places[0]], result[..., places[1]] = turn(
        x[..., places[0]], x[..., places[1]], np.cos(angles), np.sin(angles)
    )
    return result


def rightly(a, b, cos, sin):
    """Turn by the angle."""
    return a * cos - b * sin, a * sin + b * cos


def backwards(a, b, cos, sin):
    """Turn by the opposite angle."""
    return a * cos + b * sin, b * cos - a * sin


def without_a_minus(a, b, cos, sin):
    """Forget the minus sign."""
    return a * cos + b * sin, a * sin + b * cos


def one_after_the_other(a, b, cos, sin):
    """Use the new a where the old one is meant."""
    new = a * cos - b * sin
    return new, new * sin + b * cos


BACK = "Turn (1, 0) by a small angle: b should grow. Which sign has the sine in your first line, which in your second?"


@misconception("apply_rope", BACK)
def rope_turns_back(x, positions=None, base=10000.0):
    """It turns the other way round (pairs of neighbours)."""
    return rope(x, positions, base, backwards)


@misconception("apply_rope", BACK)
def rope_of_halves_turns_back(x, positions=None, base=10000.0):
    """It turns the other way round (pairs p and p + d/2)."""
    return rope(x, positions, base, backwards, halves=True)


NO_MINUS = "Turning changes no length. Compare the lengths of a row before and after, then look for a minus sign."


@misconception("apply_rope", NO_MINUS)
def rope_without_a_minus(x, positions=None, base=10000.0):
    """It has no minus sign, so it is no rotation (pairs of neighbours)."""
    return rope(x, positions, base, without_a_minus)


@misconception("apply_rope", NO_MINUS)
def rope_of_halves_without_a_minus(x, positions=None, base=10000.0):
    """It has no minus sign, so it is no rotation (pairs p and p + d/2)."""
    return rope(x, positions, base, without_a_minus, halves=True)


OLD = "Both new numbers are made from the old pair. Which a does your second line see?"


@misconception("apply_rope", OLD)
def rope_uses_the_new_a(x, positions=None, base=10000.0):
    """It computes the new b from the new a instead of the old one (pairs of neighbours)."""
    return rope(x, positions, base, one_after_the_other)


@misconception("apply_rope", OLD)
def rope_of_halves_uses_the_new_a(x, positions=None, base=10000.0):
    """It computes the new b from the new a instead of the old one (pairs p and p + d/2)."""
    return rope(x, positions, base, one_after_the_other, halves=True)


MIXED = "Both members of a pair turn by one angle. Write down for d = 4 which features are pair 0, and which angle each gets."


@misconception("apply_rope", MIXED)
def rope_halves_with_angles_of_neighbours(x, positions=None, base=10000.0):
    """It pairs p with p + d/2, but repeats the angles as for pairs of neighbours: the two layouts are mixed."""
    n, d = x.shape[-2:]
    places = np.arange(n) if positions is None else positions
    angles = np.repeat(places[:, None] / base ** (np.arange(0, d, 2) / d), 2, axis=-1)
    turned = np.concatenate([-x[..., d // 2 :], x[..., : d // 2]], axis=-1)
    return x * np.cos(angles) + turned * np.sin(angles)


@misconception("apply_rope", MIXED)
def rope_neighbours_with_angles_of_halves(x, positions=None, base=10000.0):
    """It pairs neighbours, but repeats the angles as for the pairs p and p + d/2: the two layouts are mixed."""
    n, d = x.shape[-2:]
    places = np.arange(n) if positions is None else positions
    angles = np.tile(places[:, None] / base ** (np.arange(0, d, 2) / d), 2)
    turned = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + turned * np.sin(angles)


PLACES = "At position 0 nothing is turned, so every feature should be where it was. Is it?"


@misconception("apply_rope", PLACES)
def rope_neighbours_left_in_halves(x, positions=None, base=10000.0):
    """It turns pairs of neighbours, but puts all first members in front and all second ones behind them."""
    turned = apply_rope(x, positions, base)
    return np.concatenate([turned[..., 0::2], turned[..., 1::2]], axis=-1)


@misconception("apply_rope", PLACES)
def rope_halves_left_as_neighbours(x, positions=None, base=10000.0):
    """It turns the pairs p and p + d/2, but puts the members of each pair side by side."""
    d = x.shape[-1]
    turned = rope(x, positions, base, rightly, halves=True)
    return np.stack([turned[..., : d // 2], turned[..., d // 2 :]], axis=-1).reshape(x.shape)


FREQUENCIES = "Pair 1 of d = 4 turns by base^(-1/2) for each position. Print your exponents, one for each pair."


@misconception("apply_rope", FREQUENCIES)
def rope_exponent_doubled(x, positions=None, base=10000.0):
    """It doubles the exponents (pairs of neighbours)."""
    return rope(x, positions, base, rightly, 2 * np.arange(0, x.shape[-1], 2) / x.shape[-1])


@misconception("apply_rope", FREQUENCIES)
def rope_of_halves_exponent_doubled(x, positions=None, base=10000.0):
    """It doubles the exponents (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, 2 * np.arange(0, x.shape[-1], 2) / x.shape[-1], halves=True)


@misconception("apply_rope", FREQUENCIES)
def rope_exponent_halved(x, positions=None, base=10000.0):
    """It has p/d in the exponent where 2p/d is meant (pairs of neighbours)."""
    return rope(x, positions, base, rightly, np.arange(0, x.shape[-1], 2) / 2 / x.shape[-1])


@misconception("apply_rope", FREQUENCIES)
def rope_of_halves_exponent_halved(x, positions=None, base=10000.0):
    """It has p/d in the exponent where 2p/d is meant (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, np.arange(0, x.shape[-1], 2) / 2 / x.shape[-1], halves=True)


@misconception("apply_rope", "The last pairs should turn slowly. Which sign has your exponent?")
def rope_frequencies_grow(x, positions=None, base=10000.0):
    """It multiplies by the power of the base where it should divide (pairs of neighbours)."""
    return rope(x, positions, base, rightly, -np.arange(0, x.shape[-1], 2) / x.shape[-1])


@misconception("apply_rope", "The last pairs should turn slowly. Which sign has your exponent?")
def rope_of_halves_frequencies_grow(x, positions=None, base=10000.0):
    """It multiplies by the power of the base where it should divide (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, -np.arange(0, x.shape[-1], 2) / x.shape[-1], halves=True)


@misconception("apply_rope", "Every pair has a frequency of its own. How far does the last one turn in one step?")
def rope_one_frequency(x, positions=None, base=10000.0):
    """It turns every pair by the same angle (pairs of neighbours)."""
    return rope(x, positions, base, rightly, np.zeros(x.shape[-1] // 2))


@misconception("apply_rope", "Every pair has a frequency of its own. How far does the last one turn in one step?")
def rope_of_halves_one_frequency(x, positions=None, base=10000.0):
    """It turns every pair by the same angle (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, np.zeros(x.shape[-1] // 2), halves=True)


@misconception("apply_rope", "Positions are counted from 0. By which angle is the first row turned?")
def rope_counts_from_one(x, positions=None, base=10000.0):
    """It counts positions from 1 where none are given (pairs of neighbours)."""
    return rope(x, positions, base, rightly, first=1)


@misconception("apply_rope", "Positions are counted from 0. By which angle is the first row turned?")
def rope_of_halves_counts_from_one(x, positions=None, base=10000.0):
    """It counts positions from 1 where none are given (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, first=1, halves=True)


@misconception("apply_rope", "Hand over `positions` that do not begin at 0. Does the result change?")
def rope_ignores_positions(x, positions=None, base=10000.0):
    """It always counts from 0, whatever positions are given (pairs of neighbours)."""
    return rope(x, None, base, rightly)


@misconception("apply_rope", "Hand over `positions` that do not begin at 0. Does the result change?")
def rope_of_halves_ignores_positions(x, positions=None, base=10000.0):
    """It always counts from 0, whatever positions are given (pairs p and p + d/2)."""
    return rope(x, None, base, rightly, halves=True)


@misconception("apply_rope", "Hand over another `base`. Does the result change?")
def rope_ignores_the_base(x, positions=None, base=10000.0):
    """It has the base 10000, whatever base is given (pairs of neighbours)."""
    return rope(x, positions, 10000.0, rightly)


@misconception("apply_rope", "Hand over another `base`. Does the result change?")
def rope_of_halves_ignores_the_base(x, positions=None, base=10000.0):
    """It has the base 10000, whatever base is given (pairs p and p + d/2)."""
    return rope(x, positions, 10000.0, rightly, halves=True)


@misconception("apply_rope", "Where no base is given it is 10000: compare it, zero by zero.")
def rope_base_1000(x, positions=None, base=1000.0):
    """It has the base 1000 where none is given (pairs of neighbours)."""
    return rope(x, positions, base, rightly)


@misconception(
    "apply_rope",
    "Positions run along the last axis but one. With a batch in front, what is the first axis?",
    raises_at=r".",
)
def rope_positions_along_the_first_axis(x, positions=None, base=10000.0):
    """It counts positions along the first axis, which is the batch where there is one."""
    places = np.arange(x.shape[0]) if positions is None else positions
    return apply_rope(x, places, base)


@misconception(
    "apply_rope",
    "Two samples with equal rows should be turned alike. Along which axis do your positions run?",
)
def rope_turns_samples(x, positions=None, base=10000.0):
    """It gives each sample, not each row, a position."""
    if x.ndim == 2:
        return apply_rope(x, positions, base)
    return np.moveaxis(apply_rope(np.moveaxis(x, 0, -2), positions, base), -2, 0)


@misconception("apply_rope", "Print x before and after the call. Into which array do you write?")
def rope_in_place(x, positions=None, base=10000.0):
    """It writes into the caller's array, which also cuts off the fractions of whole numbers (pairs of neighbours)."""
    x[...] = apply_rope(x, positions, base)
    return x


@misconception("apply_rope", "Print x before and after the call. Into which array do you write?")
def rope_of_halves_in_place(x, positions=None, base=10000.0):
    """It writes into the caller's array, which also cuts off the fractions of whole numbers (pairs p and p + d/2)."""
    x[...] = rope(x, positions, base, rightly, halves=True)
    return x


@misconception(
    "apply_rope", "`empty_like` and `zeros_like` copy the type too. What do whole numbers make of fractions?"
)
def rope_type_of_x(x, positions=None, base=10000.0):
    """It writes into a new array of the type of x: whole numbers lose their fractions (pairs of neighbours)."""
    return apply_rope(x, positions, base).astype(x.dtype)


@misconception(
    "apply_rope", "`empty_like` and `zeros_like` copy the type too. What do whole numbers make of fractions?"
)
def rope_of_halves_type_of_x(x, positions=None, base=10000.0):
    """It writes into a new array of the type of x: whole numbers lose their fractions (pairs p and p + d/2)."""
    return rope(x, positions, base, rightly, halves=True).astype(x.dtype)


@misconception("apply_rope", "Nothing is added here: a row of zeros has no direction, and stays a row of zeros.")
def rope_adds_the_encoding(x, positions=None, base=10000.0):
    """It adds sines and cosines to x instead of turning it."""
    places = np.arange(x.shape[-2]) if positions is None else positions
    angles = places[:, None] / base ** (np.arange(0, x.shape[-1], 2) / x.shape[-1])
    return x + waves(angles, angles)


@misconception("apply_rope", "Both members of a pair are turned into each other. Where does b go in your new a?")
def rope_cosines_only(x, positions=None, base=10000.0):
    """It multiplies by the cosines and leaves the sines out."""
    return rope(x, positions, base, lambda a, b, cos, sin: (a * cos, b * cos))


@misconception("apply_rope", "At position 0 nothing is turned: the cosine of 0 is 1. Which factor is 1 in your code?")
def rope_sine_and_cosine_swapped(x, positions=None, base=10000.0):
    """It has sines where the cosines belong, and cosines where the sines belong (pairs of neighbours)."""
    return rope(x, positions, base, lambda a, b, cos, sin: (a * sin - b * cos, a * cos + b * sin))


@misconception("apply_rope", "At position 0 nothing is turned: the cosine of 0 is 1. Which factor is 1 in your code?")
def rope_of_halves_sine_and_cosine_swapped(x, positions=None, base=10000.0):
    """It has sines where the cosines belong, and cosines where the sines belong (pairs p and p + d/2)."""
    return rope(x, positions, base, lambda a, b, cos, sin: (a * sin - b * cos, a * cos + b * sin), halves=True)


@misconception("apply_rope", "NumPy's sine takes radians, and so does the formula.")
def rope_in_degrees(x, positions=None, base=10000.0):
    """It takes the angles for degrees and turns them into radians (pairs of neighbours)."""
    places = np.arange(x.shape[-2]) if positions is None else positions
    return apply_rope(x, np.deg2rad(places), base)


@misconception("apply_rope", "Only half of the row is turned. How many pairs has a row of d features?")
def rope_turns_the_first_half_only(x, positions=None, base=10000.0):
    """It turns the first half of the pairs and leaves the rest."""
    half = (x.shape[-1] // 2 + 1) // 2 * 2
    turned = apply_rope(x, positions, base)
    if half < x.shape[-1]:
        turned[..., half:] = x[..., half:]
    return turned


@misconception("apply_rope", "Print x before and after the call. Into which array do you write?")
def rope_in_place_of_floats(x, positions=None, base=10000.0):
    """It copies whole numbers, but writes into an array of floats that it was given (pairs of neighbours)."""
    result = x if x.dtype.kind == "f" else x.astype(float)
    result[...] = apply_rope(x, positions, base)
    return result


@misconception("apply_rope", "Print x before and after the call. Into which array do you write?")
def rope_of_halves_in_place_of_floats(x, positions=None, base=10000.0):
    """It copies whole numbers, but writes into an array of floats that it was given (pairs p and p + d/2)."""
    result = x if x.dtype.kind == "f" else x.astype(float)
    result[...] = rope(x, positions, base, rightly, halves=True)
    return result


@misconception(
    "apply_rope",
    "Positions run along the last axis but one. With a batch in front, what is the first axis?",
    raises_at=r".",
)
def rope_of_halves_positions_along_the_first_axis(x, positions=None, base=10000.0):
    """It counts positions along the first axis, which is the batch where there is one (pairs p and p + d/2)."""
    places = np.arange(x.shape[0]) if positions is None else positions
    return rope(x, places, base, rightly, halves=True)


TRUTH = "An array is neither true nor false. Ask whether positions were given at all: `is None`."


@misconception("apply_rope", TRUTH, raises_at=r"\b(if|or|not|and)\b")
def rope_asks_whether_positions_are_true(x, positions=None, base=10000.0):
    """It asks whether the array of positions is true, which NumPy refuses (pairs of neighbours)."""
    return apply_rope(x, positions or np.arange(x.shape[-2]), base)


@misconception("apply_rope", TRUTH, raises_at=r"\b(if|or|not|and)\b")
def rope_of_halves_asks_whether_positions_are_true(x, positions=None, base=10000.0):
    """It asks whether the array of positions is true, which NumPy refuses (pairs p and p + d/2)."""
    return rope(x, positions or np.arange(x.shape[-2]), base, rightly, halves=True)


# ---------------------------------------------------------------------- alibi_bias


def penalties(slopes, n):
    """Return -slope * distance for slopes (h,)."""
    return np.asarray(slopes, dtype=float)[:, None, None] * -np.abs(np.arange(n)[:, None] - np.arange(n))


@misconception("alibi_bias", "The first of 8 heads has the slope 1/2. With which h does your count begin?")
def alibi_counts_from_zero(num_heads, n):
    """It counts heads from 0: the first slope is 1."""
    return penalties(2.0 ** (-8 * np.arange(num_heads) / num_heads), n)


@misconception("alibi_bias", "8 heads are right, other numbers are not. Which two numbers does the exponent depend on?")
def alibi_slopes_of_eight_heads(num_heads, n):
    """It has the slopes 1/2, 1/4, 1/8, ... whatever the number of heads: right for 8 heads only."""
    return penalties(2.0 ** -np.arange(1.0, num_heads + 1), n)


@misconception("alibi_bias", "A penalty makes scores smaller. Which sign has yours?")
def alibi_rewards_distance(num_heads, n):
    """It has no minus sign: the further away, the larger the score."""
    return -alibi_bias(num_heads, n)


@misconception("alibi_bias", "Keys before a query and keys after it are both far away. Which sign has the distance?")
def alibi_signed_distance(num_heads, n):
    """It has -m (i - j) without the absolute value: keys after a query are rewarded."""
    return alibi_bias(num_heads, n) * np.sign(np.arange(n)[:, None] - np.arange(n))


@misconception("alibi_bias", "Keys before a query and keys after it are both far away. Which sign has the distance?")
def alibi_signed_the_other_way(num_heads, n):
    """It has -m (j - i) without the absolute value: keys before a query are rewarded."""
    return alibi_bias(num_heads, n) * np.sign(np.arange(n) - np.arange(n)[:, None])


@misconception("alibi_bias", "The axis of the heads comes first: print the shape.")
def alibi_heads_last(num_heads, n):
    """It has the axis of the heads at the end."""
    return np.moveaxis(alibi_bias(num_heads, n), 0, -1)


@misconception("alibi_bias", "Nothing is hidden here: the penalty is the same in both directions.")
def alibi_only_backwards(num_heads, n):
    """It leaves the keys after a query at 0, as for a model that sees only the past."""
    return np.tril(alibi_bias(num_heads, n))


@misconception("alibi_bias", "Nothing is hidden here: the penalty is the same in both directions.")
def alibi_hides_the_future(num_heads, n):
    """It gives the keys after a query minus infinity, which hides them."""
    return np.where(np.tri(n, dtype=bool), alibi_bias(num_heads, n), -np.inf)


@misconception("alibi_bias", "Each head looks differently far. Compare the matrices of two heads.")
def alibi_one_slope(num_heads, n):
    """It gives every head the same slope, the first one's."""
    return penalties([2.0 ** (-8 / num_heads)] * num_heads, n)


@misconception("alibi_bias", "The first head is the steepest and the last the flattest. What is the order of yours?")
def alibi_flattest_first(num_heads, n):
    """It has the slopes in the opposite order: the flattest first."""
    return alibi_bias(num_heads, n)[::-1]


@misconception(
    "alibi_bias", "Each slope is the one before, times the same factor. Are yours halved, or merely lowered?"
)
def alibi_slopes_on_a_line(num_heads, n):
    """Its slopes fall in a straight line (h/num_heads), not by a constant factor."""
    return penalties(np.arange(num_heads, 0, -1) / num_heads, n)


@misconception("alibi_bias", "Each slope is the one before, times the same factor. Is 1, 1/2, 1/3 such a sequence?")
def alibi_slopes_one_over_h(num_heads, n):
    """It has the slopes 1, 1/2, 1/3, ..."""
    return penalties(1 / np.arange(1, num_heads + 1), n)


@misconception("alibi_bias", "Every step costs the same. What does your second step cost, compared with the first?")
def alibi_squared_distance(num_heads, n):
    """It squares the distance."""
    return penalties(2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads), n) * np.abs(
        np.arange(n)[:, None] - np.arange(n)
    )


@misconception("alibi_bias", "Powers bind more tightly than products: put brackets round the whole exponent.")
def alibi_power_before_product(num_heads, n):
    """It multiplies the power 2^-8 by h/num_heads: without brackets only the 8 is in the exponent."""
    return penalties(2.0**-8 * np.arange(1, num_heads + 1) / num_heads, n)


@misconception("alibi_bias", "For 2 heads the slopes are 1/16 and 1/256. Which number is raised to a power?")
def alibi_powers_of_e(num_heads, n):
    """It takes powers of e instead of powers of 2."""
    return penalties(np.exp(-8 * np.arange(1, num_heads + 1) / num_heads), n)


@misconception("alibi_bias", "16 heads have the exponents -1/2, -1, -3/2, ... What does `//` do to the halves?")
def alibi_whole_exponents(num_heads, n):
    """It divides the exponents to whole numbers: right for up to 8 heads."""
    return penalties(2.0 ** (-8 * np.arange(1, num_heads + 1) // num_heads), n)


@misconception("alibi_bias", "With 16 heads each slope is 1/sqrt(2) of the one before. What is 8 divided by 16?")
def alibi_whole_ratio(num_heads, n):
    """It divides 8 by the number of heads to a whole number: right for up to 8 heads."""
    return penalties(2.0 ** (-(8 // num_heads) * np.arange(1.0, num_heads + 1)), n)


@misconception(
    "alibi_bias", "A longer sequence must not make a step cheaper. Compare the first step for n = 3 and n = 5."
)
def alibi_distance_as_a_share(num_heads, n):
    """It divides the distances by the length of the sequence."""
    return alibi_bias(num_heads, n) / n


@misconception("alibi_bias", "Each head has a matrix of its own: how many axes should the result have?")
def alibi_first_head_only(num_heads, n):
    """It returns the matrix of one head only."""
    return alibi_bias(num_heads, n)[0]


@misconception("alibi_bias", "Each query has a row of its own: how many axes should the result have?")
def alibi_last_query_only(num_heads, n):
    """It returns one row for each head, that of the last query."""
    return alibi_bias(num_heads, n)[:, -1]


@misconception("alibi_bias", "The heads' axis comes first, and no other is asked for: print the shape.")
def alibi_with_a_batch_axis(num_heads, n):
    """It puts an axis for a batch in front."""
    return alibi_bias(num_heads, n)[None]


@misconception("alibi_bias", "A token is at distance 0 from itself. What does your diagonal hold?")
def alibi_distance_from_one(num_heads, n):
    """It counts distances from 1: a token is punished for looking at itself."""
    return alibi_bias(num_heads, n) - 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)[:, None, None]


@misconception("alibi_bias", "A query's distance to key j depends on both. Does your penalty change from row to row?")
def alibi_distance_from_the_start(num_heads, n):
    """It takes the key's position for its distance: every query has the same row."""
    return np.repeat(alibi_bias(num_heads, n)[:, :1], n, axis=1)


@misconception("alibi_bias", "Whole numbers cannot hold a slope of 1/2. What type has the array that you write into?")
def alibi_in_whole_numbers(num_heads, n):
    """It writes into an array of whole numbers, which cuts off the fractions."""
    return alibi_bias(num_heads, n).astype(int)


@misconception("alibi_bias", "A query's distance to key j depends on both. Does your penalty change from row to row?")
def alibi_distance_from_the_end(num_heads, n):
    """It takes the distance from the last query for everyone's: every query has the same row."""
    return np.repeat(alibi_bias(num_heads, n)[:, -1:], n, axis=1)


@misconception("alibi_bias", "A query's distance to key j depends on both, and a penalty is below 0. Compare two rows.")
def alibi_position_as_a_reward(num_heads, n):
    """It adds the slope times the key's position to every row: a causal softmax would not see the difference."""
    return -np.repeat(alibi_bias(num_heads, n)[:, :1], n, axis=1)


@misconception("alibi_bias", "The last head has the slope 1/256, which is 2^-8. Where is the 8 in your exponent?")
def alibi_without_the_eight(num_heads, n):
    """It leaves the 8 out of the exponent: the slopes end at 1/2."""
    return penalties(2.0 ** (-np.arange(1, num_heads + 1) / num_heads), n)


@misconception(
    "alibi_bias",
    "`2 ** -3` is no whole number, and NumPy's whole numbers stay whole. Which of the two should be a float?",
    raises_at=r"\*\*|power",
)
def alibi_negative_power_of_a_whole_number(num_heads, n):
    """It raises the whole number 2 to negative whole numbers, which NumPy refuses."""
    return penalties(2 ** -np.arange(1, num_heads + 1), n)
