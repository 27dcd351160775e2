# SPDX-License-Identifier: Apache-2.0
"""One answer in, one score out."""
