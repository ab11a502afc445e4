"""Makes text that a submission wrote safe to show: no control characters, no endless length."""

from __future__ import annotations

import re
import unicodedata

ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)", re.DOTALL)
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}  # control, format (bidirectional marks too), surrogate, private, none


def harmless(text: object, limit: int = 2_000) -> str:
    """Return text, cut at the limit, that cannot move a cursor, colour a line or reverse its order.

    Anything that is not text becomes the empty string. HTML is not escaped here: templates do that.
    """
    if not isinstance(text, str):
        return ""
    cut = text[: 4 * limit].replace("\r\n", "\n")
    plain = ESCAPE_SEQUENCE.sub("", cut)
    visible = "".join(one for one in plain if one in "\n\t" or unicodedata.category(one) not in INVISIBLE)
    return visible if len(visible) <= limit else visible[: limit - 3] + "..."


def one_line(text: object, limit: int = 200) -> str:
    """Return harmless text on one line, with single spaces."""
    return " ".join(harmless(text, limit).split())
