# SPDX-License-Identifier: Apache-2.0
"""Digits that name instead of measuring: order numbers, sections, versions, phones, list marks, citations."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from faithstill.featurize.read.markers import BRACKETED

from .lexicon import (
    CAPITAL_LABELS,
    IDENTIFIER_KEYS,
    LABEL_ABBREVIATIONS,
    LABELS,
    NUMBERED,
    POINTERS,
    counted_noun,
    singular,
)
from .mention import Kind, Mention
from .units import read_unit

_ID = (
    r"(?:[A-Z]{1,5}-?)?\d{1,12}(?:[.-][A-Za-z0-9]{1,8}){0,4}(?:[A-Za-z]{1,4}(?:-\d{1,3})?)?(?::(?:19|20)\d\d)?"
    r"(?:\([A-Za-z0-9]{1,4}\)){0,3}(?!\w)"
)
_HINT = r"(?:(?i:number|no|nr|id|ref|reference|code|ending|in|with|is)\b\.?[ ]?)"

URL = re.compile(r"(?:://|www\.)[^\s<>\"'|)\]]*[^\s<>\"'|)\].,;:!?]|@[\w.-]{1,200}")
LIST_MARK = re.compile(
    r"\d{1,3}[.)](?=[ \t*])|\(\d{1,2}\)(?=[ \t])|\d{1,2}(?:\.\d{1,2}){1,3}[.:)]?(?=[ ][A-Z][a-z ])"
)
# A list run together into one line: "...these steps: 1. Open the app. 2. Choose a card."
_RUN_ON = re.compile(r"\d{1,2}\.[ ]{1,2}[A-Z*`\"]")
_ITEM_REACH = 600  # characters from one list mark to the next
_SENTENCE_END = re.compile(r"(?:[a-z)\]*][.:;?!]|\n)[ ]{1,2}\**$")
CITATION = re.compile(BRACKETED)
LABELLED = re.compile(
    rf"(?P<label>[A-Za-z]{{1,12}}+|§{{1,2}}+)(?P<dot>\.?)[ \u00a0]?(?P<id>(?<=[ \u00a0§]){_ID})"
)
_MORE = re.compile(rf"(?:,[ ]|[ ](?:and|or|to|&)[ ]|,[ ]and[ ]|[-–])(?P<id>{_ID})")
NUMBERED_ID = re.compile(
    rf"(?P<label>[A-Za-z]{{2,12}}+)\.?[ ]{{0,2}}(?P<hint>{_HINT}{{0,3}})[:#]?[ ]?#?(?P<id>"
    rf"(?<=[ :#.])[A-Z]{{0,5}}[-/]?\d[\d-]{{0,24}}\w{{0,6}})(?![\w%]|[.,:]\d)"
)
HASH = re.compile(r"#[ ]?(?P<id>[A-Za-z]{0,5}-?\d[\w-]{0,30})")
MASKED = re.compile(r"(?:[*•xX·.]{3,4}[ -]?){1,4}(?P<id>\d{3,6})(?!\d|[.,]\d|\*)")
PHONE = re.compile(
    r"\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}(?!\d)|\(\d{3,5}\)[ ]?\d{3,4}[ -]\d{3,4}(?!\d)|"
    r"(?:1[ -])?\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|0\d{2,4}[ -]\d{3,4}(?:[ -]\d{3,4})?(?!\d)"
)
CARD_NUMBER = re.compile(
    r"\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,4})?(?![\d,])|\d\d-(?:\d\d-\d\d|\d{4})(?![\d-]|[.,]\d|[ ]?%)|"
    r"\d{3}-\d\d-\d{4}(?!\d)"
)
VERSION = re.compile(r"\d{1,5}(?:\.\d{1,5}){2,4}(?!\d|[.,]\d)")
RATIO = re.compile(r"\d{1,3}:\d{1,3}(?![\d:])|\d{1,4}(?:[/⁄]\d{1,4}){1,4}")
FORM_CODE = re.compile(
    r"\d{1,6}-[A-Z][A-Z0-9]{0,6}(?![\w])|\d{2,4}\([a-z0-9]{1,3}\)(?:\([a-z0-9]{1,3}\)){0,2}"
)
ZERO_LED = re.compile(r"0\d{1,24}(?![\d:/]|[.,]\d)")
QUOTED = re.compile(r"\d{2,24}(?=\")")
LONG = re.compile(r"\d{25,}")
ALNUM = re.compile(r"\d{1,24}[A-Za-z_][\w]*(?:-\w{1,40}){0,6}")
CODE = re.compile(r"[^\W\d_]\w*(?:[-/.]\w{1,40}){0,8}")
IBAN = re.compile(r"[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?(?!\w)")
_DECIMAL = re.compile(r"\d")
_GROUPED_POINTS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_YEARISH = re.compile(r"(?:19|20)\d\d")
_JSON_KEY = re.compile(r"\"?(\w{1,40})\"?\s{0,3}[:=]\s{0,3}\"$")
_PREFIXED = re.compile(
    r"(?:mid|top|pre|post|late|early|sub|under|over|plus|minus|non|bottom|circa|approx|last|first|next|max|min|aged?|"
    r"year|day|week|month|of|to|and|or|by|at|in|than|a|the|about|around|up|per|every|ex|inter|intra|multi|near)"
    r"-(?:\d{1,3}|(?:1\d|20)\d\d)[a-z]{0,2}"
)
_CARD_BEFORE = re.compile(r"(?i)\b(?:card|account|iban|acct|number|debit|credit)\b")


def _name(start: int, end: int, text: str, key: str) -> Mention:
    return Mention(Kind.NAME, start, end, text[start:end], key=key)


def silent(match: re.Match[str]) -> tuple[Mention, ...]:
    """Claims the span and says nothing: URLs."""
    return ()


def list_mark(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "1." at the start of a line or after a sentence is nothing, "4.2" at the start of a line names a clause."""
    start = match.start()
    head = match.string[max(0, start - 12) : start]
    line = head.rsplit("\n", 1)[-1]
    if not line.strip(" \t>*-#") and ("\n" in head or len(head) == start):
        if "." not in match.group()[:-1]:
            return ()
        return None if read_unit(match.string, match.end()) else _clause(match)
    if _RUN_ON.match(match.string, start) and _SENTENCE_END.search(head):
        told = head.rstrip(" *").endswith(":") and not match.group().startswith("1.")
        return None if told else ()  # "Age for the account: 18. The tax year ends."
    if _goes_on(match):
        return ()
    return _clause(match) if match.group().endswith(":") and head.rstrip().endswith((".", ";")) else None


