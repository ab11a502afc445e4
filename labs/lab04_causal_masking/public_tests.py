"""What the checks of Lab 4 run. Read it if you like: the inputs are small enough to follow by hand.

Every test is a function of ``student``, which calls your functions, and ``rng``, which makes
numbers; its docstring states the property. Sizes differ on purpose: no number can be taken for
another.
"""

import numpy as np

from attn_course.attention import causal_masking as reference
from attn_course.attention import scaled_dot_product_attention
from attn_course.checking import (
    PublicFunction,
    SeededGenerator,
    expect,
    expect_array,
    expect_boolean,
    expect_close,
    expect_inputs_unchanged,
    expect_pair,
    expect_shape,
    numbers,
    test_of,
)

# ---------------------------------------------------------------------- create_causal_mask


@test_of("create_causal_mask")
def mask_of_three_tokens(student, rng):
    """token 0 sees itself, token 1 sees two, token 2 sees all three: True on and below the diagonal"""
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    expect_close(student.create_causal_mask(3), expected, "the mask")


@test_of("create_causal_mask")
def masks_of_other_lengths(student, rng):
    """the mask is as large as the sequence is long"""
    for n in (1, 2, 6):
        expect_close(student.create_causal_mask(n), reference.create_causal_mask(n), "the mask")


@test_of("create_causal_mask")
def mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.create_causal_mask(4), "the mask")


# ---------------------------------------------------------------------- apply_causal_mask


def expect_masked(value, scores, mask):
    """Demand the visible scores as they were, and at most -1e8 (or minus infinity) for hidden ones."""
    masked = expect_shape(value, scores.shape, "the result")
    mask = np.broadcast_to(mask, scores.shape)
    expect(not np.isnan(masked).any(), "the result should be free of NaN")
    low = masked[~mask].max(initial=-np.inf)
    expect(low <= -1e8, "the score of a hidden pair is too large: at most -1e8 is asked for")
    expect_close(
        np.where(mask, masked, 0), np.where(mask, scores, 0), "the scores of visible pairs (0 stands for hidden)"
    )


@test_of("apply_causal_mask")
def scores_of_three_tokens(student, rng):
    """under a causal mask, scores of the past stay and those of the future become very small"""
    scores, mask = numbers(rng, 3, 3), reference.create_causal_mask(3)
    expect_masked(student.apply_causal_mask(scores, mask), scores, mask)


@test_of("apply_causal_mask")
def scores_under_another_mask(student, rng):
    """any mask may come, also one that is not causal, not square, or the same for all queries"""
    for mask in (
        np.array([[False, True, True, False], [True, False, True, True]]),
        np.array([True, False, True, False]),
        np.array([[True, True, False, True], [False, True, True, True], [True] * 4, [False, False, True, True]]),
    ):
        scores = numbers(rng, 2 if mask.ndim == 1 else len(mask), 4)
        expect_masked(student.apply_causal_mask(scores, mask), scores, mask)


@test_of("apply_causal_mask")
def scores_of_a_batch(student, rng):
    """leading axes are kept, under one mask for all samples and under one for each"""
    for leading in [(3,), (2, 3)]:
        scores, mask = numbers(rng, *leading, 4, 4), reference.create_causal_mask(4)
        expect_masked(student.apply_causal_mask(scores, mask), scores, mask)
    scores, mask = numbers(rng, 3, 2, 4), reference.padding_mask(np.array([3, 1, 4]), 4)
    expect_masked(student.apply_causal_mask(scores, mask), scores, mask)


@test_of("apply_causal_mask")
def scores_are_left_alone(student, rng):
    """a new array comes back, of whole numbers too, and scores and mask are left as they were"""
    mask = reference.create_causal_mask(3)
    for scores in (numbers(rng, 3, 3), rng.integers(-5, 6, size=(3, 3))):
        masked = student.apply_causal_mask(scores, mask)
        expect_inputs_unchanged(student)
        expect_masked(masked, scores, mask)


