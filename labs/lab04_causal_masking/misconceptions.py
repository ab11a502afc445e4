"""Named wrong implementations of the tasks of Lab 4, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import numpy as np

from attn_course.attention.causal_masking import (
    apply_causal_mask,
    causal_mask,
    combine_masks,
    masked_softmax,
    padding_mask,
)
from attn_course.attention.scaled_dot_product import softmax
from attn_course.checking import misconception

# ---------------------------------------------------------------------- create_causal_mask


@misconception("create_causal_mask", "May a token see itself? Look at the first row of yours: it must see one key.")
def causal_hides_itself(seq_length):
    """It hides the diagonal: a token may not see itself, and the first sees nothing."""
    return np.tril(np.ones((seq_length, seq_length), dtype=bool), k=-1)


@misconception("create_causal_mask", "Count the True in the first row: the first token has nothing before it.")
def causal_sees_one_ahead(seq_length):
    """It lets each token see the next one, which is the one that it should predict."""
    return np.tril(np.ones((seq_length, seq_length), dtype=bool), k=1)


@misconception("create_causal_mask", "Row 0 should see one key, the last row all of them. Which end is which in yours?")
def causal_sees_only_the_future(seq_length):
    """It lets each token see itself and what comes later: the past is hidden, not the future."""
    return np.triu(np.ones((seq_length, seq_length), dtype=bool))


@misconception("create_causal_mask", "In this course True means: may attend. What does True mean in yours?")
def causal_true_means_hidden(seq_length):
    """It is True where a pair is hidden."""
    return np.triu(np.ones((seq_length, seq_length), dtype=bool), k=1)


@misconception(
    "create_causal_mask", "The pattern is right. Print its `dtype`: a mask holds True and False, not 0 and 1."
)
def causal_of_numbers(seq_length):
    """It returns the numbers 0 and 1, not booleans."""
    return np.tril(np.ones((seq_length, seq_length)))


@misconception("create_causal_mask", "A mask says who may see whom: True or False. The scores come in the next task.")
def causal_of_scores(seq_length):
    """It returns numbers to be added to the scores, 0 and -1e9, not a mask."""
    return np.where(np.tri(seq_length, dtype=bool), 0.0, -1e9)


@misconception("create_causal_mask", "A mask says who may see whom: True or False. The scores come in the next task.")
def causal_of_infinities(seq_length):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(np.tri(seq_length, dtype=bool), 0.0, -np.inf)


@misconception("create_causal_mask", "May the first token see the last? Print your mask for three tokens.")
def causal_hides_nothing(seq_length):
    """It lets every token see every other."""
    return np.ones((seq_length, seq_length), dtype=bool)


@misconception(
    "create_causal_mask", "A token may see itself and everything before it. How many keys does your last row see?"
)
def causal_sees_only_itself(seq_length):
    """It lets each token see itself alone."""
    return np.eye(seq_length, dtype=bool)


@misconception(
    "create_causal_mask", "How far back may a token look? Print your mask for five tokens and read the last row."
)
def causal_sees_one_step_back(seq_length):
    """It lets each token see itself and the one before it, and nothing earlier."""
    places = np.arange(seq_length)
    return (places <= places[:, None]) & (places >= places[:, None] - 1)


@misconception("create_causal_mask", "Rows are queries from the first to the last: row 0 sees least. Does yours?")
def causal_upside_down(seq_length):
    """Its rows run from the last token to the first."""
    return np.tri(seq_length, dtype=bool)[::-1]


@misconception("create_causal_mask", "The first key is seen by everyone. Read your first column.")
def causal_mirrored(seq_length):
    """Its columns run from the last key to the first."""
    return np.tri(seq_length, dtype=bool)[:, ::-1]


@misconception(
    "create_causal_mask", "Two axes are asked for, queries and keys. Broadcasting adds others where they are needed."
)
def causal_with_a_batch_axis(seq_length):
    """It adds an axis in front: shape (1, n, n)."""
    return np.tri(seq_length, dtype=bool)[np.newaxis]


@misconception("create_causal_mask", "Call it with 2 and with 5: the shape must follow `seq_length`.")
def causal_of_five(seq_length):
    """It makes a mask of five tokens, whatever `seq_length` is."""
    return np.tri(5, dtype=bool)


@misconception(
    "create_causal_mask", "Each query has a row of its own, as it sees another part. How many rows has yours?"
)
def causal_of_one_row(seq_length):
    """It returns one row for all queries, shape (n,)."""
    return np.ones(seq_length, dtype=bool)


# ---------------------------------------------------------------------- apply_causal_mask


@misconception("apply_causal_mask", "In this course True means: may attend. Which scores did you keep?")
def apply_keeps_the_hidden(scores, mask):
    """It hides where the mask is True (with -1e9) and keeps the scores where it is False."""
    return np.where(mask, -1e9, scores)


@misconception("apply_causal_mask", "In this course True means: may attend. Which scores did you keep?")
def apply_hides_the_visible(scores, mask):
    """It hides where the mask is True (with minus infinity) and keeps the scores where it is False."""
    return np.where(mask, -np.inf, scores)


@misconception("apply_causal_mask", "The exponential of 0 is 1, not 0. Which score has an exponential of 0?")
def apply_zero_for_hidden(scores, mask):
    """It gives hidden pairs a score of 0 or next to it, as a product with the mask does, or the tiny -1e-9."""
    return np.where(mask, scores, 0.0)


@misconception(
    "apply_causal_mask", "What is 0 times infinity? Look at a visible pair, and choose between two values instead."
)
def apply_zero_times_infinity(scores, mask):
    """It multiplies by infinity: 0 times infinity is NaN, so the visible scores are lost."""
    return scores + (1 - np.asarray(mask, dtype=float)) * -np.inf


@misconception(
    "apply_causal_mask", "Print the score of a hidden pair: has it become very small? Adding 0 does not hide."
)
def apply_adds_the_mask(scores, mask):
    """It adds the mask to the scores: visible ones grow by 1, hidden ones stay."""
    return scores + mask


@misconception(
    "apply_causal_mask", "exp(-10) is small, but it is not 0. The statement says how low a hidden score must be."
)
def apply_ten_for_hidden(scores, mask):
    """It gives hidden pairs a score of -10: not low enough, some weight is left."""
    return np.where(mask, scores, -10.0)


@misconception("apply_causal_mask", "Scores of -100 occur. The statement says how low a hidden score must be at least.")
def apply_hundred_for_hidden(scores, mask):
    """It gives hidden pairs a score of -100: not low enough for every input."""
    return np.where(mask, scores, -100.0)


@misconception(
    "apply_causal_mask", "Scores of -10,000 occur. The statement says how low a hidden score must be at least."
)
def apply_ten_thousand_for_hidden(scores, mask):
    """It gives hidden pairs a score of -10,000: not low enough for every input."""
    return np.where(mask, scores, -1e4)


@misconception("apply_causal_mask", "The largest score wins. Which sign must the score of a hidden pair have?")
def apply_hidden_win(scores, mask):
    """It gives hidden pairs a huge positive score: they win."""
    return np.where(mask, scores, 1e9)


@misconception("apply_causal_mask", "The largest score wins. Which sign must the score of a hidden pair have?")
def apply_hidden_win_by_infinity(scores, mask):
    """It gives hidden pairs a score of plus infinity: they win."""
    return np.where(mask, scores, np.inf)


@misconception(
    "apply_causal_mask", "NaN spreads: one of them in a row makes the whole softmax NaN. What has an exponential of 0?"
)
def apply_nan_for_hidden(scores, mask):
    """It marks hidden pairs with NaN."""
    return np.where(mask, scores, np.nan)


@misconception(
    "apply_causal_mask",
    "Print the scores before and after the call: the caller's array changed. A new one is asked for.",
    raises_at=r"\[.*\] *=|putmask|copyto|fill",
)
def apply_in_place(scores, mask):
    """It writes into the caller's scores."""
    scores[np.broadcast_to(~mask, scores.shape)] = -1e9
    return scores


