# SPDX-License-Identifier: Apache-2.0
"""Values that follow from others by a formula that the words call for, or that it refutes; start at derive.py."""