# ---------------------------------------------------------------------- causal_mask


@test_of("causal_mask")
def new_queries_see_the_cache(student, rng):
    """query i sees key j where j <= i + n_k - n_q: the last query sees every key"""
    expected = [[True, True, True, False, False], [True, True, True, True, False], [True] * 5]
    expect_close(student.causal_mask(3, 5), expected, "the mask for 3 queries and 5 keys")
    expect_close(student.causal_mask(1, 4), [[True] * 4], "the mask for 1 query and 4 keys")
    expect_close(student.causal_mask(2, 7), reference.causal_mask(2, 7), "the mask for 2 queries and 7 keys")


@test_of("causal_mask")
def as_many_queries_as_keys(student, rng):
    """with as many queries as keys it is the square mask of task 1"""
    for n in (3, 1):
        expect_close(student.causal_mask(n, n), reference.create_causal_mask(n), f"the mask for {n} queries and keys")


@test_of("causal_mask")
def rectangular_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.causal_mask(2, 5), "the mask")


# ---------------------------------------------------------------------- padding_mask


@test_of("padding_mask")
def three_sequences(student, rng):
    """the first `length` places of a sequence are True; the shape is (batch, 1, max_length)"""
    mask = student.padding_mask(np.array([2, 4, 1]), 5)
    expect_close(mask, [[[1, 1, 0, 0, 0]], [[1, 1, 1, 1, 0]], [[1, 0, 0, 0, 0]]], "the mask (1 for True)")


@test_of("padding_mask")
def empty_and_full_sequences(student, rng):
    """a length of 0 hides the whole row, a length of `max_length` hides nothing"""
    lengths = np.array([0, 3])
    expect_close(student.padding_mask(lengths, 3), [[[0, 0, 0]], [[1, 1, 1]]], "the mask (1 for True)")
    expect_inputs_unchanged(student)
    lengths = np.array([1, 0, 2, 5])
    expect_close(student.padding_mask(lengths, 5), reference.padding_mask(lengths, 5), "the mask")


@test_of("padding_mask")
def padding_mask_is_boolean(student, rng):
    """the mask holds booleans, True and False"""
    expect_boolean(student.padding_mask(np.array([1, 3]), 4), "the mask")


# ---------------------------------------------------------------------- combine_masks

ONE = np.array([[True, False, True, False], [True, True, False, False]])
OTHER = np.array([[True, True, False, False], [True, False, False, True]])
THIRD = np.array([[False, True, True, True], [True, True, False, True]])


def expect_nothing(value):
    """Demand None where there is no restriction."""
    expect(value is None, "where no mask restricts anything, None should come back")


@test_of("combine_masks")
def two_masks_and_three(student, rng):
    """the result is True where every mask is True, for any number of masks"""
    for masks in [(ONE, OTHER), (ONE, OTHER, THIRD), (THIRD,), (OTHER, ONE, OTHER, THIRD)]:
        expect_close(student.combine_masks(*masks), reference.combine_masks(*masks), "the mask")
        expect_inputs_unchanged(student)


@test_of("combine_masks")
def masks_are_broadcast(student, rng):
    """masks of different shapes are broadcast together, such as a causal mask and a padding mask"""
    causal, padding = reference.create_causal_mask(3), reference.padding_mask(np.array([1, 3]), 3)
    for masks in [(causal, padding), (padding, causal), (ONE, np.array([True, True, False, True])), (THIRD[0], ONE)]:
        expect_close(student.combine_masks(*masks), reference.combine_masks(*masks), "the mask")
        expect_inputs_unchanged(student)


@test_of("combine_masks")
def none_is_no_restriction(student, rng):
    """None restricts nothing, wherever it stands"""
    for masks in [(ONE, None, OTHER), (None, ONE), (OTHER, None)]:
        expect_close(student.combine_masks(*masks), reference.combine_masks(*masks), "the mask")


