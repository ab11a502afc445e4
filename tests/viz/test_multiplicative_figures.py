"""The figures of Lab 6: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from attn_course import viz

TEXT = viz.two_languages()
PLACES = np.array([0.3, 1.2, 1.8, 3.1, 4.8, 4.3])  # of the target words, by hand
ALIGNED = [0, 1, 2, 3, 5, 4]  # the source word of each target word
SIZES = np.array([16, 64, 256])

FIGURES = {
    "matrix_between": lambda: viz.matrix_between(TEXT),
    "two_landscapes": viz.two_landscapes,
    "local_window": viz.local_window,
    "local_alignment": lambda: viz.local_alignment(np.eye(6)[ALIGNED], PLACES, TEXT),
    "costs_by_size": lambda: viz.costs_by_size(
        SIZES,
        {"multiplicative": [1e-4, 2e-4, 1e-3], "additive": [1e-3, 5e-3, 3e-2]},
        {"multiplicative": [2**16] * 3, "additive": [2**20, 2**22, 2**24]},
    ),
}


def test_the_matrix_is_the_dictionary_between_the_two_orders_of_features():
    scores = TEXT.h_t @ TEXT.W @ TEXT.states.T
    assert scores.argmax(axis=1).tolist() == ALIGNED
    assert not np.array_equal((TEXT.h_t @ TEXT.states.T).argmax(axis=1), ALIGNED)
    assert (TEXT.W.sum(axis=0) == 1).all() and (TEXT.W.sum(axis=1) == 1).all()


def test_the_text_tells_the_alignment_with_any_matrix():
    _, alt = viz.matrix_between(TEXT)
    largest = softmax(TEXT.h_t @ TEXT.W @ TEXT.states.T, axis=1).max(axis=1)
    assert f"By the general score: that to dass ({largest[0]:.2f})" in alt
    assert f"chased to jagte ({largest[4]:.2f})" in alt
    _, blind = viz.matrix_between(TEXT, W=np.zeros((6, 6)))
    assert "chased to dass and die and schwarze and Katze and Mäuse and jagte (0.17)" in blind


def test_the_predicted_positions_are_near_the_aligned_words():
    logits = np.tanh(TEXT.h_t @ TEXT.W_p) @ TEXT.v_p
    np.testing.assert_allclose(6 / (1 + np.exp(-logits)), PLACES)
    assert np.abs(PLACES - ALIGNED).max() < 0.5
    _, alt = viz.local_alignment(0.5 * np.eye(6)[ALIGNED], PLACES, TEXT)
    assert "that 0.3 (0.50)" in alt and "chased 4.8 (0.50)" in alt and "mice to Mäuse (0.50)" in alt


def test_a_bilinear_score_prefers_an_end_and_the_network_its_own_kind():
    _, alt = viz.two_landscapes()
    assert "For h = 1 the best s is 2.0 for the general score" in alt
    assert "and 1.0 for the small network" in alt


@pytest.mark.parametrize("position", [0.0, 5.5, 11.0])
@pytest.mark.parametrize("window", [1, 5])
def test_the_window_sliders_work_at_their_ends(position, window):
    figure, alt = viz.local_window(position, window)
    seen = [j for j in range(12) if abs(j - position) <= window]
    assert f"{len(seen)} of them are in the window." in alt
    hollow, filled = figure.axes[1].containers
    heights = np.array([bar.get_height() for bar in hollow])
    assert np.flatnonzero(heights).tolist() == seen and heights.sum() == pytest.approx(1)
    bell = np.exp(-((np.arange(12) - position) ** 2) / (2 * (window / 2) ** 2))
    np.testing.assert_allclose([bar.get_height() for bar in filled], heights * bell)
    assert f"their weights sum to {(heights * bell).sum():.2f};" in alt


def test_costs_are_told_for_the_largest_size():
    _, alt = FIGURES["costs_by_size"]()
    assert (
        "At 256 the additive scores take 30 times the time and 256 times the memory of the multiplicative ones." in alt
    )
