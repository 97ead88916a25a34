"""The table of a simulated game: the replayer's state, and what only the players know.

The state says who stands where; the truth beside it says which card is in whose hand and what lies
under the ruins. Whatever happens is written first, and the engine lays it out at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from notation.legs import Piece, Place, legs
from notation.reader import parse_action
from replayer.apply_pieces import coffin_owner
from replayer.engine import apply, begin_turn
from replayer.facts import MapFacts, general, map_facts
from replayer.facts.schema import CardFacts, Quest
from replayer.state import SPENT, SUPPLY, State
from simulator.ground import Ground
from simulator.players import Player

T = TypeVar("T")
Pieces = Counter[Piece]
"""Pieces of one owner or more, each with how many."""


class ImpossiblePlay(RuntimeError):
    """What the simulator did cannot be: a fault of its own."""


class GameOver(Exception):
    """The game is won; `winners` in Rootlog's letters, "" where nobody won."""

    def __init__(self, winners: str) -> None:
        super().__init__(winners)
        self.winners = winners


class Table(Ground):
    """State, truth and record of one game. `factions` are in turn order, by letter.

    `deck`, `discard`, `souls` and the hands hold the cards themselves; the top of the deck is its
    last. `old_souls` lay there as the Cult's turn began. `available` are the dominance cards beside
    the map, `ruins` the items under each ruin, `hired` whom the Riverfolk's warriors fight for this
    turn, `boats` who has bought riverboats for it, `used` the cards whose effects have been used in
    it, `corners` the starting corners. `coffins_take_all` is how this table reads the Coffin
    Makers: warriors spent lie on the card as those lost do.
    """

    def __init__(self, state: State, rng: Random, cards: Iterable[CardFacts]) -> None:
        self.state = state
        self.rng = rng
        self.map: MapFacts = map_facts(state.game.map)
        self.factions: dict[str, Player] = {}
        self.deck: list[CardFacts] = list(cards)
        rng.shuffle(self.deck)
        self.hand: dict[str, list[CardFacts]] = {f: [] for f in state.game.players}
        self.discard: list[CardFacts] = []
        self.souls: list[CardFacts] = []
        self.old_souls: list[CardFacts] = []
        self.available: list[CardFacts] = []
        self.ruins: dict[int, list[str]] = {}
        self.quests: list[Quest] = []
        self.offered: list[Quest] = []
        self.hired = ""
        self.boats = ""
        self.corners: list[int] = []
        self.drawn = False
        self.used: set[str] = set()
        self.coffins_take_all = self.chance(0.5)
        self.active = ""
        self.phase = "setup"
        self.log: list[str] = []
        self.turns: list[tuple[str, list[str]]] = []

    # --- turns and the record -------------------------------------------------------------

    def begin(self, faction: str) -> None:
        """That faction's turn begins."""
        self.state = begin_turn(self.state, faction)
        self.active = faction
        self.hired = self.boats = ""
        self.drawn = False
        self.used = set()
        self.log = []
        self.turns.append((faction, self.log))
        if faction == "L" and self.state.round:
            self.old_souls = self.souls
            self.flush_souls()

    def write(self, text: str) -> int:
        """Write an action and lay it out; which of the turn's it is, from 0.

        Raises ImpossiblePlay where it cannot have happened on this table.
        """
        state = self.state
        for leg in legs(parse_action(text), self.active):
            state = apply(state, leg)
            if state.faults:
                where = f"{self.active}{state.round}.{len(self.log) + 1} {text}"
                raise ImpossiblePlay(f"{where}: {state.faults[0].message}")
        self.state = state
        self.log.append(text)
        return len(self.log) - 1

    def audit(self) -> None:
        """The truth and the state agree on every count. Raises ImpossiblePlay."""
        for faction, cards in self.hand.items():
            if self.state.hand[faction] != (len(cards), len(cards)):
                told = f"{faction} holds {len(cards)} cards, written {self.state.hand[faction]}"
                raise ImpossiblePlay(told)
        if self.state.deck != (len(self.deck), len(self.deck)):
            raise ImpossiblePlay(f"{len(self.deck)} cards in the deck, not {self.state.deck}")
        for player in self.factions.values():
            player.audit()

    # --- chance and choice ----------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, options: Sequence[T]) -> T:
        """One of them, all alike."""
        return options[int(self.rng.random() * len(options))]

    def weigh(self, options: Sequence[tuple[float, T]]) -> T:
        """One of them, by weight."""
        weights = [weight for weight, _ in options]
        return self.rng.choices(options, weights)[0][1]

    def die(self) -> int:
        return self.rng.randint(0, general()["die_most"])

    # --- cards ----------------------------------------------------------------------------

    def draw(self, faction: str, n: int, to: str = "", *, open_: bool = False) -> list[CardFacts]:
        """Draw as many of n cards as there are, and write it; `to` names another place of a
        player than the hand, such as "A$". The cards are the caller's to keep then. `open_` says
        that they are written by name."""
        drawn: list[CardFacts] = []
        while len(drawn) < n and (self.deck or self.discard):
            if not self.deck:
                self.reshuffle()
            drawn.append(self.deck.pop())
        if not drawn:
            return drawn
        words = [card.suit + "#" if card.kind == "dominance" else full(card) for card in drawn]
        told = "+".join(words) if open_ else f"{number(len(drawn))}#"
        self.write(f"{told}->{to or faction}")
        self.drawn = self.drawn or (self.phase == "evening" and faction == self.active)
        if not self.deck:
            self.reshuffle()
        if not to:
            self.hand[faction] += drawn
        return drawn

    def draw_together(self, factions: Sequence[str]) -> None:
        """A card for each of them, in one action; there are as many."""
        for faction in factions:
            self.hand[faction].append(self.deck.pop())
        self.write(f"#->{'+'.join(factions)}")
        if not self.deck:
            self.reshuffle()

    def reshuffle(self) -> None:
        """The discard pile is the new deck (2.1)."""
        self.deck, self.discard = self.discard, []
        self.rng.shuffle(self.deck)

    def to_discard(self, card: CardFacts) -> None:
        """A card that is in no hand any more is discarded; what is written is the caller's."""
        if "L" in self.factions:
            self.souls.append(card)
        else:
            self._lay_open(card)

    def _lay_open(self, card: CardFacts) -> None:
        (self.available if card.kind == "dominance" else self.discard).append(card)

    def flush_souls(self) -> None:
        """The Lost Souls go to the discard pile (10.4.2)."""
        for card in self.souls:
            self._lay_open(card)
        self.souls = []

    def spend(self, faction: str, *cards: CardFacts) -> None:
        """Cards from a hand to the discard pile, face up."""
        for card in cards:
            self.hand[faction].remove(card)
            self.write(f"{full(card)}{faction}->")
            self.to_discard(card)

    def spend_together(self, faction: str, cards: Sequence[CardFacts]) -> None:
        """The same, at times by their suits alone in one action."""
        if not cards or self.chance(0.5) or any(card.kind == "dominance" for card in cards):
            self.spend(faction, *cards)
            return
        suits = Counter(card.suit for card in cards)
        words = [f"{number(n)}{suit}" for suit, n in sorted(suits.items())]
        told = words[0] if len(words) == 1 else f"({'+'.join(words)})"
        for card in cards:
            self.hand[faction].remove(card)
        self.write(f"{told}#{faction}->")
        for card in cards:
            self.to_discard(card)

    def give(self, giver: str, card: CardFacts, to: str, text: str = "") -> None:
        """A card from a hand to another; `text` is how it is written, its suit by default."""
        self.hand[giver].remove(card)
        self.write(f"{text or card.suit + '#'}{giver}->{to}")
        self.hand[to].append(card)

    def matching(self, faction: str, suit: str) -> list[CardFacts]:
        """Cards of a hand that may be spent as that suit, each kind once; "" is any suit."""
        found = {(c.suit, c.name): c for c in self.hand[faction] if suit in ("", c.suit)}
        if suit not in ("", "B"):
            found |= {(c.suit, c.name): c for c in self.hand[faction] if c.suit == "B"}
        return list(found.values())

    # --- points ---------------------------------------------------------------------------

    def score(self, faction: str, n: int = 1) -> None:
        """Points for one faction; raises GameOver where they win the game."""
        self.score_all({faction: n})

    def score_all(self, gains: Mapping[str, int]) -> None:
        """Points of one instant; raises GameOver where they win the game (3.1)."""
        for faction, n in gains.items():
            if n > 0 and self.state.score[faction] is not None:
                self.write(f"{self.by(faction)}++{number(n)}")
        self.check_points()

    def lose_points(self, faction: str, n: int) -> None:
        if n > 0 and self.state.score[faction] is not None:
            self.write(f"{self.by(faction)}--{number(n)}")

    def check_points(self) -> None:
        goal = general()["winning_points"]
        won = [f for f in self.seats(self.active) if (self.state.score[f] or 0) >= goal]
        if won:
            raise GameOver(self.with_partners(won[0]))

    def with_partners(self, winner: str) -> str:
        """The winner and every Vagabond who wins along (9.2.8)."""
        side = self.side(winner)
        won = [f for f in self.state.coalition if self.side(f) == side and f != winner]
        return winner + "".join(won)

    # --- words ----------------------------------------------------------------------------

    def by(self, owner: str) -> str:
        """An owner's letter, where it has to be written."""
        return "" if owner == self.active else owner

    def words(self, pieces: Mapping[Piece, int]) -> str:
        """Pieces as Rootlog writes them: `2w`, `(w_w+3w)`, `Cb_s`."""
        told = [
            f"{number(n)}{self.by(p.owner)}{p.kind}{'_' + p.sub if p.sub else ''}"
            for p, n in sorted(pieces.items(), key=lambda row: (row[0].owner, -len(row[0].sub)))
            if n
        ]
        return told[0] if len(told) == 1 else f"({'+'.join(told)})"

    def place(self, pieces: Mapping[Piece, int], where: Place) -> None:
        """Pieces from their supply to a place; all of them must be there."""
        self.write(f"{self.words(pieces).strip('()')}->{where}")

    def in_supply(self, piece: Piece) -> int:
        there = self.state.at(SUPPLY).get(piece, 0)
        return there if self.coffins_take_all else there + self.state.at(SPENT).get(piece, 0)

    @property
    def comes_back(self) -> bool:
        """Whether a warrior spent is in the supply at once."""
        return not self.coffins_take_all or coffin_owner(self.state) is None


def number(n: int) -> str:
    """A count as Rootlog writes it: 1 is left out."""
    return str(n) if n != 1 else ""


def full(card: CardFacts) -> str:
    """A card with suit and name."""
    return f"{card.suit}#{card.name}"
