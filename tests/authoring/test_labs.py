"""The labs' notebooks: stubs for solutions, nothing else changed, and every disagreement is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from attn_course.authoring import labs
from attn_course.authoring.labs import STUB, build, differing_cells, disagreements, make_lab
from attn_course.authoring.places import NotebookError, lab_path, notebook_text, read

SOLVED = '''\
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    y = x + x

    return y
    ### END SOLUTION'''

STUBBED = f'''\
def double(x):
    """Return twice x."""
    {STUB}'''

TWO_SOLVED = """\
class Pair:
    def first(self):
        ### BEGIN SOLUTION
        return 1
        ### END SOLUTION

    def second(self):
        if self:
            ### BEGIN SOLUTION
            return 2
            ### END SOLUTION


other = 3  # stays"""

TWO_STUBBED = f"""\
class Pair:
    def first(self):
        {STUB}

    def second(self):
        if self:
            {STUB}


other = 3  # stays"""


def solution() -> NotebookNode:
    """Return a small solved lab, executed and with widgets."""
    printed = new_output("stream", name="stdout", text="4\n")
    return new_notebook(
        cells=[
            new_markdown_cell("# A lab", id="title"),
            new_code_cell(SOLVED, id="double", execution_count=1, metadata={"tags": ["kept"]}),
            new_code_cell("print(double(2))", id="double-try", execution_count=2, outputs=[printed]),
            new_code_cell(TWO_SOLVED, id="pair", execution_count=3),
        ],
        metadata={"attn_course": {"lab": "lab99_toy"}, "widgets": {"a": {"state": {}, "version_major": 2}}},
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a course with one solved lab, from which the learner's notebook was built."""
    (tmp_path / "solutions").mkdir()
    source(tmp_path).write_text(notebook_text(solution()), encoding="utf-8")
    build(tmp_path)
    return tmp_path


def source(root: Path) -> Path:
    return root / "solutions" / "lab99_toy.ipynb"


def change(path: Path, how: Callable[[NotebookNode], object]) -> None:
    """Edit a notebook's file."""
    notebook = read(path)
    how(notebook)
    path.write_text(notebook_text(notebook), encoding="utf-8")


def rewrite(cell: int, old: str, new: str) -> Callable[[NotebookNode], None]:
    """Return an edit that replaces a text in one cell."""

    def edit(notebook: NotebookNode) -> None:
        assert old in notebook.cells[cell].source
        notebook.cells[cell].source = notebook.cells[cell].source.replace(old, new)

    return edit


def test_a_stub_takes_the_place_of_a_solution():
    assert make_lab(solution()).cells[1].source == STUBBED


def test_every_region_of_a_cell_becomes_a_stub_with_its_own_indentation():
    assert make_lab(solution()).cells[3].source == TWO_STUBBED


def test_the_stub_says_not_attempted_and_is_valid_python():
    for code in (STUBBED, TWO_STUBBED):
        compile(code, "<stub>", "exec")
    with pytest.raises(NotImplementedError):
        exec(f"{STUBBED}\n\n\ndouble(2)", {})


def test_a_lab_has_no_outputs_and_no_widgets():
    lab = make_lab(solution())
    assert all(cell.outputs == [] and cell.execution_count is None for cell in lab.cells if cell.cell_type == "code")
    assert lab.metadata == {"attn_course": {"lab": "lab99_toy"}}


def test_all_else_stays_as_it_is():
    solved, lab = solution(), make_lab(solution())
    assert [cell.id for cell in lab.cells] == [cell.id for cell in solved.cells]
    assert [cell.metadata for cell in lab.cells] == [cell.metadata for cell in solved.cells]
    assert [lab.cells[number].source for number in (0, 2)] == [solved.cells[number].source for number in (0, 2)]


def test_the_solution_itself_is_left_alone():
    solved = solution()
    make_lab(solved)
    assert solved == solution()


def test_a_region_that_does_not_end_is_an_error():
    solved = solution()
    solved.cells[1].source = SOLVED.removesuffix("### END SOLUTION")
    with pytest.raises(RuntimeError, match="no end solution"):
        make_lab(solved)


def test_building_twice_changes_nothing(root: Path):
    target = lab_path(source(root), root)
    before = target.read_bytes()
    assert build(root) == ([], [])
    assert target.read_bytes() == before


def test_building_writes_a_lab_that_is_missing_or_differs(root: Path):
    target = lab_path(source(root), root)
    before = target.read_bytes()
    target.write_text(before.decode().replace("# A lab", "# Another lab"), encoding="utf-8")
    assert build(root) == ([target], [])
    target.unlink()
    assert build(root) == ([target], [])
    assert target.read_bytes() == before


def test_a_lab_in_which_somebody_works_is_left_alone(root: Path):
    target = lab_path(source(root), root)
    worked = target.read_text(encoding="utf-8").replace(STUB, "return 2 * x", 1)
    target.write_text(worked, encoding="utf-8")
    assert build(root) == ([], [target])
    assert target.read_text(encoding="utf-8") == worked
    assert any("somebody worked in it" in sentence for sentence in disagreements(root))
    assert not any("run `attn-course build`" in sentence for sentence in disagreements(root))
    assert build(root, force=True) == ([target], [])
    assert disagreements(root) == []


def test_a_built_lab_agrees(root: Path):
    assert disagreements(root) == []


def test_a_missing_lab_is_found(root: Path):
    lab_path(source(root), root).unlink()
    assert disagreements(root) == ["labs/lab99_toy/lab99_toy.ipynb is missing: run `attn-course build`."]


TAMPERINGS = {
    "prose": (rewrite(0, "A lab", "Another lab"), "cell 1 differs in more than its stub"),
    "contract": (rewrite(1, "twice x", "x squared"), "cell 2 differs in more than its stub"),
    "stub": (rewrite(1, STUB, "pass"), "cell 2 differs in more than its stub"),
    "solution in the lab": (rewrite(1, STUB, "return x + x"), "cell 2 differs in more than its stub"),
    "code without a stub": (rewrite(2, "double(2)", "double(3)"), "cell 3 differs in more than its stub"),
    "second stub of a cell": (rewrite(3, f"if self:\n            {STUB}", "pass"), "cell 4 differs in more than"),
    "tags": (lambda lab: lab.cells[1].metadata.clear(), "cell 2 differs in more than its stub"),
    "extra cell": (lambda lab: lab.cells.append(new_markdown_cell("", id="x")), "has 4 cells, the lab 5"),
    "lost cell": (lambda lab: lab.cells.pop(), "has 4 cells, the lab 3"),
    "outputs": (
        lambda lab: lab.cells[2].outputs.append(new_output("stream", name="stdout", text="4\n")),
        "cell 3 of the lab carries outputs",
    ),
    "execution count": (lambda lab: lab.cells[2].update(execution_count=1), "cell 3 of the lab carries outputs"),
    "another kind of cell": (
        lambda lab: lab.cells.__setitem__(0, new_code_cell(lab.cells[0].source, id="title")),
        "cell 1 differs in more than its stub",
    ),
}


@pytest.mark.parametrize(("edit", "sentence"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_a_tampered_lab_is_found_by_both_proofs(root: Path, edit: Callable[[NotebookNode], object], sentence: str):
    change(lab_path(source(root), root), edit)
    first, second = disagreements(root)
    assert first in (
        "labs/lab99_toy/lab99_toy.ipynb is not what its solution makes: run `attn-course build`.",
        "labs/lab99_toy/lab99_toy.ipynb is not the untouched lab any more: somebody worked in it.",
    )
    assert sentence in second


@pytest.mark.parametrize(
    "edit",
    [
        lambda lab: lab.cells[0].update(id="renamed"),
        lambda lab: lab.metadata.update(kernelspec={"name": "other", "display_name": "Other"}),
    ],
    ids=["id of a cell", "metadata of the notebook"],
)
def test_a_change_beside_the_cells_is_found(root: Path, edit: Callable[[NotebookNode], object]):
    change(lab_path(source(root), root), edit)
    assert len(disagreements(root)) == 1


def test_a_solution_that_changed_after_the_build_is_found(root: Path):
    change(source(root), rewrite(0, "A lab", "A better lab"))
    assert len(disagreements(root)) == 2


def test_another_solution_needs_no_build_if_only_its_region_changed(root: Path):
    change(source(root), rewrite(1, "y = x + x", "y = 2 * x"))
    assert disagreements(root) == []


def test_the_second_proof_does_not_trust_what_makes_labs(root: Path, monkeypatch: pytest.MonkeyPatch):
    def careless(solution: NotebookNode) -> NotebookNode:
        lab = make_lab(solution)
        lab.cells[0].source = "# Lost"
        return lab

    monkeypatch.setattr(labs, "make_lab", careless)
    build(root)
    assert disagreements(root) == ["lab99_toy.ipynb: cell 1 differs in more than its stub."]


def test_equal_notebooks_without_any_solution_agree():
    plain = new_notebook(cells=[new_markdown_cell("text", id="a"), new_code_cell("1 + 1", id="b")])
    assert differing_cells("plain", plain, make_lab(plain)) == []


# ---------------------------------------------------------------------- solutions that would give no lab


def lower(solution: NotebookNode) -> None:
    for cell in solution.cells:
        cell.source = cell.source.replace("BEGIN SOLUTION", "begin solution").replace("END SOLUTION", "end solution")


def unmark(solution: NotebookNode) -> None:
    for cell in solution.cells:
        cell.source = cell.source.replace("### BEGIN SOLUTION", "pass").replace("### END SOLUTION", "pass")


@pytest.mark.parametrize("edit", [lower, unmark, lambda solution: solution.cells.clear()])
def test_a_solution_without_regions_is_refused(root: Path, edit: Callable[[NotebookNode], object]):
    change(source(root), edit)
    target = lab_path(source(root), root)
    before = target.read_bytes()
    with pytest.raises(NotebookError, match="marks too few solutions: 0 for 1 tasks"):
        build(root)
    assert target.read_bytes() == before
    (sentence,) = disagreements(root)
    assert "marks too few solutions" in sentence


def test_every_task_of_the_lab_needs_a_region(root: Path):
    tasks = """
from attn_course import attention
from attn_course.checking.specification import Lab, Task

tasks = tuple(Task(str(number), "", 1, "", ("", "", "")) for number in range(4))
lab = Lab("lab99_toy", "Toy", tasks, attention)
"""
    folder = root / "labs" / "lab99_toy"
    (folder / "tasks.py").write_text(tasks, encoding="utf-8")
    labs.all_labs.cache_clear()
    with pytest.raises(NotebookError, match="3 for 4 tasks"):
        build(root)


def test_tasks_that_cannot_be_loaded_are_one_sentence(root: Path):
    (root / "labs" / "lab99_toy" / "tasks.py").write_text("1 / 0", encoding="utf-8")
    labs.all_labs.cache_clear()
    (sentence,) = disagreements(root)
    assert sentence == f"A tasks.py of {root / 'labs'} cannot be loaded (ZeroDivisionError)."


def test_a_region_that_does_not_end_is_named_with_its_file(root: Path):
    change(source(root), rewrite(1, "### END SOLUTION", ""))
    with pytest.raises(NotebookError, match=r"lab99_toy\.ipynb cannot be made a lab"):
        build(root)


# ---------------------------------------------------------------------- work that must not be lost

WORK = {
    "stub behind a hash": rewrite(1, f"    {STUB}", f"    # {STUB}\n    return 2 * x"),
    "code above the stub": rewrite(1, f"    {STUB}", f"    return 2 * x\n    {STUB}"),
    "stub kept in a text": rewrite(1, f"    {STUB}", f'    "{STUB}"\n    return 2 * x'),
    "cell taken out": lambda lab: lab.cells.pop(1),
}


@pytest.mark.parametrize("edit", WORK.values(), ids=WORK)
def test_a_cell_of_a_task_that_was_changed_is_work(root: Path, edit: Callable[[NotebookNode], object]):
    target = lab_path(source(root), root)
    change(target, edit)
    before = target.read_bytes()
    assert build(root) == ([], [target])
    assert target.read_bytes() == before


# ---------------------------------------------------------------------- files that are no notebooks

MALFORMED = {
    "empty": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "not UTF-8": b"\xff\xfe",
    "an object": b"{}",
    "a number": b"3",
}


@pytest.mark.parametrize("place", ["solution", "lab"])
@pytest.mark.parametrize("content", [*MALFORMED.values(), None], ids=[*MALFORMED, "a folder"])
def test_what_is_no_notebook_is_named(root: Path, place: str, content: bytes | None):
    path = source(root) if place == "solution" else lab_path(source(root), root)
    path.unlink()
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(NotebookError, match="cannot be read as a notebook"):
        build(root)
    (sentence,) = disagreements(root)
    assert sentence.startswith(f"{path} cannot be read as a notebook")
    if place == "lab" and content is not None:
        assert build(root, force=True) == ([path], [])
