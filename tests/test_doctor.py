"""attn-course doctor: a sound machine is green, and each fault is one red line that says what to do."""

from __future__ import annotations

import io
import platform
import sys
from collections import namedtuple
from importlib import metadata

import matplotlib.font_manager
import pytest
import typer
from rich.console import Console

from attn_course import doctor
from attn_course.doctor import Finding
from attn_course.sandbox.level import IsolationLevel

Usage = namedtuple("Usage", "total used free")


def printed(findings: list[Finding]) -> str:
    page = io.StringIO()
    Console(width=200, file=page).print(doctor.table(findings))
    return page.getvalue()


def test_this_machine_is_right() -> None:
    findings = list(doctor.examine())
    assert [finding for finding in findings if finding.red] == []
    assert [finding.what for finding in findings][:6] == ["Python", *doctor.SHOWN]
    assert str(doctor.ROOT) not in printed(findings)


def test_a_red_line_sets_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: iter([Finding("numpy", "not installed", "Install it.")]))
    with pytest.raises(typer.Exit) as caught:
        doctor.doctor()
    assert caught.value.exit_code == 1
    assert "Install it." in capsys.readouterr().out


def test_a_note_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "examine", lambda: iter([Finding("Chromium", "not found", "Install it.", needed=False)])
    )
    with pytest.raises(typer.Exit) as caught:
        doctor.doctor()
    assert caught.value.exit_code == 0


def test_the_state_is_said_in_words_too() -> None:
    page = printed([Finding("a", "b"), Finding("c", "d", "e"), Finding("f", "g", "h", needed=False)])
    rows = [[cell.strip() for cell in line.split("│")[1:3]] for line in page.splitlines() if "│" in line]
    assert rows == [["ok", "a"], ["repair", "c"], ["note", "f"]]


def test_an_untested_python_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version", lambda: "3.99.0")
    finding = doctor.python()
    assert not finding.red
    assert finding.remedy == "The course is tested with Python <3.15,>=3.11."


def test_a_wrong_version_is_compared_with_the_projects_own_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: "7.1.0")
    finding = doctor.package("ipykernel")
    assert finding.found == "7.1.0, but the course needs <7,>=6.31"
    assert finding.red


def test_a_missing_package_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert doctor.package("numpy") == Finding("numpy", "not installed", doctor.REINSTALL)


def test_a_package_that_cannot_be_imported_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.font_manager", None)
    finding = doctor.guarded("fonts", doctor.fonts)
    assert finding.red
    assert finding.found == "matplotlib.font_manager cannot be imported"


def test_whatever_else_fails_is_a_red_line_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ValueError("'ag' is not a backend; supported are ['agg', '/pdf']")

    monkeypatch.setattr("attn_course.checking.specification.all_labs", broken)
    finding = doctor.guarded("labs", doctor.labs)
    assert finding.red
    assert "fails with ValueError: 'ag' is not a backend; supported are ['agg', '/pdf']" in printed([finding])


def test_missing_metadata_of_the_course_is_a_red_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: None)
    packages = [finding for finding in doctor.examine() if finding.what in doctor.SHOWN]
    assert len(packages) == len(doctor.SHOWN)
    assert all(finding.red and "metadata does not name" in finding.found for finding in packages)


def test_missing_widgets_are_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *_: [])
    assert doctor.widgets().red


def test_a_missing_font_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> str:
        raise ValueError

    monkeypatch.setattr(matplotlib.font_manager, "findfont", missing)
    assert doctor.fonts().red


def test_a_kernel_that_does_not_start_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(code: str) -> str:
        raise RuntimeError("Kernel died before replying to kernel_info")

    monkeypatch.setattr(doctor, "ask_kernel", dead)
    assert doctor.kernel() == Finding("kernel", "does not work: RuntimeError", doctor.REINSTALL)


def test_a_kernel_of_another_environment_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ask_kernel", lambda code: "/opt/another\n")
    assert "jupyter kernelspec remove python3" in (doctor.kernel().remedy or "")


def test_little_room_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(10**9, 10**9, 10**8))
    assert doctor.disk() == Finding("free disk", "0.1 GB", "Make room: notebooks need 0.5 GB.")


def test_a_folder_that_cannot_be_written_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    assert doctor.writing().red


def test_missing_labs_are_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attn_course.checking.specification.all_labs", tuple)
    assert doctor.labs().red


def test_a_missing_browser_is_only_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    finding = doctor.browser()
    assert finding.remedy is not None
    assert not finding.red


@pytest.mark.parametrize(
    ("level", "word", "remedy"),
    [
        (IsolationLevel(4, "full", {"user": "Permission denied"}), "level 4 of 4, full", None),
        (IsolationLevel(3, "strong", {"namespaces": "not permitted"}), "namespaces: not permitted", "sysctl"),
        (IsolationLevel(0, "NONE on macOS"), "level 0 of 4, NONE on macOS", "Only marking uses it."),
    ],
)
def test_the_level_of_isolation_comes_with_what_would_raise_it(
    level: IsolationLevel, word: str, remedy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("attn_course.sandbox.level.isolation", lambda: level)
    finding = doctor.isolation()
    assert word in finding.found and not finding.red
    assert "Permission denied" not in finding.found  # no reason where nothing is wanting
    assert finding.remedy is None if remedy is None else remedy in str(finding.remedy)


def test_without_the_packages_for_marking_the_level_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be as good as any: only a package is missing, which the learner's set-up does not install."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(doctor, "find_spec", {"pyseccomp": None}.__getitem__)
    monkeypatch.delattr("attn_course.sandbox.level.isolation")
    finding = doctor.isolation()
    assert finding.found.startswith("not known yet") and not finding.red
    assert "course.py grade --help" in str(finding.remedy)
