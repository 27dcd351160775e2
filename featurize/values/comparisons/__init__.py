# SPDX-License-Identifier: Apache-2.0
"""Comparisons and changes that an answer tells, held against the values that they compare; start at compare.py."""
