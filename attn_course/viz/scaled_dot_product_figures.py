"""The figures of Lab 1: pure functions that return a figure and its text.

What a figure shows is either handed over (a learner's own weights, curves, norms) or computed here
by the course's own functions, so that the figure is there before the learner has written any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float, Int, Num
from matplotlib.axes import Axes

from attn_course.attention.scaled_dot_product import (
    attention_scores,
    kernel_regression,
    scaled_dot_product_attention,
    softmax,
)
from attn_course.viz.heatmap import cell_text, draw_matrix, favourites
from attn_course.viz.show import BLUE, GREEN, ORANGE, VERMILION, WIDEST, Drawn, new_axes

STYLES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, ":", "D"))  # told apart without colour too


@dataclass(frozen=True)
class Sentence:
    """Words with hand-made vectors, so that what attention does can be read off.

    The columns of Q ("looks for") and K ("is") are `kinds`, those of V ("passes on") `contents`.
    """

    words: tuple[str, ...]
    kinds: tuple[str, ...]
    contents: tuple[str, ...]
    Q: Float[np.ndarray, "n_words n_kinds"]
    K: Float[np.ndarray, "n_words n_kinds"]
    V: Float[np.ndarray, "n_words n_contents"]


def sentence() -> Sentence:
    """Return "the black cat chased mice": five words, d_k = 4, d_v = 3."""
    return Sentence(
        words=("the", "black", "cat", "chased", "mice"),
        kinds=("thing", "action", "quality", "small word"),
        contents=("animal", "colour", "motion"),
        Q=np.array([[4.0, 0, 0, -2], [4, 0, -2, 0], [0, 2, 4, 0], [6, 0, 0, 0], [0, 4, 2, 0]]),
        K=np.array([[0.0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]),
        V=np.array([[0.0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1], [1, 0, 0]]),
    )


def sentence_vectors(text: Sentence) -> Drawn:
    """Draw the queries, keys and values of a sentence side by side."""
    panels = {"looks for (Q)": text.Q, "is (K)": text.K, "passes on (V)": text.V}
    figure, axes = new_axes(WIDEST, 2.9, columns=3, sharey=True, width_ratios=[4, 4, 3])
    for axis, (title, matrix) in zip(axes, panels.items(), strict=True):
        columns = text.contents if matrix is text.V else text.kinds
        draw_matrix(axis, matrix, rows=text.words, columns=columns, title=title, kind="scores", decimals=0)
        axis.set(xlabel="feature", ylabel="")
        axis.tick_params(axis="x", labelsize=9)
    return figure, (
        "Three tables with a row for each word; what is not named is 0. "
        f"Queries, what a word looks for (below 0: looks away from): {entries(text.Q, text.words, text.kinds)}. "
        f"Keys, what it is: {entries(text.K, text.words, text.kinds)}. "
        f"Values, what it passes on: {entries(text.V, text.words, text.contents)}."
    )


def entries(matrix: Float[np.ndarray, "n_rows n_columns"], rows: Sequence[str], columns: Sequence[str]) -> str:
    """Name for each row its entries that are not 0, to the nearest whole number."""
    sentences = []
    for name, row in zip(rows, matrix, strict=True):
        named = [f"{column} {cell_text(value, 0)}" for column, value in zip(columns, row, strict=True) if value]
        sentences.append(f"{name}: {', '.join(named) or 'nothing'}")
    return "; ".join(sentences)


def score_map(scores: Float[np.ndarray, "n_q n_k"], words: Sequence[str]) -> Drawn:
    """Draw the scores of each word's query against each word's key."""
    figure, (axis,) = new_axes(4.6, 3.4)
    draw_matrix(axis, scores, rows=words, columns=words, title="scores", kind="scores")
    best = favourites(scores, words, words)
    return figure, f"Heat map of scores from {np.min(scores):.2f} to {np.max(scores):.2f}. Best matches: {best}."


def attention_map(weights: Float[np.ndarray, "n_q n_k"], words: Sequence[str]) -> Drawn:
    """Draw the weights with which each word attends to each word."""
    figure, (axis,) = new_axes(4.6, 3.4)
    draw_matrix(axis, weights, rows=words, columns=words, title="weights")
    return figure, f"Heat map of weights. Most attention goes from {favourites(weights, words, words)}."


def masked_maps(
    without: Float[np.ndarray, "n n"],
    mask: Bool[np.ndarray, "n n"],
    with_mask: Float[np.ndarray, "n n"],
    words: Sequence[str],
) -> Drawn:
    """Draw the weights without a mask, the mask, and the weights with it, side by side."""
    figure, axes = new_axes(WIDEST, 3.2, columns=3, sharey=True)
    draw_matrix(axes[0], without, rows=words, columns=words, title="weights without the mask")
    draw_matrix(axes[1], mask, rows=words, columns=words, title="mask: 1 = may attend", decimals=0, row_label="")
    draw_matrix(axes[2], with_mask, rows=words, columns=words, title="weights with the mask", row_label="")
    for axis in axes:
        axis.tick_params(axis="x", labelsize=9)
    return figure, (
        f"Three heat maps. Most attention without the mask: {favourites(without, words, words)}. The mask hides "
        f"{np.sum(~mask)} of {mask.size} pairs. With it: {favourites(with_mask, words, words)}. "
        f"The largest weight of a hidden pair is {np.asarray(with_mask)[~mask].max(initial=0.0):.2f}."
    )


def attention_in_steps(
    Q: Num[np.ndarray, "n_q d_k"], K: Num[np.ndarray, "n_k d_k"], V: Num[np.ndarray, "n_k d_v"]
) -> Drawn:
    """Draw every matrix from the queries to the output, with its formula, shape and numbers."""
    output, weights = scaled_dot_product_attention(Q, K, V)
    whole, scores = {"kind": "scores", "decimals": 0}, {"kind": "scores"}
    same = {"limit": float(np.abs(V).max())}  # values and their averages on one scale
    panels: list[tuple[str, np.ndarray, str, str, dict[str, Any]]] = [
        ("$Q$", Q, "query", "feature", whole),
        (r"$K^\top$", K.T, "feature", "key", whole),
        (r"scores $S = Q K^\top / \sqrt{d_k}$", attention_scores(Q, K), "query", "key", scores),
        (r"weights $A$ = softmax of each row of $S$", weights, "query", "key", {}),
        ("$V$", V, "key", "feature", whole | same),
        ("output = $A V$", output, "query", "feature", scores | same),
    ]
    figure, axes = new_axes(WIDEST, 5.0, rows=2, columns=3)
    for axis, (name, matrix, row_label, column_label, options) in zip(axes, panels, strict=True):
        draw_matrix(axis, matrix, row_label=row_label, column_label=column_label, **options)
        axis.set_title(f"{name}\n{matrix.shape}", fontsize=10)
    return figure, (
        f"Six matrices in the order of the computation: Q {Q.shape}; K transposed {K.T.shape}; scores, Q times K "
        f"transposed by the root of d_k, {weights.shape}; weights, the softmax of each row of the scores, "
        f"{weights.shape}; V {V.shape}; output, weights times V, {output.shape}. "
        f"Rows of the weights: {rows_in_words(weights)}. Rows of the output: {rows_in_words(output)}."
    )


def rows_in_words(matrix: Float[np.ndarray, "n_rows n_columns"]) -> str:
    """Name the entries of each row with two decimals."""
    return "; ".join(" ".join(cell_text(value, 2) for value in row) for row in matrix)


def draw_weights(axes: Axes, weights: Float[np.ndarray, "n"], title: str) -> None:
    """Draw one query's weights as bars, with a line where all of them would be equal."""
    axes.bar(range(len(weights)), weights, color=BLUE)
    axes.axhline(1 / len(weights), color="black", linewidth=0.8, linestyle="--")
    axes.set_title(f"{title}\nlargest weight {weights.max():.2f}", fontsize=10)
    axes.set(xlabel="key", ylim=(0, 1), xticks=range(len(weights)))


