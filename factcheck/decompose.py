# SPDX-License-Identifier: Apache-2.0
"""A complex sentence split into its statements by a language model, which may add, lose and swap nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from faithstill.data import Passage, Triple
from faithstill.data.llm import ChatClient, ReplyError, ask
from faithstill.featurize.claims.predicate import SUBORDINATORS
from faithstill.featurize.evidence.lines import LIMITING, wording
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.word_classes import IMPLICIT_NEGATORS, NEGATORS

from .facts import FactChecker
from .judge_prompt import decompose_messages
from .verdict import Verdict

_JOINED = re.compile(r", and |; | while | however ")
_MANY_WORDS = 20
_MANY_VALUES = 3  # numbers and proper nouns
_MAX_TOKENS = 800
_DENIALS = NEGATORS | IMPLICIT_NEGATORS


def is_complex(sentence: str) -> bool:
    """More than 20 words, a joint such as "; " or ", and ", or three or more numbers and proper nouns.

    >>> is_complex("The fee is $5."), is_complex("The fee is $5; wires are free.")
    (False, True)
    """
    if _JOINED.search(sentence) or len(sentence.split()) > _MANY_WORDS:
        return True
    return len(Extractor().extract(sentence)) >= _MANY_VALUES


def decompose(
    client: ChatClient, sentence: str, *, checker: FactChecker | None = None, retries: int = 1
) -> tuple[str, ...]:
    """The statements of a sentence; the sentence itself where it is simple or no grounded split was found.

    LlmError when the model cannot be reached.
    """
    if not is_complex(sentence):
        return (sentence,)
    from .judge_reply import Decomposition

    used = checker or FactChecker()
    try:
        found = ask(
            client,
            decompose_messages(sentence),
            Decomposition,
            check=lambda reply: _complaints(sentence, reply.claims, used),
            retries=retries,
            max_tokens=_MAX_TOKENS,
        )
    except ReplyError:
        return (sentence,)
    return tuple(found.value.claims)


def ungrounded(sentence: str, claims: Sequence[str], *, checker: FactChecker | None = None) -> str:
    """Why claims are no split of a sentence, or "".

    >>> ungrounded("Basic costs $5 and Plus costs $9.", ["Basic costs $5.", "Plus costs $9."])
    ''
    >>> ungrounded("Basic costs $5 and Plus costs $9.", ["Basic costs $5.", "Plus is free."])
    "'Plus is free.' adds 'free'"
    """
    return next(iter(_complaints(sentence, claims, checker or FactChecker())), "")


def _complaints(sentence: str, claims: Sequence[str], checker: FactChecker) -> list[str]:
    found = [why for claim in claims if (why := _of_claim(sentence, claim, checker))]
    lost = _telling(sentence) - frozenset().union(*map(_telling, claims))
    if lost:
        found.append(f"the claims leave out {sorted(lost)[0]!r}")
    elif frozenset().union(*map(_denied, claims)) != _denied(sentence):
        found.append("the claims deny something else than the sentence")
    return found


def _of_claim(sentence: str, claim: str, checker: FactChecker) -> str:
    added = _telling(claim) - _telling(sentence)
    if added:
        return f"{claim!r} adds {sorted(added)[0]!r}"
    report = checker.check_triple(Triple("", (Passage(sentence),), claim))
    for finding in report.findings:
        if finding.verdict in (Verdict.CONFLICT, Verdict.ABSENT):
            return f"{claim!r} says another {finding.kind} than the sentence: {finding.text!r}"
    return ""


def _telling(text: str) -> frozenset[str]:
    """The content stems of a text, and the words that limit or deny what it says."""
    limits = (LIMITING | _DENIALS) - SUBORDINATORS | {"if", "unless", "provided"}
    return frozenset(content_stems(text)) | limits.intersection(wording(text))


def _denied(text: str) -> frozenset[str]:
    """The first content stem behind each denial."""
    words = wording(text)
    behind = (words[n + 1 :] for n, word in enumerate(words) if word in _DENIALS)
    return frozenset(stem for rest in behind for stem in content_stems(" ".join(rest))[:1])
