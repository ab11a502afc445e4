"""Named wrong implementations of the tasks of Lab 6, each with the words that cure it.

When a function gives what one of these gives, on every input of a check, the check says so. The
docstring says what the code does; the cure points at the property that fails, not at the line.
"""

import math

import numpy as np

from attn_course.attention.multiplicative import (
    attentional_state,
    concat_score,
    dot_score,
    general_score,
    local_luong_attention,
    luong_attention,
    predicted_position,
)
from attn_course.attention.scaled_dot_product import softmax
from attn_course.checking import misconception

ONE_SAMPLE = "With a batch, `states` has a third axis. Which axis holds the features, and which one the source states?"
OWN_STATES = (
    "Sample 0 should meet the source states of sample 0 only. Print the shape: how many scores has each sample?"
)
WRONG_ERROR = "The error is there, but of which class? The task names one that says: a wrong value."
WINDOW = "Write down which whole numbers j lie in the window for position 3.4 and window 2. Which do you take?"
BELL = "At a distance of one sigma the bell is 0.607, and sigma is half of the window. What is yours there?"
IN_PLACE = "Print the arrays before and after the call. An operator with `=` behind it writes into the array."
END_TO_END = "Lay the two vectors of one sample end to end: their features are on the last axis, for any leading axes."


def repeated(h_t, states):
    """Repeat the target state for each source state."""
    return np.broadcast_to(h_t[..., None, :], (*states.shape[:-1], h_t.shape[-1]))


def pairs(h_t, states):
    """Lay the target state and each source state end to end."""
    return np.concatenate([repeated(h_t, states), states], axis=-1)


def average(weights, states):
    """Add the states up, each times its weight."""
    return np.sum(weights[..., None] * states, axis=-2)


def scores_of(h_t, states, method="dot", **parameters):
    """Score by the method that is named, or refuse it."""
    if method not in ("dot", "general", "concat"):
        raise ValueError("no such method")
    return {"dot": dot_score, "general": general_score, "concat": concat_score}[method](h_t, states, **parameters)


def from_scores(scores, states, mask=None):
    """Attend with scores that are there already."""
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return average(weights, states), weights


# ---------------------------------------------------------------------- dot_score


@misconception("dot_score", "Luong's dot product is not divided by anything. Compare one entry with the sum by hand.")
def dot_divided_by_the_root(h_t, states):
    """It divides by the root of d, as Lab 1 does: here the dot product stays as it is."""
    return dot_score(h_t, states) / np.sqrt(h_t.shape[-1])


@misconception("dot_score", "Luong's dot product is not divided by anything. Compare one entry with the sum by hand.")
def dot_divided_by_d(h_t, states):
    """It divides by d, as a mean of the products does."""
    return dot_score(h_t, states) / h_t.shape[-1]


@misconception("dot_score", "Luong's dot product is not divided by anything. Compare one entry with the sum by hand.")
def dot_divided_by_the_number_of_states(h_t, states):
    """It divides by the number of source states."""
    return dot_score(h_t, states) / states.shape[-2]


@misconception("dot_score", "A longer state should get a larger score. What else do you divide by?")
def dot_as_cosine(h_t, states):
    """It divides by the lengths of the vectors: cosines, not dot products."""
    lengths = np.linalg.norm(states, axis=-1) * np.linalg.norm(h_t, axis=-1)[..., None]
    return dot_score(h_t, states) / lengths


@misconception("dot_score", "Scores may be negative and need not sum to 1. What did you do to yours already?")
def dot_already_softmax(h_t, states):
    """It returns weights: the softmax comes in task 4."""
    return softmax(dot_score(h_t, states))


@misconception("dot_score", "One number for each state is asked for. Over which axis is there still to sum?")
def dot_not_summed(h_t, states):
    """It multiplies the features and does not add them up."""
    return states * h_t[..., None, :]


@misconception(
    "dot_score", "One number for each state is asked for. How many numbers came out, and how many states are there?"
)
def dot_summed_over_the_states(h_t, states):
    """It sums over the source states, and keeps the features."""
    return (states * h_t[..., None, :]).sum(axis=-2)


@misconception("dot_score", "One number for each sample is too few: each source state needs one.")
def dot_summed_over_everything(h_t, states):
    """It sums over states and features: one number for all states."""
    return (states * h_t[..., None, :]).sum(axis=(-2, -1))


@misconception("dot_score", "Print the shape: an axis of size 1 is left over.")
def dot_keeps_a_column(h_t, states):
    """It leaves an axis of size 1 at the end, from the column that it made of the target state."""
    return states @ h_t[..., None]


@misconception("dot_score", "Print the shape: an axis of size 1 is left over.")
def dot_keeps_a_row(h_t, states):
    """It leaves an axis of size 1 before the scores, from the row that it made of the target state."""
    return h_t[..., None, :] @ np.swapaxes(states, -1, -2)


@misconception("dot_score", ONE_SAMPLE, raises_at=r"states *@ *\w+ *$|states *@ *h_t\b(?!\[)|matmul\(states, *h_t\)")
def dot_of_one_sample_only(h_t, states):
    """It writes `states @ h_t`: right for one sample; with a batch the target states are taken for a matrix."""
    return states @ h_t


@misconception("dot_score", ONE_SAMPLE, raises_at=r"dot\(states, *h_t\)|states\.dot\(h_t\)")
def dot_of_one_sample_by_np_dot(h_t, states):
    """It writes `np.dot(states, h_t)`: right for one sample; with a batch the target states are taken for a matrix."""
    return np.dot(states, h_t)


@misconception(
    "dot_score",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"\.T\b|transpose\(",
)
def dot_every_axis_reversed(h_t, states):
    """It writes `h_t @ states.T`, which reverses all axes: right for one sample only."""
    return h_t @ states.T


@misconception(
    "dot_score",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"dot\(.*(\.T\b|transpose)",
)
def dot_every_axis_reversed_by_np_dot(h_t, states):
    """It writes `np.dot(h_t, states.T)`, which reverses all axes: right for one sample only."""
    return np.dot(h_t, states.T)


@misconception(
    "dot_score",
    "Shapes line up from the right: (n, d) and (n_samples, d) put your samples beside the states. Where is an axis of size 1 missing?",
    raises_at=r"\*|multiply",
)
def dot_target_without_an_axis(h_t, states):
    """It multiplies without giving the target state an axis for the states: right for one sample only."""
    return (states * h_t).sum(axis=-1)


@misconception("dot_score", OWN_STATES, raises_at=r"@|matmul")
def dot_across_samples(h_t, states):
    """It multiplies every sample's states with every sample's target state, as `states @ h_t.T` does."""
    return states @ h_t.T


@misconception(
    "dot_score", "Your subscripts are those of one sample. `...` stands for any leading axes.", raises_at=r"einsum"
)
def dot_einsum_of_one_sample(h_t, states):
    """It has the subscripts of one sample: a batch has more axes."""
    return np.einsum("sd,d->s", states, h_t)


@misconception(
    "dot_score",
    "Your subscripts are those of a batch. `...` stands for any leading axes, also for none.",
    raises_at=r"einsum",
)
def dot_einsum_of_a_batch(h_t, states):
    """It has the subscripts of a batch: one sample alone has fewer axes, and heads make more."""
    return np.einsum("bd,bnd->bn", h_t, states)


@misconception("dot_score", ONE_SAMPLE, raises_at=r"\bfor\b|append|\[[ij]\]")
def dot_loop_over_the_first_axis(h_t, states):
    """It goes through the first axis of `states` as if it held the states: with a batch it holds the samples."""
    return np.array([np.dot(h_t, state) for state in states])


@misconception("dot_score", ONE_SAMPLE, raises_at=r"\bfor\b|append|\[[ij]\]")
def dot_loop_over_the_first_axis_by_matmul(h_t, states):
    """It goes through the first axis of `states` as if it held the states, and multiplies by `@`."""
    return np.array([h_t @ state for state in states])


@misconception("dot_score", ONE_SAMPLE)
def dot_summed_over_axis_one(h_t, states):
    """It sums over axis 1: the features of one sample, but the states of a batch."""
    return (states * h_t[..., None, :]).sum(axis=1)


@misconception("dot_score", "The dot product sums products, not squared differences.")
def dot_as_distance(h_t, states):
    """It returns negative squared distances, not dot products."""
    return -((states - h_t[..., None, :]) ** 2).sum(axis=-1)


@misconception(
    "dot_score", "A state that points away from the target has a negative score. What becomes of it in yours?"
)
def dot_without_sign(h_t, states):
    """It returns absolute values."""
    return np.abs(dot_score(h_t, states))


@misconception("dot_score", "Compare one entry with the sum by hand, sign and all.")
def dot_negated(h_t, states):
    """It has the sign turned."""
    return -dot_score(h_t, states)


@misconception("dot_score", "Compare one entry with the sum by hand. What do you do to it afterwards?")
def dot_squashed(h_t, states):
    """It takes the tanh of the dot product: that belongs to another score."""
    return np.tanh(dot_score(h_t, states))


@misconception("dot_score", IN_PLACE)
def dot_changes_the_states(h_t, states):
    """It multiplies in place, so that the caller's states change."""
    states *= h_t[..., None, :]
    return states.sum(axis=-1)


@misconception("dot_score", "An array made like whole numbers holds whole numbers: a score of 0.7 becomes 0.")
def dot_in_whole_numbers(h_t, states):
    """It stores the scores in an array of the type of the states, which cuts fractions off."""
    return dot_score(h_t, states).astype(states.dtype)


@misconception("dot_score", OWN_STATES, raises_at=r"@|matmul")
def dot_rows_against_stacks(h_t, states):
    """It multiplies the table of target states with each sample's states: every sample meets every other."""
    return h_t @ np.swapaxes(states, -1, -2)


@misconception("dot_score", OWN_STATES, raises_at=r"inner")
def dot_by_inner(h_t, states):
    """It uses `np.inner`, which compares each target state with the states of all samples."""
    return np.inner(h_t, states)


