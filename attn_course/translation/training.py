"""The training loop: batches in, gradients out, one step of Adam each; and all that may go wrong on the way."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from threadpoolctl import threadpool_limits

from attn_course.translation.batches import Batch, Examples, batches
from attn_course.translation.checkpoints import Checkpoint
from attn_course.translation.optimiser import Adam, clip_norm
from attn_course.translation.parameters import Parameters
from attn_course.translation.recipe import Recipe

RECENT = 20
"""How many losses are averaged to see where the loss is going."""
LARGEST_RISE = 1.0
"""By how many nats the average may lie above its lowest before the training is stopped."""


class Trainable(Protocol):
    """A model with parameters to train; by its size a checkpoint tells it from others."""

    parameters: Parameters
    size: Any


Engine = Callable[[Any, Batch, float], tuple[float, Parameters]]
"""What computes the loss and the gradients: of a model, on a batch, with a label smoothing."""


class Watcher(Protocol):
    """What is told about every step."""

    def __call__(self, step: int, steps: int, losses: Sequence[float]) -> None:
        """Learn that this step, of so many, is done; `losses` has one entry for each so far."""


@dataclass
class Training:
    """How a training went.

    Attributes
    ----------
    losses : list of float
        The loss of each batch before its step, in nats for each token.
    ended : str
        One sentence that says why it ended, and what to try if it failed.
    finished : bool
        Whether it took all steps.
    """

    losses: list[float] = field(default_factory=list)
    ended: str = ""
    finished: bool = False


def train(
    model: Trainable,
    examples: Examples,
    engine: Engine,
    recipe: Recipe | None = None,
    watch: Watcher | None = None,
    checkpoint: str | Path | None = None,
    keep_every: int = 100,
) -> Training:
    """Train a model, in place.

    Linear algebra runs in one thread: products as small as these gain nothing from more.

    Parameters
    ----------
    model : Trainable
        What is trained. It keeps what it has learnt however the training ends.
    examples : Examples
        What it is trained on.
    engine : function
        `packed_gradients`, or a `TensorEngine`.
    recipe : Recipe
        How long, and how.
    watch : function, optional
        What is told about every step, such as a `ProgressLines`.
    checkpoint : str or Path, optional
        Where the state is kept: at the beginning, every `keep_every` steps and at the end. If the file is there, the
        training goes on from it, and gives the numbers that it would have given without the break.
    keep_every : int
        Steps between two checkpoints.

    Returns
    -------
    Training
        The losses, and why it ended: because it was done, because you stopped it, or because the loss diverged.

    Raises
    ------
    ValueError
        If the checkpoint belongs to another model or recipe, or is none; or if there are no pairs.
    OSError
        If the checkpoint cannot be written.
    """
    recipe = recipe or Recipe()
    optimiser = Adam(model.parameters.flat, recipe.beta_1)
    kept = Checkpoint(None if checkpoint is None else Path(checkpoint), optimiser, model.size, recipe)
    training = Training(kept.begin())
    stream = batches(examples, recipe.batch_size, recipe.seed, optimiser.steps)

    def step() -> None:
        loss, gradients = engine(model, next(stream), recipe.smoothing)
        training.losses.append(loss)
        take_step(optimiser, loss, gradients, recipe)
        if optimiser.steps % keep_every == 0:
            kept.save(training.losses)
        if watch is not None:
            watch(optimiser.steps, recipe.steps, training.losses)

    with threadpool_limits(limits=1, user_api="blas"), interrupts_wait() as asked_to_stop:
        try:
            while not (ended := why_to_end(training.losses, recipe, asked_to_stop())):
                step()
        except FloatingPointError as error:
            ended = str(error)
    training.ended, training.finished = ended, optimiser.steps == recipe.steps
    if training.finished or asked_to_stop():
        kept.save(training.losses)
    return training


def take_step(optimiser: Adam, loss: float, gradients: Parameters, recipe: Recipe) -> None:
    """Move the parameters against the gradients, if these are numbers.

    Raises
    ------
    FloatingPointError
        If the loss or a gradient is not a finite number; the parameters are then as they were.
    """
    if not math.isfinite(loss) or not np.isfinite(gradients.flat).all():
        raise FloatingPointError(
            f"At step {optimiser.steps + 1} the loss or a gradient was not a finite number, so the step was not taken. "
            "Look in your functions for a division by zero, a logarithm of zero or an exponential that overflows; "
            f"if there is none, train a new model with a lower peak than {recipe.peak:g}."
        )
    if recipe.largest_norm is not None:
        clip_norm(gradients.flat, recipe.largest_norm)
    optimiser.step(gradients.flat, recipe.learning_rate(optimiser.steps + 1))


# --- Why a training ends ---


def why_to_end(losses: Sequence[float], recipe: Recipe, asked_to_stop: bool) -> str:
    """Return the reason to take no further step after so many losses, or nothing."""
    steps = len(losses)
    if steps == recipe.steps:
        return f"All {steps} steps are done."
    if asked_to_stop:
        return f"You stopped the training after step {steps} of {recipe.steps}. The model keeps what it has learnt."
    lowest, recent = lowest_and_recent(losses)
    if recent > lowest + LARGEST_RISE:
        return (
            f"The loss has risen from {lowest:.2f} to {recent:.2f} by step {steps}: the steps are too large. "
            f"Make a new model and train it with a lower peak than {recipe.peak:g}, or with a longer warm-up than "
            f"{recipe.warmup_steps} steps."
        )
    return ""


def lowest_and_recent(losses: Sequence[float]) -> tuple[float, float]:
    """Return the lowest running mean of the losses so far, and the latest."""
    if len(losses) < RECENT:
        return math.inf, math.inf
    means = np.convolve(losses, np.full(RECENT, 1 / RECENT), mode="valid")
    return float(means.min()), float(means[-1])


@contextmanager
def interrupts_wait() -> Iterator[Callable[[], bool]]:
    """Let an interruption (Ctrl-C, a notebook's stop button) wait until the step is whole.

    A second one does not wait: a learner's function may never end.

    Yields
    ------
    function
        Whether there was an interruption.
    """
    asked: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    if threading.current_thread() is not threading.main_thread():  # interruptions come to the main thread only
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
