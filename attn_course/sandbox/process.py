"""Threat: a submission never answers, answers another question, sends without end, or stays when it is marked.

So its process is asked with a deadline for each answer, and ended. How the process is made is not known
here: `warm` forks it locked in, `fresh` starts one where that cannot be.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from attn_course.sandbox import wire

WALL = 5  # seconds on the wall's clock for each processor second: a busy machine costs nobody points
LOOK_AGAIN = 0.1  # seconds
MAX_RECEIVED = 48 * 2**20  # bytes of memory for all replies: an honest submission's take a few hundred kilobytes


class ChildError(Exception):
    """The process gives no answer any more; it has been ended."""


class ChildTimeout(ChildError):
    """The answer did not come in time."""


class ChildEnded(ChildError):
    """The process ended by itself."""


class BrokenReply(ChildError):
    """What came back is no answer to what was asked."""


class ChildNotStarted(Exception):
    """The process could not be made: a fault of this machine, not of the submission."""


class Deadline:
    """The processor seconds that an answer may take; five times as many may pass on the wall's clock."""

    def __init__(self, seconds: float, process: Process) -> None:
        self._seconds = seconds
        self._process = process
        self._start = time.monotonic()
        self._used_before = process.processor_seconds()

    def spent(self) -> float:
        """Return the seconds spent so far: of the processor, or a fifth of those on the wall, whichever are more."""
        used = self._process.processor_seconds() - self._used_before
        return max(used, (time.monotonic() - self._start) / WALL)

    def wait(self) -> float:
        """Return the seconds to wait before asking again; ChildTimeout when the time is over."""
        passed = time.monotonic() - self._start
        if passed < self._seconds:
            return self._seconds - passed
        if self.spent() >= self._seconds:
            raise ChildTimeout(f"no answer within {self._seconds:g} seconds")
        return LOOK_AGAIN


class Process(Protocol):
    """A process that was started for one submission.

    `memory_is_limited` tells whether it has only as much memory as was ordered.
    """

    memory_is_limited: bool

    def write(self, data: bytes, deadline: Deadline) -> None:
        """Send it bytes; OSError if it is gone."""

    def read(self, count: int, deadline: Deadline) -> bytes:
        """Return so many bytes from it, or fewer if it is gone."""

    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far; 0 where that cannot be known."""

    def end(self) -> float:
        """Kill it and all that it started, remove its folder, and return the processor seconds that it used."""

    def last_words(self) -> str:
        """Return what it said on its way to a bad end, once it has ended."""


class Child:
    """One process for one submission.

    Requests are those of `attn_course.sandbox.inside.session.Session`. After a `ChildError` the process is
    gone, and only `close` and the attributes remain of use: `spent`, the seconds that its start and all requests
    took, `received`, the memory that its replies take, and `cpu_seconds`, what it used from its start to its end.
    """

    def __init__(self, process: Process, seconds: float = 60) -> None:
        """Take a process that was started; ChildNotStarted if it is not ready after so many seconds."""
        self.cpu_seconds = 0.0
        self.spent = 0.0
        self.memory_is_limited = process.memory_is_limited
        self._process = process
        self._ended = False
        self._number = 0
        self.received = 0
        try:
            with self._exchange(seconds) as deadline:
                greeting = self._read(deadline)
                if greeting != "ready":
                    raise BrokenReply(str(greeting))
        except ChildError as error:
            raise ChildNotStarted(f"{error}\n{process.last_words()}") from error

    def request(self, operation: str, seconds: float, **content: Any) -> Any:
        """Ask for one operation and return the answer, which may be any plain data.

        `seconds` are processor seconds. Raises `ChildTimeout`, `ChildEnded` or `BrokenReply`, and then has ended
        the process.
        """
        if self._ended:
            raise ChildEnded("the process ended")
        self._number += 1
        question = wire.encode({"number": self._number, "operation": operation, "content": content})
        with self._exchange(seconds) as deadline:
            self._process.write(wire.frame(question), deadline)
            reply = self._read(deadline)
            if not is_reply(reply, self._number):
                raise BrokenReply("the reply does not belong to the question")
        return reply["answer"]

    def close(self) -> None:
        """End the process and all that it started, and remove its folder."""
        if not self._ended:
            self._ended = True
            self.cpu_seconds = self._process.end()

    @contextmanager
    def _exchange(self, seconds: float) -> Iterator[Deadline]:
        """End the process if anything goes wrong; after Ctrl-C too, or its answer would be taken for the next one."""
        deadline = Deadline(seconds, self._process)
        try:
            yield deadline
        except BaseException as error:
            self.spent += deadline.spent()  # now: a process that has ended has no clock
            self.close()
            match error:
                case wire.WireError():
                    raise BrokenReply(str(error)) from error
                case EOFError() | OSError():
                    raise ChildEnded("the process ended") from error
            raise
        self.spent += deadline.spent()

    def _read(self, deadline: Deadline) -> Any:
        payload = wire.read_frame(lambda count: self._process.read(count, deadline))
        value, weight = wire.decode_weighed(payload)
        self.received += weight
        if self.received > MAX_RECEIVED:
            raise BrokenReply("the process sent too much")
        return value


def is_reply(reply: Any, number: int) -> bool:
    """Tell whether what came back is a reply to that question: its number may be anything, an array too."""
    if not isinstance(reply, dict) or "answer" not in reply:
        return False
    return type(reply.get("number")) is int and reply["number"] == number
