"""The figures of Lab 2: pure functions that return a figure and its text.

What a figure shows is either handed over (a learner's own weights, costs, times) or computed here by
the course's own functions, so that the figure is there before the learner has written any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from attn_course.attention.multi_head import (
    attention_cost,
    head_diversity,
    multi_head_attention,
    projected_multi_head_attention,
    split_heads,
)
from attn_course.attention.scaled_dot_product import scaled_dot_product_attention
from attn_course.viz.heatmap import draw_matrix, favourites, ink
from attn_course.viz.show import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, WIDEST, Drawn, new_axes

HEAD_COLOURS = (SKY, ORANGE, GREEN, PURPLE)
TOKEN_COLOURS = (BLUE, ORANGE, GREEN, PURPLE)
LINES = ((BLUE, "-", "o"), (VERMILION, "--", "s"), (GREEN, ":", "D"), (ORANGE, "-.", "^"))
WHITE = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class TwoQuestions:
    """A sentence in which one word has two questions, with hand-made vectors for two heads.

    The first four features belong to the question who acts, the last four to the question who is acted on.
    """

    words: tuple[str, ...]
    contents: tuple[str, ...]
    Q: Float[np.ndarray, "n_words 8"]
    K: Float[np.ndarray, "n_words 8"]
    V: Float[np.ndarray, "n_words 8"]


def two_questions() -> TwoQuestions:
    """Return "the black cat chased mice", five words with 2 times 4 features: *chased* asks who, and whom."""
    kinds = np.eye(4)  # small word, quality, doer or action or done to: one kind for each feature
    key_who = kinds[[0, 1, 2, 3, 0]]
    key_whom = kinds[[0, 1, 0, 3, 2]]
    asks = np.zeros((5, 4))
    asks[3, 2] = 7.0  # "chased" looks for the third kind in both slices
    content = kinds[[3, 3, 0, 2, 1]] * np.array([1, 1, 1, 0])  # a cat, mice, motion; small words pass nothing on
    return TwoQuestions(
        words=("the", "black", "cat", "chased", "mice"),
        contents=("cat", "mice", "motion", "colour"),
        Q=np.concatenate([asks, asks], axis=1),
        K=np.concatenate([key_who, key_whom], axis=1),
        V=np.concatenate([content, content], axis=1) + np.tile([[0, 0, 0, 0], [0, 0, 0, 1], *np.zeros((3, 4))], 2),
    )


def one_head_or_two(text: TwoQuestions, word: str = "chased") -> Drawn:
    """Draw the weights and the output of one word, with one head and with two heads."""
    place = text.words.index(word)
    _, one = scaled_dot_product_attention(text.Q, text.K, text.V)
    _, two = scaled_dot_product_attention(*(split_heads(X, 2) for X in (text.Q, text.K, text.V)))
    weights = np.stack([one[place], *two[:, place]])
    outputs = np.stack([multi_head_attention(text.Q, text.K, text.V, heads)[place] for heads in (1, 2)])
    figure, (left, right) = new_axes(WIDEST, 2.6, columns=2, width_ratios=[5, 8])
    rows = ("one head", "head 0 of 2", "head 1 of 2")
    draw_matrix(left, weights, rows=rows, columns=text.words, title=f"weights of “{word}”", row_label="")
    draw_matrix(right, outputs, rows=("one head", "two heads"), columns=text.contents * 2, title=f"output of “{word}”")
    right.axvline(3.5, color="black", linewidth=2)
    right.set(xlabel="feature: 0 to 3 on the left of the line, 4 to 7 on the right", ylabel="")
    for axis in (left, right):
        axis.tick_params(labelsize=9)
    values = "; ".join(" ".join(f"{value:.2f}" for value in row) for row in outputs)
    return figure, (
        f"Two tables for the word {word}. Weights: {favourites(weights, rows, text.words)}. "
        f"Output, eight features, with one head and then with two: {values}."
    )


def labelled(tokens: int, features: int) -> Float[np.ndarray, "tokens features"]:
    """Return a matrix whose numbers say where they stand: 12 is feature 2 of token 1."""
    return np.asarray(np.arange(tokens)[:, np.newaxis] * 10.0 + np.arange(features))


def draw_blocks(
    axes: Axes,
    blocks: Float[np.ndarray, "n_blocks n_rows n_columns"],
    colours: Sequence[str],
    *,
    by: str,
    rows: Sequence[str],
) -> None:
    """Draw matrices of two-digit labels below each other, each cell in the colour of its token or of its head.

    `by` is "token" (the first digit) or "head" (the second digit, by the number of colours that share 8 features).
    """
    n_blocks, n_rows, n_columns = blocks.shape
    gap = np.full((n_blocks, 1, n_columns), np.nan)
    numbers = np.concatenate([blocks, gap], axis=1).reshape(-1, n_columns)[:-1]  # a blank row between two blocks
    owner = numbers // 10 if by == "token" else numbers % 10 * len(colours) // 8
    picture = np.full((*numbers.shape, 3), WHITE)
    for number, colour in enumerate(colours):
        picture[owner == number] = to_rgb(colour)
    axes.imshow(picture, aspect="auto")
    for (row, column), value in np.ndenumerate(numbers):
        if np.isfinite(value):
            axes.text(column, row, f"{value:02.0f}", ha="center", va="center", color=ink(picture[row, column]))
    places = [block * (n_rows + 1) + row for block in range(n_blocks) for row in range(n_rows)]
    axes.set_yticks(places, list(rows), fontsize=9)
    axes.set_xticks(range(n_columns), [str(column) for column in range(n_columns)], fontsize=9)
    draw_edges(axes, *numbers.shape)


def draw_edges(axes: Axes, n_rows: int, n_columns: int) -> None:
    """Draw white lines between cells, and no frame."""
    axes.set_xticks(np.arange(n_columns - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(n_rows - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)


def pairs(one: str, ones: int, other: str, others: int) -> list[str]:
    """Name the rows of blocks: "head 0, token 0", "head 0, token 1" ..."""
    return [f"{one} {i}, {other} {j}" for i in range(ones) for j in range(others)]


def split_and_merge(num_heads: int = 2) -> Drawn:
    """Draw what splitting does to three tokens of eight features: first cut, then exchange two axes."""
    X, d_k = labelled(3, 8), 8 // num_heads
    cut, heads = X.reshape(3, num_heads, d_k), split_heads(X, num_heads)
    colours = HEAD_COLOURS[:num_heads]
    figure, (first, second, third) = new_axes(WIDEST, 2.4 + 0.5 * num_heads, columns=3, width_ratios=[8, 5, 5])
    draw_blocks(first, X[np.newaxis], colours, by="head", rows=[f"token {t}" for t in range(3)])
    draw_blocks(second, cut, colours, by="head", rows=pairs("token", 3, "head", num_heads))
    draw_blocks(third, heads, colours, by="head", rows=pairs("head", num_heads, "token", 3))
    for axis, title, shape in [(first, "X", X), (second, "after reshape", cut), (third, "heads", heads)]:
        axis.set_title(f"{title}\n{shape.shape}", fontsize=10)
        axis.set_xlabel("feature" if axis is first else "feature of the head")
    figure.suptitle("split \N{RIGHTWARDS ARROW}          \N{LEFTWARDS ARROW} merge", fontsize=10)
    return figure, (
        f"The same 24 numbers three times, coloured by head. X {X.shape}: each token has its features in one row, cut "
        f"into {num_heads} slices. After the reshape {cut.shape}: for each token, one row for each head. Heads "
        f"{heads.shape}: for each head, one row for each token. Head 0 holds "
        f"{', '.join(' '.join(f'{value:02.0f}' for value in row) for row in heads[0])}."
    )


def reshape_mistake(num_heads: int = 2) -> Drawn:
    """Draw the right split beside a reshape alone, coloured by token."""
    X = labelled(3, 8)
    right = split_heads(X, num_heads)
    wrong = X.reshape(right.shape)
    figure, axes = new_axes(WIDEST, 3.4, columns=2)
    names = pairs("head", num_heads, "row", 3)
    for axis, heads, title in [(axes[0], right, "reshape, then exchange axes"), (axes[1], wrong, "reshape alone")]:
        draw_blocks(axis, heads, TOKEN_COLOURS[:3], by="token", rows=names)
        axis.set_title(f"{title}\n{heads.shape}", fontsize=10)
        axis.set_xlabel("feature of the head")
    for token, colour in enumerate(TOKEN_COLOURS[:3]):
        axes[0].plot([], [], "s", color=colour, label=f"token {token}")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    seen = ["; ".join(f"head {number} sees {held(head)}" for number, head in enumerate(X)) for X in (right, wrong)]
    return figure, (
        f"Two splits of three tokens into shape {right.shape}, coloured by token. On the left, by reshape and an "
        f"exchange of axes: {seen[0]}. On the right, by reshape alone: {seen[1]}."
    )


def held(head: Float[np.ndarray, "n_rows n_columns"]) -> str:
    """Say how many numbers of which token a head holds."""
    tokens, counts = np.unique(head // 10, return_counts=True)
    return ", ".join(f"{count} of token {token:.0f}" for token, count in zip(tokens, counts, strict=True))


def head_maps(
    weights: Float[np.ndarray, "num_heads n_q n_k"], words: Sequence[str] | None = None, title: str = ""
) -> Drawn:
    """Draw the weights of every head, and how much the heads differ."""
    num_heads, n_q, n_k = weights.shape
    rows = list(words or map(str, range(n_q)))
    columns = list(words or map(str, range(n_k)))
    across = min(num_heads, 4)
    figure, axes = new_axes(WIDEST, 2.9 * -(-num_heads // across), rows=-(-num_heads // across), columns=across)
    for number, (axis, head) in enumerate(zip(axes, weights, strict=True)):
        options = {"decimals": 2 if across < 4 else 1, "numbers": num_heads <= 4}
        draw_matrix(axis, head, rows=rows, columns=columns, title=f"head {number}", **options)
        axis.tick_params(labelsize=9)
        axis.set_ylabel("query" if number % across == 0 else "")
    diversity = head_diversity(weights)
    figure.suptitle(f"{title}{': ' if title else ''}diversity {diversity:.2f}", fontsize=10)
    best = [" ".join(columns[key] for key in head.argmax(axis=-1)) for head in weights]
    told = ". ".join(f"Head {number}: {keys}" for number, keys in enumerate(best))
    return figure, (
        f"Weights of {num_heads} heads over {n_k} keys with a diversity of {diversity:.2f}. "
        f"The best key of each query, in the order {' '.join(rows)}. {told}."
    )


def heads_that_share(
    sameness: float,
) -> tuple[Float[np.ndarray, "5 16"], Float[np.ndarray, "16 16"], Float[np.ndarray, "16 16"]]:
    """Return five random tokens, and W_q and W_k of four heads that have a part in common.

    `sameness` says how much of each head's columns is shared by all heads: 0 nothing, 1 everything.
    """
    rng = np.random.default_rng(12)
    x = rng.normal(size=(5, 16))
    own, shared = rng.normal(size=(2, 16, 16)) / 4, np.tile(rng.normal(size=(2, 16, 4)) / 4, 4)  # -> (2, 16, 4 * 4)
    W_q, W_k = (1 - sameness) * own + sameness * shared
    return x, W_q, W_k


def collapse(sameness: float = 0.0, sharpness: float = 4.0) -> Drawn:
    """Draw four heads that share a part of their matrices; `sharpness` multiplies all scores."""
    x, W_q, W_k = heads_that_share(sameness)
    _, weights = projected_multi_head_attention(x, x, sharpness * W_q, W_k, np.eye(16), np.eye(16), num_heads=4)
    return head_maps(weights, title=f"shared part {sameness:g}, sharpness {sharpness:g}")


def diversity_curve(
    sameness: Float[np.ndarray, "n_steps"], diversity: Sequence[float], untrained: float | None = None
) -> Drawn:
    """Draw the heads' diversity against the part of their matrices that they share."""
    figure, (axis,) = new_axes(6.0, 3.0)
    axis.plot(sameness, diversity, color=BLUE, marker="o", markersize=4, label="sharp heads")
    if untrained is not None:
        axis.axhline(untrained, color=VERMILION, linestyle="--", label="soft heads, nothing shared")
        axis.legend(fontsize=9, frameon=False)
    axis.set(xlabel="part of $W_q$ and $W_k$ that all heads share", ylabel="diversity of the heads", ylim=(0, 1))
    soft = "" if untrained is None else f" A dashed line at {untrained:.2f} marks soft heads that share nothing."
    return figure, (
        f"The diversity of four heads falls from {diversity[0]:.2f} to {diversity[-1]:.2f} as the shared part of "
        f"their matrices goes from {sameness[0]:g} to {sameness[-1]:g}.{soft}"
    )


