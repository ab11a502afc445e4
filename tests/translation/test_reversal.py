"""The tiny task: right functions learn it, and what goes wrong is told in a sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attn_course import attention
from attn_course.translation.functions import COURSE
from attn_course.translation.reversal import (
    LETTERS,
    LONGEST,
    RECIPE,
    SHORTEST,
    TESTED,
    TRAINED,
    learn_to_reverse,
    reversal_pairs,
)


def test_words_are_different_and_their_translation_is_the_word_backwards():
    pairs = reversal_pairs(TRAINED + TESTED)
    assert len({pair.english for pair in pairs}) == len(pairs)
    for pair in pairs:
        assert pair.french == tuple(reversed(pair.english))
        assert SHORTEST <= len(pair.english) <= LONGEST and set(pair.english) <= set(LETTERS)
        assert all(pair.english[i] == pair.french[j] for i, j in pair.sure) and len(pair.sure) == len(pair.english)


def test_the_courses_functions_learn_it():
    found = learn_to_reverse()
    assert found.learnt
    assert found.verdict.startswith("They learn: more than 80%")
    assert len(found.losses) == RECIPE.steps
    assert found.losses[-1] < 0.2 < found.losses[0]


def test_functions_that_lose_the_gradient_are_told_which_line_does():
    def to_lists(Q, K, V, mask=None):
        return attention.scaled_dot_product_attention(np.asarray(Q), K, V, mask)

    def attend(x_q, x_kv, W_q, W_k, W_v, W_o, num_heads, mask=None):
        Q, K, V = (attention.split_heads(x @ W, num_heads) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v)))
        output, weights = to_lists(Q, K, V, mask)
        return attention.merge_heads(output) @ W_o, weights

    found = learn_to_reverse(replace(COURSE, projected_multi_head_attention=attend))
    assert not found.learnt
    assert found.verdict.startswith("Your functions cannot be trained yet. ")
    assert "np.asarray" in found.verdict


@pytest.mark.parametrize("steps", [3])
def test_too_little_is_told(steps):
    found = learn_to_reverse(recipe=replace(RECIPE, steps=steps, warmup_steps=1))
    assert not found.learnt
    assert found.verdict.startswith(f"They hardly learn: after {steps} steps")


def test_a_loss_that_is_no_number_is_told():
    found = learn_to_reverse(replace(COURSE, masked_cross_entropy=lambda logits, targets, pad: np.sum(logits) * np.nan))
    assert not found.learnt
    assert "not a finite number" in found.verdict
