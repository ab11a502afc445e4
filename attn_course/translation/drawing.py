"""Draws meanings that make sense: who does what to whom, where, when.

A plan fixes the constructions of a clause first; the words are drawn to fit. So the constructions of a
sentence are known, and those that training must not see together can be asked for, or kept out.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product, starmap
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

MOBILE = ("person", "animal")
DESCRIBED = ("food", "drink", "text", "thing", "vehicle", "plant", "furniture", "place", "public")
MOTION = ("to", "from")
LYING_ABOUT, STANDING = ("food", "text", "thing"), (*MOBILE, "vehicle")


GROUPS = {"transitive": 50, "intransitive": 18, "motion": 12, "be": 20}
TENSES = {"present": 44, "past": 34, "future": 22}
POLARITIES = {"": 68, "not": 24, "never": 8}
QUESTIONS = {False: 83, True: 17}
SUBJECTS = {"pronoun": 42, "name": 10, "together": 6, "noun": 42}
CLITICS = {False: 76, True: 24}


def odds(**weights: int) -> tuple[str, ...]:
    """Repeat each name as often as its weight says, so that :meth:`random.Random.choice` draws with these odds."""
    return tuple(name for name, weight in weights.items() for _ in range(weight))


# What determines a noun, by what the noun does in its clause; "some" is not said in English: flowers, water.
DETERMINERS = {
    "subject": odds(the=42, a=12, this=12, possessive=16, owner=8, number=6, many=4),
    "topic": odds(the=44, this=16, possessive=20, owner=14, many=6),
    "object": odds(the=32, a=16, this=8, possessive=14, owner=7, number=6, many=5, some=12),
    "place": odds(the=56, a=12, this=12, possessive=14, owner=6),
    "other": odds(the=46, this=20, possessive=22, owner=12),
}
ALWAYS_PLURAL = ("many", "number", "some")


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


def all_plans() -> dict[Plan, int]:
    """Return every plan and its weight; only a transitive verb has an object pronoun."""
    weights: dict[Plan, int] = {}
    for plan in starmap(Plan, product(GROUPS, TENSES, POLARITIES, QUESTIONS, SUBJECTS, CLITICS)):
        weight = GROUPS[plan.group] * TENSES[plan.tense] * POLARITIES[plan.polarity] * QUESTIONS[plan.is_question]
        clitic = CLITICS[plan.has_clitic] if plan.group == "transitive" else 100 * (not plan.has_clitic)
        weights[plan] = weight * SUBJECTS[plan.subject] * clitic
    return {plan: weight for plan, weight in weights.items() if weight}


def draw_sentence(random: Random, plan: Plan) -> Sentence:
    """Draw a sentence whose first clause has these constructions; a few statements have a second, plain clause."""
    first = draw_clause(random, plan)
    if plan.is_question or random.random() > 0.06:
        return Sentence((first,))
    group, tense, subject = (random.choice(list(names)) for names in (GROUPS, TENSES, SUBJECTS))
    second = draw_clause(random, Plan(group, tense, "", False, subject, False))
    if _repeats(first, second):
        return Sentence((first,))
    return Sentence((first, second), random.choice(list(lexicon.conjunctions)))


def draw_clause(random: Random, plan: Plan) -> Clause:
    """Draw the words of a clause; it names nobody and nothing twice, and nobody asks what they do themselves."""
    while True:
        clause = _draw_being(random, plan) if plan.group == "be" else _draw_action(random, plan)
        clause = clause._replace(tense=plan.tense, polarity=plan.polarity, is_question=plan.is_question)
        if not _repeats(clause) and not _asks_oneself(clause):
            break
    if plan.polarity == "never" or (clause.adjective and not clause.adjective.is_state):
        return clause
    if plan.tense != "future" and random.random() < 0.16:
        return clause._replace(frequency=random.choice(_frequencies(plan.polarity)))
    if random.random() < 0.16:
        return clause._replace(time=random.choice(_times(plan.tense)))
    return clause


def _asks_oneself(clause: Clause) -> bool:
    """Say whether it is like ``did i sleep``; ``am i ill`` and ``am i going to sleep`` may be asked."""
    is_i = isinstance(clause.subject, Pronoun) and clause.subject.english == "i"
    return is_i and clause.is_question and clause.verb is not None and clause.tense != "future"


def _repeats(*clauses: Clause) -> bool:
    named = [name for clause in clauses for name in _named_in(clause)]
    return len(named) > len(set(named))


def _named_in(clause: Clause) -> list[str]:
    """Return the nouns and names of a clause."""
    phrases = (clause.subject, clause.object, *(circumstance.phrase for circumstance in clause.circumstances))
    return [name for phrase in phrases for name in _named(phrase)]


def _named(phrase: Subject | None) -> tuple[str, ...]:
    if isinstance(phrase, Name):
        return (phrase.text,)
    if isinstance(phrase, NounPhrase):
        return (phrase.noun.english, *_named(phrase.owner))
    if isinstance(phrase, Together):
        return _named(phrase.first) + _named(phrase.second)
    return ()


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
        return Clause(subject, verb, circumstances=(_draw_circumstance(random, verb.objects[0]), *circumstances))
    if plan.group == "intransitive":
        return Clause(subject, verb, circumstances=circumstances)
    acted_on = _draw_object(random, plan, verb, subject)
    return Clause(subject, verb, object=acted_on, circumstances=circumstances)


def _draw_object(random: Random, plan: Plan, verb: Verb, subject: Subject) -> Pronoun | Name | NounPhrase:
    if plan.has_clitic:
        return random.choice(_object_pronouns(verb.objects, subject if isinstance(subject, Pronoun) else None))
    if verb.objects[0] == "person" and random.random() < 0.12:
        return Name(*random.choice(lexicon.names))
    return draw_noun_phrase(random, verb.objects, "object", verb.english)


@cache
def _verbs(group: str, has_clitic: bool) -> tuple[Verb, ...]:
    """Return the verbs of a group; nobody says ``them`` of a drink or of places."""

    def belongs(verb: Verb) -> bool:
        if not verb.objects:
            return group == "intransitive"
        if verb.objects[0] in MOTION:
            return group == "motion"
        return group == "transitive" and not (has_clitic and verb.objects[0] in ("drink", "place"))

    return tuple(verb for verb in lexicon.verbs if belongs(verb))


@cache
def _object_pronouns(kinds: tuple[str, ...], subject: Pronoun | None) -> tuple[Pronoun, ...]:
    """Return the pronouns that may be the object: only ``them`` for things, and nobody who acts on themselves."""
    if "person" not in kinds:
        return tuple(pronoun for pronoun in lexicon.pronouns if pronoun.person == THIRD_PLURAL)
    third = (THIRD_SINGULAR, THIRD_PLURAL)
    if subject is None or subject.person in third:
        return lexicon.pronouns
    if subject.english == "you":
        return tuple(pronoun for pronoun in lexicon.pronouns if pronoun is not subject)
    return tuple(pronoun for pronoun in lexicon.pronouns if pronoun.person in third or pronoun.english == "you")


def _draw_being(random: Random, plan: Plan) -> Clause:
    """Draw a clause that says where somebody is, or how; only states pass, or never come."""
    if random.random() < 0.35:
        return _draw_being_somewhere(random, plan)
    only_states = plan.tense == "future" or plan.polarity == "never"
    is_thing = plan.subject == "noun" and not only_states and random.random() < 0.5
    subject = draw_subject(random, plan.subject, DESCRIBED if is_thing else MOBILE, "topic")
    fitting = [one for one in _attributes(subject) if one.is_state or not only_states]
    return Clause(subject, adjective=random.choice(fitting), is_very=random.random() < 0.25)


def _attributes(subject: Subject) -> list[Adjective]:
    """Return the adjectives that may be said of a subject: none that its own repeat or contradict."""
    if not isinstance(subject, NounPhrase):
        return list(_adjectives(None))
    said = {one.english for one in subject.adjectives}
    excluded = said.union(*(lexicon.contradictions.get(word, ()) for word in said))
    return [one for one in _adjectives(subject.noun) if one.english not in excluded]


def _draw_being_somewhere(random: Random, plan: Plan) -> Clause:
    is_lying = plan.subject == "noun" and random.random() < 0.45
    subject = draw_subject(random, plan.subject, LYING_ABOUT if is_lying else STANDING, "topic")
    return Clause(subject, circumstances=(_draw_circumstance(random, "lying" if is_lying else "place"),))


def draw_subject(random: Random, way: str, kinds: tuple[str, ...], role: str = "subject") -> Subject:
    """Draw a subject of one of these kinds, said in this way of :data:`SUBJECTS`."""
    if way == "pronoun" and "person" in kinds:
        return random.choice(lexicon.pronouns)
    if way == "name" and "person" in kinds:
        return Name(*random.choice(lexicon.names))
    if way == "together":
        return _draw_together(random)
    return draw_noun_phrase(random, kinds, role)


def _draw_together(random: Random) -> Together:
    if random.random() < 0.4:
        names = random.sample(lexicon.names, 2)
        return Together(Name(*names[0]), Name(*names[1]))
    first, second = random.sample(_owners(True), 2)
    return Together(NounPhrase("the", first, False), NounPhrase("the", second, False))


def draw_noun_phrase(random: Random, kinds: tuple[str, ...], role: str, governor: str = "") -> NounPhrase:
    """Draw a noun of one of these kinds, with what stands around it.

    Parameters
    ----------
    random : random.Random
    kinds : tuple of str
    role : str
        A key of :data:`DETERMINERS`.
    governor : str
        The verb or preposition before it, if there is one: no noun clashes with it.
    """
    noun = random.choice(_nouns(random.choice(kinds), governor))
    determiner = _fitting(random.choice(DETERMINERS[role]), noun)
    is_plural = bool(noun.plural) and _is_plural(random, determiner, noun.kind)
    owner = _draw_owner(random, noun) if determiner == "owner" else None
    if determiner == "possessive":
        determiner = random.choice(list(lexicon.possessives))
    elif determiner == "number":
        determiner = random.choice(list(lexicon.numbers))
    return NounPhrase(determiner, noun, is_plural, _draw_adjectives(random, noun), owner)


def _fitting(determiner: str, noun: Noun) -> str:
    """Exchange a determiner that the noun cannot have."""
    if noun.owner == "must":
        return determiner if determiner == "owner" else "possessive"
    if noun.owner == "free" and determiner in ("owner", "possessive"):
        return "the"
    if not noun.plural and determiner in ("a", "many", "number"):
        return "the"
    return determiner


def _is_plural(random: Random, determiner: str, kind: str) -> bool:
    if determiner in ALWAYS_PLURAL:
        return True
    return determiner != "a" and random.random() < (0.12 if kind in ("place", "public") else 0.35)


def _draw_owner(random: Random, owned: Noun) -> Name | NounPhrase:
    if random.random() < 0.4:
        return Name(*random.choice(lexicon.names))
    noun = random.choice(_owners(owned.kind != "person"))
    determiner = random.choice(list(lexicon.possessives)) if noun.owner == "may" and random.random() < 0.4 else "the"
    return NounPhrase(determiner, noun, False)


def _draw_adjectives(random: Random, noun: Noun) -> tuple[Adjective, ...]:
    """Draw no adjective, one, or one that stands before the noun in French and one that stands after it."""
    chance = random.random()
    if chance < 0.62:
        return ()
    if chance < 0.94:
        return (random.choice(_adjectives(noun)),)
    return random.choice(_pairs_of_adjectives(noun))


def _draw_circumstances(random: Random, kinds: tuple[str, ...]) -> tuple[Circumstance, ...]:
    if not kinds or random.random() > 0.34:
        return ()
    number = 2 if len(kinds) > 1 and random.random() < 0.15 else 1
    return tuple(_draw_circumstance(random, kind) for kind in random.sample(kinds, number))


def _draw_circumstance(random: Random, kind: str) -> Circumstance:
    expression = random.choice(lexicon.prepositions[kind])
    if not expression.kinds:
        return Circumstance(expression, None)
    if expression.kinds == ("person",) and random.random() < 0.3:
        return Circumstance(expression, Name(*random.choice(lexicon.names)))
    role = kind if kind in DETERMINERS else "other"
    governor = expression.english[expression.english_main]
    return Circumstance(expression, draw_noun_phrase(random, expression.kinds, role, governor))


@cache
def _nouns(kind: str, governor: str = "") -> tuple[Noun, ...]:
    excluded = lexicon.clashes.get(governor, ())
    return tuple(noun for noun in lexicon.nouns if noun.kind == kind and noun.english not in excluded)


@cache
def _owners(may_be_child: bool) -> tuple[Noun, ...]:
    """Return the persons who are spoken of without saying whose they are."""
    persons = (noun for noun in _nouns("person") if noun.owner != "must")
    return tuple(noun for noun in persons if may_be_child or noun.english not in lexicon.CHILDREN)


@cache
def _pairs_of_adjectives(noun: Noun) -> tuple[tuple[Adjective, Adjective], ...]:
    """Return two adjectives each time, in the order of English: in French one stands before the noun, one after it."""
    pairs = combinations(_adjectives(noun), 2)
    return tuple((first, second) for first, second in pairs if first.stands_before != second.stands_before)


@cache
def _adjectives(noun: Noun | None) -> tuple[Adjective, ...]:
    """Return the adjectives that describe a noun, or without one a person."""
    kind = noun.kind if noun else "person"
    return tuple(
        adjective
        for adjective in lexicon.adjectives
        if kind in adjective.kinds and (noun is None or noun.english not in lexicon.clashes.get(adjective.english, ()))
    )
