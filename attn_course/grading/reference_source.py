"""The course's own functions as source text, to stand in for a learner's in another process.

Only the functions that are asked for are sent, with what they call: never a later one, which would
be the answer to the task that is being marked.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from types import ModuleType


def reference_source(module: ModuleType, names: Iterable[str]) -> str:
    """Return the source of these functions: the module's imports, and all that they need of it."""
    body = ast.parse(inspect.getsource(module)).body
    imports = [statement for statement in body if isinstance(statement, (ast.Import, ast.ImportFrom))]
    definitions = {name: statement for statement in body for name in defined_names(statement)}
    needed: set[str] = set()
    new = set(names)
    while new:
        needed |= new
        new = {used for name in new for used in names_in(definitions[name])} & definitions.keys() - needed
    chosen = [statement for statement in body if needed.intersection(defined_names(statement))]
    return "\n\n".join(ast.unparse(statement) for statement in [*imports, *chosen])


def defined_names(statement: ast.stmt) -> list[str]:
    """Return the names that a statement of a module binds, imports left out."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def names_in(node: ast.AST) -> set[str]:
    """Return every name that occurs in a piece of code."""
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
