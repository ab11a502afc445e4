"""The figures of Lecture 03, multi-head attention: pure functions that return a figure and its text.

The lecture's tokens are cards with a colour, a shape and a number; they are drawn as what they are. What was
measured is handed over; what a formula gives is computed here. None trains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, Rectangle

from attn_course.attention.multi_head import attention_cost
from attn_course.attention.scaled_dot_product import softmax
from attn_course.viz.heatmap import cell_text, draw_matrix
from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, WIDEST, Drawn, new_axes

Card = tuple[str, str, float]
"""A colour, a shape and a number: ("red", "star", 6)."""

INKS = {"red": VERMILION, "green": GREEN, "blue": BLUE}
MARKERS = {"circle": "o", "star": "*", "square": "s"}
SIZES = {"circle": 24, "star": 34, "square": 22}
HEAD_COLOURS = (SKY, ORANGE, GREEN, PURPLE)


def short(card: Card) -> str:
    """Return a card's name: "red star 6"."""
    colour, shape, number = card
    return f"{colour} {shape} {number:g}"


def draw_card(axes: Axes, x: float, y: float, card: Card, scale: float = 1.0) -> None:
    """Draw a card as its shape in its colour, with its number inside."""
    colour, shape, number = card
    axes.plot(
        [x], [y], marker=MARKERS[shape], color=INKS[colour], markersize=scale * SIZES[shape], markeredgecolor="black"
    )
    axes.text(x, y, f"{number:g}", ha="center", va="center_baseline", color="white", fontweight="bold")


# ---------------------------------------------------------------------- one average


