"""Named wrong implementations of the tasks of Lab 1, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import numpy as np

from attn_course.attention.scaled_dot_product import (
    attention_scores,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
)
from attn_course.checking import misconception

ALONG_THE_KEYS = (
    "Indexing with a mask does not broadcast: a mask of shape (n_k,) picks rows. Which function of NumPy chooses "
    "between two values, and broadcasts?"
)
EVERY_PAIR = "Every query meets every training point: a table (m, n). Which of the two needs a second axis?"
TURNED = "One row of weights belongs to one query. Print the shape of your table: it should be (m, n)."
ONE_SAMPLE = "With a batch, `Q[i]` is a whole matrix. One matrix product does the work of both loops, for any batch."
BY_ROWS = "with three axes `x[i]` is a table, with one axis a number. NumPy works along `axis` without a loop."
ONE_VECTOR = "With a batch, `p[i]` is a whole row. A column times a row makes all products at once, for any batch."

# ---------------------------------------------------------------------- attention_scores


@misconception(
    "attention_scores",
    "For random rows, the dot products spread like the root of d_k. What brings that spread back to 1?",
)
def scores_never_scaled(Q, K, scale=True):
    """It leaves the dot products undivided, also when the scale is asked for."""
    return (Q @ np.swapaxes(K, -1, -2)) * 1.0


@misconception(
    "attention_scores", "Call it with `scale=False` and compare one entry with the dot product done by hand."
)
def scores_always_scaled(Q, K, scale=True):
    """It divides by the root of d_k, also when `scale` is False."""
    return attention_scores(Q, K)


@misconception("attention_scores", "Which value of `scale` asks for the division?")
def scores_flag_inverted(Q, K, scale=True):
    """It divides when `scale` is False and does not when it is True."""
    return attention_scores(Q, K, not scale)


@misconception("attention_scores", "The factor is the square root of d_k. For d_k = 9: 3, not 9.")
def scores_divided_by_d_k(Q, K, scale=True):
    """It divides by d_k itself, not by its root."""
    return Q @ np.swapaxes(K, -1, -2) / (Q.shape[-1] if scale else 1)


@misconception("attention_scores", "Dividing makes scores smaller. Are yours larger than the plain dot products?")
def scores_multiplied_by_root(Q, K, scale=True):
    """It multiplies by the root of d_k where it should divide."""
    return Q @ np.swapaxes(K, -1, -2) * (np.sqrt(Q.shape[-1]) if scale else 1.0)


@misconception(
    "attention_scores",
    "Powers bind more tightly than products: print `d_k ** 1/2` for d_k = 9 and put brackets round the exponent.",
)
def scores_power_before_division(Q, K, scale=True):
    """It divides by `d_k ** 1` and then by 2: `x / d_k ** 1/2` is not a root."""
    return Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] / 2 if scale else Q @ np.swapaxes(K, -1, -2) * 1.0


@misconception(
    "attention_scores",
    "Powers bind more tightly than products: print `d_k ** 1/2` for d_k = 9 and put brackets round the exponent.",
)
def scores_divided_by_half_of_d_k(Q, K, scale=True):
    """It divides by half of d_k: `d_k ** 1/2` is `d_k / 2`, not a root."""
    return Q @ np.swapaxes(K, -1, -2) / (Q.shape[-1] / 2 if scale else 1)


@misconception("attention_scores", "The exponent of a root is one half. Print your factor for d_k = 9.")
def scores_divided_by_square(Q, K, scale=True):
    """It divides by the square of d_k, not by its root."""
    return Q @ np.swapaxes(K, -1, -2) / (Q.shape[-1] ** 2 if scale else 1)


@misconception("attention_scores", "Over which dimension do the dot products sum? Its size belongs under the root.")
def scores_root_of_number_of_keys(Q, K, scale=True):
    """It divides by the root of the number of keys."""
    return Q @ np.swapaxes(K, -1, -2) / (np.sqrt(K.shape[-2]) if scale else 1)


@misconception("attention_scores", "Over which dimension do the dot products sum? Its size belongs under the root.")
def scores_root_of_number_of_queries(Q, K, scale=True):
    """It divides by the root of the number of queries."""
    return Q @ np.swapaxes(K, -1, -2) / (np.sqrt(Q.shape[-2]) if scale else 1)


@misconception(
    "attention_scores", "Your function was written for one size of d_k. Which number should follow the shape of Q?"
)
def scores_divided_by_eight(Q, K, scale=True):
    """It divides by 8, the root of 64, whatever d_k is."""
    return Q @ np.swapaxes(K, -1, -2) / (8.0 if scale else 1)


@misconception("attention_scores", "In the example d_k is 4 and the root 2. Which number should follow the shape of Q?")
def scores_divided_by_two(Q, K, scale=True):
    """It divides by 2, the root of 4, whatever d_k is."""
    return Q @ np.swapaxes(K, -1, -2) / (2.0 if scale else 1)


@misconception("attention_scores", "The root of 3 is 1.732. Which step makes a whole number of it?")
def scores_whole_root(Q, K, scale=True):
    """It cuts the root of d_k down to a whole number."""
    return Q @ np.swapaxes(K, -1, -2) / (int(np.sqrt(Q.shape[-1])) if scale else 1)


@misconception(
    "attention_scores",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"\.T\b|transpose\(\)",
)
def scores_every_axis_reversed(Q, K, scale=True):
    """It uses `K.T`, which reverses all axes: right for two axes only."""
    return Q @ K.T / (np.sqrt(Q.shape[-1]) if scale else 1)


@misconception(
    "attention_scores", "Row j of K is key j. Does `reshape` exchange two axes, or only deal the numbers out anew?"
)
def scores_keys_reshaped(Q, K, scale=True):
    """It gives K the turned shape by `reshape`, which deals its numbers out anew: rows are keys no more."""
    turned = K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])
    return Q @ turned / (np.sqrt(Q.shape[-1]) if scale else 1)


@misconception(
    "attention_scores",
    "Print both shapes: in `A @ B` the last axis of A meets the last but one of B. Which two should meet?",
    raises_at=r"Q *@ *K\b(?!\.)|(matmul|dot)\(Q, *K\)",
)
def scores_keys_not_turned(Q, K, scale=True):
    """It multiplies Q by K as it is: d_k does not meet d_k."""
    return Q @ K / (np.sqrt(Q.shape[-1]) if scale else 1)


@misconception(
    "attention_scores",
    "The feature axis is the last one for any number of leading axes. Which axis is `shape[1]` in a batch?",
)
def scores_size_of_axis_one(Q, K, scale=True):
    """It takes d_k from axis 1, which is the feature axis for two axes only."""
    return Q @ np.swapaxes(K, -1, -2) / (np.sqrt(Q.shape[1]) if scale else 1)


@misconception(
    "attention_scores", "`np.dot` pairs every sample of Q with every sample of K. Which product works sample by sample?"
)
def scores_dot_across_samples(Q, K, scale=True):
    """It multiplies every sample with every sample, as `np.dot` and `np.tensordot` do."""
    return np.dot(Q, np.swapaxes(K, -1, -2)) / (np.sqrt(Q.shape[-1]) if scale else 1)


@misconception(
    "attention_scores", "Row i belongs to query i. How many rows does your result have, and how many queries are there?"
)
def scores_keys_by_queries(Q, K, scale=True):
    """It compares keys with queries: rows are keys, columns are queries."""
    return attention_scores(K, Q, scale)


@misconception("attention_scores", "A longer key should get larger scores. What else do you divide by?")
def scores_as_cosines(Q, K, scale=True):
    """It divides by the lengths of the vectors: cosines, not dot products."""
    scores = Q @ np.swapaxes(K, -1, -2)
    lengths = np.linalg.norm(Q, axis=-1)[..., :, None] * np.linalg.norm(K, axis=-1)[..., None, :]
    return scores / lengths if scale else scores * 1.0


@misconception(
    "attention_scores",
    "Print Q before and after the call. An operator with `=` behind it writes into the array.",
    raises_at=r"/=|out=",
)
def scores_divide_callers_queries(Q, K, scale=True):
    """It divides Q in place, so the caller's queries change."""
    if scale:
        Q /= np.sqrt(Q.shape[-1])
    return Q @ np.swapaxes(K, -1, -2)


