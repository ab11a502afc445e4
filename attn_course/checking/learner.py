"""What a notebook calls: `check`, `hint`, `progress` and `attempt`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import display

from attn_course.checking.messages import (
    Message,
    check_message,
    courses_own_message,
    hint_message,
    progress_message,
    unfinished_message,
    unknown_message,
    with_hint,
)
from attn_course.checking.outcomes import Outcome
from attn_course.checking.running import PUBLIC_SEED, examine_lab, examine_public
from attn_course.checking.specification import Lab, all_labs, lab_that_defines_most
from attn_course.checking.student import CREATION, LocalStudent, function_behind
from attn_course.tracebacks import learners_lines

hints_given: Counter[str] = Counter()


def check(function: Callable[..., Any] | str) -> None:
    """Run the public tests of the task that this function solves, and say what they found.

    Takes at most a tenth of a second. `function` is the function itself (or its name).
    """
    namespace = notebook_namespace()
    name = task_name(function, namespace)
    lab = lab_of(name)
    if lab is None:
        display(unknown_message("check", name, all_labs()))
        return
    bound = issubclass(type(function), str) or namespace.get(name) is function
    display(verdict(lab, name, namespace if bound else {**namespace, name: function}))


def verdict(lab: Lab, name: str, functions: Mapping[str, Any]) -> Message:
    """Examine one function and say what was found, and where help is to be had."""
    function = functions.get(name)
    if function is getattr(lab.reference, name):
        return courses_own_message(name)
    result = examine_public(lab, name, LocalStudent(functions, lab.reference))
    if result.outcome is Outcome.NOT_ATTEMPTED:
        return unfinished_message(name) if has_code(function) else check_message(lab, result)
    message = check_message(lab, result)
    return message if result.outcome is Outcome.PASSED else with_hint(message, name)


def has_code(function: object) -> bool:
    """Tell whether a function, or a method of a class, does more than raise NotImplementedError."""
    if type(function) is type:
        return any(has_code(value) for name, value in vars(function).items() if name != CREATION)
    written = function_behind(function)
    return written is not None and set(written.__code__.co_names) > {"NotImplementedError"}


def hint(function: Callable[..., Any] | str) -> None:
    """Give the next of the task's three hints; the third is nearly the answer."""
    name = task_name(function, notebook_namespace())
    lab = lab_of(name)
    if lab is None:
        display(unknown_message("hint", name, all_labs()))
        return
    hints_given[name] = min(hints_given[name] + 1, 3)
    display(hint_message(lab.task(name), hints_given[name]))


def progress() -> None:
    """Run all checks of this notebook's lab and show what passes, and what is still to do."""
    namespace = notebook_namespace()
    lab = lab_that_defines_most(set(namespace), all_labs())
    if lab is None:
        display(Message("No function of any lab is defined here yet: run the notebook's cells first."))
        return
    # What is imported from the course passes every check, and is not the learner's work.
    own = {name for name in lab.names if namespace.get(name) is getattr(lab.reference, name)}
    learners = {name: value for name, value in namespace.items() if name not in own} if own else namespace
    student = LocalStudent(learners, lab.reference)
    display(progress_message(lab, examine_lab(lab, lab.public_tests, student, PUBLIC_SEED)))


@contextmanager
def attempt() -> Iterator[None]:
    """Run a block that needs your functions; say so, and go on, where one is not written yet."""
    try:
        yield
    except NotImplementedError as error:
        lines = learners_lines(error.__traceback__)
        parts = lines[-1].function.split(".") if lines else []  # of a method, the class comes first
        stub = next((part for part in parts if lab_of(part) is not None), None)
        if stub is None:
            raise
        display(Message(f"not attempted yet: write `{stub}` first, then run this cell again."))


def lab_of(name: str) -> Lab | None:
    """Return the lab that has a task of this name."""
    return next((lab for lab in all_labs() if name in lab.names), None)


def task_name(function: Callable[..., Any] | str, namespace: Mapping[str, Any]) -> str:
    """Find the task: by the name that the notebook binds to this object, else by the object's own."""
    if issubclass(type(function), str):  # `isinstance` would ask the object too, which may raise
        return str(function)
    known = {name for lab in all_labs() for name in lab.names}
    bound = [name for name, value in namespace.items() if value is function and name in known]
    return bound[0] if bound else own_name(function)


def own_name(function: object) -> str:
    """Return what an object calls itself; its type's name where it has no name, or does not tell."""
    with suppress(Exception):
        name = getattr(function, "__name__", None)
        if type(name) is str:
            return name
    return type(function).__name__


def notebook_namespace() -> dict[str, Any]:
    """Return the notebook's names; outside a notebook, those of the code that called us."""
    shell = get_ipython()
    if shell is not None:
        return shell.user_ns
    return sys._getframe(2).f_globals