def name_equal_weights(axes: Axes, number: int) -> None:
    """Say at the right end of the dashed line what it marks, for this number of keys."""
    place = (1.03, 1 / number)
    axes.annotate("equal\nweights", place, xycoords=("axes fraction", "data"), va="center", fontsize=9)


def temperatures(scores: Float[np.ndarray, "n"], values: Sequence[float] = (0.25, 1.0, 4.0)) -> Drawn:
    """Draw one query's scores, and their softmax after a division by several temperatures."""
    figure, (axis, *others) = new_axes(WIDEST, 2.6, columns=len(values) + 1)
    axis.bar(range(len(scores)), scores, color=ORANGE)
    axis.axhline(0, color="black", linewidth=0.8)
    axis.set_title("scores", fontsize=10)
    axis.set(xlabel="key", ylabel="score", xticks=range(len(scores)))
    weights = [softmax(scores / temperature) for temperature in values]
    for axis, row, temperature in zip(others, weights, values, strict=True):
        draw_weights(axis, row, f"temperature {temperature:g}")
    others[0].set_ylabel("weight")
    name_equal_weights(others[-1], len(scores))
    largest = ", ".join(f"{row.max():.2f} at temperature {value:g}" for row, value in zip(weights, values, strict=True))
    shown = ", ".join(f"{score:g}" for score in scores)
    return figure, f"Bars of the scores {shown} and of their softmax. Largest weight: {largest}."


