"""The same Transformer made fast: gradients derived by hand, on real tokens only.

`packed_gradients` computes what a recording engine computes for `transformer.forward`, and needs half its time or
less. Read it from `packed_gradients` at the end; every forward stands beside its way back. What paid, as the time of
a step without it (one core of a server, batches of 64, against 1.00 with all of it):

    2.6    nothing recorded: what goes back through each part is known beforehand (`packed_blocks`);
           1.9 against the recording engine with its fused norm and loss
    1.3    no padding: a batch of sentences of mixed length is a third padding, and only attention has to see it.
           All else runs on the real tokens, one below the other, in a few large matrix products
    1.1    the largest number of each short row found in a transposed copy (`max_of_rows`)
    1.05   sums along short rows as products with ones (`sum_of_rows`)
    1.04   the embedding's gradient added up in a flat table (`embedding_backward`)

What did not pay: one product for queries, keys and values together (124 microseconds in place of 133); gradients
written where they belong in place of copied there, and fewer arrays in between (3 % at best); sorted batches, which
need no padding at all, but learn less in each step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import DTypeLike

from attn_course.translation.batches import Batch
from attn_course.translation.functions import COURSE
from attn_course.translation.packed_blocks import (
    Gradients,
    Packing,
    SavedFeedForward,
    SavedHeads,
    SavedNorm,
    distances,
    distances_backward,
    embedding_backward,
    feed_forward_backward,
    feed_forward_forward,
    layer_norm_backward,
    layer_norm_forward,
    multi_head_backward,
    multi_head_forward,
    smoothed_cross_entropy,
    sum_rows,
)
from attn_course.translation.parameters import Parameters, below
from attn_course.translation.transformer import Transformer, TransformerSize, positions

Arrays = Mapping[str, np.ndarray]


def hidden_keys(tokens: Packing, dtype: DTypeLike) -> Float[np.ndarray, "b 1 1 n"]:
    """Return what is added to all scores of a key: -inf if it is padding."""
    return np.where(tokens.real, 0, -np.inf).astype(dtype)[:, np.newaxis, np.newaxis]


def hidden_future(tokens: Packing, dtype: DTypeLike) -> Float[np.ndarray, "n n"]:
    """Return what is added to the scores of each pair of places: -inf if the key comes later.

    Padding stands at the end: no real token sees it.
    """
    n = tokens.shape[1]
    return np.triu(np.full((n, n), -np.inf, dtype), 1)


# --- Self-attention: y = x + attention(norm_1(x)) ---


class SavedAttention(NamedTuple):
    """What the way back through an attention with its norm needs."""

    norm: SavedNorm
    heads: SavedHeads


def self_attention_forward(
    x: Float[np.ndarray, "N d"], params: Arrays, num_heads: int, tokens: Packing, hidden: Float[np.ndarray, "..."]
) -> tuple[Float[np.ndarray, "N d"], SavedAttention]:
    """Let the tokens of each sentence exchange what they know."""
    if "distances" in params:
        table = params["distances"]
        hidden = hidden + table[:, distances(tokens.shape[1], table.shape[1] // 2)]  # (..., n) -> (..., h, n, n)
    normed, norm = layer_norm_forward(x, params["gain_1"], params["bias_1"])
    attended, heads = multi_head_forward(normed, normed, params, num_heads, tokens, tokens, hidden)
    return x + attended, SavedAttention(norm, heads)


def self_attention_backward(
    d_y: Float[np.ndarray, "N d"], params: Arrays, tokens: Packing, saved: SavedAttention
) -> tuple[Float[np.ndarray, "N d"], Gradients]:
    """Return d_x and the gradients of the parameters: x was used three times, as query, as key and value, and as x."""
    d_queries, d_keys, gradients, d_scores = multi_head_backward(d_y, params, tokens, tokens, saved.heads)
    if "distances" in params:
        gradients["distances"] = distances_backward(d_scores, params["distances"].shape[1] // 2)
    d_x, gain, bias = layer_norm_backward(d_queries + d_keys, params["gain_1"], saved.norm)
    return d_y + d_x, gradients | {"gain_1": gain, "bias_1": bias}


# --- Cross-attention: y = x + attention(norm_2(x), memory) ---


def cross_attention_forward(
    x: Float[np.ndarray, "N_t d"],
    memory: Float[np.ndarray, "N_s d"],
    params: Arrays,
    num_heads: int,
    target: Packing,
    source: Packing,
    hidden: Float[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "N_t d"], SavedAttention]:
    """Let each token of the translation look at the source."""
    normed, norm = layer_norm_forward(x, params["gain_2"], params["bias_2"])
    cross = below(params, "cross.")
    attended, heads = multi_head_forward(normed, memory, cross, num_heads, target, source, hidden)
    return x + attended, SavedAttention(norm, heads)


def cross_attention_backward(
    d_y: Float[np.ndarray, "N_t d"], params: Arrays, target: Packing, source: Packing, saved: SavedAttention
) -> tuple[Float[np.ndarray, "N_t d"], Float[np.ndarray, "N_s d"], Gradients]:
    """Return d_x, d_memory and the gradients of the parameters."""
    d_queries, d_memory, cross, _ = multi_head_backward(d_y, below(params, "cross."), target, source, saved.heads)
    d_x, gain, bias = layer_norm_backward(d_queries, params["gain_2"], saved.norm)
    gradients = {f"cross.{name}": gradient for name, gradient in cross.items()}
    return d_y + d_x, d_memory, gradients | {"gain_2": gain, "bias_2": bias}


# --- Thinking: y = x + feed_forward(norm(x)); the norm is the second of an encoder's layer, a decoder's third ---


class SavedThinking(NamedTuple):
    """What the way back through a feed-forward network with its norm needs."""

    norm: SavedNorm
    network: SavedFeedForward


def thinking_forward(
    x: Float[np.ndarray, "N d"], params: Arrays, norm_number: int
) -> tuple[Float[np.ndarray, "N d"], SavedThinking]:
    """Let each token think by itself."""
    normed, norm = layer_norm_forward(x, params[f"gain_{norm_number}"], params[f"bias_{norm_number}"])
    thought, network = feed_forward_forward(normed, params)
    return x + thought, SavedThinking(norm, network)


def thinking_backward(
    d_y: Float[np.ndarray, "N d"], params: Arrays, norm_number: int, saved: SavedThinking
) -> tuple[Float[np.ndarray, "N d"], Gradients]:
    """Return d_x and the gradients of the parameters."""
    d_normed, gradients = feed_forward_backward(d_y, params, saved.network)
    d_x, gain, bias = layer_norm_backward(d_normed, params[f"gain_{norm_number}"], saved.norm)
    return d_y + d_x, gradients | {f"gain_{norm_number}": gain, f"bias_{norm_number}": bias}


# --- Encoder ---


class SavedEncoder(NamedTuple):
    """What the way back through the encoder needs."""

    layers: list[tuple[SavedAttention, SavedThinking]]
    norm: SavedNorm


def encoder_forward(
    parameters: Parameters, ids: Int[np.ndarray, "b n"], source: Packing, size: TransformerSize
) -> tuple[Float[np.ndarray, "N d"], SavedEncoder]:
    """Turn the source words into the vectors that the decoder looks at."""
    x = embed(parameters["source_embedding"], ids, source, size)
    hidden = hidden_keys(source, x.dtype)
    layers = []
    for layer in range(size.num_layers):
        params = below(parameters, f"encoder.{layer}.")
        x, attention = self_attention_forward(x, params, size.num_heads, source, hidden)
        x, thinking = thinking_forward(x, params, 2)
        layers.append((attention, thinking))
    memory, norm = layer_norm_forward(x, parameters["memory.gain"], parameters["memory.bias"])
    return memory, SavedEncoder(layers, norm)


def encoder_backward(
    d_memory: Float[np.ndarray, "N d"],
    parameters: Parameters,
    ids: Int[np.ndarray, "b n"],
    source: Packing,
    saved: SavedEncoder,
) -> Gradients:
    """Return the gradients of the encoder's parameters."""
    d_x, gain, bias = layer_norm_backward(d_memory, parameters["memory.gain"], saved.norm)
    gradients = {"memory.gain": gain, "memory.bias": bias}
    for layer, (attention, thinking) in reversed(list(enumerate(saved.layers))):
        params = below(parameters, f"encoder.{layer}.")
        d_x, of_thinking = thinking_backward(d_x, params, 2, thinking)
        d_x, of_attention = self_attention_backward(d_x, params, source, attention)
        gradients |= {f"encoder.{layer}.{name}": value for name, value in (of_thinking | of_attention).items()}
    words = len(parameters["source_embedding"])
    return gradients | {"source_embedding": embedding_backward(d_x, ids.ravel()[source.rows], words)}


