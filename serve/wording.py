# SPDX-License-Identifier: Apache-2.0
"""What is said of a statement to people: what is wrong with it, or what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.factcheck.verdict import Finding, Quote, Verdict
from faithstill.featurize import Analysis

WIDTH = 160


@dataclass(frozen=True, slots=True)
class Remark:
    """`words` about some words of a statement, `about`, or about all of it where that is empty."""

    words: str
    about: str = ""

    def __str__(self) -> str:
        """
        >>> print(Remark("the evidence says '$25' (p1, 14-17)", "$35"))
        '$35': the evidence says '$25' (p1, 14-17)
        """
        return f"{in_quotes(self.about)}: {self.words}" if self.about else self.words


def remarks_on(
    part: Analysis,
    findings: Sequence[Finding],
    evidence: Quote | None,
    *,
    refuses: bool,
    supported: bool,
    at_odds: bool,
) -> tuple[Remark, ...]:
    """What there is to say of a statement, the worst first: each finding against it, else one remark on all of it."""
    told = tuple(_on_findings(part, findings, evidence, supported=supported))
    return told or (Remark(_on_whole(evidence, refuses=refuses, supported=supported, at_odds=at_odds)),)


def _on_findings(
    part: Analysis, findings: Sequence[Finding], evidence: Quote | None, *, supported: bool
) -> Iterator[Remark]:
    for verdict, say in ((Verdict.CONFLICT, _refuted), (Verdict.DISPUTED, _disputed)):
        yield from (Remark(say(part, f), f.text) for f in findings if f.verdict is verdict)
    # What is absent weighs through the probability; an identifier by itself.
    for finding in findings:
        if finding.misses_identifier or (finding.verdict is Verdict.ABSENT and not supported):
            yield Remark(f"nowhere in the evidence{_nearest(evidence)}", finding.text)


def _refuted(part: Analysis, finding: Finding) -> str:
    if finding.quote is None:
        return f"{finding.how}: {finding.evidence}"
    how = f": {finding.how}" if finding.how else ""
    return f"the evidence says {_placed(part, finding.quote)}{how}"


def _disputed(part: Analysis, finding: Finding) -> str:
    said = [_placed(part, quote) for quote in (finding.quote, finding.other) if quote]
    return f"the evidence says {', but also '.join(said)}"


def _on_whole(evidence: Quote | None, *, refuses: bool, supported: bool, at_odds: bool) -> str:
    if evidence is None:
        return "there is no evidence"
    nearest = _nearest(evidence)
    if refuses and supported:
        return f"the evidence does not answer it{nearest}"
    if supported:
        return f"its rare words are not in the evidence{nearest}" if at_odds else _says(evidence)
    return f"the evidence may answer it{nearest}" if refuses else f"nothing in the evidence says so{nearest}"


def _says(quote: Quote) -> str:
    return f"the evidence says {in_quotes(quote.text)} ({quote})"


def _nearest(evidence: Quote | None) -> str:
    return f" (nearest: {in_quotes(evidence.text)}, {evidence})" if evidence else ""


def _placed(part: Analysis, quote: Quote) -> str:
    """A quote with its place, and with the sentence that it stands in where it is short."""
    if not quote.passage:  # of the question, or of the answer itself
        return in_quotes(quote.text)
    around = sentence_at(part, quote.passage - 1, quote.start)
    whole = around is None or around.text.strip() == quote.text.strip()
    within = "" if whole or around is None else f" in {in_quotes(around.text)}"
    return f"{in_quotes(quote.text)}{within} ({quote})"


def sentence_at(part: Analysis, passage: int, offset: int) -> Quote | None:
    """The sentence of a passage, counted from 0, that holds a character."""
    document = part.passages[passage]
    index = document.sentence_at(offset)
    if index is None:
        return None
    unit = document.sentences[index].unit
    return quote_of(part, passage, unit.start, unit.end)


def quote_of(part: Analysis, passage: int, start: int, end: int) -> Quote:
    """Characters `start:end` of a passage, counted from 0."""
    given = part.triple.passages[passage]
    return Quote(passage + 1, given.id, start, end, given.text[start:end])


def in_quotes(text: str) -> str:
    """A text in one line between quotation marks, cut off where it is long.

    >>> in_quotes("free\\nof charge")
    "'free of charge'"
    """
    return f"'{shortened(text)}'"


def shortened(text: str, width: int = WIDTH) -> str:
    """A text in one line of at most so many characters.

    >>> shortened("a  late fee", 7)
    'a late…'
    """
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
