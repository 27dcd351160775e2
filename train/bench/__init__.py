# SPDX-License-Identifier: Apache-2.0
"""Everything that `make bench` prints; each part also runs by its module's name."""
