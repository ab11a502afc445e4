"""Named wrong implementations of the tasks of Lab 5, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import numpy as np

from attn_course.attention.additive import (
    additive_attention,
    additive_scores,
    attention_decoder_step,
    attention_entropy,
    gru_step,
    sigmoid,
)
from attn_course.attention.scaled_dot_product import softmax
from attn_course.checking import misconception

# ---------------------------------------------------------------------- additive_scores


def sums(query, keys, W_q, W_k):
    """Return what goes into the tanh, (..., n, d_a)."""
    return (query @ W_q)[..., np.newaxis, :] + keys @ W_k


@misconception(
    "additive_scores",
    "Multiply v by 10: your scores stay between -1 and 1, and no key can stand out. The tanh belongs to each hidden "
    "unit, before v weighs them.",
)
def tanh_after_v(query, keys, W_q, W_k, v):
    """It takes the tanh of the finished score, outside the sum over the hidden units."""
    return np.tanh(sums(query, keys, W_q, W_k) @ v)


@misconception(
    "additive_scores",
    "Without a bend in it, the query adds the same to every score, and a softmax takes that away again: the query could "
    "not choose. What makes the hidden layer bend?",
)
def no_tanh(query, keys, W_q, W_k, v):
    """It leaves the tanh out: the score is a sum of two linear parts."""
    return sums(query, keys, W_q, W_k) @ v


@misconception(
    "additive_scores",
    "A hidden unit should see query and key together. In yours, does the part of the query differ from key to key?",
)
def tanh_of_each_part(query, keys, W_q, W_k, v):
    """It takes the tanh of both projections on their own and adds afterwards."""
    return (np.tanh(query @ W_q)[..., np.newaxis, :] + np.tanh(keys @ W_k)) @ v


@misconception("additive_scores", "Both parts go into the tanh, the key's too.")
def tanh_of_the_query_alone(query, keys, W_q, W_k, v):
    """It takes the tanh of the query's projection only, and adds the key's afterwards."""
    return (np.tanh(query @ W_q)[..., np.newaxis, :] + keys @ W_k) @ v


@misconception("additive_scores", "Both parts go into the tanh, the query's too.")
def tanh_of_the_keys_alone(query, keys, W_q, W_k, v):
    """It takes the tanh of the keys' projection only, and adds the query's afterwards."""
    return ((query @ W_q)[..., np.newaxis, :] + np.tanh(keys @ W_k)) @ v


@misconception("additive_scores", "First project and add, then bend. In which order do yours come?")
def tanh_before_the_projections(query, keys, W_q, W_k, v):
    """It takes the tanh of query and keys before they are projected."""
    return sums(np.tanh(query), np.tanh(keys), W_q, W_k) @ v


@misconception("additive_scores", "There is one tanh, inside. The score itself may be as large as v makes it.")
def tanh_twice(query, keys, W_q, W_k, v):
    """It takes the tanh of the hidden units and that of the score as well."""
    return np.tanh(additive_scores(query, keys, W_q, W_k, v))


@misconception("additive_scores", "A key should get one number. What makes one of d_a hidden units?")
def no_v(query, keys, W_q, W_k, v):
    """It returns the hidden units, (..., n, d_a), without v."""
    return np.tanh(sums(query, keys, W_q, W_k))


@misconception("additive_scores", "Double v: your scores do not change. What is v for?")
def sum_of_hidden_units(query, keys, W_q, W_k, v):
    """It adds the hidden units up, as if v were all ones."""
    return np.tanh(sums(query, keys, W_q, W_k)).sum(axis=-1)


@misconception("additive_scores", "Double v: your scores do not change. What is v for?")
def mean_of_hidden_units(query, keys, W_q, W_k, v):
    """It takes the mean of the hidden units and never uses v."""
    return np.tanh(sums(query, keys, W_q, W_k)).mean(axis=-1)


@misconception("additive_scores", "A dot product multiplies and then adds up. How many numbers has each key in yours?")
def v_times_units_not_added(query, keys, W_q, W_k, v):
    """It multiplies the hidden units by v, (..., n, d_a), and does not add them up."""
    return np.tanh(sums(query, keys, W_q, W_k)) * v


@misconception("additive_scores", "A dot product adds up; a mean divides by the number of hidden units as well.")
def mean_of_weighted_units(query, keys, W_q, W_k, v):
    """It takes the mean of the weighted hidden units, not their sum."""
    return additive_scores(query, keys, W_q, W_k, v) / len(v)


@misconception("additive_scores", "The name says how the two projections come together.")
def product_of_projections(query, keys, W_q, W_k, v):
    """It multiplies the two projections inside the tanh instead of adding them."""
    return np.tanh((query @ W_q)[..., np.newaxis, :] * (keys @ W_k)) @ v


@misconception("additive_scores", "The two projections are added. Exchange the signs: what does a minus do to yours?")
def difference_of_projections(query, keys, W_q, W_k, v):
    """It subtracts the keys' projection from the query's."""
    return np.tanh(sums(query, -keys, W_q, W_k)) @ v


@misconception("additive_scores", "There is one number for each key: shape (..., n), without another axis.")
def scores_with_an_axis_of_one(query, keys, W_q, W_k, v):
    """It leaves an axis of length 1 at the end, (..., n, 1)."""
    return additive_scores(query, keys, W_q, W_k, v)[..., np.newaxis]


@misconception("additive_scores", "These are the weights. The softmax comes in the next task.")
def scores_after_softmax(query, keys, W_q, W_k, v):
    """It returns the softmax of the scores."""
    return softmax(additive_scores(query, keys, W_q, W_k, v))


@misconception("additive_scores", "Additive attention has no root in it: the tanh keeps the hidden units small.")
def scores_divided_by_a_root(query, keys, W_q, W_k, v):
    """It divides the scores by the root of d_a, as dot products are."""
    return additive_scores(query, keys, W_q, W_k, v) / np.sqrt(len(v))


@misconception("additive_scores", "The hidden units are bent by a tanh: they may be negative. Are yours?")
def sigmoid_for_tanh(query, keys, W_q, W_k, v):
    """It bends the hidden units by a sigmoid, to numbers from 0 to 1."""
    return sigmoid(sums(query, keys, W_q, W_k)) @ v


@misconception("additive_scores", "The hidden units are bent by a tanh: they may be negative. Are yours?")
def relu_for_tanh(query, keys, W_q, W_k, v):
    """It cuts the hidden units off at 0 instead of bending them by a tanh."""
    return np.maximum(sums(query, keys, W_q, W_k), 0) @ v


@misconception(
    "additive_scores",
    "W_q has a row for each feature of the query, W_k one for each feature of a key. Which matrix meets which vector?",
    raises_at=r"W_[qk]",
)
def exchanged_matrices(query, keys, W_q, W_k, v):
    """It multiplies the query by W_k and the keys by W_q: silent where both have the same size."""
    return np.tanh((query @ W_k)[..., np.newaxis, :] + keys @ W_q) @ v


@misconception(
    "additive_scores",
    "Vectors are rows here: x @ W, with a row of W for each feature of x. Which way round do you multiply?",
    raises_at=r"\.T",
)
def transposed_matrices(query, keys, W_q, W_k, v):
    """It multiplies by the transposed matrices, x @ W.T: silent where they are square."""
    return np.tanh((query @ W_q.T)[..., np.newaxis, :] + keys @ W_k.T) @ v


@misconception(
    "additive_scores",
    "The paper has columns, W s; this lab has rows, s W. Is W_q @ query the same as query @ W_q?",
    raises_at=r"W_q( @|, query)",
)
def matrix_before_the_query(query, keys, W_q, W_k, v):
    """It multiplies W_q @ query, as for columns: silent where W_q is square."""
    return np.tanh((W_q @ query)[..., np.newaxis, :] + keys @ W_k) @ v


@misconception(
    "additive_scores",
    "In a batch, each sample's query meets each of that sample's keys. Write both shapes down: (batch, d_a) and (batch, "
    "n, d_a). Which axis is missing?",
    raises_at=r"\+|add|tanh",
)
def query_without_an_axis_for_the_keys(query, keys, W_q, W_k, v):
    """It adds (..., d_a) to (..., n, d_a) as they are: right without leading axes only."""
    return np.tanh(query @ W_q + keys @ W_k) @ v


@misconception(
    "additive_scores",
    "Keys are the last axis but one, behind any number of leading axes. Do you need their sizes at all?",
    raises_at=r"\.shape",
)
def scores_unpack_two_sizes(query, keys, W_q, W_k, v):
    """It unpacks `keys.shape` into two sizes: right without leading axes only."""
    n, d_k = keys.shape
    return np.array([np.tanh(query @ W_q + keys[j] @ W_k) @ v for j in range(n)])


@misconception(
    "additive_scores",
    "There may be no batch at all, or two leading axes. Count axes from the end.",
    raises_at=r"\.shape|\[:, ",
)
def scores_unpack_three_sizes(query, keys, W_q, W_k, v):
    """It unpacks `keys.shape` into three sizes: right with exactly one leading axis only."""
    batch, n, d_k = keys.shape
    return additive_scores(query, keys, W_q, W_k, v)


@misconception("additive_scores", "Change the query alone: your scores stay as they were.")
def scores_without_the_query(query, keys, W_q, W_k, v):
    """It uses the keys alone."""
    return np.tanh(keys @ W_k) @ v


@misconception("additive_scores", "All your scores of one query are equal: where do the keys come in?")
def scores_without_the_keys(query, keys, W_q, W_k, v):
    """It uses the query alone: every key gets the same score."""
    return np.repeat((np.tanh(query @ W_q) @ v)[..., np.newaxis], keys.shape[-2], axis=-1)


@misconception(
    "additive_scores",
    "That is the dot product of Lab 1. Where are W_q, W_k and v, and what if query and keys have different sizes?",
    raises_at=r"@|dot|einsum|matmul|sum",
)
def plain_dot_product(query, keys, W_q, W_k, v):
    """It takes dot products of the query and the keys: no parameters, no hidden layer."""
    return (keys @ query[..., np.newaxis])[..., 0]


@misconception(
    "additive_scores", "That is multiplicative attention. Here the projections are added, bent, and weighed by v."
)
def dot_product_of_projections(query, keys, W_q, W_k, v):
    """It takes dot products of the projected query and the projected keys."""
    return (keys @ W_k @ (query @ W_q)[..., np.newaxis])[..., 0]


@misconception("additive_scores", "The sum runs over the hidden units, the last axis. Over which does yours run?")
def sum_over_the_keys(query, keys, W_q, W_k, v):
    """It adds up over the keys instead of the hidden units, (..., d_a)."""
    return (np.tanh(sums(query, keys, W_q, W_k)) * v).sum(axis=-2)


@misconception("additive_scores", "In a batch axis 1 is not the hidden units. Count axes from the end.")
def sum_over_axis_one(query, keys, W_q, W_k, v):
    """It adds up over axis 1, which is the hidden units only if there is no leading axis."""
    return (np.tanh(sums(query, keys, W_q, W_k)) * v).sum(axis=1)


@misconception(
    "additive_scores", "Whole numbers in, fractions out: an array made like the keys keeps whole numbers only."
)
def scores_like_the_keys(query, keys, W_q, W_k, v):
    """It fills an array that has the keys' type: with whole numbers every fraction is cut off."""
    scores = np.zeros_like(keys[..., 0])
    scores[...] = additive_scores(query, keys, W_q, W_k, v)
    return scores


