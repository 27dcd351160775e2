# SPDX-License-Identifier: Apache-2.0
"""The learnt files that ship inside the package: one module makes each of them."""
