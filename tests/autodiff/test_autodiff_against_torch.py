"""Gradients of the engine against those of PyTorch, where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from oracles import compare, numbers, recorded_gradients, weights

from attn_course import autodiff
from attn_course.attention import projected_multi_head_attention

pytestmark = pytest.mark.torch


def by_torch(torch: Any, function: Callable[..., Any], arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Return PyTorch's gradients of the weighed result."""
    tensors = [torch.from_numpy(x).requires_grad_() for x in arrays]
    result = function(*tensors)
    (result * torch.from_numpy(np.asarray(weights(tuple(result.shape))))).sum().backward()
    return [tensor.grad.numpy() for tensor in tensors]


COMMON = {
    "matmul": lambda f: lambda a, b: a @ b,
    "einsum": lambda f: lambda a, b: f.einsum("bij,bjk->bki", a, b),
    "exp": lambda f: lambda a, b: f.exp(a[:, 0]) + b[:, :1, 0],
    "logaddexp": lambda f: lambda a, b: f.logaddexp(a[:, :, :2], b[:, :1, :2]),
    "index": lambda f: lambda a, b: a[[1, 1, 0]] * b[0, 0, 0],
    "maximum": lambda f: lambda a, b: f.maximum(a[:, 0], b[:, 0, :1]),
    "where": lambda f: lambda a, b: f.where(a > 0, a * a, b.sum()),
    "tril": lambda f: lambda a, b: f.tril(a) * b.mean(),
    "cumsum": lambda f: lambda a, b: f.cumsum(a, 1) - b.sum(),
}


@pytest.mark.parametrize("name", COMMON)
def test_functions_of_both(torch: Any, name: str) -> None:
    arrays = numbers((2, 3, 4), (2, 4, 5))
    found = recorded_gradients(lambda np, a, b: COMMON[name](np)(a, b), arrays)
    compare(found, by_torch(torch, COMMON[name](torch), arrays), 1e-12)


def test_equals_share_the_gradient_as_they_do_in_torch(torch: Any) -> None:
    x = np.array([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0]])
    found = recorded_gradients(lambda np, a: np.max(a, axis=1), [x])
    compare(found, by_torch(torch, lambda a: torch.amax(a, dim=1), [x]), 1e-15)
    found = recorded_gradients(lambda np, a, b: np.maximum(a, b), [x, x])
    compare(found, by_torch(torch, torch.maximum, [x, x]), 1e-15)


def test_layer_norm(torch: Any) -> None:
    arrays = numbers((2, 3, 4), (4,), (4,))

    def fused(np: Any, *inputs: Any) -> Any:
        return autodiff.layer_norm(*inputs)

    found = recorded_gradients(fused, arrays)
    compare(found, by_torch(torch, lambda x, a, b: torch.nn.functional.layer_norm(x, (4,), a, b), arrays), 1e-12)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy(torch: Any, smoothing: float) -> None:
    (logits,), targets = numbers((4, 5)), np.array([0, 3, 2, 0])
    found = recorded_gradients(lambda np, x: autodiff.cross_entropy(x, targets, smoothing, pad_id=0), [logits])

    def loss(x: Any) -> Any:
        ids = torch.from_numpy(targets)
        return torch.nn.functional.cross_entropy(x, ids, ignore_index=0, label_smoothing=smoothing)

    compare(found, by_torch(torch, loss, [logits]), 1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_layer_of_a_transformer(torch: Any, dtype: Any) -> None:
    d, ids, mask = 4, np.array([[0, 2, 1], [1, 1, 2]]), np.tri(3, dtype=bool)
    shapes = {
        "E": (3, d),
        "W_q": (d, d),
        "W_k": (d, d),
        "W_v": (d, d),
        "W_o": (d, d),
        "W": (d, 3),
        "a": (d,),
        "b": (d,),
    }
    arrays = dict(zip(shapes, [x.astype(dtype) for x in numbers(*shapes.values())], strict=True))

    def layer(p: dict[str, Any]) -> Any:
        x = p["E"][ids]
        attended, _ = projected_multi_head_attention(x, x, p["W_q"], p["W_k"], p["W_v"], p["W_o"], 2, mask)
        logits = np.maximum(autodiff.layer_norm(x + attended, p["a"], p["b"]), 0) @ p["W"]
        return autodiff.cross_entropy(logits, ids, 0.1)

    loss, found = autodiff.gradients(layer, arrays)
    t = {name: torch.from_numpy(x).requires_grad_() for name, x in arrays.items()}
    x = t["E"][ids]
    q, k, v = ((x @ t[name]).reshape(2, 3, 2, 2).transpose(1, 2) for name in ("W_q", "W_k", "W_v"))
    heads = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=torch.from_numpy(mask))
    y = torch.nn.functional.layer_norm(x + heads.transpose(1, 2).reshape(2, 3, d) @ t["W_o"], (d,), t["a"], t["b"])
    logits = (torch.relu(y) @ t["W"]).reshape(-1, 3)
    expected = torch.nn.functional.cross_entropy(logits, torch.from_numpy(ids.reshape(-1)), label_smoothing=0.1)
    expected.backward()
    tolerance = 1e-12 if dtype == np.float64 else 1e-5
    assert loss == pytest.approx(expected.item(), rel=tolerance)
    compare(list(found.values()), [one.grad.numpy() for one in t.values()], tolerance)
    assert all(one.dtype == dtype for one in found.values())
