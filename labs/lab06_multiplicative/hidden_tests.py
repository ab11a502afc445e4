"""What decides the mark of Lab 6: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So the items about samples, masks and whole
numbers measure against what the same function gives for one sample, without a mask, for the same
numbers as floats; the items about values accept what another item is about (which of two vectors
comes first, which axis of a square matrix belongs to which); and results are taken in whichever order
they come, except where the order is the property.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention import multiplicative as reference
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    PropertyFailed,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    expect_value_error,
    first_and_last,
    random_mask,
    sizes,
    test_of,
)


def normal(rng, *shapes):
    """Draw an array of normal numbers for each shape."""
    return [rng.normal(size=shape) for shape in shapes]


def expect_one_of(value, candidates, what):
    """Demand that one of several arrays is given; all but the first are slips that cost another item."""
    for candidate in candidates[1:]:
        try:
            return expect_close(value, candidate, what)
        except PropertyFailed:
            continue
    return expect_close(value, candidates[0], what)


def batches(rng, *equal_to):
    """Draw leading axes: one axis or two, and axes of sizes that other axes have."""
    return [(int(rng.choice([4, 8])),), (2, 4), (2, 1, 3), *((size,) for size in equal_to)]


def some_scores(value, shape):
    """Demand scores that are finite and tell the source states apart."""
    scores = expect_shape(value, shape, "the scores")
    expect(bool(np.isfinite(scores).all()), "the scores should be finite")
    expect(bool((np.ptp(scores, axis=-1) > 1e-6).all()), "different source states should have different scores")
    return scores


def expect_samples_apart(ask, arrays, leading, shape):
    """Demand that each sample has the scores that it has alone; `ask` calls the function on arrays of samples."""
    scores = some_scores(ask(*arrays), (*leading, *shape))
    for index in first_and_last(leading):
        alone = some_scores(ask(*(array[index] for array in arrays)), shape)
        expect_close(scores[index], alone, "the scores of one sample")


def expect_any_numbers(student, ask, arrays, shape):
    """Demand that whole numbers and single precision give what floats give, and that inputs stay as they were."""
    double = some_scores(ask(*arrays), shape)
    expect_inputs_unchanged(student)
    whole = [np.rint(2 * array).astype(int) for array in arrays]
    for some in (whole, [arrays[0], *whole[1:]], [arrays[0], whole[1], *arrays[2:]]):  # all of them whole, or a few
        fractional = expect_shape(ask(*(array * 1.0 for array in some)), shape, "the scores")
        expect_close(ask(*some), fractional, "the scores of whole numbers")
        expect_inputs_unchanged(student)
    single = ask(*(array.astype(np.float32) for array in arrays))
    expect_close(single, double, "the scores in single precision", **FLOAT32_TOLERANCE)


# ---------------------------------------------------------------------- dot_score: 2 points


@test_of("dot_score", points=1)
def scores_are_dot_products(student, rng):
    """each score is the plain dot product of the target state and one source state"""
    n, d = sizes(rng, 2)
    for shape in [(n, d), (d, d), (n, 1), (1, d)]:
        h_t, states = normal(rng, shape[1:], shape)
        expect_close(student.dot_score(h_t, states), reference.dot_score(h_t, states), "the scores")


@test_of("dot_score", points=0.5)
def dot_scores_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has the scores that it has alone"""
    n, d = sizes(rng, 2)
    for leading in batches(rng, n, d):
        expect_samples_apart(student.dot_score, normal(rng, (*leading, d), (*leading, n, d)), leading, (n,))


