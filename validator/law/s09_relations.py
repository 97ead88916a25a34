"""9.2.9 Vagabond: relationships in any turn: Aids that improve them, allies, Hostile factions,
Infamy."""

from __future__ import annotations

from typing import Final

from notation.actions import Faction
from notation.legs import BattleLeg, Leg, Piece, PieceLeg, RelationLeg
from replayer.facts import faction_facts
from replayer.state import State
from validator import kinds
from validator.algebra import (
    NOTHING,
    Clause,
    Due,
    Effects,
    Gained,
    by_printing,
    gain,
    in_order,
    join,
    may,
    one_of,
    take,
)
from validator.disputed import disputed
from validator.law.s02_terms import is_enemy, is_warrior, snare_lets_go, torch_allows
from validator.law.s03_victory import on_track
from validator.law.s04_craft_and_move import carried_when_forced, rules_an_end
from validator.law.s04_hits import LENDERS, VAGABONDS
from validator.law.s08_outrage import SYMPATHY, A, outrage
from validator.law.s11_market import hired_by
from validator.printings import printing
from validator.registry import consequence, definition, demand, exception, orphan, rule
from validator.switches import DENIED

FACTS: Final = faction_facts("V")
STEPS: Final = ("0", "1", "2", "a")
"""Spaces of the Allied track, Indifferent first."""
HOSTILE, ALLIED = "h", "a"


def relation(state: State, vagabond: Faction, faction: str) -> str:
    """Where that faction's marker is on his chart; "" where there is none."""
    return state.relations.get(vagabond, {}).get(faction, "")


@definition("9.2.9.III", "Hostile Status")
def is_hostile(state: State, vagabond: Faction, faction: str) -> bool:
    """Whether that faction is Hostile to him, its marker written or not."""
    if relation(state, vagabond, faction) == HOSTILE:
        return True
    partner = state.coalition.get(vagabond) == faction
    return state.turn == vagabond and faction in state.this_turn.slain and not partner


def hostile_warriors(state: State, vagabond: Faction, clearing: object) -> bool:
    """Whether warriors of a Hostile faction stand in that clearing."""
    here = state.at(clearing) if isinstance(clearing, int) else {}
    return any(is_warrior(p) and is_hostile(state, vagabond, p.owner) for p in here)


@definition("9.2.9.II", "Allied Status")
def may_be_allied(state: State, vagabond: Faction, faction: str) -> bool:
    """Whether that faction may be allied to him. A marker one space short may have come further
    without a word in the record."""
    if "9.2.9.II" in DENIED:
        return False
    return relation(state, vagabond, faction) in STEPS[-2:]


# --- 9.2.9.I improving --------------------------------------------------------------------


def climbed(start: str, aids: int) -> str:
    """The space a marker reaches from `start` by that many Aids in one turn (9.2.9.Ia)."""
    if start not in STEPS:
        return start
    at = STEPS.index(start)
    cost = FACTS.scales["aid_cost"]
    while at + 1 < len(STEPS) and aids >= cost.at(at):
        aids -= cost.at(at)
        at += 1
    return STEPS[at]


def at_start(state: State, vagabond: Faction, faction: Faction) -> str:
    """Where that marker was as this turn began, or where a coalition has put it since."""
    return dict(state.this_turn.relations).get(faction, relation(state, vagabond, faction))


def aids(state: State, faction: Faction) -> int:
    """Aids to that faction in this turn so far."""
    return state.this_turn.given.count(faction)


def reached(state: State, vagabond: Faction, faction: Faction) -> str:
    """Where the marker belongs after this turn's Aids."""
    return climbed(at_start(state, vagabond, faction), aids(state, faction))


@consequence("9.2.9.Ib", "Effect", verb="aid")
def improves(state: State, leg: Leg, by: Faction) -> Effects:
    """An Aid that completes the number for a space: its points, and the marker moves."""
    faction = str(getattr(leg, "end", ""))
    if relation(state, by, faction) in ("", HOSTILE):
        return ()
    start, n = at_start(state, by, faction), aids(state, faction)
    before, after = climbed(start, n), climbed(start, n + 1)
    if before == after:
        return ()
    points = FACTS.scales["relationship_points"].at(STEPS.index(after))
    gained = (Gained(by, "9.2.9.Ib", points),) if on_track(state, by) else ()
    return (*gained, Due("9.2.9.I", by, marker_moves(by, faction), "turn"))


