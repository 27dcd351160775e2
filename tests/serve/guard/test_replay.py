# SPDX-License-Identifier: Apache-2.0
"""A decision made again from its record is the same, and a change of record, profile or code shows."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Passage
from faithstill.factcheck.judgement import ClaimVerdict, Judgement
from faithstill.factcheck.verdict import Quote
from faithstill.featurize.claims import Claim
from faithstill.featurize.lexicon import Alias, Entry, Lexicon
from faithstill.serve import Guard, Profile, Scorer
from faithstill.serve.bundle import put_lexicon
from faithstill.serve.guard import AuditError, AuditLog, Budget, Decision, LayerStatus
from faithstill.serve.guard.audit_reading import Reading
from faithstill.serve.guard.chain import DECISION
from faithstill.serve.guard.outcome import Outcome
from faithstill.serve.guard.profile import Band, Layer, LayerMode
from faithstill.serve.guard.profile_file import written
from faithstill.serve.guard.replay import Replayed, ReplayError, replay
from faithstill.serve.scorer import folder_of

Cli = Callable[..., tuple[int, str, str]]

CONTEXTS = (
    {"text": "The late fee is $25. Transfers are due on Friday.", "id": "fees", "score": 0.9},
    {"text": "Card payments are free of charge.", "kind": "tool", "revision": "3"},
)
ANSWERS = (
    "The late fee is $25.",
    "The late fee is $35. Transfers are due on Friday.",
    "The bank was founded by two brothers in Lyon.",
    "",
    "The documents do not mention a fee for cash.",
)
INVENTED = "Transfers are due on Friday. The bank was founded by two brothers in Lyon."


@dataclass
class Judge:
    """Says of each claim the next thing that it was told to say, and then breaks down."""

    says: list[Judgement] = field(default_factory=list)

    def __call__(self, question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        if not self.says:
            raise ConnectionError("the judge hung up")
        return self.says.pop(0)


SUPPORTED = Judgement(
    ClaimVerdict.SUPPORTED, 0.8, Quote(1, "fees", 0, 20, "The late fee is $25."), "It follows."
)
UNKNOWN = Judgement(ClaimVerdict.UNVERIFIABLE, 0.7)
REFUTED = Judgement(ClaimVerdict.CONTRADICTED, 0.9, None, "It cannot be.")


@pytest.fixture(scope="session")
def judged_profile(strip_profile: Profile) -> Profile:
    layers = {**strip_profile.layers, Layer.JUDGE: LayerMode.CLOSED}
    return replace(strip_profile, layers=layers, judge=Band(0.0, 1.0))


def decided(guard: Guard, answer: str, **options: Any) -> Decision:
    return guard.check(question="What is the late fee?", contexts=CONTEXTS, answer=answer, **options)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


@pytest.fixture
def log(path: Path, light: Scorer, strip_profile: Profile) -> Path:
    """Five decisions of different kinds."""
    guard = Guard(light, strip_profile, audit=path)
    for answer in ANSWERS:
        decided(guard, answer)
    return path


def again(path: Path, light: Scorer, profile: Profile) -> list[Replayed]:
    return list(replay(path, models=[light], profiles=[profile]))


def rewritten(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """The log with its last decision changed, in a chain that is whole."""
    said = [entry.said for entry in Reading(path).entries() if entry.said["type"] == DECISION]
    path.unlink()
    change(said[-1])
    writer = AuditLog(path, fsync=False)
    for one in said:
        writer.append({k: v for k, v in one.items() if k not in ("type", "seq", "prev", "hash", "time")})


def test_decisions_are_made_again(log: Path, light: Scorer, strip_profile: Profile) -> None:
    found = again(log, light, strip_profile)
    assert [one.line for one in found] == [2, 3, 4, 5, 6]
    assert [one.differences for one in found] == [()] * 5


def _claim(said: dict[str, Any]) -> None:
    said["claims"][0]["verdict"] = "contradicted"


def _action(said: dict[str, Any]) -> None:
    said["decision"]["action"] = "deliver"


def _layer(said: dict[str, Any]) -> None:
    said["layers"][0]["status"] = "error"


def _confidence(said: dict[str, Any]) -> None:
    said["claims"][0]["confidence"] += 1e-9


def _one_claim_less(said: dict[str, Any]) -> None:
    said["claims"].pop()


CHANGES: tuple[tuple[Callable[[dict[str, Any]], None], str], ...] = (
    (_claim, "claims[0].verdict"),
    (_action, "decision.action"),
    (_layer, "layers[0].status"),
    (_confidence, "claims[0].confidence"),
    (_one_claim_less, "claims[0]"),
)


@pytest.mark.parametrize(("change", "name"), CHANGES, ids=[name for _, name in CHANGES])
def test_a_changed_record_shows(
    log: Path, light: Scorer, strip_profile: Profile, change: Callable[[dict[str, Any]], None], name: str
) -> None:
    rewritten(log, change)
    *same, last = again(log, light, strip_profile)
    assert not any(one.differences for one in same)
    assert [difference.field for difference in last.differences] == [name]


def test_changed_inputs_show(log: Path, light: Scorer, strip_profile: Profile) -> None:
    def change(said: dict[str, Any]) -> None:
        said["inputs"]["answer"] = "The late fee is $35."

    rewritten(log, change)
    names = {difference.field for difference in again(log, light, strip_profile)[-1].differences}
    assert {"decision.answer", "claims[0].verdict", "claims[0].text"} <= names


def test_another_threshold_shows(path: Path, light: Scorer, strip_profile: Profile) -> None:
    """The profile that a record names is one with another threshold than that which decided."""
    strict = replace(strip_profile, thresholds=replace(strip_profile.thresholds, support=0.9999))
    decided(Guard(light, strip_profile, audit=path), ANSWERS[0])

    def change(said: dict[str, Any]) -> None:
        said["profile"]["fingerprint"] = strict.fingerprint

    rewritten(path, change)
    (found,) = again(path, light, strict)
    assert found.differences


def test_a_log_is_replayed_with_the_lexicon_that_it_was_written_with(
    path: Path, light: Scorer, strip_profile: Profile, tmp_path: Path, cli: Cli
) -> None:
    """By a bundle that has had one lexicon, now has another, and once ran with a file."""
    folder = tmp_path / "named"
    shutil.copytree(folder_of("light"), folder)
    contexts = [{"text": "The Lender pays $5.", "id": "loan"}]
    first, second = (
        Lexicon.of([Entry(name, (Alias("the Lender"),))]) for name in ("Harrow Vale SE", "Corin Works Ltd")
    )
    second.save(tmp_path / "lexicon.json")
    (tmp_path / "strip.toml").write_text(written(strip_profile), encoding="utf-8")

    def decide(lexicon: str | Path | None = None) -> None:
        guard = Guard.load(folder, profile=strip_profile, audit=path, lexicon=lexicon)
        guard.check(question="Who pays?", contexts=contexts, answer="Harrow Vale SE pays $5.")

    decide()
    put_lexicon(folder, first)
    decide()
    decide(tmp_path / "lexicon.json")
    written_with = [e.said["bundle"][16:] for e in Reading(path).entries() if e.said["type"] == DECISION]
    assert written_with == ["", f"+{first.fingerprint}", f"+{second.fingerprint}"]
    command = ("replay", path, "--model", folder, "--profile", tmp_path / "strip.toml")
    code, said, _ = cli(*command, "--lexicon", tmp_path / "lexicon.json")
    assert (code, said) == (0, "3 decisions replayed, 0 differ\n")
    code, _, told = cli(*command)
    assert code == 2
    assert f"{second.fingerprint}, which is none of" in told
    assert "--lexicon" in told


def test_high_stakes_and_hedged_answers_are_made_again(path: Path, light: Scorer) -> None:
    hedge = Profile.load("HEDGE").without(Layer.NLI)
    guard = Guard(light, hedge, audit=path)
    first = decided(guard, INVENTED, high_stakes=True)
    assert first.action == "hedge"
    assert first.text is not None
    decided(guard, first.text, high_stakes=True)
    assert not any(one.differences for one in again(path, light, hedge))


def test_payloads_and_plans_are_made_again(path: Path, light: Scorer, strip_profile: Profile) -> None:
    guard = Guard(light, strip_profile, audit=path)
    email = {"tool": "send_email", "body": "The late fee is $35.", "fee": "$25"}
    assert guard.check_action(email, contexts=CONTEXTS).action == "escalate"
    guard.check_plan(["fees", "p9"], contexts=CONTEXTS)
    said = [entry.said for entry in Reading(path).entries()][1:]
    assert [one["inputs"]["kind"] for one in said] == ["payload", "plan"]
    assert said[1]["inputs"]["cited"] == ["fees", "p9"]
    assert said[1]["citations"]
    assert [one.differences for one in again(path, light, strip_profile)] == [(), ()]


JUDGES: Mapping[str, tuple[list[Judgement], dict[str, Any], LayerStatus]] = {
    "supports": ([SUPPORTED] * 9, {}, LayerStatus.PASSED),
    "refutes": ([SUPPORTED, REFUTED, SUPPORTED, SUPPORTED], {}, LayerStatus.FAILED),
    "hangs up at once": ([], {}, LayerStatus.ERROR),
    "hangs up later": ([SUPPORTED], {}, LayerStatus.ERROR),
    "may be asked once": ([REFUTED] * 9, {"budget": Budget(judge_calls=1)}, LayerStatus.SKIPPED),
}


@pytest.mark.parametrize("name", JUDGES)
def test_what_a_judge_said_is_taken_from_the_record(
    path: Path, light: Scorer, judged_profile: Profile, name: str
) -> None:
    says, options, status = JUDGES[name]
    answer = "The bank was founded by two brothers in Lyon. It has nine branches in Normandy."
    decision = decided(Guard(light, judged_profile, judge=Judge([*says]), audit=path), answer, **options)
    assert {layer.name: layer.status for layer in decision.layers}["judge"] is status
    (found,) = again(path, light, judged_profile)
    assert found.differences == ()
    assert found.as_recorded == (() if status in (LayerStatus.PASSED, LayerStatus.FAILED) else ("judge",))


def test_a_changed_word_of_the_judge_shows(path: Path, light: Scorer, judged_profile: Profile) -> None:
    guard = Guard(light, judged_profile, judge=Judge([SUPPORTED] * 4), audit=path)
    decided(guard, INVENTED)

    def change(said: dict[str, Any]) -> None:
        said["passes"][0]["judged"][0]["verdict"] = "contradicted"

    rewritten(path, change)
    names = {difference.field for difference in again(path, light, judged_profile)[0].differences}
    assert {"decision.action", "claims[1].verdict"} <= names


@pytest.mark.parametrize("milliseconds", [0, 0.001, 5, 20, 60_000])
def test_a_budget_is_no_difference(
    path: Path, light: Scorer, strip_profile: Profile, milliseconds: float
) -> None:
    decision = decided(
        Guard(light, strip_profile, audit=path), ANSWERS[1], budget=Budget(milliseconds=milliseconds)
    )
    (found,) = again(path, light, strip_profile)
    assert found.differences == ()
    if milliseconds == 0:
        assert Outcome.NOT_RUN in decision.outcomes
        assert found.as_recorded == ("classifier", "facts", "citations")


@pytest.mark.parametrize("milliseconds", [20, 60, 100, 140])
def test_a_budget_that_ends_while_text_is_mended_is_no_difference(
    path: Path, light: Scorer, judged_profile: Profile, milliseconds: float
) -> None:
    def slow(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        time.sleep(0.025)
        return SUPPORTED if "branches" in claim.text else UNKNOWN

    answer = "The bank was founded by two brothers in Lyon. It has nine branches in Normandy."
    guard = Guard(light, judged_profile, judge=slow, audit=path)
    decided(guard, answer, budget=Budget(milliseconds=milliseconds))
    assert again(path, light, judged_profile)[0].differences == ()


def test_a_layer_that_was_down_is_taken_as_recorded(
    path: Path, light: Scorer, strip_profile: Profile
) -> None:
    profile = replace(strip_profile, layers={**strip_profile.layers, Layer.NLI: LayerMode.OPEN})
    decision = decided(Guard(light, profile, audit=path), ANSWERS[1])
    assert "DETECTOR_DOWN" in next(layer for layer in decision.layers if layer.name == "nli").reasons
    found = again(path, light, profile)
    assert [(one.differences, one.as_recorded) for one in found] == [((), ("nli",))]


def test_replay_says_why_it_cannot(
    log: Path, light: Scorer, strip_profile: Profile, tmp_path: Path, cli: Cli
) -> None:
    code, _, err = cli("replay", log)
    assert code == 2
    assert "line 2: was decided with the profile STRIP_UNSUPPORTED 1" in err
    assert "give its file with --profile" in err
    other = tmp_path / "other.jsonl"
    guard = Guard(Scorer.load("light", threshold=0.123), strip_profile, audit=other)
    decided(guard, ANSWERS[0])
    with pytest.raises(ReplayError, match="give its folder with --model"):
        list(replay(other))
    secret = tmp_path / "secret.jsonl"
    decided(Guard(light, strip_profile, audit=AuditLog(secret, True, key="k" * 16)), ANSWERS[0])
    code, _, err = cli("replay", secret)
    assert code == 2
    assert "secret.jsonl: is redacted" in err
    log.write_bytes(log.read_bytes().replace(b"$35", b"$45"))
    code, _, err = cli("replay", log)
    assert code == 2
    assert "audit.jsonl line 3: was changed" in err


def test_the_command(log: Path, strip_file: Path, cli: Cli) -> None:
    code, out, _ = cli("replay", log, "--model", "light", "--profile", strip_file)
    assert (code, out) == (0, "5 decisions replayed, 0 differ\n")
    rewritten(log, _claim)
    code, out, _ = cli("replay", log, "--profile", strip_file)
    assert code == 1
    assert out.splitlines() == [
        'audit.jsonl line 6: claims[0].verdict: was "contradicted", is "unverifiable"',
        "5 decisions replayed, 1 differ",
    ]
    code, out, _ = cli("replay", log, "--profile", strip_file, "--json")
    assert code == 1
    (line,) = json.loads(out)["lines"]
    assert line["differences"] == [
        {"field": "claims[0].verdict", "was": "contradicted", "is": "unverifiable"}
    ]
    assert cli("replay", log.with_name("none.jsonl"))[0] == 2


def test_a_decision_is_not_given_without_its_record(
    path: Path, light: Scorer, strip_profile: Profile
) -> None:
    guard = Guard(light, strip_profile, audit=path)
    path.unlink()
    path.mkdir()
    with pytest.raises(AuditError, match="no decision is given without its record"):
        decided(guard, ANSWERS[0])
    with pytest.raises(AuditError, match="cannot be written"):
        Guard.load("light", profile=strip_profile, audit=path)


def test_each_check_is_one_line(path: Path, light: Scorer, strip_profile: Profile) -> None:
    """However often an answer is checked on its way."""
    guard = Guard(light, strip_profile, audit=path)
    decision = decided(guard, ANSWERS[1])
    assert len(decision.passes) == 2
    assert len(path.read_bytes().splitlines()) == 2
