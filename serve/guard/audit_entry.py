# SPDX-License-Identifier: Apache-2.0
"""What is written down of a decision: everything that is needed to make it again, or no text at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .decision import Decision
from .inputs import Inputs

_PARTS = ("claims", "citations", "layers")
_FINGERPRINTS = ("profile", "profile_fingerprint", "bundle_fingerprint")
# What is kept of a redacted entry beside numbers: words of our own, never of an input.
_CODES = frozenset(
    {
        *("action", "reasons", "outcomes", "outcome", "level", "status", "name", "layer", "kind"),
        *("verdict", "said", "rule", "severity"),
    }
)
_CODE = re.compile(r"[A-Za-z][\w.]{0,47}", re.ASCII)


def entry_of(inputs: Inputs, decision: Decision) -> dict[str, Any]:
    """Inputs, fingerprints and all that was decided; JSON-able."""
    plain = decision.as_dict(timings=True)
    return {
        "bundle": plain["bundle_fingerprint"],
        "profile": {"name": plain["profile"], "fingerprint": plain["profile_fingerprint"]},
        "inputs": inputs.as_dict(),
        "decision": {k: v for k, v in plain.items() if k not in (*_PARTS, *_FINGERPRINTS)},
        **{part: plain[part] for part in _PARTS},
        "passes": [one.as_dict() for one in decision.passes],
    }


def redacted(entry: Mapping[str, Any], digest: Callable[[str], str]) -> dict[str, Any]:
    """The same without any text: of the inputs and of the delivered text a digest and the length, of the rest nothing.

    Offsets, numbers, verdicts and reason codes stay.
    """
    inputs = entry["inputs"]

    def hidden(text: str | None) -> dict[str, Any] | None:
        return None if not text else {"hmac": digest(text), "characters": len(text)}

    return {
        "bundle": entry["bundle"],
        "profile": dict(entry["profile"]),
        "inputs": {
            **inputs,
            **{name: hidden(inputs[name]) for name in ("id", "question", "answer")},
            "cited": [hidden(one) for one in inputs["cited"]],
            "passages": [
                {**one, **{name: hidden(one[name]) for name in ("text", "id", "revision")}}
                for one in inputs["passages"]
            ],
        },
        "decision": {**without_text(entry["decision"]), "text": hidden(entry["decision"]["text"])},
        **{part: without_text(entry[part]) for part in (*_PARTS, "passes")},
    }


def without_text(value: Any, key: str = "") -> Any:
    """Numbers, and under some keys codes; of any other text nothing.

    >>> without_text({"start": 3, "verdict": "supported", "source": {"passage": 1, "text": "The fee"}})
    {'start': 3, 'verdict': 'supported', 'source': {'passage': 1}}
    """
    if isinstance(value, Mapping):
        kept = {name: without_text(item, name) for name, item in value.items()}
        return {name: item for name, item in kept.items() if item is not None or value[name] is None}
    if isinstance(value, list | tuple):
        return [item for item in (without_text(one, key) for one in value) if item is not None]
    if isinstance(value, str):
        return str(value) if key in _CODES and _CODE.fullmatch(value) else None
    return value
