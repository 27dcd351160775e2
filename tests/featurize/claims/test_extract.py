# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501  (rows of a table)
from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.featurize.claims import extract_claims
from faithstill.featurize.claims.clauses import split
from faithstill.featurize.claims.extract import ClaimKind, ClaimType

# Written by hand before the rules were run on them.
SPLIT = [
    ("The contract caps liability at $2M and requires 30-day notice", ["The contract caps liability at $2M", "The contract requires 30-day notice"]),
    ("The plan includes roaming and costs $20 a month.", ["The plan includes roaming", "The plan costs $20 a month."]),
    ("The policy covers theft but excludes water damage.", ["The policy covers theft", "The policy excludes water damage."]),
    ("The fee is $5 and the limit is $500.", ["The fee is $5", "The limit is $500."]),
    ("The fee is $5, and it is charged monthly.", ["The fee is $5", "It is charged monthly."]),
    ("Revenue rose 5% and reached $10 million.", ["Revenue rose 5%", "Revenue reached $10 million."]),
    ("Revenue rose 5% while costs fell 3%.", ["Revenue rose 5% while costs fell 3%."]),
    ("Revenue rose 5%, while costs fell 3%.", ["Revenue rose 5%", "Costs fell 3%."]),
    ("In 2023, revenue rose 5% and costs fell 3%.", ["In 2023, revenue rose 5%", "In 2023, costs fell 3%."]),
    ("In 2023, revenue rose 5%, but costs fell in 2024.", ["In 2023, revenue rose 5%", "Costs fell in 2024."]),
    ("The fee is collected on the last working day and charged to the account.", ["The fee is collected on the last working day", "The fee is charged to the account."]),
    ("The tenant must pay $5 and give 30 days' notice.", ["The tenant must pay $5", "The tenant must give 30 days' notice."]),
    ("Customers pay $5 and get a card.", ["Customers pay $5", "Customers get a card."]),
    ("The account pays 4% interest, requires $1,000 to open, and allows two withdrawals a month.", ["The account pays 4% interest", "The account requires $1,000 to open", "The account allows two withdrawals a month."]),
    ("The bank was founded in 1901; it has 500 branches.", ["The bank was founded in 1901", "It has 500 branches."]),
    ("The whole can be sublet; part of the unit cannot be.", ["The whole can be sublet", "Part of the unit cannot be."]),
    ("The card is free, but the replacement costs £6.", ["The card is free", "The replacement costs £6."]),
    ("Replacement cards are free, and withdrawing cash abroad costs 1.25%.", ["Replacement cards are free", "Withdrawing cash abroad costs 1.25%."]),
    ("Acme Inc. was founded in 1990 and has 300 employees.", ["Acme Inc. was founded in 1990", "Acme Inc. has 300 employees."]),
    ("She joined the board in May and will leave it in June.", ["She joined the board in May", "She will leave it in June."]),
    ("The deposit is $400 and must be paid by 5 p.m. on Friday.", ["The deposit is $400", "The deposit must be paid by 5 p.m. on Friday."]),
    ("The loan was approved on 3 May and then was paid out in full.", ["The loan was approved on 3 May", "The loan then was paid out in full."]),
    ("The insurer pays for repairs and also covers a rental car.", ["The insurer pays for repairs", "The insurer also covers a rental car."]),
    ("The company cut 200 jobs and closed its Leeds office.", ["The company cut 200 jobs", "The company closed its Leeds office."]),
    ("The lease ends on 1 June and does not renew automatically.", ["The lease ends on 1 June", "The lease does not renew automatically."]),
    ("For students, the card is free and the fee is waived.", ["For students, the card is free", "For students, the fee is waived."]),
    ("The warranty lasts 2 years but is void after misuse.", ["The warranty lasts 2 years", "The warranty is void after misuse."]),
    ("The report is due on Monday, and the audit begins on Tuesday.", ["The report is due on Monday", "The audit begins on Tuesday."]),
    ("Net income has grown 5% and is expected to double.", ["Net income has grown 5%", "Net income is expected to double."]),
    ("The rate rose to 5% and fell to 4% a year later.", ["The rate rose to 5%", "The rate fell to 4% a year later."]),
    ("The agreement was signed in March and takes effect on 1 April.", ["The agreement was signed in March", "The agreement takes effect on 1 April."]),
    ("You pay $20 and receive a voucher.", ["You pay $20", "You receive a voucher."]),
    ("The seller may cancel within 14 days and keep the deposit.", ["The seller may cancel within 14 days", "The seller may keep the deposit."]),
    ("The fund returned 8% in 2022, but it lost 3% in 2023.", ["The fund returned 8% in 2022", "It lost 3% in 2023."]),
    ("The premium is $30 a month and the deductible is $500.", ["The premium is $30 a month", "The deductible is $500."]),
    # What must stay whole: nouns, shared objects, conditions, relative clauses, reports, alternatives.
    ("Fees and charges apply.", None),
    ("The bank charges and collects the fee.", None),
    ("Terms and conditions apply to all accounts.", None),
    ("The fee and the limit are set by the board.", None),
    ("The fee is waived if the balance exceeds $500 and the account is active.", None),
    ("If the balance is low and the account is new, a fee applies.", None),
    ("The bank says it charges $5 and offers a card.", None),
    ("The report states that revenue rose and costs fell.", None),
    ("Customers who pay late and ignore reminders are charged $10.", None),
    ("The plan that costs $5 and includes roaming is Basic.", None),
    ("The fee is $5 or the card is returned.", None),
    ("Alice and Bob are directors.", None),
    ("Both the fee and the limit are fixed.", None),
    ("The fees are $5 and $10 respectively.", None),
    ("Interest is paid between 1 May and 1 June.", None),
    ("Research and development costs rose.", None),
    ("The plan offers lower fees and reduced rates.", None),
    ("It covers fire and charges for water.", None),
    ("The office is open Monday and Tuesday.", None),
    ("The rates are 5% and 6%.", None),
    ("The bank offers loans, cards and accounts.", None),
    ("The card is safe and reliable.", None),
    ("He wrote to Marks and Spencer has replied.", None),
    ("Standard & Poor's rates the bond AA.", None),
    ("The policy does not cover theft and give a refund.", None),
    ("The account which pays 5% and is free suits students.", None),
    ("Profit fell because sales dropped and costs rose.", None),
    ("The limit applies until the debt is paid and the account is closed.", None),
    ('The note says "the fee is $5 and the limit is $10".', None),
    ("The fee (it is $5 and it is due monthly) is waived.", None),
    ("To open an account, bring a passport and proof of address.", None),
    ("Open the app and tap the card.", None),
    ("It is either paid by the tenant and refunded or lost.", None),
    ("The bank lists the fee and the costs the client has paid.", None),
    ("The company, which makes cars and trucks, is based in Ohio.", None),
    ("Abby mentioned that it was cloudy and Gail said it was still cloudy.", None),
    ("Payments by cash and by card are accepted.", None),
    ("The rating by Moody's is A and Standard and Poor's has BBB.", None),
    ("Whether the fee applies and the card is free is unclear.", None),
    ("The fund invests in bonds issued by states and backed by taxes.", None),
    ("She believes rates will rise and costs will fall.", None),
    # Read wrongly on public and own rows, then mended.
    ("Standing orders and direct debits are moved by the new bank, and the old bank sends the balance across.", ["Standing orders and direct debits are moved by the new bank", "The old bank sends the balance across."]),
    ("It owns a Sea Hurricane and a Spitfire – Both can be seen at displays.", None),
    ("Initial rules were based on association football, but later evolved by adopting elements of rugby.", None),
    ("To apply the code, make sure the code is valid and you have the required access.", None),
    ("Sports include football ( soccer ) ; gridiron football ; Australian rules football ; and Gaelic football .", None),
    ("High risk and specialized knowledge needed; potential for high returns but also significant losses.", None),
    ("Repairs may be ordered before the visit, provided photos and receipts are kept.", None),
    ("You can manage how the queries are executed and the results are presented.", None),
    ("In 1956 he had an epiphany: while riding, he heard a song and the song piqued his interest.", None),
    ("A house is recommended as it is the largest asset, and insurance protects against fire.", None),
    ("Two direct debits failed and 7 were moved; the result does not name them.", ["Two direct debits failed", "7 were moved", "The result does not name them."]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), SPLIT)
