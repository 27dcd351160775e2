# SPDX-License-Identifier: Apache-2.0
"""Which English words can be the finite verb of a clause: closed classes and a table of common verbs."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """What a word is as a verb; clauses share a subject only where their forms agree with it in number."""

    SINGULAR = "singular"  # is, has, does, requires
    PLURAL = "plural"  # are, have, do; a bare verb after a plural subject
    ANY = "any"  # modals and past tenses: both numbers
    PAST = "past"  # -ed and its irregular likes: past tense or participle


MODALS = frozenset(
    "may might can could should would must shall will cannot can't won't couldn't wouldn't shouldn't mustn't "
    "mightn't needn't".split()
)
BE = frozenset("is are was were isn't aren't wasn't weren't".split())
_SINGULAR = frozenset("is was isn't wasn't has hasn't does doesn't".split())
_PLURAL = frozenset("are were aren't weren't have haven't do don't".split())
_ANY = frozenset("had hadn't did didn't".split()) | MODALS

# Verbs whose form in -s is hardly ever a plural noun.
_PLAIN = (
    "accept accrue achieve acquire add adjust admit adopt advise affect agree allow announce apply appoint approve "
    "argue arise arrange arrive assess assign assist assume attend attract authorise authorize avoid become begin "
    "believe belong bring buy calculate cancel carry cease choose cite collect combine come commence compete complete "
    "comply comprise conclude confirm consider consist constitute contain continue contribute convert create decide "
    "declare deduct define deliver deny depend describe determine develop differ disclose discuss distribute "
    "earn eliminate employ enable encourage enforce engage ensure enter establish evaluate examine exceed exclude "
    "exist expand expect expire explain express extend fail find follow generate get give go govern grow happen "
    "have hear identify imply impose improve include incorporate indicate inform insist install intend introduce "
    "invest involve join know learn lose maintain make manage mature meet mention obtain occur operate organise "
    "organize outline owe participate pay perform persist possess prefer prepare preserve prevent produce prohibit "
    "promote propose protect prove provide publish pursue qualify quote reach receive recommend recover reduce refer "
    "reflect refuse regulate reject relate rely remain remind remove renew repay replace represent require resolve "
    "respond retain reveal satisfy say secure see seek seem select sell send serve solve specify spend stipulate "
    "submit succeed suffer suggest suspend take teach tell tend terminate think throw treat try undergo understand "
    "utilise utilize vary verify waive want warn win withdraw write"
).split()

# Verbs whose form in -s is as often a noun: "charges", "limits", "returns". Their neighbours decide.
_ALSO_NOUNS = (
    "address aim alarm amount answer appeal ask attempt average award balance ban base begin benefit bill book "
    "borrow build call cap care cause chair challenge change charge check claim climb close combat command compare "
    "concern contact contract control cost count cover credit cut damage deal debate decline decrease delay demand "
    "deposit design document double draft drop empty end estimate exempt exercise experience export face fall "
    "favour favor feature fee fight file finance fix flow focus force form fund gain grant guarantee guide handle "
    "head help hold host house hurt impact import increase influence insure interest invoice issue judge jump keep "
    "label lack last launch lead leave lend let license lie lift limit link list live loan lock look mark market "
    "match matter mean measure mix mount move name need notice offer open order own package part pass patent peak "
    "permit place plan play point post present price process programme project promise purchase question range rank "
    "rate rebound record refund release rent repeat reply report request rescue reserve rest restrict result return "
    "review reward rise risk rule run sample save schedule score search set settle shape share ship show shut sign "
    "sound split spread stand start state stay step stop store stress strike study sue supply support surge survey "
    "swap target tax test total touch tour track trade transfer travel trend trigger trust turn update use value "
    "visit vote wait walk watch welcome work yield"
).split()

# Past tenses that are no participle and no noun: a verb wherever they stand.
_PLAIN_PAST = frozenset(
    "rose fell grew went took gave wrote began chose drove became came saw knew spoke broke flew threw drew sank "
    "shrank sang swam ate wore withdrew underwent overtook did was were had".split()
)
_PAST = frozenset(
    "said paid made held kept left lost met sold sent spent told won built bought brought found led stood "
    "understood taught thought caught felt heard lent laid read rebuilt repaid set cut put cost let hit shut "
    "quit spread split sued owed".split()
)
_PARTICIPLES = frozenset(
    "given taken written begun chosen driven become come seen known spoken broken flown thrown drawn risen fallen "
    "grown gone shown sworn eaten worn withdrawn undergone overtaken done been".split()
)
_NOT_PAST = frozenset(
    "need feed speed exceed proceed succeed red bed seed indeed hundred bleed breed creed deed embed greed weed "
    "shed sled united limited unlimited unlisted so-called naked sacred aged led agreed-upon".split()
)

# Verbs that open a clause of what somebody says or thinks: what follows belongs under them.
CLAUSE_TAKERS = frozenset(
    "say says said state states stated report reports reported note notes noted claim claims claimed argue argues "
    "argued explain explains explained announce announces announced confirm confirms confirmed believe believes "
    "believed think thinks thought expect expects expected suggest suggests suggested show shows showed mean means "
    "meant ensure ensures ensured indicate indicates indicated know knows knew find finds found estimate estimates "
    "estimated hope hopes hoped assume assumes assumed reveal reveals revealed tell tells told warn warns warned ask "
    "asks asked mention mentions mentioned add adds added insist insists insisted agree agrees agreed learn learns "
    "learned learnt see sees saw feel feels felt ensuring saying showing "
    "sure certain aware meaning stating indicating suggesting noting".split()
)


def _singular(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "go", "do")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2] not in "aeou" else base + "s"


PLAIN_SINGULAR = frozenset(map(_singular, _PLAIN))
NOUN_OR_SINGULAR = frozenset(map(_singular, _ALSO_NOUNS))
BARE = frozenset(_PLAIN) | frozenset(_ALSO_NOUNS)
PLAIN_BARE = frozenset(_PLAIN)


def sure_form(word: str) -> Form | None:
    """The form of a word that is a finite verb wherever it stands; None for all others.

    >>> sure_form("requires"), sure_form("charges"), sure_form("must")
    (<Form.SINGULAR: 'singular'>, None, <Form.ANY: 'any'>)
    """
    if word in _SINGULAR or word in PLAIN_SINGULAR:
        return Form.SINGULAR
    if word in _PLURAL:
        return Form.PLURAL
    return Form.ANY if word in _ANY or word in _PLAIN_PAST else None


def is_past(word: str) -> bool:
    """Can the word be a past tense or a participle?

    >>> is_past("collected"), is_past("hundred"), is_past("paid")
    (True, False, True)
    """
    return word in _PAST or (len(word) > 4 and word.endswith("ed") and word not in _NOT_PAST)


def is_participle(word: str) -> bool:
    """Can the word stand after *is* or *has*?"""
    return is_past(word) or word in _PARTICIPLES
