"""The pictures of gradients and training in Lecture 09: what they show, that their text says it, and their formulas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.viz import Drawn, explore
from attn_course.viz import training_figures as figures

POINTS = np.array([[0.0, 2.0], [0.3, 1.8], [2.0, 0.0], [2.2, 0.4], [-2.0, 0.0], [-2.0, 0.3]])
LABELS = np.array([0, 0, 1, 1, 2, 2])
MODEL = (np.array([[0.0, 1.0, -1.0], [1.0, 0.0, 0.0]]), np.zeros(3))
LADDER = {"nothing": np.log(30), "how frequent": 3.2, "every letter": 0.6}

FIGURES: dict[str, Callable[[], Drawn]] = {
    "forked_graph": partial(figures.forked_graph, 2.0, -3.0),
    "three_classes": partial(figures.three_classes, POINTS, LABELS, *MODEL, [1.1, 0.7, 0.5]),
    "paper_schedule": partial(figures.paper_schedule, 512, 4000, 20000),
    "learning_to_copy": partial(
        figures.learning_to_copy, {"whole": np.linspace(3.4, 0.7, 40), "part": np.linspace(3.4, 2.0, 40)}, LADDER
    ),
}


def texts(drawn: Drawn) -> list[str]:
    """Return every non-empty text inside the axes of a figure."""
    return [text.get_text() for axes in drawn[0].axes for text in axes.texts if text.get_text()]


@pytest.mark.parametrize(("a", "b"), [(2.0, -3.0), (0.5, 1.0), (-1.0, 0.25)])
def test_the_forks_gradients_are_the_slopes_of_the_loss(a: float, b: float) -> None:
    def loss(a: float, b: float) -> float:
        return (a * b + a) ** 2

    step = 1e-5
    d_a = (loss(a + step, b) - loss(a - step, b)) / (2 * step)
    d_b = (loss(a, b + step) - loss(a, b - step)) / (2 * step)
    found = texts(figures.forked_graph(a, b))
    for slope, name in ((d_a, "a"), (d_b, "b")):
        told = found[found.index(f"${name}$") + 2].removeprefix("gradient ").replace("\N{MINUS SIGN}", "-")
        assert float(told) == pytest.approx(slope, abs=0.006)


def test_three_classes_draws_each_point_and_the_loss() -> None:
    figure, alt = figures.three_classes(POINTS, LABELS, *MODEL, [1.1, 0.7, 0.5])
    assert sum(len(line.get_xdata()) for line in figure.axes[0].lines) == len(POINTS)
    assert list(figure.axes[1].lines[0].get_ydata()) == [1.1, 0.7, 0.5]
    assert "a linear model, 100% of them right" in alt and "from 1.10 to 0.50" in alt


def test_the_papers_rate_peaks_where_its_two_branches_meet() -> None:
    steps = np.arange(1, 20_001, dtype=float)
    rates = figures.paper_rate(steps, 512, 4000)
    assert steps[np.argmax(rates)] == 4000
    assert rates[3999] == pytest.approx(1 / np.sqrt(512 * 4000))
    assert rates[999] == pytest.approx(rates[3999] / 4)  # a straight line from 0
    assert rates[15_999] == pytest.approx(rates[3999] / 2)  # four times the step, half the rate
    assert "to 7.0 ten-thousandths at step 4,000" in figures.paper_schedule(512, 4000, 20_000)[1]


def test_learning_to_copy_averages_ten_batches_and_draws_the_ladder() -> None:
    figure, alt = figures.learning_to_copy({"whole": np.arange(30.0), "part": np.full(30, 2.0)}, LADDER)
    whole = figure.axes[0].lines[0]
    assert list(whole.get_xdata()) == list(range(10, 31))
    assert list(whole.get_ydata()) == pytest.approx(np.arange(4.5, 25))
    assert "whole 24.5, part 2.0" in alt and "3.40 for nothing; 3.20 for how frequent; 0.60 for every letter" in alt


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((POINTS, LABELS, *MODEL), [FIGURES["three_classes"]])


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(figures.forked_graph, a=(-3.0, 3.0, 0.5, 2.0), b=(-3.0, 3.0, 0.5, -2.0)),
        explore(partial(figures.paper_schedule, 512, total_steps=20_000), warmup_steps=(1000, 10_000, 500, 4000)),
    ]
    for explorer in sliders:
        assert all(count >= 2 for count in pictures_of_each(explorer))
