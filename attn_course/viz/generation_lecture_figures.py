"""The figures of Lecture 05, masks and writing: pure functions that return a figure and its text.

What was measured is handed over; what a formula or a function of the course gives is computed here. None trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Bool, Float, Int
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch, Rectangle

from attn_course.attention.causal_masking import (
    causal_mask,
    combine_masks,
    create_causal_mask,
    masked_softmax,
    padding_mask,
)
from attn_course.attention.scaled_dot_product import softmax
from attn_course.viz.heatmap import draw_matrix
from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, SKY, VERMILION, WIDEST, Drawn, new_axes

PALE = "#CFE5F4"
LINES = ((VERMILION, ":", "D"), (ORANGE, "-.", "^"), (BLUE, "-", "o"), (GREEN, "--", "s"))

# ---------------------------------------------------------------------- why


def losses_by_place(
    losses: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    best: float,
    blind: float,
) -> Drawn:
    """Draw the loss of models at each place of a text, shown the whole text and shown its beginning only.

    Parameters
    ----------
    losses : dict from a model's name to two sequences of n floats
        The loss at each place with the whole text as input, and with what comes before as the only input, in nats.
        Two models at most.
    best, blind : float
        The least loss that can be had honestly, and that of a blind guess, in nats.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 3.4, columns=len(losses), sharey=True)
    told = []
    for panel, (name, (whole, honest)) in zip(panels, losses.items(), strict=True):
        places = np.arange(len(whole))
        panel.plot(places, honest, color=VERMILION, linestyle="--", marker="D", label="shown what comes before")
        panel.plot(places, whole, color=BLUE, marker="o", markersize=4, label="shown the whole text")
        for height, text in ((blind, "blind guess"), (best, "the least that is honest")):
            panel.axhline(height, color=GREY, linewidth=0.9)
            panel.text(0.0, height + 0.24, f"{text}: {height:.2f}", fontsize=9, color="black")
        panel.set(title=name, xlabel="place (counted from 0)", xticks=places)
        told.append(
            f"{name}: shown the whole text {np.mean(whole):.2f} on average, shown what comes before "
            f"{np.mean(honest):.2f}"
        )
    panels[0].set_ylabel("loss (nats)")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=2, frameon=False, fontsize=9
    )
    return figure, (
        f"Losses in nats at {len(whole)} places. {'; '.join(told)}. Lines: blind guess {blind:.2f}, the least that is "
        f"honest {best:.2f}."
    )


