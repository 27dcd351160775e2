# SPDX-License-Identifier: Apache-2.0
"""What opposite bounds on one value mean: "at most $100" against "at least $100" is wrong, unless it is the other case.

"Balances of $500 or more are free" also says what balances below $500 are not: the same limit, told from its other
side. That is so where a word is turned round along with the bound, or where the bound stands in a condition whose
consequence is another one.
"""

from __future__ import annotations

import re
from enum import StrEnum

from faithstill.featurize.document import Document, content_stems, words_of
from faithstill.featurize.extract import Bound, Mention
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.lexicon import EXCLUSIVE, IMPLICIT_NEGATORS, NEGATORS
from faithstill.featurize.synonyms import antonyms, canonical

from .slots.reach import capitals
from .weaker import side_of

TURNING = (
    NEGATORS
    | IMPLICIT_NEGATORS
    | frozenset(
        "free avoid avoids lose loses losing lost miss misses missed otherwise instead too forfeit forfeits forfeited "
        "banned barred disqualified nor ban stop stops stopped late skip".split()
    )
)
# Words with which a text tells both cases, or one by the other.
OTHERS = EXCLUSIVE | frozenset(
    "other others rest otherwise remaining beyond thereafter larger longer bigger older heavier".split()
)
_COMPARED = frozenset("more less fewer below above lower higher greater smaller shorter".split())
# The words of the bound itself, which are on neither side.
OF_BOUND = frozenset(
    map(
        canonical,
        "exceed maximum minimum limit least most more less fewer max min cap under over above below greater higher "
        "lower longer shorter older younger larger smaller bigger may must up never no "
        "get have take give need require apply earlier later sooner make set possible be first".split(),
    )
)
_NEGATED_BOUND = re.compile(
    r"\b(?:no|not|never|cannot|can ?not|\w{2,6}n['’]t)\s(?:\w{1,12}\s){0,3}?"
    r"(?:\w{3,7}\sthan|exceed\w*|over|above|below|under)(?:\san?|\sthe)?\s?\W?$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(r"^(?:\s\w+)?\s(?:or|and)\s\w+")  # " or more", " days and over"
_NO_MORE = re.compile(r"\b(?:no|not)\s\w+\sthan\b")
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|once|soon|unless|until|for|of|with|who|whose|that|which|where|after|having|should you|"
    r"without|anyone|any|every|each|all|no|nobody|in case)\b[^,;:]{0,80}$",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?:if|when|whenever|once|soon|unless|should you|in case)\b(?:[^.;:]{0,300},\sor\b)?[^,;:]{0,80}$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"[^.;:]{0,40}?(?:,|\b(?:is|are|was|were|be|can|cannot|may|must|will|shall|should|needs?|has|have|had|gets?|pays?|"
    r"costs?|requires?|counts?|do|does|qualif\w{1,5})\b)",
    re.IGNORECASE,
)
# "Only for balances below $500" sets the bound's own case apart, it tells no other.
_ONLY_IF = re.compile(r"\bonly\s(?=(?:if|when|where|for|to|on|with|in|after|once|from)\b)", re.IGNORECASE)
# "Up to 90 days overdue before the bank may cancel."
_UNTIL_THEN = re.compile(
    r"\b(?:before|until|till)\s(?:\w+\s){1,4}(?:may|can|will|must|is|are|needs?|has|have|begins?|starts?)\b",
    re.IGNORECASE,
)
# "The proof was older than three months", "they exceeded the €500": a rule was broken, not told.
_BROKEN = re.compile(r"\b(?:exceeded|(?:was|were|had been)\s(?:\w+\s){0,2}\w+\sthan)\s(?:an?\s|the\s)?$")
_RULE = re.compile(r"\b(?:must|may|cannot|shall|should|limited to|allowed|permitted)\b")
_OF_RULE = re.compile(r"\b(?:limit|maximum|minimum|allowance|cap|threshold)\b", re.IGNORECASE)
_OFF = re.compile(r"\b(?:switch\w{0,3}|turn\w{0,3}|shuts?|stays?|goes|is|are)\soff\b", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r"[;:,]\s|\s(?:and|but|while|whereas)\s")
_PARTIES = frozenset(
    map(canonical, "bank company insurer lender firm provider".split())
)  # who go by their names too
_LIKE = 4  # letters that "writing" and "written" share
_FEWEST_SHARED = 2
_MOSTLY = 0.6  # of the words said of a value
_REACH = 60
_FEW = 4  # words before a bound that opens its sentence: "Balances below $500 are"


