"""The copy task: a right model learns it in seconds, and models with the usual mistakes do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attn_course.translation.copy_task import copy_examples, copy_pairs
from attn_course.translation.evaluation import Scores, alignment_error, evaluate
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.recipe import Recipe
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import train
from attn_course.translation.transformer import Transformer, TransformerSize

EXAMPLES = copy_examples()
UNSEEN = EXAMPLES.others(copy_pairs(100, seed=1))


def trained(functions: Functions, steps: int = 80) -> tuple[Transformer, list[float], Scores]:
    """Train a small model as a learner's functions are trained."""
    size = TransformerSize(len(EXAMPLES.english), len(EXAMPLES.french), d_model=32, d_ff=64)
    model = Transformer(size, functions=functions)
    recipe = Recipe(steps=steps, batch_size=32, warmup_steps=20)
    training = train(model, EXAMPLES, TensorEngine(functions, fused=False), recipe)
    return model, training.losses, evaluate(model, UNSEEN)


def test_a_right_model_copies() -> None:
    model, _, scores = trained(COURSE, steps=130)
    assert scores.bleu > 95
    assert alignment_error(model, UNSEEN) < 0.1


def test_attention_that_looks_everywhere_alike_does_not() -> None:
    def uniform(Q: Any, K: Any, V: Any, mask: Any = None) -> tuple[Any, Any]:
        return COURSE.scaled_dot_product_attention(0 * Q, K, V, mask)

    def attend(x_q: Any, x_kv: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, *rest: Any) -> tuple[Any, Any]:
        return COURSE.projected_multi_head_attention(x_q, x_kv, 0 * W_q, W_k, W_v, W_o, *rest)

    functions = replace(COURSE, scaled_dot_product_attention=uniform, projected_multi_head_attention=attend)
    assert trained(functions)[2].bleu < 50


def test_a_mask_that_shows_the_answer_gives_a_small_loss_and_no_translation() -> None:
    def everything(n: int) -> np.ndarray:
        return np.ones((n, n), dtype=bool)

    _, losses, scores = trained(replace(COURSE, create_causal_mask=everything))
    assert losses[-1] < 1.1 and scores.bleu < 50


@pytest.mark.parametrize("seed", [0, 1])
def test_sentences_are_copies_of_mixed_length(seed: int) -> None:
    pairs = copy_pairs(200, seed)
    assert all(pair.english == pair.french for pair in pairs)
    assert {len(pair.english) for pair in pairs} == set(range(3, 9))
    assert all(pair.sure == {(i, i) for i in range(len(pair.english))} for pair in pairs)
    assert pairs == copy_pairs(200, seed) != copy_pairs(200, seed + 5)
