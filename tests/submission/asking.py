"""Makes a submission's process and asks it, for the tests of what runs inside."""

from __future__ import annotations

import sys
from typing import Any

from attn_course.sandbox import Sandbox
from attn_course.sandbox.fresh import FreshProcesses
from attn_course.sandbox.process import Child

SECONDS = 30
KINDS = ["locked in", "fresh"] if sys.platform == "linux" else ["fresh"]


def make(kind: str, sandbox: Sandbox) -> Child:
    """Make a process, as strongly locked in as this machine can, or as every system can."""
    return sandbox.start() if kind == "locked in" else FreshProcesses().start()


def run(child: Child, source: str, definitions_only: bool = False) -> dict[str, Any]:
    return child.request("run", SECONDS, sources=[source], definitions_only=definitions_only)[0]


def call(child: Child, name: str, *arguments: object, **keywords: object) -> dict[str, Any]:
    return child.request("call", SECONDS, name=name, arguments=list(arguments), keywords=keywords)


def value_after(child: Child, source: str, name: str = "answer") -> object:
    """Run a cell and return what it leaves under a name."""
    run(child, source)
    run(child, f"def value_of_{name}():\n    return {name}")
    return call(child, f"value_of_{name}").get("value")
