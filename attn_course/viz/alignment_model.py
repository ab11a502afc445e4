"""A small translator with additive attention, trained by NumPy alone, whose alignments can be drawn.

It translates English sentences of a toy grammar ("the calm fox often sees a red duck") into French
("le renard calme voit souvent un canard rouge"): adjectives follow their noun, and the adverb its
verb, so words have to be looked up out of order. An encoder of two GRUs reads the sentence in both
directions; the decoder is `attention_decoder_step` of Lab 5 with a readout. Gradients are written
out by hand. The parameters are stored next to this file; they are made anew, in about a
quarter of a minute, by ::

    python -m attn_course.viz.alignment_model

Bahdanau, Cho and Bengio (2015) is the model on a large scale: their readout has one layer more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from attn_course.attention.additive import attention_decoder_step, gru_step, sigmoid
from attn_course.attention.scaled_dot_product import softmax

FILE = Path(__file__).with_suffix(".npz")
WORDS = {
    "determiner": {"the": "le", "a": "un", "my": "mon", "this": "ce", "each": "chaque"},
    "adjective": {
        "red": "rouge", "calm": "calme", "sad": "triste", "shy": "timide", "yellow": "jaune", "fast": "rapide",
    },
    "noun": {
        "cat": "chat", "dog": "chien", "horse": "cheval", "rabbit": "lapin", "fox": "renard", "duck": "canard",
        "tiger": "tigre", "monkey": "singe",
    },
    "adverb": {"often": "souvent", "always": "toujours", "sometimes": "parfois"},
    "verb": {"sees": "voit", "follows": "suit", "finds": "trouve", "bites": "mord"},
}  # fmt: skip
END = "<end>"
SHORTEST, LONGEST = 5, 10
"""Words of a sentence: two nouns with up to two adjectives each, a verb, perhaps an adverb."""
FEATURES, UNITS = 12, 20
"""Features of a word, and units of each GRU and of the attention's hidden layer."""
BATCH, BATCHES, STEP_SIZE = 64, 600, 0.01

Parameters = dict[str, np.ndarray]
Pair = tuple[list[str], list[str]]
Step = Callable[..., Any]


# ---------------------------------------------------------------------- the language


def phrase(rng: np.random.Generator, adjectives: int) -> Pair:
    """Draw a noun with its determiner and adjectives; in French they follow, the nearest first."""
    (determiner,), (noun,) = choose(rng, "determiner", 1), choose(rng, "noun", 1)
    described = choose(rng, "adjective", adjectives)
    english = [determiner, *described, noun]
    return english, [translated(word) for word in (determiner, noun, *reversed(described))]


def sentence(rng: np.random.Generator, length: int) -> Pair:
    """Draw a sentence of so many words and its translation, which has as many."""
    shapes = [(one, two, adverb) for one in range(3) for two in range(3) for adverb in range(2)]
    fitting = [shape for shape in shapes if SHORTEST + sum(shape) == length]
    one, two, adverb = fitting[rng.integers(len(fitting))]
    (subject, french_subject), (other, french_other) = phrase(rng, one), phrase(rng, two)
    (verb,), adverbs = choose(rng, "verb", 1), choose(rng, "adverb", adverb)
    english = [*subject, *adverbs, verb, *other]
    return english, [*french_subject, translated(verb), *map(translated, adverbs), *french_other]


def choose(rng: np.random.Generator, kind: str, count: int) -> list[str]:
    """Draw different English words of one kind."""
    return [str(word) for word in rng.choice(list(WORDS[kind]), size=count, replace=False)]


@cache
def vocabulary() -> tuple[dict[str, int], dict[str, int]]:
    """Number the English and the French words; the end of a sentence, which also starts a translation, is 0."""
    pairs = [pair for words in WORDS.values() for pair in words.items()]
    return tuple({word: number for number, word in enumerate([END, *side])} for side in zip(*pairs, strict=True))  # type: ignore[return-value]


def translated(word: str) -> str:
    """Translate one word."""
    return next(words[word] for words in WORDS.values() if word in words)


