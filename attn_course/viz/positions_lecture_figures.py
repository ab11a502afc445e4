"""The figures of Lecture 04, positions: pure functions that return a figure and its text.

What was measured is handed over; what a formula or a function of the course gives is computed here. None trains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from jaxtyping import Float, Int, Num
from matplotlib.patches import Arc, FancyArrowPatch, Rectangle

from attn_course.attention.positional_encoding import pair_frequencies, positional_encoding
from attn_course.attention.scaled_dot_product import softmax
from attn_course.viz.heatmap import cell_text, draw_matrix
from attn_course.viz.lecture_figures import GREY
from attn_course.viz.show import BLUE, GREEN, ORANGE, VERMILION, WIDEST, Drawn, new_axes

PALE, PALE_ORANGE = "#EAF3FA", "#F2C766"
CIRCLE = np.linspace(0, 2 * np.pi, 181)

# ---------------------------------------------------------------------- what attention does not know


def shuffled_weights(
    scores: Float[np.ndarray, "n n"], names: Sequence[str], order: Sequence[int], follow: tuple[int, int]
) -> Drawn:
    """Draw the weights of tokens in two orders, with and without a causal mask, and mark one pair of tokens.

    Parameters
    ----------
    scores : array of shape (n, n)
        Of every token with every token, in the first order.
    names : sequence of n strings
        The tokens.
    order : sequence of n int
        The second order: which token stands at each position.
    follow : pair of int
        The tokens, as query and as key, whose weight is marked in every panel.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 5.6, rows=2, columns=2)
    orders, told = (list(range(len(names))), list(order)), []
    for number, panel in enumerate(panels):
        places, causal = orders[number % 2], number >= 2
        table = scores[np.ix_(places, places)]
        weights = softmax(np.where(np.tri(len(names), dtype=bool), table, -np.inf) if causal else table)
        words = [names[place] for place in places]
        draw_matrix(panel, weights, rows=words, columns=words, row_label="query" if number % 2 == 0 else "")
        row, column = (places.index(token) for token in follow)
        panel.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor=VERMILION, linewidth=3))
        title = f"{'causal mask' if causal else 'no mask'}: {' '.join(words)}"
        panel.set_title(title, fontsize=10)
        told.append(f"{title}: {weights[row, column]:.2f}")
    return figure, (
        f"Four tables of weights, queries down and keys across. The weight from {names[follow[0]]} to "
        f"{names[follow[1]]} is marked. {'; '.join(told)}."
    )


# ---------------------------------------------------------------------- what a signal must do


def candidates(short: int, long: int, d: int = 32) -> Drawn:
    """Draw how far the vector of each position is from that of position 0, for four ways to write a position.

    Parameters
    ----------
    short, long : int
        Lengths of two texts, in positions.
    d : int
        Features of the sines.

    Returns
    -------
    figure, alt : the picture and its text
    """
    ways: dict[str, Callable[[int], np.ndarray]] = {
        "the number": lambda n: np.arange(n, dtype=float)[:, np.newaxis],
        "the share of the text": lambda n: np.linspace(0, 1, n)[:, np.newaxis],
        "a feature for each": np.eye,
        f"{d} sines and cosines": lambda n: positional_encoding(n, d),
    }
    figure, panels = new_axes(WIDEST, 4.6, rows=2, columns=2, sharex=True)
    told = []
    for panel, (name, vectors) in zip(panels, ways.items(), strict=True):
        for n, colour, dashes, width in ((long, BLUE, "-", 1.8), (short, ORANGE, "--", 2.6)):
            far = np.linalg.norm(vectors(n) - vectors(n)[0], axis=1)  # (n, d) -> (n,)
            panel.plot(far, color=colour, linestyle=dashes, linewidth=width, label=f"text of {n}")
            told.append(f"{name}, text of {n}: {far[1]:.2f} at position 1, {far[-1]:.2f} at the end")
        panel.set(title=name, ylim=(0, None))
    for panel in panels[2:]:
        panel.set_xlabel("position")
    for panel in panels[::2]:
        panel.set_ylabel("how far from position 0")
    panels[1].legend(frameon=False, fontsize=9, loc="center right")
    return figure, f"Four panels: how far the vector of a position is from that of position 0. {'; '.join(told)}."


