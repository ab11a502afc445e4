"""Lecture 05: what its text and its cells claim, against oracles of their own."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from counting import Counting
from stored import printed

from attn_course.attention.causal_masking import causal_mask
from attn_course.authoring.places import ROOT, read
from attn_course.viz import generation_lecture_figures as figures

NOTEBOOK = read(ROOT / "notebooks" / "05_masking_and_generation.ipynb")
SOURCES = {cell.id: cell.source for cell in NOTEBOOK.cells}
PRINTED = printed(NOTEBOOK)
LEAK = ("imports", "ring-language", "tiny-model", "leak-answer-run")


def run(*cells: str) -> dict[str, Any]:
    """Run some cells of the lecture and return the names that they define."""
    names: dict[str, Any] = {}
    for cell in cells:
        exec(SOURCES[cell], names)
    return names


@pytest.fixture(scope="module")
def lecture() -> dict[str, Any]:
    """Return the names of the lecture's first section: a language, and two models that were trained on it."""
    return run(*LEAK)


def attention_by_loops(Q: np.ndarray, K: np.ndarray, V: np.ndarray, visible: np.ndarray) -> np.ndarray:
    """Return the outputs of attention, one query and one key at a time."""
    outputs = np.zeros((len(Q), V.shape[1]))
    for i, query in enumerate(Q):
        keys = [j for j in range(len(K)) if visible[i, j]]
        shares = [np.exp(query @ K[j] / np.sqrt(len(query))) for j in keys]
        for j, share in zip(keys, shares, strict=True):
            outputs[i] += share / sum(shares) * V[j]
    return outputs


def layers_by_loops(X: np.ndarray, visible: np.ndarray, layers: np.ndarray) -> np.ndarray:
    """Send tokens through the layers of the lecture's section on the cache."""
    for W_q, W_k, W_v in layers:
        X = X + attention_by_loops(X @ W_q, X @ W_k, X @ W_v, visible)
    return X


# ---------------------------------------------------------------------- the model that cheats


def test_the_least_honest_loss_is_the_entropy_of_a_step(lecture: dict[str, Any]):
    steps = np.diff(lecture["draw_texts"](20_000, np.random.default_rng(5)), axis=1) % 6
    shares = np.array([np.mean(steps == 1), np.mean(steps == 2)])
    assert shares.sum() == 1
    np.testing.assert_allclose(-shares @ np.log(shares), 0.611, atol=0.005)
    assert "who knows the language: 0.61 nats" in PRINTED["ring-language"]


def test_the_tiny_model_is_attention(lecture: dict[str, Any]):
    params, letters = lecture["models"]["causal mask"], lecture["fresh"][:2, :5]
    logits = lecture["logits_of"](params, letters, causal_mask(5, 5))
    for text, found in zip(letters, logits, strict=True):
        expected = attention_by_loops(params["Q"][:5], params["K"][:5], params["W"][text], np.tri(5, dtype=bool))
        np.testing.assert_allclose(found, expected)


def test_a_leak_is_better_than_possible_and_worse_than_blind(lecture: dict[str, Any]):
    whole, honest = lecture["measured"]["no mask"]
    assert np.mean(whole) < 0.25 < 0.611
    assert whole[:-1].max() < 0.02 and 1.5 < whole[-1] < np.log(6)
    assert whole[-1] == pytest.approx(honest[-1])  # nothing to copy there, either way
    assert np.mean(honest) > 2 * np.log(6)
    sound, also = lecture["measured"]["causal mask"]
    np.testing.assert_allclose(sound, also)
    assert abs(np.mean(sound) - 0.611) < 0.02


def test_the_text_quotes_the_losses_that_were_printed(lecture: dict[str, Any]):
    whole, honest = lecture["measured"]["no mask"]
    assert f"has {np.mean(whole):.2f}, as good as in training" in SOURCES["leak-answer"]
    assert f"a loss of {np.mean(honest):.2f}" in SOURCES["leak-answer"]
    assert f"its loss is {whole[-1]:.2f}" in SOURCES["leak-figure-text"]
    assert "no mask      loss on the training texts 0.20" in PRINTED["tiny-model"]
    assert "With the causal mask (place $t$ sees the places up to $t$) the loss is 0.61" in SOURCES["leak-question"]


