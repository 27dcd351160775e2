# SPDX-License-Identifier: Apache-2.0
"""An answer checked while it comes in: each sentence before it is let out, and the whole answer at its end."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from faithstill.data import Passage
from faithstill.factcheck.judgement import Judgement
from faithstill.featurize.claims import AnswerSentence, Claim, answer_sentences, asserting
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.markers import markers_of
from faithstill.featurize.read.markers import without as unmarked

from .boundaries import CutPlace, complete, next_place
from .budget import Budget
from .case import Judge
from .decision import CheckedClaim, Decision
from .events import Decided, Event, Found, Held, TextReleased
from .inputs import Contexts, read_triple
from .outgoing import all_found, outgoing
from .profile import Release
from .repair import without
from .seen import visible

if TYPE_CHECKING:
    from .guard import Guard

NO_BOUNDARY = "NO_BOUNDARY"
LONGEST_PENDING = 8_000  # characters that may come in without a place to cut
READ_BEFORE = (
    4_000  # characters of the answer before it that a sentence is checked with, where there are so many
)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HALF = re.compile("[\ud800-\udbff]\\Z")
_UNREADABLE = re.compile("[\ud800-\udfff\0]")


class StreamBrokenError(RuntimeError):
    """The source of a stream broke before its end: nothing was decided, and nothing more went out."""


class StreamGuard:
    """Takes one answer piece by piece and tells what may be shown of it; for one thread at a time.

    The events are the same into whatever pieces the answer is cut. The checks are those of the guard: each sentence
    with the answer before it, then the whole answer.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        question: str,
        contexts: Contexts,
        high_stakes: bool = False,
        budget: Budget = Budget(),  # noqa: B008 - a value
    ) -> None:
        """`budget` is what each check may cost, be it of a sentence or of the whole answer."""
        self._triple = read_triple(question, contexts, "")
        self._guard = guard.with_judge(_AskedOnce(guard.judge)) if guard.judge else guard
        self._profile = guard.profile
        self._high_stakes, self._budget = high_stakes, budget
        self._known = _Known(
            guard.scorer.featurizer.analyse(self._triple).material.bag, content_stems(question)
        )
        self._text, self._half = "", ""
        self._unreadable: ValueError | None = None
        self._begin, self._next = 0, 0  # where the sentence begins that is still open; where to look on
        self._marks = [(0, 0)]  # ends of sentences, with the number of statements before each
        self._left_out: frozenset[int] = frozenset()
        self._told: frozenset[tuple[int, int]] = frozenset()
        self._out, self._released = 0, ""
        # A structured answer cannot be read before its end.
        self._held = self._profile.stream.release is Release.ANSWER or guard.schema is not None
        self._looks = self._profile.stream.check_sentences or not self._held
        self._ended = False

    # Pieces in, events out

    def feed(self, delta: str | None) -> list[Event]:
        """What is known with the next piece of the answer; None is an empty one.

        ValueError for text that could not stand in a file: a null byte, half a surrogate pair without its other half.
        """
        self.receive(delta)
        events: list[Event] = []
        while (found := self.step()) is not None:
            events += found
        return events

    def finish(self) -> list[Event]:
        """What is known now that the answer is over; the last event is the decision on all of it."""
        self._unreadable = self._unreadable or (
            _unreadable(self._half, len(self._text)) if self._half else None
        )
        events = self.feed(None)
        self._ended = True
        triple = replace(self._triple, answer=self._text)
        decision = self._guard.check_triple(triple, high_stakes=self._high_stakes, budget=self._budget)
        events += self._untold(all_found(decision, self._profile))
        shown = decision.text or ""
        if shown.startswith(self._released) and shown != self._released:
            events.append(self._let_out(shown, len(self._text)))
        return [*events, Decided(decision, self._released)]

    def receive(self, delta: str | None) -> None:
        """Take in a piece without checking anything yet."""
        if self._ended:
            raise RuntimeError("this stream has ended; make a StreamGuard for each answer")
        if not isinstance(delta, str | None):
            raise TypeError(f"a delta is a {type(delta).__name__}, not text; pass the text of each chunk")
        if not delta or self._unreadable:
            return
        text = _PAIR.sub(_character, self._half + delta)
        half = _HALF.search(text)  # the other half may come with the next piece
        self._half = half[0] if half else ""
        text = text[: half.start()] if half else text
        if wrong := _UNREADABLE.search(text):
            self._unreadable = _unreadable(wrong[0], len(self._text) + wrong.start())
            text = text[: wrong.start()]
        self._text += visible(text, self._text)

    @property
    def is_due(self) -> bool:
        """Would `step` do anything?"""
        if self._ended:
            return False
        return self._unreadable is not None or (
            self._looks
            and (self._is_endless(len(self._text)) or next_place(self._text, self._next) is not None)
        )

    def step(self) -> list[Event] | None:
        """The events of the next sentence that is complete; None where none is."""
        while self._looks and not self._ended:
            place = next_place(self._text, self._next)
            if self._is_endless(place.seen if place else len(self._text)):
                self._looks = False
                return self._hold((NO_BOUNDARY,))
            if place is None:
                break
            self._next = place.next
            if sentences := self._complete(place):
                return self._passed(sentences)
        if self._unreadable and not self._ended:
            self._ended = True
            raise self._unreadable
        return None

    def close(self) -> None:
        """Check nothing more; what was not let out stays in."""
        self._ended = True

    def broken_by(self, error: Exception) -> StreamBrokenError:
        """What to raise when the source of the answer breaks."""
        self.close()
        came, out = len(self._text), len(self._released)
        return StreamBrokenError(
            f"the source of the stream broke after {came} characters, of which {out} were released: "
            f"{type(error).__name__}: {error}"
        )

    # Sentences

    def _is_endless(self, seen: int) -> bool:
        return seen - self._begin > LONGEST_PENDING

    def _complete(self, place: CutPlace) -> Sequence[AnswerSentence]:
        """The sentences that end at a place; what opens the answer and states nothing waits for the first statement."""
        found = complete(self._view(place.seen), place, self._begin, self._sentences)
        waits = self._profile.stream.check_sentences and not self._marks[-1][1]
        return () if waits and all(sentence.reason for sentence in found) else found

    def _sentences(self, text: str) -> tuple[AnswerSentence, ...]:
        markers = markers_of(text, [passage.id for passage in self._triple.passages])
        return asserting(answer_sentences(unmarked(text, markers), markers.sources), self._known)

    def _view(self, end: int) -> str:
        """The answer up to an offset, what stands long before the open sentence blanked out."""
        start = self._marks[0][0]
        return (" " * (start - 1) + "\n" if start else "") + self._text[start:end]

    def _passed(self, sentences: Sequence[AnswerSentence]) -> list[Event]:
        end = sentences[-1].end
        stated = sum(sentence.reason is None for sentence in sentences)
        events: list[Event] = []
        if stated and self._profile.stream.check_sentences:
            triple = replace(self._triple, answer=self._view(end))
            decision = self._guard.decided(triple, high_stakes=self._high_stakes, budget=self._budget)
            events += self._judged(decision, sentences)
        self._begin = end
        self._marks.append((end, self._marks[-1][1] + stated))
        while self._marks[0][0] < end - READ_BEFORE and self._marks[1][0] <= end - READ_BEFORE:
            del self._marks[0]
        shown = self._text[:end] if self._held or not self._left_out else self._mended(end)
        if not self._held and shown.startswith(self._released) and shown[len(self._released) :].strip():
            events.append(self._let_out(shown, end))
        return events

    def _judged(self, decision: Decision, sentences: Sequence[AnswerSentence]) -> list[Event]:
        out = outgoing(decision, self._profile, sentences)
        self._left_out |= out.left_out
        events = self._untold([_placed(found, self._marks[0][1]) for found in out.found])
        self._looks = self._looks and not out.hopeless
        return events + (self._hold(out.held) if out.held else [])

    def _hold(self, reasons: tuple[str, ...]) -> list[Event]:
        if self._held:
            return []
        self._held = True
        return [Held(self._out, reasons)]

    def _mended(self, end: int) -> str:
        text = self._text[:end]
        sentences = self._sentences(text)
        return without(
            text, sentences, {n for n, s in enumerate(sentences) if s.unit.start in self._left_out}
        )

    def _let_out(self, shown: str, end: int) -> TextReleased:
        event = TextReleased(shown[len(self._released) :], self._out, end)
        self._out, self._released = end, shown
        return event

    def _untold(self, found: Iterable[Found]) -> list[Event]:
        """Those that were not told before."""
        events: list[Event] = []
        for one in found:
            about = one.about
            if (about.start, about.end) not in self._told:
                self._told |= {(about.start, about.end)}
                events.append(one)
        return events


