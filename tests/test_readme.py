"""The README: it quotes what was measured, and what it points at is there."""

from __future__ import annotations

import re

import pytest

from attn_course.authoring.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_measured_table_is_the_benchmarks() -> None:
    quoted = re.search(r"<!-- results -->\n(.*)<!-- end of results -->", README, re.DOTALL)
    assert quoted
    assert quoted[1] == (ROOT / "tests" / "benchmarks" / "results.md").read_text(encoding="utf-8")
    assert "course.py test" in quoted[1], "measured without --setup"


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)]+)\)", README))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


@pytest.mark.parametrize("path", re.findall(r"`([\w./]+/[\w.]*)`", README))
def test_every_path_is_there(path: str) -> None:
    assert any((folder / path).exists() for folder in (ROOT, ROOT / "attn_course"))
