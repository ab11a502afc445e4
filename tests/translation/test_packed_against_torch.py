"""The fast engine against PyTorch's layers and its derivatives, where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mirror import mirror_examples, mixed_batch
from test_packed import model_of, shaken

from attn_course.attention import positional_encoding
from attn_course.translation.packed import packed_gradients
from attn_course.translation.parameters import below

pytestmark = pytest.mark.torch


def attention(torch: Any, params: Any, x_q: Any, x_kv: Any, num_heads: int, seen: Any) -> Any:
    def heads(x: Any) -> Any:
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    Q, K, V = heads(x_q @ params["W_q"]), heads(x_kv @ params["W_k"]), heads(x_kv @ params["W_v"])
    output = torch.nn.functional.scaled_dot_product_attention(Q, K, V, attn_mask=seen)
    return output.transpose(1, 2).flatten(-2) @ params["W_o"]


def norm(torch: Any, x: Any, params: Any, ending: str = "") -> Any:
    gain, bias = params[f"gain{ending}"], params[f"bias{ending}"]
    return torch.nn.functional.layer_norm(x, gain.shape, gain, bias)


def thinking(torch: Any, x: Any, params: Any, ending: str) -> Any:
    hidden = torch.relu(norm(torch, x, params, ending) @ params["W_1"] + params["b_1"])
    return x + hidden @ params["W_2"] + params["b_2"]


def torch_loss(torch: Any, p: dict[str, Any], batch: Any, size: Any, smoothing: float) -> Any:
    source, tokens, targets = map(torch.from_numpy, batch)
    embedding = torch.nn.functional.embedding
    places = torch.from_numpy(positional_encoding(20, size.d_model).astype(np.float32).astype(float))
    words = (source != 0)[:, None, None]
    causal = torch.ones(tokens.shape[1], tokens.shape[1], dtype=torch.bool).tril()
    x = embedding(source, p["source_embedding"]) + places[: source.shape[1]]
    for layer in range(size.num_layers):
        params = below(p, f"encoder.{layer}.")
        normed = norm(torch, x, params, "_1")
        x = thinking(torch, x + attention(torch, params, normed, normed, size.num_heads, words), params, "_2")
    memory = norm(torch, x, below(p, "memory."))
    x = embedding(tokens, p["target_embedding"]) + places[: tokens.shape[1]]
    for layer in range(size.num_layers):
        params = below(p, f"decoder.{layer}.")
        normed = norm(torch, x, params, "_1")
        x = x + attention(torch, params, normed, normed, size.num_heads, causal)
        normed = norm(torch, x, params, "_2")
        x = x + attention(torch, below(params, "cross."), normed, memory, size.num_heads, words)
        x = thinking(torch, x, params, "_3")
    logits = norm(torch, x, below(p, "output.")) @ p["output.W"] + p["output.b"]
    return torch.nn.functional.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), ignore_index=0, label_smoothing=smoothing
    )


@pytest.mark.parametrize("num_layers", [1, 2])
def test_gradients_are_those_of_torch(torch: Any, num_layers: int) -> None:
    batch, model = mixed_batch(mirror_examples()), shaken(model_of(num_layers, 2))
    loss, gradients = packed_gradients(model, batch, 0.1)
    parameters = {name: torch.tensor(array, requires_grad=True) for name, array in model.parameters.items()}
    expected = torch_loss(torch, parameters, batch, model.size, 0.1)
    expected.backward()
    assert loss == pytest.approx(expected.item(), rel=1e-10)
    for name, gradient in gradients.items():
        np.testing.assert_allclose(gradient, parameters[name].grad.numpy(), rtol=1e-8, atol=1e-12, err_msg=name)
