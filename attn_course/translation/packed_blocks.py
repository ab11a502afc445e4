"""The parts of the fast engine: each forward beside the way back of its gradient.

Every function here works on real tokens only, one a row: N tokens of d features, whatever sentence they are from. Only
attention needs to know which tokens belong together; a `Packing` spreads them out for it and gathers them again.

A forward function returns its result and what the way back needs. A backward function takes the gradient of the loss
with respect to the result, called d_ and the name, and returns those with respect to the inputs. There are only three
rules, each the chain rule for one kind of step:

- y = x W: the gradient goes back by the transpose, d_x = d_y W^T and d_W = x^T d_y;
- what was used twice (a residual connection, a bias that is added to every row) gets the sum of its gradients;
- a function of each number by itself multiplies the gradient by its derivative.

The softmax, the layer norm and the cross-entropy put them together; their formulas stand where they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int

from attn_course.translation.vocabulary import PAD

Gradients = dict[str, np.ndarray]


@dataclass(frozen=True)
class Packing:
    """Where the real tokens of a padded batch stand.

    Attributes
    ----------
    shape : tuple of int
        The batch's sentences b and its padded length n.
    rows : integer array of shape (N,)
        The places of the real tokens among all b n places.
    """

    shape: tuple[int, int]
    rows: Int[np.ndarray, " N"]

    @classmethod
    def of(cls, ids: Int[np.ndarray, "b n"]) -> Packing:
        """Find the tokens that are not padding."""
        return cls((ids.shape[0], ids.shape[1]), np.flatnonzero(ids != PAD))

    @property
    def places(self) -> Int[np.ndarray, " N"]:
        """The position of each token in its sentence."""
        return self.rows % self.shape[1]

    @property
    def real(self) -> Bool[np.ndarray, "b n"]:
        """Which places of the padded batch hold a real token."""
        real = np.zeros(self.shape, bool)
        real.ravel()[self.rows] = True
        return real

    def spread(self, x: Float[np.ndarray, "N d"]) -> Float[np.ndarray, "b n d"]:
        """Put each token at its place; the padding gets zeros."""
        padded = np.zeros((self.shape[0] * self.shape[1], x.shape[1]), x.dtype)
        padded[self.rows] = x
        return padded.reshape(*self.shape, -1)  # (b * n, d) -> (b, n, d)

    def gather(self, x: Float[np.ndarray, "b n d"]) -> Float[np.ndarray, "N d"]:
        """Take the real tokens out of a padded batch."""
        return x.reshape(-1, x.shape[-1])[self.rows]  # (b, n, d) -> (N, d)


# --- Sums and maxima of many short rows, which NumPy's own functions take five to ten times as long for ---


def sum_rows(x: Float[np.ndarray, "N d"]) -> Float[np.ndarray, " d"]:
    """Add all rows: a product with ones."""
    return np.ones(len(x), x.dtype) @ x


def sum_of_rows(x: Float[np.ndarray, "... d"]) -> Float[np.ndarray, "... 1"]:
    """Add the numbers of each row: a product with ones."""
    d = x.shape[-1]
    return (x.reshape(-1, d) @ np.ones(d, x.dtype)).reshape(*x.shape[:-1], 1)  # (..., d) -> (..., 1)


def mean_of_rows(x: Float[np.ndarray, "... d"]) -> Float[np.ndarray, "... 1"]:
    """Return the mean of each row."""
    return sum_of_rows(x) * (1 / x.shape[-1])


def max_of_rows(x: Float[np.ndarray, "... d"]) -> Float[np.ndarray, "... 1"]:
    """Return the largest number of each row: in a transposed copy, whole vectors are compared."""
    columns = np.ascontiguousarray(x.reshape(-1, x.shape[-1]).T)
    return columns.max(axis=0).reshape(*x.shape[:-1], 1)  # (..., d) -> (..., 1)


# --- Layer norm: y = gain * (x - mean) / deviation + bias ---


class SavedNorm(NamedTuple):
    """What the way back through a layer norm needs."""

    normed: Float[np.ndarray, "N d"]
    inverse: Float[np.ndarray, "N 1"]  # 1 / deviation


def layer_norm_forward(
    x: Float[np.ndarray, "N d"], gain: Float[np.ndarray, " d"], bias: Float[np.ndarray, " d"], eps: float = 1e-5
) -> tuple[Float[np.ndarray, "N d"], SavedNorm]:
    """Bring every row to mean 0 and variance 1, then scale and shift its features."""
    d = x.shape[-1]
    centred = x - mean_of_rows(x)
    variance = np.einsum("nd,nd->n", centred, centred)[:, np.newaxis] / d  # (N, d) -> (N, 1)
    inverse = 1 / np.sqrt(variance + eps)
    normed = centred * inverse
    return normed * gain + bias, SavedNorm(normed, inverse)


def layer_norm_backward(
    d_y: Float[np.ndarray, "N d"], gain: Float[np.ndarray, " d"], saved: SavedNorm
) -> tuple[Float[np.ndarray, "N d"], Float[np.ndarray, " d"], Float[np.ndarray, " d"]]:
    """Return d_x, d_gain and d_bias.

    Mean and deviation depend on x too: of the gradient of the normed row, d_n, the part that would move its mean and
    the part along the row itself are taken away, ``d_x = (d_n - mean(d_n) - n mean(d_n n)) / deviation``.
    """
    normed, inverse = saved
    d_gain, d_bias = np.einsum("nd,nd->d", d_y, normed), sum_rows(d_y)
    d_normed = d_y * gain
    along = np.einsum("nd,nd->n", d_normed, normed)[:, np.newaxis] / normed.shape[-1]  # (N, d) -> (N, 1)
    d_x = (d_normed - mean_of_rows(d_normed) - normed * along) * inverse
    return d_x, d_gain, d_bias


# --- Attention: O = softmax(Q K^T / sqrt(d_k)) V ---


def attention_forward(
    Q: Float[np.ndarray, "b h n_q d_k"],
    K: Float[np.ndarray, "b h n_k d_k"],
    V: Float[np.ndarray, "b h n_k d_k"],
    hidden: Float[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "b h n_q d_k"], Float[np.ndarray, "b h n_q n_k"]]:
    """Average the values; `hidden` is added to the scores: 0 where a query may attend, -inf where not."""
    scores = Q @ K.swapaxes(-1, -2)  # (b, h, n_q, d_k) @ (b, h, d_k, n_k) -> (b, h, n_q, n_k)
    scores *= Q.shape[-1] ** -0.5
    scores += hidden
    weights = np.exp(scores - max_of_rows(scores))
    weights /= sum_of_rows(weights)
    return weights @ V, weights


def attention_backward(
    d_output: Float[np.ndarray, "b h n_q d_k"],
    Q: Float[np.ndarray, "b h n_q d_k"],
    K: Float[np.ndarray, "b h n_k d_k"],
    V: Float[np.ndarray, "b h n_k d_k"],
    weights: Float[np.ndarray, "b h n_q n_k"],
) -> tuple[
    Float[np.ndarray, "b h n_q d_k"],
    Float[np.ndarray, "b h n_k d_k"],
    Float[np.ndarray, "b h n_k d_k"],
    Float[np.ndarray, "b h n_q n_k"],
]:
    """Return d_Q, d_K, d_V and d_scores, where the scores are those that the softmax saw.

    Through the softmax, with its Jacobian ``diag(p) - p p^T``: ``d_scores = p (d_p - sum(p d_p))``. A hidden key has
    the weight 0, so nothing goes back to it.
    """
    d_V = weights.swapaxes(-1, -2) @ d_output
    d_weights = d_output @ V.swapaxes(-1, -2)  # (b, h, n_q, d_k) @ (b, h, d_k, n_k) -> (b, h, n_q, n_k)
    d_scores = weights * d_weights
    d_scores -= weights * sum_of_rows(d_scores)
    d_products = d_scores * Q.shape[-1] ** -0.5
    return d_products @ K, d_products.swapaxes(-1, -2) @ Q, d_V, d_scores


# --- Multi-head attention of packed tokens ---


class SavedHeads(NamedTuple):
    """What the way back through a multi-head attention needs."""

    x_q: Float[np.ndarray, "N_q d"]
    x_kv: Float[np.ndarray, "N_k d"]
    Q: Float[np.ndarray, "b h n_q d_k"]
    K: Float[np.ndarray, "b h n_k d_k"]
    V: Float[np.ndarray, "b h n_k d_k"]
    weights: Float[np.ndarray, "b h n_q n_k"]
    merged: Float[np.ndarray, "N_q d"]


def split(x: Float[np.ndarray, "b n d"], num_heads: int) -> Float[np.ndarray, "b h n d_k"]:
    """Give each head its features."""
    return x.reshape(*x.shape[:2], num_heads, -1).swapaxes(1, 2)  # (b, n, h * d_k) -> (b, h, n, d_k)


def merge(x: Float[np.ndarray, "b h n d_k"]) -> Float[np.ndarray, "b n d"]:
    """Put the heads' features side by side."""
    b, h, n, d_k = x.shape
    return x.swapaxes(1, 2).reshape(b, n, h * d_k)  # (b, h, n, d_k) -> (b, n, h * d_k)


