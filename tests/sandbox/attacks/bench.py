"""Runs one attack against one way to make processes, and says whether it succeeded.

>>> with Bait() as bait:  # doctest: +SKIP
...     outcome = run_attack(attack, Child, bait)

`make_child` decides how a submission's process is locked in; `leave_out` takes away what the grader itself does.
What makes the processes may have helpers of its own: let it start them before, or they pass for survivors.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import Template
from textwrap import dedent
from typing import Any

import numpy as np

from attacks import weaker
from attacks.attack import Attack
from attacks.bait import Bait
from attacks.marking import marked, others, page
from attacks.scene import Scene
from attn_course.sandbox import wire
from attn_course.sandbox.process import Child, ChildError

MakeChild = Callable[[], Child]

NO_DEADLINE = 20.0
HONEST = "def honest(x):\n    return x + 1"
ARGUMENT = np.arange(6.0).reshape(2, 3)
PR_SET_CHILD_SUBREAPER = 36
SECONDS_TO_GO = 0.5  # that a killed process has to disappear


@dataclass(frozen=True)
class Outcome:
    """Whether an attack succeeded, and what was seen.

    `by_its_sign` is False where only the next submission was harmed; `trace` is what the attack's cells met, for
    whoever wonders why.
    """

    succeeded: bool
    detail: str
    by_its_sign: bool = False
    trace: str = ""


def run_attack(attack: Attack, make_child: MakeChild, bait: Bait, leave_out: Collection[str] = ()) -> Outcome:
    """Run an attack, and then an honest submission; tell what was seen from outside.

    Parameters
    ----------
    attack : Attack
        What is tried.
    make_child : callable
        Makes a process that is ready for questions. It is called once for each submission.
    bait : Bait
        What the attack is aimed at; as new before, and renewed afterwards.
    leave_out : collection of str
        The layers among process, wire, deadline and escaping that the grader does without.

    Returns
    -------
    Outcome
        It succeeded if its sign is seen, or if the next, honest submission does not get its answer.
    """
    adopt_orphans()
    scene = Scene(bait, attack.seconds)
    before = set(descendants())
    start = memory("VmRSS") if forget_peak() else memory("VmHWM")
    with weaker.without(leave_out):
        perform(attack, make_child, scene, leave_out)
    scene.grown = memory("VmHWM") - start
    scene.survivors = outlived(before)
    try:
        found, harm = attack.sign(scene), spoiled(make_child)
    finally:
        for pid in scene.survivors:
            end(pid)
        bait.renew()
    return Outcome(bool(found or harm), found or harm, bool(found), trace(scene))


def perform(attack: Attack, make_child: MakeChild, scene: Scene, leave_out: Collection[str]) -> None:
    """Let the attack happen."""
    seconds = NO_DEADLINE if "deadline" in leave_out else attack.seconds
    cells = filled(attack.cells, scene.bait)
    if attack.graded and "process" in leave_out:
        scene.score = weaker.points_of_the_weak_grader(cells, seconds)
    elif attack.graded:
        mark(scene, cells, make_child, seconds)
    else:
        run_submissions(attack, cells, make_child, scene, seconds)


def mark(scene: Scene, cells: Sequence[str], make_child: MakeChild, seconds: float) -> None:
    """Mark the attack's cells, and write everything that is shown of it."""
    try:
        scene.graded = marked(cells, make_child, seconds)
        scene.score = float(scene.graded.record["score"])
        scene.html = page(scene.graded)
        scene.report = scene.html + others(scene.graded)
        scene.report.encode()  # else it cannot be written to a file
    except Exception as error:
        scene.escaped.append(f"marking raised {type(error).__name__}: {error}")


def run_submissions(attack: Attack, cells: Sequence[str], make_child: MakeChild, scene: Scene, seconds: float) -> None:
    """Run the attack's submission, and those beside and after it."""
    child = make_child()
    try:
        if ask_all(child, cells, attack.calls, scene.replies, scene, seconds) and attack.beside:
            another(attack.beside, make_child, scene, seconds)
    finally:
        child.close()
    if attack.later:
        another(attack.later, make_child, scene, seconds)


