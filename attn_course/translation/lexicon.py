"""The words of the corpus, in tables: one line a word, columns apart by spaces, kinds apart by commas.

To teach the corpus a word, add a line. A form that the rules of :mod:`attn_course.translation.english`
and :mod:`attn_course.translation.french` would get wrong stands after a slash, or in a table of its own.

Kinds say what goes together sensibly: a verb names the kinds of its subjects and objects, an adjective the
kinds that it describes, so that nobody drinks a book and no cake sings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attn_course.translation import english, french

# english[/plural]  french  gender  kind  owner
# owner: "free" nobody's, "may" have one, "must" have one. A plural "-" makes it a substance, which is not counted.
NOUNS = """
girl            fille       f  person     free
boy             garçon      m  person     free
woman/women     femme       f  person     free
man/men         homme       m  person     free
child/children  enfant      m  person     may
friend          ami         m  person     must
teacher         professeur  m  person     may
doctor          médecin     m  person     may
student         étudiant    m  person     may
nurse           infirmière  f  person     free
queen           reine       f  person     free
king            roi         m  person     free
sister          sœur        f  person     must
son             fils        m  person     must
cat             chat        m  animal     may
dog             chien       m  animal     may
bird            oiseau      m  animal     may
horse           cheval      m  animal     may
mouse/mice      souris      f  animal     free
apple           pomme       f  food       may
nut             noix        f  food       may
cake            gâteau      m  food       may
meal            repas       m  food       may
bread/-         pain        m  food       may
rice/-          riz         m  food       may
coffee/-        café        m  drink      may
tea/-           thé         m  drink      may
milk/-          lait        m  drink      may
juice/-         jus         m  drink      may
water/-         eau         f  drink      may
book            livre       m  text       may
letter          lettre      f  text       may
poem            poème       m  text       may
key             clé         f  thing      may
hat             chapeau     m  thing      may
umbrella        parapluie   m  thing      may
car             voiture     f  vehicle    may
flower          fleur       f  plant      may
tree            arbre       m  plant      may
table           table       f  furniture  may
carpet          tapis       m  furniture  may
house           maison      f  place      may
garden          jardin      m  place      may
school          école       f  public     may
church          église      f  public     free
hotel           hôtel       m  public     free
hospital        hôpital     m  public     free
palace          palais      m  public     free
park            parc        m  public     free
town            ville       f  place      may
"""

# In the order that English gives to two of them: a good hot meal, a strange old book.
# english  french[/feminine[/masculine before a vowel]]  position  lasting (a quality) or passing (a state)  kinds
ADJECTIVES = """
good       bon                      before  quality  person,food,drink,text
bad        mauvais                  before  quality  food,drink,text
beautiful  beau/belle/bel           before  quality  person,animal,thing,vehicle,plant,furniture,place,public
strange    étrange                  after   quality  person,animal,food,drink,text,thing,vehicle,plant,place,public
useful     utile                    after   quality  text,thing,vehicle,furniture
famous     célèbre                  after   quality  person,text,place,public
happy      heureux                  after   state    person,animal
sad        triste                   after   state    person,animal
ill        malade                   after   state    person,animal
quiet      calme                    after   state    person,animal,place,public
small      petit                    before  quality  person,animal,food,text,thing,vehicle,plant,furniture,place,public
big        grand                    before  quality  animal,thing,vehicle,plant,furniture,place,public
old        vieux/vieille/vieil      before  quality  person,animal,text,thing,vehicle,plant,furniture,place,public
new        nouveau/nouvelle/nouvel  before  quality  text,thing,vehicle,furniture,place,public
young      jeune                    before  quality  person,animal
hot        chaud                    after   state    food,drink
red        rouge                    after   quality  thing,vehicle,plant,furniture
black      noir                     after   quality  animal,thing,vehicle,furniture
white      blanc/blanche            after   quality  animal,thing,vehicle,plant,furniture
yellow     jaune                    after   quality  thing,vehicle,plant,furniture
"""

# english[/past]  particle  french  auxiliary  subjects  objects  circumstances
# circumstances: "place" where, "with" with or without whom, "for" for whom. Motion has "to" or "from" as its object.
VERBS = """
see/saw     -    voir     avoir person,animal person,animal,text,thing,vehicle,plant,place,public        place
help        -    aider    avoir person        person                                                     place,with
look        for  chercher avoir person        person,animal,text,thing,vehicle                           place,with
listen      to   écouter  avoir person        person                                                     place,with
wait        for  attendre avoir person        person                                                     place,with
draw/drew   -    dessiner avoir person        person,animal,thing,vehicle,plant,furniture,place,public   with,for
eat/ate     -    manger   avoir person,animal food                                                       place,with
drink/drank -    boire    avoir person        drink                                                      place,with
buy/bought  -    acheter  avoir person        food,text,thing,vehicle,plant,furniture                    for
write/wrote -    écrire   avoir person        text                                                       place,for
visit       -    visiter  avoir person        place,public                                               with
sleep/slept -    dormir   avoir person,animal -                                                          place
sing/sang   -    chanter  avoir person        -                                                          place,with,for
play        -    jouer    avoir person,animal -                                                          place,with
arrive      -    arriver  être  person        -                                                          with
leave/left  -    partir   être  person        -                                                          with
go/went     -    aller    être  person        to                                                         with
come/came   -    venir    être  person        from                                                       with
"""

# infinitive  participle  je  il  nous  vous  ils
IRREGULAR_VERBS = """
voir      vu    vois   voit   voyons    voyez    voient
boire     bu    bois   boit   buvons    buvez    boivent
écrire    écrit écris  écrit  écrivons  écrivez  écrivent
dormir    dormi dors   dort   dormons   dormez   dorment
partir    parti pars   part   partons   partez   partent
aller     allé  vais   va     allons    allez    vont
venir     venu  viens  vient  venons    venez    viennent
avoir     eu    ai     a      avons     avez     ont
être      été   suis   est    sommes    êtes     sont
"""
IMPERFECT_OF_BE = ("étais", "était", "étions", "étiez", "étaient")

# english subject, object  french subject, object  person (place in a conjugation)  gender  number
PRONOUNS = """
i     me    je    me    0  m  singular
you   you   vous  vous  3  m  plural
he    him   il    le    1  m  singular
she   her   elle  la    1  f  singular
we    us    nous  nous  2  m  plural
they  them  ils   les   4  m  plural
"""

# english  masculine  feminine  plural
POSSESSIVES = """
my     mon    ma     mes
your   votre  votre  vos
his    son    sa     ses
her    son    sa     ses
our    notre  notre  nos
their  leur   leur   leurs
"""

NAMES = """
marie  f
emma   f
alice  f
julie  f
paul   m
louis  m
adam   m
lucas  m
"""

NUMBERS = """
two    deux
three  trois
four   quatre
five   cinq
six    six
seven  sept
eight  huit
nine   neuf
ten    dix
"""

FREQUENCIES = """
often      souvent
always     toujours
sometimes  parfois
"""

# english  french  tenses
TIMES = """
today      aujourd'hui  present,past,future
now        maintenant   present
yesterday  hier         past
tomorrow   demain       future
"""

# Of several words, joined by lines, the star marks the one that carries the meaning; without a star it is the first.
# english  french  circumstances ("lying": where a thing may lie)  kinds of what follows
PREPOSITIONS = """
in             dans         place,lying  place,public
near           près_de      place        place,public
beside         à_*côté_de   place        place,public
behind         derrière     place        place,public
in_*front_of   devant       place        place,public
here           ici          place,lying  -
there          là-bas       place,lying  -
with           avec         with         person
without        sans         with         person
for            pour         for          person
to             à            to           public
from           de           from         place,public
on             sur          lying        furniture
under          sous         lying        furniture
"""

# english  french
CONJUNCTIONS = """
and      et
but      mais
because  parce_que
"""

# Nouns that an adjective, a verb or a preposition (its main word) does not go with: it would be silly, or mean
# something else in French (belle-sœur).
CLASHES = """
small      friend,son,queen,bread,rice
beautiful  sister,son
old        girl,boy,child
good       woman,man,girl,sister
useful     letter,poem
hot        apple,nut
buy        letter,poem
beside     town
behind     town
front      town
under      carpet
"""

# Adjectives of which only one is true of the same thing.
CONTRADICTIONS = """
good,bad
happy,sad
small,big
old,new,young
red,black,white,yellow
"""
CHILDREN = frozenset({"girl", "boy", "child"})


class Noun(NamedTuple):
    """A noun with its plurals; ``plural`` is "" for a substance."""

    english: str
    plural: str
    french: str
    french_plural: str
    gender: str
    kind: str
    owner: str


class Adjective(NamedTuple):
    """An adjective; ``french`` maps (gender, is plural) to a form."""

    english: str
    french: dict[tuple[str, bool], str]
    before_vowel: str
    stands_before: bool
    is_state: bool
    kinds: frozenset[str]


class Verb(NamedTuple):
    """A verb, what goes with it, and its forms."""

    english: str
    third: str
    past: str
    particle: str
    french: french.Conjugation
    auxiliary: str
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    circumstances: tuple[str, ...]


class Pronoun(NamedTuple):
    """A personal pronoun as subject and as object; ``person`` is its place in a conjugation."""

    english: str
    english_object: str
    french: str
    french_object: str
    person: int
    gender: str
    is_plural: bool


class Expression(NamedTuple):
    """A preposition, an adverb or a conjunction of one word or several.

    ``english_main`` and ``french_main`` are the places of the words that carry the meaning, ``kinds`` those
    of the nouns that may follow.
    """

    english: tuple[str, ...]
    english_main: int
    french: tuple[str, ...]
    french_main: int
    kinds: tuple[str, ...] = ()


def rows(table: str, number: int) -> Iterator[list[str]]:
    """Yield the columns of each line of a table.

    Raises
    ------
    ValueError
        If a line has not this number of columns; the message quotes it.
    """
    for line in table.strip().splitlines():
        columns = line.split()
        if len(columns) != number:
            raise ValueError(f"{line!r} has {len(columns)} columns, but its table has {number}")
        yield columns


def _noun(word: str, translation: str, gender: str, kind: str, owner: str) -> Noun:
    singular, slash, plural = word.partition("/")
    plural = plural.replace("-", "") if slash else english.with_s(singular)
    return Noun(singular, plural, translation, french.plural(translation), gender, kind, owner)


def _adjective(word: str, translation: str, position: str, duration: str, kinds: str) -> Adjective:
    masculine, *rest = translation.split("/")
    feminine = rest[0] if rest else french.feminine(masculine)
    singular = {("m", False): masculine, ("f", False): feminine}
    forms = singular | {(gender, True): french.plural(form) for (gender, _), form in singular.items()}
    before_vowel = rest[1] if len(rest) > 1 else masculine
    kinds_described = frozenset(kinds.split(","))
    return Adjective(word, forms, before_vowel, position == "before", duration == "state", kinds_described)


def _verb(word: str, particle: str, infinitive: str, auxiliary: str, *kinds: str) -> Verb:
    base, _, past = word.partition("/")
    return Verb(
        base,
        english.with_s(base),
        past or english.with_ed(base),
        particle.replace("-", ""),
        CONJUGATIONS.get(infinitive) or french.conjugate(infinitive),
        auxiliary,
        *map(_listed, kinds),
    )


def _pronoun(subject: str, object_: str, french_subject: str, french_object: str, *features: str) -> Pronoun:
    person, gender, number = features
    return Pronoun(subject, object_, french_subject, french_object, int(person), gender, number == "plural")


def _expression(in_english: str, in_french: str, kinds: str = "-") -> Expression:
    return Expression(*_words(in_english), *_words(in_french), _listed(kinds))


def _words(marked: str) -> tuple[tuple[str, ...], int]:
    """Split ``in_*front_of`` into its words and the place of the one that is marked."""
    words = marked.split("_")
    main = next((place for place, word in enumerate(words) if word.startswith("*")), 0)
    return tuple(word.strip("*") for word in words), main


def _listed(column: str) -> tuple[str, ...]:
    return () if column == "-" else tuple(column.split(","))


def _by_circumstance() -> dict[str, tuple[Expression, ...]]:
    found: dict[str, tuple[Expression, ...]] = {}
    for in_english, in_french, circumstances, kinds in rows(PREPOSITIONS, 4):
        for circumstance in _listed(circumstances):
            found[circumstance] = (*found.get(circumstance, ()), _expression(in_english, in_french, kinds))
    return found


CONJUGATIONS = {
    infinitive: french.Conjugation(infinitive, participle, tuple(present))
    for infinitive, participle, *present in rows(IRREGULAR_VERBS, 7)
}
ETRE, ALLER = CONJUGATIONS["être"], CONJUGATIONS["aller"]

nouns = tuple(_noun(*row) for row in rows(NOUNS, 5))
adjectives = tuple(_adjective(*row) for row in rows(ADJECTIVES, 5))
verbs = tuple(_verb(*row) for row in rows(VERBS, 7))
pronouns = tuple(_pronoun(*row) for row in rows(PRONOUNS, 7))
prepositions = _by_circumstance()
possessives = {word: (masculine, feminine, plural) for word, masculine, feminine, plural in rows(POSSESSIVES, 4)}
names = tuple((name, gender) for name, gender in rows(NAMES, 2))
numbers = dict(rows(NUMBERS, 2))
frequencies = dict(rows(FREQUENCIES, 2))
times = {word: (translation, tuple(tenses.split(","))) for word, translation, tenses in rows(TIMES, 3)}
conjunctions = {row[0]: _expression(*row) for row in rows(CONJUNCTIONS, 2)}
clashes = {word: _listed(nouns) for word, nouns in rows(CLASHES, 2)}
contradictions = {word: _listed(words) for (words,) in rows(CONTRADICTIONS, 1) for word in _listed(words)}