def three_doors(n: int, d: int) -> Drawn:
    """Draw the way from tokens to outputs in one attention layer, and the three places where positions enter.

    Parameters
    ----------
    n, d : int
        Number of tokens, and their features.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, (axes,) = new_axes(WIDEST, 4.4)
    boxes = {"tokens": (0.0, 0.55), "queries": (3.0, 1.1), "keys": (3.0, 0.0), "values": (3.0, -1.4)}
    boxes |= {"scores": (6.0, 0.55), "weights": (8.2, 0.55), "outputs": (8.2, -1.4)}
    for name, (x, y) in boxes.items():
        axes.add_patch(Rectangle((x - 0.62, y - 0.4), 1.24, 0.8, facecolor=PALE, edgecolor="dimgrey"))
        size = n if name in ("scores", "weights") else d
        axes.text(x, y, f"{name}\n({n}, {size})", ha="center", va="center", fontsize=9)
    ways = [((0.62, 0.55), (2.38, 1.1)), ((0.62, 0.55), (2.38, 0)), ((0.62, 0.55), (2.38, -1.4))]
    ways += [((3.62, 1.1), (5.38, 0.65)), ((3.62, 0), (5.38, 0.45)), ((6.62, 0.55), (7.58, 0.55))]
    for start, end in [*ways, ((8.2, 0.15), (8.2, -1.0)), ((3.62, -1.4), (7.58, -1.4))]:
        way = FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=11, color="dimgrey", shrinkA=0, shrinkB=0)
        axes.add_patch(way)
    axes.text(7.1, 0.66, "softmax", ha="center", fontsize=9)
    axes.add_patch(Rectangle((2.2, -0.52), 1.6, 2.14, fill=False, edgecolor=BLUE, linewidth=2, linestyle="--"))
    doors = (
        (0.0, VERMILION, "1  add to the tokens", "sines and cosines,\nlearned table", 0.97),
        (3.0, BLUE, "2  turn queries and keys", "rotary (RoPE)", 1.64),
        (6.0, GREEN, "3  add to the scores", "Shaw, T5 (learned),\nstraight lines (ALiBi)", 0.97),
    )
    for x, colour, title, entering, foot in doors:
        axes.text(x, 3.0, title, ha="center", va="bottom", color=colour, weight="bold")
        axes.text(x, 2.93, entering, ha="center", va="top", fontsize=9)
        arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 2.6, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (x, foot), (x, 2.33), arrowprops=arrow)
    axes.set(xlim=(-1.4, 9.0), ylim=(-1.9, 3.4))
    axes.set_axis_off()
    return figure, (
        f"The way through attention: tokens ({n}, {d}) become queries, keys and values; queries and keys make scores "
        f"({n}, {n}); the softmax makes weights; weights and values make outputs ({n}, {d}). Positions enter at 3 "
        "places: added to the tokens (sines and cosines, learned table), turning queries and keys (RoPE), added to the "
        "scores (Shaw, T5, ALiBi)."
    )


# ---------------------------------------------------------------------- sines


def clock_grid(positions: int = 12, shift: int = 3, starts: tuple[int, int] = (2, 7), d: int = 32) -> Drawn:
    """Draw the hands of every second of the first eight pairs, a row for each pair and a column for each position.

    Parameters
    ----------
    positions : int
        How many are drawn.
    shift : int
        How far the marked positions are apart.
    starts : pair of int
        From where the shift is marked.
    d : int
        Features, at least 16.

    Returns
    -------
    figure, alt : the picture and its text
    """
    pairs = range(0, 8, 2)
    frequencies = pair_frequencies(d)
    colours = dict.fromkeys(starts, VERMILION) | dict.fromkeys((start + shift for start in starts), BLUE)
    figure, (axes,) = new_axes(WIDEST, 3.1)
    for row, pair in enumerate(pairs):
        for position in range(positions):
            angle, colour = position * frequencies[pair], colours.get(position, "grey")
            axes.plot(
                position + 0.42 * np.sin(CIRCLE[::6]), 0.42 * np.cos(CIRCLE[::6]) - row, color=GREY, linewidth=0.5
            )
            tip = (position + 0.4 * np.sin(angle), 0.4 * np.cos(angle) - row)
            width = 2.6 if position in colours else 1.4
            axes.plot([position, tip[0]], [-row, tip[1]], color=colour, linewidth=width)
            axes.plot(*tip, "o", color=colour, markersize=width + 1.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(positions))
    axes.set_yticks([-row for row in range(len(pairs))], [f"pair {pair}" for pair in pairs])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("position")
    turns = [shift * frequencies[pair] for pair in pairs]
    for row, turn in enumerate(turns):
        axes.text(positions - 0.3, -row, f"{shift} steps:\n{turn:.2f} radians", va="center", fontsize=9)
    axes.set(xlim=(-0.6, positions + 1.2), ylim=(0.5 - len(pairs), 0.5))
    first, second = (f"{start} to {start + shift}" for start in starts)
    told = ", ".join(f"pair {pair} by {turn:.2f}" for pair, turn in zip(pairs, turns, strict=True))
    return figure, (
        f"A row of {positions} clocks, one for each position, for each of {len(pairs)} pairs of {d} features. The "
        f"hands of the first row turn fast, those of the last row slowly. From position {first} and from {second} they "
        f"turn by the same angles: {told} radians."
    )


def wavelengths(d: int = 64, base: float = 10000.0, trained: int = 512) -> Drawn:
    """Draw how many positions each pair of features needs for one turn, and which turn fully within a text.

    Parameters
    ----------
    d : int
        Features, even.
    base : float
        Of the frequencies, above 1.
    trained : int
        Length of the longest text of the training, in positions.

    Returns
    -------
    figure, alt : the picture and its text
    """
    lengths = 2 * np.pi / pair_frequencies(d, base)  # (d/2,)
    whole = lengths <= trained
    figure, (axes,) = new_axes(WIDEST, 3.3)
    pairs = np.arange(len(lengths))
    for these, colour, marker, name in (
        (whole, BLUE, "o", "turn at least once"),
        (~whole, VERMILION, "D", "never finish a turn"),
    ):
        axes.plot(pairs[these], lengths[these], marker, color=colour, markersize=5, label=f"{these.sum()} pairs {name}")
    axes.axhline(trained, color="black", linewidth=1)
    axes.text(len(lengths) - 0.6, trained * 1.12, f"{trained} positions", ha="right", va="bottom", fontsize=9)
    axes.set(yscale="log", ylim=(3, 4e6), xlabel="pair of features", ylabel="positions for one turn")
    axes.set_title(
        f"{d} features, base {base:,.0f}: each pair is {lengths[1] / lengths[0]:.2f} times as slow as the one before"
    )
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    return figure, (
        f"Positions for one turn of each of {len(lengths)} pairs, on a logarithmic axis: a straight line of points, "
        f"from {lengths[0]:.2f} to {lengths[-1]:,.0f}, each {lengths[1] / lengths[0]:.2f} times the one before. Within "
        f"{trained} positions {whole.sum()} pairs turn at least once, {(~whole).sum()} never finish a turn."
    )


def score_maps(tables: Mapping[str, Num[np.ndarray, "n m"]], *, numbers: bool = False, height: float = 3.2) -> Drawn:
    """Draw tables of scores side by side, and tell how far each is from equal numbers along its diagonals.

    Parameters
    ----------
    tables : dict of arrays of shape (n, m)
        Queries down, keys across; three at most.
    numbers : bool
        Whether to write the numbers into the cells. Then all tables have one scale of colours.
    height : float
        Of the figure, in inches.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, height, columns=len(tables))
    limit = max(float(np.abs(table).max()) for table in tables.values()) if numbers else None
    told = []
    for panel, (name, table) in zip(panels, tables.items(), strict=True):
        label = "query's position" if panel is panels[0] else ""
        draw_matrix(
            panel,
            table,
            kind="scores",
            numbers=numbers,
            decimals=1,
            limit=limit,
            row_label=label,
            column_label="key's position",
        )
        panel.set_title(name, fontsize=10)
        if not numbers:
            panel.set_xticks(range(0, table.shape[1], 16), [str(place) for place in range(0, table.shape[1], 16)])
            panel.set_yticks(range(0, table.shape[0], 16), [str(place) for place in range(0, table.shape[0], 16)])
        told.append(f"{name.replace(chr(10), ' ')}: {cell_text(along_diagonals(table), 2)}")
    rows, columns = next(iter(tables.values())).shape
    return figure, (
        f"{len(tables)} tables of numbers, {rows} queries down and {columns} keys across. The largest difference "
        f"between neighbours on a diagonal: {'; '.join(told)}."
    )


