"""Tables in Markdown, and pages that quote them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write rows as a Markdown table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def quoting(page: str, name: str, text: str) -> str:
    """Return a page with a text between the two markers of a name."""
    before, start, rest = page.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition(f"<!-- end of {name} -->")
    assert start and end, f"the page has no place for {name}"
    return f"{before}{start}{text}{end}{after}"