@misconception(
    "apply_causal_mask",
    "Print the scores before and after the call: the caller's array changed. A new one is asked for.",
    raises_at=r"\[.*\] *=|putmask|copyto|fill",
)
def apply_infinity_in_place(scores, mask):
    """It writes minus infinity into the caller's scores."""
    scores[np.broadcast_to(~mask, scores.shape)] = -np.inf
    return scores


@misconception(
    "apply_causal_mask",
    "An array of whole numbers cannot hold infinity. Make a float array first, or choose between two arrays.",
    raises_at=r"\] *=.*inf",
)
def apply_infinity_into_integers(scores, mask):
    """It copies the scores and writes minus infinity into the copy, which fails for whole numbers."""
    masked = scores.copy()
    masked[np.broadcast_to(~mask, scores.shape)] = -np.inf
    return masked


@misconception(
    "apply_causal_mask",
    "The mask may have fewer axes than the scores. An index does not broadcast; which function does?",
    raises_at=r"\[ *(~|mask|np\.logical_not|hidden)",
)
def apply_mask_as_an_index(scores, mask):
    """It uses the mask as an index, which must have all axes of the scores: a batch fails."""
    masked = scores.astype(float)
    masked[~mask] = -1e9
    return masked


@misconception(
    "apply_causal_mask", "The mask is an argument: another mask must give another result. Try one that hides column 0."
)
def apply_causal_whatever_the_mask(scores, mask):
    """It makes a causal mask itself and never looks at the one that it is given."""
    return np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -1e9)


@misconception(
    "apply_causal_mask", "Rows of the mask are queries, as rows of the scores are. Try a mask that is not square."
)
def apply_mask_turned(scores, mask):
    """It turns the mask: rows become columns."""
    return np.where(np.swapaxes(mask, -1, -2), scores, -1e9)


@misconception(
    "apply_causal_mask", "Scores come out, in the shape in which they went in. What did you do after hiding?"
)
def apply_softmax_as_well(scores, mask):
    """It returns weights: the softmax comes in a later task."""
    return softmax(np.where(mask, scores, -np.inf))


@misconception("apply_causal_mask", "Visible scores stay as they are. Where are they in your result?")
def apply_only_the_bias(scores, mask):
    """It returns 0 and -1e9 alone: the scores are not in it."""
    return np.broadcast_to(np.where(mask, 0.0, -1e9), scores.shape)


@misconception("apply_causal_mask", "The result has the shape of the scores. How many numbers has yours?")
def apply_drops_the_hidden(scores, mask):
    """It returns the visible scores alone, in one row: their places are lost."""
    return scores[np.broadcast_to(mask, scores.shape)] * 1.0


@misconception(
    "apply_causal_mask", "Work on all axes in front alike. What does your result hold for the second sample?"
)
def apply_to_the_first_sample(scores, mask):
    """It hides in the first sample of a batch only."""
    masked = scores * 1.0
    masked[(0,) * (scores.ndim - 2)] = np.where(mask, scores, -1e9)[(0,) * (scores.ndim - 2)]
    return masked


@misconception(
    "apply_causal_mask", "Your function changes the scores, and returns nothing. A new array should come back."
)
def apply_returns_nothing(scores, mask):
    """It writes into the caller's scores and returns nothing."""
    scores[np.broadcast_to(~mask, scores.shape)] = -1e9


# ---------------------------------------------------------------------- causal_mask


def shifted(n_q, n_k, k):
    """Return a mask (n_q, n_k) that is True where j <= i + k."""
    return np.tri(n_q, n_k, k, dtype=bool)


@misconception("causal_mask", "The last query is the newest token: it sees every key. What does your last row see?")
def aligned_at_the_start(n_q, n_k):
    """It aligns the mask at its start: query 0 with key 0, although it is a later position."""
    return shifted(n_q, n_k, 0)


@misconception(
    "causal_mask", "With more keys than queries the first query sees more, not less. Which difference do you take?"
)
def aligned_by_the_wrong_sign(n_q, n_k):
    """It shifts the diagonal by n_q - n_k: the sign is turned."""
    return shifted(n_q, n_k, n_q - n_k)


@misconception("causal_mask", "The last query sees its own key, which is the last. Does yours?")
def aligned_hides_itself(n_q, n_k):
    """It hides each query's own key: the diagonal is one place too far to the left."""
    return shifted(n_q, n_k, n_k - n_q - 1)


@misconception("causal_mask", "With two queries, may the first see the last key? It is the other's, and comes later.")
def aligned_one_ahead(n_q, n_k):
    """It lets each query see one key too many: the diagonal is one place too far to the right."""
    return shifted(n_q, n_k, n_k - n_q + 1)


@misconception("causal_mask", "One row for each query: n_q of them. How many rows has yours?")
def aligned_with_a_row_for_each_key(n_q, n_k):
    """It returns the square mask of all keys, (n_k, n_k)."""
    return shifted(n_k, n_k, 0)


@misconception("causal_mask", "One column for each key: n_k of them. How many columns has yours?")
def aligned_with_a_column_for_each_query(n_q, n_k):
    """It returns the square mask of the queries, (n_q, n_q): the keys of the cache are missing."""
    return shifted(n_q, n_q, 0)


@misconception(
    "causal_mask", "Rows are queries, columns are keys. What is the shape of yours for 2 queries and 5 keys?"
)
def aligned_keys_by_queries(n_q, n_k):
    """It returns keys by queries, (n_k, n_q)."""
    return shifted(n_q, n_k, n_k - n_q).T


@misconception("causal_mask", "With two queries, may the first see the last key? It is the other's, and comes later.")
def aligned_hides_nothing(n_q, n_k):
    """It lets every query see every key."""
    return np.ones((n_q, n_k), dtype=bool)


@misconception("causal_mask", "In this course True means: may attend. What does True mean in yours?")
def aligned_true_means_hidden(n_q, n_k):
    """It is True where a pair is hidden."""
    return ~causal_mask(n_q, n_k)


