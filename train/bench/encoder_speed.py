# SPDX-License-Identifier: Apache-2.0
"""What an encoder costs: milliseconds a pair and an answer on one core, beside untrained models of other shapes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from statistics import median
from typing import Any

from faithstill.data import Triple
from faithstill.featurize import Featurizer
from faithstill.featurize.claims.extract import Claim
from faithstill.featurize.encoders.nli import OnnxNli
from faithstill.featurize.evidence.entailments import judge
from faithstill.featurize.evidence.evidence_set import Evidence

_RUNS = 15
PASSAGES, PASSAGE_WORDS, SENTENCES = 5, 120, 3


class _Unstated(Evidence):
    """Evidence that leaves every claim to the encoder."""

    def states(self, claim: Claim) -> bool:
        return False


def forced_milliseconds(nli: OnnxNli, triples: Sequence[Triple]) -> float:
    """CPU time of claims, evidence windows and encoder for 3-sentence answers over five passages of 120 words."""
    calls = [lambda t=t: _judge_forced(nli, t) for t in _sized(triples)]
    return _median_ms(calls)


def _judge_forced(nli: OnnxNli, triple: Triple) -> None:
    analysis = Featurizer().analyse(triple)
    judge(analysis.claims.claims, _Unstated.of(triple.passages), nli)


def _sized(triples: Sequence[Triple]) -> Iterator[Triple]:
    words = [word for triple in triples for passage in triple.passages for word in passage.text.split()]
    sentences = [t.answer.split(". ")[0].rstrip(".") + "." for t in triples if len(t.answer.split()) > 6]
    size = PASSAGES * PASSAGE_WORDS
    for i in range(_RUNS):
        own = words[i * size : (i + 1) * size]
        passages = [" ".join(own[j : j + PASSAGE_WORDS]) for j in range(0, size, PASSAGE_WORDS)]
        answer = " ".join(sentences[i * SENTENCES : (i + 1) * SENTENCES])
        yield Triple.of(question=triples[i].question, contexts=passages, answer=answer)


def answer_milliseconds(triples: Sequence[Triple]) -> float:
    """CPU time at the median row from its claims to their verdicts; what is stated word for word needs no encoder."""
    featurizer = Featurizer()
    analyses = [featurizer.analyse(replace(triple)) for triple in triples]
    return _median_ms([lambda a=a: a.entailments for a in analyses])  # type: ignore[misc]


def _median_ms(calls: Sequence[Callable[[], object]]) -> float:
    calls[0]()  # loads the model
    taken = []
    for call in calls[1:]:
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return 1000 * median(taken)


# Published shapes: the transformers class, its configuration and what it is.
SHAPES: tuple[tuple[str, str, str, dict[str, int]], ...] = (
    (
        "DeBERTa-v3-small",
        "DebertaV2ForSequenceClassification",
        "DebertaV2Config",
        {"vocab_size": 128_100, "hidden_size": 768, "num_hidden_layers": 6, "num_attention_heads": 12},
    ),
    ("ModernBERT-base", "ModernBertForSequenceClassification", "ModernBertConfig", {"num_hidden_layers": 22}),
    (
        "Flan-T5-base (encoder)",
        "T5EncoderModel",
        "T5Config",
        {"d_model": 768, "d_ff": 2048, "num_layers": 12, "num_heads": 12},
    ),
)


def shape_milliseconds(tokens: int) -> Iterator[tuple[str, float]]:
    """CPU time of one pair in untrained models of the peers' shapes, in float32 on one thread; needs transformers."""
    torch, transformers = import_module("torch"), import_module("transformers")
    torch.set_num_threads(1)
    for name, model_class, config_class, shape in SHAPES:
        config: Any = getattr(transformers, config_class)(**shape)
        model: Any = getattr(transformers, model_class)(config).eval()
        ids = torch.full((1, tokens), 5)
        with torch.inference_mode():
            yield name, _median_ms([lambda m=model, i=ids: m(input_ids=i)] * _RUNS)  # type: ignore[misc]
