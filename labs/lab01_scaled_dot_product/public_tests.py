"""What the checks of Lab 1 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose, and none that could stand under
a root is a square: no number can be taken for another.
"""

import numpy as np

from attn_course.attention import scaled_dot_product as reference
from attn_course.checking import (
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    numbers,
    test_of,
)

# ---------------------------------------------------------------------- attention_scores


@test_of("attention_scores")
def scores_of_two_queries_and_four_keys(student, rng):
    """entry [i, j] is the dot product of query i with key j, divided by the root of d_k"""
    Q, K = numbers(rng, 2, 3), numbers(rng, 5, 3)
    expect_close(student.attention_scores(Q, K), reference.attention_scores(Q, K), "the scores")


@test_of("attention_scores")
def scores_without_the_scale(student, rng):
    """with scale=False, entry [i, j] is the plain dot product"""
    Q, K = numbers(rng, 2, 3), numbers(rng, 5, 3)
    expect_close(student.attention_scores(Q, K, scale=False), reference.attention_scores(Q, K, False), "the scores")


@test_of("attention_scores")
def scores_with_leading_axes(student, rng):
    """leading axes, such as a batch or heads, are kept: each sample has scores of its own"""
    for leading in [(2,), (2, 4)]:
        Q, K = numbers(rng, *leading, 3, 5), numbers(rng, *leading, 7, 5)
        expect_close(student.attention_scores(Q, K), reference.attention_scores(Q, K), "the scores")


@test_of("attention_scores")
def scores_of_integers(student, rng):
    """whole numbers give fractional scores, and Q and K are left as they were"""
    for scale in (True, False):
        Q, K = rng.integers(1, 5, size=(2, 3)), rng.integers(1, 5, size=(5, 3))
        scores = student.attention_scores(Q, K, scale=scale)
        expect_close(scores, reference.attention_scores(Q, K, scale), "the scores")
        expect_inputs_unchanged(student)
    Q, K = numbers(rng, 2, 3), numbers(rng, 5, 3)
    student.attention_scores(Q, K)
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- softmax


@test_of("softmax")
def weights_of_each_row(student, rng):
    """along the last axis, the weights are the exponentials divided by their sum"""
    x = numbers(rng, 2, 3)
    expect_close(student.softmax(x), reference.softmax(x), "the weights")


@test_of("softmax")
def weights_along_any_axis(student, rng):
    """the weights sum to one along the axis that is asked for, counted from either end"""
    for shape, axis in [((2, 3), 0), ((3, 3), 0), ((2, 3, 4), 1), ((2, 3, 4), -3), ((2, 3, 4), -1)]:
        x = numbers(rng, *shape)
        expect_close(student.softmax(x, axis=axis), reference.softmax(x, axis), "the weights")


@test_of("softmax")
def weights_of_huge_scores(student, rng):
    """huge scores, positive and negative, give finite weights"""
    x = np.array([[1000.0, 1001.0, 1002.0], [-1002.0, -1001.0, -1000.0], [0.0, 0.0, 3000.0]])
    expect_close(student.softmax(x), reference.softmax(x), "the weights")


@test_of("softmax")
def weights_for_any_number_of_axes(student, rng):
    """one axis, three axes or four: without an `axis`, the last one sums to one"""
    for shape in [(4,), (2, 3, 4), (2, 3, 2, 4), (3, 3)]:
        x = numbers(rng, *shape)
        expect_close(student.softmax(x), reference.softmax(x), "the weights")


@test_of("softmax")
def weights_of_integers(student, rng):
    """whole numbers give fractional weights, and x is left as it was"""
    x = rng.integers(-2, 3, size=(2, 4))
    expect_close(student.softmax(x), reference.softmax(x), "the weights")
    expect_inputs_unchanged(student)
    student.softmax(numbers(rng, 2, 4))
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- scaled_dot_product_attention


def attend_as_expected(student, Q, K, V, mask=None):
    """Compare both results of one call with the reference."""
    keywords = {} if mask is None else {"mask": mask}
    output, weights = expect_pair(student.scaled_dot_product_attention(Q, K, V, **keywords), "output", "weights")
    expected_output, expected_weights = reference.scaled_dot_product_attention(Q, K, V, mask)
    expect_shape(output, expected_output.shape, "the output, which is returned first,")
    expect_close(weights, expected_weights, "the weights, which are returned second,")
    expect_close(output, expected_output, "the output")