@misconception(
    "dot_score",
    "Shapes line up from the right: (n, d) and (n_samples, d) put your samples beside the states. Where is an axis of size 1 missing?",
    raises_at=r"\*|multiply",
)
def dot_states_meet_samples(h_t, states):
    """It multiplies the target states of a batch with its states without an axis between: right for one sample only."""
    return (h_t * states).sum(axis=-1)


# ---------------------------------------------------------------------- general_score


@misconception(
    "general_score",
    "W has a row for each feature of the target state. Which of the two vectors meets the rows of W in your product?",
    raises_at=r"W\.T|swapaxes|transpose|W\.mT",
)
def general_matrix_turned(h_t, states, W):
    """It turns W, so that rows and columns change places: no error where the sizes are equal."""
    return dot_score(h_t @ W.T, states)


@misconception(
    "general_score",
    "W has a row for each feature of the target state. Which of the two vectors meets the rows of W in your product?",
    raises_at=r"states *@ *W\b(?!\.)|(dot|matmul)\(states, *W\)",
)
def general_matrix_meets_the_states(h_t, states, W):
    """It multiplies the source states by W, or W by the target state: here the target state comes before the rows of W."""
    return dot_score(h_t, states @ W)


@misconception(
    "general_score", "Change one entry of W and call again: the scores should change too. Do they?", raises_at=r"."
)
def general_without_the_matrix(h_t, states, W):
    """It never uses W: the plain dot product."""
    return dot_score(h_t, states)


@misconception("general_score", "The general score is not divided by anything: W can learn whatever scale is good.")
def general_divided_by_the_root_of_the_states(h_t, states, W):
    """It divides by the root of the size of a source state."""
    return general_score(h_t, states, W) / np.sqrt(states.shape[-1])


@misconception("general_score", "The general score is not divided by anything: W can learn whatever scale is good.")
def general_divided_by_the_root_of_the_target(h_t, states, W):
    """It divides by the root of the size of the target state."""
    return general_score(h_t, states, W) / np.sqrt(h_t.shape[-1])


@misconception("general_score", "There is no tanh in this score: it is a plain sum of products. Which score has one?")
def general_squashed_projection(h_t, states, W):
    """It takes the tanh of the projected target state."""
    return dot_score(np.tanh(h_t @ W), states)


@misconception("general_score", "There is no tanh in this score: it is a plain sum of products. Which score has one?")
def general_squashed_score(h_t, states, W):
    """It takes the tanh of the scores."""
    return np.tanh(general_score(h_t, states, W))


@misconception("general_score", "Scores may be negative and need not sum to 1. What did you do to yours already?")
def general_already_softmax(h_t, states, W):
    """It returns weights: the softmax comes in task 4."""
    return softmax(general_score(h_t, states, W))


@misconception("general_score", "The projected target state and a source state are multiplied. Do you add them?")
def general_added(h_t, states, W):
    """It adds the projected target state to the source state, and sums the features."""
    return ((h_t @ W)[..., None, :] + states).sum(axis=-1)


@misconception("general_score", "A longer state should get a larger score. What else do you divide by?")
def general_as_cosine(h_t, states, W):
    """It divides by the lengths of the vectors."""
    projected = h_t @ W
    lengths = np.linalg.norm(states, axis=-1) * np.linalg.norm(projected, axis=-1)[..., None]
    return dot_score(projected, states) / lengths


@misconception("general_score", "One number for each state is asked for. Over which axis is there still to sum?")
def general_not_summed(h_t, states, W):
    """It multiplies the features and does not add them up."""
    return states * (h_t @ W)[..., None, :]


@misconception("general_score", "Print the shape: an axis of size 1 is left over.")
def general_keeps_a_column(h_t, states, W):
    """It leaves an axis of size 1 at the end."""
    return states @ (h_t @ W)[..., None]


@misconception("general_score", "Print the shape: an axis of size 1 is left over.")
def general_keeps_a_row(h_t, states, W):
    """It leaves an axis of size 1 before the scores."""
    return (h_t @ W)[..., None, :] @ np.swapaxes(states, -1, -2)


@misconception("general_score", ONE_SAMPLE, raises_at=r"states *@|matmul\(states")
def general_of_one_sample_only(h_t, states, W):
    """It multiplies the states by a vector: right for one sample; a batch of vectors is taken for a matrix."""
    return states @ (h_t @ W)


@misconception("general_score", ONE_SAMPLE, raises_at=r"dot\(states|states\.dot")
def general_of_one_sample_by_np_dot(h_t, states, W):
    """It multiplies the states by a vector with `np.dot`: right for one sample only."""
    return np.dot(states, np.dot(h_t, W))


@misconception(
    "general_score",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"states\.T\b|transpose\(states\)",
)
def general_every_axis_reversed(h_t, states, W):
    """It writes `h_t @ W @ states.T`, which reverses all axes: right for one sample only."""
    return h_t @ W @ states.T


@misconception(
    "general_score",
    "`.T` reverses all axes, the batch too. You want only the last two exchanged.",
    raises_at=r"dot.*states\.T\b",
)
def general_every_axis_reversed_by_np_dot(h_t, states, W):
    """It multiplies by `states.T` with `np.dot`: all axes are reversed, which is right for one sample only."""
    return np.dot(np.dot(h_t, W), states.T)


@misconception(
    "general_score",
    "Shapes line up from the right: your samples stand beside the states. Where is an axis of size 1 missing?",
    raises_at=r"\*|multiply",
)
def general_target_without_an_axis(h_t, states, W):
    """It multiplies without giving the projected target state an axis for the states: right for one sample only."""
    return (states * (h_t @ W)).sum(axis=-1)


@misconception("general_score", OWN_STATES, raises_at=r"@|matmul")
def general_across_samples(h_t, states, W):
    """It multiplies every sample's states with every sample's target state."""
    return states @ (h_t @ W).T


@misconception(
    "general_score", "Your subscripts are those of one sample. `...` stands for any leading axes.", raises_at=r"einsum"
)
def general_einsum_of_one_sample(h_t, states, W):
    """It has the subscripts of one sample: a batch has more axes."""
    return np.einsum("d,de,ne->n", h_t, W, states)


@misconception(
    "general_score",
    "Your subscripts are those of a batch. `...` stands for any leading axes, also for none.",
    raises_at=r"einsum",
)
def general_einsum_of_a_batch(h_t, states, W):
    """It has the subscripts of a batch: one sample alone has fewer axes, and heads make more."""
    return np.einsum("bd,de,bne->bn", h_t, W, states)


@misconception(
    "general_score",
    "Two of your letters are at the wrong places: the first axis of W belongs to the target state, the second to the states.",
    raises_at=r"einsum",
)
def general_einsum_with_the_matrix_turned(h_t, states, W):
    """It has the two letters of W in the wrong order: no error where the sizes are equal."""
    return np.einsum("...d,ed,...ne->...n", h_t, W, states)


@misconception(
    "general_score",
    "W need not be symmetric: entry [a, b] and entry [b, a] are two different numbers.",
    raises_at=r"W\.T|triu|tril",
)
def general_symmetric_matrix(h_t, states, W):
    """It uses the mean of W and its transpose."""
    return dot_score(h_t @ ((W + W.T) / 2), states)


@misconception(
    "general_score",
    "Every feature of the target state may meet every feature of a state. Which entries of W do you use?",
    raises_at=r".",
)
def general_only_the_diagonal(h_t, states, W):
    """It uses the diagonal of W only."""
    return dot_score(h_t * np.diagonal(W), states)


@misconception("general_score", "Compare one entry with the sum by hand, sign and all.")
def general_negated(h_t, states, W):
    """It has the sign turned."""
    return -general_score(h_t, states, W)


@misconception("general_score", IN_PLACE)
def general_changes_the_states(h_t, states, W):
    """It multiplies in place, so that the caller's states change."""
    states *= (h_t @ W)[..., None, :]
    return states.sum(axis=-1)


@misconception("general_score", "An array made like whole numbers holds whole numbers: a score of 0.7 becomes 0.")
def general_in_whole_numbers(h_t, states, W):
    """It stores the scores in an array of the type of the states, which cuts fractions off."""
    return general_score(h_t, states, W).astype(states.dtype)


@misconception("general_score", OWN_STATES, raises_at=r"@|matmul")
def general_rows_against_stacks(h_t, states, W):
    """It multiplies the table of target states with each sample's states: every sample meets every other."""
    return h_t @ W @ np.swapaxes(states, -1, -2)


@misconception("general_score", ONE_SAMPLE, raises_at=r"\bfor\b|append|\[[ij]\]|@ *s\b|@ *state\b")
def general_loop_over_the_first_axis(h_t, states, W):
    """It goes through the first axis of `states` as if it held the states: with a batch it holds the samples."""
    return np.array([h_t @ W @ state for state in states])


@misconception(
    "general_score", "One sample's scores should not change if another sample does. Which axes do you sum over?"
)
def general_samples_added_up(h_t, states, W):
    """It sums over the samples of a batch too."""
    return general_score(h_t, states, W).reshape(-1, states.shape[-2]).sum(axis=0)


# ---------------------------------------------------------------------- concat_score


@misconception(
    "concat_score", "The first rows of W belong to one of the two vectors. Which one comes first in the formula?"
)
def concat_states_first(h_t, states, W, v):
    """It lays the source state first and the target state behind it."""
    return np.tanh(np.concatenate([states, repeated(h_t, states)], axis=-1) @ W) @ v


@misconception(
    "concat_score",
    "Without the tanh everything is linear: the target state would add the same to every score. Where is it?",
)
def concat_without_tanh(h_t, states, W, v):
    """It leaves the tanh out."""
    return pairs(h_t, states) @ W @ v


@misconception("concat_score", "Each hidden unit has a weight of its own. What do you do with v?")
def concat_without_v(h_t, states, W, v):
    """It adds the hidden units up and never uses v."""
    return np.tanh(pairs(h_t, states) @ W).sum(axis=-1)


@misconception("concat_score", "Each hidden unit has a weight of its own. What do you do with v?")
def concat_mean_without_v(h_t, states, W, v):
    """It takes the mean of the hidden units and never uses v."""
    return np.tanh(pairs(h_t, states) @ W).mean(axis=-1)


