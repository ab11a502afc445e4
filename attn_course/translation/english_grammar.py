"""Says a meaning in English, word by word."""

from __future__ import annotations

from attn_course.translation import english
from attn_course.translation.lexicon import Pronoun
from attn_course.translation.meaning import THIRD_SINGULAR, Clause, Name, NounPhrase, Subject, Together, agreement
from attn_course.translation.words import Word, around_main, optional

# In the order of a conjugation: I, he, we, you, they.
BE_PRESENT = ("am", "is", "are", "are", "are")
BE_PAST = ("was", "was", "were", "were", "were")
DO = ("do", "does", "do", "do", "do")


def english_clause(clause: Clause, at: str) -> list[Word]:
    """Say a clause in English: ``does she often sing in the garden today``.

    Parameters
    ----------
    clause : Clause
    at : str
        Where it stands in the sentence; its concepts begin with it.
    """
    subject = english_phrase(clause.subject, f"{at}/subject")
    auxiliary, verb = _verb(clause, at)
    if clause.is_question:
        words = [word.echoing(f"{at}/question") for word in auxiliary] + subject
    else:
        words = subject + auxiliary
    words += optional(clause.polarity, f"{at}/negation") + optional(clause.frequency, f"{at}/frequency") + verb
    words += _object(clause.object, f"{at}/object")
    if clause.adjective:
        words += optional("very" if clause.is_very else "", f"{at}/very")
        words.append(Word(clause.adjective.english, f"{at}/attribute"))
    for number, (expression, phrase) in enumerate(clause.circumstances):
        words += around_main(expression.english, expression.english_main, f"{at}/circumstance {number}")
        words += english_phrase(phrase, f"{at}/phrase {number}") if phrase else []
    return words + optional(clause.time, f"{at}/time")


def _verb(clause: Clause, at: str) -> tuple[list[Word], list[Word]]:
    """Return the auxiliary, if there is one, and the words that follow the subject and the adverbs."""
    person = agreement(clause.subject).person
    verb, tense = f"{at}/verb", f"{at}/tense"
    particle = [Word(clause.verb.particle, "", (verb,))] if clause.verb and clause.verb.particle else []
    base = clause.verb.english if clause.verb else "be"
    if clause.tense == "future":
        going = [Word("going", tense), Word("to", "", (tense, verb))]
        return [Word(BE_PRESENT[person], "", (tense,))], [*going, Word(base, verb), *particle]
    is_past = clause.tense == "past"
    if not clause.verb:
        return [Word((BE_PAST if is_past else BE_PRESENT)[person], verb)], []
    if clause.is_question or clause.polarity == "not":
        do = Word("did", tense, (verb,)) if is_past else Word(DO[person], "", (verb,))
        return [do], [Word(base, verb), *particle]
    present = clause.verb.third if person == THIRD_SINGULAR else base
    return [], [Word(clause.verb.past if is_past else present, verb), *particle]


def _object(phrase: Pronoun | Name | NounPhrase | None, at: str) -> list[Word]:
    if isinstance(phrase, Pronoun):
        return [Word(phrase.english_object, at)]
    return english_phrase(phrase, at) if phrase else []


def english_phrase(phrase: Subject, at: str) -> list[Word]:
    """Say who or what in English: ``the teacher 's old book``."""
    if isinstance(phrase, Pronoun):
        return [Word(phrase.english, at)]
    if isinstance(phrase, Name):
        return [Word(phrase.text, at)]
    if isinstance(phrase, Together):
        first, second = (english_phrase(part, f"{at} {number}") for number, part in enumerate(phrase))
        return [*first, Word("and", f"{at}/and"), *second]
    noun = phrase.noun.plural if phrase.is_plural else phrase.noun.english
    words = [Word(adjective.english, f"{at}/{adjective.english}") for adjective in phrase.adjectives]
    words.append(Word(noun, f"{at}/noun"))
    if phrase.owner:
        return [*english_phrase(phrase.owner, f"{at}/owner"), Word("'s", f"{at}/of"), *words]
    return optional(_determiner(phrase, words[0].text), f"{at}/determiner") + words


def _determiner(phrase: NounPhrase, next_word: str) -> str:
    if phrase.determiner == "some":
        return ""
    if phrase.determiner == "a":
        return english.indefinite_article(next_word)
    return "these" if phrase.determiner == "this" and phrase.is_plural else phrase.determiner
