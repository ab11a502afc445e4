"""What decides the mark of Lab 4: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only: that a mask is boolean, and the shape of a
padding mask, are asked for by one item each, and the others read a mask whatever it is made of.

None of this enters the process in which a submission runs, but the functions that `leaks_future` is
to judge. Their text is the same for all of them: what leaks is in the tables that come with it.
"""

import numpy as np

from attn_course.attention import causal_masking as reference
from attn_course.attention import scaled_dot_product_attention
from attn_course.checking import (
    FLOAT32_TOLERANCE,
    PublicFunction,
    SeededGenerator,
    expect,
    expect_array,
    expect_boolean,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    random_mask,
    sizes,
    test_of,
)


def sizes_of_scores(rng):
    """Draw different sizes: a batch, queries, and keys, of which there are enough for a mask to show and hide some."""
    batch, n_q = rng.permutation([2, 3])
    return int(batch), int(n_q), int(rng.choice([5, 6, 7]))


def expect_mask(value, shape, what):
    """Demand booleans of this shape, of both kinds."""
    mask = expect_boolean(value, what)
    expect_shape(mask, shape, what)
    expect(mask.any() and not mask.all(), f"{what} should hold both True and False")


# ---------------------------------------------------------------------- create_causal_mask: 2 points


@test_of("create_causal_mask", points=1.5)
def each_token_sees_the_past_and_itself(student, rng):
    """the mask is True on and below the diagonal, for sequences of any length"""
    for n in (*sizes(rng, 3), 1):
        expect_close(student.create_causal_mask(n), reference.create_causal_mask(n), "the mask")


@test_of("create_causal_mask", points=0.5)
def square_mask_holds_booleans(student, rng):
    """the mask is boolean, not made of numbers"""
    n = next(sizes(rng, 1))
    expect_mask(student.create_causal_mask(n), (n, n), "the mask")


# ---------------------------------------------------------------------- apply_causal_mask: 2 points


def expect_masked(value, scores, mask):
    """Demand the visible scores as they were, and at most -1e8 (or minus infinity) for hidden ones."""
    masked = expect_shape(value, scores.shape, "the result")
    mask = np.broadcast_to(mask, scores.shape)
    expect(not np.isnan(masked).any(), "the result should be free of NaN")
    expect(masked[~mask].max(initial=-np.inf) <= -1e8, "hidden scores should be at most -1e8")
    tolerance = FLOAT32_TOLERANCE if scores.dtype == np.float32 else {}
    expect_close(np.where(mask, masked, 0), np.where(mask, scores, 0), "the scores of visible pairs", **tolerance)


@test_of("apply_causal_mask", points=1)
def visible_scores_stay_and_hidden_ones_sink(student, rng):
    """scores stay where the mask is True, and are at most -1e8 where it is False"""
    _, n_q, n_k = sizes_of_scores(rng)
    for mask in (random_mask(rng, n_q, n_k), np.tri(n_k, dtype=bool), random_mask(rng, n_k, n_k)):
        scores = 10 * rng.normal(size=mask.shape)
        expect_masked(student.apply_causal_mask(scores, mask), scores, mask)


@test_of("apply_causal_mask", points=0.5)
def samples_are_masked_alike(student, rng):
    """leading axes are kept, and the mask is broadcast over them"""
    batch, n_q, n_k = sizes_of_scores(rng)
    for leading in [(batch,), (batch, 4)]:
        scores, mask = rng.normal(size=(*leading, n_q, n_k)), random_mask(rng, n_q, n_k)
        expect_masked(student.apply_causal_mask(scores, mask), scores, mask)
    scores, mask = rng.normal(size=(batch, n_q, n_k)), random_mask(rng, batch, 1, n_k)
    expect_masked(student.apply_causal_mask(scores, mask), scores, mask)


