"""A tag is shown, a piece is named, in either order; whole piles in a row; and nothing is lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.enrolling import Enrolment, pile_of
from companion.files import BadFile
from companion.manifest import Manifest
from companion.tag_lists import Listed, TagList, printed

PIECES = [*(f"card:guards/kenjutsu/{n}" for n in range(1, 5)), "card:ninja/rope/1", "guard:g1", "guard:g2"]
FIRST, SECOND, THIRD, FOURTH = PIECES[:4]


def tag(number: int) -> str:
    return f"04{number:012X}"


@pytest.fixture
def enrolment() -> Enrolment:
    return Enrolment(Manifest(), PIECES)


def test_a_whole_deck_in_a_row(enrolment: Enrolment) -> None:
    enrolment.choose(FIRST)
    for number in range(4):
        assert enrolment.show(tag(number)).what == "enrolled"
    assert enrolment.at is None, "the deck is whole, and another pile is begun by naming a piece of it"
    assert [enrolment.manifest.uid(piece) for piece in PIECES[:4]] == [tag(number) for number in range(4)]
    assert enrolment.left("card:guards") == ()
    assert enrolment.show(tag(9)).what == "held"


def test_the_tag_may_come_first(enrolment: Enrolment) -> None:
    assert enrolment.show("04:a3:c6:ca:e2:61:80").what == "held"
    step = enrolment.choose("guard:g1")
    assert (step.what, step.uid, enrolment.at) == ("enrolled", "04A3C6CAE26180", "guard:g2")


@pytest.mark.parametrize("uid", ["13E67515", "04A3C6CAE26180", "0411223344556677889A"])
def test_numbers_of_every_length(enrolment: Enrolment, uid: str) -> None:
    enrolment.choose(FIRST)
    assert enrolment.show(uid).uid == uid
    assert enrolment.manifest.token(uid) == FIRST


@pytest.mark.parametrize(
    ("uid", "what"),
    [("08A1B2C3", "random"), ("8804A3C6", "half"), ("04A3C6CAE2", "length"), ("XYZ", "not_hex"), ("", "not_hex")],
)
def test_B5_B31_a_tag_that_cannot_be_used_changes_nothing(enrolment: Enrolment, uid: str, what: str) -> None:
    enrolment.choose(FIRST)
    assert enrolment.show(uid).what == what
    assert (len(enrolment.manifest), enrolment.at) == (0, FIRST)


def test_a_tag_that_has_a_piece_is_named_and_not_moved(enrolment: Enrolment) -> None:
    enrolment.choose(FIRST)
    enrolment.show(tag(1))
    step = enrolment.show(tag(1))
    assert (step.what, step.piece, enrolment.at) == ("taken", FIRST, SECOND)


def test_a_piece_that_has_a_tag_gets_another_only_when_asked(enrolment: Enrolment) -> None:
    enrolment.choose(FIRST)
    enrolment.show(tag(1))
    enrolment.choose(FIRST)
    step = enrolment.show(tag(2))
    assert (step.what, step.uid, step.piece) == ("has_tag", tag(1), FIRST)
    assert enrolment.manifest.uid(FIRST) == tag(1)
    assert enrolment.replace().what == "enrolled"
    assert (enrolment.manifest.uid(FIRST), enrolment.manifest.token(tag(1))) == (tag(2), None)


def test_the_last_one_is_taken_off_and_asked_for_again(enrolment: Enrolment) -> None:
    assert enrolment.take_off().what == "nothing"
    enrolment.choose(FIRST)
    enrolment.show(tag(1))
    enrolment.show(tag(2))
    assert (enrolment.take_off().piece, enrolment.at) == (SECOND, SECOND)
    assert (enrolment.take_off().piece, enrolment.at) == (FIRST, FIRST)
    assert enrolment.take_off().what == "nothing"
    assert len(enrolment.manifest) == 0


def test_a_piece_may_be_left_out(enrolment: Enrolment) -> None:
    enrolment.choose(SECOND)
    assert enrolment.skip().piece == THIRD
    enrolment.show(tag(3))
    enrolment.show(tag(4))
    assert enrolment.at == FIRST, "round to those that were left out"
    assert enrolment.left("card:guards") == (FIRST, SECOND)


def test_B35_what_cannot_be_written_is_said_and_stays_in_hand() -> None:
    def refuse() -> None:
        raise BadFile("tags.toml", None, None, "this user may not write here")

    enrolment = Enrolment(Manifest(), PIECES, refuse)
    enrolment.choose(FIRST)
    step = enrolment.show(tag(1))
    assert (step.what, step.say) == ("unsaved", "tags.toml: this user may not write here")
    assert enrolment.manifest.uid(FIRST) == tag(1)
    assert enrolment.at == SECOND


def test_every_tag_is_in_the_file_as_soon_as_it_is_enrolled(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    manifest = Manifest()
    enrolment = Enrolment(manifest, PIECES, lambda: manifest.save(path))
    enrolment.choose(FIRST)
    for number in range(3):
        enrolment.show(tag(number))
        assert len(Manifest.load(path)) == number + 1
    enrolment.take_off()
    assert len(Manifest.load(path)) == 2


def test_a_list_is_taken_over_but_for_what_contradicts(enrolment: Enrolment) -> None:
    enrolment.choose(FIRST)
    enrolment.show(tag(1))
    steps = enrolment.take_over(
        TagList(((tag(1), FIRST), (tag(2), FIRST), (tag(1), SECOND), (tag(3), THIRD)), stripped=1)
    )
    assert [(step.what, step.piece) for step in steps] == [("has_tag", FIRST), ("taken", FIRST)]
    assert dict(enrolment.manifest) == {tag(1): FIRST, tag(3): THIRD}


@given(st.lists(st.one_of(st.integers(0, 6), st.sampled_from([*PIECES, "skip", "off", "replace"])), max_size=40))
def test_whatever_is_done_no_tag_and_no_piece_stands_twice(acts: list[int | str]) -> None:
    enrolment = Enrolment(Manifest(), PIECES)
    for act in acts:
        match act:
            case int():
                enrolment.show(tag(act))
            case "skip":
                enrolment.skip()
            case "off":
                enrolment.take_off()
            case "replace":
                enrolment.replace()
            case piece:
                enrolment.choose(piece)
        bound = dict(enrolment.manifest)
        assert len(set(bound.values())) == len(bound)
        assert all(enrolment.manifest.uid(piece) == uid for uid, piece in bound.items())
        assert enrolment.held not in bound
        assert enrolment.at is None or pile_of(enrolment.at) in enrolment.piles()


def test_the_printed_list_has_a_box_for_every_piece_and_no_mark_up_of_its_words() -> None:
    page = printed("Tags <1>", "", [Listed("Guards", "Kenjutsu & 1", tag(1)), Listed("Guards", "g2")], "zh_Hans")
    assert "Tags &lt;1&gt;" in page
    assert "Kenjutsu &amp; 1" in page
    assert page.count("class=box") == 2
    assert '<html lang="zh-Hans">' in page
