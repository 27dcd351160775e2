# SPDX-License-Identifier: Apache-2.0
"""Invented facts of which a text states one value each, and the forms of text, question and answer they are told in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FactScene:
    """One fact: "{v}" stands for its value in what the text `states`, and in the two clauses that answers tell.

    Where the fact is told by words (`kind` "word"), the clauses hold the words themselves as "{v}", and the text
    says it in others.
    """

    kind: str
    noun: str
    how: str  # the question that asks for the value
    other: str  # a question in other words
    states: Sequence[str]
    says: Sequence[str]
    right: str
    wrong: str


def _scenes(kind: str, table: str) -> tuple[FactScene, ...]:
    """Scenes from blocks of lines: noun, two questions, two sentences of a text, two clauses, right and wrong value."""
    found = []
    for block in table.strip().split("\n\n"):
        noun, how, other, one, two, says, also, values = block.splitlines()
        right, wrong = values.split(" -> ")
        found.append(FactScene(kind, noun, how, other, (one, two), (says, also), right, wrong))
    return tuple(found)


_MONEY = """
late fee
How much is the late fee?
What do I pay if my payment comes in late?
A late fee of {v} applies after the due date.
Customers who miss the due date are charged a late fee of {v}.
the late fee is {v}
you are charged {v} when you pay late
$25 -> $35

replacement card fee
How much does a replacement card cost?
What will I pay for a new card?
A replacement card costs {v}.
For a lost card the bank issues another one at a fee of {v}.
the replacement card fee is {v}
you pay {v} for a replacement card
£6 -> £9

excess
How high is the excess?
What do I have to bear myself when I claim?
The excess for each claim is {v}.
Of every claim the policyholder bears an excess of {v}.
the excess is {v}
you bear {v} of a claim yourself
€300 -> €500

registration fee
What is the fee to register?
How much is it to sign up?
Participants pay a registration fee of {v}.
The registration fee comes to {v} per person.
the registration fee is {v}
signing up costs {v}
CHF 120 -> CHF 150

daily withdrawal limit
How much can I withdraw?
What is the most I can take out?
The daily withdrawal limit is {v}.
Withdrawals at machines are limited to {v}.
the daily withdrawal limit is {v}
you can withdraw {v}
$1,500 -> $2,500
"""
_PERCENT = """
interest rate
What rate do I pay?
How much interest is charged on the loan?
The loan carries an interest rate of {v} a year.
Interest on the loan is charged at {v}.
the interest rate is {v}
you pay {v} interest on the loan
4.5% -> 5.4%

early repayment charge
How high is the early repayment charge?
What does it cost in percent to repay early?
The early repayment charge is {v} of the sum repaid.
Whoever repays early pays a charge of {v}.
the early repayment charge is {v}
repaying early costs {v}
2% -> 3%

member discount
What discount do members get?
How much off do I get as a member?
Members receive a discount of {v} on all courses.
The member discount amounts to {v}.
the member discount is {v}
as a member you get {v} off
15% -> 25%

employer contribution
What share does the employer contribute?
How much does my employer put in?
The employer contribution to the pension is {v} of salary.
Each month the employer contributes {v} of salary.
the employer contribution is {v}
your employer contributes {v}
6.5% -> 8.5%
"""
_DURATION = """
notice period
How long is the notice period?
How far ahead do I have to give notice?
The notice period is {v}.
Either party may end the contract with notice of {v}.
the notice period is {v}
you have to give notice {v} ahead
30 days -> 60 days

warranty
How long is the warranty?
For how long is the device covered?
The device comes with a warranty of {v}.
The warranty runs for {v} from delivery.
the warranty lasts {v}
the device is covered for {v}
two years -> three years

cooling-off period
How long is the cooling-off period?
How many days do I have to change my mind?
The cooling-off period is {v}.
Buyers may withdraw within a cooling-off period of {v}.
the cooling-off period is {v}
you have {v} to change your mind
14 days -> 21 days

processing time
How long does processing take?
When can I expect a decision?
Applications are processed within {v}.
The processing time for an application is {v}.
the processing time is {v}
a decision takes {v}
six weeks -> eight weeks

waiting period
How long is the waiting period?
How long until benefits are paid?
A waiting period of {v} applies before benefits are paid.
Benefits are paid after a waiting period of {v}.
the waiting period is {v}
benefits start after {v}
3 months -> 6 months
"""
_DATE = """
filing deadline
By what date must I file?
When is the filing due?
The filing deadline is {v}.
Returns have to be filed by {v}.
the filing deadline is {v}
you have to file by {v}
30 April 2026 -> 30 June 2026

opening date
When does the new branch open?
What day is the opening?
The new branch opens on {v}.
Customers can visit the new branch from {v}.
the opening date is {v}
the new branch opens on {v}
2 March 2026 -> 9 March 2026

annual meeting
When is the annual meeting?
What date was set for the annual meeting?
The annual meeting takes place on {v}.
Members gather for the annual meeting on {v}.
the annual meeting is on {v}
members meet on {v}
12 May 2026 -> 21 May 2026