@test_of("apply_causal_mask", points=0.5)
def callers_scores_stay_as_they_were(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    n = next(sizes(rng, 1))
    mask = np.tri(n, dtype=bool)
    scores = rng.normal(size=(n, n))
    for given in (scores, scores.astype(np.float32), rng.integers(-5, 6, size=(n, n))):
        masked = student.apply_causal_mask(given, mask)
        expect_inputs_unchanged(student)
        expect_masked(masked, given, mask)


# ---------------------------------------------------------------------- causal_mask: 3 points


@test_of("causal_mask", points=1)
def mask_of_queries_and_as_many_keys(student, rng):
    """with as many queries as keys the mask is True on and below the diagonal"""
    for n in sizes(rng, 2):
        expect_close(student.causal_mask(n, n), reference.causal_mask(n, n), "the mask")


@test_of("causal_mask", points=1.5)
def last_query_is_the_newest_token(student, rng):
    """with more keys than queries, query i sees key j where j <= i + n_k - n_q"""
    few, many = sorted(sizes(rng, 2))
    for n_q, n_k in [(few, many), (1, many), (few, few + 1), (few, 2 * many)]:
        expect_close(student.causal_mask(n_q, n_k), reference.causal_mask(n_q, n_k), "the mask")


@test_of("causal_mask", points=0.5)
def rectangular_mask_holds_booleans(student, rng):
    """the mask is boolean, one row for each query, one column for each key"""
    few, many = sorted(sizes(rng, 2))
    expect_mask(student.causal_mask(few, many), (few, many), "the mask")


# ---------------------------------------------------------------------- padding_mask: 2 points


def expect_rows(value, lengths, max_length):
    """Demand True for the first places of each sequence, whatever axes of size 1 the mask has."""
    mask = expect_array(value, "the mask")
    expect(mask.size == len(lengths) * max_length, "the mask should have one row of `max_length` for each sequence")
    expected = reference.padding_mask(lengths, max_length)
    expect_close(mask.reshape(expected.shape), expected, "the mask")


@test_of("padding_mask", points=1)
def first_places_of_each_sequence(student, rng):
    """True on the first `length` places of each sequence, False after them"""
    batch, max_length = sizes(rng, 2)
    for longest in (max_length + 1, max_length + 4):
        lengths = rng.integers(1, max_length + 1, size=batch)
        expect_rows(student.padding_mask(lengths, longest), lengths, longest)
    lengths = rng.permutation(max_length)[:2] + 1
    expect_rows(student.padding_mask(lengths, max_length), lengths, max_length)


@test_of("padding_mask", points=0.5)
def one_axis_for_all_queries(student, rng):
    """the mask is boolean, of shape (batch, 1, max_length)"""
    batch, max_length = sizes(rng, 2)
    lengths = rng.integers(1, max_length, size=batch)
    expect_mask(student.padding_mask(lengths, max_length), (batch, 1, max_length), "the mask")


@test_of("padding_mask", points=0.5)
def no_token_and_no_padding(student, rng):
    """a length of 0 hides the row, a length of `max_length` hides nothing; inputs stay as they were"""
    batch, max_length = sizes(rng, 2)
    lengths = rng.permutation([0, max_length, *rng.integers(1, max_length, size=batch)])
    value = student.padding_mask(lengths, max_length)
    expect_inputs_unchanged(student)
    expect_rows(value, lengths, max_length)


# ---------------------------------------------------------------------- combine_masks: 2 points


def expect_combined(student, *masks):
    """Compare one result with the reference's, in shape and pattern."""
    expect_close(student.combine_masks(*masks), reference.combine_masks(*masks), "the mask")


@test_of("combine_masks", points=0.5)
def every_mask_has_a_veto(student, rng):
    """the result is True where all masks are True, for two masks and for more"""
    _, n_q, n_k = sizes_of_scores(rng)
    for count in (2, 3, 4):
        expect_combined(student, *(rng.random(size=(count, n_q, n_k)) < 0.7))


@test_of("combine_masks", points=0.5)
def shapes_are_broadcast(student, rng):
    """masks of different shapes are broadcast together"""
    batch, n_q, n_k = sizes_of_scores(rng)
    padding = reference.padding_mask(rng.integers(1, n_k + 1, size=batch), n_k)
    expect_combined(student, np.tri(n_k, dtype=bool), padding)
    expect_combined(student, padding, random_mask(rng, n_q, n_k))
    expect_combined(student, random_mask(rng, n_k), random_mask(rng, n_q, n_k))


@test_of("combine_masks", points=0.5)
def none_restricts_nothing(student, rng):
    """None is no restriction; without any mask the result is None"""
    _, n_q, n_k = sizes_of_scores(rng)
    one, other = random_mask(rng, 2, n_q, n_k)
    for masks in [(None, one, other), (one, None, other), (one, None), (None, other)]:
        expect_combined(student, *masks)
    for count in (1, 2, 0):
        value = student.combine_masks(*[None] * count)
        expect(value is None, "where no mask restricts anything, the result should be None")


@test_of("combine_masks", points=0.5)
def combined_mask_holds_booleans(student, rng):
    """the result is boolean, and the masks that were handed over stay as they were"""
    _, n_q, n_k = sizes_of_scores(rng)
    masks = random_mask(rng, 3, n_q, n_k)
    masks[:, 0, 0], masks[:, 1, 1] = True, False
    for given in (masks, masks[:2]):
        expect_mask(student.combine_masks(*given), (n_q, n_k), "the mask")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- masked_softmax: 3 points


def expect_weights(student, scores, mask, **tolerance):
    """Compare the weights with the reference's, of the same numbers in double precision."""
    expected = reference.masked_softmax(scores.astype(float), mask)
    expect_close(student.masked_softmax(scores, mask), expected, "the weights", **tolerance)


@test_of("masked_softmax", points=1)
def weights_of_what_is_seen(student, rng):
    """the weights are the softmax over the visible keys, and 0 for hidden ones"""
    _, n_q, n_k = sizes_of_scores(rng)
    for mask in (random_mask(rng, n_q, n_k + 1), np.tri(n_k, dtype=bool), random_mask(rng, n_k, n_k)):
        expect_weights(student, 2 * rng.normal(size=mask.shape), mask)


@test_of("masked_softmax", points=0.5)
def nothing_seen_gives_zeros(student, rng):
    """a query that sees no key gets zeros, the others their weights, in half precision too"""
    _, n_q, n_k = sizes_of_scores(rng)
    mask = random_mask(rng, n_q, n_k)
    mask[rng.integers(n_q)] = False
    expect_weights(student, rng.normal(size=(n_q, n_k)), mask)
    expect_weights(student, rng.normal(size=(n_q, n_k)), np.zeros((n_q, n_k), dtype=bool))
    lengths = rng.permutation([0, 1, n_k])
    expect_weights(student, rng.normal(size=(3, n_q, n_k)), reference.padding_mask(lengths, n_k))
    half = rng.normal(size=(n_q, n_k)).astype(np.float16)
    expect_weights(student, half, mask, atol=2e-3)


@test_of("masked_softmax", points=0.5)
def hidden_scores_play_no_part(student, rng):
    """hidden scores of any size leave the weights of the visible keys as they are"""
    _, n_q, n_k = sizes_of_scores(rng)
    mask = random_mask(rng, n_q, n_k)
    for size in (*rng.uniform([30, 2e3], [60, 9e3]), 1e11, -1e5, 1e300):
        scores = rng.normal(size=(n_q, n_k))
        expect_weights(student, np.where(mask, scores, size * rng.uniform(0.5, 1, size=mask.shape)), mask)


@test_of("masked_softmax", points=0.5)
def masks_broadcast_to_scores(student, rng):
    """leading axes are kept, and the mask is broadcast over them"""
    batch, n_q, n_k = sizes_of_scores(rng)
    for shape, mask in [
        ((n_q, n_k), random_mask(rng, n_k)),
        ((batch, n_q, n_k), random_mask(rng, n_q, n_k)),
        ((batch, n_q, n_k), random_mask(rng, batch, 1, n_k)),
        ((batch, 4, n_q, n_k), random_mask(rng, batch, 1, 1, n_k)),
    ]:
        expect_weights(student, rng.normal(size=shape), mask)


@test_of("masked_softmax", points=0.5)
def weights_in_every_precision(student, rng):
    """large scores, whole numbers, single and half precision work too; inputs stay as they were"""
    _, n_q, n_k = sizes_of_scores(rng)
    mask = random_mask(rng, n_q, n_k)
    shifts = rng.choice([-2000.0, -300.0, 1500.0], size=(n_q, 1))
    scores = rng.normal(size=(n_q, n_k))
    half = (scores + rng.choice([-30, 25], size=(n_q, 1))).astype(np.float16)
    for given, tolerance in [
        (scores + shifts, {"rtol": 1e-4}),
        (rng.integers(-3, 4, size=mask.shape), {}),
        (scores.astype(np.float32), FLOAT32_TOLERANCE),
        (half, {"atol": 2e-3}),
        (np.where(mask, half, np.float16(6e4)), {"atol": 2e-3}),
    ]:
        expect_weights(student, given, mask, **tolerance)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- leaks_future: 3 points

FUNCTIONS = """
def mixture(x, table, bent):
    y = table @ x
    return np.tanh(y) if bent else y


def features(x, table, gains):
    return x + gains * (table @ x)


def attention(x, mask, W):
    scores = np.where(mask, (x @ W) @ x.T, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ x
"""


def expect_verdicts(student, rng, n, d, leaking, sound):
    """Demand that `leaks_future` tells functions that leak from sound ones; each is a name with its parameters.

    Some are asked about again, and the order is drawn: a function that counts its calls, and looks at nothing else,
    cannot know the answers.
    """
    cases = [(function, True) for function in leaking] + [(function, False) for function in sound]
    again = rng.integers(len(cases), size=rng.integers(4, 8))
    for place in rng.permutation([*range(len(cases)), *again]):
        (name, parameters), leaks = cases[place]
        generator = SeededGenerator(int(rng.integers(2**31)))
        answer = student.leaks_future(PublicFunction(FUNCTIONS, name, **parameters), n, d, generator)
        answer = expect_array(answer, "the answer")
        expect(answer.ndim == 0, "the answer should be True or False")
        found = "a leak was not found" if leaks else "a function that does not leak was accused"
        expect(bool(answer) == leaks, found)


def mixture(table, bent=False):
    """Name a function that mixes tokens, and bends what comes out if that is asked for."""
    return "mixture", {"table": table, "bent": bent}


def features(table, gains):
    """Name a function that adds a mixture of tokens, with a gain for each feature."""
    return "features", {"table": table, "gains": gains}


def attention(mask, W):
    """Name a function that attends, under a mask."""
    return "attention", {"mask": mask, "W": W}


def past(rng, n, k=0):
    """Draw weights for what each output sees, up to place i + k: none of them is small."""
    return np.tril(rng.uniform(0.5, 1.5, size=(n, n)) * rng.choice([-1, 1], size=(n, n)), k)


def with_entry(table, output, other, size=0.8):
    """Return a table in which one output sees one more input."""
    table = table.copy()
    table[output, other] = size
    return table


@test_of("leaks_future", points=1)
def attention_leaks_without_its_mask(student, rng):
    """attention to everything leaks, attention under a causal mask and the identity do not"""
    n, d = sizes(rng, 2)
    W = 0.5 * rng.normal(size=(d, d))
    leaking = [attention(np.ones((n, n), dtype=bool), W), mixture(np.eye(n)[::-1], bent=True)]
    sound = [attention(np.tri(n, dtype=bool), W), mixture(np.eye(n)), mixture(past(rng, n))]
    expect_verdicts(student, rng, n, d, leaking, sound)


@test_of("leaks_future", points=1)
def subtle_leaks_are_found(student, rng):
    """a leak from the last token alone, over one step, through a mean or in one feature is found"""
    n, d = int(rng.choice([6, 7, 8])), int(rng.choice([2, 3, 4]))
    none, W = np.zeros((n, n)), 0.5 * rng.normal(size=(d, d))
    output = int(rng.integers(1, n - 2))
    places = [(0, n - 1), (0, 1), (n - 2, n - 1), (output, output + 1), (output, n - 1), (0, output + 1)]
    leaking = [mixture(with_entry(np.eye(n), output, other)) for output, other in places]
    sound = [mixture(with_entry(np.eye(n), other, output)) for output, other in places]
    cancelling = with_entry(with_entry(none, 0, n - 1), 1, n - 1, -0.8)
    tables = [none + 1 / n, none + 0.1 / n, cancelling]
    leaking += [features(table, np.ones(d)) for table in tables] + [features(none + 1, gains) for gains in np.eye(d)]
    sound += [features(cancelling.T, np.ones(d)), attention(np.tri(n, dtype=bool), W)]
    leaking.append(attention(np.tri(n, k=1, dtype=bool), W))
    expect_verdicts(student, rng, n, d, leaking, sound)


@test_of("leaks_future", points=1)
def sound_functions_are_never_accused(student, rng):
    """what depends on the present and the past alone, in whatever way, does not leak"""
    n, d = sizes(rng, 2)
    gains, W = rng.normal(size=d), 0.5 * rng.normal(size=(d, d))
    means = np.tri(n) / np.arange(1, n + 1)[:, np.newaxis]
    strictly, window = np.tri(n, k=-1), np.tri(n, dtype=bool) & ~np.tri(n, k=-2, dtype=bool)
    sound = [mixture(means), mixture(strictly), mixture(past(rng, n), bent=True), mixture(np.zeros((n, n)), bent=True)]
    sound += [features(strictly, gains), attention(window, W)]
    leaking = [mixture(np.ones((n, n)) / n), features(strictly.T, gains), attention(window.T, W)]
    expect_verdicts(student, rng, n, d, leaking, sound)


# ---------------------------------------------------------------------- KeyValueCache: 3 points


def a_text(rng):
    """Draw queries, keys and values of a text, of which all sizes differ."""
    n, d_k, d_v = sizes(rng, 3)
    return rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))


