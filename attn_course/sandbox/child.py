"""What runs in a submission's own process: it runs the cells and then answers calls.

The process is started by `process.Child`, reads requests from its standard input and writes one
reply for each to its standard output. It holds no test and no expected value, and it promises
nothing: whoever asks must expect any answer.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any, BinaryIO

from attn_course.sandbox import cells, wire
from attn_course.sandbox.shell import make_shell
from attn_course.sandbox.view import hide_the_course
from attn_course.tracebacks import learners_lines

MAX_PRINTED = 256 * 2**10
MAX_TEXT = 2000
MAX_LINES = 20
MAX_MEMORY = 4 * 2**30
MAX_PROCESSOR_SECONDS = 600  # ends an endless loop even when the grader was killed and cannot

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
        return {"error": error and described(error), "printed": printed.text}

    def names(self) -> list[str]:
        """List the names of everything that can be called."""
        return [name for name, value in self._names.items() if callable(value)]

    def call(self, name: str, arguments: list[Any], keywords: dict[str, Any]) -> Reply:
        """Call a function; report its value or error, its arguments afterwards, and what it printed."""
        function = self._names.get(name)
        if function is None:
            return {"missing": True}
        reply: Reply = {}
        with captured() as printed, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                reply["value"] = function(*arguments, **keywords)
            except BaseException as error:  # sys.exit too: it is an answer like any other
                reply["error"] = described(error)
        return {**reply, "arguments": arguments, "keywords": keywords, "printed": printed.text}

    def replace(self, source: str, names: list[str]) -> None:
        """Bind names to the functions that a source defines, until `restore`."""
        self._before = {name: self._names[name] for name in names if name in self._names}
        replacements: dict[str, Any] = {"__name__": "course"}
        exec(compile(source, "<frozen course>", "exec"), replacements)
        self._names.update({name: replacements[name] for name in names})

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


def described(error: BaseException) -> Reply:
    """Describe an exception as plain data: its class, its text and the learner's own lines."""
    try:
        text = str(error)
    except BaseException:  # the class is the learner's, and so is its __str__
        text = ""
    lines = [(line.function, line.number, line.source) for line in learners_lines(error.__traceback__)]
    if isinstance(error, SyntaxError) and not lines:
        lines = [("<module>", error.lineno or 0, (error.text or "").strip())]
    kept = [(function, number, source[:MAX_TEXT]) for function, number, source in lines[-MAX_LINES:]]
    return {"kind": type(error).__name__, "text": text[:MAX_TEXT], "lines": kept}


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
        small = {"value": wire.Opaque("more than can be sent"), "arguments": [], "keywords": {}, "printed": ""}
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


def main() -> None:
    """Prepare the process, say that it is ready, and serve."""
    session = Session()
    hide_the_course()
    limit_resources()
    sys.argv[:] = [""]
    requests, replies = private_streams()
    wire.write_frame(replies, wire.encode("ready"))
    serve(session, requests, replies)
    os._exit(0)  # without the submission's own exit handlers
