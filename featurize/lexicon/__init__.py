# SPDX-License-Identifier: Apache-2.0
"""What documents call people, bodies and things: canonical names with their aliases, harvested or written by hand."""

from .harvest import harvest
from .lexicon_file import Alias, Change, Entry, Lexicon, LexiconError, changes, merged

__all__ = ["Alias", "Change", "Entry", "Lexicon", "LexiconError", "changes", "harvest", "merged"]
