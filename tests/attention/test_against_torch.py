"""Lab 1 against PyTorch, where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attn_course.attention import gradient_norm, scaled_dot_product_attention, softmax, softmax_jacobian

pytestmark = pytest.mark.torch

LEADING = [(), (2,), (2, 3)]


def normal(*shape: int) -> np.ndarray:
    """Return random numbers that depend on the shape only."""
    return np.random.default_rng(list(shape)).normal(0, 2, size=shape)


@pytest.mark.parametrize("leading", LEADING, ids=str)
@pytest.mark.parametrize("mask", [None, np.tri(3, 5, 2, dtype=bool), np.arange(5) < 3], ids=["none", "causal", "keys"])
def test_attention(torch: Any, leading: tuple[int, ...], mask: np.ndarray | None) -> None:
    Q, K, V = normal(*leading, 3, 4), normal(*leading, 5, 4), normal(*leading, 5, 2)
    hidden = None if mask is None else torch.from_numpy(np.broadcast_to(mask, (3, 5)).copy())
    expected = torch.nn.functional.scaled_dot_product_attention(*map(torch.from_numpy, (Q, K, V)), attn_mask=hidden)
    output, _ = scaled_dot_product_attention(Q, K, V, mask)
    np.testing.assert_allclose(output, expected.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("size", [1, 1e3, 1e300])
def test_softmax(torch: Any, axis: int, size: float) -> None:
    x = size * normal(3, 4, 5)
    expected = torch.softmax(torch.from_numpy(x), dim=axis)
    np.testing.assert_allclose(softmax(x, axis), expected.numpy(), rtol=1e-10, atol=1e-300)


def test_softmax_jacobian(torch: Any) -> None:
    x = normal(6)
    expected = torch.autograd.functional.jacobian(lambda scores: torch.softmax(scores, dim=0), torch.from_numpy(x))
    np.testing.assert_allclose(softmax_jacobian(softmax(x)), expected.numpy(), rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("leading", LEADING, ids=str)
def test_gradient_norm(torch: Any, leading: tuple[int, ...], scale: bool) -> None:
    Q, K = normal(*leading, 3, 4), normal(*leading, 5, 4)
    scores = torch.from_numpy(Q) @ torch.from_numpy(K).mT / (2 if scale else 1)  # the root of d_k = 4
    rows = scores.reshape(-1, 5)
    norms = [torch.autograd.functional.jacobian(lambda row: torch.softmax(row, dim=0), row).norm() for row in rows]
    assert gradient_norm(Q, K, scale) == pytest.approx(float(torch.stack(norms).mean()), rel=1e-10)
