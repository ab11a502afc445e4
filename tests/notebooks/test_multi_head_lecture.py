"""Lecture 03: what its cells compute and what its text claims, against loops and formulas of their own."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from stored import printed

from attn_course.attention.multi_head import projected_multi_head_attention
from attn_course.authoring.places import ROOT, read
from attn_course.autodiff import gradients

NOTEBOOK = read(ROOT / "notebooks" / "03_multi_head.ipynb")
SOURCES = {cell.id: cell.source for cell in NOTEBOOK.cells}
PRINTED = printed(NOTEBOOK)
CELLS = ("imports", "cards", "one-head-and-two", "tokens", "planes-figure", "by-hand", "circuits-figure")
TRAINING = ("training", "prune-answer-run")


def quietly(*drawn: Any) -> None:
    """Show nothing."""


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """Return the names that the lecture's cells define, without drawing their figures and without a training."""
    defined: dict[str, Any] = {"names": ("colour head", "shape head", "no question")}
    for cell in (*CELLS, *TRAINING):
        source = re.sub(r"^viz\.show\(", "quietly(", SOURCES[cell], flags=re.MULTILINE)
        source = source.partition("trained = {}")[0].partition('print("Explained')[0]
        defined["quietly"] = quietly
        exec(source, defined)
    return defined


def answers_by_hand(cards: list[tuple[str, str, int]], asking: int) -> tuple[int, int]:
    """Look for the other card of the same colour, and for the other of the same shape."""
    others = [card for i, card in enumerate(cards) if i != asking]
    colour, shape, _ = cards[asking]
    return next(c[2] for c in others if c[0] == colour), next(c[2] for c in others if c[1] == shape)


def test_two_heads_find_both_answers_and_one_head_their_mean(names: dict[str, Any]):
    right = np.array([answers_by_hand(names["cards"], i) for i in range(6)])
    np.testing.assert_allclose(names["by_colour"], right[:, 0], atol=1e-3)
    np.testing.assert_allclose(names["by_shape"], right[:, 1], atol=1e-3)
    np.testing.assert_allclose(names["one_head"], right.mean(axis=1), atol=0.01)
    others_mean = [(30 - number) / 5 for _, _, number in names["cards"]]
    np.testing.assert_allclose(names["output"][:, :3], np.column_stack([right, others_mean]), atol=1e-3)


@pytest.mark.parametrize("p", [0.0, 0.2, 0.5, 0.9, 1.0])
def test_an_average_of_two_numbers_explains_half_of_both(p: float):
    mixed = np.array([[p, 1 - p]])  # the average is p x + (1 - p) y, for x and y of variance 1
    unexplained = np.eye(2) - mixed.T @ mixed / (mixed @ mixed.T)  # covariance that is left, given the average
    np.testing.assert_allclose(np.diag(unexplained), np.array([(1 - p) ** 2, p**2]) / (p**2 + (1 - p) ** 2))
    assert np.trace(unexplained) == pytest.approx(1)


def test_weight_on_other_cards_explains_less():
    for weights in np.random.default_rng(0).dirichlet(np.ones(5), size=100):
        explained = weights[:2] ** 2 / np.sum(weights**2)  # of the first two of five independent numbers
        assert explained.sum() < 1


def test_the_sum_over_heads_is_concat_times_the_output_matrix():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((5, 12))
    matrices = rng.standard_normal((4, 12, 12)) / 3
    output, weights = projected_multi_head_attention(x, x, *matrices, num_heads=3)
    total = np.zeros_like(output)
    for head in range(3):
        part = slice(4 * head, 4 * head + 4)
        for t in range(5):
            for s in range(5):
                total[t] += weights[head, t, s] * x[s] @ matrices[2][:, part] @ matrices[3][part]
    np.testing.assert_allclose(total, output)
    without = matrices.copy()
    without[3, 4:8] = 0  # takes the second head away
    less, _ = projected_multi_head_attention(x, x, *without, num_heads=3)
    term = weights[1] @ x @ matrices[2][:, 4:8] @ matrices[3][4:8]
    np.testing.assert_allclose(output - less, term)


