"""Cards: hands, the deck, the discard pile and Lost Souls, supporters, columns, cards in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from notation.actions import Faction, Suit
from notation.legs import (
    CHARACTERS,
    LEADERS,
    MINISTERS,
    MOODS,
    VAGABONDS,
    BattleLeg,
    CardLeg,
    CraftLeg,
    DropDecreeLeg,
    Place,
    RevealLeg,
)
from replayer import cards
from replayer.apply_items import craft_item, starting_items
from replayer.facts import deck as deck_facts
from replayer.facts import leaders, ministers
from replayer.state import COFFIN, DECK_SIZE, SUPPLY, UNKNOWN, State
from replayer.tables import counted, fault, laid, plus, with_entry

K = TypeVar("K")

SUPPORTERS = "A$"


def move_cards(new: State, leg: CardLeg) -> None:
    """n cards from a place to a place; leaders, moods, ministers and characters take office."""
    name = leg.name
    if name in LEADERS:
        _leader(new, leg)
    elif name in MOODS:
        _mood(new, leg)
    elif name in MINISTERS:
        _minister(new, leg)
    elif name in CHARACTERS:
        _character(new, leg)
    elif leg.start == "Q" or leg.end == "Q":
        _quest(new, leg)
    elif name == "faith":
        _faithful(new, leg)
    else:
        if name is not None and not cards.in_deck(new.game.deck, leg.suit, name):
            text = cards.text_of(new.game.deck, leg.suit, name)
            fault(new, "card", f"{text}, which the {new.game.deck} deck does not hold")
        _put(new, leg.end, _take(new, leg))


# --- taking -------------------------------------------------------------------------------


def _take(new: State, leg: CardLeg) -> tuple[str, ...]:
    """Take the cards from where they are; the texts of n cards, as far as known."""
    deck, n, start = new.game.deck, leg.n, leg.start
    text = cards.text_of(deck, leg.suit, leg.name)
    written = (text,) * n
    if isinstance(start, int):
        fault(new, "place", f"{n} {text} from clearing {start}")
    elif start == "deck" or (start == "dom" and new.position):
        _draw(new, n)
    elif len(start) == 1 and start.isalpha():
        take_from_hand(new, start, text, n)
    elif start == "*":
        new.discard, found = cards.taken(deck, new.discard, text, n)
        if len(found) < n:
            fault(new, "card", f"{n} {text} from the discard pile, where {_there(len(found))}")
        return tuple(_sharper(card, text) for card in found) + written[len(found) :]
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


def _draw(new: State, n: int) -> None:
    """Take n cards off the deck; an empty one is shuffled anew at once (2.1)."""
    low, high = new.deck
    if low >= n and (high > n or new.position):
        new.deck = (low - n, high - n)
        return
    if new.position:
        new.deck = (max(0, low - n), max(0, high - n))
        return
    pile = len(new.discard)
    if high > n:  # whether it was shuffled is open
        new.deck = (0, high + pile - n)
        new.shuffles += 1
        return
    left = high + pile - n
    if left < 0:
        fault(new, "card", f"{n} cards drawn, {high + pile} in the deck and the discard pile")
        left = 0
    new.deck = (left if low == high else 0, left)
    new.discard = ()
    new.shuffles += 1


def take_from_hand(new: State, faction: Faction, text: str, n: int) -> None:
    """n cards leave a hand."""
    count = new.hand.get(faction)
    if count is None:
        fault(new, "hand", f"{n} {text} from the hand of {faction}, which does not play")
        return
    low, high = count
    if n > high:
        fault(new, "hand", f"{n} {text} from {faction}'s hand, which holds {high}")
    new.hand = with_entry(new.hand, faction, (max(0, low - n), max(0, high - n)))
    _forget(new, faction, text, n)


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
            if new.shuffles and new.deck[1]:
                new.deck = (max(0, new.deck[0] - 1), new.deck[1] - 1)
            else:
                fault(new, "card", f"{text} is taken, but is not available")


def _take_from_column(new: State, start: str, text: str, n: int) -> tuple[str, ...]:
    owner, _, column = start.partition("$_")
    if owner == "K" and column in ("1", "2", "3"):
        key = int(column)
        pile = new.retinue.get(key, ())
        left, found = _tokens_taken(new, pile, text, n)
        new.retinue = _with_pile(new.retinue, key, left)
    elif owner == "E" and column in ("r", "m", "x", "b"):
        left, found = _tokens_taken(new, new.decree.get(column, ()), text, n)
        new.decree = _with_pile(new.decree, column, left)
    else:
        fault(new, "slot", f"{n} {text} from {start}, which is no column")
        return (text,) * n
    if len(found) < n:
        fault(new, "card", f"{n} {text} from {start}, where {_there(len(found))}")
    return tuple(_sharper(card, text) for card in found) + (text,) * (n - len(found))


def _tokens_taken(
    new: State, tokens: tuple[str, ...], text: str, n: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cards of a column that may be `text`; a bird card may be a Faithful Retainer (15.3.5)."""
    special = tuple(token for token in tokens if token in (cards.VIZIER, cards.FAITHFUL))
    plain = tuple(sorted(cards.text_of_token(t) for t in tokens if t not in special))
    left, found = cards.taken(new.game.deck, plain, text, n)
    while len(found) < n and text in ("B#", "#") and cards.FAITHFUL in special:
        special = _without(special, cards.FAITHFUL)
        found = (*found, cards.FAITHFUL)
    return tuple(sorted((*map(cards.token_of, left), *special))), found


