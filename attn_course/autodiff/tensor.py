"""A `Tensor` records what NumPy's functions do to it, and `backward` walks the record in reverse.

NumPy asks its arguments who should do the work: ``np.exp(t)`` calls ``t.__array_ufunc__``, and
``np.sum(t)`` calls ``t.__array_function__`` (NumPy Enhancement Proposals 13 and 18). So functions
that were written with plain ``import numpy as np`` run on Tensors as they stand.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from attn_course.autodiff.methods import ArrayMethods, is_number
from attn_course.autodiff.nodes import Node, go_back
from attn_course.autodiff.not_recorded import (
    NotRecorded,
    freed,
    no_array_of_its_own_kind,
    no_change,
    no_plain_array,
    no_plain_number,
    no_real_number,
    no_rule,
)
from attn_course.autodiff.rules import COMPOSITIONS, PLAIN, REDUCTIONS, RULES, Rule
from attn_course.autodiff.rules.parts import converted, copied, picked, replaced


class Memory:
    """What an array and its views share: whether it is an input's, and whether one was changed in place."""

    __slots__ = ("is_input", "overwritten")

    def __init__(self, is_input: bool = False) -> None:
        self.is_input, self.overwritten = is_input, False


class Tensor(ArrayMethods):
    """An array whose history is recorded, so that a loss that is made of it can be differentiated.

    Functions of NumPy and operators take it as they take an array. What has no gradient
    (comparisons, `np.argmax`, `np.sign`) gives plain arrays.

    Precision never grows: a result has that of the least precise Tensor that takes part, whatever
    constants join it. So float32 stays float32 with ``np.sqrt(d_k)``, ``-1e9``, a float64 mask, and
    ``astype(float)``, which is there to turn integers into floats.

    What is a number in NumPy, such as ``np.sum(t)``, is one here: after ``old = total``, ``total += 1``
    gives the name `total` to another number, and `old` stays what it was. An array would be changed.

    A change in place (``t += 1``, ``t[mask] = 0``, ``out=t``) is recorded, and reaches the array of
    which t is a part, as in NumPy. Where another view is then out of date, using it raises
    `NotRecorded`. So does a change of a leaf: a function must not change its inputs.

    Parameters
    ----------
    data : array of any shape
        The value, which is copied; integers become float64.

    Attributes
    ----------
    data : array, or number of NumPy
        The value, without history.
    grad : array or None
        After ``loss.backward()``: the gradient of the loss with respect to this Tensor.
    """

    __slots__ = ("data", "memory", "node", "origin")

    def __init__(self, data: Any, node: Node | None = None, memory: Memory | None = None) -> None:
        if node is None and isinstance(data, np.ma.MaskedArray):
            raise no_array_of_its_own_kind()
        value: Any = data if is_number(data) else np.array(data, copy=True if node is None else None)
        self.data: np.ndarray = value if value.dtype.kind == "f" else value.astype(np.float64, casting="safe")
        self.node = node or Node(self.data, is_leaf=True)
        self.memory = memory or Memory(is_input=self.node.is_leaf)
        self.origin: tuple[Tensor, Any] | None = None  # of what this is a part, and at which index

    # -- reading ----------------------------------------------------------------------------------

    @property
    def grad(self) -> np.ndarray | None:
        """The gradient of the last loss that was differentiated, or None; not to be written to."""
        return self.node.gradient

    def __bool__(self) -> bool:
        return bool(plain(self))

    def __repr__(self) -> str:
        return f"Tensor({plain(self)})"

    def __format__(self, specification: str) -> str:
        return format(plain(self)[()], specification)

    def item(self, *place: int) -> float:
        """Return the one number of a loss, or that at a place; before `backward`, it would lose its history."""
        if self.is_recorded:
            raise no_plain_number()
        return plain(self).item(*place)

    __float__ = item

    def __int__(self) -> int:
        return int(plain(self))

    def __round__(self, *digits: int) -> Any:
        return round(plain(self), *digits)

    def tolist(self) -> Any:
        """Return nested lists; of what is being recorded, they would lose the history."""
        if self.is_recorded:
            raise no_plain_number()
        return plain(self).tolist()

    @property
    def is_recorded(self) -> bool:
        """Whether a gradient can still come to it: it is no constant, and `backward` has not freed it."""
        return bool(self.node.parents) or self.node.is_leaf

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if self.is_recorded:
            raise no_plain_array()
        return np.array(plain(self), dtype, copy=copy)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(np.ndarray, name):
            raise AttributeError(f"a Tensor has no attribute {name!r}")
        if not self.is_recorded:
            value = getattr(plain(self), name)
            return partial(untouched, value) if callable(value) else value
        raise NotRecorded(f"`.{name}` of an array cannot be recorded.", "Use functions such as np.where and np.sum.")

    # -- NumPy's protocols ------------------------------------------------------------------------

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = None, **keywords: Any) -> Any:
        if method != "at" and (ufunc in PLAIN or not any_recorded(inputs)):  # `at` would write to what is read-only
            result = call_plain(ufunc, method, inputs, out and out[0], keywords)
        elif method == "__call__":
            result = call_ufunc(ufunc, inputs, out and out[0], **keywords)
        elif method == "reduce" and ufunc in REDUCTIONS:
            result = in_type(REDUCTIONS[ufunc](*inputs, **{"axis": 0} | without_type(keywords)), keywords)
        elif method == "accumulate" and ufunc is np.add:
            result = np.cumsum(*inputs, **{"axis": 0} | keywords)
        elif method == "outer":
            first, second = inputs
            result = ufunc(np.reshape(first, (*np.shape(first), *[1] * np.ndim(second))), second, **keywords)
        else:
            raise no_rule(f"np.{ufunc.__name__}.{method}")
        return result if out is None else overwrite(out[0], result)

    def __array_function__(self, function: Any, types: Any, args: Any, keywords: Any) -> Any:
        out = keywords.pop("out", None)
        written = RULES.get(function) or COMPOSITIONS.get(function)
        if written is not None:
            result = call_function(function, written, args, keywords)
        elif function in PLAIN or not any_recorded((args, keywords)):
            result = untouched(function, *plain(args), **plain(keywords))
        else:
            raise no_rule(name_of(function))
        return result if out is None else overwrite(out, result)

    # -- what is recorded otherwise ---------------------------------------------------------------

    def __getitem__(self, index: Any) -> Tensor:
        part: Tensor = record(picked, (self, index))
        if part.memory is self.memory:
            part.origin = self, index
        return part

    def __setitem__(self, index: Any, value: Any) -> None:
        overwrite(self, record(replaced, (self, value, index)))

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """Return it in another precision, no finer than its own; integers and booleans as a plain array."""
        dtype = np.dtype(dtype)
        if dtype.kind != "f":
            if dtype.kind not in "biu" and self.is_recorded:
                raise no_real_number(dtype)
            return plain(self).astype(dtype)
        return record(converted, (self, dtype)) if copy or dtype != self.dtype else self

    def copy(self, order: str = "C") -> Tensor:
        """Return the same value in memory of its own."""
        return record(copied, (self, order))

    def backward(self) -> None:
        """Compute the gradient of this one number with respect to all Tensors that it is made of.

        Each gets it as its `grad`, in the place of an earlier one; the record is freed.

        Raises
        ------
        ValueError
            If this Tensor holds more than one number.
        NotRecorded
            If an earlier `backward` has freed the record, or there is none: it depends on no Tensor. If it was changed
            through a view.
        """
        if up_to_date(self).size != 1:
            raise ValueError(f"a loss is one number, but this Tensor has the shape {self.shape}")
        if self.node.is_constant:
            raise NotRecorded("This value depends on no Tensor.", "Make a Tensor of each array that is to be trained.")
        go_back(self.node)


