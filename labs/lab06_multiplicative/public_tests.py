"""What the checks of Lab 6 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose, so that no axis can be taken for
another, and are equal on purpose where a mistake would not even raise an error.
"""

import numpy as np

from attn_course.attention import multiplicative as reference
from attn_course.checking import (
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    expect_value_error,
    numbers,
    test_of,
)

# Leading axes, the number of states, the number of features: equal sizes are where axes are confused silently.
SAMPLES = [((2,), 3, 5), ((2, 4), 3, 5), ((3,), 3, 5), ((5,), 3, 5)]

# ---------------------------------------------------------------------- dot_score


@test_of("dot_score")
def dot_products_with_each_state(student, rng):
    """entry j is the dot product of the target state with state j, and is not divided by anything"""
    h_t, states = numbers(rng, 3), numbers(rng, 5, 3)
    expect_close(student.dot_score(h_t, states), reference.dot_score(h_t, states), "the scores")


@test_of("dot_score")
def dot_products_of_samples(student, rng):
    """leading axes are kept: each sample's target state meets the states of its own sample"""
    for leading, n, d in SAMPLES:
        h_t, states = numbers(rng, *leading, d), numbers(rng, *leading, n, d)
        expect_close(student.dot_score(h_t, states), reference.dot_score(h_t, states), "the scores")


@test_of("dot_score")
def dot_products_of_whole_numbers(student, rng):
    """whole numbers work too, beside fractions as well, and both inputs are left as they were"""
    for h_t, states in [
        (rng.integers(-3, 4, size=3), rng.integers(-3, 4, size=(5, 3))),
        (numbers(rng, 3), rng.integers(-3, 4, size=(5, 3))),
        (numbers(rng, 3), numbers(rng, 5, 3)),
    ]:
        expect_close(student.dot_score(h_t, states), reference.dot_score(h_t, states), "the scores")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- general_score


@test_of("general_score")
def a_square_matrix_between(student, rng):
    """entry j is h_t W state_j: the sum over a and b of h_t[a] * W[a, b] * states[j, b]"""
    h_t, W, states = numbers(rng, 3), numbers(rng, 3, 3), numbers(rng, 5, 3)
    expect_close(student.general_score(h_t, states, W), reference.general_score(h_t, states, W), "the scores")


@test_of("general_score")
def states_of_another_size(student, rng):
    """W has a row for each feature of h_t and a column for each feature of a state: it need not be square"""
    for d_t, d_s in [(3, 2), (2, 6)]:
        h_t, W, states = numbers(rng, d_t), numbers(rng, d_t, d_s), numbers(rng, 5, d_s)
        expect_close(student.general_score(h_t, states, W), reference.general_score(h_t, states, W), "the scores")


@test_of("general_score")
def bilinear_scores_of_samples(student, rng):
    """leading axes are kept; W is shared by all samples"""
    for leading, n, d in SAMPLES:
        h_t, W, states = numbers(rng, *leading, 4), numbers(rng, 4, d), numbers(rng, *leading, n, d)
        expect_close(student.general_score(h_t, states, W), reference.general_score(h_t, states, W), "the scores")


@test_of("general_score")
def bilinear_scores_of_whole_numbers(student, rng):
    """whole numbers work too, beside fractions as well, and all inputs are left as they were"""
    for h_t, states, W in [
        (rng.integers(-3, 4, size=3), rng.integers(-3, 4, size=(5, 3)), rng.integers(-3, 4, size=(3, 3))),
        (numbers(rng, 3), rng.integers(-3, 4, size=(5, 3)), numbers(rng, 3, 3)),
        (numbers(rng, 3), numbers(rng, 5, 3), numbers(rng, 3, 3)),
    ]:
        expect_close(student.general_score(h_t, states, W), reference.general_score(h_t, states, W), "the scores")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- concat_score


def concat_inputs(rng, leading, n, d_t, d_s, d_a):
    """Make inputs of concat_score."""
    h_t, states = numbers(rng, *leading, d_t), numbers(rng, *leading, n, d_s)
    return h_t, states, numbers(rng, d_t + d_s, d_a), numbers(rng, d_a)


