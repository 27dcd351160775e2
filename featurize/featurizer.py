# SPDX-License-Identifier: Apache-2.0
"""Triples in, feature matrix out: the same object in training and in serving."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from faithstill.data import Triple, iter_triples
from faithstill.data.rows import Rows

from .align.slots.signs import RIVALS_FILE, UNSTATED_FILE, shipped_weights
from .analysis import Analysis
from .encoders.embed import Embedder, SentenceTransformerEmbedder, StaticEmbedder
from .encoders.spacy_pipeline import FusedExtractor, Pipeline, load_pipeline
from .extract import Extractor
from .families.feature import Feature
from .material import Material
from .output import CONFIG, Container, contained, output_config
from .read.english_words import IDF_VERSION
from .schema import SCHEMA_VERSION, FeatureSchema, families_of
from .settings import Settings

if TYPE_CHECKING:
    from sklearn.utils import Tags

    from .encoders.nli import Nli
    from .lexicon import Lexicon

Matrix = NDArray[np.float64]
_PARAMETERS = ("settings", "lexicon")
_ROWS = "a DataFrame or a list of triples or of mappings with question, contexts and answer"

# Each figure of an answer is held against every value of the evidence: so many figures at most, and so many pairs.
_MOST_FIGURES, _ALWAYS_READ, _MOST_PAIRS = 500, 40, 300_000
# Each statement looks for its own among all: so many ends of sentences and lines are read.
_MOST_ENDS = 1_000
_END = re.compile(r"[.!?](?=\s)|(?<=[^\s.!?])\n")
# The passages read last are kept for the next answers to them: data sets hold several to each. Not long ones.
_KEPT = 8
_LONGEST_KEPT = 50_000  # characters
_FIGURE = re.compile(
    r"\d+(?:,\d{3}(?!\d))*(?:\.\d+)?|"
    r"\b(?:two|twice|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|trillion|dozen|half|halv|third|"
    r"quarter|doubl|tripl|trebl)",
    re.IGNORECASE,
)


class Featurizer:
    """A scikit-learn transformer from triples to an (n, features) matrix of finite floats.

    Stateless: `fit` learns nothing, so no fold can leak into another. The heavy parts (embedding table,
    spaCy pipeline) load at first use and are left out when the object is pickled.

    >>> Featurizer().get_feature_names_out()[0]
    'answer_precision'
    """

    def __init__(self, settings: Settings | None = None, *, lexicon: Lexicon | None = None) -> None:
        """A `lexicon` says what else passages call a name; it is no part of the recipe, as passages are none."""
        self.settings = settings
        self.lexicon = lexicon

    @cached_property
    def recipe(self) -> Settings:
        """The settings in force."""
        return self.settings or Settings()

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder that the settings name."""
        if self.recipe.embedder == "static":
            return StaticEmbedder.load()
        return SentenceTransformerEmbedder.load(self.recipe.embedder)

    @cached_property
    def pipeline(self) -> Pipeline | None:
        """The spaCy pipeline, where the settings ask for one."""
        if self.recipe.use_spacy_fusion or self.recipe.enable_pos_metrics:
            return load_pipeline(self.recipe.spacy_model)
        return None

    @cached_property
    def extractor(self) -> Extractor:
        """The extractor, with spaCy's entities fused in where the settings ask for it."""
        if self.recipe.use_spacy_fusion and self.pipeline is not None:
            return FusedExtractor(self.pipeline)
        return Extractor()

    @cached_property
    def nli(self) -> Nli | None:
        """The entailment encoder that the settings name, if any."""
        if not self.recipe.encoder:
            return None
        from .encoders.nli import OnnxNli

        return OnnxNli.load(self.recipe.encoder)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """What is computed, in column order."""
        return tuple(feature for family in families_of(self.recipe) for feature in family.features)

    @cached_property
    def schema(self) -> FeatureSchema:
        """The recipe to record in a bundle."""
        tables = {
            "idf": str(IDF_VERSION),
            "rivals": shipped_weights(RIVALS_FILE).fingerprint,
            "unstated": shipped_weights(UNSTATED_FILE).fingerprint,
            "embedder": f"{self.embedder.name}/{self.embedder.fingerprint}",
        }
        if self.nli is not None:
            tables["encoder"] = f"{self.nli.name}/{self.nli.fingerprint}"
        if self.pipeline is not None:
            tables["spacy"] = self.pipeline.fingerprint
        return FeatureSchema(SCHEMA_VERSION, tuple(f.name for f in self.features), self.recipe, tables)

    def analyse(
        self, triple: Triple, *, anchor: date | None = None, nli: Nli | None = None, asides: bool = False
    ) -> Analysis:
        """Everything known about one triple, lazily, read as `Analysis.triple` shows it.

        Over-long input is cut to its limits, and halves of surrogate pairs are replaced. With an `anchor`, relative
        dates count as dates. An `nli` is asked in place of the recipe's own. `asides` as in `Analysis`.
        """
        triple = self._bounded(triple)
        texts = tuple(passage.text for passage in triple.passages)
        read = self._kept if sum(map(len, texts)) <= _LONGEST_KEPT else self._read
        material, extractor = read(texts, anchor), self._extractor(anchor)
        encoder = nli or self.nli
        return Analysis(
            triple,
            extractor,
            lambda: self.embedder,
            self.pipeline,
            encoder,
            material=material,
            asides=asides,
            lexicon=self.lexicon,
        )

    @cached_property
    def _kept(self) -> Callable[[tuple[str, ...], date | None], Material]:
        return lru_cache(maxsize=_KEPT)(self._read)

    def _read(self, texts: tuple[str, ...], anchor: date | None) -> Material:
        return Material(texts, self._extractor(anchor), lambda: self.embedder)

    def _extractor(self, anchor: date | None) -> Extractor:
        return replace(self.extractor, anchor=anchor) if anchor else self.extractor

    def is_truncated(self, triple: Triple) -> bool:
        """Is the triple longer than what is read of it, so that only its beginning is?"""
        context = sum(len(passage.text) for passage in triple.passages)
        return (
            context > self.recipe.max_context_chars
            or len(triple.question) > self.recipe.max_answer_chars
            or len(triple.answer) > self._answer_end(triple)
        )

    def _answer_end(self, triple: Triple) -> int:
        """Where reading an answer stops: at the settings' limit, or before one figure or one sentence too many."""
        end = self.recipe.max_answer_chars
        ends = islice(_END.finditer(triple.answer, 0, end), _MOST_ENDS, None)
        end = min([end, *(match.start() for match in islice(ends, 1))])
        figures = [figure.start() for figure in _FIGURE.finditer(triple.answer, 0, end)]
        if len(figures) > _ALWAYS_READ:
            counts = (sum(1 for _ in _FIGURE.finditer(passage.text)) for passage in triple.passages)
            most = min(_MOST_FIGURES, max(_ALWAYS_READ, _MOST_PAIRS // (sum(counts) + 1)))
            return figures[most] if len(figures) > most else end
        return end

    def _bounded(self, triple: Triple) -> Triple:
        if self.is_truncated(triple):
            left = self.recipe.max_context_chars
            passages = []
            for passage in triple.passages:
                passages.append(replace(passage, text=passage.text[:left]))
                left = max(0, left - len(passage.text))
            question = triple.question[: self.recipe.max_answer_chars]
            answer = triple.answer[: self._answer_end(triple)]
            triple = replace(triple, question=question, passages=tuple(passages), answer=answer)
        return _encodable(triple)

    def named(self, analysis: Analysis) -> dict[str, float]:
        """All features of one analysis by name, in column order."""
        known: dict[str, float] = {}
        for family in families_of(self.recipe):
            known.update(family.compute(analysis, known))
        return {feature.name: float(known[feature.name]) for feature in self.features}

    # scikit-learn's transformer interface

    def fit(self, rows: Any, labels: Any = None) -> Self:
        """Learn nothing; here for pipelines."""
        return self

    def transform(self, rows: Rows) -> Any:
        """(n, features) matrix of triples, mappings or a DataFrame; a row's numbers do not depend on the others.

        It is a DataFrame where `set_output` or scikit-learn's configuration asks for one. Raises TypeError for what
        are no rows, and TableError for a row that cannot be read.
        """
        values = [list(self.named(self.analyse(triple)).values()) for triple in _triples(rows)]
        matrix = np.array(values, dtype=np.float64).reshape(len(values), len(self.features))
        return contained(matrix, rows, self)

    def fit_transform(self, rows: Rows, labels: Any = None) -> Any:
        """The same as `transform`."""
        return self.transform(rows)

    def set_output(self, *, transform: Container | None = None) -> Self:
        """Make `transform` return an array ("default") or a DataFrame ("pandas", "polars"); None changes nothing."""
        if transform is not None:
            setattr(self, CONFIG, output_config(transform))
        return self

    def get_feature_names_out(self, input_features: Sequence[str] | None = None) -> NDArray[np.object_]:
        """Column names."""
        return np.array([feature.name for feature in self.features], dtype=object)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Constructor parameters, as scikit-learn's `clone` wants them."""
        return {"settings": self.settings, "lexicon": self.lexicon}

    def set_params(self, **params: Any) -> Self:
        """Change the settings and forget what was loaded for the old ones."""
        unknown = params.keys() - {*_PARAMETERS}
        if unknown:
            known = ", ".join(_PARAMETERS)
            raise ValueError(f"Featurizer has no parameter {', '.join(sorted(unknown))}; it has: {known}")
        if params:
            kept = self.__getstate__()
            self.__dict__.clear()
            self.__dict__.update(kept, **params)
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(two_d_array=False, dict=True),
            no_validation=True,
            requires_fit=False,
        )

    def __repr__(self) -> str:
        return f"Featurizer({'' if self.settings is None else f'settings={self.settings!r}'})"

    def __getstate__(self) -> Mapping[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name in (*_PARAMETERS, CONFIG)}


def _triples(rows: Any) -> Iterator[Triple]:
    if isinstance(rows, str | Path | Mapping) or not isinstance(rows, Iterable):
        raise TypeError(f"rows is a {type(rows).__name__}: pass {_ROWS}")
    # A row may stand there twice, as in a bootstrap.
    return iter_triples(rows if hasattr(rows, "columns") else map(_row, rows), unique=False)


def _row(row: Any) -> Triple | Mapping[str, Any]:
    if not isinstance(row, Triple | Mapping):
        raise TypeError(f"a row is a {type(row).__name__}: pass {_ROWS}")
    return row


def _encodable(triple: Triple) -> Triple:
    texts = (triple.question, triple.answer, *(passage.text for passage in triple.passages))
    if all(map(_can_be_encoded, texts)):
        return triple
    passages = tuple(replace(p, text=_without_surrogates(p.text)) for p in triple.passages)
    question, answer = _without_surrogates(triple.question), _without_surrogates(triple.answer)
    return replace(triple, question=question, passages=passages, answer=answer)


def _can_be_encoded(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _without_surrogates(text: str) -> str:
    # One character for one, so that offsets hold: tokenizers refuse halves of a UTF-16 pair.
    return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
