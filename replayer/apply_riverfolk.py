"""The Riverfolk's board: Payments, what a lost trade post costs, and what nobody writes of either.

Functions change a state that nobody else holds yet; shared tables inside it are replaced, never
changed.
"""

from __future__ import annotations

from typing import Final

import msgspec

from notation.legs import Piece, PieceLeg
from replayer.facts import faction_facts
from replayer.state import SUPPLY, State
from replayer.tables import fault, laid, lifted

BOARD: Final = "O$"
RIVERFOLK: Final = "O"
WARRIOR: Final = Piece(RIVERFOLK, "w")


def open_turn(new: State) -> None:
    """As the Riverfolk's turn begins: if nobody has paid, two warriors of their own come to the
    board (11.4.1), written or not; all that lies there is gathered (11.4.3)."""
    paid, new.payments = new.payments, 0
    most = faction_facts(RIVERFOLK).number("protectionism_warriors")
    due = 0 if paid else most
    n = min(due, new.count(SUPPLY, RIVERFOLK, "w"))
    if n:
        pieces = lifted(new.pieces, SUPPLY, WARRIOR, n)
        laid(pieces, BOARD, WARRIOR, n)
        new.pieces = pieces
    new.this_turn = msgspec.structs.replace(
        new.this_turn, payments=paid, protection=n, short=due - n
    )


def board_changes(new: State, leg: PieceLeg) -> int:
    """Warriors come to the board or leave it. How many of them are already where they are written
    to come."""
    if leg.end == BOARD:
        return _pay(new, leg) if leg.start != BOARD else 0
    facts = new.this_turn
    if new.turn == RIVERFOLK:
        new.this_turn = msgspec.structs.replace(facts, short=0)
    elif not new.position:
        new.this_turn = msgspec.structs.replace(facts, funds_taken=facts.funds_taken + leg.n)
    return 0


def _pay(new: State, leg: PieceLeg) -> int:
    """Warriors into Payments. Those that came to an empty box as the Riverfolk's turn began are
    there, and some that the supply was short of may have come home since, until a card has left
    their hand: behind it they are paid for an export."""
    facts, n = new.this_turn, leg.n
    if new.turn != RIVERFOLK or facts.gathered or leg.piece != WARRIOR:
        if new.turn != RIVERFOLK and new.round and not new.position:
            new.this_turn = msgspec.structs.replace(facts, paid=facts.paid + n)
        new.payments += n
        return 0
    there = min(n, facts.protection)
    home = min(n - there, facts.short)
    new.this_turn = msgspec.structs.replace(
        facts, protection=facts.protection - there, short=facts.short - home
    )
    new.payments += n - there - home
    return there


def supply_is_empty(state: State) -> bool:
    """Whether the Riverfolk play and have no warrior left that an item could pay (11.2.6.III)."""
    return RIVERFOLK in state.game.players and not state.count(SUPPLY, RIVERFOLK, "w")


def card_leaves(new: State, n: int) -> None:
    """Cards leave the Riverfolk's hand: in their own turn once the funds are gathered."""
    facts = new.this_turn
    if new.turn != RIVERFOLK:
        new.this_turn = msgspec.structs.replace(facts, sold=facts.sold + n)
    elif not facts.gathered:
        new.this_turn = msgspec.structs.replace(facts, gathered=True)


def post_removed(new: State, n: int) -> None:
    """Trade posts leave the map; the funds they cost may be told behind."""
    facts = new.this_turn
    new.this_turn = msgspec.structs.replace(facts, posts_lost=facts.posts_lost + n)


def tell_funds(new: State, count: int) -> None:
    """How many warriors are told to lie in Funds (11.6)."""
    there = sum(new.at(BOARD).values())
    if count > there:
        fault(new, "piece", f"{count} funds, but {there} warriors on O's board")
    facts = new.this_turn
    lost = posts = 0
    if new.position:
        new.payments = max(0, there - count)
    elif new.turn != RIVERFOLK:
        lost = max(0, new.funds - count)
        posts = _untold_posts(new.funds, facts.posts_lost, count)
    new.funds = count
    new.this_turn = msgspec.structs.replace(
        facts, funds_told=True, posts_lost=posts, funds_lost=facts.funds_lost + lost
    )


def _untold_posts(funds: int, posts: int, told: int) -> int:
    """How many of the posts lost the funds told do not reckon with yet."""
    return next((left for left in range(posts) if halved(funds, posts - left) == told), 0)


def halved(funds: int, posts: int) -> int:
    """Funds left after the loss of so many posts, one by one: half of them go, rounded up
    (11.2.5.I)."""
    for _ in range(posts):
        funds //= 2
    return funds


def close_turn(new: State) -> None:
    """At a turn's end: what the record did not write of funds and payments. A second time nothing
    is left to do."""
    if new.position or RIVERFOLK not in new.game.players:
        return
    facts = new.this_turn
    if new.turn == RIVERFOLK:
        if not new.round and not new.at(BOARD):
            _starting_payments(new)
        elif not facts.funds_told:
            new.funds = 0
        return
    if facts.posts_lost:
        left = halved(new.funds, facts.posts_lost)
        lost = facts.funds_lost + new.funds - left
        new.funds = left
    else:
        lost = facts.funds_lost
    _send_home(new, lost - facts.funds_taken)
    if facts.posts_lost or facts.funds_lost or facts.funds_taken:
        new.this_turn = msgspec.structs.replace(facts, posts_lost=0, funds_lost=0, funds_taken=0)


def _starting_payments(new: State) -> None:
    """The first payments are often left out of a record (11.3.4)."""
    n = faction_facts(RIVERFOLK).number("payments_at_start")
    n = min(n, new.count(SUPPLY, RIVERFOLK, "w"))
    if n:
        pieces = lifted(new.pieces, SUPPLY, WARRIOR, n)
        laid(pieces, BOARD, WARRIOR, n)
        new.pieces = pieces
        new.payments = n


def _send_home(new: State, n: int) -> None:
    """Funds lost whose owners the record does not write: known only where the board holds one
    kind."""
    here = new.at(BOARD)
    n = min(n, sum(here.values()))
    if n <= 0:
        return
    if len(here) > 1:
        new.astray += n
        return
    (piece,) = here
    pieces = lifted(new.pieces, BOARD, piece, n)
    laid(pieces, SUPPLY, piece, n)
    new.pieces = pieces


def gone_astray(new: State, n: int) -> None:
    """Warriors written off the board under another owner's letter than any that lies there."""
    new.astray = min(new.astray + n, sum(new.at(BOARD).values()))


def found_astray(new: State, piece: Piece, n: int) -> int:
    """Up to n warriors that a lost post must have sent home, although the record still has them on
    the board; 0 where there are none."""
    n = min(n, new.astray, new.at(BOARD).get(piece, 0))
    if n:
        pieces = lifted(new.pieces, BOARD, piece, n)
        laid(pieces, SUPPLY, piece, n)
        new.pieces = pieces
        new.astray -= n
    return n
