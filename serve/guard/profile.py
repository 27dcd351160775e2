# SPDX-License-Identifier: Apache-2.0
"""A profile: thresholds, layers and actions as data, read from TOML and refused where it contradicts itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from faithstill.featurize.claims import ClaimKind

from .decision import Action
from .outcome import Outcome

_FOLDER = Path(__file__).parent / "profiles"


class ProfileError(ValueError):
    """A profile that cannot be used: file, line, key, what is wrong, and the cure."""


class LayerMode(StrEnum):
    """Must a layer run (`closed`), may it be missing (`open`), or is it left out (`off`)?"""

    CLOSED = "closed"
    OPEN = "open"
    OFF = "off"


class Layer(StrEnum):
    """The layers in the order in which they are told; the fact check and the citations have the last word."""

    SCHEMA = "schema"
    CLASSIFIER = "classifier"
    NLI = "nli"
    JUDGE = "judge"
    FACTS = "facts"
    CITATIONS = "citations"


class Release(StrEnum):
    """When a stream lets text out: sentence by sentence, or all at once at the end."""

    SENTENCE = "sentence"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Probabilities from which a claim is decided.

    `support`: the calibrated probability of its statement from which a claim is supported; None for the bundle's
    threshold. `entailment`: the encoder's alone, from which a claim is where the classifier is off. `contradiction`:
    the encoder's, from which a claim is refuted.
    """

    support: float | None = None
    entailment: float = 0.9
    contradiction: float = 0.95


@dataclass(frozen=True, slots=True)
class Band:
    """Claims whose probability is at least `low` and less than `high` go to the judge."""

    low: float = 0.2
    high: float = 0.6


@dataclass(frozen=True, slots=True)
class Ratios:
    """`max_unverifiable`: share of unverifiable claims above which they count; `trusted`: least trust score."""

    max_unverifiable: float = 0.0
    trusted: float = 0.7


@dataclass(frozen=True, slots=True)
class Citations:
    """`required`: every factual sentence needs a citation."""

    required: bool = False


@dataclass(frozen=True, slots=True)
class Stream:
    """What a stream lets out when, and whether each sentence is checked before it is."""

    release: Release = Release.SENTENCE
    check_sentences: bool = True


@dataclass(frozen=True, slots=True)
class Repair:
    """How text is mended: `correct` puts the one value that can be meant in the place of a refuted one."""

    correct: bool = False
    prefix: str = "The documents do not confirm all of this."
    unconfirmed: str = "Not confirmed by the documents:"
    refused: str = "I could not confirm an answer in the documents I have. Shall I search further?"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where thresholds come from: who chose them, on what rows, for which promise; empty where nobody did."""

    method: str = ""
    miss_rate: float = 0.0
    rows: int = 0
    groups: int = 0
    data: str = ""
    model: str = ""
    date: str = ""


DEFAULT_LAYERS = {
    Layer.SCHEMA: LayerMode.OPEN,
    Layer.CLASSIFIER: LayerMode.CLOSED,
    Layer.NLI: LayerMode.CLOSED,
    Layer.JUDGE: LayerMode.OFF,
    Layer.FACTS: LayerMode.CLOSED,
    Layer.CITATIONS: LayerMode.CLOSED,
}


@dataclass(frozen=True, slots=True)
class Profile:
    """What a guard does about what it finds; `kinds` are thresholds for kinds of claims, such as numerical ones.

    `high_stakes` takes the place of `thresholds` where a call says so.
    """

    name: str
    version: str
    about: str
    actions: Mapping[Outcome, Action]
    layers: Mapping[Layer, LayerMode] = field(default_factory=lambda: dict(DEFAULT_LAYERS))
    thresholds: Thresholds = Thresholds()
    kinds: Mapping[ClaimKind, Thresholds] = field(default_factory=dict)
    high_stakes: Thresholds = Thresholds(support=0.7, entailment=0.95, contradiction=0.9)
    judge: Band = Band()
    ratios: Ratios = Ratios()
    citations: Citations = Citations()
    stream: Stream = Stream()
    repair: Repair = Repair()
    calibration: Calibration = Calibration()

    @classmethod
    def load(cls, given: str | Path) -> Profile:
        """The profile of a TOML file, or a shipped one by its name; ProfileError names what is wrong, and where."""
        if str(given) in shipped_profiles():
            return cls.read(_FOLDER / f"{given}.toml")
        path = Path(given)
        if not path.is_file():
            raise ProfileError(
                f"{given}: is neither a file nor a shipped profile: {', '.join(shipped_profiles())}"
            )
        return cls.read(path)

    @classmethod
    def read(cls, path: Path) -> Profile:
        """The profile of a TOML file."""
        try:
            return cls.from_toml(path.read_text(encoding="utf-8"), where=str(path))
        except UnicodeDecodeError as error:
            raise ProfileError(f"{path}: is not UTF-8 at byte {error.start}; save it as UTF-8") from None

    @classmethod
    def from_toml(cls, text: str, *, where: str = "profile") -> Profile:
        """The same from text; `where` is how errors call it."""
        from .profile_file import read_profile

        return read_profile(text, where)

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits of everything that the profile says."""
        plain = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        plain = asdict(self)
        for name in ("actions", "layers", "kinds"):
            plain[name] = {str(key): value for key, value in plain[name].items()}
        return plain

    def thresholds_for(self, kind: ClaimKind, *, high_stakes: bool = False) -> Thresholds:
        """What a claim of a kind has to reach."""
        own = self.kinds.get(kind, self.thresholds)
        if not high_stakes:
            return own
        high = self.high_stakes
        stated = [t for t in (own.support, high.support) if t is not None]
        return Thresholds(
            support=max(stated, default=None),
            entailment=max(own.entailment, high.entailment),
            contradiction=min(own.contradiction, high.contradiction),
        )

    def runs(self, layer: Layer) -> bool:
        """Is a layer to be run?"""
        return self.layers[layer] is not LayerMode.OFF

    def without(self, layer: Layer) -> Profile:
        """The same profile with one layer off."""
        return replace(self, layers={**self.layers, layer: LayerMode.OFF})


def shipped_profiles() -> tuple[str, ...]:
    """The names of the profiles in the package."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
