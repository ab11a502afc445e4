"""Says a meaning in French, word by word; what neighbouring words do to each other comes last."""

from __future__ import annotations

from attn_course.translation import french, lexicon
from attn_course.translation.lexicon import Adjective, Pronoun
from attn_course.translation.meaning import Clause, Name, NounPhrase, Subject, Together, agreement
from attn_course.translation.words import Word, around_main, optional

NEGATIONS = {"": "", "not": "pas", "never": "jamais"}


def french_clause(clause: Clause, at: str) -> list[Word]:
    """Say a clause in French, before elision and contraction: ``est-ce que elle chante souvent dans le jardin``.

    Parameters
    ----------
    clause : Clause
    at : str
        Where it stands in the sentence; its concepts begin with it.
    """
    words = [Word(text, "", (f"{at}/question",)) for text in ("est-ce", "que")] if clause.is_question else []
    words += french_phrase(clause.subject, f"{at}/subject") + _verb(clause, at)
    if clause.object and not isinstance(clause.object, Pronoun):
        words += french_phrase(clause.object, f"{at}/object", is_negated=bool(clause.polarity))
    if clause.adjective:
        _, gender, is_plural = agreement(clause.subject)
        words += optional("très" if clause.is_very else "", f"{at}/very")
        words.append(Word(clause.adjective.french[gender, is_plural], f"{at}/attribute"))
    for number, (expression, phrase) in enumerate(clause.circumstances):
        words += around_main(expression.french, expression.french_main, f"{at}/circumstance {number}")
        words += french_phrase(phrase, f"{at}/phrase {number}") if phrase else []
    return words + optional(lexicon.times[clause.time][0] if clause.time else "", f"{at}/time")


def _verb(clause: Clause, at: str) -> list[Word]:
    """Return the verb with its negation, its object pronoun and its adverb of frequency."""
    finite, rest = _forms(clause, at)
    clitic = optional(clause.object.french_object if isinstance(clause.object, Pronoun) else "", f"{at}/object")
    adverbs = optional(NEGATIONS[clause.polarity], f"{at}/negation")
    adverbs += optional(lexicon.frequencies[clause.frequency] if clause.frequency else "", f"{at}/frequency")
    ne = [Word("ne", "", (f"{at}/negation",))] if clause.polarity else []
    if clause.tense == "future":
        return [*ne, finite, *adverbs, *clitic, *rest]
    return [*ne, *clitic, finite, *adverbs, *rest]


def _forms(clause: Clause, at: str) -> tuple[Word, list[Word]]:
    """Return the form that agrees with the subject, and the participle or infinitive after it, if there is one."""
    person = agreement(clause.subject).person
    verb, tense = f"{at}/verb", f"{at}/tense"
    forms = clause.verb.french if clause.verb else lexicon.ETRE
    if clause.tense == "future":
        return Word(lexicon.ALLER.present[person], tense), [Word(forms.infinitive, verb)]
    if clause.tense == "present":
        return Word(forms.present[person], verb), []
    if not clause.verb:
        return Word(lexicon.IMPERFECT_OF_BE[person], verb), []
    auxiliary = lexicon.CONJUGATIONS[clause.verb.auxiliary].present[person]
    return Word(auxiliary, tense, (verb,)), [Word(_participle(clause, forms, clause.verb.auxiliary), verb)]


def _participle(clause: Clause, forms: french.Conjugation, auxiliary: str) -> str:
    """Make the participle agree: after ``être`` with the subject, after ``avoir`` with an object pronoun before it."""
    if auxiliary == "être":
        _, gender, is_plural = agreement(clause.subject)
        return french.agree(forms.participle, gender, is_plural)
    if isinstance(clause.object, Pronoun):
        return french.agree(forms.participle, clause.object.gender, clause.object.is_plural)
    return forms.participle


