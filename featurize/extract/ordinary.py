# SPDX-License-Identifier: Apache-2.0
"""Ordinary English words: what a capital at the start of a sentence does not turn into a name."""

from __future__ import annotations

# Words that carry grammar: never a counted noun, never the first word of a name.
FUNCTION = frozenset(
    "a an the this that these those there here it its he she they them his her hers their theirs we us our ours you "
    "your yours i me my mine who whom whose which what when where why how all any both each either every few many "
    "more most much neither no none not nothing nobody one other others another same several some such own only so "
    "than too very just also even still yet again always never often once twice then now soon already almost "
    "and or but nor if unless although though because since while whereas whether until till as at by for from in "
    "into of off on onto out over per plus minus to toward towards under up upon via with within without about above "
    "across after against along among around before behind below beneath beside besides between beyond despite down "
    "during except inside like near outside past through throughout versus vs et al is am are was were be been being "
    "do does did done doing have has had having can could may might must shall should will would ought need needs "
    "let lets however therefore thus hence moreover furthermore otherwise instead meanwhile additionally yes ok okay "
    "please thanks thank hello hi dear sorry sure note according based given regarding concerning respectively "
    "first second third finally lastly next later earlier later ago apart aside away back ever maybe perhaps rather "
    "quite etc eg ie namely including include includes included excluding unlike due owing together less least "
    "per apiece each annually monthly weekly daily yearly quarterly overall total altogether later alone combined "
    "where whenever wherever whoever whatever whichever".split()
)

