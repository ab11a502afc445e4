"""Whether this machine is the one on which outputs are stored: Linux on x86-64 with the locked packages."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from attn_course.authoring.places import ROOT


def difference(lock: Path = ROOT / "requirements.lock") -> str | None:
    """Return what is different here, None if nothing is."""
    machine = f"{platform.system()} {platform.machine()}"
    if machine != "Linux x86_64":
        return f"this is {machine}, not Linux x86_64"
    for pin in pins(lock):
        if pin.marker is None or pin.marker.evaluate():
            found = installed(pin.name)
            if found not in pin.specifier:
                return f"{pin.name} is {found or 'missing'}, not {pin.specifier}"
    return None


def pins(lock: Path) -> list[Requirement]:
    """Return the entries of a lock, `name==version ; marker`; their hashes stand on lines of their own."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [Requirement(line.rstrip(" \\")) for line in lines if line and not line.startswith((" ", "#"))]


def installed(name: str) -> str:
    """Return the version of an installed package, "" if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
