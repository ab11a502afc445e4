"""How well this machine can lock a submission in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class IsolationLevel:
    """One level, from 0 (weakest) to 4, with the words for it that reports print."""

    level: int
    label: str


def isolation() -> IsolationLevel:
    """Return the level that submissions run at on this machine."""
    return IsolationLevel(level=0, label="a process of its own, not locked in")