def layer_costs(n: int = 512, d_model: int = 768, num_heads: int = 12) -> Drawn:
    """Draw what one self-attention multiplies, and what it keeps in memory as float32."""
    cost = attention_cost(n, d_model, num_heads)
    projections = 4 * n * d_model**2
    work = np.array([projections, cost["multiply_adds"] - projections]) / 1e6
    memory = np.array([4 * cost["parameters"], 4 * n * d_model, cost["score_bytes"]]) / 2**20
    figure, (left, right) = new_axes(WIDEST, 2.8, columns=2)
    draw_bars(left, ("projections", "scores and\naverages"), work, "millions of multiply-adds")
    draw_bars(right, ("4 matrices", "output", "scores of\nall heads"), memory, "memory (MiB)")
    figure.suptitle(
        f"n = {n} tokens, d_model = {d_model}, {num_heads} heads of {d_model // num_heads} features", fontsize=10
    )
    return figure, (
        f"Two bar charts for {n} tokens, d_model {d_model} and {num_heads} heads. Millions of multiply-adds: "
        f"projections {work[0]:.4g}, scores and averages {work[1]:.4g}. Memory in MiB, 4 bytes a number: matrices "
        f"{memory[0]:.4g}, output {memory[1]:.4g}, scores {memory[2]:.4g}."
    )


