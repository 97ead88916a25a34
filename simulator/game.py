"""A game from its setup to its end, and its record."""

from __future__ import annotations

from random import Random

from replayer.facts import FACTIONS, MAPS
from simulator import cards_timing as cards
from simulator import maps, victory
from simulator import sloppy as sloppily
from simulator.factions import PLAYED
from simulator.players import Player
from simulator.setup import header, lay_out, set_up_factions
from simulator.table import GameOver, Table

DECKS = ("Standard", "E&P")
CORNERS, MOST_CORNERED = "CELDHK", 4
"""Factions that start in a corner, and how many of them at most (5)."""
MOST_TURNS = 400
"""Turns after which a game nobody wins is left unfinished."""
PLAYERS = range(2, 7)


class BadFactions(ValueError):
    """No game can be set up with these factions."""


def simulate(
    seed: int,
    factions: str | None = None,
    map_name: str | None = None,
    deck: str | None = None,
    *,
    sloppy: bool = False,
    turns: int = MOST_TURNS,
) -> str:
    """A whole game as Rootlog, the same for the same arguments.

    `factions` are letters in turn order, `map_name` and `deck` as Rootlog names them; what is None
    is drawn from the seed. A game not won after `turns` turns stays unfinished. Raises BadFactions,
    and KeyError for an unknown map or deck.
    """
    rng = Random(seed)
    drawn = draw_factions(rng), rng.choice(MAPS), rng.choice(DECKS)
    seats = check_factions(drawn[0] if factions is None else factions)
    head = header(rng, seats, map_name or drawn[1], deck or drawn[2])
    table = lay_out(rng, head)
    winners = play(table, turns)
    turns_played = table.turns
    if sloppy:
        pen = Random(seed)
        turns_played = [(f, sloppily.hurried(f, log, pen)) for f, log in table.turns]
    body = [line(faction, log) for faction, log in turns_played if log]
    return written(head, body, len(seats), winners)


def draw_factions(rng: Random) -> str:
    """A mix that the standard setup allows."""
    while True:
        mix = rng.sample(sorted(PLAYED), min(rng.choice((2, 3, 4, 4, 4, 5, 6)), len(PLAYED)))
        try:
            return check_factions("".join(mix))
        except BadFactions:
            continue


def check_factions(factions: str) -> str:
    """The same letters. Raises BadFactions with what is wrong about them."""
    for letter in factions:
        if letter not in FACTIONS:
            raise BadFactions(f"{letter!r} is no faction's letter; known are {''.join(FACTIONS)}")
        if factions.count(letter) > 1:
            second = "; the second Vagabond is G" if letter == "V" else ""
            raise BadFactions(f"{letter} plays only once{second}")
    if len(factions) not in PLAYERS:
        raise BadFactions(f"{len(factions)} factions; a game has {PLAYERS[0]} to {PLAYERS[-1]}")
    if "G" in factions and "V" not in factions:
        raise BadFactions("G is the second Vagabond; the first is V")
    cornered = [letter for letter in CORNERS if letter in factions]
    if len(cornered) > MOST_CORNERED:
        raise BadFactions(f"{''.join(cornered)} start in corners, of which there are four")
    for letter in factions:
        if letter not in PLAYED:
            raise BadFactions(f"{letter} is not simulated yet; {''.join(PLAYED)} are")
    return factions


def play(table: Table, turns: int) -> str:
    """Play from the setup on; the winners, "" where there is none after so many turns."""
    set_up_factions(table)
    order = list(table.factions.values())
    try:
        for n in range(turns):
            take_turn(table, order[n % len(order)])
            if not table.log:  # Rootlog cannot write a turn without any action
                break
    except GameOver as over:
        return over.winners
    return ""


def take_turn(table: Table, player: Player) -> None:
    """One turn (1.4.1). Raises GameOver."""
    table.phase = "birdsong"
    table.hired = ""
    victory.at_start_of_birdsong(table, player)
    table.begin(player.letter)
    player.activated.clear()
    for other in table.others(player.letter):
        other.before_turn(player)
    cards.start_of_birdsong(table, player)
    player.birdsong()
    cards.end_of_birdsong(table, player)
    table.phase = "daylight"
    cards.start_of_daylight(table, player)
    player.daylight()
    table.phase = "evening"
    cards.start_of_evening(table, player)
    player.evening()
    maps.tower(table, player)
    table.audit()


def line(faction: str, log: list[str]) -> str:
    return f"{faction}:{'/'.join(log)}"


def written(head: str, turns: list[str], players: int, winners: str) -> str:
    """The record: an empty line after each round (notation 16)."""
    lines = [head]
    for n, turn in enumerate(turns, 1):
        lines.append(turn)
        if n % players == 0:
            lines.append("")
    if winners:
        if lines[-1]:
            lines.append("")
        lines.append(f"Winner: {winners}")
    return "\n".join(lines).rstrip("\n") + "\n"