@consequence("9.2.9.IIa", "Aiding Ally", verb="aid")
def aids_ally(state: State, leg: Leg, by: Faction) -> Effects:
    """Two points for each Aid to a faction that is Allied by then."""
    faction = str(getattr(leg, "end", ""))
    if relation(state, by, faction) in ("", HOSTILE) or not on_track(state, by):
        return ()
    if reached(state, by, faction) != ALLIED:
        return ()
    return (Gained(by, "9.2.9.IIa", FACTS.number("allied_aid_points")),)


@rule("9.2.9.I", "Improving Relationships", soft=disputed("Q22"), starts=(RelationLeg,))
def marker_moves(state: State, vagabond: Faction, faction: Faction) -> Clause:
    """To the space its Aids have earned; one space after the other, or all at once."""
    now, earned = relation(state, vagabond, faction), reached(state, vagabond, faction)
    if now not in STEPS or STEPS.index(now) >= STEPS.index(earned):
        return NOTHING
    return take(RelationLeg, moves_up, vagabond, faction, number="9.2.9.Ib", then=further)


def moves_up(state: State, leg: RelationLeg, vagabond: Faction, faction: Faction) -> bool:
    if (leg.vagabond, leg.faction) != (vagabond, faction) or leg.step not in STEPS:
        return False
    now, earned = relation(state, vagabond, faction), reached(state, vagabond, faction)
    return STEPS.index(now) < STEPS.index(leg.step) <= STEPS.index(earned)


def further(state: State, leg: RelationLeg, vagabond: Faction, faction: Faction) -> Clause:
    return marker_moves(vagabond, faction)


# --- markers that nothing moves -----------------------------------------------------------


def spaces(state: State, leg: Leg) -> tuple[str, str]:
    """From where to where a marker is moved; ("", "") for anything else."""
    if not isinstance(leg, RelationLeg):
        return "", ""
    return relation(state, leg.vagabond, leg.faction), leg.step


@orphan("9.2.9", "there is no marker for that faction on his chart")
def no_such_marker(state: State, leg: Leg) -> bool:
    return isinstance(leg, RelationLeg) and not relation(state, leg.vagabond, leg.faction)


@orphan("9.2.9.IIId", "only a coalition takes a marker out of the Hostile box")
def out_of_hostile(state: State, leg: Leg) -> bool:
    now, step = spaces(state, leg)
    return now == HOSTILE and step == STEPS[0]


@orphan("9.2.9.IIIc", "Aid takes no marker out of the Hostile box")
def improves_hostile(state: State, leg: Leg) -> bool:
    now, step = spaces(state, leg)
    return now == HOSTILE and step in STEPS[1:]


@orphan("9.2.9.IId", "he took no more hits with their warriors than with items")
def ally_was_spared(state: State, leg: Leg) -> bool:
    _, step = spaces(state, leg)
    return step == HOSTILE and state.this_turn.hits[1] > 0


@orphan("9.2.9.III", "no warrior of that faction was removed by him")
def no_cause_for_hostility(state: State, leg: Leg) -> bool:
    return spaces(state, leg)[1] == HOSTILE


@orphan("9.2.9.I", "only Aid improves a relationship, and none was given")
def no_aid_given(state: State, leg: Leg) -> bool:
    return isinstance(leg, RelationLeg) and not aids(state, leg.faction)


@orphan("9.2.9.Ib", "a marker moves one space for the Aids of its step")
def leaps(state: State, leg: Leg) -> bool:
    now, step = spaces(state, leg)
    return now in STEPS and step in STEPS and STEPS.index(step) != STEPS.index(now) + 1


@orphan("9.2.9.Ia", "the next space takes more Aids in one turn")
def too_few_aids(state: State, leg: Leg) -> bool:
    return isinstance(leg, RelationLeg)


# --- 9.2.9.IIb moving with an ally --------------------------------------------------------