class Clash(StrEnum):
    """What to make of two opposite bounds."""

    WRONG = "wrong"
    DOUBTFUL = "doubtful"
    OTHER_CASE = "other case"


def clash(
    answer: Document,
    mention: Mention,
    evidence: Document,
    stated: Mention,
    own: frozenset[str],
    *,
    runs_along: bool,
) -> Clash:
    """`own` are the words that the answer says of its value; `runs_along` where the same words stand beside both."""
    ours, theirs = _Side(answer, mention), _Side(evidence, stated)
    if ours.is_eventual and not theirs.is_eventual:
        # "if there are fewer than three, the tender is repeated"
        own |= ours.content - frozenset(content_stems(mention.text))
    if theirs.is_rule and ours.tells_breach:
        return Clash.OTHER_CASE
    said = frozenset(map(canonical, own)) - OF_BOUND
    if any(not (theirs.stems - OF_BOUND).isdisjoint(antonyms(stem)) for stem in said - theirs.stems):
        return Clash.OTHER_CASE
    if ours.is_turned is not theirs.is_turned or ours.turns % 2 != theirs.turns % 2:
        return Clash.OTHER_CASE
    if ours.tells_both or theirs.tells_both or ours.others != theirs.others:
        return Clash.OTHER_CASE
    if ours.figures and theirs.figures and ours.figures.isdisjoint(theirs.figures):
        return Clash.OTHER_CASE
    labels = (said - theirs.stems) & (
        ours.names | theirs.names
    )  # "Trellis advances" where "the bank advances"
    strange = _without_like(said, theirs.stems | labels)
    untold = _without_like(theirs.clause - (_PARTIES if labels else frozenset()), ours.stems)
    if untold and (strange or labels):
        return Clash.OTHER_CASE
    alike = ours.is_eventual is theirs.is_eventual
    mostly = runs_along and len(said) - len(strange) >= _MOSTLY * len(said)
    if said and (not strange or (alike and mostly)):
        return Clash.WRONG
    if alike and not untold and len(theirs.clause & ours.stems) >= _FEWEST_SHARED:
        return Clash.WRONG
    if ours.is_conditional or theirs.is_conditional:
        return Clash.OTHER_CASE
    return Clash.WRONG if runs_along else Clash.DOUBTFUL


