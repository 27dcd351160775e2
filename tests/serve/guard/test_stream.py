# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faithstill.data import Passage, Triple
from faithstill.featurize.claims import Claim
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.serve import Scorer
from faithstill.serve.guard import (
    Action,
    CheckedClaim,
    ClaimVerdict,
    Decided,
    Decision,
    Event,
    Found,
    Guard,
    Held,
    Judgement,
    Profile,
    StreamBrokenError,
    StreamGuard,
    TextReleased,
    shipped_profiles,
)
from faithstill.serve.guard.stream import LONGEST_PENDING, NO_BOUNDARY, READ_BEFORE

Make = Callable[..., Guard]

QUESTION = "What does a card cost?"
CONTEXTS = ["A card costs five dollars. Wires cost ten dollars. Cash is free in every branch."]
GOOD, OTHER = "A card costs five dollars a year.", "Cash is free in each branch."
WRONG, OPEN = "Wires are wrong here.", "Cards of steel are unknown here."


def events_of(guard: Guard, deltas: Iterable[str | None]) -> list[Event]:
    return list(guard.stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=deltas))


def told(events: Iterable[Event]) -> list[Any]:
    """Events as they can be compared: a decision without the times that its layers took."""
    return [(e.decision.as_dict(), e.released) if isinstance(e, Decided) else e for e in events]


def released(events: Iterable[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextReleased))


def found(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(event.about.text, str(event.action)) for event in events if isinstance(event, Found)]


def decided(events: Sequence[Event]) -> Decided:
    last = events[-1]
    assert isinstance(last, Decided)
    assert not any(isinstance(event, Decided) for event in events[:-1])
    return last


def check(guard: Guard, answer: str) -> Decision:
    return guard.check(question=QUESTION, contexts=CONTEXTS, answer=answer)


def cut_at(text: str, places: Iterable[int]) -> list[str]:
    ends = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[a:b] for a, b in pairwise(ends)]


# What answers are made of, so that cutting has something to get wrong.
PIECES = (
    *(GOOD, OTHER, WRONG, OPEN, "Hello!", "Here is what I found.", "I hope this helps.", "Kind regards,", "Anna"),
    *("**Fees**", "# Fees", "- A card costs five dollars.", "1. Cash is free", "2. Wires are wrong", "Fees:"),
    *("| Plan | Fee |", "|---|---|", "| Basic | unknown |", "Plan,Fee", "Basic,5", "Plus,9", "```", "```python"),
    *("x = 1. Now y", "It is $1.5 million, e.g. for No. 5 [1].", "[2]", "The U.S. office, i.e. Dr. A. B. Smith,"),
    *('{"fee": "It is. So', '"cap": 5}', "Really?", "...", "It is", "\N{CREDIT CARD}", "(see above.)", '"So."'),
)  # fmt: skip
TEXTS = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from([" ", "\n", "\n\n", "  ", ""])), max_size=9
).map(lambda pairs: "".join(piece + gap for piece, gap in pairs))
CUTS = st.lists(st.integers(0, 400), max_size=12)


@settings(max_examples=40)
@given(text=TEXTS, cuts=CUTS)
@example(text=f"{GOOD} {WRONG} {OTHER}\nKind regards,\nAnna", cuts=[3, 40])
@example(text="| Plan | Fee |\n|---|---|\n| Basic | unknown |\n\nCash is free. ", cuts=[15, 30])
def test_events_do_not_depend_on_the_cutting(text: str, cuts: list[int], make: Make) -> None:
    guard = make()
    whole = told(events_of(guard, [text]))
    assert told(events_of(guard, cut_at(text, cuts))) == whole
    assert told(events_of(guard, list(text))) == whole


@settings(max_examples=100)
@given(
    text=st.one_of(TEXTS, st.text(st.sampled_from("Aa. \n[1]*`|,\"'!?\r\t\u2028-#5"), max_size=60)), cuts=CUTS
)
def test_what_is_not_checked_goes_out_as_it_is(text: str, cuts: list[int], make: Make) -> None:
    guard = make("deliver", "deliver", no_claims="deliver", check=False)
    events = events_of(guard, cut_at(text, cuts))
    assert told(events) == told(events_of(guard, list(text)))
    assert decided(events).decision.action.withholds or released(events) == text
    spans = [(event.start, event.end) for event in events if isinstance(event, TextReleased)]
    assert all(text[a:b] for a, b in spans)
    assert all(before[1] == after[0] for before, after in pairwise(spans))


