"""What the checks of Lab 5 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Most sizes differ on purpose: no axis can be taken for
its neighbour. Where they agree, a matrix may be turned round without an error: that shows too.
"""

import numpy as np

from attn_course.attention import additive as reference
from attn_course.checking import (
    expect,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    numbers,
    test_of,
)

KEYS = 5
BY_HAND = [np.array([1.0]), np.array([[0.0], [1.0], [2.0]])]  # the notebook's query and keys,
PARAMETERS_BY_HAND = [np.array([[1.0, -1.0]]), np.array([[1.0, 1.0]]), np.array([1.0, 2.0])]  # and W_q, W_k, v


def scoring_inputs(rng, *leading, d_q=3, d_k=2, d_a=4):
    """Draw a query, five keys, W_q, W_k and v."""
    query, keys = numbers(rng, *leading, d_q), numbers(rng, *leading, KEYS, d_k)
    return [query, keys, numbers(rng, d_q, d_a), numbers(rng, d_k, d_a), numbers(rng, d_a)]


# ---------------------------------------------------------------------- additive_scores


def score_as_expected(student, *inputs):
    """Compare one call with the reference."""
    expect_close(student.additive_scores(*inputs), reference.additive_scores(*inputs), "the scores")


@test_of("additive_scores")
def scores_by_hand(student, rng):
    """v . tanh(query W_q + key W_k), one number for each key: the example of the task"""
    score_as_expected(student, *BY_HAND, *PARAMETERS_BY_HAND)


@test_of("additive_scores")
def scores_of_equal_sizes(student, rng):
    """where query, keys and hidden layer have the same size, each matrix still has its own place"""
    score_as_expected(student, *scoring_inputs(rng, d_q=2, d_k=2, d_a=2))


@test_of("additive_scores")
def scores_of_other_sizes(student, rng):
    """query and keys may have different sizes"""
    score_as_expected(student, *scoring_inputs(rng))


@test_of("additive_scores")
def large_parameters(student, rng):
    """the hidden units stay between -1 and 1, and v alone decides how large a score can be"""
    query, keys, W_q, W_k, v = scoring_inputs(rng)
    score_as_expected(student, query, keys, W_q, W_k, 10 * v)
    score_as_expected(student, query, 10 * keys, 10 * W_q, W_k, v)


@test_of("additive_scores")
def scores_of_samples(student, rng):
    """leading axes are kept: each sample's query meets that sample's keys, also where there are as many as keys"""
    for leading in [(3,), (KEYS,), (2, 3), (1,)]:
        score_as_expected(student, *scoring_inputs(rng, *leading))


@test_of("additive_scores")
def scores_of_whole_numbers(student, rng):
    """whole numbers give fractional scores, and inputs are left as they were"""
    query, keys = rng.integers(-2, 3, size=3), rng.integers(-2, 3, size=(KEYS, 2))
    for inputs in [(query, keys, *scoring_inputs(rng)[2:]), scoring_inputs(rng)]:
        score_as_expected(student, *inputs)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- additive_attention


def attention_inputs(rng, *leading, d_k=2, d_v=6):
    """Draw a query, keys, values, W_q, W_k and v."""
    query, keys, *parameters = scoring_inputs(rng, *leading, d_k=d_k)
    return [query, keys, numbers(rng, *leading, KEYS, d_v), *parameters]


def attend_as_expected(student, inputs, mask=None):
    """Compare both results of one call with the reference."""
    value = student.additive_attention(*inputs) if mask is None else student.additive_attention(*inputs, mask=mask)
    context, weights = expect_pair(value, "context", "weights")
    expected = reference.additive_attention(*inputs, mask)
    expect_shape(context, expected[0].shape, "the context, which is returned first,")
    expect_close(weights, expected[1], "the weights, which are returned second,")
    expect_close(context, expected[0], "the context")


@test_of("additive_attention")
def context_and_weights(student, rng):
    """the weights are the softmax of the scores along the keys; the context is the average of the values by them"""
    attend_as_expected(student, [*BY_HAND, np.array([[10.0], [20.0], [30.0]]), *PARAMETERS_BY_HAND])
    attend_as_expected(student, attention_inputs(rng))
    attend_as_expected(student, attention_inputs(rng, d_k=6))


