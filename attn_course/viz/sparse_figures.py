"""The figures of Lab 7: who sees whom in sparse attention, how far that reaches, and what it costs.

Pure functions that return a figure and its text. What a figure shows is either handed over (a
learner's own masks, fields and counts) or computed here by the course's own functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from attn_course.attention.sparse import (
    global_tokens_mask,
    local_mask,
    log_sparse_mask,
    receptive_field,
    strided_mask,
)
from attn_course.viz.heatmap import draw_matrix
from attn_course.viz.show import BLUE, ORANGE, PURPLE, VERMILION, WIDEST, Drawn, new_axes

Mask = Bool[np.ndarray, "n n"]

LINES = ((VERMILION, "-", "o"), (ORANGE, "--", "s"), (PURPLE, "-.", "^"), (BLUE, ":", "D"))  # told apart without colour
NEW, OLD, SPARE = 1.0, 0.45, 0.2  # shades of the map: reached by the newest layer, before it; computed in vain


def links_in_words(mask: Mask) -> str:
    """Say how many of all pairs a mask links."""
    count = int(np.sum(mask))
    return f"{count:,} of {np.size(mask):,}"


def sparse_pattern(mask: Mask, title: str) -> Drawn:
    """Draw a small mask with its numbers, 1 where a query may attend."""
    figure, (axis,) = new_axes(4.4, 3.6)
    draw_matrix(axis, mask, title=f"{title}\n{links_in_words(mask)} links", decimals=0)
    rows = "; ".join(
        f"query {i} sees {', '.join(map(str, np.flatnonzero(row))) or 'nothing'}" for i, row in enumerate(mask)
    )
    return (
        figure,
        f"A table of queries and keys, 1 where a query may attend. {title}: {links_in_words(mask)} links. {rows}.",
    )


def patterns_of_the_lab(n: int) -> dict[str, Mask]:
    """Return the four patterns that the lab builds, by name, with a window and a stride that suit a picture."""
    return {
        "window 2": local_mask(n, 2),
        "stride 5": strided_mask(n, 5),
        "doubling steps": log_sparse_mask(n),
        "window 2, one hub": global_tokens_mask(n, 2, [n // 2]),
    }


def sparse_patterns_of_the_lab(n: int = 32) -> Drawn:
    """Draw full attention and the four patterns that the lab builds."""
    return sparse_patterns({"full": np.ones((n, n), dtype=bool), **patterns_of_the_lab(n)})


def sparse_patterns(masks: Mapping[str, Mask]) -> Drawn:
    """Draw larger masks side by side, dark where a query may attend, with the number of links of each."""
    figure, axes = new_axes(WIDEST, 2.5, columns=len(masks), sharey=True)
    for axis, (name, mask) in zip(axes, masks.items(), strict=True):
        draw_picture(axis, np.asarray(mask, dtype=float))
        axis.set_title(f"{name}\n{links_in_words(mask)}", fontsize=9)
        axis.set_xlabel("key")
    axes[0].set_ylabel("query")
    texts = [f"{name}: {links_in_words(mask)} pairs" for name, mask in masks.items()]
    return figure, f"Pictures of {len(masks)} masks, dark where a query may attend. {'; '.join(texts)}."


def draw_picture(axes: Axes, shades: Float[np.ndarray, "n m"], ticks: int = 8) -> None:
    """Draw a matrix of shades from 0 to 1 as square cells without numbers, every `ticks`-th place named."""
    draw_matrix(axes, shades, numbers=False, row_label="", column_label="")
    axes.set_aspect("equal")
    axes.set_xticks(range(0, shades.shape[1], ticks))
    axes.set_yticks(range(0, shades.shape[0], ticks))
    axes.tick_params(labelsize=9)


def window_in_tiles(n: int = 16, window: int = 2, block: int = 4) -> Drawn:
    """Draw which scores a window needs, which are computed when queries are answered in blocks, and which never."""
    near = local_mask(n, window)
    computed = np.zeros((n, n), dtype=bool)
    figure, (axis,) = new_axes(7.2, 4.2)
    for start in range(0, n, block):
        first, last = max(start - window, 0), min(start + block + window, n)
        computed[start : start + block, first:last] = True
        tile = Rectangle((first - 0.5, start - 0.5), last - first, block, fill=False, edgecolor=VERMILION, linewidth=2)
        axis.add_patch(tile)
    draw_picture(axis, np.where(near, NEW, np.where(computed, SPARE, 0.0)), ticks=block)
    axis.set(xlabel="key", ylabel="query", title=f"{n} tokens, window {window}, blocks of {block} queries")
    name_shades(axis, {"needed": NEW, "computed, then masked": SPARE, "never computed": 0.0})
    return figure, (
        f"A band of {near.sum()} needed scores of {n * n}, covered by {-(-n // block)} rectangles of at most "
        f"{block} queries by {block + 2 * window} keys. They hold {computed.sum()} scores; "
        f"{n * n - computed.sum()} are never computed."
    )


def name_shades(axes: Axes, shades: Mapping[str, float]) -> None:
    """Name shades of the map, and the frame of a tile, beside the axes."""
    for label, shade in shades.items():
        colour = axes.images[0].cmap(shade)
        axes.plot([], [], "s", color=colour, markeredgecolor="dimgrey", markersize=9, label=label)
    axes.plot([], [], color=VERMILION, linewidth=2, label="one matrix product")
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1), fontsize=9, frameon=False)


def field_strip(masks: Mapping[str, Mask], layers: Sequence[int] = (0, 1, 2, 3)) -> Drawn:
    """Draw what each output can depend on after some numbers of layers, a row of pictures for each mask."""
    figure, axes = new_axes(WIDEST, 2.15 * len(masks) + 0.3, rows=len(masks), columns=len(layers))
    text = []
    for row, (name, mask) in enumerate(masks.items()):
        counts = []
        for column, number in enumerate(layers):
            axis = axes[row * len(layers) + column]
            counts.append(draw_field(axis, mask, number))
            axis.set_xlabel("input" if row == len(masks) - 1 else "")
        axes[row * len(layers)].set_ylabel(f"{name}\noutput")
        text.append(
            f"{name}: {', '.join(f'{count} after {number}' for count, number in zip(counts, layers, strict=True))}"
        )
    return figure, (
        f"Pictures of receptive fields, dark where the last layer reached further. Pairs that are linked, of "
        f"{mask.size}: {'; '.join(text)} layers."
    )


def field_frame(layers: int = 1, n: int = 24) -> Drawn:
    """Draw the receptive fields of the lab's four patterns after some layers: one frame of a film."""
    masks = patterns_of_the_lab(n)
    figure, axes = new_axes(WIDEST, 2.9, columns=len(masks), sharey=True)
    counts = [draw_field(axis, mask, layers) for axis, mask in zip(axes, masks.values(), strict=True)]
    for axis, name in zip(axes, masks, strict=True):
        axis.set_title(f"{name}\n{axis.get_title()}", fontsize=9)
        axis.set_xlabel("input")
    axes[0].set_ylabel("output")
    text = "; ".join(f"{name}: {count}" for name, count in zip(masks, counts, strict=True))
    return figure, (
        f"Receptive fields of four patterns after {layers} {'layer' if layers == 1 else 'layers'}, dark where the last "
        f"one reached further. Pairs that are linked, of {n * n}: {text}."
    )


