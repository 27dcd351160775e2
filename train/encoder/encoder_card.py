# SPDX-License-Identifier: Apache-2.0
"""The model card of a trained encoder: data and licences, recipe, seed, dev figures, limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .dev_sets import DevFigure
from .recipe import Recipe, SetUse, TrainingPass
from .set_licences import is_non_commercial, licence_of

if TYPE_CHECKING:
    from .encoder_export import Parity
    from .temperature import Temperature

CARD_FILE = "MODEL_CARD.md"

_CARD = """# {name}

A cross-encoder that says whether a premise entails, leaves open or contradicts a hypothesis: the entailment signal
of faithstill. **English only.** It starts from `{start}` and was trained by the recipe below;
pairs hold at most {tokens} tokens. Shipped as ONNX, weights in INT8.

## Data

{commercial} "none stated": the copy that was used carried no licence file.

| set | licence | passes | rows at most | how it is used |
|---|---|---|---:|---|
{data}

## Recipe

| pass | seed | epochs | learning rate | warm-up | label smoothing | dropout | masked | averaged | mean with | pairs |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|
{passes}

AdamW, {batch_tokens} padded tokens a step. Three-way cross-entropy where labels are three-way, entailed
against the rest where they are two-way.
Planted errors are made by `faithstill.train.planting.mutants`, beside untouched copies.

## Held-out figures

Of the exported INT8 model; an answer is as entailed as its least entailed sentence, a sentence as its best window says.

| set | rows | AUROC, entailed or not | accuracy, three-way |
|---|---:|---:|---:|
{dev}

Export: {parity}.

{temperature}

## Limits

- English only; text of other languages gets numbers that mean nothing.
- Trained on short claims against short evidence. Arithmetic, long chains of reasoning and knowledge that is not in
  the evidence are beyond a model of this size; numbers, dates and names are checked by rule elsewhere in faithstill.
- Neutral and contradiction were often labelled together ("not entailed"), so their border is less sure than that of
  entailment.
- Its figures hold for the sets above. Measure it on rows of your own before you rely on a threshold.
"""


def write_card(
    path: Path,
    recipe: Recipe,
    dev: Sequence[DevFigure],
    parity: Parity,
    notes: Sequence[Mapping[str, Any]] = (),
    temperature: Temperature | None = None,
) -> None:
    """Write the card of a recipe that was carried out."""
    pairs = {note["pass"]: note["pairs"] for note in notes if "pass" in note}
    text = _CARD.format(
        name=recipe.name,
        commercial=_commercial(recipe),
        start=Path(recipe.start).name if Path(recipe.start).is_absolute() else recipe.start,
        tokens=recipe.tokens,
        batch_tokens=recipe.batch_tokens,
        data="\n".join(_data_rows(recipe)),
        passes="\n".join(_pass_row(one, recipe.seed, pairs.get(one.name, "")) for one in recipe.passes),
        dev="\n".join(_dev_row(figure) for figure in dev) or "| none | | | |",
        parity=parity,
        temperature=f"Calibration: {temperature}." if temperature else "Probabilities are not calibrated.",
    )
    path.write_text(text, encoding="utf-8")


def _commercial(recipe: Recipe) -> str:
    files = {use.name for one in recipe.passes for use in one.sets}
    if closed := sorted(name for name in files if is_non_commercial(name)):
        return f"**For non-commercial use only**, as {', '.join(closed)} ask for."
    return "No set is marked non-commercial."


def _data_rows(recipe: Recipe) -> list[str]:
    uses: dict[str, list[tuple[str, SetUse]]] = {}
    for one in recipe.passes:
        for use in one.sets:
            uses.setdefault(use.name, []).append((one.name, use))
    return [_data_row(name, found) for name, found in sorted(uses.items())]


def _data_row(name: str, uses: Sequence[tuple[str, SetUse]]) -> str:
    passes = ", ".join(dict.fromkeys(one for one, _ in uses))
    most = ", ".join(dict.fromkeys(str(use.most or "all") for _, use in uses))
    ways = dict.fromkeys(way for _, use in uses for way in _ways(use))
    return f"| {name} | {uses[0][1].licence or licence_of(name)} | {passes} | {most} | {', '.join(ways)} |"


def _ways(use: SetUse) -> list[str]:
    if use.only_verbatim:
        return ["evidence sentences with planted errors"]
    found = ["windows" if use.windows else "whole pairs"]
    return found + ["planted errors"] * bool(use.planted) + ["evidence sentences"] * bool(use.verbatim)


def _pass_row(one: TrainingPass, seed: int, pairs: object) -> str:
    return (
        f"| {one.name} | {one.seed or seed} | {one.epochs:g} | {one.rate:g} | {one.warmup} | {one.label_smoothing:g} "
        f"| {one.dropout:g} | {one.masked:g} | {max(1, one.average)} | {one.mean_with} | {pairs} |"
    )


def _dev_row(figure: DevFigure) -> str:
    auroc = "" if figure.auroc is None else f"{figure.auroc:.3f}"
    accuracy = "" if figure.accuracy is None else f"{figure.accuracy:.3f}"
    return f"| {figure.name} | {figure.rows} | {auroc} | {accuracy} |"
