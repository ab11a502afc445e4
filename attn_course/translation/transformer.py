"""The Transformer that translates: written with functions that are handed in, so that they may be a learner's.

It is the model of Vaswani et al. (2017) in the small, with the norm before each sublayer: a fresh model then trains
with a high learning rate (Xiong et al., 2020). Shapes: b sentences, n_s source words, n_t target tokens,
d = d_model features, h heads.

The same lines run on arrays, for translating, and on tensors that record them, for training.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import DTypeLike

from attn_course.translation.functions import COURSE, Arrays, Functions, Given, feed_forward, projections
from attn_course.translation.parameters import Layout, Parameters, below, embedding, faint, glorot, ones, zeros
from attn_course.translation.relative import FARTHEST, relative_attention, relative_self_attention
from attn_course.translation.vocabulary import PAD

State = dict[str, np.ndarray]
"""What a decoder keeps between two words: arrays whose first axis counts the sentences."""


@dataclass(frozen=True)
class TransformerSize:
    """How large a Transformer is.

    Attributes
    ----------
    source_words, target_words : int
        The sizes of the two vocabularies.
    d_model : int
        Features of a token.
    d_ff : int
        Hidden units of a feed-forward network.
    num_heads : int
        Heads of an attention; they divide d_model.
    num_layers : int
        Layers of the encoder, and of the decoder.
    relative : bool
        Whether self-attention knows distances, learnt for each head, in place of the positions that are otherwise
        added to the words: better on longer sentences, a little worse on those of the training's kind, with a peak of
        1e-2 for the learning rate. With 8 heads and twice the steps it is better on these and on new combinations too
        (measured: the README beside this file).
    """

    source_words: int
    target_words: int
    d_model: int = 64
    d_ff: int = 256
    num_heads: int = 4
    num_layers: int = 1
    relative: bool = False

    def layout(self) -> Layout:
        """Return the names, shapes and first values of all parameters."""
        d = self.d_model
        layout: Layout = {
            "source_embedding": ((self.source_words, d), embedding),
            "target_embedding": ((self.target_words, d), embedding),
        }
        for layer in range(self.num_layers):
            sublayers = self.self_attention_layout() | self.feed_forward_layout() | norm_layout(d, "_1", "_2")
            layout |= {f"encoder.{layer}.{name}": entry for name, entry in sublayers.items()}
        layout |= {f"memory.{name}": entry for name, entry in norm_layout(d, "").items()}
        for layer in range(self.num_layers):
            cross = {f"cross.{name}": entry for name, entry in attention_layout(d).items()}
            sublayers = self.self_attention_layout() | cross | self.feed_forward_layout()
            sublayers |= norm_layout(d, "_1", "_2", "_3")
            layout |= {f"decoder.{layer}.{name}": entry for name, entry in sublayers.items()}
        layout |= {f"output.{name}": entry for name, entry in norm_layout(d, "").items()}
        return layout | {"output.W": ((d, self.target_words), faint), "output.b": ((self.target_words,), zeros)}

    def self_attention_layout(self) -> Layout:
        """Return the layout of a self-attention."""
        distances: Layout = {"distances": ((self.num_heads, 2 * FARTHEST + 1), zeros)}
        return attention_layout(self.d_model) | (distances if self.relative else {})

    def feed_forward_layout(self) -> Layout:
        """Return the layout of a feed-forward network."""
        d, d_ff = self.d_model, self.d_ff
        return {
            "W_1": ((d, d_ff), glorot),
            "b_1": ((d_ff,), zeros),
            "W_2": ((d_ff, d), faint),
            "b_2": ((d,), zeros),
        }


def attention_layout(d: int) -> Layout:
    """Return the layout of a multi-head attention."""
    layout: Layout = dict.fromkeys(("W_q", "W_k", "W_v"), ((d, d), glorot))
    return layout | {"W_o": ((d, d), faint)}


def norm_layout(d: int, *endings: str) -> Layout:
    """Return the layout of layer norms whose names have these endings."""
    return {f"{name}{end}": ((d,), start) for end in endings for name, start in (("gain", ones), ("bias", zeros))}


class Transformer:
    """A Transformer with its parameters, ready to be trained and to translate.

    Parameters
    ----------
    size : TransformerSize
        How large it is.
    seed : int
        Which first values its parameters have.
    dtype : dtype
        The type of its numbers.
    functions : Functions
        What it is written with when it translates.
    """

    def __init__(
        self, size: TransformerSize, seed: int = 0, dtype: DTypeLike = np.float32, functions: Functions = COURSE
    ) -> None:
        self.size, self.functions = size, functions
        self.parameters = Parameters.drawn(size.layout(), seed, dtype)

    def start(self, source: Int[np.ndarray, "b n_s"]) -> State:
        """Read the source sentences, and return the state of a decoder that has not written anything yet."""
        memory = encode(self.parameters, source, self.size, self.functions)  # (b, n_s, d)
        state = {"source_mask": source_mask(source, self.functions)}
        for layer in range(self.size.num_layers):
            weights = below(self.parameters, f"decoder.{layer}.cross.")
            for name in ("W_k", "W_v"):
                heads = self.functions.split_heads(memory @ weights[name], self.size.num_heads)
                state[f"{layer}.cross.{name[-1]}"] = heads  # (b, h, n_s, d_k)
                state[f"{layer}.{name[-1]}"] = heads[..., :0, :]  # no token yet: (b, h, 0, d_k)
        return state

    def step(
        self, state: State, ids: Int[np.ndarray, " b"]
    ) -> tuple[Float[np.ndarray, "b words"], State, Float[np.ndarray, "b n_s"]]:
        """Read one more token of each translation, and score what may follow.

        Only the newest token is computed: the keys and values of the earlier ones are in the state.

        Returns
        -------
        logits : array of shape (b, words)
            The score of each word of the target language.
        state : dict of arrays
            The state for the next step.
        weights : array of shape (b, n_s)
            Where the last layer's cross-attention looked, the mean of its heads.
        """
        position = state["0.k"].shape[-2]
        x = self.parameters["target_embedding"][ids][:, np.newaxis]  # (b,) -> (b, 1, d)
        if not self.size.relative:
            x = x + positions(position + 1, self.size.d_model, self.functions)[-1]
        state, weights = dict(state), np.empty(0)
        for layer in range(self.size.num_layers):
            x, weights = self._layer_step(x, state, layer)
        logits = output_logits(x[:, 0], self.parameters, self.functions)  # (b, d) -> (b, words)
        return logits, state, weights[:, :, 0].mean(axis=1)  # (b, h, 1, n_s) -> (b, n_s)

    def _layer_step(self, x: np.ndarray, state: State, layer: int) -> tuple[np.ndarray, np.ndarray]:
        """Take one token through one layer of the decoder, and add its key and value to the state."""
        params = below(self.parameters, f"decoder.{layer}.")
        functions, num_heads = self.functions, self.size.num_heads
        normed = functions.layer_norm(x, params["gain_1"], params["bias_1"])
        for name in ("k", "v"):
            newest = functions.split_heads(normed @ params[f"W_{name}"], num_heads)  # (b, h, 1, d_k)
            state[f"{layer}.{name}"] = np.concatenate([state[f"{layer}.{name}"], newest], axis=-2)
        Q = functions.split_heads(normed @ params["W_q"], num_heads)
        K, V = state[f"{layer}.k"], state[f"{layer}.v"]
        if self.size.relative:
            attended = relative_attention(Q, K, V, params["distances"], np.array(True), functions)
        else:
            attended, _ = functions.scaled_dot_product_attention(Q, K, V)
        x = x + functions.merge_heads(attended) @ params["W_o"]
        normed = functions.layer_norm(x, params["gain_2"], params["bias_2"])
        Q = functions.split_heads(normed @ params["cross.W_q"], num_heads)
        K, V, mask = state[f"{layer}.cross.k"], state[f"{layer}.cross.v"], state["source_mask"][:, np.newaxis]
        attended, weights = functions.scaled_dot_product_attention(Q, K, V, mask)
        x = x + functions.merge_heads(attended) @ params["cross.W_o"]
        return x + feed_forward(functions.layer_norm(x, params["gain_3"], params["bias_3"]), params), weights

    def cross_attention(
        self, source: Int[np.ndarray, "b n_s"], decoder_input: Int[np.ndarray, "b n_t"]
    ) -> Float[np.ndarray, "b n_t n_s"]:
        """Return where the last layer looks in the source before it writes each token, the mean of its heads."""
        _, weights = forward(self.parameters, source, decoder_input, self.size, self.functions)
        return weights.mean(axis=1)  # (b, h, n_t, n_s) -> (b, n_t, n_s)


def forward(
    parameters: Arrays,
    source: Int[np.ndarray, "b n_s"],
    decoder_input: Int[np.ndarray, "b n_t"],
    size: TransformerSize,
    functions: Functions = COURSE,
) -> tuple[Any, Any]:
    """Score the word at each place of the translation, given those before it.

    Parameters
    ----------
    parameters : mapping of str to array or tensor
        By the names of `TransformerSize.layout`.
    source : integer array of shape (b, n_s)
        Source words, padded at the end.
    decoder_input : integer array of shape (b, n_t)
        The start and the translation, without its last token.
    size : TransformerSize
        How large the model is.
    functions : Functions
        What it is written with.

    Returns
    -------
    logits : array or tensor of shape (b, n_t, words)
        Entry [i, t] scores what follows the tokens 0 to t.
    weights : array or tensor of shape (b, h, n_t, n_s)
        The cross-attention of the last layer: row t is where the model looked to predict that word.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3; the order of the norms: Xiong et al. (2020), On
    Layer Normalization in the Transformer Architecture, figure 1b.
    """
    memory = encode(parameters, source, size, functions)
    x, weights = decode(parameters, decoder_input, memory, source_mask(source, functions), size, functions)
    return output_logits(x, parameters, functions), weights


def encode(parameters: Arrays, source: Int[np.ndarray, "b n_s"], size: TransformerSize, functions: Functions) -> Any:
    """Turn source words into the vectors that the decoder looks at, (b, n_s, d)."""
    x, mask = embed(parameters["source_embedding"], source, size, functions), source_mask(source, functions)
    for layer in range(size.num_layers):
        params = below(parameters, f"encoder.{layer}.")
        if size.relative:  # the layer of Lab 8 has no place for distances
            normed = functions.layer_norm(x, params["gain_1"], params["bias_1"])
            x = x + relative_self_attention(normed, params, size.num_heads, mask, functions)
            x = x + feed_forward(functions.layer_norm(x, params["gain_2"], params["bias_2"]), params)
        else:
            x = functions.encoder_layer(x, params, size.num_heads, mask)
    return functions.layer_norm(x, parameters["memory.gain"], parameters["memory.bias"])


def decode(
    parameters: Arrays,
    decoder_input: Int[np.ndarray, "b n_t"],
    memory: Any,
    memory_mask: np.ndarray,
    size: TransformerSize,
    functions: Functions,
) -> tuple[Any, Any]:
    """Take the tokens so far through the decoder's layers, to (b, n_t, d); return the last cross-attention too."""
    x = embed(parameters["target_embedding"], decoder_input, size, functions)
    causal, weights = functions.create_causal_mask(decoder_input.shape[-1]), None
    for layer in range(size.num_layers):
        params = below(parameters, f"decoder.{layer}.")
        x, weights = decoder_layer(x, memory, params, size, causal, memory_mask, functions)
    return x, weights