@test_of("scaled_dot_product_attention")
def output_and_weights(student, rng):
    """the weights are the softmax of the scaled scores, and the output averages the values with them"""
    attend_as_expected(student, numbers(rng, 2, 3), numbers(rng, 5, 3), numbers(rng, 5, 6))


@test_of("scaled_dot_product_attention")
def hidden_keys_get_no_weight(student, rng):
    """where the mask is False the weight is 0, and the other weights of the row still sum to one"""
    mask = np.array([[True, False, True, True, True], [False, True, True, False, True]])
    attend_as_expected(student, numbers(rng, 2, 3), numbers(rng, 5, 3), numbers(rng, 5, 6), mask)


@test_of("scaled_dot_product_attention")
def one_mask_for_all_queries(student, rng):
    """a mask of shape (n_k,) hides the same keys from every query"""
    mask = np.array([True, False, True, True, False])
    for n_q in (5, 2):  # with as many queries as keys, a mask of queries would give no error
        Q, K, V = numbers(rng, n_q, 3), numbers(rng, 5, 3), numbers(rng, 5, 6)
        attend_as_expected(student, Q, K, V, mask)


@test_of("scaled_dot_product_attention")
def samples_of_a_batch(student, rng):
    """leading axes are kept: each sample attends within itself"""
    for leading in [(3,), (3, 2)]:
        Q, K, V = numbers(rng, *leading, 2, 3), numbers(rng, *leading, 5, 3), numbers(rng, *leading, 5, 6)
        attend_as_expected(student, Q, K, V)


@test_of("scaled_dot_product_attention")
def masks_of_a_batch(student, rng):
    """a mask may differ from sample to sample, with shape (batch, 1, n_k), or be shared by all"""
    Q, K, V = numbers(rng, 2, 3, 6), numbers(rng, 2, 5, 6), numbers(rng, 2, 5, 7)
    padding = np.arange(5) < np.array([3, 5])[:, None]
    for mask in (padding[:, None, :], np.tri(3, 5, 2, dtype=bool)):
        attend_as_expected(student, Q, K, V, mask)
    Q, K, V = (array[:, None] for array in (Q, K, V))  # (batch, n, d) -> (batch, 1, n, d): one head
    attend_as_expected(student, Q, K, V, padding[:, None, None, :])


@test_of("scaled_dot_product_attention")
def huge_scores(student, rng):
    """huge scores give finite weights"""
    Q, K, V = np.array([[40.0, 0.0], [0.0, 40.0]]), np.array([[50.0, 1.0], [1.0, 30.0], [0.0, 0.0]]), numbers(rng, 3, 4)
    attend_as_expected(student, Q, K, V)
    attend_as_expected(student, Q, K, V, np.array([[True, False, True], [True, True, False]]))


@test_of("scaled_dot_product_attention")
def whole_numbers_and_inputs(student, rng):
    """whole numbers give fractional results, and Q, K, V and the mask are left as they were"""
    Q, K, V = (rng.integers(-2, 3, size=shape) for shape in [(2, 3), (5, 3), (5, 6)])
    mask = np.array([[True, False, True, True, True], [False, True, True, False, True]])
    attend_as_expected(student, Q, K, V, mask)
    expect_inputs_unchanged(student)
    for keywords in ({}, {"mask": mask}):
        student.scaled_dot_product_attention(numbers(rng, 2, 3), numbers(rng, 5, 3), numbers(rng, 5, 6), **keywords)
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- kernel_regression


@test_of("kernel_regression")
def predictions_between_points(student, rng):
    """each prediction averages y_train, weighted by a softmax of -(x - x_i)^2 / 2 over the training points"""
    x, x_train, y_train = np.array([0.5, 3.0]), np.array([0.0, 1.0, 2.5]), np.array([1.0, 3.0, -2.0])
    expected = reference.kernel_regression(x, x_train, y_train)
    expect_close(student.kernel_regression(x, x_train, y_train), expected, "the predictions")


