"""Spelling of English words: plurals, the third person, the past, and a or an."""

from __future__ import annotations

VOWELS = "aeiou"
VOWEL_SOUNDS, CONSONANT_SOUNDS = ("hour", "honest"), ("useful", "university", "one")  # whatever their first letter
HISSING_ENDINGS = ("s", "x", "z", "ch", "sh")


def with_s(word: str) -> str:
    """Add the s of a plural or of the third person: ``cats``, ``watches``, ``cities``."""
    if word.endswith(HISSING_ENDINGS) or word.endswith("o"):
        return word + "es"
    if word.endswith("y") and word[-2] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def with_ed(verb: str) -> str:
    """Add the ending of the regular past: ``played``, ``cried``. One that doubles a letter belongs in the table."""
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return verb[:-1] + "ied"
    return verb + ("d" if verb.endswith("e") else "ed")


def indefinite_article(next_word: str) -> str:
    """Return ``an`` before a word that begins with the sound of a vowel, otherwise ``a``: ``an old``, ``a useful``."""
    starts_with_vowel = next_word[0] in VOWELS and next_word not in CONSONANT_SOUNDS
    return "an" if starts_with_vowel or next_word in VOWEL_SOUNDS else "a"
