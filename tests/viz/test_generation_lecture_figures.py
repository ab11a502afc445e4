"""The pictures of Lecture 05: what they show, against oracles of their own, and what their text says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from matplotlib.axes import Axes
from redrawing import pictures_of_each

from attn_course.viz import Drawn, explore
from attn_course.viz import generation_lecture_figures as figures

LOSSES = {"causal mask": ([0.6, 0.62], [0.6, 0.62]), "no mask": ([0.01, 1.6], [6.0, 1.6])}
WORDS = "the old dog saw the cat".split()
SENTENCES = [["the", "dog", "<pad>", "<pad>"], ["the", "old", "dog", "barks"]]
NORMS = {"plain": np.array([[1.0, np.nan], [2.0, 3.0]]), "zeros": np.array([[1.0, 1.0], [2.0, 3.0]])}
LOGITS = np.array([0.0, 2.0, 1.0])
SOURCES = [["the", "cat", "<pad>"], ["the", "old", "dog"]]
TARGETS = [["<s>", "le", "chat", "<pad>"], ["<s>", "le", "vieux", "chien"]]
PACKED = [["the", "cat", "sleeps"], ["it", "rains"]]

FIGURES: dict[str, Callable[[], Drawn]] = {
    "losses_by_place": partial(figures.losses_by_place, LOSSES, 0.611, 1.79),
    "where_they_look": partial(figures.where_they_look, {"own": np.eye(3), "next": np.eye(3, k=1) + np.eye(3, k=-2)}),
    "passes_and_mask": partial(figures.passes_and_mask, WORDS),
    "before_or_after": partial(figures.before_or_after, (1, 2), 4),
    "masks_of_a_batch": partial(figures.masks_of_a_batch, SENTENCES, 2),
    "spread_of_no_number": partial(figures.spread_of_no_number, NORMS, ["<pad>", "cats"]),
    "tempered": partial(figures.tempered, LOGITS, list("abc"), 0.5),
    "cache_step": partial(figures.cache_step, 4),
    "cache_strip": figures.cache_strip,
    "cache_lines": partial(figures.cache_lines, (32, 8, 1), 32, 128, 4),
    "last_rows": partial(figures.last_rows, 2),
    "prefix_figure": partial(figures.prefix_figure, 3),
    "prefix_figure, none given": partial(figures.prefix_figure, 0),
    "cross_figure": partial(figures.cross_figure, SOURCES, TARGETS),
    "packed_figure": partial(figures.packed_figure, PACKED),
}


def written(axes: Axes) -> list[str]:
    """Return every non-empty text inside the axes."""
    return [text.get_text() for text in axes.texts if text.get_text()]


def ones_and_zeros(axes: Axes, n_columns: int) -> list[list[int]]:
    """Return a table of ones and zeros that is written into its cells."""
    return np.reshape([int(text) for text in written(axes)], (-1, n_columns)).tolist()


def test_losses_by_place_draws_both_ways_to_ask_and_two_lines_to_compare_with() -> None:
    figure, alt = figures.losses_by_place(LOSSES, 0.611, 1.79)
    for axes, (whole, honest) in zip(figure.axes, LOSSES.values(), strict=True):
        beginnings, everything, *lines = axes.lines
        assert list(beginnings.get_ydata()) == honest
        assert list(everything.get_ydata()) == whole
        assert sorted(line.get_ydata()[0] for line in lines) == [0.611, 1.79]
        assert beginnings.get_linestyle() != everything.get_linestyle()
    assert "no mask: shown the whole text 0.81 on average, shown what comes before 3.80" in alt


def test_where_they_look_says_how_far_ahead() -> None:
    figure, alt = figures.where_they_look({"own": np.eye(3), "next": np.array([[0, 1, 0], [0, 0, 1], [0.6, 0.4, 0]])})
    assert written(figure.axes[1]) == "0.0 1.0 0.0 0.0 0.0 1.0 0.6 0.4 0.0".split()
    assert alt.endswith("own: 0, 0, 0; next: 1, 1, -2.")


def test_each_pass_reads_what_its_row_of_the_mask_lets_through() -> None:
    figure, alt = figures.passes_and_mask(WORDS)
    left, right = figure.axes
    arrow = "\N{RIGHTWARDS ARROW}"
    read = [text for text in written(left) if not text.startswith(arrow)]
    guessed = [text.removeprefix(f"{arrow} ") for text in written(left) if text.startswith(arrow)]
    assert read == [word for length in range(1, 6) for word in WORDS[:length]]
    assert guessed == WORDS[1:]
    assert [sum(row) for row in ones_and_zeros(right, 5)] == [1, 2, 3, 4, 5]
    assert "the model reads 1, 2, 3, 4, 5 words and guesses the next, up to cat" in alt


@pytest.mark.parametrize("hidden", [-4.0, 0.0, 4.0])
def test_only_a_mask_before_the_softmax_forgets_the_hidden_score(hidden: float) -> None:
    figure, alt = figures.before_or_after((1, 2), hidden)
    before, after = ([bar.get_height() for bar in axes.patches] for axes in figure.axes)
    e = np.exp([1.0, 2.0, hidden])
    assert before == pytest.approx([e[0] / (e[0] + e[1]), e[1] / (e[0] + e[1]), 0])
    assert after == pytest.approx([e[0] / e.sum(), e[1] / e.sum(), 0])
    assert f"mask after it: weights {e[0] / e.sum():.3f}" in alt
    assert f"sum {(e[0] + e[1]) / e.sum():.3f}." in alt
    score = {-4.0: "−4", 0.0: "0", 4.0: "4"}[hidden]
    assert alt.startswith(f"The score of the hidden key is {score}.")
    labels = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert labels[-1] == f"key 2\nscore {score}\n(hidden)"


def test_masks_of_a_batch_shows_for_each_head_the_pairs_that_both_masks_let_through() -> None:
    figure, alt = figures.masks_of_a_batch(SENTENCES, 2)
    for sentence, words in enumerate(SENTENCES):
        padding, causal, *heads = figure.axes[4 * sentence : 4 * sentence + 4]
        assert written(padding) == ["01"[word != "<pad>"] for word in words]
        assert ones_and_zeros(causal, 4) == [[int(j <= i) for j in range(4)] for i in range(4)]
        both = [[int(j <= i and words[j] != "<pad>") for j in range(4)] for i in range(4)]
        assert [ones_and_zeros(head, 4) for head in heads] == [both, both]
    assert "sentence 0: 7 of 16 pairs; sentence 1: 10 of 16 pairs" in alt
    assert "(2, 1, 1, 4)" in alt and "together (2, 2, 4, 4)" in alt


def test_spread_of_no_number_counts_the_tokens_that_are_lost() -> None:
    figure, alt = figures.spread_of_no_number(NORMS, ["<pad>", "cats"])
    assert written(figure.axes[0]) == ["1.0", "nan", "2.0", "3.0"]
    assert "plain: no number in 0, 1 of 2 tokens; zeros: no number in 0, 0 of 2 tokens" in alt


@pytest.mark.parametrize("temperature", [0.1, 0.5, 2.0])
def test_a_temperature_raises_probabilities_to_a_power(temperature: float) -> None:
    figure, alt = figures.tempered(LOGITS, list("abc"), temperature)
    heights = np.reshape([bar.get_height() for bar in figure.axes[0].patches], (2, 3)) / 100
    p = np.exp(LOGITS) / np.exp(LOGITS).sum()
    powers = p ** (1 / temperature)
    np.testing.assert_allclose(heights, [p, powers / powers.sum()])
    assert f"b {100 * p[1]:.0f}% and {100 * heights[1, 1]:.0f}%" in alt


@pytest.mark.parametrize("step", [1, 4, 6])
def test_a_step_computes_everything_anew_or_one_row(step: int) -> None:
    vectors, scores = figures.work_of_a_step(step, 6, cache=False)
    assert (vectors == figures.NOW).sum() == 3 * step and (scores == figures.NOW).sum() == step**2
    assert not (vectors == figures.KEPT).any()
    vectors, scores = figures.work_of_a_step(step, 6, cache=True)
    assert vectors[step - 1].tolist() == [figures.NOW] * 3
    assert (vectors[: step - 1, 0] == figures.NOTHING).all()  # earlier queries have been answered
    assert (vectors[: step - 1, 1:] == figures.KEPT).all()
    assert (scores == figures.NOW).sum() == (scores[step - 1] == figures.NOW).sum() == step
    _, alt = figures.cache_step(step)
    assert f"everything anew: {3 * step} vectors and {step**2} score" in alt
    assert f"with a cache: 3 vectors and {step} score" in alt
    assert f"{2 * (step - 1)} vectors kept" in alt


def test_cache_strip_counts_what_every_step_computes() -> None:
    _, alt = figures.cache_strip()
    anew = ", ".join(str(3 * t + t * t) for t in range(1, 7))
    cached = ", ".join(str(3 + t) for t in range(1, 7))
    assert f"Everything anew: {anew}; with a cache: {cached}," in alt


def test_the_cache_weighs_what_its_arrays_weigh() -> None:
    caches = [[np.zeros((7, 3, 5), np.float16) for _ in range(2)] for _ in range(4)]  # layers: keys, values
    assert figures.cache_bytes(7, num_layers=4, num_kv_heads=3, d_head=5) == sum(
        array.nbytes for layer in caches for array in layer
    )


def test_cache_lines_grow_with_tokens_and_heads() -> None:
    figure, alt = figures.cache_lines((32, 8), 32, 128)
    many, few = (np.array(line.get_ydata()) for line in figure.axes[0].lines)
    np.testing.assert_allclose(many / few, 4)
    np.testing.assert_allclose(many[1:] / many[:-1], 2)
    assert "32 heads: 2 GiB for 4096 tokens, 64 GiB for 131072" in alt
    assert "4096 GiB for 131072" in figures.cache_lines((32, 8), 32, 128, sequences=64)[1]
    twice, _ = figures.cache_lines((32, 8), 32, 128, sequences=2)
    np.testing.assert_allclose(twice.axes[0].lines[0].get_ydata(), 2 * many)


@pytest.mark.parametrize("new", [1, 2, 6])
def test_last_rows_shows_the_same_rows_twice(new: int) -> None:
    figure, alt = figures.last_rows(new)
    whole, cut = (ones_and_zeros(axes, 6) for axes in figure.axes)
    assert cut == whole[6 - new :]
    assert f"Keys seen: {', '.join(str(sum(row)) for row in cut)}." in alt


@pytest.mark.parametrize("prefix", [0, 1, 3, 7])
def test_a_prefix_is_seen_by_all_and_the_rest_by_who_comes_later(prefix: int) -> None:
    figure, alt = figures.prefix_figure(prefix)
    expected = [[int(j <= i or j < prefix) for j in range(7)] for i in range(7)]
    assert ones_and_zeros(figure.axes[0], 7) == expected
    assert f"{sum(map(sum, expected))} of 49 pairs are visible, 28 with a causal mask" in alt


def test_cross_figure_hides_the_padding_of_the_source_and_no_query() -> None:
    figure, alt = figures.cross_figure(SOURCES, TARGETS)
    assert [ones_and_zeros(axes, 3) for axes in figure.axes] == [[[1, 1, 0]] * 4, [[1, 1, 1]] * 4]
    assert "sentence 0: each of 4 target tokens sees 2 of 3 keys" in alt


def test_packed_sentences_see_themselves_backwards() -> None:
    figure, alt = figures.packed_figure(PACKED)
    number = [0, 0, 0, 1, 1]
    expected = [[int(j <= i and number[i] == number[j]) for j in range(5)] for i in range(5)]
    assert ones_and_zeros(figure.axes[0], 5) == expected
    assert figures.packed_mask([3, 2], causal=False).sum() == 9 + 4
    assert "hold 3, 2 tokens" in alt and "9 of 25 pairs are visible" in alt


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((LOGITS, *NORMS.values()), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    lines = partial(figures.cache_lines, (32, 8, 1), 32, 128)
    sliders = [
        explore(partial(figures.before_or_after, (1, 2)), hidden=(-4.0, 6.0, 0.5, 4.0)),
        explore(partial(figures.tempered, LOGITS, list("abc")), temperature=(0.1, 5.0, 0.1, 0.5)),
        explore(figures.cache_step, step=(1, 6, 1, 4)),
        explore(lines, sequences=(1, 64, 1, 16)),
        explore(figures.last_rows, new=(1, 6, 1, 2)),
        explore(figures.prefix_figure, prefix=(0, 7, 1, 3)),
    ]
    for explorer in sliders:
        assert all(count == 3 for count in pictures_of_each(explorer))
