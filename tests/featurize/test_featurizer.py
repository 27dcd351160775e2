# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from faithstill.data import Passage, TableError, Triple
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.encoders.spacy_pipeline import load_pipeline

TRIPLES = [
    Triple.of(
        question="What is the wire fee?",
        contexts=[f"The wire fee is ${fee}. Cards are free.", "Loans end in May."],
        answer=f"The wire fee is ${fee + wrong}.",
    )
    for fee in (20, 25, 31, 47, 52, 68)
    for wrong in (0, 13)
]
LABELS = [1, 0] * 6


def test_matrix(featurizer: Featurizer) -> None:
    matrix = featurizer.transform(TRIPLES)
    assert matrix.shape == (12, len(featurizer.features))
    assert matrix.dtype == np.float64
    assert np.isfinite(matrix).all()
    assert featurizer.transform(iter([])).shape == (0, len(featurizer.features))


def test_neighbours_and_ids_change_nothing(featurizer: Featurizer) -> None:
    together = featurizer.transform(TRIPLES)
    turned = featurizer.transform(TRIPLES[::-1])[::-1]
    renamed = [
        replace(
            triple,
            id="x",
            group="g",
            split="test",
            domain="d",
            passages=tuple(
                Passage(p.text, f"doc-{i * 7}", None, "r9") for i, p in enumerate(triple.passages)
            ),
        )
        for triple in TRIPLES
    ]
    assert together.tobytes() == turned.tobytes() == featurizer.transform(renamed).tobytes()
    alone = np.concatenate([Featurizer().transform([triple]) for triple in TRIPLES])
    assert together.tobytes() == alone.tobytes()


def test_mappings_and_frames_give_the_numbers_of_their_triples(featurizer: Featurizer) -> None:
    rows = [
        {"query": t.question, "contexts": [p.text for p in t.passages], "response": t.answer, "id": "twice"}
        for t in TRIPLES[:2]
    ]
    expected = featurizer.transform(TRIPLES[:2]).tobytes()
    assert featurizer.transform(rows).tobytes() == featurizer.fit_transform([rows[0], TRIPLES[1]]).tobytes()
    assert featurizer.transform(row for row in rows).tobytes() == expected
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert featurizer.transform(pandas.DataFrame(rows)).tobytes() == expected


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "rows is a NoneType: pass a DataFrame or a list of triples or of mappings with question"),
        (TRIPLES[0], "rows is a Triple: pass"),
        ({"question": "q"}, "rows is a dict: pass"),
        ("rows.csv", "rows is a str: pass"),
        ([TRIPLES[0], "x"], "a row is a str: pass"),
        (np.zeros((2, 3)), "a row is a ndarray: pass"),
    ],
)
def test_what_are_no_rows_is_told(featurizer: Featurizer, rows: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        featurizer.transform(rows)


def test_a_row_that_cannot_be_read_is_told(featurizer: Featurizer) -> None:
    with pytest.raises(TableError, match="table row 2: no column for answer: name one answer, response"):
        featurizer.transform([TRIPLES[0], {"question": "q", "contexts": []}])


def test_learns_nothing(featurizer: Featurizer) -> None:
    before = featurizer.transform(TRIPLES[:1])
    assert featurizer.fit(TRIPLES, LABELS) is featurizer
    assert featurizer.fit_transform(TRIPLES[:1], LABELS).tobytes() == before.tobytes()


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_works_inside_scikit_learn(featurizer: Featurizer) -> None:
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed: extra train")
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import Pipeline

    pipeline = Pipeline([("f", Featurizer()), ("lr", LogisticRegression(max_iter=2000))])
    copy = base.clone(pipeline).fit(TRIPLES, LABELS)
    probabilities = copy.predict_proba(TRIPLES)
    assert probabilities.shape == (12, 2)
    assert (copy.predict(TRIPLES) == LABELS).all()
    assert list(copy[:-1].get_feature_names_out()) == list(featurizer.get_feature_names_out())
    again = pickle.loads(pickle.dumps(copy))
    np.testing.assert_array_equal(again.predict_proba(TRIPLES), probabilities)
    copy.set_params(f__settings=Settings(self_report=True))
    assert len(copy[:-1].get_feature_names_out()) == len(featurizer.features) + 6


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_frames_come_out_where_they_are_asked_for(featurizer: Featurizer) -> None:
    sklearn = pytest.importorskip("sklearn", reason="scikit-learn is not installed: extra train")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    from sklearn.pipeline import make_pipeline, make_union
    from sklearn.preprocessing import StandardScaler

    expected, names = featurizer.transform(TRIPLES[:2]), list(featurizer.get_feature_names_out())
    rows = [
        {"question": t.question, "contexts": [p.text for p in t.passages], "answer": t.answer}
        for t in TRIPLES[:2]
    ]
    asked = Featurizer().set_output(transform="pandas")
    for one in (
        asked,
        sklearn.clone(asked),
        pickle.loads(pickle.dumps(asked)),
        asked.set_params(settings=None),
    ):
        found = one.fit_transform(pandas.DataFrame(rows, index=["x", "y"]))
        assert (list(found.columns), list(found.index)) == (names, ["x", "y"])
        np.testing.assert_array_equal(found.to_numpy(), expected)
    assert isinstance(asked.set_output(transform=None).transform(TRIPLES[:1]), pandas.DataFrame)
    assert isinstance(asked.set_output(transform="default").transform(TRIPLES[:1]), np.ndarray)
    with sklearn.config_context(transform_output="pandas"):
        assert list(Featurizer().transform(TRIPLES[:1]).columns) == names
    pipeline = make_pipeline(Featurizer(), StandardScaler()).set_output(transform="pandas")
    assert list(pipeline.fit_transform(TRIPLES[:2]).columns) == names
    union = make_union(Featurizer()).set_output(transform="pandas").fit_transform(TRIPLES[:2])
    assert list(union.columns) == [f"featurizer__{name}" for name in names]
    with pytest.raises(ValueError, match="transform='arrow' is none of default, pandas, polars"):
        Featurizer().set_output(transform=cast(Any, "arrow"))


def test_missing_pandas_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="needs pandas: pip install pandas"):
        Featurizer().set_output(transform="pandas").transform(TRIPLES[:1])


