# SPDX-License-Identifier: Apache-2.0
"""Negation and quantifiers: a table of words that turn a statement round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from .edit import Edit
from .scene import PlantingScene

_NOT_YET = r"(?! (?:not|n[o’']|never|neither|only|also not|unlikely|either)\b|n['’]t)"
_CLAUSE = r"(?<!\bthat )(?<!\bwhat )(?<!\bit )"


def _third(base: str) -> str:
    return (
        base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
        if not base.endswith("y")
        else (base + "s" if base[-2] in "aeou" else base[:-1] + "ies")
    )


# Third persons that are no plural noun, and those that are: safe only after a pronoun.
_VERBS = (
    "include require allow apply pay provide contain expire receive get accept permit exclude own affect produce "
    "take make give hold earn begin mean say keep reach meet exceed depend belong lie grow renew operate qualify "
    "remain recommend suggest improve protect involve allow enable prevent consist"
).split()
_NOUNLIKE = (
    "cover offer need charge cause use help work end start cost report play lead support live increase reduce fall "
    "rise count run change state show want result return"
).split()
_PRONOUN = (
    r"(?:(?<=\bit )|(?<=\bhe )|(?<=\bshe )|(?<=\bwhich )|(?<=\bwho )|(?<=\bIt )|(?<=\bHe )|(?<=\bShe ))"
)
_VERB_RULES = (
    *(
        (rf"(?<=[a-z] )\b{_third(base)}\b(?! (?:not|no|of|and|or)\b)(?= [a-z\d$£€])", f"does not {base}")
        for base in _VERBS
    ),
    *((rf"{_PRONOUN}{_third(base)}\b(?! (?:not|no)\b)", f"does not {base}") for base in _NOUNLIKE),
)
_PAST_OF = {
    "increased": "decreased", "decreased": "increased", "rose": "fell", "fell": "rose", "grew": "shrank",
    "won": "lost", "improved": "worsened",
    "accepted": "rejected", "approved": "refused", "refused": "approved", "rejected": "accepted",
    "included": "excluded", "excluded": "included", "allowed": "forbidden", "passed": "failed", "failed": "passed",
    "succeeded": "failed", "opened": "closed", "closed": "opened", "started": "stopped",
    "joined": "left", "supported": "opposed", "opposed": "supported",
}  # fmt: skip
_OPPOSITES = {
    "higher": "lower", "lower": "higher", "increase": "decrease", "decrease": "increase", "increases": "decreases",
    "decreases": "increases", "rises": "falls", "falls": "rises", "larger": "smaller", "smaller": "larger",
    "longer": "shorter", "shorter": "longer", "better": "worse", "worse": "better", "faster": "slower",
    "slower": "faster", "legal": "illegal", "illegal": "legal",
    "possible": "impossible", "impossible": "possible", "able": "unable", "unable": "able", "eligible": "ineligible",
    "ineligible": "eligible", "taxable": "tax-free", "deductible": "non-deductible", "refundable": "non-refundable",
    "secured": "unsecured", "unsecured": "secured", "likely": "unlikely", "unlikely": "likely", "safe": "unsafe",
    "necessary": "unnecessary", "mandatory": "optional", "optional": "mandatory", "required": "optional",
    "voluntary": "compulsory", "free": "chargeable", "true": "false", "false": "true", "with": "without",
    "without": "with", "still": "no longer", "no longer": "still", "successful": "unsuccessful", "positive": "negative",
    "negative": "positive", "public": "private", "private": "public", "fixed": "variable", "variable": "fixed",
    "gross": "net", "net": "gross", "inside": "outside", "outside": "inside", "heavier": "lighter", "older": "younger",
    "younger": "older", "cheaper": "dearer", "strong": "weak", "weak": "strong",
}  # fmt: skip
_GUARDED = frozenset(
    {"without", "with", "net", "gross", "free", "fixed", "public", "private", "still", "required", "likely"}
)
_WITH = (
    r"\bwithout\b(?= (?:a|an|any|the|prior|penalty|charge|notice|interest|cost|cause|loss|being|\w+ing)\b)"
)

# Pattern -> what takes its place; the first group, where there is one, is what changes.
NEGATIONS: Sequence[tuple[str, str]] = (
    (r"\b(?:is|was|are|were|am) not\b(?! (?:only|just|known|clear))", "{first}"),
    (r"\b(?:is|was|are|were)n['’]t\b", "{stem}"),
    (r"\b(?:does|do|did) not\b", "{first}"),
    (r"\b(?:does|do|did)n['’]t\b", "{stem}"),
    (r"\b(?:has|have|had|will|would|could|should|must|may|might|shall) not\b", "{first}"),
    (r"\b(?:has|have|had|would|could|should|must)n['’]t\b", "{stem}"),
    (r"\bwon['’]t\b", "will"),
    (r"\bcan(?:not| not|['’]t)\b", "can"),
    (r"\bneed not\b", "must"),
    (r"\bnever\b", "always"),
    (r"\b(?:does not|do not) (?:need|have) to\b", "must"),
    (r"\bthere (?:is|are|was|were) no\b(?= [a-z]+s\b)", "{first_two} some"),
    (r"\b(?:has|have|had) no\b(?= [a-z]+s\b)", "{first} some"),
    (rf"{_CLAUSE}\b(?:is|are|was|were)\b(?= (?:[a-z]+ed|[a-z]+en|paid|made|held|built|sold|"
     rf"set|due|the|an?|in|on|at|covered)\b){_NOT_YET}", "{whole} not"),
    (rf"\bmust\b(?= [a-z]+){_NOT_YET}(?! have\b)", "need not"),
    (rf"\bcan\b(?= [a-z]+){_NOT_YET}", "cannot"),
    (rf"\b(?:will|would|should|could|shall)\b(?= [a-z]+){_NOT_YET}(?! (?:you|it|we|i|they)\b)", "{whole} not"),
    (rf"\bmay\b(?= [a-z]+){_NOT_YET}", "may not"),
    (rf"\b(?:has|have|had)\b(?= (?:been|[a-z]+ed|become|made|taken|given|paid|shown|grown|"
     rf"risen|fallen)\b){_NOT_YET}", "{whole} not"),
    (r"\b(?:has|have|had) an?\b(?! (?:lot|few|number|little|total|range|variety|good|great|large)\b)", "{first} no"),
    (r"\bthere (?:is|was) an?\b(?! (?:lot|few|number|little)\b)", "{first_two} no"),
    *_VERB_RULES,
    *((rf"\b{past}\b", other) for past, other in _PAST_OF.items()),
    *((rf"(?<!\b[Tt]he )(?<!\b[Aa] )\b{word}\b", other) for word, other in _OPPOSITES.items() if word not in _GUARDED),
    (r"\b(?:a|an|net|operating|annual) (?:loss|profit)\b(?! (?:of|in) (?!\$|£|€|\d))", "{loss}"),
    (_WITH, "with"),
    (r"(?<=[a-z] )\bwith\b(?= an? [a-z]+)(?<!ing with)(?<!ed with)(?<!ong with)(?<!her with)(?<!ent with)(?<!ply with)"
     r"(?<!act with)(?<!ies with)(?<!eal with)(?<!ace with)(?<!gin with)", "without"),
    (r"\b(?:is|are|was|were) free\b(?= of charge)", "{first} not free"),
    (r"(?:(?<=\bis )|(?<=\bare ))(?:still|required|likely|fixed|public|private)\b", "{opposite}"),
)  # fmt: skip

QUANTIFIERS: Sequence[tuple[str, str]] = (
    (r"\bnot all\b", "all"),
    (r"(?<!\bnot )(?<!\babove )(?<!\bafter )(?<!\bat )(?<!\bfirst of )\ball of the\b", "only some of the"),
    (r"(?<!\bnot )(?<!\bat )(?<!\bnearly )(?<!\balmost )\ball(?= (?:the [a-z]+s|its|his|this)\b)", "only some of"),
    (r"(?<!\bnot )(?<!\bat )(?<!\bnearly )(?<!\balmost )\ball(?= [a-z]+s\b)", "only some"),
    (r"\bsome of the\b", "all of the"),
    (r"(?<!\bfor )\bsome(?= [a-z]+s\b)", "all"),
    (r"(?<!\bthe )(?<!\bat )\bmost(?= [a-z]+s\b)", "few"),
    (r"\bmost of the\b", "hardly any of the"),
    (r"(?<!\bhow )(?<!\bas )(?<!\bso )(?<!\btoo )\bmany(?= [a-z]+s\b)", "few"),
    (r"(?<!\ba )(?<!\bthe )\bfew(?= [a-z]+s\b)", "many"),
    (r"\bseveral\b(?= [a-z]+s\b)", "no"),
    (r"(?:^|(?<=[.:] )|(?<=\bthat )|(?<=\band )|(?<=\bso ))(?:each|"
     r"every)\b(?= [a-z]+)(?! (?:other|year|month|day|week|of)\b)", "not every"),
    (r"(?:(?<=\bcan )|(?<=\bmay )|(?<=\bwill )|(?<=\bdoes )|(?<=\bis )|"
     r"(?<=\bare ))only(?= [a-z])(?! (?:a|an|the|one|two|if|when)\b)", "never"),
    (r"\bonly with\b(?= [a-z])", "even without"),
    (r"\bonly after\b(?= [a-z])", "even before"),
    (r"\bonly if\b", "unless"),
    (r"\bonly (?:when|for|in|on|by|from|to|where)\b", "{except_}"),
    (r"\bonly the\b", "all but the"),
    (r"\bnone of the\b", "all of the"),
    (r"\bboth of the\b", "neither of the"),
    (r"\bat least\b", "at most"),
    (r"\bat most\b", "at least"),
    (r"\bno (?:more|longer|later|greater) than\b", "{opposite}"),
    (r"\bno (?:less|fewer) than\b", "no more than"),
    (r"(?<!\bno )(?<!\bnot )\bmore than\b", "less than"),
    (r"(?<!\bno )(?<!\bnot )\b(?:less|fewer) than\b", "more than"),
    (r"\bup to\b(?= (?:\d|\$|£|€|[a-z]+ (?:days|months|years|weeks|percent)))", "at least"),
    (r"\b(?:minimum|maximum|highest|lowest|largest|smallest|earliest|latest|longest|"
     r"shortest|oldest|youngest|biggest|best|worst)\b(?! (?:wages?|practices?|known)\b)", "{opposite}"),
    (r"\b(?:before|after)\b(?! (?:all|that|which|noon|then|tax|interest)\b)(?= \S)", "{opposite}"),
    (r"(?<!\bthe )\b(?:above|below)\b(?= (?:the|an?|\d|\$|£|€))", "{opposite}"),
    (r"\b(?:always|usually|often|rarely|sometimes|frequently|seldom|generally|typically|commonly)\b", "{opposite}"),
    (r"\bexceed(?:s|ed)?\b", "{opposite}"),
    (r"\b(?:earlier|later) than\b", "{opposite}"),
    (r"\b(?:majority|minority)\b", "{opposite}"),
    (r"\bentire(?:ly)?\b", "{opposite}"),
    (r"\b(?:doubled|halved|tripled)\b", "{opposite}"),
    (r"\bfirst\b(?= (?:of|to|in)\b)", "last"),
    (r"\bthe first\b(?= [a-z])", "the last"),
    (r"\bhalf of the\b", "all of the"),
)  # fmt: skip
_QUANTITY_OPPOSITES = {
    "minimum": "maximum", "maximum": "minimum", "highest": "lowest", "lowest": "highest", "largest": "smallest",
    "smallest": "largest", "earliest": "latest", "latest": "earliest", "longest": "shortest", "shortest": "longest",
    "oldest": "youngest", "youngest": "oldest", "biggest": "smallest", "best": "worst", "worst": "best",
    "before": "after", "after": "before", "above": "below", "below": "above", "always": "never", "usually": "rarely",
    "often": "rarely", "rarely": "often", "sometimes": "never", "frequently": "rarely", "seldom": "often",
    "generally": "rarely", "typically": "rarely", "commonly": "rarely", "exceeds": "stays below",
    "exceeded": "stayed below", "exceed": "stay below", "earlier than": "later than", "later than": "earlier than",
    "majority": "minority", "minority": "majority", "entirely": "partly", "entire": "partial", "doubled": "halved",
    "halved": "doubled", "tripled": "halved", "no more than": "no less than", "no longer than": "no less than",
    "no later than": "no earlier than", "no greater than": "no less than",
}  # fmt: skip
_REPLACED = _OPPOSITES | _QUANTITY_OPPOSITES


def _compiled(rules: Sequence[tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(f"(?i:{pattern})"), with_) for pattern, with_ in rules if pattern)


_NEGATIONS, _QUANTIFIERS = _compiled(NEGATIONS), _compiled(QUANTIFIERS)


def negated(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Statements turned into their contrary."""
    yield from _rewritten(scene, _NEGATIONS)


