"""The words of Rootlog 2.8: letters, card names and their spellings, landmarks, kinds of pieces.

Names are lower case without blanks or punctuation, as the notation wants them. The canonical name
of a card is its abbreviation where there is one, else its title.
"""

from __future__ import annotations

import re

FACTIONS = "CEAVGLODPHK"
HIRELINGS = "CEAVLODPHKTSJ"
SUITS = "BFMR"
ITEMS = "sbcxhtrfu"
TRACK_ITEMS = "tcb_"
MAPS = ("Fall", "Winter", "Lake", "Mountain")
DECKS = ("Standard", "E&P")
OTHER_NAMES = {
    "autumn": "Fall",
    "base": "Standard",
    "ep": "E&P",
    "exiles": "E&P",
    "exilespartisans": "E&P",
    "exilesandpartisans": "E&P",
}
"""What else maps and decks are called, in letters alone; " map" or " deck" may stand behind it."""
LANDMARKS = ("treetop", "city", "market", "forge", "ferry", "tower")
VAGABONDS = "VG"
PIECES_ON_BOARD = "AOLK"  # factions whose board holds pieces: officers, funds, acolytes, relics

STANDARD_CARDS = {
    "armor": "armorers",
    "bank": "betterburrowbank",
    "brutal": "brutaltactics",
    "command": "commandwarren",
    "cob": "cobbler",
    "codeb": "codebreakers",
    "favor": "favor",
    "royal": "royalclaim",
    "sap": "sappers",
    "scout": "scoutingparty",
    "stand": "standanddeliver",
    "tax": "taxcollector",
}
EXILES_CARDS = {
    "boat": "boatbuilders",
    "charm": "charmoffensive",
    "coffin": "coffinmakers",
    "cplans": "corvidplanners",
    "emi": "eyrieemigre",
    "false": "falseorders",
    "part": "partisans",
    "inform": "informants",
    "league": "leagueofadventurousmice",
    "engrave": "masterengravers",
    "murine": "murinebroker",
    "prop": "propagandabureau",
    "sabo": "saboteurs",
    "soup": "soupkitchens",
    "swap": "swapmeet",
    "tun": "tunnels",
}
BOTH_DECKS = {"@": "ambush", "dom": "dominance"}
ITEM_CARDS = (
    "anvil",
    "armstrader",
    "avisittofriends",
    "bakesale",
    "birdybindle",
    "crossbow",
    "foxfolksteel",
    "gentlyusedknapsack",
    "investments",
    "mouseinasack",
    "protectionracket",
    "roottea",
    "smugglerstrail",
    "sword",
    "travelgear",
    "woodlandrunners",
)
LEADERS = ("builder", "charismatic", "commander", "despot")
MOODS = (
    "bitter",
    "grandiose",
    "jubilant",
    "lavish",
    "relentless",
    "rowdy",
    "stubborn",
    "wrathful",
)
MINISTERS = (
    "captain",
    "marshal",
    "foremole",
    "brigadier",
    "banker",
    "mayor",
    "duchessofmud",
    "baronofdirt",
    "earlofstone",
)
CHARACTERS = (
    "adventurer",
    "arbiter",
    "harrier",
    "ranger",
    "ronin",
    "scoundrel",
    "thief",
    "tinker",
    "vagrant",
    "cheat",  # these three came after Rootlog 2.8
    "gladiator",
    "jailor",
)
OWN_CARDS = {"faith": "faithfulretainers", "viz": "loyalviziers"}
QUESTS = {
    "errand": "errand",
    "bandits": "expelbandits",
    "bear": "fendoffabear",
    "escort": "escort",
    "funds": "fundraising",
    "speech": "giveaspeech",
    "guard": "guardduty",
    "logs": "logisticshelp",
    "shed": "repairashed",
}
SUITED = ("favor", "part")  # names that say too little without a suit
SUITED_TITLES = {
    "favorofthefoxes": ("F", "favor"),
    "favoroftherabbits": ("R", "favor"),
    "favorofthemice": ("M", "favor"),
    "foxpartisans": ("F", "part"),
    "rabbitpartisans": ("R", "part"),
    "mousepartisans": ("M", "part"),
}
SINGULAR_TITLES = {"faithfulretainer": "faith", "loyalvizier": "viz", "logistics": "logs"}
# Spellings of another reader: no titles, but met in records.
ALIASES = {
    "taxcollectors": "tax",
    "leagueofextraordinarymice": "league",
    "murinebrokers": "murine",
}

