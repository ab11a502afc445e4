"""The grader's side of the warm process: it orders a process for a submission, and ends it."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from attn_course.sandbox import kernel, limits, wire
from attn_course.sandbox.level import IsolationLevel, linux_level
from attn_course.sandbox.process import Child, ChildNotStarted, Deadline
from attn_course.sandbox.program import environment, python_command

START_SECONDS = 120  # the first start after an installation compiles the libraries and looks for fonts
ORDER_SECONDS = 60
END_SECONDS = 10
MESSAGE = 65536
LARGEST_PART = 2**20
LAST_WORDS = 2000
PROCESSOR_CLOCK = 2  # of all threads together: <linux/posix-timers.h> encodes the process into the clock's number


class WarmProcess:
    """A process with the libraries loaded, from which each submission's own is forked, locked in.

    Use it as a context manager. A warm process that died is replaced at the next order.
    """

    def __init__(self) -> None:
        """Start it; ChildNotStarted if that fails."""
        self._numbers = count()
        self._start()

    def __enter__(self) -> WarmProcess:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def start(self, memory: int = limits.MEMORY, without: tuple[str, ...] = ()) -> Child:
        """Return a new process, ready to run a submission.

        `memory` is what it may take beyond what it has, in bytes; `without` names layers to leave out, which only
        tests do. ChildNotStarted if this machine does not make it.
        """
        try:
            return Child(self._order(memory, without))
        except (OSError, ChildNotStarted):
            if self._process.poll() is None:
                raise
        before = self.level.level
        self.close()
        self._start()
        if self.level.level < before:
            raise ChildNotStarted(f"the machine grants level {self.level.level} only, and {before} before")
        return Child(self._order(memory, without))

    def close(self) -> None:
        """End the warm process, and with it every process that it forked."""
        self._control.close()  # it ends when it sees that
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._home.cleanup()

    def _start(self) -> None:
        kernel.be_unreadable()  # this process holds the secrets
        self._home = TemporaryDirectory(prefix="warm-", ignore_cleanup_errors=True)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, TemporaryFile() as words:
            self._process = subprocess.Popen(
                python_command("zygote", "main", str(theirs.fileno())),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=words,
                cwd=self._home.name,
                env=environment(self._home.name) | {"MPLCONFIGDIR": font_cache()},
                start_new_session=True,  # Ctrl-C is for the grader, which ends the others
            )
            theirs.close()
            try:
                missing = wire.decode(receive(self._control, START_SECONDS)[0])
            except BaseException as error:
                self.close()
                words.seek(0)
                raise ChildNotStarted(f"{error}\n{words.read().decode(errors='replace')[-LAST_WORDS:]}") from error
        self.level: IsolationLevel = linux_level(missing)

    def _order(self, memory: int, without: tuple[str, ...]) -> ForkedProcess:
        """Order a process; OSError if the warm process is gone."""
        scratch = TemporaryDirectory(prefix="submission-", ignore_cleanup_errors=True)
        order = {"number": next(self._numbers), "scratch": scratch.name, "memory": memory, "without": without}
        stream, requests = socket.socketpair()
        reports, reporting = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with requests, reporting:
            try:
                socket.send_fds(self._control, [wire.encode(order)], [requests.fileno(), reporting.fileno()])
            except BaseException:
                stream.close()
                reports.close()
                scratch.cleanup()
                raise
        return ForkedProcess(stream, reports, scratch)


class ForkedProcess:
    """A submission's process, forked from the warm one: the `process.Process` of Linux."""

    memory_is_limited = True

    def __init__(self, stream: socket.socket, reports: socket.socket, scratch: TemporaryDirectory[str]) -> None:
        self._stream = stream
        self._reports = reports
        self._scratch = scratch
        self._number = self._handle = 0
        stream.setblocking(False)
        with suppress(OSError, EOFError):  # it failed before it was there, and says so in the stream
            message, descriptors = receive(reports, ORDER_SECONDS)
            self._number, self._handle = wire.decode(message), descriptors[0]

    def write(self, data: bytes, deadline: Deadline) -> None:
        """Send it bytes; OSError if it is gone."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._stream.send(rest) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)

    def read(self, count: int, deadline: Deadline) -> bytes:
        """Return so many bytes from it, or fewer if it is gone."""
        data = bytearray()
        while len(data) < count:
            try:
                part = self._stream.recv(min(count - len(data), LARGEST_PART))
            except BlockingIOError:
                self._wait(select.POLLIN, deadline)
                continue
            if not part:
                break
            data += part
        return bytes(data)

    def processor_seconds(self) -> float:
        """Return what it has used of the processor so far."""
        with suppress(OSError):  # it has ended
            return time.clock_gettime(~self._number << 3 | PROCESSOR_CLOCK) if self._number else 0.0
        return 0.0

    def end(self) -> float:
        """Kill it, remove its folder, and return the processor seconds that it used."""
        seconds = 0.0
        if self._handle:
            with suppress(OSError):  # it has ended
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
            with suppress(OSError, EOFError):  # the warm process has been killed
                seconds = wire.decode(receive(self._reports, END_SECONDS)[0])
        self._stream.close()
        self._reports.close()
        remove(self._scratch)
        return seconds

    def last_words(self) -> str:
        """Return nothing: what it has to say comes in the stream."""
        return ""

    def _wait(self, event: int, deadline: Deadline) -> None:
        """Wait until the stream can be read or written; ChildTimeout at the deadline."""
        poll = select.poll()
        poll.register(self._stream, event)
        while not poll.poll(1000 * deadline.wait()):
            pass


def receive(channel: socket.socket, seconds: float) -> tuple[bytes, list[int]]:
    """Return a message and the descriptors that came with it; EOFError if the sender is gone."""
    channel.settimeout(seconds)
    message, descriptors, _, _ = socket.recv_fds(channel, MESSAGE, 1)
    if not message:
        raise EOFError("the process is gone")
    return message, descriptors


def remove(folder: TemporaryDirectory[str]) -> None:
    """Remove a folder, however deep it is: Python's own way recurses."""
    try:
        folder.cleanup()
    except RecursionError:
        subprocess.run(["rm", "-rf", folder.name], stderr=subprocess.DEVNULL, check=False)


def font_cache() -> str:
    """Return where matplotlib keeps its list of fonts: without it, the list would be made at every start."""
    caches = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return os.environ.get("MPLCONFIGDIR") or str(Path(caches) / "matplotlib")