@test_of("dot_score", points=0.5)
def dot_scores_of_any_numbers(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n, d = sizes(rng, 2)
    expect_any_numbers(student, student.dot_score, normal(rng, (d,), (n, d)), (n,))


# ---------------------------------------------------------------------- general_score: 3 points


@test_of("general_score", points=1)
def the_matrix_has_rows_for_the_target(student, rng):
    """W has a row for each feature of the target state and a column for each feature of a source state"""
    n, d_t, d_s = sizes(rng, 3)
    for shape in [(d_t, d_s), (d_s, d_t), (1, d_s), (d_t, 1)]:
        h_t, W, states = normal(rng, shape[:1], shape, (n, *shape[1:]))
        expect_close(student.general_score(h_t, states, W), reference.general_score(h_t, states, W), "the scores")


@test_of("general_score", points=1)
def scores_are_bilinear(student, rng):
    """each score is h_t W state, summed over the features of both"""
    n, d = sizes(rng, 2)
    for length in (n, d):
        h_t, W, states = normal(rng, (d,), (d, d), (length, d))
        candidates = [reference.general_score(h_t, states, one) for one in (W, W.T)]  # which axis is whose: see above
        expect_one_of(student.general_score(h_t, states, W), candidates, "the scores")


@test_of("general_score", points=0.5)
def general_scores_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has the scores that it has alone"""
    n, d = sizes(rng, 2)
    W = rng.normal(size=(d, d))
    for leading in batches(rng, n, d):
        h_t, states = normal(rng, (*leading, d), (*leading, n, d))
        expect_samples_apart(lambda h_t, states: student.general_score(h_t, states, W), [h_t, states], leading, (n,))


@test_of("general_score", points=0.5)
def general_scores_of_any_numbers(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n, d = sizes(rng, 2)
    expect_any_numbers(student, student.general_score, normal(rng, (d,), (n, d), (d, d)), (n,))


# ---------------------------------------------------------------------- concat_score: 4 points


def concat_inputs(rng, leading, n, d_t, d_s, d_a):
    """Draw inputs of concat_score."""
    return normal(rng, (*leading, d_t), (*leading, n, d_s), (d_t + d_s, d_a), (d_a,))


@test_of("concat_score", points=1)
def the_target_state_comes_first(student, rng):
    """the first d_t rows of W belong to the target state, the others to the source state"""
    n, d_t, d_s, d_a = sizes(rng, 4)
    for one, other in [(d_t, d_s), (d_s, d_t), (d_t, d_t)]:
        inputs = concat_inputs(rng, (), n, one, other, d_a)
        expect_close(student.concat_score(*inputs), reference.concat_score(*inputs), "the scores")


@test_of("concat_score", points=1.5)
def scores_are_those_of_a_network(student, rng):
    """each score is v . tanh of both vectors, laid end to end, times W"""
    n, d_t, d_s, d_a = sizes(rng, 4)
    for hidden in (d_a, d_t + d_s):
        h_t, states, W, v = concat_inputs(rng, (), n, d_t, d_s, hidden)
        turned = np.concatenate([W[d_s:], W[:d_s]])  # for those who put the source state first
        candidates = [reference.concat_score(h_t, states, one, v) for one in (W, turned)]
        expect_one_of(student.concat_score(h_t, states, W, v), candidates, "the scores")


@test_of("concat_score", points=1)
def concat_scores_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has the scores that it has alone"""
    n, d_t, d_s, d_a = sizes(rng, 4)
    for leading in batches(rng, n, d_t):
        h_t, states, W, v = concat_inputs(rng, leading, n, d_t, d_s, d_a)
        expect_samples_apart(
            lambda h_t, states, W=W, v=v: student.concat_score(h_t, states, W, v), [h_t, states], leading, (n,)
        )


@test_of("concat_score", points=0.5)
def concat_scores_of_any_numbers(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n, d_t, d_s, d_a = sizes(rng, 4)
    h_t, states, W, v = concat_inputs(rng, (), n, d_t, d_s, d_a)
    expect_any_numbers(student, student.concat_score, [h_t, states, 0.3 * W, v], (n,))


# ---------------------------------------------------------------------- luong_attention: 4 points


def both(value, context_shape, weights_shape):
    """Return context and weights, in whichever order they came; None for the weights that did not come."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return expect_shape(value, context_shape, "the context"), None
    first, second = expect_array(value[0], "the context"), expect_array(value[1], "the weights")
    if context_shape != weights_shape and (first.shape, second.shape) == (weights_shape, context_shape):
        first, second = second, first
    return expect_shape(first, context_shape, "the context"), expect_shape(second, weights_shape, "the weights")


def results(student, h_t, states, *others, **keywords):
    """Return context and weights of global attention, in whichever order they came."""
    value = student.luong_attention(h_t, states, *others, **keywords)
    return both(value, (*states.shape[:-2], states.shape[-1]), states.shape[:-1])


def own_weights(student, h_t, states, mask=None):
    """Return the weights that the function averages with where no method is named, and those that it returns.

    The first are read off the context: the states get further features, one for each state, which are 1
    in that state alone, and the target state gets zeros there, so that no score changes. Without a mask
    they must be weights at all, and larger for states that match better, whatever the scale.
    """
    n, d = states.shape[-2:]
    marks = np.broadcast_to(np.eye(n), (*states.shape[:-2], n, n))
    marked = np.concatenate([states, marks], axis=-1)
    padded = np.concatenate([h_t, np.zeros((*h_t.shape[:-1], n))], axis=-1)
    context, returned = results(student, padded, marked, **({} if mask is None else {"mask": mask}))
    weights = context[..., d:]
    if mask is None:
        expect_close(weights.sum(axis=-1), np.ones(states.shape[:-2]), "the sum of the weights")
        order = np.argsort(reference.dot_score(h_t, states), axis=-1)
        ranked = np.diff(np.take_along_axis(weights, order, axis=-1), axis=-1)
        follows = bool((ranked > -1e-6).all() and np.ptp(weights, axis=-1).min() > 1e-3)
        expect(follows, "the better a source state matches, the larger its weight should be")
    return weights, returned


def same_kind(returned, weights):
    """Tell whether the returned weights are those that the context is made with: if not, another item is lost."""
    return returned is not None and np.allclose(returned, weights, atol=1e-6)


def masked(weights, mask):
    """Hide source states from weights: zero them and let the rest of each row sum to one."""
    visible = weights * mask
    return visible / visible.sum(axis=-1, keepdims=True)


def attention_inputs(rng, *leading):
    """Draw a target state and source states of one size; more states than features, so that shapes differ."""
    n, d = int(rng.choice([5, 6, 7])), int(rng.choice([2, 3]))
    return normal(rng, (*leading, d), (*leading, n, d))


@test_of("luong_attention", points=0.5)
def context_then_weights(student, rng):
    """two results are returned: first the context, then the weights that it is made with"""
    h_t, states = attention_inputs(rng)
    context, weights = expect_pair(student.luong_attention(h_t, states), "context", "weights")
    expect_shape(context, states.shape[1:], "the first result, the context,")
    weights = expect_shape(weights, states.shape[:1], "the second result, the weights,")
    expect_close(context, weights @ states, "the context, compared with the returned weights times the states,")
    own_weights(student, h_t, states)


@test_of("luong_attention", points=0.75)
def dot_is_the_method_unless_told(student, rng):
    """with "dot", named or not, the weights are the softmax of the dot products"""
    h_t, states = attention_inputs(rng)
    context, weights = reference.luong_attention(h_t, states)
    for keywords in ({}, {"method": "dot"}):
        came, came_too = results(student, h_t, states, **keywords)
        expect_close(came, context, "the context")
        if came_too is not None:
            expect_close(came_too, weights, "the weights")


@test_of("luong_attention", points=0.75)
def each_method_has_its_score(student, rng):
    """with "general" and "concat" the weights are the softmax of those scores, with the parameters handed over"""
    n, d_t, d_s, d_a = sizes(rng, 4)
    h_t, states, W, v = concat_inputs(rng, (), n, d_t, d_s, d_a)
    calls = [{"method": "general", "W": rng.normal(size=(d_t, d_s))}, {"method": "concat", "W": W, "v": v}]
    for keywords in calls:
        context, weights = reference.luong_attention(h_t, states, **keywords)
        came, came_too = results(student, h_t, states, **keywords)
        expect_close(came, context, "the context")
        if came_too is not None:
            expect_close(came_too, weights, "the weights")


@test_of("luong_attention", points=0.5)
def other_methods_are_refused(student, rng):
    """any other method is a ValueError with a message"""
    h_t, states = attention_inputs(rng)
    own_weights(student, h_t, states)
    d = h_t.shape[0]
    W, W_joint, v = normal(rng, (d, d), (2 * d, 3), (3,))
    letters = "".join(rng.choice(list("bfhjkquwxyz"), size=6))
    for method in (letters, "cosine", "dots", "generally", "concatenation"):
        for parameters in ({}, {"W": W}, {"W": W_joint, "v": v}):  # whatever would be needed is there
            keywords = {"method": method, **parameters}
            expect_value_error(
                lambda keywords=keywords: student.luong_attention(h_t, states, **keywords), "such a method"
            )


@test_of("luong_attention", points=0.25)
def hidden_states_have_no_weight(student, rng):
    """where the mask is False the weight is 0, and the rest still sums to one"""
    h_t, states = attention_inputs(rng)
    plain, returned = own_weights(student, h_t, states)
    for _ in range(3):
        mask = random_mask(rng, states.shape[0])
        weights, returned_too = own_weights(student, h_t, states, mask)
        expect_close(weights, masked(plain, mask), "the weights under a mask")
        if same_kind(returned, plain):
            expect_close(returned_too, masked(plain, mask), "the returned weights under a mask")


@test_of("luong_attention", points=0.25)
def masks_work_with_every_method(student, rng):
    """the mask is used whatever the method: a single state that is seen is the context, and hidden ones do not count"""
    n, d_t, d_a = sizes(rng, 3)
    n = n + 3
    h_t, states, other = normal(rng, (d_t,), (n, d_t), (n, d_t))
    W, W_joint, v = normal(rng, (d_t, d_t), (2 * d_t, d_a), (d_a,))
    for method, parameters in (("dot", {}), ("general", {"W": W}), ("concat", {"W": W_joint, "v": v})):
        seen = int(rng.integers(n))
        context = results(student, h_t, states, method, np.arange(n) == seen, **parameters)[0]
        expect_close(context, states[seen], "the context where one source state is seen")
        mask = random_mask(rng, n)
        context = results(student, h_t, states, method, mask, **parameters)[0]
        changed = results(student, h_t, np.where(mask[:, np.newaxis], states, other), method, mask, **parameters)[0]
        expect_close(changed, context, "the context with other states in the hidden places")


@test_of("luong_attention", points=0.5)
def attention_keeps_samples_apart(student, rng):
    """leading axes are kept, one or two of them; a mask may differ from sample to sample, or be shared by all"""
    n, d = int(rng.choice([5, 6, 7])), int(rng.choice([2, 3]))
    for leading in [(4,), (4, 2), (n,), (d,)]:
        h_t, states = normal(rng, (*leading, d), (*leading, n, d))
        one_each, shared = random_mask(rng, *leading, n), random_mask(rng, n)
        for mask in (None, one_each, shared):
            weights, returned = own_weights(student, h_t, states, mask)
            for index in first_and_last(leading):
                its_own = mask[index] if mask is one_each else mask
                alone, returned_alone = own_weights(student, h_t[index], states[index], its_own)
                expect_close(weights[index], alone, "the weights of one sample")
                if same_kind(returned_alone, alone):
                    expect_close(returned[index], alone, "the returned weights of one sample")


@test_of("luong_attention", points=0.25)
def attention_stays_finite(student, rng):
    """huge scores give finite results"""
    n = int(rng.choice([5, 6, 7]))
    nearest = int(rng.integers(n))
    states = 300.0 * np.eye(n, n + 1) + rng.normal(size=(n, n + 1))
    towards = 300.0 * np.eye(n + 1)[nearest]
    for h_t in (towards, towards - 300.0 * (np.arange(n + 1) < n)):
        context = results(student, h_t, states)[0]
        expect_close(context, states[nearest], "the context", rtol=1e-3, atol=1e-3)
    finite = np.isfinite(results(student, towards, states, mask=np.arange(n) != nearest)[0]).all()
    expect(bool(finite), "the context under a mask should be finite")


@test_of("luong_attention", points=0.25)
def attention_leaves_inputs_alone(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    h_t, states = attention_inputs(rng)
    mask = random_mask(rng, states.shape[0])
    own_weights(student, h_t, states)
    for keywords in ({}, {"mask": mask}):
        double = results(student, h_t, states, **keywords)[0]
        expect_inputs_unchanged(student)
        single = results(student, h_t.astype(np.float32), states.astype(np.float32), **keywords)[0]
        expect_close(single, double, "the context in single precision", **FLOAT32_TOLERANCE)
        h, s = rng.integers(-1, 2, size=h_t.shape), rng.integers(-2, 3, size=states.shape)
        whole, fractional = results(student, h, s, **keywords)[0], results(student, h * 1.0, s * 1.0, **keywords)[0]
        expect_close(whole, fractional, "the context of whole numbers")


# ---------------------------------------------------------------------- attentional_state: 2 points


def state_inputs(rng, leading, d_s, d_t, d_out):
    """Draw a context, a target state and a matrix for them."""
    context, h_t, W_c = normal(rng, (*leading, d_s), (*leading, d_t), (d_s + d_t, d_out))
    return context, h_t, 0.4 * W_c  # unsaturated


def some_state(value, shape):
    """Demand a state that is finite and not the same everywhere."""
    state = expect_shape(value, shape, "the state")
    expect(bool(np.isfinite(state).all()) and float(np.ptp(state)) > 1e-6, "the state should depend on its inputs")
    return state


@test_of("attentional_state", points=0.5)
def the_context_comes_first(student, rng):
    """the first d_s rows of W_c belong to the context, the others to the target state"""
    d_s, d_t, d_out = sizes(rng, 3)
    for one, other in [(d_s, d_t), (d_t, d_s), (d_s, d_s)]:
        inputs = state_inputs(rng, (), one, other, d_out)
        expect_close(student.attentional_state(*inputs), reference.attentional_state(*inputs), "the state")


@test_of("attentional_state", points=1)
def states_are_squashed_projections(student, rng):
    """the state is the tanh of both vectors, laid end to end, times W_c"""
    d_s, d_t, d_out = sizes(rng, 3)
    for width in (d_out, d_s + d_t):
        context, h_t, W_c = state_inputs(rng, (), d_s, d_t, width)
        turned = np.concatenate([W_c[d_t:], W_c[:d_t]])  # for those who put the target state first
        candidates = [reference.attentional_state(context, h_t, one) for one in (W_c, turned)]
        expect_one_of(student.attentional_state(context, h_t, W_c), candidates, "the state")


@test_of("attentional_state", points=0.25)
def states_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has the state that it has alone"""
    d_s, d_t, d_out = sizes(rng, 3)
    for leading in batches(rng, d_s):
        for size in (d_t, d_s):
            context, h_t, W_c = state_inputs(rng, leading, d_s, size, d_out)
            state = some_state(student.attentional_state(context, h_t, W_c), (*leading, d_out))
            for index in first_and_last(leading):
                alone = some_state(student.attentional_state(context[index], h_t[index], W_c), (d_out,))
                expect_close(state[index], alone, "the state of one sample")


@test_of("attentional_state", points=0.25)
def states_of_any_numbers(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    d_s, d_t, d_out = sizes(rng, 3)
    inputs = state_inputs(rng, (), d_s, d_t, d_out)
    double = some_state(student.attentional_state(*inputs), (d_out,))
    expect_inputs_unchanged(student)
    single = student.attentional_state(*(array.astype(np.float32) for array in inputs))
    expect_close(single, double, "the state in single precision", **FLOAT32_TOLERANCE)
    whole = [rng.integers(-1, 2, size=array.shape) for array in inputs[:2]] + [np.sign(inputs[2]).astype(int)]
    whole[0][0], whole[1][0] = 1, -1
    fractional = student.attentional_state(*(array * 1.0 for array in whole))
    expect_close(student.attentional_state(*whole), fractional, "the state of whole numbers")
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- predicted_position: 2 points


def position_inputs(rng, leading):
    """Draw target states, a matrix and a vector that give positions neither at the ends nor in the middle."""
    d_t, d_a = sizes(rng, 2)
    return normal(rng, (*leading, d_t), (d_t, d_a), (d_a,))


def some_positions(value, leading):
    """Demand a finite position for each sample."""
    positions = expect_shape(value, leading, "the position")
    expect(bool(np.isfinite(positions).all()), "the position should be finite")
    return positions


def with_zeros(rng, h_t):
    """Return target states of which one, at a place that is returned too, is a row of zeros."""
    place = tuple(int(rng.integers(size)) for size in h_t.shape[:-1])
    h_t[place] = 0
    return h_t, place


def expect_middle(position, n):
    """Demand the middle of the sentence, give or take a slip that costs another item: a unit more or less, rounding."""
    expect_close(position, n / 2, "the position for a target state of zeros", atol=1.6)


@test_of("predicted_position", points=1)
def positions_follow_the_formula(student, rng):
    """the position is n * sigmoid(v_p . tanh(h_t W_p))"""
    for n in (int(rng.integers(5, 12)), int(rng.integers(20, 50))):
        inputs = position_inputs(rng, ())
        position = reference.predicted_position(*inputs, n)
        expect_close(student.predicted_position(*inputs, n), position, "the position")


@test_of("predicted_position", points=0.5)
def positions_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has the position that it has alone"""
    n = int(rng.integers(20, 50))
    for leading in batches(rng, 3, 5):
        h_t, W_p, v_p = position_inputs(rng, leading)
        h_t, place = with_zeros(rng, h_t)
        positions = some_positions(student.predicted_position(h_t, W_p, v_p, n), leading)
        for index in first_and_last(leading):
            alone = some_positions(student.predicted_position(h_t[index], W_p, v_p, n), ())
            expect_close(positions[index], alone, "the position of one sample")
        expect_middle(positions[place], n)
        expect(float(np.ptp(positions)) > 1e-3, "different target states should have different positions")


@test_of("predicted_position", points=0.25)
def positions_stay_in_the_sentence(student, rng):
    """large numbers too give a position between 0 and n"""
    n = int(rng.integers(20, 50))
    W_p, v_p = np.ones((2, 3)), rng.uniform(500, 900, size=3)
    for h, v in rng.permutation([(1, 1), (1, -1), (-1, 1), (-1, -1)] * 2):
        position = float(some_positions(student.predicted_position(h * np.ones(2), W_p, v * v_p, n), ()))
        inside, right = -1e-6 <= position <= n + 1e-6, abs(position - (n if h * v > 0 else 0)) < 1.5
        expect(inside and right, "the position should come near to 0, or near to n, on the side of the sum")


@test_of("predicted_position", points=0.25)
def positions_of_any_numbers(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n = int(rng.integers(20, 50))
    h_t, *others = position_inputs(rng, (4,))
    h_t, place = with_zeros(rng, h_t)
    inputs = [h_t, *others]
    double = some_positions(student.predicted_position(*inputs, n), (4,))
    expect_inputs_unchanged(student)
    expect_middle(double[place], n)
    expect(float(np.ptp(double)) > 1e-3, "different target states should have different positions")
    single = student.predicted_position(*(array.astype(np.float32) for array in inputs), n)
    expect_close(single, double, "the position in single precision", rtol=1e-3, atol=1e-3)
    whole = [rng.integers(-1, 2, size=array.shape) for array in inputs]
    fractional = student.predicted_position(*(array * 1.0 for array in whole), n)
    expect_close(student.predicted_position(*whole, n), fractional, "the position from whole numbers")
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- local_luong_attention: 3 points


def local_inputs(rng, leading, n, d_t, d_s):
    """Draw inputs of local_luong_attention, but for the position and the window."""
    return normal(rng, (*leading, d_t), (*leading, n, d_s), (d_t, d_s))


def local_results(student, h_t, states, W, position, window):
    """Return context and weights of local attention, in whichever order they came."""
    value = student.local_luong_attention(h_t, states, W, position, window)
    return both(value, (*states.shape[:-2], states.shape[-1]), states.shape[:-1])


def local_weights(student, h_t, states, W, position, window):
    """Return the weights of local attention, read off the context: each state is marked by a feature of its own."""
    n, d_s = states.shape[-2:]
    marks = np.broadcast_to(np.eye(n), (*states.shape[:-2], n, n))
    wide_states = np.concatenate([states, marks], axis=-1)
    wide_W = np.concatenate([W, np.zeros((W.shape[0], n))], axis=-1)
    return local_results(student, h_t, wide_states, wide_W, position, window)[0][..., d_s:]


@test_of("local_luong_attention", points=0.25)
def local_context_then_weights(student, rng):
    """two results are returned: first the context, then the weights that it is made with"""
    n, (d_t, d_s) = 8, sizes(rng, 2)
    h_t, states, W = local_inputs(rng, (), n, d_t, d_s)
    value = student.local_luong_attention(h_t, states, W, float(rng.uniform(3.1, 3.9)), 2)
    context, weights = expect_pair(value, "context", "weights")
    context = expect_shape(context, (d_s,), "the first result, the context,")
    weights = expect_shape(weights, (n,), "the second result, the weights, one for each source state,")
    expect_close(context, weights @ states, "the context, compared with the returned weights times the states,")
    expect(bool((weights > 1e-9).any()) and bool((weights >= 0).all()), "weights should be positive")


@test_of("local_luong_attention", points=1)
def local_weights_follow_the_formula(student, rng):
    """the weights are the softmax over the states in reach, times the bell with sigma = window / 2"""
    n, (d_t, d_s) = 12, sizes(rng, 2)
    for window in (1, 2, 4):
        inputs = *local_inputs(rng, (), n, d_t, d_s), float(rng.uniform(4.1, 6.9)), window
        context, weights = reference.local_luong_attention(*inputs)
        came, came_too = local_results(student, *inputs)
        expect_close(came, context, "the context")
        if came_too is not None:
            expect_close(came_too, weights, "the weights")


@test_of("local_luong_attention", points=0.5)
def only_the_window_is_seen(student, rng):
    """a state has a weight if it is at most `window` from the position, and none if it is further away"""
    n, (d_t, d_s) = 12, sizes(rng, 2)
    for position in (float(rng.integers(4, 8)), float(rng.integers(4, 8)) + 0.5, float(rng.uniform(4.0, 8.0))):
        for window in (1, 3):
            h_t, states, W = local_inputs(rng, (), n, d_t, d_s)
            weights = local_weights(student, h_t, states, 0.1 * W, position, window)
            seen = np.abs(np.arange(n) - position) <= window
            expect_close((np.abs(weights) > 1e-6) * 1, seen * 1, "what is seen (1) and what is not (0)")


@test_of("local_luong_attention", points=0.25)
def windows_end_with_the_sentence(student, rng):
    """near the ends, and where the window is wide, there are fewer states in reach, and nothing else changes"""
    n, (d_t, d_s) = 7, sizes(rng, 2)
    for position, window in [(rng.uniform(0.05, 0.4), 2), (n - rng.uniform(0.6, 0.95), 2), (rng.uniform(2, 4), 20)]:
        h_t, states, W = local_inputs(rng, (), n, d_t, d_s)
        weights = local_weights(student, h_t, states, 0.1 * W, float(position), window)
        seen = np.abs(np.arange(n) - position) <= window
        expect(bool(np.isfinite(weights).all()), "the weights should be finite")
        expect_close((np.abs(weights[seen]) > 1e-12) * 1, np.ones(seen.sum()), "what is seen of the states in reach")
        expect(float(weights.sum()) > 1e-3, "the weights should not vanish")
        expect_close(weights[~seen], np.zeros((~seen).sum()), "the weights out of reach")


@test_of("local_luong_attention", points=0.25)
def nothing_is_divided_afterwards(student, rng):
    """where all scores are equal and the position is a whole number, its own state has exactly its share"""
    n, (d_t, d_s), window = 12, sizes(rng, 2), int(rng.integers(2, 4))
    h_t, states, W = local_inputs(rng, (), n, d_t, d_s)
    position = int(rng.integers(4, 8))
    weights = local_weights(student, h_t, states, 0.0 * W, float(position), window)
    shares = [1 / (2 * window + 1), 1 / (2 * window - 1)]  # without the edges of the window, which costs another item
    expect_one_of(weights[position], shares, "the weight at the position")
    expect(float(weights.sum()) < 1 - 1e-3, "the weights should sum to less than one")


@test_of("local_luong_attention", points=0.5)
def windows_keep_samples_apart(student, rng):
    """leading axes are kept, one or more of them: each sample has its own position, and what it has alone"""
    d_t, d_s = sizes(rng, 2)
    n = 8
    for leading in batches(rng, n):
        h_t, states, W = local_inputs(rng, leading, n, d_t, d_s)
        position = rng.uniform(0, n, size=leading)
        context, weights = local_results(student, h_t, states, W, position, 2)
        expect(bool(np.isfinite(context).all()) and float(np.ptp(context)) > 1e-6, "contexts should differ")
        for index in first_and_last(leading):
            alone = local_results(student, h_t[index], states[index], W, float(position[index]), 2)
            expect_close(context[index], alone[0], "the context of one sample")
            if weights is not None and alone[1] is not None:
                expect_close(weights[index], alone[1], "the weights of one sample")


@test_of("local_luong_attention", points=0.25)
def local_attention_to_any_numbers(student, rng):
    """whole numbers, single precision and whole positions work too, and inputs stay as they were"""
    n, (d_t, d_s) = 8, sizes(rng, 2)
    h_t, states, W = local_inputs(rng, (3,), n, d_t, d_s)
    position = rng.integers(2, 6, size=3)
    double = local_results(student, h_t, states, W, position * 1.0, 2)[0]
    expect_inputs_unchanged(student)
    expect(bool(np.isfinite(double).all()) and float(np.ptp(double)) > 1e-6, "contexts should differ")
    expect_close(local_results(student, h_t, states, W, position, 2)[0], double, "the context at whole positions")
    expect_inputs_unchanged(student)
    single = local_results(student, *(array.astype(np.float32) for array in (h_t, states, W)), position * 1.0, 2)[0]
    expect_close(single, double, "the context in single precision", **FLOAT32_TOLERANCE)
    whole = [rng.integers(-1, 2, size=array.shape) for array in (h_t, states, W)]
    fractional = local_results(student, *(array * 1.0 for array in whole), position, 2)[0]
    expect_close(local_results(student, *whole, position, 2)[0], fractional, "the context of whole numbers")
    expect_inputs_unchanged(student)
