"""What a test may demand of a value: shape before value, always both, and never the dtype.

Every function returns what it has proved or raises `PropertyFailed`, whose sentence holds neither
inputs nor expected values, so that a report on hidden tests may print it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from attn_course.checking.comparison import as_array, exactly, same, within
from attn_course.checking.student import LearnerError, NoAnswer, Student, Unreadable

LARGEST_SIZE = 20  # that is written out unless it is expected: no test hands over more where a learner's mistake shows
MOST_AXES = 6

FLOAT32_TOLERANCE = {"rtol": 1e-3, "atol": 1e-4}


class PropertyFailed(Exception):
    """A value lacks the property that a test states.

    `sentence` says what is wrong; `expected` and `actual` are there when arrays were compared.
    """

    def __init__(self, sentence: str, expected: np.ndarray | None = None, actual: np.ndarray | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.expected = expected
        self.actual = actual


def expect(condition: bool, sentence: str) -> None:
    """Demand a condition; the sentence says what is wrong where it fails."""
    if not condition:
        raise PropertyFailed(sentence)


def expect_array(value: Any, what: str) -> np.ndarray:
    """Demand numbers: an array, a number, or nested lists of numbers; return them as an array."""
    if value is None:
        raise PropertyFailed(f"nothing was returned for {what}: is a `return` missing?")
    if isinstance(value, tuple):
        raise PropertyFailed(f"{what} should be one array, but a tuple of {count_text(value)} was returned")
    if isinstance(value, Unreadable):
        raise PropertyFailed(f"{what} should be numbers, but this was returned: {kind_text(value)}")
    try:
        array = as_array(value)
    except ValueError:
        raise PropertyFailed(f"{what} should be an array, but lists of different lengths were returned") from None
    if array is None or array.dtype.kind not in "biuf":
        raise PropertyFailed(f"{what} should be real numbers, but this was returned: {kind_text(value)}")
    return array


def expect_shape(value: Any, shape: tuple[int, ...], what: str) -> np.ndarray:
    """Demand numbers of exactly this shape; return them as an array."""
    array = expect_array(value, what)
    if array.shape != shape:
        sentence = f"the shape of {what} is {shape_text(array.shape, shape)}, not {shape_text(shape, shape)}"
        raise PropertyFailed(sentence, None, array)
    return array


def expect_close(value: Any, expected: Any, what: str, *, rtol: float = 1e-5, atol: float = 1e-6) -> np.ndarray:
    """Demand the expected shape, finite numbers, and the expected values within the tolerance."""
    expected = np.asarray(expected)
    array = expect_shape(value, expected.shape, what)
    if within(array, expected, rtol, atol):
        return array
    if not np.isfinite(array).all():
        kind = "NaN" if np.isnan(array).any() else "infinite values"
        raise PropertyFailed(f"{what} should be finite, but there are {kind}", expected, array)
    raise PropertyFailed(f"the values of {what} differ from the expected ones", expected, array)


def expect_pair(value: Any, first: str, second: str) -> tuple[Any, Any]:
    """Demand two values, in a tuple or a list; return both."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        came = count_text(value) if isinstance(value, (tuple, list)) else "one value"
        raise PropertyFailed(f"two values should be returned, ({first}, {second}), but {came} came back")
    return value[0], value[1]


def expect_boolean(value: Any, what: str) -> np.ndarray:
    """Demand True or False, or an array of them, Python's or NumPy's; return an array."""
    array = None if isinstance(value, Unreadable) else expect_array(value, what)
    if array is None or array.dtype.kind != "b":
        raise PropertyFailed(f"{what} should be boolean, True or False, but this was returned: {kind_text(value)}")
    return array


def expect_dict(value: Any, expected: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Demand a dict that has every expected key with the expected values; more keys do no harm."""
    if not isinstance(value, dict):
        came = "nothing" if value is None else kind_text(value)
        raise PropertyFailed(f"{what} should be a dict, but this was returned: {came}")
    missing = [key for key in expected if key not in value]
    if missing:
        raise PropertyFailed(f"{what} should have the key {missing[0]!r}, but it is missing")
    for key in expected:
        expect_close(value[key], expected[key], f"{what} under the key {key!r}")
    return value


def expect_value_error(student_call: Callable[[], Any], what: str) -> None:
    """Demand that a call, such as ``lambda: student.split_heads(X, 3)``, raises a ValueError that says something.

    `what` names what is wrong with its arguments: "a number of heads that does not divide d_model".
    """
    try:
        student_call()
    except NoAnswer:
        raise
    except LearnerError as error:
        if not error.is_value_error:
            raise PropertyFailed(f"{what} should raise a ValueError, but this was raised: {error.kind}") from None
        expect(bool(error.text.strip()), f"{what} should raise a ValueError with a message: say what is wrong")
        error.wanted = True
    else:
        raise PropertyFailed(f"{what} should raise a ValueError, but the call returned a value")


def kind_text(value: Any) -> str:
    """Name the kind of a value that is not of the kind that is wanted."""
    if isinstance(value, np.ndarray):
        return f"array of {value.dtype}" if value.ndim else f"a number ({value.dtype})"
    return value.typename if isinstance(value, Unreadable) else type(value).__name__


def expect_inputs_unchanged(student: Student) -> None:
    """Demand that the last call left its arguments as they were."""
    call = student.calls[-1]
    before = (call.arguments, dict(call.keywords))
    after = (call.arguments_after, dict(call.keywords_after or {}))
    unchanged = same(before, after, exactly)
    expect(unchanged, "the function changed an array that it was given: work on a copy")


def shape_text(shape: tuple[int, ...], expected: tuple[int, ...]) -> str:
    """Write a shape as learners see it in NumPy; a single number's is ``()``, said in words.

    A report on hidden tests must not carry digits that a submission chose: of many axes, and of large sizes that are
    not expected, nothing is written out.
    """
    chosen = [size for size in shape if size > LARGEST_SIZE and size not in expected]
    if len(shape) > MOST_AXES:
        return "another one, with many axes"
    if chosen:
        return f"another one, with {len(shape)} axes"
    return str(shape) if shape else "() (a single number)"


def count_text(values: Sequence[Any]) -> str:
    """Say how many values came; of many, no number, for the same reason."""
    return f"{len(values)} values" if len(values) <= LARGEST_SIZE else "many values"