def sharpness(d_k: int = 64, temperature: float = 1.0) -> Drawn:
    """Draw a random query's weights over 8 keys, without and with the root of d_k, at a temperature."""
    rng = np.random.default_rng(71)  # close to the averages that `saturation` shows
    query, keys = rng.normal(size=(1, 256))[:, :d_k], rng.normal(size=(8, 256))[:, :d_k]  # a larger d_k adds features
    plain = softmax(attention_scores(query, keys, scale=False) / temperature)[0]  # (1, n_k) -> (n_k,)
    scaled = softmax(attention_scores(query, keys) / temperature)[0]
    figure, axes = new_axes(7.0, 2.9, columns=2, sharey=True)
    draw_weights(axes[0], plain, "scores not scaled")
    draw_weights(axes[1], scaled, r"scores divided by $\sqrt{d_k}$")
    axes[0].set_ylabel("weight")
    name_equal_weights(axes[1], len(scaled))
    figure.suptitle(f"$d_k$ = {d_k}, temperature {temperature:g}")
    return figure, (
        f"Bars of one query's weights over 8 keys; d_k {d_k}, temperature {temperature:g}. Largest weight "
        f"{plain.max():.2f} without the scale, {scaled.max():.2f} with it; equal weights would be 0.125."
    )


def altimeter(points: int = 30) -> tuple[Float[np.ndarray, "points"], Float[np.ndarray, "points"]]:
    """Return readings of a noisy altimeter along a footpath: places in km (0 to 10), altitudes in m."""
    rng = np.random.default_rng(4)
    km, noise = rng.uniform(0, 10, size=100), rng.normal(scale=15, size=100)
    return km[:points], (true_altitude(km) + noise)[:points]  # more points are added to the same ones


def true_altitude(km: Float[np.ndarray, "..."]) -> Float[np.ndarray, "..."]:
    """Return the altitude in metres that the altimeter tries to read."""
    return np.asarray(300 + 60 * np.sin(2 * np.pi * km / 10) + 40 * np.sin(2 * np.pi * km / 4))