def hand_of_cards(cards: Sequence[Card], asking: int = 0) -> Drawn:
    """Draw cards in a row, and arcs from one of them to the card of its colour and to the card of its shape.

    Parameters
    ----------
    cards : sequence of (colour, shape, number)
        Every colour and every shape twice, and no card twice.
    asking : int
        Which of the cards asks.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(WIDEST, 2.7)
    for place, card in enumerate(cards):
        draw_card(axes, place, 0, card, scale=1.25)
        axes.text(place, -0.62, f"{card[0]} {card[1]}", ha="center", va="center", fontsize=9)
    told = []
    for part, name, dashes, side in ((0, "colour", "-", 1), (1, "shape", "--", -1)):
        other = partner(cards, asking, part)
        level = 0.34 if side > 0 else -0.82
        bend = -0.42 * side * np.sign(other - asking)
        arrow = FancyArrowPatch(
            (asking, level),
            (other, level),
            connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>",
            mutation_scale=14,
            linestyle=dashes,
            linewidth=1.4,
            color="black",
        )
        axes.add_patch(arrow)
        height = level + side * (0.15 * abs(other - asking) - 0.02)
        axes.text((asking + other) / 2, height, f"my {name}?  {cards[other][2]:g}", ha="center", va="center")
        told.append(f"The other {cards[asking][part]} one has number {cards[other][2]:g}")
    axes.set(xlim=(-0.6, len(cards) - 0.4), ylim=(-1.65, 1.45))
    axes.set_axis_off()
    names = ", ".join(short(card) for card in cards)
    return figure, f"{len(cards)} cards in a row: {names}. The {short(cards[asking])} asks. {'. '.join(told)}."


def partner(cards: Sequence[Card], asking: int, part: int) -> int:
    """Return which other card has the same colour (part 0) or the same shape (part 1)."""
    (found,) = [i for i, card in enumerate(cards) if i != asking and card[part] == cards[asking][part]]
    return found


def compromise(cards: Sequence[Card], mix: float, asking: int = 0, strength: float = 12.0) -> Drawn:
    """Draw what one head answers that shares its query out between the questions for a card's colour and shape.

    Parameters
    ----------
    cards : sequence of (colour, shape, number)
        As in `hand_of_cards`.
    mix : float
        From 0, shape only, to 1, colour only.
    asking : int
        Which card asks; it does not see itself.
    strength : float
        What the likeness is multiplied by: 1 for the same, -1/2 for another colour or shape.

    Returns
    -------
    figure, alt : the picture and its text
    """
    alike = np.array([[1.0 if card[part] == cards[asking][part] else -0.5 for part in (0, 1)] for card in cards])
    scores = strength * alike @ [mix, 1 - mix]  # (n, 2) @ (2,) -> (n,)
    scores[asking] = -np.inf
    weights = softmax(scores)
    answer = float(weights @ [card[2] for card in cards])
    wanted = [cards[partner(cards, asking, part)][2] for part in (0, 1)]
    figure, (left, right) = new_axes(WIDEST, 2.6, columns=2, width_ratios=[5, 4])
    others = [i for i in range(len(cards)) if i != asking]
    bars = left.barh([short(cards[i]) for i in others], weights[others], color=[INKS[cards[i][0]] for i in others])
    left.bar_label(bars, labels=[f"{weights[i]:.2f}" for i in others], padding=3, fontsize=9)
    left.invert_yaxis()
    left.set(xlim=(0, 1.15), xlabel=f"weight, when the {short(cards[asking])} asks")
    right.axhline(0, color=GREY, linewidth=1)
    for name, marker, value, height in (("colour", "^", wanted[0], 0.7), ("shape", "v", wanted[1], 0.7)):
        right.plot([value], [0], marker, color="black", markersize=11)
        right.text(value, height, f"right for\nits {name}: {value:g}", ha="center", va="center", fontsize=9)
    right.plot([answer], [0], "o", color=VERMILION, markersize=11, zorder=3)
    right.text(answer, -0.6, f"the head: {answer:.2f}", ha="center", va="center", color="black", fontsize=9)
    right.set(ylim=(-1.2, 1.2), xlim=(-1, 11), yticks=[], xlabel="number on a card")
    right.spines["left"].set_visible(False)
    parts = ", ".join(f"{short(cards[i])} {weights[i]:.2f}" for i in others)
    return figure, (
        f"One head of the {short(cards[asking])}, {mix:g} of its query for colour. Weights: {parts}. It answers "
        f"{answer:.2f}; right would be {wanted[0]:g} for its colour and {wanted[1]:g} for its shape."
    )


# ---------------------------------------------------------------------- ways to look


def planes(projected: Mapping[str, Float[np.ndarray, "n 2"]], cards: Sequence[Card]) -> Drawn:
    """Draw the same tokens as they are seen through projections to two features.

    Parameters
    ----------
    projected : dict from a title to an array of shape (n, 2)
        What each projection makes of the tokens.
    cards : sequence of n cards
        What the tokens are.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(min(WIDEST, 4.2 * len(projected)), 4.2, columns=len(projected))
    told = []
    for panel, (title, points) in zip(panels, projected.items(), strict=True):
        for place, (x, y), beside in zip(together(points), points, ranks(points), strict=True):
            shift = 0.34 * (beside - (len(place) - 1) / 2)
            draw_card(panel, x + shift, y, cards[place[beside]])
        panel.set(xlim=(-1.6, 1.6), ylim=(-1.5, 1.5), aspect="equal", title=title)
        panel.set(xlabel="first feature", ylabel="second feature")
        groups = sorted({tuple(place) for place in together(points)})
        held = "; ".join(" and ".join(short(cards[i]) for i in group) for group in groups)
        told.append(f"{title}: {len(groups)} places ({held})")
    return figure, f"Where {len(cards)} cards lie. {'. '.join(told)}."


def together(points: Float[np.ndarray, "n 2"]) -> list[list[int]]:
    """Return for each point the points that lie where it lies, itself among them."""
    near = np.linalg.norm(points[:, np.newaxis] - points, axis=-1) < 0.05
    return [list(map(int, np.flatnonzero(row))) for row in near]


