"""The pictures of Lecture 02: what they show against oracles, that their text says it, that sliders can draw them."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.viz import Drawn, explore, saturation_lecture_figures

rng = np.random.default_rng(0)
SCORES = np.array([1.0, 0.5, 0.0, -0.5])
PRODUCTS = {d_k: rng.normal(0, np.sqrt(d_k), size=500) for d_k in (4, 64)}
SIZES = (1, 16, 256)
NORMS = {"scaled": np.full((3, 20), 0.1), "not scaled": np.geomspace(1e-9, 1, 60).reshape(20, 3).T}
FOUND = {"one": np.linspace([0.0, 0.1], [1.0, 0.5], 6), "other,\nlate": np.zeros((6, 2))}

FIGURES: dict[str, Callable[[], Drawn]] = {
    "two_arrows": partial(saturation_lecture_figures.two_arrows, 40, 1.5),
    "score_landscapes": saturation_lecture_figures.score_landscapes,
    "soft_maximum": partial(saturation_lecture_figures.soft_maximum, (0.25, 1, 2)),
    "temperature_sweep": partial(saturation_lecture_figures.temperature_sweep, SCORES),
    "score_spread": partial(saturation_lecture_figures.score_spread, PRODUCTS),
    "saturation_maps": partial(saturation_lecture_figures.saturation_maps, 64),
    "jacobian_maps": partial(saturation_lecture_figures.jacobian_maps, SCORES, (1, 4, 16)),
    "query_gradients": partial(saturation_lecture_figures.query_gradients, SIZES, NORMS),
    "found_curves": partial(saturation_lecture_figures.found_curves, FOUND),
    "capped": partial(saturation_lecture_figures.capped, 50),
}


@pytest.mark.parametrize(("angle", "product"), [(0, "3.00"), (60, "1.50"), (90, "0.00"), (180, "−3.00")])
def test_two_arrows_tells_the_dot_product(angle: float, product: str) -> None:
    figure, alt = saturation_lecture_figures.two_arrows(angle, 1.5)
    assert figure.axes[0].get_title().endswith(f"= {product}")
    assert alt.endswith(f"the dot product is {product}.")


def test_two_arrows_draws_a_shadow_as_long_as_the_dot_product_over_the_length_of_the_query() -> None:
    figure, _ = saturation_lecture_figures.two_arrows(60, 3.0)
    np.testing.assert_allclose(figure.axes[0].lines[0].get_xdata(), [0, 1.5])


def test_the_five_scores_are_those_of_their_formulas() -> None:
    query, keys = np.array([0.5, -2.0]), rng.normal(size=(7, 2))
    found = saturation_lecture_figures.score_functions(query, keys)
    for number, key in enumerate(keys):
        dot = query[0] * key[0] + query[1] * key[1]
        lengths = np.hypot(*query) * np.hypot(*key)
        hidden = np.tanh(
            [2 * key[0] - 2 * query[0] + 2 * query[1], 2 * key[0] - 2 * query[0] - 2 * query[1]],
        )
        expected = {
            "dot product": dot,
            "cosine": dot / lengths,
            "minus distance²": -((query[0] - key[0]) ** 2) - (query[1] - key[1]) ** 2,
            "bilinear": -query[1] * key[0] + query[0] * key[1],
            "additive": hidden[0] - hidden[1],
        }
        assert {name: scores[number] for name, scores in found.items()} == pytest.approx(expected)


def test_score_landscapes_names_the_winner_of_each_score() -> None:
    figure, alt = saturation_lecture_figures.score_landscapes()
    winners = {"dot product": "B", "cosine": "C", "minus distance²": "A", "bilinear": "D", "additive": "A"}
    assert [axes.get_title() for axes in figure.axes[:5]] == [f"{name}: {key} wins" for name, key in winners.items()]
    assert alt.endswith(", ".join(f"{name}: {key}" for name, key in winners.items()) + ".")


def test_soft_maximum_lies_between_the_maximum_and_its_bound_and_its_slope_is_the_weight() -> None:
    figure, _ = saturation_lecture_figures.soft_maximum((0.5, 2))
    left, right = figure.axes
    score = np.asarray(left.lines[0].get_xdata())
    for temperature, curve, slope in zip((0.5, 2), left.lines[1:], right.lines[1:], strict=True):
        soft = np.asarray(curve.get_ydata())
        assert np.all(soft >= np.maximum(score, 0))
        assert np.all(soft <= np.maximum(score, 0) + temperature * np.log(2) + 1e-12)
        measured = (soft[2:] - soft[:-2]) / (score[2:] - score[:-2])
        np.testing.assert_allclose(slope.get_ydata()[1:-1], measured, atol=1e-3)


def test_temperature_sweep_goes_from_one_key_to_all() -> None:
    figure, alt = saturation_lecture_figures.temperature_sweep(SCORES)
    weights = np.array([line.get_ydata() for line in figure.axes[0].lines[:4]])
    np.testing.assert_allclose(weights.sum(axis=0), 1)
    np.testing.assert_allclose(weights[:, 0], [1, 0, 0, 0], atol=1e-3)
    entropy = np.asarray(figure.axes[1].lines[0].get_ydata())
    np.testing.assert_allclose(entropy, -np.sum(weights * np.log(weights), axis=0))
    assert np.all(np.diff(entropy) > 0) and entropy[-1] == pytest.approx(np.log(4), abs=1e-3)
    assert "equal weights have 1.39" in alt


def test_score_spread_draws_densities_and_tells_their_widths() -> None:
    figure, alt = saturation_lecture_figures.score_spread({16: np.repeat([-4.0, 4.0], 10)})
    left, right = figure.axes
    for axes, place in ((left, 4), (right, 1)):
        line = axes.lines[0]
        x, height = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        assert np.sum(height) * (x[1] - x[0]) == pytest.approx(1)
        np.testing.assert_allclose(np.abs(x[height > 0]), place, atol=x[1] - x[0])
    assert "d_k 16: 4.0 and 1.00" in alt


@pytest.mark.parametrize("d_k", [4, 512])
def test_saturation_maps_sharpen_without_the_scale_only(d_k: int) -> None:
    figure, alt = saturation_lecture_figures.saturation_maps(d_k)
    unscaled, scaled = (np.asarray(axes.images[0].get_array()) for axes in figure.axes)
    for weights, axes in zip((unscaled, scaled), figure.axes, strict=True):
        np.testing.assert_allclose(weights.sum(axis=1), 1)
        assert axes.get_title().endswith(f"{np.median(weights.max(axis=1)):.2f}")
    logs = [np.log(weights) - np.log(weights).mean(axis=1, keepdims=True) for weights in (unscaled, scaled)]
    np.testing.assert_allclose(logs[0], np.sqrt(d_k) * logs[1], rtol=1e-6, atol=1e-8)
    assert f"with {d_k} features" in alt


def test_jacobian_maps_draws_differences() -> None:
    figure, alt = saturation_lecture_figures.jacobian_maps(SCORES, (1, 2))
    for axes, factor in zip(figure.axes, (1, 2), strict=True):
        drawn, scores = np.asarray(axes.images[0].get_array()), factor * SCORES
        for j in range(4):
            nudge = 1e-6 * np.eye(4)[j]
            up, down = (np.exp(s) / np.exp(s).sum() for s in (scores + nudge, scores - nudge))
            np.testing.assert_allclose(drawn[:, j], (up - down) / 2e-6, atol=1e-8)
        norm = np.sqrt(np.sum(drawn**2))
        assert f"scores times {factor}: weights" in alt and f"norm {norm:.2f}" in axes.get_title()


def test_query_gradients_draws_medians_means_and_bands() -> None:
    figure, alt = saturation_lecture_figures.query_gradients(SIZES, NORMS)
    (axes,) = figure.axes
    lines = {line.get_label(): np.asarray(line.get_ydata()) for line in axes.lines}
    for name, table in NORMS.items():
        np.testing.assert_allclose(lines[f"{name}: median"], np.median(table, axis=1))
        np.testing.assert_allclose(lines[f"{name}: mean"], np.mean(table, axis=1))
        assert f"{name}: median" in alt
    highest = max(path.vertices[:, 1].max() for path in axes.collections[1].get_paths())
    assert highest == pytest.approx(np.quantile(NORMS["not scaled"], 0.9, axis=1).max())


def test_found_curves_draws_each_seed_and_the_mean_in_per_cent() -> None:
    figure, alt = saturation_lecture_figures.found_curves(FOUND)
    curves = [np.asarray(line.get_ydata()) for line in figure.axes[0].lines[:3]]
    np.testing.assert_allclose(curves, 100 * np.array([*FOUND["one"].T, FOUND["one"].mean(axis=1)]))
    assert "one: 75% on average, 50 to 100%" in alt and "other, late: 0% on average" in alt


def test_capped_stays_within_the_cap_and_its_slope_is_right() -> None:
    figure, _ = saturation_lecture_figures.capped(20)
    left, right = figure.axes
    after, slope = (np.asarray(axes.lines[1].get_ydata()) for axes in (left, right))
    assert np.all(np.abs(after) <= 20)
    np.testing.assert_allclose(slope[1:-1], (after[2:] - after[:-2]) / 2, atol=2e-3)


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((SCORES, *PRODUCTS.values(), *NORMS.values(), *FOUND.values()), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(saturation_lecture_figures.two_arrows, angle=(0, 180, 5, 40), length=(0.5, 3.0, 0.25, 1.5)),
        explore(saturation_lecture_figures.saturation_maps, d_k=(4, 512, 4, 64)),
        explore(saturation_lecture_figures.capped, limit=(5, 100, 5, 50)),
    ]
    for explorer in sliders:
        assert all(count == 3 for count in pictures_of_each(explorer))
