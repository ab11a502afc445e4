"""Text of a submission on one line: shown, but unable to do anything."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from attn_course.grading.text import one_line


@given(st.text(alphabet=st.characters(), max_size=300))
def test_whatever_comes_out_is_one_visible_line(text: str) -> None:
    shown = one_line(text)
    assert all(one == " " or unicodedata.category(one)[0] not in "CZ" for one in shown)
    assert shown == " ".join(shown.split())


def test_ordinary_text_stays_as_it_is() -> None:
    assert one_line("x = 'ä – 数'  # <b>") == "x = 'ä – 数' # <b>"


def test_what_acts_on_a_terminal_is_written_out() -> None:
    assert one_line("\x1b[31m a\n  b\u202e\r\n") == "\\x1b[31m a b\\u202e"


def test_long_text_is_cut() -> None:
    assert one_line("x" * 10**7, 10).startswith("xxxxxxxxxx ... (")