def batch(rng: np.random.Generator, size: int, length: int) -> tuple[Int[np.ndarray, "b n"], Int[np.ndarray, "b m"]]:
    """Draw sentences of one length as numbers, and their translations, which end with 0."""
    english, french = vocabulary()
    pairs = [sentence(rng, length) for _ in range(size)]
    source = np.array([[english[word] for word in words] for words, _ in pairs])
    target = np.array([[french[word] for word in [*words, END]] for _, words in pairs])
    return source, target


# ---------------------------------------------------------------------- the model


def start(rng: np.random.Generator) -> Parameters:
    """Draw parameters of the right size for a start: each map keeps the size of what it maps."""
    states, (english, french) = 2 * UNITS, map(len, vocabulary())
    shapes = {
        "english": (english, FEATURES), "french": (french, FEATURES),
        "forward_W_x": (FEATURES, 3 * UNITS), "forward_W_h": (UNITS, 3 * UNITS), "forward_b": (3 * UNITS,),
        "backward_W_x": (FEATURES, 3 * UNITS), "backward_W_h": (UNITS, 3 * UNITS), "backward_b": (3 * UNITS,),
        "W_start": (UNITS, UNITS),
        "W_q": (UNITS, UNITS), "W_k": (states, UNITS), "v": (UNITS,),
        "W_x": (FEATURES + states, 3 * UNITS), "W_h": (UNITS, 3 * UNITS), "b": (3 * UNITS,),
        "W_out": (UNITS + states, french), "b_out": (french,),
    }  # fmt: skip
    zero = {name for name in shapes if name.endswith(("b", "b_out"))}
    return {
        name: np.zeros(shape) if name in zero else rng.normal(size=shape) / np.sqrt(shape[0])
        for name, shape in shapes.items()
    }


def encode(
    params: Parameters, source: Int[np.ndarray, "... n"], gru: Step = gru_step
) -> Float[np.ndarray, "... n d_e"]:
    """Read sentences forwards and backwards; each word's state is what both readings know when they are there."""
    vectors = params["english"][source]  # (..., n) -> (..., n, FEATURES)
    readings = []
    for way, name in ((1, "forward"), (-1, "backward")):
        h, states = np.zeros((*source.shape[:-1], UNITS)), []
        for x in np.moveaxis(vectors, -2, 0)[::way]:
            h = gru(x, h, params[f"{name}_W_x"], params[f"{name}_W_h"], params[f"{name}_b"])
            states.append(h)
        readings.append(np.stack(states[::way], axis=-2))  # -> (..., n, UNITS)
    return np.concatenate(readings, axis=-1)  # -> (..., n, 2 UNITS)


def first_state(params: Parameters, states: Float[np.ndarray, "... n d_e"]) -> Float[np.ndarray, "... d_h"]:
    """Start the decoder from what the backward reading knows at the first word: the whole sentence."""
    beginning: Float[np.ndarray, "... d_h"] = np.tanh(states[..., 0, UNITS:] @ params["W_start"])
    return beginning


@dataclass(frozen=True)
class Translation:
    """A sentence, its translation, and the weights of each French word (a row) on the English ones."""

    english: list[str]
    french: list[str]
    weights: Float[np.ndarray, "m n"]


def translate(
    english: str,
    params: Parameters,
    step: Step = attention_decoder_step,
    gru: Step = gru_step,
    hidden: Sequence[str] = (),
) -> Translation:
    """Translate a sentence word by word with a step of the decoder: the course's or the learner's.

    The decoder may not look at the English words that are hidden. (What its neighbours' states know of them stays.)
    """
    words, (numbers, french) = english.split(), vocabulary()
    mask = np.array([word not in hidden for word in words])
    states = encode(params, np.array([numbers[word] for word in words]), gru)
    h, written, rows, names = first_state(params, states), 0, [], list(french)
    found: list[str] = []
    while len(found) <= LONGEST + 2:
        h, context, weights = step(params["french"][written], h, states, params, mask)
        written = int(np.argmax(np.concatenate([h, context]) @ params["W_out"] + params["b_out"]))
        rows.append(weights)
        if names[written] == END:
            break
        found.append(names[written])
    return Translation(words, found, np.array(rows)[: len(found)])


