"""The figures of Lab 8: pure functions that return a figure and its text.

What a figure shows is handed over: a training's losses, a model's weights, what was measured. None of them trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Float
from matplotlib.patches import Rectangle

from attn_course.viz.heatmap import cell_text, draw_matrix, favourites
from attn_course.viz.show import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, WIDEST, Drawn, new_axes

if TYPE_CHECKING:  # figures of other labs need not wait until the corpus's words are read
    from attn_course.translation.grammar import Pair

LINES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, ":", "D"), (ORANGE, "-.", "^"), (PURPLE, "-", "v"))
SMOOTHED = 20
"""Batches that a point of a loss curve averages: single batches differ more than steps do."""

# ---------------------------------------------------------------------- the corpus


def linked_words(pair: Pair) -> Drawn:
    """Draw a sentence above its translation, with lines between the words that say the same."""
    figure, (axis,) = new_axes(WIDEST, 2.2)
    for height, words in ((1.0, pair.english), (0.0, pair.french)):
        for word, place in zip(words, places(words), strict=True):
            axis.text(place, height, word, ha="center", va="bottom" if height else "top", fontsize=11)
    above, below = places(pair.english), places(pair.french)
    for i, j in sorted(pair.possible):
        colour, dashes = (BLUE, "-") if (i, j) in pair.sure else (ORANGE, ":")
        axis.plot([above[i], below[j]], [0.95, 0.05], color=colour, linestyle=dashes, linewidth=1.8)
    axis.plot([], [], color=BLUE, label="sure")
    axis.plot([], [], color=ORANGE, linestyle=":", label="possible")
    axis.legend(frameon=False, fontsize=9, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.05))
    axis.set(xlim=(-0.04, 1.04), ylim=(-0.3, 1.3))
    axis.axis("off")
    links = "; ".join(f"{pair.english[i]} to {pair.french[j]}" for i, j in sorted(pair.sure))
    return figure, (
        f"“{' '.join(pair.english)}” above “{' '.join(pair.french)}”. {len(pair.sure)} sure links: {links}. "
        f"Of {len(pair.possible)} possible links, the other {len(pair.possible - pair.sure)} are dotted."
    )


def places(words: Sequence[str]) -> list[float]:
    """Return the middles of words that are set side by side, between 0 and 1, by their lengths."""
    widths = np.array([len(word) + 2 for word in words], dtype=float)
    return list((np.cumsum(widths) - widths / 2) / widths.sum())


# ---------------------------------------------------------------------- the engine


STATIONS = ("$w$", "$s = w\\,x$", "$t = \\tanh(s)$", "loss $= (t - y)^2$")
WAYS_BACK = ("times $x$", "times $1 - t^2$", "times $2\\,(t - y)$")


def chain_rule(x: float = 2.0, w: float = 0.5, y: float = 0.0) -> Drawn:
    """Draw a small record: its values from left to right, and the gradients from right to left."""
    s = w * x
    t = float(np.tanh(s))
    d_t = 2 * (t - y)
    d_s = d_t * (1 - t * t)
    values, gradients = [w, s, t, (t - y) ** 2], [d_s * x, d_s, d_t, 1.0]
    figure, (axis,) = new_axes(WIDEST, 2.6)
    box = {"boxstyle": "round,pad=0.4", "facecolor": "#EAF3FA", "edgecolor": "dimgrey"}
    for place, (name, value, gradient) in enumerate(zip(STATIONS, values, gradients, strict=True)):
        axis.text(place, 0, name, ha="center", va="center", bbox=box)
        axis.text(place, 0.62, cell_text(value, 3), ha="center", color=BLUE)
        axis.text(place, -0.78, cell_text(gradient, 3), ha="center", color=VERMILION)
    for place, way in enumerate(WAYS_BACK):
        for start, end, height, colour in ((0.25, 0.68, 0.68, BLUE), (0.68, 0.25, -0.72, VERMILION)):
            arrow = {"arrowstyle": "-|>", "linewidth": 1.6, "color": colour}
            axis.annotate("", (place + end, height), (place + start, height), arrowprops=arrow)
        axis.text(place + 0.47, -1.08, way, ha="center", color=VERMILION, fontsize=9)
    axis.set(xlim=(-0.35, 3.5), ylim=(-1.25, 0.95), title=f"values forwards, gradients backwards: x = {x:g}, y = {y:g}")
    axis.axis("off")
    told = [", ".join(cell_text(value, 3) for value in row) for row in (values, gradients[::-1])]
    return figure, (
        f"Four boxes in a row, for x = {x:g} and y = {y:g}: w, s = w x, t = tanh(s), loss = (t - y) squared. "
        f"Values from left to right: {told[0]}. Gradients of the loss from right to left: {told[1]}."
    )


# ---------------------------------------------------------------------- the training


def loss_curve(losses: Sequence[float], expected: Mapping[str, float]) -> Drawn:
    """Draw the loss of a training against its steps, and the losses of models that know this or that."""
    losses = [loss for loss in losses if np.isfinite(loss)] or [np.nan]  # a training may fail at its first step
    window = min(SMOOTHED, len(losses))  # or be interrupted early
    means = np.convolve(losses, np.full(window, 1 / window), mode="valid")
    figure, (axis,) = new_axes(WIDEST, 3.6)
    axis.plot(np.arange(1, len(losses) + 1), losses, color=SKY, linewidth=0.7, label="each batch")
    axis.plot(np.arange(window, len(losses) + 1), means, color=BLUE, label=f"mean of {window}")
    for (known, loss), (colour, dashes, _) in zip(expected.items(), cycle(LINES[1:]), strict=False):
        axis.axhline(loss, color=colour, linestyle=dashes, linewidth=1.2)
        below = loss == min(expected.values())  # the curve comes down to this line, and ends above it
        height, side = (loss - 0.1, "top") if below else (loss + 0.06, "bottom")
        axis.text(len(losses), height, f"{loss:.2f}  {known}", ha="right", va=side, fontsize=9)
    axis.set(xlabel="step", ylabel="loss (nats a token)", ylim=(0, 1.12 * np.nanmax([*losses, *expected.values()])))
    axis.legend(frameon=False, fontsize=9, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    ladder = "; ".join(f"{loss:.2f} for {known}" for known, loss in expected.items())
    return figure, (
        f"The loss over {len(losses)} steps goes from {losses[0]:.2f} to {means[-1]:.2f} nats a token. "
        f"Lines mark what knowledge is worth: {ladder}."
    )


def step_times(milliseconds: Mapping[str, float]) -> Drawn:
    """Draw how long a step takes in several ways, as bars, each with its multiple of the shortest."""
    least, names = min(milliseconds.values()), list(milliseconds)
    figure, (axis,) = new_axes(WIDEST, 0.7 + 0.45 * len(names))
    bars = axis.barh(range(len(names)), list(milliseconds.values()), color=SKY, edgecolor="black", linewidth=0.6)
    told = [f"{value:.1f} ms, {value / least:.1f} times" for value in milliseconds.values()]
    axis.bar_label(bars, labels=told, padding=4, fontsize=9)
    axis.set_yticks(range(len(names)), names)
    axis.invert_yaxis()
    axis.set(xlabel="processor time (ms)", xlim=(0, 1.35 * max(milliseconds.values())))
    return figure, f"Processor time: {'; '.join(f'{name} {text}' for name, text in zip(names, told, strict=True))}."


def gains(ratios: Mapping[str, float]) -> Drawn:
    """Draw how many times as fast each change has made what it changed; 1 is no gain."""
    names, values = list(ratios), list(ratios.values())
    figure, (axis,) = new_axes(WIDEST, 0.8 + 0.4 * len(names))
    colours = [SKY if value > 1 else ORANGE for value in values]
    bars = axis.barh(range(len(names)), values, color=colours, edgecolor="black", linewidth=0.6)
    axis.bar_label(bars, labels=[f"{value:.1f}" for value in values], padding=4, fontsize=9)
    axis.axvline(1, color="black", linewidth=1, linestyle=":")
    axis.set_yticks(range(len(names)), names)
    axis.invert_yaxis()
    axis.set(xlabel="times as fast as before the change", xlim=(0, 1.15 * max(values)))
    told = "; ".join(f"{name} {value:.1f}" for name, value in ratios.items())
    return figure, f"How many times as fast each change made its part, where 1 is no gain: {told}."


# ---------------------------------------------------------------------- what the model does


def looks(
    weights: Float[np.ndarray, "m n"], english: Sequence[str], french: Sequence[str], gold: Pair | None = None
) -> Drawn:
    """Draw where a model looked (columns) before it wrote each word (rows).

    With a gold pair, frames mark the links of the grammar: whole for sure, dotted for possible ones.
    """
    figure, (axis,) = new_axes(WIDEST, 1.3 + 0.3 * len(french))
    draw_matrix(
        axis, weights, rows=list(french), columns=list(english), row_label="written", column_label="read", decimals=1
    )
    axis.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False)
    axis.xaxis.set_label_position("top")
    for i, j in sorted(gold.possible) if gold else ():
        colour, dashes = (VERMILION, "-") if gold and (i, j) in gold.sure else (ORANGE, ":")
        corner = (i - 0.46, j - 0.44)
        axis.add_patch(Rectangle(corner, 0.92, 0.88, fill=False, edgecolor=colour, linestyle=dashes, linewidth=2))
    told = favourites(weights, french, english)
    framed = f" Frames mark {len(gold.possible)} links of the grammar, {len(gold.sure)} of them sure." if gold else ""
    return figure, (
        f"Where the translator looked in “{' '.join(english)}” before it wrote each word of “{' '.join(french)}”: "
        f"{told}.{framed}"
    )


# ---------------------------------------------------------------------- comparisons


def split_scores(scores: Mapping[str, Mapping[str, Sequence[float]]]) -> Drawn:
    """Draw the BLEU of several translators on several splits: a bar for the median, a dot for each seed."""
    figure, (axis,) = new_axes(WIDEST, 3.3)
    names, splits = list(scores), list(next(iter(scores.values())))
    width, sentences = 0.8 / len(names), []
    for number, (name, colour) in enumerate(zip(names, (SKY, ORANGE, GREEN, PURPLE), strict=False)):
        medians = [float(np.median(scores[name][split])) for split in splits]
        centres = np.arange(len(splits)) + (number - (len(names) - 1) / 2) * width
        axis.bar(centres, medians, width, color=colour, edgecolor="black", linewidth=0.6, label=name)
        for centre, split, median in zip(centres, splits, medians, strict=True):
            values = scores[name][split]
            axis.plot([centre] * len(values), values, "o", color="black", markersize=2.5)
            axis.text(centre, max(values) + 2, f"{median:.0f}", ha="center", fontsize=9)
        told = ", ".join(f"{split} {value:.1f}" for split, value in zip(splits, medians, strict=True))
        sentences.append(f"{name}: {told}")
    axis.set_xticks(range(len(splits)), splits)
    axis.set(ylabel="BLEU", ylim=(0, 112), xlabel="sentences it was not trained on")
    axis.legend(frameon=False, fontsize=9, ncols=len(names), loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure, f"Median BLEU, with a dot for each seed. {'. '.join(sentences)}."


def learning_compared(
    steps: Sequence[int], curves: Mapping[str, Sequence[Sequence[float]]], milliseconds: Mapping[str, float]
) -> Drawn:
    """Draw the BLEU of several translators while they are trained: against steps, and against processor time."""
    figure, axes = new_axes(WIDEST, 3.3, columns=2, sharey=True)
    told = []
    for (name, rows), (colour, dashes, marker) in zip(curves.items(), LINES, strict=False):
        middle = np.median(np.array(rows), axis=0)
        seconds = np.array(steps) * milliseconds[name] / 1000
        for axis, across in zip(axes, (np.array(steps), seconds), strict=True):
            axis.plot(across, middle, color=colour, linestyle=dashes, marker=marker, markersize=3.5, label=name)
        told.append(f"{name} {first_above(steps, middle)}, at {milliseconds[name]:.0f} ms a step")
    axes[0].set(xlabel="step", ylabel="BLEU on the validation")
    axes[1].set(xlabel="processor time (s)")
    axes[0].legend(frameon=False, fontsize=9, loc="lower right")
    return figure, (
        f"Median BLEU against the steps of the training, and against its processor time. {'; '.join(told)}."
    )


def first_above(steps: Sequence[int], values: Float[np.ndarray, " n"], bound: float = 90.0) -> str:
    """Say when a curve passes a bound."""
    above = [step for step, value in zip(steps, values, strict=True) if value > bound]
    return f"is above {bound:.0f} from step {above[0]}" if above else f"stays below {bound:.0f}"
