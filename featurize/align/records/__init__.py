# SPDX-License-Identifier: Apache-2.0
"""Yes, no and status of tool results and tables against what the answer says of the same field; see told_fields.py."""
