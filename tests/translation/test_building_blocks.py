"""The functions of Lab 8 against loops over plain numbers, SciPy, differences, exhaustive search and properties."""

from __future__ import annotations

import doctest
import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import log_softmax
from scipy.stats import zscore

from attn_course.attention import scaled_dot_product_attention
from attn_course.autodiff import gradients
from attn_course.translation import building_blocks
from attn_course.translation.building_blocks import (
    attention_backward,
    beam_search,
    encode_batch,
    encoder_layer,
    greedy_decode,
    layer_norm,
    masked_cross_entropy,
    shift_targets,
    warmup_schedule,
)

assert_close = np.testing.assert_allclose

leading_axes = st.lists(st.integers(1, 3), max_size=2).map(tuple)
small = st.integers(1, 4)
seeds = st.integers(0, 2**32 - 1)


def draw(seed: int, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    """Return random arrays of these shapes."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def test_examples_are_true() -> None:
    found = doctest.testmod(building_blocks)
    assert found.attempted > 0 and found.failed == 0


# ---------------------------------------------------------------------- encode_batch, shift_targets

VOCABULARY = {"cat": 4, "</s>": 1, "<pad>": 7, "dog": 0, "<unk>": 3, "<s>": 6, "the": 5, "a": 2}
WORDS = {number: word for word, number in VOCABULARY.items()}


@given(st.lists(st.lists(st.sampled_from(["cat", "dog", "the", "a", "zebra"]), max_size=5), min_size=1, max_size=4))
def test_encoded_sentences_can_be_read_again(sentences: list[list[str]]) -> None:
    ids = encode_batch(sentences, VOCABULARY)
    assert ids.dtype.kind == "i" and ids.shape == (len(sentences), max(map(len, sentences)) + 2)
    for row, sentence in zip(ids, sentences, strict=True):
        words = [word if word in VOCABULARY else "<unk>" for word in sentence]
        padding = ["<pad>"] * (len(row) - len(words) - 2)
        assert [WORDS[number] for number in row] == ["<s>", *words, "</s>", *padding]


@given(st.integers(1, 4), st.integers(2, 6), seeds)
def test_targets_are_what_comes_next(batch: int, n: int, seed: int) -> None:
    ids = np.random.default_rng(seed).integers(0, 9, size=(batch, n))
    decoder_input, targets = shift_targets(ids)
    for row, given_row, target_row in zip(ids.tolist(), decoder_input.tolist(), targets.tolist(), strict=True):
        assert [*given_row, target_row[-1]] == row == [given_row[0], *target_row]


# ---------------------------------------------------------------------- masked_cross_entropy


def loss_problem(*leading: int, size: int = 5, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return logits and targets."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*leading, size)), rng.integers(0, size, size=leading)


@given(leading_axes, st.integers(1, 6), seeds)
def test_loss_is_the_mean_of_what_scipy_gives(leading: tuple[int, ...], size: int, seed: int) -> None:
    logits, targets = loss_problem(*leading, size=size, seed=seed)
    pad_id = seed % size
    surprises = [-log_softmax(logits[place])[targets[place]] for place in np.ndindex(*leading)]
    real = [one for one, place in zip(surprises, np.ndindex(*leading), strict=True) if targets[place] != pad_id]
    assert masked_cross_entropy(logits, targets, pad_id) == pytest.approx(math.fsum(real) / max(len(real), 1))


@pytest.mark.parametrize("size", [2, 7])
def test_loss_of_equal_logits_is_that_of_guessing(size: int) -> None:
    targets = np.array([[1, 0], [0, 0]])
    assert masked_cross_entropy(np.full((2, 2, size), 3.0), targets, 0) == pytest.approx(math.log(size))


@given(seeds)
def test_more_padding_changes_no_loss(seed: int) -> None:
    logits, targets = loss_problem(2, 3, seed=seed)
    more, pads = loss_problem(2, 4, seed=seed + 1)[0], np.full((2, 4), 1)
    longer = masked_cross_entropy(np.concatenate([logits, more], axis=1), np.concatenate([targets, pads], axis=1), 1)
    assert longer == pytest.approx(masked_cross_entropy(logits, targets, 1), rel=1e-12)


def test_loss_of_padding_alone_is_zero() -> None:
    assert masked_cross_entropy(loss_problem(2, 3)[0], np.full((2, 3), 4), 4) == 0.0


@pytest.mark.parametrize("size", [1e3, 1e6])
def test_loss_of_large_logits_is_exact(size: float) -> None:
    logits = np.array([[size, -size, 0.0], [-size, size, 0.0]])
    assert masked_cross_entropy(logits, np.array([0, 0]), 2) == pytest.approx(size)  # 0 and 2 size
    assert masked_cross_entropy(logits, np.array([0, 1]), 2) == 0.0


# ---------------------------------------------------------------------- layer_norm


@given(leading_axes, st.integers(2, 6), seeds)
def test_normalised_rows_are_those_of_scipy(leading: tuple[int, ...], d: int, seed: int) -> None:
    x, gain, bias = draw(seed, (*leading, d), (d,), (d,))
    assert_close(layer_norm(x, gain, bias, eps=0), zscore(x, axis=-1) * gain + bias, rtol=1e-9, atol=1e-9)


def norm_in_loops(row: list[float], gain: list[float], bias: list[float], eps: float = 1e-5) -> list[float]:
    mean = math.fsum(row) / len(row)
    variance = math.fsum((number - mean) ** 2 for number in row) / len(row)
    root = math.sqrt(variance + eps)
    return [(number - mean) / root * g + b for number, g, b in zip(row, gain, bias, strict=True)]


@given(st.integers(1, 5), st.floats(1e-6, 2.0), st.floats(1e-3, 1e3), seeds)
def test_normalised_rows_are_those_of_loops(d: int, eps: float, size: float, seed: int) -> None:
    x, gain, bias = draw(seed, (3, d), (d,), (d,))
    for row, one in zip(size * x, layer_norm(size * x, gain, bias, eps), strict=True):
        assert_close(one, norm_in_loops(row.tolist(), gain.tolist(), bias.tolist(), eps), rtol=1e-9, atol=1e-12)


def test_a_row_of_equal_numbers_becomes_the_bias() -> None:
    assert_close(layer_norm(np.full((2, 3), 7.0), np.ones(3), np.arange(3.0)), [[0, 1, 2]] * 2)


# ---------------------------------------------------------------------- encoder_layer


def layer_problem(*leading: int, n: int = 3, d: int = 4, d_ff: int = 5, seed: int = 0) -> tuple[np.ndarray, Any]:
    """Return tokens and the dict of parameters."""
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), (d, d))
    shapes |= {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d), "b_2": (d,)}
    shapes |= dict.fromkeys(("gain_1", "bias_1", "gain_2", "bias_2"), (d,))
    params = dict(zip(shapes, draw(seed, *shapes.values()), strict=True))
    return draw(seed + 1, (*leading, n, d))[0], params


def times(row: list[float], matrix: list[list[float]]) -> list[float]:
    return [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]


def plus(one: list[float], other: list[float]) -> list[float]:
    return [a + b for a, b in zip(one, other, strict=True)]


def attention_in_loops(rows: list[list[float]], p: dict[str, Any], heads: int, mask: Any) -> list[list[float]]:
    queries, keys, values = ([times(row, p[name]) for row in rows] for name in ("W_q", "W_k", "W_v"))
    width, outputs = len(rows[0]) // heads, []
    for i, query in enumerate(queries):
        seen, output = [j for j in range(len(rows)) if mask[i][j]], []
        for first in range(0, len(query), width):
            part = slice(first, first + width)
            powers = [math.exp(times(query[part], [[k] for k in keys[j][part]])[0] / math.sqrt(width)) for j in seen]
            shares = [power / math.fsum(powers) for power in powers]
            output += times(shares, [values[j][part] for j in seen])
        outputs.append(times(output, p["W_o"]))
    return outputs


def layer_in_loops(rows: list[list[float]], p: dict[str, Any], heads: int, mask: Any) -> list[list[float]]:
    normed = [norm_in_loops(row, p["gain_1"], p["bias_1"]) for row in rows]
    rows = [plus(row, more) for row, more in zip(rows, attention_in_loops(normed, p, heads, mask), strict=True)]
    normed = [norm_in_loops(row, p["gain_2"], p["bias_2"]) for row in rows]
    hidden = [[max(unit, 0.0) for unit in plus(times(row, p["W_1"]), p["b_1"])] for row in normed]
    return [plus(row, plus(times(units, p["W_2"]), p["b_2"])) for row, units in zip(rows, hidden, strict=True)]


@given(leading_axes, st.integers(1, 4), st.sampled_from([(1, 3), (2, 4), (3, 6)]), st.integers(1, 5), seeds)
def test_a_layer_is_that_of_loops(
    leading: tuple[int, ...], n: int, heads: tuple[int, int], d_ff: int, seed: int
) -> None:
    num_heads, d = heads
    x, params = layer_problem(*leading, n=n, d=d, d_ff=d_ff, seed=seed)
    lists, mask = {name: value.tolist() for name, value in params.items()}, np.tri(n, dtype=bool)
    for given_mask, pattern in [(mask, mask), (None, np.ones((n, n)))]:
        y = encoder_layer(x, params, num_heads, given_mask)
        assert y.shape == x.shape
        for index in np.ndindex(*leading):
            expected = layer_in_loops(x[index].tolist(), lists, num_heads, pattern)
            assert_close(y[index], expected, rtol=1e-8, atol=1e-10)


def test_a_hidden_token_plays_no_part() -> None:
    x, params = layer_problem(2)
    mask, changed = np.array([True, False, True]), x.copy()
    changed[:, 1] += 5
    before, after = (encoder_layer(one, params, 2, mask) for one in (x, changed))
    assert_close(after[:, [0, 2]], before[:, [0, 2]], rtol=1e-12)
    assert not np.allclose(after[:, 1], before[:, 1])


# ---------------------------------------------------------------------- attention_backward


def slopes(loss: Callable[[np.ndarray], float], at: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """Differentiate a loss by each number of an array, by central differences."""
    result = np.empty_like(at)
    for place in np.ndindex(at.shape):
        shift = np.zeros_like(at)
        shift[place] = step
        result[place] = (loss(at + shift) - loss(at - shift)) / (2 * step)
    return result


def gradient_problem(*leading: int, n_q: int = 3, n_k: int = 5, d_k: int = 2, d_v: int = 4, seed: int = 0) -> Any:
    """Return the gradient of the output, Q, K and V."""
    return draw(seed, (*leading, n_q, d_v), (*leading, n_q, d_k), (*leading, n_k, d_k), (*leading, n_k, d_v))


MASKS = {"none": None, "causal": np.tri(3, 5, 2, dtype=bool), "keys": np.arange(5) < 3}


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("leading", [(), (2,), (2, 3)], ids=str)
def test_gradients_are_slopes(leading: tuple[int, ...], mask: np.ndarray | None) -> None:
    d_output, *inputs = gradient_problem(*leading)
    for place, gradient in enumerate(attention_backward(d_output, *inputs, mask)):

        def loss(changed: np.ndarray, place: int = place) -> float:
            given = [changed if number == place else one for number, one in enumerate(inputs)]
            return float(np.sum(d_output * scaled_dot_product_attention(*given, mask)[0]))

        assert gradient.shape == inputs[place].shape
        assert_close(gradient, slopes(loss, inputs[place]), rtol=1e-6, atol=1e-8)


@given(small, small, small, small, seeds)
def test_gradients_of_all_sizes_are_slopes_along_a_direction(n_q: int, n_k: int, d_k: int, d_v: int, seed: int) -> None:
    d_output, *inputs = gradient_problem(n_q=n_q, n_k=n_k, d_k=d_k, d_v=d_v, seed=seed)
    directions, step = draw(seed + 1, *(one.shape for one in inputs)), 1e-5
    losses = [
        np.sum(d_output * scaled_dot_product_attention(*moved)[0])
        for sign in (1, -1)
        for moved in [[one + sign * step * way for one, way in zip(inputs, directions, strict=True)]]
    ]
    gradients = attention_backward(d_output, *inputs)
    along = sum(float(np.sum(one * way)) for one, way in zip(gradients, directions, strict=True))
    assert along == pytest.approx((losses[0] - losses[1]) / (2 * step), rel=1e-5, abs=1e-7)


def test_gradients_of_hidden_keys_are_zero() -> None:
    _, dK, dV = attention_backward(*gradient_problem(), MASKS["keys"])
    assert not dK[3:].any() and not dV[3:].any() and dK[:3].all() and dV[:3].all()


# ---------------------------------------------------------------------- the three of the model, trained


def test_a_model_is_differentiated_as_it_is_written() -> None:
    x, params = layer_problem(2)
    given = {**params, "x": x}
    targets, mask = np.array([[1, 2, 0], [3, 0, 0]]), np.array([[[True, True, False]], [[True, True, True]]])

    def loss(p: Any) -> Any:
        return masked_cross_entropy(encoder_layer(p["x"], p, 2, mask), targets, 0)

    value, found = gradients(loss, given)
    assert value == pytest.approx(float(loss(given)), rel=1e-12)
    for name, at in given.items():

        def moved(changed: np.ndarray, name: str = name) -> float:
            return float(loss({**given, name: changed}))

        assert_close(found[name], slopes(moved, at), rtol=1e-5, atol=1e-7, err_msg=name)


# ---------------------------------------------------------------------- warmup_schedule


@given(st.integers(0, 60), st.integers(1, 20), st.integers(1, 30))
def test_the_schedule_is_two_exact_lines(step: int, warmup_steps: int, rest: int) -> None:
    total_steps, peak = warmup_steps + rest, Fraction(3, 4)
    if step <= warmup_steps:
        expected = peak * Fraction(step, warmup_steps)
    else:
        expected = peak * max(Fraction(total_steps - step, rest), Fraction(0))
    rate = warmup_schedule(step, float(peak), warmup_steps, total_steps)
    assert rate == pytest.approx(float(expected), rel=1e-12, abs=1e-15)


# ---------------------------------------------------------------------- greedy_decode, beam_search

START, END = 0, 1


def language(seed: int, size: int) -> Callable[[list[int]], np.ndarray]:
    """Return a model whose every prefix has probabilities of its own."""

    def next_log_probs(prefix: list[int]) -> np.ndarray:
        assert prefix[0] == START and END not in prefix
        return log_softmax(np.random.default_rng([seed, *prefix]).normal(size=size))

    return next_log_probs


def all_sentences(size: int, max_length: int) -> list[tuple[int, ...]]:
    """List everything that may be generated: what ends, and what is as long as it may be."""
    others = [number for number in range(size) if number != END]
    ending = [(*ids, END) for n in range(max_length) for ids in itertools.product(others, repeat=n)]
    return ending + list(itertools.product(others, repeat=max_length))


def log_prob(model: Callable[[list[int]], np.ndarray], ids: tuple[int, ...]) -> float:
    """Return the log-probability of a whole sentence."""
    return math.fsum(float(model([START, *ids[:place]])[number]) for place, number in enumerate(ids))


def without_end(ids: tuple[int, ...]) -> list[int]:
    return [number for number in ids if number != END]


@given(st.integers(2, 3), st.integers(1, 4), st.sampled_from([0.0, 0.6, 1.0, 2.0]), seeds)
def test_a_beam_that_keeps_everything_finds_the_best_of_all(
    size: int, max_length: int, length_penalty: float, seed: int
) -> None:
    model = language(seed, size)
    best = max(all_sentences(size, max_length), key=lambda ids: log_prob(model, ids) / len(ids) ** length_penalty)
    assert beam_search(model, START, END, max_length, size**max_length, length_penalty) == without_end(best)


def pruned_search(
    model: Callable[[list[int]], np.ndarray], size: int, max_length: int, beam_size: int, length_penalty: float
) -> list[int]:
    """Search by sets: of all sentences and beginnings, level by level, those that no step has thrown away."""
    kept: set[tuple[int, ...]] = {()}
    candidates: list[tuple[int, ...]] = []
    for _ in range(max_length):
        level = [(*ids, number) for ids in kept if END not in ids for number in range(size)]
        ranks = sorted(level, key=lambda ids: -log_prob(model, ids))
        kept = set(ranks[:beam_size])
        candidates += [ids for ids in kept if END in ids]
    candidates += [ids for ids in kept if END not in ids]
    return without_end(max(candidates, key=lambda ids: log_prob(model, ids) / len(ids) ** length_penalty))


@given(st.integers(2, 5), st.integers(1, 5), st.integers(1, 4), st.sampled_from([0.0, 0.6, 1.0, 2.0]), seeds)
def test_a_beam_keeps_the_largest_sums(
    size: int, max_length: int, beam_size: int, length_penalty: float, seed: int
) -> None:
    model = language(seed, size)
    expected = pruned_search(model, size, max_length, beam_size, length_penalty)
    assert beam_search(model, START, END, max_length, beam_size, length_penalty) == expected


@given(st.integers(2, 6), st.integers(1, 7), st.floats(0, 3), seeds)
def test_a_beam_of_one_is_greedy(size: int, max_length: int, length_penalty: float, seed: int) -> None:
    model = language(seed, size)
    greedy = greedy_decode(model, START, END, max_length)
    assert beam_search(model, START, END, max_length, 1, length_penalty) == greedy


@given(st.integers(2, 5), st.integers(1, 7), seeds)
def test_greedy_takes_the_likeliest_each_time(size: int, max_length: int, seed: int) -> None:
    model = language(seed, size)
    ids = greedy_decode(model, START, END, max_length)
    assert END not in ids and len(ids) <= max_length
    for place, number in enumerate([*ids, END][:max_length]):
        assert float(model([START, *ids[:place]])[number]) == max(model([START, *ids[:place]]).tolist())


def test_nothing_is_asked_once_every_sentence_has_ended() -> None:
    asked = []

    def ends_at_once(prefix: list[int]) -> np.ndarray:
        asked.append(list(prefix))
        return np.log([0.1, 0.8, 0.1])

    assert greedy_decode(ends_at_once, START, END, 9) == beam_search(ends_at_once, START, END, 9, 1) == []
    assert asked == [[START], [START]]
