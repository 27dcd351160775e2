# SPDX-License-Identifier: Apache-2.0
"""Names that the extractor finds, and capitals that are no names. Our own sentences."""

from __future__ import annotations

import pytest

from faithstill.featurize.extract import Extractor, Kind
from faithstill.featurize.extract.same_name import fold, unaccented

# A text and the names and acronyms in it, joined by " / ".
FOUND = [
    # people
    ("Yesterday Maria Lopez approved the loan.", "Maria Lopez"),
    ("The loan was approved by Dr. Maria Lopez.", "Dr. Maria Lopez"),
    ("The form goes to Ms Quill first.", "Ms Quill"),
    ("The note is from J. P. Morgan himself.", "J. P. Morgan"),
    ("The note is from J.P. Morgan himself.", "J.P. Morgan"),
    ("It was signed by John Q. Harrow.", "John Q. Harrow"),
    ("The adviser is Ana de la Cruz.", "Ana de la Cruz"),
    ("The painter was Vincent van Gogh.", "Vincent van Gogh"),
    ("We met Anne-Marie Duval there.", "Anne-Marie Duval"),
    ("We met Sean O'Brady there.", "Sean O'Brady"),
    ("The chair is José Ñandú.", "José Ñandú"),
    ("The chair is Zoë Østergaard.", "Zoë Østergaard"),
    ("Maria's account was closed by Tom Birch.", "Maria / Tom Birch"),
    # organisations
    ("It is insured by Harrow Vale Mutual.", "Harrow Vale Mutual"),
    ("It is insured by Harrow Vale Ltd.", "Harrow Vale Ltd"),
    ("It is insured by Harrow Vale, Inc. today.", "Harrow Vale, Inc"),
    ("It is insured by Tessaline GmbH today.", "Tessaline GmbH"),
    ("We buy from Marks & Spencer only.", "Marks & Spencer"),
    ("It was decided by the Bank of Northern Vale.", "Bank of Northern Vale"),
    ("It was decided by the Ministry of Finance.", "Ministry of Finance"),
    (
        "It was decided by the Federal Deposit Insurance Corporation (FDIC).",
        "Federal Deposit Insurance Corporation / FDIC",
    ),
    (
        "It was decided by the FDIC (Federal Deposit Insurance Corporation).",
        "FDIC / Federal Deposit Insurance Corporation",
    ),
    ("The rule of the U.S. agency applies.", "U.S."),
    ("We sold it on eBay last year.", "eBay"),
    ("The tool is LinkedIn for most.", "LinkedIn"),
    # places
    ("The office is in Paris, France.", "Paris / France"),
    ("The office is in New York City.", "New York City"),
    ("The ferry runs to the Isle of Man daily.", "Isle of Man"),
    ("The river flows into the Gulf of Maine.", "Gulf of Maine"),
    # products
    ("The Basic plan costs more than the Plus plan, he said.", "Basic / Plus"),
    ("You can use Velmora Premium Plus.", "Velmora Premium Plus"),
    ("| Plus | 9 |\n|---|---|\n", "Plus"),
    # acronyms
    ("The AIMS of the test are met.", "AIMS"),
    ("The rate is set by the ECB and the BoE.", "ECB / BoE"),
    ("Two ATMs were closed.", "ATMs"),
]


@pytest.mark.parametrize(("text", "names"), FOUND)
def test_names_are_found(text: str, names: str) -> None:
    assert " / ".join(_names(text)) == names


# Capitals of sentence starts, headings, habit and months: no names.
NONE = [
    "The fee is due. Payment is made monthly.",
    "However, fees apply.",
    "Customers may cancel. Fees are refunded.",
    "**Monthly Fee:** the monthly fee is due at the end.",
    "# Fees And Charges\nThe fees and charges apply.",
    "IMPORTANT NOTICE\nRead this first.",
    "You MUST NOT pay twice.",
    "I think so, and I agree.",
    "Please contact us. Call the branch.",
    "He left in March and came back on Monday.",
    "The Customer shall pay the Bank.",
    "The policy is void. Yes, it is.",
    "- Ensure that the form is signed\n- Verify the number",
    "1. Submit the form.\n2. Pay the fee.",
    "The aims of the test are met.",
    "Step one: pay. Then: wait.",
    "Yes. No. None.",
]


@pytest.mark.parametrize("text", NONE)
def test_no_names(text: str) -> None:
    assert _names(text) == []


def _names(text: str) -> list[str]:
    return [m.text for m in Extractor().extract(text) if m.kind in (Kind.NAME, Kind.ACRONYM)]


# Pairs that fold alike, and pairs that must not.
FOLDED = [
    ("Dr. Ana Quill", "ana quill"),
    ("THE HARROW GROUP", "harrow group"),
    ("Harrow Tiles B.V.", "harrow tiles"),
    ("Harrow Tiles, Inc.", "harrow tiles"),
    ("Harrow Tiles S.A.", "harrow tiles"),
    ("Marks & Spencer", "marks and spencer"),
    ("J. P. Morgan", "j p morgan"),
    ("J.P. Morgan", "jp morgan"),
    ("Zoë Østergaard", "zoe ostergaard"),
    ("Anne-Marie", "anne marie"),
    ("A-B-C Company", "a b c"),
    ("Company", "company"),
]


@pytest.mark.parametrize(("name", "folded"), FOLDED)
def test_fold(name: str, folded: str) -> None:
    assert fold(name) == folded


def test_accents_and_strokes_are_taken_off() -> None:
    assert unaccented("Łódź Århus Straße") == "Lodz Arhus Strasse"
