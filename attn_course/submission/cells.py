"""Runs one cell of a submission, and saves the definitions of a cell that fails.

A learner's later functions should not be lost because an earlier line of the same cell raises: an
exported script is one long cell, and an assertion in its middle is common. So, after an error, the
definitions that follow it are run one by one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from inspect import CO_COROUTINE

from attn_course.definitions import (
    ASSIGNMENTS,
    CANNOT_BE_PARSED,
    DEFINITIONS,
    is_harmless,
    run_statements,
    statements,
    transformed,
)
from attn_course.submission.shell import SubmissionShell
from attn_course.tracebacks import learners_lines


def run_cell(shell: SubmissionShell, source: str) -> BaseException | None:
    """Run a cell, and after an error the definitions and assignments that follow; return the error."""
    error = run_whole(shell, source)
    if error is None:
        return None
    lines = learners_lines(error.__traceback__)
    failed = lines[0].number if lines else 0
    run_chosen(shell, source, lambda one: one.lineno > failed and isinstance(one, DEFINITIONS + ASSIGNMENTS))
    return error


def run_whole(shell: SubmissionShell, source: str) -> BaseException | None:
    """Run a cell and return the error that stopped it: plain Python directly, which takes half of IPython's time."""
    try:
        code = compile(source, shell.compile.cache(source), "exec", shell.compile.flags, dont_inherit=True)
    except CANNOT_BE_PARSED:
        code = None
    if code is None or code.co_flags & CO_COROUTINE:  # magics, or an error of theirs; await
        result = shell.run_cell(source, silent=True)  # type: ignore[no-untyped-call]
        error: BaseException | None = result.error_before_exec or result.error_in_exec
        return error
    try:
        exec(code, shell.user_ns)
    except BaseException as error:  # sys.exit too
        return error
    return None


def run_definitions(shell: SubmissionShell, source: str) -> None:
    """Run nothing of a cell but its definitions and the assignments that call nothing."""
    run_chosen(shell, source, is_harmless)


def run_chosen(shell: SubmissionShell, source: str, is_chosen: Callable[[ast.stmt], bool]) -> None:
    """Run the chosen statements of a cell, so that a traceback finds their lines."""
    code = transformed(source, shell.transform_cell)
    chosen = filter(is_chosen, statements(code, shell.transform_cell))
    run_statements(chosen, shell.compile.cache(code), shell.user_ns, shell.compile.flags)
