"""Operators on crafting (4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from notation.legs import CraftLeg
from proof.mutants.base import Base, Site
from proof.mutants.board import board, only, suit
from proof.mutants.catalogue import Edits, operator
from replayer.cards import in_play as kept_as
from replayer.facts import deck, faction_facts
from replayer.facts.schema import CardFacts
from replayer.state import State
from replayer.timeline import Step

PLAIN = ("persistent",)


def crafts(game: Base) -> Iterator[tuple[Site, Step, CraftLeg]]:
    """The only craft of its turn, by a faction with crafting pieces on the map."""
    for site in game.turns("CEADPHK"):
        found = [(step, leg) for step in site.steps if isinstance(leg := only(step), CraftLeg)]
        if len(found) == 1:
            yield site, *found[0]


def pieces(state: State, faction: str) -> Counter[str]:
    """Crafting pieces by suit."""
    facts = faction_facts(faction)
    return Counter(
        suit(state, c)
        for c in board(state).clearings
        for piece, n in state.at(c).items()
        for _ in range(n)
        if piece.owner == faction and facts.crafts_with(piece.kind, piece.sub)
    )


def beyond(card: CardFacts, have: Counter[str]) -> bool:
    """Whether a card costs more than such pieces give, all of a turn's."""
    plain = {own: n for own, n in card.cost.items() if own != "any"}
    short = any(n > have[own] for own, n in plain.items())
    return short or sum(card.cost.values()) > sum(have.values())


def unseen(state: State, card: CardFacts) -> bool:
    """Whether no copy of a card lies open anywhere."""
    kept = kept_as(state.game.deck, card.suit, card.name)
    seen = any(kept in own for own in state.crafted.values())
    texts = [*state.discard, *(t for own in state.known.values() for t in own)]
    souls = [*state.lost_souls, *state.this_turn.souls]
    columns = [t for own in (*state.decree.values(), *state.retinue.values()) for t in own]
    return not seen and not any(f"#{card.name}" in text for text in (*texts, *souls, *columns))


def spelled(card: CardFacts) -> str:
    """A craft as Rootlog writes it."""
    own = card.suit.lower() if card.name in ("part", "favor") else ""
    return f"Z{own}{card.name}"


@operator("4.1.1", "crafts a card its crafting pieces do not pay for", also=("4.1",))
def crafts_too_cheaply(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        have = pieces(site.opened, site.faction) | pieces(step.before, site.faction)
        have |= pieces(site.closed, site.faction)
        for card in deck(site.opened.game.deck).cards:
            dear = card.kind == "persistent" and card.cost and beyond(card, have)
            if dear and unseen(step.before, card) and leg.item is None:
                yield site.edit(step.index, 1, spelled(card))


@operator("4.1.4", "crafts a card it has in play already")
def crafts_twice(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        have = pieces(step.before, site.faction)
        for name in step.before.crafted[site.faction]:
            cards = [card for card in deck(site.opened.game.deck).cards if card.name == name]
            copies = sum(card.copies for card in cards)
            if leg.item is None and copies > 1 and cards and not beyond(cards[0], have):
                everywhere = sum(name in own for own in step.before.crafted.values())
                if everywhere < copies and not any(f"#{name}" in t for t in step.before.discard):
                    yield site.edit(step.index, 1, f"Z{name}")


@operator("4.1.2", "crafts an item the supply does not hold")
def crafts_missing_item(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        have = pieces(step.before, site.faction)
        for card in deck(site.opened.game.deck).cards:
            out = card.item and not step.before.item_supply.get(card.item, 0)
            if out and leg.item is not None and not beyond(card, have):
                yield site.edit(step.index, 1, f"Z%{card.item}")


@operator("2.1", "crafts a card of which every copy is in play elsewhere")
def crafts_what_others_have(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        have = pieces(step.before, site.faction)
        for card in deck(site.opened.game.deck).cards:
            own = kept_as(site.opened.game.deck, card.suit, card.name)
            held = [f for f, kept in step.before.crafted.items() if own in kept]
            alone = card.kind == "persistent" and len(held) == card.copies
            if alone and site.faction not in held and leg.item is None and not beyond(card, have):
                yield site.edit(step.index, 1, spelled(card))


@operator("2.1", "crafts a card that the deck does not hold", also=("4.1",))
def crafts_of_another_deck(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        mine = {card.name for card in deck(site.opened.game.deck).cards}
        other = "E&P" if site.opened.game.deck == "Standard" else "Standard"
        for card in deck(other).cards if leg.item is None else ():
            if card.kind == "persistent" and card.name not in mine:
                yield site.edit(step.index, 1, spelled(card))


@operator("4.1.2", "crafts an ambush card", also=("2.1.2", "4.1", "4.1.1"))
def crafts_ambush(game: Base) -> Edits:
    for site, step, leg in crafts(game):
        if leg.item is None:
            yield site.edit(step.index, 1, "Z@")
