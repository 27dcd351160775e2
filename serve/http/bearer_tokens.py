# SPDX-License-Identifier: Apache-2.0
"""Bearer tokens: read from a file or the environment, kept as hashes, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path

ENVIRONMENT = "FAITHSTILL_TOKENS"
_LEAST = 16
_SCHEME = b"bearer "


class Tokens:
    """The tokens that a service accepts; false where there are none, so that everybody is let in.

    >>> tokens = Tokens(["a-long-enough-token"])
    >>> tokens.admits(b"Bearer a-long-enough-token"), tokens.admits(b"Bearer another"), tokens.admits(None)
    (True, False, False)
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        """ValueError for a token that is too short to be secret."""
        tokens = tuple(tokens)
        for place, token in enumerate(tokens, start=1):
            if len(token) < _LEAST:
                raise ValueError(
                    f"token {place} has {len(token)} characters; give {_LEAST} or more, "
                    'such as python -c "import secrets; print(secrets.token_urlsafe())" prints'
                )
        self._digests = [_digest(token.encode()) for token in tokens]

    def __bool__(self) -> bool:
        return bool(self._digests)

    def admits(self, header: bytes | None) -> bool:
        """Does an Authorization header hold one of the tokens?"""
        if header is None or header[: len(_SCHEME)].lower() != _SCHEME:
            return False
        given = _digest(header[len(_SCHEME) :].strip())
        # All are compared, so that the time does not tell which one matched.
        return sum(hmac.compare_digest(given, known) for known in self._digests) > 0


def _digest(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


def read_tokens(file: Path | None) -> Tokens:
    """The tokens of a file, one a line, "#" before remarks; without a file those of FAITHSTILL_TOKENS, by blanks."""
    if file is None:
        return Tokens(os.environ.get(ENVIRONMENT, "").split())
    lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    tokens = [line for line in lines if line and not line.startswith("#")]
    if not tokens:
        raise ValueError(f"{file}: holds no token; write one a line")
    return Tokens(tokens)


def is_loopback(host: str) -> bool:
    """Does only this machine reach a host?

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_reach(host: str, tokens: Tokens) -> None:
    """ValueError where other machines would reach a service that asks for no token."""
    if not tokens and not is_loopback(host):
        raise ValueError(
            f"--host {host} lets other machines in, and there is no token: give --token-file FILE or set "
            f"{ENVIRONMENT}, or serve this machine alone with --host 127.0.0.1"
        )