@settings(max_examples=25)
@given(
    text=TEXTS, contradicted=st.sampled_from(["flag", "strip", "block"]), ratio=st.sampled_from([0.0, 0.6])
)
def test_the_last_event_is_the_decision_on_the_whole_answer(
    text: str, contradicted: str, ratio: float, make: Make
) -> None:
    guard = make(contradicted, "flag", ratio=ratio)
    last = decided(events_of(guard, [text]))
    assert last.decision.as_dict() == check(guard, text).as_dict()


@pytest.mark.parametrize("name", shipped_profiles())
def test_shipped_profiles_decide_alike(name: str, scripted: Scorer) -> None:
    guard = Guard(scripted, Profile.load(name))
    answer = f"Hello! {GOOD} {WRONG} {OTHER}"
    events = events_of(guard, answer.split("r"))
    assert decided(events_of(guard, [answer])).decision.as_dict() == check(guard, answer).as_dict()
    assert decided(events).released == released(events)


# Actions on refuted and on open claims; the answer; what goes out before its end, what at all, what is told.
REFUTED, FREE = "GROUNDING_CONTRADICTION", "GROUNDING_UNVERIFIABLE"
FATES = [
    ("flag", "flag", [GOOD, WRONG, OPEN, OTHER], f"{GOOD} {WRONG} {OPEN}", "flag", []),
    ("deliver", "deliver", [GOOD, OPEN, OTHER], f"{GOOD} {OPEN}", "deliver", []),
    ("strip", "strip", [GOOD, WRONG, OTHER], GOOD, "strip", []),
    ("strip", "flag", [GOOD, OPEN, WRONG, OTHER], f"{GOOD} {OPEN}", "strip", []),
    ("block", "block", [GOOD, WRONG, OTHER, GOOD], GOOD, "block", [REFUTED]),
    ("block", "block", [GOOD, OPEN, OTHER, GOOD], GOOD, "block", [FREE]),
    ("block", "flag", [GOOD, OPEN, OTHER], f"{GOOD} {OPEN}", "flag", []),
    ("hedge", "hedge", [GOOD, OPEN, OTHER, GOOD], GOOD, "hedge", [FREE]),
    ("escalate", "escalate", [GOOD, OPEN, WRONG, GOOD], GOOD, "escalate", [FREE]),
]


@pytest.mark.parametrize(("contradicted", "unverifiable", "sentences", "early", "action", "held"), FATES)
def test_the_profile_says_what_becomes_of_a_sentence(
    contradicted: str,
    unverifiable: str,
    sentences: list[str],
    early: str,
    action: str,
    held: list[str],
    make: Make,
) -> None:
    guard = make(contradicted, unverifiable)
    stream = StreamGuard(guard, question=QUESTION, contexts=CONTEXTS)
    before = stream.feed(" ".join(sentences))
    assert released(before) == early
    assert [event.reasons for event in before if isinstance(event, Held)] == [(code,) for code in held]
    events = [*before, *stream.finish()]
    last = decided(events)
    assert last.decision.action == action
    assert last.released == released(events)
    if held and action == "block":
        assert released(events) == early, "after a block nothing more goes out"
        assert last.decision.text is None
        assert not last.stands
    if action in ("deliver", "flag"):
        assert released(events) == " ".join(sentences)
        assert last.stands


def test_a_sentence_left_out_never_goes_out(make: Make) -> None:
    events = events_of(make(), [f"{GOOD} {WRONG} {OTHER} {OPEN} {GOOD}"])
    assert "wrong" not in released(events)
    assert "unknown" not in released(events)
    assert released(events).split() == f"{GOOD} {OTHER} {GOOD}".split()
    assert decided(events).stands


def test_what_is_refuted_is_told_at_once_and_what_is_open_at_the_end(make: Make) -> None:
    stream = StreamGuard(make("flag", "flag"), question=QUESTION, contexts=CONTEXTS)
    assert found(stream.feed(f"{OPEN} {WRONG} {GOOD} ")) == [(WRONG, "flag")]
    assert found(stream.finish()) == [(OPEN, "flag")]


