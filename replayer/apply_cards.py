"""Cards: from a hand, the deck or discard pile, a column or board to another place."""

from __future__ import annotations

import msgspec

from notation.actions import Faction, Suit
from notation.legs import CHARACTERS, LEADERS, MINISTERS, MOODS, QUESTS, VAGABONDS, CardLeg, Place
from replayer import cards
from replayer.apply_offices import character, faithful, leader, minister, mood, quest
from replayer.apply_pieces import doubt_coffins, release_coffins
from replayer.apply_riverfolk import supply_is_empty
from replayer.facts import deck as deck_facts
from replayer.piles import (
    SUPPORTERS,
    discard,
    doubt,
    draw,
    forget,
    give,
    has_dominance,
    lay_open,
    leave_play,
    put_in_play,
    remember,
    take_from_hand,
    was_shuffled,
    with_pile,
    without,
)
from replayer.state import DECK_SIZE, State
from replayer.tables import fault, lie, plus, with_entry


def move_cards(new: State, leg: CardLeg) -> None:
    """n cards from a place to a place; leaders, moods, ministers and characters take office."""
    name = leg.name
    if name in LEADERS:
        leader(new, leg)
    elif name in MOODS:
        mood(new, leg)
    elif name in MINISTERS:
        minister(new, leg)
    elif name in CHARACTERS:
        character(new, leg)
    elif leg.start == "Q" or leg.end == "Q" or is_completed_quest(leg):
        quest(new, leg)
    elif name == "faith":
        faithful(new, leg)
    else:
        if name is not None and not cards.in_deck(new.game.deck, leg.suit, name):
            text = cards.text_of(new.game.deck, leg.suit, name)
            fault(new, "card", f"{text}, which the {new.game.deck} deck does not hold")
        sabotage = _is_sabotage(new, leg)
        texts = _take(new, leg)
        if sabotage:
            _before_the_flush(new, texts)
        else:
            _put(new, leg.end, texts)
        if leg.start == new.turn and _costs_a_warrior(new, leg):
            new.this_turn = msgspec.structs.replace(new.this_turn, turning=True)
        if leg.end == new.turn and new.turn in VAGABONDS and leg.start in new.hand:
            robbed = tuple(sorted((*new.this_turn.robbed, *(str(leg.start),) * leg.n)))
            new.this_turn = msgspec.structs.replace(new.this_turn, robbed=robbed)
        if leg.start == new.turn and new.turn in VAGABONDS and leg.end in new.hand:
            _note_given(new, str(leg.end), leg.n)


def _is_sabotage(new: State, leg: CardLeg) -> bool:
    """Whether the Cult uses Saboteurs: as its Birdsong starts, so before the Lost Souls go."""
    if new.turn != "L" or not new.round or leg.end not in ("*", "dom") or leg.name is None:
        return False
    owner = str(leg.start)[:-1]
    if leg.start != f"{owner}$" or _kept(new, owner, leg.suit, leg.name) is None:
        return False
    sabotages = cards.in_deck(new.game.deck, None, "sabo") and not new.this_turn.outcast_told
    return sabotages and (leg.name == "sabo" or owner != "L")


def _before_the_flush(new: State, texts: tuple[str, ...]) -> None:
    """Cards that were among the Lost Souls for a moment of this Birdsong (10.4.2)."""
    souls = tuple(map(cards.token_of, texts))
    for text in texts:
        lay_open(new, text)
    new.this_turn = msgspec.structs.replace(
        new.this_turn, souls=cards.merged(new.this_turn.souls, souls)
    )


def _costs_a_warrior(new: State, leg: CardLeg) -> bool:
    """Whether a card spent may be the Propaganda Bureau's or pay for a Jailor's Strike: a warrior
    who falls next is no loss of the battle before."""
    able = "prop" in new.crafted.get(new.turn, ()) or _is_jailor(new)
    return able and leg.end in ("*", "dom") and not _may_be_for_partisans(new, leg.suit)


def _may_be_for_partisans(new: State, suit: Suit | None) -> bool:
    """Whether the battle itself may have cost a card of that suit: Partisans fight in clearings of
    their own suit, for all cards of any other."""
    at, suits = new.battle.clearing if new.battle else 0, new.game.suits
    here = suits[at] if at < len(suits) else ""
    return suit != here and f"{here.lower()}part" in new.crafted.get(new.turn, ())


def _is_jailor(new: State) -> bool:
    """Whether cards may stand for items in this turn."""
    return new.characters.get(new.turn) == "jailor"


def is_completed_quest(leg: CardLeg) -> bool:
    """A named quest leaves a Vagabond's board: the Cheat's goes back to the others."""
    return leg.name in QUESTS and str(leg.start)[:-1] in VAGABONDS


