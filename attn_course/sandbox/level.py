"""How well a submission's process is locked in on this machine: printed and stored with every result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class IsolationLevel:
    """A step from 0 (none) to 4 (full), and the words for it."""

    level: int
    label: str


def isolation() -> IsolationLevel:
    """Return the level that this machine reaches."""
    return IsolationLevel(0, "a process of its own, not locked in")
