# SPDX-License-Identifier: Apache-2.0
"""A language model's verdict on one claim, which counts only as far as its quotation holds up without the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from faithstill.data import Passage
from faithstill.data.llm import Answered, ChatClient, ask, require
from faithstill.data.triple import as_passage
from faithstill.featurize.claims import Claim, kind_of
from faithstill.featurize.claims.extract import type_of
from faithstill.featurize.encoders.nli import Nli

from .batches import TOKENS, PassageExcerpt, batches
from .decompose import decompose
from .facts import FactChecker
from .judge_prompt import judge_messages
from .judgement import ClaimVerdict, Judgement, merged, of_all
from .support import CONTRADICTS, SUPPORTS, objection

if TYPE_CHECKING:
    from .judge_reply import JudgeReply

MAX_TOKENS = 700
_NOTHING = Judgement(ClaimVerdict.UNVERIFIABLE, 0.0, words="no passage holds any text")


class LlmJudge:
    """Judges one claim at a time over all passages; safe to share between threads."""

    def __init__(
        self,
        client: ChatClient,
        *,
        nli: Nli | None = None,
        checker: FactChecker | None = None,
        batch_tokens: int = TOKENS,
        retries: int = 2,
        max_tokens: int = MAX_TOKENS,
        split: bool = True,
    ) -> None:
        """With `nli` a quotation may support a claim in other words; without, only in nearly the claim's own.

        `split`: the model first splits a claim that says several things, and each part is judged.
        """
        require("pydantic")
        self._client, self._nli = client, nli
        self._checker = checker or FactChecker()
        self._split = split
        self._batch_tokens, self._retries, self._max_tokens = batch_tokens, retries, max_tokens

    @property
    def name(self) -> str:
        """The model's name."""
        return self._client.name

    def __call__(
        self,
        question: str,
        claim: Claim | str,
        passages: Iterable[str | Mapping[str, Any] | Passage],
        *,
        nli: Nli | None = None,
    ) -> Judgement:
        """The merged judgement over all batches of evidence; LlmError when the model gives no usable reply.

        `nli` takes the place of the judge's own encoder for this call.
        """
        claim = claim_of(claim) if isinstance(claim, str) else claim
        shown = [as_passage(passage) for passage in passages]
        excerpts = list(batches(shown, tokens=self._batch_tokens))
        if not excerpts:
            return _NOTHING
        return of_all(
            [
                merged([self._judged(question, part, shown, batch, nli or self._nli) for batch in excerpts])
                for part in self._parts(claim)
            ]
        )

    def _parts(self, claim: Claim) -> Sequence[Claim]:
        texts = decompose(self._client, claim.text, checker=self._checker) if self._split else (claim.text,)
        return (
            [claim] if len(texts) == 1 else [replace(claim_of(text), context=claim.context) for text in texts]
        )

    def _judged(
        self,
        question: str,
        claim: Claim,
        passages: Sequence[Passage],
        batch: Sequence[PassageExcerpt],
        nli: Nli | None,
    ) -> Judgement:
        from .judge_reply import JudgeReply, lacks_quote

        messages = judge_messages(claim.hypothesis, question, batch)
        answered = ask(
            self._client,
            messages,
            JudgeReply,
            check=lacks_quote,
            retries=self._retries,
            max_tokens=self._max_tokens,
        )
        return self._accepted(answered, claim, passages, nli)

    def _accepted(
        self, answered: Answered[JudgeReply], claim: Claim, passages: Sequence[Passage], nli: Nli | None
    ) -> Judgement:
        """What counts of a reply."""
        reply = answered.value
        said = ClaimVerdict(reply.verdict)
        void, source = "", None
        if said is not ClaimVerdict.UNVERIFIABLE:
            checks = SUPPORTS if said is ClaimVerdict.SUPPORTED else CONTRADICTS
            void, source = objection(
                reply.quote or "", claim, passages, checks, checker=self._checker, nli=nli
            )
        return Judgement(
            verdict=ClaimVerdict.UNVERIFIABLE if void else said,
            confidence=0.0 if void else reply.confidence,
            source=source,
            words=f"the judge said {said}, which does not count: {void}" if void else reply.reasoning,
            asserted=reply.asserted,
            said=said,
            void=void,
            calls=answered.calls,
            prompt_tokens=answered.prompt_tokens,
            completion_tokens=answered.completion_tokens,
        )


def claim_of(text: str) -> Claim:
    """A text as a claim that needs nothing around it."""
    return Claim(text, 0, len(text), type_of(text), kind_of(text), text)