def multi_head_forward(
    x_q: Float[np.ndarray, "N_q d"],
    x_kv: Float[np.ndarray, "N_k d"],
    params: Mapping[str, np.ndarray],
    num_heads: int,
    queries: Packing,
    keys: Packing,
    hidden: Float[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "N_q d"], SavedHeads]:
    """Project the packed tokens, spread them out, attend in each head, gather and mix."""
    Q = split(queries.spread(x_q @ params["W_q"]), num_heads)  # (N_q, d) -> (b, h, n_q, d_k)
    K = split(keys.spread(x_kv @ params["W_k"]), num_heads)
    V = split(keys.spread(x_kv @ params["W_v"]), num_heads)
    output, weights = attention_forward(Q, K, V, hidden)
    merged = queries.gather(merge(output))  # (b, h, n_q, d_k) -> (N_q, d)
    return merged @ params["W_o"], SavedHeads(x_q, x_kv, Q, K, V, weights, merged)


def multi_head_backward(
    d_y: Float[np.ndarray, "N_q d"],
    params: Mapping[str, np.ndarray],
    queries: Packing,
    keys: Packing,
    saved: SavedHeads,
) -> tuple[Float[np.ndarray, "N_q d"], Float[np.ndarray, "N_k d"], Gradients, Float[np.ndarray, "b h n_q n_k"]]:
    """Return d_x_q, d_x_kv, the gradients of the four matrices, and d_scores."""
    x_q, x_kv, Q, K, V, weights, merged = saved
    d_output = split(queries.spread(d_y @ params["W_o"].T), Q.shape[1])  # (N_q, d) -> (b, h, n_q, d_k)
    *d_heads, d_scores = attention_backward(d_output, Q, K, V, weights)
    d_Q, d_K, d_V = (
        packing.gather(merge(d)) for packing, d in zip((queries, keys, keys), d_heads, strict=True)
    )  # (b, h, n, d_k) -> (N, d)
    gradients = {"W_q": x_q.T @ d_Q, "W_k": x_kv.T @ d_K, "W_v": x_kv.T @ d_V, "W_o": merged.T @ d_y}
    return d_Q @ params["W_q"].T, d_K @ params["W_k"].T + d_V @ params["W_v"].T, gradients, d_scores


