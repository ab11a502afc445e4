"""All sample drawings, which stand in the test of their module under the name of the function that draws them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from attn_course import viz

MODULES = sorted(path.stem for path in Path(viz.__file__).parent.glob("*_figures.py"))


def drawing_functions(module: str) -> set[str]:
    """Return the names of a module's functions that draw a figure and say what it shows."""
    own = vars(importlib.import_module(f"attn_course.viz.{module}")).values()
    functions = [value for value in own if inspect.isfunction(value) and value.__module__.endswith(f".{module}")]
    return {one.__name__ for one in functions if inspect.get_annotations(one)["return"] == "Drawn"}


def samples(module: str) -> dict[str, Callable[[], viz.Drawn]]:
    """Return a module's sample drawings; "name, and how" is one of several of a function."""
    return importlib.import_module(f"test_{module}").FIGURES


def expect_unchanged(arrays: Iterable[np.ndarray], draws: Iterable[Callable[[], viz.Drawn]]) -> None:
    """Draw, and demand that the arrays that are drawn stay as they were."""
    before = [(array, array.copy()) for array in arrays]
    for draw in draws:
        draw()
    for array, copy in before:
        np.testing.assert_array_equal(array, copy)