def decoder_layer(
    x: Any,
    memory: Any,
    params: Arrays,
    size: TransformerSize,
    causal: np.ndarray,
    memory_mask: np.ndarray,
    functions: Functions,
) -> tuple[Any, Any]:
    """Look back at the translation, look at the source, then think: each is added to what was there."""
    attend = functions.projected_multi_head_attention
    normed = functions.layer_norm(x, params["gain_1"], params["bias_1"])
    if size.relative:
        x = x + relative_self_attention(normed, params, size.num_heads, causal, functions)
    else:
        x = x + attend(normed, normed, *projections(params), size.num_heads, causal)[0]
    normed = functions.layer_norm(x, params["gain_2"], params["bias_2"])
    attended, weights = attend(normed, memory, *projections(below(params, "cross.")), size.num_heads, memory_mask)
    x = x + attended
    return x + feed_forward(functions.layer_norm(x, params["gain_3"], params["bias_3"]), params), weights


def output_logits(x: Any, parameters: Arrays, functions: Functions) -> Any:
    """Score every word of the target language, (..., d) -> (..., words)."""
    normed = functions.layer_norm(x, parameters["output.gain"], parameters["output.bias"])
    return normed @ parameters["output.W"] + parameters["output.b"]


def source_mask(source: Int[np.ndarray, "b n_s"], functions: Functions) -> np.ndarray:
    """Hide the padding of the source from everyone, (b, 1, n_s)."""
    lengths = np.count_nonzero(source != PAD, axis=1)
    return np.asarray(functions.padding_mask(lengths, source.shape[1]))


def embed(table: Any, ids: Int[np.ndarray, "b n"], size: TransformerSize, functions: Functions) -> Any:
    """Look up the vectors of words, and add their positions unless these are relative: (b, n) -> (b, n, d)."""
    if size.relative:
        return table[ids]
    return functions.add_positions(table[ids], positions(ids.shape[-1], size.d_model, functions))


def positions(length: int, d_model: int, functions: Functions) -> Float[np.ndarray, "length d"]:
    """Return the positional encoding, in single precision."""
    return cached_positions(functions.positional_encoding, length, d_model)


@lru_cache(maxsize=128)
def cached_positions(positional_encoding: Given, length: int, d_model: int) -> Float[np.ndarray, "length d"]:
    """Compute the encoding of a length once."""
    return np.asarray(positional_encoding(length, d_model), dtype=np.float32)
