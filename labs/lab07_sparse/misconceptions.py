"""Named wrong implementations of the tasks of Lab 7, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import numpy as np

from attn_course.attention.scaled_dot_product import scaled_dot_product_attention, softmax
from attn_course.attention.sparse import (
    block_local_attention,
    global_tokens_mask,
    growth_exponent,
    local_mask,
    log_sparse_mask,
    receptive_field,
    sliding_window_attention,
    strided_mask,
)
from attn_course.checking import misconception


def distances(n):
    """Count how many places back each key lies, seen from each query."""
    return np.arange(n)[:, np.newaxis] - np.arange(n)


# What several masks do wrong alike.
TRUE = "In this course True means: may attend. What does True mean in yours?"
NUMBERS = "The pattern is right. Print its `dtype`: a mask holds True and False, not 0 and 1."
SCORES = "A mask says who may see whom: True or False. Scores, and infinities, come when it is used."
BATCH = "Two axes are asked for, queries and keys. Broadcasting adds others where they are needed."
ITSELF = "May a token see itself? Its distance to itself is 0. Read the diagonal of your mask."

# ---------------------------------------------------------------------- local_mask


@misconception("local_mask", "`window` counts the neighbours on one side. With window 1, how many keys does row 2 see?")
def local_window_in_total(n, window, causal=False):
    """It spreads `window` over both sides: half of it to the left, half to the right."""
    return local_mask(n, window // 2, causal)


@misconception("local_mask", "With window 1, may token 2 see token 1? The distance may be equal to the window.")
def local_stops_short(n, window, causal=False):
    """It stops one place too early: neighbours at a distance of exactly `window` are hidden."""
    return local_mask(n, window - 1, causal)


@misconception("local_mask", "With window 1, may token 2 see token 0? Count the places between them.")
def local_one_too_far(n, window, causal=False):
    """It reaches one place too far on each side."""
    return local_mask(n, window + 1, causal)


@misconception("local_mask", "Count the True of a row in the middle, to the left of the diagonal and to the right.")
def local_right_end_excluded(n, window, causal=False):
    """Its window ends one place too early on the right, as a Python slice leaves out its end."""
    back = distances(n)
    return (back > (0 if causal else -window)) & (back <= window)


@misconception("local_mask", "Count the True of a row in the middle, to the left of the diagonal and to the right.")
def local_right_end_excluded_on_both(n, window, causal=False):
    """Not causal, its window ends one place too early on the right; causal, it is right."""
    back = distances(n)
    return (back >= 0) & (back <= window) if causal else (back > -window) & (back <= window)


@misconception("local_mask", "Rows 0 and 1 have neighbours as well. What does a slice do that begins below 0?")
def local_negative_start(n, window, causal=False):
    """It fills a slice of each row; where that begins below 0, Python counts from the end and finds nothing."""
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, i - window : (i if causal else i + window) + 1] = True
    return mask


@misconception("local_mask", "Without `causal`, both neighbours are seen. Is yours symmetric?")
def local_always_causal(n, window, causal=False):
    """It hides the future whether or not `causal` is set."""
    return local_mask(n, window, causal=True)


@misconception("local_mask", "With causal=True, row 0 sees one key. How many does yours see?")
def local_never_causal(n, window, causal=False):
    """It ignores `causal`: the right neighbours are always seen."""
    return local_mask(n, window)


@misconception("local_mask", "When should the future be hidden: if `causal` is True, or if it is False?")
def local_causal_inverted(n, window, causal=False):
    """It hides the future when `causal` is False and shows it when it is True."""
    return local_mask(n, window, not causal)


@misconception("local_mask", "With causal=True the past stays and the future goes. Which of them does your row 0 see?")
def local_sees_the_future(n, window, causal=False):
    """With `causal` it keeps the right neighbours and hides the left ones."""
    return local_mask(n, window, causal).T


@misconception("local_mask", "Without `causal`, both neighbours are seen. Is yours symmetric?")
def local_forward_only(n, window, causal=False):
    """Without `causal` it sees the right neighbours only; with it, the left ones."""
    return local_mask(n, window, True) if causal else local_mask(n, window, True).T


@misconception("local_mask", "Two conditions must hold together: not too far, and not later. Which word joins them?")
def local_causal_by_or(n, window, causal=False):
    """With `causal` it shows what is near or past, instead of what is near and past."""
    return local_mask(n, window) | (np.tri(n, dtype=bool) if causal else False)


@misconception("local_mask", "With causal=True a window is still a window: how far back does your last row see?")
def local_causal_without_a_window(n, window, causal=False):
    """With `causal` it shows the whole past."""
    return np.tri(n, dtype=bool) if causal else local_mask(n, window)


@misconception("local_mask", "Causal, a token sees itself and `window` others. With window 1, what does row 2 see?")
def local_causal_window_counts_itself(n, window, causal=False):
    """With `causal` it sees `window` keys in all, itself included."""
    return local_mask(n, window - 1, True) if causal else local_mask(n, window)


@misconception("local_mask", "With causal=True, may a token see itself? Look at the first row of yours.")
def local_causal_hides_itself(n, window, causal=False):
    """With `causal` a token does not see itself."""
    return local_mask(n, window, causal) & ~(np.eye(n, dtype=bool) & causal)


@misconception("local_mask", ITSELF)
def local_hides_itself(n, window, causal=False):
    """A token sees its neighbours, but not itself."""
    return local_mask(n, window, causal) & ~np.eye(n, dtype=bool)


@misconception("local_mask", "All neighbours up to `window` places away are seen, also those that are nearer.")
def local_exact_distance_only(n, window, causal=False):
    """It shows the keys at a distance of exactly `window`, and nothing nearer."""
    return local_mask(n, window, causal) & (np.abs(distances(n)) == window)


@misconception("local_mask", "A sequence is no ring: is the last token a neighbour of the first?")
def local_round_the_ends(n, window, causal=False):
    """It goes round the ends: the first token sees the last ones."""
    back = distances(n) % n
    return (back <= window) | ((n - back <= window) & (not causal))


@misconception("local_mask", "Row 0 has no neighbour on its left: it sees fewer keys, not others in their place.")
def local_shifted_at_the_edges(n, window, causal=False):
    """Near the edges it shifts the window inwards, so that every row sees equally many keys."""
    width = min((1 if causal else 2) * window + 1, n)
    first = np.clip(np.arange(n) - window, 0, n - width)[:, np.newaxis]
    return (np.arange(n) >= first) & (np.arange(n) < first + width)


@misconception("local_mask", "A window moves along with its query. In yours, do two neighbours never see each other?")
def local_blocks_of_windows(n, window, causal=False):
    """It cuts the sequence into fixed blocks: neighbours in different blocks do not see each other."""
    block = np.arange(n) // (window + 1)
    return (block[:, np.newaxis] == block) & (np.tri(n, dtype=bool) if causal else True)


@misconception("local_mask", TRUE)
def local_true_means_hidden(n, window, causal=False):
    """It is True where a pair is hidden."""
    return ~local_mask(n, window, causal)


@misconception("local_mask", NUMBERS)
def local_of_numbers(n, window, causal=False):
    """It returns the numbers 0 and 1, not booleans."""
    return local_mask(n, window, causal) * 1.0


@misconception("local_mask", SCORES)
def local_of_infinities(n, window, causal=False):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(local_mask(n, window, causal), 0.0, -np.inf)


@misconception("local_mask", SCORES)
def local_of_scores(n, window, causal=False):
    """It returns numbers to be added to the scores, 0 and -1e9, not a mask."""
    return np.where(local_mask(n, window, causal), 0.0, -1e9)


@misconception("local_mask", BATCH)
def local_with_a_batch_axis(n, window, causal=False):
    """It adds an axis in front: shape (1, n, n)."""
    return local_mask(n, window, causal)[np.newaxis]


# ---------------------------------------------------------------------- strided_mask


@misconception("strided_mask", "Whose phase is it? The steps start at the query: with stride 3, row 7 sees 7, 4 and 1.")
def strided_from_zero(n, stride):
    """It shows every stride-th key counted from 0, the same columns for every query."""
    return np.tri(n, dtype=bool) & (np.arange(n) % stride == 0)


@misconception("strided_mask", "Whose phase is it? The steps start at the query: with stride 3, row 7 sees 7, 4 and 1.")
def strided_from_zero_and_itself(n, stride):
    """It shows every stride-th key counted from 0, and the query itself."""
    return np.tri(n, dtype=bool) & (np.arange(n) % stride == 0) | np.eye(n, dtype=bool)


@misconception("strided_mask", "A key after its query must be hidden. Read your first row.")
def strided_from_zero_to_both_sides(n, stride):
    """It shows the columns 0, stride, 2 stride, ... to every query, the future too."""
    return np.broadcast_to(np.arange(n) % stride == 0, (n, n))


@misconception("strided_mask", "A key after its query must be hidden. Read your first row.")
def strided_to_both_sides(n, stride):
    """It steps forward as well: the future is seen."""
    return distances(n) % stride == 0


@misconception("strided_mask", "Row 0 should see one key, and the last row most. Which end is which in yours?")
def strided_into_the_future(n, stride):
    """It steps forward instead of back."""
    return strided_mask(n, stride).T


@misconception("strided_mask", ITSELF)
def strided_hides_itself(n, stride):
    """A token sees the steps before it, but not itself."""
    return strided_mask(n, stride) & ~np.eye(n, dtype=bool)


@misconception("strided_mask", "Every query has a row with a key in it. Which rows of yours are empty?")
def strided_queries(n, stride):
    """It shows the whole past, to every stride-th query only."""
    return np.tri(n, dtype=bool) & (np.arange(n) % stride == 0)[:, np.newaxis]


@misconception("strided_mask", "The steps go on until the beginning: how many keys does your last row see?")
def strided_one_step_only(n, stride):
    """It takes one step back and stops."""
    back = distances(n)
    return (back == 0) | (back == stride)


@misconception("strided_mask", "With stride 2, how far apart are two keys of the same row?")
def strided_steps_too_long(n, stride):
    """Its steps are one longer than `stride`, as if `stride` counted the places in between."""
    return strided_mask(n, stride + 1)


@misconception("strided_mask", "With stride 3, how far apart are two keys of the same row?")
def strided_steps_too_short(n, stride):
    """Its steps are one shorter than `stride`."""
    return strided_mask(n, max(stride - 1, 1))


@misconception(
    "strided_mask", "That is two patterns in one. This mask has the steps only; the neighbours are in task 1."
)
def strided_with_neighbours(n, stride):
    """It shows the last `stride` tokens too, as a model with both kinds of heads does."""
    return strided_mask(n, stride) | local_mask(n, stride, causal=True)


@misconception(
    "strided_mask", "That is two patterns in one. This mask has the steps only; the neighbours are in task 1."
)
def strided_with_its_block(n, stride):
    """It shows the tokens of the query's own block and the last one of each block before (the *fixed* pattern)."""
    block = np.arange(n) // stride
    return np.tri(n, dtype=bool) & ((block[:, np.newaxis] == block) | (np.arange(n) % stride == stride - 1))


