"""The command line `attn-course`: one table of commands, each imported only when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import takewhile
from typing import Any

import typer
from typer.core import TyperCommand

from attn_course.text import visible

# Each command is the function of the same name in its module.
COMMANDS = {
    "doctor": "attn_course.doctor",
    "test": "attn_course.selftest",
    "bench": "attn_course.selftest",
    "grade": "attn_course.grading.command",
    "build": "attn_course.authoring.command",
}

INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C ended


def main() -> None:
    """Run the command line of this process."""
    wanted = sys.argv[1:2]
    names = wanted if wanted and wanted[0] in COMMANDS else list(COMMANDS)
    try:
        app = application(names)
    except KeyboardInterrupt:  # the imports take a second or two; typer answers Ctrl-C only after them
        sys.exit(INTERRUPTED)
    app(prog_name="attn-course")


def application(names: list[str]) -> typer.Typer:
    """Return the command line with these commands.

    With one name it imports one module: `doctor` works where only the learner's packages are installed, and no
    command waits for the imports of another.
    """
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_show_locals=False)
    app.callback(help="A course in attention: check this machine, mark submissions, build and test the labs.")(group)
    for name in names:
        register(app, name)
    return app


def group() -> None:
    """Keep the commands a group, also when there is only one of them."""


def register(app: typer.Typer, name: str) -> None:
    """Add a command, or one that says which package it lacks."""
    try:
        function = getattr(import_module(COMMANDS[name]), name)
    except ModuleNotFoundError as error:
        anything = {"allow_extra_args": True, "ignore_unknown_options": True}
        app.command(name, context_settings=anything)(unavailable(name, str(error.name)))
    else:
        app.command(name, cls=Command)(function)


class Command(TyperCommand):
    """A command that does not take a file for an option: `*.ipynb` may stand for names that begin with a dash."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words; end the program with one sentence if one of them is such a file."""
        for word in takewhile("--".__ne__, args):
            if word.startswith("-") and os.path.lexists(word):
                advice = f"write ./{visible(word)} or ./*.ipynb."
                typer.echo(f"{visible(word)} is a file, and would be taken for an option: {advice}", err=True)
                raise typer.Exit(2)
        return super().parse_args(ctx, args)


def unavailable(name: str, package: str) -> Callable[[], None]:
    """Return a command that explains that a package is missing."""

    def explain() -> None:
        typer.echo(f"{name} needs {package}, which is not installed: run `python3 course.py {name}`.", err=True)
        raise typer.Exit(1)

    explain.__doc__ = f"Not installed here: {package} is missing."
    return explain
