"""Matrices as coloured cells with their numbers: the one picture that the whole course uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attn_course.viz.show import new_figure


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
    numbers: bool = True,
) -> None:
    """Draw a matrix of shape (n_rows, n_columns) on existing axes.

    `kind` is "weights" (0 to 1, cividis) or "scores" (any sign, a diverging map centred on 0).
    The numbers are written into the cells, so that colour is never the only carrier.
    """
    matrix = np.asarray(matrix, dtype=float)
    limit = float(np.abs(matrix[np.isfinite(matrix)]).max(initial=1e-12))
    colours = {"weights": ("cividis", 0.0, 1.0), "scores": ("PuOr", -limit, limit)}
    name, low, high = colours[kind]
    image = axes.imshow(matrix, cmap=name, vmin=low, vmax=high, aspect="auto")
    axes.set_xticks(range(matrix.shape[1]), columns or range(matrix.shape[1]))
    axes.set_yticks(range(matrix.shape[0]), rows or range(matrix.shape[0]))
    axes.set(title=title, xlabel=column_label, ylabel=row_label)
    if numbers:
        for (row, column), value in np.ndenumerate(matrix):
            red, green, blue, _ = image.cmap(image.norm(value))
            bright = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", color="black" if bright else "white")


def heatmap(matrix: np.ndarray, *, width: float = 4.6, height: float = 3.2, **options: object) -> Figure:
    """Return a figure with one matrix; the options are those of `draw_matrix`."""
    figure = new_figure(width, height)
    draw_matrix(figure.add_subplot(), matrix, **options)  # type: ignore[arg-type]
    return figure