def test_the_circuits_are_written_in_the_named_directions(names: dict[str, Any]):
    P, R = names["properties"], names["R"]
    np.testing.assert_allclose(R @ R.T, np.eye(6), atol=1e-12)
    for head in range(3):
        scores = (names["X"] @ names["W_q"][head]) @ (names["X"] @ names["W_k"][head]).T
        np.testing.assert_allclose(P @ names["looks"][head] @ P.T, scores, atol=1e-9)
        assert np.linalg.matrix_rank(names["looks"][head]) <= 2
        carried = names["X"] @ names["W_v"][head] @ names["W_o"][head]
        np.testing.assert_allclose(P @ names["carries"][head], carried, atol=1e-9)


def test_a_shape_head_that_carries_colours_keeps_its_weights(names: dict[str, Any]):
    carries_colour = np.zeros((6, 6))
    carries_colour[0, 0] = carries_colour[1, 1] = 1  # colour x and colour y
    output = names["weights"][1] @ names["properties"] @ carries_colour
    colours = [colour for colour, _, _ in names["cards"]]
    for i, (_, shape, _) in enumerate(names["cards"]):
        partner = next(j for j, card in enumerate(names["cards"]) if j != i and card[1] == shape)
        np.testing.assert_allclose(output[i, :2], names["corners"][names["kinds"][colours[partner]]], atol=1e-3)


def test_as_many_numbers_change_nothing_as_the_text_says():
    d_model, d_k = 6, 2
    rng = np.random.default_rng(0)
    W_q, W_k = rng.standard_normal((2, d_model, d_k))
    columns = []
    for which in range(2):
        for place in np.ndindex(d_model, d_k):
            nudge = np.zeros((2, d_model, d_k))
            nudge[which][place] = 1
            columns.append((nudge[0] @ W_k.T + W_q @ nudge[1].T).reshape(-1))  # how the product moves
    assert len(columns) - np.linalg.matrix_rank(np.array(columns)) == d_k**2
    assert "4,096 of 65,536" in SOURCES["gauge-answer"] and (64**2, 2 * 512 * 64) == (4096, 65_536)


def test_the_circle_needs_the_lengths_that_the_text_tells():
    for n, length in zip((8, 16, 32, 64), (14, 54, 213, 849), strict=True):
        scores = np.cos(2 * np.pi * np.arange(n) / n) / np.sqrt(2)  # by the distance on the circle
        for tried, enough in ((length - 1, False), (length, True)):
            weight = 1 / np.sum(np.exp(tried * (scores - scores[0])))
            assert (weight >= 0.9) == enough
    assert "(14, 54, 213, 849)" in SOURCES["circle-answer"]
    assert length * scores[0] == pytest.approx(600, abs=1)  # of the longest
    assert length * (scores[0] - scores[1]) == pytest.approx(3, abs=0.2)


def test_the_hands_are_dealt_with_their_right_answers(names: dict[str, Any]):
    X, answers = names["deal"](np.random.default_rng(5), 7)
    hands = X @ names["wide"].T  # the six properties
    for hand, right in zip(hands, answers, strict=True):
        for i, card in enumerate(hand):
            for feature, place in ((0, slice(0, 2)), (1, slice(2, 4))):
                same = [j for j in range(6) if j != i and np.allclose(hand[j, place], card[place])]
                assert len(same) == 1
                assert right[i, feature] == pytest.approx(hand[same[0], 4])


def test_a_blinded_layer_does_not_let_its_weights_depend_on_numbers(names: dict[str, Any]):
    X, _ = names["deal"](np.random.default_rng(5), 3)
    W = dict(zip(names["NAMES"], np.random.default_rng(6).standard_normal((4, 12, 12)), strict=True))
    _, before = names["layer"](X, W, 3)
    _, after = names["layer"](X + 2 * names["wide"][4], W, 3)
    np.testing.assert_allclose(before, after)
    _, seeing = names["layer"](X + 2 * np.arange(6)[:, np.newaxis] * names["wide"][4], W, 3, np.eye(12))
    assert not np.allclose(before, seeing)


