"""What every figure of the course is: no wider than a page shows in full, with no small text."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.text import Text

from attn_course.viz.show import WIDEST

SMALLEST = 9  # points


def readable(figure: Figure) -> bool:
    """Say whether a figure's width and the sizes of its texts are within the limits."""
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]
    return figure.get_figwidth() <= WIDEST and min(sizes) >= SMALLEST
