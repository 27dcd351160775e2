# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of units and currencies that extraction reads; run at development time only.

`pip install pint Babel && python -m faithstill.train.unit_tables` writes `units.json` and `currencies.json` into
`featurize/resources`. Factors and names of units come from pint (BSD-3-Clause), codes, signs, names and minor units
of currencies from the Unicode CLDR through Babel (BSD-3-Clause; data under the Unicode licence). What neither holds
or what English text writes otherwise stands in `own_units.toml` beside them, which is written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

RESOURCES = Path(__file__).parents[1] / "featurize" / "resources"

# Base unit -> pint's name of it and the units to list, with the prefixes that each takes.
MEASURES: Mapping[str, tuple[str, str]] = {
    "m": ("meter", "meter:-,kilo,deci,centi,milli,micro,nano inch foot yard mile nautical_mile micron"),
    "kg": ("kilogram", "gram:-,kilo,milli,micro,nano ounce stone metric_ton:-,kilo,mega carat"),
    "l": ("liter", "liter:-,milli,centi,deci,hecto,micro gallon quart pint"),
    "m2": ("meter**2", "hectare"),
    "km/h": ("kilometer/hour", "knot"),
    "W": ("watt", "watt:-,milli,kilo,mega,giga,tera"),
    "J": ("joule", "joule:-,kilo,mega,giga,tera watt_hour:-,kilo,mega,giga,tera"),
    "byte": (
        "byte",
        "byte:-,kilo,mega,giga,tera,peta,exa,kibi,mebi,gibi,tebi,pebi bit:-,kilo,mega,giga,tera",
    ),
    "Hz": ("hertz", "hertz:-,kilo,mega,giga"),
    "V": ("volt", "volt:-,kilo,milli"),
    "A": ("ampere", "ampere:-,milli"),
    "Ah": ("ampere_hour", "ampere_hour:-,milli"),
    "Pa": ("pascal", "pascal:-,hecto,kilo,mega,giga bar atmosphere"),
}
# Names that English text does not use, or that are as often another word.
LEFT_OUT = frozenset(
    "in ct µ B A qt pt bars stone stones octet octets inchess hertzs international-inch international-foot "
    "international-yard international-mile international-knot knot-international avdp-ounce avoirdupois-ounce "
    "liquid-gallon liquid-quart liquid-pint standard-atmosphere international-feet international-inches".split()
)
CURRENCIES = (
    "USD EUR GBP JPY CHF CAD AUD NZD CNY CNH HKD SGD INR NOK SEK DKK ISK PLN CZK HUF RON BGN HRK RUB UAH TRY ILS "
    "ZAR BRL MXN ARS CLP COP UYU KRW TWD THB IDR MYR PHP VND AED SAR QAR KWD BHD OMR JOD EGP NGN KES GHS TZS UGX "
    "PKR BDT LKR NPR KZT XOF XAF RSD BAM MKD AMD AZN DOP CRC GTQ JMD TTD BBD BSD XCD DEM FRF ITL"
).split()


def units() -> list[dict[str, Any]]:
    """One row for each unit: its base unit, factor, symbols (case matters) and names."""
    from pint import UnitRegistry

    registry: Any = UnitRegistry(non_int_type=Decimal)
    return [
        {"base": base, **_unit(registry, prefix, name, of)}
        for base, (of, listed) in MEASURES.items()
        for prefix, name in _prefixed(listed)
    ]


def _prefixed(listed: str) -> Iterator[tuple[str, str]]:
    for entry in listed.split():
        name, _, prefixes = entry.partition(":")
        for prefix in (prefixes or "-").split(","):
            yield prefix.strip("-"), name


def _unit(registry: Any, prefix: str, name: str, base: str) -> dict[str, Any]:
    factor = registry.Quantity(Decimal(1), prefix + name).to(base).magnitude
    known = registry._units[name]
    words = [word.replace("_", "-") for word in (known.name, *known.aliases)]
    plain = [word for word in words if word.replace("-", "").isalpha() and word.islower() and len(word) > 2]
    before = registry._prefixes[prefix].symbol if prefix else ""
    symbols = {before + known.symbol} if known.symbol != known.name else set()
    return {
        "factor": f"{Decimal(format(factor, '.20g')).normalize():f}",
        "symbols": sorted(symbols - LEFT_OUT),
        "names": sorted(
            {n for w in plain if w not in LEFT_OUT for n in (prefix + w, prefix + _plural(w))} - LEFT_OUT
        ),
    }


def _plural(word: str) -> str:
    same = word.endswith(("feet", "hertz", "inches"))
    return word if same else {"inch": "inches", "foot": "feet"}.get(word, f"{word}s")


def currencies() -> list[dict[str, Any]]:
    """One row for each currency: its ISO 4217 code, signs, English names and digits after the point."""
    from babel.numbers import get_currency_name, get_currency_precision, get_currency_symbol

    rows = []
    for code in CURRENCIES:
        sign = get_currency_symbol(code, locale="en")
        names = {get_currency_name(code, count=count, locale="en").lower() for count in (1, 2)}
        rows.append(
            {
                "code": code,
                "digits": get_currency_precision(code),
                "signs": [sign] if sign != code and "CFA" not in sign else [],
                "names": sorted(names),
            }
        )
    return rows


def main() -> None:
    """Write both tables."""
    for name, rows in (("units", units()), ("currencies", currencies())):
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        (RESOURCES / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