def ranks(points: Float[np.ndarray, "n 2"]) -> list[int]:
    """Return for each point the how-manieth it is of those that lie where it lies."""
    return [place.index(number) for number, place in enumerate(together(points))]


def turned_plane(
    one: Float[np.ndarray, "n 2"], other: Float[np.ndarray, "n 2"], cards: Sequence[Card], degrees: float
) -> Drawn:
    """Draw the tokens as they are seen through a plane that lies between two planes at right angles.

    Parameters
    ----------
    one, other : arrays of shape (n, 2)
        The tokens seen through both planes.
    cards : sequence of n cards
    degrees : float
        0 for the first plane, 90 for the other.

    Returns
    -------
    figure, alt : the picture and its text
    """
    angle = np.deg2rad(degrees)
    return planes({f"turned by {degrees:g}°": np.cos(angle) * one + np.sin(angle) * other}, cards)


def tables(weights: Mapping[str, Float[np.ndarray, "n n"]], cards: Sequence[Card]) -> Drawn:
    """Draw the weights of some heads side by side, cards down and across.

    Parameters
    ----------
    weights : dict from a head's name to its weights, (n, n)
        At most four heads.
    cards : sequence of n cards

    Returns
    -------
    figure, alt : the picture and its text
    """
    names = [short(card) for card in cards]
    figure, panels = new_axes(WIDEST, 3.5, columns=len(weights), sharey=True)
    told = []
    for number, (panel, (title, table)) in enumerate(zip(panels, weights.items(), strict=True)):
        few = table.round(1) if len(weights) > 2 else table
        draw_matrix(panel, few, rows=names, columns=names, title=title, decimals=1 if len(weights) > 2 else 2)
        panel.tick_params(labelsize=9)
        panel.tick_params(axis="x", rotation=90)
        panel.set_ylabel("query" if number == 0 else "")
        told.append(f"{title}: {names[0]} looks most at {names[int(table[0].argmax())]} ({table[0].max():.2f})")
    return figure, f"Weights of {len(weights)} heads over {len(cards)} cards. {'; '.join(told)}."


# ---------------------------------------------------------------------- shapes


def shapes_of_a_layer(n: int, d_model: int, num_heads: int) -> Drawn:
    """Draw the matrices of multi-head attention, each row to scale: what one head does, and how all are put together.

    Parameters
    ----------
    n, d_model, num_heads : int
        Tokens, features, and heads; num_heads divides d_model.

    Returns
    -------
    figure, alt : the picture and its text
    """
    d_k = d_model // num_heads
    figure, (top, below) = new_axes(WIDEST, 4.3, rows=2)
    draw_one_head(top, n, d_model, d_k)
    draw_all_heads(below, n, d_model, [HEAD_COLOURS[i % 4] for i in range(num_heads)])
    top.set_title(f"one head: n = {n}, $d_{{model}}$ = {d_model}, $d_k = d_v$ = {d_k}", fontsize=10)
    below.set_title("all heads: a row of blocks times a column of blocks is a sum", fontsize=10)
    for axes in (top, below):
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_ylim(-d_model / 2 - 1.1, d_model / 2 + 0.9)
    return figure, (
        f"Matrices, each row drawn to scale, for {n} tokens, {d_model} features and {num_heads} heads. One head: X "
        f"({n}, {d_model}) times W_i^Q ({d_model}, {d_k}) is Q_i ({n}, {d_k}); Q_i times K_i^T ({d_k}, {n}) gives the "
        f"weights A_i ({n}, {n}), and these times V_i ({n}, {d_k}) the head ({n}, {d_k}). All heads: {num_heads} "
        f"blocks side by side times {num_heads} blocks of W^O, each ({d_k}, {d_model}), below each other, are a sum of "
        f"{num_heads} products."
    )


