"""Takes away what the grader itself does against attacks, to show that it is needed.

What the submission's process has done to itself is not here: who makes the process leaves that out.
"""

from __future__ import annotations

import html
import json
import pickle
import struct
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgpack

from attn_course.checking import expectations, messages
from attn_course.grading import own_words, reports, text
from attn_course.sandbox import wire

OURS = frozenset({"process", "wire", "deadline", "escaping"})


@contextmanager
def without(layers: Collection[str]) -> Iterator[None]:
    """Do without some of the grader's own layers for a while."""
    with ExitStack() as stack:
        if "wire" in layers:
            stack.enter_context(
                patch.multiple(wire, MAX_FRAME=2**32, decode_weighed=lambda payload: (naive_value(payload), 0))
            )
        if "escaping" in layers:
            for patched in unescaped():
                stack.enter_context(patched)
            stack.enter_context(patch.multiple(expectations, LARGEST_SIZE=10**9, MOST_AXES=64))
        yield


def naive_value(payload: bytes) -> Any:
    """Take whatever comes: msgpack without limits, or a pickle."""
    if payload.startswith(b"\x80\x04"):
        return pickle.loads(payload)

    def extension(code: int, data: bytes) -> Any:
        if code == wire.ARRAY:
            return naive_array(data)
        return wire.KINDS.get(code, msgpack.ExtType(code, data))

    def collected(items: list[Any]) -> Any:
        if items and items[0] is wire.Kind.DICT:
            return dict(zip(items[1::2], items[2::2], strict=True))
        return tuple(items[1:]) if items and items[0] is wire.Kind.TUPLE else items

    return msgpack.unpackb(payload, ext_hook=extension, list_hook=collected, strict_map_key=False)


def naive_array(data: bytes) -> Any:
    """Make an array of the size that is announced."""
    import numpy as np

    letter, ndim = wire.ARRAY_START.unpack_from(data)
    shape = struct.unpack_from(f">{ndim}Q", data, wire.ARRAY_START.size)
    array = np.ones(shape, letter.decode())  # and the bytes are put into it
    rest = np.frombuffer(data[wire.ARRAY_START.size + 8 * ndim :], letter.decode())
    array.reshape(-1)[: rest.size] = rest[: array.size]
    return array


def unescaped() -> list[Any]:
    """Return the patches that let every text through."""

    def as_it_is(text: str, limit: int = 2_000) -> str:
        return text

    words = own_words.OwnWords
    return [
        patch.object(messages, "visible", as_it_is),
        patch.object(text, "visible", as_it_is),
        patch.object(own_words, "one_line", as_it_is),
        patch.object(reports, "one_line", as_it_is),
        patch.object(html, "escape", as_it_is),
        patch.object(reports.TEMPLATES, "autoescape", False),
        patch.object(words, "exception", lambda self, name: str(name)),
        patch.object(words, "type", lambda self, name: str(name)),
        patch.object(words, "line", lambda self, *line: messages.Line(*line)),
    ]


def points_of_the_weak_grader(cells: Sequence[str], seconds: float) -> float:
    """Mark cells in one process with the hidden tests."""
    program = Path(__file__).with_name("weak_grader.py")
    done = subprocess.run(
        [sys.executable, "-B", str(program)],  # else what it compiles of changed hidden tests would stay
        input=json.dumps(list(cells)),
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds + 30,
    )
    points = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("POINTS ")]
    return float(points[-1]) if points else 0.0
