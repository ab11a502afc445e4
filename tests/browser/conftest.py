"""What the browser tests share: where their screenshots go."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--screenshots", action="store_true", help="write the README's screenshots to tests/browser/screenshots"
    )


@pytest.fixture
def screenshots(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the folder for screenshots: a temporary one, unless --screenshots asks for the real one.

    pytest knows that option only if it is called with this folder; elsewhere the default counts.
    """
    if not request.config.getoption("--screenshots", default=False):
        return tmp_path
    folder = Path(__file__).parent / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
