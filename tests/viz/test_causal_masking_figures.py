"""The figures of Lab 4: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from attn_course import viz
from attn_course.viz.causal_masking_figures import listed, moved_outputs

WORDS = ("one", "two", "three", "four")
PAST = np.tri(4, dtype=bool)
SCORES = np.array([[2.0, -1, 0, 3], [1, 1, 5, 0], [0, 0, 0, 0], [1, 2, 3, 4]])
LENGTHS = np.array([2, 4])
PADDING = (np.arange(4) < LENGTHS[:, None])[:, None]


def steps(hidden: float = -np.inf) -> viz.Drawn:
    masked = np.where(PAST, SCORES, hidden)
    return viz.masking_in_steps(SCORES, masked, softmax(masked, axis=-1), WORDS)


def next_token(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x[1:], x[-1:]])


FIGURES = {
    "who_sees_whom": lambda: viz.who_sees_whom(PAST, WORDS),
    "masking_in_steps": steps,
    "alignment": viz.alignment,
    "masks_combined": lambda: viz.masks_combined(PADDING, PADDING & PAST, [WORDS, WORDS]),
    "influence": lambda: viz.influence({"itself": np.copy, "cumulative": lambda x: x.cumsum(0), "next": next_token}),
    "generation": viz.generation,
    "generation_strip": viz.generation_strip,
    "cost_of_generation": lambda: viz.cost_of_generation([7, 28, 63], [7, 14, 21]),
}


def test_the_mask_is_told_word_by_word():
    _, alt = viz.who_sees_whom(PAST, WORDS)
    assert "one sees one; two sees one, two; three sees one, two, three;" in alt
    _, alt = viz.who_sees_whom(np.tri(4, k=-1, dtype=bool), WORDS)
    assert "one sees nothing; two sees one;" in alt


def test_a_very_low_score_is_drawn_as_hidden():
    (lower, alt), (infinite, same) = steps(-1e9), steps()
    assert viz.figure_png(lower) == viz.figure_png(infinite) and alt == same
    assert "6 of 16 of them hidden" in alt and alt.endswith("Largest weight above the diagonal: 0.00.")
    assert "two: 0.50 0.50 0.00 0.00" in alt


def test_a_mask_that_is_not_low_enough_is_visible_in_the_text():
    assert "0 of 16 of them hidden" in steps(0.0)[1]


@pytest.mark.parametrize("new", [1, 6])
@pytest.mark.parametrize("cached", [0, 6])
def test_the_alignment_slider_works_at_its_ends(new, cached):
    figure, alt = viz.alignment(new, cached)
    right, wrong = ([[text.get_text() for text in axes.texts].count("1")] for axes in figure.axes)
    assert right == [sum(range(cached + 1, cached + new + 1))] and wrong == [sum(range(1, new + 1))]
    assert f"the queries see {listed(np.arange(cached + 1, cached + new + 1))} keys" in alt
    assert figure.get_size_inches().tolist() == viz.alignment()[0].get_size_inches().tolist()  # the page stays still


def test_numbers_are_listed_as_in_a_sentence():
    assert [listed(np.arange(1, n)) for n in (2, 3, 5)] == ["1", "1 and 2", "1, 2, 3 and 4"]


def test_padding_shortens_what_the_later_queries_see():
    _, alt = FIGURES["masks_combined"]()
    assert "sentence 0 (one two three four): 1, 2, 2 and 2 keys" in alt
    assert "sentence 1 (one two three four): 1, 2, 3 and 4 keys" in alt


def test_influence_shows_what_moves_and_counts_what_leaks():
    assert np.array_equal(moved_outputs(np.copy, 4, 2), np.eye(4))
    assert np.array_equal(moved_outputs(lambda x: x.cumsum(axis=0), 4, 2), np.tri(4))
    assert np.array_equal(moved_outputs(lambda x: x - x.mean(axis=0), 4, 2), np.ones((4, 4)))
    _, alt = FIGURES["influence"]()
    assert "itself: none above the diagonal; cumulative: none above the diagonal; next: 4 leaks." in alt


def test_the_melody_finds_what_followed_the_last_time():
    tune = viz.melody()
    assert tune.notes == ("do", "re", "mi", "do", "re", "mi")
    assert tune.Q.shape == tune.K.shape == (6, 4) and tune.V.shape == (6, 3)
    hidden = np.where(np.tri(6, dtype=bool), tune.Q @ tune.K.T / 2, -np.inf)
    outputs = softmax(hidden, axis=-1) @ tune.V
    assert [tune.notes[best] for best in outputs.argmax(axis=1)][3:] == ["re", "mi", "do"]


def test_the_vectors_of_a_note_do_not_depend_on_later_notes():
    whole, begun = viz.melody(), viz.melody(["do", "re"])
    for mine, theirs in zip((whole.Q, whole.K, whole.V), (begun.Q, begun.K, begun.V), strict=True):
        assert np.array_equal(mine[:2], theirs)


@pytest.mark.parametrize("step", range(1, 7))
def test_each_step_shows_the_rows_so_far(step):
    figure, alt = viz.generation(step)
    numbers = [text.get_text() for text in figure.axes[0].texts]
    assert len(numbers) == step * (step + 1) // 2 and "nan" not in numbers
    assert f"Step {step} of writing" in alt
    assert alt.endswith(f"Next note: {['given', 'given', 'given', 're', 'mi', 'do'][step - 1]}.")


def test_the_strip_names_the_keys_that_are_found():
    assert "from do to key 1, re to key 2, mi to key 3: the note that followed" in viz.generation_strip()[1]


def test_the_cost_is_told_step_by_step_and_in_all():
    _, alt = FIGURES["cost_of_generation"]()
    assert "Everything anew: 7, 28, 63 multiply-adds, 98 in all; with a cache: 7, 14, 21, 42 in all." in alt