maturity date
When does the bond mature?
What is the bond's last day?
The maturity date of the bond is {v}.
The bond matures on {v}.
the maturity date is {v}
the bond is repaid on {v}
1 September 2031 -> 1 November 2031
"""
_COUNT = """
number of seats
How many seats does the hall have?
How big is the hall?
The hall has {v} seats.
With {v} seats the hall is the largest in town.
the hall has {v} seats
there are {v} seats in the hall
240 -> 260

number of employees
How many people work there?
How large is the workforce?
The firm has {v} employees.
At the end of the year {v} employees worked for the firm.
the firm has {v} employees
the workforce is made up of {v} employees
1,340 -> 1,430

number of branches
How many branches are there?
How large is the network?
The bank runs {v} branches.
Its network is made up of {v} branches.
the bank has {v} branches
there are {v} branches in the network
48 -> 84

number of votes
How many votes did the motion get?
What was the count in favour?
The motion received {v} votes.
In the end {v} votes were cast for the motion.
the motion got {v} votes
{v} votes were cast for it
318 -> 381
"""
_QUANTITY = """
baggage allowance
How heavy may my bag be?
What weight can I check in?
The baggage allowance is {v}.
Each passenger may check in a bag of {v}.
the baggage allowance is {v}
your bag may weigh {v}
23 kg -> 32 kg

length of the trail
How long is the trail in kilometres?
How far do we walk?
The trail has a length of {v}.
From start to end the trail measures {v}.
the length of the trail is {v}
you walk {v} on the trail
18 km -> 28 km

tank volume
How large is the tank?
How much does the tank hold?
The tank volume is {v}.
The tank holds {v} of water.
the tank volume is {v}
the tank holds {v}
150 litres -> 180 litres

floor area
How large is the flat?
How many square metres does the flat have?
The floor area of the flat is {v}.
The flat has {v} on one level.
the floor area is {v}
the flat has {v}
84 m² -> 94 m²
"""
_TIME = """
opening time
What time does the office open?
From when can I come by?
The office opens at {v}.
Visitors are let into the office from {v}.
the opening time is {v}
the office opens at {v}
9:00 a.m. -> 10:00 a.m.

cut-off time
Until what time can I send a payment?
What is the latest time for a transfer today?
The cut-off time for payments is {v}.
Payments sent before {v} are booked the same day.
the cut-off time is {v}
payments have to be sent before {v}
15:30 -> 16:30

check-in time
What time is check-in?
From what time can I have my room?
The check-in time is {v}.
Rooms are ready for check-in from {v}.
the check-in time is {v}
rooms are ready from {v}
3 p.m. -> 2 p.m.

departure time
When does the ferry leave?
What time do we depart?
The ferry departs at {v}.
The departure time of the ferry is {v}.
the departure time is {v}
the ferry leaves at {v}
18:45 -> 19:15
"""
_HOLDER = """
managing director
Who is the managing director?
Who runs the company?
The managing director of the company is {v}.
{v} is the managing director of the company.
the managing director is {v}
{v} is the managing director
Clara Weidmann -> Jonas Petrov

treasurer
Who is the treasurer?
Who looks after the club's accounts?
The treasurer of the club is {v}.
{v} serves as treasurer of the club.
the treasurer is {v}
{v} serves as treasurer
Martin Oduya -> Helen Brandt

chair of the board
Who chairs the board?
Who heads the board?
The chair of the board is {v}.
{v} was elected chair of the board.
the chair of the board is {v}
{v} is chair of the board
Ruth Amberg -> Simon Keane

data protection officer
Who is the data protection officer?
Whom do I write to about data protection?
The data protection officer is {v}.
{v} has been appointed data protection officer.
the data protection officer is {v}
{v} is the data protection officer
Nadia Kessler -> Peter Holm

chief executive
Who is the chief executive?
Who leads the group?
The chief executive of the group is {v}.
{v} leads the group as chief executive.
the chief executive is {v}
the group is led by {v}, the chief executive
Laura Fenwick -> David Marsh
"""
_PLACE = """
head office
Where is the head office?
Which city is the company based in?
The head office is in {v}.
The company has its head office in {v}.
the head office is in {v}
the company is based in {v}
Zurich -> Geneva

place of jurisdiction
Where is the place of jurisdiction?
Which city's courts decide?
The place of jurisdiction is {v}.
Disputes are decided by the courts in {v}.
the place of jurisdiction is {v}
disputes are decided in {v}
Hamburg -> Munich

data centre
Where is the data centre?
Which city are my data stored in?
The data centre is located in {v}.
All data are stored in a data centre in {v}.
the data centre is in {v}
your data are stored in {v}
Dublin -> Amsterdam