@misconception("concat_score", "Which comes first, tanh or v? A score may be larger than 1.")
def concat_tanh_after_v(h_t, states, W, v):
    """It takes the tanh at the end, of the sum over the hidden units."""
    return np.tanh(pairs(h_t, states) @ W @ v)


@misconception("concat_score", "Which comes first, tanh or W? The hidden units are what is squashed.")
def concat_tanh_before_the_matrix(h_t, states, W, v):
    """It takes the tanh of the vectors, before W."""
    return np.tanh(pairs(h_t, states)) @ W @ v


@misconception("concat_score", "There is one tanh in the formula. A score may be larger than 1.")
def concat_two_tanh(h_t, states, W, v):
    """It takes a second tanh, of the scores."""
    return np.tanh(concat_score(h_t, states, W, v))


@misconception("concat_score", "What does your function between the two products give for 0? The tanh gives 0.")
def concat_sigmoid(h_t, states, W, v):
    """It has a sigmoid in the place of the tanh."""
    return (1 / (1 + np.exp(-(pairs(h_t, states) @ W)))) @ v


@misconception("concat_score", "The tanh keeps the sign. What does your function do with negative numbers?")
def concat_relu(h_t, states, W, v):
    """It has a ReLU in the place of the tanh."""
    return np.maximum(pairs(h_t, states) @ W, 0) @ v


@misconception("concat_score", "Scores may be negative and need not sum to 1. What did you do to yours already?")
def concat_already_softmax(h_t, states, W, v):
    """It returns weights: the softmax comes in task 4."""
    return softmax(concat_score(h_t, states, W, v))


@misconception("concat_score", "One number for each state is asked for. Over which axis is there still to sum?")
def concat_units_not_summed(h_t, states, W, v):
    """It multiplies the hidden units by v and does not add them up."""
    return np.tanh(pairs(h_t, states) @ W) * v


@misconception("concat_score", "Print the shape: v has one axis, and no second one is needed.")
def concat_keeps_a_column(h_t, states, W, v):
    """It leaves an axis of size 1 at the end, from the column that it made of v."""
    return np.tanh(pairs(h_t, states) @ W) @ v[:, None]


@misconception("concat_score", "This score is not divided by anything: v can learn whatever scale is good.")
def concat_divided_by_the_root(h_t, states, W, v):
    """It divides by the root of the number of hidden units."""
    return concat_score(h_t, states, W, v) / np.sqrt(len(v))


@misconception("concat_score", "This score is not divided by anything: v can learn whatever scale is good.")
def concat_divided_by_the_units(h_t, states, W, v):
    """It divides by the number of hidden units."""
    return concat_score(h_t, states, W, v) / len(v)


@misconception(
    "concat_score", "Change the target state and call again: the differences between scores should change. Do they?"
)
def concat_target_left_out(h_t, states, W, v):
    """It uses the rows of W for the source states only."""
    return np.tanh(states @ W[h_t.shape[-1] :]) @ v


@misconception("concat_score", "Change one source state and call again: its score should change. Does it?")
def concat_states_left_out(h_t, states, W, v):
    """It uses the rows of W for the target state only: every state has the same score."""
    return np.broadcast_to((np.tanh(h_t @ W[: h_t.shape[-1]]) @ v)[..., None], states.shape[:-1])


@misconception("concat_score", "Both projections meet before the tanh, and are added there. What do you do with them?")
def concat_projections_multiplied(h_t, states, W, v):
    """It multiplies the two projections where they should be added."""
    d_t = h_t.shape[-1]
    return np.tanh((h_t @ W[:d_t])[..., None, :] * (states @ W[d_t:])) @ v


@misconception("concat_score", "Both projections meet before the tanh. tanh(a) + tanh(b) is not tanh(a + b).")
def concat_two_networks(h_t, states, W, v):
    """It takes the tanh of each projection, and adds afterwards."""
    d_t = h_t.shape[-1]
    return (np.tanh(h_t @ W[:d_t])[..., None, :] + np.tanh(states @ W[d_t:])) @ v


@misconception(
    "concat_score",
    "Print both shapes: W has a row for each feature of the joined vector. Which of its axes do they meet in your product?",
    raises_at=r"W\.T|transpose|swapaxes|W\.mT",
)
def concat_matrix_turned(h_t, states, W, v):
    """It turns W: no error where there are as many hidden units as joined features."""
    return np.tanh(pairs(h_t, states) @ W.T) @ v


@misconception(
    "concat_score",
    "One vector stands beside a table of n vectors: NumPy joins arrays of the same number of axes only. Who repeats the target state?",
    raises_at=r"concatenate|hstack|append",
)
def concat_target_not_repeated(h_t, states, W, v):
    """It joins one target state with a table of states without repeating it."""
    return np.tanh(np.concatenate([h_t, states], axis=-1) @ W) @ v


@misconception(
    "concat_score",
    "The target state has an axis of size 1 now, and needs one of size n: joining does not repeat. What does?",
    raises_at=r"concatenate|hstack|append",
)
def concat_one_row_not_repeated(h_t, states, W, v):
    """It gives the target state an axis of size 1 and relies on NumPy to repeat it: joining does not."""
    return np.tanh(np.concatenate([h_t[..., None, :], states], axis=-1) @ W) @ v


@misconception(
    "concat_score",
    "With a batch, `np.tile` repeats whole samples. Print the shape of what you join.",
    raises_at=r"concatenate|hstack|append|tile",
)
def concat_tiled_for_one_sample(h_t, states, W, v):
    """It repeats the target state by `np.tile(h_t, (n, 1))`: right for one sample only."""
    return np.tanh(np.concatenate([np.tile(h_t, (states.shape[-2], 1)), states], axis=-1) @ W) @ v


@misconception(
    "concat_score",
    "The axis of the states is the last but one, for any number of leading axes. Where do you put yours?",
    raises_at=r"concatenate|hstack|append",
)
def concat_repeated_along_the_first_axis(h_t, states, W, v):
    """It puts the axis of the states first: right for one sample only."""
    return np.tanh(np.concatenate([np.repeat(h_t[None], states.shape[-2], axis=0), states], axis=-1) @ W) @ v


@misconception(
    "concat_score",
    "The features are the last axis, for any number of leading axes. Which one is axis 1 in a batch?",
    raises_at=r"concatenate|hstack|append|@",
)
def concat_joined_along_axis_one(h_t, states, W, v):
    """It joins along axis 1: the features of one sample, but the states of a batch."""
    return np.tanh(np.concatenate([repeated(h_t, states), states], axis=1) @ W) @ v


@misconception(
    "concat_score",
    "Shapes line up from the right: your samples stand beside the states. Where is an axis of size 1 missing?",
    raises_at=r"\+",
)
def concat_projection_without_an_axis(h_t, states, W, v):
    """It adds the two projections without an axis for the states: right for one sample only."""
    d_t = h_t.shape[-1]
    return np.tanh(h_t @ W[:d_t] + states @ W[d_t:]) @ v


@misconception(
    "concat_score",
    "W has d_t + d_s rows: the first d_t belong to the target state. Where do you cut?",
    raises_at=r"W\[",
)
def concat_matrix_cut_in_the_middle(h_t, states, W, v):
    """It cuts W in the middle: right where both vectors have the same size."""
    half = len(W) // 2
    return np.tanh((h_t @ W[:half])[..., None, :] + states @ W[half:]) @ v


@misconception("concat_score", ONE_SAMPLE, raises_at=r"concatenate|hstack|append|r_|@|for")
def concat_loop_over_the_first_axis(h_t, states, W, v):
    """It goes through the first axis of `states` as if it held the states: with a batch it holds the samples."""
    return np.array([np.tanh(np.concatenate([h_t, state]) @ W) @ v for state in states])


@misconception("concat_score", "An array made like whole numbers holds whole numbers: a score of 0.7 becomes 0.")
def concat_in_whole_numbers(h_t, states, W, v):
    """It stores the scores in an array of the type of the states, which cuts fractions off."""
    return concat_score(h_t, states, W, v).astype(states.dtype)


@misconception("concat_score", "Compare one entry with the sum by hand, sign and all.")
def concat_negated(h_t, states, W, v):
    """It has the sign turned."""
    return -concat_score(h_t, states, W, v)


@misconception(
    "concat_score",
    "The hidden units lie along the last axis, for any number of leading axes. Which one is axis 1 in a batch?",
)
def concat_summed_over_axis_one(h_t, states, W, v):
    """It sums over axis 1: the hidden units of one sample, but the states of a batch."""
    return (np.tanh(pairs(h_t, states) @ W) * v).sum(axis=1)


@misconception(
    "concat_score",
    "The task allows one sample alone, and two leading axes. What are axes 1 and 2 then?",
    raises_at=r"axis|concatenate|repeat|tile",
)
def concat_of_a_batch_only(h_t, states, W, v):
    """It counts axes from the front, as they are with one leading axis: one sample alone fails."""
    stacked = np.repeat(h_t[:, None], states.shape[1], axis=1)
    return np.tanh(np.concatenate([stacked, states], axis=2) @ W) @ v


@misconception(
    "concat_score",
    "Each sample's target state should stand before its own states. Print the joined array of a batch of two.",
)
def concat_samples_mixed(h_t, states, W, v):
    """It repeats the whole list of target states and deals it out anew, which mixes the samples up."""
    rows = np.tile(h_t.reshape(-1, h_t.shape[-1]), (states.shape[-2], 1)).reshape(*states.shape[:-1], h_t.shape[-1])
    return np.tanh(np.concatenate([rows, states], axis=-1) @ W) @ v


@misconception("concat_score", "Two things: the target state comes first in the formula, and there is a tanh in it.")
def concat_states_first_without_tanh(h_t, states, W, v):
    """It puts the source state first, and leaves the tanh out."""
    return np.concatenate([states, repeated(h_t, states)], axis=-1) @ W @ v


# ---------------------------------------------------------------------- luong_attention


@misconception("luong_attention", "Two results are asked for, in this order: context, weights. Print both shapes.")
def attention_weights_first(h_t, states, method="dot", mask=None, **parameters):
    """It returns the weights first and the context behind them."""
    return luong_attention(h_t, states, method, mask, **parameters)[::-1]