@test_of("additive_attention")
def hidden_keys_have_no_weight(student, rng):
    """where the mask is False the weight is 0, and the others still sum to one"""
    for length in (3, 1):
        query, keys, values, W_q, W_k, v = attention_inputs(rng)
        attend_as_expected(student, [query, keys, values, W_q, W_k, 5 * v], np.arange(KEYS) < length)


@test_of("additive_attention")
def attention_of_samples(student, rng):
    """leading axes are kept: each sample attends within itself"""
    for leading in [(3,), (KEYS,), (2, 3), (1,)]:
        attend_as_expected(student, attention_inputs(rng, *leading))


@test_of("additive_attention")
def masks_of_samples(student, rng):
    """each sample has a mask of its own, as long as its sentence, or all share one"""
    attend_as_expected(student, attention_inputs(rng, 3), np.arange(KEYS) < np.array([[2], [1], [4]]))
    attend_as_expected(student, attention_inputs(rng, 3), np.arange(KEYS) < 3)


@test_of("additive_attention")
def large_scores_and_whole_numbers(student, rng):
    """large scores give finite weights, whole numbers a fractional context; inputs are left as they were"""
    query, keys, values, W_q, W_k, v = attention_inputs(rng)
    whole = rng.integers(-9, 10, size=values.shape)
    for inputs in [(query, keys, values, W_q, W_k, 2000 * v), (query, keys, whole, W_q, W_k, v)]:
        attend_as_expected(student, inputs, np.arange(KEYS) < 4)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- gru_step


def step_inputs(rng, *leading, d_x=2, d_h=3):
    """Draw x, h, W_x, W_h and b."""
    x, h = numbers(rng, *leading, d_x), numbers(rng, *leading, d_h)
    return [x, h, numbers(rng, d_x, 3 * d_h), numbers(rng, d_h, 3 * d_h), numbers(rng, 3 * d_h)]


def step_as_expected(student, *inputs):
    """Compare one call with the reference."""
    expect_close(student.gru_step(*inputs), reference.gru_step(*inputs), "the new state")


@test_of("gru_step")
def new_state(student, rng):
    """r and z are sigmoids, n is a tanh in which r weighs the state's part; the new state is (1 - z) n + z h"""
    step_as_expected(student, *step_inputs(rng, d_x=2, d_h=2))
    step_as_expected(student, *step_inputs(rng, d_x=3))
    step_as_expected(student, *step_inputs(rng))


@test_of("gru_step")
def open_and_shut_gates(student, rng):
    """z at 1 keeps the old state, z at 0 takes the candidate; r at 0 lets the candidate forget the state"""
    x, h, W_x, W_h, b = step_inputs(rng)
    for reset, update in [(0, 50), (50, -50), (-50, -50)]:
        step_as_expected(student, x, 2 * h, W_x, W_h, b + np.repeat([reset, update, 0], 3))


@test_of("gru_step")
def steps_of_samples(student, rng):
    """leading axes are kept: each sample has a state of its own"""
    for leading in [(4,), (3,), (2, 3), (1,)]:
        step_as_expected(student, *step_inputs(rng, *leading))


@test_of("gru_step")
def large_sums_and_whole_numbers(student, rng):
    """large sums give finite states, whole numbers fractional ones; inputs are left as they were"""
    x, h, W_x, W_h, b = step_inputs(rng)
    for inputs in [
        (rng.integers(-2, 3, size=2), rng.integers(-2, 3, size=3), W_x, W_h, b),
        (x, h, W_x, W_h, b + 2000 * np.repeat([1, 0, 0], 3)),
    ]:
        step_as_expected(student, *inputs)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- attention_decoder_step


def decoder_inputs(rng, *leading, d_x=2, d_h=3, d_e=4, d_a=6):
    """Draw x, h, the encoder's states and the parameters."""
    x, h, states = numbers(rng, *leading, d_x), numbers(rng, *leading, d_h), numbers(rng, *leading, KEYS, d_e)
    shapes = {"W_q": (d_h, d_a), "W_k": (d_e, d_a), "v": (d_a,)}
    shapes |= {"W_x": (d_x + d_e, 3 * d_h), "W_h": (d_h, 3 * d_h), "b": (3 * d_h,)}
    return [x, h, states, {name: numbers(rng, *shape) for name, shape in shapes.items()}]


