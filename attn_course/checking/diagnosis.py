"""Name the misconception: the wrong implementation that answers every recorded call alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from attn_course.checking.comparison import closely, same
from attn_course.checking.specification import Misconception
from attn_course.checking.student import Call, LocalStudent


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
    """Tell whether the wrong implementation gives what the learner's gave, each time.

    The calls are made again in their order; an object of a class is made anew where one was made.
    """
    wrong = LocalStudent({entry.task: entry.implementation})
    return all(answers_alike(call, wrong.repeat(call)) for call in calls)


def raised_there(entry: Misconception, calls: Sequence[Call]) -> bool:
    """Tell whether every error that no test asked for arose on a line that shows the misconception."""
    errors = [call.error for call in calls if call.error is not None and not call.error.wanted]
    lines = [error.lines[-1].source if error.lines else "" for error in errors]
    return bool(entry.raises_at) and all(re.search(entry.raises_at, line) for line in lines)


def answers_alike(one: Call, other: Call) -> bool:
    """Compare what two calls gave back, or raised, and how they left their arguments.

    An error that a test asked for may have any words, and of two calls that take too much memory either may take more.
    """
    if one.error is None or other.error is None:
        return one.error is other.error and same(left_by(one), left_by(other), closely)
    if one.error.wanted:
        return other.error.is_value_error
    if one.error.kind == MemoryError.__name__:
        return other.error.kind == one.error.kind
    return (one.error.kind, one.error.text) == (other.error.kind, other.error.text)


def left_by(call: Call) -> tuple[Any, ...]:
    """Return what a call gave back, and its arguments as the function left them."""
    return call.value, call.arguments_after, dict(call.keywords_after or {})
