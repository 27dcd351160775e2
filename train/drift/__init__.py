# SPDX-License-Identifier: Apache-2.0
"""Do the answers of today look like those that a bundle was trained on?"""
