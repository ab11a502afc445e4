"""What decides the mark of Lab 5: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So most items measure a function against
itself (a sample against the same sample alone, hidden keys against others in their place), and only
the items about values demand the reference's. A context that came without its weights, or after
them, is still a context where its shape shows it.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention import additive as reference
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    expect,
    expect_array,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    first_and_last,
    random_mask,
    sizes,
    test_of,
)


def batches(rng, *equal_to):
    """Draw leading axes: one axis, of sizes that other axes have, then some of length 1, three axes, and two."""
    a, b, c, d = (int(size) for size in rng.integers(2, 5, size=4))
    return [*((size,) for size in equal_to), (1,), (a, 1, b), (c, d)]


def expect_differs(one, other, sentence):
    """Demand that two results differ visibly."""
    expect(one.shape != other.shape or float(np.abs(one - other).max()) > 1e-5, sentence)


def expect_finite(array, what):
    """Demand finite numbers that are not all 0."""
    expect(bool(np.isfinite(array).all()), f"{what} should be finite")
    expect(bool(np.abs(array).max() > 1e-6), f"{what} should not vanish")
    return array


def whole_numbers(rng, arrays):
    """Draw whole numbers in the shapes of the arrays, some of each sign."""
    return [rng.integers(-2, 3, size=array.shape) for array in arrays]


# ---------------------------------------------------------------------- additive_scores: 5 points


def scoring_inputs(rng, *leading, n=None):
    """Draw a query, keys, W_q, W_k and v, all of different sizes."""
    d_q, d_k, d_a, other = sizes(rng, 4)
    arrays = rng.normal(size=(*leading, d_q)), rng.normal(size=(*leading, n or other, d_k))
    return [*arrays, *projections(rng, d_a, d_q, d_k), rng.normal(size=d_a)]


def projections(rng, d_a, *rows):
    """Draw matrices with d_a columns that bend the hidden units without saturating them."""
    return [rng.normal(size=(d, d_a)) / np.sqrt(d) for d in rows]


def scores_of(student, inputs):
    """Return the scores, one for each key; an axis of length 1 behind them is left aside."""
    shape = inputs[1].shape[:-1]
    scores = expect_array(student.additive_scores(*inputs), "the scores")
    return expect_shape(scores[..., 0] if scores.shape == (*shape, 1) else scores, shape, "the scores")


def living_scores(student, inputs):
    """Return the scores; demand that they are finite and follow the query and the keys."""
    scores = expect_finite(scores_of(student, inputs), "the scores")
    query, keys, *parameters = inputs
    for changed, name in [([query + 1, keys], "query"), ([query, keys + keys**2], "keys")]:
        expect_differs(scores_of(student, [*changed, *parameters]), scores, f"the scores should follow the {name}")
    return scores


@test_of("additive_scores", points=1.5)
def scores_of_a_hidden_layer(student, rng):
    """each key's score is v . tanh(query W_q + key W_k)"""
    for n in (None, 1, 4):
        inputs = scoring_inputs(rng, n=n)
        expect_close(student.additive_scores(*inputs), reference.additive_scores(*inputs), "the scores")


@test_of("additive_scores", points=1)
def v_weighs_bent_units(student, rng):
    """v weighs hidden units that lie between -1 and 1: twice v, twice the scores, and huge inputs change little"""
    query, keys, W_q, W_k, v = scoring_inputs(rng)
    scores = living_scores(student, [query, keys, W_q, W_k, v])
    for factor in (2.0, -30.0):
        found = scores_of(student, [query, keys, W_q, W_k, factor * v])
        expect_close(found, factor * scores, f"the scores for {factor:g} times v, compared with {factor:g} times those")
    for unit in range(len(v)):
        changed = v + np.eye(len(v))[unit]
        expect_differs(scores_of(student, [query, keys, W_q, W_k, changed]), scores, "every entry of v should count")
    huge = scores_of(student, [1e6 * query, 1e6 * keys, W_q, W_k, v])
    expect(bool(np.all(np.abs(huge) <= np.abs(v).sum() + 1e-6)), "no score can be larger than the sum of abs(v)")


