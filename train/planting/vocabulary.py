# SPDX-License-Identifier: Apache-2.0
"""Words of the digit scan: spelled numbers, scales, currencies, units; written apart from the extractor's."""

from __future__ import annotations

from decimal import Decimal

ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: value * 10
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
SPELLED = {word: value for word, value in (ONES | TENS).items() if value > 1}
SCALES = {
    "hundred": Decimal(100), "thousand": Decimal(1000), "million": Decimal(10**6), "billion": Decimal(10**9),
    "trillion": Decimal(10**12), "k": Decimal(1000), "K": Decimal(1000), "m": Decimal(10**6),
    "M": Decimal(10**6), "mn": Decimal(10**6), "bn": Decimal(10**9), "B": Decimal(10**9),
    "tn": Decimal(10**12), "lakh": Decimal(10**5), "crore": Decimal(10**7), "hundreds": Decimal(100),
    "thousands": Decimal(1000), "millions": Decimal(10**6), "billions": Decimal(10**9),
}  # fmt: skip
# A wrong scale for each, as readers would misread it.
OTHER_SCALES = {
    "thousand": ("million",), "million": ("billion", "thousand"), "billion": ("million", "trillion"),
    "trillion": ("billion",), "k": ("m",), "K": ("M",), "m": ("bn", "k"), "M": ("B", "K"),
    "mn": ("bn",), "bn": ("m", "tn"), "B": ("M",), "tn": ("bn",), "lakh": ("crore",), "crore": ("lakh",),
}  # fmt: skip
CURRENCY_PREFIXES = {
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "USD": "USD", "EUR": "EUR",
    "GBP": "GBP", "CHF": "CHF", "JPY": "JPY", "CAD": "CAD", "AUD": "AUD", "SEK": "SEK", "NOK": "NOK",
    "DKK": "DKK", "PLN": "PLN", "INR": "INR", "SGD": "SGD", "HKD": "HKD", "Rs.": "INR", "Rs": "INR", "₩": "KRW",
    "₽": "RUB", "₺": "TRY", "RM": "MYR", "CZK": "CZK", "HUF": "HUF", "ZAR": "ZAR", "AED": "AED", "CNY": "CNY",
    "RMB": "CNY", "NZD": "NZD", "BRL": "BRL", "MXN": "MXN",
}  # fmt: skip
CURRENCY_WORDS = {
    "dollar": "USD", "dollars": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP", "cents": "USD",
    "pence": "GBP", "francs": "CHF", "yen": "JPY", "rupees": "INR", "kroner": "NOK", "kronor": "SEK",
    "crowns": "SEK", "zloty": "PLN", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "jpy": "JPY",
    "cad": "CAD", "aud": "AUD", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "inr": "INR",
    "sgd": "SGD", "hkd": "HKD", "czk": "CZK", "huf": "HUF", "zar": "ZAR", "cny": "CNY", "€": "EUR", "£": "GBP",
    "kr": "SEK",
}  # fmt: skip
CURRENCY_WORDS |= {
    word.upper(): code for word, code in CURRENCY_WORDS.items() if len(word) == 3 and word != "yen"
}
PERCENT_WORDS = {
    "%": "percent", "％": "percent", "percent": "percent", "per cent": "percent", "pct": "percent",
    "percentage points": "points", "percentage point": "points", "percent points": "points", "pp": "points",
    "points": "points", "point": "points", "basis points": "basis points", "basis point": "basis points",
    "bps": "basis points", "bp": "basis points", "‰": "per mille", "per mille": "per mille",
}  # fmt: skip
TIME_UNITS = {
    "second": "second", "seconds": "second", "minute": "minute", "minutes": "minute", "min": "minute",
    "hour": "hour", "hours": "hour", "hrs": "hour", "day": "day", "days": "day", "week": "week",
    "weeks": "week", "month": "month", "months": "month", "quarters": "quarter", "year": "year",
    "years": "year", "yr": "year", "yrs": "year", "decades": "decade", "decade": "decade",
    "centuries": "century", "nights": "night",
}  # fmt: skip
# How many of other units make one: "2 years" must not be planted as "24 months".
TIME_PARTS = tuple(map(Decimal, ("60", "24", "7", "12", "365", "52", "3", "4", "30", "10", "100", "5")))
MEASURES = (
    "km kilometre kilometres kilometer kilometers metre metres meter meters m mile miles mi ft feet foot inch "
    "inches cm mm yard yards kg kilogram kilograms kilo kilos g gram grams mg tonne tonnes ton tons t lb lbs "
    "pound ounce ounces oz litre litres liter liters l ml gallon gallons barrel barrels hectare hectares ha "
    "acre acres sqm m² km² mph km/h kWh MWh GWh TWh kW MW GW W °C °F C degrees TB GB MB KB GHz MHz Hz V A "
    "bytes gigabytes megabytes kilobytes terabytes calories kcal knots watts kilowatts megawatts mAh dB ppm "
    "psi mpg rpm mmHg t/ha"
).split()
# A unit that is wrong in place of another, of the same dimension and number.
OTHER_UNITS = {
    "seconds": ("minutes",), "minutes": ("hours", "seconds"), "hours": ("days", "minutes"),
    "days": ("weeks", "months", "hours"), "weeks": ("months", "days"), "months": ("years", "weeks", "days"),
    "years": ("months", "weeks"), "decades": ("years",), "quarters": ("years", "months"), "second": ("minute",),
    "minute": ("hour",), "hour": ("day",), "day": ("week", "month"), "week": ("month", "day"),
    "month": ("year", "week"), "year": ("month", "week"), "decade": ("year",), "centuries": ("decades",),
    "km": ("miles", "m"), "kilometres": ("miles", "metres"), "kilometers": ("miles", "meters"),
    "kilometre": ("mile",), "kilometer": ("mile",), "metres": ("kilometres", "feet"), "meters": ("kilometers", "feet"),
    "meter": ("foot",), "metre": ("foot",), "mile": ("kilometer",), "miles": ("kilometers", "feet"), "ft": ("m",),
    "feet": ("meters", "miles"), "foot": ("meter",), "inches": ("feet", "centimeters"), "inch": ("foot",),
    "cm": ("mm", "m"), "mm": ("cm",), "yards": ("miles",), "yard": ("mile",), "kg": ("tonnes", "g"),
    "kilograms": ("tonnes", "grams"), "g": ("kg", "mg"), "grams": ("kilograms",), "mg": ("g",),
    "tonnes": ("kilograms",), "tonne": ("kilogram",), "tons": ("pounds",), "ton": ("pound",),
    "lb": ("kg",), "lbs": ("kg",),
    "ounces": ("pounds",), "oz": ("kg",), "litres": ("gallons", "millilitres"), "liters": ("gallons", "milliliters"),
    "litre": ("gallon",), "liter": ("gallon",), "ml": ("litres",), "gallons": ("liters", "barrels"),
    "gallon": ("liter",), "barrels": ("gallons",), "barrel": ("gallon",), "hectares": ("acres",), "ha": ("acres",),
    "acres": ("hectares", "square miles"), "acre": ("hectare",), "mph": ("km/h",), "km/h": ("mph",),
    "kWh": ("MWh",), "MWh": ("kWh", "GWh"), "GWh": ("MWh", "TWh"), "TWh": ("GWh",), "kW": ("MW",), "MW": ("GW", "kW"),
    "GW": ("MW",), "°C": ("°F",), "°F": ("°C",), "TB": ("GB",), "GB": ("MB", "TB"), "MB": ("GB", "KB"), "KB": ("MB",),
    "GHz": ("MHz",), "MHz": ("GHz",), "bytes": ("kilobytes",), "gigabytes": ("megabytes",),
    "megabytes": ("gigabytes",), "terabytes": ("gigabytes",), "kilobytes": ("megabytes",), "t/ha": ("kg/ha",),
    "watts": ("kilowatts",), "kilowatts": ("megawatts",), "megawatts": ("gigawatts",), "t": ("kg",),
}  # fmt: skip
OTHER_CURRENCIES = {
    "$": ("€", "£"), "£": ("€", "$"), "€": ("$", "£"), "US$": ("€",), "¥": ("$",), "₹": ("$",), "USD": ("EUR", "GBP"),
    "EUR": ("USD", "CHF"), "GBP": ("EUR",), "CHF": ("EUR",), "A$": ("£",), "C$": ("£",), "JPY": ("USD",),
    "SEK": ("EUR",), "NOK": ("EUR",), "DKK": ("EUR",), "INR": ("USD",), "PLN": ("EUR",), "dollars": ("euros",),
    "euros": ("dollars",), "euro": ("dollars",), "dollar": ("euro",), "pounds": ("euros",), "francs": ("euros",),
    "yen": ("dollars",), "rupees": ("dollars",), "pence": ("cents",), "cents": ("pence",), "eur": ("usd",),
    "usd": ("eur",), "gbp": ("eur",), "kroner": ("euros",), "kronor": ("euros",), "zloty": ("euros",),
}  # fmt: skip
# "$5 per month" -> "$5 per year": the denominators and the adverbs of frequency.
OTHER_RATES = {
    "per month": "per year", "per year": "per month", "per week": "per month", "per day": "per week",
    "per hour": "per day", "per annum": "per month", "per minute": "per hour", "per second": "per minute",
    "a month": "a year", "a year": "a month", "a week": "a month", "a day": "a week", "an hour": "a day",
    "each month": "each year", "each year": "each month", "every month": "every year", "every year": "every month",
    "/month": "/year", "/year": "/month", "/mo": "/yr", "/yr": "/mo", "per quarter": "per month",
    "a quarter": "a month", "a minute": "an hour", "each day": "each week", "each week": "each month",
}  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