# --- Relative positions: entry [h, i, j] of what is added to the scores is entry [h, j - i] of the table ---


def distances(n: int, farthest: int) -> Int[np.ndarray, "n n"]:
    """Return the column of the table for each query and key: their distance, clipped, counted from the smallest."""
    places = np.arange(n)
    return np.clip(places - places[:, np.newaxis], -farthest, farthest) + farthest


def distances_backward(d_scores: Float[np.ndarray, "b h n n"], farthest: int) -> Float[np.ndarray, "h 2m+1"]:
    """Return d_table: a distance that stands at several places gets the sum of their gradients."""
    d_biases = d_scores.sum(axis=0)  # all sentences share the table: (b, h, n, n) -> (h, n, n)
    d_columns = np.zeros((2 * farthest + 1, len(d_biases)), d_biases.dtype)
    np.add.at(d_columns, distances(d_biases.shape[-1], farthest), np.moveaxis(d_biases, 0, -1))
    return d_columns.T


# --- Feed-forward network: y = max(0, x W_1 + b_1) W_2 + b_2 ---


class SavedFeedForward(NamedTuple):
    """What the way back through a feed-forward network needs."""

    x: Float[np.ndarray, "N d"]
    units: Float[np.ndarray, "N d_ff"]


def feed_forward_forward(
    x: Float[np.ndarray, "N d"], params: Mapping[str, np.ndarray]
) -> tuple[Float[np.ndarray, "N d"], SavedFeedForward]:
    """Let each token think by itself."""
    units = x @ params["W_1"]  # (N, d) -> (N, d_ff)
    units += params["b_1"]
    np.maximum(units, 0, out=units)
    return units @ params["W_2"] + params["b_2"], SavedFeedForward(x, units)