def where_they_look(weights: Mapping[str, Float[np.ndarray, "n n"]]) -> Drawn:
    """Draw the weights of models, one beside the other; say how far ahead each place looks the most.

    Parameters
    ----------
    weights : dict from a model's name to an array of shape (n, n)
        The weights of each place over the places. Two models at most.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 3.6, columns=len(weights), sharey=True)
    told = []
    for panel, (name, table) in zip(panels, weights.items(), strict=True):
        draw_matrix(panel, table, title=name, decimals=1, row_label="", column_label="key (its place)")
        ahead = ", ".join(str(int(row.argmax()) - place) for place, row in enumerate(table))
        told.append(f"{name}: {ahead}")
    panels[0].set_ylabel("query (its place)")
    return figure, (
        f"Tables of weights over {table.shape[1]} places. How far ahead of itself each place looks the most, from the "
        f"first place to the last: {'; '.join(told)}."
    )


def passes_and_mask(words: Sequence[str]) -> Drawn:
    """Draw the inputs of n passes through a model, one for each beginning of a text, beside the mask of a single pass.

    Parameters
    ----------
    words : sequence of n + 1 strings
        The text; its last word is only guessed.

    Returns
    -------
    figure, alt : the picture and its text
    """
    n = len(words) - 1
    figure, (left, right) = new_axes(WIDEST, 3.0, columns=2, width_ratios=[3, 2])
    left.set(xlim=(-0.55, n + 0.6), ylim=(n - 0.4, -0.6), title=f"{n} passes: one for each beginning")
    for row in range(n):
        for column in range(row + 1):
            left.add_patch(Rectangle((column - 0.46, row - 0.42), 0.92, 0.84, facecolor=SKY, edgecolor="black"))
            left.text(column, row, words[column], ha="center", va="center", fontsize=9)
        left.text(
            row + 0.6, row, f"\N{RIGHTWARDS ARROW} {words[row + 1]}", ha="left", va="center", color="black", fontsize=9
        )
    left.set_axis_off()
    mask = create_causal_mask(n)
    names = list(words[:-1])
    draw_matrix(right, mask, rows=names, columns=names, title="1 pass: its mask", decimals=0)
    return figure, (
        f"Left, {n} passes: the model reads {', '.join(str(row + 1) for row in range(n))} words and guesses the next, "
        f"up to {words[-1]}. Right, the mask of 1 pass over {n} words: its rows have 1 at the same places."
    )


# ---------------------------------------------------------------------- where a mask acts


def before_or_after(visible: Sequence[float], hidden: float) -> Drawn:
    """Draw the weights of a query whose last key is hidden, by a mask before the softmax and by one after it.

    Parameters
    ----------
    visible : sequence of float
        The scores of the keys that may be seen.
    hidden : float
        The score of the key that may not.

    Returns
    -------
    figure, alt : the picture and its text
    """
    scores = np.array([*visible, hidden], dtype=float)
    mask = np.arange(len(scores)) < len(visible)
    weights = {"mask before the softmax": masked_softmax(scores, mask), "mask after it": softmax(scores) * mask}
    figure, panels = new_axes(WIDEST, 2.9, columns=2, sharey=True)
    names = [f"key {j}\nscore {score:g}".replace("-", "\N{MINUS SIGN}") for j, score in enumerate(scores)]
    names[-1] += "\n(hidden)"
    told = []
    for panel, (title, row), colour in zip(panels, weights.items(), (BLUE, ORANGE), strict=True):
        panel.bar_label(panel.bar(names, row, color=colour), fmt="%.3f")
        panel.set(title=f"{title}: sum {row.sum():.3f}", ylim=(0, 1.1))
        told.append(f"{title}: weights {', '.join(f'{weight:.3f}' for weight in row)}, sum {row.sum():.3f}")
    panels[0].set_ylabel("weight")
    hidden_score = f"{hidden:g}".replace("-", "\N{MINUS SIGN}")
    return figure, f"The score of the hidden key is {hidden_score}. {'; '.join(told)}."


# ---------------------------------------------------------------------- shapes


def masks_of_a_batch(sentences: Sequence[Sequence[str]], num_heads: int) -> Drawn:
    """Draw how a padding mask and a causal mask are broadcast over the sentences and heads of a batch.

    Parameters
    ----------
    sentences : sequence of b sequences of n strings
        The tokens; "<pad>" stands for padding at the end.
    num_heads : int
        The number of heads.

    Returns
    -------
    figure, alt : the picture and its text
    """
    b, n = len(sentences), len(sentences[0])
    lengths = np.array([sum(word != "<pad>" for word in words) for words in sentences])
    padding = padding_mask(lengths, n)[:, np.newaxis]  # (b, 1, n) -> (b, 1, 1, n)
    causal = create_causal_mask(n)
    both = combine_masks(causal, padding)  # (n, n) and (b, 1, 1, n) -> (b, 1, n, n)
    assert both is not None
    combined = np.broadcast_to(both, (b, num_heads, n, n))
    figure, axes = new_axes(
        WIDEST, 2.3 * b + 0.4, rows=b, columns=2 + num_heads, width_ratios=[1.5] + [1.0] * (1 + num_heads)
    )
    places = [str(j) for j in range(n)]
    for sentence, words in enumerate(sentences):
        row = axes[sentence * (2 + num_heads) : (sentence + 1) * (2 + num_heads)]
        first = sentence == 0
        _draw_strip(row[0], padding[sentence, 0], words)
        row[0].set(title=f"padding\n{padding.shape}" if first else "", ylabel=f"sentence {sentence}", xlabel="key")
        masks = [causal, *combined[sentence]]
        titles = [f"causal\n{causal.shape}", *(f"both, head {head}\n{combined.shape}" for head in range(num_heads))]
        for panel, mask, title in zip(row[1:], masks, titles, strict=True):
            draw_matrix(panel, mask, rows=places, columns=places, title=title if first else "", decimals=0)
            panel.set(xlabel="key", ylabel="query" if panel is row[1] else "")
    for panel in axes:
        panel.title.set_fontsize(10)
        for text in panel.texts:
            text.set_fontsize(9)
    seen = "; ".join(f"sentence {i}: {int(combined[i, 0].sum())} of {n * n} pairs" for i in range(b))
    return figure, (
        f"Masks of {b} sentences with {num_heads} heads. Padding of shape {padding.shape}, causal of shape "
        f"{causal.shape}; together {combined.shape}, the same for each head. Visible in {seen}."
    )


def _draw_strip(axes: Axes, row: Bool[np.ndarray, "1 n"], names: Sequence[str]) -> None:
    """Draw a mask of a single row, as high as a row of a square mask beside it."""
    n = row.shape[1]
    draw_matrix(axes, row, rows=[""], columns=names, decimals=0, row_label="")
    axes.set_ylim(n / 2, -n / 2)
    axes.spines[:].set_visible(False)
    axes.add_patch(Rectangle((-0.5, -0.5), n, 1, fill=False, edgecolor=GREY))
    axes.tick_params(axis="x", labelsize=9)


# ---------------------------------------------------------------------- rows without a key


def spread_of_no_number(sizes: Mapping[str, Float[np.ndarray, "n layers"]], words: Sequence[str]) -> Drawn:
    """Draw how large each token's vector is after each layer; grey where it is not a number.

    Parameters
    ----------
    sizes : dict from a convention to an array of shape (n, layers)
        The norm of each vector, before the first layer and after each. At most two conventions.
    words : sequence of n strings
        The tokens.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 2.9, columns=len(sizes), sharey=True)
    largest, told = max(np.nanmax(table) for table in sizes.values()), []
    for panel, (name, table) in zip(panels, sizes.items(), strict=True):
        columns = ["input", *(f"layer {layer}" for layer in range(1, table.shape[1]))]
        draw_matrix(
            panel,
            table,
            rows=[f"{place} {word}" for place, word in enumerate(words)],
            columns=columns,
            title=name,
            decimals=1,
            kind="scores",
            limit=float(largest),
            row_label="token",
            column_label="norm of the vector after",
        )
        lost = np.isnan(table).sum(axis=0)
        told.append(f"{name}: no number in {', '.join(str(count) for count in lost)} of {len(words)} tokens")
    panels[-1].set_ylabel("")
    return figure, f"Norms of vectors, before and after {table.shape[1] - 1} layers. {'; '.join(told)}."


