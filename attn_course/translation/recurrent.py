"""The translator from before the Transformer: a recurrent encoder and decoder with attention between them.

Bahdanau's decoder looks at the source with its previous state, by the additive score, and then takes a step; Luong's
takes the step first and looks with the new state, by the general score. All else is alike, and alike to the
Transformer's training: the same batches, the same loss, the same optimiser.

Shapes: b sentences, n_s source words, n_t target tokens, d features of a word, m features of a state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import DTypeLike

from attn_course import autodiff
from attn_course.attention import additive_attention, attentional_state, luong_attention
from attn_course.translation.batches import Batch
from attn_course.translation.functions import Arrays
from attn_course.translation.gru import gru_step
from attn_course.translation.parameters import Layout, Parameters, below, embedding, glorot, zeros
from attn_course.translation.tensor_engine import recorded_gradients
from attn_course.translation.vocabulary import PAD

State = dict[str, Any]


@dataclass(frozen=True)
class RecurrentSize:
    """How large a recurrent translator is, and by which score it looks.

    Attributes
    ----------
    source_words, target_words : int
        The sizes of the two vocabularies.
    d_model : int
        Features of a word.
    d_state : int
        Features of the decoder's state; each direction of the encoder has half of them.
    score : str
        "additive" (Bahdanau) or "general" (Luong).
    """

    source_words: int
    target_words: int
    d_model: int = 64
    d_state: int = 128
    score: str = "additive"

    def __post_init__(self) -> None:
        if self.score not in ("additive", "general"):
            raise ValueError(f'the score should be "additive" or "general", not {self.score!r}')
        if self.d_state % 2:
            raise ValueError(f"two directions cannot share {self.d_state} features evenly")

    def layout(self) -> Layout:
        """Return the names, shapes and first values of all parameters."""
        d, m, half = self.d_model, self.d_state, self.d_state // 2
        looking, read = ({"W_q": (m, half), "W_k": (m, half), "v": (half, 1)}, d + m)
        if self.score == "general":
            looking, read = {"W": (m, m)}, d
        matrices = {"start.W": (m, m)} | {f"attention.{name}": shape for name, shape in looking.items()}
        matrices |= {"output.W_c": (2 * m, m), "output.W": (m, self.target_words)}
        layout: Layout = {
            "source_embedding": ((self.source_words, d), embedding),
            "target_embedding": ((self.target_words, d), embedding),
        }
        layout |= gru_layout("forwards.", d, half) | gru_layout("backwards.", d, half) | gru_layout("decoder.", read, m)
        layout |= {name: (shape, glorot) for name, shape in matrices.items()}
        return layout | {"output.b": ((self.target_words,), zeros)}


def gru_layout(prefix: str, d_x: int, d_h: int) -> Layout:
    """Return the layout of a gated recurrent unit."""
    return {
        f"{prefix}W_x": ((d_x, 3 * d_h), glorot),
        f"{prefix}W_h": ((d_h, 3 * d_h), glorot),
        f"{prefix}b": ((3 * d_h,), zeros),
    }


class RecurrentTranslator:
    """A recurrent translator with its parameters, ready to be trained and to translate.

    Parameters
    ----------
    size : RecurrentSize
        How large it is, and how it looks at the source.
    seed : int
        Which first values its parameters have.
    dtype : dtype
        The type of its numbers.
    """

    def __init__(self, size: RecurrentSize, seed: int = 0, dtype: DTypeLike = np.float32) -> None:
        self.size = size
        self.parameters = Parameters.drawn(size.layout(), seed, dtype)

    def start(self, source: Int[np.ndarray, "b n_s"]) -> State:
        """Read the source sentences, and return the state of a decoder that has not written anything yet."""
        return read_source(self.parameters, source)

    def step(
        self, state: State, ids: Int[np.ndarray, " b"]
    ) -> tuple[Float[np.ndarray, "b words"], State, Float[np.ndarray, "b n_s"]]:
        """Read one more token of each translation, and score what may follow; tell where it looked."""
        h, context, weights = decoder_step(self.parameters, ids, state, self.size.score)
        return output_logits(self.parameters, h, context), {**state, "h": h}, weights

    def cross_attention(
        self, source: Int[np.ndarray, "b n_s"], decoder_input: Int[np.ndarray, "b n_t"]
    ) -> Float[np.ndarray, "b n_t n_s"]:
        """Return where it looks before it writes each token of a given translation."""
        return forward(self.parameters, source, decoder_input, self.size.score)[1]


def forward(
    parameters: Arrays, source: Int[np.ndarray, "b n_s"], decoder_input: Int[np.ndarray, "b n_t"], score: str
) -> tuple[Any, Any]:
    """Score the word at each place of the translation, given those before it.

    Returns
    -------
    logits : array or tensor of shape (b, n_t, words)
        Entry [i, t] scores what follows the tokens 0 to t.
    weights : array or tensor of shape (b, n_t, n_s)
        Row t is where the model looked to predict that word.

    References
    ----------
    Bahdanau, Cho and Bengio (2015), Neural Machine Translation by Jointly Learning to Align and Translate, section 3;
    Luong, Pham and Manning (2015), Effective Approaches to Attention-based Neural Machine Translation, section 3.1.
    Both read out by Luong's equation 5.
    """
    state = read_source(parameters, source)
    steps = []
    for ids in decoder_input.T:
        steps.append(decoder_step(parameters, ids, state, score))
        state["h"] = steps[-1][0]
    h, contexts, weights = (np.stack(part, axis=1) for part in zip(*steps, strict=True))  # n_t of (b, ...)
    return output_logits(parameters, h, contexts), weights


def read_source(parameters: Arrays, source: Int[np.ndarray, "b n_s"]) -> State:
    """Read the source in both directions.

    Returns
    -------
    dict
        ``states`` (b, n_s, m): what the decoder looks at; ``mask`` (b, n_s): where there are words; ``h`` (b, m): the
        decoder's first state.
    """
    x, mask = parameters["source_embedding"][source], source != PAD
    forwards = read(x, mask, below(parameters, "forwards."), range(source.shape[1]))
    backwards = read(x, mask, below(parameters, "backwards."), range(source.shape[1] - 1, -1, -1))
    ends = np.concatenate([forwards[-1], backwards[0]], axis=-1)  # the last state of each direction: (b, m)
    states = np.concatenate([np.stack(forwards, axis=1), np.stack(backwards, axis=1)], axis=-1)
    return {"states": states, "mask": mask, "h": np.tanh(ends @ parameters["start.W"])}


def read(x: Any, mask: np.ndarray, cell: Arrays, places: range) -> list[Any]:
    """Go through the places in order; padding leaves the state as it is. Return the state at each place."""
    h: Any = np.zeros((len(mask), cell["W_h"].shape[0]), x.dtype)
    states: list[Any] = [None] * len(places)
    for place in places:
        h = np.where(mask[:, place, np.newaxis], gru_step(x[:, place], h, **cell), h)  # (b, m / 2)
        states[place] = h
    return states


def decoder_step(parameters: Arrays, ids: Int[np.ndarray, " b"], state: State, score: str) -> tuple[Any, Any, Any]:
    """Read one token; return the new state (b, m), the context (b, m) and where it looked (b, n_s)."""
    x, h, states, mask = parameters["target_embedding"][ids], state["h"], state["states"], state["mask"]
    looking, cell = below(parameters, "attention."), below(parameters, "decoder.")
    if score == "general":
        h = gru_step(x, h, **cell)
        return h, *luong_attention(h, states, "general", mask, **looking)
    context, weights = additive_attention(h, states, states, looking["W_q"], looking["W_k"], looking["v"][:, 0], mask)
    return gru_step(np.concatenate([x, context], axis=-1), h, **cell), context, weights


def output_logits(parameters: Arrays, h: Any, context: Any) -> Any:
    """Score every word of the target language, (..., m) -> (..., words)."""
    return attentional_state(context, h, parameters["output.W_c"]) @ parameters["output.W"] + parameters["output.b"]


def recurrent_gradients(model: RecurrentTranslator, batch: Batch, smoothing: float = 0.0) -> tuple[float, Parameters]:
    """Return the mean loss of the real target tokens of a batch, in nats, and its gradients: an engine for `train`."""

    def loss_of(parameters: Arrays) -> Any:
        logits, _ = forward(parameters, batch.source, batch.decoder_input, model.size.score)
        return autodiff.cross_entropy(logits, batch.targets, smoothing, pad_id=PAD)

    return recorded_gradients(loss_of, model.parameters)