def _goes_on(match: re.Match[str]) -> bool:
    """ "Causes: 1. Low rain 2. Poor soil": a mark that a row of marks of the same shape from 1 on leads to."""
    text, end = match.string, match.start()
    number = match.group()[:-1]
    if not number.isdigit() or int(number) < 2 or not _RUN_ON.match(text, end):
        return False
    for before in range(int(number) - 1, 0, -1):
        marks = [*_mark_of(before).finditer(text, max(0, end - _ITEM_REACH), end)]
        if not marks:
            return False
        end = marks[-1].start()
    return True


@lru_cache(maxsize=100)
def _mark_of(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[\s*]){number}\.[ ]{{1,2}}[A-Z*`\"]")


def _clause(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "4.2 The fee is due": the number of a clause, by which an answer may cite it."""
    number = match.group().rstrip(".:)")
    return (_name(match.start(), match.start() + len(number), match.string, number),)


def ratio(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "24/7", "16:9" and "50/50" are no values; "2/3" is a fraction, left to the amounts."""
    top, slash, bottom = match.group().replace("⁄", "/").partition("/")
    if match.group() == "9/11":
        return ()
    proper = slash and bottom.isdigit() and 0 < int(top) < int(bottom) <= 1000
    return None if proper else ()


def citation(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "[2]", "[1, 3]"; an array after a JSON key is data."""
    return None if match.string[: match.start()][-3:].rstrip().endswith(":") else ()


_FIRM_LABELS = frozenset(
    "section article clause form rule exhibit appendix annex schedule regulation s sec art cl type "
    "level tier phase class category stage grade version release".split()
)


_DIGITS_ON = re.compile(r"[.,]\d")  # "FTSE 7,512.3"


def _names_by_capital(label: str) -> bool:
    return label.lower() in CAPITAL_LABELS and (label[0].isupper() or label in ("iOS", "macOS"))


def labelled(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "Section 4.2" is a name, "page 4" is nothing, "plan 12 months ahead" stays a duration."""
    text, label, end = match.string, match["label"].lower(), match.end("id")
    mark = label.startswith("§")
    if not mark and label not in LABELS and label not in POINTERS and not _names_by_capital(match["label"]):
        return None
    if match["dot"] and label not in LABEL_ABBREVIATIONS and label not in ("p", "pp", "fig", "para"):
        return None
    if label == "s" and text[match.start() - 1 : match.start()] in ("'", "’"):
        return None
    ident = match["id"]
    if read_unit(text, end) is not None or text[end : end + 1] in ("%", "€") or _DIGITS_ON.match(text, end):
        return None
    plain = ident.isdigit()
    if plain and (counted_noun(text, end, Decimal(2)) and label not in _FIRM_LABELS):
        return None
    if plain and _YEARISH.fullmatch(ident) and label not in ("form", "section", "article"):
        return None
    if label in POINTERS:
        return () if len(ident) <= 6 else None
    word = "section" if mark else LABEL_ABBREVIATIONS.get(label) or label
    if label in LABELS:
        word = singular(word)
    found = [_name(match.start(), end, text, f"{word} {ident.lower()}")]
    if (label.endswith("s") and word != label) or label == "§§":
        for _ in range(4):
            more = _MORE.match(text, end)
            if more is None or read_unit(text, more.end("id")) is not None:
                break
            found.append(_name(*more.span("id"), text, f"{word} {more['id'].lower()}"))
            end = more.end("id")
    return tuple(found)


def numbered(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "order 4821", "card ending in 4471", "account no. 12345678"."""
    text, label, ident = match.string, match["label"], match["id"]
    lower, end = label.lower(), match.end("id")
    if lower not in NUMBERED:
        return None
    if lower == "iban" and (account := IBAN.match(text, match.start("id"))):
        return iban(account)
    digits = sum(character.isdigit() for character in ident)
    if lower == "no" and text[match.end("label") : match.end("label") + 1] != ".":
        return None
    if lower == "number" and ":" not in match.group() and not _numbers_something(text, match.start()):
        return None
    if lower in ("no", "nr") and not match["hint"]:
        needed = 1
    elif lower in ("ending", "no", "nr", "number", "ref", "reference", "id", "pin", "iban"):
        needed = 3 if lower == "ending" else 2
    else:
        needed = 2 if match["hint"].strip() or "#" in match.group() else 6
        if lower in ("order", "orders", "ticket", "invoice", "booking", "case", "docket") and needed == 6:
            needed = 4
    hinted = match["hint"].lower().split()
    if (
        hinted
        and hinted[-1] in ("in", "with", "is")
        and "ending" not in (lower, *hinted)
        and hinted[-1] != "is"
    ):
        return None
    if digits < needed or (hinted[-1:] == ["is"] and digits < 4):
        return None
    if _YEARISH.fullmatch(ident) and not _CARD_BEFORE.search(
        text, max(0, match.start() - 30), match.start("id")
    ):
        return None
    if ident.isdigit() and (read_unit(text, end) is not None or counted_noun(text, end, Decimal(2))):
        return None
    return (_name(match.start("id"), end, text, ident.lower()),)


def _numbers_something(text: str, start: int) -> bool:
    """ "account number 4821" names, "the number 1500" counts."""
    before = text[max(0, start - 20) : start].split()
    return bool(before) and before[-1].lower() in NUMBERED


def marked(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "#4821", "****1234": the identifier without its mark."""
    return (_name(*match.span("id"), match.string, match["id"].lower()),)


def phone(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """A telephone number, keyed by its digits."""
    digits = "".join(character for character in match.group() if character.isdigit())
    return (_name(*match.span(), match.string, digits),) if 7 <= len(digits) <= 15 else None


def card_number(match: re.Match[str]) -> tuple[Mention, ...]:
    """Groups of four digits, sort codes and the like, keyed by their digits."""
    return (_name(*match.span(), match.string, match.group().replace(" ", "").replace("-", "")),)


def version(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "3.8.1"; "3.350.000" is a number grouped by points."""
    if _GROUPED_POINTS.fullmatch(match.group()) and match.group().count(".") < 3:
        return None
    return (_name(*match.span(), match.string, match.group()),)


def form_code(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "1099-INT", "10-K", "401(k)"; "5-GB" is a quantity."""
    dash = match.group().find("-")
    if dash > 0 and read_unit(match.string, match.start() + dash) is not None:
        return None
    return (_name(*match.span(), match.string, match.group().lower()),)


def exact(match: re.Match[str]) -> tuple[Mention, ...]:
    """A token whose text is its identity."""
    return (_name(*match.span(), match.string, match.group().lower()),)


def quoted(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "pan_end": "4471" names a card; "amount": "125" counts."""
    start = match.start()
    key = _JSON_KEY.search(match.string[max(0, start - 48) : start])
    if key is None or not key.group(1).lower().endswith(IDENTIFIER_KEYS):
        return None
    return (_name(*match.span(), match.string, match.group()),)


def code(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "ORD-4821", "W-8BEN", "COVID-19"; a snake_case word is a field or a status."""
    text = match.group().rstrip(".")
    if not _DECIMAL.search(text):  # "fee²" carries a footnote
        return () if "_" in text else None
    if match.string[match.start() + len(text) : match.start() + len(text) + 2] == '":':
        return ()
    if text[0].islower() and _PREFIXED.fullmatch(text):
        return None  # "mid-2025", "top-10"; but "ord-4821" names
    return (_name(match.start(), match.start() + len(text), match.string, text.lower()),)


def iban(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """An IBAN, keyed without spaces."""
    compact = match.group().replace(" ", "")
    return (_name(*match.span(), match.string, compact.lower()),) if len(compact) >= 15 else None
