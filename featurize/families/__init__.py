# SPDX-License-Identifier: Apache-2.0
"""The feature families: one function each, from an `Analysis` to named numbers."""
