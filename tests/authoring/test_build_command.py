"""`attn-course build` says what it did, and fails if something does not agree."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from attn_course.authoring import command
from attn_course.authoring.places import ROOT, NotebookError


@pytest.fixture(autouse=True)
def nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test touch the course's own notebooks."""
    for name in ("disagreements", "outdated", "regenerate_outputs"):
        monkeypatch.setattr(command, name, list)
    monkeypatch.setattr(command, "build_labs", lambda force: ([], []))


def test_it_names_what_it_wrote(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(command, "build_labs", lambda force: ([ROOT / "labs" / "a.ipynb"], [ROOT / "labs" / "c.ipynb"]))
    monkeypatch.setattr(command, "regenerate_outputs", lambda: [ROOT / "notebooks" / "b.ipynb"])
    command.build(regenerate=True)
    left = f"left alone, because somebody worked in it: {Path('labs', 'c.ipynb')} (--force replaces it)"
    written = [f"wrote {Path('notebooks', 'b.ipynb')}", f"wrote {Path('labs', 'a.ipynb')}", left]
    assert capsys.readouterr().out.splitlines() == written
    command.build()
    assert capsys.readouterr().out.splitlines() == written[1:]


def test_a_check_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    for name in ("build_labs", "regenerate_outputs"):
        monkeypatch.setattr(command, name, lambda **_: pytest.fail("it wrote"))
    command.build(check=True, regenerate=True)
    assert capsys.readouterr().out == "Labs agree with their solutions.\n"


@pytest.mark.parametrize(("name", "regenerate"), [("disagreements", False), ("outdated", True)])
def test_a_check_fails_with_a_sentence_for_each_difference(
    name: str, regenerate: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(command, name, lambda: ["One differs.", "Another differs."])
    with pytest.raises(typer.Exit) as ending:
        command.build(check=True, regenerate=regenerate)
    assert ending.value.exit_code == 1
    assert capsys.readouterr().err == "One differs.\nAnother differs.\n"


def test_a_plain_check_does_not_execute_notebooks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command, "outdated", lambda: pytest.fail("it executed"))
    command.build(check=True)


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize(
    "error", [NotebookError("a.ipynb cannot be read."), IsADirectoryError("a.ipynb cannot be read.")]
)
def test_what_cannot_be_read_or_written_is_one_sentence(
    error: Exception, check: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(**_: bool) -> None:
        raise error

    monkeypatch.setattr(command, "disagreements", fail)
    monkeypatch.setattr(command, "build_labs", fail)
    with pytest.raises(typer.Exit) as ending:
        command.build(check=check)
    assert ending.value.exit_code == 1
    assert capsys.readouterr().err == "a.ipynb cannot be read.\n"
