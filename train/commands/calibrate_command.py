# SPDX-License-Identifier: Apache-2.0
"""The `calibrate` command; heavy imports happen inside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from faithstill.serve.cli import JsonOption, ModelOption, make_folder, progress_bar, say
from faithstill.train.output_paths import check_output

from .data_commands import RowsArgument

if TYPE_CHECKING:
    from faithstill.train.profiles.escalation import Costs
    from faithstill.train.profiles.profile_calibration import Calibrated


OutOption = Annotated[Path, typer.Option("--out", help="profile to write, TOML")]
MissRateOption = Annotated[
    float, typer.Option("--miss-rate", help="share of unfaithful answers that may be delivered")
]
ProfileOption = Annotated[
    str, typer.Option("--profile", help="profile file, or a shipped profile, to start from")
]
SplitOption = Annotated[
    str, typer.Option("--split", help='rows to use where the file has splits; "" for all')
]
CostJudgeOption = Annotated[
    float | None, typer.Option("--cost-judge", min=0, help="of one question to the judge")
]
CostReviewOption = Annotated[
    float | None, typer.Option("--cost-review", min=0, help="of one answer that a person reads")
]
CostErrorOption = Annotated[
    float | None, typer.Option("--cost-error", min=0, help="of one unfaithful answer let through")
]
CostWithheldOption = Annotated[
    float, typer.Option("--cost-withheld", min=0, help="of one faithful answer not delivered at once")
]
JudgeRightOption = Annotated[
    float, typer.Option("--judge-right", min=0.5, max=1, help="how often the judge is right")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, help="processes; all cores without it")
]


def calibrate(
    rows: RowsArgument,
    out: OutOption,
    model: ModelOption = "general",
    miss_rate: MissRateOption = 0.05,
    profile: ProfileOption = "STRICT_BLOCK",
    split: SplitOption = "test",
    cost_judge: CostJudgeOption = None,
    cost_review: CostReviewOption = None,
    cost_error: CostErrorOption = None,
    cost_withheld: CostWithheldOption = 0.0,
    judge_right: JudgeRightOption = 0.85,
    workers: WorkersOption = None,
    json_: JsonOption = False,
) -> None:
    """Choose a profile's threshold for a promised miss rate, and its judge band, on labelled rows.

    The miss rate is the share of unfaithful answers that are delivered, on average over new groups of contexts. With
    costs of judge, review and error the band is that of least expected cost; a page with its plot is written beside
    the profile.
    """
    from faithstill.serve.guard import Profile
    from faithstill.train.profiles.profile_calibration import calibrate as calibrated
    from faithstill.train.profiles.profile_calibration import write_profile

    check_output(out, rows)
    costs = _costs(cost_judge, cost_review, cost_error, cost_withheld, judge_right)
    base = Profile.load(profile)
    with progress_bar() as bar:
        found = calibrated(rows, model, base, miss_rate, bar, split=split, costs=costs, workers=workers)
    for line in found.warnings:
        typer.echo(f"{rows}: {line}", err=True)
    make_folder(out)
    write_profile(found, out)
    say(found.as_dict() | {"out": str(out)}, as_json=json_, text=_told(found, miss_rate, out))
    if costs:
        _show_plan(found, costs, out, as_json=json_)


def _costs(
    judge: float | None, review: float | None, error: float | None, withheld: float, right: float
) -> Costs | None:
    given = {"--cost-judge": judge, "--cost-review": review, "--cost-error": error}
    missing = [name for name, cost in given.items() if cost is None]
    if len(missing) == len(given):
        return None
    if judge is None or review is None or error is None:
        raise ValueError(
            f"{missing[0]}: is missing; a plan needs {', '.join(given)}, so give all of them or none"
        )
    from faithstill.train.profiles.escalation import Costs

    return Costs(judge, review, error, withheld, right)


def _told(found: Calibrated, miss_rate: float, out: Path) -> str:
    chosen = found.chosen
    band = found.profile.judge
    lines = [
        f"thresholds.support = {chosen.support:.4f} keeps a miss rate of {miss_rate:g} on new contexts, on average",
        f"chosen on {found.rows} rows, {chosen.groups} groups of them with unfaithful answers: {chosen.missed:.1%} of "
        "the unfaithful answers are delivered there (mean over groups)",
    ]
    if chosen.delivered is not None:
        lines.append(f"{chosen.delivered:.1%} of {found.faithful} faithful answers are delivered")
    lines.append(f"judge band [{band.low:.4f}, {band.high:.4f})")
    lines.append(f"wrote {out} ({found.profile.name} {found.profile.version}, {found.profile.fingerprint})")
    return "\n".join(lines)


def _show_plan(found: Calibrated, costs: Costs, out: Path, *, as_json: bool) -> None:
    from faithstill.train.profiles.escalation_page import plan_table, write_page

    page, least, plan = Path(f"{out}.html"), found.chosen.support, found.plan
    write_page(found.plans, costs, least, page)
    if as_json or plan is None:
        return
    console = Console()
    console.print(plan_table(found.plans, least))
    what = (
        f"support is {plan.high:.4f} and the judge is on: its answers come on top of the promised miss rate"
        if plan.asks
        else f"support is {plan.high:.4f}, and no question to the judge is worth its cost: the judge is off"
    )
    console.print(f"{what}\npage {page}", markup=False, soft_wrap=True)
