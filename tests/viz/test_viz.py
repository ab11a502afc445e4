"""Showing figures, heat maps and sliders: what a notebook gets, and what a screen reader reads."""

from __future__ import annotations

import base64
import io
import re
import sys

import numpy as np
import pytest
from matplotlib import colormaps
from PIL import Image

from attn_course import viz
from attn_course.viz.heatmap import cell_text, favourites, ink
from attn_course.viz.show import AltImage, with_few_edge_colours


def bars(height: float = 1.0, count: int = 2) -> viz.Drawn:
    """Draw some bars of one height."""
    figure, (axes,) = viz.new_axes(2.0, 1.5)
    axes.bar(range(count), [height] * count)
    axes.set_ylim(0, 5)
    return figure, f'{count} bars of height {height:g}, "all equal" & <plain>'


def texts(figure) -> list[str]:
    """Return the numbers that are written into a heat map's cells, row by row."""
    return [text.get_text() for text in figure.axes[0].texts]


def test_a_shown_figure_has_a_picture_and_its_text():
    picture = AltImage(viz.figure_png(bars()[0]), "two bars")
    _, _, data = picture._repr_html_().partition("base64,")
    assert Image.open(io.BytesIO(base64.b64decode(data.partition('"')[0]))).size == (400, 300)
    assert ' width="200" ' in picture._repr_html_()  # two pixels of the picture for each of the page
    assert 'alt="two bars"' in picture._repr_html_()
    assert repr(picture) == "Figure: two bars"


def test_show_displays_the_figure(monkeypatch):
    shown = []
    monkeypatch.setattr(sys.modules["attn_course.viz.show"], "display", shown.append)
    viz.show(*bars())
    assert [repr(item) for item in shown] == [f"Figure: {bars()[1]}"]


def test_the_same_figure_gives_the_same_bytes():
    assert viz.figure_png(bars()[0]) == viz.figure_png(bars()[0])


def test_edges_have_few_colours_and_areas_keep_theirs():
    grey, blue, edge = (119, 118, 117, 255), (8, 48, 107, 255), (101, 30, 250, 255)
    row = np.array([grey, grey, edge, blue, blue], dtype=np.uint8)[np.newaxis]
    kept = with_few_edge_colours(row)
    assert kept[0].tolist() == [list(grey), list(grey), [102, 51, 255, 255], list(blue), list(blue)]
    assert row[0, 2].tolist() == list(edge)


def test_a_cell_of_a_heat_map_is_saved_in_its_own_colour():
    picture = Image.open(io.BytesIO(viz.figure_png(viz.heatmap(np.array([[0.08]]))))).convert("RGB")
    (cell,) = colormaps["Blues"]([0.08], bytes=True)
    assert max(picture.getcolors(1_000))[1] == tuple(cell[:3])


def test_a_figure_is_opaque_white_in_light_and_dark_themes():
    figure, (axes,) = viz.new_axes(1, 1)
    axes.set_axis_off()
    picture = Image.open(io.BytesIO(viz.figure_png(figure))).convert("RGBA")
    assert picture.getcolors() == [(200 * 200, (255, 255, 255, 255))]


def test_favourites_names_ties_together():
    weights = np.array([[0.43, 0.43, 0.14], [0.1, 0.2, 0.7]])
    assert favourites(weights, ["a", "b"], ["x", "y", "z"]) == "a to x and y (0.43); b to z (0.70)"


def test_axes_come_row_by_row_in_the_style_of_the_course():
    _, grid = viz.new_axes(rows=2, columns=3, sharey=True)
    places = [(axes.get_subplotspec().rowspan.start, axes.get_subplotspec().colspan.start) for axes in grid]
    assert places == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert not any(axes.spines[side].get_visible() for axes in grid for side in ("top", "right"))


