"""One execution by nbval compares what it prints, and the bytes of its file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from locked import difference
from nbformat.v4 import new_code_cell, new_notebook

from attn_course.authoring.outputs import executed_text
from attn_course.authoring.places import ROOT, notebook_text
from attn_course.selftest import NBVAL, SAME_BYTES

SLIDER = """\
from attn_course import viz

def draw(height=3):
    figure = viz.heatmap([[0, height]])
    return figure, f"A line of height {height}."

viz.show(*draw())
viz.explore(draw, height=(1, 7, 1, 3))"""

pytestmark = pytest.mark.skipif(difference() is not None, reason="outputs are compared on the locked packages only")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a notebook as it is stored, and two copies in which something is different."""
    folder = tmp_path_factory.mktemp("stored")
    cells = [new_code_cell(SLIDER, id="slider"), new_code_cell("print(1)\n2", id="number")]
    right = folder / "right.ipynb"
    right.write_text(notebook_text(new_notebook(cells=cells)), encoding="utf-8")
    text = executed_text(right)
    right.write_text(text, encoding="utf-8")
    changes = {"picture": ("base64,iVBORw0KGgo", "base64,iVBORw0KGgp"), "widget": ('"max": 7', '"max": 8')}
    for name, (one, other) in changes.items():
        assert one in text
        (folder / f"{name}.ipynb").write_text(text.replace(one, other), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def failed(folder: Path) -> set[str]:
    """Return the names of what fails when nbval executes the folder."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", "-rf", "--nbval", *NBVAL]
    done = subprocess.run([*command, *SAME_BYTES, folder], cwd=ROOT, capture_output=True, text=True)
    assert "7 passed" in done.stdout, done.stdout  # six cells, and the right file
    lines = [line.partition(" - ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return {line.rpartition("/")[2] for line in lines}


def test_what_nbval_does_not_look_at_is_compared(failed: set[str]) -> None:
    assert failed == {"picture.ipynb::stored file", "widget.ipynb::stored file"}
