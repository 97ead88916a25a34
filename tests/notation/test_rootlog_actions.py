"""Actions: every form, both readers alike, written and read again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from rootlog_examples import EXAMPLES, MISSPELT, UNREADABLE, bare
from rootlog_strategies import action_texts, actions, mutated, noise

from notation.actions import Action, ActionError, Clearing, Move, Reveal, Source
from notation.grammar import parse_with_grammar
from notation.parser import parse_standard
from notation.reader import parse_action, read_file
from notation.spelling import mend
from notation.writer import write_action


def outcome(parse, text: str) -> Action | None:  # type: ignore[no-untyped-def]
    try:
        return parse(text)
    except ActionError:
        return None


def agreed(text: str) -> None:
    assert outcome(parse_standard, text) == outcome(
        lambda each: parse_with_grammar(each, strict=True), text
    )


@pytest.mark.parametrize("text", EXAMPLES)
def test_means_what_the_notation_says(text: str) -> None:
    assert bare(parse_action(text, strict=True)) == EXAMPLES[text]
    assert parse_with_grammar(text, strict=True) == parse_standard(text)


@pytest.mark.parametrize("text", MISSPELT)
def test_known_misspellings_are_read(text: str) -> None:
    standard, meaning = MISSPELT[text]
    with pytest.raises(ActionError):
        parse_action(text, strict=True)
    assert bare(parse_action(text)) == meaning
    assert parse_with_grammar(text) == parse_action(text)
    mended = mend(text, parse_standard)
    assert mended is not None
    assert mended.text == standard
    assert bare(parse_action(standard, strict=True)) == meaning


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_means_nothing_is_refused(text: str) -> None:
    for parse in (parse_action, parse_with_grammar):
        with pytest.raises(ActionError) as caught:
            parse(text)
        assert 0 <= caught.value.offset <= len(text)
        assert caught.value.found
        assert caught.value.expected


@pytest.mark.parametrize(
    ("text", "offset", "suggestion"),
    [
        ("2w->O", 4, "2w->0"),
        ("#->0", 3, "#->O"),
        ("E->$", 0, "#E->$"),
        ("++->", 4, "++->$"),
        ("#A", 2, "#A->"),
        ("R^", 0, "R#^"),
        ("XP8Ba", 3, "XP8B@"),
        ("$_d->s+r", 2, "%_d->s+r"),
        ("w->l", 3, "w->1"),
        ("w-5", 1, "w->5"),
        ("2w3->5+", 7, None),
        ("(w+2Cw->5", 6, None),
    ],
)
def test_errors_tell_where_and_what_was_meant(
    text: str, offset: int, suggestion: str | None
) -> None:
    with pytest.raises(ActionError) as caught:
        parse_action(text)
    assert (caught.value.offset, caught.value.suggestion) == (offset, suggestion)


def test_spans_are_those_of_the_members() -> None:
    text = "(2w+3Dw0+Db_m)5->6+11"
    action = parse_action(text)
    assert isinstance(action, Move)
    assert [text[slice(*each.span)] for each in action.sources] == ["2w", "3Dw0", "Db_m"]
    assert [text[slice(*each.span)] for each in action.ends] == ["6", "11"]
    action = parse_action("F#D+(2M+R)#^P")
    assert isinstance(action, Reveal)
    assert [each.span for each in action.shown] == [(0, 3), (5, 7), (8, 9)]


def test_spans_of_a_misspelling_are_those_of_the_text_as_written() -> None:
    text = "w + r_b -> 11"
    action = parse_action(text)
    assert isinstance(action, Move)
    assert [text[slice(*each.span)] for each in action.sources] == ["w", "r_b"]
    assert [text[slice(*each.span)] for each in action.ends] == ["11"]


def test_published_examples_are_read(published_examples: list[str]) -> None:
    assert len(published_examples) > 100
    contradicted = {"(3w+r)1->12", "Sp->9", "?Pt3^t_e"}
    for text in published_examples:
        if text in contradicted:
            parse_action(text)
        else:
            parse_action(text, strict=True)
        agreed(text)


def test_both_readers_agree_on_every_recorded_action(corpus, real_games) -> None:  # type: ignore[no-untyped-def]
    texts = {
        entry.text
        for path in corpus + real_games
        for turn in read_file(path).turns
        for entry in turn.entries
    }
    assert len(texts) > 1000
    for text in sorted(texts):
        agreed(text)


@settings(max_examples=300, deadline=None)
@given(actions)
def test_written_actions_are_read_again(action: Action) -> None:
    text = write_action(action)
    if isinstance(action, Move) and all(isinstance(end.place, Clearing) for end in action.ends):
        ends = sorted(action.ends, key=lambda end: end.place.number)  # type: ignore[union-attr]
        action = msgspec.structs.replace(action, ends=tuple(ends))
    assert bare(parse_standard(text)) == bare(action)
    assert write_action(parse_standard(text)) == text


@settings(max_examples=200, deadline=None)
@given(action_texts)
def test_both_readers_agree_on_actions(text: str) -> None:
    assert outcome(parse_standard, text) is not None
    agreed(text)


@settings(max_examples=600, deadline=None)
@given(mutated() | noise)
def test_both_readers_agree_on_near_misses(text: str) -> None:
    agreed(text)


@settings(max_examples=200, deadline=None)
@given(mutated())
def test_a_mended_text_is_standard_and_mends_to_itself(text: str) -> None:
    mended = mend(text, parse_standard)
    if mended is not None:
        assert bare(parse_standard(mended.text)) == bare(mended.action)
        assert bare(parse_with_grammar(mended.text, strict=True)) == bare(mended.action)


def test_equal_texts_are_equal_actions() -> None:
    assert parse_action("2w->5") == parse_action("2w->5")
    assert hash(parse_action("2w->5")) == hash(parse_action("2w->5"))
    assert parse_action("w->5") != parse_action("w->6")


def test_a_count_left_out_is_one() -> None:
    action = parse_action("w->5")
    assert isinstance(action, Move)
    assert isinstance(action.sources[0], Source)
    assert action.sources[0].count == 1


@pytest.mark.parametrize(
    ("text", "turn", "written"),
    [
        ("2Cw4->5", "C", "2w4->5"),
        ("2Cw4->5", "E", "2Cw4->5"),
        ("w->12+3+8", None, "w->3+8+12"),
        ("#C->C$", "C", "#C->$"),
        ("2#->C", "C", "2#->C"),
        ("(5w)1->12", None, "5w1->12"),
        ("(6w+b)->3", None, "6w+b->3"),
        ("w5+Cw5->", None, "(w+Cw)5->"),
        ("2R#A$+B#A$->", "C", "(2R+B)#A$->"),
        ("2R#A$+B#domA$->", "C", "(2R#+B#dom)A$->"),
        ("F#+2M#^", None, "(F+2M)#^"),
        ("D^A", "D", "^A"),
        ("D+C^A", "D", "D+C^A"),
        ("R#D^P", "D", "R#^P"),
        ("Pt4^t_s", "P", "t4^t_s"),
        ("Pt4^t_s", "C", "Pt4^t_s"),
        ("EXC4F@(2,1)", "E", "XC4F@(2,1)"),
        ("E++1", "E", "++"),
        ("++->V$", "V", "++->$"),
        ("h_E->P$4", "P", "h_E->$4"),
        ("V$_E->h", "V", "$_E->h"),
        ("($_h+$_m)->2", None, "$_h+$_m->2"),
        ("#taxcollectorC->", None, "#taxC->"),
        ("Zfoxpartisans", None, "Zfpart"),
    ],
)
def test_canonical_form(text: str, turn: str | None, written: str) -> None:
    assert write_action(parse_action(text), turn) == written
