# SPDX-License-Identifier: Apache-2.0
"""What a sentence does in an answer: state, frame, refuse, or answer nothing; and frames that state something too.

Acts are told by a small softmax regression on runs of words and on the sentence's static vector, learnt by
`python -m faithstill.train.packaged.learn_acts` from sentences written for it; the context is not looked at. What a
frame, a heading or a question says of its own counts: content words or figures that neither question nor passage holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.encoders.embed import StaticEmbedder
from faithstill.featurize.extract.document import content_stems

from .predicate import PREPOSITIONS, tokens_of
from .refers import NoClaimReason, opening_length, states

if TYPE_CHECKING:
    from .claim_sentences import AnswerSentence

ACTS_FILE = "acts.json"
# Probabilities from which a sentence is a statement: as a rule, and at the edges of an answer.
EVEN, SURE = 0.5, 0.8
# A frame of at least USUAL words may hold MOST_NEW content words that no written frame has; a shorter one none.
MOST_NEW, USUAL = 1, 5
LONGEST = 400  # characters; what is longer states something
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[?!:,@]")
_NOT = re.compile(r"\b(do|does|did|is|are|was|were|could|would|should|has|have|had) not\b", re.IGNORECASE)
_OPENS, _ENDS, _NAME = "^", "$", "A"


class Act(StrEnum):
    """What a sentence does; only a statement can be supported or not."""

    STATEMENT = "statement"
    FRAME = "frame"  # greeting, thanks, offer of help, talk about the answer, advice to ask an adviser
    REFUSAL = "refusal"  # says that the material does not answer
    EMPTY = "empty"  # "N/A", "Please contact support."


ACTS = tuple(Act)


@dataclass(frozen=True, slots=True, eq=False)
class ActWeights:
    """Weights of runs of words, (runs, acts) with the row of each, and of the static vector, (dim, acts).

    `frame_words` are the content stems that frames and empty answers were written with.
    """

    bias: NDArray[np.float64]
    rows: Mapping[str, int]
    runs: NDArray[np.float64]
    vector: NDArray[np.float64]
    frame_words: frozenset[str]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Self:
        """Those of the content of `acts.json`."""
        rows = {run: n for n, run in enumerate(raw["runs"])}
        runs, words = np.array([*raw["runs"].values()]).reshape(-1, len(ACTS)), frozenset(raw["frame_words"])
        return cls(np.array(raw["bias"]), rows, runs, np.array(raw["vector"]), words)

    def act_of(self, text: str, least: float = EVEN) -> Act:
        """What a sentence does; what holds a figure is a statement or a refusal, and so is what is long.

        `least` is the probability from which it is a statement, whatever else is likely.
        """
        if len(text) > LONGEST:
            return Act.STATEMENT
        logits = self.logits(text, StaticEmbedder.load().encode([text])[0])
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        if shares[0] >= least:  # Act.STATEMENT
            return Act.STATEMENT
        act = ACTS[1 + int(shares[1:].argmax())]
        return Act.STATEMENT if act is not Act.REFUSAL and self._says_something(text) else act

    def _says_something(self, text: str) -> bool:
        """Does the text hold a figure, or words that frames do not consist of, be it names?"""
        if any(c.isdigit() for c in text):
            return True
        written = _WORD.findall(text.replace("’", "'"))
        words = [word for n, word in enumerate(written) if not (n and word[0].isupper())]
        new = {stem for stem in content_stems(" ".join(words)) if stem not in self.frame_words}
        return len(new) > (MOST_NEW if len(words) >= USUAL else 0)

    def logits(self, text: str, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        """(acts,) for a sentence and its static vector."""
        rows = sorted([self.rows[run] for run in runs_of(text) if run in self.rows])
        found = self.runs.take(rows, axis=0).sum(axis=0)
        result: NDArray[np.float64] = self.bias + vector.astype(np.float64) @ self.vector + found
        return result


def act_of(text: str) -> Act:
    """What a sentence does, by the weights in the package.

    >>> [str(act_of(t)) for t in ("Kind regards,", "The fee is $5.", "The documents do not mention a fee.")]
    ['frame', 'statement', 'refusal']
    """
    # Checked before the cache too, which keeps its texts.
    return Act.STATEMENT if len(text) > LONGEST else _act_of(text, EVEN)


def may_frame(text: str) -> bool:
    """May a sentence be a frame, though it is rather a statement? At the edges of an answer it is one then.

    >>> may_frame("All the best from our team."), may_frame("The fee is $5.")
    (True, False)
    """
    return len(text) <= LONGEST and _act_of(text, SURE) is Act.FRAME


@lru_cache(maxsize=4096)
def _act_of(text: str, least: float) -> Act:
    return shipped_acts().act_of(text, least)


def runs_of(text: str) -> frozenset[str]:
    """Runs of one to three words, sentence borders included, in two forms: in small letters, and with names as A.

    >>> sorted(runs_of("Pay $25!"))[:4]
    ['!', '! $', '$', '0']
    >>> "^ hi A" in runs_of("Hi Anna,")
    True
    """
    written = _WORD.findall(contracted(text))
    plain = ["0" if word[0].isdigit() else word.lower() for word in written]
    shaped = [
        _NAME if n and word[0].isupper() else small
        for n, (word, small) in enumerate(zip(written, plain, strict=True))
    ]
    return _runs(plain) if plain == shaped else _runs(plain) | _runs(shaped)


def contracted(text: str) -> str:
    """
    >>> contracted("I do not know, and I cannot tell.")
    "I don't know, and I can't tell."
    """
    text = text.replace("’", "'")
    if "not" in text:
        text = _NOT.sub(r"\1n't", text).replace("cannot", "can't").replace("will not", "won't")
    return text


def _runs(words: list[str]) -> frozenset[str]:
    bordered = [_OPENS, *words, _ENDS]
    pairs = map(" ".join, pairwise(bordered))
    threes = map(" ".join, zip(bordered, bordered[1:], bordered[2:], strict=False))
    return frozenset((*bordered, *pairs, *threes))


@lru_cache(maxsize=1)
def shipped_acts() -> ActWeights:
    """The weights in the package."""
    raw = json.loads((files("faithstill.featurize") / "resources" / ACTS_FILE).read_text(encoding="utf-8"))
    return ActWeights.of(raw)


# Words that open what is only asked; another opening, or one that is denied ("Isn't the fee $5?"), expects a yes.
_ASKS = frozenset(
    "what which who whom whose when where how is are am was were do does did has have had can could will would shall "
    "should may might must any anything and or but so if".split()
)
# What opens no greeting but a clause that goes on: "For more details, see", "If you call, that is enough".
_LEADS = PREPOSITIONS | {"if", "when", "where", "as", "to"}
_DENIED = re.compile(r"\b\w+n['’]t\b|\bnot\b", re.IGNORECASE)
_TOLD = re.compile(r"\b(?:know|aware|notice|hear|heard|noticed|remember) that\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
_COLON = re.compile(r"\A[^:]{0,40}:")
_GREETED = re.compile(r"\A(?P<greeting>[^,;!–—:]{1,60}[,;!–—:])\s*(?:(?:and|but|so|also)\s+)?")


def asserting(sentences: Iterable[AnswerSentence], known: Container[str]) -> tuple[AnswerSentence, ...]:
    """The sentences with those as statements that say something of their own in a form that states nothing.

    `known` are the content stems of question and passages.

    >>> from faithstill.featurize.claims.claim_sentences import answer_sentences
    >>> answer = "# The fee is waived for teachers\\nIt is $5. Isn't it free on Sundays? Anything else?"
    >>> [s.text for s in asserting(answer_sentences(answer), {"fee", "5"}) if s.reason is None]
    ['The fee is waived for teachers', 'It is $5.', "Isn't it free on Sundays?"]
    """
    return tuple(replace(s, reason=None) if _asserts(s, known) else s for s in sentences)


def _asserts(sentence: AnswerSentence, known: Container[str]) -> bool:
    said = _SAID.get(sentence.reason) if sentence.reason else None
    own = said(sentence.text) if said else ""
    new = {stem for stem in content_stems(own) if stem not in known} if own else set()
    # Words that frames are made of ("key", "steps") say nothing of a heading's own; behind a greeting they do.
    usual = frozenset() if sentence.reason is NoClaimReason.FRAME else shipped_acts().frame_words
    return any(stem not in usual and not _is_small(stem, own) for stem in new)


def _is_small(stem: str, text: str) -> bool:
    """Is it a number in words, as in "Three things are needed:"?"""
    return stem.isdigit() and stem not in text


def _titled(text: str) -> str:
    return text if states(text) and act_of(text.rstrip(" :")) is Act.STATEMENT else ""


def _asked(text: str) -> str:
    """The question where it expects its answer, or gives a figure."""
    tokens = tokens_of(text)
    if not tokens or act_of(text) is Act.FRAME:
        return ""
    mere = tokens[0].word in _ASKS and not _DENIED.match(text) and not _TOLD.search(text)
    return "" if mere and not _FIGURE.search(text) else text


def _listed(text: str) -> str:
    said = _COLON.sub("", text, count=1)
    return said if states(said) else ""


def _greeted(text: str) -> str:
    """What follows a greeting, where it is a statement by itself."""
    opening = _GREETED.match(text)
    if opening is None or opening_length(opening["greeting"]) or act_of(opening["greeting"]) is not Act.FRAME:
        return ""
    if tokens_of(text)[0].word in _LEADS:
        return ""
    said = text[opening.end() :]
    return said if states(said) and act_of(said[:1].upper() + said[1:]) is Act.STATEMENT else ""


_SAID: Mapping[NoClaimReason, Callable[[str], str]] = {
    NoClaimReason.HEADING: _titled,
    NoClaimReason.QUESTION: _asked,
    NoClaimReason.SOURCES: _listed,
    NoClaimReason.FRAME: _greeted,
}
