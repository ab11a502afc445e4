"""What a lab's folder declares, and how it is read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from toy import FOLDER, LAB

from attn_course.checking import specification
from attn_course.checking.specification import (
    LABS_FOLDER,
    Lab,
    Misconception,
    Test,
    all_labs,
    declared,
    lab_that_defines_most,
    load_module,
    misconception,
)


def test_a_test_is_a_function_with_a_statement() -> None:
    @specification.test_of("double", points=0.5)
    def of_zero(student, rng):
        """twice nothing is nothing"""

    assert (of_zero.task, of_zero.name, of_zero.points) == ("double", "of_zero", 0.5)
    assert of_zero.statement == "twice nothing is nothing"
    with pytest.raises(TypeError, match="wordless needs a docstring"):

        @specification.test_of("double")
        def wordless(student, rng): ...


def test_a_misconception_is_a_function_with_a_belief() -> None:
    @misconception("double", "Think.")
    def adds_two(x):
        """It adds two."""
        return x + 2

    assert adds_two.implementation(3) == 5
    assert adds_two == Misconception("double", "adds-two", "It adds two.", "Think.", adds_two.implementation)
    with pytest.raises(TypeError, match="wordless needs a docstring"):

        @misconception("double", "Think.")
        def wordless(x): ...


def test_a_lab_knows_its_tasks_in_order() -> None:
    assert LAB.names == ("double", "quadruple", "sextuple")
    assert LAB.points == 4
    assert LAB.task("quadruple") is LAB.tasks[1]
    assert LAB.earlier("double") == ()
    assert LAB.earlier("sextuple") == ("double", "quadruple")
    with pytest.raises(KeyError):
        LAB.task("triple")


def test_declarations_come_in_the_order_of_the_file() -> None:
    assert [test.name for test in LAB.public_tests][:2] == ["double_of_numbers", "double_of_negative_numbers"]
    assert [entry.name for entry in LAB.misconceptions] == ["double-squares", "double-loses-the-sign"]
    assert declared(FOLDER / "public_tests.py", Misconception) == ()
    assert LAB.public_tests == declared(FOLDER / "public_tests.py", Test)


def test_a_release_has_no_hidden_tests() -> None:
    with pytest.raises(FileNotFoundError):
        _ = LAB.hidden_tests


def test_a_file_is_loaded_once_and_a_missing_one_is_named(tmp_path: Path) -> None:
    assert load_module(FOLDER / "tasks.py") is load_module(FOLDER / "tasks.py")
    with pytest.raises(FileNotFoundError, match=r"absent\.py"):
        load_module(tmp_path / "absent.py")


def test_the_labs_of_a_folder_are_found_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("lab02_b", "lab01_a", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tasks.py").write_text((FOLDER / "tasks.py").read_text().replace("lab_toy", name))
        (tmp_path / name / "reference.py").write_text((FOLDER / "reference.py").read_text())
    assert [lab.id for lab in all_labs(tmp_path)] == ["lab01_a", "lab02_b"]


def test_a_submission_is_of_the_lab_of_which_it_defines_most() -> None:
    other = replace(LAB, id="other", tasks=(*LAB.tasks[:2], replace(LAB.tasks[2], name="octuple")))
    labs = (LAB, other)
    assert lab_that_defines_most({"double", "sextuple"}, labs) is LAB
    assert lab_that_defines_most({"double", "octuple"}, labs) is other
    assert lab_that_defines_most({"double"}, labs) is other  # a tie: the later one
    assert lab_that_defines_most({"triple"}, labs) is None
    assert lab_that_defines_most(set(), ()) is None
    short = replace(LAB, id="short", tasks=(replace(LAB.tasks[0], name="half"), replace(LAB.tasks[1], name="third")))
    assert lab_that_defines_most({*LAB.names, "half", "third"}, (LAB, short)) is short  # all of both: the later one
    assert lab_that_defines_most({*LAB.names, "half"}, (LAB, short)) is LAB


@pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
def test_every_labs_declarations_fit_its_notebook(lab: Lab) -> None:
    notebook = json.loads((LABS_FOLDER / lab.id / f"{lab.id}.ipynb").read_text(encoding="utf-8"))
    markdown = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    headings = {line.lstrip("# ") for text in markdown for line in text.splitlines() if line.startswith("#")}
    for task in lab.tasks:
        assert task.section in headings
        assert len(set(task.hints)) == 3
        assert callable(getattr(lab.reference, task.name))
    for test in lab.public_tests:
        assert test.task in lab.names
