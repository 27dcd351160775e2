# SPDX-License-Identifier: Apache-2.0
"""The commands of `faithstill` that train and measure, and the work of each."""
