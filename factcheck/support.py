# SPDX-License-Identifier: Apache-2.0
"""Does a quotation support a claim, by all that can be checked without the model that quoted it?

A model may obey its evidence; what it says counts only as far as its quotation holds up here: it stands in the
evidence, in a passage that speaks to people, as a statement, the facts do not refute the claim, and the quoted
sentences alone state its values and carry its content.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from faithstill.data import Passage
from faithstill.featurize.claims import Claim
from faithstill.featurize.claims.predicate import SUBORDINATORS
from faithstill.featurize.encoders.nli import Nli, OverlongClaimError
from faithstill.featurize.evidence.lines import Wordings, wording
from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.word_classes import CLAUSE_TAKERS, IMPLICIT_NEGATORS, NEGATORS

from .addressed import addressed
from .facts import FactChecker
from .grounds import Grounds, places_of, share_of
from .verdict import Quote, Verdict

FEWEST_WORDS = 2
# What an encoder must say of the quoted sentences: the judge is asked where it doubts, so less than its own pass.
# Chosen on the rows of train/bench/quote_bench.py: at 0.3 the best quotation carries twice as many unfaithful claims.
LEAST_ENTAILMENT = 0.6
LEAST_SHARED = 0.3  # weighed share of the claim's content words in the quoted sentences
_DENIALS = NEGATORS | IMPLICIT_NEGATORS
# What makes of a clause behind it something asked, said, supposed or denied; "although" and its like leave it stated.
_EMBEDDING = (SUBORDINATORS | CLAUSE_TAKERS | _DENIALS) - frozenset(
    "although because once so though when where whereas which while who whom whose".split()
)
_IN_MARKS = re.compile(r"[\"“”][^\"“”]{3,}[\"“”]")
_MAY_STAND_AROUND = frozenset({Kind.NAME, Kind.ACRONYM, Kind.DATE, Kind.PERIOD})

_NO_STATEMENT = "it asks, it instructs, or it is made of fragments"

Check = Callable[[Grounds], str]


def _is_whole(grounds: Grounds) -> str:
    words = sum(len(wording(grounds.passages[p].text[start:end])) for p, start, end in grounds.place.parts)
    return "" if words >= FEWEST_WORDS else f"the quote is shorter than {FEWEST_WORDS} words"


def _speaks_to_people(grounds: Grounds) -> str:
    for passage in grounds.place.passages:
        if cue := addressed(grounds.passages[passage].text):
            return f"passage {passage + 1} speaks to the program that reads it ({cue})"
    return ""


def _states(grounds: Grounds) -> str:
    return "" if grounds.lines else f"the quote is no statement: {_NO_STATEMENT}"


def _stands_on_its_own(grounds: Grounds) -> str:
    """No sentence puts the claim under a condition, a speaker or a denial that the claim leaves out."""
    own, stems = frozenset(wording(grounds.claim.text)), frozenset(content_stems(grounds.claim.text))
    line = max(grounds.lines, key=lambda line: share_of(stems, line.text))
    words = wording(line.text)
    before = list(takewhile(lambda word: stems.isdisjoint(content_stems(word)), words))
    if len(before) < len(words) and any(word in _EMBEDDING and word not in own for word in before):
        return f"the quoted sentence says it under {' '.join(before)!r}, the claim does not"
    unquoted = _IN_MARKS.sub(" ", grounds.premise)
    if unquoted != grounds.premise and share_of(stems, unquoted) < LEAST_SHARED:
        return "the quoted sentence only mentions it, between quotation marks"
    return ""


def _is_not_refuted(grounds: Grounds) -> str:
    for finding in grounds.in_all:
        if finding.verdict is Verdict.CONFLICT:
            return f"the fact check refutes the claim: {finding}"
        if finding.verdict is Verdict.DISPUTED:
            return f"the evidence disputes itself: {finding}"
    return ""


def _holds_values(grounds: Grounds) -> str:
    """Amounts stand in the quoted sentences; who and when may stand around them, as in a title."""
    around = {
        (f.start, f.end)
        for f in grounds.in_all
        if f.verdict is Verdict.PROVED and f.kind in _MAY_STAND_AROUND
    }
    for finding in grounds.in_quote:
        if finding.verdict is Verdict.CONFLICT or (
            finding.verdict is Verdict.ABSENT and (finding.start, finding.end) not in around
        ):
            return f"the quoted sentences do not state {finding.text!r}"
    return ""


def _carries_content(grounds: Grounds) -> str:
    if Wordings(grounds.lines).states(grounds.claim.text):
        return ""
    if grounds.nli is None:
        return _is_near_verbatim(grounds)
    if grounds.shared < LEAST_SHARED:
        return f"the quoted sentences hold {grounds.shared:.0%} of the claim's content"
    try:
        score = grounds.nli.score(grounds.premise, grounds.claim.hypothesis)
    except OverlongClaimError:
        return "the claim is too long for the encoder"
    if score.entailment < LEAST_ENTAILMENT:
        return f"the quoted sentences do not entail the claim ({score.entailment:.2f})"
    return ""


def _is_near_verbatim(grounds: Grounds) -> str:
    wanted, held = content_stems(grounds.claim.text), frozenset(content_stems(grounds.premise))
    if missing := [stem for stem in wanted if stem not in held]:
        return f"the quoted sentences do not say {missing[0]!r}, and no encoder was given"
    if not wanted:
        return "the claim has no content"
    denials = [_DENIALS.intersection(wording(text)) for text in (grounds.claim.text, grounds.premise)]
    if bool(denials[0]) != bool(denials[1]):
        return "one of claim and quote denies something"
    return ""


# The cheap ones first; the first that objects is told.
SUPPORTS: tuple[Check, ...] = (
    *(
        _is_whole,
        _speaks_to_people,
        _states,
        _stands_on_its_own,
        _is_not_refuted,
        _holds_values,
        _carries_content,
    ),
)
# A contradiction needs less: it must be found, be evidence, and be about the claim.
CONTRADICTS: tuple[Check, ...] = (
    _is_whole,
    _speaks_to_people,
    lambda grounds: "" if grounds.shared else "the quoted sentences share no word with the claim",
)


def objection(
    quote: str,
    claim: Claim,
    passages: Sequence[Passage],
    checks: Sequence[Check] = SUPPORTS,
    *,
    checker: FactChecker,
    nli: Nli | None = None,
) -> tuple[str, Quote | None]:
    """Why a quotation does not carry a verdict on a claim, or "" with the place where it does."""
    why = "the quote stands in no passage"
    for place in places_of(quote, passages):
        grounds = Grounds(claim, passages, place, checker, nli)
        why = next(filter(None, (check(grounds) for check in checks)), "")
        if not why:
            passage, start, end = place.parts[0]
            return "", Quote(passage + 1, passages[passage].id, start, end, passages[passage].text[start:end])
    return why, None
