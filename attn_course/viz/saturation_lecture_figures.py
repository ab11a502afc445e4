"""The figures of Lecture 02, on scores, the softmax and its gradient: pure functions that return a figure and its text.

What was measured is handed over; what a formula or a function of the course gives is computed here. None trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from attn_course.attention.additive import additive_scores, attention_entropy
from attn_course.attention.multiplicative import dot_score, general_score
from attn_course.attention.scaled_dot_product import attention_scores, softmax, softmax_jacobian
from attn_course.viz.heatmap import draw_matrix
from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, VERMILION, WIDEST, Drawn, new_axes

LINES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, "-.", "^"), (ORANGE, ":", "D"))
QUERY_LENGTH = 2.0

# ---------------------------------------------------------------------- scores


def two_arrows(angle: float, length: float) -> Drawn:
    """Draw a query and a key as arrows, with the shadow that the key throws on the query.

    Parameters
    ----------
    angle : float
        Degrees from the query to the key, 0 to 180.
    length : float
        Length of the key, positive; the query has the length 2.

    Returns
    -------
    figure, alt : the picture and its text
    """
    turn = np.deg2rad(angle)
    key = length * np.array([np.cos(turn), np.sin(turn)])
    product = QUERY_LENGTH * key[0] + 0.0
    figure, (axes,) = new_axes(6.4, 3.4)
    axes.plot([0, key[0]], [0, 0], color=GREY, linewidth=7, solid_capstyle="butt", alpha=0.6, label="shadow of the key")
    axes.plot([key[0], key[0]], [0, key[1]], color=GREY, linewidth=1, linestyle="--")
    for tip, colour, name in (((QUERY_LENGTH, 0), BLUE, "query"), ((key[0], key[1]), VERMILION, "key")):
        way = {"arrowstyle": "-|>", "color": colour, "linewidth": 2.2, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 16}
        axes.annotate("", tip, (0, 0), arrowprops=way)
        axes.plot([], [], color=colour, linewidth=2.2, label=name)
    axes.set(xlim=(-3.2, 3.2), ylim=(-0.5, 3.2), aspect="equal", xlabel="feature 1", ylabel="feature 2")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    title = f"2 · {length:g} · cos {angle:g}° = {signed(product)}"
    axes.set_title(title, fontsize=10)
    return figure, (
        f"A query of length 2 along the first axis, and a key of length {length:g} at {angle:g} degrees to it. The "
        f"key's shadow on the query reaches {signed(key[0] + 0.0)}; the dot product is {signed(product)}."
    )


def signed(value: float, decimals: int = 2) -> str:
    """Write a number with its decimals and a true minus sign."""
    return f"{value:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


LANDSCAPE_QUERY = (1.5, 1.0)
LANDSCAPE_KEYS = {"A": (1.3, 1.3), "B": (2.7, 1.0), "C": (0.75, 0.5), "D": (-1.0, 1.8)}
TURN = np.array([[0.0, 1.0], [-1.0, 0.0]])
"""The matrix of the bilinear score: it turns the query (1.5, 1) by a quarter, to (-1, 1.5)."""
W_QUERY, W_KEY, V_UNITS = np.array([[-2.0, -2], [2, -2]]), np.array([[2.0, 2], [0, 0]]), np.array([1.0, -1])
"""The additive score's parameters: two hidden units that mark where the first features agree."""


def score_functions(
    query: Float[np.ndarray, "2"], keys: Float[np.ndarray, "... n 2"]
) -> dict[str, Float[np.ndarray, "... n"]]:
    """Return five scores of one query with keys of two features, none of them scaled."""
    lengths = np.maximum(np.linalg.norm(keys, axis=-1), 1e-9)
    dots = dot_score(query, keys)
    return {
        "dot product": dots,
        "cosine": dots / (np.linalg.norm(query) * lengths),
        "minus distance²": -np.sum((keys - query) ** 2, axis=-1),
        "bilinear": general_score(query, keys, TURN),
        "additive": additive_scores(query, keys, W_QUERY, W_KEY, V_UNITS),
    }


