"""Threat: a submission has the rights of the user who marks: root's on many servers, the owner's of other files.

As root, the process becomes a user who owns nothing. As anybody, it gives up every capability, also
those that a user namespace brings, and the way to gain one.
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress

from attn_course.sandbox import kernel

FREE_USERS = range(61184, 65519)  # kept free for services without an account: systemd.io/UIDS-GIDS
CAPABILITY_VERSION = 0x20080522


def free_user(number: int) -> int:
    """Return the id of a user (and group) without an account; different numbers near each other give different ones."""
    return FREE_USERS[number % len(FREE_USERS)]


def drop(user: int | None) -> None:
    """Become this user, if one is given, and give up all capabilities, for good."""
    with suppress(OSError):  # past the last capability there is; who has none may take none out, and need not
        for capability in range(64):
            kernel.call("prctl", kernel.PR_CAPBSET_DROP, capability, 0, 0, 0)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    kernel.call("capset", struct.pack("=Ii", CAPABILITY_VERSION, 0), bytes(24))  # of this process: none in all words
    kernel.gain_no_privileges()
    kernel.be_unreadable()  # a change of user makes a process readable again
