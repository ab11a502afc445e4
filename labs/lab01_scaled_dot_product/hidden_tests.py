"""What decides the mark of Lab 1: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So tests of masks, batches and huge scores
measure against what the same function gives without them (`own_weights`), and only the items about
values demand the scale. Effective weights are read off the output for V = identity: that works
whether or not the weights are returned.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention import scaled_dot_product as reference
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

# ---------------------------------------------------------------------- attention_scores: 3 points


def expect_proportional(scores, expected, what):
    """Demand the expected scores but for one positive factor, so that the scale costs its own item only."""
    scores = expect_shape(scores, expected.shape, what)
    factor = float((scores * expected).sum() / (expected**2).sum())
    expect(factor > 1e-3, f"{what} should grow with the dot products")
    expect_close(scores, factor * expected, what, rtol=1e-4, atol=1e-5)


@test_of("attention_scores", points=1)
def scaled_scores(student, rng):
    """the scores are dot products divided by the root of d_k"""
    n_q, n_k, d_k = sizes(rng, 3)
    Q, K = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    expect_close(student.attention_scores(Q, K), reference.attention_scores(Q, K), "the scores")


@test_of("attention_scores", points=0.5)
def unscaled_scores(student, rng):
    """with scale=False the scores are plain dot products"""
    n_q, n_k, d_k = sizes(rng, 3)
    Q, K = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    expect_close(student.attention_scores(Q, K, scale=False), reference.attention_scores(Q, K, False), "the scores")


@test_of("attention_scores", points=1)
def scores_keep_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample has the scores that it has alone"""
    n_q, n_k, d_k, batch = sizes(rng, 4)
    for leading, scale in [((batch,), True), ((batch, 4), True), ((n_q,), True), ((2, 1, 3), True), ((batch,), False)]:
        Q, K = rng.normal(size=(*leading, n_q, d_k)), rng.normal(size=(*leading, n_k, d_k))
        keywords = {} if scale else {"scale": False}
        scores = expect_shape(student.attention_scores(Q, K, **keywords), (*leading, n_q, n_k), "the scores")
        for index in first_and_last(leading):
            alone = student.attention_scores(Q[index], K[index], **keywords)
            expect_proportional(alone, reference.attention_scores(Q[index], K[index]), "the scores")
            expect_close(scores[index], alone, "the scores of one sample")


@test_of("attention_scores", points=0.5)
def scores_of_whole_numbers(student, rng):
    """whole numbers give fractional scores, and inputs stay as they were"""
    n_q, n_k, d_k = sizes(rng, 3)
    Q, K = rng.integers(1, 6, size=(n_q, d_k)), rng.integers(1, 6, size=(n_k, d_k))
    expect_proportional(student.attention_scores(Q, K), reference.attention_scores(Q, K), "the scores")
    expect_inputs_unchanged(student)
    Q, K = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    expect_proportional(student.attention_scores(Q, K, scale=True), reference.attention_scores(Q, K), "the scores")
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- softmax: 4 points


@test_of("softmax", points=1)
def weights_along_the_last_axis(student, rng):
    """each row of weights is its exponentials divided by their sum"""
    x = rng.normal(size=tuple(sizes(rng, 2)))
    expect_close(student.softmax(x), reference.softmax(x), "the weights")


@test_of("softmax", points=1)
def weights_along_a_chosen_axis(student, rng):
    """the weights sum to one along the axis that is asked for, counted from either end"""
    a, b, c = sizes(rng, 3)
    for shape, axis in [((a, b), 0), ((a, a), 0), ((a, b, c), 1), ((a, b, c), -2), ((a, b, c), 0), ((a, b, c), 2)]:
        x = rng.normal(size=shape)
        expect_close(student.softmax(x, axis=axis), reference.softmax(x, axis), "the weights")


