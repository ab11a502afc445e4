"""What attacks are aimed at: files, a process, three servers and a piece of the grader's memory, all made for it.

Everything lies open, as in the worst case: files that anybody may read, one folder in which anybody may write.
Only the course secret has the mode that the course gives it.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

PROJECT = Path(__file__).resolve().parents[3]
REFERENCE = PROJECT / "attn_course" / "attention" / "scaled_dot_product.py"

# Holds a secret where a process can hold one: in its memory, its arguments, its variables, an open file, a pipe.
VICTIM = """\
import ctypes, os, sys, tempfile
secret, kept = sys.stdin.readline().strip().encode(), tempfile.TemporaryFile()
kept.write(secret)
kept.flush()
memory = ctypes.create_string_buffer(secret)
ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)  # whoever may at all may look into it
print(ctypes.addressof(memory), kept.fileno(), flush=True)
sys.stdin.readline()
"""


class Victim:
    """A process of the same user. `address` is where its memory holds the secret, `fd` a file with it."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        environment = {"PATH": os.environ.get("PATH", ""), "SECRET_IN_A_VARIABLE": secret}
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", VICTIM, f"--secret-argument={secret}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{secret}\n")
        self.process.stdin.flush()
        self.address, self.fd = map(int, self.process.stdout.readline().split())
        self.before = self.state()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def state(self) -> dict[str, object]:
        """Return what another process might change of it; empty if it is gone."""
        if self.process.poll() is not None:
            return {}
        folder = Path(f"/proc/{self.pid}")
        with (folder / "mem").open("rb") as memory:
            memory.seek(self.address)
            kept = memory.read(len(self.secret))
        stopped = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0] in "Tt"
        return {
            "memory": kept,
            "limits": (folder / "limits").read_text(),
            "chance to be killed when memory is short": (folder / "oom_score_adj").read_text(),
            "being stopped": stopped,
            "nice": os.getpriority(os.PRIO_PROCESS, self.pid),
            "processors": os.sched_getaffinity(self.pid),
            "scheduling": os.sched_getscheduler(self.pid),
        }

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


class Servers:
    """Three servers that only count who came: the system keeps connections until somebody looks."""

    def __init__(self, folder: Path) -> None:
        self.unix_path = folder / "server.sock"
        self.tcp, self.tcp6 = socket.socket(), self._second_tcp()
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.unix, self.abstract = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
        self.abstract_name = f"attn-{secrets.token_hex(6)}"
        self.tcp.bind(("127.0.0.1", 0))
        self.udp.bind(("127.0.0.1", 0))
        self.unix.bind(str(self.unix_path))
        self.unix_path.chmod(0o777)
        self.abstract.bind(f"\0{self.abstract_name}")
        for server in self.all:
            server.setblocking(False)
            if server is not self.udp:
                server.listen(8)

    @staticmethod
    def _second_tcp() -> socket.socket | None:
        try:
            server = socket.socket(socket.AF_INET6)
            server.bind(("::1", 0))
        except OSError:
            return None
        return server

    @property
    def all(self) -> list[socket.socket]:
        """All servers that there are."""
        return [one for one in (self.tcp, self.tcp6, self.udp, self.unix, self.abstract) if one is not None]

    def hits(self) -> list[str]:
        """Return who came since the last look."""
        return [self._kind(server) for server in self.all if self._hit(server)]

    @staticmethod
    def _hit(server: socket.socket) -> bool:
        try:
            if server.type == socket.SOCK_DGRAM:
                server.recv(100)
            else:
                server.accept()[0].close()
        except OSError:
            return False
        return True

    @staticmethod
    def _kind(server: socket.socket) -> str:
        return f"{socket.AddressFamily(server.family).name} {socket.SocketKind(server.type).name}"

    def close(self) -> None:
        """Close all."""
        for server in self.all:
            server.close()


