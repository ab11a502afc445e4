"""The pictures of Lecture 03: what they show, what their text says, and the formulas behind them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.attention.multi_head import split_heads
from attn_course.attention.scaled_dot_product import softmax
from attn_course.viz import Drawn, explore
from attn_course.viz import heads_lecture_figures as figures

CARDS: list[figures.Card] = [
    ("red", "circle", 3),
    ("green", "star", 6),
    ("blue", "circle", 9),
    ("red", "square", 1),
    ("blue", "star", 4),
    ("green", "square", 7),
]
CORNERS = np.array([[1, 0], [-0.5, np.sqrt(3) / 2], [-0.5, -np.sqrt(3) / 2]])
COLOURS = CORNERS[[0, 1, 2, 0, 2, 1]]
SHAPES = CORNERS[[0, 2, 0, 1, 2, 1]]
TO_COLOUR = np.eye(6)[[3, 5, 4, 0, 2, 1]]
ALL_OTHERS = (1 - np.eye(6)) / 5
rng = np.random.default_rng(0)
SCORES = rng.standard_normal((9, 3)) @ rng.standard_normal((3, 9))
LOOKS = np.stack([np.diag([12.0, 0, 0]), np.zeros((3, 3))])
CARRIES = np.stack([np.eye(3)[[2, 1, 0]], np.outer([0, 0, 1], [0, 1, 0])])

FIGURES: dict[str, Callable[[], Drawn]] = {
    "hand_of_cards": partial(figures.hand_of_cards, CARDS),
    "compromise": partial(figures.compromise, CARDS, 0.5),
    "planes": partial(figures.planes, {"colours": COLOURS, "shapes": SHAPES}, CARDS),
    "turned_plane": partial(figures.turned_plane, COLOURS, SHAPES, CARDS, 30.0),
    "tables": partial(figures.tables, {"colour": TO_COLOUR, "all": ALL_OTHERS}, CARDS),
    "tables, three": partial(figures.tables, {"colour": TO_COLOUR, "all": ALL_OTHERS, "self": np.eye(6)}, CARDS),
    "shapes_of_a_layer": partial(figures.shapes_of_a_layer, 5, 6, 3),
    "wrong_splits": figures.wrong_splits,
    "circuits": partial(figures.circuits, LOOKS, CARRIES, ["colour", "shape", "number"], ["one", "other"]),
    "head_of_size": partial(figures.head_of_size, SCORES, 2),
    "cost_readings": partial(figures.cost_readings, 512),
    "heads_left": partial(figures.heads_left, {2: [1.0, 0.45], 4: [1.0, 0.99, 0.9, 0.4]}),
    "shared_heads": partial(figures.shared_heads, 8, [8, 2, 1]),
    "cache_sizes": partial(figures.cache_sizes, 8192),
}


def texts(drawn: Drawn) -> list[str]:
    """Return every non-empty text inside the axes of a figure."""
    return [text.get_text() for axes in drawn[0].axes for text in axes.texts if text.get_text()]


# ---------------------------------------------------------------------- one average


@pytest.mark.parametrize(
    ("asking", "numbers"), [(0, (1, 9)), (1, (7, 4)), (2, (4, 3)), (3, (3, 7)), (4, (9, 6)), (5, (6, 1))]
)
def test_a_hand_tells_the_right_answers_of_the_card_that_asks(asking: int, numbers: tuple[int, int]) -> None:
    drawn = figures.hand_of_cards(CARDS, asking)
    assert f"my colour?  {numbers[0]}" in texts(drawn) and f"my shape?  {numbers[1]}" in texts(drawn)
    colour, shape, _ = CARDS[asking]
    assert drawn[1].endswith(
        f"The other {colour} one has number {numbers[0]}. The other {shape} one has number {numbers[1]}."
    )


@pytest.mark.parametrize(("mix", "answer"), [(0.0, "9.00"), (0.5, "5.00"), (1.0, "1.00")])
def test_a_compromise_goes_from_one_answer_to_the_other(mix: float, answer: str) -> None:
    _, alt = figures.compromise(CARDS, mix)
    assert f"It answers {answer}; right would be 1 for its colour and 9 for its shape." in alt


def test_a_compromise_is_an_average_with_its_weights() -> None:
    figure, _ = figures.compromise(CARDS, 0.55)
    scores = [12 * (0.55 * c + 0.45 * s) for c, s in ((-0.5, -0.5), (-0.5, 1), (1, -0.5))]
    exponentials = np.exp([scores[0], scores[1], scores[2], scores[0], scores[0]])
    widths = [bar.get_width() for bar in figure.axes[0].patches]
    np.testing.assert_allclose(widths, exponentials / exponentials.sum())


# ---------------------------------------------------------------------- ways to look


def test_planes_put_cards_of_a_kind_in_one_place_and_draw_them_side_by_side() -> None:
    figure, alt = figures.planes({"colours": COLOURS, "shapes": SHAPES}, CARDS)
    assert "colours: 3 places (red circle 3 and red square 1; " in alt
    assert "shapes: 3 places (red circle 3 and blue circle 9; " in alt
    for axes, points in zip(figure.axes, (COLOURS, SHAPES), strict=True):
        drawn = np.array([text.get_position() for text in axes.texts])
        np.testing.assert_allclose(drawn[:, 1], points[:, 1])
        np.testing.assert_allclose(abs(drawn[:, 0] - points[:, 0]), 0.17)


def test_a_turned_plane_has_both_planes_at_its_ends() -> None:
    for degrees, title, points in ((0.0, "colours", COLOURS), (90.0, "shapes", SHAPES)):
        turned = figures.turned_plane(COLOURS, SHAPES, CARDS, degrees)[1]
        still = figures.planes({title: points}, CARDS)[1]
        assert turned.replace(f"turned by {degrees:g}°", title) == still
    assert "6 places" in figures.turned_plane(COLOURS, SHAPES, CARDS, 30.0)[1]


def test_tables_show_the_weights_and_tell_what_the_first_card_looks_at() -> None:
    figure, alt = figures.tables({"colour": TO_COLOUR, "all": ALL_OTHERS}, CARDS)
    shown = np.array([float(text.get_text()) for text in figure.axes[0].texts]).reshape(6, 6)
    np.testing.assert_array_equal(shown, TO_COLOUR)
    assert "colour: red circle 3 looks most at red square 1 (1.00)" in alt


# ---------------------------------------------------------------------- shapes


@pytest.mark.parametrize(("n", "d_model", "num_heads"), [(5, 6, 3), (3, 8, 2)])
def test_the_shapes_are_those_of_the_products(n: int, d_model: int, num_heads: int) -> None:
    d_k = d_model // num_heads
    X, W, out = np.ones((n, d_model)), np.ones((d_model, d_k)), np.ones((d_k, d_model))
    found = texts(figures.shapes_of_a_layer(n, d_model, num_heads))
    assert found.count(str((X @ W).shape)) == 4 + num_heads  # Q_i twice, V_i, head_i; one for each term of the sum
    assert found.count(str(out.shape)) == num_heads
    assert str(((X @ W) @ (X @ W).T).shape) in found
    assert found.count("+") == num_heads - 1


def test_the_splits_are_what_numpy_makes_of_the_shapes() -> None:
    figure, _ = figures.wrong_splits(4, 8)
    letters = [
        np.array([text.get_text() for text in axes.texts if len(text.get_text()) == 1]).reshape(4, 8)
        for axes in figure.axes
    ]
    X = np.arange(32).reshape(4, 8)
    groups = (
        split_heads(X, 2),
        X.reshape(2, 4, 4),
        X.reshape(4, 2, 4),
        X.reshape(4, 4, 2).transpose(2, 0, 1),
    )
    for shown, heads in zip(letters, groups, strict=True):
        for letter, head in zip("abcd", heads, strict=False):
            assert set(np.flatnonzero(shown.reshape(-1) == letter)) == set(head.reshape(-1))


# ---------------------------------------------------------------------- circuits


def test_circuits_tell_what_is_compared_and_what_is_carried() -> None:
    figure, alt = figures.circuits(LOOKS, CARRIES, ["colour", "shape", "number"], ["one", "other"])
    assert "one: compares colour with colour (12); carries colour to feature 2, shape to feature 1, number to" in alt
    assert "other: compares nothing (0); carries number to feature 1" in alt
    assert [axes.get_title() for axes in figure.axes] == [
        "looks: one",
        "looks: other",
        "carries: one",
        "carries: other",
    ]


# ---------------------------------------------------------------------- the size of a head


@pytest.mark.parametrize("rank", [0, 1, 2, 5])
def test_the_best_of_a_rank_leaves_the_smaller_singular_values(rank: int) -> None:
    scores = rng.standard_normal((6, 6))
    best = figures.best_of_rank(scores, rank)
    assert np.linalg.matrix_rank(best) == rank
    left_over = np.sqrt((np.linalg.svd(scores, compute_uv=False)[rank:] ** 2).sum())
    assert np.linalg.norm(scores - best) == pytest.approx(left_over)


def test_no_other_matrix_of_the_rank_is_nearer() -> None:
    distance = np.linalg.norm(SCORES - figures.best_of_rank(SCORES, 2))
    for _ in range(50):
        Q = rng.standard_normal((9, 2))
        K = np.linalg.lstsq(Q, SCORES)[0]  # the best keys for these queries
        assert np.linalg.norm(SCORES - Q @ K) >= distance


def test_a_head_as_large_as_the_rank_makes_no_error() -> None:
    assert figures.elsewhere(SCORES, 3) == pytest.approx(0)
    uniform = 0.5 * np.abs(softmax(SCORES) - 1 / 9).sum(axis=1).mean()
    assert figures.elsewhere(SCORES, 0) == pytest.approx(uniform)
    figure, alt = figures.head_of_size(SCORES, 3)
    assert "from scores of rank 3, and from the nearest scores of rank 3: 0% of the weight" in alt
    curve = figure.axes[2].lines[0].get_ydata()
    np.testing.assert_allclose(curve, [100 * figures.elsewhere(SCORES, size) for size in range(10)])


# ---------------------------------------------------------------------- cost


@pytest.mark.parametrize(("n", "d_model"), [(5, 64), (3, 128)])
def test_the_share_of_the_square_is_what_the_products_multiply(n: int, d_model: int) -> None:
    X, W = np.ones((n, d_model)), np.ones((d_model, d_model))
    projections = 4 * (X @ W).size * d_model
    scores_and_averages = (X @ X.T).size * d_model + (X @ X.T @ X).size * n
    share = scores_and_averages / (projections + scores_and_averages)
    assert figures.square_share(np.array(n), d_model) == pytest.approx(share)


def test_more_heads_cost_more_only_if_each_brings_its_features() -> None:
    figure, alt = figures.cost_readings(1024, 512)
    shared, wider = (line.get_ydata() for line in figure.axes[0].lines)
    np.testing.assert_allclose(shared, 2 * 1024**2 * 512 / 1e9)
    np.testing.assert_allclose(wider, [2 * 1024**2 * 64 * h / 1e9 for h in (1, 2, 4, 8, 16, 32)])
    assert shared[3] == pytest.approx(wider[3])  # 8 heads of 64 are 512 features
    assert "50% for 1024 tokens, 50% for 1024." in alt
    assert "33% for 512 tokens" in figures.cost_readings(512, 512)[1]


# ---------------------------------------------------------------------- heads left, heads shared


def test_heads_left_draws_a_line_from_all_heads_to_one() -> None:
    figure, alt = figures.heads_left({2: [1.0, 0.45], 4: [1.0, 0.99, 0.9, 0.4]})
    two, four, theory = figure.axes[0].lines
    assert list(two.get_xdata()) == [2, 1] and list(four.get_xdata()) == [4, 3, 2, 1]
    assert list(four.get_ydata()) == pytest.approx([100, 99, 90, 40])
    assert list(theory.get_ydata()) == [50, 50]
    assert "trained with 4: 100% with all, 90% with 2, 40% with 1 left" in alt


def test_shared_heads_links_every_head_of_queries_once() -> None:
    figure, alt = figures.shared_heads(8, [8, 2, 1])
    for axes, groups in zip(figure.axes, (8, 2, 1), strict=True):
        links = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 2]
        assert sorted(start for start, _ in links) == list(range(8))
        assert len({end for _, end in links}) == groups
    assert "2 heads of keys and values, with 4 of queries each; 1 head of keys and values, with 8" in alt


def test_the_cache_is_as_large_as_its_arrays() -> None:
    cache = np.zeros((2, 3, 4, 10, 5), dtype=np.float16)  # key or value, layer, head, token, feature
    assert figures.cache_bytes(n=10, layers=3, shared=4, d_k=5) == cache.nbytes
    _, alt = figures.cache_sizes(8192)
    assert alt.endswith("4 for 32, 2 for 16, 1 for 8, 0.5 for 4, 0.25 for 2, 0.125 for 1.")


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((COLOURS, SHAPES, TO_COLOUR, ALL_OTHERS, SCORES, LOOKS, CARRIES), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(partial(figures.compromise, CARDS), mix=(0.0, 1.0, 0.05, 0.55)),
        explore(partial(figures.turned_plane, COLOURS, SHAPES, CARDS), degrees=(0.0, 90.0, 15.0, 30.0)),
        explore(partial(figures.head_of_size, SCORES), d_k=(0, 9, 1, 2)),
        explore(figures.cost_readings, n=(256, 16_384, 256, 2048), d_model=(128, 2048, 128, 512)),
        explore(figures.cache_sizes, n=(1024, 131_072, 1024, 32_768)),
    ]
    for explorer in sliders:
        assert all(count == 3 for count in pictures_of_each(explorer))