def decode_as_expected(student, inputs, mask=None):
    """Compare the three results of one call with the reference."""
    keywords = {} if mask is None else {"mask": mask}
    value = student.attention_decoder_step(*inputs, **keywords)
    expected = reference.attention_decoder_step(*inputs, mask)
    three = isinstance(value, (tuple, list)) and len(value) == 3
    expect(three, "three values should be returned: (h_new, context, weights)")
    names = ("the new state, which is returned first,", "the context, which is returned second,", "the weights")
    for one, other, name in zip(value, expected, names, strict=True):
        expect_shape(one, other.shape, name)
    for one, other, name in reversed(list(zip(value, expected, names, strict=True))):
        expect_close(one, other, name)


@test_of("attention_decoder_step")
def one_step_of_equal_sizes(student, rng):
    """the previous state asks; [x; context], x first, is the input of the step"""
    decode_as_expected(student, decoder_inputs(rng, d_x=2, d_h=2, d_e=2, d_a=3))


@test_of("attention_decoder_step")
def one_step(student, rng):
    """x, state, encoder states and hidden layer may all have different sizes"""
    decode_as_expected(student, decoder_inputs(rng))


@test_of("attention_decoder_step")
def one_step_under_a_mask(student, rng):
    """where the mask is False the encoder's state is not seen"""
    decode_as_expected(student, decoder_inputs(rng), np.arange(KEYS) < 3)


@test_of("attention_decoder_step")
def steps_of_a_batch(student, rng):
    """leading axes are kept, and each sample has a mask of its own"""
    for leading in [(3,), (2, 3), (1,)]:
        decode_as_expected(student, decoder_inputs(rng, *leading))
    decode_as_expected(student, decoder_inputs(rng, 3), np.arange(KEYS) < np.array([[2], [1], [4]]))


@test_of("attention_decoder_step")
def parameters_by_name(student, rng):
    """parameters are found by their names, in whatever order they stand; inputs are left as they were"""
    x, h, states, params = decoder_inputs(rng, d_x=3, d_h=3, d_e=3)
    another_order = ("W_k", "W_q", "v", "W_x", "W_h", "b")
    decode_as_expected(student, [x, h, states, {name: params[name] for name in another_order}])
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- attention_entropy


# Some add a tiny number to every weight before the logarithm: that will do.
SPREAD = {"rtol": 1e-5, "atol": 2e-5}


def rows_of_weights(rng, *shape):
    """Draw rows of weights with two decimals that sum to one."""
    weights = rng.dirichlet(np.ones(shape[-1]), shape[:-1]).round(2)
    weights[..., 0] += 1 - weights.sum(axis=-1)
    return np.abs(weights.round(2))


def entropy_as_expected(student, weights):
    """Compare one call with the reference."""
    expect_close(student.attention_entropy(weights), reference.attention_entropy(weights), "the entropy", **SPREAD)


@test_of("attention_entropy")
def entropy_of_five_weights(student, rng):
    """minus the sum of w log w along the keys, with the natural logarithm"""
    entropy_as_expected(student, np.array([0.5, 0.2, 0.15, 0.1, 0.05]))
    entropy_as_expected(student, np.full(4, 0.25))


@test_of("attention_entropy")
def entropy_of_a_single_key(student, rng):
    """0 log 0 counts as 0: attention to a single key has the entropy 0"""
    entropy_as_expected(student, np.array([0.0, 1.0, 0.0]))
    entropy_as_expected(student, np.array([0.5, 0.0, 0.3, 0.2]))


@test_of("attention_entropy")
def entropies_of_many_rows(student, rng):
    """leading axes are kept: each row of weights has an entropy of its own"""
    for shape in [(3, 5), (5, 5), (2, 3, 4), (1, 3)]:
        entropy_as_expected(student, rows_of_weights(rng, *shape))


@test_of("attention_entropy")
def weights_stay_as_they_were(student, rng):
    """whole numbers work too, and the weights are left as they were"""
    for weights in (np.array([[0, 1, 0], [1, 0, 0]]), np.array([0.25, 0.75, 0.0])):
        entropy_as_expected(student, weights)
        expect_inputs_unchanged(student)
