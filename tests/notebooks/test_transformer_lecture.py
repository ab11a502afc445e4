"""Lecture 09: the engine that its cells build, and the formulas of its text, against oracles of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attn_course.authoring.places import ROOT, read
from attn_course.autodiff import gradients
from attn_course.translation.building_blocks import layer_norm

SOURCES = {cell.id: cell.source for cell in read(ROOT / "notebooks" / "09_transformer_block.ipynb").cells}
ENGINE = ("tiny-value", "tiny-rules", "tiny-backward")
rng = np.random.default_rng(0)
A, B, POSITIVE = rng.normal(size=(3, 4)), rng.normal(size=(3, 4)), rng.uniform(0.5, 2, size=(3, 4))
PLACES = rng.normal(size=(3, 4))  # weights of the results, so that no two gradients are alike

RULES: dict[str, tuple[Callable[..., Any], list[np.ndarray]]] = {
    "add": (lambda a, b: np.sum(PLACES * (a + b)), [A, B]),
    "add, broadcast": (lambda a, b: np.sum(PLACES * (a + b)), [A, B[:1]]),
    "add, a bias": (lambda a, b: np.sum(PLACES * (a + b)), [A, B[0]]),
    "subtract": (lambda a, b: np.sum(PLACES * (a - b)), [A, B]),
    "multiply": (lambda a, b: np.sum(PLACES * (a * b)), [A, B]),
    "multiply, by a number": (lambda a, b: np.sum(PLACES * (a * b)), [A, np.array(2.0)]),
    "matmul": (lambda a, b: np.sum((a @ b) * PLACES[:, :3]), [A, B.T]),
    "log": (lambda x: np.sum(PLACES * np.log(x)), [POSITIVE]),
    "exp": (lambda x: np.sum(PLACES * np.exp(x)), [A]),
    "sum, one axis": (lambda x: np.sum(PLACES[0] * np.sum(x, axis=0)), [A]),
    "sum, the last axis": (lambda x: np.sum(PLACES[:, 0] * np.sum(x, axis=-1)), [A]),
    "sum, axes kept": (lambda x: np.sum(PLACES * np.sum(x, axis=1, keepdims=True)), [A]),
    "a value used twice": (lambda x: np.sum(PLACES * (x * x + np.exp(x) * x)), [A]),
}


@pytest.fixture(scope="module")
def engine() -> dict[str, Any]:
    """Return the names that the lecture's engine defines."""
    names: dict[str, Any] = {"np": np}
    exec("from itertools import count\n" + SOURCES["fork-answer-run"], names)
    for cell in ENGINE:
        exec(SOURCES[cell], names)
    return names


def slopes(function: Callable[..., Any], inputs: list[np.ndarray], which: int, step: float = 1e-6) -> np.ndarray:
    """Return the gradient with respect to one input by central differences."""
    found = np.zeros(inputs[which].shape)
    for place in np.ndindex(found.shape):
        moved = []
        for sign in (1, -1):
            changed = [one.copy() for one in inputs]
            changed[which][place] += sign * step
            moved.append(function(*changed))
        found[place] = (moved[0] - moved[1]) / (2 * step)
    return found


@pytest.mark.parametrize("name", RULES)
def test_the_engine_of_the_lecture_gives_the_slopes(engine: dict[str, Any], name: str):
    function, inputs = RULES[name]
    values = [engine["Value"](one) for one in inputs]
    engine["backward"](function(*values))
    for which, value in enumerate(values):
        assert value.grad.shape == inputs[which].shape
        np.testing.assert_allclose(value.grad, slopes(function, inputs, which), rtol=1e-6, atol=1e-7)


def test_every_rule_of_the_lecture_is_tested(engine: dict[str, Any]):
    assert {name.partition(",")[0] for name in RULES} >= {function.__name__ for function in engine["RULES"]}


def test_the_engine_of_the_lecture_is_as_long_as_the_text_says():
    code = "\n".join(SOURCES[cell] for cell in ENGINE).partition("a, b = Value")[0]
    lines = [line for line in code.splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert "about 45 lines" in SOURCES["title-and-frame"] and abs(len(lines) - 45) <= 3


def test_a_residual_stack_multiplies_the_gradient_by_one_plus_each_jacobian():
    W = [rng.normal(size=(4, 4)) / 2 for _ in range(3)]
    x, g = rng.normal(size=4), rng.normal(size=4)
    product, y = np.eye(4), x
    for matrix in W:
        jacobian = (1 - np.tanh(y @ matrix) ** 2)[:, np.newaxis] * matrix.T  # [i, j]: of output i to input j
        product, y = (np.eye(4) + jacobian) @ product, y + np.tanh(y @ matrix)

    def loss_of(tensors: dict[str, Any]) -> Any:
        y = tensors["x"]
        for matrix in W:
            y = y + np.tanh(y @ matrix)
        return np.sum(y * g)

    np.testing.assert_allclose(gradients(loss_of, {"x": x})[1]["x"], g @ product)


def test_layer_norm_sees_neither_the_size_nor_the_mean_of_a_token():
    x, gain, bias = rng.normal(size=6), rng.normal(size=6), rng.normal(size=6)
    for changed in (10 * x, x + 5):
        np.testing.assert_allclose(layer_norm(changed, gain, bias), layer_norm(x, gain, bias), atol=1e-4)


def test_every_position_is_as_long_as_the_text_says():
    angles = np.arange(50)[:, np.newaxis] / 10_000 ** (np.arange(0, 64, 2) / 64)
    lengths = np.sqrt(np.sum(np.sin(angles) ** 2 + np.cos(angles) ** 2, axis=1))
    np.testing.assert_allclose(lengths, np.sqrt(64 / 2))
    assert "every position has the length $\\sqrt{d/2}$" in SOURCES["embedding-motivation"]
