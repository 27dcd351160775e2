# SPDX-License-Identifier: Apache-2.0
"""Answer names against evidence names: the same, an alias, in another's place, or absent; start at align_names.py."""