def test_a_heat_map_writes_its_numbers_and_names():
    figure = viz.heatmap(np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]]), rows=["a", "b", "c"], columns=["x", "y"])
    axes = figure.axes[0]
    assert texts(figure) == ["0.25", "0.75", "1.00", "0.00", "0.50", "0.50"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b", "c"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["x", "y"]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("query", "key")


def test_weights_share_one_scale_and_scores_are_centred_on_zero():
    weights = viz.heatmap(np.array([[0.2, 0.3]])).axes[0].images[0]
    scores = viz.heatmap(np.array([[-1.0, 3.0]]), kind="scores").axes[0].images[0]
    assert (weights.norm.vmin, weights.norm.vmax) == (0, 1)
    assert (scores.norm.vmin, scores.norm.vmax) == (-3, 3)


def test_the_larger_a_weight_the_darker_its_cell():
    image = viz.heatmap(np.linspace(0, 1, 11)[np.newaxis]).axes[0].images[0]
    brightness = image.to_rgba(image.get_array())[0, :, :3].sum(axis=-1)
    assert (np.diff(brightness) < 0).all() and brightness[0] > 2.9


def test_hidden_scores_are_grey_and_do_not_set_the_scale():
    figure = viz.heatmap(np.array([[1.0, -np.inf], [np.nan, 2.0]]), kind="scores")
    image = figure.axes[0].images[0]
    colours = image.to_rgba(image.get_array())
    assert texts(figure) == ["1.00", "−inf", "nan", "2.00"]
    assert image.norm.vmax == 2
    np.testing.assert_allclose(colours[0, 1, :3], 217 / 255)
    viz.figure_png(figure)  # and it can be drawn


def test_numbers_can_be_left_out():
    assert texts(viz.heatmap(np.eye(40), numbers=False)) == []


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(0.5, 2, "0.50"), (-1.5, 1, "−1.5"), (-0.001, 2, "0.00"), (3.0, 0, "3"), (-0.0, 0, "0")],
)
def test_numbers_have_a_true_minus_sign_and_no_negative_zero(value, decimals, text):
    assert cell_text(value, decimals) == text


@pytest.mark.parametrize("name", ["Blues", "PuOr"])
def test_ink_is_readable_on_every_colour(name):
    def luminance(colour):  # WCAG 2: relative luminance of an sRGB colour
        linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722]

    for background in colormaps[name](np.linspace(0, 1, 101)):
        light, dark = luminance(background[:3]), 1.0 if ink(background) == "white" else 0.0
        contrast = (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
        assert contrast > 4.5, (name, background, ink(background))


def test_a_slider_redraws_the_picture_and_its_text():
    explorer = viz.explore(bars, height=(0.5, 4.0, 0.5, 1.0), count=(1, 5, 1, 2))
    before = explorer.picture.value
    explorer.sliders["height"].value = 3.0
    after = explorer.picture.value
    assert 'alt="2 bars of height 1, &quot;all equal&quot; &amp; &lt;plain&gt;"' in before
    assert 'alt="2 bars of height 3, ' in after
    picture = re.search(r"base64,([^\"]+)", after)[1]
    assert base64.b64decode(picture) == viz.figure_png(bars(height=3.0)[0])


def test_sliders_carry_their_range_and_kind():
    explorer = viz.explore(bars, height=(0.5, 4.0, 0.5, 1.0), count=(1, 5, 1, 2))
    height, count = explorer.sliders.values()
    assert (height.min, height.max, height.step, height.value) == (0.5, 4.0, 0.5, 1.0)
    assert isinstance(count.value, int)
    assert repr(explorer) == "Sliders for height, count: run this cell to move them"


def test_a_slider_can_have_a_caption_with_its_unit():
    explorer = viz.explore(bars, labels={"height": "height (m)"}, height=(0.5, 4.0, 0.5, 1.0), count=(1, 5, 1, 2))
    assert [slider.description for slider in explorer.sliders.values()] == ["height (m)", "count"]
    assert repr(explorer) == "Sliders for height (m), count: run this cell to move them"
    explorer.sliders["height"].value = 3.0
    assert 'alt="2 bars of height 3, ' in explorer.picture.value
