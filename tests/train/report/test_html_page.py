# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from faithstill.train.report.html_page import page, write_html
from faithstill.train.report.svg_plots import Measure, Series, bars, curves
from faithstill.train.report.terminal_summary import analysis_text, summary

Json = dict[str, Any]
VOID = {"meta", "br"}


class Outline(HTMLParser):
    """Which elements a page has, its text, and whether all are closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        found = dict(attrs)
        if tag == "section":
            self.anchors.append(found["id"] or "")
        if "href" in found:
            self.links.append(found["href"] or "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def closed(self) -> bool:
        return not self._open


def test_the_same_report_gives_the_same_bytes_also_after_storing_it(report: Json, tmp_path: Path) -> None:
    write_html(report, tmp_path / "deep" / "a.html")
    write_html(json.loads(json.dumps(report)), tmp_path / "b.html")
    assert (tmp_path / "deep" / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_page_is_whole_and_asks_nothing_of_the_network(report: Json) -> None:
    html = page(report)
    outline = Outline(html)
    assert outline.closed
    assert not {"script", "link", "img", "iframe"} & set(outline.names)
    assert not re.search(r"https?://|url\(|@import", html)
    assert outline.links == [f"#{anchor}" for anchor in outline.anchors]


def test_a_script_in_an_answer_stays_text(report: Json) -> None:
    html = page(report)
    assert "<script" not in html
    assert "It costs <script>alert(1)</script> $15 & more." in Outline(html).text


PLACES = ("question", "answer", "id", "label", "domain")


@pytest.mark.parametrize("place", PLACES)
def test_markup_in_any_field_of_a_row_stays_text(report: Json, place: str) -> None:
    report["errors"][0][place] = '"><img src=x onerror=alert(1)>'
    assert "img" not in Outline(page(report)).names


def test_text_that_no_encoding_spells_is_shown_as_replacement(report: Json, tmp_path: Path) -> None:
    report["errors"][0]["answer"] = "half \ud83d pair, null \x00"
    write_html(report, tmp_path / "a.html")
    assert "half \ufffd pair, null \ufffd" in (tmp_path / "a.html").read_text(encoding="utf-8")


SHOWN = (
    ("targets", ("not met", "worst fold", "–, wanted at most 0.12 below the mean")),
    ("metrics", ("held out (40 rows)", "out of fold (80 rows)", "[0.800, 0.880]")),
    ("baselines", ("token overlap", "+0.150 [+0.110, +0.190]", "leak probe")),
    ("folds", ("fold 5", "0.432")),
    ("slices", ("By error type", "caught 16 of 20")),
    ("drivers", ("numeric_conflicts", "-0.92")),
    ("contributions", ("unfaithful, passed (FP)", "FN row-9")),
    ("stability", ("Used against their own direction: semantic_gap", "modal_rate (60%)", "typed_gap")),
    ("families", ("lexical", "+0.020 [-0.020, +0.060]")),
    ("errors", ("partial, passed", "faithful, rejected", "Overdrafts cost $35 each.", "-0.75")),
    ("data", ("Rows written and labelled by a language model.", "unfaithful")),
)


@pytest.mark.parametrize(("anchor", "texts"), SHOWN, ids=[anchor for anchor, _ in SHOWN])
def test_each_section_shows_its_figures(report: Json, anchor: str, texts: tuple[str, ...]) -> None:
    html = page(report)
    start = html.index(f'id="{anchor}"')
    text = Outline(html[start - 9 : html.index("</section>", start) + 10]).text
    assert [wanted for wanted in texts if wanted not in text] == []


HOSTILE = "'\"><script>alert(1)</script></style></svg>{{ 7 * 191 }}{% raw %}\x00\ud800&lt;"


def hostile(value: Any) -> Any:
    """The same report, with all its texts as somebody would write them who wants to break the page."""
    if isinstance(value, dict):
        return {key: hostile(each) for key, each in value.items()}
    if isinstance(value, list):
        return [hostile(each) for each in value]
    return value + HOSTILE if isinstance(value, str) else value


def test_no_text_of_rows_or_files_can_change_the_page(report: Json) -> None:
    plain, attacked = Outline(page(report)), page(hostile(report))
    outline = Outline(attacked)
    assert outline.closed
    assert {*outline.names} <= {*plain.names}
    assert outline.names.count("svg") == plain.names.count("svg")
    assert outline.links == plain.links
    assert "1337" not in attacked
    assert not re.search("[\x00\ud800]", attacked)
    assert "<script>alert(1)</script></style></svg>{{ 7 * 191 }}{% raw %}\ufffd\ufffd&lt;" in outline.text


OPTIONAL = (
    "data",
    "fit",
    "baselines",
    "slices",
    "marks",
    "analysis",
    "curves",
    "errors",
    "run",
    "provenance",
)


@pytest.mark.parametrize("part", OPTIONAL)
def test_a_part_that_was_not_measured_leaves_its_section_out(report: Json, part: str) -> None:
    whole = Outline(page(report)).anchors
    del report[part]
    less = Outline(page(report))
    assert less.closed
    assert set(less.anchors) <= set(whole)
    assert (len(less.anchors) < len(whole)) == (part not in {"run", "provenance"})


def test_an_evaluation_alone_makes_a_page_and_a_summary(report: Json) -> None:
    alone = {"metrics": {"held_out": report["metrics"]["held_out"]}}
    assert Outline(page(alone)).anchors == ["metrics"]
    assert "0.840 [0.800, 0.880]" in _printed(alone)


def test_a_report_without_metrics_is_refused_with_what_it_needs() -> None:
    with pytest.raises(ValueError, match=r"metrics\.held_out"):
        page({"data": {"rows": 1}})


def _printed(report: Json) -> str:
    console = Console(width=100, file=StringIO())
    with console.capture() as captured:
        console.print(summary(report))
    return captured.get()


def test_the_summary_fits_a_screen_however_much_there_is_to_say(report: Json) -> None:
    for part in ("baselines", "marks"):
        report[part] = report[part] * 20
    report["slices"]["held_out"] *= 20
    report["analysis"]["features"] *= 20
    lines = _printed(report).splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= 100


def test_the_summary_puts_missed_targets_first_and_leaves_tiny_slices_out(report: Json) -> None:
    text = _printed(report)
    assert text.index("not met  worst fold") < text.index("met  beats token overlap")
    assert "error_type number" in text
    assert "domain tiny" not in text
    assert text.index("numeric_conflicts") < text.index("modal_rate")


def test_names_with_brackets_are_not_read_as_styles(report: Json) -> None:
    report["baselines"][0]["name"] = "overlap [bold]"
    assert "overlap [bold]" in _printed(report)


def test_the_analysis_reads_the_same_alone_and_within_a_report(report: Json) -> None:
    text = analysis_text(report)
    assert "-0.92 numeric_conflicts (grounding; 100% of folds agree, alone 0.700)" in text
    assert "row-3: unfaithful, probability 0.90; numeric_conflicts -0.75" in text
    report["analysis"]["errors"] = report["errors"]
    assert analysis_text(report["analysis"]) == text


def test_bars_start_at_zero_and_point_by_sign() -> None:
    plot = bars("b", [Measure("up", 2.0, 1.5, 2.5), Measure("down", -1.0)])
    zero = next(float(s.attributes["x1"]) for s in plot.shapes if s.attributes["class"] == "zero")
    up, down = (s.attributes for s in plot.shapes if s.name == "rect")
    assert (up["class"], down["class"]) == ("bar for", "bar against")
    assert float(up["x"]) == pytest.approx(zero, abs=0.01)
    assert float(down["x"]) + float(down["width"]) == pytest.approx(zero, abs=0.02)
    assert float(up["width"]) == pytest.approx(2 * float(down["width"]), abs=0.02)


def test_a_curve_of_many_thousand_points_stays_small_and_keeps_its_ends() -> None:
    plot = curves("c", [Series("ours", [(i / 50_000, i / 50_000) for i in range(50_001)])], x="x", y="y")
    points = plot.shapes[-1].attributes["points"].split()
    assert len(points) < 1500
    assert (points[0], points[-1]) == ("46.0,312.0", "346.0,12.0")
