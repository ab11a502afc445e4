"""The command `attn-course build`."""

from __future__ import annotations

from typing import Annotated

import typer

from attn_course.authoring.labs import build as build_labs
from attn_course.authoring.labs import disagreements
from attn_course.authoring.outputs import outdated
from attn_course.authoring.outputs import regenerate as regenerate_outputs
from attn_course.authoring.places import ROOT, NotebookError


def build(
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if anything would change.")] = False,
    regenerate: Annotated[bool, typer.Option("--regenerate", help="Execute the notebooks and store outputs.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace labs in which somebody worked, too.")] = False,
) -> None:
    """Make the labs' notebooks from the solutions; one in which somebody worked is left alone.

    With --check: prove that they agree. With --regenerate: execute lectures and solutions first and store their
    outputs, the same on every run with the locked packages; with both: prove that an execution changes nothing.
    """
    try:
        if check:
            report_and_fail([*(outdated() if regenerate else []), *disagreements()])
        else:
            write(regenerate, force)
    except (NotebookError, OSError) as error:
        report_and_fail([str(error)])


def write(regenerate: bool, force: bool) -> None:
    """Write what has to change, and say what was written and what was not."""
    changed = regenerate_outputs() if regenerate else []
    built, left = build_labs(force=force)
    for path in [*changed, *built]:
        typer.echo(f"wrote {path.relative_to(ROOT)}")
    for path in left:
        typer.echo(f"left alone, because somebody worked in it: {path.relative_to(ROOT)} (--force replaces it)")


def report_and_fail(found: list[str]) -> None:
    """Print what disagrees; exit with 1 if anything does."""
    for sentence in found:
        typer.echo(sentence, err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("Labs agree with their solutions.")
