"""`attn-course grade`: marks submissions and writes what it found."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from attn_course.checking.earlier_labs import named_lab
from attn_course.checking.specification import Lab
from attn_course.grading.grade import NOT_MARKED, Graded, Record
from attn_course.grading.marker import Settings, limited_memory, mark, markable_labs, say
from attn_course.grading.outputs import Outputs, OutputsError
from attn_course.grading.reports import marks_table, result_text
from attn_course.grading.secret import VARIABLE, SecretError, course_secret
from attn_course.grading.text import one_line
from attn_course.grading.workers import Workers, end_properly
from attn_course.sandbox import Sandbox, open_sandbox
from attn_course.sandbox.kernel import be_unreadable
from attn_course.sandbox.level import IsolationLevel, isolation
from attn_course.sandbox.process import ChildNotStarted

NOT_ALL_READ = 1
CALLED_WRONGLY = 2
NOT_ALL_MARKED = 3
LAST_STANDARD_STREAM = 2
FILES_FOR_A_JOB = 10  # fewer are marked before another sandbox is warm

# No check of typer's own: one file without permission would end the call, and the others would go unmarked.
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="Notebooks, or scripts made from them.", readable=False)
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
    lab: Annotated[str | None, typer.Option(metavar="ID", help="The lab that they must all be of: lab01.")] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Mark so many side by side; by itself, one for ten files, one a processor at most."),
    ] = None,
    require_isolation: Annotated[
        int, typer.Option(min=0, max=4, metavar="N", help="Mark only if submissions are locked in at level N or more.")
    ] = 0,
    debug: Annotated[bool, typer.Option("--debug", help="Show where a fault of this program arose.")] = False,
) -> None:
    """Mark submissions with the hidden tests.

    Ends with 0 if every submission was marked, 1 if one could not be read or is of another lab,
    2 if the call was wrong or its results could not be written, and 3 if a fault of this program
    or of the machine left one without marks: mark it again.
    """
    prepare_process()
    labs = labs_or_stop()
    settings = Settings(secret_or_stop() if seed is None else b"", seed, lab_or_stop(lab, labs), debug)
    outputs = prepared_outputs(files, json_file, html, labs)
    jobs = jobs or usual_jobs(len(files))
    with told_of_an_end(outputs, len(files)), opened_sandbox(jobs) as sandbox:
        outputs.level = acceptable(isolation() if sandbox is None else sandbox.level, require_isolation)
        settings = replace(settings, level=outputs.level.level)
        say(f"Isolation level {outputs.level.level}: {outputs.level.label}.")
        with marks(files, settings, sandbox, jobs) as results, progress_bar() as bar, outputs:
            for number, result in bar.track(results, len(files)):
                outputs.add(number, result)
                found = result_text(result.record, with_lab=lab is None)
                say(f"[{len(outputs.records)}/{len(files)}] {one_line(str(files[number]))}: {found}")
    finish(outputs)


@contextmanager
def opened_sandbox(jobs: int) -> Iterator[Sandbox | None]:
    """Open the sandbox for one job; workers open one each."""
    if jobs > 1:
        yield None
        return
    try:
        opened = open_sandbox()
    except ChildNotStarted as error:
        stop(f"This machine did not start the process in which submissions run: {one_line(str(error))}")
    with opened as sandbox:
        yield sandbox


@contextmanager
def told_of_an_end(outputs: Outputs, files: int) -> Iterator[None]:
    """Say what is there and what is not where the marking is ended before its end."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        say(f"Stopped: {len(outputs.records)} of {files} are marked; another run begins with the first.")
        raise


@contextmanager
def marks(
    files: Sequence[Path], settings: Settings, sandbox: Sandbox | None, jobs: int
) -> Iterator[Iterable[tuple[int, Graded]]]:
    """Mark files: one after the other in a sandbox, or side by side by workers."""
    if sandbox is not None:
        with limited_memory():
            yield ((number, mark(path, settings, sandbox)) for number, path in enumerate(files))
        return
    with Workers(min(jobs, len(files)), settings) as workers:
        yield workers.results(files)