def draw_one_head(axes: Axes, n: int, d_model: int, d_k: int) -> None:
    """Draw the products of matrices that make the queries of one head, and from there its output."""
    queries, equals = ("$Q_i$", n, d_k, SKY), ("=", 0, 0, "")
    x = draw_product(axes, 0, [("$X$", n, d_model, "white"), ("$W_i^Q$", d_model, d_k, SKY), equals, queries])
    x = draw_product(axes, x + 1.5, [queries, ("$K_i^T$", d_k, n, SKY), ("\N{RIGHTWARDS ARROW}", 0, 0, "")])
    draw_product(axes, x, [("$A_i$", n, n, SKY), ("$V_i$", n, d_k, SKY), equals, ("head$_i$", n, d_k, SKY)])


def draw_all_heads(axes: Axes, n: int, d_model: int, colours: Sequence[str]) -> None:
    """Draw how the heads, side by side, are multiplied by W^O: in one product, and as a sum over the heads."""
    d_k = d_model // len(colours)
    heads = [f"head$_{i + 1}$" for i in range(len(colours))]
    parts = [f"$W_{i + 1}^O$" for i in range(len(colours))]
    x = draw_blocks(axes, 0, (n, d_k), colours, "Concat", heads, across=True)
    x = draw_blocks(axes, x + 1.2, (d_k, d_model), colours, "$W^O$", parts, across=False)
    axes.text(x + 0.7, 0, "=", ha="center", va="center", fontsize=13)
    x += 1.4
    for i, colour in enumerate(colours):
        x = draw_product(axes, x, [(heads[i], n, d_k, colour), (parts[i], d_k, d_model, colour)])
        if i < len(colours) - 1:
            axes.text(x - 0.1, 0, "+", ha="center", va="center", fontsize=13)
            x += 0.7


def draw_product(axes: Axes, x: float, factors: Sequence[tuple[str, int, int, str]]) -> float:
    """Draw matrices beside each other, each with its name and its shape below; return where the last one ends."""
    for name, rows, columns, colour in factors:
        if not rows:
            axes.text(x + 0.3, 0, name, ha="center", va="center", fontsize=13)
            x += 1.1
            continue
        axes.add_patch(Rectangle((x, -rows / 2), columns, rows, facecolor=colour, edgecolor="black"))
        draw_name(axes, x + columns / 2, 0, name)
        label = f"({rows}, {columns})"
        axes.text(x + columns / 2, -rows / 2 - 0.7, label, ha="center", va="center", fontsize=9)
        x += columns + 1
    axes.set_xlim(-0.5, max(x, axes.get_xlim()[1]))
    return x


def draw_name(axes: Axes, x: float, y: float, name: str) -> None:
    """Write a matrix's name into its middle; a head, which is high and narrow, has it upright."""
    axes.text(x, y, name, ha="center", va="center", fontsize=10, rotation=90 if name.startswith("head") else 0)


def draw_blocks(
    axes: Axes, x: float, block: tuple[int, int], colours: Sequence[str], name: str, parts: Sequence[str], across: bool
) -> float:
    """Draw the named blocks of one matrix, side by side or below each other, with its shape; return where it ends."""
    rows, columns = block
    height, width = (rows, columns * len(colours)) if across else (rows * len(colours), columns)
    for i, colour in enumerate(colours):
        left, bottom = (x + i * columns, -rows / 2) if across else (x, height / 2 - (i + 1) * rows)
        axes.add_patch(Rectangle((left, bottom), columns, rows, facecolor=colour, edgecolor="black"))
        draw_name(axes, left + columns / 2, bottom + rows / 2, parts[i])
    axes.text(x + width / 2, height / 2 + 0.5, name, ha="center", va="center", fontsize=10)
    axes.text(x + width / 2, -height / 2 - 0.7, f"({height}, {width})", ha="center", va="center", fontsize=9)
    return x + width


SPLITS = ("right: by features", "reshape alone", "no exchange of axes", "features dealt out in turn")