venue
Where does the conference take place?
Which city hosts the conference?
The conference takes place in {v}.
The venue of the conference is in {v}.
the venue is in {v}
the conference takes place in {v}
Lisbon -> Porto
"""
# What follows a right and a wrong clause is the same; the clauses stand in place of a value.
_WORD = """
return shipping
Who pays for return shipping?
Does it cost me anything to send it back?
The customer pays for return shipping.
The cost of return shipping is borne by the customer.
return shipping is {v}
sending it back is {v}
at your expense -> free of charge

account closure
Does account closure cost anything?
What do I pay to close my account?
Account closure is free of charge.
There is no charge for account closure.
account closure is {v}
closing your account is {v}
free -> subject to a fee

breakfast
Is breakfast included?
Do I pay extra for breakfast?
Breakfast is not included in the room rate and is charged separately.
Guests pay extra for breakfast.
breakfast is {v}
for guests breakfast is {v}
charged -> free of charge

delivery
Is delivery free?
What does delivery cost me?
Delivery is free for members.
Members pay nothing for delivery.
delivery is {v} for members
for members delivery is {v}
free of charge -> charged
"""

SCENES: tuple[FactScene, ...] = (
    *_scenes("money", _MONEY),
    *_scenes("percent", _PERCENT),
    *_scenes("duration", _DURATION),
    *_scenes("date", _DATE),
    *_scenes("count", _COUNT),
    *_scenes("quantity", _QUANTITY),
    *_scenes("time", _TIME),
    *_scenes("holder", _HOLDER),
    *_scenes("place", _PLACE),
    *_scenes("word", _WORD),
)

QUESTIONS = (
    "",
    "{how}",
    "What is the {noun}?",
    "{other}",
    "{noun}?",
    "Please tell me about the {noun}.",
    "Hello, I read through your papers and still wonder: {how_small}",
    "Could you look up the {noun} for me?",
    "I would like to know the {noun}.",
)

# "{v}" is the value, "{says}" and "{also}" the two clauses; capitals as a sentence begins.
ANSWERS: Mapping[str, str] = {
    "plain": "{Says}.",
    "other words": "{Also}.",
    "bare": "{V}.",
    "it is": "It is {v}.",
    "label": "{Noun}: {v}",
    "sourced": "According to the document, {says}.",
    "polite": "Thank you for your question. {Says}. Let me know if you need anything else.",
    "bullet": "Here is what I found:\n\n- **{Noun}**: {v}",
    "cited": "{Also} [1].",
    "checked": "I have checked this for you: {also}, as the text says.",
    "amounts": "For the {noun} the text gives {v}.",
    "letter": "Hi Anna,\n\n{also}.\n\nKind regards,\nYour support team",
    "in short": "In short: {v}, going by the text.",
    "yes": "Sure! Based on what I was given, {says}, so please keep that in mind.",
    "answer": "The answer to your question about the {noun} is {v}.",
}
HELD_OUT_ANSWERS: Mapping[str, str] = {
    "in one line": "TL;DR - {also}",
    "informed": "I can confirm that {says}; the passage you shared is clear on that.",
    "value first": "{V} - this is what the material has to say on the {noun}.",
    "steps": "1. I looked for the {noun}.\n2. The text is explicit: {says}.",
    "happy": "Happy to help! As far as I can see {also}. Feel free to ask if anything is unclear.",
}

# "{states}" is the sentence that tells the value, "{one}" and "{two}" are of other kinds.
EVIDENCE: Mapping[str, Sequence[str]] = {
    "alone": ("{states}",),
    "behind": ("{one} {states}",),
    "before": ("{states} {two}",),
    "between": ("{one} {states} {two}",),
    "passages": ("{one} {two}", "{states}"),
    "title": ("General terms\n\n{states}\n\n{one}",),
    "bullets": ("Good to know:\n- {one}\n- {states}\n- {two}",),
    "label": ("{Noun}: {v}\n\n{one}",),
    "headed": ("## Overview\n\n{two}\n\n## {Noun}\n\n{states}",),
    "long": ("{one} Please read these pages with care and keep them in a safe place.", "{two}", "{states}"),
}
HELD_OUT_EVIDENCE: Mapping[str, Sequence[str]] = {
    "numbered": ("1.1 {one}\n1.2 {states}\n1.3 {two}",),
    "questions": ("Q: Anything else worth knowing?\nA: {two}\n\nQ: What about the {noun}?\nA: {states}",),
    "scattered": (
        "{one}",
        "About us\n\n{two} {states}",
        "Thank you for choosing us. We look forward to hearing from you.",
    ),
}

# What the other sentences tell, by the kind of their values; a text holds none of the kind that is asked for.
OTHERS: Mapping[str, str] = {
    "money": "A donation of $80 went to the local museum.",
    "percent": "Some 12% of the roof is covered with solar panels.",
    "duration": "The lift was out of order for 11 hours.",
    "date": "The logo was last changed on 4 October 2017.",
    "count": "The garden behind the building has 17 benches.",
    "quantity": "The flag on the roof weighs 7 kg.",
    "time": "The fountain is switched off at 22:15.",
    "holder": "The mural in the entrance was painted by Olga Trent.",
    "place": "The paper for our brochures is made in Oslo.",
}
