# SPDX-License-Identifier: Apache-2.0
"""NLI encoders: list and show exported ones, export a hub model or local folder, train one by a recipe."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import Progress

from faithstill.featurize.encoders.encoder_manifest import MANIFEST_FILE, EncoderError, EncoderManifest
from faithstill.featurize.encoders.encoder_places import encoder_folder, installed_encoders
from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.train.output_paths import check_folder

from .recipe import RecipeError, read_recipe

if TYPE_CHECKING:
    from .encoder_export import Parity
    from .training_job import Trained


@dataclass(frozen=True, slots=True)
class Listed:
    """An exported encoder and where it lies."""

    place: str
    name: str
    labels: tuple[str, ...]
    max_tokens: int
    megabytes: float
    fingerprint: str

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**asdict(self), "labels": list(self.labels)}

    def __str__(self) -> str:
        return (
            f"{self.place}: {self.name}, {self.megabytes:.1f} MB, at most {self.max_tokens} tokens, "
            f"labels {', '.join(self.labels)}, fingerprint {self.fingerprint}"
        )


def list_encoders(folder: Path) -> list[Listed]:
    """The shipped encoder, where there is one, those of installed wheels, and the folders directly under `folder`."""
    if not folder.is_dir():
        raise ValueError(f"{folder}: is no folder; give one that encoder folders lie in")
    try:
        found = [_listed(encoder_folder(SHIPPED_ENCODER), SHIPPED_ENCODER)]
    except FileNotFoundError:
        found = []
    found += [_listed(place, name) for name, place in installed_encoders().items()]
    below = sorted(path.parent for path in folder.glob(f"*/{MANIFEST_FILE}"))
    return found + [_listed(path, str(path)) for path in below]


def show_encoder(place: str) -> Listed:
    """An encoder, by name or folder, with its files checked against their hashes."""
    folder = encoder_folder(place)
    EncoderManifest.read(folder).check_files(folder)
    return _listed(folder, place)


def _listed(folder: Path, place: str) -> Listed:
    manifest = EncoderManifest.read(folder)
    size = sum((folder / name).stat().st_size for name in manifest.files if (folder / name).is_file())
    fingerprint = next(iter(manifest.files.values()))[:16]
    return Listed(place, manifest.name, manifest.labels, manifest.max_tokens, size / 1e6, fingerprint)


def export_encoder(model: str, out: Path, *, max_tokens: int | None = None) -> Parity:
    """A sequence-classification model of a hub or folder as an encoder folder."""
    transformers = quiet_transformers()
    from .encoder_export import export
    from .training_job import load_tokenizer

    check_folder(out)
    try:
        found = transformers.AutoModelForSequenceClassification.from_pretrained(
            model, attn_implementation="eager"
        )
    except (OSError, ValueError) as error:
        raise EncoderError(f"no sequence-classification model at {model!r}: {error}") from None
    name = Path(model).name if Path(model).is_dir() else model
    return export(found, load_tokenizer(model), out, name=name, max_tokens=max_tokens)


def train_encoder(
    path: Path,
    out: Path,
    bar: Progress,
    *,
    start: str | None = None,
    data: Path | None = None,
    weights: Path | None = None,
    only: str = "",
    measure_only: bool = False,
    experiment: str = "",
) -> Trained:
    """Carry out a recipe, or one pass of it, and write the encoder folder; goes on where it was killed."""
    if measure_only and weights is None:
        raise ValueError("--measure-only exports and measures a checkpoint: name it with --weights")
    check_folder(out)
    recipe = read_recipe(path, data)
    if only:
        recipe.pass_named(only)
    quiet_transformers()
    from .training_job import NliJob, started_from
    from .training_log import DEV_LOG, dev_log

    recipe = started_from(recipe, start)
    params = {"recipe": recipe.name, "start": Path(recipe.start).name, "seed": recipe.seed}
    with bar as shown, dev_log(out / DEV_LOG, experiment, params) as log:
        return NliJob(recipe, path.parent, out, shown, log).run(
            only=only, weights=weights, measure_only=measure_only
        )


def quiet_transformers() -> Any:
    """transformers without its own progress bars and load reports, which are not for the user."""
    package("torch")
    transformers = package("transformers")
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers


def package(name: str) -> Any:
    """An optional package; ImportError with the cure when it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(
            f'encoders are exported and trained with {name}: pip install "faithstill[nli]"'
        ) from error


__all__ = ["EncoderError", "RecipeError", "export_encoder", "list_encoders", "show_encoder", "train_encoder"]
