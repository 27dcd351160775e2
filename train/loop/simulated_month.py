# SPDX-License-Identifier: Apache-2.0
"""Four weeks of the learning loop: label, queue, review, retrain, gate, promote, watch."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from faithstill.data import Triple, read_triples, write_triples
from faithstill.train.bench.scripted_labeller import Faults, Script, ScriptedLabeller

from .loop_commands import Commands
from .scripted_expert import review
from .weeks import SABOTAGED, Month, corrected, sabotaged, without_labels

ERRORS = 0.1  # share of rows that the scripted labeller labels wrongly
FAULTS = Faults(malformed=0.1, wrong=ERRORS)
NAME = "loop"
_HANG = 1.0  # seconds
_REVIEWED = 0.2  # of a week's rows


@dataclass(frozen=True, slots=True)
class Week:
    """What became of a week; the ROC-AUC are those of the gate on the golden rows."""

    number: int
    rows: int
    refused: int  # rows for which the labeller gave no usable label
    reviewed: int
    corrected: int  # of them the expert labelled otherwise
    champion_auc: float
    candidate_auc: float
    promoted: bool
    drifted: bool
    sabotaged_auc: float | None = None
    sabotaged_refused: bool | None = None


class SimulatedMonth:
    """Runs weeks in a folder; what was done before is taken from there."""

    def __init__(self, month: Month, folder: Path, commands: Commands) -> None:
        self._month, self._folder, self._commands = month, folder, commands
        self._golden = folder / "golden.csv"
        self._learnt: list[Triple] = list(month.base)
        self._champion = folder / "week-0" / "bundle"

    def begin(self) -> None:
        """Write the golden rows, train and register the first bundle."""
        _write(self._golden, self._month.golden)
        self._trained(self._champion, self._month.base)
        self._promote(self._champion, ())

    def week(self, number: int) -> Week:
        """One week, from the answers to the registry."""
        folder, known = self._folder / f"week-{number}", self._month.weeks[number - 1]
        done = folder / "week.json"
        if done.exists():
            return self._taken(Week(**json.loads(done.read_text(encoding="utf-8"))), folder)
        traces = _write(folder / "traces.jsonl", without_labels(known))
        drifted = not self._commands.run(
            folder / "drift.json",
            "drift",
            traces,
            "--against",
            self._champion,
            "--out",
            folder / "drift.json",
        )
        labelled = self._labelled(folder, traces, known)
        reviewed, changed = self._reviewed(folder, labelled, known)
        rows = corrected(read_triples(labelled, labelled=True).triples, reviewed)
        candidate = self._trained(folder / "bundle", [*self._learnt, *rows])
        promoted, report = self._gated(candidate, folder / "gate.json")
        found = Week(
            number=number,
            rows=len(known),
            refused=len(known) - len(rows),
            reviewed=len(reviewed),
            corrected=changed,
            champion_auc=_auc(report["present"]),
            candidate_auc=_auc(report["candidate"]),
            promoted=promoted,
            drifted=drifted,
            **(self._sabotage(folder, rows) if number == SABOTAGED else {}),
        )
        if promoted:
            self._promote(candidate, ("--gate", folder / "gate.json"))
        done.write_text(json.dumps(asdict(found)), encoding="utf-8")
        return self._taken(found, folder)

    def _taken(self, found: Week, folder: Path) -> Week:
        """What the next week builds on: all labels, and the bundle that serves."""
        labelled = read_triples(folder / "labelled.csv", labelled=True).triples
        reviewed = read_triples(folder / "reviewed.csv", labelled=True).triples
        self._learnt += corrected(labelled, reviewed)
        if found.promoted:
            self._champion = folder / "bundle"
        return found

    def _labelled(self, folder: Path, traces: Path, known: Sequence[Triple]) -> Path:
        out = folder / "labelled.csv"
        with ScriptedLabeller(Script(known, FAULTS), hang=_HANG) as model:
            self._commands.run(
                out, "annotate", traces, "--llm", model.url, "--model", "scripted", "--out", out
            )
        return out

    def _reviewed(
        self, folder: Path, labelled: Path, known: Sequence[Triple]
    ) -> tuple[Sequence[Triple], int]:
        queue, out, changed = folder / "queue.csv", folder / "reviewed.csv", folder / "changed.json"
        most = str(round(_REVIEWED * len(known)))
        model = ("--model", self._champion)
        self._commands.run(queue, "queue", labelled, "--most", most, *model, "--out", queue)
        if not changed.exists():
            self._commands.say(f"faithstill review {queue} (decided by a scripted expert through its API)")
            count = review(queue, self._champion, known, self._commands.environment)
            changed.write_text(json.dumps(count), encoding="utf-8")
        self._commands.run(out, "review", queue, *model, "--export", out)
        return read_triples(out, labelled=True).triples, json.loads(changed.read_text(encoding="utf-8"))

    def _trained(self, out: Path, rows: Sequence[Triple]) -> Path:
        file = _write(out.with_name(f"{out.name}.jsonl"), rows)
        self._commands.run(out, "train", file, "--out", out, "--without", "entailment", "--fingerprint")
        return out

    def _gated(self, candidate: Path, out: Path) -> tuple[bool, Mapping[str, Any]]:
        options = ("--against", self._champion, "--golden", self._golden, "--out", out)
        passed = self._commands.run(out, "gate", candidate, *options)
        return passed, json.loads(out.read_text(encoding="utf-8"))

    def _sabotage(self, folder: Path, rows: Sequence[Triple]) -> dict[str, Any]:
        """A candidate on flipped labels of one domain, which the gate must refuse."""
        bad = self._trained(folder / "sabotaged", sabotaged([*self._learnt, *rows]))
        passed, report = self._gated(bad, folder / "sabotaged.json")
        return {"sabotaged_auc": _auc(report["candidate"]), "sabotaged_refused": not passed}

    def _promote(self, bundle: Path, gate: Sequence[str | Path]) -> None:
        self._commands.run(bundle, "promote", bundle, "--name", NAME, *gate)


def _auc(side: Mapping[str, Any]) -> float:
    found: float = side["figures"]["roc_auc"]["value"]
    return found


def _write(path: Path, triples: Sequence[Triple]) -> Path:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_triples(path, triples)
    return path
