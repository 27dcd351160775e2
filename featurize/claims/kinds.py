# SPDX-License-Identifier: Apache-2.0
"""What type of statement a claim is and what it turns on: tables of cues, the first that matches decides."""

from __future__ import annotations

import re
from enum import StrEnum

from faithstill.featurize.read.verbs import BARE
from faithstill.featurize.read.word_classes import REFUSAL_CUES

from .predicate import opens_object, tokens_of


class ClaimType(StrEnum):
    """What kind of statement a claim is; META says what the material holds or lacks."""

    VERIFIABLE_FACT = "verifiable_fact"
    OPINION = "opinion"
    PROCEDURAL = "procedural"
    META = "meta"


class ClaimKind(StrEnum):
    """What a claim turns on."""

    ATTRIBUTION = "attribution"
    CAUSAL = "causal"
    NUMERICAL = "numerical"
    FACTUAL = "factual"


_REFUSAL = re.compile("|".join(f"(?:{cue})" for cue in REFUSAL_CUES), re.IGNORECASE)
_OPINION = re.compile(
    r"\b(?:i|we) (?:would |strongly |highly |personally )*(?:recommend|suggest|prefer|advise|like|love|feel)\b|"
    r"\bin my (?:view|opinion)\b|\b(?:is|are|seems?|looks?|was|were)\s+(?:\w+ly\s+|very\s+|quite\s+|a\s+|an\s+|the\s+|"
    r"pretty\s+|really\s+)*(?:good|great|best|excellent|wonderful|amazing|attractive|sensible|wise|reasonable|"
    r"worthwhile|fantastic|beautiful|terrible|awful|bad|poor|interesting|ideal|perfect|impressive)\b|"
    r"\bworth (?:considering|it|a look)\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"(?:please|first|then|next|finally|now|simply|just|always|never|also)?,?\s*(?:do not|don[’']t|make sure|be sure|"
    r"be aware|remember to|try to)\b|please\s+[a-z]+\b",
    re.IGNORECASE,
)
_STEP_OPENERS = frozenset("first then next finally now simply just also please".split())
_MORE_VERBS = frozenset(
    "click tap open go log sign select enter choose press type fill scroll download upload visit contact call email "
    "navigate bring fax mail keep write turn plug unplug restart hold wash stir heat mix bake pour attach".split()
)
_KINDS = (
    (
        ClaimKind.ATTRIBUTION,
        re.compile(
            r"\b(?:according to|in the words of|says?|said|stated?|states that|argue[sd]?|announced|claim(?:s|ed) that|"
            r"told|commented|wrote|testified|report(?:s|ed) that|quoted|noted|explained|mentioned|"
            r"suggest(?:s|ed) that)\b",
            re.IGNORECASE,
        ),
    ),
    (
        ClaimKind.CAUSAL,
        re.compile(
            r"\b(?:because|due to|owing to|as a result|therefore|thus|hence|consequently|thanks to|leads? to|led to|"
            r"caus(?:es?|ed|ing)|results? in|resulted in|driven by|so that|which is why|stems? from|in order to)\b",
            re.IGNORECASE,
        ),
    ),
    (
        ClaimKind.NUMERICAL,
        re.compile(
            r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
            r"hundred|thousand|million|billion|half|third|quarter|twice|double|percent)\b",
            re.IGNORECASE,
        ),
    ),
)


def type_of(text: str) -> ClaimType:
    """
    >>> [type_of(t).value for t in ("The fee is $5.", "Submit the form.", "The notice does not state it.")]
    ['verifiable_fact', 'procedural', 'meta']
    """
    if _REFUSAL.search(text):
        return ClaimType.META
    if _is_instruction(text):
        return ClaimType.PROCEDURAL
    if _OPINION.search(text) and not re.search(r"\d", text):
        return ClaimType.OPINION
    return ClaimType.VERIFIABLE_FACT


def _is_instruction(text: str) -> bool:
    if _INSTRUCTION.match(text):
        return True
    main = re.sub(r"\A(?:To|In order to|For|If|When|Once|After|Before)\b[^,.]{1,80},\s*", "", text)
    tokens = [token for token in tokens_of(main)[:6] if token.word != ","]
    while len(tokens) > 2 and tokens[0].word in _STEP_OPENERS:
        tokens = tokens[1:]
    if len(tokens) < 3:
        return False
    first, second = tokens[0].word, tokens[1]
    return (first in BARE or first in _MORE_VERBS) and (
        opens_object(second)
        or second.word in {"to", "on", "in", "at", "with", "for", "into", "out"}
        or first in _MORE_VERBS
    )


def kind_of(text: str) -> ClaimKind:
    """
    >>> [kind_of(t).value for t in ("It rose because rates fell.", "It is $5.", "He left.", "She said so.")]
    ['causal', 'numerical', 'factual', 'attribution']
    """
    return next((kind for kind, cue in _KINDS if cue.search(text)), ClaimKind.FACTUAL)