def test_repr_shows_what_was_given() -> None:
    assert repr(Featurizer()) == "Featurizer()"
    assert repr(Featurizer(Settings(self_report=True))).startswith("Featurizer(settings=Settings(")


def test_scikit_learn_s_own_checks_pass() -> None:
    checks = pytest.importorskip("sklearn.utils.estimator_checks", reason="scikit-learn is not installed")
    from sklearn.utils import get_tags

    assert get_tags(Featurizer()).transformer_tags is not None
    for check in (  # those that do not fit numbers
        checks.check_estimator_cloneable,
        checks.check_estimator_tags_renamed,
        checks.check_valid_tag_types,
        checks.check_estimator_repr,
        checks.check_no_attributes_set_in_init,
        checks.check_do_not_raise_errors_in_init_or_set_params,
        checks.check_mixin_order,
        checks.check_parameters_default_constructible,
        checks.check_get_params_invariance,
        checks.check_set_params,
        checks.check_transformer_get_feature_names_out_pandas,
        checks.check_set_output_transform,
    ):
        check("Featurizer", Featurizer())


def test_clone_keeps_the_settings() -> None:
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed: extra train")
    settings = Settings(self_report=True, max_answer_chars=99)
    assert base.clone(Featurizer(settings)).recipe == settings


def test_pickle_holds_the_settings_only() -> None:
    featurizer = Featurizer(Settings(self_report=True))
    row = featurizer.transform(TRIPLES[:1])
    packed = pickle.dumps(featurizer)
    assert len(packed) < 500
    assert pickle.loads(packed).transform(TRIPLES[:1]).tobytes() == row.tobytes()


def test_set_params() -> None:
    featurizer = Featurizer(Settings(self_report=True))
    assert featurizer.set_params().recipe.self_report
    before = featurizer.schema
    assert featurizer.set_params(settings=None) is featurizer
    assert featurizer.get_params() == {"settings": None, "lexicon": None}
    assert featurizer.schema != before
    with pytest.raises(ValueError, match="has no parameter colour, size; it has: settings"):
        featurizer.set_params(size=3, colour="red")


LONG = Triple.of(
    question="Fee?", contexts=["The fee is $25. ", "It is due in May."], answer="The fee is $25 a year."
)

# Limits, then what is read of passages and answer.
BOUNDS = [
    (Settings(), ["The fee is $25. ", "It is due in May."], "The fee is $25 a year.", False),
    (
        Settings(max_context_chars=33),
        ["The fee is $25. ", "It is due in May."],
        "The fee is $25 a year.",
        False,
    ),
    (Settings(max_context_chars=20), ["The fee is $25. ", "It i"], "The fee is $25 a year.", True),
    (Settings(max_context_chars=7), ["The fee", ""], "The fee is $25 a year.", True),
    (Settings(max_context_chars=0), ["", ""], "The fee is $25 a year.", True),
    (
        Settings(max_answer_chars=22),
        ["The fee is $25. ", "It is due in May."],
        "The fee is $25 a year.",
        False,
    ),
    (Settings(max_answer_chars=7), ["The fee is $25. ", "It is due in May."], "The fee", True),
]


@pytest.mark.parametrize(("settings", "passages", "answer", "truncated"), BOUNDS)
def test_truncation(settings: Settings, passages: list[str], answer: str, truncated: bool) -> None:
    featurizer = Featurizer(settings)
    assert featurizer.is_truncated(LONG) is truncated
    read = featurizer.analyse(LONG).triple
    assert [passage.text for passage in read.passages] == passages
    assert read.answer == answer


