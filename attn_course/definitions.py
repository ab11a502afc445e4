"""Finds the statements of a cell that define something, and runs them without the rest."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign)
RUNS_CODE = (ast.Call, ast.Await, ast.ListComp, ast.SetComp, ast.DictComp)
CONTINUES = ("else", "elif", "except", "finally")  # words at the margin that begin no statement
CELL_MAGIC = re.compile(r"\s*%%(?:time|capture|prun)\b.*")  # those that leave the names of the cell behind
PLAIN_FUNCTIONS = ("float", "int", "complex", "bool", "from_lab")
PLAIN_MODULES = ("np", "numpy", "math")
CANNOT_BE_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)

Transform = Callable[[str], str]


def run_statements(chosen: Iterable[ast.stmt], filename: str, names: dict[str, Any], flags: int = 0) -> None:
    """Run statements, each for itself: one that raises does not stop the next."""
    for statement in chosen:
        module = ast.Module([statement], type_ignores=[])
        try:
            exec(compile(module, filename, "exec", flags, dont_inherit=True), names)
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
    """Tell whether what is called is a number's type, NumPy's or the course's, as in ``NEG_INF = float("-inf")``."""
    if isinstance(function, ast.Name):
        return function.id in PLAIN_FUNCTIONS
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and function.id in PLAIN_MODULES


def transformed(source: str, transform: Transform) -> str:
    """Return a cell as plain Python: magics become calls, line for line; one for the whole cell is left out.

    `transform` is IPython's ``transform_cell``.
    """
    source = CELL_MAGIC.sub("", source, count=1) if CELL_MAGIC.match(source) else source
    try:
        return str(transform(source))
    except Exception:  # a syntax error that the transformation meets, or a broken transformer
        return source


def statements(code: str, transform: Transform) -> Iterator[ast.stmt]:
    """Yield a cell's statements; where it cannot be parsed as a whole, those of the parts that can."""
    try:
        yield from ast.parse(code).body
        return
    except CANNOT_BE_PARSED:
        pass
    for above, part in parts(code):
        try:
            yield from ast.parse("\n" * above + transformed(part, transform)).body
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