def french_phrase(phrase: Subject, at: str, is_negated: bool = False) -> list[Word]:
    """Say who or what in French: ``le vieux livre de le professeur``, before elision and contraction.

    Parameters
    ----------
    phrase : Pronoun, Name, NounPhrase or Together
    at : str
        Where it stands in the sentence; its concepts begin with it.
    is_negated : bool
        Whether it is the object of a negated verb, which turns ``un`` and ``des`` into ``de``.
    """
    if isinstance(phrase, Pronoun):
        return [Word(phrase.french, at)]
    if isinstance(phrase, Name):
        return [Word(phrase.text, at)]
    if isinstance(phrase, Together):
        first, second = (french_phrase(part, f"{at} {number}") for number, part in enumerate(phrase))
        return [*first, Word("et", f"{at}/and"), *second]
    noun = _noun(phrase, at)
    if phrase.owner:
        definite = french.definite_article(phrase.noun.gender, phrase.is_plural)
        owner = [Word("de", f"{at}/of"), *french_phrase(phrase.owner, f"{at}/owner")]
        return [Word(definite, "", (f"{at}/of",)), *noun, *owner]
    if phrase.determiner == "some":
        return _some(phrase, at, noun[0].text, is_negated) + noun
    return _determiner(phrase, f"{at}/determiner", noun[0].text, is_negated) + noun


def _noun(phrase: NounPhrase, at: str) -> list[Word]:
    """Return the noun between its adjectives."""
    noun = phrase.noun.french_plural if phrase.is_plural else phrase.noun.french
    gender, is_plural = phrase.noun.gender, phrase.is_plural
    takes_special_form = gender == "m" and not is_plural and french.starts_with_vowel(noun)

    def said(adjective: Adjective) -> Word:
        is_special = adjective.stands_before and takes_special_form
        form = adjective.before_vowel if is_special else adjective.french[gender, is_plural]
        return Word(form, f"{at}/{adjective.english}")

    before = [said(adjective) for adjective in phrase.adjectives if adjective.stands_before]
    after = [said(adjective) for adjective in phrase.adjectives if not adjective.stands_before]
    return [*before, Word(noun, f"{at}/noun"), *after]


def _some(phrase: NounPhrase, at: str, next_word: str, is_negated: bool) -> list[Word]:
    """Return ``de`` and the article, or ``de`` alone: after a negation, and where a plural begins with an adjective."""
    begins_with_adjective = phrase.is_plural and next_word != phrase.noun.french_plural
    article = french.definite_article(phrase.noun.gender, phrase.is_plural)
    texts = ("de",) if is_negated or begins_with_adjective else ("de", article)
    return [Word(text, "", (f"{at}/noun",)) for text in texts]


def _determiner(phrase: NounPhrase, concept: str, next_word: str, is_negated: bool) -> list[Word]:
    gender, is_plural = phrase.noun.gender, phrase.is_plural
    match phrase.determiner:
        case "many":
            return [Word("beaucoup", concept), Word("de", "", (concept,))]
        case "the":
            text = french.definite_article(gender, is_plural)
        case "a":
            text = "de" if is_negated else french.indefinite_article(gender)
        case "this":
            text = french.demonstrative(gender, is_plural, next_word)
        case number if number in lexicon.numbers:
            text = lexicon.numbers[number]
        case owner:
            text = french.possessive(lexicon.possessives[owner], gender, is_plural, next_word)
    return [Word(text, concept)]


def join_sounds(words: list[Word]) -> list[Word]:
    """Elide and contract, from the last word to the first: ``de le chat`` becomes ``du chat``."""
    joined = [words[-1]]
    for word in reversed(words[:-1]):
        following = joined[-1]
        contracted = french.contract(word.text, following.text)
        elided = french.elide(word.text, following.text)
        if contracted:
            echoes = (*word.echoes, following.concept, *following.echoes)
            joined[-1] = Word(contracted, word.concept or following.concept, echoes)
        else:
            joined.append(word if elided == word.text else word._replace(text=elided))
    return joined[::-1]
