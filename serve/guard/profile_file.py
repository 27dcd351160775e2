# SPDX-License-Identifier: Apache-2.0
"""Profiles as TOML: read strictly, with the line of what is wrong, and written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, NoReturn, get_args, get_type_hints

from faithstill.featurize.claims import ClaimKind

from .decision import Action
from .outcome import OUTCOMES, Outcome
from .profile import (
    DEFAULT_LAYERS,
    Band,
    Calibration,
    Citations,
    Layer,
    LayerMode,
    Profile,
    ProfileError,
    Ratios,
    Release,
    Repair,
    Stream,
    Thresholds,
    shipped_profiles,
)

_SECTIONS: Mapping[str, type] = {
    "thresholds": Thresholds,
    "high_stakes": Thresholds,
    "judge": Band,
    "ratios": Ratios,
    "citations": Citations,
    "stream": Stream,
    "repair": Repair,
    "calibration": Calibration,
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_TEXTS = ("name", "version", "about")
_KEYS = ("extends", *_TEXTS, "layers", "actions", *_SECTIONS)
_OF_CLAIMS = frozenset({Action.STRIP, Action.HEDGE})
# Pairs of outcomes of which the first may not be treated more mildly than the second.
_ORDER = (
    (Outcome.CONTRADICTED, Outcome.UNVERIFIABLE),
    (Outcome.UNVERIFIABLE, Outcome.DOUBTFUL),
    (Outcome.FALSE_REFUSAL, Outcome.REFUSAL),
)


def read_profile(text: str, where: str) -> Profile:
    """The profile that TOML text says; what it leaves out is that of the profile that it `extends`.

    ProfileError names the file, the line, what is wrong and the cure.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{where}: is not TOML: {error}") from None
    return _Reader(where, text).read(raw)


def written(profile: Profile) -> str:
    """A profile as TOML that reads back as the same profile."""
    lines = [f"{name} = {_toml(getattr(profile, name))}" for name in _TEXTS]
    plain = profile.as_dict()
    for section in ("layers", "actions", *_SECTIONS):
        lines += ["", f"[{section}]"]
        lines += [f"{key} = {_toml(value)}" for key, value in plain[section].items() if value is not None]
        if section == "thresholds":
            for kind, own in plain["kinds"].items():
                lines += ["", f"[thresholds.{kind}]"]
                lines += [f"{key} = {_toml(value)}" for key, value in own.items() if value is not None]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # A TOML basic string escapes as JSON does, but for what JSON leaves as it is.
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return '"' + _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", escaped) + '"'
    return repr(value)


