# SPDX-License-Identifier: Apache-2.0
"""Let language models label answers: by a written guide, checked, and never without a reply that fits."""

from .agreement import Agreement, agreement
from .labeller import Labelled, Labeller
from .labelling_report import LabellingReport
from .labelling_run import annotate

__all__ = ["Agreement", "Labelled", "Labeller", "LabellingReport", "agreement", "annotate"]
