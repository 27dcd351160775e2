# SPDX-License-Identifier: Apache-2.0
"""Words whose capital tells little: openers of sentences, verbs of instructions, roles; and names like words."""

from __future__ import annotations

# What stands before a name at the start of a sentence: "Contact Harrow Vale".
OPENERS = frozenset(
    "yesterday today tomorrow meanwhile eventually ultimately contact call visit see ask pay use check send submit "
    "file follow choose select open apply tell report enter click consider compare refer add deduct multiply divide "
    "take get let make keep read review answer question yes no does did is are was were has have had will would can "
    "could should do total dear hello hi payee payer borrower lender seller buyer customer issuer insurer "
    "policyholder holder tenant landlord owner employer employee name according both neither combined reply re "
    "subject from to cc".split()
)

# Instructions open with these, lists of them above all; no name does.
LIST_VERBS = frozenset(
    "ensure verify assess evaluate identify develop consult navigate inquire assign garner utilize utilise remind "
    "suggest obtain establish implement create define determine gather monitor maintain encourage consider avoid "
    "prepare protect provide reduce improve increase decrease explore locate remove replace update upload download "
    "install configure enable disable allow build calculate collect combine complete conduct confirm connect convert "
    "copy delete describe discuss download edit educate emphasize engage explain express focus generate guide handle "
    "help highlight include inform insert inspect introduce invest launch learn limit list manage measure minimize "
    "minimise modify negotiate offer organize organise participate perform plan practice practise promote propose "
    "purchase pursue raise recognize recognise recommend reach regularly research respond restart retrieve save "
    "schedule search seek set share specify start stay stop store support talk test track train try understand "
    "understanding using utilizing verifying wait watch work write leverage incorporate offers enables allows "
    "provides includes ensures helps supports requires displays adds creates stores uses".split()
)

# Roles and things that contracts and forms write with a capital; alone they name nobody.
GENERIC = frozenset(
    "policy agreement contract company customer customers client clients supplier suppliers account accounts section "
    "lender lenders borrower borrowers buyer buyers seller sellers insurer insured policyholder landlord tenant "
    "tenants employer employee employees bank banks party parties owner issuer holder licensee licensor lessee lessor "
    "agent board committee management director directors trustee trustees member members shareholder shareholders "
    "government parliament congress internet january february yes answer note notes total question summary source "
    "sources example table figure annex appendix chapter article clause schedule exhibit payer payee merchant court "
    "ok sir madam".split()
)

# Names that end as ordinary words do.
NAMES_LIKE_WORDS = frozenset(
    "france florence constance terrence lawrence clarence torrance provence boeing beijing wyoming reading hastings "
    "fleming browning irving sterling manning harding golding lansing kipling mohammed ahmed alfred winifred mildred "
    "wilfred italy sicily emily kelly sally billy molly kimberly beverly waverly reilly o'reilly connelly donnelly "
    "harkness holderness inverness guinness loch skegness caverness chongqing nanjing wessling venable constable "
    "clement vermont belmont fremont piedmont dortmund kingston johansson".split()
)
