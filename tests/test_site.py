# SPDX-License-Identifier: Apache-2.0
"""The site of the documentation: it builds, loads nothing from elsewhere and leaves nothing out."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PUBLIC = ("serve", "serve.guard", "factcheck", "featurize", "data", "data.llm")
# What a browser loads by itself; a link that a reader follows is none of these.
LOADED = re.compile(
    r"""<(?:script|img|iframe)[^>]*\ssrc=["']?(?:https?:)?//
    |<link[^>]*\srel=["']?(?:stylesheet|preload|preconnect|icon)[^>]*\shref=["']?(?:https?:)?//
    |url\(["']?https?://""",
    re.VERBOSE,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    pytest.importorskip("mkdocs", reason="the extra docs is not installed")
    out = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return out


def test_every_page_and_notebook_is_in_the_navigation(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    beside = {path.relative_to(ROOT).with_suffix(".html") for path in ROOT.glob("notebooks/*.ipynb")}
    beside |= {Path(name) for name in ("CHANGELOG.html", "CONTRIBUTING.html", "SECURITY.html")}
    wanted = {path.as_posix() for path in pages | beside} - {"index.html"}
    assert [page for page in sorted(wanted) if f'href="{page}"' not in start] == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert LOADED.search('<script src="https://cdn.example/x.js">')
    texts = {p: p.read_text(encoding="utf-8") for p in site.rglob("*") if p.suffix in (".html", ".css")}
    assert len(texts) > 30
    assert [str(path) for path, text in texts.items() if LOADED.search(text)] == []


def test_links_out_of_docs_lead_to_files_of_the_site(site: Path) -> None:
    html = (site / "measured.html").read_text(encoding="utf-8")
    assert 'href="featurize/resources/encoder/MODEL_CARD.html"' in html
    assert (site / "featurize" / "resources" / "encoder" / "MODEL_CARD.html").exists()
    assert (site / "train" / "recipes" / "minilm.toml").exists()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_reference_holds_every_public_name(name: str) -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "reference").glob("*.md"))
    told = {line.rpartition(".")[2] for line in re.findall(r"^::: (faithstill\.\S+)$", pages, re.MULTILINE)}
    assert set(importlib.import_module(f"faithstill.{name}").__all__) - told == set()
