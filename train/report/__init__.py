# SPDX-License-Identifier: Apache-2.0
"""What is written of a training or an evaluation: page, model card, terminal, MLflow run."""
