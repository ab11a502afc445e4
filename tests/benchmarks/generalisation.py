"""Measure what makes the translator of Lab 8 better on new combinations and longer sentences, and what does not.

Run it by itself::

    .venv/bin/python tests/benchmarks/generalisation.py

It trains every variant from the same seeds, in one thread, writes the tables into the page of `translation/`, and
takes about half an hour. Scores of one variant differ by ten points from seed to seed, so gains are differences by
seed: the same order of the batches and, where the shapes agree, the same first values.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

from tables import quoting, table
from translators import (
    BEST,
    DISTANCES,
    FIRST,
    LONGER,
    LOWER,
    POSITIONS,
    ROTARY,
    SPLITS,
    USUAL,
    Curriculum,
    Variant,
    longest_first,
    shortest_first,
    with_future_and_clitic,
)

from attn_course.metrics import bleu
from attn_course.steady import steady_environment
from attn_course.translation.batches import course_splits
from attn_course.translation.corpus import HELD_OUT, structural_constructions
from attn_course.translation.decoding import translate
from attn_course.translation.recipe import Recipe
from attn_course.translation.transformer import Transformer, TransformerSize

PAGE = Path(__file__).resolve().parents[2] / "attn_course" / "translation" / "README.md"
SEEDS = range(5)

SHORT, LONG = (partial(Curriculum, key) for key in (shortest_first, longest_first))
DEEP = partial(TransformerSize, num_layers=2)
# Peaks: as distances have it where the model differs; for d_model 128 the best of four on the validation of seed 100.
VARIANTS = {
    "the first": FIRST,
    "positions": POSITIONS,
    "distances": DISTANCES,
    "rotary": Variant(recipe=LOWER, functions=ROTARY),
    "short sentences first": Variant(examples_from=SHORT),
    "long sentences first": Variant(examples_from=LONG),
    "d_model 128": Variant(partial(TransformerSize, d_model=128, d_ff=512), Recipe(peak=5e-3)),
    "two layers": Variant(DEEP, LOWER),
    "distances, two layers": Variant(partial(DEEP, relative=True), LOWER),
    "distances, short sentences first": Variant(DISTANCES.size, LOWER, examples_from=SHORT),
    "distances, 8 heads": Variant(BEST.size, LOWER),
    "distances, 16 heads": Variant(partial(DISTANCES.size, num_heads=16), LOWER),
    "positions, 1400 steps": Variant(recipe=replace(USUAL, steps=LONGER.steps)),
    "distances, 1400 steps": Variant(DISTANCES.size, LONGER),
    "distances, 8 heads, 1400 steps": BEST,
}
TAUGHT = "positions, 100 such sentences taught"
CONTROL = Variant(examples_from=partial(with_future_and_clitic, 100))

Sentences = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Result:
    """What one training led to.

    Attributes
    ----------
    bleus : dict of str to float
        BLEU on each split.
    structural : list of lists of str
        The translations of the structural split.
    seconds : float
        Processor time of the training.
    parameters : int
        Numbers that were trained.
    """

    bleus: dict[str, float]
    structural: Sentences
    seconds: float
    parameters: int


def measure(variant: Variant, seed: int) -> Result:
    """Train and translate."""
    model, seconds = variant.train(seed)
    written = {split: translations(model, split) for split in SPLITS}
    bleus = {split: bleu(written[split], references(split)) for split in SPLITS}
    return Result(bleus, written["structural"], seconds, model.parameters.flat.size)


def translations(model: Transformer, split: str) -> Sentences:
    """Translate a split."""
    examples = course_splits()[split]
    return translate(model, [pair.english for pair in examples.pairs], examples.english, examples.french)


def references(split: str) -> Sentences:
    """Return the right translations of a split."""
    return [list(pair.french) for pair in course_splits()[split].pairs]


# --- Scores ---


def spread(numbers: Sequence[float], form: str = ".1f") -> str:
    """Write the median and the range."""
    return f"{median(numbers):{form}} ({min(numbers):{form}} to {max(numbers):{form}})"


def score_table(results: dict[str, list[Result]]) -> str:
    """Compare the variants, each with the first Transformer of the same seed."""
    head = ["variant", *SPLITS, "structural, gain", "length, gain", "peak", "parameters", "seconds"]
    first = results["the first"]
    return table(head, [[name, *score_row(variant, results[name], first)] for name, variant in VARIANTS.items()])


def score_row(variant: Variant, found: Sequence[Result], first: Sequence[Result]) -> Iterator[str]:
    """Write a variant's scores, its gains by seed, and what it costs."""
    for split in SPLITS:
        yield spread([one.bleus[split] for one in found])
    for split in SPLITS[1:]:
        gains = [one.bleus[split] - other.bleus[split] for one, other in zip(found, first, strict=True)]
        yield spread(gains, "+.1f")
    yield f"{variant.recipe.peak:g}"
    yield f"{found[0].parameters:,}"
    yield f"{median(one.seconds for one in found):.0f}"