def test_splitting(sentence: str, expected: list[str] | None) -> None:
    assert [clause.text for clause in split(sentence)] == (expected or [sentence])


# answer -> claims; what survives: abbreviations, decimals, initials, URLs, markup, bullets, quotes
WHOLE = [
    ("The U.S. market grew 3.5% in Q2.", ["The U.S. market grew 3.5% in Q2."]),
    ("Acme Inc. opens at 9 a.m. on Mondays.", ["Acme Inc. opens at 9 a.m. on Mondays."]),
    ("Form No. 5 must be filed.", ["Form No. 5 must be filed."]),
    ("Mr. J. R. Smith signed it.", ["Mr. J. R. Smith signed it."]),
    ("See https://a.example/x?y=1.2 for the fee of $5.", ["See https://a.example/x?y=1.2 for the fee of $5."]),
    ("The fee is $5.20. The limit is 1,000.", ["The fee is $5.20.", "The limit is 1,000."]),
    ("- The fee is $5.\n- The limit is 10.", ["The fee is $5.", "The limit is 10."]),
    ("1. The fee is $5.\n2) The limit is 10.", ["The fee is $5.", "The limit is 10."]),
    ("* **Fee**: the fee is `$5`.", ["Fee: the fee is $5."]),
    ("> The fee is $5.", ["The fee is $5."]),
    ("• The fee is $5.", ["The fee is $5."]),
    ("(a) The fee is $5.", ["The fee is $5."]),
    ('He said "It is done." Then he left.', ['He said "It is done."', "Then he left."]),
    ("The [fee table](https://a.b/c_(d)) lists all fees.", None),
    ("The fee is $5 [1], and the limit is 10 [2, 3].", ["The fee is $5", "The limit is 10."]),
    ("The **Plus** account costs __£9.50__.", ["The Plus account costs £9.50."]),
    ("snake_case_name is the 2nd field.", ["snake_case_name is the 2nd field."]),
    ("5 * 3 is 15 and 2 * 2 is 4.", None),
    ("| Plan | Fee |\n|---|---|\n| Basic | $5 |\n| Plus | $9 |", ["Plan Basic: Fee $5", "Plan Plus: Fee $9"]),
    ("| Basic | $5 |", ["Basic, $5"]),
    ("Yes, the loan may be repaid in full.", ["The loan may be repaid in full."]),
    ("No. Part of the unit cannot be sublet.", ["Part of the unit cannot be sublet."]),
    ("No. 5 is closed.", ["No. 5 is closed."]),
    ("No fee applies.", ["No fee applies."]),
    ("Based on the provided context, the fee is $5.", ["The fee is $5."]),
    ("According to the document, the fee is $5.", ["The fee is $5."]),
    ("According to Reuters, the fee is $5.", ["According to Reuters, the fee is $5."]),
    ("I think the fee is $5.", ["The fee is $5."]),
    ("Maybe the fee is $5.", ["The fee is $5."]),
    ("I believe that Acme owns the site.", ["Acme owns the site."]),
    ("Unfortunately, the claim was rejected.", ["The claim was rejected."]),
    ("The fee might be $5.", ["The fee might be $5."]),
    ("Sure, the fee is $5.", ["The fee is $5."]),
    ("Here is where Acme keeps the 3 servers.", ["Here is where Acme keeps the 3 servers."]),
    ("Thanks to the rebate, the cost fell 5%.", ["Thanks to the rebate, the cost fell 5%."]),
    ("Hello Fresh is a company.", ["Hello Fresh is a company."]),
    ("Overall, costs fell 3%.", ["Costs fell 3%."]),
    ("It is 21 °C at 12:30.", ["It is 21 °C at 12:30."]),
    ("The ratio is 3:1 (e.g. 30 to 10).", ["The ratio is 3:1 (e.g. 30 to 10)."]),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), WHOLE)
