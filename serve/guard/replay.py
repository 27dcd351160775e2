# SPDX-License-Identifier: Apache-2.0
"""Decisions made again from what a log recorded, and how they differ.

What depends on more than the inputs is taken from the record: the judge's words, and layers that could not run then
because the time was over or something was down. Time limits do not apply; limits of questions to the judge do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from faithstill.data import Passage
from faithstill.factcheck.judgement import ClaimVerdict, Judgement
from faithstill.factcheck.verdict import Quote
from faithstill.featurize.claims import Claim
from faithstill.featurize.lexicon import Lexicon
from faithstill.serve.scorer import SHIPPED_BUNDLES, Scorer

from .audit_entry import entry_of
from .audit_reading import AuditLine, Reading, verify
from .chain import DECISION, START
from .decision import LayerResult, LayerStatus
from .guard import Guard
from .inputs import Inputs
from .profile import Profile, shipped_profiles
from .structured import Structured
from .trace import Pass, Trace

_COMPARED = ("decision", "claims", "citations", "layers")
_NOT_COMPARED = frozenset({"milliseconds"})
_MOST_PROBLEMS = 3
_BEHIND = ", and the lexicon behind the plus sign with --lexicon where the folder holds another"


class ReplayError(ValueError):
    """A log that cannot be replayed, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not what was recorded, such as `claims[0].verdict`."""

    field: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.field}: was {_shown(self.was)}, is {_shown(self.now)}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """One decision made again; `as_recorded` names the layers that could not run and were not run again."""

    file: str
    line: int
    differences: tuple[Difference, ...]
    as_recorded: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        found = [{"field": d.field, "was": d.was, "is": d.now} for d in self.differences]
        return {
            "file": self.file,
            "line": self.line,
            "differences": found,
            "as_recorded": list(self.as_recorded),
        }


def replay(
    path: str | Path,
    *,
    models: Iterable[str | Path | Scorer] = (),
    profiles: Iterable[str | Path | Profile] = (),
    lexicons: Iterable[str | Path | Lexicon] = (),
    schema: Structured | None = None,
) -> Iterator[Replayed]:
    """Every decision of a log, made again by the bundle and the profile of its fingerprints.

    Those are looked for among the given ones and the shipped ones, bundles with their own lexicon, with the given ones
    and with none; `schema` is that of structured answers. ReplayError for a log that was changed, is redacted, or was
    written with a bundle or a profile that is not there.
    """
    if problems := verify(path):
        told = "; ".join(map(str, problems[:_MOST_PROBLEMS]))
        raise ReplayError(f"{path}: is not as it was written: {told}; see `faithstill audit verify {path}`")
    guards = _Guards(models, profiles, lexicons, schema)
    for entry in Reading(Path(path)).entries():
        if entry.said["type"] == START and entry.said["redacted"]:
            raise ReplayError(
                f"{entry.file}: is redacted, so there is no text to check again; keep a log with "
                "redacted=False where replays are needed"
            )
        if entry.said["type"] == DECISION:
            yield _replayed(entry, guards)


def _replayed(entry: AuditLine, guards: _Guards) -> Replayed:
    said = entry.said
    try:
        inputs, passes = Inputs.of(said["inputs"]), [_pass(one) for one in said["passes"]]
        found = said["bundle"], said["profile"]["fingerprint"], said["profile"]["name"]
        before = {part: said[part] for part in _COMPARED}
    except (KeyError, TypeError, ValueError) as error:
        raise ReplayError(
            f"{entry.file} line {entry.line}: is no decision that this faithstill wrote ({error!r})"
        ) from None
    trace = Trace(passes)
    guard = guards.find(*found, where=f"{entry.file} line {entry.line}", judge=_RecordedJudge(trace))
    unhurried = replace(inputs, budget=replace(inputs.budget, milliseconds=None))
    made = json.loads(json.dumps(entry_of(inputs, guard.decide(unhurried, trace=trace))))
    return Replayed(
        entry.file,
        entry.line,
        tuple(_differences(before, {part: made[part] for part in _COMPARED})),
        tuple(dict.fromkeys(name for one in passes for name in one.outages)),
    )


class _Guards:
    """Guards by fingerprints: what was given is looked through before what is shipped."""

    def __init__(
        self,
        models: Iterable[str | Path | Scorer],
        profiles: Iterable[str | Path | Profile],
        lexicons: Iterable[str | Path | Lexicon],
        schema: Structured | None,
    ) -> None:
        self._schema = schema
        self._lexicons = [x if isinstance(x, Lexicon) else Lexicon.load(x) for x in lexicons]
        self._left = chain.from_iterable(map(self._with_lexicons, (*models, *SHIPPED_BUNDLES)))
        self._scorers: dict[str, Scorer] = {}
        every = [p if isinstance(p, Profile) else Profile.load(p) for p in (*profiles, *shipped_profiles())]
        self._profiles = {profile.fingerprint: profile for profile in reversed(every)}

    def find(
        self,
        bundle: str,
        profile: str,
        name: str,
        *,
        where: str,
        judge: Callable[[str, Claim, Sequence[Passage]], Judgement],
    ) -> Guard:
        """The guard that made a decision; ReplayError where there is none."""
        scorer = self._scorer(bundle)
        if scorer is None:
            raise ReplayError(
                f"{where}: was decided with the bundle {bundle}, which is none of {', '.join(SHIPPED_BUNDLES)} "
                f"nor of those given; give its folder with --model{_BEHIND if '+' in bundle else ''}"
            )
        if profile not in self._profiles:
            raise ReplayError(
                f"{where}: was decided with the profile {name}, {profile}, which is none of the shipped "
                "nor of those given; give its file with --profile"
            )
        return Guard(scorer, self._profiles[profile], judge=judge, schema=self._schema)

    def _scorer(self, fingerprint: str) -> Scorer | None:
        while fingerprint not in self._scorers:
            scorer = next(self._left, None)
            if scorer is None:
                return None
            self._scorers.setdefault(scorer.fingerprint, scorer)
        return self._scorers[fingerprint]

    def _with_lexicons(self, model: str | Path | Scorer) -> Iterator[Scorer]:
        """A bundle with each lexicon that a log may have been written with."""
        scorer = model if isinstance(model, Scorer) else Scorer.load(model)
        yield scorer
        yield from (Scorer(scorer.bundle, lexicon=lexicon) for lexicon in self._lexicons)
        if scorer.lexicon:
            yield Scorer(scorer.bundle, lexicon=Lexicon())


@dataclass(frozen=True, slots=True)
class _RecordedJudge:
    """Says of a claim what the judge said of it then."""

    trace: Trace

    def __call__(self, question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        own = self.trace.recorded
        if own is None or (claim.start, claim.end) not in own.judged:
            raise LookupError(f"the record holds no judgement of {claim.text!r}")
        return own.judged[claim.start, claim.end]


def _pass(recorded: Mapping[str, Any]) -> Pass:
    layers = tuple(
        LayerResult(one["name"], LayerStatus(one["status"]), tuple(one["reasons"]), one["detail"])
        for one in recorded["outages"]
    )
    return Pass(layers, {(one["start"], one["end"]): _judgement(one) for one in recorded["judged"]})


def _judgement(recorded: Mapping[str, Any]) -> Judgement:
    plain = {name: value for name, value in recorded.items() if name not in ("start", "end")}
    verdicts = {name: ClaimVerdict(plain[name]) for name in ("verdict", "said")}
    return Judgement(**{**plain, **verdicts, "source": Quote(**plain["source"]) if plain["source"] else None})


def _differences(was: Any, now: Any, field: str = "") -> Iterator[Difference]:
    if isinstance(was, dict) and isinstance(now, dict):
        for key in [k for k in (*was, *(k for k in now if k not in was)) if k not in _NOT_COMPARED]:
            name = f"{field}.{key}" if field else key
            yield from _differences(was.get(key), now.get(key), name)
    elif isinstance(was, list) and isinstance(now, list):
        for place in range(max(len(was), len(now))):
            old, new = (side[place] if place < len(side) else None for side in (was, now))
            yield from _differences(old, new, f"{field}[{place}]")
    elif was != now:
        yield Difference(field, was, now)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
