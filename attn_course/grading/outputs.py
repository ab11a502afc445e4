"""Writes what a grading found: the JSON of all marks, and a report for each submission."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attn_course import __version__
from attn_course.checking.specification import Lab
from attn_course.grading.grade import SCHEMA_VERSION, Graded, Record
from attn_course.grading.marker import say
from attn_course.grading.reports import report_html, report_name
from attn_course.sandbox.level import IsolationLevel

SAVE_SECONDS = 1.0  # the JSON holds all marks, so that writing it for each would take longer and longer


class OutputsError(Exception):
    """There is no place for the results; the message is one sentence."""


class Outputs:
    """The files of a grading: a report is written at once, and the JSON within a second.

    Use it as a context manager while marks are added: however that ends, all of them are written then. `problems`
    holds a sentence for every file that could not be written, which is also said at the first failure.

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
        self._said: set[Path | None] = set()  # the targets of which a failure was said
        self._saved = -math.inf
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()

    def __enter__(self) -> Outputs:
        return self

    def __exit__(self, *details: object) -> None:
        with self._lock:
            if self._records:
                self._save()

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
        for target in (self._json_file, self._html):
            if target is not None and target.suffix.lower() == ".ipynb":
                raise OutputsError(f"{target} is named like a notebook: give the results another name.")
        if self._html is not None:
            try:
                self._html.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutputsError(f"The folder {self._html} cannot be made ({error.strerror}).") from None

    def add(self, number: int, result: Graded) -> None:
        """Write the marks of one more submission, which is of that number."""
        with self._lock:
            self._records[number] = result.record
            if self._html is not None:
                report = report_html(result, self._labs)
                self._write(self._html / report_name(result.record["submission"]), report)
            if self._json_file is not None:
                self._save_soon()

    def _save_soon(self) -> None:
        """Write the JSON now, or within a second if one has not passed since it was written."""
        if time.monotonic() - self._saved >= SAVE_SECONDS:
            self._save()
        elif self._timer is None:
            self._timer = threading.Timer(SAVE_SECONDS, self._save_late)
            self._timer.daemon = True
            with suppress(RuntimeError):  # there is no room for a thread: the next marks or the end will do
                self._timer.start()

    def _save_late(self) -> None:
        """Write the JSON although no other marks came: the next submission takes long."""
        with self._lock:
            if self._timer is threading.current_thread():
                self._save()

    def _save(self) -> None:
        """Write the JSON of all marks so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._json_file is not None:
            self._write(self._json_file, json_text(self.records, self.level))
        self._saved = time.monotonic()

    def _write(self, path: Path, text: str) -> None:
        """Write a file, or remember why it could not be: the others are written all the same."""
        try:
            write_file(path, text)
            self._problems.pop(path, None)
        except OSError as error:
            there = ": what is there is old or incomplete" if os.path.lexists(path) else ""
            self._problems[path] = f"{path} could not be written ({error.strerror}){there}."
            target = path if path == self._json_file else self._html
            if target not in self._said:  # of the reports, the first is enough
                self._said.add(target)
                say(self._problems[path])


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
    if not target.parent.is_dir():
        raise OutputsError(f"{target} cannot be written: there is no folder {target.parent}.")
    if not os.access(target.parent, os.W_OK):
        raise OutputsError(f"{target} cannot be written: the permissions of {target.parent} forbid it.")


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
    except BaseException:  # also where the program is ended meanwhile
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