@misconception("luong_attention", "Two results are asked for: the context, and the weights too.")
def attention_context_only(h_t, states, method="dot", mask=None, **parameters):
    """It returns the context only."""
    return luong_attention(h_t, states, method, mask, **parameters)[0]


@misconception("luong_attention", "Two results are asked for: the weights, and the context that they make.")
def attention_weights_only(h_t, states, method="dot", mask=None, **parameters):
    """It returns the weights only."""
    return luong_attention(h_t, states, method, mask, **parameters)[1]


@misconception("luong_attention", "What do the numbers that you return second sum to? Weights sum to 1.")
def attention_returns_scores(h_t, states, method="dot", mask=None, **parameters):
    """It returns the scores where the weights belong."""
    scores = scores_of(h_t, states, method, **parameters)
    return luong_attention(h_t, states, method, mask, **parameters)[0], scores


@misconception("luong_attention", 'Luong\'s "dot" is not divided by anything: task 1 has the score that is meant.')
def attention_dot_scaled(h_t, states, method="dot", mask=None, **parameters):
    """It divides the dot products by the root of d, as Lab 1 does."""
    scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores / np.sqrt(h_t.shape[-1]) if method == "dot" else scores, states, mask)


@misconception(
    "luong_attention", "None of Luong's scores is divided by anything: tasks 1 to 3 have the scores that are meant."
)
def attention_every_score_scaled(h_t, states, method="dot", mask=None, **parameters):
    """It divides the scores of every method by the root of d."""
    return from_scores(scores_of(h_t, states, method, **parameters) / np.sqrt(states.shape[-1]), states, mask)


@misconception("luong_attention", "Which score should be meant where no method is named?", raises_at=r"W")
def attention_general_by_default(h_t, states, method="general", mask=None, **parameters):
    """It takes "general" where no method is named, and misses W there."""
    if method == "general":
        return from_scores(general_score(h_t, states, parameters["W"]), states, mask)
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception(
    "luong_attention", "Call it with two methods: the weights should differ. Who reads `method`?", raises_at=r"."
)
def attention_always_dot(h_t, states, method="dot", mask=None, **parameters):
    """It takes the dot product whatever the method, once the method is a known one."""
    if method not in ("dot", "general", "concat"):
        raise ValueError("no such method")
    return from_scores(dot_score(h_t, states), states, mask)


@misconception("luong_attention", "A method that there is not should be refused. Which branch does it take in yours?")
def attention_unknown_is_dot(h_t, states, method="dot", mask=None, **parameters):
    """It takes the dot product for every method that it does not know."""
    if method in ("general", "concat"):
        return luong_attention(h_t, states, method, mask, **parameters)
    return luong_attention(h_t, states, "dot", mask)


@misconception(
    "luong_attention",
    "A method that there is not should be refused, whatever parameters are there. Who reads its name?",
)
def attention_method_guessed(h_t, states, method="dot", mask=None, **parameters):
    """It takes the method that fits the parameters, whatever its name is."""
    guessed = "concat" if "v" in parameters else "general" if "W" in parameters else "dot"
    return luong_attention(h_t, states, guessed, mask, **parameters)


@misconception(
    "luong_attention",
    "A method that there is not should be refused. Which branch does it take in yours?",
    raises_at=r"W|v\b",
)
def attention_unknown_is_concat(h_t, states, method="dot", mask=None, **parameters):
    """It takes the last branch for every method that it does not know, and misses the parameters there."""
    if method == "dot":
        scores = dot_score(h_t, states)
    elif method == "general":
        scores = general_score(h_t, states, parameters["W"])
    else:
        scores = concat_score(h_t, states, parameters["W"], parameters["v"])
    return from_scores(scores, states, mask)


@misconception(
    "luong_attention", "A method that there is not gives nothing at all in yours. A ValueError would say what is wrong."
)
def attention_unknown_is_nothing(h_t, states, method="dot", mask=None, **parameters):
    """It returns nothing for a method that it does not know."""
    return luong_attention(h_t, states, method, mask, **parameters) if method in ("dot", "general", "concat") else None


@misconception("luong_attention", "A method that there is not should be refused: a printed line stops nobody.")
def attention_unknown_is_printed(h_t, states, method="dot", mask=None, **parameters):
    """It prints a line and gives two times nothing for a method that it does not know."""
    if method in ("dot", "general", "concat"):
        return luong_attention(h_t, states, method, mask, **parameters)
    return None, None


@misconception("luong_attention", WRONG_ERROR, raises_at=r"\[method\]")
def attention_unknown_is_a_key_error(h_t, states, method="dot", mask=None, **parameters):
    """It stops with a KeyError, from looking the method up."""
    scores = {"dot": dot_score, "general": general_score, "concat": concat_score}[method](h_t, states, **parameters)
    return from_scores(scores, states, mask)


@misconception("luong_attention", WRONG_ERROR, raises_at=r"assert")
def attention_unknown_is_an_assertion(h_t, states, method="dot", mask=None, **parameters):
    """It stops with an AssertionError."""
    assert method in ("dot", "general", "concat"), "no such method"
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", WRONG_ERROR, raises_at=r"scores|weights")
def attention_unknown_has_no_scores(h_t, states, method="dot", mask=None, **parameters):
    """It has no branch for other methods, so that a name has no value later: an UnboundLocalError."""
    if method in ("dot", "general", "concat"):
        scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores, states, mask)


@misconception("luong_attention", "The error has no message. What would you want to read if it happened to you?")
def attention_error_without_a_message(h_t, states, method="dot", mask=None, **parameters):
    """It raises a ValueError that says nothing."""
    if method not in ("dot", "general", "concat"):
        raise ValueError
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", "In this course, True means: may be attended to. What does it mean in yours?")
def attention_mask_inverted(h_t, states, method="dot", mask=None, **parameters):
    """It hides where the mask is True."""
    return luong_attention(h_t, states, method, None if mask is None else ~mask, **parameters)


@misconception("luong_attention", "Call it with a mask and without: the weights should differ. Do they?")
def attention_without_mask(h_t, states, method="dot", mask=None, **parameters):
    """It never uses the mask."""
    return luong_attention(h_t, states, method, **parameters)


@misconception("luong_attention", "Under a mask the weights should still sum to 1. What do yours sum to?")
def attention_weights_masked(h_t, states, method="dot", mask=None, **parameters):
    """It hides after the softmax: the weights that are left sum to less than one."""
    weights = luong_attention(h_t, states, method, **parameters)[1]
    weights = weights if mask is None else weights * mask
    return average(weights, states), weights


@misconception("luong_attention", "exp(0) is 1, not 0. Which score gives the weight 0?")
def attention_scores_zeroed(h_t, states, method="dot", mask=None, **parameters):
    """It sets hidden scores to 0, or nearly, or multiplies them by the mask: their weights are not 0."""
    scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores if mask is None else scores * mask, states)


@misconception("luong_attention", "Adding True adds 1. Which score gives the weight 0?")
def attention_mask_added(h_t, states, method="dot", mask=None, **parameters):
    """It adds the mask to the scores."""
    scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores if mask is None else scores + mask, states)


@misconception("luong_attention", "How large is exp(-10)? A hidden state should have no weight at all.")
def attention_hidden_scores_not_low_enough(h_t, states, method="dot", mask=None, **parameters):
    """It sets hidden scores to −10, which still leaves a weight."""
    scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores if mask is None else np.where(mask, scores, -10.0), states)


@misconception(
    "luong_attention", "Infinity times zero is not a number. Choose between two scores instead of calculating."
)
def attention_infinity_times_zero(h_t, states, method="dot", mask=None, **parameters):
    """It multiplies infinity by the mask: infinity times zero is NaN."""
    scores = scores_of(h_t, states, method, **parameters)
    return from_scores(scores if mask is None else scores + (1 - mask) * -np.inf, states)


@misconception(
    "luong_attention",
    "Indexing with a mask does not broadcast: a mask (n,) does not fit a batch. Which function of NumPy chooses between two values, and broadcasts?",
    raises_at=r"\[.*mask.*\]",
)
def attention_indexed_with_the_mask(h_t, states, method="dot", mask=None, **parameters):
    """It hides by indexing with the mask, which fails where the mask is shared by a batch."""
    scores = scores_of(h_t, states, method, **parameters)
    if mask is not None:
        scores[~mask] = -np.inf
    return from_scores(scores, states)


@misconception(
    "luong_attention",
    "A mask is an array: whether it is there is asked with `is None`.",
    raises_at=r"\bif\b|\bor\b|\bnot\b|\band\b",
)
def attention_truth_of_the_mask(h_t, states, method="dot", mask=None, **parameters):
    """It asks whether the mask is true: an array of many has no truth value."""
    if mask:
        return luong_attention(h_t, states, method, mask, **parameters)
    return luong_attention(h_t, states, method, **parameters)


@misconception("luong_attention", "The mask works with one method only. Where do you use it?")
def attention_mask_for_dot_only(h_t, states, method="dot", mask=None, **parameters):
    """It uses the mask with the dot product only."""
    return luong_attention(h_t, states, method, mask if method == "dot" else None, **parameters)


@misconception("luong_attention", "Each sample's weights should sum to 1. Along which axis do the source states lie?")
def attention_softmax_over_the_first_axis(h_t, states, method="dot", mask=None, **parameters):
    """It takes the softmax along axis 0: over the samples of a batch."""
    scores = scores_of(h_t, states, method, **parameters)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=0)
    return average(weights, states), weights


@misconception(
    "luong_attention",
    "The source states are the last axis of the scores. A single sample has no axis 1.",
    raises_at=r"axis|softmax|sum|max",
)
def attention_softmax_over_axis_one(h_t, states, method="dot", mask=None, **parameters):
    """It takes the softmax along axis 1, which one sample has not, and which holds the heads elsewhere."""
    scores = scores_of(h_t, states, method, **parameters)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=1)
    return average(weights, states), weights


@misconception("luong_attention", "Each sample's weights should sum to 1. What do those of a batch sum to in yours?")
def attention_softmax_over_everything(h_t, states, method="dot", mask=None, **parameters):
    """It divides by one sum over the whole batch."""
    scores = scores_of(h_t, states, method, **parameters)
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum()
    return average(weights, states), weights


