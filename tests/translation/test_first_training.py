"""The first training: right functions learn to copy, and what goes wrong is told in a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from attn_course import attention
from attn_course.autodiff import recordable
from attn_course.translation.first_training import RECIPE, learn_to_copy
from attn_course.translation.functions import COURSE


def test_the_courses_functions_learn_it() -> None:
    found = learn_to_copy()
    assert found.learnt
    assert found.verdict.startswith("They learn: more than 80%")
    assert len(found.losses) == RECIPE.steps
    assert found.losses[-1] < 1.0 < 3.0 < found.losses[0]  # from ln 30 to what the smoothing leaves


def test_functions_that_lose_the_gradient_are_told_which_line_does() -> None:
    def attend(x_q: Any, x_kv: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, mask: Any = None) -> Any:
        Q, K, V = (attention.split_heads(x @ W, num_heads) for x, W in ((x_q, W_q), (x_kv, W_k), (x_kv, W_v)))
        output, weights = attention.scaled_dot_product_attention(np.asarray(Q), K, V, mask)
        return attention.merge_heads(output) @ W_o, weights

    found = learn_to_copy(replace(COURSE, projected_multi_head_attention=attend))
    assert not found.learnt
    assert found.verdict.startswith("Your functions cannot be trained yet. ")
    assert "np.asarray" in found.verdict


def written(source: str, name: str) -> Any:
    """Return a function as a learner's notebook holds it, ready to be recorded."""
    notebook: dict[str, Any] = {}
    exec(compile("import numpy as np\n" + source, "notebook", "exec"), notebook)
    return recordable(notebook[name])


FILLING = """
def layer_norm(x, gain, bias, eps=1e-5):
    y = np.zeros(x.shape)
    y[...] = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * gain + bias
    return y
"""
ROUNDING = """
def layer_norm(x, gain, bias, eps=1e-5):
    return np.round((x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * gain + bias, 2)
"""


def test_a_function_that_fills_an_array_learns_as_well() -> None:
    few = replace(RECIPE, steps=3, warmup_steps=1)
    filling = learn_to_copy(replace(COURSE, layer_norm=written(FILLING, "layer_norm")), few)
    np.testing.assert_allclose(filling.losses, learn_to_copy(recipe=few).losses, rtol=1e-5)


def test_a_parameter_without_a_gradient_is_not_a_number_that_is_not_finite() -> None:
    """Behind np.round nothing moves: the function is to blame, not the size of the steps."""
    found = learn_to_copy(
        replace(COURSE, layer_norm=written(ROUNDING, "layer_norm")), replace(RECIPE, steps=3, warmup_steps=1)
    )
    assert len(found.losses) == 3
    assert "np.round" in found.verdict


def test_too_little_is_told() -> None:
    found = learn_to_copy(recipe=replace(RECIPE, steps=3, warmup_steps=1))
    assert not found.learnt
    assert found.verdict.startswith("They hardly learn: after 3 steps 0% of 100 unseen words")


def test_a_loss_that_is_no_number_is_told() -> None:
    found = learn_to_copy(replace(COURSE, masked_cross_entropy=lambda logits, targets, pad: np.sum(logits) * np.nan))
    assert not found.learnt
    assert "not a finite number" in found.verdict