@test_of("concat_score")
def a_network_for_each_state(student, rng):
    """entry j is v . tanh([h_t; state_j] W): the target state comes first, the state behind it"""
    for n, d_t, d_s, d_a in [(4, 2, 3, 6), (5, 2, 2, 3), (3, 3, 3, 6)]:
        inputs = concat_inputs(rng, (), n, d_t, d_s, d_a)
        expect_close(student.concat_score(*inputs), reference.concat_score(*inputs), "the scores")


@test_of("concat_score")
def network_scores_of_samples(student, rng):
    """leading axes are kept; W and v are shared by all samples"""
    for leading, n, d_t, d_s, d_a in [
        ((2,), 3, 5, 4, 6),
        ((2, 4), 3, 5, 2, 6),
        ((3,), 3, 5, 4, 2),
        ((4,), 3, 4, 4, 8),
        ((1,), 3, 2, 5, 4),
    ]:
        inputs = concat_inputs(rng, leading, n, d_t, d_s, d_a)
        expect_close(student.concat_score(*inputs), reference.concat_score(*inputs), "the scores")


@test_of("concat_score")
def network_scores_of_whole_numbers(student, rng):
    """whole numbers give fractional scores, and all inputs are left as they were"""
    whole = [rng.integers(-1, 2, size=shape) for shape in [(2,), (4, 3), (5, 6), (6,)]]
    for inputs in (whole, [*numbers(rng, 1, 2), *whole[1:]], concat_inputs(rng, (), 4, 2, 3, 6)):
        expect_close(student.concat_score(*inputs), reference.concat_score(*inputs), "the scores")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- luong_attention


def attend_as_expected(student, *inputs, **keywords):
    """Compare both results of one call with the reference."""
    context, weights = expect_pair(student.luong_attention(*inputs, **keywords), "context", "weights")
    expected_context, expected_weights = reference.luong_attention(*inputs, **keywords)
    expect_shape(context, expected_context.shape, "the context, which is returned first,")
    expect_close(weights, expected_weights, "the weights, which are returned second,")
    expect_close(context, expected_context, "the context")


@test_of("luong_attention")
def context_and_weights(student, rng):
    """without a method it is "dot": the weights are the softmax of the scores, the context averages the states"""
    h_t, states = numbers(rng, 3), numbers(rng, 5, 3)
    attend_as_expected(student, h_t, states)
    attend_as_expected(student, h_t, states, method="dot")


@test_of("luong_attention")
def methods_with_parameters(student, rng):
    """ "general" takes W, "concat" takes W and v: the scores are those of tasks 2 and 3"""
    h_t, states, W, v = concat_inputs(rng, (), 5, 2, 3, 4)
    attend_as_expected(student, h_t, states, method="general", W=numbers(rng, 2, 3))
    attend_as_expected(student, h_t, states, method="concat", W=W, v=v)


@test_of("luong_attention")
def hidden_states_get_no_weight(student, rng):
    """where the mask is False the weight is 0, and the other weights still sum to one"""
    h_t, states, mask = numbers(rng, 3), numbers(rng, 5, 3), np.array([True, False, True, True, False])
    attend_as_expected(student, h_t, states, mask=mask)
    attend_as_expected(student, h_t, states, "general", mask, W=numbers(rng, 3, 3))
    attend_as_expected(student, h_t, states, method="concat", mask=mask, W=numbers(rng, 6, 2), v=numbers(rng, 2))


def expect_refusal(student, h_t, states, method, **parameters):
    """Demand a ValueError for a method that there is not."""
    expect_value_error(lambda: student.luong_attention(h_t, states, method, **parameters), f"the method {method!r}")


@test_of("luong_attention")
def unknown_methods(student, rng):
    """a method that there is not: a ValueError with a message"""
    h_t, states = numbers(rng, 3), numbers(rng, 5, 3)
    for method in ("cosine", "dots"):
        expect_refusal(student, h_t, states, method)


