"""A measurement: translators on one corpus, by nearly one recipe, and how far each carries beyond what it was taught.

A recurrent translator with Bahdanau's attention, one with Luong's, and a Transformer, with positions added to its words
and with learnt distances, are trained for as many steps on the same batches, from several seeds. What came out is
stored beside this file; the command ::

    python -m attn_course.viz.translator_experiment

makes it anew, in some minutes. Scores are the same each time on one kind of processor. Times are the least of several
tries in one thread, and depend on the machine: read their ratios.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from threadpoolctl import threadpool_limits

from attn_course.steady import steady_environment
from attn_course.translation.batches import Examples, batches, course_splits
from attn_course.translation.evaluation import alignment_error, evaluate
from attn_course.translation.packed import packed_gradients
from attn_course.translation.recipe import Recipe
from attn_course.translation.recurrent import RecurrentSize, RecurrentTranslator, recurrent_gradients
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import Engine, train
from attn_course.translation.transformer import Transformer, TransformerSize

FILE = Path(__file__).with_suffix(".json")
SEEDS = (0, 1, 2)
EVERY, WATCHED = 50, 250
"""Steps between two looks at the validation, and how many of its pairs are looked at."""
TIMED, TRIES = 5, 4
"""Batches that are timed together, and how often."""
SPLITS = ("test", "structural", "length")

Measured = dict[str, Any]
"""Scores of one translator, by name: lists with an entry for each seed, or one number."""


class Candidate(NamedTuple):
    """A translator to compare: how it is made from a seed, what computes its gradients, and how it is trained."""

    make: Callable[[int], Any]
    engine: Engine
    recipe: Recipe


def candidates() -> dict[str, Candidate]:
    """Return the translators by their names.

    One recipe for all, but for what each needs to be trained well: the recurrent ones that large gradients are cut
    down, distances a lower peak.
    """
    words = len(course_splits()["train"].english), len(course_splits()["train"].french)

    def recurrent(score: str) -> Candidate:
        size = RecurrentSize(*words, score=score)
        return Candidate(partial(RecurrentTranslator, size), recurrent_gradients, Recipe(largest_norm=1.0))

    def transformer(relative: bool, recipe: Recipe) -> Candidate:
        size = TransformerSize(*words, relative=relative)
        return Candidate(partial(Transformer, size), packed_gradients, recipe)

    return {
        "Bahdanau": recurrent("additive"),
        "Luong": recurrent("general"),
        "Transformer": transformer(relative=False, recipe=Recipe()),
        "Transformer, distances": transformer(relative=True, recipe=Recipe(peak=1e-2)),
    }


@dataclass
class Curve:
    """Looks at a model while it is trained: its BLEU on some pairs of the validation."""

    model: Any
    bleu: list[float] = field(default_factory=list)

    def __call__(self, step: int, steps: int, losses: Sequence[float]) -> None:
        """Look if it is time."""
        if step % EVERY == 0:
            watched = course_splits()["validation"].pairs[:WATCHED]
            self.bleu.append(round(evaluate(self.model, course_splits()["validation"].others(watched)).bleu, 1))


def measure(candidate: Candidate, seeds: Sequence[int] = SEEDS) -> Measured:
    """Train a translator from each seed, and return its scores, rounded as they are told."""
    found: Measured = {"curve": [], "exact": [], "alignment": [], **{split: [] for split in SPLITS}}
    for seed in seeds:
        model = candidate.make(seed)
        curve = Curve(model)
        recipe = replace(candidate.recipe, seed=seed)
        training = train(model, course_splits()["train"], candidate.engine, recipe, watch=curve)
        assert training.finished, training.ended
        scores = {split: evaluate(model, course_splits()[split]) for split in SPLITS}
        found["curve"].append(curve.bleu)
        found["exact"].append(round(scores["test"].exact, 3))
        found["alignment"].append(round(alignment_error(model, course_splits()["test"]), 3))
        for split in SPLITS:
            found[split].append(round(scores[split].bleu, 1))
    return found


def step_seconds(engines: Mapping[str, tuple[Any, Engine]], examples: Examples) -> dict[str, float]:
    """Return the processor seconds of loss and gradients of a batch: the least of several tries, taken in turns."""
    chosen = list(islice(batches(examples, Recipe().batch_size, seed=0), TIMED))
    least = dict.fromkeys(engines, float("inf"))
    with threadpool_limits(limits=1, user_api="blas"):
        for _ in range(TRIES):
            for name, (model, engine) in engines.items():
                start = time.process_time()
                for batch in chosen:
                    engine(model, batch, 0.1)
                least[name] = min(least[name], (time.process_time() - start) / TIMED)
    return least


def report() -> Measured:
    """Measure everything."""
    models = {name: (candidate.make(0), candidate.engine) for name, candidate in candidates().items()}
    fresh = models["Transformer"][0]
    models |= {"Transformer, recorded": (fresh, TensorEngine()), "as written": (fresh, TensorEngine(fused=False))}
    seconds = step_seconds(models, course_splits()["train"])
    found: Measured = {"steps": list(range(EVERY, Recipe().steps + 1, EVERY)), "seeds": list(SEEDS), "translators": {}}
    found["milliseconds"] = {name: round(1000 * one, 1) for name, one in seconds.items()}
    for name, candidate in candidates().items():
        found["translators"][name] = measure(candidate) | {"parameters": len(candidate.make(0).parameters.flat)}
        print(name, found["translators"][name], flush=True)
    return found


def stored() -> Measured:
    """Return what was measured."""
    found: Measured = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Measure and store, in a process that computes in the steady way of stored outputs."""
    steady = steady_environment()
    if any(os.environ.get(name) != value for name, value in steady.items()):
        os.execve(sys.executable, [sys.executable, "-m", "attn_course.viz.translator_experiment"], steady)
    FILE.write_text(json.dumps(report(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