def _note_given(new: State, faction: Faction, n: int) -> None:
    """An Aid; a card given before he has exhausted anything but for services may be Swap Meet's,
    to a player whose card he has if he is a Jailor, and one that answers a wrong guess is none."""
    facts = new.this_turn
    if faction == "P" and facts.guess:
        new.this_turn = msgspec.structs.replace(facts, guess=0)
        plot = new.plots.get(facts.guess)
        if plot is not None and not plot.sub:
            return
        facts = new.this_turn
    if "swap" in new.crafted.get(new.turn, ()):
        served = len(facts.spent) <= facts.paid
        if faction in facts.robbed and (served or supply_is_empty(new)):
            robbed = without(facts.robbed, faction)
            new.this_turn = msgspec.structs.replace(facts, robbed=robbed)
            return
        if served and not _is_jailor(new):
            return
    given = tuple(sorted((*facts.given, *(faction,) * n)))
    new.this_turn = msgspec.structs.replace(facts, given=given)


def _take(new: State, leg: CardLeg) -> tuple[str, ...]:
    """Take the cards from where they are; the texts of n cards, as far as known."""
    deck, n, start = new.game.deck, leg.n, leg.start
    text = cards.text_of(deck, leg.suit, leg.name)
    written = (text,) * n
    if isinstance(start, int):
        fault(new, "place", f"{n} {text} from clearing {start}")
    elif start == "deck" or (start == "dom" and new.position):
        draw(new, n)
    elif len(start) == 1 and start.isalpha():
        take_from_hand(new, start, text, n)
    elif start == "*":
        new.discard, found = cards.taken(deck, new.discard, text, n)
        if not all(was_shuffled(new, text) for _ in range(n - len(found))):
            fault(new, "card", f"{n} {text} from the discard pile, where {lie(len(found))}")
        return tuple(_sharper(card, text) for card in found) + written[len(found) :]
    elif start == "dom" and leg.end == "dom" and new.turn in new.hand:
        take_from_hand(new, new.turn, text, n)  # the hand's letter was forgotten
    elif start == "dom":
        _take_dominance(new, leg)
    elif "$_" in start:
        return _take_from_column(new, start, text, n)
    elif start.endswith("$"):
        return _take_from_board(new, leg, text)
    else:
        fault(new, "place", f"{n} {text} from {start}")
    return written


def _sharper(card: str, text: str) -> str:
    """Of two texts for one card the one that says more."""
    if card == cards.FAITHFUL:
        return card
    suit, name = cards.parts(text)
    if name and not name.startswith("%"):
        return text
    suit2, name2 = cards.parts(card)
    return f"{suit2 or suit or ''}#{name2 or name or ''}"


def _take_dominance(new: State, leg: CardLeg) -> None:
    """Available dominance cards, taken by suit. One that was discarded without its name lies open,
    too: among the cards we do not know, or shuffled with them, though it was not."""
    text = f"{leg.suit or ''}#dom"
    for _ in range(leg.n):
        left = list(new.dominance)
        if leg.suit in left or (leg.suit is None and left):
            left.remove(leg.suit or left[0])
            new.dominance = tuple(left)
            continue
        souls = tuple(map(cards.text_of_token, new.lost_souls))
        for pile in (new.discard, souls):
            rest, found = cards.taken(new.game.deck, pile, text, 1)
            if found and cards.parts(found[0])[1] is None:
                if pile is souls:
                    new.lost_souls = tuple(sorted(map(cards.token_of, rest)))
                else:
                    new.discard = rest
                break
        else:
            if not was_shuffled(new, text):
                fault(new, "card", f"{text} is taken, but is not available")


def _take_from_column(new: State, start: str, text: str, n: int) -> tuple[str, ...]:
    owner, _, column = start.partition("$_")
    if owner == "K" and column in ("1", "2", "3"):
        key = int(column)
        pile = new.retinue.get(key, ())
        left, found = _tokens_taken(new, pile, text, n)
        new.retinue = with_pile(new.retinue, key, left)
    elif owner == "E" and column in ("r", "m", "x", "b"):
        left, found = _tokens_taken(new, new.decree.get(column, ()), text, n)
        new.decree = with_pile(new.decree, column, left)
    else:
        fault(new, "slot", f"{n} {text} from {start}, which is no column")
        return (text,) * n
    if len(found) < n:
        fault(new, "card", f"{n} {text} from {start}, where {lie(len(found))}")
    return tuple(_sharper(card, text) for card in found) + (text,) * (n - len(found))


