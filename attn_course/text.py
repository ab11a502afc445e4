"""Makes text that a learner's code wrote safe and short enough to show."""

from __future__ import annotations


def visible(text: str, limit: int = 2_000) -> str:
    """Return the text with control characters written out, cut at the limit with a note of what is missing.

    Whatever could move a cursor, colour a line or turn its direction is not printable to Python and
    is written as an escape. HTML is not escaped here.
    """
    shown = text[:limit]
    if not shown.isprintable():
        shown = "".join(one if one.isprintable() or one in "\n\t" else repr(one)[1:-1] for one in shown)
    return shown if len(text) <= limit else f"{shown} ... ({len(text) - limit} characters more)"