def another(cells: Sequence[str], make_child: MakeChild, scene: Scene, seconds: float) -> None:
    """Run another submission."""
    child = make_child()
    try:
        ask_all(child, filled(cells, scene.bait, told=False), (), scene.others, scene, seconds)
    finally:
        child.close()


def ask_all(
    child: Child, cells: Sequence[str], calls: Sequence[str], replies: list[Any], scene: Scene, seconds: float
) -> bool:
    """Run cells and call functions, until the process is lost; return whether it is still there."""
    questions: list[tuple[str, dict[str, Any]]] = [
        *(("run", {"sources": [cell], "definitions_only": False}) for cell in cells),
        *(("call", {"name": name, "arguments": [ARGUMENT], "keywords": {}}) for name in calls),
    ]
    for operation, content in questions:
        start = time.monotonic()
        try:
            answer = child.request(operation, seconds, **content)
            replies += answer if operation == "run" and isinstance(answer, list) else [answer]
            if not is_plain(replies[-1]):
                scene.escaped.append(f"a value arrived that is no plain data: {replies[-1]!r:.60}")
        except ChildError as error:
            scene.failures.append(f"{type(error).__name__}: {error}")
            return False
        except Exception as error:
            scene.escaped.append(f"the grader met {type(error).__name__}: {error}")
            return False
        finally:
            scene.seconds.append(time.monotonic() - start)
    return True


def is_plain(value: Any) -> bool:
    """Tell whether a value is one that the wire has words for."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if type(value) in (list, tuple):
        return all(map(is_plain, value))
    if type(value) is np.ndarray:
        return value.dtype.char in wire.DTYPES
    return type(value) in (type(None), bool, int, float, complex, str, wire.Opaque)


def filled(cells: Sequence[str], bait: Bait, told: bool = True) -> list[str]:
    """Put the bait's places into cells; another submission is not told the message."""
    places = bait.places
    if not told:
        del places["MESSAGE"]
    return [Template(dedent(cell).strip("\n")).safe_substitute(places) for cell in cells]


def spoiled(make_child: MakeChild) -> str:
    """Tell what is wrong with an honest submission, if something is."""
    try:
        child = make_child()
        try:
            child.request("run", NO_DEADLINE, sources=[HONEST], definitions_only=False)
            reply = child.request("call", NO_DEADLINE, name="honest", arguments=[ARGUMENT], keywords={})
        finally:
            child.close()
    except Exception as error:
        return f"the next submission met {type(error).__name__}: {error}"
    right = np.array_equal(reply.get("value"), ARGUMENT + 1)
    return "" if right else f"the next submission's answer was {reply!r}"


# --- what this process and its descendants are -----------------------------------------------------


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets lost."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants() -> list[int]:
    """Return the processes that come from this one and are alive."""
    parents = dict(filter(None, map(parent, Path("/proc").glob("[0-9]*"))))
    found = [os.getpid()]
    for one in found:  # grows meanwhile
        found += [pid for pid, above in parents.items() if above == one]
    return found[1:]


def parent(folder: Path) -> tuple[int, int] | None:
    """Return the number of a process and of its parent; None if it is gone or only waits to be buried."""
    try:
        state, above = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return None
    return None if state in "ZX" else (int(folder.name), int(above))


def outlived(before: Collection[int]) -> list[int]:
    """Return descendants that are new, and do not go away by themselves."""
    deadline = time.monotonic() + SECONDS_TO_GO
    while (new := sorted(set(descendants()) - set(before))) and time.monotonic() < deadline:
        time.sleep(0.02)
    return new


def end(pid: int) -> None:
    """End a process that an attack has left, and bury it if it has become a child of ours."""
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def forget_peak() -> bool:
    """Let the system measure the peak of this process's memory anew; a process that nobody may look into cannot."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except PermissionError:
        return False
    return True


def memory(name: str) -> int:
    """Return a figure of this process's memory, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def trace(scene: Scene) -> str:
    """Say what the attack's cells met."""
    errors = [reply["error"] for reply in scene.replies if isinstance(reply, dict) and reply.get("error")]
    told = [f"{one.get('kind')}: {one.get('text')}" if isinstance(one, dict) else repr(one) for one in errors]
    return " | ".join([*told, *scene.failures, scene.printed[:200], f"score {scene.score:g}"])
