# SPDX-License-Identifier: Apache-2.0
"""Labelled triples in, bundle out.

A folder imports only from those above it; the files beside this one are for all of them, `cli` stands on top.

- `planting`: known errors planted into faithful answers
- `metrics`: how good probabilities and shares are, with intervals
- `fit`: the linear model, its calibration and threshold
- `evaluate`: a model measured on labelled rows, beside baselines, and why it errs
- `report`: page, model card, terminal, MLflow run
- `profiles`: thresholds of guard profiles
- `encoder`: NLI encoders trained by a recipe, measured, exported
- `packaged`: the learnt files that ship inside the package
- `commands`: the commands of `faithstill` that train and measure
- `bench`: what `make bench` prints
"""