@misconception(
    "attention_scores",
    "An array of whole numbers cannot take fractions in place: make a new array instead of `/=`.",
    raises_at=r"/=|out=",
)
def scores_divided_in_place(Q, K, scale=True):
    """It divides the scores in place, which fails for whole numbers."""
    scores = Q @ np.swapaxes(K, -1, -2)
    if scale:
        scores /= np.sqrt(Q.shape[-1])
    return scores


@misconception("attention_scores", "Scores may be negative and need not sum to 1. What did you do to yours already?")
def scores_already_softmax(Q, K, scale=True):
    """It returns weights: the softmax comes in the next task."""
    return softmax(attention_scores(Q, K, scale))


@misconception("attention_scores", "The dot product of two vectors sums products, not squared differences.")
def scores_as_distances(Q, K, scale=True):
    """It returns negative squared distances, not dot products."""
    scores = -((Q[..., :, None, :] - K[..., None, :, :]) ** 2).sum(-1)
    return scores / np.sqrt(Q.shape[-1]) if scale else scores * 1.0


@misconception(
    "attention_scores",
    "`*` multiplies entry with entry. Every query should meet every key: which product sums over the features?",
    raises_at=r"\bQ *\* *K\b(?!\[)|multiply\(Q, *K\)",
)
def scores_entry_by_entry(Q, K, scale=True):
    """It multiplies Q and K entry by entry, which is no dot product."""
    return np.sum(Q * K, axis=-1) / (np.sqrt(Q.shape[-1]) if scale else 1)


@misconception(
    "attention_scores",
    "Two things: `.T` reverses all axes, the batch too, and `np.dot` does not work sample by sample.",
    raises_at=r"dot\(.*(\.T\b|transpose)",
)
def scores_dot_with_every_axis_reversed(Q, K, scale=True):
    """It uses `np.dot(Q, K.T)`: right for two axes only."""
    return np.dot(Q, K.T) / (np.sqrt(Q.shape[-1]) if scale else 1)


# ---------------------------------------------------------------------- softmax


@misconception("softmax", "Try `axis=0` on a 2 x 3 array: which sums should be one?")
def softmax_ignores_axis(x, axis=-1):
    """It always normalises along the last axis, whatever `axis` says."""
    return softmax(x)


@misconception("softmax", "With three axes, axis 1 is the middle one. `axis` says which one is meant.")
def softmax_axis_one(x, axis=-1):
    """It always normalises along axis 1."""
    return softmax(x, axis=1)


@misconception("softmax", "For one row of scores, what should the weights sum to? Sum yours along the last axis.")
def softmax_over_columns(x, axis=-1):
    """It always normalises along axis 0: columns, not rows, sum to one."""
    return softmax(x, axis=0)


@misconception("softmax", "Sum one row of your weights: it is less than one, because one total serves the whole array.")
def softmax_over_everything(x, axis=-1):
    """It divides by one sum over the whole array."""
    exponentials = np.exp(x - np.max(x))
    return exponentials / exponentials.sum()


@misconception("softmax", "Print the shape of the denominator: it must keep the summed axis, with size 1.")
def softmax_sum_without_keepdims(x, axis=-1):
    """It sums without `keepdims`, so the sums line up with the wrong axis."""
    exponentials = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis)


@misconception("softmax", "Print the shapes of the maximum and of the sum: both must keep the axis, with size 1.")
def softmax_nothing_keeps_its_axis(x, axis=-1):
    """It takes both the maximum and the sum without `keepdims`: they line up with the wrong axis."""
    exponentials = np.exp(x - np.max(x, axis=axis))
    return exponentials / exponentials.sum(axis=axis)


@misconception("softmax", "Two things: the sum must keep its axis, with size 1, and `exp` overflows above about 709.")
def softmax_overflows_and_sum_without_keepdims(x, axis=-1):
    """It sums without `keepdims`, and takes `exp` of the scores as they are, which overflows."""
    exponentials = np.exp(x)
    return exponentials / exponentials.sum(axis=axis)


@misconception("softmax", "Two things: each row has a sum of its own, and `exp` overflows above about 709.")
def softmax_overflows_over_everything(x, axis=-1):
    """It divides by one sum over the whole array, and takes `exp` of the scores as they are."""
    return np.exp(x) / np.exp(x).sum()


@misconception(
    "softmax", "The checks compare more digits than four. Print rounded numbers if you like, but return all digits."
)
def softmax_rounded(x, axis=-1):
    """It rounds the weights to four digits."""
    return softmax(x, axis).round(4)


@misconception("softmax", "Print the shape of the maximum: it must keep the axis, with size 1.")
def softmax_max_without_keepdims(x, axis=-1):
    """It takes the maximum without `keepdims`, so it is subtracted along the wrong axis."""
    exponentials = np.exp(x - np.max(x, axis=axis))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception(
    "softmax", "`exp` overflows above about 709. Subtracting the same number from a whole row changes no weight."
)
def softmax_overflows(x, axis=-1):
    """It takes `exp` of the scores as they are: huge ones become infinite, and infinity divided by infinity is NaN."""
    exponentials = np.exp(x)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception("softmax", "Overflow has already lost the numbers: what is the weight of 1000 beside 1001?")