def stored() -> Parameters:
    """Return the trained parameters."""
    with np.load(FILE) as file:
        return {name: file[name].astype(float) for name in file.files}


def accuracy(params: Parameters, seed: int, sentences: int = 200) -> float:
    """Return the share of fresh sentences whose whole translation is right."""
    rng = np.random.default_rng(seed)
    right = 0
    for _ in range(sentences):
        english, french = sentence(rng, int(rng.integers(SHORTEST, LONGEST + 1)))
        right += translate(" ".join(english), params).french == french
    return right / sentences


# ---------------------------------------------------------------------- its gradients


class Gradients(dict[str, np.ndarray]):
    """Gradients of all parameters, to which each part adds."""

    def add(self, **parts: np.ndarray) -> None:
        """Add the gradients that one part of the model has found."""
        for name, part in parts.items():
            self[name] = self[name] + part if name in self else part


def gru_backward(
    d_new: np.ndarray, x: np.ndarray, h: np.ndarray, W_x: np.ndarray, W_h: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return the gradients of x, of h and of the parameters of one step, from that of the new state."""
    r_x, z_x, n_x = np.split(x @ W_x + b, 3, axis=-1)
    r_h, z_h, n_h = np.split(h @ W_h, 3, axis=-1)
    r, z = sigmoid(r_x + r_h), sigmoid(z_x + z_h)
    n = np.tanh(n_x + r * n_h)
    d_n = d_new * (1 - z) * (1 - n**2)
    d_r, d_z = d_n * n_h * r * (1 - r), d_new * (h - n) * z * (1 - z)
    d_from_x = np.concatenate([d_r, d_z, d_n], axis=-1)
    d_from_h = np.concatenate([d_r, d_z, d_n * r], axis=-1)
    parameters = {"W_x": x.T @ d_from_x, "W_h": h.T @ d_from_h, "b": d_from_x.sum(axis=0)}
    return d_from_x @ W_x.T, d_new * z + d_from_h @ W_h.T, parameters


def attention_backward(
    d_context: np.ndarray, h: np.ndarray, states: np.ndarray, params: Parameters
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return the gradients of the query, of the states (keys and values) and of the parameters."""
    hidden = np.tanh((h @ params["W_q"])[:, np.newaxis] + states @ params["W_k"])
    weights = softmax(hidden @ params["v"])
    d_weights = np.einsum("bnd,bd->bn", states, d_context)
    d_scores = weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))
    d_sums = d_scores[..., np.newaxis] * params["v"] * (1 - hidden**2)
    d_query = d_sums.sum(axis=1)
    parameters = {
        "W_q": h.T @ d_query,
        "W_k": np.einsum("bnd,bna->da", states, d_sums),
        "v": np.einsum("bn,bna->a", d_scores, hidden),
    }
    d_states = weights[..., np.newaxis] * d_context[:, np.newaxis] + d_sums @ params["W_k"].T
    return d_query @ params["W_q"].T, d_states, parameters


def loss_and_gradients(
    params: Parameters, source: Int[np.ndarray, "b n"], target: Int[np.ndarray, "b m"]
) -> tuple[float, Gradients]:
    """Return the mean cross-entropy of each next French word, given those before it, and its gradients."""
    states = encode(params, source)
    written = np.concatenate([np.zeros_like(target[:, :1]), target[:, :-1]], axis=1)
    h, steps = first_state(params, states), []
    for x in np.moveaxis(params["french"][written], 1, 0):
        h_new, context, _ = attention_decoder_step(x, h, states, params)
        steps.append((x, h, h_new, context))
        h = h_new
    readouts = np.stack([np.concatenate(one[2:], axis=-1) for one in steps], axis=1)  # -> (b, m, d_h + d_e)
    probabilities = softmax(readouts @ params["W_out"] + params["b_out"])
    right = np.take_along_axis(probabilities, target[..., np.newaxis], axis=-1)
    d_logits = (probabilities - np.eye(len(vocabulary()[1]))[target]) / target.size
    gradients = Gradients(W_out=np.einsum("bmi,bmo->io", readouts, d_logits), b_out=d_logits.sum(axis=(0, 1)))
    d_states = decoder_backward(params, gradients, d_logits @ params["W_out"].T, steps, states, written)
    encoder_backward(params, gradients, d_states, source, states)
    return float(-np.log(right).mean()), gradients


