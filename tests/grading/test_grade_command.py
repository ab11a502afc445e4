"""`attn-course grade`: files in, JSON, reports, a table and an exit code out."""

import contextlib
import errno
import gc
import io
import json
import os
import re
import signal
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from attn_course.checking.specification import Lab
from attn_course.grading import command, marker
from attn_course.grading import outputs as outputs_module
from attn_course.grading.grade import Graded, blank_record
from attn_course.grading.outputs import Outputs, json_text, write_file
from attn_course.grading.secret import course_secret
from attn_course.grading.submission import UnreadableSubmission
from attn_course.sandbox import Sandbox
from attn_course.sandbox.level import IsolationLevel, isolation
from attn_course.sandbox.process import ChildNotStarted
from notebooks import LAB, SOLVED, notebook_bytes

app = typer.Typer()
app.command()(command.grade)

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return the function that runs the command with these words."""

    def run(*words: object) -> Result:
        monkeypatch.setenv("ATTN_COURSE_SECRET", "secret")  # which the command takes away
        return CliRunner().invoke(app, list(map(str, words)))

    return run


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch, lab: Lab, sandbox: Sandbox) -> None:
    """Let every submission get a zero at once, without a process; the names of some say what becomes of them."""

    def grade(content: bytes, name: str, **options: Any) -> Graded:
        if Path(name).stem == "fault":
            raise RuntimeError("a fault")
        if Path(name).stem == "not_started":
            raise ChildNotStarted("no room")
        if Path(name).stem == "other":
            return Graded(blank_record(name, "wrong_lab", "Another lab.", lab))
        return Graded(blank_record(name, "graded", None, lab))

    monkeypatch.setattr(marker, "grade", grade)
    monkeypatch.setattr(command, "open_sandbox", lambda: contextlib.nullcontext(sandbox))


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    """The file of a solved lab."""
    path = tmp_path / "solved.ipynb"
    path.write_bytes(notebook_bytes(SOLVED))
    return path


def test_marks_go_to_json_reports_and_table(run: Run, solved: Path, tmp_path: Path, sandbox: Sandbox) -> None:
    script = tmp_path / "lab.py"
    script.write_text("\n".join(SOLVED[:3]))
    result = run(solved, script, "--json", tmp_path / "marks.json", "--html", tmp_path / "new" / "reports")
    assert result.exit_code == 0
    written = json.loads((tmp_path / "marks.json").read_text())
    assert list(written) == ["schema_version", "grader_version", "isolation", "submissions"]
    assert written["schema_version"] == 1
    assert written["isolation"] == {"level": sandbox.level.level, "label": sandbox.level.label}
    assert [(one["submission"], one["score"]) for one in written["submissions"]] == [
        (str(solved), 20),
        (str(script), 7),
    ]
    assert len(list((tmp_path / "new" / "reports").glob("*.html"))) == 2
    assert "20 of 20" in result.stdout
    assert f"[1/2] {solved}: lab01, 20 of 20 points" in result.stderr.replace("\n", "")
    assert f"Isolation level {sandbox.level.level}: " in result.stderr


def test_a_seed_replaces_the_one_of_the_secret(run: Run, solved: Path, tmp_path: Path) -> None:
    assert run(solved, "--seed", 7, "--json", tmp_path / "marks.json").exit_code == 0
    assert json.loads((tmp_path / "marks.json").read_text())["submissions"][0]["seed"] == 7


@pytest.mark.usefixtures("instant")
def test_files_that_cannot_be_read_do_not_stop_the_others(
    run: Run, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbidden = tmp_path / "forbidden.ipynb"
    forbidden.touch()
    opened = Path.open

    def open_file(
        path: Path, *arguments: Any, **keywords: Any
    ) -> Any:  # what a user without the right meets; root may read everything
        if path == forbidden:
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, *arguments, **keywords)

    monkeypatch.setattr(Path, "open", open_file)
    result = run(tmp_path, forbidden, tmp_path / "nowhere", solved, "--json", tmp_path / "marks.json")
    assert result.exit_code == 1
    submissions = json.loads((tmp_path / "marks.json").read_text())["submissions"]
    assert [one["problem"] for one in submissions] == [
        "This is a folder, not a file: name the notebook in it.",
        "The file may not be read: its permissions forbid it.",
        "There is no such file.",
        None,
    ]
    assert [one["status"] for one in submissions] == ["unreadable"] * 3 + ["graded"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableSubmission, match="not an ordinary file"):
        marker.read_file(tmp_path / "pipe")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_said_to_be_so(solved: Path) -> None:
    solved.chmod(0)
    with pytest.raises(UnreadableSubmission, match="permissions"):
        marker.read_file(solved)


def test_what_errors_keep_of_a_submission_does_not_stay_in_memory(
    monkeypatch: pytest.MonkeyPatch, solved: Path, lab: Lab, sandbox: Sandbox
) -> None:
    class WithAnArray(Exception):
        """Something that can be referred to weakly."""

    kept = []

    def grade(content: bytes, name: str, **options: Any) -> Graded:
        error = WithAnArray()
        error.__context__ = KeyError(error)  # each keeps the other
        kept.append(weakref.ref(error))
        return Graded(blank_record(name, "graded", None, lab))

    monkeypatch.setattr(marker, "grade", grade)
    gc.disable()  # which comes too late: it counts objects, not bytes
    try:
        marker.mark(solved, marker.Settings(), sandbox)
        assert kept[0]() is None
    finally:
        gc.enable()


@pytest.mark.usefixtures("instant")
def test_a_fault_of_ours_costs_nobody_else_a_mark(
    run: Run, solved: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    fault, not_started = tmp_path / "fault.ipynb", tmp_path / "not_started.ipynb"
    fault.touch()
    not_started.touch()
    result = run(fault, not_started, solved, "--json", tmp_path / "marks.json")
    assert result.exit_code == 3
    submissions = json.loads((tmp_path / "marks.json").read_text())["submissions"]
    assert [one["problem"] for one in submissions] == [marker.OUR_FAULT, marker.NOT_STARTED, None]
    assert [one["status"] for one in submissions] == ["not_marked", "not_marked", "graded"]
    assert [one["score"] for one in submissions] == [None, None, 0]
    assert result.stdout.count("not marked") == 2
    everything = result.output + "".join(capfd.readouterr()) + caplog.text
    assert not {"Traceback", "RuntimeError", "a fault\n", "no room"} & {*re.findall(r"\w+", everything)}
    assert [line for line in result.stderr.splitlines() if "fault of" in line] == [f"[1/3] {fault}: {marker.OUR_FAULT}"]


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize(
    ("names", "code"),
    [("", 0), ("missing", 1), ("other", 1), ("fault", 3), ("not_started", 3), ("missing fault other", 3)],
)
def test_the_exit_code_tells_whose_fault_it_is(run: Run, solved: Path, tmp_path: Path, names: str, code: int) -> None:
    files = [tmp_path / f"{name}.ipynb" for name in names.split()]
    for file in files:
        if file.stem != "missing":
            file.touch()
    assert run(solved, *files).exit_code == code


def test_debug_says_that_the_level_fell(capsys: pytest.CaptureFixture[str], sandbox: Sandbox) -> None:
    for debug in (False, True):
        graded = marker.mark(Path("a"), marker.Settings(debug=debug, level=5), sandbox)
        assert (graded.record["status"], graded.record["problem"]) == ("not_marked", marker.NOT_STARTED)
        assert (f"Isolation level {sandbox.level.level} only: " in capsys.readouterr().err) is debug


@pytest.mark.usefixtures("instant")
def test_debug_shows_where_a_fault_of_ours_arose(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fault.ipynb").touch()
    assert "RuntimeError: a fault" in run(tmp_path / "fault.ipynb", "--debug").stderr


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--lab", "lab99"], f"There is no lab lab99; there is {LAB}"),
        (["--json", "{}/no_folder/marks.json"], "cannot be written: there is no folder "),
        (["--json", "{}"], "not an ordinary file."),
        (["--json", "{}/solved.ipynb"], "is one of the submissions"),
        (["--json", "{}/new.ipynb", "{}/new.ipynb"], "is one of the submissions"),
        (["--json", "/dev/null"], "not an ordinary file."),
        (["--json", "{}/other.ipynb"], "is named like a notebook"),
        (["--html", "{}/other.ipynb"], "is named like a notebook"),
        (["--html", "{}/solved.ipynb/reports"], "cannot be made"),
        (["--lab", "lab0"], "There is no lab lab0; there is "),
    ],
)
def test_a_wrong_call_ends_with_one_sentence(
    run: Run, solved: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    result = run(solved, *(word.format(tmp_path) for word in words))
    assert result.exit_code == 2
    assert sentence in result.stderr and len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("words", [[], ["--seed", "-1", "x"], ["--seed", "one", "x"], ["--nonsense", "x"]])
def test_typer_refuses_what_is_no_call(run: Run, words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.usefixtures("instant")
def test_a_full_disk_leaves_the_old_json_and_the_table(
    run: Run, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "marks.json"
    target.write_text("old")

    def full(path: Path, *arguments: object, **keywords: object) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    result = run(solved, solved, "--json", target)
    assert result.exit_code == 2
    sentence = f"{target} could not be written (No space left on device): what is there is old or incomplete."
    lines = result.stderr.splitlines()
    assert lines.index(sentence) < next(number for number, line in enumerate(lines) if line.startswith("[1/2]"))
    assert lines[-2:] == [sentence, "The points are in the lines above."]
    assert "0 of 20 points" in result.stderr, "where the sentence says that they are, of a class of any size"
    assert target.read_text() == "old" and "0 of 20" in result.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["marks.json", "solved.ipynb"]


@pytest.mark.usefixtures("instant")
def test_a_secret_that_cannot_be_made_ends_the_call(
    run: Run, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "course_secret", lambda: course_secret(tmp_path / "no_folder" / "secret", {}))
    result = run(solved)
    assert result.exit_code == 2 and "cannot be read or made" in result.stderr


def test_a_student_edition_says_that_it_cannot_mark(run: Run, solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "markable_labs", lambda: ())
    result = run(solved)
    assert result.exit_code == 2 and "student edition" in result.stderr


@pytest.mark.usefixtures("instant")
def test_no_check_of_typers_ends_the_call_because_of_one_file(
    run: Run, solved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK and access(path, mode))
    assert run(solved).exit_code == 0


@pytest.mark.usefixtures("instant")
@pytest.mark.skipif(not hasattr(os, "symlink") or sys.platform == "win32", reason="links need a right on Windows")
def test_a_link_is_no_place_for_the_marks(run: Run, solved: Path, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "elsewhere.json")
    assert run(solved, "--json", tmp_path / "link.json").exit_code == 2
    assert not (tmp_path / "elsewhere.json").exists()


def test_a_name_that_the_terminal_cannot_show_is_printed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    command.prepare_process()
    assert command.print_table([blank_record("\u5b66.ipynb", "graded", None, None)])
    command.say("\u5b66")
    assert b"\\u5b66" in sys.stdout.buffer.getvalue() and b"\\u5b66" in sys.stderr.buffer.getvalue()


def test_a_class_of_which_nobody_needs_a_look_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    records = [blank_record(f"s{number}.ipynb", "graded", None, None) for number in range(40)]
    assert command.print_table(records)
    assert capsys.readouterr().out == "40 of 40 marked, 0 points on average.\n"


@pytest.mark.usefixtures("instant")
def test_a_table_that_cannot_be_printed_costs_no_file(
    run: Run, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    echo = typer.echo

    def full(message: str, *, err: bool = False, **keywords: Any) -> None:
        if not err:
            raise OSError(errno.ENOSPC, "No space left on device")
        echo(message, err=err, **keywords)

    monkeypatch.setattr(typer, "echo", full)
    monkeypatch.setattr(command, "silence_stdout", lambda: None)
    result = run(solved, "--json", tmp_path / "marks.json")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == "The table could not be printed (No space left on device)."
    assert len(json.loads((tmp_path / "marks.json").read_text())["submissions"]) == 1


@pytest.mark.usefixtures("instant")
@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit(143), RuntimeError], ids=["Ctrl-C", "SIGTERM", "fault"])
def test_an_end_keeps_the_marks_so_far(
    run: Run, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: type[BaseException] | BaseException
) -> None:
    mark = command.mark

    def interrupted(path: Path, *arguments: Any) -> Graded:
        if path.name == "last.ipynb":
            raise end
        return mark(path, *arguments)

    monkeypatch.setattr(command, "mark", interrupted)
    result = run(solved, solved, tmp_path / "last.ipynb", "--json", tmp_path / "marks.json", "--html", tmp_path)
    assert result.exit_code != 0 and ("Stopped: 2 of 3 are marked;" in result.stderr) is (end is not RuntimeError)
    assert len(json.loads((tmp_path / "marks.json").read_text())["submissions"]) == 2
    assert len(list(tmp_path.glob("*.html"))) == 1


@pytest.fixture
def outputs(tmp_path: Path) -> Outputs:
    """What writes marks to a file of JSON."""
    made = Outputs(tmp_path / "marks.json", None, ())
    made.level = isolation()
    return made


def marks_in(folder: Path) -> int:
    """Return how many submissions the JSON in a folder holds."""
    return len(json.loads((folder / "marks.json").read_text())["submissions"])


def test_the_json_of_a_class_is_not_written_for_each_submission(
    outputs: Outputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    monkeypatch.setattr(
        outputs_module, "json_text", lambda records, level: written.append(1) or json_text(records, level)
    )
    monkeypatch.setattr(outputs_module, "SAVE_SECONDS", 60)
    with outputs:
        for number in range(50):
            outputs.add(number, Graded(blank_record(f"s{number}.ipynb", "graded", None, None)))
        assert marks_in(tmp_path) == len(written) == 1
    assert marks_in(tmp_path) == 50 and len(written) == 2


def test_the_json_is_written_while_the_next_submission_takes_long(
    outputs: Outputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs_module, "SAVE_SECONDS", 0.2)
    with outputs:
        for number in range(3):
            outputs.add(number, Graded(blank_record(f"s{number}.ipynb", "graded", None, None)))
        for _ in range(100):
            if marks_in(tmp_path) == 3:
                break
            time.sleep(0.1)
        assert marks_in(tmp_path) == 3


def test_an_end_in_the_middle_of_writing_leaves_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "marks.json", "{}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("instant")
def test_one_target_that_cannot_be_written_does_not_stop_the_other(run: Run, solved: Path, tmp_path: Path) -> None:
    result = run(solved, "--json", tmp_path / ("j" * 300), "--html", tmp_path)
    assert result.exit_code == 2 and "(File name too long)" in result.stderr
    target = tmp_path / ("j" * 245 + ".json")  # as long as names can be
    assert run(solved, "--json", target).exit_code == 0 and target.is_file()

    def full(path: Path, target: Path) -> None:
        if target.suffix == ".json":
            raise OSError(errno.ENOSPC, "No space left on device")
        rename(path, target)

    rename = Path.replace
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", full)
        result = run(solved, solved, "--json", tmp_path / "marks.json", "--html", tmp_path)
    assert result.exit_code == 2 and result.stderr.count("could not be written") == 2  # at once and in the end
    assert len(list(tmp_path.glob("*.html"))) == 1


@pytest.mark.usefixtures("instant")
def test_a_lab_can_be_named_by_its_beginning(run: Run, solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    mark = command.mark
    monkeypatch.setattr(
        command, "mark", lambda path, settings, *rest: given.append(settings.lab) or mark(path, settings, *rest)
    )
    result = run(solved, "--lab", "lab01")
    assert result.exit_code == 0 and given == [LAB]
    assert f"{solved}: 0 of 20 points" in result.stderr.replace("\n", ""), "the lab is known"


def test_json_holds_text_only() -> None:
    record = blank_record("m\udcfcller.ipynb", "unreadable", None, None)
    assert json.loads(json_text([record], isolation()))["submissions"][0]["submission"] == "m?ller.ipynb"


@pytest.mark.usefixtures("instant")
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_parent_that_ignores_its_children_does_no_harm(run: Run, solved: Path) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert run(solved).exit_code == 0
        assert signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_no_more_is_read_of_a_file_than_shows_that_it_is_too_large(
    solved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marker, "MAX_BYTES", 10)
    assert len(marker.read_file(solved)) == 11


@pytest.mark.usefixtures("instant")
def test_a_level_that_is_not_reached_ends_the_call(run: Run, solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weak = IsolationLevel(1, "weak", {"landlock": "landlock_create_ruleset: Function not implemented"})
    assert run(solved, "--require-isolation", 0).exit_code == 0
    acceptable = command.acceptable
    monkeypatch.setattr(command, "acceptable", lambda level, required: acceptable(weak, required))
    result = run(solved, "--require-isolation", 3, "--json", "marks.json")
    assert result.exit_code == 2 and not Path("marks.json").exists()
    assert "Isolation level 3 is required, and this machine reaches 1 (weak)" in result.stderr
    assert "not implemented" in result.stderr and "Use Linux 5.13" in result.stderr


def test_jobs_side_by_side_give_the_same_marks_in_the_same_order(run: Run, solved: Path, tmp_path: Path) -> None:
    script, broken = tmp_path / "lab.py", tmp_path / "broken.ipynb"
    script.write_text("\n".join(SOLVED[:3]))
    broken.write_text("{")
    files = [broken, solved, script, tmp_path / "nowhere.ipynb", solved]
    written = []
    for jobs in (1, 2):
        assert run(*files, "--jobs", jobs, "--json", tmp_path / "marks.json").exit_code == 1
        submissions = json.loads((tmp_path / "marks.json").read_text())["submissions"]
        timeless = [{k: v for k, v in one.items() if not k.endswith("_seconds")} for one in submissions]
        written.append(timeless)
    assert written[0] == written[1]
    assert [one["score"] for one in written[1]] == [0, 20, 7, 0, 20]
