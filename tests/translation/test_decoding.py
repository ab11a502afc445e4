"""Batched decoding with kept keys and values against the decoding of one sentence without them."""

from __future__ import annotations

import numpy as np
import pytest
from mirror import mirror_examples
from scipy.special import log_softmax as scipy_log_softmax

from attn_course.translation import decoding, recurrent, transformer
from attn_course.translation.batches import Examples, source_ids
from attn_course.translation.building_blocks import NextLogProbs, beam_search, greedy_decode
from attn_course.translation.decoding import (
    Translator,
    beam_batch,
    greedy_batch,
    log_softmax,
    translate,
    translate_and_align,
    without_end,
)
from attn_course.translation.recurrent import RecurrentSize, RecurrentTranslator
from attn_course.translation.transformer import Transformer, TransformerSize
from attn_course.translation.vocabulary import END, PAD, START

MAX_LENGTH = 6


def transformer_of(examples: Examples, seed: int) -> Transformer:
    size = TransformerSize(len(examples.english), len(examples.french), 8, 12, 2, 2)
    return Transformer(size, seed, np.float64)


def recurrent_of(examples: Examples, seed: int, score: str) -> RecurrentTranslator:
    return RecurrentTranslator(
        RecurrentSize(len(examples.english), len(examples.french), 8, 12, score), seed, np.float64
    )


def whole_logits(model: Translator, source: np.ndarray, prefix: list[int]) -> np.ndarray:
    """Score what follows a beginning by computing all of it anew."""
    ids = np.array([prefix])
    if isinstance(model, Transformer):
        return transformer.forward(model.parameters, source, ids, model.size)[0][0, -1]
    assert isinstance(model, RecurrentTranslator)
    return recurrent.forward(model.parameters, source, ids, model.size.score)[0][0, -1]


def next_log_probs(model: Translator, source: np.ndarray) -> NextLogProbs:
    return lambda prefix: scipy_log_softmax(whole_logits(model, source, prefix))


@pytest.fixture(params=["transformer", "additive", "general"])
def models(request: pytest.FixtureRequest) -> list[Translator]:
    """Return untrained models with larger parameters, so that their translations differ and some of them end."""
    models: list[Translator] = []
    for seed in range(2):
        examples = mirror_examples()
        kind = request.param
        model = transformer_of(examples, seed) if kind == "transformer" else recurrent_of(examples, seed, kind)
        model.parameters.flat[:] *= 3
        model.parameters["output.b"][END] += 2
        models.append(model)
    return models


def sources() -> np.ndarray:
    examples = mirror_examples()
    return source_ids([pair.english for pair in examples.pairs[:6]], examples.english)


def alone(row: np.ndarray) -> np.ndarray:
    """Return a sentence without its padding, as a batch of one."""
    return row[row != PAD][np.newaxis]


def test_greedy_is_that_of_one_sentence(models: list[Translator]) -> None:
    found, expected = [], []
    for model in models:
        found += greedy_batch(model, sources(), MAX_LENGTH)
        for row in sources():
            expected.append(greedy_decode(next_log_probs(model, alone(row)), START, END, MAX_LENGTH))
    assert found == expected
    assert len({tuple(ids) for ids in expected}) > 3 and len({len(ids) for ids in expected}) > 2


@pytest.mark.parametrize(("beam_size", "length_penalty"), [(1, 1.0), (3, 1.0), (3, 0.0)])
def test_beam_is_that_of_one_sentence(models: list[Translator], beam_size: int, length_penalty: float) -> None:
    found, expected = [], []
    for model in models:
        found += beam_batch(model, sources(), beam_size, length_penalty, MAX_LENGTH)
        for row in sources():
            one = next_log_probs(model, alone(row))
            expected.append(beam_search(one, START, END, MAX_LENGTH, beam_size, length_penalty))
    assert found == expected


def test_a_wider_beam_finds_other_translations(models: list[Translator]) -> None:
    """Otherwise the comparison with one sentence would say nothing about the beam."""
    narrow = [beam_batch(model, sources(), 1, 1.0, MAX_LENGTH) for model in models]
    wide = [beam_batch(model, sources(), 3, 1.0, MAX_LENGTH) for model in models]
    assert narrow != wide


def test_log_softmax_is_that_of_scipy() -> None:
    logits = np.random.default_rng(0).normal([[1000], [0], [-1000]], 5, (3, 4))
    np.testing.assert_allclose(log_softmax(logits), scipy_log_softmax(logits, axis=-1))


def test_the_end_and_what_follows_are_left_out() -> None:
    assert without_end([7, 8, END, END]) == [7, 8]
    assert without_end([7, 8]) == [7, 8]
    assert without_end([END]) == []


def test_translations_come_in_the_order_of_the_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are sorted by length and cut into groups on the way."""
    monkeypatch.setattr(decoding, "TOGETHER", 3)
    examples = mirror_examples()
    model = transformer_of(examples, 0)
    model.parameters.flat[:] *= 3
    sentences = [pair.english for pair in examples.pairs[:10]]
    together = translate(model, sentences, examples.english, examples.french)
    assert together == [translate(model, [one], examples.english, examples.french)[0] for one in sentences]
    assert len({tuple(one) for one in together}) > 1
    with_beam = translate(model, sentences, examples.english, examples.french, beam_size=2)
    assert len(with_beam) == 10 and all(word in examples.french.words for one in with_beam for word in one)


def test_a_translation_comes_with_where_the_model_looked(models: list[Translator]) -> None:
    examples = mirror_examples()
    for model in models:
        for pair in examples.pairs[:4]:
            words, weights = translate_and_align(model, pair.english, examples.english, examples.french)
            assert [words] == translate(model, [pair.english], examples.english, examples.french)
            state, newest = model.start(source_ids([pair.english], examples.english)), START
            for word, row in zip(words, weights, strict=True):
                _, state, looked = model.step(state, np.array([newest]))
                np.testing.assert_allclose(row, looked[0], rtol=1e-6, atol=1e-9)
                newest = examples.french.word_to_id[word]


def test_without_words_there_is_nothing_to_translate() -> None:
    examples = mirror_examples()
    with pytest.raises(ValueError, match="no word"):
        translate_and_align(transformer_of(examples, 0), [], examples.english, examples.french)
    with pytest.raises(ValueError, match="no word"):
        translate(transformer_of(examples, 0), [["a"], []], examples.english, examples.french)


def test_a_text_is_no_list_of_words() -> None:
    examples = mirror_examples()
    with pytest.raises(TypeError, match="split it into words"):
        translate_and_align(transformer_of(examples, 0), "the cat", examples.english, examples.french)
    with pytest.raises(TypeError, match="split it into words"):
        translate(transformer_of(examples, 0), ["the cat"], examples.english, examples.french)


def test_a_beam_keeps_at_least_one_beginning() -> None:
    examples = mirror_examples()
    with pytest.raises(ValueError, match="at least one"):
        translate(transformer_of(examples, 0), [["a"]], examples.english, examples.french, beam_size=0)


def test_no_sentences_have_no_translations() -> None:
    examples = mirror_examples()
    assert translate(transformer_of(examples, 0), [], examples.english, examples.french) == []