def decoder_backward(
    params: Parameters,
    gradients: Gradients,
    d_readouts: np.ndarray,
    steps: Sequence[tuple[np.ndarray, ...]],
    states: np.ndarray,
    written: np.ndarray,
) -> np.ndarray:
    """Go back through the decoder's steps; return the gradient of the encoder's states."""
    gru = {name: params[name] for name in ("W_x", "W_h", "b")}
    d_h, d_states, d_french = np.zeros(steps[0][1].shape), np.zeros(states.shape), np.zeros(params["french"].shape)
    for place in reversed(range(len(steps))):
        x, h, _, context = steps[place]
        d_new, d_context = np.split(d_readouts[:, place], [UNITS], axis=-1)
        d_input, d_h, parts = gru_backward(d_new + d_h, np.concatenate([x, context], axis=-1), h, **gru)
        d_query, d_seen, attention = attention_backward(d_context + d_input[:, FEATURES:], h, states, params)
        gradients.add(**parts, **attention)
        np.add.at(d_french, written[:, place], d_input[:, :FEATURES])
        d_h, d_states = d_h + d_query, d_states + d_seen
    beginning = states[:, 0, UNITS:]
    d_start = d_h * (1 - first_state(params, states) ** 2)
    gradients.add(W_start=beginning.T @ d_start, french=d_french)
    d_states[:, 0, UNITS:] += d_start @ params["W_start"].T
    return d_states


def encoder_backward(
    params: Parameters, gradients: Gradients, d_states: np.ndarray, source: np.ndarray, states: np.ndarray
) -> None:
    """Go back through both readings of the sentence."""
    vectors, d_english = params["english"][source], np.zeros(params["english"].shape)
    last = source.shape[1] - 1
    for name, first, way in (("forward", 0, 1), ("backward", last, -1)):
        gru = {part: params[f"{name}_{part}"] for part in ("W_x", "W_h", "b")}
        mine = slice(0, UNITS) if way == 1 else slice(UNITS, None)
        d_h = np.zeros((len(source), UNITS))
        for place in range(last - first, first - way, -way):
            before = np.zeros_like(d_h) if place == first else states[:, place - way, mine]
            d_x, d_h, parts = gru_backward(d_states[:, place, mine] + d_h, vectors[:, place], before, **gru)
            gradients.add(**{f"{name}_{part}": gradient for part, gradient in parts.items()})
            np.add.at(d_english, source[:, place], d_x)
    gradients.add(english=d_english)


# ---------------------------------------------------------------------- its training


def train(seed: int = 0, batches: int = BATCHES) -> tuple[Parameters, list[float]]:
    """Train by Adam (Kingma and Ba, 2015) with a falling step size; return the parameters and every batch's loss."""
    rng = np.random.default_rng(seed)
    params = start(rng)
    mean, square = ({name: np.zeros_like(value) for name, value in params.items()} for _ in range(2))
    losses = []
    for step in range(1, batches + 1):
        loss, gradients = loss_and_gradients(params, *batch(rng, BATCH, int(rng.integers(SHORTEST, LONGEST + 1))))
        losses.append(loss)
        for name, gradient in gradients.items():
            mean[name] = 0.9 * mean[name] + 0.1 * gradient
            square[name] = 0.99 * square[name] + 0.01 * gradient**2
            change = mean[name] / (1 - 0.9**step) / (np.sqrt(square[name] / (1 - 0.99**step)) + 1e-8)
            params[name] = params[name] - STEP_SIZE * (1 - step / (batches + 1)) * change
    return params, losses


def main() -> None:
    """Train, store and report."""
    params, losses = train()
    rounded: dict[str, Any] = {name: value.astype(np.float16) for name, value in params.items()}
    np.savez_compressed(FILE, **rounded)
    print(f"loss {np.mean(losses[:10]):.2f} at first, {np.mean(losses[-10:]):.4f} at last")
    print(f"{accuracy(stored(), seed=1):.1%} of 200 fresh sentences right; {FILE.stat().st_size:,} bytes stored")


if __name__ == "__main__":
    main()