def score_landscapes() -> Drawn:
    """Draw which keys five scores like, for one query: a map of all keys of two features each.

    Returns
    -------
    figure, alt : the picture and its text
    """
    across, up = np.linspace(-2, 3.4, 136), np.linspace(-1.5, 2.5, 101)
    grid = np.stack(np.meshgrid(across, up), axis=-1)  # (101, 136, 2)
    query = np.array(LANDSCAPE_QUERY)
    maps = score_functions(query, grid)
    places = np.array(list(LANDSCAPE_KEYS.values()))
    points = score_functions(query, places)
    figure, panels = new_axes(WIDEST, 5.0, rows=2, columns=3, sharex=True, sharey=True)
    told = []
    for axes, (name, heights) in zip(panels, maps.items(), strict=False):
        best = list(LANDSCAPE_KEYS)[int(points[name].argmax())]
        told.append(f"{name}: {best}")
        levels = np.linspace(heights.min(), heights.max(), 10)
        axes.contourf(across, up, heights, levels=levels, cmap="Blues")
        edge = [withStroke(linewidth=4, foreground="white")]  # black is not seen on dark blue
        way = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", LANDSCAPE_QUERY, (0, 0), arrowprops=way | {"path_effects": edge})
        for key, place in LANDSCAPE_KEYS.items():
            face = ORANGE if key == best else "white"
            box = {"boxstyle": "circle,pad=0.15", "facecolor": face, "edgecolor": "black", "linewidth": 0.8}
            axes.text(*place, key, ha="center", va="center", fontsize=9, bbox=box)
        axes.set_title(f"{name}: {best} wins", fontsize=10)
        axes.set_aspect("equal")
    panels[-1].set_axis_off()
    panels[-1].text(-1.7, 0.5, "arrow: the query (1.5, 1)\ncircles: four keys\ndarker: a higher score", va="center")
    for axes in (panels[0], panels[3]):
        axes.set_ylabel("key, feature 2")
    for axes in (panels[3], panels[4], panels[2]):
        axes.set_xlabel("key, feature 1")
        axes.tick_params(labelbottom=True)
    return figure, (
        "Five maps over the keys of two features, the darker, the higher the score with the query (1.5, 1), an arrow. "
        f"Four keys are marked; the best for each score: {', '.join(told)}."
    )


# ---------------------------------------------------------------------- the softmax


def soft_maximum(temperatures: Sequence[float]) -> Drawn:
    """Draw the soft maximum of a score and 0 at several temperatures, and its slope: the weight of that score.

    Parameters
    ----------
    temperatures : sequence of at most four positive floats

    Returns
    -------
    figure, alt : the picture and its text
    """
    score = np.linspace(-4, 4, 161)
    figure, (left, right) = new_axes(WIDEST, 3.2, columns=2)
    left.plot(score, np.maximum(score, 0), color="black", linewidth=1, label="maximum")
    right.plot(score, (score > 0).astype(float), color="black", linewidth=1, label="maximum")
    told = []
    for temperature, (colour, dashes, _) in zip(temperatures, LINES, strict=False):
        soft = temperature * np.logaddexp(score / temperature, 0)
        weight = softmax(np.stack([score, np.zeros_like(score)], axis=-1) / temperature)[:, 0]  # (161, 2) -> (161,)
        for axes, heights in ((left, soft), (right, weight)):
            axes.plot(score, heights, color=colour, linestyle=dashes, label=f"temperature {temperature:g}")
        told.append(f"temperature {temperature:g}: {soft[80]:.2f} at 0 and {soft[-1]:.2f} at 4")
    left.set(xlabel="score", ylabel="soft maximum of the score and 0")
    right.set(xlabel="score", ylabel="its slope: the weight")
    left.legend(fontsize=9, frameon=False)
    return figure, (
        "Left: the soft maximum of a score and 0 against the score, above the bent line of the maximum. "
        f"{'; '.join(told)}. Right: its slopes, which are the softmax's weights, rise from 0 to 1 and are 0.5 at 0."
    )


def temperature_sweep(scores: Float[np.ndarray, "n"]) -> Drawn:
    """Draw the weights of a few scores, and their entropy, against the temperature.

    Parameters
    ----------
    scores : array of shape (n,)
        At most four scores.

    Returns
    -------
    figure, alt : the picture and its text
    """
    temperatures = np.geomspace(0.05, 50, 121)
    weights = softmax(scores / temperatures[:, np.newaxis])  # (121, n)
    entropy = attention_entropy(weights)  # (121, n) -> (121,)
    figure, (left, right) = new_axes(WIDEST, 3.2, columns=2)
    for score, heights, (colour, dashes, _) in zip(scores, weights.T, LINES, strict=False):
        left.plot(temperatures, heights, color=colour, linestyle=dashes, label=f"score {score:g}".replace("-", "−"))
    right.plot(temperatures, entropy, color=BLUE)
    top = np.log(len(scores))
    for axes, height, name in (
        (left, 1 / len(scores), f"equal: {1 / len(scores):.2f}"),
        (right, top, f"ln {len(scores)} = {top:.2f}"),
    ):
        axes.axhline(height, color=GREY, linewidth=1, linestyle="--")
        axes.text(0.055, height + 0.02 * top, name)
        axes.set_xscale("log")
        axes.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        axes.set_xlabel("temperature T (no unit)")
    left.set(ylabel="weight", ylim=(-0.02, 1.05))
    right.set(ylabel="entropy of the weights (nats)", ylim=(-0.05, 1.15 * top))
    left.legend(fontsize=9, frameon=False)
    return figure, (
        f"Left: the weights of {len(scores)} scores against the temperature; the largest weight falls from "
        f"{weights[0].max():.2f} at 0.05 to {weights[-1].max():.2f} at 50. Right: their entropy rises from "
        f"{entropy[0]:.2f} to {entropy[-1]:.2f} nats; equal weights have {top:.2f}."
    )