@test_of("combine_masks")
def nothing_to_combine(student, rng):
    """without any mask, or with None alone, the result is None"""
    expect_nothing(student.combine_masks(None))
    expect_nothing(student.combine_masks(None, None))
    expect_nothing(student.combine_masks())


@test_of("combine_masks")
def combined_mask_is_boolean(student, rng):
    """the result holds booleans, True and False"""
    expect_boolean(student.combine_masks(ONE, OTHER), "the mask")


# ---------------------------------------------------------------------- masked_softmax


def expect_weights(student, scores, mask, **tolerance):
    """Compare the weights with the reference's."""
    weights = student.masked_softmax(scores, mask)
    expect_close(weights, reference.masked_softmax(np.asarray(scores, dtype=float), mask), "the weights", **tolerance)


@test_of("masked_softmax")
def weights_of_visible_keys(student, rng):
    """the visible keys of each query share one unit of weight, by a softmax; hidden ones get 0"""
    expect_weights(student, numbers(rng, 3, 3), reference.create_causal_mask(3))
    expect_weights(student, numbers(rng, 2, 4), np.array([[True, False, True, True], [True, True, False, False]]))


@test_of("masked_softmax")
def queries_that_see_nothing(student, rng):
    """a query that sees no key gets a row of zeros, and no NaN, in half precision too"""
    for mask in (
        np.array([False] * 3),
        np.array([[False] * 3, [True, False, True]]),
        np.array([[True, True, False], [False] * 3]),
    ):
        expect_weights(student, numbers(rng, 2, 3), mask)
    scores = numbers(rng, 3, 2, 4)
    expect_weights(student, scores, reference.padding_mask(np.array([2, 0, 4]), 4))
    half, mask = numbers(rng, 2, 3).astype(np.float16), np.array([[False] * 3, [True, False, True]])
    expect_weights(student, half, mask, atol=2e-3)


@test_of("masked_softmax")
def hidden_scores_of_any_size(student, rng):
    """the size of a hidden score plays no part, however large it is"""
    mask = np.array([[True, True, False, True], [False, True, True, False]])
    for size in (40.0, 5000.0, 1e12, 1e300):
        scores = numbers(rng, 2, 4)
        expect_weights(student, np.where(mask, scores, size), mask)
        expect_weights(student, np.where(mask, scores, -size), mask)


@test_of("masked_softmax")
def visible_scores_of_any_size(student, rng):
    """large scores, positive and negative, give finite weights"""
    mask = np.array([[True, True, False, True], [True, False, True, True], [False, True, True, True]])
    expect_weights(student, numbers(rng, 3, 4) + np.array([[2000.0], [-2000.0], [-150.0]]), mask)


@test_of("masked_softmax")
def masks_of_all_shapes(student, rng):
    """the mask is broadcast: one row for all queries, one matrix for all samples, one row for each sample"""
    row = np.array([True, False, True, True, False])
    expect_weights(student, numbers(rng, 3, 5), row)
    expect_weights(student, numbers(rng, 2, 5, 5), reference.create_causal_mask(5))
    expect_weights(student, numbers(rng, 2, 3, 5), reference.padding_mask(np.array([5, 2]), 5))
    expect_weights(student, numbers(rng, 2, 3, 4, 5), reference.causal_mask(4, 5))


@test_of("masked_softmax")
def whole_numbers_and_half_precision(student, rng):
    """whole numbers and half precision work too, and the inputs are left as they were"""
    mask = np.array([[True, True, False, True], [True, False, True, True]])
    expect_weights(student, rng.integers(-3, 4, size=(2, 4)), mask)
    expect_inputs_unchanged(student)
    expect_weights(student, numbers(rng, 2, 4), mask)
    expect_inputs_unchanged(student)
    half = np.array([[30.0, 28.5, 60000.0, 29.0], [-30.0, 1.0, -29.0, -28.0]], dtype=np.float16)
    expect_weights(student, half, mask, atol=2e-3)


