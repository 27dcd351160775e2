# SPDX-License-Identifier: Apache-2.0
"""Closed classes of English words that the families and checks read, from `resources/words.toml`; no logic."""

from __future__ import annotations

from .tables import toml, words


def _class(name: str) -> frozenset[str]:
    return words("classes", name)


NEGATORS, IMPLICIT_NEGATORS = _class("negators"), _class("implicit_negators")
HEDGES, BOOSTERS = _class("hedges"), _class("boosters")
MODALS, OBLIGATION, PERMISSION = _class("modals"), _class("obligation"), _class("permission")
UNIVERSAL, PARTIAL, EXCLUSIVE = _class("universal"), _class("partial"), _class("exclusive")
CAUSAL, ATTRIBUTION = _class("causal"), _class("attribution")
STOP_WORDS, REFUSAL_WORDS = _class("stop_words"), _class("refusal_words")
# Each particle with the words before it that it makes another of: "check-in" and "check-out".
PARTICLES = {particle: words("particles", particle) for particle in toml("words.toml")["particles"]}
# Words of a question or an answer's sentence that license a formula over values, by its rule (licence.py).
OPERATION_CUES = {rule: words("operations", rule) for rule in toml("words.toml")["operations"]}

_NOT = r"(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n[’']t)\s+(?:\w+\s+){0,3}?"
_MATERIAL = (
    r"(?:documents?|contexts?|materials?|passages?|excerpts?|texts?|sources?|records?|results?|report|guide|leaflet|"
    r"notice|letter|summary|schedule|terms|statement|minutes|filing|table|page)"
)

# Ways to say that the material does not state something. "Is not covered" or "does not include" is such a way
# only where the material is what does not cover: of a policy it is a claim like any other.
REFUSAL_CUES = (
    _NOT
    + r"(?:state|stated|say|said|mention|mentioned|specif\w+|given|address|addressed|disclos\w+|indicat\w+|"
    r"explain|explained|describ\w+|spell|spelled|discuss|discussed|tell|reported|identif\w+|quote|quoted)\b",
    _MATERIAL
    + r"\s+(?:\w+\s+){0,3}?"
    + _NOT
    + r"(?:give|include|contain|provid\w+|cover|list|show|set\s+out|name|confirm|"
    r"reveal|report|answer)\b",
    r"(?:can[’']?t|cannot|can\s+not|could\s+not|couldn[’']t|unable\s+to|not\s+able\s+to)\s+(?:\w+\s+){0,3}?"
    r"(?:find|tell|answer|determine|say|see|locate|establish|verify|work\s+out)",
    r"(?:no|not\s+enough|insufficient)\s+(?:\w+\s+){0,3}?(?:information|mention|details?|figure|data|indication|"
    r"reference|statement)",
    r"(?:nothing|neither)\s+(?:\w+\s+){0,6}?(?:state|states|says|mentions|specifies|gives|addresses|about)",
    r"not\s+(?:stated|mentioned|specified|given|disclosed|addressed|"
    r"(?:\w+\s+){0,2}?(?:in|by|among)\s+(?:the|these|those)\s+(?:\w+\s+)?" + _MATERIAL + r")",
    r"(?:is|are)\s+silent\s+(?:on|about)",
    r"(?:leaves?|left)\s+(?:\w+\s+){0,3}(?:open|unstated|unspecified|undefined)",
    r"(?:don[’']t|do\s+not)\s+have\s+(?:\w+\s+){0,3}?(?:information|details?|data|access|enough)",
)
