"""The figures of Lab 5: pure functions that return a figure and its text.

What a figure shows is either handed over (a learner's own weights, states, times) or computed here by
the course's own functions, so that the figure is there before the learner has written any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float, Int
from matplotlib.axes import Axes

from attn_course.attention.additive import additive_attention
from attn_course.attention.scaled_dot_product import softmax
from attn_course.viz.alignment_model import Translation, stored, translate
from attn_course.viz.heatmap import cell_text, draw_matrix, favourites
from attn_course.viz.show import BLUE, GREEN, ORANGE, SKY, VERMILION, WIDEST, Drawn, new_axes

LINES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, ":", "D"), (ORANGE, "-.", "^"))
EXAMPLES = (
    "the calm fox often sees a red duck",
    "the cat sees a dog",
    "my shy yellow cat always follows each sad fast horse",
    "this red tiger bites the monkey",
    "each rabbit sometimes finds my calm fast dog",
)
"""Sentences for the small translator."""
PLACES = 5
"""Keys of the place finder, at the places 0 to 4."""

# ---------------------------------------------------------------------- the decoder

BOXES = {
    "states": (0.0, 2.0, "encoder states\nkeys and values"),
    "old": (0.0, 0.0, "previous state\n$h$, the query"),
    "weights": (2.6, 1.0, "weights\none for each word"),
    "context": (5.2, 2.0, "context\ntheir average"),
    "x": (5.2, -0.6, "$x$, the last\nwritten word"),
    "gru": (7.8, 0.7, "GRU step\n$[x;\\,\\mathrm{context}]$, $h$"),
    "new": (10.4, 0.7, "new state\n$h_{\\mathrm{new}}$"),
}
ARROWS = (
    ("states", "weights", "1"),
    ("old", "weights", "1"),
    ("weights", "context", "2"),
    ("states", "context", "2"),
    ("x", "gru", "3"),
    ("context", "gru", "3"),
    ("old", "gru", "3"),
    ("gru", "new", "3"),
)
COLOURS = {"1": BLUE, "2": VERMILION, "3": "black"}


def decoder_diagram() -> Drawn:
    """Draw what depends on what in one step of a decoder with attention."""
    figure, (axis,) = new_axes(WIDEST, 3.2)
    for start, end, number in ARROWS:
        (x_1, y_1, _), (x_2, y_2, _) = BOXES[start], BOXES[end]
        arrow = {"arrowstyle": "-|>", "color": COLOURS[number], "linewidth": 1.6, "shrinkA": 30, "shrinkB": 34}
        axis.annotate("", (x_2, y_2), (x_1, y_1), arrowprops=arrow)
    for x, y, text in BOXES.values():
        box = {"boxstyle": "round,pad=0.35", "facecolor": "#EAF3FA", "edgecolor": "dimgrey"}
        axis.text(x, y, text, ha="center", va="center", bbox=box, fontsize=9)
    for number, words in (("1", "1  compare"), ("2", "2  average"), ("3", "3  take a step")):
        axis.plot([], [], color=COLOURS[number], label=words)
    axis.legend(loc="upper right", frameon=False, fontsize=9)
    axis.set(xlim=(-1.3, 11.6), ylim=(-1.2, 2.7), xticks=[], yticks=[], xlabel="one step of the decoder")
    axis.spines[:].set_visible(False)
    return figure, (
        "A diagram of one decoder step with 3 stages. 1: the previous state is compared with the encoder's states, "
        "which gives one weight for each word. 2: the weights average the encoder's states to the context. 3: the "
        "last written word, the context and the previous state go into a GRU step, which gives the new state."
    )


# ---------------------------------------------------------------------- the score

W_Q, W_K, V = np.array([[1.0, -1.0]]), np.array([[1.0, 1.0]]), np.array([1.0, 2.0])
"""A small example: one feature, two hidden units."""


def additive_in_steps(query: float = 1.0) -> Drawn:
    """Draw the way from one query and three keys to their weights: sums, hidden units, scores, weights."""
    keys = np.array([[0.0], [1.0], [2.0]])
    sums = np.array([query]) @ W_Q + keys @ W_K
    hidden = np.tanh(sums)
    scores = hidden @ V
    steps = (sums, hidden, scores[:, np.newaxis], softmax(scores)[:, np.newaxis])
    titles = ("query $W_q$ + key $W_k$", "its tanh", "score", "weight")
    kinds = ("scores", "scores", "scores", "weights")
    figure, axes = new_axes(WIDEST, 2.6, columns=4, width_ratios=[2, 2, 1, 1])
    for axis, matrix, title, kind in zip(axes, steps, titles, kinds, strict=True):
        units = [f"unit {unit}" for unit in range(2)] if matrix.shape[1] == 2 else [""]
        rows = [f"key {key[0]:g}" for key in keys]
        draw_matrix(axis, matrix, rows=rows, columns=units, title=title, row_label="", kind=kind, limit=4.0)
        axis.set_xlabel("hidden unit" if matrix.shape[1] == 2 else "one each")
    figure.suptitle(f"query {cell_text(query, 1)};  $v$ = (1, 2)", fontsize=10)
    told = [" ".join(f"{value:.2f}" for value in matrix.ravel()) for matrix in steps]
    return figure, (
        f"Four tables for the query {query:g} and three keys. Sums: {told[0]}. Their tanh: {told[1]}. "
        f"Scores: {told[2]}. Weights: {told[3]}."
    )


def place_parameters(
    sharpness: float,
) -> tuple[Float[np.ndarray, "n 2"], Float[np.ndarray, "1 2"], Float[np.ndarray, "2 2"], Float[np.ndarray, " 2"]]:
    """Return keys at the places 0 to 4, and W_q, W_k and v that find the key whose place is the query.

    A key is its place and a 1; the hidden units are tanh(2 (place - query) + 1) and tanh(2 (place - query) - 1).
    What the first has more than the second is largest where place and query are equal.
    """
    keys = np.column_stack([np.arange(PLACES, dtype=float), np.ones(PLACES)])
    return keys, np.array([[-2.0, -2.0]]), np.array([[2.0, 2.0], [1.0, -1.0]]), sharpness * np.array([1.0, -0.8])


def place_finder(sharpness: float = 3.0) -> Drawn:
    """Draw the weights of five queries on five keys, by additive attention and by the same without its tanh."""
    keys, W_q, W_k, v = place_parameters(sharpness)
    queries = np.arange(PLACES, dtype=float)[:, np.newaxis]
    bent = np.stack([additive_attention(query, keys, keys, W_q, W_k, v)[1] for query in queries])
    straight = softmax(((queries @ W_q)[:, np.newaxis] + keys @ W_k) @ v)  # (n_q, n_k, 2) @ (2,) -> (n_q, n_k)
    return weight_maps({"with the tanh": bent, "without it": straight})


def weight_maps(
    maps: Mapping[str, Float[np.ndarray, "n_q n_k"]],
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> Drawn:
    """Draw weights side by side, each under its name."""
    figure, axes = new_axes(min(WIDEST, 4.2 * len(maps)), 3.2, columns=len(maps))
    sentences = []
    for axis, (name, weights) in zip(axes, maps.items(), strict=True):
        weights = np.asarray(weights, dtype=float)
        names = [
            list(given or map(str, range(size))) for given, size in zip((rows, columns), weights.shape, strict=True)
        ]
        draw_matrix(axis, weights, rows=names[0], columns=names[1], title=name)
        sentences.append(f"{name}: {favourites(weights, [f'query {row}' for row in names[0]], names[1])}")
    return figure, f"Weights of queries (rows) on keys (columns). {'. '.join(sentences)}."


def largest_weights(
    sizes: Float[np.ndarray, " n_sizes"], curves: Mapping[str, Float[np.ndarray, " n_sizes"]], bound: float
) -> Drawn:
    """Draw the largest weight of a softmax against the size of v, and a bound that some cannot pass."""
    figure, (axis,) = new_axes(6.0, 3.1)
    for (name, values), (colour, dashes, marker) in zip(curves.items(), LINES, strict=False):
        axis.plot(sizes, values, color=colour, linestyle=dashes, marker=marker, markersize=4, label=name)
    axis.axhline(bound, color="dimgrey", linewidth=1, linestyle=":", label=f"bound {bound:.2f}")
    axis.set(xlabel="factor of $v$", ylabel="largest weight", ylim=(0, 1.05), xscale="log")
    axis.set_xticks(sizes, [f"{size:g}" for size in sizes])
    axis.minorticks_off()
    axis.legend(fontsize=9, frameon=False)
    ends = "; ".join(f"{name} from {values[0]:.2f} to {values[-1]:.2f}" for name, values in curves.items())
    return figure, (
        f"The largest weight as v grows from {sizes[0]:g} to {sizes[-1]:g} times itself: {ends}. A dotted line "
        f"marks the bound {bound:.2f}."
    )


# ---------------------------------------------------------------------- the state


def gate_mixer(reset: float = 1.0, update: float = 0.7) -> Drawn:
    """Draw where one unit's new state lies between its old state and its candidate.

    The unit has the old state 0.8; the candidate is tanh(-0.8 + r * 1.6 * 0.8).
    """
    old = 0.8
    candidate = float(np.tanh(-0.8 + reset * 1.6 * old))
    new = (1 - update) * candidate + update * old
    figure, (axis,) = new_axes(WIDEST, 2.2)
    axis.plot([candidate, candidate], [0, 1], color="silver", linestyle="--")
    axis.plot([old, old], [0, 2], color="silver", linestyle="--")
    axis.plot([candidate, old], [0, 0], color="silver", linewidth=5)
    for height, (place, colour, marker) in enumerate(
        [(new, "black", "^"), (candidate, VERMILION, "s"), (old, BLUE, "o")]
    ):
        axis.plot([place], [height], marker=marker, color=colour, markersize=10)
        behind = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        axis.text(place + 0.05, height + 0.3, cell_text(place, 2), color=colour, bbox=behind)
    axis.set_yticks([0, 1, 2], ["new state", "candidate n", "old state h"])
    axis.set(xlim=(-1.05, 1.05), ylim=(-0.5, 2.7), xlabel="value of the unit", title=f"r = {reset:g}, z = {update:g}")
    return figure, (
        f"One unit on a line from -1 to 1. With r = {reset:g} the candidate is {candidate:.2f}; the old state is "
        f"{old:.2f}; with z = {update:g} the new state lies between them at {new:.2f}."
    )


def state_over_time(states: Mapping[str, Float[np.ndarray, " n_steps"]]) -> Drawn:
    """Draw one unit of a recurrent network over its steps, a line for each way to set its gates."""
    figure, (axis,) = new_axes(6.0, 3.0)
    for (name, values), (colour, dashes, marker) in zip(states.items(), LINES, strict=False):
        axis.plot(values, color=colour, linestyle=dashes, marker=marker, markersize=4, label=name)
    axis.axhline(0, color="silver", linewidth=1, zorder=0)
    axis.set(xlabel="step", ylabel="state of the unit")
    axis.legend(fontsize=9, frameon=False)
    ends = "; ".join(f"{name}: {values[-1]:.2f}" for name, values in states.items())
    steps = len(next(iter(states.values()))) - 1
    return figure, f"One unit over {steps} steps, from the same start. At the end it has, for {ends}."


# ---------------------------------------------------------------------- the alignment


def translation_alignment(translation: Translation) -> Drawn:
    """Draw which English words (columns) each French word (a row) was written from."""
    weights, english, french = translation.weights, translation.english, translation.french
    figure, (axis,) = new_axes(WIDEST, 3.9)  # the same for every length: a slider must not make the page jump
    draw_matrix(axis, weights, rows=french, columns=english, row_label="written", column_label="read")
    axis.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False)
    axis.xaxis.set_label_position("top")
    return figure, (
        f"Alignment of “{' '.join(english)}” with “{' '.join(french)}”. Each written word looks most at: "
        f"{favourites(weights, french, english)}."
    )


def alignment_example(sentence: int = 0) -> Drawn:
    """Draw the alignment of one of the example sentences, with the course's own functions."""
    return translation_alignment(translate(EXAMPLES[sentence], stored()))