@test_of("luong_attention")
def unknown_methods_with_parameters(student, rng):
    """a method that there is not is refused whatever parameters come with it"""
    h_t, states, W, v = concat_inputs(rng, (), 5, 3, 3, 2)
    expect_refusal(student, h_t, states, "cosine", W=W, v=v)
    expect_refusal(student, h_t, states, "generally", W=numbers(rng, 3, 3))


@test_of("luong_attention")
def attention_of_samples(student, rng):
    """leading axes are kept; a mask may differ from sample to sample, or be shared by all"""
    for leading in [(2,), (3, 2), (5,)]:
        h_t, states = numbers(rng, *leading, 3), numbers(rng, *leading, 5, 3)
        attend_as_expected(student, h_t, states)
    for leading in [(2,), (2, 3)]:
        h_t, states = numbers(rng, *leading, 3), numbers(rng, *leading, 5, 3)
        padding = np.arange(5) < rng.integers(2, 5, size=(*leading, 1))
        for mask in (padding, np.array([False, True, True, False, True])):
            attend_as_expected(student, h_t, states, mask=mask)


@test_of("luong_attention")
def attention_with_huge_scores(student, rng):
    """huge scores give finite weights"""
    h_t, states = np.array([40.0, 0.0]), np.array([[50.0, 1.0], [49.9, -1.0], [0.0, 3.0], [-50.0, 0.0]])
    attend_as_expected(student, h_t, states)
    attend_as_expected(student, -h_t, states, mask=np.array([True, True, True, False]))


@test_of("luong_attention")
def attention_to_whole_numbers(student, rng):
    """whole numbers give fractional results, and all inputs are left as they were"""
    mask = np.array([True, False, True, True])
    for h_t, states in [
        (rng.integers(-1, 2, size=3), rng.integers(-1, 2, size=(4, 3))),
        (numbers(rng, 3), numbers(rng, 4, 3)),
    ]:
        attend_as_expected(student, h_t, states, mask=mask)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- attentional_state


@test_of("attentional_state")
def context_before_target_state(student, rng):
    """the result is tanh([context; h_t] W_c): the context comes first"""
    for d_s, d_t, d_out in [(3, 2, 4), (2, 2, 3), (1, 2, 3)]:
        inputs = numbers(rng, d_s), numbers(rng, d_t), numbers(rng, d_s + d_t, d_out)
        expect_close(student.attentional_state(*inputs), reference.attentional_state(*inputs), "the state")


@test_of("attentional_state")
def attentional_states_of_samples(student, rng):
    """leading axes are kept: two vectors of the same sample are joined"""
    for leading, d_s, d_t in [((2,), 3, 4), ((2, 4), 3, 5), ((2,), 3, 3), ((2, 4), 3, 3), ((3, 2, 2), 2, 2)]:
        inputs = numbers(rng, *leading, d_s), numbers(rng, *leading, d_t), numbers(rng, d_s + d_t, 6)
        expect_close(student.attentional_state(*inputs), reference.attentional_state(*inputs), "the state")


@test_of("attentional_state")
def attentional_state_of_whole_numbers(student, rng):
    """whole numbers give fractional results, and all inputs are left as they were"""
    whole = [rng.integers(-1, 2, size=shape) for shape in [(3,), (2,), (5, 4)]]
    for inputs in (whole, [numbers(rng, 3), numbers(rng, 2), numbers(rng, 5, 4)]):
        expect_close(student.attentional_state(*inputs), reference.attentional_state(*inputs), "the state")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- predicted_position


@test_of("predicted_position")
def one_position(student, rng):
    """one real number, n * sigmoid(v_p . tanh(h_t W_p))"""
    for n in (8, 20):
        h_t, W_p, v_p = numbers(rng, 3), numbers(rng, 3, 4), numbers(rng, 4)
        position = reference.predicted_position(h_t, W_p, v_p, n)
        expect_close(student.predicted_position(h_t, W_p, v_p, n), position, "the position")


