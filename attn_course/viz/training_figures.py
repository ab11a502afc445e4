"""The figures of Lecture 09's second half: how gradients come back, and how training goes.

What was measured is handed over; what a formula gives is computed here. None of these functions trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float, Int

from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, PURPLE, VERMILION, WIDEST, Drawn, new_axes

LINES = ((BLUE, "-"), (GREEN, "--"), (VERMILION, ":"), (ORANGE, "-."))
BOX = {"boxstyle": "round,pad=0.35", "facecolor": "#EAF3FA", "edgecolor": "dimgrey"}

# ---------------------------------------------------------------------- gradients

FORK = {"a": (0, 1.0), "b": (0, -1.0), "p": (2, 0.0), "q": (4, 0.0), "loss": (6, 0.0)}
FORMULAS = {"a": "$a$", "b": "$b$", "p": "$p = a\\,b$", "q": "$q = p + a$", "loss": "loss $= q^2$"}


def forked_graph(a: float, b: float) -> Drawn:
    """Draw a record of five values in which one value is used twice: values, and gradients on their way back.

    Parameters
    ----------
    a, b : float
        The inputs; p = a b, q = p + a, loss = q^2.

    Returns
    -------
    figure, alt : the picture and its text; a's gradient is the sum of two shares
    """
    p = a * b
    q = p + a
    d_q = 2 * q
    values = {"a": a, "b": b, "p": p, "q": q, "loss": q * q}
    gradients = {"loss": 1.0, "q": d_q, "p": d_q, "b": d_q * a, "a": d_q * b + d_q}
    shares = {("loss", "q"): d_q, ("q", "p"): d_q, ("q", "a"): d_q, ("p", "a"): d_q * b, ("p", "b"): d_q * a}
    figure, (axes,) = new_axes(WIDEST, 3.4)
    for (end, start), share in shares.items():
        (x_1, y_1), (x_2, y_2) = FORK[end], FORK[start]
        bend = "arc3,rad=0.28" if (end, start) == ("q", "a") else "arc3"
        arrow = {"arrowstyle": "-|>", "color": VERMILION, "linewidth": 1.6, "shrinkA": 34, "shrinkB": 30}
        axes.annotate("", (x_2, y_2), (x_1, y_1), arrowprops=arrow | {"connectionstyle": bend})
        middle = (2.3, 1.28) if (end, start) == ("q", "a") else ((x_1 + x_2) / 2, (y_1 + y_2) / 2 + 0.14)
        axes.text(*middle, number(share), color=VERMILION, ha="center", va="bottom", fontsize=9)
    for name, (x, y) in FORK.items():
        axes.text(x, y, FORMULAS[name], ha="center", va="center", bbox=BOX, zorder=3)
        axes.text(x, y - 0.32, f"value {number(values[name])}", ha="center", va="top", color=BLUE, fontsize=9)
        axes.text(
            x, y - 0.58, f"gradient {number(gradients[name])}", ha="center", va="top", color=VERMILION, fontsize=9
        )
    axes.set(xlim=(-0.9, 6.9), ylim=(-1.9, 1.6))
    axes.set_axis_off()
    told = ", ".join(f"{name} {number(values[name])} and {number(gradients[name])}" for name in values)
    return figure, (
        f"A graph of 5 values: p = a b, q = p + a, loss = q squared. Arrows lead back from each value to what it was "
        f"made of. Values and gradients: {told}. The gradient of a is the sum of two shares, "
        f"{number(shares['p', 'a'])} from p and {number(shares['q', 'a'])} from q."
    )


def number(value: float) -> str:
    """Write a number with at most two decimals and a true minus sign."""
    return f"{round(value, 2) + 0.0:g}".replace("-", "\N{MINUS SIGN}")


def three_classes(
    points: Float[np.ndarray, "n 2"],
    labels: Int[np.ndarray, " n"],
    W: Float[np.ndarray, "2 3"],
    b: Float[np.ndarray, " 3"],
    losses: Sequence[float],
) -> Drawn:
    """Draw points of three classes on the regions that a linear model tells apart, and how its loss has fallen.

    Parameters
    ----------
    points : array of shape (n, 2)
    labels : integer array of shape (n,)
        Which class each point has, 0 to 2.
    W, b : arrays of shape (2, 3) and (3,)
        The model: the class with the largest entry of ``point @ W + b``.
    losses : sequence of float
        The loss before each step.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (left, right) = new_axes(WIDEST, 3.3, columns=2)
    low, high = points.min(axis=0) - 0.5, points.max(axis=0) + 0.5
    x, y = np.meshgrid(np.linspace(low[0], high[0], 200), np.linspace(low[1], high[1], 200))
    regions = np.argmax(np.stack([x, y], axis=-1) @ W + b, axis=-1)  # (200, 200, 2) -> (200, 200)
    left.contourf(x, y, regions, levels=[-0.5, 0.5, 1.5, 2.5], colors=[BLUE, ORANGE, PURPLE], alpha=0.25)
    for label, (colour, marker) in enumerate(zip((BLUE, ORANGE, PURPLE), "osD", strict=True)):
        of_class = points[labels == label]
        left.plot(*of_class.T, marker, color=colour, markeredgecolor="black", markersize=5, label=f"class {label}")
    left.set(xlabel="first number", ylabel="second number", title="points and regions")
    left.legend(frameon=False, fontsize=9, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.1), columnspacing=0.8)
    right.plot(losses, color=BLUE)
    right.axhline(np.log(3), color=GREY, linestyle="--")
    right.text(len(losses) - 1, np.log(3) - 0.02, "log 3: a blind guess", ha="right", va="top", fontsize=9)
    right.set(xlabel="step", ylabel="loss (nats a point)", ylim=(0, 1.1 * max(losses)), title="the training")
    hits = np.mean(np.argmax(points @ W + b, axis=1) == labels)
    return figure, (
        f"Left: {len(points)} points of 3 classes and the regions of a linear model, {hits:.0%} of them right. "
        f"Right: its loss falls from {losses[0]:.2f} to {losses[-1]:.2f} nats in {len(losses)} steps."
    )


