"""A page that translates what you type: a text box over a function that reads, translates and draws.

`read` makes words of a text and finds those that the translator does not know; `translated` asks the model;
`page_html` shows both. The widget at the end only calls them.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import ipywidgets as widgets
import numpy as np
from jaxtyping import Float

from attn_course.translation.decoding import Translator, translate, translate_and_align
from attn_course.translation.real_pairs import tokenise_english
from attn_course.translation.vocabulary import SPECIAL_WORDS, Vocabulary
from attn_course.viz.show import figure_png, picture_html
from attn_course.viz.translator_figures import looks

ENDS = (".", "?")
OFFERED = 3
"""Known words that are offered for an unknown one, at most."""
ALIKE = 0.6
"""How alike they must be: a share of the letters, as `difflib` counts it."""
LONGEST = 20
"""Words that are translated at most: half as many again as the longest sentences of the corpus have."""
LONGEST_TEXT = 300
"""Characters that are read at most: long words are slow to compare with known ones, and to draw."""
BEAM = 4
EMPTY = "Type an English sentence and press Enter."


@dataclass(frozen=True)
class Reading:
    """A text as the translator reads it.

    Attributes
    ----------
    words : list of str
        In lower case, with a full stop at the end if there was no mark.
    unknown : dict of str to list of str
        The words that are not in the vocabulary, each with known words that look like it, the most alike first.
    """

    words: list[str]
    unknown: dict[str, list[str]]


@dataclass(frozen=True)
class TypedTranslation:
    """A translation of one typed sentence.

    Attributes
    ----------
    greedy, beam : list of str
        The likeliest word each time, and the best of several kept beginnings.
    weights : array of shape (French words, English words)
        Where the model looked before it wrote each word of the greedy translation.
    """

    greedy: list[str]
    beam: list[str]
    weights: Float[np.ndarray, "m n"]


def read(text: str, english: Vocabulary) -> Reading:
    """Split a text into words, and find those that are not in the vocabulary.

    Examples
    --------
    >>> vocabulary = Vocabulary.of([["the", "cat", "sleeps", "."]])
    >>> read("The cats sleep", vocabulary)
    Reading(words=['the', 'cats', 'sleep', '.'], unknown={'cats': ['cat'], 'sleep': ['sleeps']})
    """
    words = list(tokenise_english(text))
    if words and words[-1] not in ENDS:
        words.append(".")
    known = [word for word in english.words if word not in SPECIAL_WORDS]
    unknown = dict.fromkeys(word for word in words if word not in known)
    return Reading(words, {word: get_close_matches(word, known, OFFERED, ALIKE) for word in unknown})


def translated(words: Sequence[str], model: Translator, english: Vocabulary, french: Vocabulary) -> TypedTranslation:
    """Translate one sentence greedily and with a beam, and find where the model looked."""
    greedy, weights = translate_and_align(model, words, english, french)
    (beam,) = translate(model, [words], english, french, BEAM)
    return TypedTranslation(greedy, beam, weights)


def page_html(text: str, model: Translator, english: Vocabulary, french: Vocabulary) -> str:
    """Return the page for a typed text: its unknown words, its translations, and a picture of the alignment.

    Parameters
    ----------
    text : str
        What was typed.
    model : Translator
        What translates.
    english, french : Vocabulary
        Those that the model was trained with.

    Returns
    -------
    str
        HTML, in which what was typed is escaped.
    """
    if len(text) > LONGEST_TEXT:
        return paragraph(f"That is {len(text)} characters. It translates up to {LONGEST_TEXT}.")
    reading = read(text, english)
    if not reading.words:
        return paragraph(EMPTY)
    if len(reading.words) > LONGEST:
        return paragraph(f"That is {len(reading.words)} words and marks. It translates up to {LONGEST}.")
    found = translated(reading.words, model, english, french)
    parts = [paragraph(unknown_sentence(word, alike)) for word, alike in reading.unknown.items()]
    parts += [translation_line("greedy", found.greedy), translation_line(f"beam of {BEAM}", found.beam)]
    if found.greedy:
        figure, alt = looks(found.weights, reading.words, found.greedy)
        parts.append(picture_html(figure_png(figure), alt))
    return "".join(parts)


def unknown_sentence(word: str, alike: Sequence[str]) -> str:
    """Name an unknown word, and the known ones that look like it."""
    offer = f"Did you mean {' or '.join(f'“{one}”' for one in alike)}?" if alike else "No word it knows looks like it."
    return f"It does not know “{word}”, and reads it as <unk>. {offer}"


def translation_line(way: str, words: Sequence[str]) -> str:
    """Show a translation under the name of how it was found."""
    said = html.escape(" ".join(words)) or "(nothing)"
    return f'<p>{way}: <b lang="fr">{said}</b></p>'


def paragraph(sentence: str) -> str:
    """Show a sentence as it stands."""
    return f"<p>{html.escape(sentence)}</p>"


class TranslationPage(widgets.VBox):  # type: ignore[misc]
    """A text box above its translation. The box hands its text on when Enter is pressed or it is left."""

    def __init__(self, model: Translator, english: Vocabulary, french: Vocabulary) -> None:
        self.model, self.english, self.french = model, english, french
        self.box = widgets.Text(
            description="English",
            placeholder="the old teachers do not see the red flowers.",
            continuous_update=False,
            layout={"width": "44em", "max_width": "100%"},
        )
        self.page = widgets.HTML(paragraph(EMPTY))
        super().__init__([self.box, self.page])
        self.box.observe(self.translate, names="value")

    def translate(self, change: object = None) -> None:
        """Replace the page by the one for what is in the box, or by what went wrong: no traceback is shown here."""
        try:
            self.page.value = page_html(self.box.value, self.model, self.english, self.french)
        except Exception as error:  # the model is written with a learner's functions, which may raise anything
            self.page.value = paragraph(f"A function of the translator raised {type(error).__name__}: {error}")

    def __repr__(self) -> str:
        return "A text box: run this cell to type into it"
