# SPDX-License-Identifier: Apache-2.0
"""Pictures of the review page for the docs, and how long a row of twenty passages takes to show.

`python -m faithstill.train.bench.review_pictures --out docs/pictures` drives a headless Chromium.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from urllib.request import Request, urlopen

import typer

from faithstill.data import Label, Passage, Triple, write_triples
from faithstill.train.module_main import run_script

from .chromium_page import CHROMIUM, Browser

_PROGRAM = "from faithstill.train.cli import main; main()"
_RUNNING = re.compile(r"running on (http://[\d.]+:\d+)")
_SIZE = (1040, 410)
LOADS = 20
MANY = "twenty"
_LONG = "Fees are set out in the schedule and are collected on the last working day of each month. " * 6

ROWS = (
    Triple(
        question="What does a missed payment cost?",
        passages=(
            Passage("A late fee of $25 applies after a ten-day grace period.", id="card-terms"),
            Passage("Customers may ask for one late fee a year to be refunded.", id="refunds"),
        ),
        answer="A late fee of $35 applies after a ten-day grace period. One fee a year may be refunded on request. "
        "You can also waive it by calling us on Mondays.",
        label=Label.PARTIAL,
        id="late-fee",
        rationale="The fee is $25.",
        error_type="number",
    ),
    Triple(
        question="How long do I have to file a claim?",
        passages=(Passage("Claims are filed within 30 days of the damage.", id="policy"),),
        answer="You have 30 days from the damage to file a claim.",
        label=Label.FAITHFUL,
        id="claim-days",
    ),
    Triple(
        question="Which account has no monthly fee?",
        passages=(
            Passage(
                "The Student account has no monthly fee. The Plus account costs £9.50 a month.", id="fees"
            ),
        ),
        answer="The Student account has none, and neither has Plus.",
        id="no-fee",
    ),
    Triple(
        question="What does account 7 cost?",
        passages=tuple(
            Passage(f"Account {n} costs ${n}.50 a month. {_LONG}", id=f"p{n}") for n in range(1, 21)
        ),
        answer="Account 7 costs $7.50 a month. Account 8 costs $9.50.",
        id=MANY,
    ),
)
_WHY = (
    "layers disagree (0 unfaithful, 1 faithful): classifier 0.61, encoder 0.08, value check 0.00",
    "random: each of 9,120 answers had a chance of 0.004",
    "uncertain: probability 0.49 of faithful, threshold 0.52",
    "novel: unlike training rows and queued ones (standard deviations: causal_added +4.0)",
)


def main(
    out: Annotated[Path, typer.Option("--out", help="folder of the pictures")] = Path("docs/pictures"),
) -> None:
    """Take the pictures, and print how long the row of twenty passages takes from key press to text and marks."""
    if CHROMIUM is None:
        raise ValueError("there is no Chromium on this machine: apt-get install chromium")
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, _served(Path(folder)) as url:
        browser = Browser(CHROMIUM, Path(folder) / "chromium")
        try:
            browser.size(*_SIZE)
            _pictures(browser, url, out)
            taken = sorted(_milliseconds(browser, url) for _ in range(LOADS))
        finally:
            browser.close()
    typer.echo(f"row of 20 passages: median {median(taken):.0f} ms, most {taken[-1]:.0f} ms of {LOADS}")


def _pictures(browser: Browser, url: str, out: Path) -> None:
    browser.open(url)
    browser.until("$('rows').children.length")
    browser.picture(out / "review_list.png")
    browser.open(f"{url}/#row=late-fee&open=1")
    browser.until("document.querySelector('.proof')")
    browser.picture(out / "review_row.png")


def _milliseconds(browser: Browser, url: str) -> float:
    """From the key that leaves the row before to the row of twenty passages."""
    browser.open("about:blank#")
    browser.open(f"{url}/#row=no-fee")
    browser.until("$('row-title').textContent === 'Row no-fee'")
    browser.press("n", ord("N"))
    browser.until(f"$('row-title').textContent === 'Row {MANY}' && $('claims').children.length")
    return float(browser.run("document.body.dataset.milliseconds"))


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    rows, log = folder / "labelled.csv", folder / "log"
    write_triples(rows, ROWS, beside=[{"why": why} for why in _WHY])
    command = [sys.executable, "-c", _PROGRAM, "review", str(rows), "--port", "0", "--reviewer", "ANN"]
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        url = _place(process, log)
        while not all(_call(f"{url}/api/row?row={row.id}")["analysis"] for row in ROWS):
            time.sleep(0.2)
        _call(f"{url}/api/decisions", {"row": "claim-days", "reviewer": "ANN", "label": "faithful"})
        yield url
    finally:
        process.terminate()
        process.wait()


def _call(url: str, body: Any = None) -> Any:
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, sent, {"Content-Type": "application/json"})) as found:
        return json.load(found)


def _place(process: subprocess.Popen[bytes], log: Path) -> str:
    while process.poll() is None:
        said = log.read_text(encoding="utf-8")
        if (found := _RUNNING.search(said)) and "startup complete" in said:
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"the page did not start: {log.read_text(encoding='utf-8')}")


if __name__ == "__main__":
    run_script(main)
