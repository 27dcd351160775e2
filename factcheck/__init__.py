# SPDX-License-Identifier: Apache-2.0
"""Is each value of the answer in the evidence?"""
