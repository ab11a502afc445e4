"""The times that a lab states: its frame is the sum of its cards and of the reading, within reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from nbformat import NotebookNode

from attn_course.authoring.places import read, solutions

WORDS_A_MINUTE = 200
SLACK = 0.1
NUMBERS = {"an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
TIME = re.compile(rf"\b(\d+|{'|'.join(NUMBERS)})( and a half)?( hours?| minutes)?\b")
CARD = re.compile(r"\| \d+ of \d+ \| \d of 5 \| (\d+) minutes \|")


def text_of(notebook: NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def stated_minutes(sentence: str) -> tuple[float, float]:
    """Return the least and the greatest time that a sentence states: "Two to two and a half hours"."""
    found = TIME.findall(sentence.lower())
    units = [unit for *_, unit in found if unit]
    minutes = []
    for number, half, unit in found:
        amount = (NUMBERS[number] if number in NUMBERS else int(number)) + (0.5 if half else 0)
        minutes.append(amount * (1 if "minute" in (unit or units[0]) else 60))
    return min(minutes), max(minutes)


def frame_sentence(notebook: NotebookNode) -> str:
    """Return the first sentence behind "How long" in the notebook's frame."""
    found = re.search(r"\*\*How long[^*]*\*\*\s*(.*?\.)(\s|$)", notebook.cells[0].source)
    assert found, "the frame does not say how long it takes"
    return found[1]


@pytest.mark.parametrize(
    ("sentence", "minutes"),
    [
        ("Two to two and a half hours with the reading.", (120, 150)),
        ("About 90 minutes to two hours.", (90, 120)),
        ("About four hours.", (240, 240)),
        ("100 to 130 minutes.", (100, 130)),
    ],
)
def test_a_stated_time_is_read(sentence: str, minutes: tuple[float, float]) -> None:
    assert stated_minutes(sentence) == minutes


@pytest.mark.parametrize("path", solutions(), ids=lambda path: path.stem)
def test_the_frame_is_the_sum_of_the_cards_and_the_reading(path: Path) -> None:
    notebook = read(path)
    cards = [int(minutes) for minutes in CARD.findall(text_of(notebook))]
    reading = len(re.findall(r"\w+", text_of(notebook))) / WORDS_A_MINUTE
    least, greatest = stated_minutes(frame_sentence(notebook))
    assert greatest <= 1.5 * least, "too wide to plan with"
    planned = sum(cards) + reading
    assert (1 - SLACK) * least <= planned <= (1 + SLACK) * greatest, (
        f"the cards' {sum(cards)} minutes and {reading:.0f} of reading are not {least:.0f} to {greatest:.0f}"
    )
