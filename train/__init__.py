# SPDX-License-Identifier: Apache-2.0
"""Labelled triples in, bundle out."""
