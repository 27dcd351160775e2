# SPDX-License-Identifier: Apache-2.0
"""Answer values against evidence values: equal, given, derived, conflicting or absent; start at align.py."""
