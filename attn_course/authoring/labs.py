"""Make a lab's notebook from its solution, and prove that only the stubs differ."""

from __future__ import annotations

import copy
import re
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearOutput, ClearSolutions

from attn_course.authoring.places import ROOT, lab_path, notebook_text, read, solutions

STUB = "raise NotImplementedError  # replace this line with your code"
REGION = re.compile(r"^[ \t]*### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE)


def make_lab(solution: NotebookNode) -> NotebookNode:
    """Return the learner's notebook: stubs for solutions, no outputs, nothing else changed."""
    lab = copy.deepcopy(solution)
    lab.metadata.pop("widgets", None)
    lab, _ = ClearSolutions(code_stub={"python": STUB}, enforce_metadata=False).preprocess(lab, {})
    lab, _ = ClearOutput().preprocess(lab, {})
    return lab


def build(root: Path = ROOT, force: bool = False) -> tuple[list[Path], list[Path]]:
    """Write every lab's notebook; return the paths of those that changed, and of those left alone.

    A notebook in which somebody solved a task is left alone, unless `force`.
    """
    changed, left = [], []
    for path in solutions(root):
        text, target = notebook_text(make_lab(read(path))), lab_path(path, root)
        there = target.read_text(encoding="utf-8") if target.exists() else text
        if worked_on(there, text) and not force:
            left.append(target)
        elif there != text or not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            changed.append(target)
    return changed, left


def worked_on(there: str, untouched: str) -> bool:
    """Tell whether somebody solved a task in a lab's file: a stub is gone."""
    return there.count(STUB) < untouched.count(STUB)


def disagreements(root: Path = ROOT) -> list[str]:
    """Return a sentence for each thing in which a lab does not agree with its solution.

    Two proofs: the file is the one that `build` would write, and, cell by cell without that
    machinery, the sources differ in nothing but the stub.
    """
    found = []
    for path in solutions(root):
        target = lab_path(path, root)
        if not target.exists():
            found.append(f"{target.relative_to(root)} is missing: run `attn-course build`.")
            continue
        solution, lab = read(path), read(target)
        there, untouched = target.read_text(encoding="utf-8"), notebook_text(make_lab(solution))
        if worked_on(there, untouched):
            found.append(f"{target.relative_to(root)} is not the untouched lab any more: a task is solved in it.")
        elif there != untouched:
            found.append(f"{target.relative_to(root)} is not what its solution makes: run `attn-course build`.")
        found += differing_cells(target.name, solution, lab)
    return found


def differing_cells(name: str, solution: NotebookNode, lab: NotebookNode) -> list[str]:
    """Return a sentence for each cell whose sources differ in more than a stub."""
    if len(solution.cells) != len(lab.cells):
        return [f"{name}: the solution has {len(solution.cells)} cells, the lab {len(lab.cells)}."]
    found = []
    for number, (solved, empty) in enumerate(zip(solution.cells, lab.cells, strict=True), 1):
        expected = REGION.sub(stub_for, solved.source)
        if (solved.cell_type, solved.metadata, expected) != (empty.cell_type, empty.metadata, empty.source):
            found.append(f"{name}: cell {number} differs in more than its stub.")
        if empty.cell_type == "code" and (empty.outputs or empty.execution_count is not None):
            found.append(f"{name}: cell {number} of the lab carries outputs.")
    return found


def stub_for(region: re.Match[str]) -> str:
    """Return the stub with the indentation of the region that it replaces."""
    line = region.group()
    return line[: len(line) - len(line.lstrip())] + STUB