# ---------------------------------------------------------------------- writing


def tempered(logits: Float[np.ndarray, "m"], names: Sequence[str], temperature: float) -> Drawn:
    """Draw the distribution of the next token at a temperature, beside that of the model.

    Parameters
    ----------
    logits : array of shape (m,)
        The model's logits.
    names : sequence of m strings
        The tokens.
    temperature : float
        What the logits are divided by; positive.

    Returns
    -------
    figure, alt : the picture and its text
    """
    own, changed = softmax(logits), softmax(logits / temperature)
    places = np.arange(len(names))
    figure, (axes,) = new_axes(6.4, 3.1)
    bars = ((-0.2, own, GREY, "", "temperature 1"), (0.2, changed, BLUE, "//", f"temperature {temperature:g}"))
    for shift, heights, colour, hatch, label in bars:
        drawn = axes.bar(
            places + shift, 100 * heights, width=0.4, color=colour, hatch=hatch, edgecolor="white", label=label
        )
        axes.bar_label(drawn, fmt="%.0f", fontsize=9)
    axes.set_xticks(places, names)
    axes.set(xlabel="next letter", ylabel="probability (%)", ylim=(0, 112))
    axes.legend(frameon=False, fontsize=9, loc="upper right")
    told = ", ".join(
        f"{name} {100 * p:.0f}% and {100 * q:.0f}%" for name, p, q in zip(names, own, changed, strict=True)
    )
    return figure, f"Probabilities of the next letter at temperature 1 and at {temperature:g}: {told}."


# ---------------------------------------------------------------------- cache

TEXT = ("the", "old", "dog", "saw", "the", "cat")
NOTHING, KEPT, NOW = range(3)


def work_of_a_step(step: int, n: int, cache: bool) -> tuple[Int[np.ndarray, "n 3"], Int[np.ndarray, "n n"]]:
    """Return what a step of writing computes, keeps and lacks: queries, keys and values, and scores.

    Parameters
    ----------
    step : int
        The number of tokens so far, 1 to n.
    n : int
        The number of tokens at the end.
    cache : bool
        Whether keys and values are kept from step to step.

    Returns
    -------
    vectors : integer array of shape (n, 3)
        For each token its query, key and value: 0 for nothing, 1 for kept, 2 for computed in this step.
    scores : integer array of shape (n, n)
        The same for the scores.
    """
    vectors, scores = np.full((n, 3), NOTHING), np.full((n, n), NOTHING)
    newest = step - 1 if cache else 0
    vectors[newest:step] = NOW
    scores[newest:step, :step] = NOW
    if cache:
        vectors[: step - 1, 1:] = KEPT
    return vectors, scores


