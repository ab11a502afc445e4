"""The part of the course that a submission's code sees: earlier labs' mathematics, and stand-ins.

A submission is marked by its functions, so its own calls of `check`, `hint`, figures and sliders
return at once. The functions of earlier labs are those that the grader sends (`show`), under the
names of their modules; nothing is read from the course's files. Everything else of the course, the
functions of the lab that is marked above all, is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
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


shown_modules: dict[str, dict[str, Any]] = {}
shown_labs: dict[str, dict[str, Any]] = {}


def show(lab: str, module: str, names: Sequence[str], source: str) -> None:
    """Let a module of the course be imported that holds what a source defines: the functions of an earlier lab."""
    content: dict[str, Any] = {"__name__": module}
    exec(compile(source, "<frozen course>", "exec"), content)
    shown_labs[lab] = {name: content[name] for name in names}
    shown_modules[module] = content
    shown_modules.setdefault(module.rpartition(".")[0], {}).update(shown_labs[lab])


def is_shown(value: object) -> bool:
    """Tell whether a value is a function of an earlier lab that was shown, and so not the submission's own."""
    return any(value is function for functions in shown_labs.values() for function in functions.values())


def from_lab(name: str) -> SimpleNamespace:
    """Return the course's functions of an earlier lab, by the lab's id or the beginning of it."""
    for lab, functions in shown_labs.items():
        if f"{lab}_".startswith(f"{name}_"):
            return SimpleNamespace(**functions)
    raise ImportError(f"a submission cannot use the functions of {name}: write them yourself")


LEARNERS: dict[str, Callable[..., Any]] = {
    "attempt": attempt,
    "check": nothing,
    "from_lab": from_lab,
    "hint": nothing,
    "progress": nothing,
}


class CourseFinder(MetaPathFinder, Loader):
    """Answers every import of the course by a stand-in, or by an ImportError that says why."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Take every name of the course; leave all others to Python."""
        if name != COURSE and not name.startswith(f"{COURSE}."):
            return None
        is_stand_in = name in (COURSE, f"{COURSE}.checking") or f"{name}.".startswith(f"{COURSE}.viz.")
        if is_stand_in or name in shown_modules:
            return ModuleSpec(name, self, is_package=True)
        raise ImportError(f"{name} cannot be used by a submission: write the function yourself", name=name)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module: figures answer to every name, the rest has what was shown or what a notebook calls."""
        if module.__name__.startswith(f"{COURSE}.viz"):
            module.__dict__["__getattr__"] = Anything().__getattr__
        else:
            module.__dict__.update(shown_modules.get(module.__name__, LEARNERS))


def hide_the_course() -> None:
    """Put the stand-ins in the place of the course for every import from now on."""
    for name in [name for name in sys.modules if name == COURSE or name.startswith(f"{COURSE}.")]:
        del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != COURSE_FOLDER]
    sys.meta_path.insert(0, CourseFinder())
