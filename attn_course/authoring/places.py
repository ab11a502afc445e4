"""Where notebooks live, and how they are read and written."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[2]


class NotebookError(Exception):
    """A notebook of the course is of no use; the message is one sentence that names the file."""


def solutions(root: Path = ROOT) -> list[Path]:
    """Return the solved notebooks, one a lab."""
    return sorted((root / "solutions").glob("*.ipynb"))


def lectures(root: Path = ROOT) -> list[Path]:
    """Return the lecture notebooks."""
    return sorted((root / "notebooks").glob("*.ipynb"))


def lab_path(solution: Path, root: Path = ROOT) -> Path:
    """Return where the learner's notebook of a solution lives."""
    return root / "labs" / solution.stem / solution.name


def read(path: Path) -> NotebookNode:
    """Read a notebook of the current format; NotebookError if the file does not hold one."""
    try:
        notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        nbformat.validate(notebook)
    except Exception as error:  # nbformat lets through whatever a malformed file makes its code raise
        raise NotebookError(f"{path} cannot be read as a notebook ({type(error).__name__}).") from error
    return notebook


def notebook_text(notebook: NotebookNode) -> str:
    """Return the text of a notebook's file, the same for equal notebooks."""
    return nbformat.writes(notebook, version=4) + "\n"
