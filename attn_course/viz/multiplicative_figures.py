"""The figures of Lab 6: pure functions that return a figure and its text.

What a figure shows is either handed over (a learner's own weights, positions, times) or computed here
by the course's own functions, so that the figure is there before the learner has written any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from matplotlib.axes import Axes

from attn_course.attention.multiplicative import concat_score, general_score, local_luong_attention, luong_attention
from attn_course.viz.heatmap import draw_matrix, favourites
from attn_course.viz.show import BLUE, SKY, VERMILION, WIDEST, Drawn, new_axes

LINES = ((BLUE, "-", "o"), (VERMILION, "--", "s"))  # told apart without colour too
SCORES = (0.2, 1.0, 0.4, 1.3, 0.1, 0.8, 1.6, 0.3, 0.9, 0.5, 1.4, 0.6)  # of twelve source states, made up


@dataclass(frozen=True)
class TwoLanguages:
    """A clause and its translation, with hand-made states and parameters, as if training had found them.

    Source and target states hold the same six meanings, but each network keeps them in an order of its own.
    """

    targets: tuple[str, ...]
    sources: tuple[str, ...]
    h_t: Float[np.ndarray, "n_targets 6"]
    states: Float[np.ndarray, "n_sources 6"]
    W: Float[np.ndarray, "6 6"]
    W_p: Float[np.ndarray, "6 6"]
    v_p: Float[np.ndarray, " 6"]


def two_languages() -> TwoLanguages:
    """Return "dass die schwarze Katze Mäuse jagte" and "that the black cat chased mice": the verb changes its place."""
    meanings = np.eye(6)
    states = meanings.copy()
    states[3, 4] = states[4, 3] = 0.3  # cat and mice have something in common
    source_of_target = [0, 1, 2, 3, 5, 4]
    feature_of_meaning = [3, 5, 0, 4, 1, 2]  # where the target network keeps each meaning
    W = np.zeros((6, 6))
    W[feature_of_meaning, range(6)] = 1.0
    places = np.array([0.3, 1.2, 1.8, 3.1, 4.3, 4.8])  # where each meaning is looked for, about where it stands
    v_p = np.zeros(6)
    v_p[feature_of_meaning] = np.log(places / (6 - places)) / np.tanh(3.0)
    return TwoLanguages(
        targets=("that", "the", "black", "cat", "chased", "mice"),
        sources=("dass", "die", "schwarze", "Katze", "Mäuse", "jagte"),
        h_t=3.0 * meanings[source_of_target] @ W.T,
        states=states,
        W=W,
        W_p=np.eye(6),
        v_p=v_p,
    )


def draw_alignment(
    axes: Axes, weights: Float[np.ndarray, "n_targets n_sources"], text: TwoLanguages, title: str, decimals: int = 2
) -> None:
    """Draw weights with a row for each target word and a column for each source word."""
    draw_matrix(axes, weights, rows=text.targets, title=title, decimals=decimals)
    axes.set_xticks(range(len(text.sources)), text.sources, rotation=45, ha="right", rotation_mode="anchor")
    axes.set(xlabel="source word", ylabel="target word")


def matrix_between(text: TwoLanguages, W: Float[np.ndarray, "6 6"] | None = None) -> Drawn:
    """Draw how two languages align by dot products, the matrix between their states, and how they align with it."""
    W = text.W if W is None else np.asarray(W)
    repeated = np.broadcast_to(text.states, (len(text.targets), *text.states.shape))
    _, plain = luong_attention(text.h_t, repeated)
    _, with_matrix = luong_attention(text.h_t, repeated, "general", W=W)
    figure, axes = new_axes(WIDEST, 3.5, columns=3, width_ratios=[1, 1.3, 1])
    draw_alignment(axes[0], plain, text, "dot", decimals=1)
    draw_matrix(axes[1], W, kind="scores", title="the matrix W", decimals=1)
    axes[1].set(xlabel="feature of a source state", ylabel="feature of a target state")
    draw_alignment(axes[2], with_matrix, text, "general, with W", decimals=1)
    return figure, (
        "Three heat maps: the weights by dot products, the matrix W, the weights by the general score. Largest weights "
        f"by dot products: {favourites(plain, text.targets, text.sources)}. By the general score: "
        f"{favourites(with_matrix, text.targets, text.sources)}."
    )


def two_landscapes() -> Drawn:
    """Draw two scores of a target state and a source state, one number each: a bilinear one, and a network's."""
    places = np.linspace(-2, 2, 81)
    states = np.broadcast_to(places[:, np.newaxis], (81, 81, 1))
    h_t = np.stack([places, np.ones(81)], axis=-1)  # a feature that is always 1 lets the network shift its units
    bilinear = general_score(h_t, states, np.array([[1.0], [0.0]]))
    W = np.array([[-2.0, -2.0], [1.0, -1.0], [2.0, 2.0]])  # tanh(2(s - h) + 1) - tanh(2(s - h) - 1)
    network = concat_score(h_t, states, W, np.array([1.0, -1.0]))
    figure, axes = new_axes(WIDEST, 3.4, columns=2)
    for axis, values, title in zip(
        axes, (bilinear, network), ("general: h times s", "concat: two hidden units"), strict=True
    ):
        limit = float(np.abs(values).max())
        steps = np.linspace(-limit, limit, 12)
        areas = axis.contourf(places, places, values, levels=steps, cmap="PuOr")
        axis.plot(
            places[values.argmax(axis=1)][2::5], places[2::5], "o", color=SKY, markeredgecolor="black", clip_on=False
        )
        axis.set(
            xlabel="source state s", ylabel="target state h", title=title, xticks=range(-2, 3), yticks=range(-2, 3)
        )
        figure.colorbar(areas, ax=axis, label="score", ticks=[-round(limit, 1), 0, round(limit, 1)])
    at_one = [places[values[60].argmax()] for values in (bilinear, network)]
    return figure, (
        "Two maps of a score over a target state h and a source state s, with dots where each h has its best s. "
        f"For h = 1 the best s is {at_one[0]:.1f} for the general score, at the edge of the map, and {at_one[1]:.1f} "
        "for the small network, which prefers s equal to h."
    )


