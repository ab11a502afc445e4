"""Functions with a hand-derived gradient: faster than what the rules of their parts come to.

Each is one step of the record where its parts are five to ten, and needs fewer arrays in between.
Plain arrays in place of all Tensors give a plain array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float, Int, Num

from attn_course.autodiff.rules import Pull, unchanged
from attn_course.autodiff.tensor import Tensor, record


def layer_norm(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """Give each vector the mean 0 and the variance 1, then a learned scale and shift of each feature.

    Parameters
    ----------
    x : Tensor of shape (..., d)
        Vectors, one a row.
    gain, bias : Tensors of shape (d,)
        Scale and shift of the features.
    eps : float
        Added to the variance, in the square of the unit of x.

    Returns
    -------
    Tensor of shape (..., d)
        ``gain * (x - mean) / sqrt(variance + eps) + bias``; the variance is that of the population.

    Raises
    ------
    ValueError
        If the shape of gain or bias is another one.

    References
    ----------
    Ba, Kiros and Hinton (2016), Layer Normalization, equation 4.
    """
    if not np.shape(gain) == np.shape(bias) == x.shape[-1:]:
        raise ValueError(
            f"gain {np.shape(gain)} and bias {np.shape(bias)} must have the shape {x.shape[-1:]} of a vector"
        )
    return record(layer_norm_rule, (x, gain, bias, eps))


def layer_norm_rule(
    x: np.ndarray, gain: np.ndarray, bias: np.ndarray, eps: float
) -> tuple[np.ndarray, tuple[Pull, Pull, Pull]]:
    """``y = a h + b`` with h = (x - mean) r, r = 1 / sqrt(variance + eps), means over the d features.

    With u = g a: x gets (u - mean(u) - h mean(u h)) r, a gets the sum of g h, b the sum of g.
    """
    d = x.shape[-1]
    mean = np.full(d, 1 / d, x.dtype)  # a product with it is a mean, several times faster than `mean` on short rows
    h = x.reshape(-1, d)
    h = h - (h @ mean)[:, np.newaxis]
    r = (1 / np.sqrt(np.einsum("ij,ij->i", h, h) / d + eps)).astype(x.dtype)[:, np.newaxis]
    h *= r

    def for_x(g: np.ndarray) -> np.ndarray:
        u = g.reshape(-1, d) * gain
        projection = np.einsum("ij,ij->i", u, h) / d
        u -= (u @ mean)[:, np.newaxis]
        u -= h * projection[:, np.newaxis]
        u *= r
        return u.reshape(x.shape)

    return (h * gain + bias).reshape(x.shape), (
        for_x,
        lambda g: np.einsum("ij,ij->j", g.reshape(-1, d), h),
        unchanged,
    )


def cross_entropy(
    logits: Tensor,
    targets: Int[np.ndarray, "..."],
    smoothing: float = 0.0,
    weights: Num[np.ndarray, "..."] | None = None,
    pad_id: int | None = None,
) -> Tensor:
    """Return the mean negative log-likelihood of the targets.

    Parameters
    ----------
    logits : Tensor of shape (..., V)
        Scores of the V words, before the softmax.
    targets : array of integers of shape (...)
        The right words.
    smoothing : float
        The part of the probability that the targets share out evenly among all words.
    weights : array of shape (...), optional
        How much each token counts; all alike if not given.
    pad_id : int, optional
        Targets of this word do not count.

    Returns
    -------
    Tensor of shape ()
        The weighted mean over all tokens, in nats; 0 if none counts.

    References
    ----------
    Szegedy et al. (2016), Rethinking the Inception Architecture for Computer Vision, section 7 (smoothing).
    """
    counts = np.ones(np.shape(targets)) if weights is None else np.asarray(weights, dtype=float)
    counts = counts if pad_id is None else counts * (targets != pad_id)
    shares = (counts / (counts.sum() or 1)).astype(logits.dtype)
    return record(cross_entropy_rule, (logits, targets, shares, smoothing))


def cross_entropy_rule(
    logits: np.ndarray, targets: np.ndarray, shares: Float[np.ndarray, "..."], smoothing: float
) -> tuple[Any, tuple[Pull]]:
    """``y = sum over tokens of w (log(sum(e^x)) - sum(q x))``, q = (1 - smoothing) onehot(target) + smoothing / V.

    The logits x of a token get g w (softmax(x) - q).
    """
    V = logits.shape[-1]
    x = logits.reshape(-1, V)
    x = x - x.max(axis=-1, keepdims=True)
    target, w = targets.reshape(-1), shares.reshape(-1)
    rows = np.arange(len(target))
    p = np.exp(x)
    total = p.sum(axis=-1)
    expected = (1 - smoothing) * x[rows, target]
    if smoothing:  # 0 times the mean is no number where a word is hidden by -inf
        expected += smoothing * x.mean(axis=-1)
    y = w @ np.where(w == 0, 0, np.log(total) - expected)  # a target that does not count may be hidden, too

    def pull(g: np.ndarray) -> np.ndarray:
        gw = g * w
        gradient = p * (gw / total)[:, np.newaxis]
        gradient -= (gw * (smoothing / V))[:, np.newaxis]
        gradient[rows, target] -= gw * (1 - smoothing)
        return gradient.reshape(logits.shape)

    return y, (pull,)
