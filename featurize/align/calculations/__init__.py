# SPDX-License-Identifier: Apache-2.0
"""Calculations and totals that an answer writes out itself: are they right?"""
