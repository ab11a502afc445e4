"""The pictures of Lecture 04: what they show, what their text says, and that sliders can draw them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from figures import expect_unchanged
from redrawing import pictures_of_each

from attn_course.attention.positional_encoding import alibi_bias, apply_rope, positional_encoding
from attn_course.viz import Drawn, explore
from attn_course.viz import positions_lecture_figures as figures

WORDS = ["dog", "bites", "man"]
rng = np.random.default_rng(0)
SCORES = rng.normal(size=(3, 3))
ENCODING = positional_encoding(20, 8)
FAR = np.linspace(1.0, 0.2, 31)
FOUND = {"falls": np.stack([FAR - 0.1, FAR + 0.1]), "stays": np.ones((2, 31))}

FIGURES: dict[str, Callable[[], Drawn]] = {
    "shuffled_weights": partial(figures.shuffled_weights, SCORES, WORDS, [2, 1, 0], (1, 2)),
    "candidates": partial(figures.candidates, 16, 64),
    "three_doors": partial(figures.three_doors, 6, 32),
    "clock_grid": figures.clock_grid,
    "wavelengths": partial(figures.wavelengths, 64),
    "score_maps": partial(figures.score_maps, {"sines": ENCODING @ ENCODING.T, "random": rng.normal(size=(20, 20))}),
    "score_maps, with numbers": partial(
        figures.score_maps, {"ALiBi": alibi_bias(8, 4)[0], "random": rng.normal(size=(4, 4))}, numbers=True
    ),
    "buckets": figures.buckets,
    "three_series": partial(figures.three_series, 32, 8),
    "turned_together": partial(figures.turned_together, 1, 4, 9),
    "score_bands": partial(figures.score_bands, {"one": rng.normal(size=(50, 30)), "two": rng.normal(size=(50, 30))}),
    "angles_seen": figures.angles_seen,
    "found_by_distance": partial(figures.found_by_distance, FOUND, 8, np.full(31, 0.9)),
    "found_by_distance, six": partial(
        figures.found_by_distance, {str(number): FOUND["falls"] for number in range(6)}, 8, np.full(31, 0.9)
    ),
}


def texts(drawn: Drawn, panel: int) -> list[str]:
    """Return every non-empty text inside one of a figure's axes."""
    return [text.get_text() for text in drawn[0].axes[panel].texts if text.get_text()]


def numbers(drawn: Drawn, panel: int) -> list[float]:
    """Return the numbers in the cells of a table."""
    return [float(text.replace("\N{MINUS SIGN}", "-")) for text in texts(drawn, panel)]


def softmax_by_loops(row: list[float]) -> list[float]:
    total = sum(np.exp(value) for value in row)
    return [float(np.exp(value) / total) for value in row]


def test_a_shuffle_moves_the_weights_and_a_causal_mask_changes_them() -> None:
    drawn = FIGURES["shuffled_weights"]()
    plain = np.array(numbers(drawn, 0)).reshape(3, 3)
    moved = np.array(numbers(drawn, 1)).reshape(3, 3)
    np.testing.assert_array_equal(moved, plain[::-1, ::-1])
    np.testing.assert_allclose(plain, [softmax_by_loops(row) for row in SCORES], atol=0.005)
    first, second = numbers(drawn, 2), numbers(drawn, 3)
    assert first[5] == 0  # from bites, at position 1, to man, at 2
    assert second[3] == pytest.approx(softmax_by_loops([SCORES[1, 2], SCORES[1, 1]])[0], abs=0.005)
    assert f"no mask: dog bites man: {plain[1, 2]:.2f}; no mask: man bites dog: {plain[1, 2]:.2f}" in drawn[1]
    assert f"causal mask: dog bites man: 0.00; causal mask: man bites dog: {second[3]:.2f}" in drawn[1]


def test_a_shuffle_marks_the_same_tokens_in_every_panel() -> None:
    figure, _ = FIGURES["shuffled_weights"]()
    frames = [panel.patches[-1].get_xy() for panel in figure.axes]
    assert frames == [(1.5, 0.5), (-0.5, 0.5)] * 2