def wrong_splits(n: int = 4, d_model: int = 8) -> Drawn:
    """Draw which numbers of X get into one softmax together, with two heads, for the right split and three others.

    Parameters
    ----------
    n, d_model : int
        Tokens and features, both even.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 2.7, columns=4, sharey=True)
    token, feature = np.arange(n)[:, np.newaxis], np.arange(d_model)
    owners = (
        0 * token + feature // (d_model // 2),
        (token * d_model + feature) // (n * d_model // 2),
        token + 0 * feature,
        0 * token + feature % 2,
    )
    for panel, title, owner in zip(panels, SPLITS, owners, strict=True):
        draw_owners(panel, owner)
        panel.set_title(title, fontsize=9)
    panels[0].set_ylabel("token")
    groups = "; ".join(
        f"{title}: {len(np.unique(owner))} groups of {np.sum(owner == 0)} numbers"
        for title, owner in zip(SPLITS, owners, strict=True)
    )
    return figure, f"X of shape ({n}, {d_model}) four times; numbers of one group meet in one attention. {groups}."


def draw_owners(axes: Axes, owner: np.ndarray) -> None:
    """Draw a table whose cells have the colour and the letter of the group that they belong to."""
    n, d_model = owner.shape
    for (row, column), group in np.ndenumerate(owner):
        axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=HEAD_COLOURS[group % 4], edgecolor="white"))
        axes.text(column, row, "abcd"[group % 4], ha="center", va="center", fontsize=9)
    axes.set(xlim=(-0.5, d_model - 0.5), ylim=(n - 0.5, -0.5), xlabel="feature")
    axes.set_xticks(range(d_model), [str(i) for i in range(d_model)], fontsize=9)
    axes.set_yticks(range(n), [str(i) for i in range(n)], fontsize=9)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


# ---------------------------------------------------------------------- circuits


def circuits(
    looks: Float[np.ndarray, "h d d"],
    carries: Float[np.ndarray, "h d d"],
    properties: Sequence[str],
    heads: Sequence[str],
) -> Drawn:
    """Draw the two products of matrices of some heads: what is compared with what, and what is carried where.

    Parameters
    ----------
    looks : array of shape (h, d, d)
        For each head, W^Q W^K^T; rows are properties of the query's token, columns of the key's.
    carries : array of shape (h, d, d)
        For each head, W^V W^O; rows are properties of the token looked at, columns features of the output.
    properties, heads : sequences of strings
        Names of the d properties and of the heads.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 5.4, rows=2, columns=len(heads))
    looks, carries = looks.round(9) + 0.0, carries.round(9) + 0.0  # no colour for what is rounding only
    limit = float(np.abs(looks).max())
    outputs = [str(i) for i in range(len(properties))]
    told = []
    for i, head in enumerate(heads):
        up, down = panels[i], panels[len(heads) + i]
        draw_matrix(
            up,
            looks[i],
            rows=properties,
            columns=properties,
            title=f"looks: {head}",
            row_label="",
            column_label="",
            kind="scores",
            decimals=0,
            limit=limit,
        )
        up.tick_params(axis="x", rotation=90)
        draw_matrix(
            down,
            carries[i],
            rows=properties,
            columns=outputs,
            title=f"carries: {head}",
            row_label="",
            column_label="feature of the output",
            kind="scores",
            decimals=0,
            limit=1,
        )
        for panel in (up, down):
            panel.tick_params(labelsize=9)
            if i:
                panel.set_yticklabels([])
        told.append(f"{head}: {named_entries(looks[i], properties)}; carries {carried(carries[i], properties)}")
    panels[0].set_ylabel("of the query")
    panels[len(heads)].set_ylabel("of the key's token")
    return figure, f"Two tables for each of {len(heads)} heads. {'. '.join(told)}."


def named_entries(table: Float[np.ndarray, "d d"], properties: Sequence[str]) -> str:
    """Say which properties a table compares with which."""
    found = [
        f"{properties[i]} with {properties[j]} ({cell_text(table[i, j], 0)})"
        for i, j in np.argwhere(np.abs(table) > 0.5)
    ]
    return f"compares {', '.join(found)}" if found else "compares nothing (0)"


