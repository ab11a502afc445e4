"""The course's own functions as source text, for another process: to stand in for a learner's, or to be imported.

That process cannot import the course. So the source follows the names: a function comes with every
function and constant of the course that it uses, from whichever module, and with the imports of
libraries that these need. Nothing else is sent: a later function would be the answer to the task
that is being marked.
"""

from __future__ import annotations

import ast
import inspect
import symtable
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from types import ModuleType
from typing import Any

from attn_course.checking.specification import Lab

COURSE = __name__.partition(".")[0]


def reference_source(module: ModuleType, names: Iterable[str]) -> str:
    """Return source that defines these names of a module of the course, and all that they need."""
    collection = Collection()
    for name in names:
        collection.add(name, module)
    return collection.source()


def shown(labs: Iterable[Lab]) -> list[dict[str, Any]]:
    """Return what a submission's process needs to let labs be imported, as plain data: their functions as source."""
    return [shown_lab(lab) for lab in labs]


@cache
def shown_lab(lab: Lab) -> dict[str, Any]:
    """Return one lab's functions, under the names of lab and module."""
    module = lab.reference
    source = reference_source(module, lab.names)
    return {"lab": lab.id, "module": module.__name__, "names": list(lab.names), "source": source}


class Collection:
    """Statements in an order in which they can run; a name means the same in all of them."""

    def __init__(self) -> None:
        self._meanings: dict[str, str] = {}
        self._statements = ["from __future__ import annotations"]  # so that annotations need no import

    def source(self) -> str:
        """Return the statements as one text."""
        return "\n\n".join(self._statements)

    def add(self, name: str, module: ModuleType) -> None:
        """Add the statement that binds a name in a module, after all that it needs.

        Raises ValueError if the name is there already and means another thing.
        """
        statement, needed = definition(name, module)
        text = ast.unparse(statement)
        new = name not in self._meanings
        if self._meanings.setdefault(name, text) != text:
            raise ValueError(f"{name} means two things in the modules of the course that are needed together")
        if new:
            for other, home in needed:
                self.add(other, home)
            self._statements.append(text)


def definition(name: str, module: ModuleType) -> tuple[ast.stmt, list[tuple[str, ModuleType]]]:
    """Return the statement that binds a name in a module, and what it needs: names with their modules."""
    bound = bindings(module)
    statement = bound[name]
    home = course_module(statement, module)
    if home is None:
        return statement, [(other, module) for other in sorted(global_names(statement) & bound.keys())]
    assert isinstance(statement, ast.ImportFrom)
    original = statement.names[0].name
    if original == name:
        return definition(name, home)
    return ast.parse(f"{name} = {original}").body[0], [(original, home)]


@cache
def bindings(module: ModuleType) -> dict[str, ast.stmt]:
    """Return the statements of a module by the names that they bind; an import binds one name at a time."""
    return {name: one for statement in ast.parse(inspect.getsource(module)).body for name, one in bound_by(statement)}


def bound_by(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Yield every name that a statement binds, with the part of it that does."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, statement
        case ast.Assign(targets=targets):
            yield from ((target.id, statement) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name, statement
        case ast.Import(names=names):
            yield from ((alias.asname or alias.name.partition(".")[0], ast.Import([alias])) for alias in names)
        case ast.ImportFrom(module=source, names=names, level=level):
            yield from ((alias.asname or alias.name, ast.ImportFrom(source, [alias], level)) for alias in names)


def course_module(statement: ast.stmt, module: ModuleType) -> ModuleType | None:
    """Return the module of the course from which a statement of another one imports, if it does."""
    if not isinstance(statement, ast.ImportFrom):
        return None
    name = resolve_name("." * statement.level + (statement.module or ""), module.__package__)
    return import_module(name) if name.partition(".")[0] == COURSE else None


class WithoutAnnotations(ast.NodeTransformer):
    """Takes the annotations of functions and variables out of code."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Leave the name of an argument."""
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave out what a function returns."""
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the assignment, if there is one."""
        return self.generic_visit(ast.Assign([node.target], node.value)) if node.value else ast.Pass()


def global_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement looks up outside itself, annotations left out."""
    bare = WithoutAnnotations().visit(ast.parse(ast.unparse(statement)))
    top = symtable.symtable(ast.unparse(ast.fix_missing_locations(bare)), "<course>", "exec")
    inner = {symbol.get_name() for scope in scopes_below(top) for symbol in scope.get_symbols() if symbol.is_global()}
    return inner | {symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced()}


def scopes_below(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """Yield every scope inside this one."""
    for child in scope.get_children():
        yield child
        yield from scopes_below(child)
