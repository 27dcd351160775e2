# SPDX-License-Identifier: Apache-2.0
"""Tables of the extractor: words and signs with their meaning; no judgement here."""

from __future__ import annotations

from decimal import Decimal

from .mention import Bound, Kind

# --- numbers -------------------------------------------------------------------------------------------

CARDINALS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen".split()
    )
} | {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
SCALES = {  # power of ten
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "lakh crore": 12, "lakh crores": 12, "mn": 6, "mln": 6, "mio": 6, "bn": 9, "bln": 9, "mrd": 9, "tn": 12,
    "trn": 12,
}  # fmt: skip
SCALE_LETTERS = {"k": 3, "K": 3, "M": 6, "MM": 6, "mm": 6, "m": 6, "B": 9, "b": 9, "T": 12, "t": 12}

_SIMPLE_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
ORDINALS = {word: value for value, word in enumerate(_SIMPLE_ORDINALS) if value} | {
    "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70,
    "eightieth": 80, "ninetieth": 90, "hundredth": 100, "thousandth": 1000, "millionth": 1_000_000,
}  # fmt: skip

_DENOMINATORS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "twelfth": 12, "twentieth": 20, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
DENOMINATORS_ONE = _DENOMINATORS | {"half": 2}
DENOMINATORS_MANY = {word + "s": value for word, value in _DENOMINATORS.items()} | {"halves": 2}
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip

# --- units: word -> (kind, base unit, factor) ------------------------------------------------------------

Unit = tuple[Kind, str, Decimal]


def _units(kind: Kind, base: str, factors: dict[str, str]) -> dict[str, Unit]:
    return {
        word: (kind, base, Decimal(f"{Decimal(factor):f}"))
        for words, factor in factors.items()
        for word in words.split()
    }


def _lengths(kind: Kind, base: str, factors: dict[str, str]) -> dict[str, Unit]:
    return _units(kind, base, {f"{w} {w}s": f for words, f in factors.items() for w in words.split()})


DURATIONS: dict[str, Unit] = (
    _lengths(Kind.DURATION, "day", {"day": "1", "week wk": "7", "fortnight": "14"})
    | _lengths(Kind.DURATION, "month", {"month mth": "1", "year yr": "12", "decade": "120"})
    | _lengths(Kind.DURATION, "second", {"second sec": "1", "minute min": "60", "hour hr": "3600"})
    | _units(Kind.DURATION, "month", {"century centuries": "1200", "mo mos": "1"})
    | _units(Kind.DURATION, "month", {"millennium millennia": "12000"})
    | _units(Kind.DURATION, "second", {"h": "3600", "s": "1", "ms millisecond milliseconds": "0.001"})
    | _units(Kind.DURATION, "second", {"microsecond microseconds": "1E-6", "nanosecond nanoseconds": "1E-9"})
)
PERCENTS: dict[str, Unit] = (
    _units(Kind.PERCENT, "%", {"% percent pct percents": "1", "‰ permille": "0.1", "bps bp": "0.01"})
    | _units(Kind.PERCENT, "pp", {"pp pps ppt ppts": "1"})
)  # fmt: skip
CURRENCY_NAMES: dict[str, Unit] = (
    _units(Kind.MONEY, "USD", {"dollar dollars bucks": "1"})
    | _units(Kind.MONEY, "EUR", {"euro euros": "1"})
    | _units(Kind.MONEY, "GBP", {"pound pounds quid sterling": "1", "pence penny": "0.01"})
    | _units(Kind.MONEY, "JPY", {"yen": "1"})
    | _units(Kind.MONEY, "CNY", {"yuan renminbi": "1"})
    | _units(Kind.MONEY, "INR", {"rupee rupees": "1"})
    | _units(Kind.MONEY, "CHF", {"franc francs": "1"})
    | _units(Kind.MONEY, "PLN", {"zloty zlotys zł": "1"})
    | _units(Kind.MONEY, "ILS", {"shekel shekels": "1"})
    | _units(Kind.MONEY, "ZAR", {"rand": "1"})
    | _units(Kind.MONEY, "AED", {"dirham dirhams": "1"})
    | _units(Kind.MONEY, "BRL", {"reais": "1"})
    | _units(Kind.MONEY, "NOK", {"kroner": "1"})
    | _units(Kind.MONEY, "SEK", {"kronor": "1"})
    | _units(Kind.MONEY, "CZK", {"koruna korunas Kč": "1"})
    | _units(Kind.MONEY, "RUB", {"rouble roubles ruble rubles": "1"})
    | _units(Kind.MONEY, "UAH", {"hryvnia hryvnias": "1"})
    | _units(Kind.MONEY, "KRW", {"won": "1"})
    | _units(Kind.MONEY, "THB", {"baht": "1"})
    | _units(Kind.MONEY, "NGN", {"naira": "1"})
    | _units(Kind.MONEY, "HUF", {"forint forints": "1"})
    | _units(Kind.MONEY, "RON", {"lei": "1"})
    | _units(Kind.MONEY, "BGN", {"leva": "1"})
    | _units(Kind.MONEY, "IDR", {"rupiah rupiahs": "1"})
    | _units(Kind.MONEY, "MYR", {"ringgit ringgits": "1"})
    | _units(Kind.MONEY, "BDT", {"taka": "1"})
    | _units(Kind.MONEY, "KZT", {"tenge": "1"})
    | _units(Kind.MONEY, "VND", {"dong": "1"})
    | _units(Kind.MONEY, "GHS", {"cedi cedis": "1"})
    | _units(Kind.MONEY, "BTC", {"bitcoin bitcoins": "1"})
    # Unit "" is money of a currency the text leaves open: cents, crowns, pesos exist in several countries.
    | _units(Kind.MONEY, "", {"cent cents ¢": "0.01", "kr krone krona crown crowns peso pesos": "1"})
    | _units(Kind.MONEY, "", {"lira liras dinar dinars riyal riyals shilling shillings": "1"})
)
# Written as they stand: "M" is not "m", "MW" is not "mW".
SYMBOLS: dict[str, Unit] = (
    _units(
        Kind.QUANTITY,
        "m",
        {"m": "1", "km": "1000", "cm": "0.01", "mm": "0.001", "ft": "0.3048", "mi": "1609.344"},
    )
    | _units(
        Kind.QUANTITY, "m", {"dm": "0.1", "µm μm": "1E-6", "nm": "1E-9", "yd yds": "0.9144", "nmi": "1852"}
    )
    | _units(Kind.QUANTITY, "kg", {"kg": "1", "g": "0.001", "mg": "0.000001", "t": "1000", "kt": "1000000"})
    | _units(Kind.QUANTITY, "kg", {"lb lbs": "0.45359237", "oz": "0.028349523125", "Mt": "1000000000"})
    | _units(Kind.QUANTITY, "kg", {"µg μg mcg": "1E-9", "ng": "1E-12", "cwt": "50.80234544"})
    | _units(
        Kind.QUANTITY, "l", {"l L": "1", "ml mL": "0.001", "cl": "0.01", "hl": "100", "gal": "3.785411784"}
    )
    | _units(Kind.QUANTITY, "l", {"dl dL": "0.1", "cc cm³ cm3": "0.001", "µl μl µL μL": "1E-6"})
    | _units(Kind.QUANTITY, "l", {"m³ m3": "1000", "km³ km3": "1E12", "bbl": "158.987294928"})
    | _units(Kind.QUANTITY, "l", {"ft³ ft3": "28.316846592"})
    | _units(
        Kind.QUANTITY, "m2", {"m² m2 sqm": "1", "km² km2": "1000000", "ha": "10000", "sqft ft²": "0.09290304"}
    )
    | _units(Kind.QUANTITY, "m2", {"cm² cm2": "0.0001"})
    | _units(Kind.QUANTITY, "km/h", {"km/h kph kmh": "1", "mph": "1.609344", "m/s": "3.6", "kn": "1.852"})
    | _units(Kind.QUANTITY, "km/h", {"km/s": "3600", "ft/s": "1.09728"})
    | _units(Kind.QUANTITY, "W", {"W": "1", "kW": "1000", "MW": "1000000", "GW": "1E9", "TW": "1E12"})
    | _units(Kind.QUANTITY, "W", {"mW": "0.001", "hp": "745.69987158227022"})
    # One base for energy, so that kilowatt hours and megajoules compare.
    | _units(
        Kind.QUANTITY, "J", {"J": "1", "kJ": "1000", "MJ": "1E6", "GJ": "1E9", "TJ": "1E12", "kcal": "4184"}
    )
    | _units(
        Kind.QUANTITY, "J", {"Wh": "3600", "kWh": "3.6E6", "MWh": "3.6E9", "GWh": "3.6E12", "TWh": "3.6E15"}
    )
    | _units(Kind.QUANTITY, "J", {"BTU Btu BTUs": "1055.05585262"})
    | _units(
        Kind.QUANTITY, "byte", {"KB kB": "1000", "MB": "1000000", "GB": "1E9", "TB": "1E12", "PB": "1E15"}
    )
    | _units(Kind.QUANTITY, "byte", {"EB": "1E18", "kbit": "125", "Mbit": "125000", "Gbit": "125000000"})
    | _units(Kind.QUANTITY, "byte", {"Gb": "125000000", "Tb": "1.25E11"})
    | _units(Kind.QUANTITY, "byte", {"KiB": "1024", "MiB": "1048576", "GiB": "1073741824"})
    | _units(Kind.QUANTITY, "byte", {"TiB": "1099511627776", "PiB": "1125899906842624"})
    | _units(
        Kind.QUANTITY, "bit/s", {"kB/s KB/s": "8000", "MB/s": "8E6", "GB/s": "8E9", "Tbps Tbit/s": "1E12"}
    )
    | _units(
        Kind.QUANTITY,
        "bit/s",
        {"kbps kbit/s kb/s": "1000", "Mbps Mbit/s Mb/s": "1000000", "Gbps Gbit/s Gb/s": "1E9"},
    )
    | _units(Kind.QUANTITY, "Hz", {"Hz": "1", "kHz": "1000", "MHz": "1000000", "GHz": "1E9"})
    | _units(Kind.QUANTITY, "V", {"V": "1", "kV": "1000", "mV": "0.001"})
    | _units(Kind.QUANTITY, "A", {"mA": "0.001"})
    | _units(Kind.QUANTITY, "Ah", {"Ah": "1", "mAh": "0.001"})
    | _units(Kind.QUANTITY, "Pa", {"Pa": "1", "hPa mbar": "100", "kPa": "1000", "MPa": "1E6", "GPa": "1E9"})
    | _units(Kind.QUANTITY, "Pa", {"bar": "100000", "atm": "101325", "psi": "6894.757293168"})
    | _units(Kind.QUANTITY, "Pa", {"mmHg": "133.322387415"})
    | _units(Kind.QUANTITY, "dB", {"dB": "1"})
    | _units(Kind.QUANTITY, "ppm", {"ppm": "1", "ppb": "0.001"})
    | _units(Kind.DURATION, "second", {"µs μs": "1E-6", "ns": "1E-9"})
    | _units(Kind.QUANTITY, "°C", {"°C ℃": "1"})
    | _units(Kind.QUANTITY, "°F", {"°F ℉": "1"})
)
UNIT_WORDS: dict[str, Unit] = (
    _lengths(Kind.QUANTITY, "m", {"metre meter": "1", "kilometre kilometer": "1000", "mile": "1609.344"})
    | _lengths(Kind.QUANTITY, "m", {"centimetre centimeter": "0.01", "millimetre millimeter": "0.001"})
    | _units(Kind.QUANTITY, "m", {"foot feet": "0.3048", "yard yards": "0.9144", "inch inches": "0.0254"})
    | _lengths(Kind.QUANTITY, "m", {"fathom": "1.8288", "light-year": "9460730472580800", "micron": "1E-6"})
    | _lengths(Kind.QUANTITY, "m", {"micrometre micrometer": "1E-6", "nanometre nanometer": "1E-9"})
    | _lengths(
        Kind.QUANTITY, "kg", {"kilogram kilogramme kilo": "1", "gram gramme": "0.001", "tonne": "1000"}
    )
    | _lengths(Kind.QUANTITY, "kg", {"milligram": "0.000001", "ounce": "0.028349523125", "ton": "1000"})
    | _lengths(Kind.QUANTITY, "kg", {"microgram": "1E-9", "nanogram": "1E-12", "carat": "0.0002"})
    | _units(Kind.QUANTITY, "kg", {"stone": "6.35029318"})
    | _lengths(
        Kind.QUANTITY, "l", {"litre liter": "1", "millilitre milliliter": "0.001", "gallon": "3.785411784"}
    )
    | _lengths(Kind.QUANTITY, "l", {"barrel": "158.987294928", "quart": "0.946352946", "pint": "0.473176473"})
    | _units(Kind.QUANTITY, "l", {"acre-foot acre-feet": "1233481.83754752"})
    | _lengths(Kind.QUANTITY, "l", {"centilitre centiliter": "0.01", "decilitre deciliter": "0.1"})
    | _lengths(Kind.QUANTITY, "m2", {"hectare": "10000", "acre": "4046.8564224"})
    | _lengths(
        Kind.QUANTITY, "W", {"watt": "1", "kilowatt": "1000", "megawatt": "1000000", "gigawatt": "1E9"}
    )
    | _units(Kind.QUANTITY, "W", {"terawatt terawatts": "1E12", "horsepower": "745.69987158227022"})
    | _lengths(Kind.QUANTITY, "J", {"watt-hour": "3600", "kilowatt-hour": "3.6E6", "megawatt-hour": "3.6E9"})
    | _lengths(Kind.QUANTITY, "J", {"gigawatt-hour": "3.6E12", "terawatt-hour": "3.6E15"})
    | _lengths(
        Kind.QUANTITY, "J", {"joule": "1", "kilojoule": "1000", "megajoule": "1E6", "gigajoule": "1E9"}
    )
    | _lengths(Kind.QUANTITY, "J", {"kilocalorie": "4184"})
    | _lengths(Kind.QUANTITY, "V", {"volt": "1", "kilovolt": "1000", "millivolt": "0.001"})
    | _lengths(Kind.QUANTITY, "A", {"amp ampere": "1", "milliamp": "0.001"})
    | _units(Kind.QUANTITY, "Hz", {"hertz": "1", "kilohertz": "1000", "megahertz": "1E6", "gigahertz": "1E9"})
    | _lengths(
        Kind.QUANTITY, "Pa", {"pascal": "1", "kilopascal": "1000", "megapascal": "1E6", "millibar": "100"}
    )
    | _lengths(Kind.QUANTITY, "dB", {"decibel": "1"})
    | _lengths(Kind.QUANTITY, "K", {"kelvin": "1"})
    | _lengths(
        Kind.QUANTITY, "byte", {"byte": "1", "kilobyte": "1000", "megabyte": "1000000", "gigabyte": "1E9"}
    )
    | _lengths(Kind.QUANTITY, "byte", {"terabyte": "1E12", "petabyte": "1E15", "exabyte": "1E18"})
    | _lengths(Kind.QUANTITY, "byte", {"kibibyte": "1024", "mebibyte": "1048576", "gibibyte": "1073741824"})
    | _lengths(Kind.QUANTITY, "byte", {"tebibyte": "1099511627776", "bit": "0.125", "kilobit": "125"})
    | _lengths(Kind.QUANTITY, "byte", {"megabit": "125000", "gigabit": "125000000", "terabit": "1.25E11"})
    | _lengths(Kind.QUANTITY, "km/h", {"knot": "1.852"})
)
_SQUARE = {
    name: (Kind.QUANTITY, "m2", unit[2] * unit[2])
    for name, unit in (UNIT_WORDS | SYMBOLS).items()
    if unit[1] == "m"
}
_CUBIC = {
    name: (Kind.QUANTITY, "l", unit[2] * unit[2] * unit[2] * 1000)
    for name, unit in (UNIT_WORDS | SYMBOLS).items()
    if unit[1] == "m"
}
_BUSINESS: dict[str, Unit] = _units(Kind.DURATION, "business_day", {"day days": "1", "week weeks": "5"})
_CELSIUS: dict[str, Unit] = _units(Kind.QUANTITY, "°C", {"celsius centigrade c": "1"})
_FAHRENHEIT: dict[str, Unit] = _units(Kind.QUANTITY, "°F", {"fahrenheit f": "1"})


def _dollars(code: str) -> dict[str, Unit]:
    return _units(Kind.MONEY, code, {"dollar dollars": "1", "cent cents": "0.01"})


def _crowns(code: str) -> dict[str, Unit]:
    return _units(Kind.MONEY, code, {"crown crowns krone kroner krona kronor koruna": "1"})


def _money(code: str, words: str) -> dict[str, Unit]:
    return _units(Kind.MONEY, code, {words: "1"})


def _pesos(code: str) -> dict[str, Unit]:
    return _money(code, "peso pesos")


_IMPERIAL = _lengths(Kind.QUANTITY, "l", {"gallon": "4.54609", "pint": "0.56826125"})
# Units of two and three words: the words before the last -> the last -> unit.
PAIRS: dict[str, dict[str, Unit]] = {
    "per": _units(Kind.PERCENT, "%", {"cent": "1", "mille mil": "0.1"}),
    "percentage": _units(Kind.PERCENT, "pp", {"point points": "1"}),
    "percent": _units(Kind.PERCENT, "pp", {"point points": "1"}),
    "basis": _units(Kind.PERCENT, "%", {"point points": "0.01"}),
    "business": _BUSINESS,
    "working": _BUSINESS,
    "banking": _BUSINESS,
    "trading": _BUSINESS,
    "square": _SQUARE,
    "sq": _SQUARE,
    "sq.": _SQUARE,
    "cubic": _CUBIC,
    "cu": _CUBIC,
    "degrees": _CELSIUS | _FAHRENHEIT,
    "degree": _CELSIUS | _FAHRENHEIT,
    "°": _CELSIUS | _FAHRENHEIT,
    "pounds": _units(Kind.MONEY, "GBP", {"sterling": "1"}),
    "us": _dollars("USD") | _lengths(Kind.QUANTITY, "l", {"gallon": "3.785411784", "pint": "0.473176473"}),
    "imperial": _IMPERIAL,
    "uk": _IMPERIAL,
    "american": _dollars("USD"),
    "canadian": _dollars("CAD"),
    "australian": _dollars("AUD"),
    "singapore": _dollars("SGD"),
    "swiss": _units(Kind.MONEY, "CHF", {"franc francs": "1"}),
    "japanese": _units(Kind.MONEY, "JPY", {"yen": "1"}),
    "indian": _units(Kind.MONEY, "INR", {"rupee rupees": "1"}),
    "norwegian": _crowns("NOK"),
    "swedish": _crowns("SEK"),
    "danish": _crowns("DKK"),
    "czech": _crowns("CZK"),
    "hong kong": _dollars("HKD"),
    "new zealand": _dollars("NZD"),
    "new taiwan": _dollars("TWD"),
    "hong": {},
    "new": {},
    "south": {},
    "saudi": _money("SAR", "riyal riyals"),
    "korean": _money("KRW", "won"),
    "south korean": _money("KRW", "won"),
    "south african": _money("ZAR", "rand"),
    "turkish": _money("TRY", "lira liras"),
    "qatari": _money("QAR", "riyal riyals"),
    "omani": _money("OMR", "rial rials"),
    "kuwaiti": _money("KWD", "dinar dinars"),
    "jordanian": _money("JOD", "dinar dinars"),
    "serbian": _money("RSD", "dinar dinars"),
    "egyptian": _money("EGP", "pound pounds"),
    "british": _money("GBP", "pound pounds"),
    "kenyan": _money("KES", "shilling shillings"),
    "ugandan": _money("UGX", "shilling shillings"),
    "tanzanian": _money("TZS", "shilling shillings"),
    "malaysian": _money("MYR", "ringgit"),
    "chinese": _money("CNY", "yuan renminbi"),
    "russian": _money("RUB", "rouble roubles ruble rubles"),
    "brazilian": _money("BRL", "real reais reals"),
    "polish": _money("PLN", "zloty zlotys"),
    "israeli": _money("ILS", "shekel shekels"),
    "mexican": _pesos("MXN"),
    "philippine": _pesos("PHP"),
    "argentine": _pesos("ARS"),
    "chilean": _pesos("CLP"),
    "colombian": _pesos("COP"),
    "pakistani": _money("PKR", "rupee rupees"),
    "astronomical": _units(Kind.QUANTITY, "m", {"unit units": "149597870700"}),
    "light": _lengths(Kind.QUANTITY, "m", {"year": "9460730472580800"}),
    "short": _lengths(Kind.QUANTITY, "kg", {"ton": "907.18474"}),
    "long": _lengths(Kind.QUANTITY, "kg", {"ton": "1016.0469088"}),
    "troy": _lengths(Kind.QUANTITY, "kg", {"ounce": "0.0311034768"}),
    "fl": _units(Kind.QUANTITY, "l", {"oz": "0.0295735295625"}),
    "acre": _units(Kind.QUANTITY, "l", {"foot feet": "1233481.83754752"}),
    "metric": _units(Kind.QUANTITY, "kg", {"ton tons tonne tonnes": "1000"}),
    "nautical": _units(Kind.QUANTITY, "m", {"mile miles": "1852"}),
    "fluid": _units(Kind.QUANTITY, "l", {"ounce ounces": "0.0295735295625"}),
    "watt": _lengths(Kind.QUANTITY, "J", {"hour": "3600"}),
    "kilowatt": _lengths(Kind.QUANTITY, "J", {"hour": "3.6E6"}),
    "megawatt": _lengths(Kind.QUANTITY, "J", {"hour": "3.6E9"}),
    "gigawatt": _lengths(Kind.QUANTITY, "J", {"hour": "3.6E12"}),
    "terawatt": _lengths(Kind.QUANTITY, "J", {"hour": "3.6E15"}),
}
# "12 more months", "two full years": words that may stand between a number and its unit.
BETWEEN_UNIT = frozenset(
    "full whole complete consecutive calendar additional extra further more clear straight successive "
    "solid tax fiscal financial policy academic plan school plain other".split()
)

# --- money -----------------------------------------------------------------------------------------------

CURRENCY_SIGNS = {
    "$": "USD", "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD", "SG$": "SGD", "R$": "BRL", "MX$": "MXN", "NT$": "TWD", "£": "GBP", "€": "EUR", "¥": "JPY",
    "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₫": "VND", "฿": "THB", "₱": "PHP",
    "₦": "NGN", "₪": "ILS", "Rs": "INR", "Rs.": "INR", "kr": "", "Kč": "CZK", "zł": "PLN", "CN¥": "CNY",
    "₵": "GHS", "GH₵": "GHS", "₿": "BTC", "R": "ZAR", "RM": "MYR", "Rp": "IDR", "RMB": "CNY", "KSh": "KES",
    "Ksh": "KES", "Ft": "HUF",
}  # fmt: skip
# ISO 4217, less the codes that are English words in capitals (ALL, TOP, CUP, PEN, BOB, GEL, MOP, LAK ...).
CURRENCY_CODES = frozenset(
    "USD EUR GBP JPY CHF CAD AUD NZD CNY CNH HKD SGD INR NOK SEK DKK ISK PLN CZK HUF RON BGN HRK RUB UAH "
    "TRY ILS ZAR BRL MXN ARS CLP COP UYU KRW TWD THB IDR MYR PHP VND AED SAR QAR KWD BHD OMR JOD EGP NGN "
    "KES GHS TZS UGX PKR BDT LKR NPR KZT XOF XAF RSD BAM MKD AMD AZN DOP CRC GTQ JMD TTD BBD BSD XCD DEM "
    "FRF ITL BTC ETH".split()
)
LOWER_CODES = frozenset(
    "usd eur gbp jpy chf cad aud nzd cny hkd sgd inr nok sek dkk pln czk huf zar brl mxn krw aed".split()
)
# Where "3.350" means three thousand three hundred and fifty.
POINT_GROUPING = frozenset("EUR DKK NOK SEK ISK PLN CZK BRL ARS CLP COP IDR TRY VND".split())

# --- dates -----------------------------------------------------------------------------------------------

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
# Months that, written small, are as often a verb or short for another thing: "may", "mar", "dec".
MONTHS_OR_WORDS = frozenset("may march mar dec sep jan".split())
DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS = (
    frozenset(DAY_NAMES)
    | {f"{day}s" for day in DAY_NAMES}
    | set("mon tue tues wed thu thur thurs fri".split())
)
# Words before a bare month or year that make it a date: "in May", "since 1998".
DATE_CUES = frozenset(
    "in since until till by from of during through throughout next last this each every early mid late "
    "end before after for to and or between ending ended ends year years month beginning starting begins "
    "starts start till around circa approximately about previous following past current fy cy calendar "
    "tax fiscal financial policy was vs versus than the".split()
)

# --- bounds: the words right before a value -------------------------------------------------------------

_BOUND_PHRASES = {
    Bound.ABOUT: "about|approximately|approx|approx.|around|roughly|nearly|almost|circa|c.|ca.|ca|some|"
    "close to|near|in the vicinity of|estimated|an estimated|in the region of|~|≈|or about",
    Bound.AT_LEAST: "at least|no less than|not less than|no fewer than|not fewer than|minimum of|minimum|"
    "min|min.|not be less than|upwards of|starting at|starting from|≥|>=|"
    "not below|not under|at minimum|no lower than|not lower than|no shorter than|never less than|"
    "never below|minimum is|no earlier than|not earlier than|no sooner than|not sooner than|"
    "as little as|as few as|as low as",
    Bound.MORE_THAN: "more than|over|exceeds|exceed|exceeding|exceeded|above|greater than|higher than|"
    "longer than|older than|larger than|in excess of|beyond|surpasses|surpassed|topped|>|bigger than|"
    "better than|north of",
    Bound.AT_MOST: "at most|up to|no more than|not more than|no longer than|not longer than|no greater than|"
    "not exceeding|not exceed|never exceed|cannot exceed|not to exceed|no higher than|maximum of|maximum|"
    "max|max.|capped at|cap of|limited to|not be more than|no later than|not later than|not over|"
    "not above|as much as|as many as|≤|<=|not be longer than|never more than|upto|no older than|not exceeded|"
    "without exceeding|not higher than|not greater than|a cap of|maximum is|not to be more than|as high as|as large as",
    Bound.LESS_THAN: "less than|under|below|fewer than|lower than|shorter than|younger than|smaller than|<|"
    "not quite|south of",
}  # fmt: skip
BOUNDS = {phrase: bound for bound, phrases in _BOUND_PHRASES.items() for phrase in phrases.split("|")}
BOUND_ENDS = frozenset(phrase.split()[-1] for phrase in BOUNDS)

# --- words that label a number instead of counting: "Section 4.2", "Form 1099", "order 4821" ------------

LABELS = frozenset(  # "Section 4.2" is a name worth checking
    "section sections clause clauses article articles chapter schedule appendix annex exhibit form forms "
    "rule rules regulation directive version release tier level band zone stage phase class category "
    "grade option plan type model level bracket lot gate route series ias ifrs iso iec asc sfas rfc condition "
    "conditions exclusion exclusions endorsement endorsements recital definition s sec art cl sch reg "
    "ver ext extension".split()
)
# What carries a number in its name when written with a capital: "Python 3.8", "Room 204", "FTSE 100".
CAPITAL_LABELS = frozenset(
    "python java ios android windows macos ubuntu node php ruby postgresql mysql chrome firefox html css usb "
    "bluetooth iphone galaxy pixel playstation xbox fi boeing airbus ftse nasdaq russell nikkei topix dax cac "
    "fortune formula forever apollo interstate highway flight room suite apartment apt box terminal "
    "platform".split()
)
LABEL_ABBREVIATIONS = {
    "s": "section", "sec": "section", "art": "article", "cl": "clause", "sch": "schedule",
    "reg": "regulation", "ver": "version", "ext": "extension",
}  # fmt: skip
POINTERS = frozenset(  # "page 4" and "step 2" only point into a text
    "page pages p pp step steps table figure fig item items note notes part parts question line lines "
    "row rows column slide footnote paragraph paragraphs para chunk passage "
    "source document doc example".split()
)
NUMBERED = frozenset(  # "order 4821", "account no. 12345678": an identifier follows
    "order orders ticket account invoice policy claim case ref reference card cards ending no nr number "
    "id transaction payment booking confirmation customer contract loan file docket permit license "
    "licence serial tracking phone tel telephone fax pin code bin iban sort ein ssn vat msg request".split()
)
IDENTIFIER_KEYS = (  # ends of JSON keys whose digits name something
    "id", "_no", "number", "ref", "reference", "end", "last4", "last_four", "iban", "pan", "card", "account",
    "phone", "code", "zip", "postcode", "ticket", "bic",
)  # fmt: skip

# --- nouns and names ------------------------------------------------------------------------------------

IRREGULAR_PLURALS = {
    "people": "person", "persons": "person", "children": "child", "men": "man", "women": "woman",
    "feet": "foot", "staff": "staff", "analyses": "analysis", "indices": "index", "criteria": "criterion",
    "lives": "life", "halves": "half", "wives": "wife", "data": "data", "fte": "fte", "series": "series",
    "premises": "premises",
}  # fmt: skip
NOT_PLURAL = frozenset(
    "is was has as this plus us its less always across versus towards unless minus does these those his "
    "hers ours yours theirs besides perhaps afterwards besides thus gas bus loss class process business "
    "address access basis previous various gross express status bonus pass cross needs means applies "
    "says meets lacks exceeds covers equals includes remains falls rises makes takes gives gets goes "
    "comes becomes represents leaves holds brings pays expires ends starts begins runs matters counts "
    "belongs appears seems contains requires allows lets helps keeps stays stands follows depends "
    "results shows states".split()
)
HONORIFICS = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady judge justice hon rev capt".split()
)
LEGAL_SUFFIXES = frozenset(
    "inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag sa sas sarl srl spa "
    "bv nv ab as asa oy oyj kg kgaa pty pte sro kft zrt doo aps se sl kk".split()
)
INNER_WORDS = frozenset(
    {"of", "the", "and", "for", "de", "van", "von", "der", "den", "la", "du", "del", "di", "da", "&"}
)
ORG_NOUNS = frozenset(
    "office centre center institute department ministry bank council society association authority "
    "foundation fund agency board commission court bureau committee union university school college "
    "trust federation league organisation organization ombudsman register programme program".split()
)
# Words that tell one product from its sister: "Premium" is not "Premium Plus".
TIERS = frozenset(
    "plus premium pro basic gold silver platinum bronze standard student business max lite essential "
    "essentials select elite black classic everyday family junior senior extra ultra advanced starter "
    "enterprise personal private youth joint flex direct instant express saver mini north south east "
    "west northern southern eastern western new upper lower ii iii iv".split()
)
