"""Marks files, one after the other, in one sandbox: whatever is wrong with one, the others keep their marks."""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import typer

from attn_course.checking.specification import Lab, all_labs
from attn_course.grading.grade import NOT_MARKED, Graded, blank_record, grade
from attn_course.grading.submission import MAX_BYTES, UnreadableSubmission
from attn_course.sandbox import Sandbox
from attn_course.sandbox.process import ChildNotStarted

OUR_FAULT = "The submission could not be marked, because of a fault of the marking program (--debug shows it)."
NOT_STARTED = "The submission could not be marked: this machine did not start a process for it (--debug says why)."
ENDED_TWICE = "The process that marked this file ended twice, perhaps for want of memory. Mark this file again."
MOST_MEMORY = 2 * 2**30  # bytes: what a submission can make the program take is far less


@dataclass(frozen=True)
class Settings:
    """What holds for all submissions of a call; `seed` and `lab` (an id) are None where each has its own."""

    secret: bytes = b""
    seed: int | None = None
    lab: str | None = None
    debug: bool = False
    level: int = 0  # of isolation, below which nothing is marked

    @property
    def wanted(self) -> Lab | None:
        """The lab that all of them must be of."""
        return next((lab for lab in markable_labs() if lab.id == self.lab), None)

    def unreadable(self, path: Path, problem: str) -> Graded:
        """Return what is recorded for a file that cannot be read."""
        return Graded(blank_record(str(path), "unreadable", problem, self.wanted))

    def not_marked(self, path: Path, problem: str, why: str = "") -> Graded:
        """Return what is recorded where the fault is ours or the machine's; with `--debug`, show why."""
        if self.debug and why:
            say(why)
        return Graded(blank_record(str(path), NOT_MARKED, problem, self.wanted))


def markable_labs() -> tuple[Lab, ...]:
    """Return the labs whose hidden tests are here."""
    return tuple(lab for lab in all_labs() if (lab.folder / "hidden_tests.py").is_file())


def mark(path: Path, settings: Settings, sandbox: Sandbox) -> Graded:
    """Mark one file; whatever goes wrong with it is recorded, and nothing of it is left in memory."""
    if sandbox.level.level < settings.level:
        reached = f"Isolation level {sandbox.level.level} only: {sandbox.level.label}."
        return settings.not_marked(path, NOT_STARTED, reached)
    try:
        content = read_file(path)
        return grade(
            content,
            str(path),
            labs=markable_labs(),
            secret=settings.secret,
            seed=settings.seed,
            lab=settings.wanted,
            start=sandbox.start,
        )
    except UnreadableSubmission as problem:
        return settings.unreadable(path, str(problem))
    except Exception as error:
        sentence = NOT_STARTED if isinstance(error, ChildNotStarted) else OUR_FAULT
        return settings.not_marked(path, sentence, traceback.format_exc())
    finally:
        gc.collect()  # Python does not count the bytes of arrays that errors keep, and would wait for far too long


@contextmanager
def limited_memory() -> Iterator[None]:
    """Let this program, for a while, not take much more memory than it has: a submission may find a way to fill it."""
    gc.collect()
    gc.freeze()  # what is there stays, and need not be looked through after each submission
    if sys.platform != "linux":
        yield
        return
    import resource

    from attn_course.sandbox.limits import address_space

    before = resource.getrlimit(resource.RLIMIT_AS)
    most = address_space() + MOST_MEMORY
    with suppress(ValueError, OSError):  # a stricter limit stands
        resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raise UnreadableSubmission with the reason in one sentence."""
    try:
        if path.is_dir():
            raise UnreadableSubmission("This is a folder, not a file: name the notebook in it.")
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


def say(sentence: str) -> None:
    """Print on the error stream; where that is gone, there is nobody to tell."""
    with suppress(OSError):
        typer.echo(sentence, err=True)