@misconception("causal_mask", "The pattern is right. Print its `dtype`: a mask holds True and False, not 0 and 1.")
def aligned_of_numbers(n_q, n_k):
    """It returns the numbers 0 and 1, not booleans."""
    return causal_mask(n_q, n_k) * 1.0


@misconception("causal_mask", "A mask says who may see whom: True or False, not what to add to a score.")
def aligned_of_scores(n_q, n_k):
    """It returns numbers to be added to the scores, 0 and -1e9, not a mask."""
    return np.where(causal_mask(n_q, n_k), 0.0, -1e9)


@misconception("causal_mask", "A mask says who may see whom: True or False, not what to add to a score.")
def aligned_of_infinities(n_q, n_k):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(causal_mask(n_q, n_k), 0.0, -np.inf)


@misconception("causal_mask", "Which keys are in the cache: those before the new ones, or those after them?")
def aligned_cache_behind(n_q, n_k):
    """It puts the columns of the older keys after those of the new ones."""
    return np.concatenate([shifted(n_q, n_q, 0), np.ones((n_q, n_k - n_q), dtype=bool)], axis=1)


@misconception("causal_mask", "The older keys are what the cache is for: every query sees them. Does yours?")
def aligned_hides_the_cache(n_q, n_k):
    """It hides the older keys: the queries see only one another."""
    return np.concatenate([np.zeros((n_q, n_k - n_q), dtype=bool), shifted(n_q, n_q, 0)], axis=1)


@misconception("causal_mask", "A query sees what comes before it. Which side of the diagonal is that?")
def aligned_sees_only_the_future(n_q, n_k):
    """It lets each query see its own key and later ones: the past is hidden."""
    return ~shifted(n_q, n_k, n_k - n_q - 1)


@misconception("causal_mask", "With two queries, the first sees one key less than the second. Do your rows differ?")
def aligned_every_row_alike(n_q, n_k):
    """Every query sees the older keys and nothing else: no query sees itself."""
    return np.tile(np.arange(n_k) < n_k - n_q, (n_q, 1))


# ---------------------------------------------------------------------- padding_mask


@misconception(
    "padding_mask", "The scores of a batch have three axes: batch, query, key. Where is the axis of the queries?"
)
def padding_without_query_axis(lengths, max_length):
    """It returns (batch, max_length): without an axis for the queries, the batch would meet the queries."""
    return padding_mask(lengths, max_length)[:, 0]


@misconception("padding_mask", "Hide keys: the mask varies along the last axis. Along which does yours vary?")
def padding_of_queries(lengths, max_length):
    """It returns (batch, max_length, 1): queries are hidden, not keys."""
    return np.swapaxes(padding_mask(lengths, max_length), 1, 2)


@misconception("padding_mask", "The first axis is the batch. What is the first axis of yours?")
def padding_with_axis_in_front(lengths, max_length):
    """It puts the new axis in front: (1, batch, max_length)."""
    return np.swapaxes(padding_mask(lengths, max_length), 0, 1)


@misconception("padding_mask", "Three axes are asked for. Where there are heads, one more is added then.")
def padding_with_an_axis_for_heads(lengths, max_length):
    """It adds an axis for heads as well: (batch, 1, 1, max_length)."""
    return padding_mask(lengths, max_length)[:, np.newaxis]


@misconception(
    "padding_mask", "An axis of size 1 serves all queries by broadcasting. Yours holds the same row many times."
)
def padding_for_each_query(lengths, max_length):
    """It repeats the row for every query: (batch, max_length, max_length)."""
    return np.repeat(padding_mask(lengths, max_length), max_length, axis=1)


@misconception(
    "padding_mask", "In this course True means: may attend. What is True in yours: the tokens or the padding?"
)
def padding_true_means_padding(lengths, max_length):
    """It is True on the padding."""
    return ~padding_mask(lengths, max_length)


@misconception("padding_mask", "A sequence of 2 tokens has tokens 0 and 1. How many True has its row in yours?")
def padding_one_too_many(lengths, max_length):
    """It lets one place of padding through: `<=` where `<` is meant."""
    return (np.arange(max_length) <= np.asarray(lengths)[:, None])[:, None]


@misconception("padding_mask", "A sequence of 2 tokens has tokens 0 and 1. How many True has its row in yours?")
def padding_one_too_few(lengths, max_length):
    """It hides the last token of every sequence."""
    return (np.arange(1, max_length + 1) < np.asarray(lengths)[:, None])[:, None]


@misconception("padding_mask", "The padding stands at the end. Where are the False in your rows?")
def padding_in_front(lengths, max_length):
    """It takes the padding to stand in front of the tokens."""
    return padding_mask(lengths, max_length)[:, :, ::-1]


@misconception("padding_mask", "The pattern is right. Print its `dtype`: a mask holds True and False, not 0 and 1.")
def padding_of_numbers(lengths, max_length):
    """It returns the numbers 0 and 1, not booleans."""
    return padding_mask(lengths, max_length) * 1.0


@misconception("padding_mask", "A mask says who may be seen: True or False, not what to add to a score.")
def padding_of_scores(lengths, max_length):
    """It returns numbers to be added to the scores, 0 and -1e9, not a mask."""
    return np.where(padding_mask(lengths, max_length), 0.0, -1e9)


@misconception("padding_mask", "A mask says who may be seen: True or False, not what to add to a score.")
def padding_of_infinities(lengths, max_length):
    """It returns numbers to be added to the scores, 0 and minus infinity, not a mask."""
    return np.where(padding_mask(lengths, max_length), 0.0, -np.inf)


@misconception("padding_mask", "Call it with a `max_length` that no sequence reaches: the shape must follow it.")
def padding_to_the_longest(lengths, max_length):
    """It pads to the longest sequence, not to `max_length`."""
    return padding_mask(lengths, int(np.max(lengths)))


@misconception("padding_mask", "Each sequence has a length of its own. Do your rows differ?")
def padding_of_the_first(lengths, max_length):
    """It uses the first length for every sequence."""
    return padding_mask(np.full(len(lengths), lengths[0]), max_length)


@misconception("padding_mask", "Each sequence has a length of its own. Do your rows differ?")
def padding_of_the_longest(lengths, max_length):
    """It uses the largest length for every sequence."""
    return padding_mask(np.full(len(lengths), np.max(lengths)), max_length)


@misconception("padding_mask", "A length of 0 is allowed: a sequence that is all padding. Is its row False throughout?")
def padding_leaves_one_token(lengths, max_length):
    """It leaves every sequence one token at least, also an empty one."""
    return padding_mask(np.maximum(lengths, 1), max_length)


@misconception("padding_mask", "All tokens before the end may be seen, not only the last of them.")
def padding_marks_the_last_token(lengths, max_length):
    """It is True at the last token of each sequence only."""
    return (np.arange(max_length) == np.asarray(lengths)[:, None] - 1)[:, None]


@misconception("padding_mask", "All tokens before the end may be seen. Where does your row become True?")
def padding_marks_the_end(lengths, max_length):
    """It is True at the first place of padding only."""
    return (np.arange(max_length) == np.asarray(lengths)[:, None])[:, None]


