# SPDX-License-Identifier: Apache-2.0
"""Runs modules by their names (`python -m faithstill.train.bench`): what is wrong in one line, and code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer

from .missing_extras import import_error_in_words

FAILED, BAD_INPUT = 1, 2


def run_script(command: Callable[..., None]) -> None:
    """Run a command; a missing package ends it with one line on stderr and exit code 1, a bad file with 2."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    code = BAD_INPUT
    try:
        app()
    except OSError as error:
        message = os_error_in_words(error)
    except ValueError as error:
        message = str(error)
    except ImportError as error:
        message, code = import_error_in_words(error), FAILED
    else:
        return
    typer.echo(message, err=True)
    sys.exit(code)


def os_error_in_words(error: OSError) -> str:
    """The path that cannot be used, why, and the cure; what the system said where no path is to blame.

    >>> os_error_in_words(FileNotFoundError(2, "No such file or directory", "rows.csv"))
    'rows.csv: No such file or directory; give another path'
    """
    return f"{error.filename}: {error.strerror}; give another path" if error.filename else str(error)
