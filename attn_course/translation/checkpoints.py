"""The state of a training in a file, so that a break costs nothing: arrays alone, nothing that runs when it is read."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attn_course.translation.optimiser import Adam
from attn_course.translation.recipe import Recipe

NAMES = ("parameters", "mean", "square", "steps", "losses", "size", "recipe")
INSTEAD = ": delete the file, or name another one"


@dataclass(frozen=True)
class Checkpoint:
    """Where the state of one training is kept: in a file, or nowhere."""

    path: Path | None
    optimiser: Adam
    size: Any
    recipe: Recipe

    def begin(self) -> list[float]:
        """Go on from the file if it is there, and return its losses; else write it, so that this fails at once."""
        if self.path is not None and self.path.exists():
            return load_checkpoint(self.path, self.optimiser, self.size, self.recipe)
        self.save([])
        return []

    def save(self, losses: Sequence[float]) -> None:
        """Write the state; the loss of a step that was not taken is left out."""
        if self.path is not None:
            save_checkpoint(self.path, self.optimiser, self.size, self.recipe, losses[: self.optimiser.steps])


def save_checkpoint(path: Path, optimiser: Adam, size: Any, recipe: Recipe, losses: Sequence[float]) -> None:
    """Write the state of a training; whoever reads the file finds the old state or the new one, whole."""
    state: dict[str, Any] = {
        "parameters": optimiser.parameters,
        "mean": optimiser.mean,
        "square": optimiser.square,
        "steps": np.array(optimiser.steps),
        "losses": np.array(losses, dtype=np.float64),
        "size": np.array(repr(size)),
        "recipe": np.array(json.dumps(asdict(recipe))),
    }
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as empty:
        new = Path(empty.name)
    try:
        with new.open("wb") as file:
            np.savez(file, **state)
    except BaseException:
        new.unlink()
        raise
    new.replace(path)


def load_checkpoint(path: Path, optimiser: Adam, size: Any, recipe: Recipe) -> list[float]:
    """Bring the parameters and the optimiser to the state of a checkpoint, and return the losses so far.

    Raises
    ------
    ValueError
        If it is the checkpoint of another model or of another recipe, or none. All is then as it was.
    """
    state = read(path)
    if str(state["size"]) != repr(size):
        raise ValueError(
            f"{path} is the checkpoint of another model, {state['size']}, and this one is {size!r}{INSTEAD}"
        )
    if json.loads(str(state["recipe"])) != asdict(recipe):
        raise ValueError(f"{path} is the checkpoint of a training by another recipe, {state['recipe']}{INSTEAD}")
    here = {"parameters": optimiser.parameters, "mean": optimiser.mean, "square": optimiser.square}
    for name, array in here.items():
        if (state[name].shape, state[name].dtype) != (array.shape, array.dtype):
            raise ValueError(
                f"{path} is the checkpoint of a model with {state[name].size} numbers of the type {state[name].dtype}, "
                f"and this one has {array.size} of {array.dtype}{INSTEAD}"
            )
    for name, array in here.items():
        array[:] = state[name]
    optimiser.steps = int(state["steps"])
    return [float(loss) for loss in state["losses"]]


def read(path: Path) -> dict[str, np.ndarray]:
    """Return all that a checkpoint holds."""
    try:
        with np.load(path, allow_pickle=False) as file:
            state = {name: file[name] for name in NAMES}
        json.loads(str(state["recipe"]))
        whole = len(state["losses"]) == state["steps"]
    except OSError:
        raise
    except Exception as error:  # zipfile, NumPy and json have many ways to say that a file is broken
        raise ValueError(f"{path} is no checkpoint of a training, or a broken one{INSTEAD}") from error
    if not whole:
        raise ValueError(f"{path} has not one loss for each step{INSTEAD}")
    return state