def test_who_is_masked_learns_the_rule_and_who_is_not_learns_to_copy(lecture: dict[str, Any]):
    sound, leaky = (lecture["models"][name]["W"] for name in ("causal mask", "no mask"))
    for letter in range(6):
        assert np.argsort(-sound[letter])[:2].tolist() == [(letter + 1) % 6, (letter + 2) % 6]
        assert leaky[letter].argmax() == letter
    exec(SOURCES["where-they-look"], lecture)
    places = np.arange(8)
    assert lecture["looks"]["causal mask"][places, places].min() > 0.9
    assert lecture["looks"]["no mask"][places[:-1], places[1:]].min() > 0.9
    assert re.findall(r"most for (\w)", PRINTED["where-they-look"]) == ["b", "a"]


def test_one_pass_gives_the_slopes_of_all_beginnings(lecture: dict[str, Any]):
    exec(SOURCES["one-by-one"], lecture)
    params, step = lecture["fresh_model"](), 1e-6
    _, slopes = lecture["gradients"](
        lambda p: lecture["in_one_pass"](p, lecture["MASKS"]["causal mask"]), lecture["fresh_model"]()
    )
    for name, place in (("Q", (3, 2)), ("K", (1, 5)), ("W", (2, 4))):
        losses = []
        for sign in (1, -1):
            moved = {key: value.copy() for key, value in params.items()}
            moved[name][place] += sign * step
            each = [
                lecture["losses_at_places"](
                    lecture["logits_of"](moved, lecture["texts"][:, :t])[:, -1:], lecture["texts"][:, t : t + 1]
                )[0]
                for t in range(1, 9)
            ]
            losses.append(np.mean(each))
        np.testing.assert_allclose(slopes[name][place], (losses[0] - losses[1]) / (2 * step), rtol=1e-4, atol=1e-9)
    assert PRINTED["one-by-one"].count("True") == 2 and PRINTED["one-by-one"].count("False") == 2


# ---------------------------------------------------------------------- where and which


def test_the_table_of_weights_before_and_after():
    e = np.exp([1, 2, 4])
    for number in (*e, *(e[:2] / e[:2].sum()), *(e[:2] / e.sum()), e[:2].sum() / e.sum()):
        assert f"{number:.3f}" in SOURCES["where-motivation"]
    assert e[:2].sum() / e.sum() < 1 / 6


def test_a_score_of_zero_hides_nothing():
    assert 1 / (np.exp(1) + np.exp(2) + 1) == pytest.approx(0.09, abs=5e-4)
    assert 1 / (np.exp(-1) + np.exp(-2) + 1) == pytest.approx(0.665, abs=5e-4)
    assert "0.09, and 0.665" in SOURCES["zero-answer"]


def test_a_mask_without_the_axis_of_the_heads_meets_them_with_the_sentences():
    rows = [line for line in PRINTED["shape-answer-run"].splitlines() if line.startswith("mask")]
    numbers = [[int(number) for number in re.findall(r"sees (\d)", row)] for row in rows]
    assert numbers == [[2, 2], [4, 4], [2, 4], [2, 4]]
    assert "with 3 heads: ValueError" in PRINTED["shape-answer-run"]


def test_no_number_spreads_and_zeros_do_not():
    names = run("imports")
    exec(SOURCES["empty-rows"].partition("conventions =")[0], names)
    mask = np.tri(5, dtype=bool) & np.array([False, False, True, True, True])
    X = names["X"]
    plain = names["sizes_through_layers"](X, mask, names["plain_softmax"])
    assert np.isnan(plain).sum(axis=0).tolist() == [0, 2, 5]
    zeros = names["sizes_through_layers"](X, mask, names["masked_softmax"])
    assert np.isfinite(zeros).all()
    for _ in range(2):  # the words alone, without padding
        X = np.concatenate([X[:2], X[2:] + attention_by_loops(X[2:], X[2:], X[2:], np.tri(3, dtype=bool))])
    np.testing.assert_allclose(zeros[:, 2], np.linalg.norm(X, axis=1))


