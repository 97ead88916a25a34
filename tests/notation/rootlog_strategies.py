"""Hypothesis strategies: actions as structs, turn lines and whole records as text."""

from __future__ import annotations

from hypothesis import strategies as st

from notation import vocabulary as v
from notation.actions import (
    Battle,
    Board,
    CardRef,
    Clearing,
    CraftCard,
    CraftItem,
    Destination,
    DiscardPile,
    DropDecree,
    Flip,
    Forest,
    Funds,
    Guess,
    Hand,
    Hire,
    ItemRef,
    LeaveTrack,
    Move,
    OpenPath,
    Outcast,
    Path,
    PieceRef,
    Points,
    Prices,
    QuestRow,
    Relation,
    Reveal,
    Shown,
    Slot,
    Source,
    Spot,
    Trick,
)
from notation.writer import write_action

factions = st.sampled_from(v.FACTIONS)
hirelings = st.builds(
    lambda letter, side: f"h_{letter}{side}",
    st.sampled_from(v.HIRELINGS),
    st.sampled_from(["", "d"]),
)
owners = factions | hirelings
maybe_owner = st.none() | owners
maybe_faction = st.none() | factions
suits = st.sampled_from(v.SUITS)
counts = st.integers(1, 999)
clearing_numbers = st.integers(0, 99)
known_names = sorted(v.NAMES)
unknown_names = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=6).filter(
    lambda name: v.canonical(name) == (None, name)
)
names = st.sampled_from(known_names) | unknown_names

ascending = st.lists(st.integers(1, 99), min_size=3, max_size=6, unique=True).map(sorted)
clearings = st.builds(Clearing, clearing_numbers)
paths = st.builds(
    lambda ends: Path((ends[0], ends[1])),
    st.lists(st.integers(1, 99), min_size=2, max_size=2, unique=True).map(sorted),
)
forests = st.builds(lambda numbers: Forest(tuple(numbers)), ascending)
boards = st.builds(Board, maybe_owner)
slots = st.builds(Slot, st.sampled_from("rmxb123"), maybe_owner)
hands = st.builds(Hand, factions)
spots = st.builds(Spot, st.sampled_from("sdt"), st.sampled_from([None, "r", "e"])) | st.builds(
    lambda state: Spot(None, state), st.sampled_from("re")
)

subtypes = st.sampled_from(["", "s", "w", "r", "k", "f", "m", "c", "b", "e", "3_f", "1_t", "f_t"])
pieces = st.builds(PieceRef, st.sampled_from("wpbt"), maybe_owner, subtypes) | st.just(
    PieceRef("f")
)
cards = st.builds(CardRef, st.none() | suits, st.none() | names)
items = st.builds(ItemRef, st.sampled_from(v.ITEMS))

ground = clearings | forests | boards
piece_sources = st.builds(Source, pieces, counts, st.none() | ground)
card_places = boards | slots | hands
card_starts = card_places | st.just(DiscardPile()) | st.just(QuestRow())
card_sources = st.builds(Source, cards, counts, st.none() | card_starts)
item_places = clearings | boards | spots
item_sources = st.builds(Source, items, counts, st.none() | item_places) | st.builds(
    Source, st.just(ItemRef("_")), st.just(1), st.none() | item_places
)
bandits = st.builds(
    Source,
    st.sampled_from([PieceRef("w", "h_T"), PieceRef("w", "h_Td")]),
    counts,
    st.none() | paths,
)


def _moves(source, place):  # type: ignore[no-untyped-def]
    ends = st.lists(st.builds(Destination, place), max_size=4)
    return st.builds(
        lambda sources, ends: Move(tuple(sources), tuple(ends)),
        st.lists(source, min_size=1, max_size=4),
        ends,
    )


moves = (
    _moves(piece_sources, ground)
    | _moves(card_sources, card_places)
    | _moves(item_sources, item_places)
    | _moves(bandits, paths | clearings)
    | _moves(piece_sources | card_sources, boards)
)
shown = st.builds(Shown, counts, cards, maybe_faction) | st.builds(
    lambda owner: Shown(1, None, owner), factions
)
dice = st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3))

