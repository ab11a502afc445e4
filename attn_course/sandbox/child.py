"""What a submission's process does: it answers the grader's requests, one reply for each.

It holds no test and no expected value, and it promises nothing: whoever asks must expect any answer.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any, NoReturn

from attn_course.sandbox import kernel, limits, wire
from attn_course.submission.session import Session
from attn_course.submission.view import hide_the_course

FRESH_MEMORY = 4 * 2**30  # address space of a process that cannot measure what it has


def serve(session: Session, channel: socket.socket) -> NoReturn:
    """Say that the process is ready, and answer requests until the grader closes the channel.

    Before them comes how many of them are to be answered together.
    """
    sys.argv[:] = [""]
    sys.path.insert(0, "")  # as in a notebook: what `%%writefile` wrote can be imported
    frames, replies = wire.Frames(), [wire.encode("ready")]
    while True:
        channel.sendall(b"".join(map(wire.frame, replies)))
        try:
            number: Any = wire.decode(frames.next(channel.recv))
            replies = [session.reply(frames.next(channel.recv)) for _ in range(number)]
        except EOFError:
            os._exit(0)  # without the submission's own exit handlers


def main() -> NoReturn:
    """Be a process that nothing locks in."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    if sys.platform == "linux":
        kernel.end_with(os.getppid())
    session = Session()
    hide_the_course()
    if sys.platform != "win32":
        limits.limit(FRESH_MEMORY)
    os.dup2(1, 2)  # standard output is the null device; there is nobody to read errors any more
    serve(session, channel)