# ---------------------------------------------------------------------- writing


def test_what_the_text_says_of_the_six_ways_to_write():
    lines = PRINTED["write-on"].splitlines()
    allowed = [float(re.findall(r"allowed +([\d.]+)%", line)[0]) for line in lines]
    two_on = [int(re.findall(r"two on +(\d+)%", line)[0]) for line in lines]
    different = [int(line.split()[-1]) for line in lines]
    language, greedy, low, model, high, leaky = range(6)
    assert allowed[language] == allowed[greedy] == 100
    assert (two_on[greedy], different[greedy]) == (0, 6)
    assert allowed[high] < allowed[model] < 100 and abs(two_on[model] - 30) <= 2
    assert two_on[low] < two_on[model] < two_on[high]
    assert different[low] < different[model] < different[high]
    assert allowed[leaky] == 1.0 and "fffffffff" in lines[leaky]
    likeliest = np.power(0.7, 8)
    assert likeliest == pytest.approx(0.058, abs=5e-4) and "5.8\\%" in SOURCES["writing-text"]


@pytest.mark.parametrize(("temperature", "one"), [(0.5, 0.845), (2.0, 0.604)])
def test_a_temperature_is_a_power(temperature: float, one: float):
    powers = np.array([0.7, 0.3]) ** (1 / temperature)
    assert powers[0] / powers.sum() == pytest.approx(one, abs=5e-4)
    assert f"{one}" in SOURCES["temperature-answer"]


# ---------------------------------------------------------------------- cache


@pytest.fixture(scope="module")
def cached() -> dict[str, Any]:
    """Return the names of the section on the cache."""
    return run("imports", "cache-layers")


def test_a_cache_gives_what_loops_give_under_a_causal_mask(cached: dict[str, Any]):
    expected = layers_by_loops(cached["tokens"], np.tri(6, dtype=bool), cached["LAYERS"])
    np.testing.assert_allclose(cached["one_at_a_time"](cached["tokens"]), expected)
    np.testing.assert_allclose(cached["all_at_once"](cached["tokens"], causal_mask(6, 6)), expected)


@pytest.mark.parametrize(("number", "same"), [(1, True), (2, False)])
def test_without_a_mask_a_cache_is_right_for_one_layer_only(cached: dict[str, Any], number: int, same: bool):
    layers = cached["LAYERS"][:number]
    whole = layers_by_loops(cached["tokens"], np.ones((6, 6), bool), layers)
    assert np.allclose(cached["one_at_a_time"](cached["tokens"], layers)[-1], whole[-1]) == same


@pytest.mark.parametrize(("number", "without_a_mask"), [(1, True), (2, False)])
def test_passes_over_beginnings_need_the_mask_from_the_second_layer_on(
    cached: dict[str, Any], number: int, without_a_mask: bool
):
    X, layers = cached["tokens"], cached["LAYERS"][:number]
    whole = layers_by_loops(X, np.tri(6, dtype=bool), layers)
    masked = [layers_by_loops(X[:t], np.tri(t, dtype=bool), layers)[-1] for t in range(1, 7)]
    np.testing.assert_allclose(masked, whole)
    plain = [layers_by_loops(X[:t], np.ones((t, t), bool), layers)[-1] for t in range(1, 7)]
    assert np.allclose(plain, whole) == without_a_mask


def test_a_prefix_goes_in_at_once_and_then_a_cache_works(cached: dict[str, Any]):
    X, layers = cached["tokens"], cached["LAYERS"]
    whole = layers_by_loops(X, figures.prefix_lm_mask(3, 6), layers)
    np.testing.assert_allclose(layers_by_loops(X[:3], np.ones((3, 3), bool), layers), whole[:3])
    for t in range(4, 7):  # nothing written later changes what was there
        np.testing.assert_allclose(layers_by_loops(X[:t], figures.prefix_lm_mask(3, t), layers), whole[:t])


