"""The Transformer: what may see what, its step by step against the whole, and functions that are handed in."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from mirror import mirror_examples, mixed_batch, slope
from test_packed import model_of, shaken

from attn_course import autodiff
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.parameters import Parameters, below, embedding, faint, glorot, ones, zeros
from attn_course.translation.tensor_engine import TensorEngine, smoothing_term
from attn_course.translation.transformer import Transformer, TransformerSize, forward

assert_close = np.testing.assert_allclose


@pytest.fixture(params=[(1, False), (2, False), (2, True)], ids=["one layer", "two layers", "relative"])
def model(request: pytest.FixtureRequest) -> Transformer:
    num_layers, relative = request.param
    return shaken(model_of(num_layers, 2, relative))


def logits_of(model: Transformer, source: np.ndarray, decoder_input: np.ndarray) -> np.ndarray:
    return forward(model.parameters, source, decoder_input, model.size)[0]


# --- Parameters ---


def test_arrays_are_views_of_the_vector() -> None:
    parameters = Parameters({"W": (2, 3), "b": (3,)})
    parameters["W"][1, 2] = 7
    assert parameters.flat.tolist() == [0, 0, 0, 0, 0, 7, 0, 0, 0]
    parameters.flat[-1] = 5
    assert parameters["b"].tolist() == [0, 0, 5]
    assert parameters.zeros_like().flat.tolist() == [0] * 9


def test_first_values_belong_to_the_seed() -> None:
    layout = TransformerSize(9, 8, 8, 12, 2, 1).layout()
    one, same, other = (Parameters.drawn(layout, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.flat, same.flat) and not np.array_equal(one.flat, other.flat)


def test_first_values_have_the_sizes_that_are_told() -> None:
    rng = np.random.default_rng(0)
    assert embedding(rng, (300, 40)).std() == pytest.approx(0.4, rel=0.05)
    assert glorot(rng, (300, 100)).std() == pytest.approx(np.sqrt(2 / 400), rel=0.05)
    assert faint(rng, (300, 100)).std() == pytest.approx(0.2 * np.sqrt(2 / 400), rel=0.05)
    assert ones(rng, (3,)).tolist() == [1, 1, 1] and zeros(rng, (2,)).tolist() == [0, 0]


def test_a_fresh_model_knows_nothing() -> None:
    """Its first loss is that of all words alike, or little more."""
    examples = mirror_examples()
    model = Transformer(TransformerSize(len(examples.english), len(examples.french)))
    loss, _ = TensorEngine()(model, examples.batch(range(40)), 0.0)
    assert loss == pytest.approx(np.log(len(examples.french)), abs=0.1)


def test_the_default_model_is_small() -> None:
    parameters = Parameters.drawn(TransformerSize(250, 400).layout(), 0)
    layers = 4 * 64**2 + 2 * 64 * 256 + 256 + 64 + 4 * 64  # attention, feed-forward, two norms
    decoder_more = 4 * 64**2 + 2 * 64
    rest = 250 * 64 + 400 * 64 + 4 * 64 + 64 * 400 + 400
    assert parameters.flat.size == 2 * layers + decoder_more + rest


# --- What may see what ---


def test_no_place_sees_a_later_token(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    before = logits_of(model, batch.source, batch.decoder_input)
    for place in range(1, batch.decoder_input.shape[1]):
        changed = batch.decoder_input.copy()
        changed[:, place:] = 4
        assert_close(logits_of(model, batch.source, changed)[:, :place], before[:, :place], rtol=1e-12)
        assert not np.allclose(logits_of(model, batch.source, changed)[:, place], before[:, place])


def test_padding_of_the_source_plays_no_part(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    wider = np.pad(batch.source, [(0, 0), (0, 2)])
    assert_close(logits_of(model, wider, batch.decoder_input), logits_of(model, batch.source, batch.decoder_input))


def test_every_word_of_the_source_counts(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    before = logits_of(model, batch.source, batch.decoder_input)
    for sentence, place in np.argwhere(batch.source):
        changed = batch.source.copy()
        changed[sentence, place] = 4 if changed[sentence, place] != 4 else 5
        moved = ~np.isclose(logits_of(model, changed, batch.decoder_input), before).all(axis=(1, 2))
        assert moved.tolist() == [i == sentence for i in range(len(moved))]


def test_the_order_of_the_source_counts(model: Transformer) -> None:
    batch = mirror_examples().batch([0, 1])
    source = np.array([[4, 5, 6], [4, 5, 6]])
    source[1] = source[1, ::-1]
    logits = logits_of(model, source, np.repeat(batch.decoder_input[:1], 2, axis=0))
    assert not np.allclose(logits[0], logits[1])


# --- Step by step ---


def test_steps_give_what_the_whole_gives(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    logits, weights = forward(model.parameters, batch.source, batch.decoder_input, model.size)
    state = model.start(batch.source)
    for place, ids in enumerate(batch.decoder_input.T):
        newest, state, looked = model.step(state, ids)
        assert_close(newest, logits[:, place], rtol=1e-6)  # positions are kept in single precision
        assert_close(looked, weights[:, :, place].mean(axis=1), rtol=1e-6, atol=1e-9)


def test_a_step_leaves_the_state_before_it_as_it_was(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    state = model.start(batch.source)
    first, _, _ = model.step(state, batch.decoder_input[:, 0])
    again, _, _ = model.step(state, batch.decoder_input[:, 0])
    assert_close(first, again, rtol=0)


def test_cross_attention_is_the_mean_of_the_heads(model: Transformer) -> None:
    batch = mixed_batch(mirror_examples())
    weights = model.cross_attention(batch.source, batch.decoder_input)
    assert weights.shape == (*batch.decoder_input.shape, batch.source.shape[1])
    assert_close(weights.sum(axis=-1), 1)
    assert not weights[np.broadcast_to((batch.source == 0)[:, np.newaxis], weights.shape)].any()


# --- Functions that are handed in ---


@pytest.mark.parametrize("name", [field.name for field in fields(Functions)])
def test_every_function_is_used(name: str) -> None:
    """The model calls what it is given: somewhere in training or in translating."""
    called = []
    model = model_of(1, 2, relative=name in {"attention_scores", "softmax", "relative_position_bias"})

    def recorded(*args: Any, **keywords: Any) -> Any:
        called.append(name)
        return getattr(COURSE, name)(*args, **keywords)

    functions = replace(COURSE, **{name: recorded})
    batch = mixed_batch(mirror_examples())
    TensorEngine(functions, fused=False)(model, batch, 0.0)
    model.functions = functions
    model.step(model.start(batch.source), batch.decoder_input[:, 0])
    assert called


def test_with_the_fused_norm_the_attention_stays_as_it_is_written() -> None:
    model, called = model_of(2, 2), []

    def attend(*args: Any, **keywords: Any) -> Any:
        called.append("attend")
        return COURSE.projected_multi_head_attention(*args, **keywords)

    functions = replace(COURSE, projected_multi_head_attention=attend)
    TensorEngine(functions)(model, mixed_batch(mirror_examples()), 0.0)
    assert len(called) == 3 * model.size.num_layers


def test_recorded_gradients_against_finite_differences(model: Transformer) -> None:
    batch, engine = mixed_batch(mirror_examples()), TensorEngine(fused=False)
    _, gradients = engine(model, batch, 0.1)
    direction = np.random.default_rng(0).normal(size=gradients.flat.shape)
    found = slope(lambda: engine(model, batch, 0.1)[0], model.parameters, direction, 1e-8)
    assert found == pytest.approx(float(direction @ gradients.flat), rel=1e-5)


def test_smoothing_is_added_from_outside() -> None:
    """What is added to the plain loss makes it the smoothed one, token by token."""
    rng = np.random.default_rng(0)
    logits, targets = rng.normal(size=(2, 3, 5)), np.array([[1, 4, 0], [2, 0, 0]])
    log_probs = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    smoothed = []
    for place in np.argwhere(targets):
        q = np.full(5, 0.2 / 5)
        q[targets[tuple(place)]] += 0.8
        smoothed.append(-float(q @ log_probs[tuple(place)]))
    plain = COURSE.masked_cross_entropy(logits, targets, 0)
    assert plain + 0.2 * smoothing_term(logits, targets) == pytest.approx(np.mean(smoothed))
    fused = autodiff.cross_entropy(autodiff.Tensor(logits), targets, 0.2, pad_id=0)
    assert float(fused.data) == pytest.approx(np.mean(smoothed))


def test_below_takes_the_prefix_off() -> None:
    assert below({"a.b": 1, "ab": 2}, "a.") == {"b": 1}
