# SPDX-License-Identifier: Apache-2.0
"""Wrong names: another one of the evidence or an invented one, and two of a sentence exchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from .edit import Edit
from .scene import MOST_PLACES, PlantingScene

_WORD = r"[A-Z][^\W_]*(?:['’-][^\W\d_]+|\.(?=[A-Z]))*"
_NAME = re.compile(
    rf"(?<![\w#@/._'’-]){_WORD}(?:[ \u00a0](?:(?:of|de|van|von|der|del|la|du|&)[ ](?:the[ ])?)?{_WORD})*"
)
_OPENS = re.compile(r"(?:^|[.!?:;\n\"“(|*•–—]|(?:^|\n)[ \t]*[-#>]+|\d[.)]|\))[ \t\"“*('`]*$")
# Words that no name begins or ends with, and capitals that stand for no name when alone.
GRAMMAR = frozenset(
    "the a an this that these those it its he she they we i you his her their our your my if when while where "
    "what who which why how for from in on at by with without to of as and or but nor so yet yes no not none "
    "all any each every some most many few both either neither one two three there here then thus also only "
    "however because since although though after before until during under over between within per is are was "
    "were be been has have had do does did can could will would shall should may might must january february "
    "march april june july august september october november december jan feb mar apr jun jul aug sep sept oct "
    "nov dec monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr sir lord lady prof please "
    "according based overall additionally furthermore moreover therefore instead ok usd eur gbp chf am pm note "
    "see use using plan add set get make take run create note outside inside click go "
    "ask call contact send pay give tell write check keep read today ii iii iv vi vii & note".split()
)
_NO_NAME = GRAMMAR | frozenset(
    "group company client contractor customer bank board court state government committee council university "
    "college president director minister parties party seller buyer landlord tenant trustee trustees agreement "
    "bible god internet web earth south north east west western eastern northern southern notes table act new "
    "total section chapter treasury senate congress parliament police army navy king queen prince pope church".split()
)
_DEMONYMS = (
    "American", "British", "French", "German", "Italian", "Spanish", "Dutch", "Belgian", "Swedish", "Norwegian",
    "Danish", "Polish", "Russian", "Chinese", "Japanese", "Korean", "Indian", "Canadian", "Australian",
    "Brazilian", "Mexican", "Turkish", "Greek", "Irish", "Scottish", "Portuguese", "Austrian", "Swiss",
    "Egyptian", "European", "African", "Asian", "English",
)  # fmt: skip
_KEPT_LAST = frozenset(
    "bank insurance group university college institute court county city council department ministry fund trust "
    "holdings partners capital energy foods tools logistics clinics mutual assurance society school hospital "
    "river lake island islands mountain mountains street road avenue park museum company corporation corp inc "
    "ltd llc plc ag gmbh co association union party league office agency commission board committee centre "
    "center foundation church act award awards cup prize airport station state states building properties reit "
    "dairy freight foundry systems technologies services solutions pharma pharmaceuticals biotech analytics "
    "media records studios entertainment games bay beach valley hills peninsula sea ocean desert house "
    "show series period notes services servers tax grant kingdom republic empire war wars treaty base "
    "hall gallery theatre theater stadium arena bridge tower castle palace lake forest".split()
)
_HONORIFIC = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Miss|Sir|Lady|Lord|Judge|Prof|Professor|Justice|President|Captain)\.?[ ]$"
)
_IN_PLACE = re.compile(r"\b(?:in|at|near|from|to|into|across|throughout|outside)[ ](?:the[ ])?$")
# Invented, so that none is the name of anything that evidence is likely to hold.
_SURNAMES = (
    "Fennimore", "Harrowgate", "Castlebray", "Ollerenshaw", "Tavistone", "Marchbanks", "Dunleaver", "Quillfeather",
    "Brandreth", "Velasquine", "Okonedo", "Lindqvarn", "Sorrentini", "Abernell", "Kowalczek", "Yamashiro",
)  # fmt: skip
_FIRST_NAMES = (
    "Tobias",
    "Marla",
    "Anselm",
    "Priya",
    "Gideon",
    "Rosalind",
    "Emeka",
    "Ingrid",
    "Lucien",
    "Noor",
)
_PLACES = (
    "Brackmoor", "Ardenfell", "Thornvale", "Kestrelford", "Port Calder", "Wexholm", "Lower Tarsin", "Velmora",
    "Osterhaven", "Saltmarsh Bay", "Dunmarrow", "Corrinvale",
)  # fmt: skip
_FIRMS = (
    "Cressby", "Norvane", "Altamere", "Brightwick", "Halloway", "Pendrell", "Ostrava Vale", "Quorrin", "Tessaline",
    "Kelvarra", "Meridale", "Stonebeck",
)  # fmt: skip
_COMMON_FIRST = frozenset(
    "James John Robert Michael William David Richard Joseph Thomas Charles Mary Patricia Jennifer Linda Elizabeth "
    "Barbara Susan Jessica Sarah Karen Anna Annie Carly Kate Emma Laura Lena Peter Paul Mark Daniel George Edward "
    "Henry Frank Martin Simon Andrew Kevin Brian Maria Julia Helen Ruth Alice Jane Nina Clara Tom Jack Sam".split()
)


@dataclass(frozen=True, slots=True)
class Name:
    """A run of capitalised words."""

    start: int
    end: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """Its words in small letters, without those between."""
        return tuple(
            word.lower().rstrip(".") for word in re.findall(r"[^\W_][^\s]*", self.text) if word[0].isupper()
        )


def names(text: str, small: frozenset[str]) -> tuple[Name, ...]:
    """Runs of capitals that are likely names; `small` are words that occur without a capital."""
    found = []
    for match in _NAME.finditer(text):
        name = _trimmed(text, match, small)
        if name is not None and _is_name(text, name, small):
            found.append(name)
    return tuple(found)


def _trimmed(text: str, match: re.Match[str], small: frozenset[str]) -> Name | None:
    """The run without the sentence's first word, "The", "Mr" and months at its ends."""
    words = list(re.finditer(r"\S+", match.group()))
    if _OPENS.search(text, max(0, match.start() - 12), match.start()) and words[0].group().lower() in small:
        words.pop(0)
    while words and words[0].group().lower().rstrip(".") in GRAMMAR:
        words.pop(0)
    while words and words[-1].group().lower().rstrip(".") in GRAMMAR:
        words.pop()
    if not words:
        return None
    first, last = match.start() + words[0].start(), match.start() + words[-1].end()
    name = re.sub(r"['’]s?$", "", text[first:last])
    return Name(first, first + len(name), name)


