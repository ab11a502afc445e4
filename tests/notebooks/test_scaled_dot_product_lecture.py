"""Lecture 02: what its cells compute and what its text claims, against oracles of their own."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attn_course.attention.scaled_dot_product import softmax, softmax_jacobian
from attn_course.authoring.places import ROOT, read
from attn_course.viz import saturation_lecture_figures

SOURCES = {cell.id: cell.source for cell in read(ROOT / "notebooks" / "02_scaled_dot_product.ipynb").cells}
rng = np.random.default_rng(0)


def names_of(*cells: str) -> dict[str, Any]:
    """Return the names that these cells define, without what they print."""
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in ("imports", *cells):
            exec(SOURCES[cell].partition("\nRATES =")[0], names)
    return names


@pytest.fixture(scope="module")
def train() -> Callable[..., np.ndarray]:
    """Return the lecture's training."""
    return names_of("train")["train"]


def slopes(function: Callable[[np.ndarray], Any], x: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """Return the derivatives of a function with respect to each entry of a vector, by central differences."""
    nudges = step * np.eye(len(x))
    return np.array([(np.asarray(function(x + e)) - np.asarray(function(x - e))) / (2 * step) for e in nudges])


def test_the_question_about_scores_is_about_the_keys_of_the_figure():
    names = names_of("scores-answer-run")
    assert tuple(names["query"]) == saturation_lecture_figures.LANDSCAPE_QUERY
    assert [tuple(key) for key in names["keys"]] == list(saturation_lecture_figures.LANDSCAPE_KEYS.values())


# ------------------------------------------------------------------ the softmax


@pytest.mark.parametrize("temperature", [0.1, 1.0, 7.0])
def test_the_soft_maximum_keeps_its_bounds_and_its_slope_is_the_softmax(temperature: float):
    s = rng.normal(size=6)

    def soft_maximum(s: np.ndarray) -> float:
        return temperature * np.log(sum(np.exp(x / temperature) for x in s))

    assert max(s) <= soft_maximum(s) <= max(s) + temperature * np.log(6)
    np.testing.assert_allclose(slopes(soft_maximum, s), softmax(s / temperature), atol=1e-7)


@pytest.mark.parametrize(
    ("kind", "limit"), [(np.float16, 11.09), (np.float32, 88.72), (np.float64, 709.78)], ids=["16", "32", "64"]
)
def test_exponentials_overflow_where_the_table_says(kind: type[np.floating], limit: float):
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(kind(limit - 0.01))) and np.isinf(np.exp(kind(limit + 0.01)))
    assert f"| {limit} |" in SOURCES["shift-text"]


# ------------------------------------------------------------------ the size of a dot product


def test_the_variance_of_a_dot_product_is_the_sum_of_products_of_covariances():
    A, B = rng.normal(size=(2, 3, 3))
    q, k = rng.normal(size=(200_000, 3)) @ A, rng.normal(size=(200_000, 3)) @ B
    expected = np.sum((A.T @ A) * (B.T @ B))
    assert np.sum(q * k, axis=-1).var() == pytest.approx(expected, rel=0.03)


def test_scores_of_independent_features_have_variance_one_whatever_their_shape():
    names = names_of("assumption-cases")
    for d_k in (16, 256):
        cases = names["cases"](d_k)
        for name in ("independent", "coin flips"):
            assert cases[name].var() == pytest.approx(1, abs=0.05)
        assert cases["4 features, copied"].std() == pytest.approx(np.sqrt(d_k) / 2, rel=0.05)
        assert cases["key made for the query"].mean() == pytest.approx(np.sqrt(d_k / 2), rel=0.05)


def test_the_best_of_sixteen_scores_leads_by_about_half_a_standard_deviation():
    ordered = np.sort(rng.normal(size=(20_000, 16)), axis=1)
    assert np.mean(ordered[:, -1] - ordered[:, -2]) == pytest.approx(0.5, abs=0.05)


# ------------------------------------------------------------------ the Jacobian


