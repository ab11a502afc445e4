"""The figures of Lab 4: who may see whom, what leaks, and a text that is written token by token.

Pure functions that return a figure and its text. What a figure shows is either handed over (a
learner's own masks and weights) or computed here by the course's own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from attn_course.attention.causal_masking import causal_mask, create_causal_mask
from attn_course.attention.scaled_dot_product import scaled_dot_product_attention
from attn_course.viz.heatmap import draw_matrix
from attn_course.viz.show import BLUE, ORANGE, VERMILION, WIDEST, Drawn, new_axes

Attend = Callable[[Float[np.ndarray, "n d"]], Float[np.ndarray, "n d"]]

MELODY = ("do", "re", "mi", "do", "re", "mi")
NOTES = ("do", "re", "mi")
PROMPT = 4  # the notes of the melody that are given; the rest is written


def who_sees_whom(mask: Bool[np.ndarray, "n n"], words: Sequence[str], title: str = "mask: 1 = may attend") -> Drawn:
    """Draw a mask over the words of a sentence."""
    figure, (axis,) = new_axes(4.6, 3.4)
    draw_matrix(axis, mask, rows=words, columns=words, title=title, decimals=0)
    return figure, f"A table of {len(words)} queries and keys, 1 where a query may attend. {seen_words(mask, words)}."


def seen_words(mask: Bool[np.ndarray, "n_q n_k"], words: Sequence[str], rows: Sequence[str] | None = None) -> str:
    """Say for each query which words it sees."""
    return "; ".join(
        f"{name} sees {', '.join(word for word, seen in zip(words, row, strict=True) if seen) or 'nothing'}"
        for name, row in zip(rows or words, mask, strict=True)
    )


def masking_in_steps(
    scores: Float[np.ndarray, "n n"],
    masked: Float[np.ndarray, "n n"],
    weights: Float[np.ndarray, "n n"],
    words: Sequence[str],
) -> Drawn:
    """Draw scores, masked scores (very low ones grey) and weights side by side."""
    masked = np.where(np.less_equal(masked, -1e8), -np.inf, masked)
    figure, axes = new_axes(WIDEST, 3.2, columns=3, sharey=True)
    draw_matrix(axes[0], scores, rows=words, columns=words, title="scores", kind="scores", decimals=1)
    draw_matrix(
        axes[1], masked, rows=words, columns=words, title="masked scores", kind="scores", decimals=1, row_label=""
    )
    draw_matrix(axes[2], weights, rows=words, columns=words, title="weights", row_label="")
    for axis in axes:
        axis.tick_params(axis="x", labelsize=9)
    shown = "; ".join(f"{word}: {' '.join(f'{w:.2f}' for w in row)}" for word, row in zip(words, weights, strict=True))
    return figure, (
        f"Three tables: scores, the same with {np.isinf(masked).sum()} of {masked.size} of them hidden, and the "
        f"weights. Rows of the weights: {shown}. Largest weight above the diagonal: {np.triu(weights, 1).max():.2f}."
    )


def alignment(new: int = 2, cached: int = 4) -> Drawn:
    """Draw the causal mask of new queries over cached and new keys: aligned at its end, and at its start."""
    n_k = cached + new
    queries = [f"new {i}" for i in range(new)]
    keys = [*(f"old {j}" for j in range(cached)), *queries]
    masks = {"aligned at the end: right": causal_mask(new, n_k), "at the start: wrong": np.tri(new, n_k, dtype=bool)}
    figure, axes = new_axes(WIDEST, 2.7, columns=2, sharey=True)
    for axis, (title, mask) in zip(axes, masks.items(), strict=True):
        draw_matrix(axis, mask, rows=queries, columns=keys, title=title, decimals=0, row_label="")
        axis.tick_params(axis="x", labelsize=9, rotation=90)
    axes[0].set_ylabel("query")
    right, wrong = (mask.sum(axis=1) for mask in masks.values())
    return figure, (
        f"Two masks. New queries: {new}; keys: {cached} old and {new} new. Aligned at the end, the queries see "
        f"{listed(right)} keys; aligned at the start, {listed(wrong)}."
    )


def listed(values: np.ndarray) -> str:
    """Write whole numbers as words of a sentence: "5 and 6"."""
    *first, last = (str(value) for value in values)
    return f"{', '.join(first)} and {last}" if first else last


def masks_combined(
    padding: Bool[np.ndarray, "batch 1 n"], combined: Bool[np.ndarray, "batch n n"], sentences: Sequence[Sequence[str]]
) -> Drawn:
    """Draw the padding mask and the combined mask of each sentence of a batch."""
    figure, axes = new_axes(WIDEST, 3.1, columns=2 * len(sentences), width_ratios=[1, 3] * len(sentences))
    places = [str(j) for j in range(padding.shape[-1])]
    text = []
    for number, words in enumerate(sentences):
        narrow, wide = axes[2 * number : 2 * number + 2]
        draw_matrix(
            narrow,
            np.transpose(padding[number]),
            rows=words,
            columns=[""],
            title="is a token",
            decimals=0,
            row_label="key",
            column_label="",
        )
        draw_matrix(wide, combined[number], rows=places, columns=places, title=f"sentence {number}", decimals=0)
        text.append(f"sentence {number} ({' '.join(words)}): {listed(np.sum(combined[number], axis=1))} keys")
    return figure, f"The masks of {len(sentences)} sentences. Their queries see, in order, {'; '.join(text)}."


def influence(functions: Mapping[str, Attend], n: int = 5, d: int = 3) -> Drawn:
    """Draw for each function which outputs move when an input is changed: 1 where they do, a leak in a frame."""
    figure, axes = new_axes(WIDEST, 2.9, columns=len(functions), sharey=True)
    text = []
    for axis, (name, attend) in zip(axes, functions.items(), strict=True):
        moved = moved_outputs(attend, n, d)
        draw_matrix(axis, moved, title=name, decimals=0, row_label="", column_label="changed input")
        leaks = np.argwhere(np.triu(moved, 1))
        for output, changed in leaks:
            axis.add_patch(
                Rectangle((changed - 0.4, output - 0.4), 0.8, 0.8, fill=False, edgecolor=ORANGE, linewidth=2)
            )
        text.append(f"{name}: {f'{len(leaks)} leaks' if len(leaks) else 'none above the diagonal'}")
    axes[0].set_ylabel("output")
    return figure, (
        "Tables of outputs against changed inputs, 1 where the output moves; above the diagonal, in a frame, that is a "
        f"leak. {'; '.join(text)}."
    )


def moved_outputs(attend: Attend, n: int, d: int) -> Bool[np.ndarray, "n n"]:
    """Return at [i, j] whether output i moves when input j is changed."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n, d))
    before, moved = attend(x.copy()), np.zeros((n, n), dtype=bool)
    for j in range(n):
        changed = x.copy()
        changed[j] = rng.normal(size=d)
        moved[:, j] = ~np.isclose(attend(changed), before).all(axis=1)
    return moved