class Bait:
    """Everything that attacks are aimed at; a context manager. `renew` mends what one has broken."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="bait-"))
        self.root.chmod(0o755)
        self.secrets = {name: secrets.token_hex(12) for name in ("hidden", "solution", "classmate", "course", "memory")}
        self.memory = ctypes.create_string_buffer(self.secrets["memory"].encode())
        self.servers = Servers(self.root)
        self.victim = Victim(secrets.token_hex(12))
        self.renew()

    def __enter__(self) -> Bait:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """The files."""
        return self.root / "course"

    @property
    def places(self) -> dict[str, str]:
        """What ``$NAME`` stands for in cells. No secret is among it."""
        return {
            "HIDDEN": str(self.folder / "hidden_tests.py"),
            "SOLUTION": str(self.folder / "solution.ipynb"),
            "SUBMISSIONS": str(self.folder / "handed_in"),
            "CLASSMATE": str(self.folder / "handed_in" / "classmate.ipynb"),
            "COURSE_SECRET": str(self.folder / ".course_secret"),
            "BAIT": str(self.folder),
            "OPEN": str(self.folder / "open"),
            "MARKS": str(self.folder / "open" / "marks.json"),
            "GRADER_WROTE": str(self.folder / "open" / "made_by_the_grader"),
            "TCP6": str(self.servers.tcp6.getsockname()[1] if self.servers.tcp6 else 0),
            "TCP": str(self.servers.tcp.getsockname()[1]),
            "UDP": str(self.servers.udp.getsockname()[1]),
            "UNIX": str(self.servers.unix_path),
            "ABSTRACT": self.servers.abstract_name,
            "VICTIM_ADDRESS": str(self.victim.address),
            "VICTIM_FD": str(self.victim.fd),
            "VICTIM": str(self.victim.pid),
            "GRADER_ADDRESS": str(ctypes.addressof(self.memory)),
            "GRADER": str(os.getpid()),
            "SECRET_LENGTH": "24",
            "PROJECT": str(PROJECT),
            "REFERENCE": str(REFERENCE),
            "NAME": self.name,
            "MESSAGE": self.message,
        }

    def renew(self) -> None:
        """Make everything as it was, with a new name and a new message for what submissions leave each other."""
        self.name, self.message = f"attn-{secrets.token_hex(5)}", secrets.token_hex(5)
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self._write_files()
        self.before = self.snapshot()
        self.servers.hits()
        if self.victim.state() != self.victim.before:
            self.victim.close()
            self.victim = Victim(self.victim.secret)

    def _write_files(self) -> None:
        for folder in (self.folder, self.folder / "handed_in", self.folder / "open"):
            folder.mkdir(mode=0o755)
            folder.chmod(0o755)
        (self.folder / "open").chmod(0o777)
        contents = {
            "hidden_tests.py": f"EXPECTED = '{self.secrets['hidden']}'\nprint(EXPECTED)\n",
            "solution.ipynb": f'{{"cells": [], "metadata": {{"solution": "{self.secrets["solution"]}"}}}}',
            f"handed_in/{self.secrets['classmate']}.txt": "",
            "handed_in/classmate.ipynb": f'{{"cells": [], "metadata": {{"author": "{self.secrets["classmate"]}"}}}}',
            "open/marks.json": '{"score": 1}',
        }
        for name, content in contents.items():
            (self.folder / name).write_text(content)
            (self.folder / name).chmod(0o644)
        (self.folder / "open" / "marks.json").chmod(0o666)
        secret = self.folder / ".course_secret"
        secret.touch(mode=0o600)
        secret.write_text(self.secrets["course"])

    def snapshot(self) -> dict[str, tuple[object, ...]]:
        """Return all that can change of the files."""
        paths = [self.folder, *sorted(self.folder.rglob("*"))] if self.folder.exists() else []
        return {str(path.relative_to(self.folder)): description(path) for path in paths}

    def close(self) -> None:
        """Take everything away."""
        self.victim.close()
        self.servers.close()
        shutil.rmtree(self.root)


def description(path: Path) -> tuple[object, ...]:
    """Return what a file is: owner, mode, time of its last change, content, marks of its own."""
    about = path.lstat()
    content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    marks = os.listxattr(path, follow_symlinks=False)
    return about.st_ino, about.st_mode, about.st_uid, about.st_gid, about.st_nlink, about.st_mtime_ns, content, marks
