"""Words for messages: factions, pieces, places, counts."""

from __future__ import annotations

from typing import Final

from notation.legs import Piece, Place
from replayer.facts import FACTIONS, faction_facts

NAMES: Final = {
    "C": "Marquise",
    "E": "Eyrie",
    "A": "Alliance",
    "V": "Vagabond",
    "G": "second Vagabond",
    "L": "Cult",
    "O": "Riverfolk",
    "D": "Duchy",
    "P": "Corvid",
    "H": "Hundreds",
    "K": "Keeper",
}
IRREGULAR: Final = {"wood": "wood", "sympathy": "sympathy", "jewelry": "jewelry"}


def faction_name(owner: str) -> str:
    """The word that goes before a piece: "Eyrie"; a hireling by its letters."""
    return NAMES.get(owner, owner)


def piece_name(piece: Piece) -> str:
    """The Law's word for a piece, without its owner: "roost"."""
    if piece.owner not in FACTIONS:
        return str(piece)
    return faction_facts(piece.owner).piece_name(piece.kind, piece.sub)


def counted(n: int, name: str) -> str:
    """ "roost", "2 roosts"."""
    if n == 1:
        return name
    return f"{n} {name}" if name in IRREGULAR else f"{n} {name}s"


def pieces(piece: Piece, n: int) -> str:
    """ "Eyrie roost", "3 Hundreds warriors"."""
    name = f"{faction_name(piece.owner)} {piece_name(piece)}"
    return counted(n, name)


def place_name(place: Place) -> str:
    """ "clearing 8", "the supply"."""
    if isinstance(place, int):
        return "the Burrow" if place == 0 else f"clearing {place}"
    return {"supply": "the supply", "off": "the map", "out": "the game"}.get(place, place)


def points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"