def record(rule: Rule, args: Iterable[Any], keywords: dict[str, Any] | None = None) -> Any:
    """Apply a rule, and record what its result is made of; plain arrays give a plain array."""
    operands, options = in_order(rule, args, keywords or {})
    tensors = [usable(operand) for operand in operands if isinstance(operand, Tensor)]
    if not tensors:
        return rule(*operands, **options)[0]
    precision = common_precision(tensors)
    value, pulls = rule(*kept(operands, precision), **{name: kept(one, precision) for name, one in options.items()})
    if has_tensor(operands[len(pulls) :]) or has_tensor(options):
        raise no_rule(f"A Tensor among the options of {rule.__name__}")
    parents = tuple(
        (operand.node, pull)
        for operand, pull in zip(operands, pulls, strict=False)
        if isinstance(operand, Tensor) and pull is not None and not operand.node.is_constant
    )
    value = of_precision(value, precision)
    return Tensor(value, Node(value, parents), shared_memory(value, tensors))


def in_order(rule: Rule, args: Iterable[Any], keywords: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments with all Tensors that were named in their places, and the other named ones."""
    if has_tensor(keywords):
        bound = inspect.signature(rule).bind(*args, **keywords)
        args, keywords = bound.args, bound.kwargs
    return [joined(one) for one in args], keywords


def of_precision(value: Any, precision: np.dtype[Any]) -> Any:
    """Return a rule's value, no more precise than asked for."""
    if value.dtype.kind == "c":
        raise no_real_number(value.dtype)
    return value if value.dtype.itemsize <= precision.itemsize else value.astype(precision)


def common_precision(tensors: Sequence[Tensor]) -> np.dtype[Any]:
    """Return the precision of the least precise of these; constants count if there is nothing else."""
    counting = [tensor for tensor in tensors if not tensor.node.is_constant] or tensors
    return min((tensor.dtype for tensor in counting), key=lambda dtype: dtype.itemsize)


def usable(tensor: Tensor) -> Tensor:
    """Return a Tensor if its value and history are still what they were."""
    if up_to_date(tensor).node.parents is None:
        raise freed()
    return tensor


def up_to_date(tensor: Tensor) -> Tensor:
    """Return a Tensor if its value is still what it was."""
    if tensor.memory.overwritten:
        raise NotRecorded(
            "This array was changed in place through a view, or is a view of one that was changed.",
            "Change a copy, or make the view again.",
        )
    return tensor


# -- Tensors among the arguments --------------------------------------------------------------------


def tensors_in(argument: Any) -> Iterator[Tensor]:
    """Yield the Tensors of nested lists, tuples and dicts."""
    if isinstance(argument, Tensor):
        yield argument
    elif isinstance(argument, (list, tuple)):
        for one in argument:
            yield from tensors_in(one)
    elif isinstance(argument, dict):
        yield from tensors_in(list(argument.values()))


def has_tensor(argument: Any) -> bool:
    """Tell whether this is, or holds, a Tensor."""
    if not isinstance(argument, (list, tuple, dict)):
        return isinstance(argument, Tensor)
    return any(map(has_tensor, argument.values() if isinstance(argument, dict) else argument))


def any_recorded(argument: Any) -> bool:
    """Tell whether any of the Tensors among these has, or had, a history."""
    return any(not tensor.node.is_constant for tensor in tensors_in(argument))


def joined(argument: Any) -> Any:
    """Return nested lists that hold Tensors as one Tensor; anything else as it is."""
    if isinstance(argument, (list, tuple)) and has_tensor(argument):
        return np.stack([joined(one) for one in argument])
    return argument


def plain(argument: Any) -> Any:
    """Return an argument with values, which cannot be written to, in the place of Tensors."""
    if isinstance(argument, (list, tuple)) and has_tensor(argument):
        return [plain(one) for one in argument] if isinstance(argument, list) else tuple(map(plain, argument))
    if isinstance(argument, dict):
        return {name: plain(value) for name, value in argument.items()}
    if not isinstance(argument, Tensor):
        return argument
    value = up_to_date(argument).data.view()
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value


def kept(argument: Any, precision: np.dtype[Any]) -> Any:
    """Return what a rule can keep of an argument: values of a precision; copies of what a learner may change later."""
    if isinstance(argument, (list, tuple)):
        copies = [kept(one, precision) for one in argument]
        return copies if isinstance(argument, list) else tuple(copies)
    if isinstance(argument, Tensor):
        return argument.data if argument.dtype == precision else argument.data.astype(precision)
    if not isinstance(argument, (np.ndarray, np.generic)):
        return argument
    if isinstance(argument, (np.ma.MaskedArray, np.matrix)):
        raise no_array_of_its_own_kind()
    if argument.dtype.kind != "f":
        return argument.copy()
    with np.errstate(over="ignore"):  # the lowest float64 becomes -inf, which hides a score as well
        return argument.astype(precision)


# -- calls of NumPy's functions ---------------------------------------------------------------------


def in_type(result: Any, keywords: Mapping[str, Any]) -> Any:
    """Return a result in the type that the keyword `dtype` asks for."""
    dtype = keywords.get("dtype")
    if dtype is not None and np.dtype(dtype).kind != "f" and any_recorded(result):
        raise no_real_number(np.dtype(dtype))
    return result if dtype is None else result.astype(dtype)


def without_type(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords but `dtype`."""
    return {name: value for name, value in keywords.items() if name != "dtype"}


def untouched(function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """Call a function of plain values, which it must not change."""
    try:
        return function(*args, **keywords)
    except ValueError as error:
        if "read-only" not in str(error):
            raise
        raise no_change() from None


def call_plain(ufunc: np.ufunc, method: str, inputs: Any, out: Any, keywords: dict[str, Any]) -> Any:
    """Call a function of plain values; where it is not asked for, the result is what `out` holds."""
    inputs, options = plain(inputs), plain(keywords)
    if out is None or method != "__call__" or "where" not in keywords:
        return untouched(getattr(ufunc, method), *inputs, **options)
    changed = ufunc(*inputs, out=np.array(plain(out)), **options)
    return np.where(keywords["where"], changed, out)


def call_function(function: Any, written: Callable[..., Any], args: Any, keywords: dict[str, Any]) -> Any:
    """Call what is written for one of NumPy's functions."""
    options = without_type(keywords)
    if reason := refused(written, len(args), *options):
        raise NotRecorded(
            f"{name_of(function)} has no gradient rule here for such a call: {reason}.",
            "Give its arguments by their names, or write it with other functions of NumPy.",
        )
    result = record(written, args, options) if function in RULES else written(*args, **options)
    return in_type(result, keywords)


def name_of(function: Any) -> str:
    """Return the name by which a learner calls a function of NumPy."""
    return f"{function.__module__}.{function.__name__}".replace("numpy", "np", 1)


@cache
def refused(function: Callable[..., Any], number: int, *names: str) -> str:
    """Return why a function does not take this number of arguments and these names; nothing where it does."""
    try:
        inspect.signature(function).bind(*range(number), **dict.fromkeys(names))
    except TypeError as error:
        return str(error)
    return ""


def call_ufunc(ufunc: np.ufunc, inputs: Any, out: Any, where: Any = True, dtype: Any = None, **keywords: Any) -> Any:
    """Call a function that works element by element, only where it is asked for."""
    if ufunc not in RULES:
        raise no_rule(f"np.{ufunc.__name__}")
    if keywords:
        raise no_rule(f"np.{ufunc.__name__} with {', '.join(keywords)}")
    inputs = [np.asarray(one) if isinstance(one, (list, tuple)) and not has_tensor(one) else one for one in inputs]
    if where is not True:  # elsewhere a number that no function fails on
        inputs = [np.where(where, one, 1.0) for one in inputs]
    result = in_type(record(RULES[ufunc], inputs), {"dtype": dtype})
    return result if where is True else np.where(where, result, 0.0 if out is None else out)


# -- changes in place -------------------------------------------------------------------------------


def shared_memory(value: np.ndarray, tensors: Iterable[Tensor]) -> Memory | None:
    """Return the memory of the Tensor of which a value is a view, or the very array."""
    for tensor in tensors:
        if value is tensor.data or (value.base is not None and np.may_share_memory(value, tensor.data)):
            return tensor.memory
    return None


def as_tensor(value: Any) -> Tensor:
    """Return a Tensor as it is, anything else as a constant."""
    if isinstance(value, Tensor):
        return value
    array = np.asarray(value)
    return Tensor(array, Node(array))


def overwrite(target: Any, result: Any) -> Any:
    """Let a Tensor have a new value and history, as after a change in place; its views are then out of date."""
    if not isinstance(target, Tensor):
        if not has_tensor(result):
            target[...] = result
            return target
        raise NotRecorded(
            "A plain array is changed in place by values that are being recorded, and would lose them.",
            "Make a new array: `a = a + b` for `a += b`, no `out=`, np.where or np.stack for filling.",
        )
    if is_number(target.data):
        raise TypeError("a number of NumPy cannot be changed in place: make a new one, or an array")
    if target.memory.is_input:
        raise NotRecorded("This changes an input in place.", "Change a copy of it, or make a new array.")
    if result.shape != target.shape:
        if np.broadcast_shapes(result.shape, target.shape) != target.shape:
            raise ValueError(f"a result of the shape {result.shape} cannot be stored in an array of {target.shape}")
        result = np.broadcast_to(result, target.shape)
    usable(target).memory.overwritten = True
    result = as_tensor(result)
    result.data = laid_out(result.data, target.data)
    store(target, result, Memory())
    return target


def laid_out(value: Any, like: np.ndarray) -> np.ndarray:
    """Return a value in the order of another array: on it depends whether a reshaped array is a view."""
    if isinstance(value, np.ndarray) and value.flags.forc and value.flags.fnc == like.flags.fnc:
        return value
    array = np.empty_like(like, value.dtype)
    array[...] = value
    return array


def store(target: Tensor, result: Tensor, memory: Memory) -> None:
    """Put a value and its history in the place of another, and so in the array of which that is a part."""
    target.data, target.node, target.memory = result.data, result.node, memory
    while target.origin is not None:
        holder, index = target.origin
        holder.memory = memory
        result = record(replaced, (holder, target, index))
        holder.data, holder.node, target = result.data, result.node, holder
