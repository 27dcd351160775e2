# SPDX-License-Identifier: Apache-2.0
"""Triples in, feature matrix out: the same object in training and in serving."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from faithstill.data import Passage, Triple

from .analysis import Analysis
from .embed import Embedder, SentenceTransformerEmbedder, StaticEmbedder
from .extract import Extractor
from .families.feature import Feature
from .idf import IDF_VERSION
from .schema import SCHEMA_VERSION, FeatureSchema, families_of
from .settings import Settings
from .spacy_pipeline import FusedExtractor, Pipeline, load_pipeline

if TYPE_CHECKING:
    from sklearn.utils import Tags

Matrix = NDArray[np.float64]


class Featurizer:
    """A scikit-learn transformer from triples to an (n, features) matrix of finite floats.

    Stateless: `fit` learns nothing, so no fold can leak into another. The heavy parts (embedding table,
    spaCy pipeline) load at first use and are left out when the object is pickled.

    >>> Featurizer().get_feature_names_out()[0]
    'answer_precision'
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings

    @property
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

    @property
    def features(self) -> tuple[Feature, ...]:
        """What is computed, in column order."""
        return tuple(feature for family in families_of(self.recipe) for feature in family.features)

    @cached_property
    def schema(self) -> FeatureSchema:
        """The recipe to record in a bundle."""
        tables = {
            "idf": str(IDF_VERSION),
            "embedder": f"{self.embedder.name}/{self.embedder.fingerprint}",
        }
        if self.pipeline is not None:
            tables["spacy"] = self.pipeline.fingerprint
        return FeatureSchema(SCHEMA_VERSION, tuple(f.name for f in self.features), self.recipe, tables)

    def analyse(self, triple: Triple) -> Analysis:
        """Everything known about one triple, lazily; over-long input is cut to the settings' limits."""
        return Analysis(self._bounded(triple), self.extractor, self.embedder, self.pipeline)

    def is_truncated(self, triple: Triple) -> bool:
        """Is the triple longer than the settings allow, so that only its beginning is read?"""
        context = sum(len(passage.text) for passage in triple.passages)
        return context > self.recipe.max_context_chars or len(triple.answer) > self.recipe.max_answer_chars

    def _bounded(self, triple: Triple) -> Triple:
        if not self.is_truncated(triple):
            return triple
        left = self.recipe.max_context_chars
        passages = []
        for passage in triple.passages:
            passages.append(
                Passage(passage.text[:left], passage.id, passage.score, passage.revision, passage.kind)
            )
            left = max(0, left - len(passage.text))
        answer = triple.answer[: self.recipe.max_answer_chars]
        return Triple(triple.question, tuple(passages), answer, self_metrics=triple.self_metrics)

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

    def transform(self, rows: Iterable[Triple]) -> Matrix:
        """(n, features) matrix; the same row gives the same numbers whatever stands beside it."""
        values = [list(self.named(self.analyse(triple)).values()) for triple in rows]
        return np.array(values, dtype=np.float64).reshape(len(values), len(self.features))

    def fit_transform(self, rows: Iterable[Triple], labels: Any = None) -> Matrix:
        """The same as `transform`."""
        return self.transform(rows)

    def get_feature_names_out(self, input_features: Sequence[str] | None = None) -> NDArray[np.object_]:
        """Column names."""
        return np.array([feature.name for feature in self.features], dtype=object)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Constructor parameters, as scikit-learn's `clone` wants them."""
        return {"settings": self.settings}

    def set_params(self, **params: Any) -> Self:
        """Change the settings and forget what was loaded for the old ones."""
        unknown = params.keys() - {"settings"}
        if unknown:
            raise ValueError(f"Featurizer has no parameter {', '.join(sorted(unknown))}; it has: settings")
        self.__dict__.clear()
        self.settings = params.get("settings")
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(two_d_array=False),
            requires_fit=False,
        )

    def __getstate__(self) -> Mapping[str, Any]:
        return {"settings": self.settings}
