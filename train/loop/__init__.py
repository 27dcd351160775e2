# SPDX-License-Identifier: Apache-2.0
"""The learning loop of four weeks on one machine, with a scripted labeller and a scripted expert."""