# --- Which combinations fail ---


def combination_table(results: dict[str, list[Result]]) -> str:
    """Score the sentences of each held-out combination; a sentence that has two of them counts in both."""
    rows = []
    for combination in HELD_OUT:
        chosen = [i for i, found in enumerate(structural_constructions()) if combination <= found]
        cells = [combination_cell(found, chosen) for found in results.values()]
        rows.append([" + ".join(sorted(combination)), str(len(chosen)), *cells])
    return table(["combination", "sentences", *results], rows)


def combination_cell(found: Sequence[Result], chosen: Sequence[int]) -> str:
    """Write the median of BLEU, and of the share that is right word for word."""
    right = [references("structural")[i] for i in chosen]
    written = [[one.structural[i] for i in chosen] for one in found]
    exact = median(sum(map(list.__eq__, sentences, right)) / len(right) for sentences in written)
    return f"{median(bleu(sentences, right) for sentences in written):.1f}, {exact:.0%}"


# --- Where the pronoun of "is going to see him" goes ---

GOING = ("vais", "va", "allons", "allez", "vont")
PRONOUNS = ("m'", "me", "vous", "le", "la", "l'", "nous", "les")
PLACES = ("before the infinitive", "before the auxiliary", "at neither place", "no near future")


def place_of_pronoun(french: Sequence[str]) -> str:
    """Tell where a sentence in the near future has its object pronoun: *elle va le voir* is right.

    A *nous* before *allons* and a *vous* before *allez* are subjects.
    """
    going = next((i for i, word in enumerate(french) if word in GOING), None)
    if going is None:
        return "no near future"
    before = french[going - 1] if going else ""
    if before in PRONOUNS and (before, french[going]) not in {("nous", "allons"), ("vous", "allez")}:
        return "before the auxiliary"
    after = [word for word in french[going + 1 : going + 3] if word not in ("pas", "jamais")]
    return "before the infinitive" if after and after[0] in PRONOUNS else "at neither place"


def pronoun_table(results: dict[str, list[Result]]) -> str:
    """Count the places of the pronoun in the sentences with future and clitic: medians."""
    chosen = [i for i, found in enumerate(structural_constructions()) if {"future", "clitic"} <= found]
    rows = []
    for name, found in results.items():
        counts = [Counter(place_of_pronoun(one.structural[i]) for i in chosen) for one in found]
        rows.append([name, *(f"{median(count[place] for count in counts):g}" for place in PLACES)])
    return table([f"of {len(chosen)} sentences", *PLACES], rows)


# --- All of it ---


def report(measured: Callable[[Variant, int], Result] = measure) -> str:
    """Measure everything, and write the tables."""
    results: dict[str, list[Result]] = {}
    for name, variant in {**VARIANTS, TAUGHT: CONTROL}.items():
        results[name] = [measured(variant, seed) for seed in SEEDS]
        print(name, [one.bleus for one in results[name]], file=sys.stderr, flush=True)
    best = max(VARIANTS, key=lambda name: median(one.bleus["structural"] for one in results[name]))
    chosen = {name: results[name] for name in dict.fromkeys(("the first", "positions", "distances", best, TAUGHT))}
    tables = (score_table(results), combination_table(chosen), pronoun_table(chosen))
    return "\n\n".join(tables) + f"\n\nMedians of {len(SEEDS)} seeds, with the range in brackets.\n"


def main() -> None:
    """Measure in a process that computes in the steady way of stored outputs, and write the page."""
    steady = steady_environment()
    if any(os.environ.get(name) != value for name, value in steady.items()):
        os.execve(sys.executable, [sys.executable, __file__], steady)
    tables = report()
    print(tables)
    PAGE.write_text(quoting(PAGE.read_text(encoding="utf-8"), "generalisation", tables), encoding="utf-8")


if __name__ == "__main__":
    main()