def softmax_hides_overflow(x, axis=-1):
    """It lets huge scores overflow and replaces the NaN afterwards."""
    exponentials = np.exp(x)
    return np.nan_to_num(exponentials / exponentials.sum(axis=axis, keepdims=True))


@misconception("softmax", "Cutting scores off makes different scores equal. What could you subtract instead?")
def softmax_clips_scores(x, axis=-1):
    """It cuts the scores off before `exp`, so that huge ones become equal."""
    exponentials = np.exp(np.clip(x, -500, 500))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception(
    "softmax",
    "A row at -1000 beside a row at +1000: what is left of its exponentials? Each row needs a maximum of its own.",
)
def softmax_one_maximum(x, axis=-1):
    """It subtracts the largest score of the whole array: rows far below it become 0/0."""
    exponentials = np.exp(x - np.max(x))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception(
    "softmax",
    "One score far above the others is still far above their mean. What must be subtracted so that nothing is above 0?",
)
def softmax_subtracts_mean(x, axis=-1):
    """It subtracts something smaller than the maximum, such as the mean: a score far above it still overflows."""
    exponentials = np.exp(x - np.mean(x, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception("softmax", "For scores of -1000 the largest absolute value is 1000. What is `exp(-2000)`?")
def softmax_subtracts_largest_size(x, axis=-1):
    """It subtracts the largest absolute value: negative rows vanish."""
    exponentials = np.exp(x - np.max(np.abs(x), axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception(
    "softmax", "Subtracting a constant changes no weight; dividing by it does. Compare [1, 2] with [10, 20]."
)
def softmax_divides_by_maximum(x, axis=-1):
    """It divides the scores by their maximum, which changes the weights."""
    exponentials = np.exp(x / np.max(x, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


@misconception("softmax", "What does your function give for a negative score? A weight may not be negative.")
def softmax_without_exponential(x, axis=-1):
    """It divides the scores by their sum, without the exponential."""
    return x / x.sum(axis=axis, keepdims=True)


@misconception("softmax", "The larger the score, the larger the weight. Which score got your largest weight?")
def softmax_of_negated_scores(x, axis=-1):
    """It prefers small scores: the sign in the exponential is turned."""
    return softmax(-x, axis)


@misconception("softmax", "Weights lie between 0 and 1 and sum to one. Yours are the logarithms of that.")
def softmax_returns_logarithm(x, axis=-1):
    """It returns the logarithm of the weights."""
    return np.log(softmax(x, axis))


@misconception("softmax", "The scores of a row compete: raise one, and the others' weights fall. Do yours?")
def softmax_as_sigmoid(x, axis=-1):
    """It squashes each score by itself (a sigmoid), so the weights do not sum to one."""
    return 1 / (1 + np.exp(-x))


@misconception("softmax", "The weights of a row must sum to one. What do your numbers sum to?")
def softmax_not_normalised(x, axis=-1):
    """It returns exponentials and never divides by their sum."""
    return np.exp(x - np.max(x, axis=axis, keepdims=True))


@misconception(
    "softmax", "The base is e. Adding 1 to a score multiplies its weight, before the division, by 2.718, not by 2."
)
def softmax_of_base_two(x, axis=-1):
    """It raises 2, not e, to the scores."""
    powers = 2.0 ** (x - np.max(x, axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


@misconception("softmax", "`zeros_like` of whole numbers holds whole numbers: a weight of 0.7 becomes 0.")
def softmax_in_whole_numbers(x, axis=-1):
    """It stores the weights in an array of x's type, which cuts fractions off."""
    weights = np.zeros_like(x)
    weights[...] = softmax(x, axis)
    return weights


@misconception("softmax", "Print x before and after the call. An operator with `=` behind it writes into the array.")
def softmax_changes_its_input(x, axis=-1):
    """It subtracts the maximum in place, so the caller's array changes."""
    x -= np.max(x, axis=axis, keepdims=True)
    exponentials = np.exp(x)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


# ---------------------------------------------------------------------- scaled_dot_product_attention


def attend(Q, K, V, mask=None, *, scores=None, axis=-1, fill=-np.inf):
    """Attend rightly, but for what the keywords replace."""
    scores = attention_scores(Q, K) if scores is None else scores
    if mask is not None:
        scores = np.where(mask, scores, fill)
    weights = softmax(scores, axis)
    return weights @ V, weights


@misconception(
    "scaled_dot_product_attention", "Compare your scores with `attention_scores(Q, K)`: which factor is missing?"
)
def attention_not_scaled(Q, K, V, mask=None):
    """It does not divide the scores by the root of d_k."""
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False))


@misconception(
    "scaled_dot_product_attention", "`attention_scores` divides by the root of d_k already. How often is it applied?"
)
def attention_divided_by_d_k(Q, K, V, mask=None):
    """It divides by d_k: without the root, or by the root twice."""
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False) / Q.shape[-1])


@misconception(
    "scaled_dot_product_attention", "Over which dimension do the dot products sum? Not over that of the values."
)
def attention_root_of_d_v(Q, K, V, mask=None):
    """It divides by the root of d_v, the size of the values."""
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False) / np.sqrt(V.shape[-1]))


@misconception("scaled_dot_product_attention", "Over which dimension do the dot products sum? Not over the keys.")
def attention_root_of_number_of_keys(Q, K, V, mask=None):
    """It divides by the root of the number of keys."""
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False) / np.sqrt(K.shape[-2]))


@misconception(
    "scaled_dot_product_attention", "The scale belongs to the scores, before the softmax. What do your rows sum to now?"
)
def attention_scaled_after_softmax(Q, K, V, mask=None):
    """It divides by the root of d_k after the softmax, so the rows do not sum to one."""
    _, weights = attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False))
    weights = weights / np.sqrt(Q.shape[-1])
    return weights @ V, weights


@misconception(
    "scaled_dot_product_attention",
    "For one query, what should its weights over the keys sum to? Sum your weights along the last axis.",
)
def attention_softmax_over_queries(Q, K, V, mask=None):
    """It normalises over the queries: columns, not rows, sum to one."""
    return attend(Q, K, V, mask, axis=-2)


@misconception("scaled_dot_product_attention", "The key axis is the last one, for any number of leading axes.")
def attention_softmax_over_axis_one(Q, K, V, mask=None):
    """It normalises over axis 1, which is the key axis for two axes only."""
    return attend(Q, K, V, mask, axis=1)


