# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.read.markers import FILLER, Style, markers_of, without

IDS = ("terms.txt", "doc-7", "fees 2024", "https://example.com/fees", "EUR")

MARKED = [
    ("A fee [1].", ["1"]),
    ("A fee [1, 3].", ["1", "3"]),
    ("A fee [2-4].", ["2", "3", "4"]),
    ("A fee [2–3; doc 7].", ["2", "3", "doc 7"]),
    ("A fee[1][2].", ["1", "2"]),
    ("A fee [^2] [^fees].", ["2", "fees"]),
    ("A fee (doc-7).", ["doc-7"]),
    ("A fee (see source 3 and 4).", ["source 3", "4"]),
    ("A fee【3†source】【4:0†terms.txt】.", ["3", "terms.txt"]),
    (
        "A [fee](doc-7) of $5 [1](https://example.com/fees) [[2]](#x).",
        ["doc-7", "https://example.com/fees", "2"],
    ),
    ("A fee [terms.txt] (fees 2024).", ["terms.txt", "fees 2024"]),
    ("A fee `[2]`.", ["2"]),
    ("A fee [12 and 13].", ["12", "13"]),
]
UNMARKED = [
    "Since [2024], it [sic] is [REDACTED] [...] [1.5].",
    "Call (1) the bank, (2) the shop; see (Section 3), (p. 4) and (2024).",
    "Use `rates[1]` or x[2] and items[3].price and list[0].",
    '{"ids": [1, 2]}',
    "[1, 2, 3]",
    "See [our site](https://example.com) and ![1](chart.png).",
    "It costs 5 (EUR).",
    "【】 [] () [ ]",
]


@pytest.mark.parametrize(("answer", "names"), MARKED)
def test_markers(answer: str, names: list[str]) -> None:
    found = markers_of(answer, IDS).cited
    assert [label.name for marker in found for label in marker.labels] == names
    assert all(answer[m.start : m.end] == m.text for m in found)


@pytest.mark.parametrize("answer", UNMARKED)
def test_what_is_no_marker(answer: str) -> None:
    assert markers_of(answer, IDS).cited == ()
    assert without(answer, markers_of(answer, IDS)) == answer


def test_a_marker_may_pin_a_revision() -> None:
    found = markers_of("A fee [doc-7@rev3] (doc-7@2024-05-01) [2@v4] [terms.txt@9].", IDS).cited
    assert [(x.name, x.revision) for marker in found for x in marker.labels] == [
        ("doc-7", "rev3"),
        ("doc-7", "2024-05-01"),
        ("2", "v4"),
        ("terms.txt", "9"),
    ]


def test_styles_can_be_chosen() -> None:
    answer = "A fee [1] [^2] (doc-7)【3†source】."
    found = markers_of(answer, IDS, styles=(Style.BRACKET, Style.LENTICULAR)).cited
    assert [marker.text for marker in found] == ["[1]", "【3†source】"]


WITHOUT = [
    ("A fee [1].", "A fee."),
    ("A fee. [1] It is $5.[2]", "A fee. It is $5."),
    ("A fee [1], [2] and [3], which is $5.", "A fee, which is $5."),
    ("[1] A fee.", "A fee."),
    ("The [fee of $5](doc-7) is due.", "The fee of $5 is due."),
    ("A fee [1].\n\n[^1]: terms.txt", "A fee.\n\n terms.txt"),
]


@pytest.mark.parametrize(("answer", "plain"), WITHOUT)
def test_an_answer_without_its_markers(answer: str, plain: str) -> None:
    bare = without(answer, markers_of(answer, IDS))
    assert len(bare) == len(answer)
    lines = bare.replace(FILLER, "").split("\n")
    assert [" ".join(line.split()) for line in lines] == [
        " ".join(line.split()) for line in plain.split("\n")
    ]
