# SPDX-License-Identifier: Apache-2.0
"""The component in Haystack's own pipelines."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import Profile
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, adapter

haystack_adapter = adapter("haystack")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import haystack
    from haystack.components.builders import AnswerBuilder
    from haystack.dataclasses import ChatMessage

DOCUMENTS = [haystack.Document(content=text, score=0.8) for text in HALF.contexts]


@pytest.fixture
def checker(profile_file: str) -> Any:
    return haystack_adapter.GroundednessChecker("light", profile_file)


def test_a_reply_goes_out_stripped_with_its_claims(checker: Any) -> None:
    found = checker.run(replies=[HALF.answer], documents=DOCUMENTS, query=HALF.question)
    assert found["verified_replies"] == ["A late fee of $25 applies."]
    assert (found["trust_score"], found["verdict"], found["is_trusted"]) == (0.5, "partially_grounded", False)
    assert [(c["claim"], c["verdict"], c["correction"]) for c in found["claims"]] == [
        ("A late fee of $25 applies.", "supported", None),
        ("You can waive it by calling us on Mondays.", "unverifiable", None),
    ]
    assert "nothing in the evidence says so" in found["claims"][1]["explanation"]


def test_a_refuted_value_is_corrected_where_the_profile_corrects(tmp_path: Path) -> None:
    path = tmp_path / "hedge.toml"
    path.write_text(written(Profile.load("HEDGE").without(Layer.NLI)), encoding="utf-8")
    checker = haystack_adapter.GroundednessChecker("light", str(path))
    found = checker.run(replies=[WRONG.answer], documents=DOCUMENTS, query=WRONG.question)
    assert found["verified_replies"] == ["A late fee of [CORRECTED: $25] applies."]
    assert not found["is_trusted"]


def test_several_replies_are_as_good_as_the_worst(checker: Any) -> None:
    found = checker.run(replies=[HIDDEN.answer, WRONG.answer], documents=DOCUMENTS, query=HALF.question)
    assert found["verified_replies"][0] == RIGHT.answer
    assert found["verified_replies"][1].startswith("I could not confirm")
    assert (found["trust_score"], found["verdict"], found["is_trusted"]) == (0.0, "has_contradictions", False)
    assert [(c["reply"], c["verdict"], c["correction"]) for c in found["claims"]] == [
        (0, "supported", None),
        (1, "contradicted", "$25"),
    ]


def test_nothing_to_check_is_not_trusted(checker: Any) -> None:
    found = checker.run(replies=[], documents=DOCUMENTS)
    assert (found["verified_replies"], found["trust_score"], found["is_trusted"]) == ([], 0.0, False)
    assert found["verdict"] == "ungrounded"


def test_what_cannot_be_checked_raises_or_is_withheld(checker: Any, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="null"):
        checker.run(replies=["a\x00b"], documents=DOCUMENTS)
    checker.raise_on_failure = False
    found = checker.run(replies=["a\x00b", RIGHT.answer], documents=DOCUMENTS, query=HALF.question)
    assert found["verified_replies"][0].startswith("I could not confirm")
    assert found["verified_replies"][1] == RIGHT.answer
    assert (found["trust_score"], found["verdict"], found["is_trusted"]) == (0.0, "ungrounded", False)
    assert "withheld" in caplog.text


def test_it_works_in_a_pipeline_that_was_written_and_read(checker: Any) -> None:
    pipeline = haystack.Pipeline()
    pipeline.add_component("checker", checker)
    pipeline.add_component("answers", AnswerBuilder())
    pipeline.connect("checker.verified_replies", "answers.replies")
    again = haystack.Pipeline.loads(pipeline.dumps(), allowed_modules=["faithstill.*"])
    again.warm_up()
    loaded = again.get_component("checker")
    first = loaded._loaded()
    again.warm_up()
    assert loaded._loaded() is first
    given = {"replies": [ChatMessage.from_assistant(HALF.answer)], "documents": DOCUMENTS}
    found = again.run({"checker": {**given, "query": HALF.question}, "answers": {"query": HALF.question}})
    assert found["answers"]["answers"][0].data == "A late fee of $25 applies."
    assert loaded.to_dict() == checker.to_dict()
