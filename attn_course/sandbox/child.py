"""What runs in a submission's own process: it runs the cells and then answers calls.

The process is started by `process.Child`, reads requests from its standard input and writes one
reply for each to its standard output. It holds no test and no expected value, and it promises
nothing: whoever asks must expect any answer.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Any, BinaryIO

from attn_course.sandbox import wire
from attn_course.sandbox.inside.session import Session
from attn_course.sandbox.inside.view import hide_the_course

MAX_MEMORY = 4 * 2**30
MAX_PROCESSOR_SECONDS = 600  # ends an endless loop even when the grader was killed and cannot
PR_SET_PDEATHSIG = 1  # of Linux's <sys/prctl.h>


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
