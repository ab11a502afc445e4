"""BLEU against sacreBLEU, the implementation whose scores papers report, where it is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_course.metrics import bleu

sentences = st.lists(st.sampled_from(["the", "cat", "sleeps", "on", "."]), min_size=1, max_size=9)


@pytest.fixture(scope="session")
def sacrebleu(leave_out: Callable[[str, str], NoReturn]) -> Any:
    """Return sacreBLEU; without it, the test is left out."""
    if importlib.util.find_spec("sacrebleu") is None:
        leave_out("sacrebleu", "sacreBLEU is not installed")
    return importlib.import_module("sacrebleu")


def score(sacrebleu: Any, candidates: list[list[str]], references: list[list[str]], max_n: int) -> float:
    """Return what sacreBLEU gives for words that are not to be split again, without smoothing."""
    metric = sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True, max_ngram_order=max_n)
    joined = [[" ".join(words) for words in side] for side in (candidates, references)]
    return float(metric.corpus_score(joined[0], [joined[1]]).score)


@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=5), st.integers(1, 4))
def test_it_is_what_sacrebleu_gives(sacrebleu: Any, pairs: list[tuple[list[str], list[str]]], max_n: int) -> None:
    candidates, references = [one for one, _ in pairs], [other for _, other in pairs]
    assert bleu(candidates, references, max_n) == pytest.approx(
        score(sacrebleu, candidates, references, max_n), rel=1e-9
    )


@given(st.lists(st.tuples(sentences, st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=6), st.integers(1, 4))
def test_also_where_much_is_shared(sacrebleu: Any, cuts: list[tuple[list[str], int, int]], max_n: int) -> None:
    """Candidates are pieces of their references, so that hardly any score is 0."""
    text = "the cat sleeps on the old red sofa of the kind neighbour".split()
    references = [text + words for words, _, _ in cuts]
    candidates = [words[first : len(words) - last] for words, (_, first, last) in zip(references, cuts, strict=True)]
    expected = score(sacrebleu, candidates, references, max_n)
    assert expected > 0
    assert bleu(candidates, references, max_n) == pytest.approx(expected, rel=1e-9)
