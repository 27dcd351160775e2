# SPDX-License-Identifier: Apache-2.0
"""Yes, no and status of tool results and tables, held against what the answer tells of the same record."""