@test_of("kernel_regression")
def predictions_with_other_bandwidths(student, rng):
    """a small bandwidth looks at near points only, a large one at all of them"""
    x, x_train, y_train = numbers(rng, 2), numbers(rng, 4), numbers(rng, 4)
    for bandwidth in (0.5, 2.0):
        expected = reference.kernel_regression(x, x_train, y_train, bandwidth)
        expect_close(student.kernel_regression(x, x_train, y_train, bandwidth=bandwidth), expected, "the predictions")


@test_of("kernel_regression")
def predictions_far_away(student, rng):
    """far from every training point, the prediction is the nearest one's value"""
    x, x_train, y_train = np.array([100.0, -100.0, 7.5]), np.array([1.0, 0.0]), np.array([3.0, 5.0])
    expected = reference.kernel_regression(x, x_train, y_train, 0.1)
    expect_close(student.kernel_regression(x, x_train, y_train, bandwidth=0.1), expected, "the predictions")


@test_of("kernel_regression")
def predictions_from_whole_numbers(student, rng):
    """whole numbers in any order, also at a training point, give fractional predictions; inputs stay as they were"""
    x, x_train, y_train = np.array([2, 0]), np.array([4, 1, 2]), np.array([3, 5, 4])
    expected = reference.kernel_regression(x, x_train, y_train)
    expect_close(student.kernel_regression(x, x_train, y_train), expected, "the predictions")
    expect_inputs_unchanged(student)
    student.kernel_regression(numbers(rng, 3), numbers(rng, 4), numbers(rng, 4))
    expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- softmax_jacobian


@test_of("softmax_jacobian")
def jacobian_of_three_weights(student, rng):
    """entry [i, j] is p_i (1 - p_i) on the diagonal and -p_i p_j elsewhere"""
    p = np.array([0.2, 0.3, 0.5])
    expected = [[0.16, -0.06, -0.1], [-0.06, 0.21, -0.15], [-0.1, -0.15, 0.25]]
    expect_close(student.softmax_jacobian(p), expected, "the Jacobian")


@test_of("softmax_jacobian")
def jacobians_of_a_batch(student, rng):
    """leading axes are kept: (..., n) becomes (..., n, n)"""
    for shape in [(2, 3), (3, 3), (2, 3, 4)]:
        p = rng.dirichlet(np.ones(shape[-1]), shape[:-1])
        expect_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobian")


@test_of("softmax_jacobian")
def jacobian_of_certainty(student, rng):
    """a weight of exactly 1 has a Jacobian of zeros, equal weights have not; p is left as it was"""
    for p in (np.array([0.0, 1.0, 0.0]), np.full(4, 0.25)):
        expect_close(student.softmax_jacobian(p), reference.softmax_jacobian(p), "the Jacobian")
        expect_inputs_unchanged(student)


# ---------------------------------------------------------------------- gradient_norm


@test_of("gradient_norm")
def norm_of_scaled_scores(student, rng):
    """one number: the mean over the queries of the Frobenius norm of each query's Jacobian"""
    Q, K = 2 * numbers(rng, 2, 3), numbers(rng, 5, 3)
    expect_close(student.gradient_norm(Q, K), reference.gradient_norm(Q, K), "the gradient norm")


@test_of("gradient_norm")
def norm_of_unscaled_scores(student, rng):
    """with scale=False the scores are not divided by the root of d_k"""
    Q, K = numbers(rng, 2, 3), numbers(rng, 5, 3)
    expected = reference.gradient_norm(Q, K, scale=False)
    expect_close(student.gradient_norm(Q, K, scale=False), expected, "the gradient norm")


@test_of("gradient_norm")
def norm_with_leading_axes(student, rng):
    """with leading axes, it is still one number: the mean over all queries of all samples"""
    for leading in [(3,), (2, 3)]:
        Q, K = numbers(rng, *leading, 2, 3), numbers(rng, *leading, 5, 3)
        expect_close(student.gradient_norm(Q, K), reference.gradient_norm(Q, K), "the gradient norm")
        expect_inputs_unchanged(student)
