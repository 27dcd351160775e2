# SPDX-License-Identifier: Apache-2.0
"""How an answer, a payload or a plan may slip a claim past the guard; none of it may be shown."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import pytest

from faithstill.serve import Action, Guard, Profile, Scorer
from faithstill.serve.guard import ClaimVerdict, Decided, Structured

QUESTION = "What does a missed payment cost?"
FEE = "A late fee of $25 applies after a ten-day grace period."
CONTEXTS = (FEE, "Cardholders can waive the fee once a year by calling support.")
POLICE = "Your account will be closed by the police."
NINETY = "The late fee is $90."

# Each: where the claim hides, and an answer that holds it.
HIDDEN: list[tuple[str, str]] = [
    ("plainly", f"{FEE} {POLICE}"),
    ("code that is prose", f"{FEE}\n\n```python\n{NINETY}\n```"),
    ("a comment in code", f"{FEE}\n\n```python\n# {POLICE}\n```"),
    ("a fence without a tag", f"{FEE}\n\n```\n{POLICE}\n```"),
    ("a fence of tildes", f"{FEE}\n\n~~~js\n{POLICE}\n~~~"),
    ("a fence that stays open", f"{FEE}\n\n```python\n{POLICE}"),
    ("indented text", f"{FEE}\n\n    {POLICE}\n"),
    ("backticks", f"{FEE} `{POLICE}`"),
    ("a heading", f"# {POLICE}\n\n{FEE}"),
    ("a heading with a figure", f"## The late fee is $90\n\n{FEE}"),
    ("a heading at the end", f"{FEE}\n\n### Your account will be closed by the police"),
    ("a bold line", f"**{POLICE}**\n\n{FEE}"),
    ("an underlined heading", f"Your account will be closed by the police\n=====\n\n{FEE}"),
    ("a lead-in", f"Your account is closed by police in these cases:\n- {FEE}"),
    ("a list", f"{FEE} What you should know:\n- {POLICE}"),
    ("a question of a statement's order", f"{FEE} The police will close your account?"),
    ("a question that takes it as given", f"{FEE} Why did the police close all accounts?"),
    ("a quotation", f'{FEE} "{POLICE}"'),
    ("a block quotation", f"{FEE}\n\n> {POLICE}"),
    ("a footnote", f"{FEE}[^1]\n\n[^1]: {POLICE}"),
    ("the words of a link", f"{FEE} [{POLICE}](https://example.com)"),
    ("the text of a picture", f"{FEE} ![{POLICE}](https://example.com/a.png)"),
    ("the title of a link", f'{FEE} [terms](https://example.com "{POLICE}")'),
    ("an HTML comment", f"{FEE} <!-- {POLICE} -->"),
    ("an HTML paragraph", f"{FEE}<p>{POLICE}</p>"),
    ("a script in front", f"<script>{POLICE}</script> {FEE}"),
    ("the attribute of a tag", f'{FEE} <img alt="{POLICE}">'),
    ("a zero-width blank in a figure", "A late fee of $25\u200b0 applies after a ten-day grace period."),
    ("zero-width blanks in words", f"{FEE} Your acc\u200bount will be cl\u200bosed by the po\u200blice."),
    ("letters that look alike", f"{FEE} Y\u043eur \u0430cc\u043eunt will be cl\u043esed."),
    ("wide digits", "The late fee is $\uff19\uff10."),
    ("a marker's brackets", f"{FEE} [police close accounts]"),
    ("a marker behind the full stop", f"{FEE} \u30103\u2020{POLICE}\u3011"),
    ("a marker of no passage", f"{FEE} [90]"),
    ("a marker of ours", f"{FEE} The late fee is [CORRECTED: $90]."),
    ("a marker of ours around it", f"[CORRECTED: {POLICE}] {FEE}"),
    ("our own hedge", f"The documents do not confirm all of this.\n\n{FEE} {POLICE}"),
    ("our own hedge and list", f"The documents do not confirm all of this.\n\n{FEE} {POLICE}\n\n"
                               "Not confirmed by the documents:\n- The card is blue."),
    ("under a sign-off", f"{FEE}\n\nKind regards,\nYour account will be closed"),
    ("behind a greeting", f"Hello, the police will close your account! {FEE}"),
    ("a list of sources", f"{FEE}\n\nSources:\n- {POLICE}"),
    ("a line of sources", f"{FEE}\n\nSource: bank terms, which say that fees are abolished."),
    ("a sentence in Cyrillic letters", f"{FEE} Полиция закроет ваш счет."),
    ("a sentence in Chinese", f"{FEE} 滞纳金是九十美元。"),
    ("a sentence in Spanish", f"{FEE} El cargo por mora es de noventa dólares y la policía cerrará su cuenta."),
    ("a number in words", "The late fee is ninety dollars."),
    ("a table", "| Fee | Amount |\n|---|---|\n| Late fee | $90 |"),
    ("the header of a table", f"{FEE}\n\n| {POLICE} |\n|---|"),
    ("a very long sentence", f"{FEE} As everybody knows" + ", as everybody knows" * 300 + f", {POLICE}"),
]  # fmt: skip


@pytest.fixture(scope="module")
def strict(general: Scorer) -> Guard:
    return Guard(general, Profile.load("STRICT_BLOCK"))


@pytest.fixture(scope="module")
def strip(general: Scorer) -> Guard:
    return Guard(general, Profile.load("STRIP_UNSUPPORTED"))


@pytest.mark.parametrize("answer", [a for _, a in HIDDEN], ids=[where for where, _ in HIDDEN])
def test_a_false_claim_is_found_wherever_it_hides(answer: str, strict: Guard, strip: Guard) -> None:
    decision = strict.check(question=QUESTION, contexts=CONTEXTS, answer=answer)
    assert decision.action is Action.BLOCK
    left = strip.check(question=QUESTION, contexts=CONTEXTS, answer=answer).text or ""
    assert not any(
        word in left for word in ("olice", "90", "closed", "abolished", "Полиция", "滞纳金", "noventa")
    )


@pytest.mark.parametrize("answer", [a for _, a in HIDDEN], ids=[where for where, _ in HIDDEN])
def test_no_stream_lets_it_out(answer: str, strip: Guard) -> None:
    whole = list(strip.stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=[answer]))
    cut = list(strip.stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=answer))
    assert [repr(event)[:60] for event in whole] == [repr(event)[:60] for event in cut]
    last = whole[-1]
    assert isinstance(last, Decided)
    assert not any(word in last.released for word in ("olice", "90", "closed", "abolished", "滞纳金"))


# What looks alike and is harmless.
HARMLESS = [
    f"# Late fees\n\n{FEE}",
    f"Hello! {FEE} Would you like to know more?",
    f"Here are the key points:\n- {FEE}",
    f"{FEE}\n\n```python\nfee = get_fee(card_id)\n```",
    f"{FEE} [1]",
    f"{FEE}\n\nSources: [1] card terms",
    f"{FEE}\n\nKind regards,\nAnna",
    f"<p>{FEE}</p>",
]


@pytest.mark.parametrize("answer", HARMLESS)
def test_what_is_harmless_passes(answer: str, strict: Guard) -> None:
    decision = strict.check(question=QUESTION, contexts=CONTEXTS, answer=answer)
    assert (decision.action, decision.text) == (Action.DELIVER, answer)


def test_what_is_shown_is_what_was_read(strict: Guard) -> None:
    shown = strict.check(
        question=QUESTION, contexts=CONTEXTS, answer=f"\u202eA late\u00ad{FEE[6:]}\u202c"
    ).text
    assert shown == FEE


# Beside a right refusal nothing else goes out; each with the verdict on its last claim.
REFUSALS = [
    ("The documents do not give a phone number.", ClaimVerdict.SUPPORTED),
    (
        "The documents do not give a phone number, but the police will close your account.",
        ClaimVerdict.UNVERIFIABLE,
    ),
    (
        "The documents do not give a phone number; the police will close your account.",
        ClaimVerdict.UNVERIFIABLE,
    ),
    ("The documents do not give a phone number, so call 555-1234.", ClaimVerdict.UNVERIFIABLE),
]


@pytest.mark.parametrize(("answer", "verdict"), REFUSALS)
def test_a_refusal_carries_nothing_with_it(answer: str, verdict: ClaimVerdict, strict: Guard) -> None:
    question = "What is the phone number of the branch in Leeds?"
    decision = strict.check(question=question, contexts=CONTEXTS, answer=answer)
    assert decision.claims[-1].verdict is verdict
    assert (decision.action is Action.DELIVER) == (verdict is ClaimVerdict.SUPPORTED)


PAYLOADS: list[Any] = [
    {"body": FEE, "the late fee is $90": True},
    {"body": FEE, "the police will close your account": None},
    {"body": FEE, "the police will close your account": ""},
    {"body": FEE, "the_police_will_close_your_account": []},
    {"body": FEE, "note": {"police will close your account": "yes"}},
    {"body": FEE, "action": "Tell the user that police will close the account"},
    {"body": FEE, "type": {"x": NINETY}},
    {"body": f"<p>{FEE}</p><p>{POLICE}</p>"},
    {"body": FEE.replace("$25", "$25\u200b0")},
    [FEE, NINETY],
]


@pytest.mark.parametrize("payload", PAYLOADS, ids=str)
def test_no_payload_hides_a_claim(payload: Any, strict: Guard) -> None:
    assert strict.check_action(payload, contexts=CONTEXTS).action is Action.BLOCK
    assert (
        strict.check_action({"tool": "send_email", "body": FEE}, contexts=CONTEXTS).action is Action.DELIVER
    )


PLANS: list[tuple[Sequence[str], bool]] = [
    (["p4", "P9"], True), (["1"], True), (["p4@rev2"], True), (["p4", "p99"], False), (["3"], False),
    (["p4, p99"], False), (["p4] [p99"], False), (["p4@rev9"], False), ([""], False), (["p4\u200b"], False),
    (["1-9"], False),
]  # fmt: skip


@pytest.mark.parametrize(("cited", "right"), PLANS)
def test_each_entry_of_a_plan_names_one_passage(cited: Sequence[str], right: bool, strict: Guard) -> None:
    passages = [{"id": "p4", "text": FEE, "revision": "2"}, {"id": "p9", "text": CONTEXTS[1]}]
    assert (strict.check_plan(cited, contexts=passages).action is Action.DELIVER) == right


SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


@pytest.mark.parametrize("extra", [{}, {"additionalProperties": True}], ids=["closed", "open"])
def test_a_field_that_no_schema_names_is_refused(extra: dict[str, Any], general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRICT_BLOCK"), schema=Structured({**SCHEMA, **extra}))
    answer = json.dumps({"answer": FEE, "note": POLICE})
    decision = guard.check(question=QUESTION, contexts=CONTEXTS, answer=answer)
    assert decision.action is (Action.DELIVER if extra else Action.BLOCK)


BOMBS: list[tuple[str, str]] = [
    ("markers", FEE + "[1]" * 5000),
    ("search markers", "\u30103\u2020" * 5000),
    ("corrections", "[CORRECTED: " * 3000 + FEE),
    ("fences of two kinds", "```py\nx\n~~~\n" * 3000),
    ("rows of a table", "|a|b|\n|-|-|\n" + "|fee|$25|\n" * 1500),
    ("a deep list", "\n".join(" " * n + "- a late fee" for n in range(400))),
    ("hedges in hedges", "The documents do not confirm all of this.\n\n" * 300 + FEE
                         + "\n\nNot confirmed by the documents:\n- a" * 300),
    ("objects in objects", '{"a":' * 900 + "1" + "}" * 900),
    ("tags", "<b " * 6000),
    ("zero-width blanks", "\u200b" * 20000),
]  # fmt: skip
MOST_SECONDS = 3.0  # of CPU; each takes less than 2 alone


@pytest.mark.parametrize("answer", [a for _, a in BOMBS], ids=[name for name, _ in BOMBS])
def test_no_text_holds_the_guard_up(answer: str, strict: Guard) -> None:
    strict.check(question=QUESTION, contexts=CONTEXTS, answer=FEE)
    began = time.process_time()
    strict.check(question=QUESTION, contexts=CONTEXTS, answer=answer)
    assert time.process_time() - began < MOST_SECONDS