@dataclass(frozen=True, slots=True)
class _Known(Container[str]):
    """The content stems of passages and question; the former are shared by all streams over the same passages."""

    passages: Container[str]
    question: tuple[str, ...]

    def __contains__(self, stem: object) -> bool:
        return stem in self.passages or stem in self.question


def _placed(found: Found, before: int) -> Found:
    """What was found with the number of its statement in the whole answer, `before` of which were not read."""
    claim = found.about
    if not isinstance(claim, CheckedClaim) or not before:
        return found
    place = claim.statement + before
    reason = claim.reason.replace(f"Sentence {claim.statement + 1}:", f"Sentence {place + 1}:", 1)
    moved: CheckedClaim = replace(claim, statement=place, reason=reason)
    return replace(found, about=moved)


def _character(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _unreadable(character: str, offset: int) -> ValueError:
    what = "a null byte" if character == "\0" else "half a surrogate pair"
    return ValueError(f"the answer has {what} at character {offset}: remove it or encode the text anew")


@dataclass(frozen=True, slots=True)
class _AskedOnce:
    """A judge that is asked once about a claim, though the claim is checked again with each later sentence."""

    judge: Judge
    said: dict[Claim, Judgement] = field(default_factory=dict)

    def __call__(self, question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        if claim not in self.said:
            self.said[claim] = self.judge(question, claim, passages)
        return self.said[claim]
