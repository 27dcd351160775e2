# SPDX-License-Identifier: Apache-2.0
"""The context-utilization report of one answer: what each sentence, value and name rests on."""

from __future__ import annotations

from typing import Any

from faithstill.data import Triple
from faithstill.featurize import Alignment, Analysis, Document, Located, Match, Sentence
from faithstill.featurize.entailments import Entailment

from .claim_report import as_text as claim_text
from .claim_report import described
from .scorer import Scorer


def utilization(scorer: Scorer, triple: Triple) -> dict[str, Any]:
    """The report as JSON-able data: sentences, claims, mentions, signals by family, score in numbers and in words.

    Offsets are characters of the answer and of the named passage (counted from 1).
    """
    analysis = scorer.featurizer.analyse(triple)
    score = scorer.score_analysis(triple, analysis)
    return {
        "sentences": [_sentence(analysis, match) for match in analysis.matches],
        "claims": described(analysis.claims, analysis.evidence, _judged(scorer, analysis)),
        "mentions": [_mention(analysis, alignment) for alignment in analysis.alignments],
        "passages_used": sorted({match.passage + 1 for match in analysis.matches if match.evidence}),
        "passages": len(analysis.passages),
        "signals": score.signals(),
        "score": score.as_dict(),
        "explanation": str(score.explain()),
    }


def _judged(scorer: Scorer, analysis: Analysis) -> tuple[Entailment, ...]:
    return analysis.entailments if scorer.featurizer.nli else ()


def _text(document: Document, sentence: Sentence) -> str:
    return document.text[sentence.unit.start : sentence.unit.end]


def _sentence(analysis: Analysis, match: Match) -> dict[str, Any]:
    evidence = None
    if match.evidence is not None:
        passage = analysis.passages[match.passage]
        unit = match.evidence.unit
        evidence = {
            "passage": match.passage + 1,
            "start": unit.start,
            "end": unit.end,
            "text": _text(passage, match.evidence),
        }
    return {
        "start": match.sentence.unit.start,
        "end": match.sentence.unit.end,
        "text": _text(analysis.answer, match.sentence),
        "word_share": round(match.lexical, 4),
        "cosine": round(match.semantic, 4),
        "evidence": evidence,
    }


def _mention(analysis: Analysis, alignment: Alignment) -> dict[str, Any]:
    mention = alignment.mention
    return {
        "start": mention.start,
        "end": mention.end,
        "text": mention.text,
        "kind": str(mention.kind),
        "status": str(alignment.status),
        "support": _located(alignment.support),
        "rival": _located(alignment.rival),
        "formula": alignment.derivation.formula if alignment.derivation else None,
    }


def _located(located: Located | None) -> dict[str, Any] | None:
    if located is None:
        return None
    m = located.mention
    return {
        "passage": located.passage + 1,
        "start": m.start,
        "end": m.end,
        "text": m.text,
        "slot": round(located.slot, 4),
    }


def as_text(report: dict[str, Any]) -> str:
    """The report in plain words, for a terminal."""
    lines = [f"Passages used: {len(report['passages_used'])} of {report['passages']}", "", "Sentences"]
    for s in report["sentences"]:
        lines.append(f"  {s['text']}")
        where = s["evidence"]
        rests = f"[{where['passage']}] {where['text']}" if where else "nothing: there are no passages"
        lines.append(f"    words {s['word_share']:.0%}, cosine {s['cosine']:.2f}, rests on {rests}")
    lines += ["", "Claims", *(f"  {line}" for line in claim_text(report["claims"]).splitlines())]
    lines += ["", "Values and names" if report["mentions"] else "No values or names"]
    lines += [f"  {_mention_line(m)}" for m in report["mentions"]]
    lines += ["", "Signals that are not at rest"]
    for family, signals in report["signals"].items():
        lines += [f"  {family}: " + ", ".join(f"{name} {value:.2f}" for name, value in signals.items())]
    return "\n".join([*lines, "", report["explanation"]])


def _mention_line(m: dict[str, Any]) -> str:
    line = f"{m['kind']} {m['text']!r}: {m['status']}"
    if m["support"]:
        line += f", as {m['support']['text']!r} in [{m['support']['passage']}]"
    if m["formula"]:
        line += f", {m['formula']}"
    if m["rival"] and m["status"] not in ("given", "derived"):
        line += f"; the best other value is {m['rival']['text']!r} in [{m['rival']['passage']}]"
    return line
