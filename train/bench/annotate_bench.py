# SPDX-License-Identifier: Apache-2.0
"""Is every row labelled once or named, when replies are malformed, late, and the run is killed?

`python -m faithstill.train.bench.annotate_bench data/finance.csv` labels 1,000 rows by a scripted model on a real
socket, which gives a tenth of its replies in no usable form and a twentieth too late, and kills the run once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from faithstill.data import Triple, read_triples, write_triples
from faithstill.data.annotate.labelling_run import distinct, refused_of
from faithstill.train.module_main import run_script

from .scripted_labeller import Faults, Script, ScriptedLabeller

_WAIT = 0.5  # seconds for one reply


@dataclass(frozen=True, slots=True)
class AnnotateOutcome:
    """What a killed and continued run left behind."""

    rows: int
    requests: int
    before_the_kill: int
    labelled: int
    refused: int
    lost: int
    twice: int
    as_known: int
    paid_twice: int
    seconds: float

    def table(self) -> Table:
        """For the terminal."""
        table = Table("what", "rows", title="labelling with faults and one kill -9")
        for name, value in (
            ("rows", self.rows),
            ("labelled", self.labelled),
            ("named as refused", self.refused),
            ("neither", self.lost),
            ("labelled or named twice", self.twice),
            ("with the label that the script knows", self.as_known),
            ("on file when killed", self.before_the_kill),
            ("given a sound reply twice (under way when killed)", self.paid_twice),
            ("requests", self.requests),
        ):
            table.add_row(name, f"{value:,}")
        table.add_row("seconds", f"{self.seconds:.1f}")
        return table


def killed_and_continued(
    known: Sequence[Triple],
    folder: Path,
    *,
    faults: Faults,
    at_once: int = 8,
    options: Sequence[str] = (),
) -> AnnotateOutcome:
    """Label rows in another process, kill it when it has asked as often as a third of them, and start it again."""
    rows, out = folder / "traces.jsonl", folder / "labelled.csv"
    write_triples(rows, [_unlabelled(triple) for triple in known])
    journal = out.with_name(f"{out.name}.journal.jsonl")
    started = time.monotonic()
    script = Script(known, faults)
    with ScriptedLabeller(script, hang=2 * _WAIT, hold_after=len(known) // 3) as server:
        command = _command(rows, out, server.url, at_once, options)
        _kill(command, server)
        before = _lines(journal)
        subprocess.run(command, env=_environment(), check=True, capture_output=True)
        sound, requests = server.script.sound, server.requests
    labelled = read_triples(out, labelled=True).triples
    refused = read_triples(refused_of(out)).triples if refused_of(out).exists() else ()
    seen = Counter(triple.id for triple in (*labelled, *refused))
    labels = {triple.id: triple.label for triple in known}
    return AnnotateOutcome(
        rows=len(known),
        requests=requests,
        before_the_kill=before,
        labelled=len(labelled),
        refused=len(refused),
        lost=sum(triple.id not in seen for triple in known),
        twice=sum(n > 1 for n in seen.values()),
        as_known=sum(triple.label == labels[triple.id] for triple in labelled),
        paid_twice=sum(n > 1 for n in sound.values()),
        seconds=time.monotonic() - started,
    )


def _unlabelled(triple: Triple) -> Triple:
    return replace(triple, label=None, rationale="", answer_type="", error_type="", spans=())


def _command(rows: Path, out: Path, url: str, at_once: int, options: Sequence[str]) -> list[str]:
    program = [sys.executable, "-c", "from faithstill.train.cli import main; main()", "annotate"]
    asked = ["--llm", url, "--model", "scripted", "--at-once", str(at_once), "--timeout", str(_WAIT)]
    return [*program, str(rows), "--out", str(out), *asked, *options]


def _kill(command: Sequence[str], server: ScriptedLabeller) -> None:
    """Start, and kill while the server holds its replies back."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=_environment(), stdout=quiet, stderr=quiet) as run:
        while run.poll() is None and not server.held.wait(0.05):
            pass
        run.send_signal(signal.SIGKILL)
    server.release()


def _environment() -> dict[str, str]:
    """The other process imports what this one does, and needs no key."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def main(
    rows: Path,
    most: Annotated[int, typer.Option("--rows", min=3, help="how many")] = 1000,
    malformed: Annotated[float, typer.Option("--malformed", min=0, max=1)] = 0.10,
    timeouts: Annotated[float, typer.Option("--timeouts", min=0, max=1)] = 0.05,
) -> None:
    """Print what became of each row."""
    known = one_a_question(read_triples(rows, labelled=True).triples)[:most]
    with TemporaryDirectory() as folder:
        faults = Faults(malformed, timeouts)
        outcome = killed_and_continued(known, Path(folder), faults=faults, at_once=8)
    Console(width=110, highlight=False).print(outcome.table())
    if outcome.lost or outcome.twice:
        raise ValueError(f"{outcome.lost} rows are lost, {outcome.twice} are there twice")


def one_a_question(triples: Sequence[Triple]) -> list[Triple]:
    """Rows that the script can tell apart: no two with the same question and answer."""
    unlabelled = [_unlabelled(triple) for triple in triples]
    firsts = {same[0].id for same in distinct(unlabelled)}
    found: dict[tuple[str, str], Triple] = {}
    for triple in triples:
        if triple.id in firsts:
            found.setdefault((triple.question, triple.answer), triple)
    return list(found.values())


if __name__ == "__main__":
    run_script(main)
