"""The lectures' pictures: what they show, that their text says it, and that sliders can draw them."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.viz import Drawn, explore, lecture_figures

HOURS = np.array([1.0, 6.5, 13.0, 19.5])
TEMPERATURES = np.array([7.0, 9.0, 16.0, 14.0])
TRUTH = 12 - 5 * np.cos(2 * np.pi * (np.linspace(0, 24, 49) - 3) / 24)
KEYS = np.array([[1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 1]])
KITTEN = np.array([2, 2, 0, 0])
NAMES = ["cat", "horse", "bridge"]

FIGURES: dict[str, Callable[[], Drawn]] = {
    "outer_difference": partial(lecture_figures.outer_difference, 3, 4),
    "recall_curves": partial(lecture_figures.recall_curves, (1, 4, 16), {"memory": [1.0, 0.5, 0.2]}, 0.125),
    "links": partial(lecture_figures.links, 6),
    "soft_lookup": partial(lecture_figures.soft_lookup, KITTEN, KEYS, NAMES),
    "scores_and_weights": partial(
        lecture_figures.scores_and_weights, np.array([[2.0, 1, 0], [0, 0, 3]]), ["one", "two"], NAMES
    ),
    "kernel_fit": partial(lecture_figures.kernel_fit, HOURS, TEMPERATURES, TRUTH, 2.0),
}


def texts(drawn: Drawn) -> list[str]:
    """Return every non-empty text inside the axes of a figure."""
    return [text.get_text() for axes in drawn[0].axes for text in axes.texts if text.get_text()]


def test_outer_difference_shows_every_entry_of_the_column_with_every_entry_of_the_row() -> None:
    figure, alt = lecture_figures.outer_difference(2, 3)
    numbers = [float(text.replace("\N{MINUS SIGN}", "-")) for text in texts((figure, alt))]
    assert numbers == [0, -1, -2, 1, 0, -1]
    assert alt.startswith("A table of 2 rows and 3 columns: ")
    assert alt.endswith("(2, 1) \N{MINUS SIGN} (3,) \N{RIGHTWARDS ARROW} (2, 3).")
    assert lecture_figures.outer_difference(1, 1)[1].startswith("A table of 1 row and 1 column: ")


def test_recall_curves_draws_a_line_for_each_reader_in_per_cent() -> None:
    figure, alt = lecture_figures.recall_curves((1, 2), {"small": [1.0, 0.5], "large": [1.0, 0.9]}, 0.25)
    small, large, guess = figure.axes[0].lines
    assert list(small.get_ydata()) == [100, 50]
    assert list(large.get_ydata()) == [100, 90]
    assert list(guess.get_ydata()) == [25, 25]
    assert small.get_linestyle() != large.get_linestyle()
    assert "small: 100% at 1, 50% at 2" in alt


def test_links_draws_all_to_all_and_a_chain() -> None:
    figure, alt = lecture_figures.links(4)
    recurrent, attention = (
        sum(text.get_text() == "" for text in axes.texts)  # arrows are annotations without words
        for axes in figure.axes
    )
    assert recurrent == 4 + 3  # up from each input, along the chain
    assert attention == 4 * 4  # all to all
    assert "3 steps sideways lead from position 1 to position 4" in alt


def test_links_marks_as_many_arrows_as_it_counts_steps() -> None:
    figure, _ = lecture_figures.links(4)
    widths = [
        [text.arrow_patch.get_linewidth() for text in axes.texts if text.get_text() == ""] for axes in figure.axes
    ]
    assert [row.count(max(row)) for row in widths] == [1 + 3, 1]  # up to the first output, then sideways


@pytest.mark.parametrize(
    ("strength", "scores", "weights"),
    [(0.0, [0, 0, 0], [1 / 3] * 3), (1.0, [2, 1, 0], [0.665, 0.245, 0.090])],
)
def test_soft_lookup_writes_scores_and_weights_of_the_stretched_query(
    strength: float, scores: list[float], weights: list[float]
) -> None:
    drawn = lecture_figures.soft_lookup(KITTEN, KEYS, NAMES, strength, query_name="kitten")
    assert f"{strength:g} \N{MULTIPLICATION SIGN} kitten" in texts(drawn)
    for name, score, weight in zip(NAMES, scores, weights, strict=True):
        assert f"score {score:.2f}   weight {weight:.3f}" in texts(drawn)
        assert f"{name} {score:.2f} and {weight:.3f}" in drawn[1]


def test_scores_and_weights_shows_both_tables_and_names_the_best_key() -> None:
    figure, alt = lecture_figures.scores_and_weights(np.array([[2.0, 1.0, 0.0]]), ["kitten"], NAMES)
    scores, weights = figure.axes
    assert [text.get_text() for text in scores.texts] == ["2.00", "1.00", "0.00"]
    assert [text.get_text() for text in weights.texts] == ["0.67", "0.24", "0.09"]
    assert "Attends most: kitten to cat (0.67)." in alt


def test_kernel_fit_goes_from_the_nearest_measurement_to_the_average() -> None:
    for bandwidth, start in [(0.2, TEMPERATURES[0]), (1e4, TEMPERATURES.mean())]:
        figure, _ = lecture_figures.kernel_fit(HOURS, TEMPERATURES, TRUTH, bandwidth)
        prediction = figure.axes[0].lines[1].get_ydata()
        assert prediction[0] == pytest.approx(start, abs=1e-4)


def test_kernel_fit_reports_the_distance_from_the_truth() -> None:
    flat = np.full(5, 10.0)
    _, alt = lecture_figures.kernel_fit(np.array([3.0, 20.0]), np.array([12.0, 12.0]), flat, 2.0)
    assert "typical error 2.00 degrees" in alt


def test_kernel_fit_numbers_the_measurements_in_both_panels() -> None:
    figure, _ = lecture_figures.kernel_fit(HOURS, TEMPERATURES, TRUTH, 2.0)
    assert [text.get_text() for text in figure.axes[0].texts] == ["1", "2", "3", "4"]
    columns = [label.get_text() for label in figure.axes[1].get_xticklabels()]
    assert columns == ["1\n1.0", "2\n6.5", "3\n13.0", "4\n19.5"]


def test_kernel_fit_writes_weights_that_sum_to_one_for_each_query() -> None:
    figure, _ = lecture_figures.kernel_fit(HOURS, TEMPERATURES, TRUTH, 2.0)
    weights = np.array([float(text.get_text()) for text in figure.axes[1].texts]).reshape(4, 4)
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=0.02)


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((HOURS, TEMPERATURES, TRUTH, KEYS, KITTEN), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(lecture_figures.outer_difference, rows=(1, 5, 1, 3), columns=(1, 6, 1, 4)),
        explore(partial(lecture_figures.soft_lookup, KITTEN, KEYS, NAMES), strength=(0.0, 5.0, 0.25, 1.0)),
        explore(partial(lecture_figures.kernel_fit, HOURS, TEMPERATURES, TRUTH), bandwidth=(0.2, 12.0, 0.2, 2.0)),
    ]
    for explorer in sliders:
        assert all(count == 3 for count in pictures_of_each(explorer))
