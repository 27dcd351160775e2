# SPDX-License-Identifier: Apache-2.0
"""Forms of what the evidence states that are looked for last; beside each a value near by that must not be proved."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Alignment, Featurizer, Status

# Question, evidence, answer, a value that is implied, one like it that is not.
IMPLIED = [
    # time between two moments
    ("How long was the lift out?", '{"down":"2024-07-03T21:20","up":"2024-07-05T05:50","lift":"North"}',
     "The lift was out for {}, from 21:20 on 3 July to 5:50 on 5 July.", "32.5 hours", "31.5 hours"),
    ("", "The dam was begun in 1911 by Odo Farrant. Water flowed from 1923 on.",
     "Begun in 1911, the dam held water {} later, in 1923.", "12 years", "13 years"),
    ("", "Lira Sand sailed on 4 March 1901 and reached Port Umber on 2 September 1903.",
     "She sailed on 4 March 1901 and arrived about {} later, on 2 September 1903.", "two and a half years",
     "three and a half years"),
    ("", "Queen Odile (1611-1658) reigned from 1639 until her death.",
     "Odile ruled for {}, from 1639 until 1658.", "19 years", "18 years"),
    ("", "Alarm raised: 4:05. Reached: 4:17. Fire out: 9:35.",
     "| Time to reach | {} |", "12 minutes", "14 minutes"),
    ("", "The War of the Reeds (1702-1709) cost Onsel two provinces.",
     "In the {} War of the Reeds, Onsel lost two provinces.", "seven-year", "six-year"),
    # a date or time moved by a duration
    ("", '{"flight":"QX 11","departure":"2025-04-02T09:10"} Bags close 40 minutes before departure.',
     "Bags close 40 minutes before departure, i.e. at {}.", "8:30", "8:20"),
    ("", "The train leaves at 18:40 on 12 June; the gate closes 45 minutes before departure.", "The gate closes at {}.",
     "17:55", "17:45"),
    ("", "The lease of Dock 4 runs for 30 months from 1 May 2023.",
     "Dock 4 is let for 30 months from May 1, 2023, so until the end of {}.", "October 2025", "December 2025"),
    ("When must I object?", '{"notice":"N-7","issued":"2025-08-11"} Objections must arrive within 21 days of issue.',
     "Object by {}, within three weeks of issue.", "1 September", "2 September"),
    ("What is due for May 2025?", "Claims are due 45 days after the end of the month.",
     "The claim for May 2025 is due by {}, 45 days after the end of the month.", "July 15, 2025", "July 14, 2025"),
    ("I was born in June 1970. When do I retire?", "Those born in or after 1965 retire at 67.",
     "You retire at age 67, that is in {}.", "June 2037", "June 2036"),
    # the day that a rule of the evidence fixes
    ("", '{"ref":"Q-3","dispatch":"2026-06-02"} Declarations are due by the 10th of the month following dispatch.',
     "Q-3 is due by {}, the 10th of the month after dispatch.", "10 July 2026", "10 August 2026"),
    ("I give notice on 20 May, when does it end?", "Notice: one month to the end of a calendar quarter.",
     "Notice ends on {}.", "30 June", "31 July"),
    ("Degree on 12 June. From when?", "Graduate status starts on the first day of the month after the degree.",
     "Graduate status starts on {}.", "1 July", "2 July"),
    ("I ask for it on 20 january", "A change of account takes effect on the first day of the following quarter.",
     "The change takes effect on {}.", "1 April", "1 February"),
    ("", "Cover begins at noon on the day after the application arrives. Application arrived: 14 April 2026.",
     "The application arrived on 14 April, so cover began on {}.", "15 April", "16 April"),
    ("Notice posted on 2 may, received when?", "A posted notice counts as received on the third day after posting.",
     "A notice posted on 2 May counts as received on {}.", "5 May", "6 May"),
    ("left uni in june 2026", "Interest rises on the 1 April after you leave. You leave in June 2026.",
     "As you leave in June 2026, interest rises on {}.", "1 April 2027", "1 April 2028"),
    ("Accepted on 28 april, when must it be paid?", "If you accept the offer, we pay within 7 days.",
     "By {}. The bank pays within 7 days.", "5 May", "6 May"),
    ("", "Issued: 2025-06-16. The balance is payable within 21 days of issue.", "It is late after {}.", "7 July",
     "8 July"),
    ("", "A 2025-08-04, B 2025-08-01. Complaints within 10 days of delivery.",
     "A was delivered on 4 August 2025 and complaints are open for 10 days, so until the {}.", "14th", "13th"),
    ("", "Sales are paid out two business days after they are filled. Filled: 2026-10-08.",
     "Filled on 8 October 2026, paid two business days later on {}.", "12 October", "10 October"),
    ("I complained on monday 5 may", "You get a reference within five working days.",
     "Five working days from Monday 5 May is Monday {}.", "12 May", "10 May"),
    ("", '{"born": "1979-05-11"} Benefits may be drawn from age 57.', "From {}, his 57th birthday.", "11 May 2036",
     "11 May 2037"),
    ("", '{"from": "2025-12-20", "until": "2025-12-27"}', "It runs from 20 to 27 December 2025, that is {}.",
     "eight days", "nine days"),
    ("paying on 20 july 2025, how much?", "Payoff $9,640, good through 15 July 2025. Per diem: $1.92.",
     "On 20 July 2025 you pay $9,640 plus {} at $1.92.", "five days", "six days"),
    ("i was there from 1 march to 30 june", "A stay of over 150 days makes you resident.", "No, those {} are too few.",
     "four months", "three months"),
    ("", '{"received": "2025-09-22", "shipped": "2025-09-29"}',
     "It came on 22 September 2025 and left on 29 September, {} later.", "five working days", "six working days"),
    ("", "Interest is paid quarterly.", "Interest is paid every {}.", "three months", "two months"),
    ("", "The account costs €6 a month.", "The account costs €6 a month, €72 over {}.", "twelve months", "ten months"),
    # days that a record writes without their year
    ("", "Period: 2025-03-01 to 2025-03-31\n03-05 Rent Alder Court: -1,150.00\n03-19 Refund Pine Optics: +129.00",
     "The refund from Pine Optics came on {}.", "19 March", "5 March"),
    ("", "Month: 2025-03\n03-05 Rent Alder Court: -1,150.00\n03-19 Refund Pine Optics: +129.00",
     "In March 2025 rent left your account on the {}.", "5th", "19th"),
    ("", 'search(month="2025-04") {"d": "04-02", "m": "Posto Sol", "a": -31}, {"d": "04-09", "m": "Serra", "a": -18}',
     "You paid Serra on {}.", "9 April", "2 April"),
    ("26 bookings in july, what do I pay?", "The first 20 bookings a month are free.", "In {} six bookings cost money.",
     "July", "June"),
    # other units, counts and rates
    ("", "The cooling-off period is 60 days.", "You have 60 days (about {}) to think it over.", "two months",
     "three months"),
    ("", "The loan is repaid in 48 monthly payments.", "It is repaid over {} in 48 monthly payments.", "four years",
     "five years"),
    ("", "The grant is paid for up to six semesters.", "It is paid for six semesters ({}).", "three years",
     "two years"),
    ("", "The stay is limited to 21 nights.", "You may stay 21 nights – {} – at most.", "three weeks", "two weeks"),
    ("", "Permits take 20 working days.", "It takes 20 working days ({}).", "four weeks", "five weeks"),
    ("", "Parking costs £4 an hour, at most £18 a day.", "The most that you pay in {} is £18.", "one day", "two days"),
    ("", "Sales rose 4% year on year.", "Sales were 4% higher than {} ago.", "a year", "two years"),
    ("", "Odo Farrant, 52, leads the firm.", "The {}-old Farrant leads the firm.", "52-year", "51-year"),
    ("", "Cover ends at age 75.", "It ends on your {} birthday.", "75th", "70th"),
    ("", "Open Tuesday, Thursday and Sunday 10:00-16:00.", "It opens {} a week.", "three days", "four days"),
    ("", "1. Lena Orr; 2. Tam Wick at 2:08; 3. Jo Page at 3:15.", "Orr won by {}.", "2 minutes and 8 seconds",
     "2 minutes and 9 seconds"),
    ("", "She ran 4:02.5 in May and 3:59.8 in June.", "In June she was {} faster than in May.", "2.7 seconds",
     "2.6 seconds"),
    ("", "Trades settle on T+2.", "Trades settle {} later.", "two days", "three days"),
    ("", "Replace the seal every 3,000 operating hours.", "The seal is due at {}.", "3,000 hours", "2,000 hours"),
    ("", "The bonus lapses after the fourth year.", "It is paid in the first {}.", "four years", "five years"),
    # written elsewhere
    ("", "Rates: Jan-Mar and Dec 4 cents; Apr-Nov 3 cents.", "From {} on it is 3 cents.", "April", "July"),
    ("", '{"visitors_2021": 4100, "visitors_2024": 5200}', "That is more than in {}.", "2021", "2022"),
    ("What did I pay in May?", '{"date":"2025-05-19","paid":14.2}', "You paid 14.20 in May, on the {}.",
     "19th", "18th"),
    ("", "Terms: Ida Bell 2 Jan 1811 to 30 Dec 1815.", "Ida Bell served ({}).", "1811-1815", "1812-1815"),
    ("", "The shop opens 9 am to 6 pm.", "It is open from {} to 6.", "9", "8"),
    ("", "The sensor works from -20 °C to 55 °C.", "The sensor stops at {}.", "55 °C", "50 °C"),
    ("", "Band C: $64,000-$85,000.", "Band C tops out at {}.", "$85,000", "$80,000"),
    ("", "Loans run for 12 to 84 months.", "The longest term of a loan is {}.", "seven years", "six years"),
    ("", "It was 142/91 mmHg in May and 128/84 mmHg in June.", "It fell from {} to 128.", "142", "132"),
    ("", "The model warms by 2 °C.", "It warms by {}.", "two degrees", "three degrees"),
    ("", "You have a fortnight to object.", "You have {} to object.", "two weeks", "three weeks"),
    ("", "The bridge was opened in 1856.", "The bridge was opened in the {} century.", "19th", "18th"),
    ("", "The keep dates from the early 13th century.", "It was built in the {}.", "early 1200s", "late 1200s"),
    ("", "The keep dates from the late 1700s.", "It is of the end of the {} century.", "18th", "17th"),
    ("", "The fee is R300 a month.", "The fee is {} a month.", "300 rand", "400 rand"),
    # quantities
    ("", "Quiet mode is rated at 41 dB, normal mode at 52 dB.", "Quiet mode is {} quieter than normal mode.", "11 dB",
     "12 dB"),
    ("What do four pumps draw?", "Each pump draws 35 W.", "Four pumps draw {} together.", "140 W", "145 W"),
    ("", "A request takes 30 days and may be extended by 45 days.",
     "It takes 30 days and may be extended by another 45 days, {} in total.", "75 days", "85 days"),
    ("", "| Month | Water (m³) |\n|---|---|\n| Jan | 31 |\n| Feb | 28 |\n| Mar | 36 |",
     "In Jan 31 m³, in Feb 28 m³ and in Mar 36 m³ were used, {} in all.", "95 m³", "94 m³"),
    ("", "You owe $360. We take $30 a week.", "At $30 a week your $360 are paid in {}.", "12 weeks", "11 weeks"),
]  # fmt: skip


def aligned(featurizer: Featurizer, question: str, context: str, answer: str, value: str) -> Alignment:
    triple = Triple.of(question=question, contexts=[context], answer=answer)
    found = [x for x in featurizer.analyse(triple).alignments if x.mention.text == value]
    return found[0]


@pytest.mark.parametrize(("question", "context", "answer", "value", "other"), IMPLIED)
def test_implied(
    featurizer: Featurizer, question: str, context: str, answer: str, value: str, other: str
) -> None:
    found = aligned(featurizer, question, context, answer.format(value), value)
    assert found.status in (Status.DERIVED, Status.EQUAL, Status.GIVEN)
    missed = aligned(featurizer, question, context, answer.format(other), other)
    assert missed.status in (Status.ABSENT, Status.CONFLICTING)


# Evidence, a name in another form, one like it that is absent.
NAMES = [
    ('{"nav": 12.4, "fund": "Orrin Growth"}', "The NAV is 12.4.", "NAV", "The AUM is 12.4.", "AUM"),
    ('{"from": "OSL", "to": "LIS"}', "It goes to Lisbon.", "Lisbon", "It goes to Madrid.", "Madrid"),
    ('{"covers": ["ES", "PT"]}', "It covers Portugal.", "Portugal", "It covers Greece.", "Greece"),
    ("The firm ordered 12 Q410 aircraft.", "It ordered 12 Q410s.", "Q410s", "It ordered 12 Q420s.", "Q420s"),
    ("Margin: 0.4% for USD and CHF.", "It is 0.4% for Swiss francs.", "Swiss", "It is 0.4% for Danish kroner.",
     "Danish"),
    ("Send a request for proposals by May.", "The RFP is due by May.", "RFP", "The RFQ is due by May.", "RFQ"),
]  # fmt: skip


@pytest.mark.parametrize(("context", "answer", "name", "wrong", "other"), NAMES)
def test_names_in_another_form(
    featurizer: Featurizer, context: str, answer: str, name: str, wrong: str, other: str
) -> None:
    assert aligned(featurizer, "", context, answer, name).status is not Status.ABSENT
    assert aligned(featurizer, "", context, wrong, other).status is Status.ABSENT


# Evidence, answer, a value that only chance could prove.
CHANCE = [
    ("Storage costs $5 a month. The guarantee lasts two years.", "The guarantee lasts for one year.", "one year"),
    ("Refunds take 5 days. The fee is $3 per day.", "Refunds are made within one day.", "one day"),
    ("Reports are due after more than 60 days.", "Reports are due after more than 48 days.", "48 days"),
    ("Kiln A ran 10 days, kiln B 7 days.", "Kiln A ran three days rather than seven.", "three days"),
    ("The firm offers two 5-year bonds.", "The firm offers two ten-year bonds.", "ten-year"),
    ("Founded in 1961. It moved in 1974 and in 1988.", "It has been listed for 14 months.", "14 months"),
    ("The offer of 3 May 2025 is open for 30 days.", "The shop closes on 2 April 2025.", "2 April 2025"),
    ("| Leg | Length |\n|---|---|\n| 1 | 81.3 km |\n| 2 | 44.9 km |\n| 3 | 60 km |", "Leg 2 is 186.2 km.", "186.2 km"),
    ("The fee falls due on the 5th of the following month. Signed on 12 March 2025.",
     "Signed on 12 March, the fee falls due on 5 May.", "5 May"),
    ("Medical can be changed within 15 days. Life ends on the last day of the month. Left: 12 June 2026.",
     "Left on 12 June, you can change the medical until 30 June 2026.", "30 June 2026"),
    ("Issued: 2025-06-16. Payable within 21 days of issue. Returns within 14 days of delivery.",
     "It is payable until 30 June.", "30 June"),
    ("Opened: 2025-11-03. P2 is solved in three business days. Note 11-04: a fix is planned.",
     "On 4 November a fix was planned, which comes out on 6 November. P2 is solved in three business days.",
     "6 November"),
    ("No trades are made before results. Results: 5 May 2025. Board: 7 May 2025.",
     "The board of 7 May allows no trade two business days before results.", "two business days"),
    ("Interest is paid quarterly. Statements come half-yearly.", "Interest is paid every six months.", "six months"),
    ("The trial costs €1 a month.", "The trial of €1 is for twelve months.", "twelve months"),
    ("The 2 TB drive is quiet, the 1 TB drive is not.", "The 3 TB version writes at up to 5 MB/s.", "3 TB"),
]  # fmt: skip


@pytest.mark.parametrize(("context", "answer", "value"), CHANCE)
def test_chance_proves_nothing(featurizer: Featurizer, context: str, answer: str, value: str) -> None:
    assert aligned(featurizer, "", context, answer, value).status in (Status.ABSENT, Status.CONFLICTING)
