"""What a sentence says, before it is said in either language.

A meaning names words of the lexicon and what joins them. :mod:`attn_course.translation.drawing` draws
meanings, :mod:`attn_course.translation.grammar` says one in English and in French.
"""

from __future__ import annotations

from typing import NamedTuple

from attn_course.translation.lexicon import Adjective, Expression, Noun, Pronoun, Verb

THIRD_SINGULAR, THIRD_PLURAL = 1, 4  # places in a conjugation


class Name(NamedTuple):
    """A person called by name."""

    text: str
    gender: str


class NounPhrase(NamedTuple):
    """A noun with its determiner, adjectives and owner.

    Parameters
    ----------
    determiner : str
        ``the``, ``a``, ``this``, ``many``, a possessive or number of the lexicon, or ``some``, which English leaves
        out: ``flowers``, ``water``. With an owner it does not count.
    noun : Noun
    is_plural : bool
    adjectives : tuple of Adjective
        In the order of English. At most one of them stands before the noun in French.
    owner : Name or NounPhrase, optional
        Whose it is: ``the teacher 's book``.
    """

    determiner: str
    noun: Noun
    is_plural: bool
    adjectives: tuple[Adjective, ...] = ()
    owner: Name | NounPhrase | None = None


class Together(NamedTuple):
    """Two subjects joined by ``and``."""

    first: Name | NounPhrase
    second: Name | NounPhrase


Subject = Pronoun | Name | NounPhrase | Together


class Circumstance(NamedTuple):
    """Where, whence, with whom or for whom; without a phrase it is an adverb, ``here``."""

    expression: Expression
    phrase: Name | NounPhrase | None


class Clause(NamedTuple):
    """One statement or question.

    Parameters
    ----------
    subject : Pronoun, Name, NounPhrase or Together
    verb : Verb or None
        None is ``be``, with an adjective or a circumstance.
    tense : str
        ``present``, ``past`` or ``future``.
    polarity : str
        "", ``not`` or ``never``.
    is_question : bool
    object : Pronoun, Name, NounPhrase or None
    adjective : Adjective or None
        What the subject of ``be`` is.
    is_very : bool
        Whether it is very much so.
    circumstances : tuple of Circumstance
    frequency, time : str
        An English adverb of the lexicon, or "".
    """

    subject: Subject
    verb: Verb | None = None
    tense: str = "present"
    polarity: str = ""
    is_question: bool = False
    object: Pronoun | Name | NounPhrase | None = None
    adjective: Adjective | None = None
    is_very: bool = False
    circumstances: tuple[Circumstance, ...] = ()
    frequency: str = ""
    time: str = ""


class Sentence(NamedTuple):
    """One clause, or two that a conjunction joins."""

    clauses: tuple[Clause, ...]
    conjunction: str = ""


class Agreement(NamedTuple):
    """What a verb or an adjective agrees with; ``person`` is its place in a conjugation."""

    person: int
    gender: str
    is_plural: bool


def agreement(subject: Subject) -> Agreement:
    """Return the person, gender and number of a subject; of two together, the masculine prevails."""
    if isinstance(subject, Pronoun):
        return Agreement(subject.person, subject.gender, subject.is_plural)
    if isinstance(subject, Together):
        genders = {agreement(part).gender for part in subject}
        return Agreement(THIRD_PLURAL, "m" if "m" in genders else "f", True)
    if isinstance(subject, Name):
        return Agreement(THIRD_SINGULAR, subject.gender, False)
    return Agreement(THIRD_PLURAL if subject.is_plural else THIRD_SINGULAR, subject.noun.gender, subject.is_plural)
