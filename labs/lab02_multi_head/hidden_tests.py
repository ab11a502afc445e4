"""What decides the mark of Lab 2: 20 points, one property an item, fresh numbers every time.

A slip over a convention should cost its own item only. So most items measure a function against
itself (a sample against the same sample alone, a masked token against any other token in its
place), and only the items about values demand the layout of the heads and the scale.

None of this enters the process in which a submission runs.
"""

import numpy as np

from attn_course.attention import multi_head as reference
from attn_course.checking import (
    FLOAT32_TOLERANCE,
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


def expect_differs(one, other, sentence):
    """Demand that two results differ visibly."""
    expect(one.shape != other.shape or float(np.abs(one - other).max()) > 1e-4, sentence)


# ---------------------------------------------------------------------- split_heads: 3 points


def expect_rearranged(value, X, what):
    """Demand the numbers of X, each once, in whatever order and shape."""
    array = expect_array(value, what)
    expect(array.size == X.size, f"{what} should have as many numbers as the input")
    expect_close(np.sort(array, axis=None), np.sort(X, axis=None), f"the sorted numbers of {what}")
    return array


def expect_axes(array, leading, others):
    """Demand the leading axes in front, and as many others as a single sample of larger sizes has."""
    kept = array.shape[: len(leading)] == leading and array.ndim == len(leading) + others
    expect(kept, "leading axes should stay in front, and axes of length 1 where they are")


@test_of("split_heads", points=1.5)
def slices_of_features(student, rng):
    """head h has the features h d_k to (h + 1) d_k of every token, one token a row"""
    n, num_heads, d_k = sizes(rng, 3)
    X = rng.normal(size=(n, num_heads * d_k))
    for heads in (num_heads, d_k, 1, num_heads * d_k):
        expect_close(student.split_heads(X, heads), np.stack(np.split(X, heads, axis=-1)), "the heads")


@test_of("split_heads", points=0.5)
def splitting_keeps_leading_axes(student, rng):
    """leading axes are kept, and axes of length 1: each sample has the heads that it has alone"""
    n, num_heads, d_k, batch = sizes(rng, 4)
    X = rng.normal(size=(n, num_heads * d_k))
    plain = expect_rearranged(student.split_heads(X, num_heads), X, "the heads")
    for leading, tokens in [((batch,), n), ((n,), n), ((batch, 4), n), ((2, 1, 3), n), ((1,), n), ((), 1)]:
        X = rng.normal(size=(*leading, tokens, num_heads * d_k))
        heads = expect_rearranged(student.split_heads(X, num_heads), X, "the heads")
        expect_axes(heads, leading, plain.ndim)
        for index in first_and_last(leading):
            alone = expect_rearranged(student.split_heads(X[index], num_heads), X[index], "the heads")
            expect_close(heads[index], alone, "the heads of one sample")


@test_of("split_heads", points=0.5)
def unfit_numbers_of_heads(student, rng):
    """a number of heads that does not divide d_model, or is below 1, raises a ValueError with a message"""
    X = rng.normal(size=(4, 12))
    unfit = [rng.choice([5, 7, 8, 9, 10, 11]), rng.choice([24, 36]), 0, -1, rng.choice([-2, -3, -4])]
    fit = rng.choice([2, 3, 4, 6], size=rng.integers(2, 5))
    for heads in map(int, rng.permutation([*unfit, *fit])):
        if heads in fit:
            expect_rearranged(student.split_heads(X, heads), X, "the heads")
        else:
            expect_value_error(lambda heads=heads: student.split_heads(X, heads), f"{heads} heads for 12 features")


@test_of("split_heads", points=0.5)
def splitting_leaves_the_input_alone(student, rng):
    """whole numbers and single precision work too, and the input stays as it was"""
    n, num_heads, d_k = sizes(rng, 3)
    whole = rng.integers(-50, 50, size=(n, num_heads * d_k))
    for X in (whole, whole.astype(np.float32) / 3, whole / 7):
        heads = expect_rearranged(student.split_heads(X, num_heads), X, "the heads")
        expect_inputs_unchanged(student)
        again = expect_rearranged(student.split_heads(X.astype(float), num_heads), X, "the heads")
        expect_close(heads, again, "the heads, compared with those of the same numbers as floats,")


# ---------------------------------------------------------------------- merge_heads: 2 points


@test_of("merge_heads", points=1)
def heads_next_to_each_other(student, rng):
    """row t holds head 0's vector of token t, then head 1's, and so on"""
    n, num_heads, d_k = sizes(rng, 3)
    for shape in [(num_heads, n, d_k), (1, n, d_k), (num_heads, n, 1)]:
        X = rng.normal(size=shape)
        expect_close(student.merge_heads(X), np.concatenate(list(X), axis=-1), "the merged heads")


@test_of("merge_heads", points=0.5)
def merging_keeps_leading_axes(student, rng):
    """leading axes are kept, and axes of length 1: each sample is merged as it is alone"""
    n, num_heads, d_k, batch = sizes(rng, 4)
    X = rng.normal(size=(num_heads, n, d_k))
    plain = expect_rearranged(student.merge_heads(X), X, "the merged heads")
    for leading, tokens in [((batch,), n), ((num_heads,), n), ((batch, 4), n), ((2, 1, 3), n), ((1,), n), ((), 1)]:
        X = rng.normal(size=(*leading, num_heads, tokens, d_k))
        merged = expect_rearranged(student.merge_heads(X), X, "the merged heads")
        expect_axes(merged, leading, plain.ndim)
        for index in first_and_last(leading):
            alone = expect_rearranged(student.merge_heads(X[index]), X[index], "the merged heads")
            expect_close(merged[index], alone, "the merged heads of one sample")


@test_of("merge_heads", points=0.5)
def merging_leaves_the_input_alone(student, rng):
    """whole numbers and single precision work too, and the input stays as it was"""
    whole = rng.integers(-50, 50, size=tuple(sizes(rng, 3)))
    for X in (whole, whole.astype(np.float32) / 3, whole / 7):
        merged = expect_rearranged(student.merge_heads(X), X, "the merged heads")
        expect_inputs_unchanged(student)
        again = expect_rearranged(student.merge_heads(X.astype(float)), X, "the merged heads")
        expect_close(merged, again, "the merged heads, compared with those of the same numbers as floats,")


# ---------------------------------------------------------------------- multi_head_attention: 3 points


def output_of(student, Q, K, V, *num_heads):
    """Return the output, of the shape that it should have; weights that came with it are left aside."""
    value = student.multi_head_attention(Q, K, V, *num_heads)
    return expect_shape(value[0] if isinstance(value, tuple) and len(value) == 2 else value, Q.shape, "the output")


def living_output(student, Q, K, V, num_heads):
    """Return the output; demand that it is finite and depends on the inputs."""
    found = output_of(student, Q, K, V, num_heads)
    expect(bool(np.isfinite(found).all()), "the output should be finite")
    changed = output_of(student, Q[..., ::-1, :], K + V, K - V, num_heads)
    expect_differs(found, changed, "the output should depend on the inputs")
    return found


def attention_inputs(rng, *leading, num_heads, n_q=None):
    """Draw Q, K and V of 5 keys; d_k is 2 or 3."""
    d_model = num_heads * int(rng.choice([2, 3]))
    return [rng.normal(size=(*leading, n, d_model)) for n in (n_q or 5, 5, 5)]


def clear_cut_inputs(rng, num_heads, size):
    """Draw Q, K, V and the only sensible output: in each head, each query has one key by far the best."""
    K = np.concatenate([rng.permutation(np.eye(5)) for _ in range(num_heads)], axis=-1)  # d_k is 5
    V, best = rng.normal(size=(5, 5 * num_heads)), rng.integers(5, size=(num_heads, 5))
    heads = list(zip(best, np.split(K, num_heads, axis=-1), np.split(V, num_heads, axis=-1), strict=True))
    Q = size * np.concatenate([keys[chosen] for chosen, keys, _ in heads], axis=-1)
    return Q, K, V, np.concatenate([values[chosen] for chosen, _, values in heads], axis=-1)


@test_of("multi_head_attention", points=1)
def values_of_all_heads(student, rng):
    """each head is scaled dot-product attention with its own slice, scaled by the root of its size"""
    for num_heads in (int(rng.choice([2, 3])), 4):
        Q, K, V = attention_inputs(rng, num_heads=num_heads)
        for heads in (num_heads, Q.shape[-1]):
            expected = reference.multi_head_attention(Q, K, V, heads)
            expect_close(output_of(student, Q, K, V, heads), expected, "the output")


@test_of("multi_head_attention", points=0.5)
def heads_look_for_themselves(student, rng):
    """each head follows its own queries and keys; without `num_heads` there are four; the output alone is returned"""
    for num_heads in (4, 1, int(rng.choice([2, 3]))):
        Q, K, V, expected = clear_cut_inputs(rng, num_heads, 90.0)
        found = student.multi_head_attention(Q, K, V, *([] if num_heads == 4 else [num_heads]))
        expect_close(found, expected, "the output", rtol=1e-3, atol=1e-3)


@test_of("multi_head_attention", points=0.5)
def queries_and_keys_of_other_number(student, rng):
    """there may be more keys than queries or fewer: each query gets what it gets among others"""
    num_heads = int(rng.choice([2, 3, 4]))
    Q, K, V = attention_inputs(rng, num_heads=num_heads, n_q=10)
    halves = np.concatenate([living_output(student, half, K, V, num_heads) for half in (Q[:5], Q[5:])])
    for n_q in (10, 3, 1):
        expect_close(output_of(student, Q[:n_q], K, V, num_heads), halves[:n_q], "the output")


@test_of("multi_head_attention", points=0.5)
def attention_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample attends within itself"""
    num_heads = int(rng.choice([2, 3]))
    for leading in [(num_heads,), (4,), (4, 2), (2, 1, 3), (1,)]:
        Q, K, V = attention_inputs(rng, *leading, num_heads=num_heads)
        output = output_of(student, Q, K, V, num_heads)
        for index in first_and_last(leading):
            alone = living_output(student, Q[index], K[index], V[index], num_heads)
            expect_close(output[index], alone, "the output of one sample")


@test_of("multi_head_attention", points=0.5)
def attention_of_all_kinds_of_numbers(student, rng):
    """huge scores give finite results, whole numbers fractional ones; single precision works; inputs stay"""
    num_heads = int(rng.choice([2, 3]))
    Q, K, V = attention_inputs(rng, num_heads=num_heads)
    output = living_output(student, Q, K, V, num_heads)
    expect_inputs_unchanged(student)
    single = [X.astype(np.float32) for X in (Q, K, V)]
    expect_close(output_of(student, *single, num_heads), output, "the output", **FLOAT32_TOLERANCE)
    Q, K, V = (rng.integers(-2, 3, size=X.shape) for X in (Q, K, V))
    whole = output_of(student, Q, K, V, num_heads)
    expect_inputs_unchanged(student)
    floats = output_of(student, Q * 1.0, K * 1.0, V * 1.0, num_heads)
    expect_close(whole, floats, "the output for whole numbers, compared with the same numbers as floats,")
    Q, K, V = attention_inputs(rng, num_heads=num_heads)
    huge = output_of(student, 1e4 * Q, 1e4 * K, V, num_heads)
    expect(bool(np.isfinite(huge).all()), "the output for huge scores should be finite")
    expect(bool(np.abs(huge).max() > 1e-3), "the output for huge scores should not vanish")


# ---------------------------------------------------------------------- projected_multi_head_attention: 6 points


def results(student, x_q, x_kv, matrices, num_heads, mask=None):
    """Return the output, and the weights where they come too and have their shape; in whichever order they came."""
    keywords = {} if mask is None else {"mask": mask}
    value = student.projected_multi_head_attention(x_q, x_kv, *matrices, num_heads, **keywords)
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    arrays = [expect_array(one, "the output") for one in (value if pair else (value,))]
    if pair and arrays[0].shape != x_q.shape == arrays[1].shape:
        arrays.reverse()
    output = expect_shape(arrays[0], x_q.shape, "the output")
    shape = (*x_q.shape[:-2], num_heads, x_q.shape[-2], x_kv.shape[-2])
    return output, (arrays[1] if pair and arrays[1].shape == shape else None)


def projected(student, *inputs):
    """Return the output alone."""
    return results(student, *inputs)[0]


def living_projected(student, x_q, x_kv, matrices, num_heads):
    """Return the output; demand that it is finite and depends on the tokens."""
    output = projected(student, x_q, x_kv, matrices, num_heads)
    expect(bool(np.isfinite(output).all()), "the output should be finite")
    changed = projected(student, x_q + x_q[..., ::-1, :] ** 2, x_kv + x_kv[..., ::-1, :] ** 2, matrices, num_heads)
    expect_differs(changed, output, "the output should depend on the tokens")
    return output


def tokens_and_matrices(rng, *leading, num_heads, n_q=5, n_k=5):
    """Draw x_q, x_kv and the four matrices, all different and none symmetric; d_k is 2, 3 or 7."""
    d = num_heads * int(rng.choice([2, 3, 7]))
    x_q, x_kv = rng.normal(size=(*leading, n_q, d)), rng.normal(size=(*leading, n_k, d))
    return x_q, x_kv, list(1.3 * rng.normal(size=(4, d, d)) / np.sqrt(d))


@test_of("projected_multi_head_attention", points=0.5)
def output_then_weights(student, rng):
    """two results are returned: first the output, then the weights of every head, whose rows sum to one"""
    num_heads = int(rng.choice([2, 3]))
    x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads)
    value = student.projected_multi_head_attention(x_q, x_kv, *matrices, num_heads)
    output, weights = expect_pair(value, "output", "weights")
    expect_shape(output, x_q.shape, "the first result, the output,")
    weights = expect_shape(weights, (num_heads, 5, 5), "the second result, the weights,")
    expect_close(weights.sum(axis=-1), np.ones((num_heads, 5)), "the sum of each row of the weights")
    expect(bool((weights >= 0).all()), "no weight should be negative")
    expect_differs(weights[0], weights[1], "the weights of different heads should differ")


@test_of("projected_multi_head_attention", points=1.5)
def values_of_projected_attention(student, rng):
    """project with the whole matrices, split, attend, merge, multiply by W_o"""
    for num_heads in (int(rng.choice([2, 3])), 1):
        x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads)
        expected, expected_weights = reference.projected_multi_head_attention(x_q, x_kv, *matrices, num_heads)
        output, weights = results(student, x_q, x_kv, matrices, num_heads)
        expect_close(output, expected, "the output")
        if weights is not None:
            expect_close(weights, expected_weights, "the weights")


@test_of("projected_multi_head_attention", points=1)
def each_matrix_plays_its_part(student, rng):
    """without W_v or W_o nothing is left, W_o scales the output, and every part of W_q, W_k and W_v counts"""
    num_heads = int(rng.choice([2, 3]))
    x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads)
    output = living_projected(student, x_q, x_kv, matrices, num_heads)
    for one, other, name in [(x_q[::-1], x_kv, "x_q"), (x_q, x_kv + x_kv[::-1] ** 2, "x_kv")]:
        changed = projected(student, one, other, matrices, num_heads)
        expect_differs(changed, output, f"the output should depend on {name}")
    for place, name in [(2, "W_v"), (3, "W_o")]:
        for factor in (0.0, 2.0):
            scaled = [factor * W if i == place else W for i, W in enumerate(matrices)]
            found = projected(student, x_q, x_kv, scaled, num_heads)
            expect_close(found, factor * output, f"the output for {factor:g} times {name}")
    for place, name in [(0, "W_q"), (1, "W_k")]:
        nothing = [0.0 * W if i == place else W for i, W in enumerate(matrices)]
        found, moved = (projected(student, x, x_kv, nothing, num_heads) for x in (x_q, x_q[::-1]))
        expect_close(found, moved, f"the output for {name} = 0 and for the same tokens in another order")
    d_k = x_q.shape[-1] // num_heads
    for place, name in enumerate(("W_q", "W_k", "W_v", "W_o")):
        changed = [W.copy() for W in matrices]
        changed[place][:d_k, d_k : 2 * d_k] += 1.0  # what head 1 makes of the first features
        found = projected(student, x_q, x_kv, changed, num_heads)
        expect_differs(found, output, f"every entry of {name} should count")


@test_of("projected_multi_head_attention", points=0.5)
def tokens_of_other_number(student, rng):
    """there may be more keys than queries or fewer: each query gets what it gets among others"""
    num_heads = int(rng.choice([2, 3]))
    x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads, n_q=10)
    halves = np.concatenate([living_projected(student, half, x_kv, matrices, num_heads) for half in (x_q[:5], x_q[5:])])
    for n_q in (10, 3, 1):
        output = projected(student, x_q[:n_q], x_kv, matrices, num_heads)
        expect_close(output, halves[:n_q], "the output")


@test_of("projected_multi_head_attention", points=1)
def masked_tokens_are_not_seen(student, rng):
    """a hidden token changes nothing, in any head, and the weights of the others still sum to one"""
    num_heads = int(rng.choice([2, 3]))
    x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads)
    mask = random_mask(rng, 5, 5)
    plain, weights = results(student, x_q, x_kv, matrices, num_heads)
    output, masked_weights = results(student, x_q, x_kv, matrices, num_heads, mask)
    for query, seen in enumerate(mask):
        for places, name in [(~seen, "hidden"), (seen, "seen")]:
            changed = np.where(places[:, np.newaxis], x_kv + 5 * rng.normal(size=x_kv.shape), x_kv)
            row = projected(student, x_q, changed, matrices, num_heads, mask)[query]
            if name == "hidden":
                expect_close(row, output[query], "the output of a query, after a change of tokens that it may not see")
            else:
                expect_differs(row, output[query], "the output of a query should follow the tokens that it may see")
    alike = np.broadcast_to(x_kv[:1], x_kv.shape).copy()
    whole, hidden = (projected(student, x_q, alike, matrices, num_heads, *masks) for masks in ([], [mask]))
    expect_close(hidden, whole, "the output under a mask, where all tokens are alike,")
    everything = projected(student, x_q, x_kv, matrices, num_heads, np.ones((5, 5), dtype=bool))
    expect_close(everything, plain, "the output under a mask that hides nothing")
    if weights is not None and np.allclose(weights.sum(axis=-1), 1):
        masked_weights = expect_shape(masked_weights, weights.shape, "the weights under a mask")
        expected = np.zeros((num_heads, np.sum(~mask)))
        expect_close(masked_weights[:, ~mask], expected, "the weights of hidden tokens")
        expect_close(masked_weights.sum(axis=-1), np.ones((num_heads, 5)), "the sum of each row of the weights")


@test_of("projected_multi_head_attention", points=0.5)
def masks_of_samples(student, rng):
    """a mask may differ from sample to sample, or be shared by all; all heads of a sample share it"""
    num_heads = int(rng.choice([2, 3]))
    for leading in [(num_heads,), (num_heads, 4)]:
        x_q, x_kv, matrices = tokens_and_matrices(rng, *leading, num_heads=num_heads)
        plain = living_projected(student, x_q, x_kv, matrices, num_heads)
        for shape in [(*leading, 1, 5), (*leading, 5, 5), (*leading[:-1], 1, 1, 5), (5, 5), (5,)]:
            mask = random_mask(rng, *shape)
            full = np.broadcast_to(mask, (*leading, 5, 5))
            output, _ = results(student, x_q, x_kv, matrices, num_heads, mask)
            expect_differs(output, plain, "the output should depend on the mask")
            for index in first_and_last(leading):
                alone = projected(student, x_q[index], x_kv[index], matrices, num_heads, full[index].copy())
                expect_close(output[index], alone, "the output of one sample under its mask")


@test_of("projected_multi_head_attention", points=0.5)
def projection_keeps_leading_axes(student, rng):
    """leading axes are kept, one or two of them: each sample attends within itself"""
    num_heads = int(rng.choice([2, 3]))
    for leading in [(num_heads,), (4,), (4, 2), (2, 1, 3), (1,)]:
        x_q, x_kv, matrices = tokens_and_matrices(rng, *leading, num_heads=num_heads)
        output, weights = results(student, x_q, x_kv, matrices, num_heads)
        for index in first_and_last(leading):
            alone, its_weights = results(student, x_q[index], x_kv[index], matrices, num_heads)
            expect_close(output[index], alone, "the output of one sample")
            if its_weights is not None:
                expect(weights is not None, "the weights should keep the leading axes too")
                expect_close(weights[index], its_weights, "the weights of one sample")
        living_projected(student, x_q, x_kv, matrices, num_heads)


@test_of("projected_multi_head_attention", points=0.5)
def projection_of_all_kinds_of_numbers(student, rng):
    """huge scores give finite results, whole numbers fractional ones; single precision works; inputs stay"""
    num_heads = int(rng.choice([2, 3]))
    x_q, x_kv, matrices = tokens_and_matrices(rng, num_heads=num_heads)
    mask = random_mask(rng, 5, 5)
    output = living_projected(student, x_q, x_kv, matrices, num_heads)
    for masks in ([], [mask]):
        projected(student, x_q, x_kv, matrices, num_heads, *masks)
        expect_inputs_unchanged(student)
    single = [array.astype(np.float32) for array in (x_q, x_kv, *matrices)]
    found = projected(student, *single[:2], single[2:], num_heads)
    expect_close(found, output, "the output", **FLOAT32_TOLERANCE)
    huge = projected(student, 1e4 * x_q, 1e4 * x_kv, matrices, num_heads, mask)
    expect(bool(np.isfinite(huge).all()), "the output for huge scores should be finite")
    expect(bool(np.abs(huge).max() > 1e-3), "the output for huge scores should not vanish")
    x_q, x_kv, *matrices = (rng.integers(-2, 3, size=array.shape) for array in (x_q, x_kv, *matrices))
    whole = projected(student, x_q, x_kv, matrices, num_heads, mask)
    expect_inputs_unchanged(student)
    floats = projected(student, x_q * 1.0, x_kv * 1.0, [W * 1.0 for W in matrices], num_heads, mask)
    expect_close(whole, floats, "the output for whole numbers, compared with the same numbers as floats,")


# ---------------------------------------------------------------------- attention_cost: 3 points


def expect_entry(student, key, *arguments):
    """Demand one of the costs, whatever the others are; three numbers without names are read in the task's order."""
    costs = student.attention_cost(*arguments)
    expected = reference.attention_cost(*arguments)
    if isinstance(costs, (tuple, list)) and len(costs) == 3:
        costs = dict(zip(expected, costs, strict=True))
    expect_close(entry(costs, key), expected[key], f"`{key}`", rtol=1e-9, atol=0)


def entry(costs, key):
    """Return one entry of the dict of costs."""
    expect(isinstance(costs, dict), "a dict should be returned, with the keys that the task names")
    expect(key in costs, f"the dict should have the key `{key}`")
    return costs[key]


def layer_sizes(rng):
    """Draw n, d_model and num_heads of a small layer, and of one as large as real ones."""
    n, num_heads, d_k = sizes(rng, 3)
    yield n, num_heads * d_k, num_heads
    yield int(rng.integers(1000, 5000)), 64 * int(rng.integers(8, 17)), int(rng.choice([8, 16]))
    yield n, d_k, 1


@test_of("attention_cost", points=1)
def number_of_parameters(student, rng):
    """`parameters` counts the numbers in the four matrices, whatever the number of heads"""
    for arguments in layer_sizes(rng):
        expect_entry(student, "parameters", *arguments)


@test_of("attention_cost", points=1)
def number_of_multiplications(student, rng):
    """`multiply_adds` counts those of the projections, the scores and the averages, in all heads"""
    for arguments in layer_sizes(rng):
        expect_entry(student, "multiply_adds", *arguments)


@test_of("attention_cost", points=0.5)
def number_of_bytes(student, rng):
    """`score_bytes` counts 4 bytes for each head and each pair of tokens"""
    for arguments in layer_sizes(rng):
        expect_entry(student, "score_bytes", *arguments)


@test_of("attention_cost", points=0.5)
def number_of_bytes_of_other_numbers(student, rng):
    """the costs come by name, in a dict, and `score_bytes` follows the size of a number and the number of pairs"""
    for n, *layer in layer_sizes(rng):
        few = int(rng.integers(2, 30))
        asked = [(n, 2), (n, 16), (few, 2)]
        costs = [student.attention_cost(tokens, *layer, bytes_per_number=size) for tokens, size in asked]
        two, sixteen, fewer = (expect_shape(entry(cost, "score_bytes"), (), "`score_bytes`") for cost in costs)
        expect(bool(two > 0), "`score_bytes` should be positive")
        expect_close(sixteen, 8 * two, "`score_bytes` for numbers of 16 bytes, compared with 2 bytes,", rtol=1e-9)
        expect_close(fewer / few**2, two / n**2, "`score_bytes` of each pair, for another number of tokens,", rtol=1e-9)


# ---------------------------------------------------------------------- head_diversity: 3 points


def rows_of_weights(rng, num_heads, n_q, n_k):
    """Draw weights, some soft and some sharp."""
    return rng.dirichlet(np.full(n_k, 0.7), (num_heads, n_q))


def diversity(student, weights):
    """Return the diversity, one number."""
    return float(expect_shape(student.head_diversity(weights), (), "the diversity"))


@test_of("head_diversity", points=1.5)
def diversity_of_two_heads(student, rng):
    """for two heads: the mean over the queries of half the sum of absolute differences"""
    n_q, n_k = sizes(rng, 2)
    for queries in (n_q, 1):
        weights = rows_of_weights(rng, 2, queries, n_k)
        expect_close(student.head_diversity(weights), reference.head_diversity(weights), "the diversity")
    crossed = np.stack([np.eye(n_k), np.roll(np.eye(n_k), 1, axis=1)])  # apart at every query, alike on average
    expect_close(student.head_diversity(crossed), 1.0, "the diversity of heads that never share a key")


@test_of("head_diversity", points=0.5)
def diversity_of_all_pairs(student, rng):
    """for more heads: the mean of what each pair of different heads has alone"""
    n_q, n_k = sizes(rng, 2)
    for num_heads in rng.permutation([3, 4, 5, 6])[:3]:
        weights = rows_of_weights(rng, num_heads, n_q, n_k)
        pairs = [diversity(student, weights[[a, b]]) for a in range(num_heads) for b in range(a)]
        expect(np.ptp(pairs) > 1e-3, "different pairs of heads should differ more or less")
        found = student.head_diversity(weights)
        expect_close(found, np.mean(pairs), "the diversity, compared with the mean of the pairs'")


@test_of("head_diversity", points=0.5)
def diversity_of_a_single_head(student, rng):
    """a single head has the diversity 0, as heads have that look alike; different heads have not"""
    n_q, n_k = sizes(rng, 2)
    for kind in rng.permutation(["single", "alike", "apart"] * 3):
        weights = rows_of_weights(rng, 2, n_q, n_k)
        if kind == "apart":
            expect(abs(diversity(student, weights)) > 1e-3, "heads that differ should have a diversity")
        else:
            same = weights[:1] if kind == "single" else weights[[0, 0]]
            expect_close(student.head_diversity(same), 0.0, "the diversity of a single head, or of heads that agree,")


@test_of("head_diversity", points=0.5)
def diversity_leaves_the_weights_alone(student, rng):
    """whole numbers and single precision work too, and the weights stay as they were"""
    n_q, n_k = sizes(rng, 2)
    for alike in rng.permutation([True, True, False, False, False]):
        weights = rows_of_weights(rng, 3, n_q, n_k)[[0, 0, 0] if alike else [0, 1, 2]]
        found = diversity(student, weights)
        expect_inputs_unchanged(student)
        expect((abs(found) < 1e-6) == alike, "heads that differ should have a diversity, and no others")
        expect_close(student.head_diversity(weights.astype(np.float32)), found, "the diversity", **FLOAT32_TOLERANCE)
    certain = np.eye(n_k, dtype=int)[rng.integers(n_k, size=(3, n_q))]
    whole = student.head_diversity(certain)
    expect_inputs_unchanged(student)
    of_floats = diversity(student, certain * 1.0)
    expect_close(whole, of_floats, "the diversity of whole numbers, compared with the same numbers as floats,")
