# SPDX-License-Identifier: Apache-2.0
"""The guard in other frameworks: a module for each, which imports its framework; none is imported here."""
