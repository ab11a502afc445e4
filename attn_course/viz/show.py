"""Make a figure and show it with a text for those who cannot see it."""

from __future__ import annotations

from io import BytesIO

from IPython.display import Image, display
from matplotlib import rc_context
from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart by colour-blind readers too.
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"
STYLE = {
    "figure.facecolor": "white",  # opaque: readable in light and dark themes alike
    "figure.dpi": 100,
    "font.size": 10,
    "axes.grid": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def new_figure(width: float = 6.0, height: float = 3.4) -> Figure:
    """Return an empty figure (sizes in inches) that belongs to no global state.

    pyplot is not thread-safe, and widget callbacks may run on another thread: the course draws on
    `Figure` objects only.
    """
    with rc_context(STYLE):
        return Figure(figsize=(width, height), layout="constrained")


def figure_png(figure: Figure) -> bytes:
    """Return the figure as the bytes of a PNG picture, the same bytes for the same figure."""
    buffer = BytesIO()
    with rc_context(STYLE):
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def show(figure: Figure, alt: str) -> None:
    """Display the figure; `alt` says in words what it shows."""
    display(AltImage(figure_png(figure), alt))


class AltImage:
    """A PNG picture whose plain text, and text for screen readers, is `alt`."""

    def __init__(self, png: bytes, alt: str) -> None:
        self.png = png
        self.alt = alt

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple[dict, dict]:
        picture, metadata = Image(self.png, alt=self.alt)._repr_mimebundle_()
        return {**picture, "text/plain": f"Figure: {self.alt}"}, metadata

    def __repr__(self) -> str:
        return f"Figure: {self.alt}"
