"""The alignment error rate against the two rates it is made of, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from attn_course.metrics import alignment_error_rate, strongest_links

links = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8)
sentences = st.lists(st.tuples(links, links, links), min_size=1, max_size=3)


def test_worked_example() -> None:
    """Two of three links are possible, one is sure: 1 - (1 + 2) / (3 + 2)."""
    predicted = {(0, 0), (1, 1), (2, 2)}
    sure, possible = {(0, 0), (3, 3)}, {(0, 0), (3, 3), (1, 1)}
    assert alignment_error_rate([predicted], [sure], [possible]) == pytest.approx(0.4)


@given(sentences)
def test_with_sure_links_only_it_is_one_minus_the_f_score(drawn: list[tuple[frozenset, frozenset, frozenset]]) -> None:
    predicted, sure = [one[0] for one in drawn], [one[1] for one in drawn]
    hits = sum(len(A & S) for A, S in zip(predicted, sure, strict=True))
    assume(hits)
    precision, recall = hits / sum(map(len, predicted)), hits / sum(map(len, sure))
    f_score = 2 * precision * recall / (precision + recall)
    assert alignment_error_rate(predicted, sure, sure) == pytest.approx(1 - f_score)


@given(sentences)
def test_it_lies_between_zero_and_one(drawn: list[tuple[frozenset, frozenset, frozenset]]) -> None:
    predicted, sure, possible = (list(part) for part in zip(*drawn, strict=True))
    possible = [P | S for P, S in zip(possible, sure, strict=True)]
    assume(any(predicted) or any(sure))
    assert 0 <= alignment_error_rate(predicted, sure, possible) <= 1


@given(links, links)
def test_between_the_sure_and_the_possible_links_all_is_right(sure: frozenset, more: frozenset) -> None:
    assume(sure)
    assert alignment_error_rate([sure], [sure], [sure | more]) == 0
    assert alignment_error_rate([sure | more], [sure], [sure | more]) == 0


def test_sentences_are_counted_together() -> None:
    """A long sentence counts more than a short one: this is no mean of rates."""
    long, short = {(i, i) for i in range(9)}, {(0, 0)}
    assert alignment_error_rate([long, {(1, 0)}], [long, short], [long, short]) == pytest.approx(1 - 18 / 20)


def test_a_sure_link_is_possible() -> None:
    with pytest.raises(ValueError, match=r"\[\(1, 1\)\] are not"):
        alignment_error_rate([set()], [{(1, 1)}], [set()])


def test_no_links_have_no_rate() -> None:
    with pytest.raises(ValueError, match="no links"):
        alignment_error_rate([set()], [set()], [{(0, 0)}])


def test_numbers_of_sentences_agree() -> None:
    with pytest.raises(ValueError, match="longer"):
        alignment_error_rate([{(0, 0)}], [{(0, 0)}, set()], [{(0, 0)}, set()])


def test_strongest_links_put_the_source_first() -> None:
    weights = np.array([[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]])
    assert strongest_links(weights) == {(1, 0), (0, 1)}
