# SPDX-License-Identifier: Apache-2.0
"""The page in a real browser: by keyboard, fields with names, nothing from elsewhere, no text taken as markup."""

from __future__ import annotations

import re
from pathlib import Path

from faithstill.train.bench.chromium_page import Browser

from .conftest import CONTEXT, Served

STATIC = Path(__file__).parents[3] / "serve" / "http" / "static"
TAG = "<img src=x onerror=alert(1)>"


def asked(browser: Browser, **fields: str) -> str:
    """What the page says of an answer; the fields are filled and the button is pressed by keyboard."""
    for name, text in fields.items():
        browser.run(f"document.getElementById('{name}').select()")
        browser.type(text)
    browser.run(
        "document.getElementById('result').replaceChildren(); document.getElementById('check').focus()"
    )
    browser.press("Enter", 13)
    browser.until("result.childElementCount && result.ariaBusy === 'false'")
    shown = browser.run("result.innerText")
    assert isinstance(shown, str)
    return shown


def test_an_answer_is_tried(browser: Browser, served: Served) -> None:
    browser.open(f"http://{served.host}:{served.port}/")
    browser.until("service.textContent")
    assert browser.run("service.textContent") == "Bundle light, profile OPEN 1."
    shown = asked(browser)
    assert "Decision: block" in shown
    assert "Nothing may be shown." in shown
    assert "contradicted" in shown
    assert re.search(r"facts\s+failed\s+NUMERIC_CONFLICT", shown)
    assert re.search(r"\$35\s+conflict\s+money\.\w+\s+\$25", shown)
    shown = asked(browser, answer=CONTEXT)
    assert "Decision: deliver" in shown
    assert browser.run("result.querySelector('blockquote').textContent") == CONTEXT
    shown = asked(browser, answer=f"The fee {TAG} is $35.", contexts=f"{CONTEXT}\n\n{TAG} costs $5.")
    assert "img" in shown
    assert browser.run("document.images.length") == 0
    assert "20 are read" in asked(browser, contexts="\n\n".join("a" * 30))
    alerts = browser.run("[...document.querySelectorAll('[role=alert]')].length")
    assert alerts == 1


def test_every_field_has_a_name_and_the_result_is_announced(browser: Browser, served: Served) -> None:
    browser.open(f"http://{served.host}:{served.port}/")
    named = {
        node["name"]["value"]
        for node in browser.tree()
        if node.get("role", {}).get("value") in ("textbox", "button")
    }
    assert {re.sub(r" ?\(.*", "", name) for name in named} == {
        "Question",
        "Passages",
        "Answer",
        "Token",
        "Check",
    }
    assert browser.run("document.documentElement.lang && document.title")
    assert browser.run("result.ariaLive") == "polite"


def test_nothing_comes_from_elsewhere(browser: Browser, served: Served) -> None:
    browser.open(f"http://{served.host}:{served.port}/")
    own = f"http://{served.host}:{served.port}/"
    called = [
        event["params"]["request"]["url"]
        for event in browser.events
        if event.get("method") == "Network.requestWillBeSent"
    ]
    assert {f"{own}page.js", f"{own}page.css", f"{own}v1/guard"} <= set(called)
    assert [url for url in called if not url.startswith((own, "data:,"))] == []
    told = [event for event in browser.events if event.get("method") == "Runtime.exceptionThrown"]
    assert told == []


def test_the_files_name_no_other_place(served: Served) -> None:
    for path in STATIC.iterdir():
        assert "//" not in path.read_text(encoding="utf-8").replace("// ", "")
        found = served.send("GET", f"/{path.name}" if path.suffix != ".html" else "/")
        assert found.body == path.read_bytes()
        assert "default-src 'none'" in found.headers["content-security-policy"]
