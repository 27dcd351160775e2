# SPDX-License-Identifier: Apache-2.0
"""Words whose capital tells little: openers of sentences, verbs of instructions, roles; and names like words."""

from __future__ import annotations

from faithstill.featurize.tables import words

OPENERS, LIST_VERBS = words("names", "openers"), words("names", "list_verbs")
GENERIC, NAMES_LIKE_WORDS = words("names", "generic"), words("names", "like_words")
