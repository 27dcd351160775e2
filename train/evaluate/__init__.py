# SPDX-License-Identifier: Apache-2.0
"""A model measured on labelled rows, beside baselines, and why it errs."""