def cache_step(step: int) -> Drawn:
    """Draw what one step of writing six tokens computes, without a cache and with one.

    Parameters
    ----------
    step : int
        The number of tokens so far, 1 to 6.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, axes = new_axes(WIDEST, 3.3, columns=4, width_ratios=[3, 6, 3, 6])
    told = []
    for cache, (left, right) in zip((False, True), (axes[:2], axes[2:]), strict=True):
        vectors, scores = work_of_a_step(step, len(TEXT), cache)
        name = "with a cache" if cache else "everything anew"
        _draw_work(left, vectors, ["q", "k", "v"], names=None if cache else TEXT)
        _draw_work(right, scores, TEXT)
        right.tick_params(axis="x", rotation=90)
        right.set(xlabel="scores with key")
        left.set(xlabel="vectors", ylabel="" if cache else "token")
        left.set_title(name, loc="left")
        new, kept = [int((table == NOW).sum()) for table in (vectors, scores)], int((vectors == KEPT).sum())
        told.append(
            f"{name}: {counted(new[0], 'vector')} and {counted(new[1], 'score')} computed, "
            f"{counted(kept, 'vector')} kept"
        )
    figure.suptitle(f"step {step}: “{TEXT[step - 1]}” comes in", fontsize=10)
    figure.legend(handles=_keys(), loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return figure, f"Step {step} of writing {len(TEXT)} tokens. {'; '.join(told)}."


def counted(number: int, thing: str) -> str:
    """Write a number with its noun: 1 score, 4 scores."""
    return f"{number} {thing}{'s' * (number != 1)}"


def cache_strip() -> Drawn:
    """Draw all six steps of writing, without a cache above and with one below.

    Returns
    -------
    figure, alt : the picture and its text
    """
    n = len(TEXT)
    figure, axes = new_axes(WIDEST, 3.6, rows=2, columns=n)
    totals = []
    for cache, row in zip((False, True), (axes[:n], axes[n:]), strict=True):
        computed = []
        for step, panel in enumerate(row, 1):
            vectors, scores = work_of_a_step(step, n, cache)
            gap = np.full((n, 1), NOTHING)
            table = np.concatenate([vectors, gap, scores], axis=1)  # (n, 3), (n, 1), (n, n) -> (n, n + 4)
            panel.imshow(table, cmap=ListedColormap(["white", PALE, BLUE]), vmin=NOTHING, vmax=NOW, aspect="auto")
            panel.set_xticks([1, 3.5 + n / 2], ["q k v", "scores"], fontsize=9)
            panel.set_yticks([])
            panel.tick_params(length=0)
            panel.axvline(3, color=GREY, linewidth=0.8)
            panel.spines[:].set(visible=True, color=GREY)
            computed.append(int((table == NOW).sum()))
            if not cache:
                panel.set_title(f"step {step}", fontsize=10)
        row[0].set_ylabel("with a cache" if cache else "everything anew")
        totals.append(computed)
    figure.legend(handles=_keys(), loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    anew, cached = (", ".join(map(str, counts)) for counts in totals)
    return figure, (
        f"Vectors and scores that {n} steps compute. Everything anew: {anew}; with a cache: {cached}, as the keys and "
        "values of earlier steps are kept."
    )


def _keys() -> list[Patch]:
    """Return what the colours of the cache's pictures mean."""
    return [
        Patch(facecolor=colour, edgecolor="dimgrey", label=label)
        for colour, label in ((BLUE, "computed in this step"), (PALE, "kept"), ("white", "not there, not needed"))
    ]


