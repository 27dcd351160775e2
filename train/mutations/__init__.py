# SPDX-License-Identifier: Apache-2.0
"""Planted errors of one kind each: where they may stand, what they say, and why they are surely wrong.

Nothing here uses the extractor under test: the scans are its own, so that what it overlooks is planted too.
"""
