"""How a learner's function is called, in a notebook and in grading alike: quietly, its errors as data.

What is not plain data is handed over as a description, and made where the function lives: a
function as its source (`PublicFunction`), a random generator as its seed (`SeededGenerator`), an
object of the learner's own as a number.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from attn_course.tracebacks import Line, learners_lines


class PublicFunction:
    """A function to be handed over to a learner's: its source crosses, and says nothing of what is expected.

    Parameters
    ----------
    source : str
        Python text that defines ``name(x, **parameters)``; NumPy is there as ``np``.
    name : str
        The function that the text defines.
    **parameters
        Plain data that every call of it gets too.
    """

    def __init__(self, source: str, name: str, /, **parameters: Any) -> None:
        self.source = source
        self.name = name
        self.parameters = parameters

    def __deepcopy__(self, memo: Mapping[int, Any]) -> PublicFunction:
        return self  # a description that nobody changes: what is made of it has copies

    def __repr__(self) -> str:
        return f"<function {self.name}>"

    @property
    def summary(self) -> str:
        """What the function does, in the words of its docstring; empty if it has none."""
        functions = (node for node in ast.parse(self.source).body if isinstance(node, ast.FunctionDef))
        named = next((node for node in functions if node.name == self.name), None)
        return (named and ast.get_docstring(named)) or ""

    def made(self) -> Callable[..., Any]:
        """Return the function itself."""
        names: dict[str, Any] = {"np": np, "__name__": "given"}
        exec(compile(self.source, "<frozen given>", "exec"), names)
        return partial(names[self.name], **deepcopy(self.parameters))


class SeededGenerator:
    """A random generator to be handed over to a learner's function: it is made anew from the seed for every call."""

    def __init__(self, seed: int) -> None:
        self.seed = int(seed)

    def __deepcopy__(self, memo: Mapping[int, Any]) -> SeededGenerator:
        return self

    def __repr__(self) -> str:
        return f"np.random.default_rng({self.seed})"

    def made(self) -> np.random.Generator:
        """Return the generator itself."""
        return np.random.default_rng(self.seed)


DESCRIPTIONS = (PublicFunction, SeededGenerator)


class Described(NamedTuple):
    """An exception as data: its class, its text, the learner's own lines, and whether it is a ValueError."""

    kind: str
    text: str
    lines: tuple[Line, ...]
    is_value_error: bool


def call_made(function: Callable[..., Any], arguments: Iterable[Any], keywords: Mapping[str, Any]) -> Any:
    """Call a function, quietly, with what the descriptions among its arguments describe."""
    given = [made(value) for value in arguments]
    with quiet():
        return function(*given, **{name: made(value) for name, value in keywords.items()})


def made(value: Any) -> Any:
    """Return what a description describes; any other value as it is."""
    return value.made() if isinstance(value, DESCRIPTIONS) else value


def call_method(instance: Any, name: str, /, *arguments: Any, **keywords: Any) -> Any:
    """Call a method of a learner's object; its length is asked for as `len` does."""
    return len(instance) if name == "__len__" else getattr(instance, name)(*arguments, **keywords)


@contextmanager
def quiet() -> Iterator[None]:
    """Let no warning and no setting of NumPy's decide a call: a result may be NaN or infinite, the tests will see."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def described(error: BaseException) -> Described:
    """Describe an exception; its innermost line comes last."""
    try:
        text = str(error)
    except BaseException:  # the class may be the learner's, and so its __str__
        text = ""
    kind = type(error)
    return Described(kind.__name__, text, learners_lines(error.__traceback__), issubclass(kind, ValueError))
