"""Text of a submission: shown, but unable to do anything."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from attn_course.grading.text import harmless, one_line


@given(st.text(alphabet=st.characters(), max_size=300), st.integers(10, 100))
def test_whatever_comes_out_is_short_and_visible(text: str, limit: int) -> None:
    shown = harmless(text, limit)
    assert len(shown) <= limit
    assert all(one in "\n\t" or unicodedata.category(one)[0] != "C" for one in shown)
    assert "\n" not in one_line(text)


def test_ordinary_text_stays_as_it_is() -> None:
    text = "x = 'ä – 数'\n\ty <b>"
    assert harmless(text) == text


def test_terminal_sequences_and_bidirectional_marks_go() -> None:
    assert harmless("\x1b[31mred\x1b[0m \x1b]0;title\x07end\x1b[2J\r\x00\b") == "red end"
    assert harmless("a\u202eb\u2066c\u200fd\ufeff\ud800") == "abcd"


def test_long_text_is_cut() -> None:
    assert harmless("x" * 10**7, 10) == "xxxxxxx..."


def test_what_is_not_text_is_nothing() -> None:
    assert harmless(3) == harmless(None) == harmless(["x"]) == ""


def test_one_line_joins_lines() -> None:
    assert one_line(" a\n  b\tc ") == "a b c"
