# SPDX-License-Identifier: Apache-2.0
"""The guard behind HTTP: `faithstill serve` (extra server); nothing heavy is imported before it starts."""

from .service_settings import ServiceSettings

__all__ = ["ServiceSettings"]