def _without(pile: tuple[str, ...], token: str) -> tuple[str, ...]:
    at = pile.index(token)
    return pile[:at] + pile[at + 1 :]


def _take_from_board(new: State, leg: CardLeg, text: str) -> tuple[str, ...]:
    """A card in play, or the Alliance's supporters."""
    owner, n = str(leg.start)[:-1], leg.n
    written = (text,) * n
    if leg.name is not None:
        kept = _kept(new, owner, leg.suit, leg.name)
        if kept is not None:
            new.crafted = with_entry(new.crafted, owner, _without(new.crafted.get(owner, ()), kept))
            if kept == "coffin":
                release_coffins(new)
            return (cards.text_in_play(new.game.deck, kept),)
    if owner == "A":
        low, high = new.supporters
        if n > high:
            fault(new, "hand", f"{n} {text} from the Supporters, of which there are {high}")
        new.supporters = (max(0, low - n), max(0, high - n))
        _forget(new, SUPPORTERS, text, n)
        return written
    if owner in VAGABONDS and (leg.name is None or leg.name in new.quests.get(leg.start, ())):
        done = new.quests.get(leg.start, ())
        left, found = cards.taken(new.game.deck, done, text, n)
        if found:
            new.quests = with_entry(new.quests, leg.start, left)
            return ()
    fault(new, "card", f"{text} from {owner}'s board, where it does not lie")
    return written


def _kept(new: State, owner: Faction, suit: Suit | None, name: str) -> str | None:
    """How a card in play of that owner is kept, if it is there."""
    there = new.crafted.get(owner, ())
    exact = cards.in_play(new.game.deck, suit, name)
    if exact in there:
        return exact
    if suit is None and name in cards.SUITED:
        return next((kept for kept in there if kept[1:] == name), None)
    return None


# --- putting ------------------------------------------------------------------------------


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
            _put_in_play(new, end[:-1], text)
    elif end == "out":
        new.removed_cards += len(texts)
    else:
        fault(new, "place", f"a card to {end}")


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
    _remember(new, faction, texts)


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
            _put_in_play(new, "A", text)
            continue
        new.supporters = plus(new.supporters, 1, DECK_SIZE)
        _remember(new, SUPPORTERS, (text,))


def _activates(new: State, name: str) -> bool:
    return name == "dom" and new.score.get("A", 0) is None and not _has_dominance(new, "A")


def _has_dominance(new: State, faction: Faction) -> bool:
    return any(kept.endswith("dom") for kept in new.crafted.get(faction, ()))


def _lasts(new: State, name: str) -> bool:
    named = deck_facts(new.game.deck).named(name)
    return bool(named) and all(card.kind == "persistent" for card in named)