@misconception("scaled_dot_product_attention", "Your rows do not sum to one: all queries share one total.")
def attention_softmax_over_everything(Q, K, V, mask=None):
    """It normalises over the whole array at once."""
    scores = attention_scores(Q, K) if mask is None else np.where(mask, attention_scores(Q, K), -np.inf)
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum()
    return weights @ V, weights


@misconception(
    "scaled_dot_product_attention", "`exp` overflows above about 709. Your `softmax` knows what to subtract: call it."
)
def attention_overflows(Q, K, V, mask=None):
    """It has a softmax of its own that overflows on huge scores."""
    scores = attention_scores(Q, K) if mask is None else np.where(mask, attention_scores(Q, K), -np.inf)
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights


@misconception(
    "scaled_dot_product_attention", "Your result is right for the inverted mask. In this course True means: may attend."
)
def attention_true_means_blocked(Q, K, V, mask=None):
    """It hides the keys where the mask is True."""
    return attend(Q, K, V, None if mask is None else ~mask)


@misconception(
    "scaled_dot_product_attention", "Your result is right for the inverted mask. In this course True means: may attend."
)
def attention_true_means_a_large_negative_score(Q, K, V, mask=None):
    """It gives the keys a hugely negative score where the mask is True."""
    return attend(Q, K, V, None if mask is None else ~mask, fill=-1e9)


@misconception(
    "scaled_dot_product_attention", "Sum a row of your weights that has hidden keys: what is missing from one?"
)
def attention_masks_the_weights(Q, K, V, mask=None):
    """It zeroes weights after the softmax and does not renormalise."""
    _, weights = attend(Q, K, V)
    weights = weights if mask is None else weights * mask
    return weights @ V, weights


@misconception(
    "scaled_dot_product_attention",
    "The output must be made with the weights that you return: hide keys before the softmax.",
)
def attention_masks_the_output(Q, K, V, mask=None):
    """It zeroes hidden weights only in what it returns, not in the average."""
    output, weights = scaled_dot_product_attention(Q, K, V)
    return output, weights if mask is None else weights * mask


@misconception("scaled_dot_product_attention", "`exp(0)` is 1, not 0. Which score gives the weight 0?")
def attention_zeroes_the_scores(Q, K, V, mask=None):
    """It sets the scores of hidden keys to 0, or nearly (-1e-9), which still earns weight."""
    return attend(Q, K, V, mask, fill=0.0)


@misconception(
    "scaled_dot_product_attention",
    "The weight of a hidden key must be 0 to many digits: how small is `exp` of your fill value?",
)
def attention_hides_with_minus_ten(Q, K, V, mask=None):
    """It gives hidden keys the score -10: a little weight leaks through."""
    return attend(Q, K, V, mask, fill=-10.0)


@misconception("scaled_dot_product_attention", "Print a score at a hidden place: adding 0 hides nothing.")
def attention_adds_the_mask(Q, K, V, mask=None):
    """It adds the mask, as ones and zeros, to the scores: nothing is hidden."""
    scores = attention_scores(Q, K) if mask is None else attention_scores(Q, K) + mask
    return attend(Q, K, V, scores=scores)


@misconception(
    "scaled_dot_product_attention",
    "Where does the first NaN arise? Choose between two values, with `np.where`, instead of multiplying by infinity.",
)
def attention_multiplies_by_infinity(Q, K, V, mask=None):
    """It makes NaN where there is a mask, as 0 times infinity does, or NaN as the score of a hidden key."""
    scores = attention_scores(Q, K) if mask is None else attention_scores(Q, K) + ~mask * -np.inf
    return attend(Q, K, V, scores=scores)


@misconception("scaled_dot_product_attention", "Change the mask: does anything in your result change?")
def attention_ignores_the_mask(Q, K, V, mask=None):
    """The mask changes nothing: it is not looked at, or hides by far too little."""
    return attend(Q, K, V)


@misconception(
    "scaled_dot_product_attention", "Hide keys, not queries: the mask varies along the last axis of the scores."
)
def attention_mask_varies_with_queries(Q, K, V, mask=None):
    """It lays a mask of keys along the queries, so that whole rows are hidden."""
    return attend(Q, K, V, mask[..., np.newaxis] if mask is not None and mask.ndim == 1 else mask)


@misconception(
    "scaled_dot_product_attention",
    "Hide keys, not queries: a mask of shape (batch, 1, n_k) varies along the last axis of the scores.",
    raises_at=r"\bmask\b",
)
def attention_padding_varies_with_queries(Q, K, V, mask=None):
    """It turns a mask of shape (batch, 1, n_k) to (batch, n_k, 1): queries are hidden, not keys."""
    padding = mask is not None and mask.ndim > 1 and mask.shape[-2] == 1
    return attend(Q, K, V, np.swapaxes(mask, -1, -2) if padding else mask)


def hidden_by_index(Q, K, mask, fill):
    """Return the scores with `fill` where the mask, laid along their first axes, is False."""
    scores = attention_scores(Q, K)
    if mask is not None:
        scores[~mask] = fill
    return scores


@misconception("scaled_dot_product_attention", ALONG_THE_KEYS)
def attention_indexes_with_the_mask(Q, K, V, mask=None):
    """It indexes the scores with the mask, which is not broadcast: a mask of keys hides queries."""
    return attend(Q, K, V, scores=hidden_by_index(Q, K, mask, -np.inf))


@misconception("scaled_dot_product_attention", ALONG_THE_KEYS)
def attention_indexes_with_the_mask_for_a_large_number(Q, K, V, mask=None):
    """It indexes the scores with the mask, which is not broadcast: a mask of keys hides queries."""
    return attend(Q, K, V, scores=hidden_by_index(Q, K, mask, -1e9))


@misconception("scaled_dot_product_attention", "Sum a row of your weights. Which of your functions makes that 1?")
def attention_without_softmax(Q, K, V, mask=None):
    """It averages with the scores themselves: there is no softmax."""
    scores = attention_scores(Q, K)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    return scores @ V, scores


@misconception(
    "scaled_dot_product_attention",
    "A whole array has no single truth value. What you want to know is whether there is a mask at all.",
    raises_at=r"\bif\b.*\bmask\b",
)
def attention_asks_for_the_truth_of_the_mask(Q, K, V, mask=None):
    """It asks whether the mask is true (`if mask`), which an array cannot answer."""
    return attend(Q, K, V, mask if mask else None)


@misconception(
    "scaled_dot_product_attention", "Nobody asked for a causal mask: without `mask`, every query sees every key."
)
def attention_always_causal(Q, K, V, mask=None):
    """It hides later keys although no mask asks for that."""
    causal = np.tri(Q.shape[-2], K.shape[-2], dtype=bool)
    return attend(Q, K, V, causal if mask is None else mask & causal)


