"""Name the misconception: the wrong implementation that answers every recorded call alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from attn_course.checking.comparison import closely, same
from attn_course.checking.specification import Misconception
from attn_course.checking.student import Call, LearnerError, LocalStudent, NotAttempted


def diagnose(
    bank: Iterable[Misconception], task: str, calls: Sequence[Call], only_errors: bool = False
) -> Misconception | None:
    """Return the one misconception of the task that explains every call; None unless it is one.

    Certain or silent: two explanations, or a single call that differs, give no diagnosis. Where no
    value is wrong (`only_errors`), the raising line must show the misconception too.
    """
    if not calls:
        return None
    found = [entry for entry in bank if entry.task == task and explains(entry, calls)]
    if only_errors:
        found = [entry for entry in found if raised_there(entry, calls)]
    return found[0] if len(found) == 1 else None


def explains(entry: Misconception, calls: Sequence[Call]) -> bool:
    """Tell whether the wrong implementation gives what the learner's function gave, each time."""
    return all(answers_alike(call, replay(entry, call)) for call in calls)


def raised_there(entry: Misconception, calls: Sequence[Call]) -> bool:
    """Tell whether every error arose on a line that shows the misconception."""
    lines = [call.error.lines[-1].source if call.error.lines else "" for call in calls if call.error is not None]
    return bool(entry.raises_at) and all(re.search(entry.raises_at, line) for line in lines)


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
    return same(left_by(one), left_by(other), closely)


def left_by(call: Call) -> tuple[Any, ...]:
    """Return what a call gave back, and its arguments as the function left them."""
    return call.value, call.arguments_after, dict(call.keywords_after or {})
