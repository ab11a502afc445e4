"""Matrices as coloured cells with their numbers: the one picture that the whole course uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Float
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attn_course.viz.show import new_axes

GREY = "#D9D9D9"  # the frame, and cells without a finite number


def draw_matrix(
    axes: Axes,
    matrix: np.ndarray,
    *,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    title: str = "",
    row_label: str = "query",
    column_label: str = "key",
    kind: str = "weights",
    decimals: int = 2,
    numbers: bool = True,
    limit: float | None = None,
) -> None:
    """Draw a matrix of shape (n_rows, n_columns) on existing axes.

    `kind` is "weights" (0 to 1, the darker, the larger) or "scores" (any sign, white is 0, purple above
    and orange below, darkest at `limit`, by default the largest entry); entries that are not finite are
    grey. The numbers are written into the cells, so that colour is
    never the only carrier; leave them out of large matrices only.
    """
    matrix = np.asarray(matrix, dtype=float)
    limit = limit or float(np.abs(matrix[np.isfinite(matrix)]).max(initial=1e-12))
    name, low, high = {"weights": ("Blues", 0.0, 1.0), "scores": ("PuOr", -limit, limit)}[kind]
    finite = np.ma.masked_invalid(matrix)
    image = axes.imshow(finite, cmap=colormaps[name].with_extremes(bad=GREY), vmin=low, vmax=high, aspect="auto")
    axes.set_xticks(range(matrix.shape[1]), columns or [str(j) for j in range(matrix.shape[1])])
    axes.set_yticks(range(matrix.shape[0]), rows or [str(i) for i in range(matrix.shape[0])])
    axes.tick_params(length=0)
    axes.spines[:].set(visible=True, color=GREY)  # a frame: the palest cells are as white as the page
    axes.set(title=title, xlabel=column_label, ylabel=row_label)
    if numbers:
        write_numbers(axes, matrix, image.to_rgba(finite), decimals)


def write_numbers(axes: Axes, matrix: np.ndarray, backgrounds: np.ndarray, decimals: int) -> None:
    """Write a matrix (n_rows, n_columns) over its cells, whose colours are (n_rows, n_columns, 4)."""
    for (row, column), value in np.ndenumerate(matrix):
        colour = ink(backgrounds[row, column])
        axes.text(column, row, cell_text(value, decimals), ha="center", va="center", color=colour)


def ink(background: np.ndarray) -> str:
    """Return the colour of text that stands out best from a background: red, green, blue, opacity, 0 to 1.

    By the relative luminance of WCAG 2: the contrast is at least 4.5 on every colour.
    """
    colour = background[:3]
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return "black" if linear @ [0.2126, 0.7152, 0.0722] > 0.179 else "white"


def cell_text(value: float, decimals: int) -> str:
    """Write a number with its decimals and a true minus sign, and without a sign where it rounds to 0."""
    return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def favourites(matrix: Float[np.ndarray, "n_rows n_columns"], rows: Sequence[str], columns: Sequence[str]) -> str:
    """Say for each row which columns (nearly tied ones together) hold its largest entry."""
    sentences = []
    for name, row in zip(rows, np.asarray(matrix), strict=True):
        best = [column for column, value in zip(columns, row, strict=True) if value > row.max() - 0.005]
        sentences.append(f"{name} to {' and '.join(best)} ({row.max():.2f})")
    return "; ".join(sentences)


def heatmap(matrix: np.ndarray, *, width: float = 4.6, height: float = 3.2, **options: Any) -> Figure:
    """Return a figure (sizes in inches) with one matrix; the options are those of `draw_matrix`."""
    figure, (axes,) = new_axes(width, height)
    draw_matrix(axes, matrix, **options)
    return figure
