"""Name the misconception: the wrong implementation that answers every recorded call alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from attn_course.checking.expectations import same_content
from attn_course.checking.specification import Misconception
from attn_course.checking.student import Call, LearnerError, LocalStudent, NotAttempted


def diagnose(bank: Iterable[Misconception], task: str, calls: Sequence[Call]) -> Misconception | None:
    """Return the one misconception of the task that explains every call; None unless it is one.

    Certain or silent: two explanations, or a single call that differs, give no diagnosis.
    """
    if not calls:
        return None
    found = [entry for entry in bank if entry.task == task and explains(entry, calls)]
    return found[0] if len(found) == 1 else None


def explains(entry: Misconception, calls: Sequence[Call]) -> bool:
    """Tell whether the wrong implementation gives what the learner's function gave, each time."""
    return all(answers_alike(call, replay(entry, call)) for call in calls)


def replay(entry: Misconception, call: Call) -> Call:
    """Make the same call of the wrong implementation."""
    student = LocalStudent({entry.task: entry.implementation})
    with suppress(LearnerError, NotAttempted):  # the recorded call holds the error
        getattr(student, entry.task)(*call.arguments, **call.keywords)
    return student.calls[-1]


def answers_alike(one: Call, other: Call) -> bool:
    """Compare what two calls gave back, or raised, and how they left their arguments."""
    if (one.error is None) != (other.error is None):
        return False
    if one.error is not None and other.error is not None:
        return (one.error.kind, one.error.text) == (other.error.kind, other.error.text)
    mine, theirs = arguments_left(one), arguments_left(other)
    return alike(one.value, other.value) and len(mine) == len(theirs) and all(map(equal, mine, theirs))


def arguments_left(call: Call) -> tuple[Any, ...]:
    """Return all arguments of a call as the function left them."""
    return (*call.arguments_after, *(call.keywords_after or {}).values())


def equal(mine: Any, theirs: Any) -> bool:
    """Compare two arguments; where a function wrote into one, by the tolerance of results."""
    return same_content(mine, theirs) or alike(mine, theirs)


def alike(one: Any, other: Any) -> bool:
    """Compare two returned values: same structure, shapes, and numbers (NaN equals NaN)."""
    if isinstance(one, tuple) or isinstance(other, tuple):
        return (
            isinstance(one, tuple)
            and isinstance(other, tuple)
            and len(one) == len(other)
            and all(map(alike, one, other))
        )
    try:
        first, second = np.asarray(one), np.asarray(other)
    except ValueError:  # lists of different lengths
        return False
    if first.shape != second.shape or first.dtype.kind not in "biufc" or second.dtype.kind not in "biufc":
        return one is None and other is None
    with np.errstate(over="ignore"):  # 1e308 and -1e308: the difference is infinite
        return bool(np.allclose(first, second, rtol=1e-6, atol=1e-9, equal_nan=True))
