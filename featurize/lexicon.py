# SPDX-License-Identifier: Apache-2.0
"""Closed classes of English words that the families read: tables, no logic."""

from __future__ import annotations

NEGATORS = frozenset(
    "not no never none nor neither nobody nothing nowhere without cannot can't won't don't doesn't didn't isn't "
    "aren't wasn't weren't hasn't haven't hadn't wouldn't shouldn't couldn't mustn't needn't ain't nor".split()
)

# Words that deny by their own meaning: "lacks", "fails to", "excludes". They count half in polarity.
IMPLICIT_NEGATORS = frozenset(
    "fail fails failed lack lacks lacked exclude excludes excluded excluding except deny denied denies refuse "
    "refused refuses decline declined declines prohibit prohibits prohibited forbid forbidden ineligible "
    "invalid unable unavailable unpaid rejected reject rejects waive waived waives exempt unless absent "
    "nonrefundable unlimited unsecured uninsured void hardly barely rarely seldom".split()
)

HEDGES = frozenset(
    "maybe perhaps possibly probably likely apparently seemingly presumably roughly approximately generally "
    "usually typically often sometimes tends seems appears suggests believe think guess assume might could "
    "potentially arguably somewhat fairly largely mostly unclear".split()
)

MODALS = frozenset("may might can could should would must shall will ought".split())
OBLIGATION = frozenset("must shall required mandatory has have needs obliged obligatory".split())
PERMISSION = frozenset("may can might could optional allowed permitted entitled".split())

UNIVERSAL = frozenset(
    "all every each always any everyone everything entire entirely whole fully completely".split()
)
PARTIAL = frozenset(
    "some several certain many most few half part partly partially sometimes often selected".split()
)
EXCLUSIVE = frozenset("only solely exclusively just alone merely sole".split())

# Claims of strength that an answer adds more often than a document states.
BOOSTERS = frozenset(
    "guarantee guarantees guaranteed ensure ensures certainly definitely automatically immediately instantly "
    "permanently absolutely unconditionally forever best safest strongest industry regardless".split()
)

CAUSAL = frozenset(
    "because since therefore thus hence due caused causes driven reflects result resulted".split()
)
COMPARATIVE = frozenset(
    "more less higher lower greater fewer larger smaller longer shorter above below over under exceeds exceed "
    "highest lowest largest smallest most least better worse bigger earlier later double twice triple half".split()
)
UPWARD = frozenset(
    "increase increased increases increasing rise rose rises risen grew grow grows growth higher up gain gained "
    "gains improved climb climbed expanded raised raise exceed exceeded exceeds above more earlier".split()
)
DOWNWARD = frozenset(
    "decrease decreased decreases decreasing fall fell falls fallen decline declined declines drop dropped drops "
    "lower down loss reduced reduce reduction shrank shrink contracted cut below less later".split()
)
ATTRIBUTION = frozenset(
    "said says stated states according told reported noted announced explained confirmed added commented "
    "attributed wrote argued warned expects".split()
)

STOP_WORDS = frozenset(
    "a an the this that these those there here it its it's they them their theirs he him his she her hers we us our "
    "ours you your yours i me my mine who whom whose which what when where why how and or but if then than so as at "
    "by for from in into of off on onto out over to too up with within about above after again against before below "
    "between during through under until while because be am is are was were been being do does did doing have has "
    "had having will would shall should can could may might must ought also just only very such same own other each "
    "both all any some more most few s t d ll re ve m i'm you're we're they're he's she's that's there's what's let's "
    "per via upon yes please however therefore thus hence etc ie eg based according".split()
)

_NOT = r"(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n[’']t)\s+(?:\w+\s+){0,3}?"
_MATERIAL = (
    r"(?:documents?|contexts?|materials?|passages?|excerpts?|texts?|sources?|records?|results?|report|guide|leaflet|"
    r"notice|letter|summary|schedule|terms|statement|minutes|filing|table|page)"
)

