"""What runs in a submission's own process: it runs the cells and then answers calls.

The process is started by `process.Child`, reads requests from its standard input and writes one
reply for each to its standard output. It holds no test and no expected value, and it promises
nothing: whoever asks must expect any answer.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from attn_course.calls import described, quiet
from attn_course.sandbox import cells, wire
from attn_course.sandbox.shell import make_shell
from attn_course.sandbox.view import hide_the_course

MAX_PRINTED = 256 * 2**10
MAX_TEXT = 2000
MAX_LINES = 20
MAX_MEMORY = 4 * 2**30
MAX_PROCESSOR_SECONDS = 600  # ends an endless loop even when the grader was killed and cannot
PR_SET_PDEATHSIG = 1  # of Linux's <sys/prctl.h>

Reply = dict[str, Any]


class Session:
    """The names that a submission's cells define, and what may be asked about them.

    Every public method is one kind of request; its arguments are the request's content.
    """

    def __init__(self) -> None:
        self._shell = make_shell()
        self._names: dict[str, Any] = self._shell.user_ns
        self._before: dict[str, Any] = {}

    def run(self, source: str, definitions_only: bool) -> Reply:
        """Run one cell; report the error that stopped it, if one did."""
        with captured() as printed:
            if definitions_only:
                cells.run_definitions(self._shell, source)
                error = None
            else:
                error = cells.run_cell(self._shell, source)
        return {"error": error and error_reply(error), "printed": printed.text}

    def names(self, among: list[str]) -> list[str]:
        """List those of the names that can be called."""
        return [name for name in among if callable(self._names.get(name))]

    def call(self, name: str, arguments: list[Any], keywords: dict[str, Any]) -> Reply:
        """Call a function; report its value or error, its arguments afterwards, and what it printed."""
        function = self._names.get(name)
        if function is None:
            return {"missing": True}
        reply: Reply = {}
        with captured() as printed:
            try:
                with quiet():
                    reply["value"] = function(*arguments, **keywords)
            except BaseException as error:  # sys.exit too: it is an answer like any other
                reply["error"] = error_reply(error)
        return {**reply, "arguments": arguments, "keywords": keywords, "printed": printed.text}

    def replace(self, source: str, names: list[str]) -> Reply:
        """Bind names to the functions that a source defines, until `restore`; report an error, if one is in the way."""
        self._before = {name: self._names[name] for name in names if name in self._names}
        replacements: dict[str, Any] = {"__name__": "course"}
        try:
            exec(compile(source, "<frozen course>", "exec"), replacements)
            self._names.update({name: replacements[name] for name in names})
        except BaseException as error:  # the submission may have broken what the source imports
            return {"error": error_reply(error)}
        return {"error": None}

    def restore(self, names: list[str]) -> None:
        """Give the names of `replace` back to what they were."""
        for name in names:
            self._names.pop(name, None)
        self._names.update(self._before)


class CappedBytes(io.RawIOBase):
    """A stream that keeps the first bytes and drops the rest."""

    def __init__(self) -> None:
        self.kept = bytearray()

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Keep what there is room for."""
        self.kept += bytes(data[: MAX_PRINTED - len(self.kept)])
        return len(data)


class Printed(io.TextIOWrapper):
    """A text stream whose beginning can be read afterwards."""

    def __init__(self) -> None:
        self._bytes = CappedBytes()
        super().__init__(self._bytes, encoding="utf-8", errors="replace", write_through=True)  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        """What was printed, cut at the limit."""
        return self._bytes.kept.decode("utf-8", "replace")


@contextlib.contextmanager
def captured() -> Iterator[Printed]:
    """Collect what is printed on either stream for a while."""
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield printed


def error_reply(error: BaseException) -> Reply:
    """Describe an exception as plain data: its class, its text and the learner's own lines."""
    kind, text, own = described(error)
    lines = [(line.function, line.number, line.source) for line in own]
    if isinstance(error, SyntaxError) and not lines:
        lines = [("<module>", error.lineno or 0, (error.text or "").strip())]
    kept = [(function, number, source[:MAX_TEXT]) for function, number, source in lines[-MAX_LINES:]]
    return {"kind": kind, "text": text[:MAX_TEXT], "lines": kept}


def serve(session: Session, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until the grader closes the stream."""
    while True:
        try:
            request = wire.decode(wire.read_frame(requests))
        except EOFError:
            return
        answer = getattr(session, request["operation"])(**request["content"])
        wire.write_frame(replies, encoded(request["number"], answer))


def encoded(number: int, answer: Any) -> bytes:
    """Encode an answer; a returned value that cannot be sent is replaced by the name of its type."""
    try:
        return wire.encode({"number": number, "answer": answer})
    except Exception:  # too large, or an object whose own methods raise
        small = {"value": wire.Opaque(wire.TOO_MUCH), "arguments": [], "keywords": {}, "printed": ""}
        return wire.encode({"number": number, "answer": small})


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for the grader; leave the null device in their places."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    return requests, replies


def limit_resources() -> None:
    """Limit memory and processor time, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_PROCESSOR_SECONDS)):
        with contextlib.suppress(ValueError, OSError):  # macOS refuses the first; a stricter limit may stand
            resource.setrlimit(what, (most, most))


def end_with_the_grader() -> None:
    """Ask the system to kill this process when the one that started it ends: the pipe tells only who reads it."""
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):  # another C library than Linux has as a rule
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Prepare the process, say that it is ready, and serve."""
    end_with_the_grader()
    session = Session()
    hide_the_course()
    limit_resources()
    sys.argv[:] = [""]
    sys.path.insert(0, "")  # as in a notebook: what `%%writefile` wrote can be imported
    requests, replies = private_streams()
    wire.write_frame(replies, wire.encode("ready"))
    serve(session, requests, replies)
    os._exit(0)  # without the submission's own exit handlers
