"""Make the course's own environment once, then run one of its commands.

It uses only the standard library, and Python 3.6's syntax, so that an old Python can say that it is too old.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is also what an older Python is given
    found = sys.version.split()[0]
    sys.exit(f"The course needs Python 3.11 or newer, and this is {found}. Install one: python3.13 course.py lab")

import hashlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from subprocess import PIPE, STDOUT

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
BASE, FULL = "requirements.lock", "requirements-dev.lock"
SETTINGS = ROOT / "attn_course" / "jupyter"  # no news, no panel of nbgrader's beside the learner's notebook
WORDS = ("lab", "doctor", "test", "grade", "build", "bench")

USAGE = """Usage: python3 course.py WORD [ARGUMENTS]     (on Windows: py course.py WORD)

  lab         open the course in JupyterLab; the first time, install what it needs into .venv
  doctor      say whether this machine is right for the course, and what to do if it is not
  test        run every test that this machine can run
  grade FILE  mark a submission with the hidden tests
  build       make the labs from the solutions
  bench       measure what the README claims"""

# What Python, pip, uv and the system say when the set-up fails, and what it means. The first that fits is told.
FAILURES = {
    r"No space left|not enough space|Errno 28|os error (28|112)": "The disk is full: the environment needs 1 GB.",
    r"No module named .?(ensurepip|venv)": (
        "This Python cannot make environments: a part of it is missing. On Debian and Ubuntu, install the package "
        "python3-venv (sudo apt-get install python3-venv); elsewhere, use the Python of python.org."
    ),
    r"Long Path|os error 206": "Windows refuses such long paths. Move the course nearer to the root of the disk.",
    r"Retrying \(|[Cc]onnection|[Tt]imed? ?out|dns error|error sending request|Failed to fetch|SSL": (
        "The packages could not be downloaded. The set-up needs the internet once: check the connection or HTTPS_PROXY."
    ),
    r"Permission denied|Access is denied|Read-only|Errno (13|30)|os error (5|13|30)\b": (
        f"{ENVIRONMENT} cannot be written: the folder is read-only for you, or a program uses it. Stop the course's "
        "JupyterLab, or move the course to a folder of your own."
    ),
    r"DO NOT MATCH THE HASHES|[Hh]ash mismatch": "A package arrived damaged or altered. It was not installed.",
    r"No matching distribution|no (usable )?wheels|no version of": "The course is made for 64-bit Python 3.11 to 3.14.",
}


class SetupError(Exception):
    """The environment could not be made; the message says what the learner can do."""


def explain(words: str) -> str:
    """Turn what an installer or the system said into one paragraph for the learner."""
    unknown = "The set-up failed. Its last words were: " + words.strip().split("\n")[-1]
    return next((meaning for pattern, meaning in FAILURES.items() if re.search(pattern, words)), unknown)


def install(*arguments: str) -> None:
    """Install into the environment, by uv if it is on the path, else by pip; print a dot for each package."""
    python, uv = str(PROGRAMS / "python"), shutil.which("uv")
    start = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    call, words = [*start, "--no-deps", *arguments], ""
    with subprocess.Popen(call, cwd=ROOT, stdout=PIPE, stderr=STDOUT, text=True, errors="replace") as process:
        for line in process.stdout or ():
            words += line
            print("." if line.startswith("Collecting") else "", end="", flush=True)
    if process.returncode:
        raise SetupError(explain(words))


def make_environment() -> None:
    """Begin from nothing, whatever an earlier try left behind; what is not an environment is not ours to delete."""
    made_before = ENVIRONMENT.is_dir() and ((ENVIRONMENT / "pyvenv.cfg").is_file() or not any(ENVIRONMENT.iterdir()))
    if ENVIRONMENT.is_symlink() or (ENVIRONMENT.exists() and not made_before):
        raise SetupError(f"{ENVIRONMENT} is in the way: the course did not make it. Rename or remove it.")
    if shutil.disk_usage(ROOT).free < 10**9:
        raise SetupError(explain("No space left"))
    import ensurepip  # noqa: F401 - what venv needs; a Linux system may keep both in a package of their own
    import venv

    venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=True).create(ENVIRONMENT)


def fingerprint(lock: str) -> str | None:
    """Return all that an installed lock depends on, this folder too, or None if the environment's Python fails."""
    ask = [str(PROGRAMS / "python"), "-c", "import sys; print(sys.version)"]
    try:
        version = subprocess.check_output(ask, stderr=subprocess.DEVNULL, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()}\n{version}{ROOT}\n"


def ensure(lock: str) -> None:
    """Install a lock unless its stamp says that this is done. The stamp is written last: a killed set-up has none."""
    stamp = ENVIRONMENT / f"{lock}.installed"
    if stamp.is_file() and stamp.read_text(encoding="utf-8", errors="replace") == fingerprint(lock):
        return
    print(f"Installing {lock}, once; this takes a minute or two ", end="", flush=True)
    if lock == BASE:
        make_environment()
    install("--require-hashes", "--only-binary", ":all:", "-r", lock)
    install("--no-build-isolation", "-e", ".")  # pip refuses this beside hashes, hence a call of its own
    stamp.write_text(fingerprint(lock) or "", encoding="utf-8")
    print(" done.", flush=True)


def command(word: str, arguments: list[str]) -> list[str]:
    """Return the command line that a word stands for."""
    if word != "lab":
        return [str(PROGRAMS / "attn-course"), word, *arguments]
    # In a container everybody is root, and JupyterLab wants to be told that this is meant.
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    place = [f"--ServerApp.root_dir={ROOT}", "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb"]
    return [str(PROGRAMS / "jupyter-lab"), *place, *as_root, *arguments]


def main(words: list[str]) -> int:
    """Set up what the first word needs, run its program and return that program's exit code."""
    if not words or words[0] not in WORDS:
        print(USAGE)
        return 0 if words and words[0] in ("-h", "--help", "help") else 2
    try:
        for lock in (BASE,) if words[0] in ("lab", "doctor") else (BASE, FULL):
            ensure(lock)
    except (OSError, ValueError, ImportError, SetupError, subprocess.SubprocessError) as error:
        message = error if isinstance(error, SetupError) else explain(f"{getattr(error, 'output', '')}\n{error}")
        sys.exit(f"\n{message} Then run the same command again: it begins anew.")
    except KeyboardInterrupt:
        sys.exit("\nStopped. Run the same command again: it begins anew.")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join([str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")])
    program = command(words[0], words[1:])
    if os.name != "nt":
        os.execv(program[0], program)  # from here on this process is that program: its signals, its exit code
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for that program, which gets it too
    return subprocess.call(program)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
