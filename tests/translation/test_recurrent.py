"""The recurrent translators: the fused step, their gradients, and their parts against Labs 5 and 6."""

from __future__ import annotations

import numpy as np
import pytest
from mirror import mirror_examples, mixed_batch, slope

from attn_course import attention
from attn_course.autodiff import Tensor
from attn_course.translation.building_blocks import masked_cross_entropy
from attn_course.translation.gru import gru_step
from attn_course.translation.parameters import below
from attn_course.translation.recurrent import (
    RecurrentSize,
    RecurrentTranslator,
    decoder_step,
    forward,
    read,
    read_source,
    recurrent_gradients,
)

assert_close = np.testing.assert_allclose
SCORES = ["additive", "general"]


def model_of(score: str) -> RecurrentTranslator:
    examples = mirror_examples()
    size = RecurrentSize(len(examples.english), len(examples.french), 5, 6, score)
    model = RecurrentTranslator(size, seed=1, dtype=np.float64)
    model.parameters.flat[:] += np.random.default_rng(5).normal(0, 0.1, model.parameters.flat.shape)
    return model


def draw(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape) for shape in shapes]


def test_fused_step_is_the_step_as_written() -> None:
    """Values are those of Lab 5's function, gradients those that the recording engine finds for it."""
    arrays = draw((2, 3), (2, 4), (3, 12), (4, 12), (12,))
    gradients = []
    for step in (gru_step, attention.gru_step):
        tensors = [Tensor(array) for array in arrays]
        result = step(*tensors)
        assert_close(result.data, attention.gru_step(*arrays), rtol=1e-12)
        np.sum(result * np.arange(1.0, 9).reshape(2, 4)).backward()
        gradients.append([tensor.grad for tensor in tensors])
    for fused, written in zip(*gradients, strict=True):
        assert_close(fused, written, rtol=1e-10, atol=1e-14)


def test_without_tensors_the_step_is_plain() -> None:
    arrays = draw((2, 3), (2, 4), (3, 12), (4, 12), (12,))
    assert_close(gru_step(*arrays), attention.gru_step(*arrays), rtol=0)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("score", SCORES)
def test_gradients_against_finite_differences(score: str, smoothing: float) -> None:
    batch, model = mixed_batch(mirror_examples()), model_of(score)
    _, gradients = recurrent_gradients(model, batch, smoothing)
    rng = np.random.default_rng(3)
    for name in gradients:
        direction = model.parameters.zeros_like()
        direction[name][...] = rng.normal(size=direction[name].shape)
        found = slope(lambda: recurrent_gradients(model, batch, smoothing)[0], model.parameters, direction.flat, 1e-5)
        assert found == pytest.approx(float(direction.flat @ gradients.flat), rel=1e-5, abs=1e-9), name


@pytest.mark.parametrize("score", SCORES)
def test_loss_is_that_of_the_plain_model(score: str) -> None:
    batch, model = mixed_batch(mirror_examples()), model_of(score)
    logits, _ = forward(model.parameters, batch.source, batch.decoder_input, score)
    loss, _ = recurrent_gradients(model, batch)
    assert loss == pytest.approx(masked_cross_entropy(logits, batch.targets, 0), rel=1e-12)


@pytest.mark.parametrize("score", SCORES)
def test_padding_plays_no_part(score: str) -> None:
    batch, model = mixed_batch(mirror_examples()), model_of(score)
    wider = type(batch)(*(np.pad(ids, [(0, 0), (0, 3)]) for ids in batch))
    loss, gradients = recurrent_gradients(model, batch, 0.1)
    same_loss, same = recurrent_gradients(model, wider, 0.1)
    assert loss == pytest.approx(same_loss, rel=1e-12)
    assert_close(gradients.flat, same.flat, rtol=1e-9, atol=1e-13)


def test_both_directions_end_at_their_last_word() -> None:
    """A padded sentence is read as it is read alone, forwards and backwards."""
    model, batch = model_of("additive"), mixed_batch(mirror_examples())
    together = read_source(model.parameters, batch.source)
    for row, ids in enumerate(batch.source):
        real = ids != 0
        alone = read_source(model.parameters, ids[real][np.newaxis])
        assert_close(together["states"][row, real], alone["states"][0])
        assert_close(together["h"][row], alone["h"][0])


def test_reading_is_step_after_step() -> None:
    model = model_of("additive")
    cell = below(model.parameters, "forwards.")
    (x,) = draw((1, 3, 5))
    h = np.zeros((1, 3))
    for place, state in enumerate(read(x, np.ones((1, 3), bool), cell, range(3))):
        h = attention.gru_step(x[:, place], h, cell["W_x"], cell["W_h"], cell["b"])
        assert_close(state, h)


def test_bahdanau_looks_before_the_step() -> None:
    model, batch = model_of("additive"), mixed_batch(mirror_examples())
    state, p = read_source(model.parameters, batch.source), model.parameters
    params = {**below(p, "attention."), **below(p, "decoder.")}
    params["v"] = params["v"][:, 0]
    x = p["target_embedding"][batch.decoder_input[:, 0]]
    expected = attention.attention_decoder_step(x, state["h"], state["states"], params, state["mask"])
    for found, value in zip(decoder_step(p, batch.decoder_input[:, 0], state, "additive"), expected, strict=True):
        assert_close(found, value)


def test_luong_looks_after_the_step() -> None:
    model, batch = model_of("general"), mixed_batch(mirror_examples())
    state, p = read_source(model.parameters, batch.source), model.parameters
    x = p["target_embedding"][batch.decoder_input[:, 0]]
    h, context, weights = decoder_step(p, batch.decoder_input[:, 0], state, "general")
    assert_close(h, attention.gru_step(x, state["h"], **below(p, "decoder.")))
    scores = attention.general_score(h, state["states"], p["attention.W"])
    expected = attention.softmax(np.where(state["mask"], scores, -np.inf))
    assert_close(weights, expected)
    assert_close(context, np.einsum("bn,bnm->bm", expected, state["states"]))


@pytest.mark.parametrize("score", SCORES)
def test_steps_give_what_the_whole_gives(score: str) -> None:
    model, batch = model_of(score), mixed_batch(mirror_examples())
    logits, weights = forward(model.parameters, batch.source, batch.decoder_input, score)
    assert_close(model.cross_attention(batch.source, batch.decoder_input), weights)
    state = model.start(batch.source)
    for place, ids in enumerate(batch.decoder_input.T):
        newest, state, looked = model.step(state, ids)
        assert_close(newest, logits[:, place])
        assert_close(looked, weights[:, place])


def test_sizes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="cosine"):
        RecurrentSize(5, 5, score="cosine")
    with pytest.raises(ValueError, match="evenly"):
        RecurrentSize(5, 5, d_state=7)
