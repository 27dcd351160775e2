# SPDX-License-Identifier: Apache-2.0
"""What each value is the value of, by the words around it, and whose place it stands in (rivals.py)."""