@misconception("luong_attention", "`exp` overflows above about 709. Lab 1's softmax has the cure.")
def attention_overflows(h_t, states, method="dot", mask=None, **parameters):
    """It takes `exp` of the scores as they are: huge ones become infinite, and infinity over infinity is NaN."""
    scores = scores_of(h_t, states, method, **parameters)
    weights = np.exp(scores if mask is None else np.where(mask, scores, -np.inf))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return average(weights, states), weights


@misconception("luong_attention", "Weights sum to 1. What do yours sum to?")
def attention_without_softmax(h_t, states, method="dot", mask=None, **parameters):
    """It averages with the scores as they are, without a softmax."""
    scores = scores_of(h_t, states, method, **parameters)
    scores = scores if mask is None else np.where(mask, scores, 0)
    return average(scores, states), scores


@misconception("luong_attention", "The larger the score, the larger the weight. Which state got your largest weight?")
def attention_of_negated_scores(h_t, states, method="dot", mask=None, **parameters):
    """It prefers small scores."""
    return from_scores(-scores_of(h_t, states, method, **parameters), states, mask)


@misconception(
    "luong_attention", "Attention is soft: every state that is seen has some weight. How many have one in yours?"
)
def attention_hard(h_t, states, method="dot", mask=None, **parameters):
    """It gives all weight to the best state."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    weights = np.eye(states.shape[-2])[weights.argmax(axis=-1)]
    return average(weights, states), weights


@misconception("luong_attention", "The context is one vector for each sample. Over which axis is there still to sum?")
def attention_context_not_summed(h_t, states, method="dot", mask=None, **parameters):
    """It multiplies the states by their weights and does not add them up."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    return weights[..., None] * states, weights


@misconception(
    "luong_attention",
    "The context is an average: with equal weights it is the plain mean of the states. Is yours larger?",
)
def attention_context_is_a_mean(h_t, states, method="dot", mask=None, **parameters):
    """It divides the weighted sum by the number of states: the weights sum to one already."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    return (weights[..., None] * states).mean(axis=-2), weights


@misconception("luong_attention", "Change the weights, and the context should change. Who uses them?")
def attention_context_ignores_the_weights(h_t, states, method="dot", mask=None, **parameters):
    """It takes the plain mean of the states as the context."""
    return states.mean(axis=-2), luong_attention(h_t, states, method, mask, **parameters)[1]


@misconception("luong_attention", "The context is made of source states alone. What else is in yours?", raises_at=r"\+")
def attention_context_with_the_target(h_t, states, method="dot", mask=None, **parameters):
    """It adds the target state to the context: the two are joined later, in task 5."""
    context, weights = luong_attention(h_t, states, method, mask, **parameters)
    return context + h_t, weights


@misconception("luong_attention", "The context is one vector: print its shape. An axis of size 1 is left over.")
def attention_context_keeps_a_row(h_t, states, method="dot", mask=None, **parameters):
    """It leaves an axis of size 1 in the context."""
    context, weights = luong_attention(h_t, states, method, mask, **parameters)
    return context[..., None, :], weights


@misconception(
    "luong_attention",
    "With a batch, `weights @ states` takes the weights of all samples for one matrix.",
    raises_at=r"weights *@ *states|matmul\(weights",
)
def attention_context_of_one_sample(h_t, states, method="dot", mask=None, **parameters):
    """It writes `weights @ states`: right for one sample only."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    return weights @ states, weights


@misconception(
    "luong_attention",
    "With a batch, `np.dot` multiplies the weights of every sample with the states of every sample.",
    raises_at=r"dot\(weights|weights\.dot",
)
def attention_context_by_np_dot(h_t, states, method="dot", mask=None, **parameters):
    """It writes `np.dot(weights, states)`, which pairs every sample with every sample."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    return np.dot(weights, states), weights


@misconception("luong_attention", "The states lie along the last axis but one. Which axis do you sum over in a batch?")
def attention_context_summed_over_the_first_axis(h_t, states, method="dot", mask=None, **parameters):
    """It sums over axis 0: the states of one sample, but the samples of a batch."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    return (weights[..., None] * states).sum(axis=0), weights


@misconception(
    "luong_attention", "In the general score the target state meets the rows of W: task 2.", raises_at=r"W\.T|transpose"
)
def attention_general_matrix_turned(h_t, states, method="dot", mask=None, **parameters):
    """It turns W in the general score."""
    if method == "general":
        return from_scores(dot_score(h_t @ parameters["W"].T, states), states, mask)
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", "In the concat score the target state comes first: task 3.")
def attention_concat_states_first(h_t, states, method="dot", mask=None, **parameters):
    """It puts the source state first in the concat score."""
    if method == "concat":
        joined = np.concatenate([states, repeated(h_t, states)], axis=-1)
        return from_scores(np.tanh(joined @ parameters["W"]) @ parameters["v"], states, mask)
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", IN_PLACE, raises_at=r"=")
def attention_changes_the_states(h_t, states, method="dot", mask=None, **parameters):
    """It multiplies the caller's states by their weights in place."""
    weights = luong_attention(h_t, states, method, mask, **parameters)[1]
    states *= weights[..., None]
    return states.sum(axis=-2), weights


@misconception("luong_attention", IN_PLACE)
def attention_changes_the_mask(h_t, states, method="dot", mask=None, **parameters):
    """It turns the caller's mask round in place."""
    result = luong_attention(h_t, states, method, mask, **parameters)
    if mask is not None:
        np.logical_not(mask, out=mask)
    return result


@misconception("luong_attention", 'Two names are equal or they are not: `"dots"` is no method. How do you compare?')
def attention_parts_of_the_name(h_t, states, method="dot", mask=None, **parameters):
    """It looks at the beginning of the method's name only, so that other names pass."""
    whole = {"dot": "dot", "gen": "general", "con": "concat"}.get(method[:3], method)
    return luong_attention(h_t, states, whole, mask, **parameters)


@misconception(
    "luong_attention", "In which order does the task give the arguments? A call need not name them.", raises_at=r"."
)
def attention_mask_before_the_method(h_t, states, mask=None, method="dot", **parameters):
    """It takes the mask third and the method fourth."""
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", "A state of zeros has the score 0, and exp(0) is 1. Hide the score, not the state.")
def attention_hidden_states_zeroed(h_t, states, method="dot", mask=None, **parameters):
    """It sets hidden states to zero: they still get a weight."""
    seen = states if mask is None else np.where(mask[..., None], states, 0)
    return luong_attention(h_t, seen, method, **parameters)


@misconception(
    "luong_attention",
    "Which score should be meant where no method is named?",
    raises_at=r"general_score|parameters|score",
)
def attention_general_unless_told(h_t, states, method="general", mask=None, **parameters):
    """It takes "general" where no method is named, which has no W there."""
    return luong_attention(h_t, states, method, mask, **parameters)


@misconception("luong_attention", '"concat" has a score of its own: task 3. Which one do you call?', raises_at=r".")
def attention_concat_multiplied(h_t, states, method="dot", mask=None, **parameters):
    """It multiplies the two projections in the concat score, without a tanh."""
    if method != "concat":
        return luong_attention(h_t, states, method, mask, **parameters)
    W, v, d_t = parameters["W"], parameters["v"], h_t.shape[-1]
    return from_scores(((h_t @ W[:d_t])[..., None, :] * (states @ W[d_t:])) @ v, states, mask)


@misconception(
    "luong_attention",
    "Two things: each sample's weights should sum to 1, and a batch's context needs each sample's own states.",
    raises_at=r"@|dot",
)
def attention_of_one_sample_only(h_t, states, method="dot", mask=None, **parameters):
    """It takes the softmax along axis 0 and writes `weights @ states`: both are right for one sample only."""
    scores = scores_of(h_t, states, method, **parameters)
    weights = softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=0)
    return weights @ states, weights


# ---------------------------------------------------------------------- attentional_state


@misconception(
    "attentional_state", "The first rows of W_c belong to one of the two vectors. Which one comes first in the formula?"
)
def state_target_first(context, h_t, W_c):
    """It lays the target state first and the context behind it."""
    return np.tanh(np.concatenate([h_t, context], axis=-1) @ W_c)


@misconception("attentional_state", "The state lies between −1 and 1. Do all your numbers?")
def state_without_tanh(context, h_t, W_c):
    """It leaves the tanh out."""
    return np.concatenate([context, h_t], axis=-1) @ W_c


@misconception("attentional_state", "Which comes first, tanh or W_c? The result lies between −1 and 1.")
def state_tanh_before_the_matrix(context, h_t, W_c):
    """It takes the tanh of the vectors, before W_c."""
    return np.tanh(np.concatenate([context, h_t], axis=-1)) @ W_c


@misconception("attentional_state", "There is one tanh in the formula.")
def state_two_tanh(context, h_t, W_c):
    """It takes the tanh twice."""
    return np.tanh(attentional_state(context, h_t, W_c))


@misconception("attentional_state", "The tanh lies between −1 and 1. What does your function give for 0?")
def state_sigmoid(context, h_t, W_c):
    """It has a sigmoid in the place of the tanh."""
    return 1 / (1 + np.exp(-(np.concatenate([context, h_t], axis=-1) @ W_c)))


@misconception("attentional_state", "The tanh keeps the sign. What does your function do with negative numbers?")
def state_relu(context, h_t, W_c):
    """It has a ReLU in the place of the tanh."""
    return np.maximum(np.concatenate([context, h_t], axis=-1) @ W_c, 0)


@misconception(
    "attentional_state", "The state is no set of weights: its numbers may be negative and need not sum to 1."
)
def state_softmax(context, h_t, W_c):
    """It has a softmax in the place of the tanh: the words' probabilities come after another matrix."""
    return softmax(np.concatenate([context, h_t], axis=-1) @ W_c)


@misconception("attentional_state", "Both vectors meet before the tanh. tanh(a) + tanh(b) is not tanh(a + b).")
def state_two_layers(context, h_t, W_c):
    """It takes the tanh of each projection, and adds afterwards."""
    d_s = context.shape[-1]
    return np.tanh(context @ W_c[:d_s]) + np.tanh(h_t @ W_c[d_s:])


