"""Runs one cell of a submission, and saves the definitions of a cell that fails.

A learner's later functions should not be lost because an earlier line of the same cell raises: an
exported script is one long cell, and an assertion in its middle is common. So, after an error, the
definitions that follow it are run one by one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from attn_course.sandbox.inside.shell import SubmissionShell
from attn_course.tracebacks import learners_lines

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign)
RUNS_CODE = (ast.Call, ast.Await, ast.ListComp, ast.SetComp, ast.DictComp)
CONTINUES = ("else", "elif", "except", "finally")  # words at the margin that begin no statement
CELL_MAGIC = re.compile(r"\s*%%(?:time|capture|prun)\b.*")  # those that leave the names of the cell behind
PLAIN_TYPES = ("float", "int", "complex", "bool")
PLAIN_MODULES = ("np", "numpy", "math")
CANNOT_BE_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)


def run_cell(shell: SubmissionShell, source: str) -> BaseException | None:
    """Run a cell, and after an error the definitions and assignments that follow; return the error."""
    result = shell.run_cell(source, silent=True)  # type: ignore[no-untyped-call]
    error: BaseException | None = result.error_before_exec or result.error_in_exec
    if error is None:
        return None
    lines = learners_lines(error.__traceback__) if result.error_in_exec else ()
    failed = lines[0].number if lines else 0
    code = transformed(shell, source)
    following = [statement for statement in statements(shell, code) if statement.lineno > failed]
    run_statements(shell, code, [node for node in following if isinstance(node, DEFINITIONS + ASSIGNMENTS)])
    return error


def run_definitions(shell: SubmissionShell, source: str) -> None:
    """Run nothing of a cell but its definitions and the assignments that call nothing."""
    code = transformed(shell, source)
    run_statements(shell, code, [statement for statement in statements(shell, code) if is_harmless(statement)])


def run_statements(shell: SubmissionShell, code: str, chosen: list[ast.stmt]) -> None:
    """Run statements of a cell, each for itself: one that raises does not stop the next."""
    filename = shell.compile.cache(code)  # so that a traceback finds the lines
    for statement in chosen:
        module = ast.Module([statement], type_ignores=[])
        try:
            exec(compile(module, filename, "exec", shell.compile.flags, dont_inherit=True), shell.user_ns)
        except BaseException:  # an import may even call sys.exit
            continue


def is_harmless(statement: ast.stmt) -> bool:
    """Tell whether running the statement hardly can hang: a definition, or a value that calls nothing."""
    if isinstance(statement, ASSIGNMENTS):
        return statement.value is not None and not runs_code(statement.value)
    return isinstance(statement, DEFINITIONS)


def runs_code(node: ast.AST) -> bool:
    """Tell whether evaluating an expression calls the learner's code; what a lambda would call does not count."""
    if isinstance(node, ast.Lambda):
        return False
    if isinstance(node, ast.Call) and is_plain(node.func):
        return any(map(runs_code, (*node.args, *node.keywords)))
    return isinstance(node, RUNS_CODE) or any(map(runs_code, ast.iter_child_nodes(node)))


def is_plain(function: ast.expr) -> bool:
    """Tell whether what is called is a number's type or NumPy's, as in ``NEG_INF = float("-inf")``."""
    if isinstance(function, ast.Name):
        return function.id in PLAIN_TYPES
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and function.id in PLAIN_MODULES


def transformed(shell: SubmissionShell, source: str) -> str:
    """Return a cell as plain Python: magics become calls, line for line; one for the whole cell is left out."""
    source = CELL_MAGIC.sub("", source, count=1) if CELL_MAGIC.match(source) else source
    try:
        return str(shell.transform_cell(source))  # type: ignore[no-untyped-call]
    except Exception:  # a syntax error that the transformation meets, or a broken transformer
        return source


def statements(shell: SubmissionShell, code: str) -> Iterator[ast.stmt]:
    """Yield a cell's statements; where it cannot be parsed as a whole, those of the parts that can."""
    try:
        yield from ast.parse(code).body
        return
    except CANNOT_BE_PARSED:
        pass
    for above, part in parts(code):
        try:
            yield from ast.parse("\n" * above + transformed(shell, part)).body
        except CANNOT_BE_PARSED:
            continue


def parts(code: str) -> Iterator[tuple[int, str]]:
    """Split code that cannot be parsed where statements seem to begin; yield lines above, and text."""
    lines = code.splitlines(keepends=True)
    starts = [number for number in range(len(lines)) if begins_statement(lines, number)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start, "".join(lines[start:end])


def begins_statement(lines: list[str], number: int) -> bool:
    """Tell whether a line begins a statement: it is at the margin, and not below a decorator."""
    line = lines[number]
    below_decorator = number > 0 and lines[number - 1].startswith("@")
    begins = line[0].isalpha() or line[0] in "_@"
    return begins and not below_decorator and not line.startswith(CONTINUES)
