# SPDX-License-Identifier: Apache-2.0
"""Would phonetic keys help names? What they would let pass among right names that are misspelt, and among wrong ones.

`python -m faithstill.train.bench.phonetic_bench data/defined_terms.jsonl --public FOLDER`: a name that is stated
nowhere would pass where it has the Soundex codes of a name that its passages, or their lexicon, do hold.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from faithstill.data import Label, Passage, Triple
from faithstill.data.sources import read_public
from faithstill.factcheck import FactChecker
from faithstill.featurize.align.names.lexicon_names import standing
from faithstill.featurize.extract import Extractor, Kind
from faithstill.featurize.extract.same_name import fold
from faithstill.featurize.lexicon import Lexicon
from faithstill.train.module_main import run_script

from .lexicon_bench import UNPROVED, LexiconCase, own_documents

_SEED = 1
_CODES = {
    letter: code
    for code, letters in enumerate(("bfpv", "cgjkqsxz", "dt", "l", "mn", "r"), 1)
    for letter in letters
}
Key = tuple[str, ...]


def soundex(word: str) -> str:
    """The first letter, and the classes of the next three consonants.

    >>> soundex("Robert"), soundex("Rupert"), soundex("Ashcraft"), soundex("Vale"), soundex("Dale")
    ('R163', 'R163', 'A261', 'V400', 'D400')
    """
    letters = word.lower()
    codes, last = "", _CODES.get(letters[:1])
    for letter in letters[1:]:
        code = _CODES.get(letter)
        if code and code != last:
            codes += str(code)
        if letter not in "hw":
            last = code
    return f"{letters[:1].upper()}{codes[:3]:0<3}"


def key_of(name: str) -> Key:
    """Of a name without its article and legal form."""
    words = [word for word in fold(name.removeprefix("the ").removeprefix("The ")).split() if word.isalpha()]
    return tuple(map(soundex, words))


def misspelt(name: str, rng: random.Random) -> str:
    """With one slip inside one of its longer words: a letter left out, doubled, exchanged, or a vowel for another."""
    words = name.split()
    at = rng.choice([i for i, word in enumerate(words) if len(word) > 3] or [0])
    word, place = words[at], rng.randrange(1, max(2, len(words[at]) - 1))
    slips = (
        word[:place] + word[place + 1 :],
        word[:place] + word[place] * 2 + word[place + 1 :],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
        "".join(rng.choice("aeiou") if c in "aeiou" and i == place else c for i, c in enumerate(word)),
    )
    slip = rng.choice([slip for slip in slips if slip != word])
    return " ".join([*words[:at], slip, *words[at + 1 :]])


def planted(cases: Iterable[LexiconCase], lexicon: Lexicon) -> Counter[str]:
    """Own answers: names that are misspelt, and wrong ones, with how many of each have the key of a form."""
    rng, checker, found = random.Random(_SEED), FactChecker(lexicon=lexicon), Counter[str]()
    for case in cases:
        keys = _keys(case.triple.passages[0], lexicon)
        if case.wrong:
            found["wrong"] += 1
            found["wrong, passes"] += key_of(case.wrong) in keys
            continue
        for finding in checker.check_triple(case.triple).findings:
            if finding.rule == "name.lexicon":
                found["misspelt"] += 1
                found["misspelt, passes"] += key_of(misspelt(finding.text, rng)) in keys
    return found


def _keys(passage: Passage, lexicon: Lexicon) -> set[Key]:
    """Of all forms of the names that a section of a document holds by one of them."""
    document = passage.id.partition("#")[0]
    own = [entry for entry in lexicon.entries if entry.document == document]
    held = [entry for entry in own if any([*standing(form, passage.text)] for form in entry.forms)]
    return {key_of(form) for entry in held for form in entry.forms}


def public_names(triples: Sequence[Triple]) -> Iterator[tuple[bool, str, str]]:
    """Names that are stated nowhere and sound like one that is: is the answer faithful, the name, the other."""
    checker, extractor = FactChecker(), Extractor()
    for triple in triples:
        missing = [f.text for f in checker.check_triple(triple).findings if f.rule in UNPROVED]
        if not missing:
            continue
        held = {
            key_of(mention.text): mention.text
            for passage in triple.passages
            for mention in extractor.extract(passage.text)
            if mention.kind is Kind.NAME
        }
        for name in missing:
            if (key := key_of(name)) and key in held:
                yield triple.label is Label.FAITHFUL, name, held[key]


def main(
    documents: Path,
    public: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
    most: Annotated[int, typer.Option("--rows", min=1, help="rows of each public set")] = 200,
) -> None:
    """Print both counts, and the public names by the label of their answer."""
    console = Console(width=120, highlight=False)
    for later in (False, True):
        cases, lexicon = own_documents(documents, later=later)
        console.print("own documents, later" if later else "own documents", dict(planted(cases, lexicon)))
    sets = sorted(public.glob("*.jsonl.xz")) if public else []
    rows: list[Triple] = []
    for path in sets:
        triples = list(read_public(path))
        rows += random.Random(_SEED).sample(triples, min(most, len(triples)))
    labelled = [row for row in rows if row.label]
    told = Counter(row.label is Label.FAITHFUL for row in labelled)
    found = list(public_names(labelled))
    for is_faithful in (True, False):
        names = [(name, other) for faithful, name, other in found if faithful is is_faithful]
        kind = "faithful" if is_faithful else "other"
        console.print(f"{told[is_faithful]} {kind} public answers: {len(names)} names would pass")
        console.print(*(f"  {name} = {other}" for name, other in names), sep="\n", markup=False)


if __name__ == "__main__":
    run_script(main)
