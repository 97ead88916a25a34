"""9.5.5 Quest, what each quest card asks for, and the Adventurer's way with them (16.3.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from notation.actions import Faction
from notation.legs import CardLeg, ItemLeg, Leg
from replayer.cards import parts
from replayer.facts import items as item_facts
from replayer.facts import quests
from replayer.facts.schema import Quest
from replayer.state import State
from validator import kinds, quest_titles
from validator.algebra import (
    NEVER,
    Clause,
    Demand,
    Effects,
    Gained,
    Rule,
    forbidden,
    gain,
    in_order,
    may,
    one_of,
    take,
)
from validator.law.s02_terms import suit_of
from validator.law.s03_victory import on_track
from validator.law.s04_craft_and_move import drawing, draws
from validator.law.s04_hits import VAGABONDS
from validator.law.s09_characters import Items
from validator.law.s09_items import EVERY, FACTS, SOUND, board, is_exhausted, place_of
from validator.registry import consequence, demand, rule

WILD: Final = "*"
"""An item that stands for any other in a quest."""
Then = Callable[[State, CardLeg, Faction, Items], Clause]


class Special(NamedTuple):
    """What a character may do once a turn, beside his actions."""

    character: str
    number: str
    act: Rule


ONCE_A_TURN: Final[list[Special]] = []


@rule("9.5.5", "Quest", starts=(kinds.cards(["other"], ["board"]),))
def quest(state: State, vagabond: Faction, items: Items) -> Clause:
    """A quest in the suit of his clearing for its two items; then he may have points or cards."""
    if may_have_conned(state, vagabond):
        return completing(vagabond, items, "", any_points_it_is)
    return one_of(
        completing(vagabond, items, "complete for points", points_it_is),
        completing(vagabond, items, "", cards_it_is),
    )


def completing(vagabond: Faction, items: Items, verb: str, then: Then) -> Clause:
    return take(
        CardLeg,
        is_completed,
        vagabond,
        items,
        n=1,
        number="9.5.5",
        verb=verb,
        by=vagabond,
        demands=(
            quest_suits_his_clearing,
            *ASKING,
            its_two_items,
            not_completed_before,
            one_is_left,
        ),
        then=then,
    )


@kinds.fits(kinds.cards(["other"], ["board"]))
def is_completed(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.start == "Q" and leg.end == board(vagabond)


@demand("9.5.5", "the quest matches his clearing")
def quest_suits_his_clearing(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.suit in (None, suit_of(state, place_of(state, vagabond)))


# --- the cards ----------------------------------------------------------------------------


class Asks(NamedTuple):
    """Whether the quest of that name asks for what was exhausted."""

    name: str

    def holds(self, state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
        return leg.name != self.name or any(answers(items, q.items) for q in meant(leg))


def meant(leg: CardLeg) -> Iterator[Quest]:
    """The quest cards that may be meant."""
    return (q for q in quests() if leg.suit in (None, q.suit) and leg.name in (None, q.name))


def answers(items: Items, listed: str) -> bool:
    """Whether these items are the two listed; a wild one stands for either."""
    missing = Counter(listed)
    missing.subtract(item for item in items if item != WILD)
    return len(items) == len(listed) and all(n >= 0 for n in missing.values())


def asked(name: str) -> str:
    """What a quest card asks for, in words."""
    card = next(q for q in quests() if q.name == name)
    names = [item_facts()[letter].name for letter in card.items]
    what = f"two of: {names[0]}" if names[0] == names[1] else " and ".join(names)
    suits = {"F": "fox", "M": "mouse", "R": "rabbit"}
    where = " or ".join(suits[q.suit] for q in quests() if q.name == name)
    return f"this {where} quest asks for {what}"


ASKING: Final[tuple[Demand, ...]] = tuple(
    demand(quest_titles.number_of(name), asked(name))(Asks(name).holds)
    for name in quest_titles.QUESTS
)


@demand("9.5.5", "no quest of that suit asks for these items")
def its_two_items(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    """An unnamed quest is any that was not completed before."""
    if leg.name is not None:
        return True
    done = completed(state)
    return any(answers(items, q.items) for q in meant(leg) if (q.suit, q.name) not in done)


@demand("9.5.5", "that quest was completed before")
def not_completed_before(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    return leg.name is None or (leg.suit, leg.name) not in completed(state)


@demand("9.5.5", "all quests of that suit were completed before")
def one_is_left(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> bool:
    of_suit = sum(q.suit == leg.suit for q in quests())
    return leg.suit is None or sum(suit == leg.suit for suit, _ in completed(state)) < of_suit


def completed(state: State) -> list[tuple[str | None, str | None]]:
    """Quests that lie on a Vagabond's board: (suit, name), as far as they are named. Where there is
    a Cheat they may be back in the deck."""
    if any(may_have_conned(state, vagabond) for vagabond in VAGABONDS):
        return []
    return [parts(text) for v in VAGABONDS for text in state.quests.get(board(v), ())]


def may_have_conned(state: State, vagabond: Faction) -> bool:
    return state.characters.get(vagabond) == "cheat"


# --- the reward ---------------------------------------------------------------------------


def of_that_suit(state: State, leg: CardLeg, vagabond: Faction) -> int:
    """Completed quests of a quest's suit on his board, this one included."""
    done = state.quests.get(board(vagabond), ())
    return 1 + sum(parts(text)[0] == leg.suit for text in done)