# ---------------------------------------------------------------------- spread and saturation


def score_spread(scores: Mapping[int, Float[np.ndarray, "n"]]) -> Drawn:
    """Draw how random dot products spread for several sizes, as they are and divided by the root of d_k.

    Parameters
    ----------
    scores : dict from d_k to an array of dot products
        At most four sizes.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (left, right) = new_axes(WIDEST, 3.2, columns=2)
    told = []
    for (d_k, products), (colour, dashes, _) in zip(scores.items(), LINES, strict=False):
        scaled = products / np.sqrt(d_k)
        for axes, values, reach in ((left, products, 40), (right, scaled, 5)):
            shares, edges = np.histogram(values, bins=np.linspace(-reach, reach, 41), density=True)
            centres = (edges[:-1] + edges[1:]) / 2
            axes.plot(centres, shares, color=colour, linestyle=dashes, label=f"$d_k$ = {d_k}")
        told.append(f"d_k {d_k}: {products.std():.1f} and {scaled.std():.2f}")
    left.set(xlabel="dot product", ylabel="density", title="not scaled")
    right.set(xlabel=r"dot product divided by $\sqrt{d_k}$", ylabel="density", title="scaled")
    left.legend(fontsize=9, frameon=False)
    return figure, (
        "Two panels: how dot products of random vectors are distributed, not scaled and scaled. Standard deviations, "
        f"not scaled and scaled: {'; '.join(told)}."
    )


def saturation_maps(d_k: int) -> Drawn:
    """Draw the weights of 12 random queries over 16 random keys, without the scale and with it.

    Parameters
    ----------
    d_k : int
        Features of queries and keys, 1 to 1024.

    Returns
    -------
    figure, alt : the picture and its text
    """
    rng = np.random.default_rng(2)
    Q, K = rng.normal(size=(12, 1024))[:, :d_k], rng.normal(size=(16, 1024))[:, :d_k]
    figure, panels = new_axes(WIDEST, 3.6, columns=2)
    told = []
    for axes, name, scale in zip(panels, ("not scaled", "scaled"), (False, True), strict=True):
        weights = softmax(attention_scores(Q, K, scale))  # (12, 16)
        largest = float(np.median(weights.max(axis=-1)))
        draw_matrix(axes, weights, numbers=False, title=f"$d_k$ = {d_k}, {name}: median largest {largest:.2f}")
        axes.set_xticks(range(0, 16, 5), [str(j) for j in range(0, 16, 5)])
        axes.set_yticks(range(0, 12, 5), [str(i) for i in range(0, 12, 5)])
        axes.title.set_fontsize(10)
        told.append(f"{name} {largest:.2f}")
    return figure, (
        f"Two heat maps of 12 random queries over 16 random keys with {d_k} features. Median over the queries of the "
        f"largest weight: {', '.join(told)}; equal weights would be 0.06."
    )


# ---------------------------------------------------------------------- the gradient


def jacobian_maps(scores: Float[np.ndarray, "n"], factors: Sequence[float]) -> Drawn:
    """Draw the softmax's Jacobian for scores that are multiplied by several factors.

    Parameters
    ----------
    scores : array of shape (n,)
    factors : sequence of float
        At most three.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 2.9, columns=len(factors))
    told = []
    for axes, factor in zip(panels, factors, strict=True):
        weights = softmax(factor * scores)
        jacobian = softmax_jacobian(weights)  # (n,) -> (n, n)
        norm = np.linalg.norm(jacobian)
        draw_matrix(axes, jacobian, row_label="weight", column_label="score", kind="scores", limit=0.25)
        listed = ", ".join(f"{weight:.2f}" for weight in weights)
        axes.set_title(f"scores × {factor:g}\nweights {listed}\nnorm {norm:.2f}", fontsize=10)
        told.append(f"scores times {factor:g}: weights {listed}, norm {norm:.2f}")
    return figure, f"The softmax's Jacobian, weights down and scores across. {'; '.join(told)}."


