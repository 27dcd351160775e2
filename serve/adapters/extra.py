# SPDX-License-Identifier: Apache-2.0
"""Which extra brings the framework of an adapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

# Extra, to the modules of its packages and the packages' own names.
ADAPTERS: Mapping[str, Mapping[str, str]] = {
    "haystack": {"haystack": "haystack-ai"},
    "langchain": {"langchain_core": "langchain-core"},
    "llama-index": {"llama_index": "llama-index-core"},
    "openai-agents": {"agents": "openai-agents"},
    "guardrails": {"guardrails": "guardrails-ai"},
    "nemo": {"nemoguardrails": "nemoguardrails"},
    "ragas": {"ragas": "ragas", "langchain_community": "langchain-community"},
    "deepeval": {"deepeval": "deepeval"},
    "mcp": {"mcp": "mcp"},
    "pytest": {"pytest": "pytest"},
}


@contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Around the imports of an adapter: where its framework is missing, the error names the extra.

    >>> with brought_by("haystack"):
    ...     raise ModuleNotFoundError("No module named 'haystack'", name="haystack")
    Traceback (most recent call last):
    ModuleNotFoundError: haystack-ai is not installed: pip install "faithstill[haystack]"
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = ADAPTERS[extra].get((error.name or "").partition(".")[0])
        if package is None:
            raise
        cure = f'{package} is not installed: pip install "faithstill[{extra}]"'
        raise ModuleNotFoundError(cure, name=error.name) from None