@test_of("softmax", points=1)
def weights_stay_finite(student, rng):
    """any finite scores give finite weights: huge ones, hugely negative ones, both in one array"""
    x = rng.normal(size=(4, 3))
    shifts = rng.uniform(800, 2000, size=4) * np.array([1.0, -1.0, 1.0, -1.0])
    x = x + shifts[:, np.newaxis]
    x[2, 0] = 1e5  # far above the mean of its row
    expect_close(student.softmax(x), reference.softmax(x), "the weights", rtol=1e-4)
    for size in (800.0, 1e300):
        x = np.array([[size, -size, size / 2], [-size, -size, -size]])
        expect_close(student.softmax(x), reference.softmax(x), "the weights")
    x = rng.uniform(800, 2000, size=(2, 3, 4))
    expect_close(student.softmax(x), reference.softmax(x), "the weights", rtol=1e-4)


@test_of("softmax", points=0.5)
def weights_of_any_rank(student, rng):
    """one axis, three or four: without an axis, the last one sums to one"""
    a, b, c = sizes(rng, 3)
    for shape in [(a,), (a, b, c), (b, a, 2, c), (c, a, a)]:
        x = rng.normal(size=shape)
        expect_close(student.softmax(x), reference.softmax(x), "the weights")


@test_of("softmax", points=0.5)
def weights_of_whole_numbers(student, rng):
    """whole numbers and single precision work too, and the input stays as it was"""
    shape = tuple(sizes(rng, 2))
    whole, single = rng.integers(-3, 4, size=shape), rng.normal(size=shape).astype(np.float32)
    for x, tolerance in [(whole, {}), (single, FLOAT32_TOLERANCE), (rng.normal(size=shape), {})]:
        expect_close(student.softmax(x), reference.softmax(x), "the weights", **tolerance)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- scaled_dot_product_attention: 6 points


def results(student, Q, K, V, mask=None):
    """Return the output, and the weights where they come too, in whichever order they came."""
    value = student.scaled_dot_product_attention(Q, K, V, **({} if mask is None else {"mask": mask}))
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return expect_array(value, "the output"), None
    first, second = expect_array(value[0], "the output"), expect_array(value[1], "the weights")
    came_second = second.shape == (*Q.shape[:-1], V.shape[-1]) and first.shape != second.shape
    return (second, first) if came_second else (first, second)


def own_weights(student, Q, K, mask=None):
    """Return the weights that the function really averages with, read off its output for V = identity.

    They must be weights at all, and rank the keys as the dot products do: whatever the scale, that
    holds, so a test that builds on them asks for its own property only.
    """
    n_k = K.shape[-2]
    V = np.broadcast_to(np.eye(n_k), (*K.shape[:-2], n_k, n_k)).copy()
    weights = expect_shape(results(student, Q, K, V, mask)[0], (*Q.shape[:-1], n_k), "the output")
    if mask is None:
        expect_close(weights.sum(axis=-1), np.ones(Q.shape[:-1]), "the sum of each query's weights")
        order = np.argsort(reference.attention_scores(Q, K), axis=-1)
        ranked = np.diff(np.take_along_axis(weights, order, axis=-1), axis=-1)
        follows = (ranked > -1e-6).all() and np.ptp(weights, axis=-1).min() > 1e-3
        expect(bool(follows), "the better a key matches a query, the larger its weight should be")
    return weights


def same_kind(returned, weights):
    """Tell whether the returned weights are those that the output is made with.

    Where they are not, that costs the item about the two results, and no other.
    """
    return returned is not None and returned.shape == weights.shape and np.allclose(returned, weights, atol=1e-6)


def masked(weights, mask):
    """Hide keys from weights: zero them and let the rest of each row sum to one."""
    visible = weights * mask
    return visible / visible.sum(axis=-1, keepdims=True)


def attention_inputs(rng, *leading):
    """Draw Q, K and V of which all sizes differ; at least three keys."""
    n_k = int(rng.choice([5, 6, 7]))
    n_q, d_k, d_v = (int(size) for size in rng.permutation([2, 3, 8]))
    return (rng.normal(size=(*leading, *shape)) for shape in [(n_q, d_k), (n_k, d_k), (n_k, d_v)])