def carried(table: Float[np.ndarray, "d d"], properties: Sequence[str]) -> str:
    """Say which properties a table carries to which feature of the output."""
    return ", ".join(f"{properties[i]} to feature {j}" for i, j in np.argwhere(np.abs(table) > 0.5))


# ---------------------------------------------------------------------- the size of a head


def best_of_rank(scores: Float[np.ndarray, "n n"], rank: int) -> Float[np.ndarray, "n n"]:
    """Return the matrix of at most this rank that is nearest to a matrix, by the sum of squared differences.

    Parameters
    ----------
    scores : array of shape (n, n)
    rank : int
        At least 0.

    Returns
    -------
    array of shape (n, n)

    References
    ----------
    Eckart and Young (1936), The approximation of one matrix by another of lower rank.

    Examples
    --------
    >>> best_of_rank(np.diag([3.0, 2.0]), 1).round(6) + 0.0
    array([[3., 0.],
           [0., 0.]])
    """
    left, sizes, right = np.linalg.svd(scores)
    return (left[:, :rank] * sizes[:rank]) @ right[:rank]


def head_of_size(scores: Float[np.ndarray, "n n"], d_k: int) -> Drawn:
    """Draw wanted weights, the weights of the best scores that a head of this size can have, and the error by size.

    Parameters
    ----------
    scores : array of shape (n, n)
        The wanted scores.
    d_k : int
        Size of the head.

    Returns
    -------
    figure, alt : the picture and its text
    """
    n = len(scores)
    sizes = np.arange(n + 1)
    errors = np.array([elsewhere(scores, int(size)) for size in sizes])
    figure, panels = new_axes(WIDEST, 3.0, columns=3, width_ratios=[1, 1, 1.25])
    for panel, table, title in (
        (panels[0], softmax(scores), "wanted weights"),
        (panels[1], softmax(best_of_rank(scores, d_k)), f"a head with $d_k$ = {d_k}"),
    ):
        draw_matrix(panel, table, title=title, numbers=False)
        panel.set(xticks=[], yticks=[])
    panels[2].plot(sizes, 100 * errors, color=BLUE, marker="o", markersize=4)
    panels[2].plot([d_k], [100 * errors[d_k]], "o", color=VERMILION, markersize=10)
    panels[2].set_xticks(sizes[::2])
    panels[2].set(xlabel="size of the head, $d_k$", ylabel="weight in the wrong place (%)", ylim=(-3, 100))
    rank = int(np.linalg.matrix_rank(scores))
    return figure, (
        f"Weights over {n} tokens from scores of rank {rank}, and from the nearest scores of rank {d_k}: "
        f"{100 * errors[d_k]:.0f}% of the weight lies in the wrong place. Size 1: {100 * errors[1]:.0f}%, "
        f"size {rank}: {100 * errors[rank]:.0f}%."
    )


def elsewhere(scores: Float[np.ndarray, "n n"], d_k: int) -> float:
    """Return the share of its weight that the best head of a size spends in the wrong place, 0 to 1."""
    wanted, found = softmax(scores), softmax(best_of_rank(scores, d_k))
    return float(0.5 * np.abs(wanted - found).sum(axis=-1).mean())


# ---------------------------------------------------------------------- cost


