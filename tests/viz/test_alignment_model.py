"""The small translator of Lab 5: its language, its gradients, its training, and what is stored."""

from __future__ import annotations

import numpy as np
import pytest

from attn_course.attention import attention_decoder_step, gru_step
from attn_course.viz import alignment_model as model

SENTENCE = "the calm fox often sees a red duck"
FRENCH = "le renard calme voit souvent un canard rouge"


def test_what_is_stored_is_small_and_translates_fresh_sentences() -> None:
    """The command says 100 %; other processors round otherwise, so a few of a thousand may be wrong."""
    assert model.FILE.stat().st_size < 100_000
    assert model.accuracy(model.stored(), seed=2024, sentences=300) >= 0.98


def test_the_stored_model_looks_at_the_word_that_it_translates() -> None:
    rng, params = np.random.default_rng(7), model.stored()
    hits = total = 0
    for _ in range(60):
        english, french = model.sentence(rng, int(rng.integers(model.SHORTEST, model.LONGEST + 1)))
        found = model.translate(" ".join(english), params)
        if found.french != french:
            continue
        kinds = [word for kind in ("noun", "adjective", "verb", "adverb") for word in model.WORDS[kind]]
        for row, word in zip(found.weights, found.french, strict=True):
            sources = [place for place, one in enumerate(english) if model.translated(one) == word]
            if english[sources[0]] in kinds:
                hits, total = hits + (row.argmax() in sources), total + 1
    assert total > 250
    assert hits / total > 0.95


def test_a_sentence_is_translated_in_another_order() -> None:
    found = model.translate(SENTENCE, model.stored())
    assert " ".join(found.french) == FRENCH
    assert found.weights.shape == (8, 8)
    np.testing.assert_allclose(found.weights.sum(axis=1), 1)


def test_a_hidden_word_is_not_looked_at() -> None:
    found = model.translate(SENTENCE, model.stored(), hidden=["red"])
    assert not found.weights[:, 6].any()
    assert "rouge" not in found.french


def test_the_learners_functions_do_the_work() -> None:
    calls = []

    def step(*inputs: object) -> object:
        calls.append("step")
        return attention_decoder_step(*inputs)  # type: ignore[arg-type]

    def gru(*inputs: object) -> object:
        calls.append("gru")
        return gru_step(*inputs)  # type: ignore[arg-type]

    model.translate("the cat sees a dog", model.stored(), step, gru)
    assert calls.count("step") == 6  # five words and the end
    assert calls.count("gru") == 10  # five words, read in both directions


@pytest.mark.parametrize("length", range(model.SHORTEST, model.LONGEST + 1))
def test_sentences_have_their_length_and_their_words(length: int) -> None:
    rng = np.random.default_rng(length)
    for _ in range(20):
        english, french = model.sentence(rng, length)
        assert len(english) == len(french) == length
        assert sorted(map(model.translated, english)) == sorted(french)
        assert english.index(next(word for word in english if word in model.WORDS["noun"])) > 0


def test_a_batch_is_numbers_of_words_and_ends_with_the_end() -> None:
    source, target = model.batch(np.random.default_rng(0), 3, 7)
    assert source.shape == (3, 7)
    assert target.shape == (3, 8)
    assert (target[:, -1] == 0).all() and (source > 0).all() and (target[:, :-1] > 0).all()


def test_gradients_are_those_of_differences() -> None:
    """Along a random direction for each parameter: (loss(p + e d) - loss(p - e d)) / 2e."""
    rng = np.random.default_rng(3)
    params = model.start(rng)
    source, target = model.batch(rng, 3, 7)
    _, gradients = model.loss_and_gradients(params, source, target)
    assert set(gradients) == set(params)
    for name, value in params.items():
        direction = rng.normal(size=value.shape)
        above, below = (
            model.loss_and_gradients({**params, name: value + sign * 1e-5 * direction}, source, target)[0]
            for sign in (1, -1)
        )
        expected = (above - below) / 2e-5
        assert (gradients[name] * direction).sum() == pytest.approx(expected, rel=1e-5, abs=1e-8), name


def test_training_is_the_same_every_time_and_lowers_the_loss() -> None:
    params, losses = model.train(seed=0, batches=25)
    again, _ = model.train(seed=0, batches=25)
    for name, value in params.items():
        np.testing.assert_array_equal(value, again[name])
    assert np.mean(losses[-5:]) < np.mean(losses[:3]) - 0.2
