# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.align.slots.scales import currencies, in_unknown_currency
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document

# Texts, an amount, whether its currency is strange to them.
CURRENCIES = [
    (["The weekly rate is NZD 214.60."], "$214.60", False),  # a dollar is a dollar
    (["The weekly rate is NZD 214.60."], "US$214.60", True),
    (["The fee is $5."], "£5", True),
    (["The fee is $5."], "$9", False),
    (['{"fee": 5, "currency": "GBP"}'], "£5", False),
    (['{"fee": 5, "currency": "GBP"}'], "$5", True),
    (["The fee is $5.", "In London it is £4."], "£5", False),
    (["The fee is five."], "£5", False),
    (["The fee is A$5."], "$5", False),
    (["The fee is $5."], "5 crowns", False),
]


@pytest.mark.parametrize(("texts", "amount", "unknown"), CURRENCIES)
def test_in_unknown_currency(texts: list[str], amount: str, unknown: bool) -> None:
    known = currencies(Document(text, Extractor()) for text in texts)
    mention = Extractor().extract(amount)[0]
    assert in_unknown_currency(mention, known) is unknown
