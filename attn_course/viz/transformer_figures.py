"""The figures of Lecture 09's first half, the Transformer block: pure functions that return a figure and its text.

What was measured is handed over; what a formula or a function of the course gives is computed here. None trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from attn_course.translation.building_blocks import layer_norm
from attn_course.viz.heatmap import cell_text, draw_matrix
from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, SKY, VERMILION, WIDEST, Drawn, new_axes

LINES = ((VERMILION, ":", "D"), (ORANGE, "-.", "^"), (BLUE, "-", "o"), (GREEN, "--", "s"))
PALE = "#EAF3FA"
BOX = {"boxstyle": "round,pad=0.35", "facecolor": PALE, "edgecolor": "dimgrey"}
SMALLEST, LARGEST = 1e-10, 1e10
"""What the axes of `through_depth` reach, so that pictures of different depths can be compared."""

# ---------------------------------------------------------------------- the whole

ENCODER_STEPS = ("self-attention", "feed-forward")
DECODER_STEPS = ("self-attention\n(causal)", "cross-attention", "feed-forward")
FLOOR, STOREY = 1.2, 1.55
"""Heights in the diagram: of the lowest sublayer, and from one to the next."""


def block_diagram(n_source: int, n_target: int, d_model: int) -> Drawn:
    """Draw one layer of an encoder and one of a decoder, with the shapes of what flows through them.

    Parameters
    ----------
    n_source, n_target : int
        Tokens of the source, and of the target so far.
    d_model : int
        Features of a token.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(WIDEST, 5.2)
    source, target = f"({n_source}, {d_model})", f"({n_target}, {d_model})"
    top = _draw_stream(axes, 0.0, 1, ENCODER_STEPS, f"source: {n_source} ids", source)
    _draw_stream(axes, 7.4, -1, DECODER_STEPS, f"target so far: {n_target} ids", target)
    axes.text(0, top + 0.55, f"norm: the memory, {source}", ha="center", va="center", bbox=BOX, fontsize=9)
    cross = FLOOR + 1.35 * STOREY
    way = {"arrowstyle": "-|>", "color": GREEN, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
    axes.plot([0, 3.3, 3.3], [top + 0.55, top + 0.55, cross], color=GREEN, linewidth=1.8)
    axes.annotate("", (4.5, cross), (3.3, cross), arrowprops=way)
    axes.text(3.4, cross + 0.08, "keys,\nvalues", color=GREEN, va="bottom", fontsize=9)
    end = FLOOR + 3 * STOREY + 0.55
    axes.text(7.4, end, "norm, then a score for each word", ha="center", va="center", bbox=BOX, fontsize=9)
    axes.set(xlim=(-2.2, 9.6), ylim=(-0.6, FLOOR + 3 * STOREY + 1.0))
    axes.set_axis_off()
    return figure, (
        f"Two vertical lines, from the ids below to the top. Encoder: {n_source} source ids become vectors, {source}; "
        "self-attention and feed-forward each read the line through a norm and add to it; a norm at the top gives the "
        f"memory. Decoder: {n_target} target ids become vectors, {target}; causal self-attention, cross-attention and "
        "feed-forward add to the line; cross-attention takes its keys and values from the memory; at the top a norm, "
        "then a score for each word."
    )


def _draw_stream(axes: Axes, x: float, side: int, steps: Sequence[str], ids: str, shape: str) -> float:
    """Draw a vertical line that sublayers read and add to; return the height of its end."""
    top = FLOOR + len(steps) * STOREY
    axes.annotate("", (x, top + 0.25), (x, 0.85), arrowprops={"arrowstyle": "-|>", "color": BLUE, "linewidth": 3})
    axes.text(x, -0.35, ids, ha="center", va="center", fontsize=9)
    axes.annotate("", (x, 0.3), (x, -0.15), arrowprops={"arrowstyle": "-|>", "color": "black"})
    axes.text(x, 0.55, "embedding + positions", ha="center", va="center", bbox=BOX, fontsize=9)
    for number, step in enumerate(steps):
        low, box = FLOOR + number * STOREY, x + side * 1.9
        axes.add_patch(Rectangle((box - 1.0, low), 2.0, 1.05, facecolor=PALE, edgecolor="dimgrey"))
        axes.text(box, low + 0.53, f"norm, then\n{step}", ha="center", va="center", fontsize=9)
        arrow = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (box - side * 1.0, low + 0.2), (x, low + 0.2), arrowprops=arrow)
        axes.annotate("", (x + side * 0.17, low + 0.85), (box - side * 1.0, low + 0.85), arrowprops=arrow)
        plus = {"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": "black"}
        axes.text(x, low + 0.85, "+", ha="center", va="center", bbox=plus, fontsize=9)
        axes.text(x - side * 0.25, low + 0.5, shape, ha="right" if side > 0 else "left", va="center", fontsize=9)
    return top