@dataclass(frozen=True, slots=True)
class _Reader:
    where: str
    text: str

    def read(self, raw: Mapping[str, Any]) -> Profile:
        self._known(raw, _KEYS, "")
        base = self._base(raw)
        parts: dict[str, Any] = {key: self._string(raw, base, key) for key in _TEXTS}
        parts["layers"] = self._table(raw, {"layers": DEFAULT_LAYERS, **base}, "layers", Layer, LayerMode)
        parts["actions"] = self._table(raw, base, "actions", Outcome, Action)
        parts["kinds"], plain = self._kinds(raw, base)
        parts |= {name: self._section(plain, base, name, made) for name, made in _SECTIONS.items()}
        profile = Profile(**parts)
        self._coherent(profile)
        return profile

    # Parts

    def _base(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        if "extends" not in raw:
            return {}
        if raw["extends"] not in shipped_profiles():
            what = f"extends = {raw['extends']!r} is no shipped profile: {', '.join(shipped_profiles())}"
            self._fail("", "extends", what)
        return Profile.load(raw["extends"]).as_dict()

    def _string(self, raw: Mapping[str, Any], base: Mapping[str, Any], key: str) -> str:
        value = raw.get(key, base.get(key))
        if not isinstance(value, str) or not value.strip():
            self._fail("", key, f"{key} is missing; a profile needs name, version and about, each a text")
        return value

    def _table(
        self, raw: Mapping[str, Any], base: Mapping[str, Any], section: str, keys: Any, values: Any
    ) -> dict[Any, Any]:
        own = self._mapping(raw, section)
        self._known(own, tuple(keys), section)
        merged = {**base.get(section, {}), **own}
        found = {}
        for key in keys:
            if key not in merged:
                self._fail(section, key, f"{section}.{key} is missing; give one of {', '.join(values)}")
            if merged[key] not in tuple(values):
                self._fail(section, key, f"{section}.{key} = {merged[key]!r} is none of {', '.join(values)}")
            found[key] = values(merged[key])
        return found

    def _kinds(
        self, raw: Mapping[str, Any], base: Mapping[str, Any]
    ) -> tuple[dict[ClaimKind, Thresholds], dict[str, Any]]:
        """Thresholds by kind of claim, and the raw profile without them."""
        own = self._mapping(raw, "thresholds")
        given = {kind: own[kind] for kind in ClaimKind if kind in own}
        plain = {**raw, "thresholds": {k: v for k, v in own.items() if k not in given}}
        general = {**base.get("thresholds", {}), **plain["thresholds"]}
        before = base.get("kinds", {})
        found = {}
        for kind in ClaimKind:
            if kind in given or kind in before:
                name = f"thresholds.{kind}"
                rest = {name: {**general, **before.get(kind, {})}}
                found[kind] = self._section({name: given.get(kind, {})}, rest, name, Thresholds)
        return found, plain

    def _section(self, raw: Mapping[str, Any], base: Mapping[str, Any], section: str, made: type) -> Any:
        own = self._mapping(raw, section)
        self._known(own, [f.name for f in fields(made)], section)
        types = get_type_hints(made)
        read = {key: self._value(section, key, value, types[key]) for key, value in own.items()}
        return made(**{**self._inherited(base.get(section, _default(section)), types), **read})

    def _inherited(self, plain: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
        return {
            key: types[key](v) if isinstance(types[key], type) and issubclass(types[key], StrEnum) else v
            for key, v in plain.items()
        }

    def _value(self, section: str, key: str, value: Any, wanted: Any) -> Any:
        name = f"{section}.{key}"
        if isinstance(wanted, UnionType):
            wanted = next(t for t in get_args(wanted) if t is not NoneType)
        if issubclass(wanted, StrEnum):
            if value not in tuple(wanted):
                self._fail(section, key, f"{name} = {value!r} is none of {', '.join(wanted)}")
            return wanted(value)
        if wanted is float and isinstance(value, int | float) and not isinstance(value, bool):
            if not 0 <= value <= 1:
                self._fail(section, key, f"{name} = {value} is no share between 0 and 1")
            return float(value)
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            self._fail(section, key, f"{name} = {value!r} is no {_TYPES[wanted]}")
        return value

    def _mapping(self, raw: Mapping[str, Any], section: str) -> Mapping[str, Any]:
        value = raw.get(section, {})
        if not isinstance(value, Mapping):
            self._fail("", section, f"{section} is a table: write it as [{section}]")
        return value

    def _known(self, given: Mapping[str, Any], keys: Any, section: str) -> None:
        for key in given:
            if key not in tuple(keys):
                name = f"{section}.{key}" if section else key
                self._fail(section, key, f"{name} is unknown; there are {', '.join(keys)}")

    # Coherence

    def _coherent(self, profile: Profile) -> None:
        for section, key, what in _contradictions(profile):
            self._fail(section, key, what)

    def _fail(self, section: str, key: str, what: str) -> NoReturn:
        line = _line_of(self.text, section, key)
        raise ProfileError(f"{self.where}{f' line {line}' if line else ''}: {what}")


def _default(section: str) -> Mapping[str, Any]:
    """What a profile that extends none has where it says nothing."""
    made: dict[str, Any] = {f.name: f.default for f in fields(Profile)}
    return asdict(made[section]) if section in made else {}


_TYPES = {float: "number", int: "whole number", bool: "true or false", str: "text"}


def _contradictions(p: Profile) -> Iterator[tuple[str, str, str]]:
    """(section, key, what) of settings that cannot hold together."""
    for outcome, action in p.actions.items():
        if action in _OF_CLAIMS and not OUTCOMES[outcome].of_claims:
            what = (
                f"actions.{outcome} = {action}: there is no single claim to {action}; choose another action"
            )
            yield "actions", outcome, what
    for worse, milder in _ORDER:
        if p.actions[worse].severity < p.actions[milder].severity:
            yield (
                "actions",
                worse,
                (
                    f"actions.{worse} = {p.actions[worse]} is milder than actions.{milder} = {p.actions[milder]}; "
                    f"make it at least as severe"
                ),
            )
    if p.citations.required and not p.runs(Layer.CITATIONS):
        yield "citations", "required", "citations.required is true but layers.citations is off; switch it on"
    if not p.runs(Layer.CLASSIFIER) and not p.runs(Layer.NLI) and not p.runs(Layer.JUDGE):
        yield (
            "layers",
            "nli",
            "layers: classifier, nli and judge are all off, so nothing can be supported; switch one on",
        )
    if p.judge.low >= p.judge.high:
        yield "judge", "low", f"judge.low = {p.judge.low} is not below judge.high = {p.judge.high}"
    hidden = p.actions[Outcome.DOUBTFUL].withholds
    if hidden and p.runs(Layer.CLASSIFIER) and p.stream.release is Release.SENTENCE:
        yield (
            "stream",
            "release",
            (
                "stream.release = sentence lets doubtful text out before the end, "
                f"but actions.doubtful = {p.actions[Outcome.DOUBTFUL]} must not show it; set release to answer"
            ),
        )
    if p.stream.release is Release.SENTENCE and not p.stream.check_sentences:
        for outcome in (Outcome.CONTRADICTED, Outcome.UNVERIFIABLE):
            if p.actions[outcome] not in (Action.DELIVER, Action.FLAG):
                yield (
                    "stream",
                    "check_sentences",
                    (
                        f"stream.check_sentences is false, so a sentence is out before actions.{outcome} = "
                        f"{p.actions[outcome]} could hold it; check sentences or set release to answer"
                    ),
                )


def _line_of(text: str, section: str, key: str) -> int | None:
    """The line where a key of a section stands, else that of the section, from 1."""
    current, found = "", None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            current = header[1].strip()
            found = number if current == (section or key) else found
        elif current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return found
