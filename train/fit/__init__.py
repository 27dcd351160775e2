# SPDX-License-Identifier: Apache-2.0
"""Annotated rows in, a calibrated linear model with honest out-of-fold figures out."""