def _put_in_play(new: State, faction: Faction, text: str) -> None:
    suit, name = cards.parts(text)
    if faction not in new.crafted:
        fault(new, "place", f"{text} on the board of {faction}, which does not play")
        return
    if name is None:
        fault(new, "card", f"an unnamed card on {faction}'s board")
        return
    kept = cards.in_play(new.game.deck, suit, name)
    new.crafted = with_entry(new.crafted, faction, tuple(sorted((*new.crafted[faction], kept))))


def activate_supporter_dominance(new: State) -> None:
    """`F#domA->$` reads as a supporter until `++->$` shows that the card was activated."""
    for text in new.known.get(SUPPORTERS, ()):
        if cards.parts(text)[1] == "dom" and not _has_dominance(new, "A"):
            low, high = new.supporters
            new.supporters = (max(0, low - 1), max(0, high - 1))
            _forget(new, SUPPORTERS, text, 1)
            _put_in_play(new, "A", text)
            return


# --- what is known ------------------------------------------------------------------------


def _remember(new: State, place: Place, texts: tuple[str, ...]) -> None:
    told = tuple(text for text in texts if text != cards.UNNAMED)
    if told:
        new.known = with_entry(new.known, place, cards.merged(new.known.get(place, ()), told))


def _forget(new: State, place: Place, text: str, n: int) -> None:
    known = new.known.get(place)
    if not known:
        return
    new.known = _with_pile(new.known, place, cards.surely_left(new.game.deck, known, text, n))


def _with_pile(
    table: Mapping[K, tuple[str, ...]], key: K, pile: tuple[str, ...]
) -> dict[K, tuple[str, ...]]:
    out = dict(table)
    if pile:
        out[key] = pile
    else:
        out.pop(key, None)
    return out


def release_coffins(new: State) -> int:
    """The warriors on the Coffin Makers go home; how many there were."""
    resting = new.pieces.get(COFFIN)
    if resting is None:
        return 0
    pieces = dict(new.pieces)
    del pieces[COFFIN]
    for piece, n in resting.items():
        laid(pieces, SUPPLY, piece, n)
    new.pieces = pieces
    return sum(resting.values())


# --- offices ------------------------------------------------------------------------------


def _plays(new: State, faction: Faction, what: str) -> bool:
    if faction in new.game.players:
        return True
    fault(new, "place", f"{what}, but {faction} does not play")
    return False


def _leader(new: State, leg: CardLeg) -> None:
    """A leader with its two Loyal Viziers (7.3.4, 7.7.3), or a deposed one."""
    name = str(leg.name)
    if not _plays(new, "E", f"#{name}"):
        return
    if leg.start == "E$":
        if new.leader == name:
            _depose(new)
        else:
            fault(new, "card", f"#{name} from E's board, where {new.leader or 'nobody'} leads")
        return
    if leg.end != "E$":
        return
    if new.leader:  # the purge is written behind its new leader
        _purge(new)
    new.deposed = (
        ()
        if len(new.deposed) == len(LEADERS)
        else tuple(leader for leader in new.deposed if leader != name)
    )
    new.leader = name
    columns = leaders()[name].viziers
    decree = dict(new.decree)
    for column in columns:
        decree[column] = cards.merged(decree.get(column, ()), (cards.VIZIER,))
    new.decree = decree
    new.vizier = len(columns)


def _depose(new: State) -> None:
    new.deposed = tuple(sorted((*new.deposed, new.leader)))
    new.leader = ""


def drop_decree(new: State, leg: DropDecreeLeg) -> None:
    """Turmoil empties the Decree and deposes the leader (7.7.2)."""
    del leg
    tokens = [token for column in new.decree.values() for token in column]
    if new.this_turn.purged and all(token == cards.VIZIER for token in tokens):
        return  # its new leader was written first
    _purge(new)


def _purge(new: State) -> None:
    tokens = [token for column in new.decree.values() for token in column]
    discard(new, tuple(cards.text_of_token(t) for t in sorted(tokens) if t != cards.VIZIER))
    new.decree = {}
    new.vizier = 0
    if new.leader:
        _depose(new)
    if not new.position:
        new.this_turn = msgspec.structs.replace(new.this_turn, purged=True)


