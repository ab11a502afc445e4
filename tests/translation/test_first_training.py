"""The first training: right functions learn to copy, and what goes wrong is told in a sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_course import attention
from attn_course.translation.first_training import RECIPE, learn_to_copy
from attn_course.translation.functions import COURSE


def test_the_courses_functions_learn_it():
    found = learn_to_copy()
    assert found.learnt
    assert found.verdict.startswith("They learn: more than 80%")
    assert len(found.losses) == RECIPE.steps
    assert found.losses[-1] < 1.0 < 3.0 < found.losses[0]  # from ln 30 to what the smoothing leaves


def test_functions_that_lose_the_gradient_are_told_which_line_does():
    def attend(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
        Q, K, V = (attention.split_heads(x @ W, num_heads) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v)))
        output, weights = attention.scaled_dot_product_attention(np.asarray(Q), K, V, mask)
        return attention.merge_heads(output) @ W_o, weights

    found = learn_to_copy(replace(COURSE, projected_multi_head_attention=attend))
    assert not found.learnt
    assert found.verdict.startswith("Your functions cannot be trained yet. ")
    assert "np.asarray" in found.verdict


def test_too_little_is_told():
    found = learn_to_copy(recipe=replace(RECIPE, steps=3, warmup_steps=1))
    assert not found.learnt
    assert found.verdict.startswith("They hardly learn: after 3 steps 0% of 100 unseen words")


def test_a_loss_that_is_no_number_is_told():
    found = learn_to_copy(replace(COURSE, masked_cross_entropy=lambda logits, targets, pad: np.sum(logits) * np.nan))
    assert not found.learnt
    assert "not a finite number" in found.verdict
