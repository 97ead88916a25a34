"""Piles of cards: the deck, hands, the discard pile and Lost Souls, cards in play, and what is
known of them.

Functions change a state that nobody else holds yet; shared tables inside it are replaced, never
changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from notation.actions import Faction
from notation.legs import Place
from replayer import cards
from replayer.apply_riverfolk import card_leaves
from replayer.facts import faction_facts
from replayer.state import DECK_SIZE, UNKNOWN, State
from replayer.tables import fault, plus, with_entry

K = TypeVar("K")

SUPPORTERS: Final = "A$"


def draw(new: State, n: int) -> None:
    """Take n cards off the deck; an empty one is shuffled anew at once (2.1)."""
    low, high = new.deck
    if low >= n and (high > n or new.position):
        new.deck = (low - n, high - n)
        return
    if new.position:
        new.deck = (max(0, low - n), max(0, high - n))
        return
    pile = len(new.discard)
    left = high + pile - n
    if left < 0:
        fault(new, "card", f"{n} cards drawn, {high + pile} in the deck and the discard pile")
        left = 0
    new.deck = (left if low == high else 0, left)
    new.shuffled = new.discard
    new.discard = ()


def was_shuffled(new: State, text: str) -> bool:
    """Whether a card that is not in the discard pile may have lain there all the same: when the
    deck was shuffled is unwritten, and where its count is open, so is what lies in the pile."""
    new.shuffled, found = cards.taken(new.game.deck, new.shuffled, text, 1)
    low, high = new.deck
    if not high or (low == high and not found):
        return False
    new.deck = (max(0, low - 1), high - 1)
    return True


def take_from_hand(new: State, faction: Faction, text: str, n: int) -> None:
    """n cards leave a hand."""
    count = new.hand.get(faction)
    if count is None:
        fault(new, "hand", f"{n} {text} from the hand of {faction}, which does not play")
        return
    low, high = count
    if n > high:
        fault(new, "hand", f"{n} {text} from {faction}'s hand, which holds {high}")
        new.deck = (max(0, new.deck[0] - n + high), new.deck[1])  # drawn, but not written
    new.hand = with_entry(new.hand, faction, (max(0, low - n), max(0, high - n)))
    forget(new, faction, text, n)
    if faction == "O":
        card_leaves(new, n)


def give(new: State, faction: Faction, texts: tuple[str, ...]) -> None:
    """Cards come into a hand; those whose suit or name is written are known there."""
    count = new.hand.get(faction)
    if count is None:
        fault(new, "hand", f"cards to the hand of {faction}, which does not play")
        return
    n = len(texts)
    if new.position and count == UNKNOWN:
        count = (0, 0)
    new.hand = with_entry(new.hand, faction, plus(count, n, DECK_SIZE))
    remember(new, faction, texts)


def remember(new: State, place: Place, texts: tuple[str, ...]) -> None:
    told = tuple(text for text in texts if text != cards.UNNAMED)
    if told:
        new.known = with_entry(new.known, place, cards.merged(new.known.get(place, ()), told))


def forget(new: State, place: Place, text: str, n: int) -> None:
    known = new.known.get(place)
    if not known:
        return
    new.known = with_pile(new.known, place, cards.surely_left(new.game.deck, known, text, n))


def discard(new: State, texts: tuple[str, ...]) -> None:
    """Cards go to the discard pile, dominance cards to the available ones; while the Cult plays,
    both to the Lost Souls until its next Birdsong (10.2.6)."""
    if "L" in new.game.players:
        tokens = tuple(map(cards.token_of, (text for text in texts if text != cards.FAITHFUL)))
        new.lost_souls = cards.merged(new.lost_souls, tokens)
        return
    for text in texts:
        lay_open(new, text)


def lay_open(new: State, text: str) -> None:
    """One card onto the discard pile, or among the available dominance cards."""
    if text == cards.FAITHFUL:
        return
    suit, name = cards.parts(text)
    if name == "dom":
        new.dominance = tuple(sorted((*new.dominance, suit or "?")))
    else:
        new.discard = cards.added(new.discard, text)


def flush_lost_souls(new: State) -> tuple[str, ...]:
    """The Lost Souls go to the discard pile (10.4.2); the tokens that lay there."""
    souls = new.lost_souls
    new.lost_souls = ()
    for token in souls:
        lay_open(new, cards.text_of_token(token))
    return souls


def put_in_play(new: State, faction: Faction, text: str) -> None:
    suit, name = cards.parts(text)
    if faction not in new.crafted:
        fault(new, "place", f"{text} on the board of {faction}, which does not play")
        return
    if name is None:
        fault(new, "card", f"an unnamed card on {faction}'s board")
        return
    kept = cards.in_play(new.game.deck, suit, name)
    if kept in new.doubted.get(faction, ()):
        leave_play(new, faction, kept)  # it has, or there could be no second one (4.1.4)
    new.crafted = with_entry(new.crafted, faction, tuple(sorted((*new.crafted[faction], kept))))


def leave_play(new: State, faction: Faction, kept: str) -> None:
    """A card that is in play there leaves it."""
    new.crafted = with_entry(new.crafted, faction, without(new.crafted[faction], kept))
    if kept in new.doubted.get(faction, ()):
        rest = without(new.doubted[faction], kept)
        new.doubted = {**new.doubted, faction: rest}


def doubt(new: State, faction: Faction, names: tuple[str, ...]) -> None:
    """One of these cards leaves play, and nobody says which."""
    doubted = tuple(sorted({*new.doubted.get(faction, ()), *names}))
    new.doubted = {**new.doubted, faction: doubted}


def has_dominance(new: State, faction: Faction) -> bool:
    return any(kept.endswith("dom") for kept in new.crafted.get(faction, ()))


def activate_supporter_dominance(new: State) -> None:
    """`F#domA->$` reads as a supporter until `++->$` shows that the card was activated."""
    for text in new.known.get(SUPPORTERS, ()):
        if cards.parts(text)[1] == "dom" and not has_dominance(new, "A"):
            low, high = new.supporters
            new.supporters = (max(0, low - 1), max(0, high - 1))
            forget(new, SUPPORTERS, text, 1)
            put_in_play(new, "A", text)
            return


def spill_supporters(new: State) -> int:
    """Supporters that found no room on a stack without a base were discarded (8.2.3.I); often that
    is not written. How many."""
    if new.position or any(new.count(at, "A", "b") for at in new.pieces if isinstance(at, int)):
        return 0
    room = faction_facts("A").number("supporters_without_base")
    low, high = new.supporters
    spilled = max(0, high - room)
    if not spilled:
        return 0
    new.supporters = (min(low, room), room)
    forget(new, SUPPORTERS, cards.UNNAMED, spilled)
    discard(new, (cards.UNNAMED,) * spilled)
    return spilled


def with_pile(
    table: Mapping[K, tuple[str, ...]], key: K, pile: tuple[str, ...]
) -> dict[K, tuple[str, ...]]:
    out = dict(table)
    if pile:
        out[key] = pile
    else:
        out.pop(key, None)
    return out


def without(pile: tuple[str, ...], token: str) -> tuple[str, ...]:
    at = pile.index(token)
    return pile[:at] + pile[at + 1 :]
