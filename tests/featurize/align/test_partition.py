# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence states but the answer tells otherwise: another sign, the other end, past the value."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

_TABLE = "| Item | 2022 | 2023 |\n|---|---|---|\n| {} | 12 | ({}) |"
# The last part of the rule, evidence, answer, the answer's value.
ROWS = [
    # signs
    ("rounded", "Net income was -$5 million in 2023.", "The net loss was $5 million in 2023.", "$5 million"),
    ("equal", "Net income was -$5 million in 2023.", "Net income was -$5 million in 2023.", "-$5 million"),
    ("rounded", "It had a loss of $(5) million.", "It had a loss of $5 million.", "$5 million"),
    ("rounded", "The temperature was -5 °C at noon.", "It was 5 °C below zero at noon.", "5 °C"),
    ("rounded", "Kiruna: -18 °C", "The temperature in Kiruna is \N{EN DASH}18 °C.", "18 °C"),
    ("rounded", "The balance is -310.40.", "Balance: \N{EN DASH}310.40", "310.40"),
    ("converted", '{"desc": "Rent", "amount": -950.00, "balance": 1660.40}', "Rent: £950 (balance £1,660.40).", "£950"),
    ("rounded", '{"balance": -450, "account": "A1"}', "You owe 450 on account A1.", "450"),
    ("rounded", '{"region": "North", "change_pct": -4.5}', "Sales in the North fell 4.5%.", "4.5%"),
    ("rounded", "Sales in the North: -4.5%. Sales in the South: 100, then 104.5.",
     "Sales in the South rose 4.5%.", "4.5%"),
    ("rounded", "Item;2023\nRevenue;120\nDividends;-33", "The company paid dividends of 33 in 2023.", "33"),
    ("rounded", _TABLE.format("Income tax", 33), "Income tax was 33 in 2023.", "33"),
    ("rounded", _TABLE.format("Net loss", 33), "The net loss was 33 in 2023.", "33"),
    ("rounded", "EBITDA swung from -$3 million to $3 million.", "EBITDA swung to $3 million.", "$3 million"),
    ("rounded", "Operating income improved to -$2 million.", "The operating loss narrowed to $2 million.",
     "$2 million"),
    ("rounded", "| Returns | -30 |", "Returns were 30.", "30"),
    ("rounded", "The balance is -$50.", "The balance is a credit of $50.", "$50"),
    ("equal", "Balance: £40.00 CR", "The account is £40 in credit.", "£40"),
    ("equal", "Main account: £40.00 DR. Gas: £9 in credit.", "The gas account is £9 in credit.", "£9"),
    ("rounded", "Balance: -40.00", "The balance is 40.00 DR.", "40.00"),
    # the ends of a move, the least and the most
    ("equal", "Unemployment fell from 6.1% to 4.3%.", "Unemployment fell to 4.3%.", "4.3%"),
    ("equal", "Unemployment fell from 6.1% to 4.3%.", "It was 6.1% before it fell to 4.3%.", "6.1%"),
    ("equal", "Sales rose to $45 million from $38 million. Costs rose to $38 million.",
     "Costs rose to $38 million.", "$38 million"),
    # what was so until a move
    ("equal", "The price was cut from $12 to $10 in May 2025.", "It was $10 from May 2025 on.", "$10"),
    ("equal", "The rate was raised from 8% to 10% until May 2025.", "The rate is 10% until May 2025.", "10%"),
    ("equal", "The fee fell from $95 to $85 in 2022, then to $75 in 2024.", "It fell from $95 to $75.", "$75"),
    ("covers", "Register from 1 to 30 September 2025.", "You have until 30 September to register.", "30 September"),
    ("covers", "Register from 1 to 30 September 2025.", "You can register from 1 September on.", "1 September"),
    ("covers", "Register from 1 to 30 September 2025.", "You cannot register until 1 September.", "1 September"),
    ("covers", "Register from 1 to 30 September 2025.", "Nothing can be sent until 1 September.", "1 September"),
    ("covers", "Register from 1 to 30 September 2025.", "By 1 September registration has begun.", "1 September"),
    ("covers", "The hearing was moved from 14 June to 2 July 2025.", "The hearing was originally on 14 June.",
     "14 June"),
    ("covers", "The hearing was moved from 14 June to 2 July 2025.", "It was postponed from 14 June to 2 July.",
     "14 June"),
    ("equal", "The minimum deposit is $100 and the maximum is $5,000.", "The maximum deposit is $5,000.",
     "$5,000"),
    ("equal", "The minimum deposit is $100 and the maximum deposit is $5,000.", "Deposits are capped at $5,000.",
     "$5,000"),
    ("equal", "The maximum insured deposit is $5,000.", "If you hold at least $5,000, the rest is not insured.",
     "$5,000"),
    ("equal", "The highest score was 94 points.", "Nobody scored more than 94 points.", "94"),
    ("equal", "A minimum balance of $100 earns the maximum rate.", "The maximum rate is earned with $100.",
     "$100"),
    ("equal", "The minimum deposit is $100; the maximum is $5,000.", "You need at least $100.", "$100"),
    ("equal", "The minimum order is 5 units and the maximum order 50 units.", "You can order up to 50 units.", "50"),
    ("equal", "The minimum order is 5 units and the maximum order 50 units.",
     "Orders of more than 50 units are not accepted.", "50"),
    ("equal", "The minimum wage is $15.", "The highest minimum wage is $15.", "$15"),
    # the date of a thing and that of what happened to it
    ("equal", "The invoice of 1 March 2026 was paid on 3 March 2026.", "It was paid on 3 March 2026.", "3 March 2026"),
    ("equal", "The invoice of 1 March 2026 was paid on 3 March 2026.", "The invoice of 1 March 2026 was paid.",
     "1 March 2026"),
    # past the value itself
    ("equal", "The fee is $25.", "The fee does not exceed $25.", "$25"),
    ("equal", "Nearly 30% of users agreed.", "Almost 30% of users agreed.", "30%"),
    ("equal", "The limit is $500.", "If you spend more than $500, we call you.", "$500"),
    ("equal", "The allowance is 20 kg.", "Your bag was more than 20 kg.", "20 kg"),
    ("equal", "The age limit is 18.", "Visitors must be over 18.", "18"),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "context", "answer", "value"), ROWS)
def test_told_otherwise(featurizer: Featurizer, outcome: str, context: str, answer: str, value: str) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x for x in analysis.alignments}[value]
    assert found.rule.rpartition(".")[2] == outcome
