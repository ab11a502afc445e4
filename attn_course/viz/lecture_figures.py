"""Pictures of the lectures: pure functions of numbers that return a figure and its text.

Each returns ``(figure, alt)``, ready for ``show(*...)``, and for `explore` where a slider sets one
of the arguments. Colour is never the only carrier: lines differ in dashes and markers too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from attn_course.attention.scaled_dot_product import attention_scores, kernel_regression, softmax
from attn_course.viz.heatmap import draw_matrix, favourites
from attn_course.viz.show import BLUE, GREEN, ORANGE, VERMILION, Drawn, new_axes

Link = tuple[tuple[int, int], tuple[int, int]]
GREY = "#767676"
LINE_STYLES = ((GREEN, "--", "s"), (ORANGE, "-.", "^"), (VERMILION, ":", "D"), (BLUE, "-", "o"))


def outer_difference(rows: int, columns: int) -> Drawn:
    """Draw what a column of shape (rows, 1) minus a row of shape (columns,) gives.

    Parameters
    ----------
    rows, columns : int
        The sizes, at least 1.

    Returns
    -------
    figure, alt : the picture and its text
    """
    table = np.arange(rows)[:, np.newaxis] - np.arange(columns)  # (rows, 1) - (columns,) -> (rows, columns)
    shape = f"({rows}, 1) \N{MINUS SIGN} ({columns},) \N{RIGHTWARDS ARROW} ({rows}, {columns})"
    figure, (axes,) = new_axes(5.6, 3.0)
    draw_matrix(
        axes,
        table,
        title=shape,
        row_label="entry of the column",
        column_label="entry of the row",
        kind="scores",
        decimals=0,
    )
    size = f"{rows} row{'s' * (rows > 1)} and {columns} column{'s' * (columns > 1)}"
    return figure, f"A table of {size}: entry [i, j] is i minus j. Title: {shape}."


def recall_curves(lengths: Sequence[int], recall: dict[str, Sequence[float]], chance: float) -> Drawn:
    """Draw how often the first token is recalled, against the length of the sequence.

    Parameters
    ----------
    lengths : sequence of int
        Lengths, in tokens.
    recall : dict from a reader's name to its share of right answers, one a length, 0 to 1
        At most four readers.
    chance : float
        The share of right answers of a blind guess.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(6.4, 3.6)
    for (name, shares), (colour, dashes, marker) in zip(recall.items(), LINE_STYLES[-len(recall) :], strict=True):
        axes.plot(lengths, 100 * np.asarray(shares), color=colour, linestyle=dashes, marker=marker, label=name)
    axes.axhline(100 * chance, color=GREY, linewidth=1)
    axes.text(lengths[0], 100 * chance + 2, f"blind guess: {100 * chance:.1f}%", color="black")
    axes.set_xscale("log", base=2)
    axes.set_xticks(lengths, [str(length) for length in lengths])
    axes.set(xlabel="length of the sequence (tokens)", ylabel="first token recalled (%)", ylim=(0, 106))
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.6))
    ends = "; ".join(
        f"{name}: {100 * shares[0]:.0f}% at {lengths[0]}, {100 * shares[-1]:.0f}% at {lengths[-1]}"
        for name, shares in recall.items()
    )
    return figure, f"Recall of the first token against the length of the sequence. {ends}."


def links(n: int) -> Drawn:
    """Draw the links of a recurrence and of self-attention between n tokens, side by side.

    Parameters
    ----------
    n : int
        Number of tokens, at least 3.

    Returns
    -------
    figure, alt : the picture and its text; in both panels the steps from the first position to
        the last are marked
    """
    figure, (recurrent, attention) = new_axes(7.6, 2.8, columns=2)
    chain = [((0, 0), (0, 1)), *(((i, 1), (i + 1, 1)) for i in range(n - 1))]
    up = [((i, 0), (i, 1)) for i in range(1, n)]
    _draw_links(recurrent, n, plain=up, marked=chain)
    recurrent.set_title(f"recurrence: {n - 1} steps sideways, from position 1 to {n}", fontsize=10)
    first_to_last = ((0, 0), (n - 1, 1))
    others = [((j, 0), (i, 1)) for i in range(n) for j in range(n) if (j, i) != (0, n - 1)]
    _draw_links(attention, n, plain=others, marked=[first_to_last])
    attention.set_title(f"self-attention: 1 step, from position 1 to {n}", fontsize=10)
    alt = (
        f"Two graphs of {n} inputs below and {n} outputs above. Recurrence: each output has an arrow from its input "
        f"and from the output before it; {n - 1} steps sideways lead from position 1 to position {n}. "
        f"Self-attention: every input has an arrow to every output, {n * n} in all; 1 step leads from position 1 to "
        f"position {n}."
    )
    return figure, alt


