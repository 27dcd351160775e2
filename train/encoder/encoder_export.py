# SPDX-License-Identifier: Apache-2.0
"""A sequence-classification model as an encoder folder: ONNX INT8, tokenizer, manifest, and how much was lost."""

from __future__ import annotations

import inspect
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from faithstill.featurize.encoders.encoder_manifest import (
    MODEL_FILE,
    TOKENIZER_FILE,
    EncoderManifest,
    label_meanings,
    sha256_of,
)

from .outlier_channels import Feed, level

OPSET = 17
_LONGEST = 512
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_TIMED = 15  # runs, of which the median counts
LabelledPair = tuple[str, str]
# Enough kinds of statement to move every output; what is measured on them is loss, not quality.
SAMPLE: tuple[LabelledPair, ...] = tuple(
    (premise, hypothesis)
    for premise, hypotheses in (
        (
            "A late fee of $25 applies after a ten-day grace period. It is charged once a month.",
            (
                "The late fee is $25.",
                "The late fee is $35.",
                "The fee was raised last year.",
                "No fee applies.",
            ),
        ),
        (
            "The board approved the merger on 4 March 2023, and Maria Ortega became its chair.",
            ("Maria Ortega chairs the board.", "The merger was rejected.", "The merger cost $4 million."),
        ),
        (
            "Of the 120 patients, 84 recovered within a week; none reported side effects.",
            ("Most patients recovered.", "Some patients had side effects.", "The patients were over sixty."),
        ),
        (
            "Claims must be filed within 30 days unless the insurer agrees to a longer period in writing.",
            (
                "A claim may be filed after 60 days in any case.",
                "Claims are due within 30 days.",
                "Claims are free.",
            ),
        ),
    )
    for hypothesis in hypotheses
)


@dataclass(frozen=True, slots=True)
class Parity:
    """The exported encoder against the model it came from."""

    pairs: int
    same_label: float
    largest_logit_difference: float
    megabytes: float
    ms_64_tokens: float
    ms_128_tokens: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"{self.same_label:.1%} of {self.pairs} pairs keep their label, largest logit difference "
            f"{self.largest_logit_difference:.3f}; {self.megabytes:.1f} MB, {self.ms_64_tokens:.1f} ms for a pair of "
            f"64 tokens and {self.ms_128_tokens:.1f} ms for one of 128, on one thread"
        )