@dataclass(frozen=True)
class Melody:
    """Notes with hand-made vectors, so that attention continues a melody as it began.

    A query asks for the note at hand; a key is the note before; a value is the note itself. So a note
    finds what followed it the last time. The fourth feature of a key is the start.
    """

    notes: tuple[str, ...]
    Q: Float[np.ndarray, "n 4"]
    K: Float[np.ndarray, "n 4"]
    V: Float[np.ndarray, "n 3"]


def melody(notes: Sequence[str] = MELODY) -> Melody:
    """Return some of do, re, mi with their vectors, d_k = 4 and d_v = 3; by default the six notes of the lab."""
    note = np.eye(4)[[NOTES.index(name) for name in notes]]  # (n, 4): a 1 at each note's name
    before = np.concatenate([np.eye(4)[3:], note[:-1]])  # the first one's predecessor is the start
    return Melody(notes=tuple(notes), Q=8 * note, K=before, V=note[:, :3])


def generation(step: int = 6) -> Drawn:
    """Draw one step of writing the melody: who has seen whom so far, and what comes next."""
    outputs, weights = causal_attention(melody())
    shares = outputs[step - 1]
    following = "given" if step < PROMPT else NOTES[int(np.argmax(shares))]
    figure, (rows, bars) = new_axes(7.6, 3.5, columns=2, width_ratios=[3, 2])
    draw_progress(rows, weights, step)
    rows.set_title("weights so far")
    bars.bar_label(bars.bar(NOTES, shares, color=BLUE), fmt="%.2f")
    bars.set(title=f"next note: {following}", ylabel="share in the output", xlabel="note", ylim=(0, 1.12))
    held = "1 key and 1 value" if step == 1 else f"{step} keys and {step} values"
    figure.suptitle(f"step {step}: “{MELODY[step - 1]}” comes in, the cache holds {held}")
    seen = ", ".join(f"{note} {weight:.2f}" for note, weight in zip(MELODY[:step], weights[step - 1], strict=False))
    return figure, (
        f"Step {step} of writing do re mi do re mi; the cache holds {held}. Weights of the newest row: {seen}. Shares "
        f"in the output: {', '.join(f'{n} {share:.2f}' for n, share in zip(NOTES, shares, strict=True))}. Next note: "
        f"{following}."
    )


