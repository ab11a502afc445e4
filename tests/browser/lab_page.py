"""Drive JupyterLab as a learner does: a server of its own, and one notebook at a time in a real browser."""

from __future__ import annotations

import base64
import io
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

from attn_course.authoring.places import ROOT

START_SECONDS = 60
PATIENCE = 30_000  # milliseconds; never reached where all is well

# Scripts for the page. Commands are given by name: clicking through menus would race the kernel's start.
READY = """async () => {
    const app = window.jupyterapp;
    await app.restored;
    const panel = app.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
    for (const cell of panel.content.widgets) cell.node.dataset.cell = cell.model.id;
    if (!app.shell.leftCollapsed) await app.commands.execute('application:toggle-left-area');
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
RUN_CELL = """async id => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id);
    await window.jupyterapp.commands.execute('notebook:run-cell');
    notebook.activeCellIndex = 0;  // the active cell has a toolbar, which would cover what it shows
}"""
CELLS = "() => window.jupyterapp.shell.currentWidget.content.model.toJSON().cells"
STOP_KERNEL = "() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()"
SET_THEME = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})"
PICTURE_IS_NEW = """([id, old]) => {
    const image = document.querySelector(`[data-cell="${id}"] .jp-OutputArea-output img`);
    return image && image.complete && image.src !== old;
}"""


@contextmanager
def serve(root: Path, home: Path) -> Iterator[str]:
    """Serve a folder of notebooks; what comes back is an address in which `{path}` stands for a notebook's.

    The server reads no settings of this user and leaves none behind: all its folders are in `home`.
    """
    port, token = free_port(), secrets.token_hex(16)
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    folders |= {f"JUPYTERLAB_{name}_DIR": str(home / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    folders["JUPYTER_CONFIG_PATH"] = str(ROOT / "attn_course" / "jupyter")  # as course.py does for learners
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", f"--ServerApp.root_dir={root}", f"--IdentityProvider.token={token}"]
    command += ["--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"]
    with (home / "log.txt").open("wb") as log:
        server = subprocess.Popen(command, env=os.environ | folders, stdout=log, stderr=subprocess.STDOUT)
        try:
            wait_for(server, f"http://127.0.0.1:{port}/api/status?token={token}")
            yield f"http://127.0.0.1:{port}/lab/tree/{{path}}?token={token}&reset"
        finally:
            server.terminate()
            server.wait(START_SECONDS)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    """Return as soon as the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert server.poll() is None, "JupyterLab ended before it answered"
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not answer within {START_SECONDS} s")


@dataclass(frozen=True)
class Picture:
    """A picture in the page: its address, which holds the whole PNG, and its alternative text."""

    address: str
    alt: str

    @cached_property
    def pixels(self) -> Image.Image:
        """The decoded picture."""
        data = base64.b64decode(self.address.removeprefix("data:image/png;base64,"), validate=True)
        return Image.open(io.BytesIO(data)).convert("RGB")

    @property
    def colours(self) -> int:
        """How many colours it has that are not grey: a frame without its contents has none."""
        return sum(len(set(colour)) > 1 for _, colour in self.pixels.getcolors(self.pixels.width * self.pixels.height))


def count_colours(pixels: Image.Image) -> int:
    """Return the number of colours of a picture."""
    return len(pixels.getcolors(pixels.width * pixels.height))


@dataclass
class Notebook:
    """A notebook that is open in the browser, with what the page asked of strangers and complained about."""

    page: Page
    strangers: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    @classmethod
    @contextmanager
    def opened(cls, browser: Browser, address: str) -> Iterator[Notebook]:
        """Open a notebook and wait until its kernel answers; stop the kernel at the end."""
        page = browser.new_page(viewport={"width": 1000, "height": 1100})
        page.set_default_timeout(PATIENCE)
        notebook = cls(page)
        page.on("request", lambda request: notebook.note_address(request.url))
        page.on("websocket", lambda socket: notebook.note_address(socket.url))
        page.on("console", notebook.note_message)
        page.on("pageerror", lambda error: notebook.complaints.append(str(error)))
        page.goto(address)
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.evaluate(READY)
        yield notebook
        page.evaluate(STOP_KERNEL)
        page.close()

    def note_address(self, address: str) -> None:
        """Remember an address that is not this machine's."""
        if not address.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
            self.strangers.append(address)

    def note_message(self, message: ConsoleMessage) -> None:
        """Remember an error on the console."""
        if message.type == "error":
            self.complaints.append(message.text)

    def run_all(self) -> None:
        """Run all cells, and wait until the last is done."""
        self.page.evaluate(RUN_ALL)

    def type_and_run(self, cell: str, code: str) -> None:
        """Replace what stands in a cell, as a learner does with the keyboard, and run it."""
        editor = self.cell(cell).locator(".cm-content")
        editor.scroll_into_view_if_needed()
        editor.click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(code)
        self.run(cell)

    def run(self, cell: str) -> None:
        """Run one cell, and wait until it is done."""
        self.page.evaluate(RUN_CELL, cell)

    def cell(self, cell: str) -> Locator:
        """Return the element of the cell with this id."""
        return self.page.locator(f'[data-cell="{cell}"]')

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The cells with their outputs, as the file would hold them."""
        return self.page.evaluate(CELLS)

    @property
    def errors(self) -> list[str]:
        """The cells that ended in an error, and in which."""
        outputs = [(cell["id"], output) for cell in self.cells for output in cell.get("outputs", [])]
        return [f"{name}: {output['ename']}" for name, output in outputs if output["output_type"] == "error"]

    def picture(self, cell: str) -> Picture:
        """Return the first picture of a cell's outputs."""
        image = self.cell(cell).locator(".jp-OutputArea-output img").first
        return Picture(image.get_attribute("src") or "", image.get_attribute("alt") or "")

    def sliders(self, cell: str) -> list[Locator]:
        """Return the handles of a cell's sliders."""
        return self.cell(cell).get_by_role("slider").all()

    def move(self, cell: str, slider: Locator) -> Picture:
        """Move a slider one step by the keyboard, up or from its end down; return the new picture."""
        now, end = (float(slider.get_attribute(name) or "") for name in ("aria-valuenow", "aria-valuemax"))
        before = self.picture(cell)
        slider.press("ArrowRight" if now < end else "ArrowLeft")
        self.page.wait_for_function(PICTURE_IS_NEW, arg=[cell, before.address])
        return self.picture(cell)

    def set_theme(self, name: str) -> None:
        """Change the theme, and wait until its style sheet is there."""
        self.page.evaluate(SET_THEME, name)
        self.page.wait_for_selector(f'body[data-jp-theme-name="{name}"]', state="attached")