@misconception(
    "padding_mask", "Two things: True means: may attend; and the scores have an axis of queries in the middle."
)
def padding_true_means_padding_without_query_axis(lengths, max_length):
    """It is True on the padding, and has no axis for the queries."""
    return ~padding_mask(lengths, max_length)[:, 0]


# ---------------------------------------------------------------------- combine_masks


def fold(operation, masks):
    """Combine masks pair by pair; None stands for no restriction."""
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    combined = given[0]
    for mask in given[1:]:
        combined = operation(combined, mask)
    return combined.copy()


@misconception("combine_masks", "Every mask has a veto. Where one is False, is your result False?")
def combine_by_or(*masks):
    """It lets a pair through where any of the masks does."""
    return fold(np.logical_or, masks)


@misconception("combine_masks", "Where both masks are True the pair may be seen. Is it in yours?")
def combine_by_xor(*masks):
    """It is True where exactly one of two masks is."""
    return fold(np.logical_xor, masks)


@misconception("combine_masks", "Where both masks are False the pair is hidden twice. Is it hidden in yours?")
def combine_where_equal(*masks):
    """It is True where two masks agree, also where both hide."""
    return fold(np.equal, masks)


@misconception("combine_masks", "In this course True means: may attend. Where is yours True?")
def combine_inverted(*masks):
    """It is True where a pair is hidden."""
    combined = combine_masks(*masks)
    return None if combined is None else ~combined


@misconception("combine_masks", "Any number of masks may come. What happens to the third?")
def combine_the_first_two(*masks):
    """It combines the first two masks and forgets the others."""
    return combine_masks(*masks[:2])


@misconception("combine_masks", "Call it with two masks: do both count?")
def combine_takes_the_first(*masks):
    """It returns the first mask and forgets the others."""
    return fold(lambda one, other: np.broadcast_to(one, np.broadcast_shapes(one.shape, other.shape)), masks)


@misconception("combine_masks", "Call it with two masks: do both count?")
def combine_takes_the_last(*masks):
    """It returns the last mask and forgets the others."""
    return fold(lambda one, other: np.broadcast_to(other, np.broadcast_shapes(one.shape, other.shape)), masks)


@misconception("combine_masks", "Booleans are asked for. How many masks agree does not matter, only whether all do.")
def combine_counts(*masks):
    """It counts how many masks let the pair through."""
    return fold(np.add, [None if mask is None else mask * 1 for mask in masks])


@misconception("combine_masks", "The pattern is right. Print its `dtype`: a mask holds True and False, not 0 and 1.")
def combine_to_numbers(*masks):
    """It returns the numbers 0 and 1, not booleans."""
    combined = combine_masks(*masks)
    return None if combined is None else combined * 1.0


@misconception(
    "combine_masks",
    "None stands for no restriction: it can be left out before you combine.",
    raises_at=r"&|logical_and|broadcast|all\(|\*|prod|reduce",
)
def combine_stumbles_over_none(*masks):
    """It combines None like a mask, which is an error."""
    if not masks:
        return None
    combined = masks[0]
    for mask in masks[1:]:
        combined = combined & mask
    return combined


@misconception("combine_masks", "None stands for no restriction. Does a mask beside it still count?")
def combine_none_wins(*masks):
    """It returns None as soon as one of the masks is None."""
    return None if any(mask is None for mask in masks) else combine_masks(*masks)


@misconception("combine_masks", "None stands for no restriction, not for a mask that hides everything.")
def combine_none_hides(*masks):
    """It takes None for False: everything is hidden."""
    if all(mask is None for mask in masks):
        return None
    return combine_masks(*(np.array(False) if mask is None else mask for mask in masks))


@misconception("combine_masks", "Without any mask there is no restriction, and the answer is None: no shape is known.")
def combine_true_for_nothing(*masks):
    """It returns True, not None, where there is nothing to combine."""
    combined = combine_masks(*masks)
    return np.array(True) if combined is None else combined


@misconception(
    "combine_masks", "Without any mask there is no restriction, and the answer is None. False hides everything."
)
def combine_false_for_nothing(*masks):
    """It returns False, not None, where there is nothing to combine."""
    combined = combine_masks(*masks)
    return np.array(False) if combined is None else combined


@misconception("combine_masks", "Without any mask there is no restriction, and the answer is None.")
def combine_empty_for_nothing(*masks):
    """It returns an empty list, not None, where there is nothing to combine."""
    combined = combine_masks(*masks)
    return [] if combined is None else combined


@misconception(
    "combine_masks",
    "Nothing may be left once the None are gone. What is asked for then?",
    raises_at=r"\[0\]|reduce|next\(|pop\(",
)
def combine_needs_one_mask(*masks):
    """It takes the first mask that is not None, and fails where there is none."""
    given = [mask for mask in masks if mask is not None]
    combined = given[0]
    for mask in given[1:]:
        combined = combined & mask
    return combined.copy()


@misconception(
    "combine_masks",
    "Print the first mask before and after the call. `&=` writes into it, and cannot make it larger either.",
    raises_at=r"&=|\*=|out=",
)
def combine_in_place(*masks):
    """It writes into the first mask: the caller's mask changes, and a small one cannot hold the result."""
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    combined = given[0]
    for mask in given[1:]:
        combined &= mask
    return combined


@misconception(
    "combine_masks",
    "Masks of different shapes are broadcast together first; an array of arrays needs equal shapes.",
    raises_at=r"np\.(array|stack|asarray|all|prod|min|vstack|logical_and\.reduce|any|concatenate)\(",
)
def combine_needs_equal_shapes(*masks):
    """It makes one array of all masks, which fails where their shapes differ."""
    given = [mask for mask in masks if mask is not None]
    return np.all(np.array(given), axis=0) if given else None


@misconception(
    "combine_masks",
    "Masks of different shapes are broadcast together first; `np.stack` needs equal shapes.",
    raises_at=r"np\.stack\(",
)
def combine_stacks_unequal_shapes(*masks):
    """It stacks the masks, which fails where their shapes differ."""
    given = [mask for mask in masks if mask is not None]
    return np.all(np.stack(given), axis=0) if given else None


@misconception(
    "combine_masks",
    "`np.logical_and` takes two arrays; a third is where it writes its result. How do you go through any number?",
    raises_at=r"logical_and\(\*",
)
def combine_by_logical_and_of_all(*masks):
    """It hands all masks to `np.logical_and`, which takes two: a third is overwritten, one alone fails."""
    given = [mask for mask in masks if mask is not None]
    return np.logical_and(*given) if given else None


# ---------------------------------------------------------------------- masked_softmax


def normalised(exponentials, axis=-1):
    """Divide by the sum along an axis."""
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def zero_rows(weights, mask):
    """Give zeros to the queries that see no key, as the task asks for."""
    return np.where(np.any(mask, axis=-1, keepdims=True), weights, 0.0)


