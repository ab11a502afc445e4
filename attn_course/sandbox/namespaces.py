"""Threat: a submission sees the machine: which files exist, networks, shared memory.

Namespaces give it a machine of its own: no network, no shared memory, and a file system that holds nothing
but the libraries (read-only) and its own folder, which is small; other processes' files are not in it. Root may
make them; for others it depends on the machine: Docker and Ubuntu refuse as a rule.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from pathlib import Path

from attn_course.sandbox import kernel
from attn_course.sandbox.landlock import DEVICES
from attn_course.sandbox.limits import FILES, FOLDER

NEW_MOUNTS, NEW_NAMES, NEW_IPC = 1 << 17, 1 << 26, 1 << 27
NEW_USERS, NEW_NETWORK = 1 << 28, 1 << 30
ALL_BUT_USERS = NEW_MOUNTS | NEW_NAMES | NEW_IPC | NEW_NETWORK

NO_SUID, NO_DEVICES, REMOUNT, BIND, RECURSIVE, PRIVATE = 2, 4, 32, 1 << 12, 1 << 14, 1 << 18
READ_ONLY, DETACH, AT_FDCWD, AT_RECURSIVE = 1, 2, -100, 0x8000
MOUNT_SETATTR = 442


def enter(readable: Iterable[str], scratch: str, owner: int) -> None:
    """Move this process into namespaces of its own.

    `readable` folders and files keep their places; `scratch` becomes an empty folder in memory that belongs to
    the user `owner` and holds at most `limits.FOLDER` bytes. OSError where the machine refuses.
    """
    unshare()
    kernel.call("mount", None, b"/", None, RECURSIVE | PRIVATE, None)
    root = Path(scratch)
    mount_memory(root, "mode=755,size=1m")
    for path in readable:
        bind(path, Path(f"{root}{path}"), READ_ONLY | NO_SUID | NO_DEVICES)
    for path in DEVICES:
        bind(path, Path(f"{root}{path}"), NO_SUID)
    folder = Path(f"{root}{scratch}")
    folder.mkdir(parents=True)
    mount_memory(folder, f"mode=700,uid={owner},gid={owner},size={FOLDER},nr_inodes={FILES}")
    os.chdir(root)
    kernel.call("mount", None, b".", None, REMOUNT | BIND | READ_ONLY | NO_SUID | NO_DEVICES, None)
    kernel.call("pivot_root", b".", b".")  # the old root lies on the new one now, and is taken off
    kernel.call("umount2", b".", DETACH)
    os.chdir(scratch)


def unshare() -> None:
    """Leave the machine's namespaces; whoever is not root becomes the only user of a new one for that."""
    user, group = os.geteuid(), os.getegid()
    kernel.call("unshare", ALL_BUT_USERS | (NEW_USERS if user else 0))
    if user:
        kernel.call("prctl", kernel.PR_SET_DUMPABLE, 1, 0, 0, 0)  # else the maps belong to root
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path(f"/proc/self/{name}").write_text(text, encoding="ascii")
        kernel.be_unreadable()


def mount_memory(folder: Path, options: str) -> None:
    """Mount a file system in memory."""
    kernel.call("mount", b"tmpfs", os.fsencode(folder), b"tmpfs", NO_SUID | NO_DEVICES, options.encode())


def bind(path: str, place: Path, attributes: int) -> None:
    """Show a file or folder, with all that is mounted below it, at another place."""
    if Path(path).is_dir():
        place.mkdir(parents=True, exist_ok=True)
    elif not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    kernel.call("mount", os.fsencode(path), os.fsencode(place), None, BIND | RECURSIVE, None)
    change = struct.pack("=4Q", attributes, 0, 0, 0)  # set these, clear none: <linux/mount.h>
    kernel.call("syscall", MOUNT_SETATTR, AT_FDCWD, os.fsencode(place), AT_RECURSIVE, change, len(change))
