# SPDX-License-Identifier: Apache-2.0
"""What the guard delivers of held-out answers under each shipped profile, and whether its figures hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.data.sources import read_public
from faithstill.serve.guard import CheckedClaim, ClaimVerdict, Decision, Guard, Profile, shipped_profiles
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.verify import VERBATIM
from faithstill.serve.scorer import Scorer
from faithstill.train.evaluate.evaluate_bundle import seen
from faithstill.train.metrics.binary_metrics import measure
from faithstill.train.metrics.conformal import by_group
from faithstill.train.metrics.shares import Share, share
from faithstill.train.profiles.guard_record import DELIVERED, Recorded, record
from faithstill.train.profiles.profile_calibration import choose

from .guard_speed import print_overhead

PUBLIC_SETS = ("attributionbench.dev", "wice.dev", "mtrag_human.test", "tatqa.dev")
MOST_ROWS = 600  # of each public set
SEED, HALVES = 23, 200
MISS_RATE = 0.10
BASE = "STRICT_BLOCK"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ProfiledAnswer:
    """One labelled answer: what each profile makes of it, the decision of the strict one, and what was recorded."""

    faithful: bool
    group: str
    fate: Mapping[str, str]
    strict: Decision
    recorded: Recorded


def print_guard(
    own: Sequence[Triple],
    public: Path | None,
    say: Say,
    bar: Progress,
    *,
    model: str | Path = "general",
    timed: Sequence[str | Path] = ("general", "light"),
) -> None:
    """All parts: fates under each profile, the promised miss rate, who is right how often, and the time it takes."""
    sets = {"held-out rows of ours": list(own)}
    if public:
        sets |= {name: sampled(read_public(public / f"{name}.jsonl.xz")) for name in PUBLIC_SETS}
    found = {name: told(model, triples, bar, name) for name, triples in sets.items()}
    for name, answers in found.items():
        known = seen(Scorer.load(model), sets[name])
        say(
            f"\n{name}"
            + (f": NOT HELD OUT, {known} rows have contexts that the bundle learnt from" if known else "")
        )
        _print_fates(answers, say)
    say(f"\nmiss rate {MISS_RATE:.2f} chosen on half the groups, {BASE}, bundle {model}")
    for name, answers in found.items():
        _print_halves(name, [one.recorded for one in answers], say)
    for name, answers in (*found.items(), ("all sets", list(chain.from_iterable(found.values())))):
        _print_deciders(name, answers, say)
    every = list(chain.from_iterable(sets.values()))
    for bundle in timed:
        print_overhead(bundle, every, say)


def sampled(triples: Iterable[Triple]) -> list[Triple]:
    """At most `MOST_ROWS` of them, in order."""
    rows = list(triples)
    kept = sorted(Random(SEED).sample(range(len(rows)), min(MOST_ROWS, len(rows))))
    return [rows[i] for i in kept]


def told(model: str | Path, triples: Sequence[Triple], bar: Progress, title: str) -> list[ProfiledAnswer]:
    """Every answer under every profile, one after the other, so that what is read of its contexts is shared."""
    scorer = Scorer.load(model)
    guards = {name: Guard(scorer, Profile.load(name)) for name in shipped_profiles()}
    return [_told(guards, triple) for triple in bar.track(triples, description=title)]


def _told(guards: Mapping[str, Guard], triple: Triple) -> ProfiledAnswer:
    decisions = {name: guard.check_triple(triple) for name, guard in guards.items()}
    recorded = record(guards[BASE].scorer, guards[BASE].profile, triple)
    fates = {name: _fate(decision, triple) for name, decision in decisions.items()}
    return ProfiledAnswer(recorded.faithful, recorded.group, fates, decisions[BASE], recorded)


UNCHANGED, CHANGED, WITHHELD = "delivered unchanged", "changed", "withheld"


def _fate(decision: Decision, triple: Triple) -> str:
    if decision.text is None:
        return WITHHELD
    whole = decision.action in DELIVERED and decision.text == triple.answer
    return UNCHANGED if whole else CHANGED


def _print_fates(answers: Sequence[ProfiledAnswer], say: Say) -> None:
    for profile in shipped_profiles():
        for faithful, word in ((True, "faithful"), (False, "unfaithful")):
            own = [one for one in answers if one.faithful is faithful]
            for fate in (UNCHANGED, CHANGED):
                hits = [one.fate[profile] == fate for one in own]
                if own and (fate == UNCHANGED or any(hits)):
                    _say(say, f"{profile}: {word}, {fate}", share(hits, [one.group for one in own]))


def _print_halves(name: str, rows: Sequence[Recorded], say: Say) -> None:
    """The rate on the other half: of one split with its interval, and on average over many."""
    halves = _halves(rows)
    try:
        first, rest = next(halves)
        chosen = choose(first, MISS_RATE)
    except ValueError as error:
        say(f"  {name}: {error}")
        return
    missed = by_group((row.group, float(row.critical >= chosen.support)) for row in rest if not row.faithful)
    means = [sum(values) / len(values) for values in missed]
    passed = [row for row in rest if row.faithful]
    wrong = [row for row in rest if not row.faithful]
    say(f"  {name}: support {chosen.support:.3f}, {chosen.groups} groups calibrated on")
    _say(say, "  unfaithful delivered, mean over groups", share(means, range(len(means))))
    for word, own in (("unfaithful", wrong), ("faithful", passed)):
        hits = [row.critical >= chosen.support for row in own]
        _say(say, f"  {word} delivered", share(hits, [row.group for row in own]))
    rates = [_realised(*half) for half, _ in zip(halves, range(HALVES), strict=False)]
    known = sorted(found for found in rates if found is not None)
    if known:
        low, high = (known[round(end * (len(known) - 1))] for end in (0.05, 0.95))
        say(
            f"    {len(known)} other splits: mean {sum(known) / len(known):.3f} (promised {MISS_RATE:.2f}), "
            f"nine in ten from {low:.3f} to {high:.3f}"
        )


def _halves(rows: Sequence[Recorded]) -> Iterator[tuple[list[Recorded], list[Recorded]]]:
    """The groups in two halves, again and again."""
    random, groups = Random(SEED), sorted({row.group for row in rows})
    while True:
        chosen = set(random.sample(groups, len(groups) // 2))
        yield [r for r in rows if r.group in chosen], [r for r in rows if r.group not in chosen]


def _realised(first: Sequence[Recorded], rest: Sequence[Recorded]) -> float | None:
    """The miss rate on the other half, mean over groups; None where there is none to measure."""
    missed = by_group((row.group, row.critical) for row in rest if not row.faithful)
    try:
        support = choose(first, MISS_RATE).support
    except ValueError:
        return None
    means = [sum(level >= support for level in values) / len(values) for values in missed]
    return sum(means) / len(means) if means else None


def _print_deciders(name: str, answers: Sequence[ProfiledAnswer], say: Say) -> None:
    """How often the label agrees with a verdict, by the layer that gave it; and how far confidences are right."""
    say(f"\nwho decides, {name}: the answer's label agrees")
    for layer in (Layer.FACTS, Layer.NLI):
        found = [
            one
            for one in answers
            for claim in one.strict.claims
            if claim.verdict is ClaimVerdict.CONTRADICTED and claim.layer == layer
        ]
        hits = [not one.faithful for one in found]
        _say(say, f"claims contradicted by {layer}: unfaithful", share(hits, [one.group for one in found]))
    for by in (VERBATIM, str(Layer.CLASSIFIER), str(Layer.NLI)):
        found = [
            one for one in answers if one.strict.claims and all(_supports(c, by) for c in one.strict.claims)
        ]
        hits = [one.faithful for one in found]
        _say(say, f"all claims supported by {by}: faithful", share(hits, [one.group for one in found]))
    judged = [one for one in answers if one.strict.claims and one.strict.score is not None]
    if judged and len({one.faithful for one in judged}) > 1:
        _print_calibration(judged, say)


def _supports(claim: CheckedClaim, layer: str) -> bool:
    return claim.verdict is ClaimVerdict.SUPPORTED and claim.layer == layer


def _print_calibration(judged: Sequence[ProfiledAnswer], say: Say) -> None:
    """The least confident claim of an answer as its probability of being faithful, beside the score's."""
    y, groups = [int(one.faithful) for one in judged], [one.group for one in judged]
    least = [min(map(_chance, one.strict.claims)) for one in judged]
    scores = [one.strict.score.faithful or 0.0 if one.strict.score else 0.0 for one in judged]
    for what, p in (("least confident claim", least), ("score of the classifier", scores)):
        found = measure(y, p, 0.5, groups)
        say(f"  {what:44} ECE {found.ece}   Brier {found.brier}   ROC-AUC {found.roc_auc}   n {found.n}")


def _chance(claim: CheckedClaim) -> float:
    """That a claim is supported, by the confidence of its verdict."""
    return claim.confidence if claim.verdict is ClaimVerdict.SUPPORTED else 1 - claim.confidence


def _say(say: Say, what: str, found: Share) -> None:
    say(f"  {what:52} {found}")
