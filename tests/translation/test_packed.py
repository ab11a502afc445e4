"""The fast engine: its blocks and the whole model against finite differences and against the recording engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from mirror import mirror_examples, mixed_batch, slope

from attn_course.attention import relative_position_bias, scaled_dot_product_attention
from attn_course.translation import packed_blocks as blocks
from attn_course.translation.building_blocks import layer_norm, masked_cross_entropy
from attn_course.translation.packed import packed_gradients
from attn_course.translation.packed_blocks import Packing
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.transformer import Transformer, TransformerSize, forward

assert_close = np.testing.assert_allclose

IDS = np.array([[5, 6, 0], [7, 0, 0], [4, 4, 8]])
PACKING = Packing.of(IDS)
SIZES = pytest.mark.parametrize(("num_layers", "num_heads", "relative"), [(1, 4, False), (2, 2, False), (2, 2, True)])


def draw(*shapes: tuple[int, ...], seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def assert_gradients(
    function: Callable[..., np.ndarray], inputs: Sequence[np.ndarray], found: Sequence[np.ndarray], d_y: np.ndarray
) -> None:
    """Compare gradients with central differences of ``sum(d_y * function(*inputs))``, number by number."""
    for position, (array, gradient) in enumerate(zip(inputs, found, strict=True)):
        assert gradient.shape == array.shape
        for place in np.ndindex(array.shape):
            values = []
            for step in (1e-6, -1e-6):
                moved = array.copy()
                moved[place] += step
                values.append(np.sum(d_y * function(*inputs[:position], moved, *inputs[position + 1 :])))
            assert gradient[place] == pytest.approx((values[0] - values[1]) / 2e-6, rel=1e-6, abs=1e-8)


def test_packing_gathers_what_it_spreads() -> None:
    (x,) = draw((6, 2))
    spread = PACKING.spread(x)
    assert_close(PACKING.gather(spread), x)
    assert spread.shape == (3, 3, 2)
    assert not spread[IDS == 0].any()
    assert_close(spread[2], x[3:])


def test_packing_knows_places_and_padding() -> None:
    assert PACKING.places.tolist() == [0, 1, 0, 0, 1, 2]
    assert PACKING.real.tolist() == (IDS != 0).tolist()


def test_rows_are_summed() -> None:
    (x,) = draw((5, 3))
    assert_close(blocks.sum_rows(x), x.sum(axis=0))
    assert_close(blocks.mean_of_rows(x), x.mean(axis=1, keepdims=True))


@pytest.mark.parametrize("shape", [(5, 3), (2, 3, 4), (2, 2, 3, 1)])
def test_each_row_is_reduced(shape: tuple[int, ...]) -> None:
    (x,) = draw(shape)
    assert_close(blocks.sum_of_rows(x), x.sum(axis=-1, keepdims=True))
    assert_close(blocks.max_of_rows(x), x.max(axis=-1, keepdims=True), rtol=0)


def test_layer_norm() -> None:
    x, gain, bias, d_y = draw((4, 5), (5,), (5,), (4, 5))
    y, saved = blocks.layer_norm_forward(x, gain, bias)
    assert_close(y, layer_norm(x, gain, bias))
    assert_gradients(layer_norm, [x, gain, bias], blocks.layer_norm_backward(d_y, gain, saved), d_y)


@pytest.mark.parametrize(
    "mask", [np.tri(3, 4, 1, dtype=bool), np.array([True, True, False, True])], ids=["causal", "keys"]
)
def test_attention(mask: np.ndarray) -> None:
    Q, K, V, d_output = draw((1, 2, 3, 2), (1, 2, 4, 2), (1, 2, 4, 2), (1, 2, 3, 2))
    output, weights = blocks.attention_forward(Q, K, V, np.where(mask, 0, -np.inf))
    expected = scaled_dot_product_attention(Q, K, V, mask)
    assert_close(output, expected[0])
    assert_close(weights, expected[1])
    *found, _ = blocks.attention_backward(d_output, Q, K, V, weights)
    assert_gradients(lambda *arrays: scaled_dot_product_attention(*arrays, mask)[0], [Q, K, V], found, d_output)


def test_distances() -> None:
    Q, K, V, d_output, table = draw((2, 2, 4, 3), (2, 2, 4, 3), (2, 2, 4, 3), (2, 2, 4, 3), (2, 5))

    def with_table(table: np.ndarray) -> np.ndarray:
        biases = np.stack([relative_position_bias(of_head, 4, 4) for of_head in table])
        return blocks.attention_forward(Q, K, V, biases)[0]

    _, weights = blocks.attention_forward(Q, K, V, table[:, blocks.distances(4, 2)])
    *_, d_scores = blocks.attention_backward(d_output, Q, K, V, weights)
    assert_gradients(with_table, [table], [blocks.distances_backward(d_scores, 2)], d_output)


def test_heads_are_split_and_merged() -> None:
    (x,) = draw((2, 3, 8))
    heads = blocks.split(x, 4)
    assert_close(heads[1, 2], x[1, :, 4:6])
    assert_close(blocks.merge(heads), x)


def test_feed_forward() -> None:
    x, d_y, W_1, b_1, W_2, b_2 = draw((4, 3), (4, 3), (3, 5), (5,), (5, 3), (3,))
    params = {"W_1": W_1, "b_1": b_1, "W_2": W_2, "b_2": b_2}

    def plain(x: np.ndarray, *arrays: np.ndarray) -> np.ndarray:
        W_1, b_1, W_2, b_2 = arrays
        return np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2

    y, saved = blocks.feed_forward_forward(x, params)
    assert_close(y, plain(x, *params.values()))
    d_x, gradients = blocks.feed_forward_backward(d_y, params, saved)
    found = [d_x, *(gradients[name] for name in params)]
    assert_gradients(plain, [x, *params.values()], found, d_y)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(smoothing: float) -> None:
    (logits,) = draw((4, 6))
    targets = np.array([1, 5, 5, 0])

    def plain(logits: np.ndarray) -> np.ndarray:
        q = np.full(logits.shape, smoothing / 6)
        q[np.arange(4), targets] += 1 - smoothing
        probabilities = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        return -(q * np.log(probabilities)).sum(axis=1).mean()

    loss, d_logits = blocks.smoothed_cross_entropy(logits, targets, smoothing)
    assert loss == pytest.approx(float(plain(logits)), rel=1e-12)
    assert_gradients(plain, [logits], [d_logits], np.ones(()))


def test_cross_entropy_of_huge_logits_is_finite() -> None:
    loss, d_logits = blocks.smoothed_cross_entropy(np.array([[1e6, -1e6, 0.0]], np.float32), np.array([1]), 0.1)
    assert np.isfinite(loss) and np.isfinite(d_logits).all()


def test_repeated_words_get_the_sum_of_their_gradients() -> None:
    (d_x,) = draw((4, 3))
    d_table = blocks.embedding_backward(d_x, np.array([2, 0, 2, 2]), 4)
    assert_close(d_table, [d_x[1], np.zeros(3), d_x[[0, 2, 3]].sum(axis=0), np.zeros(3)])


def model_of(num_layers: int, num_heads: int, relative: bool = False) -> Transformer:
    examples = mirror_examples()
    size = TransformerSize(len(examples.english), len(examples.french), 8, 12, num_heads, num_layers, relative)
    return Transformer(size, seed=1, dtype=np.float64)


def shaken(model: Transformer) -> Transformer:
    """Move all parameters, so that no gain is one and no bias zero."""
    model.parameters.flat[:] += np.random.default_rng(5).normal(0, 0.1, model.parameters.flat.shape)
    return model


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@SIZES
def test_model_against_finite_differences(num_layers: int, num_heads: int, relative: bool, smoothing: float) -> None:
    batch, model = mixed_batch(mirror_examples()), shaken(model_of(num_layers, num_heads, relative))
    _, gradients = packed_gradients(model, batch, smoothing)
    rng = np.random.default_rng(3)
    for name in gradients:  # a direction that touches one array at a time
        direction = model.parameters.zeros_like()
        direction[name][...] = rng.normal(size=direction[name].shape)
        found = slope(lambda: packed_gradients(model, batch, smoothing)[0], model.parameters, direction.flat)
        assert found == pytest.approx(float(direction.flat @ gradients.flat), rel=1e-5, abs=1e-8), name


@pytest.mark.parametrize("fused", [True, False], ids=["fused", "as written"])
@SIZES
def test_model_against_the_recording_engine(num_layers: int, num_heads: int, relative: bool, fused: bool) -> None:
    batch, model = mixed_batch(mirror_examples()), shaken(model_of(num_layers, num_heads, relative))
    loss, gradients = packed_gradients(model, batch, 0.1)
    recorded_loss, recorded = TensorEngine(fused=fused)(model, batch, 0.1)
    assert loss == pytest.approx(recorded_loss, rel=1e-12)
    assert_close(gradients.flat, recorded.flat, rtol=1e-9, atol=1e-13)


def test_loss_is_that_of_the_plain_model() -> None:
    batch, model = mixed_batch(mirror_examples()), shaken(model_of(2, 2))
    logits, _ = forward(model.parameters, batch.source, batch.decoder_input, model.size)
    loss, _ = packed_gradients(model, batch)
    assert loss == pytest.approx(masked_cross_entropy(logits, batch.targets, 0), rel=1e-12)


def test_padding_plays_no_part() -> None:
    batch, model = mixed_batch(mirror_examples()), shaken(model_of(2, 2))
    wider = type(batch)(*(np.pad(ids, [(0, 0), (0, 3)]) for ids in batch))
    loss, gradients = packed_gradients(model, batch, 0.1)
    same_loss, same = packed_gradients(model, wider, 0.1)
    assert loss == pytest.approx(same_loss, rel=1e-12)
    assert_close(gradients.flat, same.flat, rtol=1e-9, atol=1e-13)


def test_single_precision_stays_single() -> None:
    examples = mirror_examples()
    model = Transformer(TransformerSize(len(examples.english), len(examples.french), 8, 12, 2, 1))
    for engine in (packed_gradients, TensorEngine(), TensorEngine(fused=False)):
        _, gradients = engine(model, mixed_batch(examples), 0.1)
        assert gradients.flat.dtype == np.float32
