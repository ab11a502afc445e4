"""Named wrong implementations of the tasks of Lab 2, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import numpy as np

from attn_course.attention.multi_head import merge_heads, multi_head_attention, split_heads
from attn_course.attention.multi_head import attention_cost, head_diversity, projected_multi_head_attention
from attn_course.attention.scaled_dot_product import attention_scores, scaled_dot_product_attention, softmax
from attn_course.checking import misconception

# ---------------------------------------------------------------------- split_heads


def refuse(X, num_heads):
    """Raise ValueError where the heads cannot have equal shares."""
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError("the number of heads must divide the number of features")


def by_reshape_alone(X, num_heads):
    """Deal the numbers out anew, without moving an axis: right shape, wrong places."""
    return X.reshape(*X.shape[:-2], num_heads, X.shape[-2], X.shape[-1] // num_heads)


def interleaved(X, num_heads):
    """Deal the features out in turn: head 0, head 1, head 0, head 1 ..."""
    return np.moveaxis(X.reshape(*X.shape[:-1], X.shape[-1] // num_heads, num_heads), -1, -3)


@misconception(
    "split_heads",
    "The shape is right, but `reshape` never moves a number: it reads row by row. Head 0 of token 1 should be the first "
    "d_k features of token 1. Which token do yours come from?",
)
def split_by_reshape_alone(X, num_heads):
    """It reshapes straight to (..., num_heads, n, d_k), so that a head gets all features of some tokens."""
    refuse(X, num_heads)
    return by_reshape_alone(X, num_heads)


@misconception(
    "split_heads",
    "Two things: `reshape` never moves a number, so which tokens do the rows of head 0 come from? And nothing refuses a "
    "number of heads below 1.",
)
def split_by_reshape_alone_and_refuses_nothing(X, num_heads):
    """It reshapes straight to (..., num_heads, n, d_k), which mixes the tokens, and refuses no number of heads."""
    return by_reshape_alone(X, num_heads)


@misconception(
    "split_heads",
    "Two things: `reshape` never moves a number, so which tokens do the rows of head 0 come from? And there may be "
    "leading axes: count from the end.",
)
def split_by_reshape_alone_of_two_sizes(X, num_heads):
    """It reshapes straight to (num_heads, n, d_k), which mixes the tokens, and unpacks `X.shape` into two sizes."""
    n, d_model = X.shape
    refuse(X, num_heads)
    return X.reshape(num_heads, n, d_model // num_heads)


@misconception(
    "split_heads",
    "Begin with head 0: which tokens do its rows come from? `reshape` never moves a number. Then think of leading axes, "
    "and of a number of heads below 1.",
)
def split_by_reshape_alone_of_two_sizes_and_refuses_nothing(X, num_heads):
    """It reshapes straight to (num_heads, n, d_k), which mixes the tokens; leading axes and 0 heads stop it."""
    n, d_model = X.shape
    return X.reshape(num_heads, n, d_model // num_heads)


@misconception(
    "split_heads",
    "Attention works on the last two axes, and these should be tokens and features of one head. What are yours?",
)
def split_leaves_the_heads_behind_the_tokens(X, num_heads):
    """It cuts the features into slices, shape (..., n, num_heads, d_k), and does not bring the heads to the front."""
    refuse(X, num_heads)
    return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads)


@misconception("split_heads", "Head 0 takes the first d_k features, as they stand side by side. Which ones has yours?")
def split_deals_features_in_turn(X, num_heads):
    """It deals the features out in turn: head h gets the features h, h + num_heads, h + 2 num_heads ..."""
    refuse(X, num_heads)
    return interleaved(X, num_heads)


@misconception("split_heads", "How many heads are there in your result, and how many features has each?")
def split_into_heads_of_num_heads_features(X, num_heads):
    """It takes `num_heads` for the size of a head: d_k heads of num_heads features."""
    refuse(X, num_heads)
    return np.swapaxes(X.reshape(*X.shape[:-1], X.shape[-1] // num_heads, num_heads), -3, -2)


@misconception("split_heads", "In each head a token is still a row. In yours it is a column.")
def split_turns_tokens_into_columns(X, num_heads):
    """It returns shape (..., num_heads, d_k, n): tokens became columns."""
    refuse(X, num_heads)
    return np.swapaxes(split_heads(X, num_heads), -1, -2)


@misconception(
    "split_heads",
    "The tokens and features are the last two axes, behind any number of leading ones. Count axes from the end.",
    raises_at=r"X\.shape",
)
def split_unpacks_two_sizes(X, num_heads):
    """It unpacks `X.shape` into two sizes: right without leading axes only."""
    n, d_model = X.shape
    refuse(X, num_heads)
    return X.reshape(n, num_heads, d_model // num_heads).transpose(1, 0, 2)


@misconception(
    "split_heads",
    "Two things: there may be leading axes, so count axes from the end. And nothing refuses a number of heads below 1.",
    raises_at=r"X\.shape|//",
)
def split_unpacks_two_sizes_and_refuses_nothing(X, num_heads):
    """It unpacks `X.shape` into two sizes, right without leading axes only, and refuses no number of heads."""
    n, d_model = X.shape
    return X.reshape(n, num_heads, d_model // num_heads).transpose(1, 0, 2)


@misconception(
    "split_heads",
    "There may be no batch at all, or two leading axes. Count axes from the end and keep what stands before.",
    raises_at=r"X\.shape",
)
def split_unpacks_three_sizes(X, num_heads):
    """It unpacks `X.shape` into three sizes: right with exactly one leading axis only."""
    batch, n, d_model = X.shape
    refuse(X, num_heads)
    return X.reshape(batch, n, num_heads, d_model // num_heads).transpose(0, 2, 1, 3)


@misconception(
    "split_heads",
    "`transpose` with written-out axes knows one number of axes. Which function exchanges two, counted from the end?",
    raises_at=r"transpose|permute",
)
def split_transposes_three_axes(X, num_heads):
    """It calls `transpose(1, 0, 2)`, which fits three axes only: no leading ones."""
    refuse(X, num_heads)
    return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads).transpose(1, 0, 2)


@misconception("split_heads", "In a batch the first two axes are not tokens and heads. Count axes from the end.")
def split_exchanges_the_first_two_axes(X, num_heads):
    """It exchanges the axes 0 and 1, which are tokens and heads only if there is no leading axis."""
    refuse(X, num_heads)
    return np.swapaxes(X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads), 0, 1)


@misconception("split_heads", "Leading axes stay in front: each sample of a batch has heads of its own.")
def split_puts_heads_before_the_batch(X, num_heads):
    """It makes the heads the first axis of all, before the batch."""
    refuse(X, num_heads)
    return np.stack(np.split(X, num_heads, axis=-1))


@misconception("split_heads", "Leading axes stay as they are: the batch should not grow.")
def split_folds_heads_into_the_batch(X, num_heads):
    """It makes one axis of leading axes and heads together."""
    refuse(X, num_heads)
    heads = split_heads(X, num_heads)
    return heads.reshape(-1, *heads.shape[-2:])


@misconception("split_heads", "With 8 features and 3 heads, which features does no head get?")
def split_drops_what_is_left_over(X, num_heads):
    """It rounds d_k down and drops the features that are left over, without an error."""
    d_k = X.shape[-1] // num_heads
    return np.stack([X[..., h * d_k : (h + 1) * d_k] for h in range(num_heads)], axis=-3)


@misconception("split_heads", "What is `8 % 0` in Python? Ask first whether the number of heads is at least 1.")
def split_divides_by_zero_heads(X, num_heads):
    """It does not ask whether `num_heads` is at least 1, and divides by it."""
    if X.shape[-1] % num_heads:
        raise ValueError("the number of heads must divide the number of features")
    return split_heads(X, num_heads)


@misconception(
    "split_heads", "Whoever calls the function wants to catch a `ValueError`. Which error does `assert` raise?"
)
def split_asserts(X, num_heads):
    """It refuses with `assert`, which raises AssertionError, and not at all under `python -O`."""
    assert num_heads >= 1 and X.shape[-1] % num_heads == 0, "d_model must be divisible by num_heads"
    return split_heads(X, num_heads)


@misconception("split_heads", "An error that is only printed or returned stops nobody: `raise` it.")
def split_returns_nothing_instead_of_raising(X, num_heads):
    """It returns nothing, instead of raising an error, where the heads do not divide the features."""
    if num_heads < 1 or X.shape[-1] % num_heads:
        return None
    return split_heads(X, num_heads)


@misconception("split_heads", "Somebody will read this error at night. Let it say what does not fit.")
def split_raises_without_words(X, num_heads):
    """It raises a ValueError without a message."""
    if num_heads < 1 or X.shape[-1] % num_heads:
        raise ValueError
    return split_heads(X, num_heads)


@misconception(
    "split_heads",
    "Which axis does `np.split` cut if you name none? Every head should see every token.",
    raises_at=r"split\(",
)
def split_cuts_the_first_axis(X, num_heads):
    """It cuts axis 0, which holds tokens or samples, and not the features."""
    refuse(X, num_heads)
    return np.stack(np.split(X, num_heads))


@misconception(
    "split_heads",
    "`/` always gives a float, 4.0, and no axis is 4.0 long. Which division gives a whole number?",
    raises_at=r"reshape",
)
def split_reshapes_to_a_float(X, num_heads):
    """It divides with `/`, and an axis cannot have a fractional length."""
    refuse(X, num_heads)
    return X.reshape(*X.shape[:-1], num_heads, X.shape[-1] / num_heads).swapaxes(-3, -2)


@misconception("split_heads", "Head 0 takes the first features. Which ones does your head 0 have?")
def split_gives_the_last_slice_first(X, num_heads):
    """It hands the slices out from the back: head 0 gets the last features."""
    return split_heads(X, num_heads)[..., ::-1, :, :]


@misconception(
    "split_heads", "One head, one token or a batch of one still has its axis, of length 1. Where did yours go?"
)
def split_loses_axes_of_length_one(X, num_heads):
    """It drops every axis of length 1, as `squeeze` does."""
    return np.squeeze(split_heads(X, num_heads))


# ---------------------------------------------------------------------- merge_heads


def merged_by_reshape_alone(X):
    """Deal the numbers out anew, without moving an axis: right shape, wrong places."""
    return X.reshape(*X.shape[:-3], X.shape[-2], X.shape[-3] * X.shape[-1])


@misconception(
    "merge_heads",
    "The shape is right, but `reshape` never moves a number. Row 0 should hold token 0 as every head sees it. Which "
    "tokens does yours hold?",
)
def merge_by_reshape_alone(X):
    """It reshapes (..., num_heads, n, d_k) straight to (..., n, d_model), which mixes the tokens."""
    return merged_by_reshape_alone(X)


@misconception(
    "merge_heads",
    "Two things: `reshape` never moves a number, so which tokens does row 0 hold? And there may be leading axes: count "
    "from the end.",
)
def merge_by_reshape_alone_of_three_sizes(X):
    """It reshapes (num_heads, n, d_k) straight to (n, d_model), which mixes the tokens, and expects three sizes."""
    num_heads, n, d_k = X.shape
    return X.reshape(n, num_heads * d_k)


@misconception(
    "merge_heads",
    "Two things: `reshape` never moves a number, so which tokens does row 0 hold? And there may be no batch: count axes "
    "from the end.",
)
def merge_by_reshape_alone_of_four_sizes(X):
    """It reshapes (batch, num_heads, n, d_k) straight to (batch, n, d_model), and expects exactly four sizes."""
    batch, num_heads, n, d_k = X.shape
    return X.reshape(batch, n, num_heads * d_k)


@misconception("merge_heads", "Head 0's features come first, all of them, then head 1's. In which order are yours?")
def merge_deals_features_in_turn(X):
    """It interleaves the heads: first feature 0 of every head, then feature 1 of every head ..."""
    return np.moveaxis(X, -3, -1).reshape(*X.shape[:-3], X.shape[-2], -1)


@misconception("merge_heads", "How many rows does your result have, and how many tokens are there?")
def merge_puts_heads_below_each_other(X):
    """It puts the heads' rows below each other, shape (..., num_heads * n, d_k)."""
    return X.reshape(*X.shape[:-3], -1, X.shape[-1])


