"""attn-course test: every step runs, and the summary says what failed and what was left out."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from attn_course import selftest
from attn_course.authoring.places import ROOT
from attn_course.selftest import Result, Step

RECORD = """<testsuites><testsuite>
  <testcase name="a" /> <testcase name="b"><system-out>text</system-out></testcase>
  <testcase name="c"><failure message="no" /></testcase> <testcase name="d"><error message="no" /></testcase>
  <testcase name="e"><skipped type="pytest.skip" message="browser tests (no chromium found)" /></testcase>
  <testcase name="f"><skipped type="pytest.skip" message="browser tests (no chromium found)" /></testcase>
</testsuite></testsuites>"""


def test_the_record_of_pytest_is_counted(tmp_path: Path) -> None:
    record = tmp_path / "tests.xml"
    record.write_text(RECORD, encoding="utf-8")
    assert selftest.tally(record) == (2, Counter({"browser tests (no chromium found)": 2}))


def test_requirements_reach_what_runs_tests_only() -> None:
    steps = {step.name: step for step in selftest.steps(["browser"], portable=False)}
    assert list(steps) == ["lint", "format", "types", "spelling", "labs", "notebooks", "tests"]
    assert {name for name, step in steps.items() if "--require" in step.command} == {"notebooks", "tests"}
    assert "--require browser tests" in " ".join(steps["tests"].command)
    assert "--nbval" in steps["notebooks"].command


def test_another_machine_compares_no_outputs_and_lints_nothing() -> None:
    steps = {step.name: step for step in selftest.steps([], portable=True)}
    assert list(steps) == ["labs", "notebooks", "tests"]
    assert "--nbval-lax" in steps["notebooks"].command
    assert not {"--nbval", *selftest.SAME_BYTES} & {*steps["notebooks"].command}


def test_what_is_released_is_linted_and_spelt_and_nothing_else() -> None:
    steps = {step.name: step.command for step in selftest.steps([], portable=False)}
    released = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = {*released["tool"]["hatch"]["build"]["targets"]["sdist"]["include"], "course.py"} - {"LICENSE"}
    assert {*steps["spelling"][3:]} == parts
    assert {*steps["lint"][4:]} == {*steps["format"][5:]} == {part for part in parts if not part.endswith(".md")}


@pytest.mark.parametrize("command", [selftest.test, selftest.bench])
def test_a_student_edition_says_that_it_has_no_tests(
    command: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selftest, "ROOT", tmp_path)
    monkeypatch.delattr(selftest, "run")
    monkeypatch.delattr("subprocess.run")
    with pytest.raises(typer.Exit) as caught:
        command()
    assert caught.value.exit_code == 2
    assert "no tests" in capsys.readouterr().err


def test_cells_of_a_notebook_stay_together_and_tests_by_their_groups() -> None:
    steps = {step.name: " ".join(step.command) for step in selftest.steps([], portable=False)}
    assert "--dist loadfile" in steps["notebooks"]
    assert "--dist loadgroup" in steps["tests"]


def test_a_step_reports_its_tests(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\ndef test_a(): pass\n@pytest.mark.skip(reason='why')\ndef test_b(): pass\n", encoding="utf-8"
    )
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path))
    result = selftest.run(Step("tests", command, counts=True))
    assert (result.ok, result.passed, result.left_out) == (True, 1, Counter(why=1))


@pytest.mark.parametrize(("code", "ok"), [(0, True), (1, False)])
def test_a_step_without_tests_reports_its_exit_code(code: int, ok: bool) -> None:
    assert selftest.run(Step("lint", (sys.executable, "-c", f"raise SystemExit({code})"))).ok is ok


def test_all_steps_run_even_if_one_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    left_out = Counter({"browser tests (no chromium found)": 3})
    results = {"lint": Result("lint", False, 1.2), "tests": Result("tests", True, 60.4, 400, left_out)}
    monkeypatch.setattr(selftest, "run", lambda step: results.get(step.name, Result(step.name, True, 2.0)))
    with pytest.raises(typer.Exit) as caught:
        selftest.test()
    assert caught.value.exit_code == 1
    lines = capsys.readouterr().out.splitlines()
    assert [" ".join(line.split()) for line in lines if line] == [
        "--- summary",
        "FAILED lint 1 s",
        "ok format 2 s",
        "ok types 2 s",
        "ok spelling 2 s",
        "ok labs 2 s",
        "ok notebooks 2 s",
        "ok tests 60 s, 400 passed",
        "left out: browser tests (no chromium found): 3",
    ]
