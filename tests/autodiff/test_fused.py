"""The fused functions equal what they are made of, and their gradients are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from oracles import compare, differences, numbers, recorded_gradients

from attn_course import autodiff
from attn_course.autodiff import Tensor


def layer_norm(x: Any, gain: Any, bias: Any, eps: float = 1e-5) -> Any:
    centred = x - np.mean(x, axis=-1, keepdims=True)
    return gain * centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + eps) + bias


def cross_entropy(logits: Any, targets: Any, smoothing: float = 0.0, weights: Any = None, pad_id: Any = None) -> Any:
    """Sum over tokens one by one, the target's distribution written out."""
    total, count = 0.0, 0.0
    for place in np.ndindex(targets.shape):
        weight = 1.0 if weights is None else weights[place]
        if targets[place] == pad_id or weight == 0:
            continue
        wanted = np.full(logits.shape[-1], smoothing / logits.shape[-1])
        wanted[targets[place]] += 1 - smoothing
        shifted = logits[place] - np.max(logits[place])
        total = total - weight * np.sum(wanted * (shifted - np.log(np.sum(np.exp(shifted)))))
        count += weight
    return total / count if count else 0.0 * np.sum(logits)


def assert_same(fused: Any, written_out: Any, *arrays: np.ndarray) -> None:
    """Compare value and gradients: of the engine twice, and central differences."""
    compare(
        recorded_gradients(lambda np, *tensors: chosen(fused, written_out, tensors), arrays),
        differences_of(written_out, arrays),
        1e-6,
    )
    compare(
        recorded_gradients(lambda np, *tensors: chosen(fused, written_out, tensors), arrays),
        recorded_gradients(lambda np, *tensors: written_out(*tensors), arrays),
        1e-11,
    )


def chosen(fused: Any, written_out: Any, inputs: Any) -> Any:
    """Call the fused function with Tensors, with arrays what it stands for."""
    return (fused if isinstance(inputs[0], Tensor) else written_out)(*inputs)


def differences_of(written_out: Any, arrays: Any) -> Any:
    return differences(lambda np, *inputs: written_out(*inputs), arrays)


@given(hnp.array_shapes(max_dims=3, min_side=2, max_side=4))
def test_layer_norm(shape: tuple[int, ...]) -> None:
    assert_same(autodiff.layer_norm, layer_norm, *numbers(shape, shape[-1:], shape[-1:]))
    assert_same(
        lambda *xs: autodiff.layer_norm(*xs, 0.1),
        lambda *xs: layer_norm(*xs, 0.1),
        *numbers(shape, shape[-1:], shape[-1:]),
    )


@pytest.mark.parametrize("shape", [(2, 3), (1, 3), ()])
def test_a_gain_is_one_vector(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shape"):
        autodiff.layer_norm(Tensor(np.ones((2, 3))), Tensor(np.ones(shape)), Tensor(np.zeros(3)))


@given(
    hnp.array_shapes(max_dims=3, max_side=3),
    st.sampled_from([0.0, 0.1, 1.0]),
    st.booleans(),
    st.sampled_from([None, 0]),
)
def test_cross_entropy(shape: tuple[int, ...], smoothing: float, weighed: bool, pad_id: int | None) -> None:
    rng = np.random.default_rng(shape)
    targets = rng.integers(0, 3, shape)
    weights = rng.uniform(0, 2, shape) if weighed else None
    options = (targets, smoothing, weights, pad_id)
    assert_same(
        lambda x: autodiff.cross_entropy(x, *options), lambda x: cross_entropy(x, *options), *numbers((*shape, 3))
    )


def test_cross_entropy_of_padding_only_is_zero() -> None:
    logits = Tensor(np.ones((2, 3)))
    loss = autodiff.cross_entropy(logits, np.zeros(2, dtype=int), pad_id=0)
    loss.backward()
    assert float(loss) == 0
    np.testing.assert_array_equal(logits.grad, np.zeros((2, 3)))


@pytest.mark.parametrize("size", [1e6, -1e6])
def test_cross_entropy_of_large_logits_is_finite(size: float) -> None:
    logits = Tensor(np.array([[size, 0.0, 1.0]], dtype=np.float32))
    loss = autodiff.cross_entropy(logits, np.array([0]))
    loss.backward()
    assert loss.data == pytest.approx(max(-size, 0), rel=1e-5)
    assert np.all(np.isfinite(logits.grad))


def test_cross_entropy_of_hidden_words() -> None:
    logits = Tensor(np.array([[0.0, 1.0, -np.inf], [2.0, -np.inf, 3.0]]))
    targets, pad = np.array([1, 1]), 1
    loss = autodiff.cross_entropy(logits, targets, weights=[1, 0])
    loss.backward()
    assert loss.data == pytest.approx(np.log1p(np.exp(-1)))
    p = 1 / (1 + np.exp(-1))
    np.testing.assert_allclose(logits.grad, [[1 - p, p - 1, 0], [0, 0, 0]])
    assert autodiff.cross_entropy(logits, targets, pad_id=pad).data == 0


def test_a_frequent_word_gets_the_sum_of_its_gradients() -> None:
    rng = np.random.default_rng(0)
    ids, table, g = rng.integers(0, 5, (8, 9)), Tensor(rng.normal(size=(5, 4))), rng.normal(size=(8, 9, 4))
    np.sum(table[ids] * g).backward()
    one_hot = np.eye(5)[ids]  # (8, 9, 5)
    np.testing.assert_allclose(table.grad, np.einsum("stv,std->vd", one_hot, g), rtol=1e-12)


FUSED = {
    "layer_norm": lambda x: autodiff.layer_norm(x, np.ones(3), np.zeros(3)),
    "cross_entropy": lambda x: autodiff.cross_entropy(x, np.array([0, 1]), 0.1, np.ones(2)),
}


@pytest.mark.parametrize("name", FUSED)
def test_float32_stays_float32(name: str) -> None:
    x = Tensor(np.random.default_rng(0).normal(size=(2, 3)).astype(np.float32))
    result = FUSED[name](x)
    np.testing.assert_array_equal(result.data, FUSED[name](x.data))  # of a plain array, plain
    np.sum(result * np.float64(2)).backward()
    assert x.grad is not None
    assert result.dtype == x.grad.dtype == np.float32
