"""The comparison of translators: what is stored is complete, and what the notebook says of it holds."""

from __future__ import annotations

import numpy as np
import pytest

from attn_course.translation.batches import course_splits
from attn_course.translation.decoding import translate
from attn_course.translation.recipe import Recipe
from attn_course.translation.transformer import Transformer, TransformerSize
from attn_course.viz import translator_experiment as experiment

NAMES = ("Bahdanau", "Luong", "Transformer", "Transformer, distances")
FOUND = experiment.stored()


def test_what_is_stored_is_small_and_has_every_translator_and_every_seed():
    assert experiment.FILE.stat().st_size < 10_000
    assert tuple(FOUND["translators"]) == tuple(experiment.candidates()) == NAMES
    for name, scores in FOUND["translators"].items():
        assert [len(scores[kind]) for kind in ("exact", "alignment", "test", "structural", "length")] == [3] * 5
        assert {len(row) for row in scores["curve"]} == {len(FOUND["steps"])}
        assert scores["parameters"] == len(experiment.candidates()[name].make(0).parameters.flat)
    assert FOUND["steps"][-1] == Recipe().steps


def medians(kind: str) -> dict[str, float]:
    return {name: float(np.median(scores[kind])) for name, scores in FOUND["translators"].items()}


def test_what_the_notebook_says_about_the_splits_is_stored():
    test, structural, length = (medians(split) for split in experiment.SPLITS)
    assert min(test.values()) > 95
    assert min(test[name] - structural[name] for name in NAMES) >= 16
    assert 4 < test["Bahdanau"] - length["Bahdanau"] < test["Luong"] - length["Luong"] < 9
    assert round(test["Transformer"] - length["Transformer"]) == 19
    assert round(test["Transformer, distances"] - length["Transformer, distances"]) == 12
    for split in (structural, length):
        assert 5 < split["Transformer, distances"] - split["Transformer"] < 7


def test_what_the_notebook_says_about_seeds_is_stored():
    plain, distances = (FOUND["translators"][name] for name in NAMES[2:])
    assert 9 < max(plain["structural"]) - min(plain["structural"]) < 11
    assert 9 < max(distances["structural"]) - min(distances["structural"]) < 11
    assert min(distances["length"]) > max(plain["length"])


def test_what_the_notebook_says_about_steps_and_time_is_stored():
    milliseconds, steps_to_90 = FOUND["milliseconds"], {}
    for name in NAMES[:3]:
        middle = np.median(FOUND["translators"][name]["curve"], axis=0)
        steps_to_90[name] = FOUND["steps"][int(np.argmax(middle > 90))]
    assert min(steps_to_90, key=steps_to_90.__getitem__) == "Bahdanau"
    seconds = {name: steps * milliseconds[name] / 1000 for name, steps in steps_to_90.items()}
    assert seconds["Transformer"] < 7
    assert all(14 < seconds[name] < 20 for name in ("Bahdanau", "Luong"))
    assert milliseconds["Bahdanau"] / milliseconds["Transformer, recorded"] > 1.8
    assert min(medians("alignment"), key=medians("alignment").__getitem__) == "Bahdanau"
    assert all(max(medians(kind), key=medians(kind).__getitem__) == "Bahdanau" for kind in ("test", "length"))
    assert FOUND["translators"]["Bahdanau"]["parameters"] > 1.7 * FOUND["translators"]["Transformer"]["parameters"]


def test_a_training_of_two_steps_is_measured_the_same_each_time():
    """Scores of the code as it stands, not those that are stored: these need some minutes."""
    candidate = experiment.Candidate(small, experiment.packed_gradients, Recipe(steps=2, warmup_steps=1))
    first, again = (experiment.measure(candidate, seeds=(3,)) for _ in range(2))
    assert first == again
    assert first["curve"] == [[]] and len(first["test"]) == 1
    assert 0 < first["alignment"][0] <= 1


def small(seed: int) -> Transformer:
    """Return a Transformer of few numbers."""
    train = course_splits()["train"]
    return Transformer(TransformerSize(len(train.english), len(train.french), d_model=8, d_ff=8, num_heads=2), seed)


def test_the_curve_looks_at_unseen_pairs_every_so_many_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(experiment, "WATCHED", 5)
    curve = experiment.Curve(small(0))
    for step in range(1, 2 * experiment.EVERY + 1):
        curve(step, 700, [])
    validation = course_splits()["validation"]
    said = translate(small(0), [pair.english for pair in validation.pairs[:5]], validation.english, validation.french)
    exact = any(tuple(one) == pair.french for one, pair in zip(said, validation.pairs, strict=False))
    assert not exact and curve.bleu == [0.0, 0.0]