def entropy_bars(words: Sequence[str], entropies: Float[np.ndarray, " n_words"], n_keys: int) -> Drawn:
    """Draw the entropy of each written word's weights, and the largest that there can be."""
    entropies, most = np.asarray(entropies, dtype=float), float(np.log(n_keys))
    figure, (axis,) = new_axes(WIDEST, 2.8)
    bars = axis.bar(range(len(words)), entropies, color=SKY, edgecolor="black", linewidth=0.6)
    axis.bar_label(bars, labels=[f"{value:.2f}" for value in entropies], padding=2, fontsize=9)
    axis.axhline(most, color=VERMILION, linestyle="--", label=f"ln {n_keys} = {most:.2f}: all words alike")
    axis.set_xticks(range(len(words)), list(words))
    axis.set(xlabel="written word", ylabel="entropy (nats)", ylim=(0, 1.25 * most))
    axis.legend(fontsize=9, frameon=False, loc="upper right")
    told = "; ".join(f"{word} {value:.2f}" for word, value in zip(words, entropies, strict=True))
    return figure, f"Entropy of the weights of each written word, in nats, at most {most:.2f}: {told}."


# ---------------------------------------------------------------------- the cost


def score_costs(d: int = 64) -> Drawn:
    """Draw what scores of n queries on n keys cost, as a dot product and additively: work and memory."""
    sizes = 2 ** np.arange(4, 12)
    pairs, projections = sizes.astype(float) ** 2, 2.0 * sizes * d**2
    panels = {
        "multiply-adds": (pairs * d, projections + pairs * d),
        "evaluations of tanh": (None, pairs * d),
        "numbers kept at once": (pairs, pairs * d),
    }
    figure, axes = new_axes(WIDEST, 3.2, columns=3, sharey=True)
    for axis, (title, curves) in zip(axes, panels.items(), strict=True):
        for values, name, (colour, dashes, marker) in zip(curves, ("dot product", "additive"), LINES, strict=False):
            if values is not None:
                axis.plot(sizes, values, color=colour, linestyle=dashes, marker=marker, markersize=4, label=name)
        label_sizes(axis, sizes[::2], title)
        axis.set_yscale("log")
    axes[0].set_ylabel("how many")
    axes[0].legend(fontsize=9, frameon=False)
    return figure, (
        f"Costs against n, the number of queries and of keys, from {sizes[0]} to {sizes[-1]}, with d = {d}, all axes "
        f"logarithmic. Multiply-adds: both grow like n squared, and differ less and less. Evaluations of tanh: none "
        f"for the dot product, n squared times {d} for the additive score. Numbers kept at once: {d} times as many."
    )