@misconception("additive_scores", "v weighs as it is. Double it: do your scores double?")
def v_of_length_one(query, keys, W_q, W_k, v):
    """It scales v to length 1 first, as a later variant ("normed Bahdanau") does."""
    return additive_scores(query, keys, W_q, W_k, v / np.linalg.norm(v))


@misconception(
    "additive_scores", "Scores may be negative, and the largest need not be 0: the softmax will see to that."
)
def scores_minus_their_maximum(query, keys, W_q, W_k, v):
    """It subtracts the largest score, as a softmax does inside."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return scores - scores.max(axis=-1, keepdims=True)


@misconception("additive_scores", "The exponential belongs to the softmax, in the next task.")
def exponentials_of_scores(query, keys, W_q, W_k, v):
    """It returns the exponentials of the scores."""
    return np.exp(additive_scores(query, keys, W_q, W_k, v))


@misconception(
    "additive_scores",
    "There may be no batch at all, or two leading axes. Count from the end: where does the axis of the keys belong?",
    raises_at=r"expand_dims|\[:, (None|np\.newaxis)|\+|tanh",
)
def axis_at_place_one(query, keys, W_q, W_k, v):
    """It gives the query's part its new axis at place 1: right with exactly one leading axis only."""
    return np.tanh(np.expand_dims(query @ W_q, 1) + keys @ W_k) @ v


@misconception(
    "additive_scores",
    "Hidden units lie along the last axis, in both parts. Where did those of the query go in yours?",
    raises_at=r"expand_dims|None|newaxis|\+|tanh",
)
def axis_behind_the_units(query, keys, W_q, W_k, v):
    """It gives the query's part its new axis behind the hidden units, (..., d_a, 1)."""
    return np.tanh((query @ W_q)[..., np.newaxis] + keys @ W_k) @ v


@misconception(
    "additive_scores",
    "Side by side, the first features meet the first rows. Are vectors and matrices put together in the same order?",
)
def joined_in_another_order(query, keys, W_q, W_k, v):
    """It joins [query; key], but puts W_k above W_q: silent, as there are as many rows as features."""
    repeated = np.broadcast_to(query[..., np.newaxis, :], (*keys.shape[:-1], query.shape[-1]))
    return np.tanh(np.concatenate([repeated, keys], axis=-1) @ np.concatenate([W_k, W_q])) @ v


# ---------------------------------------------------------------------- additive_attention


def masked(scores, mask):
    """Hide what the mask hides."""
    return scores if mask is None else np.where(mask, scores, -np.inf)


def averaged(weights, values):
    """Return the context of these weights, with them."""
    return (weights[..., np.newaxis] * values).sum(axis=-2), weights