def along_diagonals(table: Num[np.ndarray, "n m"]) -> float:
    """Return the largest difference between neighbours on a diagonal: 0 for a Toeplitz matrix."""
    return float(np.abs(table[1:, 1:] - table[:-1, :-1]).max())


# ---------------------------------------------------------------------- a bias for each distance


def t5_bucket(
    distances: Int[np.ndarray, "..."], num_buckets: int = 16, max_distance: int = 128
) -> Int[np.ndarray, "..."]:
    """Return the group of each distance in one direction: small ones alone, larger ones in growing groups.

    Parameters
    ----------
    distances : array of whole numbers
        At least 0.
    num_buckets : int
        Number of groups, even.
    max_distance : int
        The last group begins before this distance.

    Returns
    -------
    array of whole numbers
        From 0 to num_buckets - 1.

    References
    ----------
    Raffel et al. (2020), Exploring the Limits of Transfer Learning with a Unified Text-to-Text
    Transformer, section 2.1; the formula is that of the authors' program.

    Examples
    --------
    >>> t5_bucket(np.array([0, 7, 8, 11, 12, 127, 5000]))
    array([ 0,  7,  8,  8,  9, 15, 15])
    """
    alone = num_buckets // 2
    steps = np.log(np.maximum(distances, alone) / alone) / np.log(max_distance / alone)  # 0 at `alone`, 1 at the end
    grouped = alone + np.floor(steps * (num_buckets - alone) + 1e-9).astype(int)  # a border is not lost by rounding
    return np.where(distances < alone, distances, np.minimum(grouped, num_buckets - 1))