def test_candidates_are_measured_from_position_0() -> None:
    figure, alt = figures.candidates(16, 64)
    number, share, single, sines = ([line.get_ydata() for line in panel.lines] for panel in figure.axes)
    np.testing.assert_allclose(number[0], np.arange(64))
    np.testing.assert_allclose(share[1], np.arange(16) / 15)
    np.testing.assert_allclose(single[0][1:], np.sqrt(2))
    np.testing.assert_allclose(sines[0][:16], sines[1])
    angles = 10_000 ** (-np.arange(16) / 16)
    np.testing.assert_allclose(sines[0][5], np.sqrt(np.sum(2 - 2 * np.cos(5 * angles))))  # chords of 16 circles
    assert "the share of the text, text of 64: 0.02 at position 1, 1.00 at the end" in alt


def test_the_three_doors_name_each_way_and_each_shape() -> None:
    drawn = figures.three_doors(6, 32)
    found = texts(drawn, 0)
    assert [text[0] for text in found if text[:3] in ("1  ", "2  ", "3  ")] == ["1", "2", "3"]
    assert sum("(6, 32)" in text for text in found) == 5 and sum("(6, 6)" in text for text in found) == 2
    for way in ("sines", "learned table", "RoPE", "Shaw", "T5", "ALiBi"):
        assert any(way in text for text in found) and way in drawn[1]


def test_the_hands_of_the_clocks_are_the_encoding() -> None:
    figure, alt = figures.clock_grid(positions=12, shift=3, starts=(2, 7), d=32)
    dots = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 1]
    tips = np.array([[*line.get_xdata(), *line.get_ydata()] for line in dots]).reshape(4, 12, 2)
    encoding = positional_encoding(12, 32).reshape(12, 16, 2)
    for row, pair in enumerate((0, 2, 4, 6)):
        centres = np.stack([np.arange(12), np.full(12, -row)], axis=-1)
        np.testing.assert_allclose((tips[row] - centres) / 0.4, encoding[:, pair])
    colours = [line.get_color() for line in dots[:12]]
    assert [p for p in range(12) if colours[p] == figures.VERMILION] == [2, 7]
    assert [p for p in range(12) if colours[p] == figures.BLUE] == [5, 10]
    assert "pair 0 by 3.00, pair 2 by 0.95, pair 4 by 0.30, pair 6 by 0.09 radians" in alt


