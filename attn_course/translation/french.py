"""Spelling of French words: plurals, feminines, conjugation, agreement, elision and contraction.

The functions know rules only. Words that no rule here covers stand with all their forms in the
tables of :mod:`attn_course.translation.lexicon`.
"""

from __future__ import annotations

from typing import NamedTuple

VOWELS = "aeiouyàâæéèêëîïôœùûü"
# Before these nothing elides, whatever their first letter: le hibou, le onze.
SPOKEN_APART = frozenset({"huit", "haut", "haute", "hibou", "héros", "onze", "oui", "yaourt"})
ELIDED = {"le": "l'", "la": "l'", "de": "d'", "je": "j'", "me": "m'", "ne": "n'", "que": "qu'"}
CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}

SOFTENED = {"g": "ge", "c": "ç"}
ENDINGS_ER = ("e", "e", "ons", "ez", "ent")
ENDINGS_RE = ("s", "", "ons", "ez", "ent")
ENDINGS_IR = ("is", "it", "issons", "issez", "issent")


class Conjugation(NamedTuple):
    """The forms of a verb that the corpus uses.

    Parameters
    ----------
    infinitive, participle : str
        The participle is the masculine singular.
    present : tuple of five str
        The forms after ``je``, ``il``, ``nous``, ``vous`` and ``ils``.
    """

    infinitive: str
    participle: str
    present: tuple[str, ...]


def starts_with_vowel(word: str) -> bool:
    """Say whether a word makes the one before it elide: it begins with a vowel, or with an h that is mute."""
    return (word[0] in VOWELS or word[0] == "h") and word not in SPOKEN_APART


def plural(word: str) -> str:
    """Return the plural of a noun or adjective by rule: ``chat``, ``chats``; ``gâteau``, ``gâteaux``."""
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith("eau"):
        return word + "x"
    if word.endswith("al"):
        return word[:-1] + "ux"
    return word + "s"


def feminine(word: str) -> str:
    """Return the feminine of an adjective or participle by rule: ``petit``, ``petite``; ``heureux``, ``heureuse``."""
    if word.endswith("e"):
        return word
    if word.endswith("eux"):
        return word[:-1] + "se"
    if word.endswith("on"):
        return word + "ne"
    return word + "e"


def agree(word: str, gender: str, is_plural: bool) -> str:
    """Make a regular adjective or a participle agree with what it describes.

    Parameters
    ----------
    word : str
        The masculine singular.
    gender : str
        ``m`` or ``f``.
    is_plural : bool
        Whether there are several.
    """
    form = feminine(word) if gender == "f" else word
    return plural(form) if is_plural else form


def conjugate(infinitive: str) -> Conjugation:
    """Conjugate a regular verb in -er, -ir or -re.

    A stem in g or c keeps its soft sound (``mangeons``, ``commençons``); an e or é before one last
    consonant becomes è where the ending is not heard (``achète``). What does otherwise (``appelle``,
    ``essuie``) belongs in the table of irregular verbs, as do verbs in -ir like ``dormir``.

    Raises
    ------
    ValueError
        If the ending is none of the three.
    """
    stem, ending = infinitive[:-2], infinitive[-2:]
    if ending == "er":
        return Conjugation(infinitive, stem + "é", _present_er(stem))
    if ending == "ir":
        return Conjugation(infinitive, stem + "i", tuple(stem + end for end in ENDINGS_IR))
    if ending == "re":
        return Conjugation(infinitive, stem + "u", tuple(stem + end for end in ENDINGS_RE))
    raise ValueError(f"{infinitive!r} ends neither in -er, -ir nor -re: write its forms into the table of lexicon.py")


def _present_er(stem: str) -> tuple[str, ...]:
    silent = stem[:-2] + "è" + stem[-1] if stem[-2] in "eé" else stem
    soft = stem[:-1] + SOFTENED.get(stem[-1], stem[-1])
    je, il, nous, vous, ils = ENDINGS_ER
    return silent + je, silent + il, soft + nous, stem + vous, silent + ils


def definite_article(gender: str, is_plural: bool) -> str:
    """Return ``le``, ``la`` or ``les``; before a vowel :func:`elide` shortens it."""
    if is_plural:
        return "les"
    return "la" if gender == "f" else "le"


def indefinite_article(gender: str) -> str:
    """Return ``un`` or ``une``."""
    return "une" if gender == "f" else "un"


def demonstrative(gender: str, is_plural: bool, next_word: str) -> str:
    """Return ``ce``, ``cet`` (before a vowel), ``cette`` or ``ces``."""
    if is_plural:
        return "ces"
    if gender == "f":
        return "cette"
    return "cet" if starts_with_vowel(next_word) else "ce"


def possessive(forms: tuple[str, str, str], gender: str, is_plural: bool, next_word: str) -> str:
    """Choose among ``mon``, ``ma`` and ``mes``: before a vowel the masculine form serves the feminine, ``mon école``.

    Parameters
    ----------
    forms : tuple of three str
        Masculine, feminine and plural.
    gender : str
        ``m`` or ``f``: of what is owned.
    is_plural : bool
        Whether several things are owned.
    next_word : str
        The word after it.
    """
    masculine, feminine_form, plural_form = forms
    if is_plural:
        return plural_form
    return masculine if gender == "m" or starts_with_vowel(next_word) else feminine_form


def elide(word: str, next_word: str) -> str:
    """Drop the last vowel of ``le``, ``la``, ``de``, ``je``, ``me``, ``ne`` and ``que`` before a vowel."""
    return ELIDED[word] if word in ELIDED and starts_with_vowel(next_word) else word


def contract(preposition: str, article: str) -> str | None:
    """Return the one word that ``de`` or ``à`` makes with the article after it, or None if they stay apart."""
    return CONTRACTED.get((preposition, article))
