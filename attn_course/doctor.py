"""`attn-course doctor`: one table that says whether this machine is right for the course."""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten

import typer
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from rich.console import Console
from rich.markup import escape
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
TESTED = SpecifierSet(">=3.11,<3.15")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHOWN = ("numpy", "matplotlib", "jupyterlab", "ipywidgets", "ipykernel")
KERNEL_SECONDS = 20
FULL_ISOLATION = 4
REINSTALL = "Delete the folder .venv, then run `python3 course.py lab`: it installs everything anew."
MARKING = (
    "Only marking uses it. Run `python3 course.py grade --help` once: it installs what marking needs; "
    "then run `python3 course.py doctor` again."
)


@dataclass(frozen=True)
class Finding:
    """One line of the table. `remedy` is what to do about it, None where all is well."""

    what: str
    found: str
    remedy: str | None = None
    needed: bool = True

    @property
    def red(self) -> bool:
        """Whether the course cannot work like this."""
        return self.needed and self.remedy is not None


def doctor() -> None:
    """Say whether this machine is right for the course, and what to do if it is not."""
    findings = list(examine())
    Console().print(table(findings))
    raise typer.Exit(1 if any(finding.red for finding in findings) else 0)


def examine() -> Iterator[Finding]:
    """Look at everything that the course needs, in the order of the table."""
    yield python()
    yield from (guarded(name, partial(package, name)) for name in SHOWN)
    looks = (widgets, fonts, kernel, disk, writing, labs, browser, isolation)
    yield from (guarded(look.__name__, look) for look in looks)


def guarded(what: str, look: Callable[[], Finding]) -> Finding:
    """Make a finding of whatever fails while we look: a broken installation is what the table is for."""
    try:
        return look()
    except ImportError as error:
        return Finding(what, f"{error.name} cannot be imported", REINSTALL)
    except Exception as error:  # a damaged package, a wrong setting, a lab that does not load
        reason = shorten(f"fails with {type(error).__name__}: {error}", 120, placeholder=" ...")
        return Finding(what, reason, f"Repair what it names. If it names nothing of yours: {REINSTALL}")


def table(findings: list[Finding]) -> Table:
    """Lay the findings out; a word says what the colour says."""
    grid = Table("", "What", "Found", "What to do", title="attn-course doctor", title_justify="left")
    for finding in findings:
        style, word = ("red", "repair") if finding.red else ("yellow", "note") if finding.remedy else ("green", "ok")
        texts = map(escape, (finding.what, finding.found, finding.remedy or ""))  # an error may hold square brackets
        grid.add_row(f"[{style}]{word}[/]", *texts)
    return grid


def python() -> Finding:
    """Look at the version of Python that runs the course."""
    found = platform.python_version()
    if found in TESTED:
        return Finding("Python", found)
    return Finding("Python", found, f"The course is tested with Python {TESTED}.", needed=False)


def package(name: str) -> Finding:
    """Compare an installed package with what the course's own metadata asks for."""
    wanted = requirement(name)
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, "not installed", REINSTALL)
    if wanted.specifier.contains(found, prereleases=True):
        return Finding(name, found)
    return Finding(name, f"{found}, but the course needs {wanted.specifier}", REINSTALL)


def requirement(name: str) -> Requirement:
    """Return what the course's metadata says about a package."""
    wanted = (Requirement(text) for text in metadata.requires("attn-course") or ())
    found = next((requirement for requirement in wanted if requirement.name == name), None)
    if found is None:
        raise LookupError(f"the course's own metadata does not name {name}")
    return found


def widgets() -> Finding:
    """Look for the half of the widgets that runs in JupyterLab, without which no slider is drawn."""
    from jupyter_core.paths import jupyter_path

    folders = [Path(path, "@jupyter-widgets", "jupyterlab-manager") for path in jupyter_path("labextensions")]
    if any((folder / "package.json").is_file() for folder in folders):
        return Finding("widgets in JupyterLab", f"jupyterlab_widgets {metadata.version('jupyterlab_widgets')}")
    return Finding("widgets in JupyterLab", "the extension is missing", REINSTALL)


def fonts() -> Finding:
    """Look for the font of the figures; it comes with matplotlib, so a missing one means a broken installation."""
    from matplotlib.font_manager import findfont

    try:
        findfont("DejaVu Sans", fallback_to_default=False)
    except ValueError:
        return Finding("fonts", "DejaVu Sans is missing", REINSTALL)
    return Finding("fonts", "DejaVu Sans")


def kernel() -> Finding:
    """Start the notebooks' kernel, and ask it which Python it is."""
    try:
        answer = ask_kernel("import sys; print(sys.prefix)")
    except Exception as error:  # whatever keeps a kernel from starting and answering is the finding
        return Finding("kernel", f"does not work: {type(error).__name__}", REINSTALL)
    if answer.strip() == sys.prefix:
        return Finding("kernel", "python3 starts, in this environment")
    advice = "Another kernel named python3 hides the course's: remove it by `jupyter kernelspec remove python3`."
    return Finding("kernel", "python3 starts, but in another environment", advice)


def ask_kernel(code: str) -> str:
    """Return what the code prints in a fresh kernel of the name that every notebook carries."""
    from jupyter_client.manager import start_new_kernel

    printed: list[str] = []
    manager, client = start_new_kernel(startup_timeout=KERNEL_SECONDS, kernel_name="python3")
    try:
        client.execute_interactive(
            code,
            timeout=KERNEL_SECONDS,
            output_hook=lambda message: printed.append(message["content"].get("text", "")),
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return "".join(printed)


def disk() -> Finding:
    """Look at the room that is left for notebooks and their outputs."""
    free = shutil.disk_usage(ROOT).free / 1e9
    return Finding("free disk", f"{free:.1f} GB", "Make room: notebooks need 0.5 GB." if free < 0.5 else None)


def writing() -> Finding:
    """Try to write where JupyterLab will save the learner's work."""
    try:
        tempfile.TemporaryFile(dir=ROOT).close()
    except OSError:
        return Finding("course folder", "cannot be written", "Move the course to a folder of your own.")
    return Finding("course folder", "can be written")


def labs() -> Finding:
    """Count the labs, which live beside the package, not in it."""
    from attn_course.checking.specification import all_labs

    found = len(all_labs())
    advice = "Start from a complete copy of the course: its folder labs/ is missing or empty."
    return Finding("labs", str(found), None if found else advice)


def browser() -> Finding:
    """Look for the browser that the tests drive; a learner's own browser need not be that one."""
    found = find_browser()
    advice = "Only `course.py test` uses it, and leaves the browser tests out. Install the package chromium for them."
    return Finding("Chromium", "found" if found else "not found", None if found else advice, needed=False)


def find_browser() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def isolation() -> Finding:
    """Say how well a submission is locked in while it is marked, and what would lock it in better."""
    what = "isolation of submissions"
    if sys.platform == "linux" and find_spec("pyseccomp") is None:  # what follows would blame the machine
        return Finding(what, "not known yet: what marking needs is not installed", MARKING, needed=False)
    from attn_course.sandbox.level import isolation as level_here

    level = level_here()
    found = f"level {level.level} of 4, {level.label}"
    if level.level == FULL_ISOLATION:
        return Finding(what, found)
    reasons = "".join(f"; {layer}: {reason}" for layer, reason in level.missing.items())
    advice = " ".join(("Only marking uses it.", *level.advice))
    return Finding(what, found + reasons, advice, needed=False)
