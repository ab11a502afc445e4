"""Transformers that differ from the course's in one thing each, and how a translator is trained and scored."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np

from attn_course.attention import (
    apply_rope,
    merge_heads,
    projected_multi_head_attention,
    scaled_dot_product_attention,
    split_heads,
)
from attn_course.translation.batches import Batch, Examples, course_splits
from attn_course.translation.building_blocks import layer_norm
from attn_course.translation.corpus import HELD_OUT, LONGEST_TRAINED, draw_pairs
from attn_course.translation.drawing import Plan, all_plans
from attn_course.translation.evaluation import evaluate
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.grammar import Pair
from attn_course.translation.packed import packed_gradients
from attn_course.translation.parameters import Layout, faint, glorot
from attn_course.translation.recipe import Recipe
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import Engine, train
from attn_course.translation.transformer import Transformer, TransformerSize

SPLITS = ("test", "structural", "length")


# --- The first Transformer: how all matrices usually start ---


class UsualStart(TransformerSize):
    """A size of which no matrix starts fainter than usual."""

    def layout(self) -> Layout:
        """Return the names, shapes and first values: the same draws, all on one scale."""
        return {name: (shape, glorot if draw is faint else draw) for name, (shape, draw) in super().layout().items()}


# --- Rotary positions: queries and keys of self-attention are turned, nothing is added to the words ---


def no_positions(length: int, d_model: int) -> np.ndarray:
    """Return zeros to add to the words."""
    return np.zeros((length, d_model))


def rotary_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> tuple[Any, Any]:
    """Attend with turned queries and keys; the queries are those of the last tokens.

    References
    ----------
    Su et al. (2021), RoFormer: Enhanced Transformer with Rotary Position Embedding, equation 16.
    """
    n_q, n = Q.shape[-2], K.shape[-2]
    return scaled_dot_product_attention(apply_rope(Q, np.arange(n - n_q, n)), apply_rope(K), V, mask)


def rotary_multi_head(
    x_q: Any, x_kv: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, mask: Any
) -> tuple[Any, Any]:
    """Turn where the tokens ask themselves; a place in the source says nothing about one in the translation."""
    if x_q is not x_kv:
        return projected_multi_head_attention(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask)
    Q, K, V = (split_heads(x_q @ W, num_heads) for W in (W_q, W_k, W_v))
    output, weights = rotary_attention(Q, K, V, np.atleast_2d(mask)[..., np.newaxis, :, :])
    return merge_heads(output) @ W_o, weights


def step_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> tuple[Any, Any]:
    """Attend for one more token: a decoder that looks back needs no mask, one that looks at the source does."""
    return (rotary_attention if mask is None else scaled_dot_product_attention)(Q, K, V, mask)


ROTARY = replace(
    COURSE,
    positional_encoding=no_positions,
    projected_multi_head_attention=rotary_multi_head,
    scaled_dot_product_attention=step_attention,
).with_layer_norm(layer_norm)  # puts the encoder's layer together from these


# --- Data: its order, and what is in it ---


class Curriculum:
    """Examples whose first batches are drawn from a growing share of them: those that come first in some order.

    The share grows in a straight line, from a tenth to all in the first third of the usual training.

    References
    ----------
    Platanios et al. (2019), Competence-based Curriculum Learning for Neural Machine Translation: the linear one.
    """

    START, UNTIL = 0.1, Recipe().steps // 3

    def __init__(self, key: Callable[[Pair], int], examples: Examples) -> None:
        self.examples = examples.others(sorted(examples.pairs, key=key))
        self.pairs, self.steps = self.examples.pairs, 0

    def batch(self, chosen: np.ndarray) -> Batch:
        """Return the next batch: places among all pairs become places among the share."""
        share = min(1.0, self.START + (1 - self.START) * self.steps / self.UNTIL)
        self.steps += 1
        return self.examples.batch((chosen * share).astype(int))


def shortest_first(pair: Pair) -> int:
    """Return what to sort by."""
    return len(pair.english)


def longest_first(pair: Pair) -> int:
    """Return what to sort by."""
    return -len(pair.english)


def with_future_and_clitic(count: int, examples: Examples) -> Examples:
    """Put so many sentences of one held-out combination in the place of others; none is in the structural split."""
    plans = {plan: weight for plan, weight in all_plans().items() if held_out(plan) == [{"future", "clitic"}]}
    kept_out = {text for pair in course_splits()["structural"].pairs for text in (pair.english, pair.french)}
    taught: dict[Pair, None] = {}
    for pair in draw_pairs(Random(1), plans):
        if len(pair.english) <= LONGEST_TRAINED and not kept_out & {pair.english, pair.french}:
            taught[pair] = None
        if len(taught) == count:
            break
    return examples.others([*taught, *examples.pairs[count:]])


def held_out(plan: Plan) -> list[frozenset[str]]:
    """Return the combinations of a plan that training must not see."""
    return [combination for combination in HELD_OUT if combination <= plan.constructions()]


# --- All of them ---

USUAL, LOWER = Recipe(), Recipe(peak=1e-2)
LONGER = replace(LOWER, steps=2 * LOWER.steps)


@dataclass(frozen=True)
class Variant:
    """A Transformer to compare, by what sets it apart.

    Attributes
    ----------
    size : function
        How the size is made from those of the vocabularies.
    recipe : Recipe
        How it is trained.
    functions : Functions
        What it is written with.
    examples_from : function, optional
        What is made of the training's examples.
    """

    size: Callable[..., TransformerSize] = TransformerSize
    recipe: Recipe = USUAL
    functions: Functions = COURSE
    examples_from: Callable[[Examples], Any] | None = None

    def make(self, seed: int) -> Transformer:
        """Return a fresh model."""
        examples = course_splits()["train"]
        return Transformer(self.size(len(examples.english), len(examples.french)), seed, functions=self.functions)

    def train(self, seed: int) -> tuple[Transformer, float]:
        """Return a trained model, and the processor seconds that it took."""
        model, examples = self.make(seed), course_splits()["train"]
        if self.examples_from is not None:
            examples = self.examples_from(examples)
        engine = packed_gradients if self.functions is COURSE else TensorEngine(self.functions)
        return model, seconds_of_training(model, engine, replace(self.recipe, seed=seed), examples)


def seconds_of_training(model: Any, engine: Engine, recipe: Recipe, examples: Any) -> float:
    """Train a model to the end, and return the processor seconds that it took."""
    start = time.process_time()
    training = train(model, examples, engine, recipe)
    assert training.finished, training.ended
    return time.process_time() - start


def scores(model: Any) -> dict[str, float]:
    """Return the BLEU on each split."""
    return {split: evaluate(model, course_splits()[split]).bleu for split in SPLITS}


FIRST = Variant(UsualStart, Recipe(peak=1e-2, beta_1=0.9))
POSITIONS = Variant()
DISTANCES = Variant(partial(TransformerSize, relative=True), LOWER)
BEST = Variant(partial(TransformerSize, relative=True, num_heads=8), LONGER)
