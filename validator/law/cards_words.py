"""Cards that change what a word means for their owner: adjacency, rule."""

from __future__ import annotations

from notation.actions import Faction
from replayer.facts import general
from replayer.state import State
from validator.law.cards_timing import has
from validator.law.s02_terms import LINKS, TOKENS, crafts_in, joined_by_river
from validator.law.s04_craft_and_move import FREE
from validator.registry import exception
from validator.switches import off


@exception("card.boatbuilders", "Boat Builders", to="2.3")
def boat_builders(state: State, faction: Faction, a: int, b: int) -> bool:
    """Its owner's rivers are paths."""
    if not has(state, faction, "boat") or off("card.boatbuilders"):
        return False
    return joined_by_river(state, a, b)


@exception("card.tunnels", "Tunnels", to="2.2.1")
def tunnels(state: State, faction: Faction, a: int, b: int) -> bool:
    """Clearings with crafting pieces of its owner's are adjacent. Whether trade posts are such
    pieces is open: the Riverfolk craft with the spaces they leave (11.2.1)."""
    if not has(state, faction, "tun") or off("card.tunnels"):
        return False
    return has_entrance(state, faction, a) and has_entrance(state, faction, b)


def has_entrance(state: State, faction: Faction, clearing: int) -> bool:
    post = faction == "O" and state.count(clearing, "O", "t") > 0
    return post or crafts_in(state, faction, clearing)


@exception("card.soupkitchens", "Soup Kitchens", to="2.5")
def soup_kitchens(state: State, owner: str) -> int:
    """What each token of its owner's counts for rule."""
    if not has(state, owner, "soup") or off("card.soupkitchens"):
        return 0
    return general()["soup_kitchens_token"]


@exception("card.corvidplanners", "Corvid Planners", to="4.2.1")
def corvid_planners(state: State, faction: Faction) -> bool:
    """Its owner moves whoever rules."""
    return has(state, faction, "cplans") and not off("card.corvidplanners")


LINKS.extend((boat_builders, tunnels))
TOKENS.append(soup_kitchens)
FREE.append(corvid_planners)
