# SPDX-License-Identifier: Apache-2.0
"""Are the passages that a plan says it will cite among those that were retrieved?"""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.data import Passage
from faithstill.factcheck.citation_report import ORPHAN, CitationFinding
from faithstill.factcheck.citations import is_same_revision
from faithstill.factcheck.cited import Directory
from faithstill.featurize.read.markers import markers_of

from .decision import Decision, LayerResult, LayerStatus, Level
from .outcome import OUTCOMES, Outcome
from .policy import RECOMMENDATIONS, action_of
from .profile import Layer, Profile


def decided_plan(
    cited: Sequence[str], passages: Sequence[Passage], profile: Profile, fingerprints: tuple[str, str]
) -> Decision:
    """The decision on a plan: an entry that names no passage is a fault; `fingerprints` of profile and bundle."""
    text, findings = plan_findings(cited, passages)
    outcomes = (Outcome.CITATION_FAULT,) if findings else ()
    action, level = action_of(profile, outcomes), Level.UNGROUNDED if findings else Level.FULL
    codes = (*(OUTCOMES[outcome].code for outcome in outcomes), *(str(f.reason) for f in findings))
    reasons = tuple(dict.fromkeys(codes))
    status = LayerStatus.FAILED if findings else LayerStatus.PASSED
    return Decision(
        action=action,
        text=None if action.withholds else text,
        reasons=reasons,
        outcomes=tuple(map(str, outcomes)),
        claims=(),
        layers=(LayerResult(str(Layer.CITATIONS), status, reasons),),
        trust_score=0.0 if findings else 1.0,
        level=level,
        recommendation=RECOMMENDATIONS[level],
        is_trusted=not findings,
        answer=text,
        profile=profile.title,
        profile_fingerprint=fingerprints[0],
        bundle_fingerprint=fingerprints[1],
        citations=findings,
    )


def plan_findings(
    cited: Sequence[str], passages: Sequence[Passage]
) -> tuple[str, tuple[CitationFinding, ...]]:
    """The plan as text, and a finding for each entry that names no passage, by id or by number, or several.

    >>> text, found = plan_findings(["p4", "p9"], [Passage("Fees.", id="p4")])
    >>> text, [finding.text for finding in found]
    ('p4, p9', ['p9'])
    """
    text = ", ".join(map(str, cited))
    found, start = [], 0
    for entry in map(str, cited):
        if what := _wrong(entry, passages):
            message = f'"{entry}" {what}'
            span = start, start + len(entry), entry
            found.append(CitationFinding(ORPHAN.id, ORPHAN.reason, ORPHAN.severity, *span, message))
        start += len(entry) + 2
    return text, tuple(found)


def _wrong(entry: str, passages: Sequence[Passage]) -> str:
    """What is wrong with an entry; "" for one that names one passage, and its revision if it pins one.

    >>> _wrong("p4", [Passage("Fees.", id="p4")]), _wrong("p4, p9", [Passage("Fees.", id="p4")])
    ('', 'is not the id of one passage')
    """
    markers = markers_of(f"as in [{entry}]", [passage.id for passage in passages])
    labels = [label for marker in markers.cited for label in marker.labels]
    if not labels:
        return "names no passage that was retrieved"
    if len(labels) > 1:
        return "is not the id of one passage"
    places = tuple(dict.fromkeys(Directory(passages, labels, {}).find(labels[0])[0]))
    if len(places) != 1:
        return f"may mean {len(places)} passages" if places else "names no passage that was retrieved"
    pinned, own = labels[0].revision, passages[places[0]].revision
    if pinned and not is_same_revision(pinned, own):
        return f"pins revision {pinned}, and the passage is of {own or 'none'}"
    return ""
