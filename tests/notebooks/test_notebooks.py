"""Every notebook as it is stored: outputs, pictures, texts, links, the parts of each task."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from nbformat import NotebookNode
from PIL import Image
from stored import (
    code_cells,
    compared,
    counts,
    headings,
    markdown,
    nbval_tags,
    output_texts,
    pictures,
    section,
    shown_texts,
)

from attn_course.authoring.labs import REGION
from attn_course.authoring.outputs import execute
from attn_course.authoring.places import ROOT, lab_path, lectures, read, solutions
from attn_course.checking.specification import Lab, Task, all_labs

LEAST_COMPARED = 0.9
LARGEST_PICTURE = 100_000  # bytes
WIDEST_PICTURE = 1700  # pixels, two for each that JupyterLab shows beside its sidebar: a wider picture is shrunk
LONGEST_LINE = 96  # characters of code that JupyterLab shows beside its sidebar without scrolling
SHORTEST_ALT = 40  # characters: a figure's text says what it shows, not only that it is there
DECIMALS = re.compile(r"\d\.\d{5,}")
OF_A_MACHINE = re.compile(r"0x[0-9a-f]{6,}|/(home|root|tmp|usr|var|opt|Users|private)/|[A-Z]:\\\\|site-packages|\.venv")
READABLE_ID = re.compile(r"(?![0-9a-f]{8}$)[a-z][a-z0-9]*(-[a-z0-9]+)*")
FIRST = (
    "**Run this cell first** (click it, then Shift+Enter). Run the cells from top to bottom: each needs those above."
)
FRAME = ("what you will do", "what you will learn", "what you need", "how long")
LINK = re.compile(r"\]\(([^)\s]+)\)|href=\"([^\"]+)\"")
SUMMARY = re.compile(r"<details>\s*<summary>(.*?)</summary>", re.DOTALL)
BEHIND_A_BOX = re.compile(r"</details>\s*(?!<details>)\S")
MAP_ROW = re.compile(r"^\| (\d\d) \|.*\| ([^|]+) \|$", re.MULTILINE)

TASKS = [(lab, task) for lab in all_labs() for task in lab.tasks]

stored = pytest.mark.parametrize("path", [*lectures(), *solutions()], ids=lambda path: path.stem)
each_lab = pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
each_task = pytest.mark.parametrize(("lab", "task"), TASKS, ids=[f"{lab.id}-{task.name}" for lab, task in TASKS])


def solution(lab: Lab) -> NotebookNode:
    return read(ROOT / "solutions" / f"{lab.id}.ipynb")


def place(path: Path) -> Path:
    """Return the folder from which a notebook's links are followed: a solution's, where the learner's copy lies."""
    return lab_path(path).parent if path.parent.name == "solutions" else path.parent


# ------------------------------------------------------------------ every lecture and every solution


