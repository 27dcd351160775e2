# SPDX-License-Identifier: Apache-2.0
"""How good probabilities and shares are, with intervals from resampling whole groups."""
