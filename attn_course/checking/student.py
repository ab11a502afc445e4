"""Calls a learner's functions by name, wherever they live.

A test gets a `Student` and calls ``student.softmax(x)``. The same test runs in the notebook, where
the functions are at hand (`LocalStudent`), and in grading, where they live in another process.
A name that begins with a capital letter is a class's: ``cache = student.KeyValueCache()`` is a
`HeldObject`, whose methods are called where the learner's object lives. Every call is recorded: the
diagnosis replays the recorded calls with named wrong implementations.
"""

from __future__ import annotations

import io
import tracemalloc
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, redirect_stdout, suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from types import FunctionType, MethodType
from typing import Any, cast

import numpy as np

from attn_course.calls import call_made, call_method, described
from attn_course.tracebacks import Line, is_learners

# What calls another function, and the attribute that holds it.
WRAPPERS = {MethodType: "__func__", partial: "func", np.vectorize: "pyfunc"}
CREATION = "__init__"
MEGABYTE = 2**20
# A broadcast array says that it has far more bytes than it holds, and a copy would hold them all.
LARGEST = 64 * MEGABYTE


class LearnerError(Exception):
    """The learner's function raised: `kind` is the exception's class, `lines` the learner's own.

    `wanted` is set where a test asks for the error and got it.
    """

    def __init__(self, kind: str, text: str, lines: tuple[Line, ...] = (), is_value_error: bool = False) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.text = text
        self.lines = lines
        self.is_value_error = is_value_error
        self.wanted = False


class NoAnswer(LearnerError):
    """Nothing came back, for a reason that is said in words of ours: these may be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__("NoAnswer", reason)


class NotAttempted(Exception):
    """The function is missing, or is still the stub that raises NotImplementedError."""


class TookTooLong(Exception):
    """The call did not come back in time."""


class NotMeasured(Exception):
    """What the test asks for cannot be measured on this machine."""


@dataclass(frozen=True)
class Unreadable:
    """A returned value that no test can read: an object, a generator, an array of objects ..."""

    typename: str


@dataclass(frozen=True)
class Call:
    """One call of a learner's function, and what became of it.

    `value` is None where `error` is set. The two `..._after` hold the arguments as the function
    left them. `printed` is what the function printed meanwhile. For a class, `function` is its name,
    `instance` the number of the object, and `method` what is called of it (`CREATION`: it is made).
    `most_bytes` is what the call was allowed to allocate.
    """

    function: str
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]
    arguments_after: tuple[Any, ...] = ()
    keywords_after: Mapping[str, Any] | None = None
    value: Any = None
    error: LearnerError | None = None
    printed: str = ""
    method: str = ""
    instance: int = 0
    most_bytes: float = float("inf")


class Student(ABC):
    """The learner's functions as attributes; `calls` records what was asked and answered."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._instances = count(1)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return partial(self._create if name[0].isupper() else self._call, name)

    def _call(self, name: str, /, *arguments: Any, **keywords: Any) -> Any:
        return self._ask(Call(name, arguments, keywords))

    def _create(self, name: str, /, *arguments: Any, **keywords: Any) -> HeldObject:
        call = Call(name, arguments, keywords, method=CREATION, instance=next(self._instances))
        self._ask(call)
        return HeldObject(self, call)

    def _ask(self, question: Call) -> Any:
        """Make a call, record it, and return its value or raise its error."""
        call = self._invoke(question)
        self.calls.append(call)
        error = call.error
        if error is None:
            return call.value
        if is_stubs_own(error, call.function):
            raise NotAttempted(call.function)
        raise error

    @abstractmethod
    def _invoke(self, question: Call) -> Call:
        """Make a call on copies of its arguments; return it with what became of it.

        Raises NotAttempted if the function is missing, TookTooLong if it does not come back.
        """

    @abstractmethod
    @contextmanager
    def replaced(self, names: Iterable[str]) -> Iterator[None]:
        """Let the course's own functions stand in the place of the learner's, for a while."""
        yield

    @abstractmethod
    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        """Let calls fail with a MemoryError, for a while, that take more memory than this beside what is there.

        Raises NotMeasured where nothing can limit them. Objects that were made before cannot be asked meanwhile.
        """
        yield


class HeldObject:
    """An object of a learner's class that stays where their code lives: methods and length are asked there."""

    def __init__(self, student: Student, creation: Call) -> None:
        self._student = student
        self._creation = creation

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("_"):
            raise AttributeError(method)
        return partial(self._call, method)

    def __len__(self) -> int:
        return self._call("__len__")

    def _call(self, method: str, /, *arguments: Any, **keywords: Any) -> Any:
        made = self._creation
        return self._student._ask(Call(made.function, arguments, keywords, method=method, instance=made.instance))