def altitude_fit(bandwidth: float = 0.5, points: int = 30, km: float = 6.0) -> Drawn:
    """Draw kernel regression of the altimeter, and the weights of its readings for one query."""
    places, metres = altimeter(points)
    weights = softmax(-((km - places) ** 2) / (2 * bandwidth**2))
    figure, (curve, bars) = new_axes(WIDEST, 3.2, columns=2, width_ratios=[3, 2])
    draw_fit(curve, places, metres, weights, bandwidth)
    bars.vlines(places, 0, weights, color=ORANGE, linewidth=2)
    top = next(limit for limit in (0.05, 0.1, 0.2, 0.5, 1) if weights.max() <= limit)
    bars.set(xlabel="place of the reading (km)", ylabel="weight of the reading", ylim=(0, 1.05 * top))
    bars.set_title(f"largest weight {weights.max():.2f}", fontsize=10)
    for axis in (curve, bars):
        axis.axvline(km, color=VERMILION, linewidth=1, linestyle="--", zorder=0)
        axis.set(xlim=(-0.5, 10.5), xticks=range(0, 11, 2))
    prediction, truth = weights @ metres, true_altitude(np.array(km))
    curve.set_title(f"bandwidth {bandwidth:g} km, {points} readings: {prediction:.0f} m at km {km:g}", fontsize=10)
    return figure, (
        "Altitude along a path with a fitted curve, and the weights for one query. "
        f"Bandwidth {bandwidth:g} km, {points} readings: at km {km:g} the prediction is {prediction:.0f} m "
        f"(true: {truth:.0f} m), the largest weight {weights.max():.2f}; "
        f"the average is over about {1 / np.sum(weights**2):.1f} readings."
    )


def draw_fit(
    axes: Axes,
    places: Float[np.ndarray, "n"],
    metres: Float[np.ndarray, "n"],
    weights: Float[np.ndarray, "n"],
    bandwidth: float,
) -> None:
    """Draw readings, each as large as its weight, with the fitted and the true curve."""
    grid = np.linspace(0, 10, 401)
    axes.plot(grid, true_altitude(grid), color="dimgrey", linestyle=":", linewidth=1.5, label="true")
    axes.plot(grid, kernel_regression(grid, places, metres, bandwidth), color=BLUE, label="prediction")
    axes.scatter(places, metres, s=12 + 300 * weights, color=ORANGE, edgecolor="black", linewidth=0.4)
    axes.plot([], [], "o", color=ORANGE, markersize=5, label="reading")
    axes.plot([], [], color=VERMILION, linewidth=1, linestyle="--", label="query")
    axes.set(xlabel="place (km)", ylabel="altitude (m)", ylim=(160, 440))
    axes.legend(fontsize=9, framealpha=1, edgecolor="none", ncols=2, loc="upper right")


def fitted_curves(grid: Float[np.ndarray, "m"], fits: Mapping[float, Float[np.ndarray, "m"]]) -> Drawn:
    """Draw predictions of the altimeter at the places of `grid`, one curve for each bandwidth in km."""
    figure, (axis,) = new_axes(6.5, 3.2)
    axis.scatter(*altimeter(), s=16, color=ORANGE, edgecolor="black", linewidth=0.4, label="reading")
    for (bandwidth, fit), (colour, dashes, _) in zip(fits.items(), STYLES, strict=True):
        axis.plot(grid, fit, color=colour, linestyle=dashes, label=f"bandwidth {bandwidth:g} km")
    axis.set(xlabel="place (km)", ylabel="altitude (m)", xticks=range(0, 11, 2))
    axis.legend(fontsize=9, frameon=False)
    swings = ", ".join(f"{np.ptp(fit):.0f} m with a bandwidth of {bandwidth:g} km" for bandwidth, fit in fits.items())
    return figure, f"Readings of an altimeter and {len(fits)} fitted curves. From lowest to highest: {swings}."