def buckets(num_buckets: int = 16, max_distance: int = 128) -> Drawn:
    """Draw the group of each distance by T5's rule and by clipping, and how many distances share each group.

    Parameters
    ----------
    num_buckets : int
        Groups in one direction, even.
    max_distance : int
        Above half of num_buckets.

    Returns
    -------
    figure, alt : the picture and its text
    """
    distances = np.arange(max_distance + 1)
    groups = t5_bucket(distances, num_buckets, max_distance)
    sizes = np.bincount(groups)[:-1]  # the last one has no end
    figure, (stairs, bars) = new_axes(WIDEST, 3.4, columns=2, width_ratios=[1.25, 1])
    stairs.step(distances, groups, where="post", color=BLUE, linewidth=2, label="T5: growing groups")
    clipped = np.minimum(distances, num_buckets - 1)
    stairs.step(distances, clipped, where="post", color=ORANGE, linestyle="--", linewidth=1.6, label="clipped")
    stairs.set(xlabel="distance (positions)", ylabel="entry of the table", ylim=(-0.5, 1.3 * num_buckets))
    ticks = [*range(0, num_buckets - 2, 4), num_buckets - 1]
    stairs.set_yticks(ticks)
    stairs.legend(frameon=False, fontsize=9, loc="upper left", ncols=2)
    bars.bar(range(len(sizes)), sizes, color=BLUE, width=0.75)
    for group, size in enumerate(sizes):
        bars.text(group, size + 0.01 * sizes.max(), str(size), ha="center", va="bottom", fontsize=9)
    bars.set(xlabel="entry of the table", ylabel="distances that share it", xlim=(-0.7, num_buckets - 0.3))
    bars.set_xticks(ticks)
    bars.set_ylim(0, 1.15 * sizes.max())
    bars.set_title(f"{num_buckets} entries; the last one has no end", fontsize=10)
    return figure, (
        f"Left: the entry of each distance rises in steps, by T5's rule with {num_buckets} entries up to "
        f"{max_distance}, and is at the last one, {num_buckets - 1}, from distance {sizes.sum()} on; clipping is there "
        f"from {num_buckets - 1} on. Right: how many distances share each entry but the last: "
        f"{', '.join(map(str, sizes))}."
    )