def query_gradients(
    sizes: Sequence[int], norms: Mapping[str, Float[np.ndarray, "sizes queries"]], floor: float = 1e-6
) -> Drawn:
    """Draw how large the gradient is that reaches a query, against d_k: the median, and where most queries lie.

    Parameters
    ----------
    sizes : sequence of int
        Values of d_k, rising.
    norms : dict from a version's name to the norms of the gradient of many queries, one row a size
        At most four versions.
    floor : float
        The lowest norm that the axis shows.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(7.2, 3.8)
    told = []
    for (name, table), (colour, dashes, marker) in zip(norms.items(), LINES, strict=False):
        low, middle, high = np.quantile(table, [0.1, 0.5, 0.9], axis=1)
        axes.fill_between(sizes, np.maximum(low, floor / 10), high, color=colour, alpha=0.18, linewidth=0)
        axes.plot(sizes, middle, color=colour, linestyle=dashes, marker=marker, markersize=4, label=f"{name}: median")
        axes.plot(sizes, table.mean(axis=1), color=colour, linewidth=1, label=f"{name}: mean")
        told.append(
            f"{name}: median {middle[0]:.2g} at d_k {sizes[0]} and {middle[-1]:.1g} at {sizes[-1]}, "
            f"mean {table[0].mean():.2f} and {table[-1].mean():.2f}"
        )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    exponents = range(int(np.log10(floor)), 2)
    axes.set_yticks([10.0**power for power in exponents], [f"$10^{{{power}}}$" for power in exponents])
    axes.minorticks_off()
    axes.set(xlabel=r"$d_k$", ylabel="norm of the query's gradient", ylim=(floor, 10))
    axes.legend(fontsize=9, frameon=False, loc="lower left")
    return figure, (
        "Norm of the gradient at a query against d_k, on logarithmic axes; bands hold the middle 80% of the queries. "
        f"{'; '.join(told)}."
    )


def found_curves(found: Mapping[str, Float[np.ndarray, "steps seeds"]]) -> Drawn:
    """Draw how many questions find their answer in trainings: a thin line for each seed, a thick one for the mean.

    Parameters
    ----------
    found : dict from a training's name to shares from 0 to 1, one row a step, one column a seed
        At most four trainings.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(7.2, 3.4)
    told = []
    for (name, shares), (colour, dashes, _) in zip(found.items(), LINES, strict=False):
        axes.plot(100 * shares, color=colour, linewidth=0.5, alpha=0.5)
        axes.plot(100 * shares.mean(axis=1), color=colour, linestyle=dashes, linewidth=2.2, label=name)
        last = 100 * shares[-1]
        line = " ".join(name.split())  # a name may have two lines, for the legend
        told.append(f"{line}: {last.mean():.0f}% on average, {last.min():.0f} to {last.max():.0f}%")
    axes.set(xlabel="step of gradient descent", ylabel="questions that find their answer (%)", ylim=(0, 105))
    axes.legend(fontsize=9, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    steps, seeds = next(iter(found.values())).shape
    return figure, (
        f"Share of the questions that find their answer during {steps} steps of training, for {seeds} seeds. At the "
        f"end {'; '.join(told)}."
    )


# ---------------------------------------------------------------------- relatives


def capped(limit: float) -> Drawn:
    """Draw what a soft cap makes of a score, and how much of a nudge it passes on.

    Parameters
    ----------
    limit : float
        The cap, positive.

    Returns
    -------
    figure, alt : the picture and its text
    """
    score = np.linspace(-100, 100, 201)
    after, slope = limit * np.tanh(score / limit), 1 - np.tanh(score / limit) ** 2
    figure, (left, right) = new_axes(WIDEST, 2.9, columns=2)
    _draw_capped(left, score, score, after)
    _draw_capped(right, score, np.ones_like(score), slope)
    left.set(xlabel="score", ylabel="score after the cap", ylim=(-105, 105), title=f"cap {limit:g}")
    right.set(xlabel="score", ylabel="slope of the cap", ylim=(-0.03, 1.08), title="what it passes back")
    left.legend(fontsize=9, frameon=False)
    return figure, (
        f"Left: a score and the same score after a soft cap of {limit:g}; 100 becomes {after[-1]:.1f} and 10 becomes "
        f"{after[110]:.1f}. Right: the slope of the cap, 1 at 0, {slope[110]:.2f} at 10, {slope[-1]:.2g} at 100."
    )


def _draw_capped(
    axes: Axes, score: Float[np.ndarray, "n"], plain: Float[np.ndarray, "n"], after: Float[np.ndarray, "n"]
) -> None:
    """Draw a curve without the cap and one with it."""
    axes.plot(score, plain, color=GREY, linestyle="--", label="without a cap")
    axes.plot(score, after, color=BLUE, label="with the cap")
