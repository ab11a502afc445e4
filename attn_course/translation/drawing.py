"""Draws meanings that make sense: who does what to whom, where, when.

A plan fixes the constructions of a clause first; the words are drawn to fit. So the constructions of a
sentence are known, and those that training must not see together can be asked for, or kept out.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from attn_course.translation import lexicon
from attn_course.translation.lexicon import Adjective, Noun, Pronoun, Verb
from attn_course.translation.meaning import (
    THIRD_PLURAL,
    THIRD_SINGULAR,
    Circumstance,
    Clause,
    Name,
    NounPhrase,
    Sentence,
    Subject,
    Together,
)

PERSON = ("person",)
PLACE = ("place",)
MOBILE = ("person", "animal")
INANIMATE = ("food", "drink", "text", "thing", "vehicle", "plant", "furniture", "place")
LYING_ABOUT = ("food", "text", "thing")

# What determines a noun, out of a hundred, by what the noun does in its clause.
DETERMINERS = {
    "subject": {"the": 42, "a": 12, "this": 12, "possessive": 16, "owner": 8, "number": 6, "many": 4},
    "object": {"the": 32, "a": 16, "this": 8, "possessive": 14, "owner": 7, "number": 6, "many": 5, "": 12},
    "topic": {"the": 44, "this": 16, "possessive": 20, "owner": 14, "many": 6},
    "definite": {"the": 46, "this": 20, "possessive": 22, "owner": 12},
    "place": {"the": 56, "a": 12, "this": 12, "possessive": 14, "owner": 6},
}
ALWAYS_SINGULAR, ALWAYS_PLURAL = frozenset({"a"}), frozenset({"many", "number"})
SUBJECTS = {"pronoun": 42, "name": 10, "together": 6, "noun": 42}
GROUPS = {"transitive": 50, "intransitive": 18, "motion": 12, "be": 20}
TENSES = {"present": 44, "past": 34, "future": 22}
POLARITIES = {"": 68, "not": 24, "never": 8}


class Plan(NamedTuple):
    """The constructions of a clause, before its words."""

    group: str
    tense: str
    polarity: str
    is_question: bool
    subject: str
    has_clitic: bool

    def constructions(self) -> frozenset[str]:
        """Return the names of those that the structural split combines."""
        found = {
            "negation": self.polarity == "not",
            "never": self.polarity == "never",
            "question": self.is_question,
            "perfect": self.tense == "past" and self.group != "be",
            "future": self.tense == "future",
            "clitic": self.has_clitic,
            "two subjects": self.subject == "together",
        }
        return frozenset(name for name, is_there in found.items() if is_there)


def draw_plan(random: Random) -> Plan:
    """Draw the constructions of a clause."""
    group = pick(random, GROUPS)
    return Plan(
        group,
        pick(random, TENSES),
        pick(random, POLARITIES),
        random.random() < 0.17,
        pick(random, SUBJECTS),
        group == "transitive" and random.random() < 0.24,
    )


def draw_sentence(random: Random, plan: Plan) -> Sentence:
    """Draw a sentence whose first clause has these constructions; a few have a second clause."""
    first = draw_clause(random, plan)
    if plan.is_question or random.random() > 0.06:
        return Sentence((first,))
    second = draw_clause(random, _second_plan(random))
    return Sentence((first, second), random.choice(list(lexicon.conjunctions)))


def _second_plan(random: Random) -> Plan:
    return Plan(pick(random, GROUPS), pick(random, TENSES), "", False, pick(random, SUBJECTS), False)


def draw_clause(random: Random, plan: Plan) -> Clause:
    """Draw the words of a clause; it names nobody and nothing twice."""
    while True:
        clause = _draw_be(random, plan) if plan.group == "be" else _draw_action(random, plan)
        if not _repeats(clause):
            break
    clause = clause._replace(tense=plan.tense, polarity=plan.polarity, is_question=plan.is_question)
    if plan.polarity == "never" or (clause.adjective and not clause.adjective.is_state):
        return clause
    if plan.tense != "future" and random.random() < 0.16:
        return clause._replace(frequency=random.choice(_frequencies(plan.polarity)))
    if random.random() < 0.16:
        return clause._replace(time=random.choice(_times(plan.tense)))
    return clause


def _repeats(clause: Clause) -> bool:
    phrases = [clause.subject, clause.object, *(circumstance.phrase for circumstance in clause.circumstances)]
    named = [name for phrase in phrases for name in _named(phrase)]
    return len(named) > len(set(named))


def _named(phrase: Subject | None) -> list[str]:
    """Return the nouns and names in a phrase."""
    if isinstance(phrase, Name):
        return [phrase.text]
    if isinstance(phrase, NounPhrase):
        return [phrase.noun.english, *_named(phrase.owner)]
    if isinstance(phrase, Together):
        return _named(phrase.first) + _named(phrase.second)
    return []


@cache
def _frequencies(polarity: str) -> tuple[str, ...]:
    return tuple(word for word in lexicon.frequencies if not (polarity and word == "sometimes"))


@cache
def _times(tense: str) -> tuple[str, ...]:
    return tuple(word for word, (_, tenses) in lexicon.times.items() if tense in tenses)


def _draw_action(random: Random, plan: Plan) -> Clause:
    verb = random.choice(_verbs(plan.group, plan.has_clitic))
    subject = draw_subject(random, plan.subject, verb.subjects)
    circumstances = _draw_circumstances(random, verb.circumstances)
    if plan.group == "motion":
        return Clause(subject, verb, circumstances=(_draw_circumstance(random, verb.objects[0]), *circumstances[:1]))
    if plan.group == "intransitive":
        return Clause(subject, verb, circumstances=circumstances)
    if plan.has_clitic:
        pronouns = _object_pronouns("person" in verb.objects, subject if isinstance(subject, Pronoun) else None)
        return Clause(subject, verb, object=random.choice(pronouns), circumstances=circumstances)
    role = "definite" if "definite" in verb.circumstances else "object"
    return Clause(subject, verb, object=draw_noun_phrase(random, verb.objects, role), circumstances=circumstances)


@cache
def _verbs(group: str, has_clitic: bool) -> tuple[Verb, ...]:
    def belongs(verb: Verb) -> bool:
        if not verb.objects:
            return group == "intransitive"
        if verb.objects[0] in ("destination", "origin"):
            return group == "motion"
        return group == "transitive" and not (has_clitic and verb.objects == PLACE)

    return tuple(verb for verb in lexicon.verbs if belongs(verb))


@cache
def _object_pronouns(may_be_person: bool, subject: Pronoun | None) -> tuple[Pronoun, ...]:
    """Return the pronouns that may be the object: only ``them`` for things, and nobody who acts on themselves."""
    if not may_be_person:
        return tuple(pronoun for pronoun in lexicon.pronouns if pronoun.person == THIRD_PLURAL)
    third = (THIRD_SINGULAR, THIRD_PLURAL)
    if subject is None or subject.person in third:
        return lexicon.pronouns
    if subject.english == "you":
        return tuple(pronoun for pronoun in lexicon.pronouns if pronoun is not subject)
    return tuple(pronoun for pronoun in lexicon.pronouns if pronoun.person in third or pronoun.english == "you")


def _draw_be(random: Random, plan: Plan) -> Clause:
    if random.random() < 0.35:
        return _draw_being_somewhere(random, plan)
    kinds = INANIMATE if plan.subject == "noun" and plan.tense != "future" and random.random() < 0.5 else MOBILE
    subject = draw_subject(random, plan.subject, kinds, "topic")
    kind = subject.noun.kind if isinstance(subject, NounPhrase) else "person"
    said = subject.adjectives if isinstance(subject, NounPhrase) else ()
    fitting = [
        adjective
        for adjective in _adjectives(kind)
        if adjective not in said and (adjective.is_state or plan.tense != "future")
    ]
    if not fitting:
        return _draw_be(random, plan)
    return Clause(subject, adjective=random.choice(fitting), is_very=random.random() < 0.25)


def _draw_being_somewhere(random: Random, plan: Plan) -> Clause:
    is_thing = plan.subject == "noun" and random.random() < 0.4
    subject = draw_subject(random, plan.subject, LYING_ABOUT if is_thing else MOBILE, "topic")
    where = "furniture" if is_thing and random.random() < 0.7 else "place"
    return Clause(subject, circumstances=(_draw_circumstance(random, where),))


def draw_subject(random: Random, way: str, kinds: tuple[str, ...], role: str = "subject") -> Subject:
    """Draw a subject of one of these kinds, said in this way of :data:`SUBJECTS`."""
    if way == "pronoun" and "person" in kinds:
        return random.choice(lexicon.pronouns)
    if way == "name" and "person" in kinds:
        return Name(*random.choice(lexicon.names))
    if way == "together":
        return _draw_together(random, kinds)
    return draw_noun_phrase(random, kinds, role)


def _draw_together(random: Random, kinds: tuple[str, ...]) -> Together:
    if random.random() < 0.4 and "person" in kinds:
        names = random.sample(lexicon.names, 2)
        return Together(Name(*names[0]), Name(*names[1]))
    first, second = random.sample(_unowned(kinds), 2)
    return Together(NounPhrase("the", first, False), NounPhrase("the", second, False))


def draw_noun_phrase(random: Random, kinds: tuple[str, ...], role: str) -> NounPhrase:
    """Draw a noun of one of these kinds, with what stands around it; ``role`` is a key of :data:`DETERMINERS`."""
    noun = random.choice(_nouns(kinds))
    determiner = _fitting_determiner(pick(random, DETERMINERS[role]), noun, role)
    is_plural = bool(noun.plural) and _is_plural(random, determiner, noun.kind)
    owner = _draw_owner(random) if determiner == "owner" else None
    if determiner == "possessive":
        determiner = random.choice(list(lexicon.possessives))
    elif determiner == "number":
        determiner = random.choice(list(lexicon.numbers))
    adjectives = _draw_adjectives(random, noun.kind)
    return NounPhrase(determiner, noun, is_plural, adjectives, owner)


def _fitting_determiner(determiner: str, noun: Noun, role: str) -> str:
    if noun.owner == "must":
        return determiner if determiner == "owner" else "possessive"
    if noun.owner == "free" and determiner in ("owner", "possessive"):
        return "the"
    if not noun.plural and determiner in ("a", "many", "number"):
        return "" if role == "object" else "the"
    return determiner


def _is_plural(random: Random, determiner: str, kind: str) -> bool:
    if determiner in ALWAYS_SINGULAR:
        return False
    return determiner in ALWAYS_PLURAL or not determiner or random.random() < (0.12 if kind == "place" else 0.35)


def _draw_owner(random: Random) -> Name | NounPhrase:
    if random.random() < 0.4:
        return Name(*random.choice(lexicon.names))
    noun = random.choice(_unowned(PERSON))
    determiner = random.choice(list(lexicon.possessives)) if noun.owner == "may" and random.random() < 0.4 else "the"
    return NounPhrase(determiner, noun, False)


def _draw_adjectives(random: Random, kind: str) -> tuple[Adjective, ...]:
    """Draw no adjective, one, or one that stands before the noun in French and one that stands after it."""
    chance = random.random()
    if chance < 0.62:
        return ()
    adjectives = _adjectives(kind)
    if chance < 0.94:
        return (random.choice(adjectives),)
    before = [adjective for adjective in adjectives if adjective.stands_before]
    after = [adjective for adjective in adjectives if not adjective.stands_before]
    return random.choice(before), random.choice(after)


def _draw_circumstances(random: Random, kinds: tuple[str, ...]) -> tuple[Circumstance, ...]:
    kinds = tuple(kind for kind in kinds if kind in lexicon.prepositions)
    if not kinds or random.random() > 0.34:
        return ()
    number = 2 if len(kinds) > 1 and random.random() < 0.15 else 1
    return tuple(_draw_circumstance(random, kind) for kind in random.sample(kinds, number))


def _draw_circumstance(random: Random, kind: str) -> Circumstance:
    if kind == "place" and random.random() < 0.12:
        return Circumstance(random.choice(lexicon.prepositions["spot"]), None)
    preposition = random.choice(lexicon.prepositions[kind])
    if kind in ("with", "for"):
        if random.random() < 0.3:
            return Circumstance(preposition, Name(*random.choice(lexicon.names)))
        return Circumstance(preposition, draw_noun_phrase(random, PERSON, "definite"))
    if kind == "furniture":
        return Circumstance(preposition, draw_noun_phrase(random, ("furniture",), "definite"))
    role = "place" if kind == "place" else "definite"
    return Circumstance(preposition, draw_noun_phrase(random, PLACE, role))


@cache
def _nouns(kinds: tuple[str, ...]) -> tuple[Noun, ...]:
    return tuple(noun for noun in lexicon.nouns if noun.kind in kinds)


@cache
def _unowned(kinds: tuple[str, ...]) -> tuple[Noun, ...]:
    return tuple(noun for noun in _nouns(kinds) if noun.owner != "must")


@cache
def _adjectives(kind: str) -> tuple[Adjective, ...]:
    return tuple(adjective for adjective in lexicon.adjectives if kind in adjective.kinds)


def pick(random: Random, weights: dict[str, int]) -> str:
    """Draw a key with a probability in proportion to its weight."""
    return random.choices(list(weights), list(weights.values()))[0]
