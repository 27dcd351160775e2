# SPDX-License-Identifier: Apache-2.0
"""MkDocs hooks: files outside `docs` come along, links lead to them, and every page is in the navigation."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Pages that the navigation does not name stand at its end, under "More"."""
    named = set(re.findall(r"[\w/.-]+\.md", json.dumps(config.nav)))
    docs = Path(config.docs_dir)
    left = sorted(p.relative_to(docs).as_posix() for p in docs.rglob("*.md"))
    if more := [page for page in left if page not in named]:
        config.nav = [*(config.nav or ()), {"More": more}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Notebooks, pages of the root and whatever file a page links to become part of the site."""
    wanted = {ROOT / name for name in PAGES} | set((ROOT / "notebooks").glob("*.ipynb"))
    for page in Path(config.docs_dir).rglob("*.md"):
        wanted |= set(_outside(page))
    for path in sorted(wanted):
        if path.suffix == ".ipynb":
            files.append(File.generated(config, _site_path(path), content=_notebook_as_page(path)))
        else:
            files.append(File.generated(config, _site_path(path), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links are written for readers of the repository; the site has `docs` as its root."""
    here = page.file.src_uri
    source = ROOT / here if page.file.generated_by else ROOT / "docs" / here

    def moved(link: re.Match[str]) -> str:
        target = _target(source, link[2])
        if target is None:
            return link[0]
        there = posixpath.relpath(_site_path(target), posixpath.dirname(here) or ".")
        return f"{link[1]}{there}{link[3] or ''}{link[4]}"

    return LINK.sub(moved, markdown)


def _outside(page: Path) -> list[Path]:
    """The files beside `docs` that a page links to."""
    found = (_target(page, link[2]) for link in LINK.finditer(page.read_text(encoding="utf-8")))
    return [path for path in found if path and not path.is_relative_to(ROOT / "docs")]


def _target(source: Path, link: str) -> Path | None:
    """The file of the repository that a relative link leads to."""
    if ":" in link:
        return None
    path = (source.parent / link).resolve()
    return path if path.is_file() and path.is_relative_to(ROOT) else None


def _site_path(path: Path) -> str:
    base = ROOT / "docs" if path.is_relative_to(ROOT / "docs") else ROOT
    where = path.relative_to(base)
    return (where.with_suffix(".md") if where.suffix == ".ipynb" else where).as_posix()


def _notebook_as_page(path: Path) -> str:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(_cell_as_text(cell["cell_type"], "".join(cell["source"])) for cell in cells)


def _cell_as_text(kind: str, source: str) -> str:
    return f"```python\n{source}\n```" if kind == "code" else source
