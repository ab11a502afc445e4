"""What is drawn makes sense, and has the constructions that were planned."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from attn_course.translation import drawing, lexicon
from attn_course.translation.drawing import (
    CLITICS,
    GROUPS,
    QUESTIONS,
    TENSES,
    Plan,
    all_plans,
    draw_clause,
    draw_noun_phrase,
    odds,
)
from attn_course.translation.lexicon import Pronoun
from attn_course.translation.meaning import Clause, Name, NounPhrase, Subject, Together

PLANS = all_plans()


@pytest.fixture(scope="module")
def clauses() -> list[tuple[Plan, Clause]]:
    """A few thousand clauses by plans of all sorts."""
    random = Random(1)
    plans = random.choices(list(PLANS), list(PLANS.values()), k=4_000)
    return [(plan, draw_clause(random, plan)) for plan in plans]


def kinds(phrase: Subject | None) -> set[str]:
    """Return the kinds of what a phrase speaks of."""
    if isinstance(phrase, Together):
        return kinds(phrase.first) | kinds(phrase.second)
    return {phrase.noun.kind} if isinstance(phrase, NounPhrase) else {"person"}


def noun_phrases(clause: Clause) -> list[NounPhrase]:
    """Return the nouns of a clause with what stands around them, owners too."""
    phrases = [clause.subject, clause.object, *(one.phrase for one in clause.circumstances)]
    phrases += [part for phrase in phrases if isinstance(phrase, Together) for part in phrase]
    phrases += [phrase.owner for phrase in phrases if isinstance(phrase, NounPhrase)]
    return [phrase for phrase in phrases if isinstance(phrase, NounPhrase)]


def test_odds() -> None:
    assert odds(a=2, b=1) == ("a", "a", "b")


def test_weights_of_the_plans_multiply() -> None:
    assert sum(PLANS.values()) == 100**6
    share = sum(weight for plan, weight in PLANS.items() if plan.group == "be" and plan.tense == "future")
    assert share == GROUPS["be"] * TENSES["future"] * 100**4
    asked = sum(weight for plan, weight in PLANS.items() if plan.is_question and plan.has_clitic)
    assert asked == GROUPS["transitive"] * QUESTIONS[True] * CLITICS[True] * 100**3


def test_only_transitive_verbs_have_an_object_pronoun() -> None:
    assert {plan.group for plan in PLANS if plan.has_clitic} == {"transitive"}


def test_the_constructions_are_the_planned_ones(clauses: list[tuple[Plan, Clause]]) -> None:
    for plan, clause in clauses:
        found = {
            "negation": clause.polarity == "not",
            "never": clause.polarity == "never",
            "question": clause.is_question,
            "perfect": clause.tense == "past" and clause.verb is not None,
            "future": clause.tense == "future",
            "clitic": isinstance(clause.object, Pronoun),
            "two subjects": isinstance(clause.subject, Together),
        }
        assert plan.constructions() == {name for name, is_there in found.items() if is_there}


def test_verbs_have_subjects_and_objects_that_make_sense(clauses: list[tuple[Plan, Clause]]) -> None:
    for _, clause in clauses:
        if clause.verb:
            assert kinds(clause.subject) <= set(clause.verb.subjects)
            if clause.object and not isinstance(clause.object, Pronoun):
                assert kinds(clause.object) <= set(clause.verb.objects)


def test_cakes_do_not_sing_and_books_are_not_drunk() -> None:
    verbs = {verb.english: verb for verb in lexicon.verbs}
    assert verbs["sing"].subjects == ("person",) and verbs["drink"].objects == ("drink",)


def test_adjectives_suit_their_nouns(clauses: list[tuple[Plan, Clause]]) -> None:
    for _, clause in clauses:
        for phrase in noun_phrases(clause):
            for adjective in phrase.adjectives:
                assert phrase.noun.kind in adjective.kinds
                assert phrase.noun.english not in lexicon.clashes.get(adjective.english, ())
        if clause.adjective:
            assert kinds(clause.subject) <= clause.adjective.kinds


def test_verbs_and_prepositions_suit_their_nouns(clauses: list[tuple[Plan, Clause]]) -> None:
    silly = {("buy", "letter"), ("buy", "poem"), ("under", "carpet")}
    silly |= {(word, "town") for word in ("beside", "behind", "front")}
    together: list[tuple[str, Subject | None]] = [
        (one.expression.english[one.expression.english_main], one.phrase)
        for _, clause in clauses
        for one in clause.circumstances
    ]
    together += [(clause.verb.english, clause.object) for _, clause in clauses if clause.verb]
    found = {(word, phrase.noun.english) for word, phrase in together if isinstance(phrase, NounPhrase)}
    assert not silly & found
    assert {("buy", "book"), ("write", "poem"), ("near", "town"), ("behind", "house"), ("on", "carpet")} <= found


def test_nothing_is_said_to_be_what_it_is_called_or_the_contrary(clauses: list[tuple[Plan, Clause]]) -> None:
    contrary = [{"small", "big"}, {"old", "young"}, {"old", "new"}, {"good", "bad"}, {"happy", "sad"}]
    contrary += [{"red", "black"}, {"yellow", "white"}, {"red", "white"}]
    checked = 0
    for _, clause in clauses:
        if clause.adjective and isinstance(clause.subject, NounPhrase):
            for said in clause.subject.adjectives:
                words = {said.english, clause.adjective.english}
                assert len(words) == 2 and words not in contrary
                checked += 1
    assert checked > 50


def test_whatever_adjectives_a_noun_has_another_may_be_said_of_it() -> None:
    for noun in lexicon.nouns:
        for adjectives in drawing._pairs_of_adjectives(noun):
            attributes = drawing._attributes(NounPhrase("the", noun, False, adjectives))
            passing = any(one.is_state for one in attributes)
            assert attributes and (passing or noun.kind not in drawing.MOBILE)


def test_two_adjectives_stand_in_the_order_of_english() -> None:
    random = Random(2)
    quality = "good bad beautiful strange useful famous happy sad ill quiet".split()
    ranks = [quality, ["small", "big"], ["old", "new", "young"], ["hot"], ["red", "black", "white", "yellow"]]
    rank = {word: number for number, words in enumerate(ranks) for word in words}
    kinds = tuple({noun.kind for noun in lexicon.nouns})
    phrases = [draw_noun_phrase(random, kinds, "object") for _ in range(2_000)]
    orders = {(first.english, second.english) for one in phrases for first, second in pairwise(one.adjectives)}
    assert len(orders) > 30
    assert all(rank[first] <= rank[second] for first, second in orders)


def test_things_lie_where_things_lie(clauses: list[tuple[Plan, Clause]]) -> None:
    found = {
        circumstance.expression.english[-1]
        for _, clause in clauses
        for circumstance in clause.circumstances
        if not clause.verb and kinds(clause.subject) <= {"food", "text", "thing"}
    }
    assert found == {"in", "on", "under", "here", "there"}


def test_nobody_asks_what_they_do_themselves() -> None:
    random = Random(3)
    plans = [plan for plan in PLANS if plan.is_question and plan.subject == "pronoun"]
    asked = [
        (clause.verb is None, clause.tense)
        for clause in (draw_clause(random, plan) for plan in plans * 10)
        if isinstance(clause.subject, Pronoun) and clause.subject.english == "i"
    ]
    assert {tense for _, tense in asked} == {"present", "past", "future"}
    assert all(is_being or tense == "future" for is_being, tense in asked)


def test_what_lasts_is_said_to_pass_nowhere(clauses: list[tuple[Plan, Clause]]) -> None:
    lasting = [clause for _, clause in clauses if clause.adjective and not clause.adjective.is_state]
    assert lasting
    assert not [clause for clause in lasting if clause.tense == "future" or clause.polarity == "never" or clause.time]


def test_nouns_have_owners_and_numbers_that_they_can_have(clauses: list[tuple[Plan, Clause]]) -> None:
    for _, clause in clauses:
        for phrase in noun_phrases(clause):
            is_owned = phrase.owner is not None or phrase.determiner in lexicon.possessives
            assert phrase.noun.owner != ("free" if is_owned else "must")
            assert not (phrase.is_plural and (not phrase.noun.plural or phrase.determiner == "a"))
            if phrase.determiner in ("many", *lexicon.numbers):
                assert phrase.is_plural and phrase.noun.plural


def test_children_own_no_persons(clauses: list[tuple[Plan, Clause]]) -> None:
    phrases = [phrase for _, clause in clauses for phrase in noun_phrases(clause)]
    owners = {
        one.owner.noun.english for one in phrases if isinstance(one.owner, NounPhrase) and one.noun.kind == "person"
    }
    assert owners and not owners & {"girl", "boy", "child"}


def test_nobody_is_named_twice(clauses: list[tuple[Plan, Clause]]) -> None:
    for _, clause in clauses:
        nouns = [phrase.noun.english for phrase in noun_phrases(clause)]
        assert len(nouns) == len(set(nouns))
        named = [clause.subject, clause.object, *(one.phrase for one in clause.circumstances)]
        names = [one.text for one in named if isinstance(one, Name)]
        assert len(names) == len(set(names))


def test_nobody_acts_on_themselves(clauses: list[tuple[Plan, Clause]]) -> None:
    own = {"i": {"i", "we"}, "we": {"i", "we"}, "you": {"you"}}
    with_pronouns = [
        (clause.subject.english, clause.object.english)
        for _, clause in clauses
        if isinstance(clause.subject, Pronoun) and isinstance(clause.object, Pronoun)
    ]
    assert len(with_pronouns) > 50
    assert not [pair for pair in with_pronouns if pair[1] in own.get(pair[0], set())]


def test_times_fit_the_tense(clauses: list[tuple[Plan, Clause]]) -> None:
    allowed = {
        "present": {"today", "now"},
        "past": {"today", "yesterday"},
        "future": {"today", "tomorrow"},
    }
    timed = [(clause.tense, clause.time) for _, clause in clauses if clause.time]
    assert {tense: {time for other, time in timed if other == tense} for tense in allowed} == allowed