def softmax_slope() -> Drawn:
    """Draw the weight of the first of two keys, and its slope, against the difference of their scores."""
    difference = np.linspace(-8, 8, 161)
    weight = softmax(np.stack([difference, np.zeros_like(difference)], axis=-1))[:, 0]
    slope = weight * (1 - weight)
    figure, (axis,) = new_axes(6.0, 3.0)
    axis.plot(difference, weight, color=BLUE, label="weight p of the first key")
    axis.plot(difference, slope, color=VERMILION, linestyle="--", label="its slope p (1 − p)")
    axis.set(xlabel="score of the first key minus score of the second", ylabel="weight, slope", ylim=(0, 1))
    axis.legend(fontsize=9, frameon=False)
    return figure, (
        "Two curves against the difference of two scores. The weight rises from 0 through 0.5 to 1; its slope is "
        f"{slope[80]:.2f} at a difference of 0, {slope[120]:.3f} at 4 and {slope[160]:.4f} at 8."
    )


def saturation() -> Drawn:
    """Draw how scores spread, and the softmax sharpens, as d_k grows, with and without the scale."""
    sizes = 2 ** np.arange(11)
    rng = np.random.default_rng(8)
    vectors = [(rng.normal(size=(20, 25, d_k)), rng.normal(size=(20, 16, d_k))) for d_k in sizes]
    text = []
    figure, (left, right) = new_axes(WIDEST, 3.2, columns=2)
    for label, scale, (colour, dashes, marker) in zip(("scaled", "not scaled"), (True, False), STYLES, strict=False):
        scores = [attention_scores(Q, K, scale) for Q, K in vectors]
        spread, largest = [s.std() for s in scores], [softmax(s).max(axis=-1).mean() for s in scores]
        for axis, heights in ((left, spread), (right, largest)):
            axis.plot(sizes, heights, color=colour, linestyle=dashes, marker=marker, markersize=4, label=label)
        text.append(f"{label}: {spread[0]:.1f} to {spread[-1]:.1f} and {largest[0]:.2f} to {largest[-1]:.2f}")
    label_sizes(left, "standard deviation of the scores", (1, 2, 4, 8, 16, 32))
    label_sizes(right, "mean of the largest of 16 weights", (0.125, 0.25, 0.5, 1))
    return figure, (
        "Two panels against d_k from 1 to 1024: the standard deviation of random scores, and the mean of the largest "
        f"of 16 weights. {'; '.join(text)}."
    )


def gradient_against_d_k(
    sizes: Int[np.ndarray, "n_sizes"], scaled: Sequence[float], unscaled: Sequence[float]
) -> Drawn:
    """Draw the softmax's gradient norm against d_k, with and without the scale."""
    figure, (axis,) = new_axes(6.0, 3.4)
    for label, heights, (colour, dashes, marker) in zip(
        ("scaled", "not scaled"), (scaled, unscaled), STYLES, strict=False
    ):
        axis.plot(sizes, heights, color=colour, linestyle=dashes, marker=marker, markersize=4, label=label)
    label_sizes(axis, "mean norm of the Jacobian", (0.04, 0.08, 0.16, 0.32))
    peak = int(np.argmax(unscaled))
    return figure, (
        f"Mean Frobenius norm of the softmax's Jacobian for d_k from {sizes[0]} to {sizes[-1]}. "
        f"Scaled: between {min(scaled):.2f} and {max(scaled):.2f}. Not scaled: {unscaled[0]:.2f} at {sizes[0]}, "
        f"at most {unscaled[peak]:.2f} at {sizes[peak]}, {unscaled[-1]:.3f} at {sizes[-1]}."
    )


def label_sizes(axes: Axes, quantity: str, ticks: Sequence[float]) -> None:
    """Label axes that show a quantity against d_k, both on logarithmic scales."""
    powers = [4**exponent for exponent in range(6)]
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(powers, [str(power) for power in powers])
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set(xlabel=r"$d_k$, features of a query or key", ylabel=quantity)
    axes.legend(fontsize=9, frameon=False)
