# SPDX-License-Identifier: Apache-2.0
"""Thresholds of guard profiles chosen on labelled answers."""
