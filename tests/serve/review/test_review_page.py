# SPDX-License-Identifier: Apache-2.0
"""The review page in a real browser: by keyboard alone, with marks in code points, two tabs, a crash, and axe-core."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from faithstill.train.bench.chromium_page import Browser

from .conftest import ANSWER, Review, Reviewing

# A development-time tool that is not in the repository: npm install axe-core, here or where the variable says.
AXE = Path(
    os.environ.get("FAITHSTILL_AXE", Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js")
)
SELECT = """(() => {
  const walk = document.createTreeWalker(document.getElementById("answer"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.data.indexOf(%s);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walk.currentNode, at);
    range.setEnd(walk.currentNode, at + %s.length);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  }
})()"""


@pytest.fixture
def page(review: Review, rows_file: Path) -> Reviewing:
    """A file that nobody has looked at, its rows analysed."""
    one = review(rows_file)
    for row in ("fee", "account", "cards/20"):
        one.analysed(row)
    return one


def press(browser: Browser, *keys: str) -> None:
    """Keys, one after the other."""
    for key in keys:
        browser.press(key, 27 if key == "Escape" else ord(key.upper()))


def opened(browser: Browser, page: Reviewing, row: str = "") -> None:
    """The list, or a row of it, once it is shown."""
    browser.open("about:blank#")
    browser.until("location.href === 'about:blank#'")
    browser.open(f"{page.url}#row={row}" if row else page.url)
    browser.until(f"$('row-title').textContent === 'Row {row}'" if row else "$('rows').children.length")


def saved(browser: Browser, page: Reviewing, row: str = "fee", reviewer: str = "ANN") -> Any:
    """The decision on a row once all that was sent is saved."""
    browser.run("sending")
    return page.get(f"/api/row?row={row}&reviewer={reviewer}")["decision"]


def test_a_row_is_reviewed_by_keyboard_and_stays_after_a_reload(browser: Browser, page: Reviewing) -> None:
    opened(browser, page)
    assert browser.run("[...document.querySelectorAll('#rows a')].map((a) => a.textContent)") == [
        "fee", "account", "cards/20",
    ]  # fmt: skip
    press(browser, "n")
    browser.until("$('row-title').textContent === 'Row fee' && document.activeElement === $('row-title')")
    assert browser.run(
        "[...document.querySelectorAll('#answer mark.conflict')].map((m) => m.textContent)"
    ) == ["$35"]
    press(browser, "1")
    assert "$25" in browser.run("document.querySelector('.proof').innerText")
    assert "$25" in browser.run(
        "[...document.querySelectorAll('#passages mark')].map((m) => m.textContent).join()"
    )
    press(browser, "u")
    assert saved(browser, page)["label"] == "unfaithful"
    assert browser.run(SELECT % (json.dumps("Mondays"), json.dumps("Mondays")))
    press(browser, "m", "1")
    decision = saved(browser, page)
    assert [ANSWER[span["start"] : span["end"]] for span in decision["spans"]] == ["Mondays"]
    press(browser, "c")
    browser.type("It is $25: u, n and z are letters here.")
    press(browser, "Escape")
    assert saved(browser, page)["comment"] == "It is $25: u, n and z are letters here."
    press(browser, "e")
    for _ in range(2):
        browser.press("ArrowDown", 40)
    assert browser.run("document.activeElement.value") == "date"
    press(browser, "Escape")
    assert saved(browser, page)["error_type"] == "date"
    opened(browser, page, "fee")  # from an empty page
    assert browser.run("$('error-type').value") == "date"
    assert browser.run("document.querySelector('input:checked').value") == "unfaithful"
    assert browser.run("$('comment').value") == "It is $25: u, n and z are letters here."
    assert browser.run("document.querySelectorAll('#answer mark.wrong').length") > 0
    for told in (
        "$('error-type').value === 'number'",
        "$('error-type').value === ''",
        "$('comment').value === ''",
    ):
        press(browser, "z")
        browser.until(told)
    assert saved(browser, page)["label"] == "unfaithful"
    press(browser, "n")
    browser.until("$('row-title').textContent === 'Row account'")


def test_a_faithful_answer_has_no_error_type_and_the_files_stands_until_then(
    browser: Browser, page: Reviewing
) -> None:
    opened(browser, page, "cards/20")
    assert browser.run("$('error-type').value") == "number"
    press(browser, "u")
    assert saved(browser, page, "cards/20")["error_type"] == "number"
    press(browser, "f")
    decision = saved(browser, page, "cards/20")
    assert (decision["label"], decision["error_type"]) == ("faithful", "")
    assert browser.run("$('error-type').disabled")


def test_a_click_on_a_claim_shows_what_it_rests_on(browser: Browser, page: Reviewing) -> None:
    opened(browser, page, "fee")
    browser.until("document.querySelector('#answer mark')")
    browser.run("document.querySelector('#answer mark[data-claim=\"1\"]').click()")
    assert browser.run("document.activeElement.getAttribute('aria-expanded')") == "true"
    assert "What adds to the log-odds" in browser.run("document.querySelectorAll('.proof')[0].innerText")


def test_a_tab_that_saves_over_a_newer_decision_is_told(browser: Browser, page: Reviewing) -> None:
    opened(browser, page, "account")
    page.decide("account", "partial")  # another tab
    press(browser, "f")
    browser.until("$('alert').textContent.includes('not saved')")
    assert saved(browser, page, "account")["label"] == "partial"
    browser.run("[...$('alert').querySelectorAll('button')].at(-1).click()")
    browser.until("$('saved').textContent.startsWith('saved') && !$('alert').textContent")
    assert saved(browser, page, "account")["label"] == "faithful"
    page.decide("account", "unfaithful", version=saved(browser, page, "account")["version"])
    press(browser, "p")
    browser.until("$('alert').textContent.includes('not saved')")
    browser.run("$('alert').querySelector('button').click()")
    browser.until("document.querySelector('input:checked')?.value === 'unfaithful'")


def test_a_decision_made_while_the_server_is_down_is_sent_when_it_is_back(
    browser: Browser, page: Reviewing, review: Review
) -> None:
    opened(browser, page, "fee")
    page.kill()
    press(browser, "p")
    browser.until("$('alert').textContent.includes('does not answer')")
    again = review(page.rows, "--port", str(page.port))
    browser.until("$('saved').textContent.startsWith('saved') && !$('alert').textContent")
    assert saved(browser, again)["label"] == "partial"


def test_twenty_passages_are_shown_as_text_and_nothing_comes_from_elsewhere(
    browser: Browser, page: Reviewing
) -> None:
    browser.events.clear()
    opened(browser, page, "cards/20")
    assert browser.run("document.querySelectorAll('#passages article').length") == 20
    assert browser.run("$('question').textContent") == "<b>Which card?</b>"
    assert browser.run("document.querySelectorAll('#row b, #row i').length") == 0
    called = [
        event["params"]["request"]["url"]
        for event in browser.events
        if event.get("method") == "Network.requestWillBeSent"
    ]
    assert f"{page.url}review.js" in called
    assert [url for url in called if not url.startswith((page.url, "data:,", "about:"))] == []
    assert [e for e in browser.events if e.get("method") == "Runtime.exceptionThrown"] == []


def test_axe_finds_nothing_serious(browser: Browser, page: Reviewing) -> None:
    if not AXE.exists():
        pytest.skip("there is no axe-core: npm install axe-core, or name axe.min.js in FAITHSTILL_AXE")
    page.decide("fee", "partial", spans=[{"start": 0, "end": 6}], comment="note")
    page.decide("fee", "faithful", reviewer="BOB")
    views = {"list": [], "row": ["1"], "help": ["?"]}
    found: dict[str, list[str]] = {}
    for view, keys in views.items():
        opened(browser, page, "" if view == "list" else "fee")
        browser.until("document.readyState === 'complete'")
        press(browser, *keys)
        browser.run(AXE.read_text(encoding="utf-8") + "; 1")
        passed = browser.run("axe.run().then((r) => { window.told = r; return r.passes.length; })")
        assert passed > 10  # it has looked
        told = browser.run(
            "told.violations.map((v) => [v.impact, v.id, v.nodes.map((n) => n.html).join(' ')])"
        )
        found[view] = [
            f"{impact} {id_}: {where}" for impact, id_, where in told if impact in ("serious", "critical")
        ]
    assert found == {"list": [], "row": [], "help": []}
