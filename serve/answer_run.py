# SPDX-License-Identifier: Apache-2.0
"""A file of questions to a file of answers that grade themselves: continued after a kill, none paid for twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from faithstill.data import Triple, write_triples
from faithstill.data.columns import SELF_METRICS
from faithstill.data.files import write_rows
from faithstill.data.llm import (
    ChatClient,
    Estimate,
    Journal,
    LlmError,
    Price,
    Usage,
    ask_many,
    estimate,
    key_of,
)
from faithstill.data.table import cells_of

from .answer import MAX_TOKENS, PROMPT_VERSION, answer_messages, generate_answer

_REPLY_TOKENS = 350  # of a usual answer with its grades
_SHOWN = 10
_Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answers:
    """What came of a run; `kept` rows had an answer before, `refused` tell by id why there is none."""

    model: str
    rows: tuple[Triple, ...]
    kept: int
    refused: Mapping[str, str]
    spent: Usage
    total: Usage
    price: Price

    def as_dict(self) -> dict[str, Any]:
        """JSON-able; `self_metrics` are means."""
        means = {
            name: round(sum(row.self_metrics[name] for row in self.rows) / len(self.rows), 4)
            for name in (SELF_METRICS if self.rows else ())
        }
        return {
            "model": self.model,
            "prompt_version": PROMPT_VERSION,
            "answered": len(self.rows),
            "kept": self.kept,
            "answer_types": dict(sorted(Counter(row.answer_type for row in self.rows).items())),
            "self_metrics": means,
            "cost": {"run": self._cost(self.spent), "all_runs": self._cost(self.total)},
            "refused": [{"id": row, "reason": reason} for row, reason in self.refused.items()],
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _cost(self, usage: Usage) -> dict[str, Any]:
        cost = self.price.of(usage.prompt_tokens, usage.completion_tokens)
        return {"calls": usage.calls, "tokens": usage.tokens, "cost": round(cost, 6)}

    def _lines(self) -> Iterator[str]:
        told = self.as_dict()
        types = ", ".join(f"{n} {kind}" for kind, n in told["answer_types"].items()) or "none"
        kept = f"; {self.kept} had an answer before" if self.kept else ""
        asked = len(self.rows) + len(self.refused)
        yield f"answered {len(self.rows)} of {asked} questions by {self.model}: {types}{kept}"
        if self.rows:
            yield "means: " + ", ".join(f"{name} {mean:.2f}" for name, mean in told["self_metrics"].items())
        cost = told["cost"]["run"]
        yield f"{cost['calls']:,} calls, {cost['tokens']:,} tokens, cost {cost['cost']:g}"
        yield from (f"no answer: {row}: {reason}" for row, reason in [*self.refused.items()][:_SHOWN])
        if len(self.refused) > _SHOWN:
            yield f"no answer: {len(self.refused) - _SHOWN} more"


class Answerer:
    """Answers one question at a time; what is on file is not asked again."""

    def __init__(
        self, client: ChatClient, journal: Journal, *, retries: int = 2, max_tokens: int = MAX_TOKENS
    ) -> None:
        self.client, self.journal = client, journal
        self._retries, self._max_tokens = retries, max_tokens

    def answer(self, triple: Triple) -> _Value:
        """What the model said, as it is on file; LlmError where no reply fits."""

        def asked(client: ChatClient) -> _Value:
            found = generate_answer(
                client,
                triple.question,
                triple.passages,
                retries=self._retries,
                max_tokens=self._max_tokens,
            )
            return {
                "answer": found.text,
                "answer_type": found.answer_type,
                "self_metrics": dict(found.self_metrics),
                "rationale": found.reasoning,
                "utilised_evidence": [asdict(quote) for quote in found.utilised],
            }

        return self.journal.once(self.key(triple), self.client, asked)

    def key(self, triple: Triple) -> str:
        """Everything that the reply depends on."""
        texts = [message.text for message in answer_messages(triple.question, triple.passages)]
        return key_of(self.client.name, "answer", str(PROMPT_VERSION), *texts)

    def expected(self, triples: Sequence[Triple]) -> Estimate:
        """About what the answers take that are not on file."""
        left = {self.key(t): t for t in triples if not t.answer.strip()}
        prompts = (answer_messages(t.question, t.passages) for k, t in left.items() if k not in self.journal)
        return estimate(prompts, reply_tokens=_REPLY_TOKENS)


def answer_rows(
    triples: Sequence[Triple],
    answerer: Answerer,
    out: Path,
    *,
    at_once: int = 4,
    price: Price | None = None,
    progress: Callable[[int], None] = lambda rows: None,
) -> Answers:
    """Answer questions into `out`, and those that have no answer, with the reason, into `OUT.refused.jsonl`."""
    before = answerer.journal.spent
    alike: dict[str, list[Triple]] = {}
    for triple in triples:
        if not triple.answer.strip():
            alike.setdefault(answerer.key(triple), []).append(triple)
    found: dict[str, _Value | LlmError] = {}
    for rows, result in ask_many(alike.values(), lambda rows: answerer.answer(rows[0]), at_once=at_once):
        found |= {row.id: result for row in rows}
        progress(len(rows))
    answered = {
        row.id: _answered(row, said) for row in triples if isinstance(said := found.get(row.id), dict)
    }
    report = Answers(
        answerer.client.name,
        tuple(answered.values()),
        kept=len(triples) - len(found),
        refused={name: str(said) for name, said in found.items() if isinstance(said, LlmError)},
        spent=answerer.journal.spent - before,
        total=answerer.journal.spent,
        price=price or Price(),
    )
    _write([answered.get(row.id, row) for row in triples], found, report, out)
    return report


def _answered(row: Triple, said: _Value) -> Triple:
    return replace(
        row,
        answer=said["answer"],
        answer_type=said["answer_type"],
        rationale=said["rationale"],
        self_metrics=said["self_metrics"],
    )


def _write(rows: Sequence[Triple], found: Mapping[str, Any], report: Answers, out: Path) -> None:
    sound = [row for row in rows if row.id not in report.refused]
    used = [{"utilised_evidence": _used(found.get(row.id))} for row in sound]
    if sound:
        write_triples(out, sound, beside=used)
    refused = out.with_name(f"{out.name}.refused.jsonl")
    refused.unlink(missing_ok=True)
    if report.refused:
        write_rows(
            refused,
            [{**cells_of(row), "reason": report.refused[row.id]} for row in rows if row.id in report.refused],
        )


def _used(said: _Value | None) -> Any:
    return said["utilised_evidence"] if said else None