# Verbs, adverbs and nouns that open sentences, headings and table cells in plain prose.
ORDINARY = FUNCTION | frozenset(
    "accept access account accounts accrued act actual add additional address adjust administration advance advice "
    "affected age agent agents agree agreed agreement allow allowed amount amounts annual answer applicable "
    "applicants application applications applies apply approval approved area article ask assets assistance assume "
    "attach authorisations automatic available average avoid backlog balance balances bank banking banks base basic "
    "basis before beginning beneficiaries benefit benefits best bill billing block blocked board bonds bonus book "
    "booking borrower borrowers box branch branches break bring broker budget build building buildings business buy "
    "buyer buyers buying calculate call calls cancel cancellation cancelled cap capital car card cardholder "
    "cardholders cards care case cases cash category central certain change changed changes channel charge charged "
    "charges check checks child children choose city claim claimant claims class clause clear clerk click client "
    "clients close closed closing code collect come commission common company complaint complaints complete "
    "compliance condition conditions confirm confirmed consider consumer contact content contents contract contracts "
    "contribution contributions control copy corporate correct cost costs count country coupon court courts cover "
    "coverage covered covers create created credit credits creditor cross currency current currently custody "
    "customer customers damage data date dates day days deal death debit debt debtor decision deduct deductible "
    "deductibles default defined delay deliver delivered delivery department deposit deposits description detail "
    "details device difference direct director directors disclosure discount discounts disputes distribution "
    "district dividend dividends document documents domestic download draft driver drivers due duration duty early "
    "earn earnings easy edition effective eligibility eligible email employee employees employer employers end ended "
    "energy enter entry equity error errors escape estate estimated event events evidence example exceptions excess "
    "exchange exclusion exclusions exemption exempt existing expected expense expenses expiry express extra facility "
    "fact facts failed failure false family faster fast fee fees field figure figures file filed filing filings fill "
    "final finance financial find fire fiscal five fix fixed flat flood floor follow following foreign form formal "
    "former fraud free freeze freezing frequency full fund funding funds further future general get gift give given "
    "go good goods goodwill government grace grant great gross group groups growth guarantee guaranteed guest guests "
    "guidance half handle head header health help high higher highest history hold holder holders holding holiday "
    "home hotel hour hours house household housing human identity immediate import important impose improve "
    "inbound incident income increase increased indeed index individual individuals industrial industry inflation "
    "information initial injury input insurance insured insurer insurers instant instead instruction instructions "
    "insurance interest interim internal international internet inventory invest investment investments investor "
    "investors invoice invoices issue issued issuer item items job join joint judge jurisdiction keep key kind "
    "known label labour land landlord large largest last late later latest law laws lawyer lease leave left legal "
    "legend lender lenders letter level levels levy liabilities liability licence license life light limit limited "
    "limits line link list listed litigation live living loan loans local location log logs long look loss losses "
    "lost low lower lump made mail main maintenance major make making male management manager managers manual "
    "margin marine market marketing markets match material maturity maximum mean meaning means measure media medical "
    "meet meeting member members membership memo merchant merchants message messages method middle mileage minimum "
    "minor minute minutes miss missed missing mobile mode model month months mortgage mortgages motion move moved "
    "moving multiple name named names national near net new news night nine noon normal note notes notice notices "
    "notification number numbers object objective obligation occupancy offer offered offers office officer officers "
    "online open opened opening operating operation operations operator opinion option optional options order "
    "orders original outbound outcome outstanding overdraft overview owed own owner owners ownership package page "
    "paid panel paper parcel parent part partial parties partner partners parts party passenger passengers password "
    "past patient pay payable payee payer paying payment payments payout payroll penalties penalty pending pension "
    "pensioners pensions people percent percentage performance period permanent permitted person personal persons "
    "phone place placed plan plans platform point points police policies policy policyholder policyholders port "
    "portfolio position possible post premium premiums prepaid preparation present press previous previously price "
    "prices pricing primary principal print prior priority private procedure proceed process processing product "
    "production products profit program programme project promotion promotional proof property proposed protection "
    "provide provided provider providers provision provisions public purchase purchases purpose put qualify "
    "qualified qualifying quality quantity quarter quarterly question questions quick quote range rate rates rating "
    "ratio reach read real reason reasons receipt receipts receive received receiver recent recipient recipients "
    "record records recovery reduce reduced reduction refer reference refund refunds refusal region register "
    "registered registration regular regulation regulations regulator reimbursement rejected related release "
    "released relief remaining remember remittance remote removal remove renew renewal renewals rent rental repair "
    "repairs repayment repayments replace replaced replacement report reported reporting reports request requested "
    "requests require required requirement requirements resale reservation reserve reserves resident residents "
    "residual resolution response responsibility rest result results retail return returned returning returns "
    "revenue revenues review reviewed reviews revised reward rewards right rights risk risks role room rule rules "
    "run safe safety salary sale sales same save saver savings say scale schedule scheduled scheme school scope "
    "search season seasonal secondary section sections secure securities security see segment segments select self "
    "sell seller sellers send sender sending sends senior sent separate series serious servers service services "
    "session set sets settle settled settlement seven several shall share shared shareholder shareholders shares "
    "ship shipped shipping shipment shipments shop short show shown shows sign signature signed similar simple "
    "simply single site six size small smart software sold sole sound source sources special specific speed spend "
    "spending spouse staff stage standard standing start started starting state statement statements states status "
    "statutory stay step steps stock stop storage store stores storm street strong student students subject submit "
    "subscription subtotal success sum summary supplier suppliers supply support surcharge surrender survivor "
    "suspended system systems table take taken takes taking target tariff tax taxable taxes taxpayer taxpayers team "
    "technical telephone tell temporary ten tenant tenants term terminate termination terms test text theft things "
    "think thirty thousand threshold ticket tickets tier time timeline times tip title today together tool tools top "
    "tracking trade trading transaction transactions transfer transferred transfers transit transport travel "
    "traveller treatment tribunal trip true trust trustee trustees try turn turnover twelve twenty two type types "
    "undelivered underwriting unit units unused update updated updates upgrade upper usage use used user users using "
    "usual usually valid validity value values variable vehicle vehicles vendor verification verify version view "
    "violation visit visitors void volume wage wages wait waiting waiver waived want warehouse warranty watch water "
    "way week weekday weekdays weeks weekend weekends well whole widow wire withdraw withdrawal withdrawals "
    "withholding work worked worker workers working write written wrong year years zero zone four three eight "
    "hundred million billion once hello enjoy certainly absolutely correct incorrect yes unfortunately luckily "
    "essentially basically typically generally normally additionally similarly consequently accordingly compared "
    "combining dividing multiplying adding subtracting taken taking looking assuming provided everyone everything "
    "everybody anyone anything somebody someone something nobody nowhere everywhere anywhere somewhere half "
    "spring summer autumn winter morning afternoon evening night god internet web app apps web website".split()
)
_ORDINARY_ENDINGS = (
    "ing", "ed", "ly", "tion", "sion", "ment", "ments", "tions", "sions", "ness", "able", "ible", "ities", "ability",
    "ous", "ful", "less", "ance", "ances", "ence",
)  # fmt: skip


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word is plain vocabulary: listed, or built like it.

    >>> is_ordinary("customers"), is_ordinary("refinancing"), is_ordinary("velmora")
    (True, True, False)
    """
    if word in ORDINARY:
        return True
    if len(word) > 4 and word.endswith("s") and word[:-1] in ORDINARY:
        return True
    return len(word) > 5 and word.endswith(_ORDINARY_ENDINGS)
