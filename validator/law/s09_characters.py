"""16.3 Vagabond characters: their special actions (9.5.9), and what they do in battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, CardLeg, ItemLeg, Leg, PieceLeg
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Gained,
    one_of,
    take,
)
from validator.law.removal import remove_all
from validator.law.s02_terms import matches, suit_of, torch_allows
from validator.law.s03_victory import on_track
from validator.law.s04_battle import LINE, USES, Use, fight
from validator.law.s04_craft_and_move import origin
from validator.law.s04_hits import DEALERS, VAGABONDS
from validator.law.s09_items import (
    FACTS,
    SOUND,
    board,
    counted,
    damaged,
    is_character,
    is_exhausted,
    pawn,
    place_of,
    refreshed,
    snare_lets_go_of_him,
    undamaged,
    vagabonds_at,
)
from validator.law.s09_relations import with_ally
from validator.printings import printing
from validator.registry import demand, exception, orphan, rule
from validator.switches import WAIVED

Items = tuple[str, ...]
"""Letters of the items exhausted for an action, sorted."""
TORCH: Final = ("r",)


@demand("9.5.9", "a special action costs one torch")
def paid_with_torch(state: State, leg: object, vagabond: Faction, items: Items) -> bool:
    return items == TORCH


@rule(
    "9.5.9", "Special Action", through=True, starts=(BattleLeg, ItemLeg, CardLeg, kinds.anyhow("p"))
)
def special_action(state: State, vagabond: Faction, items: Items) -> Clause:
    """What his character card lists for a torch."""
    acts = {
        "thief": steal,
        "tinker": day_labor,
        "vagrant": instigate,
        "scoundrel": scorched_earth,
        "harrier": glide,
    }
    known = state.characters.get(vagabond)
    return one_of(*(act(vagabond, items) for name, act in acts.items() if known in (None, name)))


# --- 16.3.1 to 16.3.3 ---------------------------------------------------------------------


@rule("16.3.1.II", "Special Action: Steal", starts=(CardLeg,))
def steal(_: State, vagabond: Faction, items: Items) -> Clause:
    """A random card from a player with a piece in his clearing."""
    return take(
        CardLeg,
        is_stolen,
        vagabond,
        items,
        n=1,
        number="16.3.1.II",
        demands=(paid_with_torch, out_of_his_clearing),
    )


@kinds.fits(kinds.GIVEN)
def is_stolen(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end == vagabond and leg.start in state.game.players and leg.start != vagabond


@demand("16.3.1.II", "he steals from a player in his clearing")
def out_of_his_clearing(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return any(piece.owner == leg.start for piece in state.at(place_of(state, vagabond)))


@rule("16.3.2.II", "Special Action: Day Labor", starts=(CardLeg,))
def day_labor(_: State, vagabond: Faction, items: Items) -> Clause:
    """A card of his clearing's suit out of the discard pile; the torch may be written behind it."""
    demands = (suits_his_clearing,) if not items else (paid_with_torch, suits_his_clearing)
    return take(
        CardLeg,
        out_of_discard,
        vagabond,
        items,
        n=1,
        number="16.3.2.II",
        demands=demands,
        then=torch_behind,
    )