def test_texts(answer: str, expected: list[str] | None) -> None:
    found = [claim.text for claim in extract_claims(answer).claims]
    assert found == expected if expected else found


LEFT_OUT = [
    ("What is the fee?", "question"),
    ("Do you want to know more?", "question"),
    ("Hello!", "frame"),
    ("Hi there,", "frame"),
    ("Dear Mr. Smith,", "frame"),
    ("Good morning, Anna!", "frame"),
    ("Thank you for your question.", "frame"),
    ("Best regards, the team", "frame"),
    ("You're welcome!", "frame"),
    ("Let me know if you have other questions.", "frame"),
    ("Please let me know!", "frame"),
    ("I hope this helps.", "frame"),
    ("Hope that helps!", "frame"),
    ("Here's a summary of the terms:", "frame"),
    ("Here are the main points:", "frame"),
    ("Sure!", "frame"),
    ("Great question!", "frame"),
    ("I'd be happy to help with that.", "frame"),
    ("Feel free to ask.", "frame"),
    ("If you have any further questions, feel free to ask.", "frame"),
    ("If you need more, let me know.", "frame"),
    ("As an AI language model, I cannot browse.", "frame"),
    ("Let me explain.", "frame"),
    ("I'm sorry.", "frame"),
    ("I think so.", "frame"),
    ("Maybe.", "frame"),
    ("It depends.", "frame"),
    ("Hard to say.", "frame"),
    ("Contact our support team.", "no answer"),
    ("Please contact support.", "no answer"),
    ("Please consult a professional adviser.", "frame"),
    ("```python\nx = 1\n```", "code"),
    ("~~~py\nfee = 5\n~~~", "code"),
    ("## Fees", "heading"),
    ("The main terms are:", "heading"),
    ("Sources: [1], [2] Annual report", "list of sources"),
    ("---", "no words"),
    ("🙂", "no words"),
]


