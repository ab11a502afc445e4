"""What a notebook's file holds: texts, pictures, headings, the parts of a task."""

from __future__ import annotations

import ast
import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from nbformat import NotebookNode

from attn_course.authoring.outputs import WIDGETS

BASE64 = re.compile(r"base64,[A-Za-z0-9+/=]+")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOT_COMPARED = {WIDGET_VIEW}  # by nbval
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


@dataclass(frozen=True)
class Picture:
    """A stored picture: the cell or the widget that holds it, its bytes and its alternative text."""

    where: str
    png: bytes
    alt: str


class Images(HTMLParser):
    """Collects the attributes of every `<img>`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.found.append(dict(attrs))


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def markdown(notebook: NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.+?)\s*$", text, flags=re.MULTILINE)


def widget_states(notebook: NotebookNode) -> dict[str, NotebookNode]:
    """Return the stored states of a notebook's widgets."""
    models = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    return {name: model["state"] for name, model in models.items()}


def shown_texts(notebook: NotebookNode) -> dict[str, str]:
    """Return what each cell and each widget shows, as text without the bytes of pictures."""
    shown = {cell.id: "\n".join(output_texts(cell)) for cell in code_cells(notebook)}
    return shown | {name: BASE64.sub("", json.dumps(state)) for name, state in widget_states(notebook).items()}


def printed(notebook: NotebookNode) -> dict[str, str]:
    """Return what each cell has printed."""
    return {
        cell.id: "".join(output.text for output in cell.outputs if output.output_type == "stream")
        for cell in code_cells(notebook)
    }


def output_texts(cell: NotebookNode) -> Iterator[str]:
    """Return the texts of a cell's outputs that nbval compares; HTML without the bytes of pictures."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.text
        for form, content in output.get("data", {}).items():
            if form not in NOT_COMPARED:
                yield BASE64.sub("", content)


def pictures(notebook: NotebookNode) -> list[Picture]:
    """Return every picture, in a cell's HTML or in a widget; a bare PNG, which can have no text, is refused."""
    found = []
    for cell in code_cells(notebook):
        for output in cell.outputs:
            data = output.get("data", {})
            assert "image/png" not in data, f"{cell.id} shows a picture without `viz.show`"
            found += pictures_of_html(cell.id, data.get("text/html", ""))
    for name, state in widget_states(notebook).items():
        found += pictures_of_html(f"widget {name}", str(state.get("value", "")))
    return found


def pictures_of_html(where: str, text: str) -> list[Picture]:
    """Return the pictures that HTML holds in itself."""
    images = Images()
    images.feed(text)
    sources = [(image.get("src") or "", image.get("alt") or "") for image in images.found]
    return [Picture(where, base64.b64decode(source.partition("base64,")[2]), alt) for source, alt in sources]


def counts(cell: NotebookNode) -> bool:
    """Say whether a cell does more than import, define and comment."""
    return any(not isinstance(statement, DEFINITIONS) for statement in ast.parse(cell.source).body)


def compared(cell: NotebookNode) -> bool:
    """Say whether nbval's strict mode compares anything that the cell shows."""
    return not nbval_tags(cell) and any(text.strip() for text in output_texts(cell))


def nbval_tags(cell: NotebookNode) -> list[str]:
    return [tag for tag in cell.metadata.get("tags", []) if tag.startswith("nbval-")]


def section(notebook: NotebookNode, heading: str) -> list[NotebookNode]:
    """Return the cells from the one with this heading to the one with the next of its kind."""
    starts = [
        number
        for number, cell in enumerate(notebook.cells)
        if cell.cell_type == "markdown" and re.match("## ", cell.source)
    ]
    start = next(number for number in starts if heading in headings(notebook.cells[number].source))
    return notebook.cells[start : min((number for number in starts if number > start), default=None)]
