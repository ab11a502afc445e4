"""Puts text that a submission or a file's name holds on one line, without anything that acts on a terminal."""

from __future__ import annotations

from attn_course.text import visible


def one_line(text: str, limit: int = 200) -> str:
    """Return the text on one line, with single spaces, its control characters written out."""
    return " ".join(visible(" ".join(text.split()), limit).split())