def embed(
    table: Float[np.ndarray, "words d"], ids: Int[np.ndarray, "b n"], tokens: Packing, size: TransformerSize
) -> Float[np.ndarray, "N d"]:
    """Look the vectors of the real tokens up, and add their positions unless these are relative: (b, n) -> (N, d)."""
    if size.relative:
        return table[ids.ravel()[tokens.rows]]
    encoding = positions(tokens.shape[1], table.shape[1], COURSE)
    return table[ids.ravel()[tokens.rows]] + encoding[tokens.places]


# --- Decoder ---


class SavedDecoder(NamedTuple):
    """What the way back through the decoder and its output needs."""

    layers: list[tuple[SavedAttention, SavedAttention, SavedThinking]]
    norm: SavedNorm
    normed: Float[np.ndarray, "N_t d"]


def decoder_forward(
    parameters: Parameters,
    ids: Int[np.ndarray, "b n_t"],
    memory: Float[np.ndarray, "N_s d"],
    target: Packing,
    source: Packing,
    size: TransformerSize,
) -> tuple[Float[np.ndarray, "N_t words"], SavedDecoder]:
    """Score the word at each place of the translation."""
    x = embed(parameters["target_embedding"], ids, target, size)
    future, padding = hidden_future(target, x.dtype), hidden_keys(source, x.dtype)
    layers = []
    for layer in range(size.num_layers):
        params = below(parameters, f"decoder.{layer}.")
        x, back = self_attention_forward(x, params, size.num_heads, target, future)
        x, across = cross_attention_forward(x, memory, params, size.num_heads, target, source, padding)
        x, thinking = thinking_forward(x, params, 3)
        layers.append((back, across, thinking))
    normed, norm = layer_norm_forward(x, parameters["output.gain"], parameters["output.bias"])
    return normed @ parameters["output.W"] + parameters["output.b"], SavedDecoder(layers, norm, normed)