@misconception("strided_mask", "Two keys of a row are `stride` apart. In yours, are they neighbours?")
def strided_blocks(n, stride):
    """It shows the past within the query's own block of `stride` tokens."""
    block = np.arange(n) // stride
    return np.tri(n, dtype=bool) & (block[:, np.newaxis] == block)


@misconception(
    "strided_mask", "Is 0 a whole number of steps? Then the diagonal is True, and the places in between not."
)
def strided_leaves_out_the_steps(n, stride):
    """It shows what lies between the steps and hides the steps themselves."""
    return np.tri(n, dtype=bool) & ~strided_mask(n, stride)


@misconception("strided_mask", "The distance is a difference. Read row 1 of yours: does it see itself?")
def strided_by_the_sum(n, stride):
    """It looks at i + j in place of i - j."""
    places = np.arange(n)
    return np.tri(n, dtype=bool) & ((places[:, np.newaxis] + places) % stride == 0)


@misconception("strided_mask", "How many keys does your last row see? Most of the past should be hidden.")
def strided_sees_all_the_past(n, stride):
    """It ignores the stride: the whole past is seen."""
    return np.tri(n, dtype=bool)


@misconception("strided_mask", "The steps start at the query itself, at a distance of 0. Read the diagonal of yours.")
def strided_begins_one_back(n, stride):
    """Its steps start one place before the query: distances 1, 1 + stride, ..."""
    back = distances(n)
    return (back >= 0) & (back % stride == 1 % stride)


@misconception(
    "strided_mask", "The steps go on until the beginning, key 0 included. Does row 2 reach it with stride 2?"
)
def strided_never_reaches_zero(n, stride):
    """It never shows key 0, except to query 0: a range that counts down leaves out its end."""
    mask = strided_mask(n, stride)
    mask[1:, 0] = False
    return mask


@misconception("strided_mask", TRUE)
def strided_true_means_hidden(n, stride):
    """It is True where a pair is hidden."""
    return ~strided_mask(n, stride)


@misconception("strided_mask", NUMBERS)
def strided_of_numbers(n, stride):
    """It returns the numbers 0 and 1, not booleans."""
    return strided_mask(n, stride) * 1.0


@misconception("strided_mask", SCORES)
def strided_of_infinities(n, stride):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(strided_mask(n, stride), 0.0, -np.inf)


@misconception("strided_mask", SCORES)
def strided_of_scores(n, stride):
    """It returns numbers to be added to the scores, 0 and -1e9, not a mask."""
    return np.where(strided_mask(n, stride), 0.0, -1e9)


@misconception("strided_mask", BATCH)
def strided_with_a_batch_axis(n, stride):
    """It adds an axis in front: shape (1, n, n)."""
    return strided_mask(n, stride)[np.newaxis]


# ---------------------------------------------------------------------- log_sparse_mask


@misconception("log_sparse_mask", ITSELF)
def log_hides_itself(n):
    """A token sees the doubling steps before it, but not itself."""
    return log_sparse_mask(n) & ~np.eye(n, dtype=bool)


@misconception("log_sparse_mask", "The smallest step is 1: a token sees the one just before it. Does row 1 of yours?")
def log_begins_with_two(n):
    """Its smallest step is 2: the token just before is hidden."""
    return log_sparse_mask(n) & (distances(n) != 1)


@misconception("log_sparse_mask", "The steps double: 1, 2, 4, 8. Is 6 among them?")
def log_even_steps(n):
    """Its steps are 0, 2, 4, 6, ...: twice k, not 2 to the power of k."""
    return strided_mask(n, 2)


@misconception("log_sparse_mask", "The steps double: 1, 2, 4, 8. Is 9 among them?")
def log_squares(n):
    """Its steps are 0, 1, 4, 9, ...: k to the power of 2, not 2 to the power of k."""
    return np.tri(n, dtype=bool) & np.isin(distances(n), np.arange(n) ** 2)


@misconception("log_sparse_mask", "The steps double: 1, 2, 4, 8. Is 3 among them?")
def log_sees_all_the_past(n):
    """It shows the whole past: its steps are 0, 1, 2, 3, ..."""
    return np.tri(n, dtype=bool)


@misconception("log_sparse_mask", "In Python `2 ^ 3` is 1, not 8. Which operator is the power?")
def log_caret_for_the_power(n):
    """It writes `2 ^ k`, which is no power in Python: the steps come in another order, and 4 and 8 are not among them."""
    steps = np.array([2 ^ k for k in range(max(n - 1, 0).bit_length())], dtype=int)
    return np.tri(n, dtype=bool) & (np.isin(distances(n), steps) | np.eye(n, dtype=bool))


@misconception("log_sparse_mask", "Each step starts at the query, not where the last one ended: row 3 sees key 1.")
def log_steps_add_up(n):
    """It goes on from where the last step ended: distances 0, 1, 3, 7, 15, ..."""
    return np.tri(n, dtype=bool) & np.isin(distances(n), 2 ** np.arange(n.bit_length() + 1) - 1)


@misconception("log_sparse_mask", "It is the distance to the query that is a power of two, not the key's own place.")
def log_places_of_keys(n):
    """It shows the keys 1, 2, 4, 8, ... of the sequence, the same ones to every query, and the query itself."""
    powers = np.isin(np.arange(n), 2 ** np.arange(n.bit_length() + 1))
    return np.tri(n, dtype=bool) & (powers | np.eye(n, dtype=bool))


@misconception("log_sparse_mask", "In your mask for 10 tokens, does the last one see key 1, which lies 8 before it?")
def log_last_step_missing(n):
    """It leaves out the longest step: a range stops one too early."""
    mask = log_sparse_mask(n)
    longest = 2 ** (max(n - 1, 1).bit_length() - 1)
    return mask & (distances(n) != longest)


@misconception("log_sparse_mask", "Key 0 can be seen: does row 1 of yours see it? And row 2?")
def log_never_reaches_zero(n):
    """It never shows key 0, except to query 0: it stops while i - step is above 0."""
    mask = log_sparse_mask(n)
    mask[1:, 0] = False
    return mask


@misconception(
    "log_sparse_mask", "Where does index -1 point in NumPy? A step that leads before the beginning has no key."
)
def log_round_the_ends(n):
    """Steps that lead before the beginning come back at the end: a negative index counts from there."""
    mask = np.eye(n, dtype=bool)
    for step in 2 ** np.arange(max(n - 1, 0).bit_length()):
        mask[np.arange(n), np.arange(n) - step] = True
    return mask


@misconception("log_sparse_mask", "A key after its query must be hidden. Read your first row.")
def log_to_both_sides(n):
    """It steps forward as well: the future is seen."""
    return log_sparse_mask(n) | log_sparse_mask(n).T


@misconception("log_sparse_mask", "Row 0 should see one key, and the last row most. Which end is which in yours?")
def log_into_the_future(n):
    """It steps forward instead of back."""
    return log_sparse_mask(n).T


@misconception("log_sparse_mask", "The steps are 1, 2, 4, 8. Which of them does your row 5 take?")
def log_powers_of_three(n):
    """Its steps are 1, 3, 9, ...: powers of 3."""
    return np.tri(n, dtype=bool) & np.isin(distances(n), np.append(3 ** np.arange(n.bit_length()), 0))