@test_of("scaled_dot_product_attention", points=0.5)
def output_then_weights(student, rng):
    """two results are returned: first the output, then the weights"""
    Q, K, V = attention_inputs(rng)
    output, weights = expect_pair(student.scaled_dot_product_attention(Q, K, V), "output", "weights")
    expect_shape(output, (Q.shape[0], V.shape[1]), "the first result, the output,")
    weights = expect_shape(weights, (Q.shape[0], K.shape[0]), "the second result, the weights,")
    expect_close(output, weights @ V, "the output, compared with the returned weights times V,")
    own_weights(student, Q, K)


@test_of("scaled_dot_product_attention", points=1.5)
def values_of_attention(student, rng):
    """the weights are the softmax of the scaled scores, and the output is their average of the values"""
    Q, K, V = attention_inputs(rng)
    expected, expected_weights = reference.scaled_dot_product_attention(Q, K, V)
    output, weights = results(student, Q, K, V)
    expect_close(output, expected, "the output")
    if weights is not None:
        expect_close(weights, expected_weights, "the weights")


@test_of("scaled_dot_product_attention", points=1)
def masked_keys_get_no_weight(student, rng):
    """where the mask is False the weight is 0, and the rest of the row still sums to one"""
    Q, K, V = attention_inputs(rng)
    plain = own_weights(student, Q, K)
    n_q, n_k = plain.shape
    unmasked = results(student, Q, K, V)[1]
    for mask in (random_mask(rng, n_q, n_k), np.tri(n_q, n_k, 1, dtype=bool), random_mask(rng, n_k)):
        expected = masked(plain, mask)
        expect_close(own_weights(student, Q, K, mask), expected, "the weights under a mask", atol=1e-6)
        returned = results(student, Q, K, V, mask)[1]
        expect((returned is None) == (unmasked is None), "with a mask, as much should be returned as without")
        if same_kind(unmasked, plain):
            expect_close(returned, expected, "the returned weights under a mask")
    square, mask = rng.normal(size=(n_k, Q.shape[1])), random_mask(rng, n_k, n_k)  # as many queries as keys
    expected = masked(own_weights(student, square, K), mask)
    expect_close(own_weights(student, square, K, mask), expected, "the weights under a mask")
    # The hidden key has the best score by far; one feature, so that there is no scale to get wrong.
    Q, K = np.ones((2, 1)), np.concatenate([[0.0], rng.uniform(-85, -80, size=4)])[:, np.newaxis]
    V, mask = rng.normal(size=(5, 3)), np.array([False, True, True, True, True])
    expected = reference.scaled_dot_product_attention(Q, K, V, mask)[0]
    expect_close(results(student, Q, K, V, mask)[0], expected, "the output", rtol=1e-3, atol=1e-3)