@misconception("attentional_state", "Change the target state: the result should change. Does it?")
def state_target_left_out(context, h_t, W_c):
    """It uses the context only."""
    return np.tanh(context @ W_c[: context.shape[-1]])


@misconception("attentional_state", "Change the context: the result should change. Does it?")
def state_context_left_out(context, h_t, W_c):
    """It uses the target state only."""
    return np.tanh(h_t @ W_c[context.shape[-1] :])


@misconception(
    "attentional_state",
    "W_c has d_s + d_t rows: the first d_s belong to the context. Where do you cut?",
    raises_at=r"W_c\[",
)
def state_matrix_cut_in_the_middle(context, h_t, W_c):
    """It cuts W_c in the middle: right where both vectors have the same size."""
    half = len(W_c) // 2
    return np.tanh(context @ W_c[:half] + h_t @ W_c[half:])


@misconception(
    "attentional_state",
    "Lay the two vectors end to end; adding them mixes what was found with what was known.",
    raises_at=r"\+|add",
)
def state_vectors_added(context, h_t, W_c):
    """It adds the two vectors where it should join them."""
    return np.tanh((context + h_t) @ W_c)


@misconception(
    "attentional_state",
    "Print both shapes: W_c has a row for each feature of the joined vector. Which of its axes do they meet in your product?",
    raises_at=r"W_c\.T|transpose|W_c\.mT|W_c *@",
)
def state_matrix_turned(context, h_t, W_c):
    """It turns W_c, as papers with columns for vectors have it."""
    return np.tanh(np.concatenate([context, h_t], axis=-1) @ W_c.T)


@misconception("attentional_state", END_TO_END, raises_at=r"concatenate|append|@")
def state_joined_along_the_first_axis(context, h_t, W_c):
    """It joins along axis 0, which is what NumPy does unless told: right for one sample only."""
    return np.tanh(np.concatenate([context, h_t]) @ W_c)


@misconception("attentional_state", END_TO_END, raises_at=r"hstack|concatenate|@")
def state_stacked_sideways(context, h_t, W_c):
    """It joins by `np.hstack`, along axis 1: right for one leading axis at most."""
    return np.tanh(np.hstack([context, h_t]) @ W_c)


@misconception("attentional_state", END_TO_END, raises_at=r"concatenate|axis|@")
def state_joined_along_axis_one(context, h_t, W_c):
    """It joins along axis 1, which one sample has not."""
    return np.tanh(np.concatenate([context, h_t], axis=1) @ W_c)


@misconception("attentional_state", END_TO_END, raises_at=r"append|@")
def state_flattened(context, h_t, W_c):
    """It joins by `np.append`, which makes one long vector of a whole batch."""
    return np.tanh(np.append(context, h_t) @ W_c)


@misconception("attentional_state", "Nothing is divided in this formula. Compare one entry with the formula by hand.")
def state_divided_by_the_root(context, h_t, W_c):
    """It divides by the root of the number of joined features before the tanh."""
    return np.tanh(np.concatenate([context, h_t], axis=-1) @ W_c / np.sqrt(len(W_c)))


@misconception(
    "attentional_state",
    "The two vectors may differ in size: the result has the size d_out, and nothing is added to it.",
    raises_at=r"\+",
)
def state_with_the_target_added(context, h_t, W_c):
    """It adds the target state to the result."""
    return attentional_state(context, h_t, W_c) + h_t


@misconception("attentional_state", "An array made like whole numbers holds whole numbers: 0.7 becomes 0.")
def state_in_whole_numbers(context, h_t, W_c):
    """It stores the state in an array of the type of the context, which cuts fractions off."""
    return attentional_state(context, h_t, W_c).astype(context.dtype)


@misconception(
    "attentional_state", END_TO_END + " A matrix on the left meets the wrong axis of a batch.", raises_at=r"W_c\.T"
)
def state_columns_for_vectors(context, h_t, W_c):
    """It multiplies by the turned matrix from the left, as papers with columns do: right for one sample only."""
    return np.tanh(W_c.T @ np.concatenate([context, h_t], axis=-1))


@misconception("attentional_state", "Two things: the context comes first in the formula, and there is a tanh in it.")
def state_target_first_without_tanh(context, h_t, W_c):
    """It puts the target state first, and leaves the tanh out."""
    return np.concatenate([h_t, context], axis=-1) @ W_c


# ---------------------------------------------------------------------- predicted_position


@misconception("predicted_position", "The position lies between 0 and n. What does n do in yours?")
def position_without_n(h_t, W_p, v_p, n):
    """It returns a share of the sentence between 0 and 1: n is missing."""
    return predicted_position(h_t, W_p, v_p, 1)


@misconception("predicted_position", "The formula has n, the number of source states. What do you multiply by?")
def position_times_the_last_index(h_t, W_p, v_p, n):
    """It multiplies by n − 1, the number of the last state."""
    return predicted_position(h_t, W_p, v_p, n - 1)


@misconception("predicted_position", "The formula has n, the number of source states. What do you multiply by?")
def position_times_one_more(h_t, W_p, v_p, n):
    """It multiplies by n + 1."""
    return predicted_position(h_t, W_p, v_p, n + 1)


@misconception("predicted_position", "Positions are counted from 0 in this course. What do you add?")
def position_counted_from_one(h_t, W_p, v_p, n):
    """It adds 1, as if positions were counted from 1."""
    return predicted_position(h_t, W_p, v_p, n) + 1


@misconception("predicted_position", "The position is a real number: 3.7 lies between two states, and that is meant.")
def position_rounded(h_t, W_p, v_p, n):
    """It rounds to the nearest whole number."""
    return np.round(predicted_position(h_t, W_p, v_p, n))


@misconception("predicted_position", "The position is a real number: 3.7 lies between two states, and that is meant.")
def position_cut_down(h_t, W_p, v_p, n):
    """It cuts the fraction off."""
    return np.floor(predicted_position(h_t, W_p, v_p, n))


@misconception("predicted_position", "There is a tanh between W_p and v_p. Where is yours?")
def position_without_tanh(h_t, W_p, v_p, n):
    """It leaves the tanh between W_p and v_p out."""
    return n * (0.5 + 0.5 * np.tanh(h_t @ W_p @ v_p / 2))


@misconception(
    "predicted_position", "Between W_p and v_p stands a tanh, which keeps the sign. What does yours give for 0?"
)
def position_two_sigmoids(h_t, W_p, v_p, n):
    """It has a sigmoid in the place of the tanh."""
    return n * (0.5 + 0.5 * np.tanh((0.5 + 0.5 * np.tanh(h_t @ W_p / 2)) @ v_p / 2))


@misconception(
    "predicted_position",
    "A position is never negative. What does the sigmoid give for negative numbers, and what does yours?",
)
def position_two_tanh(h_t, W_p, v_p, n):
    """It has a tanh in the place of the sigmoid: positions may be negative."""
    return n * np.tanh(np.tanh(h_t @ W_p) @ v_p)


@misconception("predicted_position", "Nothing keeps your position between 0 and n. Which function does?")
def position_without_sigmoid(h_t, W_p, v_p, n):
    """It leaves the sigmoid out."""
    return n * (np.tanh(h_t @ W_p) @ v_p)


@misconception(
    "predicted_position",
    "v_p weighs the hidden units: the larger its sum, the further to the right. In which direction do yours go?",
)
def position_from_the_end(h_t, W_p, v_p, n):
    """It has the sign in the sigmoid turned: the position counts from the other end."""
    return n - predicted_position(h_t, W_p, v_p, n)


@misconception("predicted_position", "Each hidden unit has a weight of its own. What do you do with v_p?")
def position_without_v(h_t, W_p, v_p, n):
    """It adds the hidden units up and never uses v_p."""
    return n * (0.5 + 0.5 * np.tanh(np.tanh(h_t @ W_p).sum(axis=-1) / 2))


@misconception(
    "predicted_position", "One number for each sample is asked for: first sum over the hidden units, then the sigmoid."
)
def position_sigmoid_before_v(h_t, W_p, v_p, n):
    """It takes the sigmoid of the hidden units, and v_p afterwards."""
    return n * ((0.5 + 0.5 * np.tanh(np.tanh(h_t @ W_p) / 2)) @ v_p)


@misconception("predicted_position", "One number for each sample is asked for. Over which axis is there still to sum?")
def position_units_not_summed(h_t, W_p, v_p, n):
    """It multiplies the hidden units by v_p and does not add them up."""
    return n * (0.5 + 0.5 * np.tanh(np.tanh(h_t @ W_p) * v_p / 2))


@misconception("predicted_position", "Print the shape: one number for each sample, without a further axis.")
def position_keeps_a_column(h_t, W_p, v_p, n):
    """It leaves an axis of size 1 at the end."""
    return predicted_position(h_t, W_p, v_p, n)[..., None]


@misconception(
    "predicted_position", "Each sample has a target state of its own, and a position of its own. How many came out?"
)
def position_one_for_all(h_t, W_p, v_p, n):
    """It gives one position for the whole batch, the mean."""
    return np.mean(predicted_position(h_t, W_p, v_p, n))


@misconception(
    "predicted_position",
    "exp(1000) is infinite, and infinity over infinity is NaN. Which other way of writing the sigmoid has no exp above and below?",
)
def position_overflows(h_t, W_p, v_p, n):
    """It writes the sigmoid as exp(x) / (1 + exp(x)): for large x that is infinity over infinity."""
    x = np.tanh(h_t @ W_p) @ v_p
    return n * (np.exp(x) / (1 + np.exp(x)))


@misconception(
    "predicted_position",
    "`math.exp` takes one number; `np.exp` takes arrays, and huge numbers.",
    raises_at=r"math|exp\(",
)
def position_by_math(h_t, W_p, v_p, n):
    """It uses `math.exp`, which takes one number only, and no huge one."""
    return n / (1 + math.exp(-(np.tanh(h_t @ W_p) @ v_p)))


