# SPDX-License-Identifier: Apache-2.0
"""Any OpenAI-compatible endpoint through the official client, with bounded time, size and retries."""

from __future__ import annotations

import json as jsons
import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

from .client import MAX_TOKENS, LlmError, LlmTimeoutError, Message, Reply, require

KEY_VARIABLE = "OPENAI_API_KEY"
_LARGEST_REPLY = 4_000_000  # bytes
_LONGEST_WAIT = 30.0  # seconds between two attempts
_SHOWN = 300  # characters of a server's error
_RETRIED = frozenset({408, 409, 429, 500, 502, 503, 504})


class OpenAIChat:
    """A model behind an endpoint; safe to share between threads."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        wait: float = 0.5,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Without `base_url` and `api_key` OPENAI_BASE_URL and OPENAI_API_KEY are read.

        `timeout` bounds one attempt in seconds, reading included. An attempt that met a full or failing server is
        made again up to `retries` times, after `wait` seconds that double each time. `options` are set in the body of
        each request, such as `{"seed": 1}`; None leaves a field out, such as `{"response_format": None}` for an
        endpoint without JSON mode.
        """
        require("openai")
        from openai import OpenAI

        if timeout <= 0 or retries < 0 or wait < 0:
            raise ValueError(
                f"timeout={timeout}, retries={retries}, wait={wait}: above 0, 0 or more, 0 or more"
            )
        base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        key = api_key or os.environ.get(KEY_VARIABLE) or ""
        if not key and base_url is None:
            raise LlmError(
                f"no API key: set {KEY_VARIABLE}, pass api_key, or name a base_url that needs none"
            )
        self.name = model
        self._timeout, self._retries, self._wait = timeout, retries, wait
        self._options = dict(options or {})
        self._key = key
        self._client = OpenAI(api_key=key or "none", base_url=base_url, timeout=timeout, max_retries=0)

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, base_url={str(self._client.base_url)!r})"

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The model's reply; LlmError after the last attempt, or at once where another would fail as well."""
        body = self._body(messages, max_tokens=max_tokens, temperature=temperature, json=json)
        for attempt in range(self._retries + 1):
            try:
                return self._read(self._send(body))
            except _AgainError as error:
                if attempt == self._retries:
                    raise self._failed(error, attempt + 1) from error.__cause__
                time.sleep(min(_LONGEST_WAIT, max(error.wait, self._wait * 2**attempt)))
        raise AssertionError("unreachable")

    def _body(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float, json: bool
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
            "response_format": {"type": "json_object"} if json else None,
            **self._options,
        }
        return {name: value for name, value in body.items() if value is not None}

    def _send(self, body: Mapping[str, Any]) -> bytes:
        """The body of the answer, read within time and size."""
        import openai

        deadline = time.monotonic() + self._timeout
        try:
            # Read chunk by chunk: the client's own timeout starts anew with every byte of a slow server.
            with self._client.chat.completions.with_streaming_response.create(
                messages=[], model=self.name, extra_body=body
            ) as response:
                return self._within(response.iter_bytes(), deadline)
        except openai.APIStatusError as error:
            raise self._status(error) from error
        except openai.APITimeoutError as error:
            raise _AgainError(f"no reply within {self._timeout:g} s", is_slow=True) from error
        except openai.APIConnectionError as error:
            raise _AgainError(f"cannot be reached: {error.__cause__ or error}") from error
        except (_AgainError, LlmError):
            raise
        except (
            Exception
        ) as error:  # the transport's errors, whose package differs between the client's versions
            is_slow = "timeout" in type(error).__name__.lower()
            raise _AgainError(f"broke off: {error or type(error).__name__}", is_slow=is_slow) from error

    def _within(self, chunks: Any, deadline: float) -> bytes:
        read = bytearray()
        for chunk in chunks:
            read += chunk
            if time.monotonic() > deadline:
                raise _AgainError(f"no whole reply within {self._timeout:g} s", is_slow=True)
            if len(read) > _LARGEST_REPLY:
                raise LlmError(f"model {self.name}: a reply of more than {_LARGEST_REPLY:,} bytes: refused")
        return bytes(read)

    def _status(self, error: Any) -> Exception:
        said = self._masked(" ".join(str(error.message).split())[:_SHOWN])
        if error.status_code in _RETRIED:
            return _AgainError(f"HTTP {error.status_code}: {said}", wait=_retry_after(error.response))
        cures = {
            400: "; leave out what the endpoint does not know with options={...: None}",
            401: f"; check api_key or {KEY_VARIABLE}",
            404: "; check the model's name and base_url",
        }
        return LlmError(
            f"model {self.name}: HTTP {error.status_code}: {said}{cures.get(error.status_code, '')}"
        )

    def _read(self, raw: bytes) -> Reply:
        """The first choice of an answer; anything that is no such answer may be a hiccup of a proxy."""
        try:
            found = jsons.loads(raw)
            choice = found["choices"][0]
            text = choice["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise _AgainError(f"no chat completion: {self._masked(_start_of(raw))!r}") from error
        if not isinstance(text, str) or not text.strip():
            raise _AgainError(f"an empty reply (finish_reason {choice.get('finish_reason')!r})")
        usage = found.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        return Reply(
            text,
            _count(usage.get("prompt_tokens")),
            _count(usage.get("completion_tokens")),
            is_cut=choice.get("finish_reason") == "length",
        )

    def _failed(self, error: _AgainError, attempts: int) -> LlmError:
        kind = LlmTimeoutError if error.is_slow else LlmError
        where = f"model {self.name} at {self._client.base_url}"
        return kind(f"{where}: {self._masked(str(error))} ({attempts} attempts)")

    def _masked(self, text: str) -> str:
        """The text without the key, which servers like to repeat in their errors."""
        return text.replace(self._key, "***") if self._key else text


class _AgainError(Exception):
    """An attempt failed in a way that another may not."""

    def __init__(self, text: str, *, wait: float = 0.0, is_slow: bool = False) -> None:
        super().__init__(text)
        self.wait, self.is_slow = wait, is_slow


def _retry_after(response: Any) -> float:
    try:
        return max(0.0, float(response.headers.get("retry-after", 0)))
    except ValueError:  # a date
        return 0.0


def _start_of(raw: bytes) -> str:
    return raw[:_SHOWN].decode("utf-8", "replace")


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
