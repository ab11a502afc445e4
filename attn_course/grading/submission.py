"""Reads a submission as people hand it in: a notebook of any age, or a script made from one.

Only the source of the code cells counts, and the lab that the metadata names. Outputs, tags, ids
and whatever else a notebook holds are neither needed nor trusted.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_BYTES = 32 * 2**20
MAX_PIECES = 1_000_000  # lists, objects and commas in its JSON
MAX_CELLS = 2_000

BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
SCRIPTS = (".py", ".txt")  # the second is what an export becomes where a notebook does not name its language
CELL_MARKER = re.compile(r"^# (?:In\s?\[[\d ]*\]:|%%).*$", re.MULTILINE)


# What people hand in by mistake, told by how it begins.
NO_NOTEBOOKS = {
    rb"\s*<(?:!doctype|html)": "The file is a web page, not a notebook: hand in the .ipynb, not its export.",
    rb"PK\x03\x04": "The file is a zip archive (or a document of a word processor), not a notebook.",
    rb"%PDF": "The file is a PDF, not a notebook: hand in the .ipynb, not its export.",
}
CLEAR_IT = "clear its outputs, save it and hand it in again."
CONFLICT = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)


class UnreadableSubmission(Exception):
    """The submission cannot be read; the message is one sentence for its author."""


@dataclass(frozen=True)
class Submission:
    """The code cells of a submission in their order, and the lab that its metadata names, if any."""

    cells: tuple[str, ...]
    lab: str | None = None


def read_submission(content: bytes, name: str) -> Submission:
    """Read a notebook or a Python script; raise UnreadableSubmission with the reason.

    What it is decides the content: a script has a name in ``.py`` and does not begin like JSON.
    """
    if len(content) > MAX_BYTES:
        raise UnreadableSubmission(f"The file is larger than {MAX_BYTES // 2**20} MB: {CLEAR_IT}")
    for beginning, problem in NO_NOTEBOOKS.items():
        if re.match(beginning, content, re.IGNORECASE):
            raise UnreadableSubmission(problem)
    text = decoded(content)
    if not text or text.isspace():
        raise UnreadableSubmission("The file is empty.")
    is_script = name.lower().endswith(SCRIPTS) and not text.lstrip().startswith("{")
    submission = Submission(script_cells(text)) if is_script else read_notebook(text)
    if len(submission.cells) > MAX_CELLS:
        raise UnreadableSubmission(f"The submission has more than {MAX_CELLS:,} cells of code.")
    return submission


def decoded(content: bytes) -> str:
    """Return the file as text, with or without a byte-order mark."""
    encoding = next((name for mark, name in BYTE_ORDER_MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise UnreadableSubmission("The file is not a notebook: it is not text.") from None
    if b"\0" in content and "\0" in text:  # bytes are searched faster, but UTF-16 has such in most letters
        raise UnreadableSubmission("The file is not a notebook: it holds binary data.")
    return text


def script_cells(text: str) -> tuple[str, ...]:
    """Split a script at the markers that exports leave; one without any is one cell."""
    return tuple(part.strip("\n") for part in CELL_MARKER.split(text) if part.strip())


def read_notebook(text: str) -> Submission:
    """Read the JSON of a notebook of format 3 or 4."""
    if len(text) > MAX_PIECES and sum(map(text.count, "[{,")) > MAX_PIECES:
        raise UnreadableSubmission(f"The notebook holds too much to be read: {CLEAR_IT}")
    try:
        notebook = json.loads(text)
    except json.JSONDecodeError as error:
        if CONFLICT.search(text):
            raise UnreadableSubmission("The file holds a merge conflict that is not resolved yet.") from None
        where = f"line {error.lineno}, column {error.colno}"
        raise UnreadableSubmission(
            f"The file is not a notebook: it is not valid JSON ({where}). Download it again from Jupyter, as .ipynb."
        ) from None
    except (RecursionError, ValueError):  # nested without end, or a number of thousands of digits
        raise UnreadableSubmission("The file is not a notebook: its JSON is not one that a notebook has.") from None
    cells = list(notebook_cells(notebook))
    sources = [joined(cell.get("source", cell.get("input"))) for cell in cells if cell.get("cell_type") == "code"]
    return Submission(tuple(source for source in sources if source.strip()), named_lab(notebook))


def notebook_cells(notebook: Any) -> Iterator[dict[str, Any]]:
    """Yield the cells; format 3 kept them in worksheets."""
    holders = [notebook] if isinstance(notebook, dict) else []
    if holders and isinstance(notebook.get("worksheets"), list):
        holders += [sheet for sheet in notebook["worksheets"] if isinstance(sheet, dict)]
    lists = [holder["cells"] for holder in holders if isinstance(holder.get("cells"), list)]
    if not lists:
        raise UnreadableSubmission("The file is JSON, but not a notebook: it has no list of cells.")
    for cells in lists:
        yield from (cell for cell in cells if isinstance(cell, dict))


def joined(source: Any) -> str:
    """Return a cell's source, which is a text or a list of lines, without what cannot be encoded."""
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    return text.encode("utf-8", "replace").decode("utf-8")


def named_lab(notebook: dict[str, Any]) -> str | None:
    """Return the id of the lab in the metadata, if there is one."""
    metadata = notebook.get("metadata")
    course = metadata.get("attn_course") if isinstance(metadata, dict) else None
    lab = course.get("lab") if isinstance(course, dict) else None
    return lab if isinstance(lab, str) else None