def usual_jobs(files: int) -> int:
    """Return how many jobs pay for so many files on this machine."""
    return min(os.cpu_count() or 1, 1 + files // FILES_FOR_A_JOB)


def acceptable(level: IsolationLevel, required: int) -> IsolationLevel:
    """Return the level, if it is high enough."""
    if level.level < required:
        why = " ".join(f"{reason}." for reason in level.missing.values())
        advice = " ".join(level.advice)
        reached = f"this machine reaches {level.level} ({level.label})"
        stop(f"Isolation level {required} is required, and {reached}. {why} {advice}".strip())
    return level


def progress_bar() -> Progress:
    """Return a bar that shows how far the marking is, where there is a terminal to show it on."""
    columns = (TextColumn("marking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def prepare_process() -> None:
    """Make printing, waiting for processes and ending work, however this program was started."""
    if sys.flags.optimize > 1:
        stop("Python was told to leave out docstrings (-OO, PYTHONOPTIMIZE=2), but the tests' statements are theirs.")
    prepare_streams()
    if sys.platform != "win32":
        prepare_signals()
    if sys.platform == "linux":
        be_unreadable()  # this process holds the secrets


def prepare_streams() -> None:
    """Have standard streams that can be written to, and that show every name."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= LAST_STANDARD_STREAM:
        pass  # it was closed, and the next file that is opened would be taken for it
    os.close(handle)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a file's name may hold what the terminal's encoding has not
            stream.reconfigure(errors="backslashreplace")


def prepare_signals() -> None:
    """Wait for processes although our parent did not wait for its own, and leave nothing behind when we are ended."""
    if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end_properly)


def finish(outputs: Outputs) -> None:
    """Print the table and what could not be written; end with the exit code."""
    printed = print_table(outputs.records)
    for problem in outputs.problems:
        say(problem)
    if outputs.problems:
        say("The points are in the lines above.")
    if outputs.problems or not printed:
        raise typer.Exit(CALLED_WRONGLY)
    found = {record["status"] for record in outputs.records}
    if NOT_MARKED in found:
        raise typer.Exit(NOT_ALL_MARKED)
    if found & {"unreadable", "wrong_lab"}:
        raise typer.Exit(NOT_ALL_READ)


def print_table(records: Sequence[Record]) -> bool:
    """Print the table; return whether that worked."""
    console = Console()
    try:
        with console.capture() as captured:  # rich itself would end the program where a pipe is closed
            table = marks_table(records)
            console.print(table if table.row_count else table.caption)  # of a class, perhaps nobody needs a look
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


def labs_or_stop() -> tuple[Lab, ...]:
    """Return the labs that can be marked here."""
    labs = markable_labs()
    if not labs:
        stop("This copy of the course has no hidden tests (it is a student edition), so it cannot mark.")
    return labs


def lab_or_stop(name: str | None, labs: Sequence[Lab]) -> str | None:
    """Return the id of the lab that all submissions must be of, which may be given by its beginning: `lab01`."""
    if name is None:
        return None
    try:
        lab = named_lab(name)
    except ValueError:
        lab = None
    if lab is None or lab not in labs:
        stop(f"There is no lab {one_line(name)}; there is {', '.join(lab.id for lab in labs)}.")
    return lab.id


def secret_or_stop() -> bytes:
    """Return the course secret."""
    try:
        secret = course_secret()
    except SecretError as error:
        stop(str(error))
    os.environ.pop(VARIABLE, None)  # what this program starts need not know it
    return secret


def prepared_outputs(files: Sequence[Path], json_file: Path | None, html: Path | None, labs: Sequence[Lab]) -> Outputs:
    """Find out before the work, not after it, that there is no place for its results."""
    outputs = Outputs(json_file, html, labs)
    try:
        outputs.prepare(files)
    except OutputsError as error:
        stop(str(error))
    return outputs


def stop(sentence: str) -> NoReturn:
    """End the command with one sentence."""
    say(sentence)
    raise typer.Exit(CALLED_WRONGLY)
