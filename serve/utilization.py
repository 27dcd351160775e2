# SPDX-License-Identifier: Apache-2.0
"""The report of one answer: what is said of each statement, and what each sentence, value and name rests on."""

from __future__ import annotations

from typing import Any

from faithstill.data import Triple
from faithstill.featurize import Alignment, Analysis, Located, Match, Sentence, Status
from faithstill.featurize.evidence.entailments import Entailment

from .claim_report import as_text as claim_text
from .claim_report import described
from .scorer import Scorer
from .wording import in_quotes


def utilization(scorer: Scorer, triple: Triple, *, verbose: bool = False) -> dict[str, Any]:
    """The report as JSON-able data: sentences, claims, mentions, signals by family, score in numbers and in words.

    Offsets are characters of the answer and of the named passage (counted from 1). With `verbose` the words list every
    feature.
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
        "explanation": str(score.explain(verbose=verbose)),
    }


def _judged(scorer: Scorer, analysis: Analysis) -> tuple[Entailment, ...]:
    return analysis.entailments if scorer.featurizer.nli else ()


def _text(text: str, sentence: Sentence) -> str:
    return text[sentence.unit.start : sentence.unit.end]


def _sentence(analysis: Analysis, match: Match) -> dict[str, Any]:
    evidence = None
    if match.evidence is not None:
        passage = analysis.passages[match.passage]
        unit = match.evidence.unit
        evidence = {
            "passage": match.passage + 1,
            "start": unit.start,
            "end": unit.end,
            "text": _text(passage.text, match.evidence),
        }
    return {
        "start": match.sentence.unit.start,
        "end": match.sentence.unit.end,
        "text": _text(analysis.triple.answer, match.sentence),
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
    """The report in plain words, for a terminal: the verdict with its reasons first, then what it was made from."""
    lines = [report["explanation"], ""]
    lines += ["Claims", *(f"  {line}" for line in claim_text(report["claims"]).splitlines()), ""]
    lines += ["Values and names" if report["mentions"] else "No values or names"]
    lines += [f"  {_mention_line(m)}" for m in report["mentions"]]
    return "\n".join([*lines, "", _passages_line(report)])


def _passages_line(report: dict[str, Any]) -> str:
    if not report["passages"]:
        return "There are no passages."
    used = ", ".join(f"p{number}" for number in report["passages_used"]) or "none"
    return f"Passages that a sentence rests on: {used} of {report['passages']}."


def _mention_line(m: dict[str, Any]) -> str:
    words = _WORDS[Status(m["status"])]
    if m["formula"]:
        words += f": {m['formula']}"
    elif m["support"]:
        words += f": {_placed(m['support'])}"
    elif m["rival"] and m["status"] in _BESIDE:
        words += f"{_BESIDE[m['status']]} {_placed(m['rival'])}"
    return f"{m['kind']} {in_quotes(m['text'])} {words}"


_WORDS = {
    Status.EQUAL: "is stated",
    Status.DERIVED: "follows",
    Status.GIVEN: "is given by the question",
    Status.CONFLICTING: "is refuted",
    Status.ABSENT: "is nowhere in the evidence",
    Status.UNCHECKED: "cannot be told from the evidence",
}

# How the best other value of the evidence is told.
_BESIDE = {Status.CONFLICTING: " by", Status.ABSENT: ", nearest is"}


def _placed(located: dict[str, Any]) -> str:
    return f"{in_quotes(located['text'])} (p{located['passage']}, {located['start']}-{located['end']})"