# ---------------------------------------------------------------------- training


def paper_rate(step: Float[np.ndarray, " n"], d_model: int, warmup_steps: int) -> Float[np.ndarray, " n"]:
    """Return the learning rate of a step, from 1 on, by Vaswani et al. (2017), equation 3."""
    return d_model**-0.5 * np.minimum(step**-0.5, step * warmup_steps**-1.5)


def paper_schedule(d_model: int, warmup_steps: int, total_steps: int) -> Drawn:
    """Draw the learning rate of the first Transformer against the step.

    Parameters
    ----------
    d_model, warmup_steps, total_steps : int
        Features of a token, the step of the peak, the last step drawn.

    Returns
    -------
    figure, alt : the picture and its text
    """
    steps = np.arange(1, total_steps + 1, dtype=float)
    rates = 1e4 * paper_rate(steps, d_model, warmup_steps)
    peak = float(rates[warmup_steps - 1])
    figure, (axes,) = new_axes(6.4, 2.9)
    axes.plot(steps, rates, color=BLUE)
    axes.plot([warmup_steps], [peak], "o", color=VERMILION)
    axes.annotate(f"{peak:.1f} at step {warmup_steps:,}", (warmup_steps, peak), (6, 6), textcoords="offset points")
    axes.set(xlabel="step", ylabel="learning rate (1 / 10,000)", xlim=(0, total_steps), ylim=(0, 16))
    return figure, (
        f"The learning rate with {d_model} features rises in a straight line to {peak:.1f} ten-thousandths at step "
        f"{warmup_steps:,}, then falls like one over the root of the step, to {rates[-1]:.1f} at step {total_steps:,}."
    )


SMOOTHED = 10
"""Batches that a point of a loss curve averages."""


def learning_to_copy(losses: Mapping[str, Sequence[float]], expected: Mapping[str, float]) -> Drawn:
    """Draw the losses of several trainings, and what a model that knows this or that would have.

    Parameters
    ----------
    losses : dict of sequences
        For each training the loss of each batch, in nats a token; at most four.
    expected : dict of float
        What is known, and the least loss with it.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(WIDEST, 3.4)
    told, longest = [], max(map(len, losses.values()))
    for (name, values), (colour, dashes) in zip(losses.items(), LINES, strict=False):
        means = np.convolve(values, np.full(SMOOTHED, 1 / SMOOTHED), mode="valid")
        axes.plot(np.arange(SMOOTHED, len(values) + 1), means, color=colour, linestyle=dashes, label=name)
        told.append(f"{name} {means[-1]:.1f}")
    for loss in expected.values():
        axes.axhline(loss, color=GREY, linewidth=0.8)
    first, last = next(iter(expected)), list(expected)[-1]
    for known, shift, side in ((first, 0.04, "bottom"), (last, -0.06, "top")):  # curves come down to the last line
        words = f"{expected[known]:.2f}  {known}"
        axes.text(longest, expected[known] + shift, words, ha="right", va=side, fontsize=9)
    axes.set(xlabel="step", ylabel="loss (nats a letter)", ylim=(0, 1.2 * max(expected.values())), xlim=(0, longest))
    axes.legend(frameon=False, fontsize=9, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    ladder = "; ".join(f"{loss:.2f} for {known}" for known, loss in expected.items())
    return figure, (
        f"Losses over {longest} steps. At the end, in nats a letter: {', '.join(told)}. Lines mark what knowledge is "
        f"worth: {ladder}."
    )
