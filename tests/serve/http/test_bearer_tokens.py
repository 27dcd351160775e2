# SPDX-License-Identifier: Apache-2.0
"""Tokens and reach: nobody from elsewhere is let in without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.serve.http import ServiceSettings
from faithstill.serve.http.bearer_tokens import Tokens, check_reach, read_tokens
from tests.conftest import Cli

TOKEN = "a-token-of-the-tests"


@pytest.mark.parametrize(
    ("header", "admitted"),
    [
        (b"Bearer " + TOKEN.encode(), True),
        (b"bearer  " + TOKEN.encode() + b" ", True),
        (b"Bearer " + TOKEN.encode() + b"x", False),
        (b"Bearer " + TOKEN.encode()[:-1], False),
        (TOKEN.encode(), False),
        (b"Basic " + TOKEN.encode(), False),
        (b"Bearer ", False),
        (b"Bearer \xff\x00", False),
        (b"", False),
        (None, False),
    ],
)
def test_only_whole_tokens_are_admitted(header: bytes | None, admitted: bool) -> None:
    assert Tokens(["another-token-of-ours", TOKEN]).admits(header) is admitted


def test_without_tokens_nobody_is_admitted_by_one() -> None:
    assert not Tokens([])
    assert not Tokens([]).admits(b"Bearer ")


def test_tokens_of_a_file_and_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"# ours\n\n  {TOKEN}  \n", encoding="utf-8")
    assert read_tokens(path).admits(f"Bearer {TOKEN}".encode())
    monkeypatch.setenv("FAITHSTILL_TOKENS", f"other-tokens-are-here {TOKEN}")
    assert read_tokens(None).admits(f"Bearer {TOKEN}".encode())
    path.write_text("# none\n", encoding="utf-8")
    with pytest.raises(ValueError, match="holds no token; write one a line"):
        read_tokens(path)
    with pytest.raises(ValueError, match="token 1 has 5 characters; give 16 or more"):
        Tokens(["short"])


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.4", "example.org", "127.0.0.1.example.org", ""])
def test_other_machines_need_a_token(host: str) -> None:
    check_reach(host, Tokens([TOKEN]))
    with pytest.raises(ValueError, match="give --token-file FILE"):
        check_reach(host, Tokens([]))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_this_machine_does_not(host: str) -> None:
    check_reach(host, Tokens([]))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "there is no token: give --token-file FILE"),
        (["--token-file", "nowhere"], "nowhere: No such file or directory"),
        (["--model", "nowhere"], "nowhere: there is no such folder"),
        (["--profile", "NOWHERE"], "NOWHERE"),
        (["--model", "light"], "the bundle has no encoder"),
        (["--timeout", "0"], "--timeout is 0.0; give a number above 0"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_served(cli: Cli, options: list[str], said: str) -> None:
    code, out, err = cli("serve", *options)
    assert (code, out) == (2, "")
    assert said in err


def test_settings_name_the_option() -> None:
    with pytest.raises(ValueError, match="--max-body is 0"):
        ServiceSettings(max_body=0)
