# SPDX-License-Identifier: Apache-2.0
"""Codes that records write for a place or a currency, by the name that an answer writes out."""

from __future__ import annotations

_AIRPORTS = """
amsterdam AMS; athens ATH; atlanta ATL; auckland AKL; austin AUS; bangkok BKK,DMK; barcelona BCN; beijing PEK,PKX;
bergen BGO; berlin BER; birmingham BHX,BHM; bogota BOG; bogotá BOG; boston BOS; brisbane BNE; bristol BRS; brussels
BRU; bucharest OTP; budapest BUD; buenos+aires EZE,AEP; cairo CAI; calgary YYC; cape+town CPT; casablanca CMN;
charlotte CLT; chicago ORD,MDW; cologne CGN; copenhagen CPH; dallas DFW,DAL; delhi DEL; denver DEN; detroit DTW; doha
DOH; dubai DXB; dublin DUB; düsseldorf DUS; edinburgh EDI; faro FAO; frankfurt FRA; geneva GVA; glasgow GLA; gothenburg
GOT; hamburg HAM; hanoi HAN; helsinki HEL; hong+kong HKG; honolulu HNL; houston IAH,HOU; istanbul IST,SAW; jakarta CGK;
johannesburg JNB; krakow KRK; kraków KRK; kuala+lumpur KUL; lagos LOS; las+vegas LAS; leeds LBA; lima LIM; lisbon LIS;
liverpool LPL; london LHR,LGW,STN,LTN,LCY; los+angeles LAX; lyon LYS; madrid MAD; malaga AGP; málaga AGP; manchester
MAN; manila MNL; marseille MRS; melbourne MEL; mexico+city MEX; miami MIA; milan MXP,LIN; minneapolis MSP; montreal YUL;
montréal YUL; mumbai BOM; munich MUC; nairobi NBO; naples NAP; new+orleans MSY; new+york JFK,LGA,EWR; nice NCE; orlando
MCO; osaka KIX,ITM; oslo OSL; palma PMI; paris CDG,ORY; perth PER; philadelphia PHL; phoenix PHX; portland PDX; porto
OPO; prague PRG; reykjavik KEF; riga RIX; rio+de+janeiro GIG; rome FCO,CIA; salt+lake+city SLC; san+diego SAN;
san+francisco SFO; santiago SCL; sao+paulo GRU; são+paulo GRU; seattle SEA; seoul ICN,GMP; shanghai PVG,SHA; singapore
SIN; sofia SOF; stavanger SVG; stockholm ARN,BMA; stuttgart STR; sydney SYD; taipei TPE; tallinn TLL; tel+aviv TLV;
tokyo HND,NRT; toronto YYZ,YTZ; toulouse TLS; vancouver YVR; venice VCE; vienna VIE; vilnius VNO; warsaw WAW;
washington IAD,DCA; zagreb ZAG; zurich ZRH; zürich ZRH
"""
_COUNTRIES = """
andorra AD,AND; argentina AR,ARG; australia AU,AUS; austria AT,AUT; belgium BE,BEL; brazil BR,BRA; bulgaria BG,BGR;
canada CA,CAN; chile CL,CHL; china CN,CHN; colombia CO,COL; croatia HR,HRV; cyprus CY,CYP; czechia CZ,CZE; denmark
DK,DNK; egypt EG,EGY; estonia EE,EST; finland FI,FIN; france FR,FRA; germany DE,DEU; greece GR,GRC; hungary HU,HUN;
iceland IS,ISL; india IN,IND; indonesia ID,IDN; ireland IE,IRL; israel IL,ISR; italy IT,ITA; japan JP,JPN; kenya KE,KEN;
latvia LV,LVA; liechtenstein LI,LIE; lithuania LT,LTU; luxembourg LU,LUX; malaysia MY,MYS; malta MT,MLT; mexico MX,MEX;
monaco MC,MCO; morocco MA,MAR; netherlands NL,NLD; new+zealand NZ,NZL; nigeria NG,NGA; norway NO,NOR; pakistan PK,PAK;
philippines PH,PHL; poland PL,POL; portugal PT,PRT; romania RO,ROU; serbia RS,SRB; singapore SG,SGP; slovakia SK,SVK;
slovenia SI,SVN; south+africa ZA,ZAF; south+korea KR,KOR; spain ES,ESP; sweden SE,SWE; switzerland CH,CHE; taiwan
TW,TWN; thailand TH,THA; turkey TR,TUR; ukraine UA,UKR; uk GB,GBR; united+kingdom GB,GBR,UK; united+states US,USA;
vietnam VN,VNM
"""
_CURRENCIES = """
american USD; australian AUD; brazilian BRL; british GBP; canadian CAD; chinese CNY; czech CZK; danish DKK; european
EUR; hungarian HUF; indian INR; japanese JPY; mexican MXN; new+zealand NZD; norwegian NOK; polish PLN; singapore SGD;
south+african ZAR; swedish SEK; swiss CHF; turkish TRY; us USD
"""


def _read(table: str) -> dict[str, tuple[str, ...]]:
    entries = (entry.split() for entry in table.strip().split(";"))
    return {name.replace("+", " "): tuple(codes.split(",")) for name, codes in entries}


AIRPORTS, COUNTRIES, CURRENCIES = _read(_AIRPORTS), _read(_COUNTRIES), _read(_CURRENCIES)
