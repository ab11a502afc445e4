"""The figures of Lab 3: each can be drawn, is small, and its text carries the right numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax

from attn_course import viz
from attn_course.attention import (
    alibi_bias,
    apply_rope,
    positional_encoding,
    relative_position_bias,
    shift_matrix,
)
from attn_course.viz.position_experiment import (
    BACK,
    TESTED,
    TRAINED,
    Model,
    causal_weights,
    models,
    right_weights,
    score_gradient,
    trained,
)

FUNCTIONS = (positional_encoding, shift_matrix, relative_position_bias, apply_rope, alibi_bias)


def similarities(size: int, reach: int = 24) -> np.ndarray:
    encoding = positional_encoding(2 * reach + 1, size)
    return encoding @ encoding[reach] / (size / 2)


FIGURES = {
    "clock_hands": viz.clock_hands,
    "encoding_map": lambda: viz.encoding_map(positional_encoding(48, 32)),
    "similarity_against_distance": lambda: viz.similarity_against_distance(
        {size: similarities(size) for size in (8, 64, 512)}, 24
    ),
    "shift_as_rotation": lambda: viz.shift_as_rotation(shift_matrix(3, 8), positional_encoding(30, 8)),
    "bias_maps": lambda: viz.bias_maps({f"head {h + 1}": bias for h, bias in enumerate(alibi_bias(4, 4))}),
    "rope_plane": viz.rope_plane,
    "attention_spans": lambda: viz.attention_spans(
        {f"head {h}": softmax(alibi_bias(8, 64)[h - 1, -1]) for h in (1, 3, 5, 8)}
    ),
    "beyond_the_training_length": lambda: viz.beyond_the_training_length(*FUNCTIONS),
}


@pytest.mark.parametrize("position", [0, 31, 63])
@pytest.mark.parametrize("pair", [0, 3])
def test_the_clock_sliders_work_at_their_ends(position, pair):
    _, alt = viz.clock_hands(position, pair)
    angle = position / 10**pair  # 10000^(1/4) is 10
    assert f"At position {position} its sine is {np.sin(angle):.2f} and its cosine {np.cos(angle):.2f}." in alt


@pytest.mark.parametrize(("query", "key"), [(0, 0), (0, 20), (20, 0), (20, 20)])
def test_the_rope_sliders_work_at_their_ends(query, key):
    figure, alt = viz.rope_plane(query, key)
    score = f"{np.cos(0.4 + 0.25 * (key - query)):.2f}".replace("-", "\N{MINUS SIGN}")
    assert alt.endswith(f"The difference is {key - query}, the score {score}.")
    assert figure.axes[1].get_title() == f"score {score}"


def test_moving_query_and_key_together_leaves_the_score():
    scores = {viz.rope_plane(2 + shift, 6 + shift)[1].rpartition("score")[2] for shift in range(12)}
    assert len(scores) == 1


def test_the_text_of_a_shift_tells_its_angles_and_what_leaks_between_pairs():
    _, alt = FIGURES["shift_as_rotation"]()
    assert "pair 0 is turned by 3.00 radians, every arrow of pair 1 by 0.30" in alt and "0.00 elsewhere" in alt
    back = viz.shift_as_rotation(shift_matrix(-2, 4), positional_encoding(30, 4))[1]
    assert "pair 0 is turned by -2.00 radians" in back
    mixed = shift_matrix(3, 8)
    mixed[0, 2] = 0.25
    assert "0.25 elsewhere" in viz.shift_as_rotation(mixed, positional_encoding(30, 8))[1]


def test_the_figures_say_what_the_lab_concludes_from_them():
    assert "15 in column 0" in FIGURES["encoding_map"]()[1]
    assert "d_model 64: 0.97 at distance 1, 0.62 at 24" in FIGURES["similarity_against_distance"]()[1]
    assert "head 1: 0.39 on the last key, 0.00 on the first" in FIGURES["attention_spans"]()[1]
    assert "head 8: 0.02 on the last key, 0.01 on the first" in FIGURES["attention_spans"]()[1]


# ---------------------------------------------------------------------- the experiment behind the last figure


@pytest.fixture(scope="module")
def measured() -> dict[str, np.ndarray]:
    """Return the weights on the right key of every model, a row for each random start."""
    return {name: right_weights(model) for name, model in models(*FUNCTIONS).items()}


def loss(model: Model, parameters: dict[str, np.ndarray], n: int) -> float:
    """Return the mean cross-entropy of the right key."""
    queries = np.arange(BACK, n)
    return float(-np.log(causal_weights(model.scores(parameters, n))[queries, queries - BACK]).mean())


@pytest.mark.parametrize(
    "name", ["sines, trained", "learned table, trained", "relative bias, trained", "RoPE, trained"]
)
def test_gradients_are_those_of_small_differences(name):
    model, n, step = models(*FUNCTIONS)[name], 7, 1e-5
    rng = np.random.default_rng(3)
    parameters = {key: value + 0.1 * rng.normal(size=value.shape) for key, value in model.start(rng).items()}
    gradients = model.gradients(parameters, score_gradient(model.scores(parameters, n)))
    assert gradients.keys() == parameters.keys()
    for key, value in parameters.items():
        for index in [(0,) * value.ndim, *map(tuple, rng.integers(0, value.shape, size=(5, value.ndim)))]:
            losses = []
            for sign in (1, -1):
                moved = value.copy()
                moved[index] += sign * step
                losses.append(loss(model, {**parameters, key: moved}, n))
            assert gradients[key][index] == pytest.approx((losses[0] - losses[1]) / (2 * step), rel=1e-4, abs=1e-8)


def test_training_learns_the_job_and_leaves_untrained_rows_alone():
    model = models(*FUNCTIONS)["learned table, trained"]
    before, after = model.start(np.random.default_rng(0)), trained(model, 0)
    assert loss(model, after, TRAINED) < 0.01 < 1 < loss(model, before, TRAINED)
    assert np.array_equal(before["table"][TRAINED:], after["table"][TRAINED:])
    assert not np.array_equal(before["table"][:TRAINED], after["table"][:TRAINED])


def test_the_lab_says_what_was_measured(measured):
    """Each statement holds for every random start, with a margin."""
    inside, beyond = slice(0, TRAINED - BACK), slice(TRAINED - BACK, TESTED - BACK)
    for name, weights in measured.items():
        assert name.startswith("ALiBi") or weights[:, inside].min() > 0.95
    assert measured["learned table, trained"][:, beyond].mean(axis=1).max() < 0.05
    sines = measured["sines, trained"][:, beyond]
    assert sines.mean(axis=1).min() > 0.3 and sines.mean(axis=1).max() < 0.6 and sines.min(axis=1).max() < 0.01
    assert measured["sines, set by hand"][:, beyond].min() > 0.95
    assert measured["RoPE, trained"][:, beyond].min() > 0.95
    table = measured["relative bias, trained"][0]
    assert 0.9 < table[-1] < table[TRAINED - BACK] < table[0] and (np.diff(table) < 1e-9).all()
    assert np.ptp(measured["ALiBi, nothing to train"][:, beyond]) < 0.001
    assert measured["ALiBi, nothing to train"][:, beyond].max() < 0.1