@misconception("merge_heads", "What each head found should still be there, side by side. What does a mean lose?")
def merge_averages_the_heads(X):
    """It takes the mean over the heads, shape (..., n, d_k)."""
    return X.mean(axis=-3)


@misconception("merge_heads", "What each head found should still be there, side by side. What does a sum lose?")
def merge_adds_the_heads(X):
    """It adds the heads up, shape (..., n, d_k)."""
    return X.sum(axis=-3)


@misconception("merge_heads", "The last two axes, heads and features, should become one.")
def merge_leaves_an_axis_too_many(X):
    """It brings the tokens to the front, shape (..., n, num_heads, d_k), and stops there."""
    return np.swapaxes(X, -3, -2)


@misconception(
    "merge_heads",
    "Heads, tokens and features are the last three axes, behind any number of leading ones. Count from the end.",
    raises_at=r"X\.shape",
)
def merge_unpacks_three_sizes(X):
    """It unpacks `X.shape` into three sizes: right without leading axes only."""
    num_heads, n, d_k = X.shape
    return X.transpose(1, 0, 2).reshape(n, num_heads * d_k)


@misconception(
    "merge_heads",
    "There may be no batch at all, or two leading axes. Count axes from the end and keep what stands before.",
    raises_at=r"X\.shape",
)
def merge_unpacks_four_sizes(X):
    """It unpacks `X.shape` into four sizes: right with exactly one leading axis only."""
    batch, num_heads, n, d_k = X.shape
    return X.transpose(0, 2, 1, 3).reshape(batch, n, num_heads * d_k)


@misconception(
    "merge_heads",
    "`transpose` with written-out axes knows one number of axes. Which function exchanges two, counted from the end?",
    raises_at=r"transpose|permute",
)
def merge_transposes_three_axes(X):
    """It calls `transpose(1, 0, 2)`, which fits three axes only: no leading ones."""
    return X.transpose(1, 0, 2).reshape(*X.shape[:-3], X.shape[-2], -1)


@misconception("merge_heads", "In a batch the first two axes are not heads and tokens. Count axes from the end.")
def merge_exchanges_the_first_two_axes(X):
    """It exchanges the axes 0 and 1, which are heads and tokens only if there is no leading axis."""
    moved = np.swapaxes(X, 0, 1)
    return moved.reshape(*moved.shape[:-2], -1)


@misconception("merge_heads", "Leading axes stay: each sample keeps its own rows.")
def merge_flattens_the_batch(X):
    """It puts everything that belongs to one token's place into one row, over all samples too."""
    return np.moveaxis(X, -2, 0).reshape(X.shape[-2], -1)


@misconception("merge_heads", "`np.concatenate(X)` takes apart the first axis. In a batch, is that the heads?")
def merge_joins_the_first_axis(X):
    """It joins the parts of axis 0 side by side: heads without a batch, samples with one."""
    return np.concatenate(X, axis=-1)


@misconception("merge_heads", "`np.concatenate(X)` takes apart the first axis. In a batch, is that the heads?")
def merge_joins_the_first_axis_along_axis_one(X):
    """It joins the parts of axis 0 along axis 1: right without leading axes only."""
    return np.concatenate(X, axis=1)


@misconception("merge_heads", "Head 0's features come first. Whose features stand first in your rows?")
def merge_puts_the_last_head_first(X):
    """It puts the heads side by side from the last to the first."""
    return merge_heads(X[..., ::-1, :, :])


@misconception("merge_heads", "One token or a batch of one still has its axis, of length 1. Where did yours go?")
def merge_loses_axes_of_length_one(X):
    """It drops every axis of length 1, as `squeeze` does."""
    return np.squeeze(merge_heads(X))


@misconception("merge_heads", "Leading axes stay as they are: only heads and features become one axis.")
def merge_makes_one_axis_of_all_rows(X):
    """It makes one axis of leading axes and tokens together."""
    return merge_heads(X).reshape(-1, X.shape[-3] * X.shape[-1])


# ---------------------------------------------------------------------- multi_head_attention