class LocalStudent(Student):
    """Functions that live in this process: a notebook's namespace, or any mapping.

    `reference` is where the course's own versions come from when they stand in.
    """

    def __init__(self, functions: Mapping[str, Any], reference: object = None) -> None:
        super().__init__()
        self._functions = functions
        self._reference = reference
        self._objects: dict[int, Any] = {}
        self._memory = float("inf")

    def repeat(self, call: Call) -> Call:
        """Make a recorded call again, within the same memory, of what is here; nothing is recorded."""
        with self.limited_memory(call.most_bytes / MEGABYTE):
            return self._invoke(call)

    def _invoke(self, question: Call) -> Call:
        function = self._function(question)
        given, keywords = deepcopy((question.arguments, dict(question.keywords)))
        value, error, printed = None, None, io.StringIO()
        try:
            with redirect_stdout(printed), allocating_at_most(self._memory):
                value = self._kept(question, call_made(function, given, keywords))
        except KeyboardInterrupt:  # the learner stops the check itself
            raise
        except BaseException as caught:  # SystemExit too: a check must not end the notebook
            error = LearnerError(*described(caught))
        heard = replace(question, value=value, error=error, printed=printed.getvalue(), most_bytes=self._memory)
        return replace(heard, arguments_after=given, keywords_after=keywords)

    def _function(self, question: Call) -> Callable[..., Any]:
        """Return what is to be called: a function, a class, or a method of an object that is here."""
        if question.instance and question.method != CREATION:
            return partial(call_method, self._objects[question.instance], question.method)
        function = self._functions.get(question.function)
        if function is None:
            raise NotAttempted(question.function)
        return function

    def _kept(self, question: Call, value: Any) -> Any:
        """Keep the object that a class gave; return any other value as plain data."""
        if question.method == CREATION:
            self._objects[question.instance] = value
            return None
        return plain(value)

    @contextmanager
    def replaced(self, names: Iterable[str]) -> Iterator[None]:
        """Put the reference's functions into the namespaces in which the learner's functions look."""
        names = tuple(names)
        namespaces = self._namespaces()
        before = [{name: space[name] for name in names if name in space} for space in namespaces]
        try:
            for space in namespaces:
                space.update({name: getattr(self._reference, name) for name in names})
            yield
        finally:
            for space, values in zip(namespaces, before, strict=True):
                for name in names:
                    space.pop(name, None)
                space.update(values)

    @contextmanager
    def limited_memory(self, megabytes: float) -> Iterator[None]:
        """Measure what calls allocate: nothing can stop them here, so let them be small."""
        self._memory = megabytes * MEGABYTE
        try:
            yield
        finally:
            self._memory = float("inf")

    def _namespaces(self) -> list[MutableMapping[str, Any]]:
        """Where the learner's functions look up each other's names: no library that they come from."""
        spaces = {id(self._functions): self._functions}
        for value in self._functions.values():
            function = function_behind(value)
            if function is not None and is_learners(function.__code__.co_filename):
                spaces[id(function.__globals__)] = function.__globals__
        return [space for space in spaces.values() if isinstance(space, MutableMapping)]


@contextmanager
def allocating_at_most(most: float) -> Iterator[None]:
    """Raise MemoryError after a block whose allocations were, at their peak, above so many bytes."""
    if most == float("inf") or tracemalloc.is_tracing():
        yield
        return
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if peak > most:
        raise MemoryError(f"it took {peak / MEGABYTE:,.0f} MB at its peak; {most / MEGABYTE:,.0f} MB are allowed")


def is_stubs_own(error: LearnerError, name: str) -> bool:
    """Tell whether the function itself (a method of the class) is still the stub, and not one that it calls."""
    if error.kind != "NotImplementedError" or not error.lines:
        return False
    # A lambda, an instance or an alias has another name; a single line can only be its own.
    return name in error.lines[-1].function.split(".") or len(error.lines) == 1


def function_behind(value: Any) -> FunctionType | None:
    """Return the Python function that a callable calls, if there is one.

    It asks the type alone: `isinstance` asks the value too, and a lazy proxy may lie there, or raise.
    """
    kind = type(value)
    if kind is FunctionType:
        return cast("FunctionType", value)
    with suppress(Exception):  # such a proxy, or a class of the learner's, may raise anywhere
        for wrapper, attribute in WRAPPERS.items():
            if issubclass(kind, wrapper):
                return function_behind(getattr(value, attribute))
        # A class is called by its __init__, an instance by the __call__ of its class.
        call = value.__init__ if kind is type else kind.__call__ if callable(value) else None
        return call if type(call) is FunctionType else None
    return None


def plain(value: Any) -> Any:
    """Return the value as plain data: base arrays, tuples, lists, numbers, text; else `Unreadable`."""
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.nbytes > LARGEST:
            return Unreadable(f"array of shape {array.shape}, which is too large")
        return array.copy() if array.dtype.kind in "biufc" else Unreadable(f"array of {array.dtype}")
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return Unreadable(type(value).__name__)
