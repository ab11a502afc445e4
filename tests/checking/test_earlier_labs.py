"""What a later lab gets from an earlier one: one's own functions where they pass, else the course's."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toy import LAB, RIGHT

from attn_course.checking import earlier_labs, from_lab
from attn_course.checking.specification import Lab

Written = Callable[..., Any]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Return the function that writes a learner's notebook of the small lab, and then takes its functions."""
    for file in LAB.folder.glob("*.py"):
        (tmp_path / file.name).write_text(file.read_text())
    lab: Lab = replace(LAB, id="lab07_toy", folder=tmp_path)
    monkeypatch.setattr(earlier_labs, "all_labs", lambda: (lab,))

    def written(*cells: str | dict[str, Any], name: str = "lab07") -> Any:
        whole = [
            one if isinstance(one, dict) else {"cell_type": "code", "source": one.splitlines(True)} for one in cells
        ]
        (tmp_path / "lab07_toy.ipynb").write_text(json.dumps({"cells": whole, "nbformat": 4}))
        return from_lab(name)

    return written


def own(functions: Any) -> set[str]:
    """Return the names of those functions that are not the course's."""
    return {name for name in LAB.names if getattr(functions, name) is not getattr(LAB.reference, name)}


def test_ones_own_functions_are_taken_if_they_pass(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    assert own(written(RIGHT)) == set(LAB.names)
    assert capsys.readouterr().out == "Multiplication: all functions are your own.\n"


def test_the_courses_own_stand_in_for_the_others(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    functions = written(RIGHT, "def quadruple(x): raise NotImplementedError", "def sextuple(x): return 5 * x")
    assert own(functions) == {"double"}
    np.testing.assert_array_equal(functions.sextuple(np.ones(2)), [6, 6])
    assert capsys.readouterr().out == (
        "Multiplication: your own functions; for `quadruple` and `sextuple` the course's own, until the check passes.\n"
    )


def test_what_passes_only_with_the_courses_function_is_not_taken(written: Written) -> None:
    assert own(written(RIGHT, "def double(x): return 3 * x")) == set()


def test_an_untouched_or_missing_notebook_gives_the_courses_functions(
    written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Multiplication: these are the course's own functions, until yours pass their checks.\n"
    for cells in ([], ["def double(x):\n    raise NotImplementedError"]):
        assert own(written(*cells)) == set()
        assert capsys.readouterr().out == said
    (earlier_labs.all_labs()[0].folder / "lab07_toy.ipynb").unlink()
    assert own(from_lab("lab07")) == set()
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("content", ["", "{", "[]", '{"cells": 3}', '{"cells": [{"cell_type": "code"}]}', "\udcff"])
def test_a_damaged_notebook_is_no_notebook(written: Written, content: str) -> None:
    written(RIGHT)
    path = earlier_labs.all_labs()[0].folder / "lab07_toy.ipynb"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert own(from_lab("lab07")) == set()


def test_only_definitions_are_run_and_nothing_is_shown(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    cells = [
        {"cell_type": "markdown", "source": "def double(x): text"},
        "%matplotlib inline\nimport numpy as np\nprint('never')\nFACTOR = float('2')",
        "def double(x): return FACTOR * x\nwhile True: pass",
        "from attn_course.checking import check\ncheck(double)\nraise SystemExit",
        "broken = (\ndef quadruple(x): return double(double(x))",
        "class Noisy:\n    print('never shown')",
    ]
    assert own(written(*cells)) == {"double", "quadruple"}
    assert "never" not in capsys.readouterr().out


def test_a_notebook_may_take_functions_from_its_own_or_an_earlier_lab(
    written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    cell = "from attn_course.checking import from_lab\nlab07 = from_lab('lab07')\ndouble = lab07.double"
    functions = written(cell, "def quadruple(x): return double(double(x))", "def sextuple(x): return 6 * x")
    assert own(functions) == {"quadruple", "sextuple"}  # what comes from the course is no work of the learner's
    assert capsys.readouterr().out.count("Multiplication") == 1


def test_a_lab_is_named_by_its_id_or_the_beginning_of_it(written: Written) -> None:
    assert own(written(RIGHT, name="lab07_toy")) == set(LAB.names)
    for name in ("lab0", "lab070", "", "toy"):
        with pytest.raises(ValueError, match=r"there is no lab .*; there is lab07_toy"):
            from_lab(name)


def test_the_real_lab_1_is_there() -> None:
    weights = from_lab("lab01").softmax(np.zeros((2, 4)))
    np.testing.assert_allclose(weights, 0.25)
