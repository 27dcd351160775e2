# SPDX-License-Identifier: Apache-2.0
"""An adapter whose framework is missing says which extra brings it: in a process that lacks them all."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from faithstill.serve.adapters.extra import ADAPTERS, brought_by

from .adapter_inputs import environment

SCRIPT = """
import importlib, importlib.abc, json, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked, names = map(json.loads, sys.argv[1:])
sys.meta_path.insert(0, Missing())
said = {}
for name in names:
    try:
        importlib.import_module(f"faithstill.serve.adapters.{name}")
    except ModuleNotFoundError as error:
        said[name] = str(error)
print(json.dumps(said))
"""
MODULES: Mapping[str, tuple[str, str]] = {
    "haystack": ("haystack-ai", "haystack"),
    "langchain": ("langchain-core", "langchain"),
    "llama_index": ("llama-index-core", "llama-index"),
    "openai_agents": ("openai-agents", "openai-agents"),
    "guardrails_ai": ("guardrails-ai", "guardrails"),
    "nemo_guardrails": ("nemoguardrails", "nemo"),
    "ragas": ("ragas", "ragas"),
    "deepeval": ("deepeval", "deepeval"),
    "mcp": ("mcp", "mcp"),
    "pytest_plugin": ("pytest", "pytest"),
}


def test_an_adapter_names_the_extra_that_it_lacks() -> None:
    blocked = [module for modules in ADAPTERS.values() for module in modules]
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(blocked), json.dumps(list(MODULES))],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {
        name: f'{package} is not installed: pip install "faithstill[{extra}]"'
        for name, (package, extra) in MODULES.items()
    }


def test_what_a_framework_itself_lacks_is_left_as_it_is() -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'numpy'"), brought_by("haystack"):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
