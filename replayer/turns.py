"""Between turns: what nobody writes when a turn ends and the next begins."""

from __future__ import annotations

from notation.actions import Faction
from replayer.apply_pieces import coffin_owner, release_coffins
from replayer.apply_riverfolk import close_turn, open_turn
from replayer.piles import flush_lost_souls, spill_supporters
from replayer.satchel import refresh_unwritten, refreshes_due
from replayer.state import DECK_SIZE, State, TurnFacts


def begin_turn(
    state: State, faction: Faction, number: int | None = None, position: bool = False
) -> State:
    """The same table with that faction to move: the last turn ended, the turn's facts are reset.

    `number` is the faction's own turn (0 is setup; default: one more than its last); `position`
    says that the line belongs to `//! position`. Unwritten and done here: funds not told are 0
    (notation.md 7); the Lost Souls go to the discard pile as the Cult's turn begins (10.4.2,
    `this_turn.souls` keeps them); warriors on the Coffin Makers go home as their owner's begins;
    supporters beyond the stack's room are discarded (8.2.3.I).
    """
    new = end_turn(state)
    if new.position and not position:
        settle(new)
    if number is None:
        number = new.turns.get(faction, -1) + 1
    new.turn, new.round, new.position = faction, number, position
    new.turns = {**new.turns, faction: number}
    coffins = (0, 0)
    souls: tuple[str, ...] = ()
    souls_open = False
    if not position and number and coffin_owner(new) == faction:
        coffins = release_coffins(new)
    spilled = 0 if state.turn == "A" else state.this_turn.spilled
    if "A" in new.game.players:
        spilled += spill_supporters(new)
    if faction == "L" and (number or position):
        souls_open, new.souls_open = new.souls_open, False
        souls = flush_lost_souls(new)
    relations = tuple(new.relations[faction].items()) if faction in new.relations else ()
    refreshes = refreshes_due(new, faction) if faction in new.satchel and number else 0
    new.this_turn = TurnFacts(
        coffins=coffins,
        refreshes=refreshes,
        souls=souls,
        souls_open=souls_open,
        relations=relations,
        spilled=spilled,
    )
    if faction == "O" and number and not position:
        open_turn(new)
    return new


def end_turn(state: State) -> State:
    """The table after a turn's last action: funds that were not told are 0 (notation.md 7), those a
    lost trade post costs are gone (11.2.5.I), the first payments and the Hundreds' first mood are
    there (11.3.4, 14.3.4), a Vagabond has refreshed (9.4.1) and
    made enemies (9.2.9.III), written or not."""
    new = state.fork()
    new.faults = ()
    new.battle = None
    if state.turn in state.satchel and state.round and not state.position:
        refresh_unwritten(new)
        settle_relations(new)
    close_turn(new)
    if state.turn == "H" and not state.round and not state.position and not state.mood:
        new.mood = "stubborn"
    return new


def settle(new: State) -> None:
    """A position stands: where every hand is written, so is the deck. Changes a state that nobody
    else holds yet."""
    new.position = False
    if all(low == high for low, high in new.hand.values()):
        rest = new.deck[1]
        new.deck = (rest, rest)


def settle_relations(new: State) -> None:
    """Who lost warriors in a Vagabond's own battles is Hostile (9.2.9.III), his partner is not
    (9.2.9.IIId), written or not."""
    relations = dict(new.relations[new.turn])
    relations.update((f, "h") for f in new.this_turn.slain if f in relations)
    partner = new.coalition.get(new.turn, "")
    if relations.get(partner) == "h":
        relations[partner] = "0"
    if relations != new.relations[new.turn]:
        new.relations = {**new.relations, new.turn: relations}


def deck_size(players: int) -> int:
    """Cards of the draw deck: a game of two goes without the four dominance cards (5.1.3)."""
    return DECK_SIZE - 4 if players == 2 else DECK_SIZE
