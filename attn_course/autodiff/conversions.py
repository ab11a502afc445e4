"""The functions of NumPy that make arrays, and ask nobody: in a learner's functions they can record, too.

NumPy lets a class answer for itself in nearly all functions, but not in those that make arrays: they
are there to make plain arrays (np.asarray), or have no argument whose class could be asked
(np.zeros). So in the namespace of a learner's function, `recordable` puts a NumPy in the place of
NumPy that differs in these functions alone. Nobody else sees it: libraries rely on plain arrays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from attn_course.autodiff.methods import is_number
from attn_course.autodiff.not_recorded import NotRecorded
from attn_course.autodiff.tensor import as_tensor, has_tensor, joined
from attn_course.tracebacks import is_learners

Function = Callable[..., Any]
AnyCallable = TypeVar("AnyCallable", bound=Function)
COPIES = {"array": True, "asarray": False, "asanyarray": False, "ascontiguousarray": False}
MAKERS = ("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like")
CALLED_IN = ("func", "pyfunc", "__wrapped__")  # of a partial function, np.vectorize, a decorated function

is_recording = ContextVar("is_recording", default=False)


@contextmanager
def recording() -> Iterator[None]:
    """Let arrays that a recordable function makes be filled with what is recorded, as long as this lasts.

    `gradients` does it for its loss function.

    Raises
    ------
    NotRecorded
        If a Tensor is put into a plain array nevertheless.
    """
    token = is_recording.set(True)
    try:
        yield
    except ValueError as error:  # NumPy says so where a number cannot be put into a plain array
        if isinstance(error.__cause__, NotRecorded):
            raise error.__cause__ from None
        raise
    finally:
        is_recording.reset(token)


def recordable(function: AnyCallable) -> AnyCallable:
    r"""Let a learner's function, and all in its notebook, record also where they make arrays.

    Parameters
    ----------
    function : function, class, or object that can be called
        What a learner has written; the course's own functions need it not, and are left alone.

    Returns
    -------
    the same function, or np.vectorize's counterpart of it
        For plain arrays it does what it did.

    Examples
    --------
    >>> from attn_course.autodiff import Tensor
    >>> notebook = {}
    >>> exec("import numpy as np\ndef twice(x): return np.asarray(x, dtype=float) * 2", notebook)
    >>> x = Tensor(np.array([1.0, 2.0]))
    >>> np.sum(recordable(notebook["twice"])(x)).backward()
    >>> x.grad
    array([2., 2.])
    """
    for written in written_functions(function):
        if is_learners(written.__code__.co_filename):
            names = written.__globals__
            names.update({name: exchanged(value) for name, value in names.items()})
    return exchanged(function)


def exchanged(value: Any) -> Any:
    """Return what stands in the place of a value in a recordable namespace: of most values, themselves."""
    return Vectorized(value) if isinstance(value, np.vectorize) else EXCHANGED.get(id(value), value)


def written_functions(function: Any) -> Iterator[Any]:
    """Yield the functions in Python that are called when a function, class or object is called."""
    if hasattr(function, "__code__"):
        yield function
    elif not isinstance(function, type):
        yield from (
            one for name in CALLED_IN if hasattr(function, name) for one in written_functions(getattr(function, name))
        )
        function = type(function)
    if isinstance(function, type):
        yield from (value for value in vars(function).values() if hasattr(value, "__code__"))


def converting(original: Function, copies: bool) -> Function:
    """Return a conversion to arrays that takes a Tensor, or nested lists that hold one, for an array."""

    @wraps(original)
    def convert(object: Any, dtype: Any = None, *args: Any, **keywords: Any) -> Any:
        if not has_tensor(object):
            return original(object, dtype, *args, **keywords)
        array = joined(object)
        if is_number(array.data):  # which cannot be changed in place: NumPy makes an array of it
            array = np.copy(array)
        elif array is object and keywords.get("copy", copies):
            array = array.copy()
        array = array if dtype is None else array.astype(dtype, copy=False)
        return np.expand_dims(array, tuple(range(keywords.get("ndmin", 0) - np.ndim(array))))

    return convert


def making(original: Function) -> Function:
    """Return a function whose arrays of floating-point numbers are, while recording, constants that can be filled."""

    @wraps(original)
    def make(*args: Any, **keywords: Any) -> Any:
        array = original(*args, **keywords)
        return as_tensor(array) if is_recording.get() and array.dtype.kind == "f" else array

    return make


class Vectorized:
    """np.vectorize of a function: of Tensors, what the function gives is joined and not put into an array."""

    def __init__(self, original: np.vectorize) -> None:
        self.original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Call the function for each place of the axes that its signature does not name."""
        if not has_tensor(args) or keywords or self.original.excluded:
            return self.original(*args, **keywords)
        named = named_axes(self.original.signature, len(args))
        leading = np.broadcast_shapes(*(np.shape(x)[: np.ndim(x) - n] for x, n in zip(args, named, strict=True)))
        whole = [np.broadcast_to(x, leading + np.shape(x)[np.ndim(x) - n :]) for x, n in zip(args, named, strict=True)]
        results = [self.original.pyfunc(*(x[place] for x in whole)) for place in np.ndindex(leading)]
        if isinstance(results[0], tuple):
            return tuple(placed(one, leading) for one in zip(*results, strict=True))
        return placed(results, leading)


def named_axes(signature: str | None, number: int) -> list[int]:
    """Return how many axes of each argument a signature such as "(n,d),(d)->(n)" names: 2 and 1."""
    if signature is None:
        return [0] * number
    return [len(re.findall(r"\w+", axes)) for axes in re.findall(r"\(.*?\)", signature.split("->")[0])]


def placed(parts: Sequence[Any], leading: tuple[int, ...]) -> Any:
    """Return parts, one for each place of the leading axes, as one array."""
    return np.reshape(joined(parts), leading + np.shape(parts[0]))


class RecordingNumPy(ModuleType):
    """NumPy, but for some functions."""

    def __init__(self, functions: dict[str, Function]) -> None:
        super().__init__("numpy", np.__doc__)
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


FUNCTIONS = {name: converting(getattr(np, name), copies) for name, copies in COPIES.items()}
FUNCTIONS |= {name: making(getattr(np, name)) for name in MAKERS}
FUNCTIONS["vectorize"] = lambda *args, **keywords: Vectorized(np.vectorize(*args, **keywords))
EXCHANGED = {id(np): RecordingNumPy(FUNCTIONS)} | {id(getattr(np, name)): one for name, one in FUNCTIONS.items()}
