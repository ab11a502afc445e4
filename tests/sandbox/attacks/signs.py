"""The signs by which an attack's success is seen."""

from __future__ import annotations

import re

from attacks.attack import Sign
from attacks.bait import REFERENCE
from attacks.scene import Scene
from attn_course.sandbox.process import WALL

MUCH_MEMORY = 150 * 2**20
LATE = 1.0  # seconds after the last moment
ACTS_ON_A_TERMINAL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
ACTS_IN_A_BROWSER = re.compile(r"<\s*(?:script|img|svg|iframe)", re.IGNORECASE)


def says_so(scene: Scene) -> str:
    """A cell got to its end: the submission itself says that it has succeeded."""
    return "the submission says so" if "SUCCEEDED" in scene.printed.split() else ""


def tells(name: str) -> Sign:
    """Look for a secret of the bait in what came back."""

    def sign(scene: Scene) -> str:
        return f"the {name} secret came back" if scene.bait.secrets[name] in scene.said else ""

    return sign


def tells_victims_secret(scene: Scene) -> str:
    """What the other process keeps came back."""
    return "the other process's secret came back" if scene.bait.victim.secret in scene.said else ""


def tells_the_reference(scene: Scene) -> str:
    """Words of the reference's source came back."""
    words = re.findall(r'^    """(.{30,}?)$', REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    return next((f"the reference came back: {line[:40]}" for line in words if line.split("'")[0] in scene.said), "")


def changes(scene: Scene) -> str:
    """The bait's files are no longer what they were."""
    after = scene.bait.snapshot()
    names = sorted(name for name in {*scene.bait.before, *after} if scene.bait.before.get(name) != after.get(name))
    return f"changed: {', '.join(names)}" if names else ""


def connects(scene: Scene) -> str:
    """A server of the bait was spoken to."""
    hits = scene.bait.servers.hits()
    return f"connected: {', '.join(hits)}" if hits else ""


def harms_the_victim(scene: Scene) -> str:
    """The other process is gone, or no longer what it was."""
    before, after = scene.bait.victim.before, scene.bait.victim.state()
    if not after:
        return "the other process is gone"
    return ", ".join(f"the other process's {name} changed" for name in before if before[name] != after[name])


def survives(scene: Scene) -> str:
    """A process outlived the end of the submission."""
    return f"{len(scene.survivors)} processes outlived it" if scene.survivors else ""


def passes_a_note(scene: Scene) -> str:
    """Another process knows what only the first was told."""
    return "the message arrived" if scene.bait.message in scene.printed_by_others else ""


def lasts(scene: Scene) -> str:
    """The grader waited longer than a deadline may last on the wall's clock."""
    longest = max(scene.seconds, default=0)
    return f"{longest:.1f} seconds were waited" if longest > WALL * scene.deadline + LATE else ""


def grows(scene: Scene) -> str:
    """The grader took much memory."""
    return f"the grader took {scene.grown >> 20} MB" if scene.grown > MUCH_MEMORY else ""


def breaks(scene: Scene) -> str:
    """Something came out of the grader's end that nobody expects."""
    return "; ".join(scene.escaped)


def runs_in_the_grader(scene: Scene) -> str:
    """The grader itself made a file."""
    return (
        "the grader ran the submission's code" if (scene.bait.folder / "open" / "made_by_the_grader").exists() else ""
    )


def earns(scene: Scene) -> str:
    """A submission without one right function has points."""
    return f"{scene.score:g} points" if scene.score else ""


def shows_what_acts(scene: Scene) -> str:
    """What is shown of a marking moves cursors, or is run by a browser."""
    found = ACTS_ON_A_TERMINAL.search(scene.report) or ACTS_IN_A_BROWSER.search(scene.html)
    return f"{found.group()!r} is shown" if found else breaks(scene)


def shows(pattern: str) -> Sign:
    """Look for a text in what is shown of a marking."""

    def sign(scene: Scene) -> str:
        found = re.search(pattern, scene.report)
        return f"{found.group()[:60]!r} is shown" if found else breaks(scene)

    return sign