@kinds.fits(kinds.moved("w"))
def goes_with_him(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    """Warriors of another faction go from clearing to clearing."""
    between = isinstance(leg.start, int) and isinstance(leg.end, int)
    return leg.piece.kind == "w" and leg.piece.owner != vagabond and between


@demand("9.2.9.IIb", "only the warriors of an Allied faction go along")
def they_are_allied(state: State, leg: PieceLeg, vagabond: Faction, *_: object) -> bool:
    return may_be_allied(state, vagabond, leg.piece.owner)


@demand("9.2.9.IIb", "they go from his origin to his destination")
def along_his_way(
    state: State, leg: PieceLeg, vagabond: Faction, start: object, end: object
) -> bool:
    return leg.start == start and leg.end == end


HE_MOVES_THEM: Final = printing(
    "p4", "9.2.9.IIb", "the Vagabond moves allies himself: he needs no rule and pays for Outrage"
)


@demand("9.2.9.IIb", "the ally must rule the origin or the destination")
def they_may_move(state: State, leg: PieceLeg, *_: object) -> bool:
    """Forced, they follow their own rules (1.5.5)."""
    return rules_an_end.holds(state, leg, leg.piece.owner) or HE_MOVES_THEM(state)


FORCED: Final = (they_are_allied, along_his_way, they_may_move, snare_lets_go, torch_allows)


def with_ally(state: State, vagabond: Faction, start: object, end: object) -> Clause:
    """After his own pawn: any number of one ally's warriors."""
    if not isinstance(start, int) or not isinstance(end, int):
        return NOTHING
    if not any(goes_from(state, vagabond, start)):
        return NOTHING
    return may(
        take(
            PieceLeg,
            goes_with_him,
            vagabond,
            start,
            end,
            number="9.2.9.IIb",
            verb="force",
            by=vagabond,
            demands=FORCED,
            then=more_of_them,
        )
    )


def goes_from(state: State, vagabond: Faction, start: int) -> list[Piece]:
    """Other players' warriors where he starts."""
    return [p for p in state.at(start) if p.kind == "w" and p.owner != vagabond]


def more_of_them(
    state: State, leg: PieceLeg, vagabond: Faction, start: object, end: object
) -> Clause:
    more = join(take(PieceLeg, same_ally, leg.piece.owner, start, end, number="9.2.9.IIb"))
    return in_order(carried_when_forced(state, leg), more)


def same_ally(state: State, leg: PieceLeg, owner: str, start: object, end: object) -> bool:
    return (
        leg.piece.owner == owner and leg.piece.kind == "w" and (leg.start, leg.end) == (start, end)
    )


@consequence("8.2.6", "Outrage", verb="force")
def outrage_for_forcing(state: State, leg: Leg, by: Faction) -> Effects:
    """Forced into sympathy, the owner of the warriors pays; the printing p4 has the Vagabond pay,
    even for Alliance warriors."""
    if not isinstance(leg, PieceLeg) or SYMPATHY not in state.at(leg.end):
        return ()
    ally = leg.piece.owner
    assert isinstance(leg.end, int)
    his = by_printing(state, HE_MOVES_THEM, outrage(by, leg.end))
    clause = may(his) if ally == A else one_of(outrage(ally, leg.end), his)
    return (Due("8.2.6", ally, clause, "unit"),)


# --- 9.2.9.IIc and IId fighting with an ally ----------------------------------------------


@exception("9.2.9.IIc", "Attacking with Ally", to="4.3.2.I")
def allies(state: State, leg: BattleLeg, attacking: bool) -> tuple[Faction, ...]:
    """Attacking, he may treat an ally's warriors as his own."""
    if not attacking or leg.attacker not in VAGABONDS or "9.2.9.IIc" in DENIED:
        return ()
    markers = state.relations.get(leg.attacker, {})
    return tuple(f for f in markers if may_be_allied(state, leg.attacker, f))


LENDERS.append(allies)


@consequence("9.2.9.IId", "Taking Hits with Ally", verb="remove")
def hits_on_ally(state: State, leg: Leg, by: str) -> Effects:
    battle = state.battle
    if battle is None or battle.attacker not in VAGABONDS or by != battle.defender:
        return ()
    if not isinstance(leg, PieceLeg) or leg.piece.kind != "w" or leg.start != battle.clearing:
        return ()
    if leg.piece.owner in (battle.attacker, battle.defender):
        return ()
    clause = ally_turns_hostile(battle.attacker, leg.piece.owner)
    return (Due("9.2.9.IId", battle.attacker, clause, "unit"),)


@rule("9.2.9.IId", "Taking Hits with Ally", soft=True, starts=(RelationLeg,))
def ally_turns_hostile(state: State, vagabond: Faction, faction: Faction) -> Clause:
    """After a battle in which the ally took more of his hits than his items did."""
    items, warriors = state.this_turn.hits
    if warriors <= items or is_hostile(state, vagabond, faction):
        return NOTHING
    return take(RelationLeg, turns_hostile, vagabond, faction, number="9.2.9.IId")


# --- 9.2.9.III hostile factions -----------------------------------------------------------


def turns_hostile(state: State, leg: RelationLeg, vagabond: Faction, faction: Faction) -> bool:
    return (leg.vagabond, leg.faction, leg.step) == (vagabond, faction, HOSTILE)


UNSAID_FOR_HIRED: Final = printing(
    "p4", "11.2.7.IIIb", "it is not said whether a hired warrior's buyer or owner turns Hostile"
)
NOBODY_FOR_HIRED: Final = printing(
    "p16", "11.2.7.IIIb", "the Riverfolk do not turn Hostile for hired warriors, nor need the buyer"
)


@consequence("9.2.9.III", "Hostile Status", verb="remove")
def made_hostile(state: State, leg: Leg, by: str) -> Effects:
    """A warrior removed by a Vagabond, in any turn and by any means, makes its faction Hostile; a
    hired one that of his buyer (11.2.7.IIIb), as p6 has it."""
    if by not in VAGABONDS or not isinstance(leg, PieceLeg) or leg.piece.kind != "w":
        return ()
    buyer = hired_by(state, leg.piece.owner, leg.start)
    owner = buyer or leg.piece.owner
    if relation(state, by, owner) in ("", HOSTILE):
        return ()
    marker: Clause = hostile_marker(by, owner)
    if buyer and (NOBODY_FOR_HIRED(state) or UNSAID_FOR_HIRED(state)):
        marker = may(one_of(marker, hostile_marker(by, leg.piece.owner)))
    elif state.battle is not None and by not in (state.battle.attacker, state.battle.defender):
        marker = may(marker)  # a Vagrant's battle: whether it counts is open (16.3.4.II)
    return (Due("9.2.9.III", by, marker, "turn"),)


@rule("9.2.9.III", "Hostile Status", soft=True, starts=(RelationLeg,))
def hostile_marker(state: State, vagabond: Faction, faction: Faction) -> Clause:
    if relation(state, vagabond, faction) == HOSTILE:
        return NOTHING
    return take(RelationLeg, turns_hostile, vagabond, faction, number="9.2.9.III")


def is_between_others(state: State, vagabond: Faction) -> bool:
    """Whether the present battle is a Vagrant's, who is none of its sides."""
    battle = state.battle
    return battle is not None and vagabond not in (battle.attacker, battle.defender)


def infamy_of_the_instigated(state: State, leg: PieceLeg, by: Faction) -> Effects:
    """Whether their factions turn Hostile, so that all but the first warrior count, is open."""
    owner, most = leg.piece.owner, leg.n
    if owner not in state.this_turn.felled:
        most = leg.n - 1 if leg.piece.kind == "w" else 0
    points = (FACTS.number("infamy_points") * n for n in range(1, most + 1))
    clause = one_of(NOTHING, *(gain(by, "9.2.9.IIIa", n) for n in points))
    return (Due("9.2.9.IIIa", by, clause, "turn"),) if most and state.turn == by else ()


IN_ANY_BATTLE: Final = printing("p4", "9.2.9.IIIa", "in battles of others' turns, too", board=True)


@consequence("9.2.9.IIIa", "Infamy", verb="hit")
def infamy(state: State, leg: Leg, by: str) -> Effects:
    """In battle on his turn a point for each piece of a Hostile faction, but for the warrior that
    made it so."""
    if by not in VAGABONDS or not isinstance(leg, PieceLeg):
        return ()
    owner = leg.piece.owner
    if not relation(state, by, owner) or not on_track(state, by) or not is_enemy(state, by, owner):
        return ()
    if is_between_others(state, by) and not is_hostile(state, by, owner):
        return infamy_of_the_instigated(state, leg, by)
    pieces = leg.n
    if not is_hostile(state, by, owner):
        pieces = leg.n - 1 if leg.piece.kind == "w" else 0
    points = FACTS.number("infamy_points") * pieces
    if state.turn == by:
        return (Gained(by, "9.2.9.IIIa", points),) if points else ()
    if not points or not IN_ANY_BATTLE(state):
        return ()
    return (Due("9.2.9.IIIa", by, may(gain(by, "9.2.9.IIIa", points)), "turn"),)
