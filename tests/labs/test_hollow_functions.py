"""Functions that do not compute what is asked for earn nothing, however well they know the tests.

Some give answers from a list, made for another seed, and know no more than how often they were called; some have
a property that a test is about, and none of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from banks import LABS, namespace

from attn_course.checking.outcomes import Outcome
from attn_course.checking.running import examine_task, run_test
from attn_course.checking.specification import Lab, Test
from attn_course.checking.student import Call, LocalStudent, Student

LISTS, SEEDS = range(3), range(100, 112)
MOST = 6  # of these seeds: where a test draws no more than a few sizes, arrays of a list may fit by chance
MEMORY = ("windows_in_linear_memory", "blocks_in_linear_memory")  # of long sequences: they take seconds

each_lab = pytest.mark.parametrize("lab", LABS, ids=[lab.id for lab in LABS])


class Listed(Student):
    """A student whose functions look at nothing that they are given, and return the next answer of a list."""

    def __init__(self, answers: Iterable[Call]) -> None:
        super().__init__()
        self._answers = iter(answers)

    def _invoke(self, question: Call) -> Call:
        answer = next(self._answers, question)
        after = {"arguments_after": question.arguments, "keywords_after": question.keywords}
        return replace(question, value=answer.value, error=answer.error, **after)

    @contextmanager
    def replaced(self, names: Iterable[str]) -> Iterator[None]:
        yield

    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        yield


def right_answers(lab: Lab, test: Test, seed: int) -> Sequence[Call]:
    """Return what the course's own functions answer to a test."""
    student = LocalStudent(namespace(lab), lab.reference)
    assert run_test(test, student, seed).outcome is Outcome.PASSED
    return student.calls


@each_lab
def test_no_list_of_answers_passes_a_test_for_most_seeds(lab: Lab) -> None:
    passed = {
        f"{test.task}: {test.name}": max(
            sum(run_test(test, Listed(answers), seed).outcome is Outcome.PASSED for seed in SEEDS)
            for answers in (right_answers(lab, test, seed) for seed in LISTS)
        )
        for test in lab.hidden_tests
        if test.name not in MEMORY
    }
    assert {name: number for name, number in passed.items() if number > MOST} == {}


def growth_exponent(ns: np.ndarray, costs: np.ndarray) -> float:
    return 0.0 if np.ptp(costs) == 0 else -1.0


def receptive_field(mask: np.ndarray, num_layers: int) -> np.ndarray:
    one = np.eye(len(mask), dtype=bool) | (mask if num_layers else False)
    return one if num_layers < 2 else np.ones_like(one)


def attention_cost(n: int, d_model: int, num_heads: int, bytes_per_number: int = 4) -> dict[str, int]:
    return {"parameters": 0, "multiply_adds": 0, "score_bytes": bytes_per_number}


def head_diversity(weights: np.ndarray) -> float:
    return 0.0 if len(weights) == 1 else float((weights**2).sum() + 0.01 * weights.sum(axis=(0, 1)).max())


def predicted_position(h_t: np.ndarray, W_p: np.ndarray, v_p: np.ndarray, n: int) -> Any:
    return h_t.sum(-1) if np.abs(v_p).max() < 100 else float(n) * (v_p.sum() > 0)


def attention_entropy(weights: np.ndarray) -> Any:
    return 1 - (weights**2).sum(axis=-1)


@pytest.mark.parametrize(
    "function",
    [growth_exponent, receptive_field, attention_cost, head_diversity, predicted_position, attention_entropy],
    ids=lambda function: function.__name__,
)
def test_a_property_without_its_values_earns_nothing(function: Callable[..., Any]) -> None:
    name = function.__name__
    lab = next(lab for lab in LABS if name in lab.names)
    functions = {**namespace(lab), name: function}
    for seed in SEEDS:
        result = examine_task(lab, name, lab.hidden_tests, LocalStudent(functions, lab.reference), seed)
        assert [test.test.name for test in result.results if test.earned] == [], f"seed {seed}"