def draw_bars(axes: Axes, names: Sequence[str], heights: Float[np.ndarray, "n_bars"], quantity: str) -> None:
    """Draw bars with their heights written above them."""
    bars = axes.bar(names, heights, color=(SKY, ORANGE, GREEN)[: len(names)], edgecolor="black", linewidth=0.6)
    axes.bar_label(bars, labels=[f"{height:.4g}" for height in heights], padding=2)
    axes.set(ylabel=quantity, xlabel="part of the layer", ylim=(0, 1.15 * heights.max()))


def cost_growth(d_model: int = 512) -> Drawn:
    """Draw the work of the projections and of the attention itself against the number of tokens."""
    sizes = 2 ** np.arange(5, 15)
    projections, pairs_of_tokens = 4.0 * sizes * d_model**2, 2.0 * sizes.astype(float) ** 2 * d_model
    figure, (axis,) = new_axes(6.0, 3.2)
    for values, name, (colour, dashes, marker) in zip(
        (projections, pairs_of_tokens), ("projections, 4 n d²", "scores and averages, 2 n² d"), LINES, strict=False
    ):
        axis.plot(sizes, values, color=colour, linestyle=dashes, marker=marker, markersize=4, label=name)
    axis.axvline(2 * d_model, color="dimgrey", linewidth=1, linestyle=":", label=f"n = 2 d = {2 * d_model}")
    label_tokens(axis, sizes, "multiply-adds")
    axis.set_yscale("log")
    return figure, (
        f"Multiply-adds against the number of tokens n from {sizes[0]} to {sizes[-1]}, d_model {d_model}, both axes "
        f"logarithmic. The projections grow like n, scores and averages like n squared. "
        f"They cross at n = {2 * d_model}."
    )


