"""The variants of the benchmarks: that each is what it is called."""

from __future__ import annotations

from itertools import pairwise

import generalisation
import numpy as np
import pytest
from generalisation import Result, place_of_pronoun, report
from scipy.special import softmax
from translators import (
    DISTANCES,
    ROTARY,
    Curriculum,
    UsualStart,
    Variant,
    longest_first,
    rotary_attention,
    shortest_first,
    with_future_and_clitic,
)

from attn_course.translation.batches import batches, course_splits
from attn_course.translation.corpus import structural_constructions
from attn_course.translation.transformer import Transformer, TransformerSize, forward
from attn_course.translation.vocabulary import UNKNOWN

assert_close = np.testing.assert_allclose


@pytest.mark.parametrize("n_q", [5, 1])
def test_rotary_scores_know_only_distances(n_q: int) -> None:
    """Features as complex numbers: a score is the real part of q conj(k), turned by the distance."""
    rng = np.random.default_rng(0)
    Q, K, V = rng.normal(size=(2, n_q, 6)), rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 3))
    frequencies = [1, 10000 ** (-1 / 3), 10000 ** (-2 / 3)]
    scores = np.zeros((2, n_q, 5))
    for i, j in np.ndindex(n_q, 5):
        distance = (5 - n_q + i) - j
        q, k = (x[..., 0::2] + 1j * x[..., 1::2] for x in (Q[:, i], K[:, j]))
        scores[:, i, j] = (q * k.conj() * np.exp(1j * distance * np.array(frequencies))).real.sum(axis=-1)
    output, weights = rotary_attention(Q, K, V)
    assert_close(weights, softmax(scores / np.sqrt(6), axis=-1))
    assert_close(output, weights @ V)


def test_a_rotary_translator_writes_what_it_was_trained_to_write() -> None:
    """Word by word, with stored keys, as all at once; the order of the source's words matters."""
    size = TransformerSize(9, 11, d_model=8, d_ff=12, num_heads=2, num_layers=2)
    model = Transformer(size, seed=1, dtype=np.float64, functions=ROTARY)
    source, target = np.array([[4, 5, 6, 7], [8, 4, 0, 0]]), np.array([[1, 5, 6, 9], [1, 7, 10, 4]])
    expected, _ = forward(model.parameters, source, target, size, ROTARY)
    state = model.start(source)
    for place in range(4):
        logits, state, _ = model.step(state, target[:, place])
        assert_close(logits, expected[:, place])
    turned_round, _ = forward(model.parameters, source[:1, ::-1], target[:1], size, ROTARY)
    assert abs(turned_round - expected[:1]).max() > 1e-3


def test_the_first_transformer_starts_with_all_matrices_on_one_scale() -> None:
    faint = Transformer(TransformerSize(30, 40), seed=3).parameters
    usual = Transformer(UsualStart(30, 40), seed=3).parameters
    for name, array in usual.items():
        factor = 5 if name == "output.W" or name.endswith(("W_o", "W_2")) else 1
        assert_close(array, factor * faint[name], rtol=1e-6)
    assert_close(usual["output.W"].std(), np.sqrt(2 / (64 + 40)), rtol=0.05)


@pytest.mark.parametrize("key", [shortest_first, longest_first])
def test_a_curriculum_begins_at_one_end_and_comes_to_all(key: object) -> None:
    train = course_splits()["train"]
    by_length = sorted(np.count_nonzero(train.batch(range(20_000)).source, axis=1).tolist())
    if key is longest_first:
        by_length.reverse()
    ordered = Curriculum(key, train)
    stream = batches(ordered, 64, seed=0)
    lengths = np.array([np.count_nonzero(next(stream).source, axis=1).mean() for _ in range(313 + 312)])
    assert lengths[0] == pytest.approx(np.mean(by_length[:2000]), abs=0.3)
    mean = np.mean(by_length)
    sign = 1 if key is shortest_first else -1
    assert (sign * (mean - lengths[:100]) > 0.5).mean() > 0.9
    assert lengths[313:].mean() == pytest.approx(mean, abs=1e-3), "a whole epoch holds every pair once"


def test_what_is_taught_is_the_combination_and_not_the_split() -> None:
    train, structural = course_splits()["train"], course_splits()["structural"]
    taught = with_future_and_clitic(100, train)
    new, old = taught.pairs[:100], taught.pairs[100:]
    assert old == list(train.pairs[100:]) and len(set(new)) == 100
    assert all(("going", "to") in pairwise(pair.english) for pair in new)
    assert {place_of_pronoun(pair.french) for pair in new} == {"before the infinitive"}
    assert not {pair.english for pair in new} & {pair.english for pair in structural.pairs}
    assert UNKNOWN not in taught.batch(range(100)).source


@pytest.mark.parametrize(
    ("french", "place"),
    [
        ("elle va le voir .", "before the infinitive"),
        ("nous n' allons pas vous voir .", "before the infinitive"),
        ("les médecins nous vont aider .", "before the auxiliary"),
        ("est-ce que le chat ne nous va pas voir ?", "before the auxiliary"),
        ("nous vous allons voir .", "before the auxiliary"),
        ("nous allons voir .", "at neither place"),
        ("vous n' allez pas attendre vous .", "at neither place"),
        ("va .", "at neither place"),
        ("elle le voit .", "no near future"),
        ("", "no near future"),
    ],
)
def test_the_place_of_a_pronoun(french: str, place: str) -> None:
    assert place_of_pronoun(french.split()) == place


def test_the_structural_split_has_the_pronoun_before_the_infinitive() -> None:
    structural = zip(structural_constructions(), course_splits()["structural"].pairs, strict=True)
    chosen = [pair for found, pair in structural if {"future", "clitic"} <= found]
    assert len(chosen) > 200 and {place_of_pronoun(pair.french) for pair in chosen} == {"before the infinitive"}


def test_tables_count_what_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translators that know all, all but one split, or nothing, in place of trained ones."""
    right = generalisation.references("structural")

    def measured(variant: Variant, seed: int) -> Result:
        knows = variant is DISTANCES
        gain = seed if knows else 0
        bleus = {"test": 90.0, "structural": 70.0 + gain, "length": 80.0 - gain}
        return Result(bleus, right if knows else [["elle", "le", "va"]] * len(right), 1.0, 1234)

    monkeypatch.setattr(generalisation, "SEEDS", range(3))
    scores, combinations, pronouns = report(measured).split("\n\n")[:3]
    rows = {line.split(" | ")[0].strip("| "): line.strip("| ").split(" | ") for line in scores.splitlines()}
    assert rows["distances"][1:6] == [
        "90.0 (90.0 to 90.0)",
        "71.0 (70.0 to 72.0)",
        "79.0 (78.0 to 80.0)",
        "+1.0 (+0.0 to +2.0)",
        "-1.0 (-2.0 to +0.0)",
    ]
    assert rows["distances"][6:] == ["0.01", "1,234", "1"] and rows["positions"][6] == "0.014"
    *_, first, _, best, taught = pronouns.splitlines()
    assert best == "| distances | 219 | 0 | 0 | 0 |"
    assert first == "| the first | 0 | 219 | 0 | 0 |" and taught.endswith("| 0 | 219 | 0 | 0 |")
    line = next(line for line in combinations.splitlines() if line.startswith("| clitic + future"))
    assert line == "| clitic + future | 219 | 0.0, 0% | 0.0, 0% | 100.0, 100% | 0.0, 0% |"
