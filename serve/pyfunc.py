# SPDX-License-Identifier: Apache-2.0
"""MLflow "models from code": a bundle folder as a pyfunc model, without a pickle.

MLflow runs this file; nothing imports it. Log it with
`mlflow.pyfunc.log_model(name="model", python_model=pyfunc.__file__, artifacts={"bundle": folder})`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlflow.models import set_model
from mlflow.pyfunc.model import PythonModel
from pandas import DataFrame

# Absolute, because MLflow runs a copy of this file outside of the package.
from faithstill.serve import Scorer, predict_batch


class FaithfulnessModel(PythonModel):  # type: ignore[misc, unused-ignore]
    """Rows with `question`, `contexts` and `answer` in, the rows of `predict_batch` out."""

    def load_context(self, context: Any) -> None:
        """Load and check the artifact `bundle`."""
        self.scorer = Scorer.load(context.artifacts["bundle"])

    def predict(
        self, context: Any, model_input: DataFrame, params: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Score a DataFrame (a list of mappings does too, but MLflow knows no type for both); `params` are not used."""
        # One process: a model server runs several of these already.
        return predict_batch(model_input, model=self.scorer, workers=1)


set_model(FaithfulnessModel())