def measured_growth(sizes: Int[np.ndarray, "n_sizes"], counted: Sequence[float], seconds: Sequence[float]) -> Drawn:
    """Draw how many times the cost of the first size each size costs: multiply-adds and measured time."""
    figure, (axis,) = new_axes(6.0, 3.2)
    for values, name, (colour, dashes, marker) in zip(
        (counted, seconds), ("counted multiply-adds", "measured time"), LINES, strict=False
    ):
        growth = np.asarray(values) / values[0]
        axis.plot(sizes, growth, color=colour, linestyle=dashes, marker=marker, markersize=5, label=name)
    label_tokens(axis, sizes, f"times as much as for n = {sizes[0]}")
    axis.set_yscale("log", base=2)
    powers = 2 ** np.arange(np.ceil(np.log2(max(counted[-1] / counted[0], seconds[-1] / seconds[0]))) + 1)
    axis.set_yticks(powers, [f"{power:g}" for power in powers])
    return figure, (
        f"Growth of cost from n = {sizes[0]} to n = {sizes[-1]} on logarithmic axes: multiply-adds grow "
        f"{counted[-1] / counted[0]:.0f}-fold, the measured time {seconds[-1] / seconds[0]:.0f}-fold."
    )


def label_tokens(axes: Axes, sizes: Int[np.ndarray, "n_sizes"], quantity: str) -> None:
    """Label axes that show a quantity against the number of tokens, on a logarithmic scale."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes], fontsize=9)
    axes.set(xlabel="n, number of tokens", ylabel=quantity)
    axes.legend(fontsize=9, frameon=False)
