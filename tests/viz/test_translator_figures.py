"""The figures of Lab 8: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import numpy as np
import pytest
from autograd import grad
from autograd import numpy as anp

from attn_course import viz
from attn_course.translation.grammar import Pair
from attn_course.viz.translator_figures import SMOOTHED

SURE, POSSIBLE = frozenset({(0, 0), (2, 1)}), frozenset({(0, 0), (2, 1), (1, 1)})
PAIR = Pair(("she", "does", "sleep", "."), ("elle", "dort", "."), SURE | {(3, 2)}, POSSIBLE | {(3, 2)})
WEIGHTS = np.array([[0.9, 0.1, 0.0, 0.0], [0.0, 0.3, 0.7, 0.0], [0.0, 0.0, 0.2, 0.8]])
LOSSES = 1 + 5 * np.exp(-np.arange(100) / 20)
EXPECTED = {"nothing": 6.0, "how frequent each word is": 5.0, "every word": 0.9}
MILLISECONDS = {"slow": 60.0, "middle": 30.0, "fast": 20.0}
CURVES = {"slow": [[10.0, 50.0], [30.0, 70.0], [20.0, 95.0]], "fast": [[80.0, 92.0]]}
FIGURES = {
    "linked_words": lambda: viz.linked_words(PAIR),
    "chain_rule": viz.chain_rule,
    "loss_curve": lambda: viz.loss_curve(LOSSES, EXPECTED),
    "step_times": lambda: viz.step_times(MILLISECONDS),
    "gains": lambda: viz.gains({"packing": 1.5, "sorting": 0.8}),
    "looks": lambda: viz.looks(WEIGHTS, PAIR.english, PAIR.french),
    "looks, with the grammar's links": lambda: viz.looks(WEIGHTS, PAIR.english, PAIR.french, PAIR),
    "split_scores": lambda: viz.split_scores({"one": {"test": [96, 98, 99], "length": [70.0]}}),
    "learning_compared": lambda: viz.learning_compared([350, 700], CURVES, MILLISECONDS),
}


def test_every_link_is_a_line_and_the_possible_ones_are_dotted():
    figure, alt = viz.linked_words(PAIR)
    drawn = [line for line in figure.axes[0].lines if len(line.get_xdata())]
    assert sorted(line.get_linestyle() for line in drawn) == ["-", "-", "-", ":"]
    assert "3 sure links: she to elle; sleep to dort; . to .." in alt
    assert alt.endswith("Of 4 possible links, the other 1 are dotted.")


@pytest.mark.parametrize(("x", "w", "y"), [(2.0, 0.5, 0.0), (-1.0, 0.3, 0.8)])
def test_the_gradients_of_the_record_are_those_of_autograd(x, w, y):
    _, alt = viz.chain_rule(x, w, y)
    expected = [
        grad(lambda w: (anp.tanh(w * x) - y) ** 2)(w),
        grad(lambda s: (anp.tanh(s) - y) ** 2)(w * x),
        grad(lambda t: (t - y) ** 2)(np.tanh(w * x)),
        1.0,
    ]
    told = alt.partition("from right to left: ")[2].rstrip(".").replace("\N{MINUS SIGN}", "-")
    assert [float(number) for number in told.split(", ")] == pytest.approx(expected[::-1], abs=5e-4)


def test_the_curve_is_a_running_mean_and_its_ladder_is_told():
    figure, alt = viz.loss_curve(LOSSES, EXPECTED)
    batches, means, *ladder = figure.axes[0].lines
    assert batches.get_ydata().tolist() == LOSSES.tolist()
    assert means.get_ydata() == pytest.approx([LOSSES[i : i + SMOOTHED].mean() for i in range(100 - SMOOTHED + 1)])
    assert means.get_xdata()[[0, -1]].tolist() == [SMOOTHED, 100]
    assert [line.get_ydata()[0] for line in ladder] == list(EXPECTED.values())
    assert alt.endswith("6.00 for nothing; 5.00 for how frequent each word is; 0.90 for every word.")


def test_an_interrupted_training_is_drawn_too():
    figure, alt = viz.loss_curve([5.0, 4.0], EXPECTED)
    assert figure.axes[0].lines[1].get_ydata() == pytest.approx([4.5])
    assert "over 2 steps goes from 5.00 to 4.50" in alt


@pytest.mark.parametrize(("losses", "drawn"), [([5.0, 4.0, np.inf], [5.0, 4.0]), ([np.nan], [np.nan]), ([], [np.nan])])
def test_a_training_that_failed_is_drawn_up_to_there(losses, drawn):
    figure, _ = viz.loss_curve(losses, EXPECTED)
    np.testing.assert_equal(figure.axes[0].lines[0].get_ydata(), drawn)
    assert figure.axes[0].get_ylim() == pytest.approx((0, 1.12 * 6))


def test_times_are_told_with_their_multiple_of_the_shortest():
    assert (
        "slow 60.0 ms, 3.0 times; middle 30.0 ms, 1.5 times; fast 20.0 ms, 1.0 times."
        in viz.step_times(MILLISECONDS)[1]
    )


def test_the_frames_are_the_links_of_the_grammar():
    figure, alt = viz.looks(WEIGHTS, PAIR.english, PAIR.french, PAIR)
    centres = {(round(frame.get_x() + 0.46), round(frame.get_y() + 0.44)): frame for frame in figure.axes[0].patches}
    assert set(centres) == PAIR.possible
    assert {link for link, frame in centres.items() if frame.get_linestyle() in ("-", "solid")} == PAIR.sure
    assert "elle to she (0.90); dort to sleep (0.70); . to . (0.80)." in alt


def test_bars_are_medians_and_dots_are_seeds():
    figure, alt = FIGURES["split_scores"]()
    assert [bar.get_height() for bar in figure.axes[0].patches] == [98, 70]
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [[96, 98, 99], [70.0]]
    assert alt.endswith("one: test 98.0, length 70.0.")


def test_curves_are_medians_against_steps_and_against_seconds():
    figure, alt = FIGURES["learning_compared"]()
    for axes, across in zip(figure.axes, ([350, 700], [21.0, 42.0]), strict=True):
        assert axes.lines[0].get_xdata().tolist() == across
        assert axes.lines[0].get_ydata().tolist() == [20.0, 70.0]
    assert "slow stays below 90, at 60 ms a step; fast is above 90 from step 700, at 20 ms a step." in alt