# ---------------------------------------------------------------------- depth

Measured = Mapping[str, Mapping[int, tuple[Sequence[float], Sequence[float]]]]
"""By the name of a stack and its number of layers: the sizes of the vectors, and of their gradients, at each layer."""


def through_depth(measured: Measured, layers: int) -> Drawn:
    """Draw how large the vectors and their gradients are from layer to layer, for stacks of one depth.

    Parameters
    ----------
    measured : dict of dicts of pairs of sequences
        For each stack and depth: sizes of the vectors before the first layer and after each, and of the loss's
        gradients with respect to them. At most four stacks.
    layers : int
        The depth.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 3.4, columns=2, sharey=True)
    told = []
    for (name, by_depth), (colour, dashes, marker) in zip(measured.items(), LINES, strict=False):
        signals, gradients = by_depth[layers]
        for panel, values in zip(panels, (signals, gradients), strict=True):
            every = max(1, layers // 8)
            panel.plot(values, color=colour, linestyle=dashes, marker=marker, markevery=every, markersize=4, label=name)
        told.append(f"{name}: vectors {rough(signals[-1])} at the end, gradient {rough(gradients[0])} at the start")
    for panel, title in zip(panels, ("forwards: the vectors", "backwards: their gradients"), strict=True):
        panel.set(yscale="log", ylim=(SMALLEST, LARGEST), xlabel="layers passed", title=title, xlim=(0, layers))
        panel.axhline(1, color=GREY, linewidth=0.8)
        panel.set_xticks(np.arange(0, layers + 1, max(1, layers // 4)))
    panels[0].set_ylabel("root mean square")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=4, frameon=False, fontsize=9
    )
    return figure, f"Root mean squares in stacks of {layers} layers, on logarithmic axes. {'; '.join(told)}."


def rough(value: float) -> str:
    """Write a size with one digit: 0.3, 20, or 6 times ten to the power of -10.

    Examples
    --------
    >>> rough(0.3123), rough(24.6), rough(5.9e-10)
    ('0.3', '20', '6·10⁻¹⁰')
    """
    digit, exponent = f"{value:.0e}".split("e")
    power = int(exponent)
    if -2 <= power <= 3:
        return f"{float(f'{value:.0e}'):g}"
    return f"{digit}·10{str(power).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def normed_rows(x: Float[np.ndarray, "n d"], names: Sequence[str]) -> Drawn:
    """Draw vectors, one a row, before and after layer norm.

    Parameters
    ----------
    x : array of shape (n, d)
        The vectors.
    names : sequence of n strings
        What each row is.

    Returns
    -------
    figure, alt : the picture and its text
    """
    features = x.shape[1]
    after = layer_norm(x, np.ones(features), np.zeros(features))
    figure, panels = new_axes(WIDEST, 1.4 + 0.42 * len(names), columns=2)
    for panel, table, title in zip(panels, (x, after), ("before", "after layer norm"), strict=True):
        draw_matrix(panel, table, rows=names, title=title, row_label="", column_label="feature", kind="scores")
    told = "; ".join(
        f"{name} from mean {cell_text(row.mean(), 2)} and deviation {row.std():.2f} to "
        f"{cell_text(new.mean(), 2)} and {new.std():.2f}"
        for name, row, new in zip(names, x, after, strict=True)
    )
    return figure, f"Two tables of {len(names)} rows, before and after layer norm. {told}."


def last_gradients(depths: Sequence[int], gradients: Mapping[str, Sequence[float]]) -> Drawn:
    """Draw how large the gradient of the last layer's matrix is in fresh models, against their depth.

    Parameters
    ----------
    depths : sequence of int
        Numbers of layers.
    gradients : dict of sequences
        For each place of the norm, the size of the gradient at each depth; two at most.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(6.4, 3.4)
    for (name, sizes), (colour, dashes, marker) in zip(gradients.items(), LINES[1:3], strict=False):
        axes.plot(depths, sizes, color=colour, linestyle=dashes, marker=marker, label=name)
    start = max(sizes[0] for sizes in gradients.values())
    axes.plot(depths, start / np.sqrt(np.asarray(depths) / depths[0]), color=GREY, label="falls like 1/√depth")
    axes.set(xscale="log", yscale="log", xlabel="layers", ylabel="norm of the gradient of $W_2$")
    axes.set_xticks(depths, [str(depth) for depth in depths])
    ticks = (0.25, 0.5, 1, 2)
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
    told = "; ".join(
        f"{name}: {sizes[0]:.1f} for {depths[0]}, {sizes[-1]:.1f} for {depths[-1]} layers"
        for name, sizes in gradients.items()
    )
    return figure, f"The size of the gradient of the last layer's W_2, against the number of layers. {told}."