@test_of("additive_scores", points=1)
def query_and_key_meet_in_each_unit(student, rng):
    """query and key meet inside the tanh: another query changes the differences of scores, not all alike"""
    query, keys, W_q, W_k, v = scoring_inputs(rng, n=int(rng.integers(4, 12)))
    scores, moved = (scores_of(student, [x, keys, W_q, W_k, v]) for x in (query, query + 1.0))
    expect_differs(scores, moved, "the scores should follow the query")
    expect(float(np.ptp(moved - scores)) > 1e-4, "another query should not add the same to the score of every key")
    for place, name in [(2, "W_q"), (3, "W_k")]:
        changed = [query, keys, W_q.copy(), W_k.copy(), v]
        changed[place][0, 0] += 1.0
        expect_differs(scores_of(student, changed), scores, f"every entry of {name} should count")
    shift = rng.normal(size=len(v))  # the same projections, from one more feature: only their sum counts
    both = [np.append(query, 1.0), np.column_stack([keys, np.ones(len(keys))])]
    to_query = [*both, np.vstack([W_q, shift]), np.vstack([W_k, 0 * shift]), v]
    to_keys = [*both, np.vstack([W_q, 0 * shift]), np.vstack([W_k, shift]), v]
    found, expected = scores_of(student, to_query), scores_of(student, to_keys)
    expect_close(found, expected, "the scores for what is added to the query's projection instead of the keys'")


@test_of("additive_scores", points=1)
def scores_keep_leading_axes(student, rng):
    """leading axes are kept, none, one or two: each sample, and each key, has the score that it has alone"""
    for leading in batches(rng, 5):
        query, keys, *parameters = scoring_inputs(rng, *leading, n=5)
        scores = scores_of(student, [query, keys, *parameters])
        for index in first_and_last(leading):
            alone = living_scores(student, [query[index], keys[index], *parameters])
            expect_close(scores[index], alone, "the scores of one sample")
            single = scores_of(student, [query[index], keys[index][2:3], *parameters])
            expect_close(single, alone[2:3], "the score of one key without the others")