def local_window(position: float = 5.3, window: int = 3) -> Drawn:
    """Draw what local attention makes of twelve scores: the softmax within the window, the bell, and their product."""
    position = round(position, 1)  # a slider may hand over 5.999999
    states, j = np.array(SCORES)[:, np.newaxis], np.arange(len(SCORES))
    _, weights = local_luong_attention(np.ones(1), states, np.ones((1, 1)), position, window)
    near = np.abs(j - position) <= window
    _, alignment = luong_attention(np.ones(1), states, mask=near)
    figure, (above, below) = new_axes(7.2, 4.6, rows=2, columns=1, sharex=True, height_ratios=[2, 3])
    places = np.linspace(-0.6, len(SCORES) - 0.4, 400)
    above.axvspan(position - window, position + window, color="lightgrey", linewidth=0, label="window")
    bell = np.exp(-((places - position) ** 2) / (2 * (window / 2) ** 2))
    above.plot(places, bell, color=VERMILION, linestyle="--", label="bell")
    above.axvline(position, color="black", linewidth=0.8)
    above.set(ylabel="factor", ylim=(0, 1.1), title=f"position {position:.1f}, window {window}")
    below.bar(j, alignment, color="white", edgecolor="black", width=0.8, label="softmax in the window")
    below.bar(j, weights, color=SKY, edgecolor=BLUE, width=0.5, label="times the bell")
    below.set(xlabel="source state j", ylabel="weight", ylim=(0, 1.05 * max(0.5, float(alignment.max()))))
    below.set(xticks=j, xlim=(-0.6, len(SCORES) - 0.4))
    for axis in (above, below):
        axis.legend(fontsize=9, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure, (
        f"Above, a bell with its top at position {position:.1f} over a window of {window} to each side; below, bars "
        f"for twelve source states. {near.sum()} of them are in the window. After the bell their weights sum to "
        f"{weights.sum():.2f}; the largest, {weights.max():.2f}, belongs to state {weights.argmax()}."
    )


def local_alignment(
    weights: Float[np.ndarray, "n_targets n_sources"],
    positions: Float[np.ndarray, " n_targets"],
    text: TwoLanguages,
) -> Drawn:
    """Draw the weights of local attention, and above each row's cells where its predicted position is."""
    weights, positions = np.asarray(weights), np.asarray(positions)
    figure, (axis,) = new_axes(6.6, 3.6)
    draw_alignment(axis, weights, text, "")
    marks = axis.plot(positions, np.arange(len(positions)) - 0.4, "v", color=VERMILION, label="predicted position")
    marks[0].set(markeredgecolor="black", clip_on=False)
    axis.legend(fontsize=9, frameon=False, loc="lower left", bbox_to_anchor=(0, 1))
    told = "; ".join(
        f"{word} {position:.1f} ({row.sum():.2f})"
        for word, position, row in zip(text.targets, positions, weights, strict=True)
    )
    return figure, (
        "Heat map of local weights, a row for each target word, with a mark at the predicted position. Position, and "
        f"the sum of the weights in brackets: {told}. "
        f"Largest weights: {favourites(weights, text.targets, text.sources)}."
    )


def costs_by_size(
    sizes: Int[np.ndarray, " n_sizes"],
    seconds: Mapping[str, Sequence[float]],
    peaks: Mapping[str, Sequence[float]],
) -> Drawn:
    """Draw what scores cost against the size of the states: processor time (in seconds), and memory (in bytes)."""
    figure, axes = new_axes(WIDEST, 3.2, columns=2)
    for axis, costs, unit in zip(axes, (seconds, peaks), (1e-3, 2**20), strict=True):
        for (name, values), (colour, dashes, marker) in zip(costs.items(), LINES, strict=False):
            scaled = np.asarray(values) / unit
            axis.plot(sizes, scaled, color=colour, linestyle=dashes, marker=marker, markersize=5, label=name)
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.set_xticks(sizes, [str(size) for size in sizes])
        axis.set_xlabel("size of the states d")
        axis.minorticks_off()
    axes[0].set(ylabel="processor time (ms)", title="time")
    axes[1].set(ylabel="most memory at once (MiB)", title="memory")
    axes[0].legend(fontsize=9, frameon=False)
    (fast, slow), (small, large) = ([values[-1] for values in costs.values()] for costs in (seconds, peaks))
    first, second = seconds
    return figure, (
        f"Two pairs of lines against the size of the states, {sizes[0]} to {sizes[-1]}, on logarithmic axes. At "
        f"{sizes[-1]} the {second} scores take {slow / fast:.0f} times the time and {large / small:.0f} times the "
        f"memory of the {first} ones."
    )