# Ways to say that the material does not state something. "Is not covered" or "does not include" is such a way
# only where the material is what does not cover: of a policy it is a claim like any other.
REFUSAL_CUES = (
    _NOT
    + r"(?:state|stated|say|said|mention|mentioned|specif\w+|given|address|addressed|disclos\w+|indicat\w+|"
    r"explain|explained|describ\w+|spell|spelled|discuss|discussed|tell|reported|identif\w+|quote|quoted)\b",
    _MATERIAL
    + r"\s+(?:\w+\s+){0,3}?"
    + _NOT
    + r"(?:give|include|contain|provid\w+|cover|list|show|set\s+out|name|confirm|"
    r"reveal|report|answer)\b",
    r"(?:can[’']?t|cannot|can\s+not|could\s+not|couldn[’']t|unable\s+to|not\s+able\s+to)\s+(?:\w+\s+){0,3}?"
    r"(?:find|tell|answer|determine|say|see|locate|establish|verify|work\s+out)",
    r"(?:no|not\s+enough|insufficient)\s+(?:\w+\s+){0,3}?(?:information|mention|details?|figure|data|indication|"
    r"reference|statement)",
    r"(?:nothing|neither)\s+(?:\w+\s+){0,6}?(?:state|states|says|mentions|specifies|gives|addresses|about)",
    r"not\s+(?:stated|mentioned|specified|given|disclosed|addressed|"
    r"(?:\w+\s+){0,2}?(?:in|by|among)\s+(?:the|these|those)\s+(?:\w+\s+)?" + _MATERIAL + r")",
    r"(?:is|are)\s+silent\s+(?:on|about)",
    r"(?:leaves?|left)\s+(?:\w+\s+){0,3}(?:open|unstated|unspecified|undefined)",
    r"(?:don[’']t|do\s+not)\s+have\s+(?:\w+\s+){0,3}?(?:information|details?|data|access|enough)",
)

# What a refusal says of the material, and not of the thing that it does not state.
REFUSAL_WORDS = frozenset(
    "document documents context contexts material materials passage passages excerpt excerpts extract extracts text "
    "texts source sources record records result results report guide leaflet notice letter note notes summary "
    "schedule terms statement minutes filing table page information detail details state states stated say says said "
    "mention mentions mentioned give gives given show shows shown describe describes described cover covers covered "
    "include includes contain contains explain explains specify specifies specified address name names named provide "
    "provided indicate indicated disclose disclosed".split()
)

# Words of a question or an answer's sentence that license a formula over values, by its rule (licence.py).
OPERATION_CUES = {
    "sum": frozenset(
        "total totals together sum combined altogether overall both plus add adds added including come comes "
        "makes ".split()
    ),
    "difference": frozenset(
        "difference more less minus left remain remains remaining rest other another save saves saving saved gap "
        "over under above below increase increased rise rises rose fall falls fell drop dropped change changed "
        "higher lower short shortfall extra beyond headroom room further longer shorter than excess exceed exceeds "
        "margin off after deducted deduction surplus missing unpaid dearer cheaper "
        "remainder without lifted beat miss missed before won win wins defeated ahead".split()
    ),
    "average": frozenset("average mean midpoint middle averaged".split()),
    "percent_of": frozenset(
        "percent tax interest fee discount share charge bonus rate cashback dividend commission earn owe "
        "rebate deposit levy premium withheld withholding deductible retention advance refund credit "
        "".split()
    ),
    "increased_by": frozenset(
        "increase increased increases rise rises rose plus surcharge including up added with after indexed uplift "
        "markup grew grows inflation vat raised".split()
    ),
    "reduced_by": frozenset(
        "less discount after reduced reduction off minus fall falls fell drop dropped down net cut lower remains "
        "left rebate pays pay".split()
    ),
    "whole_of": frozenset("whole total overall stand corresponds register original base full".split()),
    "before_change": frozenset("from before previously earlier prior formerly originally".split()),
    "product": frozenset(
        "per each every times x apiece both total comes make makes together worth amounts".split()
    ),
    "exchanged": frozenset(
        "rate rates exchange exchanged convert converted conversion buy sell quote quoted".split()
    ),
    "quotient": frozenset(
        "per each every average split divided equally apiece times ratio turnover half third quarter parts share "
        "instalment instalments monthly ".split()
    ),
    "percent_change": frozenset(
        "increase increased increases rise rises rose risen fall falls fell drop dropped decline declined grew grow "
        "grown growth grows change changed up down higher lower more less dearer cheaper reduction reduced cut by "
        "gain gained shrank jumped climbed beat miss missed".split()
    ),
    "share": frozenset(
        "share percent percentage ratio margin yield proportion part portion makes represents utilisation "
        "used effective return success".split()
    ),
    "complement": frozenset(
        "not other rest remaining remainder left others without no only except unhedged less keep keeps "
        "balance".split()
    ),
    "yearly": frozenset("year years yearly annual annually annum twelve annualised annualized".split()),
    "monthly": frozenset("month months monthly".split()),
    "quarterly": frozenset("quarter quarters quarterly".split()),
    "half": frozenset("half halves halved".split()),
    "third": frozenset("third thirds".split()),
    "double": frozenset("double doubled doubles twice".split()),
    "triple": frozenset("triple tripled treble".split()),
    "time_between": frozenset(
        "after before later earlier between long ran lasted lasts took takes days months years apart for from "
        "old aged since until within".split()
    ),
    "date_shift": frozenset(
        "until by when deadline latest end ends due last day days weeks months years after before later earlier "
        "long between expire expires matures from on starts".split()
    ),
}
