"""Threat: a submission never answers, answers another question, sends without end, or stays when it is marked.

So its process is asked with a deadline for each answer, and ended. `warm` forks it locked in, `fresh` starts
one where that cannot be.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, TypeAlias

from attn_course.sandbox import wire
from attn_course.sandbox.program import environment, python_command

WALL = 5  # seconds on the wall's clock for each processor second: a busy machine costs nobody points
READY = 60  # seconds in which a process that was started greets
LOOK_AGAIN = 0.1  # seconds after which the deadline is looked at
MAX_RECEIVED = 48 * 2**20  # bytes of memory for all replies: an honest submission's take a few hundred kilobytes
LAST_WORDS = 2000  # characters of its error stream, shown where it did not start


Operation: TypeAlias = tuple[str, Mapping[str, Any]]  # its name and its content


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

    def __init__(self, seconds: float, processor_seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._processor_seconds = processor_seconds
        self._start = time.monotonic()
        self._used_before = processor_seconds()

    def spent(self) -> float:
        """Return the seconds spent so far: of the processor, or a fifth of those on the wall, whichever are more."""
        used = self._processor_seconds() - self._used_before
        return max(used, (time.monotonic() - self._start) / WALL)

    def met(self, action: Callable[[Any], Any], argument: Any) -> Any:
        """Send or receive something as soon as the stream allows it; ChildTimeout when the time is over."""
        while time.monotonic() - self._start < self._seconds or self.spent() < self._seconds:
            with suppress(TimeoutError):
                return action(argument)
        raise ChildTimeout(f"no answer within {self._seconds:g} seconds")


class Child(ABC):
    """One process for one submission, at the other end of a stream.

    Requests are those of `attn_course.submission.session.Session`. After a `ChildError` the process is
    gone, and only `close` and the attributes remain of use: `spent`, the seconds that its start and all requests
    took, `received`, the memory that its replies take, and `cpu_seconds`, what it used from its start to its end.
    `memory_is_limited` tells whether it has only as much memory as was ordered.
    """

    memory_is_limited = False

    def __init__(self, stream: socket.socket) -> None:
        """Greet a process that was started; ChildNotStarted if it is not ready in time."""
        self.cpu_seconds = self.spent = 0.0
        self.received = self._number = 0
        self._ended = False
        self._stream, self._frames = stream, wire.Frames()
        stream.settimeout(LOOK_AGAIN)
        try:
            with self._exchange(READY) as deadline:
                greeting = self._read(deadline)
                if greeting != "ready":
                    raise BrokenReply(str(greeting))
        except ChildError as error:
            raise ChildNotStarted(str(error)) from error

    @abstractmethod
    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far; 0 where that cannot be known."""

    @abstractmethod
    def end(self) -> float:
        """Kill it and all that it started, remove its folder, and return the processor seconds that it used."""

    def request(self, operation: str, seconds: float, **content: Any) -> Any:
        """Ask for one operation and return the answer, which may be any plain data.

        `seconds` are processor seconds. Raises `ChildTimeout`, `ChildEnded` or `BrokenReply`, and then has ended
        the process.
        """
        return self.requests([(operation, content)], seconds)[0]

    def requests(self, operations: Iterable[Operation], seconds: float) -> list[Any]:
        """Ask for operations, which are done one after the other; return all answers, or raise as `request` does."""
        if self._ended:
            raise ChildEnded("the process ended")
        first = self._number + 1
        questions = [wire.encode([number, *one]) for number, one in enumerate(operations, first)]
        self._number += len(questions)
        with self._exchange(seconds) as deadline:
            self._send(b"".join(map(wire.frame, [wire.encode(len(questions)), *questions])), deadline)
            return [self._answer(number, deadline) for number in range(first, first + len(questions))]

    def close(self) -> None:
        """End the process and all that it started, and remove its folder."""
        if not self._ended:
            self._ended = True
            self.cpu_seconds = self.end()
            self._stream.close()

    @contextmanager
    def _exchange(self, seconds: float) -> Iterator[Deadline]:
        """End the process if anything goes wrong; after Ctrl-C too, or its answer would be taken for the next one."""
        deadline = Deadline(seconds, self.processor_seconds)
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

    def _send(self, data: bytes, deadline: Deadline) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[deadline.met(self._stream.send, rest) :]

    def _answer(self, number: int, deadline: Deadline) -> Any:
        reply = self._read(deadline)
        if not is_reply(reply, number):
            raise BrokenReply("the reply does not belong to the question")
        return reply[1]

    def _read(self, deadline: Deadline) -> Any:
        value, weight = wire.decode_weighed(self._frames.next(partial(deadline.met, self._stream.recv)))
        self.received += weight
        if self.received > MAX_RECEIVED:
            raise BrokenReply("the process sent too much")
        return value


def remove(folder: TemporaryDirectory[str]) -> None:
    """Remove a submission's folder with all that it holds."""
    try:
        folder.cleanup()
    except RecursionError:  # it is too deep for Python's own way
        with suppress(OSError):
            subprocess.run(["rm", "-rf", folder.name], stderr=subprocess.DEVNULL, check=False)


def is_reply(reply: Any, number: int) -> bool:
    """Tell whether what came back is a reply to that question: its number may be anything, an array too."""
    return isinstance(reply, list) and len(reply) == 2 and type(reply[0]) is int and reply[0] == number


@contextmanager
def starting(
    module: str, function: str, channel: socket.socket, home: str, **variables: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a function of the sandbox in a Python of its own, which holds a channel, and whose folder is `home`.

    If the block fails, raise ChildNotStarted with what the process said on its error stream.
    """
    windows = sys.platform == "win32"
    channel.set_inheritable(windows)
    with TemporaryFile() as words:
        process = subprocess.Popen(
            python_command(module, function, str(channel.fileno())),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=words,
            cwd=home,
            env=environment(home) | variables,
            close_fds=not windows,  # what can be inherited there is the channel
            pass_fds=() if windows else (channel.fileno(),),
            start_new_session=True,  # Ctrl-C is for the grader, which ends the others
        )
        channel.close()
        try:
            yield process
        except Exception as error:
            words.seek(0)
            raise ChildNotStarted(f"{error}\n{words.read().decode(errors='replace')[-LAST_WORDS:]}") from error
