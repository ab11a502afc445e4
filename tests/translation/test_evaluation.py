"""Scores of a translator, and the losses that a training is compared with."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from mirror import mirror_examples, mirror_pairs, mirrored
from scipy.optimize import minimize
from scipy.special import log_softmax, rel_entr
from scipy.stats import entropy

from attn_course.translation.batches import Examples
from attn_course.translation.decoding import State
from attn_course.translation.evaluation import (
    alignment_error,
    alignments,
    evaluate,
    expected_losses,
    least_loss,
    smoothed_entropy,
)
from attn_course.translation.parameters import Parameters


class Oracle:
    """Translates the toy language by rule, and looks at the word that it mirrors; `wrong` sentences get no last word.

    Its state is the source with what is still to be written.
    """

    def __init__(self, examples: Examples, late: bool = False) -> None:
        self.parameters = Parameters({"none": (1,)})
        self.to_french = np.zeros(len(examples.english), int)
        for word, place in examples.english.word_to_id.items():
            self.to_french[place] = examples.french.word_to_id[word.upper() if len(word) == 1 else word]
        self.late = late

    def start(self, source: np.ndarray) -> State:
        return {"source": source, "left": np.count_nonzero(source, axis=1)}

    def step(self, state: State, ids: np.ndarray) -> tuple[np.ndarray, State, np.ndarray]:
        left = state["left"] - 1
        rows = np.arange(len(left))
        word = np.where(left >= 0, self.to_french[state["source"][rows, np.maximum(left, 0)]], 2)
        logits = np.zeros((len(left), self.to_french.max() + 1))
        logits[rows, word] = 1
        return logits, {**state, "left": left}, np.zeros(state["source"].shape)

    def cross_attention(self, source: np.ndarray, decoder_input: np.ndarray) -> np.ndarray:
        lengths = np.count_nonzero(source, axis=1)
        looked_at = lengths[:, np.newaxis] - 1 - np.arange(decoder_input.shape[1]) + self.late
        return np.eye(source.shape[1] + 1)[np.clip(looked_at, 0, source.shape[1])][..., : source.shape[1]]


def test_a_perfect_translator_gets_all() -> None:
    examples = Examples.of(mirror_pairs(300, shortest=4))
    scores = evaluate(Oracle(examples), examples)
    assert scores.bleu == pytest.approx(100) and scores.exact == 1
    assert alignment_error(Oracle(examples), examples) == 0


def test_a_wrong_reference_costs() -> None:
    examples = Examples.of(mirror_pairs(40, shortest=4))
    pairs = [*examples.pairs[:30], *(mirrored("".join(reversed(pair.english))) for pair in examples.pairs[30:])]
    swapped = [
        type(pair)(original.english, pair.french, pair.sure, pair.possible)
        for pair, original in zip(pairs, examples.pairs, strict=True)
    ]
    scores = evaluate(Oracle(examples), examples.others(swapped))
    assert scores.exact == pytest.approx(0.75, abs=0.03)  # some sentences read the same both ways
    assert scores.bleu < 95


def test_who_looks_a_word_late_is_misaligned() -> None:
    """The row of a word is the one that predicts it; the next row would look right for this model, and is not."""
    examples = Examples.of(mirror_pairs(40, shortest=4))
    assert alignment_error(Oracle(examples, late=True), examples) > 0.9


def test_alignments_have_a_row_for_each_word() -> None:
    examples = mirror_examples()
    found = list(alignments(Oracle(examples), examples))
    assert len(found) == len(examples.pairs)
    for weights, pair in zip(found, examples.pairs, strict=True):
        np.testing.assert_allclose(weights, np.eye(len(pair.english))[::-1])


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_losses_fall_with_what_is_known(smoothing: float) -> None:
    examples = Examples.of(mirror_pairs(300))
    losses = list(expected_losses(examples, smoothing).values())
    assert losses == sorted(losses, reverse=True) and len(set(losses)) == 4
    assert losses[0] == math.log(len(examples.french))


def test_entropies_are_those_of_scipy() -> None:
    counts = Counter({"a": 3, "b": 1})
    assert smoothed_entropy(counts, 5, 0.0) == pytest.approx(entropy([3, 1]))
    assert least_loss([counts, Counter("aaaa")], 5, 0.0) == pytest.approx(entropy([3, 1]) / 2)
    assert least_loss([Counter("a")], 5, 0.1) == pytest.approx(entropy([0.92, 0.02, 0.02, 0.02, 0.02]))


def test_no_prediction_beats_the_least_loss() -> None:
    """Found by a search over all predictions that know nothing but the frequencies."""
    examples = Examples.of(mirror_pairs(30))
    words = len(examples.french)
    targets = examples.batch(range(30)).targets
    shares = np.bincount(targets[targets != 0], minlength=words) / np.count_nonzero(targets)
    smoothed = 0.9 * shares + 0.1 / words
    best = minimize(lambda logits: -(smoothed * log_softmax(logits)).sum(), np.zeros(words))
    expected = expected_losses(examples, 0.1)["how frequent each word is"]
    assert best.fun == pytest.approx(expected, abs=1e-5)
    assert rel_entr(smoothed, np.exp(log_softmax(best.x))).sum() < 1e-5


def test_without_smoothing_a_model_that_knows_all_has_no_loss() -> None:
    assert expected_losses(mirror_examples())["every word"] == 0
