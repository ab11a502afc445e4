"""Lab 8's loss, normalisation, layer and gradients against PyTorch, where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_building_blocks import MASKS, draw, gradient_problem, layer_problem, loss_problem

from attn_course.translation.building_blocks import (
    attention_backward,
    encoder_layer,
    layer_norm,
    masked_cross_entropy,
)

pytestmark = pytest.mark.torch

assert_close = np.testing.assert_allclose
NORMS = {"weight": "gain", "bias": "bias"}  # PyTorch's words and ours


def test_loss_is_that_of_torch(torch: Any) -> None:
    logits, targets = loss_problem(2, 7, size=5, seed=3)
    expected = torch.nn.functional.cross_entropy(
        torch.from_numpy(logits).transpose(1, 2), torch.from_numpy(targets), ignore_index=2
    )
    assert (targets == 2).any()
    assert masked_cross_entropy(logits, targets, 2) == pytest.approx(float(expected), rel=1e-12)


def test_normalised_rows_are_those_of_torch(torch: Any) -> None:
    x, gain, bias = draw(4, (2, 3, 5), (5,), (5,))
    expected = torch.nn.functional.layer_norm(torch.from_numpy(x), (5,), *map(torch.from_numpy, (gain, bias)))
    assert_close(layer_norm(x, gain, bias), expected.numpy(), rtol=1e-10, atol=1e-12)


def torch_layer(torch: Any, params: dict[str, np.ndarray], num_heads: int, d_ff: int) -> Any:
    """Return PyTorch's encoder layer with these parameters: its matrices are transposed."""
    d = len(params["b_2"])
    layer = torch.nn.TransformerEncoderLayer(d, num_heads, d_ff, 0.0, batch_first=True, norm_first=True).double().eval()
    torch.nn.init.zeros_(layer.self_attn.in_proj_bias)
    torch.nn.init.zeros_(layer.self_attn.out_proj.bias)
    state = {
        "self_attn.in_proj_weight": np.concatenate([params[name].T for name in ("W_q", "W_k", "W_v")]),
        "self_attn.out_proj.weight": params["W_o"].T,
        "linear1.weight": params["W_1"].T,
        "linear2.weight": params["W_2"].T,
        "linear1.bias": params["b_1"],
        "linear2.bias": params["b_2"],
        **{f"norm{k}.{theirs}": params[f"{ours}_{k}"] for k in (1, 2) for theirs, ours in NORMS.items()},
    }
    layer.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in state.items()}, strict=False)
    return layer


def test_a_layer_is_that_of_torch(torch: Any) -> None:
    x, params = layer_problem(2, n=5, d=6, d_ff=7)
    hidden = np.triu(np.ones((5, 5), dtype=bool), 1)
    with torch.no_grad():
        expected = torch_layer(torch, params, 3, 7)(torch.from_numpy(x), src_mask=torch.from_numpy(hidden))
    assert_close(encoder_layer(x, params, 3, ~hidden), expected.numpy(), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_gradients_are_those_of_torch(torch: Any, mask: np.ndarray | None) -> None:
    d_output, *inputs = gradient_problem(2)
    tensors = [torch.from_numpy(one).requires_grad_() for one in inputs]
    seen = None if mask is None else torch.from_numpy(np.broadcast_to(mask, (3, 5)).copy())
    output = torch.nn.functional.scaled_dot_product_attention(*tensors, attn_mask=seen)
    output.backward(torch.from_numpy(d_output))
    for gradient, tensor in zip(attention_backward(d_output, *inputs, mask), tensors, strict=True):
        assert_close(gradient, tensor.grad.numpy(), rtol=1e-9, atol=1e-11)