@test_of("additive_scores", points=0.5)
def scores_of_all_kinds_of_numbers(student, rng):
    """whole numbers give fractional scores, single precision works, and inputs stay as they were"""
    inputs = scoring_inputs(rng)
    scores = living_scores(student, inputs)
    scores_of(student, inputs)
    expect_inputs_unchanged(student)
    found = scores_of(student, [array.astype(np.float32) for array in inputs])
    expect_close(found, scores, "the scores", **FLOAT32_TOLERANCE)
    query, keys = whole_numbers(rng, inputs[:2])
    whole = scores_of(student, [query, keys, *inputs[2:]])
    expect_inputs_unchanged(student)
    floats = scores_of(student, [query * 1.0, keys * 1.0, *inputs[2:]])
    expect_close(whole, floats, "the scores for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- additive_attention: 4 points


def attention_inputs(rng, *leading):
    """Draw a query, five keys, values of eight features or more, W_q, W_k and v."""
    query, keys, *parameters = scoring_inputs(rng, *leading, n=5)
    return [query, keys, rng.normal(size=(*leading, 5, rng.integers(8, 14))), *parameters]


def attention_of(student, inputs, mask=None):
    """Return the context, and the weights where they come too and have their shape; in whichever order they came.

    An axis of length 1 in the place of the query is left aside.
    """
    keywords = {} if mask is None else {"mask": mask}
    value = student.additive_attention(*inputs, **keywords)
    values = inputs[2]
    shapes = (*values.shape[:-2], values.shape[-1]), values.shape[:-1]
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    arrays = [expect_array(one, "the context") for one in (value if pair else (value,))]
    if pair and arrays[0].shape == shapes[1] and arrays[1].shape == shapes[0]:
        arrays.reverse()
    if arrays[0].shape == (*shapes[0][:-1], 1, shapes[0][-1]):
        arrays[0] = arrays[0][..., 0, :]
    context = expect_shape(arrays[0], shapes[0], "the context")
    return context, (arrays[1] if pair and arrays[1].shape == shapes[1] else None)


def context_of(student, inputs, mask=None):
    """Return the context alone."""
    return attention_of(student, inputs, mask)[0]


def living_context(student, inputs, mask=None):
    """Return the context; demand that it is finite and follows query, keys and values."""
    context = expect_finite(context_of(student, inputs, mask), "the context")
    query, keys, values, *parameters = inputs
    changes = [(query + 1, keys, values), (query, keys + keys**2, values), (query, keys, values + values**2)]
    for changed, name in zip(changes, ("query", "keys", "values"), strict=True):
        found = context_of(student, [*changed, *parameters], mask)
        expect_differs(found, context, f"the context should follow the {name}")
    return context


def as_weights(student, inputs, mask=None):
    """Return the weights that the context shows: with unit vectors for values the two are the same."""
    query, keys, values, *parameters = inputs
    units = np.eye(*values.shape)  # of more features than keys: a context cannot be taken for weights
    return context_of(student, [query, keys, units, *parameters], mask)[:5]


@test_of("additive_attention", points=0.5)
def context_then_weights(student, rng):
    """two results are returned: first the context, then the weights, which sum to one and give the context"""
    inputs = attention_inputs(rng)
    context, weights = expect_pair(student.additive_attention(*inputs), "context", "weights")
    context = expect_shape(context, inputs[2].shape[1:], "the first result, the context,")
    weights = expect_shape(weights, (5,), "the second result, the weights,")
    expect_close(weights.sum(), 1.0, "the sum of the weights")
    expect(bool((weights >= 0).all()), "no weight should be negative")
    expect(float(np.ptp(weights)) > 1e-4, "the weights should follow the keys")
    expect_close(context, weights @ inputs[2], "the context, compared with the average by the weights,")


@test_of("additive_attention", points=1)
def values_of_attention(student, rng):
    """the weights are the softmax of the additive scores along the keys, the context averages the values by them"""
    for _ in range(2):
        inputs = attention_inputs(rng)
        expected, expected_weights = reference.additive_attention(*inputs)
        context, weights = attention_of(student, inputs)
        expect_close(context, expected, "the context")
        if weights is not None:
            expect_close(weights, expected_weights, "the weights")


@test_of("additive_attention", points=0.75)
def hidden_keys_change_nothing(student, rng):
    """a hidden key has the weight 0 and changes nothing; the others share what it had"""
    query, keys, values, *parameters = inputs = attention_inputs(rng)
    mask = random_mask(rng, 5)
    plain, masked = as_weights(student, inputs), as_weights(student, inputs, mask)
    expect_close(masked[~mask], np.zeros(np.sum(~mask)), "the weights of hidden keys")
    expect(bool((plain > 0).all()), "every key that may be seen should have some weight")
    shared = np.where(mask, plain, 0) / plain[mask].sum()
    expect_close(masked, shared, "the weights under a mask, compared with the visible ones of all, rescaled,")
    context = living_context(student, inputs, mask)
    changed = [np.where(mask[:, np.newaxis], X, X + 3 * rng.normal(size=X.shape)) for X in (keys, values)]
    found = context_of(student, [query, *changed, *parameters], mask)
    expect_close(found, context, "the context, after a change of hidden keys and values,")
    everything = context_of(student, inputs, np.ones(5, dtype=bool))
    expect_close(everything, context_of(student, inputs), "the context under a mask that hides nothing")


def expect_samples_alone(student, inputs, masks=None):
    """Demand that each sample of a batch has the context, and the weights, that it has alone; return the context."""
    context, weights = attention_of(student, inputs, masks)
    for index in first_and_last(inputs[0].shape[:-1]):
        one = [array[index] for array in inputs[:3]] + inputs[3:]
        alone, its_weights = attention_of(student, one, None if masks is None else masks[index].copy())
        expect_close(context[index], expect_finite(alone, "the context"), "the context of one sample")
        if its_weights is not None:
            expect(weights is not None, "the weights should keep the leading axes too")
            expect_close(weights[index], its_weights, "the weights of one sample")
    return context


@test_of("additive_attention", points=0.75)
def attention_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample attends within itself"""
    for leading in batches(rng, 5):
        inputs = attention_inputs(rng, *leading)
        expect_samples_alone(student, inputs)
    living_context(student, inputs)


@test_of("additive_attention", points=0.5)
def masks_of_samples(student, rng):
    """each sample has a mask of its own, or all share one; masks stay as they were"""
    for leading in batches(rng, 5):
        inputs = attention_inputs(rng, *leading)
        masks = random_mask(rng, *leading, 5)
        context = expect_samples_alone(student, inputs, masks)
        expect_differs(context, context_of(student, inputs), "the context should depend on the masks")
    shared = context_of(student, inputs, masks[0, 0])
    after = (student.calls[-1].keywords_after or {}).get("mask")
    expect(np.array_equal(after, masks[0, 0]), "the mask should be left as it was")
    repeated = np.broadcast_to(masks[0, 0], masks.shape).copy()
    expect_close(shared, context_of(student, inputs, repeated), "the context under one mask for all samples")


@test_of("additive_attention", points=0.5)
def attention_of_all_kinds_of_numbers(student, rng):
    """large scores give finite results, whole numbers fractional ones; single precision works; inputs stay"""
    inputs = attention_inputs(rng)
    query, keys, values, W_q, W_k, v = inputs
    context = living_context(student, inputs)
    context_of(student, inputs)
    expect_inputs_unchanged(student)
    found = context_of(student, [array.astype(np.float32) for array in inputs])
    expect_close(found, context, "the context", **FLOAT32_TOLERANCE)
    for factor in (2e4, -2e4):
        expect_finite(context_of(student, [query, keys, values, W_q, W_k, factor * v]), "the context")
    query, keys, values = whole_numbers(rng, (query, keys, values))
    whole = context_of(student, [query, keys, 9 * values + 1, W_q, W_k, v])
    expect_inputs_unchanged(student)
    floats = context_of(student, [query * 1.0, keys * 1.0, 9.0 * values + 1, W_q, W_k, v])
    expect_close(whole, floats, "the context for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- gru_step: 4 points


def step_inputs(rng, *leading):
    """Draw x, h, W_x, W_h and b."""
    d_x, d_h = sizes(rng, 2)
    arrays = rng.normal(size=(*leading, d_x)), rng.normal(size=(*leading, d_h))
    return [*arrays, *projections(rng, 3 * d_h, d_x, d_h), rng.normal(size=3 * d_h)]


def state_of(student, inputs):
    """Return the new state, which has the shape of the old one."""
    return expect_shape(student.gru_step(*inputs), inputs[1].shape, "the new state")


def living_state(student, inputs):
    """Return the new state; demand that it is finite and follows input, old state and matrices."""
    state = expect_finite(state_of(student, inputs), "the new state")
    for place, name in enumerate(("x", "h", "W_x", "W_h")):
        changed = [array + 0.5 * (i == place) for i, array in enumerate(inputs)]
        expect_differs(state_of(student, changed), state, f"the new state should follow {name}")
    return state


@test_of("gru_step", points=1.5)
def values_of_the_new_state(student, rng):
    """(1 - z) n + z h, with r, z and n from their own blocks of columns"""
    for _ in range(2):
        inputs = step_inputs(rng)
        expect_close(student.gru_step(*inputs), reference.gru_step(*inputs), "the new state")


@test_of("gru_step", points=0.5)
def state_between_old_and_candidate(student, rng):
    """each number of the new state lies between the old one and a candidate from -1 to 1"""
    for size in (1, 1, 1, 30, 30, 30):
        x, h, *parameters = step_inputs(rng)
        living_state(student, [x, h, *parameters])
        inputs = [x, size * h, *parameters]
        state = state_of(student, inputs)
        below, above = np.minimum(inputs[1], -1), np.maximum(inputs[1], 1)
        between = np.all(state >= below - 1e-6) and np.all(state <= above + 1e-6)
        expect(bool(between), "the new state should lie between the old one and a candidate from -1 to 1")


@test_of("gru_step", points=0.75)
def gates_at_their_ends(student, rng):
    """a gate keeps the old state at its one end; at its other end the old state can be forgotten by the other gate"""
    x, h, W_x, W_h, b = step_inputs(rng)
    x, b = x / 3, b / 3  # so that no candidate is saturated by itself
    living_state(student, [x, h, W_x, W_h, b])
    ends = [sign * block for block in np.repeat(200 * np.eye(3), len(h), axis=1) for sign in (1, -1)]

    def far(end, old):
        return state_of(student, [x, old, W_x, W_h, b + end])

    keeping = [end for end in ends if np.allclose(far(end, h), h, rtol=1e-5, atol=1e-6)]
    expect(len(keeping) == 1, "one gate, at one of its ends, should keep the old state as it is")
    other = h[::-1] - 0.5
    replacing = [end - keeping[0] for end in ends if not np.any(end * keeping[0])]
    states = [far(end, h) for end in replacing]
    gated = [place for place, state in enumerate(states) if np.any(np.abs(state) < 0.99)]  # no saturated candidate
    forgets = [np.allclose(states[place], far(replacing[place], other), rtol=1e-5, atol=1e-6) for place in gated]
    expect(any(forgets), "with both gates shut the new state should not depend on the old one")


@test_of("gru_step", points=0.75)
def steps_keep_leading_axes(student, rng):
    """leading axes are kept, none, one or two: each sample has the state that it has alone"""
    for leading in batches(rng, 3, 9):
        x, h, *parameters = step_inputs(rng, *leading)
        state = state_of(student, [x, h, *parameters])
        for index in first_and_last(leading):
            alone = living_state(student, [x[index], h[index], *parameters])
            expect_close(state[index], alone, "the new state of one sample")


@test_of("gru_step", points=0.5)
def states_of_all_kinds_of_numbers(student, rng):
    """large sums give finite states, whole numbers fractional ones; single precision works; inputs stay"""
    inputs = step_inputs(rng)
    x, h, W_x, W_h, b = inputs
    state = living_state(student, inputs)
    state_of(student, inputs)
    expect_inputs_unchanged(student)
    found = state_of(student, [array.astype(np.float32) for array in inputs])
    expect_close(found, state, "the new state", **FLOAT32_TOLERANCE)
    for factor in (3e4, -3e4):
        expect_finite(state_of(student, [factor * x, h, W_x, W_h, b]), "the new state for a large input")
    x, h = whole_numbers(rng, (x, h))
    whole = state_of(student, [x, h, W_x, W_h, b])
    expect_inputs_unchanged(student)
    floats = state_of(student, [x * 1.0, h * 1.0, W_x, W_h, b])
    expect_close(whole, floats, "the new state for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- attention_decoder_step: 4 points


def decoder_inputs(rng, *leading):
    """Draw x, h, eight encoder states and the parameters, all of different sizes."""
    d_x, d_h, d_e, d_a = sizes(rng, 4)
    arrays = [rng.normal(size=(*leading, *shape)) for shape in [(d_x,), (d_h,), (8, d_e)]]
    W_q, W_k = projections(rng, d_a, d_h, d_e)
    W_x, W_h = projections(rng, 3 * d_h, d_x + d_e, d_h)
    params = {"W_q": W_q, "W_k": W_k, "v": rng.normal(size=d_a)}
    return [*arrays, {**params, "W_x": W_x, "W_h": W_h, "b": rng.normal(size=3 * d_h)}]


def results_of(student, inputs, mask=None):
    """Return new state, context and weights, each None where it did not come; in whichever order they came."""
    keywords = {} if mask is None else {"mask": mask}
    value = student.attention_decoder_step(*inputs, **keywords)
    _, h, states, _ = inputs
    shapes = [h.shape, (*states.shape[:-2], states.shape[-1]), states.shape[:-1]]
    arrays = [expect_array(one, "a result") for one in (value if isinstance(value, (tuple, list)) else (value,))]
    found = [next((array for array in arrays if array.shape == shape), None) for shape in shapes]
    expect(any(array is not None for array in found), "no result has the shape of the new state, context or weights")
    return found


def state_after(student, inputs, mask=None):
    """Return the new state; demand that it came."""
    state = results_of(student, inputs, mask)[0]
    expect(state is not None, "a new state should be returned, of the shape of the old one")
    return state


def living_state_after(student, inputs, mask=None):
    """Return the new state; demand that it is finite and follows x, the old state and the encoder's states."""
    state = expect_finite(state_after(student, inputs, mask), "the new state")
    x, h, states, params = inputs
    changes = [(x + 1, h, states), (x, h + 1, states), (x, h, states + states**2)]
    for changed, name in zip(changes, ("x", "the old state", "the encoder's states"), strict=True):
        found = state_after(student, [*changed, params], mask)
        expect_differs(found, state, f"the new state should follow {name}")
    return state


def looking(student, inputs, mask=None):
    """Return the context and the weights; demand that at least one of them came."""
    _, context, weights = results_of(student, inputs, mask)
    expect(context is not None or weights is not None, "the context and the weights should be returned")
    return context, weights


@test_of("attention_decoder_step", points=0.5)
def state_context_and_weights(student, rng):
    """three results are returned: the new state, the context and the weights, which give the context"""
    inputs = decoder_inputs(rng)
    value = student.attention_decoder_step(*inputs)
    three = isinstance(value, (tuple, list)) and len(value) == 3
    expect(three, "three values should be returned: (h_new, context, weights)")
    _, h, states, _ = inputs
    state = expect_shape(value[0], h.shape, "the first result, the new state,")
    context = expect_shape(value[1], states.shape[-1:], "the second result, the context,")
    weights = expect_shape(value[2], states.shape[:1], "the third result, the weights,")
    expect_close(weights.sum(), 1.0, "the sum of the weights")
    expect_close(context, weights @ states, "the context, compared with the average by the weights,")
    expect(bool(np.isfinite(state).all()), "the new state should be finite")
    expect_differs(state, h, "the new state should not be the old one")


@test_of("attention_decoder_step", points=0.75)
def the_previous_state_asks(student, rng):
    """context and weights are those of additive attention with the previous state, whatever is written now"""
    for _ in range(2):
        x, h, states, params = decoder_inputs(rng)
        attention = (h, states, states, params["W_q"], params["W_k"], params["v"])
        for one in (x, 5 - x):
            for found, expected, name in zip(
                looking(student, [one, h, states, params]),
                reference.additive_attention(*attention),
                ("context", "weights"),
                strict=True,
            ):
                if found is not None:
                    expect_close(found, expected, f"the {name}, compared with those of the previous state,")


@test_of("attention_decoder_step", points=1.25)
def values_of_the_decoders_state(student, rng):
    """the new state is a step of the GRU from the old one, with [x; context] for its input"""
    for _ in range(2):
        inputs = decoder_inputs(rng)
        expect_close(state_after(student, inputs), reference.attention_decoder_step(*inputs)[0], "the new state")


@test_of("attention_decoder_step", points=0.5)
def hidden_states_change_nothing(student, rng):
    """an encoder state that is hidden has the weight 0 and changes nothing"""
    x, h, states, params = inputs = decoder_inputs(rng)
    mask = random_mask(rng, 8)
    state = living_state_after(student, inputs, mask)
    hidden = np.where(mask[:, np.newaxis], states, states + 3 * rng.normal(size=states.shape))
    found = state_after(student, [x, h, hidden, params], mask)
    expect_close(found, state, "the new state, after a change of hidden encoder states,")
    _, _, weights = results_of(student, inputs, mask)
    if weights is not None:
        expect_close(weights[~mask], np.zeros(np.sum(~mask)), "the weights of hidden encoder states")


@test_of("attention_decoder_step", points=0.5)
def decoder_keeps_leading_axes(student, rng):
    """leading axes are kept, with a mask for each sample or without: each sample is decoded as it is alone"""
    for leading in batches(rng, 9):
        x, h, states, params = decoder_inputs(rng, *leading)
        masks = random_mask(rng, *leading, 8)
        for mask in (None, masks):
            found = results_of(student, [x, h, states, params], mask)
            for index in first_and_last(leading):
                one = [x[index], h[index], states[index], params]
                alone = results_of(student, one, None if mask is None else mask[index].copy())
                for batch, single in zip(found, alone, strict=True):
                    expect((batch is None) == (single is None), "each result should keep the leading axes")
                    if single is not None:
                        expect_close(batch[index], expect_finite(single, "a result"), "the results of one sample")
    living_state_after(student, [x, h, states, params])


@test_of("attention_decoder_step", points=0.5)
def decoder_of_all_kinds_of_numbers(student, rng):
    """parameters are found by name in any order; whole numbers and single precision work; inputs stay"""
    x, h, states, params = inputs = decoder_inputs(rng)
    state = living_state_after(student, inputs)
    for mask in (None, random_mask(rng, 8)):
        state_after(student, inputs, mask)
        expect_inputs_unchanged(student)
    turned = dict(reversed(params.items()))
    expect_close(state_after(student, [x, h, states, turned]), state, "the new state for a dict in another order")
    single = {name: value.astype(np.float32) for name, value in params.items()}
    found = state_after(student, [*(array.astype(np.float32) for array in (x, h, states)), single])
    expect_close(found, state, "the new state", **FLOAT32_TOLERANCE)
    arrays = whole_numbers(rng, (x, h, states))
    whole = state_after(student, [*arrays, params])
    expect_inputs_unchanged(student)
    floats = state_after(student, [*(array * 1.0 for array in arrays), params])
    expect_close(whole, floats, "the new state for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- attention_entropy: 3 points

# Some add a tiny number to every weight before the logarithm: that will do.
SPREAD = {"rtol": 1e-5, "atol": 2e-5}


def uneven(rng, *shape):
    """Draw weights that are all different, none of them small."""
    weights = rng.permuted(np.broadcast_to(np.arange(1.0, shape[-1] + 1), shape), axis=-1) + 0.5 * rng.random(shape)
    return weights / weights.sum(axis=-1, keepdims=True)


def entropy_of(student, weights):
    """Return the entropy, one number for each row; an axis of length 1 in the place of the keys is left aside."""
    entropy, shape = expect_array(student.attention_entropy(weights), "the entropy"), weights.shape[:-1]
    return expect_shape(entropy[..., 0] if entropy.shape == (*shape, 1) else entropy, shape, "the entropy")


def living_entropy(student, weights):
    """Return the entropy; demand its share of what even attention has, which no base of the logarithm changes."""
    entropy = entropy_of(student, weights)
    even = expect_finite(entropy_of(student, np.full(weights.shape, 1 / weights.shape[-1])), "the entropy")
    share = reference.attention_entropy(weights) / np.log(weights.shape[-1])
    expect_close(entropy / even, share, "the entropy, as a share of that of even attention,", **SPREAD)
    return entropy


@test_of("attention_entropy", points=1)
def values_of_the_entropy(student, rng):
    """minus the sum of w log w, with the natural logarithm"""
    for n in sizes(rng, 3):
        weights = uneven(rng, n)
        expect_close(student.attention_entropy(weights), reference.attention_entropy(weights), "the entropy", **SPREAD)


@test_of("attention_entropy", points=0.75)
def weights_of_zero_add_nothing(student, rng):
    """0 log 0 counts as 0: keys without any weight change nothing, and a single key has the entropy 0"""
    weights = uneven(rng, 4)
    entropy = living_entropy(student, weights)
    for more in ([0.0], [0.0, 0.0, 0.0]):
        padded = rng.permutation(np.append(weights, more))
        expect_close(entropy_of(student, padded), entropy, "the entropy after keys without weight", **SPREAD)
    certain = np.eye(5)[rng.integers(5)]
    expect_close(entropy_of(student, certain), 0.0, "the entropy of attention to a single key", **SPREAD)


@test_of("attention_entropy", points=0.5)
def independent_choices_add_up(student, rng):
    """two independent choices have the sum of their entropies, which is never negative and largest where all is even"""
    one, other = uneven(rng, 3), uneven(rng, 5)
    parts = [living_entropy(student, weights) for weights in (one, other)]
    both = entropy_of(student, np.outer(one, other).ravel())
    expect_close(both, parts[0] + parts[1], "the entropy of two independent choices", **SPREAD)
    expect(bool(both > 1e-3), "the entropy of spread weights should be positive")
    even = entropy_of(student, np.full(15, 1 / 15))
    expect(bool(even > both + 1e-4), "even attention should have the largest entropy")


@test_of("attention_entropy", points=0.5)
def entropy_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each row has the entropy that it has alone"""
    for leading in batches(rng, 5):
        weights = uneven(rng, *leading, 5)
        entropy = entropy_of(student, weights)
        for index in first_and_last(leading):
            expect_close(entropy[index], living_entropy(student, weights[index]), "the entropy of one row")


@test_of("attention_entropy", points=0.25)
def entropy_of_all_kinds_of_numbers(student, rng):
    """single precision works, and the weights stay as they were, zeros too"""
    entropy_of(student, np.array([0.5, 0.0, 0.3, 0.2]))
    expect_inputs_unchanged(student)
    weights = uneven(rng, 6)
    entropy = living_entropy(student, weights)
    entropy_of(student, weights)
    expect_inputs_unchanged(student)
    expect_close(entropy_of(student, weights.astype(np.float32)), entropy, "the entropy", **FLOAT32_TOLERANCE)