# ---------------------------------------------------------------------- leaks_future

# Small functions from (n, d) to (n, d), for your detector to judge.
FUNCTIONS = '''def itself(x):
    """Each output is its own input."""
    return x.copy()


def zero(x):
    """Each output is 0."""
    return np.zeros_like(x)


def running_mean(x):
    """Each output is the mean of the inputs so far."""
    return np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None]


def token_before(x):
    """Each output is the input before."""
    return np.concatenate([np.zeros_like(x[:1]), x[:-1]])


def attention(x, ahead):
    """Each output attends to the inputs so far, and to some inputs ahead."""
    seen = np.tri(len(x), k=ahead, dtype=bool)
    scores = np.where(seen, x @ x.T, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ x


def one_more(x, output, other):
    """Each output is its own input; one output has half of another input added."""
    y = x.copy()
    y[output] += 0.5 * x[other]
    return y


def mean_of_all(x, amount):
    """Each output is its own input, with some of the mean of all inputs added."""
    return x + amount * x.mean(axis=0)


def last_feature(x):
    """Each output is its own input; its last feature depends on a later input."""
    y = x.copy()
    y[:, -1] += x[::-1, -1]
    return y


def first_feature(x):
    """Each output is its own input; its first feature depends on the last feature of a later input."""
    y = x.copy()
    y[:, 0] += x[::-1, -1]
    return y


def opposite_signs(x):
    """Each output is its own input; the last input is added to the first and subtracted from the second."""
    y = x.copy()
    y[0] += x[-1]
    y[1] -= x[-1]
    return y


def before_and_next(x):
    """Each output is the input before; the first is the second input."""
    return np.concatenate([x[1:2], x[:-1]])'''.split("\n\n\n")
SOURCES = {source[4 : source.index("(")]: source for source in FUNCTIONS}  # by the name behind `def`


def expect_verdicts(student, *cases, n=5, d=3):
    """Demand True or False for functions of those above; each case is (leaks, name, parameters)."""
    functions = [PublicFunction(SOURCES[name], name, **parameters) for _, name, parameters in cases]

    def ask(attend):
        answer = expect_array(student.leaks_future(attend, n, d, SeededGenerator(7)), "the answer")
        expect(answer.ndim == 0, "the answer should be True or False")
        return bool(answer)

    answers = [ask(attend) for attend in functions]  # all of them: together they show which mistake it is
    for (leaks, _, _), attend, answer in zip(cases, functions, answers, strict=True):
        if answer != leaks:
            ask(attend)  # once more, so that the last call, which the message shows, is this one
        expect(answer == leaks, f"the answer should be {leaks} for this function: {attend.summary.rstrip('.')}")


@test_of("leaks_future")
def attention_with_and_without_a_mask(student, rng):
    """attention to everything leaks; attention under the causal mask does not"""
    expect_verdicts(student, (True, "attention", {"ahead": 4}), (False, "attention", {"ahead": 0}))


@test_of("leaks_future")
def the_present_and_the_past_are_no_leak(student, rng):
    """an output may depend on its own input and on earlier ones, in any way"""
    names = ("itself", "zero", "running_mean", "token_before")
    expect_verdicts(
        student,
        *((False, name, {}) for name in names),
        (False, "one_more", {"output": 4, "other": 0}),
        (True, "before_and_next", {}),
    )


@test_of("leaks_future")
def one_output_looks_ahead(student, rng):
    """one output that looks at one later input is a leak, wherever the two stand"""
    places = [(0, 4), (0, 1), (3, 4), (2, 3), (1, 3), (0, 2), (2, 1)]
    cases = [(other > output, "one_more", {"output": output, "other": other}) for output, other in places]
    expect_verdicts(student, *cases)
    expect_verdicts(student, (True, "one_more", {"output": 2, "other": 6}), n=7, d=2)


