"""The step of a gated recurrent unit as one step of a record, with its gradient derived by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attn_course import attention
from attn_course.attention.additive import sigmoid
from attn_course.autodiff import Tensor
from attn_course.autodiff.rules import Pull
from attn_course.autodiff.tensor import record


def gru_step(x: Any, h: Any, W_x: Any, W_h: Any, b: Any) -> Any:
    """Take the step of Lab 5's `gru_step`; on tensors, it is recorded as a whole.

    Parameters
    ----------
    x : array or Tensor of shape (b, d_x)
        The input of this step.
    h : array or Tensor of shape (b, d_h)
        The state so far.
    W_x, W_h, b : arrays or Tensors of shapes (d_x, 3 d_h), (d_h, 3 d_h) and (3 d_h,)
        The parameters, in blocks for the reset gate r, the update gate z and the candidate n.

    Returns
    -------
    array or Tensor of shape (b, d_h)
        The new state.

    References
    ----------
    Cho et al. (2014), Learning Phrase Representations using RNN Encoder-Decoder, equations 5 to 8.
    """
    if isinstance(W_x, Tensor):
        return record(gru_rule, (x, h, W_x, W_h, b))
    return attention.gru_step(x, h, W_x, W_h, b)


def gru_rule(
    x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, tuple[Pull, ...]]:
    """``y = (1 - z) n + z h``, with r, z = sigmoid(x W_x + b + h W_h) and n = tanh(x W_xn + b_n + r (h W_hn)).

    With a' = 1 - a^2 for the tanh and a' = a (1 - a) for a sigmoid, the inputs of n, z and r get
    ``d_n = g (1 - z) n'``, ``d_z = g (h - n) z'`` and ``d_r = d_n (h W_hn) r'``; all else follows as for any product.
    """
    d = h.shape[-1]
    from_x, from_h = x @ W_x + b, h @ W_h  # (b, 3 d)
    r, z = np.split(sigmoid(from_x[:, : 2 * d] + from_h[:, : 2 * d]), 2, axis=-1)
    candidate = from_h[:, 2 * d :]
    n = np.tanh(from_x[:, 2 * d :] + r * candidate)

    def inputs_of_gates(g: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        d_n = g * (1 - z) * (1 - n * n)
        d_z = g * (h - n) * z * (1 - z)
        d_r = d_n * candidate * r * (1 - r)
        return np.concatenate([d_r, d_z, d_n], axis=-1), np.concatenate([d_r, d_z, d_n * r], axis=-1)

    shared = once(inputs_of_gates)
    return (1 - z) * n + z * h, (
        lambda g: shared(g)[0] @ W_x.T,
        lambda g: shared(g)[1] @ W_h.T + g * z,
        lambda g: x.T @ shared(g)[0],
        lambda g: h.T @ shared(g)[1],
        lambda g: shared(g)[0],
    )


def once(function: Callable[[np.ndarray], Any]) -> Callable[[np.ndarray], Any]:
    """Compute what several ways back share a single time: the gradient of a step is the same for all of them."""
    kept: list[Any] = []

    def call(g: np.ndarray) -> Any:
        if not kept:
            kept.append(function(g))
        return kept[0]

    return call
