"""Threat: a submission imports the course's own solution of the lab that is marked.

So its process sees a small part of the course. A submission is marked by its functions, so its own calls
of `check`, `hint`, figures, sliders and training return at once. The functions of earlier labs are those that the
grader sends (`show`), under the names of their modules; nothing is read from the course's files.
Everything else of the course, the functions of the lab that is marked above all, is not there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

COURSE = "attn_course"
COURSE_FOLDER = Path(__file__).resolve().parents[2]
# Packages of which everything stands for anything, but for the modules that solve tasks.
STAND_INS = tuple(f"{COURSE}.{name}." for name in ("autodiff", "metrics", "translation", "viz"))
SOLUTIONS = (f"{COURSE}.metrics.bleu", f"{COURSE}.translation.building_blocks")


class Anything:
    """Stands for a figure, a model or a function of the course: whatever is done with it, it stays."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments: object, **keywords: object) -> Anything:
        """Return the stand-in itself, as every other use of it does."""
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __call__
    __lt__ = __gt__ = __getitem__ = __enter__ = __call__

    def __iter__(self) -> Iterator[Anything]:
        return iter(())

    def __format__(self, form: str) -> str:
        return "not measured"

    def __exit__(self, *details: object) -> None:
        return None


def nothing(*arguments: object, **keywords: object) -> None:
    """Stand in for `check`, `hint` and `progress`."""


@contextmanager
def attempt() -> Iterator[None]:
    """Run a block; where a function is not written yet, go on after it."""
    with suppress(NotImplementedError):
        yield


@dataclass
class EarlierLab:
    """The functions of an earlier lab, made from their source when they are first asked for."""

    lab: str
    names: Sequence[str]
    module: str
    source: str

    @cached_property
    def content(self) -> dict[str, Any]:
        """What the module holds."""
        content: dict[str, Any] = {"__name__": self.module}
        exec(compile(self.source, "<frozen course>", "exec"), content)
        return content

    @property
    def functions(self) -> dict[str, Any]:
        """The functions by name."""
        return {name: self.content[name] for name in self.names}

    @property
    def package(self) -> str:
        """The package of the module, which has the functions too."""
        return self.module.rpartition(".")[0]


shown: list[EarlierLab] = []


def show(labs: Sequence[dict[str, Any]]) -> None:
    """Let the functions of earlier labs be imported, which come as source."""
    shown[:] = [EarlierLab(**lab) for lab in labs]


def is_shown(value: object) -> bool:
    """Tell whether a value is a stand-in, or a function that was shown, and so not the submission's own."""
    used = (lab.functions.values() for lab in shown if "content" in vars(lab))
    return type(value) is Anything or any(value is function for functions in used for function in functions)


def from_lab(name: str) -> SimpleNamespace:
    """Return the course's functions of an earlier lab, by the lab's id or the beginning of it."""
    for lab in shown:
        if f"{lab.lab}_".startswith(f"{name}_"):
            return SimpleNamespace(**lab.functions)
    raise ImportError(f"a submission cannot use the functions of {name}: write them yourself")


def contents(module: str) -> dict[str, Any] | None:
    """Return what a module holds that has been shown, or a package of such modules; None if it is neither."""
    for lab in shown:
        if lab.module == module:
            return lab.content
    homes = {name: lab for lab in shown if lab.package == module for name in lab.names}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"a submission cannot use {name}: write it yourself")
        return homes[name].content[name]

    return {"__getattr__": find, "__all__": list(homes)} if homes else None


def is_stand_in(module: str) -> bool:
    """Tell whether every name of a module is answered by a stand-in."""
    return f"{module}.".startswith(STAND_INS) and module not in SOLUTIONS


LEARNERS = {"attempt": attempt, "from_lab": from_lab} | dict.fromkeys(("check", "hint", "progress"), nothing)


class CourseFinder(MetaPathFinder, Loader):
    """Answers every import of the course by a stand-in, or by an ImportError that says why."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Take every name of the course; leave all others to Python."""
        if name != COURSE and not name.startswith(f"{COURSE}."):
            return None
        is_there = name in (COURSE, f"{COURSE}.checking") or is_stand_in(name)
        if is_there or any(name in (lab.module, lab.package) for lab in shown):
            return ModuleSpec(name, self, is_package=True)
        raise ImportError(f"{name} cannot be used by a submission: write the function yourself", name=name)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module: stand-ins answer to every name, the rest has what was shown or what a notebook calls."""
        if is_stand_in(module.__name__):
            module.__dict__["__getattr__"] = Anything().__getattr__
        else:
            module.__dict__.update(contents(module.__name__) or LEARNERS)


def hide_the_course() -> None:
    """Put the stand-ins in the place of the course for every import from now on."""
    for name in [name for name in sys.modules if name == COURSE or name.startswith(f"{COURSE}.")]:
        del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != COURSE_FOLDER]
    sys.meta_path.insert(0, CourseFinder())
