"""What a later lab takes from an earlier one: the learner's own functions where they pass, else the course's."""

from __future__ import annotations

import json
import linecache
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager
from IPython.display import display
from IPython.utils.capture import capture_output

from attn_course.checking.messages import Message, names_text
from attn_course.checking.outcomes import Outcome
from attn_course.checking.running import examine_public
from attn_course.checking.specification import Lab, all_labs
from attn_course.checking.student import LocalStudent
from attn_course.definitions import is_harmless, run_statements, statements, transformed

being_read: set[str] = set()


def from_lab(name: str) -> SimpleNamespace:
    """Return the functions of an earlier lab as attributes, and say whose they are.

    They are those of your own notebook of that lab, as it was last saved, if they pass its checks; in the place of
    each one that does not, or is not written yet, stands the course's own.

    Parameters
    ----------
    name : str
        The lab: ``"lab01"``, or its whole id.

    Raises
    ------
    ValueError
        If there is no such lab.
    """
    lab = named_lab(name)
    own = own_functions(lab)
    display(origin_message(lab, own))
    return SimpleNamespace(**{task: own.get(task, getattr(lab.reference, task)) for task in lab.names})


def named_lab(name: str) -> Lab:
    """Return the lab whose id begins with this name."""
    labs = all_labs()
    for lab in labs:
        if f"{lab.id}_".startswith(f"{name}_"):
            return lab
    raise ValueError(f"there is no lab {name!r}; there is {', '.join(lab.id for lab in labs)}")


def own_functions(lab: Lab) -> dict[str, Any]:
    """Return those functions of the learner's notebook that pass their checks, by name."""
    names = notebook_names(lab)
    courses = {name: getattr(lab.reference, name) for name in lab.names}  # what is imported from the course is its own
    written = [name for name in lab.names if names.get(name, courses[name]) is not courses[name]]
    return {name: names[name] for name in written if passes(lab, name, names)}


def passes(lab: Lab, name: str, names: Mapping[str, Any]) -> bool:
    """Tell whether a function passes its checks with nothing but the learner's own functions."""
    result = examine_public(lab, name, LocalStudent(names, lab.reference))
    return result.outcome is Outcome.PASSED and not result.replaced


def notebook_names(lab: Lab) -> dict[str, Any]:
    """Return what the learner's notebook of a lab defines; nothing where it cannot be read or is being read."""
    path = lab.folder / f"{lab.id}.ipynb"
    names: dict[str, Any] = {"__name__": lab.id}
    if lab.id in being_read:  # a notebook that asks for its own lab
        return names
    with reading(lab):
        for number, source in enumerate(code_cells(path)):
            run_definitions(source, f"<{lab.id}, cell {number}>", names)
    return names


def code_cells(path: Path) -> list[str]:
    """Return the source of a notebook's code cells; none where it is not there, or damaged: it is the learner's."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError):
        return []


@contextmanager
def reading(lab: Lab) -> Iterator[None]:
    """Show nothing of what a notebook's cells print and display, and remember which one is read."""
    being_read.add(lab.id)
    try:
        with capture_output():
            yield
    finally:
        being_read.discard(lab.id)


def run_definitions(source: str, filename: str, names: dict[str, Any]) -> None:
    """Run the definitions of a cell, so that a traceback finds their lines."""
    transform = TransformerManager().transform_cell
    code = transformed(source, transform)
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    run_statements(filter(is_harmless, statements(code, transform)), filename, names)


def origin_message(lab: Lab, own: Mapping[str, Any]) -> Message:
    """Say in one sentence which functions are the learner's own, and which the course's."""
    others = [name for name in lab.names if name not in own]
    if not others:
        return Message(f"{lab.title}: all functions are your own.", tone="good")
    if not own:
        return Message(f"{lab.title}: these are the course's own functions, until yours pass their checks.")
    return Message(
        f"{lab.title}: your own functions; for {names_text(others)} the course's own, until the check passes."
    )