def test_the_loss_of_the_layer_has_the_gradient_that_training_uses(names: dict[str, Any]):
    X, answers = names["deal"](np.random.default_rng(5), 4)
    rng = np.random.default_rng(6)
    W = dict(zip(names["NAMES"], rng.normal(0, 0.35, size=(4, 12, 12)), strict=True))
    _, found = gradients(lambda T: names["loss"](T, X, answers, num_heads=3), W)
    for name in names["NAMES"]:
        direction, step = rng.standard_normal((12, 12)), 1e-6
        ends = [
            names["loss"](W | {name: W[name] + sign * step * direction}, X, answers, num_heads=3) for sign in (1, -1)
        ]
        assert np.sum(found[name] * direction) == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)


def test_a_head_taken_away_leaves_the_other_terms(names: dict[str, Any]):
    X, _ = names["deal"](np.random.default_rng(5), 2)
    W = dict(zip(names["NAMES"], np.random.default_rng(6).standard_normal((4, 12, 12)), strict=True))
    alone = [names["layer"](X, names["without"](W, [i for i in range(3) if i != k], 3), 3)[0] for k in range(3)]
    np.testing.assert_allclose(sum(alone), names["layer"](X, W, 3)[0])


def test_the_stored_numbers_are_those_that_the_text_quotes():
    shares = PRINTED["training"]
    assert " 1 heads of 12 features: 50% explained" in shares
    assert shares.count("100% explained") == 3
    six = re.search(r"^ 6 heads: (.*)$", PRINTED["prune-answer-run"], re.MULTILINE)
    assert six and six[1].split() == ["100%", "98%", "97%", "91%", "83%", "43%"]
    assert "98% with five heads, 83% with two, 43% with one" in SOURCES["prune-answer"]
    assert "entropy is close to that of uniform weights over five cards, $\\ln 5 = 1.61$" in SOURCES["measures-text"]
    assert round(np.log(5), 2) == 1.61
    figure, factors = next(cell.outputs for cell in NOTEBOOK.cells if cell.id == "learned-figure")
    looks = (
        "learned head 0: red circle 3 looks most at blue circle 9 (1.00); learned head 1: red circle 3 looks most at"
    )
    assert f"{looks} red square 1 (0.88)" in figure.data["text/plain"]
    assert re.findall(r"factors \[(.*)\]", factors.text) == ["-0.12  1.  ", "1.13 0.  "]
    assert round(1.13 * 0.88, 1) == 1 and abs(1.13 * 0.11 - 0.12 * 1.00) < 0.005


def test_other_starts_give_what_the_text_says(names: dict[str, Any]):
    seeing = {"num_heads": 1, "seen": np.eye(12)}
    sighted = sorted(names["explained"](names["train"](seed, **seeing), **seeing) for seed in range(6))
    assert sighted[:2] == pytest.approx([0.5, 0.5], abs=0.005)
    assert [round(100 * share) for share in (sighted[2], sighted[5])] == [67, 75]
    assert "four reach 67% to 75% and two stay at 50%" in SOURCES["sighted-text"]
    two_left = [
        names["take_away"](names["train"](seed, num_heads=6), 6)[4] for seed in (2, 0)
    ]  # the worst and the best
    assert [round(100 * share) for share in two_left] == [66, 83]
    assert "two heads of six keep 66% to 83%" in SOURCES["prune-answer"]


def test_six_sharp_heads_with_two_questions_differ_in_nine_of_fifteen_pairs():
    heads = [0, 0, 0, 1, 1, 1]
    pairs = [(a, b) for i, a in enumerate(heads) for b in heads[i + 1 :]]
    assert (sum(a != b for a, b in pairs), len(pairs)) == (9, 15)
    assert "only 9 of the 15 pairs" in SOURCES["measures-text"]