@misconception(
    "masked_softmax",
    "A row of minus infinities has no largest score: infinity minus infinity is NaN. Which rows are that, and what do they get?",
)
def masked_nan_in_empty_rows(scores, mask):
    """A query that sees no key gets NaN."""
    return softmax(np.where(mask, scores, -np.inf))


@misconception(
    "masked_softmax",
    "If all scores of a row are equally low, the softmax gives all the same. Should an unseen key get weight?",
)
def masked_equal_weights_in_empty_rows(scores, mask):
    """A query that sees no key attends to all of them equally."""
    return softmax(np.where(mask, scores, -1e9))


@misconception(
    "masked_softmax",
    "Softmax ignores what is added to a whole row. What does that mean for a row that is hidden throughout?",
)
def masked_by_adding(scores, mask):
    """It adds -1e9 to hidden scores: a row that is all hidden is as if nothing were, and huge scores stay visible."""
    return softmax(scores + np.where(mask, 0.0, -1e9))


@misconception("masked_softmax", "A hidden score may be larger than 1e9. Replace it, so that its size plays no part.")
def masked_by_adding_too_little(scores, mask):
    """It adds -1e9 to hidden scores: one that is larger still than that wins."""
    return zero_rows(softmax(scores + np.where(mask, 0.0, -1e9)), mask) * mask


@misconception("masked_softmax", "A hidden score may be larger than 1e9. Replace it, so that its size plays no part.")
def masked_by_adding_for_any_row(scores, mask):
    """It adds -1e9 to hidden scores, and gives zeros to empty rows: a hidden score that is larger still wins."""
    return zero_rows(softmax(scores + np.where(mask, 0.0, -1e9)), mask)


@misconception(
    "masked_softmax",
    "Hide first, then take the maximum: a hidden score may be so large that the visible ones vanish beside it.",
)
def masked_maximum_of_all(scores, mask):
    """It subtracts the largest score of all, the hidden ones too: beside a huge hidden one nothing is left."""
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True)) * mask
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total > 0, total, 1.0)


@misconception(
    "masked_softmax",
    "Hide first, then take the maximum: a hidden score may be so large that the visible ones vanish beside it.",
)
def masked_maximum_of_all_and_nan(scores, mask):
    """It subtracts the largest score of all, the hidden ones too; where nothing is left it divides 0 by 0."""
    exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True)) * mask
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@misconception(
    "masked_softmax", "`exp` overflows above about 709 (in half precision above 11). What can be subtracted from a row?"
)
def masked_overflows(scores, mask):
    """It takes `exp` of the scores as they are: huge ones become infinite."""
    exponentials = np.where(mask, np.exp(scores), 0.0)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total > 0, total, 1.0)


@misconception(
    "masked_softmax", "Two things: `exp` overflows above about 709, and a row that sees nothing must not divide by 0."
)
def masked_overflows_and_nan(scores, mask):
    """It takes `exp` of the scores as they are, and divides 0 by 0 where a query sees no key."""
    return normalised(np.exp(np.where(mask, scores, -np.inf)))


@misconception("masked_softmax", "In this course True means: may attend. Which keys get weight in yours?")
def masked_inverted(scores, mask):
    """It hides the keys where the mask is True."""
    return masked_softmax(scores, ~mask)


@misconception("masked_softmax", "In this course True means: may attend. Which keys get weight in yours?")
def masked_inverted_with_nan(scores, mask):
    """It hides the keys where the mask is True, and gives NaN to a row without any."""
    return softmax(np.where(mask, -np.inf, scores))


@misconception("masked_softmax", "In this course True means: may attend. Which keys get weight in yours?")
def masked_inverted_with_equal_weights(scores, mask):
    """It hides the keys where the mask is True, and gives equal weights to a row without any."""
    return softmax(np.where(mask, -1e9, scores))


@misconception("masked_softmax", "The exponential of 0 is 1, not 0. What weight does a hidden key get in yours?")
def masked_by_zero_scores(scores, mask):
    """It gives hidden keys the score 0, for example by multiplying: they keep weight."""
    return softmax(np.where(mask, scores, 0.0))


@misconception(
    "masked_softmax", "What do the weights of a row with a hidden key sum to? The visible keys share one unit."
)
def masked_after_the_softmax(scores, mask):
    """It sets weights to 0 after the softmax: the rest of the row no longer sums to one."""
    return softmax(scores) * mask


@misconception("masked_softmax", "Give it a mask that hides a key: the weights must change.")
def masked_ignores_the_mask(scores, mask):
    """It never uses the mask."""
    return softmax(scores)


@misconception("masked_softmax", "For one query, what should the weights sum to? The keys are the last axis.")
def masked_over_queries(scores, mask):
    """It normalises over the queries, not over the keys."""
    visible = np.where(mask, scores, -np.inf)
    return np.nan_to_num(softmax(visible, axis=-2))


@misconception(
    "masked_softmax", "With a batch, axis 1 is not the last one. Which axis holds the keys, for any number of axes?"
)
def masked_along_axis_one(scores, mask):
    """It always normalises along axis 1, which holds the keys for two axes only."""
    return np.nan_to_num(softmax(np.where(mask, scores, -np.inf), axis=1))


@misconception("masked_softmax", "Sum one row of your weights. Each query has one unit of its own.")
def masked_over_everything(scores, mask):
    """It divides by one sum over the whole array."""
    visible = np.where(mask, scores, -np.inf)
    exponentials = np.exp(visible - visible.max())
    return exponentials / exponentials.sum()


@misconception("masked_softmax", "A query that sees no key gets zeros. Which key did you make visible to it?")
def masked_opens_the_first_key(scores, mask):
    """A query that sees no key attends to the first one."""
    mask = np.broadcast_to(mask, np.shape(scores)).copy()
    mask[..., 0] |= ~mask.any(axis=-1)
    return masked_softmax(scores, mask)


@misconception("masked_softmax", "A query that sees no key gets zeros. What does your row hold?")
def masked_unmasked_empty_rows(scores, mask):
    """A query that sees no key attends as if there were no mask."""
    return masked_softmax(scores, mask | ~np.any(mask, axis=-1, keepdims=True))


@misconception(
    "masked_softmax",
    "Print the scores before and after the call: the caller's array changed.",
    raises_at=r"\[.*\] *=|-=|/=|putmask|copyto",
)
def masked_in_place(scores, mask):
    """It writes minus infinity into the caller's scores."""
    scores[np.broadcast_to(~mask, scores.shape)] = -np.inf
    return np.nan_to_num(softmax(scores))


@misconception(
    "masked_softmax",
    "The mask may have fewer axes than the scores. An index does not broadcast; which function does?",
    raises_at=r"\[ *(~|mask|np\.logical_not|hidden)",
)
def masked_mask_as_an_index(scores, mask):
    """It uses the mask as an index, which must have the shape of the scores."""
    visible = scores.astype(float)
    visible[~mask] = -np.inf
    return np.nan_to_num(softmax(visible))


@misconception(
    "masked_softmax",
    "What weight is left for a hidden key? exp(-10) is small, but it is not 0. Hidden means 0.",
)
def masked_not_low_enough(scores, mask):
    """It gives hidden keys a score of -10: a little weight leaks through."""
    return softmax(np.where(mask, scores, -10.0))


