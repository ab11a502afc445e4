"""Learners' functions train as they are written: right values and gradients, or a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from variants import TASKS, Entry, Function, Task, assert_differentiated, leaves_arrays, page, reasons, variants

from attn_course import attention
from attn_course.autodiff import NotRecorded

PAGE = Path(__file__).parent / "variants.md"
LEAST = 0.8
ALL = list(variants())


@pytest.mark.parametrize("entry", ALL, ids=str)
def test_a_variant_trains_or_says_why_not(entry: Entry) -> None:
    as_it_stands, in_a_notebook = reasons(entry)
    assert as_it_stands or not in_a_notebook, "a recordable notebook takes nothing away"


def test_most_variants_train() -> None:
    assert sum(not reasons(entry)[1] for entry in ALL) >= LEAST * len(ALL)
    for entry in ALL:
        if leaves_arrays(reasons(entry)[1]):
            assert re.search(r"float\(|\.tolist\(|math\.|\.item\(|fmean", entry.source), entry


def test_the_page_says_what_is_so() -> None:
    assert PAGE.read_text(encoding="utf-8").splitlines() == list(page()), "python -m variants prints it"


COURSES: dict[str, Task] = {
    "additive_scores": Task(((2, 3), (2, 5, 4), (3, 6), (4, 6), (6,))),
    "additive_attention": Task(((2, 3), (2, 5, 4), (2, 5, 2), (3, 6), (4, 6), (6,)), (np.arange(5) < 3,)),
    "gru_step": Task(((2, 3), (2, 4), (3, 12), (4, 12), (12,))),
    "attention_entropy": Task(((2, 4),), positive=True),
    "dot_score": Task(((2, 3), (2, 5, 3))),
    "general_score": Task(((2, 3), (2, 5, 4), (3, 4))),
    "concat_score": Task(((2, 3), (2, 5, 4), (7, 6), (6,))),
    "attentional_state": Task(((2, 3), (2, 4), (7, 5))),
    "predicted_position": Task(((2, 3), (3, 4), (4,)), (6,)),
    "sliding_window_attention": Task(((2, 5, 3), (2, 5, 3), (2, 5, 4)), (1,)),
    "block_local_attention": Task(((2, 5, 3), (2, 5, 3), (2, 5, 4)), (2,)),
    "online_softmax_attention": Task(((2, 5, 3), (2, 5, 3), (2, 5, 4))),
}


FOR_READING = ["gradient_norm", "head_diversity", "KeyValueCache", "online_softmax_attention"]  # no part of a model


@pytest.mark.parametrize("name", sorted((TASKS | COURSES).keys() - set(FOR_READING)))
def test_the_courses_own_functions_train_as_they_stand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variants.TASKS", TASKS | COURSES)
    function: Function = getattr(attention, name)
    assert_differentiated(function, name)


@pytest.mark.parametrize("name", FOR_READING)
def test_what_makes_plain_numbers_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variants.TASKS", TASKS | COURSES)
    with pytest.raises(NotRecorded):
        assert_differentiated(getattr(attention, name), name)