@misconception(
    "scaled_dot_product_attention",
    "The weights that you return should be those that the output was made with: are hidden ones 0?",
)
def attention_returns_unmasked_weights(Q, K, V, mask=None):
    """It returns the weights from before the mask."""
    return attend(Q, K, V, mask)[0], softmax(attention_scores(Q, K))


@misconception("scaled_dot_product_attention", "What is returned second should sum to one along each row.")
def attention_returns_scores(Q, K, V, mask=None):
    """It returns the scores where the weights are asked for."""
    return attend(Q, K, V, mask)[0], attention_scores(Q, K)


@misconception(
    "scaled_dot_product_attention", "Both results are needed: a learner of the next lab wants to look at the weights."
)
def attention_returns_only_output(Q, K, V, mask=None):
    """It returns the output without the weights."""
    return attend(Q, K, V, mask)[0]


@misconception(
    "scaled_dot_product_attention",
    "The order is (output, weights). What are the shapes of your first and second result?",
)
def attention_returns_weights_first(Q, K, V, mask=None):
    """It returns the weights first and the output second."""
    return attend(Q, K, V, mask)[::-1]


@misconception("scaled_dot_product_attention", "Which matrix carries the content that is averaged?")
def attention_averages_the_keys(Q, K, V, mask=None):
    """It averages the keys and never uses the values."""
    return attend(Q, K, K, mask)


@misconception("scaled_dot_product_attention", "Row i belongs to query i. How many rows should the weights have?")
def attention_queries_and_keys_swapped(Q, K, V, mask=None):
    """It lets the keys ask and the queries answer."""
    return attend(K, Q, V, mask)


@misconception(
    "scaled_dot_product_attention",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"\.T\b|transpose\(\)",
)
def attention_every_axis_reversed(Q, K, V, mask=None):
    """It uses `K.T`, which reverses all axes: right for two axes only."""
    return attend(Q, K, V, mask, scores=np.matmul(Q, K.T) / np.sqrt(Q.shape[-1]))


@misconception(
    "scaled_dot_product_attention", "`zeros_like` of whole numbers holds whole numbers: fractions are cut off."
)
def attention_output_in_type_of_values(Q, K, V, mask=None):
    """It stores the output in an array of V's type, which cuts fractions off."""
    output, weights = attend(Q, K, V, mask)
    return output.astype(V.dtype), weights


@misconception(
    "scaled_dot_product_attention",
    "Print Q before and after the call. An operator with `=` behind it writes into the array.",
    raises_at=r"/=|out=",
)
def attention_divides_callers_queries(Q, K, V, mask=None):
    """It divides Q in place, so the caller's queries change."""
    Q /= np.sqrt(Q.shape[-1])
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False))


@misconception(
    "scaled_dot_product_attention",
    "A row of weights must sum to one: something is dropped or rescaled after the softmax.",
)
def attention_drops_small_weights(Q, K, V, mask=None):
    """It keeps only the largest weight of each row: a hard choice, not an average."""
    _, weights = attend(Q, K, V, mask)
    weights = np.where(weights == weights.max(axis=-1, keepdims=True), weights, 0.0)
    return weights @ V, weights


# ---------------------------------------------------------------------- kernel_regression


def regress(scores, y_train, axis=-1):
    """Average y_train with the softmax of the scores."""
    return softmax(scores, axis) @ y_train


def differences(x, x_train):
    """Subtract every training point from every query: (m,) and (n,) to (m, n)."""
    return x[:, np.newaxis] - x_train


@misconception("kernel_regression", "The closer a training point, the more it counts. Which one counts most in yours?")
def regression_prefers_far_points(x, x_train, y_train, bandwidth=1.0):
    """It lost the minus sign: far points get the larger weights."""
    return regress(differences(x, x_train) ** 2 / (2 * bandwidth**2), y_train)


@misconception("kernel_regression", "A Gaussian falls with the squared distance, not with the distance.")
def regression_of_absolute_distance(x, x_train, y_train, bandwidth=1.0):
    """It uses the absolute distance where the square is asked for."""
    return regress(-np.abs(differences(x, x_train)) / (2 * bandwidth**2), y_train)


@misconception("kernel_regression", "Compare bandwidth 1 with bandwidth 2: the exponent should shrink to a quarter.")
def regression_bandwidth_not_squared(x, x_train, y_train, bandwidth=1.0):
    """It divides by the bandwidth, not by its square."""
    return regress(-(differences(x, x_train) ** 2) / (2 * bandwidth), y_train)


@misconception("kernel_regression", "Look at the denominator of the exponent: it has two factors.")
def regression_forgets_the_two(x, x_train, y_train, bandwidth=1.0):
    """It divides by the squared bandwidth, without the 2."""
    return regress(-(differences(x, x_train) ** 2) / bandwidth**2, y_train)


@misconception("kernel_regression", "Call it with two bandwidths: does the prediction change?")
def regression_ignores_bandwidth(x, x_train, y_train, bandwidth=1.0):
    """It never uses the bandwidth."""
    return regress(-(differences(x, x_train) ** 2) / 2, y_train)


@misconception("kernel_regression", "`a / 2 * b` multiplies by b. Put the whole denominator in brackets.")
def regression_without_brackets(x, x_train, y_train, bandwidth=1.0):
    """It divides by 2 and multiplies by the squared bandwidth: brackets are missing."""
    return regress(-(differences(x, x_train) ** 2) / 2 * bandwidth**2, y_train)


@misconception(
    "kernel_regression",
    "Each prediction shares one unit of weight among the training points: sum the weights of one query.",
)
def regression_softmax_over_queries(x, x_train, y_train, bandwidth=1.0):
    """It normalises over the queries, not over the training points."""
    return regress(-(differences(x, x_train) ** 2) / (2 * bandwidth**2), y_train, axis=0)


@misconception("kernel_regression", "If every y_train is 5, each prediction must be 5. What does yours give?")
def regression_not_normalised(x, x_train, y_train, bandwidth=1.0):
    """It sums kernel times value without dividing by the sum of the kernel."""
    return np.exp(-(differences(x, x_train) ** 2) / (2 * bandwidth**2)) @ y_train


@misconception("kernel_regression", "If every y_train is 5, each prediction must be 5. What do you divide by?")
def regression_divided_by_number(x, x_train, y_train, bandwidth=1.0):
    """It divides by the number of training points, not by the sum of their weights."""
    return np.exp(-(differences(x, x_train) ** 2) / (2 * bandwidth**2)) @ y_train / len(y_train)