# "The fee is $25", "revenue of $5 million": the very value, and not "of $25 or more", "a limit of $25".
_ASSERTED = re.compile(
    r"\b(?:is|was|are|were|costs?|cost|totals?|totall?ed|equals?|equalled|amounts?\sto|amounted\sto|stands?\sat|stood\sat)"
    r"\s(?:exactly\s|set\sat\s|now\s)?\W?$",
    re.IGNORECASE,
)
_LIMITING = re.compile(
    r"\b(?:limit\w*|max\w*|min\w*|thresholds?|caps?|capped|ceiling|floor|up to|above|over|under|below|than|exceed\w*|"
    r"least|most|beyond|if|when\w*|from|start\w*|or (?:more|less|so)|approx\w*|about|around|roughly)\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"\b(?:exceeds|exceeded|(?:is|was|are|were|costs?|totall?ed|totals)\s(?:well\s|just\s)?"
    r"(?:(?:more|less|higher|lower|greater|fewer)\sthan|over|under|above|below))\s(?:an?\s|the\s)?\W?$",
    re.IGNORECASE,
)


def is_beyond(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the answer puts a value past the one that is stated: "exceeds $25" of "is $25", "over" of "nearly"."""
    side, other = side_of(answer, mention), side_of(evidence, stated)
    if side is None or (mention.low, mention.high, mention.unit) != (stated.low, stated.high, stated.unit):
        return False
    if other is not None:
        return side is not other and Bound.ABOUT in (mention.bound, stated.bound)
    if mention.bound is Bound.ABOUT or stated.bound is not Bound.EXACT:
        return False
    ours, theirs = _Side(answer, mention), _Side(evidence, stated)
    return ours.is_told_past and theirs.is_asserted


def _without_like(stems: frozenset[str], known: frozenset[str]) -> frozenset[str]:
    """The stems of which the other side has none that begins alike."""
    begins = {stem[:_LIKE] for stem in known if len(stem) > _LIKE}
    return frozenset(s for s in stems - known if len(s) <= _LIKE or s[:_LIKE] not in begins)


class _Side:
    """The sentence of one of two bounded values."""

    def __init__(self, document: Document, mention: Mention) -> None:
        index = document.sentence_at(mention.start)
        unit = document.sentences[index].unit if index is not None else None
        start, end = (unit.start, unit.end) if unit else (mention.start, mention.end)
        self._before = document.text[start : mention.start]
        self._after = document.text[mention.end : end]
        heading = unit.heading if unit else ""
        cells = " ".join(cell.header for cell in unit.cells) if unit else ""
        self._bound = mention.bound
        self._document = document
        self.content = document.sentence_bag(index) if index is not None else frozenset()
        self.words = frozenset(words_of(f"{self._before} {self._after}"))
        self.stems = frozenset(map(canonical, self.words | set(words_of(f"{heading} {cells}"))))

    @property
    def names(self) -> frozenset[str]:
        """The stems of all names of the text: whoever they are, they are not what the bound is about."""
        names = (m.text for m in self._document.mentions if m.kind in NAMES)
        return frozenset(map(canonical, content_stems(" ".join(names)))) | capitals(self._document)

    @property
    def clause(self) -> frozenset[str]:
        """What the clause of the value says beside the value and the words of its bound."""
        before = _CLAUSE_ENDS.split(self._before)[-1]
        after = _CLAUSE_ENDS.split(f"{self._after} ")[0]
        stems = frozenset(map(canonical, content_stems(f"{before} {after}")))
        return frozenset(stem for stem in stems - OF_BOUND if stem.isalpha())

    @property
    def turns(self) -> int:
        """How many words deny or except something, beside "no more than" and the like: two of "is not free"."""
        before = self._before
        negated = _NEGATED_BOUND.search(before, max(0, len(before) - _REACH))
        if negated and self._bound in (Bound.AT_MOST, Bound.AT_LEAST):
            before = before[: negated.start()]
        text = f"{before} {self._after}"
        others = bool(_UNTIL_THEN.search(self._after)) + bool(_OFF.search(text))
        return len([word for word in words_of(text) if word in TURNING]) + others

    @property
    def is_turned(self) -> bool:
        """Does the sentence deny or except something?"""
        return self.turns > 0

    @property
    def figures(self) -> frozenset[str]:
        """The other figures of the sentence, up to the end of the value's clause."""
        clause = self._after.partition(", ")[0]
        return frozenset(word for word in words_of(f"{self._before} {clause}") if word[0].isdigit())

    @property
    def others(self) -> frozenset[str]:
        """The words by which the sentence speaks of other cases."""
        return OTHERS & frozenset(words_of(_ONLY_IF.sub("", f"{self._before} {self._after}")))

    @property
    def tells_both(self) -> bool:
        """Does the sentence compare beside its bound: "those with more get", "the lower rate"?"""
        text = f"{' '.join(self._before.split()[:-_FEW])} {_OR_MORE.sub('', self._after)}"
        beside = words_of(_NO_MORE.sub("", text))
        return not _COMPARED.isdisjoint(beside)

    @property
    def is_asserted(self) -> bool:
        """Does the sentence say what the value is, and set no limit?"""
        if _ASSERTED.search(self._before) is None or _CONDITION.search(self._before):
            return False
        return _LIMITING.search(f"{self._before} {self._after}") is None

    @property
    def is_told_past(self) -> bool:
        """Does it say, not as a condition or a rule, that something is past the value?"""
        past = _BEYOND.search(self._before)
        return past is not None and not _CONDITION.search(self._before) and not _RULE.search(self._before)

    @property
    def is_rule(self) -> bool:
        """Does the clause of the value say what must be or may be?"""
        return _RULE.search(_CLAUSE_ENDS.split(self._before)[-1]) is not None

    @property
    def tells_breach(self) -> bool:
        """Does it say that something was past the bound, and not that it may be or that a limit was?"""
        told = _BROKEN.search(self._before) is not None
        return told and not _RULE.search(self._before) and not _OF_RULE.search(self._before)

    @property
    def is_eventual(self) -> bool:
        """Does an "if" or "as soon as" lead to the bound?"""
        return _EVENT.search(self._before) is not None

    @property
    def is_conditional(self) -> bool:
        """Does the bound say when or for whom something holds: "for balances of", "Balances below $500 are"?"""
        if _CONDITION.search(self._before):
            return True
        return len(self._before.split()) <= _FEW and _SUBJECT.match(self._after) is not None
