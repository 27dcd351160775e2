# SPDX-License-Identifier: Apache-2.0
"""Licences of the public sets that recipes name, as found with each copy; NC: non-commercial, in no shipped recipe."""

from __future__ import annotations

from collections.abc import Mapping

UNKNOWN = "not known: state it before you publish"
LICENCES: Mapping[str, str] = {
    "attributionbench": "none stated",
    "averitec": "NC: CC BY-NC 4.0",
    "bamboo": "MIT",
    "begin": "per part; topical chat CDLA-Sharing-1.0",
    "breaking_nli": "CC BY-SA 4.0",
    "cad_nli": "Apache-2.0 (SNLI base, CC BY-SA 4.0)",
    "clapnq": "Apache-2.0",
    "cliff": "none stated",
    "climatefever": "none stated",
    "conjnli": "MIT",
    "contractnli": "CC BY 4.0 (to be checked)",
    "covidfact": "none stated",
    "expertqa": "MIT",
    "factcc_part": "Apache-2.0",
    "factcg": "MIT",
    "factcheckbench": "Apache-2.0",
    "factscore": "NC: CC BY-NC 4.0 / CC BY (sources disagree)",
    "faithdial_audit": "MIT",
    "fever_symmetric": "MIT",
    "folio": "CC BY-SA 4.0",
    "goyal21": "none stated",
    "halueval_qa_part": "MIT",
    "healthver": "none stated",
    "infotabs": "Apache-2.0",
    "lingnli": "none stated (premises: MNLI)",
    "med": "CC BY-SA 4.0",
    "monli": "none stated",
    "mtrag_human": "Apache-2.0",
    "negation_nli": "MIT",
    "nli4ct": "none stated",
    "polytope": "Apache-2.0",
    "q2_wow": "Apache-2.0",
    "rte": "GLUE RTE, none stated",
    "scifact_rte": "none stated",
    "scitail": "Apache-2.0 as published by its authors; copy has no licence file",
    "shroom": "none stated",
    "sick": "NC: CC BY-NC-SA 3.0",
    "snli": "CC BY-SA 4.0",
    "summedits": "Apache-2.0",
    "tabfact": "MIT",
    "tatqa": "CC BY 4.0",
    "wice": "ODC-BY; text CC BY-SA",
    "xsumfaith": "CC BY 4.0",
}


def licence_of(name: str) -> str:
    """The licence of a set by its file's name, `wice.train_tokens` or `wice`."""
    return LICENCES.get(name.split(".", maxsplit=1)[0], UNKNOWN)


def is_non_commercial(name: str) -> bool:
    """May a shipped model not be trained on it?

    >>> is_non_commercial("sick.train"), is_non_commercial("snli.dev")
    (True, False)
    """
    return licence_of(name).startswith("NC:")