def torch_behind(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    return (
        NOTHING if items else take(ItemLeg, is_torch, vagabond, n=1, number="9.5.9", demands=SOUND)
    )


@kinds.fits(kinds.cards(["pile", "deck"], ["hand"]))
def out_of_discard(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    """A named card without its start comes from there, too: nobody draws by name."""
    start = leg.start == "*" or (leg.start == "deck" and leg.name is not None)
    return leg.end == vagabond and start


@demand("16.3.2.II", "the card matches his clearing")
def suits_his_clearing(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    suit = suit_of(state, place_of(state, vagabond))
    return bool(suit) and matches(leg.suit, suit)


@rule("16.3.3.II", "Special Action: Hideout", unit=True, starts=(ItemLeg,))
def hideout(state: State, vagabond: Faction) -> Clause:
    """Three items repaired, or as many as are damaged; Daylight ends with it."""
    if not is_character(state, vagabond, "ranger"):
        return NOTHING
    return take(ItemLeg, is_torch, vagabond, n=1, number="16.3.3.II", demands=SOUND, then=hides)


def is_torch(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    return leg.item == "r" and is_exhausted(state, leg, vagabond)


def hides(state: State, leg: ItemLeg, vagabond: Faction) -> Clause:
    return repairs(vagabond)


@rule("16.3.3.II", "Special Action: Hideout", part="the repairs", starts=(ItemLeg,))
def repairs(state: State, vagabond: Faction) -> Clause:
    low, high = counted(state, vagabond, damaged)
    most = FACTS.number("ranger_repairs")
    counts = range(min(low, most), min(high, most) + 1)
    return one_of(*(repair_of(vagabond, n) for n in counts))


def repair_of(vagabond: Faction, n: int) -> Clause:
    return take(ItemLeg, is_repaired, vagabond, n=n, number="16.3.3.II") if n else NOTHING


def is_repaired(state: State, leg: ItemLeg, vagabond: Faction, *_: object) -> bool:
    """A damaged item returns to the Satchel or its track; some write that it is face up."""
    mine = leg.start == leg.end == board(vagabond) and leg.start_area == "d"
    return mine and (leg.end_area in ("s", "t") or (leg.end_area, leg.end_state) == (None, "r"))


# --- 16.3.4 the Vagrant -------------------------------------------------------------------


@rule("16.3.4.II", "Special Action: Instigate", starts=(BattleLeg,), credit=True)
def instigate(_: State, vagabond: Faction, items: Items) -> Clause:
    """A battle in his clearing between any two, himself not excluded; what others lose in it he
    removes."""
    return take(
        BattleLeg,
        is_instigated,
        vagabond,
        items,
        number="16.3.4.II",
        demands=(paid_with_torch, where_he_is, *LINE),
        then=fight,
    )


def is_instigated(state: State, leg: BattleLeg, vagabond: Faction, items: Items) -> bool:
    return items == TORCH or vagabond not in (leg.attacker, leg.defender)


@demand("16.3.4.II", "he instigates a battle in his own clearing")
def where_he_is(state: State, leg: BattleLeg, vagabond: Faction, items: Items) -> bool:
    return pawn(vagabond) in state.at(leg.clearing)


def instigator(state: State, leg: BattleLeg) -> Faction | None:
    """The Vagrant who removes the pieces of a battle between two others on his turn."""
    turn = state.turn
    if turn not in VAGABONDS or turn in (leg.attacker, leg.defender):
        return None
    return turn if is_character(state, turn, "vagrant") else None


DEALERS.append(instigator)


# --- 16.3.5 and 16.3.8 in battle ----------------------------------------------------------


@exception("16.3.5.II", "Special Action: Protector", to="4.3.2.I")
def uses_protector(state: State, leg: BattleLeg) -> Iterator[Use]:
    """An Arbiter in the clearing lends the defender his swords, for a point."""
    for faction in vagabonds_at(state, leg.clearing):
        if faction in (leg.attacker, leg.defender):
            continue
        if not is_character(state, faction, "arbiter"):
            continue
        point = (Gained(faction, "16.3.5.II", FACTS.number("arbiter_points")),)
        scores = on_track(state, faction) and "16.3.5.II" not in WAIVED
        brings = point if scores else ()
        low, high = undamaged(state, faction, "s")
        for n in range(low, high + 1):
            yield Use("16.3.5.II", False, caps=n, brings=brings)


def uses_swift_strike(state: State, leg: BattleLeg) -> Iterator[Use]:
    """16.3.8.II: the Ronin exhausts swords, each for an extra hit."""
    for attacking, side in ((True, leg.attacker), (False, leg.defender)):
        if not is_character(state, side, "ronin"):
            continue
        _, high = counted(state, side, swords_ready)
        for n in range(1, high + 1):
            yield Use("16.3.8.II", attacking, hits=n, cost=swift_strike(side, n))


def swords_ready(table: object) -> int:
    return refreshed(table, "s")  # type: ignore[arg-type]


@rule("16.3.8.II", "Special Action: Swift Strike", starts=(ItemLeg,))
def swift_strike(_: State, vagabond: Faction, n: int) -> Clause:
    return take(ItemLeg, is_sword, vagabond, n=n, number="16.3.8.II", demands=SOUND)


def is_sword(state: State, leg: ItemLeg, vagabond: Faction) -> bool:
    return leg.item == "s" and is_exhausted(state, leg, vagabond)


@orphan("16.3.8.II", "in others' turns a Vagabond exhausts items only as a Ronin, swords in battle")
def exhausted_unasked(state: State, leg: Leg) -> bool:
    if not isinstance(leg, ItemLeg) or leg.start != leg.end or leg.end_state != "e":
        return False
    owner = str(leg.start)[:-1]
    return owner in VAGABONDS and owner != state.turn


USES.extend((uses_protector, uses_swift_strike))


# --- 16.3.6 the Scoundrel -----------------------------------------------------------------


@rule("16.3.6.II", "Special Action: Scorched Earth", starts=(ItemLeg,))
def scorched_earth(_: State, vagabond: Faction, items: Items) -> Clause:
    """The torch is placed in his clearing for good, and every enemy piece there is removed."""
    return take(
        ItemLeg,
        is_placed,
        vagabond,
        items,
        n=1,
        number="16.3.6.II",
        demands=(paid_with_torch, in_his_clearing),
        then=burns,
    )


def is_placed(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    """The torch leaves his board for the map."""
    gone = isinstance(leg.end, int) or leg.end == "out"
    return leg.item == "r" and leg.start == board(vagabond) and gone


@demand("16.3.6.II", "the torch is placed in his clearing")
def in_his_clearing(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    place = place_of(state, vagabond)
    return isinstance(place, int) and leg.end in (place, "out")


def burns(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    return everything_burns(vagabond)


@rule("16.3.6.II", "Special Action: Scorched Earth", part="the removal")
def everything_burns(state: State, vagabond: Faction) -> Clause:
    place = place_of(state, vagabond)
    return remove_all(state, "16.3.6.II", vagabond, place) if isinstance(place, int) else NOTHING


# --- 16.3.9 the Harrier -------------------------------------------------------------------


@rule("16.3.9.II", "Special Action: Glide", starts=(PieceLeg,))
def glide(_: State, vagabond: Faction, items: Items) -> Clause:
    """Only his pawn, to any clearing."""
    return take(
        PieceLeg,
        glides,
        vagabond,
        items,
        number="16.3.9.II",
        demands=(paid_with_torch, to_any_clearing, torch_allows, snare_lets_go_of_him),
        then=glide_along,
    )


ALLIES_GLIDE: Final = printing(
    "p4", "16.3.9.II", "allied warriors may go along with a gliding Vagabond"
)


def glide_along(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> Clause:
    allies = with_ally(state, vagabond, origin(state, leg), leg.end)
    return allies if allies is not NOTHING and ALLIES_GLIDE(state) else NOTHING


@kinds.fits(kinds.anyhow("p"))
def glides(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    known = state.characters.get(vagabond) == "harrier"
    return leg.piece == pawn(vagabond) and (known or items == TORCH)


@demand("16.3.9.II", "he glides to a clearing")
def to_any_clearing(state: State, leg: PieceLeg, vagabond: Faction, items: Items) -> bool:
    return isinstance(leg.end, int)
