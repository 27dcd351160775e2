# SPDX-License-Identifier: Apache-2.0
"""English words by their classes, from `resources/words.toml`: function words, verbs, and the month of May."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any


def resource(name: str) -> str:
    """The text of a file of `resources`."""
    return (files("faithstill.featurize") / "resources" / name).read_text(encoding="utf-8")


@cache
def toml(name: str) -> Mapping[str, Any]:
    """A TOML file of `resources`, parsed once."""
    return tomllib.loads(resource(name))


def listed(section: str, name: str) -> tuple[str, ...]:
    """The words of a class in order.

    >>> listed("calendar", "weekdays")[:2]
    ('monday', 'tuesday')
    """
    return tuple(toml("words.toml")[section][name].split())


def words(section: str, name: str) -> frozenset[str]:
    """The words of a class."""
    return frozenset(listed(section, name))


def phrases(section: str) -> Mapping[str, str]:
    """Each phrase of a section with the name of its class; phrases are separated by bars.

    >>> phrases("bounds")["no more than"]
    'at_most'
    """
    entries = toml("words.toml")[section].items()
    return {" ".join(phrase.split()): name for name, text in entries for phrase in text.split("|")}


def numbers(section: str) -> dict[str, int]:
    """The words of a section with the number that each stands for."""
    return {word: int(value) for value, text in toml("words.toml")[section].items() for word in text.split()}


def _class(name: str) -> frozenset[str]:
    return words("classes", name)


NEGATORS, IMPLICIT_NEGATORS = _class("negators"), _class("implicit_negators")
HEDGES, BOOSTERS = _class("hedges"), _class("boosters")
MODALS, OBLIGATION, PERMISSION = _class("modals"), _class("obligation"), _class("permission")
UNIVERSAL, PARTIAL, EXCLUSIVE = _class("universal"), _class("partial"), _class("exclusive")
CAUSAL, ATTRIBUTION = _class("causal"), _class("attribution")
STOP_WORDS, REFUSAL_WORDS = _class("stop_words"), _class("refusal_words")
# Each particle with the words before it that it makes another of: "check-in" and "check-out".
PARTICLES = {particle: words("particles", particle) for particle in toml("words.toml")["particles"]}
# Words of a question or an answer's sentence that license a formula over values, by its rule (licence.py).
OPERATION_CUES = {rule: words("operations", rule) for rule in toml("words.toml")["operations"]}

_NOT = r"(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n[’']t)\s+(?:\w+\s+){0,3}?"
_MATERIAL = (
    r"(?:documents?|contexts?|materials?|passages?|excerpts?|texts?|sources?|records?|results?|report|guide|leaflet|"
    r"notice|letter|summary|schedule|terms|statement|minutes|filing|table|page)"
)

# Ways to say that the material does not state something. "Is not covered" or "does not include" is such a way
# only where the material is what does not cover: of a policy it is a claim like any other.
REFUSAL_CUES = (
    _NOT
    + r"(?:state|stated|say|said|mention|mentioned|specif\w+|given|address|addressed|disclos\w+|indicat\w+|"
    r"explain|explained|describ\w+|spell|spelled|discuss|discussed|tell|reported|identif\w+|quote|quoted)\b",
    _MATERIAL
    + r"\s+(?:\w+\s+){0,3}?"
    + _NOT
    + r"(?:give|include|contain|provid\w+|cover|list|show|set\s+out|name|confirm|"
    r"reveal|report|answer)\b",
    r"(?:can[’']?t|cannot|can\s+not|could\s+not|couldn[’']t|unable\s+to|not\s+able\s+to)\s+(?:\w+\s+){0,3}?"
    r"(?:find|tell|answer|determine|say|see|locate|establish|verify|work\s+out)",
    r"(?:no|not\s+enough|insufficient)\s+(?:\w+\s+){0,3}?(?:information|mention|details?|figure|data|indication|"
    r"reference|statement)",
    r"(?:nothing|neither)\s+(?:\w+\s+){0,6}?(?:state|states|says|mentions|specifies|gives|addresses|about)",
    r"not\s+(?:stated|mentioned|specified|given|disclosed|addressed|"
    r"(?:\w+\s+){0,2}?(?:in|by|among)\s+(?:the|these|those)\s+(?:\w+\s+)?" + _MATERIAL + r")",
    r"(?:is|are)\s+silent\s+(?:on|about)",
    r"(?:leaves?|left)\s+(?:\w+\s+){0,3}(?:open|unstated|unspecified|undefined)",
    r"(?:don[’']t|do\s+not)\s+have\s+(?:\w+\s+){0,3}?(?:information|details?|data|access|enough)",
)


class Form(StrEnum):
    """What a word is as a verb; clauses share a subject only where their forms agree with it in number."""

    SINGULAR = "singular"  # is, has, does, requires
    PLURAL = "plural"  # are, have, do; a bare verb after a plural subject
    ANY = "any"  # modals and past tenses: both numbers
    PAST = "past"  # -ed and its irregular likes: past tense or participle


MODAL_VERBS, BE = words("verbs", "modals"), words("verbs", "be")
_SINGULAR, _PLURAL = words("verbs", "singular"), words("verbs", "plural")
_ANY = words("verbs", "any") | MODAL_VERBS
_PLAIN, _ALSO_NOUNS = listed("verbs", "plain"), listed("verbs", "also_nouns")
_PLAIN_PAST, _PAST, _NOT_PAST = (
    words("verbs", "plain_past"),
    words("verbs", "past"),
    words("verbs", "not_past"),
)
_PARTICIPLES = words("verbs", "participles")
# Verbs that open a clause of what somebody says or thinks: what follows belongs under them.
CLAUSE_TAKERS = words("verbs", "clause_takers")


def _singular(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "go", "do")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeou" else base + "s"


PLAIN_SINGULAR = frozenset(map(_singular, _PLAIN))
NOUN_OR_SINGULAR = frozenset(map(_singular, _ALSO_NOUNS))
BARE = frozenset(_PLAIN) | frozenset(_ALSO_NOUNS)
PLAIN_BARE = frozenset(_PLAIN)


def sure_form(word: str) -> Form | None:
    """The form of a word that is a finite verb wherever it stands; None for all others.

    >>> sure_form("requires"), sure_form("charges"), sure_form("must")
    (<Form.SINGULAR: 'singular'>, None, <Form.ANY: 'any'>)
    """
    if word in _SINGULAR or word in PLAIN_SINGULAR:
        return Form.SINGULAR
    if word in _PLURAL:
        return Form.PLURAL
    return Form.ANY if word in _ANY or word in _PLAIN_PAST else None


def is_past(word: str) -> bool:
    """Can the word be a past tense or a participle?

    >>> is_past("collected"), is_past("hundred"), is_past("paid")
    (True, False, True)
    """
    return word in _PAST or (len(word) > 4 and word.endswith("ed") and word not in _NOT_PAST)


def is_participle(word: str) -> bool:
    """Can the word stand after *is* or *has*?"""
    return is_past(word) or word in _PARTICIPLES


_PREPOSITION = "(?:In|By|Since|Until|From|For|During|After|Before|Last|Next|This)"
_MAY = re.compile(r"May(?![\w'’])")
# "in May", "3 May", "2024-May".
_LED = re.compile(rf"(?:(?<![^\W_])(?:[a-z]+|{_PREPOSITION})\s|[\d,/–-]\s?)\Z")
_REACH = 40  # characters before it
_FOLLOWED = re.compile(r"(?<![\w'’])May(?=,?\s\d|\s*[|:/)–-]|\s*$)")  # "May 2024", a cell or key


def months_of_may(text: str) -> tuple[int, ...]:
    """Where a text names the month, by its characters.

    >>> months_of_may("May I ask? In May fees may rise. May 2024: Ms May left."), months_of_may("May")
    ((14, 33), (0,))
    """
    if "May" not in text:
        return ()
    return tuple([start for found in _MAY.finditer(text) if _is_month(text, start := found.start())])


def _is_month(text: str, start: int) -> bool:
    return bool(_LED.search(text, max(0, start - _REACH), start) or _FOLLOWED.match(text, start))