actions = st.one_of(
    moves,
    st.builds(Battle, owners, clearing_numbers, maybe_owner, st.none(), st.none(), dice),
    st.builds(Battle, owners, clearing_numbers, maybe_owner, suits, st.none() | suits, dice),
    st.builds(Points, st.integers(-999, 999).filter(bool), maybe_faction),
    st.builds(LeaveTrack, maybe_faction),
    st.builds(CraftItem, st.sampled_from(v.ITEMS)),
    st.builds(CraftCard, st.sampled_from([name for name in known_names if name not in v.SUITED])),
    st.builds(CraftCard, st.sampled_from(v.SUITED), st.sampled_from("FMR")),
    st.builds(
        lambda cards, audience: Reveal(tuple(cards), tuple(audience)),
        st.lists(shown, max_size=3),
        st.lists(owners, max_size=3),
    ),
    st.builds(Flip, clearings | forests, subtypes.filter(bool), maybe_owner),
    st.builds(Guess, st.sampled_from("bers"), clearing_numbers),
    st.builds(Trick, st.tuples(clearing_numbers, clearing_numbers)),
    st.builds(
        lambda services, price: Prices(tuple(services), price),
        st.lists(st.sampled_from("hrm"), max_size=3),
        st.integers(0, 999),
    ),
    st.just(DropDecree()),
    st.builds(Funds, st.integers(0, 999)),
    st.builds(Outcast, suits, st.booleans()),
    st.builds(
        lambda pairs, step: Relation(tuple(pairs), step),
        st.lists(st.tuples(st.none() | st.sampled_from("VG"), factions), min_size=1, max_size=3),
        st.sampled_from("h012a"),
    ),
    st.builds(Hire, hirelings, maybe_faction, st.none() | st.integers(0, 999)),
    st.builds(lambda path: OpenPath(path.ends), paths),
)
action_texts = actions.map(write_action)

ALPHABET = "0123456789CEAVGLODPHKBFMRXZQTSJwpbtfsdremxhcu#$%@*^?_+-><(), /"
noise = st.text(ALPHABET, max_size=24)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A text one or two strokes away from an action."""
    text = draw(action_texts)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(text)))
        stroke = draw(st.sampled_from(["drop", "double", "swap", "put"]))
        if stroke == "drop":
            text = text[:at] + text[at + 1 :]
        elif stroke == "double":
            text = text[:at] + text[at : at + 1] * 2 + text[at + 1 :]
        elif stroke == "swap":
            text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        else:
            text = text[:at] + draw(st.sampled_from(ALPHABET)) + text[at:]
    return text


comments = st.sampled_from(["", "// a remark", "// what a turn //! n1", "//! 1:raze"])
map_lines = st.sampled_from(
    ["Map: Fall\n", "Map: Lake\n"],
).map(
    lambda line: line + "Deck: E&P\nClearings: F1, M2, R3, F4, M5, R6, F7, M8, R9, F10, M11, R12\n"
)
player_names = st.text("abcZ 09_", min_size=1, max_size=8).map(str.strip)


@st.composite
def records(draw: st.DrawFn) -> str:
    """A record in standard Rootlog: header, players, turns, blank lines and comments."""
    seats = draw(st.lists(factions, min_size=1, max_size=4, unique=True))
    lines = ["// a game", draw(map_lines).rstrip("\n")]
    lines += [f"{faction}: {draw(player_names)}" for faction in seats]
    for _ in range(draw(st.integers(0, 3))):
        for faction in seats:
            texts = draw(st.lists(action_texts, min_size=1, max_size=4))
            separator = draw(st.sampled_from(["/", ";"]))
            comment = draw(comments)
            lines.append(f"{faction}:{separator.join(texts)}{' ' + comment if comment else ''}")
        lines += draw(st.sampled_from([[], [""], ["", "// round over"], ["// note", ""]]))
    if draw(st.booleans()):
        lines.append(f"Winner: {seats[0]}")
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"]))