class _Logits(torch.nn.Module):  # type: ignore[misc]
    """The model's logits by position of its inputs, as the exporter wants them."""

    def __init__(self, model: Any, names: Sequence[str]) -> None:
        super().__init__()
        self.model = model
        self.names = names

    def forward(self, *given: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.model(**dict(zip(self.names, given, strict=True))).logits
        return logits


def input_names(model: Any) -> tuple[str, ...]:
    """What the model takes; token types only where it tells them apart."""
    types = getattr(model.config, "type_vocab_size", 0) > 1
    known = inspect.signature(model.forward).parameters
    return tuple(name for name in _INPUTS if name in known and (types or name != "token_type_ids"))


def labels_of(model: Any, where: str) -> tuple[str, ...]:
    """The meaning of each output by the model's own config; EncoderError where it does not say."""
    named = model.config.id2label
    return label_meanings([str(named[i]) for i in sorted(named, key=int)], where)


def longest_of(model: Any) -> int:
    """The longest pair the model takes, at most 512 tokens."""
    positions = int(getattr(model.config, "max_position_embeddings", 0) or _LONGEST)
    # RoBERTa counts positions from behind its padding token.
    offset = int(model.config.pad_token_id or 0) + 1 if "roberta" in model.config.model_type else 0
    return min(_LONGEST, positions - offset)


def export(
    model: Any,
    tokenizer: Tokenizer,
    out: Path,
    *,
    name: str,
    max_tokens: int | None = None,
    temperature: float = 1.0,
    sample: Sequence[LabelledPair] = SAMPLE,
) -> Parity:
    """Write the encoder folder and measure it against the model."""
    labels = labels_of(model, name)
    out.mkdir(parents=True, exist_ok=True)
    model = model.to("cpu").float().eval()
    longest = min(max_tokens or _LONGEST, longest_of(model))
    encoded = _encoded(tokenizer, sample, longest)
    with TemporaryDirectory() as folder:
        plain = Path(folder) / MODEL_FILE
        _to_onnx(model, plain)
        level(plain, [_feed(found.ids, found.type_ids, input_names(model)) for found in encoded])
        _quantise(plain, out / MODEL_FILE)
    tokenizer.save(str(out / TOKENIZER_FILE), pretty=False)
    hashes = {file: sha256_of(out / file) for file in (MODEL_FILE, TOKENIZER_FILE)}
    EncoderManifest(name, labels, longest, hashes, temperature).write(out)
    return parity(model, encoded, out / MODEL_FILE, longest)


def _to_onnx(model: Any, path: Path) -> None:
    names = input_names(model)
    ids = torch.full((2, 8), 5)
    given = tuple(torch.zeros_like(ids) if name == "token_type_ids" else ids for name in names)
    given = tuple(
        torch.ones_like(ids) if name == "attention_mask" else one
        for name, one in zip(names, given, strict=True)
    )
    axes = {name: {0: "batch", 1: "tokens"} for name in names} | {"logits": {0: "batch"}}
    with _quiet():
        torch.onnx.export(
            _Logits(model, names).eval(),
            given,
            str(path),
            input_names=list(names),
            output_names=["logits"],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,  # the newer exporter takes ten times as long and writes the same graph
        )


def _quantise(plain: Path, out: Path) -> None:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with _quiet():
        quantize_dynamic(
            plain,
            out,
            weight_type=QuantType.QInt8,
            # One scale per output: with one per matrix, five times as much is lost.
            per_channel=True,
            # Weights of 7 bits: with 8, processors without VNNI would overflow their 16-bit sums and differ.
            reduce_range=True,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Notes of the exporter to its own developers are not for the user; what fails is raised anyway."""
    import logging

    loud = logging.getLogger().level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.getLogger().setLevel(logging.ERROR)
        try:
            yield
        finally:
            logging.getLogger().setLevel(loud)


def parity(model: Any, encoded: Sequence[Encoding], path: Path, longest: int) -> Parity:
    """Logits of both over the encoded pairs, and the time of one pair."""
    session = open_session(path)
    ours = np.stack([_run(session, found.ids, found.type_ids) for found in encoded])
    with torch.inference_mode():
        theirs = np.stack([_ask(model, found.ids, found.type_ids) for found in encoded])
    return Parity(
        len(encoded),
        float((ours.argmax(1) == theirs.argmax(1)).mean()),
        float(np.abs(ours - theirs).max()),
        path.stat().st_size / 1e6,
        *(_milliseconds(session, min(length, longest)) for length in (64, 128)),
    )


def open_session(path: Path) -> Any:
    """The model on one thread, as it is served."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _encoded(tokenizer: Tokenizer, sample: Sequence[LabelledPair], longest: int) -> list[Encoding]:
    """The pairs as tokens; the tokenizer is left without truncation and padding."""
    tokenizer.no_padding()
    tokenizer.enable_truncation(longest, strategy="only_first")
    found = [tokenizer.encode(premise, hypothesis) for premise, hypothesis in sample]
    tokenizer.no_truncation()
    return found


def _run(session: Any, ids: Sequence[int], types: Sequence[int]) -> NDArray[np.float32]:
    feed = _feed(ids, types, [one.name for one in session.get_inputs()])
    logits: NDArray[np.float32] = session.run(None, feed)[0][0]
    return logits


def _feed(ids: Sequence[int], types: Sequence[int], names: Sequence[str]) -> Feed:
    given = dict(zip(_INPUTS, (ids, [1] * len(ids), types), strict=True))
    return {name: np.array([given[name]], dtype=np.int64) for name in names}


def _ask(model: Any, ids: Sequence[int], types: Sequence[int]) -> NDArray[np.float32]:
    given = dict(zip(_INPUTS, (ids, [1] * len(ids), types), strict=True))
    logits = model(**{name: torch.tensor([given[name]]) for name in input_names(model)}).logits[0]
    found: NDArray[np.float32] = logits.float().numpy()
    return found


def _milliseconds(session: Any, length: int) -> float:
    ids, types = [5] * length, [0] * (length // 2) + [1] * (length - length // 2)
    taken = []
    for _ in range(_TIMED):
        begun = time.process_time()
        _run(session, ids, types)
        taken.append(time.process_time() - begun)
    return 1000 * float(np.median(taken))
