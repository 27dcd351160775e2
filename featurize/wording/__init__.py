# SPDX-License-Identifier: Apache-2.0
"""Words of the answer that the evidence opposes or denies in nearly the same place."""