def _tokens_taken(
    new: State, tokens: tuple[str, ...], text: str, n: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cards of a column that may be `text`; a bird card may be a Faithful Retainer (15.3.5)."""
    special = tuple(token for token in tokens if token in (cards.VIZIER, cards.FAITHFUL))
    plain = tuple(sorted(cards.text_of_token(t) for t in tokens if t not in special))
    left, found = cards.taken(new.game.deck, _blurred(new, plain, text, n), text, n)
    while len(found) < n and text in ("B#", "#") and cards.FAITHFUL in special:
        special = without(special, cards.FAITHFUL)
        found = (*found, cards.FAITHFUL)
    return tuple(sorted((*map(cards.token_of, left), *special))), found


def _blurred(new: State, pile: tuple[str, ...], text: str, n: int) -> tuple[str, ...]:
    """The pile before n cards of a suit leave it: where some stay, which they are is not told."""
    suit, name = cards.parts(text)
    alike = [card for card in pile if cards.could_be(new.game.deck, card, text)]
    if suit is None or name is not None or len(alike) <= n or len(set(alike)) == 1:
        return pile
    return tuple(text if card in alike and cards.parts(card)[0] else card for card in pile)


def _take_from_board(new: State, leg: CardLeg, text: str) -> tuple[str, ...]:
    """A card in play, or the Alliance's supporters."""
    owner, n = str(leg.start)[:-1], leg.n
    written = (text,) * n
    if leg.name is not None:
        kept = _kept(new, owner, leg.suit, leg.name)
        if kept is not None:
            leave_play(new, owner, kept)
            if kept == "coffin":
                release_coffins(new)
            return (cards.text_in_play(new.game.deck, kept),)
    if owner == "A":
        low, high = new.supporters
        if n > high:
            fault(new, "hand", f"{n} {text} from the Supporters, of which there are {high}")
        new.supporters = (max(0, low - n), max(0, high - n))
        forget(new, SUPPORTERS, text, n)
        return written
    if owner in VAGABONDS and (leg.name is None or leg.name in new.quests.get(leg.start, ())):
        done = new.quests.get(leg.start, ())
        left, found = cards.taken(new.game.deck, done, text, n)
        if found:
            new.quests = with_entry(new.quests, leg.start, left)
            return ()
    unnamed = _alike_in_play(new, owner, text) if leg.name is None else ()
    if len(unnamed) == 1:
        leave_play(new, owner, unnamed[0])
        return (cards.text_in_play(new.game.deck, unnamed[0]),)
    if not unnamed:
        fault(new, "card", f"{text} from {owner}'s board, where it does not lie")
        return written
    doubt(new, owner, unnamed)
    if "coffin" in unnamed:
        doubt_coffins(new)
    return written


def _alike_in_play(new: State, owner: Faction, text: str) -> tuple[str, ...]:
    """The cards in play of that owner that an unnamed one may be: no dominance card leaves."""
    game = new.game.deck
    there = [name for name in new.crafted.get(owner, ()) if not name.endswith("dom")]
    return tuple(k for k in there if cards.could_be(game, cards.text_in_play(game, k), text))


def _kept(new: State, owner: Faction, suit: Suit | None, name: str) -> str | None:
    """How a card in play of that owner is kept, if it is there."""
    there = new.crafted.get(owner, ())
    exact = cards.in_play(new.game.deck, suit, name)
    if exact in there:
        return exact
    if suit is None and name in cards.SUITED:
        return next((kept for kept in there if kept[1:] == name), None)
    return None


def _put(new: State, end: Place, texts: tuple[str, ...]) -> None:
    """Lay cards where they go."""
    if isinstance(end, int):
        fault(new, "place", f"a card to clearing {end}")
    elif end in ("*", "dom"):
        discard(new, texts)
    elif len(end) == 1 and end.isalpha():
        give(new, end, texts)
    elif "$_" in end:
        _put_in_column(new, end, texts)
    elif end == SUPPORTERS:
        _put_on_alliance(new, texts)
    elif end.endswith("$"):
        for text in texts:
            put_in_play(new, end[:-1], text)
    elif end == "out":
        new.removed_cards += len(texts)
    else:
        fault(new, "place", f"a card to {end}")


def _put_in_column(new: State, end: str, texts: tuple[str, ...]) -> None:
    owner, _, column = end.partition("$_")
    tokens = tuple(t if t == cards.FAITHFUL else cards.token_of(t) for t in texts)
    if owner == "K" and column in ("1", "2", "3"):
        key = int(column)
        new.retinue = with_entry(new.retinue, key, cards.merged(new.retinue.get(key, ()), tokens))
    elif owner == "E" and column in ("r", "m", "x", "b"):
        new.decree = with_entry(
            new.decree, column, cards.merged(new.decree.get(column, ()), tokens)
        )
    else:
        fault(new, "slot", f"a card to {end}, which is no column")


def _put_on_alliance(new: State, texts: tuple[str, ...]) -> None:
    """Supporters; but a dominance card is activated where the marker has left the track, and what
    a position writes by the name of a lasting card is in play."""
    for text in texts:
        name = cards.parts(text)[1]
        if name and (_activates(new, name) or (new.position and _lasts(new, name))):
            put_in_play(new, "A", text)
            continue
        new.supporters = plus(new.supporters, 1, DECK_SIZE)
        remember(new, SUPPORTERS, (text,))


def _activates(new: State, name: str) -> bool:
    return name == "dom" and new.score.get("A", 0) is None and not has_dominance(new, "A")


def _lasts(new: State, name: str) -> bool:
    named = deck_facts(new.game.deck).named(name)
    return bool(named) and all(card.kind == "persistent" for card in named)