def score_times(sizes: Int[np.ndarray, " n_sizes"], ratios: Mapping[str, Sequence[float]]) -> Drawn:
    """Draw how many times the dot product's cost the additive score costs, counted and measured."""
    figure, (axis,) = new_axes(6.0, 3.1)
    for (name, values), (colour, dashes, marker) in zip(ratios.items(), LINES, strict=False):
        axis.plot(sizes, values, color=colour, linestyle=dashes, marker=marker, markersize=5, label=name)
    axis.axhline(1, color="dimgrey", linewidth=1, linestyle=":")
    label_sizes(axis, sizes, "additive score, compared with a dot product")
    axis.set(ylabel="times as much", yscale="log")
    axis.legend(fontsize=9, frameon=False)
    told = "; ".join(f"{name} from {values[0]:.1f} to {values[-1]:.1f}" for name, values in ratios.items())
    return figure, (
        f"How many times as much an additive score costs as a dot product, for {sizes[0]} to {sizes[-1]} queries and "
        f"keys: {told}."
    )


def label_sizes(axis: Axes, sizes: Int[np.ndarray, " n_sizes"], title: str) -> None:
    """Label an axis that shows a quantity against the number of queries and keys, on a logarithmic scale."""
    axis.set_xscale("log", base=2)
    axis.set_xticks(sizes, [str(size) for size in sizes])
    axis.set_xlabel("n, queries and keys")
    axis.set_title(title, fontsize=10)