@test_of("predicted_position")
def positions_of_samples(student, rng):
    """leading axes are kept: each sample has a position of its own"""
    for leading, d_t, d_a in [((2,), 3, 4), ((2, 4), 3, 5), ((4,), 4, 4)]:
        h_t, W_p, v_p = numbers(rng, *leading, d_t), numbers(rng, d_t, d_a), numbers(rng, d_a)
        position = reference.predicted_position(h_t, W_p, v_p, 10)
        expect_close(student.predicted_position(h_t, W_p, v_p, 10), position, "the position")


@test_of("predicted_position")
def positions_at_the_ends(student, rng):
    """large numbers too give a position between 0 and n"""
    for size in (900.0, -900.0):
        h_t, W_p, v_p = np.array([2.0, 1.0]), np.ones((2, 3)), np.full(3, size)
        position = reference.predicted_position(h_t, W_p, v_p, 7)
        expect_close(student.predicted_position(h_t, W_p, v_p, 7), position, "the position")


@test_of("predicted_position")
def position_from_whole_numbers(student, rng):
    """whole numbers give a real position, and all inputs are left as they were"""
    whole = [rng.integers(-1, 2, size=shape) for shape in [(3,), (3, 4), (4,)]]
    for h_t, W_p, v_p in (whole, [numbers(rng, 3), numbers(rng, 3, 4), numbers(rng, 4)]):
        position = reference.predicted_position(h_t, W_p, v_p, 6)
        expect_close(student.predicted_position(h_t, W_p, v_p, 6), position, "the position")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- local_luong_attention


def attend_locally_as_expected(student, *inputs):
    """Compare both results of one call with the reference."""
    context, weights = expect_pair(student.local_luong_attention(*inputs), "context", "weights")
    expected_context, expected_weights = reference.local_luong_attention(*inputs)
    expect_shape(context, expected_context.shape, "the context, which is returned first,")
    expect_close(weights, expected_weights, "the weights, which are returned second,")
    expect_close(context, expected_context, "the context")


def local_inputs(rng, leading, n, d_t, d_s):
    """Make inputs of local_luong_attention, but for the position and the window."""
    return numbers(rng, *leading, d_t), numbers(rng, *leading, n, d_s), numbers(rng, d_t, d_s)


@test_of("local_luong_attention")
def a_window_around_a_position(student, rng):
    """softmax of the general score over the states with abs(j - position) <= window, times the bell, and no more"""
    for position, window in [(3.4, 2), (2.6, 1), (4.5, 3)]:
        attend_locally_as_expected(student, *local_inputs(rng, (), 8, 2, 3), position, window)


@test_of("local_luong_attention")
def the_edge_of_the_window(student, rng):
    """states exactly `window` away from the position are in reach"""
    for position, window in [(4.0, 2), (3.5, 1), (3.0, 3)]:
        attend_locally_as_expected(student, *local_inputs(rng, (), 8, 3, 3), position, window)


@test_of("local_luong_attention")
def windows_at_the_ends(student, rng):
    """near the ends the window holds fewer states; a wide window may hold all of them"""
    for position, window in [(0.2, 2), (5.9, 2), (1.0, 3), (2.3, 9)]:
        attend_locally_as_expected(student, *local_inputs(rng, (), 6, 2, 3), position, window)


@test_of("local_luong_attention")
def windows_of_samples(student, rng):
    """leading axes are kept: each sample has a position of its own"""
    for leading, n in [((2,), 5), ((2, 3), 6), ((5,), 5)]:
        position = rng.uniform(0, n, size=leading).round(1)
        attend_locally_as_expected(student, *local_inputs(rng, leading, n, 3, 4), position, 2)


@test_of("local_luong_attention")
def windows_over_whole_numbers(student, rng):
    """whole numbers give fractional results, and all inputs are left as they were"""
    whole = [rng.integers(-1, 2, size=shape) for shape in [(2, 3), (2, 6, 4), (3, 4)]]
    for inputs in (whole, local_inputs(rng, (2,), 6, 3, 4)):
        attend_locally_as_expected(student, *inputs, np.array([4, 1]), 2)
        expect_inputs_unchanged(student)
