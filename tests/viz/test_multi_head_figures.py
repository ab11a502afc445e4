"""The figures of Lab 2: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from scipy.spatial.distance import cityblock

from attn_course import viz
from attn_course.viz.multi_head_figures import TOKEN_COLOURS

WORDS = viz.two_questions().words


def rows_of_weights(num_heads: int, n: int) -> np.ndarray:
    return np.random.default_rng(num_heads).dirichlet(np.ones(n), (num_heads, n))


FIGURES = {
    "one_head_or_two": lambda: viz.one_head_or_two(viz.two_questions()),
    "split_and_merge": viz.split_and_merge,
    "split_and_merge, 4 heads": lambda: viz.split_and_merge(4),
    "reshape_mistake": viz.reshape_mistake,
    "head_maps": lambda: viz.head_maps(rows_of_weights(2, 5), WORDS),
    "head_maps, 8 heads": lambda: viz.head_maps(rows_of_weights(8, 4)),
    "collapse": viz.collapse,
    "diversity_curve": lambda: viz.diversity_curve(np.array([0, 0.5, 1]), [0.6, 0.4, 0.0], 0.1),
    "layer_costs": viz.layer_costs,
    "cost_growth": viz.cost_growth,
    "measured_growth": lambda: viz.measured_growth(np.array([64, 128, 256]), [1, 2, 4], [0.1, 0.3, 0.9]),
}


def test_the_two_questions_are_mixed_by_one_head_and_kept_apart_by_two():
    text = viz.two_questions()
    assert text.Q.shape == text.K.shape == text.V.shape == (5, 8)
    _, alt = viz.one_head_or_two(text)
    assert "one head to cat and mice (0.44); head 0 of 2 to cat (0.89); head 1 of 2 to mice (0.89)" in alt
    assert alt.endswith("0.44 0.44 0.04 0.04 0.44 0.44 0.04 0.04; 0.89 0.03 0.03 0.03 0.03 0.89 0.03 0.03.")


def cells(axes) -> dict[tuple[int, int], tuple[str, tuple[float, ...]]]:
    """Return what each cell says and its colour, by row and column."""
    picture = np.asarray(axes.images[0].get_array())
    places = [(*map(round, text.get_position()[::-1]), text.get_text()) for text in axes.texts]
    return {(row, column): (text, tuple(picture[row, column])) for row, column, text in places}


@pytest.mark.parametrize("num_heads", [1, 2, 4])
def test_the_split_shows_every_number_once_and_its_head_by_its_colour(num_heads):
    figure, _ = viz.split_and_merge(num_heads)
    first, *others = (cells(axes) for axes in figure.axes)
    colour_of = dict(first.values())
    assert sorted(colour_of) == [f"{token}{feature}" for token in range(3) for feature in range(8)]
    assert len(set(colour_of.values())) == num_heads
    assert all(dict(panel.values()) == colour_of for panel in others)
    rows = [label.get_text() for label in figure.axes[2].get_yticklabels()]
    assert rows[:4] == [f"head {i // 3}, token {i % 3}" for i in range(len(rows))][:4]


def test_a_reshape_alone_gives_a_head_other_tokens_and_the_colours_show_it():
    figure, alt = viz.reshape_mistake()
    right, wrong = (cells(axes) for axes in figure.axes)
    for panel in (right, wrong):
        assert {text[0]: colour for text, colour in panel.values()} == dict(
            zip("012", map(to_rgb, TOKEN_COLOURS), strict=False)
        )
    assert [right[row, 0][0] for row in (0, 1, 2, 4, 5, 6)] == ["00", "10", "20", "04", "14", "24"]
    assert [wrong[row, 0][0] for row in (0, 1, 2, 4, 5, 6)] == ["00", "04", "10", "14", "20", "24"]
    assert alt.endswith("head 0 sees 8 of token 0, 4 of token 1; head 1 sees 4 of token 1, 8 of token 2.")


def test_the_maps_say_how_much_the_heads_differ():
    weights = np.array([[[0.9, 0.1], [0.5, 0.5]], [[0.1, 0.9], [0.4, 0.6]]])
    expected = np.mean([cityblock(weights[0, q], weights[1, q]) / 2 for q in range(2)])
    figure, alt = viz.head_maps(weights, ("here", "there"), title="two")
    assert figure.get_suptitle() == f"two: diversity {expected:.2f}" == "two: diversity 0.45"
    assert alt.endswith("in the order here there. Head 0: here here. Head 1: there there.")


@pytest.mark.parametrize("sharpness", [0.25, 16.0])
@pytest.mark.parametrize("sameness", [0.0, 1.0])
def test_the_collapse_sliders_work_at_their_ends(sameness, sharpness):
    figure, alt = viz.collapse(sameness, sharpness)
    assert len(viz.figure_png(figure)) <= 100_000
    found = float(re.search(r"diversity of (\d\.\d+)", alt)[1])
    assert (found == 0) == (sameness == 1)
    assert sameness == 1 or (found < 0.15) == (sharpness == 0.25)


def test_heads_that_share_everything_have_equal_matrices():
    _, *matrices = viz.heads_that_share(1.0)
    for W in matrices:
        heads = np.split(W, 4, axis=1)
        assert all(np.array_equal(head, heads[0]) for head in heads)
    apart = viz.heads_that_share(0.0)[1]
    assert not np.allclose(apart[:, :4], apart[:, 4:8])


@pytest.mark.parametrize(("n", "d_model", "num_heads"), [(64, 128, 1), (4096, 1024, 16)])
def test_the_cost_bars_are_the_costs(n, d_model, num_heads):
    figure, alt = viz.layer_costs(n, d_model, num_heads)
    work, memory = ([bar.get_height() for bar in axes.patches] for axes in figure.axes)
    assert work == pytest.approx([4 * n * d_model**2 / 1e6, 2 * n**2 * d_model / 1e6])
    assert memory == pytest.approx([16 * d_model**2 / 2**20, 4 * n * d_model / 2**20, 4 * num_heads * n**2 / 2**20])
    assert f"projections {work[0]:.4g}" in alt


@pytest.mark.parametrize("d_model", [128, 512])
def test_the_growing_costs_cross_where_the_figure_says(d_model):
    figure, alt = viz.cost_growth(d_model)
    (sizes, projections), (_, attention) = (line.get_data() for line in figure.axes[0].lines[:2])
    assert sizes[projections == attention].tolist() == [2 * d_model]
    assert f"cross at n = {2 * d_model}." in alt


def test_measured_and_counted_cost_are_compared_with_their_first():
    _, alt = FIGURES["measured_growth"]()
    assert alt.endswith("multiply-adds grow 4-fold, the measured time 9-fold.")