@misconception(
    "additive_attention",
    "All your weights are 1: a softmax over a single number always is. Over which axis should they sum to one?",
)
def softmax_over_an_axis_of_one(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the softmax over an axis of length 1, so that every weight is 1 and the context a sum."""
    scores = masked(additive_scores(query, keys, W_q, W_k, v), mask)
    return averaged(np.where(np.isfinite(scores), 1.0, np.nan), values)


@misconception(
    "additive_attention",
    "All your weights are 1: a softmax over a single number always is. Over which axis should they sum to one?",
)
def softmax_over_an_axis_of_one_mask_afterwards(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the softmax over an axis of length 1: every weight that the mask leaves is 1."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(np.ones(scores.shape) if mask is None else np.ones(scores.shape) * mask, values)


@misconception("additive_attention", "In a batch axis 0 holds the samples. The weights of one sample sum to one.")
def softmax_over_axis_zero(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the softmax over axis 0, which holds the keys only if there is no leading axis."""
    return averaged(softmax(masked(additive_scores(query, keys, W_q, W_k, v), mask), axis=0), values)


@misconception("additive_attention", "In a batch axis 0 holds the samples. The weights of one sample sum to one.")
def softmax_over_axis_zero_of_low_scores(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the softmax over axis 0, after it set hidden scores to -1e9: right without leading axes only."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(scores if mask is None else np.where(mask, scores, -1e9), axis=0), values)


@misconception(
    "additive_attention",
    "Each sample has weights of its own, which sum to one. What do all weights of your batch sum to?",
)
def softmax_over_everything(query, keys, values, W_q, W_k, v, mask=None):
    """It divides by the sum over all samples: right without leading axes only."""
    scores = masked(additive_scores(query, keys, W_q, W_k, v), mask)
    exponentials = np.exp(scores - scores.max())
    return averaged(exponentials / exponentials.sum(), values)


@misconception("additive_attention", "Weights are not negative and sum to one. What turns scores into such numbers?")
def scores_for_weights(query, keys, values, W_q, W_k, v, mask=None):
    """It averages with the scores themselves, without a softmax; hidden ones count as 0."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(scores if mask is None else np.where(mask, scores, 0.0), values)


@misconception("additive_attention", "Return the weights with which you averaged: not negative, and summing to one.")
def scores_returned_with_the_context(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the scores in the place of the weights; the context is right."""
    scores = masked(additive_scores(query, keys, W_q, W_k, v), mask)
    return averaged(softmax(scores), values)[0], scores


@misconception(
    "additive_attention", "Scores may be negative: divided by their sum they are no weights. Which function is missing?"
)
def scores_divided_by_their_sum(query, keys, values, W_q, W_k, v, mask=None):
    """It divides the scores by their sum, without an exponential."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    scores = scores if mask is None else np.where(mask, scores, 0.0)
    return averaged(scores / scores.sum(axis=-1, keepdims=True), values)


@misconception("additive_attention", "In this course True means: may be attended to. Which keys did you hide?")
def attention_mask_turned_round(query, keys, values, W_q, W_k, v, mask=None):
    """It hides the keys where the mask is True."""
    return additive_attention(query, keys, values, W_q, W_k, v, None if mask is None else ~mask)


@misconception("additive_attention", "Print the weights under a mask: what should stand at a hidden key?")
def attention_without_the_mask(query, keys, values, W_q, W_k, v, mask=None):
    """It never uses the mask."""
    return additive_attention(query, keys, values, W_q, W_k, v)


@misconception("additive_attention", "The exponential of 0 is 1, not 0. Which score has an exponential of 0?")
def hidden_scores_are_zero(query, keys, values, W_q, W_k, v, mask=None):
    """It sets hidden scores to 0, as a product with the mask does."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(scores if mask is None else scores * mask), values)


@misconception("additive_attention", "Is exp(-10) zero? Scores depend on v and may be as low as that themselves.")
def hidden_scores_are_minus_ten(query, keys, values, W_q, W_k, v, mask=None):
    """It sets hidden scores to -10, which is not low enough."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(scores if mask is None else np.where(mask, scores, -10.0)), values)


@misconception(
    "additive_attention", "True counts as 1 in a sum: what does that do to a hidden score, and to a visible one?"
)
def mask_added_to_the_scores(query, keys, values, W_q, W_k, v, mask=None):
    """It adds the mask to the scores: 1 where a key may be seen, 0 where it may not."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(scores if mask is None else scores + mask), values)


@misconception(
    "additive_attention", "Under a mask your weights sum to less than one. Hide before the softmax, not after it."
)
def mask_after_the_softmax(query, keys, values, W_q, W_k, v, mask=None):
    """It sets weights to 0 after the softmax: what is left does not sum to one."""
    weights = softmax(additive_scores(query, keys, W_q, W_k, v))
    return averaged(weights if mask is None else weights * mask, values)


@misconception(
    "additive_attention",
    "A key that is hidden should take nothing away from the others. What do the visible weights sum to?",
)
def mask_on_the_values(query, keys, values, W_q, W_k, v, mask=None):
    """It sets hidden values to 0, while their keys keep their weights."""
    weights = softmax(additive_scores(query, keys, W_q, W_k, v))
    seen = values if mask is None else np.where(mask[..., np.newaxis], values, 0.0)
    return averaged(weights, seen)


@misconception(
    "additive_attention", "Zero times infinity is not 0 but NaN. Choose with `np.where` instead of multiplying."
)
def mask_times_infinity(query, keys, values, W_q, W_k, v, mask=None):
    """It adds minus infinity times 0 or 1, which is NaN wherever a key may be seen."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(scores if mask is None else scores + ~mask * -np.inf), values)


@misconception(
    "additive_attention",
    "An array of several booleans has no truth value of its own. How do you ask whether a mask was given at all?",
    raises_at=r"if (not )?mask|mask or |mask and |mask ==|mask !=",
)
def truth_value_of_the_mask(query, keys, values, W_q, W_k, v, mask=None):
    """It asks `if mask:` instead of `if mask is not None:`."""
    return additive_attention(query, keys, values, W_q, W_k, v, mask if mask else None)


@misconception("additive_attention", "Both are right. Which one is asked for first?")
def weights_then_context(query, keys, values, W_q, W_k, v, mask=None):
    """It returns (weights, context)."""
    return additive_attention(query, keys, values, W_q, W_k, v, mask)[::-1]


@misconception("additive_attention", "Two results are asked for: the context, then the weights.")
def context_alone(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the context without the weights."""
    return additive_attention(query, keys, values, W_q, W_k, v, mask)[0]


@misconception("additive_attention", "Two results are asked for: the context, then the weights.")
def weights_alone(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the weights without the context."""
    return additive_attention(query, keys, values, W_q, W_k, v, mask)[1]


@misconception("additive_attention", "Keys are compared, values are averaged. What did you average?")
def average_of_the_keys(query, keys, values, W_q, W_k, v, mask=None):
    """It averages the keys, not the values."""
    return additive_attention(query, keys, keys, W_q, W_k, v, mask)


@misconception(
    "additive_attention",
    "Keys are compared with the query, values are not. W_k has a row for each feature of a key.",
    raises_at=r"additive_scores|W_k",
)
def values_for_keys(query, keys, values, W_q, W_k, v, mask=None):
    """It compares the values with the query and averages the keys."""
    return additive_attention(query, values, keys, W_q, W_k, v, mask)


@misconception(
    "additive_attention",
    "exp overflows above about 709, and v may be large. A softmax does not change if the largest score is subtracted.",
)
def attention_that_overflows(query, keys, values, W_q, W_k, v, mask=None):
    """It takes exponentials without subtracting the largest score: large scores give infinity / infinity."""
    exponentials = np.exp(masked(additive_scores(query, keys, W_q, W_k, v), mask))
    return averaged(exponentials / exponentials.sum(axis=-1, keepdims=True), values)


@misconception("additive_attention", "The weights sum to one already: adding up is the average.")
def context_divided_by_n(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the mean of the weighted values, which divides by n once more."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context / keys.shape[-2], weights


@misconception("additive_attention", "One vector is asked for. You weighed the values: what is missing?")
def weighted_values_not_added(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the weighted values, (..., n, d_v), without adding them up."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return weights[..., np.newaxis] * values, weights


@misconception("additive_attention", "The context has one number for each feature of the values: add up over the keys.")
def added_over_the_features(query, keys, values, W_q, W_k, v, mask=None):
    """It adds the weighted values up over their features, (..., n), and not over the keys."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return (weights[..., np.newaxis] * values).sum(axis=-1), weights


@misconception("additive_attention", "In a batch axis 0 holds the samples, not the keys. Count axes from the end.")
def added_over_axis_zero(query, keys, values, W_q, W_k, v, mask=None):
    """It adds the weighted values up over axis 0: right without leading axes only."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return (weights[..., np.newaxis] * values).sum(axis=0), weights


@misconception("additive_attention", "The keys are the last axis but one, however many stand before it.")
def added_over_axis_one(query, keys, values, W_q, W_k, v, mask=None):
    """It adds the weighted values up over axis 1: right with exactly one leading axis only."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return (weights[..., np.newaxis] * values).sum(axis=1), weights


@misconception(
    "additive_attention",
    "In a batch `@` takes your weights (batch, n) for one matrix: each sample's weights meet every sample's values. How "
    "do you make a row of each sample's weights?",
    raises_at=r"@|matmul|dot",
)
def every_samples_weights_meet_all_values(query, keys, values, W_q, W_k, v, mask=None):
    """It multiplies `weights @ values` as they are: right without leading axes only."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return weights @ values, weights


@misconception("additive_attention", "One vector for each query: shape (..., d_v), without an axis of length 1.")
def context_with_an_axis_of_one(query, keys, values, W_q, W_k, v, mask=None):
    """It leaves an axis of length 1 in the context, (..., 1, d_v)."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context[..., np.newaxis, :], weights


@misconception("additive_attention", "One weight for each key: shape (..., n), without another axis.")
def weights_with_an_axis_of_one(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the weights with an axis of length 1 at the end, (..., n, 1)."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context, weights[..., np.newaxis]


@misconception("additive_attention", "One weight for each key: shape (..., n), without another axis.")
def weights_with_an_axis_of_one_before(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the weights with an axis of length 1 before the keys, (..., 1, n)."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context, weights[..., np.newaxis, :]


@misconception("additive_attention", "Additive attention has no root in it: the tanh keeps the hidden units small.")
def attention_divided_by_a_root(query, keys, values, W_q, W_k, v, mask=None):
    """It divides the scores by the root of d_a."""
    return additive_attention(query, keys, values, W_q, W_k, v / np.sqrt(len(v)), mask)


@misconception("additive_attention", "A root of d_k belongs to dot products: this score is not one.")
def attention_divided_by_the_root_of_the_keys(query, keys, values, W_q, W_k, v, mask=None):
    """It divides the scores by the root of the keys' size."""
    return additive_attention(query, keys, values, W_q, W_k, v / np.sqrt(keys.shape[-1]), mask)


@misconception("additive_attention", "Attention is soft: every visible key gets some weight. How many do in yours?")
def attention_takes_the_best_key(query, keys, values, W_q, W_k, v, mask=None):
    """It gives the best key all the weight."""
    scores = masked(additive_scores(query, keys, W_q, W_k, v), mask)
    return averaged(np.eye(keys.shape[-2])[scores.argmax(axis=-1)], values)


@misconception("additive_attention", "The average is the context, as it is. What do large values become in yours?")
def context_after_tanh(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the tanh of the context."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return np.tanh(context), weights


@misconception("additive_attention", "One softmax makes weights of scores. What does a second one make of weights?")
def softmax_twice(query, keys, values, W_q, W_k, v, mask=None):
    """It takes the softmax of the weights once more; hidden ones stay hidden."""
    weights = masked(additive_attention(query, keys, values, W_q, W_k, v, mask)[1], mask)
    return averaged(softmax(weights), values)


@misconception(
    "additive_attention",
    "Whoever called your function still needs the values: work on a copy.",
    raises_at=r"\*=",
)
def values_weighted_in_place(query, keys, values, W_q, W_k, v, mask=None):
    """It multiplies the caller's own array of values by the weights, in place."""
    _, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    values *= weights[..., np.newaxis]
    return values.sum(axis=-2), weights


@misconception(
    "additive_attention", "Whole numbers in, fractions out: an array made like the values keeps whole numbers only."
)
def context_like_the_values(query, keys, values, W_q, W_k, v, mask=None):
    """It fills an array that has the values' type: with whole numbers every fraction is cut off."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context.astype(values.dtype), weights


@misconception("additive_attention", "In these weights v hardly counts. In which order come the tanh and v in a score?")
def attention_with_tanh_after_v(query, keys, values, W_q, W_k, v, mask=None):
    """It scores anew, with the tanh of the finished score."""
    return averaged(softmax(masked(np.tanh(sums(query, keys, W_q, W_k) @ v), mask)), values)


@misconception(
    "additive_attention", "Change the query alone: your weights stay as they were. What is missing in the score?"
)
def attention_without_tanh(query, keys, values, W_q, W_k, v, mask=None):
    """It scores anew, without a tanh."""
    return averaged(softmax(masked(sums(query, keys, W_q, W_k) @ v, mask)), values)


@misconception("additive_attention", "Double v: your weights stay as they were. What is v for?")
def attention_without_v(query, keys, values, W_q, W_k, v, mask=None):
    """It scores anew, with the plain sum of the hidden units."""
    return averaged(softmax(masked(np.tanh(sums(query, keys, W_q, W_k)).sum(axis=-1), mask)), values)


@misconception("additive_attention", "Every visible key should count by its score. What are the weights of yours?")
def attention_to_all_alike(query, keys, values, W_q, W_k, v, mask=None):
    """It averages all visible values alike, whatever the scores."""
    return averaged(softmax(masked(np.zeros(keys.shape[:-1]), mask)), values)


@misconception("additive_attention", "Return the weights with which you averaged: not negative, and summing to one.")
def plain_scores_returned_with_the_context(query, keys, values, W_q, W_k, v, mask=None):
    """It returns the scores, as they are without any mask, in the place of the weights; the context is right."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    return averaged(softmax(masked(scores, mask)), values)[0], scores


@misconception("additive_attention", "There is one query: neither the context nor the weights have an axis for more.")
def results_with_an_axis_of_one(query, keys, values, W_q, W_k, v, mask=None):
    """It leaves the axis that stood for the query in both results, (..., 1, d_v) and (..., 1, n)."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return context[..., np.newaxis, :], weights[..., np.newaxis, :]


@misconception("additive_attention", "A batch of one still has its axis, of length 1. Where did yours go?")
def attention_loses_axes_of_length_one(query, keys, values, W_q, W_k, v, mask=None):
    """It drops every axis of length 1, as `squeeze` does."""
    context, weights = additive_attention(query, keys, values, W_q, W_k, v, mask)
    return np.squeeze(context), np.squeeze(weights)


@misconception(
    "additive_attention",
    "One mask may serve all samples: it need not be as large as the scores. Which function chooses and broadcasts?",
    raises_at=r"mask",
)
def mask_as_large_as_the_scores(query, keys, values, W_q, W_k, v, mask=None):
    """It picks scores out by the mask, `scores[~mask]`, which must then have their shape."""
    scores = additive_scores(query, keys, W_q, W_k, v)
    if mask is not None:
        scores[~mask] = -np.inf
    return averaged(softmax(scores), values)


@misconception("additive_attention", "The mask is the caller's: turn a copy round.")
def mask_turned_round_in_place(query, keys, values, W_q, W_k, v, mask=None):
    """It turns the caller's own mask round, in place."""
    results = additive_attention(query, keys, values, W_q, W_k, v, mask)
    if mask is not None:
        np.logical_not(mask, out=mask)
    return results


# ---------------------------------------------------------------------- gru_step


def blocks(x, h, W_x, W_h, b):
    """Return the parts of input (with bias) and state, each for r, z and n."""
    return [*np.split(x @ W_x + b, 3, axis=-1), *np.split(h @ W_h, 3, axis=-1)]


def gates(x, h, W_x, W_h, b):
    """Return r, z and n."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    r = sigmoid(r_x + r_h)
    return r, sigmoid(z_x + z_h), np.tanh(n_x + r * n_h)


def reordered(order, x, h, W_x, W_h, b):
    """Take a step that reads the blocks in another order."""
    W_x, W_h, b = (np.concatenate([np.split(W, 3, axis=-1)[i] for i in order], axis=-1) for W in (W_x, W_h, b))
    return gru_step(x, h, W_x, W_h, b)


@misconception(
    "gru_step", "With z at 1 the old state should stay. What happens in yours? Some papers have it that way."
)
def update_gate_turned_round(x, h, W_x, W_h, b):
    """It exchanges z and 1 - z: where z is 1, the state is replaced."""
    _, z, n = gates(x, h, W_x, W_h, b)
    return z * n + (1 - z) * h


@misconception(
    "gru_step", "The reset gate weighs what came out of the product with W_hn. Where does it stand in yours?"
)
def reset_before_the_product(x, h, W_x, W_h, b):
    """It lets r act on the state before the product, (r h) W_hn, as the papers do, and not after it."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    d_h = h.shape[-1]
    n = np.tanh((x @ W_x + b)[..., 2 * d_h :] + (r * h) @ W_h[:, 2 * d_h :])
    return (1 - z) * n + z * h


@misconception("gru_step", "The first block of columns is that of r, then comes z. Which ones did you take?")
def blocks_z_r_n(x, h, W_x, W_h, b):
    """It reads the blocks in the order z, r, n."""
    return reordered([1, 0, 2], x, h, W_x, W_h, b)


@misconception("gru_step", "The blocks stand in the order r, z, n. Which ones did you take?")
def blocks_n_z_r(x, h, W_x, W_h, b):
    """It reads the blocks in the order n, z, r."""
    return reordered([2, 1, 0], x, h, W_x, W_h, b)


@misconception("gru_step", "The blocks stand in the order r, z, n. Which ones did you take?")
def blocks_r_n_z(x, h, W_x, W_h, b):
    """It reads the blocks in the order r, n, z."""
    return reordered([0, 2, 1], x, h, W_x, W_h, b)


@misconception("gru_step", "The blocks stand in the order r, z, n. Which ones did you take?")
def blocks_n_r_z(x, h, W_x, W_h, b):
    """It reads the blocks in the order n, r, z."""
    return reordered([1, 2, 0], x, h, W_x, W_h, b)


@misconception("gru_step", "The blocks stand in the order r, z, n. Which ones did you take?")
def blocks_z_n_r(x, h, W_x, W_h, b):
    """It reads the blocks in the order z, n, r."""
    return reordered([2, 0, 1], x, h, W_x, W_h, b)


@misconception("gru_step", "A block is d_h columns side by side. Which columns belong to r in yours?")
def blocks_column_by_column(x, h, W_x, W_h, b):
    """It deals the columns out in turn: r, z, n, r, z, n ..."""
    order = np.arange(3 * h.shape[-1]).reshape(-1, 3).T.ravel()
    return gru_step(x, h, W_x[:, order], W_h[:, order], b[order])


@misconception("gru_step", "`reshape` reads row by row: the blocks are columns. Which rows did yours mix?")
def blocks_by_reshape(x, h, W_x, W_h, b):
    """It reshapes the matrices to three of (d, d_h), which mixes rows and columns."""
    d_x, d_h = x.shape[-1], h.shape[-1]
    mixed_x = np.concatenate(list(W_x.reshape(3, d_x, d_h)), axis=-1)
    mixed_h = np.concatenate(list(W_h.reshape(3, d_h, d_h)), axis=-1)
    return gru_step(x, h, mixed_x, mixed_h, b)


@misconception("gru_step", "With x = 0 and h = 0 the biases alone should be left. What is left in yours?")
def no_bias(x, h, W_x, W_h, b):
    """It never uses b."""
    return gru_step(x, h, W_x, W_h, 0 * b)


@misconception("gru_step", "b has three blocks. Which of them do you use?")
def no_bias_in_the_candidate(x, h, W_x, W_h, b):
    """It leaves the candidate's bias out."""
    return gru_step(x, h, W_x, W_h, np.where(np.arange(len(b)) < 2 * h.shape[-1], b, 0))


@misconception("gru_step", "b has three blocks. Which of them do you use?")
def no_bias_in_the_gates(x, h, W_x, W_h, b):
    """It leaves the gates' biases out."""
    return gru_step(x, h, W_x, W_h, np.where(np.arange(len(b)) < 2 * h.shape[-1], 0, b))


@misconception("gru_step", "There is one bias, and it is added once.")
def bias_twice(x, h, W_x, W_h, b):
    """It adds b to the input's part and to the state's part as well."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    b_r, b_z, b_n = np.split(b, 3)
    r, z = sigmoid(r_x + r_h + b_r), sigmoid(z_x + z_h + b_z)
    return (1 - z) * np.tanh(n_x + r * (n_h + b_n)) + z * h


@misconception("gru_step", "The reset gate weighs what comes from the state, and the bias does not come from there.")
def bias_inside_the_reset(x, h, W_x, W_h, b):
    """It multiplies the candidate's bias by r too: x W_xn + r (h W_hn + b_n)."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    n_x, n_h, b_n = (np.split(part, 3, axis=-1)[2] for part in (x @ W_x, h @ W_h, b))
    return (1 - z) * np.tanh(n_x + r * (n_h + b_n)) + z * h


@misconception("gru_step", "The candidate lies between -1 and 1. How large can yours become?")
def candidate_without_tanh(x, h, W_x, W_h, b):
    """It leaves the candidate's tanh out."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    z = sigmoid(z_x + z_h)
    return (1 - z) * (n_x + sigmoid(r_x + r_h) * n_h) + z * h


@misconception("gru_step", "Gates are sigmoids, from 0 to 1; the candidate may be negative. Can yours?")
def candidate_by_sigmoid(x, h, W_x, W_h, b):
    """It squashes the candidate by a sigmoid, not by a tanh."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    z = sigmoid(z_x + z_h)
    return (1 - z) * sigmoid(n_x + sigmoid(r_x + r_h) * n_h) + z * h


@misconception(
    "gru_step", "A gate says how much passes: from 0, nothing, to 1, everything. What is the range of yours?"
)
def gates_without_sigmoid(x, h, W_x, W_h, b):
    """It uses the gates' sums as they are, without a sigmoid."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    r, z = r_x + r_h, z_x + z_h
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception(
    "gru_step", "A gate says how much passes: from 0, nothing, to 1, everything. What is the range of yours?"
)
def gates_by_tanh(x, h, W_x, W_h, b):
    """It squashes the gates by a tanh, to numbers from -1 to 1."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    r, z = np.tanh(r_x + r_h), np.tanh(z_x + z_h)
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception("gru_step", "A large positive sum should open a gate: sigmoid(50) is 1. What does yours give?")
def sigmoid_upside_down(x, h, W_x, W_h, b):
    """Its sigmoid has lost a minus sign, 1 / (1 + exp(x)): gates open where they should close."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    r, z = sigmoid(-r_x - r_h), sigmoid(-z_x - z_h)
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception(
    "gru_step",
    "exp overflows above about 709, and infinity divided by infinity is NaN. Which way of writing the sigmoid has only "
    "one exponential?",
)
def gates_that_overflow(x, h, W_x, W_h, b):
    """Its sigmoid is exp(x) / (1 + exp(x)), which is NaN for a large x."""
    r_x, z_x, n_x, r_h, z_h, n_h = blocks(x, h, W_x, W_h, b)
    r, z = (np.exp(s) / (1 + np.exp(s)) for s in (r_x + r_h, z_x + z_h))
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception("gru_step", "With r at 0 the candidate should forget the state. Does yours?")
def reset_gate_never_used(x, h, W_x, W_h, b):
    """It never uses the reset gate."""
    _, z, _ = gates(x, h, W_x, W_h, b)
    _, _, n_x, _, _, n_h = blocks(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(n_x + n_h) + z * h


@misconception("gru_step", "With r at 0 the candidate still sees the input. Does yours?")
def reset_of_everything(x, h, W_x, W_h, b):
    """It multiplies the input's part by r as well."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    _, _, n_x, _, _, n_h = blocks(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(r * (n_x + n_h)) + z * h


@misconception("gru_step", "The reset gate weighs what comes from the state. What does it weigh in yours?")
def reset_of_the_input(x, h, W_x, W_h, b):
    """It multiplies the input's part by r, and not the state's."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    _, _, n_x, _, _, n_h = blocks(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(r * n_x + n_h) + z * h


@misconception("gru_step", "r and z are two gates with columns of their own. Where did you use which?")
def update_gate_for_the_reset(x, h, W_x, W_h, b):
    """It uses z where r belongs."""
    _, z, _ = gates(x, h, W_x, W_h, b)
    _, _, n_x, _, _, n_h = blocks(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(n_x + z * n_h) + z * h


@misconception("gru_step", "r and z are two gates with columns of their own. Where did you use which?")
def reset_gate_for_the_update(x, h, W_x, W_h, b):
    """It uses r where z belongs."""
    r, _, n = gates(x, h, W_x, W_h, b)
    return (1 - r) * n + r * h


@misconception("gru_step", "What comes from the state goes through W_hn first.")
def candidate_without_the_states_matrix(x, h, W_x, W_h, b):
    """It adds r h to the candidate, without W_hn."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(blocks(x, h, W_x, W_h, b)[2] + r * h) + z * h


@misconception("gru_step", "With r at 1 the candidate should see the state too. Does yours?")
def candidate_without_the_state(x, h, W_x, W_h, b):
    """It makes the candidate of the input alone."""
    _, z, _ = gates(x, h, W_x, W_h, b)
    return (1 - z) * np.tanh(blocks(x, h, W_x, W_h, b)[2]) + z * h


@misconception("gru_step", "A gate looks at the input and at the state. At what do yours look?")
def gates_without_the_state(x, h, W_x, W_h, b):
    """Its gates look at the input alone."""
    r_x, z_x, n_x, _, _, n_h = blocks(x, h, W_x, W_h, b)
    r, z = sigmoid(r_x), sigmoid(z_x)
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception("gru_step", "With z at 1 the old state should stay. What does yours return?")
def candidate_returned(x, h, W_x, W_h, b):
    """It returns the candidate; the update gate is not used."""
    return gates(x, h, W_x, W_h, b)[2]


@misconception("gru_step", "With z at 1 the old state should stay. Where is it in yours?")
def old_state_forgotten(x, h, W_x, W_h, b):
    """It returns (1 - z) n: the part that is kept is missing."""
    _, z, n = gates(x, h, W_x, W_h, b)
    return (1 - z) * n


@misconception("gru_step", "The shares of old and new sum to one. What do yours sum to?")
def candidate_in_full(x, h, W_x, W_h, b):
    """It returns n + z h: the candidate comes in full."""
    _, z, n = gates(x, h, W_x, W_h, b)
    return n + z * h


@misconception("gru_step", "The shares of old and new sum to one. What do yours sum to?")
def old_state_in_full(x, h, W_x, W_h, b):
    """It returns (1 - z) n + h: the old state comes in full."""
    _, z, n = gates(x, h, W_x, W_h, b)
    return (1 - z) * n + h


@misconception("gru_step", "With z at 1 the state is kept as it is, also where it is above 1. Is it in yours?")
def tanh_of_the_new_state(x, h, W_x, W_h, b):
    """It takes the tanh of the new state."""
    return np.tanh(gru_step(x, h, W_x, W_h, b))


@misconception(
    "gru_step",
    "`np.split` without an axis takes axis 0, and in a batch that is the samples. Count axes from the end.",
    raises_at=r"split",
)
def split_along_axis_zero(x, h, W_x, W_h, b):
    """It splits along axis 0, which holds the blocks only if there is no leading axis."""
    r_x, z_x, n_x = np.split(x @ W_x + b, 3)
    r_h, z_h, n_h = np.split(h @ W_h, 3)
    r, z = sigmoid(r_x + r_h), sigmoid(z_x + z_h)
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception(
    "gru_step",
    "The size of a block is that of the state, its last axis. In a batch, what is `len(h)`?",
    raises_at=r"\+|\*|@",
)
def size_by_len(x, h, W_x, W_h, b):
    """It takes `len(h)` for the size of the state: right without leading axes only."""
    d = len(h)
    r = sigmoid(x @ W_x[:, :d] + h @ W_h[:, :d] + b[:d])
    z = sigmoid(x @ W_x[:, d : 2 * d] + h @ W_h[:, d : 2 * d] + b[d : 2 * d])
    n = np.tanh(x @ W_x[:, 2 * d :] + r * (h @ W_h[:, 2 * d :]) + b[2 * d :])
    return (1 - z) * n + z * h


@misconception(
    "gru_step",
    "A block has d_h columns, the size of the state. What is the size that you took?",
    raises_at=r"\+|\*|@",
)
def size_of_the_input(x, h, W_x, W_h, b):
    """It takes the size of the input for that of a block."""
    d = x.shape[-1]
    r = sigmoid(x @ W_x[:, :d] + h @ W_h[:, :d] + b[:d])
    z = sigmoid(x @ W_x[:, d : 2 * d] + h @ W_h[:, d : 2 * d] + b[d : 2 * d])
    n = np.tanh(x @ W_x[:, 2 * d :] + r * (h @ W_h[:, 2 * d :]) + b[2 * d :])
    return (1 - z) * n + z * h


@misconception(
    "gru_step",
    "W_x has a row for each feature of the input, W_h one for each of the state. Which matrix meets which vector?",
    raises_at=r"W_[xh]",
)
def exchanged_matrices_of_the_gru(x, h, W_x, W_h, b):
    """It multiplies the input by W_h and the state by W_x: silent where both have the same size."""
    r_x, z_x, n_x = np.split(x @ W_h + b, 3, axis=-1)
    r_h, z_h, n_h = np.split(h @ W_x, 3, axis=-1)
    r, z = sigmoid(r_x + r_h), sigmoid(z_x + z_h)
    return (1 - z) * np.tanh(n_x + r * n_h) + z * h


@misconception("gru_step", "The old state is still needed by whoever called you: make a new array.", raises_at=r"[*+]=")
def state_changed_in_place(x, h, W_x, W_h, b):
    """It changes the caller's own state, in place."""
    _, z, n = gates(x, h, W_x, W_h, b)
    h *= z
    h += (1 - z) * n
    return h


@misconception("gru_step", "Whole numbers in, fractions out: an array made like h keeps whole numbers only.")
def new_state_like_the_old(x, h, W_x, W_h, b):
    """It fills an array that has the type of h: with whole numbers every fraction is cut off."""
    return gru_step(x, h, W_x, W_h, b).astype(h.dtype)


@misconception("gru_step", "The old state is still needed by whoever called you: make a new array.")
def state_written_over(x, h, W_x, W_h, b):
    """It writes the new state over the caller's own, `h[...] = ...`."""
    h[...] = gru_step(x, h, W_x, W_h, b)
    return h


@misconception("gru_step", "Multiplication comes before subtraction: what does `1 - z * n` compute?")
def brackets_forgotten(x, h, W_x, W_h, b):
    """It computes 1 - z n + z h: the brackets round 1 - z are missing."""
    _, z, n = gates(x, h, W_x, W_h, b)
    return 1 - z * n + z * h


@misconception(
    "gru_step",
    "That is the GRU of Bahdanau and others. Here r acts on the product with W_hn, and where z is 1 the state is kept.",
)
def both_as_in_the_appendix(x, h, W_x, W_h, b):
    """It follows the paper's appendix: (r h) W_hn before the product, and z n + (1 - z) h."""
    r, z, _ = gates(x, h, W_x, W_h, b)
    d_h = h.shape[-1]
    n = np.tanh((x @ W_x + b)[..., 2 * d_h :] + (r * h) @ W_h[:, 2 * d_h :])
    return z * n + (1 - z) * h


# ---------------------------------------------------------------------- attention_decoder_step


def attend(query, encoder_states, params, mask):
    """Attend to the encoder's states."""
    return additive_attention(query, encoder_states, encoder_states, params["W_q"], params["W_k"], params["v"], mask)


def step(x, context, h, params):
    """Take a step with [x; context]."""
    return gru_step(np.concatenate([x, context], axis=-1), h, params["W_x"], params["W_h"], params["b"])


@misconception(
    "attention_decoder_step",
    "The weights tell where to look before this step is made: they depend on the previous state alone. Do yours change "
    "with x?",
)
def attends_with_the_new_state(x, h, encoder_states, params, mask=None):
    """It returns the context and the weights of the new state; the previous state asks here."""
    context, _ = attend(h, encoder_states, params, mask)
    h_new = step(x, context, h, params)
    return h_new, *attend(h_new, encoder_states, params, mask)


@misconception(
    "attention_decoder_step",
    "The weights tell where to look before this step is made: they depend on the previous state alone. Do yours change "
    "with x?",
)
def steps_before_it_attends(x, h, encoder_states, params, mask=None):
    """It makes a step without a context first, attends with its result, and makes the step anew."""
    early = step(x, np.zeros((*x.shape[:-1], encoder_states.shape[-1])), h, params)
    context, weights = attend(early, encoder_states, params, mask)
    return step(x, context, h, params), context, weights


@misconception(
    "attention_decoder_step", "W_x has its rows in the order of [x; context]: x first. In which order are yours?"
)
def context_before_x(x, h, encoder_states, params, mask=None):
    """It joins [context; x] instead of [x; context]."""
    context, weights = attend(h, encoder_states, params, mask)
    joined = np.concatenate([context, x], axis=-1)
    return gru_step(joined, h, params["W_x"], params["W_h"], params["b"]), context, weights


@misconception("attention_decoder_step", "What was found should change the new state. Which rows of W_x did not count?")
def context_not_used(x, h, encoder_states, params, mask=None):
    """It makes the step without the context, as if that were zeros."""
    context, weights = attend(h, encoder_states, params, mask)
    return step(x, 0 * context, h, params), context, weights


@misconception(
    "attention_decoder_step", "What is written should change the new state. Which rows of W_x did not count?"
)
def x_not_used(x, h, encoder_states, params, mask=None):
    """It makes the step with zeros in the place of x."""
    context, weights = attend(h, encoder_states, params, mask)
    return step(0 * x, context, h, params), context, weights


@misconception("attention_decoder_step", "The context is the average by the weights, not the plain one.")
def plain_mean_for_the_context(x, h, encoder_states, params, mask=None):
    """It takes the plain mean of all encoder states for the context."""
    _, weights = attend(h, encoder_states, params, mask)
    context = encoder_states.mean(axis=-2)
    return step(x, context, h, params), context, weights


@misconception(
    "attention_decoder_step",
    "The last encoder state was all that decoders had before attention. Which one is asked for?",
)
def last_encoder_state_for_the_context(x, h, encoder_states, params, mask=None):
    """It takes the last encoder state for the context."""
    _, weights = attend(h, encoder_states, params, mask)
    context = encoder_states[..., -1, :] * 1.0
    return step(x, context, h, params), context, weights


@misconception("attention_decoder_step", "Hidden encoder states should have the weight 0. Where does the mask go?")
def decoder_without_the_mask(x, h, encoder_states, params, mask=None):
    """It does not hand the mask on."""
    return attention_decoder_step(x, h, encoder_states, params)


@misconception("attention_decoder_step", "In this course True means: may be attended to.")
def decoder_mask_turned_round(x, h, encoder_states, params, mask=None):
    """It hides the encoder states where the mask is True."""
    return attention_decoder_step(x, h, encoder_states, params, None if mask is None else ~mask)


@misconception("attention_decoder_step", "All three are right. In which order are they asked for?")
def context_weights_then_state(x, h, encoder_states, params, mask=None):
    """It returns (context, weights, h_new)."""
    h_new, context, weights = attention_decoder_step(x, h, encoder_states, params, mask)
    return context, weights, h_new


@misconception("attention_decoder_step", "All three are right. In which order are they asked for?")
def context_then_state(x, h, encoder_states, params, mask=None):
    """It returns (context, h_new, weights)."""
    h_new, context, weights = attention_decoder_step(x, h, encoder_states, params, mask)
    return context, h_new, weights


@misconception("attention_decoder_step", "All three are right. In which order are they asked for?")
def state_weights_then_context(x, h, encoder_states, params, mask=None):
    """It returns (h_new, weights, context)."""
    h_new, context, weights = attention_decoder_step(x, h, encoder_states, params, mask)
    return h_new, weights, context


@misconception("attention_decoder_step", "Three results are asked for: new state, context and weights.")
def state_alone(x, h, encoder_states, params, mask=None):
    """It returns the new state alone."""
    return attention_decoder_step(x, h, encoder_states, params, mask)[0]


@misconception("attention_decoder_step", "Three results are asked for: new state, context and weights.")
def state_and_weights(x, h, encoder_states, params, mask=None):
    """It returns the new state and the weights, without the context."""
    return attention_decoder_step(x, h, encoder_states, params, mask)[::2]


@misconception("attention_decoder_step", "Three results are asked for: new state, context and weights.")
def state_and_context(x, h, encoder_states, params, mask=None):
    """It returns the new state and the context, without the weights."""
    return attention_decoder_step(x, h, encoder_states, params, mask)[:2]


@misconception("attention_decoder_step", "After the step the decoder stands elsewhere. What do you return first?")
def old_state_returned(x, h, encoder_states, params, mask=None):
    """It returns the previous state in the place of the new one."""
    return h, *attention_decoder_step(x, h, encoder_states, params, mask)[1:]


@misconception(
    "attention_decoder_step",
    "The previous state asks: W_q has a row for each of its features. Who asks in yours?",
    raises_at=r"additive|W_q",
)
def x_asks(x, h, encoder_states, params, mask=None):
    """It lets x ask, not the previous state: silent where both have the same size."""
    context, weights = attend(x, encoder_states, params, mask)
    return step(x, context, h, params), context, weights


@misconception(
    "attention_decoder_step",
    "W_q belongs to what asks, W_k to what is asked.",
    raises_at=r"additive|W_[qk]",
)
def exchanged_matrices_of_the_attention(x, h, encoder_states, params, mask=None):
    """It exchanges W_q and W_k: silent where states of encoder and decoder have the same size."""
    exchanged = {**params, "W_q": params["W_k"], "W_k": params["W_q"]}
    return attention_decoder_step(x, h, encoder_states, exchanged, mask)


@misconception(
    "attention_decoder_step",
    "In a batch axis 0 holds the samples. Features are the last axis: join along it.",
    raises_at=r"concatenate|gru_step|hstack|append",
)
def joined_along_axis_zero(x, h, encoder_states, params, mask=None):
    """It joins x and the context along axis 0, which holds the features only if there is no leading axis."""
    context, weights = attend(h, encoder_states, params, mask)
    x_and_context = np.concatenate([x, context])
    return gru_step(x_and_context, h, params["W_x"], params["W_h"], params["b"]), context, weights


@misconception(
    "attention_decoder_step",
    "Features are the last axis, whether there is a batch or not. Count axes from the end.",
    raises_at=r"concatenate",
)
def joined_along_axis_one(x, h, encoder_states, params, mask=None):
    """It joins x and the context along axis 1: right with exactly one leading axis only."""
    context, weights = attend(h, encoder_states, params, mask)
    x_and_context = np.concatenate([x, context], axis=1)
    return gru_step(x_and_context, h, params["W_x"], params["W_h"], params["b"]), context, weights


@misconception("attention_decoder_step", "A recurrent network remembers: the step goes on from the previous state.")
def starts_from_zero(x, h, encoder_states, params, mask=None):
    """It makes the step from a state of zeros."""
    context, weights = attend(h, encoder_states, params, mask)
    return step(x, context, 0 * h, params), context, weights


@misconception(
    "attention_decoder_step",
    "The step goes on from the previous state; the context is part of its input.",
    raises_at=r"gru_step",
)
def context_for_the_state(x, h, encoder_states, params, mask=None):
    """It makes the step from the context, as if that were the state."""
    context, weights = attend(h, encoder_states, params, mask)
    return step(x, context, context, params), context, weights


@misconception(
    "attention_decoder_step",
    "The input of the step is [x; context]. Where did the context go?",
    raises_at=r"gru_step|W_x",
)
def joined_with_the_state(x, h, encoder_states, params, mask=None):
    """It joins x with the previous state, not with the context."""
    context, weights = attend(h, encoder_states, params, mask)
    return step(x, h, h, params), context, weights


@misconception("attention_decoder_step", "x and context are put side by side, not added.", raises_at=r"gru_step|\+|W_x")
def x_plus_context(x, h, encoder_states, params, mask=None):
    """It adds x and the context instead of joining them."""
    context, weights = attend(h, encoder_states, params, mask)
    return gru_step(x + context, h, params["W_x"], params["W_h"], params["b"]), context, weights


@misconception(
    "attention_decoder_step",
    "The GRU gets its whole input, [x; context]. What did yours get?",
    raises_at=r"gru_step|W_x",
)
def step_with_x_alone(x, h, encoder_states, params, mask=None):
    """It hands x alone to the GRU."""
    context, weights = attend(h, encoder_states, params, mask)
    return gru_step(x, h, params["W_x"], params["W_h"], params["b"]), context, weights


@misconception("attention_decoder_step", "The new state has the size of the old one. What did you join to it?")
def context_joined_to_the_new_state(x, h, encoder_states, params, mask=None):
    """It returns [h_new; context] for the new state."""
    h_new, context, weights = attention_decoder_step(x, h, encoder_states, params, mask)
    return np.concatenate([h_new, context], axis=-1), context, weights


@misconception(
    "attention_decoder_step",
    "A dict has names: its entries may stand in any order. Ask for each by its name.",
    raises_at=r"values\(\)|additive|gru_step",
)
def params_by_their_order(x, h, encoder_states, params, mask=None):
    """It takes the parameters by their order in the dict, and not by their names."""
    named = dict(zip(("W_q", "W_k", "v", "W_x", "W_h", "b"), params.values(), strict=True))
    return attention_decoder_step(x, h, encoder_states, named, mask)


@misconception("attention_decoder_step", "The next step needs the same parameters: leave the dict as it is.")
def params_taken_out(x, h, encoder_states, params, mask=None):
    """It takes the parameters out of the caller's dict, which is empty afterwards."""
    own = {name: params.pop(name) for name in ("W_q", "W_k", "v", "W_x", "W_h", "b")}
    return attention_decoder_step(x, h, encoder_states, own, mask)


@misconception("attention_decoder_step", "The next step needs the same parameters: leave the dict as it is.")
def params_of_the_attention_taken_out(x, h, encoder_states, params, mask=None):
    """It takes W_q, W_k and v out of the caller's dict."""
    own = {**params, **{name: params.pop(name) for name in ("W_q", "W_k", "v")}}
    return attention_decoder_step(x, h, encoder_states, own, mask)


@misconception("attention_decoder_step", "The previous state is still needed by whoever called you: make a new array.")
def previous_state_written_over(x, h, encoder_states, params, mask=None):
    """It writes the new state over the caller's own."""
    h_new, context, weights = attention_decoder_step(x, h, encoder_states, params, mask)
    h[...] = h_new
    return h, context, weights


@misconception(
    "attention_decoder_step",
    "Features are the last axis. Which axis does `hstack` join, with two leading axes?",
    raises_at=r"hstack|gru_step",
)
def joined_by_hstack(x, h, encoder_states, params, mask=None):
    """It joins by `hstack`, which is right for none or one leading axis only."""
    context, weights = attend(h, encoder_states, params, mask)
    x_and_context = np.hstack([x, context])
    return gru_step(x_and_context, h, params["W_x"], params["W_h"], params["b"]), context, weights


# ---------------------------------------------------------------------- attention_entropy


def terms(weights):
    """Return -w log w, 0 where w is 0."""
    return weights * -np.log(np.where(weights > 0, weights, 1.0))


@misconception("attention_entropy", "Your numbers are the entropy in bits. Which logarithm gives nats?")
def entropy_in_bits(weights):
    """It takes logarithms to the base 2."""
    return attention_entropy(weights) / np.log(2)


@misconception("attention_entropy", "A nat belongs to the natural logarithm. Which base did you take?")
def entropy_to_base_ten(weights):
    """It takes logarithms to the base 10."""
    return attention_entropy(weights) / np.log(10)


@misconception("attention_entropy", "0 times the logarithm of 0 is NaN in NumPy. Which value should a weight of 0 add?")
def entropy_nan_for_zeros(weights):
    """It lets 0 log 0 be NaN."""
    return -(weights * np.log(weights)).sum(axis=-1)


@misconception("attention_entropy", "Logarithms of weights are negative, an entropy is not. What is missing in front?")
def entropy_negative(weights):
    """It has lost the minus sign."""
    return -attention_entropy(weights)


@misconception(
    "attention_entropy",
    "Each row has an entropy of its own: sum along the last axis. Choosing entries by a condition, `w[w > 0]`, loses the "
    "rows too.",
)
def entropy_of_everything(weights):
    """It adds up over all rows: one number for the whole array."""
    return terms(weights).sum()


@misconception("attention_entropy", "The weights sum to one along the last axis: that is where to add up.")
def entropy_over_axis_zero(weights):
    """It adds up over axis 0, which holds the keys only if there is no leading axis."""
    return terms(weights).sum(axis=0)


@misconception(
    "attention_entropy", "The keys are the last axis, whether there is a batch or not.", raises_at=r"axis ?= ?1"
)
def entropy_over_axis_one(weights):
    """It adds up over axis 1: right with exactly one leading axis only."""
    return terms(weights).sum(axis=1)


@misconception("attention_entropy", "The weights are the probabilities already: add up, do not divide by n as well.")
def entropy_by_mean(weights):
    """It takes the mean of -w log w over the keys, not the sum."""
    return terms(weights).mean(axis=-1)


@misconception("attention_entropy", "Over n keys the largest entropy is log n. What is the largest of yours?")
def entropy_divided_by_its_largest(weights):
    """It divides by log n, so that it lies between 0 and 1."""
    return attention_entropy(weights) / np.log(weights.shape[-1])


@misconception("attention_entropy", "On a single key attention is not spread at all: 0. What do you get?")
def exponential_of_the_entropy(weights):
    """It returns exp(entropy), the number of keys that it amounts to (the perplexity)."""
    return np.exp(attention_entropy(weights))


@misconception("attention_entropy", "An entropy has a logarithm in it. What would independent choices add up to?")
def one_minus_the_squares(weights):
    """It returns 1 - sum(w^2), another measure of spread (Gini's)."""
    return 1.0 - (weights**2).sum(axis=-1)


@misconception("attention_entropy", "One number for each row of weights: shape (...), without an axis of length 1.")
def entropy_with_an_axis_of_one(weights):
    """It keeps an axis of length 1, (..., 1)."""
    return terms(weights).sum(axis=-1, keepdims=True)


@misconception("attention_entropy", "All weights count, not only the largest.")
def surprise_of_the_largest(weights):
    """It returns -log of the largest weight."""
    return -np.log(weights.max(axis=-1))


@misconception("attention_entropy", "Whoever called you still needs the weights: work on a copy.")
def zeros_replaced_in_place(weights):
    """It replaces zeros in the caller's own array by a tiny number."""
    weights[weights == 0] = 1e-12
    return -(weights * np.log(weights)).sum(axis=-1)


@misconception("attention_entropy", "One number for each row is asked for. What is left to do with n of them?")
def entropy_not_added(weights):
    """It returns -w log w of every key, without adding up."""
    return terms(weights)


@misconception(
    "attention_entropy",
    "A batch has many entropies: they do not fit into one Python number.",
    raises_at=r"float\(|\.item\(|math\.",
)
def entropy_as_one_float(weights):
    """It turns the result into one Python number: right without leading axes only."""
    return float(attention_entropy(weights))


@misconception("attention_entropy", "Each logarithm is weighed by its weight. What would a weight near 0 add in yours?")
def logarithms_not_weighed(weights):
    """It adds up -log w without weighing it by w; zeros add nothing."""
    return -np.log(np.where(weights > 0, weights, 1.0)).sum(axis=-1)


@misconception("attention_entropy", "The keys compete for one glance: one distribution, not one coin for each key.")
def entropy_of_coins(weights):
    """It adds the entropies of n coins: -w log w - (1 - w) log(1 - w) for each key."""
    return (terms(weights) + terms(1.0 - weights)).sum(axis=-1)


@misconception("attention_entropy", "Even attention is the most spread: log n. What do you get for it?")
def distance_from_even_attention(weights):
    """It returns log n - entropy, which is 0 for even attention."""
    return np.log(weights.shape[-1]) - attention_entropy(weights)


@misconception("attention_entropy", "log(1 + w) is never -infinity, but it is not log w either.")
def logarithm_of_one_plus(weights):
    """It takes log(1 + w), to avoid the logarithm of 0."""
    return -(weights * np.log1p(weights)).sum(axis=-1)


@misconception("attention_entropy", "A number that large, added to every weight, shows. Treat zeros alone.")
def logarithm_of_a_little_more(weights):
    """It adds a thousandth to every weight before the logarithm."""
    return -(weights * np.log(weights + 1e-3)).sum(axis=-1)


@misconception(
    "attention_entropy",
    "A spread of attention is no spread of numbers: what has a standard deviation to do with log n?",
)
def standard_deviation(weights):
    """It returns the standard deviation of the weights."""
    return weights.std(axis=-1)