def three_series(d: int, num_heads: int, num_buckets: int = 16, max_distance: int = 128) -> Drawn:
    """Draw on one logarithmic axis: waves of the sines, borders of T5's groups, how far ALiBi's heads look back.

    Parameters
    ----------
    d : int
        Features of the sines, even.
    num_heads : int
        Of ALiBi; with equal contents a head with slope m looks 1 / (e^m - 1) positions back on average.
    num_buckets, max_distance : int
        Of T5's groups in one direction.

    Returns
    -------
    figure, alt : the picture and its text
    """
    alone = num_buckets // 2
    borders = max_distance ** (np.arange(alone) / alone) * alone ** (1 - np.arange(alone) / alone)
    slopes = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    rows = {
        f"sines, {d} features:\npositions for one turn": (2 * np.pi / pair_frequencies(d), BLUE, "o"),
        f"T5, {num_buckets} entries:\nwhere the groups begin": (borders, GREEN, "s"),
        f"ALiBi, {num_heads} heads:\nmean look back": (1 / np.expm1(slopes), VERMILION, "D"),
    }
    figure, (axes,) = new_axes(WIDEST, 2.7)
    told = []
    for height, (name, (series, colour, marker)) in enumerate(reversed(rows.items())):
        axes.plot(series, np.full(len(series), height), marker, color=colour, markersize=7)
        axes.axhline(height, color=GREY, linewidth=0.6, zorder=0)
        told.append(f"{name.replace(chr(10), ' ')} {series[0]:.1f} to {series[-1]:,.1f}")
    axes.set(xscale="log", xlim=(1, 1e5), ylim=(-0.6, 2.6), xlabel="distance (positions)")
    axes.set_yticks(range(3), list(reversed(rows)), fontsize=9)
    axes.tick_params(axis="y", length=0)
    return figure, f"Three rows of nearly evenly spaced points on a logarithmic axis. {'; '.join(reversed(told))}."


# ---------------------------------------------------------------------- rotations