@misconception(
    "kernel_regression", "Far away every kernel value is 0, and 0/0 is NaN. Your `softmax` avoids that: use it."
)
def regression_vanishes_far_away(x, x_train, y_train, bandwidth=1.0):
    """It divides kernel values by their sum as they are: far from all points that is 0/0."""
    kernel = np.exp(-(differences(x, x_train) ** 2) / (2 * bandwidth**2))
    return kernel / kernel.sum(axis=1, keepdims=True) @ y_train


@misconception(
    "kernel_regression",
    "Far away the prediction should be the nearest value, not 0. Your `softmax` gives that without any repair.",
)
def regression_falls_to_zero(x, x_train, y_train, bandwidth=1.0):
    """Far from all points it predicts 0, as a small constant in the denominator or a replaced NaN does."""
    kernel = np.exp(-(differences(x, x_train) ** 2) / (2 * bandwidth**2))
    return kernel @ y_train / (kernel.sum(axis=1) + 1e-9)


@misconception("kernel_regression", "Here nearness is a small distance, not a large product.")
def regression_of_dot_products(x, x_train, y_train, bandwidth=1.0):
    """It scores by the product of x and x_i, not by their distance."""
    return regress(np.outer(x, x_train) / (2 * bandwidth**2), y_train)


@misconception("kernel_regression", "A soft look-up mixes all points. Between two points, is yours a step?")
def regression_takes_the_nearest(x, x_train, y_train, bandwidth=1.0):
    """It takes the nearest training value alone: a hard look-up."""
    return y_train[np.abs(differences(x, x_train)).argmin(axis=1)] * 1.0


@misconception("kernel_regression", "The result has one number for each query, shape (m,). What is the shape of yours?")
def regression_keeps_a_column(x, x_train, y_train, bandwidth=1.0):
    """It returns a column, shape (m, 1)."""
    return regress(-(differences(x, x_train) ** 2) / (2 * bandwidth**2), y_train[:, np.newaxis])


@misconception("kernel_regression", "Only the predictions are asked for.")
def regression_returns_weights_too(x, x_train, y_train, bandwidth=1.0):
    """It returns the weights as well."""
    weights = softmax(-(differences(x, x_train) ** 2) / (2 * bandwidth**2))
    return weights @ y_train, weights


@misconception("kernel_regression", EVERY_PAIR, raises_at=r"\bx *- *x_train|subtract\(x, *x_train")
def regression_point_by_point(x, x_train, y_train, bandwidth=1.0):
    """It subtracts `x - x_train` as they are: query i meets training point i only."""
    return regress(-((x - x_train) ** 2) / (2 * bandwidth**2), y_train)


@misconception("kernel_regression", EVERY_PAIR, raises_at=r"\bx_train *- *x\b(?!\[)|subtract\(x_train, *x\b")
def regression_point_by_point_turned(x, x_train, y_train, bandwidth=1.0):
    """It subtracts `x_train - x` as they are: query i meets training point i only."""
    return regress(-((x_train - x) ** 2) / (2 * bandwidth**2), y_train)


@misconception("kernel_regression", TURNED, raises_at=r"@ *y_train|matmul\(.*, *y_train")
def regression_of_a_turned_table(x, x_train, y_train, bandwidth=1.0):
    """Its table has the training points down the rows and the queries across: y_train does not fit."""
    return softmax(-((x - x_train[:, np.newaxis]) ** 2) / (2 * bandwidth**2)) @ y_train


@misconception("kernel_regression", TURNED, raises_at=r"dot\(.*, *y_train|\.dot\(y_train")
def regression_of_a_turned_table_with_dot(x, x_train, y_train, bandwidth=1.0):
    """Its table has the training points down the rows and the queries across: y_train does not fit."""
    return np.dot(softmax(-((x - x_train[:, np.newaxis]) ** 2) / (2 * bandwidth**2)), y_train)


# ---------------------------------------------------------------------- softmax_jacobian


def diagonal(p):
    """Put each vector on the diagonal of a matrix: (..., n) to (..., n, n)."""
    return p[..., np.newaxis] * np.eye(p.shape[-1])


def outer(p):
    """Multiply each vector with itself: (..., n) to (..., n, n)."""
    return p[..., :, np.newaxis] * p[..., np.newaxis, :]


@misconception("softmax_jacobian", "p is the softmax's output already. How many softmaxes are in your chain?")
def jacobian_softmax_once_more(p):
    """It takes the softmax of p first, although p is its output already."""
    return softmax_jacobian(softmax(p))


@misconception("softmax_jacobian", "Raising score j changes every weight, not only weight j: the result is a matrix.")
def jacobian_diagonal_as_vector(p):
    """It returns p (1 - p), the diagonal alone, as a vector."""
    return p * (1 - p)


@misconception("softmax_jacobian", "Each column sums to zero, as the weights always sum to one. Does yours?")
def jacobian_zero_off_diagonal(p):
    """It leaves everything off the diagonal zero."""
    return diagonal(p * (1 - p))


@misconception("softmax_jacobian", "When one score grows, the other weights must fall. Which sign has that?")
def jacobian_plus(p):
    """It adds the outer product where it should subtract it."""
    return diagonal(p) + outer(p)


@misconception("softmax_jacobian", "A weight grows with its own score: the diagonal is positive.")
def jacobian_sign_turned(p):
    """Its sign is turned: the outer product minus the diagonal."""
    return outer(p) - diagonal(p)


@misconception("softmax_jacobian", "What stands on the diagonal is p_i (1 - p_i). Which factor is missing?")
def jacobian_identity_for_diagonal(p):
    """It has the identity matrix where diag(p) belongs."""
    return np.eye(p.shape[-1]) - outer(p)


@misconception("softmax_jacobian", "What stands on the diagonal is p_i - p_i^2. Which term is missing?")
def jacobian_without_diagonal(p):
    """It is only minus the outer product; diag(p) is missing."""
    return -outer(p)


@misconception(
    "softmax_jacobian",
    "`np.diag` of a matrix takes its diagonal out. It builds one only from a vector.",
    raises_at=r"np\.(diag|outer)\b",
)
def jacobian_diag_of_a_batch(p):
    """It uses `np.diag` and `np.outer`, which work for a single vector only."""
    return np.diag(p) - np.outer(p, p)


@misconception(
    "softmax_jacobian",
    "For one vector, `p @ p.T` is a single number. You want all products p_i p_j: a column times a row.",
)
def jacobian_inner_product(p):
    """It subtracts `p @ p.T`, a single number for one vector, where a matrix of products is asked for."""
    return np.diag(p) - p @ p.T