@test_of("scaled_dot_product_attention", points=1)
def attention_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample attends within itself"""
    for leading in [(4,), (4, 2), (2, 1, 3)]:
        Q, K, V = attention_inputs(rng, *leading)
        weights = own_weights(student, Q, K)
        output, returned = results(student, Q, K, V)
        expect_close(output, weights @ V, "the output")
        first = (0,) * len(leading)
        if same_kind(results(student, Q[first], K[first], V[first])[1], weights[first]):
            expect_close(returned, weights, "the returned weights")
        for index in first_and_last(leading):
            expect_close(weights[index], own_weights(student, Q[index], K[index]), "the weights of one sample")


@test_of("scaled_dot_product_attention", points=0.5)
def masks_of_samples(student, rng):
    """a mask may differ from sample to sample, or be shared by all"""
    Q, K, _ = attention_inputs(rng, 4, 2)
    n_q, n_k = Q.shape[-2], K.shape[-2]
    plain = own_weights(student, Q, K)
    for shape in [(4, 1, 1, n_k), (4, 2, n_q, n_k), (n_q, n_k), (n_k,)]:
        mask = random_mask(rng, *shape)
        expect_close(own_weights(student, Q, K, mask), masked(plain, mask), "the weights under a mask", atol=1e-6)
    Q, K, mask = Q[:, 0], K[:, 0], random_mask(rng, 4, 1, n_k)
    expect_close(own_weights(student, Q, K, mask), masked(plain[:, 0], mask), "the weights under a mask", atol=1e-6)


@test_of("scaled_dot_product_attention", points=0.5)
def attention_with_huge_scores(student, rng):
    """huge scores give finite results"""
    nearest = rng.integers(5, size=3)
    Q, K, V = 300.0 * np.eye(5)[nearest] + rng.normal(size=(3, 5)), 300.0 * np.eye(5), rng.normal(size=(5, 2))
    expect_close(results(student, Q, K, V)[0], V[nearest], "the output", rtol=1e-3, atol=1e-3)
    mask = np.eye(5, k=1, dtype=bool)[nearest] | np.eye(5, dtype=bool)[nearest]
    expect(bool(np.isfinite(results(student, Q, K, V, mask)[0]).all()), "the output under a mask should be finite")


@test_of("scaled_dot_product_attention", points=1)
def attention_leaves_inputs_alone(student, rng):
    """whole numbers and single precision work too, and inputs stay as they were"""
    Q, K, V = attention_inputs(rng)
    mask = random_mask(rng, Q.shape[0], K.shape[0])
    single = [array.astype(np.float32) for array in (Q, K, V)]
    expect_close(results(student, *single)[0], own_weights(student, Q, K) @ V, "the output", **FLOAT32_TOLERANCE)
    for keywords in ({}, {"mask": mask}):
        results(student, Q, K, V, **keywords)
        expect_inputs_unchanged(student)
    Q, K, V = (rng.integers(-2, 3, size=array.shape) for array in (Q, K, V))
    output = results(student, Q, K, V, mask)[0]
    expect_inputs_unchanged(student)
    fractional = results(student, Q * 1.0, K * 1.0, V * 1.0, mask)[0]
    expect_close(output, fractional, "the output for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- kernel_regression: 2 points


def regression_inputs(rng):
    """Draw queries and training points, in no order, of different number."""
    m, n = sizes(rng, 2)
    return rng.uniform(-3, 3, size=m), rng.uniform(-3, 3, size=n), rng.normal(size=n)


@test_of("kernel_regression", points=0.5)
def predictions_with_bandwidth_one(student, rng):
    """predictions average y_train with Gaussian weights, the bandwidth being 1"""
    x, x_train, y_train = regression_inputs(rng)
    expected = reference.kernel_regression(x, x_train, y_train)
    expect_close(student.kernel_regression(x, x_train, y_train), expected, "the predictions")


@test_of("kernel_regression", points=0.5)
def predictions_with_any_bandwidth(student, rng):
    """the bandwidth is the width of the Gaussian"""
    x, x_train, y_train = regression_inputs(rng)
    for bandwidth in rng.uniform([0.4, 1.5], [0.7, 3.0]):
        expected = reference.kernel_regression(x, x_train, y_train, float(bandwidth))
        expect_close(student.kernel_regression(x, x_train, y_train, float(bandwidth)), expected, "the predictions")


@test_of("kernel_regression", points=0.5)
def predictions_far_from_every_point(student, rng):
    """far from every training point the prediction is the nearest one's value"""
    x_train = rng.permutation(np.arange(5)) + rng.uniform(-0.2, 0.2, size=5)
    y_train = rng.normal(size=5)
    x = rng.uniform([100.0, -200.0, 6.0], [200.0, -100.0, 7.0])
    expected = y_train[np.abs(x[:, np.newaxis] - x_train).argmin(axis=1)]
    expect_close(student.kernel_regression(x, x_train, y_train, bandwidth=0.1), expected, "the predictions")