def attended(cache, q, d_v, t):
    """Return output and weights as vectors, in whichever order and with whatever axes of size 1 they came.

    The weights may be missing (None): like the order and the axes, that costs its own item only.
    """
    value = cache.attend(q)
    if not isinstance(value, (tuple, list)) or len(value) != 2 or np.ndim(value[0]) == 0:
        return expect_shape(np.ravel(expect_array(value, "the output")), (d_v,), "the output"), None
    first, second = (
        np.ravel(expect_array(part, what)) for part, what in zip(value, ("the output", "the weights"), strict=True)
    )
    if first.shape == (t,) != second.shape == (d_v,):
        first, second = second, first
    return expect_shape(first, (d_v,), "the output"), second


def last_row(Q, K, V, t):
    """Return output and weights of the newest of t tokens under a causal mask."""
    outputs, weights = scaled_dot_product_attention(Q[:t], K[:t], V[:t], np.tri(t, dtype=bool))
    return outputs[-1], weights[-1]


@test_of("KeyValueCache", points=1.5)
def last_row_of_causal_attention(student, rng):
    """after each token the cache gives the last row of causal attention over the tokens so far"""
    Q, K, V = a_text(rng)
    cache = student.KeyValueCache()
    for t in range(1, len(Q) + 1):
        cache.append(K[t - 1], V[t - 1])
        output, weights = attended(cache, Q[t - 1], V.shape[1], t)
        expected_output, expected_weights = last_row(Q, K, V, t)
        expect_close(output, expected_output, "the output")
        if weights is not None:
            expect_close(weights, expected_weights, "the weights")


