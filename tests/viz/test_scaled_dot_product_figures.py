"""The figures of Lab 1: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy.special import softmax

from attn_course import viz
from attn_course.viz.scaled_dot_product_figures import true_altitude

WORDS = viz.sentence().words


def sentence_scores() -> np.ndarray:
    text = viz.sentence()
    return text.Q @ text.K.T / 2


def sentence_weights() -> np.ndarray:
    return softmax(sentence_scores(), axis=-1)


def masked_sentence() -> viz.Drawn:
    past = np.tril(np.ones((5, 5), dtype=bool))
    hidden = softmax(np.where(past, sentence_scores(), -np.inf), axis=-1)
    return viz.masked_maps(sentence_weights(), past, hidden, WORDS)


FIGURES = {
    "sentence_vectors": lambda: viz.sentence_vectors(viz.sentence()),
    "score_map": lambda: viz.score_map(sentence_scores(), WORDS),
    "attention_map": lambda: viz.attention_map(sentence_weights(), WORDS),
    "masked_maps": masked_sentence,
    "attention_in_steps": lambda: viz.attention_in_steps(np.eye(2, 3), np.ones((4, 3)), np.ones((4, 1))),
    "temperatures": lambda: viz.temperatures(np.array([2.0, 1.0, 0.0, -1.0])),
    "sharpness": viz.sharpness,
    "altitude_fit": viz.altitude_fit,
    "fitted_curves": lambda: viz.fitted_curves(np.arange(3.0), {0.1: np.ones(3), 0.5: np.ones(3), 3.0: np.arange(3.0)}),
    "softmax_slope": viz.softmax_slope,
    "saturation": viz.saturation,
    "gradient_against_d_k": lambda: viz.gradient_against_d_k(np.array([1, 4]), [0.3, 0.3], [0.3, 0.1]),
}


def test_the_sentence_is_what_the_lab_says():
    text = viz.sentence()
    assert text.Q.shape == text.K.shape == (5, len(text.kinds)) == (5, 4)
    assert text.V.shape == (5, len(text.contents)) == (5, 3)
    assert sentence_scores()[WORDS.index("chased")].tolist() == [0, 0, 3, 0, 3]
    output = sentence_weights() @ text.V
    assert output[WORDS.index("cat"), text.contents.index("colour")] == pytest.approx(0.5637, abs=1e-4)


def test_a_sentence_that_is_changed_leaves_the_next_one_as_it_was():
    viz.sentence().Q[:] = 0
    assert viz.sentence().Q.max() == 6


def test_the_sentences_vectors_are_told_in_full():
    _, alt = viz.sentence_vectors(viz.sentence())
    assert "the: thing 4, small word \N{MINUS SIGN}2; black: thing 4, quality \N{MINUS SIGN}2;" in alt
    assert "Values, what it passes on: the: nothing; black: colour 1;" in alt


def test_the_steps_are_attention():
    Q, K, V = np.array([[2, 0, 2, 0]]), np.array([[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]), np.eye(3)
    figure, alt = viz.attention_in_steps(Q, K, V)
    assert "; output, weights times V, (1, 3)" in alt
    assert "Rows of the weights: 0.67 0.24 0.09. Rows of the output: 0.67 0.24 0.09." in alt
    assert [text.get_text() for text in figure.axes[-1].texts] == ["0.67", "0.24", "0.09"]


def test_what_a_learners_function_returns_may_be_lists():
    weights, scores, past = sentence_weights(), sentence_scores(), np.tril(np.ones((5, 5), dtype=bool))
    assert viz.score_map(scores.tolist(), WORDS)[1] == viz.score_map(scores, WORDS)[1]
    assert viz.attention_map(weights.tolist(), WORDS)[1] == viz.attention_map(weights, WORDS)[1]
    drawn = [viz.masked_maps(kind(weights), past, kind(weights), WORDS)[1] for kind in (np.ndarray.tolist, np.copy)]
    assert drawn[0] == drawn[1]
    fits = {0.1: [1.0, 2.0], 0.5: [2.0, 3.0], 3.0: [2.0, 2.0]}
    assert "1 m with a bandwidth of 0.1 km" in viz.fitted_curves(np.arange(2.0), fits)[1]


def test_values_and_output_have_one_scale_of_colours():
    figure, _ = viz.attention_in_steps(np.array([[2, 0]]), np.eye(2), np.array([[10, -20], [0, 0]]))
    assert [figure.axes[panel].images[0].norm.vmax for panel in (4, 5)] == [20, 20]


def test_the_line_of_equal_weights_is_named_where_it_ends():
    for figure, number in ((FIGURES["temperatures"]()[0], 4), (viz.sharpness()[0], 8)):
        (name,) = figure.axes[-1].texts
        assert name.get_text() == "equal\nweights" and name.xy[1] == 1 / number


@pytest.mark.parametrize(("bandwidth", "points", "top"), [(0.05, 5, 1), (0.5, 30, 0.5), (3.0, 100, 0.05)])
def test_the_weights_of_the_readings_fill_their_panel(bandwidth, points, top):
    figure, alt = viz.altitude_fit(bandwidth, points, 6.0)
    assert figure.axes[1].get_ylim() == (0, pytest.approx(1.05 * top))
    assert float(re.search(r"largest weight ([\d.]+)", alt)[1]) <= top


def test_a_mask_that_leaks_is_visible_in_the_text():
    past = np.tril(np.ones((5, 5), dtype=bool))
    _, leaking = viz.masked_maps(sentence_weights(), past, sentence_weights(), WORDS)
    assert leaking.endswith("largest weight of a hidden pair is 0.47.")
    assert masked_sentence()[1].endswith("largest weight of a hidden pair is 0.00.")


def test_a_temperature_of_root_d_k_is_the_scale():
    scaled = re.search(r"([\d.]+) with it", viz.sharpness(d_k=64, temperature=1.0)[1])[1]
    warmed = re.search(r"([\d.]+) without the scale", viz.sharpness(d_k=64, temperature=8.0)[1])[1]
    assert scaled == warmed == "0.30"


@pytest.mark.parametrize("d_k", [4, 16, 64, 256])
@pytest.mark.parametrize("temperature", [0.25, 16.0])
def test_the_sharpness_slider_works_at_its_ends(d_k, temperature):
    figure, alt = viz.sharpness(d_k, temperature)
    heights = [[bar.get_height() for bar in axes.patches] for axes in figure.axes]
    assert np.allclose(np.sum(heights, axis=-1), 1) and f"d_k {d_k}" in alt


@pytest.mark.parametrize("bandwidth", [0.05, 3.0])
@pytest.mark.parametrize("points", [5, 100])
@pytest.mark.parametrize("km", [0.0, 10.0])
def test_the_altitude_sliders_work_at_their_ends(bandwidth, points, km):
    places, metres = viz.altimeter(points)
    weights = softmax(-((km - places) ** 2) / (2 * bandwidth**2))
    _, alt = viz.altitude_fit(bandwidth, points, km)
    assert f"prediction is {weights @ metres:.0f} m" in alt
    assert f"largest weight {weights.max():.2f}" in alt


def test_more_readings_are_added_to_the_same_ones():
    few, many = viz.altimeter(5), viz.altimeter(100)
    assert np.array_equal(few[0], many[0][:5]) and np.array_equal(few[1], many[1][:5])
    assert np.abs(many[1] - true_altitude(many[0])).mean() == pytest.approx(15 * math.sqrt(2 / math.pi), rel=0.2)


def test_the_text_of_the_gradient_follows_the_curve_over_its_peak():
    _, alt = viz.gradient_against_d_k(np.array([1, 4, 16]), [0.28, 0.3, 0.31], [0.28, 0.32, 0.1])
    assert "Scaled: between 0.28 and 0.31." in alt
    assert "Not scaled: 0.28 at 1, at most 0.32 at 4, 0.100 at 16." in alt


def test_the_figures_say_what_the_lab_concludes_from_them():
    assert "scaled: 1.0 to 1.0" in viz.saturation()[1] and "not scaled: 1.0 to 32" in viz.saturation()[1]
    assert "0.25 at a difference of 0, 0.018 at 4" in viz.softmax_slope()[1]
    assert "Bars of the scores 2, 1, 0, -1 " in FIGURES["temperatures"]()[1]
    assert "0.98 at temperature 0.25, 0.64 at temperature 1, 0.35 at temperature 4" in FIGURES["temperatures"]()[1]