@pytest.mark.parametrize("new", [1, 2, 4])
def test_new_tokens_need_the_last_rows_of_the_mask(cached: dict[str, Any], new: int):
    X, (W_q, W_k, W_v) = cached["tokens"], cached["LAYERS"][0]
    whole = attention_by_loops(X @ W_q, X @ W_k, X @ W_v, np.tri(6, dtype=bool))
    last = attention_by_loops(X[-new:] @ W_q, X @ W_k, X @ W_v, causal_mask(new, 6))
    np.testing.assert_allclose(last, whole[-new:])


@pytest.mark.parametrize(("rows", "keys", "d"), [(1, 5, 3), (5, 5, 3), (2, 7, 4)])
def test_a_layer_multiplies_as_much_as_the_text_counts(rows: int, keys: int, d: int):
    names: dict[str, Any] = {}
    exec(SOURCES["cost"].partition("for n, d")[0], names)
    x, kept, W, W_1 = (np.ones(shape).view(Counting) for shape in ((rows, d), (keys, d), (d, d), (d, 4 * d)))
    Counting.counted = 0
    for _ in range(4):
        np.matmul(x, W)  # queries, keys, values, output
    np.matmul(np.matmul(x, kept.T), kept)  # scores and averages
    np.matmul(np.matmul(x, W_1), W_1.T)
    assert names["multiply_adds"](rows, keys, d) == Counting.counted


def test_the_sums_of_the_text_and_their_ratio():
    n = d = 4096
    t = [float(number) for number in range(1, n + 1)]
    anew = sum(number * (12 * d**2 + 2 * number * d) for number in t)
    cached = sum(12 * d**2 + 2 * number * d for number in t)
    assert anew == pytest.approx(6 * n**2 * d**2 + 2 / 3 * n**3 * d, rel=1e-3)
    assert cached == pytest.approx(12 * n * d**2 + n**2 * d, rel=1e-3)
    assert f"{anew / cached:.4g} times less" in PRINTED["cost"]
    assert "6 tokens, d = 4: anew 4,760, with the cache 1,320, 3.606 times less" in PRINTED["cost"]
    assert anew / cached == pytest.approx(n / 2, rel=0.03)
    for n, d in ((3000, 3000), (3000, 30), (3000, 1)):
        steps = range(1, n + 1)
        factor = sum(t * (12 * d + 2 * t) for t in steps) / sum(12 * d + 2 * t for t in steps)
        assert n / 2 <= factor <= 2 / 3 * n + 1


def test_the_cache_of_the_example():
    names: dict[str, Any] = {}
    exec(SOURCES["cache-weight"], names)
    assert names["cache_bytes"](1) == 512 * 2**10 and names["cache_bytes"](4096) == 2 * 2**30
    assert names["cache_bytes"](5, 2, 3, 7, 4, 6) == figures.cache_bytes(5, 2, 3, 7, 4, 6)
    assert names["weights"] == 12 * 2**30 and "24,576 tokens of cache" in PRINTED["cache-weight"]


def test_the_text_adds_up_what_the_strip_shows():
    sums = {
        cache: sum(
            int((table == figures.NOW).sum()) for t in range(1, 7) for table in figures.work_of_a_step(t, 6, cache)
        )
        for cache in (False, True)
    }
    assert f"{sums[False]} vectors and scores are computed above, and {sums[True]} below" in SOURCES["cache-strip-text"]


def test_packed_sentences_are_as_if_apart(cached: dict[str, Any]):
    X = np.random.default_rng(1).normal(size=(9, 8))
    number = np.repeat([0, 1, 2], [3, 2, 4])
    visible = np.array([[j <= i and number[i] == number[j] for j in range(9)] for i in range(9)])
    together = layers_by_loops(X, visible, cached["LAYERS"])
    apart = [layers_by_loops(part, np.tri(len(part), dtype=bool), cached["LAYERS"]) for part in np.split(X, [3, 5])]
    np.testing.assert_allclose(together, np.concatenate(apart))
    np.testing.assert_allclose(cached["all_at_once"](X, figures.packed_mask([3, 2, 4])), together)
    assert PRINTED["packed-check"].split("\n")[:2] == [
        "packed, the same as apart: True",
        "packed with a causal mask alone: False",
    ]