@misconception(
    "predicted_position",
    "The sigmoid gives a single number a value between 0 and 1. What does a softmax give to a single number?",
)
def position_softmax(h_t, W_p, v_p, n):
    """It takes a softmax over one number, which is always 1: the position is always n."""
    return n * softmax((np.tanh(h_t @ W_p) @ v_p)[..., None])[..., 0]


@misconception(
    "predicted_position",
    "A softmax compares samples with each other. Each sample has a position of its own, whatever the others do.",
)
def position_softmax_over_samples(h_t, W_p, v_p, n):
    """It takes a softmax where the sigmoid belongs: over the samples of a batch."""
    x = np.tanh(h_t @ W_p) @ v_p
    return n * (softmax(x) if x.ndim else x / x)


@misconception(
    "predicted_position",
    "Print both shapes: W_p has a row for each feature of the target state. Which of its axes do they meet in your product?",
    raises_at=r"W_p\.T|transpose|W_p *@",
)
def position_matrix_turned(h_t, W_p, v_p, n):
    """It turns W_p, as papers with columns for vectors have it: no error where the sizes are equal."""
    return n * (0.5 + 0.5 * np.tanh(np.tanh(h_t @ W_p.T) @ v_p / 2))


@misconception(
    "predicted_position",
    "The formula takes the tanh once and the sigmoid once. What do you do with negative hidden units?",
)
def position_relu(h_t, W_p, v_p, n):
    """It has a ReLU in the place of the tanh."""
    return n * (0.5 + 0.5 * np.tanh(np.maximum(h_t @ W_p, 0) @ v_p / 2))


@misconception(
    "predicted_position",
    "A position should not jump: a small change of the target state moves it a little. Does `clip` do that?",
)
def position_clipped(h_t, W_p, v_p, n):
    """It cuts the number off at 0 and at n, without a sigmoid."""
    return np.clip(np.tanh(h_t @ W_p) @ v_p, 0, n)


@misconception("predicted_position", "`n / 1 + e` is n plus e. What should stand below the line?")
def position_missing_parentheses(h_t, W_p, v_p, n):
    """It writes n / 1 + exp(−x) without parentheses."""
    return n / 1 + np.exp(-(np.tanh(h_t @ W_p) @ v_p))


@misconception(
    "predicted_position",
    "With a batch, `W_p.T @ h_t` and `v_p @ ...` meet the samples, not the features.",
    raises_at=r"W_p\.T|v_p *@|dot\(v_p",
)
def position_columns_for_vectors(h_t, W_p, v_p, n):
    """It multiplies from the left, as papers with columns do: right for one sample only."""
    return n / (1 + np.exp(-(v_p @ np.tanh(W_p.T @ h_t))))


@misconception(
    "predicted_position",
    "With a batch, a v_p on the left meets the samples, not the hidden units.",
    raises_at=r"dot\(v_p",
)
def position_vector_on_the_left(h_t, W_p, v_p, n):
    """It writes `np.dot(v_p, ...)`: right for one sample only."""
    return n / (1 + np.exp(-np.dot(v_p, np.tanh(np.dot(h_t, W_p)))))


@misconception(
    "predicted_position", "With a batch, `v_p @ ...` meets the samples, not the hidden units.", raises_at=r"v_p *@"
)
def position_vector_before_the_units(h_t, W_p, v_p, n):
    """It writes `v_p @ np.tanh(...)`: right for one sample only."""
    return n / (1 + np.exp(-(v_p @ np.tanh(h_t @ W_p))))


@misconception("predicted_position", "Each sample has a position of its own. Over which axes do you sum?")
def position_summed_over_everything(h_t, W_p, v_p, n):
    """It sums over the samples of a batch too: one position for all."""
    return n / (1 + np.exp(-np.sum(np.tanh(h_t @ W_p) * v_p)))


@misconception("predicted_position", "The tanh belongs to each hidden unit. Where is yours?")
def position_tanh_after_v(h_t, W_p, v_p, n):
    """It takes the tanh of the sum over the hidden units."""
    return n / (1 + np.exp(-np.tanh(h_t @ W_p @ v_p)))


@misconception("predicted_position", "n stretches the share from the sigmoid. Where does yours stand?")
def position_n_in_the_sigmoid(h_t, W_p, v_p, n):
    """It multiplies by n inside of the sigmoid: what comes out is still between 0 and 1."""
    return 1 / (1 + np.exp(-n * (np.tanh(h_t @ W_p) @ v_p)))


@misconception("predicted_position", "The position is a real number: 3.7 lies between two states, and that is meant.")
def position_rounded_up(h_t, W_p, v_p, n):
    """It rounds up to a whole number."""
    return np.ceil(predicted_position(h_t, W_p, v_p, n))


# ---------------------------------------------------------------------- local_luong_attention


def offsets_of(states, position):
    """Return j - position for each sample and each state j."""
    return np.arange(states.shape[-2]) - np.asarray(position)[..., None]


def local(h_t, states, W, position, window, *, reach=None, bell=None, scores=None):
    """Attend locally, with another window, another bell or other scores."""
    offsets = offsets_of(states, position)
    reach = np.abs(offsets) <= window if reach is None else reach
    bell = np.exp(-(offsets**2) / (2 * (window / 2) ** 2)) if bell is None else bell
    scores = general_score(h_t, states, W) if scores is None else scores
    weights = softmax(np.where(reach, scores, -np.inf)) * bell
    return average(weights, states), weights


@misconception(
    "local_luong_attention", "Two results are asked for, in this order: context, weights. Print both shapes."
)
def local_weights_first(h_t, states, W, position, window):
    """It returns the weights first and the context behind them."""
    return local_luong_attention(h_t, states, W, position, window)[::-1]


@misconception("local_luong_attention", "Two results are asked for: the context, and the weights too.")
def local_context_only(h_t, states, W, position, window):
    """It returns the context only."""
    return local_luong_attention(h_t, states, W, position, window)[0]


@misconception(
    "local_luong_attention",
    "After the bell nothing is divided: the weights may sum to less than 1. What do yours sum to?",
)
def local_renormalised(h_t, states, W, position, window):
    """It divides at the end, so that the weights sum to one again."""
    weights = local_luong_attention(h_t, states, W, position, window)[1]
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return average(weights, states), weights


