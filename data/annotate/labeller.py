# SPDX-License-Identifier: Apache-2.0
"""One row to its label: one reading, or two with a third where they differ; each is kept, and none is paid twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from faithstill.data.llm import ChatClient, Journal, LlmError, ask, key_of, require
from faithstill.data.triple import Label, Span, Triple

from .label_prompt import guide_digest, label_messages

if TYPE_CHECKING:
    from .label_reply import LabelReply

MAX_TOKENS = 1200


class NoMajorityError(LlmError):
    """Three readings gave three labels."""


@dataclass(frozen=True, slots=True)
class RowReading:
    """What one model said of one row."""

    model: str
    label: Label
    rationale: str
    answer_type: str
    error_type: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row with its label, and the readings that it comes from, in the order in which they were made."""

    triple: Triple
    readings: tuple[RowReading, ...]


class Labeller:
    """Labels one row at a time; safe to share between threads."""

    def __init__(
        self,
        client: ChatClient,
        journal: Journal,
        *,
        second: ChatClient | None = None,
        third: ChatClient | None = None,
        passes: int = 1,
        retries: int = 2,
        max_tokens: int = MAX_TOKENS,
    ) -> None:
        """`passes` 2: `second` reads after the first, and `third` where they differ; the same model without them."""
        require("pydantic")
        if passes not in (1, 2):
            raise ValueError(f"passes={passes}: 1, or 2 with a third where they differ")
        self.clients = (client, second or client, third or client)
        self.passes = passes
        self._journal = journal
        self._retries, self._max_tokens = retries, max_tokens
        self._digest = guide_digest()

    @property
    def models(self) -> tuple[str, ...]:
        """Those that may be asked, each once, in their order."""
        asked = self.clients if self.passes == 2 else self.clients[:1]
        return tuple(dict.fromkeys(client.name for client in asked))

    def key(self, triple: Triple, reading: int) -> str:
        """What a reading of a row is kept by: everything that its reply depends on."""
        texts = [message.text for message in label_messages(triple, reading)]
        return key_of(self.clients[reading].name, self._digest, str(reading), *texts)

    def missing(self, triple: Triple) -> list[int]:
        """The readings of a row that are not on file, less a third."""
        return [n for n in range(self.passes) if self.key(triple, n) not in self._journal]

    def label(self, triple: Triple) -> Labelled:
        """The row with its label, rationale, types and spans; LlmError where no reply fits, or no two agree."""
        readings = [self._reading(triple, n) for n in range(self.passes)]
        if len({reading.label for reading in readings}) > 1:
            readings.append(self._reading(triple, 2))
        return Labelled(_decided(triple, readings), tuple(readings))

    def _reading(self, triple: Triple, number: int) -> RowReading:
        client = self.clients[number]
        kept = self._journal.once(
            self.key(triple, number), client, lambda metered: self._asked(metered, triple, number)
        )
        spans = tuple(Span(*span) for span in kept["spans"])
        told = {name: str(kept[name]) for name in ("rationale", "answer_type", "error_type")}
        return RowReading(client.name, Label(kept["label"]), spans=spans, **told)

    def _asked(self, client: ChatClient, triple: Triple, number: int) -> dict[str, Any]:
        from .label_reply import LabelReply, complaints, spans_of

        def check(reply: LabelReply) -> Sequence[str]:
            return complaints(reply, triple)

        reply = ask(
            client,
            label_messages(triple, number),
            LabelReply,
            check=check,
            retries=self._retries,
            max_tokens=self._max_tokens,
        ).value
        return {
            "label": reply.label,
            "rationale": reply.rationale,
            "answer_type": reply.answer_type,
            "error_type": reply.error_type or "",
            "spans": [[span.start, span.end, span.type] for span in spans_of(reply, triple.answer)],
            "evidence": [[used.passage, used.quote] for used in reply.evidence],
        }


def _decided(triple: Triple, readings: Sequence[RowReading]) -> Triple:
    """The row as most readings have it, in the words of the first of them."""
    labels = [reading.label for reading in readings]
    most = max(labels, key=labels.count)
    if len(labels) > 1 and labels.count(most) < 2:
        raise NoMajorityError(f"three readings, three labels: {', '.join(labels)}")
    first = next(reading for reading in readings if reading.label is most)
    return replace(
        triple,
        label=most,
        rationale=first.rationale,
        answer_type=first.answer_type,
        error_type=first.error_type,
        spans=first.spans,
    )
