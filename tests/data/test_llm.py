# SPDX-License-Identifier: Apache-2.0
"""A model behind a socket: what comes back, what fails and how, what is recorded, what it may cost."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from faithstill.data.llm import (
    LlmBudgetError,
    LlmError,
    LlmTimeoutError,
    Message,
    Metered,
    OpenAIChat,
    Price,
    RecordedChat,
    Recorder,
    Reply,
    ReplyError,
    ask,
)

if TYPE_CHECKING:
    from tests.llm_server import LlmServer, Served

    Steps = Callable[[LlmServer], Sequence[str | Served]]

KEY = "sk-test-9f8e7d6c5b4a"
ASKED = [Message("system", "Be brief."), Message("user", "Fee?")]
LONG = 10_000


class Fee(BaseModel):
    model_config = ConfigDict(extra="forbid")
    fee: float = Field(ge=0, le=100)
    unit: str


GOOD = '{"fee": 25, "unit": "USD"}'


def chat(server: LlmServer, **options: Any) -> OpenAIChat:
    settings: dict[str, Any] = {"api_key": KEY, "timeout": 2.0, "wait": 0.0}
    return OpenAIChat("tiny", base_url=server.url, **{**settings, **options})


def test_a_reply_comes_back_with_its_tokens(llm_server: LlmServer) -> None:
    reply = chat(llm_server.plays('{"a": 1}')).complete(ASKED, max_tokens=50)
    assert reply == Reply('{"a": 1}', 100, 20)
    (sent,) = llm_server.requests
    assert sent == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Fee?"}],
        "max_tokens": 50,
        "temperature": 0.0,
        "response_format": {"type": "json_object"},
    }
    assert llm_server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_options_add_to_the_request_and_take_from_it(llm_server: LlmServer) -> None:
    options = {"seed": 7, "response_format": None, "max_tokens": None, "max_completion_tokens": 9}
    chat(llm_server.plays("{}"), options=options).complete(ASKED)
    (sent,) = llm_server.requests
    assert sent.keys() == {"model", "messages", "temperature", "seed", "max_completion_tokens"}


HICCUPS: dict[str, Steps] = {
    "500": lambda s: [s.failed(500), s.failed(503), GOOD],
    "too many": lambda s: [s.failed(429, **{"Retry-After": "0"}), GOOD],
    "retry date": lambda s: [s.failed(429, **{"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}), GOOD],
    "no json": lambda s: [s.served(b"<html>Bad gateway</html>"), GOOD],
    "no utf-8": lambda s: [s.served(b"\xff\xfe\x00"), GOOD],
    "another object": lambda s: [s.served(b'{"hello": 1}'), s.served(b"[]"), GOOD],
    "empty choices": lambda s: [s.served(b'{"choices": []}'), GOOD],
    "no content": lambda s: [s.said(None), s.said("  "), GOOD],
    "content of parts": lambda s: [s.said([{"type": "text"}]), GOOD],
    "cut off": lambda s: [s.served(b'{"choices": [{"mess', cut=True), GOOD],
    "deep": lambda s: [s.served(b"[" * 100_000), GOOD],
}


@pytest.mark.parametrize("steps", HICCUPS.values(), ids=HICCUPS)
def test_a_hiccup_is_tried_again(llm_server: LlmServer, steps: Steps) -> None:
    llm_server.plays(*steps(llm_server))
    assert chat(llm_server).complete(ASKED).text == GOOD
    assert llm_server.left == 0


FAILURES: dict[str, tuple[Steps, int, str]] = {
    "500s": (lambda s: [s.failed(500)] * 3, 3, "HTTP 500: .*on fire.*3 attempts"),
    "bad key": (
        lambda s: [s.failed(401, f"bad key {KEY}")],
        1,
        r"HTTP 401: .*bad key \*\*\*.*OPENAI_API_KEY",
    ),
    "bad request": (lambda s: [s.failed(400, "no response_format")], 1, "HTTP 400: .*options="),
    "no model": (lambda s: [s.failed(404, "no tiny")], 1, "HTTP 404: .*base_url"),
    "nonsense": (lambda s: [s.served(b"moo")] * 3, 3, "no chat completion: 'moo'"),
    "no choices": (lambda s: [s.served(b'{"choices": []}')] * 3, 3, "no chat completion"),
    "cut off": (lambda s: [s.served(b"{", cut=True)] * 3, 3, "broke off|cannot be reached"),
}


@pytest.mark.parametrize(("steps", "requests", "words"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_an_error_that_says_so(
    llm_server: LlmServer, steps: Steps, requests: int, words: str
) -> None:
    llm_server.plays(*steps(llm_server))
    with pytest.raises(LlmError, match=f"model tiny.*(?:{words})") as failed:
        chat(llm_server).complete(ASKED)
    assert len(llm_server.requests) == requests
    assert KEY not in str(failed.value)


@pytest.mark.parametrize("slow", [{"delay": 0.6}, {"drip": 0.05}], ids=str)
def test_a_slow_reply_is_given_up_in_time(llm_server: LlmServer, slow: dict[str, float]) -> None:
    llm_server.plays(*[llm_server.served(b" " * 200, **slow)] * 2)
    started = time.monotonic()
    with pytest.raises(LlmTimeoutError, match=r"within 0\.2 s \(2 attempts\)"):
        chat(llm_server, timeout=0.2, retries=1).complete(ASKED)
    assert time.monotonic() - started < 1.5


def test_a_server_that_is_not_there(llm_server: LlmServer) -> None:
    with pytest.raises(LlmError, match="cannot be reached"):
        OpenAIChat("tiny", base_url="http://127.0.0.1:9/v1", wait=0).complete(ASKED)


def test_a_key_is_needed_where_no_endpoint_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(LlmError, match="OPENAI_API_KEY"):
        OpenAIChat("tiny")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert KEY not in repr(OpenAIChat("tiny"))


def test_a_missing_package_is_named_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ImportError, match=r'openai: pip install "faithstill\[llm\]"'):
        OpenAIChat("tiny", api_key=KEY)


def test_what_was_recorded_is_given_back(llm_server: LlmServer, tmp_path: Path) -> None:
    path = tmp_path / "traffic.jsonl"
    llm_server.plays("one", "two", llm_server.failed(401, f"bad {KEY}"))
    recorder = Recorder(chat(llm_server), path)
    other = [Message("user", "other")]
    assert [recorder.complete(ASKED).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(LlmError, match="401"):
        recorder.complete(other)
    assert KEY not in path.read_text(encoding="utf-8")
    played = RecordedChat(path)
    assert played.name == "tiny"
    assert [played.complete(ASKED).text for _ in range(3)] == ["one", "two", "two"]
    with pytest.raises(LlmError, match="401"):
        played.complete(other)
    for changed in ({"max_tokens": 7}, {"temperature": 0.5}, {"json": False}):
        with pytest.raises(LlmError, match=r"holds no request [0-9a-f]{12} \(ends in 'Fee\?'\)"):
            played.complete(ASKED, **changed)


def test_a_slow_model_is_slow_again_when_replayed(llm_server: LlmServer, tmp_path: Path) -> None:
    llm_server.plays(llm_server.served(b"{}", delay=0.4))
    with pytest.raises(LlmTimeoutError):
        Recorder(chat(llm_server, timeout=0.1, retries=0), tmp_path / "t.jsonl").complete(ASKED)
    with pytest.raises(LlmTimeoutError):
        RecordedChat(tmp_path / "t.jsonl").complete(ASKED)


def test_records_of_several_models_are_told_apart(llm_server: LlmServer, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    llm_server.plays("small says", "large says")
    for name in ("small", "large"):
        Recorder(OpenAIChat(name, base_url=llm_server.url), path).complete(ASKED)
    with pytest.raises(LlmError, match="large, small: choose one"):
        RecordedChat(path)
    assert RecordedChat(path, name="large").complete(ASKED).text == "large says"
    with pytest.raises(LlmError, match="no traffic of huge"):
        RecordedChat(path, name="huge")


@pytest.mark.parametrize("line", ["moo", "[]", '{"request": {"model": 3}}', '{"request": {"model": "m"}}'])
def test_a_broken_record_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(LlmError, match=r"t\.jsonl line 1 is no record"):
        RecordedChat(path)


def test_many_threads_record_whole_lines(llm_server: LlmServer, tmp_path: Path) -> None:
    llm_server.acts(lambda messages: "x" * LONG + messages[-1][1])
    recorder = Recorder(chat(llm_server, timeout=20.0), tmp_path / "t.jsonl")
    threads = [
        threading.Thread(target=recorder.complete, args=([Message("user", str(n))],)) for n in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    played = RecordedChat(tmp_path / "t.jsonl")
    for n in range(16):
        assert played.complete([Message("user", str(n))]).text == "x" * LONG + str(n)


BUDGETS: dict[str, tuple[dict[str, Any], int]] = {
    "calls": ({"calls": 3}, 3),
    "tokens": ({"tokens": 420}, 3),  # each took 120, and the next could take 100 and more
    "cost": ({"cost": 5e-4, "price": Price(prompt=1.0, completion=1.0)}, 4),
}


@pytest.mark.parametrize(("budget", "calls"), BUDGETS.values(), ids=BUDGETS)
def test_a_budget_is_never_gone_over(llm_server: LlmServer, budget: dict[str, Any], calls: int) -> None:
    llm_server.plays(*["{}"] * 9)
    metered = Metered(chat(llm_server), **budget)
    for _ in range(calls):
        metered.complete(ASKED, max_tokens=100)
    with pytest.raises(LlmBudgetError, match=rf"the budget of {next(iter(budget))} is"):
        metered.complete(ASKED, max_tokens=100)
    assert len(llm_server.requests) == metered.usage.calls == calls
    assert metered.usage.tokens == calls * 120


def test_a_failed_call_counts_and_unreported_tokens_are_estimated(llm_server: LlmServer) -> None:
    llm_server.plays(llm_server.failed(404), llm_server.said("x" * 30, usage=False))
    metered = Metered(chat(llm_server))
    with pytest.raises(LlmError):
        metered.complete(ASKED)
    metered.complete(ASKED)
    assert (metered.usage.calls, metered.usage.prompt_tokens, metered.usage.completion_tokens) == (2, 5, 11)


def test_a_cost_budget_needs_a_price(llm_server: LlmServer) -> None:
    with pytest.raises(ValueError, match="needs a price"):
        Metered(chat(llm_server), cost=1.0)


WRONG = {
    "no json": ("The fee is $25.", "no JSON"),
    "json inside of prose": (f"Here you are: {GOOD}", "no JSON"),
    "cut json": ('{"fee": 25, "un', "no JSON"),
    "missing": ('{"fee": 25}', "unit: Field required"),
    "extra": ('{"fee": 25, "unit": "USD", "ok": true}', "ok: Extra inputs"),
    "a string for a number": ('{"fee": "25", "unit": "USD"}', "fee: Input should be a valid number"),
    "out of range": ('{"fee": 101, "unit": "USD"}', "fee: Input should be less"),
    "nan": ('{"fee": NaN, "unit": "USD"}', "NaN is no number"),
    "a key twice": ('{"fee": 1, "fee": 2, "unit": "USD"}', "the key 'fee' stands twice"),
    "a list": ("[1]", "object"),
    "deep": ("[" * 100_000, "no JSON"),
}


@pytest.mark.parametrize(("reply", "words"), WRONG.values(), ids=WRONG)
def test_a_reply_that_does_not_fit_is_shown_its_errors(llm_server: LlmServer, reply: str, words: str) -> None:
    found = ask(chat(llm_server.plays(reply, GOOD)), ASKED, Fee)
    assert (found.value.fee, found.calls, found.prompt_tokens) == (25, 2, 200)
    first, second = llm_server.requests
    assert second["messages"][:2] == first["messages"]
    assert second["messages"][2] == {"role": "assistant", "content": reply[:2000]}
    assert words in second["messages"][3]["content"]


def test_a_fence_around_the_whole_is_read_through(llm_server: LlmServer) -> None:
    assert ask(chat(llm_server.plays(f"```json\n{GOOD}\n```\n")), ASKED, Fee).calls == 1


def test_retries_end_in_an_error_that_lists_what_was_wrong(llm_server: LlmServer) -> None:
    llm_server.plays("moo", '{"fee": -1, "unit": "USD"}', GOOD)
    with pytest.raises(
        ReplyError, match=r"2 replies did not fit the schema Fee; the last: fee: .*greater"
    ) as failed:
        ask(chat(llm_server), ASKED, Fee, retries=1)
    assert len(failed.value.errors) == 1
    assert len(llm_server.requests) == 2


def test_a_check_of_the_caller_counts_as_the_schema_does(llm_server: LlmServer) -> None:
    llm_server.plays('{"fee": 25, "unit": "moons"}', GOOD)
    found = ask(chat(llm_server), ASKED, Fee, check=lambda fee: ["unit: no currency"] * (fee.unit == "moons"))
    assert found.value.unit == "USD"
    assert "unit: no currency" in llm_server.requests[1]["messages"][-1]["content"]


def test_a_cut_reply_is_told_its_limit(llm_server: LlmServer) -> None:
    llm_server.plays(llm_server.said('{"fee": 2', finish="length"), GOOD)
    ask(chat(llm_server), ASKED, Fee, max_tokens=33)
    assert "cut at 33 tokens" in llm_server.requests[1]["messages"][-1]["content"]
