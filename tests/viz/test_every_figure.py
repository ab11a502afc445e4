"""What holds for every figure of the course: small, readable, labelled, with a text, the same each time."""

from __future__ import annotations

import re
from functools import cache

import pytest
from figures import MODULES, drawing_functions, samples
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from attn_course.viz import figure_png
from attn_course.viz.show import WIDEST

LARGEST = 100_000  # bytes
SMALLEST_TEXT = 9  # points
SHORTEST_TEXT = 40  # characters: a text says what a figure shows, not only that it is there
NUMBER = re.compile(r"[−-]?\d[\d.,]*( %)?|\$.*\d.*\$")
MEASURED = re.compile(r"\b(altitude|distance|length|memory|place|temperature|time)\b")
WITH_UNIT = re.compile(r"\([^)]+\)| in \w+")

FIGURES = {f"{module}: {name}": draw for module in MODULES for name, draw in samples(module).items()}

each_figure = pytest.mark.parametrize(
    "name", [pytest.param(name, id=name, marks=pytest.mark.xdist_group(name)) for name in FIGURES]
)


@cache
def drawn(name: str) -> tuple[Figure, str, bytes]:
    """Draw a figure once for all tests: it has its layout and its ticks when there is a picture of it."""
    figure, alt = FIGURES[name]()
    return figure, alt, figure_png(figure)


@pytest.mark.parametrize("module", MODULES)
def test_every_drawing_function_has_a_sample(module: str) -> None:
    assert {name.partition(",")[0] for name in samples(module)} == drawing_functions(module)


@each_figure
def test_a_figure_is_small_readable_and_the_same_every_time(name: str) -> None:
    (figure, alt, picture), (again, alt_again) = drawn(name), FIGURES[name]()
    assert 1_000 < len(picture) <= LARGEST
    assert picture == figure_png(again) and alt == alt_again
    assert figure.get_figwidth() <= WIDEST
    assert min(text.get_fontsize() for text in figure.findobj(Text) if text.get_text()) >= SMALLEST_TEXT


@each_figure
def test_a_text_tells_numbers_in_sentences(name: str) -> None:
    _, alt, _ = drawn(name)
    assert len(alt) >= SHORTEST_TEXT
    assert not alt[0].islower() and alt.endswith(".")
    assert re.search(r"\d", alt)
    assert "nan" not in alt.lower().split()


@each_figure
def test_numbers_on_an_axis_have_a_label_and_what_is_measured_a_unit(name: str) -> None:
    figure, _, _ = drawn(name)
    assert [axes for axes in figure.axes if has_numbers(axes, "x") and not label(figure.axes, axes, "x")] == []
    assert [axes for axes in figure.axes if has_numbers(axes, "y") and not label(figure.axes, axes, "y")] == []
    labels = [text for axes in figure.axes for text in (axes.get_xlabel(), axes.get_ylabel())]
    assert [text for text in labels if MEASURED.search(text) and not WITH_UNIT.search(text)] == []


def has_numbers(axes: Axes, side: str) -> bool:
    """Tell whether the ticks of an axis are named by numbers that can be seen."""
    axis = getattr(axes, f"{side}axis")
    texts = [text.get_text() for text in axis.get_ticklabels() if text.get_visible()]
    return axes.axison and axis.get_visible() and any(NUMBER.fullmatch(text) for text in texts)


def label(all_axes: list[Axes], axes: Axes, side: str) -> str:
    """Return the label of an axis: its own, or that of the panels of its row (of its column, for x)."""
    place = extent(axes, side)
    texts = [getattr(one, f"get_{side}label")() for one in all_axes if extent(one, side) == place]
    return next((text for text in texts if text), "")


def extent(axes: Axes, side: str) -> tuple[float, float]:
    """Return from where to where axes reach, across the direction of an axis."""
    box = axes.get_position()
    low, high = (box.x0, box.x1) if side == "x" else (box.y0, box.y1)
    return round(low, 2), round(high, 2)
