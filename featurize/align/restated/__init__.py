# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence states in another form: asked last, and only to prove; start at last_resort.py."""
