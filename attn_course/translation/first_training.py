"""A training of a few seconds that shows whether functions can be trained at all: they learn to copy letters."""

from __future__ import annotations

from dataclasses import dataclass, field

from attn_course.autodiff import NotRecorded
from attn_course.translation.copy_task import copy_examples, copy_pairs
from attn_course.translation.evaluation import evaluate
from attn_course.translation.functions import COURSE, Functions
from attn_course.translation.recipe import Recipe
from attn_course.translation.tensor_engine import TensorEngine
from attn_course.translation.training import train
from attn_course.translation.transformer import Transformer, TransformerSize

UNSEEN = 100
RECIPE = Recipe(steps=200, batch_size=32, warmup_steps=20)
ENOUGH = 0.8
"""The share of unseen words that must come out right. Who does not look at the letters gets none right."""


@dataclass
class FirstTraining:
    """What became of it.

    Attributes
    ----------
    verdict : str
        One sentence: whether the functions learn, and if not, what to look at.
    learnt : bool
        Whether they do.
    losses : list of float
        The loss of each batch, in nats for each letter.
    """

    verdict: str
    learnt: bool = False
    losses: list[float] = field(default_factory=list)


def learn_to_copy(functions: Functions = COURSE, recipe: Recipe = RECIPE) -> FirstTraining:
    """Train a small Transformer that is written with these functions, every one as it stands, to copy words.

    Parameters
    ----------
    functions : Functions
        What it is written with: a learner's own functions, or the course's.
    recipe : Recipe
        How it is trained: a few seconds by default.

    Returns
    -------
    FirstTraining
    """
    examples = copy_examples()
    size = TransformerSize(len(examples.english), len(examples.french), d_model=32, d_ff=64)
    model = Transformer(size, functions=functions)
    try:
        training = train(model, examples, TensorEngine(functions, fused=False), recipe)
    except NotRecorded as error:
        return FirstTraining(f"Your functions cannot be trained yet. {error}")
    if not training.finished:
        return FirstTraining(training.ended, losses=training.losses)
    exact = evaluate(model, examples.others(copy_pairs(UNSEEN, seed=1))).exact
    if exact < ENOUGH:
        return FirstTraining(too_few(exact, recipe), losses=training.losses)
    learnt = f"They learn: more than {ENOUGH:.0%} of {UNSEEN} unseen words come out letter for letter."
    return FirstTraining(learnt, True, training.losses)


def too_few(exact: float, recipe: Recipe) -> str:
    """Say what to look at where a training ended well, and too little was learnt."""
    return (
        f"They hardly learn: after {recipe.steps} steps {exact:.0%} of {UNSEEN} unseen words come out letter for "
        f"letter, and {ENOUGH:.0%} is the least that right functions reach. Run progress(): a function that passes its "
        "check and does not learn loses its gradient somewhere, for example by np.round, a comparison or .data."
    )
