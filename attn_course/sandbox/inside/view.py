"""The part of the course that a submission's code sees: stand-ins that return at once.

A submission is marked by its functions, so its own calls of `check`, `hint`, figures and sliders
need no answer. Everything else of the course, the reference functions above all, is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

COURSE = "attn_course"
COURSE_FOLDER = Path(__file__).resolve().parents[3]


class Anything:
    """Stands for a figure, a widget or a function of the course: whatever is done with it, it stays."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: object, **keywords: object) -> Anything:
        """Return the stand-in itself, as every other use of it does."""
        return self

    def __getitem__(self, key: object) -> Anything:
        return self

    def __iter__(self) -> Iterator[Anything]:
        return iter(())

    def __enter__(self) -> Anything:
        return self

    def __exit__(self, *details: object) -> None:
        return None


def nothing(*arguments: object, **keywords: object) -> None:
    """Stand in for `check`, `hint` and `progress`."""


@contextmanager
def attempt() -> Iterator[None]:
    """Run a block; where a function is not written yet, go on after it."""
    with suppress(NotImplementedError):
        yield


LEARNERS: dict[str, Callable[..., Any]] = {"check": nothing, "hint": nothing, "progress": nothing, "attempt": attempt}


class CourseFinder(MetaPathFinder, Loader):
    """Answers every import of the course by a stand-in, or by an ImportError that says why."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Take every name of the course; leave all others to Python."""
        if name != COURSE and not name.startswith(f"{COURSE}."):
            return None
        if name in (COURSE, f"{COURSE}.checking") or f"{name}.".startswith(f"{COURSE}.viz."):
            return ModuleSpec(name, self, is_package=True)
        raise ImportError(f"{name} cannot be used by a submission: write the function yourself", name=name)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a stand-in: figures answer to every name, the rest to what a notebook calls."""
        if module.__name__.startswith(f"{COURSE}.viz"):
            module.__dict__["__getattr__"] = Anything().__getattr__
        else:
            module.__dict__.update(LEARNERS)


def hide_the_course() -> None:
    """Put the stand-ins in the place of the course for every import from now on."""
    for name in [name for name in sys.modules if name == COURSE or name.startswith(f"{COURSE}.")]:
        del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != COURSE_FOLDER]
    sys.meta_path.insert(0, CourseFinder())