@test_of("leaks_future")
def subtle_leaks(student, rng):
    """a look one step ahead, at a mean, in one feature, with opposite signs: all are leaks"""
    expect_verdicts(
        student,
        (True, "attention", {"ahead": 1}),
        (True, "mean_of_all", {"amount": 1.0}),
        (True, "mean_of_all", {"amount": 0.1}),
        (True, "last_feature", {}),
        (True, "first_feature", {}),
        (True, "opposite_signs", {}),
        n=6,
    )


# ---------------------------------------------------------------------- KeyValueCache


def expect_attends(cache, Q, K, V, t):
    """Compare one answer of the cache with the last row of causal attention over t tokens."""
    output, weights = expect_pair(cache.attend(Q[t - 1]), "output", "weights")
    outputs, rows = scaled_dot_product_attention(Q[:t], K[:t], V[:t], reference.create_causal_mask(t))
    expect_close(weights, rows[-1], "the weights, which are returned second,")
    expect_close(output, outputs[-1], "the output, which is returned first,")


@test_of("KeyValueCache")
def tokens_one_by_one(student, rng):
    """after each token the cache gives what the last row of causal attention gives"""
    Q, K, V = numbers(rng, 4, 3), numbers(rng, 4, 3), numbers(rng, 4, 2)
    cache = student.KeyValueCache()
    for t in (1, 2, 3, 4):
        cache.append(K[t - 1], V[t - 1])
        expect_attends(cache, Q, K, V, t)


@test_of("KeyValueCache")
def length_of_a_cache(student, rng):
    """len(cache) is the number of tokens so far, before and after attending"""
    cache, lengths = student.KeyValueCache(), []
    for _ in range(4):
        lengths.append(len(cache))
        cache.append(numbers(rng, 2), numbers(rng, 3))
    cache.attend(numbers(rng, 2))
    lengths.append(len(cache))
    expect(lengths == [0, 1, 2, 3, 4], f"len(cache) before and after each of four tokens was {lengths}")


@test_of("KeyValueCache")
def asked_twice(student, rng):
    """attending only reads: several tokens may come between two questions, and a question may come twice"""
    Q, K, V = numbers(rng, 5, 3), numbers(rng, 5, 3), numbers(rng, 5, 6)
    cache = student.KeyValueCache()
    for t in (1, 2, 3, 4, 5):
        cache.append(K[t - 1], V[t - 1])
        if t in (3, 5):
            for _ in range(2):
                expect_attends(cache, Q, K, V, t)
                expect_inputs_unchanged(student)


@test_of("KeyValueCache")
def two_caches(student, rng):
    """two caches are two texts: what goes into one is not in the other"""
    Q, K, V = numbers(rng, 2, 3, 2), numbers(rng, 2, 3, 2), numbers(rng, 2, 3, 2)
    caches = [student.KeyValueCache(), student.KeyValueCache()]
    for t in (1, 2, 3):
        for text, cache in enumerate(caches):
            cache.append(K[text, t - 1], V[text, t - 1])
            expect_attends(cache, Q[text], K[text], V[text], t)


@test_of("KeyValueCache")
def large_scores_and_whole_numbers(student, rng):
    """large scores give finite weights, and whole numbers work too"""
    Q = np.array([[40.0, 0.0], [0.0, 40.0], [30.0, 30.0]])
    K, V = np.array([[50.0, 1.0], [1.0, 30.0], [40.0, 40.0]]), numbers(rng, 3, 3)
    whole = tuple(rng.integers(-2, 3, size=shape) for shape in [(3, 2), (3, 2), (3, 5)])
    for queries, keys, values in [(Q, K, V), whole]:
        cache = student.KeyValueCache()
        for t in (1, 2, 3):
            cache.append(keys[t - 1], values[t - 1])
            expect_attends(cache, queries, keys, values, t)
