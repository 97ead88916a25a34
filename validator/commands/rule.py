"""`rootlaw rule`: looks a number of the Law up, or searches the titles."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import click

from validator import card_titles, rulebook
from validator.commands import common
from validator.rulebook import Entry, Lang


@click.command(name="rule", context_settings=common.CONTEXT)
@click.argument("text", nargs=-1, required=True, metavar="NUMBER|WORDS...")
@click.option("--search", is_flag=True, help="List every entry with these words, gists included.")
@click.option(
    "--lang", type=click.Choice(["en", "nl"]), default="en", help="Titles in this language."
)
def command(text: tuple[str, ...], search: bool, lang: Lang) -> None:
    """Show a rule of the Law: number, titles, gist, aliases, what stands below it, what other
    printings word otherwise, open points and rulings that touch it, and cases as examples.

    A number may be the Law's (14.4.1), the Dutch Law's, or a seed's (14.1.5: the Dutch texts this
    project began with count differently); words are looked for in the titles of both languages.

    \b
    Examples:
      rootlaw rule 14.4.1
      rootlaw rule raze
      rootlaw rule card.sappers
      rootlaw rule --search "spend a card"
      rootlaw rule --search mob --lang nl
    """
    wanted = " ".join(text)
    card = "" if search else card_titles.find(wanted)
    if card and (wanted.startswith(card_titles.PREFIX) or not rulebook.find(wanted)):
        click.echo(_card_page(card, lang))
        return
    found = rulebook.search(wanted) if search else rulebook.find(wanted)
    if not found and not search:
        found = rulebook.search(wanted)
    if not found:
        raise click.UsageError(f"the Law has no {wanted!r}, neither as a number nor in a title")
    numbered = wanted[:1].isdigit()
    if search or not (numbered or _one_meant(wanted, found)):
        for item in found:
            click.echo(_line(item, lang))
        return
    click.echo(_page(found[0], lang))
    for other in found[1:] if numbered else ():
        click.echo(f"  in the seed this number is {other.number} {other.title(lang)}")


def _one_meant(words: str, found: list[Entry]) -> bool:
    """Whether the first entry found is the only hit, or the only one titled just so."""
    titled = sum(item.is_titled(words) for item in found)
    return titled == 1 or len(found) == 1


def _line(item: Entry, lang: Lang) -> str:
    chapter = rulebook.title(str(item.law_number.section), lang)
    line = f"{item.number:<12} {item.title(lang)}"
    return line if item.parent is None else f"{line} ({chapter})"


def _page(item: Entry, lang: Lang) -> str:
    other: Lang = "en" if lang == "nl" else "nl"
    lines = [f"{item.number} {item.title(lang)}"]
    above = _above(item)
    if above:
        lines.append("  in: " + " > ".join(f"{up.number} {up.title(lang)}" for up in above))
    lines.append(f"  {other}: {_titled(item, other)}")
    if lang == "nl" and item.nl_ours:
        lines.append("  our own Dutch title: the Dutch Law has no such entry")
    alias = rulebook.seed_alias(item.number)
    if alias:
        lines.append(f"  seed: {alias}")
    if item.gist:
        lines.append(f"  gist: {item.gist}")
    if not item.written:
        lines.append("  not ruled on yet: this chapter isn't written")
    below = rulebook.children(item.number)
    lines += [f"  {child.number:<12} {child.title(lang)}" for child in below]
    return "\n".join([*lines, *_beside(item.number, lang)])


def _beside(number: str, lang: Lang) -> list[str]:
    """What other printings word otherwise, open points and rulings that touch it, and examples."""
    from validator import rule_page

    return [
        *rule_page.printings(number),
        *rule_page.open_points(number, lang),
        *rule_page.rulings(number, lang),
        *rule_page.shown_examples(number, lang),
    ]


EFFECTS = ("rule", "exception", "consequence")
SUITS = {"B": "bird", "F": "fox", "M": "mouse", "R": "rabbit", "any": "any"}


def _card_page(number: str, lang: Lang) -> str:
    """A crafted card: what is printed on it and what its effect comes to."""
    lines = [f"{number} {card_titles.title(number, lang)}"]
    decks: dict[str, list[str]] = {}
    for deck, card in card_titles.printed(number):
        cost = ", ".join(f"{n} {SUITS[suit]}" for suit, n in card.cost.items()) or "nothing"
        says = f"{SUITS[card.suit]}, {card.copies} in the deck, costs {cost}"
        decks.setdefault(says, []).append(deck)
    lines += [f"  {' and '.join(names)}: {says}" for says, names in decks.items()]
    gist = _gist(number)
    if gist:
        lines.append(f"  gist: {gist}")
    return "\n".join([*lines, *_beside(number, lang)])


def _gist(number: str) -> str:
    """What is said where a card's effect is declared; "" for cards without one."""
    from validator import law  # all of the Law: only where a card is asked for
    from validator.registry import DECLARED

    assert law.__all__
    functions = [d.function for d in DECLARED if d.number == number and d.kind in EFFECTS]
    told = (_docstring(Path(law.__path__[0]), function) for function in functions)
    return next((" ".join(doc.split()) for doc in told if doc), "")


def _docstring(folder: Path, function: Callable[..., object]) -> str:
    """What stands at the head of a function, from its source: compiled ones don't keep it."""
    source = folder / f"{function.__module__.rpartition('.')[2]}.py"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return next((ast.get_docstring(f) or "" for f in found if f.name == function.__name__), "")


def _titled(item: Entry, lang: Lang) -> str:
    """The title with what is particular about it in the Dutch Law."""
    if lang == "en":
        return item.en
    if item.nl_ours:
        return f"{item.nl} (our title; the Dutch Law has no such entry)"
    return f"{item.nl} (there {item.nl_number})" if item.nl_number else item.nl


def _above(item: Entry) -> list[Entry]:
    above: list[Entry] = []
    number = item.parent
    while number is not None:
        above.insert(0, rulebook.entry(number))
        number = above[0].parent
    return above
