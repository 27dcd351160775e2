# SPDX-License-Identifier: Apache-2.0
"""The whole command line: the serving commands and the training ones; heavy imports happen inside commands."""

from __future__ import annotations

import signal
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from faithstill.serve import bundle_cli
from faithstill.serve.adapters import cli as adapters_cli
from faithstill.serve.bundle import version_of
from faithstill.serve.cli import (
    COMMANDS,
)
from faithstill.serve.guard import audit_cli
from faithstill.serve.guard import cli as guard_cli
from faithstill.serve.http import cli as http_cli
from faithstill.serve.review import cli as review_cli
from faithstill.train.commands import data_commands, encoder_commands, lexicon_commands
from faithstill.train.commands.annotate_command import annotate
from faithstill.train.commands.calibrate_command import calibrate
from faithstill.train.commands.drift_command import drift, fingerprint
from faithstill.train.commands.feature_commands import features, featurize, mutate
from faithstill.train.commands.gate_command import gate, promote
from faithstill.train.commands.generate_command import generate
from faithstill.train.commands.measure_commands import analyze, evaluate
from faithstill.train.commands.queue_command import queue
from faithstill.train.commands.train_command import train

from .missing_extras import import_error_in_words
from .module_main import BAD_INPUT, os_error_in_words

OK, FAILED = 0, 1
# How typer ends on Ctrl-C, without a word.
INTERRUPTED = 130

app = typer.Typer(
    name="faithstill",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(data_commands.app, name="data")
app.add_typer(encoder_commands.app, name="encoders")
app.add_typer(lexicon_commands.app, name="lexicon")
app.add_typer(audit_cli.app, name="audit")
app.add_typer(bundle_cli.app, name="bundle")
for _name, _command in (
    *COMMANDS,
    *guard_cli.COMMANDS,
    *audit_cli.COMMANDS,
    *adapters_cli.COMMANDS,
    *http_cli.COMMANDS,
    *review_cli.COMMANDS,
):
    app.command(_name)(_command)
for _training in (
    train,
    evaluate,
    analyze,
    featurize,
    features,
    mutate,
    calibrate,
    annotate,
    queue,
    generate,
    gate,
    promote,
    drift,
    fingerprint,
    annotate,
    generate,
):
    app.command()(_training)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"faithstill {version_of('faithstill') or 'checkout'}")
        raise typer.Exit


@app.callback()
def _options(
    version_: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_say_version, help="print the version")
    ] = False,
) -> None:
    """Train, prove and serve faithfulness classifiers for RAG answers. English only.

    Exit codes: 0 ok, 1 failed (check: a value is refuted; score: a route that --fail-on names), 2 bad input.
    """


def main() -> None:
    """Run the command line; exit 0 ok, 1 failed (or what `--fail-on` names), 2 bad input (wrong options included)."""
    # A service that is stopped cleans up as for Ctrl-C; Ctrl-C counts where the parent ignores it, as under nohup.
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper):
        # JSON is UTF-8 whatever the terminal speaks, and a name that cannot be encoded is no reason to fail.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    code: str | int | None = OK
    try:
        app()
    except SystemExit as ended:
        code = ended.code
        if code == INTERRUPTED:
            code = _complain(
                "interrupted: nothing is half-written; the same command continues from what it has saved",
                FAILED,
            )
    except OSError as error:
        of_a_path = error.filename or isinstance(error, FileNotFoundError)
        code = _complain(os_error_in_words(error), BAD_INPUT if of_a_path else FAILED)
    except ValueError as error:
        code = _complain(str(error), BAD_INPUT)
    except ImportError as error:
        code = _complain(import_error_in_words(error), FAILED)
    except RuntimeError as error:
        code = _complain(str(error), FAILED)
    sys.exit(code)


def _complain(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
