# SPDX-License-Identifier: Apache-2.0
"""Known errors planted into faithful answers, to learn from and to measure checks with."""