_HEADS = re.compile(r"\*{0,2}[:：]")
_GOES_ON = re.compile(
    r"[ ]\d|\.\w|[ ]?[-–/_@][ ]?\w|\.[ ][A-Z]\.|[ ][A-Z]\.|[ ](?:and|or|&|of)[ ](?:the[ ])?[A-Z]|\.?[ ][A-Z]{1,2}\b"
)


def _is_name(text: str, name: Name, small: frozenset[str]) -> bool:
    """Capitals that stand in a running text; headings, words of a longer name and code are left out."""
    if len(name.text) < 3 or not name.words or len(name.words) > 4 or any(c.isdigit() for c in name.text):
        return False
    if all(word in small for word in name.words) or (len(name.words) == 1 and name.words[0] in _NO_NAME):
        return False
    if (
        _HEADS.match(text, name.end)
        or _GOES_ON.match(text, name.end)
        or text[: name.start][-2:] in ("- ", ". ")
    ):
        return False
    opens = bool(_OPENS.search(text, max(0, name.start - 12), name.start))
    # A capital at the start of a sentence says nothing: the rest of the run must.
    return not opens or (len(name.words) > 1 and any(word not in small for word in name.words[1:]))


def names_of(scene: PlantingScene) -> tuple[tuple[Name, ...], tuple[tuple[str, Name], ...]]:
    own = names(scene.answer, scene.small)
    own = tuple(name for name in own if not scene.untouched.covers(name.start, name.end))
    own = own[:MOST_PLACES]
    return own, tuple((text, name) for text in scene.evidence for name in names(text, scene.small))


def wrong_names(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Names replaced by others of the evidence that look alike, or by invented ones."""
    own, known = names_of(scene)
    counts = Counter(name.text for _, name in known)
    sorts: dict[str, str] = {name.text: sort_of(text, name) for text, name in known}
    for name in own:
        sort = sort_of(scene.answer, name)
        rivals = [
            other
            for other in sorted(counts)[:MOST_PLACES]
            if sorts[other] == sort
            and (counts[other] > 1 or " " in other)
            and _unlike(name, other, scene.answer)
        ]
        rival = rng.choice(rivals) if rivals and rng.random() < 0.5 else invented(scene, name, sort, rng)
        if rival:
            yield Edit(name.start, name.end, rival)


def sort_of(text: str, name: Name) -> str:
    """A rough guess from the words and what stands before them: acronym, demonym, place, kept noun, other."""
    before = text[max(0, name.start - 16) : name.start]
    if re.fullmatch(r"[A-Z]{2,}s?", name.text):
        return "acronym"
    if name.text in _DEMONYMS:
        return "demonym"
    if name.words[-1] in _KEPT_LAST:
        return "of a kind"
    return "place" if _IN_PLACE.search(before) else "other"


def _unlike(name: Name, other: str, answer: str) -> bool:
    """Another thing, as far as can be told: no word shared, no acronym of it, of as many words."""
    its = Name(0, 0, other)
    mine, theirs = set(name.words), set(its.words)
    if mine & theirs or len(name.words) != len(its.words) or other.lower() in answer.lower():
        return False
    initials = {"".join(word[0] for word in words) for words in (name.words, its.words)}
    return not initials & {name.text.lower(), other.lower()} and not any(
        a.startswith(b[:4]) for a in mine for b in theirs
    )


def invented(scene: PlantingScene, name: Name, sort: str, rng: Random) -> str | None:
    """A name that occurs nowhere, of the same sort; None for acronyms, which none can be invented for."""
    words = name.text.split()
    if sort == "acronym":
        return None
    if sort == "demonym":
        made = rng.choice(_DEMONYMS)
    elif len(words) > 1 and (sort == "of a kind" or set(name.words) & scene.small):
        made = " ".join((rng.choice(_FIRMS), *words[1:]))
    elif sort == "place":
        made = rng.choice(_PLACES)
    elif len(words) == 1:
        honoured = _HONORIFIC.search(scene.answer, max(0, name.start - 12), name.start)
        made = rng.choice(_SURNAMES if honoured else _SURNAMES + _FIRMS)
    else:
        first = words[0] if words[0] in _COMMON_FIRST and rng.random() < 0.5 else rng.choice(_FIRST_NAMES)
        made = f"{first} {rng.choice(_SURNAMES)}"
    return None if any(scene.occurs(word) for word in made.split() if word not in words) else made
