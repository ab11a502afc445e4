"""What the sandbox's page says is what its code and its list of attacks are."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("the attacks are Linux's", allow_module_level=True)

from attacks import ATTACKS
from attacks.table import COLUMNS, rows

SANDBOX = Path(__file__).parents[2] / "attn_course" / "sandbox"
PAGE = (SANDBOX / "README.md").read_text(encoding="utf-8")


def test_the_table_of_attacks_is_the_one_that_the_list_makes() -> None:
    between = PAGE.split("<!-- attacks -->\n")[1].split("<!-- end of attacks -->")[0]
    assert between.splitlines() == list(rows()), "python -m attacks.table, with tests/sandbox on PYTHONPATH, prints it"
    assert f"{len(ATTACKS)} attacks" in PAGE


def test_levels_3_and_4_have_no_exceptions() -> None:
    for line in rows():
        cells = [cell.strip() for cell in line.strip("|").split("|")][2:]
        assert "**open**" not in cells[: list(COLUMNS).index("3") + 1], line


def test_every_file_of_the_sandbox_begins_with_what_it_is_for() -> None:
    for path in SANDBOX.glob("*.py"):
        assert re.match(r'"""[A-Z]', path.read_text(encoding="utf-8")), path
    layers = "zygote process wire landlock seccomp namespaces privileges limits ../submission/view"
    for layer in layers.split():
        assert (SANDBOX / f"{layer}.py").read_text(encoding="utf-8").startswith('"""Threat: a submission ')
        assert f"`{layer}.py`" in PAGE