def test_a_profile_that_holds_the_answer_still_tells_what_is_refuted(make: Make) -> None:
    stream = StreamGuard(make("block", "block", release="answer"), question=QUESTION, contexts=CONTEXTS)
    early = stream.feed(f"{GOOD} {WRONG} {OTHER}")
    assert found(early) == [(WRONG, "block")]
    assert not released(early)
    last = decided(stream.finish())
    assert (last.released, last.stands) == ("", True)


def test_what_was_held_goes_out_when_the_whole_answer_may(make: Make) -> None:
    """One open claim of three is within the ratio, which only the end can tell."""
    stream = StreamGuard(make("block", "block", ratio=0.4), question=QUESTION, contexts=CONTEXTS)
    answer = f"{GOOD} {OPEN} {OTHER}"
    early = stream.feed(answer)
    assert released(early) == GOOD
    late = stream.finish()
    assert released([*early, *late]) == answer
    assert found(late) == [(OPEN, "deliver")]


def test_a_greeting_waits_for_something_that_is_stated(make: Make) -> None:
    events = events_of(make(no_claims="block"), ["Hello! How are you? "])
    assert not released(events)
    assert decided(events).decision.action is Action.BLOCK


@pytest.mark.parametrize("contexts", [None, [], [" "]])
def test_without_evidence_nothing_goes_out(contexts: list[str] | None, make: Make) -> None:
    events = list(
        make().stream_sync(question=QUESTION, contexts=contexts, deltas=[f"Hello! {GOOD} {OTHER} "])
    )
    assert [event.reasons for event in events if isinstance(event, Held)] == [("NO_CONTEXT",)]
    assert not released(events)
    assert decided(events).decision.action is Action.BLOCK


@pytest.mark.parametrize("deltas", [[], [""], [None], [None, "", " \n"]])
def test_an_empty_stream_is_an_empty_answer(deltas: list[str | None], make: Make) -> None:
    last = decided(events_of(make(no_claims="block"), deltas))
    assert last.decision.outcomes == ("no_claims",)
    assert last.decision.action is Action.BLOCK


def test_deltas_without_text_are_passed_over(make: Make) -> None:
    guard = make()
    assert told(events_of(guard, [None, GOOD, None, "", f" {OTHER}", None])) == told(
        events_of(guard, [f"{GOOD} {OTHER}"])
    )


def test_halves_of_a_character_come_together(make: Make) -> None:
    last = decided(events_of(make(), [f"{GOOD} \ud83d", f"\udcb3 {OTHER}"]))
    assert last.decision.answer == f"{GOOD} \N{CREDIT CARD} {OTHER}"


@pytest.mark.parametrize(
    ("deltas", "what"),
    [
        ([f"{GOOD} ", "\udcb3 ", OTHER], "half a surrogate pair at character 34"),
        ([f"{GOOD} ", "\ud83d", OTHER], "half a surrogate pair at character 34"),
        ([f"{GOOD} \ud83d"], "half a surrogate pair at character 34"),
        ([f"{GOOD} {OTHER} \0"], "a null byte at character 63"),
    ],
)
def test_text_that_cannot_be_read_is_an_error_and_no_pass(deltas: list[str], what: str, make: Make) -> None:
    events: list[Event] = []
    with pytest.raises(ValueError, match=what):
        events.extend(make().stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=deltas))
    assert not any(isinstance(event, Decided) for event in events)


def test_misuse_is_told(make: Make) -> None:
    stream = StreamGuard(make(), question=QUESTION, contexts=CONTEXTS)
    with pytest.raises(TypeError, match="a delta is a bytes"):
        stream.feed(b"Cash")  # type: ignore[arg-type]
    stream.finish()
    with pytest.raises(RuntimeError, match="has ended"):
        stream.feed("more")
    with pytest.raises(RuntimeError, match="has ended"):
        stream.finish()
    with pytest.raises(ValueError, match="contexts is a list"):
        StreamGuard(make(), question=QUESTION, contexts="Cash is free.")