def feed_forward_backward(
    d_y: Float[np.ndarray, "N d"], params: Mapping[str, np.ndarray], saved: SavedFeedForward
) -> tuple[Float[np.ndarray, "N d"], Gradients]:
    """Return d_x and the gradients of the parameters; a unit that was cut off at zero passes nothing back."""
    x, units = saved
    d_units = d_y @ params["W_2"].T  # (N, d) -> (N, d_ff)
    d_units *= units > 0
    gradients = {"W_1": x.T @ d_units, "b_1": sum_rows(d_units), "W_2": units.T @ d_y, "b_2": sum_rows(d_y)}
    return d_units @ params["W_1"].T, gradients


# --- Loss: cross-entropy against a target that gives a share of its weight to all words ---


def smoothed_cross_entropy(
    logits: Float[np.ndarray, "N words"], targets: Int[np.ndarray, " N"], smoothing: float
) -> tuple[float, Float[np.ndarray, "N words"]]:
    """Return the mean loss of N tokens, and its gradient with respect to the logits.

    The target q gives 1 - smoothing to the right word and shares the rest among all words. The loss is
    ``log(sum(exp(z))) - sum(q z)``, its gradient ``(softmax(z) - q) / N``.

    References
    ----------
    Szegedy et al. (2016), Rethinking the Inception Architecture for Computer Vision, section 7.
    """
    N, words = logits.shape
    rows = np.arange(N)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    expected = (1 - smoothing) * shifted[rows, targets] + smoothing * mean_of_rows(shifted)[:, 0]  # sum(q z)
    exponentials = np.exp(shifted)
    totals = sum_of_rows(exponentials)  # (N, words) -> (N, 1)
    loss = float((np.log(totals[:, 0]) - expected).mean())
    d_logits = exponentials / (N * totals)
    d_logits -= smoothing / (words * N)
    d_logits[rows, targets] -= (1 - smoothing) / N
    return loss, d_logits


# --- Embedding: row i of x is row ids[i] of the table ---


def embedding_backward(
    d_x: Float[np.ndarray, "N d"], ids: Int[np.ndarray, " N"], words: int
) -> Float[np.ndarray, "words d"]:
    """Return d_table: a word that stands at several places gets the sum of their gradients."""
    d = d_x.shape[1]
    d_table = np.zeros(words * d, d_x.dtype)
    places = ids[:, np.newaxis] * d + np.arange(d)  # in the flat table: NumPy adds there ten times as fast as to rows
    np.add.at(d_table, places.ravel(), d_x.ravel())
    return d_table.reshape(words, d)