@misconception(
    "masked_softmax",
    "A visible score may be lower than -100: then the hidden ones win. How low must a hidden score be?",
)
def masked_at_minus_hundred(scores, mask):
    """It gives hidden keys a score of -100, which is not below every visible score."""
    return zero_rows(softmax(np.where(mask, scores, -100.0)), mask)


@misconception(
    "masked_softmax",
    "The visible keys share one unit. What do your visible weights sum to, and what do the hidden ones hold?",
)
def masked_returns_scores(scores, mask):
    """It returns masked scores: the softmax is missing."""
    return apply_causal_mask(scores, mask)


@misconception("masked_softmax", "One array is asked for.")
def masked_returns_a_pair(scores, mask):
    """It returns two arrays."""
    return masked_softmax(scores, mask), np.asarray(mask)


@misconception(
    "masked_softmax",
    "Half precision holds no number below -65504. What becomes of your fill value there, and of 0 times it?",
)
def masked_half_precision_product(scores, mask):
    """It multiplies by a number that half precision cannot hold: infinity times 0 is NaN."""
    kind = scores.dtype if scores.dtype.kind == "f" else np.dtype(float)
    bias = (1 - np.asarray(mask, dtype=kind)) * kind.type(-1e9)
    return zero_rows(softmax(np.where(mask, scores, 0) + bias), mask)


@misconception(
    "masked_softmax",
    "In half precision 1e-9 is 0 and -1e9 is minus infinity. Let the mask say which rows are empty, not a number.",
)
def masked_nan_in_half_precision(scores, mask):
    """In half precision a query that sees no key gets NaN: a number that it relies on is 0 or infinite there."""
    visible = np.where(mask, scores, -np.inf)
    largest = visible.max(axis=-1, keepdims=True)
    exponentials = np.exp(visible - np.where(np.isfinite(largest), largest, np.zeros_like(largest)))
    return exponentials / (exponentials.sum(axis=-1, keepdims=True) + 1e-9)


# ---------------------------------------------------------------------- leaks_future


def changed_from(x, place, rng):
    """Return a copy with other numbers in the rows from `place` on."""
    other = x.copy()
    other[place:] = rng.normal(size=other[place:].shape)
    return other


def changed_at(x, place, rng):
    """Return a copy with other numbers in one row."""
    other = x.copy()
    other[place] = rng.normal(size=x.shape[1])
    return other


def experiment(attend, n, d, rng, places, outputs=slice, feature=slice(None), change=changed_at, atol=1e-8):
    """Change inputs at each of the places, and tell whether one of the outputs moved."""
    x = rng.normal(size=(n, d))
    before = attend(x)
    for place in places:
        which = outputs(place), feature
        if np.abs(attend(change(x, place, rng))[which] - before[which]).max(initial=0) > atol:
            return True
    return False


@misconception("leaks_future", "Try the identity, which looks at nothing but its own input. What do you say?")
def leak_accuses_everything(attend, n, d, rng):
    """It says that every function leaks."""
    return True


@misconception("leaks_future", "Try attention without a mask, where everyone sees everyone. What do you say?")
def leak_accuses_nothing(attend, n, d, rng):
    """It never finds a leak."""
    return False


@misconception("leaks_future", "Which of the two answers means: it leaks? Try the identity.")
def leak_answers_the_opposite(attend, n, d, rng):
    """It gives the opposite answer: True where the function is sound."""
    return not experiment(attend, n, d, rng, range(1, n))


@misconception("leaks_future", "Output i may depend on input i itself. Which outputs do you compare?")
def leak_counts_the_present(attend, n, d, rng):
    """It compares the output of the changed position too, which may change of course."""
    return experiment(attend, n, d, rng, range(1, n), lambda i: slice(i + 1), change=changed_from)


@misconception(
    "leaks_future",
    "Later outputs may depend on earlier inputs: that is what attention is for. Which part do you compare?",
)
def leak_compares_everything(attend, n, d, rng):
    """It changes the last input and compares all outputs, the last one too, which may change of course."""
    return experiment(attend, n, d, rng, [n - 1], lambda i: slice(None))


@misconception(
    "leaks_future",
    "Which inputs are the same in both runs? Only outputs that see nothing else must be the same too.",
)
def leak_looks_for_any_dependence(attend, n, d, rng):
    """It accuses whatever depends on its inputs at all: it compares outputs that may differ."""
    return experiment(attend, n, d, rng, range(n), lambda i: slice(None))


@misconception(
    "leaks_future", "Draw an arrow from the changed input to the outputs that must not move. Does it point to the past?"
)
def leak_looks_at_the_future(attend, n, d, rng):
    """It compares the outputs after the changed position: it finds what looks at the past."""
    return experiment(attend, n, d, rng, range(n), lambda i: slice(i + 1, None))


@misconception(
    "leaks_future",
    "Is every later input tried? Think of a function whose first output looks at the second input only.",
)
def leak_changes_only_the_last(attend, n, d, rng):
    """It changes the last input only: what looks at another later input escapes."""
    return experiment(attend, n, d, rng, [n - 1])


@misconception(
    "leaks_future",
    "Is every earlier output looked at? Think of a function where only the last but one looks ahead.",
)
def leak_looks_at_the_first_output(attend, n, d, rng):
    """It looks at the first output only: a leak into another one escapes."""
    return experiment(attend, n, d, rng, [1], change=changed_from)


@misconception(
    "leaks_future", "Is every earlier output looked at? Think of a function whose first output looks at the last input."
)
def leak_looks_one_step_back(attend, n, d, rng):
    """It looks at the output just before a changed input only: a leak over a larger distance escapes."""
    return experiment(attend, n, d, rng, range(1, n), lambda i: slice(i - 1, i))


@misconception(
    "leaks_future", "Think of a function whose first output looks at the last input, and at nothing between."
)
def leak_tries_neighbours_of_the_end(attend, n, d, rng):
    """It changes the last input and looks at the output before it: other leaks escape."""
    return experiment(attend, n, d, rng, [n - 1], lambda i: slice(i - 1, i))


@misconception("leaks_future", "Think of a function whose outputs look one step ahead, and no further.")
def leak_tries_the_two_ends(attend, n, d, rng):
    """It changes the last input and looks at the first output: leaks over a shorter distance escape."""
    return experiment(attend, n, d, rng, [n - 1], lambda i: slice(1))