def cost_readings(n: int, d_model: int = 512) -> Drawn:
    """Draw what the letter d in O(h n^2 d) makes of the cost, and the share of it that grows with the square of n.

    Parameters
    ----------
    n : int
        Number of tokens.
    d_model : int
        Features of a token, a multiple of 64.

    Returns
    -------
    figure, alt : the picture and its text
    """
    heads = 2 ** np.arange(6)
    shared = np.array([attention_cost(n, d_model, int(h))["multiply_adds"] for h in heads]) - 4.0 * n * d_model**2
    wider = 2.0 * n**2 * 64 * heads
    figure, (left, right) = new_axes(WIDEST, 3.4, columns=2)
    left.plot(heads, shared / 1e9, color=BLUE, marker="o", label=f"heads share {d_model} features")
    left.plot(heads, wider / 1e9, color=VERMILION, marker="D", linestyle="--", label="each head has 64 features")
    left.set_xscale("log", base=2)
    left.set_xticks(heads, [str(h) for h in heads])
    left.set(xlabel="number of heads, h", ylabel="billions of multiply-adds", title="scores and averages")
    left.legend(frameon=False, fontsize=9)
    lengths = np.geomspace(32, 65_536, 100)
    right.plot(lengths, 100 * square_share(lengths, d_model), color=GREEN, linestyle="-")
    share = 100 * float(square_share(np.array(n), d_model))
    right.plot([n], [share], "o", color=VERMILION, markersize=9)
    right.axvline(2 * d_model, color=GREY, linewidth=1, linestyle=":")
    right.text(2 * d_model * 1.15, 4, f"$n = 2\\,d_{{model}}$ = {2 * d_model:,}", fontsize=9)
    right.set_xscale("log", base=2)
    ticks = (32, 256, 2048, 16_384)
    right.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    right.set(
        xlabel="number of tokens, n", ylabel="scores and averages (% of all)", ylim=(0, 100), title=f"marked: n = {n:,}"
    )
    return figure, (
        f"Left, multiply-adds of scores and averages for {n} tokens, in billions: heads that share {d_model} features "
        f"{shared[0] / 1e9:.3g} whatever their number; heads of 64 features each from {wider[0] / 1e9:.3g} for 1 to "
        f"{wider[-1] / 1e9:.3g} for 32. Right, their share of all multiply-adds of the layer: {share:.0f}% for {n} "
        f"tokens, 50% for {2 * d_model}."
    )


def square_share(n: np.ndarray, d_model: int) -> np.ndarray:
    """Return which share of the multiply-adds are those of scores and averages: 2 n^2 d of 4 n d^2 + 2 n^2 d."""
    return np.asarray(n / (n + 2 * d_model))


# ---------------------------------------------------------------------- heads that can be spared