@stored
def test_outputs_are_stored_and_complete(path: Path):
    cells = code_cells(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [cell.id for cell in cells for output in cell.outputs if output.output_type == "error"]


@stored
def test_nearly_all_cells_are_compared(path: Path):
    cells = [cell for cell in code_cells(read(path)) if counts(cell)]
    left_out = [cell.id for cell in cells if not compared(cell)]
    assert len(left_out) <= (1 - LEAST_COMPARED) * len(cells), f"not compared: {left_out}"


@stored
def test_a_cell_that_is_not_compared_says_why(path: Path):
    for cell in code_cells(read(path)):
        assert "NBVAL" not in cell.source, f"{cell.id}: use a tag, which a reader does not see"
        assert nbval_tags(cell) in ([], ["nbval-ignore-output"])
        assert not nbval_tags(cell) or cell.metadata.get("reason"), f"{cell.id} has no reason"


@stored
def test_pictures_are_small_and_have_their_text(path: Path):
    found = pictures(read(path))
    assert found
    for picture in found:
        assert picture.png.startswith(b"\x89PNG"), picture.where
        assert len(picture.png) <= LARGEST_PICTURE, f"{picture.where}: {len(picture.png)} bytes"
        assert len(picture.alt) >= SHORTEST_ALT, f"{picture.where}: {picture.alt!r}"
        assert Image.open(BytesIO(picture.png)).width <= WIDEST_PICTURE, picture.where
    assert "![](" not in markdown(read(path))


@stored
def test_ids_are_unique_and_readable(path: Path):
    ids = [cell.id for cell in read(path).cells]
    assert len(set(ids)) == len(ids)
    assert [name for name in ids if not READABLE_ID.fullmatch(name)] == []


@stored
def test_code_is_read_without_scrolling_sideways(path: Path):
    lines = [(cell.id, line) for cell in code_cells(read(path)) for line in cell.source.splitlines()]
    assert [(name, line) for name, line in lines if len(line) > LONGEST_LINE] == []


@stored
def test_a_box_that_is_opened_ends_with_its_cell(path: Path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "markdown"]
    assert [cell.id for cell in cells if BEHIND_A_BOX.search(cell.source)] == []


@stored
def test_a_folded_output_gives_nothing_away(path: Path):
    """JupyterLab shows the first line of a folded output: it must be a heading, typed and not computed."""
    for cell in code_cells(read(path)):
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            heading = next(output_texts(cell)).splitlines()[0]
            assert f'print("{heading}")\n' in cell.source, f"{cell.id} begins with {heading!r}"


@stored
def test_nothing_tells_of_the_machine_that_ran_it(path: Path):
    notebook = read(path)
    texts = {cell.id: cell.source for cell in notebook.cells}
    for found in (texts, shown_texts(notebook)):
        assert {name: text for name, text in found.items() if OF_A_MACHINE.search(text)} == {}


@stored
def test_numbers_have_at_most_four_decimals(path: Path):
    shown = {cell.id: " ".join(output_texts(cell)) for cell in code_cells(read(path))}
    assert {name: text for name, text in shown.items() if DECIMALS.search(text)} == {}


@stored
def test_links_lead_to_files_that_exist(path: Path):
    links = [one or other for one, other in LINK.findall(markdown(read(path)))]
    inside = [link.partition("#")[0] for link in links if not re.match(r"https?:|#", link)]
    assert [link for link in inside if not (place(path) / link).exists()] == []


@stored
def test_a_notebook_opens_with_its_frame(path: Path):
    first = read(path).cells[0].source
    assert first.startswith("# ")
    assert [part for part in FRAME if part not in first.lower()] == []


@stored
def test_the_first_code_says_that_it_is_run_first(path: Path):
    cells = read(path).cells
    first = next(number for number, cell in enumerate(cells) if cell.cell_type == "code")
    assert cells[first - 1].source.endswith(FIRST)


def test_the_map_calls_ready_and_links_what_exists():
    (text,) = [cell.source for cell in read(ROOT / "notebooks" / "00_start_here.ipynb").cells if cell.id == "map"]
    ready = {number for number, state in MAP_ROW.findall(text) if state != "planned"}
    assert ready == {path.stem[:2] for path in lectures()}
    labs = {f"../labs/{path.parent.name}/{path.name}" for path in (ROOT / "labs").glob("lab*/lab*.ipynb")}
    others = {path.name for path in lectures()} - {"00_start_here.ipynb"}
    assert {link for link, _ in LINK.findall(text)} == labs | others


# ------------------------------------------------------------------ every lab


@each_lab
def test_the_sections_that_checks_name_are_in_the_lab(lab: Lab):
    found = headings(markdown(solution(lab)))
    assert [task.section for task in lab.tasks if task.section not in found] == []


@each_task
def test_a_task_has_all_its_parts(lab: Lab, task: Task):
    cells = section(solution(lab), task.section)
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert re.search(r"\| points \| difficulty \| time \| builds on \|", text), "no card"
    assert f"| {task.points:g} of {lab.points:g} |" in text, "the card does not give the points of tasks.py"
    stub = re.compile(rf"^(def|class) {task.name}\b", re.MULTILINE)
    assert [source for source in code if stub.search(source) and REGION.search(source)], "no stub"
    assert f"check({task.name})" in code
    assert [source for source in code if re.fullmatch(rf"(#.*\n)+# hint\({task.name}\)", source)], "no hint"
    summaries = SUMMARY.findall(text)
    assert "<b>Help: I see this error</b>" in summaries
    assert [summary for summary in summaries if "?" in summary], "no question with its answer folded away"


@each_lab
def test_an_untouched_lab_runs_and_nothing_was_attempted(lab: Lab):
    path = lab.folder / f"{lab.id}.ipynb"
    cells = {cell.source: cell for cell in code_cells(execute(read(path), path.parent))}
    checks = [re.fullmatch(r"check\((\w+)\)", source) for source in cells]
    assert tuple(check[1] for check in checks if check) == lab.names
    for task in lab.names:
        (said,) = cells[f"check({task})"].outputs
        assert said.data["text/plain"].startswith(f"`{task}`: not attempted yet")
    (summary,) = cells["progress()"].outputs
    assert summary.data["text/plain"].count("not attempted yet") == len(lab.tasks)