@pytest.mark.parametrize("sharpness", [0.1, 1.0, 10.0])
def test_the_jacobian_is_a_covariance_and_keeps_its_bounds(sharpness: float):
    s, a = sharpness * rng.normal(size=7), rng.normal(size=7)
    p, J = softmax(s), slopes(softmax, s).T
    np.testing.assert_allclose(softmax_jacobian(p), J, atol=1e-8)
    assert a @ J @ a == pytest.approx(np.sum(p * (a - p @ a) ** 2), abs=1e-7)
    norm = np.sqrt(np.sum(J**2))
    assert norm <= 1 - np.sum(p**2) + 1e-8 and 1 - np.sum(p**2) <= 2 * (1 - p.max()) + 1e-12


def test_equal_weights_have_the_norm_of_the_formula():
    for n in (2, 16, 50):
        norm = np.sqrt(sum((((i == j) - 1 / n) / n) ** 2 for i in range(n) for j in range(n)))
        assert norm == pytest.approx(np.sqrt(n - 1) / n)


# ------------------------------------------------------------------ the way back


@pytest.mark.parametrize("root", [8.0, 1.0])
def test_the_gradient_by_hand_is_the_sum_of_the_text_and_that_of_the_nudges(root: float):
    names = names_of("chain-by-hand")
    K, V, q = names["K"], names["V"], names["q"]
    p = softmax(K @ q / root)
    g = p @ V - V[0]
    prices = [float(g @ v) for v in V]
    mean = sum(p[j] * prices[j] for j in range(4))
    text = sum(p[j] * (prices[j] - mean) * K[j] for j in range(4)) / root
    by_hand = names["gradient_by_hand"](q, root)
    np.testing.assert_allclose(by_hand, text, atol=1e-12)
    np.testing.assert_allclose(by_hand, slopes(lambda q: names["loss"](q, root), q), atol=1e-8)
    for j in range(4):

        def loss_of_key(key: np.ndarray, j: int = j) -> float:
            keys = np.array([key if i == j else K[i] for i in range(4)])
            return 0.5 * float(np.sum((softmax(keys @ q / root) @ V - V[0]) ** 2))

        np.testing.assert_allclose(slopes(loss_of_key, K[j]), p[j] * (prices[j] - mean) * q / root, atol=1e-8)


def test_the_query_of_the_example_learns_sixty_five_times_less():
    names = names_of("chain-by-hand")
    sizes = [np.linalg.norm(names["gradient_by_hand"](names["q"], root)) for root in (8.0, 1.0)]
    assert sizes[0] / sizes[1] == pytest.approx(65, abs=1)


def test_without_the_scale_the_mean_gradient_rises_and_the_median_falls():
    names = names_of("mean-answer-run")
    scaled, unscaled = (np.array(names["norms"][name]) for name in ("scaled", "not scaled"))
    assert np.ptp(np.median(scaled, axis=1)) < 0.01
    assert unscaled.mean(axis=1)[-1] > 5 * scaled.mean(axis=1)[-1]
    assert np.median(unscaled, axis=1)[-1] < scaled.min(axis=1)[-1]
    assert np.median(unscaled[3]) / np.median(scaled[3]) == pytest.approx(6.7, abs=0.3)
    assert names["wrong"]["not scaled"][3] == pytest.approx(0.26, abs=0.02)
    assert max(names["wrong"]["scaled"]) == 0


def test_a_logarithm_behind_the_softmax_keeps_the_gradient():
    s = np.array([-30.0, 10.0, 0.0])
    found = slopes(lambda s: -(s[0] - np.log(np.sum(np.exp(s)))), s)
    np.testing.assert_allclose(found, softmax(s) - [1, 0, 0], atol=1e-6)


# ------------------------------------------------------------------ the training


