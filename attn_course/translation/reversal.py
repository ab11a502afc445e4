"""A tiny task that shows within seconds whether functions can be trained: write a word backwards."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from attn_course.autodiff import NotRecorded
from attn_course.translation.batches import Examples
from attn_course.translation.evaluation import evaluate
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.grammar import Pair
from attn_course.translation.recipe import Recipe
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import train
from attn_course.translation.transformer import Transformer, TransformerSize

LETTERS = "abcdefgh"
SHORTEST, LONGEST = 3, 6
TRAINED, TESTED = 2000, 100
RECIPE = Recipe(steps=300, batch_size=32, warmup_steps=20, smoothing=0.0)
ENOUGH = 0.8
"""The share of new words that must come out right. Who does not look at the letters gets none right."""


@dataclass
class Reversal:
    """What became of the task.

    Attributes
    ----------
    verdict : str
        One sentence: whether the functions learnt it, and if not, what to look at.
    learnt : bool
        Whether they did.
    losses : list of float
        The loss of each batch, in nats for each letter.
    """

    verdict: str
    learnt: bool = False
    losses: list[float] = field(default_factory=list)


def reversal_pairs(number: int, seed: int = 0) -> list[Pair]:
    """Draw different words, and the same words backwards.

    Examples
    --------
    >>> [("".join(pair.english), "".join(pair.french)) for pair in reversal_pairs(2)]
    [('feccaa', 'aaccef'), ('bgf', 'fgb')]
    """
    rng = np.random.default_rng(seed)
    words: dict[tuple[str, ...], None] = {}  # a set that keeps its order
    while len(words) < number:
        letters = rng.integers(len(LETTERS), size=rng.integers(SHORTEST, LONGEST + 1))
        words[tuple(LETTERS[i] for i in letters)] = None
    return [reversed_pair(word) for word in words]


def reversed_pair(word: tuple[str, ...]) -> Pair:
    """Pair a word with itself backwards, letter linked with letter."""
    links = frozenset((len(word) - 1 - place, place) for place in range(len(word)))
    return Pair(word, word[::-1], links, links)


def learn_to_reverse(functions: Functions = COURSE, recipe: Recipe = RECIPE) -> Reversal:
    """Train a small Transformer that is written with these functions, every one as it stands, to reverse words.

    Parameters
    ----------
    functions : Functions
        What it is written with: a learner's own functions, or the course's.
    recipe : Recipe
        How it is trained: a few seconds by default.

    Returns
    -------
    Reversal
    """
    pairs = reversal_pairs(TRAINED + TESTED)
    examples, new = Examples.of(pairs[:TRAINED]), pairs[TRAINED:]
    size = TransformerSize(len(examples.english), len(examples.french), d_model=32, d_ff=64)
    model = Transformer(size, functions=functions)
    try:
        training = train(model, examples, TensorEngine(functions, fused=False), recipe)
    except NotRecorded as error:
        return Reversal(f"Your functions cannot be trained yet. {error}")
    if not training.finished:
        return Reversal(training.ended, losses=training.losses)
    exact = evaluate(model, examples.others(new)).exact
    if exact < ENOUGH:
        return Reversal(too_few(exact, recipe), losses=training.losses)
    return Reversal(
        f"They learn: more than {ENOUGH:.0%} of {TESTED} new words come out backwards.", True, training.losses
    )


def too_few(exact: float, recipe: Recipe) -> str:
    """Say what to look at where a training ended well, and too little was learnt."""
    return (
        f"They hardly learn: after {recipe.steps} steps {exact:.0%} of {TESTED} new words come out backwards, and "
        f"{ENOUGH:.0%} is the least that right functions reach. Run progress(): a function that passes its check "
        "and does not learn loses its gradient somewhere, for example by np.round, a comparison or .data."
    )
