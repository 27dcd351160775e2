# SPDX-License-Identifier: Apache-2.0
"""NLI encoders: trained by a recipe, measured, exported."""