def test_text_without_an_end_is_held(make: Make) -> None:
    endless = f"{GOOD} " + "So And " * (LONGEST_PENDING // 4)
    guard = make("flag", "flag")
    for deltas in ([endless], [endless[i : i + 1000] for i in range(0, len(endless), 1000)]):
        stream = StreamGuard(guard, question=QUESTION, contexts=CONTEXTS)
        events = [event for delta in deltas for event in stream.feed(delta)]
        assert [type(event) for event in events] == [TextReleased, Held]
        assert events[-1] == Held(len(GOOD), (NO_BOUNDARY,))


class Counting(Guard):
    """Counts the checks of sentences."""

    def decided(self, triple: Triple, **options: Any) -> Decision:
        self.answers = [*getattr(self, "answers", ()), triple.answer]
        return super().decided(triple, **options)


def test_the_first_sentence_goes_out_after_one_check_of_it_alone(make: Make) -> None:
    guard = Counting(make().scorer, make().profile)
    stream = StreamGuard(guard, question=QUESTION, contexts=CONTEXTS)
    stream.receive(f"{GOOD} {OTHER} {OTHER} And")
    assert stream.step() == [TextReleased(GOOD, 0, len(GOOD))]
    assert guard.answers == [GOOD]


def test_a_sentence_far_on_is_checked_without_what_stands_far_before(make: Make) -> None:
    guard = Counting(make().scorer, make("flag", "flag").profile)
    kind = "for each customer of a branch who asks for it in writing and has no other card of this bank"
    sentences = [f"Card {n} costs five dollars a year {kind}." for n in range(READ_BEFORE // 80)]
    answer = " ".join([*sentences, WRONG, OTHER])
    stream = StreamGuard(guard, question=QUESTION, contexts=CONTEXTS)
    events = stream.feed(answer)
    assert max(len(text.strip()) for text in guard.answers) < READ_BEFORE + 300
    (one,) = [event.about for event in events if isinstance(event, Found)]
    assert isinstance(one, CheckedClaim)
    assert answer[one.start : one.end] == WRONG
    assert one.statement == len(sentences)
    assert one.reason.startswith(f"Sentence {len(sentences) + 1}:")


def test_the_judge_is_asked_once_about_a_claim(scripted: Scorer) -> None:
    asked = []

    def judge(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        asked.append(claim.text)
        return Judgement(ClaimVerdict.SUPPORTED, 0.9)

    profile = Profile.from_toml(
        'extends = "STRIP_UNSUPPORTED"\nname = "judged"\nversion = "1"\nabout = "x"\n'
        '[layers]\njudge = "closed"\nclassifier = "off"\nfacts = "off"\ncitations = "off"\n'
        "[judge]\nlow = 0.0\nhigh = 1.0\n"
    )
    guard = Guard(scripted, profile, judge=judge)
    events = events_of(guard, [f"{OPEN} {GOOD} {OTHER}"])
    assert asked == [OPEN]
    assert released(events) == f"{OPEN} {GOOD} {OTHER}"
    assert guard.judge is judge


def test_a_layer_that_is_down_holds_the_answer() -> None:
    def fails(premise: str, hypothesis: str) -> NliScore:
        raise RuntimeError("the encoder is gone")

    scorer = Scorer.load("light")
    scorer.featurizer.nli = ScriptedNli(fails)
    guard = Guard(scorer, Profile.load("STRIP_UNSUPPORTED"))
    events = events_of(guard, [f"{GOOD} {OTHER} {GOOD}"])
    assert [event.reasons for event in events if isinstance(event, Held)] == [("DETECTOR_DOWN",)]
    assert not released(events)


def test_a_broken_source_is_an_error_and_no_pass(make: Make) -> None:
    def source() -> Iterator[str]:
        yield f"{GOOD} {OTHER} And "
        raise ConnectionError("reset by peer")

    events: list[Event] = []
    with pytest.raises(
        StreamBrokenError, match=r"after 67 characters, of which 62 were released: Conn.*reset"
    ) as error:
        events.extend(make().stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=source()))
    assert isinstance(error.value.__cause__, ConnectionError)
    assert released(events) == f"{GOOD} {OTHER}"
    assert not any(isinstance(event, Decided) for event in events)


def test_closing_closes_the_source_and_asks_it_for_no_more(make: Make) -> None:
    given_out: list[str] = []
    closed: list[bool] = []

    def source() -> Iterator[str]:
        try:
            for sentence in [GOOD, OTHER] * 20:
                given_out.append(sentence)
                yield f"{sentence} "
        finally:
            closed.append(True)

    events = make().stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=source())
    assert next(events) == TextReleased(GOOD, 0, len(GOOD))
    assert given_out == [GOOD, OTHER], "the word behind the sentence, and nothing more"
    events.close()
    assert closed == [True]
