# SPDX-License-Identifier: Apache-2.0
"""Which answers an expert should look at next, and why."""
