# SPDX-License-Identifier: Apache-2.0
"""Does a premise entail a hypothesis: an exported cross-encoder, run pair by pair.

Pairs run one by one and unpadded: the scales of dynamic INT8 depend on the whole tensor, so a batch would make a
score depend on its neighbours. Threads share the work instead.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from faithstill.featurize.settings import SHIPPED_ENCODER

from .encoder_manifest import (
    CONTRADICTION,
    ENTAILMENT,
    MANIFEST_FILE,
    MODEL_FILE,
    NEUTRAL,
    NOT_ENTAILED,
    TOKENIZER_FILE,
    EncoderError,
    EncoderManifest,
    label_meanings,
)
from .encoder_places import encoder_folder
from .premise import windows_of

# onnxruntime tells its maker how it is used, unless this is set before it is imported; nothing of ours sends anything.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_CACHED = 8_192  # scores of pairs, per encoder
_LEAST_PREMISE = 24  # tokens left for evidence beside a claim, or the claim counts as over-long

Pair = tuple[str, str]


class OverlongClaimError(ValueError):
    """A claim that leaves no room for evidence; it is never cut."""


@dataclass(frozen=True, slots=True)
class NliScore:
    """Probabilities that a premise entails, leaves open or contradicts a hypothesis; they add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


# What is said of a claim without any evidence: it is open.
NO_EVIDENCE = NliScore(0.0, 1.0, 0.0)


class Nli(Protocol):
    """(premise, hypothesis) pairs in, probabilities out; `name` and `fingerprint` go into bundles."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def score(self, premise: str, hypothesis: str) -> NliScore: ...

    def scores(self, pairs: Sequence[Pair]) -> list[NliScore]: ...


def joined(scores: Sequence[NliScore]) -> NliScore:
    """One score of a hypothesis over several windows: what one window entails no other can take away.

    Entailment is the largest of any window, contradiction the largest that this leaves room for.

    >>> joined([NliScore(0.75, 0.25, 0.0), NliScore(0.0, 0.5, 0.5)])
    NliScore(entailment=0.75, neutral=0.0, contradiction=0.25)
    """
    if len(scores) == 1:
        return scores[0]
    entailment = max(score.entailment for score in scores)
    contradiction = min(max(score.contradiction for score in scores), 1 - entailment)
    return NliScore(entailment, max(0.0, 1 - entailment - contradiction), contradiction)


def _checked(hypothesis: str) -> str:
    if not hypothesis.strip():
        raise ValueError("an empty claim states nothing that could be judged: leave it out")
    return hypothesis


class ScriptedNli:
    """A stand-in for tests: scores from a table or a function, open where the table has none."""

    name = "scripted"
    fingerprint = "scripted"

    def __init__(self, script: Mapping[Pair, NliScore] | Callable[[str, str], NliScore]) -> None:
        """`asked` lists the pairs that were scored, in order."""
        self._script = script
        self.asked: list[Pair] = []

    def score(self, premise: str, hypothesis: str) -> NliScore:
        """What the script says of the pair."""
        self.asked.append((premise, _checked(hypothesis)))
        if not premise.strip():
            return NO_EVIDENCE
        if callable(self._script):
            return self._script(premise, hypothesis)
        return self._script.get((premise, hypothesis), NO_EVIDENCE)

    def scores(self, pairs: Sequence[Pair]) -> list[NliScore]:
        """What the script says of each pair."""
        return [self.score(*pair) for pair in pairs]


class OnnxNli:
    """An exported encoder folder, hash-checked; the model itself is loaded at the first pair that is scored."""

    def __init__(self, folder: Path, manifest: EncoderManifest, *, threads: int = 1) -> None:
        """`threads` pairs are scored at a time; results do not depend on it."""
        if threads < 1:
            raise ValueError(f"threads={threads}: at least 1 is needed")
        self.manifest = manifest
        self.threads = threads
        self._folder = folder

    @classmethod
    def load(cls, path: str | Path = SHIPPED_ENCODER, *, threads: int = 1) -> OnnxNli:
        """The encoder "shipped", an installed one by its name, or a folder that `faithstill encoders` wrote."""
        folder = encoder_folder(path)
        manifest = EncoderManifest.read(folder)
        manifest.check_files(folder)
        return cls(folder, manifest, threads=threads)

    def __reduce__(self) -> tuple[Any, ...]:
        """Worker processes open the folder again."""
        return _load, (self._folder, self.threads)

    @property
    def name(self) -> str:
        """What the encoder calls itself."""
        return self.manifest.name

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with any weight."""
        return self.manifest.files[MODEL_FILE][:16]

    @property
    def max_tokens(self) -> int:
        """The longest pair, special tokens included."""
        return self.manifest.max_tokens

    def score(self, premise: str, hypothesis: str) -> NliScore:
        """The score of one pair; a premise too long is read in overlapping windows, see `joined`."""
        return _session(self._folder).score(hypothesis, premise)

    def scores(self, pairs: Sequence[Pair]) -> list[NliScore]:
        """The score of each pair, the same whatever pairs stand beside it."""
        session = _session(self._folder)
        once = list(dict.fromkeys(pairs))
        if self.threads == 1 or len(once) < 2:
            found = [session.score(hypothesis, premise) for premise, hypothesis in once]
        else:
            with ThreadPoolExecutor(min(self.threads, len(once))) as pool:
                found = list(pool.map(lambda pair: session.score(pair[1], pair[0]), once))
        known = dict(zip(once, found, strict=True))
        return [known[pair] for pair in pairs]


