"""Crafting, cards shown, and the ambushes of a battle."""

from __future__ import annotations

import msgspec

from notation.actions import Faction
from notation.legs import BattleLeg, CraftLeg, RevealLeg
from replayer import cards
from replayer.apply_items import craft_item
from replayer.facts import deck as deck_facts
from replayer.piles import discard, put_in_play, remember, take_from_hand
from replayer.state import State
from replayer.tables import fault, with_entry


def craft(new: State, leg: CraftLeg) -> None:
    """The card leaves the hand; an item comes from the supply, a lasting effect stays (4.1)."""
    faction, deck = leg.faction, new.game.deck
    if leg.item is not None:
        made = [card for card in deck_facts(deck).cards if card.item == leg.item]
        text = cards.text_of(deck, made[0].suit, made[0].name) if len(made) == 1 else ""
        _craft_item_card(new, faction, leg.item, text or f"#%{leg.item}")
        return
    name = str(leg.name)
    named = [c for c in deck_facts(deck).named(name) if leg.suit in (None, c.suit)]
    text = cards.text_of(deck, leg.suit, name)
    kind = named[0].kind if named else "persistent"
    if not named:
        fault(new, "card", f"{text} is crafted, which the {deck} deck does not hold")
    elif named[0].item is not None:
        _craft_item_card(new, faction, named[0].item, text)
        return
    elif kind in ("ambush", "dominance"):
        fault(new, "card", f"{text} is crafted, which cannot be")
    take_from_hand(new, faction, text, 1)
    if kind == "persistent":
        put_in_play(new, faction, text)
    else:
        discard(new, (text,))
        new.battle = None
    _note_craft(new, cards.in_play(deck, leg.suit, name))


def _craft_item_card(new: State, faction: Faction, item: str, text: str) -> None:
    take_from_hand(new, faction, text, 1)
    discard(new, (text,))
    craft_item(new, faction, item)
    _note_craft(new, f"%{item}")


def _note_craft(new: State, what: str) -> None:
    facts = new.this_turn
    new.this_turn = msgspec.structs.replace(facts, crafted=tuple(sorted((*facts.crafted, what))))


def reveal(new: State, leg: RevealLeg) -> None:
    """Cards are shown and go back; they must be there."""
    if leg.whole:
        return
    count = new.hand.get(leg.owner)
    text = cards.text_of(new.game.deck, leg.suit, leg.name)
    if count is None:
        fault(new, "hand", f"{leg.n} {text} shown by {leg.owner}, which does not play")
        return
    low, high = count
    if leg.n > high:
        holds = f"{leg.owner}'s hand, which holds {high}"
        fault(new, "hand", f"{leg.n} {text} shown from {holds}")
    elif leg.n > low:
        new.hand = with_entry(new.hand, leg.owner, (leg.n, high))
    known = new.known.get(leg.owner, ())
    seen = sum(1 for card in known if cards.could_be(new.game.deck, card, text))
    if seen < leg.n:
        remember(new, leg.owner, (text,) * (leg.n - seen))
    if leg.owner == new.turn and not leg.audience:
        facts = new.this_turn
        shown = dict(facts.revealed)
        shown[leg.suit] = shown.get(leg.suit, 0) + leg.n
        ordered = tuple(sorted(shown.items(), key=lambda item: item[0] or ""))
        new.this_turn = msgspec.structs.replace(facts, revealed=ordered)


def play_ambushes(new: State, leg: BattleLeg) -> None:
    """Both ambush cards of a battle leave their hands (4.3.1)."""
    for owner, suit in ((leg.defender, leg.ambush), (leg.attacker, leg.foil)):
        if suit is None:
            continue
        text = f"{suit}#@"
        if owner in new.hand:
            take_from_hand(new, owner, text, 1)
        discard(new, (text,))
