# SPDX-License-Identifier: Apache-2.0
"""Ordinary English words: what a capital at the start of a sentence does not turn into a name."""

from __future__ import annotations

# Words that carry grammar: never a counted noun, never the first word of a name.
FUNCTION = frozenset(
    "a an the this that these those there here it its he she they them his her hers their theirs we us "
    "our ours you your yours i me my mine who whom whose which what when where why how all any both each "
    "either every few many more most much neither no none not nothing nobody one other others another "
    "same several some such own only so than too very just also even still yet again always never often "
    "once twice then now soon already almost and or but nor if unless although though because since "
    "while whereas whether until till as at by for from in into of off on onto out over per minus to "
    "toward towards under up upon via with within without about above across after against along among "
    "around before behind below beneath beside besides between beyond despite down during except inside "
    "like near outside past through throughout versus vs et al is am are was were be been being do does "
    "did done doing have has had having can could may might must shall should will would ought need "
    "needs let lets however therefore thus hence moreover furthermore otherwise instead meanwhile "
    "additionally yes ok okay please thanks thank hello hi dear sorry sure note according based given "
    "regarding concerning respectively first second third finally lastly next later earlier later ago "
    "apart aside away back ever maybe perhaps rather quite etc eg ie namely including include includes "
    "included excluding unlike due owing together less least per apiece each annually monthly weekly "
    "daily yearly quarterly overall total altogether later alone combined where whenever wherever "
    "whoever whatever whichever".split()
)

