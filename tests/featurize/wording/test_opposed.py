# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, Reason, Verdict
from faithstill.factcheck.quoting import stated_finding
from faithstill.featurize import Document, Featurizer, Settings
from faithstill.featurize.extract import Extractor
from faithstill.featurize.wording.opposed import told_opposites
from faithstill.featurize.wording.opposed_words import opposed_words

FEATURIZER = Featurizer(Settings(encoder=""))

# Passage, answer, (word of the answer, opposite of the evidence).
REFUTED: list[tuple[str, str, tuple[str, str]]] = [
    ("Clubs get the Team plan free for up to 12 members.", "Clubs get the Team plan free for more than 12 members.", ("more than", "up to")),
    ("The levy is $40 or 3% of the price, whichever is greater.", "The levy is $40 or 3% of the price, whichever is lower.", ("lower", "greater")),
    ("Cover ends after 8 years or 90,000 km, whichever comes first.", "It ends after 8 years or 90,000 km, whichever comes last.", ("last", "first")),
    ("The custody fee is 0.3% a year. It is billed monthly in arrears.", "The custody fee is 0.3% a year and billed monthly in advance.", ("in advance", "in arrears")),
    ("Interest on Harbour bonds is credited quarterly on the last business day.", "Interest on Harbour bonds is credited monthly on the last business day.", ("monthly", "quarterly")),
    ("Tellin, the chief port, lies on the north coast of Ormsay.", "The chief port, Tellin, lies on the south coast of Ormsay.", ("south", "north")),
    ("The annuity is a flat 4.1%, paid with inflation protection.", "The annuity is a flat 4.1%, paid without inflation protection.", ("without", "with")),
    ("Turnover of Brack & Sons was 8.4 million, up from 7.9 million in 2030.", "Turnover of Brack & Sons was 8.4 million, down from 7.9 million in 2030.", ("down from", "up from")),
    ("The trust's shares stood at a discount of 7.3%.", "The shares stood at a premium of 7.3%.", ("premium", "discount")),
    ("Alder Group sold Birch Mills to Cedar Capital in 2021.", "Alder Group bought Birch Mills from Cedar Capital in 2021.", ("bought", "sold")),
    ("The ferry Moorhen was sold in May 2031 for $2.6 million.", "The ferry Moorhen was bought in May 2031 for $2.6 million.", ("bought", "sold")),
    ("Norvane raised its forecast for the year to 14%.", "Norvane lowered its forecast for the year to 14%.", ("lowered", "raised")),
    ("Keep the vials at or below 8 °C in the dark.", "Keep the vials at or above 8 °C in the dark.", ("above", "below")),
    ("Overtime premium: $3.40 per hour.", "Overtime is paid with a premium of $3.40 per shift.", ("per shift", "per hour")),
    ("Drivers are paid at 0.29 € per km, up to 90 € a month.", "Drivers are paid at €0.29 per mile, with at most €90 a month.", ("per mile", "per km")),
    ("Gadgets are insured up to $700 per item, excess $40.", "Gadgets are insured up to $700 in total, with an excess of $40.", ("in total", "per item")),
    ("A poll found 61 percent of residents in favour of the tunnel.", "A poll found 61 percent of residents against the tunnel.", ("against", "in favour")),
    ("Groups of at least 15 people get a guide.", "Groups of at most 15 people get a guide.", ("at most", "at least")),
    ("Claims must be filed no later than 20 days after the loss.", "Claims must be filed no earlier than 20 days after the loss.", ("no earlier than", "no later than")),
    ("The scheme is closed to salaried employees from 1 June 2030.", "The scheme is closed to hourly employees from 1 June 2030.", ("hourly", "salaried")),
    ("In Torve she won bronze in the 400 m hurdles.", "In Torve she won silver in the 400 m hurdles.", ("silver", "bronze")),
    ("The burst strength is three times the rated pressure.", "The burst strength is twice the rated pressure.", ("twice", "three times")),
    ("Joblessness in Port Ansel was 6.2 percent, above the national average of 4.8 percent.", "At 6.2 percent, joblessness in Port Ansel was 6.2 percent, below the national average of 4.8 percent.", ("below", "above")),
    ("Fuel is hedged with call options at a strike of $2.20.", "Fuel is hedged with put options at a strike of $2.20.", ("put options", "call options")),
    ("The line of credit is secured by the warehouse in Elm Road.", "The line of credit is unsecured by the warehouse in Elm Road.", ("unsecured", "secured")),
    ("Membership of the scheme is optional for staff in Norland.", "Membership of the scheme is mandatory for staff in Norland.", ("mandatory", "optional")),
    ("The better of the two results counts towards the grade.", "The worse of the two results counts towards the grade.", ("worse", "better")),
    ("The depot is emptied on Monday by the city.", "The depot is emptied on Thursday by the city.", ("Thursday", "Monday")),
    ("The auditor's report on 2030 was unqualified.", "The auditor's report on 2030 was qualified.", ("qualified", "unqualified")),
    ("Queen Ottla cut the salt duty from 9 to 6 percent.", "Queen Ottla raised the salt duty from 9 to 6 percent.", ("raised", "cut")),
]  # fmt: skip

