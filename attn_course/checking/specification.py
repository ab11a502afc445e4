"""What a lab is: tasks, tests and misconceptions, as data that its folder declares.

A lab's folder under ``labs/`` holds ``tasks.py`` (one `Lab`), ``public_tests.py`` and
``hidden_tests.py`` (functions under `test_of`) and ``misconceptions.py`` (functions under
`misconception`). This module defines those pieces and reads them; it runs nothing.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from attn_course.checking.student import Student

LABS_FOLDER = Path(__file__).resolve().parents[2] / "labs"

TestFunction = Callable[["Student", np.random.Generator], None]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Task:
    """One function that the learner writes.

    `section` is the heading of the notebook to read again; `hints` are three, the last nearly the
    answer.
    """

    name: str
    title: str
    points: float
    section: str
    hints: tuple[str, str, str]


@dataclass(frozen=True)
class Test:
    """One property of one task. `statement` says it in words that a learner may read."""

    __test__ = False  # not a class for pytest to collect

    task: str
    name: str
    statement: str
    points: float
    run: TestFunction


@dataclass(frozen=True)
class Misconception:
    """A named wrong implementation of one task, with the words that cure it.

    `name` identifies it in reports ("softmax-over-queries"); `belief` says what the code does;
    `cure` points at the property that fails, without giving the line. Different mistakes may raise
    the same error: `raises_at` is what the raising line must hold (a regular expression) where no
    wrong value, but only an error, speaks for the misconception.
    """

    task: str
    name: str
    belief: str
    cure: str
    implementation: Callable[..., Any]
    raises_at: str = ""


@dataclass(frozen=True)
class Lab:
    """One graded lab. `reference` is the module with the course's own functions of its tasks."""

    id: str
    title: str
    tasks: tuple[Task, ...]
    reference: ModuleType = field(repr=False)
    folder: Path = field(default=Path(), repr=False)

    @property
    def points(self) -> float:
        """The points of all tasks together."""
        return sum(task.points for task in self.tasks)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the functions that the learner writes, in order."""
        return tuple(task.name for task in self.tasks)

    def task(self, name: str) -> Task:
        """Return the task of that name; KeyError if the lab has none."""
        return {task.name: task for task in self.tasks}[name]

    def earlier(self, name: str) -> tuple[str, ...]:
        """Return the names of the tasks before this one."""
        return self.names[: self.names.index(name)]

    @property
    def public_tests(self) -> tuple[Test, ...]:
        """What the notebook's checks run."""
        return declared(self.folder / "public_tests.py", Test)

    @property
    def hidden_tests(self) -> tuple[Test, ...]:
        """What decides the grade; FileNotFoundError in a student release, which has none."""
        return declared(self.folder / "hidden_tests.py", Test)

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The named wrong implementations of this lab."""
        return declared(self.folder / "misconceptions.py", Misconception)


def test_of(task: str, points: float = 0) -> Callable[[TestFunction], Test]:
    """Declare the decorated function ``(student, rng)`` a test; its docstring is the statement."""

    def declare(function: TestFunction) -> Test:
        statement = (function.__doc__ or "").strip()
        if not statement:
            raise TypeError(f"the test {function.__name__} needs a docstring that states its property")
        return Test(task, function.__name__, statement, points, function)

    return declare


def misconception(task: str, cure: str, raises_at: str = "") -> Callable[[Function], Misconception]:
    """Declare the decorated wrong implementation of a task; its docstring is the belief.

    The function (or the class) stays callable as ``misconception.implementation``; its name with
    hyphens between its words is the misconception's name.
    """

    def declare(function: Function) -> Misconception:
        belief = (function.__doc__ or "").strip()
        if not belief:
            raise TypeError(f"the misconception {function.__name__} needs a docstring that says what it does")
        return Misconception(task, hyphenated(function.__name__), belief, cure, function, raises_at)

    return declare


def hyphenated(name: str) -> str:
    """Write a name in Python's style for functions or classes with hyphens: ``keeps_one``, ``KeepsOne``."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() if name[0].isupper() else name
    return words.replace("_", "-")


@cache
def load_module(path: Path) -> ModuleType:
    """Import a lab's file by its path, under a name of its own, once."""
    spec = importlib.util.spec_from_file_location(f"attn_course_labs.{path.parent.name}.{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Declared = TypeVar("Declared")


def declared(path: Path, kind: type[Declared]) -> tuple[Declared, ...]:
    """Return what a lab's file declares of one kind, in the order of the file."""
    return tuple(value for value in vars(load_module(path)).values() if isinstance(value, kind))


@cache
def all_labs(folder: Path = LABS_FOLDER) -> tuple[Lab, ...]:
    """Return every lab below the folder, in the order of their ids."""
    return tuple(declared(path, Lab)[0] for path in sorted(folder.glob("lab*/tasks.py")))


def lab_that_defines_most(names: set[str], labs: tuple[Lab, ...]) -> Lab | None:
    """Return the lab of whose functions the largest share is among the names (a tie: the later lab).

    A share, not a number: whoever pastes a whole earlier lab of six functions into one of five hands in the later one.
    Returns None where the names hold no lab's function.
    """
    shares = [(len(names & set(lab.names)) / len(lab.names), number) for number, lab in enumerate(labs)]
    share, number = max(shares, default=(0.0, 0))
    return labs[number] if share else None