_ABBREVIATED = STANDARD_CARDS | EXILES_CARDS | BOTH_DECKS | OWN_CARDS | QUESTS
NAMES: frozenset[str] = frozenset(
    [*_ABBREVIATED, *ITEM_CARDS, *LEADERS, *MOODS, *MINISTERS, *CHARACTERS]
)
_CANONICAL = {title: short for short, title in _ABBREVIATED.items()} | SINGULAR_TITLES | ALIASES

STACK_OWNER: dict[str, str] = (
    dict.fromkeys(LEADERS, "E")
    | dict.fromkeys(MOODS, "H")
    | dict.fromkeys(MINISTERS, "D")
    | dict.fromkeys(CHARACTERS, "VG")
)

_WAYSTATIONS = ("f", "t", "j", "f_t", "f_j", "t_f", "t_j", "j_f", "j_t")
_RELICS = ("f", "t", "j", *(f"{value}_{kind}" for value in "123" for kind in "ftj"))
PIECES: dict[str, dict[str, tuple[str, ...]]] = {
    "C": {"w": ("",), "t": ("", "k"), "b": ("s", "w", "r")},
    "E": {"w": ("",), "b": ("",)},
    "A": {"w": ("",), "t": ("",), "b": ("f", "m", "r")},
    "V": {"p": ("",)},
    "G": {"p": ("",)},
    "L": {"w": ("",), "b": ("f", "m", "r")},
    "O": {"w": ("",), "t": ("f", "m", "r")},
    "D": {"w": ("",), "t": ("",), "b": ("c", "m")},
    "P": {"w": ("",), "t": ("", "b", "e", "r", "s")},
    "H": {"w": ("", "w"), "b": ("",), "t": ("",)},
    "K": {"w": ("",), "t": _RELICS, "b": _WAYSTATIONS},
    "h_C": {"w": ("",)},
    "h_E": {"w": ("",)},
    "h_A": {"w": ("",)},
    "h_V": {"p": ("",)},
    "h_L": {"w": ("",)},
    "h_O": {"p": ("",)},
    "h_D": {"w": ("",), "t": ("",)},
    "h_P": {"w": ("",)},
    "h_H": {"w": ("",)},
    "h_K": {"w": ("",), "b": ("",)},
    "h_T": {"w": ("",)},
    "h_S": {"p": ("",)},
    "h_J": {"w": ("",)},
}
"""Kinds and subtypes each owner has (notation 3.2 and 9)."""

FLIPS = {"P": ("b", "e", "r", "s"), "K": _RELICS[3:]}
"""Faces a face-down token of the Corvids and of the Keepers may show."""


def named(words: str, among: tuple[str, ...]) -> str | None:
    """The map or the deck of `among` that these words mean, however spelt; None if they mean none.

    >>> named("the Autumn map", MAPS)
    'Fall'
    """
    kind = r"\A(the )|( map| deck)\Z"
    folded = _letters(re.sub(kind, "", " ".join(words.lower().split())))
    meant = {_letters(name): name for name in among} | OTHER_NAMES
    found = meant.get(folded)
    return found if found in among else None


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())


def canonical(name: str) -> tuple[str | None, str]:
    """The suit a title implies (None: it implies none) and the name's canonical spelling.

    An unknown name comes back as it is.
    """
    if name in NAMES:
        return None, name
    suited = SUITED_TITLES.get(name)
    return suited or (None, _CANONICAL.get(name, name))


def split_suit(name: str) -> tuple[str | None, str]:
    """Suit and name of a craft, the suit's letter glued to the name: "rpart" is R and "part"."""
    if name[:1] in "fmr" and name[1:] in SUITED:
        return name[0].upper(), name[1:]
    return canonical(name)


def is_known(name: str) -> bool:
    """Whether a card of this canonical name exists."""
    return name in NAMES


def nearest(word: str, among: tuple[str, ...] | None = None) -> str | None:
    """The known name, or the word of `among`, that `word` may stand for; None if none is near."""
    from difflib import get_close_matches

    if among is not None:
        close = get_close_matches(word, among, 1, 0.6)
        return close[0] if close else None
    spellings = [*NAMES, *_CANONICAL, *SUITED_TITLES]
    close = get_close_matches(word, sorted(spellings), 1, 0.7)
    return canonical(close[0])[1] if close else None
