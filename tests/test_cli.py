"""The command line: every command is there, alone or in the list, and a missing package is explained."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from attn_course import cli


@pytest.mark.parametrize(("name", "module"), cli.COMMANDS.items())
def test_every_command_is_a_documented_function(name: str, module: str) -> None:
    assert getattr(import_module(module), name).__doc__


def test_help_lists_every_command() -> None:
    result = CliRunner().invoke(cli.application(list(cli.COMMANDS)), ["--help"])
    assert result.exit_code == 0
    assert all(name in result.output for name in cli.COMMANDS)
    assert "Not installed" not in result.output


def test_one_command_alone_keeps_its_name() -> None:
    result = CliRunner().invoke(cli.application(["doctor"]), ["doctor", "--help"])
    assert result.exit_code == 0
    assert "this machine is right" in result.output


def test_an_unknown_command_is_a_wrong_call() -> None:
    process = subprocess.run([sys.executable, "-c", "from attn_course.cli import main; main()", "nonsense"])
    assert process.returncode == 2


def test_an_interrupt_while_a_command_is_loaded_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_module", interrupted)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 130


def test_a_missing_package_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError("No module named 'msgpack'", name="msgpack")

    monkeypatch.setattr(cli, "import_module", missing)
    result = CliRunner().invoke(cli.application(["grade"]), ["grade", "a.ipynb", "--json", "b"])
    assert result.exit_code == 1
    assert result.output == "grade needs msgpack, which is not installed: run `python3 course.py grade`.\n"


def test_a_file_is_not_taken_for_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = cli.application(["grade"])
    for name in ("-dash.ipynb", "--html=x.ipynb", "--debug"):
        (tmp_path / name).touch()
        result = CliRunner().invoke(app, ["grade", name])
        advice = f"write ./{name} or ./*.ipynb."
        assert result.exit_code == 2
        assert result.output == f"{name} is a file, and would be taken for an option: {advice}\n"
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    for words in (["./-dash.ipynb"], ["--", "-dash.ipynb"]):
        result = CliRunner().invoke(app, ["grade", "--lab", "none", *words])
        assert "There is no lab none" in result.output


def test_doctor_needs_only_what_learners_install() -> None:
    """Its imports must not reach a package of the extras."""
    extras = ["nbgrader", "msgpack", "pytest", "hypothesis", "yaml", "scipy", "playwright"]
    code = f"import sys; sys.modules.update(dict.fromkeys({extras})); import attn_course.doctor as d; list(d.examine())"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
