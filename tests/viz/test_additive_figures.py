"""The figures of Lab 5: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from attn_course import viz
from attn_course.viz.alignment_model import Translation

WEIGHTS = np.array([[0.9, 0.1, 0.0], [0.2, 0.1, 0.7], [0.0, 1.0, 0.0]])
TRANSLATION = Translation("the calm fox".split(), "le renard calme".split(), WEIGHTS)
SIZES = np.array([0.5, 1.0, 2.0])
FIGURES = {
    "decoder_diagram": viz.decoder_diagram,
    "additive_in_steps": viz.additive_in_steps,
    "place_finder": viz.place_finder,
    "weight_maps": lambda: viz.weight_maps({"one": WEIGHTS, "two": WEIGHTS[:2]}),
    "largest_weights": lambda: viz.largest_weights(
        SIZES, {"inside": [0.4, 0.6, 0.9], "outside": [0.3, 0.4, 0.5]}, 0.65
    ),
    "gate_mixer": viz.gate_mixer,
    "state_over_time": lambda: viz.state_over_time({"z = 0.5": 0.5 ** np.arange(5), "z = 1": np.ones(5)}),
    "translation_alignment": lambda: viz.translation_alignment(TRANSLATION),
    "alignment_example": viz.alignment_example,
    "alignment_example, long": lambda: viz.alignment_example(2),
    "entropy_bars": lambda: viz.entropy_bars(TRANSLATION.french, np.array([0.3, 0.8, 0.0]), 3),
    "score_costs": viz.score_costs,
    "score_times": lambda: viz.score_times(np.array([16, 64]), {"counted": [9.0, 3.0], "measured": [20.0, 50.0]}),
}


def test_the_steps_are_those_of_the_formula():
    _, alt = viz.additive_in_steps(1.0)
    scores = [np.tanh(1 + key) + 2 * np.tanh(key - 1) for key in (0, 1, 2)]
    weights = np.exp(scores) / np.exp(scores).sum()
    for title, values in (("Scores", scores), ("Weights", weights)):
        assert f"{title}: {' '.join(f'{value:.2f}' for value in values)}." in alt


def cell_numbers(axes) -> np.ndarray:
    """Return the numbers that a matrix shows."""
    rows, columns = axes.images[0].get_array().shape
    return np.array([float(text.get_text().replace("\N{MINUS SIGN}", "-")) for text in axes.texts]).reshape(
        rows, columns
    )


@pytest.mark.parametrize("sharpness", [1.0, 3.0, 10.0])
def test_the_tanh_lets_the_query_choose_and_without_it_all_queries_agree(sharpness):
    figure, _ = viz.place_finder(sharpness)
    bent, straight = map(cell_numbers, figure.axes)
    assert bent.argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert (straight == straight[0]).all()
    assert np.ptp(straight[0]) > 0  # the keys still count


@pytest.mark.parametrize("update", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("reset", [0.0, 1.0])
def test_the_mixed_state_is_between_candidate_and_old_state(reset, update):
    figure, alt = viz.gate_mixer(reset, update)
    candidate = np.tanh(-0.8 + reset * 1.28)
    assert f"candidate is {candidate:.2f}; the old state is 0.80" in alt
    assert alt.endswith(f"between them at {(1 - update) * candidate + update * 0.8:.2f}.")
    assert len(viz.figure_png(figure)) <= 100_000


def test_the_alignment_says_what_each_written_word_was_read_from():
    _, alt = viz.translation_alignment(TRANSLATION)
    assert alt.endswith("le to the (0.90); renard to fox (0.70); calme to calm (1.00).")


def test_the_bars_are_compared_with_even_attention():
    figure, alt = FIGURES["entropy_bars"]()
    assert [bar.get_height() for bar in figure.axes[0].patches] == [0.3, 0.8, 0.0]
    assert f"in nats, at most {np.log(3):.2f}: le 0.30" in alt


@pytest.mark.parametrize("d", [16, 64])
def test_the_counted_costs_are_those_of_the_formulas(d):
    figure, _ = viz.score_costs(d)
    work, bends, memory = ([line.get_ydata() for line in axes.lines] for axes in figure.axes)
    n = figure.axes[0].lines[0].get_xdata()
    assert work[0].tolist() == (n**2 * d).tolist()
    assert work[1].tolist() == (n**2 * d + 2 * n * d * d).tolist()
    assert bends[0].tolist() == (n**2 * d).tolist()
    assert (memory[1] / memory[0]).tolist() == [d] * len(n)


def test_a_unit_keeps_its_state_as_its_gate_says():
    """What the notebook draws: with z alone, n = 0, the state shrinks by z at each step."""
    z = expit(2.0)
    _, alt = viz.state_over_time({"2": z ** np.arange(11)})
    assert alt.endswith(f"2: {z**10:.2f}.")


def test_ends_of_curves_are_told():
    assert FIGURES["largest_weights"]()[1].count("inside from 0.40 to 0.90; outside from 0.30 to 0.50") == 1
    assert FIGURES["score_times"]()[1].endswith("counted from 9.0 to 3.0; measured from 20.0 to 50.0.")