def causal_attention(tune: Melody) -> tuple[Float[np.ndarray, "n 3"], Float[np.ndarray, "n n"]]:
    """Attend over the whole melody at once, under the causal mask."""
    return scaled_dot_product_attention(tune.Q, tune.K, tune.V, create_causal_mask(len(tune.notes)))


def draw_progress(axes: Axes, weights: Float[np.ndarray, "n n"], step: int, numbers: bool = True) -> None:
    """Draw the rows of weights that are there, the newest in a frame; what is hidden or not yet there is grey."""
    n = len(weights)
    there = create_causal_mask(n) & (np.arange(n)[:, np.newaxis] < step)
    draw_matrix(axes, np.where(there, weights, np.nan), rows=MELODY, columns=MELODY, numbers=numbers)
    for number in [text for text in axes.texts if text.get_text() == "nan"]:
        number.remove()
    newest = Rectangle((-0.5, step - 1.5), n, 1, fill=False, edgecolor=VERMILION, linewidth=2, clip_on=False, zorder=3)
    axes.add_patch(newest)


def generation_strip() -> Drawn:
    """Draw all six steps of writing the melody."""
    _, weights = causal_attention(melody())
    figure, axes = new_axes(WIDEST, 4.6, rows=2, columns=3)
    for step, axis in enumerate(axes, 1):
        draw_progress(axis, weights, step, numbers=False)
        axis.set_title(f"step {step}")
    strongest = ", ".join(f"{MELODY[i]} to key {int(np.argmax(weights[i]))}" for i in range(PROMPT - 1, len(MELODY)))
    return figure, (
        "Six tables, one for each step: a row of weights is added, and no earlier row changes. From step 4 on the "
        f"strongest weights go from {strongest}: the note that followed the last time."
    )


def cost_of_generation(without: Sequence[int], with_cache: Sequence[int]) -> Drawn:
    """Draw the multiply-adds of each step of writing, without a cache and with one."""
    steps = np.arange(1, len(without) + 1)
    figure, (axis,) = new_axes(6.4, 3.2)
    for shift, heights, colour, hatch, label in (
        (-0.2, without, BLUE, "", "everything anew"),
        (0.2, with_cache, ORANGE, "//", "with a cache"),
    ):
        bars = axis.bar(steps + shift, heights, width=0.4, color=colour, hatch=hatch, edgecolor="white", label=label)
        axis.bar_label(bars, fontsize=9)
    axis.set(xlabel="step (tokens so far)", ylabel="multiply-adds of attention", xticks=steps)
    axis.legend(fontsize=9, frameon=False, loc="upper left")
    return figure, (
        f"Bars for {len(steps)} steps. Everything anew: {', '.join(map(str, without))} multiply-adds, {sum(without)} "
        f"in all; with a cache: {', '.join(map(str, with_cache))}, {sum(with_cache)} in all."
    )