@misconception(
    "log_sparse_mask", "The steps go on doubling as long as there is a key. How many has your last row of 18?"
)
def log_three_steps_at_most(n):
    """It takes the steps 1, 2 and 4 only."""
    return log_sparse_mask(n) & (distances(n) <= 4)


@misconception("log_sparse_mask", "A window is something else: the further back, the fewer keys. How far do you see?")
def log_window(n):
    """It shows a window of about log2(n) tokens."""
    return local_mask(n, n.bit_length() - 1, causal=True)


@misconception("log_sparse_mask", TRUE)
def log_true_means_hidden(n):
    """It is True where a pair is hidden."""
    return ~log_sparse_mask(n)


@misconception("log_sparse_mask", NUMBERS)
def log_of_numbers(n):
    """It returns the numbers 0 and 1, not booleans."""
    return log_sparse_mask(n) * 1.0


@misconception("log_sparse_mask", SCORES)
def log_of_infinities(n):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(log_sparse_mask(n), 0.0, -np.inf)


@misconception("log_sparse_mask", BATCH)
def log_with_a_batch_axis(n):
    """It adds an axis in front: shape (1, n, n)."""
    return log_sparse_mask(n)[np.newaxis]


# ---------------------------------------------------------------------- global_tokens_mask


def filled(mask, positions, rows=True, columns=True):
    """Return a copy of a mask with full rows and columns."""
    mask = mask.copy()
    positions = np.asarray(positions, dtype=int)
    if rows:
        mask[positions, :] = True
    if columns:
        mask[:, positions] = True
    return mask


@misconception("global_tokens_mask", "A global token sees everyone. Is it also seen by everyone? Read its column.")
def global_rows_only(n, window, global_positions):
    """The global tokens see everyone, but only their neighbours see them."""
    return filled(local_mask(n, window), global_positions, columns=False)


@misconception("global_tokens_mask", "A global token is seen by everyone. Does it also see everyone? Read its row.")
def global_columns_only(n, window, global_positions):
    """Everyone sees the global tokens, but these see their neighbours only."""
    return filled(local_mask(n, window), global_positions, rows=False)


@misconception(
    "global_tokens_mask", "A global token sees everyone, not only the other global ones. Read its whole row."
)
def global_among_themselves(n, window, global_positions):
    """The global tokens see each other, and otherwise their neighbours only."""
    mask = local_mask(n, window)
    mask[np.ix_(global_positions, global_positions)] = True
    return mask


@misconception(
    "global_tokens_mask", "Which entries did you set? Each global position should fill a whole row and column."
)
def global_changes_nothing(n, window, global_positions):
    """The global tokens change nothing, as where only the diagonal is set."""
    return local_mask(n, window)


@misconception("global_tokens_mask", "The other tokens still see their neighbours. Look at a row that is not global.")
def global_without_neighbours(n, window, global_positions):
    """It has the full rows and columns, and no window."""
    return filled(np.zeros((n, n), dtype=bool), global_positions)


@misconception("global_tokens_mask", "The other tokens still see their neighbours. Look at a row that is not global.")
def global_and_themselves(n, window, global_positions):
    """It has the full rows and columns, and for the others themselves only: the window is ignored."""
    return filled(np.eye(n, dtype=bool), global_positions)


@misconception(
    "global_tokens_mask", "One pattern is added to the other: a pair is seen if either shows it. Count the True."
)
def global_both_must_show(n, window, global_positions):
    """A pair must be both near and global: the two patterns are joined by and."""
    return local_mask(n, window) & filled(np.zeros((n, n), dtype=bool), global_positions)


@misconception("global_tokens_mask", "The window goes to both sides here. Is yours symmetric?")
def global_causal_window(n, window, global_positions):
    """Its window is causal: right neighbours are hidden."""
    return filled(local_mask(n, window, causal=True), global_positions)


@misconception("global_tokens_mask", "Nothing is causal here: a global token sees what comes after it, too.")
def global_all_causal(n, window, global_positions):
    """Everything is causal, the global rows and columns too."""
    return filled(local_mask(n, window), global_positions) & np.tri(n, dtype=bool)


@misconception("global_tokens_mask", "The list holds the positions themselves, not how many there are.")
def global_first_ones(n, window, global_positions):
    """It takes the first tokens, as many as there are global positions."""
    return filled(local_mask(n, window), range(len(global_positions)))


@misconception("global_tokens_mask", "Positions are counted from 0. Which row of yours is full?")
def global_counted_from_one(n, window, global_positions):
    """It counts positions from 1: the row before each is full."""
    return filled(local_mask(n, window), [position - 1 for position in global_positions])


@misconception(
    "global_tokens_mask", "There may be several global positions, or none. Does yours treat every one of them?"
)
def global_first_of_the_list(n, window, global_positions):
    """It takes the first position of the list and ignores the others."""
    return filled(local_mask(n, window), list(global_positions)[:1])


@misconception(
    "global_tokens_mask", "There may be several global positions, or none. Does yours treat every one of them?"
)
def global_last_of_the_list(n, window, global_positions):
    """It takes the last position of the list: each one undoes the one before."""
    return filled(local_mask(n, window), list(global_positions)[-1:])


@misconception("global_tokens_mask", "The positions are single tokens: what lies between two of them is not global.")
def global_from_first_to_last(n, window, global_positions):
    """It makes everything global from the smallest position to the largest."""
    positions = range(min(global_positions), max(global_positions) + 1) if len(global_positions) else []
    return filled(local_mask(n, window), positions)


@misconception("global_tokens_mask", "A global token is one token. Are the rows beside it full in yours as well?")
def global_with_their_neighbours(n, window, global_positions):
    """The neighbours of a global token are global too."""
    near = [j for p in global_positions for j in range(max(p - window, 0), min(p + window + 1, n))]
    return filled(local_mask(n, window), near)


@misconception("global_tokens_mask", "Where a full row meets a full column, the pair is still seen. Read the crossing.")
def global_crossings_undone(n, window, global_positions):
    """Where a global row and a global column meet, the pair is hidden again, as by an exclusive or."""
    mask = filled(local_mask(n, window), global_positions)
    mask[np.ix_(global_positions, global_positions)] = False
    return mask


@misconception("global_tokens_mask", ITSELF)
def global_hides_itself(n, window, global_positions):
    """No token sees itself."""
    return filled(local_mask(n, window), global_positions) & ~np.eye(n, dtype=bool)


@misconception(
    "global_tokens_mask", "Are there really no global tokens if the list is empty? And if there are, who sees whom?"
)
def global_everyone(n, window, global_positions):
    """Everyone sees everyone."""
    return np.ones((n, n), dtype=bool)


