"""Numbers and names of crafted cards."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from replayer.facts import deck
from validator import card_titles, law, rulebook
from validator.commands.rule import command
from validator.registry import DECLARED

KINDS = ("persistent", "immediate")


def test_a_number_is_made_of_the_name() -> None:
    assert card_titles.number_of("Stand and Deliver!") == "card.standanddeliver"
    assert card_titles.number_of("Eyrie Émigré") == "card.eyrieemigre"


def test_titles_are_the_cards_names() -> None:
    assert rulebook.title("card.favorofthemice") == "Favor of the Mice"
    assert rulebook.title("card.favorofthemice", "nl") == "Gunst van de Muizen"
    assert rulebook.title("card.tunnels", "nl") == "Tunnels"
    assert rulebook.seed_alias("card.tunnels") is None


def test_a_card_of_neither_deck_has_none() -> None:
    with pytest.raises(KeyError):
        rulebook.title("card.longswords")


def test_every_card_that_is_declared_is_a_card() -> None:
    assert law.__all__  # importing it declares all of it
    numbers = {d.number for d in DECLARED if d.number.startswith(card_titles.PREFIX)}
    lasting = {c.title for name in card_titles.DECKS for c in deck(name).cards if c.kind in KINDS}
    assert {rulebook.title(number) for number in numbers} == lasting


@pytest.mark.parametrize("text", ["card.falseorders", "False Orders", "valse bevelen"])
def test_a_card_is_found_and_shown(text: str) -> None:
    assert card_titles.find(text) == "card.falseorders"
    shown = CliRunner().invoke(command, text.split())
    assert shown.output.startswith("card.falseorders False Orders\n  E&P: fox, 2 in the deck")
    assert "gist: Discarded, to move half" in shown.output


def test_words_of_the_law_come_first() -> None:
    assert CliRunner().invoke(command, ["tunnels"]).output.startswith("12.2.4")
