"""The course secret, and the seed of a submission: fresh hidden inputs for each, the same for a regrade."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "ATTN_COURSE_SECRET"
SECRET_FILE = Path(__file__).resolve().parents[2] / ".course_secret"
SEED_BITS = 48


class SecretError(Exception):
    """There is no secret and none can be made; the message says what to do."""


def course_secret(file: Path = SECRET_FILE, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the secret: of the environment, else of the file, which is made on first use."""
    if environment.get(VARIABLE):
        return environment[VARIABLE].encode("utf-8", "surrogateescape")
    try:
        make_secret(file)
        secret = file.read_bytes().strip()
    except OSError as error:
        raise SecretError(
            f"The course secret {file} cannot be read or made ({error.strerror}): set {VARIABLE}, or allow it."
        ) from None
    if not secret:
        raise SecretError(f"The course secret {file} is empty: delete it, and a new one is made.")
    return secret


def make_secret(file: Path) -> None:
    """Write a new secret that only its owner may read, unless the file is there."""
    if file.exists():
        return
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # made by another process a moment ago
        return
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(32) + "\n")


def submission_seed(secret: bytes, content: bytes) -> int:
    """Return the seed of a submission's hidden inputs, which nobody without the secret can know."""
    digest = hmac.new(secret, content, hashlib.sha256).digest()
    return int.from_bytes(digest, "big") >> (8 * len(digest) - SEED_BITS)
