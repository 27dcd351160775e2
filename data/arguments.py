# SPDX-License-Identifier: Apache-2.0
"""The arguments of a call, checked as the cells of a row are, and made into a triple."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .columns import SELF_METRICS, triple_from_mapping
from .foreign import passage_fields
from .triple import Triple


def given_triple(
    file: str,
    *,
    question: str,
    contexts: Iterable[Any] | None,
    answer: str,
    self_metrics: Mapping[str, float] | None = None,
) -> Triple:
    """The triple of a call; `file` names the call in errors. ValueError where no file could hold such a row.

    No contexts (None or none of them) are no error.

    >>> given_triple("score", question="Fee?", contexts=["It is $5."], answer="$5").passages[0].text
    'It is $5.'
    """
    for name, text in (("question", question), ("answer", answer)):
        if not isinstance(text, str):
            raise ValueError(f"{name} is a string, not {type(text).__name__}")
    row = {"question": question, "contexts": _listed(contexts), "answer": answer}
    return triple_from_mapping({**row, **_known(self_metrics)}, file=file)


def _listed(contexts: Any) -> list[Any] | None:
    if contexts is None:
        return None
    kind = type(contexts).__name__
    if isinstance(contexts, str | bytes | Mapping) or passage_fields(contexts):
        raise ValueError(f"contexts is a list of passages, not one {kind}: pass [text]")
    if not isinstance(contexts, Iterable):
        raise ValueError(f"contexts is a list of passages, not {kind}")
    return list(contexts)


def _known(self_metrics: Any) -> Mapping[str, Any]:
    if not isinstance(self_metrics, Mapping | None):
        raise ValueError(f"self_metrics maps names to numbers, it is no {type(self_metrics).__name__}")
    if unknown := sorted(map(str, (self_metrics or {}).keys() - {*SELF_METRICS})):
        raise ValueError(f"self_metrics {unknown[0]!r} is none of {', '.join(SELF_METRICS)}")
    return self_metrics or {}