def turned_together(query: int, key: int, shift: int, frequency: float = 0.3) -> Drawn:
    """Draw one pair of a query and of a key at two positions, and again with both positions moved.

    Parameters
    ----------
    query, key : int
        The positions on the left.
    shift : int
        By how much both are moved on the right.
    frequency : float
        Of the pair, in radians per position.

    Returns
    -------
    figure, alt : the picture and its text
    """
    contents = np.array([0.3, 0.8])  # where both point at position 0, in radians
    lengths = np.array([1.0, 0.8])
    figure, panels = new_axes(WIDEST, 3.7, columns=2)
    told = []
    for panel, moved in zip(panels, (0, shift), strict=True):
        places = np.array([query, key]) + moved
        angles = contents + frequency * places
        tips = lengths[:, np.newaxis] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)  # (2, 2)
        score = float(tips[0] @ tips[1])
        panel.plot(np.cos(CIRCLE), np.sin(CIRCLE), color=GREY, linewidth=0.8)
        panel.set_aspect("equal")
        for name, place, tip, colour, dashes in zip(
            ("query", "key"), places, tips, (BLUE, VERMILION), ("-", "--"), strict=True
        ):
            arrow = {"arrowstyle": "-|>", "color": colour, "linewidth": 2.6, "linestyle": dashes, "shrinkA": 0}
            panel.annotate("", tip, (0, 0), arrowprops=arrow | {"shrinkB": 0})
            outside = tip / np.linalg.norm(tip) * 1.22
            panel.text(
                outside[0], outside[1], f"{name}\nat {place}", ha="center", va="center", color=colour, fontsize=9
            )
        low, high = np.degrees(angles.min()), np.degrees(angles.max())
        panel.add_patch(Arc((0, 0), 0.8, 0.8, theta1=low, theta2=high, color="black", linewidth=1.4))
        middle = np.radians((low + high) / 2)
        between = float(angles[1] - angles[0])
        panel.text(0.58 * np.cos(middle), 0.58 * np.sin(middle), f"{between:.1f}", ha="center", va="center", fontsize=9)
        panel.set(xlabel="feature a", ylabel="feature b", xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), xticks=[], yticks=[])
        panel.set_title(f"{between:.1f} radians between them, score {cell_text(score, 2)}", fontsize=10)
        told.append(f"query at {places[0]}, key at {places[1]}: {between:.1f} radians, score {cell_text(score, 2)}")
    return figure, f"Two circles with a query and a key as arrows, turned by their positions. {'; '.join(told)}."


def score_bands(samples: Mapping[str, Float[np.ndarray, "m n"]]) -> Drawn:
    """Draw the mean and the middle nine tenths of scores against the distance.

    Parameters
    ----------
    samples : dict of arrays of shape (m, n)
        For each kind of contents, m scores at each of the distances 0 to n - 1; three at most.

    Returns
    -------
    figure, alt : the picture and its text
    """
    figure, panels = new_axes(WIDEST, 3.2, columns=len(samples), sharey=True)
    told = []
    for panel, (name, scores) in zip(panels, samples.items(), strict=True):
        low, high = np.quantile(scores, (0.05, 0.95), axis=0)  # (m, n) -> two of (n,)
        mean = scores.mean(axis=0)
        panel.fill_between(range(len(mean)), low, high, color=ORANGE, alpha=0.45, linewidth=0, label="9 of 10 scores")
        panel.plot(mean, color=BLUE, linewidth=1.8, label="mean")
        panel.axhline(0, color="black", linewidth=0.7)
        panel.set(title=name, xlabel="distance (positions)")
        told.append(
            f"{name}: mean {cell_text(mean[0], 1)} at distance 0, {cell_text(mean[-1], 1)} at {len(mean) - 1}; nine of "
            f"ten from {cell_text(low[-1], 1)} to {cell_text(high[-1], 1)} there"
        )
    panels[0].set_ylabel("score")
    panels[-1].legend(frameon=False, fontsize=9, loc="upper right")
    return figure, f"Scores against the distance, mean and middle nine tenths. {'; '.join(told)}."


