"""Make a figure and show it with a text for those who cannot see it."""

from __future__ import annotations

import html
from base64 import b64encode
from io import BytesIO
from typing import Any

from IPython.display import display
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

Drawn = tuple[Figure, str]
"""A figure, and what it shows in words and numbers."""

# Okabe and Ito's palette: told apart by colour-blind readers too.
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"
WIDEST = 8.4
"""Width in inches that JupyterLab shows in full beside its sidebar: a wider figure is shrunk, with its text."""

STYLE: Any = {
    "figure.facecolor": "white",  # opaque: readable in light and dark themes alike
    "figure.dpi": 100,
    "font.size": 10,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def new_axes(
    width: float = 6.0, height: float = 3.4, *, rows: int = 1, columns: int = 1, **grid: Any
) -> tuple[Figure, list[Axes]]:
    """Return a figure (sizes in inches) and its axes, row by row, in the course's style.

    `grid` is for `Figure.subplots`. The figure belongs to no global state: pyplot is not thread-safe,
    and widget callbacks may run on another thread.
    """
    with rc_context(STYLE):  # figure and axes read the style when they are made
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False, **grid)
    return figure, list(axes.flat)


def figure_png(figure: Figure) -> bytes:
    """Return the figure as the bytes of a PNG picture, the same bytes for the same figure."""
    buffer = BytesIO()
    with rc_context(STYLE):
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def show(figure: Figure, alt: str) -> None:
    """Display the figure; `alt` says in words what it shows."""
    display(AltImage(figure_png(figure), alt))


def picture_html(png: bytes, alt: str) -> str:
    """Return a PNG picture as HTML, with its text for screen readers."""
    data = b64encode(png).decode("ascii")
    return f'<img alt="{html.escape(alt)}" style="max-width: 100%" src="data:image/png;base64,{data}">'


class AltImage:
    """A PNG picture whose plain text, and text for screen readers, is `alt`.

    It is handed over as HTML: JupyterLab gives a bare PNG no alternative text.
    """

    def __init__(self, png: bytes, alt: str) -> None:
        self.png = png
        self.alt = alt

    def _repr_html_(self) -> str:
        return picture_html(self.png, self.alt)

    def __repr__(self) -> str:
        return f"Figure: {self.alt}"
