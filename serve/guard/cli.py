# SPDX-License-Identifier: Apache-2.0
"""The guard's commands: guard, profiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.data import check_rows
from faithstill.serve.batch import check_place
from faithstill.serve.cli import JsonOption, LexiconOption, ModelOption, make_folder, progress_bar, say
from faithstill.serve.said_columns import say_columns

from .check_batch import decide_into
from .guard import Guard
from .outcome import OUTCOMES
from .profile import Profile, shipped_profiles
from .profile_file import written

ProfileOption = Annotated[str, typer.Option("--profile", help="a profile file, or a shipped profile")]


def guard(
    rows: Annotated[Path, typer.Argument(help="CSV, JSONL or Parquet")],
    out: Annotated[Path, typer.Option("--out", help="decisions, a .jsonl file")],
    model: ModelOption = "general",
    profile: ProfileOption = "STRICT_BLOCK",
    lexicon: LexiconOption = None,
    high_stakes: Annotated[
        bool, typer.Option("--high-stakes", help="raise the thresholds as the profile says")
    ] = False,
    audit: Annotated[
        Path | None,
        typer.Option("--audit", help="a log to which each decision is written before it is given"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="processes; all cores without it")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="do not continue an interrupted run")] = False,
    json_: JsonOption = False,
) -> None:
    """Decide row by row what may be shown of each answer; an interrupted run continues where it stopped."""
    if out.suffix.lower() != ".jsonl":
        raise ValueError(f"{out}: decisions are nested, so they are written as .jsonl; give such an ending")
    check_place(out, rows)
    chosen = Guard.load(model, profile=profile, audit=audit, lexicon=lexicon)
    checked = check_rows(rows)
    say_columns(rows, checked.mapped, checked.ignored)
    make_folder(out)
    with progress_bar() as bar:
        task = bar.add_task("deciding", total=checked.rows)
        actions = decide_into(
            out,
            rows,
            chosen,
            high_stakes=high_stakes,
            workers=workers,
            resume=not fresh,
            report=lambda done: bar.update(task, completed=done),
        )
    counts = dict(sorted(actions.items()))
    told = ", ".join(f"{count} {action}" for action, count in counts.items())
    result = {"rows": checked.rows, "actions": counts, "out": str(out)}
    say(result, as_json=json_, text=f"{told}; wrote {out}")


def profiles(
    name: Annotated[
        str | None, typer.Argument(help="a shipped profile or a file; all shipped without it")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """The shipped profiles and what each does; with a name, all of it as TOML to copy and edit."""
    if name is not None:
        chosen = Profile.load(name)
        say(chosen.as_dict(), as_json=json_, text=written(chosen).rstrip("\n"))
        return
    shipped = [Profile.load(one) for one in shipped_profiles()]
    lines = [line for profile in shipped for line in (f"{profile.name}: {profile.about}", *_acts(profile))]
    say([profile.as_dict() for profile in shipped], as_json=json_, text="\n".join(lines))


def _acts(profile: Profile) -> list[str]:
    """What a profile does about each outcome, outcomes with the same action together."""
    found: dict[str, list[str]] = {}
    for outcome in OUTCOMES:
        found.setdefault(str(profile.actions[outcome]), []).append(str(outcome))
    return [f"  {action:9} {', '.join(outcomes)}" for action, outcomes in found.items()]


COMMANDS = (("guard", guard), ("profiles", profiles))