# ---------------------------------------------------------------------- work


def layer_work(n: int, d_model: int, d_ff: int) -> dict[str, int]:
    """Count the multiply-adds of an encoder's layer for n tokens: products of matrices only.

    Parameters
    ----------
    n, d_model, d_ff : int
        Tokens, features, and hidden units of the feed-forward network.

    Returns
    -------
    dict of int
        Of the four projections, 4 n d_model^2; of scores and averages, 2 n^2 d_model; of the feed-forward network,
        2 n d_model d_ff.
    """
    return {
        "projections": 4 * n * d_model**2,
        "scores and averages": 2 * n**2 * d_model,
        "feed-forward": 2 * n * d_model * d_ff,
    }


def work_shares(n: int, d_model: int, d_ff: int) -> Drawn:
    """Draw which part of a layer holds how many of its numbers, and which does how much of its work.

    Parameters
    ----------
    n, d_model, d_ff : int
        Tokens, features, and hidden units of the feed-forward network.

    Returns
    -------
    figure, alt : the picture and its text
    """
    work = layer_work(n, d_model, d_ff)
    numbers = {"projections": 4 * d_model**2, "scores and averages": 0, "feed-forward": 2 * d_model * d_ff}
    figure, (axes,) = new_axes(WIDEST, 2.3)
    rows, told = (f"work for {n:,} tokens", "learned numbers"), []
    for height, (row, counts) in enumerate(zip(rows, (work, numbers), strict=True)):
        total, left = sum(counts.values()), 0.0
        for count, colour in zip(counts.values(), (SKY, ORANGE, GREEN), strict=True):
            share = 100 * count / total
            axes.barh(height, share, left=left, color=colour, edgecolor="black", linewidth=0.6, height=0.6)
            if share > 4:
                axes.text(left + share / 2, height, f"{share:.0f}%", ha="center", va="center", fontsize=9)
            left += share
        parts = ", ".join(f"{part} {100 * count / total:.0f}%" for part, count in counts.items())
        told.append(f"{row[0].upper()}{row[1:]}: {parts}")
    for part, colour in zip(work, (SKY, ORANGE, GREEN), strict=True):
        axes.bar(0, 0, color=colour, edgecolor="black", linewidth=0.6, label=part)
    axes.set_yticks(range(2), rows)
    axes.set(xlim=(0, 100), xlabel="share (%)")
    axes.legend(frameon=False, fontsize=9, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure, f"Two bars for a layer with {d_model} features and {d_ff} hidden units. {'. '.join(told)}."


# ---------------------------------------------------------------------- words and places


def word_and_place(
    words: Sequence[str],
    vectors: Float[np.ndarray, "n d"],
    encoding: Float[np.ndarray, "n d"],
    factor: float,
) -> Drawn:
    """Draw how alike the tokens of a sentence are when positions are added, without and with a factor for the words.

    Parameters
    ----------
    words : sequence of n strings
        The sentence.
    vectors : array of shape (n, d)
        The vector of each word.
    encoding : array of shape (n, d)
        What is added for each position.
    factor : float
        What the words' vectors are multiplied by in the right panel.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 3.7, columns=2, sharey=True)
    names, told = [f"{place} {word}" for place, word in enumerate(words)], []
    for panel, times in zip(panels, (1.0, factor), strict=True):
        tokens = times * vectors + encoding
        unit = tokens / np.linalg.norm(tokens, axis=1, keepdims=True)
        alike = unit @ unit.T  # (n, d) @ (d, n) -> (n, n)
        title = f"words \N{MULTIPLICATION SIGN} {times:g}, plus positions"
        draw_matrix(panel, alike, rows=names, columns=names, title=title, kind="scores", limit=1.0, decimals=1)
        panel.set(xlabel="token", ylabel="token")
        panel.tick_params(axis="x", rotation=45)
        told.append(f"Words times {times:g}: {likeness(words, alike)}")
    panels[1].set_ylabel("")
    return figure, f"Cosines between the tokens of “{' '.join(words)}”. {'. '.join(told)}."


def likeness(words: Sequence[str], alike: Float[np.ndarray, "n n"]) -> str:
    """Say how alike equal words are, and neighbours, on average."""
    table = np.array(words)
    same = (table[:, np.newaxis] == table) & ~np.eye(len(words), dtype=bool)
    return f"equal words {cell_text(alike[same].mean(), 2)}, neighbours {cell_text(np.diag(alike, 1).mean(), 2)}"


# ---------------------------------------------------------------------- who sees whom


def three_masks(source: Sequence[str], target: Sequence[str], padding: Sequence[bool]) -> Drawn:
    """Draw the masks of the three attentions of a translator.

    Parameters
    ----------
    source, target : sequences of strings
        The tokens that encoder and decoder read.
    padding : sequence of bool
        Which tokens of the source only fill up.

    Returns
    -------
    figure, alt : the picture and its text
    """
    real = ~np.asarray(padding, dtype=bool)
    causal = np.tri(len(target), dtype=bool)
    masks = {
        "encoder": (np.tile(real, (len(source), 1)), source, source),
        "decoder, self": (causal, target, target),
        "decoder, cross": (np.tile(real, (len(target), 1)), target, source),
    }
    figure, panels = new_axes(WIDEST, 3.2, columns=3)
    ticks = _draw_ticks(panels, masks, ("sees", "is seen"))
    return figure, f"3 tables, ticked where the row's token may see the column's. Ticks: {ticks}."


def reach(
    source: Sequence[str],
    target: Sequence[str],
    by_source: Bool[np.ndarray, "n_t n_s"],
    by_target: Bool[np.ndarray, "n_t n_t"],
) -> Drawn:
    """Draw which outputs of a translator have changed when one of its inputs was.

    Parameters
    ----------
    source, target : sequences of strings
        The tokens that encoder and decoder read.
    by_source, by_target : boolean arrays of shape (n_t, n_s) and (n_t, n_t)
        Whether the output at each place of the target (rows) changed with each token (columns).

    Returns
    -------
    figure, alt : the picture and its text
    """
    tables = {"source": (by_source, target, source), "target": (by_target, target, target)}
    figure, panels = new_axes(WIDEST, 3.2, columns=2)
    ticks = _draw_ticks(panels, tables, ("output behind", "changed token"))
    return figure, (
        f"2 tables, ticked where the output behind the row's token changes with the column's token. Ticks: {ticks}."
    )


def _draw_ticks(
    panels: Sequence[Axes],
    tables: Mapping[str, tuple[Bool[np.ndarray, "n m"], Sequence[str], Sequence[str]]],
    sides: tuple[str, str],
) -> str:
    """Draw tables of yes and no, each with the names of its rows and columns; say how many are ticked."""
    counts = []
    for panel, (title, (table, rows, columns)) in zip(panels, tables.items(), strict=True):
        draw_matrix(panel, table, rows=rows, columns=columns, title=title, numbers=False)
        panel.set(ylabel=sides[0], xlabel=sides[1])
        for row, column in np.argwhere(table):
            panel.text(column, row, "✓", ha="center", va="center", color="white", fontsize=9)
        panel.tick_params(axis="x", rotation=45)
        counts.append(f"{title}: {int(np.sum(table))} of {np.size(table)}")
    return "; ".join(counts)