@misconception(
    "local_luong_attention", "The bell multiplies weights, not scores: a negative score would become larger by it."
)
def local_bell_on_the_scores(h_t, states, W, position, window):
    """It multiplies the scores by the bell, before the softmax."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, scores=general_score(h_t, states, W) * bell, bell=1.0)


@misconception(
    "local_luong_attention", "The nearer to the position, the more a state counts. What makes that so in yours?"
)
def local_without_the_bell(h_t, states, W, position, window):
    """It leaves the bell out: a plain softmax within the window."""
    return local(h_t, states, W, position, window, bell=1.0)


@misconception(
    "local_luong_attention", "The softmax runs over the states in reach only. Which states share the weights in yours?"
)
def local_softmax_over_everything(h_t, states, W, position, window):
    """It never uses the window but for sigma: softmax over all states, times the bell."""
    return local(h_t, states, W, position, window, reach=True)


@misconception(
    "local_luong_attention",
    "The softmax runs over the states in reach only. Do the weights of the others count in your division?",
)
def local_cut_out_after_the_softmax(h_t, states, W, position, window):
    """It takes the softmax over all states, and cuts the window out afterwards."""
    weights = local(h_t, states, W, position, window, reach=True)[1] * (np.abs(offsets_of(states, position)) <= window)
    return average(weights, states), weights


@misconception("local_luong_attention", "exp(0) is 1, not 0. Which score gives the weight 0 to a state out of reach?")
def local_scores_zeroed(h_t, states, W, position, window):
    """It sets the scores out of reach to 0: their weights are not 0."""
    scores = general_score(h_t, states, W) * (np.abs(offsets_of(states, position)) <= window)
    return local(h_t, states, W, position, window, reach=True, scores=scores)


@misconception("local_luong_attention", BELL)
def local_sigma_is_the_window(h_t, states, W, position, window):
    """It takes the window for sigma, not half of it."""
    return local(h_t, states, W, position, window, bell=np.exp(-(offsets_of(states, position) ** 2) / (2 * window**2)))


@misconception("local_luong_attention", BELL)
def local_sigma_is_twice_the_window(h_t, states, W, position, window):
    """It takes twice the window for sigma."""
    return local(h_t, states, W, position, window, bell=np.exp(-(offsets_of(states, position) ** 2) / (8 * window**2)))


@misconception("local_luong_attention", BELL)
def local_sigma_is_a_quarter_of_the_window(h_t, states, W, position, window):
    """It takes a quarter of the window for sigma."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / (2 * (window / 4) ** 2))
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", "Sigma is half of the window: for window 3 that is 1.5. What does `//` give?")
def local_sigma_is_a_whole_number(h_t, states, W, position, window):
    """It cuts half of the window down to a whole number."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / (2 * (window // 2) ** 2))
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", BELL)
def local_sigma_not_squared(h_t, states, W, position, window):
    """It divides by 2 sigma, not by 2 sigma squared."""
    return local(h_t, states, W, position, window, bell=np.exp(-(offsets_of(states, position) ** 2) / window))


@misconception("local_luong_attention", BELL)
def local_bell_without_the_two(h_t, states, W, position, window):
    """It divides by sigma squared, and forgets the 2."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / (window / 2) ** 2)
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", "`a / 2 * b` is half of a, times b. What should stand below the line?")
def local_missing_parentheses(h_t, states, W, position, window):
    """It writes `/ 2 * sigma ** 2` without parentheses, which multiplies by sigma squared."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / 2 * (window / 2) ** 2)
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", BELL)
def local_distance_not_squared(h_t, states, W, position, window):
    """It has the distance in the bell without a square: a tent, not a bell."""
    bell = np.exp(-np.abs(offsets_of(states, position)) / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, bell=bell)


@misconception(
    "local_luong_attention", "The nearer, the more a state counts. Which states have the largest weights in yours?"
)
def local_bell_upside_down(h_t, states, W, position, window):
    """It forgets the minus sign in the bell: far states count more."""
    bell = np.exp(offsets_of(states, position) ** 2 / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", "The bell is 1 at its top. What stands before the exponential in yours?")
def local_bell_as_a_density(h_t, states, W, position, window):
    """It divides the bell by sigma times the root of 2 pi, as the normal density does."""
    sigma = window / 2
    bell = np.exp(-(offsets_of(states, position) ** 2) / (2 * sigma**2)) / (sigma * np.sqrt(2 * np.pi))
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", "The bell is 1 at its top. What did you divide it by?")
def local_bell_sums_to_one(h_t, states, W, position, window):
    """It divides the bell by its sum."""
    bell = np.exp(-(offsets_of(states, position) ** 2) / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, bell=bell / bell.sum(axis=-1, keepdims=True))


@misconception("local_luong_attention", "What the states hold should matter too. Who uses h_t and W?")
def local_bell_only(h_t, states, W, position, window):
    """It weighs by the bell alone: the scores are never used."""
    offsets = offsets_of(states, position)
    weights = np.exp(-(offsets**2) / (2 * (window / 2) ** 2)) * (np.abs(offsets) <= window)
    return average(weights, states), weights


@misconception("local_luong_attention", "A state exactly `window` away is in reach: `<=`.")
def local_edge_left_out(h_t, states, W, position, window):
    """It leaves out states that are exactly `window` away."""
    return local(h_t, states, W, position, window, reach=np.abs(offsets_of(states, position)) < window)


@misconception("local_luong_attention", WINDOW)
def local_window_is_its_whole_width(h_t, states, W, position, window):
    """It takes `window` for the whole width: it sees half as far to each side."""
    return local(h_t, states, W, position, window, reach=np.abs(offsets_of(states, position)) <= window / 2)


@misconception("local_luong_attention", WINDOW)
def local_window_one_too_wide(h_t, states, W, position, window):
    """It sees one state too far on each side."""
    return local(h_t, states, W, position, window, reach=np.abs(offsets_of(states, position)) <= window + 1)


@misconception("local_luong_attention", WINDOW)
def local_window_around_the_cut_position(h_t, states, W, position, window):
    """It cuts the fraction of the position off before it asks who is in reach."""
    return local(h_t, states, W, position, window, reach=np.abs(offsets_of(states, np.floor(position))) <= window)


@misconception("local_luong_attention", WINDOW)
def local_window_around_the_rounded_position(h_t, states, W, position, window):
    """It rounds the position before it asks who is in reach."""
    return local(h_t, states, W, position, window, reach=np.abs(offsets_of(states, np.round(position))) <= window)


@misconception(
    "local_luong_attention",
    "The position is a real number, and the top of the bell is there, between two states. Where is yours?",
)
def local_everything_around_the_rounded_position(h_t, states, W, position, window):
    """It rounds the position, for the window and for the bell."""
    return local(h_t, states, W, np.round(position), window)


@misconception(
    "local_luong_attention",
    "The position is a real number, and the top of the bell is there, between two states. Where is yours?",
)
def local_everything_around_the_cut_position(h_t, states, W, position, window):
    """It cuts the fraction of the position off, for the window and for the bell."""
    return local(h_t, states, W, np.floor(position), window)


@misconception(
    "local_luong_attention",
    "The position is a real number, and the top of the bell is there, between two states. Where is yours?",
)
def local_bell_around_the_rounded_position(h_t, states, W, position, window):
    """It rounds the position for the bell only."""
    bell = np.exp(-(offsets_of(states, np.round(position)) ** 2) / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, bell=bell)


@misconception("local_luong_attention", WINDOW)
def local_last_state_of_the_window_missing(h_t, states, W, position, window):
    """It ends the window one state early, as a slice `low:high` does."""
    offsets = offsets_of(states, position)
    last = np.where(np.abs(offsets) <= window, np.arange(states.shape[-2]), -1).max(axis=-1, keepdims=True)
    reach = (np.abs(offsets) <= window) & (np.arange(states.shape[-2]) < last)
    return local(h_t, states, W, position, window, reach=reach)


@misconception("local_luong_attention", "The window has two sides: what comes after the position is in reach too.")
def local_window_before_the_position_only(h_t, states, W, position, window):
    """It sees what lies before the position only."""
    offsets = offsets_of(states, position)
    return local(h_t, states, W, position, window, reach=(np.abs(offsets) <= window) & (offsets <= 0))


@misconception(
    "local_luong_attention", "Positions are counted from 0 in this course. What is j for the first state in yours?"
)
def local_counted_from_one(h_t, states, W, position, window):
    """It counts the states from 1."""
    return local(h_t, states, W, np.asarray(position) - 1, window)


@misconception("local_luong_attention", "Change one entry of W: the weights should change. Do they?", raises_at=r".")
def local_dot_score(h_t, states, W, position, window):
    """It scores by the plain dot product: W is never used."""
    return local(h_t, states, W, position, window, scores=dot_score(h_t, states))


@misconception(
    "local_luong_attention",
    "In the general score the target state meets the rows of W: task 2.",
    raises_at=r"W\.T|transpose",
)
def local_matrix_turned(h_t, states, W, position, window):
    """It turns W in the general score."""
    return local(h_t, states, W, position, window, scores=dot_score(h_t @ W.T, states))


@misconception(
    "local_luong_attention", "The general score is not divided by anything: task 2 has the score that is meant."
)
def local_scores_scaled(h_t, states, W, position, window):
    """It divides the scores by the root of the size of a source state."""
    scores = general_score(h_t, states, W) / np.sqrt(states.shape[-1])
    return local(h_t, states, W, position, window, scores=scores)


@misconception(
    "local_luong_attention",
    "There is a position for each sample and a j for each state: a table. Which of the two needs a second axis?",
    raises_at=r"- *position|position *-|subtract",
)
def local_position_without_an_axis(h_t, states, W, position, window):
    """It subtracts the positions of a batch from the states' numbers without an axis between them."""
    offsets = np.arange(states.shape[-2]) - position
    reach, bell = np.abs(offsets) <= window, np.exp(-(offsets**2) / (2 * (window / 2) ** 2))
    return local(h_t, states, W, position, window, reach=reach, bell=bell)


@misconception(
    "local_luong_attention",
    "`int` and `range` take one number: with a batch there are many positions.",
    raises_at=r"int\(|round\(|range|ceil|floor|max|min",
)
def local_slice_of_one_sample(h_t, states, W, position, window):
    """It cuts a slice around one position: right for one sample only."""
    low, high = max(0, math.ceil(position - window)), min(states.shape[-2] - 1, math.floor(position + window))
    reach = np.zeros(states.shape[-2], dtype=bool)
    reach[low : high + 1] = True
    return local(h_t, states, W, position, window, reach=reach)


@misconception(
    "local_luong_attention",
    "The weights that you return have one entry for each state in reach. One for each of the n states is asked for.",
)
def local_weights_of_the_window_only(h_t, states, W, position, window):
    """It returns the weights of the states in reach only, without the zeros."""
    context, weights = local_luong_attention(h_t, states, W, position, window)
    return context, weights[..., (np.abs(offsets_of(states, position)) <= window).reshape(-1, states.shape[-2])[0]]


@misconception("local_luong_attention", "The context is made with the weights that you return, bell and all. Is yours?")
def local_context_before_the_bell(h_t, states, W, position, window):
    """It makes the context before the bell comes in."""
    weights = local_luong_attention(h_t, states, W, position, window)[1]
    return local(h_t, states, W, position, window, bell=1.0)[0], weights


@misconception(
    "local_luong_attention", "The weights that are returned are those that the context is made with, bell and all."
)
def local_weights_before_the_bell(h_t, states, W, position, window):
    """It returns the weights from before the bell."""
    context = local_luong_attention(h_t, states, W, position, window)[0]
    return context, local(h_t, states, W, position, window, bell=1.0)[1]


@misconception(
    "local_luong_attention", "The context is a weighted sum, and the weights do not sum to 1. What do you divide it by?"
)
def local_context_renormalised(h_t, states, W, position, window):
    """It divides the context by the sum of the weights."""
    context, weights = local_luong_attention(h_t, states, W, position, window)
    return context / weights.sum(axis=-1, keepdims=True), weights


@misconception(
    "local_luong_attention",
    "With a batch, `weights @ states` takes the weights of all samples for one matrix.",
    raises_at=r"weights *@ *states|matmul\(weights",
)
def local_context_of_one_sample(h_t, states, W, position, window):
    """It writes `weights @ states`: right for one sample only."""
    weights = local_luong_attention(h_t, states, W, position, window)[1]
    return weights @ states, weights


@misconception("local_luong_attention", "The position is handed over: nobody has to predict or find it.")
def local_around_the_best_state(h_t, states, W, position, window):
    """It puts the window around the state with the best score, not around the position."""
    return local(h_t, states, W, general_score(h_t, states, W).argmax(axis=-1), window)


@misconception(
    "local_luong_attention", "Everything in reach counts. Where do the weights of far-off states go in yours?"
)
def local_global_attention(h_t, states, W, position, window):
    """It attends to all states: neither window nor bell."""
    return luong_attention(h_t, states, "general", W=W)


@misconception("local_luong_attention", IN_PLACE, raises_at=r"=")
def local_changes_the_position(h_t, states, W, position, window):
    """It moves the caller's positions in place."""
    result = local_luong_attention(h_t, states, W, position, window)
    if isinstance(position, np.ndarray):
        np.subtract(position, position, out=position)
    return result


@misconception(
    "local_luong_attention",
    "Each sample has a position of its own. Around which place does your window stand in a batch?",
)
def local_one_position_for_all(h_t, states, W, position, window):
    """It puts the window of every sample at the mean of all positions."""
    return local(h_t, states, W, np.mean(position), window)


@misconception(
    "local_luong_attention", "`float` takes one number: with a batch there are many positions.", raises_at=r"float\("
)
def local_position_of_one_sample(h_t, states, W, position, window):
    """It turns the position into one number, which a batch has not."""
    return local(h_t, states, W, float(position), window)


@misconception(
    "local_luong_attention",
    "A position may lie behind the last state, at n − 0.2 for example. Where does the bell stand then?",
)
def local_position_kept_inside(h_t, states, W, position, window):
    """It moves positions behind the last state back onto it."""
    return local(h_t, states, W, np.clip(position, 0, states.shape[-2] - 1), window)
