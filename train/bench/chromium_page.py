# SPDX-License-Identifier: Apache-2.0
"""A real browser without a window, spoken to over two pipes in its own protocol; no driver is needed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_IN, _OUT = 3, 4  # where Chromium reads commands and writes answers with --remote-debugging-pipe


class Browser:
    """One page of Chromium."""

    def __init__(self, program: str, folder: Path) -> None:
        from_us, self._to = os.pipe()
        self._from, to_us = os.pipe()
        options = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-lcd-text",
            "--disable-dev-shm-usage",
            "--no-first-run",
        ]
        # The shell puts the pipes where Chromium wants them.
        script = f'exec "$0" "$@" {_IN}<&{from_us} {_OUT}>&{to_us}'
        command = [
            "bash",
            "-c",
            script,
            program,
            *options,
            f"--user-data-dir={folder}",
            "--remote-debugging-pipe",
        ]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdout=quiet, stderr=quiet, pass_fds=(from_us, to_us))
        os.close(from_us)
        os.close(to_us)
        self._kept, self._number, self._session = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self._call(f"{domain}.enable")

    def open(self, url: str) -> None:
        """Go to a page and wait until it is there."""
        self._call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """What an expression gives, awaited."""
        told = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait for an expression to be true."""
        wait = (
            f"(async () => {{ for (let i = 0; i < 400 && !({condition}); i++)"
            f" await new Promise((done) => setTimeout(done, 25)); return Boolean({condition}); }})()"
        )
        assert self.run(wait), condition

    def press(self, key: str, code: int) -> None:
        """A key, as a user presses it."""
        for kind in ("rawKeyDown", "char", "keyUp"):
            text = {"text": "\r"} if kind == "char" and key == "Enter" else {}
            self._call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)

    def size(self, width: int, height: int) -> None:
        """How large the page is seen."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def picture(self, path: Path) -> None:
        """What is seen, as a PNG file."""
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"]))

    def type(self, text: str) -> None:
        """Text into what has the focus."""
        self._call("Input.insertText", text=text)

    def tree(self) -> list[dict[str, Any]]:
        """What assistive technology is told."""
        found: list[dict[str, Any]] = self._call("Accessibility.getFullAXTree")["nodes"]
        return found

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        sent: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        sent |= {"sessionId": self._session} if self._session else {}
        os.write(self._to, json.dumps(sent).encode() + b"\0")
        while (told := self._next()).get("id") != self._number:
            self.events.append(told)
        assert "error" not in told, told
        result: dict[str, Any] = told["result"]
        return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._kept:
            piece = os.read(self._from, 65_536)
            assert piece, "Chromium ended"
            self._kept += piece
        one, _, self._kept = self._kept.partition(b"\0")
        found: dict[str, Any] = json.loads(one)
        return found
