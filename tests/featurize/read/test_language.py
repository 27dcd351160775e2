# SPDX-License-Identifier: Apache-2.0
"""English or not: sentences as RAG answers hold them, written for this test."""

from __future__ import annotations

import json
import unicodedata

import pytest

from faithstill.featurize.read.language import ENGLISH, FOREIGN, PARTICLES, is_any_english, is_english

GERMAN = "Die Gebühr für eine Auslandsüberweisung beträgt 25 Euro und wird dem Konto sofort belastet."
FRENCH = "Les frais de virement sont de 25 euros et sont débités du compte du client le même jour."
SPANISH = "La comisión por transferencia es de 25 euros y se carga en la cuenta del cliente."
ITALIAN = "La commissione per il bonifico è di 25 euro e viene addebitata sul conto del cliente."
DUTCH = "De kosten voor een overboeking zijn 25 euro en worden van de rekening afgeschreven."
PORTUGUESE = "A comissão por transferência é de 25 euros e é debitada na conta do cliente."
ENGLISH_PROSE = "The fee for a wire transfer is 25 euros and it is charged to the account on the same day."

OTHER = [
    GERMAN,
    FRENCH,
    SPANISH,
    ITALIAN,
    DUTCH,
    PORTUGUESE,
    GERMAN.upper(),
    unicodedata.normalize("NFD", GERMAN),
    "Nein, der Vertrag kann nicht ohne eine Frist von drei Monaten gekündigt werden.",
    "Oui, vous pouvez résilier votre contrat dans les trente jours qui suivent la signature.",
    "No, el contrato no se puede cancelar sin un aviso de tres meses por escrito.",
    "No, il contratto non può essere disdetto senza un preavviso di tre mesi.",
    "Nee, het contract kan niet zonder een opzegtermijn van drie maanden worden beëindigd.",
    "Não, o contrato não pode ser cancelado sem um aviso de três meses.",
    "是的，费用是二十五美元。",
    "手数料は二十五ドルです。",
    "수수료는 이십오 달러입니다.",
    "Комиссия за перевод составляет двадцать пять евро.",
    "رسوم التحويل خمسة وعشرون دولارا.",
    "העמלה היא עשרים וחמישה דולר.",
    "Η προμήθεια είναι είκοσι πέντε ευρώ.",
    f"{GERMAN} {GERMAN} The fee is due.",
    # fewer than eight words
    "Les frais sont de 25 $.",
    "Le retard coûte 25 $ après dix jours.",
    "Los gastos son 25 $.",
    "La comisión es de 25 euros.",
    "Die Gebühr ist 25 Euro.",
    "Nein, das ist nicht möglich.",
    "Il costo è di 25 euro.",
    "De kosten zijn 25 euro.",
    "O custo não é fixo.",
]

PASSING = [
    ENGLISH_PROSE,
    ENGLISH_PROSE.upper(),
    "",
    "   ",
    "Yes.",
    "25",
    "$1,250.00 on 3 May 2021",
    "Ω",
    "🙂🙂🙂",
    "🙂 The fee is $25 👍",
    "Banco de la Nación, Banco de Crédito del Perú, Caja de los Andes, Bolsa de Valores de Lima",
    "Ludwig van der Berg, Johanna von der Heide, Petra van den Broek, Carla di Stefano, Luis de la Cruz",
    "Deutsche Bank AG; Société Générale SA; Banco Santander SA; Intesa Sanpaolo SpA; ING Groep NV; BCP SA",
    "In die case of a wire, the man in the bank said to us that the fee was not to be paid.",
    "As a rule, no fee is due on an account of a minor; a parent or a guardian may open one.",
    "The bank, Banco de la Nación, told La Caixa and the Crédit Agricole that all fees are waived.",
    "𝐓𝐡𝐞 𝐟𝐞𝐞 𝐢𝐬 𝐰𝐚𝐢𝐯𝐞𝐝 𝐟𝐨𝐫 𝐚𝐥𝐥.",
    "Ｔｈｅ ｆｅｅ ｉｓ ｗａｉｖｅｄ",
    "The contract (合同) and the annex (附件) are signed by Mr Müller (שלום).",
    json.dumps({"accountId": "X-1", "availableBalance": 12.5, "holds": [{"amount": 5, "reason": "card"}]}),
    "SELECT fee FROM tariff WHERE id = 3; https://example.org/a/b?c=d&e=f no-reply@example.org",
    "Name: Müller; Vorname: Jörg; Ort: Zürich; Straße: Bahnhofstrasse 1",
    f"{ENGLISH_PROSE} {ENGLISH_PROSE} {SPANISH}",
    # fewer than eight words: names, terms and codes
    "Per annum: 5%",
    "De minimis",
    "No.",
    "Via SEPA in EUR",
    "i.e. 5%, e.g. 3 em",
    "Las Vegas, Sin City",
    "El Al flight LY315",
    "Notre Dame de Paris",
    "Banco de la Nación",
    "Tierra del Fuego",
    "Ludwig van der Berg",
    "Die cast metal",
    "Dan met Tom door to door",
    "Sin tax plus con man",
]


@pytest.mark.parametrize("text", OTHER)
def test_another_language_is_turned_away(text: str) -> None:
    assert not is_english(text)


@pytest.mark.parametrize("text", PASSING)
def test_english_and_what_cannot_be_told_passes(text: str) -> None:
    assert is_english(text)


def test_a_short_text_may_take_its_words_from_the_texts_beside_it() -> None:
    title = "Vingt mille lieues sous les mers"
    assert not is_english(title)
    assert is_english(title, beside=["Which book?", f"He wrote “{title}” in 1870."])
    assert not is_english("Les frais sont de 25 $.", beside=["Late fee?", "A late fee of $25 applies."])


KEYS = json.dumps({"accountId": "X-1", "availableBalance": 12.5, "holds": [{"amount": 5, "reason": "card"}]})


@pytest.mark.parametrize(
    ("texts", "english"),
    [
        ([], True),
        ([ENGLISH_PROSE, GERMAN, FRENCH, DUTCH], True),
        ([GERMAN, FRENCH, ENGLISH_PROSE], True),
        ([GERMAN, FRENCH], False),
        ([GERMAN, "The fee: $25"], False),
        (["Die Gebühr", "beträgt 25 Euro und wird", "nicht für alle erhoben."], False),
        ([KEYS, "The fee: $25", "Les frais sont de 25 $."], True),
    ],
)
def test_passages_are_judged_one_by_one(texts: list[str], english: bool) -> None:
    assert is_any_english(texts) is english


@pytest.mark.parametrize(
    ("text", "english"), [(ENGLISH_PROSE, True), (GERMAN, False), ("費用は高い。", False)]
)
def test_a_long_text_is_judged_by_pieces_of_all_of_it(text: str, english: bool) -> None:
    assert is_english(text * 20_000) is english
    assert is_english(f"{ENGLISH_PROSE} {text * 20_000}") is english


def test_the_tables_name_the_same_languages_and_leave_a_language_words_of_its_own() -> None:
    assert FOREIGN.keys() == PARTICLES.keys()
    assert all(len(FOREIGN[language] - ENGLISH) >= 40 for language in FOREIGN)
    assert not any(FOREIGN[language] & PARTICLES[language] for language in FOREIGN)
