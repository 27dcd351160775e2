# SPDX-License-Identifier: Apache-2.0
"""The `lexicon` commands: build from documents, compare, merge, put into a bundle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from faithstill.featurize.lexicon import Lexicon, changes, harvest, merged
from faithstill.serve.bundle import put_lexicon
from faithstill.serve.cli import JsonOption, make_folder, progress_bar, say
from faithstill.serve.manifest import FINGERPRINT
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.train.output_paths import check_output

from .llm_options import (
    Asking,
    AtOnceOption,
    LlmOption,
    MostCostOption,
    MostTokensOption,
    PriceInOption,
    PriceOutOption,
    RecordOption,
    ReplayOption,
    RetriesOption,
    TimeoutOption,
)

if TYPE_CHECKING:
    from faithstill.featurize.lexicon import Entry

app = typer.Typer(help="What documents call names: build, compare, merge, put.", no_args_is_help=True)
_ENDINGS = (".txt", ".md")
LexiconArgument = Annotated[Path, typer.Argument(help="lexicon, JSON")]
OutOption = Annotated[Path, typer.Option("--out", help="lexicon to write, JSON")]


@app.command()
def build(
    documents: Annotated[Path, typer.Argument(help=f"a file or a folder of {' and '.join(_ENDINGS)}")],
    out: OutOption,
    fresh: Annotated[bool, typer.Option("--fresh", help="begin anew; else edits in --out stay")] = False,
    model: Annotated[str | None, typer.Option("--model", help="a model that proposes more, too")] = None,
    model_prior: Annotated[
        float,
        typer.Option("--model-prior", min=0, max=1, help="of its proposals; from 0.8 they count unread"),
    ] = 0.7,
    llm: LlmOption = None,
    at_once: AtOnceOption = 4,
    retries: RetriesOption = 2,
    timeout: TimeoutOption = 60.0,
    most_tokens: MostTokensOption = None,
    most_cost: MostCostOption = None,
    price_in: PriceInOption = 0.0,
    price_out: PriceOutOption = 0.0,
    record: RecordOption = None,
    replay: ReplayOption = None,
    json_: JsonOption = False,
) -> None:
    """Harvest the names that documents define, by rules and, with --model, by a language model.

    A document goes by its path inside the folder; passages are known as its own by ids that begin with that.
    """
    check_output(out)
    texts = _texts(documents)
    make_folder(out)
    found = [entry for name, text in texts.items() for entry in harvest(text, name)]
    refused: dict[str, str] = {}
    if model:
        asking = Asking(llm, timeout, most_tokens, most_cost, price_in, price_out, record, replay)
        more, refused = _by_model(
            texts, asking, model, out, prior=model_prior, at_once=at_once, retries=retries
        )
        found += more
    lexicon = Lexicon.of(found)
    if out.exists() and not fresh:
        lexicon = merged(Lexicon.load(out), lexicon)
    lexicon.save(out)
    _tell(Lexicon.load(out), texts, out, refused, as_json=json_)


def _texts(documents: Path) -> Mapping[str, str]:
    """The documents by their names."""
    if documents.is_file():
        return {documents.name: documents.read_text(encoding="utf-8")}
    if not documents.is_dir():
        raise ValueError(f"{documents}: is not there; give a file or a folder of {', '.join(_ENDINGS)}")
    files = sorted(path for path in documents.rglob("*") if path.suffix.lower() in _ENDINGS)
    if not files:
        raise ValueError(f"{documents}: holds no {' or '.join(_ENDINGS)}")
    return {path.relative_to(documents).as_posix(): path.read_text(encoding="utf-8") for path in files}


def _by_model(
    texts: Mapping[str, str],
    asking: Asking,
    model: str,
    out: Path,
    *,
    prior: float,
    at_once: int,
    retries: int,
) -> tuple[list[Entry], dict[str, str]]:
    """What a model proposes, and why it proposed nothing for which documents."""
    from faithstill.data.llm import Journal, LlmError, ask_many, estimate
    from faithstill.featurize.lexicon.lexicon_model import harvest_by_model, lexicon_messages, pieces

    journal = Journal(out.with_name(f"{out.name}.journal.jsonl"))
    (client,) = asking.clients([model], journal)
    expected = estimate(
        (lexicon_messages(piece) for text in texts.values() for _, piece in pieces(text)), reply_tokens=300
    )
    typer.echo(asking.plan(expected, journal), err=True)

    def ask(item: tuple[str, str]) -> Sequence[Entry]:
        return harvest_by_model(item[1], item[0], client, journal, prior=prior, retries=retries)

    found: list[Entry] = []
    refused: dict[str, str] = {}
    with progress_bar() as bar:
        task = bar.add_task("reading", total=len(texts))
        for (name, _), result in ask_many(texts.items(), ask, at_once=at_once):
            bar.advance(task)
            if isinstance(result, LlmError):
                refused[name] = str(result)
            else:
                found += result
    return found, refused


def _tell(
    lexicon: Lexicon, texts: Mapping[str, str], out: Path, refused: Mapping[str, str], *, as_json: bool
) -> None:
    aliases = [alias for entry in lexicon.entries for alias in entry.aliases]
    rules = dict(sorted(Counter(alias.rule for alias in aliases).items()))
    trusted = sum(alias.is_trusted for alias in aliases)
    told = {
        "documents": len(texts),
        "entries": len(lexicon.entries),
        "aliases": rules,
        "trusted": trusted,
        "revision": lexicon.revision,
        "refused": dict(refused),
        "out": str(out),
    }
    counts = ", ".join(f"{n} {rule}" for rule, n in rules.items()) or "none"
    lines = [
        f"{out}: revision {lexicon.revision}, {len(lexicon.entries)} names of {len(texts)} documents",
        f"aliases: {counts}; {trusted} count, {len(aliases) - trusted} are proposals",
        *(f"not read by the model: {name}: {reason}" for name, reason in refused.items()),
    ]
    say(told, as_json=as_json, text="\n".join(lines))


@app.command()
def diff(before: LexiconArgument, after: LexiconArgument, json_: JsonOption = False) -> None:
    """What differs between two lexicons: names, aliases, kinds and priors; exit 1 where anything does."""
    from dataclasses import asdict

    found = changes(Lexicon.load(before), Lexicon.load(after))
    say(
        [asdict(change) for change in found],
        as_json=json_,
        text="\n".join(map(str, found)) or "no difference",
    )
    if found:
        raise typer.Exit(1)


@app.command()
def merge(edited: LexiconArgument, other: LexiconArgument, out: OutOption, json_: JsonOption = False) -> None:
    """Add to an edited lexicon what another has; where both have a name or alias, the edited one counts."""
    check_output(out, other)
    lexicon = merged(Lexicon.load(edited), Lexicon.load(other))
    make_folder(out)
    lexicon.save(out)
    says = f"{out}: {len(lexicon.entries)} names"
    say({"entries": len(lexicon.entries), "out": str(out)}, as_json=json_, text=says)


@app.command()
def put(
    lexicon: LexiconArgument,
    model: Annotated[str, typer.Option("--model", help="bundle folder")],
    json_: JsonOption = False,
) -> None:
    """Put a lexicon into a bundle, in the place of any other; all that load the bundle use it. An empty one is none."""
    if model in SHIPPED_BUNDLES:
        raise ValueError(f"{model}: is a shipped bundle, which stays as it is; give a bundle of your own")
    bundle = put_lexicon(model, Lexicon.load(lexicon))
    entries = len(bundle.lexicon.entries) if bundle.lexicon else 0
    lines = [f"{model}: {entries} names, fingerprint {bundle.fingerprint}"]
    if FINGERPRINT in bundle.manifest["files"]:
        lines.append(
            "what its answers looked like was kept with other names: run faithstill fingerprint again"
        )
    told = {"entries": entries, "bundle": bundle.fingerprint, "out": model}
    say(told, as_json=json_, text="\n".join(lines))
