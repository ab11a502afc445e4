"""The figures of Lab 7: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest

from attn_course import viz
from attn_course.attention import local_mask, log_sparse_mask
from attn_course.viz.sparse_figures import NEW, OLD, SPARE, patterns_of_the_lab

BAND = local_mask(8, 1)
SCORES, VALUES = np.array([1.0, 2, 1, 4, 3, 0]), np.array([1.0, 3, 2, 5, 4, 8])
GROWTHS = {"full": viz.Growth([16, 64], 2.0, "$n^2$"), "window": viz.Growth([10, 20], 1.0, "about $5n$")}

FIGURES = {
    "sparse_pattern": lambda: viz.sparse_pattern(local_mask(6, 1), "window 1"),
    "sparse_patterns": lambda: viz.sparse_patterns({"one": BAND, "other": np.eye(8, dtype=bool)}),
    "sparse_patterns_of_the_lab": viz.sparse_patterns_of_the_lab,
    "window_in_tiles": viz.window_in_tiles,
    "field_strip": lambda: viz.field_strip({"band": BAND, "doubling": log_sparse_mask(8)}),
    "field_frame": viz.field_frame,
    "field_cone": viz.field_cone,
    "growth_lines": lambda: viz.growth_lines([4, 8], GROWTHS),
    "online_softmax_steps": lambda: viz.online_softmax_steps(SCORES, VALUES),
}


def test_a_pattern_is_told_row_by_row():
    mask = np.array([[True, False], [False, False]])
    figure, alt = viz.sparse_pattern(mask, "one link")
    assert "one link: 1 of 4 links. query 0 sees 0; query 1 sees nothing." in alt
    assert [text.get_text() for text in figure.axes[0].texts] == ["1", "0", "0", "0"]


def test_the_patterns_of_the_lab_are_counted():
    _, alt = viz.sparse_patterns_of_the_lab(32)
    for name, mask in patterns_of_the_lab(32).items():
        assert f"{name}: {mask.sum()} of 1,024 pairs" in alt
    assert "full: 1,024 of 1,024 pairs" in alt


@pytest.mark.parametrize(("n", "window", "block"), [(16, 2, 4), (10, 1, 3), (9, 3, 9)])
def test_tiles_cover_the_window(n, window, block):
    figure, alt = viz.window_in_tiles(n, window, block)
    shades = np.ma.getdata(figure.axes[0].images[0].get_array())
    needed = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= window
    assert np.array_equal(shades == NEW, needed)
    rows = np.arange(n) // block
    computed = [needed[rows == rows[i]].any(axis=0) for i in range(n)]
    assert np.array_equal(np.isin(shades, [NEW, SPARE]), computed)
    assert f"A band of {needed.sum()} needed scores" in alt and f"They hold {np.sum(computed)} scores" in alt


def test_the_strip_shows_what_each_layer_adds():
    figure, alt = viz.field_strip({"band": BAND}, layers=(0, 1, 3))
    shades = [np.ma.getdata(axes.images[0].get_array()) for axes in figure.axes]
    distance = np.abs(np.subtract.outer(np.arange(8), np.arange(8)))
    assert np.array_equal(shades[0], np.where(distance == 0, NEW, 0))
    assert np.array_equal(shades[1], np.select([distance == 1, distance == 0], [NEW, OLD], 0))
    assert np.array_equal(shades[2], np.select([distance == 3, distance < 3], [NEW, OLD], 0))
    assert "band: 8 after 0, 22 after 1, 44 after 3 layers." in alt


@pytest.mark.parametrize("layers", [0, 12])
def test_the_film_works_at_its_ends(layers):
    figure, alt = viz.field_frame(layers)
    assert len(figure.axes) == 4 and f"after {layers} layers" in alt
    count = int(re.search(r"window 2, one hub: (\d+)", alt)[1])
    assert count == (576 if layers else 24)


@pytest.mark.parametrize("layers", [1, 3, 6])
@pytest.mark.parametrize("window", [1, 2, 4])
def test_the_cone_widens_by_the_window_in_each_layer(layers, window):
    _, alt = viz.field_cone(layers, window, n=17)
    assert alt.startswith(f"A network of {layers} {'layer' if layers == 1 else 'layers'} over")
    assert alt.endswith(f": {min(layers * window + 1, 17)} inputs.")


def test_lines_carry_their_exponents_and_formulas():
    figure, alt = viz.growth_lines([4, 8], GROWTHS)
    labels = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert labels == ["full: exponent 2.00\n$n^2$", "window: exponent 1.00\nabout $5n$"]
    assert "full from 16 to 64, exponent 2.00; window from 10 to 20, exponent 1.00." in alt


def test_the_last_tile_gives_the_softmax_over_all_keys():
    _, alt = viz.online_softmax_steps(SCORES, VALUES)
    weights = np.exp(SCORES) / np.exp(SCORES).sum()
    assert alt.endswith(f"output {weights @ VALUES:.2f}.")
    assert "largest 2.00, sum 1.37" in alt