@misconception(
    "softmax_jacobian",
    "With a batch, `reshape(-1, 1)` makes one long column of all rows. Each row wants a Jacobian of its own.",
)
def jacobian_of_all_rows_together(p):
    """It makes one column of all weights, so that all rows of a batch share one large Jacobian."""
    column = p.reshape(-1, 1)
    return np.diagflat(column) - column @ column.T


@misconception("softmax_jacobian", "Off the diagonal p_i and p_j differ: the product needs both.")
def jacobian_square_in_every_row(p):
    """It subtracts the squares p_j^2 in every row, not the products p_i p_j."""
    return diagonal(p) - (p**2)[..., np.newaxis, :]


@misconception(
    "softmax_jacobian",
    "`p[:, None]` adds the axis after the first one. With leading axes, add it at the end.",
    raises_at=r"\[:, *(None|np\.newaxis)",
)
def jacobian_axis_after_the_first(p):
    """It adds the new axis by place (`p[:, None]`), which is right for a single vector only."""
    return np.eye(p.shape[-1]) * p - p[:, None] * p


@misconception(
    "softmax_jacobian", "Sum over a column: zero. What is the sum of yours? The samples of a batch must stay apart."
)
def jacobian_summed_over_batch(p):
    """It adds up the Jacobians of all samples into one matrix."""
    return softmax_jacobian(p).reshape(-1, p.shape[-1], p.shape[-1]).sum(axis=0)


# ---------------------------------------------------------------------- gradient_norm


def jacobians(Q, K, scale=True, axis=-1):
    """Chain scores, softmax and Jacobian."""
    return softmax_jacobian(softmax(attention_scores(Q, K, scale), axis))


def norms(stack):
    """Take the Frobenius norm of each matrix: (..., n, n) to (...)."""
    return np.sqrt((stack**2).sum(axis=(-2, -1)))


@misconception("gradient_norm", "Compare `scale=True` with `scale=False`: they should differ.")
def norm_always_scaled(Q, K, scale=True):
    """It scales the scores, also when `scale` is False."""
    return norms(jacobians(Q, K)).mean()


@misconception("gradient_norm", "Does `scale` reach the scores?")
def norm_never_scaled(Q, K, scale=True):
    """It never scales the scores."""
    return norms(jacobians(Q, K, False)).mean()


@misconception("gradient_norm", "Which value of `scale` asks for the division?")
def norm_flag_inverted(Q, K, scale=True):
    """It scales when `scale` is False and does not when it is True."""
    return norms(jacobians(Q, K, not scale)).mean()


@misconception("gradient_norm", "Twice the queries should not give twice the number: take their mean.")
def norm_summed(Q, K, scale=True):
    """It sums over the queries where the mean is asked for."""
    return norms(jacobians(Q, K, scale)).sum()


@misconception(
    "gradient_norm", "Gradients of opposite sign cancel in a mean of matrices. First the norm of each, then the mean."
)
def norm_of_the_mean(Q, K, scale=True):
    """It takes the mean of the Jacobians first and the norm of that."""
    stack = jacobians(Q, K, scale)
    return norms(stack.mean(axis=tuple(range(stack.ndim - 2))))


@misconception("gradient_norm", "One norm for each query: sum the squares over the last two axes only.")
def norm_of_the_whole_stack(Q, K, scale=True):
    """It takes one norm over all Jacobians together."""
    return np.sqrt((jacobians(Q, K, scale) ** 2).sum())


@misconception("gradient_norm", "Count the axes of a Jacobian from the end: with a batch, 1 and 2 are other axes.")
def norm_over_axes_one_and_two(Q, K, scale=True):
    """It takes the norm over the axes 1 and 2, which are a Jacobian's for two axes of Q only."""
    return np.linalg.norm(jacobians(Q, K, scale), axis=(1, 2)).mean()


@misconception("gradient_norm", "The Frobenius norm is the root of a sum. What does your mean divide by?")
def norm_root_of_mean_square(Q, K, scale=True):
    """It takes the mean of the squared entries of each Jacobian where their sum is asked for."""
    return np.sqrt((jacobians(Q, K, scale) ** 2).mean(axis=(-2, -1))).mean()


@misconception(
    "gradient_norm", "A norm is the root of a sum of squares. Yours is a mean of squares, of all queries at once."
)
def norm_mean_of_all_squares(Q, K, scale=True):
    """It takes the mean of all squared entries of all Jacobians, and no root."""
    return (jacobians(Q, K, scale) ** 2).mean()


@misconception("gradient_norm", "Two things: the norm is the root of a sum, not of a mean, and each query has its own.")
def norm_root_of_the_mean_of_all_squares(Q, K, scale=True):
    """It takes the root of the mean of all squared entries of all Jacobians."""
    return np.sqrt((jacobians(Q, K, scale) ** 2).mean())


@misconception("gradient_norm", "The mean of roots is not the root of the mean. Which comes first?")
def norm_root_after_mean(Q, K, scale=True):
    """It takes the mean of the squared norms, then the root."""
    return np.sqrt((norms(jacobians(Q, K, scale)) ** 2).mean())


@misconception("gradient_norm", "A norm is the root of a sum of squares. Which step is missing?")
def norm_squared(Q, K, scale=True):
    """It leaves out the root: squared norms."""
    return (norms(jacobians(Q, K, scale)) ** 2).mean()


@misconception("gradient_norm", "The Frobenius norm counts every entry, not only the strongest direction.")
def norm_spectral(Q, K, scale=True):
    """It takes the spectral norm (the largest singular value)."""
    return np.linalg.norm(jacobians(Q, K, scale), ord=2, axis=(-2, -1)).mean()


@misconception("gradient_norm", "The Frobenius norm sums squares, not absolute values.")
def norm_of_absolute_values(Q, K, scale=True):
    """It sums absolute values instead of squares."""
    return np.abs(jacobians(Q, K, scale)).sum(axis=(-2, -1)).mean()


@misconception("gradient_norm", "Frobenius: over both axes of the matrix. How many numbers does one Jacobian give you?")
def norm_of_each_row(Q, K, scale=True):
    """It takes the norm of each row of a Jacobian, and the mean of those."""
    return np.sqrt((jacobians(Q, K, scale) ** 2).sum(axis=-1)).mean()


@misconception("gradient_norm", "Every query counts. Change the second one: does your number change?")
def norm_of_first_query(Q, K, scale=True):
    """It looks at the first query only."""
    return norms(jacobians(Q, K, scale))[..., 0].mean()


@misconception("gradient_norm", "One number is asked for, for all queries together.")
def norm_for_each_query(Q, K, scale=True):
    """It returns one norm for each query, without the mean."""
    return norms(jacobians(Q, K, scale))