@consequence("9.5.5", "Quest", verb="complete for points")
def points_for_quest(state: State, leg: Leg, by: Faction) -> Effects:
    """One for each quest of that suit he has completed, this one included."""
    if not isinstance(leg, CardLeg) or not on_track(state, by):
        return ()
    return (Gained(by, "9.5.5", of_that_suit(state, leg, by)),)


def points_it_is(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    return forbidden(reward_cards(vagabond), "9.5.5", "points or cards, not both")


def cards_it_is(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    cards = drawing(state, vagabond, FACTS.number("quest_cards"), "9.5.5")
    return in_order(may(cards), gain(vagabond, "9.5.5", 0))


def any_points_it_is(state: State, leg: CardLeg, vagabond: Faction, items: Items) -> Clause:
    """What a Cheat has shuffled back does not count; a record may leave that out."""
    most = of_that_suit(state, leg, vagabond) if on_track(state, vagabond) else 0
    points = (gain(vagabond, "9.5.5", n) for n in range(most, 0, -1))
    return one_of(*points, cards_it_is(state, leg, vagabond, items))


def reward_cards(vagabond: Faction) -> Clause:
    return take(CardLeg, draws, vagabond, n=FACTS.number("quest_cards"), number="9.5.5")


# --- 16.3.7 the Adventurer ----------------------------------------------------------------


@rule("16.3.7.II", "Special Action: Improvise", unit=True, through=True, starts=(ItemLeg,))
def improvise(_: State, vagabond: Faction) -> Clause:
    """A quest for which one item stands in for another, exhausted and damaged."""
    return improvising(vagabond, ())


def improvising(vagabond: Faction, items: Items) -> Clause:
    return take(
        ItemLeg,
        is_exhausted_for,
        vagabond,
        items,
        n=1,
        number="9.5",
        demands=(*SOUND, once_a_quest),
        then=improvised,
    )


def is_exhausted_for(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return is_exhausted(state, leg, vagabond) and leg.item != EVERY


@demand("16.3.7.II", "one item of a quest stands in for another, not both")
def once_a_quest(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> bool:
    return leg.end_area != "d" or WILD not in items


def improvised(state: State, leg: ItemLeg, vagabond: Faction, items: Items) -> Clause:
    items = tuple(sorted((*items, WILD if leg.end_area == "d" else leg.item)))
    if len(items) < QUEST_ITEMS:
        return improvising(vagabond, items)
    return quest(vagabond, items) if WILD in items else NEVER


QUEST_ITEMS: Final = len(quests()[0].items)
ONCE_A_TURN.append(Special("adventurer", "16.3.7.II", improvise))
