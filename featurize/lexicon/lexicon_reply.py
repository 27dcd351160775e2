# SPDX-License-Identifier: Apache-2.0
"""What a model has to reply that lists the names of a document; needs pydantic, so it is imported when one is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Form = Annotated[str, Field(min_length=2, max_length=200)]


class NamedReply(BaseModel):
    """A name and what else the document calls it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    canonical: Form
    kind: Literal["organisation", "person", "product", "place", "term", "other"]
    aliases: Annotated[list[Form], Field(min_length=1, max_length=20)]


class NamesReply(BaseModel):
    """Those names of a document that it calls by more than one form."""

    model_config = ConfigDict(extra="forbid", strict=True)

    names: Annotated[list[NamedReply], Field(max_length=100)]


def not_there(reply: NamesReply, text: str) -> Iterator[str]:
    """Forms that do not stand in the text."""
    for number, name in enumerate(reply.names):
        if name.canonical not in text:
            yield f"names.{number}.canonical: {name.canonical!r} does not stand in the document"
        for at, form in enumerate(name.aliases):
            if form not in text:
                yield f"names.{number}.aliases.{at}: {form!r} does not stand in the document"
