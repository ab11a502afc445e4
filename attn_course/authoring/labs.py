"""Make a lab's notebook from its solution, and prove that only the stubs differ."""

from __future__ import annotations

import copy
import re
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearOutput, ClearSolutions

from attn_course.authoring.places import ROOT, NotebookError, lab_path, notebook_text, read, solutions
from attn_course.checking.specification import all_labs

STUB = "raise NotImplementedError  # replace this line with your code"
REGION = re.compile(r"^[ \t]*### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE)


def make_lab(solution: NotebookNode) -> NotebookNode:
    """Return the learner's notebook: stubs for solutions, no outputs, nothing else changed."""
    lab = copy.deepcopy(solution)
    lab.metadata.pop("widgets", None)
    lab, _ = ClearSolutions(code_stub={"python": STUB}, enforce_metadata=False).preprocess(lab, {})
    lab, _ = ClearOutput().preprocess(lab, {})
    return lab


def untouched_lab(path: Path, root: Path) -> NotebookNode:
    """Make the lab of a solution's file; NotebookError if a task would be shipped with its solution."""
    try:
        lab = make_lab(read(path))
    except RuntimeError as error:  # nbgrader's word for a region that does not end
        raise NotebookError(f"{path} cannot be made a lab: {error}.") from error
    tasks = number_of_tasks(path.stem, root)
    stubs = sum(stubs_in(cell) for cell in lab.cells)
    if stubs < tasks:
        raise NotebookError(
            f"{path} marks too few solutions: {stubs} for {tasks} tasks. Each needs its lines "
            "`### BEGIN SOLUTION` and `### END SOLUTION`, in capitals."
        )
    return lab


def number_of_tasks(lab: str, root: Path) -> int:
    """Return how many tasks a lab declares; 1 for one that declares none, which is no lab without any."""
    try:
        return next((len(known.tasks) for known in all_labs(root / "labs") if known.id == lab), 1)
    except Exception as error:  # a tasks.py runs when it is loaded, and may raise anything
        raise NotebookError(f"A tasks.py of {root / 'labs'} cannot be loaded ({type(error).__name__}).") from error


def stubs_in(cell: NotebookNode) -> int:
    """Count the stubs that are code: one behind a `#` stops nothing."""
    return sum(line.strip() == STUB for line in cell.source.splitlines()) if cell.cell_type == "code" else 0


def build(root: Path = ROOT, force: bool = False) -> tuple[list[Path], list[Path]]:
    """Write every lab's notebook; return the paths of those that changed, and of those left alone.

    A notebook in which somebody worked is left alone, unless `force`. Nothing is written if any
    solution is of no use, or (without `force`) any lab cannot be read: NotebookError.
    """
    labs = {lab_path(path, root): untouched_lab(path, root) for path in solutions(root)}
    there = {} if force else {target: read(target) for target in labs if target.exists()}
    changed, left = [], []
    for target, lab in labs.items():
        text = notebook_text(lab)
        if target in there and worked_on(there[target], lab):
            left.append(target)
        elif not target.exists() or target.read_text(encoding="utf-8", errors="replace") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            changed.append(target)
    return changed, left


def worked_on(there: NotebookNode, untouched: NotebookNode) -> bool:
    """Tell whether somebody worked in a lab: a cell that holds a stub is not as it was, or gone."""
    sources = {cell.get("id"): cell.source for cell in there.cells}
    return any(stubs_in(cell) and sources.get(cell.id) != cell.source for cell in untouched.cells)


def disagreements(root: Path = ROOT) -> list[str]:
    """Return a sentence for each thing in which a lab does not agree with its solution."""
    return [sentence for path in solutions(root) for sentence in disagreements_of(path, root)]


def disagreements_of(path: Path, root: Path) -> list[str]:
    """Compare one solution with its lab.

    Two proofs: the file is the one that `build` would write, and, cell by cell without that
    machinery, the sources differ in nothing but the stub.
    """
    target = lab_path(path, root)
    if not target.exists():
        return [f"{target.relative_to(root)} is missing: run `attn-course build`."]
    try:
        solution, untouched, lab = read(path), untouched_lab(path, root), read(target)
    except NotebookError as error:
        return [str(error)]
    found = []
    if worked_on(lab, untouched):
        found.append(f"{target.relative_to(root)} is not the untouched lab any more: somebody worked in it.")
    elif target.read_text(encoding="utf-8") != notebook_text(untouched):
        found.append(f"{target.relative_to(root)} is not what its solution makes: run `attn-course build`.")
    return found + differing_cells(target.name, solution, lab)


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
