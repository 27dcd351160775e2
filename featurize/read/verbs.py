# SPDX-License-Identifier: Apache-2.0
"""Which English words can be the finite verb of a clause."""

from __future__ import annotations

from enum import StrEnum

from .tables import listed, words


class Form(StrEnum):
    """What a word is as a verb; clauses share a subject only where their forms agree with it in number."""

    SINGULAR = "singular"  # is, has, does, requires
    PLURAL = "plural"  # are, have, do; a bare verb after a plural subject
    ANY = "any"  # modals and past tenses: both numbers
    PAST = "past"  # -ed and its irregular likes: past tense or participle


MODALS, BE = words("verbs", "modals"), words("verbs", "be")
_SINGULAR, _PLURAL = words("verbs", "singular"), words("verbs", "plural")
_ANY = words("verbs", "any") | MODALS
_PLAIN, _ALSO_NOUNS = listed("verbs", "plain"), listed("verbs", "also_nouns")
_PLAIN_PAST, _PAST, _NOT_PAST = (
    words("verbs", "plain_past"),
    words("verbs", "past"),
    words("verbs", "not_past"),
)
_PARTICIPLES = words("verbs", "participles")
# Verbs that open a clause of what somebody says or thinks: what follows belongs under them.
CLAUSE_TAKERS = words("verbs", "clause_takers")


def _singular(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "go", "do")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeou" else base + "s"


PLAIN_SINGULAR = frozenset(map(_singular, _PLAIN))
NOUN_OR_SINGULAR = frozenset(map(_singular, _ALSO_NOUNS))
BARE = frozenset(_PLAIN) | frozenset(_ALSO_NOUNS)
PLAIN_BARE = frozenset(_PLAIN)


def sure_form(word: str) -> Form | None:
    """The form of a word that is a finite verb wherever it stands; None for all others.

    >>> sure_form("requires"), sure_form("charges"), sure_form("must")
    (<Form.SINGULAR: 'singular'>, None, <Form.ANY: 'any'>)
    """
    if word in _SINGULAR or word in PLAIN_SINGULAR:
        return Form.SINGULAR
    if word in _PLURAL:
        return Form.PLURAL
    return Form.ANY if word in _ANY or word in _PLAIN_PAST else None


def is_past(word: str) -> bool:
    """Can the word be a past tense or a participle?

    >>> is_past("collected"), is_past("hundred"), is_past("paid")
    (True, False, True)
    """
    return word in _PAST or (len(word) > 4 and word.endswith("ed") and word not in _NOT_PAST)


def is_participle(word: str) -> bool:
    """Can the word stand after *is* or *has*?"""
    return is_past(word) or word in _PARTICIPLES