def other_quantifiers(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """All for some, at least for at most, before for after."""
    yield from _rewritten(scene, _QUANTIFIERS)


def _rewritten(scene: PlantingScene, rules: Sequence[tuple[re.Pattern[str], str]]) -> Iterator[Edit]:
    """The first rule that matches at a place has it."""
    taken: set[int] = set()
    for pattern, template in rules:
        for match in pattern.finditer(scene.answer):
            span = set(range(*match.span()))
            if not span & taken and not _kept(scene, match):
                taken |= span
                yield Edit(match.start(), match.end(), _filled(template, match.group()))


_OPENS = re.compile(r"(?:^|[.!?:;\n\"“(|*•–—-])[ \t\"“*('`-]*$")
_NOBODY = re.compile(r"(?i)\b(?:no|none|nobody|neither|hardly|not|nor|never|nothing)\b[^,.;]{0,30}$")


def _kept(scene: PlantingScene, match: re.Match[str]) -> bool:
    """A capital inside a sentence is a name's; a negative clause is not negated again."""
    start, end = match.span()
    named = match.group()[0].isupper() and not _OPENS.search(scene.answer, max(0, start - 12), start)
    again = re.search(r"\b(?:is|are|was|were)$", match.group()) and _NOBODY.search(
        scene.answer, max(0, start - 40), start
    )
    return named or bool(again) or scene.untouched.covers(start, end)


def _filled(template: str, found: str) -> str:
    words = found.split()
    text = template.format(
        first=words[0].lower(),
        first_two=" ".join(words[:2]).lower(),
        stem=re.sub(r"n['’]t$", "", found).lower(),
        whole=found.lower(),
        except_=f"except {words[-1]}",
        loss=" ".join((*words[:-1], "loss" if words[-1] == "profit" else "profit")),
        opposite=_REPLACED.get(found.lower(), ""),
    )
    return text[0].upper() + text[1:] if found[0].isupper() and text else text