@pytest.mark.parametrize(("answer", "reason"), LEFT_OUT)
def test_left_out_with_its_reason(answer: str, reason: str) -> None:
    found = extract_claims(answer)
    assert not found.claims
    assert [part.reason.value for part in found.left_out] == [reason]


CONTEXT = [
    ("How did the Revenue respond?", "It rejected the claim.", ["How did the Revenue respond?"]),
    ("how much can they borrow", "$500,000. That is the base.", ["how much can they borrow?", "how much can they borrow? $500,000."]),
    ("Is it covered?", "Yes.", ["Is it covered?"]),
    ("Is it covered?", "Probably not.", ["Is it covered?"]),
    ("Is it covered?", "Yes, with consent.", ["Is it covered?"]),
    ("Fee?", "The annual fee is $5.", [""]),
    ("", "Acme sells cars. They are red.", ["", "Acme sells cars."]),
    ("", "Acme sells cars and it has 5 plants.", ["", "Acme sells cars."]),
    ("What is the limit on Plus?", "The limit is $500.", ["What is the limit on Plus?"]),
    ("What is the fee?", "The limit is $500.", [""]),
    ("From when?", "From 23 August 2025.", ["From when?"]),
    ("", "Fees on Basic:\n- Wire: $5\n- Cards are free of charge.", ["Fees on Basic:", ""]),
    ("Who?", "Alice Brown.", ["Who?"]),
    ("", "What is the fee? It is $5.", ["What is the fee?"]),
    ("Which card?", "Card *9927; the change took effect on 2 June 2025.", ["Which card?", ""]),
    ("", "$5.", [""]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer", "contexts"), CONTEXT)
def test_only_what_cannot_be_read_alone_carries_context(
    question: str, answer: str, contexts: list[str]
) -> None:
    claims = extract_claims(answer, question=question).claims
    assert [claim.context for claim in claims] == contexts
    assert all(claim.hypothesis.endswith(claim.text) for claim in claims)


TYPES = [
    ("The fee is $5.", ClaimType.VERIFIABLE_FACT, ClaimKind.NUMERICAL),
    ("Acme sells cars.", ClaimType.VERIFIABLE_FACT, ClaimKind.FACTUAL),
    ("Profit fell because costs rose.", ClaimType.VERIFIABLE_FACT, ClaimKind.CAUSAL),
    ("According to the CEO, sales grew 5%.", ClaimType.VERIFIABLE_FACT, ClaimKind.ATTRIBUTION),
    ("Submit the form to the branch.", ClaimType.PROCEDURAL, ClaimKind.FACTUAL),
    ("Click Settings.", ClaimType.PROCEDURAL, ClaimKind.FACTUAL),
    ("To close it, call the branch.", ClaimType.PROCEDURAL, ClaimKind.FACTUAL),
    ("Please visit the branch in Leeds before noon.", ClaimType.PROCEDURAL, ClaimKind.FACTUAL),
    ("Do not share the PIN.", ClaimType.PROCEDURAL, ClaimKind.FACTUAL),
    ("It is a very good choice.", ClaimType.OPINION, ClaimKind.FACTUAL),
    ("I recommend the Plus account.", ClaimType.OPINION, ClaimKind.FACTUAL),
    ("The document does not mention fees.", ClaimType.META, ClaimKind.FACTUAL),
    ("Charges apply to all cards.", ClaimType.VERIFIABLE_FACT, ClaimKind.FACTUAL),
    ("You must give 30 days' notice.", ClaimType.VERIFIABLE_FACT, ClaimKind.NUMERICAL),
]


@pytest.mark.parametrize(("answer", "type_", "kind"), TYPES)
def test_type_and_kind(answer: str, type_: ClaimType, kind: ClaimKind) -> None:
    (claim,) = extract_claims(answer).claims
    assert (claim.type, claim.kind) == (type_, kind)


# Text meant to break it: each must give claims or left-outs with sound offsets, and the stated claims.
NASTY: list[tuple[str, list[str] | None]] = [
    ("", []),
    ("   \n\t", []),
    ("\x00\x00", None),
    ("\ufeffThe fee is $5.", None),
    ("费用是五美元。限额是十美元。", None),
    ("الرسوم هي 5 دولارات. الحد هو 10.", None),
    ("The fee is $5\u200b and the limit is $6.", None),
    ("🙂 The fee is $5 🙂", None),
    ("- \n- \n-", []),
    ("- - - The fee is $5.", ["The fee is $5."]),
    ("* * *", []),
    ("- a\n  - b\n    - c is 5", None),
    ("1. 2. 3.", None),
    ("|||||", []),
    ("| a | b |\n|---|\n| c |", None),
    ("| Plan | Sub |\n|---|---|\n| A | | x | y | |", None),
    ('{"fee": 5, "limits": {"daily": 10, "note": "a \\"b\\""}}', ["fee 5", "limits: daily 10, note a \"b\""]),
    ('{"fee": 5', None),
    ("[1, 2, 3]", None),
    ("```\nThe fee is $5.", ["The fee is $5."]),
    ("```json\nThe fee is $5.", ["The fee is $5."]),
    ("```\nThe fee is $5.\n```", ["The fee is $5."]),
    ("See:\n```markdown\nThe fee is $5.\n```", ["The fee is $5."]),
    ("The fee is $5.\n```\nfee = 6\n```\n```\nThe limit is $9.", ["The fee is $5.", "The limit is $9."]),
    ("Text `inline ``` code` is 5.", None),
    ("The tenant shall: (a) pay rent; (b) keep the premises clean; and (c) give notice.", ["The tenant shall: (a) pay rent; (b) keep the premises clean; and (c) give notice."]),
    ("Notwithstanding Section 4.2(b), the Licensee shall indemnify, defend and hold harmless the Licensor; provided that the cap in Section 9 applies.", None),
    ("and and and and and and and.", None),
    ("; ; ; ;", []),
    ("and is, and has; but does, while was and", None),
    ('"""The fee is $5 and the limit is $6', None),
    ("((((The fee is $5 and the limit is $6", None),
    ("**The fee is $5 and the limit is $6", None),
    ("The \u2018fee\u2019 isn\u2019t $5, and it\u2019s due.", None),
    ("A" * 5000, None),
    ("The fee is $5, " * 300, None),
    ("**Yes**", ["Yes"]),
    ("**$500,000**", ["$500,000"]),
    ("Line one\r\nLine two is 5.\r\n", None),
    ("The fee is $5.\u2028The limit is 6.", None),
    ("\ud800 is a lone surrogate.", None),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), NASTY)
def test_nasty_text(answer: str, expected: list[str] | None) -> None:
    found = extract_claims(answer, question=answer)
    if expected is not None:
        assert [claim.text for claim in found.claims] == expected
    for part in (*found.claims, *found.left_out):
        assert 0 <= part.start < part.end <= len(answer)
        assert part.text
    if any(character.isalnum() for character in answer):
        assert found.claims or found.left_out


def test_a_long_answer_is_read_to_its_end() -> None:
    sentence = "The fee of plan {} is $5 and the limit is $600.\n"
    answer = "".join(sentence.format(i) for i in range(2_000))
    claims = extract_claims(answer).claims
    assert len(claims) == 4_000
    assert claims[-1].end == len(answer.rstrip())


@given(st.text(alphabet=st.sampled_from('aTb.!?; \n|[]{}":,1#*-`_$')))
def test_any_text_has_sound_offsets(answer: str) -> None:
    for claim in extract_claims(answer, question=answer).claims:
        assert 0 <= claim.start < claim.end <= len(answer)
        assert claim.text == claim.text.strip() != ""


WORDS = (
    "the fee bank plan is and but has charges requires $5 , ; it pays a of rose in may pay that if".split()
)


@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_clauses_lie_in_order_and_lose_only_what_joins_them(words: list[str]) -> None:
    sentence = " ".join(words)
    found = split(sentence)
    assert found[0].start == 0
    assert found[-1].end == len(sentence)
    for early, late in pairwise(found):
        assert early.end <= late.start
        assert set(sentence[early.end : late.start].split()) <= {",", ";", "and", "but"}


def test_what_a_shared_subject_gives_is_marked_and_the_sentence_kept() -> None:
    answer = "The plan costs $5 and includes roaming."
    first, second = extract_claims(answer).claims
    assert (answer[second.start : second.end], second.text) == (
        "includes roaming.",
        "The plan includes roaming.",
    )
    assert first.sentence == second.sentence == answer