@misconception(
    "leaks_future", "Is every place tried? Think of a leak in the second half alone, and of one in the first."
)
def leak_cuts_in_the_middle(attend, n, d, rng):
    """It changes the second half and looks at the first: leaks within a half escape."""
    return experiment(attend, n, d, rng, [n // 2], change=changed_from)


@misconception("leaks_future", "The second input is the future of the first output. Is it among those that you change?")
def leak_starts_one_too_late(attend, n, d, rng):
    """It begins with the third input: that the first output looks at the second escapes."""
    return experiment(attend, n, d, rng, range(2, n))


@misconception("leaks_future", "The last input is the future of all others. Is it among those that you change?")
def leak_stops_one_too_early(attend, n, d, rng):
    """It leaves the last input as it is: what looks at that alone escapes."""
    return experiment(attend, n, d, rng, range(1, n - 1))


@misconception(
    "leaks_future", "An output just before the change must not move either. Is it among those that you compare?"
)
def leak_skips_the_neighbour(attend, n, d, rng):
    """It leaves out the output just before the changed input: a look at the next token escapes."""
    return experiment(attend, n, d, rng, range(1, n), lambda i: slice(i - 1))


@misconception(
    "leaks_future", "A mean does not change when its terms change places. How else can you change the inputs?"
)
def leak_swaps_the_future(attend, n, d, rng):
    """It only exchanges later inputs: a leak through their mean or sum escapes."""

    def turned(x, place, rng):
        return np.concatenate([x[:place], x[place:][::-1]])

    return experiment(attend, n, d, rng, range(1, n), change=turned)


@misconception(
    "leaks_future", "How small may a leak be? What is not rounding is a leak: compare with a much smaller tolerance."
)
def leak_tolerates_too_much(attend, n, d, rng):
    """It forgives changes up to 0.1: weak leaks escape."""
    return experiment(attend, n, d, rng, range(1, n), atol=0.1)


@misconception("leaks_future", "Changes of opposite sign cancel in a sum. Compare entry by entry.")
def leak_compares_sums(attend, n, d, rng):
    """It compares the sum of all earlier outputs: changes that cancel in it escape."""
    x = rng.normal(size=(n, d))
    before = attend(x)
    changes = (attend(changed_at(x, i, rng))[:i].sum() - before[:i].sum() for i in range(1, n))
    return any(abs(change) > 1e-8 for change in changes)


@misconception("leaks_future", "Every feature counts. Think of a leak in the last feature alone.")
def leak_looks_at_the_first_feature(attend, n, d, rng):
    """It looks at the first feature of the outputs only."""
    return experiment(attend, n, d, rng, range(1, n), feature=0)


@misconception("leaks_future", "Every feature counts. Think of a leak in the last feature alone.")
def leak_changes_the_first_feature(attend, n, d, rng):
    """It changes the first feature of the inputs only."""

    def first_changed(x, place, rng):
        other = x.copy()
        other[place, 0] = rng.normal()
        return other

    return experiment(attend, n, d, rng, range(1, n), change=first_changed)


@misconception(
    "leaks_future", "Order matters to sound functions too. What must stay as it is when only later inputs change?"
)
def leak_sees_whether_order_matters(attend, n, d, rng):
    """It turns the whole input round and looks whether the outputs turn with it: that asks for symmetry."""
    x = rng.normal(size=(n, d))
    return bool(np.abs(attend(x[::-1]) - attend(x)[::-1]).max() > 1e-8)


@misconception(
    "leaks_future",
    "A weight of 0 hides any number, but 0 times NaN is NaN: sound attention looks guilty. Change to other numbers.",
)
def leak_by_nan(attend, n, d, rng):
    """It puts NaN into the future and looks for NaN in the past: that accuses a weight of 0 too."""

    def lost(x, place, rng):
        other = x.copy()
        other[place:] = np.nan
        return other

    x = rng.normal(size=(n, d))
    return any(bool(np.isnan(attend(lost(x, i, rng))[:i]).any()) for i in range(1, n))


# ---------------------------------------------------------------------- KeyValueCache


class Pairs:
    """A right cache, of which each misconception changes one thing."""

    def __init__(self):
        self.keys, self.values = [], []

    def append(self, k, v):
        self.keys.append(np.array(k))
        self.values.append(np.array(v))

    def weights(self, q):
        return softmax(np.stack(self.keys) @ q / np.sqrt(len(q)))

    def attend(self, q):
        weights = self.weights(q)
        return weights @ np.stack(self.values), weights

    def __len__(self):
        return len(self.keys)


@misconception("KeyValueCache", "Compare with causal attention: its scores are divided. By what?")
class cache_not_scaled(Pairs):
    """It does not divide the scores by the root of d_k."""

    def weights(self, q):
        return softmax(np.stack(self.keys) @ q)


@misconception("KeyValueCache", "Over which dimension do the dot products sum? Its size belongs under the root.")
class cache_scaled_by_its_length(Pairs):
    """It divides the scores by the root of the number of tokens."""

    def weights(self, q):
        return softmax(np.stack(self.keys) @ q / np.sqrt(len(self.keys)))


@misconception("KeyValueCache", "Over which dimension do the dot products sum? Its size belongs under the root.")
class cache_scaled_by_d_v(Pairs):
    """It divides the scores by the root of the size of a value."""

    def weights(self, q):
        return softmax(np.stack(self.keys) @ q / np.sqrt(len(self.values[0])))


@misconception("KeyValueCache", "The factor is the square root of d_k, not d_k itself.")
class cache_divides_by_d_k(Pairs):
    """It divides the scores by d_k itself, not by its root."""

    def weights(self, q):
        return softmax(np.stack(self.keys) @ q / len(q))


@misconception("KeyValueCache", "The token at hand sees itself too. Is its key in your scores?")
class cache_leaves_out_the_newest(Pairs):
    """It leaves out the newest pair: the token does not see itself."""

    def attend(self, q):
        weights = softmax(np.stack(self.keys[:-1]) @ q / np.sqrt(len(q))) if len(self.keys) > 1 else np.ones(1)
        return weights @ np.stack(self.values)[: len(weights)], weights


@misconception("KeyValueCache", "Append three pairs and ask for `len`. What happened to the first?")
class cache_keeps_the_newest_only(Pairs):
    """It keeps the newest pair only: every `append` replaces the one before."""

    def append(self, k, v):
        self.keys, self.values = [np.array(k)], [np.array(v)]


@misconception(
    "KeyValueCache", "Weight i belongs to the i-th token, in the order in which they came. Which is your first?"
)
class cache_newest_first(Pairs):
    """It puts the newest pair in front: the weights come in the opposite order."""

    def append(self, k, v):
        self.keys.insert(0, np.array(k))
        self.values.insert(0, np.array(v))


@misconception("KeyValueCache", "A query meets keys; values are what is averaged. Which is which in yours?")
class cache_swaps_keys_and_values(Pairs):
    """It takes the values for keys and the keys for values, which fails where their sizes differ."""

    def attend(self, q):
        weights = softmax(np.stack(self.values) @ q / np.sqrt(len(q)))
        return weights @ np.stack(self.keys), weights


@misconception("KeyValueCache", "What is averaged are the values. Which list did you average?")
class cache_averages_keys(Pairs):
    """It averages the keys, not the values."""

    def attend(self, q):
        weights = self.weights(q)
        return weights @ np.stack(self.keys), weights


@misconception("KeyValueCache", "Two results are asked for: the output, and the weights that made it.")
class cache_returns_only_the_output(Pairs):
    """It returns the output without the weights."""

    def attend(self, q):
        return super().attend(q)[0]


@misconception("KeyValueCache", "The output comes first, then the weights.")
class cache_weights_first(Pairs):
    """It returns the weights first."""

    def attend(self, q):
        return super().attend(q)[::-1]


@misconception("KeyValueCache", "One query gives one output: shape (d_v,), and weights (t,). What are your shapes?")
class cache_keeps_an_axis_for_the_query(Pairs):
    """It keeps an axis of size 1 for the query: output (1, d_v), weights (1, t)."""

    def attend(self, q):
        return tuple(part[np.newaxis] for part in super().attend(q))


@misconception(
    "KeyValueCache", "Two things: one query gives an output of shape (d_v,); and its scores are divided. By what?"
)
class cache_keeps_an_axis_and_is_not_scaled(Pairs):
    """It keeps an axis of size 1 for the query, and does not scale the scores."""

    def attend(self, q):
        weights = softmax(np.stack(self.keys) @ q)
        return (weights @ np.stack(self.values))[np.newaxis], weights[np.newaxis]


@misconception("KeyValueCache", "What do the weights sum to? Something is missing between scores and output.")
class cache_without_softmax(Pairs):
    """It averages with the scores themselves: the softmax is missing."""

    def weights(self, q):
        return np.stack(self.keys) @ q / np.sqrt(len(q))


@misconception("KeyValueCache", "Large scores overflow `exp`. Your `softmax` of Lab 1 avoids that: use it.")
class cache_overflows(Pairs):
    """It takes `exp` of the scores as they are: huge ones become infinite."""

    def weights(self, q):
        exponentials = np.exp(np.stack(self.keys) @ q / np.sqrt(len(q)))
        return exponentials / exponentials.sum()


@misconception("KeyValueCache", "Does the query change the weights? Attend with two different ones.")
class cache_averages_equally(Pairs):
    """It gives all tokens the same weight, whatever the query."""

    def weights(self, q):
        return np.full(len(self.keys), 1 / len(self.keys))


@misconception("KeyValueCache", "Attention mixes all values. Is your output one of them?")
class cache_takes_the_best(Pairs):
    """It takes the value of the best key alone."""

    def weights(self, q):
        return np.eye(len(self.keys))[np.argmax(np.stack(self.keys) @ q)]


@misconception("KeyValueCache", "Append one pair: `len` must be 1. What did you count?")
class cache_counts_keys_and_values(Pairs):
    """Its `len` counts keys and values together: twice the number of tokens."""

    def __len__(self):
        return 2 * len(self.keys)


@misconception("KeyValueCache", "Append one pair: `len` must be 1. What did you count?")
class cache_counts_features(Pairs):
    """Its `len` is the number of features of a key, not of tokens."""

    def __len__(self):
        return len(self.keys[0]) if self.keys else 0


@misconception("KeyValueCache", "`len` of a new cache is 0, and each `append` adds 1. What adds 1 to yours?")
class cache_counts_one_too_many(Pairs):
    """Its `len` is one too large."""

    def __len__(self):
        return len(self.keys) + 1


@misconception("KeyValueCache", "`len` of a new cache is 0, and each `append` adds 1. Does yours grow?")
class cache_counts_nothing(Pairs):
    """Its `len` stays 0."""

    def __len__(self):
        return 0


@misconception(
    "KeyValueCache", "Attending only reads: `len` and the next answer stay as they were. What does yours add?"
)
class cache_keeps_the_query(Pairs):
    """Attending adds the query as one more pair: the cache grows by being asked."""

    def attend(self, q):
        answer = super().attend(q)
        self.append(q, answer[0])
        return answer


@misconception(
    "KeyValueCache", "Attending only reads: ask twice, and the answers must agree. What does yours take out?"
)
class cache_forgets_when_asked(Pairs):
    """Attending empties the cache."""

    def attend(self, q):
        answer = super().attend(q)
        self.keys, self.values = [], []
        return answer


@misconception("KeyValueCache", "A pair that is appended after you attended: does it get any weight the next time?")
class cache_goes_stale(Pairs):
    """It puts the keys together once, when first asked: later pairs are never seen."""

    table = None

    def attend(self, q):
        if self.table is None:
            self.table = np.stack(self.keys), np.stack(self.values)
        weights = softmax(self.table[0] @ q / np.sqrt(len(q)))
        return weights @ self.table[1], weights


@misconception("KeyValueCache", "All tokens so far are seen, however many. How far back does yours look?")
class cache_with_a_window_of_two(Pairs):
    """It looks at the two newest pairs only."""

    def attend(self, q):
        weights = softmax(np.stack(self.keys[-2:]) @ q / np.sqrt(len(q)))
        return weights @ np.stack(self.values[-2:]), weights


@misconception("KeyValueCache", "All tokens so far are seen. Is the first among them in yours?")
class cache_starts_with_the_second(Pairs):
    """It leaves out the first pair as soon as there is a second."""

    def attend(self, q):
        first = min(1, len(self.keys) - 1)
        weights = softmax(np.stack(self.keys[first:]) @ q / np.sqrt(len(q)))
        return weights @ np.stack(self.values[first:]), weights


@misconception("KeyValueCache", "Fractions must survive. Which kind of number does your array hold?")
class cache_of_whole_numbers(Pairs):
    """It keeps whole numbers: fractions are cut off."""

    def append(self, k, v):
        super().append(np.asarray(k).astype(int), np.asarray(v).astype(int))


@misconception("KeyValueCache", "The weights have one number for each token so far: (t,). How many has yours?")
class cache_pads_the_weights(Pairs):
    """It returns weights for sixteen places, also those that are empty."""

    def attend(self, q):
        output, weights = super().attend(q)
        return output, np.concatenate([weights, np.zeros(16 - len(weights))])


@misconception(
    "KeyValueCache", "An empty place has a score of 0, and exp(0) is 1. Only the tokens so far may get weight."
)
class cache_attends_to_empty_places(Pairs):
    """It reserves sixteen places of zeros and attends to the empty ones too."""

    def attend(self, q):
        empty = 16 - len(self.keys)
        keys = np.concatenate([np.stack(self.keys), np.zeros((empty, len(q)))])
        values = np.concatenate([np.stack(self.values), np.zeros((empty, len(self.values[0])))])
        weights = softmax(keys @ q / np.sqrt(len(q)))
        return weights @ values, weights


@misconception(
    "KeyValueCache",
    "Print the query before and after the call. An operator with `=` behind it writes into the caller's array.",
    raises_at=r"/=|\*=|out=",
)
class cache_divides_callers_query(Pairs):
    """It divides the query in place, so the caller's query changes."""

    def weights(self, q):
        q /= np.sqrt(len(q))
        return softmax(np.stack(self.keys) @ q)


@misconception(
    "KeyValueCache", "Fractions of whole numbers must survive. Which kind of number does the array of your output hold?"
)
class cache_output_like_the_values(Pairs):
    """Its output has the type of the values: for whole numbers, fractions are cut off."""

    def attend(self, q):
        output, weights = super().attend(q)
        return output.astype(self.values[0].dtype), weights