def draw_field(axes: Axes, mask: Mask, num_layers: int) -> int:
    """Draw the receptive field after some layers, what the last of them added darkest; return its number of pairs."""
    field = receptive_field(mask, num_layers)
    before = receptive_field(mask, num_layers - 1) if num_layers else np.zeros_like(field)
    draw_picture(axes, np.where(field & ~before, NEW, np.where(field, OLD, 0.0)))
    count = int(field.sum())
    axes.set_title(f"{num_layers} {'layer' if num_layers == 1 else 'layers'}: {count} pairs", fontsize=9)
    return count


def field_cone(layers: int = 3, window: int = 2, n: int = 17) -> Drawn:
    """Draw the layers of a causal window as a network, with all that the last output can depend on."""
    mask = local_mask(n, window, causal=True)
    figure, (axis,) = new_axes(7.4, 3.4)
    reached = np.zeros(n, dtype=bool)
    reached[-1] = True
    sizes = [1]
    for level in range(layers, 0, -1):
        below = reached @ mask
        for i, j in zip(*np.nonzero(mask), strict=True):
            on = bool(reached[i])
            axis.plot(
                [i, j], [level, level - 1], color=BLUE if on else "#D9D9D9", linewidth=1.4 if on else 0.6, zorder=on
            )
        draw_level(axis, level, reached)
        reached = below
        sizes.append(int(reached.sum()))
    draw_level(axis, 0, reached)
    axis.set(xlabel="token", xticks=range(0, n, 2), yticks=range(layers + 1), ylabel="layer (0 = input)")
    height = f"{layers} {'layer' if layers == 1 else 'layers'}"
    axis.set_title(f"window {window}, {height}: the last output sees {sizes[-1]} inputs")
    return figure, (
        f"A network of {height} over {n} tokens; each token is joined to itself and the {window} before it. "
        f"From the last output down, {', '.join(map(str, sizes))} tokens can play a part: {sizes[-1]} inputs."
    )