def _draw_work(
    axes: Axes, states: Int[np.ndarray, "n m"], columns: Sequence[str], names: Sequence[str] | None = None
) -> None:
    """Draw a table of what is computed, kept and absent."""
    axes.imshow(states, cmap=ListedColormap(["white", PALE, BLUE]), vmin=NOTHING, vmax=NOW, aspect="auto")
    axes.set_xticks(range(states.shape[1]), list(columns), fontsize=9)
    axes.set_yticks(range(len(states)) if names else [], list(names) if names else [], fontsize=9)
    axes.tick_params(length=0)
    axes.spines[:].set(visible=True, color=GREY)
    axes.set_xticks(np.arange(states.shape[1] - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(states) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color=GREY, linewidth=0.5)
    axes.tick_params(which="minor", length=0)


def cache_bytes(
    tokens: int, num_layers: int, num_kv_heads: int, d_head: int, bytes_per_number: int = 2, sequences: int = 1
) -> int:
    """Return the size of a key-value cache: a key and a value for each token, layer and head that has its own.

    Parameters
    ----------
    tokens, num_layers, num_kv_heads, d_head : int
        Tokens of a sequence, layers, heads with keys and values of their own, and features of a head.
    bytes_per_number : int
        2 for half precision.
    sequences : int
        How many are written at the same time.

    Returns
    -------
    int
        Bytes.

    Examples
    --------
    >>> cache_bytes(1, num_layers=2, num_kv_heads=3, d_head=5)
    120
    """
    return 2 * tokens * num_layers * num_kv_heads * d_head * bytes_per_number * sequences


def cache_lines(kv_heads: Sequence[int], num_layers: int, d_head: int, sequences: int = 1) -> Drawn:
    """Draw how large a cache in half precision grows with the text, for numbers of heads that have keys and values.

    Parameters
    ----------
    kv_heads : sequence of int
        At most four numbers of heads.
    num_layers, d_head : int
        Layers, and features of a head.
    sequences : int
        How many texts are written at the same time.

    Returns
    -------
    figure, alt : the picture and its text
    """
    tokens = 2 ** np.arange(9, 18)
    figure, (axes,) = new_axes(6.8, 3.4)
    told = []
    for heads, (colour, dashes, marker) in zip(kv_heads, LINES[: len(kv_heads)], strict=True):
        sizes = np.array([cache_bytes(int(t), num_layers, heads, d_head, 2, sequences) for t in tokens]) / 2**30
        label = f"{heads} head{'s' * (heads > 1)}"
        axes.plot(tokens, sizes, color=colour, linestyle=dashes, marker=marker, markersize=4, label=label)
        told.append(f"{label}: {sizes[3]:.4g} GiB for {tokens[3]} tokens, {sizes[-1]:.4g} GiB for {tokens[-1]}")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(tokens[::2], [f"{t:,}" for t in tokens[::2]])
    heights = 2.0 ** np.arange(-6, 13, 3)
    axes.set_yticks(heights, [f"{height:g}" if height >= 1 else f"1/{1 / height:g}" for height in heights])
    axes.set(xlabel="length of the text (tokens)", ylabel="cache (GiB)", ylim=(2**-7.5, 2**12))
    axes.set_title(f"{counted(sequences, 'text')} at the same time", fontsize=10)
    axes.legend(title="keys and values for", frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure, (
        f"The size of a cache with {num_layers} layers and {d_head} features a head, for {counted(sequences, 'text')}, "
        f"on logarithmic axes. {'; '.join(told)}."
    )


def last_rows(new: int, n: int = 6) -> Drawn:
    """Draw the causal mask of n tokens and, beside it, the one of the last few: the same rows cut out.

    Parameters
    ----------
    new : int
        The number of queries, 1 to n.
    n : int
        The number of keys.

    Returns
    -------
    figure, alt : the picture and its text
    """
    names = [str(i) for i in range(n)]
    whole, cut = create_causal_mask(n), causal_mask(new, n)
    figure, (left, right) = new_axes(WIDEST, 3.0, columns=2)
    draw_matrix(left, whole, rows=names, columns=names, title=f"all {n} tokens: ({n}, {n})", decimals=0)
    frame = Rectangle((-0.5, n - new - 0.5), n, new, fill=False, edgecolor=VERMILION, linewidth=2.5, clip_on=False)
    left.add_patch(frame)
    title = f"{new} {'query' if new == 1 else 'queries'}, {n} keys: ({new}, {n})"
    draw_matrix(right, cut, rows=names[n - new :], columns=names, title=title, decimals=0)
    right.set_ylim(new - 0.5, new - n - 0.5)  # rows as high as on the left, at the same height
    right.spines[:].set_visible(False)
    right.add_patch(Rectangle((-0.5, -0.5), n, new, fill=False, edgecolor=VERMILION, linewidth=2.5, clip_on=False))
    seen = ", ".join(str(count) for count in cut.sum(axis=1))
    return figure, (
        f"Left, the causal mask of {n} tokens, its last {counted(new, 'row')} in a frame. Right, the mask of "
        f"{counted(new, 'new token')} over {n} keys, equal to what is framed. Keys seen: {seen}."
    )


# ---------------------------------------------------------------------- other masks


def prefix_lm_mask(prefix: int, n: int) -> Bool[np.ndarray, "n n"]:
    """Return a mask in which all see the first tokens, and the others see what comes before them."""
    return create_causal_mask(n) | (np.arange(n) < prefix)  # (n, n) | (n,) -> (n, n)


def prefix_figure(prefix: int, n: int = 7) -> Drawn:
    """Draw a prefix mask.

    Parameters
    ----------
    prefix : int
        How many tokens all others see, 0 to n.
    n : int
        The number of tokens.

    Returns
    -------
    figure, alt : the picture and its text
    """
    mask = prefix_lm_mask(prefix, n)
    names = [f"given {i}" if i < prefix else f"written {i}" for i in range(n)]
    figure, (axes,) = new_axes(5.2, 3.3)
    draw_matrix(axes, mask, rows=names, columns=[str(j) for j in range(n)], title=f"prefix of {prefix}", decimals=0)
    if prefix:
        axes.add_patch(
            Rectangle((-0.5, -0.5), prefix, prefix, fill=False, edgecolor=VERMILION, linewidth=2.5, clip_on=False)
        )
    return figure, (
        f"A mask of {n} tokens, 1 where a query may attend. The first {prefix} see each other, {prefix * prefix} pairs "
        f"in a frame; {int(mask.sum())} of {n * n} pairs are visible, {int(create_causal_mask(n).sum())} with a causal "
        "mask."
    )


def cross_figure(sources: Sequence[Sequence[str]], targets: Sequence[Sequence[str]]) -> Drawn:
    """Draw the masks of the cross-attention of a batch: each target over its own source, without its padding.

    Parameters
    ----------
    sources, targets : sequences of b sequences of strings
        The sentences, padded with "<pad>".

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 2.9, columns=len(sources))
    told = []
    for number, (panel, source, target) in enumerate(zip(panels, sources, targets, strict=True)):
        length = sum(word != "<pad>" for word in source)
        mask = np.broadcast_to(np.arange(len(source)) < length, (len(target), len(source)))
        draw_matrix(
            panel,
            mask,
            rows=target,
            columns=source,
            title=f"sentence {number}: ({len(target)}, {len(source)})",
            decimals=0,
            row_label="query: target" if number == 0 else "",
            column_label="key: source",
        )
        panel.tick_params(axis="x", labelsize=9)
        told.append(f"sentence {number}: each of {len(target)} target tokens sees {length} of {len(source)} keys")
    return figure, f"Cross-attention masks, 1 where a query may attend. {'; '.join(told)}."


def packed_mask(lengths: Sequence[int], causal: bool = True) -> Bool[np.ndarray, "n n"]:
    """Return the mask of sentences that stand one behind the other in one row: nobody sees another sentence.

    Parameters
    ----------
    lengths : sequence of int
        The lengths of the sentences, n in all.
    causal : bool
        Whether the future is hidden as well.

    Returns
    -------
    boolean array of shape (n, n)
    """
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    same = sentence[:, np.newaxis] == sentence  # (n, 1) == (n,) -> (n, n)
    return same & create_causal_mask(len(sentence)) if causal else same


def packed_figure(sentences: Sequence[Sequence[str]]) -> Drawn:
    """Draw the mask of sentences that are packed into one row, causal and block-diagonal.

    Parameters
    ----------
    sentences : sequence of sequences of strings
        The sentences.

    Returns
    -------
    figure, alt : the picture and its text
    """
    lengths = [len(words) for words in sentences]
    mask = packed_mask(lengths)
    names = [word for words in sentences for word in words]
    figure, (axes,) = new_axes(6.4, 4.0)
    draw_matrix(axes, mask, rows=names, columns=names, title=f"{len(lengths)} sentences in one row", decimals=0)
    axes.tick_params(axis="x", rotation=45)
    for start, length in zip(np.cumsum([0, *lengths[:-1]]), lengths, strict=True):
        axes.add_patch(
            Rectangle(
                (start - 0.5, start - 0.5), length, length, fill=False, edgecolor=VERMILION, linewidth=2, clip_on=False
            )
        )
    return figure, (
        f"A mask over {len(lengths)} sentences in one row of {len(names)} tokens. Frames on the diagonal hold "
        f"{', '.join(str(length) for length in lengths)} tokens, each with its own causal mask; {int(mask.sum())} of "
        f"{mask.size} pairs are visible."
    )