@misconception("gradient_norm", "One number is asked for, over all samples too.")
def norm_for_each_sample(Q, K, scale=True):
    """It takes the mean over the queries of each sample, but not over the samples."""
    return norms(jacobians(Q, K, scale)).mean(axis=-1)


@misconception("gradient_norm", "The norm of the weights says how sharp they are. What is asked for is how they react.")
def norm_of_the_weights(Q, K, scale=True):
    """It takes the norm of the weights, not of their Jacobian."""
    return np.linalg.norm(softmax(attention_scores(Q, K, scale)), axis=-1).mean()


@misconception("gradient_norm", "The Jacobian of the softmax is written in weights, not in scores.")
def norm_of_scores_as_weights(Q, K, scale=True):
    """It hands the scores to the Jacobian without the softmax."""
    return norms(softmax_jacobian(attention_scores(Q, K, scale))).mean()


@misconception("gradient_norm", "For one query, what do its weights sum to? The softmax runs over the keys.")
def norm_softmax_over_queries(Q, K, scale=True):
    """It takes the softmax over the queries."""
    return norms(jacobians(Q, K, scale, axis=-2)).mean()


@misconception("gradient_norm", "The Jacobian is taken at the scores, after the division: no further factor.")
def norm_with_the_scales_derivative(Q, K, scale=True):
    """It divides the Jacobian by the root of d_k once more."""
    return norms(jacobians(Q, K, scale)).mean() / (np.sqrt(Q.shape[-1]) if scale else 1.0)


# ---------------------------------------------------------------------- loops that know two axes


def root_of(Q, scale):
    """Return what the scores are divided by."""
    return np.sqrt(Q.shape[-1]) if scale else 1.0


@misconception("attention_scores", ONE_SAMPLE, raises_at=r"\bdot\(")
def scores_row_by_row_with_dot(Q, K, scale=True):
    """It takes `Q[i]` and `K[j]` for single vectors, which they are for two axes only."""
    scores = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            scores[i, j] = np.dot(Q[i], K[j])
    return scores / root_of(Q, scale)


@misconception("attention_scores", ONE_SAMPLE, raises_at=r"\w\[\w+\] *@ *\w+\[\w+\]|@[^.]*\bfor\b")
def scores_row_by_row(Q, K, scale=True):
    """It takes `Q[i]` and `K[j]` for single vectors, which they are for two axes only."""
    scores = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            scores[i, j] = Q[i] @ K[j]
    return scores / root_of(Q, scale)


@misconception("attention_scores", ONE_SAMPLE, raises_at=r"\*")
def scores_row_by_row_with_products(Q, K, scale=True):
    """It takes `Q[i]` and `K[j]` for single vectors, which they are for two axes only."""
    scores = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        for j in range(len(K)):
            scores[i, j] = np.sum(Q[i] * K[j])
    return scores / root_of(Q, scale)


@misconception("attention_scores", ONE_SAMPLE, raises_at=r"\] *\+?=")
def scores_number_by_number(Q, K, scale=True):
    """It takes `Q[i, c]` and `K[j, c]` for numbers, which they are for two axes only."""
    scores = np.zeros((len(Q), len(K)))
    for i, j, c in np.ndindex(len(Q), len(K), Q.shape[-1]):
        scores[i, j] += Q[i, c] * K[j, c]
    return scores / root_of(Q, scale)


@misconception(
    "attention_scores",
    "With a batch, `Q.shape` has three numbers. Count axes from the end: `Q.shape[-1]` is d_k for any of them.",
    raises_at=r",.*=.*\b[QK]\.shape *$",
)
def scores_unpack_two_sizes(Q, K, scale=True):
    """It unpacks the shape into two sizes, so it knows no leading axes."""
    n_q, d_k = Q.shape
    return Q @ np.swapaxes(K, -1, -2) / (np.sqrt(d_k) if scale else 1.0)


@misconception("softmax", BY_ROWS)
def softmax_row_by_row(x, axis=-1):
    """It loops over axis 0 and takes each `x[i]` for one row, which it is for two axes and `axis=-1` only."""
    return np.array([softmax(row, axis=None) for row in x])


@misconception("softmax", "Two things: `zeros_like` of whole numbers cuts fractions off, and " + BY_ROWS)
def softmax_row_by_row_in_whole_numbers(x, axis=-1):
    """It loops over axis 0, and stores the weights in an array of x's type."""
    weights = np.zeros_like(x)
    for i, row in enumerate(x):
        weights[i] = softmax(row, axis=None)
    return weights


@misconception("softmax", "Two things: `exp` overflows above about 709, and " + BY_ROWS)
def softmax_row_by_row_overflows(x, axis=-1):
    """It loops over axis 0, and exponentiates large scores as they are."""
    return np.array([np.exp(row) / np.sum(np.exp(row)) for row in x])


@misconception("softmax_jacobian", ONE_VECTOR, raises_at=r"\[\w+, *\w+\] *[-+*]?=|\]\[\w+\] *[-+*]?=")
def jacobian_entry_by_entry(p):
    """It takes `p[i]` for a single weight, which it is for one axis only."""
    n = p.shape[-1]
    J = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            J[i, j] = p[i] * ((i == j) - p[j])
    return J


@misconception("softmax_jacobian", ONE_VECTOR)
def jacobian_list_of_entries(p):
    """It takes `p[i]` for a single weight and len(p) for their number, which they are for one axis only."""
    return np.array([[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))])


@misconception("gradient_norm", "With a batch, `weights[i]` is a whole sample, not the weights of one query.")
def norm_row_by_row(Q, K, scale=True):
    """It loops over axis 0: each norm is that of a whole sample, where there is a batch."""
    weights = softmax(attention_scores(Q, K, scale))
    return np.mean([np.linalg.norm(softmax_jacobian(row)) for row in weights])


# ---------------------------------------------------------------------- two mistakes that go together


@misconception(
    "scaled_dot_product_attention",
    "Two things: the scores want the root of d_k, and True in the mask means: may attend.",
)
def attention_not_scaled_and_mask_inverted(Q, K, V, mask=None):
    """It does not scale the scores, and hides the keys where the mask is True."""
    return attend(Q, K, V, None if mask is None else ~mask, scores=attention_scores(Q, K, scale=False))


@misconception(
    "scaled_dot_product_attention", "Two things: the scores want the root of d_k, and both results are asked for."
)
def attention_not_scaled_only_output(Q, K, V, mask=None):
    """It does not scale the scores, and returns the output without the weights."""
    return attend(Q, K, V, mask, scores=attention_scores(Q, K, scale=False))[0]
