"""The figures of Lab 3: pure functions that return a figure and its text.

What a figure shows is either handed over (a learner's own encodings, matrices, biases) or computed
here by the course's own functions, so that the figure is there before the learner has written any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from jaxtyping import Float, Num
from matplotlib.axes import Axes

from attn_course.attention.positional_encoding import pair_frequencies, positional_encoding
from attn_course.viz.heatmap import cell_text, draw_matrix
from attn_course.viz.position_experiment import BACK, TESTED, TRAINED, models, right_weights
from attn_course.viz.show import BLUE, GREEN, ORANGE, PURPLE, VERMILION, WIDEST, Drawn, new_axes

STYLES = ((BLUE, "-"), (VERMILION, "--"), (GREEN, ":"), (PURPLE, "-."))  # told apart without colour too
CIRCLE = np.linspace(0, 2 * np.pi, 181)


def draw_circle(axes: Axes, x: float = 0.0) -> None:
    """Draw a unit circle around (x, 0)."""
    axes.plot(x + np.sin(CIRCLE), np.cos(CIRCLE), color="grey", linewidth=1)
    axes.set_aspect("equal")


def draw_arrow(axes: Axes, tip: Num[np.ndarray, "2"], colour: str, *, x: float = 0.0, **style: Any) -> None:
    """Draw an arrow from (x, 0) to a tip that is given relative to it."""
    arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0, **style}
    axes.annotate("", (x + tip[0], tip[1]), (x, 0), arrowprops=arrow)


def clock_hands(position: int = 7, pair: int = 1) -> Drawn:
    """Draw the pairs of an encoding of 8 features as clocks, and one pair's waves over the positions."""
    encoding = positional_encoding(64, 8)
    frequencies = pair_frequencies(8)
    figure, (clocks, waves) = new_axes(WIDEST, 4.4, rows=2, columns=1, height_ratios=[1, 1])
    for number, hand in enumerate(encoding[position].reshape(4, 2)):
        draw_circle(clocks, 3.0 * number)
        colour, width = (VERMILION, 2.5) if number == pair else ("black", 1.5)
        draw_arrow(clocks, hand, colour, x=3.0 * number, linewidth=width)
    labels = [f"pair {number}: {frequency:g} rad\nper position" for number, frequency in enumerate(frequencies)]
    clocks.set_xticks(3.0 * np.arange(4), labels, fontsize=9)
    clocks.set(yticks=[], xlabel="pair of features (sine to the right, cosine upwards)", title=f"position {position}")
    clocks.spines[:].set_visible(False)
    for offset, (name, (colour, dashes)) in enumerate(zip(("sine", "cosine"), STYLES, strict=False)):
        waves.plot(
            encoding[:, 2 * pair + offset], color=colour, linestyle=dashes, label=f"column {2 * pair + offset}: {name}"
        )
        waves.plot(position, encoding[position, 2 * pair + offset], "o", color=colour)
    waves.axvline(position, color="black", linewidth=0.8)
    waves.set(xlabel="position", ylabel="value", ylim=(-1.1, 1.1), title=f"pair {pair}")
    waves.legend(fontsize=9, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    sine, cosine = encoding[position, 2 * pair : 2 * pair + 2]
    return figure, (
        f"Four clocks, one for each pair of 8 features, and the waves of pair {pair}. Pair {pair} turns by "
        f"{frequencies[pair]:g} radians per position. At position {position} its sine is {sine:.2f} and its cosine "
        f"{cosine:.2f}."
    )


def encoding_map(encoding: Float[np.ndarray, "n d"]) -> Drawn:
    """Draw an encoding as a picture: a row for each position, a column for each feature."""
    encoding = np.asarray(encoding)
    figure, (axis,) = new_axes(6.4, 4.0)
    draw_matrix(axis, encoding, kind="scores", numbers=False, row_label="position", column_label="feature (column)")
    for ticks, size in ((axis.set_xticks, encoding.shape[1]), (axis.set_yticks, encoding.shape[0])):
        ticks(range(0, size, 8), [str(number) for number in range(0, size, 8)])
    figure.colorbar(axis.images[0], ax=axis, label="value", ticks=[-1, 0, 1])
    crossings = (np.diff(np.sign(encoding[:, [0, -2]]), axis=0) != 0).sum(axis=0)
    return figure, (
        f"Picture of an encoding of {encoding.shape[0]} positions with {encoding.shape[1]} features. The columns on "
        f"the left change quickly and those on the right hardly at all. Changes of sign down the picture: "
        f"{crossings[0]} in column 0, {crossings[1]} in the last sine."
    )


def similarity_against_distance(similarities: Mapping[int, Float[np.ndarray, "distances"]], reach: int) -> Drawn:
    """Draw the similarity of position vectors against their distance, -reach to reach, a curve for each size."""
    figure, (axis,) = new_axes(6.6, 3.2)
    distances = np.arange(-reach, reach + 1)
    for (size, curve), (colour, dashes) in zip(similarities.items(), STYLES, strict=False):
        axis.plot(distances, curve, color=colour, linestyle=dashes, label=f"$d_{{model}}$ = {size}")
    axis.axhline(0, color="black", linewidth=0.8)
    axis.set(xlabel="distance in positions", ylabel="similarity")
    axis.legend(fontsize=9, frameon=False)
    told = "; ".join(
        f"d_model {size}: {curve[reach + 1]:.2f} at distance 1, {curve[-1]:.2f} at {reach}"
        for size, curve in similarities.items()
    )
    return figure, (
        f"{len(similarities)} curves of the similarity of two positions, 1 for equal ones and the same on both sides. "
        f"{told}."
    )


def shift_as_rotation(
    matrix: Float[np.ndarray, "d d"], encoding: Float[np.ndarray, "n d"], positions: tuple[int, ...] = (0, 10, 20)
) -> Drawn:
    """Draw what a shift's matrix does to the first two pairs of some positions, and that part of the matrix."""
    matrix, encoding = np.asarray(matrix), np.asarray(encoding)
    figure, axes = new_axes(WIDEST, 3.1, columns=3, width_ratios=[1, 1, 1.1])
    angles = []
    for pair, axis in enumerate(axes[:2]):
        draw_circle(axis)
        for position, (colour, dashes) in zip(positions, STYLES, strict=False):
            before, after = (row[2 * pair : 2 * pair + 2] for row in (encoding[position], matrix @ encoding[position]))
            for tip, width in ((before, 1.0), (after, 2.5)):
                draw_arrow(axis, tip, colour, linewidth=width, linestyle=dashes)
            axis.text(
                1.17 * before[0], 1.17 * before[1], str(position), ha="center", va="center", fontsize=9, color=colour
            )
        angles.append(np.arctan2(after[0] * before[1] - after[1] * before[0], after @ before))
        axis.set(title=f"pair {pair}: {angles[-1]:.2f} radians", xlabel="sine", ylabel="cosine")
        axis.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    draw_matrix(axes[2], matrix[:4, :4], kind="scores", row_label="new feature", column_label="old feature")
    axes[2].set_title("the matrix, pairs 0 and 1")
    shown = ", ".join(map(str, positions))
    return figure, (
        f"Two circles with thin arrows at the positions {shown} and thick ones where the matrix takes them. Every "
        f"arrow of pair 0 is turned by {angles[0]:.2f} radians, every arrow of pair 1 by {angles[1]:.2f}. Beside them "
        f"the matrix of these pairs: blocks of 2 by 2 on the diagonal, {np.abs(matrix[:2, 2:4]).max():.2f} elsewhere."
    )


def bias_maps(biases: Mapping[str, Num[np.ndarray, "n_q n_k"]], decimals: int = 2) -> Drawn:
    """Draw matrices of scores side by side, each under its name."""
    figure, axes = new_axes(min(WIDEST, 3.4 * len(biases) + 0.6), 3.0, columns=len(biases))
    told = []
    for axis, (name, bias) in zip(axes, biases.items(), strict=True):
        bias, label = np.asarray(bias), "query" if axis is axes[0] else ""
        draw_matrix(axis, bias, kind="scores", title=name, decimals=decimals, row_label=label)
        told.append(f"{name}: first row {' '.join(cell_text(value, decimals) for value in bias[0])}")
    return figure, f"Heat maps with a row for each query and a column for each key. {'; '.join(told)}."


def rope_plane(query: int = 2, key: int = 6) -> Drawn:
    """Draw one pair of a query and of a key, turned to their positions, and the score of every difference."""
    frequency, places = 0.25, (query, key)
    angles = np.array([0.5, 0.9]) + frequency * np.array(places)  # where both point without any position, and then
    tips = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    score, differences = float(tips[0] @ tips[1]), np.arange(-20, 21)
    figure, (plane, curve) = new_axes(WIDEST, 3.3, columns=2, width_ratios=[1, 1.5])
    draw_circle(plane)
    for tip, (name, (colour, dashes)), place in zip(
        tips, zip(("query", "key"), STYLES, strict=False), places, strict=True
    ):
        draw_arrow(plane, tip, colour, linewidth=2.5, linestyle=dashes)
        plane.plot([], [], color=colour, linestyle=dashes, label=f"{name} at {place}")
    plane.set(
        xlabel="feature a", ylabel="feature b", xlim=(-1.3, 1.3), ylim=(-1.3, 2.3), xticks=[-1, 0, 1], yticks=[-1, 0, 1]
    )
    plane.legend(fontsize=9, frameon=False, loc="upper center")
    curve.plot(differences, np.cos(0.4 + frequency * differences), color="grey", marker=".", linewidth=1)
    curve.plot(key - query, score, "o", color=ORANGE, markersize=9, markeredgecolor="black")
    curve.axhline(0, color="black", linewidth=0.8)
    curve.set(
        xlabel="key's position minus query's", ylabel="score", ylim=(-1.1, 1.1), title=f"score {cell_text(score, 2)}"
    )
    return figure, (
        f"A query turned to position {query} and a key turned to position {key}, as arrows in the plane of one pair, "
        f"and a curve of their score against the difference of positions. The difference is {key - query}, "
        f"the score {cell_text(score, 2)}."
    )


def attention_spans(weights: Mapping[str, Float[np.ndarray, "n"]]) -> Drawn:
    """Draw the weights of one query over the keys, a curve for each head."""
    figure, (axis,) = new_axes(6.8, 3.2)
    for (name, row), (colour, dashes) in zip(weights.items(), STYLES, strict=False):
        axis.plot(row, color=colour, linestyle=dashes, label=name)
    axis.set(xlabel="key", ylabel="weight")
    axis.legend(fontsize=9, frameon=False)
    told = "; ".join(
        f"{name}: {row[-1]:.2f} on the last key, {row[0]:.2f} on the first" for name, row in weights.items()
    )
    return figure, f"Curves of the last query's weights over {len(row)} keys with equal contents. {told}."


def beyond_the_training_length(
    positional_encoding: Callable[..., Any],
    shift_matrix: Callable[..., Any],
    relative_position_bias: Callable[..., Any],
    apply_rope: Callable[..., Any],
    alibi_bias: Callable[..., Any],
) -> Drawn:
    """Train heads that look three places back on 16 positions, and draw how they do on 64."""
    given = models(positional_encoding, shift_matrix, relative_position_bias, apply_rope, alibi_bias)
    figure, axes = new_axes(WIDEST, 4.5, rows=2, columns=3, sharex=True, sharey=True)
    told = []
    for axis, (name, model) in zip(axes, given.items(), strict=True):
        inside, outside = draw_right_weights(axis, right_weights(model))
        axis.set_title(f"{name}\n{inside:.1f} inside, {outside:.1f} beyond", fontsize=10)
        told.append(f"{name}: {inside:.1f} inside, {outside:.1f} beyond")
    for axis in axes:
        axis.set(xlabel="position of the query", ylim=(-0.04, 1.04), xticks=range(0, TESTED + 1, 16))
    for axis in axes[::3]:
        axis.set_ylabel("weight on the right key")
    axes[-1].legend(fontsize=9, frameon=False, loc="center right")
    return figure, (
        f"Six panels: the weight on the key {BACK} places back, against the position of the query. Means over the "
        f"queries within the {TRAINED} positions of the training (inside), and over those up to {TESTED - 1} (beyond): "
        f"{'; '.join(told)}."
    )


def draw_right_weights(axes: Axes, weights: Float[np.ndarray, "seeds queries"]) -> tuple[float, float]:
    """Draw the mean over the random starts, and the range; return the means inside and beyond the training."""
    queries = np.arange(BACK, TESTED)
    axes.axvspan(0, TRAINED - 1, color="lightgrey", linewidth=0)
    axes.fill_between(
        queries, weights.min(axis=0), weights.max(axis=0), color=ORANGE, alpha=0.5, linewidth=0, label="range"
    )
    axes.plot(queries, weights.mean(axis=0), color=BLUE, label="mean")
    axes.plot(queries, 1 / (queries + 1), color="black", linestyle=":", linewidth=1, label="blind guess")
    inside = queries < TRAINED
    return float(weights[:, inside].mean()), float(weights[:, ~inside].mean())
