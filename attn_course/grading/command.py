"""`attn-course grade`: marks submissions, one after the other, and writes what it found."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import Graded, Record, blank_record
from attn_course.grading.grade import grade as grade_submission
from attn_course.grading.outputs import Outputs, OutputsError
from attn_course.grading.reports import marks_table, points_text
from attn_course.grading.secret import SecretError, course_secret
from attn_course.grading.submission import MAX_BYTES, UnreadableSubmission
from attn_course.grading.text import one_line
from attn_course.sandbox.level import isolation
from attn_course.sandbox.process import ChildNotStarted

CALLED_WRONGLY = 2
NOT_ALL_READ = 1
OUR_FAULT = "The submission could not be marked, because of a fault of the marking program (--debug shows it)."
NOT_STARTED = "The submission could not be marked: this machine did not start a process for it (--debug says why)."


# No check of typer's own: one file without permission would end the call, and the others would go unmarked.
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Notebooks, or scripts made from them.", readable=False)
]


def grade(
    files: Files,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write all marks to OUT.", readable=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a report for each learner to DIR.", readable=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the hidden inputs, for all submissions.")] = None,
    lab: Annotated[str | None, typer.Option(metavar="ID", help="The lab that all of them must be of.")] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show where a fault of this program arose.")] = False,
) -> None:
    """Mark submissions with the hidden tests.

    Ends with 0 if every submission was processed, 1 if one could not be read, 2 if the call was wrong or
    its results could not be written.
    """
    prepare_process()
    labs = labs_with_hidden_tests()
    wanted = wanted_lab(lab, labs)
    secret = secret_or_stop() if seed is None else b""
    outputs = prepared_outputs(files, json_file, html, labs)
    say(f"Isolation level {outputs.level.level}: {outputs.level.label}.")
    for number, path in enumerate(files, start=1):
        result = mark(path, labs, secret, seed, wanted, debug)
        outputs.add(result)  # at once: whatever ends the program later, these marks are kept
        found = result.record["problem"] or f"{points_text(result.record)} points"
        say(f"[{number}/{len(files)}] {one_line(str(path))}: {found}")
    finish(outputs)


def prepare_process() -> None:
    """Make printing and waiting for processes work, however this program was started."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file's name may hold what the terminal's encoding has not
            stream.reconfigure(errors="backslashreplace")
    if sys.platform != "win32" and signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # else nobody could wait for a submission's process


def finish(outputs: Outputs) -> None:
    """Print the table and what could not be written; end with the exit code."""
    printed = print_table(outputs.records)
    for problem in outputs.problems:
        say(problem)
    if outputs.problems or not printed:
        raise typer.Exit(CALLED_WRONGLY)
    if any(record["status"] == "unreadable" for record in outputs.records):
        raise typer.Exit(NOT_ALL_READ)


def print_table(records: Sequence[Record]) -> bool:
    """Print the table; return whether that worked."""
    console = Console()
    try:
        with console.capture() as captured:  # rich itself would end the program where a pipe is closed
            console.print(marks_table(records))
        typer.echo(captured.get(), nl=False)
    except OSError as error:
        silence_stdout()
        say(f"The table could not be printed ({error.strerror}).")
        return False
    return True


def silence_stdout() -> None:
    """Let what is left of the output go nowhere: Python would try once more to write it when it ends."""
    with suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


def mark(path: Path, labs: Sequence[Lab], secret: bytes, seed: int | None, lab: Lab | None, debug: bool) -> Graded:
    """Mark one file; whatever goes wrong with it is recorded, so that the others keep their marks."""
    try:
        return grade_submission(read_file(path), str(path), labs=labs, secret=secret, seed=seed, lab=lab)
    except UnreadableSubmission as problem:
        return Graded(blank_record(str(path), "unreadable", str(problem), lab))
    except Exception as error:
        if debug:
            say(traceback.format_exc())
        fault = NOT_STARTED if isinstance(error, ChildNotStarted) else OUR_FAULT
        return Graded(blank_record(str(path), "unreadable", fault, lab))


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raise UnreadableSubmission with the reason in one sentence."""
    try:
        if path.is_dir():
            raise UnreadableSubmission("This is a folder, not a file.")
        if path.exists() and not path.is_file():  # a pipe or a device could keep us waiting for ever
            raise UnreadableSubmission("This is not an ordinary file.")
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)  # enough to see that there is too much
    except FileNotFoundError:
        raise UnreadableSubmission("There is no such file.") from None
    except PermissionError:
        raise UnreadableSubmission("The file may not be read: its permissions forbid it.") from None
    except OSError as error:
        raise UnreadableSubmission(f"The file cannot be read ({error.strerror}).") from None


def labs_with_hidden_tests() -> tuple[Lab, ...]:
    """Return the labs that can be marked here."""
    labs = tuple(lab for lab in all_labs() if (lab.folder / "hidden_tests.py").is_file())
    if not labs:
        stop("This copy of the course has no hidden tests (it is a student edition), so it cannot mark.")
    return labs


def wanted_lab(name: str | None, labs: Sequence[Lab]) -> Lab | None:
    """Return the lab of that id."""
    if name is None:
        return None
    found = next((lab for lab in labs if lab.id == name), None)
    if found is None:
        stop(f"There is no lab {one_line(name)}; there is {', '.join(lab.id for lab in labs)}.")
    return found


def secret_or_stop() -> bytes:
    """Return the course secret."""
    try:
        return course_secret()
    except SecretError as error:
        stop(str(error))


def prepared_outputs(files: Sequence[Path], json_file: Path | None, html: Path | None, labs: Sequence[Lab]) -> Outputs:
    """Find out before the work, not after it, that there is no place for its results."""
    outputs = Outputs(json_file, html, labs, isolation())
    try:
        outputs.prepare(files)
    except OutputsError as error:
        stop(str(error))
    return outputs


def say(sentence: str) -> None:
    """Print on the error stream; where that is gone, there is nobody to tell."""
    with suppress(OSError):
        typer.echo(sentence, err=True)


def stop(sentence: str) -> NoReturn:
    """End the command with one sentence."""
    say(sentence)
    raise typer.Exit(CALLED_WRONGLY)