def attend(Q, K, V, *, scores=None, axis=-1):
    """Attend rightly, but for what the keywords replace."""
    scores = attention_scores(Q, K) if scores is None else scores
    weights = softmax(scores, axis)
    return weights @ V


def slices(d_model, num_heads):
    """Return each head's slice of the features."""
    d_k = d_model // num_heads
    return [slice(h * d_k, (h + 1) * d_k) for h in range(num_heads)]


def in_heads(Q, K, V, num_heads):
    """Split queries, keys and values rightly."""
    return split_heads(Q, num_heads), split_heads(K, num_heads), split_heads(V, num_heads)


def plain_scores(q, k):
    """Return dot products without the scale."""
    return attention_scores(q, k, scale=False)


def overflowing(scores):
    """Take the softmax without subtracting the maximum."""
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


@misconception(
    "multi_head_attention",
    "Over how many features does the dot product of one head sum? That number belongs under the root.",
)
def heads_root_of_d_model(Q, K, V, num_heads=4):
    """It divides the scores by the root of d_model, and not of d_k, the features of one head."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(attend(q, k, v, scores=plain_scores(q, k) / np.sqrt(Q.shape[-1])))


@misconception("multi_head_attention", "Each head is the attention of Lab 1. Which factor is missing in its scores?")
def heads_not_scaled(Q, K, V, num_heads=4):
    """It does not divide the scores by the root of d_k."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(attend(q, k, v, scores=plain_scores(q, k)))


@misconception("multi_head_attention", "The factor is the square root of d_k. For d_k = 9: 3, not 9.")
def heads_divided_by_d_k(Q, K, V, num_heads=4):
    """It divides by d_k: without the root, or by the root twice."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(attend(q, k, v, scores=plain_scores(q, k) / q.shape[-1]))


@misconception("multi_head_attention", "Over what does a head's dot product sum? It is not the heads that are counted.")
def heads_root_of_num_heads(Q, K, V, num_heads=4):
    """It divides the scores by the root of the number of heads."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(attend(q, k, v, scores=plain_scores(q, k) / np.sqrt(num_heads)))


@misconception(
    "multi_head_attention",
    "For one query and one head, what should the weights over the keys sum to? Sum yours along the last axis.",
)
def heads_softmax_over_queries(Q, K, V, num_heads=4):
    """It takes the softmax over the queries."""
    return merge_heads(attend(*in_heads(Q, K, V, num_heads), axis=-2))


@misconception(
    "multi_head_attention", "Heads do not compete: in each of them the weights over the keys sum to 1. Where do yours?"
)
def heads_softmax_over_heads(Q, K, V, num_heads=4):
    """It takes the softmax over the heads."""
    return merge_heads(attend(*in_heads(Q, K, V, num_heads), axis=-3))


@misconception(
    "multi_head_attention", "`exp` overflows above about 709. The softmax of Lab 1 knows what to subtract: call it."
)
def heads_overflow(Q, K, V, num_heads=4):
    """It has a softmax of its own that overflows on huge scores."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(overflowing(attention_scores(q, k)) @ v)


@misconception(
    "multi_head_attention",
    "What does head 0 see of token 1? `reshape` alone gives it other tokens' features. Your `split_heads` does it right.",
)
def heads_split_by_reshape_alone(Q, K, V, num_heads=4):
    """It splits by `reshape` alone, so that heads hold features of the wrong tokens."""
    return merge_heads(attend(*(by_reshape_alone(X, num_heads) for X in (Q, K, V))))


@misconception(
    "multi_head_attention",
    "After merging, row t should hold what every head found for token t. Your `merge_heads` does it right.",
)
def heads_merged_by_reshape_alone(Q, K, V, num_heads=4):
    """It merges by `reshape` alone, which mixes the tokens."""
    return merged_by_reshape_alone(attend(*in_heads(Q, K, V, num_heads)))


@misconception(
    "multi_head_attention",
    "Two wrongs: `reshape` alone neither splits nor merges. Move the axes, or call your own two functions.",
)
def heads_split_and_merged_by_reshape_alone(Q, K, V, num_heads=4):
    """It splits and merges by `reshape` alone: shapes fit, tokens are mixed."""
    return merged_by_reshape_alone(attend(*(by_reshape_alone(X, num_heads) for X in (Q, K, V))))


@misconception(
    "multi_head_attention",
    "Who attends to whom? Print the shape of your weights: it should be (..., num_heads, n_q, n_k).",
)
def heads_attend_to_heads(Q, K, V, num_heads=4):
    """The heads of one token attend to each other: the tokens never meet."""
    q, k, v = (X.reshape(*X.shape[:-1], num_heads, X.shape[-1] // num_heads) for X in (Q, K, V))
    output = attend(q, k, v)
    return output.reshape(*output.shape[:-2], -1)


@misconception("multi_head_attention", "Head 0 takes the first d_k features, as they stand side by side.")
def heads_of_interleaved_features(Q, K, V, num_heads=4):
    """It deals the features out to the heads in turn, and puts them back in turn."""
    output = attend(*(interleaved(X, num_heads) for X in (Q, K, V)))
    return np.moveaxis(output, -3, -1).reshape(Q.shape)


@misconception("multi_head_attention", "Call it with 1 head and with 2: does the result change?")
def heads_never_counted(Q, K, V, num_heads=4):
    """It attends with all features at once, whatever `num_heads` says."""
    return attend(Q, K, V)


@misconception(
    "multi_head_attention", "Is the softmax taken once, or once in each head? Call it with 1 head and with 2."
)
def heads_only_in_the_scale(Q, K, V, num_heads=4):
    """It attends once with all features; `num_heads` only sets the number under the root."""
    return attend(Q, K, V, scores=plain_scores(Q, K) / np.sqrt(Q.shape[-1] // num_heads))


@misconception(
    "multi_head_attention",
    "The output is what attention found and nothing more. The residual connection comes in Lab 8.",
)
def heads_add_the_queries(Q, K, V, num_heads=4):
    """It adds Q to the output: a residual connection, which nobody asked for."""
    return multi_head_attention(Q, K, V, num_heads) + Q


@misconception("multi_head_attention", "Call it with 2 heads: how many does your loop make?")
def heads_always_four(Q, K, V, num_heads=4):
    """It always makes four heads, whatever `num_heads` says."""
    return np.concatenate([attend(Q[..., own], K[..., own], V[..., own]) for own in slices(Q.shape[-1], 4)], axis=-1)


@misconception("multi_head_attention", "Call it without `num_heads`: the contract says how many heads there are then.")
def heads_are_eight_by_default(Q, K, V, num_heads=8):
    """It takes 8 heads, not 4, where no number is asked for."""
    return multi_head_attention(Q, K, V, num_heads)


@misconception("multi_head_attention", "What each head found should stand side by side. What does a mean lose?")
def heads_averaged(Q, K, V, num_heads=4):
    """It takes the mean of the heads' outputs, shape (..., n_q, d_k)."""
    return attend(*in_heads(Q, K, V, num_heads)).mean(axis=-3)


@misconception("multi_head_attention", "Only the output is asked for here; the next task returns the weights as well.")
def heads_return_weights_too(Q, K, V, num_heads=4):
    """It returns the weights as well."""
    output, weights = scaled_dot_product_attention(*in_heads(Q, K, V, num_heads))
    return merge_heads(output), weights


@misconception(
    "multi_head_attention", "One vector of d_model numbers for each query is asked for. Which step is missing?"
)
def heads_not_merged(Q, K, V, num_heads=4):
    """It returns the heads' outputs without merging them."""
    return attend(*in_heads(Q, K, V, num_heads))


