"""The command line `attn-course`: one table of commands, each imported only when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

import typer

# Each command is the function of the same name in its module.
COMMANDS = {
    "doctor": "attn_course.doctor",
    "test": "attn_course.selftest",
    "grade": "attn_course.grading.command",
    "build": "attn_course.authoring.command",
}


def main() -> None:
    """Run the command line of this process."""
    wanted = sys.argv[1:2]
    names = wanted if wanted and wanted[0] in COMMANDS else list(COMMANDS)
    application(names)(prog_name="attn-course")


def application(names: list[str]) -> typer.Typer:
    """Return the command line with these commands.

    With one name it imports one module: `doctor` works where only the learner's packages are installed, and no
    command waits for the imports of another.
    """
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_show_locals=False)
    app.callback(help="A course in attention: check this machine, mark submissions, build and test the labs.")(group)
    for name in names:
        app.command(name)(command(name))
    return app


def group() -> None:
    """Keep the commands a group, also when there is only one of them."""


def command(name: str) -> Callable[..., object]:
    """Return the function behind a command, or one that says which package it lacks."""
    try:
        function: Callable[..., object] = getattr(import_module(COMMANDS[name]), name)
    except ModuleNotFoundError as error:
        return unavailable(name, error.name)
    return function


def unavailable(name: str, package: str | None) -> Callable[[], None]:
    """Return a command that explains that a package is missing."""
    message = f"{name} needs {package}, which is not installed here: start it by `python3 course.py {name}`."

    def explain() -> None:
        typer.echo(message, err=True)
        raise typer.Exit(1)

    explain.__doc__ = f"Not installed here: {package} is missing."
    return explain
