"""Writes the table of attacks for the sandbox's page: `python -m attacks.table` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from attacks import KINDS
from attacks.attack import Attack
from attacks.weaker import OURS
from attn_course.sandbox.confinement import LAYERS

# The layers of the machines of each column, weakest case: an ordinary user, where it makes a difference.
COLUMNS = {
    "4": frozenset(LAYERS) - {"user"},
    "3": frozenset(LAYERS) - {"user", "namespaces"},
    "2, own files": frozenset(LAYERS) - {"user", "landlock"},
    "2, root": frozenset(LAYERS) - {"namespaces", "landlock"},
    "1": frozenset(LAYERS) - {"user", "namespaces", "landlock"},
}
ALWAYS = OURS | {"view"}


def standing(layers: frozenset[str]) -> frozenset[str]:
    """Return these layers and those that stand everywhere; a folder is watched where nothing caps it."""
    return layers | ALWAYS | (frozenset() if "namespaces" in layers else {"watch"})


def rows() -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"| attack | stopped by | {' | '.join(COLUMNS)} |"
    yield f"| --- | --- |{' --- |' * len(COLUMNS)}"
    for kind in KINDS:
        yield f"| **{(kind.__doc__ or '').splitlines()[0].rstrip('.')}** | |{' |' * len(COLUMNS)}"
        for attack in kind.ATTACKS:
            yield row(attack)


def row(attack: Attack) -> str:
    """Return the line of one attack."""
    marks = ["stopped" if attack.stopped_by & standing(layers) else "**open**" for layers in COLUMNS.values()]
    name = f"{attack.name} (not provable)" if attack.unproven else attack.name
    return f"| {name} | {', '.join(sorted(attack.stopped_by))} | {' | '.join(marks)} |"


if __name__ == "__main__":
    print("\n".join(rows()))