# Verbs, adverbs and nouns that open sentences, headings and table cells in plain prose.
ORDINARY = FUNCTION | frozenset(
    """
    suppose supposing imagine imagining
    max min afterwards likewise titanium ransom inland town alcoholic bear distributor commissioner limits
    adviser advisers advisor advisors deliberate notify notified chair treasurer
    abandoned able absent absolutely abuse accept access accident accidental accordingly account accounts
    accrued acid acquisition acquisitions act actual add adding additional additionally address adequate
    adjust administration adult adults advance advertising advice affected afternoon age aged agent agents
    aggregate aggressive agree agreed agreement agriculture air aircraft alarm alcohol alert allow allowed
    alone alteration alternative ambulance amount amounts ancillary animal animals annual answer antique
    anyone anything anywhere apartment app appeal appeals appeared appliance appliances applicable applicants
    application applications applies apply appointment apprentice approval approved apps arbitration architect
    area army arrears arrival arson article asbestos ash ask asset assets assistance assume assuming asthma
    attach attempt attempts attendance auction audit auditor auditors audits aunt author authorisations
    authorities authority auto automatic autopay autumn available average avoid award awards baby backlog bad
    bag baggage balance balances ban bank banking bankruptcy banks bargain barrier base basement basic
    basically basis bathroom batteries battery beach bed bedroom beer before beginning beneficial
    beneficiaries benefit benefits best better bicycle bicycles big bigger bike bill billing billion birth
    black block blocked blood blue board boat body boiler bomb bond bonds bone bonus bonuses book booking
    bookkeeping books boot border borrower borrowers borrowing borrowings bottle bottom boundary box boy boys
    branch branches brand bread break breakdown breakfast bridge bring broker brother brothers brown budget
    build building buildings bureau burglary burial buses business bust butter buy buyer buyers buying cabin
    cable calculate call calls calm camera camp cancel cancellation cancelled cancer candidate cap capital car
    card cardholder cardholders cards care cargo carpet carriage carrier carriers cart case cases cash
    cashback cashier cat category cats cattle causes cell cellar cement central certain certainly chair
    chairman chairs challenge chance change changed changes channel charge charged charges charities charity
    chat cheap cheaper check checks chemical chemist cheque cheques chief child childcare children chip choose
    chronic church cigarette cigarettes cinema citizen citizens city civil claim claimant claims class clause
    clean cleaning clear clerk click client clients climate clinic clock close closed closing closure cloth
    clothes clothing cloud club coach coal coast coat code coffee coins cold collateral collect college
    collision colour combining come comfort commercial commission commissioner committee common communication
    community commuters company compared compensation competition competitor complaint complaints complete
    complex compliance component composition comprehensive compulsory computer computers concept concrete
    condition conditions conduct confirm confirmed conflict consent consequently consider construction
    consultant consultants consultation consumer contact container content contents contract contractor
    contractors contracts contribution contributions control controller conventional conversion conviction
    cooling cooperation copay copays copy core corn corporate correct correction corridor cosmetic cost costs
    cotton council counsel count counter country couple couples coupon courier course court courts covenant
    covenants cover coverage covered covers craft crash create created credit creditor credits crew crime
    criminal crisis crop crops cross crowd crown crowns cultural cup currency current currently custody custom
    customer customers customs cut cyber cycle daily dairy dam damage danger dangerous dark data database date
    dates daughter day days dead deadline deadlines deal dealer dealers dear death debit debt debtor debts
    decade decision deduct deductible deductibles deed deep default defect defects defence defendant
    defendants deficit defined degree delay deliver delivered deliveries delivery demand demands dental
    dentist dentures department dependant dependants deposit deposited deposits deputy descendants description
    design designer desk destination detail details device diagnosis diesel diet difference different digital
    dinner diploma direct direction director directors disability disabled disaster discharge disclosure
    disclosures discount discounts discretion disease diseases dish dismissal display dispute disputes
    distance distribution district diverse dividend dividends dividing division divorce dock doctor doctors
    document documents dog dogs dollar domestic donation donations donor door doors double doubt download
    draft drainage drawdown dress drink drinks drive driver drivers drone drought drug drugs dry due duplicate
    durable duration dust duties duty dwelling ear earlier early earn earnings earth earthquake east easy
    economic economy edition education effect effective effects efficiency effort eggs eight elderly election
    electric electrical electricity electronic elevator eligibility eligible email emergencies emergency
    emission emissions employee employees employer employers employment end ended energy engine engineer
    engineers enjoy enter enterprise entertainment entities entity entrance entry environment environmental
    equal equality equipment equity equivalent error errors escalator escape escrow essential essentially
    estate estates estimated ethanol evening event events everybody everyone everything everywhere evidence
    examination example excavation exceptions excess exchange excluded exclusion exclusions exclusive
    executive executives executor exempt exemption exercise existing exit expected expense expenses expiry
    explanation explanatory explosion explosives export exports exposure express extension extensions extra
    extreme eye fabric face facility fact factor factors factory facts fail failed failure failures fair faith
    falling false families family farm farmer farmers farming fast faster fatal fault faulty favour fee fees
    female fence fences fever fibre fiduciary field fields fifty figure figures file filed filing filings fill
    film filter final finance financial find finding fine fines finger fire firearms fireplace firm firms
    fiscal fish fishing fitness five fix fixed flag flat fleet flight flights flood floods floor flooring
    floors flower flowers flu fluid follow following food foods foot force foreclosure foreign forest forestry
    fork form formal former formula forty fossil foundation founder four fraud free freehold freeze freezing
    freight frequency frequent fresh friend friends front frost frozen fruit fruits fuel fuels full fund
    funding funds fur furniture further future games gaming gap garage garden gas gasoline gate gear general
    generally generator genuine get gift give given glass gloves go god good goods goodwill governance
    governing government grace grade grades graduate grain grant graph grass gravel gravity great green
    groceries grocery gross ground grounds group groups grow growth guarantee guaranteed guest guests guidance
    guide gun gym hair half hall hand handle happy hard hardware hazard head header heads health healthcare
    healthy hearing heart heat heating heavy height heir heirs hello help hidden high higher highest highway
    hire history hobby hold holdback holder holders holding holiday holidays home homeowner homeowners homes
    hospital hospitals hot hotel hotels hour hours house household housing human hundred hurricane husband ice
    idea ideal identity illness illnesses image immediate immigrant impact impairment implant implants import
    important imports impose improve inability inactive inbound incentive incentives incident incidental
    inclusive income incoming incorrect increase increased indeed index individual individuals industrial
    industry infant infection inflation informal information infrastructure inheritance initial injuries
    injury ink inn inner innovation input inspection inspections inspector installation installment
    installments instalment instalments instant instead institution institutions instruction instructions
    instrument instruments insurance insured insurer insurers intangible intellectual intensive intent
    intention interest interim interior intermediate internal international internet intervention introduction
    inventories inventory invest investigation investigations investment investments investor investors
    invitation invoice invoices iron irrigation island issue issued issuer item items jewellery jewelry job
    jobs join joint journal journey judge judges judgment jurisdiction jury justice keep key kind kitchen
    knife known lab label laboratory labour ladder lake lamp land landlord landlords landslide language laptop
    laptops large largest last late later latest launch laundry law laws lawyer lawyers layer lead leader
    leaders leak leaks lease leasehold leases leather leave lecture ledger left legal legend lender lenders
    lessee lesson lessor letter level levels leverage levy liabilities liability liable library licence
    license lien liens life lift light lightning lights likely limit limited limits line link liquid liquidity
    liquor list listed listing literature litigation live lives livestock living load loads loan loans lobby
    local location lock lockers log logistics logs long look looking lorries lorry loss losses lost low lower
    luck luckily lump lunch lungs machine machinery made magazine maid mail main mains maintenance major
    majority make making male malicious management manager managers mandatory manual manufacturer
    manufacturing map maps margin marine marital mark market marketing marketplace marketplaces markets
    marriage married mass master match material maternity mathematics maturity maximum meal meals mean meaning
    means measure meat mechanic mechanical media mediation mediator medical medication medicine medicines meet
    meeting member members membership memo mental merchant merchants mere message messages metal metals meter
    meters method middle mileage military milk mill million mine mineral minerals minimal minimum mining
    minister ministry minor minority minute minutes mirror miss missed missing mission mistake mistakes mixed
    mixture mobile mobility mode model moderate modern modest money monitor monitoring month months morning
    mortgage mortgages mother motion motor motorcycle motorcycles motorists mountain mouth move moved movement
    moving multi multiple multiplying museum music mutual myth name named names narrow nation national nations
    natural nature near necessary neck needle negative negligence neighbour neighbours net network networks
    neutral new news newspaper night nine nobody noise nominee non noon normal normally note notes notice
    notices notification nowhere number numbers nurse nursery nurses nursing nut oath object objective
    obligation obligations obligee obligor occasional occupancy occupation occupier occupiers ocean odd
    offence offences offer offered offers office officer officers oil oils old older ombudsman onboarding once
    online open opened opening operating operation operations operator opinion option optional options oral
    orange order orders ordinary organ organic original orthodontics outage outboard outbound outcome outdoor
    outer outgoing outlook output outside outsourcing outstanding oven overdraft overdue overhead overnight
    overseas overtime overview owed own owner owners ownership oxygen pace package page paid pain paint
    painting pair pallet pan pandemic panel paper parcel parent park parking parliament part partial parties
    partner partners parts party passage passenger passengers passport password past patent patents path
    patient patients pattern pause pavement pay payable payback payee payer paying payment payments payoff
    payout payouts payroll peak peer pen penalties penalty pending pension pensioner pensioners pensions
    people percent percentage performance period permanent permitted person personal persons pet petition
    petrol pets pharmacy phase phone phones photo photos physical physician physicians physio piano pick
    pickup picture pictures pilot pink pipe pipes pit place placed plaintiff plan plane plans plant plants
    plastic plate platform platforms play player pledge pledgee pledgor plumbing plus pocket podcast point
    points poison pole police policies policy policyholder policyholders political pollution pool poor
    population port portable portfolio ports position positive possible post postage postal posting pot
    potential poverty powder power powers practice practices pregnancy premises premium premiums prepaid
    preparation prescription prescriptions presence present presentation president press pressure pretax
    preventive previous previously price prices pricing primary prime prince principal print printer prior
    priority prison prisoners private prize prizes probate probation problem problems procedure proceed
    proceeds process processing processor processors procurement producer producers product production
    products professional professionals professor profile profit profits program programme programmes progress
    project projects promotion promotional prompt proof properties property proportion proposal proposals
    proposed prospectus protection protective provide provided provider providers provision provisions proxy
    psychiatric psychologist public publication publisher pump punishment pupil pupils purchase purchases
    purple purpose put qualified qualify qualifying quality quantity quarter quarterly quarters queen question
    questions quick quiet quota quotation quote race radio rail railway railways rain random range rank rapid
    rare rate rates rating ratio raw reach read readers ready real reality realtor rear reason reasons rebate
    rebates recall receipt receipts receive received receiver recent recipe recipient recipients recommend
    reconciliation record records recovery recreation recruitment recyclable red redemption reduce reduced
    reduction redundancy refer reference reform refund refunds refusal refuse regime region regional regions
    register registered registrar registration registry regular regulation regulations regulator regulators
    rehabilitation reimbursement reinsurance reinsurer reinsurers rejected related relation relationship
    relative relatives release released reliable relief religion religious remaining remember reminder
    reminders remittance remote removal remove renew renewal renewals renovation rent rental rentals renters
    repair repairs repayment repayments repeat replace replaced replacement replay report reported reporter
    reporting reports representative representatives reputation request requested requests require required
    requirement requirements resale rescue research researcher researchers reservation reserve reserves
    residence residences resident residential residents residual resolution resort resource resources response
    responsibility rest restaurant restaurants restoration restricted restriction restrictions result results
    retail retailer retailers retention retiree retirees retirement return returned returning returns reuse
    revenue revenues reverse review reviewed reviews revised revolver revolving reward rewards rice rich rider
    riders right rights ring ripe risk risks river road roads robbery robot rock role roof roofing room root
    rope rough round route routes routine royalties royalty rubber rug rule rules ruling rumour run rural rust
    sack safe safety sailing salaries salary sale sales salt salvage same sample samples sanction sanctions
    sand satellite satisfaction sauce save saver savings say scale scan scene schedule scheduled scheme
    scholarship school schools science scientist scooter scooters scope score scores screen script sea seal
    search season seasonal seat seats secondary secret secretary section sections sector sectors secure
    securities security sedan see seed seeds segment segments seizure select self sell seller sellers semi
    seminar send sender sending sends senior seniors sense sent sentence sentences separate separation
    sequence series serious servant servers service services session set sets settle settled settlement
    settlements seven several severe severity sewage sex shadow shall shape share shared shareholder
    shareholders shares sharp sheep sheet shelf shell shelter shelves shield shift ship shipment shipments
    shipped shipper shippers shipping shirt shock shoe shoes shoot shop shopping shops short shoulder show
    shower shown shows shuttle sibling siblings sick sickness sides sign signal signals signatories signatory
    signature signed silence similar similarly simple simply single sink sister sit site sites situation six
    size skill skills skin sleep slow small smart smoke smoker smokers smoking smooth snow soap soccer social
    society soft software soil solar sold soldier sole solicitor solicitors solid solution somebody someone
    something somewhere song sort sound soup source sources south space spare spares speaker special
    specialist specialists species specific speech speed spend spending spirits sponsor sponsors spoon sport
    sports spot spouse spouses spread spring square stable stadium staff stage stain stair staircase stamp
    stamps stand standard standing stars start started starting state statement statements states station
    stations status statute statutory stay steady steam steel steep step steps stock stolen stomach stone stop
    storage store stored stores storm storms story stove straight strange strategy stream street strength
    stress strict strike strikes strong structural structure structures student students studio study style
    subcontract subcontractor subcontractors subject sublimit sublimits submit subrogation subscriber
    subscribers subscription subsidence subsidiaries subsidiary subsidies subsidy substance substitute
    subtotal subtracting suburb success sudden sugar suicide suit suits sum summary summer supervision
    supervisor supervisory supplier suppliers supply support surcharge surety surface surgeon surgery surplus
    surrender surrounding survey surveyor survival survivor suspended suspension sweet swimming switch symbol
    symptom symptoms system systems table tablet tablets tail tailor take taken takes taking talks tall tank
    tap target tariff tax taxable taxes taxi taxis taxpayer taxpayers tea teacher teachers team teams
    technical technician technicians technology teenager teeth telecom telephone television tell temperature
    temporary ten tenancy tenant tenants tender tennis term terminate termination terms terrace territory
    terrorism test text textile thanks theatre theft theme therapist therapy thick thieves thin things think
    thirteen thirty thousand thread threat three threshold throat throw thunder ticket tickets tide tier tile
    tiles timber time timeline times tiny tip tire tires title tobacco today together toilet token tolerance
    toll tolls ton tone tongue tool tools tooth top topic tornado torts totals touch tour tourism tourist
    tourists tow towing town toy toys trace track tracking trade trader traders trading traffic trailer
    trailers train training trains tram transaction transactions transcript transfer transferred transfers
    transit transition translation transmission transport trap trash travel traveller treasury treatment
    treatments treaty tree trees trial tribunal trick trip trips tropical trouble truck trucks true trust
    trustee trustees truth try tuition tunnel turn turnover tutor twelve twenty twin twins two type types
    typical typically tyre tyres umbrella unable unauthorised unauthorized unclear undelivered undertaking
    underwriting unemployed unemployment unfortunately uniform union unions unique unit units universal
    university unknown unlimited unlisted unmarried unpaid unsecured unused update updated updates upfront
    upgrade upload upper urban urgent usable usage use used user users using usual usually utilities utility
    vacancy vacant vacation vaccine valid validity value values van vandalism vans variable variation variety
    vegetable vegetables vehicle vehicles vein velocity vending vendor venture venue verdict verification
    verify version vessel vessels vet veterans veterinary victim victims video view village vintage violation
    violence virtual virus visa vision visit visitors visual vital vitamin voice void voltage volume voluntary
    volunteer volunteers vote votes voting voucher vouchers wage wages wait waiters waiting waived waiver walk
    wall walls want war ward warehouse warm warning warnings warranties warranty wash washing waste watch
    water way weak weakness wealth weapon weapons wear weather web website wedding week weekday weekdays
    weekend weekends weeks weight welcome welfare well west wet wheat wheel wheels white whole wholesale wide
    widow widowed widower widows wife wild wildlife willing win wind window windows windscreen wine wing
    winner winners winter wire wise withdraw withdrawal withdrawals withholding witness witnesses woman women
    wood wooden wool word words work worked worker workers workforce working workplace works workshop world
    worth wound wrist write writer writing written wrong yard year years yellow yes yield yields yoga young
    youth zero zone
    """.split()
)
_ORDINARY_ENDINGS = (
    "ing", "ed", "ly", "tion", "sion", "ment", "ments", "tions", "sions", "ness", "able", "ible", "ities",
    "ability", "ous", "ful", "less", "ance", "ances", "ence",
)  # fmt: skip


def is_listed(word: str) -> bool:
    """Whether a lower-case word, or the noun it is the plural of, is in the list."""
    return word in ORDINARY or (word.endswith("s") and word[:-1] in ORDINARY)


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word is plain vocabulary: listed, or built like it.

    >>> is_ordinary("customers"), is_ordinary("refinancing"), is_ordinary("velmora")
    (True, True, False)
    """
    return is_listed(word) or (len(word) > 5 and word.endswith(_ORDINARY_ENDINGS)) or word == "going"