def draw_level(axes: Axes, level: int, reached: Bool[np.ndarray, "n"]) -> None:
    """Draw one layer's tokens, filled where they play a part."""
    places = np.arange(len(reached))
    axes.plot(
        places[~reached], np.full(np.sum(~reached), level), "o", color="white", markeredgecolor="dimgrey", zorder=3
    )
    axes.plot(places[reached], np.full(np.sum(reached), level), "o", color=VERMILION, markeredgecolor="black", zorder=4)


@dataclass(frozen=True)
class Growth:
    """How a cost grows: its values for several n, the exponent that was fitted, and the formula that explains it."""

    costs: Sequence[float]
    exponent: float
    formula: str


def growth_lines(ns: Sequence[int], growths: Mapping[str, Growth], quantity: str = "links") -> Drawn:
    """Draw costs against n, both axes logarithmic, with the fitted exponent and the formula beside each line."""
    figure, (axis,) = new_axes(WIDEST, 3.8)
    for (name, growth), (colour, dashes, marker) in zip(growths.items(), LINES, strict=False):
        label = f"{name}: exponent {growth.exponent:.2f}\n{growth.formula}"
        axis.plot(ns, growth.costs, color=colour, linestyle=dashes, marker=marker, markersize=4, label=label)
    axis.legend(loc="upper left", bbox_to_anchor=(1.02, 1), fontsize=9, frameon=False, labelspacing=1.2)
    axis.set_xscale("log", base=2)
    axis.set_yscale("log", base=10)
    axis.set_xticks(list(ns), [f"{n:,}" for n in ns])
    axis.set(xlabel="n, number of tokens", ylabel=quantity)
    texts = [f"{name} from {g.costs[0]:,} to {g.costs[-1]:,}, exponent {g.exponent:.2f}" for name, g in growths.items()]
    return (
        figure,
        f"Lines of the {quantity} for n from {ns[0]:,} to {ns[-1]:,}, both axes logarithmic. {'; '.join(texts)}.",
    )


def online_softmax_steps(scores: Float[np.ndarray, "n"], values: Float[np.ndarray, "n"], tile: int = 2) -> Drawn:
    """Draw one query's scores, tile by tile, with the largest score, the sum and the output after each tile."""
    ends = range(tile, len(scores) + 1, tile)
    largest = np.array([scores[:end].max() for end in ends])
    sums = np.array([np.exp(scores[:end] - top).sum() for end, top in zip(ends, largest, strict=True)])
    outputs = [np.exp(scores[:e] - top) @ values[:e] / s for e, top, s in zip(ends, largest, sums, strict=True)]
    figure, (bars, table) = new_axes(WIDEST, 3.0, columns=2, width_ratios=[3, 2])
    bars.bar(range(len(scores)), scores, color=BLUE)
    for number, (end, top) in enumerate(zip(ends, largest, strict=True)):
        bars.hlines(top, end - tile - 0.5, end - 0.5, color=VERMILION, label="" if number else "largest so far")
        if number:
            bars.axvline(end - tile - 0.5, color="dimgrey", linestyle=":")
    bars.set(xlabel="key", ylabel="score", xticks=range(len(scores)), ylim=(0, 1.2 * scores.max()))
    bars.legend(fontsize=9, loc="upper left", framealpha=1, edgecolor="none")  # opaque: a line passes behind it
    rows = np.stack([largest, sums, outputs], axis=1)
    draw_matrix(
        table,
        rows,
        kind="scores",
        rows=[f"tile {number}" for number in range(len(rows))],
        columns=["largest", "sum", "output"],
        row_label="after",
        column_label="so far",
        limit=float(4 * np.abs(rows).max()),
    )
    said = "; ".join(f"largest {a:.2f}, sum {b:.2f}, output {c:.2f}" for a, b, c in rows)
    return figure, f"Bars of {len(scores)} scores in tiles of {tile}, and what is known after each tile: {said}."
