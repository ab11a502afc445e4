"""Writes what a grading found: the JSON of all marks, and a report for each submission."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attn_course import __version__
from attn_course.checking.specification import Lab
from attn_course.grading.grade import SCHEMA_VERSION, Graded, Record
from attn_course.grading.reports import report_html, report_name
from attn_course.sandbox.level import IsolationLevel


class OutputsError(Exception):
    """There is no place for the results; the message is one sentence."""


class Outputs:
    """The files of a grading, each up to date after every submission.

    `problems` holds a sentence for every file that could not be written.

    Parameters
    ----------
    json_file : Path or None
        Where all marks go.
    html : Path or None
        The folder of the reports.
    labs : sequence of Lab
        The labs that the submissions may be of.
    """

    level: IsolationLevel  # how well the submissions' processes are locked in: known once one is there

    def __init__(self, json_file: Path | None, html: Path | None, labs: Sequence[Lab]) -> None:
        self._records: dict[int, Record] = {}
        self._json_file = json_file
        self._html = html
        self._labs = labs
        self._problems: dict[Path, str] = {}

    @property
    def records(self) -> list[Record]:
        """The marks so far, in the order in which the submissions were given."""
        return [record for _, record in sorted(self._records.items())]

    @property
    def problems(self) -> list[str]:
        """What could not be written, in the end."""
        return list(self._problems.values())

    def prepare(self, files: Sequence[Path]) -> None:
        """Raise OutputsError if the targets cannot be written, or if that would harm one of the files to be marked."""
        if self._json_file is not None:
            refuse_target(self._json_file, files)
        if self._html is not None:
            try:
                self._html.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutputsError(f"The folder {self._html} cannot be made ({error.strerror}).") from None

    def add(self, number: int, result: Graded) -> None:
        """Write the marks of one more submission, which is of that number."""
        self._records[number] = result.record
        if self._json_file is not None:
            self._write(self._json_file, json_text(self.records, self.level))
        if self._html is not None:
            report = report_html(result, self._labs)
            self._write(self._html / report_name(result.record["submission"]), report)

    def _write(self, path: Path, text: str) -> None:
        """Write a file, or remember why it could not be: the others are written all the same."""
        try:
            write_file(path, text)
            self._problems.pop(path, None)
        except OSError as error:
            self._problems[path] = f"{path} could not be written ({error.strerror}); the points are in the lines above."


def refuse_target(target: Path, files: Sequence[Path]) -> None:
    """Raise OutputsError if a file should not be put in the place of what is there."""
    try:
        ordinary = target.is_file() and not target.is_symlink()
        if not ordinary and os.path.lexists(target):
            raise OutputsError(f"{target} cannot be written: it is there and not an ordinary file.")
        if any(is_same_file(target, file) for file in files):
            raise OutputsError(f"{target} is one of the submissions: the marks would take its place.")
    except OSError as error:
        raise OutputsError(f"{target} cannot be written ({error.strerror}).") from None
    if not os.access(target.parent, os.W_OK):
        raise OutputsError(f"{target} cannot be written.")


def is_same_file(target: Path, file: Path) -> bool:
    """Tell whether two paths lead to one file; where one is missing, they are compared as they are written."""
    with suppress(OSError):
        return target.samefile(file)
    return target.absolute() == file.absolute()


def json_text(records: Sequence[Record], level: IsolationLevel) -> str:
    """Return the JSON of a grading."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "grader_version": __version__,
        "isolation": {"level": level.level, "label": level.label},
        "submissions": [{**record, "submission": encodable(record["submission"])} for record in records],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def encodable(name: str) -> str:
    """Return a file's name without what is no text: a name of another encoding holds such parts."""
    return name.encode("utf-8", "replace").decode("utf-8")


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{os.getpid()}.part")  # a short name: the whole one may be as long as names can be
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
