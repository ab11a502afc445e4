"""Execute notebooks and store outputs that are the same, byte for byte, every time."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from attn_course.authoring.places import ROOT, lectures, notebook_text, read, solutions
from attn_course.steady import steady_environment

SECONDS_FOR_A_CELL = 120
WIDGETS = "application/vnd.jupyter.widget-state+json"
MODEL_ID = re.compile(r"[0-9a-f]{32}")
NOT_COMPARED = "nbval-ignore-output"


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Run a notebook from top to bottom in a kernel of its own; raise CellExecutionError if a cell fails.

    The kernel sees no settings of this user and computes in a steady way, so that the outputs depend
    on the notebook and on the installed packages only.
    """
    with tempfile.TemporaryDirectory() as home:
        client = NotebookClient(
            notebook,
            timeout=SECONDS_FOR_A_CELL,
            kernel_name="python3",
            coalesce_streams=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env=kernel_environment(home))
    return notebook


def kernel_environment(home: str) -> dict[str, str]:
    """Return the variables of a kernel that keeps its settings in this folder and computes in a steady way."""
    return steady_environment() | dict.fromkeys(("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"), home)


def cleared(notebook: NotebookNode) -> NotebookNode:
    """Remove the outputs and counts of a notebook that is about to be executed."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Remove what differs from run to run: times, versions, the random ids of widgets."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    # The last two make `jupyter nbconvert --to script` write a .py file.
    notebook.metadata["language_info"] = {"name": "python", "file_extension": ".py", "nbconvert_exporter": "python"}
    states = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    used = reachable(states, MODEL_ID.findall(json.dumps(notebook.cells)))
    for model in set(states) - set(used):
        del states[model]
    names = {model: f"{number:032x}" for number, model in enumerate(used)}
    text = MODEL_ID.sub(lambda match: names.get(match.group(), match.group()), json.dumps(notebook, sort_keys=True))
    return nbformat.from_dict(json.loads(text))


def reachable(states: dict[str, Any], shown: list[str]) -> list[str]:
    """Return the ids of the widget models that the cells show, and of their parts, in order of appearance."""
    found: list[str] = []
    waiting = list(reversed(shown))
    while waiting:
        model = waiting.pop()
        if model in states and model not in found:
            found.append(model)
            waiting += reversed(MODEL_ID.findall(json.dumps(states[model], sort_keys=True)))
    return found


def executed_text(path: Path, run: Callable[[NotebookNode], NotebookNode] | None = None) -> str:
    """Return what the notebook's file would hold after an execution.

    A cell that is tagged as not compared, for it shows what was measured, keeps the outputs that are stored. `run`
    fills a notebook without outputs; by itself, it is executed where it lies.
    """
    notebook = read(path)
    measured = {cell.id: cell.outputs for cell in notebook.cells if shows_measurements(cell) and cell.outputs}
    executed = run(cleared(notebook)) if run else execute(cleared(notebook), path.parent)
    for cell in executed.cells:
        if cell.id in measured:
            cell.outputs = measured[cell.id]
    return notebook_text(normalise(executed))


def shows_measurements(cell: NotebookNode) -> bool:
    """Tell whether a code cell is tagged as one whose outputs differ from run to run."""
    return cell.cell_type == "code" and NOT_COMPARED in cell.metadata.get("tags", [])


def regenerate(root: Path = ROOT) -> list[Path]:
    """Execute every lecture and solution and store the outputs; return the paths that changed."""
    changed = []
    for path in [*lectures(root), *solutions(root)]:
        text = executed_text(path)
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def outdated(root: Path = ROOT) -> list[str]:
    """Return a sentence for each notebook whose stored outputs an execution would change."""
    return [
        f"{path.relative_to(root)}: an execution gives other outputs: run `attn-course build --regenerate`."
        for path in [*lectures(root), *solutions(root)]
        if path.read_text(encoding="utf-8") != executed_text(path)
    ]