@test_of("kernel_regression", points=0.5)
def predictions_at_training_points(student, rng):
    """at a training point, with a small bandwidth, the prediction is its value; whole numbers work; inputs stay"""
    x_train, y_train = rng.permutation(6), rng.integers(-5, 6, size=6)
    x = rng.permutation(6)[:4]
    expected = y_train[(x[:, np.newaxis] == x_train).argmax(axis=1)]
    expect_close(student.kernel_regression(x, x_train, y_train, bandwidth=0.1), expected, "the predictions")
    half = x[:2] + 0.5  # half-way between two neighbours, so their mean, except at the ends
    between = np.array([y_train[np.abs(x_train - place) <= 0.5].mean() for place in half])
    expect_close(student.kernel_regression(half, x_train, y_train, bandwidth=0.1), between, "the predictions")
    expect_inputs_unchanged(student)
    whole = student.kernel_regression(x, x_train, y_train)
    expect_close(
        whole, student.kernel_regression(x * 1.0, x_train * 1.0, y_train * 1.0), "the predictions of whole numbers"
    )


# ---------------------------------------------------------------------- softmax_jacobian: 3 points


@test_of("softmax_jacobian", points=1)
def jacobian_of_one_vector(student, rng):
    """for one vector of weights, the result is diag(p) - p p^T"""
    p = rng.dirichlet(np.ones(next(sizes(rng, 1))))
    expect_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobian")


@test_of("softmax_jacobian", points=1)
def jacobian_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them"""
    n, batch, heads = sizes(rng, 3)
    for leading in [(batch,), (n,), (batch, heads), (n, n), (2, 1, 3)]:
        p = rng.dirichlet(np.ones(n), leading)
        expect_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobian")
        expect_inputs_unchanged(student)


@test_of("softmax_jacobian", points=0.5)
def jacobian_matches_differences(student, rng):
    """it is the derivative of the softmax: small steps of the scores move the weights as it says"""
    n = next(sizes(rng, 1))
    x, step = rng.normal(size=n), 1e-5
    columns = [(reference.softmax(x + step * e) - reference.softmax(x - step * e)) / (2 * step) for e in np.eye(n)]
    p = reference.softmax(x)
    expect_close(student.softmax_jacobian(p), np.stack(columns, axis=-1), "the Jacobian")
    expect_inputs_unchanged(student)


@test_of("softmax_jacobian", points=0.5)
def jacobian_of_saturated_weights(student, rng):
    """a weight of 1 gives zeros, equal weights do not; single precision works too"""
    n = next(sizes(rng, 1))
    certain = np.eye(n)[rng.integers(n)]
    for p in (certain, np.full(n, 1 / n), rng.dirichlet(np.ones(n)).astype(np.float32)):
        tolerance = FLOAT32_TOLERANCE if p.dtype == np.float32 else {}
        expect_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobian", **tolerance)


# ---------------------------------------------------------------------- gradient_norm: 2 points


@test_of("gradient_norm", points=1)
def gradient_norm_of_scaled_scores(student, rng):
    """the mean over the queries of the Frobenius norm of the Jacobian, at the scaled scores"""
    n_q, n_k, d_k = sizes(rng, 3)
    Q, K = 2 * rng.normal(size=(n_q, d_k)) * np.linspace(0.1, 2, n_q)[:, np.newaxis], rng.normal(size=(n_k, d_k))
    expect_close(student.gradient_norm(Q, K), reference.gradient_norm(Q, K), "the gradient norm")


@test_of("gradient_norm", points=0.5)
def gradient_norm_of_unscaled_scores(student, rng):
    """with scale=False it is taken at the unscaled scores"""
    n_q, n_k, d_k = sizes(rng, 3)
    Q, K = rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k))
    expected = reference.gradient_norm(Q, K, scale=False)
    expect_close(student.gradient_norm(Q, K, scale=False), expected, "the gradient norm")
    expect_inputs_unchanged(student)


@test_of("gradient_norm", points=0.5)
def gradient_norm_over_all_samples(student, rng):
    """with leading axes it is one number, over all queries of all samples; inputs stay as they were"""
    n_q, n_k, batch = sizes(rng, 3)
    for leading in [(batch,), (batch, 4)]:
        Q, K = (
            rng.normal(size=(*leading, n_q, 1)),
            rng.normal(size=(*leading, n_k, 1)),
        )  # d_k = 1: no scale to get wrong
        expect_close(student.gradient_norm(Q, K), reference.gradient_norm(Q, K), "the gradient norm")
        expect_inputs_unchanged(student)