def trained(
    steps: int, rate: float, factor: float, adam: bool = False, log: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Train one seed after another, as the lecture does, in another way.

    Return the share found at each step (steps, 5), and the weights after the last step (5, 16, 16).
    """
    found, weights = np.zeros((steps, 5)), np.zeros((5, 16, 16))
    for seed in range(5):
        draw = np.random.default_rng(seed)
        X, Y = draw.normal(size=(16, 32)), draw.normal(size=(16, 32))
        W = [draw.normal(size=(32, 64)) / np.sqrt(32) for _ in range(2)]
        first, second = [np.zeros((32, 64))] * 2, [np.zeros((32, 64))] * 2
        for step in range(steps):
            Q, K = X @ W[0], Y @ W[1]
            p = softmax(factor * Q @ K.T / 8)
            found[step, seed] = np.mean(p.argmax(axis=1) == np.arange(16))
            errors = (p - np.eye(16)) / 16
            d_scores = errors if log else (errors[:, np.newaxis] @ softmax_jacobian(p))[:, 0]
            d_scores = d_scores * factor / 8
            gradients = [X.T @ d_scores @ K, Y.T @ d_scores.T @ Q]
            for i, gradient in enumerate(gradients):
                move = gradient
                if adam:
                    first[i] = 0.9 * first[i] + 0.1 * gradient
                    second[i] = 0.999 * second[i] + 0.001 * gradient**2
                    means = first[i] / (1 - 0.9 ** (step + 1)), second[i] / (1 - 0.999 ** (step + 1))
                    move = means[0] / (np.sqrt(means[1]) + 1e-8)
                W[i] = W[i] - rate * move
        weights[seed] = softmax(factor * (X @ W[0]) @ (Y @ W[1]).T / 8)
    return found, weights


@pytest.mark.parametrize("factor", [1.0, 8.0])
def test_the_lectures_training_is_gradient_descent(train: Callable[..., np.ndarray], factor: float):
    np.testing.assert_array_equal(train(64, 0.1, factor=factor, steps=30), trained(30, 0.1, factor)[0])


def test_a_small_start_is_the_scaled_training_with_a_larger_rate(train: Callable[..., np.ndarray]):
    for rate in (0.01, 0.1):
        small = train(64, rate, factor=8.0, start=64**-0.25, steps=100)
        np.testing.assert_array_equal(small, train(64, 8 * rate, steps=100))


def test_the_scale_decides_whether_questions_find_their_answers(train: Callable[..., np.ndarray]):
    assert train(64, 0.3)[-1].min() == 1
    assert 0.5 <= train(64, 0.1, factor=8.0)[-1].mean() <= 0.6


@pytest.mark.parametrize(("rate", "least", "most"), [(0.1, 0.0, 0.1), (1.0, 1.0, 1.0), (3.0, 1.0, 1.0)])
def test_without_the_scale_large_rates_end_with_every_lost_question_sure_of_a_wrong_key(
    rate: float, least: float, most: float
):
    weights = trained(500, rate, factor=8.0)[1]
    lost = weights.argmax(axis=-1) != np.arange(16)
    assert lost.any() and least <= np.mean(weights.max(axis=-1)[lost] > 0.99) <= most


def test_with_a_logarithm_the_version_without_the_scale_finds_everything_within_a_hundred_steps():
    for rate in (0.01, 0.03, 0.1):
        assert trained(100, rate, factor=8.0, log=True)[0][-1].min() == 1


def test_adam_helps_the_version_without_the_scale_only_in_part():
    for rate in (0.001, 0.003, 0.01, 0.03):
        assert trained(1000, rate, factor=1.0, adam=True)[0][-1].min() == 1
    assert trained(1000, 0.003, factor=8.0, adam=True)[0][-1].mean() == pytest.approx(0.78, abs=0.06)
    assert trained(1000, 0.01, factor=8.0, adam=True)[0][-1].mean() < 0.5


def test_a_cosine_alone_leaves_the_best_of_a_thousand_keys_less_than_a_hundredth():
    scores = -np.ones(1000)
    scores[0] = 1
    assert softmax(scores)[0] == pytest.approx(np.exp(2) / (np.exp(2) + 999)) and softmax(scores)[0] < 0.01
