"""Stored outputs: the same on every run, whatever the run, the user and the clock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from attn_course.authoring.outputs import WIDGETS, execute, normalise, outdated, regenerate
from attn_course.authoring.places import notebook_text, read

DRAW = """\
from attn_course import viz


def draw(height):
    figure, (axes,) = viz.new_axes(2, 2)
    axes.bar([0], [height])
    return figure, f"A bar of height {height}"


viz.show(*draw(height=2))"""
SLIDE = "viz.explore(draw, height=(1, 5, 1, 3))"
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def notebook_of(*sources: str) -> NotebookNode:
    """Return a notebook with these code cells, not executed."""
    cells = [new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(sources)]
    return new_notebook(cells=[new_markdown_cell("# A lecture", id="title"), *cells], metadata=KERNEL)


def course(root: Path, notebook: NotebookNode) -> Path:
    """Write a course that has one lecture; return the lecture's path."""
    path = root / "notebooks" / "00_toy.ipynb"
    path.parent.mkdir()
    path.write_text(notebook_text(notebook), encoding="utf-8")
    return path


def model_id(number: int) -> str:
    """Return what the widgets use for an id: 32 hexadecimal digits."""
    return f"{number:x}" * 32


def with_widgets(shown: list[int], states: dict[int, list[int]]) -> NotebookNode:
    """Return an executed notebook that shows these models; a model's state names its parts."""
    views = [{"model_id": model_id(number), "version_major": 2} for number in shown]
    outputs = [new_output("display_data", {"application/vnd.jupyter.widget-view+json": view}) for view in views]
    state = {
        model_id(number): {"state": {"children": [f"IPY_MODEL_{model_id(part)}" for part in parts]}}
        for number, parts in states.items()
    }
    notebook = notebook_of("show()")
    notebook.cells[1].outputs = outputs
    notebook.metadata["widgets"] = {WIDGETS: {"state": state, "version_major": 2, "version_minor": 0}}
    return notebook


def state_of(notebook: NotebookNode) -> dict[str, list[str]]:
    """Return the models of a notebook and, for each, its parts."""
    state = notebook.metadata["widgets"][WIDGETS]["state"]
    return {name: [part.removeprefix("IPY_MODEL_") for part in one["state"]["children"]] for name, one in state.items()}


def renumbered(*numbers: int) -> list[str]:
    return [f"{number:032x}" for number in numbers]


def test_models_are_numbered_in_the_order_in_which_they_appear():
    notebook = normalise(with_widgets(shown=[11, 4], states={4: [], 11: [7, 4], 7: []}))
    first, second, third = renumbered(0, 1, 2)
    assert state_of(notebook) == {first: [second, third], second: [], third: []}
    views = [output.data["application/vnd.jupyter.widget-view+json"].model_id for output in notebook.cells[1].outputs]
    assert views == [first, third]


def test_models_that_nothing_shows_are_dropped():
    notebook = normalise(with_widgets(shown=[3], states={3: [5], 5: [], 8: [9], 9: []}))
    assert list(state_of(notebook)) == renumbered(0, 1)


def test_models_that_name_each_other_are_numbered_once():
    notebook = normalise(with_widgets(shown=[3], states={3: [5], 5: [3]}))
    first, second = renumbered(0, 1)
    assert state_of(notebook) == {first: [second], second: [first]}


def test_other_hexadecimal_numbers_stay():
    notebook = with_widgets(shown=[3], states={3: []})
    notebook.cells[0].source = model_id(6)
    assert normalise(notebook).cells[0].source == model_id(6)


def test_times_and_versions_are_removed():
    notebook = notebook_of("1 + 1")
    notebook.cells[1].metadata["execution"] = {"iopub.execute_input": "2020-01-01T00:00:00Z"}
    notebook.cells[1].metadata["tags"] = ["kept"]
    notebook.metadata["language_info"] = {"name": "python", "version": "3.11.7", "mimetype": "text/x-python"}
    clean = normalise(notebook)
    assert clean.cells[1].metadata == {"tags": ["kept"]}
    exports = {"file_extension": ".py", "nbconvert_exporter": "python"}  # what an export to a script needs
    assert clean.metadata == {**KERNEL, "language_info": {"name": "python", **exports}}


def test_regenerating_twice_gives_no_difference(tmp_path: Path):
    path = course(tmp_path, notebook_of(DRAW, SLIDE, "print(2 + 2)"))
    assert regenerate(tmp_path) == [path]
    first = path.read_bytes()
    assert regenerate(tmp_path) == []
    assert outdated(tmp_path) == []
    assert path.read_bytes() == first

    figure, widget, printed = (cell.outputs[0] for cell in read(path).cells[1:])
    assert 'alt="A bar of height 2"' in figure.data["text/html"]
    assert printed.text == "4\n"
    assert widget.data["application/vnd.jupyter.widget-view+json"].model_id == f"{0:032x}"
    assert "A bar of height 3" in json.dumps(read(path).metadata.widgets), "the slider's start is stored too"


def test_an_output_that_an_execution_would_change_is_found(tmp_path: Path):
    path = course(tmp_path, notebook_of("print(2 + 2)"))
    regenerate(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("4\\n", "5\\n"), encoding="utf-8")
    sentence = "notebooks/00_toy.ipynb: an execution gives other outputs: run `attn-course build --regenerate`."
    assert outdated(tmp_path) == [sentence]


def test_a_cell_that_fails_raises_and_leaves_the_file_alone(tmp_path: Path):
    path = course(tmp_path, notebook_of("1 / 0"))
    before = path.read_bytes()
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        regenerate(tmp_path)
    assert path.read_bytes() == before


def test_settings_of_the_user_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    startup = tmp_path / "ipython" / "profile_default" / "startup" / "mine.py"
    startup.parent.mkdir(parents=True)
    startup.write_text("print('hello from my own settings'); mine = 1", encoding="utf-8")
    style = tmp_path / "matplotlib" / "matplotlibrc"
    style.parent.mkdir()
    style.write_text("font.size: 40", encoding="utf-8")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("MPLCONFIGDIR", str(style.parent))
    notebook = notebook_of("import matplotlib\n'mine' in globals(), matplotlib.rcParams['font.size'] == 40")
    assert execute(notebook, tmp_path).cells[1].outputs[0].data["text/plain"] == "(False, False)"


def test_a_notebook_runs_in_its_own_folder(tmp_path: Path):
    (tmp_path / "beside.txt").write_text("found", encoding="utf-8")
    notebook = execute(notebook_of("from pathlib import Path\nPath('beside.txt').read_text()"), tmp_path)
    assert notebook.cells[1].outputs[0].data["text/plain"] == "'found'"


def test_what_was_measured_stays_as_it_is_stored(tmp_path: Path):
    notebook = notebook_of("import time; print(time.perf_counter_ns())", "print(2 + 2)")
    notebook.cells[1].metadata = NotebookNode(tags=["nbval-ignore-output"], reason="a time")
    path = course(tmp_path, notebook)
    assert regenerate(tmp_path) == [path]  # nothing is stored yet: it is measured
    (measured,) = read(path).cells[1].outputs
    assert regenerate(tmp_path) == outdated(tmp_path) == []
    assert read(path).cells[1].outputs == [measured]
    assert read(path).cells[2].outputs[0].text == "4\n"