def decoder_backward(
    d_logits: Float[np.ndarray, "N_t words"],
    parameters: Parameters,
    ids: Int[np.ndarray, "b n_t"],
    target: Packing,
    source: Packing,
    saved: SavedDecoder,
) -> tuple[Float[np.ndarray, "N_s d"], Gradients]:
    """Return d_memory and the gradients of the decoder's parameters: every layer looked at the memory."""
    gradients = {"output.W": saved.normed.T @ d_logits, "output.b": sum_rows(d_logits)}
    d_normed = d_logits @ parameters["output.W"].T
    d_x, gradients["output.gain"], gradients["output.bias"] = layer_norm_backward(
        d_normed, parameters["output.gain"], saved.norm
    )
    d_memory = np.zeros((len(source.rows), d_x.shape[1]), d_x.dtype)
    for layer, (back, across, thinking) in reversed(list(enumerate(saved.layers))):
        params = below(parameters, f"decoder.{layer}.")
        d_x, of_layer = thinking_backward(d_x, params, 3, thinking)
        d_x, d_looked_at, of_cross = cross_attention_backward(d_x, params, target, source, across)
        d_x, of_self = self_attention_backward(d_x, params, target, back)
        d_memory += d_looked_at
        gradients |= {f"decoder.{layer}.{name}": value for name, value in (of_layer | of_cross | of_self).items()}
    words = len(parameters["target_embedding"])
    gradients["target_embedding"] = embedding_backward(d_x, ids.ravel()[target.rows], words)
    return d_memory, gradients


# --- The whole model ---


def packed_gradients(model: Transformer, batch: Batch, smoothing: float = 0.0) -> tuple[float, Parameters]:
    """Return the loss of a batch and its gradients, derived by hand.

    Parameters
    ----------
    model : Transformer
        Written with the course's functions: others have no part in this.
    batch : Batch
        Padded sentences.
    smoothing : float
        The share of the target that all words get; without a unit.

    Returns
    -------
    loss : float
        The mean over the real target tokens, in nats.
    gradients : Parameters
        By the names of the model's parameters, in one vector.
    """
    parameters, size = model.parameters, model.size
    source, target = Packing.of(batch.source), Packing.of(batch.targets)
    memory, encoder = encoder_forward(parameters, batch.source, source, size)
    logits, decoder = decoder_forward(parameters, batch.decoder_input, memory, target, source, size)
    loss, d_logits = smoothed_cross_entropy(logits, batch.targets.ravel()[target.rows], smoothing)
    d_memory, gradients = decoder_backward(d_logits, parameters, batch.decoder_input, target, source, decoder)
    gradients |= encoder_backward(d_memory, parameters, batch.source, source, encoder)
    return loss, parameters.gathered(gradients)
