"""Make a figure and show it with a text for those who cannot see it."""

from __future__ import annotations

import html
from base64 import b64encode
from io import BytesIO
from typing import Any

import numpy as np
from IPython.display import display
from jaxtyping import UInt8
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import imsave

Drawn = tuple[Figure, str]
"""A figure, and what it shows in words and numbers."""

# Okabe and Ito's palette: told apart by colour-blind readers too.
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"
WIDEST = 8.4
"""Width in inches that JupyterLab shows in full beside its sidebar: a wider figure is shrunk, with its text."""
PIXEL_RATIO = 2
"""Pixels of a picture for each pixel of the page: one of each would be blurred on a high-density screen."""
EDGE_STEP = 51
"""Distance between the values that red, green and blue have on edges: six each keep a picture small."""

STYLE: Any = {
    "figure.facecolor": "white",  # opaque: readable in light and dark themes alike
    "figure.dpi": 100 * PIXEL_RATIO,
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
    drawn, saved = BytesIO(), BytesIO()
    with rc_context(STYLE):
        figure.savefig(drawn, format="rgba", dpi="figure")
    pixels = np.frombuffer(drawn.getvalue(), dtype=np.uint8).reshape(round(figure.bbox.height), -1, 4)
    small = with_few_edge_colours(pixels)
    imsave(saved, small, format="png", metadata={"Software": "attn_course"}, pil_kwargs={"optimize": True})
    return saved.getvalue()


def with_few_edge_colours(pixels: UInt8[np.ndarray, "height width 4"]) -> UInt8[np.ndarray, "height width 4"]:
    """Return a picture with few colours where lines and letters are smoothed: half the bytes, no visible change.

    A pixel unlike both its neighbours in its row lies on such an edge; areas keep their colours exactly.
    """
    colour = pixels.view(np.uint32)[..., 0]  # (height, width, 4) -> (height, width)
    unlike = np.pad(colour[:, 1:] != colour[:, :-1], ((0, 0), (1, 1)), constant_values=True)  # -> (height, width + 1)
    edge = unlike[:, 1:] & unlike[:, :-1]  # -> (height, width)
    nearest = (np.arange(256) + EDGE_STEP // 2) // EDGE_STEP * EDGE_STEP
    return np.where(edge[..., np.newaxis], nearest.astype(np.uint8)[pixels], pixels)


def show(figure: Figure, alt: str) -> None:
    """Display the figure; `alt` says in words what it shows."""
    display(AltImage(figure_png(figure), alt))


def picture_html(png: bytes, alt: str) -> str:
    """Return a PNG picture as HTML, as wide as the page shows it, with its text for screen readers."""
    data = b64encode(png).decode("ascii")
    width = int.from_bytes(png[16:20], "big") // PIXEL_RATIO  # where the header of every PNG has its width
    return f'<img alt="{html.escape(alt)}" width="{width}" style="max-width: 100%" src="data:image/png;base64,{data}">'


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