def heads_left(explained: Mapping[int, Sequence[float]], theory: float = 0.5) -> Drawn:
    """Draw how much a trained layer explains while its heads are taken away, the least needed first.

    Parameters
    ----------
    explained : dict from a number of heads to a sequence of shares
        The share of the answers' variance that is explained with all heads, with one fewer, down to one.
    theory : float
        What a single average can explain at best.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(6.8, 3.4)
    styles = ((ORANGE, "-.", "^"), (VERMILION, ":", "D"), (BLUE, "-", "o"), (GREEN, "--", "s"))  # two may meet: hollow
    told = []
    for (heads, shares), (colour, dashes, marker) in zip(explained.items(), styles, strict=False):
        left = np.arange(heads, 0, -1)
        name = f"trained with {heads}"
        axes.plot(
            left, 100 * np.asarray(shares), color=colour, linestyle=dashes, marker=marker, fillstyle="none", label=name
        )
        some = ", ".join(f"{100 * shares[-few]:.0f}% with {few}" for few in (2, 1) if few < heads)
        told.append(f"{name}: {100 * shares[0]:.0f}% with all, {some} left")
    axes.axhline(100 * theory, color=GREY, linewidth=1)
    axes.text(max(explained), 100 * theory - 5, f"one average: {100 * theory:.0f}%", ha="left", va="center", fontsize=9)
    axes.invert_xaxis()
    axes.set(xlabel="heads left", ylabel="variance explained (%)", ylim=(0, 106))
    axes.set_xticks(range(1, max(explained) + 1))
    axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure, f"The variance explained against the heads left. {'; '.join(told)}."


# ---------------------------------------------------------------------- shared keys and values


def shared_heads(num_heads: int, groups: Sequence[int]) -> Drawn:
    """Draw which query heads use which head of keys and values, for some numbers of those.

    Parameters
    ----------
    num_heads : int
        Heads of queries.
    groups : sequence of int
        Heads of keys and values, from the most to one; each divides num_heads.

    Returns
    -------
    figure, alt : the picture and its text
    """
    names = {num_heads: "multi-head", 1: "multi-query"}
    figure, panels = new_axes(WIDEST, 2.4, columns=len(groups))
    for panel, shared in zip(panels, groups, strict=True):
        each = num_heads // shared
        for head in range(num_heads):
            colour = HEAD_COLOURS[head // each] if shared <= len(HEAD_COLOURS) else "white"  # one colour, one group
            middle = (head // each) * each + (each - 1) / 2
            panel.plot([head, middle], [1, 0], color="dimgrey", linewidth=1.2, zorder=1)
            panel.plot([head], [1], "o", color=colour, markersize=15, markeredgecolor="black", zorder=2)
            panel.plot([middle], [0], "s", color=colour, markersize=15, markeredgecolor="black", zorder=2)
        panel.set(xlim=(-0.7, num_heads - 0.3), ylim=(-0.42, 1.36))
        panel.set_title(f"{names.get(shared, 'grouped-query')}: {shared} for {num_heads}", fontsize=10)
        panel.set_axis_off()
    panels[0].text(-0.4, 1.22, "queries", fontsize=9)
    panels[0].text(-0.4, -0.36, "keys and values", fontsize=9)
    told = "; ".join(
        f"{shared} head{'s' * (shared > 1)} of keys and values, with {num_heads // shared} of queries each"
        for shared in groups
    )
    return figure, f"{len(groups)} diagrams of {num_heads} heads of queries: {told}."


def cache_bytes(n: int, layers: int, shared: int, d_k: int, bytes_per_number: int = 2) -> int:
    """Return how many bytes the keys and values of n tokens take in all layers.

    Parameters
    ----------
    n, layers : int
        Tokens of the sequence so far, and layers of the model.
    shared : int
        Heads of keys and values.
    d_k : int
        Size of a head.
    bytes_per_number : int
        Size of one stored number.

    Returns
    -------
    int

    Examples
    --------
    >>> cache_bytes(n=10, layers=2, shared=4, d_k=3)
    960
    """
    return 2 * n * layers * shared * d_k * bytes_per_number  # 2: a key and a value


def cache_sizes(n: int, layers: int = 32, num_heads: int = 32, d_k: int = 128) -> Drawn:
    """Draw what the cache of keys and values takes, by the number of heads that have their own.

    Parameters
    ----------
    n : int
        Tokens of the sequence so far.
    layers, num_heads, d_k : int
        Layers of the model, heads of queries (a power of two), and the size of a head.

    Returns
    -------
    figure, alt : the picture and its text
    """
    groups = [2**power for power in range(int(np.log2(num_heads)), -1, -1)]
    sizes = np.array([cache_bytes(n, layers, shared, d_k) for shared in groups]) / 2**30
    figure, (axes,) = new_axes(6.8, 2.9)
    names = [f"{shared}\n{ {num_heads: 'multi-head', 1: 'multi-query'}.get(shared, '') }".rstrip() for shared in groups]
    bars = axes.bar(names, sizes, color=SKY, edgecolor="black", linewidth=0.6)
    axes.bar_label(bars, labels=[f"{size:.3g}" for size in sizes], padding=2, fontsize=9)
    axes.set(ylabel="memory (GiB)", xlabel="heads of keys and values", ylim=(0, 1.15 * sizes.max()))
    axes.set_title(f"{n:,} tokens, {layers} layers, {num_heads} heads of {d_k} features", fontsize=10)
    told = ", ".join(f"{size:.3g} for {shared}" for shared, size in zip(groups, sizes, strict=True))
    return figure, (
        f"Memory of the keys and values of {n} tokens, in GiB, by the number of heads that have their own: {told}."
    )
