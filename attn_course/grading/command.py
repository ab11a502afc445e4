"""`attn-course grade`: marks submissions, one after the other, and writes what it found."""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from attn_course import __version__
from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import SCHEMA_VERSION, Graded, Record, blank_record
from attn_course.grading.grade import grade as grade_submission
from attn_course.grading.reports import marks_table, points_text, report_html, report_name
from attn_course.grading.secret import SecretError, course_secret
from attn_course.grading.submission import UnreadableSubmission
from attn_course.grading.text import one_line
from attn_course.sandbox.level import IsolationLevel, isolation
from attn_course.sandbox.process import ChildNotStarted

CALLED_WRONGLY = 2
NOT_ALL_READ = 1
OUR_FAULT = "The submission could not be marked, because of a fault of the marking program (--debug shows it)."
NOT_STARTED = "The submission could not be marked: this machine did not start a process for it (--debug says why)."


def grade(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Notebooks, or scripts made from them.")],
    json_file: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write all marks to OUT.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a report for each learner to DIR.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the hidden inputs, for all submissions.")] = None,
    lab: Annotated[str | None, typer.Option(metavar="ID", help="The lab that all of them must be of.")] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show where a fault of this program arose.")] = False,
) -> None:
    """Mark submissions with the hidden tests.

    Ends with 0 if every submission was processed, 1 if one could not be read, 2 if the call was wrong.
    """
    labs = labs_with_hidden_tests()
    wanted = wanted_lab(lab, labs)
    secret = secret_or_stop() if seed is None else b""
    prepare_outputs(json_file, html)
    level = isolation()
    typer.echo(f"Isolation level {level.level}: {level.label}.", err=True)
    results = []
    for number, path in enumerate(files, start=1):
        results.append(mark(path, labs, secret, seed, wanted, debug))
        record = results[-1].record
        found = record["problem"] or f"{points_text(record)} points"
        line = f"[{number}/{len(files)}] {one_line(str(path))}: {found}"
        typer.echo(line, err=True)
    records = [result.record for result in results]
    Console().print(marks_table(records))
    write_outputs(results, labs, level, json_file, html)
    if any(record["status"] == "unreadable" for record in records):
        raise typer.Exit(NOT_ALL_READ)


def mark(path: Path, labs: Sequence[Lab], secret: bytes, seed: int | None, lab: Lab | None, debug: bool) -> Graded:
    """Mark one file; whatever goes wrong with it is recorded, so that the others keep their marks."""
    try:
        return grade_submission(read_file(path), str(path), labs=labs, secret=secret, seed=seed, lab=lab)
    except UnreadableSubmission as problem:
        return Graded(blank_record(str(path), "unreadable", str(problem), lab))
    except Exception as error:
        if debug:
            typer.echo(traceback.format_exc(), err=True)
        fault = NOT_STARTED if isinstance(error, ChildNotStarted) else OUR_FAULT
        return Graded(blank_record(str(path), "unreadable", fault, lab))


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raise UnreadableSubmission with the reason in one sentence."""
    try:
        if path.is_dir():
            raise UnreadableSubmission("This is a folder, not a file.")
        if path.exists() and not path.is_file():  # a pipe or a device could keep us waiting for ever
            raise UnreadableSubmission("This is not an ordinary file.")
        return path.read_bytes()
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


def prepare_outputs(json_file: Path | None, html: Path | None) -> None:
    """Find out before the work, not after it, that there is no place for its results."""
    if json_file is not None and (json_file.is_dir() or not os.access(json_file.parent, os.W_OK)):
        stop(f"{json_file} cannot be written.")
    if html is not None:
        try:
            html.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            stop(f"The folder {html} cannot be made ({error.strerror}).")


def write_outputs(
    results: Sequence[Graded], labs: Sequence[Lab], level: IsolationLevel, json_file: Path | None, html: Path | None
) -> None:
    """Write the files that were asked for."""
    if json_file is not None:
        write_file(json_file, json_text([result.record for result in results], level))
    if html is not None:
        for result in results:
            write_file(html / report_name(result.record["submission"]), report_html(result, labs, level))


def json_text(records: list[Record], level: IsolationLevel) -> str:
    """Return the JSON of a grading."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "grader_version": __version__,
        "isolation": asdict(level),
        "submissions": records,
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        stop(f"{path} could not be written ({error.strerror}); the marks are in the table above.")


def stop(sentence: str) -> NoReturn:
    """End the command with one sentence."""
    typer.echo(sentence, err=True)
    raise typer.Exit(CALLED_WRONGLY)
