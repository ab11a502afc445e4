"""The state of a training in a file, so that a break costs nothing: arrays alone, nothing that runs when it is read."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from attn_course.translation.optimiser import Adam
from attn_course.translation.recipe import Recipe


def save_checkpoint(path: Path, optimiser: Adam, recipe: Recipe, losses: Sequence[float]) -> None:
    """Write the state of a training; whoever reads the file finds the old state or the new one, whole."""
    state: dict[str, Any] = {
        "parameters": optimiser.parameters,
        "mean": optimiser.mean,
        "square": optimiser.square,
        "steps": np.array(optimiser.steps),
        "losses": np.array(losses, dtype=np.float64),
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


def load_checkpoint(path: Path, optimiser: Adam, recipe: Recipe) -> list[float]:
    """Bring the parameters and the optimiser to the state of a checkpoint, and return the losses so far.

    Raises
    ------
    ValueError
        If it is the checkpoint of another model or of another recipe.
    """
    with np.load(path, allow_pickle=False) as kept:
        if kept["parameters"].shape != optimiser.parameters.shape:
            raise ValueError(
                f"{path} is the checkpoint of a model with {kept['parameters'].size} parameters, "
                f"but this one has {optimiser.parameters.size}"
            )
        if json.loads(str(kept["recipe"])) != asdict(recipe):
            raise ValueError(f"{path} is the checkpoint of a training by another recipe: {kept['recipe']}")
        optimiser.parameters[:] = kept["parameters"]
        optimiser.mean[:], optimiser.square[:] = kept["mean"], kept["square"]
        optimiser.steps = int(kept["steps"])
        return [float(loss) for loss in kept["losses"]]
