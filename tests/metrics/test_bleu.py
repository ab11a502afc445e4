"""BLEU against sacreBLEU, loops over lists, properties, and numbers worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from attn_course.metrics import bleu

Corpus = tuple[list[list[str]], list[list[str]]]

sentences = st.lists(st.sampled_from("abcd"), max_size=8)
corpora = st.lists(st.tuples(sentences, sentences), min_size=1, max_size=4).map(
    lambda pairs: ([one for one, _ in pairs], [other for _, other in pairs])
)
orders = st.integers(1, 5)


def precision_in_loops(candidates: list[list[str]], references: list[list[str]], n: int) -> Fraction | None:
    """Cross each matched phrase out of the reference, so that it cannot be matched again; None without phrases."""
    matches = total = 0
    for candidate, reference in zip(candidates, references, strict=True):
        left = [reference[place : place + n] for place in range(len(reference) - n + 1)]
        for place in range(len(candidate) - n + 1):
            total += 1
            if candidate[place : place + n] in left:
                left.remove(candidate[place : place + n])
                matches += 1
    return Fraction(matches, total) if total else None


def bleu_in_loops(candidates: list[list[str]], references: list[list[str]], max_n: int) -> float:
    precisions = [precision_in_loops(candidates, references, n) for n in range(1, max_n + 1)]
    if not all(precisions):
        return 0.0
    c, r = (sum(len(words) for words in side) for side in (candidates, references))
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return 100 * penalty * math.prod(float(one) for one in precisions if one) ** (1 / max_n)


@given(corpora, orders)
def test_it_is_what_loops_give(corpus: Corpus, max_n: int) -> None:
    assert bleu(*corpus, max_n) == pytest.approx(bleu_in_loops(*corpus, max_n), rel=1e-12)


def test_the_loops_meet_scores_between_0_and_100() -> None:
    """A comparison of zeros would prove nothing: here is one of each kind."""
    words = "the old cat sleeps on the red sofa".split()
    scores = [bleu_in_loops([one], [words], 4) for one in (words, words[:6], [*words[:5], "a", "b", "c"], words[::-1])]
    assert scores == pytest.approx([100, 100 * math.exp(-1 / 3), 100 * (5 / 8 * 4 / 7 * 3 / 6 * 2 / 5) ** 0.25, 0])


@given(corpora, orders)
def test_it_lies_between_0_and_100(corpus: Corpus, max_n: int) -> None:
    assert 0 <= bleu(*corpus, max_n) <= 100 + 1e-9


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=5), min_size=1, max_size=4), orders)
def test_a_copy_scores_100(references: list[list[str]], max_n: int) -> None:
    assert bleu(references, references, max_n) == pytest.approx(100, rel=1e-12)


@given(corpora, st.permutations(range(4)))
def test_the_order_of_the_sentences_plays_no_part(corpus: Corpus, order: list[int]) -> None:
    places = [place for place in order if place < len(corpus[0])]
    turned = [[side[place] for place in places] for side in corpus]
    assert bleu(*turned) == pytest.approx(bleu(*corpus), rel=1e-12)


@pytest.mark.parametrize(
    ("candidate", "reference", "max_n", "expected"),
    [
        ("the the the the the the the", "the cat is on the mat", 1, 100 * 2 / 7),  # the paper's first example
        ("the cat is", "the cat is on the mat", 2, 100 * math.exp(1 - 6 / 3)),
        ("on the mat the cat is", "the cat is on the mat", 3, 100 * (6 / 6 * 4 / 5 * 2 / 4) ** (1 / 3)),
        ("the cat", "the cat", 3, 0.0),  # there is no phrase of three words
        ("", "the cat", 1, 0.0),
        ("dog", "the cat", 1, 0.0),
    ],
)
def test_numbers_worked_out_by_hand(candidate: str, reference: str, max_n: int, expected: float) -> None:
    assert bleu([candidate.split()], [reference.split()], max_n) == pytest.approx(expected, rel=1e-12)


def test_counts_are_added_before_they_are_divided() -> None:
    """A sentence without a match takes away what it adds to the totals: a mean of sentences would give half."""
    corpus = [["a", "b", "c"], ["x"]], [["a", "b", "c"], ["y"]]
    assert bleu(*corpus, max_n=2) == pytest.approx(100 * math.sqrt(3 / 4), rel=1e-12)


def test_each_candidate_needs_a_reference() -> None:
    with pytest.raises(ValueError, match="shorter"):
        bleu([["a"], ["b"]], [["a"]])


# ---------------------------------------------------------------------- against sacreBLEU, whose scores papers report

some_words = st.lists(st.sampled_from(["the", "cat", "sleeps", "on", "."]), min_size=1, max_size=9)


def score(candidates: list[list[str]], references: list[list[str]], max_n: int) -> float:
    """Return what sacreBLEU gives for words that are not to be split again, without smoothing."""
    metric = BLEU(tokenize="none", smooth_method="none", force=True, max_ngram_order=max_n)
    joined = [[" ".join(words) for words in side] for side in (candidates, references)]
    return float(metric.corpus_score(joined[0], [joined[1]]).score)


@given(st.lists(st.tuples(some_words, some_words), min_size=1, max_size=5), st.integers(1, 4))
def test_it_is_what_sacrebleu_gives(pairs: list[tuple[list[str], list[str]]], max_n: int) -> None:
    candidates, references = [one for one, _ in pairs], [other for _, other in pairs]
    assert bleu(candidates, references, max_n) == pytest.approx(score(candidates, references, max_n), rel=1e-9)


@given(st.lists(st.tuples(some_words, st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=6), st.integers(1, 4))
def test_it_is_what_sacrebleu_gives_where_much_is_shared(cuts: list[tuple[list[str], int, int]], max_n: int) -> None:
    """Candidates are pieces of their references, so that hardly any score is 0."""
    text = "the cat sleeps on the old red sofa of the kind neighbour".split()
    references = [text + words for words, _, _ in cuts]
    candidates = [words[first : len(words) - last] for words, (_, first, last) in zip(references, cuts, strict=True)]
    expected = score(candidates, references, max_n)
    assert expected > 0
    assert bleu(candidates, references, max_n) == pytest.approx(expected, rel=1e-9)