# Passages and what is true of them, though it has opposed words.
TRUE: list[tuple[str, str]] = [
    ("France exports wine to Japan; Japan exports cars to France.", "France imports cars from Japan."),
    ("The rate is fixed for loans of up to 5 years. Longer loans float.", "For loans of more than 5 years the rate is variable."),
    ("The rate is fixed for loans of up to 5 years.", "Beyond 5 years, the rate of loans is variable."),
    ("Free delivery above £50.", "You pay for delivery below £50."),
    ("Storage: max 30 °C. Above 30 °C: fan on.", "Keep it below 30 °C."),
    ("Over 18s only.", "Under-18s are not admitted."),
    ("Doors are locked after 22:00; before that they open automatically.", "Before 22:00 the doors open automatically."),
    ("The rate is fixed. The rate of loan B floats.", "The rate of loan B is variable."),
    ("The first class is taught by Ms Orr, the last by Mr Dane.", "Mr Dane teaches the last class."),
    ("North Bank raised its rate to 4%; South Bank lowered its to 3%.", "South Bank lowered its rate to 3%."),
    ("A short form is sent to tenants monthly. The long form goes out each January.", "A long form is sent to tenants yearly."),
    ("Gold holders get 3 free bags, silver holders 2.", "Silver holders get 2 free bags."),
    ("Permits are issued online within 2 days and by post within 10 days.", "Permits are issued by post within 10 days."),
    ("The left lane is for buses before 9:00.", "After 9:00 the left lane is open to all."),
    ("Revenue in the east grew 4%, unlike the west, where it fell 2%.", "Revenue in the west fell 2%."),
    ("The pool is heated in winter.", "The pool is heated in winter only, so in summer it is not."),
    ("Sales were up 5% on the year and down 2% on the quarter.", "Sales were down 2% on the quarter."),
    ("The deficit narrowed by $2 billion, as exports rose.", "The deficit fell by $2 billion, as exports rose."),
    ("The surplus shrank by $2 billion.", "The balance worsened: the surplus fell by $2 billion."),
    ("Prices are net of VAT.", "VAT is not included; gross prices are higher."),
    ("The net price is $90 after the discount of $10.", "The gross price was $100 before the discount of $10."),
    ("Net loss for the year was $5 million.", "Net income for the year was -$5 million."),
    ("Net loss for the year was $5 million.", "Net income for the year was $(5) million."),
    ("The net loss fell by $3 million in 2031.", "The net result rose by $3 million in 2031."),
    ("The duty was cut from 9% to 6%.", "The duty had risen to 9% before it fell to 6%."),
    ("Fund A is larger than Fund B.", "Fund B is smaller than Fund A."),
    ("The Elm branch opens before the Oak branch on Mondays.", "The Oak branch opens after the Elm branch on Mondays."),
    ("Norvik Ltd sold the mill to Harrow plc in 2019 for $4 million.", "Harrow plc bought the mill from Norvik Ltd in 2019 for $4 million."),
    ("The yacht Corra was sold to Brannock Ltd in 2020 for $5 million.", "The yacht Corra was bought by Brannock Ltd in 2020 for $5 million."),
    ("Orders over £50 ship free, otherwise shipping is £4.99.", "For orders under £50 shipping is £4.99."),
    ("Orders over £50 ship free; shipping of smaller orders is £4.99.", "Orders under £50 do not ship free."),
    ("Balances below €500 incur a fee of €3.", "Balances above €500 incur no fee."),
    ("A fee of €3 applies if the balance is below €500.", "No fee applies if the balance is above €500."),
    ("Children under 12 need an adult with them.", "Children over 12 can come without an adult."),
    ("Payment is due no later than the 5th of the month.", "Payment is due before the 6th of the month."),
    ("Interest is paid monthly or quarterly, as the customer chooses.", "Interest is paid quarterly or monthly, as you choose."),
    ("The statement is sent monthly. The report is sent annually to members.", "The report is sent every year to members and the statement each month."),
    ("Dividends are paid quarterly, in March, June, September and December.", "Dividends are paid four times a year, in March, June, September and December."),
    ("The premium is payable in arrears.", "The premium is not payable in advance."),
    ("Breakfast is not included in the rate.", "Breakfast is excluded from the rate."),
    ("Parking is excluded from the rate.", "Parking isn't included in the rate."),
    ("The lender may charge the borrower a fee of $40 for late payment.", "The borrower may be charged a fee of $40 by the lender for late payment."),
    ("The landlord pays the tenant interest of 2% on the deposit.", "The tenant receives from the landlord interest of 2% on the deposit."),
    ("The upper limit is 40 bar and the lower limit is 5 bar.", "The lower limit is 5 bar and the upper limit is 40 bar."),
    ("Deposits up to $250,000 are insured.", "Deposits above $250,000 are not insured."),
    ("Deposits up to $250,000 are insured.", "Deposits over $250,000 are insured only up to that amount."),
    ("Sales rose 5% in the north and fell 3% in the south.", "Sales fell 3% in the south and rose 5% in the north."),
    ("Revenue fell 3% in Q1 before it rose 4% in Q2.", "Revenue rose 4% in Q2 after it fell 3% in Q1."),
    ("The rate was raised from 3% to 4% in May and lowered to 3.5% in July.", "The rate was lowered to 3.5% in July, having been raised from 3% to 4% in May."),
    ("Net debt fell by £20m, from £100m to £80m.", "Net cash flow was positive, so net debt is down by £20m, from £100m to £80m."),
    ("The trust trades at a discount of 4.2% to net asset value.", "It does not trade at a premium: the discount is 4.2% to net asset value."),
    ("Refunds of unused tickets are possible until 24 hours before the show.", "Refunds of unused tickets are not possible within 24 hours of the show."),
    ("Cancel at least 24 hours before the visit to avoid the fee of $30.", "If you cancel less than 24 hours before the visit, you pay the fee of $30."),
    ("Cancel at least 24 hours before the visit and you pay no fee.", "Cancel at most 24 hours before the visit and you pay a fee."),
    ("Store the vaccine below 8 °C.", "Do not store the vaccine above 8 °C."),
    ("Employees with less than five years of service get 20 days of leave; employees with more than five years get 25 days.", "With more than five years of service you get 25 days of leave."),
    ("Plan A (joined before 2015): 8% of salary. Plan B: 6% of salary.", "Because you joined after 2015, you are on Plan B: 6% of salary."),
    ("The first instalment is due in March and the last instalment in December.", "The last instalment is due in December, the first in March."),
    ("The first exchange is free; each further one costs $5.", "The second exchange costs $5."),
    ("The price includes VAT but excludes shipping.", "The price excludes shipping and includes VAT."),
    ("The price without VAT is $100 and with VAT $120.", "With VAT the price is $120."),
    ("The price without VAT is $100.", "The price excluding VAT is $100, so with VAT it is more than $100."),
    ("Membership is optional for students and mandatory for staff.", "For staff membership is mandatory; students may choose."),
    ("The port lies on the east coast; the airport is in the west of the island.", "The airport lies in the west of the island and the port on the east coast."),
    ("The river flows from the northern hills to the southern plain.", "The river flows to the southern plain from the northern hills."),
    ("The card works with a PIN or without one.", "The card works without a PIN."),
    ("The loan is secured by the house.", "The loan isn't unsecured: the house secures it."),
    ("The unsecured part of the loan is $5,000, the secured part $20,000.", "The secured part of the loan is $20,000."),
    ("58 percent voted in favour of the bridge and 42 percent against it.", "42 percent voted against the bridge."),
    ("58 percent voted in favour of the bridge and 42 percent against it.", "42 percent voted against the bridge, while 58 percent were for it."),
    ("The warranty covers 5 years or 100,000 km, whichever comes first.", "The warranty ends at the earlier of 5 years or 100,000 km; it does not last until whichever comes last."),
    ("The fee is $25 or 2%, whichever is greater.", "The fee is 2%, but not less than $25."),
    ("The fee is at least $25.", "The fee is no lower than $25; it may be higher."),
    ("The fee is at most $25.", "The fee is never more than $25 and usually less."),
    ("Use the cream at most twice a day.", "Use the cream up to two times daily."),
    ("Unlike the blue line, which runs daily, the red line runs weekly.", "The red line runs weekly, unlike the blue line, which runs daily."),
    ("The gas tariff is fixed; the power tariff is variable.", "The power tariff is variable, the gas tariff is fixed."),
    ("The tariff is fixed for 12 months and becomes variable afterwards.", "After 12 months the tariff becomes variable."),
    ("The gym is open daily from 6:00; the pool is open weekly on Fridays.", "The pool is open on Fridays, the gym every day from 6:00."),
    ("The gain on the sale was $3 million before tax; the loss on the lease was $1 million.", "The loss on the lease was $1 million; the gain on the sale was $3 million before tax."),
    ("The company made a profit of $3 million in 2023 and a loss of $2 million in 2022.", "In 2022 it made a loss of $2 million, in 2023 a profit of $3 million."),
    ("In 2022 the company made a profit of $3 million.", "In 2022 the company made no loss but a profit of $3 million."),
    ("The call was answered, and the claim was accepted after review.", "The claim, first rejected, was accepted after review."),
    ("Claims under $500 are decided online; a decision takes 2 days. Claims of $500 or more go to an adjuster.", "Claims over $500 go to an adjuster."),
    ("Flights of less than 4 hours are economy only; business class is allowed on flights of more than 4 hours.", "On flights of more than 4 hours business class is allowed, and under 4 hours it is economy only."),
    ("The deductible is $500 for drivers over 25 and $1,000 for drivers under 25.", "As you are under 25, your deductible is $1,000."),
    ("The deductible is $500 if the driver is over 25.", "Being under 25, you do not get the deductible of $500."),
    ("The tax is deducted before the bonus is paid.", "The bonus is paid after the tax is deducted."),
    ("The bonus is paid after the audit.", "The audit comes before the bonus is paid."),
    ("Males weigh more than females.", "Females weigh less than males."),
    ("The import duty is 5%, the export duty 2%.", "The export duty is 2% and the import duty 5%."),
    ("Exports to Norland rose to $5 million.", "Norland's imports from us rose to $5 million."),
    ("The guarantor is liable without limit.", "The guarantor has unlimited liability."),
    ("Morning sessions start at 9:00, afternoon sessions at 14:00.", "Afternoon sessions start at 14:00."),
    ("The morning session starts at 9:00 and ends at noon.", "The session that starts at 9:00 ends at noon, so no afternoon is needed."),
    ("The heater switches on below 5 °C.", "The heater is off above 5 °C."),
    ("The heater switches on below 5 °C and off above 8 °C.", "Above 8 °C the heater switches off."),
    ("Late payments lower your score.", "Paying on time raises your score, while late payments lower it."),
    ("Paying late lowers your score by 20 points.", "Paying on time never lowers your score by 20 points; it may raise it."),
    ("Water boils at a lower temperature at high altitude.", "At low altitude water boils at a higher temperature."),
    ("The old fee of $10 was monthly. Since May the new fee of $90 is annual.", "Since May the fee is annual: $90."),
    ("Temporary staff are paid weekly, permanent staff monthly.", "Permanent staff are paid monthly."),
    ("Staff are paid monthly; temporary staff get their pay every week.", "Temporary staff are paid weekly."),
    ("Staff are paid monthly. Temps get their money at the end of each week.", "Temporary staff are paid weekly."),
    ("| Staff | Paid |\n|---|---|\n| Permanent | monthly |\n| Temporary | weekly |\n\nOffice staff are paid monthly by bank transfer.", "Temporary staff are paid weekly by bank transfer."),
    ("Interest on the Prime account is paid annually. The Swift account differs: interest each month.", "Interest on the Swift account is paid monthly."),
    ("Public holidays are paid at double the rate. Sundays are at one and a half times the rate.", "Sundays are paid at 1.5 times the rate, not double."),
    ("The gold tier is free; every other tier costs $5.", "The silver tier costs $5."),
    ("The gold tier is free, all others cost $5 a month.", "The silver tier costs $5 a month."),
    ("Tickets cost $12 per hour on weekdays.", "Tickets cost $12 an hour on weekdays."),
    ("The night rate is $2.40 per hour, the shift bonus $2.40 per shift.", "The shift bonus is $2.40 per shift."),
    ("The meeting is on the first Monday of the month, the tour on Tuesday.", "The tour is on Tuesday."),
    ("The shop opens on Mondays at 9:00 and on Sundays at 11:00.", "The shop opens on Sundays at 11:00."),
    ("Doors open at 9:00 on weekdays, e.g. Monday.", "Doors open at 9:00 on Tuesday."),
    ("Red bins are emptied on Monday and green bins on Thursday.", "The green bins are emptied on Thursday, the red ones on Monday."),
    ("Recycling (blue bin) is collected every second week; waste (black bin) weekly.", "The black bin is collected weekly; the blue one every second week."),
    ("You can cancel online or by phone.", "You can cancel by phone."),
    ("Cancel in your account online. Changes of name are made by phone.", "Changes of name are made by phone."),
    ("You can cancel in your account. By phone, our agents can cancel for you too.", "You can cancel by phone."),
    ("A complaint must be sent in writing, for example by email.", "A complaint must be sent by email, for example."),
    ("Complaints are accepted by post and by email.", "Complaints are accepted by email."),
    ("Complaints are accepted by post. Complaints sent to help@fen.example are accepted as well.", "Complaints are accepted by email."),
    ("The cover is up to €1,500 per item and €5,000 in total.", "The cover is €5,000 in total, up to €1,500 per item."),
    ("Pills are taken in the morning with water.", "Take the pills with water in the morning, not in the evening."),
    ("The dose is 5 mg twice daily.", "The dose is 5 mg every 12 hours, so 10 mg a day."),
    ("The dose is 5 mg twice daily.", "The dose is 5 mg, two times a day."),
    ("Interest is 1.5% per month.", "Interest is 1.5% per month, or 18% a year."),
    ("Interest is 1.5% per month.", "Interest is 1.5% each month; over a year that makes 18%."),
    ("The rent is $1,200 per month.", "The rent is $14,400 per year."),
    ("The fund gained 4% in 2020 and lost 2% in 2021.", "The fund lost 2% in 2021."),
    ("The rate fell from 5% to 4%, after it had risen from 3% to 5%.", "The rate rose from 3% to 5% and then fell to 4%."),
    ("Costs increased by 5% because prices of steel rose.", "The steel price rise increased costs by 5%; it did not reduce them."),
    ("Inventory decreased by $3 million, which increased cash by $3 million.", "Cash increased by $3 million because inventory decreased by $3 million."),
    ("Inventory decreased by $3 million, freeing cash.", "Cash increased by $3 million as inventory decreased."),
    ("The court rejected the appeal of the bank.", "The bank's appeal was turned down; the court accepted the arguments of the customer."),
    ("The board approved the merger, but the regulator rejected it.", "The regulator rejected the merger, which the board had approved."),
    ("Sellers pay a fee of 3%; buyers pay nothing.", "Buyers pay nothing, sellers pay a fee of 3%."),
    ("The seller pays the buyer a deposit of 3%.", "The buyer gets a deposit of 3% from the seller."),
    ("The insurer may cancel with 30 days' notice, the insured at any time.", "The insured may cancel at any time, the insurer with 30 days' notice."),
    ("The bank pays 2% on deposits and charges 7% on loans.", "The bank charges 7% on loans and pays 2% on deposits."),
    ("Customers who withdraw early lose the bonus of 1%.", "Customers who deposit early don't lose the bonus of 1%."),
    ("The net price is $100; the gross price $119.", "The gross price is $119, the net price $100."),
    ("Gross salary: $5,000. Deductions: $1,200.", "The net salary is $3,800 after deductions of $1,200 from the gross salary of $5,000."),
    ("The fee is charged in advance each quarter for customers with a line of credit, and in arrears for all others.", "The fee is charged in arrears for customers without a line of credit."),
    ("Domestic transfers are free; international transfers cost $20.", "International transfers cost $20, domestic ones nothing."),
    ("Domestic transfers are free.", "Only domestic transfers are free; what international transfers cost is not stated."),
    ("Full-time staff get 25 days of leave.", "Full-time staff get 25 days of leave; part-time staff get fewer."),
    ("Adults pay $12, children $6.", "Children pay $6, adults $12."),
    ("Adults pay $12 and children half of that.", "A child pays half of the $12 that adults pay."),
    ("The short-term rate is 3%, the long-term rate 5%.", "The long-term rate is 5% and the short-term rate 3%."),
    ("The public hearing is on 5 May; the private meeting on 6 May.", "The private meeting is on 6 May."),
    ("The upper deck holds 40 seats, the lower deck 60.", "The lower deck holds 60 seats and the upper deck 40."),
    ("Winter hours: 9:00 to 16:00. Summer hours: 8:00 to 20:00.", "In summer it is open from 8:00 to 20:00, in winter from 9:00 to 16:00."),
    ("The winner gets $500, the loser $100.", "The loser gets $100 and the winner $500."),
    ("Norland beat Sutherland 3-1.", "Sutherland lost to Norland 3-1."),
    ("Norland won the final against Sutherland 3-1.", "Sutherland lost the final against Norland 3-1."),
    ("Norland won the final 3-1.", "Sutherland lost the final 1-3 to Norland."),
    ("The ship left Elmport at 9:00 and arrived at Oakhaven at 17:00.", "The ship arrived at Oakhaven at 17:00 after it left Elmport at 9:00."),
    ("Imports of steel from Norland rose 5% in 2022.", "Norland's exports of steel rose 5% in 2022."),
    ("Imports of steel rose 5% in 2022, and exports did the same.", "Exports of steel rose 5% in 2022."),
    ("Imports of steel rose 5% in 2022. So did exports.", "Exports of steel rose 5% in 2022."),
    ("The left engine failed at 9:12, the right engine at 9:15.", "The right engine failed at 9:15."),
    ("Both the upper and the lower limit may be set.", "The lower limit may be set."),
    ("Premiums and discounts are shown in the annual report.", "Discounts are shown in the annual report."),
    ("The trial starts on 5 May and ends on 9 May.", "The trial ends on 9 May."),
    ("Day tickets are sold in strips of ten for €42; each is valid for one day.", "You can buy strips of ten day tickets for €42 each."),
    ("Old phones are bought at $20 a piece, up to ten a year.", "You can sell up to ten old phones a year at $20 a piece."),
]  # fmt: skip