def soft_lookup(
    query: Float[np.ndarray, "d_k"],
    keys: Float[np.ndarray, "n d_k"],
    names: Sequence[str],
    strength: float = 1.0,
    query_name: str = "query",
) -> Drawn:
    """Draw how a query, made longer by a factor, spreads its weight over the keys.

    Parameters
    ----------
    query : array of shape (d_k,)
    keys : array of shape (n, d_k)
    names : sequence of n strings
        What each key stands for.
    strength : float
        Factor of the query, at least 0.
    query_name : str
        What the query stands for.

    Returns
    -------
    figure, alt : the picture and its text; the lines' widths are the weights
    """
    scores = attention_scores(strength * query[np.newaxis], keys)[0]  # (1, n) -> (n,)
    weights = softmax(scores)
    figure, (axes,) = new_axes(6.4, 2.6)
    axes.set(xlim=(-0.25, 2.45), ylim=(len(names) - 0.5, -0.5))
    axes.set_axis_off()
    box = {"boxstyle": "round,pad=0.4", "facecolor": "white", "edgecolor": "black"}
    middle = (len(names) - 1) / 2
    for row, (name, score, weight) in enumerate(zip(names, scores, weights, strict=True)):
        arrow = {"arrowstyle": "-", "linewidth": 0.3 + 9 * weight, "color": BLUE, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (1.2, row), (0, middle), arrowprops=arrow)
        axes.text(1.2, row, name, ha="center", va="center", bbox=box)
        axes.text(1.55, row, f"score {score:.2f}   weight {weight:.3f}", va="center")
    axes.text(0, middle, f"{strength:g} \N{MULTIPLICATION SIGN} {query_name}", ha="center", va="center", bbox=box)
    pairs = ", ".join(f"{name} {s:.2f} and {w:.3f}" for name, s, w in zip(names, scores, weights, strict=True))
    return figure, f"{strength:g} times {query_name}, linked to {len(names)} keys. Scores and weights: {pairs}."


def scores_and_weights(
    scores: Float[np.ndarray, "n_q n_k"],
    rows: Sequence[str],
    columns: Sequence[str],
) -> Drawn:
    """Draw scores and, beside them, the weights that the softmax makes of each row.

    Parameters
    ----------
    scores : array of shape (n_q, n_k)
    rows, columns : sequences of n_q and n_k strings
        Names of the queries and of the keys.

    Returns
    -------
    figure, alt : the picture and its text
    """
    weights = softmax(scores)
    figure, (left, right) = new_axes(7.6, 1.2 + 0.5 * len(rows), columns=2)
    draw_matrix(left, scores, rows=rows, columns=columns, title="scores", kind="scores")
    draw_matrix(right, weights, rows=rows, columns=columns, title="weights (each row sums to 1)")
    likes = favourites(weights, rows, columns)
    return figure, f"Two tables, queries down and keys across: scores, and their softmax. Attends most: {likes}."


def kernel_fit(
    x_train: Float[np.ndarray, "n"],
    y_train: Float[np.ndarray, "n"],
    truth: Float[np.ndarray, "m"],
    bandwidth: float,
) -> Drawn:
    """Draw kernel regression of a day's temperatures, and the weights of some of its predictions.

    Parameters
    ----------
    x_train : array of shape (n,)
        Times of the measurements, in hours from 0 to 24.
    y_train : array of shape (n,)
        What was measured, in degrees Celsius.
    truth : array of shape (m,)
        The true temperatures at m evenly spaced times from 0 to 24 hours, in degrees Celsius.
    bandwidth : float
        Width of the kernel, in hours; positive.

    Returns
    -------
    figure, alt : the picture and its text
    """
    hours = np.linspace(0, 24, len(truth))
    prediction = kernel_regression(hours, x_train, y_train, bandwidth)
    error = float(np.sqrt(np.mean((prediction - truth) ** 2)))
    figure, (top, below) = new_axes(7.2, 5.6, rows=2)
    top.plot(hours, truth, color=GREY, linestyle="--", label="true temperature")
    top.plot(hours, prediction, color=BLUE, label="prediction")
    top.plot(x_train, y_train, "o", color=VERMILION, label="measurements")
    for number, place in enumerate(zip(x_train, y_train, strict=True), 1):
        offset = (0, 9 if number % 2 == 0 else -10)  # above and below in turn: neighbours would overlap
        name = top.annotate(
            str(number), place, offset, textcoords="offset points", ha="center", va="center", fontsize=9
        )
        name.set_path_effects([withStroke(linewidth=2.5, foreground="white")])  # readable where a curve runs through
    top.set(xlabel="time (hours)", ylabel="temperature (°C)", xticks=range(0, 25, 3), ylim=(2, 22))
    top.set_title(f"bandwidth {bandwidth:g} hours: typical error {error:.2f} °C", fontsize=10)
    top.legend(frameon=False, loc="upper left")
    _draw_kernel_weights(below, x_train, bandwidth)
    alt = (
        f"Above: {len(x_train)} measured temperatures of a day, numbered, the true curve and the prediction with a "
        f"bandwidth of {bandwidth:g} hours; typical error {error:.2f} degrees. Below: the weight of each measurement "
        "for the predictions at 3:00, 9:00, 15:00 and 21:00."
    )
    return figure, alt


def _draw_kernel_weights(axes: Axes, x_train: Float[np.ndarray, "n"], bandwidth: float) -> None:
    """Draw the weights of the predictions at four times of the day."""
    queries = np.array([3.0, 9.0, 15.0, 21.0])
    weights = softmax(-((queries[:, np.newaxis] - x_train) ** 2) / (2 * bandwidth**2))
    draw_matrix(
        axes,
        weights,
        rows=[f"{hour:g}:00" for hour in queries],
        columns=[f"{number}\n{hour:.1f}" for number, hour in enumerate(x_train, 1)],
        title="weights",
        row_label="query: predict at",
        column_label="key: number of the measurement, and its time (hours)",
    )


def _draw_links(axes: Axes, n: int, plain: Sequence[Link], marked: Sequence[Link]) -> None:
    """Draw n inputs below, n outputs above and arrows between them, some of them marked."""
    for these, colour, width in ((plain, GREY, 0.8), (marked, VERMILION, 3.0)):
        arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 10, "shrinkB": 10}
        for start, end in these:
            axes.annotate("", end, start, arrowprops=arrow)
    for i in range(n):
        for level, name in enumerate("xy"):
            axes.text(i, level, f"${name}_{{{i + 1}}}$", ha="center", va="center", zorder=3)
    axes.set(xlim=(-0.6, n - 0.4), ylim=(-0.25, 1.25))
    axes.set_axis_off()