@misconception(
    "global_tokens_mask", "`window` counts the neighbours on one side. With window 1, how many does row 4 see?"
)
def global_window_in_total(n, window, global_positions):
    """It spreads `window` over both sides: half of it to the left, half to the right."""
    return filled(local_mask(n, window // 2), global_positions)


@misconception("global_tokens_mask", "With window 1, may token 4 see token 3? The distance may be equal to the window.")
def global_window_stops_short(n, window, global_positions):
    """Its window stops one place too early."""
    return filled(local_mask(n, window - 1), global_positions)


@misconception("global_tokens_mask", "With window 1, may token 5 see token 3? Count the places between them.")
def global_window_one_too_far(n, window, global_positions):
    """Its window reaches one place too far."""
    return filled(local_mask(n, window + 1), global_positions)


@misconception(
    "global_tokens_mask",
    "The list may be empty: then there is nothing to fill. What does your code do with it?",
    r"\[|global|max|min|np\.",
)
def global_needs_one(n, window, global_positions):
    """It fails where there is no global position."""
    return global_tokens_mask(n, window, global_positions) if global_positions[0] >= 0 else None


@misconception("global_tokens_mask", "Look at the list after a call. A function must leave what it is given as it was.")
def global_sorts_the_list(n, window, global_positions):
    """It sorts the list that it is given."""
    global_positions.sort()
    return global_tokens_mask(n, window, global_positions)


@misconception("global_tokens_mask", TRUE)
def global_true_means_hidden(n, window, global_positions):
    """It is True where a pair is hidden."""
    return ~global_tokens_mask(n, window, global_positions)


@misconception("global_tokens_mask", NUMBERS)
def global_of_numbers(n, window, global_positions):
    """It returns the numbers 0 and 1, not booleans."""
    return global_tokens_mask(n, window, global_positions) * 1.0


@misconception("global_tokens_mask", SCORES)
def global_of_infinities(n, window, global_positions):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(global_tokens_mask(n, window, global_positions), 0.0, -np.inf)


# ---------------------------------------------------------------------- sliding_window_attention


def gathered(Q, K, V, window, causal, *, scale=None, hide=True, clip=False, turn=False, weigh=softmax):
    """Attend with a gather of the neighbours; the keywords say what is done at the edges, and how."""
    n = Q.shape[-2]
    offsets = np.arange(-window, (0 if causal else window) + 1)
    places = np.arange(n)[:, np.newaxis] + offsets  # (n, neighbours)
    inside = (places >= 0) & (places < n)
    index = np.clip(places, 0, n - 1) if clip else places % n if turn else np.where(inside, places, 0)
    keys, values = K[..., index, :], V[..., index, :]  # (..., n, neighbours, d)
    if not (hide or clip or turn):  # padded by zeros
        keys, values = keys * inside[..., np.newaxis], values * inside[..., np.newaxis]
    root = np.sqrt(Q.shape[-1]) if scale is None else scale
    scores = (keys @ Q[..., np.newaxis])[..., 0] / root
    if hide:
        scores = np.where(inside, scores, -np.inf)
    return (weigh(scores)[..., np.newaxis, :] @ values)[..., 0, :]


def gathered_where(Q, K, V, places, seen):
    """Attend to the keys at `places` (n, m) of each query, where `seen` (n, m) is True."""
    places = np.where(seen, places, 0)
    keys, values = K[..., places, :], V[..., places, :]  # (..., n, m, d)
    scores = np.where(seen, (keys @ Q[..., np.newaxis])[..., 0] / np.sqrt(Q.shape[-1]), -np.inf)
    return (softmax(scores)[..., np.newaxis, :] @ values)[..., 0, :]


WIDTH = (
    "`window` counts the neighbours on one side. Use V = np.eye(6), window 1: row 2 of the output shows its weights."
)
EDGES = "Set V to ones: an average of ones is 1. Is your first output 1? The first token has fewer neighbours."


@misconception(
    "sliding_window_attention",
    "With a window as wide as the sequence you should get full attention. Do its scores have a root?",
)
def sliding_unscaled(Q, K, V, window, causal=False):
    """It leaves out the division by the root of d_k."""
    return gathered(Q, K, V, window, causal, scale=1.0)


@misconception(
    "sliding_window_attention", "Divide by the root of d_k, not by d_k: compare with `scaled_dot_product_attention`."
)
def sliding_divided_by_d_k(Q, K, V, window, causal=False):
    """It divides the scores by d_k, not by its root."""
    return gathered(Q, K, V, window, causal, scale=Q.shape[-1])


@misconception(
    "sliding_window_attention",
    "The root belongs to the number of features that a dot product sums. Which axis of Q is that?",
)
def sliding_root_of_n(Q, K, V, window, causal=False):
    """It divides by the root of the number of tokens."""
    return gathered(Q, K, V, window, causal, scale=np.sqrt(Q.shape[-2]))


@misconception(
    "sliding_window_attention", "The root belongs to the number of features that a dot product sums: not to the window."
)
def sliding_root_of_the_window(Q, K, V, window, causal=False):
    """It divides by the root of the number of neighbours."""
    return gathered(Q, K, V, window, causal, scale=np.sqrt((1 if causal else 2) * window + 1))


@misconception("sliding_window_attention", WIDTH)
def sliding_window_in_total(Q, K, V, window, causal=False):
    """It spreads `window` over both sides: half of it to the left, half to the right."""
    return sliding_window_attention(Q, K, V, window // 2, causal)


@misconception(
    "sliding_window_attention", "With window 1, may token 2 see token 1? The distance may be equal to the window."
)
def sliding_stops_short(Q, K, V, window, causal=False):
    """It stops one place too early on each side."""
    return sliding_window_attention(Q, K, V, max(window - 1, 0), causal)


@misconception("sliding_window_attention", "With window 1, may token 2 see token 0? Count the places between them.")
def sliding_one_too_far(Q, K, V, window, causal=False):
    """It reaches one place too far on each side."""
    return sliding_window_attention(Q, K, V, window + 1, causal)


@misconception("sliding_window_attention", "A slice leaves out its end. Which neighbour on the right is missing?")
def sliding_right_end_excluded(Q, K, V, window, causal=False):
    """Its slice ends one place too early on the right; causal, it is right."""
    n = Q.shape[-2]
    places = np.arange(n)[:, np.newaxis] + np.arange(-window, 1 if causal else max(window, 1))
    return gathered_where(Q, K, V, places, (places >= 0) & (places < n))


@misconception(
    "sliding_window_attention", "Without `causal`, both neighbours are seen. Use V = np.eye(6) and read row 2."
)
def sliding_always_causal(Q, K, V, window, causal=False):
    """It hides the future whether or not `causal` is set."""
    return sliding_window_attention(Q, K, V, window, True)


@misconception(
    "sliding_window_attention", "With causal=True the first token sees only itself: its output is its own value."
)
def sliding_never_causal(Q, K, V, window, causal=False):
    """It ignores `causal`: the right neighbours are always seen."""
    return sliding_window_attention(Q, K, V, window)


@misconception("sliding_window_attention", "When should the future be hidden: if `causal` is True, or if it is False?")
def sliding_causal_inverted(Q, K, V, window, causal=False):
    """It hides the future when `causal` is False and shows it when it is True."""
    return sliding_window_attention(Q, K, V, window, not causal)


@misconception(
    "sliding_window_attention", "With causal=True the first token sees only itself: its output is its own value."
)
def sliding_sees_the_future(Q, K, V, window, causal=False):
    """With `causal` it keeps the right neighbours and hides the left ones."""
    turned = [X[..., ::-1, :] for X in (Q, K, V)]
    return sliding_window_attention(*turned, window, causal)[..., ::-1, :]


@misconception(
    "sliding_window_attention",
    "Causal, a token sees itself and `window` others: with window 1, two keys. How many are yours?",
)
def sliding_causal_window_counts_itself(Q, K, V, window, causal=False):
    """With `causal` it sees `window` keys in all, itself included."""
    return sliding_window_attention(Q, K, V, max(window - 1, 0) if causal else window, causal)


@misconception(
    "sliding_window_attention", "With causal=True a window is still a window: how far back does the last token see?"
)
def sliding_causal_without_a_window(Q, K, V, window, causal=False):
    """With `causal` it shows the whole past."""
    return sliding_window_attention(Q, K, V, Q.shape[-2] if causal else window, causal)


@misconception("sliding_window_attention", "A token sees itself too. With window 0, what is left in yours?")
def sliding_hides_itself(Q, K, V, window, causal=False):
    """A token sees its neighbours, but not itself, unless it has no neighbour."""

    def weigh(scores):
        scores = scores.copy()
        others = np.isfinite(np.delete(scores, window, axis=-1)).any(axis=-1)
        scores[..., window] = np.where(others, -np.inf, scores[..., window])
        return softmax(scores)

    return gathered(Q, K, V, window, causal, weigh=weigh)


@misconception("sliding_window_attention", EDGES)
def sliding_padding_counts(Q, K, V, window, causal=False):
    """It pads the ends by zeros and lets the padding take part: its score is 0, not minus infinity."""
    return gathered(Q, K, V, window, causal, hide=False)


@misconception(
    "sliding_window_attention", "Row 0 has no neighbour on its left. Use V = np.eye(6): does it see itself twice?"
)
def sliding_edges_repeated(Q, K, V, window, causal=False):
    """It repeats the first and the last token at the ends, where neighbours are missing."""
    return gathered(Q, K, V, window, causal, hide=False, clip=True)


@misconception("sliding_window_attention", "A sequence is no ring: is the last token a neighbour of the first?")
def sliding_round_the_ends(Q, K, V, window, causal=False):
    """It goes round the ends: the first token sees the last ones."""
    return gathered(Q, K, V, window, causal, hide=False, turn=True)


@misconception(
    "sliding_window_attention", "The first tokens have an output as well. What does a slice do that begins below 0?"
)
def sliding_edges_left_zero(Q, K, V, window, causal=False):
    """Tokens whose window is cut by an edge get an output of zeros."""
    n = Q.shape[-2]
    places = np.arange(n)
    whole = (places >= window) & (places < n - (0 if causal else window))
    return sliding_window_attention(Q, K, V, window, causal) * whole[:, np.newaxis]


@misconception(
    "sliding_window_attention", "One output for each query is asked for, at the edges too. How many rows have you?"
)
def sliding_edges_left_out(Q, K, V, window, causal=False):
    """Only tokens with a whole window get an output: there are too few rows."""
    n = Q.shape[-2]
    return sliding_window_attention(Q, K, V, window, causal)[..., window : n if causal else max(n - window, 0), :]


@misconception(
    "sliding_window_attention", "Row 0 has no neighbour on its left: it sees fewer keys, not others in their place."
)
def sliding_shifted_at_the_edges(Q, K, V, window, causal=False):
    """Near the edges it shifts the window inwards, so that every query sees equally many keys."""
    n = Q.shape[-2]
    width = min((1 if causal else 2) * window + 1, n)
    first = np.clip(np.arange(n) - window, 0, n - width)
    places = first[:, np.newaxis] + np.arange(width)
    return gathered_where(Q, K, V, places, places < n)


@misconception(
    "sliding_window_attention", "The exponential of 0 is 1: a hidden key must not have the score 0. Use V = np.eye(6)."
)
def sliding_zero_scores_outside(Q, K, V, window, causal=False):
    """Keys outside the window have the score 0 and so take part: they need minus infinity."""
    scores = np.swapaxes(K, -1, -2)
    scores = Q @ scores / np.sqrt(Q.shape[-1])
    return softmax(np.where(local_mask(Q.shape[-2], window, causal), scores, 0.0)) @ V


@misconception(
    "sliding_window_attention", "The weights of the keys that a query sees sum to 1. Set V to ones: is every output 1?"
)
def sliding_masked_after_the_softmax(Q, K, V, window, causal=False):
    """It takes the softmax over all keys and hides afterwards: the weights no longer sum to 1."""
    _, weights = scaled_dot_product_attention(Q, K, V)
    return (weights * local_mask(Q.shape[-2], window, causal)) @ V


@misconception(
    "sliding_window_attention",
    "The softmax turns the scores of one query into weights: they sum to 1 along the keys, not the queries.",
)
def sliding_softmax_over_queries(Q, K, V, window, causal=False):
    """Its softmax runs over the queries."""
    return gathered(Q, K, V, window, causal, weigh=lambda scores: softmax(scores, axis=-2))


@misconception("sliding_window_attention", "Scores are not weights yet. Set V to ones: is every output 1?")
def sliding_without_a_softmax(Q, K, V, window, causal=False):
    """It multiplies the values by the scores themselves: there is no softmax."""
    return gathered(Q, K, V, window, causal, weigh=lambda scores: np.where(np.isfinite(scores), scores, 0.0))


@misconception(
    "sliding_window_attention", "Set V to ones: is every output 1? Something is missing after the exponential."
)
def sliding_not_normalised(Q, K, V, window, causal=False):
    """It takes the exponentials and does not divide by their sum."""
    return gathered(Q, K, V, window, causal, weigh=np.exp)


@misconception(
    "sliding_window_attention", "Do queries and keys play any part in yours? Neighbours that match better weigh more."
)
def sliding_mean_of_the_neighbours(Q, K, V, window, causal=False):
    """It takes the plain mean of the neighbours' values."""
    return sliding_window_attention(np.zeros_like(Q), K, V, window, causal)


@misconception(
    "sliding_window_attention",
    "Large scores occur, and the exponential of 800 is infinite. What did Lab 1 subtract first?",
)
def sliding_overflows(Q, K, V, window, causal=False):
    """Its softmax overflows: it does not subtract the largest score."""

    def weigh(scores):
        exponentials = np.exp(scores)
        return exponentials / exponentials.sum(axis=-1, keepdims=True)

    return gathered(Q, K, V, window, causal, weigh=weigh)


@misconception(
    "sliding_window_attention",
    "Keys say how well they match, values are what is averaged. Which of them is in your output?",
)
def sliding_averages_the_keys(Q, K, V, window, causal=False):
    """It averages the keys, not the values."""
    return sliding_window_attention(Q, K, K, window, causal)


@misconception(
    "sliding_window_attention",
    "Each weight belongs to its own neighbour. Use V = np.eye(6): whose value does row 3 take?",
)
def sliding_values_turned_round(Q, K, V, window, causal=False):
    """Its weights meet the values of the window in the reverse order."""
    return gathered(Q, K, V, window, causal, weigh=lambda scores: softmax(scores)[..., ::-1])


@misconception(
    "sliding_window_attention", "Query i looks, key j is looked at. Which of the two is on the rows in your scores?"
)
def sliding_roles_exchanged(Q, K, V, window, causal=False):
    """Queries and keys have exchanged their roles."""
    return sliding_window_attention(K, Q, V, window, causal)


@misconception(
    "sliding_window_attention",
    "A window moves along with its query. In yours, do some neighbours never see each other?",
)
def sliding_blocks_of_windows(Q, K, V, window, causal=False):
    """It cuts the sequence into blocks of 2 window + 1 tokens (causal: window + 1); each attends within itself."""
    n, size = Q.shape[-2], (1 if causal else 2) * window + 1
    queries = np.arange(n)[:, np.newaxis]
    places = queries // size * size + np.arange(size)
    return gathered_where(Q, K, V, places, places <= queries if causal else places < n)


@misconception(
    "sliding_window_attention",
    "A neighbour may be up to `window` places away, and all that are nearer count too. Read row 3 for V = np.eye(6).",
)
def sliding_dilated(Q, K, V, window, causal=False):
    """It takes three keys: the token itself and those exactly `window` places away."""
    n = Q.shape[-2]
    places = np.arange(n)[:, np.newaxis] + np.unique([-window, 0, 0 if causal else window])
    return gathered_where(Q, K, V, places, (places >= 0) & (places < n))


@misconception(
    "sliding_window_attention",
    "Your output is right. But which array has n times n entries? For 100,000 tokens such a one has 10 to 80 GB.",
    raises_at="^$",  # too much memory: no line of the learner's raises it
)
def sliding_masks_dense_scores(Q, K, V, window, causal=False):
    """It makes an array of n x n entries, such as all scores or a mask: right, and in quadratic memory."""
    return scaled_dot_product_attention(Q, K, V, local_mask(Q.shape[-2], window, causal))[0]


@misconception(
    "sliding_window_attention", "The output is asked for, and nothing else: weights for all pairs would be n x n again."
)
def sliding_returns_two(Q, K, V, window, causal=False):
    """It returns a pair, the output and something else."""
    return sliding_window_attention(Q, K, V, window, causal), None


@misconception(
    "sliding_window_attention", "Look at Q after a call. A function must leave what it is given as it was.", r"/=|\*="
)
def sliding_scales_q_in_place(Q, K, V, window, causal=False):
    """It divides the given Q itself by the root of d_k."""
    Q /= np.sqrt(Q.shape[-1])
    return sliding_window_attention(Q * np.sqrt(Q.shape[-1]), K, V, window, causal)


@misconception(
    "sliding_window_attention", "Averages of whole numbers are not whole. Which type does your output array have?"
)
def sliding_whole_outputs(Q, K, V, window, causal=False):
    """It writes into an array of the values' type: for whole numbers, fractions are cut off."""
    output = np.zeros_like(V)
    output[...] = sliding_window_attention(Q, K, V, window, causal)
    return output


@misconception(
    "sliding_window_attention",
    "An output has as many features as a value, not as a query. Allocate with V's last size.",
    "=",
)
def sliding_shape_of_q(Q, K, V, window, causal=False):
    """It writes into an array of the shape of Q: d_v must equal d_k."""
    output = np.zeros(Q.shape)
    output[...] = sliding_window_attention(Q, K, V, window, causal)
    return output


@misconception(
    "sliding_window_attention",
    "With leading axes Q has three axes or more. Ask for the sizes of the last two: Q.shape[-2].",
    "shape",
)
def sliding_one_sample_only(Q, K, V, window, causal=False):
    """It unpacks the shape of Q into two sizes: leading axes do not work."""
    n, d_k = Q.shape
    return sliding_window_attention(Q, K, V, window, causal)


@misconception(
    "sliding_window_attention", "With leading axes `len(Q)` is the number of samples. Which axis holds the tokens?"
)
def sliding_counts_samples(Q, K, V, window, causal=False):
    """It takes the first axis for the tokens: with leading axes, samples attend to samples."""
    if Q.ndim == 2:
        return sliding_window_attention(Q, K, V, window, causal)
    turned = [np.moveaxis(X, 0, -2) for X in (Q, K, V)]
    return np.moveaxis(sliding_window_attention(*turned, window, causal), -2, 0)


@misconception(
    "sliding_window_attention",
    "A window may be wider than the sequence. Which index leaves the array then?",
    "view|pad|reshape|idx|index|\\[",
)
def sliding_window_must_fit(Q, K, V, window, causal=False):
    """It fails where the window is wider than the sequence."""
    views = np.lib.stride_tricks.sliding_window_view(np.arange(Q.shape[-2]), window + 1)
    return sliding_window_attention(Q, K, V, window, causal) if len(views) else None


# ---------------------------------------------------------------------- block_local_attention


def block_starts(n, block_size):
    """Return the slices of the blocks of a sequence."""
    return [slice(start, min(start + block_size, n)) for start in range(0, n, block_size)]


def in_blocks(Q, K, V, block_size, attend):
    """Attend within the whole blocks, all at once, and within the rest; put the outputs together."""
    n = Q.shape[-2]
    whole = n - n % block_size
    blocks = [X[..., :whole, :].reshape(*X.shape[:-2], -1, block_size, X.shape[-1]) for X in (Q, K, V) if whole]
    outputs = [attend(*blocks).reshape(*V.shape[:-2], whole, V.shape[-1])] if whole else []
    if whole < n:
        outputs.append(attend(*(X[..., whole:, :] for X in (Q, K, V))))
    return np.concatenate(outputs, axis=-2)


def weighing(weigh, scale=None):
    """Return attention within a block that turns scores into weights as it is told."""

    def attend(Q, K, V):
        root = np.sqrt(Q.shape[-1]) if scale is None else scale(Q)
        return weigh(Q @ np.swapaxes(K, -1, -2) / root) @ V

    return attend


@misconception(
    "block_local_attention", "A block as long as the sequence should give full attention. Do its scores have a root?"
)
def blocks_unscaled(Q, K, V, block_size):
    """It leaves out the division by the root of d_k."""
    return in_blocks(Q, K, V, block_size, weighing(softmax, lambda Q: 1.0))


@misconception(
    "block_local_attention", "Divide by the root of d_k, not by d_k: compare with `scaled_dot_product_attention`."
)
def blocks_divided_by_d_k(Q, K, V, block_size):
    """It divides the scores by d_k, not by its root."""
    return in_blocks(Q, K, V, block_size, weighing(softmax, lambda Q: Q.shape[-1]))


@misconception(
    "block_local_attention", "The root belongs to the number of features that a dot product sums: not to the block."
)
def blocks_root_of_the_size(Q, K, V, block_size):
    """It divides by the root of the number of tokens in the block."""
    return in_blocks(Q, K, V, block_size, weighing(softmax, lambda Q: np.sqrt(Q.shape[-2])))


@misconception(
    "block_local_attention", "The root belongs to the number of features that a dot product sums: not to the block."
)
def blocks_root_of_the_block_size(Q, K, V, block_size):
    """It divides by the root of `block_size`."""
    return in_blocks(Q, K, V, block_size, weighing(softmax, lambda Q: np.sqrt(block_size)))


@misconception("block_local_attention", "`block_size` is the length of a block, not the number of blocks.")
def blocks_of_that_number(Q, K, V, block_size):
    """It makes `block_size` blocks, instead of blocks of that size."""
    n = Q.shape[-2]
    return in_blocks(Q, K, V, -(-n // min(block_size, n)), weighing(softmax))


@misconception("block_local_attention", "7 tokens in blocks of 3 are blocks of 3, 3 and 1: all are full but the last.")
def blocks_of_even_sizes(Q, K, V, block_size):
    """It makes blocks of nearly equal sizes, as `np.array_split` does: 3, 2 and 2."""
    n = Q.shape[-2]
    parts = np.array_split(np.arange(n), -(-n // block_size))
    return np.concatenate([weighing(softmax)(*(X[..., part, :] for X in (Q, K, V))) for part in parts], axis=-2)


@misconception("block_local_attention", "A block holds neighbours. In yours, do tokens 0 and 1 see each other?")
def blocks_of_steps(Q, K, V, block_size):
    """Its blocks hold tokens at equal steps, not neighbours."""
    n = Q.shape[-2]
    count = -(-n // block_size)
    group = np.arange(n) % count
    return scaled_dot_product_attention(Q, K, V, group[:, np.newaxis] == group)[0]


@misconception("block_local_attention", "7 tokens give 7 outputs. What happens to the shorter last block in yours?")
def blocks_drop_the_rest(Q, K, V, block_size):
    """It leaves out what remains behind the last whole block: there are too few rows."""
    n = Q.shape[-2]
    whole = n - n % block_size if n >= block_size else n
    return block_local_attention(*(X[..., :whole, :] for X in (Q, K, V)), block_size)


@misconception("block_local_attention", "7 tokens give 7 outputs. What happens to the shorter last block in yours?")
def blocks_drop_every_rest(Q, K, V, block_size):
    """It leaves out what remains behind the last whole block, even where there is no whole block."""
    n = Q.shape[-2]
    whole = n - n % block_size
    output = np.zeros((*Q.shape[:-2], 0, V.shape[-1]))
    return block_local_attention(*(X[..., :whole, :] for X in (Q, K, V)), block_size) if whole else output


@misconception("block_local_attention", "The last tokens attend as well. What is in their rows of your output?")
def blocks_leave_the_rest_zero(Q, K, V, block_size):
    """What remains behind the last whole block gets zeros."""
    n = Q.shape[-2]
    kept = np.arange(n) < n - n % block_size
    return block_local_attention(Q, K, V, block_size) * kept[:, np.newaxis]


@misconception(
    "block_local_attention", "The last tokens attend as well: a value alone is attention only in a block of one."
)
def blocks_copy_the_rest(Q, K, V, block_size):
    """What remains behind the last whole block gets its own values back."""
    n = Q.shape[-2]
    kept = np.arange(n) < n - n % block_size
    return np.where(kept[:, np.newaxis], block_local_attention(Q, K, V, block_size), V)


@misconception(
    "block_local_attention", "The shorter last block is a block of its own: the blocks before it do not see it."
)
def blocks_join_the_rest(Q, K, V, block_size):
    """What remains behind the last whole block joins that block."""
    n = Q.shape[-2]
    last = max(n // block_size - 1, 0) * block_size  # where the last block, with the rest, begins
    outputs = [scaled_dot_product_attention(*(X[..., last:, :] for X in (Q, K, V)))[0]]
    if last:
        outputs.insert(0, block_local_attention(*(X[..., :last, :] for X in (Q, K, V)), block_size))
    return np.concatenate(outputs, axis=-2)


@misconception(
    "block_local_attention", "Set V to ones: an average of ones is 1. Is your last output 1? Padding takes no weight."
)
def blocks_padding_counts(Q, K, V, block_size):
    """It pads the last block with zeros and lets the padding take part: its score is 0, not minus infinity."""
    n = Q.shape[-2]
    padding = [(0, 0)] * (Q.ndim - 2) + [(0, -n % block_size), (0, 0)]
    return block_local_attention(*(np.pad(X, padding) for X in (Q, K, V)), block_size)[..., :n, :]


@misconception(
    "block_local_attention", "The number of outputs is the number of queries. Where do yours come from beyond n?"
)
def blocks_padding_stays(Q, K, V, block_size):
    """It pads the last block with zeros and returns outputs for the padding too."""
    n = Q.shape[-2]
    padding = [(0, 0)] * (Q.ndim - 2) + [(0, -n % block_size), (0, 0)]
    return block_local_attention(*(np.pad(X, padding) for X in (Q, K, V)), block_size)


@misconception("block_local_attention", "The shorter last block sees itself only: not the tokens before it.")
def blocks_last_reaches_back(Q, K, V, block_size):
    """The last block takes the last `block_size` keys: it reaches back into the block before."""
    n = Q.shape[-2]
    parts = block_starts(n, block_size)
    keys = [*parts[:-1], slice(max(n - block_size, 0), n)]
    attend = weighing(softmax)
    outputs = [attend(Q[..., q, :], K[..., k, :], V[..., k, :]) for q, k in zip(parts, keys, strict=True)]
    return np.concatenate(outputs, axis=-2)


@misconception("block_local_attention", "A block is closed: its first token does not see the one just before it.")
def blocks_see_the_block_before(Q, K, V, block_size):
    """Each block sees the block before it too."""
    parts = block_starts(Q.shape[-2], block_size)
    near = [slice(max(part.start - block_size, 0), part.stop) for part in parts]
    attend = weighing(softmax)
    outputs = [attend(Q[..., q, :], K[..., k, :], V[..., k, :]) for q, k in zip(parts, near, strict=True)]
    return np.concatenate(outputs, axis=-2)


@misconception(
    "block_local_attention", "A block is fixed; a window moves along. Use V = np.eye(6): which keys does token 2 see?"
)
def blocks_that_slide(Q, K, V, block_size):
    """It lets a window of `block_size` places to each side slide along."""
    return sliding_window_attention(Q, K, V, block_size)


@misconception(
    "block_local_attention", "A block is fixed; a window moves along. Use V = np.eye(6): which keys does token 2 see?"
)
def blocks_that_slide_by_half(Q, K, V, block_size):
    """It lets a window of about `block_size` places in all slide along."""
    return sliding_window_attention(Q, K, V, block_size // 2)


@misconception("block_local_attention", "Within a block everyone sees everyone: nothing is causal here.")
def blocks_causal(Q, K, V, block_size):
    """Within a block, later tokens are hidden."""
    return in_blocks(
        Q, K, V, block_size, lambda *X: scaled_dot_product_attention(*X, np.tri(X[0].shape[-2], dtype=bool))[0]
    )


@misconception(
    "block_local_attention",
    "Tokens of other blocks are not seen at all. Use V = np.eye(6) and look for weights outside.",
)
def blocks_see_everything(Q, K, V, block_size):
    """It ignores the blocks: everyone sees everyone."""
    return scaled_dot_product_attention(Q, K, V)[0]


@misconception(
    "block_local_attention", "The exponential of 0 is 1: a hidden key must not have the score 0. Use V = np.eye(6)."
)
def blocks_zero_scores_outside(Q, K, V, block_size):
    """Keys of other blocks have the score 0 and so take part: they need minus infinity."""
    block = np.arange(Q.shape[-2]) // block_size
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    return softmax(np.where(block[:, np.newaxis] == block, scores, 0.0)) @ V


@misconception(
    "block_local_attention", "The weights of the keys that a query sees sum to 1. Set V to ones: is every output 1?"
)
def blocks_masked_after_the_softmax(Q, K, V, block_size):
    """It takes the softmax over all keys and hides afterwards: the weights no longer sum to 1."""
    block = np.arange(Q.shape[-2]) // block_size
    return (scaled_dot_product_attention(Q, K, V)[1] * (block[:, np.newaxis] == block)) @ V


@misconception(
    "block_local_attention",
    "The softmax turns the scores of one query into weights: they sum to 1 along the keys, not the queries.",
)
def blocks_softmax_over_queries(Q, K, V, block_size):
    """Its softmax runs over the queries."""
    return in_blocks(Q, K, V, block_size, weighing(lambda scores: softmax(scores, axis=-2)))


@misconception("block_local_attention", "Scores are not weights yet. Set V to ones: is every output 1?")
def blocks_without_a_softmax(Q, K, V, block_size):
    """It multiplies the values by the scores themselves: there is no softmax."""
    return in_blocks(Q, K, V, block_size, weighing(lambda scores: scores))


@misconception("block_local_attention", "Set V to ones: is every output 1? Something is missing after the exponential.")
def blocks_not_normalised(Q, K, V, block_size):
    """It takes the exponentials and does not divide by their sum."""
    return in_blocks(Q, K, V, block_size, weighing(np.exp))


@misconception(
    "block_local_attention", "Do queries and keys play any part in yours? Tokens that match better weigh more."
)
def blocks_mean(Q, K, V, block_size):
    """It takes the plain mean of the values of each block."""
    return block_local_attention(np.zeros_like(Q), K, V, block_size)


@misconception(
    "block_local_attention",
    "Large scores occur, and the exponential of 800 is infinite. What did Lab 1 subtract first?",
)
def blocks_overflow(Q, K, V, block_size):
    """Its softmax overflows: it does not subtract the largest score."""

    def weigh(scores):
        exponentials = np.exp(scores)
        return exponentials / exponentials.sum(axis=-1, keepdims=True)

    return in_blocks(Q, K, V, block_size, weighing(weigh))


@misconception(
    "block_local_attention",
    "Keys say how well they match, values are what is averaged. Which of them is in your output?",
)
def blocks_average_the_keys(Q, K, V, block_size):
    """It averages the keys, not the values."""
    return block_local_attention(Q, K, K, block_size)


@misconception(
    "block_local_attention", "Query i looks, key j is looked at. Which of the two is on the rows in your scores?"
)
def blocks_roles_exchanged(Q, K, V, block_size):
    """Queries and keys have exchanged their roles."""
    return block_local_attention(K, Q, V, block_size)


@misconception(
    "block_local_attention",
    "Your output is right. But which array has n times n entries? For 100,000 tokens such a one has 10 to 80 GB.",
    raises_at="^$",  # too much memory: no line of the learner's raises it
)
def blocks_mask_dense_scores(Q, K, V, block_size):
    """It makes an array of n x n entries, such as all scores or a mask: right, and in quadratic memory."""
    block = np.arange(Q.shape[-2]) // block_size
    return scaled_dot_product_attention(Q, K, V, block[:, np.newaxis] == block)[0]


@misconception("block_local_attention", "The output is asked for, and nothing else.")
def blocks_return_two(Q, K, V, block_size):
    """It returns a pair, the output and something else."""
    return block_local_attention(Q, K, V, block_size), None


@misconception(
    "block_local_attention", "One array of shape (..., n, d_v) is asked for: put the blocks' outputs together."
)
def blocks_kept_apart(Q, K, V, block_size):
    """It returns the outputs of the blocks one by one, in a list."""
    parts = block_starts(Q.shape[-2], block_size)
    return [weighing(softmax)(*(X[..., part, :] for X in (Q, K, V))) for part in parts]


@misconception(
    "block_local_attention", "Look at Q after a call. A function must leave what it is given as it was.", r"/=|\*="
)
def blocks_scale_q_in_place(Q, K, V, block_size):
    """It divides the given Q itself by the root of d_k."""
    Q /= np.sqrt(Q.shape[-1])
    return block_local_attention(Q * np.sqrt(Q.shape[-1]), K, V, block_size)


@misconception(
    "block_local_attention", "Averages of whole numbers are not whole. Which type does your output array have?"
)
def blocks_of_whole_outputs(Q, K, V, block_size):
    """It writes into an array of the values' type: for whole numbers, fractions are cut off."""
    output = np.zeros_like(V)
    output[...] = block_local_attention(Q, K, V, block_size)
    return output


@misconception(
    "block_local_attention",
    "An output has as many features as a value, not as a query. Allocate with V's last size.",
    "=",
)
def blocks_shape_of_q(Q, K, V, block_size):
    """It writes into an array of the shape of Q: d_v must equal d_k."""
    output = np.zeros(Q.shape)
    output[...] = block_local_attention(Q, K, V, block_size)
    return output


@misconception(
    "block_local_attention",
    "With leading axes Q has three axes or more. Ask for the sizes of the last two: Q.shape[-2].",
    "shape",
)
def blocks_of_one_sample_only(Q, K, V, block_size):
    """It unpacks the shape of Q into two sizes: leading axes do not work."""
    n, d_k = Q.shape
    return block_local_attention(Q, K, V, block_size)


@misconception(
    "block_local_attention", "With leading axes `len(Q)` is the number of samples. Which axis holds the tokens?"
)
def blocks_of_samples_instead(Q, K, V, block_size):
    """It takes the first axis for the tokens: with leading axes, blocks of samples are made."""
    if Q.ndim == 2:
        return block_local_attention(Q, K, V, block_size)
    turned = [np.moveaxis(X, 0, -2) for X in (Q, K, V)]
    return np.moveaxis(block_local_attention(*turned, block_size), -2, 0)


@misconception(
    "block_local_attention", "n need not be a multiple of the block size: what is left is a shorter block.", "reshape"
)
def blocks_must_fit(Q, K, V, block_size):
    """It fails where the block size does not divide the length."""
    n = Q.shape[-2]
    Q = Q.reshape(*Q.shape[:-2], n // block_size, block_size, Q.shape[-1])
    return block_local_attention(Q.reshape(*K.shape), K, V, block_size)


# ---------------------------------------------------------------------- receptive_field


def layers_of(mask, num_layers, step):
    """Apply a step to the identity, once for each layer."""
    field = np.eye(len(mask), dtype=bool)
    for _ in range(num_layers):
        field = step(field)
    return field


@misconception(
    "receptive_field", "A layer adds its input: a token always depends on itself, also where the mask hides it."
)
def field_without_residual(mask, num_layers):
    """It forgets the residual connection: only the mask links."""
    return layers_of(mask, num_layers, lambda field: mask @ field)


@misconception("receptive_field", "In every layer a token keeps what it had, not only at the end.")
def field_residual_at_the_end(mask, num_layers):
    """It adds the residual connection once, at the end."""
    return layers_of(mask, num_layers, lambda field: mask @ field) | np.eye(len(mask), dtype=bool)


@misconception(
    "receptive_field", "One layer reaches the neighbours. What do two layers reach? Try a causal window of 1."
)
def field_of_one_layer(mask, num_layers):
    """It gives one layer's links, however many layers there are."""
    return receptive_field(mask, min(num_layers, 1))


@misconception(
    "receptive_field", "Count the layers: with 0 of them each output is its own input, with 1 it is the mask."
)
def field_one_layer_too_few(mask, num_layers):
    """It counts one layer too few."""
    return receptive_field(mask, max(num_layers - 1, 0))


@misconception(
    "receptive_field", "Count the layers: with 0 of them each output is its own input, with 1 it is the mask."
)
def field_one_layer_too_many(mask, num_layers):
    """It counts one layer too many: it starts with the mask."""
    return receptive_field(mask, num_layers + 1)


@misconception("receptive_field", "With 0 layers each output is its own input, and nothing else.")
def field_of_no_layer_is_the_mask(mask, num_layers):
    """Without layers it returns one layer's links; otherwise it is right."""
    return receptive_field(mask, max(num_layers, 1))


@misconception("receptive_field", "With 0 layers each output is still its own input.")
def field_of_no_layer_is_empty(mask, num_layers):
    """Without layers nothing depends on anything; otherwise it is right."""
    return receptive_field(mask, num_layers) & (num_layers > 0)


@misconception("receptive_field", "Row i is the output, column j the input. If 0 sees 1, which entry is True?")
def field_transposed(mask, num_layers):
    """Its rows are inputs and its columns outputs."""
    return receptive_field(mask, num_layers).T


@misconception("receptive_field", "If 0 sees 1, does 1 depend on 0? Links go one way.")
def field_of_two_way_links(mask, num_layers):
    """It lets every link carry both ways."""
    return receptive_field(mask | mask.T, num_layers)


@misconception("receptive_field", "Each layer adds one step. How far does a causal window of 1 reach in 3 layers?")
def field_that_doubles(mask, num_layers):
    """Each layer doubles the reach: it links the field with itself, not with the mask."""
    return receptive_field(mask, 2 ** (num_layers - 1) if num_layers else 0)


@misconception("receptive_field", "With enough layers all that can be reached is reached. After two layers, is it yet?")
def field_of_endless_layers(mask, num_layers):
    """It gives what can be reached at all, with any number of layers."""
    return receptive_field(mask, len(mask) if num_layers else 0)


@misconception("receptive_field", "`*`, `&` and `**` go entry by entry. Which product combines row i with column j?")
def field_entry_by_entry(mask, num_layers):
    """It combines the layers entry by entry, so that nothing is added to the first one."""
    return mask.copy() if num_layers else np.eye(len(mask), dtype=bool)


@misconception("receptive_field", "`*` and `&` go entry by entry. Which product combines row i with column j?")
def field_entry_by_entry_from_the_identity(mask, num_layers):
    """It combines the layers entry by entry, starting with the identity: nothing is left but the diagonal."""
    return layers_of(mask, num_layers, lambda field: field & (mask | field))


@misconception("receptive_field", "The question is whether there is a way, True or False. What does your number count?")
def field_counts_ways(mask, num_layers):
    """It counts the ways from input to output, instead of asking whether there is one."""
    return np.linalg.matrix_power(mask.astype(int) | np.eye(len(mask), dtype=int), num_layers)


@misconception("receptive_field", "The question is whether there is a way, True or False. What does your number count?")
def field_counts_ways_without_residual(mask, num_layers):
    """It counts the ways from input to output, and forgets the residual connection."""
    return np.linalg.matrix_power(mask.astype(int), num_layers)


@misconception(
    "receptive_field", "The question is how far one gets, not how far one is on the last step: keep what was there."
)
def field_of_the_last_layer_only(mask, num_layers):
    """It shows what is reached in exactly that many steps, each to another token."""
    links = mask & ~np.eye(len(mask), dtype=bool)
    return layers_of(mask, num_layers, lambda field: links @ field)


@misconception("receptive_field", "The pattern is right. Print its `dtype`: True and False are asked for, not 0 and 1.")
def field_of_numbers(mask, num_layers):
    """It returns the numbers 0 and 1, not booleans."""
    return receptive_field(mask, num_layers) * 1.0


@misconception("receptive_field", "True means: can depend on. What does True mean in yours?")
def field_true_means_out_of_reach(mask, num_layers):
    """It is True where an output cannot depend on an input."""
    return ~receptive_field(mask, num_layers)


@misconception("receptive_field", "Look at the mask after a call. A function must leave what it is given as it was.")
def field_changes_the_mask(mask, num_layers):
    """It writes the residual connection into the mask that it is given."""
    mask |= np.eye(len(mask), dtype=bool)
    return receptive_field(mask, num_layers)


@misconception(
    "receptive_field", "One row for each output is asked for: what each of them can depend on, not how many."
)
def field_sizes(mask, num_layers):
    """It returns how many inputs each output depends on."""
    return receptive_field(mask, num_layers).sum(axis=-1)


@misconception(
    "receptive_field", "Which order do the links come in? i sees k, and k's field came from the layers before."
)
def field_skips_itself(mask, num_layers):
    """It leaves the diagonal out at the end: an output does not depend on its own input."""
    return receptive_field(mask, num_layers) & ~np.eye(len(mask), dtype=bool)


# ---------------------------------------------------------------------- growth_exponent


def line(x, y):
    """Return the least-squares slope and intercept."""
    slope, intercept = np.polyfit(x, y, 1)
    return float(slope), float(intercept)


@misconception(
    "growth_exponent", "A power is a straight line only where both axes are logarithmic. Which are, in yours?"
)
def exponent_without_logarithms(ns, costs):
    """It takes the slope of cost against n, without logarithms."""
    return line(ns, costs)[0]


@misconception(
    "growth_exponent", "A power is a straight line only where both axes are logarithmic. Which are, in yours?"
)
def exponent_log_of_costs_only(ns, costs):
    """It takes the logarithm of the costs only: the slope of an exponential."""
    return line(ns, np.log(costs))[0]


@misconception(
    "growth_exponent", "A power is a straight line only where both axes are logarithmic. Which are, in yours?"
)
def exponent_log_of_sizes_only(ns, costs):
    """It takes the logarithm of the sizes only."""
    return line(np.log(ns), costs)[0]


@misconception("growth_exponent", "Log cost against log n: which of them is the x of your line?")
def exponent_axes_exchanged(ns, costs):
    """It fits log n against log cost: x and y are exchanged."""
    return line(np.log(costs), np.log(ns))[0]


@misconception("growth_exponent", "A line has a slope and an intercept. `np.polyfit` gives the slope first.")
def exponent_is_the_intercept(ns, costs):
    """It returns the intercept of the line, the logarithm of c."""
    return line(np.log(ns), np.log(costs))[1]


@misconception("growth_exponent", "One number is asked for, the slope. How many does your function return?")
def exponent_with_the_intercept(ns, costs):
    """It returns slope and intercept."""
    return np.polyfit(np.log(ns), np.log(costs), 1)


@misconception("growth_exponent", "With scattered costs every point should count. Which ones does yours look at?")
def exponent_of_the_ends(ns, costs):
    """It draws the line through the first and the last point."""
    x, y = np.log(ns), np.log(costs)
    return float((y[-1] - y[0]) / (x[-1] - x[0]))


@misconception("growth_exponent", "With scattered costs every point should count. Which ones does yours look at?")
def exponent_of_the_first_two(ns, costs):
    """It draws the line through the first two points."""
    x, y = np.log(ns), np.log(costs)
    return float((y[1] - y[0]) / (x[1] - x[0]))


@misconception("growth_exponent", "With scattered costs every point should count. Which ones does yours look at?")
def exponent_of_the_last_two(ns, costs):
    """It draws the line through the last two points."""
    x, y = np.log(ns), np.log(costs)
    return float((y[-1] - y[-2]) / (x[-1] - x[-2]))


@misconception(
    "growth_exponent", "One line through all points, not a line between each two: short steps would count too much."
)
def exponent_mean_of_slopes(ns, costs):
    """It takes the mean of the slopes from point to point."""
    return float(np.mean(np.diff(np.log(costs)) / np.diff(np.log(ns))))


@misconception(
    "growth_exponent", "One line through all points, not a line between each two: short steps would count too much."
)
def exponent_median_of_slopes(ns, costs):
    """It takes the median of the slopes from point to point."""
    return float(np.median(np.diff(np.log(costs)) / np.diff(np.log(ns))))


@misconception("growth_exponent", "The unit must play no part. Multiply all costs by 1,000: your exponent changes.")
def exponent_through_the_origin(ns, costs):
    """It forces the line through the origin: there is no intercept."""
    x, y = np.log(ns), np.log(costs)
    return float(x @ y / (x @ x))


@misconception("growth_exponent", "The unit must play no part. Multiply all costs by 1,000: your exponent changes.")
def exponent_ratio_of_logarithms(ns, costs):
    """It divides log cost by log n and takes the mean."""
    return float(np.mean(np.log(costs) / np.log(ns)))


@misconception("growth_exponent", "The unit must play no part. Multiply all costs by 1,000: your exponent changes.")
def exponent_last_ratio_of_logarithms(ns, costs):
    """It divides the last log cost by the last log n."""
    return float(np.log(costs[-1]) / np.log(ns[-1]))


@misconception("growth_exponent", "Does yours use ns at all? They need not double from one to the next.")
def exponent_if_sizes_doubled(ns, costs):
    """It assumes that n doubles from each point to the next."""
    return float(np.mean(np.diff(np.log2(costs))))


@misconception("growth_exponent", "Measured exponents are seldom whole. Yours should not be rounded.")
def exponent_rounded(ns, costs):
    """It rounds the exponent to a whole number."""
    return float(np.round(growth_exponent(ns, costs)))


@misconception("growth_exponent", "Measured exponents are seldom that smooth. Yours should not be rounded.")
def exponent_rounded_to_one_decimal(ns, costs):
    """It rounds the exponent to one decimal."""
    return float(np.round(growth_exponent(ns, costs), 1))


@misconception("growth_exponent", "A cost that falls has a negative exponent. Which sign has yours?")
def exponent_without_a_sign(ns, costs):
    """It drops the sign of the exponent."""
    return abs(growth_exponent(ns, costs))


@misconception("growth_exponent", "A cost that grows has a positive exponent. Which sign has yours?")
def exponent_of_the_other_sign(ns, costs):
    """Its sign is the wrong way round."""
    return -growth_exponent(ns, costs)


@misconception(
    "growth_exponent", "A slope divides by the spread of log n; a correlation by both spreads. Which is yours?"
)
def exponent_is_a_correlation(ns, costs):
    """It returns the correlation of log n and log cost, at most 1."""
    x, y = np.log(ns), np.log(costs)
    return float(np.corrcoef(x, y)[0, 1])


@misconception("growth_exponent", "Each cost belongs to its own n. Do they stay together in yours?")
def exponent_of_sorted_costs(ns, costs):
    """It sorts sizes and costs, each by themselves: they no longer belong together."""
    return growth_exponent(np.sort(ns), np.sort(costs))


@misconception("growth_exponent", "The slope is already the exponent of n. What does one more exponential make of it?")
def exponent_exponentiated(ns, costs):
    """It returns the exponential of the slope."""
    return float(np.exp(growth_exponent(ns, costs)))


@misconception("growth_exponent", "A straight line has two coefficients. Of which degree is your fit?")
def exponent_of_a_parabola(ns, costs):
    """It fits a parabola to the logarithms and returns its leading coefficient."""
    return float(np.polyfit(np.log(ns), np.log(costs), 2)[0])


@misconception(
    "growth_exponent",
    "Least squares: the line itself, not its mean distance. Which numbers does `np.polyfit` return first?",
)
def exponent_is_the_constant(ns, costs):
    """It returns c, the exponential of the intercept."""
    return float(np.exp(line(np.log(ns), np.log(costs))[1]))


@misconception("growth_exponent", "Both logarithms have the same base, whichever it is. Which bases are yours?")
def exponent_of_mixed_bases(ns, costs):
    """It takes the logarithms to different bases: log2 of n, and the natural one of the costs."""
    return line(np.log2(ns), np.log(costs))[0]


@misconception(
    "growth_exponent", "log(1 + n) is not log(n): for a small n they differ. A cost of n has the exponent 1 exactly."
)
def exponent_log1p(ns, costs):
    """It adds 1 before the logarithms."""
    return line(np.log1p(ns), np.log1p(costs))[0]
