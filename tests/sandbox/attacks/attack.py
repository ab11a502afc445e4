"""What an attack is: cells that somebody might hand in, and a sign by which their success is seen from outside.

Which layers stop an attack is said in words that a test can look up, in `Attack.stopped_by`:

========== =============================================================================================
process    a submission runs in a process of its own, which holds no test, no expected value, no secret,
           in an emptied folder of its own
wire       the language between the processes: only plain data, every size checked before it is taken
deadline   every question has one, and the process is killed when it is over
view       what the child's imports find of the course
escaping   what a submission wrote is made harmless, and its texts are shown only if they stand in its cells
limits     memory, processor time, size of files, open files, disk
landlock   files: nothing can be opened, made, removed or renamed but the scratch folder and the libraries
seccomp    system calls: no processes, sockets, changes of modes and times, nothing that only a system needs;
           where neither landlock nor namespaces stand, no file can be written at all
namespaces a file system with nothing but the libraries and a small scratch folder; a network, message queues
           and shared memory of its own
user       another user, who owns nothing, where root starts the process; who is no root has not got this layer
privileges no capabilities
watch      the size of the scratch folder is looked at again and again, where nothing caps it
========== =============================================================================================

An attack must fail where any one of its layers stands, and succeed where none does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attacks.scene import Scene

LAYERS = frozenset(
    "process wire deadline view escaping limits landlock seccomp namespaces user privileges watch".split()
)

# Looks at what an attack left behind; returns what was gained, in a few words, or nothing.
Sign = Callable[["Scene"], str]


@dataclass(frozen=True)
class Attack:
    """One thing that a hostile submission may try. All are harmless, also where they succeed.

    In the texts of cells, ``$NAME`` stands for a place of the bait (`Bait.places`). A cell that got what it
    wanted prints SUCCEEDED, where nothing is to be seen from outside.

    Parameters
    ----------
    name : str
        What it does: "connects to a server on this machine".
    threat : str
        What its author gains, in a sentence.
    cells : tuple of str
        The submission's cells.
    stopped_by : frozenset of str
        The layers, each of which alone stops it.
    sign : callable
        Tells from the outside whether it succeeded.
    calls : tuple of str
        Functions of the submission that are called after the cells, with one array.
    beside : tuple of str
        Cells of another submission, which run while the first process lives.
    later : tuple of str
        Cells of another submission, which run after the first process was ended.
    graded : bool
        The cells are not only run but marked, as the small lab of the bait.
    needs : frozenset of str
        What not every machine has, and without which it cannot succeed: see `machine.HAVES`.
    seconds : float
        The deadline of every question.
    unproven : str
        Why it cannot be shown to succeed where its layers are missing; empty for all others.
    """

    name: str
    threat: str
    cells: tuple[str, ...]
    stopped_by: frozenset[str]
    sign: Sign
    calls: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    graded: bool = False
    needs: frozenset[str] = frozenset()
    seconds: float = 5.0
    unproven: str = ""

    def __post_init__(self) -> None:
        unknown = self.stopped_by - LAYERS
        if unknown or not self.stopped_by:
            raise ValueError(f"{self.name}: stopped by {sorted(unknown) or 'nothing'}?")


def layers(words: str) -> frozenset[str]:
    """Return the words as a set: layers, or what an attack needs."""
    return frozenset(words.split())