def test_a_cut_keeps_all_but_the_text() -> None:
    passage = Passage("The fee is $25.", "doc-1", 0.5, "r2")
    triple = replace(LONG, passages=(passage,), question="Fee? " * 9, self_metrics={"self_confidence": 0.3})
    read = Featurizer(Settings(max_context_chars=7, max_answer_chars=20)).analyse(triple).triple
    assert read.passages == (replace(passage, text="The fee"),)
    assert read.question == ("Fee? " * 9)[:20]
    assert read.self_metrics == {"self_confidence": 0.3}


@pytest.mark.parametrize(("figures", "truncated"), [(500, False), (501, True), (2_000, True)])
def test_an_answer_of_very_many_figures_is_read_up_to_a_limit(
    featurizer: Featurizer, figures: int, truncated: bool
) -> None:
    triple = replace(LONG, answer=" ".join(f"{i}.5%" for i in range(figures)))
    assert featurizer.is_truncated(triple) is truncated
    assert len(featurizer.analyse(triple).answer.mentions) == min(500, figures)


@pytest.mark.parametrize(
    ("stated", "figures", "read"), [(700, 400, 400), (3_000, 400, 99), (100_000, 41, 40), (100_000, 40, 40)]
)
def test_the_more_the_evidence_states_the_fewer_figures_of_an_answer_are_read(
    featurizer: Featurizer, stated: int, figures: int, read: int
) -> None:
    passage = Passage(" ".join(map(str, range(stated))))
    triple = replace(LONG, passages=(passage,), answer=" ".join(f"{i}.5%" for i in range(figures)))
    assert featurizer.is_truncated(triple) is (read < figures)
    assert len(featurizer.analyse(triple).answer.mentions) == read


def test_halves_of_surrogate_pairs_are_replaced_one_for_one(featurizer: Featurizer) -> None:
    triple = Triple.of(question="\ud800?", contexts=["a\udfffb", "plain"], answer="$5 \ud83d😀")
    analysis = featurizer.analyse(triple)
    read = analysis.triple
    assert (read.question, read.answer) == ("\ufffd?", "$5 \ufffd😀")
    assert [passage.text for passage in read.passages] == ["a\ufffdb", "plain"]
    assert np.isfinite([*featurizer.named(analysis).values()]).all()
    with pytest.raises(TableError, match="half a surrogate pair"):
        featurizer.transform([triple])
    assert featurizer.analyse(LONG).triple is LONG


@pytest.fixture(scope="session")
def spacy_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pipeline made here: an entity ruler for one name, an attribute ruler for some parts of speech."""
    spacy = pytest.importorskip("spacy", reason='spaCy is not installed: pip install "faithstill[spacy]"')
    nlp = spacy.blank("en")
    nlp.meta["name"], nlp.meta["version"] = "tiny", "1.2.3"
    nlp.add_pipe("entity_ruler").add_patterns(
        [{"label": "ORG", "pattern": "acme widgets"}, {"label": "CARDINAL", "pattern": "plenty"}]
    )
    ruler = nlp.add_pipe("attribute_ruler")
    for tag, words in {"NOUN": ["fee", "card"], "VERB": ["charges", "waives"], "PROPN": ["acme"]}.items():
        ruler.add(patterns=[[{"LOWER": {"IN": words}}]], attrs={"POS": tag})
    folder: Path = tmp_path_factory.mktemp("spacy") / "tiny"
    nlp.to_disk(folder)
    return str(folder)


SPOKEN = Triple.of(
    question="Who charges?",
    contexts=["acme widgets charges a fee."],
    answer="acme widgets waives a card fee, plenty.",
)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_spacy_names_are_fused_in(spacy_folder: str) -> None:
    fused = Featurizer(Settings(use_spacy_fusion=True, spacy_model=spacy_folder))
    names = [m.text for m in fused.analyse(SPOKEN).answer.mentions]
    assert names == ["acme widgets"]
    assert Featurizer().analyse(SPOKEN).answer.mentions == ()
    assert fused.schema.tables["spacy"] == "tiny-1.2.3"
    assert fused.transform([SPOKEN]).shape == (1, len(Featurizer().features))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_spacy_parts_of_speech(spacy_folder: str) -> None:
    tagged = Featurizer(Settings(enable_pos_metrics=True, spacy_model=spacy_folder))
    known = tagged.named(tagged.analyse(SPOKEN))
    support = {name: value for name, value in known.items() if name.startswith("pos.")}
    assert support == {
        "pos.noun_support": 0.5,
        "pos.verb_support": 0.0,
        "pos.modifier_support": 1.0,
        "pos.proper_noun_support": 1.0,
    }
    assert pickle.loads(pickle.dumps(tagged)).schema == tagged.schema


def test_spacy_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(ImportError, match=r'pip install "faithstill\[spacy\]"'):
        load_pipeline("en_core_web_sm")


def test_no_such_pipeline(spacy_folder: str) -> None:
    with pytest.raises(ValueError, match="no spaCy pipeline 'no_such_pipeline': python -m spacy download"):
        load_pipeline("no_such_pipeline")