@pytest.mark.parametrize(("d", "base", "trained"), [(64, 10_000.0, 512), (8, 100.0, 40), (64, 500_000.0, 16)])
def test_wavelengths_are_a_geometric_series_and_counted(d: int, base: float, trained: int) -> None:
    figure, alt = figures.wavelengths(d, base, trained)
    whole, part = (list(line.get_ydata()) for line in figure.axes[0].lines[:2])
    expected = [2 * np.pi * base ** (2 * pair / d) for pair in range(d // 2)]
    np.testing.assert_allclose(whole + part, expected)
    assert all(length <= trained for length in whole) and all(length > trained for length in part)
    assert f"{len(whole)} pairs turn at least once, {len(part)} never finish a turn." in alt


def test_score_maps_tell_toeplitz_matrices_from_others() -> None:
    figure, alt = FIGURES["score_maps"]()
    assert "sines: 0.00" in alt and "20 queries down and 20 keys across" in alt
    assert len(figure.axes) == 2
    assert figures.along_diagonals(np.array([[1, 2, 3], [0, 1, 2], [7, 0, 1]])) == 0
    assert figures.along_diagonals(np.array([[1, 2], [0, 4]])) == 3


@pytest.mark.parametrize(("entries", "farthest"), [(16, 128), (8, 16), (32, 128), (20, 256), (8, 32)])
def test_t5_groups_by_whole_numbers(entries: int, farthest: int) -> None:
    """r has entry alone + e where (r / alone)^alone lies between powers e and e + 1 of farthest / alone."""
    alone = entries // 2
    for distance in range(2 * farthest):
        entry = distance
        if distance >= alone:
            entry = alone
            steps = entries - alone
            while entry < entries - 1 and distance**steps * alone ** (entry + 1 - alone) >= alone**steps * farthest ** (
                entry + 1 - alone
            ):
                entry += 1
        assert figures.t5_bucket(np.array([distance]), entries, farthest)[0] == entry, distance


def test_buckets_draw_and_count_the_groups() -> None:
    figure, alt = figures.buckets(16, 128)
    stairs, bars = figure.axes
    np.testing.assert_array_equal(stairs.lines[0].get_ydata(), figures.t5_bucket(np.arange(129)))
    np.testing.assert_array_equal(stairs.lines[1].get_ydata(), np.minimum(np.arange(129), 15))
    assert [bar.get_height() for bar in bars.patches] == [1] * 8 + [4, 4, 7, 9, 14, 18, 27]
    assert "1, 4, 4, 7, 9, 14, 18, 27." in alt and "is at the last one, 15, from distance 91 on" in alt


def test_three_series_are_geometric_and_alibi_looks_back_as_far_as_a_sum_says() -> None:
    figure, alt = figures.three_series(32, 8)
    alibi, t5, sines = (line.get_xdata() for line in figure.axes[0].lines[::2])
    np.testing.assert_allclose(sines[1:] / sines[:-1], 10_000 ** (1 / 16))
    np.testing.assert_allclose(t5, [8 * 2 ** (step / 2) for step in range(8)])
    back = np.arange(20_000)
    for slope, expected in zip([2.0**-h for h in range(1, 9)], alibi, strict=True):
        weights = np.exp(-slope * back)
        assert expected == pytest.approx(np.sum(weights * back) / np.sum(weights))
    assert "mean look back 1.5 to 255.5" in alt


def test_turned_together_keeps_angle_and_score() -> None:
    drawn = figures.turned_together(1, 4, 9)
    titles = [panel.get_title() for panel in drawn[0].axes]
    assert titles[0] == titles[1]
    q, k = (size * np.array([[np.cos(angle), np.sin(angle)]]) for size, angle in ((1.0, 0.3), (0.8, 0.8)))
    score = apply_rope(q, np.array([0.3])) @ apply_rope(k, np.array([1.2])).T  # frequency 1, so 0.3 p is the angle
    assert f"score {score.item():.2f}" in titles[0]
    assert "query at 10, key at 13: 1.4 radians" in drawn[1]


def test_score_bands_hold_nine_tenths() -> None:
    ramp = np.tile(np.linspace(0, 10, 101)[:, np.newaxis], (1, 4))
    figure, alt = figures.score_bands({"ramp": ramp})
    band = figure.axes[0].collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == pytest.approx((0.5, 9.5))
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), 5)
    assert "ramp: mean 5.0 at distance 0, 5.0 at 3; nine of ten from 0.5 to 9.5 there" in alt


def test_angles_never_seen_are_counted_by_looking_for_each() -> None:
    for slower in (1.0, 2.0, 4.2):
        _, alt = figures.angles_seen(16, 64, slower)
        for pair, frequency in enumerate((1.0, 0.1, 0.01, 0.001)):
            arc = np.arange(0, 15 * frequency, 1e-4 * frequency) % (2 * np.pi)  # what lies on the way is seen too
            count = 0
            for distance in range(16, 64):
                angle = distance * frequency / slower % (2 * np.pi)
                count += np.abs(arc - angle).min() > 2e-3 * frequency
            assert f"pair {pair}: {count} of 48" in alt


def test_found_by_distance_tells_near_and_far_means() -> None:
    figure, alt = figures.found_by_distance(FOUND, 8, np.full(31, 0.9))
    assert f"falls: {FAR[:7].mean():.2f} near, {FAR[7:].mean():.2f} far; stays: 1.00 near, 1.00 far" in alt
    assert alt.endswith("Without positions 0.90 on average.")
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), FAR)
    band = figure.axes[0].collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == pytest.approx((0.1, 1.1))


def test_inputs_stay_as_they_are() -> None:
    expect_unchanged((SCORES, ENCODING, *FOUND.values()), FIGURES.values())


def test_the_lectures_sliders_redraw_at_both_ends() -> None:
    sliders = [
        explore(partial(figures.wavelengths, 64), base=(1000, 500_000, 1000, 10_000), trained=(16, 8192, 16, 512)),
        explore(figures.buckets, num_buckets=(8, 20, 2, 16), max_distance=(32, 256, 8, 128)),
    ]
    for explorer in sliders:
        assert all(count == 3 for count in pictures_of_each(explorer))
    (angles,) = pictures_of_each(explore(partial(figures.angles_seen, 16, 64), slower=(1.0, 5.0, 0.2, 1.0)))
    assert angles == 2  # it begins at its lower end
