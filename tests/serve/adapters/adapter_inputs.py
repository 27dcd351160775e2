# SPDX-License-Identifier: Apache-2.0
"""The modules of the adapters where their frameworks are installed, and answers to pass through them."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

# Nobody is told of our test runs.
os.environ.update(
    DEEPEVAL_TELEMETRY_OPT_OUT="1",
    HAYSTACK_TELEMETRY_ENABLED="False",
    RAGAS_DO_NOT_TRACK="true",
    OPENAI_AGENTS_DISABLE_TRACING="1",
    OTEL_SDK_DISABLED="true",  # Guardrails AI's
)


@dataclass(frozen=True, slots=True)
class Row:
    """One answer with what it was asked and given."""

    answer: str
    contexts: Sequence[str] = ("A late fee of $25 applies after a ten-day grace period.",)
    question: str = "What does a missed payment cost?"

    def fields(self) -> dict[str, Any]:
        return {"question": self.question, "contexts": list(self.contexts), "answer": self.answer}


RIGHT = Row("A late fee of $25 applies.")
HALF = Row("A late fee of $25 applies. You can waive it by calling us on Mondays.")
WRONG = Row("A late fee of $35 applies.")
HIDDEN = Row("A late fee\u200b of \u202e$25\u202c applies.")  # to the guard and its users the first
ROWS: Mapping[str, Row] = {
    "right": RIGHT,
    "half": HALF,
    "wrong": WRONG,
    "no contexts": Row("A late fee of $25 applies.", ()),
    "no claims": Row("Hello!"),
    "hidden": HIDDEN,
}


def adapter(name: str, *, module: bool = True) -> Any:
    """The module of an adapter; the test module (or the test) is skipped where its framework is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the frameworks' own
        try:
            return importlib.import_module(f"faithstill.serve.adapters.{name}")
        except ModuleNotFoundError as error:
            pytest.skip(str(error), allow_module_level=module)


def environment() -> dict[str, str]:
    """That of a process that finds the same code."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