def angles_seen(trained: int = 16, tested: int = 64, slower: float = 1.0, d: int = 8) -> Drawn:
    """Draw for each pair of features the angles of the distances in training, and of longer ones.

    Parameters
    ----------
    trained, tested : int
        Numbers of positions; the distances go up to one less.
    slower : float
        By what the positions of the longer text are divided.
    d : int
        Features, even.

    Returns
    -------
    figure, alt : the picture and its text
    """
    frequencies = pair_frequencies(d)
    figure, panels = new_axes(WIDEST, 3.0, columns=len(frequencies))
    told = []
    for pair, (panel, frequency) in enumerate(zip(panels, frequencies, strict=True)):
        farthest = min(frequency * (trained - 1), 2 * np.pi)  # a whole turn: every angle was seen
        asked = frequency * np.arange(trained, tested) / slower
        beyond = asked[asked % (2 * np.pi) > farthest + 1e-9]
        seen = np.linspace(0, farthest, 181)
        panel.plot(np.cos(CIRCLE), np.sin(CIRCLE), color=GREY, linewidth=0.6)
        panel.plot(np.cos(seen), np.sin(seen), color=BLUE, linewidth=7, solid_capstyle="butt", label="training")
        panel.plot(0.78 * np.cos(asked), 0.78 * np.sin(asked), ".", color=ORANGE, markersize=5, label="longer text")
        panel.plot(0.78 * np.cos(beyond), 0.78 * np.sin(beyond), "x", color=VERMILION, markersize=4, label="never seen")
        panel.set_aspect("equal")
        panel.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.75))
        panel.set_axis_off()
        panel.text(0, 1.25, f"pair {pair}\n{len(beyond)} of {len(asked)} never seen", ha="center", va="bottom")
        told.append(f"pair {pair}: {len(beyond)} of {len(asked)}")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=9
    )
    return figure, (
        f"A circle for each of {len(frequencies)} pairs: the angles of the distances 0 to {trained - 1}, and those of "
        f"{trained} to {tested - 1}, divided by {slower:g}. Angles beyond all of the training: {'; '.join(told)}."
    )


# ---------------------------------------------------------------------- past the training length


def found_by_distance(
    found: Mapping[str, Float[np.ndarray, "seeds n"]], trained: int, reference: Float[np.ndarray, "n"]
) -> Drawn:
    """Draw how much weight the right key gets, against how far back it is, for several ways to tell positions.

    Parameters
    ----------
    found : dict of arrays of shape (seeds, n)
        For each way, the mean weight at the distances 1 to n, a row for each random start.
    trained : int
        Length of the training's texts, in positions.
    reference : array of shape (n,)
        The same for a model without positions.

    Returns
    -------
    figure, alt : the picture and its text; `trained - 1` is the largest distance of the training
    """
    columns = min(3, len(found))
    rows = -(-len(found) // columns)
    figure, panels = new_axes(
        WIDEST if columns == 3 else 7.0, 0.8 + 1.7 * rows, rows=rows, columns=columns, sharex=True, sharey=True
    )
    distances, told = np.arange(1, len(reference) + 1), []
    for panel, (name, weights) in zip(panels, found.items(), strict=True):
        inside, beyond = weights[:, : trained - 1].mean(), weights[:, trained - 1 :].mean()
        panel.axvspan(0, trained - 1, color="lightgrey", linewidth=0)
        panel.fill_between(
            distances,
            weights.min(axis=0),
            weights.max(axis=0),
            color=PALE_ORANGE,
            linewidth=0,
            label="range of the starts",
        )
        panel.plot(distances, weights.mean(axis=0), color=BLUE, label="mean of the starts")
        panel.plot(distances, reference, color="black", linestyle="--", linewidth=1, label="no positions")
        panel.set(ylim=(0, 1.04), xlim=(0, len(reference)), xticks=[*range(0, len(reference), 16), len(reference)])
        panel.set_title(f"{name}\n{inside:.2f} near, {beyond:.2f} far", fontsize=10)
        told.append(f"{name}: {inside:.2f} near, {beyond:.2f} far")
    for panel in panels[-columns:]:
        panel.set_xlabel("distance (positions)")
    for panel in panels[::columns]:
        panel.set_ylabel("weight on the right key")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=9
    )
    return figure, (
        f"Weight on the right key against its distance, means up to {trained - 1} positions back (near) and beyond "
        f"(far): {'; '.join(told)}. Without positions {reference.mean():.2f} on average."
    )
