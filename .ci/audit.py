# SPDX-License-Identifier: Apache-2.0
"""Asks pip-audit about the pinned versions; exit 1 for a known vulnerability, and says what could not be looked up.

Without a vulnerability database in reach nothing is known: that is said, and is no failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"),
    *("--no-deps", "--disable-pip", "--timeout", "10", "-r", "constraints.txt"),
)


def main() -> int:
    """Run pip-audit once and put its findings into lines."""
    try:
        ended = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        found = json.loads(ended.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError) as error:
        print(
            f"audit: no vulnerability database can be reached, so nothing is known ({type(error).__name__})"
        )
        return 0
    lines, code = verdict(found)
    print(*lines, sep="\n")
    return code


def verdict(dependencies: list[dict[str, Any]]) -> tuple[list[str], int]:
    """What to print of pip-audit's findings, and the exit code."""
    known = [one for one in dependencies if "skip_reason" not in one]
    if not known:
        return [f"audit: none of {len(dependencies)} packages could be looked up, so nothing is known"], 0
    bad = [one for one in known if one["vulns"]]
    lines = [
        f"{one['name']} {one['version']}: {hit['id']}, mended in {', '.join(hit['fix_versions']) or 'no version'}"
        for one in bad
        for hit in one["vulns"]
    ]
    left = len(dependencies) - len(known)
    lines.append(
        f"audit: {len(known)} packages looked up, {len(bad)} with a known vulnerability, {left} not looked up"
    )
    return lines, 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
