# SPDX-License-Identifier: Apache-2.0
"""Text into structure: sentences, tables and records, titles, markers, words; nothing here knows a value."""
