# SPDX-License-Identifier: Apache-2.0
"""Commands of faithstill as users give them, each run once: what is written already is not made again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAM = (sys.executable, "-c", "from faithstill.train.cli import main; main()")
_OK, _SAID_NO = 0, 1  # a gate that refuses and a drift that is found end with 1


@dataclass(frozen=True, slots=True)
class Commands:
    """Runs commands with an environment and says each; an output that is there already is taken as it is."""

    environment: Mapping[str, str]
    say: Callable[[str], None]

    def run(self, out: Path, name: str, *options: str | Path) -> bool:
        """Run a command unless its output is there; did it end with yes? ValueError for anything but yes and no."""
        told = out.with_name(f"{out.name}.{name}.exit")
        if out.exists() and told.exists():
            return told.read_text(encoding="utf-8") == str(_OK)
        words = [name, *map(str, options)]
        self.say(f"faithstill {' '.join(words)}")
        done = subprocess.run(
            [*PROGRAM, *words], capture_output=True, text=True, env=dict(self.environment), check=False
        )
        if done.returncode not in (_OK, _SAID_NO) or not out.exists():
            raise ValueError(
                f"faithstill {' '.join(words)} ended with {done.returncode}:\n{done.stderr or done.stdout}"
            )
        told.write_text(str(done.returncode), encoding="utf-8")
        return done.returncode == _OK
