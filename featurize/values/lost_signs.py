# SPDX-License-Identifier: Apache-2.0
"""Is a negative value of the evidence told as a positive one: "a profit of $5 million" of "-$5 million"?

"Fell 2.3%", "a loss of 5", "dividends of 33" state -2.3%, -5 and -33: the words carry the sign. That a sign is lost is
certain only where no word on either side speaks of a fall, a loss or a payment and the answer says "+", tells a rise,
or names what has a sign of its own: a profit, a balance, a temperature.
"""

from __future__ import annotations

import re

from faithstill.featurize.document import Document, content_stems, labels_over
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.conversions import TEMPERATURES

from .comparisons.directions import direction

_CARRIERS = re.compile(
    r"(?<![a-z])(?:loss|losses|lost|los(?:es?|ing)|f[ea]ll|falling|drop|declin|decreas|down|downturn|below|under|minus|"
    r"negativ|deficit|shortfall|outflow|outgo|payment|paid|pay|payout|repa|spen[dt]|cost|expens|expenditure|charg|fees?|"
    r"debit|withdr|purchas|bought|buy|invest|dividend|tax|owe|overdra|used|uses?|using|usage|reduc|cut|shr[aiu]nk|"
    r"contract|slid|slip|lower|less|fewer|worse|writ|impair|deprec|amorti|liabilit|debt|burn|sub-?zero|freez|froz|frost|cold|"
    r"short|[dc]r\b|discount|deduct|refund|behind|weak|narrow|lag|drag|subtract|off|eas(?:e|ed|ing)|slump|plung|tumbl|retreat|"
    r"adjust|accru|credit|favou?r|slow|provision|red\b|trail|miss|settl|transfer|capex|interest|difference|gap|swing|swung|improv|recover)",
    re.IGNORECASE,
)
_SIGNED = (
    r"profit|income|earnings|ebitda?|surplus|balance|growth|margin|temperature|equity|"
    r"(?:operating|net|free) (?:result|cash ?flow)"
)
_SIGNED_NOUN = re.compile(rf"(?<![a-z])(?:{_SIGNED})", re.IGNORECASE)
_RETURN = re.compile(r"(?<![a-z])(?:returns?|yields?)\b", re.IGNORECASE)  # goods are returned, too
_MARK = 4  # characters before a figure in which its sign stands
_MARKED = re.compile(r"(?<![\d\w%)])[–—−-]\s?[$€£]?$")  # a minus that was read as a dash
# What is owed and what is owned: "overdrawn by $40", "40.00 DR", "in credit".
_OWED_BEFORE = re.compile(
    r"\b(?:overdrawn by|(?:loss|deficit|shortfall|overdraft|debit(?: balance)?|arrears) of|DR)[ ]{0,2}(?:an? )?$"
)
_OWED_BEHIND = re.compile(r"[ ]{0,2}(?:DR\b|(?:overdrawn|in the red|in debit|in arrears|below zero)\b)")
_OWNED_BEFORE = re.compile(r"\b(?:credit balance(?: of)?|in credit (?:by|with)|CR)[ ]{0,2}$")
_OWNED_BEHIND = re.compile(r"[ ]{0,2}(?:CR\b|in credit\b)")
LEDGER_STEMS = frozenset(content_stems("overdrawn overdraft debit credit arrears deficit shortfall loss red"))
_FIGURE = re.compile(r"\d")
_VALUE_BEFORE = re.compile(r"(?<![\w.,])[\d.,]*\d(?=[\s,;:)(])")
_BEHIND = re.compile(r"[^\d.,;:()]{0,40}")
_LEDGER_REACH = 24  # characters before a value
_OR_LOSS = re.compile(r"\((?:loss|losses|deficit)\)|/ ?loss\b", re.IGNORECASE)  # "Net income (loss)" is both


def loses_sign(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the sign of a negative value is certainly lost in an answer's positive one."""
    if mention.low is None or stated.high is None or not stated.high < 0 < mention.low:
        return False
    if _MARKED.search(answer.text, max(0, mention.start - _MARK), mention.start):
        return False
    if _is_bracketed(answer, mention):
        return False
    said, told = _around(answer, mention), _around(evidence, stated)
    if _CARRIERS.search(said) or _CARRIERS.search(_OR_LOSS.sub(" ", told)):
        return False
    if mention.text.startswith("+") or answer.text.endswith("+", 0, mention.start):
        return True
    if direction(answer, mention) == (1, "by"):
        return True
    if mention.unit in TEMPERATURES:
        return True
    if mention.kind is Kind.PERCENT and all(_RETURN.search(text) for text in (said, told)):
        return True
    ours = {found.lower() for found in _SIGNED_NOUN.findall(_own(answer, mention))}
    return any(found.lower() in ours for found in _SIGNED_NOUN.findall(_own(evidence, stated)))


def is_owed(mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether a negative value is told in words by the evidence: "-$40" of "overdrawn by $40", "-40" of "40.00 DR"."""
    alike = mention.kind is stated.kind and mention.unit == stated.unit
    if not alike or mention.high is None or not mention.high < 0 or stated.low != -mention.high:
        return False
    return _ledger_side(evidence, stated) < 0


def turns_ledger(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether what is owed is told as owned, or the other way round: "in credit" of "40.00 DR"."""
    theirs = _ledger_side(evidence, stated)
    return bool(theirs) and _ledger_side(answer, mention) == -theirs


def _ledger_side(document: Document, mention: Mention) -> int:
    """-1 where words right beside a value say that it is owed, 1 where they say that it is owned."""
    before = document.text[max(0, mention.start - _LEDGER_REACH) : mention.start]
    if _OWED_BEFORE.search(before) or _OWED_BEHIND.match(document.text, mention.end):
        return -1
    return 1 if _OWNED_BEFORE.search(before) or _OWNED_BEHIND.match(document.text, mention.end) else 0


def _is_bracketed(document: Document, mention: Mention) -> bool:
    """An accountant's minus: "($4.2 million)"."""
    before = document.text[max(0, mention.start - 2) : mention.start].rstrip("$€£")
    return before.endswith("(") and document.text.startswith(")", mention.end)


def _own(document: Document, mention: Mention) -> str:
    """What names this value and no other: its own header and the row's words, or the words since the value before."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ""
    unit, text = document.sentences[index].unit, document.text
    if unit.cells:
        words = [text[c.start : c.end] for c in unit.cells if not _FIGURE.search(text, c.start, c.end)]
        headers = [c.header for c in unit.cells if c.start <= mention.start < c.end]
        return " ".join([unit.heading, *headers, *words]).replace("_", " ")
    before = _VALUE_BEFORE.split(text[unit.start : mention.start])[-1]
    after = _BEHIND.match(text, mention.end, unit.end)
    return f"{unit.heading} {before} {after.group() if after else ''}".replace("_", " ")


def _around(document: Document, mention: Mention) -> str:
    """The sentence or row of a value with its heading and the headers of its cells."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ""
    unit = document.sentences[index].unit
    return f"{labels_over(unit)} {document.text[unit.start : unit.end]}".replace("_", " ")