def found(passages: list[str], answer: str) -> list[tuple[str, str]]:
    triple = Triple.of(question="", contexts=passages, answer=answer)
    analysis = FEATURIZER.analyse(triple)
    findings = [stated_finding(analysis, told) for told in told_opposites(analysis)]
    for finding in findings:
        assert (finding.verdict, finding.rule) == (Verdict.CONFLICT, "wording.opposed")
        assert answer[finding.start : finding.end] == finding.text
        assert finding.passage is not None
        assert (
            passages[finding.passage - 1][finding.evidence_start : finding.evidence_end] == finding.evidence
        )
    return [(finding.text, finding.evidence.lower()) for finding in findings]


@pytest.mark.parametrize(("passage", "answer", "words"), REFUTED)
def test_an_opposite_in_the_same_place_refutes(passage: str, answer: str, words: tuple[str, str]) -> None:
    assert found(["Help page.", passage], answer) == [(words[0], words[1].lower())]


@pytest.mark.parametrize(("passage", "answer", "words"), REFUTED)
def test_the_opposite_supports_itself(passage: str, answer: str, words: tuple[str, str]) -> None:
    assert found([passage], passage) == []


@pytest.mark.parametrize(("passage", "answer", "words"), REFUTED)
def test_more_evidence_that_says_so_too_takes_the_finding_back(
    passage: str, answer: str, words: tuple[str, str]
) -> None:
    assert found([passage, answer], answer) == found([answer, passage], answer) == []


@pytest.mark.parametrize(("passage", "answer"), TRUE)
def test_what_may_be_true_is_let_be(passage: str, answer: str) -> None:
    assert found(["Help page.", passage], answer) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("paid every month", ["every month"]),
        ("no later than noon", ["no later than"]),
        ("up to 5", ["up to"]),
        ("the principal of the loan", []),
        ("twice a day", ["twice", "a day"]),
    ],
)
def test_opposed_words(text: str, words: list[str]) -> None:
    document = Document(text, Extractor())
    assert [
        " ".join(document.words[w.first : w.last]) for w in opposed_words(document, 0, len(document.words))
    ] == words


def test_the_report_says_why() -> None:
    report = FactChecker().check(
        question="",
        contexts=["The penalty is $300 or 5% of the tax, whichever is greater."],
        answer="The penalty is $300 or 5% of the tax, whichever is lower.",
    )
    assert report.reasons == (Reason.WORDING_CONFLICT,)
    assert str(report).splitlines()[-3:] == [
        '"lower" conflicts with "greater" (p1, 51-58): same place, opposite word [wording.opposed]',
        "failed: WORDING_CONFLICT",
        "corrected: The penalty is $300 or 5% of the tax, whichever is [CORRECTED: greater].",
    ]
