"""The pictures of the Transformer block in Lecture 09: what they show, what their text says, and their formulas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from counting import Counting
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.attention.positional_encoding import positional_encoding
from attn_course.viz import Drawn, explore
from attn_course.viz import transformer_figures as figures

WORDS = "the cat and the dog".split()
rng = np.random.default_rng(0)
VOCABULARY = {word: rng.standard_normal(64) / 8 for word in sorted(set(WORDS))}
VECTORS = np.array([VOCABULARY[word] for word in WORDS])
ENCODING = positional_encoding(len(WORDS), 64)
ROWS = np.array([[1.0, 3.0, 8.0], [10.0, 30.0, 80.0], [0.1, 0.0, -0.1]])
MEASURED = {
    name: {
        layers: ([base**i for i in range(layers + 1)], [base ** (layers - i) for i in range(layers + 1)])
        for layers in (4, 8)
    }
    for name, base in {"no residual": 0.5, "residual": 1.5, "norm inside": 1.0}.items()
}

FIGURES: dict[str, Callable[[], Drawn]] = {
    "block_diagram": partial(figures.block_diagram, 5, 4, 64),
    "through_depth": partial(figures.through_depth, MEASURED, 8),
    "normed_rows": partial(figures.normed_rows, ROWS, ["one", "ten times one", "small"]),
    "last_gradients": partial(
        figures.last_gradients, (1, 4, 16), {"behind": [2.0, 2.1, 1.9], "inside": [1.8, 0.9, 0.5]}
    ),
    "work_shares": partial(figures.work_shares, 512, 512, 2048),
    "word_and_place": partial(figures.word_and_place, WORDS, VECTORS, ENCODING, 8.0),
    "three_masks": partial(figures.three_masks, ["a", "b", "<pad>"], ["<s>", "c"], [False, False, True]),
    "reach": partial(figures.reach, ["a", "b"], ["<s>", "c"], np.ones((2, 2), bool), np.tri(2, dtype=bool)),
}


def texts(drawn: Drawn) -> list[str]:
    """Return every non-empty text inside the axes of a figure."""
    return [text.get_text() for axes in drawn[0].axes for text in axes.texts if text.get_text()]


def test_the_diagram_names_each_sublayer_and_the_shapes_on_both_lines() -> None:
    found = texts(figures.block_diagram(5, 4, 64))
    assert sum("norm, then\n" in text for text in found) == 2 + 3
    assert found.count("(5, 64)") == 2 and found.count("(4, 64)") == 3
    assert found.count("+") == 2 + 3


def test_through_depth_draws_one_depth_and_tells_both_ends() -> None:
    figure, alt = figures.through_depth(MEASURED, 4)
    forwards, backwards = (
        [list(line.get_ydata()) for line in axes.lines if len(line.get_ydata()) == 5] for axes in figure.axes
    )
    assert forwards == [[0.5**i for i in range(5)], [1.5**i for i in range(5)], [1.0] * 5]
    assert backwards == [line[::-1] for line in forwards]
    assert "in stacks of 4 layers" in alt
    assert "no residual: vectors 0.06 at the end, gradient 0.06 at the start" in alt
    assert len({line.get_linestyle() for line in figure.axes[0].lines[:3]}) == 3


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.3123, "0.3"), (24.6, "20"), (9.6, "10"), (1234.0, "1000"), (5.9e-10, "6·10⁻¹⁰"), (7.56e5, "8·10⁵")],
)
def test_rough_keeps_one_digit(value: float, text: str) -> None:
    assert figures.rough(value) == text


def test_normed_rows_writes_rows_of_mean_0_and_deviation_1() -> None:
    figure, alt = figures.normed_rows(ROWS, ["one", "ten times one", "small"])
    after = [float(text.get_text().replace("\N{MINUS SIGN}", "-")) for text in figure.axes[1].texts]
    expected = (ROWS - ROWS.mean(axis=1, keepdims=True)) / ROWS.std(axis=1, keepdims=True)
    np.testing.assert_allclose(np.reshape(after, (3, 3)), expected, atol=0.006)
    assert "one from mean 4.00 and deviation 2.94 to 0.00 and 1.00" in alt


def test_last_gradients_has_a_line_that_falls_like_the_root() -> None:
    figure, alt = figures.last_gradients((2, 8, 32), {"behind": [2.0, 2.0, 2.0], "inside": [1.5, 1.0, 0.5]})
    assert list(figure.axes[0].lines[-1].get_ydata()) == pytest.approx([2.0, 1.0, 0.5])
    assert "inside: 1.5 for 2, 0.5 for 32 layers" in alt


@pytest.mark.parametrize(("n", "d", "d_ff"), [(5, 8, 12), (3, 4, 16)])
def test_the_work_is_what_a_layer_multiplies(n: int, d: int, d_ff: int) -> None:
    x, Q, K, V, W = (np.ones(shape).view(Counting) for shape in ((n, d), (n, d), (n, d), (n, d), (d, d)))
    W_1, W_2 = np.ones((d, d_ff)).view(Counting), np.ones((d_ff, d)).view(Counting)
    parts = {
        "projections": lambda: [x @ W for _ in range(4)],
        "scores and averages": lambda: np.matmul(np.matmul(Q, K.T), V),
        "feed-forward": lambda: np.matmul(np.matmul(x, W_1), W_2),
    }
    counted = {}
    for name, compute in parts.items():
        Counting.counted = 0
        compute()
        counted[name] = Counting.counted
    assert figures.layer_work(n, d, d_ff) == counted


def test_shares_sum_to_one_and_feed_forward_has_two_thirds_of_the_numbers() -> None:
    figure, alt = figures.work_shares(2048, 512, 2048)
    widths = np.array([bar.get_width() for bar in figure.axes[0].patches if bar.get_width() > 1.0]).reshape(-1)
    assert widths.sum() == pytest.approx(200)
    assert "Learned numbers: projections 33%, scores and averages 0%, feed-forward 67%" in alt
    assert "scores and averages 40%, feed-forward 40%" in alt  # n = 4 d_model, where the two are equal


def test_the_factor_makes_words_count_beside_their_places() -> None:
    figure, alt = figures.word_and_place(WORDS, VECTORS, ENCODING, 8.0)
    for axes, factor in zip(figure.axes, (1, 8), strict=True):
        tokens = factor * VECTORS + ENCODING
        shown = np.array([float(text.get_text().replace("\N{MINUS SIGN}", "-")) for text in axes.texts]).reshape(5, 5)
        expected = [[one @ two / np.sqrt((one @ one) * (two @ two)) for two in tokens] for one in tokens]
        np.testing.assert_allclose(shown, expected, atol=0.051)
    one, eight = alt.split("Words times ")[1:]
    assert "equal words 0.81, neighbours 0.93" in one
    assert "equal words 0.95, neighbours 0.29" in eight


def test_masks_hide_padding_and_the_future() -> None:
    _, alt = figures.three_masks(["a", "b", "<pad>"], ["<s>", "c", "d", "e"], [False, False, True])
    assert alt.endswith("encoder: 6 of 9; decoder, self: 10 of 16; decoder, cross: 8 of 12.")


def test_reach_ticks_what_has_changed() -> None:
    figure, alt = figures.reach(
        ["a", "b"], ["<s>", "c"], np.array([[True, False], [True, True]]), np.eye(2, dtype=bool)
    )
    assert [len(axes.texts) for axes in figure.axes] == [3, 2]
    assert "source: 3 of 4; target: 2 of 4" in alt


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((VECTORS, ENCODING, ROWS), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(partial(figures.through_depth, MEASURED), layers=(4, 8, 4, 4)),
        explore(partial(figures.work_shares, d_model=512, d_ff=2048), n=(512, 8192, 512, 1024)),
        explore(partial(figures.word_and_place, WORDS, VECTORS, ENCODING), factor=(0.0, 16.0, 1.0, 8.0)),
    ]
    for explorer in sliders:
        assert all(count >= 2 for count in pictures_of_each(explorer))