@test_of("KeyValueCache", points=0.5)
def cache_counts_its_tokens(student, rng):
    """len(cache) is the number of tokens that were appended"""
    cache, (d_k, d_v), appended = student.KeyValueCache(), sizes(rng, 2), 0
    for more in (0, *rng.permutation(5)):
        for _ in range(more):
            cache.append(rng.normal(size=d_k), rng.normal(size=d_v))
        appended += more
        expect(len(cache) == appended, "len(cache) should be the number of tokens so far")


@test_of("KeyValueCache", points=0.5)
def two_results_of_one_query(student, rng):
    """attend gives two results: first the output, (d_v,), then the weights, (t,), that it is made with"""
    Q, K, V = a_text(rng)
    cache = student.KeyValueCache()
    for k, v in zip(K, V, strict=True):
        cache.append(k, v)
    output, weights = expect_pair(cache.attend(Q[-1]), "output", "weights")
    output = expect_shape(output, (V.shape[1],), "the first result, the output,")
    weights = expect_shape(weights, (len(V),), "the second result, the weights,")
    expect_close(weights.sum(), 1.0, "the sum of the weights")
    expect_close(output, weights @ V, "the output, compared with the returned weights times the values,")


@test_of("KeyValueCache", points=0.5)
def caches_remember_and_keep_apart(student, rng):
    """asking changes nothing, later tokens join, two caches share nothing, whole numbers and large scores work"""
    Q, K, V = a_text(rng)
    n, d_v = V.shape
    asked, silent, other = student.KeyValueCache(), student.KeyValueCache(), student.KeyValueCache()
    for t in range(1, n + 1):
        asked.append(K[t - 1], V[t - 1])
        silent.append(K[t - 1], V[t - 1])
        other.append(-K[t - 1], 2 * V[t - 1])
        attended(asked, Q[t - 1], d_v, t)
        expect_inputs_unchanged(student)
    expected = attended(silent, Q[-1], d_v, n)[0]
    inside = (expected > V.min(axis=0) - 1e-6) & (expected < V.max(axis=0) + 1e-6)
    expect(bool(inside.all()), "the output should be an average of the values")
    for _ in range(2):
        expect_close(attended(asked, Q[-1], d_v, n)[0], expected, "the output of a cache that was asked before")
    expect_close(attended(other, -Q[-1], d_v, n)[0], 2 * expected, "the output of another cache")
    nearest = int(rng.integers(n))
    peaked = student.KeyValueCache()
    for t in range(n):
        peaked.append(np.eye(n)[t] * 300.0, V[t])
    output = attended(peaked, 300.0 * np.eye(n)[nearest], d_v, n)[0]
    expect_close(output, V[nearest], "the output for large scores", rtol=1e-3, atol=1e-3)
    whole, fractional = student.KeyValueCache(), student.KeyValueCache()
    keys, values, query = (rng.integers(-2, 3, size=shape) for shape in (K.shape, V.shape, K.shape[1]))
    for k, v in zip(keys, values, strict=True):
        whole.append(k, v)
        fractional.append(1.0 * k, 1.0 * v)
    expected = attended(fractional, 1.0 * query, d_v, n)[0]
    expect_close(attended(whole, query, d_v, n)[0], expected, "the output for whole numbers")
