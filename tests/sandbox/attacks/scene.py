"""What is seen of an attack from outside, once it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from attacks.bait import Bait
from attn_course.grading.grade import Graded


@dataclass
class Scene:
    """What an attack's processes answered, and what happened meanwhile.

    `replies` are the answers of the attack's first process, `others` those of the submission beside or after it;
    `seconds` is how long each question took; `escaped` holds exceptions that no grader expects; `grown` is how
    many bytes this process took at most while it listened; `survivors` are processes that outlived the end;
    `report` is all that a marking shows of it, as it is written, and `html` the part for a browser.
    """

    bait: Bait
    deadline: float
    replies: list[Any] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    escaped: list[str] = field(default_factory=list)
    survivors: list[int] = field(default_factory=list)
    grown: int = 0
    graded: Graded | None = None
    score: float = 0.0
    report: str = ""
    html: str = ""

    @property
    def said(self) -> str:
        """All texts that came back from the first process."""
        return "\n".join(texts(self.replies)) + self.report

    @property
    def printed(self) -> str:
        """What the first process printed."""
        return "\n".join(printed(self.replies))

    @property
    def printed_by_others(self) -> str:
        """What the submission beside or after it printed."""
        return "\n".join(printed(self.others))


def texts(value: Any) -> Iterator[str]:
    """Yield every text in plain data; bytes may hide in arrays too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts([*value.keys(), *value.values()])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts(item)
    elif isinstance(value, np.ndarray):
        yield value.tobytes().decode("latin-1")


def printed(replies: list[Any]) -> Iterator[str]:
    """Yield what answers report as printed."""
    for reply in replies:
        if isinstance(reply, dict) and isinstance(reply.get("printed"), str):
            yield reply["printed"]
