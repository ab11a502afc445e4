"""Statements with a bound: the number is told only where the bound is missed."""

from __future__ import annotations

import pytest

from attn_course.translation.statements import above, below


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (above("BLEU", 85.01, 85), "BLEU above 85: yes"),
        (above("BLEU", 85.0, 85), "BLEU above 85: no, it is 85.00"),
        (above("BLEU", float("nan"), 85), "BLEU above 85: no, it is nan"),
        (below("error", 0.299, 0.3), "error below 0.3: yes"),
        (below("error", 0.4, 0.3), "error below 0.3: no, it is 0.40"),
    ],
)
def test_a_bound_is_met_or_the_number_is_told(sentence: str, expected: str) -> None:
    assert sentence == expected
