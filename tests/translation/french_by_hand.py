"""French forms, written by hand: what the tests hold the course's rules and sentences against.

No package of the locked environment knows French inflections, so there is no independent source to ask
while the tests run. These tables were written and checked by hand, apart from the course's code; outside of
the tests, the course's verb forms were also compared with verbecc 2.0.3, genders and plurals with Lexique 3.83, and
the spelling of every word of the corpus with the Hunspell dictionary fr_FR: they agree (Lexique lacks sœur).
"""

from __future__ import annotations

# With un or une, then the plural.
NOUNS = """
une fille, filles; un garçon, garçons; une femme, femmes; un homme, hommes; un enfant, enfants; un ami, amis
un professeur, professeurs; un médecin, médecins; un étudiant, étudiants; une infirmière, infirmières
une reine, reines; un roi, rois; une sœur, sœurs; un fils, fils; un chat, chats; un chien, chiens
un oiseau, oiseaux; un cheval, chevaux; une souris, souris; une pomme, pommes; une noix, noix
un gâteau, gâteaux; un repas, repas; un pain, pains; un riz, riz; un café, cafés; un thé, thés; un lait, laits
un jus, jus; une eau, eaux; un livre, livres; une lettre, lettres; un poème, poèmes; une clé, clés
un chapeau, chapeaux; un parapluie, parapluies; une voiture, voitures; une fleur, fleurs; un arbre, arbres
une table, tables; un tapis, tapis; une maison, maisons; un jardin, jardins; une école, écoles
une église, églises; un hôtel, hôtels; un hôpital, hôpitaux; un palais, palais; un parc, parcs; une ville, villes
"""

# Masculine, feminine, their plurals, and the masculine before a vowel.
ADJECTIVES = """
petit        petite       petits        petites       petit
grand        grande       grands        grandes       grand
beau         belle        beaux         belles        bel
vieux        vieille      vieux         vieilles      vieil
nouveau      nouvelle     nouveaux      nouvelles     nouvel
jeune        jeune        jeunes        jeunes        jeune
bon          bonne        bons          bonnes        bon
mauvais      mauvaise     mauvais       mauvaises     mauvais
rouge        rouge        rouges        rouges        rouge
noir         noire        noirs         noires        noir
blanc        blanche      blancs        blanches      blanc
jaune        jaune        jaunes        jaunes        jaune
étrange      étrange      étranges      étranges      étrange
utile        utile        utiles        utiles        utile
célèbre      célèbre      célèbres      célèbres      célèbre
heureux      heureuse     heureux       heureuses     heureux
triste       triste       tristes       tristes       triste
malade       malade       malades       malades       malade
calme        calme        calmes        calmes        calme
chaud        chaude       chauds        chaudes       chaud
"""

# Infinitive, present after je, il, nous, vous and ils, participle in its four forms.
VERBS = """
voir      vois      voit      voyons     voyez     voient     vu        vue        vus        vues
aider     aide      aide      aidons     aidez     aident     aidé      aidée      aidés      aidées
chercher  cherche   cherche   cherchons  cherchez  cherchent  cherché   cherchée   cherchés   cherchées
écouter   écoute    écoute    écoutons   écoutez   écoutent   écouté    écoutée    écoutés    écoutées
attendre  attends   attend    attendons  attendez  attendent  attendu   attendue   attendus   attendues
dessiner  dessine   dessine   dessinons  dessinez  dessinent  dessiné   dessinée   dessinés   dessinées
manger    mange     mange     mangeons   mangez    mangent    mangé     mangée     mangés     mangées
boire     bois      boit      buvons     buvez     boivent    bu        bue        bus        bues
acheter   achète    achète    achetons   achetez   achètent   acheté    achetée    achetés    achetées
écrire    écris     écrit     écrivons   écrivez   écrivent   écrit     écrite     écrits     écrites
visiter   visite    visite    visitons   visitez   visitent   visité    visitée    visités    visitées
dormir    dors      dort      dormons    dormez    dorment    dormi     dormie     dormis     dormies
chanter   chante    chante    chantons   chantez   chantent   chanté    chantée    chantés    chantées
jouer     joue      joue      jouons     jouez     jouent     joué      jouée      joués      jouées
arriver   arrive    arrive    arrivons   arrivez   arrivent   arrivé    arrivée    arrivés    arrivées
partir    pars      part      partons    partez    partent    parti     partie     partis     parties
aller     vais      va        allons     allez     vont       allé      allée      allés      allées
venir     viens     vient     venons     venez     viennent   venu      venue      venus      venues
avoir     ai        a         avons      avez      ont        eu        eue        eus        eues
"""
BE = {
    "present": "suis est sommes êtes sont".split(),
    "imperfect": "étais était étions étiez étaient".split(),
}
WITH_ETRE = "arriver partir aller venir".split()

# Regular verbs that the corpus does not have, but that a teacher may add.
MORE_VERBS = """
finir      finis      finit      finissons   finissez   finissent   fini      finie      finis      finies
choisir    choisis    choisit    choisissons choisissez choisissent choisi    choisie    choisis    choisies
vendre     vends      vend       vendons     vendez     vendent     vendu     vendue     vendus     vendues
perdre     perds      perd       perdons     perdez     perdent     perdu     perdue     perdus     perdues
commencer  commence   commence   commençons  commencez  commencent  commencé  commencée  commencés  commencées
espérer    espère     espère     espérons    espérez    espèrent    espéré    espérée    espérés    espérées
lever      lève       lève       levons      levez      lèvent      levé      levée      levés      levées
fermer     ferme      ferme      fermons     fermez     ferment     fermé     fermée     fermés     fermées
"""


def table(text: str) -> list[list[str]]:
    """Return the columns of each line."""
    return [line.split() for line in text.strip().splitlines()]


def nouns() -> list[tuple[str, str, str]]:
    """Return (singular, plural, gender) of each noun."""
    found = []
    for entry in NOUNS.strip().replace("\n", ";").split(";"):
        singular, plural = entry.strip().split(", ")
        article, noun = singular.split()
        found.append((noun, plural, {"un": "m", "une": "f"}[article]))
    return found
