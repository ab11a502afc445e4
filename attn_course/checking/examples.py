"""Writes the failing example: the calls that show it, and what they were given, as program text."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from attn_course.calls import PublicFunction
from attn_course.checking.specification import Lab
from attn_course.checking.student import CREATION, Call

LINES_AT_MOST = 7
AXES_AT_MOST = 6


def call_text(lab: Lab, call: Call) -> str:
    """Write one call: arrays and functions by their names in the contract, plain values written out."""
    arguments = named_arguments(lab, call)
    given = ", ".join(argument_text(name, value) for name, value in arguments.items())
    if not call.instance:
        return f"{call.function}({given})"
    name = variable_name(call.function)
    if call.method == CREATION:
        return f"{name} = {call.function}({given})"
    return f"len({name})" if call.method == "__len__" else f"{name}.{call.method}({given})"


def argument_text(name: str, value: Any) -> str:
    """Write one argument as it stands in a call; one of any number has a place, and no name to be given by."""
    if is_listed(value):
        return name
    return repr(value) if name.endswith("]") else f"{name}={value!r}"


def history_text(lab: Lab, calls: Sequence[Call]) -> str:
    """Write the calls that one object saw, each with what it was given."""
    texts = (call_text(lab, call) + "\n" + indented(arguments_text(lab, call)) for call in calls)
    return "\n".join(shortened([text.rstrip() for text in texts], "calls"))


def arguments_text(lab: Lab, call: Call) -> str:
    """List the arrays of a call with their shapes and numbers, and the functions with what they do."""
    listed = [(name, value) for name, value in named_arguments(lab, call).items() if is_listed(value)]
    return "\n".join(one for name, value in listed for one in listing(name, value))


def named_arguments(lab: Lab, call: Call) -> Mapping[str, Any]:
    """Give every argument of a call its name in the contract; one of any number also has its place, from 0."""
    function = getattr(lab.reference, call.function)
    if call.instance and call.method != CREATION:
        function = getattr(function, call.method).__get__(object())  # bound to whatever, so that `self` is no argument
    bound = inspect.signature(function).bind(*call.arguments, **call.keywords)
    items = [(bound.signature.parameters[name].kind, name, value) for name, value in bound.arguments.items()]
    return dict(one for kind, name, value in items for one in spread(kind, name, value))


def spread(kind: Any, name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield an argument, or those of ``*name`` and ``**name``, with what it is called."""
    if kind is inspect.Parameter.VAR_POSITIONAL:
        yield from ((f"{name}[{place}]", one) for place, one in enumerate(value))
    elif kind is inspect.Parameter.VAR_KEYWORD:
        yield from value.items()
    else:
        yield name, value


def is_listed(value: Any) -> bool:
    """Tell whether an argument is, or holds, what is listed below its call and not written in it."""
    if isinstance(value, (dict, list, tuple)):
        return any(map(is_listed, value.values() if isinstance(value, dict) else value))
    return isinstance(value, (np.ndarray, PublicFunction))


def listing(name: str, value: Any) -> Iterator[str]:
    """Yield a text for an argument, or for all that it holds."""
    if isinstance(value, np.ndarray):
        yield f"{name}, shape {value.shape}:\n{indented(array_text(value))}"
    elif isinstance(value, PublicFunction):
        yield f"{name}, {function_text(value)}"
    elif is_listed(value):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            yield from listing(f"{name}[{key!r}]", item)
    else:
        yield f"{name} = {value!r}"


def function_text(function: PublicFunction) -> str:
    """Say what a function does, in the words of its docstring or else by its source, and what its parameters are."""
    said = f"a function: {function.summary}" if function.summary else f"this function:\n{indented(source_of(function))}"
    parameters = (
        "\n".join(listing(name, value)) or f"{name} = {value!r}" for name, value in function.parameters.items()
    )
    return "\n".join([said, *map(indented, parameters)])


def indented(text: str) -> str:
    """Set a text in by two columns."""
    return textwrap.indent(text, "  ")


def source_of(function: PublicFunction) -> str:
    """Return the definition of the function, without what else its source holds."""
    definitions = [node for node in ast.parse(function.source).body if isinstance(node, ast.FunctionDef)]
    own = next(node for node in definitions if node.name == function.name)
    return ast.get_source_segment(function.source, own) or ""


def variable_name(class_name: str) -> str:
    """Name an object after the last word of its class: a KeyValueCache is a `cache`."""
    return re.split(r"(?=[A-Z])", class_name)[-1].lower()


def shortened(lines: Sequence[str], what: str = "lines") -> list[str]:
    """Leave out the middle of many lines: an endless recursion has a thousand."""
    if len(lines) <= LINES_AT_MOST:
        return list(lines)
    kept = LINES_AT_MOST // 2
    return [*lines[:kept], f"... {len(lines) - 2 * kept} more {what} ...", *lines[-kept:]]


def array_text(array: np.ndarray) -> str:
    """Write an array with at most four significant digits, long ones shortened."""
    if array.ndim > AXES_AT_MOST:
        return f"(not shown: {array.ndim} axes)"
    edge = 3 if array.ndim <= 3 else 1
    with np.printoptions(precision=4, suppress=True, threshold=60, edgeitems=edge, linewidth=88):
        return str(array)
