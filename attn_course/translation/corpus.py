"""A parallel corpus of English and French that is made, not collected, so that its alignments are known.

Three kinds of unseen sentences show three kinds of generalisation: new sentences of the training's kind
(``test``), constructions combined as never in training (``structural``), and longer sentences (``length``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, cycle
from random import Random

from attn_course.translation.drawing import Plan, all_plans, draw_sentence
from attn_course.translation.grammar import Pair, pair

TRAIN_SIZE, SPLIT_SIZE = 20_000, 1_000
LONGEST_TRAINED = 10  # words of English, the mark at the end counted
LONGEST = 14

# No training sentence has all constructions of one line; each line's parts are all in training.
HELD_OUT = (
    frozenset({"negation", "question", "clitic"}),
    frozenset({"negation", "perfect", "clitic"}),
    frozenset({"never", "perfect"}),
    frozenset({"future", "clitic"}),
    frozenset({"question", "two subjects"}),
)


@dataclass(frozen=True)
class Corpus:
    """The splits of a corpus; no English and no French sentence is in two of them, or twice in one.

    Parameters
    ----------
    train : tuple of Pair
        20,000 sentences of at most 10 English words, with no held-out combination.
    validation, test : tuple of Pair
        1,000 sentences each, of the same kind.
    structural : tuple of Pair
        1,000 sentences of at most 10 English words, each with one of :data:`HELD_OUT`.
    length : tuple of Pair
        1,000 sentences of 11 to 14 English words, with no held-out combination.
    """

    train: tuple[Pair, ...]
    validation: tuple[Pair, ...]
    test: tuple[Pair, ...]
    structural: tuple[Pair, ...]
    length: tuple[Pair, ...]

    def splits(self) -> dict[str, tuple[Pair, ...]]:
        """Return the splits by name."""
        return dict(vars(self))

    def leaks(self) -> int:
        """Count the sentences outside of ``train``, English or French, that are also in it."""
        train = {sentence for one in self.train for sentence in (one.english, one.french)}
        others = (one for name, split in self.splits().items() if name != "train" for one in split)
        return sum(sentence in train for one in others for sentence in (one.english, one.french))

    def near_leaks(self) -> dict[str, int]:
        """Count, for each split but ``train``, the English sentences that differ from one of ``train`` in one word."""
        train = {gap for one in self.train for gap in _with_gaps(one.english)}
        return {
            name: sum(any(gap in train for gap in _with_gaps(one.english)) for one in split)
            for name, split in self.splits().items()
            if name != "train"
        }


def _with_gaps(sentence: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the sentence with each of its words left blank."""
    return ((*sentence[:place], "", *sentence[place + 1 :]) for place in range(len(sentence)))


def make_corpus(seed: int = 0) -> Corpus:
    """Make the corpus; the same seed makes the same one.

    Parameters
    ----------
    seed : int
        Chooses the sentences.

    Returns
    -------
    Corpus
    """
    random = Random(seed)
    seen: set[tuple[str, ...]] = set()
    plans = all_plans()
    structural = [one for _, one in _draw_structural(random, plans, seen)]
    plain: list[Pair] = []
    length: list[Pair] = []
    drawn = draw_pairs(random, {plan: weight for plan, weight in plans.items() if not is_held_out(plan)})
    while len(plain) < TRAIN_SIZE + 2 * SPLIT_SIZE or len(length) < SPLIT_SIZE:
        for one in _new(seen, next(drawn), LONGEST):
            (plain if len(one.english) <= LONGEST_TRAINED else length).append(one)
    random.shuffle(plain)  # what is drawn often is drawn early: no split may get more of it
    validation, test = plain[:SPLIT_SIZE], plain[SPLIT_SIZE : 2 * SPLIT_SIZE]
    train = plain[2 * SPLIT_SIZE : 2 * SPLIT_SIZE + TRAIN_SIZE]
    return Corpus(*map(tuple, (train, validation, test, structural, length[:SPLIT_SIZE])))


def structural_constructions(seed: int = 0) -> list[frozenset[str]]:
    """Return the constructions of each sentence of the structural split, in its order.

    Parameters
    ----------
    seed : int
        That of the corpus.
    """
    return [plan.constructions() for plan, _ in _draw_structural(Random(seed), all_plans(), set())]


def _draw_structural(random: Random, plans: dict[Plan, int], seen: set[tuple[str, ...]]) -> list[tuple[Plan, Pair]]:
    """Draw sentences with each of the held-out combinations in turn."""
    sources = [
        _draw_planned(random, {plan: weight for plan, weight in plans.items() if combination <= plan.constructions()})
        for combination in HELD_OUT
    ]
    found: list[tuple[Plan, Pair]] = []
    for source in cycle(sources):
        plan, drawn = next(source)
        found += [(plan, one) for one in _new(seen, drawn, LONGEST_TRAINED)]
        if len(found) == SPLIT_SIZE:
            break
    return found


def is_held_out(plan: Plan) -> bool:
    """Say whether a plan has one of the combinations that training must not see."""
    constructions = plan.constructions()
    return any(combination <= constructions for combination in HELD_OUT)


def draw_pairs(random: Random, plans: dict[Plan, int]) -> Iterator[Pair]:
    """Draw sentences without end by these plans, each as often as its weight says."""
    return (one for _, one in _draw_planned(random, plans))


def _draw_planned(random: Random, plans: dict[Plan, int]) -> Iterator[tuple[Plan, Pair]]:
    """Draw plans and their sentences without end."""
    ways, cumulative = list(plans), list(accumulate(plans.values()))
    while True:
        plan = random.choices(ways, cum_weights=cumulative)[0]
        yield plan, pair(draw_sentence(random, plan))


def _new(seen: set[tuple[str, ...]], one: Pair, longest: int) -> list[Pair]:
    """Return the pair in a list, and remember it, if it is neither too long nor known."""
    if len(one.english) > longest or one.english in seen or one.french in seen:
        return []
    seen.update((one.english, one.french))
    return [one]
