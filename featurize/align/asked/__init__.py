# SPDX-License-Identifier: Apache-2.0
"""What a question asks of the figures of tables: which cells, and what to work out of them."""
