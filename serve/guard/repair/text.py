# SPDX-License-Identifier: Apache-2.0
"""The text of an answer mended: without sentences that must not be shown, or with what is not confirmed named."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from faithstill.featurize.claims import AnswerSentence
from faithstill.serve.guard.profile import Repair

from .layout import Layout
from .leaning import Leaning
from .rebuilt import rebuilt


def without(answer: str, sentences: Sequence[AnswerSentence], drop: Collection[int]) -> str:
    """The answer without the sentences at the places `drop`, and without what cannot be read without them.

    Headings, lead-ins and table headers go with the last thing under them, footnotes and listed sources with the last
    marker that names them; ordered lists are numbered on. The rest is the answer's own text. "" where no statement is
    left, and for JSON, which cannot lose a part and stay whole.

    >>> from faithstill.featurize.claims import answer_sentences
    >>> answer = "A wire costs $25 [1]. A card costs $90. It is due in May. Cash is free."
    >>> without(answer, answer_sentences(answer), {1})
    'A wire costs $25 [1]. Cash is free.'
    """
    layout = Layout(answer, sentences)
    places = Leaning(layout).gone(drop)
    if not places:
        return answer
    left = (place for place in range(len(sentences)) if place not in places)
    if _is_json(answer, sentences) or not any(layout.states(place) for place in left):
        return ""
    return rebuilt(layout, places)


def removed(answer: str, sentences: Sequence[AnswerSentence], drop: Collection[int]) -> frozenset[int]:
    """The places of all sentences that `without` takes out of the answer: those to drop and what goes with them."""
    return Leaning(Layout(answer, sentences)).gone(drop)


def hedged(
    answer: str, sentences: Sequence[AnswerSentence], unconfirmed: Collection[int], repair: Repair
) -> str:
    """The answer under the line `repair.prefix`, with a list of the sentences at the places `unconfirmed` below.

    >>> from faithstill.featurize.claims import answer_sentences
    >>> answer = "A wire costs $25. Cash is free."
    >>> print(hedged(answer, answer_sentences(answer), {1}, Repair()))
    The documents do not confirm all of this.
    <BLANKLINE>
    A wire costs $25. Cash is free.
    <BLANKLINE>
    Not confirmed by the documents:
    - Cash is free.
    """
    text = repair.prefix + _GAP + answer
    lines = [f"- {_in_one_line(sentences[place].text)}" for place in sorted(set(unconfirmed))]
    # An answer that itself ends like such a list gets one too, be it empty: so its own stays its own.
    if lines or _list_start(text, repair) is not None:
        text += _list_head(repair) + "\n".join(lines)
    return text


def unhedged(text: str, repair: Repair) -> str | None:
    """The answer inside a text that `hedged` could have written with this repair; None for any other text.

    Whoever did not write the text must check the answer and write it again: the list is not compared with it.

    >>> unhedged(hedged("Cash is free.", (), (), Repair()), Repair())
    'Cash is free.'
    """
    opening = repair.prefix + _GAP
    if not text.startswith(opening):
        return None
    end = _list_start(text, repair)
    return text[len(opening) : end]


_GAP = "\n\n"


def _list_head(repair: Repair) -> str:
    return f"{_GAP}{_in_one_line(repair.unconfirmed)}\n"


def _list_start(text: str, repair: Repair) -> int | None:
    """Where the list of unconfirmed sentences at the end of a text begins, if it ends with one."""
    head = _list_head(repair)
    start = text.rfind(head)
    if start < len(repair.prefix + _GAP):
        return None
    lines = text[start + len(head) :].split("\n")
    return start if lines == [""] or all(line.startswith("- ") for line in lines) else None


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _is_json(answer: str, sentences: Sequence[AnswerSentence]) -> bool:
    opening = re.search(r"[{\[]", answer)
    if opening is None or not any(sentence.unit.cells for sentence in sentences):
        return False
    try:
        json.loads(answer[opening.start() :])
    except (ValueError, RecursionError):
        return False
    return True
