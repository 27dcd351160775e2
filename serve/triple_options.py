# SPDX-License-Identifier: Apache-2.0
"""The options that give a command one triple, and how it is read from them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from faithstill.data import Triple, triple_from_mapping

from .given import FILE, read_passage, read_text, remark

TripleArgument = Annotated[str | None, typer.Argument(help="- reads a JSON triple from standard input")]
QuestionOption = Annotated[str | None, typer.Option("--question", help="what was asked: text, or @FILE")]
QuestionFileOption = Annotated[
    Path | None, typer.Option("--question-file", help="a file with what was asked")
]
ContextOption = Annotated[
    list[str] | None,
    typer.Option("--context", help="a passage: text, or @FILE (.json: a tool result); may be repeated"),
]
ContextFileOption = Annotated[
    list[Path] | None,
    typer.Option("--context-file", help="a file with a passage, behind those of --context; may be repeated"),
]
AnswerOption = Annotated[str | None, typer.Option("--answer", help="the answer to judge: text, or @FILE")]
AnswerFileOption = Annotated[
    Path | None, typer.Option("--answer-file", help="a file with the answer to judge")
]

STDIN = "standard input"
WANTED = 'give one object with "question", "contexts" and "answer"'


def read_triple(
    source: str | None,
    question: str | None,
    contexts: list[str] | None,
    answer: str | None,
    files: tuple[Path | None, list[Path] | None, Path | None],
) -> Triple:
    """The triple from standard input ("-") or from the options; ValueError with the cure when incomplete.

    `files` are those of the question, of contexts and of the answer.
    """
    question = _either("question", question, files[0])
    contexts = [*(contexts or ()), *(f"{FILE}{path}" for path in files[1] or ())]
    answer = _either("answer", answer, files[2])
    if source == "-" and (question is not None or contexts or answer is not None):
        raise ValueError("- reads the whole triple: leave out --question, --context and --answer")
    if source == "-":
        return _triple_from_stdin()
    if source is not None:
        raise ValueError(
            f"{source!r}: pass - for a JSON triple on standard input, or --question --context --answer"
        )
    if answer is None:
        raise ValueError(
            "--answer is missing: pass --question, --context and --answer, or - for standard input"
        )
    for said in filter(None, map(remark, (question or "", *contexts, answer))):
        typer.echo(said, err=True)
    passages = [read_passage(context) for context in contexts]
    return Triple.of(question=read_text(question or ""), contexts=passages, answer=read_text(answer))


def _either(name: str, given: str | None, file: Path | None) -> str | None:
    if file is None:
        return given
    if given is not None:
        raise ValueError(f"--{name} and --{name}-file are both given: leave one out")
    return f"{FILE}{file}"


def _triple_from_stdin() -> Triple:
    # Bytes, as JSON is UTF-8 whatever the terminal speaks.
    try:
        raw = json.loads(sys.stdin.buffer.read())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{STDIN}: is not JSON ({error}); {WANTED}") from None
    if not isinstance(raw, dict):
        raise ValueError(f"{STDIN}: is a JSON {type(raw).__name__}; {WANTED}")
    return triple_from_mapping(raw, file=STDIN)
