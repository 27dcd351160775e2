# SPDX-License-Identifier: Apache-2.0
"""Is a candidate no worse than the present bundle, and may it take its place?"""