@misconception(
    "multi_head_attention",
    "There may be more keys than queries: K and V have a length of their own.",
    raises_at=r"reshape|zip|for ",
)
def heads_length_of_q_for_all(Q, K, V, num_heads=4):
    """It reshapes K and V with the number of queries, which fits only if there are as many keys."""
    *leading, n, d_model = Q.shape
    q, k, v = (X.reshape(*leading, n, num_heads, d_model // num_heads).swapaxes(-3, -2) for X in (Q, K, V))
    return merge_heads(attend(q, k, v))


@misconception("multi_head_attention", "Which matrix carries the content that is averaged?")
def heads_average_the_keys(Q, K, V, num_heads=4):
    """It averages the keys and never uses the values."""
    return multi_head_attention(Q, K, K, num_heads)


@misconception("multi_head_attention", "Row i of the result belongs to query i. Who asks in your function?")
def heads_queries_and_keys_swapped(Q, K, V, num_heads=4):
    """It lets the keys ask and the queries answer."""
    return multi_head_attention(K, Q, V, num_heads)


@misconception(
    "multi_head_attention",
    "`Q[:, start:end]` cuts axis 1, which holds the features only if there is no leading axis. The features are the "
    "last axis, and `.T` reverses all axes.",
    raises_at=r"\[:, *\w+ *:|\.T\b",
)
def heads_of_two_axes_only(Q, K, V, num_heads=4):
    """It cuts axis 1 (`Q[:, start:end]`): right without leading axes only."""
    d_k = Q.shape[-1] // num_heads
    outputs = []
    for h in range(num_heads):
        start = h * d_k
        end = (h + 1) * d_k
        Q_h = Q[:, start:end]
        K_h = K[:, start:end]
        V_h = V[:, start:end]
        scores = np.matmul(Q_h, K_h.T) / np.sqrt(d_k)
        weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        weights = weights / weights.sum(axis=-1, keepdims=True)
        outputs.append(np.matmul(weights, V_h))
    return np.concatenate(outputs, axis=-1)


@misconception(
    "multi_head_attention",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"\.T\b|transpose\(\)",
)
def heads_with_every_axis_reversed(Q, K, V, num_heads=4):
    """It uses `.T` on each head's keys, which reverses all axes: right for two axes only."""
    outputs = []
    for own in slices(Q.shape[-1], num_heads):
        scores = Q[..., own] @ K[..., own].T / np.sqrt(Q.shape[-1] // num_heads)
        outputs.append(softmax(scores) @ V[..., own])
    return np.concatenate(outputs, axis=-1)


@misconception("multi_head_attention", "`zeros_like` of whole numbers holds whole numbers: fractions are cut off.")
def heads_in_type_of_values(Q, K, V, num_heads=4):
    """It stores the output in an array of the inputs' type, which cuts fractions off."""
    return multi_head_attention(Q, K, V, num_heads).astype(V.dtype)


@misconception("multi_head_attention", "Head 1 takes the features d_k to 2 d_k. Do your `start` and `end` move?")
def heads_all_take_the_first_slice(Q, K, V, num_heads=4):
    """Every head takes the first slice of the features: all heads are the same."""
    own = slice(0, Q.shape[-1] // num_heads)
    return np.concatenate([attend(Q[..., own], K[..., own], V[..., own])] * num_heads, axis=-1)


@misconception("multi_head_attention", "Each head should leave its output. What does your loop keep?")
def heads_only_the_last(Q, K, V, num_heads=4):
    """It returns the output of the last head only."""
    return attend(*(X[..., slices(Q.shape[-1], num_heads)[-1]] for X in (Q, K, V)))


@misconception("multi_head_attention", "How many rows does your result have, and how many queries are there?")
def heads_below_each_other(Q, K, V, num_heads=4):
    """It puts the heads' outputs below each other, shape (..., num_heads * n_q, d_k)."""
    outputs = [attend(Q[..., own], K[..., own], V[..., own]) for own in slices(Q.shape[-1], num_heads)]
    return np.concatenate(outputs, axis=-2)


@misconception(
    "multi_head_attention",
    "Print Q before and after the call. An operator with `=` behind it writes into the array, and through a slice too.",
    raises_at=r"/=|out=",
)
def heads_divide_callers_queries(Q, K, V, num_heads=4):
    """It divides Q in place, so the caller's queries change."""
    Q /= np.sqrt(Q.shape[-1] // num_heads)
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(attend(q, k, v, scores=plain_scores(q, k)))


@misconception("multi_head_attention", "Nobody asked for a causal mask: every query sees every key.")
def heads_always_causal(Q, K, V, num_heads=4):
    """It hides later keys although no mask is asked for."""
    q, k, v = in_heads(Q, K, V, num_heads)
    scores = np.where(np.tri(Q.shape[-2], K.shape[-2], dtype=bool), attention_scores(q, k), -np.inf)
    return merge_heads(attend(q, k, v, scores=scores))


@misconception("multi_head_attention", "Each head has weights of its own. Which ones does your average use?")
def heads_share_their_weights(Q, K, V, num_heads=4):
    """It averages the weights over the heads and uses these for all of them."""
    q, k, v = in_heads(Q, K, V, num_heads)
    return merge_heads(softmax(attention_scores(q, k)).mean(axis=-3, keepdims=True) @ v)


# ---------------------------------------------------------------------- projected_multi_head_attention


def finished(q, k, v, W_o, mask=None, *, scores=None, axis=-1, fill=-np.inf):
    """Attend in heads that are split already, merge and mix: right, but for what the keywords replace."""
    scores = attention_scores(q, k) if scores is None else scores
    if mask is not None:
        scores = np.where(for_every_head(mask), scores, fill)
    weights = softmax(scores, axis)
    return merge_heads(weights @ v) @ W_o, weights


def for_every_head(mask):
    """Give a mask an axis of heads: (..., n_q, n_k) to (..., 1, n_q, n_k)."""
    return np.atleast_2d(mask)[..., np.newaxis, :, :]


def projected(x_q, x_kv, W_q, W_k, W_v, num_heads):
    """Project and split rightly."""
    return in_heads(x_q @ W_q, x_kv @ W_k, x_kv @ W_v, num_heads)


@misconception(
    "projected_multi_head_attention", "Make W_o twice as large: the output should double. What becomes of yours?"
)
def projected_without_w_o(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the merged heads and never uses W_o."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), np.eye(len(W_o)), mask)


@misconception("projected_multi_head_attention", "Let W_v be zero: the output must be zero. What becomes of yours?")
def projected_by_nothing(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It never uses W_q, W_k and W_v: the tokens themselves are queries, keys and values."""
    return finished(*in_heads(x_q, x_kv, x_kv, num_heads), W_o, mask)


@misconception("projected_multi_head_attention", "Let W_v be zero: the output must be zero. What becomes of yours?")
def projected_without_w_v(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It averages the tokens themselves: W_v is never used."""
    return finished(*in_heads(x_q @ W_q, x_kv @ W_k, x_kv, num_heads), W_o, mask)


@misconception(
    "projected_multi_head_attention", "In this course a row vector is projected by `x @ W`. Nothing is transposed."
)
def projected_by_transposed_matrices(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It projects by `x @ W.T`, as the layers of some libraries store their weights."""
    return projected_multi_head_attention(x_q, x_kv, W_q.T, W_k.T, W_v.T, W_o.T, num_heads, mask)


@misconception(
    "projected_multi_head_attention", "Keys have a matrix of their own. Change W_k: does your result change?"
)
def projected_keys_by_w_q(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the keys with W_q: W_k is never used."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_q, W_v, W_o, num_heads, mask)


@misconception("projected_multi_head_attention", "Values have a matrix of their own: let it be zero. And your output?")
def projected_values_by_w_k(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the values with W_k, as it does the keys: W_v is never used."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_k, W_o, num_heads, mask)


@misconception("projected_multi_head_attention", "Which matrix belongs to the queries, and which to the keys?")
def projected_w_q_and_w_k_swapped(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the queries with W_k and the keys with W_q."""
    return projected_multi_head_attention(x_q, x_kv, W_k, W_q, W_v, W_o, num_heads, mask)


@misconception("projected_multi_head_attention", "Who asks, and who is asked? Keys and values come from x_kv.")
def projected_from_x_q_alone(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes keys and values from x_q too, and never looks at x_kv."""
    return finished(*projected(x_q, x_q, W_q, W_k, W_v, num_heads), W_o, mask)


@misconception("projected_multi_head_attention", "Which tokens are asked? Keys and values come from the same ones.")
def projected_keys_from_x_q(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the keys from x_q: right for self-attention only."""
    return finished(*in_heads(x_q @ W_q, x_q @ W_k, x_kv @ W_v, num_heads), W_o, mask)


@misconception("projected_multi_head_attention", "Which tokens are asked? Keys and values come from the same ones.")
def projected_values_from_x_q(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the values from x_q: right for self-attention only."""
    return finished(*in_heads(x_q @ W_q, x_kv @ W_k, x_q @ W_v, num_heads), W_o, mask)


@misconception(
    "projected_multi_head_attention", "Who asks, and who is asked? Row i of the output belongs to token i of x_q."
)
def projected_sides_swapped(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes the queries from x_kv, and the keys and values from x_q."""
    return finished(*projected(x_kv, x_q, W_q, W_k, W_v, num_heads), W_o, mask)


@misconception(
    "projected_multi_head_attention",
    "A head may use every feature of a token: project with the whole matrix first, then split.",
)
def projected_slice_by_slice(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It splits the tokens first and projects each slice by a block of the matrix: most of W is never used."""

    def in_slices(x, W):
        return np.stack([x[..., own] @ W[own, own] for own in slices(x.shape[-1], num_heads)], axis=-3)

    return finished(in_slices(x_q, W_q), in_slices(x_kv, W_k), in_slices(x_kv, W_v), W_o, mask)


@misconception(
    "projected_multi_head_attention",
    "Head h takes the columns h d_k to (h + 1) d_k of x @ W. Which part of W makes them, rows or columns?",
)
def projected_by_rows_of_the_matrix(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes head h's queries, keys and values with rows of W, not with its columns; W_o is used as it should be."""

    def in_slices(x, W):
        return np.stack([x @ W[own].T for own in slices(x.shape[-1], num_heads)], axis=-3)

    return finished(in_slices(x_q, W_q), in_slices(x_kv, W_k), in_slices(x_kv, W_v), W_o, mask)


@misconception(
    "projected_multi_head_attention",
    "Over how many features does the dot product of one head sum? That number belongs under the root.",
)
def projected_root_of_d_model(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It divides the scores by the root of d_model, and not of d_k, the features of one head."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, W_o, mask, scores=plain_scores(q, k) / np.sqrt(len(W_q)))


@misconception("projected_multi_head_attention", "Each head is the attention of Lab 1. Which factor is missing?")
def projected_not_scaled(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It does not divide the scores by the root of d_k."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, W_o, mask, scores=plain_scores(q, k))


@misconception("projected_multi_head_attention", "The factor is the square root of d_k. For d_k = 9: 3, not 9.")
def projected_divided_by_d_k(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It divides by d_k: without the root, or by the root twice."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, W_o, mask, scores=plain_scores(q, k) / q.shape[-1])


@misconception(
    "projected_multi_head_attention",
    "For one query and one head, what should the weights over the keys sum to? Sum yours along the last axis.",
)
def projected_softmax_over_queries(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It takes the softmax over the queries."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), W_o, mask, axis=-2)


@misconception(
    "projected_multi_head_attention",
    "Heads do not compete: in each of them the weights over the keys sum to 1. Where do yours?",
)
def projected_softmax_over_heads(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It takes the softmax over the heads."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), W_o, mask, axis=-3)


@misconception(
    "projected_multi_head_attention",
    "`exp` overflows above about 709. The softmax of Lab 1 knows what to subtract: call it.",
)
def projected_overflow(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It has a softmax of its own that overflows on huge scores."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    scores = attention_scores(q, k)
    weights = overflowing(scores if mask is None else np.where(for_every_head(mask), scores, -np.inf))
    return merge_heads(weights @ v) @ W_o, weights


@misconception(
    "projected_multi_head_attention",
    "What does head 0 see of token 1? `reshape` alone gives it other tokens' features. Your `split_heads` does it right.",
)
def projected_split_by_reshape_alone(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It splits by `reshape` alone, so that heads hold features of the wrong tokens."""
    q, k, v = (by_reshape_alone(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    return finished(q, k, v, W_o, mask)


@misconception(
    "projected_multi_head_attention",
    "After merging, row t should hold what every head found for token t. Your `merge_heads` does it right.",
)
def projected_merged_by_reshape_alone(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It merges by `reshape` alone, which mixes the tokens. (A model may even learn with it, only worse.)"""
    output, weights = scaled_dot_product_attention(
        *projected(x_q, x_kv, W_q, W_k, W_v, num_heads), None if mask is None else for_every_head(mask)
    )
    return merged_by_reshape_alone(output) @ W_o, weights


@misconception(
    "projected_multi_head_attention",
    "Two wrongs: `reshape` alone neither splits nor merges. Move the axes, or call your own two functions.",
)
def projected_split_and_merged_by_reshape_alone(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It splits and merges by `reshape` alone: shapes fit, tokens are mixed."""
    q, k, v = (by_reshape_alone(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    output, weights = scaled_dot_product_attention(q, k, v, None if mask is None else for_every_head(mask))
    return merged_by_reshape_alone(output) @ W_o, weights


@misconception("projected_multi_head_attention", "Head 0 takes the first d_k features, as they stand side by side.")
def projected_heads_of_interleaved_features(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It deals the features out to the heads in turn, and puts them back in turn."""
    q, k, v = (interleaved(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    output, weights = scaled_dot_product_attention(q, k, v, None if mask is None else for_every_head(mask))
    return np.moveaxis(output, -3, -1).reshape(x_q.shape) @ W_o, weights


@misconception("projected_multi_head_attention", "Call it with 1 head and with 2: does the output change?")
def projected_into_one_head(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It attends with all features at once, whatever `num_heads` says."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, 1, mask)


@misconception(
    "projected_multi_head_attention",
    "x_kv may have more tokens than x_q: keys and values have a length of their own.",
    raises_at=r"reshape|zip|for ",
)
def projected_length_of_x_q_for_all(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It reshapes keys and values with the number of queries, which fits only if there are as many."""
    *leading, n, d_model = x_q.shape
    shape = (*leading, n, num_heads, d_model // num_heads)
    q, k, v = (X.reshape(shape).swapaxes(-3, -2) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    return finished(q, k, v, W_o, mask)


@misconception(
    "projected_multi_head_attention",
    "Your result is right for the inverted mask. In this course True means: may attend.",
)
def projected_true_means_blocked(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It hides the keys where the mask is True."""
    return projected_multi_head_attention(
        x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, None if mask is None else ~np.asarray(mask)
    )


@misconception(
    "projected_multi_head_attention",
    "Your result is right for the inverted mask. In this course True means: may attend.",
)
def projected_true_means_a_large_negative_score(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It gives the keys a hugely negative score where the mask is True."""
    hidden = None if mask is None else ~np.asarray(mask)
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), W_o, hidden, fill=-1e9)


@misconception("projected_multi_head_attention", "Change the mask: does anything in your result change?")
def projected_ignores_the_mask(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """The mask changes nothing: it is not looked at."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads)


@misconception(
    "projected_multi_head_attention", "Sum a row of your weights that has hidden keys: what is missing from one?"
)
def projected_masks_the_weights(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It zeroes weights after the softmax and does not renormalise."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    weights = softmax(attention_scores(q, k))
    weights = weights if mask is None else weights * for_every_head(mask)
    return merge_heads(weights @ v) @ W_o, weights


@misconception("projected_multi_head_attention", "`exp(0)` is 1, not 0. Which score gives the weight 0?")
def projected_zeroes_the_scores(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It sets the scores of hidden keys to 0, or nearly (-1e-9), which still earns weight."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), W_o, mask, fill=0.0)


@misconception("projected_multi_head_attention", "Print a score at a hidden place: adding 0 hides nothing.")
def projected_adds_the_mask(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It adds the mask, as ones and zeros, to the scores: nothing is hidden."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    scores = attention_scores(q, k)
    return finished(q, k, v, W_o, scores=scores if mask is None else scores + for_every_head(mask))


@misconception(
    "projected_multi_head_attention",
    "The weight of a hidden key must be 0 to many digits: how small is `exp` of your fill value?",
)
def projected_hides_with_minus_ten(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It gives hidden keys the score -10: a little weight leaks through."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), W_o, mask, fill=-10.0)


@misconception("projected_multi_head_attention", "The mask is shared by all heads. Which heads does yours reach?")
def projected_masks_the_first_head(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It hides keys from head 0 only: the other heads see everything."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    scores = attention_scores(q, k)
    if mask is not None:
        first = np.arange(num_heads)[:, np.newaxis, np.newaxis] == 0
        scores = np.where(for_every_head(mask) | ~first, scores, -np.inf)
    return finished(q, k, v, W_o, scores=scores)


@misconception(
    "projected_multi_head_attention",
    "A mask (batch, 1, n_k) meets weights (batch, num_heads, n_q, n_k): NumPy lines shapes up from the right. Which "
    "axis of the weights does `batch` meet?",
    raises_at=r"mask|attention\(|attend\(",
)
def projected_batch_of_masks_meets_the_heads(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It gives the mask no axis for the heads, so that a batch of masks is lined up with the heads."""
    return give_mask_on(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)


def give_mask_on(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask):
    """Hand the mask on as it is."""
    output, weights = scaled_dot_product_attention(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), mask)
    return merge_heads(output) @ W_o, weights


@misconception(
    "projected_multi_head_attention",
    "In one flat axis of samples and heads, which of the two runs fastest? The masks must follow in the same order.",
)
def projected_masks_of_other_samples(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It makes one axis of samples and heads, and repeats the masks in another order: heads get other samples' masks."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    scores = attention_scores(q, k)
    if mask is not None and mask.ndim == 3:
        full = np.broadcast_to(mask, (*x_q.shape[:-1], x_kv.shape[-2]))
        scores = np.where(np.tile(full, (num_heads, 1, 1)).reshape(scores.shape), scores, -np.inf)
        mask = None
    return finished(q, k, v, W_o, mask, scores=scores)


@misconception(
    "projected_multi_head_attention",
    "A mask may have fewer axes than the weights, (n_k,) for example. Is there always an axis where you index?",
    raises_at=r"mask\[",
)
def projected_mask_needs_two_axes(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It gives the mask an axis of heads before its last two, although it may have only one."""
    if mask is not None:
        mask = mask[..., None, :, :]
    return give_mask_on(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)


@misconception(
    "projected_multi_head_attention",
    "`mask[:, None]` adds an axis behind the first one. Where do the heads stand if the mask is (n_q, n_k)?",
    raises_at=r"mask|attention\(|attend\(",
)
def projected_mask_axis_behind_the_first(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It adds the mask's axis of heads behind its first axis: right for a mask with one leading axis only."""
    if mask is not None:
        mask = mask[:, None]
    return give_mask_on(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)


@misconception(
    "projected_multi_head_attention",
    "`mask[:, None]` adds an axis behind the first one. Where do the heads stand if the mask is (n_q, n_k)?",
    raises_at=r"mask|where\(",
)
def projected_mask_axis_behind_the_first_and_large_scores(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It adds the mask's axis of heads behind its first axis, and hides with a hugely negative score."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    scores = attention_scores(q, k)
    if mask is not None:
        scores = np.where(mask[:, None], scores, -1e9)
    return finished(q, k, v, W_o, scores=scores)


@misconception("projected_multi_head_attention", "Hide keys, not queries: the mask varies along the last axis.")
def projected_mask_varies_with_queries(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It lays a mask of keys along the queries, so that whole rows are hidden."""
    turned = mask is not None and np.ndim(mask) > 1 and mask.shape[-2] == 1
    if turned and x_q.shape[-2] == x_kv.shape[-2]:
        mask = np.swapaxes(mask, -1, -2)
    elif mask is not None and np.ndim(mask) == 1:
        mask = mask[:, np.newaxis]
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)


@misconception(
    "projected_multi_head_attention",
    "A whole array has no single truth value. What you want to know is whether there is a mask at all.",
    raises_at=r"\bif\b.*\bmask\b",
)
def projected_asks_for_the_truth_of_the_mask(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It asks whether the mask is true (`if mask`), which an array cannot answer."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask if mask else None)


@misconception("projected_multi_head_attention", "Both results are asked for: the next tasks look at the weights.")
def projected_returns_only_output(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the output without the weights."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)[0]


@misconception(
    "projected_multi_head_attention",
    "The order is (output, weights). What are the shapes of your first and second result?",
)
def projected_returns_weights_first(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the weights first and the output second."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)[::-1]


@misconception(
    "projected_multi_head_attention",
    "Whether heads differ can only be seen if each keeps its weights: shape (..., num_heads, n_q, n_k).",
)
def projected_averages_the_returned_weights(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the mean of the heads' weights, as some libraries do unless asked."""
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, weights.mean(axis=-3)


@misconception("projected_multi_head_attention", "In a batch the samples stand first, then the heads of each sample.")
def projected_weights_of_heads_before_the_batch(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the weights with the heads as the first axis of all, before the batch."""
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, np.moveaxis(weights, -3, 0)


@misconception("projected_multi_head_attention", "What is returned second should sum to one along each row.")
def projected_returns_scores(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the scores where the weights are asked for."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, W_o, mask)[0], attention_scores(q, k)


@misconception(
    "projected_multi_head_attention",
    "The weights that you return should be those that the output was made with: are hidden ones 0?",
)
def projected_returns_unmasked_weights(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It returns the weights from before the mask."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, W_o, mask)[0], softmax(attention_scores(q, k))


@misconception(
    "projected_multi_head_attention", "`zeros_like` of whole numbers holds whole numbers: fractions are cut."
)
def projected_in_type_of_tokens(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It stores the output in an array of the tokens' type, which cuts fractions off."""
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    return output.astype(x_q.dtype), weights


@misconception(
    "projected_multi_head_attention", "The heads' outputs stand side by side, head 0 first, before W_o mixes them."
)
def projected_heads_in_reverse(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It merges the heads in another order than it split them: the last head comes first."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    output, weights = scaled_dot_product_attention(q, k, v, None if mask is None else for_every_head(mask))
    return merge_heads(output[..., ::-1, :, :]) @ W_o, weights


@misconception(
    "projected_multi_head_attention",
    "W_o comes once, after the heads have been merged. What becomes of W_o if it is the identity times 2?",
)
def projected_w_o_twice(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It multiplies by W_o twice."""
    return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o @ W_o, num_heads, mask)


@misconception(
    "projected_multi_head_attention",
    "The output is what attention found, mixed by W_o, and nothing more. The residual connection comes in Lab 8.",
)
def projected_adds_the_tokens(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It adds x_q to the output: a residual connection, which nobody asked for."""
    output, weights = projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    return output + x_q, weights


@misconception(
    "projected_multi_head_attention",
    "`.T` and `[:, start:end]` know two axes. Tokens and features are the last two, behind any number of leading ones.",
    raises_at=r"\[:, *\w+ *:|\.T\b",
)
def projected_of_two_axes_only(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It cuts axis 1 (`Q[:, start:end]`): right without leading axes only."""
    Q, K, V = x_q @ W_q, x_kv @ W_k, x_kv @ W_v
    d_k = Q.shape[-1] // num_heads
    outputs, all_weights = [], []
    for h in range(num_heads):
        start = h * d_k
        end = (h + 1) * d_k
        scores = np.matmul(Q[:, start:end], K[:, start:end].T) / np.sqrt(d_k)
        weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
        outputs.append(weights @ V[:, start:end])
        all_weights.append(weights)
    return np.concatenate(outputs, axis=-1) @ W_o, np.stack(all_weights)


# ---------------------------------------------------------------------- attention_cost


def cost(n, d_model, num_heads, bytes_per_number=4, **wrong):
    """Count rightly, but for what the keywords replace."""
    return {**attention_cost(n, d_model, num_heads, bytes_per_number), **wrong}


@misconception("attention_cost", "Count the matrices: one each for queries, keys and values. And after the heads?")
def cost_without_w_o(n, d_model, num_heads, bytes_per_number=4):
    """It forgets W_o: three matrices, not four."""
    return cost(
        n,
        d_model,
        num_heads,
        bytes_per_number,
        parameters=3 * d_model**2,
        multiply_adds=3 * n * d_model**2 + 2 * n**2 * d_model,
    )


@misconception("attention_cost", "Count the matrices: one each for queries, keys and values. And after the heads?")
def cost_three_matrices_of_parameters(n, d_model, num_heads, bytes_per_number=4):
    """It counts the parameters of three matrices, but the work of four."""
    return cost(n, d_model, num_heads, bytes_per_number, parameters=3 * d_model**2)


@misconception(
    "attention_cost", "W_q is (d_model, d_model) for all heads together. How much of it belongs to one head?"
)
def cost_whole_matrices_for_each_head(n, d_model, num_heads, bytes_per_number=4):
    """It gives every head four whole matrices of its own."""
    return cost(
        n,
        d_model,
        num_heads,
        bytes_per_number,
        parameters=4 * num_heads * d_model**2,
        multiply_adds=4 * num_heads * n * d_model**2 + 2 * n**2 * d_model,
    )


@misconception(
    "attention_cost", "W_q is (d_model, d_model) for all heads together. How much of it belongs to one head?"
)
def cost_parameters_for_each_head(n, d_model, num_heads, bytes_per_number=4):
    """It multiplies the parameters by the number of heads."""
    return cost(n, d_model, num_heads, bytes_per_number, parameters=4 * num_heads * d_model**2)


@misconception("attention_cost", "Count the numbers of all heads together, not those of one.")
def cost_parameters_of_one_head(n, d_model, num_heads, bytes_per_number=4):
    """It counts the parameters that belong to one head."""
    return cost(n, d_model, num_heads, bytes_per_number, parameters=4 * d_model * (d_model // num_heads))


@misconception("attention_cost", "This layer has no biases: count the numbers in the four matrices only.")
def cost_with_biases(n, d_model, num_heads, bytes_per_number=4):
    """It counts biases, which this layer does not have."""
    return cost(n, d_model, num_heads, bytes_per_number, parameters=4 * d_model**2 + 4 * d_model)


@misconception(
    "attention_cost", "Each of the h heads works with d_k = d_model / h features. What is h times n^2 times d_k?"
)
def cost_attention_of_full_size_in_every_head(n, d_model, num_heads, bytes_per_number=4):
    """It gives every head all d_model features: O(h n^2 d) with d = d_model, where d_k is meant."""
    work = 4 * n * d_model**2 + 2 * num_heads * n**2 * d_model
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "One head costs n^2 d_k for its scores. How many heads are there?")
def cost_attention_of_one_head(n, d_model, num_heads, bytes_per_number=4):
    """It counts scores and averages of a single head."""
    work = 4 * n * d_model**2 + 2 * n**2 * (d_model // num_heads)
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "After the softmax there is another product of matrices. How large is it?")
def cost_without_the_average(n, d_model, num_heads, bytes_per_number=4):
    """It counts the scores, but not the average of the values (or the other way round)."""
    work = 4 * n * d_model**2 + n**2 * d_model
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception(
    "attention_cost", "How many multiplications does `X @ W_q` take? And how often is something like it done?"
)
def cost_without_the_projections(n, d_model, num_heads, bytes_per_number=4):
    """It counts scores and averages, but not the projections."""
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=2 * n**2 * d_model)


@misconception("attention_cost", "Each query meets each key. How does the cost of that grow if n doubles?")
def cost_without_scores_and_averages(n, d_model, num_heads, bytes_per_number=4):
    """It counts the projections, but neither scores nor averages."""
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=4 * n * d_model**2)


@misconception("attention_cost", "Every token is projected. How many tokens are there?")
def cost_of_projecting_one_token(n, d_model, num_heads, bytes_per_number=4):
    """It counts the projections of one token only."""
    work = 4 * d_model**2 + 2 * n**2 * d_model
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "The queries are projected too. How many products with a whole matrix are there?")
def cost_work_of_three_matrices(n, d_model, num_heads, bytes_per_number=4):
    """It counts the work of three projections, but the parameters of four."""
    work = 3 * n * d_model**2 + 2 * n**2 * d_model
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "A multiplication and the addition that follows it count as one here.")
def cost_in_single_operations(n, d_model, num_heads, bytes_per_number=4):
    """It counts multiplications and additions separately, twice as many."""
    work = 2 * attention_cost(n, d_model, num_heads)["multiply_adds"]
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "Only the products of matrices count here, not the softmax.")
def cost_with_the_softmax(n, d_model, num_heads, bytes_per_number=4):
    """It counts operations for the scale or the softmax as well."""
    work = attention_cost(n, d_model, num_heads)["multiply_adds"] + num_heads * n**2
    return cost(n, d_model, num_heads, bytes_per_number, multiply_adds=work)


@misconception("attention_cost", "Each head has a table of scores of its own.")
def cost_scores_of_one_head(n, d_model, num_heads, bytes_per_number=4):
    """It counts the scores of a single head."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=n**2 * bytes_per_number)


@misconception("attention_cost", "Bytes are asked for: how many does one number take?")
def cost_scores_not_bytes(n, d_model, num_heads, bytes_per_number=4):
    """It counts scores, not their bytes."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=num_heads * n**2)


@misconception("attention_cost", "Not every number takes 4 bytes. Does your result follow `bytes_per_number`?")
def cost_always_four_bytes(n, d_model, num_heads, bytes_per_number=4):
    """It always takes 4 bytes for a number."""
    return cost(n, d_model, num_heads)


@misconception("attention_cost", "How many bytes does a number take if nobody says so? Look at the contract.")
def cost_eight_bytes_by_default(n, d_model, num_heads, bytes_per_number=8):
    """It takes 8 bytes for a number, not 4, where no size is asked for."""
    return cost(n, d_model, num_heads, bytes_per_number)


@misconception("attention_cost", "A byte is one unit here: 8 bits are not counted.")
def cost_in_bits(n, d_model, num_heads, bytes_per_number=4):
    """It counts bits, 8 for every byte."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=8 * num_heads * n**2 * bytes_per_number)


@misconception("attention_cost", "Bytes are asked for, neither kilobytes nor megabytes.")
def cost_in_kilobytes(n, d_model, num_heads, bytes_per_number=4):
    """It divides the bytes by 1024."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=num_heads * n**2 * bytes_per_number / 1024)


@misconception("attention_cost", "A score belongs to a pair of tokens. How many features does it have?")
def cost_a_score_for_each_feature(n, d_model, num_heads, bytes_per_number=4):
    """It counts n d_model numbers for the scores: the size of the output."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=n * d_model * bytes_per_number)


@misconception("attention_cost", "A score belongs to a pair of tokens. How many pairs are there?")
def cost_a_score_for_each_token(n, d_model, num_heads, bytes_per_number=4):
    """It counts one score for each token and head, not for each pair."""
    return cost(n, d_model, num_heads, bytes_per_number, score_bytes=num_heads * n * bytes_per_number)


@misconception("attention_cost", "Names are easier to read than places: return a dict with the three keys of the task.")
def cost_as_a_tuple(n, d_model, num_heads, bytes_per_number=4):
    """It returns three numbers without their names."""
    return tuple(attention_cost(n, d_model, num_heads, bytes_per_number).values())


# ---------------------------------------------------------------------- head_diversity


def pair_distances(weights):
    """Return the distance of every pair of heads at every query: (pairs, n_q)."""
    one, other = np.triu_indices(len(weights), k=1)
    return 0.5 * np.abs(weights[one] - weights[other]).sum(axis=-1)


def unless_alone(weights, distances):
    """Return a number, or 0 for a single head."""
    return 0.0 if len(weights) == 1 else distances


@misconception(
    "head_diversity",
    "Two heads that share no key should be 1 apart. What takes from one is counted where it is given too.",
)
def diversity_without_the_half(weights):
    """It sums the absolute differences and does not halve them: up to 2."""
    return 2 * head_diversity(weights)


@misconception("head_diversity", "A head is not compared with itself. How many of the num_heads^2 pairs are left?")
def diversity_of_all_ordered_pairs(weights):
    """It takes the mean over all num_heads^2 pairs, each head with itself too."""
    return 0.5 * np.abs(weights[:, None] - weights[None]).sum(axis=-1).mean()


@misconception("head_diversity", "A single head has no partner: the mean of no numbers is not a number.")
def diversity_of_one_head_is_nan(weights):
    """For a single head it takes the mean of no numbers, which is NaN."""
    return pair_distances(weights).mean()


@misconception(
    "head_diversity",
    "A single head has no partner: there are no pairs to divide by. What should come out then?",
    raises_at=r"/|mean|max|min|stack|concatenate",
)
def diversity_of_one_head_divides_by_zero(weights):
    """For a single head it divides by the number of pairs, which is 0."""
    total, pairs = 0.0, 0
    for a in range(len(weights)):
        for b in range(a + 1, len(weights)):
            total += float(0.5 * np.abs(weights[a] - weights[b]).sum(axis=-1).mean())
            pairs += 1
    return total / pairs


@misconception("head_diversity", "A head that is alone differs from nobody. What should come out?")
def diversity_of_one_head_is_one(weights):
    """It gives 1 for a single head."""
    return 1.0 if len(weights) == 1 else head_diversity(weights)


@misconception("head_diversity", "Twice as many queries should not give twice the number: take their mean.")
def diversity_summed_over_queries(weights):
    """It adds the distances of all queries up instead of taking their mean."""
    return unless_alone(weights, pair_distances(weights).sum(axis=-1).mean())


@misconception(
    "head_diversity", "More heads should not give a larger number by themselves: take the mean over the pairs."
)
def diversity_summed_over_pairs(weights):
    """It adds the distances of all pairs up instead of taking their mean."""
    return unless_alone(weights, pair_distances(weights).mean(axis=-1).sum())


@misconception("head_diversity", "How many pairs can be made of 4 heads? Divide by that number.")
def diversity_divided_by_heads(weights):
    """It divides by the number of heads, not of pairs."""
    return pair_distances(weights).mean(axis=-1).sum() / len(weights) if len(weights) > 1 else 0.0


@misconception("head_diversity", "The distance of two rows is a sum over the keys. More keys do not make it smaller.")
def diversity_mean_over_keys(weights):
    """It takes the mean over the keys where a sum belongs."""
    return head_diversity(weights) / weights.shape[-1]


@misconception("head_diversity", "The distance asked for sums absolute differences, not squares.")
def diversity_of_squares(weights):
    """It sums squared differences."""
    one, other = np.triu_indices(len(weights), k=1)
    return unless_alone(weights, (0.5 * (weights[one] - weights[other]) ** 2).sum(axis=-1).mean())


@misconception("head_diversity", "The distance asked for sums absolute differences. There is no root in it.")
def diversity_of_straight_lines(weights):
    """It takes the Euclidean distance of the rows."""
    one, other = np.triu_indices(len(weights), k=1)
    return unless_alone(weights, np.linalg.norm(weights[one] - weights[other], axis=-1).mean())


@misconception("head_diversity", "The distance asked for sums absolute differences. There is no root in it.")
def diversity_of_half_straight_lines(weights):
    """It takes half the Euclidean distance of the rows."""
    one, other = np.triu_indices(len(weights), k=1)
    return unless_alone(weights, 0.5 * np.linalg.norm(weights[one] - weights[other], axis=-1).mean())


@misconception("head_diversity", "Both rows sum to one, so their differences cancel. Which step stops that?")
def diversity_without_absolute_values(weights):
    """It sums the differences with their signs: always 0."""
    one, other = np.triu_indices(len(weights), k=1)
    return unless_alone(weights, (0.5 * (weights[one] - weights[other]).sum(axis=-1)).mean())


@misconception("head_diversity", "With 3 heads there are 3 pairs. Is head 0 ever compared with head 2?")
def diversity_of_neighbours(weights):
    """It compares each head with the next one only."""
    return unless_alone(weights, (0.5 * np.abs(weights[1:] - weights[:-1]).sum(axis=-1)).mean())


@misconception("head_diversity", "With 3 heads there are 3 pairs. Is head 1 ever compared with head 2?")
def diversity_from_head_zero(weights):
    """It compares every head with head 0 only."""
    return unless_alone(weights, (0.5 * np.abs(weights[1:] - weights[0]).sum(axis=-1)).mean())


@misconception("head_diversity", "Heads are compared with each other, in pairs, not with their mean.")
def diversity_from_the_mean(weights):
    """It compares every head with the mean of all heads."""
    return (0.5 * np.abs(weights - weights.mean(axis=0)).sum(axis=-1)).mean()


@misconception("head_diversity", "The mean over the queries is asked for, not the worst case.")
def diversity_of_the_most_different_query(weights):
    """It takes the largest distance over the queries, not their mean."""
    return unless_alone(weights, pair_distances(weights).max(axis=-1).mean())


@misconception("head_diversity", "The mean over all pairs is asked for, not the pair that differs most.")
def diversity_of_the_most_different_pair(weights):
    """It takes the most different pair of heads, not the mean over the pairs."""
    return pair_distances(weights).mean(axis=-1).max() if len(weights) > 1 else 0.0


@misconception("head_diversity", "Equal heads should give 0. What do yours give?")
def diversity_as_similarity(weights):
    """It returns how much the heads agree: 1 minus the distance."""
    return unless_alone(weights, 1 - head_diversity(weights))


@misconception(
    "head_diversity", "Heads that differ at every query may have the same mean. Compare first, then average."
)
def diversity_of_mean_rows(weights):
    """It averages over the queries first and compares those means."""
    return head_diversity(weights.mean(axis=1, keepdims=True))


@misconception(
    "head_diversity", "Spread is one way to say it, but here the distance of two rows is meant, pair by pair."
)
def diversity_as_standard_deviation(weights):
    """It takes the standard deviation over the heads."""
    return weights.std(axis=0).mean()


@misconception("head_diversity", "One number is asked for, for all queries together.")
def diversity_for_each_query(weights):
    """It returns one number for each query."""
    return unless_alone(weights, pair_distances(weights).mean(axis=0) if len(weights) > 1 else 0.0)


@misconception("head_diversity", "One number is asked for, for all pairs together.")
def diversity_for_each_pair(weights):
    """It returns one number for each pair of heads."""
    return unless_alone(weights, pair_distances(weights).mean(axis=-1))


@misconception("head_diversity", "Change the third head: does your number change?")
def diversity_of_the_first_two_heads(weights):
    """It compares the heads 0 and 1 only."""
    return unless_alone(weights, head_diversity(weights[:2]))


# ---------------------------------------------------------------------- two mistakes that go together


@misconception(
    "projected_multi_head_attention",
    "Two things: the root is that of d_k, and W_o is not used.",
)
def projected_root_of_d_model_and_no_w_o(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It divides by the root of d_model, and never uses W_o."""
    q, k, v = projected(x_q, x_kv, W_q, W_k, W_v, num_heads)
    return finished(q, k, v, np.eye(len(W_o)), mask, scores=plain_scores(q, k) / np.sqrt(len(W_q)))


@misconception(
    "projected_multi_head_attention",
    "Two things: W_o is not used, and both results are asked for, (output, weights).",
)
def projected_without_w_o_only_output(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It never uses W_o, and returns the output without the weights."""
    return finished(*projected(x_q, x_kv, W_q, W_k, W_v, num_heads), np.eye(len(W_o)), mask)[0]


@misconception(
    "projected_multi_head_attention",
    "Two things: heads need their axes moved, not only reshaped, and the root is that of d_k.",
)
def projected_by_reshape_alone_and_root_of_d_model(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """It splits and merges by `reshape` alone, and divides by the root of d_model."""
    q, k, v = (by_reshape_alone(X, num_heads) for X in (x_q @ W_q, x_kv @ W_k, x_kv @ W_v))
    scores = plain_scores(q, k) / np.sqrt(len(W_q))
    weights = softmax(scores if mask is None else np.where(for_every_head(mask), scores, -np.inf))
    return merged_by_reshape_alone(weights @ v) @ W_o, weights


@misconception(
    "multi_head_attention",
    "Two things: heads need their axes moved, not only reshaped, and the root is that of d_k.",
)
def heads_by_reshape_alone_and_root_of_d_model(Q, K, V, num_heads=4):
    """It splits and merges by `reshape` alone, and divides by the root of d_model."""
    q, k, v = (by_reshape_alone(X, num_heads) for X in (Q, K, V))
    return merged_by_reshape_alone(attend(q, k, v, scores=plain_scores(q, k) / np.sqrt(Q.shape[-1])))