def _mood(new: State, leg: CardLeg) -> None:
    if not _plays(new, "H", f"#{leg.name}"):
        return
    if leg.end == "H$":
        new.mood = str(leg.name)
    elif leg.start == "H$" and new.mood == leg.name:
        new.mood = ""


def _minister(new: State, leg: CardLeg) -> None:
    """Swayed with a crown (12.5.3), or lost, and the crown with it (12.2.3)."""
    name = str(leg.name)
    if not _plays(new, "D", f"#{name}"):
        return
    if leg.start == "D$":
        if name in new.ministers:
            new.ministers = _without(new.ministers, name)
        else:
            fault(new, "card", f"#{name} from D's board, but it is not swayed")
    elif leg.end == "D$":
        if name in new.ministers:
            fault(new, "card", f"#{name} is swayed a second time")
            return
        rank = ministers()[name].rank
        most = sum(1 for minister in ministers().values() if minister.rank == rank)
        new.ministers = tuple(sorted((*new.ministers, name)))
        if new.crowns.get(rank, 0) >= most:
            fault(new, "piece", f"#{name} is swayed, but no {rank}'s crown is left")
        else:
            new.crowns = counted(new.crowns, rank, 1)


def _character(new: State, leg: CardLeg) -> None:
    """A Vagabond's character brings its items (9.3.5)."""
    owner, name = str(leg.end)[:-1], str(leg.name)
    if owner not in VAGABONDS:
        fault(new, "card", f"#{name} to {leg.end}")
    elif _plays(new, owner, f"#{name}"):
        new.characters = with_entry(new.characters, owner, name)
        starting_items(new, owner, name)


def _quest(new: State, leg: CardLeg) -> None:
    """A quest on offer is completed, or otherwise moved (9.5.5); none comes from the deck."""
    text = cards.text_of(new.game.deck, leg.suit, leg.name)
    quests = dict(new.quests)
    if leg.start == "Q":
        left, _ = cards.taken(new.game.deck, quests.get("Q", ()), text, leg.n)
        quests["Q"] = left
    if str(leg.end)[:-1] in VAGABONDS or leg.end == "Q":
        quests[leg.end] = cards.merged(quests.get(leg.end, ()), (text,) * leg.n)
    new.quests = {place: pile for place, pile in quests.items() if pile}


def _faithful(new: State, leg: CardLeg) -> None:
    """Faithful Retainers: one in each column from the start, out of the game when discarded."""
    if not _plays(new, "K", "#faith"):
        return
    start, end = _retinue_column(leg.start), _retinue_column(leg.end)
    retinue = {column: list(tokens) for column, tokens in new.retinue.items()}
    for _ in range(leg.n):
        if start:
            column = retinue.get(start, [])
            if cards.FAITHFUL not in column:
                fault(new, "card", f"#faith from {leg.start}, where none lies")
                break
            column.remove(cards.FAITHFUL)
        if end:
            there = retinue.setdefault(end, [])
            if not start:
                if new.round == 0 and cards.FAITHFUL in there:
                    break  # the setup writes what is there anyway
                if sum(tokens.count(cards.FAITHFUL) for tokens in retinue.values()) >= 3:
                    fault(new, "card", f"#faith to {leg.end}, but all three are in the Retinue")
                    break
            there.append(cards.FAITHFUL)
    new.retinue = {c: tuple(sorted(tokens)) for c, tokens in retinue.items() if tokens}


def _retinue_column(place: Place) -> int:
    """1, 2 or 3; 0 for any other place."""
    return {"K$_1": 1, "K$_2": 2, "K$_3": 3}.get(str(place), 0)


# --- crafting, showing, ambushes ----------------------------------------------------------


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
        _put_in_play(new, faction, text)
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
        _remember(new, leg.owner, (text,) * (leg.n - seen))
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


def _there(n: int) -> str:
    return f"{n} lie" if n > 1 else "1 lies" if n else "none lies"