def _load(folder: Path, threads: int) -> OnnxNli:
    return OnnxNli.load(folder, threads=threads)


_opening = threading.Lock()
_opened: dict[Path, _Session] = {}


def _session(folder: Path) -> _Session:
    """The one session of a folder in this process."""
    if folder not in _opened:
        with _opening:
            if folder not in _opened:
                _opened[folder] = _Session(folder)
    return _opened[folder]


def _forget() -> None:
    """A forked child must not use sessions whose threads and locks stayed with its parent."""
    global _opening
    _opening = threading.Lock()
    _opened.clear()


os.register_at_fork(after_in_child=_forget)


class _Session:
    """The loaded model and tokenizer of a folder, and the scores of the last pairs."""

    def __init__(self, folder: Path) -> None:
        self._manifest = EncoderManifest.read(folder)
        self._tokenizer = _opened_by(Tokenizer.from_file, folder / TOKENIZER_FILE)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._special: int = self._tokenizer.num_special_tokens_to_add(True)
        self._run = _opened_by(_open_model, folder / MODEL_FILE)
        self._inputs = frozenset(wanted.name for wanted in self._run.get_inputs())
        labels = label_meanings(self._manifest.labels, str(folder / MANIFEST_FILE))
        self._place = {label: i for i, label in enumerate(labels)}
        self.score: Callable[[str, str], NliScore] = lru_cache(maxsize=_CACHED)(self._score)

    def count(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _score(self, hypothesis: str, premise: str) -> NliScore:
        room = self._room(_checked(hypothesis))
        if not premise.strip() or not self.count(hypothesis):
            return NO_EVIDENCE
        offsets = self._tokenizer.encode(premise, add_special_tokens=False).offsets
        return joined([self._score_window(text, hypothesis) for text in windows_of(premise, offsets, room)])

    def _room(self, hypothesis: str) -> int:
        """Tokens that the hypothesis leaves for its premise."""
        taken, longest = self.count(hypothesis), self._manifest.max_tokens
        room = longest - self._special - taken
        if room < _LEAST_PREMISE:
            raise OverlongClaimError(
                f"a claim of {taken} tokens leaves no room for evidence in an encoder of {longest}: split the claim "
                f"({hypothesis[:60]!r} ...)"
            )
        return room

    def _score_window(self, premise: str, hypothesis: str) -> NliScore:
        encoded = self._tokenizer.encode(premise, hypothesis)
        given = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        feed = {name: np.array([ids], dtype=np.int64) for name, ids in given.items() if name in self._inputs}
        return self._named(self._run.run(None, feed)[0][0])

    def _named(self, logits: NDArray[np.float32]) -> NliScore:
        shifted = (logits - logits.max()).astype(np.float64) / self._manifest.temperature
        shares = np.exp(shifted) / np.exp(shifted).sum()
        entailment = float(shares[self._place[ENTAILMENT]])
        if NOT_ENTAILED in self._place:  # a two-way encoder cannot tell open from contradicted
            return NliScore(entailment, 1 - entailment, 0.0)
        return NliScore(
            entailment, float(shares[self._place[NEUTRAL]]), float(shares[self._place[CONTRADICTION]])
        )


def _opened_by(reader: Callable[[str], Any], path: Path) -> Any:
    """What a library makes of a file; EncoderError where it cannot, whose exceptions have no common kind."""
    try:
        return reader(str(path))
    except ImportError:
        raise
    except Exception as error:
        raise EncoderError(f"{path} cannot be read: {error}; export the encoder again") from error


def _open_model(path: str) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise ImportError("OnnxNli needs onnxruntime: pip install onnxruntime") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # every pair has a length of its own
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
